//! LL-02 to LL-04 and LL-06: consequences first, who seizes and with what, and the intention that binds him.

use crate::common::{
    AVERAGE, BOW, DEMIGOD, EXCELLENT, Field, GOOD, HEROIC, JAVELIN, POOR, RUBBISH, SUB_HUMAN,
    SWORD, line, point, set,
};
use skirmish_engine::battle::{FigureId, Task, UnitId};
use skirmish_engine::bot::{Act, Condition, Goal, Nominate, Pick, React};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Ending, Event, MeleeKind, Qualifies};
use skirmish_engine::rulebook::{Counters, SeizeRoll, Waiting};
use skirmish_engine::side::Side::{self, A, B};

const ADEQUATE: usize = 1;
const INSPIRED: usize = 4;

/// One figure a side, too far apart for anything but walking; both sides would rather stand.
fn two(troops: usize) -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 5.0, 5.0);
    let b = field.figure(B, troops, SWORD, 40.0, 30.0);
    (field, a, b)
}

#[test]
fn ll_02_everything_an_action_causes_comes_before_the_seize_roll() {
    let mut field = Field::new();
    let charger = field.figure(A, GOOD, SWORD, 10.0, 10.0);
    let victim = field.figure(B, POOR, SWORD, 16.0, 10.0);
    let bow = field.figure(B, AVERAGE, BOW, 16.0, 22.0);
    let helper = field.figure(B, AVERAGE, SWORD, 17.0, 12.0);
    let panicky = field.unit(B, "panicky");
    let other = field.figure(B, AVERAGE, SWORD, 45.0, 3.0);
    for figure in [victim, other] {
        field.enlist(figure, panicky);
    }
    field.spec.sides[B].units[panicky.0 as usize].morale = Some(1);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    field.reacts(B, &[React::Shoot, React::Engage]);
    // The bow misses; the charger cuts his man down, so that the man's unit goes; the helper fights the charger.
    let played = field.cap(2).play(&[1, 9, 1, 5, 5, 4]);
    let order = [
        played.place_of(|e| matches!(e, Event::Acts { number: 1, .. })),
        played.place_of(|e| matches!(e, Event::Moves { figure, .. } if *figure == charger)),
        played.place_of(|e| matches!(e, Event::ReactsShooting { .. })),
        played.place_of(|e| matches!(e, Event::Shoots { shooter, .. } if *shooter == bow)),
        played.place_of(|e| matches!(e, Event::Contact { figure, enemy } if *figure == charger && *enemy == victim)),
        played.place_of(|e| matches!(e, Event::MeleeRound { why: MeleeKind::Contact })),
        played.place_of(|e| matches!(e, Event::Dies { figure, .. } if *figure == victim)),
        played.place_of(|e| matches!(e, Event::MoraleFalls { left: 0, .. })),
        played.place_of(|e| matches!(e, Event::UnitLeaves { figures, .. } if *figures == set(&[other]))),
        played.place_of(|e| matches!(e, Event::ReactsMoving { engage, .. } if *engage == set(&[helper]))),
        played.place_of(|e| matches!(e, Event::MeleeRound { why: MeleeKind::Reaction })),
        played.place_of(|e| matches!(e, Event::Nominates { .. })),
        played.place_of(|e| matches!(e, Event::SeizeRoll { .. })),
        played.place_of(|e| matches!(e, Event::Acts { number: 2, .. })),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn ll_03_a_failure_lets_the_active_side_act_again_without_limit() {
    let (mut field, ..) = two(AVERAGE);
    let played = field.cap(150).play(&[18; 149]);
    assert_eq!(played.actions().len(), 150);
    assert!(played.actions().iter().all(|action| action.side == A));
    assert!(played.seizes().iter().all(|seize| *seize == (19, 18, false)));
    assert_eq!(played.passes(), []);
    let end = Event::Ends { ending: Ending::Cap, streak: 150 };
    assert_eq!(played.events.last(), Some(&end));
}

#[test]
fn ll_03_after_each_action_the_passive_side_tries_once() {
    let (mut field, ..) = two(AVERAGE);
    let played = field.cap(6).play(&[5, 18, 19, 4, 20]);
    let order = played.find(|event| match *event {
        Event::Acts { side, .. } => Some((side, None)),
        Event::SeizeRoll { side, attempt, success, .. } => Some((side, Some((attempt, success)))),
        _ => None,
    });
    assert_eq!(
        order,
        [
            (A, None),
            (B, Some((1, false))),
            (A, None),
            (B, Some((2, false))),
            (A, None),
            (B, Some((3, true))),
            (B, None),
            (A, Some((1, false))),
            (B, None),
            (A, Some((2, true))),
            (A, None),
        ]
    );
    assert_eq!(played.passes(), [(B, 3), (A, 2)]);
}

#[test]
fn ll_03_to_equal_the_number_needed_is_enough() {
    for (roll, success) in [(18, false), (19, true), (20, true)] {
        let (mut field, ..) = two(AVERAGE);
        let played = field.cap(2).play(&[roll]);
        assert_eq!(played.seizes(), [(19, i32::from(roll), success)]);
        let next = played.actions()[1].side;
        assert_eq!(next, if success { B } else { A });
    }
}

#[test]
fn ll_03_the_base_rate_is_that_of_the_troops() {
    let published = [
        (SUB_HUMAN, 22),
        (RUBBISH, 21),
        (POOR, 20),
        (AVERAGE, 19),
        (GOOD, 18),
        (EXCELLENT, 17),
        (DEMIGOD, 16),
    ];
    for (troops, base) in published {
        let (mut field, ..) = two(troops);
        assert_eq!(field.cap(2).play(&[4]).needed(), [base]);
    }
}

#[test]
fn ll_03_the_nominees_own_rank_counts() {
    for (rank, bonus) in (0..5).zip(0..5) {
        let (mut field, _, b) = two(AVERAGE);
        field.leader(b, rank);
        assert_eq!(field.cap(2).play(&[4]).needed(), [19 - bonus]);
    }
}

#[test]
fn ll_03_a_leader_lends_nothing_to_another_nominee() {
    let (mut field, _, leader) = two(AVERAGE);
    let man = field.figure(B, AVERAGE, SWORD, 38.0, 30.0);
    field.leader(leader, INSPIRED);
    let shrine = field.place("shrine", 20.0, 30.0, 1.0);
    field.spec.sides[B].objective = Some(shrine);
    field.spec.sides[B].bot.nominate = Nominate::NearestToObjective;
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.nominations()[0].figure, man);
    assert_eq!(played.needed(), [19]);
    field.spec.sides[B].bot.nominate = Nominate::BestChance;
    let played = field.play(&[4]);
    assert_eq!(played.nominations()[0].figure, leader);
    assert_eq!(played.needed(), [15]);
}

#[test]
fn ll_03_one_living_figure_is_nominated() {
    // The best of them is shot first.
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let best = field.figure(B, DEMIGOD, SWORD, 22.0, 10.0);
    let rest = field.figure(B, POOR, SWORD, 40.0, 30.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let missed = field.cap(2).play(&[1, 4, 1]);
    assert_eq!(missed.nominations()[0].figure, best);
    let hit = field.play(&[10, 10, 4]);
    assert_eq!(hit.dead(), [best]);
    assert_eq!(hit.nominations()[0].figure, rest);
}

#[test]
fn ll_03_a_side_that_must_try_does_so_without_hope() {
    // seize-roll = always, whatever the bot thinks of its chance.
    let (mut field, _, b) = two(SUB_HUMAN);
    field.spec.sides[B].bot.least_chance_percent = 100;
    let played = field.cap(2).play(&[20]);
    assert_eq!(played.nominations()[0].figure, b);
    assert_eq!(played.seizes(), [(22, 20, false)]);
}

#[test]
fn ll_03_under_may_decline_a_side_may_let_a_chance_go_by() {
    let (mut field, ..) = two(AVERAGE);
    field.spec.rules.options.seize_roll = SeizeRoll::MayDecline;
    field.spec.sides[B].bot.least_chance_percent = 11;
    let played = field.cap(4).play(&[]);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { side: B })), 3);
    assert_eq!(played.seizes(), []);
    // One in ten is 10 percent; whoever wants that much tries.
    field.spec.sides[B].bot.least_chance_percent = 10;
    let played = field.cap(4).play(&[4, 4, 4]);
    assert_eq!(played.seizes().len(), 3);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { .. })), 0);
}

#[test]
fn ll_03_who_does_nothing_with_the_initiative_hands_it_over() {
    let (mut field, ..) = two(DEMIGOD);
    field.as_written = true;
    field.spec.rules.options.seize_roll = SeizeRoll::WhoCan;
    field.spec.rules.options.waiting = Waiting::HandsOver;
    field.cap(4);
    let stand = || vec![line(&[], Act::Stand)];
    let passes = |field: &Field, dice: &[u8]| {
        field.play(dice).find(|event| match *event {
            Event::Acts { side, number, .. } => Some((side, number)),
            Event::Passes { to, .. } => Some((to, 0)),
            _ => None,
        })
    };
    // Nobody rolls, and nobody waits alone.
    field.bot(A, stand());
    field.bot(B, stand());
    assert_eq!(passes(&field, &[]), [(A, 1), (B, 0), (B, 2), (A, 0), (A, 3), (B, 0), (B, 4)]);
    // Whoever does something keeps it until it is seized; what follows is as free as after any roll that nobody made.
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(passes(&field, &[]), [(A, 1), (B, 0), (B, 2), (B, 3), (B, 4)]);
    assert_eq!(field.play(&[]).actions()[1].first, None);
    // By the other reading to do nothing is an action like any other.
    field.spec.rules.options.waiting = Waiting::Keeps;
    assert_eq!(passes(&field, &[4, 4, 4]), [(A, 1), (A, 2), (A, 3), (A, 4)]);
}

#[test]
fn ll_01_an_action_that_would_change_nothing_is_not_offered() {
    // The place that he would go to lies across a river.
    let (mut field, a, _) = two(AVERAGE);
    field.as_written = true;
    let place = field.place("mark", 30.0, 30.0, 0.5);
    field.river(14.0, -1.0, 16.0, 37.0);
    let to_place = line(&[], Act::Move(Goal::Place(place)));
    let hill = field.place("hill", 10.0, 5.0, 0.5);
    field.bot(A, vec![to_place, line(&[], Act::Move(Goal::Place(hill)))]);
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.actions()[0].figures, set(&[a]));
    assert_eq!(played.at(a), point(10.0, 5.0));
}

#[test]
fn ll_04_nobody_seizes_by_a_natural_twenty_alone() {
    for (troops, needed) in [(SUB_HUMAN, 22), (RUBBISH, 21)] {
        let (mut field, ..) = two(troops);
        let played = field.cap(2).play(&[20]);
        assert_eq!(played.seizes(), [(needed, 20, false)]);
        assert_eq!(played.actions()[1].side, A);
        assert_eq!(field.battle().seize_chance(needed), (0, 20));
    }
}

#[test]
fn ll_04_with_a_factor_even_sub_humans_can() {
    // The essay says never; its own formula lets them (known contradiction).
    for (troops, ways) in [(SUB_HUMAN, 1), (RUBBISH, 2)] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 5.0, 5.0);
        field.figure(B, troops, SWORD, 12.0, 5.0);
        // In reach: +2.
        let needed = 21 - ways as i32;
        let played = field.cap(2).play(&[20, 5, 5]);
        assert_eq!(played.seizes(), [(needed, 20, true)]);
        assert_eq!(played.actions()[1].side, B);
        assert_eq!(field.battle().seize_chance(needed), (ways, 20));
    }
}

#[test]
fn ll_03_no_natural_one_fails_of_itself() {
    // A demigod and inspired leader in reach on a card, under three shooting actions: 16 - 4 - 2 - 4 - 6 = 0.
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let b = field.figure(B, DEMIGOD, SWORD, 16.0, 10.0);
    field.leader(b, INSPIRED);
    field.card(&[b], Task::Kill(FigureId::new(A, 0)), &[]);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(
        B,
        vec![
            line(&[Condition::EnemyStreakAtLeast(3)], Act::CarryOutOrder),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    let played = field.cap(4).play(&[1, 4, 1, 5, 1, 1, 5, 5]);
    assert_eq!(played.seizes(), [(8, 4, false), (6, 5, false), (0, 1, true)]);
    assert_eq!(played.actions()[3].side, B);
    assert_eq!(field.battle().seize_chance(0), (20, 20));
}

#[test]
fn ll_03_other_dice_are_added_up() {
    let (mut field, ..) = two(AVERAGE);
    field.spec.rules.seize.dice = Dice { count: 2, sides: 10 };
    let played = field.cap(3).play(&[9, 9, 9, 10]);
    assert_eq!(played.seizes(), [(19, 18, false), (19, 19, true)]);
    assert_eq!(field.battle().seize_chance(19), (3, 100));
}

#[test]
fn ll_03_in_reach_is_one_row_however_many_of_its_cases_hold() {
    // He could engage, shoot within medium range and reach his objective: +2 in all.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 16.0, 10.0);
    let mark = field.place("mark", 12.0, 14.0, 1.0);
    field.spec.sides[B].objective = Some(mark);
    for act in [Act::Charge(Pick::Nearest), Act::Shoot(Pick::Nearest)] {
        field.bot(B, vec![line(&[], act)]);
        assert_eq!(field.cap(2).play(&[4]).needed(), [17]);
    }
}

#[test]
fn ll_03_reach_is_one_full_move_into_contact() {
    // A full move of 8", two half bases and the gap: 9.25" between centres.
    let reach = 8.0 + 1.0 + 0.25;
    for (distance, needed) in [(reach, 17), (reach + 1.0 / 64.0, 19)] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
        assert_eq!(field.cap(2).play(&[4]).needed(), [needed], "{distance}");
    }
}

#[test]
fn ll_03_shooting_within_medium_range_is_in_reach_and_long_range_is_not() {
    for (distance, needed) in [(16.0, 17), (16.1, 19), (24.0, 19)] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(B, AVERAGE, BOW, 10.0 + distance, 10.0);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let played = field.cap(2).play(&[4]);
        assert_eq!(played.nominations()[0].intention, ActionKind::Shoot);
        assert_eq!(played.needed(), [needed], "{distance}");
    }
}

#[test]
fn ll_03_reaching_the_objective_in_one_move_is_in_reach() {
    for (distance, needed) in [(9.0, 17), (9.1, 19)] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 5.0, 10.0);
        let b = field.figure(B, AVERAGE, SWORD, 40.0, 10.0);
        let mark = field.place("mark", 40.0 - distance, 10.0, 1.0);
        field.bot(B, vec![line(&[], Act::Move(Goal::Place(mark)))]);
        let played = field.cap(2).play(&[4]);
        assert_eq!(played.nominations()[0].figure, b);
        assert_eq!(played.nominations()[0].intention, ActionKind::Move);
        assert_eq!(played.needed(), [needed], "{distance}");
    }
}

#[test]
fn ll_03_out_of_sight_of_the_destination_costs_two() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 5.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 10.0);
    assert_eq!(field.cap(2).play(&[4]).needed(), [19]);
    field.house(20.0, 5.0, 24.0, 15.0);
    assert_eq!(field.cap(2).play(&[4]).needed(), [21]);
    // A place as the destination likewise.
    let mark = field.place("mark", 10.0, 10.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.nominations()[0].intention, ActionKind::Move);
    assert_eq!(played.needed(), [21]);
}

/// Two in contact, and nobody else.
fn in_melee(barricade: bool) -> Field {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.25, 10.0);
    if barricade {
        field.barricade(10.6, 5.0, 10.65, 15.0);
    }
    field
}

#[test]
fn ll_03_engaged_in_melee_costs_four() {
    let mut field = in_melee(false);
    let played = field.cap(2).play(&[4]);
    let nomination = played.nominations()[0];
    assert_eq!(nomination.intention, ActionKind::Fight);
    assert_eq!((nomination.factors, nomination.needed), (-4, 23));
}

#[test]
fn ll_03_unless_one_can_break_off_at_will() {
    let mut field = in_melee(true);
    let played = field.cap(2).play(&[4]);
    let nomination = played.nominations()[0];
    assert_eq!(nomination.intention, ActionKind::Fight);
    assert_eq!((nomination.factors, nomination.needed), (0, 19));
    // And he is free to go.
    let far = field.place("far", 30.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(far)))]);
    field.bot(A, vec![line(&[], Act::Stand)]);
    let away = field.place("away", 10.0, 34.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(away)))]);
    let mut held = in_melee(false);
    held.spec.places = field.spec.places.clone();
    held.spec.sides[B].bot = field.spec.sides[B].bot.clone();
    // Free actions: let side B have the initiative.
    for (mut field, goes) in [(field, true), (held, false)] {
        field.spec.starts = Some(B);
        let played = field.cap(1).play(&[]);
        let kind = played.actions()[0].kind;
        assert_eq!(kind == ActionKind::Move, goes);
    }
}

#[test]
fn ll_03_published_chances_come_out_exactly() {
    let field = two(AVERAGE).0;
    let battle = field.battle();
    let bases = [22, 21, 20, 19, 18, 17, 16];
    for base in bases {
        for leadership in 0..=4 {
            for reach in [0, 2] {
                for counters in 0..=12 {
                    for hidden in [0, -2] {
                        for engaged in [0, -4] {
                            for card in [0, 4] {
                                let factors =
                                    leadership + reach + 2 * counters + hidden + engaged + card;
                                let ways = (21 - base + factors).clamp(0, 20) as u64;
                                assert_eq!(battle.seize_chance(base - factors), (ways, 20));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Plays one action and the roll after it, and gives the chance of that roll in twentieths.
fn twentieths(field: &mut Field, rolls: &[u8]) -> u64 {
    let played = field.play(rolls);
    let needed = *played.needed().last().expect("a seize roll");
    let (ways, all) = field.battle().seize_chance(needed);
    assert_eq!(all, 20);
    ways
}

#[test]
fn ll_03_the_published_examples_on_the_table() {
    // Average alone: 10 %.
    assert_eq!(twentieths(two(AVERAGE).0.cap(2), &[4]), 2);
    // Rubbish alone: never.
    assert_eq!(twentieths(two(RUBBISH).0.cap(2), &[4]), 0);
    // Good and himself a heroic leader, in reach: 40 %.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 5.0, 5.0);
    let b = field.figure(B, GOOD, SWORD, 12.0, 5.0);
    field.leader(b, HEROIC);
    assert_eq!(twentieths(field.cap(2), &[4]), 8);
    // Demigod and himself an inspired leader, in reach, on an order card: 75 %.
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 5.0, 5.0);
    let b = field.figure(B, DEMIGOD, SWORD, 12.0, 5.0);
    field.leader(b, INSPIRED);
    field.card(&[b], Task::Kill(a), &[]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    assert_eq!(twentieths(field.cap(2), &[4]), 15);
    // Average under two shooting actions: 30 %.
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 5.0, 5.0);
    field.figure(B, AVERAGE, SWORD, 20.0, 5.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    assert_eq!(field.spec.rules.options.counters, Counters::Kept);
    assert_eq!(twentieths(field.cap(3), &[1, 4, 1, 4, 1]), 6);
    // Excellent but engaged: never.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 5.0, 5.0);
    field.figure(B, EXCELLENT, SWORD, 6.1, 5.0);
    assert_eq!(twentieths(field.cap(2), &[4]), 0);
}

/// A good leader far from everything, and a man of his body; the leader must be nominated.
fn leader_and_man(man_at: (f64, f64)) -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let leader = field.figure(B, AVERAGE, SWORD, man_at.0 + 3.5, man_at.1);
    let man = field.figure(B, AVERAGE, SWORD, man_at.0, man_at.1);
    field.leader(leader, ADEQUATE);
    field.spec.sides[B].bot.nominate = Nominate::LeaderFirst;
    (field, leader, man)
}

#[test]
fn ll_06_factors_are_judged_for_the_nominee() {
    // The man could reach the enemy, the leader beside him cannot; both would go.
    let (mut field, leader, man) = leader_and_man((18.0, 10.0));
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.nominations()[0].figure, leader);
    assert_eq!(played.nominations()[0].factors, 0);
    assert_eq!(played.needed(), [18]);
    field.spec.sides[B].bot.nominate = Nominate::BestChance;
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.nominations()[0].figure, man);
    assert_eq!(played.nominations()[0].factors, 2);
}

#[test]
fn ll_03_who_cannot_succeed_is_passed_over_for_one_who_can() {
    // The leader is held in melee and needs 22; the man behind him is free, and needs 17 to join him.
    let mut field = Field::new();
    let enemy = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let leader = field.figure(B, AVERAGE, SWORD, 11.1, 10.0);
    let man = field.figure(B, AVERAGE, SWORD, 14.0, 10.0);
    field.leader(leader, ADEQUATE);
    let place = field.place("mark", 11.1, 10.0, 0.5);
    field.spec.sides[B].objective = Some(place);
    field.bot(B, vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))]);
    for policy in [Nominate::LeaderFirst, Nominate::FirstLine, Nominate::NearestToObjective] {
        field.spec.sides[B].bot.nominate = policy;
        let played = field.cap(2).play(&[4]);
        let found = (played.nominations()[0].figure, played.needed());
        assert_eq!(found, (man, vec![17]), "{policy:?}");
    }
    // Where nobody can, he is nominated all the same.
    field.spec.sides[B].figures[man.index()].at = point(10.0, 11.1);
    field.spec.sides[B].bot.nominate = Nominate::LeaderFirst;
    let played = field.cap(2).play(&[4]);
    assert_eq!((played.nominations()[0].figure, played.needed()), (leader, vec![22]));
    assert!(played.at(enemy) == point(10.0, 10.0));
}

#[test]
fn ll_06_and_for_what_he_means_to_do() {
    // The same man in the same spot: shooting at medium range counts, walking to a far place does not.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 22.0, 10.0);
    let far = field.place("far", 2.0, 10.0, 1.0);
    for (act, kind, factors) in [
        (Act::Shoot(Pick::Nearest), ActionKind::Shoot, 2),
        (Act::Move(Goal::Place(far)), ActionKind::Move, 0),
        (Act::Charge(Pick::Nearest), ActionKind::Charge, 0),
    ] {
        field.bot(B, vec![line(&[], act)]);
        let nomination = field.cap(2).play(&[4]).nominations()[0];
        assert_eq!((nomination.intention, nomination.factors), (kind, factors));
    }
}

#[test]
fn ll_06_the_intention_is_stated_before_the_roll() {
    let (mut field, _, b) = two(AVERAGE);
    let played = field.cap(3).play(&[4, 19]);
    let rolls: Vec<_> = (0..played.events.len())
        .filter(|k| matches!(played.events[*k], Event::SeizeRoll { .. }))
        .collect();
    assert_eq!(rolls.len(), 2);
    for roll in rolls {
        let before = (0..roll)
            .rev()
            .map(|k| played.events[k])
            .find(|event| !matches!(event, Event::Factor { .. }));
        assert!(matches!(before, Some(Event::Nominates { figure, .. }) if figure == b));
    }
}

#[test]
fn ll_06_a_success_binds_the_first_action_to_the_intention() {
    // Whatever the intention, the first action is that: same kind, same enemy or place; and the nominee is in it.
    let mut field = Field::new();
    let foe = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let bow = field.figure(B, AVERAGE, BOW, 24.0, 10.0);
    let far = field.place("far", 2.0, 10.0, 1.0);
    field.spec.sides[B].exit = Some(skirmish_engine::battle::Edge::Right);
    for (act, kind, qualifies, target, place, dice) in [
        (
            Act::Shoot(Pick::Nearest),
            ActionKind::Shoot,
            Qualifies::Engages,
            Some(foe),
            None,
            &[20, 1][..],
        ),
        (
            Act::Charge(Pick::Nearest),
            ActionKind::Charge,
            Qualifies::TowardEnemy,
            Some(foe),
            None,
            &[20],
        ),
        (
            Act::Move(Goal::Place(far)),
            ActionKind::Move,
            Qualifies::TowardEnemy,
            None,
            Some(far),
            &[20],
        ),
        (Act::Escape, ActionKind::Escape, Qualifies::Escapes, None, None, &[20]),
    ] {
        // Once B has the initiative, its bot would stand.
        field.bot(B, vec![line(&[Condition::EnemyStreakAtLeast(1)], act), line(&[], Act::Stand)]);
        let played = field.cap(2).play(dice);
        let nomination = played.nominations()[0];
        assert_eq!((nomination.intention, nomination.qualifies), (kind, qualifies));
        let first = played.actions()[1];
        assert_eq!((first.side, first.kind), (B, kind));
        assert_eq!(first.first, Some(qualifies));
        assert_eq!((first.target, first.place), (target, place));
        assert_eq!(first.figures, set(&[bow]));
    }
}

#[test]
fn ll_03_who_starts_is_named_or_by_lot() {
    for side in Side::BOTH {
        let (mut field, ..) = two(AVERAGE);
        field.spec.starts = Some(side);
        let played = field.cap(1).play(&[]);
        assert_eq!(played.events[0], Event::Begins { side, by_lot: false });
        assert_eq!(played.actions()[0].side, side);
        field.spec.starts = None;
        let face = 1 + side.index() as u8;
        let played = field.cap(1).play(&[face]);
        assert_eq!(played.events[0], Event::Begins { side, by_lot: true });
        assert_eq!(played.actions()[0].side, side);
    }
}

#[test]
fn ll_03_units_do_not_matter_to_who_may_be_nominated() {
    let (mut field, _, b) = two(AVERAGE);
    let unit = field.unit(B, "others");
    assert_eq!(unit, UnitId(1));
    let good = field.figure(B, GOOD, SWORD, 45.0, 3.0);
    field.enlist(good, unit);
    let played = field.cap(2).play(&[4]);
    assert_ne!(played.nominations()[0].figure, b);
    assert_eq!(played.nominations()[0].figure, good);
}

#[test]
fn ll_03_a_throw_within_medium_range_after_a_few_steps_is_in_reach() {
    // Javelins are thrown after a full move of 8 in (LL-14); medium range is 8 in, long range 10 in.
    for (x, factors) in [(25.0, 2), (27.5, 0)] {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(B, AVERAGE, JAVELIN, x, 10.0);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let nomination = field.cap(2).play(&[4]).nominations()[0];
        assert_eq!(nomination.intention, ActionKind::Shoot);
        assert_eq!(nomination.factors, factors, "from {x}");
    }
}
