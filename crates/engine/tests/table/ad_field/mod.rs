//! Battles under rounds of segments, for tests.

mod told;

use crate::common::{AVERAGE, Field, Played, SWORD, inches, line};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect, Time, WinSpec};
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::chance::{Chance, Purpose};
use skirmish_engine::rulebook::{System, Weapon};
use skirmish_engine::side::Side::{A, B};

pub(crate) use told::{Deadly, completes, declarations, strikes};

/// An open field on which a full move is 9 inches, 0.9 a segment; the game ends after so many rounds.
pub(crate) fn field(rounds: u32) -> Field {
    let mut field = Field::new();
    field.spec.rules.system = System::Adnd;
    field.spec.rules.movement.foot = inches(9.0);
    field.wins(A, WinSpec::After(Time::turns(rounds)));
    field
}

/// A runner who is in the open for so many segments, and somebody who covers the gap with a weapon.
pub(crate) fn runs_the_gap(
    field: &mut Field,
    segments: u32,
    weapon: usize,
) -> (FigureId, FigureId) {
    let runner = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let marksman = field.figure(B, AVERAGE, weapon, 10.0, 30.0);
    // He is out of sight once he has come this far.
    let gap = 0.9 * (f64::from(segments) - 0.5);
    field.feature(
        "screen",
        10.0 + 0.9 * gap,
        12.0,
        40.0,
        13.0,
        SightEffect::BlockBeyond(0),
        Cover::None,
        Going::Free,
    );
    let shrine = field.place("shrine", 30.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    (runner, marksman)
}

/// A weapon more, like another; returns its number.
pub(crate) fn arm(field: &mut Field, like: usize, change: impl FnOnce(&mut Weapon)) -> usize {
    let weapons = &mut field.spec.rules.weapons;
    let mut weapon = weapons[like].clone();
    change(&mut weapon);
    weapons.push(weapon);
    weapons.len() - 1
}

/// A troop type more, like another; returns its number.
pub(crate) fn muster(
    field: &mut Field,
    like: usize,
    change: impl FnOnce(&mut skirmish_engine::rulebook::Nature),
) -> usize {
    let troops = &mut field.spec.rules.troops;
    let mut troop = troops[like].clone();
    change(&mut troop.nature);
    troops.push(troop);
    troops.len() - 1
}

/// Plays with any dice.
pub(crate) fn play_with(field: &Field, chance: &mut dyn Chance) -> Played {
    field.play_with(chance)
}

/// Plays with these rolls by purpose, and insists that all are used and none is missing.
pub(crate) fn play_rolls(field: &Field, rolls: &[(Purpose, &[u8])]) -> Played {
    field.play_purposes(rolls)
}
