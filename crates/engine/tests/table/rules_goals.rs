//! HOST-5: to die, to flee and to get away are three things; a goal reached at the start is not reached; events wait for the
//! first action. The auditor sees each by itself.

use crate::common::planted::{Moment, Record, audit, find, is};
use crate::common::tables;
use crate::common::{
    AVERAGE, BOW, Field, HEROIC, POOR, Played, SWORD, inches, line, petite, point, unless,
};
use skirmish_engine::battle::{
    Edge, EnemyTarget, EventId, FigureId, Hold, PlaceId, Task, UnitId, WinSpec,
};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, Test};
use skirmish_engine::event::{Ending, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side::{A, B};

fn ends(played: &Played) -> Ending {
    played.outcome.ending
}

const WON: Ending = Ending::Won { side: B, goal: Some(0) };

/// All goals that are about a leader, or about the unit that is his, of side A.
const ABOUT: [WinSpec; 5] = [
    WinSpec::Kills { figure: FigureId::new(A, 0) },
    WinSpec::Destroys { unit: UnitId(0) },
    WinSpec::Gone { who: EnemyTarget::Leader(FigureId::new(A, 0)) },
    WinSpec::Gone { who: EnemyTarget::Body(UnitId(0)) },
    WinSpec::Losses { figures: 1 },
];

/// A leader of side A at a gate in the edge, an archer of side B 10" from him who shoots if he may, and a man of A's second
/// unit in a corner. They take turns, each action a turn.
fn gate() -> (Field, PlaceId) {
    let mut field = Field::under(tables::ALTERNATE);
    let leader = field.figure(A, POOR, SWORD, 10.0, 2.0);
    field.leader(leader, HEROIC);
    let other = field.figure(A, AVERAGE, SWORD, 46.0, 30.0);
    let unit = field.unit(A, "others");
    field.enlist(other, unit);
    field.figure(B, AVERAGE, BOW, 10.0, 12.0);
    field.spec.sides[A].exit = Some(Edge::Bottom);
    let gate = field.place("gate", 10.0, 2.0, 1.0);
    (field, gate)
}

/// The leader leaves by the gate.
fn leaves() -> Field {
    let (mut field, gate) = gate();
    field.bot(A, vec![line(&[Condition::Within(inches(1.0), gate)], Act::Escape)]);
    field.cap(2);
    field
}

#[test]
fn host_5_who_gets_away_is_neither_dead_nor_lost_nor_his_body_destroyed() {
    for (win, is_reached) in ABOUT.into_iter().zip([false, false, true, true, false]) {
        let mut field = leaves();
        field.wins(B, win);
        let played = field.play(&[]);
        assert_eq!(played.count(|e| matches!(e, Event::Escapes { .. })), 1);
        assert_eq!(ends(&played) == WON, is_reached, "{win:?}");
    }
}

#[test]
fn host_5_who_dies_is_dead_and_lost_and_gone() {
    for win in ABOUT {
        let (mut field, _) = gate();
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.wins(B, win);
        assert_eq!(ends(&field.play(&[10, 10])), WON, "{win:?}");
    }
}

#[test]
fn host_5_who_flees_is_lost_and_not_dead() {
    // Whoever falls first takes the others with him (LLC-5): the archer aims at the man before the leader.
    for (win, is_reached) in ABOUT.into_iter().zip([false, true, true, true, true]) {
        let (mut field, _) = gate();
        let man = field.figure(A, POOR, SWORD, 10.0, 4.0);
        field.spec.sides[A].units[0].morale = Some(1);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.wins(B, win);
        field.cap(2);
        let played = field.play(&[10, 10]);
        assert_eq!(played.dead(), [man]);
        assert_eq!(played.outcome.losses[A], 2);
        assert_eq!(ends(&played) == WON, is_reached, "{win:?}");
    }
}

#[test]
fn host_5_a_body_of_which_one_got_away_is_not_destroyed() {
    // Two of one body: one leaves and the other falls, whichever comes first.
    for (win, is_reached) in ABOUT.into_iter().zip([true, false, true, true, true]) {
        let (mut field, gate) = gate();
        let runner = field.figure(A, AVERAGE, SWORD, 30.0, 2.0);
        field.spec.places[usize::from(gate.0)].at = point(30.0, 2.0);
        field.spec.sides[A].figures[0].at = point(13.0, 20.0);
        field.bot(A, vec![line(&[Condition::Within(inches(1.0), gate)], Act::Escape)]);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.wins(B, win);
        field.cap(4);
        let played = field.play(&[10, 10]);
        assert_eq!(played.dead(), [FigureId::new(A, 0)]);
        let away = played.count(|e| *e == Event::Escapes { figure: runner });
        assert!(away == 1 || is_reached, "{win:?}");
        assert_eq!(ends(&played) == WON, is_reached, "{win:?}");
    }
}

#[test]
fn ll_08_an_order_to_kill_whoever_got_away_is_void() {
    for task in [Task::Kill(FigureId::new(A, 0)), Task::Destroy(UnitId(0))] {
        let mut field = leaves();
        field.card(&[FigureId::new(B, 0)], task, &[]);
        let played = field.play(&[]);
        let closes = played.find(|e| match *e {
            Event::CardCloses { done, .. } => Some(done),
            _ => None,
        });
        assert_eq!(closes, [false], "{task:?}");
    }
}

#[test]
fn pg_05_who_left_by_his_exit_is_not_missing_from_his_units_strength() {
    // Two of a unit of three leave; nobody is tested.
    let mut field = petite::field();
    for x in [50.0, 56.0, 150.0] {
        field.figure(A, petite::LINE, petite::MUSKET, x, if x < 100.0 { 4.0 } else { 75.0 });
    }
    field.figure(B, petite::LINE, petite::SABRE, 190.0, 140.0);
    field.spec.sides[A].exit = Some(Edge::Bottom);
    let gate = field.place("gate", 53.0, 4.0, 0.0);
    let near = inches(10.0);
    field.spec.places[usize::from(gate.0)].radius = near;
    field.bot(A, vec![line(&[Condition::Within(near, gate)], Act::Escape)]);
    petite::ends_after(&mut field, 2);
    let played = field.play(&[]);
    assert!(played.count(|e| matches!(e, Event::Escapes { .. })) >= 2);
    assert_eq!(played.tests(), []);
}

/// A man of side A on the hill, which is his goal, and one of side B far off.
fn hill() -> (Field, PlaceId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 18.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 45.0, 30.0);
    let hill = field.place("hill", 18.0, 10.0, 2.0);
    field.wins(A, WinSpec::Holds(Hold::of(hill, 1)));
    field.cap(3);
    (field, hill)
}

/// The same, but he goes down in his first action and up again in his next.
fn up_and_down() -> Field {
    let (mut field, hill) = hill();
    let foot = field.place("foot", 10.0, 10.0, 2.0);
    field.bot(
        A,
        vec![
            unless(Condition::ActionsAtLeast(1), Act::Move(Goal::Place(foot))),
            line(&[], Act::Move(Goal::Place(hill))),
        ],
    );
    field
}

#[test]
fn host_5_a_place_held_at_the_start_counts_when_it_has_been_left_and_taken_again() {
    let (field, _) = hill();
    assert_eq!(ends(&field.play(&[4, 4])), Ending::Cap);
    let played = up_and_down().play(&[4]);
    assert_eq!(ends(&played), Ending::Won { side: A, goal: Some(0) });
    assert_eq!(played.outcome.actions, 2);
    // Two at the start do not hold it with three.
    let (mut field, top) = hill();
    field.figure(A, AVERAGE, SWORD, 18.0, 13.0);
    field.spec.sides[A].wins = vec![WinSpec::Holds(Hold::of(top, 2))];
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(top)))]);
    assert_eq!(field.play(&[]).outcome.actions, 1);
}

#[test]
fn host_5_events_and_orders_wait_for_the_first_action() {
    let (mut field, hill) = hill();
    field.event("there", A, &[Condition::Within(inches(2.0), hill)]);
    field.card(&[FigureId::new(A, 0)], Task::Occupy(hill), &[]);
    let played = field.play(&[4, 4]);
    let acts = played.place_of(|e| matches!(e, Event::Acts { number: 1, .. }));
    let second = played.place_of(|e| matches!(e, Event::Acts { number: 2, .. }));
    let happens = played.place_of(|e| *e == Event::Happens { event: EventId(0) });
    let closes = played.place_of(|e| matches!(e, Event::CardCloses { done: true, .. }));
    assert!(acts < happens && happens < closes && closes < second);
}

/// What an event of side A may ask that is so of none of those alive, or may be: a place that nobody stands at, and whether it
/// takes somebody to say it of.
fn asked(gate: PlaceId, far: PlaceId) -> [(Test, bool); 8] {
    let not = |condition| Test { condition, expected: false };
    let all_there = Test { condition: Condition::AllWithin(inches(1.0), far), expected: true };
    [
        (not(Condition::SeenByEnemy), true),
        (not(Condition::EnemyInSight), true),
        (not(Condition::EnemyWithin(inches(20.0))), true),
        (not(Condition::Within(inches(1.0), gate)), true),
        (all_there, true),
        (not(Condition::HasLeader), false),
        (not(Condition::FiguresAtLeast(1)), false),
        (Test { condition: Condition::LossesAtLeast(1), expected: true }, false),
    ]
}

/// The last of side A, a leader at a gate, is shot by an archer 10" off; the event of side A asks this.
fn dies_alone(asks: impl Fn(PlaceId, PlaceId) -> Test) -> Field {
    let mut field = Field::under(tables::ALTERNATE);
    let leader = field.figure(A, POOR, SWORD, 10.0, 2.0);
    field.leader(leader, HEROIC);
    field.figure(B, AVERAGE, BOW, 10.0, 12.0);
    let (gate, far) = (field.place("gate", 10.0, 2.0, 1.0), field.place("far", 40.0, 30.0, 1.0));
    field.event("so", A, &[]);
    field.spec.events[0].when = vec![asks(gate, far)];
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field
}

#[test]
fn host_5_of_the_dead_nothing_is_so_nor_its_opposite() {
    for k in 0..8 {
        let field = dies_alone(|gate, far| asked(gate, far)[k].0);
        let played = field.play(&[10, 10]);
        assert_eq!(played.dead().len(), 1);
        let happens = played.count(|e| matches!(e, Event::Happens { .. }));
        let (test, takes_somebody) = asked(PlaceId(0), PlaceId(1))[k];
        assert_eq!(happens == 0, takes_somebody, "{test:?}");
    }
}

#[test]
fn host_5_the_referee_sees_what_happens_to_nobody() {
    let field = dies_alone(|_, _| asked(PlaceId(0), PlaceId(1))[0].0);
    let record = Record::of_script(&field, &[10, 10]);
    let mut moments = record.moments.clone();
    assert_eq!(audit(&record.battle, &moments), []);
    let dies = find(&moments, is! { Event::Dies { .. } }).expect("he does");
    let event = Event::Happens { event: EventId(0) };
    let planted = Moment { event, ..moments[dies + 1].clone() };
    moments.insert(dies + 1, planted);
    assert!(audit(&record.battle, &moments).contains(&Rule::host(5)));
}

/// The rules named when a game ends, with this ending, at the first event that is so.
fn ends_at(record: &Record, ending: Ending, is: impl Fn(&Event) -> bool) -> Vec<Rule> {
    let mut moments = record.moments.clone();
    let at = find(&moments, is).expect("it is so");
    let ends = Moment { event: Event::Ends { ending, streak: 0 }, ..moments[at].clone() };
    moments.truncate(at + 1);
    moments.push(ends);
    audit(&record.battle, &moments)
}

#[test]
fn host_5_the_auditor_tells_the_dead_from_those_who_got_away() {
    for (win, is_reached) in ABOUT.into_iter().zip([false, false, true, true, false]) {
        let mut field = leaves();
        field.wins(B, win);
        let record = Record::of(&field, 1);
        let found = ends_at(&record, WON, is!(Event::Escapes { .. }));
        assert_eq!(found.contains(&Rule::host(5)), !is_reached, "{win:?}: {found:?}");
        // And it misses an end that is due.
        let mut moments = record.moments.clone();
        let escapes = find(&moments, is!(Event::Escapes { .. })).expect("he leaves");
        let turn = find(&moments, is!(Event::TurnBegins { .. })).expect("a turn begins");
        let next = Moment {
            event: Event::TurnBegins { side: B, turn: 2 },
            holder: moments[turn].holder,
            ..moments[escapes].clone()
        };
        moments.truncate(escapes + 1);
        moments.push(next);
        let found = audit(&record.battle, &moments);
        assert_eq!(found.contains(&Rule::host(5)), is_reached, "{win:?}: {found:?}");
    }
    // An order to kill him is not carried out by his leaving.
    let mut field = leaves();
    field.card(&[FigureId::new(B, 0)], Task::Kill(FigureId::new(A, 0)), &[]);
    let record = Record::of(&field, 1);
    let mut moments = record.moments.clone();
    let closes = moments.iter_mut().find_map(|moment| match &mut moment.event {
        Event::CardCloses { done, .. } => Some(done),
        _ => None,
    });
    *closes.expect("it is void") = true;
    assert_eq!(audit(&record.battle, &moments), [Rule::ll(8)]);
}

#[test]
fn host_5_the_auditor_knows_what_was_reached_at_the_start() {
    let won = Ending::Won { side: A, goal: Some(0) };
    let (field, _) = hill();
    let stays = Record::of(&field, 1);
    let found = ends_at(&stays, won, is!(Event::Acts { number: 1, .. }));
    assert!(found.contains(&Rule::host(5)), "{found:?}");
    // Down again and up, and the game goes on.
    let back = Record::of(&up_and_down(), 4);
    let mut moments = back.moments.clone();
    let Some(Moment { event: Event::Ends { .. }, .. }) = moments.last() else {
        panic!("a game ends");
    };
    let last = moments.len() - 1;
    moments[last].event = Event::Acts {
        number: back.moments.iter().filter(|m| matches!(m.event, Event::Acts { .. })).count()
            as u32
            + 1,
        side: A,
        figures: 1,
        action: skirmish_engine::event::ActionKind::Stand,
        target: None,
        destination: None,
        place: None,
        card: None,
        first: None,
    };
    assert!(audit(&back.battle, &moments).contains(&Rule::host(5)));
}
