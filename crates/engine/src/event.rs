//! What happens in a game, one value at a time, each naming its rule. Observers listen; without one nothing is built.

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, EventId, FigureId, PlaceId, UnitId};
use crate::rule::Rule;
use crate::rulebook::{Effect, Fighting, NerveResult, Rulebook, System};
use crate::side::{BySide, Side};

/// A set of figures of one side, by their indices.
pub type FigureSet = u128;

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The game begins.
    Begins {
        /// Who has the initiative first.
        side: Side,
        /// Whether by lot.
        by_lot: bool,
    },
    /// A side makes an action (LL-01); its consequences follow.
    Acts {
        /// Number of the action in the game, from 1.
        number: u32,
        /// Who acts.
        side: Side,
        /// What is done.
        action: ActionKind,
        /// Who takes part.
        figures: FigureSet,
        /// The figure named as destination or to represent the target body.
        target: Option<FigureId>,
        /// The destination of a move that is no charge.
        destination: Option<Point>,
        /// The place that destination is the centre of, if any.
        place: Option<PlaceId>,
        /// Bound by LL-05, as what.
        first: Option<Qualifies>,
        /// The order card that is carried out, among the side's.
        card: Option<u8>,
    },
    /// No permitted action was left for the first action after a seize (LL-05).
    Forfeits {
        /// Who.
        side: Side,
        /// Number of the action in the game, from 1.
        number: u32,
    },
    /// A figure has moved.
    Moves {
        /// Who.
        figure: FigureId,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
        /// Length of the way it went.
        way: Len,
        /// Length of the way as charged against its allowance (slow ground counts more).
        cost: Len,
        /// Its allowance for this move.
        allowance: Len,
        /// Why.
        why: MoveKind,
    },
    /// A figure comes into contact with an enemy.
    Contact {
        /// Who moved.
        figure: FigureId,
        /// Whom it met.
        enemy: FigureId,
    },
    /// A shot.
    Shoots {
        /// Who.
        shooter: FigureId,
        /// At whom.
        target: FigureId,
        /// Range band: 0 short, 1 medium, 2 long.
        band: u8,
        /// Sum of the modifiers.
        modifier: i32,
        /// The number needed on the dice.
        needed: i32,
        /// The number rolled.
        rolled: i32,
        /// Whether it hit.
        hit: bool,
        /// Whether it is a reaction (LL-12).
        reactive: bool,
        /// Whether the shooter moved in this action (LL-14).
        moved: bool,
    },
    /// What a hit does (HOST-2).
    Hit {
        /// Who was hit.
        figure: FigureId,
        /// The effect roll.
        rolled: i32,
        /// What it does.
        effect: Effect,
    },
    /// A round of melee begins.
    MeleeRound {
        /// Why.
        why: MeleeKind,
    },
    /// Two figures fight in that round.
    Fights {
        /// The fighter of the side that holds the initiative.
        a: FigureId,
        /// His opponent.
        b: FigureId,
        /// Dice of the first.
        rolled_a: i32,
        /// Dice of the second.
        rolled_b: i32,
        /// Total of the first.
        total_a: i32,
        /// Total of the second.
        total_b: i32,
        /// What happens to the loser.
        effect: Effect,
    },
    /// A figure is killed.
    Dies {
        /// Who.
        figure: FigureId,
        /// By what.
        cause: Cause,
    },
    /// A figure leaves the table by its exit (LL-05 d).
    Escapes {
        /// Who.
        figure: FigureId,
    },
    /// A unit's morale falls (LLC-5).
    MoraleFalls {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// What is left of it.
        left: i32,
    },
    /// A unit whose morale is spent leaves the table (LLC-5).
    UnitLeaves {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// Those of it who leave.
        figures: FigureSet,
    },
    /// The passive side declares who reacts by shooting, before any die (LL-12).
    ReactsShooting {
        /// Who reacts.
        side: Side,
        /// The figures.
        figures: FigureSet,
        /// Whether they reply to shots, rather than shoot at movers.
        reply: bool,
    },
    /// The passive side reacts to a contact by moving (LL-11).
    ReactsMoving {
        /// Who reacts.
        side: Side,
        /// Those who engage.
        engage: FigureSet,
        /// Those who run.
        run: FigureSet,
    },
    /// A shooting counter is handed over (LL-07).
    Counter {
        /// Who gets it.
        to: Side,
        /// How many that side now has.
        counters: u32,
    },
    /// The passive side does not try to seize (LL-03).
    Declines {
        /// Who.
        side: Side,
    },
    /// A figure is nominated to seize, with an intention (LL-06).
    Nominates {
        /// Who.
        figure: FigureId,
        /// What its first action shall be.
        intention: ActionKind,
        /// As what that qualifies (LL-05).
        qualifies: Qualifies,
        /// The enemy it is aimed at.
        target: Option<FigureId>,
        /// The place it is aimed at.
        place: Option<PlaceId>,
        /// The order card used.
        card: Option<u8>,
        /// Base rate of the figure.
        base: i32,
        /// Leadership of the figure.
        leadership: i32,
        /// Sum of the tactical factors.
        factors: i32,
        /// Base less leadership and factors: the total needed on the dice.
        needed: i32,
        /// Whether a duel calls for this roll (LL-16).
        duel: bool,
    },
    /// A tactical factor counts for the nomination just made (LL-03).
    Factor {
        /// Its row in the table.
        row: u8,
        /// How often.
        times: u32,
        /// What it adds in all.
        adds: i32,
    },
    /// The seize roll (LL-03).
    SeizeRoll {
        /// Who rolls.
        side: Side,
        /// The natural total.
        rolled: i32,
        /// What was needed.
        needed: i32,
        /// Whether it succeeded.
        success: bool,
        /// The attempt is the n-th against this initiative, from 1.
        attempt: u32,
    },
    /// A natural 1 to 3: everyone in contact fights (LL-10).
    EveryoneFights {
        /// The natural total.
        rolled: i32,
    },
    /// The initiative changes hands.
    Passes {
        /// Who has it now.
        to: Side,
        /// How many actions the other side made in it.
        streak: u32,
    },
    /// A duel is lost (LL-16).
    Duel {
        /// The winner.
        winner: FigureId,
        /// The loser.
        loser: FigureId,
    },
    /// An order card is done with: its task is carried out or nobody on it is left (LL-08).
    CardCloses {
        /// Whose.
        side: Side,
        /// Which among the side's.
        card: u8,
        /// Whether its task was carried out.
        done: bool,
    },
    /// An event of the scenario happens.
    Happens {
        /// Which.
        event: EventId,
    },
    /// A side's turn begins (PG-04).
    TurnBegins {
        /// Whose.
        side: Side,
        /// Number of the turn in the game, from 1.
        turn: u32,
    },
    /// Units that might have acted by now let their turn pass: their bot has them stand, or has nothing for them to do
    /// (BL-01, LLC-3, WS-05, WS-06).
    Idle {
        /// Their side.
        side: Side,
        /// The units, by their places.
        units: u128,
    },
    /// Both sides have rolled for who goes first in a turn (LLC-3).
    TurnRoll {
        /// What they rolled.
        rolled: BySide<i32>,
        /// Who goes first.
        first: Side,
    },
    /// The deck is shuffled (BL-02).
    Shuffles {
        /// Cards in it.
        cards: u32,
        /// Number of the shuffle in the game, from 1.
        turn: u32,
    },
    /// The card of a unit is drawn (BL-02).
    CardDrawn {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
    },
    /// The card is drawn that ends the turn (BL-02).
    EndCard,
    /// A coin is tossed for who may instigate (WS-01).
    Toss {
        /// Who wins it.
        winner: Side,
    },
    /// A side does not want to instigate, or cannot (WS-01, WS-08).
    PassesToss {
        /// Who.
        side: Side,
    },
    /// Nobody instigates: a turn is struck off the game's turns (WS-01, WS-07).
    TurnStruckOff {
        /// Number of the turn in the game, from 1.
        turn: u32,
    },
    /// A side is the Instigator of the turn that begins (WS-01, WS-07).
    Instigates {
        /// Who.
        side: Side,
        /// Number of the turn in the game, from 1, those struck off counted.
        turn: u32,
    },
    /// Action and reaction are known: a match begins (WS-04). The action is told next, then the reaction.
    MatchBegins {
        /// The Instigator.
        side: Side,
        /// His active unit.
        unit: UnitId,
        /// The Retaliator's unit that reacts, if one does.
        reacting: Option<UnitId>,
    },
    /// A unit of the Retaliator reacts (WS-03).
    Reacts {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// Those of it who take part.
        figures: FigureSet,
        /// What they do.
        reaction: ReactionKind,
        /// Where they make for, if it is a place.
        destination: Option<Point>,
        /// Whether they had prepared for it.
        prepared: bool,
    },
    /// A unit that lay low is found: it has acted, or an enemy has come near (WS-02).
    Found {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
    },
    /// The Instigator has done: the Retaliator's units that have not reacted may move (WS-06).
    Changeover {
        /// The Retaliator.
        side: Side,
    },
    /// The Advantage is worked out: who is to instigate next turn (WS-07).
    Advantage {
        /// What both rolled, if they rolled for it.
        rolled: Option<BySide<i32>>,
        /// Enemy units that each has destroyed or routed in the turn.
        destroyed: BySide<u32>,
        /// Who has it.
        to: Side,
    },
    /// A unit comes under pressure and is out of control from now on (PG-04).
    LosesControl {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// By what.
        pressure: Pressure,
    },
    /// A unit is tested on its C die (PG-04, PG-05).
    ControlTest {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// Why.
        test: ControlTest,
        /// Faces of the die.
        die: u8,
        /// The roll.
        rolled: i32,
        /// What comes of it.
        result: ControlResult,
    },
    /// A unit is routed, for good (PG-04, PG-05).
    Routs {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// Those of it on the table.
        figures: FigureSet,
    },
    /// A figure runs off the table in rout (PG-06).
    RoutsOff {
        /// Who.
        figure: FigureId,
    },
    /// A shot by the dice of petite guerre (PG-07, PG-10, PG-11).
    Fires {
        /// Who.
        shooter: FigureId,
        /// At whom; of a group that a volley is fired at, the nearest to the firing line.
        target: FigureId,
        /// How.
        fire: FireKind,
        /// The target's condition that counts.
        condition: TargetCondition,
        /// The distance that counts.
        distance: Len,
        /// Faces of the two dice; the second is 0 for the one die of a volley.
        dice: [u8; 2],
        /// The number needed.
        needed: i32,
        /// The total rolled.
        rolled: i32,
        /// Whether it hit.
        hit: bool,
        /// Whether it is a reaction (LL-12).
        reactive: bool,
    },
    /// What a hit does to a figure: wound or death (PG-08).
    Struck {
        /// Who was hit.
        figure: FigureId,
        /// The effect roll.
        rolled: i32,
        /// Whether he was wounded before, so that a wound kills.
        again: bool,
        /// Whether it kills.
        kills: bool,
        /// By what.
        cause: Cause,
    },
    /// A figure tries to reload (PG-09).
    Reloads {
        /// Who.
        figure: FigureId,
        /// Faces of the die.
        die: u8,
        /// The number needed.
        needed: i32,
        /// The roll.
        rolled: i32,
        /// Whether the weapon is loaded now.
        loaded: bool,
    },
    /// A rank or a platoon tries to reload with one die (PG-12).
    RankReloads {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// The rank, from 0; `None` for a platoon.
        rank: Option<u8>,
        /// Those whose weapons it is about.
        figures: FigureSet,
        /// Faces of the die.
        die: u8,
        /// The number needed.
        needed: i32,
        /// The roll.
        rolled: i32,
        /// Whether the weapons are loaded now.
        loaded: bool,
    },
    /// Two figures fight by the dice of petite guerre (PG-13).
    Clashes {
        /// One of them. In the round of a turn he is of the side whose turn it is, whether he attacks or is attacked;
        /// where one strikes at a time, he strikes.
        a: FigureId,
        /// The other, an enemy of his.
        b: FigureId,
        /// Faces of the M dice of `a` and of `b`, advantages (PG-14) and wounds counted.
        dice: [u8; 2],
        /// Whether `a` has an advantage, and whether `b` has.
        advantage: [bool; 2],
        /// What `a` and `b` rolled; 0 for one who does not roll, as his opponent is a second figure.
        rolled: [i32; 2],
        /// Whether `a` hits `b`, and whether `b` hits `a`.
        hits: [bool; 2],
    },
    /// A technique test in close combat (WSC-4, WSC-6).
    Technique {
        /// Who is tested: he answers an opening or a counter.
        figure: FigureId,
        /// Whose.
        against: FigureId,
        /// Number of the test in the bout, from 1; the first answers the opening. Where both are tested at once, both have
        /// the same number.
        step: u16,
        /// The highest roll that passes.
        needed: i32,
        /// The roll.
        rolled: i32,
        /// Whether it passes; else he falls.
        passes: bool,
    },
    /// A figure's hit points are rolled, before the game (ADC-2).
    HitPoints {
        /// Who.
        figure: FigureId,
        /// How many it has.
        points: i32,
    },
    /// A blow or a shot against armour (ADC-1).
    Attacks {
        /// Who strikes or shoots.
        by: FigureId,
        /// At whom.
        target: FigureId,
        /// The range band of a shot: 0 short, 1 medium, 2 long; `None` for a blow.
        band: Option<u8>,
        /// Sum of the modifiers (ADC-3, ADC-4).
        modifier: i32,
        /// The number needed on the dice, with the modifiers taken off.
        needed: i32,
        /// The number rolled.
        rolled: i32,
        /// Whether it hits.
        hit: bool,
        /// Whether it is a reaction (LL-12).
        reactive: bool,
    },
    /// Damage is taken off somebody's hit points (ADC-2).
    Harmed {
        /// Who is hit.
        figure: FigureId,
        /// By whom.
        by: FigureId,
        /// The damage.
        damage: i32,
        /// Hit points left; at 0 or below he is down.
        left: i32,
        /// By a blow or a shot.
        cause: Cause,
    },
    /// A unit checks its morale (ADC-5).
    NerveCheck {
        /// Its side.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// The highest total that holds.
        allowed: i32,
        /// Added to the roll.
        modifier: i32,
        /// The roll.
        rolled: i32,
        /// What comes of it.
        result: NerveResult,
    },
    /// A round of segments begins: both sides have rolled (AD-01).
    SegmentRoll {
        /// Number of the round in the game, from 1.
        round: u32,
        /// What they rolled, unmodified.
        rolled: BySide<i32>,
    },
    /// Figures with the same place in the order of action declare what they do in this round (AD-03).
    Declares {
        /// Their side.
        side: Side,
        /// What they will do.
        action: ActionKind,
        /// Who takes part.
        figures: FigureSet,
        /// The enemies it is aimed at.
        targets: FigureSet,
        /// The figure named as destination or to represent the target body.
        target: Option<FigureId>,
        /// The destination of a move that is no charge.
        destination: Option<Point>,
        /// The place that destination is the centre of, if any.
        place: Option<PlaceId>,
        /// The order card that is carried out, among the side's.
        card: Option<u8>,
        /// Attack routines that they commit themselves to; of a hasted figure, what haste gives it (AD-01).
        routines: u8,
        /// The die with their modifier.
        total: i32,
        /// Whether they act last (AD-01).
        last: bool,
        /// Those who charge; the others of a charge only close (AD-09).
        charging: FigureSet,
        /// Segments that it takes: a spell. 0 if it is untimed, or a move.
        takes: u8,
    },
    /// A declared action is carried out, or completes.
    Completes {
        /// Whose.
        side: Side,
        /// What.
        action: ActionKind,
        /// Who takes part.
        figures: FigureSet,
        /// Which of its routines, from 1.
        routine: u8,
        /// On which segment. 0 is before everything that takes time.
        segment: u16,
        /// What says so: the raw order (AD-04), its own time (AD-05), Method I or II (AD-06, AD-07).
        rule: Rule,
    },
    /// What completes next completes at once: neither side's effects stop the other (AD-01, AD-08).
    Simultaneous {
        /// Who takes part.
        figures: BySide<FigureSet>,
        /// On which segment.
        segment: u16,
    },
    /// A charger has arrived and strikes (AD-09).
    ChargeStrikes {
        /// Who.
        figure: FigureId,
        /// On which segment.
        segment: u16,
    },
    /// One figure strikes at another, who only defends himself (HOST-3).
    Strikes {
        /// Who.
        striker: FigureId,
        /// At whom.
        target: FigureId,
        /// The dice of both.
        rolled: [i32; 2],
        /// The totals of both.
        total: [i32; 2],
        /// What happens to the target; nothing unless the striker's total is higher.
        effect: Effect,
    },
    /// A faster weapon has a strike more than its routine gives, told before it (AD-10).
    ExtraStrike {
        /// Who.
        striker: FigureId,
        /// Against whom.
        target: FigureId,
        /// The speed factors of both.
        factors: [u8; 2],
        /// Whether it comes at the same time as the slower weapon; else before it.
        with_slower: bool,
    },
    /// A timed action is lost: who was at it has been hit (AD-04).
    Spoiled {
        /// Who.
        figure: FigureId,
        /// What he was at.
        action: ActionKind,
        /// On which segment.
        segment: u16,
    },
    /// The game ends.
    Ends {
        /// How.
        ending: Ending,
        /// The streak of the side that held the initiative, cut short by the end.
        streak: u32,
    },
}

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
    pub const ALL: [Self; 4] = [
        Self::Unmoving,
        Self::Moving,
        Self::Screened,
        Self::Protected,
    ];

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
    /// Both at once, or nobody is left.
    Draw,
    /// The cap on actions.
    Cap,
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
}

impl ActionKind {
    /// Every kind.
    pub const ALL: [Self; 16] = [
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
        )
    }

    /// Whether the action is a shooting action, which hands over a counter (LL-07).
    #[must_use]
    pub const fn is_shooting(self) -> bool {
        matches!(
            self,
            Self::Shoot | Self::AllShoot | Self::Volley | Self::ShootInHaste
        )
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
        matches!(
            self,
            Self::Towards | Self::HeadOff | Self::Away | Self::TakeCover | Self::Rejoin
        )
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

macro_rules! event_kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $rule:expr;)+) => {
        /// The kinds of event that reports count. Kinds that concern figures count figures.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum EventKind {
            $($(#[$doc])* $kind),+
        }

        impl EventKind {
            /// Every kind, in the order of reports; `kind as usize` is its place here.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Words for reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// The rule that it comes from under Lloyd's initiative and the host rules; [`Self::rule_under`] knows others.
            #[must_use]
            pub const fn rule(self) -> Rule {
                match self { $(Self::$kind => $rule),+ }
            }

            /// The rule that it comes from under a rulebook. What a unit may do in its turn, and who comes next, is said by
            /// the initiative system, unless the initiative is seized; how somebody falls, by the way of fighting.
            #[must_use]
            pub fn rule_under(self, rules: &Rulebook) -> Rule {
                use Fighting as F;
                use System as S;
                let turn = rules.system.turn_rule();
                match (self, rules.system, rules.fighting) {
                    (Self::Shoot | Self::AllShoot, _, F::PetiteGuerre) => Rule::pg(7),
                    (Self::ShotDead | Self::CutDown, _, F::PetiteGuerre) => Rule::pg(8),
                    (Self::ShotDead | Self::CutDown, _, F::Osric) => Rule::adc(2),
                    (Self::CutDown, _, F::Techniques) => Rule::wsc(6),
                    (Self::Retreat | Self::UnitLeaves, _, F::Osric) => Rule::adc(5),
                    (
                        Self::Move | Self::Charge | Self::Hide | Self::Appear | Self::Escape,
                        S::PetiteGuerre,
                        _,
                    ) => Rule::pg(6),
                    (Self::FigureEscapes, _, _) if turn.is_some() => Rule::host(5),
                    (Self::InitiativePasses, S::WarSpike, _) => Rule::ws(7),
                    (Self::InitiativePasses, S::Adnd, _) => Rule::ad(1),
                    (
                        Self::Stand
                        | Self::Move
                        | Self::Charge
                        | Self::Shoot
                        | Self::AllShoot
                        | Self::Fight
                        | Self::ToMe
                        | Self::Hide
                        | Self::Appear
                        | Self::Escape
                        | Self::InitiativePasses,
                        _,
                        _,
                    ) => turn.unwrap_or(self.rule()),
                    _ => self.rule(),
                }
            }

            /// Whether it can happen under a rulebook: what belongs to petite guerre needs its initiative or its fighting
            /// rules, what belongs to another system that system, what belongs to seizing the initiative a system in which
            /// it is seized, and what the host rules of fighting do these rules.
            #[must_use]
            pub fn belongs_to(self, rules: &Rulebook) -> bool {
                let skill_dice = rules.fighting == Fighting::PetiteGuerre;
                match self {
                    Self::Fight | Self::ContactRound | Self::ActionRound => {
                        !rules.system.fights_by_turn()
                    }
                    Self::Forfeit
                    | Self::ReactionRound
                    | Self::EveryoneRound
                    | Self::ReactiveShot
                    | Self::ShootingReaction
                    | Self::ReactiveEngage
                    | Self::ReactiveRun
                    | Self::Counter
                    | Self::Decline
                    | Self::SeizeAttempt
                    | Self::CardUsed
                    | Self::Duel => !rules.system.has_turns(),
                    Self::Shot | Self::Hit | Self::PushBack => rules.fighting.has_host_shots(),
                    Self::Retreat => !skill_dice,
                    Self::PairFights => rules.fighting == Fighting::Host,
                    _ => match self.rule().book {
                        "PG" => rules.system == System::PetiteGuerre || skill_dice,
                        "ADC" => rules.fighting == Fighting::Osric,
                        "WSC" => rules.fighting == Fighting::Techniques,
                        "AD" => rules.system == System::Adnd,
                        "WS" => rules.system == System::WarSpike,
                        _ => true,
                    },
                }
            }
        }
    };
}

event_kinds! {
    /// An action in which nobody does anything.
    Stand "action: stand" Rule::ll(1);
    /// A move action.
    Move "action: move" Rule::ll(1);
    /// A charge.
    Charge "action: charge" Rule::ll(1);
    /// A body shoots.
    Shoot "action: shoot" Rule::ll(7);
    /// All shoot.
    AllShoot "action: all shoot" Rule::ll(13);
    /// A round of melee as an action.
    Fight "action: fight" Rule::ll(9);
    /// "To me!"
    ToMe "action: to me" Rule::ll(15);
    /// Out of sight.
    Hide "action: hide" Rule::ll(5);
    /// Into sight.
    Appear "action: appear" Rule::ll(5);
    /// Towards the exit.
    Escape "action: escape" Rule::ll(5);
    /// A first action forfeited.
    Forfeit "first action forfeited" Rule::ll(5);
    /// A figure moved by an action.
    FigureMoves "figure moves" Rule::host(1);
    /// A figure came into contact.
    Contact "contact" Rule::ll(9);
    /// A shot by an action.
    Shot "shot" Rule::host(2);
    /// A shot in reaction.
    ReactiveShot "reactive shot" Rule::ll(12);
    /// A shot that hit.
    Hit "hit" Rule::host(2);
    /// A round on contact.
    ContactRound "melee round on contact" Rule::ll(9);
    /// A round as an action.
    ActionRound "melee round as action" Rule::ll(9);
    /// A round after a reactive engagement.
    ReactionRound "melee round after reaction" Rule::ll(11);
    /// A round by a natural 1 to 3.
    EveryoneRound "melee round of everyone" Rule::ll(10);
    /// A fight of two figures in a round.
    PairFights "fight of two" Rule::host(3);
    /// A figure pushed back.
    PushBack "figure pushed back" Rule::llc(6);
    /// A figure that retreated.
    Retreat "figure retreats" Rule::llc(6);
    /// A figure shot.
    ShotDead "figure killed by a shot" Rule::host(2);
    /// A figure cut down.
    CutDown "figure killed in melee" Rule::host(3);
    /// A figure that left by its exit.
    FigureEscapes "figure escapes" Rule::ll(5);
    /// A unit that left the table.
    UnitLeaves "unit leaves the table" Rule::llc(5);
    /// A reaction by shooting.
    ShootingReaction "shooting reaction" Rule::ll(12);
    /// A figure that engaged in reaction.
    ReactiveEngage "figure engages in reaction" Rule::ll(11);
    /// A figure that ran in reaction.
    ReactiveRun "figure runs in reaction" Rule::ll(11);
    /// A shooting counter handed over.
    Counter "shooting counter" Rule::ll(7);
    /// No attempt to seize.
    Decline "seize declined" Rule::ll(3);
    /// An attempt to seize.
    SeizeAttempt "seize attempt" Rule::ll(3);
    /// The initiative changed hands.
    InitiativePasses "initiative changes hands" Rule::ll(3);
    /// An order card was used in an attempt.
    CardUsed "order card used" Rule::ll(8);
    /// An order was carried out.
    CardDone "order carried out" Rule::ll(8);
    /// A duel was lost.
    Duel "duel" Rule::ll(16);
    /// An event of the scenario.
    Happens "event of the scenario" Rule::host(5);
    /// A fast move.
    Run "action: run" Rule::pg(6);
    /// A volley.
    Volley "action: volley" Rule::pg(11);
    /// Fire in haste.
    ShootInHaste "action: shoot in haste" Rule::pg(10);
    /// A group reloads.
    Reload "action: reload" Rule::pg(9);
    /// A turn of a side.
    Turn "turn" Rule::pg(4);
    /// A unit put out of control by fire casualties.
    ShakenByFire "unit out of control by fire" Rule::pg(4);
    /// A unit put out of control by a charge.
    ShakenByCharge "unit out of control by a charge" Rule::pg(4);
    /// An activation test that brought a unit in control.
    ActivationPassed "activation test: in control" Rule::pg(4);
    /// One that left it out of control.
    ActivationFailed "activation test: out of control" Rule::pg(4);
    /// One that routed it.
    ActivationRout "activation test: routed" Rule::pg(4);
    /// A reaction test without effect.
    ReactionPassed "reaction test: no change" Rule::pg(5);
    /// One that put or left a unit out of control.
    ReactionFailed "reaction test: out of control" Rule::pg(5);
    /// One that routed it.
    ReactionRout "reaction test: routed" Rule::pg(5);
    /// A figure that fled in rout.
    FigureRouts "figure flees in rout" Rule::pg(6);
    /// A figure that ran off the table in rout.
    RoutsOff "figure runs off the table" Rule::pg(6);
    /// An aimed shot.
    AimedShot "aimed shot" Rule::pg(7);
    /// An aimed shot that hit.
    AimedHit "aimed shot: hit" Rule::pg(7);
    /// A shot in haste.
    HastyShot "shot in haste" Rule::pg(10);
    /// A shot in haste that hit.
    HastyHit "shot in haste: hit" Rule::pg(10);
    /// A shot of a volley.
    VolleyShot "shot in a volley" Rule::pg(11);
    /// A shot of a volley that hit.
    VolleyHit "shot in a volley: hit" Rule::pg(11);
    /// A figure wounded.
    Wound "figure wounded" Rule::pg(8);
    /// A figure's attempt to reload.
    ReloadTry "attempt to reload" Rule::pg(9);
    /// One that succeeded.
    Reloaded "attempt to reload: loaded" Rule::pg(9);
    /// A rank's or platoon's attempt to reload.
    RankReloadTry "attempt of a rank to reload" Rule::pg(12);
    /// One that succeeded.
    RankReloaded "attempt of a rank to reload: loaded" Rule::pg(12);
    /// A round of melee at the end of a turn.
    TurnRound "melee round of a turn" Rule::pg(13);
    /// Two figures fought, and nobody was hit or both parried.
    ClashOfNobody "fight of two: nobody hit" Rule::pg(13);
    /// One of them hit the other.
    ClashOfOne "fight of two: one hit" Rule::pg(13);
    /// Both were hit.
    ClashOfBoth "fight of two: both hit" Rule::pg(13);
    /// A technique test that was passed.
    TechniquePassed "technique test: countered" Rule::wsc(6);
    /// One that was failed.
    TechniqueFailed "technique test: failed" Rule::wsc(6);
    /// A blow against armour.
    ArmourBlow "blow against armour" Rule::adc(1);
    /// One that hit.
    ArmourBlowHit "blow against armour: hit" Rule::adc(1);
    /// A shot against armour.
    ArmourShot "shot against armour" Rule::adc(3);
    /// One that hit.
    ArmourShotHit "shot against armour: hit" Rule::adc(3);
    /// Somebody was harmed and stood.
    Harmed "figure harmed" Rule::adc(2);
    /// A unit that checked its morale and held.
    NerveHolds "morale check: holds" Rule::adc(5);
    /// One that withdrew fighting.
    NerveWithdraws "morale check: withdraws" Rule::adc(5);
    /// One that fled.
    NerveFlees "morale check: flees" Rule::adc(5);
    /// One that surrendered.
    NerveSurrenders "morale check: surrenders" Rule::adc(5);
    /// A round of segments.
    SegmentRound "round of segments" Rule::ad(1);
    /// A round in which the dice tied.
    TiedDice "round of segments: dice tied" Rule::ad(1);
    /// An untimed action that had to wait by Method I.
    MethodOne "untimed action by Method I" Rule::ad(6);
    /// One that had to wait by Method II.
    MethodTwo "untimed action by Method II" Rule::ad(7);
    /// Actions of both sides at once.
    AtOnce "actions of both sides at once" Rule::ad(8);
    /// A charger who struck on arrival.
    ChargeStrike "charger strikes on arrival" Rule::ad(9);
    /// A blow of one at another.
    Blow "blow" Rule::ad(4);
    /// An extra strike of a faster weapon.
    ExtraStrike "extra strike" Rule::ad(10);
    /// A timed action lost by a hit.
    Spoiled "timed action lost by a hit" Rule::ad(4);
    /// A side that did not want to instigate, or could not.
    TossPassed "toss passed" Rule::ws(1);
    /// A turn that nobody instigated.
    TurnStruckOff "turn struck off" Rule::ws(1);
    /// A turn in which a side instigated.
    Instigates "turn instigated" Rule::ws(1);
    /// A unit that lay low as its action.
    LieLow "action: lie low" Rule::ws(2);
    /// A unit that prepared as its action.
    Prepare "action: prepare" Rule::ws(2);
    /// A unit that lay low was found.
    Found "unit found" Rule::ws(2);
    /// A reaction by shooting.
    ReactsShooting "reaction: shoot" Rule::ws(3);
    /// A reaction by those in contact.
    ReactsFighting "reaction: fight" Rule::ws(3);
    /// A reaction by moving at the active unit.
    ReactsTowards "reaction: move towards" Rule::ws(3);
    /// A reaction by moving where the active unit goes.
    ReactsHeadingOff "reaction: head off" Rule::ws(3);
    /// A reaction by moving away, to cover or to friends.
    ReactsAway "reaction: move away" Rule::ws(3);
    /// A special as a reaction.
    ReactsSpecial "reaction: special" Rule::ws(3);
    /// A match with a reaction.
    MatchAnswered "match answered" Rule::ws(4);
    /// One without.
    MatchUnanswered "match unanswered" Rule::ws(4);
    /// The Advantage went to a side.
    Advantage "advantage" Rule::ws(7);
}

/// What observers see of the table beside the event.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// Positions by side and index, also of those gone.
    pub positions: BySide<&'a [Point]>,
    /// Living figures on the table.
    pub alive: BySide<FigureSet>,
    /// Figures in contact with an enemy.
    pub engaged: BySide<FigureSet>,
    /// Who has the initiative.
    pub holder: Side,
}

/// Somebody who watches a game.
pub trait Observer {
    /// False if the observer never looks, so that events need not be built.
    const LISTENS: bool = true;

    /// False if the observer has no use for [`Event::Factor`], which takes working out.
    const WANTS_FACTORS: bool = true;

    /// Called for each event, in order, with the table as it stands after it.
    fn event(&mut self, scene: &Scene<'_>, event: &Event);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {
    const LISTENS: bool = false;
    const WANTS_FACTORS: bool = false;

    #[inline]
    fn event(&mut self, _: &Scene<'_>, _: &Event) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    const LISTENS: bool = O::LISTENS;
    const WANTS_FACTORS: bool = O::WANTS_FACTORS;

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        (**self).event(scene, event);
    }
}

impl<P: Observer, Q: Observer> Observer for (P, Q) {
    const LISTENS: bool = P::LISTENS || Q::LISTENS;
    const WANTS_FACTORS: bool = P::WANTS_FACTORS || Q::WANTS_FACTORS;

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.event(scene, event);
        self.1.event(scene, event);
    }
}

impl Event {
    /// What reports count of this event: kind, side and how many. An event may count as nothing or as two things.
    #[inline]
    pub fn counts(&self, holder: Side, mut count: impl FnMut(EventKind, Side, u32)) {
        use EventKind as K;
        match *self {
            Self::Acts { side, action, .. } => {
                let kind = match action {
                    ActionKind::Stand => K::Stand,
                    ActionKind::Move => K::Move,
                    ActionKind::Charge => K::Charge,
                    ActionKind::Shoot => K::Shoot,
                    ActionKind::AllShoot => K::AllShoot,
                    ActionKind::Fight => K::Fight,
                    ActionKind::ToMe => K::ToMe,
                    ActionKind::Hide => K::Hide,
                    ActionKind::Appear => K::Appear,
                    ActionKind::Escape => K::Escape,
                    ActionKind::Run => K::Run,
                    ActionKind::Volley => K::Volley,
                    ActionKind::ShootInHaste => K::ShootInHaste,
                    ActionKind::Reload => K::Reload,
                    ActionKind::LieLow => K::LieLow,
                    ActionKind::Prepare => K::Prepare,
                };
                count(kind, side, 1);
            }
            Self::Forfeits { side, .. } => count(K::Forfeit, side, 1),
            Self::Moves { figure, why, .. } => {
                let kind = match why {
                    MoveKind::Action => K::FigureMoves,
                    MoveKind::ReactEngage => K::ReactiveEngage,
                    MoveKind::ReactRun => K::ReactiveRun,
                    MoveKind::PushBack => K::PushBack,
                    MoveKind::Retreat => K::Retreat,
                    MoveKind::Rout => K::FigureRouts,
                    // What becomes of him is told next.
                    MoveKind::Halt => return,
                };
                count(kind, figure.side(), 1);
            }
            Self::Contact { figure, .. } => count(K::Contact, figure.side(), 1),
            Self::Shoots {
                shooter,
                hit,
                reactive,
                ..
            } => {
                let kind = if reactive { K::ReactiveShot } else { K::Shot };
                count(kind, shooter.side(), 1);
                if hit {
                    count(K::Hit, shooter.side(), 1);
                }
            }
            Self::MeleeRound { why } => {
                let kind = match why {
                    MeleeKind::Contact => K::ContactRound,
                    MeleeKind::Action => K::ActionRound,
                    MeleeKind::Reaction => K::ReactionRound,
                    MeleeKind::Everyone => K::EveryoneRound,
                    MeleeKind::Turn => K::TurnRound,
                };
                count(kind, holder, 1);
            }
            Self::Fights { a, .. } => count(K::PairFights, a.side(), 1),
            Self::Dies { figure, cause } => {
                let kind = match cause {
                    Cause::Shot => K::ShotDead,
                    Cause::Melee => K::CutDown,
                };
                count(kind, figure.side(), 1);
            }
            Self::Escapes { figure } => count(K::FigureEscapes, figure.side(), 1),
            Self::UnitLeaves { side, .. } => count(K::UnitLeaves, side, 1),
            Self::ReactsShooting { side, .. } => count(K::ShootingReaction, side, 1),
            Self::Counter { to, .. } => count(K::Counter, to, 1),
            Self::Declines { side } => count(K::Decline, side, 1),
            Self::Nominates {
                figure,
                card: Some(_),
                ..
            } => count(K::CardUsed, figure.side(), 1),
            Self::SeizeRoll { side, .. } => count(K::SeizeAttempt, side, 1),
            Self::Passes { to, .. } => count(K::InitiativePasses, to, 1),
            Self::CardCloses {
                side, done: true, ..
            } => count(K::CardDone, side, 1),
            Self::Duel { winner, .. } => count(K::Duel, winner.side(), 1),
            Self::Happens { .. } => count(K::Happens, holder, 1),
            Self::TurnBegins { side, .. } => count(K::Turn, side, 1),
            Self::Instigates { side, .. } => count(K::Instigates, side, 1),
            Self::LosesControl { side, pressure, .. } => {
                let kind = match pressure {
                    Pressure::Fire => K::ShakenByFire,
                    Pressure::Charge => K::ShakenByCharge,
                };
                count(kind, side, 1);
            }
            Self::ControlTest {
                side, test, result, ..
            } => {
                let kind = match (test, result) {
                    (ControlTest::Activation, ControlResult::InControl) => K::ActivationPassed,
                    (ControlTest::Activation, ControlResult::OutOfControl) => K::ActivationFailed,
                    (ControlTest::Activation, ControlResult::Routed) => K::ActivationRout,
                    (_, ControlResult::InControl) => K::ReactionPassed,
                    (_, ControlResult::OutOfControl) => K::ReactionFailed,
                    (_, ControlResult::Routed) => K::ReactionRout,
                };
                count(kind, side, 1);
            }
            Self::PassesToss { side } => count(K::TossPassed, side, 1),
            Self::TurnStruckOff { .. } => count(K::TurnStruckOff, holder, 1),
            Self::MatchBegins { side, reacting, .. } => {
                let kind = if reacting.is_some() {
                    K::MatchAnswered
                } else {
                    K::MatchUnanswered
                };
                count(kind, side, 1);
            }
            Self::Reacts { side, reaction, .. } => {
                let kind = match reaction {
                    ReactionKind::Shoot => K::ReactsShooting,
                    ReactionKind::Fight => K::ReactsFighting,
                    ReactionKind::Towards => K::ReactsTowards,
                    ReactionKind::HeadOff => K::ReactsHeadingOff,
                    ReactionKind::Away | ReactionKind::TakeCover | ReactionKind::Rejoin => {
                        K::ReactsAway
                    }
                    ReactionKind::LieLow | ReactionKind::Prepare => K::ReactsSpecial,
                };
                count(kind, side, 1);
            }
            Self::Found { side, .. } => count(K::Found, side, 1),
            Self::Advantage { to, .. } => count(K::Advantage, to, 1),
            Self::RoutsOff { figure } => count(K::RoutsOff, figure.side(), 1),
            Self::Fires {
                shooter, fire, hit, ..
            } => {
                let (shot, on_target) = match fire {
                    FireKind::Aimed => (K::AimedShot, K::AimedHit),
                    FireKind::Haste => (K::HastyShot, K::HastyHit),
                    FireKind::Volley => (K::VolleyShot, K::VolleyHit),
                };
                count(shot, shooter.side(), 1);
                if hit {
                    count(on_target, shooter.side(), 1);
                }
            }
            Self::Struck { figure, kills, .. } => {
                if !kills {
                    count(K::Wound, figure.side(), 1);
                }
            }
            Self::Reloads { figure, loaded, .. } => {
                count(K::ReloadTry, figure.side(), 1);
                if loaded {
                    count(K::Reloaded, figure.side(), 1);
                }
            }
            Self::RankReloads { side, loaded, .. } => {
                count(K::RankReloadTry, side, 1);
                if loaded {
                    count(K::RankReloaded, side, 1);
                }
            }
            Self::Clashes { a, hits, .. } => {
                let kind = match hits {
                    [false, false] => K::ClashOfNobody,
                    [true, true] => K::ClashOfBoth,
                    _ => K::ClashOfOne,
                };
                count(kind, a.side(), 1);
            }
            Self::Technique { figure, passes, .. } => {
                let kind = if passes {
                    K::TechniquePassed
                } else {
                    K::TechniqueFailed
                };
                count(kind, figure.side(), 1);
            }
            Self::Attacks { by, band, hit, .. } => {
                let (attack, on_target) = match band {
                    Some(_) => (K::ArmourShot, K::ArmourShotHit),
                    None => (K::ArmourBlow, K::ArmourBlowHit),
                };
                count(attack, by.side(), 1);
                if hit {
                    count(on_target, by.side(), 1);
                }
            }
            Self::Harmed { figure, left, .. } => {
                if left > 0 {
                    count(K::Harmed, figure.side(), 1);
                }
            }
            Self::NerveCheck { side, result, .. } => {
                let kind = match result {
                    NerveResult::Holds => K::NerveHolds,
                    NerveResult::Withdraws => K::NerveWithdraws,
                    NerveResult::Flees => K::NerveFlees,
                    NerveResult::Surrenders => K::NerveSurrenders,
                };
                count(kind, side, 1);
            }
            Self::SegmentRoll { rolled, .. } => {
                count(K::SegmentRound, holder, 1);
                if rolled[Side::A] == rolled[Side::B] {
                    count(K::TiedDice, holder, 1);
                }
            }
            Self::Completes { side, rule, .. } => {
                if rule == Rule::ad(6) {
                    count(K::MethodOne, side, 1);
                } else if rule == Rule::ad(7) {
                    count(K::MethodTwo, side, 1);
                }
            }
            Self::Simultaneous { .. } => count(K::AtOnce, holder, 1),
            Self::ChargeStrikes { figure, .. } => count(K::ChargeStrike, figure.side(), 1),
            Self::Strikes { striker, .. } => count(K::Blow, striker.side(), 1),
            Self::ExtraStrike { striker, .. } => count(K::ExtraStrike, striker.side(), 1),
            Self::Spoiled { figure, .. } => count(K::Spoiled, figure.side(), 1),
            Self::Begins { .. }
            | Self::HitPoints { .. }
            | Self::Declares { .. }
            | Self::Hit { .. }
            | Self::MoraleFalls { .. }
            | Self::ReactsMoving { .. }
            | Self::Nominates { .. }
            | Self::Factor { .. }
            | Self::EveryoneFights { .. }
            | Self::CardCloses { .. }
            | Self::Routs { .. }
            | Self::Idle { .. }
            | Self::TurnRoll { .. }
            | Self::Shuffles { .. }
            | Self::CardDrawn { .. }
            | Self::EndCard
            | Self::Toss { .. }
            | Self::Changeover { .. }
            | Self::Ends { .. } => {}
        }
    }
}
