//! What OSRIC and others add to the order of action: the segment of a side (ADC-6), charges that are met (ADC-7), and free
//! blows at those who leave a melee (ADC-8).

use crate::ad_field::{Deadly, arm, completes, field, muster, play_rolls, play_with, strikes};
use crate::common::planted::{Record, change, omit, plant, repeat};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SPEAR, SWORD, inches, line, point};
use skirmish_engine::battle::{FigureId, Time, WinSpec};
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Amount, Body, ChargeMet, Fighting, Harm, Routines, SideSegment};
use skirmish_engine::side::Side::{A, B};

/// Initiative dice as given; nobody does anybody any harm.
struct Harmless(Vec<u8>);

impl Chance for Harmless {
    fn die(&mut self, site: RollSite, _: u8) -> u8 {
        match site.purpose {
            Initiative => self.0.pop().unwrap_or(1),
            _ => 1,
        }
    }
}

fn peaceful(field: &Field, a: u8, b: u8) -> Played {
    play_with(field, &mut Harmless(vec![b, a]))
}

/// Who met whose charge, and whether with a weapon that was set.
fn meetings(played: &Played) -> Vec<(FigureId, FigureId, bool)> {
    played.find(|event| match *event {
        Event::MeetsCharge { figure, charger, set, .. } => Some((figure, charger, set)),
        _ => None,
    })
}

fn charge_strikes(played: &Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::ChargeStrikes { figure, .. } => Some(figure),
        _ => None,
    })
}

/// A field on which each side acts on the segment of the other's die.
fn by_the_other_die() -> Field {
    let mut field = field(1);
    field.spec.rules.segments.segment = SideSegment::OtherDie;
    field
}

#[test]
fn adc_6_a_spell_begins_on_the_segment_of_the_other_die() {
    let mut field = by_the_other_die();
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 3);
    let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    field.figure(B, AVERAGE, CROSSBOW, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    for (dice, segment) in [([2, 5], 8), ([5, 2], 5), ([4, 4], 7)] {
        let played = peaceful(&field, dice[0], dice[1]);
        let expected = (caster, 1, segment, Rule::ad(5));
        assert_eq!(completes(&played), [expected], "{dice:?}");
    }
}

#[test]
fn adc_6_a_spell_that_is_begun_late_goes_on_in_the_next_round() {
    let mut field = by_the_other_die();
    field.spec.sides[A].wins = vec![WinSpec::After(Time::turns(2))];
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 8);
    let single = arm(&mut field, CROSSBOW, |weapon| {
        weapon.handling.shots = Routines { odd: 1, even: 0 };
    });
    let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    let archer = field.figure(B, AVERAGE, single, 16.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    let late: &[u8] = &[2, 5, 2, 5];
    let takes = |played: &Played| {
        played.find(|event| match *event {
            Event::Declares { takes, .. } if takes > 0 => Some(takes),
            _ => None,
        })
    };
    // Begun on segment 5, of 8 segments: 5 are over at the end of the round, and 3 are left for the next.
    let played = play_rolls(&field, &[(Initiative, late), (Shooting, &[1, 1])]);
    let shot = (archer, 1, 2, Rule::adc(6));
    assert_eq!(completes(&played), [shot, (caster, 1, 3, Rule::ad(5))]);
    assert_eq!(takes(&played), [8, 3]);
    // Spoiled by the shot it has to be begun anew, and that is too late for two rounds.
    let played = play_rolls(&field, &[(Initiative, late), (Shooting, &[10, 4])]);
    assert_eq!(completes(&played), [shot]);
    assert_eq!(takes(&played), [8, 8]);
    // Begun on segment 2 it is over on the tenth.
    let played = play_rolls(&field, &[(Initiative, &[5, 2, 5, 2]), (Shooting, &[1; 3])]);
    assert_eq!(takes(&played), [8, 8]);
    assert_eq!(completes(&played)[1], (caster, 1, 10, Rule::ad(5)));
}

/// The counts that `skirmish odds crossing --spell` has by formula.
#[test]
fn adc_6_all_dice_of_a_spell_under_a_shot() {
    for (takes, over) in (1..).zip([15, 10, 6, 3, 1, 0]) {
        let mut field = by_the_other_die();
        let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = takes);
        let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
        field.figure(B, AVERAGE, CROSSBOW, 16.0, 10.0);
        for side in [A, B] {
            field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        }
        let dice = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
        let first = dice.filter(|(a, b)| completes(&peaceful(&field, *a, *b))[0].0 == caster);
        assert_eq!(first.count(), over, "{takes} segments");
    }
}

#[test]
fn adc_6_the_late_routine_waits_for_the_segment_of_the_others() {
    let mut field = by_the_other_die();
    let bow = arm(&mut field, BOW, |weapon| {
        weapon.handling.shots = Routines::each(2);
    });
    let archer = field.figure(A, AVERAGE, bow, 10.0, 10.0);
    let other = field.figure(B, AVERAGE, CROSSBOW, 16.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    let rule = Rule::adc(6);
    for (dice, early, own, late) in [([5, 2], 2, 5, 5), ([2, 5], 2, 2, 5), ([3, 3], 3, 3, 3)] {
        let played = peaceful(&field, dice[0], dice[1]);
        assert_eq!(
            completes(&played),
            [(archer, 1, early, rule), (other, 1, own, rule), (archer, 2, late, rule)],
            "{dice:?}"
        );
    }
}

/// One who charges another, with weapons of these lengths in feet; charges are met.
fn charged(own: f64, other: f64) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    field.spec.rules.segments.charge_met = ChargeMet::LongerFirst;
    let one = arm(&mut field, SWORD, |w| w.handling.length = inches(own));
    let two = arm(&mut field, SWORD, |w| w.handling.length = inches(other));
    let a = field.figure(A, AVERAGE, one, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, two, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    (field, a, b)
}

#[test]
fn adc_7_the_longer_weapon_strikes_first() {
    let (field, a, b) = charged(3.0, 9.0);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
    assert_eq!(meetings(&played), [(b, a, false)]);
    // He cuts the charger down before he strikes.
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[10, 1])]);
    assert_eq!(played.dead(), [a]);
    // Whatever the dice of initiative say.
    let (field, a, b) = charged(9.0, 3.0);
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(a, b), (b, a)]);
}

#[test]
fn adc_7_equal_weapons_strike_at_once() {
    let (field, a, b) = charged(5.0, 5.0);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[10, 1, 10, 1])]);
    assert_eq!(strikes(&played), [(a, b), (b, a)]);
    assert_eq!(played.dead().len(), 2);
}

#[test]
fn adc_7_unanswered_as_the_essay_has_it() {
    let (mut field, a, b) = charged(3.0, 9.0);
    field.spec.rules.segments.charge_met = ChargeMet::Unanswered;
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 2])]);
    assert_eq!(strikes(&played), [(a, b)]);
}

#[test]
fn adc_7_two_who_charge_one_another_strike_by_length() {
    let (mut field, a, b) = charged(3.0, 9.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    for dice in [[5, 3], [4, 4], [3, 5]] {
        let played = play_rolls(&field, &[(Initiative, &dice), (Melee, &[1; 4])]);
        assert_eq!(strikes(&played), [(b, a), (a, b)], "{dice:?}");
        assert_eq!(charge_strikes(&played).len(), 1, "{dice:?}");
    }
}

#[test]
fn adc_7_once_in_a_round_and_not_by_one_who_shoots() {
    let (mut field, a, b) = charged(9.0, 3.0);
    let weapon = field.spec.sides[A].figures[a.index()].weapon;
    let second = field.figure(A, AVERAGE, weapon, 10.0, 13.0);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 6])]);
    let mut who: Vec<_> = strikes(&played).into_iter().map(|(by, _)| by).collect();
    who.sort_unstable();
    assert_eq!(who, [a, second, b]);
    // A crossbowman who shoots has his hands full.
    let (mut field, a, b) = charged(3.0, 9.0);
    field.spec.sides[B].figures[0].weapon = CROSSBOW;
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 2])]);
    assert_eq!(strikes(&played), [(a, b)]);
    assert_eq!(meetings(&played), []);
}

/// The same against one who sets his weapon.
fn braced() -> (Field, FigureId, FigureId) {
    let (mut field, a, b) = charged(12.0, 9.0);
    let spear = arm(&mut field, SPEAR, |weapon| {
        weapon.handling.length = inches(9.0);
        weapon.handling.set_damage = 2;
    });
    field.spec.sides[B].figures[b.index()].weapon = spear;
    field.bot(B, vec![line(&[], Act::Set)]);
    (field, a, b)
}

#[test]
fn adc_7_a_spear_that_is_set_strikes_before_a_longer_lance() {
    let (mut field, a, b) = braced();
    // The striker rolls first; nobody does any harm.
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1, 9, 1, 1])]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
    assert_eq!(meetings(&played), [(b, a, true)]);
    // It is set before anything that takes time.
    assert_eq!(completes(&played)[0], (b, 1, 0, Rule::ad(4)));
    // Not set, the lance is first.
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1, 1, 1, 9])]);
    assert_eq!(strikes(&played), [(a, b), (b, a)]);
}

#[test]
fn adc_7_only_what_can_be_set_is_and_only_where_charges_are_met() {
    let sets = |field: &Field| {
        let played = peaceful(field, 3, 4);
        let is_set =
            |event: &Event| matches!(event, Event::Declares { action: ActionKind::Set, .. });
        played.count(is_set)
    };
    let (field, ..) = braced();
    assert_eq!(sets(&field), 1);
    let (mut sword, ..) = charged(12.0, 9.0);
    sword.bot(B, vec![line(&[], Act::Set)]);
    assert_eq!(sets(&sword), 0);
    let (mut field, ..) = braced();
    field.spec.rules.segments.charge_met = ChargeMet::Unanswered;
    assert_eq!(sets(&field), 0);
}

/// By armour class and hit points: men of level 0 in armour of class 6 with 20 points, whose weapons do a d6.
fn armoured(field: &mut Field) {
    let rules = &mut field.spec.rules;
    rules.fighting = Fighting::Osric;
    rules.morale.start = 0;
    for troops in &mut rules.troops {
        troops.body =
            Body { level: 0, armour_class: 6, hit_points: Amount::fixed(20), fearless: true };
    }
    for weapon in &mut rules.weapons {
        weapon.harm = Harm { blow: Amount::of(Dice::one(6), 0), shot: Amount::of(Dice::one(6), 0) };
    }
}

fn damage(played: &Played) -> Vec<(FigureId, i32)> {
    played.find(|event| match *event {
        Event::Harmed { figure, damage, .. } => Some((figure, damage)),
        _ => None,
    })
}

fn modifiers(played: &Played) -> Vec<(FigureId, i32)> {
    played.find(|event| match *event {
        Event::Attacks { by, modifier, .. } => Some((by, modifier)),
        _ => None,
    })
}

#[test]
fn adc_7_set_spears_and_the_lances_of_horsemen_do_double_damage() {
    let (mut field, a, b) = braced();
    let lance = field.spec.sides[A].figures[a.index()].weapon;
    field.spec.rules.weapons[lance].handling.charge_damage = 2;
    armoured(&mut field);
    for (mounted, by_lance) in [(true, 8), (false, 4)] {
        field.spec.sides[A].figures[a.index()].mounted = mounted;
        let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[14, 3, 13, 4])]);
        // 15 is needed; the charger's armour is worse by 1, and he has 2 himself.
        assert_eq!(modifiers(&played), [(b, 0), (a, 2)]);
        assert_eq!(damage(&played), [(a, 6), (b, by_lance)]);
    }
}

#[test]
fn adc_8_who_leaves_a_melee_gives_a_free_blow() {
    let mut field = field(1);
    armoured(&mut field);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 11.2, 10.0);
    field.barricade(10.55, 5.0, 10.65, 15.0);
    let shrine = field.place("shrine", 2.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[11, 5])]);
    assert_eq!(modifiers(&played), [(b, 4)]);
    assert_eq!(damage(&played), [(a, 5)]);
    assert!(played.at(a).x < inches(9.0), "he gets away");
    // By the host rules he goes as he likes.
    field.spec.rules.fighting = Fighting::Host;
    let played = play_rolls(&field, &[(Initiative, &[6, 1])]);
    assert_eq!(strikes(&played), []);
}

#[test]
fn the_auditor_knows_how_a_charge_is_met_and_when_a_side_acts() {
    let (mut field, ..) = braced();
    armoured(&mut field);
    let quick = muster(&mut field, AVERAGE, |nature| nature.blows = Routines::each(2));
    field.spec.sides[A].figures[0].troops = quick;
    let records: Vec<_> = (0..20).map(|seed| Record::of(&field, seed)).collect();
    const fn meets(event: &Event) -> bool {
        matches!(event, Event::MeetsCharge { .. })
    }
    let found = plant(&records, |_, moments| repeat(moments, meets));
    assert_eq!(found, Rule::adc(7), "he meets it twice");
    let found = plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::MeetsCharge { lengths, .. } => {
                lengths[0] += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(found, Rule::adc(7), "a longer weapon than he has");
    let found = plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::MeetsCharge { set, .. } => {
                *set = false;
                true
            }
            _ => false,
        })
    });
    assert_eq!(found, Rule::adc(7), "it was set");
    let found = plant(&records, |_, moments| omit(moments, meets));
    assert_eq!(found, Rule::ad(2), "a blow of one who does not meet it");
    let found = plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::Harmed { damage, left, .. } => {
                (*damage, *left) = (*damage + 12, *left - 12);
                true
            }
            _ => false,
        })
    });
    assert_eq!(found, Rule::adc(2), "more than twice the damage");

    let mut field = by_the_other_die();
    for (side, x) in [(A, 10.0), (B, 16.0)] {
        field.figure(side, AVERAGE, CROSSBOW, x, 10.0);
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    let records: Vec<_> = (0..20).map(|seed| Record::of(&field, seed)).collect();
    let found = plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::Completes { segment, .. } => {
                *segment += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(found, Rule::adc(6), "a shot is a segment late");
}

#[test]
fn ad_09_who_never_moved_has_not_charged() {
    // Both charge, and the first is there before the other has moved: he strikes back, but not as one who charges.
    let (mut field, a, b) = charged(5.0, 5.0);
    field.spec.rules.fighting = Fighting::Osric;
    field.spec.sides[B].figures[b.index()].at = point(11.4, 10.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = play_with(&field, &mut Deadly::new(6, 1));
    let blows = played.find(|event| match *event {
        Event::Attacks { by, armour_class, modifier, .. } => Some((by, armour_class, modifier)),
        _ => None,
    });
    assert_eq!(blows, [(a, 10, 2), (b, 11, 0)]);
}
