//! The charts of a sweep: curves or bars for one parameter, heat maps for two.

use std::borrow::Cow;

use minijinja::context;

use super::{Parameter, Sweep, places};
use crate::answer::chart_words;
use crate::chart::{self, Axis, BarSeries, Chart, HeatCell, Labels, LinePoint, LineSeries};
use crate::comparison::plain;
use crate::number::{are_apart, defined, percent};
use crate::safe::safe_text;
use crate::study::Measured;
use crate::words::{self, CONFIDENCE, capital, human};

/// Returns the charts; none if all points are equal.
pub(super) fn all(sweep: &Sweep) -> Vec<(Cow<'static, str>, Chart)> {
    let mut charts = Vec::new();
    if places::changes_nothing(sweep) {
        return charts;
    }
    let mut drawn: Vec<&str> = Vec::new();
    for (k, measured) in sweep.measures.iter().enumerate() {
        let is_there = |k: usize| sweep.points.iter().any(|p| p.cells[k].value.is_some());
        match sweep.parameters.as_slice() {
            [one] if !drawn.contains(&measured.measure.as_str()) => {
                drawn.push(&measured.measure);
                let series: Vec<usize> = (k..sweep.measures.len())
                    .filter(|k| sweep.measures[*k].measure == measured.measure && is_there(*k))
                    // A mirrored line says nothing new.
                    .filter(|k| !sweep.is_the_rest(*k))
                    .collect();
                let chart = one.numbers().map_or_else(
                    || bars(sweep, one, k, &series),
                    |x| lines(sweep, one, &x, k, &series),
                );
                charts.push((format!("{}.svg", measured.measure).into(), chart));
            }
            // The other side's map would be the same in other colours.
            [rows, columns] if is_there(k) && !sweep.is_the_rest(k) => {
                // Names of sides may hold anything, so file names number the sides.
                let number = drawn.iter().filter(|name| **name == measured.measure).count() + 1;
                drawn.push(&measured.measure);
                let suffix = match measured.side.as_str() {
                    "" => String::new(),
                    _ => format!("-side-{number}"),
                };
                let name = format!("{}{suffix}.svg", measured.measure);
                charts.push((name.into(), heat(sweep, rows, columns, k)));
            }
            _ => {}
        }
    }
    charts
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

/// Returns the finding: where the battle is even, or else the course of the measure, first for the side that it changes most.
fn headline(sweep: &Sweep, k: usize, series: &[usize]) -> String {
    let measured = &sweep.measures[k];
    if measured.measure == "win-rate"
        && let [parameter] = &sweep.parameters[..]
        && let Some(even) = places::even_at(sweep)
    {
        return format!("{}: {even}", capital(&human(&parameter.path)));
    }
    // What one side does not win the other does.
    let mut found: Vec<usize> = series.iter().copied().filter(|k| !sweep.is_the_rest(*k)).collect();
    let size = |k: &usize| places::size(sweep, *k);
    found.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let way = |k: &usize| places::told(sweep, *k);
    let side = |k: usize| safe_text(&sweep.measures[k].side);
    let Some(first) = found.first() else { return capital(&measured.human()) };
    if found.len() > 1 && found.iter().all(|other| way(other) == way(first)) {
        let measure = words::measured(&measured.measure, "");
        return format!("{} of both sides: {}", capital(&measure), way(first));
    }
    let told = words::measured(&measured.measure, &side(*first));
    let others = found[1..].iter().map(|of| format!("; {}: {}", side(*of), way(of)));
    format!("{}: {}{}", capital(&told), way(first), others.collect::<String>())
}

/// Returns the parameters without the words that all begin with: `average troops`, not `seize roll of average troops`.
pub(super) fn short_names(sweep: &Sweep) -> Vec<String> {
    let names: Vec<String> = sweep.parameters.iter().map(|of| human(&of.path)).collect();
    let parts: Vec<Vec<&str>> = names.iter().map(|name| name.split(' ').collect()).collect();
    let least = parts.iter().map(Vec::len).min().unwrap_or(1);
    let is_shared = |k: &usize| parts.windows(2).all(|two| two[0][..=*k] == two[1][..=*k]);
    let shared = (0..least.saturating_sub(1)).take_while(is_shared).count();
    parts.iter().map(|parts| parts[shared..].join(" ")).collect()
}

fn lines(sweep: &Sweep, parameter: &Parameter, x: &[f64], k: usize, series: &[usize]) -> Chart {
    let measured = &sweep.measures[k];
    let order = parameter.order().unwrap_or_default();
    let point = |at: usize, k: usize| {
        let value = sweep.points.get(at)?.cells.get(k)?.value?;
        Some(LinePoint { x: x[at], y: value.value, interval: value.interval })
    };
    let base = order.iter().find(|at| sweep.points.get(**at).is_some_and(|p| p.is_base));
    let now = base.and_then(|at| point(*at, *series.first()?));
    let drawn = series.iter().map(|k| LineSeries {
        label: sweep.measures[*k].side.clone(),
        points: order.iter().filter_map(|at| point(*at, *k)).collect(),
    });
    let drawn: Vec<LineSeries> = drawn.collect();
    let labels = labels(sweep, headline(sweep, k, series), measured).and(&the_rest(sweep, k));
    let x = Axis { name: human(&parameter.path), ..Axis::default() };
    let y = Axis::of(words::measured(&measured.measure, ""), measured.format(), None);
    let stressed = (measured.measure == "win-rate").then_some(0.5);
    let chart = Chart { labels, x, y, ..Chart::default() };
    let mut chart = chart::lines(chart, &drawn, 0, stressed);
    if let Some(LinePoint { x, y, .. }) = now {
        let value = parameter.now.as_deref().unwrap_or("not set");
        chart = chart.remarking((x, y), format!("now: {value}"));
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
        let [from, to] = [two[0], two[1]].map(|point| point.y - level);
        (from * to < 0.0).then(|| two[0].x + (two[1].x - two[0].x) * from / (from - to))
    });
    let crossed: Vec<f64> = crossed.collect();
    <[f64; 1]>::try_from(crossed).ok().map(|[at]| at)
}

fn bars(sweep: &Sweep, parameter: &Parameter, k: usize, series: &[usize]) -> Chart {
    let measured = &sweep.measures[k];
    let drawn = series.iter().map(|k| {
        let values = sweep.points.iter().map(|point| point.cells[*k].value.map(Into::into));
        BarSeries::new(&sweep.measures[*k].side, values)
    });
    let labels = labels(sweep, headline(sweep, k, series), measured);
    let y = Axis::of(words::measured(&measured.measure, ""), measured.format(), None);
    let groups: Vec<String> = parameter.values.iter().map(|value| parameter.shown(value)).collect();
    chart::bars(Chart { labels, y, ..Chart::default() }, &groups, &drawn.collect::<Vec<_>>())
}

fn heat(sweep: &Sweep, rows: &Parameter, columns: &Parameter, k: usize) -> Chart {
    let measured = &sweep.measures[k];
    let middle = (measured.measure == "win-rate").then_some(0.5);
    let named = stand_out(sweep, k);
    let cell = |at: Option<usize>| {
        let cell = &sweep.points[at?].cells[k];
        let name = named.iter().find(|(of, _)| Some(*of) == at).map_or("", |(_, name)| name);
        cell.value.map(|of| HeatCell {
            value: of.value,
            // Cells that clearly differ from even must do so over all cells together.
            interval: cell.together.and_then(|it| it.interval).or(of.interval),
            name,
            ..HeatCell::default()
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
    let labels = sweep.played.labels("at each point", headline(sweep, k, &[k]), subtitle);
    let grid = sweep.grid(rows, columns);
    let cells: Vec<Vec<_>> =
        grid.iter().map(|row| row.iter().map(|at| cell(*at)).collect()).collect();
    let names: [Vec<String>; 2] =
        [rows, columns].map(|of| of.values.iter().map(|value| of.shown(value)).collect());
    let chart = Chart { labels, ..Chart::named(human(&rows.path), human(&columns.path)) };
    chart::heat_map(chart, &names, &cells, (middle, measured.format()))
}

/// Returns what happens in games that the first side does not win, if only its map is drawn.
fn the_rest(sweep: &Sweep, k: usize) -> String {
    let Some(other) = sweep.measures.get(k + 1).filter(|_| sweep.is_the_rest(k + 1)) else {
        return String::new();
    };
    let nobody = match sweep.left_over(k + 1) {
        // Shares are stored with six places.
        Some(most) if most > 2e-6 => {
            format!("; nobody wins {} at most", percent(most, None))
        }
        _ => String::new(),
    };
    format!(" {} win the rest{nobody}.", safe_text(&other.side))
}

/// Returns the points to name, the most important names first: the lowest and the highest if they are unique, and the one
/// closest to even. The battle's own point is marked in the heads.
fn stand_out(sweep: &Sweep, k: usize) -> Vec<(usize, &'static str)> {
    let mut named: Vec<(usize, &str)> = Vec::new();
    let Some([least, most]) = places::ends(sweep, k) else { return named };
    let is_alone = |at: &usize| {
        let mine = sweep.points[*at].cells[k].together;
        let values = sweep.points.iter().map(|point| point.cells[k].together);
        let pairs = values.enumerate().filter_map(|(other, value)| Some((other, value?, mine?)));
        pairs
            .filter(|(other, ..)| other != at)
            .all(|(_, other, mine)| are_apart(other.interval, mine.interval))
    };
    for (end, name) in [(least.0, "low"), (most.0, "high")] {
        named.extend(Some(end).filter(is_alone).map(|at| (at, name)));
    }
    if places::size(sweep, k) > 0.0 || places::changes(sweep, k) {
        // If several may be the closest, none is named.
        let even = sweep.closest().filter(|_| sweep.measures[k].measure == "win-rate");
        let even = even.filter(|at| places::as_close(sweep, *at).len() == 1);
        named.extend(even.map(|at| (at, "most even")));
    }
    named
}
