//! Initiative and fighting rules are independent: Lloyd's initiative with petite guerre's fire, and turns under pressure
//! with the host rules' fighting.

use crate::common::petite::{self, LINE, MUSKET, SABRE, form_line};
use crate::common::planted::{self, Record, changed};
use crate::common::{Field, line, set};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{
    ActionKind, ControlTest, Event, FireKind, MeleeKind, MoveKind, Pressure, Qualifies,
    TargetCondition,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Fighting, Formation, SecondFigure, System};
use skirmish_engine::side::Side::{A, B};

/// Petite guerre's fire and melee under Lloyd's initiative.
fn lloyd() -> Field {
    let mut field = petite::field();
    field.spec.rules.system = System::Lloyd;
    field
}

/// A man of A with a musket 40 paces from one of B, under Lloyd.
fn shooter(lines: Vec<skirmish_engine::bot::Line>) -> Field {
    let mut field = lloyd();
    field.figure(A, LINE, MUSKET, 50.0, 75.0);
    field.figure(B, LINE, SABRE, 90.0, 75.0);
    field.bot(A, lines);
    field
}

fn kinds(played: &crate::common::Played) -> Vec<ActionKind> {
    played.actions().iter().map(|action| action.kind).collect()
}

#[test]
fn ll_07_a_volley_hands_over_a_counter_and_reloading_does_not() {
    let mut field = lloyd();
    form_line(&mut field, A, LINE, 1, 2, (50.0, 75.0));
    field.figure(B, LINE, SABRE, 90.0, 75.0);
    field.bot(A, vec![line(&[], Act::Volley(1)), line(&[], Act::Reload)]);
    field.cap(3);
    // A d20 for each shot, a seize roll that fails after it; the rank fails and then succeeds to reload.
    let played = field.play(&[1, 1, 4, 15, 4, 16]);
    assert_eq!(kinds(&played), [ActionKind::Volley, ActionKind::Reload, ActionKind::Reload]);
    let counters = played.find(|event| match *event {
        Event::Counter { to, counters } => Some((to, counters)),
        _ => None,
    });
    assert_eq!(counters, [(B, 1)]);
}

#[test]
fn pg_09_each_action_is_a_turn_who_reloads_fires_in_the_next() {
    let mut field = shooter(vec![
        line(&[], Act::Shoot(Pick::Nearest)),
        line(&[], Act::ShootInHaste(Pick::Nearest)),
        line(&[], Act::Reload),
    ]);
    field.cap(3);
    let played = field.play(&[1, 1, 4, 4, 4, 1, 1]);
    assert_eq!(kinds(&played), [ActionKind::Shoot, ActionKind::Reload, ActionKind::Shoot]);
    assert_eq!(played.fired()[1].fire, FireKind::Aimed, "never in haste");
}

#[test]
fn pg_06_each_action_is_a_turn_who_runs_does_not_fire_in_the_next() {
    let mut field = shooter(Vec::new());
    let mark = field.place("mark", 50.0, 20.0, 1.0);
    field.bot(
        A,
        vec![
            crate::common::unless(Condition::ActionsAtLeast(1), Act::Run(Goal::Place(mark))),
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[], Act::Stand),
        ],
    );
    field.cap(3);
    let played = field.play(&[4, 4, 1, 1]);
    assert_eq!(kinds(&played), [ActionKind::Run, ActionKind::Stand, ActionKind::Shoot]);
}

#[test]
fn ll_12_shots_in_reaction_are_aimed_shots_at_a_moving_target() {
    let mut field = lloyd();
    field.figure(A, LINE, SABRE, 50.0, 75.0);
    let b = field.figure(B, LINE, MUSKET, 90.0, 75.0);
    field.reacts(B, &[React::Shoot]);
    let mark = field.place("mark", 20.0, 75.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    field.cap(1);
    let shots = field.play(&[1, 1]).fired();
    // At 40 paces, where he was nearest: 11, 2 more for moving, and 2 more in reaction.
    assert_eq!((shots[0].shooter, shots[0].needed), (b, 15));
    assert_eq!(shots[0].condition, TargetCondition::Moving);
}

#[test]
fn ll_12_the_body_shot_at_replies_and_the_standing_shooter_is_unmoving() {
    let mut field = shooter(vec![line(&[], Act::Shoot(Pick::Nearest))]);
    for y in [79.0, 83.0] {
        field.figure(B, LINE, MUSKET, 90.0, y);
    }
    field.reacts(B, &[React::Shoot]);
    field.cap(1);
    let played = field.play(&[1, 1, 1, 1, 1, 1]);
    let replies: Vec<_> = played.fired()[1..].iter().map(|shot| shot.shooter).collect();
    assert_eq!(replies, [FigureId::new(B, 1), FigureId::new(B, 2)]);
    let unmoving = |shot: &petite::Fired| shot.condition == TargetCondition::Unmoving;
    assert!(played.fired()[1..].iter().all(unmoving));
    let needed = |field: &Field| -> Vec<i32> {
        let shots = field.play(&[1, 1, 1, 1, 1, 1]).fired();
        shots.iter().map(|shot| shot.needed).collect()
    };
    assert_eq!(needed(&field), [11, 14, 14], "a little over 40 paces");
    field.spec.rules.fire.reactive = 0;
    assert_eq!(needed(&field), [11, 12, 12]);
}

#[test]
fn pg_07_nobody_in_line_reacts_with_an_aimed_shot() {
    let mut field = lloyd();
    field.figure(A, LINE, SABRE, 50.0, 75.0);
    form_line(&mut field, B, LINE, 1, 2, (90.0, 75.0));
    field.reacts(B, &[React::Shoot]);
    let mark = field.place("mark", 20.0, 75.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    field.cap(1);
    assert_eq!(field.play(&[]).fired(), []);
}

#[test]
fn ll_09_rounds_on_contact_and_as_actions_are_fought_by_the_dice() {
    let mut field = lloyd();
    field.figure(A, LINE, SABRE, 40.0, 75.0);
    field.figure(B, LINE, SABRE, 53.0, 75.0);
    field.bot(
        A,
        vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    field.cap(2);
    let played = field.play(&[1, 1, 4, 1, 1]);
    let rounds: Vec<_> = played.rounds().iter().map(|round| round.why).collect();
    assert_eq!(rounds, [MeleeKind::Contact, MeleeKind::Action]);
    assert_eq!(played.bouts().len(), 2);
    assert_eq!((played.pressed(), played.tests()), (vec![], vec![]), "no pressure");
}

/// The host rules' weapons and fighting in turns under pressure.
fn host() -> Field {
    let mut field = Field::new();
    field.spec.rules.system = System::PetiteGuerre;
    field.spec.rules.fighting = Fighting::Host;
    for side in [A, B] {
        field.spec.sides[side].units[0].facing = petite::ahead(side);
    }
    field
}

#[test]
fn pg_04_a_man_killed_by_the_host_rules_shot_puts_his_unit_under_pressure() {
    let mut field = host();
    field.figure(A, crate::common::AVERAGE, crate::common::BOW, 10.0, 10.0);
    for y in [10.0, 12.0, 14.0] {
        field.figure(B, crate::common::AVERAGE, crate::common::SWORD, 16.0, y);
    }
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(2);
    // Hit and killed; B's test on its d6. Then: hit and pushed back, which is no casualty.
    let played = field.play(&[10, 10, 3]);
    assert_eq!(played.pressed(), [(B, 0, Pressure::Fire)]);
    assert_eq!(played.tests()[0].test, ControlTest::Activation);
    let played = field.play(&[10, 3]);
    assert_eq!(played.pressed(), []);
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
}

#[test]
fn pg_11_where_the_dice_are_the_host_rules_a_line_fires_no_volleys_and_shoots_like_everyone() {
    let mut field = host();
    for y in [10.0, 12.0, 14.0] {
        field.figure(A, crate::common::AVERAGE, crate::common::BOW, 10.0, y);
    }
    field.spec.sides[A].units[0].formation = Formation::Line { ranks: 1 };
    field.figure(B, crate::common::AVERAGE, crate::common::SWORD, 16.0, 12.0);
    field.bot(A, vec![line(&[], Act::Volley(4)), line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    let played = field.play(&[1, 1, 1]);
    assert_eq!(kinds(&played), [ActionKind::Shoot]);
    assert_eq!(played.count(|e| matches!(e, Event::Shoots { .. })), 3);
}

#[test]
fn pg_04_a_charge_and_its_round_by_the_host_rules() {
    let mut field = host();
    let a = field.figure(A, crate::common::AVERAGE, crate::common::SWORD, 10.0, 10.0);
    field.figure(B, crate::common::AVERAGE, crate::common::SWORD, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    petite::ends_after(&mut field, 1);
    let played = field.play(&[5, 5]);
    assert_eq!(played.actions()[0].figures, set(&[a]));
    assert_eq!(played.pressed(), [(B, 0, Pressure::Charge)]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(played.rounds()[0].why, MeleeKind::Turn);
}

#[test]
fn ll_16_two_leaders_fight_a_duel_by_the_dice_and_who_is_killed_has_lost() {
    for reading in [SecondFigure::InTurn, SecondFigure::AtOnce] {
        let mut field = lloyd();
        field.spec.rules.hand_to_hand.second_figure = reading;
        let a = field.figure(A, LINE, SABRE, 50.0, 75.0);
        let b = field.figure(B, LINE, SABRE, 53.0, 75.0);
        field.leader(a, crate::common::HEROIC);
        field.leader(b, crate::common::HEROIC);
        field.figure(A, LINE, SABRE, 10.0, 10.0);
        field.figure(B, LINE, SABRE, 190.0, 140.0);
        let once = crate::common::unless(Condition::ActionsAtLeast(1), Act::Fight);
        field.bot(A, vec![once, line(&[], Act::Stand)]);
        field.cap(2);
        let duels = |rolls: &[u8]| {
            let played = field.play(rolls);
            let calls: Vec<bool> = played.nominations().iter().map(|n| n.duel).collect();
            let duels = played.find(|event| match *event {
                Event::Duel { winner, loser } => Some((winner, loser)),
                _ => None,
            });
            (duels, calls)
        };
        // The d4 of the effect, and the d20 after the action.
        assert_eq!(duels(&[8, 1, 4, 5]), (vec![(a, b)], vec![true]));
        assert_eq!(duels(&[1, 8, 4, 5]), (vec![(b, a)], vec![true]));
        assert_eq!(duels(&[8, 1, 1, 5]), (vec![], vec![false]), "a wound");
        assert_eq!(duels(&[8, 8, 4, 4, 5]), (vec![], vec![false]), "both fall");
    }
}

#[test]
fn ll_16_there_are_no_duels_without_a_seizing_of_the_initiative() {
    let mut field = host();
    for (side, x) in [(A, 10.0), (B, 11.0)] {
        let leader = field.figure(side, crate::common::GOOD, crate::common::SWORD, x, 10.0);
        field.leader(leader, crate::common::HEROIC);
    }
    field.cap(1);
    let played = field.play(&[8, 4]);
    assert_eq!(played.count(|e| matches!(e, Event::Duel { .. })), 0);
}

/// One of A on the spot at (10, 75), and one of B so far from it, who does this when he seizes.
fn seizer(at: f64, act: Act) -> Field {
    let mut field = lloyd();
    field.figure(A, LINE, SABRE, 10.0, 75.0);
    field.figure(B, LINE, SABRE, at, 75.0);
    field.place("spot", 13.0, 75.0, 2.0);
    field.bot(B, vec![line(&[], act)]);
    field.bot(A, vec![line(&[], Act::Stand)]);
    field.cap(2);
    field
}

const SPOT: Goal = Goal::Place(skirmish_engine::battle::PlaceId(0));

#[test]
fn ll_03_pg_06_in_reach_is_judged_at_the_pace_of_what_is_meant() {
    // In contact at 3.25 paces; a normal move is 12, a fast one 18.
    for (at, act, factors) in [
        (28.0, Act::Charge(Pick::Nearest), 2),
        (31.0, Act::Charge(Pick::Nearest), 2),
        (31.5, Act::Charge(Pick::Nearest), 0),
        (27.0, Act::Run(SPOT), 2),
        (32.5, Act::Run(SPOT), 2),
        (33.5, Act::Run(SPOT), 0),
    ] {
        let played = seizer(at, act).play(&[4]);
        assert_eq!(played.nominations()[0].factors, factors, "{act:?} from {at}");
    }
}

#[test]
fn ll_05_pg_06_a_normal_move_is_not_full_speed() {
    let first = |act| seizer(40.0, act).play(&[19]).actions()[1];
    let ran = first(Act::Run(SPOT));
    assert_eq!((ran.kind, ran.first), (ActionKind::Run, Some(Qualifies::TowardEnemy)));
    // What he does instead is the last resort of those whose lines do not qualify.
    let charged = first(Act::Move(SPOT));
    assert_eq!((charged.kind, charged.first), (ActionKind::Charge, Some(Qualifies::TowardEnemy)));
}

#[test]
fn ll_12_the_auditor_knows_what_a_shot_in_reaction_needs() {
    // At one on his way, and in reply.
    let mut moving = lloyd();
    moving.figure(A, LINE, SABRE, 50.0, 75.0);
    moving.figure(B, LINE, MUSKET, 90.0, 75.0);
    let mark = moving.place("mark", 20.0, 75.0, 1.0);
    moving.bot(A, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    let mut shooting = shooter(vec![line(&[], Act::Shoot(Pick::Nearest))]);
    shooting.figure(B, LINE, MUSKET, 90.0, 79.0);
    for (field, rule) in [(&mut moving, Rule::ll(12)), (&mut shooting, Rule::pg(7))] {
        field.reacts(B, &[React::Shoot]);
        field.cap(1);
        let records: Vec<Record> = (0..20).map(|seed| Record::of(field, seed)).collect();
        let named = planted::plant(&records, |_, moments| {
            let easier = changed!(
                Event::Fires { reactive: true, needed, rolled, .. } if *rolled < *needed - 2 =>
                    *needed -= 2
            );
            planted::change(moments, easier)
        });
        assert_eq!(named, rule);
    }
}
