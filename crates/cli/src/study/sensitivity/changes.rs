//! What each step of a number changes.

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_report::comparison::ChangeValue;
use skirmish_report::sensitivity::{Number, StepEffect};
use skirmish_scenario::Parameter;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{FactorCounts, Study as PlayedStudy, factor_counts, holm};

use super::{Reach, Study};
use crate::budget::Pace;
use crate::playing::{self, Workload};
use crate::show;
use crate::status::Result;
use crate::study::job::Job;
use crate::study::kept::Keeper;
use crate::study::points;
use crate::study::steps::Step;

/// Numbers that are played again: more than clearly matter in most battles.
pub(super) const CHOSEN: usize = 16;

/// What the games of the first pass are kept as, once the second has begun.
const CLOSER: &str = "closer look";

/// For each number and step the index of its battle, or why there is none.
pub(super) type Loaded = Vec<Vec<Result<usize, String>>>;

impl Study<'_> {
    /// The battle with each step, in one row after another, ready to be played.
    pub(super) fn load(&self, numbers: &[(Parameter, Vec<Step>)]) -> Result<(Loaded, Vec<Battle>)> {
        let (mut loaded, mut battles) = (Vec::new(), Vec::new());
        let set = self.args.settings.overrides();
        for (parameter, steps) in numbers {
            let mut row = Vec::new();
            for step in steps {
                let values = [(&*parameter.path, &*step.value)];
                row.push(match points::at(self.source, self.base, &set, &values)? {
                    Ok(point) => {
                        battles.push(point.battle);
                        Ok(battles.len() - 1)
                    }
                    Err(problems) => {
                        let first = problems.list().first();
                        Err(first.map_or_else(String::new, |p| p.message.clone()))
                    }
                });
            }
            loaded.push(row);
        }
        Ok((loaded, battles))
    }

    pub(super) fn play_steps(
        &self,
        workload: &Workload<'_>,
        Job { pace, keeper, .. }: &mut Job<'_>,
    ) -> Result<PlayedStudy> {
        let quiet = self.args.study.output.playing.quiet;
        let widest = |played: &PlayedStudy, at| self.widest(played, at);
        // A second pass that has begun goes on from the games that the first one had.
        let (played, is_whole) = match keeper.kept(&workload.purpose(CLOSER))? {
            Some(games) => Pace::Games(games).play(workload, keeper, widest, quiet)?,
            None => pace.play(workload, keeper, widest, quiet)?,
        };
        if !is_whole && !keeper.is_part() {
            let reached = pace.reached(played.games());
            return Err(keeper.interrupted(&format!("{reached} were played with each step")));
        }
        Ok(played)
    }

    /// Plays the numbers that look largest after those games, on new dice: as many as asked for, or as there is time for. Returns
    /// which battles these are, and their games; `None` if there was no time for any.
    pub(super) fn closer(
        &self,
        workload: &Workload<'_>,
        (loaded, played): (&Loaded, &PlayedStudy),
        reach: Reach<'_>,
        (pace, keeper): (&Pace, &mut Keeper),
    ) -> Result<Option<(Vec<usize>, PlayedStudy)>> {
        let (measure, side) = self.asked;
        let size = |k: &usize| {
            let change = played.change(*k, measure, side, reach.confidence)?.difference?;
            Some(change.value.abs())
        };
        let of_number = |steps: &Vec<Result<usize, String>>| {
            let steps: Vec<usize> = steps.iter().flatten().copied().collect();
            let largest = steps.iter().filter_map(size).fold(0.0, f64::max);
            (largest > 0.0).then_some((largest, steps))
        };
        let mut numbers: Vec<(f64, Vec<usize>)> = loaded.iter().filter_map(of_number).collect();
        numbers.sort_by(|one, other| other.0.total_cmp(&one.0));
        let chosen: Vec<usize> =
            numbers.into_iter().take(CHOSEN).flat_map(|(_, steps)| steps).collect();
        let bar = playing::search_bar(self.args.study.output.playing.quiet);
        bar.set_message("a closer look");
        let variants = chosen.iter().map(|k| workload.variants[*k]).collect();
        let closer = self.workload(reach.session, variants, &bar);
        keeper.keep(&workload.purpose(CLOSER), &reach.games, true)?;
        pace.play_as_long(reach.games);
        let more = self.args.closer.map_or(u64::MAX / 2, |more| reach.session.whole(more));
        let games = reach.games..reach.games + more;
        let purpose = format!("{CLOSER} at {chosen:?}");
        let played = keeper.play_workload(&purpose, &closer, games)?;
        pace.leave();
        bar.finish_and_clear();
        match playing::is_interrupted() {
            true => Err(keeper.interrupted("all games with each step were played")),
            false => Ok((played.games() > 0).then_some((chosen, played))),
        }
    }

    /// Returns the half-width of the widest interval of a change; `None` while one is missing.
    fn widest(&self, played: &PlayedStudy, confidence: Confidence) -> Option<f64> {
        let (measure, side) = self.asked;
        let changes =
            (0..played.variants.len()).map(|k| played.change(k, measure, side, confidence));
        show::widest(changes.map(|change| change?.difference))
    }

    /// Returns the change under each variant, adjusted for their number.
    pub(super) fn changes(
        &self,
        played: &PlayedStudy,
        reach: Reach<'_>,
    ) -> Vec<Option<ChangeValue>> {
        let (measure, side) = self.asked;
        let changes: Vec<_> = (0..played.variants.len())
            .map(|k| played.change(k, measure, side, reach.confidence))
            .collect();
        let p_values: Vec<_> = changes.iter().map(|change| change.as_ref()?.p_value).collect();
        changes
            .iter()
            .zip(holm(&p_values, reach.looks))
            .map(|(change, adjusted)| show::change(change.as_ref()?, adjusted))
            .collect()
    }

    pub(super) fn counts(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        workload: &Workload<'_>,
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<Vec<u64>> {
        let nothing = FactorCounts::of(self.base);
        if numbers.is_empty() {
            return Ok(nothing.rows);
        }
        let play = |games| {
            let before = bar.position();
            let progress = |counted: u64| bar.set_position(before + counted);
            Ok(factor_counts(&workload.session, &self.workers, games, Some(&progress))?)
        };
        let counts = keeper.play("counts", nothing, 0..reach.games, &self.workers, play)?;
        if counts.games() < reach.games && !keeper.is_part() {
            bar.finish_and_clear();
            return Err(keeper.interrupted("all games with each step were played"));
        }
        Ok(counts.rows)
    }

    pub(super) fn rows(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        loaded: &Loaded,
        (changed, changes): (&[u64], &[Option<ChangeValue>]),
        counts: &[u64],
    ) -> Vec<Number> {
        let factors = &self.base.spec().rules.seize.factors;
        let counted = |path: &str| {
            let name = path.strip_prefix("seize.factor.")?;
            let row = factors.iter().position(|factor| factor.name == name)?;
            counts.get(row).copied()
        };
        let step = |(step, at): (&Step, &Result<usize, String>)| StepEffect {
            value: step.value.clone(),
            direction: step.direction,
            refused: at.as_ref().err().cloned().unwrap_or_default(),
            changed_games: at.as_ref().ok().map(|k| changed[*k]),
            change: at.as_ref().ok().and_then(|k| changes[*k]),
        };
        numbers
            .iter()
            .zip(loaded)
            .map(|((parameter, steps), at)| Number {
                path: parameter.path.clone(),
                value: parameter.value.clone(),
                rule: parameter.rule.clone(),
                counted_games: counted(&parameter.path),
                steps: steps.iter().zip(at).map(step).collect(),
            })
            .collect()
    }
}
