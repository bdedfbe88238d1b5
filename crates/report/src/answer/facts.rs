//! A study as facts: templates read it as JSON and show numbers with filters.

use minijinja::value::{Serde, Value};
use minijinja::{Environment, context};
use quick_xml::escape::escape;
use serde::Serialize;
use serde_json::Value as Json;

use crate::comparison;
use crate::number::{counted, percent, points, with_commas};
use crate::safe_text;
use crate::study::NEVER;
use crate::table::markdown_cell;

/// Returns a study as facts, with all names made safe.
pub(crate) fn of_study(study: &impl Serialize) -> Value {
    match serde_json::to_value(study) {
        Ok(json) => Value::from(Serde(safe(json))),
        // Does not happen: numbers and names can always be written.
        Err(_) => context! {},
    }
}

fn safe(json: Json) -> Json {
    match json {
        Json::String(text) => Json::String(safe_text(&text)),
        Json::Array(all) => Json::Array(all.into_iter().map(safe).collect()),
        Json::Object(all) => {
            Json::Object(all.into_iter().map(|(key, value)| (key, safe(value))).collect())
        }
        other => other,
    }
}

/// Adds filters for numbers. An estimate is an object with its interval, or a number with its interval as argument.
pub(super) fn add_filters(templates: &mut Environment<'_>) {
    templates.add_filter("quoted", |of: Value, ends: Option<Value>, is_share: Option<bool>| {
        shown(&of, ends, |estimate| estimate.quoted(is_share.unwrap_or(true)))
    });
    templates.add_filter("signed", |of: Value, ends: Option<Value>| {
        shown(&of, ends, |estimate| estimate.signed(true))
    });
    templates.add_filter("percent", |of: Value, ends: Option<Value>| {
        shown(&of, ends, |estimate| percent(estimate.value, estimate.interval))
    });
    // For a number that is no share, without its interval.
    templates.add_filter("alone", |of: Value, ends: Option<Value>| {
        shown(&of, ends, |estimate| estimate.alone(false))
    });
    // For a share without its interval: to a tenth of a percent.
    templates.add_filter("rounded", |of: Value| {
        shown(&of, None, |estimate| percent(estimate.value, None))
    });
    templates.add_filter("points", |of: Value| {
        shown(&of, None, |estimate| points(estimate.value, None))
    });
    templates.add_filter("counted", |number: u64, noun: &str| counted(number, noun));
    templates.add_filter("grouped", with_commas);
    templates.add_filter("cell", |text: &str| markdown_cell(text));
    templates.add_filter("xml", |text: &str| escape(text).into_owned());
}

fn shown(of: &Value, ends: Option<Value>, show: impl Fn(comparison::Value) -> String) -> String {
    estimate(of, ends).map_or_else(|| NEVER.to_owned(), show)
}

fn estimate(of: &Value, ends: Option<Value>) -> Option<comparison::Value> {
    let part = |key: &str| of.get_attr(key).ok();
    let number = |value: Value| f64::try_from(value).ok();
    let value = number(of.clone()).or_else(|| number(part("value")?))?;
    let end =
        |k: usize| number(ends.clone().or_else(|| part("interval"))?.get_item_by_index(k).ok()?);
    Some(comparison::Value { value, interval: end(0).zip(end(1)) })
}
