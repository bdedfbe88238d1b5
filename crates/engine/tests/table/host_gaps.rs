//! HOST-1: terrain has width for figures. Nobody slips through a gap that is narrower than his base; one sees, shoots and
//! fights through it.

use crate::common::planted::{Record, audit, find, is};
use crate::common::{AVERAGE, BOW, Field, Lcg, SWORD, inches, line, point};
use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{
    Cover, EventId, FeatureSpec, FigureId, Going, Guide, SightEffect, UNREACHABLE,
};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side::{A, B};

/// A man before two houses with a gap between them, and a mark behind it.
fn before_a_gap(gap: f64) -> (Field, FigureId) {
    let mut field = Field::new();
    let man = field.figure(A, AVERAGE, SWORD, 20.25, 8.0);
    field.figure(B, AVERAGE, SWORD, 47.0, 35.0);
    field.house(8.0, 10.0, 20.0, 12.0);
    field.house(20.0 + gap, 10.0, 30.0, 12.0);
    let place = field.place("mark", 20.25, 15.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.cap(1);
    (field, man)
}

#[test]
fn host_1_nobody_slips_through_a_gap_narrower_than_his_base() {
    let (field, man) = before_a_gap(0.75);
    let end = field.play(&[]).at(man);
    assert!(end.y < inches(10.5) && end.x != inches(20.25), "on his way round: {end:?}");
    let (field, man) = before_a_gap(1.0);
    assert_eq!(field.play(&[]).at(man), point(20.25, 15.0), "a base wide");
    let (mut field, man) = before_a_gap(0.75);
    field.spec.rules.movement.base = inches(0.75);
    assert_eq!(field.play(&[]).at(man), point(20.25, 15.0), "smaller bases");
}

#[test]
fn host_1_nor_between_a_wall_and_the_edge_of_the_table() {
    for (gap, is_through) in [(0.75, false), (0.0, false), (1.0, true)] {
        let mut field = Field::new();
        let man = field.figure(A, AVERAGE, SWORD, 0.5, 8.0);
        field.figure(B, AVERAGE, SWORD, 47.0, 35.0);
        field.house(gap, 10.0, 20.0, 12.0);
        let place = field.place("mark", 0.5, 15.0, 0.5);
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
        field.cap(1);
        let end = field.play(&[]).at(man);
        assert_eq!(end == point(0.5, 15.0), is_through, "{gap}: {end:?}");
    }
}

/// Walls in a ring about the middle, each turned by some angle, with gaps between their corners.
fn ring(turn: f64, gap: f64) -> Field {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 2.0, 2.0);
    field.figure(B, AVERAGE, SWORD, 46.0, 34.0);
    let (middle, radius, walls) = ((24.0, 18.0), 10.0_f64, 7);
    let at = |angle: f64, r: f64| point(middle.0 + r * angle.cos(), middle.1 + r * angle.sin());
    let half = (gap / 2.0 / radius).asin();
    for k in 0..walls {
        let step = std::f64::consts::TAU / f64::from(walls);
        let (from, to) = (turn + f64::from(k) * step + half, turn + f64::from(k + 1) * step - half);
        field.spec.features.push(FeatureSpec {
            name: "wall".to_owned(),
            corners: vec![
                at(from, radius),
                at(from, radius + 1.0),
                at(to, radius + 1.0),
                at(to, radius),
            ],
            sight: SightEffect::Clear,
            cover: Cover::None,
            going: Going::Barred,
            breaks_off: false,
            opened_by: None,
        });
    }
    field
}

fn way_into(field: &Field) -> Len {
    let battle = field.battle();
    let terrain = battle.terrain(0);
    let mut guide = Guide::with_room(A, terrain.routes().len());
    guide.lead_to(terrain, point(24.0, 18.0));
    guide.length(terrain, point(2.0, 2.0))
}

#[test]
fn host_1_a_ring_of_narrow_gaps_lets_nobody_in_at_whatever_angle() {
    for k in 0..16 {
        let turn = f64::from(k) * 0.137;
        assert_eq!(way_into(&ring(turn, 0.9)), UNREACHABLE, "turned by {turn}");
        assert_eq!(way_into(&ring(turn, 0.02)), UNREACHABLE, "turned by {turn}");
        assert!(way_into(&ring(turn, 1.05)) < UNREACHABLE, "turned by {turn}");
    }
}

#[test]
fn host_1_one_sees_and_shoots_through_a_narrow_gap() {
    let mut field = Field::new();
    let archer = field.figure(A, AVERAGE, BOW, 20.25, 6.0);
    field.figure(B, AVERAGE, SWORD, 20.25, 14.0);
    field.house(8.0, 9.0, 20.0, 11.0);
    field.house(20.5, 9.0, 30.0, 11.0);
    field.bot(A, vec![line(&[Condition::EnemyInSight], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    let played = field.play(&[1]);
    assert_eq!(played.actions()[0].kind, ActionKind::Shoot);
    assert_eq!(played.at(archer), point(20.25, 6.0));
}

#[test]
fn ll_09_one_fights_through_a_gap_at_the_end_of_a_barricade() {
    // Two men at a gap of half an inch: nobody gets through, but swords do.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 20.25, 9.5);
    field.figure(B, AVERAGE, SWORD, 20.25, 10.75);
    field.house(8.0, 10.0, 20.0, 10.25);
    field.barricade(20.5, 10.0, 30.0, 10.25);
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    field.cap(1);
    let played = field.play(&[5, 5]);
    assert_eq!(played.actions()[0].kind, ActionKind::Fight);
    assert!(played.events.iter().any(|event| matches!(event, Event::Fights { .. })));
}

#[test]
fn host_1_a_gate_that_opens_leaves_its_own_gap() {
    // The gate stands half an inch from either post; opened, it leaves three inches.
    for (gate, is_through) in [(true, true), (false, false)] {
        let mut field = Field::new();
        let man = field.figure(A, AVERAGE, SWORD, 20.0, 8.0);
        field.figure(B, AVERAGE, SWORD, 47.0, 35.0);
        field.event("now", A, &[]);
        field.house(0.0, 10.0, 18.5, 10.5);
        field.house(21.5, 10.0, 48.0, 10.5);
        let sight = SightEffect::BlockBeyond(0);
        let of = field.feature("gate", 19.0, 10.0, 21.0, 10.5, sight, Cover::None, Going::Barred);
        of.opened_by = gate.then_some(EventId(0));
        let place = field.place("mark", 20.0, 20.0, 0.5);
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
        field.cap(3);
        let end = field.play_with(&mut Lcg(1)).at(man);
        assert_eq!(end.y > inches(10.5), is_through, "{end:?}");
    }
}

#[test]
fn host_1_an_open_gate_is_a_way_however_narrow() {
    let mut field = Field::new();
    let man = field.figure(A, AVERAGE, SWORD, 20.25, 10.0);
    field.figure(B, AVERAGE, SWORD, 47.0, 35.0);
    field.event("now", A, &[]);
    field.house(0.0, 10.0, 20.0, 10.5);
    field.house(20.5, 10.0, 48.0, 10.5);
    let sight = SightEffect::BlockBeyond(0);
    let gate = field.feature("gate", 19.0, 10.0, 21.0, 10.5, sight, Cover::None, Going::Barred);
    gate.opened_by = Some(EventId(0));
    let place = field.place("mark", 20.0, 20.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.cap(3);
    assert!(field.play_with(&mut Lcg(1)).at(man).y > inches(10.5));
}

#[test]
fn host_1_one_walks_close_along_walls_past_a_narrow_gap() {
    // Along the front of both houses, close up to them.
    let (mut field, man) = before_a_gap(0.75);
    field.spec.sides[A].figures[man.index()].at = point(18.0, 10.0);
    field.spec.places[0].at = point(23.0, 10.0);
    assert_eq!(field.play(&[]).at(man), point(23.0, 10.0));
}

#[test]
fn host_1_gaps_are_told_by_what_lies_on_either_side() {
    let (field, _) = before_a_gap(0.75);
    let gaps = field.spec.narrow_gaps();
    assert!(!gaps.is_empty());
    assert!(gaps.iter().all(|gap| (gap.of, gap.to, gap.width()) == (0, Some(1), 3 * UNIT / 4)));
    let within = Point::new(inches(20.0) + 40, inches(10.0) + 3);
    assert!(gaps.iter().any(|gap| gap.stops(within)));
    assert!(before_a_gap(1.0).0.spec.narrow_gaps().is_empty());
}

#[test]
fn host_1_the_referee_sees_who_slips_through() {
    let (field, man) = before_a_gap(0.75);
    let mut record = Record::of(&field, 1);
    let at = find(&record.moments, is! { Event::Moves { .. } }).expect("a move");
    let there = point(20.25, 15.0);
    let Event::Moves { to, way, cost, .. } = &mut record.moments[at].event else {
        unreachable!("found as a move");
    };
    (*to, *way, *cost) = (there, inches(7.0), inches(7.0));
    for moment in &mut record.moments[at..] {
        moment.positions[A][man.index()] = there;
    }
    assert_eq!(audit(&record.battle, &record.moments), [Rule::host(1)]);
}
