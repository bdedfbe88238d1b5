//! Unit cards (BL-02): a deck has one card for each unit still in play; whose card is drawn may act once. When the deck is
//! empty it is shuffled again. The option `end-card` puts in one card that ends the turn at once.

use super::Initiative;
use crate::battle::Kinds;
use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::event::{ActionKind, Ending, Event, Observer};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::EndCard;
use crate::side::{BySide, Side};

/// The system: the cards that are left in the deck.
pub(crate) struct Cards {
    units: BySide<u128>,
    end_card: bool,
}

impl Cards {
    /// With an empty deck, which is shuffled before the first card is drawn.
    pub(crate) const fn new() -> Self {
        Self { units: BySide([0; 2]), end_card: false }
    }
}

impl<S: Bits> Initiative<S> for Cards {
    fn step<C: Chance, O: Observer>(&mut self, game: &mut Game<'_, S, C, O>) -> Option<Ending> {
        if let Some((side, unit)) = self.draw(game) {
            let alive = game.state.force[side].alive;
            let groups = game.by_unit(side, alive, 1 << unit);
            if let Some((_, choice)) = game.decide_among(side, groups.get(), Kinds::ANY)
                && choice.kind != ActionKind::Stand
            {
                game.take_over(side);
                game.act(side, &choice, None);
                game.tempo.acted(false);
            }
            game.settle_events();
        }
        for side in Side::BOTH {
            // The cards of units that are no more are taken out.
            self.units[side] &= game.units_in_play(side);
        }
        if self.count() == 0 {
            game.tempo.turns += 1;
        }
        game.ending()
    }
}

impl Cards {
    /// Draws a card. `None` if it ends the turn.
    fn draw<S: Bits, C: Chance, O: Observer>(
        &mut self,
        game: &mut Game<'_, S, C, O>,
    ) -> Option<(Side, u8)> {
        if self.count() == 0 {
            self.units = BySide::from_fn(|side| game.units_in_play(side));
            self.end_card = game.battle.spec().rules.end_card == EndCard::One;
            for side in Side::BOTH {
                game.state.force[side].begin_turn();
            }
            game.state.version += 1;
            let (cards, turn) = (self.count(), game.tempo.turns + 1);
            game.tell(|| Event::Shuffles { cards, turn });
        }
        let cards = self.count();
        let mut place = 0;
        if cards > 1 {
            let site = RollSite { purpose: Purpose::Initiative, rule: Rule::bl(2) };
            place = u32::from(game.chance.die(site, cards.min(255) as u8)) - 1;
        }
        for side in Side::BOTH {
            let count = self.units[side].count_ones();
            if place < count {
                let unit = nth(self.units[side], place);
                self.units[side] &= !(1 << unit);
                game.tell(|| Event::CardDrawn { side, unit: crate::battle::UnitId(unit) });
                return Some((side, unit));
            }
            place -= count;
        }
        // The one card more ends the turn: the whole deck is shuffled again.
        self.units = BySide([0; 2]);
        self.end_card = false;
        game.tell(|| Event::EndCard);
        None
    }

    fn count(&self) -> u32 {
        let units = self.units[Side::A].count_ones() + self.units[Side::B].count_ones();
        units + u32::from(self.end_card)
    }
}

/// The place of the n-th bit, from 0.
fn nth(set: u128, n: u32) -> u8 {
    let mut rest = set;
    for _ in 0..n {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}
