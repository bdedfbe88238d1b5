//! A sweep as charts: curves or bars for one parameter, a heat map for two.

use super::{Parameter, Point, Sweep, Trend, text};
use crate::chart::{
    self, Axis, BarChart, BarSeries, Callout, Chart, HeatCell, HeatMap, Labels, LineChart,
    LinePoint, LineSeries,
};
use crate::comparison::{Value, plain};
use crate::number::{defined, percents};
use crate::safe::safe_text;
use crate::study::Measured;
use crate::words::{capital, human};

/// The charts; none where every point is as any other.
pub(super) fn all(sweep: &Sweep) -> Vec<(String, Chart)> {
    let mut charts = Vec::new();
    if text::changes_nothing(sweep) {
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
                    .collect();
                let chart = one.numbers().map_or_else(
                    || bars(sweep, one, k, &series),
                    |x| lines(sweep, one, &x, k, &series),
                );
                charts.push((format!("{}.svg", measured.measure), chart));
            }
            [rows, columns] if is_there(k) => {
                // Names of sides may hold anything, so they are numbered in names of files.
                let number = drawn.iter().filter(|name| **name == measured.measure).count() + 1;
                drawn.push(&measured.measure);
                let suffix = if measured.side.is_empty() {
                    String::new()
                } else {
                    format!("-side-{number}")
                };
                let name = format!("{}{suffix}.svg", measured.measure);
                charts.push((name, heat(sweep, rows, columns, k)));
            }
            _ => {}
        }
    }
    charts
}

fn labels(sweep: &Sweep, title: String, measured: &Measured) -> Labels {
    Labels {
        title,
        subtitle: format!(
            "{}. Measured: {}. {:.0}\u{a0}% intervals.",
            sweep.title,
            measured.about,
            sweep.played.confidence * 100.0
        ),
        caption: sweep.played.caption("at each point"),
        ..Labels::default()
    }
}

/// What a chart has found: where the battle is even, or else where each measure is lowest and where it is highest.
fn headline(sweep: &Sweep, k: usize, series: &[usize]) -> String {
    let measured = &sweep.measures[k];
    let name = sweep.parameters.iter().map(|parameter| human(&parameter.path));
    let name = capital(&name.collect::<Vec<_>>().join(" and "));
    if measured.measure == "win-rate" {
        if let Some(even) = text::even_at(sweep) {
            return format!("{name}: the battle {even}");
        }
        // The lowest and the highest are named in the map.
        if let (Some(even), Some((least, most))) =
            (text::even_through_now(sweep), text::ends(sweep, k))
        {
            let shares = percents(&[least, most].map(|(_, it)| (it.value, it.interval)));
            let side = safe_text(&measured.side);
            return format!("{side} win {} to {}; {even}", shares[0], shares[1]);
        }
    }
    let has_base = sweep.points.iter().any(|point| point.is_base);
    let is_one = sweep.parameters.len() == 1;
    let found: Vec<(String, String)> = series
        .iter()
        .filter_map(|k| {
            let (least, most) = text::ends(sweep, *k)?;
            // Both as exact as the one that is known less well.
            let wide = |value: Value| defined(value.interval).map_or(0.0, |(low, high)| high - low);
            let known = if wide(least.1) > wide(most.1) { least.1 } else { most.1 };
            let shown = |(point, value): (&Point, Value), is_named: bool| {
                let value = Value { interval: known.interval, ..value };
                let value = text::value_alone(value, sweep.measures[*k].is_share);
                format!("{value} at {}", place(sweep, point, is_named))
            };
            // In the order in which they were varied, so that it reads as a way from one to the other.
            let index = |of: &Point| sweep.points.iter().position(|point| std::ptr::eq(point, of));
            let is_falling = index(most.0) < index(least.0);
            let [from, to] = if is_falling { [most, least] } else { [least, most] };
            let way = if is_falling { "down" } else { "up" };
            let side = safe_text(&sweep.measures[*k].side);
            let differ = has_base && text::changes(sweep, *k);
            if text::is_apart(least, most) || differ && is_one {
                let (from, to) = (shown(from, true), shown(to, false));
                return Some((side, format!("{way} from {from} to {to}{}", text::jump(sweep, *k))));
            }
            // The ends of many are picked: what is known is how many differ from the battle as it stands.
            let is_other = |of: &&Point| of.cells[*k].change.is_some_and(|it| it.is_real());
            let count = sweep.points.iter().filter(is_other).count();
            let of = sweep.points.len();
            differ.then(|| (side, format!("{count} of {of} points clearly differ from now")))
        })
        .collect();
    let measure = measured.measure.replace('-', " ");
    let told = |of: &str, way: &str| format!("{}{of} {way}", capital(&measure));
    match found.as_slice() {
        [] if is_one => format!("{name}: no clear difference in {measure}"),
        [] => {
            let of = capital(&measured.human());
            format!("{of}: no clear difference between any two of {} points", sweep.points.len())
        }
        [(side, way)] if side.is_empty() => told(":", way),
        [(_, way), (_, other)] if way == other => told(" of both sides:", way),
        // The other's is what is left.
        [(side, way), _] if measured.measure == "win-rate" => told(&format!(", {side}:"), way),
        [(side, way), others @ ..] => {
            let others = others.iter().map(|(side, way)| format!("; {side}: {way}"));
            told(&format!(", {side}:"), way) + &others.collect::<String>()
        }
    }
}

/// The values of a point: the only one as it is, of several each after what is varied, in few words, unless that was said.
fn place(sweep: &Sweep, point: &Point, is_named: bool) -> String {
    if point.values.len() == 1 || !is_named {
        return safe_text(&point.values.join(" and "));
    }
    let values = short_names(sweep).into_iter().zip(&point.values);
    let values: Vec<String> = values.map(|(name, value)| format!("{name} {value}")).collect();
    safe_text(&values.join(" and "))
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

fn series_name(measured: &Measured) -> String {
    if measured.side.is_empty() {
        measured.measure.replace('-', " ")
    } else {
        measured.side.clone()
    }
}

fn lines(sweep: &Sweep, parameter: &Parameter, x: &[f64], k: usize, series: &[usize]) -> Chart {
    let measured = &sweep.measures[k];
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|one, two| x[*one].total_cmp(&x[*two]));
    let point = |at: usize, k: usize| {
        let value = sweep.points.get(at)?.cells.get(k)?.value?;
        Some(LinePoint { x: x[at], y: value.value, interval: value.interval })
    };
    let base = order.iter().find(|at| sweep.points.get(**at).is_some_and(|p| p.is_base));
    let callouts = base.and_then(|at| point(*at, *series.first()?)).map(|at| Callout {
        x: at.x,
        y: at.y,
        text: format!("now: {}", parameter.now.as_deref().unwrap_or("not set")),
    });
    // What crosses it more than once is told in words.
    let even = sweep.trend.as_ref().and_then(Trend::even_place);
    let even = even.filter(|_| measured.measure == "win-rate" && text::even_at(sweep).is_some());
    let drawn = series.iter().map(|k| LineSeries {
        label: series_name(&sweep.measures[*k]),
        points: order.iter().filter_map(|at| point(*at, *k)).collect(),
        stepped: false,
    });
    chart::lines(&LineChart {
        labels: labels(sweep, headline(sweep, k, series), measured),
        x: Axis { name: human(&parameter.path), ..Axis::default() },
        y: Axis::of(measured.measure.replace('-', " "), measured.format(), None),
        series: drawn.collect(),
        stressed: (measured.measure == "win-rate").then_some(0.5),
        rules: even.map(|(x, _)| (x, "even".to_owned())).into_iter().collect(),
        callouts: callouts.into_iter().collect(),
    })
}

fn bars(sweep: &Sweep, parameter: &Parameter, k: usize, series: &[usize]) -> Chart {
    let measured = &sweep.measures[k];
    let drawn = series.iter().map(|k| BarSeries {
        label: series_name(&sweep.measures[*k]),
        values: sweep.points.iter().map(|point| point.cells[*k].value.map(Into::into)).collect(),
    });
    chart::bars(&BarChart {
        labels: labels(sweep, headline(sweep, k, series), measured),
        y: Axis::of(measured.measure.replace('-', " "), measured.format(), None),
        groups: parameter.values.iter().map(|value| parameter.shown(value)).collect(),
        series: drawn.collect(),
        ..BarChart::default()
    })
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
    labels.subtitle = format!(
        "{}. Measured: {}. Known to ±\u{a0}{half} or better, by intervals that hold for all {} points together.",
        sweep.title,
        measured.about,
        sweep.points.len()
    );
    let named = stand_out(sweep, k);
    if named.len() > 1 {
        labels.subtitle.push_str(" What is named was picked from all of them.");
    }
    if middle.is_some() {
        labels.subtitle.push_str(" Bold: clearly not even.");
    }
    let map = chart::heat_map(&HeatMap {
        labels,
        row_name: human(&rows.path),
        column_name: human(&columns.path),
        rows: rows.values.iter().map(|value| rows.shown(value)).collect(),
        columns: columns.values.iter().map(|value| columns.shown(value)).collect(),
        cells: sweep
            .points
            .chunks(columns.values.len().max(1))
            .map(|row| row.iter().map(cell).collect())
            .collect(),
        middle,
        format: measured.format(),
    });
    let map = named.into_iter().fold(map, |map, (at, name)| {
        let columns = columns.values.len().max(1);
        map.naming((at / columns, at % columns), name)
    });
    // A phone has no room for the words that both begin with.
    let mut phone = map.clone();
    let axes = [&mut phone.y, &mut phone.x];
    axes.into_iter().zip(short_names(sweep)).for_each(|(axis, name)| axis.name = name);
    Chart { phone: Some(Box::new(phone)), ..map }
}

/// Points that are named, the first of several names first: the battle as it stands and, where any two points clearly differ,
/// the lowest and the highest, and the one that is closest to even.
fn stand_out(sweep: &Sweep, k: usize) -> Vec<(usize, &'static str)> {
    let index = |of: &Point| sweep.points.iter().position(|point| std::ptr::eq(point, of));
    let mut named = vec![(sweep.points.iter().position(|point| point.is_base), "now")];
    if let Some((least, most)) = text::ends(sweep, k)
        && (text::is_apart(least, most) || text::changes(sweep, k))
    {
        named.extend([(index(least.0), "low"), (index(most.0), "high")]);
        let even = sweep.closest().filter(|_| sweep.measures[k].measure == "win-rate");
        named.push((even, "most even"));
    }
    named.into_iter().filter_map(|(at, name)| Some((at?, name))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;

    /// Streaks at 16 and 21, of each of these sides.
    fn sweep(of: &[(&str, [f64; 2])]) -> Sweep {
        let cell = |value: f64| {
            let value = Some(Value { value, interval: Some((value - 0.06, value + 0.06)) });
            Cell { value, together: value, ..Cell::default() }
        };
        let point = |k: usize| Point {
            values: vec![["16", "21"][k].to_owned()],
            cells: of.iter().map(|(_, values)| cell(values[k])).collect(),
            ..Point::default()
        };
        let measured = |side: &str| Measured {
            measure: "streak".to_owned(),
            side: side.to_owned(),
            ..Measured::default()
        };
        Sweep {
            parameters: vec![Parameter {
                path: "seize.base.average".to_owned(),
                ..Parameter::default()
            }],
            measures: of.iter().map(|(side, _)| measured(side)).collect(),
            points: [0, 1].map(point).into(),
            ..Sweep::default()
        }
    }

    #[test]
    fn what_a_sweep_has_found_is_told_from_one_end_to_the_other() {
        let told = |of: &[(&str, [f64; 2])]| {
            let series: Vec<usize> = (0..of.len()).collect();
            headline(&sweep(of), 0, &series)
        };
        let (up, down) = ([1.5, 2.5], [2.5, 1.5]);
        assert_eq!(told(&[("", up)]), "Streak: up from 1.50 at 16 to 2.50 at 21");
        assert_eq!(told(&[("", down)]), "Streak: down from 2.50 at 16 to 1.50 at 21");
        assert_eq!(
            told(&[("A", up), ("B", up)]),
            "Streak of both sides: up from 1.50 at 16 to 2.50 at 21"
        );
        assert_eq!(
            told(&[("A", up), ("B", down)]),
            "Streak, A: up from 1.50 at 16 to 2.50 at 21; B: down from 2.50 at 16 to 1.50 at 21"
        );
        assert_eq!(
            told(&[("A", [1.5, 1.51]), ("B", up)]),
            "Streak, B: up from 1.50 at 16 to 2.50 at 21"
        );
        assert_eq!(
            told(&[("", [1.5, 1.51])]),
            "Seize roll of average troops: no clear difference in streak"
        );
    }
}
