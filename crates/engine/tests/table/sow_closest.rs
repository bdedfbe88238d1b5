//! SOW-1: the two units that are nearest to one another are matched first, and nobody chooses whom he fights.

use crate::common::planted::{Moment, Record, audit, change};
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, inches, line, reaction};
use skirmish_engine::battle::{BlockSpec, FigureId};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, Matching, System};
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// A turn in which A instigates and units are matched by distance.
fn field() -> Field {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    field.spec.rules.warspike.matching = Matching::Closest;
    field
}

/// A man who is a unit by himself.
fn man(field: &mut Field, side: Side, weapon: usize, x: f64, y: f64) -> FigureId {
    let figure = field.figure(side, AVERAGE, weapon, x, y);
    if figure.index() == 0 {
        return figure;
    }
    let unit = field.unit(side, "another");
    field.enlist(figure, unit)
}

/// Who has been matched with whom.
fn pairs(played: &Played) -> Vec<(u128, u128)> {
    played.find(|event| match *event {
        Event::Paired { units, with, .. } => Some((units, with)),
        _ => None,
    })
}

/// Three against three: 14, 12 and 10 inches apart.
fn three() -> Field {
    let mut field = field();
    for (k, y) in [6.0, 16.0, 26.0].into_iter().enumerate() {
        man(&mut field, A, SWORD, 10.0, y);
        man(&mut field, B, SWORD, 24.0 - 2.0 * k as f64, y);
    }
    field
}

#[test]
fn sow_1_the_closest_are_matched_first() {
    let mut field = three();
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Prepare]);
    let played = field.play(&[]);
    assert_eq!(pairs(&played), [(4, 4), (2, 2), (1, 1)]);
    let distances = played.find(|event| match *event {
        Event::Paired { distance, .. } => Some(distance),
        _ => None,
    });
    assert_eq!(distances, [inches(10.0), inches(12.0), inches(14.0)]);
    let answered = played.find(|event| match *event {
        Event::MatchBegins { units, reacting, .. } => Some((units, reacting)),
        _ => None,
    });
    assert_eq!(answered, pairs(&played));
}

#[test]
fn sow_1_the_order_follows_from_positions_as_they_are_then() {
    // After the first match somebody stands nearer than before.
    let mut field = three();
    let yard = field.place("yard", 24.0, 16.0, 0.5);
    field.bot(
        A,
        vec![
            line(&[Condition::EnemyWithin(inches(11.0))], Act::Move(Goal::Place(yard))),
            line(&[], Act::Prepare),
        ],
    );
    let played = field.play(&[]);
    assert_eq!(pairs(&played)[0], (4, 4));
    assert_eq!(pairs(&played).len(), 3);
}

#[test]
fn sow_1_nobody_chooses_whom_he_aims_at() {
    // The bowman's own match is the man further off to shoot at: the nearer one is matched with somebody nearer still.
    let mut field = field();
    man(&mut field, A, BOW, 10.0, 10.0);
    man(&mut field, A, SWORD, 18.0, 10.0);
    let near = man(&mut field, B, SWORD, 20.0, 10.0);
    let far = man(&mut field, B, SWORD, 20.0, 20.0);
    field.bot(
        A,
        vec![line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest)), line(&[], Act::Prepare)],
    );
    let played = field.play(&[1]);
    assert_eq!(pairs(&played), [(2, 1), (1, 2)]);
    assert_eq!(played.shots()[0].target, far);
    // By choice it is the nearer one.
    field.spec.rules.warspike.matching = Matching::Chosen;
    assert_eq!(field.play(&[1]).shots()[0].target, near);
}

#[test]
fn sow_1_within_charge_is_who_can_be_met() {
    // The bowman is matched with the man near to both; the other's own is out of his reach.
    let mut field = field();
    man(&mut field, A, BOW, 10.0, 10.0);
    man(&mut field, A, SWORD, 10.0, 14.0);
    man(&mut field, B, SWORD, 12.0, 10.0);
    man(&mut field, B, SWORD, 30.0, 14.0);
    field.bot(
        A,
        vec![
            line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest)),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[], Act::Prepare),
        ],
    );
    let played = field.play(&[1]);
    assert_eq!(pairs(&played), [(1, 1), (2, 2)]);
    let actions: Vec<_> = played.actions().iter().map(|a| a.kind).collect();
    assert_eq!(actions, [ActionKind::Shoot, ActionKind::Prepare]);
}

#[test]
fn sow_1_the_instigator_chooses_among_equal_distances() {
    let mut field = field();
    man(&mut field, A, SWORD, 10.0, 10.0);
    man(&mut field, A, BOW, 10.0, 20.0);
    man(&mut field, B, SWORD, 22.0, 10.0);
    man(&mut field, B, SWORD, 22.0, 20.0);
    field.bot(
        A,
        vec![line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest)), line(&[], Act::Prepare)],
    );
    assert_eq!(pairs(&field.play(&[1])), [(2, 2), (1, 1)]);
    // One man as near to two: his bot picks the target.
    let mut field = self::field();
    man(&mut field, A, BOW, 10.0, 15.0);
    man(&mut field, B, SWORD, 22.0, 10.0);
    man(&mut field, B, SWORD, 22.0, 20.0);
    let post = field.place("post", 22.0, 21.0, 0.5);
    field.spec.sides[A].objective = Some(post);
    field.bot(A, vec![line(&[], Act::Charge(Pick::NearestToObjective))]);
    assert_eq!(pairs(&field.play(&[])), [(1, 2)]);
}

#[test]
fn sow_1_who_is_left_over_aims_at_nobody() {
    let mut field = field();
    man(&mut field, A, BOW, 10.0, 10.0);
    man(&mut field, A, BOW, 10.0, 13.0);
    man(&mut field, B, SWORD, 22.0, 10.0);
    let yard = field.place("yard", 10.0, 20.0, 0.5);
    field.bot(
        A,
        vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Move(Goal::Place(yard)))],
    );
    let played = field.play(&[1]);
    assert_eq!(pairs(&played), [(1, 1)]);
    let actions: Vec<_> = played.actions().iter().map(|a| a.kind).collect();
    assert_eq!(actions, [ActionKind::Shoot, ActionKind::Move]);
}

#[test]
fn ws_06_who_is_left_over_runs_into_nobody() {
    let mut field = field();
    man(&mut field, A, SWORD, 10.0, 10.0);
    let second = man(&mut field, A, SWORD, 10.0, 13.0);
    let enemy = man(&mut field, B, SWORD, 14.0, 10.0);
    let yard = field.place("yard", 14.0, 10.0, 0.5);
    field.bot(
        A,
        vec![
            line(&[Condition::EnemyWithin(inches(4.5))], Act::Prepare),
            line(&[], Act::Move(Goal::Place(yard))),
        ],
    );
    let played = field.play(&[]);
    assert_eq!(pairs(&played), [(1, 1)]);
    let actions: Vec<_> = played.actions().iter().map(|a| a.kind).collect();
    assert_eq!(actions, [ActionKind::Prepare, ActionKind::Move]);
    assert_eq!((played.rounds().len(), played.dead().len()), (0, 0));
    let apart = played.at(second).distance(played.at(enemy));
    assert!(apart > inches(1.25) && apart < inches(2.0), "{apart}");
}

#[test]
fn sow_1_who_does_nothing_or_lies_low_is_matched_with_nobody() {
    let mut field = three();
    field.bot(
        A,
        vec![line(&[Condition::EnemyWithin(inches(11.0))], Act::Stand), line(&[], Act::Prepare)],
    );
    let played = field.play(&[]);
    assert_eq!(pairs(&played), [(2, 2), (1, 1)]);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.spec.sides[B].units[2].hidden = true;
    let played = field.play(&[]);
    assert_eq!(pairs(&played)[0], (2, 2));
    assert!(pairs(&played).iter().all(|(_, with)| *with != 4));
}

#[test]
fn sow_1_those_in_contact_fight_their_match_only() {
    let mut field = field();
    let a = man(&mut field, A, SWORD, 10.0, 10.0);
    let b = man(&mut field, B, SWORD, 11.0, 10.0);
    // As near, and not the first.
    man(&mut field, B, SWORD, 10.0, 11.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.play(&[5, 5]);
    assert_eq!(pairs(&played), [(1, 1)]);
    assert_eq!(played.rounds()[0].pairs, [(a, b)]);
}

#[test]
fn sow_1_blocks_are_matched_as_one() {
    let mut field = three();
    field.spec.sides[A]
        .blocks
        .push(BlockSpec { units: 0b101, when: reaction(&[], React::Stay).when });
    field.bot(A, vec![line(&[], Act::Prepare)]);
    assert_eq!(pairs(&field.play(&[])), [(0b101, 4), (2, 2)]);
}

#[test]
fn sow_1_by_coin_the_roles_are_tossed_for_every_turn() {
    let mut field = three();
    field.spec.rules.warspike.advantage = Advantage::Coin;
    field.spec.rules.warspike.turns = 3;
    // The last toss is for a turn that is not played any more.
    assert_eq!(field.play(&[2, 1, 1]).turns(), [A, B, A]);
}

#[test]
fn sow_1_the_auditor_measures() {
    let mut field = three();
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let record = Record::of(&field, 1);
    let plant = |what: &dyn Fn(&mut Event) -> bool| {
        let mut moments: Vec<Moment> = record.moments.clone();
        change(&mut moments, what).expect("there should be something to change");
        let breaches = audit(&record.battle, &moments);
        assert!(breaches.contains(&Rule::sow(1)), "{breaches:?}");
    };
    plant(&|event| match event {
        Event::Paired { with, .. } => {
            *with = 1;
            true
        }
        _ => false,
    });
    plant(&|event| match event {
        Event::Paired { distance, .. } => {
            *distance += 1;
            true
        }
        _ => false,
    });
    // Another unit acts than the one that has been matched.
    plant(&|event| match event {
        Event::MatchBegins { units, .. } => {
            *units = 1;
            true
        }
        _ => false,
    });
    // And aims at somebody else.
    plant(&|event| match event {
        Event::Acts { target, .. } => {
            *target = Some(FigureId::new(B, 0));
            true
        }
        _ => false,
    });
}

#[test]
fn ws_06_the_auditor_expects_no_contact_of_who_is_left_over() {
    let mut field = field();
    man(&mut field, A, SWORD, 10.0, 10.0);
    man(&mut field, A, SWORD, 12.0, 11.2);
    man(&mut field, B, SWORD, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let record = Record::of(&field, 1);
    // A's second man, for whom nobody is left, is told to have come into contact: he stands next to B's man.
    let mut moments: Vec<Moment> = record.moments.clone();
    let last = |m: &Moment| matches!(m.event, Event::MatchBegins { units: 2, .. });
    let at = moments.iter().position(last).expect("A's second man acts");
    assert!(audit(&record.battle, &moments).is_empty());
    let event = Event::Contact { figure: FigureId::new(A, 1), enemy: FigureId::new(B, 0) };
    let moment = Moment { event, ..moments[at].clone() };
    moments.insert(at + 1, moment);
    assert!(audit(&record.battle, &moments).contains(&Rule::ws(6)));
}
