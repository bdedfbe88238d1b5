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

#[cfg(test)]
mod tests {
    use super::{safe_lines, safe_text};

    #[test]
    fn no_line_is_a_command() {
        for (line, safe) in [
            ("::error::x", "∶:error::x"),
            ("one\n  \u{a0}::set-output name=a::b", "one\n  \u{a0}∶:set-output name=a::b"),
            ("one\r::debug::x", "one\r∶:debug::x"),
            ("a ###[error]x", "a #♯#[error]x"),
            ("a ##vso[task.complete]", "a ♯#vso[task.complete]"),
            (":: ::", "∶: ::"),
        ] {
            assert_eq!(safe_lines(line), safe, "{line}");
        }
        for line in [
            "  ::: a.toml",
            "a::b",
            "Tell: this\n: that",
            "## A head [with this]",
            "C#[x] #[test]",
            "",
        ] {
            assert_eq!(safe_lines(line), line);
        }
    }

    #[test]
    fn escape_codes_and_direction_controls_lose_their_power() {
        assert_eq!(safe_text("a\u{1b}[31mb\u{9b}c\u{7}"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}");
        assert_eq!(safe_text("x\u{202e}y\u{2066}z"), "x\u{fffd}y\u{fffd}z");
        assert_eq!(safe_text("one\r\ntwo\tthree"), "one  two three");
        assert_eq!(safe_text("\u{ffff}\u{1ffff}\u{0}"), "\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in ["Bran's band", "Größe & <Söhne>", "旗本", "می\u{200c}خواهم", "👩\u{200d}🚀"]
        {
            assert_eq!(safe_text(name), name);
        }
    }
}
