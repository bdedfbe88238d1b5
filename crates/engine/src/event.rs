//! What happens in a game, one value at a time, each naming its rule. Observers listen; without one nothing is built.

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, EventId, FigureId, PlaceId, UnitId};
use crate::rule::Rule;
use crate::rulebook::{Effect, NerveResult};
use crate::side::{BySide, Side};

mod counts;
mod kinds;
mod parts;
mod words;

pub use kinds::EventKind;
pub use parts::{Hindrance, Odds, Part, Parts, Vantage, Weight};
pub use words::{
    ActionKind, Cause, ControlResult, ControlTest, Draw, Ending, FireKind, MeleeKind, MoveKind,
    Opening, Pressure, Qualifies, ReactionKind, TargetCondition,
};

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
        /// What it is made of.
        parts: Parts,
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
        /// What both have beside dice and quality.
        parts: [Parts; 2],
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
        /// Whether it falls for its leader, too.
        leader: bool,
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
    /// Units count as one for the matches of the turn that has just begun (WSC-10).
    FormsBlock {
        /// Their side.
        side: Side,
        /// The units, a bit for each by its index.
        units: u128,
    },
    /// The two units that are nearest to one another, of those that have not been matched in the turn, are matched now
    /// (SOW-1). The match is told next.
    Paired {
        /// The Instigator.
        side: Side,
        /// His unit, or his units if they are a block.
        units: u128,
        /// The Retaliator's.
        with: u128,
        /// How near they are, from centre to centre.
        distance: Len,
    },
    /// Action and reaction are known: a match begins (WS-04). The action is told next, then the reaction.
    MatchBegins {
        /// The Instigator.
        side: Side,
        /// His active unit, or the units of his block that act (WSC-10).
        units: u128,
        /// The Retaliator's that reacts; none if nobody does.
        reacting: u128,
        /// The Retaliator's that the action, a move that is aimed at nobody, is about to run into. Where it does not matter
        /// for who may react, it is not said.
        meets: u128,
    },
    /// A unit of the Retaliator reacts, or a block (WS-03).
    Reacts {
        /// Its side.
        side: Side,
        /// The unit, or the units of the block that react.
        units: u128,
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
        /// What preparation makes it easier by (WS-02); it is taken off what is needed.
        prepared: i32,
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
        /// Why.
        vantage: [Option<Vantage>; 2],
        /// What preparation adds to the roll of each (WS-02).
        prepared: [i32; 2],
        /// What `a` and `b` rolled; 0 for one who does not roll, as his opponent is a second figure.
        rolled: [i32; 2],
        /// Whether `a` hits `b`, and whether `b` hits `a`.
        hits: [bool; 2],
    },
    /// One who attacks in close combat rolls a stacked test (WSC-5).
    Opens {
        /// Who attacks.
        figure: FigureId,
        /// Whom.
        against: FigureId,
        /// The highest rolls that pass: by his Mentality, and by his Action.
        needed: [i32; 2],
        /// The roll, which is read against both.
        rolled: i32,
        /// What kind of attack it makes.
        opening: Opening,
    },
    /// One who covers up is charged, and runs: two full moves, if he has the room (WSC-5).
    RunsFrom {
        /// Who.
        figure: FigureId,
        /// From whom.
        by: FigureId,
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
        /// The target's armour class, as it counts against this: one worse if he charges, say (ADC-4).
        armour_class: i32,
        /// Whether it is a blow from behind (ADC-4).
        rear: bool,
        /// Sum of the modifiers (ADC-3, ADC-4).
        modifier: i32,
        /// What it is made of.
        parts: Parts,
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
        /// What its dice showed, before what is added to them; 0 if there are none.
        rolled: i32,
        /// How many times it counts: more than once by a weapon that is set, or by a horseman's lance (ADC-7).
        times: i32,
        /// Whether the weapon is set against the charge.
        set: bool,
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
        /// The hit dice that are counted in it.
        hit_dice: i32,
        /// Added to the roll.
        modifier: i32,
        /// What weighs on the unit, and what on its enemy.
        weights: [Weight; 2],
        /// The roll.
        rolled: i32,
        /// What comes of it.
        result: NerveResult,
    },
    /// Both sides have rolled for surprise, before the first round (ADC-9).
    Surprise {
        /// What they rolled.
        rolled: BySide<i32>,
        /// The highest total that surprises each.
        on: BySide<u8>,
        /// Segments that each is surprised for.
        segments: BySide<u32>,
    },
    /// A surprise segment begins, in which those act who are not surprised (ADC-9).
    SurpriseSegment {
        /// Which, from 1.
        segment: u32,
        /// Those who are still surprised.
        surprised: BySide<FigureSet>,
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
        /// Weapons of both sides differ in speed, so that the faster strikes first all the same (AD-10).
        by_speed: bool,
    },
    /// A charger has arrived and strikes (AD-09).
    ChargeStrikes {
        /// Who.
        figure: FigureId,
        /// On which segment.
        segment: u16,
    },
    /// Who is charged strikes too: the longer weapon first, and one that is set before all (ADC-7).
    MeetsCharge {
        /// Who.
        figure: FigureId,
        /// Who charges him.
        charger: FigureId,
        /// The lengths of both weapons, in feet, in fixed point.
        lengths: [Len; 2],
        /// Whether his weapon is set against the charge.
        set: bool,
    },
    /// A blow at one who runs from melee, told before it (ADC-8).
    FreeBlow {
        /// Who strikes.
        by: FigureId,
        /// Who runs.
        target: FigureId,
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
        /// What both have beside dice and quality.
        parts: [Parts; 2],
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
    /// Somebody does not do what he was to do, in an action or a reaction.
    ComesToNothing {
        /// His side.
        side: Side,
        /// Who; several for the same reason.
        figures: FigureSet,
        /// What they were to do.
        action: ActionKind,
        /// Why not.
        why: Hindrance,
    },
    /// The game ends.
    Ends {
        /// How.
        ending: Ending,
        /// The streak of the side that held the initiative, cut short by the end.
        streak: u32,
    },
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
    #[inline]
    fn listens(&self) -> bool {
        true
    }

    /// False if the observer has no use for what takes working out: [`Event::Factor`] and
    /// [`Event::ComesToNothing`].
    #[inline]
    fn wants_reasons(&self) -> bool {
        true
    }

    /// Called for each event, in order, with the table as it stands after it.
    fn event(&mut self, scene: &Scene<'_>, event: &Event);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    #[inline]
    fn event(&mut self, _: &Scene<'_>, _: &Event) {}
}

/// Shows each event to a function.
#[expect(missing_debug_implementations, reason = "a function shows nothing")]
pub struct Watch<'w>(pub &'w mut dyn FnMut(&Scene<'_>, &Event));

impl Observer for Watch<'_> {
    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        (self.0)(scene, event);
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline]
    fn listens(&self) -> bool {
        (**self).listens()
    }

    #[inline]
    fn wants_reasons(&self) -> bool {
        (**self).wants_reasons()
    }

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        (**self).event(scene, event);
    }
}

impl<P: Observer, Q: Observer> Observer for (P, Q) {
    #[inline]
    fn listens(&self) -> bool {
        self.0.listens() || self.1.listens()
    }

    #[inline]
    fn wants_reasons(&self) -> bool {
        self.0.wants_reasons() || self.1.wants_reasons()
    }

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.event(scene, event);
        self.1.event(scene, event);
    }
}
