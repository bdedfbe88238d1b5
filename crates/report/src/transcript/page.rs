//! Lines of a transcript, indented and wrapped, with numbers written from integers only.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};

use crate::number::NO_BREAK;
use crate::text::{listed, wrapped};

/// Greatest width of a line, unless a single word is wider.
const WIDTH: usize = crate::table::COLUMNS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// At the margin, after an empty line: something new begins.
    Headline,
    /// At the margin: an action.
    Margin,
    /// Below an action: what it causes.
    Under,
    /// Below that: what follows from it.
    Deeper,
}

impl Level {
    pub(super) fn of(mark: &str) -> Option<Self> {
        Some(match mark {
            "=" => Self::Headline,
            "-" => Self::Margin,
            "--" => Self::Under,
            "---" => Self::Deeper,
            _ => return None,
        })
    }

    const fn indent(self) -> usize {
        match self {
            Self::Headline | Self::Margin => 0,
            Self::Under => 4,
            Self::Deeper => 6,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Page {
    text: String,
    /// End of the last game's opening.
    opened: usize,
    /// What is known only at the end, and stands below the opening.
    late: String,
    /// Whether lines stay whole, for readers that wrap them.
    is_whole: bool,
    /// How much of the text has been taken as news.
    taken: usize,
}

impl Page {
    /// Keeps lines whole from now on.
    pub(super) const fn keep_whole(&mut self) {
        self.is_whole = true;
    }

    /// Adds a line, wrapped at spaces with further indent.
    pub(super) fn line(&mut self, level: Level, text: &str) {
        if level == Level::Headline {
            self.gap();
        }
        let indent = " ".repeat(level.indent());
        let further = format!("{indent}    ");
        let width = if self.is_whole { usize::MAX } else { WIDTH };
        let lines = wrapped(text, [&indent, &further].map(|before| width - before.len()));
        for (k, line) in lines.lines().enumerate() {
            self.text.extend([if k == 0 { &indent } else { &further }, line, "\n"]);
        }
    }

    /// Marks the end of a game's opening.
    pub(super) fn open(&mut self) {
        self.settle();
        self.opened = self.text.len();
    }

    /// Adds a line to the opening afterwards.
    pub(super) fn line_of_opening(&mut self, text: &str) {
        let so_far = std::mem::take(&mut self.text);
        self.line(Level::Margin, text);
        self.late += &std::mem::replace(&mut self.text, so_far);
    }

    /// Puts what is known at the end below the opening.
    fn settle(&mut self) {
        self.text.insert_str(self.opened, &std::mem::take(&mut self.late));
    }

    /// Returns what has been told since this was last asked.
    pub(super) fn news(&mut self) -> String {
        let from = std::mem::replace(&mut self.taken, self.text.len());
        self.text[from..].replace(NO_BREAK, " ")
    }

    /// Returns the opening, and what belongs below it and is not there yet.
    pub(super) fn opening(&self) -> [String; 2] {
        [&self.text[..self.opened], &self.late].map(|text| text.replace(NO_BREAK, " "))
    }

    /// Adds an empty line, unless there is one already or nothing above.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    pub(super) fn into_text(mut self) -> String {
        self.settle();
        // No more wrapping, so no-break spaces become plain ones.
        self.text.replace(NO_BREAK, " ")
    }
}

/// Converts a length to tenths of an inch or pace, rounding halves away from zero.
pub(super) fn tenths(length: Len) -> i64 {
    let (length, unit) = (i64::from(length), i64::from(UNIT));
    let doubled = 20 * length.abs() + unit;
    doubled / (2 * unit) * length.signum()
}

/// Returns a length with one decimal, without its unit.
pub(super) fn number(length: Len) -> String {
    let tenths = tenths(length);
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// The unit of lengths in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Ruler {
    #[default]
    Inches,
    Centimetres,
    Paces,
}

impl Ruler {
    const fn unit(self) -> &'static str {
        match self {
            Self::Inches => "in",
            Self::Centimetres => "cm",
            Self::Paces => "paces",
        }
    }

    pub(super) fn length(self, length: Len) -> String {
        format!("{}{NO_BREAK}{}", number(length), self.unit())
    }

    /// Returns a length with one decimal, rounded up, so that a distance just beyond a mark does not read as on it.
    pub(super) fn at_most(self, length: Len) -> String {
        let (length, unit) = (i64::from(length), i64::from(UNIT));
        let tenths = (10 * length + unit - 1).div_euclid(unit);
        format!("{}.{}{NO_BREAK}{}", tenths / 10, tenths % 10, self.unit())
    }

    /// Returns `5.2 to 8.0 in`, or one length if both read the same. A move never reads as zero.
    pub(super) fn between(self, least: Len, most: Len) -> String {
        match (tenths(least), tenths(most)) {
            (0, 0) => format!("less than 0.1{NO_BREAK}{}", self.unit()),
            (0, _) => format!("up to {}", self.length(most)),
            (least, most_tenths) if least == most_tenths => self.length(most),
            _ => format!("{} to {}", number(least), self.length(most)),
        }
    }
}

/// Returns a point by its distances from the left and lower edges.
pub(super) fn point(at: Point) -> String {
    format!("({},{NO_BREAK}{})", number(at.x), number(at.y))
}

/// Returns `1st`, `2nd`, `11th`.
pub(super) fn ordinal(number: u32) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Returns `7/20 (35 %)`: the rolls that succeed among all, and their percentage.
pub(super) fn chance((ways, all): (u64, u64)) -> String {
    let (ways_wide, all_wide) = (u128::from(ways), u128::from(all.max(1)));
    let tenths = (2000 * ways_wide + all_wide) / (2 * all_wide);
    let percent = match tenths % 10 {
        0 => (tenths / 10).to_string(),
        tenth => format!("{}.{tenth}", tenths / 10),
    };
    format!("{ways}/{all} ({percent}{NO_BREAK}%)")
}

/// Returns `a`, `a and b`, `a, b and c`.
pub(super) fn list(parts: &[String]) -> String {
    if parts.is_empty() { String::from("nobody") } else { listed(parts, "and") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_to_tenths_in_integers() {
        assert_eq!(
            [0, 12, 13, 25, 26, 256, 2047, 2048, -13].map(number),
            ["0.0", "0.0", "0.1", "0.1", "0.1", "1.0", "8.0", "8.0", "-0.1"]
        );
        let ruler = Ruler::Inches;
        assert_eq!(ruler.between(2047, 2048), format!("8.0{NO_BREAK}in"));
        let ends = [0, 2048, 2049].map(|length| ruler.at_most(length));
        assert_eq!(ends, ["0.0", "8.0", "8.1"].map(|tenths| format!("{tenths}{NO_BREAK}in")));
        assert_eq!(ruler.between(512, 2048), format!("2.0 to 8.0{NO_BREAK}in"));
        assert_eq!(ruler.between(5, 2048), format!("up to 8.0{NO_BREAK}in"));
        assert_eq!(ruler.between(5, 12), format!("less than 0.1{NO_BREAK}in"));
    }

    #[test]
    fn chances_are_exact_fractions() {
        assert_eq!(chance((7, 20)), format!("7/20 (35{NO_BREAK}%)"));
        assert_eq!(chance((1, 36)), format!("1/36 (2.8{NO_BREAK}%)"));
        assert_eq!(chance((0, 20)), format!("0/20 (0{NO_BREAK}%)"));
        assert_eq!(chance((20, 20)), format!("20/20 (100{NO_BREAK}%)"));
    }

    #[test]
    fn ordinals_and_lists_read_well() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]
        );
        let parts = ["a", "b", "c"].map(String::from);
        assert_eq!(list(&parts), "a, b and c");
        assert_eq!(list(&parts[..2]), "a and b");
        assert_eq!(list(&[]), "nobody");
    }

    #[test]
    fn long_lines_are_wrapped_and_their_rest_stands_further_in() {
        let mut page = Page::default();
        page.line(Level::Under, &["word"; 25].join(" "));
        page.line(Level::Under, &"x".repeat(200));
        let text = page.into_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].len() <= WIDTH && lines[0].starts_with("    word"));
        assert!(lines[1].starts_with("        word"));
        assert_eq!(lines[2].len(), 204);
    }
}
