//! The tables of AD&D's fighting by OSRIC and the original: to hit by level and armour class, damage by weapon, hit points,
//! morale in percent (ADC-1 to ADC-5).

use crate::battle::geometry::Len;
use crate::dice::Dice;
use crate::words::tables;

/// Dice with a number added, such as d4+3; or a number alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Amount {
    /// The dice, if there are any.
    pub dice: Option<Dice>,
    /// What is added.
    pub plus: i32,
}

impl Amount {
    /// Returns a number without dice.
    pub const fn fixed(plus: i32) -> Self {
        Self { dice: None, plus }
    }

    /// Returns dice and what is added to them.
    pub const fn of(dice: Dice, plus: i32) -> Self {
        Self { dice: Some(dice), plus }
    }

    /// Returns the least that it can be.
    pub fn min(&self) -> i32 {
        self.dice.map_or(0, Dice::min) + self.plus
    }

    /// Returns what it is on average, rounded down.
    pub fn mean(&self) -> i32 {
        (self.min() + self.max()).div_euclid(2)
    }

    /// Returns the most that it can be.
    pub fn max(&self) -> i32 {
        self.dice.map_or(0, Dice::max) + self.plus
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.dice, self.plus) {
            (None, plus) => write!(f, "{plus}"),
            (Some(dice), 0) => write!(f, "{dice}"),
            (Some(dice), plus) => write!(f, "{dice}{plus:+}"),
        }
    }
}

tables! {
    /// How figures fight under [`Fighting::Osric`](super::Fighting::Osric).
    Osric {
        /// Dice to hit (ADC-1).
        dice: Dice = Dice::one(20),
        /// Added to a shot at short, medium and long range (ADC-3).
        range: [i32; 3] = [0, -2, -5],
        /// Added to a shot at a screened target; negative.
        screened: i32 = -2,
        /// Added to a shot at a protected target; negative.
        protected: i32 = -4,
        /// How near behind cover a figure must stand to profit from it.
        cover_distance: Len = crate::battle::geometry::UNIT,
        /// Added to a reactive shot (LL-12); negative.
        reactive: i32 = -2,
        /// Added to the blow of a figure that charges home (ADC-4).
        charge: i32 = 2,
        /// By how much a charger's armour class is worse in that round.
        exposed: i32 = 1,
        /// Added to blows from behind (ADC-4).
        rear: i32 = 2,
        /// Added to the free blow at a figure that runs from melee (ADC-8).
        free_blow: i32 = 4,
        /// Morale (ADC-5).
        nerve: Nerve = Nerve::USUAL,
    }
}

/// Returns what an attacker of a level needs on a d20 against an armour class (ADC-1): 21 less both, except that the six
/// numbers from 20 to 25 all count as 20, and higher ones continue from there.
pub const fn needed_to_hit(level: i32, armour_class: i32) -> i32 {
    match 21 - level - armour_class {
        need @ ..=20 => need,
        21..=25 => 20,
        need => need - 5,
    }
}

tables! {
    /// Morale in percent (ADC-5).
    Nerve {
        /// Dice of a check.
        dice: Dice = Dice::one(100),
        /// The highest total that holds, before hit dice.
        base: i32 = 50,
        /// Added to it for each hit die.
        per_die: i32 = 5,
        /// Added to the roll for each friend lost, and taken off for each enemy.
        friend_lost: i32 = 5,
        /// Added to the roll at a quarter of the side's figures lost.
        quarter_lost: i32 = 5,
        /// Added to the roll at half of them lost, in place of that.
        half_lost: i32 = 15,
        /// Added to the roll if the side is outnumbered.
        outnumbered: i32 = 10,
        /// Added to the roll if it is outnumbered two to one, in place of that.
        two_to_one: i32 = 20,
        /// Added to the roll if the unit's leader is down.
        leader_down: i32 = 25,
        /// A unit that fails by no more than this withdraws fighting.
        withdraws_up_to: i32 = 25,
        /// A unit that fails by no more than this flees; by more it surrenders.
        flees_up_to: i32 = 50,
    }
}

impl Osric {
    /// Returns what is added to shots at short, medium and long range, with the same step between ranges (ADC-3).
    pub const fn by_steps(step: i32) -> [i32; 3] {
        [0, step, 2 * step]
    }
}

impl Nerve {
    /// Returns the result of a check that allows `allowed`, for a total.
    pub const fn result(&self, allowed: i32, total: i32) -> NerveResult {
        let by = total - allowed;
        if by <= 0 {
            NerveResult::Holds
        } else if by <= self.withdraws_up_to {
            NerveResult::Withdraws
        } else if by <= self.flees_up_to {
            NerveResult::Flees
        } else {
            NerveResult::Surrenders
        }
    }
}

/// The result of a morale check (ADC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NerveResult {
    /// Nothing.
    Holds,
    /// The unit withdraws fighting.
    Withdraws,
    /// It flees from the table.
    Flees,
    /// It lays down its arms.
    Surrenders,
}

tables! {
    /// The body of a troop type.
    Body {
        /// The level that it attacks as (ADC-1); of a monster, that of its hit dice.
        level: i32 = 0,
        /// Its armour class: 10 for none, less for better.
        armour_class: i32 = 10,
        /// Its hit points, rolled for each figure before the game (ADC-2). A figure without any is down.
        hit_points: Amount = Amount::fixed(1),
        /// Whether it never flees (a zombie).
        fearless: bool = false,
    }
}

impl Body {
    /// Returns its hit dice, for morale.
    pub fn hit_dice(&self) -> i32 {
        self.hit_points.dice.map_or(0, |dice| i32::from(dice.count))
    }
}

/// A weapon's damage (ADC-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Harm {
    /// A blow with it.
    pub blow: Amount,
    /// A shot from it.
    pub shot: Amount,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADC-1: cells of the printed tables.
    #[test]
    fn the_formula_has_the_six_twenties() {
        for (level, armour_class, needed) in [
            (0, 10, 11),
            (0, 1, 20),
            (0, 0, 20),
            (0, -4, 20),
            (0, -5, 21),
            (0, -10, 26),
            (1, 10, 10),
            (1, 5, 15),
            (9, 0, 12),
        ] {
            let found = needed_to_hit(level, armour_class);
            assert_eq!(found, needed, "level {level} against {armour_class}");
        }
        for level in 0..=20 {
            let twenties = (-30..=10).filter(|ac| needed_to_hit(level, *ac) == 20);
            assert_eq!(twenties.count(), 6, "level {level}");
        }
    }

    #[test]
    fn amounts_are_shown_as_they_are_written() {
        let cases = [
            (Amount::of(Dice::one(4), 3), "d4+3", 4, 7),
            (Amount::of(Dice { count: 2, sides: 4 }, -1), "2d4-1", 1, 7),
            (Amount::of(Dice::one(8), 0), "d8", 1, 8),
            (Amount::fixed(5), "5", 5, 5),
        ];
        for (amount, text, least, most) in cases {
            assert_eq!(amount.to_string(), text);
            assert_eq!((amount.min(), amount.max()), (least, most), "{text}");
        }
    }

    /// ADC-5: fail by up to 25, by up to 50, by more.
    #[test]
    fn the_results_of_a_check() {
        let nerve = Nerve::default();
        let cases = [
            (55, NerveResult::Holds),
            (56, NerveResult::Withdraws),
            (80, NerveResult::Withdraws),
            (81, NerveResult::Flees),
            (105, NerveResult::Flees),
            (106, NerveResult::Surrenders),
        ];
        for (total, result) in cases {
            assert_eq!(nerve.result(55, total), result, "{total}");
        }
    }
}
