//! Notes of a report: its methods, and what its rules assume.

use serde_json::json;
use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::Side;
use skirmish_report::notes;
use skirmish_scenario::Scenario;
use skirmish_simulator::{Quantity, Run, Tally};

use super::Methods;

pub(super) fn of_run(run: &Run, methods: &Methods, has_turns: bool) -> Vec<String> {
    let methods: Vec<_> = methods.0.iter().map(|it| [it.name(), it.source()]).collect();
    let two_places = |gain: Option<f64>| gain.map(|gain| format!("{gain:.2}"));
    let facts = json!({
        "methods": methods,
        "has_turns": has_turns,
        "in_pairs": run.pairs.on,
        "why": format!("{:?}", run.pairs.reason),
        "gain": two_places(run.pair_gain()),
        "pilot_gain": two_places(run.pairs.pilot_gain),
    });
    notes("run", &facts)
}

/// With fewer games nothing is said of idle players or few losses.
const FEWEST: u64 = 20;

/// A bot that does nothing in a larger share of its chances is reported.
const MANY: f64 = 1.0 / 3.0;

/// Returns idle players and the share of chances in which each does nothing. They put a verdict about the rules in doubt.
pub(crate) fn idlers(scenario: &Scenario, battle: &Battle, tally: &Tally) -> Vec<(String, f64)> {
    let of = |side: Side| {
        let total = |[of_a, of_b]: [Quantity; 2]| {
            tally.total(if side == Side::A { of_a } else { of_b }).max(0) as f64
        };
        let actions = total([Quantity::ActionsA, Quantity::ActionsB]);
        let passed = total([Quantity::PassedA, Quantity::PassedB]);
        let unused = total([Quantity::StoodA, Quantity::StoodB]) + passed;
        let side_name = scenario.side_names()[side];
        let who = match battle.players(side).as_slice() {
            [only] => format!("The bot `{}` of {side_name}", only.bot.name),
            _ => format!("The mix of {side_name}"),
        };
        let share = if actions == 0.0 { 1.0 } else { unused / (actions + passed) };
        (share > MANY && tally.games() >= FEWEST).then_some((who, share))
    };
    Side::BOTH.into_iter().filter_map(of).collect()
}

/// Returns the doubt about an idle player, from its least share of idle chances to its greatest.
pub(crate) fn doubt(who: &str, (least, most): (f64, f64)) -> String {
    let [low, high] = [least, most].map(|share| (share * 100.0).round());
    let share = if low == high { format!("{low}") } else { format!("{low} to {high}") };
    notes("idle", &json!({ "who": who, "never": least >= 1.0, "share": share })).concat()
}

/// With fewer figures lost than this in a game, by both sides together, hardly any fighting takes place.
const HARDLY_ANY: f64 = 0.2;

/// Returns the doubt about a battle with hardly any losses, as its writer may have meant another.
pub(crate) fn race(tally: &Tally) -> Option<String> {
    let lost = tally.total(Quantity::LostA) + tally.total(Quantity::LostB);
    let is_race = tally.games() >= FEWEST && (lost as f64) < HARDLY_ANY * tally.games() as f64;
    is_race.then(|| {
        "Hardly anybody is lost: this is a race, which fighting does not decide.".to_owned()
    })
}

/// Returns assumptions where the sources are silent and no single parameter shows it.
pub(super) fn assumptions(fighting: Fighting) -> Vec<String> {
    let facts = json!({ "fighting": fighting.name(), "by_steps": fighting.is_by_steps() });
    notes("assumed", &facts)
}
