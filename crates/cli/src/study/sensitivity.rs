//! `skirmish sensitivity`: which numbers of the rules matter, which never do, and where the luck comes from.

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
use skirmish_scenario::{Override, Parameter, Scenario, human};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::Study as PlayedStudy;
use skirmish_simulator::{Detail, Measure, Session, Workers};

use self::asked::{named, numbers, side};
use self::changes::Loaded;
use self::interplay::combinations;
use self::luck::LUCK_GAMES;
use self::others::STRONGEST;
use super::confirm::{Picked, UNCONFIRMED, confirm};
use super::kept::{self, Keeper};
use super::steps::Step;
use super::vary::Vary;
use crate::args::{self, typed};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::files::Source;
use crate::output;
use crate::panel::{self, Beside};
use crate::playing::{self, Workload, in_time};
use crate::results::Results;
use crate::show;
use crate::status::{Done, Failure};
use crate::unfinished::Identity;

/// How far the study has played, and what its intervals hold therefore.
#[derive(Clone, Copy)]
struct Reach<'a> {
    session: Session<'a, Battle>,
    games: u64,
    confidence: Confidence,
    looks: usize,
}

/// What is asked, and with what it is answered.
struct Study<'a> {
    args: &'a args::Sensitivity,
    source: Source,
    scenario: Scenario,
    base: Battle,
    asked: (&'static Measure, Option<Side>),
    workers: Workers,
}

pub(crate) fn sensitivity(args: &args::Sensitivity) -> Done {
    let measure = show::measures(std::slice::from_ref(&args.measure))?[0];
    let source = Source::find(args.file.as_deref())?.played_by(&args.settings.players)?;
    let (scenario, base) = source.load_noted(&args.settings.overrides())?;
    let side = side(args, measure, &scenario)?;
    let numbers = if args.luck { Vec::new() } else { numbers(args, &scenario)? };
    let together = named(args, &scenario)?;
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
    let bots = panel::PanelBots::of(
        &args.study.panel,
        &args.settings.players,
        (&study.scenario, &study.base),
        [].into_iter(),
    );
    let beside = panel::count(&bots, &study.scenario, |bots| study.with(bots, None))?;
    // Before anything is played, so that a precision which means nothing is told at once.
    let pace = study.pace()?;
    let identity = args.study.by_game.of(study.identity(&pace));
    let mut keeper = Keeper::new(&results, identity, &args.study.output)?;
    let told = study.report(&numbers, together, (&bots, beside), (&mut keeper, &results))?;
    let Some((report, files, interrupted)) = told else { return keeper.end_part() };
    results.tell(&files, || {
        let report = report.as_written();
        below(sensitivity::text(&report), report.panel.as_ref())
    })?;
    results.end(keeper.end(interrupted)?)
}

/// What there may be no time for.
const TOGETHER: &str = "every combination of steps";

/// What a study has found, the files that it left, and what is to be said if it was interrupted.
type Found = (Sensitivity, Vec<OutputFile>, Option<String>);

impl Study<'_> {
    /// Everything that the numbers depend on.
    fn identity(&self, pace: &Pace) -> Identity {
        let args = self.args;
        let (measure, side) = self.asked;
        let side = side.map_or("the whole game", |side| self.scenario.side_names()[side]);
        let interactions = args.interactions.clone();
        let asked = [
            ("the measure", measure.name.to_owned()),
            ("its side", side.to_owned()),
            ("the list after --only", args.only.join(", ")),
            ("--interactions", interactions.unwrap_or("off".to_owned())),
            ("--luck", args.luck.to_string()),
        ];
        let set = args.settings.overrides();
        kept::identity(&self.scenario, &set, &args.study.dice, pace.asked(), asked)
    }

    /// Plays everything, and tells it; `None` if only a share of what is known in advance is played here.
    fn report(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        together: Option<Vec<Vary>>,
        (bots, panel): (&panel::PanelBots, Beside),
        (keeper, results): (&mut Keeper, &Results),
    ) -> Done<Option<Found>> {
        let args = self.args;
        let (measure, side) = self.asked;
        let (loaded, scenarios, battles) = self.load(numbers)?;
        // What is named is checked before the first game.
        let named = match &together {
            Some(vary) if !vary.is_empty() => Some(self.grid(vary)?),
            _ => None,
        };
        // Games that are played beside one with each step: a count, all combinations, and those that tell luck.
        let beside = |played: &PlayedStudy| {
            let grid = match (&together, &named) {
                (Some(_), Some(grid)) => grid.len() + 1,
                (Some(_), None) => self
                    .greatest(numbers, &loaded, played)
                    .map_or(0, |vary| combinations(&vary) + 1),
                (None, _) => 0,
            };
            1 + grid as u64 + LUCK_GAMES + panel.games(1) * (1 + STRONGEST as u64)
        };
        let bar = playing::progress_bar(0, args.study.output.playing.quiet);
        let mut pace = self.pace()?;
        let variants: Vec<&Battle> = battles.iter().collect();
        let session = playing::session(&self.base, &variants, args.study.dice, &self.workers)?;
        let mut workload = self.workload(session, variants, &bar);
        let list = args.study.by_game.games_csv;
        let list = list.then(|| self.game_list(numbers, (&loaded, &scenarios)));
        workload = workload.listing(list.as_ref());
        pace.plan_for(&session);
        let played = self.play_steps(&workload, &mut pace, keeper, beside)?;
        let (confidence, looks) = pace.sure(false);
        let reach = Reach { session, games: keeper.goal(), confidence, looks };
        let counts = self.counts(numbers, &workload, reach, keeper);
        let counts = in_time(counts, "counting where factors apply")?.unwrap_or_default();
        if keeper.is_part() {
            if let (Some(vary), Some(grid)) = (&together, &named) {
                self.combined(vary, grid, reach, (&bar, keeper))?;
            }
            self.exchanged(reach, (&bar, keeper))?;
            bar.finish_and_clear();
            return Ok(None);
        }
        let changes = self.changes(&played, reach);
        let rows = self.rows(numbers, &loaded, &played, &changes, &counts);
        let interplay = match (together, named) {
            (Some(vary), Some(grid)) => {
                in_time(self.interplay(&vary, &grid, reach, (&bar, keeper)), TOGETHER)?
            }
            (Some(_), None) => match self.greatest(numbers, &loaded, &played) {
                Some(vary) => {
                    let found = self.interplay_of(&vary, reach, (&bar, keeper));
                    in_time(found, TOGETHER)?.flatten()
                }
                None => None,
            },
            (None, _) => None,
        };
        let luck = in_time(self.luck(reach, (&bar, keeper)), "finding where the luck comes from")?;
        bar.finish_and_clear();
        let mut report = Sensitivity {
            title: self.scenario.title.clone(),
            measure: show::measured(measure, side, &self.scenario),
            value: played.base.estimate(measure, side, reach.confidence).map(show::value),
            numbers: rows,
            others: None,
            interplay,
            luck,
            confirmed: Vec::new(),
            panel: None,
            played: show::played(
                &self.scenario,
                (reach.games, args.study.dice.seed),
                typed().again(&args.file, &pace.flags(args.study.dice.seed, reach.games, false)),
                notes(
                    pace.note(reach.games, false).into_iter().chain(show::pairs(session.pairs())),
                ),
            ),
        };
        report.played.players = self.source.told_players(&self.scenario, &self.base)?;
        let set = args.settings.overrides();
        report.played.bots = self.source.told_bots((&self.scenario, &self.base), &set);
        let write = |report: &Sensitivity| results.write(report.findings());
        // Before others play, which is not told of the same games: where the time is up it is left out.
        write(&report)?;
        report.panel =
            self.panel(&report.numbers, bots, (&loaded, &played), (reach, &mut *keeper))?;
        if report.panel.is_some() {
            report.played.notes.push(panel::METHOD.to_owned());
        }
        let with = (&bar, &mut *keeper);
        let others = self.others(&report.numbers, (&loaded, &battles), reach, with);
        bar.finish_and_clear();
        report.others = match others {
            Err(Failure::Interrupted(_)) => {
                if !args.study.output.playing.quiet && !playing::is_interrupted() {
                    output::note("there was no time to try with other players what matters most");
                }
                None
            }
            others => others?,
        };
        let mut files = write(&report)?;
        let reached = format!("{} were played with each step", counted(reach.games, "game"));
        let is_cut_short = playing::is_interrupted();
        let mut interrupted = panel::interrupted(reached, is_cut_short, report.panel.as_ref());
        if args.study.confirm.confirm && interrupted.is_none() {
            let picked: Vec<Picked<'_>> =
                self.picked(&report, (&loaded, &battles)).into_iter().collect();
            let games = (reach.games, session.pairs());
            let playing = &args.study.output.playing;
            let confirmed =
                confirm(&picked, self.asked, &self.scenario, games, args.study.dice, playing)?;
            interrupted = confirmed.is_none().then(|| UNCONFIRMED.to_owned());
            report.confirmed = confirmed.unwrap_or_default();
            files = write(&report)?;
        }
        keeper.finish_list(&mut files, results);
        Ok(Some((report, files, interrupted)))
    }

    /// The steps that are to be played again, by what people call them; `None` if the answer names none.
    fn picked<'b>(
        &'b self,
        report: &Sensitivity,
        (loaded, battles): (&Loaded, &'b [Battle]),
    ) -> Option<Picked<'b>> {
        let named = report.named().into_iter().filter_map(|(number, step)| {
            let of = &report.numbers[number];
            let name = format!("{} {} → {}", human(&of.path), of.value, of.steps[step].value);
            Some((&battles[*loaded[number][step].as_ref().ok()?], name))
        });
        let (variants, names): (Vec<&Battle>, Vec<String>) = named.unzip();
        (!names.is_empty()).then_some(Picked { battle: &self.base, variants, names })
    }

    /// The battle with other bots, and with a step.
    fn with(&self, bots: &[Override], step: Option<Override>) -> Done<Battle> {
        let set = [&self.args.settings.overrides(), bots].concat();
        let set: Vec<_> = set.into_iter().chain(step).collect();
        Ok(self.source.load(&set)?.1)
    }

    /// How far the changes of single numbers are played.
    fn pace(&self) -> Done<Pace> {
        Pace::new(&self.args.study.budget, &[self.asked.0], CHANGE_DEVIATION, Beside::default())
    }

    /// The games of the battle as it stands and of variants, of which it is told whether they differ at all.
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

fn notes(more: impl Iterator<Item = String>) -> Vec<String> {
    let mut notes = show::sources(&[
        Method::StudentPaired,
        Method::SquareAndAdd,
        Method::Jackknife,
        Method::ControlVariates,
    ]);
    notes.extend(
        [
            "p-values adjusted over all steps by S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70",
            "luck: M. J. W. Jansen, Computer Physics Communications 117 (1999) 35-43, and A. Saltelli et al., the same \
             journal 181 (2010) 259-270: each game again with the dice of one kind exchanged",
            "interplay: I. M. Sobol', Mathematics and Computers in Simulation 55 (2001) 271-280, over the whole grid",
        ]
        .map(str::to_owned),
    );
    notes.extend(more);
    notes
}
