//! `streaks.svg`: how many actions a side takes before it loses the initiative, a panel for each side.
//!
//! Panels with one scale, rather than bars side by side: the law drawn over each distribution would otherwise collide.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name, bottom_ticks, grid};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{
    Key, MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, legend, legend_height, start,
};
use super::labels::{Labels, ValueFormat};
use super::marks::{THIN, whisker};
use super::measure::{shorten, width};
use super::palette::{AXIS, Hue, INK, MUTED, WHITE, side_hue};
use super::scale::{Scale, nice, ticks};
use crate::number::{counted, defined, mean};
use crate::words::{self, group_name};
use crate::{Report, StreakMean, StreakRow};

/// Longer streaks than this always share a bar.
const MOST_BARS: u32 = 20;
/// The tail begins where less than this share of every side's streaks is left.
const TAIL: f64 = 0.01;
/// More panels than this are left to the table.
const MOST_PANELS: usize = 16;
const PANEL_HEAD: f64 = 38.0;
const PANEL_GAP: f64 = 18.0;
const TICK_LABELS: f64 = 44.0;

struct Panel<'a> {
    mean: StreakMean,
    rows: Vec<&'a StreakRow>,
    hue: Hue,
    name: String,
}

struct Bar {
    share: f64,
    interval: Option<(f64, f64)>,
    law: Option<f64>,
}

/// Draws how long the initiative was held, with the law that theory gives where there is one.
#[must_use]
pub fn streaks(report: &Report) -> String {
    let all = panels(report);
    let labels = labels(report, &all);
    let shown = &all[..all.len().min(MOST_PANELS)];
    if shown.iter().all(|panel| panel.mean.streaks == 0) {
        return empty_card(&labels, "No streak was seen.");
    }
    let tail = tail_start(shown);
    let bars: Vec<Vec<Bar>> = shown.iter().map(|panel| bin(panel, tail)).collect();
    let highest = bars.iter().flatten().flat_map(Bar::heights).fold(0.0, f64::max);
    let domain = nice((0.0, highest.clamp(0.01, 1.0)), 5);

    let columns = if shown.len() > 2 { 2 } else { 1 };
    let rows = shown.len().div_ceil(columns);
    let plot_height = if columns == 2 { 110.0 } else { 150.0 };
    let panel_height = PANEL_HEAD + plot_height + TICK_ROOM;
    let keys = keys(shown);
    let key_height = legend_height(&keys, WIDTH - 2.0 * MARGIN) + 6.0;
    let height = key_height + rows as f64 * (panel_height + PANEL_GAP) - PANEL_GAP + NAME_ROOM;
    card(&labels, height, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        let panel_width = (body.width - (columns - 1) as f64 * 26.0) / columns as f64;
        let told = facts_told(shown, panel_width);
        for (index, (panel, bars)) in shown.iter().zip(&bars).enumerate() {
            let (row, column) = (index / columns, index % columns);
            let left = body.left + column as f64 * (panel_width + 26.0);
            let top = body.top + key_height + row as f64 * (panel_height + PANEL_GAP);
            let plot = Rect {
                left: left + TICK_LABELS,
                top: top + PANEL_HEAD,
                width: panel_width - TICK_LABELS,
                height: plot_height,
            };
            heading(canvas, panel, (left, top + 9.0), panel_width, told);
            draw(canvas, panel, bars, plot, domain);
            if index + columns >= shown.len() {
                bottom_name(canvas, plot, "Length of the streak (actions)");
            }
        }
    })
}

fn panels(report: &Report) -> Vec<Panel<'_>> {
    let means = words::streak_means(report);
    let several = words::several_systems(means.iter().map(|mean| mean.system.as_str()));
    means
        .into_iter()
        .map(|mean| Panel {
            rows: report
                .streaks
                .iter()
                .filter(|row| (&row.system, &row.side) == (&mean.system, &mean.side))
                .collect(),
            hue: side_hue(report.side_index(&mean.side)),
            name: group_name(&mean.system, &mean.side, several),
            mean,
        })
        .collect()
}

fn labels(report: &Report, panels: &[Panel<'_>]) -> Labels {
    let left_out = panels.len().saturating_sub(MOST_PANELS);
    let more = if left_out > 0 {
        format!(" {left_out} more panels are in streaks.csv only.")
    } else {
        String::new()
    };
    let parts: Vec<String> = panels
        .iter()
        .map(|panel| format!("{} {}", panel.name, facts(&panel.mean, Facts::All)))
        .collect();
    Labels {
        title: words::streaks_title(report),
        subtitle: format!(
            "Actions a side takes in a row, as a share of its streaks. Whiskers: {} intervals.{more}",
            words::confidence(report)
        ),
        caption: words::provenance(report),
        description: format!("Distribution of the length of streaks. {}.", parts.join("; ")),
    }
}

/// What is told of a panel, the most first.
#[derive(Clone, Copy)]
enum Facts {
    All,
    WithoutCount,
    /// Mean and longest only.
    Short,
}

fn facts(row: &StreakMean, told: Facts) -> String {
    let value = mean(row.mean, row.interval);
    let range = defined(row.interval)
        .filter(|_| !matches!(told, Facts::Short))
        .map(|(low, high)| format!(" ({low:.2} to {high:.2})"))
        .unwrap_or_default();
    let count = match told {
        Facts::All => format!(", {}", counted(row.streaks, "streak")),
        _ => String::new(),
    };
    format!("mean {value}{range}, longest {}{count}", row.longest)
}

/// The first length that shares a bar with all longer ones. The same for all panels, so that they compare.
fn tail_start(panels: &[Panel<'_>]) -> u32 {
    let left = |panel: &Panel<'_>, length: u32| -> f64 {
        panel.rows.iter().filter(|row| row.length >= length).map(|row| row.share).sum()
    };
    let longest =
        panels.iter().flat_map(|panel| &panel.rows).map(|row| row.length).max().unwrap_or(1);
    (3..MOST_BARS)
        .find(|length| panels.iter().all(|panel| left(panel, *length) < TAIL))
        .unwrap_or(MOST_BARS)
        .min(longest.max(2))
}

fn bin(panel: &Panel<'_>, tail: u32) -> Vec<Bar> {
    let longest = panel.rows.iter().map(|row| row.length).max().unwrap_or(0);
    let row_of = |length: u32| panel.rows.iter().find(|row| row.length == length);
    let mut bars: Vec<Bar> = (1..tail)
        .map(|length| match row_of(length) {
            Some(row) => {
                Bar { share: finite(row.share), interval: interval_of(row), law: law_of(row) }
            }
            None => Bar { share: 0.0, interval: None, law: None },
        })
        .collect();
    let in_tail: Vec<&&StreakRow> = panel.rows.iter().filter(|row| row.length >= tail).collect();
    // One minus the rest counts lengths that never came up, too; that needs the law at every shorter length.
    let rest = (1..tail)
        .map(|length| row_of(length).and_then(|row| row.exact))
        .sum::<Option<f64>>()
        .map(|below| (1.0 - below).max(0.0));
    let listed =
        in_tail.iter().map(|row| law_of(row)).sum::<Option<f64>>().filter(|_| !in_tail.is_empty());
    bars.push(Bar {
        share: in_tail.iter().map(|row| finite(row.share)).sum(),
        // Intervals of single lengths do not add up; only a bar of one length can have one.
        interval: match in_tail[..] {
            [row] if longest == tail => interval_of(row),
            _ => None,
        },
        law: rest.or(listed),
    });
    bars
}

/// The interval of a length that came up. Of others there is nothing to see: their whiskers would look like dots.
fn interval_of(row: &StreakRow) -> Option<(f64, f64)> {
    defined(row.interval).filter(|_| row.count > 0)
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

impl Bar {
    fn heights(&self) -> impl Iterator<Item = f64> {
        [Some(self.share), self.interval.map(|(_, high)| high), self.law].into_iter().flatten()
    }
}

fn keys(panels: &[Panel<'_>]) -> Vec<Key<'static>> {
    let mut keys = vec![Key::new("simulated", |canvas, (x, y)| {
        for (index, left) in [(0, x - 5.5), (1, x + 0.5)] {
            let area = Rect { left, top: y - 5.0, width: 5.0, height: 10.0 };
            canvas.fill(area, side_hue(Some(index)).area, 1.0);
        }
    })];
    let mut laws =
        panels.iter().flat_map(|panel| &panel.rows).filter(|row| law_of(row).is_some()).peekable();
    if laws.peek().is_some() {
        let is_exact = laws.all(|row| row.exact.is_some());
        let text =
            if is_exact { "exact law" } else { "predicted from the exact chance of each attempt" };
        keys.push(Key::new(text, |canvas, (x, y)| {
            canvas.line((x - 7.0, y), (x + 7.0, y), Stroke { width: THIN, color: INK });
            canvas.disc((x, y), 2.6, INK);
        }));
    }
    keys
}

/// The law to draw: exact where it is known, else what the chances predict.
fn law_of(row: &StreakRow) -> Option<f64> {
    row.exact.or(row.expected).filter(|law| law.is_finite())
}

/// Between a panel's name and its facts.
const FACTS_GAP: f64 = 10.0;

/// The most that finds room beside the names of all panels: the same of each, so that none seems to lack something.
fn facts_told(panels: &[Panel<'_>], room: f64) -> Facts {
    let fits = |told: &Facts| {
        panels.iter().all(|panel| {
            let name = width(&panel.name, NORMAL, true);
            let text = facts(&panel.mean, *told);
            name + FACTS_GAP + width(&text, SMALL, false) <= room
        })
    };
    let all = [Facts::All, Facts::WithoutCount];
    all.into_iter().find(fits).unwrap_or(Facts::Short)
}

/// Name and facts above a panel; the name gives way.
fn heading(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    (left, y): (f64, f64),
    room: f64,
    told: Facts,
) {
    let text = facts(&panel.mean, told);
    let name_room = room - width(&text, SMALL, false) - FACTS_GAP;
    let name = shorten(&panel.name, NORMAL, true, name_room);
    canvas.text((left, y), &name, bold(start(NORMAL, panel.hue.text)));
    let text_left = left + width(&name, NORMAL, true) + FACTS_GAP;
    canvas.text((text_left, y), &text, start(SMALL, MUTED));
}

fn draw(canvas: &mut Canvas<'_>, panel: &Panel<'_>, bars: &[Bar], plot: Rect, domain: (f64, f64)) {
    let scale = Scale::new(domain, (plot.bottom(), plot.top));
    grid(canvas, plot, &scale, &ticks(domain, 5), ValueFormat::Percent, None);
    let cell = plot.width / bars.len() as f64;
    // A bar of few lengths would be a slab.
    let thick = (cell * 0.72).min(46.0);
    let x_of = |length: f64| plot.left + (length - 0.5) * cell;
    for (index, bar) in bars.iter().enumerate() {
        let x = x_of((index + 1) as f64);
        let top = scale.at(bar.share);
        let area = Rect { left: x - thick / 2.0, top, width: thick, height: plot.bottom() - top };
        canvas.fill(area, panel.hue.area, 1.0);
    }
    canvas.line(
        (plot.left, plot.bottom()),
        (plot.right(), plot.bottom()),
        Stroke { width: 1.2, color: AXIS },
    );
    for (index, bar) in bars.iter().enumerate() {
        if let Some((low, high)) = bar.interval {
            let x = x_of((index + 1) as f64) + thick * 0.28;
            whisker(
                canvas,
                x,
                (scale.at(low), scale.at(high)),
                (thick * 0.12).clamp(1.5, 4.0),
                INK,
            );
        }
    }
    law(canvas, bars, &scale, x_of);
    mean_mark(canvas, panel, bars.len(), plot, x_of);
    let every = (bars.len() as f64 * 24.0 / plot.width).ceil().max(1.0) as usize;
    let longest = panel.rows.iter().map(|row| row.length).max().unwrap_or(0) as usize;
    let places: Vec<(f64, String)> = (1..=bars.len())
        .filter(|length| {
            *length == bars.len()
                || (length % every == 0 && length + every <= bars.len())
                || every == 1
        })
        .map(|length| {
            let is_tail = length == bars.len() && longest > length;
            (x_of(length as f64), if is_tail { format!("{length}+") } else { length.to_string() })
        })
        .collect();
    bottom_ticks(canvas, plot, &places);
}

/// The law as dots, joined where neighbours have one. The tail stands alone: it is a sum, and a line to it would look
/// like a rise.
fn law(canvas: &mut Canvas<'_>, bars: &[Bar], scale: &Scale, x_of: impl Fn(f64) -> f64) {
    let points: Vec<Option<(f64, f64)>> = bars
        .iter()
        .enumerate()
        .map(|(index, bar)| bar.law.map(|law| (x_of((index + 1) as f64), scale.at(law))))
        .collect();
    for pair in points[..points.len() - 1].windows(2) {
        if let [Some(from), Some(to)] = *pair {
            canvas.line(from, to, Stroke { width: THIN, color: INK });
        }
    }
    for point in points.into_iter().flatten() {
        canvas.disc(point, 3.4, WHITE);
        canvas.disc(point, 2.6, INK);
    }
}

fn mean_mark(
    canvas: &mut Canvas<'_>,
    panel: &Panel<'_>,
    bars: usize,
    plot: Rect,
    x_of: impl Fn(f64) -> f64,
) {
    let value = panel.mean.mean;
    // Beyond the last bar of a single length, the axis is no scale any more.
    if !value.is_finite() || value > bars as f64 - 0.5 || panel.mean.streaks == 0 {
        return;
    }
    let x = x_of(value);
    canvas.dashes(
        (x, plot.top - 2.0),
        (x, plot.bottom()),
        Stroke { width: THIN, color: panel.hue.text },
    );
    // Above the plot, where no bar and no whisker can reach it.
    let text = "mean";
    let wide = width(text, SMALL, true);
    let left = (x - wide / 2.0).clamp(plot.left, plot.right() - wide);
    canvas.text((left, plot.top - 9.0), text, bold(start(SMALL, panel.hue.text)));
}
