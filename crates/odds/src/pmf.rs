//! Exact distributions: what can happen, and how often out of how many.
//!
//! Outcomes are usually whole numbers (totals of dice, lengths of streaks, hits), but any ordered type will do: an order of
//! action, a way across a gap. Weights are whole numbers over one common total, so that adding and multiplying chances needs no
//! fractions.

use std::cmp::Ordering;

use crate::Natural;
use crate::error::OddsError;
use crate::ratio::{Ratio, lcm};

/// An exact probability distribution. Its chances add up to exactly 1.
///
/// Two distributions are equal if they give every outcome the same chance, whatever their totals.
#[derive(Debug, Clone)]
pub struct Pmf<T = i64> {
    // In ascending order of outcomes, each once, no weight 0, never empty.
    weights: Vec<(T, Natural)>,
    total: Natural,
}

impl<T: Ord> Pmf<T> {
    /// Returns the distribution with chances in proportion to these weights. An outcome may come more than once; its weights
    /// are added up.
    ///
    /// # Errors
    /// [`OddsError::NoOutcome`] if every weight is 0.
    pub fn from_weights<W: Into<Natural>>(
        weights: impl IntoIterator<Item = (T, W)>,
    ) -> Result<Self, OddsError> {
        let weights = weights.into_iter().map(|(outcome, weight)| (outcome, weight.into()));
        Self::merged(weights.collect()).ok_or(OddsError::NoOutcome)
    }

    /// Returns the distribution with these chances.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`] if one is below 0 or above 1, and [`OddsError::NotOne`] if they do
    /// not add up to exactly 1.
    pub fn from_chances(chances: impl IntoIterator<Item = (T, Ratio)>) -> Result<Self, OddsError> {
        let (outcomes, chances): (Vec<T>, Vec<Ratio>) = chances.into_iter().unzip();
        let weights = whole_weights(&chances)?;
        Self::from_weights(outcomes.into_iter().zip(weights))
    }

    /// Returns the distribution of a certain outcome.
    pub fn certain(outcome: T) -> Self {
        Self { weights: vec![(outcome, Natural::ONE)], total: Natural::ONE }
    }

    /// Returns the mixture of distributions: each part is drawn from with its chance.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`] and [`OddsError::NotOne`] as for [`Self::from_chances`].
    pub fn mixture(parts: impl IntoIterator<Item = (Ratio, Self)>) -> Result<Self, OddsError> {
        let (chances, parts): (Vec<Ratio>, Vec<Self>) = parts.into_iter().unzip();
        let weights = whole_weights(&chances)?;
        Self::mixed(weights.into_iter().zip(parts).collect()).ok_or(OddsError::NoOutcome)
    }

    /// Sorts, adds up, and drops impossible outcomes; `None` if nothing is left.
    fn merged(mut sorted: Vec<(T, Natural)>) -> Option<Self> {
        sorted.retain(|(_, weight)| !weight.is_zero());
        if !sorted.is_sorted_by(|a, b| a.0 < b.0) {
            let mut places = places_of(sorted.len(), &|a, b| sorted[a].0.cmp(&sorted[b].0));
            // Each is swapped to its place, and whatever stood there is swapped next.
            for k in 0..places.len() {
                while places[k] != k {
                    let to = places[k];
                    sorted.swap(k, to);
                    places.swap(k, to);
                }
            }
            sorted.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    kept.1 += &later.1;
                }
                same
            });
        }
        let mut total = Natural::ZERO;
        for (_, weight) in &sorted {
            total += weight;
        }
        (!sorted.is_empty()).then_some(Self { weights: sorted, total })
    }

    /// Returns the mixture with weights in place of chances; `None` if they are all 0.
    fn mixed(parts: Vec<(Natural, Self)>) -> Option<Self> {
        let common = parts.iter().fold(Natural::ONE, |common, (_, part)| lcm(&common, &part.total));
        let mut all = Vec::new();
        for (weight, part) in parts {
            let factor = weight * (&common / &part.total);
            for (outcome, weight) in part.weights {
                all.push((outcome, weight * &factor));
            }
        }
        Self::merged(all)
    }

    /// Returns all possible outcomes, in ascending order.
    pub fn support(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, _)| outcome)
    }

    /// Returns every outcome with its weight; the weights add up to [`Self::total`].
    pub fn weights(&self) -> impl DoubleEndedIterator<Item = (&T, &Natural)> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, weight)| (outcome, weight))
    }

    /// Returns the sum of all weights: the common denominator of the chances.
    pub const fn total(&self) -> &Natural {
        &self.total
    }

    /// Returns every outcome with its chance, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, Ratio)> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, weight)| (outcome, Ratio::of(weight, &self.total)))
    }

    /// Returns the least outcome.
    pub fn min(&self) -> &T {
        &self.weights[0].0
    }

    /// Returns the greatest outcome.
    pub fn max(&self) -> &T {
        &self.weights[self.weights.len() - 1].0
    }

    /// Returns the chance of exactly this outcome.
    pub fn chance(&self, outcome: &T) -> Ratio {
        match self.weights.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => Ratio::of(&self.weights[at].1, &self.total),
            Err(_) => Ratio::ZERO,
        }
    }

    /// Returns the chance of the outcomes for which the condition holds.
    pub fn chance_that(&self, mut condition: impl FnMut(&T) -> bool) -> Ratio {
        let mut ways = Natural::ZERO;
        for (outcome, weight) in &self.weights {
            if condition(outcome) {
                ways += weight;
            }
        }
        Ratio::of(&ways, &self.total)
    }

    /// Returns the chance of this outcome or a lesser one.
    pub fn cdf(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other <= outcome)
    }

    /// Returns the chance of a greater outcome than this: 1 less [`Self::cdf`].
    pub fn survival(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other > outcome)
    }

    /// Returns the chance of this outcome or a greater one, as tests of "so many or more" need it.
    pub fn at_least(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other >= outcome)
    }

    /// Returns the distribution of a function of the outcome.
    pub fn map<U: Ord>(&self, mut function: impl FnMut(&T) -> U) -> Pmf<U> {
        let mapped =
            self.weights.iter().map(|(outcome, weight)| (function(outcome), weight.clone()));
        nonempty(Pmf::merged(mapped.collect()))
    }

    /// Returns the distribution given that the condition holds.
    ///
    /// # Errors
    /// [`OddsError::NoOutcome`] if it cannot hold.
    pub fn given(&self, mut condition: impl FnMut(&T) -> bool) -> Result<Self, OddsError>
    where
        T: Clone,
    {
        let left = self.weights.iter().filter(|(outcome, _)| condition(outcome));
        Self::merged(left.cloned().collect()).ok_or(OddsError::NoOutcome)
    }

    /// Returns the distribution of a function of two independent outcomes: two dice against each other, a roll and a wound.
    pub fn combine<U: Ord, V: Ord>(
        &self,
        other: &Pmf<U>,
        mut function: impl FnMut(&T, &U) -> V,
    ) -> Pmf<V> {
        let mut pairs = Vec::with_capacity(self.weights.len() * other.weights.len());
        for (mine, weight) in &self.weights {
            for (theirs, factor) in &other.weights {
                pairs.push((function(mine, theirs), weight * factor));
            }
        }
        nonempty(Pmf::merged(pairs))
    }

    /// Returns the distribution of what follows, where that depends on this outcome.
    pub fn then<U: Ord>(&self, mut next: impl FnMut(&T) -> Pmf<U>) -> Pmf<U> {
        let parts =
            self.weights.iter().map(|(outcome, weight)| (weight.clone(), next(outcome))).collect();
        nonempty(Pmf::mixed(parts))
    }
}

impl Pmf {
    /// Returns the mean.
    pub fn mean(&self) -> Ratio {
        self.moment(Ratio::from)
    }

    /// Returns the variance, in the square of the outcome's unit.
    pub fn variance(&self) -> Ratio {
        let mean = self.mean();
        self.moment(|outcome| Ratio::from(outcome).pow(2)) - mean.pow(2)
    }

    /// Returns the mean of a function of the outcome.
    fn moment(&self, function: impl Fn(i64) -> Ratio) -> Ratio {
        let sum: Ratio = self
            .weights
            .iter()
            .map(|(outcome, weight)| function(*outcome) * Ratio::from(weight.clone()))
            .sum();
        sum * Ratio::of(&Natural::ONE, &self.total)
    }

    /// Returns the distribution of the sum of two independent outcomes.
    ///
    /// # Panics
    /// If a sum lies beyond the range of `i64`.
    #[must_use]
    pub fn convolve(&self, other: &Self) -> Self {
        let sum = |a: &i64, b: &i64| {
            a.checked_add(*b).expect("sums of outcomes should be far from the ends of `i64`")
        };
        let (first, last) = (sum(self.min(), other.min()), sum(self.max(), other.max()));
        // No product of weights, and no sum of them, exceeds the product of the totals.
        let total = &self.total * &other.total;
        let span = usize::try_from(last.abs_diff(first)).unwrap_or(usize::MAX);
        let pairs = self.weights.len() * other.weights.len();
        if u128::try_from(&total).is_err() || span / 4 > pairs {
            return self.combine(other, sum);
        }
        let mut slots = vec![0_u128; span + 1];
        for (a, weight) in &self.weights {
            let start = sum(a, other.min()).abs_diff(first) as usize;
            for (b, factor) in &other.weights {
                let at = start + b.abs_diff(*other.min()) as usize;
                slots[at] += small(weight) * small(factor);
            }
        }
        let weights = (first..).zip(slots).filter(|(_, weight)| *weight != 0);
        Self { weights: weights.map(|(at, weight)| (at, weight.into())).collect(), total }
    }

    /// Returns the distribution of the sum of `count` independent outcomes; 0 of them make 0.
    ///
    /// # Panics
    /// If a sum lies beyond the range of `i64`.
    #[must_use]
    pub fn repeat(&self, count: u32) -> Self {
        let mut sum = Self::certain(0);
        for place in (0..u32::BITS - count.leading_zeros()).rev() {
            sum = sum.convolve(&sum);
            if count >> place & 1 == 1 {
                sum = sum.convolve(self);
            }
        }
        sum
    }
}

impl<T: Ord> PartialEq for Pmf<T> {
    fn eq(&self, other: &Self) -> bool {
        self.weights.len() == other.weights.len()
            && self
                .weights
                .iter()
                .zip(&other.weights)
                .all(|(a, b)| a.0 == b.0 && &a.1 * &other.total == &b.1 * &self.total)
    }
}

impl<T: Ord> Eq for Pmf<T> {}

/// Returns where each of `count` things belongs once they are sorted; equal ones keep their order. The sorting code, which is
/// large, is thus compiled once, for things of all types.
fn places_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    let mut places = vec![0; count];
    for (place, k) in order.into_iter().enumerate() {
        places[k] = place;
    }
    places
}

/// Returns chances over their common denominator.
pub(crate) fn common_weights(chances: &[Ratio]) -> Result<(Vec<Natural>, Natural), OddsError> {
    let mut common = Natural::ONE;
    for chance in chances {
        common = lcm(&common, chance.as_chance()?.denominator());
    }
    let weights = chances
        .iter()
        .map(|chance| chance.numerator() * (&common / chance.denominator()))
        .collect();
    Ok((weights, common))
}

/// Returns chances that must add up to one, over their common denominator.
fn whole_weights(chances: &[Ratio]) -> Result<Vec<Natural>, OddsError> {
    let (weights, common) = common_weights(chances)?;
    let mut sum = Natural::ZERO;
    for weight in &weights {
        sum += weight;
    }
    if sum == common { Ok(weights) } else { Err(OddsError::NotOne(Ratio::of(&sum, &common))) }
}

/// Returns a weight below a total that is known to fit.
fn small(weight: &Natural) -> u128 {
    weight.try_into().unwrap_or(0)
}

/// Returns a distribution made from others, which is never empty.
fn nonempty<T>(pmf: Option<Pmf<T>>) -> Pmf<T> {
    pmf.expect("a distribution made from another should have an outcome")
}
