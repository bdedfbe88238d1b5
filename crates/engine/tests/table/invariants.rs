//! Thousands of games on made-up boards under the eyes of the auditor; fast and plain code give the same games.

use crate::common::made_up::{audit, same_on_every_code};
use crate::common::{
    AVERAGE, BOW, CROSSBOW, Field, GOOD, HEROIC, JAVELIN, Lcg, SPEAR, SWORD, line, reaction,
};
use skirmish_engine::battle::{Cover, Going, Hold, SightEffect, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Nominate, Pick, React};
use skirmish_engine::rulebook::{ContactRound, ReactiveMovement, ReactiveShooting, ShotsPerInch};
use skirmish_engine::side::Side;

/// A battle with everything in it, varied by a number.
fn field(variant: u64) -> Field {
    let mut dice = Lcg(variant);
    let mut lot = |n: u64| {
        dice.0 = dice.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        (dice.0 >> 33) % n
    };
    let mut field = Field::new();
    field.house(18.0, 12.0, 24.0, 17.0);
    field.house(26.0, 20.0 + lot(4) as f64, 32.0, 26.0);
    field.wood(8.0, 22.0, 16.0, 30.0, crate::common::inches(3.0));
    field.feature("hedge", 30.0, 6.0, 40.0, 6.5, SightEffect::Clear, Cover::Screen, Going::Slow);
    field.barricade(34.0, 14.0, 40.0, 14.25);
    let shrine = field.place("shrine", 42.0, 30.0, 2.0);
    for k in 0..10 {
        let weapon = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW][lot(5) as usize];
        let troops = if k == 0 { GOOD } else { AVERAGE };
        let a = field.figure(
            Side::A,
            troops,
            weapon,
            4.0 + 1.5 * f64::from(k % 4),
            4.0 + 1.5 * f64::from(k / 4),
        );
        let weapon = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW][lot(5) as usize];
        let b = field.figure(
            Side::B,
            troops,
            weapon,
            34.0 + 1.5 * f64::from(k % 4),
            16.0 + 1.5 * f64::from(k / 4),
        );
        if k == 0 {
            field.leader(a, HEROIC);
            field.leader(b, HEROIC);
        }
    }
    for side in Side::BOTH {
        field.spec.sides[side].units[0].morale = Some(8);
        field.spec.sides[side].objective = Some(shrine);
        let bot = field.bot(
            side,
            vec![
                line(&[Condition::Engaged], Act::Fight),
                line(&[Condition::Stragglers, Condition::HasLeader], Act::ToMe),
                line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
                line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
                // Every other battle is without lots, so that bots may remember what they decided.
                line(
                    &[],
                    if variant.is_multiple_of(2) { Act::Anything } else { Act::CarryOutOrder },
                ),
                line(&[], Act::Move(Goal::Objective)),
                line(&[], Act::Charge(Pick::Nearest)),
            ],
        );
        bot.nominate = [
            Nominate::BestChance,
            Nominate::FirstLine,
            Nominate::LeaderFirst,
            Nominate::ByLot,
            Nominate::NearestToObjective,
        ][lot(5) as usize];
        bot.reactions = vec![
            reaction(&[], React::Shoot),
            reaction(&[Condition::Outnumbered], React::Run),
            reaction(&[], React::Engage),
        ];
        field.wins(side, WinSpec::Holds(Hold::of(shrine, 3)));
    }
    let options = &mut field.spec.rules.options;
    if lot(2) == 1 {
        options.contact_round = ContactRound::Joint;
    }
    if lot(2) == 1 {
        options.reactive_shooting = ReactiveShooting::FigureOnce;
    }
    if lot(2) == 1 {
        options.reactive_movement = ReactiveMovement::EachChooses;
    }
    if lot(2) == 1 {
        options.shots_per_inch = ShotsPerInch::Always;
    }
    field
}

#[test]
fn the_auditor_finds_nothing() {
    audit(field, 40, 25);
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    same_on_every_code(field, 20, 5);
}
