//! How likely a difference is by chance alone.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

/// Returns the two-sided p-value of the sign test: the chance of a split at least as uneven if both ways are equally likely.
///
/// J. Arbuthnot, An argument for divine providence, Philosophical Transactions 27 (1710) 186-190; for matched shares, Q.
/// McNemar, Psychometrika 12 (1947) 153-157, in its exact form.
pub fn sign_test(one: u64, other: u64) -> f64 {
    let (n, least) = (one + other, one.min(other));
    if n == 0 {
        return 1.0;
    }
    Binomial::new(0.5, n).map_or(1.0, |law| (2.0 * law.cdf(least)).min(1.0))
}

/// Returns the two-sided p-value of a difference over its standard error, by Student's law with these degrees of freedom.
///
/// Student, The probable error of a mean, Biometrika 6 (1908) 1-25.
pub fn student_test(ratio: f64, degrees: u64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees.max(1) as f64)
        .map_or(1.0, |law| (2.0 * law.sf(ratio.abs())).min(1.0))
}
