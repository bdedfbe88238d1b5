//! The counts of a run. Integers only, so tallies of any parts of a run merge in any order to the same bits.

use skirmish_engine::battle::{Battle, MAX_EVENTS};
use skirmish_engine::chance::Purpose;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, EventKind};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::additive::additive;
use crate::command::{Command, CommandLayout};
use crate::controls::Joint;
use crate::counts::Counts;
use crate::fighting::{Fighting, FightingLayout};
use crate::jackknife::BATCHES;
use crate::measure::measured;
use crate::outcomes::Outcomes;
use crate::steps::{StepLayout, StepRolls};
use crate::streams::{DiceRolled, PURPOSES};
use crate::sums::{RatioSums, Sums};
use crate::trials::Trials;
use skirmish_measures::{Measure, cell, cells};
use skirmish_measures::{QUANTITIES, Quantity};

/// The least number to seize with a row of its own; lower ones are counted with it.
pub const LEAST_NEEDED: i32 = -20;
/// The greatest number to seize with a row of its own; higher ones are counted with it.
pub const MOST_NEEDED: i32 = 60;
pub(crate) const NEEDED_ROWS: usize = (MOST_NEEDED - LEAST_NEEDED + 1) as usize;

/// The most outcomes of the dice to seize; with more, sums of exact chances might overflow.
const MOST_OUTCOMES: u64 = 1 << 24;

/// The longest streak with a row of its own; longer ones share the next row.
pub const LONGEST_STREAK: u32 = 200;
pub(crate) const STREAK_ROWS: usize = LONGEST_STREAK as usize + 2;

/// The most rounds with a row of their own; later ones share the next row.
pub(crate) const MOST_ROUNDS: u32 = 60;
pub(crate) const ROUND_ROWS: usize = MOST_ROUNDS as usize + 1;

#[inline]
pub(crate) const fn round_row(rounds: u32) -> usize {
    if rounds < MOST_ROUNDS { rounds as usize } else { ROUND_ROWS - 1 }
}

#[inline]
pub(crate) const fn needed_row(needed: i32) -> usize {
    if needed <= LEAST_NEEDED {
        0
    } else if needed >= MOST_NEEDED {
        NEEDED_ROWS - 1
    } else {
        (needed - LEAST_NEEDED) as usize
    }
}

#[inline]
pub(crate) const fn streak_row(length: u32) -> usize {
    if length > LONGEST_STREAK { STREAK_ROWS - 1 } else { length as usize }
}

/// Seize rolls of one side, by the number needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seizes(pub(crate) Trials<1>);

additive!(Seizes { 0 });

impl Seizes {
    /// Returns the rolls that needed this number: x successes in y rolls. The first and the last row include those beyond.
    pub fn needed(&self, needed: i32) -> &RatioSums {
        &self.0.row(needed_row(needed))[0]
    }

    /// Returns the numbers that were needed, in ascending order, with their rolls.
    pub fn by_needed(&self) -> impl Iterator<Item = (i32, &RatioSums)> {
        let rows = (LEAST_NEEDED..).zip(self.0.rows().map(|[sums]| sums));
        rows.filter(|(_, sums)| sums.y > 0)
    }
}

/// Streaks of one length, and the enemy's seize rolls at that length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreakRow {
    /// Streaks that ended at this length by losing the initiative.
    pub completed: u64,
    /// The sum over units of the square of that count.
    pub completed_squares: u128,
    /// The sum over units of that count times all completed streaks.
    pub completed_by_all: u128,
    /// Streaks of this length cut short by the end of the game.
    pub cut_short: u64,
    /// Rolls for the initiative at this length.
    pub rolls: u64,
    /// The exact expectation of rolls that take the initiative, given the numbers needed, in units of 1 / denominator
    /// ([`Tally::expected`] has the share).
    pub expected: u128,
}

additive!(StreakRow { completed, completed_squares, completed_by_all, cut_short, rolls, expected });

/// Streaks of one side. If the initiative is seized: actions in a row without losing it; a duel can take it before any action,
/// which is a streak of length 0 (LL-16). Otherwise: chances in a row, used or not, without those to react.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streaks {
    /// The longest completed streak.
    pub longest: u32,
    /// Streaks cut short by the end of the game.
    pub cut_short: u64,
    rows: Vec<StreakRow>,
}

additive!(Streaks { cut_short, rows; most longest });

impl Streaks {
    fn new(rows: usize) -> Self {
        Self { longest: 0, cut_short: 0, rows: vec![StreakRow::default(); rows] }
    }

    /// Returns the row of a length; those above [`LONGEST_STREAK`] share one.
    pub fn length(&self, length: u32) -> &StreakRow {
        &self.rows[streak_row(length)]
    }

    /// Returns the rows with any counts and their lengths; [`LONGEST_STREAK`] + 1 stands for all above.
    pub fn by_length(&self) -> impl Iterator<Item = (u32, &StreakRow)> {
        let rows = (0..).zip(&self.rows);
        rows.filter(|(_, row)| row.completed > 0 || row.cut_short > 0 || row.rolls > 0)
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut StreakRow {
        &mut self.rows[row]
    }
}

/// Actions of one kind, and the rolls for the initiative between each and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LostRow {
    /// Actions after which a roll took the initiative, x, of all such actions, y.
    pub lost: RatioSums,
    /// Rolls for the initiative that followed them.
    pub rolls: u64,
    /// The exact expectation of rolls that take the initiative, given the numbers needed, in units of 1 / denominator
    /// ([`Tally::expected`] has the share).
    pub expected: u128,
}

additive!(LostRow { lost, rolls, expected });

/// Chances of a side in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundRow {
    /// Its chances, x, of those of both sides, y.
    pub share: RatioSums,
    /// The chances it used, x, of its own, y.
    pub used: RatioSums,
}

additive!(RoundRow { share, used });

/// Whether the games of a run share their dice two by two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Every game has its own dice.
    Game,
    /// Two games share their dice; A starts the first and B the second.
    Pair,
}

impl Unit {
    /// Returns the number of games in one unit.
    pub const fn games(self) -> u64 {
        match self {
            Self::Game => 1,
            Self::Pair => 2,
        }
    }
}

/// All counts of some games under one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    unit: Unit,
    seize_dice: Dice,
    /// Units played.
    pub units: u64,
    /// For each measure and side, the count, x, and its divisor, y.
    cells: Vec<RatioSums>,
    /// Every quantity, summed over each batch of units.
    batches: [[i64; QUANTITIES]; BATCHES],
    /// Games in which each event of the scenario happened.
    happened: [Sums; MAX_EVENTS],
    /// Endings and luck of games with their products, for control variates.
    pub joint: Joint,
    /// How games ended.
    pub outcomes: Outcomes,
    /// Dice rolled, in the order of [`Purpose::ALL`].
    dice: [u64; PURPOSES],
    /// Seize rolls, by the side that rolled.
    pub seizes: BySide<Seizes>,
    /// Streaks, by side.
    pub streaks: BySide<Streaks>,
    /// Losses of the initiative after each kind of action, by the side that acted, in the order of [`ActionKind::ALL`].
    pub lost_after: BySide<Vec<LostRow>>,
    /// Chances by round and side; the last row includes all later rounds.
    pub rounds: BySide<Vec<RoundRow>>,
    events: Vec<Sums>,
    /// Units in and out of control, in systems with control.
    pub command: Option<Command>,
    /// Fire and melee by skill dice, if used.
    pub fighting: Option<Fighting>,
    /// Rolls of steps, if fighting is by steps.
    pub steps: Option<StepRolls>,
}

additive!(Tally {
    units,
    cells,
    batches,
    happened,
    joint,
    outcomes,
    dice,
    seizes,
    streaks,
    lost_after,
    rounds,
    events,
    command,
    fighting,
    steps;
    sound is_sound
});

const MOST_UNITS: u64 = 1 << 40;

impl Tally {
    /// Returns an empty tally for units of this kind in battles with these dice to seize.
    pub fn new(unit: Unit, seize_dice: Dice) -> Self {
        Self::with_rows(
            unit,
            seize_dice,
            [NEEDED_ROWS, STREAK_ROWS, ActionKind::ALL.len(), ROUND_ROWS, 2 * EventKind::ALL.len()],
        )
    }

    /// Returns an empty tally without the tables of seizes, streaks and events, for many variants.
    pub fn of_measures(unit: Unit, seize_dice: Dice) -> Self {
        Self::with_rows(unit, seize_dice, [0; 5])
    }

    fn with_rows(
        unit: Unit,
        seize_dice: Dice,
        [needed, lengths, actions, rounds, events]: [usize; 5],
    ) -> Self {
        Self {
            unit,
            seize_dice,
            units: 0,
            cells: vec![RatioSums::default(); measured()],
            batches: [[0; QUANTITIES]; BATCHES],
            happened: [Sums::default(); MAX_EVENTS],
            joint: Joint::default(),
            outcomes: Outcomes::default(),
            dice: [0; PURPOSES],
            seizes: BySide::from_fn(|_| Seizes(Trials::new(needed))),
            streaks: BySide::from_fn(|_| Streaks::new(lengths)),
            lost_after: BySide::from_fn(|_| vec![LostRow::default(); actions]),
            rounds: BySide::from_fn(|_| vec![RoundRow::default(); rounds]),
            events: vec![Sums::default(); events],
            command: None,
            fighting: None,
            steps: None,
        }
    }

    /// Returns a tally that also counts control, skill dice and steps, if the battle has them.
    pub(crate) fn counting(self, battle: &Battle) -> Self {
        Self {
            outcomes: Outcomes::of(battle),
            command: CommandLayout::of(battle).map(Command::new),
            fighting: FightingLayout::of(battle).map(Fighting::new),
            steps: StepLayout::of(battle).map(StepRolls::new),
            ..self
        }
    }

    /// Returns whether restored sums can belong to the same games.
    fn is_sound(&self) -> bool {
        let shares = cells().zip(&self.cells).filter(|((measure, _), _)| measure.is_share);
        let lost = self.lost_after.0.iter().flatten().map(|row| &row.lost);
        let chances = self.rounds.0.iter().flatten().flat_map(|row| [&row.share, &row.used]);
        let mut shares = shares.map(|(_, sums)| sums).chain(lost).chain(chances);
        self.units <= MOST_UNITS
            // For variants only measures are counted.
            && [0, self.games()].contains(&self.outcomes.all())
            && self.happened.iter().all(|sums| sums.sum <= self.games())
            && shares.all(RatioSums::is_of_share)
    }

    /// Returns the unit of independent play.
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns the number of games played.
    pub const fn games(&self) -> u64 {
        self.units * self.unit.games()
    }

    /// Returns the dice that seize the initiative.
    pub const fn seize_dice(&self) -> Dice {
        self.seize_dice
    }

    /// Returns whether seizes, streaks and events are counted one by one.
    pub const fn has_tables(&self) -> bool {
        !self.events.is_empty()
    }

    /// Returns the number of outcomes of the dice to seize: the denominator of [`StreakRow::expected`] and of luck. `None` if
    /// there are too many; then those are 0.
    pub(crate) fn chance_denominator(&self) -> Option<u64> {
        let Dice { count, sides } = self.seize_dice;
        let outcomes = u64::from(sides).checked_pow(count.into())?;
        (1..=MOST_OUTCOMES).contains(&outcomes).then_some(outcomes)
    }

    /// Returns the share that exact chances predict, from a row's sum and its rolls; `None` if unknown.
    pub fn expected(&self, sum: u128, of: u64) -> Option<f64> {
        let all = self.chance_denominator().filter(|_| of > 0)?;
        Some(sum as f64 / all as f64 / of as f64)
    }

    /// Returns the dice rolled for a purpose.
    pub const fn dice(&self, purpose: Purpose) -> u64 {
        self.dice[purpose as usize]
    }

    /// Returns how often something happened.
    pub fn event(&self, kind: EventKind, side: Side) -> &Sums {
        &self.events[event_row(kind, side)]
    }

    #[inline]
    pub(crate) fn event_mut(&mut self, row: usize) -> &mut Sums {
        &mut self.events[row]
    }

    /// Returns the sums of a measure over units: the count, x, and its divisor, y. `None` if there is no such measure.
    pub fn sums(&self, measure: &Measure, side: Option<Side>) -> Option<&RatioSums> {
        self.cells.get(cell(measure, side)?)
    }

    /// Returns the same for the measure at an index of [`cells`].
    pub(crate) fn cell(&self, place: usize) -> &RatioSums {
        &self.cells[place]
    }

    /// Returns the total of a quantity over all games.
    pub fn total(&self, quantity: Quantity) -> i64 {
        self.batches.iter().map(|batch| batch[quantity as usize]).sum()
    }

    /// Returns a measure over the units of the batches that `test` selects; `None` if it was never measured in them.
    pub(crate) fn value_in(
        &self,
        measure: &Measure,
        side: Option<Side>,
        test: impl Fn(usize) -> bool,
    ) -> Option<f64> {
        let (of, per) = measure.places(side);
        let batches = || self.batches.iter().enumerate().filter(|(k, _)| test(*k));
        let sum = |place: usize| -> i64 { batches().map(|(_, batch)| batch[place]).sum() };
        let (x, y) = (sum(of), sum(per));
        (y != 0).then(|| x as f64 / y as f64)
    }

    /// Returns the games in which an event of the scenario happened, as sums over units.
    pub(crate) fn happened(&self, event: usize) -> Option<&Sums> {
        self.happened.get(event)
    }

    /// Adds a game's ending and dice; its unit is added by [`Self::add`].
    #[inline]
    pub(crate) fn add_game(&mut self, outcome: &Outcome, rolled: &DiceRolled) {
        for (sum, dice) in self.dice.iter_mut().zip(rolled) {
            *sum += u64::from(*dice);
        }
        self.outcomes.add_game(outcome);
    }

    /// Adds a unit under its number.
    pub fn add(&mut self, number: u64, unit: &Counts) {
        self.units += 1;
        let batch = &mut self.batches[(number % BATCHES as u64) as usize];
        for (sum, count) in batch.iter_mut().zip(&unit.quantities) {
            *sum += count;
        }
        for (sums, (measure, side)) in self.cells.iter_mut().zip(cells()) {
            let (of, per) = measure.places(side);
            sums.add(unit.quantities[of] as u64, unit.quantities[per] as u64);
        }
        for (sums, games) in self.happened.iter_mut().zip(unit.happened) {
            if games > 0 {
                sums.add(games.into());
            }
        }
        self.joint.add(unit);
    }
}

#[inline]
pub(crate) const fn event_row(kind: EventKind, side: Side) -> usize {
    2 * kind as usize + side.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_rows_share_the_last() {
        assert_eq!(needed_row(i32::MIN), 0);
        assert_eq!(needed_row(-20), 0);
        assert_eq!(needed_row(-19), 1);
        assert_eq!(needed_row(59), NEEDED_ROWS - 2);
        assert_eq!(needed_row(60), NEEDED_ROWS - 1);
        assert_eq!(needed_row(i32::MAX), NEEDED_ROWS - 1);
        assert_eq!(streak_row(200), 200);
        assert_eq!(streak_row(201), 201);
        assert_eq!(streak_row(u32::MAX), 201);
    }
}
