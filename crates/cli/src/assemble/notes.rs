//! What a report says of its methods, and of what its rules assume.

use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::Side;
use skirmish_scenario::Scenario;
use skirmish_simulator::{PairReason, Quantity, Run, Tally};

use super::Methods;
use crate::troops;

/// How numbers came to be, with sources.
pub(super) fn notes(run: &Run, methods: &Methods, has_turns: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for method in &methods.0 {
        notes.push(format!("Intervals ({}): {}.", method.name(), method.source()));
    }
    notes.push(
        "Attempts within one game are not independent: rates over attempts take the unit of replication as the unit."
            .to_owned(),
    );
    let streaks = if has_turns {
        "Streaks are the chances that a side has before the other has one, used or not; chances to react are left out. \
         Streaks cut short by the end of a game are left out."
    } else {
        "Streaks are those ended by a seize; streaks cut short by the end of a game are left out, so that very long \
         streaks are somewhat under-represented. `expected` sums the exact chance of each roll that was faced."
    };
    notes.push(streaks.to_owned());
    notes.push(match run.pairs.reason {
        PairReason::Asked if run.pairs.on => pair_note("as asked", run.pair_gain()),
        PairReason::PilotFoundGain => {
            pair_note("since a pilot showed that it helps", run.pair_gain())
        }
        PairReason::Asked => "Games are independent, as asked.".to_owned(),
        PairReason::StarterIsFixed => {
            "Games are independent: who starts is not drawn by lot (the scenario or the system's dice decide), so there \
             are no roles to swap."
                .to_owned()
        }
        PairReason::NoTime => {
            "Games are independent: there was no time for a pilot of pairs.".to_owned()
        }
        PairReason::PilotFoundNone => {
            let gain = run
                .pairs
                .pilot_gain
                .map_or_else(String::new, |g| format!(" (gain {g:.2})"));
            format!("Games are independent: a pilot showed that pairs do not help here{gain}.")
        }
    });
    notes
}

/// Fewer games say nothing of who stands by, or of whether anybody is lost.
const FEWEST: u64 = 20;

/// A bot that does nothing in more of its chances than this is worth a word.
const MANY: f64 = 1.0 / 3.0;

/// Who stands by, and in what share of his chances: a verdict about rules is one about how they are played.
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

/// What is said of one who stands by, from the least share of his chances to the most.
pub(crate) fn doubt(who: &str, (least, most): (f64, f64)) -> String {
    let another = "another player may do better (`--bots`, `skirmish exploit`).";
    let [low, high] = [least, most].map(|share| (share * 100.0).round());
    let share = if low == high { format!("{low}") } else { format!("{low} to {high}") };
    match least {
        1.0 => format!("{who} never acts: {another}"),
        _ => format!(
            "{who} stands, passes or forfeits in {share} % of its chances to act: {another}"
        ),
    }
}

/// Fewer figures lost than this in a game, of both sides, is a battle in which nobody fights.
const HARDLY_ANY: f64 = 0.2;

/// What is said where hardly anybody is lost: somebody who has just written a battle may have meant another.
pub(crate) fn race(tally: &Tally) -> Option<String> {
    let lost = tally.total(Quantity::LostA) + tally.total(Quantity::LostB);
    let is_race = tally.games() >= FEWEST && (lost as f64) < HARDLY_ANY * tally.games() as f64;
    is_race.then(|| {
        "Hardly anybody is lost: this is a race, which fighting does not decide.".to_owned()
    })
}

fn pair_note(why: &str, gain: Option<f64>) -> String {
    let gain = gain.map_or_else(String::new, |gain| {
        format!("; for the win rate each game is worth {gain:.2} independent ones")
    });
    format!("Games are played in pairs on the same dice with the other side starting, {why}{gain}.")
}

/// Where sources are silent and no single number says so.
pub(super) fn assumptions(fighting: Fighting) -> Vec<String> {
    let of_bots = "What a side can do depends on its bot; a verdict that holds for one bot only is worth little.";
    [troops::assumed(fighting), of_bots].map(str::to_owned).to_vec()
}
