//! Matching by distance (SOW-1): the two units of both sides that are nearest to each other are matched first, and no other
//! takes part. Targets cannot be chosen; the Instigator chooses among equal distances.

use super::WarSpike;
use crate::action::Choice;
use crate::battle::geometry::{Len, root};
use crate::battle::{FigureId, Kinds, MAX_FIGURES};
use crate::bits::Bits;
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::initiative::turns::Groups;
use crate::side::Side;

impl WarSpike {
    /// Returns the Instigator's next unit that does something, its action, and which units may answer it, with the two nearest
    /// to each other matched (SOW-1). A unit that does nothing is not matched; one for which no enemy is left has no target,
    /// and the units that may answer are `None`.
    pub(super) fn next_closest<S: Bits>(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
    ) -> Option<(u128, Choice<S>, Option<u128>)> {
        let side = self.instigator;
        let blocks = game.blocks;
        loop {
            let in_sight = self.unreacted.units & !game.lying_low(!side);
            let own = game.by_block(side, self.pending.units, &blocks[side]);
            let enemies = game.by_block(!side, in_sight, &blocks[!side]);
            let Some(closest) = game.closest(side, &own, &enemies) else {
                let quiet = self.quiet[side];
                let next = game.next_block(side, &mut self.pending, quiet, &blocks[side]);
                return next.map(|(units, choice)| (units, choice, None));
            };
            let (group, with) = self.choose_of_equals(game, &closest);
            let units = game.units_of(side, group);
            self.pending.act(units);
            game.confine_to(!side, with);
            let decision = game.decide_among(side, &[group], Kinds::ANY);
            let Some((_, choice)) = decision.filter(|(_, choice)| choice.kind != ActionKind::Stand)
            else {
                game.confine_no_more(!side);
                game.units_let_pass(side, units);
                game.tell(|| Event::Idle { side, units });
                continue;
            };
            let met = choice.target.map_or(with.first(), FigureId::index);
            let with = enemies.iter().find(|group| group.has(met));
            let with = *with.expect("who is matched should be of a group of enemies");
            game.confine_to(!side, with);
            let theirs = game.units_of(!side, with);
            self.unreacted.act(blocks[!side].with(theirs));
            let distance = closest.distance();
            game.tell(|| Event::Paired { side, units, with: theirs, distance });
            return Some((units, choice, Some(theirs)));
        }
    }

    /// Chooses which of the Instigator's units equally near to an enemy acts, as its bot likes; and with which enemies it may
    /// be matched.
    fn choose_of_equals<S: Bits>(
        &self,
        game: &mut Game<'_, S, impl Play>,
        closest: &Closest<S>,
    ) -> (S, S) {
        let side = self.instigator;
        let own = &closest.own;
        let mut chosen = 0;
        if own.len() > 1 {
            let all = closest.with[..own.len()].iter();
            game.confine_to(!side, all.fold(S::EMPTY, |all, with| all | *with));
            let decision = game.decide_among(side, own, Kinds::ANY);
            let liked = decision.and_then(|(group, _)| own.iter().position(|of| *of == group));
            chosen = liked.unwrap_or(0);
        }
        (own[chosen], closest.with[chosen])
    }
}

/// The units of a side nearest to an enemy: one, or several at equal distances.
struct Closest<S> {
    /// How near (squared).
    distance2: i64,
    /// Their figures.
    own: Groups<S>,
    /// For each, the figures of the enemy units at that distance.
    with: [S; MAX_FIGURES],
}

impl<S> Closest<S> {
    /// Returns how near, from centre to centre.
    fn distance(&self) -> Len {
        root(self.distance2)
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Finds which of these units of a side are nearest to which of these enemies; `None` if a side has none.
    fn closest(&self, side: Side, own: &Groups<S>, enemy: &Groups<S>) -> Option<Closest<S>> {
        let mut closest: Option<Closest<S>> = None;
        for &group in own.iter() {
            let (mut least, mut with) = (i64::MAX, S::EMPTY);
            for &other in enemy.iter() {
                let distance2 = self.between(side, group, other);
                if distance2 < least {
                    (least, with) = (distance2, S::EMPTY);
                }
                if distance2 == least {
                    with |= other;
                }
            }
            if with.is_empty() {
                return None;
            }
            if closest.as_ref().is_none_or(|c| least < c.distance2) {
                closest = Some(Closest {
                    distance2: least,
                    own: Groups::default(),
                    with: [S::EMPTY; MAX_FIGURES],
                });
            }
            if let Some(closest) = &mut closest
                && least == closest.distance2
            {
                closest.with[closest.own.len()] = with;
                closest.own.push(group);
            }
        }
        closest
    }

    /// Returns the least distance (squared) between figures of a side and enemies.
    fn between(&self, side: Side, group: S, enemies: S) -> i64 {
        let nearest = |i: usize| {
            let at = self.state.force[side].at[i];
            self.state.nearest_of_all(!side, at, enemies)
        };
        let distances = group.iter().filter_map(|i| nearest(i).map(|(_, d)| d));
        distances.min().unwrap_or(i64::MAX)
    }
}
