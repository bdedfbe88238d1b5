//! The chances of totals of dice, added up once for a battle.

use crate::chances::fitted;
use crate::dice::Dice;

/// The chances of the total of some dice, as numbers of equally likely ways. If there are too many ways for the word, they are
/// scaled down.
#[derive(Debug, Clone)]
pub(crate) struct Totals {
    least: i32,
    /// In how many ways the total is at least this far above the least. The first is all of them, the last none.
    at_least: Vec<u64>,
    /// In how many ways one total beats another by more than a lead, counted from the lead at which it always does.
    leads: Vec<u64>,
    /// In how many ways two totals come up.
    pairs: u64,
}

impl Totals {
    pub(crate) fn new(dice: Dice) -> Self {
        let mut at_least = ways(dice);
        at_least.push(0);
        for k in (0..at_least.len() - 1).rev() {
            at_least[k] += at_least[k + 1];
        }
        let all = at_least[0];
        let at_least: Vec<u64> = at_least.iter().map(|ways| fitted((*ways, all)).0).collect();
        let n = at_least.len() as i32 - 1;
        let all = u128::from(at_least[0]);
        let beyond = |k: i32| u128::from(at_least[k.clamp(0, n) as usize]);
        let exceeds = |lead: i32| -> u128 {
            (0..n).map(|other| (beyond(other) - beyond(other + 1)) * beyond(other + lead + 1)).sum()
        };
        let leads = (-n..n).map(|lead| fitted((exceeds(lead), all * all)).0).collect();
        Self { least: dice.min(), at_least, leads, pairs: fitted((0, all * all)).1 }
    }

    /// Returns in how many ways the total is at least `needed`, and how many there are.
    pub(crate) fn at_least(&self, needed: i32) -> (u64, u64) {
        let most = self.at_least.len() as i32 - 1;
        (self.at_least[(needed - self.least).clamp(0, most) as usize], self.at_least[0])
    }

    /// Returns in how many ways one total is higher than another by more than `lead`, and how many there are.
    pub(crate) fn exceeds(&self, lead: i32) -> (u64, u64) {
        let most = self.leads.len() as i32 - 1;
        (self.leads[(lead + most / 2 + 1).clamp(0, most) as usize], self.pairs)
    }
}

/// Returns, for each total of some dice, in how many ways it comes up.
fn ways(dice: Dice) -> Vec<u128> {
    let mut ways = vec![1_u128];
    for _ in 0..dice.count {
        let mut sum = vec![0; ways.len() + dice.sides as usize - 1];
        for (total, count) in ways.iter().enumerate() {
            for face in 0..dice.sides as usize {
                sum[total + face] += count;
            }
        }
        ways = sum;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_two_dice_are_counted() {
        let totals = Totals::new(Dice { count: 2, sides: 6 });
        assert_eq!([1, 2, 7, 12, 13].map(|needed| totals.at_least(needed).0), [36, 36, 21, 1, 0]);
        let one = Totals::new(Dice { count: 1, sides: 6 });
        let plain = |lead: i32| {
            let pairs = (0..36).filter(|pair| pair / 6 - pair % 6 > lead);
            (pairs.count() as u64, 36)
        };
        for lead in -9..9 {
            assert_eq!(one.exceeds(lead), plain(lead), "{lead}");
        }
    }

    /// The ways of ten d100 are more than 64 bits can count.
    #[test]
    fn ways_too_many_to_count_still_make_a_chance() {
        let totals = Totals::new(Dice { count: 10, sides: 100 });
        let share = |(good, all): (u64, u64)| good as f64 / all as f64;
        assert!((share(totals.at_least(506)) - share(totals.exceeds(0))).abs() < 0.01);
        assert!((0.49..0.5).contains(&share(totals.at_least(506))));
        assert!((0.49..0.5).contains(&share(totals.exceeds(0))));
    }
}
