//! `skirmish sensitivity`: which numbers of the rules matter, which never do, and where luck comes from.

mod asked;
mod changes;
mod interplay;
mod luck;
mod others;

use std::rc::Rc;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::counted;
use skirmish_report::json::Written as _;
use skirmish_report::panel::{Panel, below};
use skirmish_report::sensitivity::{self, Closer, Sensitivity};
use skirmish_scenario::{Override, Parameter, Scenario};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{Detail, Measure, Session, Workers};

use self::asked::{numbers, side, together};
use self::changes::CHOSEN;
use self::luck::LUCK_GAMES;
use self::others::{STRONGEST, greatest_steps, range_over_others};
use super::job::Job;
use super::steps::Step;
use super::vary::Vary;
use crate::args::{self, typed};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::files::Source;
use crate::panel::{self, ExtraGames, PanelBots, PanelQuestion};
use crate::playing::{self, Workload, in_time};
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
    source: &'a Source,
    scenario: &'a Scenario,
    base: &'a Battle,
    asked: (&'static Measure, Option<Side>),
    workers: Rc<Workers>,
}

pub(crate) fn sensitivity(args: &args::Sensitivity) -> Result {
    let measure = show::measures(std::slice::from_ref(&args.measure))?[0];
    let settings = &args.settings;
    let source = &Source::find(args.file.as_deref())?.played_by(&settings.players)?;
    let (scenario, base) = &source.load_noting(&settings.overrides(), true)?;
    let asked = (measure, side(args, measure, scenario)?);
    let numbers = if args.luck { Vec::new() } else { numbers(args, scenario)? };
    let together = together(args, scenario)?;
    let args::Study { budget, dice, panel: others, output } = &args.study;
    let bots = PanelBots::of(others, !args.luck, &settings.players, &[(scenario, base)])?;
    let set = |bots: &[Override]| [&settings.overrides(), bots].concat();
    let beside = bots.beside(|bots| source.load(&set(bots)))?;
    // Created before any play, so that a meaningless precision is reported at once.
    let pace = Pace::new(budget, &[measure], CHANGE_DEVIATION, ExtraGames::default())?;
    let job = Job::begin(
        ("sensitivity", &format!("sensitivity-{}", source.stem), &source.name),
        (output, *dice),
        (bots, pace, budget.time),
        &[(scenario, base)],
    )?;
    let workers = Rc::clone(&job.workers);
    Study { args, source, scenario, base, asked, workers }.report(job, &numbers, &together, beside)
}

impl Study<'_> {
    /// Plays everything, and tells it, unless only a share of what is known in advance is played here.
    fn report(
        &self,
        mut job: Job<'_>,
        numbers: &[(Parameter, Vec<Step>)],
        together: &[Vary],
        panel: ExtraGames,
    ) -> Result {
        let args = self.args;
        let (measure, side) = self.asked;
        let (loaded, battles) = self.load(numbers)?;
        // Named parameters are checked before the first game.
        let grid = if together.is_empty() { Vec::new() } else { self.grid(together)? };
        let bar = playing::progress_bar(0, args.study.output.playing.quiet);
        let variants: Vec<&Battle> = battles.iter().collect();
        let session = playing::session(self.base, &variants, args.study.dice, &self.workers)?;
        job.rolled(session.pairs());
        let workload = self.workload(session, variants, &bar);
        // Besides games with each step: a count, all combinations, and games about luck.
        let is_asked = !together.is_empty();
        let more = 1 + LUCK_GAMES + u64::from(is_asked) + grid.len() as u64;
        let each = 1 + STRONGEST as u64;
        let is_many = numbers.len() > 2 * CHOSEN;
        let has_closer = args.closer.is_some() || args.study.budget.time.is_some() && is_many;
        let after = |more| panel.of_battles(workload.at_once(), each, more);
        let closer = if has_closer { workload.at_once() } else { 0 };
        job.pace.leave_time_for(after(more + closer));
        let played = self.play_steps(&workload, &mut job)?;
        job.pace.leave_time_for(after(more));
        let (pace, keeper) = (&job.pace, &mut job.keeper);
        let (confidence, looks) = pace.sure(false);
        let reach = Reach { session, games: keeper.goal(), confidence, looks };
        let closer = match has_closer && !keeper.is_part() {
            true => self.closer(&workload, (&loaded, &played), reach, (pace, &mut *keeper))?,
            false => None,
        };
        // Each pass may err half as often.
        let reach = Reach { looks: looks * (1 + usize::from(closer.is_some())), ..reach };
        let bar = playing::progress_bar(reach.games * more, args.study.output.playing.quiet);
        let counts = self.counts(numbers, &workload, reach, (&bar, &mut *keeper));
        let counts = in_time(counts, "counting where factors apply")?.unwrap_or_default();
        if keeper.is_part() {
            if is_asked {
                self.combined(together, &grid, reach, (&bar, keeper))?;
            }
            self.exchanged(reach, (&bar, keeper))?;
            bar.finish_and_clear();
            return keeper.end_part();
        }
        let mut changes = self.changes(&played, reach);
        let mut changed: Vec<u64> =
            played.variants.iter().map(|variant| variant.difference.changed).collect();
        if let Some((chosen, closer)) = &closer {
            let again = self.changes(closer, reach).into_iter().zip(&closer.variants);
            for (k, (change, variant)) in chosen.iter().zip(again) {
                changes[*k] = change;
                changed[*k] += variant.difference.changed;
            }
        }
        let rows = self.rows(numbers, &loaded, (&changed, &changes), &counts);
        let (of_closer, told) = match &closer {
            Some((chosen, closer)) => (Some(chosen.as_slice()), closer),
            None => (None, &played),
        };
        let mut interplay = None;
        if is_asked {
            let found = self.interplay(together, &grid, reach, (&bar, &mut *keeper));
            interplay = in_time(found, "every combination of steps")?;
        }
        let luck = in_time(self.luck(reach, (&bar, keeper)), "finding where the luck comes from")?;
        bar.finish_and_clear();
        let notes = show::of_changes().into_iter();
        let mut flags = pace.flags(args.study.dice.seed, reach.games, false);
        flags.extend(closer.as_ref().map(|(_, closer)| format!("--closer {}", closer.games())));
        let mut report = Sensitivity {
            title: self.scenario.title.clone(),
            measure: show::measured(measure, side, self.scenario),
            closer: of_closer.map(|chosen| Closer {
                games: told.games(),
                numbers: numbers
                    .iter()
                    .zip(&loaded)
                    .filter(|(_, steps)| steps.iter().flatten().any(|k| chosen.contains(k)))
                    .map(|((parameter, _), _)| parameter.path.clone())
                    .collect(),
            }),
            value: told.base.estimate(measure, side, reach.confidence).map(show::value),
            numbers: rows,
            interplay,
            luck,
            panel: None,
            played: show::played(
                self.scenario,
                (reach.games, args.study.dice.seed),
                typed().again(&args.file, &flags),
                notes
                    .chain(pace.note(reach.games, false))
                    .chain(show::pairs(session.pairs()))
                    .collect(),
            ),
        };
        report.played.players = self.source.told_players(self.scenario, self.base)?;
        let set = args.settings.overrides();
        report.played.bots = self.source.told_bots((self.scenario, self.base), &set);
        let reached = format!("{} were played with each step", counted(reach.games, "game"));
        let greatest = greatest_steps(&report, &loaded, of_closer);
        let ask = |report: &Sensitivity| self.asking(&report.numbers, &greatest, told);
        let place = |report: &mut Sensitivity, panel: Panel, questions: &[PanelQuestion<'_>]| {
            range_over_others(&mut report.numbers, &greatest, questions, &panel);
            report.played.notes.push(panel::METHOD.to_owned());
            report.panel = Some(panel);
        };
        job.tell(report, (reached, true, (confidence, looks)), ask, place, |report, bots| {
            let report = report.as_written();
            below(sensitivity::text(&report), bots.told(report.panel.as_ref()))
        })
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
