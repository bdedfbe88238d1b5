//! What callers say about a chart in words, and how its values read.

use crate::Report;
use crate::number::{NO_BREAK, compact, in_percent, with_commas};
use crate::text::framed;
use crate::words::{self, CONFIDENCE};

/// The words round a chart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels {
    /// The finding or the subject, as a headline; long ones wrap.
    pub title: String,
    /// A warning without which the headline would mislead; mostly empty.
    pub warning: String,
    /// What is shown and how to read it.
    pub subtitle: String,
    /// Small print: provenance.
    pub caption: String,
}

impl Labels {
    /// The words of a chart of a run, with what its whiskers are and where it comes from.
    pub(crate) fn of_run(report: &Report, title: String, subtitle: &str) -> Self {
        Self {
            title,
            subtitle: format!("{subtitle} Whiskers: {CONFIDENCE} intervals."),
            caption: words::provenance(report),
            ..Self::default()
        }
    }

    /// Says at the end of the subtitle what the chart leaves out.
    pub(crate) fn and(mut self, left_out: &str) -> Self {
        self.subtitle.push_str(left_out);
        self
    }

    /// What readers are told who cannot see the chart; its marks say the rest.
    pub(crate) fn description(&self) -> String {
        format!("{}. {}{}", self.title, framed("", &self.warning, " "), self.subtitle)
    }
}

/// How the values of an axis read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueFormat {
    /// `1,250` or `−0.5`.
    #[default]
    Plain,
    /// A fraction of one as `62 %`.
    Percent,
    /// `+20`, `0`, `−20`.
    Signed,
    /// A whole number in at most four characters or so: `950`, `1.2k`.
    Count,
    /// A change of a share in points of a hundred: `+20`, `0`, `−20` for a fifth.
    Points,
}

impl ValueFormat {
    /// What a value is multiplied by before it is written.
    pub(crate) const fn factor(self) -> f64 {
        match self {
            Self::Percent | Self::Points => 100.0,
            Self::Plain | Self::Signed | Self::Count => 1.0,
        }
    }

    /// The value with a fixed number of decimal places.
    pub(crate) fn show(self, value: f64, places: usize) -> String {
        if !value.is_finite() {
            return String::from("?");
        }
        if self == Self::Count && value >= 0.0 {
            return compact(value as u64);
        }
        let value = match self {
            Self::Percent => in_percent(value, places),
            _ => value * self.factor(),
        };
        let digits = format!("{:.places$}", value.abs());
        let is_zero = digits.parse::<f64>().is_ok_and(|number| number == 0.0);
        let (whole, part) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
        let whole = whole.parse().map_or_else(|_| whole.to_owned(), with_commas);
        let sign = match (is_zero, value < 0.0, self) {
            (true, _, _) => "",
            (_, true, _) => "−",
            (_, _, Self::Signed | Self::Points) => "+",
            _ => "",
        };
        let unit = if self == Self::Percent { format!("{NO_BREAK}%") } else { String::new() };
        format!("{sign}{whole}{part}{unit}")
    }
}
