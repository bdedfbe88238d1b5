//! Ways round obstacles, worked out anew: no move is shorter than the shortest way, or goes through a gap narrower than the
//! base (HOST-1).

use crate::known::*;

/// A line across a gap extends this far beyond its ends, and a way round either end keeps this far off it.
const BEYOND: f64 = 10.0;
const ASIDE: f64 = 6.0;

/// An open gate leaves room this far around where it stood.
const HAIR: Len = 16;

/// A way may be this much shorter than one that keeps off the ends of gaps.
const ROUNDED: f64 = 48.0;

type Spot = (f64, f64);

fn spot(p: Point) -> Spot {
    (f64::from(p.x), f64::from(p.y))
}

fn apart(p: Spot, q: Spot) -> f64 {
    (p.0 - q.0).hypot(p.1 - q.1)
}

fn toward(p: Spot, q: Spot, way: f64) -> Spot {
    let part = way / apart(p, q).max(1.0);
    (p.0 + (q.0 - p.0) * part, p.1 + (q.1 - p.1) * part)
}

fn point((x, y): Spot) -> Point {
    Point::new(x.round() as Len, y.round() as Len)
}

fn nearest(p: Spot, (a, b): (Spot, Spot)) -> Spot {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = (dx * dx + dy * dy).max(1.0);
    let part = (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / square).clamp(0.0, 1.0);
    (a.0 + dx * part, a.1 + dy * part)
}

/// Returns on which side of a line a point lies, by its sign.
fn aside((a, b): (Spot, Spot), p: Spot) -> f64 {
    (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
}

/// Returns the room that a gate leaves, and a hair more.
fn gateway(corners: &[Point]) -> Span {
    let Span { low, high } = Span::of(corners);
    Span::of(&[Point::new(low.x - HAIR, low.y - HAIR), Point::new(high.x + HAIR, high.y + HAIR)])
}

/// Returns the sizes that ways depend on besides features: the board and the breadth of a base.
fn sizes(spec: &BattleSpec) -> [Len; 3] {
    [spec.width, spec.height, spec.rules.movement.base]
}

/// Obstacles in one state of the ground, and the ways round them.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    happened: u16,
    /// The features it was made from.
    features: Vec<FeatureSpec>,
    sizes: [Len; 3],
    walls: Vec<Polygon>,
    /// Lines across narrow gaps, and the ends of the gaps themselves.
    gaps: Vec<(Spot, Spot)>,
    ends: Vec<(Spot, Spot)>,
    corners: Vec<Spot>,
    /// The distance from each corner to each other.
    ways: Vec<f64>,
}

impl Ground {
    fn new(spec: &BattleSpec, happened: u16) -> Self {
        let barring = spec.features.iter().filter(|feature| feature.going == Going::Barred);
        let (gone, there): (Vec<_>, Vec<_>) = barring.partition(|feature| {
            feature.opened_by.is_some_and(|event| happened >> event.0 & 1 == 1)
        });
        let walls =
            there.iter().filter_map(|feature| Polygon::new(&feature.corners).ok()).collect();
        let mut ground = Self {
            happened,
            features: spec.features.clone(),
            sizes: sizes(spec),
            walls,
            gaps: Vec::new(),
            ends: Vec::new(),
            corners: Vec::new(),
            ways: Vec::new(),
        };
        let gateways: Vec<Span> = gone.iter().map(|gate| gateway(&gate.corners)).collect();
        ground.find_gaps(spec, &gateways);
        ground.find_ways(spec);
        ground
    }

    /// Returns whether it fits a battle as well: many games are of the same one.
    pub(crate) fn fits(&self, spec: &BattleSpec) -> bool {
        self.sizes == sizes(spec) && self.features == spec.features
    }

    fn sides(polygon: &Polygon) -> impl Iterator<Item = (Spot, Spot)> {
        let corners = polygon.corners();
        (0..corners.len()).map(|k| (spot(corners[k]), spot(corners[(k + 1) % corners.len()])))
    }

    /// Finds gaps between any two walls, and between any wall and the edge of the board, where they are nearest.
    fn find_gaps(&mut self, spec: &BattleSpec, gateways: &[Span]) {
        let base = f64::from(spec.rules.movement.base);
        let walls: Vec<(Spot, Spot)> = self.walls.iter().flat_map(Self::sides).collect();
        let (w, h) = (f64::from(spec.width), f64::from(spec.height));
        let edges = [
            ((0.0, 0.0), (w, 0.0)),
            ((w, 0.0), (w, h)),
            ((w, h), (0.0, h)),
            ((0.0, h), (0.0, 0.0)),
        ];
        for (k, one) in walls.iter().enumerate() {
            for other in walls[k + 1..].iter().chain(&edges) {
                // From a corner to the nearest point opposite.
                let pairs = [
                    (one.0, nearest(one.0, *other)),
                    (one.1, nearest(one.1, *other)),
                    (other.0, nearest(other.0, *one)),
                    (other.1, nearest(other.1, *one)),
                ];
                // A gap is narrowest where no wall side that meets either point comes nearer to the other.
                let none_nearer = |p: Spot, q: Spot| {
                    let mut sides = walls.iter().filter(|side| side.0 == q || side.1 == q);
                    sides.all(|side| apart(p, nearest(p, *side)) > apart(p, q) - 0.5)
                };
                let is_narrowest = |(p, q): (Spot, Spot)| none_nearer(p, q) && none_nearer(q, p);
                for (p, q) in pairs.into_iter().filter(|pair| is_narrowest(*pair)) {
                    let width = apart(p, q);
                    let mut line =
                        (0..=16).map(|k| point(toward(p, q, width * f64::from(k) / 16.0)));
                    let is_gate = line.any(|at| gateways.iter().any(|gate| gate.with(at) == *gate));
                    if width >= 1.0 && width < base - 1.0 && !is_gate && self.is_open(p, q) {
                        self.gaps.push((self.beyond(p, q, spec), self.beyond(q, p, spec)));
                        self.ends.push((p, q));
                    }
                }
            }
        }
    }

    /// Returns the end of a line across a gap: a little way into the wall; or the corner itself, where the line would only pass
    /// a corner.
    fn beyond(&self, end: Spot, other: Spot, spec: &BattleSpec) -> Spot {
        let further = toward(end, other, -BEYOND);
        let at = point(further);
        let is_off = at.x < 0 || at.y < 0 || at.x > spec.width || at.y > spec.height;
        // A point along the front of a wall counts as inside.
        let about = [(0, 0), (2, 2), (2, -2), (-2, 2), (-2, -2)];
        let mut about = about.into_iter().map(|(x, y)| Point::new(at.x + x, at.y + y));
        let is_within = about.any(|at| self.walls.iter().any(|wall| wall.holds(at)));
        if is_off || is_within { further } else { end }
    }

    /// Returns whether no wall lies between two points of walls, nor along the line between them.
    fn is_open(&self, p: Spot, q: Spot) -> bool {
        if apart(p, q) <= ASIDE {
            return true;
        }
        let (near, far) = (toward(p, q, 3.0), toward(q, p, 3.0));
        let ahead = toward(p, q, 4.0);
        let (x, y) = (p.1 - ahead.1, ahead.0 - p.0);
        [-1.0, 0.0, 1.0].into_iter().all(|by| {
            let [one, other] = [near, far].map(|at| point((at.0 + by * x, at.1 + by * y)));
            !self.walls.iter().any(|wall| wall.is_crossed(one, other))
        })
    }

    fn find_ways(&mut self, spec: &BattleSpec) {
        let mut corners: Vec<Point> =
            self.walls.iter().flat_map(|w| w.corners()).copied().collect();
        for &(p, q) in &self.ends {
            for (end, other) in [(p, q), (q, p)] {
                let ahead = toward(end, other, ASIDE);
                let (dx, dy) = (ahead.0 - end.0, ahead.1 - end.1);
                corners.push(point((end.0 - dy, end.1 + dx)));
                corners.push(point((end.0 + dy, end.1 - dx)));
            }
        }
        // There is no way round a corner at the edge of the board, nor round one at the end of a gap except beside it.
        let is_at_gap =
            |p: Spot| self.gaps.iter().any(|gap| apart(p, nearest(p, *gap)) < ASIDE / 2.0);
        corners.retain(|p| {
            !is_at_gap(spot(*p))
                && p.x > 0
                && p.y > 0
                && p.x < spec.width
                && p.y < spec.height
                && !self.walls.iter().any(|wall| wall.holds(*p))
        });
        corners.sort_unstable();
        corners.dedup();
        self.corners = corners.into_iter().map(spot).collect();
        let n = self.corners.len();
        self.ways = vec![f64::INFINITY; n * n];
        for a in 0..n {
            for b in 0..n {
                if self.is_clear(self.corners[a], self.corners[b]) {
                    self.ways[a * n + b] = apart(self.corners[a], self.corners[b]);
                }
            }
        }
        for via in 0..n {
            for a in 0..n {
                for b in 0..n {
                    let way = self.ways[a * n + via] + self.ways[via * n + b];
                    self.ways[a * n + b] = self.ways[a * n + b].min(way);
                }
            }
        }
    }

    pub(crate) fn lets_pass(&self, from: Point, to: Point) -> bool {
        self.is_clear(spot(from), spot(to))
    }

    /// Returns whether a point lies between walls, or between a wall and the edge of a board of this size, that are less than a
    /// base apart there.
    pub(crate) fn is_narrow_at(&self, at: Point, (width, height): (Len, Len), base: Len) -> bool {
        let p = spot(at);
        let walls: Vec<Spot> = (self.walls.iter())
            .filter_map(|wall| {
                let sides = Self::sides(wall).map(|side| nearest(p, side));
                sides.min_by(|a, b| apart(p, *a).total_cmp(&apart(p, *b)))
            })
            .collect();
        let [x, y] = [width, height].map(f64::from);
        let edges = [(0.0, p.1), (x, p.1), (p.0, 0.0), (p.0, y)];
        walls.iter().enumerate().any(|(k, one)| {
            walls[k + 1..].iter().chain(&edges).any(|other| {
                let dot = (one.0 - p.0) * (other.0 - p.0) + (one.1 - p.1) * (other.1 - p.1);
                dot <= 0.0 && apart(p, *one) + apart(p, *other) < f64::from(base)
            })
        })
    }

    fn is_clear(&self, p: Spot, q: Spot) -> bool {
        let crosses = |gap: &(Spot, Spot)| {
            // A figure on the line, within rounding, is not beyond it.
            let beyond = [p, q].map(|at| aside(*gap, at) / apart(gap.0, gap.1).max(1.0));
            let is_parted = beyond[0] * beyond[1] < 0.0 && beyond.iter().all(|by| by.abs() > 0.5);
            is_parted && aside((p, q), gap.0) * aside((p, q), gap.1) < 0.0
        };
        let (from, to) = (point(p), point(q));
        !self.gaps.iter().any(crosses) && !self.walls.iter().any(|wall| wall.is_crossed(from, to))
    }

    fn way(&self, from: Spot, to: Spot) -> f64 {
        if self.is_clear(from, to) {
            return apart(from, to);
        }
        let n = self.corners.len();
        let near = |p: Spot| -> Vec<(usize, f64)> {
            let all = self.corners.iter().enumerate();
            all.filter(|(_, c)| self.is_clear(p, **c)).map(|(k, c)| (k, apart(p, *c))).collect()
        };
        let (first, last) = (near(from), near(to));
        let by = |(a, before): &(usize, f64)| {
            let ways = last.iter().map(|(b, after)| before + self.ways[a * n + b] + after);
            ways.fold(f64::INFINITY, f64::min)
        };
        first.iter().map(by).fold(f64::INFINITY, f64::min)
    }

    /// Returns the length of the shortest way; a figure within a hair of the start of a gap counts as before it, since gaps lie
    /// between rounded points.
    fn way_about(&self, from: Spot, to: Spot) -> f64 {
        let way = self.way(from, to);
        if way.is_finite() {
            return way;
        }
        let about = |p: Spot| {
            let steps = [-ASIDE, 0.0, ASIDE];
            steps.into_iter().flat_map(move |x| steps.into_iter().map(move |y| (p.0 + x, p.1 + y)))
        };
        let ways = about(from).flat_map(|p| about(to).map(move |q| (p, q)));
        ways.map(|(p, q)| self.way(p, q)).fold(way, f64::min)
    }
}

impl Audit<'_> {
    pub(crate) fn ground(&mut self) -> &Ground {
        let books = &mut *self.books;
        let happened = books.score.happened;
        let known = books.ground.take().filter(|ground| ground.happened == happened);
        let new = || Ground::new(self.scene.spec(), happened);
        books.ground.insert(known.unwrap_or_else(new))
    }

    /// Returns by how much, at most, the way round obstacles to `at` is shorter from `to` than from `from`; 0 where `at` lies
    /// open to `from`, as no way is shorter than straight.
    pub(crate) fn nearer_round(&mut self, from: Point, to: Point, at: Point) -> f64 {
        let ground = self.ground();
        if ground.lets_pass(from, at) {
            return 0.0;
        }
        let [before, after] = [from, to].map(|p| ground.way_about(spot(p), spot(at)));
        before - after + ROUNDED
    }

    /// Checks that a move is no shorter than the shortest way round obstacles.
    pub(crate) fn check_way(&mut self) {
        told!(self: Event::Moves { figure, from, to, way, why, .. });
        // A figure hit on its way is reported as moving from where it would have ended.
        let i = figure.index();
        let is_back = matches!(why, MoveKind::PushBack | MoveKind::Halt | MoveKind::Retreat);
        if is_back && self.books.moved[figure.side()] >> i & 1 == 1 {
            return;
        }
        let least = self.ground().way_about(spot(from), spot(to));
        let base = self.rules.movement.base;
        must!(self: f64::from(way + ROUNDING) + ROUNDED >= least => host(1),
            "{figure:?} goes {way}/256, and round what bars bases of {base} it is {least:.0}");
    }
}
