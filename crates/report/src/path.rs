//! The paths of parameters.

/// The parts of a path, which stand between its points; a part with points in it stands in quotation marks, which are kept.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    let mut quoted = false;
    path.split(move |c| {
        quoted ^= c == '"';
        c == '.' && !quoted
    })
    .collect()
}
