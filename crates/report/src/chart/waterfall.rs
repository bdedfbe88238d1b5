//! A waterfall: from what something is to what it becomes, step by step.

use super::grammar::{At, Axis, Chart, Mark, Panel};
use super::style::Look;
use crate::comparison::{Value, signed_value};
use crate::number::{defined, percent_beside};

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
    let (mut names, mut marks) = (Vec::new(), Vec::new());
    let mut row = |name: &str, (from, of): (f64, Value), look: Option<Look>| {
        let at = At::beside(names.len() as f64, 0, 1);
        names.push(name.to_owned());
        let to = from + of.value;
        let interval = of.interval.map(|(low, high)| (from + low, from + high));
        marks.push(match look {
            Some(look) => Mark::Bar { at, from, to, look },
            None => Mark::Point { at, y: to, radius: 4.6, look: Look::INK },
        });
        marks.extend(Mark::whisker(at, interval, Look::LAW));
        let text = match look {
            Some(_) => signed_value(of.value, of.interval, true),
            None => percent_beside(of.value, of.interval),
        };
        let y = defined(interval).map_or(to, |(_, high)| high.max(to)).max(from);
        let look = look.unwrap_or(Look::INK);
        marks.push(Mark::Behind { at, y, text, more: String::new(), look, is_part: true });
        to
    };
    let look = |of: f64| Look::hue(if of < 0.0 { 3 } else { 2 });
    let mut reached = None;
    for (name, of) in starts {
        reached = Some(row(name, (0.0, *of), None));
    }
    let mut from = reached.unwrap_or(0.0);
    for (name, of) in steps {
        from = row(name, (from, *of), Some(look(of.value)));
    }
    if let Some((name, of)) = end {
        let rest = Value { value: of.value - from, interval: None };
        // What would not be seen is none.
        if reached.is_some() && rest.value.abs() >= 0.0005 {
            row(REST, (from, rest), Some(Look::side(None)));
        }
        row(&name, (0.0, of), None);
    }
    let x = Axis { pitch: ROW, ..Axis::names(names) };
    Chart { x, panels: vec![Panel { marks, ..Panel::default() }], ..chart }
}
