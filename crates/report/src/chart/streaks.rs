//! `streaks.svg`: how many actions a side takes before it loses the initiative, or how many chances it has before the other
//! has one, a panel for each side.
//!
//! Panels with one scale, rather than bars side by side: the law drawn over each distribution would otherwise collide.

use super::grammar::{At, Axis, Band, Chart, Key, Mark, Panel, Shape, bounds};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{counted, defined, mean};
use crate::words::{self, group_name};
use crate::{Initiative, Report, StreakMean, StreakRow};

/// Longer streaks than this always share a bar.
const MOST_BARS: u32 = 20;
/// The tail begins where less than this share of every side's streaks is left.
const TAIL: f64 = 0.02;
/// More panels than this are left to the table.
const MOST_PANELS: usize = 16;

/// The streaks of one side under one system.
struct Group<'a> {
    mean: StreakMean,
    rows: Vec<&'a StreakRow>,
    look: Look,
    name: String,
}

struct Bar {
    share: f64,
    interval: Option<(f64, f64)>,
    law: Option<f64>,
}

/// Draws how long the initiative was held, with the law that theory gives where there is one.
#[must_use]
pub fn streaks(report: &Report) -> Chart {
    let all = groups(report);
    let labels = labels(report, &all);
    let shown = &all[..all.len().min(MOST_PANELS)];
    let was_seen = shown.iter().any(|group| group.mean.streaks > 0);
    let tail = tail_start(shown);
    // Many panels are lower, so that all can be seen at once.
    let height = if shown.len() > 2 { 110.0 } else { 0.0 };
    let panels = shown.iter().map(|group| Panel { height, ..panel(group, tail) });
    let panels: Vec<Panel> = panels.collect();
    let reach = panels.iter().flat_map(|panel| &panel.marks).flat_map(Mark::reach);
    let highest = bounds(reach.map(|at| at.1)).1.clamp(0.01, 1.0);
    let longest = shown.iter().flat_map(|group| &group.rows).map(|row| row.length).max();
    let name = |length: u32| {
        let is_tail = length == tail && longest.is_some_and(|longest| longest > tail);
        if is_tail { format!("{length}+") } else { length.to_string() }
    };
    let band = |length| Band { at: f64::from(length), name: name(length), is_part: false };
    Chart {
        labels,
        x: Axis {
            name: format!("Length of the streak ({})", unit(report)),
            ..Axis::bands((1..=tail).map(band).collect())
        },
        y: Axis::of("", ValueFormat::Percent, Some((0.0, highest))),
        keys: keys(shown),
        columns: if shown.len() > 2 { 2 } else { 1 },
        panels: if was_seen { panels } else { Vec::new() },
        nothing: String::from("No streak was seen."),
        ..Chart::default()
    }
}

/// What streaks are counted in.
const fn unit(report: &Report) -> &'static str {
    match report.initiative {
        Initiative::Seized => "actions",
        Initiative::Turns => "chances",
    }
}

fn groups(report: &Report) -> Vec<Group<'_>> {
    let means = words::streak_means(report);
    let several = words::several_systems(means.iter().map(|mean| mean.system.as_str()));
    let of = |mean: &StreakMean, row: &&StreakRow| {
        (&row.system, &row.side) == (&mean.system, &mean.side)
    };
    let group = |mean: StreakMean| Group {
        rows: report.streaks.iter().filter(|row| of(&mean, row)).collect(),
        look: Look::side(report.side_index(&mean.side)),
        name: group_name(&mean.system, &mean.side, several),
        mean,
    };
    means.into_iter().map(group).collect()
}

fn labels(report: &Report, groups: &[Group<'_>]) -> Labels {
    let left_out = groups.len().saturating_sub(MOST_PANELS);
    let more = match left_out {
        0 => String::new(),
        more => format!(" {more} more panels are in streaks.csv only."),
    };
    let parts: Vec<String> =
        groups.iter().map(|group| format!("{} {}", group.name, facts(&group.mean)[0])).collect();
    let labels = Labels::of_run(
        report,
        words::streaks_title(report),
        match report.initiative {
            Initiative::Seized => "Actions a side takes in a row, as a share of its streaks.",
            Initiative::Turns => {
                "Chances a side has before the other has one, used or not, as a share of its streaks; chances to react left out."
            }
        },
        format!("Distribution of the length of streaks. {}.", parts.join("; ")),
    );
    labels.and(&more)
}

/// What is told of a group, in fewer and fewer words.
fn facts(row: &StreakMean) -> Vec<String> {
    let value = mean(row.mean, row.interval);
    let range = defined(row.interval).map(|(low, high)| format!(" ({low:.2} to {high:.2})"));
    let long = format!("mean {value}{}, longest {}", range.unwrap_or_default(), row.longest);
    let all = format!("{long}, {}", counted(row.streaks, "streak"));
    vec![all, long, format!("mean {value}, longest {}", row.longest)]
}

/// The first length that shares a bar with all longer ones. The same for all groups, so that they compare.
fn tail_start(groups: &[Group<'_>]) -> u32 {
    let left = |group: &Group<'_>, length: u32| -> f64 {
        group.rows.iter().filter(|row| row.length >= length).map(|row| row.share).sum()
    };
    let longest =
        groups.iter().flat_map(|group| &group.rows).map(|row| row.length).max().unwrap_or(1);
    (3..MOST_BARS)
        .find(|length| groups.iter().all(|group| left(group, *length) < TAIL))
        .unwrap_or(MOST_BARS)
        .min(longest.max(2))
}

fn bin(group: &Group<'_>, tail: u32) -> Vec<Bar> {
    let longest = group.rows.iter().map(|row| row.length).max().unwrap_or(0);
    let row_of = |length: u32| group.rows.iter().find(|row| row.length == length);
    let mut bars: Vec<Bar> = (1..tail)
        .map(|length| match row_of(length) {
            Some(row) => {
                Bar { share: finite(row.share), interval: interval_of(row), law: law_of(row) }
            }
            None => Bar { share: 0.0, interval: None, law: None },
        })
        .collect();
    let in_tail: Vec<&&StreakRow> = group.rows.iter().filter(|row| row.length >= tail).collect();
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

fn keys(groups: &[Group<'_>]) -> Vec<Key> {
    let looks = vec![Look::hue(0), Look::hue(1)];
    let mut keys = vec![Key { name: String::from("simulated"), looks, shape: Shape::Area }];
    let rows = groups.iter().flat_map(|group| &group.rows);
    let mut laws = rows.filter(|row| law_of(row).is_some()).peekable();
    if laws.peek().is_some() {
        let is_exact = laws.all(|row| row.exact.is_some());
        let text =
            if is_exact { "exact law" } else { "predicted from the exact chance of each attempt" };
        keys.push(Key::new(text, Look::LAW, Shape::Curve));
    }
    keys
}

/// The law to draw: exact where it is known, else what the chances predict.
fn law_of(row: &StreakRow) -> Option<f64> {
    row.exact.or(row.expected).filter(|law| law.is_finite())
}

/// A bar for each length, with the law as dots, joined where neighbours have one. The tail stands alone: it is a sum, and a
/// line to it would look like a rise.
fn panel(group: &Group<'_>, tail: u32) -> Panel {
    let bars = bin(group, tail);
    let mut marks = Vec::new();
    for (x, bar) in (1..).map(f64::from).zip(&bars) {
        let at = At::beside(x, 0, 1);
        marks.push(Mark::Bar { at, from: 0.0, to: bar.share, look: group.look });
        // Beside the dots of the law.
        marks.extend(Mark::whisker(At { shift: 0.28, ..at }, bar.interval, Look::LAW));
        let dot = |y| Mark::Point { at: x.into(), y, radius: 2.6, look: Look::LAW };
        marks.extend(bar.law.map(dot));
    }
    for (x, pair) in (1..).map(f64::from).zip(bars[..bars.len() - 1].windows(2)) {
        if let (Some(from), Some(to)) = (pair[0].law, pair[1].law) {
            let points = vec![(x, from), (x + 1.0, to)];
            marks.push(Mark::Line { points, look: Look::LAW, name: String::new() });
        }
    }
    // Beyond the last bar of a single length, the axis is no scale any more.
    let x = group.mean.mean;
    if x.is_finite() && x <= bars.len() as f64 - 0.5 && group.mean.streaks > 0 {
        marks.push(Mark::Rule {
            x,
            text: format!("mean {}", mean(x, group.mean.interval)),
            look: group.look,
        });
    }
    Panel {
        title: group.name.clone(),
        look: Some(group.look),
        notes: facts(&group.mean),
        marks,
        ..Panel::default()
    }
}
