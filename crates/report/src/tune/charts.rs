//! Edits as charts: each target against what an edit costs, and two targets that fight each other.

use std::borrow::Cow;

use super::text::{by_edit, closer, in_words, rivals};
use super::{Changed, Ending, Target, TriedRow, Tune};
use crate::chart::{
    self, Axis, Callout, Chart, Effect, EffectTables, Key, Labels, LinePoint, Look, Scatter,
    ScatterPanel, Shape,
};
use crate::comparison::Value;
use crate::layout::layout;
use crate::number::counted;
use crate::safe::safe_text;
use crate::words::{capital, human};

pub(super) fn all(tune: &Tune) -> Vec<(Cow<'static, str>, Chart)> {
    let mut charts = vec![("tune.svg".into(), by_cost(tune))];
    charts.extend(table(tune).map(|chart| ("table.svg".into(), chart)));
    charts.extend(rivals(tune).map(|pair| ("frontier.svg".into(), frontier(tune, pair))));
    charts
}

fn labels(tune: &Tune, title: String, subtitle: String) -> Labels {
    let caption = tune.played.caption("at most of each edit and battle");
    Labels { title, subtitle, caption, ..Labels::default() }
}

fn title(tune: &Tune) -> String {
    match (tune.ending, tune.best()) {
        (Ending::NothingToDo, _) => "Nothing to do: all targets are met".to_owned(),
        (_, Some(edit)) => format!("{} meets every target", capital(&in_words(edit))),
        (Ending::Stopped, _) => "Not known yet: play ended before an edit was certified".to_owned(),
        (Ending::GivenUp, _) => {
            "Given up: on fresh dice no edit was sure to meet every target".to_owned()
        }
        _ => "No edit that was listed is sure to meet every target".to_owned(),
    }
}

/// How an edit stands in a chart.
fn look(rows: &[TriedRow]) -> Look {
    match rows[0].verdict.as_str() {
        "meets" => Look::hue(0),
        "misses" => Look::hue(1),
        "refused" => Look::hue(2),
        _ => Look::side(None),
    }
}

/// What the looks stand for that occur.
fn keys(tune: &Tune) -> Vec<Key> {
    let drawn: Vec<Look> =
        by_edit(tune).into_iter().filter(|rows| !is_answer(tune, rows)).map(look).collect();
    [
        ("meets all targets", Look::hue(0)),
        ("misses", Look::hue(1)),
        ("refused by fresh dice", Look::hue(2)),
        ("not settled", Look::side(None)),
    ]
    .into_iter()
    .filter(|(_, look)| drawn.contains(look))
    .chain(tune.best().map(|_| ("the answer, on fresh dice", Look::INK)))
    .map(|(name, look)| Key::new(name, look, Shape::Point))
    .collect()
}

/// Where a target is wanted; without end where it has none.
fn wanted(target: &Target) -> (f64, f64) {
    (target.least.unwrap_or(f64::NEG_INFINITY), target.most.unwrap_or(f64::INFINITY))
}

/// Whether these are rows of the edit that is the answer.
fn is_answer(tune: &Tune, rows: &[TriedRow]) -> bool {
    tune.best().is_some_and(|best| Changed::listed(&best.changes) == rows[0].edit)
}

/// What is drawn of an edit at a target: of the answer, what fresh dice say.
fn drawn(tune: &Tune, rows: &[TriedRow], k: usize) -> Option<Value> {
    if is_answer(tune, rows) {
        return tune.best()?.values[k];
    }
    // One that misses was left as soon as that was known: its wide interval would only hide the others.
    let is_in = rows[0].verdict != "misses" || rows[0].edit.is_empty();
    Some(Value { value: rows[k].value?, interval: rows[k].interval.filter(|_| is_in) })
}

/// A dot for each edit at its place, and words beside the answer or, where there is none, beside what comes closest.
fn dots<'t>(
    tune: &'t Tune,
    k: usize,
    placed: impl Iterator<Item = (f64, &'t [TriedRow])>,
) -> (Vec<(LinePoint, Look)>, Vec<Callout>) {
    let nearest = closer(tune).filter(|_| tune.best().is_none());
    let (mut dots, mut callouts) = (Vec::new(), Vec::new());
    for (x, rows) in placed {
        let Some(Value { value: y, interval }) = drawn(tune, rows, k) else { continue };
        dots.push((LinePoint { x, y, interval }, look(rows)));
        let edit = rows[0].edit.as_str();
        let is_nearest = nearest.is_some_and(|(nearest, _)| nearest[0].edit == edit);
        if !edit.is_empty() && (is_nearest || is_answer(tune, rows)) {
            callouts.push(Callout { x, y, text: safe_text(edit) });
        }
    }
    (dots, callouts)
}

/// A panel for each target: a dot for each edit, over what it costs.
fn by_cost(tune: &Tune) -> Chart {
    let edits = by_edit(tune);
    let cost = |rows: &[TriedRow]| (rows[0].cells, rows[0].steps);
    let mut costs: Vec<(u32, u32)> = edits.iter().map(|rows| cost(rows)).collect();
    costs.sort_unstable();
    costs.dedup();
    let name = |(cells, steps): &(u32, u32)| match (cells, tune.is_weighed) {
        (0, _) => "now".to_owned(),
        (_, true) => format!("cost {cells}, {}", counted(*steps, "step")),
        (_, false) => format!("{}, {}", counted(*cells, "number"), counted(*steps, "step")),
    };
    // Those of one cost beside each other, in the order in which they were listed.
    let places: Vec<f64> = costs
        .iter()
        .enumerate()
        .flat_map(|(k, of)| {
            let all = edits.iter().filter(|rows| cost(rows) == *of).count();
            (0..all).map(move |n| k as f64 + 0.8 * ((n as f64 + 0.5) / all as f64 - 0.5))
        })
        .collect();
    let panel = |(k, target): (usize, &Target)| {
        let (dots, callouts) = dots(tune, k, places.iter().copied().zip(edits.iter().copied()));
        ScatterPanel {
            title: target.name(tune),
            notes: vec![format!("wanted: {}", target.wanted()), target.wanted()],
            y: Axis::of("", target.measured.format(), None),
            wanted: [(-0.5, costs.len() as f64 - 0.5), wanted(target)],
            dots,
            callouts,
        }
    };
    let subtitle = "Edits that were played, by what they cost: how many numbers they change, and by how many steps in \
                    all. Shaded: as wanted. Whiskers: intervals of those not ruled out, for all looks together; of the \
                    answer, those of its fresh dice.";
    chart::scatter(&Scatter {
        labels: labels(tune, title(tune), subtitle.to_owned()),
        x: Axis::names(costs.iter().map(name)),
        keys: keys(tune),
        panels: tune.targets.iter().enumerate().map(panel).collect(),
    })
}

/// The tables that the edit changes, as it has them.
fn table(tune: &Tune) -> Option<Chart> {
    let edit = tune.best()?;
    let numbers = counted(edit.changes.len() as u64, "number");
    let verb = if edit.changes.len() == 1 { "changes" } else { "change" };
    let title = format!("{numbers} {verb}: {}", in_words(edit));
    let mut tables = layout(&tune.tables).tables;
    let is_changed = |cell: &(String, Effect)| matches!(cell.1, Effect::Is(_, true));
    tables.retain(|table| table.rows.iter().flat_map(|row| &row.1).any(is_changed));
    tables.iter_mut().for_each(|table| table.title = capital(&human(&table.title)));
    let subtitle =
        format!("Every number of the tables of {} that the edit changes.", tune.rulebook);
    (!tables.is_empty()).then(|| {
        let labels = labels(tune, title, subtitle);
        chart::effects(&EffectTables { labels, tables, ..EffectTables::default() })
    })
}

/// Two targets that no edit meets together.
fn frontier(tune: &Tune, (one, two): (usize, usize)) -> Chart {
    let [across, up] = [one, two].map(|k| &tune.targets[k]);
    let edits = by_edit(tune).into_iter();
    let placed = edits.filter_map(|rows| Some((drawn(tune, rows, one)?.value, rows)));
    let (mut dots, callouts) = dots(tune, two, placed);
    // Whiskers one way only would mislead, and both ways hide the dots.
    dots.iter_mut().for_each(|(dot, _)| dot.interval = None);
    let [across_name, up_name] = [across, up].map(|target| target.name(tune));
    chart::scatter(&Scatter {
        labels: labels(
            tune,
            format!("{} and {up_name} fight each other", capital(&across_name)),
            "Every edit that was played. Shaded: where both would be as wanted.".to_owned(),
        ),
        x: Axis::of(across_name, across.measured.format(), None),
        keys: keys(tune),
        panels: vec![ScatterPanel {
            y: Axis::of(up_name, up.measured.format(), None),
            wanted: [wanted(across), wanted(up)],
            dots,
            callouts,
            ..ScatterPanel::default()
        }],
    })
}
