//! LL-01: one action, with one body of troops, to one destination or at one target body.

use crate::common::{AVERAGE, BOW, Field, POOR, SWORD, bot, inches, line, point, set};
use skirmish_engine::battle::{Cover, Edge, FigureId, Going, SightEffect, UnitId};
use skirmish_engine::bot::{Act, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::rulebook::{ReactionMove, System};
use skirmish_engine::side::Side::{A, B};

/// Figures of side A with swords, and one enemy far off; A's only thought is to move to the place.
fn march(figures: &[(f64, f64)], to: (f64, f64)) -> (Field, Vec<FigureId>) {
    let mut field = Field::new();
    let figures = figures.iter().map(|(x, y)| field.figure(A, AVERAGE, SWORD, *x, *y)).collect();
    field.figure(B, AVERAGE, SWORD, 47.0, 35.0);
    let place = field.place("mark", to.0, to.1, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.cap(1);
    (field, figures)
}

#[test]
fn ll_01_a_body_is_a_chain_of_steps_of_four_inches() {
    // Exactly four inches join; a hair more does not.
    let hair = 1.0 / 256.0;
    let (field, men) =
        march(&[(5.0, 5.0), (9.0, 5.0), (13.0, 5.0), (17.0 + hair, 5.0)], (5.0, 20.0));
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&men[..3]));
    assert_eq!(played.moves(MoveKind::Action).len(), 3);
    assert_eq!(played.at(men[3]), point(17.0 + hair, 5.0));
}

#[test]
fn ll_01_the_ends_of_a_chain_may_be_far_apart() {
    // Within 4" of another of the body, not of each other (the essay against the sheet).
    let (field, men) = march(&[(5.0, 5.0), (8.5, 5.0), (12.0, 5.0)], (5.0, 20.0));
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men));
}

#[test]
fn ll_01_figures_split_by_a_wall_are_two_bodies() {
    let (mut field, men) = march(&[(5.0, 5.0), (8.0, 5.0)], (5.0, 20.0));
    field.leader(men[0], 0);
    let together = field.play(&[]);
    assert_eq!(together.actions()[0].figures, set(&men));
    field.house(6.25, 0.0, 6.75, 10.0);
    let apart = field.play(&[]);
    assert_eq!(apart.actions()[0].figures, set(&men[..1]));
    assert_eq!(apart.at(men[1]), point(8.0, 5.0));
}

#[test]
fn ll_01_a_body_is_joined_round_a_corner_by_who_stands_at_it() {
    // The first and the last do not see one another.
    let (mut field, men) = march(&[(5.0, 5.0), (6.5, 11.0), (8.0, 5.0)], (5.0, 30.0));
    field.spec.rules.movement.group = inches(7.0);
    field.house(6.25, 0.0, 6.75, 10.0);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men));
}

#[test]
fn ll_01_two_base_to_base_at_a_corner_are_one_body() {
    // The corner of the house cuts the line between them by a hair.
    let (mut field, men) = march(&[(20.0, 13.08), (20.4, 14.0)], (10.0, 30.0));
    field.house(20.0, 10.0, 26.0, 14.0);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men));
    // Either side of the end of a wall they are two.
    let (mut field, men) = march(&[(20.0, 13.08), (20.4, 14.0)], (10.0, 30.0));
    field.house(20.1, 10.0, 20.3, 14.2);
    assert_ne!(field.play(&[]).actions()[0].figures, set(&men));
}

#[test]
fn ll_01_not_everyone_in_the_body_has_to_act() {
    // The man in the middle is held in melee; the others are joined through him and go without him.
    let (mut field, men) = march(&[(5.0, 10.0), (8.5, 10.0), (12.0, 10.0)], (5.0, 2.0));
    field.figure(B, AVERAGE, SWORD, 8.5, 11.0);
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&[men[0], men[2]]));
    assert_eq!(played.at(men[1]), point(8.5, 10.0));
    assert_eq!(played.moves(MoveKind::Action).len(), 2);
}

#[test]
fn ll_01_the_foremost_sets_the_destination_and_the_rest_follow() {
    let (field, men) = march(&[(5.0, 5.0), (3.0, 5.0), (1.0, 5.0)], (40.0, 5.0));
    let played = field.play(&[]);
    for (man, x) in men.iter().zip([13.0, 11.0, 9.0]) {
        assert_eq!(played.at(*man), point(x, 5.0));
    }
}

#[test]
fn ll_01_a_block_that_marches_stays_a_block() {
    // The foremost goes 8" up, towards a mark far behind; the others keep their places.
    let places = [(10.0, 10.0), (13.0, 8.0), (10.0, 8.0), (7.0, 10.0)];
    let (field, men) = march(&places, (10.0, 34.0));
    let played = field.play(&[]);
    for (man, (x, y)) in men.iter().zip(places) {
        assert_eq!(played.at(*man), point(x, y + 8.0));
    }
}

#[test]
fn ll_01_who_is_parted_from_his_place_makes_for_where_the_foremost_gets() {
    // A house stands where the second man would; he goes to where the foremost is.
    let (mut field, men) = march(&[(10.0, 10.0), (13.0, 8.0)], (10.0, 34.0));
    field.house(12.0, 15.0, 14.0, 17.0);
    let played = field.play(&[]);
    assert_eq!(played.at(men[0]), point(10.0, 18.0));
    let (end, start, to) = (played.at(men[1]), point(13.0, 8.0), point(10.0, 18.0));
    let expected = start.toward(to, inches(8.0), start.distance(to));
    assert!(end.distance(expected) <= 2, "{end:?}, not {expected:?}");
}

#[test]
fn ll_01_a_body_gathers_where_the_foremost_has_arrived() {
    let (field, men) = march(&[(10.0, 10.0), (13.0, 8.0)], (10.0, 14.0));
    let played = field.play(&[]);
    assert_eq!(played.at(men[0]), point(10.0, 14.0));
    assert!(played.at(men[1]).distance(point(10.0, 14.0)) <= inches(1.1));
}

#[test]
fn host_1_nobody_waits_for_the_slower_man_at_the_head() {
    // The first goes three inches, the others eight: the second leads, and all keep their places behind him.
    let (mut field, men) = march(&[(5.0, 5.0), (5.0, 3.0), (8.0, 3.0)], (5.0, 34.0));
    slow(&mut field, men[0]);
    let played = field.play(&[]);
    for (man, (x, y)) in men.iter().zip([(5.0, 8.0), (5.0, 11.0), (8.0, 11.0)]) {
        assert_eq!(played.at(*man), point(x, y));
    }
    // So it is in a race for a place, too (WS-04).
    field.spec.rules.system = System::WarSpike;
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.reaction_move = ReactionMove::Intercept;
    field.spec.sides[B].figures[0].at = point(5.0, 35.0);
    field.reacts(B, &[React::HeadOff]);
    let played = field.play_with(&mut crate::common::Lcg(1));
    assert_eq!(played.moves(MoveKind::ReactEngage).len(), 1);
    assert_eq!(played.at(men[2]), point(8.0, 11.0));
}

#[test]
fn ll_01_who_is_stopped_by_an_enemy_leads_nobody() {
    // Two enemies bar the way of the first man after an inch; the man beside him has eight before him.
    let (mut field, men) = march(&[(10.0, 10.0), (9.0, 13.5), (7.0, 13.5)], (40.0, 10.0));
    for y in [10.0, 11.2] {
        field.figure(B, AVERAGE, SWORD, 12.2, y);
    }
    let played = field.play_with(&mut crate::common::Lcg(1));
    let gone: Vec<_> = played.moves(MoveKind::Action);
    let way = |man: FigureId| {
        let (_, from, to) = gone.iter().find(|(who, ..)| *who == man).expect("he goes");
        from.distance(*to)
    };
    // Behind him the first goes round them, too.
    for man in men {
        assert!(way(man) > inches(5.0), "{man:?}: {}", way(man));
    }
    // Where all of them are stopped, the first leads as he always does, and nobody gets past.
    let (mut field, men) = march(&[(10.0, 10.0), (8.0, 10.0)], (40.0, 10.0));
    for y in [5.2, 6.4, 7.6, 8.8, 10.0, 11.2, 12.4, 13.6, 14.8] {
        field.figure(B, AVERAGE, SWORD, 12.2, y);
    }
    let played = field.play_with(&mut crate::common::Lcg(1));
    let gone = played.moves(MoveKind::Action);
    assert_eq!(gone[0].0, men[0]);
    assert!(gone.iter().all(|(_, from, to)| from.distance(*to) < inches(3.0)), "{gone:?}");
}

/// The man goes three inches.
fn slow(field: &mut Field, man: FigureId) {
    field.spec.rules.troops[POOR].rate = Some(inches(3.0));
    field.spec.sides[man.side()].figures[man.index()].troops = POOR;
}

#[test]
fn ll_05_d_each_leaves_by_the_point_of_the_edge_that_is_nearest_to_him() {
    let ys = [8.0, 11.5, 15.0];
    let (mut field, men) = march(&ys.map(|y| (41.0, y)), (1.0, 1.0));
    field.spec.sides[A].exit = Some(Edge::Right);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = field.play(&[]);
    let ends: Vec<_> =
        played.moves(MoveKind::Action).iter().map(|(who, _, to)| (*who, *to)).collect();
    let mut expected: Vec<_> = men.iter().copied().zip(ys.map(|y| point(48.0, y))).collect();
    expected.sort_unstable_by_key(|(who, _)| who.index());
    let mut sorted = ends;
    sorted.sort_unstable_by_key(|(who, _)| who.index());
    assert_eq!(sorted, expected);
}

#[test]
fn ll_05_d_who_leaves_bars_nobody_behind_him() {
    // The last is nearer to where the first leaves than the second is, who stands before him.
    let (mut field, men) = march(&[(47.9, 8.2), (47.7, 10.4), (46.7, 9.9)], (1.0, 1.0));
    field.spec.sides[A].exit = Some(Edge::Right);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = field.play(&[]);
    let gone = played.count(|e| matches!(e, Event::Escapes { .. }));
    assert_eq!(gone, men.len());
}

#[test]
fn ll_05_d_who_escapes_goes_round_an_enemy_with_open_ground_beside_him() {
    for y in [20.0, 19.8] {
        let (mut field, men) = march(&[(14.0, 20.0)], (1.0, 1.0));
        field.spec.sides[A].exit = Some(Edge::Right);
        field.figure(B, AVERAGE, SWORD, 18.0, y);
        field.bot(A, vec![line(&[], Act::Escape)]);
        let played = field.play(&[]);
        assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), 0);
        let end = played.at(men[0]);
        assert!(end.x > inches(20.5), "{end:?}");
    }
}

#[test]
fn ll_01_a_file_gathers_where_its_head_has_arrived() {
    // Two stand at the mark; the others, within a move of it, do not queue behind them.
    let file: Vec<_> = (0..7).map(|k| (10.0, 20.0 - f64::from(k))).collect();
    let (field, men) = march(&file, (10.0, 20.5));
    let played = field.play(&[]);
    for man in men {
        let off = played.at(man).distance(point(10.0, 20.5));
        assert!(off < inches(2.6), "{man:?} is {off} off");
    }
}

#[test]
fn host_1_who_can_stand_inside_a_place_does_not_halt_beside_it() {
    // Friends crowd the near side of a place; there is room on its far side.
    let (mut field, men) = march(&[(20.0, 13.0)], (20.0, 20.0));
    field.spec.places[0].radius = inches(1.5);
    for (x, y) in [(20.0, 20.0), (20.0, 19.0), (19.0, 19.2), (21.0, 19.2)] {
        stands(&mut field, x, y);
    }
    let end = field.play(&[]).at(men[0]);
    assert!(end.distance(point(20.0, 20.0)) <= inches(1.5), "{end:?}");
    // Whose move does not take him inside halts before it.
    field.spec.rules.movement.foot = inches(7.0);
    let end = field.play(&[]).at(men[0]);
    assert!(end.y < inches(18.6), "{end:?}");
}

#[test]
fn ll_01_who_has_an_enemy_before_him_does_not_halt_those_beside_him() {
    // Enemies bar a lane from wall to wall. The foremost is at them after an inch, the others after three or more.
    let (mut field, men) =
        march(&[(20.0, 17.8), (18.0, 14.5), (22.0, 14.5), (20.0, 14.5)], (20.0, 30.0));
    field.house(5.0, 13.0, 15.5, 23.0);
    field.house(24.5, 13.0, 35.0, 23.0);
    for x in [16.5, 18.25, 20.0, 21.75, 23.5] {
        field.figure(B, AVERAGE, SWORD, x, 20.0);
    }
    let played = field.play_with(&mut crate::common::Lcg(1));
    let gone = played.moves(MoveKind::Action);
    for man in men {
        let (_, _, end) = gone.iter().find(|(who, ..)| *who == man).expect("he goes");
        assert!(end.y > inches(17.75), "{man:?} {end:?}");
    }
}

#[test]
fn host_1_friends_in_the_way_of_the_foremost_hold_up_nobody_else() {
    // A body of others stands where the first would get to; the second has free way.
    let (mut field, men) = march(&[(10.0, 10.0), (13.0, 9.0)], (10.0, 34.0));
    let unit = field.unit(A, "others");
    for x in [8.5, 9.5, 10.5, 11.5] {
        for y in [17.25, 18.25, 19.25] {
            let other = field.figure(A, AVERAGE, SWORD, x, y);
            field.enlist(other, unit);
        }
    }
    let stands = bot(vec![line(&[], Act::Stand)]);
    field.spec.sides[A].units[1].bot = Some(stands);
    let played = field.play(&[]);
    assert!(played.at(men[0]).y < inches(17.5));
    assert_eq!(played.at(men[1]), point(13.0, 17.0));
}

#[test]
fn host_1_who_is_held_up_by_those_before_him_goes_round_them() {
    // Two of the body fight straight before the third.
    let (mut field, men) = march(&[(10.0, 10.0), (10.0, 9.0)], (10.0, 34.0));
    field.figure(B, AVERAGE, SWORD, 10.0, 11.0);
    let played = field.play(&[]);
    let end = played.at(men[1]);
    assert!(end.y > inches(15.0), "{end:?}");
    assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), 0);
}

/// Gives side A a man of another unit who stands.
fn stands(field: &mut Field, x: f64, y: f64) {
    if field.spec.sides[A].units.len() == 1 {
        field.unit(A, "others");
        field.spec.sides[A].units[1].bot = Some(bot(vec![line(&[], Act::Stand)]));
    }
    let man = field.figure(A, AVERAGE, SWORD, x, y);
    field.enlist(man, UnitId(1));
}

#[test]
fn host_1_those_behind_a_fight_go_round_it() {
    // Three fight three, an arm's length from one another; three more come on behind them.
    let (mut field, men) = march(&[(9.0, 15.0), (9.0, 13.75), (9.0, 16.25)], (40.0, 15.0));
    for y in [13.75, 15.0, 16.25] {
        stands(&mut field, 16.0, y);
        field.figure(B, AVERAGE, SWORD, 17.0, y);
    }
    field.cap(2);
    let played = field.play(&[4]);
    assert_eq!(played.actions()[1].figures, set(&men));
    assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), 0);
    for man in men {
        assert!(played.at(man).x > inches(18.0), "{:?}", played.at(man));
    }
}

#[test]
fn host_1_who_swerves_is_back_on_his_course_in_the_same_move() {
    // A friend stands before an enemy on the straight way.
    let (mut field, men) = march(&[(14.0, 20.0)], (38.0, 20.0));
    field.spec.rules.movement.foot = inches(14.0);
    stands(&mut field, 17.0, 20.0);
    field.figure(B, AVERAGE, SWORD, 18.0, 20.0);
    let end = field.play(&[]).at(men[0]);
    assert!(end.x > inches(27.0), "{end:?}");
    assert!((end.y - inches(20.0)).abs() < inches(1.0), "{end:?}");
}

#[test]
fn host_1_nobody_runs_into_an_enemy_beside_his_way() {
    for (y, meets) in [(20.5, false), (19.5, false), (20.0, true)] {
        let (mut field, men) = march(&[(14.0, 20.0)], (38.0, 20.0));
        field.spec.rules.movement.foot = inches(14.0);
        field.figure(B, AVERAGE, SWORD, 21.0, y);
        let played = field.play(if meets { &[5, 5] } else { &[] });
        assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), usize::from(meets));
        let end = played.at(men[0]);
        assert_eq!(end.x > inches(27.5), !meets, "{end:?}");
    }
}

/// A row before a house 6" wide, and a mark behind it.
fn before_a_house() -> (Field, Vec<FigureId>) {
    let row: Vec<_> = (0..5).map(|k| (15.0 + 3.0 * f64::from(k), 10.0)).collect();
    let (mut field, men) = march(&row, (20.0, 25.0));
    field.house(18.0, 12.0, 24.0, 17.0);
    field.spec.rules.movement.foot = inches(16.0);
    (field, men)
}

#[test]
fn ll_01_a_body_passes_a_house_on_one_side_in_one_action() {
    let (field, men) = before_a_house();
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&men));
    let ways: Vec<_> = played.moves(MoveKind::Action);
    assert_eq!(ways.len(), 5);
    // He on the right end would have been past it by the right; so he is on his way round by the left.
    let alone = march(&[(27.0, 10.0)], (20.0, 25.0));
    let mut alone = alone.0;
    alone.house(18.0, 12.0, 24.0, 17.0);
    alone.spec.rules.movement.foot = inches(16.0);
    let by_the_right = alone.play(&[]).at(FigureId::new(A, 0));
    assert!(by_the_right.y > inches(17.0) && by_the_right.x > inches(20.0));
    let end = played.at(men[4]);
    assert!(end.x < inches(18.5), "{end:?}");
}

#[test]
fn ll_01_a_body_passes_both_sides_of_a_house_in_two_actions() {
    // Two bodies, one each side: the second one's action is its own, and it goes by the right.
    let (mut field, men) = march(&[(15.0, 10.0), (27.0, 10.0)], (20.0, 25.0));
    field.leader(men[0], 0);
    field.house(18.0, 12.0, 24.0, 17.0);
    field.spec.rules.movement.foot = inches(16.0);
    field.cap(2);
    let played = field.play(&[4]);
    let figures: Vec<_> = played.actions().iter().map(|a| a.figures).collect();
    assert_eq!(figures, [set(&men[..1]), set(&men[1..])]);
    assert!(played.at(men[0]).y > inches(17.0));
    assert!(played.at(men[1]).y > inches(17.0));
    assert!(played.at(men[1]).x > inches(20.0));
}

/// The foremost is past a block already; two are behind it, one on each side of its middle; a fourth joins them round
/// the corner.
fn round_a_block(sight: SightEffect) -> (Field, Vec<FigureId>) {
    let (mut field, men) =
        march(&[(20.5, 14.9), (20.0, 11.0), (21.0, 11.0), (17.5, 13.0)], (20.5, 34.0));
    field.feature("block", 20.0, 13.0, 21.0, 14.0, sight, Cover::None, Going::Barred);
    (field, men)
}

#[test]
fn ll_01_a_tree_stump_may_be_passed_on_both_sides_in_one_action() {
    let (field, men) = round_a_block(SightEffect::Clear);
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&men));
    assert_eq!(played.at(men[0]), point(20.5, 22.9));
    assert!(played.at(men[1]).x < inches(20.5) && played.at(men[1]).y > inches(14.0));
    assert!(played.at(men[2]).x > inches(20.5) && played.at(men[2]).y > inches(14.0));
}

#[test]
fn ll_01_even_behind_the_foremost_a_house_is_passed_on_one_side() {
    let (field, men) = round_a_block(SightEffect::BlockBeyond(0));
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&men));
    let ends = [played.at(men[1]), played.at(men[2])];
    assert!(ends.iter().all(|end| end.y > inches(14.0)), "{ends:?}");
    assert!(
        ends.iter().all(|end| end.x < inches(20.5)) || ends.iter().all(|end| end.x > inches(20.5)),
        "{ends:?}"
    );
}

#[test]
fn ll_01_in_a_shooting_action_some_may_first_move_a_little() {
    let mut field = Field::new();
    let near = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let far = field.figure(A, AVERAGE, BOW, 8.0, 10.0);
    let sword = field.figure(A, AVERAGE, SWORD, 6.0, 10.0);
    let enemy = field.figure(B, AVERAGE, SWORD, 33.5, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    let played = field.play(&[1, 1]);
    let moved: Vec<_> = played.moves(MoveKind::Action).iter().map(|m| m.0).collect();
    assert_eq!(moved, [far]);
    let shots: Vec<_> = played.shots().iter().map(|s| (s.shooter, s.target, s.moved)).collect();
    assert_eq!(shots, [(near, enemy, false), (far, enemy, true)]);
    // Those without missiles stand still.
    assert_eq!(played.actions()[0].figures, set(&[near, far]));
    assert_eq!(played.at(sword), point(6.0, 10.0));
}

#[test]
fn ll_01_the_target_is_a_body_and_the_nearest_in_it_is_shot_at() {
    let mut field = Field::new();
    let upper = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let lower = field.figure(A, AVERAGE, BOW, 10.0, 6.5);
    let b0 = field.figure(B, AVERAGE, SWORD, 20.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 20.0, 13.5);
    let other_body = field.figure(B, AVERAGE, SWORD, 19.0, 3.5);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    // Nearest of all is the man by himself, so that he is the target body: both shoot at him.
    let played = field.play(&[1, 1]);
    let at_whom: Vec<_> = played.shots().iter().map(|s| (s.shooter, s.target)).collect();
    assert_eq!(at_whom, [(upper, other_body), (lower, other_body)]);
    // With the others as the target, nobody shoots at him, though he is the nearest to one of them.
    field.leader(b0, crate::common::HEROIC);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Leader))]);
    let played = field.play(&[1, 1]);
    let at_whom: Vec<_> = played.shots().iter().map(|s| (s.shooter, s.target)).collect();
    assert_eq!(at_whom, [(upper, b0), (lower, b0)]);
}

#[test]
fn ll_01_a_charge_goes_at_one_body() {
    let mut field = Field::new();
    let upper = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let lower = field.figure(A, AVERAGE, SWORD, 10.0, 6.5);
    let target = field.figure(B, AVERAGE, SWORD, 14.0, 10.0);
    let beside = field.figure(B, AVERAGE, SWORD, 14.5, 4.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    // The one below is nearer to the other enemy, who is of another body.
    let near = |x: FigureId, y: FigureId| {
        let at = |f: FigureId| field.spec.sides[f.side()].figures[f.index()].at;
        at(x).distance(at(y))
    };
    assert!(near(lower, beside) < near(lower, target));
    let played = field.play(&[5, 5]);
    assert_eq!(played.actions()[0].kind, ActionKind::Charge);
    assert_eq!(played.actions()[0].figures, set(&[upper, lower]));
    assert_eq!(played.actions()[0].target, Some(target));
    let contacts: Vec<_> = played.find(|event| match *event {
        Event::Contact { enemy, .. } => Some(enemy),
        _ => None,
    });
    assert_eq!(contacts, [target, target]);
}

/// Seven men of a band stand together, and an eighth has run ahead towards the mark.
fn one_ahead() -> (Field, Vec<FigureId>) {
    let seven = (0..7).map(|k| (5.0 + 1.5 * f64::from(k), 5.0));
    let men: Vec<_> = seven.chain([(20.0, 12.0)]).collect();
    march(&men, (25.0, 30.0))
}

#[test]
fn ll_01_the_body_goes_before_one_who_has_broken_off() {
    // The eighth is nearest to the mark, and the line holds for him as well as for the seven.
    let (field, men) = one_ahead();
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[..7]));
}

#[test]
fn ll_01_of_two_halves_the_one_with_the_leader_is_the_body() {
    // Two men are nearer to the mark and to the enemy than the two others, whom their leader is with, or nobody.
    let halves = [(5.0, 5.0), (6.5, 5.0), (20.0, 12.0), (21.5, 12.0)];
    let (mut field, men) = march(&halves, (25.0, 30.0));
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[2..]));
    field.leader(men[0], 0);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[..2]));
    // It goes by the enemy, not by where the line leads.
    let (mut field, men) = march(&halves, (25.0, 30.0));
    field.figure(B, AVERAGE, SWORD, 2.0, 14.0);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[..2]));
}

#[test]
fn ll_01_bodies_of_their_own_go_by_what_suits_them_best() {
    // The eighth is of a unit of his own, nearer to the mark.
    let (mut field, men) = one_ahead();
    let scouts = field.unit(A, "scouts");
    field.enlist(men[7], scouts);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[7..]));
}

#[test]
fn ll_01_who_has_broken_off_and_has_nothing_better_to_do_rejoins() {
    // He is driven off in the first action; his side has nothing better to do.
    let mut field = Field::new();
    let men: Vec<_> =
        (0..5).map(|k| field.figure(A, AVERAGE, SWORD, 10.0 + 1.5 * f64::from(k), 10.0)).collect();
    field.figure(B, AVERAGE, SWORD, 17.0, 10.0);
    field.bot(
        A,
        vec![
            line(&[skirmish_engine::bot::Condition::Engaged], Act::Fight),
            line(&[], Act::Rejoin),
            line(&[], Act::Stand),
        ],
    );
    field.cap(2);
    // He loses by 5, and retreats 16" past his friends; nobody seizes.
    let played = field.play(&[2, 7, 5]);
    let actions = played.actions();
    assert_eq!(actions[0].kind, ActionKind::Fight);
    let went = played.at(men[4]);
    assert_eq!((actions[1].kind, actions[1].figures), (ActionKind::Move, set(&men[4..])));
    assert!(went.x < inches(12.0), "{went:?}");
    // Nobody goes back whose script does not say so.
    field.spec.sides[A].bot.lines.remove(1);
    assert_eq!(field.play(&[2, 7, 5]).actions()[1].kind, ActionKind::Stand);
    // Whoever stood apart from the start stays there.
    let (mut field, _) = one_ahead();
    field.bot(A, vec![line(&[], Act::Rejoin)]);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}
