//! The numbers of the rules that a battle rests on, and which of them it can make use of.

use skirmish_engine::battle::Battle;
use skirmish_report::{Origin, ParameterRow};
use skirmish_scenario::{Origin as From, Parameter, idle};

/// A parameter of the rules in use.
pub(super) fn parameter(battle: &Battle, parameter: &Parameter) -> ParameterRow {
    ParameterRow {
        path: parameter.path.clone(),
        value: parameter.value.clone(),
        origin: match parameter.origin {
            From::Published => Origin::Published,
            From::Derived => Origin::Derived,
            From::Companion => Origin::Companion,
            From::Assumed => Origin::Assumed,
            From::Rulebook => Origin::Rulebook,
            From::Scenario => Origin::Scenario,
            From::CommandLine => Origin::CommandLine,
        },
        rule: parameter.rule.clone(),
        in_use: Some(idle(battle.spec(), &parameter.path).is_none()),
    }
}
