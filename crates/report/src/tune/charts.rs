//! The chart of edits: the values of the most telling ones at each target.

use std::borrow::Cow;

use minijinja::context;

use super::answer::facts;
use super::tried::{by_edit, closer, in_words, outside};
use super::{Changed, TargetRow, TriedRow, Tune};
use crate::answer::chart_words;
use crate::chart::{Axis, Chart, Key, Look, Panel, Row, Shape, rows};
use crate::comparison::Value;
use crate::number::{NO_BREAK, bounds, defined, percent};
use crate::once::unique;
use crate::safe::safe_text;
use crate::words::{capital, measured};

const MOST_ROWS: usize = 6;
/// Height of a row, with room for two lines, and greatest width of its name.
const ROW: f64 = 32.0;
const NAMES: f64 = 150.0;

/// Draws a panel for each target, with rows for the present table, the answer and the nearest edits.
pub(super) fn all(tune: &Tune) -> Vec<(Cow<'static, str>, Chart)> {
    let all = by_edit(tune);
    let mut edits: Vec<&[TriedRow]> = all.clone();
    // The sort is stable, so the cheaper of equal edits comes first.
    edits.sort_by(|one, other| {
        let place = |rows: &[TriedRow]| (!rows[0].edit.is_empty(), !is_answer(tune, rows));
        let far = || outside(tune, one).total_cmp(&outside(tune, other));
        place(one).cmp(&place(other)).then_with(far)
    });
    edits.truncate(MOST_ROWS);
    let kinds: Vec<(&str, Look)> = edits.iter().map(|rows| kind(tune, rows)).collect();
    let keys = unique(kinds.iter().copied()).into_iter();
    let [title, subtitle, note] = words(tune, all.len() - edits.len());
    let mut chart = Chart {
        labels: tune.played.labels("at most of each edit and battle", title, subtitle),
        is_lying: true,
        keys: keys.map(|(name, look)| Key::new(name, look, Shape::Point)).collect(),
        columns: 2,
        names: NAMES,
        note,
        ..Chart::default()
    };
    for (k, target) in tune.targets.iter().enumerate() {
        let values = edits.iter().map(|rows| value(tune, rows, k));
        let of_target = edits.iter().zip(values.clone()).zip(&kinds);
        let row = |((edit, value), (_, look)): ((&&[TriedRow], Option<Value>), &(_, Look))| Row {
            name: name(edit),
            dots: value.map(|of| (of.value, *look)).into_iter().collect(),
            interval: value.and_then(|of| of.interval),
            text: value.map_or_else(String::new, |of| of.alone(target.measured.is_share)),
            look: *look,
            // Rows in ink are emphasized.
            is_strong: look.hue == Look::INK.hue,
            ..Row::default()
        };
        let (x, panel) = rows(ROW, &of_target.map(row).collect::<Vec<_>>());
        // A dot at the edge would look cut off.
        let ends = values.flatten().flat_map(|Value { value, interval }| {
            let (low, high) = defined(interval).unwrap_or((value, value));
            [value, low, high]
        });
        let wanted = [target.least, target.most];
        let (low, high) = bounds(ends.chain(wanted.into_iter().flatten()));
        let room = 0.06 * (high - low);
        let range = (low - room, high + room);
        let y =
            Axis::of(format!("wanted: {}", target.wanted()), target.measured.format(), Some(range));
        let wanted = (wanted[0].unwrap_or(range.0), wanted[1].unwrap_or(range.1));
        let panel = panel.shaded(x.range.unwrap_or_default(), wanted);
        let title = capital(&target.name(tune));
        chart.panels.push(Panel { title, y: Some(y), ..panel });
        chart.x = x;
    }
    vec![("tune.svg".into(), chart)]
}

fn words(tune: &Tune, left_out: usize) -> [String; 3] {
    let best = tune.best();
    let shift = match (&tune.targets[..], best) {
        ([TargetRow { measured: of, now, .. }], Some(best)) => {
            let values = now.zip(best.values.first().copied().flatten());
            values.map(|(now, then)| {
                let [now, then] = [now, then].map(|it| it.alone(of.is_share));
                context! { of => measured(&of.measure, &of.side), now, then }
            })
        }
        _ => None,
    };
    let edits = by_edit(tune).iter().filter(|rows| !rows[0].edit.is_empty()).count();
    let facts = context! {
        said => best.map(|edit| capital(&bound(&in_words(edit)))),
        least => percent((1.0 - tune.error / 2.0).min(0.95), Some((0.0, 1.0))),
        played => edits,
        shift,
        left_out,
        ..facts(tune)
    };
    chart_words("tune", facts)
}

/// What an edit is, and how it stands in a chart.
fn kind(tune: &Tune, rows: &[TriedRow]) -> (&'static str, Look) {
    let nearest = closer(tune).filter(|_| tune.best().is_none());
    match rows[0].verdict.as_str() {
        _ if rows[0].edit.is_empty() => ("as it stands", Look { marker: 3, ..Look::INK }),
        _ if is_answer(tune, rows) => ("the answer, on fresh dice", Look::INK),
        // Where nothing meets every target.
        _ if nearest.is_some_and(|(nearest, _)| nearest[0].edit == rows[0].edit) => {
            ("comes nearest", Look { marker: 1, ..Look::INK })
        }
        "meets" => ("meets all targets", Look::hue(0)),
        "misses" => ("misses", Look::hue(1)),
        "refused" => ("failed on fresh dice", Look::hue(3)),
        "aside" => ("played only to see what stands in the way", Look::hue(4)),
        _ => ("not settled", Look::side(None)),
    }
}

fn is_answer(tune: &Tune, rows: &[TriedRow]) -> bool {
    tune.best().is_some_and(|best| Changed::listed(&best.changes) == rows[0].edit)
}

/// Returns an edit's value at a target; the present table's is that of the answer, which may rest on more games than the race.
fn value(tune: &Tune, rows: &[TriedRow], k: usize) -> Option<Value> {
    let now = tune.targets[k].now.filter(|_| rows[0].edit.is_empty());
    now.or_else(|| rows[k].value.map(|value| Value { value, interval: rows[k].interval }))
}

fn name(rows: &[TriedRow]) -> String {
    match rows[0].edit.as_str() {
        "" => "as it stands".to_owned(),
        edit => bound(&safe_text(edit)),
    }
}

/// Keeps the arrows of an edit on one line with its values.
fn bound(edit: &str) -> String {
    edit.replace(" → ", &format!("{NO_BREAK}→{NO_BREAK}"))
}
