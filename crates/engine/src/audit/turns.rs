//! What systems have in common in which units act when it is their turn: who is in play, whose action it is, dice.

use super::{Auditor, each};
use crate::battle::UnitId;
use crate::dice::Dice;
use crate::event::{Event, FigureSet, Scene};
use crate::rule::Rule;
use crate::rulebook::System;
use crate::side::{BySide, Side};

/// Sets of units of both sides, a bit for each.
pub(super) type Units = BySide<u128>;

/// The rule by which a side, or a unit of it, may act.
pub(super) const fn rule_of(system: System) -> Rule {
    match system {
        System::Lloyd | System::PetiteGuerre => Rule::ll(3),
        System::Alternate => Rule::bl(1),
        System::Cards => Rule::bl(2),
        System::LloydD10 => Rule::llc(3),
        System::WarSpike => Rule::ws(5),
        System::Adnd => Rule::ad(1),
    }
}

/// Whether dice can show this.
pub(super) const fn can_show(dice: Dice, rolled: i32) -> bool {
    dice.min() <= rolled && rolled <= dice.max()
}

impl Auditor {
    /// The units of a side that have figures on the table.
    pub(super) fn in_play(&mut self, scene: &Scene<'_>, side: Side) -> u128 {
        let alive = self.books_mut().alive[side];
        units_of(scene, side, alive)
    }

    /// The unit that acts; there is one only.
    pub(super) fn acting_unit(&mut self, scene: &Scene<'_>, event: &Event) -> Option<UnitId> {
        let Event::Acts { side, figures, .. } = *event else {
            return None;
        };
        let units = units_of(scene, side, figures);
        let rule = rule_of(scene.battle.spec().rules.system);
        self.expect(units.count_ones() == 1, rule, || {
            format!("{figures:b} act and are not one unit")
        });
        (units != 0).then(|| UnitId(units.trailing_zeros() as u8))
    }

    /// The streak of the side that acted before is over.
    pub(super) fn passes_in_turn(&mut self, scene: &Scene<'_>, to: Side, streak: u32) {
        let rule = rule_of(scene.battle.spec().rules.system);
        let books = self.books_mut();
        let (before, mine) = (books.holder, books.streak);
        books.holder = to;
        books.streak = 0;
        self.expect(to != before && streak == mine, rule, || {
            format!("a streak of {streak} passes to {to:?}, counted {mine} of {before:?}")
        });
    }
}

/// The units that figures of a side are of.
pub(super) fn units_of(scene: &Scene<'_>, side: Side, figures: FigureSet) -> u128 {
    let traits = scene.battle.traits_of(side);
    each(figures).fold(0, |units, i| units | 1 << traits[i].unit.0)
}
