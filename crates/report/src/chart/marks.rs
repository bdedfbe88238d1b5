//! Draws marks on the scales of their plot.

use std::cmp::Ordering;

use super::canvas::{Anchor, Canvas, Group, Rect, Stroke, Type};
use super::grammar::{At, Mark, Panel, is_sound};
use super::measure::{shorten, spread, unbroken, widest, width, wrap};
use super::scale::Scale;
use super::style::{
    AXIS, AXIS_WIDTH, BAR, HAIR, INK, LINE, Look, NORMAL, PALE, SMALL, Shades, THIN, TINY, WHITE,
    ink_on,
};
use super::tooltips::Tooltips;

/// Space between a horizontal bar and its number.
pub(super) const VALUE_GAP: f64 = 6.0;

/// The scales and position of a plot.
pub(super) struct Frame<'a> {
    pub(super) plot: Rect,
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) is_lying: bool,
    pub(super) is_for_phones: bool,
    pub(super) shades: Option<Shades>,
    pub(super) tooltips: Tooltips<'a>,
}

impl Frame<'_> {
    /// Returns the thickness of one of `of` bars at a place.
    fn thick(&self, of: usize) -> f64 {
        let pitch = (self.x.at(1.0) - self.x.at(0.0)).abs();
        if of == 0 { 0.0 } else { (pitch * BAR.0 / of as f64).min(BAR.1) }
    }

    fn turned(&self, along: f64, value: f64) -> (f64, f64) {
        if self.is_lying { (value, along) } else { (along, value) }
    }

    pub(super) fn at(&self, at: At, y: f64) -> (f64, f64) {
        let along = self.x.clamped(at.x) + at.shift * self.thick(at.of);
        self.turned(along, self.y.clamped(y))
    }

    fn path(&self, points: impl IntoIterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
        let sound = points.into_iter().filter(is_sound);
        sound.map(|(x, y)| self.at(x.into(), y)).collect()
    }

    /// Returns the rectangle between two positions on each axis, in pixels.
    fn rect(&self, xs: (f64, f64), ys: (f64, f64)) -> Rect {
        let (one, other) = (self.turned(xs.0, ys.0), self.turned(xs.1, ys.1));
        let (left, top) = (one.0.min(other.0), one.1.min(other.1));
        Rect { left, top, width: (other.0 - one.0).abs(), height: (other.1 - one.1).abs() }
    }

    /// Returns whether all numbers above bars and in tiles fit.
    fn are_values_written(&self, panel: &Panel) -> bool {
        let tile = (self.x.at(1.0) - self.x.at(0.0)).abs() - 4.0;
        let values = panel.marks.iter().filter_map(|mark| match mark {
            Mark::Value { at, y, text, .. } => Some((self.at(*at, *y), width(text, TINY, false))),
            _ => None,
        });
        let values: Vec<_> = values.collect();
        let are_apart = |(k, ((x, y), wide)): (usize, &((f64, f64), f64))| {
            values[k + 1..].iter().all(|((other_x, other_y), other)| {
                (x - other_x).abs() >= (wide + other) / 2.0 || (y - other_y).abs() >= TINY - 1.0
            })
        };
        if !values.iter().enumerate().all(are_apart) {
            return false;
        }
        panel.marks.iter().all(|mark| match mark {
            Mark::Value { at, .. } if at.of == 0 => true,
            Mark::Value { at, .. } if self.is_lying => self.thick(at.of) > TINY,
            Mark::Value { at, text, .. } => width(text, TINY, false) < self.thick(at.of) + 8.0,
            Mark::Tile { text, .. } => width(text, NORMAL, true) < tile,
            _ => true,
        })
    }
}

pub(super) fn draw(canvas: &mut Canvas<'_>, frame: &Frame<'_>, panel: &Panel, layers: &[u8]) {
    let are_written = frame.are_values_written(panel);
    for layer in layers {
        for mark in panel.marks.iter().filter(|mark| mark.layer() == *layer) {
            let (series, told) =
                (frame.tooltips.series(panel, mark), frame.tooltips.words(panel, mark));
            let kept = panel.game(mark).filter(|(_, is_kept)| *is_kept);
            let group = Group::marks(series, told).leading_to(kept.map(|(game, _)| game));
            canvas.group(group, |canvas| match mark {
                Mark::Value { .. } if !are_written => {}
                Mark::Tile { .. } => draw_tile(canvas, frame, mark, are_written),
                mark => draw_mark(canvas, frame, mark),
            });
        }
    }
}

fn draw_mark(canvas: &mut Canvas<'_>, frame: &Frame<'_>, mark: &Mark) {
    let plot = frame.plot;
    match mark {
        Mark::Ribbon { points, look } => {
            let mut outline = frame.path(points.iter().map(|&(x, _, high)| (x, high)));
            outline.extend(frame.path(points.iter().rev().map(|&(x, low, _)| (x, low))));
            canvas.polygon(&outline, look.hue.area, 0.18);
        }
        Mark::Bar { at, from, to, look } if from.is_finite() && to.is_finite() => {
            let along = frame.x.clamped(at.x) + at.shift * frame.thick(at.of);
            let half = ((frame.thick(at.of) - 1.0) / 2.0).max(0.25);
            let (base, end) = (frame.y.clamped(*from), frame.y.clamped(*to));
            // Tiny shares still leave a trace.
            let end = if end == base {
                end
            } else {
                base + (end - base).signum() * (end - base).abs().max(1.0)
            };
            canvas.fill(frame.rect((along - half, along + half), (base, end)), look.hue.area, 1.0);
        }
        Mark::Level { y, is_dashed } if frame.y.holds(*y) => {
            let y = frame.y.at(*y);
            let color = if *is_dashed { INK } else { AXIS };
            let stroke = Stroke { width: AXIS_WIDTH, color };
            let (from, to) = match frame.is_lying {
                true => ((y, plot.top), (y, plot.bottom())),
                false => ((plot.left, y), (plot.right(), y)),
            };
            if *is_dashed {
                canvas.dashes(from, to, stroke);
            } else {
                canvas.line(from, to, stroke);
            }
        }
        Mark::Rule { x, text, look } if frame.x.holds(*x) => {
            let x = frame.x.at(*x);
            let stroke = Stroke { width: THIN, color: look.hue.text };
            canvas.dashes((x, plot.top - 2.0), (x, plot.bottom()), stroke);
            // Above the plot, out of reach of bars and whiskers.
            let wide = width(text, SMALL, true);
            let left = (x - wide / 2.0).clamp(plot.left, plot.right() - wide);
            let look = Type::start(SMALL, look.hue.text).bold();
            canvas.text((left, plot.top - 9.0), text, look);
        }
        Mark::Line { points, look, .. } => line(canvas, &frame.path(points.iter().copied()), *look),
        Mark::Whisker { at, ends, look } => {
            let (from, to) = (frame.at(*at, ends.0), frame.at(*at, ends.1));
            let cap = if at.of == 0 { 3.0 } else { (frame.thick(at.of) * 0.15).clamp(1.0, 4.5) };
            let stroke = Stroke { width: THIN, color: look.hue.text };
            canvas.line(from, to, stroke);
            let (dx, dy) = frame.turned(cap, 0.0);
            for (x, y) in [from, to] {
                canvas.line((x - dx, y - dy), (x + dx, y + dy), stroke);
            }
        }
        Mark::Point { at, y, radius, look } if y.is_finite() && at.x.is_finite() => {
            let at = frame.at(*at, *y);
            canvas.disc(at, radius + 0.8, WHITE);
            marker(canvas, *look, at, *radius);
        }
        Mark::Value { at, y, is_under, text } if y.is_finite() => {
            let (x, y) = frame.at(*at, *y);
            let text = shorten(text, TINY, false, plot.width);
            let wide = width(&text, TINY, false);
            let (left, y) = match (frame.is_lying, *is_under) {
                (true, true) => (x - VALUE_GAP - wide, y),
                (true, false) => (x + VALUE_GAP, y),
                (false, true) => (x - wide / 2.0, y + 11.0),
                // Above the dot, and clear of the axis numbers.
                (false, false) if at.of == 0 => {
                    let right = (plot.right() - wide).max(plot.left);
                    ((x - wide / 2.0).clamp(plot.left, right), y - 15.0)
                }
                (false, false) => (x - wide / 2.0, y - 10.0),
            };
            canvas.fill(Rect { left, top: y - 7.0, width: wide, height: 14.0 }, WHITE, 0.8);
            let at = (left + wide / 2.0, y);
            canvas.text(at, &text, Type::ink(TINY).to(Anchor::Middle));
        }
        Mark::Behind { at, y, text, more, look, is_part } if y.is_finite() => {
            let (x, y) = frame.at(*at, *y);
            let size = if *is_part { SMALL } else { NORMAL };
            let wide = width(text, size, !is_part);
            // On a phone the extra text is below the number, to leave room for bars.
            let (up, beside) = match frame.is_for_phones && !more.is_empty() {
                true => (7.0, 0.0),
                false => (0.0, wide + 7.0),
            };
            let (top, height) = (y - 8.0 - 0.7 * up, 16.0 + 1.4 * up);
            let all = behind_width(mark, frame.is_for_phones) - 6.0;
            // Keeps grid lines from crossing the numbers.
            canvas.fill(Rect { left: x + 6.0, top, width: all, height }, WHITE, 1.0);
            let style = Type { bold: !is_part, ..Type::start(size, look.hue.text) };
            canvas.text((x + 9.0, y - up), text, style);
            canvas.text((x + 9.0 + beside, y + up), more, Type::muted(TINY));
        }
        _ => {}
    }
}

/// Returns the width of a number behind a mark with the gap before it; 0 for other marks.
pub(super) fn behind_width(mark: &Mark, is_for_phones: bool) -> f64 {
    match mark {
        Mark::Behind { text, more, is_part, .. } => {
            let size = if *is_part { SMALL } else { NORMAL };
            let (text, more) = (width(text, size, !is_part), width(more, TINY, false));
            9.0 + match more > 0.0 && !is_for_phones {
                true => text + 7.0 + more,
                false => text.max(more),
            }
        }
        _ => 0.0,
    }
}

fn draw_tile(canvas: &mut Canvas<'_>, frame: &Frame<'_>, mark: &Mark, is_written: bool) {
    let Mark::Tile { at, y, value, text, is_bold } = mark else { return };
    const GAP: f64 = 2.0;
    let (wide, high) = (frame.x.at(1.0) - frame.x.at(0.0), frame.y.at(1.0) - frame.y.at(0.0));
    let (x, middle) = frame.at((*at).into(), *y);
    let area = Rect {
        left: x - wide / 2.0,
        top: middle - high / 2.0,
        width: wide - GAP.min(wide * 0.2),
        height: high - GAP,
    };
    let color = frame.shades.zip(*value).map_or(PALE, |(shades, value)| shades.color(value));
    let ink = ink_on(color);
    canvas.fill(area, color, 1.0);
    if value.is_none() && text.is_empty() {
        hatch(canvas, area);
    }
    if is_written {
        let center = (area.left + area.width / 2.0, area.top + area.height / 2.0);
        let style = Type { bold: *is_bold, ..Type::start(NORMAL, ink).to(Anchor::Middle) };
        canvas.text(center, text, style);
    }
}

/// Hatches a cell without data.
fn hatch(canvas: &mut Canvas<'_>, Rect { left, top, width, height }: Rect) {
    const BETWEEN: f64 = 9.0;
    for k in 1..((width + height) / BETWEEN) as usize {
        let at = k as f64 * BETWEEN;
        let from = (left + at.min(width), top + (at - width).max(0.0));
        let to = (left + (at - height).max(0.0), top + at.min(height));
        canvas.line(from, to, Stroke { width: HAIR, color: AXIS });
    }
}

pub(super) fn line(canvas: &mut Canvas<'_>, path: &[(f64, f64)], look: Look) {
    let stroke = Stroke { width: look.width, color: look.hue.area };
    if look.is_dashed {
        path.windows(2).for_each(|pair| canvas.dashes(pair[0], pair[1], stroke));
    } else {
        canvas.path(path, stroke);
    }
}

/// Draws a marker, whose shape tells series apart without colour.
pub(super) fn marker(canvas: &mut Canvas<'_>, look: Look, (x, y): (f64, f64), radius: f64) {
    let corners: &[(f64, f64)] = match look.marker % 4 {
        0 => return canvas.disc((x, y), radius, look.hue.area),
        1 => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
        2 => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
        _ => &[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)],
    };
    let corners: Vec<(f64, f64)> =
        corners.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
    canvas.polygon(&corners, look.hue.area, 1.0);
}

/// Returns the names at the ends of lines, wrapped.
fn end_names(panel: &Panel, most: f64) -> impl Iterator<Item = (&[(f64, f64)], Look, Vec<String>)> {
    panel.marks.iter().filter_map(move |mark| match mark {
        Mark::Line { points, look, name } if !name.is_empty() => {
            Some((&points[..], *look, wrap(name, NORMAL, true, most, MOST_LINES)))
        }
        _ => None,
    })
}

/// Returns whether the names of all lines fit beside a plot of this height, uncut and in at most two lines.
pub(super) fn do_end_names_fit(panel: &Panel, most: f64, height: f64) -> bool {
    let names = panel.marks.iter().filter_map(|mark| match mark {
        Mark::Line { name, .. } if !name.is_empty() => Some(name.as_str()),
        _ => None,
    });
    let lines = names.clone().map(|name| wrap(name, NORMAL, true, most, usize::MAX).len());
    let (count, tallest) = (names.clone().count(), lines.max().unwrap_or(0));
    let words = names.flat_map(unbroken);
    tallest <= MOST_LINES
        && count.saturating_sub(1) as f64 * end_names_gap(tallest) <= height
        && widest(words, NORMAL, true) <= most
}

const MOST_LINES: usize = 2;

fn end_names_gap(lines: usize) -> f64 {
    LINE * lines as f64 + 2.0
}

/// Returns the width that the names of lines take beside the plot.
pub(super) fn end_names_room(panel: &Panel, most: f64) -> f64 {
    let names: Vec<String> = end_names(panel, most).flat_map(|(_, _, lines)| lines).collect();
    if names.is_empty() { 0.0 } else { widest(&names, NORMAL, true) + 16.0 }
}

/// Draws the names of lines beside their ends, without overlaps.
pub(super) fn draw_end_names(canvas: &mut Canvas<'_>, frame: &Frame<'_>, panel: &Panel, most: f64) {
    let plot = frame.plot;
    let mut named: Vec<(Vec<f64>, Look, Vec<String>)> = end_names(panel, most)
        .map(|(points, look, name)| {
            let path = frame.path(points.iter().copied());
            (path.into_iter().rev().map(|at| at.1).collect(), look, name)
        })
        .collect();
    // Lines that end at the same value are named in the order in which they approach it.
    named.sort_by(|one, other| one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal));
    let ends: Vec<(f64, Look, Vec<String>)> = named
        .into_iter()
        .filter_map(|(path, look, name)| Some((*path.first()?, look, name)))
        .collect();
    let tallest = ends.iter().map(|(_, _, lines)| lines.len()).max().unwrap_or(1).max(1);
    let wanted: Vec<f64> = ends.iter().map(|(at, _, _)| *at).collect();
    let moved = spread(&wanted, end_names_gap(tallest), (plot.top - 4.0, plot.bottom()));
    for ((from, look, name), at) in ends.iter().zip(moved) {
        let style = Type::start(NORMAL, look.hue.text).bold();
        canvas.group(Group::name(frame.tooltips.series_of(*look)), |canvas| {
            canvas.lines((plot.right() + 14.0, at), name, style);
        });
        // A name that had to move is connected to its line.
        if (at - from).abs() > 3.0 {
            let thread = Stroke { width: 1.0, color: look.hue.area };
            canvas.line((plot.right() + 4.0, *from), (plot.right() + 12.0, at), thread);
        }
    }
}
