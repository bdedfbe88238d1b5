//! `skirmish solve`: what a battle is worth when both sides play well.

use std::time::{Duration, Instant};

use indicatif::HumanDuration;
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_report::OutcomeRow;
use skirmish_report::comparison::Value;
use skirmish_report::json::Written as _;
use skirmish_report::solved::{self, AnsweringPlayer, CellRow, PlayerRow, RoundRow};
use skirmish_scenario::{Scenario, SolvedFor};
use skirmish_search::arena::Score;
use skirmish_search::shrink::{changes, nearest};
use skirmish_search::solve::{
    self as search, LEAST, Progress, Rounds, SolveSpec, Solved, Task, WHOLE,
};
use skirmish_simulator::Workers;

use crate::args::{self, typed};
use crate::files::{SOLVED, Source};
use crate::identity::Identity;
use crate::output;
use crate::playing::{self, BRAKE};
use crate::results::Results;
use crate::search::kept::{KeptRounds, Scripts};
use crate::search::said::{said, together};
use crate::search::{
    CERTIFICATE, Certificate, UNKNOWN, about, announce, as_listed, certified, failed, gained,
    grammar, known_bots, minutes, won,
};
use crate::shell::quoted;
use crate::show::{self, CONFIDENCE};
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;

/// The largest part of the time kept for the certificate, each of whose games costs three: it is played twice, once recorded.
const KEPT: f64 = 1.0 / 3.0;
const EACH: f64 = 3.0;

/// Most rounds, however much time there is.
const ROUNDS: u32 = 200;

pub(crate) fn solve(args: &args::Solve) -> Result {
    args.search.settings.players.do_not_think()?;
    let source =
        Source::find(args.search.file.as_deref())?.played_by(&args.search.settings.players)?;
    let (scenario, battle) = source.load_noting(&args.search.settings.overrides(), true)?;
    let usual = format!("solve-{}", source.stem);
    let results = Results::new(&args.search.output, "solve", (&usual, &source.name))?;
    let workers = playing::workers(args.search.output.playing.threads, args.search.time())?;

    let identity = Identity::of([(&scenario, &battle)]);
    let mut keeper = Keeper::of_search(&results, identity, args.search.kept())?;
    if args.search.time().is_none() && !args.search.tells() {
        let quiet = args.search.output.playing.quiet;
        announce(&battle, (args.games(), "search"), &workers, quiet)?;
    }
    let solution = well_played(args, (&scenario, &battle), &workers, &mut keeper)?;
    let Solution { known, solved, mixes, .. } = &solution;
    let sides = scenario.side_names();
    let flags = [
        format!("--games {}", solution.searched().max(LEAST)),
        format!("--answer {}", args.answer),
        format!("--seed {}", args.search.seed),
        format!("--delta {}", args.delta),
    ];
    let is_own = args.search.settings.players.file.is_none();
    let shipped = if is_own { Source::shipped_worth(&scenario)? } else { None };
    let mut told = solved::Solution {
        title: scenario.title.clone(),
        sides: sides.0.map(str::to_owned),
        value: Some(solution.value),
        gaps: solution.gaps,
        first_round_takes: solution.first_round_needs.map(about),
        shipped: shipped.map(|worth| solved::Shipped {
            value: worth.value,
            range: worth.told(),
            games: worth.games,
            undecided: worth.undecided,
        }),
        begins_with: source.told_players(&scenario, &battle)?,
        delta: args.delta / 100.0,
        is_settled: solved.is_settled,
        is_moot: solved.is_moot,
        players: Side::BOTH
            .into_iter()
            .flat_map(|side| player_rows((&scenario, &battle), side, &mixes[side], &known[side]))
            .collect(),
        outcomes: solution.outcomes.clone(),
        table: table(solved),
        rounds: solved.climb.iter().map(round).collect(),
        searched: solution.searched(),
        attack: args.answer,
        script: String::new(),
        answers: Vec::new(),
        played: show::played(
            &scenario,
            (solution.certified, args.search.seed),
            typed().again([&source.name], &flags),
            Vec::new(),
        ),
    };
    told.script = script(&scenario, mixes, solution.worth().as_ref(), &told.played.command);
    for (side, letter) in Side::BOTH.into_iter().zip(["a", "b"]) {
        if let Some(answer) = &solved.answers[side] {
            let name = format!("answer of {}", sides[side]);
            let answer = [Player { bot: Bot { name, ..answer.clone() }, weight: WHOLE }];
            let mut against = mixes.clone();
            against[side] = answer.to_vec();
            told.answers.push(AnsweringPlayer {
                player: player_rows((&scenario, &battle), side, &answer, &known[side]).remove(0),
                file: format!("answer-{letter}.toml"),
                script: script(&scenario, &against, None, &told.played.command),
            });
        }
    }
    let files = results.write(told.findings())?;
    let from_shipped = told.shipped.as_ref().map(|_| {
        let mut given = vec![format!("--players {SOLVED}")];
        if solution.gaps.is_none() && !told.is_moot {
            let time = solution.first_round_needs.map_or(UNKNOWN, minutes);
            given.push(format!("--for {time}m"));
        }
        // What this search has kept stays where it is.
        let folder = format!("{}-{SOLVED}", output::shown(results.folder()));
        given.push(format!("--out {}", quoted(&folder)));
        typed().again(args.search.file.iter(), &given)
    });
    results.tell(&files, || {
        let answer = solved::text(&told.as_written());
        match &from_shipped {
            Some(command) => answer.next("begin with the players that come with it", command),
            None => answer,
        }
    })?;
    // An unsettled search may be continued.
    if told.is_settled { keeper.done() } else { Ok(()) }
}

struct Solution {
    known: BySide<Vec<Bot>>,
    solved: Solved,
    /// The last gains by side; `None` if time ran out before there were any.
    gaps: Option<[Value; 2]>,
    /// The time for a first round of searches, if there was too little and the time is known.
    first_round_needs: Option<Duration>,
    mixes: BySide<Vec<Player>>,
    certified: u64,
    /// The value between the mixes in these games.
    value: Value,
    outcomes: Vec<OutcomeRow>,
    /// Games of each attack, at least.
    attack: u64,
}

impl Solution {
    fn searched(&self) -> u64 {
        self.solved.climb.last().map_or(0, |progress| progress.games)
    }

    /// Returns the range within which the battle's worth lies, as known so far.
    fn range(&self) -> (f64, f64) {
        solved::range(self.value, self.gaps.as_ref())
    }

    /// Returns the battle's worth between the players found, if there was a search.
    fn worth(&self) -> Option<SolvedFor> {
        Some(SolvedFor {
            value: self.value.value,
            range: self.range(),
            gaps: BySide(self.gaps.as_ref()?.each_ref().map(solved::most)),
            games: self.searched(),
            attack: self.attack,
            undecided: solved::undecided(&self.outcomes),
        })
    }
}

/// The key of the kept rounds.
const ROUNDS_SO_FAR: &str = "search";

/// Searches for players of both sides, and plays the certificate between them. Continues from kept generations.
fn well_played(
    args: &args::Solve,
    (scenario, battle): (&Scenario, &Battle),
    workers: &Workers,
    keeper: &mut Keeper,
) -> Result<Solution> {
    let (time, seed) = (args.search.time(), args.search.seed);
    let known = BySide::from_fn(|side| known_bots(scenario, battle, side));
    let grammars = BySide::from_fn(|side| grammar(scenario, side, &known[side]));
    let scripts = BySide::from_fn(|side| Scripts { scenario, side, known: known[side].as_slice() });
    let bar = playing::search_bar(args.search.output.playing.quiet);
    let spec = SolveSpec {
        seed,
        games: args.answer,
        enough: time.map_or(args.games(), |_| u64::MAX),
        rounds: ROUNDS,
        delta: args.delta / 100.0,
    };
    bar.set_length(spec.round());
    bar.set_message("first round");
    let began = Instant::now();
    let kept = match keeper.kept::<KeptRounds>(ROUNDS_SO_FAR)? {
        Some(kept) => Some(kept.read(&scripts).ok_or_else(|| keeper.is_damaged())?),
        None => None,
    };
    let so_far = |rounds: &Rounds| {
        let games = rounds.climb.last().map_or(0, |progress| progress.games);
        let of_first = rounds.under_way.first.as_ref().map_or(0, |(.., games)| *games);
        let of_this = rounds.under_way.search.climb.last().map_or(0, |progress| progress.games);
        games + of_first + of_this
    };
    let kept_up = kept.as_ref().map_or(0, so_far);
    let (mut failure, mut needed) = (None, None);
    let goes_on = |rounds: &Rounds| {
        let played = so_far(rounds);
        bar.set_position(played);
        failure = keeper.keep(ROUNDS_SO_FAR, &KeptRounds::of(&scripts, rounds), true).err();
        let pace = began.elapsed().as_secs_f64() / (played - kept_up).max(1) as f64;
        // Time for the certificate, as search games run at this pace.
        let certificate = Duration::from_secs_f64(pace * EACH * CERTIFICATE as f64);
        bar.set_message(match rounds.climb.len() {
            0 => {
                let left =
                    Duration::from_secs_f64(pace * spec.round().saturating_sub(played) as f64);
                let round = began.elapsed() + left;
                needed = Some(round + certificate.min(round.mul_f64(KEPT / (1.0 - KEPT))));
                format!("first round, over in about {:#}", HumanDuration(left))
            }
            rounds => format!("round {}", rounds + 1),
        });
        bar.set_length(match time {
            Some(time) => kept_up + (time.as_secs_f64() / pace) as u64,
            None => args.games().max(spec.round()),
        });
        if let Some(time) = time {
            BRAKE.set(Some(began + time - time.mul_f64(KEPT).min(certificate)));
        }
        failure.is_none() && !workers.are_stopped()
    };
    let task = Task { battle, grammars: &grammars, starts: &known, spec, workers };
    BRAKE.set(time.map(|time| began + time.mul_f64(1.0 - KEPT)));
    let solved = search::solve(task, kept, goes_on);
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let solved = solved.map_err(failed)?;
    let rounds = solved.climb.len() as u64;
    let stopped = match rounds {
        0 => "the first round of searches is not over yet: nothing to report".to_owned(),
        rounds => format!("stopped after {}", skirmish_report::counted(rounds, "round")),
    };
    if playing::is_interrupted() {
        return Err(keeper.interrupted(&stopped));
    }
    let first_round_needs = needed.filter(|_| solved.gaps.is_none());
    let gaps = solved.gaps.map(|gaps| gaps.0.map(gained));
    let mixes = BySide::from_fn(|side| solved.mix(side));
    let battle = battle.with_players(BySide::from_fn(|side| mixes[side].as_slice()))?;
    BRAKE.set(time.map(|time| playing::at_least_a_moment(began + time)));
    let certified = certified(scenario, (&[&battle], &[]), (Side::A, seed), (workers, &bar));
    let Certificate { games, points, mut reports } =
        certified.map_err(|failure| match failure {
            Failure::Interrupted(_) if playing::is_interrupted() => keeper.interrupted(&stopped),
            other => other,
        })?;
    let (value, outcomes) = (won(&Score::of(&points[0])), reports.remove(0).outcomes);
    let certified = games;
    Ok(Solution {
        known,
        solved,
        gaps,
        first_round_needs,
        mixes,
        certified,
        value,
        outcomes,
        attack: args.answer,
    })
}

fn player_rows(
    (scenario, battle): (&Scenario, &Battle),
    side: Side,
    mix: &[Player],
    known: &[Bot],
) -> Vec<PlayerRow> {
    let row = |player: &Player| {
        let like = nearest(&player.bot, known);
        let listed = as_listed(scenario, battle, side, &like);
        let but: Vec<String> = together(&changes(&like, &player.bot))
            .iter()
            .map(|told| {
                let (change, line, place) = said(scenario, (&like, &listed), told);
                match place {
                    0 if change == "line" => line,
                    0 => format!("{change} {line}"),
                    place => format!("{change} ({place}) {line}"),
                }
            })
            .collect();
        PlayerRow {
            side: scenario.side_names()[side].to_owned(),
            player: player.bot.name.clone(),
            share: f64::from(player.weight) / f64::from(WHOLE),
            like: like.name,
            but: but.join("; "),
            changes: but,
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

/// Returns the mixes as a file for `--players`.
fn script(
    scenario: &Scenario,
    mixes: &BySide<Vec<Player>>,
    worth: Option<&SolvedFor>,
    command: &str,
) -> String {
    let about = |player: &Player| {
        (player.clone(), format!("Played in {} of {WHOLE} games of the mix.", player.weight))
    };
    let said = BySide::from_fn(|side| mixes[side].iter().map(about).collect::<Vec<_>>());
    let head = format!("Players that were found by\n  {command}");
    scenario.say_players(BySide::from_fn(|side| said[side].as_slice()), worth, &head)
}
