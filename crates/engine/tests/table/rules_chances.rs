//! The chances that bots ask about (LL-03, LL-07; HOST-2, HOST-3; WSC-4), each with its odds by hand.

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, POOR, SPEAR, SWORD, line};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect, Task};
use skirmish_engine::bot::{Act, ChanceOf, Condition, Goal, Pick};
use skirmish_engine::event::ActionKind;
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::Side::{A, B};

/// Whether A takes a line that has this condition in its first action.
fn holds(field: &Field, condition: Condition, act: Act) -> bool {
    let mut field = Field { spec: field.spec.clone(), as_written: true };
    field.bot(A, vec![line(&[condition], act), line(&[], Act::Stand)]);
    field.cap(1);
    // Where there are turns, whoever stands does not act.
    let played = field.play_with(&mut crate::common::Lcg(1));
    played.actions().first().is_some_and(|action| action.kind != ActionKind::Stand)
}

/// What a chance comes to for A's men, in whole percent: at least that, at most that, and neither a percent more nor less.
fn assert_percent(field: &mut Field, of: ChanceOf, act: Act, percent: u8) {
    let mark = field.place("far mark", 46.0, 34.0, 0.5);
    let act = if act == Act::Stand { Act::Move(Goal::Place(mark)) } else { act };
    assert!(holds(field, Condition::ChanceAtLeast(of, percent), act), "at least {percent}");
    assert!(!holds(field, Condition::ChanceAtLeast(of, percent + 1), act), "{percent} and more");
    assert!(holds(field, Condition::ChanceAtMost(of, percent), act), "at most {percent}");
    if percent > 0 {
        assert!(!holds(field, Condition::ChanceAtMost(of, percent - 1), act), "less");
    }
}

/// A bowman of A's at (10, 10), and a swordsman of B's so far before him.
fn facing(distance: f64) -> Field {
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
    field
}

#[test]
fn ll_03_the_enemy_s_chance_to_seize_after_an_action() {
    // An average man needs a 19 out of reach, and a 17 within.
    assert_percent(&mut facing(20.0), ChanceOf::Seizing, Act::Stand, 10);
    assert_percent(&mut facing(9.0), ChanceOf::Seizing, Act::Stand, 20);
    // LL-07: the counter of a line that shoots is in it.
    assert_percent(&mut facing(20.0), ChanceOf::Seizing, Act::Shoot(Pick::Nearest), 20);
    // LL-08: so is an order that could be carried out.
    let mut ordered = facing(20.0);
    ordered.card(&[FigureId::new(B, 0)], Task::Kill(FigureId::new(A, 0)), &[]);
    assert_percent(&mut ordered, ChanceOf::Seizing, Act::Stand, 30);
    // Where nobody seizes there is no chance.
    let mut turns = facing(9.0);
    turns.spec.rules.system = tables::ALTERNATE;
    assert_percent(&mut turns, ChanceOf::Seizing, Act::Stand, 0);
}

#[test]
fn ll_07_counters_that_are_held_count_in_the_chance_to_seize() {
    // 10 %, and each shot adds 10: he stops when the next would make it more than 40.
    let mut field = facing(20.0);
    field.as_written = true;
    let shoots = Condition::ChanceAtMost(ChanceOf::Seizing, 40);
    field.bot(A, vec![line(&[shoots], Act::Shoot(Pick::Nearest)), line(&[], Act::Stand)]);
    // Each shot misses, and each roll to seize fails.
    let played = field.cap(5).play(&[1, 4, 1, 4, 1, 4, 4]);
    let kinds: Vec<_> = played.actions().iter().map(|action| action.kind).collect();
    let (shoot, stand) = (ActionKind::Shoot, ActionKind::Stand);
    assert_eq!(kinds, [shoot, shoot, shoot, stand, stand]);
}

#[test]
fn host_2_the_chance_to_hit_and_to_be_hit() {
    // To hit on a d10: 5 near, 6 at medium range, 8 beyond.
    for (distance, percent) in [(7.0, 60), (12.0, 50), (20.0, 30), (25.0, 0)] {
        assert_percent(&mut facing(distance), ChanceOf::Hitting, Act::Stand, percent);
        let mut turned = facing(distance);
        turned.spec.sides.0.swap(0, 1);
        assert_percent(&mut turned, ChanceOf::BeingHit, Act::Stand, percent);
        assert_percent(&mut turned, ChanceOf::Hitting, Act::Stand, 0);
    }
    // The best of all: one stands nearer, behind a hedge.
    let mut field = facing(7.0);
    field.feature("hedge", 15.5, 5.0, 16.0, 15.0, SightEffect::Clear, Cover::Screen, Going::Free);
    assert_percent(&mut field, ChanceOf::Hitting, Act::Stand, 50);
    field.figure(B, AVERAGE, SWORD, 10.0, 17.5);
    assert_percent(&mut field, ChanceOf::Hitting, Act::Stand, 60);
}

#[test]
fn host_2_the_likeliest_target_is_not_the_nearest() {
    let mut field = facing(7.0);
    field.feature("hedge", 15.5, 5.0, 16.0, 15.0, SightEffect::Clear, Cover::Protect, Going::Free);
    let open = field.figure(B, AVERAGE, SWORD, 10.0, 17.5);
    for (pick, target) in [(Pick::Nearest, FigureId::new(B, 0)), (Pick::Likeliest, open)] {
        field.bot(A, vec![line(&[], Act::Shoot(pick))]);
        assert_eq!(field.cap(1).play(&[1]).shots()[0].target, target);
    }
}

#[test]
fn host_2_of_equal_targets_a_body_with_men_enough_for_the_shooters() {
    // Four bows, all at medium range of a lone man at 10 inches and of two, base to base, at 13.
    let mut field = facing(10.0);
    for y in [8.0, 9.0, 11.0] {
        field.figure(A, AVERAGE, BOW, 10.0, y);
    }
    let pair = field.figure(B, AVERAGE, SWORD, 22.5, 14.5);
    field.figure(B, AVERAGE, SWORD, 22.5, 15.5);
    let first = |field: &mut Field| {
        field.bot(A, vec![line(&[], Act::Shoot(Pick::Likeliest))]);
        field.cap(1).play(&[1, 1, 1, 1]).shots()[0].target
    };
    assert_eq!(first(&mut field), pair);
    // One bow has no use for a second man: the nearer is shot at.
    field.spec.sides[A].figures.truncate(1);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Likeliest))]);
    assert_eq!(field.cap(1).play(&[1]).shots()[0].target, FigureId::new(B, 0));
}

#[test]
fn host_2_the_most_dangerous_can_hurt_the_body_from_where_he_stands() {
    // One near without a bow, and a bowman further off: 50 % to hit, where nobody within a move wins a round.
    let mut field = facing(10.0);
    let bowman = field.figure(B, AVERAGE, BOW, 10.0, 23.0);
    let near = FigureId::new(B, 0);
    for act in [Act::Shoot, Act::Charge] {
        for (pick, target) in [(Pick::Nearest, near), (Pick::MostDangerous, bowman)] {
            field.bot(A, vec![line(&[], act(pick))]);
            let played = field.cap(1).play_with(&mut crate::common::Lcg(1));
            assert_eq!(played.actions()[0].target, Some(target));
        }
    }
    // Within a full move the best of the poor win 55 % of rounds.
    field.spec.sides[A].figures[0].troops = POOR;
    for (distance, target) in [(8.0, near), (9.5, bowman)] {
        field.spec.sides[B].figures[0].at = crate::common::point(10.0 + distance, 10.0);
        field.bot(A, vec![line(&[], Act::Charge(Pick::MostDangerous))]);
        let played = field.cap(1).play_with(&mut crate::common::Lcg(1));
        assert_eq!(played.actions()[0].target, Some(target), "{distance}");
    }
}

#[test]
fn host_3_the_chance_to_win_a_round_of_melee() {
    // Of a hundred pairs of d10 each is higher in 45.
    assert_percent(&mut facing(20.0), ChanceOf::Winning, Act::Stand, 45);
    // One more on one side: 55 to 36; a longer reach counts for who closes (LLC-4).
    let mut field = facing(20.0);
    field.spec.sides[B].figures[0].troops = POOR;
    assert_percent(&mut field, ChanceOf::Winning, Act::Stand, 55);
    field.spec.sides.0.swap(0, 1);
    assert_percent(&mut field, ChanceOf::Winning, Act::Stand, 36);
    field.spec.sides[A].figures[0].weapon = SPEAR;
    assert_percent(&mut field, ChanceOf::Winning, Act::Stand, 45);
    // In contact nobody closes.
    field.spec.sides[B].figures[0].at = crate::common::point(29.0, 10.0);
    let fights =
        |percent| holds(&field, Condition::ChanceAtLeast(ChanceOf::Winning, percent), Act::Fight);
    assert!(fights(36) && !fights(37));
}

#[test]
fn wsc_4_the_chance_to_pass_a_test_that_the_enemy_fails() {
    // A technique of 6 on a d10, at or under: 60 in a hundred, times 40.
    let mut field = facing(20.0);
    field.spec.rules.fighting = Fighting::Techniques;
    field.spec.rules.techniques.dice = skirmish_engine::dice::Dice::one(10);
    field.spec.rules.techniques.test = skirmish_engine::rulebook::TechniqueTest::AtOrUnder;
    assert_percent(&mut field, ChanceOf::Winning, Act::Stand, 24);
}

#[test]
fn host_1_who_needs_fewer_full_moves_is_there_first() {
    // 16" are two moves of 8", and a little more are three.
    for (enemy, is_first) in [(17.0, false), (17.1, true), (9.0, false)] {
        let mut field = Field::new();
        let mark = field.place("mark", 24.0, 10.0, 1.0);
        field.figure(A, AVERAGE, SWORD, 7.0, 10.0);
        field.figure(B, AVERAGE, SWORD, 24.0 + enemy, 10.0);
        let there = Condition::ThereFirst(Some(mark));
        let goes = Act::Move(Goal::Place(mark));
        assert_eq!(holds(&field, there, goes), is_first, "{enemy}");
        // The same of the objective, and of none.
        assert!(!holds(&field, Condition::ThereFirst(None), goes));
        field.spec.sides[A].objective = Some(mark);
        assert_eq!(holds(&field, Condition::ThereFirst(None), goes), is_first);
    }
    // Who has to go round is later: 15.1" as the crow flies.
    let mut field = Field::new();
    let mark = field.place("mark", 24.0, 10.0, 1.0);
    field.figure(A, AVERAGE, SWORD, 7.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.1, 10.0);
    let there = Condition::ThereFirst(Some(mark));
    let goes = Act::Move(Goal::Place(mark));
    assert!(!holds(&field, there, goes));
    field.house(28.0, 0.0, 32.0, 20.0);
    assert!(holds(&field, there, goes));
}
