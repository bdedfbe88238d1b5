//! Where a sweep is even, and where a measure is least and most.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::{Point, PointMeasure, Sweep};
use crate::Interval;
use crate::answer::filled;
use crate::comparison::{NOT_TOLD_APART, Value};
use crate::number::{self, are_apart, counted, defined, half, percents};
use crate::safe::safe_text;

/// Whether no game went otherwise at any point.
pub(super) fn changes_nothing(sweep: &Sweep) -> bool {
    sweep.points.iter().all(|point| point.changed_games == 0)
}

/// Every place at which both sides win equally often or may do so, if one parameter was varied and there is one: `the favorite changes
/// between 20 and 21`.
pub(super) fn even_at(sweep: &Sweep) -> Option<String> {
    let [parameter] = sweep.parameters.as_slice() else { return None };
    let (leads, values, order) = (sweep.leads()?, &parameter.values, sorted(sweep)?);
    let is_crossed = |two: &&[usize]| leads[two[0]] * leads[two[1]] < 0.0;
    // Where it is crossed between two that are not even, and every stretch of values that may be: between two that are played it may
    // go in a step, so that no value there need be even.
    let is_open = |k: &usize| may_be_even(sweep, *k);
    let surely = order
        .chunk_by(|one, other| is_open(one) == is_open(other))
        .filter(|stretch| !is_open(&stretch[0]))
        .flat_map(|stretch| stretch.windows(2).filter(is_crossed))
        .map(|two| [0, 1].map(|k| safe_text(&values[two[k]])).to_vec());
    let surely: Vec<Vec<String>> = surely.collect();
    let open = order.len() > 2 && order.iter().all(is_open);
    let maybe = if open { Vec::new() } else { stretches(values, &order, is_open) };
    let games = counted(sweep.played.games, "game");
    let is_any = open || !surely.is_empty() || !maybe.is_empty();
    is_any.then(|| filled("even.txt", context! { open, games, surely, maybe }))
}

/// The stretches of values of which something is true: `14`, `17 or 18`, `20 to 22`.
fn stretches(values: &[String], order: &[usize], is: impl Fn(&usize) -> bool) -> Vec<String> {
    let stretches = order.chunk_by(|one, other| is(one) == is(other));
    let told = |stretch: &[usize]| match stretch {
        [one, other] => format!("{} or {}", values[*one], values[*other]),
        [one, .., other] => format!("{} to {}", values[*one], values[*other]),
        _ => values[stretch[0]].clone(),
    };
    stretches.filter(|stretch| is(&stretch[0])).map(|it| safe_text(&told(it))).collect()
}

/// Within what the lead of a side is known: of games without a draw half the widths of how often both win, of others no more.
fn within(wins: [Value; 2]) -> f64 {
    let half = |of: Value| defined(of.interval).map_or(f64::INFINITY, |_| half(of.interval));
    wins.map(half).iter().sum()
}

/// Whether neither side is seen to win more often at a point.
fn may_be_even(sweep: &Sweep, k: usize) -> bool {
    let wins = sweep.wins(&sweep.points[k], |cell| cell.value);
    wins.is_some_and(|[one, other]| (one.value - other.value).abs() <= within([one, other]))
}

/// The point at which the battle is closest to even, and all that games do not tell from it; nothing if who wins is not seen to
/// change, or where several are and it is told where the battle is even.
pub(super) fn closest(sweep: &Sweep) -> Option<Fact> {
    let best = sweep.closest()?;
    let k = sweep.measures.iter().position(|measured| measured.measure == "win-rate")?;
    if course(sweep, k).is_none() && !changes(sweep, k) {
        return None;
    }
    let all = as_close(sweep, best);
    let open = all.len() > 1;
    // Where it is even says more.
    if open && even_at(sweep).is_some() {
        return None;
    }
    let value = |at: &usize| sweep.points[*at].cells[k].together;
    let name = safe_text(&sweep.points[best].values.join(" with "));
    let at = match (sweep.parameters.as_slice(), sorted(sweep)) {
        ([of], Some(order)) => stretches(&of.values, &order, |at| all.contains(at)),
        _ if open => vec![name, counted(all.len() as u64 - 1, "other")],
        _ => vec![name],
    };
    let shares = number::ends(all.iter().filter_map(value), |value| value.value)?;
    let mut shares = match open {
        true => percents(&shares.map(|it| (it.value, it.interval))),
        false => vec![value(&best)?.quoted(true)],
    };
    shares.dedup();
    Some(context! { at, shares, open, side => safe_text(&sweep.measures[k].side) })
}

/// The values of the only parameter in their order, if they are numbers.
fn sorted(sweep: &Sweep) -> Option<Vec<usize>> {
    let [parameter] = sweep.parameters.as_slice() else { return None };
    parameter.order()
}

/// The points that are not clearly farther from even than the closest, and may be even if that may be.
pub(super) fn as_close(sweep: &Sweep, best: usize) -> Vec<usize> {
    let Some(leads) = sweep.leads() else { return vec![best] };
    let half = |at: usize| {
        sweep.wins(&sweep.points[at], |cell| cell.together).map_or(f64::INFINITY, within)
    };
    let first = sweep.measures.iter().position(|of| of.measure == "win-rate");
    let is_farther = |at: usize| {
        let are_of_one = leads[at] * leads[best] > 0.0;
        let differ = first.is_some_and(|k| differ(sweep, k, at, best));
        are_of_one && differ || leads[at].abs() - half(at) > leads[best].abs() + half(best)
    };
    let close: Vec<usize> = (0..leads.len()).filter(|at| *at == best || !is_farther(*at)).collect();
    // What clearly is not even is not named beside what may be.
    match may_be_even(sweep, best) {
        true => close.into_iter().filter(|at| may_be_even(sweep, *at)).collect(),
        false => close,
    }
}

/// The place of a point, and what a measure is there.
type There = (usize, Value);

/// The points at which a measure is lowest and highest, with intervals that hold for all points together, since these were
/// picked for it; nothing if it never came to be measured.
pub(super) fn ends(sweep: &Sweep, k: usize) -> Option<[There; 2]> {
    let points = sweep.points.iter().enumerate();
    let values = points.filter_map(|(at, point)| Some((at, point.cells.get(k)?.together?)));
    number::ends(values, |(_, value)| value.value)
}

/// Whether two points clearly differ. They are held against each other within the intervals of their changes from the battle as it
/// stands, on the same dice, where these are known everywhere and show more, or else within those of the measure itself.
fn differ(sweep: &Sweep, k: usize, one: usize, other: usize) -> bool {
    let all = |of: &dyn Fn(&PointMeasure) -> Option<Value>| {
        let interval = |point: &Point| defined(of(point.cells.get(k)?)?.interval);
        sweep.points.iter().map(interval).collect::<Option<Vec<_>>>()
    };
    let wide = |all: &[Interval]| all.iter().map(|(low, high)| high - low).sum::<f64>();
    let Some(values) = all(&|cell| cell.together) else { return false };
    let changes = all(&|cell| cell.change_together);
    let held = changes.filter(|changes| wide(changes) < wide(&values)).unwrap_or(values);
    are_apart(Some(held[one]), Some(held[other]))
}

/// The points at which a measure is lowest and highest, in the order in which they are varied, if these clearly differ.
fn course(sweep: &Sweep, k: usize) -> Option<[There; 2]> {
    let [least, most] = ends(sweep, k)?;
    let ends = if most.0 < least.0 { [most, least] } else { [least, most] };
    differ(sweep, k, least.0, most.0).then_some(ends)
}

/// By how much a measure goes there, by which headlines name the greatest first; 0 where that is not clear.
pub(super) fn size(sweep: &Sweep, k: usize) -> f64 {
    let Some(ends) = course(sweep, k) else { return 0.0 };
    let [from, to] = ends.map(|(_, of)| of.value);
    // A part of itself, so that unlike measures can be held against each other.
    (to - from).abs() / if sweep.measures[k].is_share { 1.0 } else { from.abs().max(to.abs()) }
}

/// Where a measure is least and most, or what is known where these do not clearly differ.
pub(super) fn told(sweep: &Sweep, k: usize) -> String {
    let Some(ends) = course(sweep, k) else {
        return if changes(sweep, k) { NOT_AS_NOW } else { NOT_TOLD_APART }.to_owned();
    };
    let values = match sweep.measures[k].is_share {
        true => percents(&ends.map(|(_, it)| (it.value, it.interval))),
        false => ends.map(|(_, it)| it.alone(false)).to_vec(),
    };
    let at = ends.map(|(at, _)| safe_text(&sweep.points[at].values.join(" with ")));
    filled("course.txt", context! { values, at })
}

/// What is said of points that differ from the battle as it stands, but not clearly from each other.
const NOT_AS_NOW: &str = "clearly not as now";

/// Whether a measure clearly differs anywhere from the battle as it stands: changes on the same dice show more than intervals of
/// values do.
pub(super) fn changes(sweep: &Sweep, k: usize) -> bool {
    sweep.points.iter().any(|of| of.cells[k].change.is_some_and(|change| change.is_real()))
}
