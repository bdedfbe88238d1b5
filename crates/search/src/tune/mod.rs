//! The cheapest edit of a table after which its battles are as their author wants them.
//!
//! What an edit costs is known exactly; only what it does is noisy. So nothing is optimised: edits are listed by cost before
//! any of them is judged, and then checked one level of cost after the other until one meets every target (sequential
//! feasibility checking: C. Healey, S. Andradóttir, S.-H. Kim, ACM Trans. Model. Comput. Simul. 24(4), 2014, article 25).
//!
//! 1. The battles as they stand: if they meet all targets, there is nothing to do.
//! 2. Every cell as far down and up as it goes, and one step, on the same dice, until its effect is known well enough: cells that
//!    change no game are dropped, what the others do makes a model that adds up on the logit of a share, or on the logarithm of
//!    anything else.
//! 3. Edits that the model does not rule out, by cost, the likeliest first.
//! 4. One level of cost at a time, on dice of its own, at looks that double: an edit is dropped as soon as its interval, which holds
//!    over all looks, excludes a target, and accepted when all of them lie within by the intervals of a look.
//! 5. Those accepted once more, on dice that nothing has seen, by Holm's procedure, at looks that double. If these do not bear it
//!    out, the others of that cost run on.
//! 6. If none of them does it: 2 to 5 once more, with the cells moved from where the edit that came nearest has them. Where a
//!    battle is all but lost a step shows little, and what several do together is otherwise.

mod certify;
mod list;
mod model;
mod race;

use std::ops::Range;

use skirmish_engine::side::Side;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Bounds, Looks, Study, Verdict};
use skirmish_simulator::{Measure, Tally, Workers};

use race::Race;

pub use certify::Certified;
pub use list::Level;
pub use model::Effect;

/// Cells that an edit may change at most.
pub const MOST_CELLS: usize = 3;

/// Games of each matchup at the first look of a race, or more.
const FIRST: u64 = 500;

/// Games of each matchup at the first look of a certificate, or more: fewer would be poor figures to print.
const LEAST_CERTIFIED: u64 = 4_000;

/// Times that all cells are moved, each time from an edit that came nearer.
const MOST_SCREENS: usize = 3;

/// Times that accepted edits were certified in vain, after which it is given up.
const MOST_ROUNDS: u32 = 12;

/// A number of the table that may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tunable {
    /// Steps that it can be moved down, and up.
    pub steps: [u8; 2],
    /// What it costs to change it at all.
    pub weight: u32,
}

/// One cell moved by so many steps; below 0 they lead down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Its place among the cells.
    pub cell: usize,
    /// By how many steps, never 0.
    pub steps: i8,
}

/// Moves of different cells, in the order of the cells. Without any it is the table as it stands.
pub type Edit = Vec<Move>;

/// What an edit costs: cells by their weights first, then steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cost {
    /// Weights of the cells that it changes.
    pub cells: u32,
    /// Steps in all.
    pub steps: u32,
}

/// Where a measure is wanted, in one of the matchups: a battle with its players.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The battle and its players.
    pub matchup: usize,
    /// What is measured.
    pub measure: &'static Measure,
    /// The side that it is of; `None` for one of the whole game.
    pub side: Option<Side>,
    /// Where it is wanted.
    pub bounds: Bounds,
    /// By how much it may miss that, for all that is promised.
    pub slack: f64,
}

impl Target {
    fn estimate(&self, tally: &Tally, at: Confidence) -> Option<Estimate> {
        tally.estimate(self.measure, self.side, at)
    }

    /// The bounds with the slack around them.
    fn widened(&self) -> Bounds {
        Bounds {
            least: self.bounds.least.map(|least| least - self.slack),
            most: self.bounds.most.map(|most| most + self.slack),
        }
    }

    /// Whether it is surely missed, by an interval that holds over all looks; or met, as far as another shows, by all but the
    /// slack, and by what one sees by all.
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

    /// Half of how wide its range is; with one end, how far from that a value lies.
    fn room(&self, value: f64) -> f64 {
        match (self.bounds.least, self.bounds.most) {
            (Some(least), Some(most)) => (most - least) / 2.0,
            (Some(end), None) | (None, Some(end)) => (value - end).abs(),
            (None, None) => f64::INFINITY,
        }
    }

    /// The standard deviation of a game's share at the ends of the range; 0 of anything else.
    fn spread(&self) -> f64 {
        let ends = [self.bounds.least, self.bounds.most].into_iter().flatten();
        let of = |end: f64| (end * (1.0 - end)).max(0.0).sqrt();
        if self.measure.is_share { ends.map(of).fold(0.0, f64::max) } else { 0.0 }
    }

    /// How far outside its bounds a value lies; the less below 0, the further inside.
    pub fn shortfall(&self, value: f64) -> f64 {
        let below = self.bounds.least.map_or(f64::NEG_INFINITY, |least| least - value);
        let above = self.bounds.most.map_or(f64::NEG_INFINITY, |most| value - most);
        below.max(above)
    }
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct TuneSpec {
    /// How many battles with their players there are.
    pub matchups: usize,
    /// What is wanted of them.
    pub targets: Vec<Target>,
    /// What may be changed.
    pub cells: Vec<Tunable>,
    /// Cells that an edit changes at most, up to [`MOST_CELLS`].
    pub most_cells: usize,
    /// How often what is told may be wrong: half of it for edits passed over, half for those printed.
    pub error: f64,
    /// Games with each step, of each matchup.
    pub screen: u64,
    /// Most games of an edit in a race, in each matchup.
    pub race: u64,
    /// Most games of an edit that is certified, in each matchup.
    pub certify: u64,
}

impl TuneSpec {
    /// The looks of a race, at intervals that hold together over all looks and targets of one edit.
    pub fn looks(&self) -> Looks {
        Looks::doubling(FIRST, self.race, self.error / 2.0, self.targets.len())
    }

    /// The looks of a round of certificates. Rounds share half of the error: the first takes half of that, the second a sixth,
    /// the r-th one in r (r + 1); the looks of a round share what it takes.
    pub fn certificates(&self, round: u32) -> Looks {
        let share = self.error / 2.0 / f64::from(round * (round + 1));
        Looks::doubling(LEAST_CERTIFIED, self.certify, share, 1)
    }

    /// What an edit costs.
    pub fn cost(&self, edit: &[Move]) -> Cost {
        Cost {
            cells: edit.iter().map(|it| self.cells[it.cell].weight).sum(),
            steps: edit.iter().map(|it| u32::from(it.steps.unsigned_abs())).sum(),
        }
    }
}

/// What games are played for; each has dice of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Each cell by itself, as far as it goes, for the n-th time; 0 is from the table as it stands.
    Ends(usize),
    /// Each cell by itself, one step: on the same dice.
    Steps(usize),
    /// The edits of a level of cost; level 0 is the table as it stands.
    Race(usize),
    /// The edits that were accepted, for the n-th time.
    Certify(u32),
}

/// Whoever plays the table with edits.
pub trait Playtester {
    /// What can go wrong.
    type Error;

    /// Games with these numbers of a matchup with one edit, which may be none, and with each of the others; `None` if it was
    /// stopped.
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
    ) -> Result<Option<Study>, Self::Error>;

    /// The threads on which edits are listed.
    fn workers(&self) -> &Workers;

    /// Of each edit, whether every matchup can be played with it.
    ///
    /// # Errors
    /// Whatever goes wrong.
    fn are_sound(&mut self, edits: &[Edit]) -> Result<Vec<bool>, Self::Error>;
}

/// An edit that was played, and how it did against each target.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// The edit.
    pub edit: Edit,
    /// What it costs.
    pub cost: Cost,
    /// Each target's value, with an interval that holds over all looks and targets; `None` where it was not played so far. Of those
    /// that were certified they are of fresh dice.
    pub values: Vec<Option<Estimate>>,
    /// Whether all targets are met, one is missed, or neither is known.
    pub verdict: Verdict,
    /// Whether it met all of them in the race, and fresh dice did not bear that out.
    pub is_refused: bool,
    /// Whether it was played only to tell what stands in the way, and no further than to the first look.
    pub is_aside: bool,
    /// Games that each of these values rests on.
    pub games: Vec<u64>,
}

/// How it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All targets are met as it is.
    NothingToDo,
    /// There are certified edits.
    Found,
    /// None of the edits that were listed met all targets.
    NoneFits,
    /// Edits met all targets in the race and not on fresh dice, so often that it was given up; dearer ones were not played.
    GivenUp,
    /// Play was stopped before it was known.
    Stopped,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// How it came out.
    pub ending: Ending,
    /// Each target as the table stands.
    pub now: Tried,
    /// What moving each cell of the table as it stands does, by cell, down and up; `None` for what cannot be played.
    pub effects: Vec<[Option<Effect>; 2]>,
    /// The levels of cost that were listed, of one list after the other.
    pub levels: Vec<Level>,
    /// Every edit that was played against the targets, in the order of cost.
    pub tried: Vec<Tried>,

    /// Those that were accepted, and how they did on fresh dice: the best of the last round first.
    pub certified: Vec<Certified>,
    /// Rounds of certificates; each has dice of its own.
    pub rounds: u32,
}

/// Looks for the cheapest edit that meets all targets.
///
/// # Errors
/// Whatever goes wrong at the table.
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
        certified: Vec::new(),
        rounds: 0,
    };
    if found.now.verdict == Verdict::Pass {
        found.ending = Ending::NothingToDo;
    }
    if found.ending == Ending::NothingToDo || !is_whole {
        return Ok(found);
    }
    let mut from = Edit::new();
    for n in 0..MOST_SCREENS {
        let Some(model) = model::screen(asked, (n, &from), tester)? else {
            found.ending = Ending::Stopped;
            break;
        };
        let ending = found.listed(asked, &mut race, &model, tester)?;
        if n == 0 {
            found.effects = model.into_effects();
        }
        found.ending = ending;
        if ending != Ending::NoneFits {
            break;
        }
        match found.nearest(asked) {
            Some(nearest) if *nearest != from => from.clone_from(nearest),
            _ => break,
        }
    }
    found.tried.sort_by_key(|tried| tried.cost);
    Ok(found)
}

impl Tuned {
    /// Races all edits that a model lists and that have not been raced, the cheapest first.
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

    /// Whether an edit is not to be raced again: one that was played aside is, unless it is known to miss a target.
    fn is_settled(&self, edit: &Edit) -> bool {
        let is_open = |it: &Tried| it.is_aside && it.verdict != Verdict::Fail;
        self.tried.iter().any(|tried| tried.edit == *edit && !is_open(tried))
    }

    fn is_tried(&self, edit: &Edit) -> bool {
        self.tried.iter().any(|tried| tried.edit == *edit)
    }

    /// The edit that came nearest to all targets; none if the table as it stands did.
    fn nearest(&self, asked: &TuneSpec) -> Option<&Edit> {
        let all = std::iter::once(&self.now).chain(&self.tried);
        let far = all.filter_map(|tried| Some((far(asked, tried)?, &tried.edit)));
        let nearest = far.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, edit)| edit)
    }

    /// Where no edit does it: plays some that were not raced to the first look, so that it is told what stands in the way.
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
            // What the model held impossible, or less likely than others of its cost, may do it all the same.
            is_aside = race.tried().all(|tried| tried.verdict != Verdict::Pass);
            ending = if is_aside { None } else { self.level(asked, race, tester)? };
        }
        self.tried.extend(race.tried().map(|tried| Tried { is_aside, ..tried }));
        Ok(ending.unwrap_or(Ending::NoneFits))
    }

    /// Races a level of cost: what is accepted is certified, and if fresh dice do not bear it out, the others run on. Returns
    /// how it all ends, or nothing if no edit of this cost is any good.
    fn level<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        race: &mut Race,
        tester: &mut T,
    ) -> Result<Option<Ending>, T::Error> {
        // Edits that meet their targets, of which it is not clear whether they do without the slack.
        let mut close = Vec::new();
        let mut until = usize::MAX;
        loop {
            let Some(mut accepted) = race.accepted(asked, until, tester)? else {
                return Ok(Some(self.settle(asked, close).unwrap_or(Ending::Stopped)));
            };
            if accepted.is_empty() {
                return Ok(self.settle(asked, close));
            }
            // With most room to each bound.
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
                // A race of a quarter of the certificate's games may have another of the same cost.
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

    /// What it comes to if these are certified, if any: the clear ones first, and of those who are alike the one with most room.
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

/// How far outside the targets an edit lies, each in parts of what is wanted; `None` where one was not measured.
fn far(asked: &TuneSpec, tried: &Tried) -> Option<f64> {
    let of = |(target, value): (&Target, &Option<Estimate>)| {
        let wanted = target.room(0.0).max(target.slack);
        Some(target.shortfall(value.as_ref()?.value).max(0.0) / wanted)
    };
    asked.targets.iter().zip(&tried.values).map(of).sum()
}

/// Those of the edits that can be played.
fn sound<T: Playtester>(edits: Vec<Edit>, tester: &mut T) -> Result<Vec<Edit>, T::Error> {
    let are_sound = tester.are_sound(&edits)?;
    Ok(edits.into_iter().zip(are_sound).filter(|(_, is_sound)| *is_sound).map(|it| it.0).collect())
}

/// How much room an edit leaves at the target where it has least, in widths of its interval.
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
        let share = |value: f64| Estimate { value, std_err: None, interval: None, units: 1 };
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
        let tried = |value: f64| Tried {
            edit: Edit::new(),
            cost: Cost::default(),
            values: vec![Some(share(value))],
            verdict: Verdict::Inconclusive,
            is_refused: false,
            is_aside: false,
            games: vec![1],
        };
        for (least, most) in [(None, Some(0.4)), (Some(0.3), Some(0.4))] {
            let far = |value: f64| {
                far(&asked(target(least, most)), &tried(value)).expect("it was measured")
            };
            assert!(far(0.9) > far(0.5) && far(0.5) > 0.0 && far(0.35) == 0.0);
        }
    }
}
