//! Do simulated values agree with exact ones? A test for each cell, and a verdict over all cells with a stated chance of
//! a false alarm.

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
    /// The simulated value.
    pub observed: f64,
    /// The exact value.
    pub exact: f64,
    /// Chance of a difference at least as great if the exact value holds.
    pub p: f64,
}

/// Below this variance of a binomial count its exact tails are used.
const EXACT_UP_TO: f64 = 1000.0;

/// Counts below this are too few for a normal test.
const FEWEST: f64 = 20.0;

pub fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).clamp(0.0, 1.0)
}

/// Successes of independent trials beside their exact chance: the exact binomial test, two-sided by doubling the smaller
/// tail, or the normal one where both say the same. `None` without trials.
///
/// Seize rolls that need the same number are such trials whatever games they are from: given all that went before, each
/// succeeds with that chance. (Only their number depends on how they fall out.)
pub fn trials(seen: Trials, exact: f64) -> Option<Comparison> {
    if seen.trials == 0 || seen.successes > seen.trials || !(0.0..=1.0).contains(&exact) {
        return None;
    }
    let (successes, trials) = (seen.successes as f64, seen.trials as f64);
    let variance = trials * exact * (1.0 - exact);
    let p = if variance <= 0.0 {
        // What cannot fail to happen, or cannot happen, needs no test.
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

/// Rolls that succeed with one and the same chance, beside it: shots that need the same on the same dice, rolls to
/// reload, tests, bouts. As with seize rolls, it does not matter how they are spread over games.
pub fn rolls(sums: &RatioSums, exact: f64) -> Option<Comparison> {
    let seen = Trials { successes: sums.x, trials: sums.y };
    trials(seen, exact)
}

/// A ratio over units beside its exact value, for rolls that are not independent within a unit, by a score test (W. G.
/// Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4). `None` if there are fewer than 20 units, or fewer than 20
/// expected of what is counted: the normal law cannot be relied on.
pub fn units(sums: &RatioSums, exact: f64) -> Option<Comparison> {
    let (units, x, y) = (sums.units as f64, sums.x as f64, sums.y as f64);
    if units < FEWEST || y * exact < FEWEST {
        return None;
    }
    // Each unit has d = x - exact y, with mean 0 if the exact value holds.
    let sum = x - exact * y;
    let squares = sums.xx as f64 - 2.0 * exact * sums.xy as f64 + exact * exact * sums.yy as f64;
    let variance = (squares - sum * sum / units).max(0.0) * units / (units - 1.0);
    if variance <= 0.0 {
        return None;
    }
    Some(Comparison { observed: x / y, exact, p: two_sided(sum / variance.sqrt()) })
}

/// Rolls for the initiative that came when a streak had one length.
#[derive(Debug, Clone, Copy, Default)]
pub struct Faced {
    pub rolls: u64,
    /// Those that took it.
    pub taken: u64,
    /// The exact expectation of these, given the numbers actually needed, in units of 1 / denominator.
    pub expected: u64,
    /// Sum over the rolls of chance times opposite chance, in units of 1 / denominator²: the variance of `taken` less
    /// its expectation, since each roll, whatever went before, is off its own chance by 0 on the average.
    pub variance: u64,
    /// Outcomes of the dice.
    pub denominator: u64,
}

/// Watches games for the rolls that streaks face.
#[derive(Debug, Default)]
pub struct Faces {
    holder: Option<Side>,
    length: u32,
    /// A roll has ended the streak.
    is_lost: bool,
    /// By who has the initiative, and for how many actions.
    pub faced: BTreeMap<(Side, u32), Faced>,
}

impl Observer for Faces {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { side: holder, .. } => {
                (self.holder, self.length, self.is_lost) = (Some(holder), 0, false);
            }
            Event::Passes { to, .. } => {
                // What is handed over without a roll was certain to go (LL-03).
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
                // After a duel the holder may have to roll to keep the initiative (LL-16): then failure ends the streak.
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

/// Streaks ended by a roll at one length, beside the number to be expected from the exact chances of the rolls made at
/// that length: the count less the sum of the chances of its rolls, over the root of the sum of their variances (martingale
/// central limit theorem: P. Hall and C. C. Heyde, Martingale Limit Theory and Its Application (1980), section 3.2). `None`
/// if fewer than 20 are expected.
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

/// One cell of a verdict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The comparison.
    pub comparison: Comparison,
    /// Its p adjusted for the number of cells.
    pub adjusted_p: f64,
    /// Whether the cell differs.
    pub differs: bool,
}

/// The verdict over all cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Every cell, in the order given.
    pub cells: Vec<Judged>,
    /// Chance that any cell is called different though all exact values hold: at most this.
    pub false_alarms: f64,
}

impl Verdict {
    /// Whether no cell differs.
    pub fn agrees(&self) -> bool {
        self.cells.iter().all(|cell| !cell.differs)
    }
}

/// Judges cells together. S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6 (1979) 65-70: valid however the cells depend on one another.
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
