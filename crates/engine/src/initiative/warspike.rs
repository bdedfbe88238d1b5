//! WarSpike (WS-01 to WS-08): a turn belongs to both sides. Each action of the Instigator's units is answered by at most one
//! reaction of the Retaliator's, and the two are resolved together; then the Retaliator's other units may move, and the
//! Advantage decides who instigates next turn. What is said of a unit here holds for a block of several (WSC-10).

mod blocks;
mod closest;
mod first;
mod retaliate;

pub(crate) use self::blocks::Formed;
pub use self::first::{offer, passes, toss};

use self::first::by_situation;
use super::Initiative;
use super::turns::Pending;
use crate::action::Choice;
use crate::battle::{Kinds, Task, UnitId};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Draw, Ending, Event};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Advantage, Clock, FirstInstigator, Matching};
use crate::side::{BySide, Side};

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Deciding who instigates the first turn; the coin may have been tossed already.
    First { winner: Option<Side> },
    /// A turn for this side to instigate.
    Turn { advantage: Side },
    /// The Instigator's next unit.
    Match,
    /// The Retaliator's next unit that has not reacted.
    Changeover,
}

/// The system: where in the turn the game is.
pub(crate) struct WarSpike {
    phase: Phase,
    instigator: Side,
    /// The Instigator's units that have yet to act, and the Retaliator's that have yet to react.
    pending: Pending,
    unreacted: Pending,
    /// Units on hold orders (WS-08).
    on_hold: BySide<u128>,
    /// Kinds of lines of each bot that aim at no enemy (WS-06).
    quiet: BySide<Kinds>,
    /// Units in control, and figures lost, when the turn began.
    units: BySide<u128>,
    losses: BySide<u32>,
}

impl WarSpike {
    pub(crate) fn new<S: Bits>(game: &Game<'_, S, impl Play>) -> Self {
        let spec = game.battle.spec();
        Self {
            phase: Phase::First { winner: None },
            instigator: Side::A,
            pending: Pending::of(0),
            unreacted: Pending::of(0),
            on_hold: BySide::from_fn(|side| {
                let units = spec.sides[side].units.iter().enumerate();
                units.map(|(k, unit)| u128::from(unit.on_hold) << k).sum()
            }),
            quiet: BySide::from_fn(|side| {
                let cards = &spec.sides[side].cards;
                let only_places = cards.iter().all(|card| matches!(card.task, Task::Occupy(_)));
                if only_places { Kinds::QUIET.or(Kinds::ORDERS) } else { Kinds::QUIET }
            }),
            units: BySide::default(),
            losses: BySide::default(),
        }
    }

    /// Returns the units of a side that may act on their own (WS-08).
    fn free_units<S: Bits>(&self, game: &Game<'_, S, impl Play>, side: Side) -> u128 {
        game.units_in_play(side) & !self.on_hold[side]
    }

    fn can_instigate<S: Bits>(&self, game: &Game<'_, S, impl Play>, side: Side) -> bool {
        self.free_units(game, side) != 0
    }

    /// Decides who instigates the first turn (WS-01).
    fn first<S: Bits>(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        winner: Option<Side>,
    ) -> Option<Ending> {
        // A figure that starts in hiding next to an enemy is found before anything else.
        game.find_hidden();
        let spec = game.battle.spec();
        let reading = spec.rules.warspike.first_instigator;
        let named = spec.starts.is_some();
        // The lot for who begins was the first toss.
        let winner = winner.unwrap_or(game.tempo.holder);
        let by_situation = match reading {
            FirstInstigator::Situation => by_situation(game, self.on_hold),
            _ => None,
        };
        if !named && by_situation.is_none() {
            game.tell(|| Event::Toss { winner });
        }
        let instigator = if named || reading != FirstInstigator::PassAllowed {
            by_situation.filter(|_| !named).or(Some(winner))
        } else {
            offer(winner, |side| {
                let passes = !self.wants_to_instigate(game, side);
                if passes {
                    let able = self.can_instigate(game, side);
                    game.tell(|| Event::PassesToss { side, able });
                }
                passes
            })
        };
        match instigator {
            Some(side) => {
                self.phase = Phase::Turn { advantage: side };
                None
            }
            None => {
                let ending = self.strike_off(game);
                if ending.is_none() {
                    let winner = Some(toss(game.chance));
                    self.phase = Phase::First { winner };
                }
                ending
            }
        }
    }

    /// Returns whether a side takes the role of the Instigator: its bot has something to do for a unit that is free to advance,
    /// and does not pass anyway.
    fn wants_to_instigate<S: Bits>(&self, game: &mut Game<'_, S, impl Play>, side: Side) -> bool {
        let percent = game.battle.spec().sides[side].bot.pass_percent;
        let mut units = Pending::of(self.free_units(game, side));
        game.next_unit(side, &mut units, Kinds::ANY).is_some()
            && !passes(game.chance, side, percent)
    }

    /// Strikes off a turn that neither side instigates.
    fn strike_off<S: Bits>(&self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        let turn = game.tempo.turns + 1;
        game.tell(|| Event::TurnStruckOff { turn });
        end_of_turn(game)
    }

    /// Begins a turn. The side with the Advantage must instigate; if it cannot, the other does (WS-07, WS-08).
    fn begin<S: Bits>(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        advantage: Side,
    ) -> Option<Ending> {
        let able = [advantage, !advantage].into_iter().find(|side| self.can_instigate(game, *side));
        let Some(side) = able else {
            return self.strike_off(game);
        };
        self.instigator = side;
        self.phase = Phase::Match;
        for side in Side::BOTH {
            game.state.force[side].begin_turn();
        }
        game.state.version += 1;
        self.pending = Pending::of(self.free_units(game, side));
        self.unreacted = Pending::of(game.units_in_play(!side));
        self.units = in_control(game);
        self.losses = BySide::from_fn(|side| game.state.force[side].losses);
        let turn = game.tempo.turns + 1;
        game.tell(|| Event::Instigates { side, turn });
        game.blocks = BySide::from_fn(|side| game.form_blocks(side));
        None
    }

    /// Plays the match of the Instigator's next unit and the one that answers it (WS-02 to WS-05).
    fn play_match<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        let side = self.instigator;
        let matching = game.battle.spec().rules.warspike.matching;
        let next = match matching {
            Matching::Chosen => {
                let blocks = game.blocks[side];
                let next = game.next_block(side, &mut self.pending, Kinds::ANY, &blocks);
                next.map(|(units, choice)| (units, choice, Some(self.unreacted.units)))
            }
            Matching::Closest => self.next_closest(game),
        };
        let Some((units, mut choice, may_react)) = next else {
            self.phase = Phase::Changeover;
            game.let_pass(side, &self.pending);
            game.tell(|| Event::Changeover { side: !side });
            return None;
        };
        choice.targets &= game.in_the_open(!side);
        // A charge is at one unit, even where others stand close to it (WS-04).
        if let (ActionKind::Charge, Some(target)) = (choice.kind, choice.target) {
            choice.targets &= game.as_one(!side, S::bit(target.index()));
        }
        game.take_over(side);
        game.uses_chances(side, units.count_ones());
        let active = game.members_of(side, units);
        let among = may_react.unwrap_or(0);
        let meets = self.meets(game, &choice, among);
        let reaction = self.answer(game, active, &choice, meets, among);
        let reacting = reaction.map_or(0, |reaction| game.units_of(!side, reaction.actors));
        self.unreacted.act(reacting);
        let meets = game.units_of(!side, meets);
        game.tell(|| Event::MatchBegins { side, units, reacting, meets });
        // A unit with no enemy left to match is like those at the changeover (WS-06).
        game.keeps_clear = may_react.is_none();
        let ending = self.settle(game, (side, units), &choice, |game| {
            game.play_match(side, active, &choice, reaction.as_ref());
        });
        game.keeps_clear = false;
        ending
    }

    /// Moves the Retaliator's next unit that has not reacted; when none is left, settles the Advantage (WS-06, WS-07).
    fn change_over<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        let side = !self.instigator;
        self.unreacted.units &= self.free_units(game, side);
        let blocks = game.blocks[side];
        // They aim at no enemy, so they do not run into one either: it could not answer.
        game.keeps_clear = true;
        let next = game.next_block(side, &mut self.unreacted, self.quiet[side], &blocks);
        game.keeps_clear = false;
        match next {
            Some((units, choice)) => {
                game.take_over(side);
                game.uses_chances(side, units.count_ones());
                game.keeps_clear = true;
                let ending = self.settle(game, (side, units), &choice, |game| {
                    game.act(side, &choice, None);
                });
                game.keeps_clear = false;
                ending
            }
            None => {
                game.let_pass(side, &self.unreacted);
                let advantage = self.advantage(game);
                self.phase = Phase::Turn { advantage };
                end_of_turn(game)
            }
        }
    }

    /// Plays an action of a unit, and what follows from it.
    fn settle<S: Bits, P: Play>(
        &self,
        game: &mut Game<'_, S, P>,
        (side, units): (Side, u128),
        choice: &Choice<S>,
        play: impl FnOnce(&mut Game<'_, S, P>),
    ) -> Option<Ending> {
        if choice.kind != ActionKind::LieLow {
            game.rise(side, units);
        }
        play(game);
        game.confine_no_more(!side);
        game.find_hidden();
        game.tempo.acted(false);
        game.settle_events();
        game.ending()
    }

    /// Decides who instigates the next turn (WS-07).
    fn advantage<S: Bits>(&self, game: &mut Game<'_, S, impl Play>) -> Side {
        let rules = &game.battle.spec().rules.warspike;
        let holder = self.instigator;
        let left = in_control(game);
        let destroyed = BySide::from_fn(|side| {
            // A unit of which a figure left by its exit is not destroyed.
            let lost = self.units[!side] & !left[!side];
            let is_away = |unit: usize| !game.away_of(!side, UnitId(unit as u8)).is_empty();
            lost.iter().filter(|unit| !is_away(*unit)).count() as u32
        });
        let mut rolled = None;
        let to = match rules.advantage {
            Advantage::Roll => {
                let dice = rules.advantage_dice;
                let rolls = BySide::from_first(game.began, |_| {
                    game.roll(Purpose::Initiative, Rule::ws(7), dice)
                });
                rolled = Some(rolls);
                let total = |side: Side| {
                    let bonus = i64::from(rules.advantage_per_unit) * i64::from(destroyed[side]);
                    i64::from(rolls[side]) + bonus
                };
                BySide::from_fn(total).higher(holder)
            }
            Advantage::LoserOfFewer => {
                let lost = |side: Side| game.state.force[side].losses - self.losses[side];
                BySide::from_fn(|side| lost(!side)).higher(holder)
            }
            Advantage::Alternate => !holder,
            Advantage::Keep => holder,
            Advantage::Coin => toss(game.chance),
            Advantage::Situation => by_situation(game, self.on_hold).unwrap_or(holder),
        };
        game.tell(|| Event::Advantage { rolled, destroyed, to });
        to
    }
}

impl<S: Bits> Initiative<S> for WarSpike {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        match self.phase {
            Phase::First { winner } => self.first(game, winner),
            Phase::Turn { advantage } => self.begin(game, advantage),
            Phase::Match => self.play_match(game),
            Phase::Changeover => self.change_over(game),
        }
    }
}

/// Ends a turn, played or struck off; the game is a draw when none is left (WS-01).
fn end_of_turn<S: Bits>(game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
    game.tempo.end_turn(Clock::Turns);
    let none_left = game.tempo.turns >= game.battle.spec().rules.warspike.turns;
    game.ending().or(none_left.then_some(Ending::Draw(Draw::TurnsOver)))
}

/// Returns the units of both sides that are on the table and not in rout.
fn in_control<S: Bits>(game: &Game<'_, S, impl Play>) -> BySide<u128> {
    BySide::from_fn(|side| game.units_in_play(side) & !game.state.force[side].routed)
}
