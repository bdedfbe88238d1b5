//! Finds measures by the names of the command line and scenarios: `win-rate` or `win rate`.

use skirmish_report::text::listed;
use skirmish_simulator::{MEASURES, Measure};

use crate::status::{Failure, did_you_mean};

pub(crate) fn find(name: &str) -> Option<&'static Measure> {
    Measure::named(&name.trim().replace(' ', "-"))
}

/// Returns the error for unknown measures: what may be meant by each, and a list of all.
pub(crate) fn unknown(names: &[&str]) -> Failure {
    let known: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    let meant = |name: &str| match name.contains(',') {
        true => Some("give one measure; run the command again for another".to_owned()),
        false => skirmish_scenario::renamed_hint(name)
            .or_else(|| did_you_mean(&name.replace(' ', "-"), &known)),
    };
    let of_each = names.iter().filter_map(|name| match names.len() {
        1 => meant(name),
        _ => Some(format!("`{name}`: {}", meant(name)?)),
    });
    let hints = of_each.chain([format!("measures: {}", known.join(", "))]).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Failure::Usage(format!("there is no measure {}", listed(&quoted, "or")), hints)
}
