//! The exact laws of fire, with what a run says of them.

use std::ops::Deref;

use serde::Serialize;
use skirmish_odds::curves;
pub(super) use skirmish_odds::curves::{Crossover, Rate, Seen, Shot, Skill, Volley, WAYS};
use skirmish_report::agreement::Agreement;
use skirmish_report::counted;

/// The exact curves, and the run whose shots are laid over them.
#[derive(Debug, Serialize)]
pub(super) struct Curves {
    #[serde(flatten)]
    pub(super) exact: curves::Curves,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Overlay>,
}

impl Curves {
    /// The shots of a weapon at a target in this condition, fired in this way.
    pub(super) fn shots(
        &self,
        weapon: &str,
        target: &str,
        fire: &str,
    ) -> impl Iterator<Item = &Shot> {
        let is_it = move |row: &&Shot| {
            (row.weapon.as_str(), row.target, row.fire) == (weapon, target, fire)
        };
        self.exact.hit_curves.iter().filter(is_it)
    }

    /// The hits in a turn of a weapon at a target in this condition, fired in this way again and again.
    pub(super) fn rates(
        &self,
        weapon: &str,
        target: &str,
        way: &str,
    ) -> impl Iterator<Item = &Rate> {
        let is_it =
            move |row: &&Rate| (row.weapon.as_str(), row.target, row.fire) == (weapon, target, way);
        self.exact.fire_rates.iter().filter(is_it)
    }
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

impl Overlay {
    /// What was played, before the caption of a chart.
    pub(super) fn played(&self) -> String {
        format!("{}, {}, seed {}. ", self.battle, counted(self.games, "game"), self.seed)
    }
}
