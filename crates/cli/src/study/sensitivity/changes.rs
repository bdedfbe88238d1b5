//! What each step of a number changes.

use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_report::comparison::ChangeValue;
use skirmish_report::sensitivity::{Number, StepEffect};
use skirmish_scenario::{Override, Parameter};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Against, factor_counts, holm};

use super::{Reach, Study, control};
use crate::budget::{Next, Pace};
use crate::playing;
use crate::show;
use crate::status::Failure;
use crate::study::kept::Keeper;
use crate::study::steps::Step;

/// The battles with a step each, or why there is none.
pub(super) type Loaded = Vec<Vec<Result<usize, String>>>;

impl Study<'_> {
    /// The battle with each step, in one row after another; the first of them is the battle as it stands.
    pub(super) fn load(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
    ) -> Result<(Loaded, Vec<Battle>), Failure> {
        let mut battles = vec![self.base.clone()];
        let mut loaded = Vec::new();
        for (parameter, steps) in numbers {
            let mut row = Vec::new();
            for step in steps {
                let mut set = self.args.settings.overrides();
                set.push(Override::new(&parameter.path, &step.value));
                match self.source.load_like(&set, &self.base) {
                    Ok((_, battle)) => {
                        row.push(Ok(battles.len()));
                        battles.push(battle);
                    }
                    Err(Failure::Files(problems)) => {
                        let first = problems.list().first();
                        row.push(Err(first.map_or_else(String::new, |p| p.message.clone())));
                    }
                    Err(other) => return Err(other),
                }
            }
            loaded.push(row);
        }
        Ok((loaded, battles))
    }

    /// Plays every step, as long as the budget wants more. `beside` tells how many other games each game is to be followed
    /// by; they get their part of the time.
    pub(super) fn play_steps(
        &self,
        battles: &[Battle],
        pace: &mut Pace,
        keeper: &mut Keeper,
        bar: &ProgressBar,
        beside: impl Fn(&Against) -> u64,
    ) -> Result<Against, Failure> {
        // The first is the battle as it stands, and no question.
        let questions = (battles.len() - 1).max(1);
        pace.announce(questions, self.args.quiet);
        let mut played: Against = keeper.played("steps")?;
        pace.take_up(played.games);
        let steps = battles.len() as u64 + 1;
        let allot = |pace: &mut Pace, beside: u64| {
            if let Some(time) = self.args.budget.time {
                pace.allot(time.mul_f64(steps as f64 / (steps + beside) as f64));
            }
        };
        let mut rest = beside(&played);
        allot(pace, rest);
        while let Next::Play(goal) = pace.next(played.games, |at| self.widest(&played, at)) {
            bar.set_length(goal * (steps + rest));
            bar.set_position(played.games * steps);
            let play = |games| self.play(battles, games, bar);
            keeper.play_on("steps", &mut played, goal, &self.workers, play)?;
            if played.games < goal {
                bar.finish_and_clear();
                let reached = pace.reached(played.games);
                return Err(keeper.interrupted(&format!("{reached} were played with each step")));
            }
            rest = beside(&played);
            allot(pace, rest);
            pace.announce_rate(played.games, questions, self.args.quiet);
        }
        bar.set_length(played.games * (steps + rest));
        bar.set_position(played.games * steps);
        Ok(played)
    }

    /// How far the widest interval of a change reaches; `None` while one of them has none.
    pub(super) fn widest(&self, played: &Against, confidence: Confidence) -> Option<f64> {
        let (measure, side) = self.asked;
        let mut widest = 0.0_f64;
        for variant in played.variants.iter().skip(1) {
            let change = variant.change(measure, side, confidence);
            if let Some(difference) = change.and_then(|change| change.difference) {
                widest = widest.max(difference.reach()?);
            }
        }
        Some(widest)
    }

    /// The change that each variant brings, adjusted for the number of all.
    pub(super) fn changes(&self, played: &Against, reach: Reach) -> Vec<Option<ChangeValue>> {
        let (measure, side) = self.asked;
        let of = |k: usize| played.variants[k].change(measure, side, reach.confidence);
        // The first is the battle as it stands, and no question.
        let p_values: Vec<Option<f64>> = (0..played.variants.len())
            .map(|k| if k == 0 { None } else { of(k)?.p_value })
            .collect();
        let adjusted = holm(&p_values);
        (0..played.variants.len())
            .zip(adjusted)
            .map(|(k, adjusted)| {
                let adjusted = adjusted.map(|p| (p * reach.looks as f64).min(1.0));
                show::change(&of(k)?, adjusted)
            })
            .collect()
    }

    pub(super) fn rows(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        loaded: &Loaded,
        played: &Against,
        changes: &[Option<ChangeValue>],
        (bar, keeper): (&ProgressBar, &Keeper),
    ) -> Result<Vec<Number>, Failure> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let before = bar.position();
        let progress = |counted: u64| bar.set_position(before + counted);
        let games = 0..played.games;
        let counts =
            factor_counts(&self.base, self.args.seed, games, &self.workers, &control(&progress));
        if playing::STOP.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Err(keeper.interrupted("all games with each step were played"));
        }
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
            changed_games: at.as_ref().map_or(0, |k| played.variants[*k].changed),
            change: at.as_ref().ok().and_then(|k| changes[*k]),
        };
        Ok(numbers
            .iter()
            .zip(loaded)
            .map(|((parameter, steps), at)| Number {
                path: parameter.path.clone(),
                value: parameter.value.clone(),
                rule: parameter.rule.clone(),
                counted_games: counted(&parameter.path),
                steps: steps.iter().zip(at).map(step).collect(),
            })
            .collect())
    }
}
