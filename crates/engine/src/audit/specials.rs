//! Lying low, and preparing for the next reaction (WS-02).

use super::turns::{Units, units_of};
use super::{Auditor, contact, each, has};
use crate::battle::{Battle, FigureId, UnitId};
use crate::event::{ActionKind, Event, ReactionKind, Scene};
use crate::rule::Rule;
use crate::rulebook::System;
use crate::side::{BySide, Side};

/// The units that a special tells on.
#[derive(Debug, Clone, Default)]
pub(super) struct Specials {
    low: Units,
    prepared: Units,
    /// Units of each side that lie low when the match under way is over; whether as a reaction.
    lying: BySide<Option<(u128, bool)>>,
    /// Units that have prepared when it is over.
    preparing: Units,
    /// The units that make the reaction that they had prepared for.
    ready: Option<(Side, u128)>,
}

impl Specials {
    /// The same, with the units that lie low from the start.
    pub(super) fn at_start(battle: &Battle) -> Self {
        let hidden = |side: Side| {
            let units = battle.spec().sides[side].units.iter().enumerate();
            let hidden = units.filter(|(_, unit)| unit.hidden);
            hidden.fold(0, |set, (k, _)| set | 1 << k)
        };
        Self {
            low: match battle.spec().rules.system {
                System::WarSpike => BySide::from_fn(hidden),
                _ => BySide::default(),
            },
            ..Self::default()
        }
    }

    /// Units of a side that lie low.
    pub(super) fn low(&self, side: Side) -> u128 {
        self.low[side]
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_specials(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Paired { .. }
            | Event::MatchBegins { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. }
            | Event::Ends { .. } => self.settle_specials(scene),
            Event::Acts { side, action, figures, target, .. } => {
                if self.books_mut().instigation.of.is_none() {
                    self.settle_specials(scene);
                }
                let units = units_of(scene, side, figures);
                self.nobody_aims_at(scene, target);
                let specials = &mut self.books_mut().instigation.specials;
                let low = specials.low[side] & units;
                // A block may lie low when one of its units has been found.
                let hidden = match action {
                    ActionKind::LieLow => low == units,
                    _ => low != 0,
                };
                match action {
                    ActionKind::LieLow => specials.lying[side] = Some((units, false)),
                    ActionKind::Prepare => specials.preparing[side] |= units,
                    _ => {}
                }
                self.expect(!hidden, Rule::ws(2), || {
                    format!("units {units:b} of {side:?} lie low and act")
                });
            }
            Event::Reacts { side, units, figures, reaction, prepared, .. } => {
                let actors = units_of(scene, side, figures);
                let specials = &mut self.books_mut().instigation.specials;
                let mine = specials.prepared[side] & units;
                specials.prepared[side] &= !mine;
                specials.ready = Some((side, mine));
                match reaction {
                    ReactionKind::LieLow => specials.lying[side] = Some((actors, true)),
                    ReactionKind::Prepare => specials.preparing[side] |= actors,
                    _ => {}
                }
                self.expect(prepared == (mine != 0), Rule::ws(2), || {
                    format!("{units:b} of {side:?} react, prepared: {prepared}")
                });
            }
            Event::Found { side, unit } => self.is_found(scene, side, unit),
            // Who lies low by the action or the reaction under way can still be aimed at.
            Event::Shoots { target, .. } | Event::Fires { target, .. } => {
                self.nobody_aims_at(scene, Some(target));
            }
            _ => {}
        }
    }

    /// Nobody can aim at a unit that lies low.
    fn nobody_aims_at(&mut self, scene: &Scene<'_>, target: Option<FigureId>) {
        let Some(target) = target else { return };
        let unit = scene.battle.traits(target).unit;
        let hidden = self.books_mut().instigation.specials.low[target.side()] >> unit.0 & 1 == 1;
        self.expect(!hidden, Rule::ws(2), || format!("{target:?} lies low and is aimed at"));
    }

    /// What a prepared unit adds to its rolls in the reaction under way.
    pub(super) fn edge_of(&mut self, scene: &Scene<'_>, figure: FigureId) -> i32 {
        let unit = scene.battle.traits(figure).unit;
        let ready = self.books_mut().instigation.specials.ready;
        let is_ready =
            |(side, units): (Side, u128)| side == figure.side() && units >> unit.0 & 1 == 1;
        if ready.is_some_and(is_ready) { scene.battle.spec().rules.warspike.prepared } else { 0 }
    }

    /// Whether an enemy is so near to a unit that he finds it.
    fn has_enemy_near(&mut self, scene: &Scene<'_>, side: Side, unit: UnitId) -> bool {
        let near = scene.battle.spec().rules.warspike.found;
        let near = i64::from(near.max(contact(scene.battle)));
        let traits = scene.battle.traits_of(side);
        let alive = self.books_mut().alive;
        let mut members = each(alive[side]).filter(|i| traits[*i].unit == unit);
        members.any(|i| {
            let at = scene.positions[side][i];
            each(alive[!side]).any(|j| scene.positions[!side][j].distance2(at) <= near * near)
        })
    }

    /// A unit is found: it lay low, and acts or has an enemy near.
    fn is_found(&mut self, scene: &Scene<'_>, side: Side, unit: UnitId) {
        let near = self.has_enemy_near(scene, side, unit);
        let books = &mut self.books_mut().instigation;
        let specials = &mut books.specials;
        let lying = specials.lying[side].as_mut();
        let lying = lying.is_some_and(|(units, _)| {
            let is_among = *units >> unit.0 & 1 == 1;
            *units &= !(1 << unit.0);
            is_among
        });
        let lay_low = lying || specials.low[side] >> unit.0 & 1 == 1;
        specials.low[side] &= !(1 << unit.0);
        // After the changeover its action is told next.
        let acts = books.of.is_none_or(|of| {
            let units = if of.side == side { of.units } else { of.reacting };
            units >> unit.0 & 1 == 1
        });
        self.expect(lay_low && (near || acts), Rule::ws(2), || {
            format!("{unit:?} of {side:?} is found: lay low {lay_low}, near {near}")
        });
    }

    /// The match or the move under way is over: who lies low from now on, who has prepared, and that those are found who
    /// have an enemy near.
    fn settle_specials(&mut self, scene: &Scene<'_>) {
        let specials = &mut self.books_mut().instigation.specials;
        specials.ready = None;
        for side in Side::BOTH {
            let specials = &mut self.books_mut().instigation.specials;
            specials.prepared[side] |= std::mem::take(&mut specials.preparing[side]);
            if let Some((units, as_reaction)) = specials.lying[side].take() {
                // Who has been run into meanwhile lies low no more, and nobody of his block.
                let mut each = (0..128).filter(|unit| has(units, *unit));
                let near = as_reaction
                    && each.any(|unit| self.has_enemy_near(scene, side, UnitId(unit as u8)));
                let low = &mut self.books_mut().instigation.specials.low[side];
                *low |= if near { 0 } else { units };
            }
            let low = self.books_mut().instigation.specials.low[side];
            for unit in (0..128).filter(|unit| has(low, *unit)) {
                let near = self.has_enemy_near(scene, side, UnitId(unit as u8));
                self.expect(!near, Rule::ws(2), || {
                    format!("unit {unit} of {side:?} lies low with an enemy near")
                });
            }
        }
    }
}
