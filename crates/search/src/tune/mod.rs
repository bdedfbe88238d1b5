//! The cheapest edit of a table that makes its battles as their author wants them.
//!
//! The cost of an edit is known exactly and only its effect is noisy. So nothing is optimized: edits are listed by cost before
//! any is judged, then checked one cost level after another until one meets every target (sequential feasibility checking: C.
//! Healey, S. Andradóttir, S.-H. Kim, ACM Trans. Model. Comput. Simul. 24(4), 2014, article 25).
//!
//! 1. Plays the battles without edits. If they meet all targets, there is nothing to do.
//! 2. Moves every cell as far down and up as it goes, and by one step, on the same dice, until its effect is known well enough.
//!    Cells that change no game are dropped. The others form a model that adds up on the logit of a share or the logarithm of
//!    anything else.
//! 3. Lists the edits that the model does not rule out, by cost, likeliest first.
//! 4. Races one cost level at a time, on its own dice, at looks that double. An edit is dropped once its interval, which holds
//!    over all looks, excludes a target, and accepted when all targets are met by the intervals of a look.
//! 5. Certifies accepted edits on fresh dice by Holm's procedure, at looks that double. If that fails, the other edits of the
//!    same cost run on.
//! 6. If none works, repeats 2 to 5 with cells moved from the nearest edit. Where a battle is all but lost a step shows little,
//!    and several together act differently.

mod certify;
mod list;
mod model;
mod race;

use std::ops::Range;

use skirmish_engine::side::Side;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Bounds, Looks, Study, Verdict, games_needed};
use skirmish_simulator::{Measure, Tally, Workers};

use race::Race;

pub use certify::Certified;
pub use list::Level;
pub use model::Effect;

/// The most cells that an edit may change.
pub const MOST_CELLS: usize = 3;

/// The least games of each matchup at the first look of a race.
const FIRST: u64 = 500;

/// The least games of each matchup at the first look of a certificate; fewer would make poor printed figures.
const LEAST_CERTIFIED: u64 = 4_000;

/// Battles that are usually played to the end of a race, and of a certificate.
const RUN_ON: u64 = 3;

/// The most times that all cells are moved, each time from a nearer edit.
const MOST_SCREENS: usize = 3;

/// The most failed rounds of certificates.
const MOST_ROUNDS: u32 = 12;

/// A number of the table that may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tunable {
    /// The steps that it can be moved down, and up.
    pub steps: [u8; 2],
    /// The cost of changing it at all.
    pub weight: u32,
}

/// A move of one cell; steps below 0 lead down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The index of the cell.
    pub cell: usize,
    /// The number of steps, never 0.
    pub steps: i8,
}

/// Moves of different cells in cell order; empty for the table without edits.
pub type Edit = Vec<Move>;

/// The cost of an edit: weights of cells first, then steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cost {
    /// The weights of the changed cells.
    pub cells: u32,
    /// All steps.
    pub steps: u32,
}

/// The wanted range of a measure in a matchup, which is a battle with its players.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The index of the matchup.
    pub matchup: usize,
    /// The measure.
    pub measure: &'static Measure,
    /// The side that it is measured for; `None` for the whole game.
    pub side: Option<Side>,
    /// The wanted range.
    pub bounds: Bounds,
    /// By how much the range may be missed.
    pub slack: f64,
}

impl Target {
    fn estimate(&self, tally: &Tally, at: Confidence) -> Option<Estimate> {
        tally.estimate(self.measure, self.side, at)
    }

    fn widened(&self) -> Bounds {
        Bounds {
            least: self.bounds.least.map(|least| least - self.slack),
            most: self.bounds.most.map(|most| most + self.slack),
        }
    }

    /// Judges the target. It fails by an interval that holds over all looks; it passes if the value is inside and another
    /// interval is inside up to the slack.
    fn judge(&self, tally: &Tally, over_all: Confidence, met: Confidence) -> Verdict {
        let (Some(surely), Some(look)) =
            (self.estimate(tally, over_all), self.estimate(tally, met))
        else {
            return Verdict::Inconclusive;
        };
        if self.bounds.judge(&surely) == Verdict::Fail {
            return Verdict::Fail;
        }
        let is_inside = self.shortfall(look.value) <= 0.0;
        match self.widened().judge(&look) {
            Verdict::Pass if is_inside => Verdict::Pass,
            _ => Verdict::Inconclusive,
        }
    }

    /// Returns half the width of the range; for a one-sided range, the distance of a value from its end.
    fn room(&self, value: f64) -> f64 {
        match (self.bounds.least, self.bounds.most) {
            (Some(least), Some(most)) => (most - least) / 2.0,
            (Some(end), None) | (None, Some(end)) => (value - end).abs(),
            (None, None) => f64::INFINITY,
        }
    }

    /// Returns the standard deviation of one game at the ends of the range, for a share; otherwise 0.
    fn spread(&self) -> f64 {
        let ends = [self.bounds.least, self.bounds.most].into_iter().flatten();
        let of = |end: f64| (end * (1.0 - end)).max(0.0).sqrt();
        if self.measure.is_share { ends.map(of).fold(0.0, f64::max) } else { 0.0 }
    }

    /// Returns how far outside its bounds a value lies; below 0 if inside.
    pub fn shortfall(&self, value: f64) -> f64 {
        let below = self.bounds.least.map_or(f64::NEG_INFINITY, |least| least - value);
        let above = self.bounds.most.map_or(f64::NEG_INFINITY, |most| value - most);
        below.max(above)
    }
}

/// The task of tuning.
#[derive(Debug, Clone)]
pub struct TuneSpec {
    /// The number of matchups.
    pub matchups: usize,
    /// The targets.
    pub targets: Vec<Target>,
    /// The numbers that may be changed.
    pub cells: Vec<Tunable>,
    /// The most cells that an edit may change, up to [`MOST_CELLS`].
    pub most_cells: usize,
    /// The allowed chance that the result is wrong: half for edits passed over, half for those printed.
    pub error: f64,
    /// The most games with each step, in each matchup.
    pub screen: u64,
    /// The most games of an edit in a race, in each matchup.
    pub race: u64,
    /// The most games of an edit when certified, in each matchup.
    pub certify: u64,
}

impl TuneSpec {
    /// Returns the looks of a race, with intervals that hold together over all looks and targets of one edit.
    pub fn looks(&self) -> Looks {
        Looks::doubling(FIRST, self.race, self.error / 2.0, self.targets.len())
    }

    /// Returns the looks of a round of certificates. Of half the error, the r-th round takes one part in r (r + 1).
    pub fn certificates(&self, round: u32) -> Looks {
        let share = self.error / 2.0 / f64::from(round * (round + 1));
        Looks::doubling(LEAST_CERTIFIED, self.certify, share, 1)
    }

    /// Returns the cost of an edit.
    pub fn cost(&self, edit: &[Move]) -> Cost {
        Cost {
            cells: edit.iter().map(|it| self.cells[it.cell].weight).sum(),
            steps: edit.iter().map(|it| u32::from(it.steps.unsigned_abs())).sum(),
        }
    }
}

/// The purpose of games; each has its own dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Each cell alone, moved as far as it goes, for the n-th time; 0 starts from the table without edits.
    Ends(usize),
    /// Each cell alone, moved by one step, on the same dice.
    Steps(usize),
    /// The edits of a cost level; level 0 is the table without edits.
    Race(usize),
    /// The accepted edits, for the n-th time.
    Certify(u32),
}

/// Plays the table with edits.
pub trait Playtester {
    /// The error of play.
    type Error;

    /// Plays games of a matchup with a base edit, which may be empty, and with each of the others. Returns fewer, and
    /// false, if stopped.
    ///
    /// # Errors
    /// Whatever goes wrong.
    fn play(
        &mut self,
        stage: Stage,
        matchup: usize,
        base: &Edit,
        edits: &[Edit],
        games: Range<u64>,
    ) -> Result<(Study, bool), Self::Error>;

    /// Returns the threads that list edits.
    fn workers(&self) -> &Workers;

    /// Returns for each edit whether every matchup can be played with it.
    ///
    /// # Errors
    /// Whatever goes wrong.
    fn are_sound(&mut self, edits: &[Edit]) -> Result<Vec<bool>, Self::Error>;
}

/// An edit that was played, and its result for each target.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// The edit.
    pub edit: Edit,
    /// Its cost.
    pub cost: Cost,
    /// Each target's value, with an interval that holds over all looks and targets; `None` if it was not played. Values of
    /// certified edits are from fresh dice.
    pub values: Vec<Option<Estimate>>,
    /// Whether all targets are met, one is missed, or neither is known.
    pub verdict: Verdict,
    /// Whether it met all targets in the race but not on fresh dice.
    pub is_refused: bool,
    /// Whether it was played only up to the first look, to show what stands in the way.
    pub is_aside: bool,
    /// The number of games behind each value.
    pub games: Vec<u64>,
}

impl Tried {
    fn points(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.values.iter().map(|of| of.map(|of| of.value))
    }
}

/// The outcome of tuning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All targets are met without edits.
    NothingToDo,
    /// Some edits are certified.
    Found,
    /// No listed edit met all targets.
    NoneFits,
    /// Too many edits met all targets in the race but not on fresh dice; more expensive ones were not played.
    GivenUp,
    /// Play was stopped first.
    Stopped,
}

/// A value and the ends of its interval.
pub type GuessedValue = (f64, Option<(f64, f64)>);

/// The edit to bet on where play was stopped before one was certified.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The edit.
    pub edit: Edit,
    /// Each target's value so far; `None` if it was never measured.
    pub values: Vec<Option<GuessedValue>>,
    /// Whether it met all targets in the race, so that only its test on fresh dice is missing.
    pub is_accepted: bool,
    /// Games with the edit; 0 if its values are only expected from numbers moved one by one.
    pub games: u64,
}

/// The result of tuning.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The outcome.
    pub ending: Ending,
    /// Each target without edits.
    pub now: Tried,
    /// The effect of moving each cell of the unedited table, by cell, down and up; `None` if unplayable.
    pub effects: Vec<[Option<Effect>; 2]>,
    /// The cost levels, list after list.
    pub levels: Vec<Level>,
    /// Every edit that was played against the targets, by cost.
    pub tried: Vec<Tried>,
    /// The edit to bet on, if play was stopped and there is one.
    pub guess: Option<Guess>,
    /// If play was stopped, about how many games it takes until an edit is certified, under all variants, if all goes well.
    pub left: u64,
    /// Accepted edits with their results on fresh dice, the best of the last round first.
    pub certified: Vec<Certified>,
    /// Rounds of certificates, each on its own dice.
    pub rounds: u32,
}

/// Searches for the cheapest edit that meets all targets.
///
/// # Errors
/// Whatever goes wrong in play.
pub fn tune<T: Playtester>(asked: &TuneSpec, tester: &mut T) -> Result<Tuned, T::Error> {
    let mut race = Race::new(asked, 0, vec![Edit::new()]);
    let is_whole = race.accepted(asked, usize::MAX, tester)?.is_some();
    let mut now: Vec<Tried> = race.tried().collect();
    let mut found = Tuned {
        ending: Ending::Stopped,
        now: now.remove(0),
        effects: Vec::new(),
        levels: Vec::new(),
        tried: Vec::new(),
        guess: None,
        left: 0,
        certified: Vec::new(),
        rounds: 0,
    };
    if found.now.verdict == Verdict::Pass {
        found.ending = Ending::NothingToDo;
    }
    if found.ending == Ending::NothingToDo || !is_whole {
        found.left = if is_whole { 0 } else { found.left(asked, 0) };
        return Ok(found);
    }
    let (mut from, mut screened) = (Edit::new(), 0);
    for n in 0..MOST_SCREENS {
        let model = model::screen(asked, (n, &from), tester)?;
        screened += model.games;
        found.ending = match model.is_whole {
            true => found.listed(asked, &mut race, &model, tester)?,
            false => Ending::Stopped,
        };
        if n == 0 && model.is_whole {
            found.effects = model.effects().to_vec();
        }
        if found.ending == Ending::Stopped {
            found.guess = found.guess(asked, &model, tester)?;
        }
        if found.ending != Ending::NoneFits {
            break;
        }
        match found.nearest(asked) {
            Some(nearest) if *nearest != from => from.clone_from(nearest),
            _ => break,
        }
    }
    found.tried.sort_by_key(|tried| tried.cost);
    if found.ending == Ending::Stopped {
        found.left = found.left(asked, screened);
    }
    Ok(found)
}

impl Tuned {
    /// Races all listed edits that have not been raced, cheapest first.
    fn listed<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        race: &mut Race,
        model: &model::Model,
        tester: &mut T,
    ) -> Result<Ending, T::Error> {
        let mut levels = list::list(asked, model, tester.workers(), |edit| self.is_settled(edit));
        let before = self.levels.len();
        self.levels.append(&mut levels);
        for k in before..self.levels.len() {
            self.levels[k].keep_sound(tester)?;
            *race = race.next(asked, self.levels[k].edits.clone());
            self.levels[k].is_raced = true;
            let ending = self.level(asked, race, tester)?;
            self.tried.retain(|tried| race.tried().all(|again| again.edit != tried.edit));
            self.tried.extend(race.tried());
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
        self.survey(asked, race, model, tester)
    }

    /// Returns whether an edit needs no race. One that was only played aside does, unless it misses a target.
    fn is_settled(&self, edit: &Edit) -> bool {
        let is_open = |it: &Tried| it.is_aside && it.verdict != Verdict::Fail;
        self.tried.iter().any(|tried| tried.edit == *edit && !is_open(tried))
    }

    fn is_tried(&self, edit: &Edit) -> bool {
        self.tried.iter().any(|tried| tried.edit == *edit)
    }

    /// Returns the edit that came nearest to all targets, which may be empty.
    fn nearest(&self, asked: &TuneSpec) -> Option<&Edit> {
        let all = std::iter::once(&self.now).chain(&self.tried);
        let far = all.filter_map(|it| Some((far(asked, it.points())?, &it.edit)));
        let nearest = far.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, edit)| edit)
    }

    /// Returns the edit to bet on: of those that were played and miss no target for sure, one that was accepted, or else the
    /// nearest to all targets, unless the table as it stands is nearer. If none was played, the cheapest that the model expects
    /// to meet them.
    fn guess<T: Playtester>(
        &self,
        asked: &TuneSpec,
        model: &model::Model,
        tester: &mut T,
    ) -> Result<Option<Guess>, T::Error> {
        let now = far(asked, self.now.points());
        let open = self.tried.iter().filter(|it| it.verdict != Verdict::Fail && !it.is_refused);
        let open =
            open.filter_map(|it| Some((it.verdict != Verdict::Pass, far(asked, it.points())?, it)));
        let nearest = open.filter(|it| now.is_none_or(|now| it.1 < now)).min_by(|one, other| {
            let by_room = || room(asked, &other.2.values).total_cmp(&room(asked, &one.2.values));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then_with(by_room)
        });
        if let Some((is_open, _, Tried { edit, values, games, .. })) = nearest {
            let games = games.iter().copied().min().unwrap_or(0);
            let ends = |it: &Estimate| it.interval.map(|it| (it.low, it.high));
            return Ok(Some(Guess {
                edit: edit.clone(),
                values: values.iter().flatten().map(|it| Some((it.value, ends(it)))).collect(),
                is_accepted: !is_open,
                games,
            }));
        }
        let misses = |edit: &Edit| {
            self.tried.iter().any(|it| it.verdict == Verdict::Fail && it.edit == *edit)
        };
        // Edits of more cells would take too long to list once the time is up.
        let few = TuneSpec { most_cells: asked.most_cells.min(2), ..asked.clone() };
        let expected = |edit: Edit| {
            let values = asked.targets.iter().enumerate().map(|of| model.forecast(of, &edit));
            let values: Vec<_> = values.collect();
            let far = far(asked, values.iter().map(|of| of.map(|of| of.0)))?;
            // One of which nothing has been seen yet is no guess.
            let is_nearer = now.is_none_or(|now| far < now);
            is_nearer.then_some((far, Guess { edit, values, is_accepted: false, games: 0 }))
        };
        let levels = list::list(&few, model, tester.workers(), misses).into_iter();
        let mut guesses: Vec<(f64, Guess)> =
            levels.flat_map(|level| level.edits).filter_map(expected).collect();
        guesses.sort_by(|one, other| one.0.total_cmp(&other.0));
        guesses.truncate(list::MOST);
        let edits: Vec<Edit> = guesses.iter().map(|(_, guess)| guess.edit.clone()).collect();
        let mut are_sound = tester.are_sound(&edits)?.into_iter();
        let first = guesses.into_iter().find(|_| are_sound.next().unwrap_or(false));
        Ok(first.map(|(_, guess)| guess))
    }

    /// Returns about how many games are left until an edit is certified, after so many of the screen.
    fn left(&self, asked: &TuneSpec, screened: u64) -> u64 {
        let guess = self.guess.as_ref();
        // Until the interval of a value has room within its target.
        let needed = |(k, target): (usize, &Target)| {
            let value = guess.and_then(|guess| guess.values[k]).map(|it| it.0);
            let inside = value.map_or(0.0, |value| (-target.shortfall(value)).max(0.0));
            games_needed(target.spread(), inside + target.slack, asked.looks().confidence())
        };
        let needed = asked.targets.iter().enumerate().map(needed).fold(0.0, f64::max);
        let needed = (needed as u64).clamp(LEAST_CERTIFIED.min(asked.certify), asked.race);
        let moves = asked.cells.iter().flat_map(|cell| cell.steps).filter(|steps| *steps > 0);
        let screen = (moves.count() * asked.matchups) as u64 * asked.screen / 2;
        let screen = if self.levels.is_empty() { screen.saturating_sub(screened) } else { 0 };
        let race = match guess {
            Some(guess) if guess.is_accepted => 0,
            Some(guess) => needed.saturating_sub(guess.games).max(FIRST),
            None => needed,
        };
        // Few edits run to the end, and the table as it stands beside them.
        screen + (RUN_ON * race + RUN_ON * needed) * asked.matchups as u64
    }

    /// Plays edits that were not raced up to the first look, to show what stands in the way.
    fn survey<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        race: &mut Race,
        model: &model::Model,
        tester: &mut T,
    ) -> Result<Ending, T::Error> {
        let mut edits = list::nearest(asked, model, tester.workers());
        edits.retain(|edit| !self.is_tried(edit));
        *race = race.next(asked, sound(edits, tester)?);
        let (mut is_aside, mut ending) = (true, Some(Ending::Stopped));
        if race.look(asked, tester)? {
            // An edit that the model ruled out or ranked low may work all the same.
            is_aside = race.tried().all(|tried| tried.verdict != Verdict::Pass);
            ending = if is_aside { None } else { self.level(asked, race, tester)? };
        }
        self.tried.extend(race.tried().map(|tried| Tried { is_aside, ..tried }));
        Ok(ending.unwrap_or(Ending::NoneFits))
    }

    /// Races a cost level, certifies what is accepted, and races on if that fails. Returns the outcome, if there is one.
    fn level<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        race: &mut Race,
        tester: &mut T,
    ) -> Result<Option<Ending>, T::Error> {
        // Edits that meet their targets, perhaps only with the slack.
        let mut close = Vec::new();
        let mut until = usize::MAX;
        loop {
            let Some(mut accepted) = race.accepted(asked, until, tester)? else {
                return Ok(Some(self.settle(asked, close).unwrap_or(Ending::Stopped)));
            };
            if accepted.is_empty() {
                return Ok(self.settle(asked, close));
            }
            accepted.sort_by(|one, other| {
                room(asked, &other.values).total_cmp(&room(asked, &one.values))
            });
            self.rounds += 1;
            let Some(certified) = certify::certify(asked, self.rounds, accepted, tester)? else {
                return Ok(Some(self.settle(asked, close).unwrap_or(Ending::Stopped)));
            };
            certified.iter().for_each(|it| race.certify(asked, it));
            let (certain, refused): (Vec<_>, Vec<_>) =
                certified.into_iter().partition(|it| it.is_certain);
            let is_clear = certain.iter().any(|it| it.is_clear);
            if !certain.is_empty() && close.is_empty() && !is_clear {
                // An edit of the same cost may do better; a race of a quarter of the certificate's games will show it.
                let enough = |games: &u64| *games >= asked.certify / 4;
                until = asked.looks().games().iter().position(enough).map_or(until, |at| at + 1);
            }
            close.extend(certain);
            self.certified = refused;
            if is_clear {
                return Ok(self.settle(asked, close));
            }
            if self.rounds == MOST_ROUNDS {
                return Ok(Some(self.settle(asked, close).unwrap_or(Ending::GivenUp)));
            }
        }
    }

    /// Returns the outcome if some edits are certified, and sorts these: clear ones first, then by room.
    fn settle(&mut self, asked: &TuneSpec, mut certain: Vec<Certified>) -> Option<Ending> {
        certain.sort_by(|one, other| {
            let by_room = || room(asked, &other.values).total_cmp(&room(asked, &one.values));
            other.is_clear.cmp(&one.is_clear).then_with(by_room)
        });
        let ending = (!certain.is_empty()).then_some(Ending::Found);
        certain.append(&mut self.certified);
        self.certified = certain;
        ending
    }
}

/// Returns how far outside the targets an edit lies, as parts of the ranges; `None` if a target was not measured.
fn far(asked: &TuneSpec, values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let of = |(target, value): (&Target, Option<f64>)| {
        let wanted = target.room(0.0).max(target.slack);
        Some(target.shortfall(value?).max(0.0) / wanted)
    };
    asked.targets.iter().zip(values).map(of).sum()
}

fn sound<T: Playtester>(edits: Vec<Edit>, tester: &mut T) -> Result<Vec<Edit>, T::Error> {
    let are_sound = tester.are_sound(&edits)?;
    Ok(edits.into_iter().zip(are_sound).filter(|(_, is_sound)| *is_sound).map(|it| it.0).collect())
}

/// Returns the least room at any target, in widths of the interval.
fn room(asked: &TuneSpec, values: &[Option<Estimate>]) -> f64 {
    let of = |(target, value): (&Target, &Option<Estimate>)| {
        let estimate = value.as_ref()?;
        let width = estimate.interval.map_or(f64::INFINITY, |it| it.high - it.low);
        Some(-target.shortfall(estimate.value) / width.max(f64::MIN_POSITIVE))
    };
    let rooms = asked.targets.iter().zip(values).map(|both| of(both).unwrap_or(f64::MIN));
    rooms.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_target_with_one_end_what_lies_closer_is_nearer() {
        let target = |least, most| Target {
            matchup: 0,
            measure: Measure::named("win-rate").expect("there is such a measure"),
            side: Some(Side::A),
            bounds: Bounds { least, most },
            slack: 0.01,
        };
        let asked = |target| TuneSpec {
            matchups: 1,
            targets: vec![target],
            cells: Vec::new(),
            most_cells: 1,
            error: 0.05,
            screen: 1,
            race: 1,
            certify: 1,
        };
        for (least, most) in [(None, Some(0.4)), (Some(0.3), Some(0.4))] {
            let far = |value: f64| {
                let value = std::iter::once(Some(value));
                far(&asked(target(least, most)), value).expect("it was measured")
            };
            assert!(far(0.9) > far(0.5) && far(0.5) > 0.0 && far(0.35) == 0.0);
        }
    }
}
