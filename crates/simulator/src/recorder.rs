//! The observer that counts. Watches game after game and adds each unit to a tally when it is complete.
//!
//! Nothing is allocated while games are played, and what a game did not touch costs nothing at its end.

use skirmish_engine::event::{Event, EventKind, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::chances::SeizeChances;
use crate::outcomes::Finish;
use crate::sparse::Sparse;
use crate::streams::DiceRolled;
use crate::sums::{MEASURES, Measure};
use crate::tally::{NEEDED_ROWS, STREAK_ROWS, Tally, Unit, event_row, needed_row, streak_row};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct SeizeCount {
    rolls: u32,
    successes: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct StreakCount {
    completed: u32,
    rolls: u32,
    taken: u32,
    /// Exact chances of the rolls, in units of 1 / denominator.
    expected: u64,
}

/// What is summed up over the games of the unit being played.
#[derive(Debug, Clone, Copy, Default)]
struct UnitTotals {
    games: u64,
    first: Option<Outcome>,
    actions: u64,
    activations: u64,
    losses: BySide<u64>,
    seizes: BySide<SeizeCount>,
    /// Successes less exact chances, in units of 1 / denominator.
    luck: BySide<i64>,
    streaks: BySide<u64>,
    streak_actions: BySide<u64>,
    measures: [i64; MEASURES],
}

/// Counts what happens in games.
#[derive(Debug, Clone)]
pub struct Recorder {
    tally: Tally,
    chances: Option<SeizeChances>,
    /// Who has the initiative, as the events so far say.
    holder: Side,
    /// How many actions that side has made in it.
    length: u32,
    unit: UnitTotals,
    seizes: Sparse<SeizeCount>,
    streaks: Sparse<StreakCount>,
    events: Sparse<u32>,
}

impl Recorder {
    /// A recorder that adds to the tally.
    #[must_use]
    pub fn new(tally: Tally) -> Self {
        Self {
            chances: SeizeChances::new(tally.seize_dice()),
            tally,
            holder: Side::A,
            length: 0,
            unit: UnitTotals::default(),
            seizes: Sparse::new(2 * NEEDED_ROWS),
            streaks: Sparse::new(2 * STREAK_ROWS),
            events: Sparse::new(2 * EventKind::ALL.len()),
        }
    }

    /// The tally of all complete units.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The tally of all complete units; a unit that is not complete is lost.
    #[must_use]
    pub fn into_tally(self) -> Tally {
        self.tally
    }

    /// Takes the result of the game just watched, and with the last game of a unit adds the unit to the tally.
    pub fn end_game(&mut self, outcome: &Outcome, rolled: &DiceRolled) {
        let tally = &mut self.tally;
        for (sum, dice) in tally.dice_mut().iter_mut().zip(rolled) {
            *sum += u64::from(*dice);
        }
        tally.outcomes.add_game(outcome.started, outcome.ending);
        tally.actions.add_game(outcome.actions);
        tally.activations.add_game(outcome.activations);
        let unit = &mut self.unit;
        unit.actions += u64::from(outcome.actions);
        unit.activations += u64::from(outcome.activations);
        for side in Side::BOTH {
            tally.losses[side].add_game(outcome.losses[side]);
            unit.losses[side] += u64::from(outcome.losses[side]);
        }
        let measure = match Finish::of(outcome.ending) {
            Finish::WonA => Measure::WinsA,
            Finish::WonB => Measure::WinsB,
            Finish::Draw => Measure::Draws,
            Finish::Cap => Measure::Caps,
        };
        unit.measures[measure as usize] += 1;
        unit.games += 1;
        if unit.games < tally.unit().games() {
            unit.first = Some(*outcome);
        } else {
            self.end_unit(outcome);
        }
    }

    fn end_unit(&mut self, last: &Outcome) {
        let mut unit = std::mem::take(&mut self.unit);
        let tally = &mut self.tally;
        tally.units += 1;
        if let (Unit::Pair, Some(first)) = (tally.unit(), unit.first) {
            tally.outcomes.add_pair(first.ending, last.ending);
        }
        tally.actions.units.add(unit.actions);
        tally.activations.units.add(unit.activations);
        for side in Side::BOTH {
            tally.losses[side].units.add(unit.losses[side]);
            let seizes = unit.seizes[side];
            let sums = &mut tally.seizes[side].all;
            sums.add(u64::from(seizes.successes), u64::from(seizes.rolls));
            let sums = &mut tally.streaks[side].lengths;
            sums.add(unit.streak_actions[side], unit.streaks[side]);
        }
        self.seizes.drain(|cell, count| {
            let (side, row) = split(cell, NEEDED_ROWS);
            let sums = tally.seizes[side].row_mut(row);
            sums.add(u64::from(count.successes), u64::from(count.rolls));
        });
        let denominator = self.chances.as_ref().map_or(0, SeizeChances::outcomes);
        self.streaks.drain(|cell, count| {
            let (side, row) = split(cell, STREAK_ROWS);
            let row = tally.streaks[side].row_mut(row);
            let completed = u64::from(count.completed);
            row.completed += completed;
            row.completed_squares += u128::from(completed * completed);
            row.completed_by_all += u128::from(completed) * u128::from(unit.streaks[side]);
            row.rolls += u64::from(count.rolls);
            row.taken += u64::from(count.taken);
            row.expected += u128::from(count.expected);
            let surplus = (u64::from(count.taken) * denominator).abs_diff(count.expected);
            row.surplus_squares += u128::from(surplus) * u128::from(surplus);
        });
        self.events
            .drain(|row, count| tally.event_mut(row).add(u64::from(count)));
        let measures = &mut unit.measures;
        measures[Measure::Actions as usize] = unit.actions as i64;
        measures[Measure::SeizesA as usize] = i64::from(unit.seizes[Side::A].successes);
        measures[Measure::SeizesB as usize] = i64::from(unit.seizes[Side::B].successes);
        measures[Measure::SeizeLuckA as usize] = unit.luck[Side::A];
        measures[Measure::SeizeLuckB as usize] = unit.luck[Side::B];
        tally.joint.add(measures);
    }

    #[inline]
    fn seize(&mut self, side: Side, needed: i32, success: bool) {
        let all = &mut self.unit.seizes[side];
        all.rolls += 1;
        all.successes += u32::from(success);
        let count = self
            .seizes
            .at(side.index() * NEEDED_ROWS + needed_row(needed));
        count.rolls += 1;
        count.successes += u32::from(success);

        // After a duel the holder may have to roll to keep the initiative (LL-16); then failure ends the streak.
        let keeps = side == self.holder;
        let row = self.holder.index() * STREAK_ROWS + streak_row(self.length);
        let count = self.streaks.at(row);
        count.rolls += 1;
        count.taken += u32::from(success != keeps);
        if let Some(chances) = &self.chances {
            let (weight, outcomes) = (chances.successes(needed), chances.outcomes());
            count.expected += if keeps { outcomes - weight } else { weight };
            let luck = if success { outcomes as i64 } else { 0 } - weight as i64;
            self.unit.luck[side] += luck;
        }
    }

    #[inline]
    fn pass(&mut self, to: Side, streak: u32) {
        let side = !to;
        self.unit.streaks[side] += 1;
        self.unit.streak_actions[side] += u64::from(streak);
        let row = side.index() * STREAK_ROWS + streak_row(streak);
        self.streaks.at(row).completed += 1;
        let streaks = &mut self.tally.streaks[side];
        streaks.length_squares += u128::from(u64::from(streak) * u64::from(streak));
        streaks.longest = streaks.longest.max(streak);
        self.holder = to;
        self.length = 0;
    }
}

impl Observer for Recorder {
    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { side, .. } => {
                self.holder = side;
                self.length = 0;
            }
            Event::Acts { .. } => self.length += 1,
            Event::SeizeRoll {
                side,
                needed,
                success,
                ..
            } => self.seize(side, needed, success),
            Event::Passes { to, streak } => self.pass(to, streak),
            // A side that has just got the initiative and not acted yet has no streak to cut short.
            Event::Ends { streak, .. } if streak > 0 => {
                let streaks = &mut self.tally.streaks[self.holder];
                streaks.cut_short += 1;
                streaks.longest_cut_short = streaks.longest_cut_short.max(streak);
                streaks.row_mut(streak_row(streak)).cut_short += 1;
            }
            _ => {}
        }
        let events = &mut self.events;
        event.counts(scene.holder, |kind, side, count| {
            if count > 0 {
                *events.at(event_row(kind, side)) += count;
            }
        });
    }
}

/// The side and the row of a cell in a table with so many rows a side.
#[inline]
const fn split(cell: usize, rows: usize) -> (Side, usize) {
    if cell < rows {
        (Side::A, cell)
    } else {
        (Side::B, cell - rows)
    }
}
