//! What is drawn: tokens of sides from a bag (TN-02), cards of units and leaders from a deck (BL-02, TN-03), and the extras in
//! either.

use super::{Phase, TableTurn, each};
use crate::battle::{FigureId, UnitId};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::event::{Event, Lot};
use crate::game::{Game, Play};
use crate::rulebook::{Times, Turn};
use crate::side::{BySide, Side};

/// Most cards of a unit, or of a leader.
const MOST_CARDS: usize = crate::rulebook::MOST_CARDS as usize;

/// What is left in the bag, or in the deck.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lots {
    tokens: BySide<u32>,
    /// Units with a first card in the deck, with a second, and so on.
    cards: [BySide<u128>; MOST_CARDS],
    /// The same for their leaders' cards.
    leader_cards: [BySide<u128>; MOST_CARDS],
    blanks: u32,
    jokers: u32,
    end_cards: u32,
}

/// What has been drawn.
enum Drawn {
    Token(Side),
    Card(Side, u8),
    Leader(Side, u8),
    Blank,
    Joker,
    End,
}

impl Lots {
    const fn extras(turn: &Turn) -> Self {
        Self {
            tokens: BySide([0; 2]),
            cards: [BySide([0; 2]); MOST_CARDS],
            leader_cards: [BySide([0; 2]); MOST_CARDS],
            blanks: turn.blanks as u32,
            jokers: turn.jokers as u32,
            end_cards: turn.end_cards as u32,
        }
    }

    /// Fills the bag for this many units.
    pub(super) fn fill(&mut self, turn: &Turn, units: BySide<u32>) {
        *self = Self::extras(turn);
        self.tokens = BySide::from_fn(|side| u32::from(turn.tokens) * units[side]);
    }

    /// Shuffles a deck for these units and leaders.
    pub(super) fn shuffle(&mut self, turn: &Turn, units: BySide<u128>, leaders: BySide<u128>) {
        *self = Self::extras(turn);
        self.cards[..turn.cards.into()].fill(units);
        self.leader_cards[..turn.leader_cards.into()].fill(leaders);
    }

    pub(super) fn count(&self) -> u32 {
        let tokens = self.tokens.0[0] + self.tokens.0[1];
        let layers = self.cards.iter().chain(&self.leader_cards);
        let cards: u32 =
            layers.map(|layer| layer.0[0].count_ones() + layer.0[1].count_ones()).sum();
        tokens + cards + self.blanks + self.jokers + self.end_cards
    }

    /// Takes out what belongs to units and leaders that are gone or may not act again.
    pub(super) fn thin_out(
        &mut self,
        turn: &Turn,
        pending: BySide<u128>,
        in_play: BySide<u128>,
        leaders: BySide<u128>,
    ) {
        for side in Side::BOTH {
            let most = match turn.times {
                Times::Again => u32::from(turn.tokens) * in_play[side].count_ones(),
                Times::OnceARound | Times::OnceATurn => pending[side].count_ones(),
            };
            self.tokens[side] = self.tokens[side].min(most);
            for layer in &mut self.cards[..turn.cards.into()] {
                layer[side] &= in_play[side];
            }
            for layer in &mut self.leader_cards[..turn.leader_cards.into()] {
                layer[side] &= leaders[side];
            }
        }
    }

    /// Takes out the lot at this place, counting each kind for the first of `sides` before the other, and returns what it is.
    fn take(&mut self, mut place: u32, sides: [Side; 2]) -> Drawn {
        for side in sides {
            if place < self.tokens[side] {
                self.tokens[side] -= 1;
                return Drawn::Token(side);
            }
            place -= self.tokens[side];
        }
        for (layers, is_leader) in [(&mut self.cards, false), (&mut self.leader_cards, true)] {
            for layer in layers {
                for side in sides {
                    let count = layer[side].count_ones();
                    if place < count {
                        let unit = each(layer[side]).nth(place as usize).unwrap_or_default();
                        layer[side] &= !(1 << unit);
                        return if is_leader {
                            Drawn::Leader(side, unit)
                        } else {
                            Drawn::Card(side, unit)
                        };
                    }
                    place -= count;
                }
            }
        }
        if place < self.blanks {
            self.blanks -= 1;
            return Drawn::Blank;
        }
        if place - self.blanks < self.jokers {
            self.jokers -= 1;
            return Drawn::Joker;
        }
        // Everything is put back.
        *self = Self::default();
        Drawn::End
    }
}

impl TableTurn<'_> {
    /// Draws a token or a card. Returns whether that gives a side a chance.
    pub(super) fn draws<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> bool {
        let count = self.lots.count();
        let mut place = 0;
        if count > 1 {
            let site = RollSite { purpose: Purpose::Initiative, rule: self.turn.rule };
            place = u32::from(game.chance.draw(site, count.min(255) as u8)) - 1;
        }
        if count == 0 {
            return false;
        }
        match self.lots.take(place, game.both()) {
            Drawn::Token(side) => {
                game.tell(|| Event::LotDrawn { side: Some(side), lot: Lot::Token });
                self.hand_over(side, self.pending[side].units);
            }
            Drawn::Card(side, unit) => {
                game.tell(|| Event::CardDrawn { side, unit: UnitId(unit) });
                self.hand_over(side, self.pending[side].units & 1 << unit);
                self.hand.is_named = true;
            }
            Drawn::Leader(side, unit) => {
                let leader = game.battle.spec().sides[side].units[usize::from(unit)].leader;
                let figure = FigureId::new(side, leader.unwrap_or_default());
                game.tell(|| Event::LeaderCard { figure });
                let (at, alive) = (game.state.at(figure), game.state.force[side].alive);
                let near = game.state.within(side, at, self.turn.leader_reach, alive);
                self.hand_over(side, self.pending[side].units & game.units_of(side, near));
            }
            Drawn::Joker => {
                let side = self.last.map_or(game.tempo.holder, |last| !last);
                game.tell(|| Event::LotDrawn { side: Some(side), lot: Lot::Joker });
                self.hand_over(side, self.pending[side].units);
            }
            Drawn::Blank => game.tell(|| Event::LotDrawn { side: None, lot: Lot::Blank }),
            Drawn::End => game.tell(|| Event::EndCard),
        }
        self.phase == Phase::Act
    }
}
