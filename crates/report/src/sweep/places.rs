//! Where a sweep is even, and where a measure is least and most.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::course::Course;
use super::{Point, Sweep, charts};
use crate::answer::filled;
use crate::comparison::{NOT_TOLD_APART, Value};
use crate::number::{self, are_apart, counted, defined, half, percents};
use crate::safe::safe_text;
use crate::words::{capital, human, measured};

/// Whether no game went otherwise at any point.
pub(super) fn changes_nothing(sweep: &Sweep) -> bool {
    sweep.points.iter().all(|point| point.changed_games == 0)
}

/// Where both sides win equally often along one of two parameters, while the other is as it is now: the other, what it is now,
/// the places, and what they are of.
pub(super) fn even_through_now(sweep: &Sweep) -> Option<[String; 4]> {
    let [_, _] = sweep.parameters[..] else { return None };
    let names = charts::short_names(sweep);
    [0, 1].into_iter().find_map(|along| {
        let other = &sweep.parameters[1 - along];
        let now = other.now.as_ref().filter(|now| other.values.contains(now))?;
        // What is told of the map as a whole has its intervals.
        let on_line = |point: &Point| Point {
            values: vec![point.values[along].clone()],
            cells: point
                .cells
                .iter()
                .map(|cell| super::PointMeasure { value: cell.together, ..cell.clone() })
                .collect(),
            ..point.clone()
        };
        let points = sweep.points.iter().filter(|point| point.values[1 - along] == *now);
        let line = Sweep {
            parameters: vec![sweep.parameters[along].clone()],
            points: points.map(on_line).collect(),
            ..sweep.clone()
        };
        let (place, of, other) = (even_at(&line)?, &names[along], &names[1 - along]);
        Some([other, now, &place, of].map(|text| safe_text(text)))
    })
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
    let is_apart = ends(sweep, k).is_some_and(|[least, most]| is_apart(least, most));
    if !is_apart && !changes(sweep, k) {
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
    let course = first.and_then(|k| Course::of_points(sweep, k));
    let is_farther = |at: usize| {
        let are_of_one = leads[at] * leads[best] > 0.0;
        let differ = course.as_ref().is_some_and(|course| course.differ(at, best));
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

/// Whether what is lowest and what is highest differ by more than chance explains.
pub(super) fn is_apart(least: There, most: There) -> bool {
    are_apart(least.1.interval, most.1.interval)
}

/// Whether a measure clearly differs anywhere from the battle as it stands: changes on the same dice show more than intervals of
/// values do.
pub(super) fn changes(sweep: &Sweep, k: usize) -> bool {
    sweep.points.iter().any(|of| of.cells[k].change.is_some_and(|change| change.is_real()))
}

/// What becomes of a measure along each of several parameters, the one that it changes most with first, as the mean over the
/// others; nothing if that is clear along none.
pub(super) fn along_each(sweep: &Sweep, k: usize) -> Option<String> {
    let names = charts::short_names(sweep);
    let several = (0..sweep.parameters.len()).filter(|of| sweep.parameters[*of].values.len() > 1);
    let courses = several.map(|along| Some((along, Course::new(sweep, k, along)?)));
    let mut courses = courses.collect::<Option<Vec<_>>>()?;
    courses.sort_by(|one, other| other.1.size().total_cmp(&one.1.size()));
    let (first, others) = courses.split_first().filter(|(first, _)| first.1.size() > 0.0)?;
    let of = &sweep.measures[k];
    let name = capital(&human(&sweep.parameters[first.0].path));
    let way = |it: &Course| it.told().unwrap_or_else(|| NOT_TOLD_APART.to_owned());
    let others = others.iter().map(|(along, it)| format!("; {}: {}", names[*along], way(it)));
    let others: String = others.collect();
    Some(format!("{name}: {} {}{others}", measured(&of.measure, &of.side), way(&first.1)))
}

/// What is known where nothing is seen to become of a measure: which points are not as the others.
pub(super) fn differing(sweep: &Sweep, k: usize) -> String {
    let others = sweep.points.iter().filter(|of| of.cells[k].change.is_some_and(|it| it.is_real()));
    let names: Vec<String> = others.map(|point| point.values.join(" with ")).collect();
    match names.len() {
        0 => NOT_TOLD_APART.to_owned(),
        1 | 2 => safe_text(&format!("clearly not as now at {}", names.join(" and "))),
        count => format!("{count} of {} points clearly differ from now", sweep.points.len()),
    }
}
