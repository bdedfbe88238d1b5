//! One picture of a comparison: a row for each variant, a panel beside the other for each measure, on one list of names.

use super::bars::{BarChart, BarSeries, bars};
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;

/// Height of a row.
const ROW: f64 = 22.0;
/// Most panels beside each other, and most of all on a phone.
const ACROSS: usize = 4;
const ON_PHONE: usize = 2;
/// Shares that are no more than this under any variant are only told.
const LEAST_SHARE: f64 = 0.005;

/// Measures side by side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overview {
    /// The words round it.
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
    /// Its name with its unit.
    pub title: String,
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
    let panels: Vec<Panel> = told.iter().map(|of| panel(of, overview)).collect();
    let used =
        |k: usize| told.iter().flat_map(|panel| &panel.series).any(|(side, _)| *side == Some(k));
    let sides = overview.sides.iter().enumerate().filter(|(k, _)| used(*k));
    let nothing = nothing.iter().map(|of| format!("{}: never, or nearly never", of.title));
    let nothing: Vec<String> = nothing.collect();
    let chart = Chart {
        labels: overview.labels.clone(),
        x: Axis { pitch: ROW, ..Axis::names(&overview.rows) },
        is_lying: true,
        keys: sides.map(|(k, name)| Key::new(name, Look::hue(k), Shape::Area)).collect(),
        // Rows of about as many panels, rather than one left over.
        columns: panels.len().div_ceil(panels.len().div_ceil(ACROSS).max(1)),
        panels,
        note: nothing.join("; "),
        ..Chart::default()
    };
    Chart { phone: on_phone(&chart).map(Box::new), ..chart }
}

/// Whether there is anything to see.
fn is_told(of: &OverviewPanel) -> bool {
    let least = if of.format == ValueFormat::Percent { LEAST_SHARE } else { 0.0 };
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

/// Those that a phone has room for; nothing if it has room for all.
fn on_phone(chart: &Chart) -> Option<Chart> {
    let (shown, others) = chart.panels.split_at_checked(ON_PHONE)?;
    let names: Vec<String> = others.iter().map(|panel| panel.title.to_lowercase()).collect();
    let (last, first) = names.split_last()?;
    let others = match first {
        [] => format!("In a chart of its own: {last}"),
        first => format!("In charts of their own: {} and {last}", first.join(", ")),
    };
    let note = [others, chart.note.clone()].into_iter().filter(|note| !note.is_empty());
    let note = note.collect::<Vec<_>>().join("; ");
    Some(Chart { panels: shown.to_vec(), note, ..chart.clone() })
}
