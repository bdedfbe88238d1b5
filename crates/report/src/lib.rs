//! Reports of skirmish: one [`Report`] value in, bytes out.
//!
//! The report is plain data: the caller fills it, and this crate turns it into tidy CSV ([`table`]), JSON ([`json`]),
//! SVG charts ([`chart`]) and a summary that reads like an answer ([`text`]); its [`Findings`] make all files of a run at once.
//!
//! ```
//! use skirmish_report::json::Written as _;
//! use skirmish_report::{OutcomeRow, Report, text};
//!
//! let mut report = Report { sides: ["Raiders".into(), "Watch".into()], ..Report::default() };
//! report.provenance.games = 200;
//! report.outcomes.push(OutcomeRow {
//!     outcome: "Raiders win".into(),
//!     side: "Raiders".into(),
//!     games: 124,
//!     share: 0.62,
//!     interval: Some((0.551, 0.684)),
//!     ..OutcomeRow::default()
//! });
//! assert!(text::summary(&report).text(false).contains("Raiders win  62.0 %  55.1 to 68.4"));
//! assert!(report.findings()?.charts.iter().any(|(file, _)| file == "outcomes.svg"));
//! # Ok::<(), skirmish_report::ReportError>(())
//! ```
//!
//! The crate plays nothing, works out no chance, opens no file, reads no clock and prints nothing, so the same value always
//! gives the same bytes. Its only statistics compare exact with simulated shares ([`agreement`]), since both stand side by side
//! in the report.

pub mod agreement;
mod answer;
pub mod board;
pub mod chart;
pub mod check;
pub mod comparison;
pub mod exploit;
pub mod film;
mod findings;
pub mod heat;
pub mod json;
mod measures;
mod number;
pub mod once;
mod page;
pub mod panel;
mod report;
mod rows;
mod safe;
pub mod sensitivity;
pub mod solved;
mod sound;
pub mod study;
pub mod sweep;
pub mod table;
pub mod text;
pub mod transcript;
pub mod tune;
mod words;

pub use answer::{Answer, chart_labels, notes};
pub use findings::{Findings, OutputFile, PAGE, Words, game_page};
pub use measures::MeasuredRow;
pub use number::{counted, exact_percent, percent};
pub use report::{Initiative, Interval, Provenance, Report, Unit};
pub use rows::{
    ControlRow, EventRow, FireTotal, GameRow, HitRow, LessLuck, LossRow, LostAfterRow, MeleeRow,
    OTHER, OutcomeRow, ParameterRow, ReloadRow, RoundRow, SeizeRow, SeizeTotal, StepRow, StepTotal,
    StreakMean, StreakRow, SurvivorRow, WatchRow, WorthRow, WoundRow,
};
pub use safe::{safe_lines, safe_text};
pub use words::a_round;

/// Why a report could not be written.
///
/// None occurs for values built from the public types, but the writers underneath can fail and a library must not panic.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A table could not be written as CSV.
    #[error("table `{table}` could not be written as CSV")]
    Csv {
        /// File name of the table.
        table: &'static str,
        /// What the CSV writer said.
        source: csv::Error,
    },
    /// The summary could not be written as JSON.
    #[error("the summary could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// The page could not be made.
    #[error("the page could not be made")]
    Page(#[from] minijinja::Error),
    /// A chart could not be drawn in pixels.
    #[error("a chart could not be drawn in pixels: {0}")]
    Png(String),
}
