//! What many games of one variant sum up to, for every measure.

use std::ops::Range;

use skirmish_engine::battle::{Battle, MAX_EVENTS};
use skirmish_engine::side::Side;

use super::gauge::Readings;
use super::measure::{Measure, QUANTITIES, Quantity, cells};
use super::seat::{Seat, in_chunks};
use super::streaks::StreakLaw;
use crate::estimate::{Confidence, Estimate, Per, Trials, mean, proportion, ratio, share};
use crate::run::{Control, Workers};
use crate::sums::{RatioSums, Sums};

/// Sums over games of what is counted (x) and of what it is divided by (y) under one variant, for every measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    games: u64,
    pub(super) sums: [i128; QUANTITIES],
    /// For each measure and side: x², x y, y², and games in which y is not 0.
    pub(super) products: Vec<([i128; 3], u64)>,
    streaks: StreakLaw,
    /// Games in which each event of the scenario happened.
    happened: [u64; MAX_EVENTS],
}

impl Default for Sample {
    fn default() -> Self {
        Self {
            games: 0,
            sums: [0; QUANTITIES],
            products: vec![([0; 3], 0); cells().count()],
            streaks: StreakLaw::default(),
            happened: [0; MAX_EVENTS],
        }
    }
}

impl Sample {
    pub(super) fn add(&mut self, readings: &Readings) {
        self.games += 1;
        for (sum, reading) in self.sums.iter_mut().zip(&readings.counts) {
            *sum += i128::from(*reading);
        }
        for ((products, units), (measure, side)) in self.products.iter_mut().zip(cells()) {
            let (of, per) = measure.places(side);
            let (x, y) = (i128::from(readings.counts[of]), i128::from(readings.counts[per]));
            products[0] += x * x;
            products[1] += x * y;
            products[2] += y * y;
            *units += u64::from(y != 0);
        }
        self.streaks.add(readings);
        for (k, games) in self.happened.iter_mut().enumerate() {
            *games += u64::from(readings.happened >> k & 1);
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (mine, more) in self.products.iter_mut().zip(&other.products) {
            for (sum, more) in mine.0.iter_mut().zip(more.0) {
                *sum += more;
            }
            mine.1 += more.1;
        }
        self.streaks.merge(&other.streaks);
        for (games, more) in self.happened.iter_mut().zip(other.happened) {
            *games += more;
        }
    }

    /// The sums as a row of whole numbers, to be kept and taken up again.
    pub(super) fn pack(&self, row: &mut Vec<i128>) {
        row.push(i128::from(self.games));
        row.extend(self.sums);
        for (products, units) in &self.products {
            row.extend(products);
            row.push(i128::from(*units));
        }
        row.extend(self.happened.map(i128::from));
        self.streaks.pack(row);
    }

    /// The reverse of [`Self::pack`]; `None` if the row is no such row.
    pub(super) fn unpack(row: &mut impl Iterator<Item = i128>) -> Option<Self> {
        let mut sample = Self { games: u64::try_from(row.next()?).ok()?, ..Self::default() };
        for sum in &mut sample.sums {
            *sum = row.next()?;
        }
        for (products, units) in &mut sample.products {
            for product in products {
                *product = row.next()?;
            }
            *units = u64::try_from(row.next()?).ok()?;
        }
        for games in &mut sample.happened {
            *games = u64::try_from(row.next()?).ok()?;
        }
        sample.streaks = StreakLaw::unpack(row)?;
        Some(sample)
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Games that the side won.
    #[must_use]
    pub fn wins(&self, side: Side) -> u64 {
        u64::try_from(self.sums[Quantity::WonA as usize + side as usize]).unwrap_or(0)
    }

    /// Share of games in which an event of the scenario happened; `None` before the first game.
    #[must_use]
    pub fn event_rate(&self, event: usize, confidence: Confidence) -> Option<Estimate> {
        let seen = Trials { successes: *self.happened.get(event)?, trials: self.games };
        proportion(seen, confidence)
    }

    /// The law of streaks.
    #[must_use]
    pub const fn streaks(&self) -> &StreakLaw {
        &self.streaks
    }

    /// A measure with its interval; `None` if it never came to be measured.
    #[must_use]
    pub fn estimate(
        &self,
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let place = cells().position(|(m, s)| m.name == measure.name && s == side)?;
        let (of, per) = measure.places(side);
        let ([xx, xy, yy], units) = self.products[place];
        let whole = |sum: i128| u64::try_from(sum).unwrap_or(0);
        let wide = |sum: i128| u128::try_from(sum).unwrap_or(0);
        let (x, y) = (whole(self.sums[of]), whole(self.sums[per]));
        let sums = RatioSums { x, y, xx: wide(xx), xy: wide(xy), yy: wide(yy), units };
        if measure.is_of_games() {
            return proportion(Trials { successes: x, trials: y }, confidence);
        }
        if measure.is_share {
            return share(&sums, confidence);
        }
        if measure.places(side).1 == Quantity::Games as usize {
            let counts = Sums { sum: x, squares: wide(xx) };
            let per = Per { units: self.games, games: 1 };
            return mean(&counts, per, confidence);
        }
        ratio(&sums, confidence)
    }
}

/// Plays games of a range under one variant.
pub fn sample(
    battle: &Battle,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    control: &Control<'_>,
) -> Sample {
    in_chunks(
        games,
        workers,
        control,
        |chunk, sum: &mut Sample| {
            let mut seat = Seat::new(battle, seed);
            for game in chunk {
                sum.add(&seat.play(game));
            }
        },
        Sample::merge,
    )
}
