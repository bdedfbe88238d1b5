//! Words of a command line as a shell reads them.

use skirmish_scenario::Override;

/// The command line that is being carried out, but for what says how it was begun.
pub(crate) fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    let words = words.filter(|word| !["--fresh", "--resume"].contains(&word.as_str()));
    std::iter::once("skirmish".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// `--set PATH=VALUE` as a shell reads it, or the same under another flag.
pub(crate) fn set_words(flag: &str, set: &[Override]) -> impl Iterator<Item = String> {
    set.iter().map(move |s| format!("{flag} {}", quoted(&format!("{}={}", s.path, s.value))))
}
