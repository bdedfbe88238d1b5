//! Measures as they once were, to compare with.

use std::path::Path;

use serde::{Deserialize, Serialize};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Bounds;
use skirmish_simulator::{Tally, cells};

use crate::output;
use crate::status::Failure;

/// A measure as it once was.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BaselineRow {
    pub(super) file: String,
    pub(super) measure: String,
    pub(super) side: String,
    /// Who played; empty in baselines of old.
    #[serde(default)]
    pub(super) players: String,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Where every measure is now, with bounds wide enough to pass again with other dice, so that all measures together end
/// inconclusive no more often than their error says.
pub(super) fn rows(
    file: &str,
    (scenario, players): (&Scenario, &str),
    tally: &Tally,
    confidence: Confidence,
) -> Vec<BaselineRow> {
    let mut rows = Vec::new();
    for (measure, side) in cells() {
        let estimate = tally.estimate(measure, side, confidence);
        let bounds = estimate.and_then(|estimate| Bounds::of_another_run(&estimate, confidence));
        let Some(Bounds { least: Some(low), most: Some(high) }) = bounds else {
            continue;
        };
        rows.push(BaselineRow {
            file: file.to_owned(),
            measure: measure.name.to_owned(),
            side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
            players: players.to_owned(),
            low: rounded(low, f64::floor),
            high: rounded(high, f64::ceil),
        });
    }
    rows
}

/// A bound with six places, none of it lost.
fn rounded(bound: f64, outward: fn(f64) -> f64) -> f64 {
    outward(bound * 1e6) / 1e6
}

pub(super) fn read(path: &Path) -> Result<Vec<BaselineRow>, Failure> {
    let text = crate::files::open(path)
        .and_then(std::io::read_to_string)
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
