//! A waterfall: from one value to another, step by step.

use super::grammar::Chart;
use super::rows::{Row, rows};
use super::style::Look;
use crate::comparison::{Value, signed_value};
use crate::number::percent_beside;

const ROW: f64 = 30.0;
/// Label of the change that no single step explains.
const REST: &str = "only together";

/// Draws the starting shares as dots, the steps from the last of them as bars, the rest as another bar, and the final share.
pub(crate) fn waterfall(
    chart: Chart,
    starts: &[(String, Value)],
    steps: &[(String, Value)],
    end: Option<(String, Value)>,
) -> Chart {
    let mut all: Vec<Row> = starts.iter().map(|(name, of)| level(name, *of)).collect();
    let mut reached = starts.last().map_or(0.0, |(_, of)| of.value);
    for (name, of) in steps {
        all.push(step(name, reached, *of, Look::hue(if of.value < 0.0 { 3 } else { 2 })));
        reached += of.value;
    }
    if let Some((name, of)) = end {
        let rest = Value { value: of.value - reached, interval: None };
        // Leaves out a rest too small to see.
        if !starts.is_empty() && rest.value.abs() >= 0.0005 {
            all.push(step(REST, reached, rest, Look::side(None)));
        }
        all.push(level(&name, of));
    }
    let (x, panel) = rows(ROW, &all);
    Chart { x, panels: vec![panel], ..chart }
}

fn level(name: &str, Value { value, interval }: Value) -> Row {
    Row {
        name: name.to_owned(),
        dots: vec![(value, Look::INK)],
        interval,
        text: percent_beside(value, interval),
        look: Look::INK,
        ..Row::default()
    }
}

fn step(name: &str, from: f64, of: Value, look: Look) -> Row {
    Row {
        name: name.to_owned(),
        bars: vec![([from, from + of.value], look)],
        interval: of.interval.map(|(low, high)| (from + low, from + high)),
        text: signed_value(of.value, of.interval, true),
        look,
        ..Row::default()
    }
}
