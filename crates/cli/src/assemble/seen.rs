//! What was seen of a run from above: the table, who is left round by round, games worth a look, and where things happen.

use skirmish_engine::battle::Battle;
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::event::Ending;
use skirmish_engine::side::Side;
use skirmish_report::heat::{Heat, HeatMap};
use skirmish_report::{LossRow, Report, SurvivorRow, WatchRow, board};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::{self as simulator, Happening, Seen};

use super::ending;
use crate::found;

/// Adds what was seen of a run to its report.
pub(crate) fn add_seen(
    report: &mut Report,
    (scenario, battle): (&Scenario, &Battle),
    seen: &Seen,
    confidence: Confidence,
) {
    report.table = Some(board::table(scenario, battle, &[]));
    report.watch = watch(scenario, seen);
    for row in &mut report.outcomes {
        let is_one = |game: &simulator::GameSeen| {
            let (winner, reason) = ending(scenario, game.outcome.ending);
            let is_outcome = match game.outcome.ending {
                Ending::Won { .. } => winner == row.side,
                Ending::Draw(_) => row.outcome == "draw",
                Ending::Cap => row.outcome == reason,
            };
            let reason = reason.strip_prefix("draw: ").unwrap_or(&reason);
            is_outcome && (row.reason.is_empty() || row.reason == reason)
        };
        row.game = (0..).zip(&seen.games).find(|(_, game)| is_one(game)).map(|(game, _)| game);
    }
    for side in Side::BOTH {
        report.survivors.extend(survivors(scenario, battle, seen, (side, confidence)));
        report.losses.extend(losses(scenario, seen, (side, confidence)));
    }
    report.heat = seen.heat.as_ref().map(|heat| of_heat(scenario, heat));
}

fn ends(estimate: &Estimate) -> Option<(f64, f64)> {
    estimate.interval.map(|interval| (interval.low, interval.high))
}

/// Returns games worth a look, each once.
fn watch(scenario: &Scenario, seen: &Seen) -> Vec<WatchRow> {
    let outcomes: Vec<_> = seen.games.iter().map(|game| game.outcome).collect();
    let mut rows: Vec<WatchRow> = Vec::new();
    for what in found::KINDS {
        let Some(game) = found::find(scenario, &outcomes, what) else { continue };
        if rows.iter().any(|row| row.game == game) {
            continue;
        }
        let it = &outcomes[game as usize];
        let (winner, reason) = ending(scenario, it.ending);
        rows.push(WatchRow {
            what: what.to_owned(),
            game,
            winner,
            reason,
            actions: it.actions,
            lost_a: it.losses[Side::A],
            lost_b: it.losses[Side::B],
        });
    }
    rows
}

fn survivors<'s>(
    scenario: &'s Scenario,
    battle: &'s Battle,
    seen: &'s Seen,
    (side, confidence): (Side, Confidence),
) -> impl Iterator<Item = SurvivorRow> + 's {
    let games = seen.games.len() as u64;
    let all = battle.count(side) as u32;
    let row = move |round| SurvivorRow {
        side: scenario.side_names()[side].to_owned(),
        round,
        games,
        ..SurvivorRow::default()
    };
    let start = SurvivorRow {
        going_on: games,
        mean: all.into(),
        tenth: all,
        half: all,
        nine_tenths: all,
        ..row(0)
    };
    let rounds = (0..seen.rounds()).filter_map(move |round| {
        let it = seen.survivors(side, round, confidence)?;
        let [tenth, half, nine_tenths] = it.deciles;
        Some(SurvivorRow {
            going_on: it.going_on,
            mean: it.mean.value,
            interval: ends(&it.mean),
            tenth,
            half,
            nine_tenths,
            ahead: it.ahead.value,
            ahead_interval: ends(&it.ahead),
            ..row(round as u32 + 1)
        })
    });
    (games > 0).then_some(start).into_iter().chain(rounds)
}

fn losses<'s>(
    scenario: &'s Scenario,
    seen: &'s Seen,
    (side, confidence): (Side, Confidence),
) -> impl Iterator<Item = LossRow> + 's {
    let most = seen.games.iter().map(|game| game.outcome.losses[side]).max().unwrap_or(0);
    (0..=most).filter_map(move |lost| {
        let is_so = |game: &simulator::GameSeen| game.outcome.losses[side] == lost;
        let mut games = (0..).zip(&seen.games).filter(|(_, game)| is_so(game)).map(|(k, _)| k);
        let first = games.next()?;
        let share = seen.share(is_so, confidence)?;
        Some(LossRow {
            side: scenario.side_names()[side].to_owned(),
            lost,
            games: 1 + games.count() as u64,
            share: share.value,
            interval: ends(&share),
            game: first,
        })
    })
}

fn of_heat(scenario: &Scenario, heat: &simulator::Heat) -> Heat {
    let map = |side: Side, what: Happening| {
        let (name, round, games) = match what {
            Happening::Stands(round) => ("stands", round as u32 + 1, heat.came_to[round]),
            Happening::Ends => ("ends", 0, heat.games),
            Happening::Falls => ("falls", 0, heat.games),
            Happening::Shoots => ("shoots", 0, heat.games),
            Happening::IsShotAt => ("is shot at", 0, heat.games),
            Happening::Seizes => ("seizes", 0, heat.games),
        };
        let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        HeatMap {
            side: scenario.side_names()[side].to_owned(),
            what: name.to_owned(),
            round,
            games,
            counts: heat.of_side(side, what).chunks(heat.columns).map(row).collect(),
        }
    };
    let maps =
        Side::BOTH.into_iter().flat_map(|side| Happening::all().map(move |what| (side, what)));
    Heat {
        edge: f64::from(heat.edge) / f64::from(UNIT),
        games: heat.games,
        maps: maps.map(|(side, what)| map(side, what)).collect(),
    }
}
