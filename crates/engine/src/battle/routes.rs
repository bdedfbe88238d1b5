//! Ways round obstacles: a graph of the corners, all shortest ways in it worked out once when the battle is loaded.

use super::cells::Screen;
use super::corner_table::{CornerTable, Corners};
use super::frame::Frame;
use super::geometry::{Len, Point, Polygon, Span, root, root_near};
use super::terrain::Terrain;
use crate::bits::Bits;
use crate::side::Side;

/// Further than any way on a board.
pub const UNREACHABLE: Len = Len::MAX / 4;

/// Most corners in the graph.
pub const MOST_NODES: usize = 192;

/// The graph of corners, in the order of a side's frame: of several equally short ways the first is taken.
#[derive(Debug, Clone)]
pub struct Routes {
    nodes: Vec<Point>,
    /// Length of the shortest way from one corner to another.
    length: Vec<Len>,
    /// The next corner on it.
    next: Vec<u8>,
    table: CornerTable,
}

impl Routes {
    pub(super) fn new(
        width: Len,
        height: Len,
        barred: &[Polygon],
        bars: &[Screen],
        frame: Frame,
    ) -> Self {
        let on_board = |p: &Point| p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height;
        let mut nodes: Vec<Point> = barred
            .iter()
            .flat_map(|polygon| polygon.corners())
            .copied()
            .filter(|p| on_board(p) && !barred.iter().any(|other| other.holds(*p)))
            .collect();
        nodes.sort_unstable_by_key(|p| frame.tell(*p));
        nodes.dedup();
        nodes.truncate(MOST_NODES);
        let n = nodes.len();
        let mut length = vec![UNREACHABLE; n * n];
        let mut next = vec![0; n * n];
        for a in 0..n {
            for b in 0..n {
                if !barred.iter().any(|polygon| polygon.is_crossed(nodes[a], nodes[b])) {
                    length[a * n + b] = nodes[a].distance(nodes[b]);
                    next[a * n + b] = b as u8;
                }
            }
        }
        for via in 0..n {
            for a in 0..n {
                for b in 0..n {
                    let way = length[a * n + via] + length[via * n + b];
                    if way < length[a * n + b] {
                        length[a * n + b] = way;
                        next[a * n + b] = next[a * n + via];
                    }
                }
            }
        }
        let table = CornerTable::new(width, height, &nodes, bars);
        Self { nodes, length, next, table }
    }

    /// Makes every corner be checked from now on.
    pub(super) fn forget_table(&mut self) {
        self.table = CornerTable::blank(self.nodes.len());
    }

    /// Returns the corners that a point may have a straight way to, and whether that is certain, in order.
    #[inline]
    fn corners_from(&self, p: Point) -> impl Iterator<Item = (usize, bool)> + '_ {
        let words = self.table.from(p).iter().enumerate();
        words.flat_map(|(k, &Corners { open, clear })| {
            let corners = open.iter();
            corners.map(move |bit| (64 * k + bit, clear.has(bit)))
        })
    }

    /// Returns the most by which a way, each leg of which is rounded down, is in truth longer.
    pub(crate) const fn rounding(&self) -> Len {
        self.nodes.len() as Len + 2
    }

    /// Returns whether a way round some corner from one point to another may be shorter than `most`: its corners lie in an
    /// ellipse round both, so no further from the line between them than half its breadth.
    fn may_lead(&self, from: Point, to: Point, most: Len) -> bool {
        let most = i64::from(most + self.rounding());
        let room = most * most - from.distance2(to);
        room > 0 && {
            let near = Span::of(&[from, to]).wider(root(room) / 2 + 2);
            self.nodes.iter().any(|corner| near.holds(*corner))
        }
    }

    /// Returns whether there is a way round corners from one point to another.
    pub(crate) fn lead(&self, terrain: &Terrain, from: Point, to: Point) -> bool {
        let n = self.nodes.len();
        let sees =
            |p, (k, is_clear): (usize, bool)| is_clear || terrain.is_passable(p, self.nodes[k]);
        let of = |p| self.corners_from(p);
        of(from)
            .filter(|a| sees(from, *a))
            .any(|(a, _)| of(to).any(|b| self.length[a * n + b.0] < UNREACHABLE && sees(to, b)))
    }

    /// Returns the shortest way round corners from one point to another with no leg barred, up to [`Path::MOST`] corners.
    pub(crate) fn free_way(
        &self,
        terrain: &Terrain,
        from: Point,
        to: Point,
        is_barred: impl Fn(&Leg) -> bool,
    ) -> Option<Path> {
        let (n, nodes) = (self.nodes.len(), &self.nodes);
        let is_open = |p: Point, q: Point| !is_barred(&Leg::new(p, q));
        let sees = |p, (k, is_clear): (usize, bool)| is_clear || terrain.is_passable(p, nodes[k]);
        let mut starts = [false; MOST_NODES];
        for (a, is_clear) in self.corners_from(from) {
            starts[a] = sees(from, (a, is_clear));
        }
        // For each corner the shortest way found from it, and the corner after it (itself if the destination comes next).
        let mut ways = [(UNREACHABLE, 0); MOST_NODES];
        for (b, is_clear) in self.corners_from(to) {
            if sees(to, (b, is_clear)) && is_open(nodes[b], to) {
                ways[b] = (nodes[b].distance(to), b);
            }
        }
        let mut is_done = [false; MOST_NODES];
        let (mut best, mut first) = (UNREACHABLE, None);
        while let Some(b) = (0..n).filter(|k| !is_done[*k]).min_by_key(|k| ways[*k].0)
            && ways[b].0 < best
        {
            is_done[b] = true;
            let whole = from.distance(nodes[b]) + ways[b].0;
            if starts[b] && whole < best && is_open(from, nodes[b]) {
                (best, first) = (whole, Some(b));
            }
            for a in (0..n).filter(|a| self.next[a * n + b] as usize == b) {
                let way = self.length[a * n + b].saturating_add(ways[b].0);
                if !is_done[a] && way < ways[a].0 && is_open(nodes[a], nodes[b]) {
                    ways[a] = (way, b);
                }
            }
        }
        let mut at = first?;
        let mut path = Path::from(from);
        loop {
            path.push(nodes[at]);
            let next = ways[at].1;
            if next == at {
                path.push(to);
                return Some(path);
            }
            if path.is_full() {
                return Some(path);
            }
            at = next;
        }
    }

    /// Returns the corners.
    pub(crate) fn corners(&self) -> &[Point] {
        &self.nodes
    }

    /// Returns how many corners there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no obstacles at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// All ways to one destination, made once for figures that go there together.
#[derive(Debug, Clone)]
pub struct Guide {
    /// The side.
    side: Side,
    /// Where it leads, and on which board.
    to: Option<(Point, usize)>,
    /// For each corner: length of the way from it, and the corner after it (itself if the destination comes next).
    legs: Vec<(Len, u8)>,
}

impl Guide {
    /// Returns a guide of a side, with room for the corners of the board; it leads nowhere yet.
    pub fn with_room(side: Side, corners: usize) -> Self {
        Self { side, to: None, legs: vec![(UNREACHABLE, 0); corners] }
    }

    /// Returns whether it leads there already.
    #[inline]
    pub fn leads_to(&self, terrain: &Terrain, to: Point) -> bool {
        self.to == Some((to, terrain.number()))
    }

    fn destination(&self) -> Point {
        self.to.map_or(Point::default(), |(to, _)| to)
    }

    /// Switches to another destination. Allocates nothing if the board has no more corners than before.
    pub fn lead_to(&mut self, terrain: &Terrain, to: Point) {
        let routes = terrain.routes_of(self.side);
        let n = routes.nodes.len();
        self.to = Some((to, terrain.number()));
        self.legs.clear();
        self.legs.resize(n, (UNREACHABLE, 0));
        for (b, is_clear) in routes.corners_from(to) {
            if !is_clear && !terrain.is_passable(routes.nodes[b], to) {
                continue;
            }
            let last = routes.nodes[b].distance(to);
            // The way back is equally long, and ways from one corner are stored together.
            let back = &routes.length[b * n..(b + 1) * n];
            for (a, (leg, length)) in self.legs.iter_mut().zip(back).enumerate() {
                let way = length + last;
                if way < leg.0 {
                    let next = if a == b { a as u8 } else { routes.next[a * n + b] };
                    *leg = (way, next);
                }
            }
        }
    }

    /// Returns the length of the shortest way from `from`, or [`UNREACHABLE`].
    pub fn length(&self, terrain: &Terrain, from: Point) -> Len {
        let to = self.destination();
        if terrain.is_passable(from, to) {
            return from.distance(to);
        }
        self.length_round(terrain, from, UNREACHABLE).unwrap_or(UNREACHABLE)
    }

    /// Returns the shortest way from `from`, up to [`Path::MOST`] corners.
    pub fn path(&self, terrain: &Terrain, from: Point) -> Path {
        let to = self.destination();
        let mut path = Path::from(from);
        if terrain.is_passable(from, to) {
            path.push(to);
            return path;
        }
        let routes = terrain.routes_of(self.side);
        let corners = routes.corners_from(from);
        if let Some((_, corner)) = self.best_corner(terrain, from, corners, UNREACHABLE) {
            let nodes = &routes.nodes;
            let mut at = corner;
            loop {
                path.push(nodes[at]);
                let next = self.legs[at].1 as usize;
                if next == at {
                    path.push(to);
                    break;
                }
                if path.is_full() {
                    break;
                }
                at = next;
            }
        }
        path
    }

    /// Returns the corner, the first of several, with the shortest way from `from`, if that is shorter than `most`.
    fn best_corner(
        &self,
        terrain: &Terrain,
        from: Point,
        corners: impl Iterator<Item = (usize, bool)>,
        most: Len,
    ) -> Option<(Len, usize)> {
        let nodes = &terrain.routes_of(self.side).nodes;
        let mut best = most;
        let mut corner = None;
        for (i, is_clear) in corners {
            // Compares squares, so that a root is taken only for a corner that will do.
            let rest = self.legs[i].0;
            let room = i64::from(best - rest);
            if room > 0
                && from.distance2(nodes[i]) < room * room
                && (is_clear || terrain.is_passable(from, nodes[i]))
            {
                best = from.distance(nodes[i]) + rest;
                corner = Some(i);
            }
        }
        corner.map(|corner| (best, corner))
    }

    /// Returns the length of the shortest way from `from`, which has no straight way, if it is shorter than `most`.
    fn length_round(&self, terrain: &Terrain, from: Point, most: Len) -> Option<Len> {
        // After the certainly clear ones, few others are left to check.
        let routes = terrain.routes_of(self.side);
        let clear = routes.corners_from(from).filter(|(_, is_clear)| *is_clear);
        let others = routes.corners_from(from).filter(|(_, is_clear)| !is_clear);
        self.best_corner(terrain, from, clear.chain(others), most).map(|(way, _)| way)
    }
}

/// A guide, and the lengths asked for last.
#[derive(Debug, Clone)]
struct CachedGuide {
    guide: Guide,
    ways: [Option<(Point, Len)>; Self::COUNT],
    /// Which of these is overwritten next.
    next: usize,
}

impl CachedGuide {
    const COUNT: usize = 4;

    /// Returns the length of the way from a point without a straight way, if it is shorter than `most`.
    fn length(&mut self, terrain: &Terrain, from: Point, most: Len) -> Option<Len> {
        if let Some((_, way)) = self.ways.iter().flatten().find(|(asked, _)| *asked == from) {
            return Some(*way).filter(|way| *way < most);
        }
        let way = self.guide.length_round(terrain, from, most)?;
        self.ways[self.next] = Some((from, way));
        self.next = (self.next + 1) % Self::COUNT;
        Some(way)
    }
}

/// Guides to the destinations asked for last; most queries are about a few places, or from where a few figures stand, again and
/// again.
#[derive(Debug, Clone)]
pub(crate) struct Guides {
    guides: Vec<CachedGuide>,
    next: usize,
}

impl Guides {
    const COUNT: usize = 24;

    pub(crate) fn with_room(side: Side, corners: usize) -> Self {
        let nowhere = CachedGuide {
            guide: Guide::with_room(side, corners),
            ways: [None; CachedGuide::COUNT],
            next: 0,
        };
        Self { guides: vec![nowhere; Self::COUNT], next: 0 }
    }

    fn asked(&mut self, terrain: &Terrain, to: Point) -> &mut CachedGuide {
        let known = self.guides.iter().position(|asked| asked.guide.leads_to(terrain, to));
        let at = known.unwrap_or_else(|| {
            let at = self.next;
            self.next = (at + 1) % Self::COUNT;
            self.guides[at].guide.lead_to(terrain, to);
            self.guides[at].ways = [None; CachedGuide::COUNT];
            at
        });
        &mut self.guides[at]
    }

    /// Returns the guide to a destination.
    pub(crate) fn to(&mut self, terrain: &Terrain, to: Point) -> &Guide {
        &self.asked(terrain, to).guide
    }

    /// Returns the length of the shortest way between two points without a straight way, if it is shorter than `most`.
    pub(crate) fn length(
        &mut self,
        terrain: &Terrain,
        from: Point,
        to: Point,
        most: Len,
    ) -> Option<Len> {
        if most < UNREACHABLE && !terrain.routes().may_lead(from, to, most) {
            return None;
        }
        self.asked(terrain, to).length(terrain, from, most)
    }
}

/// A straight piece of a way.
#[derive(Debug, Clone, Copy)]
pub struct Leg {
    /// Its start.
    pub from: Point,
    /// Its end.
    pub to: Point,
    /// Its length.
    pub length: Len,
}

/// Legs below this length are short (2 units).
const SHORT: i64 = 512;

impl Leg {
    /// Returns the piece between two points.
    pub fn new(from: Point, to: Point) -> Self {
        Self { from, to, length: from.distance(to) }
    }

    /// Returns the point at a run along it.
    pub const fn at(&self, run: Len) -> Point {
        self.from.toward(self.to, run, self.length)
    }

    /// Returns the leg as a line, for queries about many points.
    #[inline]
    pub(crate) fn line(&self) -> Line {
        let (dx, dy) = (i64::from(self.to.x - self.from.x), i64::from(self.to.y - self.from.y));
        let length = i64::from(self.length);
        let square = (dx * dx + dy * dy).max(1);
        // The length is rounded down, which matters on a short leg: there it is taken in 1/256 more exactly.
        let fine = if length < SHORT { i64::from(root(square << 16)) } else { length << 8 };
        Line { from: self.from, dx, dy, length, square, fine }
    }

    /// Returns how far along it the point nearest to another lies.
    #[inline]
    pub fn nearest(&self, o: Point) -> Len {
        let along = i64::from(self.to.x - self.from.x) * i64::from(o.x - self.from.x)
            + i64::from(self.to.y - self.from.y) * i64::from(o.y - self.from.y);
        let length = i64::from(self.length);
        if along <= 0 {
            return 0;
        }
        if along >= length * length {
            return self.length;
        }
        (along / length) as Len
    }
}

/// The line of a leg.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    from: Point,
    dx: i64,
    dy: i64,
    length: i64,
    square: i64,
    /// The length in 1/256 of a length unit.
    fine: i64,
}

/// A point beside a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beside {
    /// How far along the line its foot lies.
    pub(crate) along: Len,
    aside2: i64,
}

impl Line {
    /// Returns where a point lies beside the line, if the first `run` of the line passes it within a radius.
    #[inline]
    pub(crate) fn passes(&self, o: Point, run: Len, radius: Len) -> Option<Beside> {
        let (ox, oy) = (i64::from(o.x - self.from.x), i64::from(o.y - self.from.y));
        let (run, radius) = (i64::from(run), i64::from(radius));
        let dot = self.dx * ox + self.dy * oy;
        // Most figures are behind, too far ahead, or to one side. The true length is up to one more than the rounded one.
        let slack = radius * (self.length + 1) + 2 * (self.length + 1);
        if dot < -slack || dot > run * self.length + slack {
            return None;
        }
        let cross = (self.dx * oy - self.dy * ox) << 8;
        if cross.abs() >= radius * self.fine {
            return None;
        }
        let aside = cross / self.fine;
        let along = dot * self.length / self.square;
        Some(Beside { along: along as Len, aside2: aside * aside })
    }

    /// Returns whether a run along the line ends before the foot of a point.
    #[inline]
    pub(crate) fn is_before(&self, o: Point, run: Len) -> bool {
        let (ox, oy) = (i64::from(o.x - self.from.x), i64::from(o.y - self.from.y));
        (self.dx * ox + self.dy * oy) * self.length >= i64::from(run) * self.square
    }

    /// Returns for how far before and after its foot the line runs within a radius of a point.
    #[inline]
    pub(crate) fn half(&self, beside: Beside, radius: Len) -> Len {
        let radius = i64::from(radius);
        let half = root((radius * radius - beside.aside2).max(0));
        if self.length < SHORT {
            (i64::from(half) * (self.length << 8) / self.fine) as Len
        } else {
            half
        }
    }
}

/// A way with corners.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    points: [Point; Self::MOST],
    /// Length of the piece that ends at each point.
    lengths: [Len; Self::MOST],
    count: u8,
}

impl Path {
    /// Most points of a way; a single move never needs as many.
    pub const MOST: usize = 8;

    /// Returns a way with only a start.
    #[inline]
    pub const fn from(start: Point) -> Self {
        Self { points: [start; Self::MOST], lengths: [0; Self::MOST], count: 1 }
    }

    /// Adds a point; ignored if there is no room left.
    #[inline]
    pub fn push(&mut self, p: Point) {
        let last = self.end();
        if !self.is_full() && last != p {
            let at = self.count as usize;
            self.points[at] = p;
            self.lengths[at] = last.distance(p);
            self.count += 1;
        }
    }

    /// Appends these corners, up to the first with a straight way to `to`, and then `to`. If there is none it ends with the
    /// last of them.
    pub(crate) fn joining(mut self, corners: &[Point], terrain: &Terrain, to: Point) -> Self {
        for corner in corners {
            self.push(*corner);
            if terrain.is_passable(*corner, to) {
                self.push(to);
                break;
            }
        }
        self
    }

    const fn is_full(&self) -> bool {
        self.count as usize == Self::MOST
    }

    /// Returns how many straight legs it has.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count as usize - 1
    }

    /// Returns one of its legs.
    #[inline]
    pub const fn leg(&self, k: usize) -> Leg {
        Leg { from: self.points[k], to: self.points[k + 1], length: self.lengths[k + 1] }
    }

    /// Returns its legs.
    #[inline]
    pub fn legs(&self) -> impl Iterator<Item = Leg> {
        (0..self.count()).map(|k| self.leg(k))
    }

    /// Returns its length.
    #[inline]
    pub fn length(&self) -> Len {
        self.lengths[..self.count as usize].iter().sum()
    }

    /// Returns how near it comes to a point (squared), and how far along it that is.
    pub fn nearest(&self, o: Point) -> (i64, Len) {
        let mut best = (self.points[0].distance2(o), 0);
        let mut before = 0;
        for leg in self.legs() {
            let run = leg.nearest(o);
            let at = if run == leg.length { leg.to } else { leg.at(run) };
            let distance2 = at.distance2(o);
            if distance2 < best.0 {
                best = (distance2, before + run);
            }
            before += leg.length;
        }
        best
    }

    /// Returns its first `legs` legs and then straight to `end`.
    #[inline]
    #[must_use]
    pub fn through(&self, legs: usize, end: Point) -> Self {
        let mut path = *self;
        path.count = path.count.min(legs as u8 + 1);
        path.push(end);
        path
    }

    /// Returns its first `legs` legs and then straight to an end at a run on the next leg, so that the length is nearly known.
    #[inline]
    #[must_use]
    pub(crate) fn halted(&self, legs: usize, end: Point, run: Len) -> Self {
        let mut path = *self;
        let last = path.points[legs];
        path.count = legs as u8 + 1;
        if last != end {
            path.points[legs + 1] = end;
            path.lengths[legs + 1] = root_near(last.distance2(end), run);
            path.count += 1;
        }
        path
    }

    /// Returns its first part, of the given length; the whole if it is shorter.
    #[must_use]
    pub fn up_to(&self, run: Len) -> Self {
        let mut left = run.max(0);
        for (k, leg) in self.legs().enumerate() {
            if left <= leg.length {
                return self.through(k, leg.at(left));
            }
            left -= leg.length;
        }
        *self
    }

    /// Returns where its first part of the given length ends.
    pub fn point_at(&self, run: Len) -> Point {
        let mut left = run.max(0);
        for leg in self.legs() {
            if left <= leg.length {
                return leg.at(left);
            }
            left -= leg.length;
        }
        self.end()
    }

    /// Returns the start, corners and end.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.count as usize]
    }

    /// Returns its last point.
    #[inline]
    pub const fn end(&self) -> Point {
        self.points[self.count as usize - 1]
    }
}
