//! The observer that counts: it watches games and adds each complete unit to a tally.
//!
//! It allocates nothing during play, and what a game did not touch costs nothing at its end.

use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::chance::Purpose;
use skirmish_engine::event::{
    ActionKind, Chances, Ending, Event, EventKind, FigureSet, Observer, Scene,
};
use skirmish_engine::game::Outcome;
use skirmish_engine::rulebook::ChainKind;
use skirmish_engine::side::{BySide, Side};

use crate::additive::Additive;
use crate::command::Command;
use crate::controls;
use crate::counts::Counts;
use crate::driver::{Driver, Facts};
use crate::fighting::{Fighting, Waits};
use crate::log::Log;
use crate::sparse::Sparse;
use crate::steps::StepRolls;
use crate::streams::DiceRolled;
use crate::sums::Sums;
use crate::tally::{
    ROUND_ROWS, STREAK_ROWS, Tally, Unit, event_row, needed_row, round_row, streak_row,
};
use skirmish_measures::Quantity;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct LostCount {
    actions: u32,
    lost: u32,
}

/// Chances of a side in a round of the unit, and those it used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct RoundCount {
    chances: u32,
    used: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Run {
    of: Option<Side>,
    length: u32,
}

impl Run {
    /// Adds chances of a side. Returns the length of the enemy's run if this ends one.
    fn goes_on(&mut self, side: Side, count: u32) -> Option<u32> {
        if self.of == Some(side) {
            self.length += count;
            return None;
        }
        let ended = std::mem::replace(self, Self { of: Some(side), length: count });
        ended.of.map(|_| ended.length)
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Game {
    holder: Side,
    /// Its actions since it got the initiative.
    length: u32,
    /// Its actions since the other side's last reaction.
    since_reaction: u32,
    last: Option<Side>,
    /// The holder's last action; `None` before the first one, or once a roll has taken the initiative.
    after: Option<ActionKind>,
    answered: bool,
    actions: BySide<u32>,
    /// Chances in a row, and those without chances to react.
    run: Run,
    turn_run: Run,
    longest_run: BySide<u32>,
    /// The number of rounds up to the last chance.
    rounds: u32,
    /// Actions of the enemy since the side's last, and the most of these.
    waiting: BySide<u32>,
    drought: BySide<u32>,
    longest: BySide<u32>,
    /// Figures that have moved by an action, shot or fought.
    busy: BySide<FigureSet>,
    /// With segments: whether the current round has had a blow.
    struck: Option<bool>,
    /// The events of the scenario that have happened, by index.
    happened: u16,
    routed: BySide<u128>,
}

const ACTION_ROWS: usize = ActionKind::ALL.len();

const EVENT_ROWS: usize = 2 * EventKind::ALL.len();

/// Units after which 64-bit sums of squares move to 128 bits: a count is below 2^29, so its square times this is below 2^64.
const UNITS_HELD: u64 = 32;

/// Event counts of the current unit, and sums over the last few units. A game has dozens of events of dozens of kinds, so these
/// are dense, added in plain loops over 64-bit words, and moved to the tally now and then.
#[derive(Debug, Clone)]
struct EventCounts {
    unit: [u32; EVENT_ROWS],
    sums: [u64; EVENT_ROWS],
    squares: [u64; EVENT_ROWS],
    cubes: [u128; EVENT_ROWS],
    units: u64,
}

impl EventCounts {
    const fn new() -> Self {
        Self {
            unit: [0; EVENT_ROWS],
            sums: [0; EVENT_ROWS],
            squares: [0; EVENT_ROWS],
            cubes: [0; EVENT_ROWS],
            units: 0,
        }
    }

    #[inline]
    fn end_unit(&mut self, tally: &mut Tally) {
        for row in 0..EVENT_ROWS {
            let count = u64::from(self.unit[row]);
            debug_assert!(count < 1 << 29);
            self.sums[row] += count;
            self.squares[row] += count * count;
            self.cubes[row] += u128::from(count * count) * u128::from(count);
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
                cubes: std::mem::take(&mut self.cubes[row]),
            });
        }
        self.units = 0;
    }
}

/// Counts events of games.
#[derive(Debug, Clone)]
pub struct Recorder {
    tally: Tally,
    facts: Facts,
    /// Whether exact chances of seize rolls are counted.
    is_exact: bool,
    game: Game,
    unit: Counts,
    /// The first game of the unit, while the second is to follow.
    first: Option<Outcome>,
    /// The last complete unit.
    last_unit: Counts,
    /// Completed streaks of the unit.
    streaks: Sparse<u32>,
    lost_after: Sparse<LostCount>,
    rounds: Sparse<[RoundCount; 2]>,
    events: EventCounts,
    /// How long weapons have been empty, where dice reload them.
    waits: Option<Box<BySide<Waits>>>,
    /// Whether each nominee's number is needed: for tables, and for the log of differences.
    pub(crate) wants_nominees: bool,
    pub(crate) log: Log,
}

impl Recorder {
    /// Creates a recorder for games with these facts.
    pub fn new(tally: Tally, facts: Facts) -> Self {
        Self {
            is_exact: tally.chance_denominator().is_some(),
            waits: tally.fighting.as_ref().map(|_| Box::default()),
            wants_nominees: tally.has_tables(),
            tally,
            facts,
            game: Game::default(),
            unit: Counts::default(),
            first: None,
            last_unit: Counts::default(),
            streaks: Sparse::new(2 * STREAK_ROWS),
            lost_after: Sparse::new(2 * ACTION_ROWS),
            rounds: Sparse::new(ROUND_ROWS),
            events: EventCounts::new(),
            log: Log::default(),
        }
    }

    /// Creates a recorder of everything in games of a battle, or of another driver.
    pub fn of<D: Driver>(driver: &D, unit: Unit) -> Self {
        let tally = driver.counting(Tally::new(unit, driver.seize_dice()));
        Self::new(tally, driver.facts())
    }

    /// Creates a recorder of the measures only, without the tables of seizes, streaks and events.
    pub fn of_measures<D: Driver>(driver: &D, unit: Unit) -> Self {
        Self::new(Tally::of_measures(unit, driver.seize_dice()), driver.facts())
    }

    /// Returns the tally, once all units are complete.
    pub fn into_tally(mut self) -> Tally {
        debug_assert!(self.first.is_none(), "half a pair cannot be counted");
        if self.tally.has_tables() {
            self.events.release(&mut self.tally);
        }
        self.tally
    }

    /// Returns the counts of the last complete unit.
    pub const fn last_unit(&self) -> &Counts {
        &self.last_unit
    }

    /// Takes the result of the game just watched. With the last game of a unit, adds the unit to the tally under its number.
    pub fn end_game(&mut self, unit: u64, outcome: &Outcome, rolled: &DiceRolled) {
        let tally = &mut self.tally;
        tally.add_game(outcome, rolled);
        self.count_game(outcome, rolled);
        if let Some(command) = &mut self.tally.command {
            command.end_game(&self.game.routed);
        }
        self.game = Game::default();
        if self.tally.unit() == Unit::Pair && self.first.is_none() {
            self.first = Some(*outcome);
            self.unit.of_first = self.unit.quantities;
        } else {
            self.end_unit(unit, outcome);
        }
    }

    fn count_game(&mut self, outcome: &Outcome, rolled: &DiceRolled) {
        use Quantity as Q;
        let (counts, game, facts) = (&mut self.unit, &self.game, &self.facts);
        counts.add(Q::Games, 1);
        let winner = outcome.ending.winner();
        let by_ground = match outcome.ending {
            Ending::Won { side, goal: Some(goal) } => {
                facts.ground[side].checked_shr(goal.into()).unwrap_or(0) & 1 == 1
            }
            _ => false,
        };
        match outcome.ending {
            Ending::Won { side, .. } => counts.add_of(Q::WonA, side, 1),
            Ending::Draw(_) => counts.add(Q::Drawn, 1),
            Ending::Cap => counts.add(Q::Capped, 1),
        }
        let first_won = winner.is_some() && winner == outcome.first_mover;
        counts.add(Q::FirstMoverWon, i64::from(first_won));
        for side in Side::BOTH {
            let has_won = winner == Some(side);
            let is_walkover = has_won && game.actions[!side] == 0;
            let figures = facts.figures[side];
            let for_ground = facts.ground[side] != 0;
            // A game stopped by the cap is still open.
            let is_stopped = for_ground && !has_won && outcome.ending != Ending::Cap;
            let is_destroyed = outcome.losses[side] >= figures;
            for (quantity, holds) in [
                (Q::WalkoverA, is_walkover),
                (Q::GroundA, for_ground),
                (Q::RunThroughA, is_walkover && by_ground),
                (Q::ThroughA, has_won && by_ground),
                (Q::StoppedA, is_stopped && !is_destroyed),
                (Q::DestroyedA, is_stopped && is_destroyed),
                (Q::SeizingA, facts.can_seize),
            ] {
                counts.add_of(quantity, side, i64::from(holds));
            }
            let never_active = figures.saturating_sub(game.busy[side].count_ones());
            for (quantity, more) in [
                (Q::ActionsA, game.actions[side]),
                (Q::LongestA, game.longest[side]),
                (Q::DroughtA, game.drought[side]),
                (Q::LostA, outcome.losses[side]),
                (Q::FiguresA, figures),
                (Q::NeverActiveA, never_active),
                (Q::ChanceDroughtA, game.longest_run[!side]),
            ] {
                counts.add_of(quantity, side, i64::from(more));
            }
            counts.add(Q::Actions, i64::from(game.actions[side]));
        }
        counts.add(Q::Rounds, i64::from(game.rounds));
        counts.add(Q::Activations, i64::from(outcome.activations));
        // Random choices of bots are not dice of the game.
        let is_die =
            |(purpose, _): &(Purpose, &u32)| !matches!(purpose, Purpose::BotA | Purpose::BotB);
        let dice = Purpose::ALL.into_iter().zip(rolled).filter(is_die);
        counts.add(Q::Dice, dice.map(|(_, dice)| i64::from(*dice)).sum());
        let mut happened = game.happened;
        while happened != 0 {
            counts.happened[happened.trailing_zeros() as usize] += 1;
            happened &= happened - 1;
        }
    }

    fn end_unit(&mut self, number: u64, last: &Outcome) {
        self.last_unit = std::mem::take(&mut self.unit);
        let (tally, unit) = (&mut self.tally, &self.last_unit);
        tally.add(number, unit);
        if let Some(first) = self.first.take() {
            tally.outcomes.add_pair([&first, last]);
        }
        if !tally.has_tables() {
            self.events.unit = [0; EVENT_ROWS];
            return;
        }
        tally.seizes.0.iter_mut().for_each(|seizes| seizes.0.end_unit());
        let all = if self.facts.can_seize { Quantity::StreaksA } else { Quantity::TurnRunsA };
        self.streaks.drain(|cell, completed| {
            let (side, row) = split(cell, STREAK_ROWS);
            let row = tally.streaks[side].row_mut(row);
            let completed = u64::from(completed);
            let all = unit.quantities[all.index(side)] as u64;
            row.completed += completed;
            row.completed_squares += u128::from(completed * completed);
            row.completed_by_all += u128::from(completed * all);
        });
        self.lost_after.drain(|cell, count| {
            let (side, row) = split(cell, ACTION_ROWS);
            let row = &mut tally.lost_after[side][row];
            row.lost.add(count.lost.into(), count.actions.into());
        });
        self.rounds.drain(|round, counts| {
            let all = counts.iter().map(|count| u64::from(count.chances)).sum();
            for (side, count) in Side::BOTH.into_iter().zip(counts) {
                let row = &mut tally.rounds[side][round];
                row.share.add(count.chances.into(), all);
                row.used.add(count.used.into(), count.chances.into());
            }
        });
        self.events.end_unit(tally);
        tally.command.iter_mut().for_each(Command::end_unit);
        tally.fighting.iter_mut().for_each(Fighting::end_unit);
        tally.steps.iter_mut().for_each(StepRolls::end_unit);
    }

    fn acts(&mut self, side: Side, figures: FigureSet, kind: ActionKind) {
        if self.facts.can_seize && self.tally.has_tables() {
            self.lost_after.at(side.index() * ACTION_ROWS + kind as usize).actions += 1;
            self.game.after = Some(kind);
        }
        let game = &mut self.game;
        game.actions[side] += 1;
        game.busy[side] |= figures;
        if game.last == Some(side) && !game.answered {
            self.unit.add_of(Quantity::UnansweredA, side, 1);
        }
        game.last = Some(side);
        game.answered = false;
        game.length += 1;
        game.since_reaction += 1;
        game.longest[side] = game.longest[side].max(game.length);
        game.waiting[side] = 0;
        game.waiting[!side] += 1;
        game.drought[!side] = game.drought[!side].max(game.waiting[!side]);
    }

    fn has_chances(&mut self, it: &Chances) {
        use Quantity as Q;
        let (side, count) = (it.side, it.count);
        let (game, unit) = (&mut self.game, &mut self.unit);
        let many = i64::from(count);
        unit.add(Q::Chances, many);
        unit.add(Q::Decisions, many);
        unit.add_of(Q::ChancesA, side, many);
        unit.add_of(Q::UsedA, side, if it.used { many } else { 0 });
        unit.add_of(Q::MissedA, side, if it.able && !it.used { many } else { 0 });
        game.rounds = it.rounds + 1;
        let goes_on = game.run.of == Some(side);
        unit.add_of(Q::UnansweredChancesA, side, many - i64::from(!goes_on));
        if let Some(ended) = game.run.goes_on(side, count) {
            unit.add_of(Q::RunsA, !side, 1);
            unit.add_of(Q::RunChancesA, !side, ended.into());
        }
        game.longest_run[side] = game.longest_run[side].max(game.run.length);
        if !it.is_reaction
            && let Some(ended) = game.turn_run.goes_on(side, count)
        {
            unit.add_of(Q::TurnRunsA, !side, 1);
            unit.add_of(Q::TurnRunChancesA, !side, ended.into());
            if !self.facts.can_seize {
                self.streak_ends(!side, ended);
            }
        }
        if self.tally.has_tables() {
            let cell = &mut self.rounds.at(round_row(it.rounds))[side.index()];
            cell.chances += count;
            cell.used += if it.used { count } else { 0 };
        }
    }

    /// Notes that the passive side has answered the current action.
    fn reacts(&mut self, side: Side) {
        if let Some(last) = self.game.last.filter(|last| *last != side) {
            self.game.answered = true;
            self.end_without_reaction(last);
        }
    }

    /// Ends a streak of the kind that reactions end, too.
    fn end_without_reaction(&mut self, side: Side) {
        let actions = std::mem::take(&mut self.game.since_reaction);
        if actions > 0 {
            self.unit.add_of(Quantity::PureStreaksA, side, 1);
            self.unit.add_of(Quantity::PureStreakActionsA, side, actions.into());
        }
    }

    #[inline]
    fn seize(&mut self, battle: &Battle, side: Side, [needed, rolled]: [i32; 2], success: bool) {
        self.unit.add_of(Quantity::AttemptsA, side, 1);
        self.unit.add_of(Quantity::SeizesA, side, i64::from(success));
        let odds = self.is_exact.then(|| battle.seize_chance(needed));
        if let Some((ways, outcomes)) = odds {
            // Without a nominee, this is the luck of reaching what any figure would need, which has mean 0 as well.
            controls::seized(&mut self.unit.luck, side, rolled >= needed, ways, outcomes);
        }
        if !self.tally.has_tables() {
            return;
        }
        self.tally.seizes[side].0.add(needed_row(needed), [success]);
        // After a duel the holder may have to roll to keep the initiative (LL-16); then failure ends the streak.
        let holder = self.game.holder;
        let keeps = side == holder;
        let is_lost = success != keeps;
        let taking = odds.map(|(ways, all)| u128::from(if keeps { all - ways } else { ways }));
        let row = self.tally.streaks[holder].row_mut(streak_row(self.game.length));
        row.rolls += 1;
        row.expected += taking.unwrap_or(0);
        if let Some(kind) = self.game.after {
            let row = &mut self.tally.lost_after[holder][kind as usize];
            row.rolls += 1;
            row.expected += taking.unwrap_or(0);
            if is_lost {
                self.game.after = None;
                self.lost_after.at(holder.index() * ACTION_ROWS + kind as usize).lost += 1;
            }
        }
    }

    fn pass(&mut self, battle: &Battle, to: Side, streak: u32) {
        let side = !to;
        debug_assert!(side == self.game.holder && streak == self.game.length);
        self.game.holder = to;
        // Handed over, or won in a duel against a loser that does not roll (LL-03, LL-16): the change was certain.
        if let Some(kind) = self.game.after.take() {
            let certain = u128::from(battle.seize_chance(0).1);
            self.tally.streaks[side].row_mut(streak_row(streak)).expected += certain;
            self.tally.lost_after[side][kind as usize].expected += certain;
            self.lost_after.at(side.index() * ACTION_ROWS + kind as usize).lost += 1;
        }
        self.end_without_reaction(side);
        // The starting side may do nothing before the other acts, in the first turn or because the other instigates (WS-01),
        // and a side that has seized may lose a duel before it acts (LL-16). That is no streak.
        if streak == 0 {
            return;
        }
        self.game.length = 0;
        self.unit.add_of(Quantity::StreaksA, side, 1);
        self.unit.add_of(Quantity::StreakActionsA, side, streak.into());
        if self.facts.can_seize {
            self.streak_ends(side, streak);
        }
    }

    /// Ends a streak: of actions if the initiative is seized, otherwise of chances, used or not.
    fn streak_ends(&mut self, side: Side, length: u32) {
        if self.tally.has_tables() {
            *self.streaks.at(side.index() * STREAK_ROWS + streak_row(length)) += 1;
        }
        let streaks = &mut self.tally.streaks[side];
        streaks.longest = streaks.longest.max(length);
    }

    fn cut_short(&mut self, streak: u32) {
        debug_assert!(streak == self.game.length);
        let (side, streak) = match self.game.turn_run {
            Run { of: Some(side), length } if !self.facts.can_seize => (side, length),
            _ => (self.game.holder, streak),
        };
        // A side that has just got the initiative has no streak to cut short.
        if streak > 0 {
            let has_tables = self.tally.has_tables();
            let streaks = &mut self.tally.streaks[side];
            streaks.cut_short += 1;
            if has_tables {
                streaks.row_mut(streak_row(streak)).cut_short += 1;
            }
        }
    }

    #[inline]
    fn busy(&mut self, figure: FigureId) {
        self.game.busy[figure.side()] |= 1 << figure.index();
    }

    #[inline]
    fn shot(&mut self, shooter: FigureId, hit: bool) {
        self.busy(shooter);
        self.unit.add_of(Quantity::ShotsA, shooter.side(), 1);
        self.unit.add_of(Quantity::HitsA, shooter.side(), i64::from(hit));
    }

    /// Counts a blow: the first in a round of segments makes it a round of melee. Other systems have events for these rounds.
    #[inline]
    fn blow(&mut self) {
        if self.game.struck == Some(false) {
            self.game.struck = Some(true);
            self.unit.add(Quantity::MeleeRounds, 1);
        }
    }

    #[inline]
    fn command(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Some(tally) = &mut self.tally.command {
            tally.event(&mut self.game.routed, scene, event);
        }
    }

    #[inline(always)]
    fn fighting(&mut self, event: &Event) {
        if let (Some(tally), Some(waits)) = (&mut self.tally.fighting, &mut self.waits) {
            tally.event(waits, event);
        }
    }
}

impl Observer for Recorder {
    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    #[inline]
    fn wants_nominees(&self) -> bool {
        self.wants_nominees
    }

    #[inline]
    fn wants_chances(&self) -> bool {
        true
    }

    fn chances(&mut self, chances: &Chances) {
        self.has_chances(chances);
    }

    // An event's kind is known where it is built, so little more than one addition remains of this.
    #[inline(always)]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { side, .. } => self.game.holder = side,
            Event::Acts { side, figures, action, .. } => {
                self.acts(side, figures, action);
                self.unit.add_of(Quantity::StoodA, side, i64::from(action == ActionKind::Stand));
            }
            // A forfeited action counts in the streak as any other.
            Event::Forfeits { side, .. } => {
                self.acts(side, 0, ActionKind::Stand);
                self.unit.add_of(Quantity::StoodA, side, 1);
            }
            Event::Idle { side, units } => {
                self.unit.add_of(Quantity::PassedA, side, units.count_ones().into());
            }
            Event::PassesToss { side, able: true } => self.unit.add_of(Quantity::PassedA, side, 1),
            Event::ReactsShooting { side, .. }
            | Event::ReactsMoving { side, .. }
            | Event::Reacts { side, .. } => self.reacts(side),
            Event::Declines { .. } => self.unit.add(Quantity::Decisions, 1),
            Event::SeizeRoll { side, needed, rolled, success, .. } => {
                self.unit.add(Quantity::Decisions, 1);
                self.seize(scene.battle, side, [needed, rolled], success);
            }
            Event::Passes { to, streak } => self.pass(scene.battle, to, streak),
            Event::Ends { streak, .. } => self.cut_short(streak),
            Event::TurnBegins { .. } | Event::ControlTest { .. } | Event::Routs { .. } => {
                self.command(scene, event);
            }
            Event::Shoots { shooter, hit, .. } => self.shot(shooter, hit),
            Event::Fires { shooter, hit, .. } => {
                self.shot(shooter, hit);
                self.fighting(event);
            }
            Event::Struck { .. } | Event::Reloads { .. } | Event::RankReloads { .. } => {
                self.fighting(event);
            }
            Event::Happens { event } => self.game.happened |= 1 << event.0,
            Event::MeleeRound { .. } => self.unit.add(Quantity::MeleeRounds, 1),
            Event::SegmentRoll { .. } => self.game.struck = Some(false),
            Event::Strikes { .. } => self.blow(),
            Event::Fights { a, b, .. } => {
                self.blow();
                self.busy(a);
                self.busy(b);
            }
            Event::Clashes { a, b, .. } => {
                self.blow();
                self.busy(a);
                self.busy(b);
                self.fighting(event);
            }
            Event::Technique { figure, .. } | Event::Opens { figure, .. } => {
                self.blow();
                self.busy(figure);
            }
            Event::StepRolled { chain, step, attacker, passes, .. } => {
                let first = scene.battle.spec().rules.steps.chain(chain).steps.first();
                match chain {
                    ChainKind::Shoot if first == Some(&step) => self.shot(attacker, passes),
                    ChainKind::Strike => {
                        self.busy(attacker);
                        self.blow();
                    }
                    ChainKind::Shoot | ChainKind::Nerve => {}
                }
                if let Some(tally) = &mut self.tally.steps {
                    tally.event(scene.battle, event);
                }
            }
            Event::Attacks { by, band: Some(_), hit, .. } => self.shot(by, hit),
            Event::Attacks { by, band: None, .. } => {
                self.busy(by);
                self.blow();
            }
            _ => {}
        }
        controls::add(&mut self.unit.luck, scene, event);
        let counts = &mut self.events.unit;
        event.counts(scene.holder, |kind, side, count| {
            counts[event_row(kind, side)] += count;
        });
        if self.log.is_on() {
            self.log.meet(event);
        }
    }
}

#[inline]
const fn split(cell: usize, rows: usize) -> (Side, usize) {
    if cell < rows { (Side::A, cell) } else { (Side::B, cell - rows) }
}
