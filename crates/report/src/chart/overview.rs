//! One picture of a comparison: a row for each variant, a panel beside the other for each measure, on one list of names.

use super::bars::{BarSeries, bars};
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::measure::widest;
use super::style::{LINE, Look, SMALL, Sheet};
use crate::number::HARDLY_EVER;
use crate::once::unique;
use crate::text::listed;

/// Height of a row, and of one that has room for a name of two lines.
const ROW: f64 = 22.0;
const ROW_OF_TWO: f64 = 2.0 * LINE + 2.0;
/// Height of a row of two bars that have their numbers, where there are no more rows than these.
const ROW_OF_BARS: f64 = 40.0;
const FEW_ROWS: usize = 12;
/// Most panels beside each other, and so many below one another even on a phone.
const ACROSS: usize = 4;
const ON_PHONE: usize = 2;
/// Rows of a picture on a phone, below one another, beyond which the further panels are only named.
const MOST_ROWS: usize = 27;

/// Measures side by side.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Overview {
    /// The words round it. What panels mean is added to the subtitle.
    pub(crate) labels: Labels,
    /// Names of the variants, from the top.
    pub(crate) rows: Vec<String>,
    /// What the colours stand for, in their order.
    pub(crate) sides: Vec<String>,
    /// The measures, from the left.
    pub(crate) panels: Vec<OverviewPanel>,
    /// What to say under them.
    pub(crate) note: String,
}

/// A measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct OverviewPanel {
    /// Its name.
    pub(crate) title: String,
    /// The title names its side, so that it needs no key.
    pub(crate) names_side: bool,
    /// What it means, in a sentence; empty where that goes without saying.
    pub(crate) meaning: String,
    /// How its values read.
    pub(crate) format: ValueFormat,
    /// The values, in the colour of their side by its place among the sides; without one nobody's.
    pub(crate) series: Vec<BarSeries>,
    /// A value to tell others from, such as an even game.
    pub(crate) level: Option<f64>,
    /// The ends of its axis, if not those of its values: panels of two sides have the same.
    pub(crate) range: Option<(f64, f64)>,
}

/// Draws a bar with its interval for each value. Measures that come to nothing under all variants are only named.
pub(crate) fn overview(overview: &Overview) -> Chart {
    let (told, nothing): (Vec<&OverviewPanel>, Vec<&OverviewPanel>) =
        overview.panels.iter().partition(|of| is_told(of));
    let nothing = nothing.iter().map(|of| format!("{}: never, or nearly never", of.title));
    let also = nothing.chain([overview.note.clone()]).filter(|note| !note.is_empty());
    let also = also.collect::<Vec<_>>().join("; ");
    // A last row of one or two panels would look unfinished.
    let shown = if told.len() > ACROSS { &told[..told.len() / 2 * 2] } else { &told[..] };
    let all = drawn(overview, shown, &also, Sheet::WIDE);
    let most = ON_PHONE.max(MOST_ROWS / overview.rows.len().max(1));
    let phone = (told.len() > most.min(ON_PHONE)).then(|| {
        let (shown, others) = told.split_at(told.len().min(most));
        let others: Vec<String> = others.iter().map(|of| of.title.to_lowercase()).collect();
        let others = match others.len() {
            0 => String::new(),
            _ => format!("In comparison.csv: {}", listed(&others, "and")),
        };
        let note = [others, also].into_iter().filter(|note| !note.is_empty());
        let note = note.collect::<Vec<_>>().join("; ");
        Box::new(drawn(overview, shown, &note, Sheet::NARROW))
    });
    Chart { phone, ..all }
}

/// These panels, with the words and the colours that they need and no others.
fn drawn(overview: &Overview, told: &[&OverviewPanel], note: &str, sheet: Sheet) -> Chart {
    let panels: Vec<Panel> = told.iter().map(|of| panel(of, overview)).collect();
    let used = |k: usize| {
        let is_of = |panel: &&OverviewPanel| {
            !panel.names_side && panel.series.iter().any(|of| of.hue == Some(k))
        };
        told.iter().any(is_of)
    };
    let sides = overview.sides.iter().enumerate().filter(|(k, _)| used(*k));
    let meanings = unique(told.iter().map(|of| of.meaning.as_str()));
    let meanings = meanings.into_iter().filter(|meaning| !meaning.is_empty());
    let subtitle: Vec<&str> =
        [overview.labels.subtitle.as_str()].into_iter().chain(meanings).collect();
    let is_long = widest(&overview.rows, SMALL, false) > sheet.names;
    let are_two = told.iter().any(|panel| panel.series.len() > 1);
    let pitch = match (are_two && overview.rows.len() <= FEW_ROWS, is_long) {
        (true, _) => ROW_OF_BARS,
        (false, true) => ROW_OF_TWO,
        (false, false) => ROW,
    };
    Chart {
        labels: Labels { subtitle: subtitle.join(" "), ..overview.labels.clone() },
        x: Axis { pitch, ..Axis::names(&overview.rows) },
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
    of.series.iter().flat_map(|of| of.values.iter().flatten()).any(|bar| bar.value > least)
}

fn panel(of: &OverviewPanel, overview: &Overview) -> Panel {
    let named = |of: &BarSeries| {
        let side = of.hue.and_then(|side| overview.sides.get(side)).cloned();
        BarSeries { label: side.unwrap_or_default(), ..of.clone() }
    };
    let series: Vec<BarSeries> = of.series.iter().map(named).collect();
    let y = Axis::of("", of.format, None);
    let bars = bars(Chart { y, is_lying: true, ..Chart::default() }, &overview.rows, &series);
    let mut marks: Vec<Mark> = bars.panels.into_iter().flat_map(|panel| panel.marks).collect();
    match &of.series[..] {
        [series] if of.format == ValueFormat::Plain => {
            let mut values = series.values.iter().flatten().map(|bar| bar.value);
            // All with as many places as the least of them.
            let places = usize::from(values.clone().any(|value| value < 10.0));
            for mark in &mut marks {
                if let Mark::Value { text, .. } = mark {
                    let value = values.find(|value| value.is_finite()).unwrap_or_default();
                    *text = of.format.show(value, places);
                }
            }
        }
        [_] => {}
        _ if overview.rows.len() <= FEW_ROWS => {}
        // Bars of both sides are too thin for numbers.
        _ => marks.retain(|mark| !matches!(mark, Mark::Value { .. })),
    }
    marks.extend(of.level.map(|y| Mark::Level { y, is_dashed: true }));
    let look = match &of.series[..] {
        [one] => one.hue.map(Look::hue),
        _ => None,
    };
    let y = Some(Axis::of("", of.format, of.range));
    Panel { y, look, marks, ..Panel::new(of.title.clone(), "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_told_what_it_shows_and_nothing_else() {
        let panel = |k: usize, title: &str| OverviewPanel {
            title: title.to_owned(),
            meaning: format!("{title}: told."),
            series: vec![BarSeries {
                hue: Some(k),
                ..BarSeries::new("", [super::super::BarValue::of(Some(1.0), None, None)])
            }],
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
                note: String::new(),
            })
        };
        let all = of(3).phone.expect("three panels are too many beside each other");
        assert_eq!((all.panels.len(), all.note.as_str()), (3, ""));
        let chart = of(MOST_ROWS);
        assert_eq!(chart.labels.subtitle, "Played. Wins: told. Runs: told. Dice: told.");
        assert_eq!(chart.keys.len(), 2);
        let phone = chart.phone.as_ref().expect("three panels are too many");
        assert_eq!(phone.labels.subtitle, "Played. Wins: told. Runs: told.");
        assert_eq!(phone.keys.len(), 1);
        assert_eq!(phone.note, "In comparison.csv: dice");
        assert_eq!([chart.x.pitch, phone.x.pitch], [ROW_OF_TWO; 2]);
        let narrow = chart.narrow().expect("bars fit");
        assert!(narrow.contains("Runs: told.") && !narrow.contains("Dice: told."), "{narrow}");
    }
}
