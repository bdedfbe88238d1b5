//! `skirmish run`: plays, counts and reports.

use std::borrow::Cow;
use std::collections::BTreeSet;

use skirmish_report::json::Written as _;
use skirmish_report::panel::{Panel, below};
use skirmish_report::{OutputFile, Report, game_page, text};
use skirmish_scenario::Override;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Detail, Pairs, Run, Seen, Session, Workers};

use crate::args::{self, typed};
use crate::assemble;
use crate::budget::{DEVIATION, Pace};
use crate::files::Source;
use crate::panel::{self, PanelBots, PanelQuestion};
use crate::shell::quoted;
use crate::show;
use crate::status::Result;
use crate::study::job::{Asking, Job, Played};
use crate::{output, replay, results};

pub(crate) fn run(args: &args::Run) -> Result {
    let settings = &args.battle.settings;
    let source = Source::find(args.battle.file.as_deref())?.played_by(&settings.players)?;
    let (scenario, battle) = &source.load_noting(&settings.overrides(), true)?;
    let measures = args.about.measures()?;
    let load =
        |bots: &[Override]| Ok(vec![source.load(&[&settings.overrides(), bots].concat())?.1]);
    let bots = PanelBots::of(&args.panel, false, &settings.players, &[(scenario, battle)])?;
    let pace = Pace::new(&args.budget, &measures, DEVIATION, bots.beside(load)?)?;
    let mut job = Job::begin(
        ("run", &source.stem, &source.name),
        (&args.output, args.battle.dice),
        (bots, pace, args.budget.time),
        &[(scenario, battle)],
    )?;
    let asked = show::of_each_side(&measures);
    let widest = |study: &Study, confidence: Confidence| {
        show::widest(asked.iter().map(|(m, side)| study.base.estimate(m, *side, confidence)))
    };
    let detail = Detail { tables: true, ..Detail::default() };
    let list = args.games_csv.then_some(scenario);
    let played = job.play((battle, Vec::new()), (detail, list), widest, &load)?;
    let Some(played) = played else { return job.keeper.end_part() };
    let Played { study, pairs, is_whole, sure, .. } = &played;
    let (games, cancelled) = (study.games(), !is_whole);
    let run = Run { tally: study.base.clone(), pairs: *pairs, games, cancelled };
    let mut report = assemble::report(scenario, battle, &run, (args.battle.dice.seed, sure.0));
    let session = match pairs.on {
        true => Pairs::On,
        false => Pairs::Off,
    };
    let session = Session::new(battle, args.battle.dice.seed, session, &job.workers)?.unbraked();
    let heat = args.heat && !cancelled;
    let seen = Seen::of(&session, (games, heat), &job.workers)?;
    if cancelled && (args.heat || args.keep_interesting) {
        output::note("the run was cut short: it has no heat maps, and no pages of games");
    }
    assemble::add_seen(&mut report, (scenario, battle), &seen, sure.0);
    if args.keep_interesting && !cancelled {
        let endings = report.outcomes.iter().filter_map(|row| row.game);
        let kept: BTreeSet<u64> = report.watch.iter().map(|row| row.game).chain(endings).collect();
        // The time may be up, and there are a few games to play on.
        let workers = Workers::new(job.workers.threads())?;
        let page = |game: &u64| {
            let page = replay::page((scenario, battle), (&session, *game), &workers)?;
            Ok(OutputFile::new(game_page(*game), page))
        };
        let pages: Result<Vec<OutputFile>> = kept.iter().map(page).collect();
        results::write(job.results.folder(), &pages?)?;
        report.kept = kept.into_iter().collect();
    }
    report.provenance.command = typed().again([&source.name], &played.flags);
    let dice =
        format!("--seed {} --pairs {}", args.battle.dice.seed, if pairs.on { "on" } else { "off" });
    report.provenance.replay =
        typed().after(format!("skirmish replay {} {dice}", quoted(&source.name)));
    report.provenance.set = settings.told();
    report.provenance.players_from = source.told_players(scenario, battle)?;
    if source.worth(scenario, battle)?.is_some() {
        // A search found nothing better than these players, so that idling is no reason for doubt.
        report.doubts = assemble::race(&run.tally).into_iter().collect();
    }
    report.notes.extend(played.note.iter().map(|note| format!("{note}.")));
    if !args.about.measure.is_empty() {
        report.measures = assemble::measured(&run.tally, &asked, scenario, sure.0);
    }
    let file = quoted(&source.name);
    let (question, next) = match report.provenance.players_from {
        None => (
            "what it is worth when both play well",
            source.well_played(&format!("skirmish run {file}"), scenario),
        ),
        Some(_) => {
            let command = format!("skirmish sensitivity {file}");
            ("which numbers matter", typed().after(command))
        }
    };
    let named = if args.about.measure.is_empty() { &[] } else { asked.as_slice() };
    let ask = |_: &Report| {
        Some(Asking {
            questions: panel::of_run(scenario, named),
            own: Cow::Borrowed(study),
            load: Box::new(load),
            about: String::new(),
        })
    };
    let place = |report: &mut Report, panel: Panel, _: &[PanelQuestion<'_>]| {
        report.notes.push(panel::METHOD.to_owned());
        report.panel = Some(panel);
    };
    let reached = format!("{} were played", played.reached);
    job.tell(report, (reached, *is_whole, *sure), ask, place, |report, _| {
        let text = text::summary(&report.as_written()).next(question, &next);
        below(text, report.panel.as_ref())
    })
}
