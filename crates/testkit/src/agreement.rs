//! Tests each simulated value against its exact one, and gives a verdict over all with a stated chance of a false alarm.

use std::collections::BTreeMap;

use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Trials;
use skirmish_simulator::study::holm;
use skirmish_simulator::sums::RatioSums;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// One simulated value beside its exact one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    pub observed: f64,
    pub exact: f64,
    /// Chance of a difference at least this great if the exact value holds.
    pub p: f64,
}

/// Up to this variance of a binomial count its exact tails are used.
const EXACT_UP_TO: f64 = 1000.0;

/// Counts below this are too few for a normal test.
const FEWEST: f64 = 20.0;

pub fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).clamp(0.0, 1.0)
}

/// Compares successes of independent trials with their exact chance: by the exact binomial test, two-sided by doubling the
/// smaller tail, or by the normal test where both agree. `None` without trials.
///
/// Seize rolls that need the same number are such trials even across games: each succeeds with that chance, given all that went
/// before. (Only how many there are depends on the results.)
pub fn trials(seen: Trials, exact: f64) -> Option<Comparison> {
    if seen.trials == 0 || seen.successes > seen.trials || !(0.0..=1.0).contains(&exact) {
        return None;
    }
    let (successes, trials) = (seen.successes as f64, seen.trials as f64);
    let variance = trials * exact * (1.0 - exact);
    let p = if variance <= 0.0 {
        // What is certain or impossible needs no test.
        let agrees = successes == trials * exact;
        f64::from(u8::from(agrees))
    } else if variance <= EXACT_UP_TO
        && let Ok(law) = Binomial::new(exact, seen.trials)
    {
        let below = law.cdf(seen.successes);
        let above = match seen.successes {
            0 => 1.0,
            some => law.sf(some - 1),
        };
        (2.0 * below.min(above)).clamp(0.0, 1.0)
    } else {
        two_sided((successes - trials * exact) / variance.sqrt())
    };
    Some(Comparison { observed: successes / trials, exact, p })
}

/// Compares rolls that all have the same chance of success: shots with the same needed number and dice, rolls to reload, tests,
/// bouts. As with seize rolls, how they are spread over games does not matter.
pub fn rolls(sums: &RatioSums, exact: f64) -> Option<Comparison> {
    let seen = Trials { successes: sums.x, trials: sums.y };
    trials(seen, exact)
}

/// Compares a ratio over units with its exact value, for rolls that are not independent within a unit, by a score test (W. G.
/// Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4). `None` with fewer than 20 units or an expected count below 20,
/// where the normal approximation is unreliable.
pub fn units(sums: &RatioSums, exact: f64) -> Option<Comparison> {
    let (units, x, y) = (sums.units as f64, sums.x as f64, sums.y as f64);
    if units < FEWEST || y * exact < FEWEST {
        return None;
    }
    // Each unit contributes d = x - exact y, with mean 0 if the exact value holds.
    let sum = x - exact * y;
    let squares = sums.xx as f64 - 2.0 * exact * sums.xy as f64 + exact * exact * sums.yy as f64;
    let variance = (squares - sum * sum / units).max(0.0) * units / (units - 1.0);
    if variance <= 0.0 {
        return None;
    }
    Some(Comparison { observed: x / y, exact, p: two_sided(sum / variance.sqrt()) })
}

/// Rolls for the initiative made at one length of streak.
#[derive(Debug, Clone, Copy, Default)]
pub struct Faced {
    pub rolls: u64,
    /// Rolls that took the initiative.
    pub taken: u64,
    /// Expected number of these by the exact chances of the rolls made, in units of 1 / denominator.
    pub expected: u64,
    /// Sum over the rolls of p (1 - p), in units of 1 / denominator²: the variance of `taken - expected`, since each roll's
    /// deviation from its own chance has mean 0 given all that went before.
    pub variance: u64,
    /// Number of outcomes of the dice.
    pub denominator: u64,
}

/// Records the rolls for the initiative in games, by length of streak.
#[derive(Debug, Default)]
pub struct Faces {
    holder: Option<Side>,
    length: u32,
    /// Whether a roll has ended the streak.
    is_lost: bool,
    /// By side with the initiative, and by length of its streak in actions.
    pub faced: BTreeMap<(Side, u32), Faced>,
}

impl Observer for Faces {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { side: holder, .. } => {
                (self.holder, self.length, self.is_lost) = (Some(holder), 0, false);
            }
            Event::Passes { to, .. } => {
                // Initiative that passes without a roll was certain to pass (LL-03).
                if !self.is_lost && self.length > 0 && scene.battle.spec().rules.system.is_seized()
                {
                    let faced = self.faced.entry((!to, self.length)).or_default();
                    faced.taken += 1;
                    faced.expected += scene.battle.seize_chance(0).1;
                }
                (self.holder, self.length, self.is_lost) = (Some(to), 0, false);
            }
            Event::Acts { .. } | Event::Forfeits { .. } => self.length += 1,
            Event::SeizeRoll { side, needed, success, .. } => {
                let holder = self.holder.expect("begun");
                // After a duel the holder may have to roll to keep the initiative (LL-16); failure then ends the streak.
                let keeps = side == holder;
                let (ways, all) = scene.battle.seize_chance(needed);
                let faced = self.faced.entry((holder, self.length)).or_default();
                faced.rolls += 1;
                self.is_lost = success != keeps;
                faced.taken += u64::from(self.is_lost);
                faced.expected += if keeps { all - ways } else { ways };
                faced.variance += ways * (all - ways);
                faced.denominator = all;
            }
            _ => {}
        }
    }
}

/// Compares streaks ended by a roll at one length with the number expected from the exact chances of the rolls made there: the
/// difference over the root of the summed variances (martingale central limit theorem: P. Hall and C. C. Heyde, Martingale
/// Limit Theory and Its Application (1980), section 3.2). `None` if fewer than 20 are expected.
pub fn streaks_taken(faced: &Faced) -> Option<Comparison> {
    let denominator = faced.denominator as f64;
    let expected = faced.expected as f64 / denominator;
    let spread = (faced.variance as f64).sqrt() / denominator;
    if expected < FEWEST || spread <= 0.0 {
        return None;
    }
    let observed = faced.taken as f64;
    Some(Comparison { observed, exact: expected, p: two_sided((observed - expected) / spread) })
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    pub comparison: Comparison,
    /// The p-value adjusted for the number of cells.
    pub adjusted_p: f64,
    pub differs: bool,
}

/// The verdict over all cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Every cell, in the order given.
    pub cells: Vec<Judged>,
    /// Upper bound on the chance that any cell is called different though all exact values hold.
    pub false_alarms: f64,
}

impl Verdict {
    pub fn agrees(&self) -> bool {
        self.cells.iter().all(|cell| !cell.differs)
    }
}

/// Judges cells together, by a method valid for any dependence between cells: S. Holm, A simple sequentially rejective multiple
/// test procedure, Scandinavian Journal of Statistics 6 (1979) 65-70.
pub fn judge(comparisons: &[Comparison], false_alarms: f64) -> Verdict {
    let p_values: Vec<_> = comparisons.iter().map(|comparison| Some(comparison.p)).collect();
    let cells = comparisons.iter().zip(holm(&p_values, 1).into_iter().flatten());
    Verdict {
        cells: cells
            .map(|(comparison, adjusted_p)| Judged {
                comparison: *comparison,
                adjusted_p,
                differs: adjusted_p <= false_alarms,
            })
            .collect(),
        false_alarms,
    }
}
