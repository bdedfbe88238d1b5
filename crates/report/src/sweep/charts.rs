//! A sweep as charts: curves or bars for one parameter, a heat map for two.

use std::borrow::Cow;

use super::{Parameter, Point, Sweep, places};
use crate::chart::{
    self, Axis, BarSeries, Callout, Chart, HeatCell, Labels, LinePoint, LineSeries,
};
use crate::comparison::plain;
use crate::number::{are_apart, defined, percent};
use crate::safe::safe_text;
use crate::study::Measured;
use crate::words::{self, CONFIDENCE, capital, human};

/// The charts; none where every point is as any other.
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
                    // A line that mirrors another says nothing.
                    .filter(|k| !sweep.is_the_rest(*k))
                    .collect();
                let chart = one.numbers().map_or_else(
                    || bars(sweep, one, k, &series),
                    |x| lines(sweep, one, &x, k, &series),
                );
                charts.push((format!("{}.svg", measured.measure).into(), chart));
            }
            // The other side's would be the same map in the other colours.
            [rows, columns] if is_there(k) && !sweep.is_the_rest(k) => {
                // Names of sides may hold anything, so they are numbered in names of files.
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

/// What is measured, in a sentence; definitions stand beside the chart.
fn is_measured(measured: &Measured) -> String {
    let about = measured.about.split(". ").next().unwrap_or_default();
    format!("Measured: {}.", about.trim_end_matches('.'))
}

/// What a chart has found: where the battle is even, or else what becomes of the measure, that of the side first which it
/// becomes most of.
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

/// What is varied, without the words that all of it begins with: `average troops`, not `seize roll of average troops`.
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
    let callout = base.and_then(|at| point(*at, *series.first()?)).map(|at| Callout {
        x: at.x,
        y: at.y,
        text: format!("now: {}", parameter.now.as_deref().unwrap_or("not set")),
    });
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
    let mut chart = chart::lines(chart, &drawn, 0, stressed).calling(callout);
    if let (Some(at), [panel]) =
        (stressed.and_then(|at| crossing(&drawn, at)), &mut chart.panels[..])
    {
        *panel = std::mem::take(panel).rule(at, "even");
    }
    chart
}

/// Where a line that stands alone crosses a level once, between its points.
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
    let title = headline(sweep, k, &[k]);
    let cell = |point: &Point| {
        point.cells[k].value.map(|v| HeatCell {
            value: v.value,
            // Of many cells, those that are told apart from even must be so together.
            interval: point.cells[k].together.and_then(|it| it.interval).or(v.interval),
            ..HeatCell::default()
        })
    };
    let middle = (measured.measure == "win-rate").then_some(0.5);
    let mut labels = labels(sweep, title, measured);
    // No cell has room for its interval.
    let widest = sweep.points.iter().filter_map(|point| defined(point.cells[k].together?.interval));
    let half = widest.map(|(low, high)| (high - low) / 2.0).fold(0.0, f64::max);
    let half = match measured.is_share {
        true => format!("{:.1}\u{a0}points", half * 100.0),
        false => plain(half, Some((0.0, half * 2.0))),
    };
    let known =
        format!("Known to ±\u{a0}{half} or better, all {} points together.", sweep.points.len());
    let is_even = if middle.is_some() { " Bold: clearly not even." } else { "" };
    let rest = the_rest(sweep, k);
    labels.subtitle = format!("{}. {} {known}{is_even}{rest}", sweep.title, is_measured(measured));
    let short = format!("{}. ±\u{a0}{half} or better.{is_even}{rest}", sweep.title);
    let named = stand_out(sweep, k);
    let names = [rows, columns].map(|of| of.values.iter().map(|value| of.shown(value)).collect());
    let grid = sweep.grid(rows, columns);
    let cells: Vec<Vec<_>> =
        grid.iter().map(|row| row.iter().map(|at| cell(&sweep.points[(*at)?])).collect()).collect();
    let chart = Chart { labels, ..Chart::named(human(&rows.path), human(&columns.path)) };
    let map = chart::heat_map(chart, &names, &cells, (middle, measured.format()));
    let place = |at: usize| {
        let columns = grid.iter().map(|row| row.iter().position(|it| *it == Some(at)));
        columns.enumerate().find_map(|(row, column)| Some((row, column?)))
    };
    let map = named.into_iter().fold(map, |map, (at, name)| match place(at) {
        Some(place) => map.naming(place, name),
        None => map,
    });
    // A phone has no room for the words that both begin with.
    let mut phone = map.clone();
    phone.labels.subtitle = short;
    let axes = [&mut phone.y, &mut phone.x];
    axes.into_iter().zip(short_names(sweep)).for_each(|(axis, name)| axis.name = name);
    Chart { phone: Some(Box::new(phone)), ..map }
}

/// What becomes of the games that the first side does not win, where only its map is drawn.
fn the_rest(sweep: &Sweep, k: usize) -> String {
    let Some(other) = sweep.measures.get(k + 1).filter(|_| sweep.is_the_rest(k + 1)) else {
        return String::new();
    };
    let nobody = match sweep.left_over(k + 1) {
        // Shares are kept with six places.
        Some(most) if most > 2e-6 => {
            format!("; nobody wins {} at most", percent(most, None))
        }
        _ => String::new(),
    };
    format!(" {} win the rest{nobody}.", safe_text(&other.side))
}

/// Points that are named, the first of several names first: the lowest and the highest, each where no other may be; and the one
/// that is closest to even. Where the battle stands the heads of its row and column say.
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
        // Where several may be, none is.
        let even = sweep.closest().filter(|_| sweep.measures[k].measure == "win-rate");
        let even = even.filter(|at| places::as_close(sweep, *at).len() == 1);
        named.extend(even.map(|at| (at, "most even")));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, parameter};
    use super::*;

    /// Streaks at 16 and 21, of each of these sides.
    fn sweep(of: &[(&str, [f64; 2])]) -> Sweep {
        let of: Vec<_> = of.iter().map(|(side, values)| ("rounds", *side, &values[..])).collect();
        let parameters = vec![parameter("seize.base.average", &["16", "21"])];
        Sweep { parameters, ..super::super::tests::sweep(&["16", "21"], &of, 0.06) }
    }

    #[test]
    fn of_a_grid_one_map_says_both() {
        let mut sweep = sweep(&[("A", [0.0; 2]), ("B", [0.0; 2])]);
        for measured in &mut sweep.measures {
            measured.measure = "win-rate".to_owned();
            measured.is_share = true;
        }
        sweep.parameters.push(parameter("move.foot", &["6", "8"]));
        let all = [("16", "6", 0.7), ("16", "8", 0.8), ("21", "6", 0.3), ("21", "8", 0.4)];
        sweep.points = all
            .map(|(one, other, won)| Point {
                values: vec![one.to_owned(), other.to_owned()],
                changed_games: 1,
                cells: vec![cell(won, 0.02), cell(1.0 - won, 0.02)],
                ..Point::default()
            })
            .into();
        let charts = super::all(&sweep);
        let [(name, chart)] = &charts[..] else { panic!("one map says both: {}", charts.len()) };
        assert_eq!(name, "win-rate-side-1.svg");
        let told = "Win rate of A: 80 % at 16 with 8, 30 % at 21 with 6";
        assert_eq!(chart.labels.title.replace('\u{a0}', " "), told);
        let phone = chart.phone.as_ref().expect("it has words of its own");
        for chart in [chart, phone] {
            assert!(chart.labels.subtitle.ends_with(" B win the rest."), "{:?}", chart.labels);
        }
        assert!(phone.labels.subtitle.len() < chart.labels.subtitle.len());
    }

    #[test]
    fn what_a_sweep_has_found_is_told_from_one_end_to_the_other() {
        let told = |of: &[(&str, [f64; 2])]| {
            let series: Vec<usize> = (0..of.len()).collect();
            headline(&sweep(of), 0, &series)
        };
        let up = [1.5, 2.5];
        assert_eq!(told(&[("", up)]), "Rounds: 1.50 at 16, 2.50 at 21");
        assert_eq!(told(&[("A", up), ("B", up)]), "Rounds of both sides: 1.50 at 16, 2.50 at 21");
        // What changes most is told first.
        let said = "Rounds of B: 2.50 at 16, 1.20 at 21; A: 1.50 at 16, 2.50 at 21";
        assert_eq!(told(&[("A", up), ("B", [2.5, 1.2])]), said);
        let said = "Rounds of B: 1.50 at 16, 2.50 at 21; A: no clear difference";
        assert_eq!(told(&[("A", [1.5, 1.51]), ("B", up)]), said);
        assert_eq!(told(&[("", [1.5, 1.51])]), "Rounds: no clear difference");
    }
}
