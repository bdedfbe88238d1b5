//! `skirmish solve`: what a battle is worth when both sides play well.

use std::sync::atomic::Ordering;
use std::time::Instant;

use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_report::comparison::Value;
use skirmish_report::solved::{self, CellRow, PlayerRow, RoundRow, Solution};
use skirmish_scenario::Scenario;
use skirmish_search::arena::Score;
use skirmish_search::shrink::{changes, nearest};
use skirmish_search::solve::{self as search, Plan, Progress, Solved, WHOLE};
use skirmish_simulator::{Control, Run, Workers, scores};

use crate::args;
use crate::assemble;
use crate::exploit::{failed, grammar, known_bots, said};
use crate::files::Source;
use crate::playing::{self, STOP, stop_on_interrupt};
use crate::results::Results;
use crate::shell::quoted;
use crate::show::{self, CONFIDENCE};
use crate::status::Failure;

/// Games of one search for a best answer.
const ANSWER: u64 = 60_000;

/// Most rounds, however long one waits.
const ROUNDS: u32 = 200;

/// Games on which the value is told.
const CERTIFICATE: u64 = 20_000;

pub(crate) fn solve(args: &args::Solve) -> Result<(), Failure> {
    let source = Source::find(args.file.as_deref())?;
    let set = args.settings.overrides();
    let (scenario, battle) = source.load_aloud(&set)?;
    let usual = format!("solve-{}", source.stem);
    let results = Results::new(args.out.as_ref(), &usual, args.playing.format, args.playing.quiet)?;
    let workers = playing::workers(args.playing.threads)?;
    let [a, b] = Side::BOTH.map(|side| known_bots(&source, &set, &scenario, side));
    let known = BySide([a?, b?]);
    let grammars = BySide::from_fn(|side| grammar(&scenario, side, &known[side]));
    stop_on_interrupt();

    let bar = playing::progress_bar(args.effort.games, args.playing.quiet);
    let began = Instant::now();
    let goes_on = |progress: &Progress| {
        bar.set_position(progress.games);
        let is_over = match args.effort.time {
            Some(time) => began.elapsed() >= time,
            None => progress.games >= args.effort.games,
        };
        !is_over && !STOP.load(Ordering::Relaxed)
    };
    let plan =
        Plan { seed: args.effort.seed, games: ANSWER, rounds: ROUNDS, delta: args.delta / 100.0 };
    let is_stopped = || STOP.load(Ordering::Relaxed);
    let solved = search::solve(&battle, &grammars, &known, plan, &workers, &is_stopped, goes_on)
        .map_err(failed)?;
    bar.finish_and_clear();

    let mixes = BySide::from_fn(|side| solved.mix(side));
    let played = battle
        .with_players(BySide::from_fn(|side| mixes[side].as_slice()))
        .map_err(|error| Failure::usage(error.to_string()))?;
    let certified = certify(&scenario, played, args.effort.seed, &workers)?;
    let sides = scenario.side_names();
    let solution = Solution {
        title: scenario.title.clone(),
        sides: sides.0.map(str::to_owned),
        value: Some(certified.value),
        gaps: solved
            .gaps
            .0
            .map(|gap| Value { value: gap.value, interval: Some(gap.interval(CONFIDENCE)) }),
        delta: plan.delta,
        is_settled: solved.is_settled,
        players: Side::BOTH
            .into_iter()
            .flat_map(|side| player_rows(&scenario, side, &mixes[side], &known[side]))
            .collect(),
        outcomes: certified.outcomes,
        table: table(&solved),
        rounds: solved.climb.iter().map(round).collect(),
        searched: solved.climb.last().map_or(0, |progress| progress.games),
        script: script(&scenario, &mixes, args, &source.name),
        played: show::played(
            &scenario,
            (CERTIFICATE, args.effort.seed),
            command(args, &source.name),
            vec![NOTE.to_owned()],
        ),
    };
    let files = results.write(solved::files(&solution))?;
    results.tell(&files, || solved::text(&solution), || solved::remarks(&solution))?;
    let reached = format!("{} rounds were played", solution.rounds.len());
    results.end(STOP.load(Ordering::Relaxed).then_some(reached))
}

const NOTE: &str = "All players found are played against one another; from the table comes the mix of each side that no \
                    player in it does better against; each side then searches for a better answer to the other's mix, and \
                    so on (McMahan, Gordon and Blum 2003). What a search does not find is not in the value: the gap tells \
                    what the last searches still found. A draw counts as half a win.";

/// The value between mixes and how games end, on the games of a run.
struct Certified {
    value: Value,
    outcomes: Vec<skirmish_report::OutcomeRow>,
}

fn certify(
    scenario: &Scenario,
    battle: Battle,
    seed: u64,
    workers: &Workers,
) -> Result<Certified, Failure> {
    let dice = args::Dice { seed, pairs: args::Pairs::Off };
    let session = playing::session(&battle, &[], dice, workers)?;
    let run: Run = session.play(workers, 0..CERTIFICATE, Control::default())?;
    let asked = assemble::Asked { command: String::new(), seed, confidence: CONFIDENCE };
    let outcomes = assemble::report(scenario, &battle, &run, &asked).outcomes;
    let points = scores(&[battle], Side::A, seed, 0..CERTIFICATE, workers)?;
    let score = Score::of(&points[0]);
    let value = Value { value: score.mean(), interval: Some(score.interval(CONFIDENCE)) };
    Ok(Certified { value, outcomes })
}

fn player_rows(scenario: &Scenario, side: Side, mix: &[Player], known: &[Bot]) -> Vec<PlayerRow> {
    let row = |player: &Player| {
        let like = &known[nearest(&player.bot, known)];
        let but: Vec<String> = changes(like, &player.bot)
            .iter()
            .map(|change| {
                let (change, line, _) = said(scenario, change);
                format!("{change} {line}")
            })
            .collect();
        PlayerRow {
            side: scenario.side_names()[side].to_owned(),
            player: player.bot.name.clone(),
            share: f64::from(player.weight) / f64::from(WHOLE),
            like: like.name.clone(),
            but: but.join("; "),
        }
    };
    let mut rows: Vec<PlayerRow> = mix.iter().map(row).collect();
    rows.sort_by(|one, other| other.share.total_cmp(&one.share));
    rows
}

fn table(solved: &Solved) -> Vec<CellRow> {
    let [a, b] = [&solved.players[Side::A], &solved.players[Side::B]];
    let rows = a.iter().zip(&solved.table).flat_map(|(a, row)| {
        b.iter().zip(row).map(|(b, score)| CellRow {
            player_a: a.name.clone(),
            player_b: b.name.clone(),
            games: score.games,
            share: score.mean(),
            interval: Some(score.interval(CONFIDENCE)),
        })
    });
    rows.collect()
}

fn round(progress: &Progress) -> RoundRow {
    let [players_a, players_b] = progress.players.map(|count| count as u64);
    let [gain_a, gain_b] = progress.gains;
    RoundRow {
        round: progress.round,
        players_a,
        players_b,
        value: progress.value,
        gain_a: gain_a.value,
        interval_a: Some(gain_a.interval(CONFIDENCE)),
        gain_b: gain_b.value,
        interval_b: Some(gain_b.interval(CONFIDENCE)),
        games: progress.games,
    }
}

/// The mixes as a file that every command takes with `--players`.
fn script(
    scenario: &Scenario,
    mixes: &BySide<Vec<Player>>,
    args: &args::Solve,
    file: &str,
) -> String {
    let about = |player: &Player| {
        (player.clone(), format!("Played in {} of {WHOLE} games of the mix.", player.weight))
    };
    let said = BySide::from_fn(|side| mixes[side].iter().map(about).collect::<Vec<_>>());
    let head = format!("Players that were found by\n  {}", command(args, file));
    scenario.say_players(BySide::from_fn(|side| said[side].as_slice()), &head)
}

fn command(args: &args::Solve, file: &str) -> String {
    let mut words = vec![
        format!("skirmish solve {}", quoted(file)),
        format!("--games {}", args.effort.games),
        format!("--seed {}", args.effort.seed),
        format!("--delta {}", args.delta),
    ];
    words.extend(args.settings.words());
    words.join(" ")
}
