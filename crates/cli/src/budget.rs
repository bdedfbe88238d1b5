//! How far to play: in stretches until what was asked for is reached.

use std::time::Duration;

use indicatif::HumanCount;
use serde_json::json;
use skirmish_engine::battle::Battle;
use skirmish_report::{counted, notes};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Looks, Study};
use skirmish_simulator::{Measure, PairReason, Session, Unit};

use crate::args::{Budget, Precision};
use crate::output;
use crate::panel::ExtraGames;
use crate::playing::{BRAKE, Workload, at_least_a_moment, is_interrupted, nothing_played};
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;

/// Games after which the number that time allows is announced.
const FIRST_BATCH: u64 = 64;

/// The share of the time to use where the clock would cut off what comes last.
const SPARE: f64 = 0.9;

/// A half-width of a share this large was probably meant in percent: the first thousand games are sharper.
const VAGUE: f64 = 0.1;

/// The greatest standard deviation of a share of games.
pub(crate) const DEVIATION: f64 = 0.5;

/// The greatest standard deviation of the change of a share.
pub(crate) const CHANGE_DEVIATION: f64 = 1.0;

pub(crate) enum Pace {
    Games(u64),
    Narrow {
        precision: Precision,
        looks: Looks,
        is_reached: bool,
        /// The greatest standard deviation of a game with dice of its own, if there is one.
        deviation: Option<f64>,
    },
    Time {
        /// Time for play itself; `all` includes what comes after it.
        time: Duration,
        all: Duration,
        /// What comes after play and depends on the number of games.
        beside: ExtraGames,
        /// Games played by earlier calls.
        from: u64,
        /// Whether there was no time to find out if pairs help.
        is_unpaired: bool,
    },
}

/// Returns the looks until intervals are narrow enough. The games of a pair may turn out alike; then two are worth one.
fn looks(precision: Precision, deviation: Option<f64>, unit: Unit) -> Looks {
    let deviation = deviation.map(|of_one| of_one * (unit.games() as f64).sqrt());
    Looks::until_narrow(precision.half_width, deviation, Confidence::P95.tails())
}

impl Pace {
    /// Returns what the command line asks for. `deviation` is the greatest standard deviation of a share of unpaired games.
    pub(crate) fn new<const GAMES: u64>(
        budget: &Budget<GAMES>,
        measures: &[&Measure],
        deviation: f64,
        beside: ExtraGames,
    ) -> Result<Self> {
        if let Some(time) = budget.time {
            let time = at_least_a_moment(BRAKE.made() + time) - BRAKE.made();
            return Ok(Self::Time { time, all: time, beside, from: 0, is_unpaired: false });
        }
        let Some(precision) = budget.precision else { return Ok(Self::Games(budget.games)) };
        if let Some(other) = measures.iter().find(|m| precision.is_percent && !m.is_share) {
            return Err(Failure::hinted(
                format!(
                    "`{}` is not a share, so a precision in percent means nothing for it",
                    other.name
                ),
                "write a number of its own unit, such as --precision 0.02",
            ));
        }
        if let Some(share) = measures
            .iter()
            .find(|m| m.is_share && !precision.is_percent && precision.half_width >= VAGUE)
        {
            let half = precision.half_width;
            return Err(Failure::hinted(
                format!(
                    "`{}` is a share between 0 and 1, so that a precision of {half} says next to nothing",
                    share.name
                ),
                format!("if {half} % is meant, write --precision {half}%"),
            ));
        }
        let is_bounded = measures.iter().all(|measure| measure.is_of_games());
        let deviation = is_bounded.then_some(deviation);
        let looks = looks(precision, deviation, Unit::Game);
        Ok(Self::Narrow { precision, looks, is_reached: false, deviation })
    }

    fn plan_for(&mut self, session: &Session<'_, Battle>) {
        match self {
            Self::Games(_) => {}
            Self::Narrow { precision, looks: planned, deviation, .. } => {
                *planned = looks(*precision, *deviation, session.unit());
            }
            Self::Time { is_unpaired, .. } => {
                *is_unpaired = session.pairs().reason == PairReason::NoTime;
            }
        }
    }

    /// Takes up games of earlier calls, which took no time of this one.
    const fn take_up(&mut self, games: u64) {
        if let Self::Time { from, .. } = self {
            *from = games;
        }
    }

    pub(crate) const fn leave_time_for(&mut self, new: ExtraGames) {
        if let Self::Time { beside, .. } = self {
            *beside = new;
        }
    }

    /// Lets play of another kind go on until only what comes after it is left of the time, where that of so many games has taken
    /// half of the time for both.
    pub(crate) fn play_as_long(&self, games: u64) {
        if let Self::Time { all, beside, .. } = self {
            let part = 2.0 * games as f64 / (2 * games + beside.games(games)) as f64;
            BRAKE.set(Some(BRAKE.made() + all.mul_f64(SPARE * part)));
        }
    }

    /// Returns the number of games to play to next, if there are too few. `widest` is the half-width of the widest interval.
    fn next(&mut self, played: u64, widest: impl FnOnce(Confidence) -> Option<f64>) -> Option<u64> {
        match self {
            Self::Games(games) => (played < *games).then_some(*games),
            Self::Narrow { precision, looks, is_reached, .. } => {
                // An earlier call may have stopped between two looks, where looking is not allowed.
                *is_reached = looks.games().contains(&played)
                    && widest(looks.confidence()).is_some_and(|half| half <= precision.half_width);
                looks.after(played).filter(|_| !*is_reached)
            }
            Self::Time { time, all, beside, from, .. } => {
                let after = beside.games(played.max(1));
                if after > 0 {
                    // The clock also stops what comes after, so keep time to spare.
                    *time =
                        all.mul_f64(SPARE * played.max(1) as f64 / (played.max(1) + after) as f64);
                }
                if played == *from {
                    // The speed is not known yet.
                    *time = (*time).max(*all / 2);
                }
                BRAKE.set(Some(BRAKE.made() + *time));
                let more = more_in_time(played - *from, BRAKE.made().elapsed(), *time);
                more.map(|goal| *from + goal)
            }
        }
    }

    /// Plays a workload on from one number of games to the next, as long as more are wanted; whether it got to the end. `widest`
    /// is as for [`Self::next`].
    pub(crate) fn play(
        &mut self,
        workload: &Workload<'_>,
        keeper: &mut Keeper,
        widest: impl Fn(&Study, Confidence) -> Option<f64>,
        is_quiet: bool,
    ) -> Result<(Study, bool)> {
        self.plan_for(&workload.session);
        if !is_quiet {
            self.announce();
        }
        let mut study = keeper.begin(workload)?;
        self.take_up(study.games());
        let mut is_whole = true;
        while is_whole && let Some(goal) = self.next(study.games(), |at| widest(&study, at)) {
            let goal = workload.session.whole(goal);
            workload.bar.set_length(keeper.aim(goal) * workload.at_once());
            workload.bar.set_position(study.games() * workload.at_once());
            keeper.play_on(&mut study, workload, goal)?;
            is_whole = study.games() == goal || self.is_over();
        }
        workload.bar.finish_and_clear();
        if !keeper.is_part() {
            if study.games() == 0 {
                return Err(nothing_played());
            }
            keeper.aim(study.games());
        }
        self.leave();
        Ok((study, is_whole))
    }

    /// Returns whether the clock stopped play, so that the command is done.
    fn is_over(&self) -> bool {
        matches!(self, Self::Time { time, .. } if BRAKE.made().elapsed() >= *time)
            && !is_interrupted()
    }

    /// Gives the rest of the time to what comes after play.
    pub(crate) fn leave(&self) {
        if let Self::Time { all, .. } = self {
            BRAKE.set(Some(BRAKE.made() + *all));
        }
    }

    /// Returns the confidence of every interval and the factor for p-values that make up for several looks. An interrupted run
    /// was not stopped by its results, so it counts as one with a fixed number of games.
    pub(crate) fn sure(&self, was_interrupted: bool) -> (Confidence, usize) {
        match self {
            Self::Narrow { looks, .. } if !was_interrupted => {
                (looks.confidence(), looks.games().len())
            }
            _ => (Confidence::P95, 1),
        }
    }

    /// Returns the options that give the same answer again.
    pub(crate) fn flags(&self, seed: u64, games: u64, was_interrupted: bool) -> Vec<String> {
        let budget = match self {
            Self::Narrow { precision, .. } if !was_interrupted => {
                format!("--precision {precision}")
            }
            Self::Games(asked) if !was_interrupted => format!("--games {asked}"),
            _ => format!("--games {games}"),
        };
        let is_unpaired = matches!(self, Self::Time { is_unpaired: true, .. });
        let pairs = is_unpaired.then(|| "--pairs off".to_owned());
        [budget, format!("--seed {seed}")].into_iter().chain(pairs).collect()
    }

    /// Returns how many games were played, and of how many if that was asked for.
    pub(crate) fn reached(&self, games: u64) -> String {
        match self {
            Self::Games(asked) => format!("{} of {}", HumanCount(games), counted(*asked, "game")),
            _ => counted(games, "game"),
        }
    }

    /// Returns a note on where play stopped.
    pub(crate) fn note(&self, games: u64, was_interrupted: bool) -> Option<String> {
        let Self::Narrow { precision, looks, is_reached, .. } = self else { return None };
        if was_interrupted {
            return None;
        }
        let place = looks.games().iter().position(|look| *look == games)? + 1;
        let facts = json!({
            "precision": precision.to_string(),
            "is_reached": is_reached,
            "games": games,
            "look": place,
            "looks": looks.games().len(),
        });
        notes("stopping", &facts).pop()
    }

    /// Says on stderr how many games a precision may take.
    fn announce(&self) {
        if let Self::Narrow { precision, looks, .. } = self
            && let [first, .., last] = looks.games()
        {
            output::note(&format!(
                "until the intervals are ± {precision}: at {} games at the earliest, at {} at the latest",
                HumanCount(*first),
                HumanCount(*last)
            ));
        }
    }
}

/// Returns the number of games to play to in the time left, in whole pairs.
fn more_in_time(played: u64, elapsed: Duration, time: Duration) -> Option<u64> {
    let left = time.checked_sub(elapsed)?.as_secs_f64();
    if played == 0 {
        return Some(FIRST_BATCH);
    }
    let rate = played as f64 / elapsed.as_secs_f64().max(1e-9);
    let more = (left * rate) as u64 / 2 * 2;
    (more > 0).then(|| played + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_filled_with_whole_pairs() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(more_in_time(0, seconds(0.0), seconds(1.0)), Some(FIRST_BATCH));
        assert_eq!(more_in_time(256, seconds(0.1), seconds(1.0)), Some(256 + 2304));
        assert_eq!(more_in_time(2049, seconds(0.9), seconds(1.0)), Some(2049 + 226));
        assert_eq!(more_in_time(2048, seconds(0.9999), seconds(1.0)), None);
        assert_eq!(more_in_time(2048, seconds(1.5), seconds(1.0)), None);
        assert_eq!(more_in_time(0, seconds(1.5), seconds(1.0)), None);
    }
}
