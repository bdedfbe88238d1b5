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
use crate::playing::Workload;
use crate::show;
use crate::status::Result;
use crate::study::kept::Keeper;
use crate::study::points;
use crate::study::steps::Step;

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
        pace: &mut Pace,
        keeper: &mut Keeper,
    ) -> Result<PlayedStudy> {
        let quiet = self.args.study.output.playing.quiet;
        let widest = |played: &PlayedStudy, at| self.widest(played, at);
        let (played, is_whole) = pace.play(workload, keeper, widest, quiet)?;
        if !is_whole && !keeper.is_part() {
            let reached = pace.reached(played.games());
            return Err(keeper.interrupted(&format!("{reached} were played with each step")));
        }
        Ok(played)
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
        played: &PlayedStudy,
        changes: &[Option<ChangeValue>],
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
            changed_games: at.as_ref().ok().map(|k| played.variants[*k].difference.changed),
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
