//! How far to play: from one number of games to the next, until what was asked for is reached.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::HumanCount;
use serde_json::json;
use skirmish_engine::battle::Battle;
use skirmish_report::{counted, notes};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Looks, POWER, Study, resolution};
use skirmish_simulator::{Measure, PairReason, Session, Unit};

use crate::args::{Budget, Precision};
use crate::output;
use crate::panel::ExtraGames;
use crate::playing::{BRAKE, Workload, at_least_a_moment, is_interrupted, nothing_played};
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;

/// Games after which it is told how many there will be time for, if there is time for so many.
const FIRST_BATCH: u64 = 64;

/// The share of the time that is meant to be used where the clock would leave out what comes last.
const SPARE: f64 = 0.9;

/// A run is long, and worth a word in advance, from so many games on.
const LONG: u64 = 50_000;

/// A precision of a share that is so wide was probably meant in percent: the first thousand games are sharper.
const VAGUE: f64 = 0.1;

/// The greatest standard deviation that a share of games can have.
pub(crate) const DEVIATION: f64 = 0.5;

/// The greatest standard deviation that the change of a share can have.
pub(crate) const CHANGE_DEVIATION: f64 = 1.0;

/// How far to play.
pub(crate) enum Pace {
    /// So many games.
    Games(u64),
    /// Until intervals are narrow enough.
    Narrow {
        precision: Precision,
        looks: Looks,
        is_reached: bool,
        /// The greatest standard deviation of a game that has dice of its own, if there is one.
        deviation: Option<f64>,
    },
    /// So long.
    Time {
        /// The time of play itself, and that with all that comes after it.
        time: Duration,
        all: Duration,
        /// What comes after it, as far as it goes by the number of games.
        beside: ExtraGames,
        /// Games that had been played before.
        from: u64,
        /// Whether there was no time to find out if pairs help.
        is_unpaired: bool,
    },
}

/// The looks until intervals are narrow enough: the games of a pair may fall out alike, and then two are worth one.
fn looks(precision: Precision, deviation: Option<f64>, unit: Unit) -> Looks {
    let deviation = deviation.map(|of_one| of_one * (unit.games() as f64).sqrt());
    Looks::until_narrow(precision.half_width, deviation, Confidence::P95.tails())
}

impl Pace {
    /// What the command line asks for, if a panel shares its time; `deviation` is the greatest standard deviation of a share of
    /// games that have dice of their own.
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

    /// Plans for games that are played so.
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

    /// What was played before the program began is taken up; it took no time of this run.
    const fn take_up(&mut self, games: u64) {
        if let Self::Time { from, .. } = self {
            *from = games;
        }
    }

    /// Leaves time for what comes after play, once that is known.
    pub(crate) const fn leave_time_for(&mut self, new: ExtraGames) {
        if let Self::Time { beside, .. } = self {
            *beside = new;
        }
    }

    /// To how many games to play next, if it is not enough. `widest` tells how far the widest interval that was asked for reaches,
    /// once there is one.
    fn next(&mut self, played: u64, widest: impl FnOnce(Confidence) -> Option<f64>) -> Option<u64> {
        match self {
            Self::Games(games) => (played < *games).then_some(*games),
            Self::Narrow { precision, looks, is_reached, .. } => {
                // What was taken up may have been stopped between two looks, where nobody may look.
                *is_reached = looks.games().contains(&played)
                    && widest(looks.confidence()).is_some_and(|half| half <= precision.half_width);
                looks.after(played).filter(|_| !*is_reached)
            }
            Self::Time { time, all, beside, from, .. } => {
                let after = beside.games(played.max(1));
                if after > 0 {
                    // The clock stops what comes after, too: so it has time to spare.
                    *time =
                        all.mul_f64(SPARE * played.max(1) as f64 / (played.max(1) + after) as f64);
                }
                if played == *from {
                    // It is not known yet what there is time for.
                    *time = (*time).max(*all / 2);
                }
                BRAKE.set(Some(BRAKE.made() + *time));
                let more = more_in_time(played - *from, BRAKE.made().elapsed(), *time);
                more.map(|goal| *from + goal)
            }
        }
    }

    /// Plays a workload on from one number of games to the next, as long as more are wanted; whether it got to the end. `widest`
    /// is as for [`Self::next`]. The questions are those over which a change is told, and whether nothing is to be said of
    /// them.
    pub(crate) fn play(
        &mut self,
        workload: &Workload<'_>,
        keeper: &mut Keeper,
        widest: impl Fn(&Study, Confidence) -> Option<f64>,
        (questions, is_quiet): (usize, bool),
    ) -> Result<(Study, bool)> {
        self.plan_for(&workload.session);
        self.announce(questions, is_quiet);
        let mut study = keeper.begin(workload)?;
        self.take_up(study.games());
        let mut is_whole = true;
        while is_whole && let Some(goal) = self.next(study.games(), |at| widest(&study, at)) {
            let goal = workload.session.whole(goal);
            workload.bar.set_length(keeper.aim(goal) * workload.at_once());
            workload.bar.set_position(study.games() * workload.at_once());
            keeper.play_on(&mut study, workload, goal)?;
            is_whole = study.games() == goal || self.is_over();
            if is_whole {
                self.announce_rate(study.games(), questions, is_quiet);
            }
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

    /// Whether it was the clock that stopped play, and so what was asked for has been played.
    fn is_over(&self) -> bool {
        matches!(self, Self::Time { time, .. } if BRAKE.made().elapsed() >= *time)
            && !is_interrupted()
    }

    /// What comes after play has the rest of the time.
    fn leave(&self) {
        if let Self::Time { all, .. } = self {
            BRAKE.set(Some(BRAKE.made() + *all));
        }
    }

    /// The confidence of every interval, and by how much p-values grow, so that looking more than once raises no more false
    /// alarms. An interrupted run was not stopped by what it found, and is one of its number of games.
    pub(crate) fn sure(&self, was_interrupted: bool) -> (Confidence, usize) {
        match self {
            Self::Narrow { looks, .. } if !was_interrupted => {
                (looks.confidence(), looks.games().len())
            }
            _ => (Confidence::P95, 1),
        }
    }

    /// The options that give the same answer again.
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

    /// How many games were played, of how many if that was asked for, as an interrupted command tells it.
    pub(crate) fn reached(&self, games: u64) -> String {
        match self {
            Self::Games(asked) => format!("{} of {}", HumanCount(games), counted(*asked, "game")),
            _ => counted(games, "game"),
        }
    }

    /// What to know about where play stopped, for the notes of a report.
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

    /// Says on stderr, before a long run, what can be expected of it. `measures` are those over which a change is told.
    /// Of a plain number of games nothing is said to a log: nobody waits there.
    fn announce(&self, measures: usize, is_quiet: bool) {
        if is_quiet {
            return;
        }
        let text = match self {
            Self::Games(games) if *games >= LONG && io::stderr().is_terminal() => {
                resolves(*games, measures)
            }
            Self::Games(_) | Self::Time { .. } => return,
            Self::Narrow { precision, looks, .. } => {
                let [first, .., last] = looks.games() else { return };
                format!(
                    "until the intervals are ± {precision}: at {} games at the earliest, at {} at the latest",
                    HumanCount(*first),
                    HumanCount(*last)
                )
            }
        };
        output::note(&text);
    }

    /// Says how many games there will be time for, once that is known.
    fn announce_rate(&self, played: u64, measures: usize, is_quiet: bool) {
        if let Self::Time { time, from, .. } = self
            && !is_quiet
            && played - *from == FIRST_BATCH
        {
            let rate = FIRST_BATCH as f64 / BRAKE.made().elapsed().as_secs_f64();
            let more = (time.as_secs_f64() * rate) as u64;
            output::note(&resolves(*from + more, measures));
        }
    }
}

/// What so many games tell, as a sentence.
fn resolves(games: u64, measures: usize) -> String {
    let points = |share: f64| format!("{:.2}", share * 100.0);
    let number = counted(games, "game");
    resolution(games, measures).map_or_else(String::new, |told| {
        let change = match measures {
            1 => "between two such runs".to_owned(),
            _ => format!(
                "at worst, over {measures} measures together; on the same dice a smaller one"
            ),
        };
        format!(
            "{number} give a win rate to ± {} points, and show a change of {} points with a chance of {:.0} % ({change})",
            points(told.half_width),
            points(told.change),
            POWER * 100.0,
        )
    })
}

/// To how many games there is about time to go on: whole pairs.
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
