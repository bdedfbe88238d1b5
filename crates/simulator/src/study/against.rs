//! Many variants against one base, all on the same dice, and what differs in any game at all.

use std::ops::Range;

use skirmish_engine::battle::Battle;
use skirmish_engine::event::Event;
use skirmish_engine::game::{Table, play_watched};
use skirmish_engine::side::Side;

use super::additive::Additive;
use super::change::Change;
use super::gauge::Readings;
use super::measure::{Measure, QUANTITIES};
use super::paired::Paired;
use super::seat::{Seat, in_chunks};
use crate::estimate::{Confidence, Estimate, Interval, Method};
use crate::run::{Control, Workers};
use crate::streams::Streams;

/// Batches that the games of a study are dealt into, by their numbers.
pub(super) const BATCHES: usize = 20;
/// Games whose events are kept at a time, for the variants to be compared with.
const FEW: u64 = 16;

/// Sums of every quantity over the games of each batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batches(Vec<[i128; QUANTITIES]>);

impl Default for Batches {
    fn default() -> Self {
        Self(vec![[0; QUANTITIES]; BATCHES])
    }
}

impl Batches {
    fn add(&mut self, game: u64, readings: &Readings) {
        let batch = (game % BATCHES as u64) as usize;
        for (sum, reading) in self.0[batch].iter_mut().zip(&readings.counts) {
            *sum += i128::from(*reading);
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sums, more) in self.0.iter_mut().zip(&other.0) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
    }

    /// A measure over the games of some batches; `None` if it never came to be measured in them.
    pub(super) fn value_of(
        &self,
        measure: &Measure,
        side: Option<Side>,
        batches: &[usize],
    ) -> Option<f64> {
        let (of, per) = measure.places(side);
        let sum = |place: usize| -> i128 { batches.iter().map(|b| self.0[*b][place]).sum() };
        let (x, y) = (sum(of), sum(per));
        (y != 0).then(|| x as f64 / y as f64)
    }

    /// A measure over all games, or over all but those of a batch; `None` if it never came to be measured.
    #[must_use]
    pub fn value(
        &self,
        measure: &Measure,
        side: Option<Side>,
        without: Option<usize>,
    ) -> Option<f64> {
        let batches: Vec<usize> = (0..BATCHES).filter(|b| Some(*b) != without).collect();
        self.value_of(measure, side, &batches)
    }
}

/// Intervals for whatever can be worked out from batches: the figure is worked out again with each batch left out.
///
/// P. S. Kott, The delete-a-group jackknife, Journal of Official Statistics 17 (2001) 521-526.
#[derive(Debug, Clone, Copy)]
pub struct Jackknife {
    /// How often an interval holds the true value.
    pub confidence: Confidence,
    /// Games played; with fewer than two a batch there are no intervals.
    pub games: u64,
}

impl Jackknife {
    /// The figure with its interval. `work` works it out from all batches, or from all but one. `None` if it cannot be
    /// worked out; without an interval if that fails once a batch is left out.
    #[must_use]
    pub fn estimate(self, work: impl Fn(Option<usize>) -> Option<f64>) -> Option<Estimate> {
        let value = work(None).filter(|v| v.is_finite())?;
        let mut estimate = Estimate { value, std_err: None, interval: None, units: self.games };
        if self.games < 2 * BATCHES as u64 {
            return Some(estimate);
        }
        let parts: Option<Vec<f64>> =
            (0..BATCHES).map(|batch| work(Some(batch)).filter(|v| v.is_finite())).collect();
        if let Some(parts) = parts {
            let n = BATCHES as f64;
            let mean = parts.iter().sum::<f64>() / n;
            let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
            let std_err = ((n - 1.0) / n * squares).sqrt();
            let half = self.confidence.t(BATCHES as u64 - 1) * std_err;
            estimate.std_err = Some(std_err);
            estimate.interval = Some(Interval {
                low: value - half,
                high: value + half,
                confidence: self.confidence.get(),
                method: Method::Jackknife,
            });
        }
        Some(estimate)
    }
}

/// A variant beside the base.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Versus {
    /// The same games under the base and under the variant.
    pub paired: Paired,
    /// Games in which anything at all went differently, or was told with another number.
    pub changed: u64,
    /// The variant's games in batches.
    pub batches: Batches,
}

impl Versus {
    /// How a measure changes from the base; not adjusted for other questions. `None` if there is no such measure.
    #[must_use]
    pub fn change(
        &self,
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Change> {
        self.paired.change_of(measure, side, confidence)
    }

    fn merge(&mut self, other: &Self) {
        self.paired.merge(&other.paired);
        self.changed += other.changed;
        self.batches.merge(&other.batches);
    }
}

/// What came of the games of a base and of its variants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Against {
    /// Games played under each.
    pub games: u64,
    /// The base's games in batches.
    pub base: Batches,
    /// The variants, in their order.
    pub variants: Vec<Versus>,
}

impl Additive for Against {
    fn games(&self) -> u64 {
        self.games
    }

    /// Adds other games of the same variants.
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.base.merge(&other.base);
        self.variants.resize_with(self.variants.len().max(other.variants.len()), Versus::default);
        for (mine, more) in self.variants.iter_mut().zip(&other.variants) {
            mine.merge(more);
        }
    }

    /// One row for the base, one for each variant.
    fn pack(&self) -> Vec<Vec<i128>> {
        let mut rows = vec![vec![i128::from(self.games)]];
        rows[0].extend(self.base.0.iter().flatten());
        for variant in &self.variants {
            let mut row = vec![i128::from(variant.changed)];
            row.extend(variant.batches.0.iter().flatten());
            variant.paired.pack(&mut row);
            rows.push(row);
        }
        rows
    }

    fn unpack(rows: &[Vec<i128>]) -> Option<Self> {
        let batches = |row: &mut dyn Iterator<Item = i128>| -> Option<Batches> {
            let mut batches = Batches::default();
            for sum in batches.0.iter_mut().flatten() {
                *sum = row.next()?;
            }
            Some(batches)
        };
        let (first, rest) = rows.split_first()?;
        let mut first = first.iter().copied();
        let games = u64::try_from(first.next()?).ok()?;
        let base = batches(&mut first)?;
        let mut variants = Vec::new();
        for row in rest {
            let mut row = row.iter().copied();
            let variant = Versus {
                changed: u64::try_from(row.next()?).ok()?,
                batches: batches(&mut row)?,
                paired: Paired::unpack(&mut row)?,
            };
            if row.next().is_some() || variant.paired.games() != games {
                return None;
            }
            variants.push(variant);
        }
        first.next().is_none().then_some(Self { games, base, variants })
    }
}

/// Plays games of a range under a base and under each of its variants, all with the same dice.
pub fn against(
    base: &Battle,
    variants: &[Battle],
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    control: &Control<'_>,
) -> Against {
    let play = |chunk: Range<u64>, sums: &mut Against| {
        sums.variants.resize_with(variants.len(), Versus::default);
        let mut seat = Seat::new(base, seed);
        let mut told = Told::default();
        let mut from = chunk.start;
        while from < chunk.end {
            let few = from..chunk.end.min(from + FEW);
            told.clear();
            let readings: Vec<Readings> = few
                .clone()
                .map(|game| {
                    let readings = seat.show(game, &mut |event| told.events.push(*event));
                    told.end_game();
                    sums.games += 1;
                    sums.base.add(game, &readings);
                    readings
                })
                .collect();
            for (variant, sum) in variants.iter().zip(&mut sums.variants) {
                let mut seat = Seat::new(variant, seed);
                for ((game, before), k) in few.clone().zip(&readings).zip(0..) {
                    let mut same = Same::with(told.game(k));
                    let after = seat.show(game, &mut |event| same.meet(event));
                    sum.paired.add(before, &after);
                    sum.batches.add(game, &after);
                    sum.changed += u64::from(!same.to_the_end());
                }
            }
            from = few.end;
        }
    };
    let mut all = in_chunks(games, workers, control, play, Against::merge);
    // No game at all was played: the variants are still there.
    all.variants.resize_with(variants.len(), Versus::default);
    all
}

/// In how many games each row of the factor table counted for a nomination (LL-03).
pub fn factor_counts(
    battle: &Battle,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    control: &Control<'_>,
) -> Vec<u64> {
    let rows = battle.spec().rules.seize.factors.len();
    let play = |chunk: Range<u64>, counts: &mut Vec<u64>| {
        counts.resize(rows, 0);
        let (mut table, mut streams) = (Table::new(battle), Streams::new(seed));
        for game in chunk {
            let mut counted = vec![false; rows];
            streams.start(game);
            play_watched(battle, &mut table, None, &mut streams, &mut |_, event| {
                if let Event::Factor { row, .. } = *event
                    && let Some(counted) = counted.get_mut(usize::from(row))
                {
                    *counted = true;
                }
            });
            for (count, is_counted) in counts.iter_mut().zip(&counted) {
                *count += u64::from(*is_counted);
            }
        }
    };
    let merge = |all: &mut Vec<u64>, more: &Vec<u64>| {
        all.resize(rows, 0);
        for (count, more) in all.iter_mut().zip(more) {
            *count += more;
        }
    };
    let mut counts = in_chunks(games, workers, control, play, merge);
    counts.resize(rows, 0);
    counts
}

/// The events of a few games.
#[derive(Default)]
struct Told {
    events: Vec<Event>,
    ends: Vec<usize>,
}

impl Told {
    fn clear(&mut self) {
        self.events.clear();
        self.ends.clear();
    }

    fn end_game(&mut self) {
        self.ends.push(self.events.len());
    }

    fn game(&self, k: usize) -> &[Event] {
        let from = k.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.events[from..self.ends[k]]
    }
}

/// Watches whether a game goes as another went.
struct Same<'e> {
    rest: &'e [Event],
    so_far: bool,
}

impl<'e> Same<'e> {
    fn with(events: &'e [Event]) -> Self {
        Self { rest: events, so_far: true }
    }

    #[inline]
    fn meet(&mut self, event: &Event) {
        if !self.so_far {
            return;
        }
        match self.rest.split_first() {
            Some((first, rest)) if first == event => self.rest = rest,
            _ => self.so_far = false,
        }
    }

    fn to_the_end(&self) -> bool {
        self.so_far && self.rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{MEASURES, Quantity};

    /// Readings of a made-up game.
    fn readings(game: u64, more: i64) -> Readings {
        let mut readings = Readings::default();
        readings.counts[Quantity::Games as usize] = 1;
        readings.counts[Quantity::WonA as usize] = i64::from(game.is_multiple_of(3));
        readings.counts[Quantity::Actions as usize] = (game * 7 % 11) as i64 + more;
        readings
    }

    fn games(numbers: Range<u64>) -> Against {
        let mut all = Against::default();
        all.variants.resize_with(2, Versus::default);
        for game in numbers {
            let base = readings(game, 0);
            all.games += 1;
            all.base.add(game, &base);
            for (variant, more) in all.variants.iter_mut().zip([0, 3]) {
                let other = readings(game, more);
                variant.paired.add(&base, &other);
                variant.batches.add(game, &other);
                variant.changed += u64::from(more > 0);
            }
        }
        all
    }

    #[test]
    fn parts_make_the_whole_also_when_they_were_kept_in_between() {
        let whole = games(0..101);
        let kept = games(0..64).pack();
        let mut taken_up = Against::unpack(&kept).expect("its own rows");
        assert_eq!(taken_up, games(0..64));
        taken_up.merge(&games(64..101));
        assert_eq!(taken_up, whole);
        assert_eq!(taken_up.pack(), whole.pack());
    }

    #[test]
    fn rows_that_are_none_are_refused() {
        let rows = games(0..5).pack();
        assert_eq!(Against::unpack(&[]), None);
        for row in 0..rows.len() {
            let mut short = rows.clone();
            short[row].pop();
            assert_eq!(Against::unpack(&short), None);
            let mut long = rows.clone();
            long[row].push(1);
            assert_eq!(Against::unpack(&long), None);
        }
        // One that counts other games than the rest.
        let mut mixed = rows;
        mixed[1] = games(0..6).pack().swap_remove(1);
        assert_eq!(Against::unpack(&mixed), None);
    }

    #[test]
    fn a_slope_is_that_of_the_values() {
        let actions = MEASURES.iter().find(|m| m.name == "actions").expect("a measure");
        let all = games(0..200);
        // 3 more actions in every game, over a stretch of 2.
        let slope = all.slope(&[0.0, 2.0], actions, None, Confidence::P95).expect("a slope");
        assert!((slope.value - 1.5).abs() < 1e-12);
        assert!(slope.interval.expect("enough games").half_width() < 1e-9);
        let few = games(0..30).slope(&[0.0, 2.0], actions, None, Confidence::P95);
        assert!(few.expect("a slope").interval.is_none());
    }
}
