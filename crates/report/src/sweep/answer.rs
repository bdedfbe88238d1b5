//! Fills the template of a sweep with facts.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::places::{changes_nothing, closest, ends, even_at};
use super::{Measured, Parameter, Sweep};
use crate::answer::of_study;
use crate::comparison::{Value, signed_value};
use crate::number::{counted, defined};
use crate::table::{Cell, Kind, Table};
use crate::text::{definitions, notes, sentences};
use crate::words::{before_value, human};
use crate::{Answer, safe_text};

/// Most points side by side; more are listed in a table.
const MOST_ACROSS: usize = 8;

/// Returns the answer.
pub fn text(sweep: &Sweep) -> Answer {
    let measures = sweep.measures.iter();
    let told = Answer::of("sweep.txt", facts(sweep));
    let told = if is_across(sweep) || changes_nothing(sweep) {
        told
    } else {
        told.with_table(points(sweep))
    };
    told.with_explanation(definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str()))))
        .with_explanation(notes(&sweep.played.methods("sweep")))
}

fn is_across(sweep: &Sweep) -> bool {
    let [parameter] = &sweep.parameters[..] else { return false };
    parameter.order().is_some() && sweep.points.len() <= MOST_ACROSS
}

fn facts(sweep: &Sweep) -> Fact {
    let is_idle = changes_nothing(sweep);
    let told = (0..sweep.measures.len()).filter(|k| !sweep.is_the_rest(*k));
    let is_told = |k: &usize| sweep.points.iter().any(|point| point.cells[*k].value.is_some());
    let (told, never): (Vec<usize>, Vec<usize>) = told.partition(is_told);
    let across = if is_across(sweep) && !is_idle { sweep.parameters[0].order() } else { None };
    context! {
        title => safe_text(&sweep.title),
        varied => sweep.parameters.iter().map(varied).collect::<Fact>(),
        games => counted(sweep.played.games, "game"),
        seed => sweep.played.seed,
        idle => is_idle,
        even => even_at(sweep).map(|even| crate::words::capital(&even)),
        line => sweep.trend.as_ref().and_then(|trend| Some(of_study(&trend.even?))),
        closest => closest(sweep),
        courses => told.iter().filter_map(|k| course(sweep, *k)).collect::<Fact>(),
        never => never.iter().map(|k| name(&sweep.measures[*k])).collect::<Vec<_>>().join(", "),
        heads => across.as_ref().map(|order| {
            order.iter().map(|at| sweep.parameters[0].values[*at].clone()).collect::<Fact>()
        }),
        rows => across.map(|order| told.iter().map(|k| row(sweep, *k, &order)).collect::<Fact>()),
        players => sweep.played.who().map(|who| safe_text(&who)),
    }
}

fn varied(parameter: &Parameter) -> Fact {
    let values = match parameter.values.as_slice() {
        [first, .., last] => format!("{first} to {last}"),
        alone => alone.concat(),
    };
    context! {
        name => safe_text(&human(&parameter.path)),
        values => safe_text(&values),
        now => safe_text(parameter.now.as_deref().unwrap_or("not set")),
    }
}

fn name(of: &Measured) -> String {
    before_value(&of.measure, &of.side)
}

/// Returns the course of a measure: its extremes, and its change for each further step.
fn course(sweep: &Sweep, k: usize) -> Option<Fact> {
    let [one, other] = ends(sweep, k)?;
    let of = &sweep.measures[k];
    // In the order of the sweep.
    let [from, to] = if other.0 < one.0 { [other, one] } else { [one, other] };
    let show = |(at, value): (usize, Value)| {
        let at = safe_text(&sweep.points[at].values.join(" with "));
        format!("{} at {at}", value.alone(of.is_share))
    };
    let slope = sweep.trend.as_ref().and_then(|trend| *trend.slopes.get(k)?);
    let slope = slope.filter(|slope| defined(slope.interval).is_some());
    let slope = slope.map(|it| signed_value(it.value, it.interval, of.is_share));
    Some(context! { what => name(of), from => show(from), to => show(to), slope })
}

fn row(sweep: &Sweep, k: usize, order: &[usize]) -> Fact {
    let of = &sweep.measures[k];
    let cell = |at: &usize| {
        let cell = &sweep.points[*at].cells[k];
        cell.value.map_or("–".to_owned(), |value| value.alone(of.is_share))
    };
    context! { what => name(of), cells => order.iter().map(cell).collect::<Fact>() }
}

/// Returns every measure at every point: one table for one parameter, a table for each measure for two.
fn points(sweep: &Sweep) -> String {
    let table = match &sweep.parameters[..] {
        [rows, columns] => grid(sweep, rows, columns),
        _ => list(sweep),
    };
    table + "* clearly differs from the battle as it stands (5 % error over the table)\n"
}

/// Returns a measure at a point, with an asterisk if it clearly differs from the battle as it stands.
fn shown(measured: &Measured, cell: &super::PointMeasure) -> String {
    let mut words = cell.value.map_or(String::new(), |it| it.quoted(measured.is_share));
    if cell.change.is_some_and(|change| change.is_real()) {
        words.push('*');
    }
    words
}

fn list(sweep: &Sweep) -> String {
    let varied = sweep.parameters.iter().map(|of| (human(&of.path), Kind::Text));
    let measures = sweep.measures.iter().map(|of| (of.name(), Kind::Number));
    let mut table = Table::headed(varied.chain(measures));
    for point in &sweep.points {
        let parameters = sweep.parameters.iter().zip(&point.values);
        let value = |(p, value): (&Parameter, &String)| p.shown(value);
        let values = sweep.measures.iter().zip(&point.cells).map(|(of, cell)| shown(of, cell));
        table.push(parameters.map(value).chain(values).map(Cell::from).collect());
    }
    table.text()
}

/// Returns a table of the first measure, one parameter down and the other across; the others are in `sweep.csv` and on the page.
fn grid(sweep: &Sweep, rows: &Parameter, columns: &Parameter) -> String {
    let Some(measured) = sweep.measures.first() else { return String::new() };
    let names = [rows, columns].map(|of| human(&of.path));
    let heads = columns.values.iter().map(|value| (columns.shown(value), Kind::Number));
    let mut table = Table::headed(std::iter::once((names[0].clone(), Kind::Text)).chain(heads));
    for (value, points) in rows.values.iter().zip(sweep.grid(rows, columns)) {
        let cell = |at: &Option<usize>| {
            at.map_or(String::new(), |at| shown(measured, &sweep.points[at].cells[0]))
        };
        let values = points.iter().map(cell);
        table.push(std::iter::once(rows.shown(value)).chain(values).map(Cell::from).collect());
    }
    let head = format!("{}; across: {}", name(measured), names[1]);
    format!("{}{}\n", sentences(&head), table.text())
}
