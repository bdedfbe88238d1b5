//! `survivors.svg` and `losses.svg`: figures left round by round, and figures lost in a game.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use super::lines::{LineSeries, lines};
use crate::answer::chart_words;
use crate::comparison::{Value, quoted_value};
use crate::number::{NO_BREAK, with_commas};
use crate::words::{self, short_side};
use crate::{LossRow, Report, SurvivorRow};

/// Rounds that fewer than one in this many games come to are left out.
const RARE: u64 = 20;
/// Most bars of a side; where there are more numbers they share bars.
const MOST_BARS: u32 = 20;

fn of<'r>(report: &'r Report, side: &'r str) -> impl Iterator<Item = &'r SurvivorRow> + Clone {
    report.survivors.iter().filter(move |row| row.side == side)
}

/// Draws the mean number of figures left, and the band that most games lie in.
pub fn survivors(report: &Report) -> Chart {
    let games = report.survivors.first().map_or(0, |row| row.games);
    let is_usual =
        |row: &&SurvivorRow| row.round == 0 || row.going_on.saturating_mul(RARE) >= games;
    let usual = report.survivors.iter().filter(is_usual).map(|row| row.round).max().unwrap_or(0);
    // The round in which the last of them end.
    let last = usual + 1;
    let point = |row: &SurvivorRow| {
        let interval = Some((f64::from(row.tenth), f64::from(row.nine_tenths)));
        (f64::from(row.round), Value { value: row.mean, interval })
    };
    // How many are left at the end, of how many.
    let end = |side: &str| {
        let (first, last) = (of(report, side).next()?, of(report, side).last()?);
        let left = quoted_value(last.mean, last.interval, false);
        Some((short_side(side), left, first.mean as u64))
    };
    let series = report.sides.iter().map(|side| LineSeries {
        label: end(side).map_or(String::new(), |(side, left, all)| {
            format!("{side}: {} of {all}", left.replace(' ', &NO_BREAK.to_string()))
        }),
        points: of(report, side).filter(|row| row.round <= last).map(point).collect(),
    });
    let ends = report.sides.iter().filter_map(|side| {
        let (side, left, of) = end(side)?;
        Some(context! { side, left, of })
    });
    let facts = context! { ends => ends.collect::<Fact>(), games => with_commas(games) };
    let labels = labels(report, "survivors", facts);
    let most = report.survivors.iter().map(|row| row.nine_tenths).max().unwrap_or(1);
    let x = Axis::of("Rounds that are over", ValueFormat::Count, Some((0.0, last.into())));
    let y = Axis::of("Figures not lost", ValueFormat::Count, Some((0.0, most.into())));
    lines(Chart { labels, x, y, ..Chart::default() }, &series.collect::<Vec<_>>(), 0, None)
}

/// Draws in how many games each side loses so many figures.
pub fn losses(report: &Report) -> Chart {
    let most = report.losses.iter().map(|row| row.lost).max().unwrap_or(0);
    let width = (most + 1).div_ceil(MOST_BARS);
    let group = |k: u32| match width {
        1 => k.to_string(),
        _ => format!("{}–{}", k * width, (k + 1) * width - 1),
    };
    let bar = |side: &str, k: u32| {
        let rows = report.losses.iter().filter(|row| row.side == side && row.lost / width == k);
        let rows: Vec<&LossRow> = rows.collect();
        let share = rows.iter().map(|row| row.share).sum();
        // Of several numbers together the interval is not known.
        let interval = rows.first().filter(|_| width == 1).and_then(|row| row.interval);
        let game = rows.first().map(|row| (row.game, report.kept.contains(&row.game)));
        (!rows.is_empty()).then_some(BarValue {
            value: share,
            interval,
            game,
            ..BarValue::default()
        })
    };
    let groups = 0..=most / width;
    let names: Vec<String> = groups.clone().map(group).collect();
    let series = report.sides.iter();
    let series = series
        .map(|side| BarSeries::new(short_side(side), groups.clone().map(|group| bar(side, group))));
    let medians = report.sides.iter().filter_map(|side| {
        let all = of(report, side).next()?;
        let rows = || report.losses.iter().filter(|row| row.side == *side);
        // The fewest that half of the games do not exceed.
        let at_most =
            |lost: u32| -> u64 { rows().filter(|row| row.lost <= lost).map(|row| row.games).sum() };
        let median = rows().find(|row| 2 * at_most(row.lost) >= all.games)?;
        Some(context! { side => short_side(side), lost => median.lost, of => all.mean as u64 })
    });
    let games = report.survivors.first().map_or(0, |row| row.games);
    let facts = context! { medians => medians.collect::<Fact>(), games => with_commas(games) };
    let labels = labels(report, "losses", facts);
    let y = Axis::of("Share of games", ValueFormat::Percent, None);
    let chart = Chart { labels, y, ..Chart::named("", "") };
    let mut chart = bars(chart, &names, &series.collect::<Vec<_>>());
    chart.x.name = "Figures lost in a game".to_owned();
    chart
}

fn labels(report: &Report, chart: &str, facts: Fact) -> Labels {
    let [title, subtitle, _] = chart_words(chart, facts);
    Labels { title, subtitle, caption: words::provenance(report), ..Labels::default() }
}
