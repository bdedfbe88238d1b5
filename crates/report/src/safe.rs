//! Names from files, made harmless for terminals and charts, and lines for logs.

use std::borrow::Cow;

/// Text of one line that can neither steer a terminal nor turn the text round it about.
///
/// Tabs and line ends become a space. Control characters (the start of every escape code), controls of text direction,
/// invisible characters that make two names look alike, and code points that XML forbids become U+FFFD, so that a reader
/// sees that something was there. Joiners that real scripts and emoji need are kept.
pub fn safe_text(text: &str) -> String {
    // As most texts are: nothing in it to look at one by one.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    text.chars()
        .map(|character| match character {
            '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' => ' ',
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => '\u{fffd}',
            '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => '\u{fffd}',
            '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
            '\u{fdd0}'..='\u{fdef}' => '\u{fffd}',
            other if other.is_control() || u32::from(other) & 0xfffe == 0xfffe => '\u{fffd}',
            other => other,
        })
        .collect()
}

/// Lines of text, each as [`safe_text`] has it, and ended.
pub(crate) fn safe_block(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

/// What looks like `:` and `#`, as wide as they are, and is neither.
const RATIO: char = '\u{2236}';
const SHARP: char = '\u{266f}';

/// Lines of which a build server takes none for a command: GitHub Actions knows `::error::` after white space and `##[error]`
/// anywhere (`ActionCommand.cs` of actions/runner), Azure Pipelines `##vso[` anywhere, TeamCity `##teamcity[`. The first
/// character of one gives way to one that looks like it, so that names stay readable.
pub fn safe_lines(text: &str) -> Cow<'_, str> {
    let mut safe = String::new();
    let mut done = 0;
    for (at, mark) in text.match_indices([':', '#']) {
        let (before, rest) = (&text[..at], &text[at + mark.len()..]);
        let begins_line = || {
            let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end..]);
            line.trim_start().is_empty()
        };
        let is_command = match rest.strip_prefix(mark) {
            // No command is called `:`; so does the frame of a message about a file begin.
            Some(_) if mark == ":" => !rest.starts_with(":: ") && begins_line(),
            Some(word) => {
                word.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[')
            }
            None => false,
        };
        if is_command {
            safe += &text[done..at];
            safe.push(if mark == ":" { RATIO } else { SHARP });
            done = at + mark.len();
        }
    }
    if done == 0 { text.into() } else { (safe + &text[done..]).into() }
}
