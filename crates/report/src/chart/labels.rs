//! Texts of a chart, and formats of its values.

use crate::Report;
use crate::number::{NO_BREAK, compact, in_percent, with_commas};
use crate::text::framed;
use crate::words::{self, CONFIDENCE};

/// Texts around a chart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels {
    /// Headline with the finding or the subject; long ones wrap.
    pub title: String,
    /// Warning against a misleading headline; usually empty.
    pub warning: String,
    /// What is shown and how to read it.
    pub subtitle: String,
    /// Small print with the provenance.
    pub caption: String,
}

impl Labels {
    /// Returns the labels of a run's chart, with notes on its whiskers and provenance.
    pub(crate) fn of_run(report: &Report, title: String, subtitle: &str) -> Self {
        Self {
            title,
            subtitle: format!("{subtitle} Whiskers: {CONFIDENCE} intervals."),
            caption: words::provenance(report),
            ..Self::default()
        }
    }

    /// Appends to the subtitle what the chart leaves out.
    pub(crate) fn and(mut self, left_out: &str) -> Self {
        self.subtitle.push_str(left_out);
        self
    }

    /// Returns the description for readers who cannot see the chart; its marks add the rest.
    pub(crate) fn description(&self) -> String {
        format!("{}. {}{}", self.title, framed("", &self.warning, " "), self.subtitle)
    }
}

/// Format of the values of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueFormat {
    /// `1,250` or `−0.5`.
    #[default]
    Plain,
    /// A fraction of one as `62 %`.
    Percent,
    /// `+20`, `0`, `−20`.
    Signed,
    /// A whole number in about four characters: `950`, `1.2k`.
    Count,
    /// A change of a share in percentage points: `+20`, `0`, `−20` for a fifth.
    Points,
}

impl ValueFormat {
    /// Returns the factor for a value before it is written.
    pub(crate) const fn factor(self) -> f64 {
        match self {
            Self::Percent | Self::Points => 100.0,
            Self::Plain | Self::Signed | Self::Count => 1.0,
        }
    }

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
