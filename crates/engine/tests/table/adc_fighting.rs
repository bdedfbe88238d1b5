//! AD&D's fighting, rule by rule (ADC-1 to ADC-5).

use crate::common::{AVERAGE, BOW, Field, GOOD, HEROIC, Played, SWORD, inches, line};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Morale};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, MoveKind};
use skirmish_engine::rulebook::{Amount, Body, Fighting, Harm, NerveResult, System};
use skirmish_engine::side::Side::{self, A, B};

/// What a blow or shot needed with its modifiers, the roll, and whether it hit.
type Attack = (FigureId, i32, i32, i32, bool);

/// Men of level 0 in armour of class 6 with 5 hit points, whose weapons do d6.
pub(crate) fn field() -> Field {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.fighting = Fighting::Osric;
    rules.seize.everyone_fights_up_to = 0;
    rules.morale.start = 0;
    for troops in &mut rules.troops {
        troops.body =
            Body { level: 0, armour_class: 6, hit_points: Amount::fixed(5), fearless: false };
    }
    for weapon in &mut rules.weapons {
        weapon.harm = Harm { blow: Amount::of(Dice::one(6), 0), shot: Amount::of(Dice::one(6), 1) };
    }
    field
}

/// One of A two inches from one of B, whom he charges. Neither knows fear.
fn duel() -> (Field, FigureId, FigureId) {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let b = field.figure(B, GOOD, SWORD, 22.0, 18.0);
    for troops in &mut field.spec.rules.troops {
        troops.body.fearless = true;
    }
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

fn attacks(played: &Played) -> Vec<Attack> {
    played.find(|event| match *event {
        Event::Attacks { by, modifier, needed, rolled, hit, .. } => {
            Some((by, modifier, needed, rolled, hit))
        }
        _ => None,
    })
}

fn harms(played: &Played) -> Vec<(FigureId, i32, i32)> {
    played.find(|event| match *event {
        Event::Harmed { figure, damage, left, .. } => Some((figure, damage, left)),
        _ => None,
    })
}

fn fallen(played: &Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::Dies { figure, .. } => Some(figure),
        _ => None,
    })
}

#[test]
fn adc_1_level_against_armour_class_and_adc_4_the_charge() {
    let (field, a, b) = duel();
    // Level 0 against class 6 needs 15: two less for the charger, and one less against him.
    let played = field.play(&[13, 13, 4]);
    assert_eq!(attacks(&played), [(a, 2, 13, 13, true), (b, 0, 14, 13, false)]);
    assert_eq!(harms(&played), [(b, 4, 1)]);
    assert_eq!(fallen(&played), []);
}

#[test]
fn adc_1_a_fighter_of_level_9_against_plate() {
    let (mut field, a, b) = duel();
    field.spec.rules.troops[AVERAGE].body.level = 9;
    field.spec.rules.troops[GOOD].body.armour_class = 0;
    let played = field.play(&[9, 1]);
    assert_eq!(attacks(&played), [(a, 2, 10, 9, false), (b, 0, 14, 1, false)]);
}

#[test]
fn adc_2_who_has_no_point_left_is_down_and_both_strike_at_once() {
    let (field, a, b) = duel();
    let played = field.play(&[20, 20, 5, 6]);
    assert_eq!(harms(&played), [(b, 5, 0), (a, 6, -1)]);
    assert_eq!(fallen(&played), [b, a]);
}

#[test]
fn adc_2_hit_points_are_rolled_for_each_before_the_game() {
    let (mut field, a, b) = duel();
    field.spec.rules.troops[GOOD].body.hit_points = Amount::of(Dice { count: 2, sides: 4 }, 3);
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.play(&[1, 4]);
    let points = played.find(|event| match *event {
        Event::HitPoints { figure, points } => Some((figure, points)),
        _ => None,
    });
    assert_eq!(points, [(a, 5), (b, 8)]);
}

#[test]
fn adc_2_damage_adds_up_over_rounds() {
    let (mut field, _, b) = duel();
    field.bot(
        A,
        vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    field.cap(2);
    // A hit for 3, a seize roll that fails, a hit for 2 without the charge.
    let played = field.play(&[13, 1, 3, 4, 15, 1, 2]);
    assert_eq!(harms(&played), [(b, 3, 2), (b, 2, 0)]);
    assert_eq!(attacks(&played)[2].1, 0, "no charge in the second round");
    assert_eq!(fallen(&played), [b]);
}

/// An archer so far from a man.
fn archer(apart: f64) -> (Field, FigureId, FigureId) {
    let mut field = field();
    let a = field.figure(A, AVERAGE, BOW, 2.0, 18.0);
    let b = field.figure(B, GOOD, SWORD, 2.0 + apart, 18.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    for troops in &mut field.spec.rules.troops {
        troops.body.fearless = true;
    }
    field.cap(1);
    (field, a, b)
}

#[test]
fn adc_3_range_makes_it_harder() {
    for (apart, modifier) in [(8.0, 0), (16.0, -2), (24.0, -5)] {
        let (field, a, b) = archer(apart);
        let needed = 15 - modifier;
        let played = field.play(&[20, 4]);
        assert_eq!(attacks(&played), [(a, modifier, needed, 20, true)], "{apart}");
        assert_eq!(harms(&played), [(b, 5, 0)], "a d6 and one more");
    }
}

#[test]
fn adc_3_cover_makes_it_harder() {
    for (cover, modifier) in [(Cover::Screen, -2), (Cover::Protect, -4)] {
        let (mut field, a, _) = archer(8.0);
        field.feature("hedge", 9.4, 10.0, 9.6, 26.0, SightEffect::Clear, cover, Going::Free);
        field.spec.rules.osric.cover_distance = inches(1.0);
        let played = field.play(&[14]);
        let needed = 15 - modifier;
        assert_eq!(attacks(&played), [(a, modifier, needed, 14, false)]);
    }
}

#[test]
fn adc_2_who_is_left_over_strikes_and_is_not_struck() {
    let (mut field, a, b) = duel();
    let second = field.figure(A, AVERAGE, SWORD, 20.0, 19.0);
    let played = field.play(&[1, 1, 1]);
    let who: Vec<_> = attacks(&played).iter().map(|attack| attack.0).collect();
    assert_eq!(who, [a, b, second]);
}

/// Two archers of A against a unit of four of B, who fall at a hit.
fn shaken() -> (Field, [FigureId; 4]) {
    let mut field = field();
    for y in [17.0, 19.0] {
        field.figure(A, AVERAGE, BOW, 2.0, y);
    }
    let four = [16.0, 17.5, 19.0, 20.5].map(|y| field.figure(B, GOOD, SWORD, 9.0, y));
    field.spec.rules.troops[GOOD].body.hit_points = Amount::of(Dice::one(2), 0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    (field, four)
}

fn checks(played: &Played) -> Vec<(i32, i32, i32, NerveResult)> {
    played.find(|event| match *event {
        Event::NerveCheck { allowed, modifier, rolled, result, .. } => {
            Some((allowed, modifier, rolled, result))
        }
        _ => None,
    })
}

#[test]
fn adc_5_a_check_at_a_quarter_lost_and_one_at_half() {
    let (field, _) = shaken();
    // Points of four; the first kills and a quarter is lost: 5 for him, 5 for the quarter, and the enemy, who is
    // outnumbered, has 10 taken off. The second kills: 10, 15, and nobody is outnumbered now.
    let played = field.play(&[1, 1, 1, 1, 20, 6, 55, 20, 6, 30]);
    let expected = [(55, 0, 55, NerveResult::Holds), (55, 25, 30, NerveResult::Holds)];
    assert_eq!(checks(&played), expected);
}

#[test]
fn adc_5_by_how_much_it_fails_says_what_they_do() {
    for (roll, result) in [
        (56, NerveResult::Withdraws),
        (80, NerveResult::Withdraws),
        (81, NerveResult::Flees),
        (100, NerveResult::Flees),
    ] {
        let (mut field, four) = shaken();
        field.spec.sides[A].figures.truncate(1);
        field.spec.rules.osric.nerve.outnumbered = 0;
        field.spec.rules.osric.nerve.two_to_one = 10;
        let played = field.play(&[1, 1, 1, 1, 20, 6, roll]);
        assert_eq!(checks(&played), [(55, 0, i32::from(roll), result)]);
        let back = played.find(|event| match *event {
            Event::Moves { figure, why: MoveKind::Retreat, .. } => Some(figure),
            _ => None,
        });
        let gone = played.find(|event| match *event {
            Event::UnitLeaves { figures, .. } => Some(figures.count_ones()),
            _ => None,
        });
        match result {
            NerveResult::Withdraws => assert_eq!((back.len(), &gone[..]), (3, &[][..])),
            _ => assert_eq!((back.len(), &gone[..]), (0, &[3][..])),
        }
        assert_eq!(four.len(), 4);
    }
}

#[test]
fn adc_5_a_leader_down_weighs_and_the_fearless_never_check() {
    let (mut field, four) = shaken();
    field.leader(four[1], HEROIC);
    field.spec.sides[A].figures.truncate(1);
    let played = field.play(&[1, 1, 1, 1, 20, 6, 1]);
    // Two to one takes 20 off, the leader adds 25.
    assert_eq!(checks(&played), [(55, 15, 1, NerveResult::Holds)]);
    field.spec.rules.troops[GOOD].body.fearless = true;
    let played = field.play(&[1, 1, 1, 1, 20, 6]);
    assert_eq!(checks(&played), []);
}

#[test]
fn ad_04_a_hit_that_harms_spoils_a_spell() {
    let mut field = field();
    field.spec.rules.system = System::Adnd;
    field.spec.rules.weapons[BOW].handling.segments = 9;
    let a = field.figure(A, AVERAGE, BOW, 10.0, 18.0);
    field.figure(B, AVERAGE, crate::common::JAVELIN, 14.0, 18.0);
    for side in Side::BOTH {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    field.cap(1);
    // B has the dice; his javelin does 2 of 5 points, and the spell is lost.
    let played = field.play(&[1, 6, 15, 1]);
    assert_eq!(harms(&played), [(a, 2, 3)]);
    let spoiled = played.find(|event| match *event {
        Event::Spoiled { figure, .. } => Some(figure),
        _ => None,
    });
    assert_eq!(spoiled, [a]);
}

#[test]
fn ll_16_two_leaders_fight_a_duel_and_who_is_down_has_lost() {
    let (mut field, a, b) = duel();
    field.leader(a, HEROIC);
    field.leader(b, HEROIC);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let duels = |field: &Field, rolls: &[u8]| {
        field.play(rolls).find(|event| match *event {
            Event::Duel { winner, loser } => Some((winner, loser)),
            _ => None,
        })
    };
    assert_eq!(duels(&field, &[20, 1, 6]), [(a, b)]);
    assert_eq!(duels(&field, &[1, 20, 6]), [(b, a)]);
    assert_eq!(duels(&field, &[20, 20, 6, 6]), [], "both fall");
    assert_eq!(duels(&field, &[20, 1, 2]), [], "hit points are left");
}

#[test]
fn adc_5_nobody_checks_before_all_blows_that_come_at_once_have_fallen() {
    // Two strike at once, each at one of three, and fell them; the third withdraws after both.
    let mut field = crate::ad_field::field(1);
    let shaken = self::field();
    let rules = &mut field.spec.rules;
    (rules.fighting, rules.morale.start) = (Fighting::Osric, 0);
    rules.troops = shaken.spec.rules.troops;
    rules.weapons = shaken.spec.rules.weapons;
    let pairs = [16.0, 20.0].map(|y| {
        let a = field.figure(A, AVERAGE, SWORD, 20.0, y);
        (a, field.figure(B, GOOD, SWORD, 21.1, y))
    });
    field.figure(B, GOOD, SWORD, 24.0, 18.0);
    field.spec.rules.troops[GOOD].body.hit_points = Amount::fixed(1);
    field.bot(A, vec![line(&[], Act::Fight)]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let rolls = [(Initiative, &[6, 1][..]), (Melee, &[20, 6, 20, 6]), (Morale, &[20])];
    let played = field.play_purposes(&rolls);
    assert_eq!(played.dead(), pairs.map(|(_, b)| b));
    assert_eq!(checks(&played).len(), 1);
    assert_eq!(played.moves(MoveKind::Retreat).len(), 1);
}
