//! Who fights whom in a round where nobody is a mere helper: man against man, and those left over as second figures
//! against somebody who is fighting already.

use crate::battle::{FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::Observer;
use crate::game::Game;
use crate::side::Side;

/// Two who fight one another in a round.
#[derive(Debug, Clone, Copy)]
struct Bout {
    own: u8,
    enemy: u8,
    second: Option<Side>,
}

/// The bouts of a round, all settled before a die is rolled.
pub(super) struct Bouts {
    side: Side,
    bouts: [Bout; 2 * MAX_FIGURES],
    count: usize,
}

impl Bouts {
    fn push(&mut self, own: usize, enemy: usize, second: Option<Side>) {
        self.bouts[self.count] = Bout { own: own as u8, enemy: enemy as u8, second };
        self.count += 1;
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those of the side who are in one.
    pub(super) fn own<S: Bits>(&self) -> S {
        let bouts = self.bouts[..self.count].iter();
        bouts.fold(S::EMPTY, |set, bout| set | S::bit(usize::from(bout.own)))
    }

    /// One after the other, and of the second figures the side that they belong to.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FigureId, FigureId, Option<Side>)> + '_ {
        self.bouts[..self.count].iter().map(|bout| {
            let own = FigureId::new(self.side, usize::from(bout.own));
            let enemy = FigureId::new(!self.side, usize::from(bout.enemy));
            (own, enemy, bout.second)
        })
    }
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// The bouts of a round between figures in contact, with no more than so many against one.
    pub(super) fn bouts(&self, side: Side, own: S, enemy: S, most: u32) -> Bouts {
        let mut bouts = Bouts {
            side,
            bouts: [Bout { own: 0, enemy: 0, second: None }; 2 * MAX_FIGURES],
            count: 0,
        };
        let (mut idle_own, mut idle_enemy) = (S::EMPTY, enemy);
        for i in own.iter() {
            let open = self.state.force[side].contacts[i] & idle_enemy;
            if open.is_empty() {
                idle_own |= S::bit(i);
                continue;
            }
            let j = open.first();
            idle_enemy &= !S::bit(j);
            bouts.push(i, j, None);
        }
        let pairs = bouts.count;
        for (idle, of) in [(idle_own, side), (idle_enemy, !side)] {
            for k in idle.iter() {
                let contacts = self.state.force[of].contacts[k];
                let opposed = |bouts: &[Bout], other: usize| {
                    let against = |bout: &&Bout| {
                        let (mine, his) = (usize::from(bout.own), usize::from(bout.enemy));
                        (if of == side { his } else { mine }) == other
                            && bout.second.is_none_or(|s| s == of)
                    };
                    bouts.iter().filter(against).count() as u32
                };
                let all = &bouts.bouts[..bouts.count];
                let free = all[..pairs]
                    .iter()
                    .map(|bout| usize::from(if of == side { bout.enemy } else { bout.own }))
                    .find(|other| contacts.has(*other) && opposed(all, *other) < most);
                if let Some(other) = free {
                    let (own, enemy) = if of == side { (k, other) } else { (other, k) };
                    bouts.push(own, enemy, Some(of));
                }
            }
        }
        bouts
    }
}
