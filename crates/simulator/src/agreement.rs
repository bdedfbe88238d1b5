//! Do simulated values agree with exact ones? A test for each cell, and a verdict over all cells with a stated chance of
//! a false alarm.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

use crate::estimate::Trials;
use crate::study::holm;
use crate::sums::RatioSums;
use crate::tally::StreakRow;

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

fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).clamp(0.0, 1.0)
}

/// Successes of independent trials beside their exact chance: the exact binomial test, two-sided by doubling the smaller
/// tail, or the normal one where both say the same. `None` without trials.
///
/// Seize rolls that need the same number are such trials whatever games they are from: given all that went before, each
/// succeeds with that chance. (Only their number depends on how they fall out.)
#[must_use]
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
#[must_use]
pub fn rolls(sums: &RatioSums, exact: f64) -> Option<Comparison> {
    let seen = Trials { successes: sums.x, trials: sums.y };
    trials(seen, exact)
}

/// A ratio over units beside its exact value, for rolls that are not independent within a unit, by a score test (W. G.
/// Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4). `None` if there are fewer than 20 units, or fewer than 20
/// expected of what is counted: the normal law cannot be relied on.
#[must_use]
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

/// Streaks ended by a roll at one length, beside the number to be expected from the exact chances of the rolls made at
/// that length: the count less the sum of the chances of its rolls, over the root of the sum of their variances (martingale
/// central limit theorem: P. Hall and C. C. Heyde, Martingale Limit Theory and Its Application (1980), section 3.2). `None`
/// if fewer than 20 are expected, or if exact chances were not recorded.
#[must_use]
pub fn streaks_taken(row: &StreakRow, chance_denominator: Option<u64>) -> Option<Comparison> {
    let denominator = chance_denominator? as f64;
    let expected = row.expected as f64 / denominator;
    let spread = (row.variance as f64).sqrt() / denominator;
    if expected < FEWEST || spread <= 0.0 {
        return None;
    }
    let observed = row.taken as f64;
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
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.cells.iter().all(|cell| !cell.differs)
    }
}

/// Judges cells together. S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6 (1979) 65-70: valid however the cells depend on one another.
#[must_use]
pub fn judge(comparisons: &[Comparison], false_alarms: f64) -> Verdict {
    let p_values: Vec<_> = comparisons.iter().map(|comparison| Some(comparison.p)).collect();
    let cells = comparisons.iter().zip(holm(&p_values).into_iter().flatten());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_tails_by_hand() {
        // 0 of 5 at 1/2: both tails together 2/32.
        let seen = Trials { successes: 0, trials: 5 };
        let comparison = trials(seen, 0.5).expect("seen");
        assert!((comparison.p - 0.0625).abs() < 1e-12);
        let seen = Trials { successes: 5, trials: 5 };
        let comparison = trials(seen, 0.5).expect("seen");
        assert!((comparison.p - 0.0625).abs() < 1e-12);
    }

    #[test]
    fn the_exact_and_the_normal_test_meet() {
        for z in [-3.0_f64, -1.0, 0.0, 2.0] {
            for n in [9_500_u64, 12_000] {
                let spread = (n as f64 * 0.1 * 0.9).sqrt();
                let seen =
                    Trials { successes: (n as f64 * 0.1 + z * spread).round() as u64, trials: n };
                let comparison = trials(seen, 0.1).expect("seen");
                assert!((comparison.p / two_sided(z)).ln().abs() < 0.2, "{comparison:?}");
            }
        }
    }

    #[test]
    fn the_impossible_is_a_difference() {
        let none = Trials { successes: 0, trials: 9 };
        let one = Trials { successes: 1, trials: 9 };
        assert!(trials(none, 0.0).is_some_and(|c| c.p == 1.0));
        assert!(trials(one, 0.0).is_some_and(|c| c.p == 0.0));
        assert!(trials(one, 1.0).is_some_and(|c| c.p == 0.0));
    }
}
