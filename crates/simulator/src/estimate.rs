//! Estimates with intervals that keep their promise.
//!
//! The unit of replication is the game, or the pair of games that share dice. Seize rolls within a game are not independent, so
//! a rate over rolls is the ratio of two totals over units, never a binomial proportion. Nothing here is ever NaN: without data
//! there is `None`.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::limits;
use crate::sums::{RatioSums, Sums};

/// The probability that an interval holds the true value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// 95 %.
    pub const P95: Self = Self(0.95);

    /// Returns a confidence strictly between 0 and 1.
    pub fn new(confidence: f64) -> Option<Self> {
        (confidence > 0.0 && confidence < 1.0).then_some(Self(confidence))
    }

    /// Returns the confidence as a number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns both tails together: 1 - confidence.
    pub const fn tails(self) -> f64 {
        1.0 - self.0
    }

    /// Returns the confidence of each of several intervals that must hold together at this one: Bonferroni (O. J. Dunn, J.
    /// Amer. Statist. Assoc. 56 (1961) 52-64). So the interval of the highest value holds, too.
    #[must_use]
    pub fn of_each(self, number: usize) -> Self {
        Self(1.0 - self.tails() / number.max(1) as f64)
    }

    /// Returns the interval around a value with this standard error, by the normal law.
    pub fn around(self, value: f64, error: f64) -> (f64, f64) {
        let half = self.z() * error;
        (value - half, value + half)
    }

    /// Returns the normal quantile with half the tails above it: 1.96 for 95 %.
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.tails() / 2.0)
    }

    /// Returns the quantile of Student's t with half the tails above it. Above 10^4 degrees it is the normal one, since they
    /// agree there and statrs loses digits.
    pub fn t(self, degrees: u64) -> f64 {
        if degrees > 10_000 {
            return self.z();
        }
        StudentsT::new(0.0, 1.0, degrees.max(1) as f64)
            .map_or_else(|_| self.z(), |t| t.inverse_cdf(1.0 - self.tails() / 2.0))
    }
}

/// Declares the methods, each with its name and its source.
macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident $name:literal $source:literal;)+) => {
        /// The method of an interval.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Method { $($(#[$doc])* $method),+ }

        impl Method {
            /// Returns its name in tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$method => $name),+ }
            }

            /// Returns its source, for notes.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$method => $source),+ }
            }
        }
    };
}

methods! {
    /// Wilson's score interval for a proportion of independent games.
    Wilson "Wilson"
        "E. B. Wilson, Probable inference, the law of succession, and statistical inference, J. Amer. Statist. Assoc. 22 \
         (1927) 209-212";
    /// Exact limits by mid-p, if few games ended one way or the other.
    MidP "mid-p"
        "G. Berry and P. Armitage, Mid-P confidence intervals: a brief review, The Statistician 44 (1995) 417-423";
    /// Wilson's interval with the effective sample size of a ratio over units.
    WilsonEffective "Wilson, effective sample size"
        "Wilson (1927) with the effective sample size of E. L. Korn and B. I. Graubard, Confidence intervals for \
         proportions with small expected number of positive counts, Survey Methodology 24 (1998) 193-201; linearized \
         variance of a ratio: W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4";
    /// Limits by mid-p with the effective sample size of a ratio over units.
    MidPEffective "mid-p, effective sample size"
        "Berry and Armitage (1995) with the effective sample size of E. L. Korn and B. I. Graubard, Survey Methodology \
         24 (1998) 193-201";
    /// Student's interval for a mean over units.
    Student "Student"
        "Student, The probable error of a mean, Biometrika 6 (1908) 1-25; cut off at 0, since no count is below";
    /// Student's interval for a ratio over units, its variance linearized.
    StudentRatio "Student, linearized ratio"
        "W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4; cut off at 0, since no count is below";
    /// Limits of rare or lopsided counts, by a Poisson law with the same three moments.
    Rare "Poisson, by three moments"
        "F. Garwood, Fiducial limits for the Poisson distribution, Biometrika 28 (1936) 437-442, of the law with the \
         mean, variance and third moment that were seen";
    /// Limits if all units were alike, by how many different ones there may be.
    Alike "all games alike"
        "J. A. Hanley and A. Lippman-Hand, If nothing goes wrong, is everything all right?, J. Amer. Med. Assoc. 249 \
         (1983) 1743-1745";
    /// Student's interval for a difference game by game.
    StudentPaired "Student, paired"
        "Student, The probable error of a mean, Biometrika 6 (1908) 1-25, of differences game by game; ratios linearized \
         (Cochran 1977, section 6.4)";
    /// The limits of two shares of the same games, squared and added, for their difference.
    SquareAndAdd "square and add, paired"
        "G. Y. Zou and A. Donner, Construction of confidence limits about effect measures: a general approach, \
         Statistics in Medicine 27 (2008) 1693-1702";
    /// A battle compared with itself.
    Same "the same battle" "what is the same under both cannot differ";
    /// Student's interval with the delete-a-group jackknife over batches of games.
    Jackknife "jackknife over batches of games"
        "P. S. Kott, The delete-a-group jackknife, Journal of Official Statistics 17 (2001) 521-526, with 20 batches of \
         games";
    /// Student's interval for the constant of a regression on the luck of the dice.
    ControlVariates "control variates"
        "S. S. Lavenberg and P. D. Welch, A perspective on the use of control variables to increase the efficiency of \
         Monte Carlo simulations, Management Science 27 (1981) 322-335, by the luck of the dice";
}

impl Method {
    /// The methods of single values, not of comparisons.
    pub const OF_VALUES: [Self; 8] = [
        Self::Wilson,
        Self::MidP,
        Self::WilsonEffective,
        Self::MidPEffective,
        Self::Student,
        Self::StudentRatio,
        Self::Rare,
        Self::Alike,
    ];
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that it holds the true value.
    pub confidence: f64,
    /// The method.
    pub method: Method,
}

impl Interval {
    /// Creates an interval from its ends.
    pub const fn new((low, high): (f64, f64), confidence: Confidence, method: Method) -> Self {
        Self { low, high, confidence: confidence.get(), method }
    }

    /// Returns half its width, for "±".
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether it contains a value, ends included.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error, if at least two units matter.
    pub std_err: Option<f64>,
    /// Its interval; `None` if there is too little data.
    pub interval: Option<Interval>,
    /// The number of units that matter.
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

/// Estimates a proportion of independent trials, such as games won without pairs.
///
/// It is not Wald's interval, which collapses to a point near 0 and 1.
pub fn proportion(seen: Trials, confidence: Confidence) -> Option<Estimate> {
    if seen.trials == 0 {
        return None;
    }
    let trials = seen.trials as f64;
    let value = seen.successes.min(seen.trials) as f64 / trials;
    let method = if limits::has_plenty(value, trials) { Method::Wilson } else { Method::MidP };
    let ends = limits::of_share(value, trials, confidence);
    Some(Estimate {
        value,
        std_err: (seen.trials > 1).then(|| (value * (1.0 - value) / (trials - 1.0)).sqrt()),
        interval: Some(Interval::new(ends, confidence, method)),
        units: seen.trials,
    })
}

/// Returns the sum over units of (x - R y)², for R the ratio of the totals.
fn residual_squares(sums: &RatioSums) -> f64 {
    // (xx Y² - 2 xy X Y + yy X²) / Y². The terms nearly cancel, so integers are used while they last.
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

/// Returns the standard error of a ratio of totals, by linearization (Cochran 1977, equation 6.13, without the correction for a
/// finite population): sqrt(m / (m - 1) sum (x - R y)²) / Y over m units. `None` for fewer than two.
///
/// Only units with y > 0 are counted in m, which is on the safe side.
fn ratio_std_err(sums: &RatioSums) -> Option<f64> {
    let units = sums.units as f64;
    (sums.units > 1)
        .then(|| (units / (units - 1.0) * residual_squares(sums)).sqrt() / sums.y as f64)
}

/// Estimates a share: a ratio of totals over units where x counts some of the y, such as successes of seize rolls.
///
/// The limits are those of a proportion with the effective sample size R (1 - R) / var(R), reduced by (z / t)², with t the
/// quantile for the units (both corrections: Korn and Graubard 1998). Two cases have no variance:
/// - All or none of the y were counted, or there is only one unit. The effective size is the number of units with any y, as if
///   each were a single trial; this is on the safe side.
/// - All units have the same share, such as pairs that each score 1 of 2. Up to about z² / (m + z²) of all units may still
///   differ (Wilson's upper end for none of m), so the half width is that times the greatest possible difference of one unit,
///   max(R, 1 - R).
pub fn share(sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
    if sums.y == 0 {
        return None;
    }
    let units = sums.units as f64;
    let value = sums.x.min(sums.y) as f64 / sums.y as f64;
    let std_err = ratio_std_err(sums);
    let z = confidence.z();
    let binomial = value * (1.0 - value);
    let trials = match std_err {
        Some(_) if binomial <= 0.0 => units,
        None => units,
        Some(std_err) => {
            let std_err =
                if std_err > 0.0 { std_err } else { z / (units + z * z) * value.max(1.0 - value) };
            binomial / (std_err * std_err)
        }
    };
    let few = std_err.map_or(1.0, |_| z / confidence.t(sums.units - 1));
    let trials = trials * few * few;
    let has_plenty = limits::has_plenty(value, trials);
    let method = if has_plenty { Method::WilsonEffective } else { Method::MidPEffective };
    let ends = limits::of_share(value, trials, confidence);
    Some(Estimate {
        value,
        std_err,
        interval: Some(Interval::new(ends, confidence, method)),
        units: sums.units,
    })
}

impl Estimate {
    /// Clamps a share to 0 and 1, where noise of the estimate may exceed them.
    pub(crate) fn as_share(mut self) -> Self {
        self.value = self.value.clamp(0.0, 1.0);
        self.interval = self.interval.map(|interval| Interval {
            low: interval.low.clamp(0.0, 1.0),
            high: interval.high.clamp(0.0, 1.0),
            ..interval
        });
        self
    }

    pub(crate) fn at_least(mut self, least: f64) -> Self {
        self.interval =
            self.interval.map(|interval| Interval { low: interval.low.max(least), ..interval });
        self
    }

    /// Returns how far the interval reaches on its longer side; `None` without an interval.
    pub fn reach(&self) -> Option<f64> {
        let interval = self.interval?;
        Some((interval.high - self.value).max(self.value - interval.low))
    }
}

/// The effective number of events above which the spread is enough. With fewer, rare or lopsided counts get other limits.
///
/// W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 2.15: Student's interval holds if there are more units than 25
/// times the square of their skewness.
const EVENTS: f64 = 25.0;

/// How often an event that was never seen may happen in one game.
const UNSEEN: f64 = 100.0;

/// By what factor a value that was the same in all games may be off.
const UNLIKE: f64 = 3.0;

/// Estimates a ratio of totals over units that is no share, such as actions per streak.
pub fn ratio(sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
    of_units(sums, confidence, Method::StudentRatio)
}

/// The units that a mean is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Per {
    /// The number of units.
    pub units: u64,
    /// The games in each unit.
    pub games: u64,
}

/// Estimates the mean per game of a count that is summed over units.
pub fn mean(sums: &Sums, per: Per, confidence: Confidence) -> Option<Estimate> {
    of_units(&sums.over(per.units, per.games), confidence, Method::Student)
}

/// Estimates a ratio of totals that can't be below 0; `student` is the method if there is enough data. Three cases:
/// - By their second and third moments the units are as good as v / w² rare events of weight w = sum r³ / sum r², for r the
///   residuals x - R y and v the variance of the total. With more than [`EVENTS`] of them, Student's interval.
/// - With fewer, the exact limits of a Poisson law with these moments. Few events may well have come without the great ones
///   among them, so the limits are widened by Student's t with three degrees of freedom for each.
/// - All units alike: as many as [`limits::of_unseen`] allows may differ, by [`UNSEEN`] or [`UNLIKE`].
fn of_units(sums: &RatioSums, confidence: Confidence, student: Method) -> Option<Estimate> {
    if sums.y == 0 {
        return None;
    }
    let (all, units) = (sums.y as f64, sums.units as f64);
    let value = sums.x as f64 / all;
    let mut estimate = Estimate { value, std_err: None, interval: None, units: sums.units };
    let Some(std_err) = ratio_std_err(sums) else {
        return Some(estimate);
    };
    let squares = residual_squares(sums);
    let weight = residual_cubes(sums) / squares;
    let events = units / (units - 1.0) * squares / (weight * weight);
    let (below, above, method) = if squares <= 0.0 {
        let otherwise = if sums.x == 0 { UNSEEN } else { UNLIKE * value.max(1.0) };
        let half = limits::of_unseen(sums.units, confidence) * otherwise;
        (half, half, Method::Alike)
    } else if events <= EVENTS {
        let (low, high) = limits::of_rare(events, confidence);
        let degrees = ((3.0 * events) as u64).clamp(1, sums.units - 1);
        let scale = weight.abs() / all * confidence.t(degrees) / confidence.z();
        let (below, above) = ((events - low) * scale, (high - events) * scale);
        if weight > 0.0 { (below, above, Method::Rare) } else { (above, below, Method::Rare) }
    } else {
        let half = confidence.t(sums.units - 1) * std_err;
        (half, half, student)
    };
    estimate.std_err = Some(std_err);
    let ends = ((value - below).max(0.0), value + above);
    estimate.interval = Some(Interval::new(ends, confidence, method));
    Some(estimate)
}

/// Returns the sum over units of (x - R y)³. Where the terms nearly cancel, the rest is too small to matter.
fn residual_cubes(sums: &RatioSums) -> f64 {
    let ratio = sums.x as f64 / sums.y as f64;
    let [xxx, xxy, xyy, yyy] = [sums.xxx, sums.xxy, sums.xyy, sums.yyy].map(|sum| sum as f64);
    xxx - ratio * (3.0 * xxy - ratio * (3.0 * xyy - ratio * yyy))
}

/// Estimates the change of a share of the same games, from the games that count only for the second variant (`more`) and only
/// for the first (`fewer`), or from games that went one way and the other. `None` without games.
///
/// The limits of both shares, squared and added (Zou and Donner 2008); the shares correlate like cells of one table.
pub fn matched(more: &RatioSums, fewer: &RatioSums, confidence: Confidence) -> Option<Estimate> {
    let (up, down) = (share(more, confidence)?, share(fewer, confidence)?);
    let (plus, minus) = (up.interval?, down.interval?);
    let value = up.value - down.value;
    let units = more.units as f64;
    let spread =
        |own: &RatioSums, other: &RatioSums| own.xx as f64 - own.x as f64 * other.x as f64 / units;
    let [up_squares, down_squares] = [spread(more, more), spread(fewer, fewer)];
    let product = -(more.x as f64) * fewer.x as f64 / units;
    let correlation = if up_squares > 0.0 && down_squares > 0.0 {
        product / (up_squares * down_squares).sqrt()
    } else {
        0.0
    };
    let added = |one: f64, other: f64| {
        (one * one - 2.0 * correlation * one * other + other * other).max(0.0).sqrt()
    };
    let squares = up_squares + down_squares - 2.0 * product;
    let std_err = (squares.max(0.0) * units / (units - 1.0)).sqrt() / more.y as f64;
    let low = (value - added(up.value - plus.low, minus.high - down.value)).max(-1.0);
    let high = (value + added(plus.high - up.value, down.value - minus.low)).min(1.0);
    Some(Estimate {
        value,
        std_err: (more.units > 1).then_some(std_err),
        interval: Some(Interval::new((low, high), confidence, Method::SquareAndAdd)),
        units: more.units,
    })
}
