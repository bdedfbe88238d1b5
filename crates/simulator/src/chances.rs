//! The exact chance of a seize roll, as an integer over a denominator that all rolls of a battle share.

use skirmish_engine::dice::Dice;

/// Above this many outcomes of a pool, sums of its exact chances might overflow.
const MOST_OUTCOMES: u64 = 1 << 24;

/// How many outcomes of a dice pool reach a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeizeChances {
    dice: Dice,
    /// Outcomes with a total of at least `dice.min() + i`.
    at_least: Vec<u64>,
    outcomes: u64,
}

impl SeizeChances {
    /// Counts the outcomes of a pool, or `None` if there are more than 2^24 of them: exact chances are then not
    /// recorded, and everything else is.
    #[must_use]
    pub fn new(dice: Dice) -> Option<Self> {
        let outcomes = u64::from(dice.sides)
            .checked_pow(u32::from(dice.count))
            .filter(|outcomes| (1..=MOST_OUTCOMES).contains(outcomes))?;
        // One die after another: ways[t] outcomes have a total of t above the lowest.
        let mut ways = vec![1_u64];
        for _ in 0..dice.count {
            let mut more = vec![0; ways.len() + usize::from(dice.sides) - 1];
            for (total, way) in ways.iter().enumerate() {
                for count in &mut more[total..total + usize::from(dice.sides)] {
                    *count += way;
                }
            }
            ways = more;
        }
        let mut at_least = ways;
        for i in (1..at_least.len()).rev() {
            at_least[i - 1] += at_least[i];
        }
        Some(Self { dice, at_least, outcomes })
    }

    /// Outcomes that reach the number needed, of [`Self::outcomes`].
    #[inline]
    #[must_use]
    pub fn successes(&self, needed: i32) -> u64 {
        let above = needed.saturating_sub(self.dice.min());
        match usize::try_from(above) {
            Ok(above) => self.at_least.get(above).copied().unwrap_or(0),
            Err(_) => self.outcomes,
        }
    }

    /// All outcomes: the common denominator.
    #[inline]
    #[must_use]
    pub const fn outcomes(&self) -> u64 {
        self.outcomes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_d20_gives_lloyds_chances() {
        let chances = SeizeChances::new(Dice::one(20)).expect("small");
        assert_eq!(chances.outcomes(), 20);
        for needed in -30..=60 {
            // clamp(21 - needed, 0, 20) / 20, the formula of the rules.
            let expected = u64::try_from((21 - needed).clamp(0, 20)).expect("clamped");
            assert_eq!(chances.successes(needed), expected, "{needed}");
        }
        assert_eq!(chances.successes(i32::MIN), 20);
        assert_eq!(chances.successes(i32::MAX), 0);
    }

    #[test]
    fn pools_are_counted_outcome_by_outcome() {
        let chances = SeizeChances::new(Dice { count: 3, sides: 6 }).expect("small");
        for needed in 0..=20 {
            let mut count = 0;
            for roll in 0..216 {
                count += u64::from(roll / 36 + roll / 6 % 6 + roll % 6 + 3 >= needed);
            }
            assert_eq!(chances.successes(needed), count, "{needed}");
        }
    }

    #[test]
    fn huge_pools_have_no_exact_chances() {
        assert!(SeizeChances::new(Dice { count: 255, sides: 255 }).is_none());
        assert!(SeizeChances::new(Dice { count: 1, sides: 0 }).is_none());
        assert!(SeizeChances::new(Dice { count: 5, sides: 20 }).is_some());
    }
}
