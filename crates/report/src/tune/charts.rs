//! Edits as charts: each target against what an edit costs, and two targets that fight each other.

use std::borrow::Cow;

use super::tried::{all_miss, by_edit, closer, in_words, outside, rivals};
use super::{Changed, Ending, TargetRow, TriedRow, Tune};
use crate::chart::{self, Axis, Callout, Chart, Dot, Key, Labels, Look, ScatterPanel, Shape};
use crate::comparison::Value;
use crate::number::{NO_BREAK, counted, percent};
use crate::safe::safe_text;
use crate::words::{CONFIDENCE, capital, measured};

pub(super) fn all(tune: &Tune) -> Vec<(Cow<'static, str>, Chart)> {
    let mut charts = vec![("tune.svg".into(), by_edits(tune))];
    charts.extend(rivals(tune).map(|pair| ("frontier.svg".into(), frontier(tune, pair))));
    charts
}

fn labels(tune: &Tune, title: String, subtitle: String) -> Labels {
    tune.played.labels("at most of each edit and battle", title, subtitle)
}

fn title(tune: &Tune) -> String {
    let all = match tune.targets.len() {
        1 => "the target".to_owned(),
        2 => "both targets".to_owned(),
        all => format!("all {all} targets"),
    };
    let edits = by_edit(tune).iter().filter(|rows| !rows[0].edit.is_empty()).count();
    match (tune.ending, tune.best()) {
        (Ending::NothingToDo, _) => {
            let now: Vec<Option<Value>> = tune.targets.iter().map(|target| target.now).collect();
            format!("Nothing to do: the table as it stands meets {all}{}", narrowly(tune, &now))
        }
        (_, Some(edit)) => {
            let narrowly = narrowly(tune, &edit.values);
            let found = match (&tune.targets[..], &edit.values[..]) {
                ([target], [value]) => moves(target, *value),
                _ => None,
            };
            let found = match found {
                Some(found) if narrowly.is_empty() => format!(": {found}"),
                Some(found) => format!(": {found}, though it may miss by a little"),
                None => format!(" meets {all}{narrowly}"),
            };
            capital(&bound(&in_words(edit))) + &found
        }
        (Ending::Stopped, _) => "Not known yet: play ended before an edit was certified".to_owned(),
        (Ending::GivenUp, _) => format!("Given up: on fresh dice no edit was sure to meet {all}"),
        _ => match edits {
            0 | 1 => format!("No edit that was listed is sure to meet {all}"),
            _ if let Some(all) = all_miss(tune) => {
                format!("None of the {all} edits that were played meets all targets")
            }
            edits => format!("None of {edits} edits is sure to meet {all}"),
        },
    }
}

/// `win rate of Raiders from 66 % to 51 %`.
fn moves(target: &TargetRow, then: Option<Value>) -> Option<String> {
    let [now, then] = [target.now?, then?].map(|value| value.alone(target.measured.is_share));
    let of = measured(&target.measured.measure, &target.measured.side);
    Some(format!("{of} from {now} to {then}"))
}

/// `, one only just`: of how many targets the interval reaches out of what is wanted, though the value does not.
fn narrowly(tune: &Tune, values: &[Option<Value>]) -> String {
    let reaches_out =
        |(target, value): &(&TargetRow, &Option<Value>)| target.is_met_only_just(**value);
    let narrow: Vec<_> = tune.targets.iter().zip(values).filter(reaches_out).collect();
    match narrow.as_slice() {
        [] => String::new(),
        all if all.len() == tune.targets.len() => ", but only just".to_owned(),
        [(target, _)] => format!(", one only just ({})", target.name(tune)),
        some => format!(", {} only just", some.len()),
    }
}

/// The table as it stands.
const NOW: Look = Look { marker: 3, ..Look::INK };

/// What comes closest to every target, where nothing meets them.
const NEAREST: Look = Look { marker: 1, ..Look::INK };

/// How edits stand in a chart, and what their looks stand for.
fn kinds() -> [(&'static str, Look); 8] {
    [
        ("as it stands", NOW),
        ("the answer, on fresh dice", Look::INK),
        ("comes nearest", NEAREST),
        ("meets all targets", Look::hue(0)),
        ("misses", Look::hue(1)),
        ("failed on fresh dice", Look::hue(3)),
        ("played only to see what stands in the way", Look::hue(4)),
        ("not settled", Look::side(None)),
    ]
}

/// How an edit stands in a chart.
fn look(tune: &Tune, rows: &[TriedRow]) -> Look {
    let kind = match rows[0].verdict.as_str() {
        _ if rows[0].edit.is_empty() => 0,
        _ if is_answer(tune, rows) => 1,
        _ if is_nearest(tune, rows) => 2,
        "meets" => 3,
        "misses" => 4,
        "refused" => 5,
        "aside" => 6,
        _ => 7,
    };
    kinds()[kind].1
}

/// What the looks of these edits stand for.
fn keys(tune: &Tune, edits: &[&[TriedRow]]) -> Vec<Key> {
    let drawn: Vec<Look> = edits.iter().map(|rows| look(tune, rows)).collect();
    let kinds = kinds().into_iter().filter(|(_, look)| drawn.contains(look));
    kinds.map(|(name, look)| Key::new(name, look, Shape::Point)).collect()
}

/// A range without either end.
const EVERYWHERE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Where a target is wanted; without end where it has none.
fn wanted(target: &TargetRow) -> (f64, f64) {
    (target.least.unwrap_or(EVERYWHERE.0), target.most.unwrap_or(EVERYWHERE.1))
}

/// Whether these are rows of the edit that is the answer.
fn is_answer(tune: &Tune, rows: &[TriedRow]) -> bool {
    tune.best().is_some_and(|best| Changed::listed(&best.changes) == rows[0].edit)
}

/// Whether these are rows of the edit that comes nearest, where there is no answer.
fn is_nearest(tune: &Tune, rows: &[TriedRow]) -> bool {
    tune.best().is_none()
        && closer(tune).is_some_and(|(nearest, _)| nearest[0].edit == rows[0].edit)
}

/// What is drawn of an edit at a target; of the table as it stands, what the answer in words says, which may rest on more games
/// than its race.
fn drawn(tune: &Tune, rows: &[TriedRow], k: usize) -> Option<Value> {
    let now = tune.targets[k].now.filter(|_| rows[0].edit.is_empty());
    now.or_else(|| rows[k].value.map(|value| Value { value, interval: rows[k].interval }))
}

/// Rows of one panel; more would be too many to read.
const MOST_ROWS: usize = 6;
/// Height of a row, which has room for two lines, or for a letter, and most width of its name.
const ROW: f64 = 32.0;
const ROW_OF_LETTER: f64 = 24.0;
const NAMES: f64 = 150.0;
/// A phone has no room for the same names under more targets than this.
const FEW_TARGETS: usize = 2;

/// A row for each edit that says most, and a panel for each target: the table as it stands, the answer, and those that come
/// nearest.
fn by_edits(tune: &Tune) -> Chart {
    let has_several = by_edit(tune).iter().any(|rows| rows[0].edit.contains("; "));
    let phone = (tune.targets.len() > FEW_TARGETS).then(|| Box::new(rows(tune, true)));
    Chart { phone, ..rows(tune, has_several) }
}

/// A row for each edit that says most, and a panel for each target, with the names of edits beside their rows, or
/// letters for them.
fn rows(tune: &Tune, has_letters: bool) -> Chart {
    let all = by_edit(tune);
    let mut edits: Vec<&[TriedRow]> = all.clone();
    // The table as it stands is first and the sort stable, so that of equals the cheaper comes first.
    edits.sort_by(|one, other| {
        let place = |rows: &[TriedRow]| (!rows[0].edit.is_empty(), !is_answer(tune, rows));
        let far = || outside(tune, one).total_cmp(&outside(tune, other));
        place(one).cmp(&place(other)).then_with(far)
    });
    edits.truncate(MOST_ROWS);
    let (names, named) = names(&edits, has_letters);
    let panel = |(k, target): (usize, &TargetRow)| {
        let dot = |(row, rows): (usize, &&[TriedRow])| {
            let row = Value { value: row as f64, interval: None };
            Some(Dot { at: [row, drawn(tune, rows, k)?], look: look(tune, rows) })
        };
        ScatterPanel {
            title: capital(&target.name(tune)),
            y: Axis::of(format!("wanted: {}", target.wanted()), target.measured.format(), None),
            wanted: [EVERYWHERE, wanted(target)],
            dots: edits.iter().enumerate().filter_map(dot).collect(),
            ..ScatterPanel::default()
        }
    };
    let fresh = match tune.best() {
        Some(_) => {
            format!("; of the answer, and of the table as it stands, {CONFIDENCE}, on fresh dice")
        }
        None => String::new(),
    };
    let subtitle = format!(
        "Shaded: as wanted. Whiskers: {} intervals that hold for all looks at an edit together{fresh}.",
        percent(1.0 - tune.error / 2.0, None)
    );
    let chart = Chart {
        labels: labels(tune, title(tune), subtitle),
        x: Axis { pitch: if has_letters { ROW_OF_LETTER } else { ROW }, ..Axis::names(names) },
        is_lying: true,
        keys: keys(tune, &edits),
        columns: 2,
        names: NAMES,
        note: match all.len() - edits.len() {
            0 => named,
            more => format!(
                "{named}Of {more} more that were played (tune.csv) none clearly comes nearer."
            ),
        },
        ..Chart::default()
    };
    chart::scatter(chart, &tune.targets.iter().enumerate().map(panel).collect::<Vec<_>>())
}

/// An edit whose arrows stay in one line with what stands beside them.
fn bound(edit: &str) -> String {
    edit.replace(" → ", &format!("{NO_BREAK}→{NO_BREAK}"))
}

/// What rows are called and, where these are letters, what they stand for.
fn names(edits: &[&[TriedRow]], has_letters: bool) -> (Vec<String>, String) {
    let told = |rows: &&[TriedRow]| bound(&safe_text(&rows[0].edit));
    let letters = ('A'..='Z').map(String::from);
    let mut named = String::new();
    let changed = edits.iter().filter(|rows| !rows[0].edit.is_empty()).map(told);
    let mut changed = changed.zip(letters).map(|(name, letter)| match has_letters {
        true => {
            named += &format!("{letter}: {name}. ");
            letter
        }
        false => name,
    });
    let row = |rows: &&[TriedRow]| match rows[0].edit.as_str() {
        "" => "as it stands".to_owned(),
        _ => changed.next().unwrap_or_default(),
    };
    (edits.iter().map(row).collect(), named)
}

/// Two targets that no edit meets together: a dot for each edit, and words beside the table as it stands.
fn frontier(tune: &Tune, (one, two): (usize, usize)) -> Chart {
    let [across, up] = [one, two].map(|k| &tune.targets[k]);
    let mut edits = by_edit(tune);
    // What others must not hide is drawn last.
    edits.sort_by_key(|rows| look(tune, rows).hue == NOW.hue);
    let at = |rows: &[TriedRow]| Some([drawn(tune, rows, one)?, drawn(tune, rows, two)?]);
    let dot = |rows: &&[TriedRow]| Some(Dot { at: at(rows)?, look: look(tune, rows) });
    let dots: Vec<Dot> = edits.iter().filter_map(dot).collect();
    let as_it_stands = |Dot { at: [x, y], .. }: &Dot| Callout {
        x: x.value,
        y: y.value,
        text: "as it stands".to_owned(),
    };
    let callouts = dots.iter().filter(|dot| dot.look == NOW).map(as_it_stands).collect();
    let changed: Vec<&[TriedRow]> =
        edits.iter().copied().filter(|rows| !rows[0].edit.is_empty()).collect();
    let nearest = changed.iter().find(|rows| is_nearest(tune, rows));
    let [across_name, up_name] = [across, up].map(|target| target.name(tune));
    let subtitle = format!(
        "A dot for each edit that was played; lines: {}. Shaded: where one is as wanted ({across_name}: {}; {up_name}: \
         {}); darker: where both would be.",
        match dots.len() > chart::CROWD {
            true => "intervals of those in black",
            false => "intervals; ×2: two in one place",
        },
        across.wanted(),
        up.wanted()
    );
    let title = format!(
        "{} and {up_name} fight each other: none of {} meets both",
        capital(&across_name),
        counted(changed.len() as u64, "edit")
    );
    let chart = Chart {
        labels: labels(tune, title, subtitle),
        x: Axis::of(across_name, across.measured.format(), None),
        keys: keys(tune, &changed),
        note: nearest.map_or_else(String::new, |rows| {
            format!("Nearest: {}", bound(&safe_text(&rows[0].edit)))
        }),
        ..Chart::default()
    };
    let panel = ScatterPanel {
        y: Axis::of(up_name, up.measured.format(), None),
        wanted: [wanted(across), wanted(up)],
        dots,
        callouts,
        ..ScatterPanel::default()
    };
    chart::scatter(chart, &[panel])
}

#[cfg(test)]
mod tests {
    use super::super::Certified;
    use super::*;
    use crate::comparison::tests::known;
    use crate::study::Measured;

    /// Two targets, each wanted from 2 to 4, and these edits with a value at each, after the table as it stands.
    fn tune(edits: &[(&str, [f64; 2])]) -> Tune {
        let target = |side: &str| TargetRow {
            measured: Measured {
                measure: "streak-in-actions".to_owned(),
                side: side.to_owned(),
                ..Measured::default()
            },
            least: Some(2.0),
            most: Some(4.0),
            ..TargetRow::default()
        };
        let rows = |(edit, values): &(&str, [f64; 2])| {
            let row = |value: f64| TriedRow {
                edit: (*edit).to_owned(),
                value: Some(value),
                interval: Some((value - 0.5, value + 0.5)),
                verdict: "misses".to_owned(),
                ..TriedRow::default()
            };
            values.map(row)
        };
        let all = [("", [0.5, 5.0])].iter().chain(edits).flat_map(rows).collect();
        Tune { targets: ["A", "B"].map(target).into(), tried: all, ..Tune::default() }
    }

    /// A search with an answer that comes to these values.
    fn answered(values: [f64; 2]) -> Tune {
        let change = Changed {
            path: "move.foot".to_owned(),
            name: "move on foot".to_owned(),
            now: "8".to_owned(),
            then: "5".to_owned(),
        };
        let edit = Certified {
            changes: vec![change],
            values: values.map(|value| Some(known(value, 0.5))).into(),
            is_certain: true,
            ..Certified::default()
        };
        Tune {
            ending: Ending::Found,
            certified: vec![edit],
            ..tune(&[("move on foot 8 → 5", values)])
        }
    }

    #[test]
    fn the_headline_says_no_more_than_the_whiskers() {
        let title = |values| title(&answered(values)).replace(NO_BREAK, " ");
        assert_eq!(title([3.0, 3.0]), "Move on foot 8 → 5 meets both targets");
        assert_eq!(
            title([3.0, 3.8]),
            "Move on foot 8 → 5 meets both targets, one only just (streak in actions, B)"
        );
        assert_eq!(title([2.1, 3.8]), "Move on foot 8 → 5 meets both targets, but only just");
        let alone = |value| {
            let mut tune = answered([value, 3.0]);
            tune.targets.truncate(1);
            tune.targets[0].now = Some(Value { value: 1.0, interval: Some((0.5, 1.5)) });
            tune.certified[0].values.truncate(1);
            super::title(&tune).replace(NO_BREAK, " ")
        };
        let says = "Move on foot 8 → 5: streak in actions of A from 1.0 to 3.0";
        assert_eq!(alone(3.0), says);
        assert_eq!(alone(2.1), says.replace("3.0", "2.1") + ", though it may miss by a little");
        let none = tune(&[("a 1 → 2", [1.0, 5.0]), ("b 1 → 2", [1.0, 5.0])]);
        assert_eq!(super::title(&none), "None of the 2 edits that were played meets all targets");
        let mut open = none.clone();
        open.tried[2].verdict = "open".to_owned();
        assert_eq!(super::title(&open), "None of 2 edits is sure to meet both targets");
        let now = Some(Value { value: 3.0, interval: Some((1.9, 3.2)) });
        let mut nothing = Tune { ending: Ending::NothingToDo, ..tune(&[]) };
        nothing.targets.iter_mut().for_each(|target| target.now = now);
        assert!(super::title(&nothing).ends_with("meets both targets, but only just"));
    }

    #[test]
    fn the_edits_that_come_nearest_are_drawn_whatever_they_cost() {
        let names = ["a", "b", "c", "d", "e", "f", "g"].map(|name| format!("{name} 1 → 2"));
        // Each is nearer than those before.
        let edits: Vec<(&str, [f64; 2])> = names
            .iter()
            .zip(1..)
            .map(|(name, k)| (name.as_str(), [1.0, 5.0 - 0.1 * f64::from(k)]))
            .collect();
        let edits: Vec<_> = edits.into_iter().map(|(name, [_, far])| (name, [3.0, far])).collect();
        let chart = by_edits(&tune(&edits));
        let rows: Vec<&str> = chart.x.bands.iter().map(|band| band.name.as_str()).collect();
        let [nearest, last] = [rows[1], rows[5]].map(|name| name.replace(NO_BREAK, " "));
        assert_eq!(
            (rows[0], &*nearest, &*last, rows.len()),
            ("as it stands", "g 1 → 2", "c 1 → 2", 6)
        );
        assert_eq!(chart.note, "Of 2 more that were played (tune.csv) none clearly comes nearer.");
        assert_eq!(chart.panels[0].title, "Streak in actions, A");
        // What changes much has a letter beside its rows.
        let chart = by_edits(&tune(&[("a 1 → 2; b 3 → 4", [3.0, 4.5])]));
        assert_eq!(chart.x.bands[1].name, "A");
        assert_eq!(chart.note.replace(NO_BREAK, " ").trim(), "A: a 1 → 2; b 3 → 4.");
    }

    #[test]
    fn where_many_edits_are_only_what_is_named_has_whiskers() {
        let whiskers = |edits: usize| {
            let names: Vec<String> = (0..edits).map(|k| format!("a {k} → 99")).collect();
            let far = |k: usize| [0.5 + k as f64, 9.0 - k as f64];
            let edits: Vec<_> =
                names.iter().enumerate().map(|(k, name)| (name.as_str(), far(k))).collect();
            let chart = frontier(&tune(&edits), (0, 1));
            let marks = chart.panels[0].marks.iter().map(|mark| format!("{mark:?}"));
            marks.filter(|mark| mark.starts_with("Line")).count()
        };
        assert_eq!(whiskers(3), 8);
        assert_eq!(whiskers(30), 4);
    }
}
