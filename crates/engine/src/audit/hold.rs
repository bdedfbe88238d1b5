//! Units on hold orders: what they react to and whether they move (WS-08), and whom a move is about to run into, which is an
//! attack on him.

use super::turns::units_of;
use super::warspike::free;
use super::{Auditor, each, in_contact};
use crate::event::{Event, FigureSet, ReactionKind, Scene};
use crate::rule::Rule;
use crate::rulebook::{Fighting, HoldMoves, HoldReacts};
use crate::side::Side;

impl Auditor {
    /// A unit that may have hold orders reacts to an action that attacks these units.
    pub(super) fn reacts_on_hold(
        &mut self,
        scene: &Scene<'_>,
        (side, units): (Side, u128),
        attacked: u128,
        reaction: ReactionKind,
        figures: FigureSet,
    ) {
        let rules = &scene.battle.spec().rules.warspike;
        let are_free = free(scene, side, units) == units;
        let may_react = attacked != 0 || rules.hold_reacts == HoldReacts::ToAnything;
        self.expect(may_react || are_free, Rule::ws(8), || {
            format!("of units {units:b} of {side:?} some are on hold and react to no attack")
        });
        let movers = if reaction.is_move() { figures } else { 0 };
        let movers = units_of(scene, side, movers);
        let may_move = free(scene, side, movers) == movers;
        self.expect(may_move || rules.hold_moves == HoldMoves::InReaction, Rule::ws(8), || {
            format!("of units {movers:b} of {side:?} some are on hold and move")
        });
    }

    /// A match begins in which a move is about to run into these units.
    pub(super) fn is_to_meet(&mut self, scene: &Scene<'_>, side: Side, meets: u128) {
        if let Some(of) = &mut self.books_mut().instigation.of {
            of.meets = meets;
        }
        let in_play = self.in_play(scene, side);
        self.expect(meets & !in_play == 0, Rule::ws(8), || {
            format!("a move is to meet {meets:b} of {side:?}, and {in_play:b} are there")
        });
    }

    /// When those who move have moved, somebody of them stands next to whom they were to meet. Where they may have been
    /// stopped on the way, by those who ran at them or struck them as they left a melee, it is taken on trust.
    pub(super) fn check_who_is_met(&mut self, scene: &Scene<'_>, event: &Event) {
        if matches!(event, Event::Acts { .. } | Event::Reacts { .. }) {
            return;
        }
        let on_the_way = scene.battle.spec().rules.fighting == Fighting::Osric;
        let happened = self.books_mut().score.happened;
        let Some(of) = &mut self.books_mut().instigation.of else {
            return;
        };
        if matches!(event, Event::Moves { .. }) {
            of.moved = true;
            return;
        }
        let races = of.reacts.is_some_and(|(reaction, _)| reaction.is_move());
        if of.meets == 0 || !of.moved || races || on_the_way {
            return;
        }
        let (side, meets, units) = (of.side, of.meets, of.units);
        let Some((action, _, aimed_at)) = of.acts else {
            return;
        };
        // What follows may throw them back.
        of.meets = 0;
        let traits = [side, !side].map(|side| scene.battle.traits_of(side));
        let of_units = |k: usize, of: Side, units: u128| {
            each(scene.alive[of]).filter(move |i| units >> traits[k][*i].unit.0 & 1 == 1)
        };
        let is_met = |unit: usize| {
            of_units(1, !side, 1 << unit).any(|j| {
                let enemy = scene.positions[!side][j];
                of_units(0, side, units)
                    .any(|i| in_contact(scene.battle, happened, scene.positions[side][i], enemy))
            })
        };
        let all = each(meets).all(is_met);
        let is_plain = action.is_move() && aimed_at == 0;
        self.expect(all && is_plain, Rule::ws(8), || {
            format!("{} of {units:b} of {side:?} was to run into {meets:b}", action.name())
        });
    }
}
