//! Grouped upright bars with whiskers.

use super::axes::{NAME_ROOM, grid, top_name};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{Key, MARGIN, SMALL, WIDTH, card, empty_card, legend, legend_height, middle};
use super::labels::{Labels, ValueFormat};
use super::lines::{Axis, bounds};
use super::marks::whisker;
use super::measure::{widest, width, wrap};
use super::palette::{Hue, INK, WHITE, hue, side_hue};
use super::scale::{Scale, nice, tick_labels, ticks};
use crate::number::defined;
use crate::report::Interval;

const PLOT_HEIGHT: f64 = 270.0;
const LABEL_LINE: f64 = 15.0;
const VALUE_SIZE: f64 = 11.5;
/// A group's share of the room that its bars take.
const FILLED: f64 = 0.78;
const MOST_BAR: f64 = 46.0;

/// Bars in groups.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BarChart {
    /// The words round it.
    pub labels: Labels,
    /// The upright axis.
    pub y: Axis,
    /// Name of each group, from the left.
    pub groups: Vec<String>,
    /// One bar in each group. Up to four read well.
    pub series: Vec<BarSeries>,
    /// Where bars begin: 0, or 0.5 for shares measured against an even game. It is drawn dashed when it is not 0.
    pub baseline: f64,
}

/// Bars of one colour.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BarSeries {
    /// Name in the legend; empty for bars of the whole game, which belong to no side and stand alone.
    pub label: String,
    /// A value for each group; `None` leaves a gap.
    pub values: Vec<Option<BarValue>>,
}

/// One bar.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BarValue {
    /// Its height.
    pub value: f64,
    /// Interval of the value, drawn as a whisker.
    pub interval: Option<Interval>,
    /// The exact value where it is known, drawn as a dot.
    pub exact: Option<f64>,
}

impl BarValue {
    fn exact(&self) -> Option<f64> {
        self.exact.filter(|exact| exact.is_finite())
    }

    fn ends(&self) -> (f64, f64) {
        let (low, high) = defined(self.interval).unwrap_or((self.value, self.value));
        (low.min(self.value), high.max(self.value))
    }
}

/// Draws bars in groups with their intervals and values.
#[must_use]
pub fn bars(chart: &BarChart) -> String {
    let values = || {
        chart
            .series
            .iter()
            .flat_map(|series| series.values.iter().take(chart.groups.len()))
            .flatten()
            .filter(|bar| bar.value.is_finite())
    };
    if values().next().is_none() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let baseline = if chart.baseline.is_finite() { chart.baseline } else { 0.0 };
    let range = chart.y.range.unwrap_or_else(|| {
        bounds(
            values()
                .flat_map(|bar| [bar.ends().0, bar.ends().1, bar.exact().unwrap_or(bar.value)])
                .chain([baseline]),
        )
    });
    // The value above the highest whisker needs room inside the grid.
    let spare = (range.1 - range.0) * 0.06;
    let reach = |end: f64| if end == baseline { 0.0 } else { spare };
    let (range, marks) = match chart.y.range {
        Some(range) => (range, ticks(range, 5)),
        // No share is above 100 %: the room above it has no grid.
        None if chart.y.format == ValueFormat::Percent
            && range.1 <= 1.0
            && nice((range.0, range.1 + spare), 5).1 > 1.0 =>
        {
            let low = nice((range.0, 1.0), 5).0;
            ((low, 1.0 + spare), ticks((low, 1.0), 5))
        }
        None => {
            let range = nice((range.0 - reach(range.0), range.1 + reach(range.1)), 5);
            (range, ticks(range, 5))
        }
    };
    let tick_room =
        widest(tick_labels(&marks, chart.y.format).iter().map(String::as_str), SMALL, false);
    let plot_width = WIDTH - 2.0 * MARGIN - tick_room - 9.0;
    let pitch = plot_width / chart.groups.len() as f64;
    let names = group_names(&chart.groups, pitch);
    let name_lines = names.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
    let keys = keys(chart);
    let key_height = legend_height(&keys, WIDTH - 2.0 * MARGIN) + 12.0;
    let height = key_height + NAME_ROOM + PLOT_HEIGHT + 14.0 + name_lines as f64 * LABEL_LINE;
    card(&chart.labels, height, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        let plot = Rect {
            left: body.left + tick_room + 9.0,
            top: body.top + key_height + NAME_ROOM,
            width: plot_width,
            height: PLOT_HEIGHT,
        };
        let scale = Scale::new(range, (plot.bottom(), plot.top));
        top_name(canvas, body.left, plot, &chart.y.name);
        grid(canvas, plot, &scale, &marks, chart.y.format, (baseline == 0.0).then_some(0.0));
        draw(canvas, chart, &scale, plot, baseline);
        for (index, lines) in &names {
            let x = plot.left + (*index as f64 + 0.5) * pitch;
            for (row, line) in lines.iter().enumerate() {
                canvas.text(
                    (x, plot.bottom() + 18.0 + row as f64 * LABEL_LINE),
                    line,
                    middle(SMALL, INK),
                );
            }
        }
    })
}

impl BarChart {
    /// Whether it has bars of one kind, which have no name: those of the whole game.
    fn is_of_nobody(&self) -> bool {
        matches!(self.series.as_slice(), [only] if only.label.is_empty())
    }

    /// The colour of a series. What belongs to nobody must not look like the first side's.
    fn hue(&self, index: usize) -> Hue {
        if self.is_of_nobody() { side_hue(None) } else { hue(index) }
    }
}

fn keys(chart: &BarChart) -> Vec<Key<'_>> {
    if chart.is_of_nobody() {
        return Vec::new();
    }
    let all = || chart.series.iter().flat_map(|series| &series.values).flatten();
    let exact = all()
        .any(|bar| bar.exact().is_some())
        .then(|| Key::new("exact", |canvas: &mut Canvas<'_>, at| canvas.disc(at, 2.6, INK)));
    let key = |(index, series): (usize, &BarSeries)| {
        Key::new(&series.label, move |canvas, (x, y)| {
            let area = Rect { left: x - 6.0, top: y - 6.0, width: 12.0, height: 12.0 };
            canvas.fill(area, chart.hue(index).area, 1.0);
        })
    };
    chart.series.iter().enumerate().map(key).chain(exact).collect()
}

/// Names in lines that fit under their groups; where groups are narrow, only some are named.
fn group_names(names: &[String], pitch: f64) -> Vec<(usize, Vec<String>)> {
    let word = widest(names.iter().flat_map(|name| name.split_whitespace()), SMALL, false);
    let every = ((word.min(80.0) + 8.0) / pitch).ceil().max(1.0) as usize;
    let room = pitch * every as f64 - 6.0;
    names
        .iter()
        .enumerate()
        .step_by(every)
        .map(|(index, name)| (index, wrap(name, SMALL, false, room, 3)))
        .collect()
}

fn draw(canvas: &mut Canvas<'_>, chart: &BarChart, scale: &Scale, plot: Rect, baseline: f64) {
    let pitch = plot.width / chart.groups.len() as f64;
    let thick = (pitch * FILLED / chart.series.len() as f64).min(MOST_BAR);
    let zero = scale.clamped(baseline);
    let texts = |bar: &BarValue| value_text(chart.y.format, bar.value);
    let all = chart.series.iter().flat_map(|series| &series.values).flatten();
    let is_written =
        all.map(|bar| width(&texts(bar), VALUE_SIZE, false)).fold(0.0, f64::max) < thick + 8.0;
    let mut written: Vec<((f64, f64), String)> = Vec::new();
    for (index, series) in chart.series.iter().enumerate() {
        let offset = (index as f64 - (chart.series.len() as f64 - 1.0) / 2.0) * thick;
        for (group, bar) in series.values.iter().take(chart.groups.len()).enumerate() {
            let Some(bar) = bar.filter(|bar| bar.value.is_finite()) else {
                continue;
            };
            let x = plot.left + (group as f64 + 0.5) * pitch + offset;
            let y = scale.clamped(bar.value);
            let area = Rect {
                left: x - thick / 2.0 + 0.5,
                top: y.min(zero),
                width: (thick - 1.0).max(0.5),
                height: (y - zero).abs(),
            };
            canvas.fill(area, chart.hue(index).area, 1.0);
            let (low, high) = bar.ends();
            if defined(bar.interval).is_some() {
                let cap = (thick * 0.15).clamp(1.0, 4.5);
                whisker(canvas, x, (scale.clamped(low), scale.clamped(high)), cap, INK);
            }
            let (mut top, mut bottom) = (scale.clamped(high), scale.clamped(low));
            if let Some(exact) = bar.exact() {
                let at = scale.clamped(exact);
                canvas.disc((x, at), 3.4, WHITE);
                canvas.disc((x, at), 2.6, INK);
                (top, bottom) = (top.min(at - 3.0), bottom.max(at + 3.0));
            }
            let is_up = bar.value >= baseline;
            let label_y = if is_up { top.min(zero) - 10.0 } else { bottom.max(zero) + 11.0 };
            written.push(((x, label_y), texts(&bar)));
        }
    }
    if baseline != 0.0 {
        canvas.dashes((plot.left, zero), (plot.right(), zero), Stroke { width: 1.2, color: INK });
    }
    for (at, text) in written.into_iter().filter(|_| is_written) {
        let wide = width(&text, VALUE_SIZE, false);
        let back = Rect { left: at.0 - wide / 2.0, top: at.1 - 7.0, width: wide, height: 14.0 };
        canvas.fill(back, WHITE, 0.8);
        canvas.text(at, &text, middle(VALUE_SIZE, INK));
    }
}

/// A value short enough to stand over a bar: percent without their sign, since the axis says it.
fn value_text(format: ValueFormat, value: f64) -> String {
    let places = match format {
        ValueFormat::Percent => usize::from(value.abs() < 0.0995 && value != 0.0),
        _ if value.fract() == 0.0 || value.abs() >= 100.0 => 0,
        _ if value.abs() >= 10.0 => 1,
        _ => 2,
    };
    format.show(value, places).trim_end_matches(['%', crate::number::NO_BREAK]).to_owned()
}
