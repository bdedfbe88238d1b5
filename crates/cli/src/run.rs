//! `skirmish run`: plays, counts and reports.

use skirmish_report::json::Written as _;
use skirmish_report::panel::below;
use skirmish_report::{Report, text};
use skirmish_scenario::Override;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Detail, Run};

use crate::args::{self, typed};
use crate::assemble;
use crate::budget::{DEVIATION, Pace};
use crate::files::Source;
use crate::identity::Identity;
use crate::panel;
use crate::playing::{Workload, progress_bar, workers};
use crate::results::Results;
use crate::shell::quoted;
use crate::show;
use crate::status::Result;
use crate::study::game_list::GameList;
use crate::study::kept::Keeper;

pub(crate) fn run(args: &args::Run) -> Result {
    let source =
        Source::find(args.battle.file.as_deref())?.played_by(&args.battle.settings.players)?;
    let (scenario, battle) = source.load_noting(&args.battle.settings.overrides(), true)?;
    let results = Results::new(&args.output, "run", (&source.stem, &source.name))?;
    let workers = workers(args.output.playing.threads, args.budget.time)?;
    let measures = args.about.measures()?;
    let dice = args.battle.dice;
    let load = |bots: &[Override]| {
        let mut set = args.battle.settings.overrides();
        set.extend_from_slice(bots);
        Ok(source.load(&set)?.1)
    };
    let players = &args.battle.settings.players;
    let bots = panel::PanelBots::of(&args.panel, players, &[(&scenario, &battle)]);
    let beside = panel::count(&bots, &scenario, load)?;
    let mut pace = Pace::new(&args.budget, &measures, DEVIATION, beside)?;
    let bar = progress_bar(args.budget.games, args.output.playing.quiet);
    let detail = Detail { tables: true, ..Detail::default() };
    let list = args.by_game.games_csv;
    let list = list
        .then(|| GameList { columns: Vec::new(), variants: vec![Some((&scenario, Vec::new()))] });
    let workload = Workload::of(&battle, Vec::new(), detail, dice, (&workers, &bar))?;
    let workload = workload.listing(list.as_ref());
    let pairs = workload.session.pairs();
    let asked = show::of_each_side(&measures);
    let widest = |study: &Study, confidence: Confidence| {
        show::widest(asked.iter().map(|(m, side)| study.base.estimate(m, *side, confidence)))
    };
    let identity = Identity::of([(&scenario, &battle)]);
    let mut keeper = Keeper::new(&results, identity, &args.output)?;
    let quiet = args.output.playing.quiet;
    let (study, is_whole) = pace.play(&workload, &mut keeper, widest, (1, quiet))?;
    let sure = pace.sure(!is_whole);
    let dice = dice.of(pairs);
    let mut setup = panel::Setup::beside((dice, quiet), &workers, &mut keeper, sure);
    if setup.keeper.is_part() {
        panel::play_part(&bots, &scenario, &mut setup, |set| Ok(vec![load(set)?]))?;
        return keeper.end_part();
    }
    let (games, cancelled) = (study.games(), !is_whole);
    let run = Run { tally: study.base.clone(), pairs, games, cancelled };

    let flags = pace.flags(dice.seed, games, cancelled);
    let mut report = assemble::report(
        &scenario,
        &battle,
        &run,
        &assemble::Request {
            command: typed().again([&source.name], &flags),
            set: args.battle.settings.told(),
            players_from: source.told_players(&scenario, &battle)?,
            seed: dice.seed,
            confidence: sure.0,
        },
    );
    if source.worth(&scenario, &battle)?.is_some() {
        // A search found nothing better than these players, so that idling is no reason for doubt.
        report.doubts = assemble::race(&run.tally).into_iter().collect();
    }
    report.notes.extend(pace.note(games, cancelled).map(|note| note + "."));
    if !args.about.measure.is_empty() {
        report.measures = assemble::measured(&run.tally, &asked, &scenario, sure.0);
    }
    let write = |report: &Report| results.write_so_far(report.findings(), cancelled);
    // Written before the other bots play, which may take much longer than the run.
    let mut files = write(&report)?;
    if bots.is_any() && !cancelled {
        report.notes.push(panel::METHOD.to_owned());
        let named = if args.about.measure.is_empty() { &[] } else { asked.as_slice() };
        let questions = panel::of_run(&scenario, named);
        let load = |set: &[Override]| Ok(vec![load(set)?]);
        report.panel =
            Some(panel::of_questions(&bots, &scenario, &mut setup, (&questions, &study), load)?);
        files = write(&report)?;
    }
    keeper.finish_list(&mut files, &results);
    let panel = report.panel.as_ref();
    let file = quoted(&source.name);
    let (question, next) = match report.provenance.players_from {
        None => (
            "what it is worth when both play well",
            source.well_played(&format!("skirmish run {file}"), &scenario),
        ),
        Some(_) => {
            let command = format!("skirmish sensitivity {file}");
            ("which numbers matter", typed().after(command))
        }
    };
    results
        .tell(&files, || below(text::summary(&report.as_written()).next(question, &next), panel))?;
    let reached = format!("{} were played", pace.reached(games));
    let interrupted = panel::interrupted(reached, cancelled, panel);
    results.end(keeper.end(interrupted)?)
}
