//! What happens in a game, one value at a time, each naming its rule. Observers listen; without one nothing is built.
//!
//! [`Event`] is what happened; [`EventKind`] is what reports count of it, and by which rule.

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, EventId, FigureId, PlaceId, UnitId};
use crate::rule::Rule;
use crate::rulebook::{Amount, ChainKind, Effect, MOST_COMMAND, NerveResult, Situation};
use crate::side::{BySide, Side};

mod kinds;
mod observer;
mod parts;
mod words;

pub use kinds::EventKind;
pub use observer::{Chances, Nobody, Observer, Scene, Watch};
pub use parts::{Odds, Parts, Weight};
pub use words::{
    ActionKind, Cause, ControlResult, ControlTest, DiceOf, Draw, Ending, FireKind, Hindrance, Lot,
    MeleeKind, MoveKind, Opening, Part, Pressure, Qualifies, ReactionKind, TargetCondition,
    Vantage,
};

/// A set of figures of one side, a bit for each by its index.
pub type FigureSet = u128;

/// What a field means: its own words, or what its name means in every event.
#[rustfmt::skip]
macro_rules! means {
    ([$own:literal] $field:ident) => { $own };
    ([] action) => { "What is done, or was to be done." };
    ([] against) => { "The enemy that it is about." };
    ([] card) => { "The order card used, by its index among the side's." };
    ([] cause) => { "Whether by a shot or in melee." };
    ([] destination) => { "The point to which they go, unless they go at an enemy." };
    ([] die) => { "Faces of the die." };
    ([] figure) => { "The figure that does it, or to which it happens." };
    ([] figures) => { "The figures of the side that take part." };
    ([] hit) => { "Whether it hits." };
    ([] loaded) => { "Whether it is loaded now." };
    ([] modifier) => { "Sum of the modifiers." };
    ([] needed) => { "The lowest roll that succeeds, modifiers taken off." };
    ([] number) => { "Number of the action in the game, from 1." };
    ([] place) => { "The place aimed at, if it is one that the scenario names." };
    ([] reactive) => { "Whether it is a reaction (LL-12)." };
    ([] result) => { "What comes of it." };
    ([] rolled) => { "What was rolled, with nothing added." };
    ([] segment) => { "The segment, from 1; 0 is before everything that takes time." };
    ([] shooter) => { "Who shoots." };
    ([] side) => { "The side that does it, or to which it happens." };
    ([] striker) => { "Who strikes." };
    ([] target) => { "The enemy at whom it is aimed." };
    ([] turn) => { "Number of the turn in the game, from 1." };
    ([] unit) => { "The unit of the side." };
    ([] units) => { "The units of the side, a bit for each by its index." };
    ([] why) => { "The reason." };
}

/// Declares the events, each field with its meaning, or by one of the names that mean the same everywhere.
macro_rules! events {
    ($($(#[$doc:meta])* $event:ident $({ $($field:ident: $type:ty $(= $own:literal)?),+ $(,)? })?;)+) => {
        /// One thing that happened.
        ///
        /// Lengths are in fixed point, [`UNIT`](crate::battle::geometry::UNIT) to the inch or pace; pairs in brackets are
        /// of the two figures in the order in which the event names them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Event {
            $($(#[$doc])* $event $({ $(#[doc = means!([$($own)?] $field)] $field: $type),+ })?),+
        }
    };
}

events! {
    // Every game.

    /// The game begins (HOST-6).
    Begins {
        side: Side = "The side that has the initiative first.",
        by_lot: bool = "Whether that was drawn by lot.",
    };
    /// A side makes an action (LL-01); its consequences follow.
    Acts {
        number: u32, side: Side, action: ActionKind, figures: FigureSet,
        target: Option<FigureId> = "The figure named as destination, or to stand for the body aimed at.",
        destination: Option<Point>, place: Option<PlaceId>,
        first: Option<Qualifies> = "By which clause of LL-05 it may be a first action; `None` if it need not qualify.",
        card: Option<u8>,
    };
    /// Figures do not do what they were told to, in an action or a reaction.
    ComesToNothing { side: Side, figures: FigureSet, action: ActionKind, why: Hindrance };
    /// A figure has moved (HOST-1).
    Moves {
        figure: FigureId,
        from: Point = "Where it set out.",
        to: Point = "Where it has stopped.",
        way: Len = "How far it went.",
        cost: Len = "What that took of its allowance: more than the way on slow ground.",
        allowance: Len = "How far it might have gone in this move.",
        why: MoveKind,
    };
    /// A figure that moved comes into contact with an enemy (LL-09).
    Contact { figure: FigureId, enemy: FigureId = "Whom it met." };
    /// A round of melee begins (LL-09).
    MeleeRound { why: MeleeKind };
    /// A figure is killed.
    Dies { figure: FigureId, cause: Cause };
    /// A figure leaves the table by its exit (LL-05 d).
    Escapes { figure: FigureId };
    /// An event of the scenario happens.
    Happens { event: EventId = "Its index among the scenario's events." };
    /// Points for places held are counted at the end of a round, and for how long they have been held (HOST-5).
    Scores {
        round: u32 = "Rounds that are over.",
        points: BySide<i32> = "What each side has for this one; for several that are over at once, for all of these.",
        total: BySide<i32> = "All that each has.",
        held: BySide<u64> = "The places that each holds, as bits: the n-th of its goals, and from 32 on of its points.",
    };
    /// The game ends.
    Ends {
        ending: Ending = "Who has won, and how; or why nobody has.",
        streak: u32 = "Actions in the initiative under way, which the end cuts short.",
    };

    // Turns, and units that have one (PG-04, BL-01, BL-02, LLC-3, TN-01 to TN-09).

    /// A side's turn begins (PG-04).
    TurnBegins { side: Side, turn: u32 };
    /// Units that could have acted by now let their turn pass: their bot has them stand, or has nothing for them to do (BL-01,
    /// LLC-3, WS-05, WS-06).
    Idle { side: Side, units: u128 };
    /// Both sides have rolled for who goes first in a turn (LLC-3).
    TurnRoll { rolled: BySide<i32>, first: Side = "The side that goes first." };
    /// The deck is shuffled (BL-02).
    Shuffles {
        cards: u32 = "Cards in the deck.",
        turn: u32 = "Number of the shuffle in the game, from 1.",
    };
    /// The card of a unit is drawn (BL-02).
    CardDrawn { side: Side, unit: UnitId };
    /// The card that ends the turn is drawn (BL-02), or the token (TN-02).
    EndCard;
    /// A round begins in which both sides act (TN-01, TN-02, TN-06).
    RoundBegins {
        turn: u32 = "Number of the round in the game, from 1.",
        first: Option<Side> = "The side that opens it, if it is not drawn for.",
        tokens: u32 = "Tokens in the bag, if there is one.",
    };
    /// A side with fewer units left passes a chance (TN-01).
    PassesChance { side: Side };
    /// A token is drawn, or a card that is no unit's (TN-02).
    LotDrawn {
        side: Option<Side> = "Whose chance it is; `None` if nobody's.",
        lot: Lot = "What has been drawn.",
    };
    /// The card of a leader is drawn: a unit near it may act (TN-03).
    LeaderCard { figure: FigureId };
    /// The command dice of a side's turn (TN-04).
    CommandRoll {
        side: Side,
        rolled: [u8; MOST_COMMAND] = "What each die shows; 0 for dice that there are not.",
        units: u8 = "Activations bought for any unit.",
        leaders: u8 = "Activations bought for units whose leader is on the table.",
        keeps: bool = "Whether the side has the next turn too.",
    };
    /// A unit has rolled for its place in the order of the round (TN-06).
    CountRoll { side: Side, unit: UnitId, rolled: i32, count: i32 = "The number by which it acts." };
    /// A unit is tested before it acts (TN-07).
    UnitTested {
        side: Side, unit: UnitId,
        rolled: [i32; 3] = "What each roll comes to; 0 for rolls that there are not.",
        needed: i32 = "The least that a roll must come to, what is added taken off.",
        passed: u8 = "Rolls that succeed: so many actions it has.",
        ends: bool = "Whether so many have failed that the turn passes on.",
    };
    /// Units that let a chance pass are on watch from now on, until they act (TN-08).
    Watches { side: Side, units: u128 };
    /// A unit that might interrupt is tested (TN-08).
    WatchTest {
        side: Side, unit: UnitId, rolled: i32,
        needed: i32 = "The least that passes, what is added taken off.",
        passes: bool = "Whether it may shoot.",
    };

    // Lloyd's initiative: it is held until it is seized.

    /// No permitted action was left for the first action after a seize (LL-05).
    Forfeits { side: Side, number: u32 };
    /// The passive side declares which figures react by shooting, before any die (LL-12).
    ReactsShooting {
        side: Side, figures: FigureSet,
        reply: bool = "Whether they reply to shots; else they shoot at those on the move.",
    };
    /// The passive side reacts to a contact by moving (LL-11).
    ReactsMoving {
        side: Side,
        engage: FigureSet = "Those who engage.",
        run: FigureSet = "Those who run.",
    };
    /// A shooting counter is handed over (LL-07).
    Counter { to: Side = "The side that gets it.", counters: u32 = "Counters that this side has now." };
    /// The passive side does not try to seize (LL-03).
    Declines { side: Side };
    /// A figure is nominated to seize, with an intention (LL-06).
    Nominates {
        figure: FigureId,
        intention: ActionKind = "What its first action shall be.",
        qualifies: Qualifies = "By which clause of LL-05 that may be a first action.",
        target: Option<FigureId>, place: Option<PlaceId>, card: Option<u8>,
        base: i32 = "Base rate of the figure.",
        leadership: i32 = "What its rank as a leader takes off.",
        factors: i32 = "What the tactical factors take off in all.",
        needed: i32 = "Base less leadership and factors: the total needed on the dice.",
        duel: bool = "Whether a duel calls for this roll (LL-16).",
    };
    /// A tactical factor counts for the nomination just made (LL-03).
    Factor {
        row: u8 = "Its row in the table of factors.",
        times: u32 = "How many times it counts.",
        adds: i32 = "What it adds in all.",
    };
    /// The seize roll (LL-03).
    SeizeRoll {
        side: Side, rolled: i32, needed: i32,
        success: bool = "Whether the initiative is seized.",
        attempt: u32 = "Number of the attempt against the initiative under way, from 1.",
    };
    /// A natural 1 to 3: everyone in contact fights (LL-10).
    EveryoneFights { rolled: i32 };
    /// The initiative changes hands.
    Passes {
        to: Side = "The side that has it now.",
        streak: u32 = "How many actions the other side made in its own.",
    };
    /// A duel is lost (LL-16).
    Duel { winner: FigureId = "Who has beaten the other.", loser: FigureId = "Who was beaten." };
    /// An order card is closed: its task is carried out or no figure on it is left (LL-08).
    CardCloses { side: Side, card: u8, done: bool = "Whether its task was carried out." };

    // Fighting by the host rules.

    /// A shot (HOST-2).
    Shoots {
        shooter: FigureId, target: FigureId,
        band: u8 = "Range band: 0 short, 1 medium, 2 long.",
        modifier: i32,
        parts: Parts = "What that sum is made of.",
        needed: i32, rolled: i32, hit: bool, reactive: bool,
        moved: bool = "Whether the shooter moved in this action (LL-14).",
    };
    /// The roll for what a hit does to a figure (HOST-2).
    Hit { figure: FigureId, rolled: i32, effect: Effect = "What it does to the figure." };
    /// Two figures fight in a round of melee (HOST-3).
    Fights {
        a: FigureId = "The fighter of the side that holds the initiative.",
        b: FigureId = "His opponent.",
        rolled_a: i32 = "What `a` rolled, with nothing added.",
        rolled_b: i32 = "What `b` rolled, with nothing added.",
        total_a: i32 = "What `a` rolled, with all that is added to it.",
        total_b: i32 = "What `b` rolled, with all that is added to it.",
        parts: [Parts; 2] = "What is added to the rolls of `a` and of `b`, apart from their quality.",
        effect: Effect = "What happens to the one with the lower total.",
    };
    /// One figure strikes at another, which only defends itself (HOST-3).
    Strikes {
        striker: FigureId, target: FigureId, rolled: [i32; 2],
        total: [i32; 2] = "The rolls with all that is added to them.",
        parts: [Parts; 2] = "What is added, apart from their quality.",
        effect: Effect = "What happens to the target; nothing unless the striker's total is higher.",
    };
    /// A figure is to go back and has no room (LLC-6).
    NoRoom { figure: FigureId, effect: Effect = "What it suffers instead." };
    /// A unit's morale falls by the loss of a figure (LLC-5).
    MoraleFalls {
        side: Side, unit: UnitId,
        left: i32 = "What is left of its morale.",
        leader: bool = "Whether the figure was its leader.",
    };
    /// A unit whose morale is spent leaves the table (LLC-5).
    UnitLeaves { side: Side, unit: UnitId, figures: FigureSet };

    // Petite guerre: control, skill dice, loading and wounds.

    /// A unit comes under pressure and is out of control from now on (PG-04).
    LosesControl { side: Side, unit: UnitId, pressure: Pressure = "What puts it under pressure." };
    /// A unit is tested on its C die (PG-04, PG-05).
    ControlTest {
        side: Side, unit: UnitId,
        test: ControlTest = "What it is tested for.",
        die: u8, rolled: i32, result: ControlResult,
    };
    /// A unit is routed, for good (PG-04, PG-05).
    Routs { side: Side, unit: UnitId, figures: FigureSet = "Those of the unit who are on the table." };
    /// A figure runs off the table in rout (PG-06).
    RoutsOff { figure: FigureId };
    /// A shot by skill dice (PG-07, PG-10, PG-11).
    Fires {
        shooter: FigureId,
        target: FigureId = "At whom; of a group at which a volley is fired, him who is hit most easily, and of equals the nearest.",
        fire: FireKind = "Aimed, in haste or in a volley.",
        condition: TargetCondition = "The target's condition that counts.",
        distance: Len = "The distance that counts: in a volley, from the firing line.",
        dice: [u8; 2] = "Faces of the two dice; the second is 0 for the one die of a volley.",
        needed: i32,
        prepared: i32 = "How much easier preparation makes it (WS-02); taken off what is needed.",
        rolled: i32 = "Total of the dice.",
        hit: bool, reactive: bool,
    };
    /// A hit of a volley falls on a figure of the group that its roll reaches (PG-11); its effect follows.
    HitFalls {
        shooter: FigureId, figure: FigureId,
        condition: TargetCondition = "His condition.",
        distance: Len = "His distance from the firing line.",
        needed: i32 = "What the shooter needed to hit him.",
        rolled: i32 = "What he rolled.",
    };
    /// The roll for what a hit does to a figure: wound or death (PG-08).
    Struck {
        figure: FigureId, rolled: i32,
        again: bool = "Whether he was wounded before, so that a wound kills.",
        kills: bool = "Whether it kills.",
        cause: Cause,
    };
    /// A figure tries to reload (PG-09).
    Reloads { figure: FigureId, die: u8, needed: i32, rolled: i32, loaded: bool };
    /// A rank or a platoon tries to reload with one die (PG-12).
    RankReloads {
        side: Side, unit: UnitId,
        rank: Option<u8> = "The rank, from 0; `None` for a platoon.",
        figures: FigureSet = "Those whose weapons are reloaded if it succeeds.",
        die: u8, needed: i32, rolled: i32, loaded: bool,
    };
    /// Two figures fight by the dice of petite guerre (PG-13).
    Clashes {
        a: FigureId =
            "In the round of a turn, the fighter of the side whose turn it is; where one strikes at a time, the \
             striker.",
        b: FigureId = "The other, an enemy of `a`.",
        dice: [u8; 2] = "Faces of the M dice, advantages (PG-14) and wounds counted.",
        advantage: [bool; 2] = "Whether each has an advantage.",
        vantage: [Option<Vantage>; 2] = "What gives the advantage.",
        prepared: [i32; 2] = "What preparation adds to the roll of each (WS-02).",
        rolled: [i32; 2] = "What each rolled; 0 for one who does not roll, as his opponent is a second enemy.",
        hits: [bool; 2] = "Whether `a` hits `b`, and whether `b` hits `a`.",
    };

    // Close combat by technique tests.

    /// A figure that attacks in close combat rolls a stacked test (WSC-5).
    Opens {
        figure: FigureId, against: FigureId,
        needed: [i32; 2] = "The highest rolls that pass: by his Mentality, and by his Action.",
        rolled: i32 = "The roll, which is read against both.",
        opening: Opening = "What kind of attack it makes.",
    };
    /// A figure that covers up is charged, and runs: two full moves, if it has the room (WSC-5).
    RunsFrom { figure: FigureId, by: FigureId = "Who charges him." };
    /// A technique test in close combat (WSC-4, WSC-6).
    Technique {
        figure: FigureId = "Who is tested: he answers an opening or a counter.",
        against: FigureId = "Whose opening or counter it is.",
        step: u16 =
            "Number of the test in the bout, from 1; the first answers the opening. Where both are tested at once, \
             both have the same number.",
        needed: i32 = "The highest roll that passes.",
        rolled: i32,
        passes: bool = "Whether it passes; else he falls.",
    };

    // Fighting by hit points, in AD&D and OSRIC.

    /// A figure's hit points are rolled, before the game (ADC-2).
    HitPoints { figure: FigureId, points: i32 = "How many it has." };
    /// A blow or a shot against armour (ADC-1).
    Attacks {
        by: FigureId = "Who strikes or shoots.",
        target: FigureId,
        band: Option<u8> = "The range band of a shot: 0 short, 1 medium, 2 long; `None` for a blow.",
        armour_class: i32 =
            "The target's armour class, as it counts against this attack: one worse if he charges, say (ADC-4).",
        rear: bool = "Whether it is a blow from behind (ADC-4).",
        modifier: i32 = "Sum of the modifiers (ADC-3, ADC-4).",
        parts: Parts = "What that sum is made of.",
        needed: i32, rolled: i32, hit: bool, reactive: bool,
    };
    /// Damage is taken off a figure's hit points (ADC-2).
    Harmed {
        figure: FigureId,
        by: FigureId = "Who has hit it.",
        damage: i32 = "Hit points taken off.",
        rolled: i32 = "What the dice of damage showed, with nothing added; 0 if there are none.",
        times: i32 =
            "What the damage is multiplied by: more than 1 for a weapon that is set, or a horseman's lance (ADC-7).",
        set: bool = "Whether the weapon is set against the charge.",
        left: i32 = "Hit points left; at 0 or below the figure is down.",
        cause: Cause,
    };
    /// A unit checks its morale (ADC-5).
    NerveCheck {
        side: Side, unit: UnitId,
        allowed: i32 = "The highest total that holds.",
        hit_dice: i32 = "The hit dice that are counted in that.",
        modifier: i32 = "What is added to the roll.",
        weights: [Weight; 2] = "What weighs on the unit, and what on its enemy.",
        rolled: i32, result: NerveResult,
    };

    // Fighting by steps that tables define.

    /// A step of a chain has been rolled (FT-03 to FT-05).
    StepRolled {
        chain: ChainKind = "What the chain is for.",
        step: u8 = "The step, by its place in the rulebook.",
        attacker: FigureId = "Who attacks, or tests his nerve.",
        target: FigureId,
        distance2: i64 = "The square of the distance of a shot; 0 of others.",
        situation: Situation = "What holds of the attack.",
        modifier: i32 = "What the rows add, all told.",
        needed: i32 = "What is needed before that; of an opposed roll what the attacker adds, of a ratio his strength.",
        rolled: [i32; 2] = "What was rolled, and what the target rolled against it.",
        first: Option<i32> = "What was rolled first, if it was rolled once more.",
        margin: i32 = "By how much it succeeds; fails, if it is less than 0.",
        passes: bool = "Whether it succeeds.",
    };
    /// Dice of an attack that belong to no step have been rolled: for the number of attacks (FT-02), what a row adds (FT-03),
    /// or the wounds of an effect (FT-06).
    StepDice {
        chain: ChainKind = "What the chain is for.",
        of: DiceOf = "What is rolled for.",
        attacker: FigureId = "Who attacks, or tests his nerve.",
        target: FigureId,
        amount: Amount = "The dice, and what is added to them.",
        rolled: i32,
    };
    /// A figure is wounded (FT-06).
    Wounded {
        figure: FigureId,
        by: FigureId = "Who did it.",
        wounds: i32 = "How many wounds.",
        left: i32 = "How many more it takes to bring him down.",
        cause: Cause,
    };

    /// A figure is pinned until the end of its side's next turn (FT-09).
    Pinned { figure: FigureId };

    // WarSpike: actions that are answered.

    /// A coin is tossed for who may instigate (WS-01).
    Toss { winner: Side = "The side that wins it." };
    /// A side does not want to instigate, or cannot (WS-01, WS-08).
    PassesToss {
        side: Side,
        able: bool = "Whether it has a unit that is free to advance; if not, it may not instigate (WS-08).",
    };
    /// Neither side instigates: a turn is struck off the game's turns (WS-01, WS-07).
    TurnStruckOff { turn: u32 };
    /// A side is the Instigator of the turn that begins (WS-01, WS-07).
    Instigates {
        side: Side,
        turn: u32 = "Number of the turn in the game, from 1, those struck off counted.",
    };
    /// Units count as one for the matches of the turn that has just begun (WSC-10).
    FormsBlock { side: Side, units: u128 };
    /// Of the units not yet matched this turn, the two nearest to each other are matched now (SOW-1). The match is reported
    /// next.
    Paired {
        side: Side = "The Instigator.",
        units: u128 = "His unit, or his units if they are a block.",
        with: u128 = "The Retaliator's unit or units.",
        distance: Len = "How far apart they are, from centre to centre.",
    };
    /// Action and reaction are known: a match begins (WS-04). The action is reported next, then the reaction.
    MatchBegins {
        side: Side = "The Instigator.",
        units: u128 = "His active unit, or the units of his block that act (WSC-10).",
        reacting: u128 = "The Retaliator's unit or units that react; 0 if nobody does.",
        meets: u128 =
            "The Retaliator's unit or units that the action, a move not aimed at anybody, is about to run into; 0 \
             where that does not decide who may react.",
    };
    /// A unit of the Retaliator reacts, or a block (WS-03).
    Reacts {
        side: Side, units: u128, figures: FigureSet,
        reaction: ReactionKind = "What they do.",
        destination: Option<Point>,
        prepared: bool = "Whether they had prepared for it.",
    };
    /// A unit that lay low is found: it has acted, or an enemy has come near (WS-02).
    Found { side: Side, unit: UnitId };
    /// The Instigator is done: the Retaliator's units that have not reacted may move (WS-06).
    Changeover { side: Side = "The Retaliator." };
    /// The Advantage is worked out: which side instigates next turn (WS-07).
    Advantage {
        rolled: Option<BySide<i32>> = "What both rolled, if they rolled for it.",
        destroyed: BySide<u32> = "Enemy units that each side has destroyed or routed in the turn.",
        to: Side = "The side that has it.",
    };

    // AD&D's initiative: surprise, and rounds of segments.

    /// Both sides have rolled for surprise, before the first round (ADC-9).
    Surprise {
        rolled: BySide<i32>,
        on: BySide<u8> = "The highest roll by which each is surprised.",
        segments: BySide<u32> = "For how many segments each is surprised.",
    };
    /// A surprise segment begins, in which figures act that are not surprised (ADC-9).
    SurpriseSegment {
        segment: u32 = "Number of the segment, from 1.",
        surprised: BySide<FigureSet> = "Those who are still surprised.",
    };
    /// A round of segments begins: both sides have rolled (AD-01).
    SegmentRoll { round: u32 = "Number of the round in the game, from 1.", rolled: BySide<i32> };
    /// Figures with the same place in the order of action declare what they do in this round (AD-03).
    Declares {
        side: Side, action: ActionKind, figures: FigureSet,
        targets: FigureSet = "The enemies at whom it is aimed.",
        target: Option<FigureId> = "The figure named as destination, or to stand for the body aimed at.",
        destination: Option<Point>, place: Option<PlaceId>, card: Option<u8>,
        routines: u8 =
            "Attack routines to which they commit themselves; of a hasted figure, those that haste gives it (AD-01).",
        total: i32 = "The side's die with their modifier.",
        last: bool = "Whether they act last (AD-01).",
        charging: FigureSet = "Those who charge; the others of a charge only close (AD-09).",
        takes: u8 = "Segments that it takes, as a spell does; 0 if it is untimed, or a move.",
    };
    /// A declared action is carried out, or completes.
    Completes {
        side: Side, action: ActionKind, figures: FigureSet,
        routine: u8 = "Number of the attack routine, from 1.",
        segment: u16,
        rule: Rule =
            "By which rule it completes then: the raw order (AD-04), its own time (AD-05), Method I or II (AD-06, \
             AD-07).",
    };
    /// What completes next is simultaneous: neither side's effects stop the other (AD-01, AD-08).
    Simultaneous {
        figures: BySide<FigureSet> = "Who takes part.",
        segment: u16,
        by_speed: bool =
            "Whether weapons of both sides differ in speed, so that the faster strikes first all the same (AD-10).",
    };
    /// A charger has arrived and strikes (AD-09).
    ChargeStrikes { figure: FigureId, segment: u16 };
    /// The charged figure strikes too: the longer weapon first, and one that is set before all (ADC-7).
    MeetsCharge {
        figure: FigureId,
        charger: FigureId = "Who charges him.",
        lengths: [Len; 2] = "The lengths of both weapons, in feet, in fixed point.",
        set: bool = "Whether his weapon is set against the charge.",
    };
    /// A blow at a figure that runs from melee, reported before it (ADC-8).
    FreeBlow { by: FigureId = "Who strikes.", target: FigureId = "Who runs." };
    /// A faster weapon has one strike more than its routine gives, reported before it (AD-10).
    ExtraStrike {
        striker: FigureId, target: FigureId,
        factors: [u8; 2] = "The speed factors of both weapons.",
        with_slower: bool = "Whether it comes at the same time as the slower weapon; else before it.",
    };
    /// A timed action is lost: the figure carrying it out has been hit (AD-04).
    Spoiled { figure: FigureId, action: ActionKind, segment: u16 };
}

impl Event {
    /// Returns who shoots at whom; `None` if it is no shot. A shot in several steps counts by its first roll.
    pub fn shot(&self, battle: &Battle) -> Option<(FigureId, FigureId)> {
        match *self {
            Self::Shoots { shooter, target, .. }
            | Self::Fires { shooter, target, .. }
            | Self::Attacks { by: shooter, target, band: Some(_), .. } => Some((shooter, target)),
            Self::StepRolled { chain: ChainKind::Shoot, step, attacker, target, .. } => {
                let steps = &battle.spec().rules.steps.chain(ChainKind::Shoot).steps;
                (steps.first() == Some(&step)).then_some((attacker, target))
            }
            _ => None,
        }
    }
}
