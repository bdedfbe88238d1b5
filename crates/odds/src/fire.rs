//! Fire and reloading in turns (petite guerre, PG-07 to PG-12).
//!
//! Most of it is asked of the general laws, with the dice and thresholds of the rules:
//!
//! | law | made by |
//! | --- | --- |
//! | to hit: two dice, one in a volley (PG-07, PG-10, PG-11) | [`Ways::of`]`(&[aim, skill])`, then [`Ways::chance`] of the threshold |
//! | to kill with a hit (PG-08) | [`Ways::chance`] on the die for the effect |
//! | hits, or kills, out of so many shots (PG-08, PG-11) | [`successes`](crate::successes) with that chance, or with the product of both; then [`Pmf::at_least`](crate::Pmf::at_least) |
//! | turns that a reload takes (PG-09, PG-12) | [`Wait::fixed`](crate::Wait::fixed) of the chance of one roll |
//!
//! Here is what these leave open: where one kind of fire overtakes another, and what fire is worth
//! once reloading is counted.

use crate::error::OddsError;
use crate::ratio::Ratio;
use crate::ways::Ways;

/// Where `other` overtakes `one`: the least number that it reaches at least as often. Numbers that
/// both are bound to reach and numbers that neither can reach do not count; `None` if it is behind
/// at all others.
///
/// Of aimed fire and volleys on one stick: the least threshold at which a volley is at least as
/// good, shot for shot (PG-07, PG-11).
#[must_use]
pub fn crossover(one: &Ways, other: &Ways) -> Option<i64> {
    let [one_all, other_all] = [one.all(), other.all()];
    let least = one.min().min(other.min());
    let greatest = one.max().max(other.max());
    (least + 1..=greatest)
        .find(|needed| &other.reach(*needed) * &one_all >= &one.reach(*needed) * &other_all)
}

/// When a figure that has reloaded fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rhythm {
    /// In the turn after (PG-09, PG-12).
    TurnAfter,
    /// In haste, in the turn in which it reloads (PG-10).
    InHaste,
}

/// The hits of a figure in a turn in the long run, if it fires whenever it can and reloads in all
/// other turns: an alternating renewal process. `hit` is the chance of one shot, `reload` of one
/// roll; for volleys those of any figure and of its rank or platoon.
///
/// A round of reloading and firing takes 1/r turns for reloading and one more for the shot, so that
/// it is p r / (1 + r); in haste the shot takes no turn of its own, and it is p r.
///
/// # Errors
/// [`OddsError::NotAChance`].
pub fn hits_per_turn(hit: &Ratio, reload: &Ratio, rhythm: Rhythm) -> Result<Ratio, OddsError> {
    let [hit, reload] = [hit.as_chance()?, reload.as_chance()?];
    let slower = match rhythm {
        Rhythm::TurnAfter => &Ratio::ONE + reload,
        Rhythm::InHaste => Ratio::ONE,
    };
    let rate = (hit * reload).checked_div(&slower);
    Ok(rate.expect("numbers from 1 on should divide"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::dice::Dice;

    fn one(sides: u8) -> Ways {
        Ways::of(&[Dice::one(sides)]).unwrap()
    }

    #[test]
    fn a_better_die_is_never_overtaken() {
        assert_eq!(crossover(&one(12), &one(6)), None);
        assert_eq!(crossover(&one(6), &one(12)), Some(2));
        assert_eq!(crossover(&one(6), &one(6)), Some(2), "a tie will do");
        assert_eq!(crossover(&one(1), &one(1)), None, "nothing to compare");
    }

    #[test]
    fn chances_only() {
        let two = Ratio::from(2);
        for rhythm in [Rhythm::TurnAfter, Rhythm::InHaste] {
            assert!(hits_per_turn(&two, &Ratio::ONE, rhythm).is_err());
            assert!(hits_per_turn(&Ratio::ONE, &-&two, rhythm).is_err());
            let never = hits_per_turn(&Ratio::ONE, &Ratio::ZERO, rhythm);
            assert_eq!(never, Ok(Ratio::ZERO), "who never reloads");
        }
        let every_second = hits_per_turn(&Ratio::ONE, &Ratio::ONE, Rhythm::TurnAfter);
        assert_eq!(every_second, Ratio::new(1, 2));
    }
}
