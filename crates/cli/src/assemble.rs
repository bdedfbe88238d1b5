//! Makes a report from a run: estimates with intervals, exact values, and goals in words.

mod initiative;
mod notes;
mod outcomes;
mod petite_guerre;
mod seen;
mod steps;

use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::{Clock, Next};
use skirmish_engine::side::Side;
use skirmish_report::{
    Initiative, Interval, MeasuredRow, ParameterRow, Provenance, Report, Unit, a_round,
};
use skirmish_scenario::{Origin, Parameter, Scenario, idle};
use skirmish_simulator::estimate::{Confidence, Estimate, Method};
use skirmish_simulator::{self as simulator, Run, Tally};

use crate::show::{self, CONFIDENCE};

pub(crate) use initiative::streaks;
use notes::{assumptions, of_run};
pub(crate) use notes::{doubt, idlers, race};
pub(crate) use outcomes::{ending, games};
pub(crate) use seen::add_seen;

/// Collects the methods of all intervals used, for the notes.
#[derive(Default)]
pub(crate) struct Methods(Vec<Method>);

impl Methods {
    fn interval(&mut self, estimate: Option<&Estimate>) -> Option<Interval> {
        let interval = estimate?.interval?;
        if !self.0.contains(&interval.method) {
            self.0.push(interval.method);
        }
        Some((interval.low, interval.high))
    }
}

/// Games from which on a reason for an ending has a row and an interval of its own.
const FEW: u64 = 10;

/// Fills a report's lists from the counts of a run.
struct Assembly<'a> {
    scenario: &'a Scenario,
    battle: &'a Battle,
    run: &'a Run,
    confidence: Confidence,
    methods: Methods,
}

/// Returns whether the scenario or the command line changes this value of the rulebook.
fn is_other(scenario: &Scenario, path: &str) -> bool {
    scenario.parameters.iter().any(|parameter| {
        parameter.path == path
            && matches!(parameter.origin, Origin::Scenario | Origin::CommandLine)
            && parameter.base_value.as_ref() != Some(&parameter.value)
    })
}

/// Returns the row of a rules parameter, with whether the battle can use it.
fn parameter(battle: &Battle, parameter: &Parameter) -> ParameterRow {
    ParameterRow {
        path: parameter.path.clone(),
        value: parameter.value.clone(),
        origin: parameter.origin.name().to_owned(),
        rule: parameter.rule.clone(),
        in_use: Some(idle(battle.spec(), &parameter.path).is_none()),
    }
}

pub(crate) fn measured(
    tally: &Tally,
    asked: &[show::MeasureOf],
    scenario: &Scenario,
    confidence: Confidence,
) -> Vec<MeasuredRow> {
    let row = |(measure, side): &show::MeasureOf| {
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

/// What a run with this seed has counted, as a report; what was typed for it stands elsewhere.
pub(crate) fn report(
    scenario: &Scenario,
    battle: &Battle,
    run: &Run,
    (seed, confidence): (u64, Confidence),
) -> Report {
    let mut report = Report {
        provenance: Provenance {
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            engine_version: skirmish_engine::VERSION.to_owned(),
            scenario_title: scenario.title.clone(),
            scenario_sha256: scenario.scenario_sha256.clone(),
            rulebook: scenario.spec.rules.name.clone(),
            system: scenario.spec.rules.system.name().to_owned(),
            is_other_system: is_other(scenario, "system"),
            fighting: scenario.spec.rules.fighting.name().to_owned(),
            is_other_fighting: is_other(scenario, "fighting"),
            rulebook_sha256: scenario.rulebook_sha256.clone(),
            players: Side::BOTH.map(|side| plays(battle, side)),
            file: scenario.name.clone(),
            seed,
            games: run.games,
            unit: unit(run.tally.unit()),
            ..Provenance::default()
        },
        shows: scenario.shows.clone(),
        sides: scenario.side_names().0.map(str::to_owned),
        confidence: CONFIDENCE.get(),
        parameters: scenario.parameters.iter().map(|p| parameter(battle, p)).collect(),
        assumptions: assumptions(scenario.spec.rules.fighting),
        ..Report::default()
    };
    let mut assembly = Assembly { scenario, battle, run, confidence, methods: Methods::default() };
    report.outcomes = assembly.outcomes();
    let system = &scenario.spec.rules.system;
    // If sides roll for each round, or units are counted down, going first in the game means little.
    let opens = system.turn().is_none_or(|it| it.next == Next::Sides && !it.rolls_for_first());
    if scenario.spec.starts.is_none() && system.has_starter() && opens {
        let worth = run.tally.outcomes.going_first(confidence);
        report.going_first = worth.filter(|it| it.interval.is_some()).map(show::value);
    }
    report.events = assembly.events();
    let has_turns = scenario.spec.rules.system.has_turns();
    if has_turns {
        report.initiative = Initiative::Turns;
    }
    for side in Side::BOTH {
        assembly.streaks(side, &mut report);
        assembly.rounds(side, &mut report);
        if !has_turns {
            assembly.seizes(side, &mut report);
            assembly.lost_after(side, &mut report);
        }
    }
    assembly.petite_guerre(&mut report);
    assembly.steps(&mut report);
    let idlers = idlers(scenario, battle, &run.tally).into_iter();
    report.doubts = idlers.map(|(who, share)| doubt(&who, (share, share))).collect();
    // A player that stands idle explains a lack of losses.
    if report.doubts.is_empty() {
        report.doubts.extend(race(&run.tally));
    }
    report.notes.splice(0..0, of_run(run, &assembly.methods, has_turns));
    let clock = scenario.spec.rules.system.clock();
    let round = a_round(scenario.spec.rules.system);
    // Rounds counted in chances cast doubt; rounds of turns are plain.
    if scenario.spec.holds_for_rounds() && clock == Clock::Chances {
        report.doubts.push(round);
    } else if scenario.spec.counts_rounds() {
        report.notes.push(round);
    }
    report
}

/// Returns the name of a side's bot, or the size of its mix.
pub(crate) fn plays(battle: &Battle, side: Side) -> String {
    let players = battle.players(side);
    let all = match players.as_slice() {
        [one] => one.bot.name.clone(),
        several => format!("a mix of {}", several.len()),
    };
    let all = match battle.thinks()[side] {
        0 => all,
        playouts => {
            let known = battle.known_players(side).len();
            format!("{all}, thinking ahead by {playouts} games of each of {known} players")
        }
    };
    let own = own_bots(battle, side);
    let of_own: usize = own.iter().map(|(bodies, _)| bodies.len()).sum();
    let are_others = of_own < battle.spec().sides[side].units.len();
    let others = match own.is_empty() {
        true => Some(all),
        false => are_others.then(|| format!("the others: {all}")),
    };
    told_own(own).chain(others).collect::<Vec<_>>().join("; ")
}

/// Returns the units of a side with bots of their own, by bot.
fn own_bots(battle: &Battle, side: Side) -> Vec<(Vec<&str>, &str)> {
    let mut own: Vec<(Vec<&str>, &str)> = Vec::new();
    for unit in &battle.spec().sides[side].units {
        let Some(bot) = &unit.bot else { continue };
        match own.iter_mut().find(|(_, name)| *name == bot.name) {
            Some((bodies, _)) => bodies.push(&unit.name),
            None => own.push((vec![&unit.name], &bot.name)),
        }
    }
    own
}

fn told_own(own: Vec<(Vec<&str>, &str)>) -> impl Iterator<Item = String> {
    own.into_iter().map(|(bodies, bot)| format!("{}: {bot}", bodies.join(", ")))
}

/// Describes units of a side with bots of their own, each with its bot.
pub(crate) fn plays_alone(battle: &Battle, side: Side) -> impl Iterator<Item = String> {
    told_own(own_bots(battle, side))
}

pub(crate) const fn unit(unit: simulator::Unit) -> Unit {
    match unit {
        simulator::Unit::Game => Unit::Game,
        simulator::Unit::Pair => Unit::Pair,
    }
}
