//! Volleys (PG-11): which figures of the target group each roll can hit, and which figures the hits fall on.

use crate::gunnery::by_stick;
use crate::known::*;

/// The current volley.
#[derive(Debug, Clone)]
pub(crate) struct Volley {
    side: Side,
    ranks: FigureSet,
    fired: FigureSet,
    /// The group fired at.
    group: FigureSet,
    /// Figures of the group in sight and reach, each with the nearest shooter of the line; worked out at the first shot.
    marks: Option<Vec<Mark>>,
    /// Hits that have not fallen on a figure yet: the shooter, its roll, and the figures the roll reaches.
    hits: Vec<(FigureId, i32, FigureSet)>,
    /// Figures that hits have fallen on, once for each hit.
    struck: Vec<usize>,
}

/// A figure of the group, as seen from the line.
#[derive(Debug, Clone, Copy)]
struct Mark {
    who: FigureId,
    nearest: FigureId,
    distance2: i64,
}

impl Volley {
    pub(crate) fn begins(side: Side, ranks: FigureSet, group: FigureSet) -> Self {
        Self { side, ranks, fired: 0, group, marks: None, hits: Vec::new(), struck: Vec::new() }
    }

    /// Returns each figure of the group with the nearest shooter that sees it and has the range.
    fn look(&self, audit: &Audit<'_>, among: FigureSet) -> Vec<Mark> {
        let (scene, terrain) = (audit.scene, audit.terrain());
        let mark = |j: usize| {
            let who = FigureId::new(!self.side, j);
            let at = scene.at(who);
            let seen = each(self.ranks).filter_map(|i| {
                let nearest = FigureId::new(self.side, i);
                let from = scene.at(nearest);
                let distance2 = from.distance2(at);
                by_stick(scene, nearest, distance2)?;
                terrain.sees_plainly(from, at).then_some(Mark { who, nearest, distance2 })
            });
            seen.min_by_key(|mark| mark.distance2)
        };
        each(self.group & among).filter_map(mark).collect()
    }
}

impl Audit<'_> {
    /// Checks that every shooter in the ranks that could hit a figure has fired, and that every hit has fallen on a standing
    /// figure it reached, if any was left.
    pub(crate) fn volley_is_over(&mut self, volley: &Volley) {
        let idle = volley.ranks & !volley.fired;
        let alive = self.books.alive[!volley.side];
        let lost = volley.hits.iter().find(|(_, _, reached)| reached & alive != 0);
        must!(self: lost.is_none() => pg(11), "{lost:?} falls on nobody");
        must!(self: idle == 0 => pg(11), "{idle:b} of {:b} do not fire", volley.ranks);
    }

    /// Returns what a shooter needs to hit each figure of the group in its range, the one nearest to the line first.
    fn needs(&self, shooter: FigureId, marks: &[Mark]) -> Vec<(Mark, TargetCondition, i32)> {
        let need = |mark: &Mark| {
            let (condition, needed) = self.needed(shooter, mark.nearest, mark.who)?;
            Some((*mark, condition, needed))
        };
        let mut needs: Vec<_> = marks.iter().filter_map(need).collect();
        needs.sort_by_key(|(mark, ..)| (mark.distance2, mark.who.index()));
        needs
    }

    /// Checks that a shot of a volley is reported with the target that is easiest to hit.
    pub(crate) fn volley_shot(&mut self) {
        told!(self: Event::Fires { shooter, target, condition, distance, needed, rolled, .. });
        let Some(mut volley) = self.books.gunnery.volley.take() else { return };
        volley.fired |= 1 << shooter.index();
        if volley.marks.is_none() {
            let alive = self.scene.alive[!volley.side];
            let fit = alive & !self.books.aims.running[!volley.side];
            let mut marks = volley.look(self, fit);
            if marks.is_empty() {
                marks = volley.look(self, alive);
            }
            if let Some(first) = marks.iter().min_by_key(|m| (m.distance2, m.who.index())) {
                self.volley_turns(first.nearest, first.who);
            }
            // A shooter that can hit no figure holds its fire.
            let die = self.rules.fire.volley;
            for i in each(volley.ranks) {
                let figure = FigureId::new(volley.side, i);
                let most = i32::from(self.books.drill.die(figure, die));
                let needs = self.needs(figure, &marks);
                if !needs.iter().any(|(.., needed)| *needed <= most) {
                    volley.ranks &= !(1 << i);
                }
            }
            volley.marks = Some(marks);
        }
        let needs = self.needs(shooter, volley.marks.as_deref().unwrap_or(&[]));
        let easiest = needs.iter().min_by_key(|(.., needed)| *needed);
        let right = easiest.is_some_and(|(mark, of, least)| {
            (mark.who, *of, *least) == (target, condition, needed)
                && is_so_far(self.scene, mark, distance)
        });
        must!(self: right => pg(11),
            "{target:?}, {} at {distance}/256, is hit by {needed}; most easily {easiest:?}",
            condition.name());
        let reached = needs.iter().filter(|(.., needed)| rolled >= *needed);
        let reached = set_of(reached.map(|(mark, ..)| mark.who.index()));
        if reached != 0 {
            volley.hits.push((shooter, rolled, reached));
        }
        self.books.gunnery.volley = Some(volley);
    }

    /// Checks that a hit falls on a figure its roll reaches: on one with the fewest hits so far, and of these on the nearest to
    /// the line or by lot. Hits that reach the fewest figures fall first.
    pub(crate) fn hit_falls(&mut self) {
        told!(self: Event::HitFalls { shooter, figure, condition, distance, needed, rolled });
        let alive = self.books.alive[!shooter.side()];
        let Some(mut volley) = self.books.gunnery.volley.take() else {
            return self.breach(pg(11), format!("a hit falls on {figure:?} in no volley"));
        };
        let marks = volley.marks.clone().unwrap_or_default();
        let needs = self.needs(shooter, &marks);
        let own = needs.iter().find(|(mark, ..)| mark.who == figure);
        let right = own.is_some_and(|(mark, of, least)| {
            (*of, *least) == (condition, needed) && is_so_far(self.scene, mark, distance)
        });
        must!(self: right && rolled >= needed => pg(11),
            "a {rolled} falls on {figure:?}, told to be {} and need {needed}: {own:?}",
            condition.name());
        let hit = volley.hits.iter().position(|(by, roll, _)| (*by, *roll) == (shooter, rolled));
        must!(self: hit.is_some() => pg(11), "a {rolled} of {shooter:?} falls on {figure:?}");
        if let Some(hit) = hit {
            let (_, _, reached) = volley.hits.remove(hit);
            let fewer = volley.hits.iter().find(|(_, _, r)| r.count_ones() < reached.count_ones());
            // A hit with no figure left in reach is lost.
            let fewer = fewer.filter(|(_, _, r)| r & alive != 0);
            must!(self: fewer.is_none() => pg(11),
                "a {rolled} of {shooter:?} falls before {fewer:?}");
            let struck = |j: usize| volley.struck.iter().filter(|who| **who == j).count();
            let open: Vec<usize> = each(reached & alive).collect();
            let least = open.iter().map(|j| struck(*j)).min();
            let open: Vec<usize> = open.into_iter().filter(|j| Some(struck(*j)) == least).collect();
            let apart = |j: usize| {
                let mark = marks.iter().find(|mark| mark.who.index() == j);
                mark.map(|mark| mark.distance2)
            };
            let nearest = match self.rules.fire.volley_hits {
                VolleyHits::Nearest => open.iter().all(|j| apart(*j) >= apart(figure.index())),
                VolleyHits::ByLot => true,
            };
            must!(self: open.contains(&figure.index()) && nearest => pg(11),
                "a {rolled} falls on {figure:?}; it may on {open:?}");
        }
        volley.struck.push(figure.index());
        self.books.gunnery.volley = Some(volley);
        if has(alive, figure.index()) {
            self.owe_hit(figure, Cause::Shot);
        }
    }
}

/// Returns whether this is the distance of the figure from the line.
fn is_so_far(scene: &Scene<'_>, mark: &Mark, distance: Len) -> bool {
    scene.at(mark.nearest).distance(scene.at(mark.who)) == distance
}
