//! BL-02: unit cards, without and with the card that ends the turn.

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, Lcg, Played, SWORD, line, play};
use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// Two units of one man a side, far apart; all run for the far side of the table.
fn field() -> Field {
    let mut field = Field::under(tables::CARDS);
    for (side, x, to) in [(A, 2.0, 46.0), (B, 46.0, 2.0)] {
        let unit = field.unit(side, "second");
        field.figure(side, AVERAGE, SWORD, x, 6.0);
        let second = field.figure(side, AVERAGE, SWORD, x, 12.0);
        field.enlist(second, unit);
        let goal = field.place("goal", to, if side == A { 30.0 } else { 2.0 }, 1.0);
        field.bot(side, vec![line(&[], Act::Move(Goal::Place(goal)))]);
    }
    field
}

fn drawn(played: &Played) -> Vec<(Side, u8)> {
    played.find(|event| match *event {
        Event::CardDrawn { side, unit } => Some((side, unit.0)),
        _ => None,
    })
}

fn shuffles(played: &Played) -> Vec<(u32, u32)> {
    played.find(|event| match *event {
        Event::Shuffles { cards, turn } => Some((cards, turn)),
        _ => None,
    })
}

#[test]
fn bl_02_each_unit_is_drawn_once_before_the_deck_is_shuffled_again() {
    let mut field = field();
    // Out of four, three, two; the last card needs no die. Then again four.
    let played = field.cap(5).play(&[3, 1, 2, 4]);
    assert_eq!(drawn(&played), [(B, 0), (A, 0), (B, 1), (A, 1), (B, 1)]);
    assert_eq!(shuffles(&played), [(4, 1), (4, 2)]);
    assert_eq!(played.actors(), [(B, 0b01), (A, 0b01), (B, 0b10), (A, 0b10), (B, 0b10)]);
    // Streaks are by side.
    assert_eq!(played.passes(), [(B, 0), (A, 1), (B, 1), (A, 1), (B, 1)]);
}

#[test]
fn bl_02_a_unit_drawn_may_act_once_or_not() {
    let mut field = field();
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.cap(2).play(&[1, 1, 1]);
    assert_eq!(drawn(&played), [(A, 0), (A, 1), (B, 0), (B, 1)]);
    assert_eq!(played.actors(), [(B, 0b01), (B, 0b10)]);
}

#[test]
fn bl_02_cards_of_units_that_are_no_more_are_taken_out() {
    let mut field = field();
    field.spec.sides[A].figures[0].weapon = BOW;
    field.spec.sides[B].figures[0].at = crate::common::point(10.0, 6.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // The first of A shoots the first of B, whose card is out: of the two that are left the second; then of three.
    let played = field.cap(3).play(&[1, 9, 9, 2, 3]);
    assert_eq!(drawn(&played), [(A, 0), (B, 1), (A, 1), (B, 1)]);
    assert_eq!(shuffles(&played), [(4, 1), (3, 2)]);
}

#[test]
fn bl_02_the_end_card_ends_the_turn_and_everything_is_shuffled() {
    let mut field = field();
    tables::change(&mut field.spec.rules, |turn| turn.end_cards = 1);
    // The fifth of five cards is the one that ends the turn; then the first of five.
    let played = field.cap(2).play(&[2, 4, 1]);
    assert_eq!(drawn(&played), [(A, 1), (A, 0)]);
    assert_eq!(played.count(|e| matches!(e, Event::EndCard)), 1);
    assert_eq!(shuffles(&played), [(5, 1), (5, 2)]);
    // It may be the last card left; then it needs no die.
    let played = field.cap(5).play(&[1, 1, 1, 1, 1]);
    assert_eq!(drawn(&played), [(A, 0), (A, 1), (B, 0), (B, 1), (A, 0)]);
    assert_eq!(played.count(|e| matches!(e, Event::EndCard)), 1);
}

#[test]
fn bl_02_a_unit_acts_twice_running_across_one_shuffle_in_n() {
    // Every way to draw a deck of four and the first card of the next: the last card, then the first.
    let mut field = field();
    for side in Side::BOTH {
        field.bot(side, vec![line(&[], Act::Stand)]);
    }
    field.cap(2);
    let (mut ways, mut twice) = (0, 0);
    for (first, second, third, next) in (1..=4).flat_map(|a| {
        (1..=3).flat_map(move |b| (1..=2).flat_map(move |c| (1..=4).map(move |d| (a, b, c, d))))
    }) {
        let cards = drawn(&field.play(&[first, second, third, next, 1, 1]));
        assert_eq!(cards.len(), 8);
        ways += 1;
        twice += u32::from(cards[3] == cards[4]);
        assert!(cards[..4].windows(2).all(|pair| pair[0] != pair[1]));
    }
    assert_eq!((ways, twice), (96, 96 / 4));
}

/// How often a unit is drawn twice running within a deck in very many draws, and the longest run of a unit.
#[derive(Default)]
struct Runs {
    last: Option<(Side, UnitId)>,
    fresh: bool,
    within: u32,
    run: u32,
    longest: u32,
}

impl Observer for Runs {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        match *event {
            Event::Shuffles { .. } => self.fresh = true,
            Event::CardDrawn { side, unit } => {
                if self.last == Some((side, unit)) {
                    self.run += 1;
                    self.within += u32::from(!self.fresh);
                } else {
                    self.run = 1;
                }
                self.longest = self.longest.max(self.run);
                self.last = Some((side, unit));
                self.fresh = false;
            }
            _ => {}
        }
    }
}

fn runs(end_cards: u8) -> Runs {
    let mut field = field();
    tables::change(&mut field.spec.rules, |turn| turn.end_cards = end_cards);
    field.cap(20_000);
    for side in Side::BOTH {
        field.bot(side, vec![line(&[], Act::Stand)]);
    }
    let battle = field.battle();
    let mut runs = Runs::default();
    play(&battle, &mut Workspace::new(&battle), &mut Lcg(7), &mut runs);
    runs
}

#[test]
fn bl_02_without_the_end_card_at_most_twice_and_only_across_a_shuffle() {
    let runs = runs(0);
    assert_eq!((runs.longest, runs.within), (2, 0));
}

#[test]
fn bl_02_with_it_there_is_no_limit() {
    let runs = runs(1);
    assert!(runs.longest > 2, "{}", runs.longest);
    assert_eq!(runs.within, 0);
}
