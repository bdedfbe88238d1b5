//! Converts estimates for reports, and holds what comparisons and studies share.

use skirmish_engine::side::Side;
use skirmish_report as report;
use skirmish_report::comparison::{ChangeLessLuck, ChangeValue, Value};
use skirmish_report::once::unique;
use skirmish_report::study::{Measured, Played};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Confidence, Estimate, Method};
use skirmish_simulator::study::MeasureChange;
use skirmish_simulator::{LessLuck, Measure, PairReason, PairReport};

use crate::measure;
use crate::status::Result;

pub(crate) const CONFIDENCE: Confidence = Confidence::P95;

pub(crate) fn value(estimate: Estimate) -> Value {
    Value { value: estimate.value, interval: estimate.interval.map(|i| (i.low, i.high)) }
}

pub(crate) fn less_luck(less: LessLuck) -> report::LessLuck {
    let Value { value: share, interval } = value(less.estimate);
    report::LessLuck { share, interval, gain: less.gain }
}

pub(crate) fn change(change: &MeasureChange, adjusted_p_value: Option<f64>) -> Option<ChangeValue> {
    let difference = change.difference?;
    Some(ChangeValue {
        value: difference.value,
        interval: difference.interval.map(|i| (i.low, i.high)),
        p_value: change.p_value,
        adjusted_p_value,
        gain: change.gain,
        less_luck: change.less_luck.map(|less| {
            let Value { value, interval } = value(less.estimate);
            ChangeLessLuck { value, interval, gain: less.gain }
        }),
        others: None,
    })
}

/// Returns the half-width of the widest interval; `None` while one is missing. What was never measured, such as seizes of a
/// side that never tries, is ignored.
pub(crate) fn widest(estimates: impl IntoIterator<Item = Option<Estimate>>) -> Option<f64> {
    estimates
        .into_iter()
        .flatten()
        .try_fold(0.0_f64, |widest, estimate| Some(widest.max(estimate.reach()?)))
}

/// A measure, and the side it is asked for.
pub(crate) type MeasureOf = (&'static Measure, Option<Side>);

/// Returns measures with each side they exist for.
pub(crate) fn of_each_side(measures: &[&'static Measure]) -> Vec<MeasureOf> {
    measures
        .iter()
        .flat_map(|measure| measure.sides().iter().map(move |side| (*measure, *side)))
        .collect()
}

/// Returns a measure as reports of studies have it.
pub(crate) fn measured(measure: &Measure, side: Option<Side>, scenario: &Scenario) -> Measured {
    Measured {
        measure: measure.name.to_owned(),
        about: measure.about.to_owned(),
        unit: measure.unit.to_owned(),
        side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
        is_share: measure.is_share,
    }
}

/// Returns a note on whether variants were played in pairs, and why.
pub(crate) fn pairs(pairs: PairReport) -> Option<String> {
    let why = match pairs.reason {
        PairReason::Asked if pairs.on => "as asked",
        PairReason::PilotFoundGain => "since a pilot of the first variant showed that it helps",
        _ => return None,
    };
    Some(format!(
        "games: in pairs on the same dice with the other side starting, {why}; the pair is the unit of every interval"
    ))
}

/// Returns the games of a study with their seed, the command to play them again, and notes.
pub(crate) fn played(
    scenario: &Scenario,
    (games, seed): (u64, u64),
    command: String,
    notes: Vec<String>,
) -> Played {
    Played {
        games,
        seed,
        confidence: CONFIDENCE.get(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        file: scenario.name.clone(),
        scenario_sha256: scenario.scenario_sha256.clone(),
        rulebook_sha256: scenario.rulebook_sha256.clone(),
        players: None,
        bots: None,
        command,
        notes,
    }
}

pub(crate) fn sources(methods: &[Method]) -> Vec<String> {
    methods.iter().map(|method| format!("{}: {}", method.name(), method.source())).collect()
}

/// Returns notes on the methods for changes between variants.
pub(crate) fn of_changes() -> Vec<String> {
    sources(&[
        Method::StudentPaired,
        Method::SquareAndAdd,
        Method::Jackknife,
        Method::ControlVariates,
    ])
}

/// Finds measures by name, each once.
pub(crate) fn measures(names: &[String]) -> Result<Vec<&'static Measure>> {
    let is_unknown = |name: &&str| measure::find(name).is_none();
    let unknown: Vec<&str> = names.iter().map(String::as_str).filter(is_unknown).collect();
    if !unknown.is_empty() {
        return Err(measure::unknown(&unknown));
    }
    let named = names.iter().filter_map(|name| Some(measure::find(name)?.name));
    Ok(unique(named).into_iter().filter_map(measure::find).collect())
}
