//! Measures as they once were, to compare with.

use std::path::Path;

use serde::{Deserialize, Serialize};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{self, Sample};

use crate::output;
use crate::status::Failure;

/// A measure as it once was.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BaselineRow {
    pub(super) file: String,
    pub(super) measure: String,
    pub(super) side: String,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Where every measure is now, with an interval wide enough to hold it again: what it was known by, and as much again.
pub(super) fn rows(file: &str, scenario: &Scenario, sample: &Sample) -> Vec<BaselineRow> {
    let mut rows = Vec::new();
    for measure in study::MEASURES {
        for &side in measure.sides() {
            let Some(estimate) = sample.estimate(measure, side, Confidence::P95) else {
                continue;
            };
            let Some(interval) = estimate.interval else {
                continue;
            };
            let half = interval.high - interval.low;
            rows.push(BaselineRow {
                file: file.to_owned(),
                measure: measure.name.to_owned(),
                side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
                low: estimate.value - half,
                high: estimate.value + half,
            });
        }
    }
    rows
}

pub(super) fn read(path: &Path) -> Result<Vec<BaselineRow>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::io(format!("cannot read `{}`", path.display()), error))?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::Usage(
            format!("`{}` is no baseline: {error}", path.display()),
            vec!["write one with `skirmish check FILE --write-baseline FILE`".to_owned()],
        )
    })
}

pub(super) fn write(path: &Path, rows: &[BaselineRow]) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(rows)
        .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    text.push('\n');
    output::write_file(path, text.as_bytes())
}
