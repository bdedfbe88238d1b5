//! Where a measure is expected to lie, and whether games show that it does.

use crate::estimate::Estimate;
use crate::study::POWER;

/// Where a value is expected; `None` for no bound on that side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bounds {
    /// Not below this.
    pub least: Option<f64>,
    /// Not above this.
    pub most: Option<f64>,
}

/// What games say about an expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies within the bounds.
    Pass,
    /// The whole interval lies outside.
    Fail,
    /// Neither.
    Inconclusive,
}

impl Bounds {
    /// The verdict on an estimate. Pass and fail are wrong only if the interval misses the value: no more often than its
    /// confidence says.
    ///
    /// Games that were all the same have an interval that is a point. A few such games say little; then they count as
    /// tosses of a coin that all fell alike, and decide only when that is rarer than the interval may be wrong.
    #[must_use]
    pub fn judge(self, estimate: &Estimate) -> Verdict {
        let Some(interval) = estimate.interval else {
            return Verdict::Inconclusive;
        };
        let alike = 2.0 * 0.5_f64.powf(estimate.units as f64);
        if interval.low >= interval.high && alike > 1.0 - interval.confidence {
            return Verdict::Inconclusive;
        }
        let outside = self.least.is_some_and(|least| interval.high < least)
            || self.most.is_some_and(|most| interval.low > most);
        let inside = self.least.is_none_or(|least| interval.low >= least)
            && self.most.is_none_or(|most| interval.high <= most);
        match (outside, inside) {
            (true, _) => Verdict::Fail,
            (_, true) => Verdict::Pass,
            _ => Verdict::Inconclusive,
        }
    }

    /// How many games would decide with a chance of [`POWER`], if the value is where it was found. The interval is then so
    /// narrow that a value may stray from there by as much as it does in [`POWER`] of all runs, and still keep the whole
    /// interval on one side of the nearest bound. `None` if the value lies on the bound, or cannot be told from it.
    #[must_use]
    pub fn games_to_decide(self, estimate: &Estimate, games: u64) -> Option<u64> {
        let interval = estimate.interval?;
        // How much narrower the interval must be on the side of each bound; near 0 and 1 its sides differ.
        let narrower = |bound: f64| {
            let reach = if bound >= estimate.value {
                interval.high - estimate.value
            } else {
                estimate.value - interval.low
            };
            reach / (estimate.value - bound).abs()
        };
        let bounds = [self.least, self.most].into_iter().flatten();
        let narrower = bounds.map(narrower).reduce(f64::max)?;
        if !narrower.is_finite() || narrower <= 0.0 {
            return None;
        }
        // In units of the interval's side, which is z standard errors.
        let z = crate::estimate::Confidence::new(interval.confidence)?.z();
        let stray = 1.0 + super::power::quantile(POWER) / z;
        let needed = games as f64 * (narrower * stray).powi(2);
        (needed < 1e12).then(|| round_up(needed))
    }
}

/// Two digits are enough.
fn round_up(value: f64) -> u64 {
    let step = 10_f64.powf(value.max(10.0).log10().floor() - 1.0);
    ((value / step).ceil() * step) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::{Confidence, Per, Trials, mean, proportion};
    use crate::sums::Sums;

    fn seen(successes: u64, trials: u64) -> Estimate {
        proportion(Trials { successes, trials }, Confidence::P95).expect("some trials")
    }

    #[test]
    fn the_interval_decides() {
        let bounds = Bounds { least: Some(0.4), most: Some(0.6) };
        assert_eq!(bounds.judge(&seen(500, 1000)), Verdict::Pass);
        assert_eq!(bounds.judge(&seen(300, 1000)), Verdict::Fail);
        assert_eq!(bounds.judge(&seen(700, 1000)), Verdict::Fail);
        assert_eq!(bounds.judge(&seen(410, 1000)), Verdict::Inconclusive);
        assert_eq!(Bounds::default().judge(&seen(0, 1000)), Verdict::Pass);
    }

    #[test]
    fn a_few_games_that_were_all_the_same_decide_nothing() {
        let of = |games: u64| {
            let mut sums = Sums::default();
            (0..games).for_each(|_| sums.add(7));
            let per = Per { units: games, games: 1 };
            mean(&sums, per, Confidence::P95).expect("some games")
        };
        let bounds = Bounds { least: Some(8.0), most: None };
        assert_eq!(bounds.judge(&of(1)), Verdict::Inconclusive);
        assert_eq!(bounds.judge(&of(3)), Verdict::Inconclusive);
        assert_eq!(bounds.judge(&of(50)), Verdict::Fail);
    }

    #[test]
    fn games_that_would_decide() {
        let bounds = Bounds { least: Some(0.45), most: None };
        // Half width 0.031 of 1000 games, room 0.01: (3.1 (1 + 0.84 / 1.96))² is about 20.
        let games = bounds.games_to_decide(&seen(460, 1000), 1000);
        assert!(games.is_some_and(|n| (18_000..21_000).contains(&n)), "{games:?}");
        assert_eq!(bounds.games_to_decide(&seen(450, 1000), 1000), None);
        // Of what never happened the interval has one side only, and it reaches beyond the bound.
        let never = Bounds { least: None, most: Some(0.003) };
        let games = never.games_to_decide(&seen(0, 1000), 1000);
        assert!(games.is_some_and(|n| n > 1000), "{games:?}");
        assert_eq!(round_up(12_345.0), 13_000);
        assert_eq!(round_up(3.0), 3);
    }
}
