//! PG-02 to PG-05: points, turns, activation, pressure, reaction tests, rout.

use crate::common::petite::{self, LIGHT, LINE, MUSKET, RANGER, SABRE, Tested, ahead};
use crate::common::{Field, Played, line, set};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{FigureId, Time, UnitId, WinSpec};
use skirmish_engine::bot::{Act, Goal, Pick, React};
use skirmish_engine::event::{
    ActionKind, ControlResult, ControlTest, Ending, Event, MoveKind, Pressure,
};
use skirmish_engine::rulebook::{HalfStrengthTest, Points, Skills};
use skirmish_engine::side::Side::{self, A, B};

use ControlResult::{InControl, OutOfControl, Routed};

/// B's men with muskets, in one unit, 40 paces before as many of A in one unit; both shoot.
fn firefight(own: usize, theirs: usize) -> Field {
    let mut field = petite::field();
    for (side, n, x) in [(A, own, 50.0), (B, theirs, 90.0)] {
        for k in 0..n {
            field.figure(side, LINE, MUSKET, x, 60.0 + 4.0 * k as f64);
        }
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    field
}

fn test(side: Side, test: ControlTest, result: ControlResult) -> Tested {
    Tested { side, unit: 0, test, die: 8, result }
}

#[test]
fn pg_03_points_are_a_sum_over_skills() {
    let points = Points { command: 1, aimed: 2, melee: 3, mounted: 5, sure_footed: 7 };
    let skills = Skills { command: 4, aimed: 6, melee: 8, sure_footed: false };
    assert_eq!(points.of(&skills, false), 4 + 12 + 24);
    let skills = Skills { sure_footed: true, ..skills };
    assert_eq!(points.of(&skills, true), 4 + 12 + 24 + 5 + 7);
}

#[test]
fn pg_04_sides_take_turns_and_units_free_of_pressure_act() {
    let mut field = firefight(1, 1);
    let second = petite::unit(&mut field, A, "second");
    let man = field.figure(A, LINE, MUSKET, 50.0, 90.0);
    field.enlist(man, second);
    field.cap(4);
    // Both units of A, then B's, all miss; nobody has anything to test, nor to do in turns 3 and 4.
    let played = field.play(&[1, 1, 1, 1, 1, 1]);
    assert_eq!(played.turns(), [A, B, A, B]);
    let sides: Vec<_> = played.actions().iter().map(|a| (a.side, a.figures)).collect();
    assert_eq!(sides, [(A, 1), (A, 2), (B, 1)]);
    assert_eq!(played.tests(), []);
}

#[test]
fn pg_04_the_first_turn_is_by_lot() {
    for (lot, side) in [(1, A), (2, B)] {
        let mut field = petite::field();
        field.figure(A, LINE, SABRE, 20.0, 60.0);
        field.figure(B, LINE, SABRE, 120.0, 60.0);
        field.spec.starts = None;
        field.cap(1);
        assert_eq!(field.play(&[lot]).turns(), [side]);
    }
}

#[test]
fn pg_04_each_figure_acts_once_in_a_turn() {
    let mut field = firefight(2, 1);
    let mark = field.place("mark", 50.0, 10.0, 1.0);
    // Whoever has fired does not move any more, whatever stands next in the script.
    field.bot(
        A,
        vec![
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[], Act::Move(Goal::Place(mark))),
            line(&[], Act::Run(Goal::Place(mark))),
        ],
    );
    field.cap(1);
    let played = field.play(&[1, 1, 1, 1]);
    assert_eq!(played.actions().len(), 1);
    assert_eq!(played.moves(MoveKind::Action), []);
}

#[test]
fn pg_04_a_wound_or_a_death_by_fire_marks_the_unit_at_once() {
    for effect in [1, 4] {
        let mut field = firefight(1, 3);
        field.cap(1);
        let played = field.play(&[8, 8, effect]);
        assert_eq!(played.pressed(), [(B, 0, Pressure::Fire)]);
        let at = |is: fn(&Event) -> bool| played.place_of(is);
        let struck = at(|e| matches!(e, Event::Struck { .. }));
        let marked = at(|e| matches!(e, Event::LosesControl { .. }));
        assert_eq!(marked, struck + 1, "before anything else");
    }
}

#[test]
fn pg_04_shots_that_miss_put_nobody_under_pressure() {
    let mut field = firefight(3, 3);
    field.cap(2);
    let played = field.play(&[1; 12]);
    assert_eq!(played.pressed(), []);
    assert_eq!(played.fired().len(), 6);
}

/// A's shot wounds one of B's three in turn 1; B's test in turn 2 rolls this.
fn activation(rolls: &[u8]) -> Played {
    let mut field = firefight(1, 3);
    field.cap(2);
    let mut all = vec![8, 8, 1];
    all.extend(rolls);
    field.play(&all)
}

#[test]
fn pg_04_on_4_a_unit_is_in_control_and_acts_in_the_same_turn() {
    for face in [4, 8] {
        // The wounded one of the three rolls two d6.
        let played = activation(&[face, 1, 1, 1, 1, 1, 1]);
        assert_eq!(played.tests(), [test(B, ControlTest::Activation, InControl)]);
        assert_eq!(played.fired().len(), 4);
    }
}

#[test]
fn pg_04_on_2_or_3_it_misses_the_turn() {
    for face in [2, 3] {
        let played = activation(&[face]);
        assert_eq!(played.tests(), [test(B, ControlTest::Activation, OutOfControl)]);
        assert_eq!(played.actions().len(), 1);
        assert_eq!(played.turns(), [A, B]);
    }
}

#[test]
fn pg_04_it_is_tested_again_each_turn_until_it_is_in_control() {
    let mut field = firefight(1, 3);
    field.cap(6);
    let played = field.play(&[8, 8, 1, 3, 2, 4, 1, 1, 1, 1, 1, 1]);
    let results: Vec<_> = played.tests().iter().map(|test| test.result).collect();
    assert_eq!(results, [OutOfControl, OutOfControl, InControl]);
    assert_eq!(played.actions().last().map(|action| action.side), Some(B));
}

#[test]
fn pg_04_on_1_it_is_routed_and_runs_from_the_enemy_at_once() {
    let played = activation(&[1]);
    assert_eq!(played.tests(), [test(B, ControlTest::Activation, Routed)]);
    let runs = played.moves(MoveKind::Rout);
    assert_eq!(runs.len(), 3);
    assert_eq!(played.count(|e| matches!(e, Event::Routs { figures: 0b111, .. })), 1);
    assert!(runs.iter().all(|(_, from, to)| to.x > from.x));
}

#[test]
fn pg_04_the_die_is_the_unit_s_c_die_of_most_of_its_men() {
    for (troops, die) in [([LINE, LIGHT, LIGHT], 10), ([LINE, LINE, RANGER], 8)] {
        let mut field = petite::field();
        field.figure(A, LINE, MUSKET, 50.0, 60.0);
        for (k, troops) in troops.into_iter().enumerate() {
            field.figure(B, troops, SABRE, 90.0, 60.0 + 4.0 * k as f64);
        }
        field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.cap(2);
        assert_eq!(field.play(&[8, 8, 1, 4]).tests()[0].die, die);
    }
}

#[test]
fn pg_04_only_the_unit_that_suffers_is_out_of_control() {
    let mut field = firefight(1, 1);
    let second = petite::unit(&mut field, B, "second");
    let man = field.figure(B, LINE, MUSKET, 90.0, 90.0);
    field.enlist(man, second);
    field.cap(2);
    let played = field.play(&[8, 8, 1, 3, 1, 1]);
    assert_eq!(played.actions()[1].figures, set(&[man]));
}

#[test]
fn pg_04_thresholds_are_the_rulebook_s() {
    let mut field = firefight(1, 3);
    let control = &mut field.spec.rules.control;
    (control.in_control, control.out_of_control) = (6, 4);
    field.cap(2);
    for (face, result) in [(3, Routed), (5, OutOfControl)] {
        assert_eq!(field.play(&[8, 8, 1, face]).tests()[0].result, result);
    }
}

#[test]
fn pg_04_the_passive_side_never_reacts() {
    let mut field = firefight(1, 2);
    field.reacts(B, &[React::Shoot, React::Engage]);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.spec.sides[A].figures[0].at = crate::common::point(75.0, 60.0);
    petite::ends_after(&mut field, 1);
    // Only the round of melee at the end of the turn.
    let played = field.play(&[1, 1]);
    assert_eq!(played.fired(), []);
    assert_eq!(played.bouts().len(), 1);
}

/// A charges B's one man, who faces this way, from the left.
fn charge(facing: (i32, i32), rolls: &[u8]) -> Played {
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 78.0, 60.0);
    field.figure(B, LINE, MUSKET, 90.0, 60.0);
    field.spec.sides[B].units[0].facing = Point::new(facing.0, facing.1);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    petite::ends_after(&mut field, 1);
    field.play(rolls)
}

#[test]
fn pg_04_a_charge_puts_the_charged_out_of_control() {
    let played = charge((-1, 0), &[1, 1]);
    assert_eq!(played.pressed(), [(B, 0, Pressure::Charge)]);
    assert_eq!(played.tests(), [], "from the front");
}

#[test]
fn pg_04_a_charge_that_falls_short_puts_nobody_out_of_control() {
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 60.0, 60.0);
    field.figure(B, LINE, MUSKET, 90.0, 60.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    assert_eq!(field.play(&[]).pressed(), []);
}

#[test]
fn pg_05_a_unit_charged_in_flank_or_rear_tests_at_once() {
    for (facing, beside) in [
        ((-1, 0), false),
        ((-1, 1), false),
        ((-1, -1), false),
        ((-99, 100), true),
        ((0, 1), true),
        ((0, -1), true),
        ((1, 0), true),
        ((1, 1), true),
    ] {
        // The test, if any, comes before the round of melee.
        let rolls: &[u8] = if beside { &[4, 1, 1] } else { &[1, 1] };
        let tests = charge(facing, rolls).tests();
        assert_eq!(tests.len(), usize::from(beside), "{facing:?}");
        if beside {
            assert_eq!(tests[0], test(B, ControlTest::FlankOrRear, InControl));
        }
    }
    // Routed, it runs before it comes to blows.
    let routed = charge((1, 0), &[1]);
    assert_eq!(routed.bouts(), []);
    assert_eq!(routed.moves(MoveKind::Rout).len(), 1);
}

/// Of three who come from straight ahead only one has room in front of the man; the others get to his sides.
#[test]
fn pg_05_what_counts_is_where_a_charge_comes_from() {
    for (x, beside) in [(78.0, false), (90.0, true)] {
        let mut field = petite::field();
        for off in [0.0, 3.2, -3.2] {
            let (x, y) = if beside { (x + off, 72.0) } else { (x, 60.0 + off) };
            field.figure(A, LINE, SABRE, x, y);
        }
        let b = field.figure(B, LINE, MUSKET, 90.0, 60.0);
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        petite::ends_after(&mut field, 1);
        let rolls: &[u8] = if beside { &[4, 1, 1, 1] } else { &[1, 1, 1] };
        let played = field.play(rolls);
        let met = played.count(|e| matches!(*e, Event::Contact { enemy, .. } if enemy == b));
        assert_eq!((met, played.tests().len()), (3, usize::from(beside)));
    }
}

/// Whoever stood at a barricade first has its far side as his front, though he faces along it.
#[test]
fn pg_05_over_a_barricade_that_he_mans_nobody_comes_in_flank() {
    for (manned, tested) in [(true, 0), (false, 1)] {
        let mut field = petite::field();
        field.figure(A, LINE, SABRE, 84.0, 60.0);
        field.figure(B, LINE, MUSKET, 90.0, 60.0);
        field.spec.sides[B].units[0].facing = Point::new(0, 1);
        if manned {
            field.barricade(88.0, 40.0, 88.5, 80.0);
        }
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        petite::ends_after(&mut field, 1);
        let rolls: &[u8] = if manned { &[1, 1] } else { &[4, 1, 1] };
        assert_eq!(field.play(rolls).tests().len(), tested);
    }
}

/// Two go round by the corner, and the second finds room only to a side of the man.
#[test]
fn pg_05_round_a_house_a_charge_comes_from_its_corner() {
    // To the way that the other faces they have 43 and 28, or 47 and 62, degrees where they stand, and at the corner 76 or 14.
    for ((x, y), beside) in [((-1, 1), true), ((-1, -1), false)] {
        let mut field = petite::field();
        field.figure(A, LINE, SABRE, 78.0, 60.5);
        field.figure(A, LINE, SABRE, 78.0, 63.75);
        let b = field.figure(B, LINE, MUSKET, 90.0, 60.0);
        field.spec.sides[B].units[0].facing = Point::new(x, y);
        field.house(80.0, 57.0, 85.0, 90.0);
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        petite::ends_after(&mut field, 1);
        let rolls: &[u8] = if beside { &[4, 1, 1, 1] } else { &[1, 1, 1] };
        let played = field.play(rolls);
        let met = played.count(|e| matches!(*e, Event::Contact { enemy, .. } if enemy == b));
        assert_eq!((met, played.tests().len()), (2, usize::from(beside)));
    }
}

/// Some of B's three, who all look to the left, shoot at the nearest, above them, and so turn to him. Then a horseman comes
/// at them from the left or from above.
#[test]
fn pg_05_a_unit_faces_as_most_of_it_do() {
    let from_left = [(1, false), (2, true), (3, true)];
    let from_above = [(1, true), (2, false), (3, false)];
    for (at, cases) in [((55.0, 60.0), from_left), ((90.0, 92.0), from_above)] {
        for (turned, beside) in cases {
            let mut field = petite::field();
            let rider = field.figure(A, LINE, SABRE, at.0, at.1);
            field.spec.sides[A].figures[rider.index()].mounted = true;
            let apart = petite::unit(&mut field, A, "apart");
            let target = field.figure(A, LINE, SABRE, 98.0, 84.0);
            field.enlist(target, apart);
            for k in 0..3 {
                let weapon = if k < turned { MUSKET } else { SABRE };
                field.figure(B, LINE, weapon, 86.0 + 4.0 * k as f64, 60.0);
            }
            field.spec.starts = Some(B);
            field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
            field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
            petite::ends_after(&mut field, 2);
            // Shots that miss, the test, and the round of melee.
            let mut rolls = vec![1; 2 * turned];
            rolls.extend(beside.then_some(4));
            rolls.extend([1, 1]);
            let played = field.play(&rolls);
            let shot_at: Vec<_> = played.fired().iter().map(|fired| fired.target).collect();
            assert_eq!(shot_at, vec![target; turned]);
            assert_eq!(played.pressed(), [(B, 0, Pressure::Charge)]);
            assert_eq!(played.tests().len(), usize::from(beside), "{turned} turned, from {at:?}");
        }
    }
}

#[test]
fn pg_05_no_change_leaves_the_charged_out_of_control() {
    // In control on the reaction test is no change: it is tested again when its turn begins.
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 78.0, 60.0);
    field.figure(B, LINE, MUSKET, 90.0, 60.0);
    field.spec.sides[B].units[0].facing = ahead(A);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    petite::ends_after(&mut field, 2);
    let played = field.play(&[8, 1, 1, 4, 1, 1]);
    let expected = [ControlTest::FlankOrRear, ControlTest::Activation];
    let tests: Vec<_> = played.tests().iter().map(|test| test.test).collect();
    assert_eq!(tests, expected);
}

/// Four of A shoot at B's five one after another, in turns of one shot each; each shot named here kills.
fn losses(reading: HalfStrengthTest, kills: usize, rolls: &[u8]) -> Played {
    let mut field = petite::field();
    for k in 0..kills {
        let unit = match k {
            0 => UnitId(0),
            _ => petite::unit(&mut field, A, "another"),
        };
        let man = field.figure(A, LINE, MUSKET, 50.0, 40.0 + 10.0 * k as f64);
        field.enlist(man, unit);
    }
    for k in 0..5 {
        field.figure(B, LINE, SABRE, 75.0, 40.0 + 10.0 * f64::from(k));
    }
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.rules.control.half_strength_test = reading;
    // Every action of the turn, and the cap on actions at its end.
    field.cap(kills as u32);
    field.play(rolls)
}

#[test]
fn pg_05_a_unit_tests_when_it_falls_below_half() {
    use HalfStrengthTest::{EachLoss, OnCrossing};
    for reading in [OnCrossing, EachLoss] {
        // Of five, three are more than half and two are less.
        let played = losses(reading, 2, &[8, 8, 4, 8, 8, 4]);
        assert_eq!(played.tests(), []);
        let played = losses(reading, 3, &[8, 8, 4, 8, 8, 4, 8, 8, 4, 4]);
        assert_eq!(played.tests(), [test(B, ControlTest::HalfStrength, InControl)]);
    }
}

#[test]
fn pg_05_half_strength_is_tested_on_crossing_or_at_each_loss() {
    use HalfStrengthTest::{EachLoss, OnCrossing};
    let thirds = [8, 8, 4, 8, 8, 4, 8, 8, 4, 4, 8, 8, 4];
    assert_eq!(losses(OnCrossing, 4, &thirds).tests().len(), 1);
    let mut each = thirds.to_vec();
    each.push(2);
    let played = losses(EachLoss, 4, &each);
    let results: Vec<_> = played.tests().iter().map(|test| test.result).collect();
    assert_eq!(results, [InControl, OutOfControl]);
}

#[test]
fn pg_05_exactly_half_is_not_below_half() {
    let mut field = firefight(1, 2);
    field.cap(1);
    assert_eq!(field.play(&[8, 8, 4]).tests(), []);
}

#[test]
fn pg_04_a_leader_who_calls_has_acted() {
    let mut field = petite::field();
    let leader = field.figure(A, LINE, SABRE, 30.0, 60.0);
    field.leader(leader, 0);
    let near = field.figure(A, LINE, SABRE, 34.0, 60.0);
    let far = field.figure(A, LINE, SABRE, 30.0, 100.0);
    field.figure(B, LINE, SABRE, 190.0, 140.0);
    let mark = field.place("mark", 100.0, 60.0, 1.0);
    field.bot(A, vec![line(&[], Act::ToMe), line(&[], Act::Run(Goal::Place(mark)))]);
    let played = field.cap(2).play(&[]);
    let done: Vec<_> = played.actions().iter().map(|a| (a.kind, a.figures)).collect();
    // He stands still (LL-15); who was not called goes without him.
    assert_eq!(done, [(ActionKind::ToMe, set(&[far])), (ActionKind::Run, set(&[near]))]);
    assert_eq!(played.at(leader), crate::common::point(30.0, 60.0));
}

#[test]
fn pg_05_wounds_do_not_count_against_strength() {
    let mut field = firefight(2, 2);
    field.cap(1);
    assert_eq!(field.play(&[8, 8, 1, 8, 8, 1]).tests(), []);
}

#[test]
fn pg_06_a_rout_is_fast_turn_after_turn_and_ends_off_the_table() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 125.0, 60.0);
    let b = field.figure(B, LINE, SABRE, 165.0, 60.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(9);
    // Wounded, so slow; he has 35 paces to go: 6 paces a turn.
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.moves(MoveKind::Rout).len(), 4);
    assert_eq!(played.ran_off(), []);
    field.cap(20);
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.moves(MoveKind::Rout).len(), 6);
    assert_eq!(played.ran_off(), [b]);
    assert_eq!(played.outcome.losses[B], 1);
    assert_eq!(played.outcome.ending, Ending::Won { side: A, goal: None });
}

#[test]
fn pg_06_the_unhurt_run_a_fast_move() {
    let mut field = firefight(1, 3);
    field.cap(2);
    let gone = field.play(&[8, 8, 1, 1]).gone(&field);
    let mut gone = gone[B].clone();
    gone.sort_unstable();
    let fast = crate::common::inches(18.0);
    assert!(gone[1..].iter().all(|way| (fast - 2..=fast).contains(way)), "{gone:?}");
}

#[test]
fn pg_06_who_is_in_front_runs_first() {
    // The third stands where the second gets to by a fast move.
    let mut field = firefight(1, 3);
    for (k, x) in [(1, 94.0), (2, 112.0)] {
        field.spec.sides[B].figures[k].at = crate::common::point(x, 60.0);
    }
    field.cap(2);
    let runs = field.play(&[8, 8, 1, 1]).moves(MoveKind::Rout);
    let fast = crate::common::inches(18.0);
    let of = |k: usize| runs.iter().find(|(who, ..)| who.index() == k).expect("he runs");
    for k in [1, 2] {
        let (_, from, to) = of(k);
        assert!(from.distance(*to) >= fast - 2, "{k}: {}", from.distance(*to));
    }
}

#[test]
fn pg_06_who_is_held_up_by_a_friend_turns_aside() {
    let mut field = firefight(1, 3);
    let second = petite::unit(&mut field, B, "second");
    let friend = field.figure(B, LINE, MUSKET, 95.0, 60.0);
    field.enlist(friend, second);
    field.cap(2);
    let runs = field.play(&[8, 8, 1, 1, 1, 1]).moves(MoveKind::Rout);
    let (_, from, to) = runs.iter().find(|(who, ..)| who.index() == 0).expect("he runs");
    // He is wounded, and so slow.
    assert!(from.distance(*to) >= crate::common::inches(6.0) - 4, "{}", from.distance(*to));
}

#[test]
fn pg_04_the_routed_are_so_for_good_and_are_not_tested_again() {
    let mut field = firefight(1, 3);
    field.spec.width = crate::common::inches(200.0);
    field.cap(6);
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.tests().len(), 1);
    assert!(played.actions().iter().all(|action| action.side == A));
}

#[test]
fn pg_06_a_rout_leaves_the_table_where_its_way_does() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 125.0, 60.0);
    // Fifteen paces to the edge, and the way there goes aslant.
    let b = field.figure(B, LINE, SABRE, 185.0, 75.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(12);
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.ran_off(), [b]);
    let last = played.find(|event| match *event {
        Event::Moves { to, why: MoveKind::Rout, .. } => Some(to),
        _ => None,
    });
    let (end, way_out) = (last[last.len() - 1], crate::common::point(200.0, 78.75));
    assert!(end.distance(way_out) < crate::common::inches(0.1), "{end:?}");
}

#[test]
fn pg_06_who_is_stopped_by_a_house_at_the_edge_runs_round_it() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 120.0, 80.0);
    let b = field.figure(B, LINE, SABRE, 120.0, 44.0);
    field.house(80.0, 0.0, 150.0, 40.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(80);
    // Wounded, he goes six paces in a turn: four to the house, thirty along it, and forty down to the edge.
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.ran_off(), [b]);
    assert!(played.moves(MoveKind::Rout).len() < 16);
}

#[test]
fn pg_06_who_is_cornered_runs_for_the_nearest_edge() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 110.0, 140.0);
    let b = field.figure(B, LINE, SABRE, 140.0, 140.0);
    // A wall stands right behind him; the nearest edge is the top.
    field.house(140.0, 100.0, 142.0, 148.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(4);
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.ran_off(), [b]);
}

/// He stands at a wall: straight from the enemy he gets on by a hair at a time.
#[test]
fn pg_06_who_would_creep_along_a_wall_runs_for_the_nearest_edge() {
    for off in [6.0, -30.0, -60.0] {
        let mut field = petite::field();
        field.figure(A, LINE, MUSKET, 110.0, 140.0 + off);
        let b = field.figure(B, LINE, SABRE, 140.0, 140.0);
        field.house(140.0, 40.0, 150.0, 148.0);
        field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.cap(8);
        let played = field.play(&[8, 8, 1, 1]);
        assert_eq!(played.ran_off(), [b], "{off}");
    }
}

/// Straight away from the enemy leads along the edge, and the other edges lie behind him.
#[test]
fn pg_06_who_stands_at_the_edge_is_off_it_at_once() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 70.0, 0.0);
    let b = field.figure(B, LINE, SABRE, 100.0, 0.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(2);
    let played = field.play(&[8, 8, 1, 1]);
    assert_eq!(played.moves(MoveKind::Rout).len(), 0);
    assert_eq!(played.ran_off(), [b]);
}

/// Three enemies stand round him, and straight away from the nearest leads past another.
#[test]
fn pg_06_who_is_beset_in_rout_runs_where_there_is_room() {
    for around in [[178.0_f64, -122.0, -55.0], [180.0, 0.0, -90.0]] {
        for turn in 0..8 {
            let mut field = petite::field();
            field.figure(A, LINE, MUSKET, 55.0, 60.0);
            for at in around {
                let (y, x) = (at + 45.0 * f64::from(turn)).to_radians().sin_cos();
                field.figure(A, LINE, SABRE, 90.0 + 3.1 * x, 60.0 + 3.1 * y);
            }
            field.figure(B, LINE, SABRE, 90.0, 60.0);
            field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
            field.cap(2);
            // A wound, a round of melee in which nobody hits, and a test.
            let played = field.play(&[8, 8, 1, 1, 1, 1, 1]);
            assert_eq!(played.moves(MoveKind::Rout).len(), 1, "{around:?} {turn}");
        }
    }
}

#[test]
fn host_5_turns_are_counted_when_they_have_been_played() {
    let mut field = firefight(1, 1);
    field.wins(B, WinSpec::After(Time::turns(2)));
    let played = field.play(&[1, 1, 1, 1]);
    assert_eq!(played.turns(), [A, B]);
    assert_eq!(played.fired().len(), 2, "the second turn is played");
    assert_eq!(played.outcome.ending, Ending::Won { side: B, goal: Some(0) });
}

#[test]
fn host_5_the_cap_holds_for_turns_in_which_nobody_acts() {
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 20.0, 60.0);
    field.figure(B, LINE, SABRE, 120.0, 60.0);
    field.cap(7);
    let played = field.play(&[]);
    assert_eq!(played.turns().len(), 7);
    assert_eq!(played.actions(), []);
    assert_eq!(played.outcome.ending, Ending::Cap);
}

#[test]
fn ll_13_all_shoot_is_by_those_who_may_act() {
    // One unit of A is out of control; the other's shots are all that `all shoot` means.
    let mut field = firefight(1, 1);
    let second = petite::unit(&mut field, A, "second");
    let man = field.figure(A, LINE, MUSKET, 50.0, 90.0);
    field.enlist(man, second);
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    field.spec.starts = Some(B);
    field.cap(2);
    let played = field.play(&[8, 8, 1, 3, 1, 1]);
    let last = *played.actions().last().expect("an action");
    assert_eq!((last.kind, last.figures), (ActionKind::AllShoot, set(&[man])));
    assert_eq!(played.fired()[1].shooter, FigureId::new(A, 1));
}
