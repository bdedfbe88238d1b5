//! Blocks (WSC-10): units that a player groups for a match at will, and that count as one unit in it. One block of everything
//! on each side is the traditional turn.

use crate::action::Choice;
use crate::battle::{Kinds, MAX_BLOCKS};
use crate::bits::Bits;
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::initiative::turns::{Groups, Pending};
use crate::list::List;
use crate::rulebook::Blocks;
use crate::side::Side;

/// The blocks of a side in the current turn, by their units; by default each unit is by itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Formed {
    blocks: List<u128, MAX_BLOCKS>,
}

impl Formed {
    /// Returns these units, and those that count as one with any of them.
    pub(crate) fn with(&self, units: u128) -> u128 {
        let theirs = self.blocks.iter().filter(|block| **block & units != 0);
        theirs.fold(units, |all, block| all | block)
    }

    /// Adds a block, unless it is of one unit, which is a unit like any other. Returns whether it was added.
    fn push(&mut self, units: u128) -> bool {
        let is_block = units.count_ones() > 1;
        if is_block {
            self.blocks.push(units);
        }
        is_block
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Forms a side's blocks for a turn.
    pub(in crate::initiative) fn form_blocks(&mut self, side: Side) -> Formed {
        let battle = self.battle;
        let in_play = self.units_in_play(side);
        let mut formed = Formed::default();
        let mut form = |game: &mut Self, units: u128| {
            if formed.push(units) {
                game.tell(|| Event::FormsBlock { side, units });
            }
        };
        match battle.spec().rules.warspike.blocks {
            Blocks::None => {}
            Blocks::WholeSide => form(self, in_play),
            Blocks::AsFormed => {
                for block in &battle.spec().sides[side].blocks {
                    let units = block.units & in_play;
                    let group = self.members_of(side, units);
                    if self.all_hold(side, group, &block.when) {
                        form(self, units);
                    }
                }
            }
        }
        formed
    }

    /// Returns the figures of a side that count as one unit with any of these.
    pub(crate) fn as_one(&self, side: Side, figures: S) -> S {
        let units = self.units_of(side, figures);
        self.members_of(side, self.blocks[side].with(units))
    }

    /// Returns the figures of these units, those of a block together.
    pub(in crate::initiative) fn by_block(
        &self,
        side: Side,
        units: u128,
        formed: &Formed,
    ) -> Groups<S> {
        let groups = self.by_unit(side, self.state.force[side].alive, units);
        if formed.blocks.is_empty() {
            return groups;
        }
        let mut joined = Groups::default();
        for &group in groups.iter() {
            let block = formed.with(self.units_of(side, group));
            let is_of_it = |other: &&mut S| self.units_of(side, **other) & block != 0;
            match joined.iter_mut().find(is_of_it) {
                Some(other) => *other |= group,
                None => joined.push(group),
            }
        }
        joined
    }

    /// Returns the next block of these units that does something, and what it does. Figures with no part in that (the bows of a
    /// block that runs) are not grouped with it this time, and have yet to act. Blocks that stand before it have had their turn
    /// too.
    pub(in crate::initiative) fn next_block(
        &mut self,
        side: Side,
        pending: &mut Pending,
        among: Kinds,
        formed: &Formed,
    ) -> Option<(u128, Choice<S>)> {
        loop {
            let groups = self.by_block(side, pending.units, formed);
            let (group, choice) = self.decide_among(side, &groups, among)?;
            let units = self.units_of(side, group);
            if choice.kind != ActionKind::Stand {
                let units = self.units_of(side, choice.actors & group);
                pending.act(units);
                return Some((units, choice));
            }
            pending.stand(units);
        }
    }
}
