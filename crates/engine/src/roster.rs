//! Permanent attributes of a battle's figures, as sets in the machine words that a game is played with.

use crate::battle::{Battle, MAX_FIGURES};
use crate::bits::Bits;
use crate::side::Side;

/// The figures of one side by attribute.
#[derive(Debug, Clone)]
pub(crate) struct Roster<S> {
    /// Leaders.
    pub(crate) leaders: S,
    /// Figures with a missile weapon.
    pub(crate) missiles: S,
    /// Figures whose weapon is a spell, which may be cast in melee too (AD-07).
    pub(crate) spells: S,
    /// The members of each unit.
    pub(crate) units: Vec<S>,
    /// The figures that each order card names (LL-08).
    pub(crate) cards: Vec<S>,
    /// Figures by what they bring to a seize roll themselves, leadership less base rate, the most first.
    pub(crate) standings: Vec<(i64, S)>,
}

impl<S: Bits> Roster<S> {
    pub(crate) fn new(battle: &Battle, side: Side) -> Self {
        let spec = &battle.spec().sides[side];
        let traits = battle.traits_of(side);
        let those = |is: &dyn Fn(usize) -> bool| {
            S::of((0..traits.len().min(MAX_FIGURES)).filter(|i| is(*i)))
        };
        let standing = |i: usize| i64::from(traits[i].leadership - traits[i].base);
        let mut ranks: Vec<i64> = (0..traits.len()).map(standing).collect();
        ranks.sort_unstable_by_key(|rank| -rank);
        ranks.dedup();
        let units = 0..spec.units.len();
        Self {
            leaders: those(&|i| traits[i].leads),
            missiles: those(&|i| traits[i].missile.is_some()),
            spells: those(&|i| traits[i].handling.segments > 0),
            units: units.map(|unit| those(&|i| usize::from(traits[i].unit.0) == unit)).collect(),
            cards: spec.cards.iter().map(|card| those(&|i| card.figures.contains(&i))).collect(),
            standings: ranks
                .into_iter()
                .map(|rank| (rank, those(&|i| standing(i) == rank)))
                .collect(),
        }
    }
}
