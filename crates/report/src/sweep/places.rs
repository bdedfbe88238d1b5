//! Where a sweep is even, and where a measure is lowest and highest.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::{Point, PointMeasure, Sweep};
use crate::Interval;
use crate::answer::filled;
use crate::comparison::{NOT_TOLD_APART, Value};
use crate::number::{self, are_apart, counted, defined, half, percents};
use crate::safe::safe_text;

pub(super) fn changes_nothing(sweep: &Sweep) -> bool {
    sweep.points.iter().all(|point| point.changed_games == 0)
}

/// Returns the places at which the sides surely or perhaps win equally often, for one parameter: `the favorite changes between
/// 20 and 21`.
pub(super) fn even_at(sweep: &Sweep) -> Option<String> {
    let [parameter] = sweep.parameters.as_slice() else { return None };
    let (leads, values, order) = (sweep.leads()?, &parameter.values, parameter.order()?);
    let is_crossed = |two: &&[usize]| leads[two[0]] * leads[two[1]] < 0.0;
    // Crossings between two clearly uneven values, and stretches of values that may be even. Between two values the lead may
    // change in a jump, so a crossing need not have an even value.
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

/// Returns the stretches of values that fulfil a condition: `14`, `17 or 18`, `20 to 22`.
fn stretches(values: &[String], order: &[usize], is: impl Fn(&usize) -> bool) -> Vec<String> {
    let stretches = order.chunk_by(|one, other| is(one) == is(other));
    let told = |stretch: &[usize]| match stretch {
        [one, other] => format!("{} or {}", values[*one], values[*other]),
        [one, .., other] => format!("{} to {}", values[*one], values[*other]),
        _ => values[stretch[0]].clone(),
    };
    stretches.filter(|stretch| is(&stretch[0])).map(|it| safe_text(&told(it))).collect()
}

/// Returns the uncertainty of a side's lead: the sum of the half-widths of both win rates, an upper bound if games are drawn.
fn within(wins: [Value; 2]) -> f64 {
    let half = |of: Value| defined(of.interval).map_or(f64::INFINITY, |_| half(of.interval));
    wins.map(half).iter().sum()
}

/// Returns whether neither side clearly wins more often at a point.
fn may_be_even(sweep: &Sweep, k: usize) -> bool {
    let wins = sweep.wins(&sweep.points[k], |cell| cell.value);
    wins.is_some_and(|[one, other]| (one.value - other.value).abs() <= within([one, other]))
}

/// Returns the point closest to even, with those that may be as close; `None` if the win rate does not clearly change, or if
/// several points are as close and it is known where the battle is even.
pub(super) fn closest(sweep: &Sweep) -> Option<Fact> {
    let best = sweep.closest()?;
    let k = sweep.measures.iter().position(|measured| measured.measure == "win-rate")?;
    if course(sweep, k).is_none() && !changes(sweep, k) {
        return None;
    }
    let all = as_close(sweep, best);
    let open = all.len() > 1;
    if even_at(sweep).is_some() {
        return None;
    }
    let value = |at: &usize| sweep.points[*at].cells[k].together;
    let name = safe_text(&sweep.points[best].values.join(" with "));
    let at = match sweep.parameters.as_slice() {
        [of] if of.order().is_some() => {
            stretches(&of.values, &of.order().unwrap_or_default(), |at| all.contains(at))
        }
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

/// The points that are not clearly farther from even than the closest.
fn as_close(sweep: &Sweep, best: usize) -> Vec<usize> {
    let Some(leads) = sweep.leads() else { return vec![best] };
    let half = |at: usize| {
        sweep.wins(&sweep.points[at], |cell| cell.together).map_or(f64::INFINITY, within)
    };
    let most = leads[best].abs() + half(best);
    let is_close = |at: &usize| *at == best || leads[*at].abs() - half(*at) <= most;
    (0..leads.len()).filter(is_close).collect()
}

/// Index of a point, and a measure's value there.
type There = (usize, Value);

/// Returns the points at which a measure is lowest and highest, with intervals over all points, since they were selected.
pub(super) fn ends(sweep: &Sweep, k: usize) -> Option<[There; 2]> {
    let points = sweep.points.iter().enumerate();
    let values = points.filter_map(|(at, point)| Some((at, point.cells.get(k)?.together?)));
    number::ends(values, |(_, value)| value.value)
}

/// Returns whether two points clearly differ, by the intervals of their changes from the battle as it stands, on the same dice,
/// if these are known everywhere and narrower; else by those of the measure itself.
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

/// Returns the lowest and highest points of a measure in the order of the sweep, if they clearly differ.
fn course(sweep: &Sweep, k: usize) -> Option<[There; 2]> {
    let [least, most] = ends(sweep, k)?;
    let ends = if most.0 < least.0 { [most, least] } else { [least, most] };
    differ(sweep, k, least.0, most.0).then_some(ends)
}

/// Returns the lowest and highest value of a measure, or what is known if they do not clearly differ.
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

/// Words for points that clearly differ from the battle as it stands, but not from each other.
const NOT_AS_NOW: &str = "clearly not as now";

/// Returns whether a measure clearly differs anywhere from the battle as it stands, by its changes on the same dice.
pub(super) fn changes(sweep: &Sweep, k: usize) -> bool {
    sweep.points.iter().any(|of| of.cells[k].change.is_some_and(|change| change.is_real()))
}
