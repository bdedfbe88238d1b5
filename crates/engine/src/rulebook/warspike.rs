//! The tables and readings of WarSpike (WS-01 to WS-08): which side instigates, which unit reacts and how, and how the
//! Advantage is worked out.

use crate::battle::geometry::{Len, UNIT};
use crate::dice::Dice;
use crate::words::{readings, tables};

tables! {
    /// Everything that WarSpike's initiative is tuned by.
    WarSpike {
        /// Turns of the game (WS-01). When the last has been played, or struck off, the game is a draw.
        turns: u32 = 20,
        /// Which side instigates in the first turn (WS-01).
        first_instigator: FirstInstigator = FirstInstigator::PassAllowed,
        /// Which units are matched with each other (WS-02, SOW-1).
        matching: Matching = Matching::Chosen,
        /// Which units count as one (WSC-10).
        blocks: Blocks = Blocks::AsFormed,
        /// Which units may answer an action aimed at a unit (WS-03).
        reacting_unit: ReactingUnit = ReactingUnit::Any,
        /// Where a reacting unit may move (WS-03).
        reaction_move: ReactionMove = ReactionMove::Towards,
        /// What units on hold react to (WS-08).
        hold_reacts: HoldReacts = HoldReacts::ToAttacks,
        /// Whether units on hold may move (WS-08).
        hold_moves: HoldMoves = HoldMoves::None,
        /// What decides which side instigates next turn (WS-07).
        advantage: Advantage = Advantage::Roll,
        /// Dice of each side for the Advantage.
        advantage_dice: Dice = Dice::one(6),
        /// Added to them for each enemy unit destroyed or routed in the turn.
        advantage_per_unit: i32 = 1,
        /// Increments of a turn, in which both units of a match move at the same time (WS-04, WSC-1).
        increments: u8 = 10,
        /// Added to each roll to hit and in melee of a unit in the first reaction after it has prepared.
        prepared: i32 = 1,
        /// How near an enemy must come to find a unit that lies low.
        found: Len = 4 * UNIT,
    }
}

/// How far figures on foot go by their stride (WSC-2), in place of one full move. It belongs to movement, not initiative, and
/// may be used under every system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strides {
    /// Stature: the stride in yards.
    pub stature: u8,
    /// Strides of a full move: one in each increment of a turn (WSC-1).
    pub count: u8,
    /// How long a yard is on the table.
    pub yard: Len,
}

impl Strides {
    /// Returns the full move of a figure on foot: a stride is as many yards as its Stature, and in the close order of a unit
    /// one less.
    pub fn full_move(&self, alone: bool) -> Len {
        let yards = Len::from(self.stature) - Len::from(!alone);
        (yards * self.yard * Len::from(self.count)).max(1)
    }
}

readings! {
    /// Which side instigates in the first turn, unless the scenario names it (WS-01).
    FirstInstigator {
        PassAllowed "pass-allowed" = "The winner of a toss, unless he passes; then the loser, unless he passes too.",
        Coin "coin" = "The winner of a toss (WSC-9).",
        Situation "situation" =
            "Who lies in ambush, or advances on those who defend (WSC-9); the winner of a toss if that says nothing.",
    }

    /// Which units are matched with each other (WS-02, SOW-1).
    Matching {
        Chosen "chosen" =
            "The Instigator chooses the unit that acts and what it aims at, the Retaliator the one that reacts.",
        Closest "closest" =
            "The two of both sides that are nearest to one another and not matched yet in the turn; the Instigator \
             chooses among equal distances only.",
    }

    /// Which units count as one (WSC-10).
    Blocks {
        AsFormed "as-formed" = "Those of a block that the battle forms.",
        None "none" = "None: each is by itself, whatever the battle says.",
        WholeSide "whole-side" = "All of a side: the traditional turn.",
    }

    /// Which units may answer an action aimed at a unit (WS-03).
    ReactingUnit {
        Any "any" = "Any unit that has not reacted in this turn.",
        Targeted "targeted" = "Only the unit aimed at.",
    }

    /// Where a reacting unit may move (WS-03). Each reading allows all that those before it do.
    ReactionMove {
        Towards "towards" = "Straight at the active unit.",
        Intercept "intercept" = "Also to the place that the active unit is making for.",
        Free "free" = "Also straight away from it, to the nearest cover or to the nearest friends (WSC-8).",
    }

    /// What units on hold react to (WS-08).
    HoldReacts {
        ToAttacks "to-attacks" = "Actions that are aimed at somebody, and moves that run into somebody.",
        ToAnything "to-anything" = "Any action, as other units do.",
    }

    /// Whether units on hold may move (WS-08).
    HoldMoves {
        None "none" = "They stay where they are, and react from there.",
        InReaction "in-reaction" = "In a reaction, as other units do.",
    }

    /// What decides which side instigates next turn (WS-07).
    Advantage {
        Roll "roll" = "Both roll, and add for enemy units destroyed or routed; a tie leaves it where it is.",
        LoserOfFewer "loser-of-fewer" = "The side that has lost fewer figures in the turn; a tie leaves it where it is.",
        Alternate "alternate" = "The sides take turns.",
        Keep "keep" = "It stays where it is.",
        Situation "situation" = "Who lies in ambush, or advances on those who defend (WSC-9); else it stays where it is.",
        Coin "coin" = "A toss, every turn anew (SOW-1).",
    }
}
