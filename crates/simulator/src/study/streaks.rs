//! The law of streaks, by the definition that means the same under every system: sums for shares with intervals.

use skirmish_engine::side::{BySide, Side};

use super::gauge::{Readings, STREAK_LENGTHS};
use super::measure::Quantity;
use crate::estimate::{Confidence, Estimate, share};
use crate::sums::RatioSums;

/// Streaks of one length over games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Row {
    streaks: u64,
    squares: u64,
    /// Products with all streaks of the side in the game.
    by_all: u64,
}

/// Streaks of a side over games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sums {
    rows: [Row; STREAK_LENGTHS],
    all: u64,
    squares: u64,
    /// Games with any.
    games: u64,
    longest: u64,
}

impl Default for Sums {
    fn default() -> Self {
        Self { rows: [Row::default(); STREAK_LENGTHS], all: 0, squares: 0, games: 0, longest: 0 }
    }
}

/// Streaks of both sides over games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StreakLaw(BySide<Sums>);

impl StreakLaw {
    pub(super) fn add(&mut self, readings: &Readings) {
        for side in Side::BOTH {
            let sums = &mut self.0[side];
            let seen = &readings.streaks[side];
            let all: u64 = seen.iter().map(|n| u64::from(*n)).sum();
            for (row, seen) in sums.rows.iter_mut().zip(seen) {
                let seen = u64::from(*seen);
                row.streaks += seen;
                row.squares += seen * seen;
                row.by_all += seen * all;
            }
            sums.all += all;
            sums.squares += all * all;
            sums.games += u64::from(all > 0);
            let longest = readings.counts[Quantity::LongestA as usize + side.index()];
            sums.longest = sums.longest.max(longest.unsigned_abs());
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        for side in Side::BOTH {
            let (sums, more) = (&mut self.0[side], &other.0[side]);
            for (row, more) in sums.rows.iter_mut().zip(&more.rows) {
                row.streaks += more.streaks;
                row.squares += more.squares;
                row.by_all += more.by_all;
            }
            sums.all += more.all;
            sums.squares += more.squares;
            sums.games += more.games;
            sums.longest = sums.longest.max(more.longest);
        }
    }

    /// The sums as a row of whole numbers, to be kept and taken up again.
    pub(super) fn pack(&self, row: &mut Vec<i128>) {
        for side in Side::BOTH {
            let sums = self.of(side);
            for length in &sums.rows {
                row.extend([length.streaks, length.squares, length.by_all].map(i128::from));
            }
            row.extend([sums.all, sums.squares, sums.games, sums.longest].map(i128::from));
        }
    }

    /// The reverse of [`Self::pack`]; `None` if the row is no such row.
    pub(super) fn unpack(row: &mut impl Iterator<Item = i128>) -> Option<Self> {
        let mut law = Self::default();
        for side in Side::BOTH {
            let sums = &mut law.0[side];
            let lengths = sums.rows.iter_mut();
            let lengths = lengths.flat_map(|r| [&mut r.streaks, &mut r.squares, &mut r.by_all]);
            let rest = [&mut sums.all, &mut sums.squares, &mut sums.games, &mut sums.longest];
            for sum in lengths.chain(rest) {
                *sum = u64::try_from(row.next()?).ok()?;
            }
        }
        Some(law)
    }

    /// Streaks of the side that came to an end.
    #[must_use]
    pub const fn streaks(&self, side: Side) -> u64 {
        self.of(side).all
    }

    /// Its longest streak, cut short by the end of the game or not, in actions.
    #[must_use]
    pub const fn longest(&self, side: Side) -> u64 {
        self.of(side).longest
    }

    const fn of(&self, side: Side) -> &Sums {
        match side {
            Side::A => &self.0.0[0],
            Side::B => &self.0.0[1],
        }
    }

    /// How many streaks of the side came to an end with so many actions, and their share of all that did; the last length,
    /// [`STREAK_LENGTHS`], has all longer ones. `None` for other lengths, or if no streak came to an end.
    #[must_use]
    pub fn share(
        &self,
        side: Side,
        length: usize,
        confidence: Confidence,
    ) -> Option<(u64, Estimate)> {
        let sums = self.of(side);
        let row = sums.rows.get(length.checked_sub(1)?)?;
        let ratio = RatioSums {
            x: row.streaks,
            y: sums.all,
            xx: row.squares.into(),
            xy: row.by_all.into(),
            yy: sums.squares.into(),
            units: sums.games,
        };
        Some((row.streaks, share(&ratio, confidence)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_by_hand() {
        let game = |ones: u32, threes: u32, longest: i64| {
            let mut readings = Readings::default();
            readings.streaks[Side::B][0] = ones;
            readings.streaks[Side::B][2] = threes;
            readings.counts[Quantity::LongestB as usize] = longest;
            readings
        };
        let (mut law, mut more) = (StreakLaw::default(), StreakLaw::default());
        law.add(&game(3, 1, 3));
        more.add(&game(1, 1, 9));
        more.add(&game(0, 0, 5));
        law.merge(&more);
        assert_eq!((law.streaks(Side::B), law.longest(Side::B)), (6, 9));
        let of = |length| law.share(Side::B, length, Confidence::P95);
        let (count, ones) = of(1).expect("some");
        assert_eq!((count, ones.units), (4, 2));
        assert!((ones.value - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(of(2).map(|(count, _)| count), Some(0));
        let mut row = Vec::new();
        law.pack(&mut row);
        assert_eq!(StreakLaw::unpack(&mut row.into_iter()), Some(law.clone()));
        assert!(of(0).is_none() && of(STREAK_LENGTHS + 1).is_none());
        assert!(law.share(Side::A, 1, Confidence::P95).is_none());
    }
}
