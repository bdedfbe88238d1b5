//! The turn as a table (TN-09): which side is next, what it is handed, how often a unit acts, when it passes on and which units
//! may interrupt. Every combination of answers is a system of its own, and none needs code of its own.

use crate::battle::geometry::{Len, UNIT};
use crate::dice::Dice;
use crate::rule::Rule;
use crate::rulebook::{Attribute, Clock, Rulebook, TroopType, Weapon};
use crate::words::{readings, tables};

tables! {
    /// The answers of a rulebook's `[turn]`.
    Turn {
        /// The system's name in files and reports.
        name: &'static str = "",
        /// The rule that it cites.
        rule: Rule = Rule::tn(9),
        /// Which side or unit is next.
        next: Next = Next::Sides,
        /// Which side opens a round, or a pair of turns; with [`Next::Sides`].
        first: First = First::Starter,
        /// The dice of [`First::Roll`].
        dice: Option<Dice> = None,
        /// What is handed over.
        hands_over: HandsOver = HandsOver::Units,
        /// Activations handed over by [`HandsOver::Units`].
        units: u8 = 1,
        /// How often one unit acts.
        times: Times = Times::OnceARound,
        /// What happens if one side has fewer units left.
        smaller_side: SmallerSide = SmallerSide::RunsOut,
        /// Tokens for each unit in play, in the bag.
        tokens: u8 = 1,
        /// Cards for each unit in play, in the deck.
        cards: u8 = 1,
        /// Cards for each leader on the table, in the deck.
        leader_cards: u8 = 0,
        /// How near to its leader a unit must have a figure to act on the leader's card.
        leader_reach: Len = 12 * UNIT,
        /// Tokens or cards of no side.
        blanks: u8 = 0,
        /// Tokens or cards of the side that did not have the last chance.
        jokers: u8 = 0,
        /// Tokens or cards that end the round.
        end_cards: u8 = 0,
        /// Which number puts units in order, with [`Next::Count`].
        by: UnitNumber = UnitNumber::Quality,
        /// What each unit rolls and adds to that number.
        count_dice: Option<Dice> = None,
        /// What a unit does when it acts.
        actions: Actions = Actions::One,
        /// Whether units that have not shot do so after all others of their side.
        late_shots: bool = false,
        /// When melee is fought.
        melee: MeleeTime = MeleeTime::AtOnce,
        /// Whether a shooter may take a few steps first (LL-14).
        moves_to_shoot: bool = true,
        /// The test of a unit before it acts.
        test: Option<UnitTest> = None,
        /// What dice buy, with [`HandsOver::Command`].
        command: Option<Command> = None,
        /// Which units may shoot while the other side acts.
        interrupts: Option<Interrupts> = None,
    }
}

readings! {
    /// Which side or unit is next.
    Next {
        Sides "sides" = "The sides, one after the other.",
        Bag "bag" = "The side whose token is drawn, which picks a unit.",
        Deck "deck" = "The unit whose card is drawn.",
        Count "count" = "Units by a number, the highest first.",
    }

    /// Which side opens a round, or a pair of turns.
    First {
        Starter "starter" = "Always the one that began the game.",
        InTurn "in-turn" = "Each in turn.",
        Roll "roll" = "The higher roll; who had the last turn loses a tie.",
        DoneFirst "done-first" = "The one that was first to have nobody left who could act, in the round before.",
    }

    /// What is handed over.
    HandsOver {
        Units "units" = "So many activations.",
        Side "side" = "All units, until none does anything.",
        Command "command" = "What the command dice buy.",
    }

    /// How often one unit acts.
    Times {
        OnceARound "once-a-round" = "Once in a round.",
        OnceATurn "once-a-turn" = "Once in a turn of its side.",
        Again "again" = "As often as its side likes.",
    }

    /// What happens if one side has fewer units left than the other in a round.
    SmallerSide {
        RunsOut "runs-out" = "It runs out, and the larger ends the round alone.",
        MayPass "may-pass" = "It may pass as often as it has fewer.",
        Spread "spread" = "Its chances are spread evenly over the round.",
    }

    /// What a unit does when it acts.
    Actions {
        One "one" = "One action.",
        ShootAndMove "shoot-and-move" = "One action; and if it shot, it may move after that.",
    }

    /// When melee is fought.
    MeleeTime {
        AtOnce "at-once" = "On contact, and as an action.",
        EndOfTurn "end-of-turn" = "By all who are in contact, at the end of a side's turn.",
    }
}

/// A number of a unit that a turn goes by (TN-09): that of most of its figures, the highest of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnitNumber {
    /// None: nothing is added.
    #[default]
    Nothing,
    /// Their quality (LLC-1), or the place of their M die (PG-02).
    Quality,
    /// A column of the table of troop types.
    Count,
    /// Their level (ADC-1).
    Level,
    /// An attribute of their profile (FT-01).
    Attribute(Attribute),
}

impl UnitNumber {
    /// The words for what puts units in order.
    pub const BY: &[(&str, Self)] =
        &[("quality", Self::Quality), ("count", Self::Count), ("level", Self::Level)];

    /// The words for what is added to a roll.
    pub const ADDED: &[(&str, Self)] =
        &[("nothing", Self::Nothing), ("quality", Self::Quality), ("level", Self::Level)];

    /// Returns the number of a figure of a troop type with a weapon.
    pub fn of(self, rules: &Rulebook, troops: &TroopType, weapon: &Weapon) -> i32 {
        match self {
            Self::Nothing => 0,
            Self::Quality => troops.quality.into(),
            Self::Count => troops.count,
            Self::Level => troops.body.level,
            Self::Attribute(attribute) => {
                let profile = rules.steps.profile(troops, weapon);
                profile[usize::from(attribute.0)].map_or(0, |amount| amount.plus)
            }
        }
    }
}

readings! {
    /// What the face of a command die buys.
    Face {
        Nothing "nothing" = "Nothing.",
        Unit "unit" = "The activation of a unit.",
        Leader "leader" = "The activation of a unit whose leader is on the table.",
        Keep "keep" = "Enough of these, and the side has the next turn too.",
    }

    /// Which units may interrupt an action by shooting.
    Interrupter {
        Overwatch "overwatch" = "Units that have let a chance pass to be on watch, until they act.",
        Sees "sees" = "All who see it.",
        Attacked "attacked" = "The body that is shot at.",
    }

    /// What may be interrupted.
    Interrupted {
        Both "both" = "Moves and shots.",
        Moves "moves" = "Moves.",
        Shots "shots" = "Shots.",
    }

    /// How often a unit interrupts.
    HowOften {
        Once "once" = "Once in a round, or in a turn of the other side.",
        Always "always" = "Once in each action.",
    }
}

/// Which units may shoot while the other side acts, and at what (TN-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interrupts {
    /// Which units may.
    pub who: Interrupter,
    /// What they may interrupt.
    pub to: Interrupted,
    /// How often a unit may.
    pub times: HowOften,
    /// The dice of the test that a unit takes each time; without any there is no test.
    pub dice: Option<Dice>,
    /// The least total that passes.
    pub needs: i32,
    /// What is added to the die.
    pub adds: UnitNumber,
}

tables! {
    /// The test of a unit before it acts.
    UnitTest {
        /// The dice of a try.
        dice: Dice = Dice::one(6),
        /// The least total of a successful try.
        needs: i32 = 0,
        /// How many tries; each that succeeds is an action.
        tries: u8 = 1,
        /// What is added to each try.
        adds: UnitNumber = UnitNumber::Nothing,
        /// How much more is needed for each time that the unit has acted in this turn.
        harder: i32 = 0,
        /// How many failed tries of one test pass the turn on; 0 if none do.
        failures: u8 = 0,
    }
}

/// Most cards of a unit, or of a leader, in a deck.
pub const MOST_CARDS: u8 = 10;

/// Most faces of a command die.
pub const MOST_FACES: usize = 20;
/// Most command dice.
pub const MOST_COMMAND: usize = 10;

tables! {
    /// What command dice buy.
    Command {
        /// Dice at the beginning of a side's turn.
        dice: Dice = Dice::one(6),
        /// What each face buys.
        faces: [Face; MOST_FACES] = [Face::Nothing; MOST_FACES],
        /// How many `keep` give the side the next turn too; 0 if none do.
        keeps: u8 = 0,
    }
}

impl Command {
    /// Returns what a face buys.
    pub fn face(&self, rolled: u8) -> Face {
        self.faces.get(usize::from(rolled).wrapping_sub(1)).copied().unwrap_or_default()
    }
}

impl Turn {
    /// Returns a turn with default answers, by the name of its system.
    pub const fn named(name: &'static str) -> Self {
        Self { name, ..Self::USUAL }
    }

    /// Returns whether sides have whole turns, one after the other; otherwise both act in one round.
    pub const fn has_whole_turns(&self) -> bool {
        let by_unit =
            matches!(self.hands_over, HandsOver::Units) && matches!(self.times, Times::OnceARound);
        matches!(self.next, Next::Sides) && !by_unit
    }

    /// Returns what its rounds are counted in.
    pub const fn clock(&self) -> Clock {
        let is_cut_short = self.end_cards > 0 && matches!(self.next, Next::Bag | Next::Deck);
        let is_whole = matches!(self.times, Times::OnceARound) && !is_cut_short;
        let fails = matches!(self.test, Some(ref test) if test.failures > 0);
        match (self.has_whole_turns(), self.hands_over, self.times) {
            (false, ..) if is_whole => Clock::Turns,
            (true, HandsOver::Side, Times::OnceARound | Times::OnceATurn) if !fails => Clock::Pairs,
            _ => Clock::Chances,
        }
    }

    /// Returns whether a side begins before any token or card decides who acts first.
    pub const fn has_starter(&self) -> bool {
        matches!(self.next, Next::Sides | Next::Count) || self.jokers > 0
    }

    /// Returns the numbers of a unit that it goes by: in the order of units, in their tests, and in those of interrupts.
    pub fn unit_numbers(&self) -> [UnitNumber; 3] {
        let of_test = self.test.map_or(UnitNumber::Nothing, |test| test.adds);
        [self.by, of_test, self.interrupts.map_or(UnitNumber::Nothing, |it| it.adds)]
    }

    /// Returns whether the sides roll for which is first.
    pub const fn rolls_for_first(&self) -> bool {
        matches!(self.next, Next::Sides) && matches!(self.first, First::Roll)
    }
}
