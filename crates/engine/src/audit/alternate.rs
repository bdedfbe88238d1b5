//! I-go-you-go: the sides take turns, and in a turn each unit acts once or lets it pass (BL-01).

use super::Auditor;
use crate::event::{Event, Scene};
use crate::rule::Rule;
use crate::side::Side;

/// The turn under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Alternation {
    turn: Option<Side>,
    number: u32,
    acted: u128,
    /// Units that have been told to let the turn pass; after that nobody acts in it.
    passed: Option<u128>,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_alternate(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::TurnBegins { side, turn } => self.alternates(scene, side, turn),
            Event::Acts { side, .. } => {
                let unit = self.acting_unit(scene, event);
                let bit = unit.map_or(0, |unit| 1 << unit.0);
                let books = &mut self.books_mut().alternation;
                let (turn, again) = (books.turn, books.acted & bit != 0);
                let open = turn == Some(side) && books.passed.is_none();
                books.acted |= bit;
                self.expect(open, Rule::bl(1), || {
                    format!("{side:?} acts, and it is the turn of {turn:?}")
                });
                self.expect(!again, Rule::bl(1), || {
                    format!("{unit:?} of {side:?} acts twice in a turn")
                });
            }
            Event::Idle { side, units } => {
                let in_play = self.in_play(scene, side);
                let books = &mut self.books_mut().alternation;
                let (turn, left) = (books.turn, in_play & !books.acted);
                let again = books.passed.replace(units).is_some();
                let fits = turn == Some(side) && !again && units == left;
                self.expect(fits, Rule::bl(1), || {
                    format!(
                        "{units:b} of {side:?} let the turn of {turn:?} pass; {left:b} are left"
                    )
                });
            }
            _ => {}
        }
    }

    /// A turn begins: that of the other side is over, and nobody is left in it.
    fn alternates(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        let first = self.books_mut().holder;
        let last = self.books_mut().alternation.turn;
        let in_play = last.map_or(0, |last| self.in_play(scene, last));
        let books = &mut self.books_mut().alternation;
        let (expected, number) = (last.map_or(first, |last| !last), books.number + 1);
        let left = in_play & !books.acted & !books.passed.unwrap_or(0);
        *books = Alternation { turn: Some(side), number: turn, ..Alternation::default() };
        self.expect(side == expected && turn == number, Rule::bl(1), || {
            format!("turn {turn} is {side:?}'s; turn {number} of {expected:?} is due")
        });
        self.expect(left == 0, Rule::bl(1), || {
            format!("the turn of {last:?} is over, and units {left:b} have not had theirs")
        });
    }
}
