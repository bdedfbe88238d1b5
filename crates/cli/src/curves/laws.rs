//! The exact laws of fire, with what a run says of them.

use std::ops::Deref;

use serde::Serialize;
use skirmish_odds::curves;
pub(super) use skirmish_odds::curves::{Crossover, Rate, Shot, Skill, Volley, WAYS};
use skirmish_report::agreement::Agreement;

/// The exact curves, and the run whose shots are laid over them.
#[derive(Debug, Serialize)]
pub(super) struct Curves {
    #[serde(flatten)]
    pub(super) exact: curves::Curves,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Overlay>,
}

impl Deref for Curves {
    type Target = curves::Curves;

    fn deref(&self) -> &Self::Target {
        &self.exact
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
