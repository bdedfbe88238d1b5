//! The charts of a comparison: all variants in one picture, bars by variant for measures that were asked for, and the law of
//! streaks.

use std::borrow::Cow;

use skirmish_scenario::measure_head;

use super::dumbbell::dumbbell;
use super::overview::overview;
use super::{Comparison, MeasureRow, NOT_TOLD_APART, Value, Variant, Verdict, answer};
use crate::Report;
use crate::chart::{self, Axis, BarSeries, BarValue, Chart, Labels, ValueFormat};
use crate::comparison::{FEW_DRAWS, places_alone, plain};
use crate::number::{self, half, percent, percents};
use crate::once::grouped;
use crate::report::{Initiative, Provenance};
use crate::safe::safe_text;
use crate::solved::VariantRow;
use crate::study;
use crate::text::framed;
use crate::words::{CONFIDENCE, capital, short_side};

/// Variants beyond which a chart has only what a reader can take in.
const CROWD: usize = 6;

/// How many chances a side has in a row where those to react are left out.
const STREAK: &str = "streak-without-reactions";

/// The measures that two variants are held against each other by.
pub(super) const MAIN: [&str; 17] = [
    "win-rate",
    "through",
    "run-through",
    "stopped-alive",
    "destroyed",
    "streak",
    "unanswered",
    "drought",
    "share-of-chances",
    "seize-rate",
    "walkover",
    "first-mover-win-rate",
    "losses",
    "never-active",
    "actions",
    "dice",
    "decisions",
];

/// All variants in one picture, a chart for each measure that was asked for and has no room in it, and the law of streaks. Where
/// nothing is otherwise the first chart says so.
pub(super) fn all(comparison: &Comparison) -> Vec<(Cow<'static, str>, Chart)> {
    let of = |measure: &str| -> Option<(Cow<'static, str>, Chart)> {
        let rows: Vec<&MeasureRow> = comparison.measured(measure).collect();
        let is_told = rows.iter().any(ever);
        is_told.then(|| (format!("{measure}.svg").into(), bars(comparison, measure, &rows)))
    };
    let (is_idle, many) = (comparison.changes_nothing(), comparison.variants.len());
    let mut charts: Vec<_> = match many {
        _ if is_idle => of("win-rate").into_iter().collect(),
        2 => vec![("overview.svg".into(), dumbbell(comparison))],
        _ => vec![("overview.svg".into(), overview(comparison))],
    };
    if is_idle || many > 2 {
        let asked = comparison.asked.iter().filter(|measure| *measure != "win-rate");
        charts.extend(asked.filter_map(|measure| of(measure)));
    }
    if !is_idle && many <= CROWD && !comparison.streaks.is_empty() {
        charts.push(("streaks.svg".into(), streaks(comparison)));
    }
    if !comparison.solved.is_empty() {
        charts.push(("solved.svg".into(), played_well(comparison)));
    }
    charts
}

/// Whether a measure is anything but nothing under any variant.
pub(super) fn ever(row: &&MeasureRow) -> bool {
    row.values.iter().flatten().any(|value| value.value != 0.0)
}

/// The variants, those under which a measure is highest first; as they were named, where there is none to go by.
pub(super) fn highest_first(comparison: &Comparison, row: Option<&MeasureRow>) -> Vec<usize> {
    let value = |k: usize| row.and_then(|row| row.values[k]).map_or(0.0, |it| it.value);
    let mut order: Vec<usize> = (0..comparison.variants.len()).collect();
    order.sort_by(|one, other| value(*other).total_cmp(&value(*one)));
    order
}

/// What each variant is worth where players have been searched for, with its own and with those of the first.
fn played_well(comparison: &Comparison) -> Chart {
    // Both are of one side.
    let series = |label: &str, hue: usize, bar: fn(&VariantRow) -> Option<Value>| BarSeries {
        hue: Some(hue),
        ..BarSeries::new(label, comparison.solved.iter().map(|row| bar(row).map(Into::into)))
    };
    let subtitle = format!(
        "{}. What {} win, a draw as one half, between players found by a search. Whiskers: intervals, the first made longer \
         by what a further search still gained at most.",
        comparison.title,
        safe_text(&comparison.sides[0])
    );
    let found = [
        series("as well as was found", 2, |row| {
            Some(Value { value: row.best, interval: Some((row.low, row.high)) })
        }),
        series("by the players of the first", 3, |row| {
            Some(Value { value: row.same?, interval: row.same_interval })
        }),
    ];
    let labels = Labels {
        title: told_apart(comparison),
        subtitle,
        // What is worth how much was told on games of its own, not on those of the comparison.
        caption: format!(
            "skirmish {}, seed {}. {}",
            comparison.version, comparison.seed, comparison.command
        ),
        ..Labels::default()
    };
    let y = Axis::of("won", ValueFormat::Percent, Some((0.0, 1.0)));
    chart::bars(Chart { labels, y, ..Chart::default() }, &groups(comparison), &found)
}

/// Between which variants the difference is certain, as far as is known, or that there is none.
fn told_apart(comparison: &Comparison) -> String {
    let side = safe_text(&comparison.sides[0]);
    let rows = comparison.solved.iter().zip(groups(comparison));
    let ends = number::ends(rows, |(row, _)| row.best);
    let Some([(least, under_least), (most, under_most)]) = ends else {
        return format!("What {side} win, played well");
    };
    let [low, high] = [least, most].map(|row| percent(row.best, Some((row.low, row.high))));
    let is_settled = comparison.solved.iter().all(|row| row.settled);
    let played = if is_settled { "Played well" } else { "Not settled yet: played well" };
    if high == low {
        return format!("{played}, {side} win {low} either way");
    }
    let apart = if least.high < most.low { "" } else { ", not told apart" };
    format!(
        "{played}, {side} win {high} under “{under_most}” and {low} under “{under_least}”{apart}"
    )
}

/// How long streaks are under each variant, side by side in a panel for each side.
fn streaks(comparison: &Comparison) -> Chart {
    // Where a report has systems, these are variants, by the names that people call them.
    let (mut streaks, mut streak_means) =
        (comparison.streaks.clone(), comparison.streak_means.clone());
    let of_streaks = streaks.iter_mut().map(|row| &mut row.system);
    for system in of_streaks.chain(streak_means.iter_mut().map(|row| &mut row.system)) {
        if let Some(variant) = comparison.variants.iter().find(|it| it.label == *system) {
            *system = variant.name();
        }
    }
    let report = Report {
        provenance: Provenance {
            program_version: comparison.version.clone(),
            scenario_title: comparison.title.clone(),
            seed: comparison.seed,
            games: comparison.games,
            ..Provenance::default()
        },
        // Systems differ in how a streak comes about; that chances stand in a row is what they share. Where the initiative is
        // seized every action is one.
        initiative: Initiative::Turns,
        sides: comparison.sides.clone(),
        streaks,
        streak_means,
        ..Report::default()
    };
    let chart = chart::streaks(&report);
    let means: Vec<&MeasureRow> = comparison.measured(STREAK).collect();
    let title = match means.is_empty() {
        true => chart.labels.title,
        false => capital(&found(comparison, &measure_head(STREAK), &means)),
    };
    let labels = Labels {
        title,
        subtitle: format!("{}. {}", comparison.title, chart.labels.subtitle),
        caption: caption(comparison),
        warning: warning(comparison, by_side(means)),
        ..chart.labels
    };
    Chart { labels, ..chart }
}

pub(super) fn groups(comparison: &Comparison) -> Vec<String> {
    comparison.variants.iter().map(Variant::name).collect()
}

pub(super) fn caption(comparison: &Comparison) -> String {
    let Comparison { version, seed, command, .. } = comparison;
    study::caption("under each variant", comparison.games, (version, *seed, command))
}

/// Of more variants what other bots have to say is counted: there is no room for each.
const FEW: usize = 3;

/// What other bots have to say of the changes in a chart, in the words of the text: of which rows, each with its name, and under
/// which variants if there are several.
pub(super) fn warning<'c>(
    comparison: &'c Comparison,
    rows: impl Iterator<Item = (String, &'c MeasureRow)>,
) -> String {
    let caveats = |row: &MeasureRow| {
        let changes = (1..).zip(&row.changes);
        grouped(changes.filter_map(|(k, change)| Some((change.as_ref()?.caveat()?, k))))
    };
    let mut told: Vec<_> = rows.map(|(name, row)| (name, caveats(row))).collect();
    // One side's may hold where the other's does not.
    let depends = |of: &(String, Vec<(Verdict, Vec<usize>)>)| {
        of.1.iter().all(|(verdict, _)| *verdict == Verdict::Depends)
    };
    if told.iter().all(depends) && told.windows(2).all(|two| two[0].1 == two[1].1) {
        told.truncate(1);
        told.iter_mut().for_each(|(name, _)| name.clear());
    }
    let all = comparison.variants.len();
    let said: usize = told.iter().map(|(_, caveats)| caveats.len()).sum();
    if all > FEW && said > 1 {
        let open: usize = told.iter().flat_map(|of| &of.1).map(|(_, under)| under.len()).sum();
        let changes = told.len() * (all - 1);
        return format!(
            "{open} of the {changes} differences from {} here depend on who plays, or show with other bots only (panel.csv).",
            comparison.variants[0].short()
        );
    }
    let name = |k: usize| comparison.variants[k].short();
    let under = |variants: &[usize]| match variants.len() {
        _ if all <= 2 => String::new(),
        0..=3 => {
            format!(" under {}", variants.iter().map(|k| name(*k)).collect::<Vec<_>>().join(", "))
        }
        many => format!(" from {} under {many} of {} others", name(0), all - 1),
    };
    let parts = told.iter().flat_map(|(name, caveats)| {
        caveats.iter().map(move |(verdict, variants)| {
            let (word, under) = (verdict.word(), under(variants));
            match (name.as_str(), *verdict) {
                ("", Verdict::Depends) => format!(
                    "what changes here{under} {word}: with other bots it comes out differently"
                ),
                ("", _) => format!("{word}{under}"),
                (name, _) => format!("{name}{under}: {word}"),
            }
        })
    });
    let parts: Vec<String> = parts.collect();
    framed("", &capital(&parts.join("; ")), ".")
}

/// Rows, each by the name of its side.
pub(super) fn by_side<'c>(
    rows: impl IntoIterator<Item = &'c MeasureRow>,
) -> impl Iterator<Item = (String, &'c MeasureRow)> {
    rows.into_iter().map(|row| (safe_text(&row.side), row))
}

/// A measure, each side in bars.
fn bars(comparison: &Comparison, measure: &str, rows: &[&MeasureRow]) -> Chart {
    let share = rows.iter().find(|row| row.is_share);
    let (axis, format) = match share {
        Some(row) => (format!("share {}", row.unit).into(), ValueFormat::Percent),
        None => (measure_head(measure), ValueFormat::Plain),
    };
    let is_crowd = comparison.variants.len() > CROWD;
    // The side is first of which something is found.
    let told = rows.iter().find(|row| clear_ends(comparison, row).is_some()).or(rows.first());
    let order = highest_first(comparison, told.copied().filter(|_| is_crowd));
    let names = groups(comparison);
    let sorted = |row: &&MeasureRow| {
        BarSeries::new(&row.side, order.iter().map(|k| row.values[*k].map(BarValue::from)))
    };
    let labels = Labels {
        title: capital(&found(comparison, &measure_head(measure), rows)),
        subtitle: format!(
            "{}. Measured: {}. Whiskers: {CONFIDENCE} intervals.",
            comparison.title,
            rows.first().map_or("", |row| &row.about)
        ),
        caption: caption(comparison),
        warning: warning(comparison, by_side(rows.iter().copied())),
        ..Labels::default()
    };
    let groups: Vec<String> = order.iter().map(|k| names[*k].clone()).collect();
    let y = Axis::of(axis, format, None);
    let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
    chart::bars(chart, &groups, &rows.iter().map(sorted).collect::<Vec<_>>())
}

/// What was found of a measure: of each side its values under both variants, or under those where it is most and least, if these
/// clearly differ. What one side does not have the other has, and is not told.
pub(super) fn found(comparison: &Comparison, question: &str, rows: &[&MeasureRow]) -> String {
    let rows = if is_shared_out(rows) { &rows[..1] } else { rows };
    let mut apart: Vec<(String, [String; 4])> = Vec::new();
    let mut alike: Vec<String> = Vec::new();
    for row in rows {
        match clear_ends(comparison, row) {
            Some(ends) => apart.push((short_side(&row.side), ends)),
            None => alike.push(format!("; {NOT_TOLD_APART} for {}", short_side(&row.side))),
        }
    }
    let told = match &apart[..] {
        [] => return nothing_found(comparison, question, rows),
        [(side, ends), others @ ..] => {
            let is_of_both = others.iter().any(|(_, of_other)| of_other == ends);
            let side = if is_of_both { "both sides" } else { side };
            let [one, under_one, other, under_other] = ends;
            let first = format!("{side} {one} {under_one}, {other} {under_other}");
            let others = others.iter().filter(|_| !is_of_both).map(|(side, of_other)| {
                let [one, this, other, that] = of_other;
                match [this, that] == [under_one, under_other] {
                    true => format!("; {side} {one}, {other}"),
                    false => format!("; {side} {one} {this}, {other} {that}"),
                }
            });
            first + &others.collect::<String>()
        }
    };
    format!("{question}: {}{}", told.trim_start(), alike.concat())
}

/// Whether the one side has what the other has not.
pub(super) fn is_shared_out(rows: &[&MeasureRow]) -> bool {
    let [one, other] = rows else { return false };
    let mut values = one.values.iter().flatten().zip(other.values.iter().flatten());
    ["win-rate", "share-of-chances"].contains(&one.measure.as_str())
        && values.all(|(one, other)| one.value + other.value > 1.0 - FEW_DRAWS)
}

/// The values of a row under two variants, or where it is most and least of many, each with how its variant is called in a
/// sentence; nothing if these do not clearly differ.
fn clear_ends(comparison: &Comparison, row: &MeasureRow) -> Option<[String; 4]> {
    let mut measured = row.measured();
    if measured.len() > 2 {
        measured = row.falling();
    }
    let [(first, one), .., (last, other)] = measured[..] else { return None };
    let least = if one.value < other.value { first } else { last };
    let (shown_one, shown_other) = shown(row.is_share, one, other);
    let under = |k: usize| comparison.variants[k].under();
    row.is_below(least).then(|| [shown_one, under(first), shown_other, under(last)])
}

/// What was found of a measure where nothing clearly differs: of two variants how often the first side wins.
fn nothing_found(comparison: &Comparison, question: &str, rows: &[&MeasureRow]) -> String {
    let won = rows.first().filter(|row| row.measure == "win-rate").and_then(|row| {
        let values: Option<Vec<Value>> = row.values.iter().copied().collect();
        let [first, others @ ..] = &values?[..] else { return None };
        let (one, other) = shown(true, *first, *others.first()?);
        Some((short_side(&row.side), one, other, others.len()))
    });
    let is_idle = (1..comparison.variants.len()).all(|k| answer::is_unchanged(comparison, k));
    let whose = comparison.panel.as_ref().map_or("", |_| " with the battle's own bots");
    match (is_idle, won) {
        (true, Some((side, won, ..))) => format!("no game changed{whose}: {side} still win {won}"),
        (true, _) => format!("no game changed{whose}: {question}"),
        (false, Some((side, one, other, 1))) => {
            let [first, second] = [0, 1].map(|k| comparison.variants[k].under());
            format!("{NOT_TOLD_APART}: {side} win {one} {first}, {other} {second}")
        }
        (false, _) => format!("{NOT_TOLD_APART}: {question}"),
    }
}

/// Two values that are read side by side, both with as many places as the less certain of them has, if they differ in these.
pub(super) fn shown(is_share: bool, one: Value, other: Value) -> (String, String) {
    let one_by_one = [one, other].map(|Value { value, interval }| match is_share {
        true => percent(value, interval),
        false => plain(value, interval),
    });
    let together = match is_share {
        true => percents(&[one, other].map(|it| (it.value, it.interval))),
        false => {
            let places = [one, other].map(|it| places_alone(half(it.interval)));
            let places = places[0].min(places[1]);
            [one, other].map(|it| format!("{:.places$}", it.value)).to_vec()
        }
    };
    // Of hardly anything whole percents say nothing.
    let is_little = |of: Value| is_share && 0.0 < of.value && of.value < 0.01;
    match &together[..] {
        [first, last] if first != last && !is_little(one) && !is_little(other) => {
            (first.clone(), last.clone())
        }
        _ => one_by_one.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ChangeValue;
    use crate::comparison::tests::{change, compared, known, others, row};
    use crate::number::NO_BREAK;

    #[test]
    fn a_chart_says_that_its_change_depends_on_who_plays() {
        let warning = |least: f64, variants: &[&str]| {
            let others = Some(others([least, 0.2], [true, least < 0.0]));
            let real = ChangeValue { others, ..change(0.1, 0.001) };
            let none = variants.iter().skip(2).map(|_| ChangeValue::default());
            let changes: Vec<ChangeValue> = [real].into_iter().chain(none).collect();
            let row = row(("win-rate", ""), &vec![Value::default(); variants.len()], &changes);
            let comparison = compared(variants, Vec::new());
            bars(&comparison, "win-rate", &[&row]).labels.warning
        };
        assert!(!warning(0.05, &["a", "b"]).contains("depends on who plays"));
        assert!(warning(-0.05, &["a", "b"]).contains("What changes here depends on who plays"));
        assert!(warning(-0.05, &["a", "b", "c"]).contains("here under b depends on who plays"));
    }

    #[test]
    fn a_chart_says_what_only_other_bots_show() {
        let row = |side: &str, is_lower: bool, is_higher: bool| {
            let others = Some(others([-0.46, 0.01], [is_higher, is_lower]));
            let change = ChangeValue { others, ..change(0.0, 0.9) };
            row(("win-rate", side), &[Value::default(); 2], &[change])
        };
        let comparison = compared(&["", ""], Vec::new());
        let warning = |rows: &[&MeasureRow]| bars(&comparison, "win-rate", rows).labels.warning;
        let (lower, higher) = (row("A", true, false), row("B", false, true));
        assert_eq!(
            warning(&[&lower, &higher]),
            "A: lower with other bots; B: higher with other bots."
        );
        assert_eq!(warning(&[&row("", true, false)]), "Lower with other bots.");
        assert_eq!(warning(&[&lower, &row("B", false, false)]), "A: lower with other bots.");
        assert_eq!(
            warning(&[&lower, &row("B", true, true)]),
            "A: lower with other bots; B: depends on who plays."
        );
    }

    #[test]
    fn a_headline_names_what_changes_most_clearly() {
        let row = |(measure, side, values): (&str, &str, [f64; 2]), is_real: bool| {
            let change = change(0.0, if is_real { 0.001 } else { 0.9 });
            row((measure, side), &values.map(|value| known(value, 0.02)), &[change])
        };
        let rows = vec![
            row(("run-through", "Raiders", [0.146, 0.146]), false),
            row(("through", "Raiders", [0.622, 0.704]), true),
            row(("destroyed", "Raiders", [0.342, 0.265]), true),
        ];
        let comparison = compared(&["A", "B"], rows);
        let told = |one: [f64; 2], other: [f64; 2]| {
            let rows = [("streak", "Raiders", one), ("streak", "Watch", other)];
            let rows = rows.map(|of| row(of, true));
            found(&comparison, "Chances", &rows.each_ref())
        };
        let each = told([2.20, 2.16], [3.15, 2.34]);
        assert_eq!(each, "Chances: Raiders 2.20 under A, 2.16 under B; Watch 3.15, 2.34");
        let both = told([2.20, 2.16], [2.20, 2.16]);
        assert_eq!(both, "Chances: both sides 2.20 under A, 2.16 under B");
        let [real, open] = [true, false].map(|is_real| {
            row(("streak", if is_real { "Watch" } else { "Raiders" }, [3.15, 2.34]), is_real)
        });
        assert_eq!(
            found(&comparison, "Chances", &[&open, &real]),
            "Chances: Watch 3.15 under A, 2.34 under B; no clear difference for Raiders"
        );
        // What one side loses the other gains.
        let shared = [("Raiders", [0.30, 0.40]), ("Watch", [0.70, 0.599])];
        let shared = shared.map(|(side, values)| row(("share-of-chances", side, values), true));
        assert!(!found(&comparison, "Chances", &shared.each_ref()).contains("Watch"));
    }

    #[test]
    fn variants_whose_names_begin_alike_are_told_apart() {
        let values = [3.0, 2.0].map(|value| known(value, 0.02));
        let row = row(("streak", "Raiders"), &values, &[change(-1.0, 0.001)]);
        let long = "the same long name of a file of rules, draft";
        let comparison = compared(&[&format!("{long} 1"), &format!("{long} 2")], Vec::new());
        assert!(found(&comparison, "Chances", &[&row]).starts_with("Chances: Raiders 3.00 under"));
    }

    #[test]
    fn ways_of_fighting_are_told_by_what_they_do_to_a_side_and_by_what_is_rolled() {
        let row = |measure: &str, side: &str, values: [f64; 3]| {
            row((measure, side), &values.map(|value| known(value, 0.02)), &[change(0.0, 0.001); 2])
        };
        let rows = vec![
            row("win-rate", "Raiders", [0.65, 0.80, 0.70]),
            row("losses", "Raiders", [3.0, 2.0, 2.5]),
            row("losses", "Watch", [2.0, 5.0, 4.0]),
        ];
        let comparison = Comparison {
            sides: ["Raiders", "Watch"].map(str::to_owned),
            is_of_fighting: true,
            ..compared(&["host", "opposed", "mine"], rows)
        };
        let chart = overview(&comparison);
        assert_eq!(
            chart.labels.title.replace(NO_BREAK, " "),
            "How they fight moves Raiders from 65 % of games won under host to 80 % under opposed"
        );
        let titles: Vec<&str> = chart.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["Raiders win", "Raiders lose", "Watch lose"]);
        let ends = |k: usize| chart.panels[k].y.as_ref().and_then(|axis| axis.range);
        assert_eq!(ends(1), ends(2), "losses are compared");
        assert!(chart.keys.is_empty(), "each panel says whose it is");
        assert!(chart.note.contains("host: d10s by Lloyd's tables; opposed: d20 against d20"));
    }

    #[test]
    fn where_no_game_changed_one_chart_says_so() {
        let row = |measure: &str, side: &str| {
            row((measure, side), &[known(0.5, 0.1); 2], &[ChangeValue::default()])
        };
        let rows = vec![row("win-rate", "A"), row("actions", "")];
        let mut comparison = compared(&["as it is", "cards"], rows);
        let drawn = |comparison: &Comparison| {
            let charts = all(comparison).into_iter();
            charts.map(|(name, chart)| (name, chart.labels.title)).collect::<Vec<_>>()
        };
        let told = |name: &'static str, title: &str| vec![(name.into(), title.to_owned())];
        let open = "No clear difference: A win 50\u{a0}% as it is, 50\u{a0}% under cards";
        assert_eq!(drawn(&comparison), told("overview.svg", open));
        comparison.variants[1].changed_games = Some(0);
        let title = "No game changed: A still win 50\u{a0}%";
        assert_eq!(drawn(&comparison), told("win-rate.svg", title));
        // Other bots may find what the battle's own do not.
        comparison.panel = Some(crate::panel::Panel::default());
        comparison.rows[1].changes[0].as_mut().expect("is there").others =
            Some(others([-0.1, 0.0], [false, true]));
        let title = "No game changed with the battle's own bots: A still win 50\u{a0}%";
        assert_eq!(drawn(&comparison), told("overview.svg", title));
    }

    #[test]
    fn two_variants_are_told_from_dot_to_dot_and_what_one_side_loses_once() {
        let row = |(measure, side): (&str, &str), values: [f64; 2], is_real: bool| {
            let change = change(values[1] - values[0], if is_real { 0.001 } else { 0.9 });
            row((measure, side), &values.map(|value| known(value, 0.02)), &[change])
        };
        let rows = vec![
            row(("win-rate", "Raiders"), [0.53, 0.15], true),
            row(("win-rate", "Watch"), [0.47, 0.85], true),
            row(("destroyed", "Raiders"), [0.40, 0.41], false),
            row(("losses", "Raiders"), [4.0, 6.0], true),
            row(("losses", "Watch"), [0.0, 1.0], true),
        ];
        let sides = ["Raiders", "Watch"].map(str::to_owned);
        let comparison = Comparison { sides, ..compared(&["lloyd", "alternate"], rows) };
        let chart = dumbbell(&comparison);
        let rows = chart.panels.iter().map(|panel| panel.x.as_ref().map(|x| x.bands.len()));
        assert_eq!(rows.collect::<Vec<_>>(), [Some(2), Some(1)], "what begins at 0 has no part");
        let svg = chart.svg().replace("&#160;", " ").replace(NO_BREAK, " ");
        for told in ["53 % → 15 %", "4.00 → 6.00", "Raiders win"] {
            assert!(svg.contains(told), "{told}: {svg}");
        }
        assert!(chart.labels.subtitle.contains("Grey: no clear difference."));
    }

    #[test]
    fn means_in_a_headline_have_no_more_decimals_than_those_in_the_chart() {
        let told = |one, other| shown(false, known(one, 0.02), known(other, 0.02));
        assert_eq!(told(2.208, 2.119), ("2.21".to_owned(), "2.12".to_owned()));
        // Two that differ never read the same.
        assert_eq!(told(2.208, 2.211), ("2.208".to_owned(), "2.211".to_owned()));
    }
}
