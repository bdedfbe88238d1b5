//! Measures of an earlier time to compare with.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use skirmish_report::safe_text;
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::Bounds;
use skirmish_simulator::{Tally, cells};

use crate::files;
use crate::output;
use crate::status::{Failure, Result};

const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct Baseline<S> {
    format: u32,
    scenarios: S,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BaselineOf {
    pub(super) file: String,
    pub(super) players: String,
    parameters: BTreeMap<String, String>,
    pub(super) measures: Vec<BaselineRow>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BaselineRow {
    pub(super) measure: String,
    pub(super) side: String,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Returns every measure with bounds wide enough to pass again with other dice: all measures together are inconclusive no more
/// often than their error says. A mirror of another measure is left out.
pub(super) fn of(
    file: &str,
    (scenario, players): (&Scenario, String),
    tally: &Tally,
    confidence: Confidence,
) -> BaselineOf {
    let mut measures: Vec<BaselineRow> = Vec::new();
    let mut told: Vec<Estimate> = Vec::new();
    for (measure, side) in cells() {
        let Some(estimate) = tally.estimate(measure, side, confidence) else { continue };
        let bounds = Bounds::of_another_run(&estimate, confidence);
        let Some(Bounds { least: Some(low), most: Some(high) }) = bounds else { continue };
        if told.iter().any(|other| is_mirrored(&estimate, other)) {
            continue;
        }
        told.push(estimate);
        measures.push(BaselineRow {
            measure: measure.name.to_owned(),
            side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
            value: estimate.value,
            // No measure is below 0, and no share above 1.
            low: rounded(low.max(0.0), f64::floor),
            high: rounded(if measure.is_share { high.min(1.0) } else { high }, f64::ceil),
        });
    }
    let parameters = scenario.parameters.iter().map(|p| (p.path.clone(), p.value.clone()));
    BaselineOf { file: file.to_owned(), players, parameters: parameters.collect(), measures }
}

/// Returns whether two values are equal, or add up to 1, with the same spread: such as both sides' win rates without draws, or
/// one side's longest streak and the other's longest wait.
fn is_mirrored(one: &Estimate, other: &Estimate) -> bool {
    const DUST: f64 = 1e-9;
    let is_near = |a: f64, b: f64| (a - b).abs() < DUST;
    let values = is_near(one.value, other.value) || is_near(one.value + other.value, 1.0);
    values && one.std_err.zip(other.std_err).is_some_and(|(a, b)| is_near(a, b))
}

/// Returns the parameters that have changed, each as `path: was, now`.
pub(super) fn changed(then: &BaselineOf, scenario: &Scenario) -> Vec<String> {
    let now: BTreeMap<&str, &str> =
        scenario.parameters.iter().map(|p| (p.path.as_str(), p.value.as_str())).collect();
    let old = then.parameters.iter().filter_map(|(path, was)| {
        let is = now.get(path.as_str()).copied();
        (is != Some(was)).then(|| format!("{path}: {was}, now {}", is.unwrap_or("gone")))
    });
    let new = now.iter().filter(|(path, _)| !then.parameters.contains_key(**path));
    old.chain(new.map(|(path, is)| format!("{path}: new, {is}"))).collect()
}

/// Returns how many points at most the interval of a win rate reaches from its value; `None` without a win rate.
pub(super) fn points(scenarios: &[BaselineOf]) -> Option<f64> {
    let rows = scenarios.iter().flat_map(|of| &of.measures).filter(|row| row.measure == "win-rate");
    rows.map(|row| 100.0 * (row.value - row.low).max(row.high - row.value)).reduce(f64::max)
}

/// Rounds a bound outward to six places.
fn rounded(bound: f64, outward: fn(f64) -> f64) -> f64 {
    outward(bound * 1e6) / 1e6
}

pub(super) fn read(path: &Path) -> Result<Vec<BaselineOf>> {
    let text = files::read_left(path, files::RESULTS)
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
        .map_err(|error| Failure::io(format!("cannot read `{}`", path.display()), error))?;
    let wrong = |what: String| {
        let remedy = "write one with `skirmish check FILE --write-baseline FILE`".to_owned();
        Failure::hinted(format!("`{}` is not a baseline: {what}", path.display()), remedy)
    };
    let read: Baseline<Vec<BaselineOf>> =
        serde_json::from_str(&text).map_err(|error| {
            // A summary has its format in words.
            let format = |value: serde_json::Value| Some(value.get("format")?.as_str()?.to_owned());
            let other = serde_json::from_str(&text).ok().and_then(format);
            wrong(other.map_or_else(
                || error.to_string(),
                |other| format!("it is a `{}`", safe_text(&other)),
            ))
        })?;
    match read.format {
        FORMAT => Ok(read.scenarios),
        other => Err(wrong(format!("it has format {other}, and this program reads {FORMAT}"))),
    }
}

/// Refuses to write a baseline over the one compared with: what has just failed would pass from then on.
pub(super) fn keeps_the_old(old: Option<&Path>, new: Option<&Path>) -> Result {
    let real = |path: Option<&Path>| path?.canonicalize().ok();
    let is_same = |path: &&Path| real(Some(path)).is_some_and(|path| real(old) == Some(path));
    let Some(file) = new.filter(is_same).map(output::shown) else { return Ok(()) };
    Err(Failure::hinted(
        format!(
            "--write-baseline would overwrite `{file}`, the baseline that this check compares with"
        ),
        format!(
            "write the new one to another file, and replace `{file}` with it once you accept what has changed"
        ),
    ))
}

pub(super) fn write(path: &Path, scenarios: &[BaselineOf]) -> Result {
    let mut text = serde_json::to_string_pretty(&Baseline { format: FORMAT, scenarios })
        .map_err(Failure::bug)?;
    text.push('\n');
    output::write_file(path, text.as_bytes())
}
