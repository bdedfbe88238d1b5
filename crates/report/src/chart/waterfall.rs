//! A waterfall: from what something is to what it becomes, step by step.

use super::grammar::Chart;
use super::rows::{Row, rows};
use super::style::Look;
use crate::comparison::{Value, signed_value};
use crate::number::percent_beside;

/// Height of a row.
const ROW: f64 = 30.0;
/// What of the way is no single step's.
const REST: &str = "only together";

/// Draws shares to begin with as dots, steps from the last of them as bars, what is left as one more, and the share at the end.
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
        // What would not be seen is none.
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
