//! File names for build servers: paths in the repository, however the command line named them.

use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};

use skirmish_report::check::Check;

/// Returns the check with its files named so.
pub(super) fn for_builds(check: &Check) -> Check {
    let mut check = check.clone();
    let top = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let top = top.and_then(|top| top.canonicalize().ok());
    let findings = check.findings.iter_mut().map(|finding| &mut finding.file);
    let changed = check.changed.iter_mut().map(|changed| &mut changed.file);
    let broken = check.broken.iter_mut().map(|broken| &mut broken.file);
    for file in findings.chain(changed).chain(broken).chain(&mut check.unasked) {
        *file = named(file, top.as_deref());
    }
    check
}

/// Returns the path of a file below the top of the repository; any other name as given.
fn named(file: &str, top: Option<&Path>) -> String {
    let whole = Path::new(file).canonicalize().ok().filter(|whole| whole.is_file());
    let below = top.zip(whole.as_deref()).and_then(|(top, whole)| whole.strip_prefix(top).ok());
    below.unwrap_or(Path::new(file)).to_string_lossy().replace(MAIN_SEPARATOR_STR, "/")
}
