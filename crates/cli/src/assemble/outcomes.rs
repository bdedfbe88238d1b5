//! How games ended: the rows of outcomes.csv and of games.csv, with the reasons in words.

use skirmish_engine::battle::{Foe, WinSpec};
use skirmish_engine::event::{Draw, Ending};
use skirmish_engine::side::Side;
use skirmish_report::table::{Cell, Column, Row as _, Table};
use skirmish_report::{GameRow, LessLuck, OutcomeRow, counted};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::Estimate;
use skirmish_simulator::{self as simulator, Finish, GameRecord};

use super::Assembly;

impl Assembly<'_> {
    /// How games ended, and why.
    pub(super) fn outcomes(&mut self) -> Vec<OutcomeRow> {
        let (scenario, confidence) = (self.scenario, self.confidence);
        let tally = &self.run.tally;
        let methods = &mut self.methods;
        let mut rows = Vec::new();
        let mut row = |outcome: String,
                       side: &str,
                       reason: String,
                       games: u64,
                       estimate: Option<Estimate>,
                       less_luck: Option<simulator::LessLuck>| {
            rows.push(OutcomeRow {
                outcome,
                side: side.to_owned(),
                reason,
                games,
                share: estimate.as_ref().map_or(0.0, |e| e.value),
                interval: methods.interval(estimate.as_ref()),
                less_luck: less_luck.map(|less| LessLuck {
                    share: less.estimate.value,
                    interval: methods.interval(Some(&less.estimate)),
                    gain: less.gain,
                }),
            });
        };
        for side in Side::BOTH {
            let name = scenario.side_names()[side];
            let outcome = format!("{name} win");
            let finish = Finish::won_by(side);
            row(
                outcome.clone(),
                name,
                String::new(),
                tally.outcomes.finished(finish),
                tally.win_rate(side, confidence),
                tally.finish_rate_less_luck(finish, confidence),
            );
            for (goal, way) in tally.outcomes.ways(side) {
                let reason = reason(scenario, side, goal);
                row(
                    outcome.clone(),
                    name,
                    reason,
                    way.games,
                    tally.way_rate(side, goal, confidence),
                    None,
                );
            }
        }
        for (finish, outcome) in [(Finish::Draw, "draw".to_owned()), (Finish::Cap, cap(scenario))] {
            let games = tally.outcomes.finished(finish);
            row(
                outcome.clone(),
                "",
                String::new(),
                games,
                tally.finish_rate(finish, confidence),
                tally.finish_rate_less_luck(finish, confidence),
            );
            let reasons = Draw::ALL.iter().filter(|_| finish == Finish::Draw);
            for why in reasons.filter(|why| tally.outcomes.draw(**why).games > 0) {
                row(
                    outcome.to_owned(),
                    "",
                    drawn(scenario, *why),
                    tally.outcomes.draw(*why).games,
                    tally.draw_rate(*why, confidence),
                    None,
                );
            }
        }
        rows
    }
}

/// `games.csv`: one game after the other, each under all variants. Of each variant there is its scenario,
/// and what stands in these columns; nothing is told of one that has none.
pub(crate) fn games(
    records: &[GameRecord],
    columns: Vec<Column>,
    variants: &[Option<(&Scenario, Vec<Cell>)>],
) -> Table {
    let rows = records.iter().filter_map(|record| {
        let (scenario, before) = variants.get(record.variant)?.as_ref()?;
        Some([before.as_slice(), &game_row(scenario, record).cells()].concat())
    });
    Table::new(GameRow::SCHEMA, rows).after(columns)
}

/// A row of games.csv.
fn game_row(scenario: &Scenario, record: &GameRecord) -> GameRow {
    let outcome = &record.outcome;
    let (winner, reason) = match outcome.ending {
        Ending::Won { side, goal } => {
            (scenario.side_names()[side].to_owned(), reason(scenario, side, goal))
        }
        Ending::Draw(why) => (String::new(), format!("draw: {}", drawn(scenario, why))),
        Ending::Cap => (String::new(), cap(scenario)),
    };
    GameRow {
        game: record.game,
        winner,
        reason,
        actions: u64::from(outcome.actions),
        streak_max: outcome.longest_streak,
        casualties_a: outcome.losses[Side::A],
        casualties_b: outcome.losses[Side::B],
        dice: record.dice,
    }
}

/// Why nobody won, in words.
fn drawn(scenario: &Scenario, why: Draw) -> String {
    match why {
        Draw::Both => "both at once".to_owned(),
        Draw::Deserted => "nobody left".to_owned(),
        Draw::TurnsOver => {
            format!("{} are over", counted(scenario.spec.rules.warspike.turns, "turn"))
        }
    }
}

/// What has stopped a game that nobody won.
fn cap(scenario: &Scenario) -> String {
    format!("cap on {}s", scenario.spec.cap.of.name())
}

/// Why a side won, in words.
fn reason(scenario: &Scenario, side: Side, goal: Option<u8>) -> String {
    let Some(goal) = goal else { return "no enemy left".to_owned() };
    let spec = &scenario.spec;
    let enemy = &spec.sides[!side];
    match spec.sides[side].wins[usize::from(goal)] {
        WinSpec::Holds { place, figures } => {
            format!("holds {} with {figures}", spec.places[usize::from(place.0)].name)
        }
        WinSpec::HoldsFor { place, figures, rounds } => {
            let place = &spec.places[usize::from(place.0)].name;
            format!("holds {place} with {figures} for {}", counted(rounds, "round"))
        }
        WinSpec::Most { place, after } => {
            format!("most at {} after {after}", spec.places[usize::from(place.0)].name)
        }
        WinSpec::Points { least } => counted(least as u32, "point"),
        WinSpec::Ahead { by, after } => {
            format!("{} ahead after {after}", counted(by as u32, "point"))
        }
        WinSpec::After(time) => format!("still there after {time}"),
        WinSpec::Escapes { figures } => format!("{figures} escaped"),
        WinSpec::Kills { figure } => format!("{} is dead", enemy.figures[figure.index()].name),
        // A body may be one man or many: no verb.
        WinSpec::Destroys { unit } => {
            format!("{} destroyed", enemy.units[usize::from(unit.0)].name)
        }
        WinSpec::Gone { who: Foe::Leader(figure) } => {
            format!("{} is gone", enemy.figures[figure.index()].name)
        }
        WinSpec::Gone { who: Foe::Body(unit) } => {
            format!("{} gone", enemy.units[usize::from(unit.0)].name)
        }
        WinSpec::Losses { figures } => format!("{} lost {figures}", enemy.name),
        WinSpec::Happens { event } => spec.events[usize::from(event.0)].name.clone(),
    }
}
