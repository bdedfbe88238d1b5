//! Checks shared by all systems in which units act in turn.

use crate::known::*;

/// Returns the rule by which a side, or a unit of it, may act.
pub(crate) const fn rule_of(system: System) -> Rule {
    match system {
        System::Lloyd | System::PetiteGuerre => ll(3),
        System::WarSpike => ws(5),
        System::Adnd => ad(1),
        System::Table(turn) => turn.rule,
    }
}

impl Audit<'_> {
    pub(crate) fn in_play(&self, side: Side) -> u128 {
        units_of(self.scene, side, self.books.alive[side])
    }

    /// Returns the unit that acts, and checks that it is only one.
    pub(crate) fn acting_unit(&mut self) -> Option<UnitId> {
        told!(self: Event::Acts { side, figures, .. }, None);
        let units = units_of(self.scene, side, figures);
        let rule = rule_of(self.rules.system);
        must!(self: units.count_ones() == 1 => rule, "{figures:b} act and are not one unit");
        (units != 0).then(|| UnitId(units.trailing_zeros() as u8))
    }

    /// Ends the streak of the side that acted before.
    pub(crate) fn passes_in_turn(&mut self, to: Side, streak: u32) {
        let rule = rule_of(self.rules.system);
        let books = &mut *self.books;
        let (before, mine) = (books.holder, books.streak);
        books.holder = to;
        books.streak = 0;
        must!(self: to != before && streak == mine => rule,
            "a streak of {streak} passes to {to:?}, counted {mine} of {before:?}");
    }
}
