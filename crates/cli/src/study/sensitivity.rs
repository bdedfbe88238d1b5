//! `skirmish sensitivity`: which numbers of the rules matter, which never do, and where luck comes from.

mod asked;
mod changes;
mod interplay;
mod luck;
mod others;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::json::Written as _;
use skirmish_report::panel::below;
use skirmish_report::sensitivity::{self, Sensitivity};
use skirmish_report::{OutputFile, counted};
use skirmish_scenario::{Override, Parameter, Scenario};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{Detail, Measure, Session, Workers};

use self::asked::{numbers, side, together};
use self::luck::LUCK_GAMES;
use self::others::STRONGEST;
use super::kept::Keeper;
use super::steps::Step;
use super::vary::Vary;
use crate::args::{self, typed};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::files::Source;
use crate::identity::Identity;
use crate::panel::{self, ExtraGames};
use crate::playing::{self, Workload, in_time};
use crate::results::Results;
use crate::show;
use crate::status::Result;

/// How far the study has played, and the confidence of its intervals.
#[derive(Clone, Copy)]
struct Reach<'a> {
    session: Session<'a, Battle>,
    games: u64,
    confidence: Confidence,
    looks: usize,
}

struct Study<'a> {
    args: &'a args::Sensitivity,
    source: Source,
    scenario: Scenario,
    base: Battle,
    asked: (&'static Measure, Option<Side>),
    workers: Workers,
}

pub(crate) fn sensitivity(args: &args::Sensitivity) -> Result {
    let measure = show::measures(std::slice::from_ref(&args.measure))?[0];
    let source = Source::find(args.file.as_deref())?.played_by(&args.settings.players)?;
    let (scenario, base) = source.load_noting(&args.settings.overrides(), true)?;
    let side = side(args, measure, &scenario)?;
    let numbers = if args.luck { Vec::new() } else { numbers(args, &scenario)? };
    let together = together(args, &scenario)?;
    let usual = format!("sensitivity-{}", source.stem);
    let results = Results::new(&args.study.output, "sensitivity", (&usual, &source.name))?;
    let study = Study {
        args,
        source,
        scenario,
        base,
        asked: (measure, side),
        workers: playing::workers(args.study.output.playing.threads, args.study.budget.time)?,
    };
    let battle = (&study.scenario, &study.base);
    let bots = panel::PanelBots::of(&args.study.panel, &args.settings.players, &[battle]);
    let bots = match args.settings.players.file.is_none() && !args.luck {
        true => bots.or_usual(&args.study.panel),
        false => bots,
    };
    let beside = panel::count(&bots, &study.scenario, |bots| study.with(bots, None))?;
    // Created before any play, so that a meaningless precision is reported at once.
    let pace = Pace::new(&args.study.budget, &[measure], CHANGE_DEVIATION, ExtraGames::default())?;
    let identity = Identity::of([(&study.scenario, &study.base)]);
    let mut keeper = Keeper::new(&results, identity, &args.study.output)?;
    let told = study.report(&numbers, &together, (pace, &bots, beside), (&mut keeper, &results))?;
    let Some((report, files, interrupted)) = told else { return keeper.end_part() };
    results.tell(&files, || {
        let report = report.as_written();
        below(sensitivity::text(&report), bots.told(report.panel.as_ref()))
    })?;
    results.end(keeper.end(interrupted)?)
}

/// What a study found, its files, and the message if it was interrupted.
type Found = (Sensitivity, Vec<OutputFile>, Option<String>);

impl Study<'_> {
    /// Plays and reports everything; `None` if only a shard of what is known in advance is played.
    fn report(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        together: &[Vary],
        (mut pace, bots, panel): (Pace, &panel::PanelBots, ExtraGames),
        (keeper, results): (&mut Keeper, &Results),
    ) -> Result<Option<Found>> {
        let args = self.args;
        let (measure, side) = self.asked;
        let (loaded, scenarios, battles) = self.load(numbers)?;
        // Named parameters are checked before the first game.
        let grid = if together.is_empty() { Vec::new() } else { self.grid(together)? };
        let bar = playing::progress_bar(0, args.study.output.playing.quiet);
        let variants: Vec<&Battle> = battles.iter().collect();
        let session = playing::session(&self.base, &variants, args.study.dice, &self.workers)?;
        let mut workload = self.workload(session, variants, &bar);
        let list = args.study.by_game.games_csv;
        let list = list.then(|| self.game_list(numbers, (&loaded, &scenarios)));
        workload = workload.listing(list.as_ref());
        // Besides games with each step: a count, all combinations, and games about luck.
        let is_asked = !together.is_empty();
        let more = 1 + LUCK_GAMES + u64::from(is_asked) + grid.len() as u64;
        let each = 1 + STRONGEST as u64;
        pace.leave_time_for(panel.of_battles(workload.at_once(), each, more));
        let played = self.play_steps(&workload, &mut pace, keeper)?;
        let (confidence, looks) = pace.sure(false);
        let reach = Reach { session, games: keeper.goal(), confidence, looks };
        let bar = playing::progress_bar(reach.games * more, args.study.output.playing.quiet);
        let counts = self.counts(numbers, &workload, reach, (&bar, &mut *keeper));
        let counts = in_time(counts, "counting where factors apply")?.unwrap_or_default();
        if keeper.is_part() {
            if is_asked {
                self.combined(together, &grid, reach, (&bar, keeper))?;
            }
            self.exchanged(reach, (&bar, keeper))?;
            bar.finish_and_clear();
            return Ok(None);
        }
        let changes = self.changes(&played, reach);
        let rows = self.rows(numbers, &loaded, &played, &changes, &counts);
        let mut interplay = None;
        if is_asked {
            let found = self.interplay(together, &grid, reach, (&bar, &mut *keeper));
            interplay = in_time(found, "every combination of steps")?;
        }
        let luck = in_time(self.luck(reach, (&bar, keeper)), "finding where the luck comes from")?;
        bar.finish_and_clear();
        let notes = show::of_changes().into_iter();
        let mut report = Sensitivity {
            title: self.scenario.title.clone(),
            measure: show::measured(measure, side, &self.scenario),
            value: played.base.estimate(measure, side, reach.confidence).map(show::value),
            numbers: rows,
            interplay,
            luck,
            panel: None,
            played: show::played(
                &self.scenario,
                (reach.games, args.study.dice.seed),
                typed().again(&args.file, &pace.flags(args.study.dice.seed, reach.games, false)),
                notes
                    .chain(pace.note(reach.games, false))
                    .chain(show::pairs(session.pairs()))
                    .collect(),
            ),
        };
        report.played.players = self.source.told_players(&self.scenario, &self.base)?;
        let set = args.settings.overrides();
        report.played.bots = self.source.told_bots((&self.scenario, &self.base), &set);
        let write = |report: &Sensitivity| results.write(report.findings());
        // Written before other bots play, which is left out if time is up.
        write(&report)?;
        let with = (reach, &mut *keeper);
        report.panel = self.panel(&mut report.numbers, bots, (&loaded, &played), with)?;
        if report.panel.is_some() {
            report.played.notes.push(panel::METHOD.to_owned());
        }
        let mut files = write(&report)?;
        let reached = format!("{} were played with each step", counted(reach.games, "game"));
        let is_cut_short = playing::is_interrupted();
        let interrupted = panel::interrupted(reached, is_cut_short, report.panel.as_ref());
        keeper.finish_list(&mut files, results);
        Ok(Some((report, files, interrupted)))
    }

    fn with(&self, bots: &[Override], step: Option<Override>) -> Result<Battle> {
        let set = [&self.args.settings.overrides(), bots].concat();
        let set: Vec<_> = set.into_iter().chain(step).collect();
        Ok(self.source.load(&set)?.1)
    }

    /// Returns the workload of the battle and its variants, with whether they differ at all.
    fn workload<'p>(
        &'p self,
        session: Session<'p, Battle>,
        variants: Vec<&'p Battle>,
        bar: &'p ProgressBar,
    ) -> Workload<'p> {
        let detail = Detail { changes: true, ..Detail::default() };
        Workload { session, variants, detail, list: None, workers: &self.workers, bar }
    }
}
