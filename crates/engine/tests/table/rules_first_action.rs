//! LL-05: what the first action after a seize may be.

use crate::common::{AVERAGE, BOW, DEMIGOD, Field, GOOD, HEROIC, SWORD, inches, line, point, set};
use skirmish_engine::battle::{Cover, Edge, FigureId, Going, PlaceId, SightEffect};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event, EventKind, MoveKind, Qualifies};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{SeizeRoll, SightMove};
use skirmish_engine::side::Side::{A, B};

/// One enemy at (10, 10) and one figure of side B that would do only this with the initiative.
fn one(x: f64, y: f64, act: Act) -> (Field, FigureId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, BOW, x, y);
    field.bot(B, vec![line(&[], act)]);
    field.cap(2);
    (field, b)
}

/// What B's nominee means to do, and as what it qualifies; the roll fails.
fn intends(field: &Field) -> (ActionKind, Qualifies) {
    let nomination = field.play(&[4]).nominations()[0];
    (nomination.intention, nomination.qualifies)
}

/// The same, where the line does not qualify and those do that the field adds.
const FALLS_BACK: (ActionKind, Qualifies) = (ActionKind::Charge, Qualifies::TowardEnemy);

fn to(field: &mut Field, x: f64, y: f64) -> PlaceId {
    let place = field.place("mark", x, y, 0.5);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(place)))]);
    place
}

#[test]
fn ll_05_the_nominee_takes_part_and_any_of_his_body() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let good = field.figure(B, GOOD, SWORD, 40.0, 10.0);
    let mate = field.figure(B, AVERAGE, SWORD, 43.0, 10.0);
    let near = field.figure(B, AVERAGE, SWORD, 26.0, 10.0);
    // He is of another unit, and no part of theirs that has broken off.
    let scouts = field.unit(B, "scouts");
    field.enlist(near, scouts);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(3).play(&[18, 4]);
    // With a free action the bot would send the man who is nearest.
    assert_eq!(played.nominations()[0].figure, good);
    let actions = played.actions();
    assert_eq!((actions[1].side, actions[1].first), (B, Some(Qualifies::TowardEnemy)));
    assert_eq!(actions[1].figures, set(&[good, mate]));
    // Later actions are free.
    assert_eq!((actions[2].side, actions[2].first), (B, None));
    assert_eq!(actions[2].figures, set(&[near]));
}

#[test]
fn ll_05_who_cannot_take_part_is_not_nominated_for_it() {
    // The leader has no bow: shooting is for the bowman to be nominated for, a charge for the leader.
    let (mut field, bow) = one(24.0, 10.0, Act::Shoot(Pick::Nearest));
    field.as_written = true;
    let leader = field.figure(B, GOOD, SWORD, 26.0, 10.0);
    field.leader(leader, HEROIC);
    let nomination = field.play(&[4]).nominations()[0];
    assert_eq!((nomination.figure, nomination.intention), (bow, ActionKind::Shoot));
}

#[test]
fn ll_05_later_actions_are_free() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 10.0);
    let played = field.cap(4).play(&[19, 4, 4]);
    let actions: Vec<_> = played.actions().iter().map(|a| (a.side, a.kind, a.first)).collect();
    assert_eq!(
        actions,
        [
            (A, ActionKind::Stand, None),
            (B, ActionKind::Charge, Some(Qualifies::TowardEnemy)),
            (B, ActionKind::Stand, None),
            (B, ActionKind::Stand, None),
        ]
    );
}

#[test]
fn ll_05_a_full_speed_towards_the_enemy() {
    let (mut field, b) = one(40.0, 10.0, Act::Stand);
    to(&mut field, 20.0, 10.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    // It is a full move.
    let played = field.play(&[20]);
    assert_eq!(played.actions()[1].first, Some(Qualifies::TowardEnemy));
    assert_eq!(played.at(b), point(32.0, 10.0));
}

#[test]
fn ll_05_a_not_at_less_than_full_speed() {
    let (mut field, _) = one(40.0, 10.0, Act::Stand);
    to(&mut field, 33.0, 10.0);
    assert_eq!(intends(&field), FALLS_BACK);
    let (mut field, _) = one(40.0, 10.0, Act::Stand);
    to(&mut field, 32.0, 10.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
}

#[test]
fn ll_05_a_not_away_from_the_enemy() {
    let (mut field, _) = one(30.0, 10.0, Act::Stand);
    to(&mut field, 46.0, 10.0);
    assert_eq!(intends(&field), FALLS_BACK);
    // Nor across, so that he ends no nearer.
    let (mut field, _) = one(30.0, 10.0, Act::Stand);
    to(&mut field, 30.0, 30.0);
    assert_eq!(intends(&field), FALLS_BACK);
}

#[test]
fn ll_05_a_by_where_his_body_takes_him() {
    // In a lane one man wide: alone he would go eight inches, behind three others he goes five.
    let (mut field, _) = one(40.0, 10.0, Act::Stand);
    field.spec.sides[B].figures[0].troops = GOOD;
    to(&mut field, 32.0, 10.0);
    field.house(20.0, 4.0, 47.0, 9.4);
    field.house(20.0, 10.6, 47.0, 16.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    for x in [36.0, 37.1, 38.2] {
        field.figure(B, AVERAGE, BOW, x, 10.0);
    }
    assert_eq!(intends(&field), FALLS_BACK);
    // Where they are not in his way he goes all of it.
    to(&mut field, 12.0, 10.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
}

#[test]
fn ll_05_a_more_towards_the_enemy_than_aside() {
    // Eight inches past him that end a good inch nearer are a pace to the left.
    let (mut field, _) = one(30.0, 10.0, Act::Stand);
    to(&mut field, 20.0, 40.0);
    assert_eq!(intends(&field), FALLS_BACK);
    field.spec.rules.seize.towards = 1;
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    // At half past one as the clock lies, five of eight inches are.
    let (mut field, _) = one(30.0, 10.0, Act::Stand);
    to(&mut field, 10.0, 30.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    field.spec.rules.seize.towards = 90;
    assert_eq!(intends(&field), FALLS_BACK);
    // Straight at him it always is, and round a house by the way that one has to go.
    let (mut field, _) = one(30.0, 10.0, Act::Stand);
    field.spec.rules.seize.towards = 90;
    to(&mut field, 12.0, 10.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    field.house(24.0, 4.0, 26.0, 25.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
}

#[test]
fn ll_05_a_and_into_melee_if_he_can_reach() {
    // Past the enemy at full speed and nearer to him, but not into him, though he could be reached.
    let (mut field, _) = one(17.0, 10.0, Act::Stand);
    to(&mut field, 10.0, 14.5);
    assert_eq!(intends(&field), FALLS_BACK);
    // Out of reach the same line is good enough.
    let (mut field, _) = one(19.5, 10.0, Act::Stand);
    to(&mut field, 10.0, 14.5);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    // A move that ends in him is one into melee.
    let (mut field, _) = one(18.5, 10.0, Act::Stand);
    to(&mut field, 9.0, 10.0);
    field.as_written = true;
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    let played = field.play(&[20, 5, 5]);
    assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), 1);
}

#[test]
fn ll_05_a_full_speed_over_slow_ground_is_a_shorter_way() {
    // 6" ahead, 3" of them slow: that is 9" of his 8".
    let (mut field, b) = one(40.0, 10.0, Act::Stand);
    field.feature("bog", 35.0, 5.0, 38.0, 15.0, SightEffect::Clear, Cover::None, Going::Slow);
    to(&mut field, 34.0, 10.0);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::TowardEnemy));
    assert_eq!(field.play(&[20]).at(b), point(35.0, 10.0));
}

#[test]
fn ll_05_a_charge_goes_into_melee_if_it_reaches() {
    let (field, b) = one(18.0, 10.0, Act::Charge(Pick::Nearest));
    let played = field.play(&[20, 5, 5]);
    assert_eq!(played.actions()[1].first, Some(Qualifies::TowardEnemy));
    assert_eq!(played.count(|e| matches!(e, Event::Contact { figure, .. } if *figure == b)), 1);
    assert_eq!(played.rounds().len(), 1);
}

#[test]
fn ll_05_b_engaging_with_missiles() {
    let (field, _) = one(24.0, 10.0, Act::Shoot(Pick::Nearest));
    assert_eq!(intends(&field), (ActionKind::Shoot, Qualifies::Engages));
    let played = field.play(&[20, 1]);
    assert_eq!(played.actions()[1].kind, ActionKind::Shoot);
    assert_eq!(played.shots().len(), 1);
}

#[test]
fn ll_05_b_another_round_of_a_melee_already_joined() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, GOOD, SWORD, 11.0, 10.0);
    field.leader(b, 4);
    field.bot(B, vec![line(&[], Act::Fight)]);
    // 18 - 4 + 4: needs 18.
    let played = field.cap(2).play(&[18, 5, 6]);
    let first = played.actions()[1];
    assert_eq!((first.side, first.kind), (B, ActionKind::Fight));
    assert_eq!(first.first, Some(Qualifies::Engages));
    assert_eq!(played.rounds().len(), 1);
}

/// A watcher in the north, a house in the middle, and a leader of side B behind it whose objective is in the north-west
/// and whose exit is in the south.
fn behind_a_house(x: f64, y: f64, act: Act) -> (Field, FigureId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 21.0, 27.0);
    let b = field.figure(B, GOOD, SWORD, x, y);
    field.leader(b, HEROIC);
    field.house(18.0, 12.0, 24.0, 17.0);
    let shrine = field.place("shrine", 10.0, 25.0, 1.0);
    field.spec.sides[B].objective = Some(shrine);
    field.spec.sides[B].exit = Some(Edge::Bottom);
    field.bot(B, vec![line(&[], act)]);
    field.cap(2);
    (field, b)
}

#[test]
fn ll_05_c_a_move_into_sight() {
    let (field, b) = behind_a_house(18.5, 11.0, Act::Appear);
    assert_eq!(intends(&field), (ActionKind::Appear, Qualifies::ChangesSight));
    let played = field.play(&[20]);
    let battle = field.battle();
    let sees = |p| battle.terrain(0).sees(p, point(21.0, 27.0));
    assert!(!sees(point(18.5, 11.0)));
    assert!(sees(played.at(b)), "{:?}", played.at(b));
}

#[test]
fn ll_05_c_a_move_out_of_sight() {
    let (field, b) = behind_a_house(17.5, 17.0, Act::Hide);
    assert_eq!(intends(&field), (ActionKind::Hide, Qualifies::ChangesSight));
    let played = field.play(&[20]);
    let battle = field.battle();
    let sees = |p| battle.terrain(0).sees(p, point(21.0, 27.0));
    assert!(sees(point(17.5, 17.0)));
    assert!(!sees(played.at(b)), "{:?}", played.at(b));
}

#[test]
fn ll_05_c_a_few_steps_bring_one_into_sight() {
    // Two inches behind the edge of a house in an open field, with no corner of it in between.
    let (mut field, b) = one(30.0, 13.0, Act::Appear);
    field.house(20.0, 11.0, 22.0, 30.0);
    assert_eq!(intends(&field), (ActionKind::Appear, Qualifies::ChangesSight));
    let played = field.play(&[20]);
    let (from, to) = (point(30.0, 13.0), played.at(b));
    assert!(from.distance(to) <= inches(4.0), "{to:?}");
}

#[test]
fn ll_05_c_a_plain_move_that_changes_sight_qualifies_too() {
    // Two inches into sight: not at full speed, so that (a) does not apply.
    let (mut field, _) = behind_a_house(18.0, 11.5, Act::Stand);
    to(&mut field, 15.5, 12.5);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::ChangesSight));
    // The same way, but staying in hiding.
    let (mut field, _) = behind_a_house(21.0, 10.0, Act::Stand);
    to(&mut field, 20.0, 11.0);
    assert_eq!(intends(&field), FALLS_BACK);
}

#[test]
fn ll_05_c_under_into_only_hiding_does_not_count() {
    for (sight_move, hides) in [(SightMove::IntoOrOut, true), (SightMove::IntoOnly, false)] {
        let (mut field, _) = behind_a_house(17.5, 17.0, Act::Hide);
        field.spec.rules.options.sight_move = sight_move;
        assert_eq!(intends(&field).0 == ActionKind::Hide, hides);
        let (mut field, _) = behind_a_house(18.5, 11.0, Act::Appear);
        field.spec.rules.options.sight_move = sight_move;
        assert_eq!(intends(&field).0, ActionKind::Appear);
    }
}

#[test]
fn ll_05_c_only_to_some_purpose() {
    // Neither objective nor exit, and hiding leads away from the enemy.
    let (mut field, _) = behind_a_house(17.5, 17.0, Act::Hide);
    field.spec.sides[B].objective = None;
    field.spec.sides[B].exit = None;
    assert_eq!(intends(&field), FALLS_BACK);
    // Each alone is purpose enough: the exit, or a thing to reach.
    field.spec.sides[B].exit = Some(Edge::Bottom);
    assert_eq!(intends(&field).0, ActionKind::Hide);
    field.spec.sides[B].exit = None;
    let cellar = field.place("cellar", 18.0, 8.0, 1.0);
    field.spec.sides[B].objective = Some(cellar);
    assert_eq!(intends(&field).0, ActionKind::Hide);
    // The same goes for a plain move out of sight, away from the enemy.
    to(&mut field, 17.0, 12.0);
    field.spec.sides[B].objective = None;
    assert_eq!(intends(&field), FALLS_BACK);
    field.spec.sides[B].exit = Some(Edge::Bottom);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::ChangesSight));
    // And so is an enemy whom it brings nearer.
    let (mut field, _) = behind_a_house(18.5, 11.0, Act::Appear);
    field.spec.sides[B].objective = None;
    field.spec.sides[B].exit = None;
    assert_eq!(intends(&field).0, ActionKind::Appear);
}

#[test]
fn ll_05_c_nobody_who_has_moved_so_uses_it_to_move_back() {
    let (mut field, b) = behind_a_house(18.5, 11.0, Act::Stand);
    field.bot(B, vec![line(&[], Act::Appear), line(&[], Act::Hide)]);
    field.bot(
        A,
        vec![line(&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)), line(&[], Act::Stand)],
    );
    // B appears; A seizes the initiative with a shot that misses; B would like to hide again.
    let played = field.cap(3).play(&[20, 20, 1]);
    assert_eq!(played.passes(), [(B, 1), (A, 1)]);
    let appeared = played.at(b);
    let played = field.cap(4).play(&[20, 20, 1, 4, 1]);
    let nominations = played.nominations();
    assert_eq!(nominations[0].intention, ActionKind::Appear);
    assert_eq!(nominations[2].figure, b);
    assert_eq!((nominations[2].intention, nominations[2].qualifies), FALLS_BACK);
    // Whoever stands there without having come so may hide.
    let (x, y) = (f64::from(appeared.x) / 256.0, f64::from(appeared.y) / 256.0);
    let (field, _) = behind_a_house(x, y, Act::Hide);
    assert_eq!(intends(&field), (ActionKind::Hide, Qualifies::ChangesSight));
}

#[test]
fn ll_05_c_in_sight_is_seen_by_one_living_enemy() {
    // A second watcher in the south sees him from the start, so that coming out to the north changes nothing.
    let (mut field, _) = behind_a_house(18.5, 11.0, Act::Appear);
    field.figure(A, AVERAGE, SWORD, 18.5, 1.0);
    assert_eq!(intends(&field).0, ActionKind::Charge);
    // Dead he sees nothing any more: B's archer shoots him first, then A seizes the initiative only to walk off.
    let (mut field, b) = behind_a_house(18.5, 11.0, Act::Appear);
    let spy = field.figure(A, AVERAGE, SWORD, 18.5, 1.0);
    field.figure(B, AVERAGE, BOW, 34.0, 1.0);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Appear)]);
    field.bot(A, vec![line(&[], Act::Escape)]);
    field.spec.sides[A].exit = Some(Edge::Top);
    field.spec.starts = Some(B);
    let played = field.cap(3).play(&[10, 10, 20, 4]);
    assert_eq!(played.dead(), [spy]);
    assert_eq!(played.nominations()[1].figure, b);
    assert_eq!(played.nominations()[1].intention, ActionKind::Appear);
}

#[test]
fn ll_05_c_the_point_must_be_within_a_move() {
    // Round either end of the house it is more than a move.
    let (mut field, _) = behind_a_house(21.0, 11.5, Act::Appear);
    field.spec.rules.movement.foot = inches(2.0);
    assert_eq!(intends(&field), FALLS_BACK);
    field.spec.rules.movement.foot = inches(12.0);
    assert_eq!(intends(&field).0, ActionKind::Appear);
}

#[test]
fn ll_05_d_full_speed_to_escape() {
    let (mut field, b) = one(24.0, 20.0, Act::Escape);
    assert_eq!(intends(&field), FALLS_BACK);
    field.spec.sides[B].exit = Some(Edge::Right);
    assert_eq!(intends(&field), (ActionKind::Escape, Qualifies::Escapes));
    // More actions may be needed: three full moves to the edge; the second and third are free.
    let played = field.cap(4).play(&[20, 4, 4]);
    let kinds: Vec<_> = played.actions()[1..].iter().map(|a| (a.kind, a.first)).collect();
    assert_eq!(
        kinds,
        [
            (ActionKind::Escape, Some(Qualifies::Escapes)),
            (ActionKind::Escape, None),
            (ActionKind::Escape, None),
        ]
    );
    let ends: Vec<_> = played.moves(MoveKind::Action).iter().map(|m| m.2).collect();
    assert_eq!(ends, [point(32.0, 20.0), point(40.0, 20.0), point(48.0, 20.0)]);
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { figure } if *figure == b)), 1);
}

#[test]
fn ll_01_a_free_action_is_by_the_rule_of_actions() {
    // The clause of LL-05 is told of a first action only.
    let field = Field::new();
    for kind in [EventKind::Hide, EventKind::Appear, EventKind::Escape] {
        assert_eq!(kind.rule_under(&field.spec.rules), Rule::ll(1), "{kind:?}");
    }
    assert_eq!(EventKind::FigureEscapes.rule_under(&field.spec.rules), Rule::host(5));
}

#[test]
fn ll_05_neither_all_shoot_nor_to_me_nor_standing_is_a_first_action() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let leader = field.figure(B, GOOD, BOW, 24.0, 10.0);
    let far = field.figure(B, AVERAGE, BOW, 24.0, 30.0);
    field.leader(leader, HEROIC);
    for act in [Act::AllShoot, Act::ToMe, Act::Stand] {
        field.bot(B, vec![line(&[], act)]);
        // As a free action it is possible.
        field.spec.starts = Some(B);
        let kind = field.cap(1).play(if act == Act::AllShoot { &[1] } else { &[] });
        let expected = match act {
            Act::AllShoot => ActionKind::AllShoot,
            Act::ToMe => ActionKind::ToMe,
            _ => ActionKind::Stand,
        };
        assert_eq!(kind.actions()[0].kind, expected);
        // As a first action it is not.
        field.spec.starts = Some(A);
        let played = field.cap(2).play(&[20]);
        assert_eq!(played.actions()[1].first, Some(Qualifies::TowardEnemy));
        assert_eq!(played.actions()[1].kind, ActionKind::Charge);
        assert_eq!(played.at(far), point(24.0, 30.0));
    }
}

#[test]
fn ll_05_a_a_charge_that_leads_nowhere_is_none() {
    let (mut field, _) = one(30.0, 10.0, Act::Charge(Pick::Nearest));
    let shoot = line(&[], Act::Shoot(Pick::Nearest));
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest)), shoot]);
    assert_eq!(intends(&field).0, ActionKind::Charge);
    field.river(14.0, -1.0, 16.0, 40.0);
    assert_eq!(intends(&field), (ActionKind::Shoot, Qualifies::Engages));
    // If there is nothing that he could do the roll is due all the same.
    field.spec.sides[B].figures[0].weapon = SWORD;
    assert_eq!(intends(&field), (ActionKind::Stand, Qualifies::Due));
}

/// Whom those who are nominated mean to go for; the roll fails.
fn targets(field: &Field) -> Vec<Option<FigureId>> {
    field.play(&[4]).find(|event| match *event {
        Event::Nominates { target, .. } => Some(target),
        _ => None,
    })
}

#[test]
fn ll_05_a_a_charge_past_somebody_in_reach_is_none() {
    // He could meet the man beside him, and would rather go for the leader far behind that man.
    let (mut field, _) = one(16.0, 15.0, Act::Charge(Pick::Leader));
    let leader = field.figure(A, AVERAGE, SWORD, 40.0, 16.0);
    field.leader(leader, HEROIC);
    // A charge at the nearest would do, if his script had one.
    assert_eq!(targets(&field), [Some(FigureId::new(A, 0))]);
    field.as_written = true;
    assert_eq!(targets(&field), [None]);
    // With nobody in reach, the leader it is.
    let (mut field, _) = one(22.0, 16.0, Act::Charge(Pick::Leader));
    let leader = field.figure(A, AVERAGE, SWORD, 40.0, 16.0);
    field.leader(leader, HEROIC);
    assert_eq!(targets(&field), [Some(leader)]);
}

#[test]
fn ll_05_a_a_move_past_anybody_in_reach_is_none() {
    // The nearest is out of reach behind the water; another one is not, and he runs away from him.
    let intended = |near: f64| {
        let mut field = Field::new();
        field.figure(A, AVERAGE, SWORD, 20.5, 20.0);
        field.figure(A, AVERAGE, SWORD, 13.0 - near, 15.0);
        field.figure(B, AVERAGE, SWORD, 13.0, 15.0);
        field.river(14.0, 1.0, 20.0, 29.5);
        to(&mut field, 13.0, 28.0);
        intends(field.cap(2))
    };
    assert_eq!(intended(9.3), (ActionKind::Move, Qualifies::TowardEnemy));
    assert_eq!(intended(9.1), (ActionKind::Stand, Qualifies::Due));
}

/// He would come into sight round the right end of the house by himself; but the foremost of his body goes round the left, and
/// he goes where that one gets.
#[test]
fn ll_05_c_he_changes_sight_only_where_his_body_takes_him() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 24.0, 6.0);
    field.house(12.0, 14.0, 16.0, 24.0);
    field.house(17.5, 9.0, 18.5, 11.5);
    let follower = field.figure(B, GOOD, SWORD, 15.2, 13.0);
    to(&mut field, 14.0, 32.0);
    field.spec.sides[B].objective = Some(PlaceId(0));
    field.cap(2);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::ChangesSight));
    let first = field.figure(B, AVERAGE, SWORD, 12.2, 13.0);
    let nomination = field.play(&[4]).nominations()[0];
    assert_eq!(nomination.figure, follower);
    assert_eq!((nomination.intention, nomination.qualifies), FALLS_BACK);
    // If the foremost goes round the right end, too, they both come into sight.
    field.spec.sides[B].figures[first.index()].at = point(15.9, 13.85);
    assert_eq!(intends(&field), (ActionKind::Move, Qualifies::ChangesSight));
}

/// B's script has nothing that may be a first action, for two men: the better of them is not in contact, the other is.
fn idle(lines: Vec<skirmish_engine::bot::Line>) -> Field {
    let mut field = Field::new();
    field.as_written = true;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let leader = field.figure(B, GOOD, SWORD, 40.0, 10.0);
    field.leader(leader, HEROIC);
    field.bot(A, vec![line(&[], Act::Stand)]);
    field.bot(B, lines);
    field
}

#[test]
fn ll_05_a_script_without_a_first_action_rolls_and_forfeits() {
    let mut field = idle(vec![line(&[], Act::Stand)]);
    field.cap(3);
    // The leader has the best chance of himself: 18 - 3. He has no bonus, since he means nothing.
    let played = field.play(&[15, 4]);
    let nominated = played.nominations()[0];
    assert_eq!((nominated.figure.index(), nominated.intention), (1, ActionKind::Stand));
    assert_eq!(played.seizes()[0], (15, 15, true));
    // The initiative passes, the first action is forfeited, and the next is as free as any.
    let order = played.find(|event| match *event {
        Event::Passes { to, .. } => Some((to, 0)),
        Event::Forfeits { side, number } | Event::Acts { side, number, .. } => Some((side, number)),
        _ => None,
    });
    assert_eq!(order, [(A, 1), (B, 0), (B, 2), (B, 3)]);
    assert_eq!(played.count(|e| matches!(e, Event::Forfeits { .. })), 1);
    assert_eq!(played.count(|e| matches!(e, Event::Moves { .. } | Event::Fights { .. })), 0);
    // A failure changes nothing.
    assert_eq!(field.play(&[14, 14]).passes(), []);
    // Who may decline does so, however good his chance is.
    field.spec.rules.options.seize_roll = SeizeRoll::MayDecline;
    let played = field.play(&[]);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { side: B })), 2);
    // By the essay he stands no chance, and nobody rolls.
    field.spec.rules.options.seize_roll = SeizeRoll::WhoCan;
    field.spec.sides[B].bot.least_chance_percent = 0;
    let played = field.play(&[]);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { side: B })), 2);
    // Who has something to do rolls.
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(field.play(&[14, 14]).nominations().len(), 2);
}

#[test]
fn ll_05_after_a_round_on_a_low_roll_the_script_is_still_obeyed() {
    // He seizes to fight, and the man whom he means to fight falls in the round that his low roll brings about: what he
    // would do else is under a condition that does not hold.
    let never = line(&[Condition::ActionsAtLeast(150)], Act::Charge(Pick::Nearest));
    let mut field = idle(vec![line(&[], Act::Fight), never, line(&[], Act::Stand)]);
    field.figure(A, AVERAGE, SWORD, 20.0, 30.0);
    field.spec.sides[B].figures[0].troops = DEMIGOD;
    field.spec.rules.seize.everyone_fights_up_to = 20;
    let played = field.cap(2).play(&[20, 1, 9]);
    assert_eq!(played.dead().len(), 1);
    assert_eq!(played.count(|e| matches!(e, Event::Forfeits { side: B, number: 2 })), 1);
}
