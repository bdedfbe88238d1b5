//! A table seen from above, to scale: terrain, places, edges to leave by, figures, and how far they move and shoot.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::canvas::{Anchor, Canvas, Group, Rect, Stroke, Type};
use super::heat::{self, Patch};
use super::labels::ValueFormat;
use super::marks::marker;
use super::measure::wrap;
use super::names::{FIGURE, NAME, Names, around, shifted};
use super::scale::{Scale, tick_labels, ticks};
use super::style::{
    AXIS, Color, GRID, HAIR, Hue, INK, LINE, Look, MUTED, PALE, SMALL, TINY, WHITE,
};
use crate::number::fixed;

/// Most pixels from top to bottom: long tables that stand upright are drawn smaller.
const HIGHEST: f64 = 760.0;
/// Room for the numbers of the scales.
const LEFT: f64 = 30.0;
const BELOW: f64 = 40.0;
/// Room for a heading.
const HEADED: f64 = 20.0;
/// Radius of the numbers of mistakes, and the gap between what is said of them.
const BADGE: f64 = 7.5;
const FLAW_GAP: f64 = 4.0;
/// Least radius of a figure that can be seen.
const LEAST: f64 = 2.4;
/// What the name of a piece of terrain may cover.
const LITTLE: f64 = 60.0;
/// Fewest and most corners of a circle that is drawn as a line.
const ROUND: (f64, f64) = (24.0, 180.0);

/// A point on the table, in its unit of length: to the right, and up from the lower edge.
pub type Spot = (f64, f64);

/// A table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// What it shows, where there are several.
    #[serde(skip)]
    pub heading: String,
    /// Unit of its lengths in words, such as `inches`.
    pub unit: String,
    /// Width and height.
    pub size: Spot,
    /// Terrain, in the order of the file.
    pub areas: Vec<Area>,
    /// Named places.
    pub places: Vec<Ring>,
    /// How far chosen figures move and shoot.
    #[serde(skip)]
    pub reaches: Vec<Ring>,
    /// Edges by which a side may leave, from one corner to the other, with the side.
    pub exits: Vec<(Spot, Spot, usize)>,
    /// The figures.
    pub pieces: Vec<Piece>,
    /// Names of units with their middles and sides; they are written where there is room near that.
    pub names: Vec<(Spot, String, usize)>,
    /// Where things happen.
    #[serde(skip)]
    pub heat: Vec<Patch>,
    /// What has just happened.
    #[serde(skip)]
    pub action: Option<Action>,
    /// Points that something is wrong with, and what.
    #[serde(skip)]
    pub flaws: Vec<(Spot, String)>,
}

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// What it looks like.
    pub ground: Ground,
    /// Its corners.
    pub corners: Vec<Spot>,
}

/// What terrain looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Bars the way, and the view.
    Solid,
    /// Gives cover, and is crossed slowly.
    Low,
    /// Hides who is in it.
    Wood,
    /// Water.
    Water,
    /// Anything else.
    Rough,
}

/// A circle with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ring {
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: Spot,
    /// Its radius.
    pub radius: f64,
    /// The side that it is of, if any.
    pub side: Option<usize>,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Piece {
    /// What a tooltip says of it.
    pub told: String,
    /// Its side.
    pub side: usize,
    /// Where it stands.
    pub at: Spot,
    /// Radius of its base.
    pub radius: f64,
    /// Which way it faces, as a direction, if that counts.
    pub facing: Option<Spot>,
    /// Whether it leads.
    pub is_leader: bool,
}

impl Ground {
    /// Returns what the legend calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Solid => "blocks sight",
            Self::Low => "low cover",
            Self::Wood => "wood",
            Self::Water => "bars movement",
            Self::Rough => "rough or crops",
        }
    }

    /// Returns its key in files for other viewers.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Low => "low",
            Self::Wood => "wood",
            Self::Water => "water",
            Self::Rough => "rough",
        }
    }

    /// Returns its look in the legend.
    pub(crate) fn look(self) -> Look {
        let plain = |area| Look { hue: Hue { area, text: MUTED }, ..Look::default() };
        match self {
            Self::Solid => plain(AXIS),
            Self::Low => plain(MUTED),
            Self::Wood => Look::hue(2).pale(),
            Self::Water => Look::hue(5).pale(),
            Self::Rough => Look::hue(4).pale(),
        }
    }
}

impl Look {
    /// Returns the look of a side's figures, which differ in shape, too.
    pub(crate) fn piece(side: usize) -> Self {
        Self { marker: 2 * (side % 2), ..Self::hue(side) }
    }
}

/// Where the table lies on the card.
pub(super) struct Plan {
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// Pixels to a unit of length.
    pub(super) pixels: f64,
    pub(super) area: Rect,
}

impl Plan {
    pub(super) fn at(&self, (x, y): Spot) -> Spot {
        (self.x.at(x), self.y.at(y))
    }

    pub(super) fn all(&self, spots: &[Spot]) -> Vec<Spot> {
        spots.iter().map(|spot| self.at(*spot)).collect()
    }

    /// Returns a circle as a closed line.
    pub(super) fn circle(&self, (x, y): Spot, radius: f64) -> Vec<Spot> {
        let round = (radius * self.pixels).clamp(ROUND.0, ROUND.1) as usize;
        let turn = |k: usize| std::f64::consts::TAU * k as f64 / round as f64;
        let spot = |k| (x + radius * f64::cos(turn(k)), y + radius * f64::sin(turn(k)));
        (0..=round).map(|k| self.at(spot(k))).collect()
    }

    /// Returns the radius that a figure is drawn with.
    pub(super) fn radius(&self, piece: &Piece) -> f64 {
        (piece.radius * self.pixels).max(LEAST)
    }
}

impl Board {
    /// Returns the room at the left and below for numbers, and above for a heading. Tables under a heading have no numbers.
    fn margins(&self) -> (f64, f64, f64) {
        if self.heading.is_empty() { (LEFT, BELOW, 6.0) } else { (0.0, 0.0, HEADED) }
    }

    fn pixels(&self, room: f64) -> f64 {
        let (wide, high) = self.size;
        let most = if self.heading.is_empty() { HIGHEST } else { HIGHEST / 2.0 };
        ((room - self.margins().0) / wide.max(1.0)).min(most / high.max(1.0))
    }

    /// Returns the height that it takes in this width.
    pub(crate) fn height(&self, room: f64) -> f64 {
        let (_, below, above) = self.margins();
        let flaws = self.told_flaws(room);
        let flaws = flaws.iter().map(|lines| lines.len() as f64 * LINE + FLAW_GAP).sum::<f64>();
        self.size.1 * self.pixels(room) + below + above + flaws
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, body: Rect) {
        let pixels = self.pixels(body.width);
        let (width, height) = (self.size.0 * pixels, self.size.1 * pixels);
        let (left, _, above) = self.margins();
        let area = Rect { left: body.left + left, top: body.top + above, width, height };
        let x = Scale::new((0.0, self.size.0), (area.left, area.right()));
        let y = Scale::new((0.0, self.size.1), (area.bottom(), area.top));
        let plan = Plan { x, y, pixels, area };
        let mut names = Names::new(area);
        canvas.fill(area, PALE, 1.0);
        if self.heading.is_empty() {
            self.draw_scales(canvas, &plan);
        } else {
            let look = Type::ink(SMALL).bold();
            canvas.text((area.left, body.top + 9.0), &self.heading, look);
        }
        for of in &self.areas {
            let corners = plan.all(&of.corners);
            canvas.group(Group::marks(None, of.name.clone()), |canvas| {
                let opacity = if self.heat.is_empty() { 1.0 } else { 0.5 };
                canvas.polygon(&corners, of.ground.look().hue.area, opacity);
            });
            names.keep_off_line(&corners);
        }
        heat::draw(canvas, &plan, &self.heat);
        for place in &self.places {
            canvas.group(Group::marks(None, place.name.clone()), |canvas| {
                draw_ring(canvas, &plan, place, Stroke { width: 1.4, color: INK });
            });
            names.keep_off_line(&plan.circle(place.at, place.radius));
        }
        for reach in &self.reaches {
            let color = Look::side(reach.side).hue.area;
            draw_ring(canvas, &plan, reach, Stroke { width: 1.2, color });
            names.keep_off_line(&plan.circle(reach.at, reach.radius));
        }
        if let Some(action) = &self.action {
            action.draw_below(canvas, &plan);
        }
        for piece in &self.pieces {
            canvas.group(Group::marks(Some(piece.side), piece.told.clone()), |canvas| {
                draw_piece(canvas, &plan, piece);
            });
            let wide = 2.0 * plan.radius(piece);
            names.keep_off(around(plan.at(piece.at), (wide, wide)), FIGURE);
        }
        if let Some(action) = &self.action {
            action.draw_above(canvas, &plan);
        }
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let corners = corners.map(|(x, y)| (x * self.size.0, y * self.size.1));
        canvas.path(&plan.all(&corners), Stroke { width: HAIR, color: AXIS });
        let exits = 0..self.exits.len();
        let exits: Vec<_> = exits.map(|k| self.draw_exit(canvas, &plan, &mut names, k)).collect();
        for (at, look) in exits {
            names.write(canvas, at, "exit", look);
        }
        self.draw_flaws(canvas, &plan, &mut names);
        self.draw_names(canvas, &plan, &mut names);
        self.list_flaws(canvas, Rect { top: area.bottom() + self.margins().1, ..body });
    }

    /// Draws the table with lines and numbers by which places can be read off, and a bar to measure by.
    fn draw_scales(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let area = plan.area;
        let most = |pixels: f64| (pixels / 45.0).max(3.0) as usize;
        let across = ticks((0.0, self.size.0), most(area.width), 1.0);
        let up = ticks((0.0, self.size.1), most(area.height), 1.0);
        let hair = |color: Color| Stroke { width: HAIR, color };
        for (tick, label) in across.iter().zip(tick_labels(&across, ValueFormat::Plain)) {
            let x = plan.x.at(*tick);
            canvas.line((x, area.top), (x, area.bottom()), hair(GRID));
            let look = Type::muted(TINY).to(Anchor::Middle);
            canvas.text((x, area.bottom() + 11.0), &label, look);
        }
        for (tick, label) in up.iter().zip(tick_labels(&up, ValueFormat::Plain)) {
            let y = plan.y.at(*tick);
            canvas.line((area.left, y), (area.right(), y), hair(GRID));
            let look = Type::muted(TINY).to(Anchor::End);
            canvas.text((area.left - 7.0, y), &label, look);
        }
        if let (Some(length), false) = (across.get(1), self.unit.is_empty()) {
            let (left, right, y) = (area.left, plan.x.at(*length), area.bottom() + 30.0);
            let ends = [(left, y - 4.0), (left, y), (right, y), (right, y - 4.0)];
            canvas.path(&ends, Stroke { width: 1.4, color: MUTED });
            let text = format!("{} {}", fixed(*length, 0), self.unit);
            canvas.text((right + 7.0, y - 1.0), &text, Type::muted(TINY));
        }
    }

    /// Draws an edge to leave by, with arrows; inside that of the other side, if it is the same. Returns where to name it.
    fn draw_exit(
        &self,
        canvas: &mut Canvas<'_>,
        plan: &Plan,
        names: &mut Names,
        k: usize,
    ) -> (Spot, Type) {
        let (from, to, side) = self.exits[k];
        let hue = Look::side(Some(side)).hue;
        let is_same = |of: &&(Spot, Spot, usize)| (of.0, of.1) == (from, to);
        let inside = 18.0 * self.exits[..k].iter().filter(is_same).count() as f64;
        let (from, to) = (plan.at(from), plan.at(to));
        // Along a vertical edge it goes to the left or right, along another up or down.
        let way = match from.0 == to.0 {
            true => (if from.0 > plan.area.left { 1.0 } else { -1.0 }, 0.0),
            false => (0.0, if from.1 > plan.area.top { 1.0 } else { -1.0 }),
        };
        let (from, to) = (shifted(from, way, -inside), shifted(to, way, -inside));
        canvas.line(from, to, Stroke { width: 5.0, color: hue.area });
        names.keep_off_line(&[from, to]);
        let part = |part: f64| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        for at in [0.2, 0.5, 0.8].map(part) {
            draw_arrow(canvas, shifted(at, way, -4.0), way, (10.0, 6.0), hue.area);
            names.keep_off(around(shifted(at, way, -9.0), (12.0, 12.0)), FIGURE);
        }
        (shifted(part(0.5), way, -26.0), Type::start(SMALL, hue.text).bold())
    }

    /// Marks what is wrong by numbers: at a ring round its point or, if that lies off the table, with an arrow at the edge.
    fn draw_flaws(&self, canvas: &mut Canvas<'_>, plan: &Plan, names: &mut Names) {
        let size = (2.0 * BADGE, 2.0 * BADGE);
        let radius = self.pieces.first().map_or(LEAST, |piece| plan.radius(piece)) + 4.0;
        let off = |at: f64, most: f64| f64::from(i8::from(at > most) - i8::from(at < 0.0));
        for (k, (at, told)) in self.flaws.iter().enumerate() {
            canvas.group(Group::marks(None, told.clone()), |canvas| {
                let way = (off(at.0, self.size.0), -off(at.1, self.size.1));
                if way == (0.0, 0.0) {
                    let ring = plan.circle(*at, radius / plan.pixels);
                    canvas.path(&ring, Stroke { width: 2.0, color: INK });
                    names.keep_off(around(plan.at(*at), (2.0 * radius, 2.0 * radius)), FIGURE);
                }
                let middle = names.find(shifted(plan.at(*at), way, -BADGE), size).0;
                if way != (0.0, 0.0) {
                    let tip = shifted(middle, way, (BADGE + 7.0) / way.0.hypot(way.1));
                    draw_arrow(canvas, tip, way, (12.0, 7.0), INK);
                }
                draw_badge(canvas, middle, k);
                names.keep_off(around(middle, size), NAME);
            });
        }
    }

    /// Returns what is said of each mistake, in lines.
    fn told_flaws(&self, room: f64) -> Vec<Vec<String>> {
        let lines = |(_, told): &(Spot, String)| wrap(told, SMALL, false, room - LEFT, 4);
        self.flaws.iter().map(lines).collect()
    }

    fn list_flaws(&self, canvas: &mut Canvas<'_>, room: Rect) {
        let mut y = room.top + FLAW_GAP + LINE / 2.0;
        for (k, lines) in self.told_flaws(room.width).iter().enumerate() {
            draw_badge(canvas, (room.left + BADGE, y), k);
            for line in lines {
                canvas.text((room.left + LEFT, y), line, Type::ink(SMALL));
                y += LINE;
            }
            y += FLAW_GAP;
        }
    }

    /// Writes all names, the most important first: those of terrain only where there is room, and not under a heading.
    fn draw_names(&self, canvas: &mut Canvas<'_>, plan: &Plan, names: &mut Names) {
        let is_large = self.heading.is_empty();
        for place in &self.places {
            let size = if is_large { SMALL } else { TINY };
            names.write(canvas, plan.at(place.at), &place.name, Type::ink(size));
        }
        for (at, name, side) in &self.names {
            let look = Type::start(SMALL, Look::side(Some(*side)).hue.text).bold();
            names.write(canvas, plan.at(*at), name, look);
        }
        for reach in &self.reaches {
            let look = Type::start(TINY, Look::side(reach.side).hue.text);
            // Above the highest point of the circle that is on the table and has room.
            let above = plan.circle(reach.at, reach.radius).into_iter();
            let above = above.map(|at| shifted(at, (0.0, 1.0), -9.0));
            let size = Names::size(&reach.name, look);
            let is_on = |at: &Spot| names.within(*at, size) == *at;
            let best = above.filter(is_on).min_by(|one, other| one.1.total_cmp(&other.1));
            names.write(canvas, best.unwrap_or(plan.at(reach.at)), &reach.name, look);
        }
        for area in self.areas.iter().filter(|_| is_large) {
            let count = area.corners.len().max(1) as f64;
            let middle = |of: fn(&Spot) -> f64| area.corners.iter().map(of).sum::<f64>() / count;
            let size = Names::size(&area.name, Type::ink(TINY));
            let (at, covered) =
                names.find(plan.at((middle(|spot| spot.0), middle(|spot| spot.1))), size);
            if covered < LITTLE {
                let is_dark = area.ground == Ground::Low && holds(&plan.all(&area.corners), at);
                let look = Type::start(TINY, if is_dark { WHITE } else { INK });
                canvas.text(at, &area.name, look.to(Anchor::Middle));
                names.keep_off(around(at, size), NAME);
            }
        }
    }
}

/// Returns whether a shape holds a point: a line from there crosses its outline an odd number of times.
fn holds(corners: &[Spot], (x, y): Spot) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let is_crossed = |(a, b): &(&Spot, &Spot)| {
        (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0)
    };
    sides.filter(is_crossed).count() % 2 == 1
}

/// Draws a circle as far as it lies on the table.
fn draw_ring(canvas: &mut Canvas<'_>, plan: &Plan, of: &Ring, stroke: Stroke) {
    let (left, top) = (plan.area.left, plan.area.top);
    let (right, bottom) = (plan.area.right(), plan.area.bottom());
    let line: Vec<(Spot, bool)> = plan
        .circle(of.at, of.radius)
        .into_iter()
        .map(|(x, y)| {
            let within = (x.clamp(left, right), y.clamp(top, bottom));
            (within, within == (x, y))
        })
        .collect();
    for run in line.chunk_by(|one, other| one.1 || other.1) {
        let run: Vec<Spot> = run.iter().map(|(at, _)| *at).collect();
        if run.len() > 1 {
            canvas.path(&run, stroke);
        }
    }
}

/// Draws a triangle with its tip at a point.
fn draw_arrow(canvas: &mut Canvas<'_>, tip: Spot, way: Spot, (length, half): Spot, color: Color) {
    let far = way.0.hypot(way.1).max(f64::MIN_POSITIVE);
    let way = (way.0 / far, way.1 / far);
    let foot = shifted(tip, way, -length);
    let across = (-way.1, way.0);
    canvas.polygon(&[tip, shifted(foot, across, half), shifted(foot, across, -half)], color, 1.0);
}

fn draw_badge(canvas: &mut Canvas<'_>, at: Spot, k: usize) {
    canvas.disc(at, BADGE, INK);
    let look = Type::start(TINY, WHITE).bold().to(Anchor::Middle);
    canvas.text(at, &(k + 1).to_string(), look);
}

fn draw_piece(canvas: &mut Canvas<'_>, plan: &Plan, piece: &Piece) {
    let look = Look::piece(piece.side);
    let at = plan.at(piece.at);
    let radius = plan.radius(piece);
    if let Some((right, up)) = piece.facing {
        let length = right.hypot(up).max(f64::MIN_POSITIVE);
        let way = (right / length, -up / length);
        let tip = shifted(at, way, (1.6 * radius).max(radius + 3.0));
        draw_arrow(canvas, tip, way, (1.1 * radius, 0.8 * radius), look.hue.area);
    }
    marker(canvas, look, at, radius);
    if piece.is_leader {
        canvas.disc(at, radius * 0.5, WHITE);
    }
}
