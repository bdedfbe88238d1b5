//! Measures of a run that were asked for by name.

use crate::number::{mean, percent_beside, percent_range};
use crate::rows;

rows! {
    /// A measure of a run that was asked for by `--measure`.
    pub struct MeasuredRow in "measures.csv" {
        /// Its name, such as `drought`.
        pub measure: String => Text,
        /// The side; empty for a measure of the whole game.
        pub side: String => Text,
        /// What its values count, or of what it is a share.
        pub unit: String => Text,
        /// Its value; empty if it never came to be measured.
        pub value: Option<f64> => Number,
        /// Its interval.
        pub interval: Option<(f64, f64)> => Interval("ci_low", "ci_high"),
        /// How the interval was made.
        pub method: String => Text,
        /// Whether it is a share, between 0 and 1.
        pub is_share: bool => YesNo [in_json],
        /// What it means.
        pub about: String => Text [in_json],
    }
}

impl MeasuredRow {
    /// Returns value, interval and unit as text.
    pub(crate) fn shown(&self) -> [String; 3] {
        let Some(value) = self.value else {
            return ["-".to_owned(), String::new(), self.unit.clone()];
        };
        if self.is_share {
            let range = self.interval.map(percent_range).unwrap_or_default();
            return [percent_beside(value, self.interval), range, self.unit.clone()];
        }
        let end = |end: f64| mean(end, self.interval);
        let range = self.interval.map(|(low, high)| format!("{} to {}", end(low), end(high)));
        [end(value), range.unwrap_or_default(), self.unit.clone()]
    }
}
