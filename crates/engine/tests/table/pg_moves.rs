//! PG-06: three paces, what fast movement forbids, rough ground.

use crate::common::petite::{self, LINE, MUSKET, RANGER, SABRE};
use crate::common::{Field, inches as paces, line};
use skirmish_engine::battle::{Cover, Edge, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rulebook::{Formation, Paces};
use skirmish_engine::side::Side::{A, B};

/// One man of A at (50, 75) who does this, and an enemy far off.
fn alone(act: Act) -> Field {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 50.0, 75.0);
    field.figure(B, LINE, SABRE, 190.0, 75.0);
    field.place("mark", 150.0, 75.0, 1.0);
    field.bot(A, vec![line(&[], act)]);
    field.cap(1);
    field
}

const MARK: Goal = Goal::Place(skirmish_engine::battle::PlaceId(0));

fn goes(field: &Field) -> f64 {
    let way = field.play(&[]).gone(field)[A][0];
    f64::from(way) / 256.0
}

#[test]
fn pg_06_normal_and_fast_on_foot_and_mounted() {
    for (act, foot, mounted) in [
        (Act::Move(MARK), 12.0, 24.0),
        (Act::Run(MARK), 18.0, 36.0),
        (Act::Charge(Pick::Nearest), 18.0, 36.0),
    ] {
        let mut field = alone(act);
        assert_eq!(goes(&field), foot, "{act:?}");
        field.spec.sides[A].figures[0].mounted = true;
        assert_eq!(goes(&field), mounted, "{act:?}");
    }
    let mut field = alone(Act::Escape);
    field.spec.sides[A].exit = Some(Edge::Left);
    assert_eq!(goes(&field), 18.0);
}

#[test]
fn pg_06_only_a_charge_closes_in_with_the_enemy() {
    // An enemy stands in the way to the mark, and one behind it.
    for (act, closes) in
        [(Act::Move(MARK), false), (Act::Run(MARK), false), (Act::Charge(Pick::Nearest), true)]
    {
        let mut field = alone(act);
        field.figure(B, LINE, SABRE, 60.0, 75.0);
        let (played, _) = field.try_play(&[1; 8]);
        let met = played.count(|event| matches!(event, Event::Contact { .. }));
        assert_eq!(met, usize::from(closes), "{act:?}");
        assert_eq!(played.pressed().len(), usize::from(closes), "{act:?}");
        // He halts clear of contact, and not before.
        let off = played.at(FigureId::new(A, 0)).distance(crate::common::point(60.0, 75.0));
        assert!(off < paces(4.5), "{act:?}: {off}");
    }
}

#[test]
fn pg_04_nobody_halts_with_one_who_is_held_up_on_the_spot() {
    // The foremost is a hair off a row of enemies, as near as he gets; two come on behind him.
    let mut field = alone(Act::Move(MARK));
    field.spec.sides[A].figures[0].at = crate::common::point(100.0, 75.0);
    let behind = [75.0, 79.0].map(|y| field.figure(A, LINE, SABRE, 88.0, y));
    for k in -6..=6 {
        field.figure(B, LINE, SABRE, 104.25, 75.0 + 3.5 * f64::from(k));
    }
    let played = field.play(&[]);
    for man in behind {
        assert!(played.at(man).x > paces(95.0), "{:?}", played.at(man));
    }
}

#[test]
fn pg_06_a_formation_has_distances_of_its_own() {
    let mut field = alone(Act::Move(MARK));
    let rows = |open: [f64; 3], line: [f64; 3]| [open.map(paces), line.map(paces)];
    field.spec.rules.movement.paces = Some(Paces {
        infantry: rows([6.0, 12.0, 18.0], [4.0, 8.0, 10.0]),
        cavalry: rows([12.0, 24.0, 36.0], [9.0, 16.0, 20.0]),
    });
    assert_eq!(goes(&field), 12.0);
    field.spec.sides[A].units[0].formation = Formation::Line { ranks: 1 };
    assert_eq!(goes(&field), 8.0);
    field.bot(A, vec![line(&[], Act::Run(MARK))]);
    assert_eq!(goes(&field), 10.0);
    field.spec.sides[A].figures[0].mounted = true;
    assert_eq!(goes(&field), 20.0);
}

/// What the man does in each of his turns, having done this in the first.
fn then(first: Act, lines: &[Act], turns: u32) -> Vec<ActionKind> {
    let mut field = alone(first);
    // He is in range of the enemy all the time.
    field.spec.sides[B].figures[0].at = crate::common::point(110.0, 75.0);
    let mut all = vec![crate::common::unless(Condition::ActionsAtLeast(1), first)];
    all.extend(lines.iter().map(|act| line(&[], *act)));
    field.bot(A, all);
    field.cap(turns);
    let rolls = vec![1; 12];
    let (played, _) = field.try_play(&rolls);
    played.actions().iter().map(|action| action.kind).collect()
}

#[test]
fn pg_06_after_normal_movement_one_may_fire_in_the_next_turn() {
    let kinds = then(Act::Move(MARK), &[Act::Shoot(Pick::Nearest)], 3);
    assert_eq!(kinds, [ActionKind::Move, ActionKind::Shoot]);
}

#[test]
fn pg_06_after_fast_movement_one_may_not_fire_in_the_next_turn() {
    let shoot = Act::Shoot(Pick::Nearest);
    for fast in [Act::Run(MARK), Act::Charge(Pick::Nearest)] {
        assert_eq!(then(fast, &[shoot], 3).len(), 1, "{fast:?}");
        let kinds = then(fast, &[shoot], 5);
        assert_eq!(kinds[1..], [ActionKind::Shoot], "in the one after, {fast:?}");
    }
    // But he may move.
    let kinds = then(Act::Run(MARK), &[shoot, Act::Move(MARK)], 3);
    assert_eq!(kinds, [ActionKind::Run, ActionKind::Move]);
}

#[test]
fn pg_06_after_fast_movement_one_may_not_reload_in_the_next_turn() {
    let mut field = alone(Act::Stand);
    field.spec.sides[B].figures[0].at = crate::common::point(110.0, 75.0);
    field.bot(
        A,
        vec![
            crate::common::unless(Condition::ActionsAtLeast(1), Act::Shoot(Pick::Nearest)),
            crate::common::unless(Condition::ActionsAtLeast(3), Act::Run(MARK)),
            line(&[], Act::Reload),
        ],
    );
    // Turn 1 fires, 3 runs, 5 can do nothing, 7 reloads.
    field.cap(5);
    assert_eq!(field.play(&[1, 1]).actions().len(), 2);
    field.cap(7);
    let played = field.play(&[1, 1, 4]);
    assert_eq!(played.actions()[2].kind, ActionKind::Reload);
    assert_eq!(played.turns().len(), 7);
}

/// The man goes over rough ground from where he stands.
fn on_rough(act: Act, troops: usize, from: f64) -> f64 {
    let mut field = alone(act);
    field.spec.sides[A].figures[0].troops = troops;
    scrub(&mut field, from);
    goes(&field)
}

fn scrub(field: &mut Field, from: f64) {
    field.feature("scrub", from, 60.0, 140.0, 90.0, SightEffect::Clear, Cover::None, Going::Slow);
}

#[test]
fn pg_06_rough_ground_is_crossed_at_slow_pace_whatever_the_hurry() {
    for act in [Act::Move(MARK), Act::Run(MARK), Act::Charge(Pick::Nearest)] {
        assert_eq!(on_rough(act, LINE, 49.0), 6.0, "{act:?}");
    }
    // Half a move on good ground leaves half a slow one.
    assert_eq!(on_rough(Act::Move(MARK), LINE, 56.0), 9.0);
    assert_eq!(on_rough(Act::Run(MARK), LINE, 59.0), 12.0);
}

#[test]
fn pg_06_over_rough_ground_one_goes_as_far_as_at_slow_pace_whatever_that_is() {
    for slow in [4.0, 6.0, 8.0, 11.0, 12.0] {
        for act in [Act::Move(MARK), Act::Run(MARK), Act::Charge(Pick::Nearest)] {
            let mut field = alone(act);
            let row = [slow, 12.0, 18.0].map(paces);
            field.spec.rules.movement.paces = Some(Paces { infantry: [row; 2], cavalry: [row; 2] });
            scrub(&mut field, 49.0);
            assert!((goes(&field) - slow).abs() < 0.01, "{act:?} at {slow}");
        }
    }
}

#[test]
fn pg_06_the_wounded_move_slowly_and_may_fire_after_a_run() {
    let mut field = alone(Act::Run(MARK));
    field.spec.sides[B].figures[0].at = crate::common::point(96.0, 75.0);
    field.spec.sides[B].figures[0].weapon = MUSKET;
    field.bot(
        A,
        vec![
            crate::common::unless(Condition::ActionsAtLeast(2), Act::Run(MARK)),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    let once = crate::common::unless(Condition::ActionsAtLeast(2), Act::Shoot(Pick::Nearest));
    field.bot(B, vec![once]);
    field.spec.starts = Some(B);
    field.cap(4);
    // Hit and wounded; his test; he runs at slow pace, and fires in his next turn.
    let (played, _) = field.try_play(&[8, 8, 1, 4, 1, 1, 1]);
    let kinds: Vec<ActionKind> = played.actions().iter().map(|action| action.kind).collect();
    assert_eq!(kinds, [ActionKind::Shoot, ActionKind::Run, ActionKind::Shoot]);
    assert_eq!(played.gone(&field)[A][0], paces(6.0));
}

#[test]
fn pg_02_pg_06_rough_ground_does_not_slow_the_sure_footed() {
    assert_eq!(on_rough(Act::Move(MARK), RANGER, 49.0), 12.0);
    assert_eq!(on_rough(Act::Run(MARK), RANGER, 49.0), 18.0);
}

#[test]
fn pg_06_movement_may_be_broken_off() {
    // The place is nearer than a full move: he halts there.
    let mut field = alone(Act::Move(MARK));
    field.spec.places[0].at = crate::common::point(55.0, 75.0);
    assert_eq!(goes(&field), 5.0);
}
