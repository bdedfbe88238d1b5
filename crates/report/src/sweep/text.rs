//! A sweep as an answer to read.

use super::course::{Course, Way};
use super::{Parameter, Point, Sweep, charts};
use crate::comparison::{NOT_TOLD_APART, Value, signed_number};
use crate::number::{self, are_apart, counted, defined, half, leaves_out, percents, too_few};
use crate::safe::safe_text;
use crate::study::{Confirmed, Measured};
use crate::table::{Cell, Kind, Table};
use crate::text::{definitions, notes, sentences};
use crate::words::{capital, human, measured};
use crate::{LessLuck, Told};

/// The sweep as an answer to read.
pub fn text(sweep: &Sweep) -> Told {
    let played = format!(
        "{} at each of {}, on the same dice (seed {}).{}",
        counted(sweep.played.games, "game"),
        counted(sweep.points.len() as u64, "point"),
        sweep.played.seed,
        too_few(sweep.played.games)
    );
    let measures = sweep.measures.iter();
    let definitions = definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str())));
    let confirmed = Confirmed::told(&sweep.confirmed, true);
    Told::new(
        std::iter::once(varied(sweep))
            .chain(findings(sweep))
            .chain(never(sweep))
            .chain(confirmed)
            .chain([played]),
    )
    .and(points(sweep))
    .and(sweep.played.told_players(true))
    .because(definitions)
    .because(notes(&sweep.played.notes))
}

/// What was varied, and from where to where.
fn varied(sweep: &Sweep) -> String {
    let of = |parameter: &Parameter| {
        let values = match parameter.values.as_slice() {
            [first, .., last] => format!("from {first} to {last}"),
            alone => format!("at {} alone", alone.concat()),
        };
        format!(
            "{} ({}) {values}, now {}",
            human(&parameter.path),
            parameter.path,
            parameter.now.as_deref().unwrap_or("not set")
        )
    };
    let parameters: Vec<String> = sweep.parameters.iter().map(of).collect();
    safe_text(&format!("{}: {}.", sweep.title, parameters.join("; ")))
}

/// Which measures there was nothing to measure for.
fn never(sweep: &Sweep) -> Option<String> {
    let is_never = |k: usize| sweep.points.iter().all(|point| point.cells[k].value.is_none());
    let measures = (0..sweep.measures.len()).filter(|k| is_never(*k));
    let names: Vec<String> = measures.map(|k| sweep.measures[k].name()).collect();
    (!names.is_empty()).then(|| format!("Never measured in this battle: {}.", names.join("; ")))
}

/// Every measure at every point: of one parameter in a table, of two in one for each measure.
fn points(sweep: &Sweep) -> String {
    let is_idle = changes_nothing(sweep);
    let table = match &sweep.parameters[..] {
        [rows, columns] if !is_idle => grids(sweep, rows, columns),
        _ => list(sweep, is_idle),
    };
    let starred = match is_idle {
        true => String::new(),
        false => sentences(&format!(
            "* differs from the battle as it stands{} by more than chance explains (5 % over the whole table)",
            not_shown(sweep)
        )),
    };
    table + &starred
}

/// A measure at a point, with an asterisk where it really differs from the battle as it stands.
fn shown(measured: &Measured, cell: &super::PointMeasure) -> String {
    let mut words = cell.value.map_or(String::new(), |it| it.quoted(measured.is_share));
    if cell.change.is_some_and(|change| change.is_real()) {
        words.push('*');
    }
    words
}

/// A row for each point. Where no game changed one is as any other.
fn list(sweep: &Sweep, is_idle: bool) -> String {
    let varied = sweep.parameters.iter().map(|of| (human(&of.path), Kind::Text));
    let measures = sweep.measures.iter().map(|of| (of.name(), Kind::Number));
    let mut table = Table::headed(varied.chain(measures));
    for point in sweep.points.iter().take(if is_idle { 1 } else { usize::MAX }) {
        let parameters = sweep.parameters.iter().zip(&point.values);
        let value = |(p, value): (&Parameter, &String)| match is_idle {
            true => "any of these".to_owned(),
            false => p.shown(value),
        };
        let values = sweep.measures.iter().zip(&point.cells).map(|(of, cell)| shown(of, cell));
        table.push(parameters.map(value).chain(values).map(Cell::from).collect());
    }
    table.text()
}

/// A table for each measure, one parameter down and the other across.
fn grids(sweep: &Sweep, rows: &Parameter, columns: &Parameter) -> String {
    let names = charts::short_names(sweep);
    let mut text = String::new();
    for (k, measured) in sweep.measures.iter().enumerate().filter(|(k, _)| !sweep.is_the_rest(*k)) {
        let heads = columns.values.iter().map(|value| (columns.shown(value), Kind::Number));
        let mut table = Table::headed(std::iter::once((names[0].clone(), Kind::Text)).chain(heads));
        for (value, points) in rows.values.iter().zip(sweep.grid(rows, columns)) {
            let cell = |at: &Option<usize>| {
                at.map_or(String::new(), |at| shown(measured, &sweep.points[at].cells[k]))
            };
            let values = points.iter().map(cell);
            table.push(std::iter::once(rows.shown(value)).chain(values).map(Cell::from).collect());
        }
        let head = format!("{}; across: {}", told(measured), names[1]);
        text += &format!("{}{}\n", sentences(&head), table.text());
    }
    text
}

/// What the points are compared with, where it is none of them: ` (19, which is not in the table)`.
fn not_shown(sweep: &Sweep) -> String {
    if sweep.points.iter().any(|point| point.is_base) {
        return String::new();
    }
    let now = sweep.parameters.iter().map(|of| of.now.as_deref().unwrap_or("not set"));
    safe_text(&format!(" ({}, which is not in the table)", now.collect::<Vec<_>>().join(" with ")))
}

/// Whether no game went otherwise at any point.
pub(super) fn changes_nothing(sweep: &Sweep) -> bool {
    sweep.points.iter().all(|point| point.changed_games == 0)
}

/// What the sweep has found, in sentences.
fn findings(sweep: &Sweep) -> Vec<String> {
    if changes_nothing(sweep) {
        return vec![format!(
            "No game changed at any point, in {}: {} no difference here.",
            counted(sweep.played.games, "game"),
            if sweep.parameters.len() == 1 { "this number makes" } else { "these numbers make" }
        )];
    }
    let (Some(trend), [parameter]) = (&sweep.trend, sweep.parameters.as_slice()) else {
        return (0..sweep.measures.len())
            .filter(|k| !sweep.is_the_rest(*k))
            .map(|k| from_least_to_most(sweep, k, ""))
            .chain(even_through_now(sweep).map(|even| format!("{}.", capital(&even))))
            .chain(closest(sweep))
            .chain((sweep.parameters.len() > 1).then(|| OVER_THE_OTHER.to_owned()))
            .chain([TOGETHER.to_owned()])
            .collect();
    };
    let name = human(&parameter.path);
    let mut said = even(sweep);
    let is_open = |slope: &Option<Value>| slope.is_some_and(|it| defined(it.interval).is_none());
    if trend.slopes.iter().all(is_open) {
        said.push("More games are needed to say how steep anything is.".to_owned());
    }
    for (k, (measured, slope)) in sweep.measures.iter().zip(&trend.slopes).enumerate() {
        let value = |point: &Point| point.cells[k].value.map(|of| of.value);
        let is_same = sweep.points.windows(2).all(|two| value(&two[0]) == value(&two[1]));
        match slope {
            _ if sweep.is_the_rest(k) => {}
            Some(_) if is_same => {
                said.push(format!("{}: the same at every point.", told(measured)))
            }
            None => said.push(from_least_to_most(sweep, k, ", not a straight line")),
            Some(slope) if defined(slope.interval).is_some() => {
                let course = Course::new(sweep, k, 0);
                let level = level(measured, course.as_ref());
                said.push(level.unwrap_or_else(|| steepness(&name, measured, *slope)));
            }
            Some(_) => {}
        }
    }
    if closest(sweep).is_some() || trend.slopes.contains(&None) {
        said.push(TOGETHER.to_owned());
    }
    said
}

/// A measure at the beginning of a sentence.
fn told(of: &Measured) -> String {
    capital(&measured(&of.measure, &of.side))
}

/// What is told of one of several parameters.
const OVER_THE_OTHER: &str = "Each trend is averaged over the values of the other number.";

/// Why what is picked from the table has another interval than there.
const TOGETHER: &str = "The intervals of what is lowest, highest or closest to even allow for its being picked from all \
                        points, and so are wider than in the table.";

/// Where both sides win equally often: every place of it, and which of the values that were played is closest.
fn even(sweep: &Sweep) -> Vec<String> {
    let place = even_at(sweep).map(|place| format!("The battle {place}."));
    let said: Vec<String> = place.into_iter().chain(closest(sweep)).collect();
    if said.is_empty() { said } else { vec![said.join(" ")] }
}

/// Where both sides win equally often along one of two parameters, while the other is as it is now.
pub(super) fn even_through_now(sweep: &Sweep) -> Option<String> {
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
        Some(safe_text(&format!("with {other} at {now}, as now, the battle {place} for {of}")))
    })
}

/// Every place at which both sides win equally often or may do so, if one parameter was varied and there is one: `tips over
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
        .map(|two| format!("between {} and {}", values[two[0]], values[two[1]]));
    let maybe = stretches(values, &order, is_open).into_iter().map(|at| format!("at {at}"));
    let [surely, maybe] =
        [surely.collect::<Vec<_>>(), maybe.collect()].map(|places| places.join(" and "));
    let place = match (surely.as_str(), maybe.as_str()) {
        ("", "") => return None,
        _ if order.len() > 2 && order.iter().all(is_open) => "may be even at any value".to_owned(),
        (surely, "") => format!("tips over {surely}"),
        ("", maybe) => format!("may be even {maybe}"),
        (surely, maybe) => format!("tips over {surely}, and may be even {maybe}"),
    };
    Some(safe_text(&place))
}

/// The stretches of values of which something is true: `14`, `17 or 18`, `20 to 22`.
fn stretches(values: &[String], order: &[usize], is: impl Fn(&usize) -> bool) -> Vec<String> {
    let stretches = order.chunk_by(|one, other| is(one) == is(other));
    let told = |stretch: &[usize]| match stretch {
        [one, other] => format!("{} or {}", values[*one], values[*other]),
        [one, .., other] => format!("{} to {}", values[*one], values[*other]),
        _ => values[stretch[0]].clone(),
    };
    stretches.filter(|stretch| is(&stretch[0])).map(told).collect()
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
pub(super) fn closest(sweep: &Sweep) -> Option<String> {
    const SAYS: &str = "Closest to even, of the values played";
    let best = sweep.closest()?;
    let k = sweep.measures.iter().position(|measured| measured.measure == "win-rate")?;
    let is_apart = ends(sweep, k).is_some_and(|[least, most]| is_apart(least, most));
    if !is_apart && !changes(sweep, k) {
        return None;
    }
    let side = &sweep.measures[k].side;
    let value = |at: usize| sweep.points[at].cells[k].together;
    let name = |at: usize| sweep.points[at].values.join(" with ");
    let told = match &as_close(sweep, best)[..] {
        [] | [_] => {
            let less = sweep.points[best].cells[k].less_luck.filter(LessLuck::is_worth_saying);
            let less = less.map_or_else(String::new, |less| {
                let share = Value { value: less.share, interval: less.interval }.quoted(true);
                format!(", or {share} with the luck of the dice taken out")
            });
            format!("{}, with {side} at {}{less}", name(best), value(best)?.quoted(true))
        }
        // Where it is even says more.
        _ if even_at(sweep).is_some() => return None,
        all => {
            let values = all.iter().filter_map(|at| value(*at));
            let ends = number::ends(values, |value| value.value)?;
            let shares = percents(&ends.map(|it| (it.value, it.interval)));
            let places = match (sweep.parameters.as_slice(), sorted(sweep)) {
                ([of], Some(order)) => {
                    stretches(&of.values, &order, |at| all.contains(at)).join(" and ")
                }
                _ => format!("{} and {}", name(best), counted(all.len() as u64 - 1, "other")),
            };
            let shares = match &shares[..] {
                [low, high] if low == high => low.clone(),
                shares => shares.join(" to "),
            };
            format!("{places}, with {side} at {shares} and none clearly closest")
        }
    };
    Some(safe_text(&format!("{SAYS}: {told}.")))
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
    let others = others.iter().map(|(along, it)| format!("; {}: {}", names[*along], it.brief()));
    let others: String = others.collect();
    Some(format!("{name}: {} {}{others}", measured(&of.measure, &of.side), first.1.told()))
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

/// Where a measure is lowest and where it is highest, in a sentence; nothing if it never came to be measured.
fn from_least_to_most(sweep: &Sweep, k: usize, how: &str) -> String {
    let measured = &sweep.measures[k];
    let Some([least, most]) = ends(sweep, k) else { return String::new() };
    let show = |(at, value): There| {
        let values = safe_text(&sweep.points[at].values.join(" with "));
        format!("{} at {values}", value.quoted(measured.is_share))
    };
    let is_one = sweep.parameters.len() == 1;
    let course = Course::new(sweep, k, 0).filter(|_| is_one);
    let jump = course.as_ref().map(Course::jump).unwrap_or_default();
    let apart = match (is_apart(least, most), changes(sweep, k)) {
        (true, _) if jump.is_empty() => how,
        (true, _) => &jump,
        (false, true) => "; what clearly differs from the battle as it stands is marked *",
        (false, false) => "; the intervals meet: no clear difference between any two",
    };
    let along = if is_one { None } else { along_each(sweep, k) };
    match along {
        Some(along) => format!("{along}. Lowest {}, highest {}{apart}.", show(least), show(most)),
        None => level(measured, course.as_ref()).unwrap_or_else(|| {
            // In the order in which they were varied, so that it reads as a way from one to the other.
            let [from, to] = if most.0 < least.0 { [most, least] } else { [least, most] };
            format!("{}: from {} to {}{apart}.", told(measured), show(from), show(to))
        }),
    }
}

/// A measure that hardly changes, or goes from one level to another, in a sentence.
fn level(measured: &Measured, course: Option<&Course>) -> Option<String> {
    let course = course.filter(|it| matches!(it.way(), Way::Hardly | Way::Step { .. }))?;
    Some(format!("{}: {}.", told(measured), course.told_with_range()))
}

/// How much a measure changes for each step, in a sentence.
fn steepness(name: &str, measured: &Measured, slope: Value) -> String {
    let unit = if measured.is_share { " points" } else { "" };
    let amount = signed_number(slope.value, slope.interval, measured.is_share);
    let measure = told(measured);
    match leaves_out(slope.interval, 0.0) {
        true => format!("{measure}: {amount}{unit} for +1 to {name}."),
        false => format!("{measure}: no clear trend ({amount}{unit} for +1 to {name})."),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::parameter;
    use super::super::{PointMeasure, Trend};
    use super::*;
    use crate::comparison::tests::known;

    /// A sweep over whole numbers, of which the sides win so much, give or take 4 points, also all points together.
    fn picked(won: &[[f64; 2]]) -> Sweep {
        let values: Vec<String> = (0..won.len()).map(|k| k.to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let [one, other] = [0, 1].map(|side| won.iter().map(|won| won[side]).collect::<Vec<_>>());
        let of = [("win-rate", "Raiders", &one[..]), ("win-rate", "Watch", &other[..])];
        let slopes = vec![Some(known(0.013, 0.014)), Some(known(-0.014, 0.013))];
        let trend = Some(Trend { slopes, even: None });
        Sweep { trend, ..super::super::tests::sweep(&values, &of, 0.04) }
    }

    /// A sweep like [`picked`], but known of the points one by one only.
    fn sweep(won: &[[f64; 2]]) -> Sweep {
        let mut sweep = picked(won);
        for cell in sweep.points.iter_mut().flat_map(|point| &mut point.cells) {
            *cell = PointMeasure { together: None, ..cell.clone() };
        }
        sweep
    }

    #[test]
    fn what_is_set_now_may_be_no_value_of_a_grid() {
        let mut grid = picked(&[[0.7, 0.3], [0.3, 0.7]]);
        grid.parameters.push(parameter("move.foot", &["6"]));
        for point in &mut grid.points {
            point.values.push("6".to_owned());
        }
        for (now, is_told) in [("6", true), ("8", false)] {
            grid.parameters[0].now = Some("5".to_owned());
            grid.parameters[1].now = Some(now.to_owned());
            assert_eq!(even_through_now(&grid).is_some(), is_told, "{now}");
        }
    }

    #[test]
    fn a_battle_is_even_wherever_nobody_is_seen_to_win_more() {
        for (first, place) in [
            // Beside the crossing between 2 and 3 lies 1.
            (&[0.3, 0.47, 0.48, 0.52, 0.7][..], Some("may be even at 1 to 3")),
            (&[0.3, 0.48, 0.52, 0.7], Some("may be even at 1 or 2")),
            (&[0.3, 0.48, 0.7], Some("may be even at 1")),
            // Exactly even is even, wherever it lies.
            (&[0.3, 0.5, 0.7], Some("may be even at 1")),
            (&[0.52, 0.51, 0.5, 0.42], Some("may be even at 0 to 2")),
            (&[0.5, 0.3], Some("may be even at 0")),
            // Nor need it be crossed.
            (&[0.7, 0.6, 0.51], Some("may be even at 2")),
            (&[0.3, 0.4, 0.6], Some("tips over between 1 and 2")),
            (&[0.3, 0.6, 0.3], Some("tips over between 0 and 1 and between 1 and 2")),
            (&[0.3, 0.52, 0.7, 0.3], Some("tips over between 2 and 3, and may be even at 1")),
            (&[0.6, 0.7], None),
        ] {
            let won: Vec<[f64; 2]> = first.iter().map(|won| [*won, 1.0 - won]).collect();
            let told = even_at(&sweep(&won));
            assert_eq!(told.as_deref(), place, "{first:?}");
        }
    }

    #[test]
    fn a_step_against_the_way_is_named_and_else_one_that_is_by_far_the_greatest() {
        for (first, told) in [
            (&[0.1, 0.3, 0.5, 0.35, 0.7][..], ", but down between 2 and 3"),
            (&[0.7, 0.5, 0.65, 0.7, 0.1], ", but up between 1 and 2"),
            // Of what is no more than chance, or less than the others, nothing is said.
            (&[0.1, 0.3, 0.5, 0.45, 0.7], ""),
            (&[0.1, 0.2, 0.3, 0.7, 0.8], ", most steeply between 2 and 3"),
            (&[0.1, 0.2, 0.3, 0.45, 0.5], ""),
            (&[0.1, 0.8], ""),
        ] {
            let won: Vec<[f64; 2]> = first.iter().map(|won| [*won, 1.0 - won]).collect();
            let course = Course::new(&picked(&won), 0, 0).expect("it is known everywhere");
            assert_eq!(course.jump(), told, "{first:?}");
        }
    }

    #[test]
    fn of_what_is_equally_close_to_even_all_is_named() {
        for (first, told) in [
            (
                &[0.8, 0.62, 0.61, 0.62, 0.6][..],
                Some("1 to 4, with Raiders at 60 % to 62 % and none clearly closest"),
            ),
            (&[0.8, 0.7, 0.59], Some("2, with Raiders at 59.0 ± 4.0 %")),
            // It is told where the battle may be even.
            (&[0.8, 0.52, 0.49], None),
            (&[0.62, 0.61, 0.62], None),
        ] {
            let won: Vec<[f64; 2]> = first.iter().map(|won| [*won, 1.0 - won]).collect();
            let closest = closest(&picked(&won)).map(|told| told.replace('\u{a0}', " "));
            let told = told.map(|told| format!("Closest to even, of the values played: {told}."));
            assert_eq!(closest, told, "{first:?}");
        }
    }

    #[test]
    fn a_grid_has_one_number_down_and_the_other_across() {
        let mut sweep = sweep(&[[0.3, 0.7], [0.4, 0.6], [0.5, 0.5], [0.6, 0.4]]);
        sweep.parameters = vec![
            parameter("skill.aimed-fire.line-infantry", &["d6", "d8"]),
            parameter("skill.melee.militia", &["d4", "d10"]),
        ];
        let all = [["d6", "d4"], ["d6", "d10"], ["d8", "d4"], ["d8", "d10"]];
        for (point, values) in sweep.points.iter_mut().zip(all) {
            point.values = values.map(str::to_owned).to_vec();
        }
        let table = points(&sweep).replace('\u{a0}', " ");
        let rows: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        let d8 = rows.iter().find(|row| row.first() == Some(&"d8")).expect("a row for d8");
        assert_eq!(d8[1..], ["50.0", "±", "4.0", "%", "60.0", "±", "4.0", "%"], "{table}");
        assert!(
            table.starts_with("Win rate of Raiders; across: melee skill of militia"),
            "{table}"
        );
        // Watch win the rest.
        assert!(!table.contains("Watch"), "{table}");
    }

    #[test]
    fn of_a_map_is_told_where_it_is_even_along_the_line_through_now() {
        let line = picked(&[[0.2, 0.8], [0.4, 0.6], [0.6, 0.4], [0.8, 0.2]]);
        let mut map = Sweep { trend: None, ..line.clone() };
        let now = Some("9".to_owned());
        map.parameters.push(Parameter { now, ..parameter("seize.base.poor", &["8", "9"]) });
        map.points = line
            .points
            .iter()
            .flat_map(|point| {
                ["8", "9"].map(|other| Point {
                    values: vec![point.values[0].clone(), other.to_owned()],
                    ..point.clone()
                })
            })
            .collect();
        let told =
            "with poor troops at 9, as now, the battle tips over between 1 and 2 for good troops";
        assert_eq!(even_through_now(&map).as_deref(), Some(told));
        assert_eq!(even_through_now(&line), None);
    }

    #[test]
    fn what_is_picked_says_why_its_interval_is_wider() {
        let mut sweep = sweep(&[[0.3, 0.7], [0.52, 0.48], [0.7, 0.3]]);
        for cell in sweep.points.iter_mut().flat_map(|point| &mut point.cells) {
            cell.together = cell.value.map(|one| known(one.value, 0.06));
        }
        let told = findings(&sweep).join(" ").replace('\u{a0}', " ");
        let closest = "Closest to even, of the values played: 1, with Raiders at 52.0 ± 6.0 %.";
        assert!(told.contains(closest) && told.ends_with(TOGETHER), "{told}");
    }

    #[test]
    fn where_no_game_changed_one_row_is_enough_and_nothing_is_drawn() {
        let mut sweep = sweep(&[[0.6, 0.4]; 3]);
        let rows = |sweep: &Sweep| points(sweep).lines().filter(|line| line.contains("60")).count();
        assert_eq!((rows(&sweep), charts::all(&sweep).len()), (3, 1));
        sweep.points.iter_mut().for_each(|point| point.changed_games = 0);
        assert_eq!((rows(&sweep), charts::all(&sweep).len()), (1, 0));
        assert!(points(&sweep).contains("any of these") && !points(&sweep).contains('*'));
    }

    #[test]
    fn what_is_starred_says_what_it_differs_from() {
        let mut sweep = sweep(&[[0.6, 0.4]; 2]);
        sweep.parameters[0].now = Some("7".to_owned());
        let told = |sweep: &Sweep| {
            points(sweep).contains("as it stands (7, which is not in the table) by")
        };
        assert!(told(&sweep));
        sweep.points[1].is_base = true;
        assert!(!told(&sweep) && points(&sweep).contains("the battle as it stands by more"));
    }

    #[test]
    fn what_does_not_change_has_no_trend_and_what_may_has_its_interval() {
        let told = |won: &[[f64; 2]]| findings(&sweep(won)).join(" ").replace('\u{a0}', " ");
        let some = told(&[[0.4, 0.6], [0.6, 0.4]]);
        let trend = "Win rate of Raiders: no clear trend (+1.3 ± 1.4 points for +1 to ";
        assert!(some.contains(trend), "{some}");
        let none = told(&[[0.6, 0.4]; 2]);
        assert!(none.contains("Win rate of Raiders: the same at every point."), "{none}");
    }

    #[test]
    fn what_one_side_does_not_win_is_told_once() {
        let told =
            |drawn: f64| findings(&sweep(&[[0.4, 0.6 - drawn], [0.6, 0.4 - drawn]])).join(" ");
        let few = told(0.02);
        assert!(
            few.contains("Win rate of Raiders: ") && !few.contains("Win rate of Watch: "),
            "{few}"
        );
        let many = told(0.1);
        assert!(many.contains("Win rate of Watch: "), "{many}");
    }
}
