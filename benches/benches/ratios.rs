//! The table of goals, measured: no statistics, but everything that is compared is timed in turns in one process, and
//! medians over rounds count. Prints Markdown.
//!
//! `cargo bench -p skirmish-benches --bench ratios [-- --quick]`
#![expect(clippy::print_stdout, reason = "a table on stdout is its purpose")]

use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use skirmish_benches::abstract_model::dice_bound;
use skirmish_benches::battles::{Named, generated, shipped};
use skirmish_benches::clock::{Job, Rounds, calibrate, median, seconds};
use skirmish_benches::exact::{D8_AND_D12, D20, TWO_D10, abstract_model, curve, streak};
use skirmish_benches::watch::Seat;
use skirmish_engine::event::Nobody;
use skirmish_engine::rulebook::Counters;
use skirmish_simulator::{CHUNK, Pairs, Session, Streams, Tally, Workers};

const SEED: u64 = 42;

/// How long to measure.
#[derive(Clone, Copy)]
struct Effort {
    rounds: usize,
    /// Of one job in one round.
    time: Duration,
    /// Runs of the program.
    processes: usize,
}

const FULL: Effort = Effort { rounds: 21, time: Duration::from_millis(40), processes: 50 };

/// For a look whether everything still works.
const QUICK: Effort = Effort { rounds: 3, time: Duration::from_millis(2), processes: 5 };

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    // `cargo bench` says so; anything else is a check that it runs.
    let effort = if has("--bench") && !has("--quick") { FULL } else { QUICK };
    let workers = [1, 2].map(|threads| Workers::new(threads).expect("threads"));

    println!("Medians over {} rounds in turns.\n", effort.rounds);
    let shipped: Vec<_> = shipped().iter().map(|named| measure(named, &workers, effort)).collect();
    println!("### Shipped scenarios\n");
    table(&shipped);
    println!("\n### Generated: figures a side, 6 obstacles\n");
    let sizes = [12, 24, 48, 96].map(|n| measure(&generated(n, 6), &workers, effort));
    table(&sizes);
    println!("\n### Generated: 24 figures a side, obstacles\n");
    let boards = [0, 6, 12, 24].map(|n| measure(&generated(24, n), &workers, effort));
    table(&boards);
    println!("\n### Without a table top\n");
    let model = abstract_ratio(effort);
    exact(effort);
    println!("\n### Goals\n");
    goals(&shipped, model, effort);
}

/// What was found out about one battle.
struct Found {
    name: String,
    figures: usize,
    /// Seconds a game on one thread.
    game: f64,
    /// Games a second on two threads.
    on_two: f64,
    /// Per game.
    actions: f64,
    activations: f64,
    dice: f64,
    /// Seconds a die at the dice bound.
    bound: f64,
    /// Time on the plain code, as multiples.
    plain: f64,
    /// Share of the time spent on events and counting, and on seeding.
    watching: f64,
    seeding: f64,
    /// Two threads against one.
    threads: f64,
}

impl Found {
    /// Dice that could be rolled at the dice bound in the time of a game.
    fn dice_times(&self) -> f64 {
        self.game / self.bound
    }
}

fn measure(named: &Named, [one, two]: &[Workers; 2], effort: Effort) -> Found {
    let battle = &named.battle;
    let plain = battle.clone().on_plain_code();
    let mut seat = Seat::new(battle, SEED);
    let mut recorder = seat.recorder();
    let mut next = 0;
    // Two threads take whole chunks, so let both have as many.
    let games = calibrate(effort.time, 2 * CHUNK, |games| {
        seat.count(next..next + games, &mut recorder);
        next += games;
    });
    let run = |battle, workers| {
        let session = Session::new(battle, SEED, Pairs::Off, workers).expect("no pilot");
        let run = session.play(workers, 0..games, None);
        run.expect("no panic").tally
    };
    let answer: Tally = run(battle, one);
    assert_eq!(answer, run(battle, two), "{}: on two threads", named.name);
    assert_eq!(answer, run(&plain, one), "{}: on plain code", named.name);

    let mut unwatched = Seat::new(battle, SEED);
    let (mut actions, mut activations, mut rolled) = (0_u64, 0_u64, 0_u64);
    for game in 0..games {
        let outcome = unwatched.play(game, &mut Nobody);
        actions += u64::from(outcome.actions);
        activations += u64::from(outcome.activations);
        rolled += unwatched.dice();
    }
    let mut streams = Streams::new(SEED);
    // As long as the others, within the time that the clock can tell.
    let bound_dice = (effort.time.as_secs_f64() / 1.5e-9) as u64;
    let mut jobs: [Job<'_>; 6] = [
        Box::new(|| {
            black_box(dice_bound(black_box(SEED), bound_dice));
        }),
        Box::new(|| {
            black_box(run(battle, one));
        }),
        Box::new(|| {
            black_box(run(battle, two));
        }),
        Box::new(|| {
            black_box(run(&plain, one));
        }),
        Box::new(|| {
            for game in 0..games {
                black_box(unwatched.play(game, &mut Nobody));
            }
        }),
        Box::new(|| {
            for game in 0..games {
                streams.start(game);
                black_box(&streams);
            }
        }),
    ];
    let [bound, fast, on_two, on_plain, silent, seeding] = [0, 1, 2, 3, 4, 5];
    let rounds = Rounds::play(effort.rounds, &mut jobs);
    let per_game = |sum: u64| sum as f64 / games as f64;
    Found {
        name: named.name.clone(),
        figures: battle.spec().sides.iter().map(|(_, s)| s.figures.len()).sum(),
        game: rounds.median(fast) / games as f64,
        on_two: games as f64 / rounds.median(on_two),
        actions: per_game(actions),
        activations: per_game(activations),
        dice: per_game(rolled),
        bound: rounds.ratio(bound, fast) * rounds.median(fast) / bound_dice as f64,
        plain: rounds.ratio(on_plain, fast),
        watching: 1.0 - rounds.ratio(silent, fast),
        seeding: rounds.ratio(seeding, fast),
        threads: rounds.ratio(fast, on_two),
    }
}

fn table(found: &[Found]) {
    println!(
        "| battle | figures | µs a game | games/s on one core | on two | actions | activations | dice | \
         game / (dice × bound) | dice-times an activation | dice-times an action | plain code | \
         watching | seeding | two threads |"
    );
    println!("| --- {}", "| ---: ".repeat(14) + "|");
    for f in found {
        println!(
            "| {} | {} | {:.1} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} | {:.0} | {:.0} | {:.0} | {:.2}x | {:.1} % | {:.1} % | {:.2}x |",
            f.name,
            f.figures,
            1e6 * f.game,
            1.0 / f.game,
            f.on_two,
            f.actions,
            f.activations,
            f.dice,
            f.dice_times() / f.dice,
            f.dice_times() / f.activations,
            f.dice_times() / f.actions,
            f.plain,
            100.0 * f.watching,
            100.0 * f.seeding,
            f.threads,
        );
    }
}

/// Time per die of the abstract model at the dice bound.
fn abstract_ratio(effort: Effort) -> f64 {
    let model = abstract_model();
    let dice = (effort.time.as_secs_f64() / 1.5e-9) as u64 & !1;
    let mut jobs: [Job<'_>; 2] = [
        Box::new(|| {
            black_box(dice_bound(black_box(SEED), dice));
        }),
        Box::new(|| {
            black_box(model.play(black_box(SEED), dice / 2));
        }),
    ];
    let rounds = Rounds::play(effort.rounds, &mut jobs);
    let ratio = rounds.ratio(1, 0);
    println!(
        "A die at the bound: {:.3} ns. Abstract model: {:.3} ns a die, {ratio:.2} times the bound.\n",
        1e9 * rounds.median(0) / dice as f64,
        1e9 * rounds.median(1) / dice as f64,
    );
    ratio
}

fn exact(effort: Effort) {
    println!("| exact | ns |\n| --- | ---: |");
    let time = |name: &str, job: &mut dyn FnMut()| {
        let calls = calibrate(effort.time, 16, |calls| (0..calls).for_each(|_| job()));
        let all = (0..effort.rounds).map(|_| seconds(&mut || (0..calls).for_each(|_| job())));
        println!("| {name} | {:.0} |", 1e9 * median(all.collect()) / calls as f64);
    };
    for (name, pools) in [("d20", &D20[..]), ("2d10", &TWO_D10), ("d8 + d12", &D8_AND_D12)] {
        time(&format!("curve of {name}"), &mut || {
            let _ = black_box(curve(black_box(pools)));
        });
    }
    time("streak law, counters kept", &mut || {
        let _ = black_box(streak(black_box(Counters::Kept)));
    });
    time("streak law, counters spent, 40 lengths", &mut || {
        let _ = black_box(streak(black_box(Counters::Spent)));
    });
}

/// Least and median wall time of a one-shot query in seconds, if the program has been built.
fn one_shot(effort: Effort) -> Option<[f64; 2]> {
    // From `target/release/deps/ratios-…`.
    let here = std::env::current_exe().ok()?;
    let name = format!("skirmish{}", std::env::consts::EXE_SUFFIX);
    let program: PathBuf = here.parent()?.parent()?.join(name);
    let query = ["odds", "seize", "--troops", "average", "--leader", "heroic"];
    let mut times = Vec::new();
    for _ in 0..effort.processes {
        let mut done = None;
        let time = seconds(&mut || {
            done = Command::new(&program).args(query).stdout(Stdio::null()).status().ok();
        });
        assert!(done?.success(), "`skirmish odds seize` failed");
        times.push(time);
    }
    Some([times.iter().copied().fold(f64::INFINITY, f64::min), median(times)])
}

/// Most memory that this process has had, in MiB, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}

fn goals(found: &[Found], model: f64, effort: Effort) {
    println!("Of the shipped scenarios: best, median, worst.\n");
    println!("| measure | must | expected | best | median | worst |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let row = |name: &str,
               must: &str,
               expected: &str,
               more_is_better: bool,
               of: &dyn Fn(&Found) -> f64| {
        let mut values: Vec<f64> = found.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        if more_is_better {
            values.reverse();
        }
        let digits = if values[0].abs() < 20.0 { 2 } else { 0 };
        println!(
            "| {name} | {must} | {expected} | {:.digits$} | {:.digits$} | {:.digits$} |",
            values[0],
            median(values.clone()),
            values[values.len() - 1],
        );
    };
    row("game / (dice × bound)", "120", "75", false, &|f| f.dice_times() / f.dice);
    row("dice-times a figure activation", "75", "45", false, &|f| f.dice_times() / f.activations);
    row("plain code / fast code", "3", "7", true, &|f| f.plain);
    row("two threads / one", "1.8", "1.95", true, &|f| f.threads);
    row("seeding, watching and counting, % of a game", "2", "1", false, &|f| {
        100.0 * (f.watching + f.seeding)
    });
    println!("| abstract model, a die / dice bound | 2 | 1.25 | {model:.2} | | |");
    match one_shot(effort) {
        Some([least, middle]) => println!(
            "| one-shot `odds`, ms | 10 | 3 | {:.2} | {:.2} | |",
            1e3 * least,
            1e3 * middle
        ),
        None => println!("| one-shot `odds`, ms (build the program first) | 10 | 3 | | | |"),
    }
    if let Some(peak) = peak_memory() {
        println!("| peak memory of this whole measurement, MiB | 64 | 24 | {peak:.0} | | |");
    }
}
