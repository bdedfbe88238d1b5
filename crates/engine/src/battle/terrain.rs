//! The board with some of its gates open: sight, cover, slow ground and obstacles.

use super::cells::Screen;
use super::frame::Frame;
use super::gaps::{Gap, gateway, narrow_gaps};
use super::geometry::{Len, Point, Polygon, Runs, Span, UNIT, cross, segments_touch};
use super::pair_table::{Known, PairTable};
use super::routes::{Leg, Routes};
use super::{Cover, FeatureSpec, Going, SightEffect};
use crate::list::List;
use crate::side::{BySide, Side};
use crate::strips::Shapes;

/// One state of the board. All queries are exact; [`Terrain::sees_plainly`] is the slow, obvious version of sight that the fast
/// one must equal.
#[derive(Debug, Clone)]
pub struct Terrain {
    /// Which state of the board this is.
    number: usize,
    width: Len,
    height: Len,
    /// What stops a line of sight that runs through it for more than the length.
    screens: Vec<(Polygon, Len)>,
    /// Obstacles: features, and then the seals of gaps narrower than a base.
    barred: Vec<Polygon>,
    /// How many of these are seals.
    seals: usize,
    slow: Vec<Polygon>,
    covers: Vec<(Polygon, Cover)>,
    barricades: Vec<Polygon>,
    /// Where screens and obstacles lie: of many, only the few near a line are checked.
    near_screens: Shapes,
    near_bars: Shapes,
    sight: PairTable,
    passage: PairTable,
    /// The ways of each side.
    routes: BySide<Routes>,
}

impl Terrain {
    /// Works out the board from the features that are there, for figures on bases of this diameter.
    ///
    /// # Errors
    /// The shape of a feature cannot be played.
    pub(super) fn new(
        number: usize,
        (width, height): (Len, Len),
        base: Len,
        features: &[FeatureSpec],
        frames: BySide<Frame>,
        stands: impl Fn(&FeatureSpec) -> bool,
    ) -> Result<Self, String> {
        let (mut screens, mut barred, mut slow) = (Vec::new(), Vec::new(), Vec::new());
        let (mut covers, mut barricades) = (Vec::new(), Vec::new());
        let mut gone = Vec::new();
        for feature in features {
            if !stands(feature) {
                // An opened gate leaves no new gap where it stood.
                if feature.going == Going::Barred {
                    gone.extend(gateway(feature));
                }
                continue;
            }
            let polygon = feature
                .polygon((width, height))
                .map_err(|flaw| format!("the shape of `{}` {flaw}", feature.name))?;
            if let SightEffect::BlockBeyond(beyond) = feature.sight {
                screens.push((polygon.clone(), beyond));
            }
            match feature.going {
                Going::Free => {}
                Going::Slow => slow.push(polygon.clone()),
                Going::Barred => barred.push(polygon.clone()),
            }
            if feature.cover != Cover::None {
                covers.push((polygon.clone(), feature.cover));
            }
            if feature.breaks_off {
                barricades.push(polygon);
            }
        }
        let features_barred = barred.len();
        let gaps = narrow_gaps((width, height), &barred, &gone, base);
        barred.extend(gaps.iter().filter_map(Gap::seal));
        let stops =
            screens.iter().map(|(polygon, beyond)| Screen::new(polygon, *beyond == 0)).collect();
        let sight = PairTable::new(width, height, stops);
        let bars: Vec<_> = barred.iter().map(|polygon| Screen::new(polygon, true)).collect();
        let routes =
            BySide::from_fn(|side| Routes::new(width, height, &barred, &bars, frames[side]));
        let passage = PairTable::new(width, height, bars);
        Ok(Self {
            number,
            width,
            height,
            near_screens: Shapes::new(width, height, spans_of(&screens)),
            near_bars: Shapes::new(width, height, barred.iter().map(Polygon::span)),
            screens,
            seals: barred.len() - features_barred,
            barred,
            slow,
            covers,
            barricades,
            sight,
            passage,
            routes,
        })
    }

    /// Makes every query check each feature in turn.
    pub(super) fn forget_tables(&mut self) {
        self.sight = PairTable::blank();
        self.passage = PairTable::blank();
        self.near_screens = Shapes::new(0, 0, spans_of(&self.screens));
        self.near_bars = Shapes::new(0, 0, self.barred.iter().map(Polygon::span));
        for side in Side::BOTH {
            self.routes[side].forget_table();
        }
    }

    /// Returns which state of the board this is, by the gates that are open.
    #[inline]
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    /// Returns whether there is a line of sight between two points of the board.
    #[inline]
    pub fn sees(&self, p: Point, q: Point) -> bool {
        match self.sight.ask(p, q) {
            Known::Clear => true,
            Known::Stopped => false,
            Known::Ask => !self.near_screens.any(p, q, |k| self.stops(k, p, q)),
            Known::New => self.sees_newly(p, q),
        }
    }

    #[cold]
    fn sees_newly(&self, p: Point, q: Point) -> bool {
        self.sight.work_out(p, q);
        self.sees(p, q)
    }

    /// Returns whether there is a line of sight between two points of the board, without any table: checks each feature in
    /// turn.
    pub fn sees_plainly(&self, p: Point, q: Point) -> bool {
        !(0..self.screens.len()).any(|k| self.stops(k, p, q))
    }

    /// Returns whether a feature stops sight between two points.
    fn stops(&self, k: usize, p: Point, q: Point) -> bool {
        // Lengths are rounded down from one end, so both directions are checked to make the answer symmetric.
        let is_longer = |polygon: &Polygon, p: Point, q: Point, most: Len| {
            let mut runs = Runs::default();
            polygon.runs_inside(p, q, p.distance(q), &mut runs);
            runs.total() > most
        };
        let (polygon, beyond) = &self.screens[k];
        if *beyond == 0 {
            polygon.is_crossed(p, q)
        } else {
            polygon.span().overlaps_segment(p, q)
                && is_longer(polygon, p, q, *beyond)
                && is_longer(polygon, q, p, *beyond)
        }
    }

    /// Finds the stretches of a leg that are seen from the point `o`, in order. What is seen changes only where the leg meets a
    /// line from `o` through a corner, an outline, or where the depth of a wood is reached; the last is found to within 1/256
    /// by halving.
    pub(crate) fn stretches_in_view(&self, leg: &Leg, o: Point, seen: &mut Runs) {
        seen.clear();
        let corners = [leg.from, leg.to, o];
        let triangle = Span::of(&corners);
        let is_clear = |(polygon, _): &(Polygon, Len)| {
            !triangle.overlaps(&polygon.span()) || polygon.is_apart_from(&corners)
        };
        if self.screens.iter().all(is_clear) {
            seen.push(0, leg.length);
        } else {
            self.stretches_between_cuts(leg, o, seen);
        }
    }

    fn stretches_between_cuts(&self, leg: &Leg, o: Point, seen: &mut Runs) {
        let Leg { from: p, to: q, length } = *leg;
        let triangle = Span::of(&[p, q, o]);
        let mut cuts = List::<Len, MOST_CUTS>::default();
        cuts.push(0);
        cuts.push(length);
        for (polygon, _) in &self.screens {
            if !triangle.overlaps(&polygon.span()) {
                continue;
            }
            let corners = polygon.corners();
            for (i, &c) in corners.iter().enumerate() {
                let d = corners[if i + 1 == corners.len() { 0 } else { i + 1 }];
                for at in [
                    super::geometry::meeting_run(p, q, length, o, c),
                    super::geometry::meeting_run(p, q, length, c, d),
                ]
                .into_iter()
                .flatten()
                {
                    // Rounding down may leave the cut a hair before the true one, so the next step is a cut too.
                    for cut in [at, at + 1] {
                        if cut > 0 && cut < length && !cuts.is_full() {
                            cuts.push(cut);
                        }
                    }
                }
            }
        }
        cuts.sort_unstable();
        let view = |run: Len| self.sees(p.toward(q, run, length), o);
        let mut from_seen = view(0);
        if length == 0 {
            if from_seen {
                seen.push(0, 0);
            }
            return;
        }
        for w in cuts.windows(2).filter(|w| w[0] < w[1]) {
            let (from, to) = (w[0], w[1]);
            let middle = from + (to - from) / 2;
            // The shortest pieces have no middle other than their start.
            let middle_seen = if middle == from { from_seen } else { view(middle) };
            let to_seen = view(to);
            match (from_seen, middle_seen, to_seen) {
                (_, true, _) => {
                    let from = if from_seen { from } else { self.edge(view, from, middle) };
                    let to = if to_seen { to } else { self.edge(view, to, middle) };
                    seen.push(from, to);
                }
                (true, false, _) => seen.push(from, self.edge(view, middle, from)),
                (false, false, true) => seen.push(self.edge(view, middle, to), to),
                (false, false, false) => {}
            }
            from_seen = to_seen;
        }
        seen.join();
    }

    /// Returns the last run in view between one out of view and one in view.
    fn edge(&self, view: impl Fn(Len) -> bool, mut hidden: Len, mut seen: Len) -> Len {
        while (hidden - seen).abs() > 1 {
            let middle = (hidden + seen) / 2;
            if view(middle) {
                seen = middle;
            } else {
                hidden = middle;
            }
        }
        seen
    }

    /// Returns whether a figure can walk straight from `p` to `q`.
    #[inline]
    pub fn is_passable(&self, p: Point, q: Point) -> bool {
        match self.passage.ask(p, q) {
            Known::Clear => true,
            Known::Stopped => false,
            Known::Ask => !self.near_bars.any(p, q, |k| self.barred[k].is_crossed(p, q)),
            Known::New => self.is_newly_passable(p, q),
        }
    }

    #[cold]
    fn is_newly_passable(&self, p: Point, q: Point) -> bool {
        self.passage.work_out(p, q);
        self.is_passable(p, q)
    }

    /// Returns the furthest point on the straight way from `p` to `q` before an obstacle or the edge of the board.
    pub(crate) fn up_to_bar(&self, p: Point, q: Point) -> Point {
        let gets_to = |q: Point| self.clamp(q) == q && self.is_passable(p, q);
        if gets_to(q) {
            return q;
        }
        let length = p.distance(q);
        let (mut free, mut barred) = (0, length);
        while barred - free > 1 {
            let middle = (free + barred) / 2;
            if gets_to(p.toward(q, middle, length)) {
                free = middle;
            } else {
                barred = middle;
            }
        }
        p.toward(q, free, length)
    }

    /// Returns where a figure at an obstacle on its straight way to `q`, or at the edge of the board, gets along that, as far
    /// as its way leads along it, too.
    pub(crate) fn slide(&self, p: Point, q: Point, frame: Frame) -> Point {
        let crossed = self.barred.iter().filter(|polygon| polygon.is_crossed(p, q));
        let faced = crossed.flat_map(Polygon::edges).filter(|&(c, d)| {
            cross(c, d, p) <= 0 && cross(c, d, q) > 0 && segments_touch(p, q, c, d)
        });
        let along_walls = faced.map(|(c, d)| {
            let (tx, ty) = (i64::from(d.x - c.x), i64::from(d.y - c.y));
            let along = i64::from(q.x - p.x) * tx + i64::from(q.y - p.y) * ty;
            // A hair off it, so that neither rounding nor a seam between two walls lets it in.
            let hair = 2 * i64::from(c.distance(d));
            let part = |v: i64| (v / (tx * tx + ty * ty)) as Len;
            let off = |p: Point| Point::new(p.x + part(ty * hair), p.y - part(tx * hair));
            let end = Point::new(p.x + part(tx * along), p.y + part(ty * along));
            (off(p), self.clamp(off(end)))
        });
        let along_edge = std::iter::once((p, self.clamp(q)));
        let ends = along_walls.chain(along_edge).map(|(from, end)| self.up_to_bar(from, end));
        let ends = ends.filter(|end| self.is_passable(p, *end));
        ends.max_by_key(|end| (p.distance2(*end), frame.tell(*end))).unwrap_or(p)
    }

    /// Returns whether the point is on the board and in no obstacle.
    pub fn is_standable(&self, p: Point) -> bool {
        p.x >= 0
            && p.y >= 0
            && p.x <= self.width
            && p.y <= self.height
            // If the way from a point to itself is clear, no obstacle holds it.
            && (self.is_all_clear(p)
                || !self.near_bars.any(p, p, |k| self.barred[k].holds(p)))
    }

    /// Returns whether the table of passages knows that no way within the cell of a point is barred.
    #[inline]
    fn is_all_clear(&self, p: Point) -> bool {
        match self.passage.ask(p, p) {
            Known::New => self.passage.work_out(p, p) == Known::Clear,
            known => known == Known::Clear,
        }
    }

    /// Returns whether the board has slow ground at all.
    #[inline]
    pub fn has_slow_ground(&self) -> bool {
        !self.slow.is_empty()
    }

    /// Returns whether there may be slow ground on a leg.
    #[inline]
    pub fn is_slow_on(&self, leg: &Leg) -> bool {
        self.slow.iter().any(|polygon| polygon.span().overlaps_segment(leg.from, leg.to))
    }

    /// Returns the stretches of slow ground on a leg; none if there is no slow ground on its first `run`.
    #[inline]
    pub(crate) fn slow_runs_within(&self, leg: &Leg, run: Len) -> Option<Runs> {
        let is_firm = || {
            // Runs are rounded, and so is the point: if a leg nearly runs along a border, that is a long way.
            let end = run.saturating_add(4);
            let is_near =
                |polygon: &Polygon| polygon.span().wider(2).overlaps_segment(leg.from, leg.at(end));
            end < leg.length && !self.slow.iter().any(is_near)
        };
        if self.slow.is_empty() || is_firm() { None } else { self.slow_runs(leg) }
    }

    /// Returns the stretches of slow ground on a leg, if there is any.
    #[inline]
    pub fn slow_runs(&self, leg: &Leg) -> Option<Runs> {
        self.is_slow_on(leg).then(|| {
            let mut runs = Runs::default();
            for polygon in &self.slow {
                polygon.runs_inside(leg.from, leg.to, leg.length, &mut runs);
            }
            runs.join();
            runs
        })
    }

    /// Returns the cover of a target against a shooter: the best of the features on the line between them that the target
    /// stands in, or no further behind than `near`, measured square to the feature: a figure right behind a parapet has it
    /// against shots from aside, too (HOST-2, PGC-8).
    pub fn cover(&self, shooter: Point, target: Point, near: Len) -> Cover {
        let mut best = Cover::None;
        for (polygon, cover) in &self.covers {
            // Cheap check first: a feature with no part near the target does not cover it; rounding allowed for.
            let is_near = polygon.span().wider(near + 2).holds(target);
            if *cover > best && is_near && polygon.span().overlaps_segment(shooter, target) {
                let mut runs = Runs::default();
                let length = shooter.distance(target);
                polygon.runs_inside(shooter, target, length, &mut runs);
                if !runs.as_slice().is_empty() && is_by(polygon, target, near) {
                    best = *cover;
                }
            }
        }
        best
    }

    /// Returns whether the point has cover of any kind from some direction: it is in a feature that covers, or close to it.
    pub fn is_by_cover(&self, p: Point, near: Len) -> bool {
        self.covers.iter().any(|(polygon, _)| is_by(polygon, p, near))
    }

    /// Returns whether two figures base to base can fight: nothing bars the way between them, or only a barricade, a gap too
    /// narrow for a base, or a corner at which both stand.
    #[inline]
    pub fn lets_fight(&self, p: Point, q: Point) -> bool {
        self.is_passable(p, q)
            || self.is_across_barricade(p, q)
            || self.is_across_seals(p, q)
            || self.is_round_corner(p, q)
    }

    /// Returns whether there is a straight way to a corner and straight on, no longer than round a right angle.
    pub fn is_round_corner(&self, p: Point, q: Point) -> bool {
        let straight = p.distance(q);
        let near = Span::of(&[p, q]).wider(straight / 4);
        self.routes().corners().iter().any(|&corner| {
            near.holds(corner)
                && 2 * (p.distance(corner) + corner.distance(q)) <= 3 * straight
                && self.is_passable(p, corner)
                && self.is_passable(corner, q)
        })
    }

    /// Returns whether nothing bars the way except gaps narrower than a base.
    pub(crate) fn is_across_seals(&self, p: Point, q: Point) -> bool {
        let features = &self.barred[..self.barred.len() - self.seals];
        self.seals > 0 && !features.iter().any(|polygon| polygon.is_crossed(p, q))
    }

    /// Returns whether a fight between two points is across a barricade.
    #[inline]
    pub fn is_across_barricade(&self, p: Point, q: Point) -> bool {
        self.barricades.iter().any(|polygon| polygon.is_crossed(p, q))
    }

    /// Returns whether there are barricades at all.
    #[inline]
    pub(crate) fn has_barricades(&self) -> bool {
        !self.barricades.is_empty()
    }

    /// Returns whether a point is within that distance of a barricade, or nearly.
    pub(crate) fn is_by_barricade(&self, p: Point, near: Len) -> bool {
        self.barricades.iter().any(|polygon| polygon.span().wider(near).holds(p))
    }

    /// Returns the point of each side of each barricade that is nearest to a point, a hair further off.
    pub(crate) fn feet_of_barricades(&self, p: Point) -> impl Iterator<Item = Point> {
        self.barricades.iter().flat_map(Polygon::edges).filter_map(move |(c, d)| {
            let foot = foot(c, d, p);
            let distance = p.distance(foot);
            let foot = p.toward(foot, distance + 2, distance);
            self.is_standable(foot).then_some(foot)
        })
    }

    /// Returns the obstacles within a distance of a point, the edges of the board included, and where each is nearest to it.
    pub(crate) fn bars_near(&self, p: Point, near: Len) -> impl Iterator<Item = (usize, Point)> {
        let edges = [
            Point::new(0, p.y),
            Point::new(self.width, p.y),
            Point::new(p.x, 0),
            Point::new(p.x, self.height),
        ];
        let beside = Span::round(p, near);
        let bars = self.barred.iter().enumerate();
        let feet = bars.filter(move |(_, bar)| bar.span().overlaps(&beside)).filter_map(
            move |(bar, polygon)| {
                let feet = polygon.edges().map(|(c, d)| foot(c, d, p));
                feet.min_by_key(|foot| p.distance2(*foot)).map(|foot| (bar, foot))
            },
        );
        let edges = edges.into_iter().enumerate().map(|(k, edge)| (usize::MAX - k, edge));
        feet.chain(edges)
            .filter(move |(_, foot)| p.distance2(*foot) < i64::from(near) * i64::from(near))
    }

    /// Returns the ways round obstacles.
    #[inline]
    pub fn routes(&self) -> &Routes {
        &self.routes[Side::A]
    }

    /// Returns the same, with ties between equally long ways broken by a side's frame.
    #[inline]
    pub(crate) fn routes_of(&self, side: Side) -> &Routes {
        &self.routes[side]
    }

    /// Returns the points at which a figure may hide or appear: just outside the corners of what stops sight.
    pub(super) fn lurking_points(&self, off: Len) -> Vec<Point> {
        let mut points = Vec::new();
        for (polygon, _) in &self.screens {
            let middle = polygon.span();
            let (mx, my) = (middle.low.x + middle.high.x, middle.low.y + middle.high.y);
            for c in polygon.corners() {
                for (ax, ay) in [(off, 0), (0, off), (off, off)] {
                    let p = Point::new(
                        c.x + ax * (2 * c.x - mx).signum(),
                        c.y + ay * (2 * c.y - my).signum(),
                    );
                    if self.is_standable(p) && !points.contains(&p) {
                        points.push(p);
                    }
                }
            }
        }
        points
    }

    /// Brings a point onto the board.
    #[inline]
    pub fn clamp(&self, p: Point) -> Point {
        Point::new(p.x.clamp(0, self.width), p.y.clamp(0, self.height))
    }

    /// Returns where the straight way from a point on the board to another leaves the board; the end if it does not.
    pub fn up_to_edge(&self, from: Point, to: Point) -> Point {
        let [x, y, dx, dy] = [from.x, from.y, to.x - from.x, to.y - from.y].map(i64::from);
        // How far it is to the edge along each axis, and the whole way along that axis.
        let room = |at: i64, step: i64, most: Len| {
            (if step < 0 { at } else { i64::from(most) - at }, step.abs().max(1))
        };
        let ((a, whole_a), (b, whole_b)) = (room(x, dx, self.width), room(y, dy, self.height));
        let (part, whole) = if a * whole_b <= b * whole_a { (a, whole_a) } else { (b, whole_b) };
        if part >= whole {
            return self.clamp(to);
        }
        let gone = |at: i64, step: i64| (at + step * part / whole) as Len;
        self.clamp(Point::new(gone(x, dx), gone(y, dy)))
    }
}

impl FeatureSpec {
    /// Returns its shape on a board of this width and height, with any side on the border extended beyond it: no figure slips
    /// past a wall that ends there.
    ///
    /// # Errors
    /// What is wrong with it, such as `has no area`.
    pub fn polygon(&self, board: (Len, Len)) -> Result<Polygon, &'static str> {
        Polygon::new(&self.corners)?;
        Polygon::new(&beyond_border(&self.corners, board))
    }
}

/// Returns the point of a side nearest to another, measured from the nearer end, so that it does not depend on the order of
/// corners.
fn foot(a: Point, b: Point, p: Point) -> Point {
    let side = if p.distance2(a) <= p.distance2(b) { Leg::new(a, b) } else { Leg::new(b, a) };
    side.at(side.nearest(p))
}

fn spans_of(screens: &[(Polygon, Len)]) -> impl Iterator<Item = Span> + Clone {
    screens.iter().map(|(polygon, _)| polygon.span())
}

fn beyond_border(corners: &[Point], (width, height): (Len, Len)) -> Vec<Point> {
    let out = |p: Point, q: Point| -> Option<(Len, Len)> {
        match (p.x == q.x, p.y == q.y) {
            (true, false) if p.x == 0 => Some((-UNIT, 0)),
            (true, false) if p.x == width => Some((UNIT, 0)),
            (false, true) if p.y == 0 => Some((0, -UNIT)),
            (false, true) if p.y == height => Some((0, UNIT)),
            _ => None,
        }
    };
    // A corner in the middle of such a side would lead in again.
    let n = corners.len();
    let is_midst = |k: usize| {
        let before = out(corners[(k + n - 1) % n], corners[k]);
        before.is_some() && before == out(corners[k], corners[(k + 1) % n])
    };
    let corners: Vec<Point> = (0..n).filter(|k| !is_midst(*k)).map(|k| corners[k]).collect();
    let mut drawn = Vec::with_capacity(corners.len() + 2);
    for (k, &p) in corners.iter().enumerate() {
        let q = corners[(k + 1) % corners.len()];
        drawn.push(p);
        if let Some((dx, dy)) = out(p, q) {
            drawn.push(Point::new(p.x + dx, p.y + dy));
            drawn.push(Point::new(q.x + dx, q.y + dy));
        }
    }
    drawn
}

/// Room for the cuts of a way by the corners of everything that stops sight.
const MOST_CUTS: usize = 512;

/// Returns whether a point is in a feature, or no further from it than `near`.
fn is_by(polygon: &Polygon, p: Point, near: Len) -> bool {
    let near2 = i64::from(near) * i64::from(near);
    polygon.holds(p) || polygon.edges().any(|(a, b)| foot(a, b, p).distance2(p) <= near2)
}
