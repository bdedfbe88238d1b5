//! Cached facts about figures that hold as long as they stand where they stand: what each sees, which enemy is nearest, what it
//! could reach in one move. After an action only figures that moved are looked at again. The plain code works everything out
//! afresh and keeps nothing.

use crate::battle::geometry::{Len, Span};
use crate::battle::{Battle, BattleSpec, FigureId, PlaceId};
use crate::bits::Bits;
use crate::bot::{Condition, Test};
use crate::game::{Game, Play};
use crate::rulebook::Pace;
use crate::side::Side;
use crate::table::{State, is_few};

/// The nearest enemy that a figure has found, and for which version of the table.
#[derive(Debug, Clone, Copy, Default)]
struct Nearest {
    version: u64,
    who: Option<(u8, i64)>,
}

impl Nearest {
    fn new(version: u64, who: Option<(usize, i64)>) -> Self {
        Self { version, who: who.map(|(j, distance2)| (j as u8, distance2)) }
    }

    fn get(&self) -> Option<(usize, i64)> {
        self.who.map(|(j, distance2)| (usize::from(j), distance2))
    }
}

/// A question about the members of a set, as far as it has been answered.
#[derive(Debug, Clone, Copy, Default)]
struct Answers<S> {
    known: S,
    yes: S,
}

impl<S: Bits> Answers<S> {
    /// Notes the answer for some members.
    #[inline]
    fn note(&mut self, about: S, yes: S) {
        self.known |= about;
        self.yes = self.yes.minus(about) | yes;
    }

    /// Forgets the answer for some members.
    #[inline]
    fn forget(&mut self, about: S) {
        self.known &= !about;
    }
}

/// What is known of a figure and its enemies.
#[derive(Debug, Clone, Copy, Default)]
struct View<S> {
    sees: Answers<S>,
    reaches: Answers<S>,
    nearest: Nearest,
    /// The nearest it sees within long range.
    mark: Nearest,
}

impl<S: Bits> View<S> {
    #[inline]
    fn forget(&mut self, enemies: S) {
        self.sees.forget(enemies);
        self.reaches.forget(enemies);
    }
}

/// What is known of one side.
#[derive(Debug, Clone)]
pub(crate) struct Views<S> {
    /// Figures that have moved since anything was asked.
    moved: S,
    of: Vec<View<S>>,
    /// Figures on each of the discs of [`discs`].
    on: Vec<Answers<S>>,
    /// Figures that get to each place in one move.
    gets_to: Vec<Answers<S>>,
    in_cover: Answers<S>,
}

impl<S: Bits> Views<S> {
    pub(crate) fn new(battle: &Battle, side: Side) -> Self {
        Self {
            moved: S::EMPTY,
            of: vec![View::default(); battle.count(side)],
            on: vec![Answers::default(); battle.discs.len()],
            gets_to: vec![
                Answers::default();
                battle.spec().places.len() + battle.spec().ways.len()
            ],
            in_cover: Answers::default(),
        }
    }

    /// Notes that a figure has moved.
    #[inline]
    pub(crate) fn has_moved(&mut self, i: usize) {
        self.moved |= S::bit(i);
    }

    /// Forgets everything: a new game, or another board.
    pub(crate) fn clear(&mut self) {
        self.moved = S::EMPTY;
        self.of.fill(View::default());
        self.on.fill(Answers::default());
        self.gets_to.fill(Answers::default());
        self.in_cover = Answers::default();
    }
}

/// Returns the discs round places that conditions ask about. The first are the places themselves, in order.
pub(crate) fn discs(spec: &BattleSpec) -> Vec<(PlaceId, Len)> {
    let places = spec.places.iter().enumerate();
    let mut discs: Vec<_> = places.map(|(k, place)| (PlaceId(k as u8), place.radius)).collect();
    let of_bots = spec.sides.0.iter().flat_map(|side| {
        let lines = side.bots().flat_map(|bot| &bot.lines).map(|line| &line.when);
        let reactions = side.bots().flat_map(|bot| &bot.reactions).map(|line| &line.when);
        lines
            .chain(reactions)
            .chain(side.cards.iter().map(|card| &card.when))
            .chain(side.blocks.iter().map(|block| &block.when))
    });
    let tests = of_bots.chain(spec.events.iter().map(|event| &event.when)).flatten();
    for disc in tests.filter_map(|Test { condition, .. }| match *condition {
        Condition::EnemyWithinOf(distance, place)
        | Condition::Within(distance, place)
        | Condition::AllWithin(distance, place) => Some((place, distance)),
        Condition::Been(place) => Some((place, spec.place(place).radius)),
        _ => None,
    }) {
        if !discs.contains(&disc) {
            discs.push(disc);
        }
    }
    discs
}

impl<S: Bits> State<S> {
    /// Forgets what moves have put out of date.
    #[inline]
    fn forget_moved(&mut self) {
        for side in Side::BOTH {
            if !self.views[side].moved.is_empty() {
                self.forget(side);
            }
        }
    }

    fn forget(&mut self, side: Side) {
        let own = &mut self.views[side];
        let moved = std::mem::replace(&mut own.moved, S::EMPTY);
        for i in moved.iter() {
            own.of[i].forget(!S::EMPTY);
        }
        for answers in own.on.iter_mut().chain(&mut own.gets_to) {
            answers.forget(moved);
        }
        own.in_cover.forget(moved);
        for view in &mut self.views[!side].of {
            view.forget(moved);
        }
    }

    /// Returns the enemy nearest to a figure.
    pub(crate) fn nearest_enemy(
        &mut self,
        battle: &Battle,
        side: Side,
        i: usize,
    ) -> Option<(usize, i64)> {
        if battle.is_plain() {
            return self.nearest(!side, self.force[side].at[i], self.force[!side].alive);
        }
        let found = self.views[side].of[i].nearest;
        if found.version == self.version {
            return found.get();
        }
        let (at, enemies) = (self.force[side].at[i], self.force[!side].alive);
        let who = match found.who {
            // The nearest now is no further off than the one that was nearest last.
            Some((j, _)) if enemies.has(j.into()) => {
                let last = self.force[!side].at[usize::from(j)];
                let nearer = Span::round(at, at.reach_of(last));
                self.nearest_of_all(!side, at, self.in_box(!side, &nearer, enemies))
            }
            _ => self.nearest(!side, at, enemies),
        };
        self.views[side].of[i].nearest = Nearest::new(self.version, who);
        who
    }

    /// Returns the one of some enemies nearest to a figure.
    pub(crate) fn nearest_of(
        &mut self,
        battle: &Battle,
        side: Side,
        i: usize,
        targets: S,
    ) -> Option<(usize, i64)> {
        if targets.is_empty() {
            return None;
        }
        match self.nearest_enemy(battle, side, i) {
            Some((j, distance2)) if targets.has(j) => Some((j, distance2)),
            _ => self.nearest(!side, self.force[side].at[i], targets),
        }
    }

    /// Returns the nearest enemy that a figure sees, within the long range of its weapon.
    pub(crate) fn nearest_seen(
        &mut self,
        battle: &Battle,
        side: Side,
        i: usize,
        range: Len,
    ) -> Option<(usize, i64)> {
        if battle.is_plain() {
            return self.nearest_seen_of(battle, side, i, range, self.force[!side].alive);
        }
        let found = self.views[side].of[i].mark;
        if found.version == self.version {
            return found.get();
        }
        let far = i64::from(range) * i64::from(range);
        let (at, enemies) = (self.force[side].at[i], self.force[!side].alive);
        let near = if is_few(enemies) {
            enemies
        } else {
            self.in_box(!side, &Span::round(at, range), enemies)
        };
        let who = match self.nearest_of(battle, side, i, near) {
            Some((_, distance2)) if distance2 > far => None,
            Some((j, distance2)) if self.sees_one(battle, side, i, j) => Some((j, distance2)),
            Some(_) => self.nearest_seen_of(battle, side, i, range, near),
            None => None,
        };
        self.views[side].of[i].mark = Nearest::new(self.version, who);
        who
    }

    /// Returns the nearest of some enemies that a figure sees within a range.
    pub(crate) fn nearest_seen_of(
        &mut self,
        battle: &Battle,
        side: Side,
        i: usize,
        range: Len,
        targets: S,
    ) -> Option<(usize, i64)> {
        let at = self.force[side].at[i];
        let mut left = self.within(!side, at, range, targets);
        while let Some((j, distance2)) = self.nearest(!side, at, left) {
            if self.sees_one(battle, side, i, j) {
                return Some((j, distance2));
            }
            left &= !S::bit(j);
        }
        None
    }

    /// Returns which of these enemies a figure sees.
    pub(crate) fn seen_by(&mut self, battle: &Battle, side: Side, i: usize, among: S) -> S {
        let terrain = self.terrain(battle);
        let p = self.force[side].at[i];
        if battle.is_plain() {
            let enemy = &self.force[!side];
            return among.filter(|j| terrain.sees_plainly(p, enemy.at[j]));
        }
        self.forget_moved();
        for j in among.minus(self.views[side].of[i].sees.known).iter() {
            self.look_at(battle, side, i, j);
        }
        self.views[side].of[i].sees.yes & among
    }

    /// Returns whether a figure sees any of these enemies.
    pub(crate) fn sees_any(&mut self, battle: &Battle, side: Side, i: usize, among: S) -> bool {
        if battle.is_plain() {
            return !self.seen_by(battle, side, i, among).is_empty();
        }
        self.forget_moved();
        let sees = self.views[side].of[i].sees;
        (sees.yes & sees.known).meets(among)
            || among.minus(sees.known).iter().any(|j| self.look_at(battle, side, i, j))
    }

    /// Finds out whether a figure sees an enemy. Sight is mutual, so the other knows too.
    fn look_at(&mut self, battle: &Battle, side: Side, i: usize, j: usize) -> bool {
        let (own, enemy) = (self.force[side].at[i], self.force[!side].at[j]);
        let sees = self.terrain(battle).sees(own, enemy);
        let yes = |bit: S| if sees { bit } else { S::EMPTY };
        let (i_bit, j_bit) = (S::bit(i), S::bit(j));
        self.views[side].of[i].sees.note(j_bit, yes(j_bit));
        self.views[!side].of[j].sees.note(i_bit, yes(i_bit));
        sees
    }

    /// Returns whether a figure sees an enemy.
    pub(crate) fn sees(&mut self, battle: &Battle, figure: FigureId, enemy: FigureId) -> bool {
        self.sees_one(battle, figure.side(), figure.index(), enemy.index())
    }

    #[inline]
    fn sees_one(&mut self, battle: &Battle, side: Side, i: usize, j: usize) -> bool {
        if battle.is_plain() {
            let (p, q) = (self.force[side].at[i], self.force[!side].at[j]);
            return self.terrain(battle).sees_plainly(p, q);
        }
        self.forget_moved();
        let sees = &self.views[side].of[i].sees;
        if sees.known.has(j) { sees.yes.has(j) } else { self.look_at(battle, side, i, j) }
    }

    /// Returns those of the set that stand within a distance of a place: one of [`discs`].
    pub(crate) fn those_within(
        &mut self,
        battle: &Battle,
        side: Side,
        (place, distance): (PlaceId, Len),
        among: S,
    ) -> S {
        let centre = battle.spec().place(place).at;
        let disc = battle.discs.iter().position(|disc| *disc == (place, distance));
        let Some(disc) = disc.filter(|_| !battle.is_plain()) else {
            return self.within(side, centre, distance, among);
        };
        self.forget_moved();
        let unknown = among.minus(self.views[side].on[disc].known);
        if !unknown.is_empty() {
            let near = self.within(side, centre, distance, unknown);
            self.views[side].on[disc].note(unknown, near);
        }
        self.views[side].on[disc].yes & among
    }

    /// Returns those of the set that stand in cover.
    pub(crate) fn in_cover(&mut self, battle: &Battle, side: Side, among: S) -> S {
        let near = battle.spec().rules.shooting.cover_distance;
        let terrain = self.terrain(battle);
        self.forget_moved();
        let unknown =
            if battle.is_plain() { among } else { among.minus(self.views[side].in_cover.known) };
        for i in unknown.iter() {
            let covered = terrain.is_by_cover(self.force[side].at[i], near);
            let bit = S::bit(i);
            self.views[side].in_cover.note(bit, if covered { bit } else { S::EMPTY });
        }
        self.views[side].in_cover.yes & among
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether a figure gets into contact with an enemy, where that stands, in one move (LL-03).
    pub(crate) fn reaches(&mut self, figure: FigureId, j: usize) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let enemy = self.state.force[!side].at[j];
        if self.battle.is_plain() {
            return self.can_reach_enemy(figure, enemy);
        }
        self.state.forget_moved();
        let known = self.state.views[side].of[i].reaches;
        if known.known.has(j) {
            return known.yes.has(j);
        }
        let reaches = self.can_reach_enemy(figure, enemy);
        let bit = S::bit(j);
        let yes = if reaches { bit } else { S::EMPTY };
        self.state.views[side].of[i].reaches.note(bit, yes);
        reaches
    }

    /// Returns those of the set that get to a place in one move (LL-03).
    pub(crate) fn who_get_to(&mut self, side: Side, among: S, place: PlaceId) -> S {
        let k = place.0 as usize;
        let of = self.battle.spec().place(place);
        self.state.forget_moved();
        let unknown = if self.battle.is_plain() {
            among
        } else {
            among.minus(self.state.views[side].gets_to[k].known)
        };
        for i in unknown.iter() {
            let gets = self.can_reach_place(FigureId::new(side, i), of.at, of.radius, Pace::Normal);
            let bit = S::bit(i);
            let yes = if gets { bit } else { S::EMPTY };
            self.state.views[side].gets_to[k].note(bit, yes);
        }
        self.state.views[side].gets_to[k].yes & among
    }

    /// Returns whether a figure gets to a place in one move (LL-03).
    pub(crate) fn gets_to(&mut self, figure: FigureId, place: PlaceId) -> bool {
        let bit = S::bit(figure.index());
        !self.who_get_to(figure.side(), bit, place).is_empty()
    }
}
