//! Hundreds of games by rounds of segments on made-up boards before the auditor; and the same games on plain code and with
//! wide sets.

use crate::ad_field::{arm, field as plain_field, muster};
use crate::common::made_up::{audit, same_on_every_code};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, GOOD, JAVELIN, Lcg, SPEAR, SWORD, line};
use skirmish_engine::battle::{Hold, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::EventKind;
use skirmish_engine::rulebook::{
    ChargeMet, Declaration, ExtraStrikes, Fighting, Missiles, RoutineOrder, Routines, SameSegment,
    SideSegment, SurpriseReading, TimedLoser,
};
use skirmish_engine::side::Side;

/// A battle with everything in it, varied by a number.
fn field(variant: u64) -> Field {
    let mut dice = Lcg(variant);
    let mut lot = |n: u64| {
        dice.0 = dice.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        (dice.0 >> 33) % n
    };
    let mut field = plain_field(60);
    field.spec.sides[Side::A].wins.clear();
    field.spec.cap = skirmish_engine::battle::Time::actions(400);
    field.house(18.0, 12.0, 24.0, 17.0);
    field.house(26.0, 20.0 + lot(4) as f64, 32.0, 26.0);
    field.wood(8.0, 22.0, 16.0, 30.0, crate::common::inches(3.0));
    field.barricade(34.0, 14.0, 40.0, 14.25);
    let shrine = field.place("shrine", 42.0, 30.0, 2.0);
    let spell = arm(&mut field, BOW, |w| w.handling.segments = 1 + lot(8) as u8);
    let longbow = arm(&mut field, BOW, |w| w.handling.shots = Routines::each(2));
    let dagger = arm(&mut field, SWORD, |w| w.handling.speed_factor = Some(2));
    let pike = arm(&mut field, SPEAR, |w| w.handling.speed_factor = Some(13));
    let heavy = arm(&mut field, CROSSBOW, |w| {
        w.handling.shots = Routines { odd: 1, even: 0 };
    });
    let weapons = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW, spell, longbow, dagger, pike, heavy];
    let hasted = muster(&mut field, AVERAGE, |n| n.hasted = true);
    let zombie = muster(&mut field, AVERAGE, |n| n.always_last = true);
    let hero = muster(&mut field, GOOD, |n| {
        n.blows = Routines { odd: 2, even: 1 };
        n.reaction = 2;
    });
    let slow = muster(&mut field, AVERAGE, |n| {
        n.slowed = true;
        n.reaction = -2;
    });
    let troops = [AVERAGE, AVERAGE, GOOD, hasted, zombie, hero, slow];
    for k in 0..10 {
        for (side, x, y) in [(Side::A, 4.0, 4.0), (Side::B, 34.0, 16.0)] {
            let weapon = weapons[lot(weapons.len() as u64) as usize];
            let troops = troops[lot(troops.len() as u64) as usize];
            let (x, y) = (x + 1.5 * f64::from(k % 4), y + 1.5 * f64::from(k / 4));
            field.figure(side, troops, weapon, x, y);
        }
    }
    for side in Side::BOTH {
        field.spec.sides[side].units[0].morale = Some(12);
        field.spec.sides[side].objective = Some(shrine);
        field.spec.sides[side].exit = Some(skirmish_engine::battle::Edge::Left);
        field.bot(
            side,
            vec![
                line(&[Condition::Engaged], Act::Fight),
                line(&[Condition::Charged], Act::Escape),
                line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
                line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
                line(
                    &[],
                    if variant.is_multiple_of(2) {
                        Act::Anything
                    } else {
                        Act::Run(Goal::Objective)
                    },
                ),
                line(&[], Act::Move(Goal::Objective)),
                line(&[], Act::Charge(Pick::Nearest)),
            ],
        );
        field.wins(side, WinSpec::Holds(Hold::of(shrine, 3)));
    }
    let rules = &mut field.spec.rules;
    if lot(2) == 1 {
        rules.segments.declaration = Declaration::Written;
    }
    if lot(2) == 1 {
        rules.segments.routines = RoutineOrder::Phases;
    }
    if lot(2) == 1 {
        rules.segments.timed_loser = TimedLoser::AlwaysInterrupted;
    }
    if variant % 3 == 1 {
        rules.segments.segment = SideSegment::OtherDie;
    }
    if variant % 5 > 2 {
        rules.segments.same_segment = SameSegment::Together;
    }
    if variant % 7 > 3 {
        rules.segments.missiles = Missiles::OneVolley;
        rules.segments.extra_strikes = ExtraStrikes::EachRoutine;
    }
    if variant % 4 > 1 {
        rules.segments.charge_met = ChargeMet::LongerFirst;
        for (k, weapon) in rules.weapons.iter_mut().enumerate() {
            weapon.handling.length = crate::common::inches(k as f64 / 2.0);
            weapon.handling.set_damage = if weapon.ranks > 1 { 2 } else { 0 };
        }
        let set = line(&[Condition::EnemyWithinCharge], Act::Set);
        field.spec.sides[Side::B].bot.lines.insert(1, set);
    }
    let surprise = &mut field.spec.rules.segments.surprise;
    surprise.reading = SurpriseReading::ALL[lot(4) as usize].1;
    surprise.on = 2 + lot(4) as u8;
    surprise.shots = 1 + lot(3) as u8;
    if lot(3) == 1 {
        field.spec.sides[Side::B].surprised_on = Some(lot(6) as u8);
    }
    let rules = &mut field.spec.rules;
    if lot(4) == 1 {
        rules.fighting = Fighting::PetiteGuerre;
        let stick = skirmish_engine::rulebook::Stick::new(&[(crate::common::inches(16.0), 8)]);
        for weapon in rules.weapons.iter_mut().filter(|w| w.missile.is_some()) {
            weapon.stick = stick;
        }
    }
    field
}

#[test]
fn every_round_keeps_the_rules() {
    let kinds = audit(field, 40, 10);
    // They come to blows.
    assert!(kinds.of(EventKind::Blow) > 1000);
    for kind in [EventKind::ChargeMet, EventKind::Set, EventKind::SurpriseSegment] {
        assert!(kinds.of(kind) > 20, "{}", kind.name());
    }
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    same_on_every_code(field, 20, 3);
}
