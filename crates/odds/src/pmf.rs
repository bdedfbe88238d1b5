//! Exact distributions: what can happen, and how often out of how many.
//!
//! Outcomes are usually whole numbers (totals of dice, lengths of streaks, hits), but any ordered
//! type will do: an order of action, a way across a gap. Weights are whole numbers over one common
//! total, so that adding and multiplying chances needs no fractions.

use crate::error::OddsError;
use crate::natural::Natural;
use crate::ratio::Ratio;

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
    /// The distribution whose chances are in proportion to these weights. An outcome may come more
    /// than once; its weights are added up.
    ///
    /// # Errors
    /// [`OddsError::NoOutcome`] if every weight is 0.
    pub fn from_weights<W: Into<Natural>>(
        weights: impl IntoIterator<Item = (T, W)>,
    ) -> Result<Self, OddsError> {
        Self::merged(weights.into_iter().map(|(outcome, weight)| (outcome, weight.into())))
            .ok_or(OddsError::NoOutcome)
    }

    /// The distribution with these chances.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`] if one is below 0 or above 1, and [`OddsError::NotOne`] if they do
    /// not add up to exactly 1.
    pub fn from_chances(chances: impl IntoIterator<Item = (T, Ratio)>) -> Result<Self, OddsError> {
        let (outcomes, chances): (Vec<T>, Vec<Ratio>) = chances.into_iter().unzip();
        let weights = whole_weights(&chances)?;
        Self::from_weights(outcomes.into_iter().zip(weights))
    }

    /// The distribution of what is bound to happen.
    #[must_use]
    pub fn certain(outcome: T) -> Self {
        Self { weights: vec![(outcome, Natural::ONE)], total: Natural::ONE }
    }

    /// The mixture of distributions: each part is drawn from with its chance.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`] and [`OddsError::NotOne`] as for [`Self::from_chances`].
    pub fn mixture(parts: impl IntoIterator<Item = (Ratio, Self)>) -> Result<Self, OddsError> {
        let (chances, parts): (Vec<Ratio>, Vec<Self>) = parts.into_iter().unzip();
        let weights = whole_weights(&chances)?;
        Self::mixed(weights.into_iter().zip(parts).collect()).ok_or(OddsError::NoOutcome)
    }

    /// Sorts, adds up, and leaves out what cannot happen; `None` if nothing is left.
    fn merged(weights: impl Iterator<Item = (T, Natural)>) -> Option<Self> {
        let mut sorted: Vec<(T, Natural)> = weights.filter(|(_, w)| !w.is_zero()).collect();
        if !sorted.is_sorted_by(|a, b| a.0 < b.0) {
            sorted.sort_by(|a, b| a.0.cmp(&b.0));
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

    /// The mixture with weights in place of chances; `None` if they are all 0.
    fn mixed(parts: Vec<(Natural, Self)>) -> Option<Self> {
        let common = parts.iter().fold(Natural::ONE, |common, (_, part)| common.lcm(&part.total));
        Self::merged(parts.into_iter().flat_map(|(weight, part)| {
            let factor = &weight * &share(&common, &part.total);
            part.weights.into_iter().map(move |(outcome, w)| (outcome, &w * &factor))
        }))
    }

    /// Everything that can happen, in ascending order.
    pub fn support(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, _)| outcome)
    }

    /// Every outcome with its weight; the weights add up to [`Self::total`].
    pub fn weights(&self) -> impl DoubleEndedIterator<Item = (&T, &Natural)> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, weight)| (outcome, weight))
    }

    /// The sum of all weights: the common denominator of the chances.
    #[must_use]
    pub const fn total(&self) -> &Natural {
        &self.total
    }

    /// Every outcome with its chance, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, Ratio)> + ExactSizeIterator {
        self.weights.iter().map(|(outcome, weight)| (outcome, Ratio::of(weight, &self.total)))
    }

    /// The least outcome.
    #[must_use]
    pub fn min(&self) -> &T {
        &self.weights[0].0
    }

    /// The greatest outcome.
    #[must_use]
    pub fn max(&self) -> &T {
        &self.weights[self.weights.len() - 1].0
    }

    /// The chance of exactly this outcome.
    #[must_use]
    pub fn chance(&self, outcome: &T) -> Ratio {
        match self.weights.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => Ratio::of(&self.weights[at].1, &self.total),
            Err(_) => Ratio::ZERO,
        }
    }

    /// The chance of the outcomes for which the condition holds.
    #[must_use]
    pub fn chance_that(&self, mut condition: impl FnMut(&T) -> bool) -> Ratio {
        let mut ways = Natural::ZERO;
        for (outcome, weight) in &self.weights {
            if condition(outcome) {
                ways += weight;
            }
        }
        Ratio::of(&ways, &self.total)
    }

    /// The chance of this outcome or a lesser one.
    #[must_use]
    pub fn cdf(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other <= outcome)
    }

    /// The chance of a greater outcome than this: 1 less [`Self::cdf`].
    #[must_use]
    pub fn survival(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other > outcome)
    }

    /// The chance of this outcome or a greater one, as tests of "so many or more" need it.
    #[must_use]
    pub fn at_least(&self, outcome: &T) -> Ratio {
        self.chance_that(|other| other >= outcome)
    }

    /// The distribution of a function of the outcome.
    #[must_use]
    pub fn map<U: Ord>(&self, mut function: impl FnMut(&T) -> U) -> Pmf<U> {
        let mapped =
            self.weights.iter().map(|(outcome, weight)| (function(outcome), weight.clone()));
        nonempty(Pmf::merged(mapped))
    }

    /// The distribution once it is known that the condition holds.
    ///
    /// # Errors
    /// [`OddsError::NoOutcome`] if it cannot hold.
    pub fn given(&self, mut condition: impl FnMut(&T) -> bool) -> Result<Self, OddsError>
    where
        T: Clone,
    {
        let left = self.weights.iter().filter(|(outcome, _)| condition(outcome));
        Self::merged(left.cloned()).ok_or(OddsError::NoOutcome)
    }

    /// The distribution of a function of two independent outcomes: two dice against each other, a
    /// roll and a wound.
    #[must_use]
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
        nonempty(Pmf::merged(pairs.into_iter()))
    }

    /// The distribution of what follows, where what can follow depends on this outcome.
    #[must_use]
    pub fn then<U: Ord>(&self, mut next: impl FnMut(&T) -> Pmf<U>) -> Pmf<U> {
        let parts =
            self.weights.iter().map(|(outcome, weight)| (weight.clone(), next(outcome))).collect();
        nonempty(Pmf::mixed(parts))
    }
}

impl Pmf {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> Ratio {
        self.moment(Ratio::from)
    }

    /// The variance, in the square of the outcome's unit.
    #[must_use]
    pub fn variance(&self) -> Ratio {
        let mean = self.mean();
        self.moment(|outcome| Ratio::from(outcome).pow(2)) - mean.pow(2)
    }

    /// The mean of a function of the outcome.
    fn moment(&self, function: impl Fn(i64) -> Ratio) -> Ratio {
        let sum: Ratio = self
            .weights
            .iter()
            .map(|(outcome, weight)| function(*outcome) * Ratio::from(weight.clone()))
            .sum();
        sum * Ratio::of(&Natural::ONE, &self.total)
    }

    /// The distribution of the sum of two independent outcomes.
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
        if total.to_u128().is_none() || span / 4 > pairs {
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

    /// The distribution of the sum of `count` independent outcomes; 0 of them make 0.
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

/// Chances over their common denominator.
pub(crate) fn common_weights(chances: &[Ratio]) -> Result<(Vec<Natural>, Natural), OddsError> {
    let mut common = Natural::ONE;
    for chance in chances {
        common = common.lcm(chance.as_chance()?.denominator());
    }
    let weights = chances
        .iter()
        .map(|chance| chance.numerator() * &share(&common, chance.denominator()))
        .collect();
    Ok((weights, common))
}

/// The same for chances that must add up to one.
fn whole_weights(chances: &[Ratio]) -> Result<Vec<Natural>, OddsError> {
    let (weights, common) = common_weights(chances)?;
    let mut sum = Natural::ZERO;
    for weight in &weights {
        sum += weight;
    }
    if sum == common { Ok(weights) } else { Err(OddsError::NotOne(Ratio::of(&sum, &common))) }
}

/// How often `part`, a divisor and not 0, goes into `whole`.
fn share(whole: &Natural, part: &Natural) -> Natural {
    whole.checked_div_rem(part).map_or(Natural::ZERO, |(share, _)| share)
}

/// For weights below a total that is known to fit.
fn small(weight: &Natural) -> u128 {
    weight.to_u128().unwrap_or(0)
}

/// For distributions made from others, which are never empty.
fn nonempty<T>(pmf: Option<Pmf<T>>) -> Pmf<T> {
    pmf.expect("a distribution made from another should have an outcome")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn r(numerator: u128, denominator: u128) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    fn die(sides: i64) -> Pmf {
        Pmf::from_weights((1..=sides).map(|face| (face, 1_u8))).unwrap()
    }

    #[test]
    fn adds_up_what_comes_twice_and_leaves_out_what_cannot_happen() {
        let pmf = Pmf::from_weights([(3, 1_u8), (1, 2), (2, 0), (3, 3)]).unwrap();
        assert_eq!(pmf.support().copied().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(pmf.chance(&3), r(2, 3));
        assert_eq!(pmf.chance(&2), Ratio::ZERO);
        assert_eq!(Pmf::from_weights([(3, 0_u8)]), Err(OddsError::NoOutcome));
    }

    #[test]
    fn chances_must_add_up_to_one() {
        let pmf = Pmf::from_chances([(0, r(2, 3)), (1, r(1, 4)), (2, r(1, 12))]).unwrap();
        assert_eq!(pmf.chance(&1), r(1, 4));
        assert_eq!(
            Pmf::from_chances([(0, r(2, 3)), (1, r(1, 4))]),
            Err(OddsError::NotOne(r(11, 12)))
        );
        assert_eq!(
            Pmf::from_chances([(0, -r(1, 2)), (1, r(3, 2))]),
            Err(OddsError::NotAChance(-r(1, 2)))
        );
        let nothing: [(i64, Ratio); 0] = [];
        assert_eq!(Pmf::from_chances(nothing), Err(OddsError::NotOne(Ratio::ZERO)));
    }

    #[test]
    fn a_die() {
        let d6 = die(6);
        assert_eq!(d6.mean(), r(7, 2));
        assert_eq!(d6.variance(), r(35, 12));
        assert_eq!((d6.cdf(&2), d6.survival(&2), d6.at_least(&2)), (r(1, 3), r(2, 3), r(5, 6)));
        assert_eq!((d6.min(), d6.max()), (&1, &6));
    }

    #[test]
    fn two_dice_against_each_other() {
        let winner = die(6).combine(&die(6), |a, b| a.cmp(b));
        assert_eq!(winner.chance(&std::cmp::Ordering::Greater), r(15, 36));
        assert_eq!(winner.chance(&std::cmp::Ordering::Equal), r(6, 36));
    }

    #[test]
    fn what_is_known_changes_the_chances() {
        let even = die(6).given(|face| face % 2 == 0).unwrap();
        assert_eq!((even.chance(&1), even.chance(&2)), (r(0, 1), r(1, 3)));
        assert_eq!(die(6).given(|face| *face > 6), Err(OddsError::NoOutcome));
    }

    #[test]
    fn what_follows_depends_on_what_fell() {
        // A d4 says whether a d6 or a d8 is rolled.
        let second = die(4).then(|face| die(if *face == 1 { 6 } else { 8 }));
        assert_eq!(second.chance(&6), r(1, 24) + r(3, 32));
        assert_eq!(second.chance(&8), r(3, 32));
        let mixture = Pmf::mixture([(r(1, 4), die(6)), (r(3, 4), die(8))]).unwrap();
        assert_eq!(mixture, second);
        assert_eq!(Pmf::mixture([(r(1, 4), die(6))]), Err(OddsError::NotOne(r(1, 4))));
    }

    #[test]
    fn far_apart_and_huge_weights_add_up_too() {
        let far = Pmf::from_weights([(-1_000_000_000_000, 1_u8), (1, 3)]).unwrap();
        let twice = far.convolve(&far);
        assert_eq!(twice.chance(&-999_999_999_999), r(6, 16));
        assert_eq!(twice.mean(), far.mean() + far.mean());
        let many = die(20).repeat(40);
        assert_eq!(many.total(), &Natural::from(20_u8).pow(40));
        assert_eq!(many.mean(), Ratio::from(420));
        assert_eq!(many.variance(), Ratio::from(40) * die(20).variance());
    }

    fn pmfs() -> impl Strategy<Value = Pmf> {
        prop::collection::vec((-30..30_i64, 0..1000_u32), 1..12)
            .prop_filter_map("all weights are 0", |weights| Pmf::from_weights(weights).ok())
    }

    fn is_whole(pmf: &Pmf) -> bool {
        pmf.iter().map(|(_, chance)| chance).sum::<Ratio>() == Ratio::ONE
    }

    proptest! {
        #[test]
        fn everything_adds_up_to_one(a in pmfs(), b in pmfs(), n in 0..5_u32) {
            prop_assert!(is_whole(&a));
            prop_assert!(is_whole(&a.convolve(&b)));
            prop_assert!(is_whole(&a.repeat(n)));
            prop_assert!(is_whole(&a.map(|x| x / 7)));
            prop_assert!(is_whole(&a.combine(&b, |x, y| x * y)));
            let either = a.then(|x| if *x > 0 { b.clone() } else { a.clone() });
            prop_assert!(is_whole(&either));
        }

        #[test]
        fn sums_are_combinations(a in pmfs(), b in pmfs()) {
            let sum = a.convolve(&b);
            prop_assert_eq!(&sum, &a.combine(&b, |x, y| x + y));
            prop_assert_eq!(sum.total(), &(a.total() * b.total()));
            prop_assert_eq!(sum.mean(), a.mean() + b.mean());
            prop_assert_eq!(sum.variance(), a.variance() + b.variance());
            prop_assert_eq!(a.repeat(3), a.convolve(&a).convolve(&a));
        }

        #[test]
        fn chances_make_the_distribution_again(a in pmfs()) {
            let again = Pmf::from_chances(a.iter().map(|(x, chance)| (*x, chance))).unwrap();
            prop_assert_eq!(again, a);
        }

        #[test]
        fn up_to_an_outcome_and_beyond_it_is_all(a in pmfs()) {
            for x in a.support() {
                prop_assert_eq!(a.cdf(x) + a.survival(x), Ratio::ONE);
                prop_assert_eq!(a.at_least(x), a.survival(x) + a.chance(x));
            }
        }
    }
}
