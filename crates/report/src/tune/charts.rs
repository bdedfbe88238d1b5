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
    let mut charts = vec![("tune.svg".into(), by_edits(tune))];
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

/// The table as it stands.
const NOW: Look = Look { marker: 3, ..Look::INK };

/// How an edit stands in a chart.
fn look(tune: &Tune, rows: &[TriedRow]) -> Look {
    match rows[0].verdict.as_str() {
        _ if rows[0].edit.is_empty() => NOW,
        _ if is_answer(tune, rows) => Look::INK,
        "meets" => Look::hue(0),
        "misses" => Look::hue(1),
        "refused" => Look::hue(3),
        "aside" => Look::hue(4),
        _ => Look::side(None),
    }
}

/// What the looks of these edits stand for.
fn keys(tune: &Tune, edits: &[&[TriedRow]]) -> Vec<Key> {
    let drawn: Vec<Look> = edits.iter().map(|rows| look(tune, rows)).collect();
    [
        ("the table as it stands", NOW),
        ("the answer, on fresh dice", Look::INK),
        ("meets all targets", Look::hue(0)),
        ("misses", Look::hue(1)),
        ("refused by fresh dice", Look::hue(3)),
        ("played only to see what stands in the way", Look::hue(4)),
        ("not settled", Look::side(None)),
    ]
    .into_iter()
    .filter(|(_, look)| drawn.contains(look))
    .map(|(name, look)| Key::new(name, look, Shape::Point))
    .collect()
}

/// Without either end.
const EVERYWHERE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Where a target is wanted; without end where it has none.
fn wanted(target: &Target) -> (f64, f64) {
    (target.least.unwrap_or(EVERYWHERE.0), target.most.unwrap_or(EVERYWHERE.1))
}

/// Whether these are rows of the edit that is the answer.
fn is_answer(tune: &Tune, rows: &[TriedRow]) -> bool {
    tune.best().is_some_and(|best| Changed::listed(&best.changes) == rows[0].edit)
}

/// What is drawn of an edit at a target: of the answer, what fresh dice say, and of the table as it stands what the answer in
/// words says, which may rest on more games than its race.
fn drawn(tune: &Tune, rows: &[TriedRow], k: usize) -> Option<Value> {
    let raced = rows[k].value.map(|value| Value { value, interval: rows[k].interval });
    match tune.best().filter(|_| is_answer(tune, rows)) {
        Some(best) => best.values[k],
        None if rows[0].edit.is_empty() => tune.targets[k].now.or(raced),
        None => raced,
    }
}

/// Rows of one panel; more would be too many to read.
const MOST_ROWS: usize = 11;
/// Height of a row, which has room for two lines on a phone.
const ROW: f64 = 32.0;

/// A row for each edit, the cheapest first, and a panel for each target.
fn by_edits(tune: &Tune) -> Chart {
    let nearest = closer(tune).map(|(nearest, _)| nearest[0].edit.as_str());
    let told = |(k, rows): (usize, &&[TriedRow])| {
        let is_told = is_answer(tune, rows) || nearest == Some(rows[0].edit.as_str());
        is_told || (k + 2 < MOST_ROWS && rows[0].verdict != "aside")
    };
    let all = by_edit(tune);
    let edits: Vec<&[TriedRow]> =
        all.iter().enumerate().filter(|it| told((it.0, it.1))).map(|(_, rows)| *rows).collect();
    let name = |rows: &&[TriedRow]| match rows[0].edit.as_str() {
        "" => "as it stands".to_owned(),
        edit => safe_text(edit),
    };
    let panel = |(k, target): (usize, &Target)| {
        let dot = |(row, rows): (usize, &&[TriedRow])| {
            let Value { value, interval } = drawn(tune, rows, k)?;
            Some((LinePoint { x: row as f64, y: value, interval }, look(tune, rows)))
        };
        ScatterPanel {
            title: target.name(tune),
            notes: vec![format!("wanted: {}", target.wanted()), target.wanted()],
            y: Axis::of("", target.measured.format(), None),
            wanted: [EVERYWHERE, wanted(target)],
            dots: edits.iter().enumerate().filter_map(dot).collect(),
            ..ScatterPanel::default()
        }
    };
    let subtitle = "Edits that were played, the cheapest first. Shaded: as wanted. Whiskers: intervals that hold for all \
                    looks at an edit together; of the answer, and of the table as it stands beside it, those of fresh \
                    dice.";
    let more = all.len() - edits.len();
    chart::scatter(&Scatter {
        labels: labels(tune, title(tune), subtitle.to_owned()),
        x: Axis { pitch: ROW, ..Axis::names(edits.iter().map(name)) },
        is_lying: true,
        keys: keys(tune, &edits),
        panels: tune.targets.iter().enumerate().map(panel).collect(),
        note: if more == 0 {
            String::new()
        } else {
            format!("{} in tune.csv only", counted(more as u64, "edit"))
        },
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

/// What comes closest to every target.
const NEAREST: Look = Look { marker: 1, ..Look::INK };

/// Two targets that no edit meets together: a dot for each edit, and words beside the table as it stands.
fn frontier(tune: &Tune, (one, two): (usize, usize)) -> Chart {
    let [across, up] = [one, two].map(|k| &tune.targets[k]);
    let edits = by_edit(tune);
    let nearest = closer(tune).map(|(nearest, _)| nearest[0].edit.as_str());
    let (mut dots, mut callouts) = (Vec::new(), Vec::new());
    for rows in &edits {
        let Some((x, y)) = drawn(tune, rows, one).zip(drawn(tune, rows, two)) else { continue };
        // Whiskers one way only would mislead, and both ways hide the dots.
        let (x, y) = (x.value, y.value);
        let is_nearest = nearest == Some(rows[0].edit.as_str());
        let look = if is_nearest { NEAREST } else { look(tune, rows) };
        if look == NOW {
            callouts.push(Callout { x, y, text: "as it stands".to_owned() });
        } else {
            dots.push((LinePoint { x, y, interval: None }, look));
        }
    }
    // The table as it stands has its words beside it; what comes closest would have too many.
    let named: Vec<&[TriedRow]> =
        edits.iter().copied().filter(|rows| !rows[0].edit.is_empty()).collect();
    let nearest = nearest.filter(|edit| !edit.is_empty());
    let nearest = nearest.map(|edit| format!("nearest: {}", safe_text(edit)));
    let nearest = nearest.map(|name| Key::new(name, NEAREST, Shape::Point));
    let [across_name, up_name] = [across, up].map(|target| target.name(tune));
    let subtitle = format!(
        "A dot for each edit that was played. Shaded: where one is as wanted ({across_name}: {}; {up_name}: {}); \
         darker: where both would be.",
        across.wanted(),
        up.wanted()
    );
    let title = format!(
        "{} and {up_name} fight each other: none of {} meets both",
        capital(&across_name),
        counted(named.len() as u64, "edit")
    );
    chart::scatter(&Scatter {
        labels: labels(tune, title, subtitle),
        x: Axis::of(across_name, across.measured.format(), None),
        keys: nearest.into_iter().chain(keys(tune, &named)).collect(),
        panels: vec![ScatterPanel {
            y: Axis::of(up_name, up.measured.format(), None),
            wanted: [wanted(across), wanted(up)],
            dots,
            callouts,
            ..ScatterPanel::default()
        }],
        ..Scatter::default()
    })
}
