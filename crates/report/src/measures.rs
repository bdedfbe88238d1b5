//! Measures of a run that were asked for by name.

use crate::comparison::quoted_value;
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
    /// Its value with its interval, for people to read.
    pub(crate) fn shown(&self) -> String {
        let quoted = |value| quoted_value(value, self.interval, self.is_share);
        self.value.map_or_else(|| "-".to_owned(), quoted)
    }
}
