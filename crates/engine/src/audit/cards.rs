//! Unit cards: each unit acts on its own card, and each card is drawn once before the deck is shuffled again (BL-02).

use super::Auditor;
use super::turns::Units;
use crate::battle::UnitId;
use crate::event::{Event, Scene};
use crate::rule::Rule;
use crate::rulebook::EndCard;
use crate::side::{BySide, Side};

/// The deck.
#[derive(Debug, Clone, Default)]
pub(super) struct Deck {
    /// Units whose cards are in it.
    units: Units,
    /// The card is in it that ends the turn.
    end_card: bool,
    /// The unit drawn, as long as it has not acted.
    drawn: Option<(Side, UnitId)>,
    shuffles: u32,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_cards(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Shuffles { cards, turn } => self.shuffles(scene, cards, turn),
            Event::CardDrawn { side, unit } => {
                let in_play = self.in_play(scene, side) >> unit.0 & 1 == 1;
                let deck = &mut self.books_mut().deck;
                let has_card = deck.units[side] >> unit.0 & 1 == 1;
                deck.units[side] &= !(1 << unit.0);
                deck.drawn = Some((side, unit));
                self.expect(has_card, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} is drawn, and its card is not in the deck")
                });
                self.expect(in_play, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} is drawn and is no more")
                });
            }
            Event::EndCard => {
                let deck = &mut self.books_mut().deck;
                let has_card = deck.end_card;
                (deck.units, deck.end_card, deck.drawn) = (BySide([0; 2]), false, None);
                self.expect(has_card, Rule::bl(2), || {
                    "the card that ends the turn is not in the deck".to_owned()
                });
            }
            Event::Acts { side, .. } => {
                let unit = self.acting_unit(scene, event);
                let drawn = self.books_mut().deck.drawn.take();
                let own = drawn.is_some() && drawn == unit.map(|unit| (side, unit));
                self.expect(own, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} acts on the card of {drawn:?}")
                });
            }
            _ => {}
        }
    }

    /// The deck is shuffled when it is empty, and holds a card for each unit in play.
    fn shuffles(&mut self, scene: &Scene<'_>, cards: u32, turn: u32) {
        let units = BySide::from_fn(|side| self.in_play(scene, side));
        let end_card = scene.battle.spec().rules.end_card == EndCard::One;
        let count = |units: &Units| units[Side::A].count_ones() + units[Side::B].count_ones();
        let right = count(&units) + u32::from(end_card);
        let deck = &mut self.books_mut().deck;
        // The cards of units that are no more have been taken out.
        let left = BySide::from_fn(|side| deck.units[side] & units[side]);
        let left = count(&left) + u32::from(deck.end_card);
        let number = deck.shuffles + 1;
        *deck = Deck { units, end_card, drawn: None, shuffles: turn };
        self.expect(left == 0, Rule::bl(2), || {
            format!("the deck is shuffled with {left} cards in it")
        });
        self.expect(cards == right && turn == number, Rule::bl(2), || {
            format!("shuffle {turn} of {cards} cards; {number} of {right} is due")
        });
    }
}
