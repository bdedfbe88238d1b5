//! The words that events are told in: kinds of action, reaction and move, reasons, conditions, endings.

use crate::side::Side;

/// What puts a unit under pressure (PG-04).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pressure {
    /// It suffers fire casualties: a wound or a death.
    Fire,
    /// It is charged.
    Charge,
}

/// Why a unit is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ControlTest {
    /// It is out of control at the start of its side's turn (PG-04).
    Activation,
    /// It is below half its strength (PG-05).
    HalfStrength,
    /// It is charged in flank or rear (PG-05).
    FlankOrRear,
}

/// What comes of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ControlResult {
    /// In control again; of a reaction test, no change.
    InControl,
    /// Put or left out of control.
    OutOfControl,
    /// Routed.
    Routed,
}

/// How a shot is fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FireKind {
    /// Aimed (PG-07).
    Aimed,
    /// Aimed in haste, in the turn in which the weapon was reloaded (PG-10).
    Haste,
    /// In a volley (PG-11).
    Volley,
}

impl FireKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Aimed, Self::Haste, Self::Volley];

    /// A word for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aimed => "aimed",
            Self::Haste => "haste",
            Self::Volley => "volley",
        }
    }
}

/// The condition of a target (PG-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetCondition {
    /// Did not move in its own last turn.
    Unmoving,
    /// Did.
    Moving,
    /// Partially screened.
    Screened,
    /// Partially protected.
    Protected,
}

impl TargetCondition {
    /// Every condition.
    pub const ALL: [Self; 4] = [Self::Unmoving, Self::Moving, Self::Screened, Self::Protected];

    /// A word for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unmoving => "unmoving",
            Self::Moving => "moving",
            Self::Screened => "screened",
            Self::Protected => "protected",
        }
    }
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A side has reached one of its goals.
    Won {
        /// Who.
        side: Side,
        /// Which of its goals, or `None` if the enemy has no figure left.
        goal: Option<u8>,
    },
    /// Nobody has won.
    Draw(Draw),
    /// The cap on actions.
    Cap,
}

/// Why a game is a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Both sides have reached a goal at once.
    Both,
    /// Nobody is left on the table.
    Deserted,
    /// The turns of the system are over (WS-01).
    TurnsOver,
}

impl Draw {
    /// Every reason; `draw as usize` is its place here.
    pub const ALL: [Self; 3] = [Self::Both, Self::Deserted, Self::TurnsOver];
}

/// What an action is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionKind {
    /// Nobody does anything.
    Stand,
    /// A body moves to a place.
    Move,
    /// A body moves at enemies, into melee if it can reach.
    Charge,
    /// A body shoots at an enemy body (LL-07, LL-14).
    Shoot,
    /// All missile figures shoot (LL-13).
    AllShoot,
    /// A group in contact fights a round (LL-09).
    Fight,
    /// "To me!" (LL-15).
    ToMe,
    /// A body moves out of or into sight (LL-05 c).
    Hide,
    /// The opposite.
    Appear,
    /// A body moves to its exit, and off the table.
    Escape,
    /// A body moves fast (PG-06).
    Run,
    /// Ranks of a line fire a volley (PG-11).
    Volley,
    /// Those who have just reloaded fire in haste (PG-10).
    ShootInHaste,
    /// A group reloads (PG-09, PG-12).
    Reload,
    /// A unit lies low (WS-02).
    LieLow,
    /// A unit prepares (WS-02).
    Prepare,
    /// Weapons are set against a charge (ADC-7).
    Set,
}

impl ActionKind {
    /// Every kind.
    pub const ALL: [Self; 17] = [
        Self::Stand,
        Self::Move,
        Self::Charge,
        Self::Shoot,
        Self::AllShoot,
        Self::Fight,
        Self::ToMe,
        Self::Hide,
        Self::Appear,
        Self::Escape,
        Self::Run,
        Self::Volley,
        Self::ShootInHaste,
        Self::Reload,
        Self::LieLow,
        Self::Prepare,
        Self::Set,
    ];

    /// A word for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Move => "move",
            Self::Charge => "charge",
            Self::Shoot => "shoot",
            Self::AllShoot => "all shoot",
            Self::Fight => "fight",
            Self::ToMe => "to me",
            Self::Hide => "hide",
            Self::Appear => "appear",
            Self::Escape => "escape",
            Self::Run => "run",
            Self::Volley => "volley",
            Self::ShootInHaste => "shoot in haste",
            Self::Reload => "reload",
            Self::LieLow => "lie low",
            Self::Prepare => "prepare",
            Self::Set => "set",
        }
    }

    /// Whether somebody is meant to move.
    #[must_use]
    pub const fn is_move(self) -> bool {
        !matches!(
            self,
            Self::Stand
                | Self::Shoot
                | Self::AllShoot
                | Self::Fight
                | Self::Volley
                | Self::ShootInHaste
                | Self::Reload
                | Self::LieLow
                | Self::Prepare
                | Self::Set
        )
    }

    /// Whether the action is a shooting action, which hands over a counter (LL-07).
    #[must_use]
    pub const fn is_shooting(self) -> bool {
        matches!(self, Self::Shoot | Self::AllShoot | Self::Volley | Self::ShootInHaste)
    }
}

/// What a reaction is (WS-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReactionKind {
    /// Shoots at the active unit.
    Shoot,
    /// Fights those of it who are in contact.
    Fight,
    /// Moves straight at it, and into melee if it gets there.
    Towards,
    /// Makes for the place that it is making for.
    HeadOff,
    /// Moves straight away from it (WSC-8).
    Away,
    /// Makes for the nearest cover (WSC-8).
    TakeCover,
    /// Makes for the nearest friends (WSC-8).
    Rejoin,
    /// Lies low.
    LieLow,
    /// Prepares for its next reaction.
    Prepare,
}

impl ReactionKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Shoot,
        Self::Fight,
        Self::Towards,
        Self::HeadOff,
        Self::Away,
        Self::TakeCover,
        Self::Rejoin,
        Self::LieLow,
        Self::Prepare,
    ];

    /// A word for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shoot => "shoot",
            Self::Fight => "fight",
            Self::Towards => "move towards",
            Self::HeadOff => "head off",
            Self::Away => "move away",
            Self::TakeCover => "take cover",
            Self::Rejoin => "rejoin",
            Self::LieLow => "lie low",
            Self::Prepare => "prepare",
        }
    }

    /// Whether somebody is meant to move.
    #[must_use]
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Towards | Self::HeadOff | Self::Away | Self::TakeCover | Self::Rejoin)
    }
}

/// By which clause of LL-05 a first action qualifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Qualifies {
    /// (a) Full speed towards the enemy.
    TowardEnemy,
    /// (b) Engages with missiles or in melee.
    Engages,
    /// (c) Moves into or out of sight, to some purpose.
    ChangesSight,
    /// (d) Full speed to escape.
    Escapes,
    /// (e) The order on the card.
    Order,
}

/// Why a figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// By its side's action.
    Action,
    /// In reaction, to engage (LL-11).
    ReactEngage,
    /// In reaction, to run (LL-11).
    ReactRun,
    /// Halted where he was hit on his way (LL-12).
    Halt,
    /// Pushed back (LLC-6).
    PushBack,
    /// In retreat (LLC-6).
    Retreat,
    /// In rout (PG-04, PG-06).
    Rout,
}

/// Why a round of melee is fought (LL-09).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MeleeKind {
    /// On first contact.
    Contact,
    /// As an action.
    Action,
    /// After a reactive engagement (LL-11).
    Reaction,
    /// By a natural 1 to 3 (LL-10).
    Everyone,
    /// The round of a side's turn (PG-13).
    Turn,
}

/// What killed a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// A shot.
    Shot,
    /// Melee.
    Melee,
}

/// What kind of attack a stacked test makes (WSC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// Both attributes are passed: it lands, and who is countered answers in his turn (WSC-6).
    Skilled,
    /// Mentality alone: it lands, but a counter cannot be answered.
    Wild,
    /// Action alone: it lands, and a counter ends the matter.
    HalfHearted,
    /// Neither: no attack. He covers up, until he attacks or does something else, and runs if he is charged.
    CoversUp,
}

impl Opening {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Skilled, Self::Wild, Self::HalfHearted, Self::CoversUp];

    /// What a roll makes, of which Mentality and Action pass those up to these.
    #[must_use]
    pub const fn of([mentality, action]: [i32; 2], rolled: i32) -> Self {
        match (rolled <= mentality, rolled <= action) {
            (true, true) => Self::Skilled,
            (true, false) => Self::Wild,
            (false, true) => Self::HalfHearted,
            (false, false) => Self::CoversUp,
        }
    }

    /// Words for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skilled => "skilled attack",
            Self::Wild => "wild attack",
            Self::HalfHearted => "half-hearted attack",
            Self::CoversUp => "covers up",
        }
    }
}
