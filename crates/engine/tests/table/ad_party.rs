//! AD-01 to AD-03 on the table: who acts when, and what he declares knowing of the others.

use crate::ad_field::{
    Deadly, arm, completes, declarations, field, muster, play_rolls, play_with, strikes,
};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, SWORD, inches, line, set};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rulebook::{Declaration, LightLoad, Routines};
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{A, B};

/// The party of the source on one side: Albert, Bertie, Clem and zombie Dave in contact with orcs, but for Bertie.
fn party() -> (Field, [FigureId; 5]) {
    let mut field = field(1);
    let claws = arm(&mut field, SWORD, |weapon| weapon.handling.speed_factor = None);
    let bow = arm(&mut field, BOW, |weapon| {
        weapon.handling.shots = Routines::each(2);
    });
    let hasted = muster(&mut field, AVERAGE, |nature| nature.hasted = true);
    let quick = muster(&mut field, AVERAGE, |nature| nature.reaction = 1);
    let zombie = muster(&mut field, AVERAGE, |nature| nature.always_last = true);
    let albert = field.figure(A, hasted, claws, 10.0, 10.0);
    let bertie = field.figure(A, quick, bow, 4.0, 10.0);
    let clem = field.figure(A, AVERAGE, claws, 10.0, 15.0);
    let dave = field.figure(A, zombie, claws, 10.0, 20.0);
    for y in [10.0, 15.0, 20.0] {
        field.figure(B, AVERAGE, claws, 11.0, y);
    }
    let fights = vec![line(&[], Act::Fight), line(&[], Act::Shoot(Pick::Nearest))];
    field.bot(A, fights.clone());
    field.bot(B, fights);
    (field, [albert, bertie, clem, dave, FigureId::new(B, 0)])
}

#[test]
fn ad_02_the_party_acts_in_its_order() {
    let (field, [albert, bertie, clem, dave, orcs]) = party();
    let played = play_rolls(
        &field,
        // Nobody does anybody any harm.
        &[(Initiative, &[4, 4]), (Melee, &[1; 14]), (Shooting, &[1, 1])],
    );
    let order: Vec<_> = completes(&played)
        .into_iter()
        .map(|(figure, routine, segment, _)| {
            assert_eq!(segment, 0);
            (figure, routine)
        })
        .collect();
    assert_eq!(
        order,
        [(bertie, 1), (albert, 1), (clem, 1), (orcs, 1), (bertie, 2), (albert, 2), (dave, 1)]
    );
    // Clem and the orcs act at once.
    let at_once = played.find(|event| match *event {
        Event::Simultaneous { figures, .. } => Some(figures),
        _ => None,
    });
    assert_eq!(at_once, [BySide([set(&[clem]), 0b111])]);
}

#[test]
fn ad_03_declares_in_the_order_of_action() {
    let (field, [albert, bertie, clem, dave, orcs]) = party();
    let played = play_with(&field, &mut Deadly::new(4, 5));
    let who: Vec<_> = declarations(&played).into_iter().map(|d| d.0).collect();
    assert_eq!(who, [bertie, albert, orcs, clem, dave]);
}

#[test]
fn ad_02_the_early_routine_kills_before_the_other_strikes() {
    let mut field = field(1);
    let two = muster(&mut field, AVERAGE, |nature| nature.blows = Routines::each(2));
    let knight = field.figure(A, two, SWORD, 10.0, 10.0);
    let orc = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let other = field.figure(B, AVERAGE, SWORD, 9.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    // The worst of dice do not matter: one orc falls before either strikes, the other after he has.
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Melee, &[10, 1, 1, 5, 10, 1])]);
    assert_eq!(strikes(&played), [(knight, orc), (other, knight), (knight, other)]);
    assert_eq!(played.dead(), [orc, other]);
}

#[test]
fn ad_01_who_commits_himself_to_nothing_has_one_attack() {
    let mut field = field(1);
    let two = muster(&mut field, AVERAGE, |nature| nature.blows = Routines::each(2));
    let knight = field.figure(A, two, SWORD, 10.0, 10.0);
    let orc = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    field.spec.sides[A].bot.holds_back = true;
    // One blow, and by the die: the orc is first.
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(orc, knight), (knight, orc)]);
    // The hasted count whatever they do.
    let hasted = muster(&mut field, two, |nature| nature.hasted = true);
    field.spec.sides[A].figures[knight.index()].troops = hasted;
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Melee, &[1; 10])]);
    assert_eq!(strikes(&played).len(), 5);
}

#[test]
fn ad_01_a_bot_knows_who_acts_last_and_who_casts() {
    let mut field = field(1);
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 3);
    let zombie = muster(&mut field, AVERAGE, |nature| nature.always_last = true);
    let wizard = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    let archer = field.figure(A, AVERAGE, BOW, 10.0, 12.0);
    let unit = field.unit(A, "dead");
    let dave = field.figure(A, zombie, SWORD, 10.0, 14.0);
    field.enlist(dave, unit);
    field.figure(B, AVERAGE, SWORD, 20.0, 12.0);
    let place = field.place("grave", 2.0, 14.0, 1.0);
    field.bot(
        A,
        vec![
            line(&[Condition::ActsLast], Act::Move(Goal::Place(place))),
            line(&[Condition::CanCast], Act::Cast(Pick::Nearest)),
        ],
    );
    let played = play_with(&field, &mut Deadly::new(3, 4));
    // The archer is no caster, and has no line.
    assert_eq!(declarations(&played), [(wizard, ActionKind::Shoot), (dave, ActionKind::Move)]);
    assert!(archer.index() != wizard.index());
}

#[test]
fn ad_02_three_attacks_in_two_rounds() {
    let mut field = field(2);
    let hero = muster(&mut field, AVERAGE, |nature| {
        nature.blows = Routines { odd: 2, even: 1 };
    });
    let hero = field.figure(A, hero, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = play_rolls(&field, &[(Initiative, &[3, 3, 3, 3]), (Melee, &[1; 6])]);
    assert_eq!(strikes(&played).len(), 3);
    let routines: Vec<_> = completes(&played).iter().map(|c| (c.0, c.1)).collect();
    assert_eq!(routines, [(hero, 1), (hero, 2), (hero, 1)]);
}

#[test]
fn ad_01_a_heavy_crossbow_shoots_in_every_other_round() {
    let mut field = field(3);
    let heavy = arm(&mut field, CROSSBOW, |weapon| {
        weapon.handling.shots = Routines { odd: 1, even: 0 };
    });
    field.figure(A, AVERAGE, heavy, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = play_rolls(&field, &[(Initiative, &[3; 6]), (Shooting, &[1, 1])]);
    assert_eq!(played.shots().len(), 2);
}

#[test]
fn ad_01_two_bowshots_count_only_if_one_shoots() {
    // An archer who walks has one place, by the die.
    let mut field = field(1);
    let bow = arm(&mut field, BOW, |weapon| {
        weapon.handling.shots = Routines::each(2);
    });
    let archer = field.figure(A, AVERAGE, bow, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    let shrine = field.place("shrine", 10.0, 20.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    let routines = |field: &Field| {
        let played = play_with(field, &mut Deadly::new(3, 4));
        played.find(|event| match *event {
            Event::Declares { side: A, routines, figures, .. } => Some((routines, figures)),
            _ => None,
        })
    };
    assert_eq!(routines(&field), [(1, set(&[archer]))]);
    // A hasted one counts whatever he does.
    let hasted = muster(&mut field, AVERAGE, |nature| nature.hasted = true);
    field.spec.sides[A].figures[0].troops = hasted;
    assert_eq!(routines(&field), [(2, set(&[archer]))]);
}

#[test]
fn ad_01_the_reaction_modifier_counts_with_missiles_only() {
    let total = |act, load: LightLoad, foot: f64, reaction| {
        let mut field = field(1);
        field.spec.rules.segments.reaction_needs_light_load = load;
        field.spec.rules.movement.foot = inches(foot);
        let deft = muster(&mut field, AVERAGE, |nature| nature.reaction = reaction);
        field.figure(A, deft, BOW, 10.0, 10.0);
        field.figure(B, AVERAGE, SWORD, 18.0, 10.0);
        field.bot(A, vec![line(&[], act)]);
        let played = play_with(&field, &mut Deadly::new(3, 4));
        played.find(|event| match *event {
            Event::Declares { total, .. } => Some(total),
            _ => None,
        })
    };
    let shoot = Act::Shoot(Pick::Nearest);
    assert_eq!(total(shoot, LightLoad::Off, 9.0, 2), [5]);
    assert_eq!(total(Act::Charge(Pick::Nearest), LightLoad::Off, 9.0, 2), [3]);
    // Under the option a bonus needs a full move of 12 inches; a penalty does not.
    assert_eq!(total(shoot, LightLoad::On, 9.0, 2), [3]);
    assert_eq!(total(shoot, LightLoad::On, 12.0, 2), [5]);
    assert_eq!(total(shoot, LightLoad::On, 9.0, -2), [1]);
}

#[test]
fn ad_01_a_shot_has_its_modifier_whenever_it_is_decided_on() {
    // He shoots in any case, or only as somebody charges him, which he knows when it is his turn to declare.
    for when in [&[][..], &[Condition::Charged]] {
        for (reaction, shoots_on) in [(-3, 4), (0, 4), (3, 0)] {
            let mut field = field(1);
            let deft = muster(&mut field, AVERAGE, |nature| nature.reaction = reaction);
            field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
            let bow = field.figure(B, deft, CROSSBOW, 19.0, 10.0);
            field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
            field.bot(B, vec![line(when, Act::Shoot(Pick::Nearest))]);
            let played = play_with(&field, &mut Deadly::new(4, 4));
            let totals = played.find(|event| match *event {
                Event::Declares { side, total, .. } => Some((side, total)),
                _ => None,
            });
            assert!(totals.contains(&(B, 4 + reaction)), "{totals:?}");
            let shot = completes(&played).into_iter().find(|of| of.0 == bow);
            let segment = shot.map(|of| of.2);
            assert_eq!(segment, Some(shoots_on), "{when:?}, {reaction}");
        }
    }
}

#[test]
fn ad_03_who_declares_later_knows_what_the_enemy_does() {
    let declared = |reading, dice: (u8, u8)| {
        let mut field = field(1);
        field.spec.rules.segments.declaration = reading;
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        let shy = field.figure(B, AVERAGE, SWORD, 20.0, 10.0);
        let shrine = field.place("shrine", 40.0, 10.0, 1.0);
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        field.bot(
            B,
            vec![
                line(&[Condition::Charged], Act::Move(Goal::Place(shrine))),
                line(&[], Act::Charge(Pick::Nearest)),
            ],
        );
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        let of_shy = declarations(&played).into_iter().find(|d| d.0 == shy);
        of_shy.map(|d| d.1)
    };
    // In order: if the charger declares first, he runs.
    assert_eq!(declared(Declaration::InOrder, (5, 2)), Some(ActionKind::Move));
    assert_eq!(declared(Declaration::InOrder, (2, 5)), Some(ActionKind::Charge));
    // Written: nobody knows.
    assert_eq!(declared(Declaration::Written, (5, 2)), Some(ActionKind::Charge));
}

#[test]
fn ad_03_who_is_shot_at_knows_it_too() {
    let mut field = field(1);
    field.figure(A, AVERAGE, CROSSBOW, 10.0, 10.0);
    let target = field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    let shrine = field.place("shrine", 40.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[Condition::ShotAt], Act::Move(Goal::Place(shrine)))]);
    let played = play_with(&field, &mut Deadly::new(5, 2));
    assert_eq!(declarations(&played)[1], (target, ActionKind::Move));
    let played = play_with(&field, &mut Deadly::new(2, 5));
    assert_eq!(declarations(&played).len(), 1);
}
