//! One game from its first action to its end.

use crate::battle::Battle;
use crate::chance::Chance;
use crate::event::{Ending, Observer};
use crate::side::{BySide, Side};

/// What is left when a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Actions played.
    pub actions: u32,
    /// Figures lost, dead or gone with their unit, by side.
    pub losses: BySide<u32>,
    /// Figures that did something (moved, shot, fought, reacted), counted once an action or reaction.
    pub activations: u32,
    /// Who had the initiative first.
    pub started: Side,
}

/// The workspace of one game after another on one battle: everything that changes in play. Made once a thread; playing
/// allocates nothing.
#[derive(Debug, Clone)]
pub struct Table {}

impl Table {
    /// A table for the battle.
    #[must_use]
    pub fn new(battle: &Battle) -> Self {
        let _ = battle;
        Self {}
    }
}

/// Plays one game to its end. `first` overrides who has the initiative first (for pairs of games with roles swapped).
pub fn play<C: Chance, O: Observer>(
    battle: &Battle,
    table: &mut Table,
    first: Option<Side>,
    chance: &mut C,
    observer: &mut O,
) -> Outcome {
    unimplemented!(
        "{battle:?} {table:?} {first:?} {} {}",
        std::any::type_name_of_val(chance),
        std::any::type_name_of_val(observer)
    )
}
