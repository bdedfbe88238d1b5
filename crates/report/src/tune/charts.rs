//! Edits as charts: each target against what an edit costs, and two targets that fight each other.

use std::borrow::Cow;

use super::text::{ARROW, by_edit, closer, in_words, rivals};
use super::{Changed, Ending, Target, TriedRow, Tune};
use crate::chart::{
    self, Axis, Callout, Chart, Effect, EffectTables, Key, Labels, LinePoint, Look, Scatter,
    ScatterPanel, Shape,
};
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
        _ => "No edit that was listed meets every target".to_owned(),
    }
}

/// How an edit stands in a chart.
fn look(rows: &[TriedRow]) -> Look {
    match rows[0].verdict.as_str() {
        "meets" => Look::hue(0),
        "misses" => Look::hue(1),
        _ => Look::side(None),
    }
}

/// What the looks stand for that occur.
fn keys(tune: &Tune) -> Vec<Key> {
    let occurs = |look: &Look| by_edit(tune).into_iter().any(|rows| self::look(rows) == *look);
    [
        ("meets all targets", Look::hue(0)),
        ("misses one", Look::hue(1)),
        ("not settled", Look::side(None)),
    ]
    .into_iter()
    .filter(|(_, look)| occurs(look))
    .chain(tune.best().map(|_| ("the answer, on fresh dice", Look::INK)))
    .map(|(name, look)| Key::new(name, look, Shape::Point))
    .collect()
}

/// Where a target is wanted; without end where it has none.
fn wanted(target: &Target) -> (f64, f64) {
    (target.least.unwrap_or(f64::NEG_INFINITY), target.most.unwrap_or(f64::INFINITY))
}

/// An edit that misses was left as soon as that was known: its wide interval would only hide the others.
fn dot(tune: &Tune, x: f64, row: &TriedRow, k: usize) -> Option<LinePoint> {
    // What fresh dice say of the answer is what counts.
    let best = tune.best().filter(|best| Changed::listed(&best.changes) == row.edit);
    if let Some(value) = best.and_then(|best| best.values[k]) {
        return Some(LinePoint { x, y: value.value, interval: value.interval });
    }
    let is_in = row.verdict != "misses" || row.edit.is_empty();
    Some(LinePoint { x, y: row.value?, interval: row.interval.filter(|_| is_in) })
}

fn callout(x: f64, y: f64, text: String) -> Callout {
    Callout { x, y, text }
}

/// What to write beside an edit: itself if it is the answer, or comes closest where there is none.
fn named(tune: &Tune, rows: &[TriedRow]) -> Option<String> {
    let edit = rows[0].edit.as_str();
    let is_it = match tune.best() {
        Some(best) => Changed::listed(&best.changes) == edit,
        None => closer(tune).is_some_and(|(closest, _)| closest[0].edit == edit),
    };
    (is_it && !edit.is_empty()).then(|| safe_text(edit))
}

/// A panel for each target: a dot for each edit, over what it costs.
fn by_cost(tune: &Tune) -> Chart {
    let edits = by_edit(tune);
    let cost = |rows: &[TriedRow]| (rows[0].cells, rows[0].steps);
    let mut costs: Vec<(u32, u32)> = edits.iter().map(|rows| cost(rows)).collect();
    costs.sort_unstable();
    costs.dedup();
    // Cells may have weights: then what they cost is not how many they are.
    let is_weighed = edits.iter().any(|rows| {
        rows[0].edit.matches(ARROW).count() != usize::try_from(rows[0].cells).unwrap_or_default()
    });
    let name = |(cells, steps): &(u32, u32)| match (cells, is_weighed) {
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
    let panel = |(k, target): (usize, &Target)| ScatterPanel {
        title: target.name(tune),
        note: format!("wanted: {}", target.wanted()),
        y: Axis::of("", target.measured.format(), None),
        wanted: [(-0.5, costs.len() as f64 - 0.5), wanted(target)],
        dots: places
            .iter()
            .zip(&edits)
            .filter_map(|(x, rows)| Some((dot(tune, *x, &rows[k], k)?, look(rows))))
            .collect(),
        callouts: places
            .iter()
            .zip(&edits)
            .filter_map(|(x, rows)| {
                Some(callout(*x, dot(tune, *x, &rows[k], k)?.y, named(tune, rows)?))
            })
            .collect(),
    };
    let subtitle = "Edits that were played, by what they cost: how many numbers they change, and by how many steps in \
                    all. Shaded: as wanted. Whiskers, of those not ruled out: intervals \
                    that hold for all looks together.";
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
        format!("The tables of {} that the edit changes, every number of them.", tune.rulebook);
    (!tables.is_empty()).then(|| {
        let labels = labels(tune, title, subtitle);
        chart::effects(&EffectTables { labels, tables, ..EffectTables::default() })
    })
}

/// Two targets that no edit meets together.
fn frontier(tune: &Tune, (one, two): (usize, usize)) -> Chart {
    let [across, up] = [one, two].map(|k| &tune.targets[k]);
    let dots = by_edit(tune).into_iter();
    let dots =
        dots.filter_map(|rows| Some((dot(tune, rows[one].value?, &rows[two], two)?, look(rows))));
    let said = by_edit(tune)
        .into_iter()
        .filter_map(|rows| Some(callout(rows[one].value?, rows[two].value?, named(tune, rows)?)));
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
            dots: dots.collect(),
            callouts: said.collect(),
            ..ScatterPanel::default()
        }],
    })
}
