//! Names made safe, and lines broken to a width.

use skirmish_report::text::narrow;
use skirmish_report::{safe_lines, safe_text};

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
    for line in
        ["  ::: a.toml", "a::b", "Tell: this\n: that", "## A head [with this]", "C#[x] #[test]", ""]
    {
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

#[test]
fn wide_lines_hang_below_the_text_of_a_list() {
    let words = "word ".repeat(20);
    let text = format!("short\n  runner    {words}\n    skirmish run {words}\n");
    let told = narrow(&text);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "short");
    assert!(lines[1].starts_with("  runner    word ") && lines[1].len() <= 80);
    assert!(lines[2].starts_with("            word") && lines[2].len() <= 80);
    assert!(lines[3].trim_start().starts_with("skirmish run word"), "not broken: {told}");
    assert_eq!(told.matches("word").count(), 40);
    let told = narrow(&format!("an event {words}"));
    assert!(told.starts_with("an event word "), "{told}");
}
