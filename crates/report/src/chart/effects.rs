//! Tables of the rules as they are printed, each number coloured by what it does; those that do nothing are hatched.

use super::canvas::{Canvas, Rect, Stroke};
use super::card::{MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, middle, start};
use super::heat::Shades;
use super::labels::{Labels, ValueFormat};
use super::measure::{shorten, wrap};
use super::palette::{GRID, INK, MUTED, PALE, ink_on};

const LABEL: f64 = 84.0;
const GAP: f64 = 4.0;
const CELL_HEIGHT: f64 = 46.0;
const TITLE: f64 = 26.0;
/// Cells in one line: as many as a weapon of the shipped rulebooks has numbers.
const ACROSS: usize = 8;
const KEY: f64 = 30.0;
const LINE: f64 = 18.0;

/// Tables of effects.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EffectTables {
    /// The words round them.
    pub labels: Labels,
    /// The tables, from the top.
    pub tables: Vec<EffectTable>,
    /// Tables that are dead as a whole, and therefore only named.
    pub dead: Vec<String>,
    /// How effects read.
    pub format: ValueFormat,
}

/// One table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EffectTable {
    /// Its name.
    pub title: String,
    /// Its rows: a name, empty for a table of one row, and the cells with their names.
    pub rows: Vec<(String, Vec<(String, Effect)>)>,
}

/// What one number does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    /// This much, and whether this is more than chance explains.
    Moves(f64, bool),
    /// Nothing at all in any game.
    Dead,
    /// It was not tried.
    Untried,
}

/// Draws the tables.
#[must_use]
pub fn effects(chart: &EffectTables) -> String {
    let cells = || chart.tables.iter().flat_map(|t| &t.rows).flat_map(|row| &row.1);
    let moved = cells().filter_map(|(_, effect)| match effect {
        Effect::Moves(value, _) if value.is_finite() => Some(*value),
        _ => None,
    });
    if cells().next().is_none() && chart.dead.is_empty() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let moved: Vec<f64> = moved.collect();
    let shades = Shades::new(moved.iter().copied().chain([0.0]), Some(0.0));
    let lines = |table: &EffectTable| -> usize {
        table.rows.iter().map(|row| row.1.len().div_ceil(ACROSS)).sum()
    };
    let high = |table: &EffectTable| TITLE + lines(table) as f64 * (CELL_HEIGHT + GAP) + 8.0;
    let dead = dead_lines(chart);
    let named = dead.len() as f64 * LINE;
    let height: f64 = chart.tables.iter().map(high).sum::<f64>() + named + KEY;
    let wide = (WIDTH - 2.0 * MARGIN - LABEL) / ACROSS as f64;
    card(&chart.labels, height, |canvas, body| {
        let mut y = body.top;
        for table in &chart.tables {
            canvas.text(
                (body.left, y + TITLE / 2.0),
                &shorten(&table.title, NORMAL, true, body.width),
                bold(start(NORMAL, INK)),
            );
            y += TITLE;
            for (name, cells) in &table.rows {
                canvas.text(
                    (body.left, y + CELL_HEIGHT / 2.0),
                    &shorten(name, SMALL, false, LABEL - 8.0),
                    start(SMALL, INK),
                );
                for line in cells.chunks(ACROSS) {
                    for (k, (name, effect)) in line.iter().enumerate() {
                        let area = Rect {
                            left: body.left + LABEL + k as f64 * wide,
                            top: y,
                            width: wide - GAP,
                            height: CELL_HEIGHT,
                        };
                        cell(canvas, area, name, *effect, shades, chart.format);
                    }
                    y += CELL_HEIGHT + GAP;
                }
            }
            y += 8.0;
        }
        for line in &dead {
            canvas.text((body.left, y + LINE / 2.0), line, start(SMALL, MUTED));
            y += LINE;
        }
        let key = Rect { left: body.left, top: y + 8.0, width: 26.0, height: 16.0 };
        hatch(canvas, key);
        let words = "no game changed, whichever way it was moved; bold: more than chance explains";
        canvas.text((key.right() + 8.0, y + 16.0), words, start(SMALL, MUTED));
    })
}

/// The names of tables that are dead as a whole.
fn dead_lines(chart: &EffectTables) -> Vec<String> {
    if chart.dead.is_empty() {
        return Vec::new();
    }
    let text = format!("Dead as a whole: {}", chart.dead.join(", "));
    wrap(&text, SMALL, false, WIDTH - 2.0 * MARGIN, 12)
}

fn cell(
    canvas: &mut Canvas<'_>,
    area: Rect,
    name: &str,
    effect: Effect,
    shades: Shades,
    format: ValueFormat,
) {
    let center = area.left + area.width / 2.0;
    let (ground, text) = match effect {
        Effect::Moves(value, _) if value.is_finite() => {
            let places = usize::from((value * format.factor()).abs() < 9.95);
            (shades.color(value), format.show(value, places))
        }
        Effect::Dead => (PALE, "dead".to_owned()),
        _ => (PALE, "·".to_owned()),
    };
    if effect == Effect::Dead {
        hatch(canvas, area);
    } else {
        canvas.fill(area, ground, 1.0);
    }
    let ink = if effect == Effect::Dead { MUTED } else { ink_on(ground) };
    let small = SMALL - 1.5;
    let lines = wrap(name, small, false, area.width - 4.0, 2);
    let first = if lines.len() > 1 { 9.0 } else { 15.0 };
    for (k, line) in lines.iter().enumerate() {
        let at = (center, area.top + first + k as f64 * 12.0);
        canvas.text(at, line, middle(small, ink));
    }
    let look = match effect {
        Effect::Moves(_, true) => bold(middle(NORMAL, ink)),
        Effect::Moves(_, false) => middle(NORMAL, ink),
        _ => middle(SMALL, ink),
    };
    canvas.text((center, area.bottom() - 11.0), &text, look);
}

/// A pale cell with slanting lines.
fn hatch(canvas: &mut Canvas<'_>, area: Rect) {
    canvas.fill(area, PALE, 1.0);
    let stroke = Stroke { width: 1.4, color: GRID };
    let mut from = -area.height;
    while from < area.width {
        // From the lower edge up to the right, cut off at both sides.
        let (low, high) = (from.max(0.0), (from + area.height).min(area.width));
        let at = |x: f64| (area.left + x, area.bottom() - (x - from));
        canvas.line(at(low), at(high), stroke);
        from += 9.0;
    }
}
