//! One picture of a comparison: a row for each variant, a panel beside the other for each measure, on one list of names.

use super::bars::{BarChart, BarSeries, bars};
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::measure::widest;
use super::style::{LINE, Look, SMALL, Sheet};
use crate::number::HARDLY_EVER;
use crate::text::listed;

/// Height of a row, and of one that has room for a name of two lines.
const ROW: f64 = 22.0;
const ROW_OF_TWO: f64 = 2.0 * LINE + 2.0;
/// Most panels beside each other, and most of all on a phone.
const ACROSS: usize = 4;
const ON_PHONE: usize = 2;
/// Rows of a picture on a phone, below one another, beyond which the further panels are only named.
const MOST_ROWS: usize = 27;

/// Measures side by side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overview {
    /// The words round it. What panels mean is added to the subtitle.
    pub labels: Labels,
    /// Names of the variants, from the top.
    pub rows: Vec<String>,
    /// What the colours stand for, in their order.
    pub sides: Vec<String>,
    /// The measures, from the left.
    pub panels: Vec<OverviewPanel>,
}

/// A measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OverviewPanel {
    /// Its name.
    pub title: String,
    /// What it means, in a sentence; empty where that goes without saying.
    pub meaning: String,
    /// How its values read.
    pub format: ValueFormat,
    /// The values, by the place of their side among the sides; `None` for nobody's.
    pub series: Vec<(Option<usize>, BarSeries)>,
    /// A value to tell others from, such as an even game.
    pub level: Option<f64>,
}

/// Draws a bar with its interval for each value. Measures that come to nothing under all variants are only named.
#[must_use]
pub fn overview(overview: &Overview) -> Chart {
    let (told, nothing): (Vec<&OverviewPanel>, Vec<&OverviewPanel>) =
        overview.panels.iter().partition(|of| is_told(of));
    let nothing = nothing.iter().map(|of| format!("{}: never, or nearly never", of.title));
    let nothing = nothing.collect::<Vec<_>>().join("; ");
    let all = drawn(overview, &told, &nothing, Sheet::WIDE);
    let is_short = overview.rows.len() * told.len().div_ceil(ON_PHONE) <= MOST_ROWS;
    let phone = (told.len() > ON_PHONE).then(|| {
        if is_short {
            let chart = drawn(overview, &told, &nothing, Sheet::NARROW);
            return Box::new(Chart { columns: ON_PHONE, ..chart });
        }
        let (shown, others) = told.split_at(ON_PHONE);
        let others: Vec<String> = others.iter().map(|of| of.title.to_lowercase()).collect();
        let where_else =
            if others.len() > 1 { "In charts of their own" } else { "In a chart of its own" };
        let others = format!("{where_else}: {}", listed(&others, "and"));
        let note = [others, nothing].into_iter().filter(|note| !note.is_empty());
        let note = note.collect::<Vec<_>>().join("; ");
        Box::new(drawn(overview, shown, &note, Sheet::NARROW))
    });
    Chart { phone, ..all }
}

/// These panels, with the words and the colours that they need and no others.
fn drawn(overview: &Overview, told: &[&OverviewPanel], note: &str, sheet: Sheet) -> Chart {
    let panels: Vec<Panel> = told.iter().map(|of| panel(of, overview)).collect();
    let used =
        |k: usize| told.iter().flat_map(|panel| &panel.series).any(|(side, _)| *side == Some(k));
    let sides = overview.sides.iter().enumerate().filter(|(k, _)| used(*k));
    let meanings = told.iter().map(|of| of.meaning.as_str()).filter(|meaning| !meaning.is_empty());
    let subtitle: Vec<&str> =
        [overview.labels.subtitle.as_str()].into_iter().chain(meanings).collect();
    let is_long = widest(&overview.rows, SMALL, false) > sheet.names;
    Chart {
        labels: Labels { subtitle: subtitle.join(" "), ..overview.labels.clone() },
        x: Axis { pitch: if is_long { ROW_OF_TWO } else { ROW }, ..Axis::names(&overview.rows) },
        is_lying: true,
        keys: sides.map(|(k, name)| Key::new(name, Look::hue(k), Shape::Area)).collect(),
        // Rows of about as many panels, rather than one left over.
        columns: panels.len().div_ceil(panels.len().div_ceil(ACROSS).max(1)),
        panels,
        note: note.to_owned(),
        ..Chart::default()
    }
}

/// Whether there is anything to see.
fn is_told(of: &OverviewPanel) -> bool {
    let least = if of.format == ValueFormat::Percent { HARDLY_EVER } else { 0.0 };
    of.series
        .iter()
        .flat_map(|(_, series)| series.values.iter().flatten())
        .any(|bar| bar.value > least)
}

fn panel(of: &OverviewPanel, overview: &Overview) -> Panel {
    let side = |side: &Option<usize>| side.and_then(|side| overview.sides.get(side)).cloned();
    let series = of.series.iter().map(|(of, series)| BarSeries {
        label: side(of).unwrap_or_default(),
        values: series.values.clone(),
    });
    let bars = bars(&BarChart {
        y: Axis::of("", of.format, None),
        groups: overview.rows.clone(),
        series: series.collect(),
        is_lying: true,
        ..BarChart::default()
    });
    let mut marks: Vec<Mark> = bars.panels.into_iter().flat_map(|panel| panel.marks).collect();
    match &of.series[..] {
        [(side, series)] => {
            let mut values = series.values.iter().flatten().map(|bar| bar.value);
            for mark in &mut marks {
                match mark {
                    // Of one side alone, the bars have its colour, not that of the first.
                    Mark::Bar { look, .. } => *look = Look::side(*side),
                    Mark::Value { text, .. } if of.format == ValueFormat::Plain => {
                        let value = values.find(|value| value.is_finite()).unwrap_or_default();
                        *text = of.format.show(value, usize::from(value < 10.0));
                    }
                    _ => {}
                }
            }
        }
        // Bars of both sides are too thin for numbers.
        _ => marks.retain(|mark| !matches!(mark, Mark::Value { .. })),
    }
    marks.extend(of.level.map(|y| Mark::Level { y, is_dashed: true }));
    Panel { y: Some(Axis::of("", of.format, None)), marks, ..Panel::new(of.title.clone(), "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_told_what_it_shows_and_nothing_else() {
        let panel = |k: usize, title: &str| OverviewPanel {
            title: title.to_owned(),
            meaning: format!("{title}: told."),
            series: vec![(
                Some(k),
                BarSeries {
                    values: vec![Some(super::super::BarValue { value: 1.0, ..Default::default() })],
                    ..BarSeries::default()
                },
            )],
            ..OverviewPanel::default()
        };
        let of = |rows: usize| {
            overview(&Overview {
                labels: Labels { subtitle: "Played.".to_owned(), ..Labels::default() },
                rows: vec![
                    "a very long name of a variant that has no room in one line".to_owned();
                    rows
                ],
                sides: ["A", "B"].map(str::to_owned).into(),
                panels: vec![panel(0, "Wins"), panel(0, "Runs"), panel(1, "Dice")],
            })
        };
        let all = of(3).phone.expect("three panels are too many beside each other");
        assert_eq!((all.panels.len(), all.columns, all.note.as_str()), (3, ON_PHONE, ""));
        let chart = of(MOST_ROWS);
        assert_eq!(chart.labels.subtitle, "Played. Wins: told. Runs: told. Dice: told.");
        assert_eq!(chart.keys.len(), 2);
        let phone = chart.phone.as_ref().expect("three panels are too many");
        assert_eq!(phone.labels.subtitle, "Played. Wins: told. Runs: told.");
        assert_eq!(phone.keys.len(), 1);
        assert_eq!(phone.note, "In a chart of its own: dice");
        assert_eq!([chart.x.pitch, phone.x.pitch], [ROW_OF_TWO; 2]);
        let narrow = chart.narrow().expect("bars fit");
        assert!(narrow.contains("Runs: told.") && !narrow.contains("Dice: told."), "{narrow}");
    }
}
