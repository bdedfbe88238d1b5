//! Estimates with intervals that hold what they promise.
//!
//! The unit of replication is the game, or the pair of games that share dice: seize rolls inside one game are not
//! independent, so a rate over rolls is the ratio of two totals over units, never a binomial proportion of rolls.
//! Nothing here is ever NaN: where there is nothing to say, there is `None`.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::sums::{RatioSums, Sums};

/// The probability with which an interval holds the true value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// 95 %.
    pub const P95: Self = Self(0.95);

    /// A confidence strictly between 0 and 1.
    #[must_use]
    pub fn new(confidence: f64) -> Option<Self> {
        (confidence > 0.0 && confidence < 1.0).then_some(Self(confidence))
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Both tails together: 1 - confidence.
    #[must_use]
    pub const fn tails(self) -> f64 {
        1.0 - self.0
    }

    /// The normal quantile that leaves half the tails above it: 1.96 for 95 %.
    #[must_use]
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.tails() / 2.0)
    }

    /// The same of Student's t; the normal one above 10^4 degrees, where they agree and statrs loses digits.
    #[must_use]
    pub fn t(self, degrees: u64) -> f64 {
        if degrees > 10_000 {
            return self.z();
        }
        StudentsT::new(0.0, 1.0, degrees.max(1) as f64)
            .map_or_else(|_| self.z(), |t| t.inverse_cdf(1.0 - self.tails() / 2.0))
    }
}

/// How an interval was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Wilson's score interval for a proportion of independent games.
    Wilson,
    /// Wilson's interval with the effective sample size of a ratio over units.
    WilsonEffective,
    /// Student's interval for a mean over units.
    Student,
    /// Student's interval for a ratio over units, its variance linearized.
    StudentRatio,
    /// Student's interval for a difference game by game.
    StudentPaired,
    /// Agresti and Min's interval for the difference of two shares of the same games.
    AgrestiMin,
    /// Student's interval with the delete-a-group jackknife, the groups being batches of games.
    Jackknife,
    /// Student's interval for the constant of a regression on the luck of the dice.
    ControlVariates,
}

impl Method {
    /// A name for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson",
            Self::WilsonEffective => "Wilson, effective sample size",
            Self::Student => "Student",
            Self::StudentRatio => "Student, linearized ratio",
            Self::StudentPaired => "Student, paired",
            Self::AgrestiMin => "Agresti and Min, paired",
            Self::Jackknife => "jackknife over batches of games",
            Self::ControlVariates => "control variates",
        }
    }

    /// Where the method is from, for notes.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Wilson => {
                "E. B. Wilson, Probable inference, the law of succession, and statistical inference, \
                 J. Amer. Statist. Assoc. 22 (1927) 209-212"
            }
            Self::WilsonEffective => {
                "Wilson (1927) with the effective sample size of E. L. Korn and B. I. Graubard, Confidence intervals \
                 for proportions with small expected number of positive counts, Survey Methodology 24 (1998) 193-201; \
                 linearized variance of a ratio: W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4"
            }
            Self::Student => {
                "Student, The probable error of a mean, Biometrika 6 (1908) 1-25; cut off at 0, since no count is below"
            }
            Self::StudentRatio => {
                "W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4; cut off at 0, since no count is below"
            }
            Self::StudentPaired => {
                "Student, The probable error of a mean, Biometrika 6 (1908) 1-25, of differences game by game; ratios \
                 linearized (Cochran 1977, section 6.4)"
            }
            Self::AgrestiMin => {
                "A. Agresti and Y. Min, Simple improved confidence intervals for comparing matched proportions, \
                 Statistics in Medicine 24 (2005) 729-740"
            }
            Self::Jackknife => {
                "P. S. Kott, The delete-a-group jackknife, Journal of Official Statistics 17 (2001) 521-526, with 20 \
                 batches of games"
            }
            Self::ControlVariates => {
                "S. S. Lavenberg and P. D. Welch, A perspective on the use of control variables to increase the \
                 efficiency of Monte Carlo simulations, Management Science 27 (1981) 322-335, by the luck of the dice"
            }
        }
    }
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How often such intervals hold the true value.
    pub confidence: f64,
    /// How it was made.
    pub method: Method,
}

impl Interval {
    /// Half its width, for "±".
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the value lies in it, ends included.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error, if two units or more bear on it.
    pub std_err: Option<f64>,
    /// Its interval; `None` for a mean of a single unit.
    pub interval: Option<Interval>,
    /// Units that bear on it.
    pub units: u64,
}

/// Successes among independent trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trials {
    /// Successes, at most `trials`.
    pub successes: u64,
    /// Trials.
    pub trials: u64,
}

/// Wilson's interval around a proportion as seen in so many trials; `quantile` is that of the normal or Student's t.
struct Score {
    value: f64,
    trials: f64,
    quantile: f64,
}

impl Score {
    /// L. D. Brown, T. T. Cai and A. DasGupta, Interval estimation for a binomial proportion, Statistical Science 16
    /// (2001), equation 4.
    fn ends(&self) -> (f64, f64) {
        let Self { value, trials, quantile } = *self;
        let squared = quantile * quantile;
        let center = (value * trials + squared / 2.0) / (trials + squared);
        let spread = value * (1.0 - value) * trials + squared / 4.0;
        let half = quantile / (trials + squared) * spread.sqrt();
        // At 0 and 1 one end is exact; rounding must not take it off.
        let low = if value <= 0.0 { 0.0 } else { center - half };
        let high = if value >= 1.0 { 1.0 } else { center + half };
        (low.clamp(0.0, value), high.clamp(value, 1.0))
    }
}

/// A proportion of independent trials, such as games won of games played without pairs.
///
/// Wilson, not Wald: near 0 and 1 the Wald interval collapses to a point.
#[must_use]
pub fn proportion(seen: Trials, confidence: Confidence) -> Option<Estimate> {
    if seen.trials == 0 {
        return None;
    }
    let trials = seen.trials as f64;
    let value = seen.successes.min(seen.trials) as f64 / trials;
    let quantile = confidence.z();
    let (low, high) = Score { value, trials, quantile }.ends();
    Some(Estimate {
        value,
        std_err: (seen.trials > 1).then(|| (value * (1.0 - value) / (trials - 1.0)).sqrt()),
        interval: Some(Interval {
            low,
            high,
            confidence: confidence.get(),
            method: Method::Wilson,
        }),
        units: seen.trials,
    })
}

/// Sum over units of (x - R y)², for R the ratio of the totals.
fn residual_squares(sums: &RatioSums) -> f64 {
    // (xx Y² - 2 xy X Y + yy X²) / Y². The terms nearly cancel, so they are worked out in integers while these last.
    let exact = || {
        let (x, y) = (i128::from(sums.x), i128::from(sums.y));
        let xx = i128::try_from(sums.xx).ok()?.checked_mul(y)?.checked_mul(y)?;
        let xy = i128::try_from(sums.xy).ok()?.checked_mul(x)?.checked_mul(y)?;
        let yy = i128::try_from(sums.yy).ok()?.checked_mul(x)?.checked_mul(x)?;
        xx.checked_sub(xy)?.checked_sub(xy)?.checked_add(yy)
    };
    let (x, y) = (sums.x as f64, sums.y as f64);
    match exact() {
        Some(numerator) => numerator as f64 / y / y,
        None => {
            let ratio = x / y;
            let value =
                sums.xx as f64 - 2.0 * ratio * sums.xy as f64 + ratio * ratio * sums.yy as f64;
            value.max(0.0)
        }
    }
}

/// Standard error of the ratio of totals, by linearization (Cochran 1977, equation 6.13, without the correction for a
/// finite population): sqrt(m / (m - 1) sum (x - R y)²) / Y over m units. `None` for fewer than two.
///
/// Only units with y > 0 are counted in m, which is on the safe side.
fn ratio_std_err(sums: &RatioSums) -> Option<f64> {
    let units = sums.units as f64;
    (sums.units > 1)
        .then(|| (units / (units - 1.0) * residual_squares(sums)).sqrt() / sums.y as f64)
}

/// A share: the ratio of totals over units where x counts some of the y, such as successes of seize rolls.
///
/// Wilson's interval with the effective sample size R (1 - R) / var(R) and the t quantile of the units (Korn and
/// Graubard 1998 make the same two corrections to another interval). Two cases have no variance to go by:
/// - All or none of the y were counted, or there is one unit only. The effective size is the number of units with any
///   y, as if each were a single trial; this is on the safe side.
/// - All units have the same share, such as pairs that each score 1 of 2. Up to about z² / (m + z²) of all units may
///   still be different (Wilson's upper end for none of m), so the half width is that times the greatest possible
///   difference of one unit, max(R, 1 - R).
#[must_use]
pub fn share(sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
    if sums.y == 0 {
        return None;
    }
    let units = sums.units as f64;
    let value = sums.x.min(sums.y) as f64 / sums.y as f64;
    let std_err = ratio_std_err(sums);
    let z = confidence.z();
    let binomial = value * (1.0 - value);
    let (trials, quantile) = match std_err {
        None => (units, z),
        Some(_) if binomial <= 0.0 => (units, confidence.t(sums.units - 1)),
        Some(std_err) => {
            let quantile = confidence.t(sums.units - 1);
            let std_err =
                if std_err > 0.0 { std_err } else { z / (units + z * z) * value.max(1.0 - value) };
            (binomial / (std_err * std_err), quantile)
        }
    };
    let (low, high) = Score { value, trials, quantile }.ends();
    Some(Estimate {
        value,
        std_err,
        interval: Some(Interval {
            low,
            high,
            confidence: confidence.get(),
            method: Method::WilsonEffective,
        }),
        units: sums.units,
    })
}

impl Estimate {
    /// How far its interval reaches to the side where it reaches further; `None` without an interval.
    #[must_use]
    pub fn reach(&self) -> Option<f64> {
        let interval = self.interval?;
        Some((interval.high - self.value).max(self.value - interval.low))
    }
}

/// Student's interval for what cannot be below 0, cut off there: of rare events the spread would reach below nothing.
fn student(
    value: f64,
    std_err: Option<f64>,
    units: u64,
    confidence: Confidence,
    method: Method,
) -> Estimate {
    Estimate {
        value,
        std_err,
        interval: std_err.map(|std_err| {
            let half = confidence.t(units - 1) * std_err;
            Interval {
                low: (value - half).max(0.0),
                high: value + half,
                confidence: confidence.get(),
                method,
            }
        }),
        units,
    }
}

/// A ratio of totals over units that is no share, such as actions a streak.
///
/// If all units agree exactly the interval is a point.
#[must_use]
pub fn ratio(sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
    if sums.y == 0 {
        return None;
    }
    let value = sums.x as f64 / sums.y as f64;
    let std_err = ratio_std_err(sums);
    Some(student(value, std_err, sums.units, confidence, Method::StudentRatio))
}

/// What a mean is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Per {
    /// Units played.
    pub units: u64,
    /// Games in each.
    pub games: u64,
}

/// The mean a game of a count that is summed over units.
///
/// If all units agree exactly the interval is a point.
#[must_use]
pub fn mean(sums: &Sums, per: Per, confidence: Confidence) -> Option<Estimate> {
    if per.units == 0 || per.games == 0 {
        return None;
    }
    let (units, games) = (per.units as f64, per.games as f64);
    let value = sums.sum as f64 / units / games;
    // n sum x² - (sum x)², in integers while these last, for the same reason as in a ratio.
    let exact = || {
        let squares = sums.squares.checked_mul(u128::from(per.units))?;
        let square = u128::from(sums.sum).checked_mul(u128::from(sums.sum))?;
        Some(squares.checked_sub(square)? as f64 / units)
    };
    let rest = || (sums.squares as f64 - sums.sum as f64 * (sums.sum as f64 / units)).max(0.0);
    let std_err = (per.units > 1).then(|| {
        let squares = exact().unwrap_or_else(rest);
        (squares / (units - 1.0) / units).sqrt() / games
    });
    Some(student(value, std_err, per.units, confidence, Method::Student))
}

/// The change of a share of the same games from one variant to another, or the share of games that went one way less the
/// share that went the other: sum and sum of squares, over units, of by how many games a unit differs. `None` for no games.
///
/// The interval is that of Agresti and Min: half a game is added to each of the four cells of the table, which is half a game
/// that differs one way, half a one that differs the other way, and one that does not differ. Of pairs of games the same in
/// pairs, all of whose games differ.
#[must_use]
pub fn matched(sum: i128, squares: i128, per: Per, confidence: Confidence) -> Option<Estimate> {
    if per.units == 0 {
        return None;
    }
    let (n, games) = (per.units as f64, per.games as f64);
    let (sum, squares) = (sum as f64, squares as f64);
    let value = sum / n / games;
    let plus_n = n + 2.0;
    let center = sum / plus_n / games;
    let spread = (squares + games * games - sum * sum / plus_n).max(0.0).sqrt() / plus_n / games;
    let half = confidence.z() * spread;
    let std_err = ((squares - sum * sum / n).max(0.0) / n / (n - 1.0)).sqrt() / games;
    Some(Estimate {
        value,
        std_err: (n > 1.0).then_some(std_err),
        interval: Some(Interval {
            low: (center - half).max(-1.0).min(value),
            high: (center + half).min(1.0).max(value),
            confidence: confidence.get(),
            method: Method::AgrestiMin,
        }),
        units: per.units,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-6
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        assert!(near(Confidence::P95.z(), 1.959_963_985));
        assert!(near(Confidence::P95.t(1), 12.706_204_736));
        assert!(near(Confidence::P95.t(10), 2.228_138_852));
        assert!(near(Confidence::P95.t(20_000), Confidence::P95.z()));
        for degrees in [9_999, 10_000, 10_001] {
            assert!((Confidence::P95.t(degrees) - Confidence::P95.z()).abs() < 1e-3);
        }
        for bad in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
            assert_eq!(Confidence::new(bad), None);
        }
    }

    #[test]
    fn wilson_gives_published_values() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998),
        // table I, method 3: 81/263, 15/148, 0/20, 1/29.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let seen = Trials { successes, trials };
            let interval = proportion(seen, Confidence::P95)
                .and_then(|estimate| estimate.interval)
                .expect("some trials");
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn nothing_seen_is_nothing_said() {
        let none = Trials { successes: 0, trials: 0 };
        assert_eq!(proportion(none, Confidence::P95), None);
        assert_eq!(share(&RatioSums::default(), Confidence::P95), None);
        assert_eq!(ratio(&RatioSums::default(), Confidence::P95), None);
        let per = Per { units: 0, games: 1 };
        assert_eq!(mean(&Sums::default(), per, Confidence::P95), None);
    }

    fn sums(units: &[(u64, u64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for &(x, y) in units {
            sums.add(x, y);
        }
        sums
    }

    #[test]
    fn a_share_of_single_trials_is_nearly_a_proportion() {
        let mut units = vec![(1, 1); 300];
        units.extend(vec![(0, 1); 700]);
        let of_units = share(&sums(&units), Confidence::P95).expect("seen");
        let seen = Trials { successes: 300, trials: 1000 };
        let plain = proportion(seen, Confidence::P95).expect("seen");
        let (of_units, plain) = (of_units.interval.expect("some"), plain.interval.expect("some"));
        assert!((of_units.low - plain.low).abs() < 2e-4);
        assert!((of_units.high - plain.high).abs() < 2e-4);
    }

    #[test]
    fn clustering_widens_the_interval_by_the_design_effect() {
        // Ten equal rolls a game are worth one: the interval is that of 200 trials, not of 2000.
        let mut units = vec![(10, 10); 60];
        units.extend(vec![(0, 10); 140]);
        let clustered = share(&sums(&units), Confidence::P95).expect("seen");
        let single = Trials { successes: 60, trials: 200 };
        let single = proportion(single, Confidence::P95).expect("seen");
        let ratio = clustered.std_err.expect("many") / single.std_err.expect("many");
        assert!((ratio - 1.0).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn linearized_standard_error_by_hand() {
        // R = 6/12; residuals x - y/2: 0, 1, -1, 0; m = 4: sqrt(4/3 * 2) / 12.
        let four = sums(&[(1, 2), (3, 4), (1, 4), (1, 2), (0, 0)]);
        let estimate = ratio(&four, Confidence::P95).expect("seen");
        assert_eq!(estimate.units, 4);
        assert!(near(estimate.value, 0.5));
        assert!(near(estimate.std_err.expect("four"), (8.0_f64 / 3.0).sqrt() / 12.0));
    }

    #[test]
    fn degenerate_shares_have_sensible_intervals() {
        for units in [
            vec![(0, 10)],
            vec![(10, 10)],
            vec![(4, 10)],
            vec![(0, 7); 2],
            vec![(7, 7); 2],
            vec![(1, 2); 5],
            vec![(1, 2); 500],
            vec![(0, 3); 1000],
            vec![(3, 3); 1000],
        ] {
            let estimate = share(&sums(&units), Confidence::P95).expect("seen");
            let interval = estimate.interval.expect("some");
            assert!(interval.low < interval.high, "{units:?}: {interval:?}");
            assert!(interval.low >= 0.0 && interval.high <= 1.0);
            assert!(interval.holds(estimate.value));
        }
        let all = share(&sums(&vec![(3, 3); 1000]), Confidence::P95).expect("seen");
        let interval = all.interval.expect("some");
        assert!(interval.high >= 1.0 && interval.low > 0.99, "{interval:?}");
    }

    #[test]
    fn totals_too_great_for_exact_integers_are_no_problem() {
        let huge = RatioSums {
            x: u64::MAX / 4,
            y: u64::MAX / 2,
            xx: u128::MAX / 16,
            xy: u128::MAX / 8,
            yy: u128::MAX / 4,
            units: u64::MAX / 8,
        };
        for estimate in [share(&huge, Confidence::P95), ratio(&huge, Confidence::P95)] {
            let estimate = estimate.expect("seen");
            let interval = estimate.interval.expect("many");
            assert!(interval.low.is_finite() && interval.high.is_finite());
        }
    }

    #[test]
    fn mean_by_hand() {
        let mut four = Sums::default();
        for x in [2, 4, 4, 6] {
            four.add(x);
        }
        // Pairs: the mean of a game is half that of a pair.
        let per = Per { units: 4, games: 2 };
        let estimate = mean(&four, per, Confidence::P95).expect("seen");
        assert!(near(estimate.value, 2.0));
        assert!(near(estimate.std_err.expect("four"), (8.0_f64 / 3.0 / 4.0).sqrt() / 2.0));
        let interval = estimate.interval.expect("four");
        assert!(near(interval.half_width(), 3.182_446_305 * estimate.std_err.expect("four")));

        let mut one = Sums::default();
        one.add(5);
        let per = Per { units: 1, games: 1 };
        let estimate = mean(&one, per, Confidence::P95).expect("seen");
        assert_eq!((estimate.std_err, estimate.interval), (None, None));
    }
}
