//! Measures of a run as rows of `measures.csv`.

use skirmish_report::MeasuredRow;
use skirmish_scenario::Scenario;
use skirmish_simulator::Tally;
use skirmish_simulator::estimate::Confidence;

use crate::show::Asked;

/// The measures that were asked for by name.
pub(crate) fn measured(
    tally: &Tally,
    asked: &[Asked],
    scenario: &Scenario,
    confidence: Confidence,
) -> Vec<MeasuredRow> {
    let row = |(measure, side): &Asked| {
        let estimate = tally.estimate(measure, *side, confidence);
        let interval = estimate.and_then(|estimate| estimate.interval);
        MeasuredRow {
            measure: measure.name.to_owned(),
            side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
            unit: measure.unit.to_owned(),
            value: estimate.map(|estimate| estimate.value),
            interval: interval.map(|interval| (interval.low, interval.high)),
            method: interval.map_or("", |interval| interval.method.name()).to_owned(),
            is_share: measure.is_share,
            about: measure.about.to_owned(),
        }
    };
    asked.iter().map(row).collect()
}
