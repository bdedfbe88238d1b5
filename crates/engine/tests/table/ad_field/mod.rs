//! Battles under rounds of segments, for tests.

mod told;

use crate::common::{Field, Played, inches};
use skirmish_engine::battle::WinSpec;
use skirmish_engine::chance::{Chance, Purpose};
use skirmish_engine::rulebook::{System, Weapon};
use skirmish_engine::side::Side;

pub(crate) use told::{Deadly, completes, declarations, strikes};

/// An open field on which a full move is 9 inches, 0.9 a segment; the game ends after so many rounds.
pub(crate) fn field(rounds: u32) -> Field {
    let mut field = Field::new();
    field.spec.rules.system = System::Adnd;
    field.spec.rules.movement.foot = inches(9.0);
    field.wins(Side::A, WinSpec::AfterTurns { turns: rounds });
    field
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
