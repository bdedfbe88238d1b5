//! A table seen from above, to scale: terrain, places, edges to leave by, figures, and how far they move and shoot.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::canvas::{Anchor, Canvas, Group, Rect, Stroke, Type};
use super::heat::{self, Patch};
use super::labels::ValueFormat;
use super::measure::width;
use super::scale::{Scale, tick_labels, ticks};
use super::style::{AXIS, Color, GRID, HAIR, Hue, INK, Look, MUTED, PALE, SMALL, TINY, WHITE};

/// Most pixels from top to bottom: long tables that stand upright are drawn smaller.
const HIGHEST: f64 = 760.0;
/// Room for the numbers of the scales.
const LEFT: f64 = 30.0;
const BELOW: f64 = 22.0;
/// Room for a heading.
const HEADED: f64 = 20.0;
/// Least radius of a figure that can be seen.
const LEAST: f64 = 2.4;
/// Corners of a circle that is drawn as a line.
const ROUND: usize = 64;

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
    /// Names of units.
    pub names: Vec<(Spot, String, usize)>,
    /// Where things happen.
    #[serde(skip)]
    pub heat: Vec<Patch>,
    /// What has just happened.
    #[serde(skip)]
    pub action: Option<Action>,
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
            Self::Solid => "bars sight",
            Self::Low => "low cover",
            Self::Wood => "wood",
            Self::Water => "bars the way",
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
            Self::Rough => plain(GRID),
        }
    }
}

/// Where the table lies on the card.
pub(super) struct Plan {
    x: Scale,
    y: Scale,
    /// Pixels to a unit of length.
    pixels: f64,
    area: Rect,
}

impl Plan {
    pub(super) fn at(&self, (x, y): Spot) -> Spot {
        (self.x.at(x), self.y.at(y))
    }

    pub(super) fn all(&self, spots: &[Spot]) -> Vec<Spot> {
        spots.iter().map(|spot| self.at(*spot)).collect()
    }

    /// Returns a circle as a closed line.
    fn circle(&self, (x, y): Spot, radius: f64) -> Vec<Spot> {
        let turn = |k: usize| std::f64::consts::TAU * k as f64 / ROUND as f64;
        let spot = |k| (x + radius * f64::cos(turn(k)), y + radius * f64::sin(turn(k)));
        (0..=ROUND).map(|k| self.at(spot(k))).collect()
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
        self.size.1 * self.pixels(room) + below + above
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, body: Rect) {
        let pixels = self.pixels(body.width);
        let (width, height) = (self.size.0 * pixels, self.size.1 * pixels);
        let (left, _, above) = self.margins();
        let area = Rect { left: body.left + left, top: body.top + above, width, height };
        let x = Scale::new((0.0, self.size.0), (area.left, area.right()));
        let y = Scale::new((0.0, self.size.1), (area.bottom(), area.top));
        let plan = Plan { x, y, pixels, area };
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
        }
        heat::draw(canvas, &plan, &self.heat);
        for place in &self.places {
            let line = plan.circle(place.at, place.radius);
            canvas.group(Group::marks(None, place.name.clone()), |canvas| {
                canvas.path(&line, Stroke { width: 1.4, color: INK });
            });
            if self.heading.is_empty() {
                canvas.text(plan.at(place.at), &place.name, Type::ink(TINY).to(Anchor::Middle));
            }
        }
        for (from, to, side) in &self.exits {
            let color = Look::side(Some(*side)).hue.area;
            canvas.line(plan.at(*from), plan.at(*to), Stroke { width: 5.0, color });
        }
        for reach in &self.reaches {
            let hue = Look::side(reach.side).hue;
            let line = plan.circle(reach.at, reach.radius);
            canvas.path(&line, Stroke { width: 1.2, color: hue.area });
            let (x, y) = plan.at((reach.at.0, reach.at.1 + reach.radius));
            let at = (x, (y - 7.0).max(area.top + 7.0));
            canvas.text(at, &reach.name, Type::start(TINY, hue.text).to(Anchor::Middle));
        }
        if let Some(action) = &self.action {
            action.draw_below(canvas, &plan);
        }
        for piece in &self.pieces {
            canvas.group(Group::marks(Some(piece.side), piece.told.clone()), |canvas| {
                draw_piece(canvas, &plan, piece);
            });
        }
        if let Some(action) = &self.action {
            action.draw_above(canvas, &plan);
        }
        self.draw_names(canvas, &plan);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let corners = corners.map(|(x, y)| (x * self.size.0, y * self.size.1));
        canvas.path(&plan.all(&corners), Stroke { width: HAIR, color: AXIS });
    }

    /// Draws the table with lines and numbers by which places can be read off.
    fn draw_scales(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let area = plan.area;
        let (across, up) = (ticks((0.0, self.size.0), 9, 1.0), ticks((0.0, self.size.1), 7, 1.0));
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
    }

    /// Writes the names of units, each below its point and clear of figures and of the names before it.
    fn draw_names(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let mut taken: Vec<(Spot, Spot)> = Vec::new();
        taken.extend(self.pieces.iter().map(|piece| {
            let radius = (piece.radius * plan.pixels).max(LEAST);
            (plan.at(piece.at), (radius, radius))
        }));
        for (at, name, side) in &self.names {
            let (x, y) = plan.at(*at);
            let half = width(name, SMALL, true) / 2.0;
            let is_free = |y: f64| {
                taken.iter().all(|((x2, y2), (half2, high2))| {
                    (x - x2).abs() > half + half2 || (y - y2).abs() > 7.0 + high2
                })
            };
            let below = (2..40).map(|step| y + 4.0 * f64::from(step));
            let y = below.clone().find(|y| is_free(*y)).unwrap_or(y + 9.0);
            taken.push(((x, y), (half, 7.0)));
            let look = Type::start(SMALL, Look::side(Some(*side)).hue.text).bold();
            self.written(canvas, plan, (x, y), name, look);
        }
    }

    /// Writes a text around a point, within the table.
    fn written(&self, canvas: &mut Canvas<'_>, plan: &Plan, (x, y): Spot, text: &str, look: Type) {
        let half = width(text, look.size, look.bold) / 2.0;
        let (low, high) = (plan.area.left + half + 2.0, plan.area.right() - half - 2.0);
        let x = if low < high { x.clamp(low, high) } else { f64::midpoint(low, high) };
        let top = plan.area.top + 7.0;
        let y = y.clamp(top, (plan.area.bottom() - 7.0).max(top));
        canvas.text((x, y), text, look.to(Anchor::Middle));
    }
}

fn draw_piece(canvas: &mut Canvas<'_>, plan: &Plan, piece: &Piece) {
    let hue = Look::side(Some(piece.side)).hue;
    let (x, y) = plan.at(piece.at);
    let radius = (piece.radius * plan.pixels).max(LEAST);
    canvas.disc((x, y), radius, hue.text);
    if piece.is_leader {
        canvas.disc((x, y), radius * 0.5, WHITE);
    }
    if let Some((right, up)) = piece.facing {
        let length = right.hypot(up).max(f64::MIN_POSITIVE);
        let to = (x + right / length * radius * 2.0, y - up / length * radius * 2.0);
        canvas.line((x, y), to, Stroke { width: 1.6, color: hue.text });
    }
}
