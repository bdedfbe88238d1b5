//! How games ended: rows of outcomes.csv and games.csv, with reasons in words.

use skirmish_engine::battle::{EnemyTarget, WinSpec};
use skirmish_engine::event::{Draw, Ending};
use skirmish_engine::side::Side;
use skirmish_report::table::{Row as _, Table};
use skirmish_report::{GameRow, LessLuck, OTHER, OutcomeRow, counted};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::Estimate;
use skirmish_simulator::{self as simulator, Finish, GameRecord};

use super::{Assembly, FEW};

impl Assembly<'_> {
    pub(super) fn outcomes(&mut self) -> Vec<OutcomeRow> {
        let (scenario, confidence) = (self.scenario, self.confidence);
        let tally = &self.run.tally;
        let methods = &mut self.methods;
        let all = self.run.games.max(1) as f64;
        let won = |side: Side| {
            let name = scenario.side_names()[side];
            let ways: Vec<Why> = tally
                .outcomes
                .ways(side)
                .map(|(goal, way)| {
                    let rate = tally.way_rate(side, goal, confidence);
                    (reason(scenario, side, goal), way.games, rate)
                })
                .collect();
            let rate = tally.win_rate(side, confidence);
            (format!("{name} win"), name, Finish::won_by(side), rate, ways)
        };
        let other = |(finish, outcome): (Finish, String)| {
            let reasons = Draw::ALL.iter().filter(|_| finish == Finish::Draw);
            let ways = reasons.map(|why| {
                let rate = tally.draw_rate(*why, confidence);
                (drawn(scenario, *why), tally.outcomes.draw(*why).games, rate)
            });
            (outcome, "", finish, tally.finish_rate(finish, confidence), ways.collect())
        };
        let others = [(Finish::Draw, "draw".to_owned()), (Finish::Cap, cap(scenario))];
        let mut rows = Vec::new();
        for (outcome, side, finish, rate, ways) in
            Side::BOTH.map(won).into_iter().chain(others.map(other))
        {
            let less_luck = tally.finish_rate_less_luck(finish, confidence);
            let whole = (String::new(), tally.outcomes.finished(finish), rate, less_luck);
            let ways = with_few_as_one(ways.into_iter()).into_iter();
            let ways = ways.map(|(reason, games, rate)| (reason, games, rate, None));
            for (reason, games, estimate, less_luck) in std::iter::once(whole).chain(ways) {
                rows.push(OutcomeRow {
                    outcome: outcome.clone(),
                    side: side.to_owned(),
                    reason,
                    games,
                    game: None,
                    share: estimate.as_ref().map_or(games as f64 / all, |e| e.value),
                    interval: methods.interval(estimate.as_ref()),
                    less_luck: less_luck.map(|less: simulator::LessLuck| LessLuck {
                        share: less.estimate.value,
                        interval: methods.interval(Some(&less.estimate)),
                        gain: less.gain,
                    }),
                });
            }
        }
        rows
    }
}

/// A reason, the number of games that ended by it, and their share.
type Why = (String, u64, Option<Estimate>);

/// Returns the reasons seen, with those of few games joined in one row without an interval: the interval of a row that appears
/// only because it was seen lies above a small true share (docs/statistics.md, "Where little happens").
fn with_few_as_one(whys: impl Iterator<Item = Why>) -> Vec<Why> {
    let (few, mut rows): (Vec<Why>, Vec<Why>) =
        whys.filter(|(_, games, _)| *games > 0).partition(|(_, games, _)| *games < FEW);
    if !few.is_empty() {
        let names: Vec<&str> = few.iter().map(|(name, ..)| name.as_str()).collect();
        let games = few.iter().map(|(_, games, _)| games).sum();
        rows.push((format!("{OTHER}{}", names.join(", ")), games, None));
    }
    rows
}

/// `games.csv`: one game after the other.
pub(crate) fn games(scenario: &Scenario, records: &[GameRecord]) -> Table {
    Table::new(GameRow::SCHEMA, records.iter().map(|record| game_row(scenario, record).cells()))
}

/// Returns who has won, if a side has, and how the game ended.
pub(crate) fn ending(scenario: &Scenario, ending: Ending) -> (String, String) {
    match ending {
        Ending::Won { side, goal } => {
            (scenario.side_names()[side].to_owned(), reason(scenario, side, goal))
        }
        Ending::Draw(why) => (String::new(), format!("draw: {}", drawn(scenario, why))),
        Ending::Cap => (String::new(), cap(scenario)),
    }
}

fn game_row(scenario: &Scenario, record: &GameRecord) -> GameRow {
    let outcome = &record.outcome;
    let (winner, reason) = ending(scenario, outcome.ending);
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

fn drawn(scenario: &Scenario, why: Draw) -> String {
    match why {
        Draw::Both => "both at once".to_owned(),
        Draw::Deserted => "nobody left".to_owned(),
        Draw::TurnsOver => {
            format!("{} are over", counted(scenario.spec.rules.warspike.turns, "turn"))
        }
    }
}

fn cap(scenario: &Scenario) -> String {
    format!("cap on {}s", scenario.spec.cap.of.name())
}

fn reason(scenario: &Scenario, side: Side, goal: Option<u8>) -> String {
    let Some(goal) = goal else { return "no enemy left".to_owned() };
    let spec = &scenario.spec;
    let enemy = &spec.sides[!side];
    match spec.sides[side].wins[usize::from(goal)] {
        WinSpec::Holds(hold) => {
            format!("holds {} with {}", spec.places[usize::from(hold.place.0)].name, hold.figures)
        }
        WinSpec::HoldsFor { hold, rounds } => {
            let place = &spec.places[usize::from(hold.place.0)].name;
            format!("holds {place} with {} for {}", hold.figures, counted(rounds, "round"))
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
        // A unit may be one figure or many, so there is no verb.
        WinSpec::Destroys { unit } => {
            format!("{} destroyed", enemy.units[usize::from(unit.0)].name)
        }
        WinSpec::Gone { who: EnemyTarget::Leader(figure) } => {
            format!("{} is gone", enemy.figures[figure.index()].name)
        }
        WinSpec::Gone { who: EnemyTarget::Body(unit) } => {
            format!("{} gone", enemy.units[usize::from(unit.0)].name)
        }
        WinSpec::Losses { figures } => format!("{} lost {figures}", enemy.name),
        WinSpec::Happens { event } => spec.events[usize::from(event.0)].name.clone(),
    }
}
