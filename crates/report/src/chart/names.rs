//! Finds room for names on a table: near what they name, and clear of figures and of one another.

use super::board::Spot;
use super::canvas::{Anchor, Canvas, Rect, Type};
use super::measure::{shorten, width};
use super::style::PALE;

/// How bad it is to cover a pixel of figures and other names, and of the outlines of terrain.
pub(super) const FIGURE: f64 = 2.0;
pub(super) const NAME: f64 = 4.0;
const OUTLINE: f64 = 0.5;

/// Where names keep off, and how much so.
pub(super) struct Names {
    area: Rect,
    taken: Vec<(Rect, f64)>,
}

impl Names {
    pub(super) fn new(area: Rect) -> Self {
        Self { area, taken: Vec::new() }
    }

    pub(super) fn keep_off(&mut self, of: Rect, weight: f64) {
        self.taken.push((of, weight));
    }

    /// Keeps names off a closed line, point by point.
    pub(super) fn keep_off_line(&mut self, line: &[Spot]) {
        const POINT: f64 = 5.0;
        const MOST_POINTS: f64 = 400.0;
        for (from, to) in line.iter().zip(line.iter().cycle().skip(1)) {
            let points = (to.0 - from.0).hypot(to.1 - from.1) / POINT;
            let points = points.ceil().clamp(1.0, MOST_POINTS);
            for k in 0..points as usize {
                let part = k as f64 / points;
                let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                self.keep_off(around(at, (POINT, POINT)), OUTLINE);
            }
        }
    }

    /// Returns the nearest middle within the table for something of this size that covers little, and what it covers.
    pub(super) fn find(&self, at: Spot, size: Spot) -> (Spot, f64) {
        // The ways to go from the point, the best first.
        const WAYS: [Spot; 8] = [
            (0.0, 1.0),
            (0.0, -1.0),
            (1.0, 0.0),
            (-1.0, 0.0),
            (1.0, 0.5),
            (-1.0, 0.5),
            (1.0, -0.5),
            (-1.0, -0.5),
        ];
        let mut best = (at, f64::INFINITY, f64::INFINITY);
        for step in 0..50 {
            for (k, way) in WAYS.into_iter().enumerate() {
                let middle = self.within(shifted(at, way, 4.0 * f64::from(step)), size);
                let far = (middle.0 - at.0).hypot(middle.1 - at.1) + k as f64;
                if far < best.1 {
                    let of = around(middle, size);
                    let covered = self.taken.iter().map(|(it, bad)| bad * overlap(*it, of)).sum();
                    if far + covered < best.1 {
                        best = (middle, far + covered, covered);
                    }
                }
            }
        }
        (best.0, best.2)
    }

    pub(super) fn within(&self, (x, y): Spot, (wide, high): Spot) -> Spot {
        let Rect { left, top, width, height } = self.area;
        let clamped = |at: f64, from: f64, room: f64, size: f64| match room > size + 1.0 {
            true => at.clamp(from + size / 2.0, from + room - size / 2.0),
            false => from + room / 2.0,
        };
        (clamped(x, left, width, wide + 6.0), clamped(y, top, height, high + 4.0))
    }

    pub(super) fn size(text: &str, look: Type) -> Spot {
        (width(text, look.size, look.bold) + 4.0, look.size + 3.0)
    }

    /// Writes a text at a point, or where there is room near it.
    pub(super) fn write(&mut self, canvas: &mut Canvas<'_>, at: Spot, text: &str, look: Type) {
        let text = shorten(text, look.size, look.bold, self.area.width - 10.0);
        let size = Self::size(&text, look);
        let (at, _) = self.find(at, size);
        let plate = around(at, size);
        canvas.fill(plate, PALE, 0.75);
        canvas.text(at, &text, look.to(Anchor::Middle));
        self.keep_off(plate, NAME);
    }
}

pub(super) fn around((x, y): Spot, (width, height): Spot) -> Rect {
    Rect { left: x - width / 2.0, top: y - height / 2.0, width, height }
}

fn overlap(one: Rect, other: Rect) -> f64 {
    let wide = one.right().min(other.right()) - one.left.max(other.left);
    let high = one.bottom().min(other.bottom()) - one.top.max(other.top);
    wide.max(0.0) * high.max(0.0)
}

pub(super) fn shifted((x, y): Spot, (right, down): Spot, by: f64) -> Spot {
    (x + right * by, y + down * by)
}
