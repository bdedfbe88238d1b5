//! A turn defined by a table (TN-09): which side is next, what it is handed, how often a unit acts, and when it passes on.
//! Sides have whole turns, one after the other, or both act in one round, by turns, tokens, cards or a number.

mod hand;
mod lots;

use super::Initiative;
use super::turns::Pending;
use crate::battle::{MAX_FIGURES, UnitId};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::event::{Ending, Event};
use crate::game::{Game, Play};
use crate::rulebook::{
    Clock, Face, First, HandsOver, HowOften, MOST_COMMAND, MeleeTime, Next, SmallerSide, Times,
    Turn,
};
use crate::side::{BySide, Side};
use hand::Hand;
use lots::Lots;

/// Where in the turn the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A round begins, or the turn of a side.
    Round,
    /// The next side is to be decided.
    Next,
    /// It does what has been handed over to it.
    Act,
    /// A unit that has shot may move; with javelins, into melee.
    MoveOn { unit: u8, may_charge: bool },
    /// Units that have not shot shoot.
    Late,
}

/// The system: what of the turn is over, and what each side has left in it.
pub(crate) struct TableTurn<'t> {
    turn: &'t Turn,
    phase: Phase,
    /// The side whose chance it is.
    side: Side,
    /// The side that opened the round, or the pair of turns.
    opened: Option<Side>,
    /// The second turn of the pair is to come.
    second: bool,
    /// The side has the next turn too.
    kept: bool,
    /// The sides that had the last chance, in the game and in the round.
    last: Option<Side>,
    last_in_round: Option<Side>,
    /// The first side to have no unit left in the round.
    first_done: Option<Side>,
    /// Units that may act in the round, or in the turn.
    pending: BySide<Pending>,
    /// Chances handed over in the turn of a side (see [`Clock::Chances`]), and the side whose turn began the round.
    handed: u32,
    began_round: Side,
    /// Chances that each side has had in the round, and units that it had when the round began.
    chances: BySide<u32>,
    units: BySide<u32>,
    /// How often each unit has been activated in the round, or in the turn.
    acted: BySide<[u8; MAX_FIGURES]>,
    /// The number that decides when each unit is next.
    counts: BySide<[i32; MAX_FIGURES]>,
    lots: Lots,
    hand: Hand,
    /// Units that have not shot in this turn.
    unshot: u128,
    /// The table version when a side had nothing to do for any unit, and what its bots ask for besides.
    idle: BySide<Option<(u64, [u32; 5])>>,
}

impl<'t> TableTurn<'t> {
    pub(crate) fn new(turn: &'t Turn) -> Self {
        Self {
            turn,
            phase: Phase::Round,
            side: Side::A,
            opened: None,
            second: false,
            kept: false,
            last: None,
            last_in_round: None,
            first_done: None,
            pending: BySide::default(),
            handed: 0,
            began_round: Side::A,
            chances: BySide::default(),
            units: BySide::default(),
            acted: BySide([[0; MAX_FIGURES]; 2]),
            counts: BySide([[0; MAX_FIGURES]; 2]),
            lots: Lots::default(),
            hand: Hand::default(),
            unshot: 0,
            idle: BySide::default(),
        }
    }
}

impl<S: Bits> Initiative<S> for TableTurn<'_> {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        let whole = self.turn.has_whole_turns();
        if self.phase == Phase::Round {
            match whole {
                true => self.open_turn(game),
                false => self.open_round(game),
            }
        }
        if self.phase == Phase::Next && !self.comes_next(game) {
            self.close_chance(game);
            return game.ending();
        }
        let side = self.side;
        let mut has_happened = !whole;
        if let Some(choice) = self.next_action(game) {
            game.take_over(side);
            if self.turn.interrupts.is_some_and(|it| it.times == HowOften::Always) {
                game.state.force[!side].answered = 0;
            }
            game.act(side, &choice, None);
            game.keeps_clear = false;
            game.tempo.acted(false);
            has_happened = true;
        } else if whole {
            has_happened = self.close_turn(game);
        }
        if has_happened {
            game.settle_events();
        }
        if !whole && self.phase == Phase::Act && self.hand.is_empty() {
            self.close_chance(game);
        }
        game.ending()
    }
}

impl TableTurn<'_> {
    /// Begins the turn of a side (BL-01, LLC-3, TN-04, TN-05, TN-07).
    fn open_turn<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) {
        if std::mem::take(&mut self.kept) {
            // The side has another turn.
        } else if std::mem::take(&mut self.second) {
            self.side = !self.side;
        } else {
            self.side = self.who_opens(game);
            self.second = true;
        }
        let side = self.side;
        if game.tempo.due == 0 {
            self.began_round = side;
        }
        game.begin_chance();
        game.begin_turn(side);
        self.last = Some(side);
        game.state.force[!side].answered = 0;
        let units = game.units_in_play(side);
        self.pending[side] = Pending::of(units);
        self.acted[side].fill(0);
        self.unshot = units;
        self.hand = Hand { units, ..Hand::default() };
        self.phase = Phase::Act;
        match self.turn.hands_over {
            HandsOver::Side => self.hand.left = u16::MAX,
            HandsOver::Units => self.hand.left = self.turn.units.into(),
            HandsOver::Command => self.roll_command(game),
        }
        self.handed = self.chances_in_hand(game);
    }

    /// Returns how many chances are left of what has been handed over in a turn. If units are tested, each test is one.
    fn chances_in_hand<S: Bits>(&self, game: &Game<'_, S, impl Play>) -> u32 {
        if self.turn.hands_over == HandsOver::Side {
            return 0;
        }
        let pending = self.pending[self.side].units & game.units_in_play(self.side);
        let led = (game.led_units(self.side) & pending).count_ones();
        let (units, leaders) = (u32::from(self.hand.left), u32::from(self.hand.leaders));
        match self.turn.times {
            Times::Again => units + if led > 0 { leaders } else { 0 },
            Times::OnceARound | Times::OnceATurn => {
                (units + leaders.min(led)).min(pending.count_ones())
            }
        }
    }

    /// Decides which side opens a round, or a pair of turns.
    fn who_opens<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Side {
        let opened = match (self.turn.first, self.opened) {
            (First::Roll, _) => self.roll_for_first(game),
            (_, None) => game.tempo.holder,
            (First::Starter, Some(side)) => side,
            (First::InTurn, Some(side)) => !side,
            (First::DoneFirst, Some(side)) => self.first_done.unwrap_or(side),
        };
        self.opened = Some(opened);
        opened
    }

    /// Rolls for which side goes first. On a tie, the side that did not have the last turn does; before the first turn, the
    /// side that begins.
    fn roll_for_first<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Side {
        let (rule, dice) = (self.turn.rule, self.turn.dice);
        let rolled = BySide::from_first(game.began, |_| {
            dice.map_or(0, |dice| game.roll(Purpose::Initiative, rule, dice))
        });
        let first = rolled.higher(self.last.map_or(game.tempo.holder, |last| !last));
        game.tell(|| Event::TurnRoll { rolled, first });
        first
    }

    /// Rolls the command dice of a turn (TN-04).
    #[cold]
    fn roll_command<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) {
        let Some(command) = &self.turn.command else { return };
        let site = RollSite { purpose: Purpose::Initiative, rule: self.turn.rule };
        let mut rolled = [0; MOST_COMMAND];
        for die in rolled.iter_mut().take(command.dice.count.into()) {
            *die = game.chance.die(site, command.dice.sides);
        }
        let bought = |face: Face| {
            rolled.iter().filter(|die| **die > 0 && command.face(**die) == face).count() as u8
        };
        let (units, leaders) = (bought(Face::Unit), bought(Face::Leader));
        let keeps = command.keeps > 0 && bought(Face::Keep) >= command.keeps;
        self.kept = keeps;
        (self.hand.left, self.hand.leaders) = (units.into(), leaders);
        let side = self.side;
        game.tell(|| Event::CommandRoll { side, rolled, units, leaders, keeps });
    }

    /// Ends the turn of a side. Returns whether anything has happened on the table.
    fn close_turn<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> bool {
        let fights = self.turn.melee == MeleeTime::EndOfTurn;
        if fights {
            game.fight_turn(self.side);
        }
        let clock = self.turn.clock();
        game.tempo.end_turn(clock);
        if clock == Clock::Chances {
            // Both sides have had a turn in it.
            game.tempo.end_chances(self.handed.max(1), self.side != self.began_round);
        }
        self.phase = Phase::Round;
        fights
    }

    /// Begins a round in which both sides act (BL-02, TN-01, TN-02, TN-03, TN-06).
    fn open_round<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) {
        let (turn, number) = (self.turn, game.tempo.turns + 1);
        let in_play = BySide::from_fn(|side| game.units_in_play(side));
        for side in Side::BOTH {
            game.state.force[side].begin_turn();
            game.state.force[side].answered = 0;
            self.pending[side] = Pending::of(in_play[side]);
            self.units[side] = in_play[side].count_ones();
            self.chances[side] = 0;
            self.acted[side].fill(0);
            self.idle[side] = None;
        }
        game.begin_chance();
        game.state.version += 1;
        self.phase = Phase::Next;
        self.last_in_round = None;
        match turn.next {
            Next::Deck => {
                self.lots.shuffle(turn, in_play, BySide::from_fn(|side| game.led_units(side)));
                let cards = self.lots.count();
                game.tell(|| Event::Shuffles { cards, turn: number });
                return;
            }
            Next::Bag => self.lots.fill(turn, self.units),
            Next::Sides | Next::Count => {}
        }
        let tokens = self.lots.count();
        let rolls = turn.rolls_for_first();
        let first = (turn.next == Next::Sides && !rolls).then(|| self.who_opens(game));
        game.tell(|| Event::RoundBegins { turn: number, first, tokens });
        if rolls {
            self.who_opens(game);
        }
        self.first_done = None;
        if turn.next == Next::Count {
            self.count_units(game, in_play);
        }
    }

    /// Works out the number by which each unit is next in the round (TN-06).
    #[cold]
    fn count_units<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>, in_play: BySide<u128>) {
        for side in game.both() {
            for unit in each(in_play[side]) {
                let id = UnitId(unit);
                let [mut count, ..] = game.battle.unit_numbers(side, id);
                if let Some(dice) = self.turn.count_dice {
                    let rolled = game.roll(Purpose::Initiative, self.turn.rule, dice);
                    count += rolled;
                    game.tell(|| Event::CountRoll { side, unit: id, rolled, count });
                }
                self.counts[side][usize::from(unit)] = count;
            }
        }
    }

    /// Decides whose chance it is in the round, and which units may be picked. Returns whether any side has it.
    fn comes_next<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> bool {
        match self.turn.next {
            Next::Bag | Next::Deck => return self.draws(game),
            Next::Sides => {
                let Some(side) = self.side_in_turn(game) else { return false };
                self.hand_over(side, self.pending[side].units);
                self.hand.left = self.turn.units.into();
            }
            Next::Count => {
                let Some((side, units)) = self.highest(game.tempo.holder) else { return false };
                self.hand_over(side, units);
            }
        }
        true
    }

    /// Gives a side the chance, for one of these units.
    fn hand_over(&mut self, side: Side, units: u128) {
        self.side = side;
        self.hand = Hand { units, left: 1, ..Hand::default() };
        self.phase = Phase::Act;
    }

    /// Returns the side whose unit is next if sides take turns in a round (TN-01).
    fn side_in_turn<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Side> {
        let left = BySide::from_fn(|side| self.pending[side].units.count_ones());
        let opened = self.opened.unwrap_or(game.tempo.holder);
        let had = |side: Side| self.chances[side] * self.units[!side];
        let due = match self.turn.smaller_side {
            SmallerSide::Spread => BySide::from_fn(|side| had(!side)).higher(opened),
            SmallerSide::RunsOut | SmallerSide::MayPass => {
                self.last_in_round.map_or(opened, |last| !last)
            }
        };
        if left[due] == 0 {
            return (left[!due] > 0).then_some(!due);
        }
        let may_pass = self.turn.smaller_side == SmallerSide::MayPass && left[due] < left[!due];
        if may_pass && game.passes_chance(due) {
            game.tell(|| Event::PassesChance { side: due });
            game.lets_chances_pass(due, 1);
            self.last_in_round = Some(due);
            return Some(!due);
        }
        Some(due)
    }

    /// Returns the units with the highest number, with their side; of two equal sides the one that did not have the last chance
    /// (TN-06).
    fn highest(&self, holder: Side) -> Option<(Side, u128)> {
        let of = |side: Side, unit: u8| self.counts[side][usize::from(unit)];
        let best =
            BySide::from_fn(|side| each(self.pending[side].units).map(|unit| of(side, unit)).max());
        let side = best.higher(self.last.map_or(holder, |last| !last));
        let count = best[side]?;
        let units = each(self.pending[side].units).filter(|unit| of(side, *unit) == count);
        Some((side, units.fold(0, |set, unit| set | 1 << unit)))
    }

    /// Closes a chance that has been used, or was no side's. The round is over when nothing is left in it.
    fn close_chance<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) {
        if self.phase == Phase::Act {
            self.last = Some(self.side);
            self.last_in_round = Some(self.side);
            self.chances[self.side] += 1;
        }
        // Units that are gone have no turn, no token and no card.
        let in_play = BySide::from_fn(|side| game.units_in_play(side));
        for side in [self.side, !self.side] {
            self.pending[side].units &= in_play[side];
            if self.pending[side].units == 0 {
                self.first_done = self.first_done.or(Some(side));
            }
        }
        let is_over = match self.turn.next {
            Next::Sides | Next::Count => {
                Side::BOTH.iter().all(|side| self.pending[*side].units == 0)
            }
            Next::Bag | Next::Deck => {
                let leaders = BySide::from_fn(|side| game.led_units(side));
                let pending = BySide::from_fn(|side| self.pending[side].units);
                self.lots.thin_out(self.turn, pending, in_play, leaders);
                self.lots.count() == 0
            }
        };
        self.phase = Phase::Next;
        if is_over {
            self.phase = Phase::Round;
            let clock = self.turn.clock();
            game.tempo.end_turn(clock);
            if clock == Clock::Chances {
                let chances = self.chances.0.iter().sum();
                game.tempo.end_chances(chances, true);
            }
        }
    }
}

/// Returns the positions of the bits of a set.
fn each(set: u128) -> impl Iterator<Item = u8> {
    set.iter().map(|place| place as u8)
}
