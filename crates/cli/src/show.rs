//! Estimates as reports take them, and other things that comparisons and studies share.

use skirmish_report::comparison::{ChangeLessLuck, ChangeValue, Value};
use skirmish_scenario::Override;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Change, Measure};

use crate::measure;
use crate::run;
use crate::status::Failure;

pub(crate) const CONFIDENCE: Confidence = Confidence::P95;

pub(crate) fn value(estimate: Estimate) -> Value {
    Value {
        value: estimate.value,
        interval: estimate.interval.map(|i| (i.low, i.high)),
    }
}

pub(crate) fn change(change: &Change, adjusted_p_value: Option<f64>) -> Option<ChangeValue> {
    let difference = change.difference?;
    Some(ChangeValue {
        value: difference.value,
        interval: difference.interval.map(|i| (i.low, i.high)),
        p_value: change.p_value,
        adjusted_p_value,
        gain: change.gain,
        less_luck: change.less_luck.map(|less| ChangeLessLuck {
            value: less.estimate.value,
            interval: less.estimate.interval.map(|i| (i.low, i.high)),
            gain: less.gain,
        }),
    })
}

/// The measures with these names, each once.
pub(crate) fn measures(names: &[String]) -> Result<Vec<&'static Measure>, Failure> {
    let mut found: Vec<&Measure> = Vec::new();
    for name in names {
        let Some(measure) = measure::find(name) else {
            return Err(Failure::Usage(
                format!("there is no measure `{name}`"),
                measure::hints(name),
            ));
        };
        if found.iter().all(|other| other.name != measure.name) {
            found.push(measure);
        }
    }
    Ok(found)
}

/// `--set PATH=VALUE` as a shell reads it, or the same under another flag.
pub(crate) fn set_words(flag: &str, set: &[Override]) -> impl Iterator<Item = String> {
    set.iter()
        .map(move |s| format!("{flag} {}", run::quoted(&format!("{}={}", s.path, s.value))))
}
