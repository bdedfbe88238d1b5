//! What all systems have in common in which units act in turn.

use crate::Auditor;
use crate::table::{rulebook, units_of};
use skirmish_engine::battle::UnitId;
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;

/// The rule by which a side, or a unit of it, may act.
pub(crate) const fn rule_of(system: System) -> Rule {
    match system {
        System::Lloyd | System::PetiteGuerre => Rule::ll(3),
        System::WarSpike => Rule::ws(5),
        System::Adnd => Rule::ad(1),
        System::Table(turn) => turn.rule,
    }
}

impl Auditor {
    /// The units of a side that have figures on the table.
    pub(crate) fn in_play(&mut self, scene: &Scene<'_>, side: Side) -> u128 {
        let alive = self.books().alive[side];
        units_of(scene, side, alive)
    }

    /// The unit that acts; there is one only.
    pub(crate) fn acting_unit(&mut self, scene: &Scene<'_>, event: &Event) -> Option<UnitId> {
        let Event::Acts { side, figures, .. } = *event else {
            return None;
        };
        let units = units_of(scene, side, figures);
        let rule = rule_of(rulebook(scene).system);
        must!(self: units.count_ones() == 1 => rule, "{figures:b} act and are not one unit");
        (units != 0).then(|| UnitId(units.trailing_zeros() as u8))
    }

    /// The streak of the side that acted before is over.
    pub(crate) fn passes_in_turn(&mut self, scene: &Scene<'_>, to: Side, streak: u32) {
        let rule = rule_of(rulebook(scene).system);
        let books = self.books();
        let (before, mine) = (books.holder, books.streak);
        books.holder = to;
        books.streak = 0;
        must!(self: to != before && streak == mine => rule,
            "a streak of {streak} passes to {to:?}, counted {mine} of {before:?}");
    }
}
