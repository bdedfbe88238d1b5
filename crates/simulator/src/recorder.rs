//! The observer that counts. Watches game after game and adds each unit to a tally when it is complete.
//!
//! Nothing is allocated while games are played, and what a game did not touch costs nothing at its end.

use skirmish_engine::event::{Event, EventKind, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::chances::SeizeChances;
use crate::command::CommandWatch;
use crate::controls::{self, Lucks};
use crate::fighting::FightingWatch;
use crate::outcomes::Finish;
use crate::sparse::Sparse;
use crate::streams::DiceRolled;
use crate::sums::{LUCK, MEASURES, Measure, Sums};
use crate::tally::{NEEDED_ROWS, STREAK_ROWS, Tally, Unit, event_row, needed_row, streak_row};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct SeizeCount {
    rolls: u32,
    successes: u32,
}

/// What is summed up over the games of the unit being played.
#[derive(Debug, Clone, Copy, Default)]
struct UnitTotals {
    games: u64,
    first: Option<Outcome>,
    actions: u64,
    activations: u64,
    losses: BySide<u64>,
    streaks: BySide<u64>,
    streak_actions: BySide<u64>,
    measures: [i64; MEASURES],
    lucks: Lucks,
}

const EVENT_ROWS: usize = 2 * EventKind::ALL.len();

/// Units after which sums of squares in 64 bits are moved to those in 128: a count is below 2^29, so its square times
/// this is below 2^64.
const UNITS_HELD: u64 = 32;

/// Event counts of the unit being played, and their sums over the last few units. Every game has dozens of events of
/// dozens of kinds, so these are dense, added up in plain loops over 64-bit words, and moved to the tally now and then.
#[derive(Debug, Clone)]
struct EventCounts {
    unit: [u32; EVENT_ROWS],
    sums: [u64; EVENT_ROWS],
    squares: [u64; EVENT_ROWS],
    units: u64,
}

impl EventCounts {
    const fn new() -> Self {
        Self { unit: [0; EVENT_ROWS], sums: [0; EVENT_ROWS], squares: [0; EVENT_ROWS], units: 0 }
    }

    #[inline]
    fn end_unit(&mut self, tally: &mut Tally) {
        for row in 0..EVENT_ROWS {
            let count = u64::from(self.unit[row]);
            debug_assert!(count < 1 << 29);
            self.sums[row] += count;
            self.squares[row] += count * count;
        }
        self.unit = [0; EVENT_ROWS];
        self.units += 1;
        if self.units == UNITS_HELD {
            self.release(tally);
        }
    }

    fn release(&mut self, tally: &mut Tally) {
        for row in 0..EVENT_ROWS {
            tally.event_mut(row).merge(&Sums {
                sum: std::mem::take(&mut self.sums[row]),
                squares: u128::from(std::mem::take(&mut self.squares[row])),
            });
        }
        self.units = 0;
    }
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
    /// Completed streaks of the unit.
    streaks: Sparse<u32>,
    events: EventCounts,
    command: Option<CommandWatch>,
    fighting: Option<Box<FightingWatch>>,
}

impl Recorder {
    /// A recorder that adds to the tally.
    #[must_use]
    pub fn new(tally: Tally) -> Self {
        Self {
            chances: SeizeChances::new(tally.seize_dice()),
            command: tally.command.as_ref().map(CommandWatch::of),
            fighting: tally.fighting.as_ref().map(FightingWatch::of).map(Box::new),
            tally,
            holder: Side::A,
            length: 0,
            unit: UnitTotals::default(),
            seizes: Sparse::new(2 * NEEDED_ROWS),
            streaks: Sparse::new(2 * STREAK_ROWS),
            events: EventCounts::new(),
        }
    }

    /// The tally, once all units are complete.
    #[must_use]
    pub fn into_tally(mut self) -> Tally {
        debug_assert!(self.unit.games == 0, "half a pair cannot be counted");
        self.events.release(&mut self.tally);
        self.tally
    }

    /// Takes the result of the game just watched, and with the last game of a unit adds the unit to the tally.
    pub fn end_game(&mut self, outcome: &Outcome, rolled: &DiceRolled) {
        let tally = &mut self.tally;
        for (sum, dice) in tally.dice_mut().iter_mut().zip(rolled) {
            *sum += u64::from(*dice);
        }
        tally.outcomes.add_game(outcome);
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
        if let Some(command) = &mut self.command {
            command.end_game();
        }
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
        if let (Unit::Pair, Some(first)) = (tally.unit(), &unit.first) {
            tally.outcomes.add_pair([first, last]);
        }
        let mut seizes = BySide::<SeizeCount>::default();
        self.seizes.drain(|cell, count| {
            let (side, row) = split(cell, NEEDED_ROWS);
            seizes[side].rolls += count.rolls;
            seizes[side].successes += count.successes;
            let sums = tally.seizes[side].row_mut(row);
            sums.add(u64::from(count.successes), u64::from(count.rolls));
        });
        self.streaks.drain(|cell, completed| {
            let (side, row) = split(cell, STREAK_ROWS);
            let row = tally.streaks[side].row_mut(row);
            let completed = u64::from(completed);
            row.completed += completed;
            row.completed_squares += u128::from(completed * completed);
            row.completed_by_all += u128::from(completed * unit.streaks[side]);
        });
        self.events.end_unit(tally);
        if let (Some(watch), Some(tally)) = (&mut self.command, &mut tally.command) {
            watch.end_unit(tally);
        }
        if let (Some(watch), Some(tally)) = (&mut self.fighting, &mut tally.fighting) {
            watch.end_unit(tally);
        }
        tally.actions.units.add(unit.actions);
        tally.activations.units.add(unit.activations);
        for side in Side::BOTH {
            tally.losses[side].units.add(unit.losses[side]);
            let sums = &mut tally.seizes[side].all;
            let seizes = seizes[side];
            sums.add(u64::from(seizes.successes), u64::from(seizes.rolls));
            let sums = &mut tally.streaks[side].lengths;
            sums.add(unit.streak_actions[side], unit.streaks[side]);
        }
        unit.measures[MEASURES - LUCK..].copy_from_slice(&unit.lucks);
        tally.joint.add(&unit.measures);
    }

    #[inline]
    fn seize(&mut self, side: Side, needed: i32, success: bool) {
        let cell = side.index() * NEEDED_ROWS + needed_row(needed);
        let count = self.seizes.at(cell);
        count.rolls += 1;
        count.successes += u32::from(success);

        // After a duel the holder may have to roll to keep the initiative (LL-16): then failure ends the streak.
        let keeps = side == self.holder;
        let row = self.tally.streaks[self.holder].row_mut(streak_row(self.length));
        row.rolls += 1;
        row.taken += u64::from(success != keeps);
        if let Some(chances) = &self.chances {
            let (weight, outcomes) = (chances.successes(needed), chances.outcomes());
            row.expected += u128::from(if keeps { outcomes - weight } else { weight });
            row.variance += u128::from(weight * (outcomes - weight));
            controls::seized(&mut self.unit.lucks, side, success, weight, outcomes);
        }
    }

    fn pass(&mut self, to: Side, streak: u32) {
        let side = !to;
        debug_assert!(side == self.holder && streak == self.length);
        // Who begins may do nothing before the other acts, in the first turn or because the other instigates (WS-01); that
        // is no streak.
        if streak == 0 {
            self.holder = to;
            return;
        }
        self.unit.streaks[side] += 1;
        self.unit.streak_actions[side] += u64::from(streak);
        let cell = side.index() * STREAK_ROWS + streak_row(streak);
        *self.streaks.at(cell) += 1;
        let streaks = &mut self.tally.streaks[side];
        streaks.length_squares += u128::from(u64::from(streak) * u64::from(streak));
        streaks.longest = streaks.longest.max(streak);
        self.holder = to;
        self.length = 0;
    }

    fn cut_short(&mut self, streak: u32) {
        debug_assert!(streak == self.length);
        // A side that has just got the initiative and not acted yet has no streak to cut short.
        if streak > 0 {
            let streaks = &mut self.tally.streaks[self.holder];
            streaks.cut_short += 1;
            streaks.longest_cut_short = streaks.longest_cut_short.max(streak);
            streaks.row_mut(streak_row(streak)).cut_short += 1;
        }
    }
}

impl Observer for Recorder {
    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    // Where an event is built its kind is known, so that little more than one addition is left of all this.
    #[inline(always)]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { side, .. } => {
                self.holder = side;
                self.length = 0;
            }
            // A forfeited action counts in the streak as any other.
            Event::Acts { .. } | Event::Forfeits { .. } => self.length += 1,
            Event::SeizeRoll { side, needed, success, .. } => self.seize(side, needed, success),
            Event::Passes { to, streak } => self.pass(to, streak),
            Event::Ends { streak, .. } => self.cut_short(streak),
            Event::TurnBegins { .. } | Event::ControlTest { .. } | Event::Routs { .. } => {
                if let (Some(watch), Some(tally)) = (&mut self.command, &self.tally.command) {
                    watch.event(tally.layout(), scene, event);
                }
            }
            Event::Fires { .. }
            | Event::Struck { .. }
            | Event::Reloads { .. }
            | Event::RankReloads { .. }
            | Event::Clashes { .. } => {
                if let (Some(watch), Some(tally)) = (&mut self.fighting, &self.tally.fighting) {
                    watch.event(tally.layout(), event);
                }
            }
            _ => {}
        }
        controls::add(&mut self.unit.lucks, scene, event);
        let counts = &mut self.events.unit;
        event.counts(scene.holder, |kind, side, count| {
            counts[event_row(kind, side)] += count;
        });
    }
}

/// The side and the row of a cell in a table with so many rows a side.
#[inline]
const fn split(cell: usize, rows: usize) -> (Side, usize) {
    if cell < rows { (Side::A, cell) } else { (Side::B, cell - rows) }
}
