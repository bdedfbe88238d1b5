//! The tables of AD&D's initiative (AD-01 to AD-10): a die for each side, rounds of segments, attack routines, speed factors.

use crate::battle::geometry::{Len, UNIT};
use crate::dice::Dice;
use crate::words::{readings, tables};

/// Most attack routines of a figure in a round, haste counted.
pub const MOST_ROUTINES: u8 = 8;

readings! {
    /// How figures declare their actions (AD-03).
    Declaration {
        InOrder "in-order" = "In the order of action: those without initiative declare knowing what the others do.",
        Written "written" = "All unseen.",
    }

    /// The order of attacks by figures with different numbers of routines (AD-01, AD-02).
    RoutineOrder {
        CountFirst "count-first" = "More routines beat fewer: three beat two.",
        DiceAmongSeveral "dice-among-several" =
            "Who has several comes before and after who has one; among those who have several the die decides, however many.",
        Phases "phases" =
            "Attack k of n stands at (k - 1)/(n - 1) of the round and a single one at the middle; the die decides \
             among those at the same place.",
    }

    /// What happens to a timed action whose side lost the dice, but which has not lost to an untimed one because modifiers made
    /// up for the dice (AD-04, AD-06, AD-07).
    TimedLoser {
        BySegment "by-segment" = "Methods I and II say on which segment the untimed one comes.",
        AlwaysInterrupted "always-interrupted" = "The untimed one comes first: nobody gains from the enemy's higher die.",
    }

    /// On which segment untimed actions come (AD-06, ADC-6).
    SideSegment {
        ByMethod "by-method" = "In the raw order, or where Methods I and II put them; spells begin with the round.",
        OtherDie "osric" = "Each side on the segment that the other side's die shows, and its spells begin there (OSRIC).",
    }

    /// What happens to actions that complete on the same segment if at least one of them takes time (AD-08).
    SameSegment {
        Initiative "initiative" = "Whoever has initiative first; on a tie all of them.",
        Together "together" = "All of them, whoever has initiative.",
    }

    /// How often in a round a figure has the extra strikes of a weapon that ties with a slower one (AD-10).
    ExtraStrikes {
        Once "once" = "With the first of his routines that ties with a slower weapon.",
        EachRoutine "each-routine" = "With each routine that does.",
    }

    /// What several shots in a round count as (AD-02.1).
    Missiles {
        Routines "routines" = "Routines of their own: half of them early, each at a target of its own.",
        OneVolley "one-volley" = "One routine at one target, in the order of a single attack.",
    }

    /// What charged figures do (AD-09, ADC-7).
    ChargeMet {
        Unanswered "unanswered" = "Nothing until their own action comes: the charger strikes when he arrives.",
        LongerFirst "longer-first" =
            "They strike too, the longer weapon first; one that is set against the charge before all others.",
    }

    /// Which charge counts as the one in a number of rounds (AD-09).
    ChargeCounts {
        SetOff "set-off" = "Each that somebody sets off on, thrown back or not.",
        Home "home" = "One that brings him into contact; who is thrown back or held up before may charge again.",
    }

    /// Whether sides may be surprised when a battle begins, and for how long (ADC-9).
    SurpriseReading {
        None "none" = "Nobody is: both sides know of one another.",
        Net "net" =
            "As many segments as its die shows; of two that are surprised the lesser number is taken from the greater first.",
        Osric "osric" = "As many segments as its die shows, each side from the start (OSRIC).",
        Difference "difference" = "As many segments as the dice differ (a table of the original).",
    }

    /// Whether a reaction bonus counts only for figures with a light load (AD-01). A penalty always counts.
    LightLoad {
        Off "off" = "It counts for everyone.",
        On "on" = "It counts for those whose full move is at least [`Segments::light_load`].",
    }
}

tables! {
    /// Surprise before the first round (ADC-9).
    Surprise {
        /// Whether sides may be surprised, and for how long.
        reading: SurpriseReading = SurpriseReading::None,
        /// The dice of a side.
        dice: Dice = Dice::one(6),
        /// The highest total that surprises a side, unless that side has its own.
        on: u8 = 2,
        /// How many times the shots of a round a figure has in a surprise segment.
        shots: u8 = 1,
    }

    /// The round (AD-01, AD-03, AD-09).
    Segments {
        /// The initiative dice of a side.
        dice: Dice = Dice::one(6),
        /// Segments in a round; a full move takes all of them.
        round: u8 = 10,
        /// How many full moves a charge is.
        charge: i32 = 2,
        /// A figure charges at most once in this many rounds.
        charge_rest: u32 = 10,
        /// The full move from which a load counts as light.
        light_load: Len = 12 * UNIT,
        /// How figures declare (AD-03).
        declaration: Declaration = Declaration::InOrder,
        /// The order of several routines (AD-01, AD-02).
        routines: RoutineOrder = RoutineOrder::CountFirst,
        /// Timed actions that lost the dice.
        timed_loser: TimedLoser = TimedLoser::BySegment,
        /// Whether a reaction bonus needs a light load (AD-01).
        reaction_needs_light_load: LightLoad = LightLoad::Off,
        /// When a side acts (AD-06, ADC-6).
        segment: SideSegment = SideSegment::ByMethod,
        /// Actions that complete on one segment (AD-08).
        same_segment: SameSegment = SameSegment::Initiative,
        /// How often a faster weapon has extra strikes (AD-10).
        extra_strikes: ExtraStrikes = ExtraStrikes::Once,
        /// What several shots count as (AD-02.1).
        missiles: Missiles = Missiles::Routines,
        /// How a charge is met (ADC-7).
        charge_met: ChargeMet = ChargeMet::Unanswered,
        /// Which charge counts as the one in [`Segments::charge_rest`] rounds (AD-09).
        charge_counts: ChargeCounts = ChargeCounts::SetOff,
        /// Surprise before the first round (ADC-9).
        surprise: Surprise = Surprise::USUAL,
    }
}

/// Attack routines per round: 3/2 is two in odd rounds and one in even ones (AD-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Routines {
    /// In the first round, the third, and so on.
    pub odd: u8,
    /// In the others.
    pub even: u8,
}

impl Routines {
    /// Returns the same number in every round.
    pub const fn each(count: u8) -> Self {
        Self { odd: count, even: count }
    }

    /// Returns how many in a round, counted from 1.
    pub const fn in_round(self, round: u32) -> u8 {
        if round % 2 == 1 { self.odd } else { self.even }
    }
}

impl Default for Routines {
    fn default() -> Self {
        Self::each(1)
    }
}

/// How a weapon is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Handling {
    /// Its speed factor in melee; `None` for natural weapons (AD-07, AD-10).
    pub speed_factor: Option<u8>,
    /// Shots a round.
    pub shots: Routines,
    /// Segments that a shot takes: a spell. 0 for an untimed one (AD-04).
    pub segments: u8,
    /// Its length in feet, in fixed point (see [`Len`]); 0 for natural weapons. The longer strikes first when a charge is met
    /// (ADC-7).
    pub length: Len,
    /// Damage multiplier when set against a charge; 0 for one that cannot be set (ADC-7).
    pub set_damage: u8,
    /// Damage multiplier in a mounted charge; 0 counts as 1 (ADC-7).
    pub charge_damage: u8,
}

/// What a troop type brings to the order of action (AD-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nature {
    /// Attack routines per round in melee.
    pub blows: Routines,
    /// Added to the die if missiles are used, and taken off the segments of surprise (ADC-9).
    pub reaction: i32,
    /// Hasted: counts as having multiple attacks whatever it does, and has twice as many.
    pub hasted: bool,
    /// Slowed: acts last.
    pub slowed: bool,
    /// Acts last by nature (a zombie).
    pub always_last: bool,
}

impl Nature {
    /// Returns whether it acts in the last bracket.
    pub const fn is_last(&self) -> bool {
        self.slowed || self.always_last
    }

    /// Returns its routines if the table gives `count`: twice as many if hasted, up to [`MOST_ROUTINES`].
    pub const fn routines(&self, count: u8) -> u8 {
        let count = if self.hasted { count.saturating_mul(2) } else { count };
        if count > MOST_ROUTINES { MOST_ROUTINES } else { count }
    }

    /// Returns the reaction modifier of a figure with this full move: to its die if it uses missiles (AD-01), and to how long
    /// it is surprised (ADC-9).
    pub fn reaction_modifier(&self, full_move: Len, rules: &Segments) -> i32 {
        let loaded = full_move < rules.light_load;
        if rules.reaction_needs_light_load == LightLoad::On && loaded {
            self.reaction.min(0)
        } else {
            self.reaction
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_attacks_in_two_rounds() {
        let routines = Routines { odd: 2, even: 1 };
        assert_eq!([1, 2, 3, 4].map(|round| routines.in_round(round)), [2, 1, 2, 1]);
        assert_eq!(Routines::default(), Routines::each(1));
    }

    #[test]
    fn haste_doubles_up_to_the_most() {
        let hasted = Nature { hasted: true, ..Nature::default() };
        assert_eq!([0, 1, 2, 5].map(|n| hasted.routines(n)), [0, 2, 4, 8]);
        assert_eq!(Nature::default().routines(3), 3);
    }

    #[test]
    fn a_bonus_may_need_a_light_load_and_a_penalty_never() {
        let on = Segments { reaction_needs_light_load: LightLoad::On, ..Segments::default() };
        let of = |reaction| Nature { reaction, ..Nature::default() };
        for (inches, rules, expected) in
            [(9, Segments::default(), [2, -2]), (9, on, [0, -2]), (12, on, [2, -2])]
        {
            let found = [2, -2].map(|r| of(r).reaction_modifier(inches * UNIT, &rules));
            assert_eq!(found, expected, "a move of {inches}");
        }
    }
}
