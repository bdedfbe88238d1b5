//! `skirmish run`: play, count, tell.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use skirmish_report::{bundle, text};
use skirmish_scenario::Override;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Measure;
use skirmish_simulator::{Control, GameRecord, NAMED, Pairs, Session, Tally, Workers};

use crate::args;
use crate::assemble;
use crate::budget::{Next, Pace};
use crate::files::Source;
use crate::output;
use crate::panel;
use crate::results::Results;
use crate::show;
use crate::status::{self, Failure};

/// Set when the user interrupts; the run stops at the next chunk.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &args::Run) -> Result<(), Failure> {
    let source = Source::find(args.battle.file.as_deref())?;
    let (scenario, battle) = source.load(&args.battle.overrides())?;
    let results = Results::new(args.out.as_ref(), &source.stem, args.format, args.quiet)?;
    let workers = workers(args.threads)?;
    let measures = show::measures(&args.about.measure)?;
    for measure in &measures {
        if !NAMED.contains(&measure.name) {
            return Err(Failure::Usage(
                format!("a run does not tell `{}`", measure.name),
                vec![
                    format!("it tells {}", NAMED.join(", ")),
                    "`skirmish compare` tells every measure".to_owned(),
                ],
            ));
        }
    }
    let seed = args.battle.seed;
    let session = Session::new(&battle, seed, pairs(args.battle.pairs), &workers)?;
    let per_unit = session.unit().games();
    // The games of a pair may fall out alike: then two are worth one.
    let deviation = 0.5 * (per_unit as f64).sqrt();
    let load = |bots: &[Override]| {
        let mut set = args.battle.overrides();
        set.extend_from_slice(bots);
        Ok(source.load(&set)?.1)
    };
    let mut pace = Pace::new(
        &args.budget,
        &measures,
        deviation,
        panel::count(&args.panel.bots, &scenario, load)?,
    )?;
    pace.announce(1, args.quiet);

    stop_on_interrupt();
    let bar = progress_bar(args.budget.games, args.quiet);
    let mut rows = Vec::new();
    let mut run = session.play(&workers, 0..0, Control::default())?;
    while !run.cancelled {
        let widest = |confidence| widest(&run.tally, &measures, confidence);
        let Next::Play(goal) = pace.next(run.games, widest) else {
            break;
        };
        let games = run.games..goal.next_multiple_of(per_unit);
        bar.set_length(games.end);
        let progress = |played: u64| bar.set_position(games.start + played);
        let mut take = |records: &[GameRecord]| {
            rows.extend(
                records
                    .iter()
                    .map(|record| assemble::game_row(&scenario, record)),
            );
        };
        let control = Control {
            progress: Some(&progress),
            cancel: Some(&STOP),
            records: if args.games_csv {
                Some(&mut take)
            } else {
                None
            },
        };
        run.add(&session.play(&workers, games.clone(), control)?);
        pace.announce_rate(run.games, 1, args.quiet);
    }
    bar.finish_and_clear();

    let mut report = assemble::report(
        &scenario,
        &battle,
        &run,
        &assemble::Asked {
            command: command(
                args,
                &source.name,
                &pace.flags(&args.about.measure, run.games, run.cancelled),
            ),
            seed,
            confidence: pace.confidence(run.cancelled),
        },
    );
    report
        .notes
        .extend(pace.note(run.games, run.cancelled).map(|note| note + "."));
    report.games = rows;
    // Before the other bots play, which may take much longer than the run itself.
    let mut files = results.write(bundle(&report))?;
    if !args.panel.bots.is_empty() && !run.cancelled {
        let table = panel::Table {
            seed,
            games: run.games,
            workers: &workers,
            quiet: args.quiet,
        };
        report.panel = Some(panel::of_run(&args.panel.bots, &scenario, &table, load)?);
        files = results.write(bundle(&report))?;
    }
    let panel = report.panel.as_ref();
    results.tell(&files, || panel::below(text::summary(&report), panel))?;
    let reached = format!("{} were played", pace.reached(run.games));
    results.end(panel::interrupted(reached, run.cancelled, panel))
}

/// How far the widest interval of these measures reaches; `None` while one of them has none. What never came to be
/// measured, such as the seizing of a side that never tries to, is not waited for.
fn widest(tally: &Tally, measures: &[&Measure], confidence: Confidence) -> Option<f64> {
    let mut widest = 0.0_f64;
    for measure in measures {
        for estimate in tally.named(measure.name, confidence)?.iter().flatten() {
            widest = widest.max(estimate.reach()?);
        }
    }
    Some(widest)
}

/// An interrupt stops at the next chunk. A second one ends the program at once, should that take too long; files are
/// never half written, so that whatever is there is whole.
#[expect(clippy::exit, reason = "who presses twice does not want to wait")]
pub(crate) fn stop_on_interrupt() {
    // A terminal has just shown `^C` beside the progress bar: begin a line of our own.
    let begin = if io::stderr().is_terminal() { "\n" } else { "" };
    let _ = ctrlc::set_handler(move || {
        if STOP.swap(true, Ordering::Relaxed) {
            let told =
                "interrupted: given up; what had been written to files before is still there";
            output::print_aside(&format!("{begin}{told}\n"));
            std::process::exit(status::INTERRUPTED.into());
        }
        let told = "stopping after this batch of games; press Ctrl-C again to give up at once";
        output::print_aside(&format!("{begin}{told}\n"));
    });
}

/// As many threads as asked for, or as there are processors.
pub(crate) fn workers(threads: Option<u16>) -> Result<Workers, Failure> {
    let threads = threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    Ok(Workers::new(threads)?)
}

pub(crate) fn pairs(pairs: args::Pairs) -> Pairs {
    match pairs {
        args::Pairs::Auto => Pairs::Auto,
        args::Pairs::On => Pairs::On,
        args::Pairs::Off => Pairs::Off,
    }
}

/// The command that gives the same numbers: what does not bear on them is left out.
fn command(args: &args::Run, file: &str, budget: &str) -> String {
    let mut words = vec!["skirmish run".to_owned(), quoted(file)];
    words.push(budget.to_owned());
    words.push(format!("--seed {}", args.battle.seed));
    match args.battle.pairs {
        args::Pairs::Auto => {}
        args::Pairs::On => words.push("--pairs on".to_owned()),
        args::Pairs::Off => words.push("--pairs off".to_owned()),
    }
    for set in &args.battle.set {
        words.push(format!(
            "--set {}",
            quoted(&format!("{}={}", set.path, set.value))
        ));
    }
    if let Some(system) = &args.battle.initiative {
        words.push(format!("--initiative {system}"));
    }
    words.join(" ")
}

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A bar on stderr with rate and time left; hidden when stderr is no terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let style = "{bar:40} {human_pos} of {human_len} games{pace}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        let pace = |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            let rate = state.per_sec() as u64;
            // Before anything is played there is no rate, and so no time left.
            if rate > 0 && state.pos() > 0 {
                let (rate, left) = (HumanCount(rate), HumanDuration(state.eta()));
                // Nobody is left to tell if the line cannot be written.
                let _ = write!(line, ", {rate}/s, {left:#} left");
            }
        };
        bar.set_style(style.with_key("pace", pace));
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
