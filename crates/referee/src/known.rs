//! All that the referee knows of the engine: what a battle, its rulebook and its events say. Nothing here decides anything.

pub(crate) use crate::table::{
    Figures, Look, Units, anybody_else_within, can_show, commonest, contact, each, has, is_by_dice,
    is_in, members, rulebook, set_of, spec_of, touch, troops, units_of, weapon,
};
pub(crate) use crate::{Audit, OVERLAP, ROUNDING};
pub(crate) use skirmish_engine::battle::geometry::{Len, Point, Polygon, Span, UNIT};
pub(crate) use skirmish_engine::battle::{
    Battle, BattleSpec, Contested, Cover, Edge, EnemyTarget, EventSpec, FeatureSpec, FigureId,
    FigureSpec, Going, Hold, Leg, MAX_FIGURES, PlaceId, Task, Terrain, Time, TimeUnit, Traits,
    UnitId, WinSpec,
};
pub(crate) use skirmish_engine::bot::{Act, Bot, React};
pub(crate) use skirmish_engine::dice::Dice;
pub(crate) use skirmish_engine::event::{
    ActionKind, Cause, ControlResult, ControlTest, DiceOf, Draw, Ending, Event, FigureSet,
    FireKind, Hindrance, Lot, MeleeKind, MoveKind, Observer, Odds, Opening, Part, Parts, Pressure,
    Qualifies, ReactionKind, Scene, TargetCondition,
};
pub(crate) use skirmish_engine::rule::Rule;
pub(crate) use skirmish_engine::rulebook::{
    Actions, Advantage, AimReading, Amount, Attribute, AttributeChange, Blocks, ChainKind,
    ChargeCounts, ChargeMet, Clock, ContactRound, Counters, Effect, ExtraStrikes, Face,
    FactorCondition, Fighting, First, FirstInstigator, Formation, HalfStrengthTest, HandsOver,
    HoldMoves, HoldReacts, HowOften, Interrupted, Interrupter, Interrupts, MOST_ATTACKS,
    MOST_ROUTINES, Matching, MeleeTime, Missile, Missiles, Mobility, Natural, Needs, NerveResult,
    Next, NoRoom, Pace, Party, ReactingUnit, ReactionMove, ReactiveMovement, ReactiveShooting,
    Reactors, Reroll, RoutineOrder, Rulebook, SameSegment, SecondFigure, Segments, SeizeRoll,
    ShotsPerInch, SideSegment, SightMove, Situation, SmallerSide, Stack, Step, StepCondition,
    StepMelee, StepModifier, Steps, SurpriseReading, System, TechniqueAttack, TechniqueMelee, Test,
    Ties, TimedLoser, Times, TroopType, Turn, UnitEffect, UnitNumber, Value, VolleyHits,
    VolleyReload, Waiting, Weapon, Wounds, needed_to_hit, step_down, step_up,
};
pub(crate) use skirmish_engine::side::{BySide, Side};

/// Rules by their numbers: `ll(3)` is LL-03.
macro_rules! rules {
    ($($name:ident)+) => {$(
        pub(crate) const fn $name(number: u8) -> Rule {
            Rule::$name(number)
        }
    )+};
}

rules! { ad adc ft host ll llc pg sow ws wsc }
