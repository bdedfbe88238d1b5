//! Measures as the command line and scenarios name them: `win-rate`, or `win rate` in words.

use skirmish_simulator::{MEASURES, Measure};

use crate::status::did_you_mean;

/// The measure that is called so.
pub(crate) fn find(name: &str) -> Option<&'static Measure> {
    Measure::named(&name.trim().replace(' ', "-"))
}

/// What to write instead of a name that no measure has.
pub(crate) fn hints(name: &str) -> Vec<String> {
    if name.contains(',') {
        return vec!["give one measure; run the command again for another".to_owned()];
    }
    if let Some(hint) = skirmish_scenario::renamed_hint(name) {
        return vec![hint];
    }
    let known: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    let mut hints: Vec<String> =
        did_you_mean(&name.replace(' ', "-"), &known).into_iter().collect();
    hints.push(format!("measures: {}", known.join(", ")));
    hints
}
