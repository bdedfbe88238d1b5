//! `outcomes.svg`: how the games ended, a bar for each outcome and a thinner one for each reason.

use super::canvas::{Canvas, Rect, Stroke};
use super::card::{NORMAL, SMALL, bold, card, empty_card, end, middle, start};
use super::labels::{Labels, ValueFormat};
use super::marks::whisker_across;
use super::measure::{widest, width, wrap};
use super::palette::{AXIS, GRID, INK, MUTED, WHITE, blend, side_hue};
use super::scale::{Scale, nice, tick_labels, ticks};
use crate::number::{counted, defined, percent, percent_range};
use crate::words;
use crate::{OutcomeRow, Report};

/// More rows than this are left to the table.
const MOST_ROWS: usize = 24;
const WHOLE_HEIGHT: f64 = 38.0;
const PART_HEIGHT: f64 = 25.0;
const AXIS_ROOM: f64 = 30.0;
const MOST_LABEL: f64 = 215.0;

struct Bar<'a> {
    row: &'a OutcomeRow,
    /// Whether it shows one reason of the outcome above it.
    is_part: bool,
    label: Vec<String>,
    value: String,
    range: String,
}

impl Bar<'_> {
    fn height(&self) -> f64 {
        let least = if self.is_part { PART_HEIGHT } else { WHOLE_HEIGHT };
        least.max(self.label.len() as f64 * 16.0 + 8.0)
    }

    fn size(&self) -> f64 {
        if self.is_part { SMALL } else { NORMAL }
    }

    fn high(&self) -> f64 {
        let end = defined(self.row.interval).map_or(0.0, |(_, high)| high);
        if self.row.share.is_finite() { self.row.share.max(end) } else { end }
    }
}

/// Draws how the games ended: the share of each outcome with its interval.
#[must_use]
pub fn outcomes(report: &Report) -> String {
    let labels = Labels {
        title: words::outcomes_title(report),
        subtitle: format!(
            "How {} ended. Whiskers: {} intervals.",
            counted(report.provenance.games, "game"),
            words::confidence(report)
        ),
        caption: words::provenance(report),
        description: describe(report),
    };
    if report.outcomes.is_empty() {
        return empty_card(&labels, "No game was played.");
    }
    let bars: Vec<Bar<'_>> =
        report.outcomes.iter().take(MOST_ROWS).map(|row| bar(report, row)).collect();
    let left_out = report.outcomes.len() - bars.len();
    let rows_height: f64 = bars.iter().map(Bar::height).sum();
    let note_height = if left_out > 0 { 22.0 } else { 0.0 };
    card(&labels, rows_height + AXIS_ROOM + note_height, |canvas, body| {
        let label_width = bars
            .iter()
            .map(|bar| widest(bar.label.iter().map(String::as_str), bar.size(), !bar.is_part))
            .fold(0.0, f64::max);
        let left = body.left + label_width + 12.0;
        let plot = Rect {
            left,
            top: body.top,
            width: plot_width(&bars, body.right() - left),
            height: rows_height,
        };
        draw(canvas, report, &bars, plot);
        if left_out > 0 {
            let text = format!("and {left_out} more in outcomes.csv");
            canvas.text((plot.left, plot.bottom() + AXIS_ROOM + 10.0), &text, start(SMALL, MUTED));
        }
    })
}

/// The share of all games that the axis reaches.
fn reach(bars: &[Bar<'_>]) -> f64 {
    let highest = bars.iter().map(Bar::high).fold(0.0, f64::max);
    nice((0.0, highest.clamp(0.01, 1.0)), 5).1
}

/// As wide as it can be with the value of each bar behind its end, inside `room`.
fn plot_width(bars: &[Bar<'_>], room: f64) -> f64 {
    let reach = reach(bars);
    bars.iter()
        .map(|bar| {
            let value = width(&bar.value, bar.size(), !bar.is_part);
            let range = width(&bar.range, SMALL - 1.0, false);
            (room - value - range - 22.0) / (bar.high() / reach).max(0.01)
        })
        // Half of the last tick's label stands out.
        .fold(room - 20.0, f64::min)
        .max(120.0)
}

fn bar<'a>(report: &Report, row: &'a OutcomeRow) -> Bar<'a> {
    let is_part = words::is_part(report, row);
    let text = match (is_part, row.reason.is_empty()) {
        (true, _) => row.reason.clone(),
        (false, true) => row.outcome.clone(),
        (false, false) => format!("{} ({})", row.outcome, row.reason),
    };
    let size = if is_part { SMALL } else { NORMAL };
    Bar {
        row,
        is_part,
        label: wrap(&text, size, !is_part, MOST_LABEL, 2),
        value: percent(row.share, row.interval),
        range: defined(row.interval).map(percent_range).unwrap_or_default(),
    }
}

fn draw(canvas: &mut Canvas<'_>, report: &Report, bars: &[Bar<'_>], plot: Rect) {
    let domain = (0.0, reach(bars));
    let scale = Scale::new(domain, (plot.left, plot.right()));
    let ticks = ticks(domain, 5);
    for (tick, label) in ticks.iter().zip(tick_labels(&ticks, ValueFormat::Percent)) {
        let x = scale.at(*tick);
        canvas.line((x, plot.top), (x, plot.bottom()), Stroke { width: 1.0, color: GRID });
        canvas.text((x, plot.bottom() + 15.0), &label, middle(SMALL, MUTED));
    }
    let mut top = plot.top;
    for bar in bars {
        let height = bar.height();
        let y = top + height / 2.0;
        let hue = side_hue(report.side_index(&bar.row.side));
        let (thick, color) =
            if bar.is_part { (11.0, blend(hue.area, WHITE, 0.45)) } else { (22.0, hue.area) };
        let share = if bar.row.share.is_finite() { bar.row.share } else { 0.0 };
        let tip = scale.clamped(share);
        let area =
            Rect { left: plot.left, top: y - thick / 2.0, width: tip - plot.left, height: thick };
        canvas.fill(area, color, 1.0);
        let mut after = tip;
        if let Some((low, high)) = defined(bar.row.interval) {
            let ends = (scale.clamped(low), scale.clamped(high));
            whisker_across(canvas, y, ends, if bar.is_part { 3.0 } else { 5.0 });
            after = after.max(ends.1);
        }
        let value_width = width(&bar.value, bar.size(), !bar.is_part);
        let range_left = after + 18.0 + value_width;
        // The grid must not run through the numbers.
        let range_width = width(&bar.range, SMALL - 1.0, false);
        let back = Rect {
            left: after + 7.0,
            top: y - 8.0,
            width: value_width + range_width + 10.0,
            height: 16.0,
        };
        canvas.fill(back, WHITE, 1.0);
        let value_look = start(bar.size(), if bar.is_part { MUTED } else { hue.text });
        let value_look = if bar.is_part { value_look } else { bold(value_look) };
        canvas.text((after + 10.0, y), &bar.value, value_look);
        canvas.text((range_left, y), &bar.range, start(SMALL - 1.0, MUTED));
        let label_look = end(bar.size(), if bar.is_part { MUTED } else { INK });
        let label_look = if bar.is_part { label_look } else { bold(label_look) };
        for (index, line) in bar.label.iter().enumerate() {
            let offset = (index as f64 - (bar.label.len() as f64 - 1.0) / 2.0) * 16.0;
            canvas.text((plot.left - 12.0, y + offset), line, label_look);
        }
        top += height;
    }
    canvas.line(
        (plot.left, plot.top),
        (plot.left, plot.bottom()),
        Stroke { width: 1.2, color: AXIS },
    );
}

fn describe(report: &Report) -> String {
    let parts: Vec<String> = words::wholes(report)
        .map(|row| {
            format!("{} {}", row.outcome, words::percent_with_range(row.share, row.interval))
        })
        .collect();
    format!(
        "Bar chart of how {} ended: {}.",
        counted(report.provenance.games, "game"),
        parts.join("; ")
    )
}
