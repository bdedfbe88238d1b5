//! The chances that conditions of bots ask about, exact and fast: to hit, to be hit, to win a round of melee, that the enemy
//! seizes (LL-03), and to be first at a place. In whole numbers: a number of ways out of all equally likely ones.

use crate::battle::geometry::Len;
use crate::battle::{FigureId, PlaceId, Shot, UNREACHABLE};
use crate::bits::Bits;
use crate::bot::ChanceOf;
use crate::game::{Game, Play};
use crate::rulebook::{Fighting, Pace, StepMelee, needed_to_hit};
use crate::side::Side;

/// A chance: a number of ways out of all equally likely ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways {
    good: u64,
    all: u64,
}

impl Ways {
    /// Returns the chance in percent, rounded down, but at least 1 unless it is nothing.
    pub(crate) const fn percent(self) -> i32 {
        let percent = self.good as u128 * 100 / if self.all == 0 { 1 } else { self.all as u128 };
        if percent == 0 && self.good > 0 { 1 } else { percent as i32 }
    }

    pub(crate) const NONE: Self = Self { good: 0, all: 1 };

    pub(crate) const fn of((good, all): (u64, u64)) -> Self {
        Self { good, all }
    }

    /// Returns whether it is at least this many percent.
    pub(crate) fn is_at_least(self, percent: u8) -> bool {
        u128::from(self.good) * 100 >= u128::from(percent) * u128::from(self.all)
    }

    /// Returns whether it is at most this many percent.
    pub(crate) fn is_at_most(self, percent: u8) -> bool {
        u128::from(self.good) * 100 <= u128::from(percent) * u128::from(self.all)
    }

    /// Returns whether it is more than another.
    pub(crate) fn beats(self, other: Self) -> bool {
        u128::from(self.good) * u128::from(other.all)
            > u128::from(other.good) * u128::from(self.all)
    }

    pub(crate) fn or_better(self, other: Self) -> Self {
        if other.beats(self) { other } else { self }
    }

    /// Returns the chance that this happens and another thing, on other dice, does not.
    fn without(self, other: Self) -> Self {
        let [good, all] = [self.good, self.all].map(u128::from);
        let not = u128::from(other.all - other.good);
        Self::of(fitted((good * not, all * u128::from(other.all))))
    }
}

/// Answers about groups of a side that hold as long as the table stays as it is, by the first figure of each: lines ask the
/// same again with another percentage.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<S, A>([Option<(u64, S, A)>; 8]);

impl<S: Bits, A: Copy> Asked<S, A> {
    pub(crate) const NOTHING: Self = Self([None; 8]);

    fn place(group: S) -> usize {
        if group.is_empty() { 0 } else { group.first() % 8 }
    }

    fn answer(&self, version: u64, group: S) -> Option<A> {
        let known = self.0[Self::place(group)];
        known.filter(|known| known.0 == version && known.1 == group).map(|known| known.2)
    }

    fn note(&mut self, version: u64, group: S, answer: A) {
        self.0[Self::place(group)] = Some((version, group, answer));
    }
}

/// Returns the chance that two dice reach a total, or one alone if the other has no faces. Every bot that asks about chances
/// asks this again and again, so pairs are counted, not listed.
fn two_dice([one, two]: [u8; 2], needed: i32) -> Ways {
    // No second die is like one with a single face.
    let (two, needed) = if two == 0 { (1, i64::from(needed) + 1) } else { (two, needed.into()) };
    let (one, two) = (i64::from(one), i64::from(two));
    // Pairs of any numbers from 1 with a total of at most `most`.
    let pairs = |most: i64| most * (most - 1) / 2 * i64::from(most > 0);
    let most = (needed - 1).clamp(0, one + two);
    let less = pairs(most) - pairs(most - one) - pairs(most - two) + pairs(most - one - two);
    Ways { good: (one * two - less).unsigned_abs(), all: (one * two).unsigned_abs() }
}

/// Scales down ways that are too many for the word.
pub(crate) fn fitted((good, all): (u128, u128)) -> (u64, u64) {
    let shift = (u64::BITS - 1).max(u128::BITS - all.leading_zeros()) - (u64::BITS - 1);
    ((good >> shift) as u64, (all >> shift) as u64)
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns a chance that a group of a side has.
    pub(crate) fn chance_of(&mut self, side: Side, group: S, of: ChanceOf) -> Ways {
        // The chance to be seized depends on more than the table.
        if of == ChanceOf::Seizing || self.battle.is_plain() {
            return self.chance_anew(side, group, of);
        }
        let version = self.state.version;
        let known = self.state.chances[side][of as usize].answer(version, group);
        known.unwrap_or_else(|| {
            let ways = self.chance_anew(side, group, of);
            self.state.chances[side][of as usize].note(version, group, ways);
            ways
        })
    }

    fn chance_anew(&mut self, side: Side, group: S, of: ChanceOf) -> Ways {
        let enemies = self.state.force[!side].alive;
        match of {
            ChanceOf::Seizing => self.chance_to_be_seized(side),
            ChanceOf::Hitting => self.best_shot(side, group, self.in_the_open(!side), Ways::NONE),
            ChanceOf::BeingHit => self.best_shot(!side, enemies, group, Ways::NONE),
            ChanceOf::Winning => self.chance_to_win(side, group),
        }
    }

    /// Returns the enemy's best chance to seize after an action of this side, whatever it intends: by the table as it stands,
    /// with one action more in the initiative, and one counter more if it is a shooting action (LL-03, LL-06, LL-07). None
    /// under other systems.
    fn chance_to_be_seized(&mut self, side: Side) -> Ways {
        if !self.battle.spec().rules.system.is_seized() {
            return Ways::NONE;
        }
        let counters = self.tempo.counters_against(side) + u32::from(self.means_to_shoot);
        let after = [counters, self.tempo.streak_of(side) + 1];
        let best = self.least_to_seize(!side, after);
        best.map_or(Ways::NONE, |needed| Ways::of(self.battle.seize_chance(needed)))
    }

    /// Returns the best chance of any figure of a side's group to hit one of these enemies from where they stand; may be less
    /// than that if it is below `floor`.
    pub(crate) fn best_shot(&mut self, side: Side, group: S, targets: S, floor: Ways) -> Ways {
        let mut best = Ways::NONE;
        for i in self.missile_figures(side, group).iter() {
            let figure = FigureId::new(side, i);
            let Some(missile) = self.battle.traits(figure).missile.as_ref() else { continue };
            let (from, reach) = (self.state.at(figure), self.battle.reach(figure, Shot::Aimed));
            // The chance at one distance is most likely that at the next.
            let mut known = (i32::MAX, Ways::NONE);
            for j in self.state.within(!side, from, missile.range[2], targets).iter() {
                let target = FigureId::new(!side, j);
                // Skips the details of a target too far off for a better chance.
                let least = reach.needed_at_least(from.distance2(self.state.at(target)));
                if least != known.0 {
                    known = (least, self.ways_to_hit(figure, least));
                }
                if known.1.beats(best) && !floor.beats(known.1) {
                    best = best.or_better(self.chance_to_hit(figure, target));
                }
            }
        }
        best
    }

    /// Returns the chance of a figure to hurt one of an enemy group: to hit one from where it stands; or, within a full move of
    /// the group, to win a round of melee with the nearest.
    pub(crate) fn chance_to_hurt(&mut self, figure: FigureId, group: S) -> Ways {
        let side = figure.side();
        let shot = self.best_shot(side, S::bit(figure.index()), group, Ways::NONE);
        let reach = self.allowance(figure, Pace::Fast) + self.battle.spec().rules.movement.base;
        let nearest = self.state.nearest(!side, self.state.at(figure), group);
        match nearest.filter(|(_, d2)| *d2 <= i64::from(reach) * i64::from(reach)) {
            Some((i, _)) => {
                shot.or_better(self.chance_in_melee([figure, FigureId::new(!side, i)], true))
            }
            None => shot,
        }
    }

    /// Returns the chance of a figure to hit another from where it stands (HOST-2, PG-07, ADC-1).
    pub(crate) fn chance_to_hit(&mut self, shooter: FigureId, target: FigureId) -> Ways {
        if !self.sees_in_range(shooter, target) {
            return Ways::NONE;
        }
        let firing = self.firing(shooter, target, self.state.at(target), Shot::Aimed);
        if self.battle.chains().is_some() {
            return self.step_shot_chance(&firing);
        }
        let needed = self.needed_in_a_shot(&firing);
        needed.map_or(Ways::NONE, |needed| self.ways_to_hit(shooter, needed))
    }

    /// Returns whether a figure has any chance to hit another from where it stands.
    pub(crate) fn can_hit(&mut self, shooter: FigureId, target: FigureId) -> bool {
        let firing = self.firing(shooter, target, self.state.at(target), Shot::Aimed);
        self.sees_in_range(shooter, target) && self.could_hit(&firing)
    }

    fn sees_in_range(&mut self, shooter: FigureId, target: FigureId) -> bool {
        let far = self.battle.traits(shooter).missile.as_ref().map_or(0, |m| m.range[2]);
        let distance2 = self.state.at(shooter).distance2(self.state.at(target));
        distance2 <= i64::from(far) * i64::from(far)
            && self.state.sees(self.battle, shooter, target)
    }

    /// Returns the chance of a figure to hit if it needs `needed`.
    fn ways_to_hit(&self, shooter: FigureId, needed: i32) -> Ways {
        if !self.battle.spec().rules.fighting.has_skill_dice() {
            return Ways::of(self.battle.hit_totals.at_least(needed));
        }
        two_dice(self.dice_of(shooter, Shot::Aimed), needed)
    }

    /// Returns the chance of a group to win a round of melee: the best of any figure in contact; or, with none in contact, that
    /// of the figure nearest to an enemy, against that enemy.
    fn chance_to_win(&mut self, side: Side, group: S) -> Ways {
        let engaged = group & self.state.force[side].engaged;
        let mut best = Ways::NONE;
        for i in engaged.iter() {
            for j in self.state.force[side].contacts[i].iter() {
                let pair = [FigureId::new(side, i), FigureId::new(!side, j)];
                best = best.or_better(self.chance_in_melee(pair, false));
            }
        }
        if !engaged.is_empty() {
            return best;
        }
        let mut nearest: Option<(i64, [FigureId; 2])> = None;
        for i in group.iter() {
            let enemies = self.state.force[!side].alive;
            if let Some((j, distance2)) = self.state.nearest_of(self.battle, side, i, enemies)
                && nearest.is_none_or(|(least, _)| distance2 < least)
            {
                nearest = Some((distance2, [FigureId::new(side, i), FigureId::new(!side, j)]));
            }
        }
        nearest.map_or(best, |(_, pair)| self.chance_in_melee(pair, true))
    }

    /// Returns the chance of the first of two to win a round of melee, without help: to have the higher total (HOST-3); to hit
    /// and not be hit (PG-13, ADC-1); or to pass a technique test that the other fails (WSC-4).
    fn chance_in_melee(&self, [own, enemy]: [FigureId; 2], closes: bool) -> Ways {
        let rules = &self.battle.spec().rules;
        let each = [(own, enemy), (enemy, own)];
        match rules.fighting {
            Fighting::Host => {
                let adds = each.map(|(figure, against)| {
                    let parts = self.melee_parts(figure, against, 0, closes);
                    self.melee_total(figure, 0, &parts)
                });
                Ways::of(self.battle.blow_totals.exceeds(adds[1] - adds[0]))
            }
            Fighting::PetiteGuerre => {
                let dice = each.map(|(figure, against)| self.die_of_bout(figure, against));
                let edges = each.map(|(figure, _)| self.edge(figure));
                let hit = rules.hand_to_hand.hit;
                // If both reach the number with different rolls, they parry.
                let [hits, is_hit] = [0, 1].map(|k| two_dice([dice[k], 0], hit - edges[k]));
                Ways { good: hits.good * (is_hit.all - is_hit.good), all: hits.all * is_hit.all }
            }
            Fighting::Osric => {
                let [hits, is_hit] = each.map(|(figure, against)| {
                    let (by, on) = (self.battle.traits(figure), self.battle.traits(against));
                    let needed = needed_to_hit(by.body.level, on.body.armour_class);
                    Ways::of(self.battle.blow_totals.at_least(needed - self.edge(figure)))
                });
                hits.without(is_hit)
            }
            Fighting::Steps(_) => {
                let hits = self.step_blow_chance([own, enemy], [closes, false]);
                let is_hit = self.step_blow_chance([enemy, own], [false, closes]);
                match rules.steps.melee {
                    StepMelee::Contest | StepMelee::Active => hits,
                    StepMelee::Each | StepMelee::ChargerFirst => hits.without(is_hit),
                }
            }
            Fighting::Techniques => {
                let [passes, is_met] = each.map(|(figure, _)| {
                    let attribute = self.battle.traits(figure).technique + self.edge(figure);
                    let most = rules.techniques.passes_up_to(attribute);
                    let (fails, all) = self.battle.blow_totals.at_least(most + 1);
                    Ways { good: all - fails, all }
                });
                passes.without(is_met)
            }
        }
    }

    /// Returns whether a group gets to a place in fewer full moves than any enemy, each by its own way and ignoring other
    /// figures.
    pub(crate) fn is_there_first(&mut self, side: Side, group: S, place: PlaceId) -> bool {
        let version = self.state.version;
        let known = self.state.firsts[side].answer(version, group);
        let known = known.filter(|(of, _)| *of == place && !self.battle.is_plain());
        known.map(|(_, is_first)| is_first).unwrap_or_else(|| {
            let is_first = self.gets_there_first(side, group, place);
            self.state.firsts[side].note(version, group, (place, is_first));
            is_first
        })
    }

    fn gets_there_first(&mut self, side: Side, group: S, place: PlaceId) -> bool {
        let enemies = self.state.force[!side].alive;
        let Some(own) = self.moves_to(side, group, place, i64::MAX) else {
            return false;
        };
        self.moves_to(!side, enemies, place, own + 1).is_none()
    }

    /// Returns the fewest full moves in which a figure of a group is at a place, if that is fewer than `below`.
    fn moves_to(&mut self, side: Side, group: S, place: PlaceId, below: i64) -> Option<i64> {
        let of = self.battle.spec().place(place);
        let mut least = below;
        // The straight-line distance from which a figure gets there sooner.
        let far = |rate: Len, least: i64| {
            let far = i64::from(rate).saturating_mul(least - 1).saturating_add(of.radius.into());
            far.min(i64::from(UNREACHABLE)) as Len + 1
        };
        // None outside is there sooner, even at the fastest rate of its side.
        let near = match below < i64::MAX {
            true => {
                self.state.within(side, of.at, far(self.battle.fastest[side].max(1), below), group)
            }
            false => group,
        };
        for i in near.iter() {
            let figure = FigureId::new(side, i);
            let rate = self.allowance(figure, Pace::Fast).max(1);
            let at = self.state.at(figure);
            let moves = |way: i64| (way.max(0) + i64::from(rate) - 1) / i64::from(rate);
            let far = i64::from(far(rate, least));
            // Comparing squares is enough.
            if least > 0
                && at.distance2(of.at) < far * far
                && let Some(way) = self.way_to(figure, of.at, of.radius)
            {
                least = least.min(moves(way));
            }
        }
        (least < below).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_come_to_so_much_as_often_as_their_pairs_do() {
        for [one, two] in [[0, 0], [1, 0], [10, 0], [20, 0], [6, 6], [8, 12], [12, 4], [255, 100]] {
            for needed in (-3..=360).chain([i32::MIN, i32::MAX]) {
                let pairs = (1..=i32::from(one))
                    .flat_map(|a| (i32::from(two > 0)..=i32::from(two)).map(move |b| a + b));
                let (good, all) = (pairs.clone().filter(|sum| *sum >= needed), pairs);
                let Ways { good: found, all: of } = two_dice([one, two], needed);
                assert_eq!((found, of), (good.count() as u64, all.count() as u64));
            }
        }
    }
}
