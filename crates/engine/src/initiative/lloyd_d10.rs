//! The turn that Lloyd's fast-play system has without seizing (LLC-3): each side rolls, the higher goes first, and on a tie
//! the side that moved last loses. A player moves, or shoots and then moves; then those who have not shot shoot; then
//! melee; then the other player does the same.

use super::Initiative;
use super::turns::Pending;
use crate::action::Choice;
use crate::battle::Kinds;
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::event::{ActionKind, Ending, Event, MeleeKind, Observer};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::Mobility;
use crate::side::{BySide, Side};

/// What a player is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Both roll before the next player moves.
    Roll,
    /// Each unit moves, or shoots and then moves.
    Move,
    /// A unit that has shot may move; with javelins into melee.
    MoveOn { unit: u8, may_charge: bool },
    /// Those who have not shot shoot.
    Shoot,
}

/// The system: where in the turn the game is.
pub(crate) struct LloydD10 {
    phase: Phase,
    player: Side,
    /// The second player of the turn has yet to come.
    second: bool,
    /// Who moved last.
    last: Option<Side>,
    pending: Pending,
    unshot: u128,
}

impl LloydD10 {
    pub(crate) const fn new() -> Self {
        Self {
            phase: Phase::Roll,
            player: Side::A,
            second: false,
            last: None,
            pending: Pending::of(0),
            unshot: 0,
        }
    }

    /// Both sides roll for who goes first.
    fn roll<S: Bits, C: Chance, O: Observer>(&mut self, game: &mut Game<'_, S, C, O>) {
        let dice = game.battle.spec().rules.turn_dice;
        let rolled = BySide::from_fn(|_| game.roll(Purpose::Initiative, Rule::llc(3), dice));
        let first = match rolled[Side::A].cmp(&rolled[Side::B]) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            // Whoever moved last loses a tie; before the first turn the side that begins has it.
            std::cmp::Ordering::Equal => self.last.map_or(game.tempo.holder, |last| !last),
        };
        game.tell(|| Event::TurnRoll { rolled, first });
        self.player = first;
        self.second = true;
    }

    fn begin<S: Bits, C: Chance, O: Observer>(&mut self, game: &mut Game<'_, S, C, O>) {
        game.begin_turn(self.player);
        self.last = Some(self.player);
        self.unshot = game.units_in_play(self.player);
        self.pending = Pending::of(self.unshot);
        self.phase = Phase::Move;
    }

    /// The next action of the player; `None` when his melee is due.
    fn next<S: Bits, C: Chance, O: Observer>(
        &mut self,
        game: &mut Game<'_, S, C, O>,
    ) -> Option<Choice<S>> {
        let side = self.player;
        loop {
            let alive = game.state.force[side].alive;
            let (units, lines) = match self.phase {
                Phase::Roll => return None,
                Phase::Move => (self.pending.units, Kinds::ANY),
                Phase::MoveOn { unit, may_charge: false } => (1 << unit, Kinds::MOVES),
                Phase::MoveOn { unit, may_charge: true } => {
                    (1 << unit, Kinds::MOVES.or(Kinds::CHARGES))
                }
                Phase::Shoot => (self.unshot, Kinds::SHOTS),
            };
            let groups = game.by_unit(side, alive, units);
            let found = game.decide_among(side, groups.get(), lines);
            let unit = found.map(|(group, _)| game.battle.traits_of(side)[group.first()].unit);
            match (self.phase, found, unit) {
                (Phase::MoveOn { may_charge, .. }, found, _) => {
                    self.phase = Phase::Move;
                    game.keeps_clear = !may_charge;
                    if let Some((_, choice)) = found {
                        return Some(choice);
                    }
                    game.keeps_clear = false;
                }
                (Phase::Move, Some((_, choice)), Some(unit)) => {
                    if choice.kind == ActionKind::Stand {
                        self.pending.stand(1 << unit.0);
                        continue;
                    }
                    self.pending.act(1 << unit.0);
                    if choice.kind.is_shooting() {
                        self.unshot &= !(1 << unit.0);
                        let traits = game.battle.traits_of(side);
                        let is_javelin = |i: usize| {
                            let missile = traits[i].missile;
                            missile.is_some_and(|m| m.mobility == Mobility::Full)
                        };
                        let may_charge = choice.actors.iter().all(is_javelin);
                        let unit = unit.0;
                        self.phase = Phase::MoveOn { unit, may_charge };
                    }
                    return Some(choice);
                }
                (Phase::Move, ..) => {
                    game.let_pass(side, &self.pending);
                    self.phase = Phase::Shoot;
                }
                (Phase::Shoot, Some((_, choice)), Some(unit)) => {
                    self.unshot &= !(1 << unit.0);
                    return Some(choice);
                }
                _ => {
                    self.phase = Phase::Roll;
                    return None;
                }
            }
        }
    }
}

impl<S: Bits> Initiative<S> for LloydD10 {
    fn step<C: Chance, O: Observer>(&mut self, game: &mut Game<'_, S, C, O>) -> Option<Ending> {
        if self.phase == Phase::Roll {
            if self.second {
                self.second = false;
                self.player = !self.player;
            } else {
                self.roll(game);
            }
            self.begin(game);
        }
        let side = self.player;
        if let Some(choice) = self.next(game) {
            game.take_over(side);
            game.act(side, &choice, None);
            game.keeps_clear = false;
            game.tempo.acted(false);
        } else {
            let (own, enemy) = (&game.state.force[side], &game.state.force[!side]);
            let (own, enemy) = (own.engaged, enemy.engaged);
            game.melee_round(side, own, enemy, S::EMPTY, MeleeKind::Turn);
            game.tempo.turns += 1;
        }
        game.settle_events();
        game.ending()
    }
}
