//! Turns as tables, as the shipped rulebooks of these names have them.

use skirmish_engine::dice::Dice;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Actions, First, HandsOver, MeleeTime, Next, Rulebook, System, Times, Turn,
};

pub(crate) const ALTERNATE: System = System::Table(Turn {
    hands_over: HandsOver::Side,
    times: Times::OnceATurn,
    rule: Rule::bl(1),
    ..Turn::named("alternate")
});

pub(crate) const CARDS: System =
    System::Table(Turn { next: Next::Deck, rule: Rule::bl(2), ..Turn::named("cards") });

pub(crate) const LLOYD_D10: System = System::Table(Turn {
    first: First::Roll,
    dice: Some(Dice::one(10)),
    hands_over: HandsOver::Side,
    times: Times::OnceATurn,
    actions: Actions::ShootAndMove,
    late_shots: true,
    melee: MeleeTime::EndOfTurn,
    moves_to_shoot: false,
    rule: Rule::llc(3),
    ..Turn::named("lloyd-d10")
});

pub(crate) const UNIT_BY_UNIT: System = System::Table(Turn {
    first: First::Roll,
    dice: Some(Dice::one(6)),
    rule: Rule::tn(1),
    ..Turn::named("unit-by-unit")
});

/// Changes the turn of rules that have one as a table.
pub(crate) fn change(rules: &mut Rulebook, change: impl FnOnce(&mut Turn)) {
    if let System::Table(turn) = &mut rules.system {
        change(turn);
    }
}

/// Systems to draw from.
pub(crate) const ALL: [System; 7] = [
    System::Lloyd,
    System::PetiteGuerre,
    ALTERNATE,
    CARDS,
    LLOYD_D10,
    System::Adnd,
    System::WarSpike,
];
