//! A study of sensitivity as charts: the tables of the rules with what each number does, the greatest effects, the luck.

use super::layout::layout;
use super::{Luck, LuckSource, Number, Sensitivity, StepEffect, TOP, ranked};
use crate::chart::{
    self, Axis, BarChart, BarSeries, BarValue, Chart, EffectTables, Labels, ValueFormat,
};
use crate::comparison::{ChangeValue, Value};
use crate::number::{NO_BREAK, counted, defined};
use crate::study::Measured;

fn labels(study: &Sensitivity, title: String, subtitle: String) -> Labels {
    Labels { title, subtitle, caption: study.played.caption("with each step"), ..Labels::default() }
}

const OTHERWISE: &str = "with other players it comes out otherwise";

/// The same of numbers, some of which may do something else with other players.
fn labels_of_numbers(study: &Sensitivity, title: String, subtitle: String) -> Labels {
    let rows = study.others.iter().flat_map(|others| &others.rows);
    let depend: Vec<&str> =
        rows.filter(|row| row.depends_on_who_plays()).map(|row| row.path.as_str()).collect();
    let warning = match depend.as_slice() {
        [] => String::new(),
        [path] => format!("What {path} does depends on who plays: {OTHERWISE}."),
        [first @ .., last] => {
            let first = first.join(", ");
            format!("What {first} and {last} do depends on who plays: {OTHERWISE}.")
        }
    };
    Labels { warning, ..labels(study, title, subtitle) }
}

/// How changes of a measure read.
pub(super) const fn change_format(measure: &Measured) -> ValueFormat {
    if measure.is_share { ValueFormat::Points } else { ValueFormat::Signed }
}

const fn unit(measure: &Measured) -> &'static str {
    if measure.is_share { "points of " } else { "" }
}

pub(super) fn tables(study: &Sensitivity) -> Chart {
    let name = study.measure.name();
    let dead = study.numbers.iter().filter(|n| n.is_dead()).count();
    let all = study.numbers.len();
    let games = counted(study.played.games, "game");
    let title = match dead {
        0 => format!("Each of {all} numbers changes some of {games}"),
        dead => format!("{dead} of {all} numbers change none of {games}"),
    };
    let subtitle = format!(
        "{}. What one step up changes, in {}{name}; the reverse of a step down where there is none up; of words, the \
         greatest change.",
        study.title,
        unit(&study.measure)
    );
    let layout = layout(study);
    chart::effects(&EffectTables {
        labels: labels_of_numbers(study, title, subtitle),
        tables: layout.tables,
        dead: layout.dead,
        format: change_format(&study.measure),
    })
}

/// What the chart of the greatest effects has found. One number is said to matter most only if the interval of its greatest
/// step lies beyond those of all others.
fn tornado_title(study: &Sensitivity, ranked: &[(&Number, ChangeValue)]) -> String {
    let name = study.measure.name();
    let size = |change: &ChangeValue| {
        let (low, high) = defined(change.interval)?;
        Some((low.max(-high).max(0.0), high.max(-low)))
    };
    let beyond = ranked.split_first().filter(|((first, most), others)| {
        let least = size(most).map_or(0.0, |(least, _)| least);
        let mut steps = others
            .iter()
            .flat_map(|(number, _)| number.steps.iter().filter_map(|step| step.change));
        first.is_real()
            && steps.all(|step| size(&step).is_some_and(|(_, greatest)| greatest < least))
    });
    let real = ranked.iter().filter(|(number, _)| number.is_real()).count();
    let games = counted(study.played.games, "game");
    match (beyond, real) {
        (Some(((first, _), _)), _) => format!("{} matters most for {name}", first.path),
        (None, 0) => format!("No number is seen to move {name} in {games}"),
        (None, 1) => format!("1 of {} numbers is seen to move {name}", study.numbers.len()),
        (None, real) => {
            format!("{real} of {} numbers are seen to move {name}", study.numbers.len())
        }
    }
}

pub(super) fn tornado(study: &Sensitivity) -> Chart {
    let name = study.measure.name();
    let ranked = ranked(study);
    let title = tornado_title(study, &ranked);
    let bar = |step: Option<&StepEffect>| {
        let ChangeValue { value, interval, .. } = step?.change?;
        Some(BarValue { value, interval, exact: None })
    };
    let rows = ranked.iter().take(TOP).map(|(number, greatest)| {
        let words = number.steps.iter().find(|s| s.change == Some(*greatest));
        let (down, up) = match (number.toward(-1), number.toward(1)) {
            (None, None) => (None, words),
            pair => pair,
        };
        let to = |step: Option<&StepEffect>| {
            step.filter(|s| s.refused.is_empty()).map(|s| s.value.clone())
        };
        let steps: Vec<String> =
            to(down).into_iter().chain([number.value.clone()]).chain(to(up)).collect();
        (
            format!("{} ({})", number.path, steps.join(&format!("{NO_BREAK}·{NO_BREAK}"))),
            (bar(down), bar(up)),
        )
    });
    let (groups, (down, up)) = rows.unzip();
    let series = |label: &str, values| BarSeries { label: label.to_owned(), values };
    let unit = if study.measure.is_share { ", in points" } else { "" };
    let subtitle = format!(
        "{}. What one step changes; whiskers: {:.0} % intervals.",
        study.title,
        study.played.confidence * 100.0
    );
    chart::bars(&BarChart {
        labels: labels_of_numbers(study, title, subtitle),
        y: Axis::of(format!("change of {name}{unit}"), change_format(&study.measure), None),
        groups,
        series: vec![series("a step down", down), series("a step up, or another word", up)],
        is_lying: true,
        ..BarChart::default()
    })
}

/// Which dice have the greatest part in the luck, if their interval lies above all others.
fn luck_title(measured: &Measured, luck: &Luck, rolled: &[&LuckSource]) -> String {
    let measure = measured.measure.replace('-', " ");
    let what =
        if measured.side.is_empty() { measure } else { format!("{measure} of {}", measured.side) };
    if rolled.iter().all(|source| source.total.is_none()) {
        let why = if luck.games < luck.least { "too few games" } else { "the same in every game" };
        return format!("Where the luck in the {what} comes from: {why}");
    }
    let ends = |source: &LuckSource| source.total.and_then(|total| defined(total.interval));
    let is_first = |one: &&&LuckSource| {
        let mut others = rolled.iter().filter(|other| other.source != one.source);
        ends(one).is_some_and(|(low, _)| {
            others.all(|other| ends(other).is_some_and(|(_, high)| high < low))
        })
    };
    match rolled.iter().find(is_first) {
        Some(first) => {
            format!("Luck in the {what}: the dice for {} have the greatest part", first.source)
        }
        None => format!("Where the luck in the {what} comes from"),
    }
}

pub(super) fn luck(study: &Sensitivity, luck: &Luck) -> Chart {
    let rolled: Vec<&LuckSource> = luck.sources.iter().filter(|source| source.dice > 0.0).collect();
    let title = luck_title(&study.measure, luck, &rolled);
    let series = |label: &str, pick: fn(&LuckSource) -> Option<Value>| BarSeries {
        label: label.to_owned(),
        values: rolled.iter().map(|source| pick(source).map(BarValue::from)).collect(),
    };
    let subtitle = format!(
        "{}. Share of the variance over games that the dice of each kind explain alone, and that they have a part in.",
        study.title
    );
    chart::bars(&BarChart {
        labels: labels(study, title, subtitle),
        y: Axis::of("share of the variance", ValueFormat::Percent, None),
        groups: rolled.iter().map(|source| source.source.clone()).collect(),
        series: vec![series("alone", |s| s.first), series("in all", |s| s.total)],
        ..BarChart::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{step, study};
    use super::super::{OtherPlayers, OtherRow};
    use super::*;

    #[test]
    fn charts_name_the_numbers_that_depend_on_who_plays() {
        let mut study = study(vec![("a.strong", vec![step(1, 0.3, 0.001)])]);
        let others = |low: f64| OtherPlayers {
            rows: vec![OtherRow {
                path: "a.strong".to_owned(),
                own_interval: Some((0.28, 0.32)),
                others_interval: Some((low, 0.4)),
                ..OtherRow::default()
            }],
            ..OtherPlayers::default()
        };
        let warning = "What a.strong does depends on who plays: ";
        for (low, depends) in [(0.3, false), (0.35, true)] {
            study.others = Some(others(low));
            assert_eq!(tornado(&study).labels.warning.contains(warning), depends, "{low}");
            assert_eq!(tables(&study).labels.warning.contains(warning), depends, "{low}");
        }
    }

    #[test]
    fn one_number_matters_most_only_if_its_interval_lies_beyond_all_others() {
        let title = |numbers| {
            let study = study(numbers);
            tornado_title(&study, &ranked(&study))
        };
        let strong = || ("a.strong", vec![step(-1, -0.3, 0.001), step(1, 0.05, 0.2)]);
        let rival = || ("a.rival", vec![step(1, 0.28, 0.001)]);
        let weak = || ("a.weak", vec![step(1, 0.01, 0.9)]);
        assert_eq!(title(vec![weak(), strong()]), "a.strong matters most for win-rate");
        assert_eq!(
            title(vec![weak(), rival(), strong()]),
            "2 of 3 numbers are seen to move win-rate"
        );
        assert_eq!(title(vec![weak()]), "No number is seen to move win-rate in 1 game");
    }
}
