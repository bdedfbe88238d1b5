//! What files are called where build servers read of them: as they lie in the repository, however the command line named them.

use std::path::{Component, MAIN_SEPARATOR_STR, Path, PathBuf};

use skirmish_report::check::Check;

/// The check with its files named so.
pub(super) fn for_builds(check: &Check) -> Check {
    let mut check = check.clone();
    let top = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let top = top.as_deref().filter(|top| top.is_absolute());
    let findings = check.findings.iter_mut().map(|finding| &mut finding.file);
    let changed = check.changed.iter_mut().map(|changed| &mut changed.file);
    let broken = check.broken.iter_mut().map(|broken| &mut broken.file);
    for file in findings.chain(changed).chain(broken).chain(&mut check.unasked) {
        *file = named(file, top);
    }
    check
}

/// The name of a file from the top of the repository, if it is known and the file lies below it; else as it was given, without
/// detours.
fn named(file: &str, top: Option<&Path>) -> String {
    let path = Path::new(file);
    // Not everything that has problems is a file: there are the command line and what comes with the program.
    let whole = std::path::absolute(path).ok().filter(|whole| whole.is_file());
    let below = top
        .zip(whole)
        .and_then(|(top, whole)| direct(&whole).strip_prefix(direct(top)).ok().map(Path::to_owned));
    let path = below.unwrap_or_else(|| direct(path));
    path.to_string_lossy().replace(MAIN_SEPARATOR_STR, "/")
}

/// A path without detours: `a/../b` is `b`. By its letters alone, since GitHub knows files by the names that they have in the
/// repository, not by where links lead.
fn direct(path: &Path) -> PathBuf {
    let mut direct = PathBuf::new();
    for part in path.components() {
        match (part, direct.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                direct.pop();
            }
            // There is nothing above the root.
            (Component::ParentDir, Some(Component::RootDir)) => {}
            _ => direct.push(part),
        }
    }
    direct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_no_detours() {
        for (given, expected) in [
            ("scenarios/../hedge.toml", "hedge.toml"),
            ("./a/./b/../../c.toml", "c.toml"),
            ("../scenarios/x.toml", "../scenarios/x.toml"),
            ("a/../../x.toml", "../x.toml"),
            ("/../tmp//x.toml", "/tmp/x.toml"),
            ("command line", "command line"),
        ] {
            assert_eq!(named(given, None), expected);
        }
    }

    #[test]
    fn names_begin_at_the_top_of_the_repository() {
        // Tests run in the folder of the package.
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let top = package.parent().and_then(Path::parent);
        for given in ["src/main.rs", "../cli/src/../src/main.rs"] {
            assert_eq!(named(given, top), "crates/cli/src/main.rs");
        }
        let whole = package.join("src/main.rs");
        assert_eq!(named(&whole.to_string_lossy(), top), "crates/cli/src/main.rs");
        assert_eq!(named("src/../none.toml", top), "none.toml");
        assert_eq!(named("src/main.rs", Some(&package.join("tests"))), "src/main.rs");
    }
}
