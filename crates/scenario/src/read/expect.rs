//! Expectations as written.

use super::docs;
use crate::code::Code;
use crate::file::Expectation;
use crate::limits;
use crate::problem::Desk;
use crate::reader::{self, Keys};
use crate::tree::{Node, Value};

pub(super) fn read(desk: &mut Desk, node: &Node) -> Vec<Expectation> {
    let mut expectations = Vec::new();
    for node in reader::list(desk, node, &limits::EXPECTATIONS) {
        let Some(keys) = Keys::open(desk, node, &docs::EXPECT) else {
            continue;
        };
        let measure = keys
            .get("measure")
            .and_then(|n| reader::name(desk, n, "a measure"));
        let side = keys
            .get("side")
            .and_then(|n| reader::text(desk, n, "the name of a side"));
        let event = keys
            .get("event")
            .and_then(|n| reader::text(desk, n, "the name of an event"));
        let bounds = bounds(desk, &keys);
        if let (Some(measure), Some((least, most))) = (measure, bounds) {
            expectations.push(Expectation {
                measure: measure.value,
                side: side.map(|s| s.value),
                event: event.map(|e| e.value),
                least,
                most,
                line: desk.sources.line_column(node.at).0,
                at: node.at,
            });
        }
    }
    expectations
}

type Bounds = (Option<f64>, Option<f64>);

fn bounds(desk: &mut Desk, keys: &Keys<'_>) -> Option<Bounds> {
    if let Some(node) = keys.get("between") {
        for key in ["at_least", "at_most"] {
            if let Some(other) = keys.get(key) {
                let message = format!("`{key}` means nothing beside `between`");
                desk.problem(Code::Choice, other.at, message);
            }
        }
        let Value::List(list) = &node.value else {
            reader::wrong_type(desk, node, "two numbers, such as `[0.4, 0.6]`");
            return None;
        };
        let [least, most] = list.as_slice() else {
            let message = format!("`between` needs two numbers, found {}", list.len());
            desk.problem(Code::Amount, node.at, message);
            return None;
        };
        let least = reader::number(desk, least, "the least value");
        let most = reader::number(desk, most, "the greatest value");
        let (least, most) = (least?.value, most?.value);
        if least > most {
            desk.problem(
                Code::Expectation,
                node.at,
                format!("nothing lies between {least} and {most}"),
            )
            .hint("write the smaller number first");
            return None;
        }
        return Some((Some(least), Some(most)));
    }
    let least = keys
        .get("at_least")
        .map(|n| reader::number(desk, n, "the least value").map(|n| n.value));
    let most = keys
        .get("at_most")
        .map(|n| reader::number(desk, n, "the greatest value").map(|n| n.value));
    if least.is_none() && most.is_none() {
        desk.problem(
            Code::Expectation,
            keys.at(),
            "an expectation needs `between`, `at_least` or `at_most`",
        );
        return None;
    }
    let least = least.unwrap_or(None);
    let most = most.unwrap_or(None);
    if let (Some(l), Some(m)) = (least, most)
        && l > m
    {
        desk.problem(
            Code::Expectation,
            keys.at(),
            format!("nothing is at least {l} and at most {m}"),
        );
    }
    Some((least, most))
}
