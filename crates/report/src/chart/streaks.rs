//! `streaks.svg`: how many actions a side takes before it loses the initiative, or how many chances it has before the other
//! has one, a panel for each side. Several systems stand beside one another in it.
//!
//! Panels with one scale, rather than sides beside each other: the law drawn over each distribution would otherwise collide.

use super::bars::BarValue;
use super::grammar::{At, Axis, Band, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{counted, defined, mean, percent_digits};
use crate::once::unique;
use crate::words;
use crate::{Initiative, Report, StreakMean, StreakRow};

/// Longer streaks than this always share a bar.
const MOST_BARS: u32 = 20;
/// The tail begins where less than this share of every side's streaks is left: later beside a law than beside other systems,
/// whose bars need the room.
const TAIL: f64 = 0.02;
const TAIL_OF_SEVERAL: f64 = 0.1;
/// So many bars of two systems have room for their numbers on a phone.
const MOST_OF_SEVERAL: u32 = 6;
/// More systems, and more sides, than this are left to the table.
const MOST: usize = 6;

/// The streaks of one side under one system.
struct Group<'a> {
    mean: StreakMean,
    rows: Vec<&'a StreakRow>,
    look: Look,
}

/// Draws how long the initiative was held, with the law that theory gives where there is one.
pub fn streaks(report: &Report) -> Chart {
    let means = words::streak_means(report);
    let systems = unique(means.iter().map(|mean| mean.system.as_str()));
    let shown = &systems[..systems.len().min(MOST)];
    let sides = unique(means.iter().map(|mean| mean.side.as_str()));
    let sides = sides.iter().take(MOST).map(|side| groups(report, &means, shown, side));
    let sides: Vec<Vec<Group<'_>>> = sides.collect();
    let was_seen = sides.iter().flatten().any(|group| group.mean.streaks > 0);
    let all: Vec<&Group<'_>> = sides.iter().flatten().collect();
    let of_side = |groups: &Vec<Group<'_>>| {
        // Sides are held against each other, or else systems: then none has room for lengths that only the other side has.
        let tail = match shown.len() {
            0 | 1 => tail_start(&all, TAIL),
            _ => {
                tail_start(&groups.iter().collect::<Vec<_>>(), TAIL_OF_SEVERAL).min(MOST_OF_SEVERAL)
            }
        };
        Panel { x: Some(axis(report, groups, tail)), ..panel(report, groups, tail) }
    };
    let joined = tail_start(&all, TAIL);
    let is_joined = all.iter().flat_map(|group| &group.rows).any(|row| row.length > joined);
    Chart {
        labels: labels(report, &means, all.len(), (systems.len() > 1, is_joined)),
        y: Axis::of("", ValueFormat::Percent, None),
        keys: keys(&sides, shown),
        panels: if was_seen { sides.iter().map(of_side).collect() } else { Vec::new() },
        nothing: String::from("No streak was seen."),
        ..Chart::default()
    }
}

/// The lengths up to the tail, of which each has a bar of its own.
fn axis(report: &Report, groups: &[Group<'_>], tail: u32) -> Axis {
    let lengths = groups.iter().flat_map(|group| &group.rows).map(|row| row.length);
    let is_longer = lengths.max().is_some_and(|longest| longest > tail);
    let name = |length: u32| {
        if length == tail && is_longer { format!("{length}+") } else { length.to_string() }
    };
    let band = |length| Band { at: f64::from(length), name: name(length), is_part: false };
    Axis { name: name_of(report).to_owned(), ..Axis::bands((1..=tail).map(band).collect()) }
}

/// What streaks are counted in.
const fn name_of(report: &Report) -> &'static str {
    match report.initiative {
        Initiative::Seized => "Actions in a row",
        Initiative::Turns => "Chances to act in a row",
    }
}

/// The streaks of a side under each of these systems.
fn groups<'a>(
    report: &'a Report,
    means: &[StreakMean],
    systems: &[&str],
    side: &str,
) -> Vec<Group<'a>> {
    let of_side = means.iter().filter(|mean| mean.side == side);
    let of = |mean: &StreakMean| {
        let place = systems.iter().position(|system| *system == mean.system)?;
        let is_it = |row: &&StreakRow| row.system == mean.system && row.side == mean.side;
        Some(Group {
            rows: report.streaks.iter().filter(is_it).collect(),
            look: look(Look::side(report.side_index(side)), place, systems.len()),
            mean: mean.clone(),
        })
    };
    of_side.filter_map(of).collect()
}

/// A system in the colour of the side: of two the first is pale. More have colours that no side has.
fn look(side: Look, system: usize, systems: usize) -> Look {
    match (systems, system) {
        (0 | 1, _) | (2, 1) => side,
        (2, _) => side.pale(),
        _ => Look::hue(system + 2),
    }
}

fn labels(
    report: &Report,
    means: &[StreakMean],
    shown: usize,
    (several, is_joined): (bool, bool),
) -> Labels {
    let mut more = String::new();
    if several || is_joined {
        more.push_str(" Bars of several lengths have none.");
    }
    if means.len() > shown {
        more.push_str(&format!(" {} more in streaks.csv only.", means.len() - shown));
    }
    let name = |mean: &StreakMean| group_name(&mean.system, &mean.side, several);
    let parts = means.iter().map(|mean| format!("{} {}", name(mean), facts(mean)[0]));
    let parts: Vec<String> = parts.collect();
    let labels = Labels::of_run(
        report,
        words::streaks_title(report),
        match report.initiative {
            Initiative::Seized => "Actions a side takes in a row, as a share of its streaks.",
            Initiative::Turns => {
                "How many chances to act a side has, used or passed, before the other has one; reactions left out."
            }
        },
        format!("Distribution of the length of streaks. {}.", parts.join("; ")),
    );
    labels.and(&more)
}

/// `lloyd: Raiders`, or the side alone if there is one system.
fn group_name(system: &str, side: &str, several: bool) -> String {
    match (several, side.is_empty()) {
        (true, true) => system.to_owned(),
        (true, false) => format!("{system}: {side}"),
        (false, true) => String::from("Both sides"),
        (false, false) => side.to_owned(),
    }
}

/// What is told of a side, in fewer and fewer words.
fn notes(groups: &[Group<'_>]) -> Vec<String> {
    if let [only] = groups {
        return facts(&only.mean);
    }
    let each = |told: &dyn Fn(&StreakMean) -> String| {
        groups.iter().map(|group| told(&group.mean)).collect::<Vec<_>>().join("; ")
    };
    let value = |row: &StreakMean| mean(row.mean, row.interval);
    let range = |row: &StreakMean| {
        let range = defined(row.interval).map(|(low, high)| format!(" ({low:.2} to {high:.2})"));
        value(row) + &range.unwrap_or_default()
    };
    let named = |told: &dyn Fn(&StreakMean) -> String| {
        format!("mean {}", each(&|row| format!("{} {}", told(row), row.system)))
    };
    // In the order of the bars, where there is no room for names.
    vec![named(&range), named(&value), format!("means, from the left: {}", each(&value))]
}

/// What is told of one system, in fewer and fewer words.
fn facts(row: &StreakMean) -> Vec<String> {
    let value = mean(row.mean, row.interval);
    let range = defined(row.interval).map(|(low, high)| format!(" ({low:.2} to {high:.2})"));
    let long = format!("mean {value}{}, longest {}", range.unwrap_or_default(), row.longest);
    let all = format!("{long}, {}", counted(row.streaks, "streak"));
    vec![all, long, format!("mean {value}, longest {}", row.longest)]
}

/// The first length that shares a bar with all longer ones, the same for groups that are compared: there less than this is left
/// of each.
fn tail_start(groups: &[&Group<'_>], least: f64) -> u32 {
    let left = |group: &Group<'_>, length: u32| -> f64 {
        group.rows.iter().filter(|row| row.length >= length).map(|row| row.share).sum()
    };
    let longest =
        groups.iter().flat_map(|group| &group.rows).map(|row| row.length).max().unwrap_or(1);
    (3..MOST_BARS)
        .find(|length| groups.iter().all(|group| left(group, *length) < least))
        .unwrap_or(MOST_BARS)
        .min(longest.max(2))
}

/// A bar for each length up to the tail, which has one for all.
fn bin(group: &Group<'_>, tail: u32) -> Vec<BarValue> {
    let longest = group.rows.iter().map(|row| row.length).max().unwrap_or(0);
    let row_of = |length: u32| group.rows.iter().find(|row| row.length == length);
    let bar =
        |row: &&StreakRow| BarValue::of(Some(finite(row.share)), interval_of(row), law_of(row));
    let bars = (1..tail).map(|length| row_of(length).and_then(bar).unwrap_or_default());
    let mut bars: Vec<BarValue> = bars.collect();
    let in_tail: Vec<&&StreakRow> = group.rows.iter().filter(|row| row.length >= tail).collect();
    // One minus the rest counts lengths that never came up, too; that needs the law at every shorter length.
    let rest = (1..tail)
        .map(|length| row_of(length).and_then(|row| row.exact))
        .sum::<Option<f64>>()
        .map(|below| (1.0 - below).max(0.0));
    let listed =
        in_tail.iter().map(|row| law_of(row)).sum::<Option<f64>>().filter(|_| !in_tail.is_empty());
    bars.push(BarValue {
        value: in_tail.iter().map(|row| finite(row.share)).sum(),
        // Intervals of single lengths do not add up; only a bar of one length can have one.
        interval: match in_tail[..] {
            [row] if longest == tail => interval_of(row),
            _ => None,
        },
        exact: rest.or(listed),
        ..BarValue::default()
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

fn keys(sides: &[Vec<Group<'_>>], systems: &[&str]) -> Vec<Key> {
    let key = |system: &&str| {
        let of_system = sides.iter().flatten().filter(|group| group.mean.system == *system);
        let mut looks: Vec<Look> = of_system.map(|group| group.look).collect();
        looks.dedup();
        let name = if systems.len() > 1 { *system } else { "simulated" };
        Key { name: name.to_owned(), looks, shape: Shape::Area }
    };
    let mut keys: Vec<Key> = systems.iter().map(key).collect();
    let rows = sides.iter().flatten().flat_map(|group| &group.rows);
    let mut laws = rows.filter(|row| law_of(row).is_some()).peekable();
    let several = systems.len() > 1;
    // One kind of bar, whose side stands over it, needs no key.
    if !several && laws.peek().is_none() {
        return Vec::new();
    }
    if laws.peek().is_some() {
        let is_exact = laws.all(|row| row.exact.is_some());
        let text =
            if is_exact { "exact law" } else { "predicted from the exact chance of each attempt" };
        let shape = if several { Shape::Point } else { Shape::Curve };
        keys.push(Key::new(text, Look::LAW, shape));
    }
    keys
}

/// The law to draw: exact where it is known, else what the chances predict.
fn law_of(row: &StreakRow) -> Option<f64> {
    row.exact.or(row.expected).filter(|law| law.is_finite())
}

/// The bars of a side for each length.
fn panel(report: &Report, groups: &[Group<'_>], tail: u32) -> Panel {
    let of = |(k, group)| marks(group, &bin(group, tail), k, groups.len());
    let first = groups.first();
    Panel {
        title: first.map_or_else(String::new, |of| group_name("", &of.mean.side, false)),
        look: first.map(|of| Look::side(report.side_index(&of.mean.side))),
        notes: notes(groups),
        marks: groups.iter().enumerate().flat_map(of).collect(),
        ..Panel::default()
    }
}

/// A bar for each length with its number, or, of one system whose law is known, with that as dots, joined where neighbours have
/// one, and with the mean. The tail stands alone: it is a sum, and a line to it would look like a rise.
fn marks(group: &Group<'_>, bars: &[BarValue], place: usize, of: usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    let has_line = of == 1 && bars.iter().any(|bar| bar.exact.is_some());
    for (x, bar) in (1..).map(f64::from).zip(bars) {
        let at = At::beside(x, place, of);
        marks.push(Mark::Bar { at, from: 0.0, to: bar.value, look: group.look });
        // Beside the dots of the law.
        let shift = at.shift + if has_line { 0.28 } else { 0.0 };
        marks.extend(Mark::whisker(At { shift, ..at }, bar.interval, Look::LAW));
        marks.extend(bar.exact.map(|y| Mark::Point { at, y, radius: 2.6, look: Look::LAW }));
        if bar.value > 0.0 {
            let text = percent_digits(bar.value, usize::from(bar.value < 0.0995));
            marks.push(Mark::Value { at, y: bar.top(), is_under: false, text });
        }
    }
    if !has_line {
        return marks;
    }
    for (x, pair) in (1..).map(f64::from).zip(bars[..bars.len() - 1].windows(2)) {
        if let (Some(from), Some(to)) = (pair[0].exact, pair[1].exact) {
            let points = vec![(x, from), (x + 1.0, to)];
            marks.push(Mark::Line { points, look: Look::LAW, name: String::new() });
        }
    }
    // Beyond the last bar of a single length, the axis is no scale any more.
    let x = group.mean.mean;
    if x.is_finite() && x <= bars.len() as f64 - 0.5 && group.mean.streaks > 0 {
        marks.push(Mark::Rule { x, text: "mean".to_owned(), look: group.look });
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_several_systems_say_whose_they_are() {
        let group = |(system, mean): (&str, f64)| Group {
            mean: StreakMean {
                system: system.to_owned(),
                mean,
                interval: Some((mean - 0.04, mean + 0.04)),
                ..StreakMean::default()
            },
            rows: Vec::new(),
            look: Look::default(),
        };
        let notes = notes(&[("lloyd", 2.2), ("cards", 1.1)].map(group));
        assert_eq!(
            notes,
            [
                "mean 2.20 (2.16 to 2.24) lloyd; 1.10 (1.06 to 1.14) cards",
                "mean 2.20 lloyd; 1.10 cards",
                "means, from the left: 2.20; 1.10"
            ]
        );
    }

    #[test]
    fn numbers_of_two_systems_have_room_on_a_phone() {
        let row = |(system, length): (&str, u32)| StreakRow {
            system: system.to_owned(),
            side: "A".to_owned(),
            length,
            count: 10,
            share: 0.1,
            ..StreakRow::default()
        };
        let bars = |systems: &[&str]| {
            let rows =
                systems.iter().flat_map(|system| (1..=10).map(move |length| (*system, length)));
            let report = Report {
                sides: ["A", "B"].map(str::to_owned),
                streaks: rows.map(row).collect(),
                ..Report::default()
            };
            let chart = streaks(&report);
            let axis = chart.panels[0].x.clone().expect("its own axis");
            (axis.bands.len(), axis.bands.last().map(|band| band.name.clone()))
        };
        assert_eq!(bars(&["one", "two"]), (6, Some("6+".to_owned())));
        assert_eq!(bars(&["one"]).0, 10);
    }
}
