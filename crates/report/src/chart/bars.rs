//! Grouped bars with whiskers: vertical with values above, or horizontal on either side of zero.

use super::grammar::{At, Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::comparison::{Value, places_alone};
use crate::number::{NO_BREAK, defined, half};
use crate::report::{Interval, Report};

/// Height of a horizontal bar with its number, and least height of a group.
const BAR: f64 = 17.0;
const ROW: f64 = 34.0;
/// Distance of whisker and exact value from the middle of a bar that has both.
const ASIDE: f64 = 0.24;

/// Bars of one colour.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BarSeries {
    /// Name in the legend; empty for bars of the whole game, which stand alone.
    pub label: String,
    /// A value for each group; `None` leaves a gap.
    pub values: Vec<Option<BarValue>>,
    /// Index of its colour, if it differs from the index of the series.
    pub hue: Option<usize>,
}

/// One bar.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BarValue {
    /// Height of the bar.
    pub value: f64,
    /// Interval of the value, drawn as a whisker.
    pub interval: Option<Interval>,
    /// The exact value, if known, drawn as a dot.
    pub exact: Option<f64>,
    /// Whether the bar is pale, because it is not clearly different from zero.
    pub is_open: bool,
    /// A game that counts here, and whether there is a page of it.
    pub game: Option<(u64, bool)>,
}

impl BarSeries {
    /// Returns bars with a name.
    pub fn new(
        label: impl Into<String>,
        values: impl IntoIterator<Item = Option<BarValue>>,
    ) -> Self {
        Self { label: label.into(), values: values.into_iter().collect(), hue: None }
    }
}

impl From<Value> for BarValue {
    fn from(Value { value, interval }: Value) -> Self {
        Self { value, interval, ..Self::default() }
    }
}

impl BarValue {
    /// Returns the bar of a row, or `None` without a rate.
    pub fn of(rate: Option<f64>, interval: Option<Interval>, exact: Option<f64>) -> Option<Self> {
        rate.map(|value| Self { value, interval, exact, ..Self::default() })
    }
}

/// Returns the colours of series, given their sides in order: the first of each side has the side's own colour.
pub(super) fn hues(sides_of: impl Iterator<Item = usize>, sides: usize) -> Vec<usize> {
    let (mut before, mut next) = (None, sides);
    let hue = |side| {
        let is_first = before != Some(side) && side < sides;
        before = Some(side);
        next += usize::from(!is_first);
        if is_first { side } else { next - 1 }
    };
    sides_of.map(hue).collect()
}

/// Draws horizontal bars of both sides in named groups. A side without bars is left out.
pub(super) fn of_sides<G>(
    report: &Report,
    (labels, axis): (Labels, &str),
    groups: &[(G, String)],
    bar: impl Fn(&str, &G) -> Option<BarValue>,
) -> Chart {
    let of_side = |side: &String| BarSeries {
        hue: report.side_index(side),
        ..BarSeries::new(side, groups.iter().map(|(of, _)| bar(side, of)))
    };
    let series = report.sides.iter().map(of_side);
    let series = series.filter(|of| of.values.iter().any(Option::is_some));
    let names: Vec<String> = groups.iter().map(|(_, name)| name.clone()).collect();
    let y = Axis::of(axis, ValueFormat::Percent, None);
    let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
    bars(chart, &names, &series.collect::<Vec<_>>())
}

/// Adds bars with their intervals and values to a chart that has labels and a value axis: in each group one bar of each series,
/// of which up to four are easy to read. Long names of groups need a horizontal chart.
pub fn bars(chart: Chart, groups: &[String], all: &[BarSeries]) -> Chart {
    // Bars of no side must not look like those of the first.
    let is_of_nobody = matches!(all, [only] if only.label.is_empty());
    let look = |index: usize| match is_of_nobody {
        true => Look::side(None),
        false => Look::hue(all[index].hue.unwrap_or(index)),
    };
    let is_there =
        |group: usize| move |of: &&BarSeries| of.values.get(group).is_some_and(Option::is_some);
    let values = all.iter().flat_map(|series| series.values.iter().flatten());
    let are_whole = values.clone().all(|bar| bar.value.fract() == 0.0);
    let (mut marks, mut games) = (Vec::new(), Vec::new());
    for (index, series) in all.iter().enumerate() {
        for (group, bar) in series.values.iter().take(groups.len()).enumerate() {
            let Some(bar) = bar.filter(|bar| bar.value.is_finite()) else { continue };
            let mut at = At::beside(group as f64, index, all.len());
            // A bar that is alone in its group stands at the group's middle.
            if chart.is_lying && all.iter().filter(is_there(group)).count() == 1 {
                at.shift = 0.0;
            }
            let look = if bar.is_open { look(index).pale() } else { look(index) };
            marks.push(Mark::Bar { at, from: 0.0, to: bar.value, look });
            games.extend(bar.game.map(|(game, is_kept)| (at, game, is_kept)));
            let exact = bar.exact.filter(|exact| exact.is_finite());
            // Side by side, since the dot would hide a short whisker.
            let aside = if exact.is_some() { ASIDE } else { 0.0 };
            let beside = |by| At { shift: at.shift + by, ..at };
            marks.extend(Mark::whisker(beside(aside), bar.interval, Look::LAW));
            let dot = |y| Mark::Point { at: beside(-aside), y, radius: 2.6, look: Look::LAW };
            marks.extend(exact.map(dot));
            let (low, high) = defined(bar.interval).unwrap_or((bar.value, bar.value));
            let is_under = bar.value < 0.0;
            let end = if is_under { f64::min } else { f64::max };
            let ends = [0.0, bar.value, low, high, exact.unwrap_or(bar.value)];
            let y = ends.into_iter().reduce(end).unwrap_or(bar.value);
            marks.push(Mark::Value {
                at,
                y,
                is_under,
                text: value(chart.y.format, bar, are_whole),
            });
        }
    }
    let row = ROW.max(BAR * (all.len() as f64 + 0.5));
    let has_exact = marks.iter().any(|mark| matches!(mark, Mark::Point { .. }));
    let named = all.iter().enumerate().filter(|_| !is_of_nobody);
    let keys = named.map(|(k, series)| Key::new(&series.label, look(k), Shape::Area));
    let exact = (has_exact && !is_of_nobody).then(|| Key::new("exact", Look::LAW, Shape::Point));
    Chart {
        x: Axis { pitch: if chart.is_lying { row } else { 0.0 }, ..Axis::names(groups) },
        keys: keys.chain(exact).collect(),
        panels: vec![Panel { marks, games, ..Panel::default() }],
        ..chart
    }
}

/// Returns a value short enough for a bar: percentages without sign, as on the axis; means no finer than their intervals.
fn value(
    format: ValueFormat,
    BarValue { value, interval, .. }: BarValue,
    are_whole: bool,
) -> String {
    let half = half(interval) * format.factor();
    let places = match format {
        ValueFormat::Percent if value == 0.0 => 0,
        // Of a small share a tenth may be all that there is.
        ValueFormat::Percent if (0.005..0.0995).contains(&value) && 0.0 < half && half < 0.095 => 2,
        ValueFormat::Percent => usize::from(value.abs() < 0.0995 || 0.0 < half && half < 0.95),
        _ if are_whole || value.abs() >= 100.0 => 0,
        ValueFormat::Points if half >= 0.1 => 1,
        ValueFormat::Plain if half > 0.0 => places_alone(half).min(2),
        _ if value.abs() >= 10.0 => 1,
        _ => 2,
    };
    // A share above zero is never written as 0.
    if format == ValueFormat::Percent && 0.0 < value && value < 0.0005 {
        return "<0.1".to_owned();
    }
    format.show(value, places).trim_end_matches(['%', NO_BREAK]).to_owned()
}
