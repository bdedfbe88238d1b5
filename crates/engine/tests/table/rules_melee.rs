//! LL-09 and LL-10: when a round of melee is fought; HOST-3, LLC-4 and LLC-6: how.

use crate::common::{
    AVERAGE, BOW, EXCELLENT, Field, GOOD, JAVELIN, PIKE, POOR, Played, SPEAR, SWORD, line, point,
    set,
};
use skirmish_engine::battle::{Cover, Edge, FigureId, Going, PlaceId, SightEffect, Task};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Ending, Event, MeleeKind, MoveKind, Qualifies};
use skirmish_engine::rulebook::{Effect, Reactors};
use skirmish_engine::side::Side::{A, B};

/// A man of side A before one of side B, in charge reach.
fn charge(own: usize, other: usize) -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, own, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, other, 15.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

/// What was added to the dice of each fight, the side with the initiative first.
fn bonuses(played: &Played) -> Vec<(i32, i32)> {
    played.find(|event| match *event {
        Event::Fights { rolled_a, rolled_b, total_a, total_b, .. } => {
            Some((total_a - rolled_a, total_b - rolled_b))
        }
        _ => None,
    })
}

fn effects(played: &Played) -> Vec<Effect> {
    played.find(|event| match *event {
        Event::Fights { effect, .. } => Some(effect),
        _ => None,
    })
}

/// Three pairs in contact, far from one another, and B's poor man elsewhere.
fn three_melees() -> (Field, [(FigureId, FigureId); 3]) {
    let mut field = Field::new();
    let pairs = [5.0, 15.0, 25.0].map(|y| {
        let a = field.figure(A, AVERAGE, SWORD, 10.0, y);
        let b = field.figure(B, AVERAGE, SWORD, 11.0, y);
        (a, b)
    });
    field.figure(B, POOR, SWORD, 45.0, 34.0);
    (field, pairs)
}

#[test]
fn ll_09_a_round_is_fought_on_first_contact() {
    let (field, a, b) = charge(SWORD, SWORD);
    let played = field.play(&[5, 5]);
    let [round] = &played.rounds()[..] else {
        panic!("{:?}", played.rounds());
    };
    assert_eq!(round.why, MeleeKind::Contact);
    assert_eq!(round.pairs, [(a, b)]);
}

#[test]
fn ll_09_one_round_and_no_more_while_nobody_chooses_it() {
    let (mut field, ..) = charge(SWORD, SWORD);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    let played = field.cap(30).play(&[&[5, 5][..], &[4; 29]].concat());
    assert_eq!(played.rounds().len(), 1);
}

#[test]
fn ll_09_contact_is_a_round_for_those_who_come_and_whom_they_meet() {
    // The other melee on the table has nothing to do with it.
    let (mut field, a, b) = charge(SWORD, SWORD);
    field.figure(A, AVERAGE, SWORD, 30.0, 30.0);
    field.figure(B, AVERAGE, SWORD, 31.0, 30.0);
    let played = field.play(&[5, 5]);
    assert_eq!(played.rounds()[0].pairs, [(a, b)]);
}

#[test]
fn ll_09_a_round_may_be_chosen_as_an_action() {
    let (mut field, pairs) = three_melees();
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.cap(1).play(&[5, 5]);
    assert_eq!(played.actions()[0].kind, ActionKind::Fight);
    let [round] = &played.rounds()[..] else {
        panic!("{:?}", played.rounds());
    };
    // One group with its opponents: the others wait.
    assert_eq!(round.why, MeleeKind::Action);
    assert_eq!(round.pairs.len(), 1);
    assert!(pairs.contains(&round.pairs[0]));
    assert_eq!(played.actions()[0].figures, set(&[round.pairs[0].0]));
}

#[test]
fn ll_09_the_whole_group_in_contact_fights_with_its_opponents() {
    let mut field = Field::new();
    let own = [10.0, 13.0].map(|y| field.figure(A, AVERAGE, SWORD, 10.0, y));
    let idle = field.figure(A, AVERAGE, SWORD, 8.0, 11.5);
    let foes = [10.0, 13.0].map(|y| field.figure(B, AVERAGE, SWORD, 11.0, y));
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.cap(1).play(&[5, 5, 5, 5]);
    assert_eq!(played.actions()[0].figures, set(&own));
    assert_eq!(played.actions()[0].figures & set(&[idle]), 0);
    assert_eq!(played.rounds()[0].pairs, [(own[0], foes[0]), (own[1], foes[1])]);
}

#[test]
fn ll_10_everyone_in_contact_fights_on_a_natural_one_to_three() {
    for roll in 1..=3 {
        let (mut field, pairs) = three_melees();
        let played = field.cap(2).play(&[roll, 5, 5, 5, 5, 5, 5]);
        assert_eq!(played.seizes()[0].1, i32::from(roll));
        let [round] = &played.rounds()[..] else {
            panic!("{:?}", played.rounds());
        };
        assert_eq!(round.why, MeleeKind::Everyone);
        assert_eq!(round.pairs, pairs);
        let told = played
            .count(|e| matches!(e, Event::EveryoneFights { rolled } if *rolled == i32::from(roll)));
        assert_eq!(told, 1);
    }
}

#[test]
fn ll_10_not_on_a_four() {
    let (mut field, _) = three_melees();
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.seizes().len(), 1);
    assert_eq!(played.rounds(), []);
}

#[test]
fn ll_10_it_is_the_natural_number_that_counts() {
    // A roll of 4 with -4, and one of 3 with many factors for it.
    let (mut field, _) = three_melees();
    let low = field.cap(2).play(&[4]);
    assert_eq!(low.rounds(), []);
    let nominee = FigureId::new(B, 3);
    field.leader(nominee, 4);
    field.card(&[nominee], Task::Kill(FigureId::new(A, 0)), &[]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    let high = field.play(&[3, 5, 5, 5, 5, 5, 5]);
    assert_eq!(high.nominations()[0].factors, 4);
    assert_eq!(high.rounds().len(), 1);
}

#[test]
fn ll_10_the_sidelines_fight_whether_or_not_the_roll_succeeds() {
    // Far off, an inspired demigod of side B seizes with a natural 2 after many shots at him.
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 5.0);
    let b = field.figure(B, AVERAGE, SWORD, 11.0, 5.0);
    field.figure(A, AVERAGE, BOW, 30.0, 30.0);
    let hero = field.figure(B, crate::common::DEMIGOD, SWORD, 38.0, 30.0);
    field.leader(hero, 4);
    field.card(&[hero], Task::Kill(FigureId::new(A, 1)), &[]);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    // 16 - 4 - 2 - 4 = 6: after two shots he needs 2.
    for (roll, success) in [(1, false), (2, true)] {
        let played = field.cap(2).play(&[1, 3, 5, 5, 1]);
        assert_eq!(played.seizes(), [(4, 3, false)]);
        let script = [&[1, 3, 5, 5, 1, roll, 5, 5][..], if success { &[5, 5] } else { &[1] }];
        let played = field.cap(3).play(&script.concat());
        assert_eq!(played.seizes()[1], (2, i32::from(roll), success));
        let everyone: Vec<_> = played
            .rounds()
            .into_iter()
            .filter(|round| round.why == MeleeKind::Everyone)
            .map(|round| round.pairs)
            .collect();
        assert_eq!(everyone, [vec![(a, b)], vec![(a, b)]]);
        // Before the next action, whoever makes it.
        let last = played.events.len()
            - 1
            - played
                .events
                .iter()
                .rev()
                .position(|e| matches!(e, Event::MeleeRound { why: MeleeKind::Everyone }))
                .expect("a round");
        let next = played.place_of(|e| matches!(e, Event::Acts { number: 3, .. }));
        assert!(last < next);
        assert_eq!(played.actions()[2].side, if success { B } else { A });
    }
}

#[test]
fn ll_10_with_nobody_in_contact_nothing_is_fought() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 5.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 5.0);
    let played = field.cap(2).play(&[1]);
    assert_eq!(played.seizes()[0].1, 1);
    assert_eq!(played.rounds(), []);
    assert_eq!(played.count(|e| matches!(e, Event::EveryoneFights { .. })), 0);
}

#[test]
fn ll_10_each_fights_one_round_also_where_many_meet() {
    // Two on one: one pairs, the other helps; nobody fights twice.
    let mut field = Field::new();
    let one = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let left = field.figure(B, AVERAGE, SWORD, 9.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let played = field.cap(2).play(&[1, 5, 5]);
    assert_eq!(played.rounds()[0].pairs, [(one, left)]);
    assert_eq!(bonuses(&played), [(2, 3)]);
}

#[test]
fn ll_10_a_round_on_a_roll_can_end_the_game() {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 5.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 5.0);
    let played = field.cap(9).play(&[3, 1, 9]);
    assert_eq!(played.dead(), [a]);
    let ending = Ending::Won { side: B, goal: None };
    assert_eq!(played.outcome.ending, ending);
    assert_eq!(played.outcome.actions, 1);
}

/// An excellent inspired leader of side B on a card and in melee, under five shots; he needs a natural 3.
fn nominee_in_melee() -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, GOOD, SWORD, 10.0, 5.0);
    let nominee = field.figure(B, EXCELLENT, SWORD, 11.0, 5.0);
    field.figure(A, AVERAGE, BOW, 30.0, 5.0);
    field.leader(nominee, 4);
    field.card(&[nominee], Task::Kill(a), &[]);
    field.bot(A, vec![line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder), line(&[], Act::Charge(Pick::Nearest))]);
    (field, a, nominee)
}

/// Five shots that miss and four rolls that fail without a round.
const UNDER_FIRE: [u8; 9] = [1, 4, 1, 4, 1, 4, 1, 4, 1];

#[test]
fn ll_10_a_success_stands_even_if_the_nominee_falls_and_his_body_acts() {
    let (mut field, a, nominee) = nominee_in_melee();
    let mate = field.figure(B, POOR, SWORD, 14.5, 5.0);
    // 17 - 4 + 4 - 4 = 13, less ten: 3. The nominee is cut down in the round; his mate charges in his stead.
    let script = [&UNDER_FIRE[..], &[3, 9, 1, 5, 5]].concat();
    let played = field.cap(6).play(&script);
    assert_eq!(played.seizes()[4], (3, 3, true));
    assert_eq!(played.nominations()[4].figure, nominee);
    assert_eq!(played.dead(), [nominee]);
    assert_eq!(played.passes(), [(B, 5)]);
    let first = played.actions()[5];
    assert_eq!((first.side, first.figures), (B, set(&[mate])));
    assert_eq!(first.first, Some(Qualifies::TowardEnemy));
    assert_eq!(first.target, Some(a));
}

#[test]
fn ll_10_if_nobody_of_his_body_is_left_the_first_action_is_forfeited() {
    let (mut field, _, nominee) = nominee_in_melee();
    field.figure(B, POOR, SWORD, 40.0, 34.0);
    let script = [&UNDER_FIRE[..], &[3, 9, 1, 4]].concat();
    let played = field.cap(7).play(&script);
    assert_eq!(played.dead(), [nominee]);
    assert_eq!(played.passes(), [(B, 5)]);
    assert_eq!(played.count(|e| matches!(e, Event::Forfeits { side: B, number: 6 })), 1);
    // The initiative stays with B until it is seized.
    assert_eq!(played.actions()[5].side, B);
    assert_eq!(played.actions()[5].first, None);
}

#[test]
fn ll_10_after_the_round_the_nominee_does_what_he_still_can() {
    // His opponent is driven off: no fight any more, so he goes after him.
    let (mut field, a, nominee) = nominee_in_melee();
    field.figure(B, POOR, SWORD, 40.0, 34.0);
    let script = [&UNDER_FIRE[..], &[3, 1, 5]].concat();
    let played = field.cap(6).play(&script);
    assert_eq!(played.nominations()[4].intention, ActionKind::Fight);
    assert_eq!(played.moves(MoveKind::Retreat).len(), 1);
    assert_eq!(played.moves(MoveKind::Retreat)[0].0, a);
    let first = played.actions()[5];
    assert_eq!((first.kind, first.figures), (ActionKind::Charge, set(&[nominee])));
    assert_eq!((first.first, first.card), (Some(Qualifies::Order), Some(0)));
}

#[test]
fn host_3_both_roll_and_the_margin_decides() {
    for (mine, his, effect) in [
        (5, 5, Effect::None),
        (6, 5, Effect::PushBack),
        (8, 5, Effect::PushBack),
        (9, 5, Effect::Retreat),
        (10, 5, Effect::Retreat),
        (10, 4, Effect::Kill),
    ] {
        let (field, a, b) = charge(SWORD, SWORD);
        let played = field.play(&[mine, his]);
        assert_eq!(effects(&played), [effect]);
        assert_eq!(played.dead().contains(&b), effect == Effect::Kill);
        assert_eq!(played.moves(MoveKind::PushBack).len(), usize::from(effect == Effect::PushBack));
        assert_eq!(played.moves(MoveKind::Retreat).len(), usize::from(effect == Effect::Retreat));
        // The same the other way round.
        let played = field.play(&[his, mine]);
        assert_eq!(effects(&played), [effect]);
        assert_eq!(played.dead().contains(&a), effect == Effect::Kill);
    }
}

#[test]
fn host_3_quality_is_added() {
    let (mut field, a, _) = charge(SWORD, SWORD);
    for (troops, quality) in [(POOR, 1), (AVERAGE, 2), (GOOD, 3)] {
        field.spec.sides[A].figures[a.index()].troops = troops;
        let played = field.play(&[5, 5]);
        assert_eq!(bonuses(&played), [(quality, 2)]);
    }
}

#[test]
fn host_3_friends_against_the_same_man_help_up_to_a_limit() {
    let mut field = Field::new();
    field.figure(B, AVERAGE, SWORD, 10.0, 10.0);
    for (dx, dy) in [(1.1, 0.0), (-1.1, 0.0), (0.0, 1.1), (0.0, -1.1)] {
        field.figure(A, AVERAGE, SWORD, 10.0 + dx, 10.0 + dy);
    }
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.cap(1).play(&[5, 5]);
    assert_eq!(bonuses(&played), [(5, 2)]);
    field.spec.rules.melee.support_most = 2;
    let played = field.cap(1).play(&[5, 5]);
    assert_eq!(bonuses(&played), [(4, 2)]);
}

#[test]
fn ll_09_who_is_upon_a_man_already_helps_those_who_charge_him() {
    let (mut field, ..) = charge(SWORD, SWORD);
    for y in [9.0, 11.0] {
        field.figure(A, AVERAGE, SWORD, 15.0, y);
    }
    let played = field.play(&[5, 5]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(bonuses(&played), [(4, 2)]);
}

#[test]
fn llc_4_the_longer_weapon_has_the_good_of_it_on_contact_only() {
    for (own, other, bonus) in [
        (SWORD, SWORD, (2, 2)),
        (SPEAR, SWORD, (3, 2)),
        (PIKE, SWORD, (4, 2)),
        (PIKE, SPEAR, (3, 2)),
        (SWORD, PIKE, (2, 4)),
        (JAVELIN, SWORD, (3, 2)),
    ] {
        let (mut field, ..) = charge(own, other);
        field.bot(
            A,
            vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
        );
        // Dice that come out even, so that they stay in contact; then a second round as an action.
        let (mine, his) = (5 + bonus.1 as u8, 5 + bonus.0 as u8);
        let played = field.cap(2).play(&[mine, his, 4, 5, 5]);
        assert_eq!(bonuses(&played), [bonus, (2, 2)], "{own} on {other}");
    }
}

#[test]
fn llc_4_spears_fight_in_two_ranks_pikes_in_three_and_javelins_support() {
    for (second, third, helpers) in [
        (SWORD, SWORD, 0),
        (SPEAR, SWORD, 1),
        (SPEAR, SPEAR, 1),
        (PIKE, PIKE, 2),
        (SWORD, PIKE, 1),
        (JAVELIN, SWORD, 1),
        (JAVELIN, JAVELIN, 1),
        (BOW, BOW, 0),
    ] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(A, AVERAGE, second, 9.0, 10.0);
        field.figure(A, AVERAGE, third, 8.0, 10.0);
        field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
        field.bot(A, vec![line(&[], Act::Fight)]);
        let played = field.cap(1).play(&[5, 5]);
        assert_eq!(bonuses(&played), [(2 + helpers, 2)], "{second}, {third}");
    }
}

#[test]
fn host_3_whoever_was_behind_the_barricade_first_has_the_good_of_it() {
    let (mut field, ..) = charge(SWORD, SWORD);
    // It ends just beyond him: on the way round its end one comes up to him across it.
    field.barricade(14.4, 5.0, 14.45, 10.2);
    let played = field.play(&[5, 5]);
    assert_eq!(bonuses(&played), [(2, 3)]);
}

#[test]
fn host_3_who_came_to_a_barricade_to_attack_holds_it_when_he_has_nobody_upon_him() {
    // He falls whom A came to across it; in the next action another of B charges A, who stands behind it.
    let (mut field, ..) = charge(SWORD, SWORD);
    field.barricade(14.4, 5.0, 14.45, 10.2);
    field.figure(B, AVERAGE, SWORD, 17.0, 10.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(2).play(&[9, 1, 20, 5, 5]);
    assert_eq!(bonuses(&played), [(2, 3), (2, 3)]);
}

#[test]
fn host_3_who_only_reacts_to_those_who_came_holds_the_barricade() {
    // The same, but the other of B engages in reaction (LL-11).
    let (mut field, ..) = charge(SWORD, SWORD);
    field.barricade(14.4, 5.0, 14.45, 10.2);
    field.figure(B, AVERAGE, SWORD, 17.0, 10.0);
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[9, 1, 5, 5]);
    assert_eq!(bonuses(&played), [(2, 3), (2, 3)]);
}

#[test]
fn host_3_who_walks_up_to_a_barricade_has_no_good_of_it_and_who_stands_behind_it_has() {
    // B stands two inches behind it. He comes up to A, who had charged and could not reach him.
    let (mut field, _, b) = charge(SWORD, SWORD);
    field.spec.sides[B].figures[b.index()].at = point(17.0, 10.0);
    field.barricade(14.4, 0.0, 14.45, 36.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(2).play(&[20, 5, 5]);
    assert_eq!(bonuses(&played), [(2, 3)]);
}

#[test]
fn host_3_who_is_pushed_back_from_a_barricade_has_still_come_to_attack() {
    // A comes slantwise, so that B, who engages in reaction, still gets at him across it.
    let (mut field, a, _) = charge(SWORD, SWORD);
    field.spec.sides[A].figures[a.index()].at = point(13.9, 4.0);
    field.barricade(14.4, 5.0, 14.45, 10.2);
    field.reacts(B, &[React::Engage]);
    field.spec.rules.options.reactors = Reactors::AllUnengaged;
    let played = field.play(&[4, 5, 5, 6]);
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
    assert_eq!(bonuses(&played), [(2, 3), (2, 3)]);
}

#[test]
fn host_3_who_stands_at_a_barricade_or_moves_along_it_and_attacks_nobody_holds_it() {
    // B charges in vain, and A comes to him there; or B has gone along it meanwhile.
    for then in [Act::Stand, Act::Move(Goal::Place(PlaceId(0)))] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 7.0, 10.0);
        field.figure(B, AVERAGE, SWORD, 17.0, 10.0);
        field.barricade(14.4, 0.0, 14.45, 36.0);
        field.place("post", 15.0, 12.0, 0.5);
        field.spec.starts = Some(B);
        let after = Condition::ActionsAtLeast;
        let charge = line(&[], Act::Charge(Pick::Nearest));
        field.bot(A, vec![line(&[after(2)], Act::Charge(Pick::Nearest)), line(&[], Act::Stand)]);
        field.bot(B, vec![line(&[after(1)], then), charge]);
        let played = field.cap(3).play(&[4, 20, 5, 5]);
        assert_eq!(bonuses(&played), [(2, 3)]);
    }
}

#[test]
fn llc_6_who_retreats_over_his_exit_leaves_the_table() {
    let (mut field, _, b) = charge(SWORD, SWORD);
    field.spec.sides[A].figures[0].at = point(38.0, 10.0);
    field.spec.sides[B].figures[b.index()].at = point(43.0, 10.0);
    field.spec.sides[B].exit = Some(Edge::Right);
    let played = field.play(&[9, 5]);
    assert_eq!(played.at(b), point(48.0, 10.0));
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { figure } if *figure == b)), 1);
}

#[test]
fn llc_6_push_back_is_one_base_and_retreat_two_full_moves_straight_away() {
    let (field, _, b) = charge(SWORD, SWORD);
    let pushed = field.play(&[6, 5]);
    // Contact at 14", so that he goes from 15" to 16".
    assert_eq!(pushed.at(b), point(16.0, 10.0));
    let routed = field.play(&[9, 5]);
    assert_eq!(routed.at(b), point(31.0, 10.0));
    assert_eq!(routed.moves(MoveKind::Retreat)[0].1, point(15.0, 10.0));
}

#[test]
fn ll_09_nobody_fights_through_a_wall() {
    // A palisade thinner than a base: they stand base to base on either side of it, and are not in contact.
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let wall = |field: &mut Field| {
        field.feature(
            "palisade",
            10.25,
            0.0,
            10.75,
            36.0,
            SightEffect::BlockBeyond(0),
            Cover::None,
            Going::Barred,
        );
    };
    field.bot(A, vec![line(&[], Act::Fight), line(&[], Act::Stand)]);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(field.cap(1).play(&[5, 5]).rounds()[0].pairs, [(a, b)]);
    wall(&mut field);
    // Nor is anybody engaged who tries to seize (LL-03), or fights on a low roll (LL-10).
    let played = field.cap(3).play(&[4, 1]);
    assert_eq!(played.count(|e| matches!(e, Event::Fights { .. })), 0);
    assert_eq!(played.needed(), [19, 19]);
    // Over a barricade they fight.
    field.spec.features[0].breaks_off = true;
    assert_eq!(field.cap(1).play(&[5, 5]).rounds()[0].pairs, [(a, b)]);
}

#[test]
fn ll_09_a_charge_ends_on_the_near_side_of_no_wall() {
    // The nearest way to the enemy ends at the wall; round its end he gets to him.
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 9.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    field.feature(
        "palisade",
        9.75,
        8.5,
        10.25,
        36.0,
        SightEffect::BlockBeyond(0),
        Cover::None,
        Going::Barred,
    );
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(1).play(&[5, 5]);
    assert_eq!(played.rounds()[0].pairs, [(a, b)]);
    assert!(played.at(a).x > point(10.0, 0.0).x, "{:?}", played.at(a));
}
