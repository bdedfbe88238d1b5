//! The charts of a sweep: curves or bars for one parameter, heat maps for two.

use std::borrow::Cow;

use minijinja::context;

use super::{Parameter, Sweep, places};
use crate::answer::chart_words;
use crate::chart::{self, Axis, BarSeries, Chart, Labels, LineSeries};
use crate::comparison::{Value, plain};
use crate::number::defined;
use crate::once::grouped;
use crate::safe::safe_text;
use crate::study::Measured;
use crate::words::{self, CONFIDENCE, capital, human};

/// Returns the charts; none if all points are equal.
pub(super) fn all(sweep: &Sweep) -> Vec<(Cow<'static, str>, Chart)> {
    if places::changes_nothing(sweep) {
        return Vec::new();
    }
    let is_there = |k: &usize| sweep.points.iter().any(|point| point.cells[*k].value.is_some());
    // A line that mirrors another says nothing, and a map would be the same in the other colours.
    let told = (0..sweep.measures.len()).filter(|k| is_there(k) && !sweep.is_the_rest(*k));
    let of_measure = grouped(told.map(|k| (sweep.measures[k].measure.as_str(), k)));
    let charts = of_measure.into_iter().flat_map(|(measure, series)| match &sweep.parameters[..] {
        [one] => {
            let chart = match one.numbers() {
                Some(x) => lines(sweep, one, &x, &series),
                None => bars(sweep, one, &series),
            };
            vec![(format!("{measure}.svg").into(), chart)]
        }
        [rows, columns] => {
            let map = |(number, k): (i32, usize)| {
                // Names of sides may hold anything, so file names number the sides.
                let side = match sweep.measures[k].side.as_str() {
                    "" => String::new(),
                    _ => format!("-side-{number}"),
                };
                (format!("{measure}{side}.svg").into(), heat(sweep, rows, columns, k))
            };
            (1..).zip(series).map(map).collect()
        }
        _ => Vec::new(),
    });
    charts.collect()
}

fn labels(sweep: &Sweep, title: String, measured: &Measured) -> Labels {
    let subtitle = format!("{}. {} {CONFIDENCE} intervals.", sweep.title, is_measured(measured));
    sweep.played.labels("at each point", title, subtitle)
}

/// Returns the definition of the measure as a sentence.
fn is_measured(measured: &Measured) -> String {
    let about = measured.about.split(". ").next().unwrap_or_default();
    format!("Measured: {}.", about.trim_end_matches('.'))
}

/// What a chart has found: where the battle is even, or else what becomes of the measure.
fn headline(sweep: &Sweep, series: &[usize]) -> String {
    let measured = &sweep.measures[series[0]];
    if measured.measure == "win-rate"
        && let [parameter] = &sweep.parameters[..]
        && let Some(even) = places::even_at(sweep)
    {
        return format!("{}: {even}", capital(&human(&parameter.path)));
    }
    let ways: Vec<String> = series.iter().map(|k| places::told(sweep, *k)).collect();
    if ways.len() > 1 && ways.iter().all(|way| *way == ways[0]) {
        let measure = words::measured(&measured.measure, "");
        return format!("{} of both sides: {}", capital(&measure), ways[0]);
    }
    let told = capital(&words::measured(&measured.measure, &measured.side));
    let others = series.iter().zip(&ways).skip(1);
    let others = others.map(|(k, way)| format!("; {}: {way}", safe_text(&sweep.measures[*k].side)));
    format!("{told}: {}{}", ways[0], others.collect::<String>())
}

fn lines(sweep: &Sweep, parameter: &Parameter, x: &[f64], series: &[usize]) -> Chart {
    let k = series[0];
    let measured = &sweep.measures[k];
    let order = parameter.order().unwrap_or_default();
    let point = |at: usize, k: usize| Some((x[at], sweep.points.get(at)?.cells.get(k)?.value?));
    let base = order.iter().find(|at| sweep.points.get(**at).is_some_and(|p| p.is_base));
    let now = base.and_then(|at| point(*at, k));
    let drawn = series.iter().map(|k| LineSeries {
        label: sweep.measures[*k].side.clone(),
        points: order.iter().filter_map(|at| point(*at, *k)).collect(),
    });
    let drawn: Vec<LineSeries> = drawn.collect();
    let labels = labels(sweep, headline(sweep, series), measured).and(&the_rest(sweep, k));
    let x = Axis { name: human(&parameter.path), ..Axis::default() };
    let y = Axis::of(words::measured(&measured.measure, ""), measured.format(), None);
    let stressed = (measured.measure == "win-rate").then_some(0.5);
    let chart = Chart { labels, x, y, ..Chart::default() };
    let mut chart = chart::lines(chart, &drawn, 0, stressed);
    if let Some((x, of)) = now {
        let value = parameter.now.as_deref().unwrap_or("not set");
        chart = chart.remarking((x, of.value), format!("now: {value}"));
    }
    if let (Some(at), [panel]) =
        (stressed.and_then(|at| crossing(&drawn, at)), &mut chart.panels[..])
    {
        *panel = std::mem::take(panel).rule(at, "even");
    }
    chart
}

/// Returns where a single line crosses a level, if it does so once and between its points.
fn crossing(all: &[LineSeries], level: f64) -> Option<f64> {
    let [only] = all else { return None };
    let crossed = only.points.windows(2).filter_map(|two| {
        let [(at, from), (end, to)] = [two[0], two[1]].map(|(x, of)| (x, of.value - level));
        (from * to < 0.0).then(|| at + (end - at) * from / (from - to))
    });
    let crossed: Vec<f64> = crossed.collect();
    <[f64; 1]>::try_from(crossed).ok().map(|[at]| at)
}

fn bars(sweep: &Sweep, parameter: &Parameter, series: &[usize]) -> Chart {
    let measured = &sweep.measures[series[0]];
    let drawn = series.iter().map(|k| {
        let values = sweep.points.iter().map(|point| point.cells[*k].value.map(Into::into));
        BarSeries::new(&sweep.measures[*k].side, values)
    });
    let labels = labels(sweep, headline(sweep, series), measured);
    let y = Axis::of(words::measured(&measured.measure, ""), measured.format(), None);
    let groups: Vec<String> = parameter.values.iter().map(|value| parameter.shown(value)).collect();
    chart::bars(Chart { labels, y, ..Chart::default() }, &groups, &drawn.collect::<Vec<_>>())
}

fn heat(sweep: &Sweep, rows: &Parameter, columns: &Parameter, k: usize) -> Chart {
    let measured = &sweep.measures[k];
    let middle = (measured.measure == "win-rate").then_some(0.5);
    let cell = |at: Option<usize>| {
        let cell = &sweep.points[at?].cells[k];
        // Of many cells, those that are told apart from even must be so together.
        cell.value.map(|of| Value {
            interval: cell.together.and_then(|it| it.interval).or(of.interval),
            ..of
        })
    };
    // Cells have no room for intervals.
    let widest = sweep.points.iter().filter_map(|point| defined(point.cells[k].together?.interval));
    let half = widest.map(|(low, high)| (high - low) / 2.0).fold(0.0, f64::max);
    let facts = context! {
        title => safe_text(&sweep.title),
        measured => is_measured(measured),
        half => match measured.is_share {
            true => format!("{:.1}\u{a0}points", half * 100.0),
            false => plain(half, Some((0.0, half * 2.0))),
        },
        points => sweep.points.len(),
        is_even => middle.is_some(),
        rest => the_rest(sweep, k),
    };
    let [subtitle, ..] = chart_words("heat", facts);
    let labels = sweep.played.labels("at each point", headline(sweep, &[k]), subtitle);
    let grid = sweep.grid(rows, columns);
    let cells: Vec<Vec<_>> =
        grid.iter().map(|row| row.iter().map(|at| cell(*at)).collect()).collect();
    let names: [Vec<String>; 2] =
        [rows, columns].map(|of| of.values.iter().map(|value| of.shown(value)).collect());
    let chart = Chart { labels, ..Chart::named(human(&rows.path), human(&columns.path)) };
    chart::heat_map(chart, &names, &cells, (middle, measured.format()))
}

/// What becomes of the games that the first side does not win, where only its line or map is drawn.
fn the_rest(sweep: &Sweep, k: usize) -> String {
    let other = sweep.measures.get(k + 1).filter(|_| sweep.is_the_rest(k + 1));
    other.map_or_else(String::new, |other| {
        format!(" {} or nobody win the rest.", safe_text(&other.side))
    })
}
