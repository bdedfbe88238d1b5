//! The obvious version of a march: looks at every figure on the table for every leg, and works out all ground anew each time.
//! The fast version must give the same marches.

use super::march::{March, back_from, meets};
use crate::battle::geometry::Len;
use crate::battle::{FigureId, Leg, Path};
use crate::bits::Bits;
use crate::game::{Game, Play};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// [`Self::march`] on plain code.
    pub(super) fn march_plainly(
        &self,
        figure: FigureId,
        path: &Path,
        allowance: Len,
        keep_off: Len,
        ghosts: S,
    ) -> Option<March> {
        let (side, i) = (figure.side(), figure.index());
        let enemy = &self.state.force[!side];
        let own = self.state.force[side].alive.minus(S::bit(i) | ghosts);
        let going = self.slow_going(figure, allowance);
        let (mut left, mut run, mut last) = (allowance, 0, None);
        for (k, leg) in path.legs().enumerate() {
            let line = leg.line();
            let far = self.affordable(&leg, left, going);
            run = enemy
                .alive
                .iter()
                .map(|j| meets(&line, enemy.at[j], far, keep_off))
                .fold(far, Len::min);
            last = Some(k);
            if run < leg.length {
                break;
            }
            left -= self.cost(&leg, run, going);
        }
        // Falls back along the way until neither a base nor anything else is in the way.
        for k in (0..=last?).rev() {
            let leg = path.leg(k);
            let mut halt = if Some(k) == last { run } else { leg.length };
            while let Some(room) = self.room_plainly(&leg, halt, side, own) {
                let end = leg.at(room);
                if self.state.terrain(self.battle).is_standable(end) {
                    let before = path.legs().take(k);
                    let cost = before.map(|leg| self.cost(&leg, leg.length, going)).sum::<Len>();
                    let way = path.through(k, end);
                    return (way.end() != path.points()[0]).then_some(March {
                        path: way,
                        way: way.length(),
                        cost: cost + self.cost(&leg, room, going),
                    });
                }
                halt = room - 1;
                if halt < 0 {
                    break;
                }
            }
        }
        None
    }

    /// Returns the furthest run on a leg, at most `run`, at which a figure stands clear of these friends and of every enemy.
    fn room_plainly(&self, leg: &Leg, run: Len, side: Side, own: S) -> Option<Len> {
        let base = self.battle.spec().rules.movement.base;
        let line = leg.line();
        let everybody = [(side, own), (!side, self.state.force[!side].alive)];
        let mut halt = run;
        loop {
            let here = (halt, leg.at(halt));
            let back = everybody.iter().find_map(|(of, set)| {
                let at = &self.state.force[*of].at;
                set.iter().find_map(|j| back_from(&line, at[j], run, base, here))
            });
            match back {
                None => return Some(halt),
                Some(back) if back < 0 => return None,
                Some(back) => halt = back,
            }
        }
    }
}
