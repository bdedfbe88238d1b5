//! Boards: terrain of every kind and shape, and places.

use std::fmt::Write as _;

use skirmish_scenario::FEATURE_KINDS;

use crate::lots::{Lots, round};

/// A box: from x and y to x and y.
pub(crate) type Box4 = [f64; 4];

pub(crate) fn overlap(a: &Box4, b: &Box4) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// A board as it is made up.
#[derive(Debug, Default)]
pub(crate) struct Board {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What is written under `[board]`.
    pub(crate) text: String,
    /// Where nobody may stand.
    pub(crate) barred: Vec<Box4>,
    pub(crate) places: Vec<String>,
    /// Events by which something opens.
    pub(crate) openings: usize,
}

impl Board {
    pub(crate) fn make(lots: &mut Lots, base: f64) -> Self {
        let mut side = || match lots.below(12) {
            0 => 4.0,
            1 => 480.0,
            2..5 => lots.real(8.0, 24.0),
            _ => lots.real(20.0, 70.0),
        };
        let (width, height) = (side().max(6.0 * base), side().max(6.0 * base));
        let mut board = Self { width, height, ..Self::default() };
        let unit = *lots.one_of(&["", "unit = \"in\"\n", "unit = \"cm\"\n"]);
        board.text = format!("[board]\nsize = [{width}, {height}]\n{unit}features = [\n");
        for k in 0..[0, 1, 3, 6, 14][lots.below(5)] {
            board.add_feature(lots, k);
        }
        board.text += "]\n[board.places]\n";
        for k in 0..lots.below(5) {
            board.add_place(lots, k);
        }
        board
    }

    fn add_feature(&mut self, lots: &mut Lots, k: usize) {
        let kind = lots.one_of(FEATURE_KINDS);
        let mut keys = format!("kind = \"{}\"", kind.name);
        let mut bars = matches!(kind.going, skirmish_engine::battle::Going::Barred);
        let bounds = self.add_shape(lots, &mut keys);
        let mut may = |lots: &mut Lots, key: &str, words: &[&str]| {
            let chosen = lots.percent(12).then(|| lots.one_of(words).to_string());
            if let Some(word) = &chosen {
                let _ = write!(keys, ", {key} = {word}");
            }
            chosen
        };
        may(lots, "name", &[&format!("\"feature {k}\"")]);
        let seen_through = lots.real(0.0, 6.0).to_string();
        may(lots, "sight", &["\"clear\"", "\"blocked\"", &seen_through]);
        may(lots, "cover", &["\"none\"", "\"screen\"", "\"protect\""]);
        if let Some(going) = may(lots, "going", &["\"free\"", "\"slow\"", "\"barred\""]) {
            bars = going == "\"barred\"";
        }
        may(lots, "breaks-off", &["true", "false"]);
        if kind.name == "gate" || lots.percent(6) {
            let event = lots.below(3);
            self.openings = self.openings.max(event + 1);
            let _ = write!(keys, ", opens = \"opening {event}\"");
        }
        if bars {
            self.barred.push(bounds);
        }
        let _ = writeln!(self.text, "  {{ {keys} }},");
    }

    /// Returns the box that the shape fits into.
    fn add_shape(&self, lots: &mut Lots, keys: &mut String) -> Box4 {
        let most = (self.width.min(self.height) / 3.0).clamp(0.5, 12.0);
        // All of it is on the board.
        let (wide, high) = (self.width - most, self.height - most);
        let (x, y) = (
            lots.real(most / 2.0 + 0.1, wide + most / 2.0),
            lots.real(most / 2.0 + 0.1, high + most / 2.0),
        );
        match lots.below(4) {
            0 => {
                let (w, h) = (lots.real(0.1, most), lots.real(0.1, most));
                let (x, y) =
                    (round(x.min(self.width - w) - 0.01), round(y.min(self.height - h) - 0.01));
                let _ = write!(keys, ", at = [{x}, {y}], size = [{w}, {h}]");
                [x, y, x + w, y + h]
            }
            1 => {
                let radius = lots.real(0.1, most / 2.0);
                let _ = write!(keys, ", at = [{x}, {y}], radius = {radius}");
                [x - radius, y - radius, x + radius, y + radius]
            }
            2 => {
                let slanting = lots.percent(40);
                let far = lots.real(0.5, 2.0 * most) * if lots.percent(50) { 1.0 } else { -1.0 };
                let (u, v) = if slanting {
                    (round(x + far), round(y + lots.real(0.0, most)))
                } else if lots.percent(50) {
                    (round(x + far), y)
                } else {
                    (x, round(y + far))
                };
                let (u, v) = (u.clamp(1.5, self.width - 1.5), v.clamp(1.5, self.height - 1.5));
                let (x, y) = (x.clamp(1.5, self.width - 1.5), y.clamp(1.5, self.height - 1.5));
                let _ = write!(keys, ", from = [{x}, {y}], to = [{u}, {v}]");
                let mut thick = 2.0;
                if lots.percent(40) {
                    thick = lots.real(0.1, 3.0);
                    let _ = write!(keys, ", thick = {thick}");
                }
                [x.min(u) - thick, y.min(v) - thick, x.max(u) + thick, y.max(v) + thick]
            }
            _ => {
                let count = if lots.percent(5) { 32 } else { 3 + lots.below(6) };
                let mut corners = String::new();
                for k in 0..count {
                    let (u, v) = on_circle(k, count);
                    let radius = lots.real(most / 4.0, most / 2.0);
                    let _ =
                        write!(corners, "[{}, {}], ", round(x + radius * u), round(y + radius * v));
                }
                let _ = write!(keys, ", corners = [{}]", corners.trim_end_matches(", "));
                let far = most / 2.0;
                [x - far, y - far, x + far, y + far]
            }
        }
    }

    fn add_place(&mut self, lots: &mut Lots, k: usize) {
        let (x, y) = (lots.real(0.0, self.width), lots.real(0.0, self.height));
        let at = [x, y, x, y];
        if self.barred.iter().any(|bounds| overlap(&at, &bounds.map(|end| end + 1e-9))) {
            return;
        }
        let radius = match lots.below(3) {
            0 => String::new(),
            1 => format!(", radius = {}", lots.real(0.0, 3.0)),
            _ => format!(", radius = {}", lots.real(1.0, 12.0)),
        };
        let _ = writeln!(self.text, "place{k} = {{ at = [{x}, {y}]{radius} }}");
        self.places.push(format!("place{k}"));
    }
}

/// A point of the circle, without a sine, so that it is the same on every machine; they go round once.
fn on_circle(k: usize, of: usize) -> (f64, f64) {
    let quarters = 4.0 * k as f64 / of as f64;
    let t = quarters.fract() * (0.8 + 0.2 * quarters.fract());
    let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    match quarters as usize {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}
