//! Makes text from files safe for terminals, charts and logs.

use std::borrow::Cow;

/// Returns one line of text that can neither steer a terminal nor change the direction of the text around it.
///
/// Tabs and line ends become spaces. Control characters (which start every escape code), controls of text direction, invisible
/// characters that make two names look alike, and code points that XML forbids become U+FFFD, so that readers see that
/// something was there. Joiners that real scripts and emoji need are kept.
pub fn safe_text(text: &str) -> String {
    // Fast path for most texts.
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

/// Applies [`safe_text`] to each line and ends each with a newline.
pub(crate) fn safe_block(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

/// Lookalikes of `:` and `#`, of the same width.
const RATIO: char = '\u{2236}';
const SHARP: char = '\u{266f}';

/// Returns lines that no build server takes for a command: GitHub Actions reads `::error::` after white space and `##[error]`
/// anywhere (`ActionCommand.cs` of actions/runner), Azure Pipelines `##vso[` anywhere, TeamCity `##teamcity[`. A lookalike
/// replaces the first character of a command, so that names stay readable.
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
            // `::: ` is no command, and messages about files begin their frame with it.
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
