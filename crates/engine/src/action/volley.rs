//! Volleys (PG-11): a line fires at a group, each figure of which is as hard to hit as it stands; hits fall on figures that the
//! rolls reach.

use super::fire::Mark;
use super::marks::Firing;
use crate::battle::geometry::Len;
use crate::battle::{FigureId, MAX_FIGURES, Shot};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::dice::Dice;
use crate::event::{ActionKind, Cause, Event, TargetCondition};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::VolleyHits;
use crate::side::Side;

/// How a figure of the group stands to the firing line.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// How far it is from the line (squared), and which figure it is.
    distance2: i64,
    who: FigureId,
    /// The figure of the line that is nearest to it.
    by: FigureId,
    /// Its distance and condition, known only once the dice are rolled: not needed before.
    distance: Len,
    condition: TargetCondition,
}

/// A hit that has yet to fall on a figure.
#[derive(Debug, Clone, Copy)]
struct Hit<S> {
    /// On how many it can fall, and which figure has fired it.
    count: u32,
    shooter: FigureId,
    rolled: i32,
    on: S,
}

/// A volley under way.
#[derive(Debug, Clone, Default)]
pub(crate) struct VolleyUnderWay<S> {
    /// The group fired at, the nearest to the line first.
    group: Vec<Stand>,
    hits: Vec<Hit<S>>,
}

impl<S: Bits> VolleyUnderWay<S> {
    /// Returns an empty one with room for any volley, so that playing allocates nothing.
    pub(crate) fn with_room() -> Self {
        Self { group: Vec::with_capacity(MAX_FIGURES), hits: Vec::with_capacity(MAX_FIGURES) }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Fires a volley of ranks of a line at a group: one die for each figure, by the stick of its own weapon.
    pub(super) fn volley(&mut self, side: Side, actors: S, targets: S) {
        let targets = targets & self.state.force[!side].alive;
        let fired = self.roll_volley(side, actors, targets);
        self.place_hits(side);
        self.react_to_shots(side, fired, targets & self.state.force[!side].alive);
    }

    /// Rolls the dice of a volley. A roll hits if it reaches any figure of the group; which one is settled later. A figure that
    /// can reach none holds its fire. Returns those that fire.
    pub(super) fn roll_volley(&mut self, side: Side, actors: S, targets: S) -> S {
        self.look_at_group(side, actors, targets);
        self.size_up_group();
        let Some(nearest) = self.state.volley.group.first().copied() else {
            self.tell_hindered(side, actors, ActionKind::Volley, |game, figure| {
                game.no_shot(figure, targets, ActionKind::Volley)
            });
            return S::EMPTY;
        };
        let mut fired = S::EMPTY;
        let first = nearest.by;
        let unit = self.battle.traits(first).unit;
        for i in self.members(side, unit).iter() {
            // A line turns as one.
            let (from, to) = (self.state.at(first), self.state.at(nearest.who));
            self.turn_to(FigureId::new(side, i), from, to);
        }
        for i in actors.iter() {
            let shooter = FigureId::new(side, i);
            let Some((target, mark)) = self.easiest(shooter) else {
                self.tell_hindered(side, S::bit(i), ActionKind::Volley, |game, figure| {
                    game.no_shot(figure, targets, ActionKind::Volley)
                });
                continue;
            };
            fired |= S::bit(i);
            let rolled = self.discharge(shooter, target, mark, Shot::Volley);
            if rolled >= mark.needed {
                let on = S::of(self.state.volley.group.iter().filter_map(|stand| {
                    let needed = self.by_stick(shooter, stand.distance2, stand.condition)?;
                    (rolled >= needed).then_some(stand.who.index())
                }));
                self.state.volley.hits.push(Hit { count: on.count(), shooter, rolled, on });
            }
        }
        let platoon = self.members(side, unit) & self.state.roster[side].missiles;
        let together = &mut self.state.force[side].together;
        if platoon.minus(actors).is_empty() {
            *together |= 1 << unit.0;
        } else {
            *together &= !(1 << unit.0);
        }
        fired
    }

    /// Returns the enemies that a line would aim at in a volley: for each figure of it the nearest to the line that some roll
    /// of that figure would hit.
    pub(crate) fn volley_marks(&mut self, side: Side, line: S, enemies: S) -> S {
        self.look_at_group(side, line, enemies);
        let group = &self.state.volley.group;
        let nearest = line.iter().filter_map(|i| {
            let shooter = FigureId::new(side, i);
            let hits = |stand: &&Stand| {
                let (from, at) = (self.state.at(stand.by), self.state.at(stand.who));
                let shot = Shot::Volley;
                self.could_hit(&Firing { by: shooter, from, target: stand.who, at, shot })
            };
            group.iter().find(hits).map(|stand| stand.who.index())
        });
        S::of(nearest)
    }

    /// Finds how each of a group stands to a firing line; figures out of the fight only if no other is in sight and reach.
    fn look_at_group(&mut self, side: Side, line: S, targets: S) {
        let alive = targets & self.state.force[!side].alive;
        let fit = self.rather_in_the_fight(!side, alive);
        self.look_at_those(side, line, fit);
        if self.state.volley.group.is_empty() && fit != alive {
            self.look_at_those(side, line, alive);
        }
    }

    /// Works out how hard to hit each of the group is from the nearest of the firing line.
    fn size_up_group(&mut self) {
        for k in 0..self.state.volley.group.len() {
            let Stand { who, by, .. } = self.state.volley.group[k];
            let (from, at) = (self.state.at(by), self.state.at(who));
            let condition = self.condition(from, who, at);
            let stand = &mut self.state.volley.group[k];
            (stand.distance, stand.condition) = (from.distance(at), condition);
        }
    }

    /// Works out how far each of a group is from a firing line: from the nearest figure of it that sees the target and whose
    /// weapon carries so far. A target out of sight or reach of the whole line is left out of the group.
    fn look_at_those(&mut self, side: Side, line: S, targets: S) {
        let mut group = std::mem::take(&mut self.state.volley.group);
        group.clear();
        self.state.volley.hits.clear();
        for j in targets.iter() {
            let who = FigureId::new(!side, j);
            let at = self.state.at(who);
            let mut nearest: Option<(i64, FigureId)> = None;
            for i in line.iter() {
                let shooter = FigureId::new(side, i);
                let distance2 = self.state.at(shooter).distance2(at);
                // The cheapest checks come first.
                if nearest.is_none_or(|(least, _)| distance2 < least)
                    && self.carries(shooter, distance2)
                    && self.state.sees(self.battle, shooter, who)
                {
                    nearest = Some((distance2, shooter));
                }
            }
            if let Some((distance2, by)) = nearest {
                let condition = TargetCondition::Unmoving;
                group.push(Stand { distance2, who, by, distance: 0, condition });
            }
        }
        group.sort_unstable_by_key(|stand| (stand.distance2, stand.who));
        self.state.volley.group = group;
    }

    /// Returns whether the weapon of a figure carries so far (squared).
    fn carries(&self, shooter: FigureId, distance2: i64) -> bool {
        let missile = self.battle.traits(shooter).missile.as_ref();
        let range = missile.map_or(0, |missile| i64::from(missile.range[2]));
        distance2 <= range * range
    }

    /// Returns the figure of the group that a shooter hits most easily, of equals the nearest, and what it needs for that;
    /// `None` if none of its rolls would hit.
    fn easiest(&self, shooter: FigureId) -> Option<(FigureId, Mark)> {
        let most = self.highest_of(shooter, Shot::Volley);
        let marks = self.state.volley.group.iter().filter_map(|stand| {
            let needed = self.by_stick(shooter, stand.distance2, stand.condition)?;
            let Stand { condition, distance, .. } = *stand;
            Some((stand.who, Mark { condition, distance, needed }))
        });
        marks.min_by_key(|(_, mark)| mark.needed).filter(|(_, mark)| mark.needed <= most)
    }

    /// Places the hits of a volley, each on a figure that its roll reaches: on the one with the fewest hits so far, so that as
    /// many as possible are hit; of equals on the nearest to the firing line, or on one by lot. Hits that reach the fewest come
    /// first.
    pub(super) fn place_hits(&mut self, side: Side) {
        let by_lot = self.battle.spec().rules.fire.volley_hits == VolleyHits::ByLot;
        let mut volley = std::mem::take(&mut self.state.volley);
        volley.hits.sort_unstable_by_key(|hit| (hit.count, hit.shooter));
        let mut struck = [0_u8; MAX_FIGURES];
        for hit in &volley.hits {
            let on = hit.on & self.state.force[!side].alive;
            let Some(least) = on.iter().map(|j| struck[j]).min() else {
                continue;
            };
            let open = on.filter(|j| struck[j] == least);
            // A single figure needs no lot.
            let j = if by_lot && open.count() > 1 {
                let lots = Dice::one(open.count() as u8);
                let lot = self.roll(Purpose::Shooting, Rule::pg(11), lots) as usize;
                open.iter().nth(lot - 1).unwrap_or(open.first())
            } else {
                let mut nearest = volley.group.iter().map(|stand| stand.who.index());
                nearest.find(|j| open.has(*j)).unwrap_or(open.first())
            };
            struck[j] += 1;
            let figure = FigureId::new(!side, j);
            self.tell_fall(&volley, hit, figure);
            self.strike(figure, Cause::Shot);
        }
        self.state.volley = volley;
    }

    /// Reports on which figure a hit falls, and what was needed to hit it.
    fn tell_fall(&mut self, volley: &VolleyUnderWay<S>, hit: &Hit<S>, figure: FigureId) {
        let shooter = hit.shooter;
        let Some(stand) = volley.group.iter().find(|stand| stand.who == figure) else { return };
        let needed = self.by_stick(shooter, stand.distance2, stand.condition).unwrap_or(hit.rolled);
        self.tell(|| Event::HitFalls {
            shooter,
            figure,
            condition: stand.condition,
            distance: stand.distance,
            needed,
            rolled: hit.rolled,
        });
    }
}
