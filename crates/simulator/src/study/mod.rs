//! Studies: changes from a battle to its variants, on the same dice.
//!
//! Differences are taken unit by unit, which vary less than two separate runs would (common random numbers).

mod bounds;
mod change;
mod difference;
mod factors;
mod holm;
mod interplay;
mod looks;
mod luck;
mod power;
mod significance;
mod trend;

pub use bounds::{Bounds, Verdict};
pub use change::{Comparison, MeasureChange, win_margin};
pub use difference::Difference;
pub use factors::{FactorCounts, factor_counts};
pub use holm::holm;
pub use interplay::{Interplay, PairShare};
pub use looks::Looks;
pub use luck::{LuckShare, LuckShares, LuckSums, luck};
pub use power::{POWER, Resolution, games_needed, resolution};
pub use significance::{sign_test, student_test};

use skirmish_engine::side::Side;

use crate::additive::{Additive, additive};
use crate::counts::Counts;
use crate::driver::Driver;
use crate::estimate::Confidence;
use crate::recorder::Recorder;
use crate::session::{Detail, GameRecord, Session};
use crate::tally::{Tally, Unit};
use skirmish_measures::{Measure, cell, cells};

/// A variant of the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Its counts.
    pub tally: Tally,
    /// Its differences from the battle, unit by unit.
    pub difference: Difference,
}

additive!(Variant { tally, difference });

/// The same games under a battle and each of its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Study {
    /// The battle itself.
    pub base: Tally,
    /// The variants, in order.
    pub variants: Vec<Variant>,
    /// The games under each variant, if asked for; not stored with the sums.
    pub records: Vec<GameRecord>,
}

impl Additive for Study {
    fn merge(&mut self, other: &Self) {
        Additive::merge(&mut self.base, &other.base);
        self.variants.merge(&other.variants);
        self.records.extend_from_slice(&other.records);
    }

    fn pack(&self, row: &mut Vec<i128>) {
        self.base.pack(row);
        self.variants.pack(row);
    }

    fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
        self.base.unpack(row)?;
        self.variants.unpack(row)?;
        self.variants.iter().all(|v| v.tally.units == self.base.units).then_some(())
    }
}

impl Study {
    /// Returns a study without games for a session's battle and its variants.
    pub fn of<D: Driver>(session: &Session<'_, D>, variants: &[&D], detail: Detail) -> Self {
        let tally = |driver: &D| match detail.tables {
            true => Recorder::of(driver, session.unit()).into_tally(),
            false => Tally::of_measures(session.unit(), driver.seize_dice()),
        };
        let variant = |driver: &&D| Variant {
            tally: tally(driver),
            difference: Difference::new(driver.is_same(session.driver())),
        };
        let variants = variants.iter().map(variant).collect();
        Self { base: tally(session.driver()), variants, records: Vec::new() }
    }

    /// Returns a study without games or driver, for some variants, with measures only.
    pub fn of_measures(unit: Unit, variants: usize) -> Self {
        let base = Tally::of_measures(unit, skirmish_engine::dice::Dice::one(20));
        let variant = Variant { tally: base.clone(), difference: Difference::new(false) };
        Self { base, variants: vec![variant; variants], records: Vec::new() }
    }

    /// Adds a unit with its counts under the battle and each variant.
    pub fn add(&mut self, number: u64, base: &Counts, variants: &[Counts]) {
        self.base.add(number, base);
        for (variant, counts) in self.variants.iter_mut().zip(variants) {
            variant.tally.add(number, counts);
            variant.difference.add(base, counts);
        }
    }

    /// Returns the number of games played under each variant.
    pub const fn games(&self) -> u64 {
        self.base.games()
    }

    /// Returns an unadjusted change of a measure to the k-th variant; `None` if there is no such measure or variant.
    pub fn change(
        &self,
        k: usize,
        measure: &'static Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<MeasureChange> {
        let variant = self.variants.get(k)?;
        let both = [&self.base, &variant.tally];
        Some(variant.difference.change(both, (measure, side), cell(measure, side)?, confidence))
    }

    /// Returns the change of every measure from the battle to the k-th variant, with p-values adjusted over all of them (Holm).
    ///
    /// # Panics
    /// If there is no such variant.
    pub fn comparison(&self, k: usize, confidence: Confidence) -> Comparison {
        let variant = &self.variants[k];
        let both = [&self.base, &variant.tally];
        let change = |(place, asked)| variant.difference.change(both, asked, place, confidence);
        let mut comparison = Comparison { changes: (0..).zip(cells()).map(change).collect() };
        Comparison::adjust_together(std::slice::from_mut(&mut comparison), 1);
        comparison
    }
}
