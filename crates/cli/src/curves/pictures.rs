//! Charts and tables of exact chances: lines in one or several panels.

use serde_json::Value as Json;
use skirmish_report::chart::{Axis, Chart, Key, Look, Panel, Shape, ValueFormat};
use skirmish_report::chart_labels;
use skirmish_report::once::unique;

pub(super) struct Picture {
    pub(super) file: String,
    pub(super) chart: Chart,
    pub(super) table: Vec<Vec<String>>,
}

pub(super) struct Line {
    pub(super) panel: String,
    pub(super) name: String,
    /// Sorted by x.
    pub(super) points: Vec<(f64, f64)>,
}

impl Line {
    pub(super) fn new(panel: &str, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { panel: panel.to_owned(), name: name.into(), points }
    }
}

pub(super) fn percent_axis(name: &str) -> Axis {
    Axis::of(name, ValueFormat::Percent, Some((0.0, 1.0)))
}

pub(super) fn distance_axis(unit: &str, farthest: f64) -> Axis {
    Axis::of(format!("Distance ({unit})"), ValueFormat::Plain, Some((0.0, farthest)))
}

/// Draws lines panel by panel. On a single panel names stand beside the lines; several share a legend. If `is_stepped`, each
/// value holds from the point before.
pub(super) fn lines(
    (name, facts): (&str, &Json),
    [x, y]: [Axis; 2],
    is_stepped: bool,
    all: &[Line],
) -> Chart {
    let names = unique(all.iter().map(|line| line.name.as_str()));
    let titles = unique(all.iter().map(|line| line.panel.as_str()));
    let is_one = titles.len() == 1;
    let place = |line: &Line| names.iter().position(|name| *name == line.name).unwrap_or(0);
    let drawn = |panel: Panel, line: &Line| {
        let name = if is_one { line.name.as_str() } else { "" };
        panel.curve(&line.points, is_stepped, Look::hue(place(line)), name)
    };
    let panel = |title: &&str| {
        let own = all.iter().filter(|line| line.panel == *title);
        own.fold(Panel::new(*title, ""), drawn)
    };
    let key = |(k, name): (usize, &&str)| Key::new(*name, Look::hue(k), Shape::Curve);
    let mut facts = facts.clone();
    facts["chart"] = name.into();
    facts["version"] = env!("CARGO_PKG_VERSION").into();
    Chart {
        labels: chart_labels("charts", &facts),
        x,
        y,
        keys: if is_one { Vec::new() } else { names.iter().enumerate().map(key).collect() },
        columns: match titles.len() {
            1 => 1,
            2 | 4 => 2,
            _ => 3,
        },
        panels: titles.iter().map(panel).collect(),
        ..Chart::default()
    }
}

/// Returns the lines of a single panel as a table, with their values at each place.
pub(super) fn table_of_lines(head: &str, all: &[Line]) -> Vec<Vec<String>> {
    let places: Vec<f64> =
        all.first().map_or_else(Vec::new, |line| line.points.iter().map(|point| point.0).collect());
    let names = all.iter().map(|line| line.name.clone());
    let row = |(k, place): (usize, &f64)| {
        let cells = all.iter().map(|line| line.points.get(k).map_or_else(String::new, in_percent));
        std::iter::once(place.to_string()).chain(cells).collect()
    };
    let rows = places.iter().enumerate().map(row);
    std::iter::once(std::iter::once(head.to_owned()).chain(names).collect()).chain(rows).collect()
}

fn in_percent((_, share): &(f64, f64)) -> String {
    // Rounds halves up.
    format!("{:.1}", share * 100.0 + 1e-9)
}

/// Returns a rulebook name as part of a file name; one with unusual characters is replaced by its number.
pub(super) fn slug(name: &str, index: usize) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.chars().all(is_plain) && name.len() <= 60 {
        name.to_owned()
    } else {
        (index + 1).to_string()
    }
}
