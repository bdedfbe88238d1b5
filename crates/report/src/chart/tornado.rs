//! Lying bars either side of nothing: what a step down and a step up do, the greatest first.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name};
use super::canvas::{Rect, Stroke};
use super::card::{
    Key, MARGIN, SMALL, WIDTH, card, empty_card, end, legend, legend_height, middle,
};
use super::labels::{Labels, ValueFormat};
use super::lines::bounds;
use super::marks::whisker_across;
use super::measure::{shorten, widest};
use super::palette::{AXIS, GRID, INK, MUTED, hue};
use super::scale::{Scale, nice, tick_labels, ticks};
use crate::number::defined;
use crate::report::Interval;

const ROW: f64 = 34.0;
const BAR: f64 = 12.0;
const MOST_LABEL: f64 = 290.0;

/// A tornado chart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tornado {
    /// The words round it.
    pub labels: Labels,
    /// What the bars measure, with its unit.
    pub name: String,
    /// How values read.
    pub format: ValueFormat,
    /// What the two bars of a row stand for.
    pub keys: [String; 2],
    /// The rows from the top.
    pub rows: Vec<TornadoRow>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TornadoRow {
    /// Its name.
    pub label: String,
    /// The two bars.
    pub bars: [Option<TornadoBar>; 2],
}

/// One bar.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TornadoBar {
    /// Its end.
    pub value: f64,
    /// Interval of the value, drawn as a whisker.
    pub interval: Option<Interval>,
}

/// Draws the bars.
#[must_use]
pub fn tornado(chart: &Tornado) -> String {
    let bars = || chart.rows.iter().flat_map(|row| row.bars.iter().flatten());
    let ends = bars().flat_map(|bar| {
        let (low, high) = defined(bar.interval).unwrap_or((bar.value, bar.value));
        [bar.value, low, high]
    });
    let ends: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
    if ends.is_empty() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let range = nice(bounds(ends.into_iter().chain([0.0])), 6);
    let names: Vec<String> =
        chart.rows.iter().map(|row| shorten(&row.label, SMALL, false, MOST_LABEL)).collect();
    let room = widest(names.iter().map(String::as_str), SMALL, false);
    let keys: Vec<Key<'_>> = chart
        .keys
        .iter()
        .enumerate()
        .map(|(k, name)| {
            Key::new(name, move |canvas, (x, y)| {
                let area = Rect { left: x - 7.0, top: y - 6.0, width: 14.0, height: 12.0 };
                canvas.fill(area, hue(k).area, 1.0);
            })
        })
        .collect();
    let above = legend_height(&keys, WIDTH - 2.0 * MARGIN) + 8.0;
    let high = chart.rows.len() as f64 * ROW;
    card(&chart.labels, above + high + TICK_ROOM + NAME_ROOM, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        let plot = Rect {
            left: body.left + room + 12.0,
            top: body.top + above,
            width: body.width - room - 24.0,
            height: high,
        };
        let x = Scale::new(range, (plot.left, plot.right()));
        let marks = ticks(range, 6);
        for (mark, label) in marks.iter().zip(tick_labels(&marks, chart.format)) {
            let at = x.at(*mark);
            let color = if *mark == 0.0 { AXIS } else { GRID };
            canvas.line((at, plot.top), (at, plot.bottom()), Stroke { width: 1.0, color });
            canvas.text((at, plot.bottom() + 14.0), &label, middle(SMALL, MUTED));
        }
        bottom_name(canvas, plot, &chart.name);
        for (k, (row, name)) in chart.rows.iter().zip(&names).enumerate() {
            let y = plot.top + (k as f64 + 0.5) * ROW;
            canvas.text((plot.left - 10.0, y), name, end(SMALL, INK));
            for (which, bar) in row.bars.iter().enumerate() {
                let Some(bar) = bar.filter(|bar| bar.value.is_finite()) else {
                    continue;
                };
                let top = y - BAR - 1.0 + which as f64 * (BAR + 2.0);
                let (from, to) = (x.at(0.0), x.at(bar.value));
                let area = Rect { left: from.min(to), top, width: (to - from).abs(), height: BAR };
                canvas.fill(area, hue(which).area, 0.85);
                if let Some((low, high)) = defined(bar.interval) {
                    whisker_across(canvas, top + BAR / 2.0, (x.at(low), x.at(high)), 3.0);
                }
            }
        }
    })
}
