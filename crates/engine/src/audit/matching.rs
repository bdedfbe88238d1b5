//! Which units of WarSpike are matched: blocks that count as one (WSC-10), and matching by distance (SOW-1).

use super::turns::units_of;
use super::warspike::{Instigation, Phase, free};
use super::{Auditor, each};
use crate::battle::FigureId;
use crate::battle::geometry::{Len, root};
use crate::event::{Event, Scene};
use crate::rule::Rule;
use crate::rulebook::{Blocks, Matching};
use crate::side::Side;

/// Two units that have been matched because they are nearest to one another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) units: u128,
    pub(super) with: u128,
}

impl Instigation {
    /// These units, and those that count as one with any of them.
    pub(super) fn with(&self, side: Side, units: u128) -> u128 {
        let blocks = self.blocks[side].iter();
        let theirs = blocks.filter(|block| **block & units != 0);
        theirs.fold(units, |all, block| all | block)
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_matching(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::FormsBlock { side, units } => self.forms_block(scene, side, units),
            Event::Paired { side, units, with, distance } => {
                self.paired(scene, (side, units), with, distance)
            }
            Event::Acts { side, target, .. } => self.aims_at_his_match(scene, side, target),
            Event::Shoots { shooter, target, .. } | Event::Fires { shooter, target, .. } => {
                self.aims_at_his_match(scene, shooter.side(), Some(target))
            }
            Event::Fights { a, b, .. } | Event::Clashes { a, b, .. } => {
                self.aims_at_his_match(scene, a.side(), Some(b));
            }
            Event::Contact { figure, .. } => self.meets_nobody(scene, || {
                format!("{figure:?} runs into somebody, and nobody may answer")
            }),
            Event::MeleeRound { .. } => {
                self.meets_nobody(scene, || "a round of melee of one who aims at nobody".to_owned())
            }
            _ => {}
        }
    }

    /// Who moves at the changeover, or when nobody is left to be matched with, keeps clear of the enemy.
    fn meets_nobody(&mut self, scene: &Scene<'_>, what: impl FnOnce() -> String) {
        let by_distance = scene.battle.spec().rules.warspike.matching == Matching::Closest;
        let books = &self.books_mut().instigation;
        let may_meet = match books.phase {
            Phase::Between => true,
            Phase::Matches => !by_distance || books.pair.is_some(),
            Phase::Changeover => false,
        };
        self.expect(may_meet, Rule::ws(6), what);
    }

    /// A block as the battle has it, before the first match of a turn.
    fn forms_block(&mut self, scene: &Scene<'_>, side: Side, units: u128) {
        let in_play = self.in_play(scene, side);
        let spec = scene.battle.spec();
        let written = match spec.rules.warspike.blocks {
            Blocks::None => false,
            Blocks::WholeSide => units == in_play,
            Blocks::AsFormed => {
                let mut blocks = spec.sides[side].blocks.iter();
                blocks.any(|block| block.units & in_play == units)
            }
        };
        let books = &mut self.books_mut().instigation;
        let fresh = books.phase == Phase::Matches && books.done[side] == 0 && books.of.is_none();
        let apart = books.blocks[side].iter().all(|block| block & units == 0);
        books.blocks[side].push(units);
        let is_block = units.count_ones() > 1;
        self.expect(
            written && fresh && apart && is_block,
            Rule::wsc(10),
            || format!("a block {units:b} of {side:?}: as written {written}, in time {fresh}, in no other {apart}"),
        );
    }

    /// Nobody of the units that have yet to be matched is nearer to an enemy than these two.
    fn paired(
        &mut self,
        scene: &Scene<'_>,
        (side, units): (Side, u128),
        with: u128,
        distance: Len,
    ) {
        self.match_is_over();
        let by_distance = scene.battle.spec().rules.warspike.matching == Matching::Closest;
        let [own, theirs] = self.unmatched(scene, side);
        let books = &mut self.books_mut().instigation;
        let turn = books.phase == Phase::Matches && books.instigator == Some(side);
        let done = books.with(!side, with);
        books.done[!side] |= done;
        books.pair = Some(Pair { units, with });
        let fresh = units & !own == 0 && with & !theirs == 0;
        let least = self.between(scene, side, own, theirs);
        let apart = self.between(scene, side, units, with);
        self.expect(by_distance && turn && fresh, Rule::sow(1), || {
            format!("{units:b} of {side:?} is matched with {with:b}, out of turn or again")
        });
        self.expect(
            apart.is_some() && apart == least && apart.map(root) == Some(distance),
            Rule::sow(1),
            || format!("{units:b} of {side:?} is {apart:?} (squared) from {with:b}, others {least:?}, told {distance}"),
        );
    }

    /// The Instigator's units that may be matched yet, and the Retaliator's.
    pub(super) fn unmatched(&mut self, scene: &Scene<'_>, side: Side) -> [u128; 2] {
        let [own, theirs] = [side, !side].map(|side| self.in_play(scene, side));
        let books = &self.books_mut().instigation;
        [
            free(scene, side, own) & !books.done[side] & !books.idle[side],
            theirs & !books.done[!side] & !books.specials.low(!side),
        ]
    }

    /// How near units of a side are to units of the other (squared).
    fn between(&mut self, scene: &Scene<'_>, side: Side, own: u128, theirs: u128) -> Option<i64> {
        let alive = self.books_mut().alive;
        let of = |side: Side, units: u128| {
            let traits = scene.battle.traits_of(side);
            each(alive[side])
                .filter(move |i| units >> traits[*i].unit.0 & 1 == 1)
                .map(move |i| scene.positions[side][i])
        };
        let mut least = None;
        for at in of(side, own) {
            let nearest = of(!side, theirs).map(|other| other.distance2(at)).min();
            least = least.into_iter().chain(nearest).min();
        }
        least
    }

    /// In a match by distance the Instigator aims at nobody but the unit that he is matched with.
    fn aims_at_his_match(&mut self, scene: &Scene<'_>, side: Side, target: Option<FigureId>) {
        let by_distance = scene.battle.spec().rules.warspike.matching == Matching::Closest;
        let books = &self.books_mut().instigation;
        let (Some(target), Some(of), true) = (target, books.of, by_distance) else {
            return;
        };
        let with = books.pair.map_or(0, |pair| pair.with);
        let unit = units_of(scene, target.side(), 1 << target.index());
        let his = side != of.side || unit & with != 0;
        self.expect(his, Rule::sow(1), || {
            format!("{target:?} is aimed at in a match with {with:b}")
        });
    }
}
