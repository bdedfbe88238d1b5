//! AD-04, AD-08 and AD-09 on the table: charges, and those who meet, stop or shoot them.

use crate::ad_field::{
    Deadly, completes, declarations, field, muster, play_rolls, play_with, strikes,
};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SWORD, inches, line, set};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect, Time, WinSpec};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::ChargeCounts;
use skirmish_engine::side::Side::{A, B};

/// One who charges and one who stands, so far apart.
fn charge(distance: f64) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    (field, a, b)
}

fn charge_strikes(played: &Played) -> Vec<(FigureId, u16)> {
    played.find(|event| match *event {
        Event::ChargeStrikes { figure, segment } => Some((figure, segment)),
        _ => None,
    })
}

#[test]
fn ad_09_a_charge_is_twice_a_move_and_strikes_on_arrival() {
    // 1.8 inches a segment; contact is at a base's width and a quarter.
    let (field, a, b) = charge(4.2);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1])]);
    assert_eq!(charge_strikes(&played), [(a, 2)]);
    assert_eq!(strikes(&played), [(a, b)]);
    let (field, a, _) = charge(15.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1])]);
    assert_eq!(charge_strikes(&played), [(a, 8)]);
}

#[test]
fn ad_09_out_of_reach_of_a_charge_he_closes_with_a_normal_move() {
    let (field, a, _) = charge(25.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 4])]);
    assert!(charge_strikes(&played).is_empty());
    assert_eq!(played.at(a).x, inches(19.0));
    let charging = played.find(|event| match *event {
        Event::Declares { charging, .. } => Some(charging),
        _ => None,
    });
    assert_eq!(charging, [0]);
}

#[test]
fn ad_09_who_closes_makes_a_normal_move_and_keeps_the_charge() {
    let (mut field, a, b) = charge(12.0);
    field.spec.sides[A].wins = vec![WinSpec::After(Time::turns(2))];
    // He is out of reach of everything but a charge, and does not charge yet.
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Charge(Pick::Nearest)),
            line(&[], Act::Close(Pick::Nearest)),
        ],
    );
    let played = play_rolls(&field, &[(Initiative, &[3, 4, 3, 4]), (Melee, &[1, 1])]);
    let charging = played.find(|event| match *event {
        Event::Declares { side: A, charging, .. } => Some(charging),
        _ => None,
    });
    assert_eq!(charging, [0, set(&[a])]);
    assert_eq!(strikes(&played), [(a, b)]);
}

#[test]
fn ad_09_no_second_charge_within_ten_rounds() {
    let (mut field, a, b) = charge(12.0);
    field.spec.sides[A].wins = vec![WinSpec::After(Time::turns(21))];
    // Each blow makes him retreat by two full moves, out of reach of anything but a charge.
    field.spec.rules.melee.effect.kill = 99;
    field.bot(A, vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))]);
    field.spec.width = inches(400.0);
    let played = play_with(&field, &mut Deadly::new(3, 4));
    // In between he closes, and fights when he has.
    let mut round = 0;
    let mut charges = Vec::new();
    for event in &played.events {
        match *event {
            Event::SegmentRoll { round: r, .. } => round = r,
            Event::ChargeStrikes { figure, .. } if figure == a => charges.push(round),
            _ => {}
        }
    }
    assert!(played.dead().is_empty(), "{b:?} lives");
    assert_eq!(charges, [1, 11, 21]);
}

/// The rounds in which the figure declares a charge.
fn charges(played: &Played, by: FigureId) -> Vec<u32> {
    let mut round = 0;
    let mut charges = Vec::new();
    for event in &played.events {
        match *event {
            Event::SegmentRoll { round: r, .. } => round = r,
            Event::Declares { side, charging, .. }
                if side == by.side() && charging >> by.index() & 1 == 1 =>
            {
                charges.push(round);
            }
            _ => {}
        }
    }
    charges
}

#[test]
fn ad_09_a_charge_that_was_thrown_back_counts_or_not() {
    // On segment 5, 9 inches on, he is hit and pushed back; he is in reach of another charge all the time.
    let thrown_back = |counts, blows: &[u8]| {
        let (mut field, knight, _) = charge(14.0);
        field.spec.sides[A].wins = vec![WinSpec::After(Time::turns(2))];
        field.spec.sides[B].figures[0].weapon = BOW;
        field.spec.rules.segments.charge_counts = counts;
        let once = crate::common::unless(Condition::ActionsAtLeast(1), Act::Shoot(Pick::Nearest));
        field.bot(B, vec![once, line(&[], Act::Stand)]);
        let rolls = [(Initiative, &[5, 3, 4, 4][..]), (Shooting, &[10, 4]), (Melee, blows)];
        let played = play_rolls(&field, &rolls);
        assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
        charges(&played, knight)
    };
    assert_eq!(thrown_back(ChargeCounts::SetOff, &[]), [1]);
    assert_eq!(thrown_back(ChargeCounts::Home, &[1, 1]), [1, 2]);
}

#[test]
fn ad_09_the_one_who_is_charged_does_not_strike_back_in_this_round() {
    let (mut field, a, b) = charge(6.0);
    field.spec.sides[A].wins = vec![WinSpec::After(Time::turns(2))];
    field.bot(A, vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Fight)]);
    let played = play_rolls(&field, &[(Initiative, &[3, 4, 3, 4]), (Melee, &[1; 6])]);
    assert_eq!(strikes(&played), [(a, b), (b, a), (a, b)]);
}

#[test]
fn ad_09_two_who_charge_one_another_meet_in_the_middle() {
    let (mut field, a, b) = charge(12.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1, 1, 1])]);
    // 10.75 inches to go, 3.6 a segment; the one with initiative strikes first.
    assert_eq!(charge_strikes(&played), [(b, 3), (a, 3)]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
    // Dead before he strikes: the charge is lost.
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[10, 1])]);
    assert_eq!(strikes(&played), [(b, a)]);
    // Tied, both strike whatever becomes of them.
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1, 10, 1])]);
    assert_eq!(played.dead().len(), 2);
}

#[test]
fn ad_08_on_a_tie_neither_stops_the_other() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, CROSSBOW, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, CROSSBOW, 20.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    let played = play_with(&field, &mut Deadly::new(4, 4));
    assert_eq!(played.dead(), [b, a]);
    let played = play_with(&field, &mut Deadly::new(5, 4));
    assert_eq!(played.dead(), [b]);
    let played = play_with(&field, &mut Deadly::new(4, 5));
    assert_eq!(played.dead(), [a]);
}

#[test]
fn ad_06_the_archer_who_lost_shoots_the_knight_who_charges_him_or_is_cut_down_first() {
    // 8 inches: contact after 6.75, that is on segment 4 of 1.8 each.
    let fight = |dice: (u8, u8)| {
        let (mut field, knight, archer) = charge(8.0);
        field.spec.sides[B].figures[0].weapon = CROSSBOW;
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        let dead = played.dead();
        (dead.contains(&knight), dead.contains(&archer))
    };
    assert_eq!(fight((3, 4)), (true, false));
    assert_eq!(fight((3, 2)), (true, false));
    // The shot would come on segment 5 or 6.
    assert_eq!(fight((5, 2)), (false, true));
    assert_eq!(fight((6, 6)), (false, true));
    // On the fourth: the knight has initiative, or both.
    assert_eq!(fight((4, 2)), (false, true));
    assert_eq!(fight((4, 4)), (true, true));
}

#[test]
fn ad_04_a_charge_ends_where_its_last_mover_is_thrown_back() {
    let mut field = field(1);
    let knight = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let archer = field.figure(B, AVERAGE, BOW, 22.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // Nine inches on, on segment 5, he is hit and pushed back: nobody goes on, and the charge is over.
    let played = play_rolls(&field, &[(Initiative, &[5, 3]), (Shooting, &[10, 4])]);
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
    assert_eq!(completes(&played), [(archer, 1, 5, Rule::ad(6)), (knight, 1, 5, Rule::ad(5))]);
}

#[test]
fn ad_04_an_untimed_action_that_waits_keeps_its_initiative_over_those_aimed_at_its_actor() {
    let (mut field, knight, archer) = charge(16.0);
    field.spec.sides[B].figures[0].weapon = CROSSBOW;
    let clumsy = muster(&mut field, AVERAGE, |nature| nature.reaction = -2);
    let far = field.figure(A, clumsy, CROSSBOW, 6.0, 10.0);
    field.bot(
        A,
        vec![
            line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest)),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let shots = |dice: (u8, u8)| {
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        let shots = completes(&played).into_iter();
        let shots: Vec<_> = shots.map(|c| (c.0, c.2)).filter(|c| c.0 != knight).collect();
        (shots, played.dead())
    };
    // The archer has tied with the knight, so that he shoots on segment 4; he goes before the clumsy one all the same,
    // whose total is 2, and that one has his revenge.
    assert_eq!(shots((4, 4)), (vec![(archer, 4), (far, 4)], vec![knight, archer]));
    // Who has initiative over him does not wait for him.
    assert_eq!(shots((6, 3)), (vec![(far, 0)], vec![archer]));
}

#[test]
fn ad_03_who_only_closes_charges_nobody() {
    // He stands against who charges him, and only against him.
    let declares = |distance: f64| {
        let (mut field, a, b) = charge(distance);
        field.bot(
            B,
            vec![line(&[Condition::Charged], Act::Stand), line(&[], Act::Charge(Pick::Nearest))],
        );
        let played = play_with(&field, &mut Deadly::new(4, 3));
        let declared = declarations(&played);
        assert_eq!(declared[0], (a, ActionKind::Charge));
        declared.contains(&(b, ActionKind::Charge))
    };
    assert!(declares(25.0), "nobody charges him: the other closes");
    assert!(!declares(15.0), "he is charged");
}

#[test]
fn ad_09_nobody_charges_for_whom_slow_ground_makes_it_too_far() {
    // 15 inches, 13.75 to contact, of 18: with six of slow ground among them 19.75.
    for (slow, charges) in [(4.0, true), (6.0, false)] {
        let (mut field, a, _) = charge(15.0);
        field.feature(
            "mud",
            12.0,
            8.0,
            12.0 + slow,
            12.0,
            SightEffect::Clear,
            Cover::None,
            Going::Slow,
        );
        let played = play_with(&field, &mut Deadly::new(4, 3));
        assert_eq!(charge_strikes(&played).len(), usize::from(charges), "{slow}");
        let charging = played.find(|event| match *event {
            Event::Declares { charging, .. } => Some(charging),
            _ => None,
        });
        assert_eq!(charging, [if charges { set(&[a]) } else { 0 }], "{slow}");
    }
}
