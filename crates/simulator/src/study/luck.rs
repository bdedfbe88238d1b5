//! Sources of luck: the share of an outcome's variance that is due to the dice of each purpose.
//!
//! Each game is played on its dice (A), on other dice (B), and once for each purpose on A with that purpose's dice from B. Two
//! games that share only the dice of a purpose show its effect alone; two that share all others show its effect together with
//! the rest (pick and freeze).
//!
//! M. J. W. Jansen, Analysis of variance designs for model output, Computer Physics Communications 117 (1999) 35-43; A.
//! Saltelli et al., Variance based sensitivity analysis of model output, Computer Physics Communications 181 (2010) 259-270.
//! The variance comes from the same games as the difference, the efficient estimator of A. Janon et al., ESAIM: Probability and
//! Statistics 18 (2014) 342-364. For a ratio over games the residuals are split (Cochran 1977, section 6.4).
//!
//! Games are single, even where a run plays pairs: the variance is that of one game, and the lot for the start is part of it.

use std::ops::Range;

use skirmish_engine::chance::Purpose;
use skirmish_engine::side::Side;

use crate::additive::{Additive, additive};
use crate::counts::Counts;
use crate::driver::Driver;
use crate::estimate::{Confidence, Estimate};
use crate::jackknife::{BATCHES, ENOUGH, Jackknife};
use crate::moments::Moments;
use crate::run::{Pairs, RunError};
use crate::session::{Detail, Session, VariantWorker};
use crate::streams::{PURPOSES, Streams};
use crate::workers::{Progress, Workers};
use skirmish_measures::Measure;

type MeasureMoments = Moments<2>;

fn plus(one: &MeasureMoments, other: &MeasureMoments) -> MeasureMoments {
    let mut sum = *one;
    sum.merge(other);
    sum
}

/// Returns the sum and the sum of squares of x - rate y.
fn residuals(sums: &MeasureMoments, rate: f64) -> (f64, f64) {
    let [x, y] = [0, 1].map(|k| sums.sum(k) as f64);
    let [xx, xy, yy] = [(0, 0), (0, 1), (1, 1)].map(|(i, j)| sums.product(i, j) as f64);
    (x - rate * y, xx - 2.0 * rate * xy + rate * rate * yy)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Exchange {
    mixed: MeasureMoments,
    /// Differences from the games on dice B, which share only this purpose.
    from_other: MeasureMoments,
    /// Differences from the games on dice A, which share everything else.
    from_own: MeasureMoments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Batch {
    games: u64,
    own: MeasureMoments,
    other: MeasureMoments,
    exchanges: [Exchange; PURPOSES],
    rolled: [u64; PURPOSES],
}

additive!(Exchange { mixed, from_other, from_own });
additive!(Batch { games, own, other, exchanges, rolled });

impl Batch {
    /// Returns half the mean squared difference over the variance; `None` if nothing varies.
    fn gap(
        &self,
        one: &MeasureMoments,
        two: &MeasureMoments,
        difference: &MeasureMoments,
    ) -> Option<f64> {
        let all = plus(&self.own, &self.other);
        if all.sum(1) == 0 {
            return None;
        }
        let rate = all.sum(0) as f64 / all.sum(1) as f64;
        let n = 2.0 * self.games as f64;
        let (sum, squares) = residuals(&plus(one, two), rate);
        let variance = squares / n - (sum / n).powi(2);
        let (_, apart) = residuals(difference, rate);
        (variance > 0.0).then(|| apart / n / variance)
    }

    fn first(&self, purpose: usize) -> Option<f64> {
        let exchange = &self.exchanges[purpose];
        if exchange.from_own == MeasureMoments::default() {
            return self.total(purpose).map(|_| 0.0);
        }
        Some(1.0 - self.gap(&self.other, &exchange.mixed, &exchange.from_other)?)
    }

    fn total(&self, purpose: usize) -> Option<f64> {
        let exchange = &self.exchanges[purpose];
        self.gap(&self.own, &exchange.mixed, &exchange.from_own)
    }
}

/// The effect of one purpose's dice.
#[derive(Debug, Clone, Copy)]
pub struct LuckShare {
    /// The purpose.
    pub purpose: Purpose,
    /// Dice rolled for it per game.
    pub dice: f64,
    /// The share of the variance due to these dice alone; `None` if the outcome does not vary.
    pub first: Option<Estimate>,
    /// Their share together with others: what would remain if all other dice were known.
    pub total: Option<Estimate>,
}

/// The sources of luck.
#[derive(Debug, Clone)]
pub struct LuckShares {
    /// Games played on their own dice; each was also played on other dice, and once for each purpose.
    pub games: u64,
    /// The least games for shares.
    pub least: u64,
    /// The purposes, in the order of [`Purpose::ALL`].
    pub shares: Vec<LuckShare>,
    /// The share due to dice of several purposes in combination.
    pub together: Option<Estimate>,
}

/// Sums of the games that luck is computed from, which can be stored and added to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LuckSums(Vec<Batch>);

impl Default for LuckSums {
    fn default() -> Self {
        Self(vec![Batch::default(); BATCHES])
    }
}

additive!(LuckSums { 0 });

impl LuckSums {
    /// Returns the number of games played on their own dice.
    pub fn games(&self) -> u64 {
        self.0.iter().map(|batch| batch.games).sum()
    }
}

/// Plays the games that show where the variance of a measure comes from, with the dice of this seed.
///
/// # Errors
/// If a game panics.
pub fn luck<D: Driver>(
    driver: &D,
    (measure, side): (&Measure, Option<Side>),
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    progress: Progress<'_>,
) -> Result<LuckSums, RunError> {
    let session = Session::new(driver, seed, Pairs::Off, workers)?;
    let (of, per) = measure.places(side);
    let read = |counts: &Counts| [of, per].map(|place| counts.quantities[place]);
    let apart = |one: [i64; 2], other: [i64; 2]| [one[0] - other[0], one[1] - other[1]];
    let start = || (VariantWorker::new(session, Detail::default()), LuckSums::default());
    let counted =
        session.counted(workers, games, progress, start, |(seat, LuckSums(batches)), chunk| {
            let mut other = Streams::other(seed).stopped_by(workers.brake());
            for game in chunk.games.clone() {
                chunk.place.game = game;
                let batch = &mut batches[(game % BATCHES as u64) as usize];
                batch.games += 1;
                seat.play(game);
                let a = read(seat.last_unit());
                for (sum, rolled) in batch.rolled.iter_mut().zip(seat.streams.rolled()) {
                    *sum += u64::from(*rolled);
                }
                other.start(game);
                let own = std::mem::replace(&mut seat.streams, other.clone());
                seat.play_dealt(game, None);
                let b = read(seat.last_unit());
                batch.own.add(&a);
                batch.other.add(&b);
                seat.streams = own;
                for (exchange, purpose) in batch.exchanges.iter_mut().zip(Purpose::ALL) {
                    seat.streams.start(game);
                    seat.streams.replace(purpose, game, &other);
                    seat.play_dealt(game, None);
                    let mixed = read(seat.last_unit());
                    exchange.mixed.add(&mixed);
                    exchange.from_other.add(&apart(b, mixed));
                    exchange.from_own.add(&apart(a, mixed));
                }
            }
        });
    let mut sums = LuckSums::default();
    for (_, more) in counted? {
        sums.merge(&more);
    }
    Ok(sums)
}

impl LuckSums {
    /// Returns the shares of the measure's variance.
    pub fn shares(&self, confidence: Confidence) -> LuckShares {
        let batches = &self.0;
        let all_but = |without: Option<usize>| {
            let mut sum = Batch::default();
            for (_, batch) in batches.iter().enumerate().filter(|(k, _)| Some(*k) != without) {
                sum.merge(batch);
            }
            sum
        };
        let whole = all_but(None);
        // With few games the variance itself is a guess, so its shares mean nothing.
        let is_enough = whole.games >= ENOUGH;
        let parts: Vec<Batch> = (0..batches.len()).map(|k| all_but(Some(k))).collect();
        let jackknife = Jackknife { confidence, units: whole.games };
        let estimate = |work: &dyn Fn(&Batch) -> Option<f64>| {
            let work = |without: Option<usize>| work(without.map_or(&whole, |k| &parts[k]));
            is_enough.then(|| jackknife.estimate(work)).flatten().map(Estimate::as_share)
        };
        let shares = Purpose::ALL
            .into_iter()
            .enumerate()
            .map(|(k, purpose)| LuckShare {
                purpose,
                dice: whole.rolled[k] as f64 / whole.games.max(1) as f64,
                first: estimate(&|batch| batch.first(k)),
                total: estimate(&|batch| batch.total(k)),
            })
            .collect();
        let together = estimate(&|batch| {
            let firsts: Option<f64> = (0..PURPOSES).map(|k| batch.first(k)).sum();
            Some(1.0 - firsts?)
        });
        LuckShares { games: whole.games, least: ENOUGH, shares, together }
    }
}
