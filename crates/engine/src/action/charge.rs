//! Charges (LL-01, LL-05 a, LL-09): each of a body goes for an enemy who has no opponent yet, to a free spot base to base
//! with him, and the whole body keeps to one side of whatever bars its way.

use super::march::{March, Near};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Path};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{MoveKind, Observer};
use crate::game::Game;
use crate::rulebook::Pace;
use crate::side::Side;

/// The ways that those of a body who have set out already go: where no straight way leads, the others go theirs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ways {
    /// That of the foremost.
    pub(super) lead: Option<Path>,
    /// That of the first to whom nothing of it was open.
    round: Option<Path>,
}

impl Ways {
    /// Those where only the foremost has set out.
    pub(crate) const fn after(lead: Path) -> Self {
        Self { lead: Some(lead), round: None }
    }
}

/// What those who charge together know of one another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Charge<S> {
    targets: S,
    /// Those of them who have an opponent, and those who have more.
    opposed: S,
    beset: S,
    pub(super) ways: Ways,
}

/// How somebody charges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rush {
    pub(super) march: March,
    /// The whole way to where he wants to get.
    path: Path,
    /// Whom he gets to.
    pub(super) met: Option<usize>,
}

/// Where a charge takes the first of a body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Advance {
    pub(crate) end: Point,
    pub(crate) cost: Len,
    /// He gets into contact.
    pub(crate) is_home: bool,
}

/// The same, remembered as long as the table stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Foreseen<S> {
    version: u64,
    targets: S,
    found: Option<Advance>,
}

/// How many enemies of a kind somebody tries to get at: there is no room at them, most likely, and none beyond.
const MOST_TRIES: usize = 3;

/// How many enemies somebody who sees no straight way to anybody looks for ways to.
const MOST_ROUND: usize = 2;

impl<S: Bits> Charge<S> {
    /// An enemy has one more opponent.
    pub(super) fn takes_on(&mut self, j: usize) {
        let bit = S::bit(j);
        self.beset |= self.opposed & bit;
        self.opposed |= bit;
    }

    /// The enemies, those whom one rather goes for first.
    fn by_preference(&self) -> [S; 3] {
        let Self { targets, opposed, beset, .. } = *self;
        [targets.minus(opposed), targets & opposed.minus(beset), targets & beset]
    }
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// A body charges a body; the given one of it goes first.
    pub(super) fn charge(&mut self, side: Side, movers: S, targets: S, first: Option<u8>) {
        let moved = self.close_in(side, movers, targets, first, MoveKind::Action);
        self.tell_stayed(side, movers, moved);
        self.has_moved(side, moved, Pace::Fast);
        self.after_moves(side, moved, Some(moved));
    }

    /// Moves figures at these enemies, into contact where they get there, the foremost first: after the one, if any, whom
    /// the others follow. Returns those who moved.
    pub(super) fn close_in(
        &mut self,
        side: Side,
        movers: S,
        targets: S,
        first: Option<u8>,
        why: MoveKind,
    ) -> S {
        let mut charge = self.plan_for(side, targets);
        let mut moved = S::EMPTY;
        if charge.targets.is_empty() {
            return moved;
        }
        let order = self.in_order(movers, |game, i| {
            if first == Some(i as u8) {
                return -1;
            }
            let nearest = game.state.nearest_of(game.battle, side, i, charge.targets);
            nearest.map_or(i64::MAX, |(j, _)| {
                game.way2(game.state.force[side].at[i], game.state.force[!side].at[j])
            })
        });
        for i in order.iter().map(|(_, i)| usize::from(*i)) {
            let figure = FigureId::new(side, i);
            let rate = self.allowance(figure, Pace::Fast);
            let rush = self.rush(figure, &mut charge, rate);
            // Who reacts engages somebody or stays (LL-11).
            let rush = rush.filter(|r| why != MoveKind::ReactEngage || r.met.is_some());
            if let Some(rush) = rush {
                if let Some(j) = rush.met {
                    charge.takes_on(j);
                }
                charge.ways.lead.get_or_insert(rush.path);
                self.go(figure, &rush.march, rate, why);
                moved |= S::bit(i);
            }
        }
        self.state.order = order;
        moved
    }

    /// A charge at these enemies in which nobody has set out yet.
    pub(super) fn plan_for(&self, side: Side, targets: S) -> Charge<S> {
        let enemy = &self.state.force[!side];
        let targets = targets & enemy.alive;
        let opposed = targets & enemy.engaged;
        let beset = opposed.only(|j| enemy.contacts[j].count() > 1);
        Charge { targets, opposed, beset, ways: Ways::default() }
    }

    /// Where somebody who charges at the head of his body gets to, if anywhere.
    pub(crate) fn lead_charge(&mut self, figure: FigureId, targets: S) -> Option<Advance> {
        let (side, i) = (figure.side(), figure.index());
        let version = self.state.version;
        let known = &self.state.charges[side][i];
        if known.version == version && known.targets == targets {
            return known.found;
        }
        let mut charge = self.plan_for(side, targets);
        let rate = self.allowance(figure, Pace::Fast);
        let found = self.rush(figure, &mut charge, rate).map(|rush| Advance {
            end: rush.march.path.end(),
            cost: rush.march.cost,
            is_home: rush.met.is_some(),
        });
        self.state.charges[side][i] = Foreseen { version, targets, found };
        found
    }

    /// Whether somebody would get into contact with one of these enemies at the head of his body.
    pub(crate) fn charges_home(&mut self, figure: FigureId, targets: S) -> bool {
        let movement = &self.battle.spec().rules.movement;
        let reach = self.allowance(figure, Pace::Fast) + movement.base + movement.contact_gap;
        let near = self.state.within(!figure.side(), self.state.at(figure), reach, targets);
        !near.is_empty() && self.lead_charge(figure, targets).is_some_and(|found| found.is_home)
    }

    /// The next of a body that charges goes to an enemy within reach, or as near as he gets.
    pub(super) fn rush(
        &mut self,
        figure: FigureId,
        charge: &mut Charge<S>,
        rate: Len,
    ) -> Option<Rush> {
        let (side, i) = (figure.side(), figure.index());
        let at = self.state.at(figure);
        let (nearest, _) = self.state.nearest_of(self.battle, side, i, charge.targets)?;
        let movement = &self.battle.spec().rules.movement;
        let reach = rate + movement.base + movement.contact_gap;
        let mut round = 0;
        for targets in charge.by_preference() {
            let mut left = self.state.within(!side, at, reach, targets);
            for _ in 0..MOST_TRIES {
                let Some((j, _)) = self.state.nearest(!side, at, left) else { break };
                left &= !S::bit(j);
                let rush = self.meet_one(figure, j, charge, rate, &mut round);
                if rush.is_some() {
                    return rush;
                }
            }
        }
        let to = self.goal_against(figure, nearest);
        let path = self.follow(at, to, &mut charge.ways);
        let march = self.march(figure, &path, rate, movement.base, S::EMPTY);
        let march = self.beside(figure, &path, march, rate)?;
        let met = self.state.touched(self.battle, !side, march.path.end(), charge.targets);
        Some(Rush { march, path, met: met.iter().next() })
    }

    /// The way into contact with one enemy, if there is one within reach.
    fn meet_one(
        &mut self,
        figure: FigureId,
        j: usize,
        charge: &mut Charge<S>,
        rate: Len,
        round: &mut usize,
    ) -> Option<Rush> {
        let (side, base) = (figure.side(), self.battle.spec().rules.movement.base);
        let at = self.state.at(figure);
        let enemy = self.state.force[!side].at[j];
        let terrain = self.state.terrain(self.battle);
        let mut straight = Path::from(at);
        straight.push(enemy);
        let path = if terrain.is_passable(at, enemy) {
            straight
        } else {
            if terrain.is_across_barricade(at, enemy)
                && let Some(march) = self.open_side(figure, &straight, enemy, rate)
            {
                return Some(Rush { march, path: march.path, met: Some(j) });
            }
            if *round == MOST_ROUND {
                return None;
            }
            *round += 1;
            let path = self.follow(at, enemy, &mut charge.ways);
            if path.end() != enemy || path.length() > rate + base {
                return None;
            }
            path
        };
        let direct = self.march(figure, &path, rate, base, S::EMPTY);
        let meets = |march: &March| self.touches(side, march.path.end(), S::bit(j));
        let march = match direct.filter(meets) {
            Some(march) => march,
            // Somebody stands in the way: round to another side of the enemy.
            None => self.open_side(figure, &path, enemy, rate)?,
        };
        Some(Rush { march, path, met: Some(j) })
    }

    /// Where one goes to fight an enemy: at him, or to a free spot on one's own side of a barricade (LL-09).
    pub(super) fn goal_against(&self, figure: FigureId, j: usize) -> Point {
        let at = self.state.at(figure);
        let enemy = self.state.force[!figure.side()].at[j];
        let terrain = self.state.terrain(self.battle);
        if terrain.is_passable(at, enemy) || !terrain.is_across_barricade(at, enemy) {
            return enemy;
        }
        let most = at.distance(enemy);
        let neighbours = self.neighbours(figure, enemy, self.across_at());
        let spots = Near::new(enemy, self.across_at(), at, most);
        let mut free = spots.iter().filter(|spot| {
            self.is_clear_of(neighbours, figure, *spot)
                && terrain.is_passable(at, *spot)
                && terrain.is_across_barricade(*spot, enemy)
                && terrain.is_standable(*spot)
        });
        free.next().unwrap_or(enemy)
    }

    /// How far off one stands to fight across a barricade: as far as contact goes, for something lies between.
    pub(super) fn across_at(&self) -> Len {
        let movement = &self.battle.spec().rules.movement;
        movement.base + movement.contact_gap
    }

    /// Whether somebody who stands at a point is in contact with one of these enemies.
    pub(crate) fn touches(&self, side: Side, at: Point, targets: S) -> bool {
        let met = self.state.touched(self.battle, !side, at, targets);
        !met.is_empty()
    }

    /// A march that ends base to base with an enemy on the nearest side of him that is free and within reach, at the end of
    /// a way to him.
    pub(super) fn open_side(
        &mut self,
        figure: FigureId,
        path: &Path,
        enemy: Point,
        rate: Len,
    ) -> Option<March> {
        let legs = path.count().checked_sub(1)?;
        let at = path.points()[legs];
        let rate_left = rate - (path.length() - path.leg(legs).length);
        let base = self.battle.spec().rules.movement.base;
        let distance = at.distance(enemy);
        if distance > rate_left + self.across_at() || distance <= base {
            return None;
        }
        let terrain = self.state.terrain(self.battle);
        // Base to base with him, and a hair more, so that rounding leaves them clear.
        let touching = (base + 2, false);
        let across = terrain.is_across_barricade(at, enemy).then(|| (self.across_at(), true));
        for (off, is_across) in [Some(touching), across].into_iter().flatten() {
            let neighbours = self.neighbours(figure, enemy, off);
            for slot in Near::new(enemy, off, at, rate_left).iter() {
                // What is soonest found out comes first.
                if !self.is_clear_of(neighbours, figure, slot) || !terrain.is_passable(at, slot) {
                    continue;
                }
                let fights = if is_across {
                    terrain.is_across_barricade(slot, enemy)
                } else {
                    terrain.lets_fight(slot, enemy)
                };
                if !fights || !terrain.is_standable(slot) {
                    continue;
                }
                let march = if legs == 0 {
                    self.straight_to(figure, slot, rate, base)
                } else {
                    let way = path.through(legs, slot);
                    let march = self.march(figure, &way, rate, base, S::EMPTY);
                    march.filter(|march| march.path.end() == slot)
                };
                if march.is_some() {
                    return march;
                }
            }
        }
        None
    }

    /// The way of one of a body to a point: straight, or by that side of what bars it by which the foremost goes, so that
    /// no body passes a house on both sides in one action (LL-01).
    pub(crate) fn follow(&mut self, at: Point, to: Point, ways: &mut Ways) -> Path {
        let terrain = self.state.terrain(self.battle);
        let mut path = Path::from(at);
        if terrain.is_passable(at, to) {
            path.push(to);
            return path;
        }
        let Some(lead) = ways.lead else {
            return self.path(at, to);
        };
        // A meeting point that is in sight may be reached on either side (LL-01: the tree stump); a barricade, which one
        // fights across, is no stump.
        if terrain.sees(at, to) && !terrain.is_across_barricade(at, to) {
            return self.path(at, to);
        }
        for way in [Some(lead), ways.round].into_iter().flatten() {
            let corners = way.points();
            if let Some(k) = (0..corners.len()).rfind(|k| terrain.is_passable(at, corners[*k])) {
                return path.joining(&corners[k..], terrain, to);
            }
        }
        // Nothing of that way is open to him: he begins where the foremost did.
        let corners = lead.points();
        let there = self.path(at, corners[0]);
        let terrain = self.state.terrain(self.battle);
        let mut path = path.joining(&there.points()[1..], terrain, to);
        if path.end() == corners[0] {
            path = path.joining(&corners[1..], terrain, to);
        }
        ways.round.get_or_insert(path);
        path
    }
}
