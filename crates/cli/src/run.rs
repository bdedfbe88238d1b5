//! `skirmish run`: play, count, tell.

use skirmish_report::{bundle, text};
use skirmish_scenario::Override;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Measure;
use skirmish_simulator::{Control, GameRecord, NAMED, Session, Tally};

use crate::args;
use crate::assemble;
use crate::budget::{Next, Pace};
use crate::files::Source;
use crate::panel;
use crate::playing::{STOP, pairs, progress_bar, stop_on_interrupt, workers};
use crate::results::Results;
use crate::shell::quoted;
use crate::show;
use crate::status::Failure;

pub(crate) fn run(args: &args::Run) -> Result<(), Failure> {
    let source = Source::find(args.battle.file.as_deref())?;
    let (scenario, battle) = source.load_aloud(&args.battle.settings.overrides())?;
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
        let mut set = args.battle.settings.overrides();
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
            rows.extend(records.iter().map(|record| assemble::game_row(&scenario, record)));
        };
        let control = Control {
            progress: Some(&progress),
            cancel: Some(&STOP),
            records: if args.games_csv { Some(&mut take) } else { None },
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
    report.notes.extend(pace.note(run.games, run.cancelled).map(|note| note + "."));
    report.games = rows;
    // Before the other bots play, which may take much longer than the run itself.
    let mut files = results.write(bundle(&report))?;
    if !args.panel.bots.is_empty() && !run.cancelled {
        let table = panel::Table { seed, games: run.games, workers: &workers, quiet: args.quiet };
        report.panel = Some(panel::of_run(&args.panel.bots, &scenario, &table, load)?);
        files = results.write(bundle(&report))?;
    }
    let panel = report.panel.as_ref();
    let answer = || panel::below(text::summary(&report), panel);
    results.tell(&files, answer, String::new)?;
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
    words.extend(args.battle.settings.words());
    words.join(" ")
}
