//! What each step of a number changes.

use std::time::Duration;

use skirmish_engine::battle::Battle;
use skirmish_report::cells;
use skirmish_report::comparison::ChangeValue;
use skirmish_report::sensitivity::{Number, StepEffect};
use skirmish_report::table::Column;
use skirmish_scenario::{Override, Parameter, Scenario};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{FactorCounts, Study as PlayedStudy, factor_counts, holm};

use super::{Reach, Study};
use crate::budget::{Next, Pace};
use crate::playing::{self, Workload};
use crate::show;
use crate::status::{Done, Failure};
use crate::study::game_list::GameList;
use crate::study::kept::Keeper;
use crate::study::steps::Step;

/// How much time is left for the games beside the steps, in the time that as many games with steps take.
const SPARE: f64 = 1.25;

/// How much later than they should the steps may come to their end.
const SLACK: Duration = Duration::from_millis(400);

/// The battles with a step each, or why there is none.
pub(super) type Loaded = Vec<Vec<Result<usize, String>>>;

impl Study<'_> {
    /// The battle with each step, in one row after another, as a scenario and ready to be played.
    pub(super) fn load(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
    ) -> Done<(Loaded, Vec<Scenario>, Vec<Battle>)> {
        let (mut scenarios, mut battles) = (Vec::new(), Vec::new());
        let mut loaded = Vec::new();
        for (parameter, steps) in numbers {
            let mut row = Vec::new();
            for step in steps {
                let mut set = self.args.settings.overrides();
                set.push(Override::new(&parameter.path, &step.value));
                match self.source.load_like(&set, &self.base) {
                    Ok((scenario, battle)) => {
                        row.push(Ok(battles.len()));
                        scenarios.push(scenario);
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
        Ok((loaded, scenarios, battles))
    }

    /// Plays every step, as long as the budget wants more. `beside` tells how many other games each game is to be followed
    /// by; they get their part of the time.
    pub(super) fn play_steps(
        &self,
        workload: &Workload<'_>,
        pace: &mut Pace,
        keeper: &mut Keeper,
        beside: impl Fn(&PlayedStudy) -> u64,
    ) -> Done<PlayedStudy> {
        let questions = workload.variants.len().max(1);
        pace.announce(questions, self.args.study.output.playing.quiet);
        let mut played = keeper.begin(workload)?;
        pace.take_up(played.games());
        let (bar, steps) = (workload.bar, workload.at_once());
        let allot = |pace: &mut Pace, beside: u64| {
            if let Some(time) = self.args.study.budget.time {
                // The clock stops what comes after, too, and then there would be no answer: so it has time to spare.
                let share = time.mul_f64(steps as f64 / (steps as f64 + SPARE * beside as f64));
                pace.allot(share.saturating_sub(SLACK).max(share / 2));
            }
        };
        let mut rest = beside(&played);
        allot(pace, rest);
        while let Next::Play(goal) = pace.next(played.games(), |at| self.widest(&played, at)) {
            let goal = workload.session.whole(goal);
            bar.set_length(keeper.aim(goal) * (steps + rest));
            bar.set_position(played.games() * steps);
            keeper.play_on(&mut played, workload, goal)?;
            if keeper.is_part() {
                break;
            }
            if played.games() < goal && !pace.is_over() {
                bar.finish_and_clear();
                let reached = pace.reached(played.games());
                return Err(keeper.interrupted(&format!("{reached} were played with each step")));
            }
            rest = beside(&played);
            allot(pace, rest);
            pace.announce_rate(played.games(), questions, self.args.study.output.playing.quiet);
        }
        if !keeper.is_part() {
            if played.games() == 0 {
                return Err(playing::nothing_played());
            }
            keeper.aim(played.games());
        }
        pace.leave();
        bar.set_length(played.games() * (steps + rest));
        bar.set_position(played.games() * steps);
        Ok(played)
    }

    /// How far the widest interval of a change reaches; `None` while one of them has none.
    fn widest(&self, played: &PlayedStudy, confidence: Confidence) -> Option<f64> {
        let (measure, side) = self.asked;
        let changes =
            (0..played.variants.len()).map(|k| played.change(k, measure, side, confidence));
        show::widest(changes.map(|change| change?.difference))
    }

    /// The change that each variant brings, adjusted for the number of all.
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

    /// In how many games each factor counted.
    pub(super) fn counts(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        workload: &Workload<'_>,
        reach: Reach<'_>,
        keeper: &mut Keeper,
    ) -> Done<Vec<u64>> {
        let nothing = FactorCounts::of(&self.base);
        if numbers.is_empty() {
            return Ok(nothing.rows);
        }
        let (bar, workers) = (workload.bar, workload.workers);
        let play = |games| {
            let before = bar.position();
            let progress = |counted: u64| bar.set_position(before + counted);
            Ok(factor_counts(&workload.session, workers, games, Some(&progress))?)
        };
        let counts = keeper.play("counts", nothing, 0..reach.games, workers, play)?;
        if counts.games() < reach.games && !keeper.is_part() {
            bar.finish_and_clear();
            return Err(keeper.interrupted("all games with each step were played"));
        }
        Ok(counts.rows)
    }

    /// How games are listed, as the battle stands and with each step.
    pub(super) fn game_list<'s>(
        &'s self,
        numbers: &[(Parameter, Vec<Step>)],
        (loaded, scenarios): (&Loaded, &'s [Scenario]),
    ) -> GameList<'s> {
        let columns = [
            Column::named("path", "Path of the number; empty for the battle as it stands."),
            Column::named("step_to", "Its value."),
        ];
        let mut variants = vec![None; 1 + scenarios.len()];
        variants[0] = Some((&self.scenario, cells!["", ""]));
        for ((parameter, steps), at) in numbers.iter().zip(loaded) {
            let played =
                steps.iter().zip(at).filter_map(|(step, at)| Some((step, *at.as_ref().ok()?)));
            for (step, k) in played {
                let cells = cells![&parameter.path, &step.value];
                variants[1 + k] = Some((&scenarios[k], cells));
            }
        }
        GameList { columns: columns.to_vec(), variants }
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
