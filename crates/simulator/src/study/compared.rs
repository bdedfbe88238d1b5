//! Two variants on the same dice, and how games won change from one to the other with the luck of the dice taken out.
//!
//! The luck in a variant's games has mean 0 whatever happens under the other, also where the two play by other rules and roll
//! other dice. The difference game by game is therefore regressed on the luck under both. Where a game goes the same under
//! both, so does its luck: what tells is how much more luck a side had under one than under the other.

use std::ops::Range;

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;

use super::change::{Change, Comparison, point};
use super::gauge::Readings;
use super::measure::{Measure, Quantity};
use super::paired::Paired;
use super::seat::{Seat, in_chunks};
use crate::controls::{LEAST_GAMES, LEAST_UNITS, LessLuck, Regression};
use crate::estimate::{Confidence, Method};
use crate::moments::Moments;
use crate::run::{Control, Workers};
use crate::sums::LUCK;

/// How a game can end.
const ENDINGS: [Quantity; 4] = [Quantity::WonA, Quantity::WonB, Quantity::Drawn, Quantity::Capped];

/// Of each ending and of each kind of luck the second less the first, then the luck under the first: with the difference,
/// that is all of the second, too.
const VALUES: usize = ENDINGS.len() + 2 * LUCK;

/// What came of the same games under two variants, with the luck in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Compared {
    /// Every measure.
    pub paired: Paired,
    moments: Moments<VALUES>,
    /// Games that ended otherwise under the second than under the first, or with other luck.
    apart: u64,
}

impl Compared {
    /// Adds a game as it went under both variants.
    pub fn add(&mut self, one: &Readings, other: &Readings) {
        self.paired.add(one, other);
        let mut values = [0; VALUES];
        let (differences, first) = values.split_at_mut(ENDINGS.len() + LUCK);
        let (endings, lucks) = differences.split_at_mut(ENDINGS.len());
        for (value, ending) in endings.iter_mut().zip(ENDINGS) {
            *value = other.counts[ending as usize] - one.counts[ending as usize];
        }
        for (value, (one, other)) in lucks.iter_mut().zip(one.luck.iter().zip(&other.luck)) {
            *value = other - one;
        }
        first.copy_from_slice(&one.luck);
        self.apart += u64::from(differences.iter().any(|value| *value != 0));
        self.moments.add(&values);
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.paired.merge(&other.paired);
        self.moments.merge(&other.moments);
        self.apart += other.apart;
    }

    /// Games played under each variant.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.paired.games()
    }

    /// Every measure under both variants and its change, that of how games end also with the luck of the dice taken out.
    #[must_use]
    pub fn comparison(&self, confidence: Confidence) -> Comparison {
        let mut comparison = self.paired.comparison(confidence);
        for change in &mut comparison.changes {
            change.less_luck = self.less_luck(change, confidence);
        }
        comparison
    }

    /// A change with the luck of the dice taken out. `None` if it is not of how games end, or if too few games are won or
    /// lost by the change.
    fn less_luck(&self, change: &Change, confidence: Confidence) -> Option<LessLuck> {
        let ending = place(change.measure, change.side)?;
        let games = self.games();
        if games < LEAST_UNITS {
            return None;
        }
        // What differs in a game is 0, 1 or -1: its square counts the games in which it does.
        let differing = self.moments.product(ending, ending);
        if differing == 0 {
            // No game went otherwise, luck or no luck.
            return Some(LessLuck {
                estimate: point(0.0, games, Method::ControlVariates, confidence),
                gain: 1.0,
            });
        }
        if differing < LEAST_GAMES {
            return None;
        }
        Regression::of(&self.moments, games, ending, ENDINGS.len()).constant(
            self.apart,
            1.0,
            [-1.0, 1.0],
            confidence,
        )
    }
}

/// The place of a measure among the endings.
fn place(measure: &Measure, side: Option<Side>) -> Option<usize> {
    let (of, per) = measure.places(side);
    let place = ENDINGS.iter().position(|ending| *ending as usize == of)?;
    (per == Quantity::Games as usize).then_some(place)
}

/// Plays games of a range under two variants, each with the same dice.
pub fn compare(
    variants: [&Battle; 2],
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    control: &Control<'_>,
) -> Compared {
    in_chunks(
        games,
        workers,
        control,
        |chunk, sum: &mut Compared| {
            let mut seats = variants.map(|battle| Seat::with_luck(battle, seed));
            for game in chunk {
                let [one, other] = &mut seats;
                sum.add(&one.play(game), &other.play(game));
            }
        },
        Compared::merge,
    )
}
