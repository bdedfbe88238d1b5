//! `streaks.svg`: lengths of streaks as a histogram for each side, with several systems side by side.

use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart, Key, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{counted, defined, mean};
use crate::once::unique;
use crate::words;
use crate::{Initiative, Report, StreakMean, StreakRow};

/// Most bars; longer streaks share the last one.
const MOST_BARS: u32 = 20;
/// The tail begins where every side has less than this share of its streaks left, sooner beside other systems.
const TAIL: f64 = 0.02;
const TAIL_OF_SEVERAL: f64 = 0.1;
/// Most systems and most sides in the chart.
const MOST: usize = 6;

/// The streaks of a side under one system.
struct Group<'a> {
    mean: &'a StreakMean,
    rows: Vec<&'a StreakRow>,
    /// The number of its colour.
    hue: Option<usize>,
}

/// Draws lengths of streaks, with the theoretical law if there is one.
pub fn streaks(report: &Report) -> Chart {
    let means = words::streak_means(report);
    let systems = unique(means.iter().map(|mean| mean.system.as_str()));
    let shown = &systems[..systems.len().min(MOST)];
    let sides = unique(means.iter().map(|mean| mean.side.as_str()));
    let sides = sides.iter().take(MOST).map(|side| {
        let of_side = means.iter().filter(|mean| mean.side == *side);
        of_side.filter_map(|mean| group(report, mean, shown)).collect()
    });
    let sides: Vec<Vec<Group<'_>>> = sides.collect();
    let all: Vec<&Group<'_>> = sides.iter().flatten().collect();
    let tail = tail_start(&all, if shown.len() > 1 { TAIL_OF_SEVERAL } else { TAIL });
    let is_joined = all.iter().flat_map(|group| &group.rows).any(|row| row.length > tail);
    let labels = Labels::of_run(
        report,
        words::streaks_title(report),
        match report.initiative {
            Initiative::Seized => "Actions a side takes in a row, as a share of its streaks.",
            Initiative::Turns => {
                "How many chances to act a side has, used or passed, before the other has one; reactions left out."
            }
        },
    );
    let more = match means.len() - all.len() {
        0 => String::new(),
        more => format!(" {more} more in streaks.csv only."),
    };
    let joined = if is_joined { " Bars of several lengths have none." } else { "" };
    Chart {
        labels: labels.and(joined).and(&more),
        y: Axis::of("", ValueFormat::Percent, None),
        keys: keys(&all, shown),
        panels: sides.iter().map(|groups| panel(report, groups, tail)).collect(),
        nothing: String::from("No streak was seen."),
        ..Chart::default()
    }
}

/// The streaks that a mean is of, under one of these systems: in the colour of the side, or several in colours that no side has.
fn group<'a>(report: &'a Report, mean: &'a StreakMean, systems: &[&str]) -> Option<Group<'a>> {
    let place = systems.iter().position(|system| *system == mean.system)?;
    let is_it = |row: &&StreakRow| row.group() == (&*mean.system, &*mean.side);
    let hue = if systems.len() > 1 { Some(place + 2) } else { report.side_index(&mean.side) };
    Some(Group { mean, rows: report.streaks.iter().filter(is_it).collect(), hue })
}

/// Returns `mean 2.20 (2.16 to 2.24), longest 9, 1,200 streaks`.
fn fact(row: &StreakMean) -> String {
    let range = defined(row.interval).map(|(low, high)| format!(" ({low:.2} to {high:.2})"));
    format!(
        "mean {}{}, longest {}, {}",
        mean(row.mean, row.interval),
        range.unwrap_or_default(),
        row.longest,
        counted(row.streaks, "streak")
    )
}

/// Returns the first length that shares a bar with all longer ones: from there on each group has less than `least` left.
fn tail_start(groups: &[&Group<'_>], least: f64) -> u32 {
    let left = |group: &Group<'_>, length: u32| -> f64 {
        group.rows.iter().filter(|row| row.length >= length).map(|row| row.share).sum()
    };
    let longest = groups.iter().flat_map(|group| &group.rows).map(|row| row.length).max();
    (3..MOST_BARS)
        .find(|length| groups.iter().all(|group| left(group, *length) < least))
        .unwrap_or(MOST_BARS)
        .min(longest.unwrap_or(1).max(2))
}

/// Returns a bar for each length, and one for the tail.
fn bin(group: &Group<'_>, tail: u32) -> Vec<Option<BarValue>> {
    let row_of = |length: u32| group.rows.iter().find(|row| row.length == length);
    let bar = |row: &&StreakRow| BarValue {
        value: row.share,
        // Lengths that never occurred have no whisker, which would look like a dot.
        interval: row.interval.filter(|_| row.count > 0),
        exact: law_of(row),
        ..BarValue::default()
    };
    let bars = (1..tail).map(|length| row_of(length).map(bar));
    let in_tail: Vec<&&StreakRow> = group.rows.iter().filter(|row| row.length >= tail).collect();
    // 1 minus the rest includes lengths that never occurred, but needs the law at every shorter length.
    let below = (1..tail).map(|length| row_of(length)?.exact).sum::<Option<f64>>();
    let listed = in_tail.iter().map(|row| law_of(row)).sum::<Option<f64>>();
    let last = match in_tail[..] {
        // Intervals of single lengths do not add up, so only a bar of one length has one.
        [row] if row.length == tail => bar(row),
        _ => BarValue {
            value: in_tail.iter().map(|row| row.share).sum(),
            exact: below
                .map(|below| (1.0 - below).max(0.0))
                .or(listed.filter(|_| !in_tail.is_empty())),
            ..BarValue::default()
        },
    };
    bars.chain([Some(last)]).collect()
}

/// Returns the law to draw: the exact share if known, else the expected one.
fn law_of(row: &StreakRow) -> Option<f64> {
    row.exact.or(row.expected).filter(|law| law.is_finite())
}

fn keys(groups: &[&Group<'_>], systems: &[&str]) -> Vec<Key> {
    let key = |system: &&str| {
        let of_system = groups.iter().filter(|group| group.mean.system == *system);
        let mut looks: Vec<Look> = of_system.map(|group| Look::side(group.hue)).collect();
        looks.dedup();
        let name = if systems.len() > 1 { *system } else { "simulated" };
        Key { name: name.to_owned(), looks, shape: Shape::Area }
    };
    let rows = groups.iter().flat_map(|group| &group.rows);
    let laws: Vec<_> = rows.filter(|row| law_of(row).is_some()).collect();
    // A single kind of bar, whose side is in the heading, needs no legend.
    if systems.len() < 2 && laws.is_empty() {
        return Vec::new();
    }
    let text = match laws.iter().all(|row| row.exact.is_some()) {
        true => "exact law",
        false => "predicted from the exact chance of each attempt",
    };
    let law = (!laws.is_empty()).then(|| Key::new(text, Look::LAW, Shape::Point));
    systems.iter().map(key).chain(law).collect()
}

/// Returns a side's bars by length, with the mean if there is one system.
fn panel(report: &Report, groups: &[Group<'_>], tail: u32) -> Panel {
    let Some(first) = groups.first() else { return Panel::default() };
    let longest = groups.iter().flat_map(|group| &group.rows).map(|row| row.length).max();
    let mut names: Vec<String> = (1..=tail).map(|length| length.to_string()).collect();
    if let Some(last) = names.last_mut().filter(|_| longest > Some(tail)) {
        last.push('+');
    }
    let series = groups.iter().map(|group| BarSeries {
        label: group.hue.map_or_else(String::new, |_| group.mean.system.clone()),
        values: bin(group, tail),
        hue: group.hue,
    });
    let y = Axis::of("", ValueFormat::Percent, None);
    let chart = bars(Chart { y, ..Chart::default() }, &names, &series.collect::<Vec<_>>());
    let unit = match report.initiative {
        Initiative::Seized => "Actions in a row",
        Initiative::Turns => "Chances to act in a row",
    };
    let told = groups.iter().map(|Group { mean: row, .. }| match groups {
        [_] => fact(row),
        _ => format!("{} {}", row.system, mean(row.mean, row.interval)),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let panel = chart.panels.into_iter().next().unwrap_or_default();
    // After the last bar of a single length the axis is no longer to scale.
    let at = first.mean.mean - 1.0;
    let has_mean = groups.len() == 1 && at.is_finite() && at < f64::from(tail) - 1.5;
    let panel = if has_mean { panel.rule(at, "mean") } else { panel };
    Panel {
        title: match first.mean.side.as_str() {
            "" => "Both sides".to_owned(),
            side => side.to_owned(),
        },
        look: Some(Look::side(report.side_index(&first.mean.side))),
        note: if groups.len() > 1 { format!("means: {told}") } else { told },
        x: Some(Axis { name: unit.to_owned(), ..chart.x }),
        ..panel
    }
}
