//! What happened on a table in one action: who moved, shot, fought and fell.

use super::board::{Plan, Spot};
use super::canvas::{Canvas, Stroke};
use super::grammar::{Key, Shape};
use super::marks::line;
use super::style::{AXIS, Hue, INK, Look};

/// What happened in an action; sides go by their numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Action {
    /// Ways of figures, from place to place.
    pub trails: Vec<(Vec<Spot>, usize)>,
    /// Shots from one place to another, and whether each hit.
    pub shots: Vec<(Spot, Spot, usize, bool)>,
    /// Where two fought.
    pub fights: Vec<(Spot, Spot)>,
    /// Where figures fell.
    pub fallen: Vec<(Spot, usize)>,
}

const TRAIL: f64 = 4.0;
const FIGHT: Look = Look { width: 5.0, ..Look::INK };
const HIT: Look = Look { width: 1.8, ..Look::INK };
const MISS: Look = Look { width: 1.2, is_dashed: true, ..Look::INK };
const CROSS: Stroke = Stroke { width: 2.2, color: INK };

impl Action {
    /// Returns what the legend says of these marks.
    pub(crate) fn keys() -> impl Iterator<Item = Key> {
        let trail = Look { width: TRAIL, hue: Hue { area: AXIS, text: AXIS }, ..Look::INK };
        let keys = [("move", trail), ("shot that hits", HIT), ("miss", MISS), ("fight", FIGHT)];
        keys.into_iter().map(|(name, look)| Key::new(name, look, Shape::Line))
    }

    /// Draws what lies below the figures.
    pub(super) fn draw_below(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        for (way, side) in &self.trails {
            let color = Look::hue(*side).pale().hue.area;
            canvas.path(&plan.all(way), Stroke { width: TRAIL, color });
        }
    }

    /// Draws what lies above them.
    pub(super) fn draw_above(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        for (one, other) in &self.fights {
            line(canvas, &plan.all(&[*one, *other]), FIGHT);
        }
        for (from, to, side, hit) in &self.shots {
            let look = if *hit { HIT } else { MISS };
            line(canvas, &plan.all(&[*from, *to]), Look { hue: Look::hue(*side).hue, ..look });
        }
        for (at, side) in &self.fallen {
            let (x, y) = plan.at(*at);
            canvas.disc((x, y), 4.0, Look::hue(*side).pale().hue.area);
            canvas.line((x - 6.0, y - 6.0), (x + 6.0, y + 6.0), CROSS);
            canvas.line((x - 6.0, y + 6.0), (x + 6.0, y - 6.0), CROSS);
        }
    }
}
