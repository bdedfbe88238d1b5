//! The words of events: kinds of action, reaction and move, reasons, conditions, endings.

use crate::rule::Rule;
use crate::side::Side;
use crate::words::{meanings, words};

words! {
    /// What an action is.
    ActionKind {
        Stand "stand" = "Nobody does anything.",
        Move "move" = "A body moves to a place.",
        Charge "charge" = "A body moves at enemies, into melee if it can reach.",
        Shoot "shoot" = "A body shoots at an enemy body (LL-07, LL-14).",
        AllShoot "all shoot" = "All missile figures shoot (LL-13).",
        Fight "fight" = "A group in contact fights a round (LL-09).",
        ToMe "to me" = "A leader calls his men to him (LL-15).",
        Hide "hide" = "A body moves out of sight (LL-05 c).",
        Appear "appear" = "A body moves into sight (LL-05 c).",
        Escape "escape" = "A body moves to its exit, and off the table (LL-05 d).",
        Run "run" = "A body moves fast (PG-06).",
        Volley "volley" = "Ranks of a line fire a volley (PG-11).",
        ShootInHaste "shoot in haste" = "Those who have just reloaded fire in haste (PG-10).",
        Reload "reload" = "A group reloads (PG-09, PG-12).",
        LieLow "lie low" = "A unit lies low (WS-02).",
        Prepare "prepare" = "A unit prepares (WS-02).",
        Set "set" = "Weapons are set against a charge (ADC-7).",
    }

    /// What a reaction is (WS-03).
    ReactionKind {
        Shoot "shoot" = "Shoots at the active unit.",
        Fight "fight" = "Fights those of it who are in contact.",
        Towards "move towards" = "Moves straight at it, and into melee if it gets there.",
        HeadOff "head off" = "Makes for the place for which it is making.",
        Away "move away" = "Moves straight away from it (WSC-8).",
        TakeCover "take cover" = "Makes for the nearest cover (WSC-8).",
        Rejoin "rejoin" = "Makes for the nearest friends (WSC-8).",
        LieLow "lie low" = "Lies low (WS-02).",
        Prepare "prepare" = "Prepares for its next reaction (WS-02).",
    }

    /// How a shot is fired.
    FireKind {
        Aimed "aimed" = "Aimed (PG-07).",
        Haste "haste" = "Aimed in haste, in the turn in which the weapon was reloaded (PG-10).",
        Volley "volley" = "In a volley (PG-11).",
    }

    /// The condition of a target (PG-07).
    TargetCondition {
        Unmoving "unmoving" = "It did not move in its own last turn.",
        Moving "moving" = "It moved in its own last turn.",
        Screened "screened" = "It is partially screened.",
        Protected "protected" = "It is partially protected.",
    }

    /// What kind of attack a stacked test makes (WSC-5).
    Opening {
        Skilled "skilled attack" = "Both attributes are passed: it lands, and who is countered answers in his turn (WSC-6).",
        Wild "wild attack" = "Mentality alone: it lands, but a counter cannot be answered.",
        HalfHearted "half-hearted attack" = "Action alone: it lands, and a counter ends the matter.",
        CoversUp "covers up" = "Neither: no attack. He covers up, until he attacks or does something else, and runs if he is charged.",
    }

    /// Something that adds to a roll to hit, or to a fighter's total in melee.
    Part {
        Range "range" = "The distance of a shot (ADC-3).",
        Screened "screened" = "The target is screened.",
        Protected "protected" = "The target is protected.",
        InReaction "in reaction" = "The shot is a reaction (LL-12).",
        Prepared "prepared" = "The unit has prepared (WS-02).",
        Charge "charge" = "He charges (ADC-4).",
        Behind "rear" = "He strikes from behind (ADC-4).",
        Free "free blow" = "The blow is at one who leaves the melee (ADC-8).",
        Reach "longer weapon" = "His weapon is longer, in the round on contact (LLC-4).",
        Support "support" = "Friends help him (HOST-3), or reach past him from behind (LLC-4).",
        Barricade "barricade" = "He is behind a barricade (HOST-3).",
    }
}

meanings! {
    /// What puts a unit under pressure (PG-04).
    Pressure {
        Fire = "It suffers fire casualties: a wound or a death.",
        Charge = "It is charged.",
    }

    /// Why a unit is tested.
    ControlTest {
        Activation = "It is out of control at the start of its side's turn (PG-04).",
        HalfStrength = "It is below half its strength (PG-05).",
        FlankOrRear = "It is charged in flank or rear (PG-05).",
    }

    /// The result of a test.
    ControlResult {
        InControl = "In control again; of a reaction test, no change.",
        OutOfControl = "Put or left out of control.",
        Routed = "Routed.",
    }

    /// Why a game is a draw.
    Draw {
        Both = "Both sides have reached a goal at once.",
        Deserted = "Nobody is left on the table.",
        TurnsOver = "The turns of the system are over (WS-01).",
    }

    /// By which clause of LL-05 a first action qualifies.
    Qualifies {
        TowardEnemy = "(a) Full speed towards the enemy.",
        Engages = "(b) Engages with missiles or in melee.",
        ChangesSight = "(c) Moves into or out of sight, to some purpose.",
        Escapes = "(d) Full speed to escape.",
        Order = "(e) The order on the card.",
        Due = "Nothing on the list: the roll is due all the same (LL-03), and whoever seizes by it forfeits the first action.",
    }

    /// Why a figure moves.
    MoveKind {
        Action = "By its side's action.",
        ReactEngage = "In reaction, to engage (LL-11).",
        ReactRun = "In reaction, to run (LL-11).",
        Halt = "It stops where it was hit on its way (LL-12).",
        PushBack = "Pushed back (LLC-6).",
        Retreat = "In retreat (LLC-6).",
        GiveWay = "With a friend before him who is pushed back (LLC-6).",
        Rout = "In rout (PG-04, PG-06).",
    }

    /// What is drawn other than a unit's card (TN-02).
    Lot {
        Token = "The token of a side.",
        Joker = "A chance of the side that had not the last one.",
        Blank = "Nobody's.",
    }

    /// Why a round of melee is fought (LL-09).
    MeleeKind {
        Contact = "On first contact.",
        Action = "As an action.",
        Reaction = "After a reactive engagement (LL-11).",
        Everyone = "By a natural 1 to 3 (LL-10).",
        Turn = "As the round of a side's turn (PG-13).",
    }

    /// What killed a figure.
    Cause {
        Shot = "A shot.",
        Melee = "Melee.",
    }

    /// What gives a figure an advantage in melee (PG-14).
    Vantage {
        Parapet = "It is behind a parapet that it did not come up to.",
        WoundedEnemy = "Its enemy is wounded.",
        FlankOrRear = "It is at the flank or rear of a line when lines clash.",
    }

    /// Why a figure does not do what it was told to.
    Hindrance {
        Gone = "He is down, or gone.",
        TargetGone = "His enemy is down, or gone.",
        NoContact = "No enemy is in contact with him.",
        Crowded = "As many as may strike at his enemy do.",
        OtherMatch = "Those in contact with him have no part in the match (WS-04).",
        InMelee = "He is in melee and cannot shoot.",
        Unloaded = "His weapon is not loaded.",
        HasRun = "He has run and cannot shoot (PG-06).",
        OutOfRange = "Nobody of those aimed at is within range.",
        OutOfSight = "Nobody of those aimed at can be seen.",
        Hopeless = "No roll of his would hit anybody of those aimed at.",
        Met = "He is in contact with the enemy and cannot set off.",
        Pinned = "He is pinned (FT-09).",
        Withdrawn = "He has withdrawn from the fight (ADC-5).",
        ThrownBack = "He has been thrown back and goes no further in the round (AD-04).",
        Halted = "An enemy who is gone by now has halted him, and he goes no further in the round (AD-09).",
        Stuck = "He finds no way on, or no room.",
        RoundOver = "The round is over before it is done; it goes on in the next (ADC-6).",
        Found = "He has been run into, or found (WS-02).",
    }
}

impl ActionKind {
    /// Returns whether figures are meant to move.
    pub const fn is_move(self) -> bool {
        use ActionKind::{Appear, Charge, Escape, Hide, Move, Run, ToMe};
        matches!(self, Move | Charge | ToMe | Hide | Appear | Escape | Run)
    }

    /// Returns whether the action is a shooting action, which hands over a counter (LL-07).
    pub const fn is_shooting(self) -> bool {
        matches!(self, Self::Shoot | Self::AllShoot | Self::Volley | Self::ShootInHaste)
    }
}

impl ReactionKind {
    /// Returns whether figures are meant to move.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Towards | Self::HeadOff | Self::Away | Self::TakeCover | Self::Rejoin)
    }
}

impl Opening {
    /// Returns the attack that a roll makes, given the highest rolls that Mentality and Action pass.
    pub const fn of([mentality, action]: [i32; 2], rolled: i32) -> Self {
        match (rolled <= mentality, rolled <= action) {
            (true, true) => Self::Skilled,
            (true, false) => Self::Wild,
            (false, true) => Self::HalfHearted,
            (false, false) => Self::CoversUp,
        }
    }
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A side has reached one of its goals.
    Won {
        /// The side that has won.
        side: Side,
        /// The index of the goal among its goals, or `None` if the enemy has no figure left.
        goal: Option<u8>,
    },
    /// Neither side has won.
    Draw(Draw),
    /// The game was stopped at the cap.
    Cap,
}

impl Ending {
    /// Returns the side that has won, if one has.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won { side, .. } => Some(side),
            Self::Draw(_) | Self::Cap => None,
        }
    }
}

impl Draw {
    /// Every reason; `draw as usize` is its place here.
    pub const ALL: [Self; 3] = [Self::Both, Self::Deserted, Self::TurnsOver];
}

/// What dice of an attack are for if they belong to no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiceOf {
    /// The number of attacks, before halving (FT-02).
    Attacks,
    /// What a row adds to that, by its place in the chain (FT-02).
    Extra(u8),
    /// What a row of a step adds to its roll, which comes next: by the places of both (FT-03).
    Row(u8, u8),
    /// The wounds of an effect, by its place in the rulebook (FT-06).
    Wounds(u8),
}

impl DiceOf {
    /// Returns the rule by which they are rolled.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Attacks | Self::Extra(_) => Rule::ft(2),
            Self::Row(..) => Rule::ft(3),
            Self::Wounds(_) => Rule::ft(6),
        }
    }
}
