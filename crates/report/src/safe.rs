//! Names from files, made harmless for terminals and charts.

/// Text of one line that can neither steer a terminal nor turn the text round it about.
///
/// Tabs and line ends become a space. Control characters (the start of every escape code), controls of text direction,
/// invisible characters that make two names look alike, and code points that XML forbids become U+FFFD, so that a reader
/// sees that something was there. Joiners that real scripts and emoji need are kept.
pub fn safe_text(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::safe_text;

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
