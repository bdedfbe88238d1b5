//! How long until it happens: the number of attempts up to and including the first success.
//!
//! The chance of success may differ from attempt to attempt, as long as it repeats itself in the end:
//!
//! ```text
//!   attempt    1    2  |  3    4    5  |  3    4    5  | …
//!              opening |     cycle     |  cycle again  | …
//! ```
//!
//! An empty cycle means a law that ends with a certain success. A streak of actions is such a law, and so are the turns that a
//! reload takes. Attempts must be independent of each other.

use dashu_base::{BitTest, Gcd};

use crate::Natural;
use crate::error::OddsError;
use crate::pmf::common_weights;
use crate::ratio::Ratio;

/// The most binary digits of the numbers that an exact law may need, 65536. A law whose chance changes for longer is refused.
pub const MAX_LAW_BITS: u64 = 1 << 16;

/// The most binary digits of the numbers that a quantile may need, which may lie far out.
const MAX_QUANTILE_BITS: u64 = 1 << 22;

/// The exact law of the number of attempts up to and including the first success, 1 or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    // Ways to succeed out of `all`, attempt by attempt. In shortest form: only the last attempt of the opening may be certain,
    // and only if the cycle is empty; the cycle is no shorter cycle repeated, and the opening does not end as the cycle does.
    opening: Vec<Natural>,
    cycle: Vec<Natural>,
    all: Natural,
}

impl Wait {
    /// Returns the law of attempts with these chances: first those of the opening, then those of the cycle for ever. Anything
    /// after a certain success does not matter.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`]; [`OddsError::EmptyCycle`] if the cycle is empty and no success in
    /// the opening is certain; [`OddsError::LawTooLong`].
    pub fn new(opening: &[Ratio], cycle: &[Ratio]) -> Result<Self, OddsError> {
        let (mut ways, all) = common_weights(&[opening, cycle].concat())?;
        let cycle = ways.split_off(opening.len());
        Self::from_ways(ways, cycle, all)
    }

    /// Returns the law of attempts that all have the same chance: geometric, with mean 1 / chance.
    pub fn fixed(chance: &Ratio) -> Result<Self, OddsError> {
        Self::new(&[], std::slice::from_ref(chance))
    }

    /// Returns the law of attempts whose chances are whole numbers of ways out of `all`, none of them above it.
    pub(crate) fn from_ways(
        mut opening: Vec<Natural>,
        mut cycle: Vec<Natural>,
        all: Natural,
    ) -> Result<Self, OddsError> {
        let is_certain = |ways: &Natural| *ways == all;
        if let Some(last) = opening.iter().position(is_certain) {
            opening.truncate(last + 1);
            cycle.clear();
        } else if let Some(last) = cycle.iter().position(is_certain) {
            cycle.truncate(last + 1);
            opening.append(&mut cycle);
        } else if cycle.is_empty() {
            return Err(OddsError::EmptyCycle);
        }
        let divisor = opening.iter().chain(&cycle).fold(all.clone(), |d, n| d.gcd(n));
        let lowest = |n: &Natural| n / &divisor;
        let mut law = Self {
            opening: opening.iter().map(lowest).collect(),
            cycle: cycle.iter().map(lowest).collect(),
            all: lowest(&all),
        };
        law.shorten();
        let steps = law.opening.len() + law.cycle.len();
        if steps as u64 > max_steps(&law.all) {
            return Err(OddsError::LawTooLong { limit: MAX_LAW_BITS, steps });
        }
        Ok(law)
    }

    fn shorten(&mut self) {
        let length = self.cycle.len();
        let repeats = |period: &usize| {
            length.is_multiple_of(*period) && self.cycle[*period..] == self.cycle[..length - period]
        };
        if let Some(period) = (1..length).find(repeats) {
            self.cycle.truncate(period);
        }
        while !self.cycle.is_empty() && self.opening.last() == self.cycle.last() {
            self.opening.pop();
            self.cycle.rotate_right(1);
        }
    }

    /// Returns the ways to succeed at attempt `n`, from 1; `None` if there is no such attempt.
    fn ways(&self, n: u64) -> Option<&Natural> {
        let index = usize::try_from(n.checked_sub(1)?).ok()?;
        match index.checked_sub(self.opening.len()) {
            None => self.opening.get(index),
            Some(later) => self.cycle.get(later.checked_rem(self.cycle.len())?),
        }
    }

    /// Returns the ways to fail, from the ways to succeed.
    fn misses(&self, ways: &Natural) -> Natural {
        &self.all - ways
    }

    /// Returns the chance to fail at all of these attempts.
    fn failing(&self, attempts: &[Natural]) -> Ratio {
        let mut ways = Natural::ONE;
        for attempt in attempts {
            ways *= &self.misses(attempt);
        }
        Ratio::of(&ways, &self.all.pow(attempts.len()))
    }

    /// Returns the chance that attempt `n`, counted from 1, succeeds if it is made; `None` if it is never made, because an
    /// earlier one is bound to succeed.
    pub fn hazard(&self, n: u64) -> Option<Ratio> {
        Some(Ratio::of(self.ways(n)?, &self.all))
    }

    /// Returns the chance of exactly this length.
    ///
    /// The fraction has up to `length` times as many digits as the chance of one attempt; so do those of [`Self::survival`] and
    /// [`Self::cdf`].
    pub fn chance(&self, length: u64) -> Ratio {
        match self.hazard(length) {
            Some(hazard) => self.survival(length - 1) * hazard,
            None => Ratio::ZERO,
        }
    }

    /// Returns the chance of a greater length than this.
    pub fn survival(&self, length: u64) -> Ratio {
        let opening = self.opening.len() as u64;
        if length <= opening {
            return self.failing(&self.opening[..length as usize]);
        }
        let period = self.cycle.len() as u64;
        let Some(rounds) = (length - opening).checked_div(period) else {
            return Ratio::ZERO;
        };
        let rest = ((length - opening) % period) as usize;
        let rounds = self.failing(&self.cycle).pow(rounds);
        self.failing(&self.opening) * rounds * self.failing(&self.cycle[..rest])
    }

    /// Returns the chance of this length or a smaller one: 1 less [`Self::survival`].
    pub fn cdf(&self, length: u64) -> Ratio {
        Ratio::ONE - self.survival(length)
    }

    /// Returns the chance that it never happens.
    pub fn never(&self) -> Ratio {
        if !self.cycle.is_empty() && self.cycle.iter().all(Natural::is_zero) {
            self.failing(&self.opening)
        } else {
            Ratio::ZERO
        }
    }

    /// Returns the greatest length, if success is certain by then; else `None`.
    pub fn longest(&self) -> Option<u64> {
        self.cycle.is_empty().then_some(self.opening.len() as u64)
    }

    /// Returns the chances of the first lengths as whole numbers over one denominator, and that denominator. They are not in
    /// lowest terms, and add up to it if success is certain within these lengths. There are `lengths` of them, unless no
    /// greater length than [`Self::longest`] is possible.
    ///
    /// Each has up to `lengths` times as many digits as the chance of one attempt.
    pub fn weights(&self, lengths: u64) -> (Vec<Natural>, Natural) {
        let lengths = usize::try_from(lengths).unwrap_or(usize::MAX);
        let attempts = self.opening.iter().chain(self.cycle.iter().cycle());
        let mut survived = Natural::ONE;
        let mut weights: Vec<Natural> = attempts
            .take(lengths)
            .map(|ways| {
                let weight = &survived * ways;
                survived *= &self.misses(ways);
                weight
            })
            .collect();
        // Times all rolls for each attempt spared.
        let mut spared = Natural::ONE;
        for weight in weights.iter_mut().rev() {
            *weight *= &spared;
            spared *= &self.all;
        }
        (weights, spared)
    }

    /// Returns every length with its chance, from 1; ends where no greater length is possible.
    pub fn terms(&self) -> Terms<'_> {
        Terms { law: self, length: 0, survival: Ratio::ONE }
    }

    /// Returns the mean length; `None` if it may never happen.
    pub fn mean(&self) -> Option<Ratio> {
        Some(self.moments()?.0)
    }

    /// Returns the length that is reached with an even chance; `None` if none is.
    ///
    /// # Errors
    /// [`OddsError::LawTooLong`], as for [`Self::quantile`].
    pub fn median(&self) -> Result<Option<u64>, OddsError> {
        self.quantile(&Ratio::new(1, 2)?)
    }

    /// Returns the variance of the length, in squared attempts; `None` if it may never happen.
    pub fn variance(&self) -> Option<Ratio> {
        let (mean, of_square) = self.moments()?;
        Some(of_square - mean.pow(2))
    }

    /// Returns the means of the length N and of its square.
    ///
    /// E N = sum of S(n) and E N² = sum of (2n + 1) S(n) over n >= 0, with S(n) = P(N > n). Beyond the opening of k attempts,
    /// S(k + mL + j) = S(k) R^m c(j), where L is the length of the cycle, c its own survival and R = c(L): two geometric
    /// series.
    fn moments(&self) -> Option<(Ratio, Ratio)> {
        if !self.never().is_zero() {
            return None;
        }
        let twice = |ratio: &Ratio| ratio + ratio;
        let opening = self.survival_sums(&self.opening);
        let mut mean = opening.plain.clone();
        let mut of_square = twice(&opening.by_index) + &opening.plain;
        if !self.cycle.is_empty() {
            let k = Ratio::from(self.opening.len() as u64);
            let length = Ratio::from(self.cycle.len() as u64);
            let cycle = self.survival_sums(&self.cycle);
            let rounds = (Ratio::ONE - &cycle.end).recip()?;
            let first = cycle.plain.clone() * &rounds;
            let offset = (twice(&k) + Ratio::ONE) * &first;
            let within = twice(&(cycle.by_index * &rounds));
            let later = twice(&(length * &first * &cycle.end * &rounds));
            of_square = of_square + (offset + within + later) * &opening.end;
            mean = mean + first * &opening.end;
        }
        Some((mean, of_square))
    }

    fn survival_sums(&self, attempts: &[Natural]) -> SurvivalSums {
        // Over all^n at attempt n, as in Horner's scheme.
        let mut survived = Natural::ONE;
        let mut power = Natural::ONE;
        let (mut plain, mut by_index) = (Natural::ZERO, Natural::ZERO);
        for (index, attempt) in (0_u64..).zip(attempts) {
            plain = plain * &self.all + &survived;
            by_index = by_index * &self.all + &survived * index;
            survived *= &self.misses(attempt);
            power *= &self.all;
        }
        // The sums stop one short of the last attempt.
        SurvivalSums {
            plain: Ratio::of(&(&plain * &self.all), &power),
            by_index: Ratio::of(&(&by_index * &self.all), &power),
            end: Ratio::of(&survived, &power),
        }
    }

    /// Returns the least length that is reached with chance `level` or more; with level 0 the least length possible. `None` if
    /// there is none: because it may never happen, or for level 1 because there is no greatest length.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`] if the level is not from 0 to 1; [`OddsError::LawTooLong`] if the length is so great that its
    /// exact chance has millions of digits.
    pub fn quantile(&self, level: &Ratio) -> Result<Option<u64>, OddsError> {
        let rest = &Ratio::ONE - level.as_chance()?;
        // Survival as a pair of numbers, never reduced to lowest terms: it is only compared.
        let is_reached = |ways: &Natural, all: &Natural| {
            ways < all && ways * rest.denominator() <= rest.numerator() * all
        };
        let mut length = 0;
        let mut ways = Natural::ONE;
        let mut all = Natural::ONE;
        for attempt in &self.opening {
            length += 1;
            ways *= &self.misses(attempt);
            all *= &self.all;
            if is_reached(&ways, &all) {
                return Ok(Some(length));
            }
        }
        let round = self.failing(&self.cycle);
        if round == Ratio::ONE || rest.is_zero() {
            return Ok(None);
        }
        // Rounds of the cycle: double until it is reached, then halve back.
        let mut leaps = vec![(round.numerator(), round.denominator().clone())];
        while let Some((up, down)) = leaps.last()
            && !is_reached(&(&ways * up), &(&all * down))
        {
            if down.bit_len() as u64 > MAX_QUANTILE_BITS {
                return Err(OddsError::LawTooLong {
                    limit: MAX_QUANTILE_BITS,
                    steps: self.cycle.len() << (leaps.len() - 1),
                });
            }
            leaps.push((up * up, down * down));
        }
        for (power, (up, down)) in leaps.iter().enumerate().rev() {
            let further = (&ways * up, &all * down);
            if !is_reached(&further.0, &further.1) {
                (ways, all) = further;
                length += (self.cycle.len() as u64) << power;
            }
        }
        for attempt in &self.cycle {
            length += 1;
            ways *= &self.misses(attempt);
            all *= &self.all;
            if is_reached(&ways, &all) {
                break;
            }
        }
        Ok(Some(length))
    }
}

/// Sums over n from 0 to one less than the number of attempts.
struct SurvivalSums {
    /// The sum of S(n).
    plain: Ratio,
    /// The sum of n S(n).
    by_index: Ratio,
    /// S after the last attempt.
    end: Ratio,
}

/// Returns the most attempts that a law out of `all` rolls may list.
pub(crate) fn max_steps(all: &Natural) -> u64 {
    MAX_LAW_BITS / all.bit_len().max(1) as u64
}

/// Every length with its chance; made by [`Wait::terms`].
#[derive(Debug, Clone)]
pub struct Terms<'a> {
    law: &'a Wait,
    length: u64,
    survival: Ratio,
}

impl Iterator for Terms<'_> {
    type Item = (u64, Ratio);

    fn next(&mut self) -> Option<Self::Item> {
        let law = self.law;
        let is_past_opening = self.length >= law.opening.len() as u64;
        if is_past_opening && law.cycle.iter().all(Natural::is_zero) {
            return None;
        }
        self.length += 1;
        let hazard = law.hazard(self.length)?;
        let chance = &self.survival * &hazard;
        self.survival = &self.survival * &(Ratio::ONE - hazard);
        Some((self.length, chance))
    }
}
