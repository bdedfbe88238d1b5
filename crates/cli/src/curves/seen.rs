//! What a run says about the curves.

use serde::Serialize;
use skirmish_report::agreement::Agreement;
use skirmish_simulator::estimate::{Confidence, Trials, proportion};

/// What came of shots that all have the same chance.
///
/// The interval is Wilson's over shots: given the number needed each is a roll of its own, whatever went before, so that
/// it does not matter how they are spread over games.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Seen {
    pub(super) hits: u64,
    pub(super) shots: u64,
    pub(super) rate: f64,
    pub(super) ci_low: f64,
    pub(super) ci_high: f64,
}

impl Seen {
    pub(super) fn of(hits: u64, shots: u64) -> Option<Self> {
        let trials = Trials { successes: hits, trials: shots };
        let estimate = proportion(trials, Confidence::new(0.95)?)?;
        let interval = estimate.interval?;
        Some(Self {
            hits,
            shots,
            rate: estimate.value,
            ci_low: interval.low,
            ci_high: interval.high,
        })
    }

    /// The last five cells of a row.
    pub(super) fn cells(&self) -> [String; 5] {
        let decimal = |number: f64| {
            let text = format!("{number:.6}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        [
            self.hits.to_string(),
            self.shots.to_string(),
            decimal(self.rate),
            decimal(self.ci_low),
            decimal(self.ci_high),
        ]
    }
}

/// What a run says about the curves.
#[derive(Debug, Serialize)]
pub(super) struct Overlay {
    /// The battle.
    pub(super) battle: String,
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) shots: u64,
    pub(super) agreement: Agreement,
}
