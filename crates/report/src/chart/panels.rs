//! Exact curves in panels on one scale, with what was simulated as dots with intervals over them.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name, bottom_ticks, grid, top_name};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{
    Key, MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, end, legend, legend_height, start,
};
use super::labels::Labels;
use super::lines::{Axis, Callout, LinePoint, bounds, sound};
use super::marks::{marker, whisker};
use super::measure::{shorten, spread, widest, width};
use super::palette::{Color, INK, MUTED, WHITE, hue};
use super::scale::{Scale, nice, tick_labels, ticks};
use crate::number::defined;

const LARGE_PLOT: f64 = 320.0;
const SMALL_PLOT: f64 = 140.0;
const HEAD: f64 = 28.0;
const GAP: f64 = 20.0;
const COLUMN_GAP: f64 = 24.0;
const MOST_LABEL: f64 = 190.0;
/// Markers on one curve.
const MOST_MARKERS: usize = 10;
/// Panels beyond this are left to the table, and said to be.
const MOST_PANELS: usize = 24;

/// Curves in panels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panels {
    /// The words round it.
    pub labels: Labels,
    /// The lying axis, the same in all panels.
    pub x: Axis,
    /// The upright axis, the same in all panels.
    pub y: Axis,
    /// What curves stand for, the same in all panels.
    pub keys: Vec<CurveKey>,
    /// The panels, row by row. A single one is large, and has the names at the ends of its curves.
    pub panels: Vec<Panel>,
    /// Panels beside each other, 1 at least.
    pub columns: usize,
}

/// What curves of one look stand for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CurveKey {
    /// Its name.
    pub name: String,
    /// How they are drawn.
    pub look: Look,
}

/// How a curve is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// In a colour; after six they repeat with dashes.
    Hue(usize),
    /// In ink, for what the coloured ones are compared with.
    Ink,
    /// In ink, with dashes.
    InkDashes,
}

impl Default for Look {
    fn default() -> Self {
        Self::Hue(0)
    }
}

/// One panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    /// Its name.
    pub title: String,
    /// More about it, after the name.
    pub note: String,
    /// Its curves.
    pub curves: Vec<PanelCurve>,
    /// Points to say something about.
    pub callouts: Vec<Callout>,
}

/// One curve of a panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PanelCurve {
    /// Which of the keys it is.
    pub key: usize,
    /// Exact points in the order of their `x`.
    pub exact: Vec<(f64, f64)>,
    /// Whether each value holds from the point before it, as those of marks on a stick do.
    pub stepped: bool,
    /// Simulated values with their intervals.
    pub dots: Vec<LinePoint>,
}

/// Draws curves in panels.
#[must_use]
pub fn panels(chart: &Panels) -> String {
    let shown = &chart.panels[..chart.panels.len().min(MOST_PANELS)];
    let left_out = chart.panels.len() - shown.len();
    let all = || shown.iter().flat_map(|panel| &panel.curves).flat_map(points);
    if all().next().is_none() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let x_range = chart.x.range.unwrap_or_else(|| bounds(all().map(|at| at.0)));
    let y_range = chart.y.range.unwrap_or_else(|| bounds(all().map(|at| at.1)));
    let is_single = shown.len() == 1;
    let y_ticks_most = if is_single { 5 } else { 4 };
    let y_range = nice(y_range, y_ticks_most);
    let columns = chart.columns.clamp(1, 4).min(shown.len());
    let rows = shown.len().div_ceil(columns);
    let y_ticks = ticks(y_range, y_ticks_most);
    let tick_texts = tick_labels(&y_ticks, chart.y.format);
    let left_room = widest(tick_texts.iter().map(String::as_str), SMALL, false) + 9.0;
    let names: Vec<String> =
        chart.keys.iter().map(|key| shorten(&key.name, NORMAL, true, MOST_LABEL)).collect();
    let right_room =
        if is_single { widest(names.iter().map(String::as_str), NORMAL, true) + 16.0 } else { 6.0 };
    let plot_height = if is_single { LARGE_PLOT } else { SMALL_PLOT };
    let head = if is_single { 0.0 } else { HEAD };
    let panel_width = (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * COLUMN_GAP) / columns as f64;
    let panel_height = head + plot_height + TICK_ROOM;
    let keys: Vec<Key<'_>> =
        if is_single { Vec::new() } else { chart.keys.iter().map(key).collect() };
    let key_height = match keys.len() {
        0 => 0.0,
        _ => legend_height(&keys, WIDTH - 2.0 * MARGIN) + 8.0,
    };
    let note = if left_out > 0 { 20.0 } else { 0.0 };
    let height =
        key_height + NAME_ROOM + rows as f64 * (panel_height + GAP) - GAP + NAME_ROOM + note;
    card(&chart.labels, height, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        for (index, panel) in shown.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let left = body.left + column as f64 * (panel_width + COLUMN_GAP);
            let top = body.top + key_height + NAME_ROOM + row as f64 * (panel_height + GAP);
            let plot = Rect {
                left: left + left_room,
                top: top + head,
                width: panel_width - left_room - right_room,
                height: plot_height,
            };
            let x = Scale::new(x_range, (plot.left, plot.right()));
            let y = Scale::new(y_range, (plot.bottom(), plot.top));
            if index == 0 {
                let above = Rect { top, ..plot };
                top_name(canvas, body.left, above, &chart.y.name);
            }
            if !is_single {
                heading(canvas, panel, (left, top + 10.0), panel_width);
            }
            grid(canvas, plot, &y, &y_ticks, chart.y.format, None);
            for curve in &panel.curves {
                exact(canvas, curve, look(chart, curve), (&x, &y), x_range.0);
            }
            for curve in &panel.curves {
                dots(canvas, curve, look(chart, curve), (&x, &y));
            }
            for callout in &panel.callouts {
                remark(canvas, callout, plot, (&x, &y));
            }
            if is_single {
                end_names(canvas, chart, panel, &names, plot, &y);
            }
            let x_ticks = ticks(x_range, if columns == 1 { 10 } else { 6 });
            let places: Vec<(f64, String)> = x_ticks
                .iter()
                .map(|tick| x.at(*tick))
                .zip(tick_labels(&x_ticks, chart.x.format))
                .collect();
            bottom_ticks(canvas, plot, &places);
            if index + columns >= shown.len() {
                let name = shorten(&chart.x.name, SMALL, false, panel_width);
                bottom_name(canvas, plot, &name);
            }
        }
        if left_out > 0 {
            let text = format!("{left_out} more panels are not drawn");
            canvas.text((body.left, body.bottom() - 4.0), &text, start(SMALL, INK));
        }
    })
}

/// Everything that the axes must hold.
fn points(curve: &PanelCurve) -> Vec<(f64, f64)> {
    let exact = curve.exact.iter().copied();
    let dots = sound(&curve.dots).into_iter().flat_map(|dot| {
        let (low, high) = defined(dot.interval).unwrap_or((dot.y, dot.y));
        [(dot.x, low), (dot.x, high)]
    });
    let is_sound = |at: &(f64, f64)| at.0.is_finite() && at.1.is_finite();
    exact.chain(dots).filter(is_sound).collect()
}

fn look(chart: &Panels, curve: &PanelCurve) -> Look {
    chart.keys.get(curve.key).map_or_else(Look::default, |key| key.look)
}

impl Look {
    fn area(self) -> Color {
        match self {
            Self::Hue(index) => hue(index).area,
            Self::Ink | Self::InkDashes => INK,
        }
    }

    fn text(self) -> Color {
        match self {
            Self::Hue(index) => hue(index).text,
            Self::Ink | Self::InkDashes => INK,
        }
    }

    fn has_dashes(self) -> bool {
        match self {
            Self::Hue(index) => index >= super::palette::HUE_COUNT,
            Self::Ink => false,
            Self::InkDashes => true,
        }
    }

    /// A marker whose shape tells colours apart.
    fn mark(self, canvas: &mut Canvas<'_>, at: (f64, f64), radius: f64) {
        let index = match self {
            Self::Hue(index) => index,
            Self::Ink | Self::InkDashes => 0,
        };
        marker(canvas, index, at, radius, self.area());
    }

    fn draw(self, canvas: &mut Canvas<'_>, path: &[(f64, f64)]) {
        let stroke = Stroke { width: 2.2, color: self.area() };
        if self.has_dashes() {
            for pair in path.windows(2) {
                canvas.dashes(pair[0], pair[1], stroke);
            }
        } else {
            canvas.path(path, stroke);
        }
    }
}

fn key(key: &CurveKey) -> Key<'_> {
    Key::new(&key.name, move |canvas, (x, y)| {
        key.look.draw(canvas, &[(x - 8.0, y), (x + 8.0, y)]);
        if let Look::Hue(_) = key.look {
            key.look.mark(canvas, (x, y), 3.0);
        }
    })
}

/// Name and note above a panel; the note is cut if there is no room.
fn heading(canvas: &mut Canvas<'_>, panel: &Panel, (left, y): (f64, f64), room: f64) {
    let name = shorten(&panel.title, NORMAL, true, room);
    canvas.text((left, y), &name, bold(start(NORMAL, INK)));
    let used = width(&name, NORMAL, true) + 8.0;
    if room - used > 40.0 {
        let note = shorten(&panel.note, SMALL, false, room - used);
        canvas.text((left + used, y), &note, start(SMALL, MUTED));
    }
}

fn exact(
    canvas: &mut Canvas<'_>,
    curve: &PanelCurve,
    look: Look,
    (x, y): (&Scale, &Scale),
    from: f64,
) {
    let mut path: Vec<(f64, f64)> = Vec::new();
    let mut before = from;
    let is_sound = |at: &&(f64, f64)| at.0.is_finite() && at.1.is_finite();
    for (at, value) in curve.exact.iter().filter(is_sound) {
        if curve.stepped {
            path.push((x.clamped(before), y.clamped(*value)));
        }
        path.push((x.clamped(*at), y.clamped(*value)));
        before = *at;
    }
    look.draw(canvas, &path);
    // Where dots tell what was simulated, those of the exact law would be taken for them.
    if curve.dots.is_empty() && matches!(look, Look::Hue(_)) {
        let every = curve.exact.len().div_ceil(MOST_MARKERS).max(1);
        for (at, value) in curve.exact.iter().filter(is_sound).step_by(every) {
            look.mark(canvas, (x.clamped(*at), y.clamped(*value)), 3.0);
        }
    }
}

fn dots(canvas: &mut Canvas<'_>, curve: &PanelCurve, look: Look, (x, y): (&Scale, &Scale)) {
    for dot in sound(&curve.dots) {
        let at = (x.clamped(dot.x), y.clamped(dot.y));
        if let Some((low, high)) = defined(dot.interval) {
            whisker(canvas, at.0, (y.clamped(low), y.clamped(high)), 3.0, look.text());
        }
        canvas.disc(at, 4.6, WHITE);
        look.mark(canvas, at, 3.6);
    }
}

/// A dot with words beside it: above and behind, where falling curves leave room, unless the plot ends there.
fn remark(canvas: &mut Canvas<'_>, callout: &Callout, plot: Rect, (x, y): (&Scale, &Scale)) {
    if !(x.holds(callout.x) && y.holds(callout.y)) {
        return;
    }
    let at = (x.at(callout.x), y.at(callout.y));
    canvas.disc(at, 5.0, WHITE);
    canvas.disc(at, 4.0, INK);
    let room_behind = plot.right() - at.0 - 8.0;
    let room_before = at.0 - 8.0 - plot.left;
    let is_behind = width(&callout.text, SMALL, true) <= room_behind || room_behind >= room_before;
    let room = if is_behind { room_behind } else { room_before };
    let text = shorten(&callout.text, SMALL, true, room);
    let wide = width(&text, SMALL, true);
    let y = (at.1 - 12.0).max(plot.top + 6.0);
    let (x, left, look) = if is_behind {
        (at.0 + 8.0, at.0 + 8.0, start(SMALL, INK))
    } else {
        (at.0 - 8.0, at.0 - 8.0 - wide, end(SMALL, INK))
    };
    let back = Rect { left: left - 2.0, top: y - 8.0, width: wide + 4.0, height: 16.0 };
    canvas.fill(back, WHITE, 0.8);
    canvas.text((x, y), &text, bold(look));
}

fn end_names(
    canvas: &mut Canvas<'_>,
    chart: &Panels,
    panel: &Panel,
    names: &[String],
    plot: Rect,
    y: &Scale,
) {
    let named: Vec<(&PanelCurve, f64)> = panel
        .curves
        .iter()
        .filter_map(|curve| Some((curve, y.clamped(curve.exact.last()?.1))))
        .collect();
    let ends: Vec<f64> = named.iter().map(|(_, at)| *at).collect();
    let moved = spread(&ends, 17.0, (plot.top - 4.0, plot.bottom()));
    for (((curve, from), at), end) in named.iter().zip(moved).zip(&ends) {
        let look = look(chart, curve);
        let name = names.get(curve.key).map_or("", String::as_str);
        canvas.text((plot.right() + 14.0, at), name, bold(start(NORMAL, look.text())));
        if (at - from).abs() > 3.0 {
            let thread = Stroke { width: 1.0, color: look.area() };
            canvas.line((plot.right() + 3.0, *end), (plot.right() + 12.0, at), thread);
        }
    }
}
