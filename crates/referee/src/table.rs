//! What can be seen of the table, and sets of figures and units as bits.

use crate::known::*;
use std::borrow::Borrow;

/// Sets of units of both sides.
pub(crate) type Units = BySide<u128>;

pub(crate) fn has(set: u128, i: usize) -> bool {
    set >> i & 1 == 1
}

pub(crate) fn is_in(sets: BySide<FigureSet>, figure: FigureId) -> bool {
    has(sets[figure.side()], figure.index())
}

/// A set of figures of both sides.
pub(crate) trait Figures {
    /// Adds a figure. Returns whether it was in the set.
    fn put(&mut self, figure: FigureId) -> bool;

    fn take(&mut self, figure: FigureId) -> bool;

    /// Keeps only those that are among these, too.
    fn keep(&mut self, these: impl Fn(Side) -> FigureSet);
}

impl Figures for BySide<FigureSet> {
    fn put(&mut self, figure: FigureId) -> bool {
        let was_in = is_in(*self, figure);
        self[figure.side()] |= 1 << figure.index();
        was_in
    }

    fn take(&mut self, figure: FigureId) -> bool {
        let was_in = is_in(*self, figure);
        self[figure.side()] &= !(1 << figure.index());
        was_in
    }

    fn keep(&mut self, these: impl Fn(Side) -> FigureSet) {
        Side::BOTH.into_iter().for_each(|side| self[side] &= these(side));
    }
}

/// Returns the numbers of the members of a set, the lowest first.
pub(crate) fn each(mut set: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

pub(crate) fn set_of(indices: impl IntoIterator<Item = usize>) -> u128 {
    indices.into_iter().fold(0, |set, i| set | 1 << i)
}

pub(crate) const fn can_show(dice: Dice, rolled: i32) -> bool {
    dice.min() <= rolled && rolled <= dice.max()
}

/// What is seen of the table at once.
pub(crate) trait Look<'a>: Borrow<Scene<'a>> {
    fn spec(&self) -> &'a BattleSpec {
        self.borrow().battle.spec()
    }

    fn traits(&self, figure: FigureId) -> &'a Traits {
        self.borrow().battle.traits(figure)
    }

    fn traits_of(&self, side: Side) -> &'a [Traits] {
        self.borrow().battle.traits_of(side)
    }

    fn at(&self, figure: FigureId) -> Point {
        self.borrow().positions[figure.side()][figure.index()]
    }

    fn unit_of(&self, figure: FigureId) -> (Side, UnitId) {
        (figure.side(), self.traits(figure).unit)
    }

    /// Returns the figures of a side that are on the table, each with where it stands.
    fn standing(&self, side: Side) -> impl Iterator<Item = (usize, Point)> + Clone {
        let (at, alive) = (self.borrow().positions[side], self.borrow().alive[side]);
        each(alive).map(move |i| (i, at[i]))
    }
}

impl<'a> Look<'a> for Scene<'a> {}

pub(crate) fn rulebook<'a>(scene: &Scene<'a>) -> &'a Rulebook {
    &scene.battle.spec().rules
}

pub(crate) fn spec_of<'s>(scene: &Scene<'s>, figure: FigureId) -> &'s FigureSpec {
    &scene.battle.spec().sides[figure.side()].figures[figure.index()]
}

pub(crate) fn troops<'s>(scene: &Scene<'s>, figure: FigureId) -> &'s TroopType {
    &rulebook(scene).troops[spec_of(scene, figure).troops]
}

pub(crate) fn weapon<'s>(scene: &Scene<'s>, figure: FigureId) -> &'s Weapon {
    &rulebook(scene).weapons[spec_of(scene, figure).weapon]
}

/// Returns whether shots and melee go by the dice of petite guerre; else they go by the host rules.
pub(crate) fn is_by_dice(scene: &Scene<'_>) -> bool {
    rulebook(scene).fighting == Fighting::PetiteGuerre
}

pub(crate) fn units_of(scene: &Scene<'_>, side: Side, figures: FigureSet) -> u128 {
    let traits = scene.battle.traits_of(side);
    set_of(each(figures).map(|i| traits[i].unit.0.into()))
}

/// Returns the figures of some units of a side, including figures that are gone.
pub(crate) fn members(scene: &Scene<'_>, side: Side, units: u128) -> FigureSet {
    let traits = scene.battle.traits_of(side).iter().enumerate();
    set_of(traits.filter(|(_, traits)| has(units, traits.unit.0.into())).map(|(i, _)| i))
}

/// Returns the commonest value among a unit's figures, the highest of equally common ones.
pub(crate) fn commonest(
    scene: &Scene<'_>,
    side: Side,
    unit: UnitId,
    of: impl Fn(FigureId, &TroopType) -> i32,
) -> i32 {
    let spec = scene.battle.spec();
    let figures = spec.sides[side].figures.iter().enumerate();
    let members = figures.filter(|(_, figure)| figure.unit == unit);
    let of = |(i, figure): (usize, &FigureSpec)| {
        of(FigureId::new(side, i), &spec.rules.troops[figure.troops])
    };
    let values: Vec<i32> = members.map(of).collect();
    let often = |value: i32| values.iter().filter(|other| **other == value).count();
    values.iter().copied().max_by_key(|value| (often(*value), *value)).unwrap_or(0)
}

/// Returns the distance between the centres of two bases that touch.
pub(crate) fn contact(battle: &Battle) -> Len {
    let movement = &battle.spec().rules.movement;
    movement.base + movement.contact_gap
}

/// Returns whether any other figure stands within a distance of a point.
pub(crate) fn anybody_else_within(
    scene: &Scene<'_>,
    figure: FigureId,
    at: Point,
    reach: Len,
) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let mut others = each(scene.alive[side]).filter(|k| FigureId::new(side, *k) != figure);
        others.any(|k| scene.positions[side][k].distance(at) <= reach)
    })
}

pub(crate) fn touch(scene: &Scene<'_>, a: FigureId, b: FigureId) -> bool {
    let apart = scene.at(a).distance(scene.at(b));
    a.side() != b.side() && apart <= contact(scene.battle)
}

impl<'a> Audit<'a> {
    /// Returns the ground as the scenario's events have left it.
    pub(crate) fn terrain(&self) -> &'a Terrain {
        self.scene.battle.terrain(self.books.score.happened)
    }

    /// Returns whether two enemies are in contact: base to base, and not through a wall.
    pub(crate) fn in_contact(&self, at: Point, enemy: Point) -> bool {
        let reach = i64::from(contact(self.scene.battle));
        at.distance2(enemy) <= reach * reach && self.terrain().lets_fight(at, enemy)
    }

    /// Returns the enemies on the table that any of these figures of a side is in contact with.
    pub(crate) fn touched_by(&self, side: Side, figures: FigureSet) -> FigureSet {
        let (scene, own, enemies) =
            (self.scene, self.scene.positions[side], self.scene.positions[!side]);
        let meets = |i: usize, j: usize| self.in_contact(own[i], enemies[j]);
        set_of(each(scene.alive[!side]).filter(|j| each(figures).any(|i| meets(i, *j))))
    }

    /// Returns the group of a figure: joined by steps of the group distance, each figure in sight of the next, or base to base
    /// with it at a corner (LL-01).
    pub(crate) fn body_of(&self, side: Side, figure: usize) -> FigureSet {
        let (scene, terrain) = (self.scene, self.terrain());
        let movement = &rulebook(scene).movement;
        let [group, touching] =
            [movement.group, movement.base + movement.contact_gap].map(|d| i64::from(d).pow(2));
        let mut body: FigureSet = 1 << figure;
        loop {
            let mut grown = body;
            for i in each(body) {
                for j in each(scene.alive[side] & !grown) {
                    let (p, q) = (scene.positions[side][i], scene.positions[side][j]);
                    let is_joined = || {
                        terrain.sees_plainly(p, q)
                            || p.distance2(q) <= touching && terrain.is_round_corner(p, q)
                    };
                    if p.distance2(q) <= group && is_joined() {
                        grown |= 1 << j;
                    }
                }
            }
            if grown == body {
                return body;
            }
            body = grown;
        }
    }
}
