//! What is asked: the side, the numbers with steps, and those to combine.

use skirmish_engine::side::Side;
use skirmish_scenario::{Parameter, Scenario};
use skirmish_simulator::Measure;

use crate::args;
use crate::files::side_called;
use crate::status::{Failure, Result, no_number, see_all_numbers};
use crate::study::steps::{self, Step};
use crate::study::vary::Vary;

const MOST_TOGETHER: usize = 6;
/// Returns the side that is measured; `None` for a measure of the whole game.
pub(super) fn side(
    args: &args::Sensitivity,
    measure: &Measure,
    scenario: &Scenario,
) -> Result<Option<Side>> {
    match (&args.side, measure.by_side) {
        (None, true) => Ok(Some(Side::A)),
        (None, false) => Ok(None),
        (Some(_), false) => {
            Err(Failure::usage(format!("{} measures the whole game, not a side", measure.name)))
        }
        (Some(name), true) => side_called(scenario, name).map(Some),
    }
}

pub(super) fn numbers(
    args: &args::Sensitivity,
    scenario: &Scenario,
) -> Result<Vec<(Parameter, Vec<Step>)>> {
    for prefix in &args.only {
        if !scenario.parameters.iter().any(|p| p.is_below(prefix)) {
            return Err(no_number(prefix, &scenario.parameters, &scenario.name));
        }
    }
    let asked = scenario
        .parameters
        .iter()
        .filter(|p| args.only.is_empty() || args.only.iter().any(|prefix| p.is_below(prefix)));
    Ok(asked.map(|p| (p.clone(), steps::steps(p))).filter(|(_, steps)| !steps.is_empty()).collect())
}

/// Returns the parameters of `--interactions`, each with its value between its steps.
pub(super) fn together(args: &args::Sensitivity, scenario: &Scenario) -> Result<Vec<Vary>> {
    let paths = args.interactions.iter().map(|path| path.trim());
    let mut vary: Vec<Vary> = Vec::new();
    for path in paths {
        let Some(parameter) = scenario.parameter(path) else {
            let what = format!("there is no number `{path}` in the rules in use");
            let known: Vec<&str> = scenario.parameters.iter().map(|p| p.path.as_str()).collect();
            return Err(Failure::no_such(what, path, &known, see_all_numbers(&scenario.name)));
        };
        let steps = steps::steps(parameter);
        if steps.is_empty() {
            return Err(Failure::usage(format!("`{path}` has no next step")));
        }
        if vary.iter().all(|other| other.path != parameter.path) {
            let all = |is: fn(&Step) -> bool| steps.iter().filter(move |step| is(step));
            let down = all(|step| step.direction < 0).map(|step| step.value.clone());
            let up = all(|step| step.direction >= 0).map(|step| step.value.clone());
            vary.push(Vary {
                path: parameter.path.clone(),
                values: down.chain([parameter.value.clone()]).chain(up).collect(),
            });
        }
    }
    match vary.len() {
        0 | 2..=MOST_TOGETHER => Ok(vary),
        named => Err(Failure::usage(format!(
            "--interactions combines 2 to {MOST_TOGETHER} parameters, but {named} {} named",
            if named == 1 { "is" } else { "are" }
        ))),
    }
}
