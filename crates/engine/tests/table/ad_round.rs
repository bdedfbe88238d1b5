//! AD-01 to AD-10 on the table: rounds of segments played with scripted dice.

use crate::ad_field::{arm, field, muster, play_rolls, play_with};
use crate::common::crossing::{UNDER_A_SHOT, UNDER_A_WEAPON};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SWORD, inches, line, play_battle, set};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Declaration, LightLoad, Nature, Routines, SideSegment, TimedLoser,
};
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{A, B};

/// A runner who is in the open for so many segments, and a crossbow that covers the gap.
fn crossing(segments: u32) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let runner = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let bow = field.figure(B, AVERAGE, CROSSBOW, 10.0, 30.0);
    // He is out of sight once he has come this far.
    let gap = 0.9 * (f64::from(segments) - 0.5);
    field.feature(
        "screen",
        10.0 + 0.9 * gap,
        12.0,
        40.0,
        13.0,
        SightEffect::BlockBeyond(0),
        Cover::None,
        Going::Free,
    );
    let shrine = field.place("shrine", 30.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    (field, runner, bow)
}

/// Initiative dice as given; every attack hits and kills.
struct Deadly {
    initiative: Vec<u8>,
    defends: bool,
}

impl Deadly {
    fn new(a: u8, b: u8) -> Self {
        Self {
            initiative: vec![b, a],
            defends: true,
        }
    }
}

impl Chance for Deadly {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        match site.purpose {
            Initiative => self.initiative.pop().unwrap_or(1),
            // The striker rolls first.
            Melee => {
                self.defends = !self.defends;
                if self.defends { 1 } else { sides }
            }
            _ => sides,
        }
    }
}

/// Across, both, shot first, as it happened to one who was to get beyond a point.
fn fate(played: &Played, runner: FigureId, beyond: f64) -> usize {
    let is_across = played.at(runner).x > inches(beyond);
    match (played.dead().is_empty(), is_across) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => panic!("neither shot nor across: {:#?}", played.events),
    }
}

fn counts(mut one: impl FnMut(u8, u8) -> usize) -> [u32; 3] {
    let mut counts = [0; 3];
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        counts[one(a, b)] += 1;
    }
    counts
}

fn completes(played: &Played) -> Vec<(FigureId, u8, u16, Rule)> {
    played.find(|event| match *event {
        Event::Completes {
            side,
            figures,
            routine,
            segment,
            rule,
            ..
        } => Some((
            FigureId::new(side, figures.trailing_zeros() as usize),
            routine,
            segment,
            rule,
        )),
        _ => None,
    })
}

fn strikes(played: &Played) -> Vec<(FigureId, FigureId)> {
    played.find(|event| match *event {
        Event::Strikes {
            striker, target, ..
        } => Some((striker, target)),
        _ => None,
    })
}

fn declarations(played: &Played) -> Vec<(FigureId, ActionKind)> {
    played.find(|event| match *event {
        Event::Declares {
            side,
            figures,
            action,
            ..
        } => Some((
            FigureId::new(side, figures.trailing_zeros() as usize),
            action,
        )),
        _ => None,
    })
}

#[test]
fn ad_01_each_round_both_sides_roll_a_die() {
    let mut field = field(2);
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 5, 6, 1])]);
    let rolls = played.find(|event| match *event {
        Event::SegmentRoll { round, rolled } => Some((round, rolled)),
        _ => None,
    });
    assert_eq!(rolls, [(1, BySide([3, 5])), (2, BySide([6, 1]))]);
    assert_eq!(played.outcome.actions, 0);
}

#[test]
fn ad_06_the_runner_crosses_the_line_of_the_crossbow() {
    for (dice, modifier, expected) in [
        ((3, 4), 0, 2),
        ((3, 2), 0, 0),
        ((2, 1), 0, 0),
        ((3, 3), 0, 0),
        ((2, 2), 0, 1),
        ((2, 3), -2, 0),
    ] {
        let (mut field, runner, bow) = crossing(2);
        let troops = muster(&mut field, AVERAGE, |nature| nature.reaction = modifier);
        field.spec.sides[B].figures[bow.index()].troops = troops;
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        // The gap is one and a half segments of 0.9 inches.
        let found = fate(&played, runner, 10.0 + 1.5 * 0.9);
        assert_eq!(
            found, expected,
            "{dice:?}, {modifier}: {:#?}",
            played.events
        );
    }
}

#[test]
fn ad_06_the_crossing_with_dice_by_script() {
    let (field, runner, bow) = crossing(2);
    // Both on a 2: a shot at him in the last of the open, and he falls on the far side.
    let played = play_rolls(&field, &[(Initiative, &[2, 2]), (Shooting, &[10, 9])]);
    assert_eq!(played.dead(), [runner]);
    assert_eq!(played.at(runner).x, inches(10.0) + inches(9.0) * 2 / 10);
    let shot = completes(&played);
    assert_eq!(shot[0], (bow, 1, 2, Rule::ad(6)));
    // It is a roll to hit, not a hit: missed, he goes on.
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Shooting, &[1])]);
    assert_eq!(completes(&played)[0], (bow, 1, 0, Rule::ad(4)));
    assert_eq!(played.at(runner).x, inches(19.0));
}

#[test]
fn ad_06_all_rolls_on_the_table_give_the_derived_table() {
    for (takes, expected) in (1..).zip(UNDER_A_SHOT) {
        let (field, runner, _) = crossing(takes);
        let beyond = 10.0 + 0.9 * (f64::from(takes) - 0.5);
        let battle = field.battle();
        let found = counts(|a, b| {
            let played = play_battle(&battle, &mut Deadly::new(a, b));
            fate(&played, runner, beyond)
        });
        assert_eq!(found, expected.map(u32::from), "{takes} segments");
    }
}

/// ADC-6: the shot comes on the segment that the runner's die shows, with initiative or without.
#[test]
fn adc_6_all_rolls_on_the_table_by_the_other_die() {
    let expected = [
        [30, 1, 5],
        [25, 1, 10],
        [20, 1, 15],
        [15, 1, 20],
        [10, 1, 25],
        [5, 1, 30],
        [0, 0, 36],
    ];
    for (takes, expected) in (1..).zip(expected) {
        let (mut field, runner, _) = crossing(takes);
        field.spec.rules.segments.segment = SideSegment::OtherDie;
        let beyond = 10.0 + 0.9 * (f64::from(takes) - 0.5);
        let battle = field.battle();
        let found = counts(|a, b| {
            let played = play_battle(&battle, &mut Deadly::new(a, b));
            fate(&played, runner, beyond)
        });
        assert_eq!(found, expected, "{takes} segments");
    }
}

/// A caster, whose spell takes so many segments, in melee with one who has a weapon of a speed factor; or, without one,
/// under a crossbow.
fn casting(takes: u8, speed_factor: Option<u8>) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = takes);
    let blade = arm(&mut field, SWORD, |weapon| {
        weapon.handling.speed_factor = speed_factor;
    });
    let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    let other = match speed_factor {
        Some(_) => field.figure(B, AVERAGE, blade, 11.0, 10.0),
        None => field.figure(B, AVERAGE, CROSSBOW, 16.0, 10.0),
    };
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(
        B,
        vec![line(&[], Act::Fight), line(&[], Act::Shoot(Pick::Nearest))],
    );
    (field, caster, other)
}

/// Cast before the attack, both, attacked first.
fn fate_of_spell(played: &Played, caster: FigureId) -> usize {
    let cast = played.count(|e| matches!(e, Event::Shoots { shooter, .. } if *shooter == caster));
    let dead = !played.dead().is_empty() && played.dead().contains(&caster);
    match (cast > 0, dead) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => 2,
    }
}

#[test]
fn ad_06_a_spell_in_place_of_the_run() {
    for (dice, expected) in [
        ((3, 4), 2),
        ((3, 2), 0),
        ((2, 1), 0),
        ((3, 3), 0),
        ((2, 2), 1),
    ] {
        let (field, caster, _) = casting(2, None);
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        assert_eq!(
            fate_of_spell(&played, caster),
            expected,
            "{dice:?}: {:#?}",
            played.events
        );
    }
}

#[test]
fn ad_07_all_rolls_on_the_table_give_the_derived_tables() {
    for (factor, table) in UNDER_A_WEAPON {
        for (takes, expected) in (1..).zip(table) {
            let (field, caster, _) = casting(takes, Some(factor));
            let battle = field.battle();
            let found = counts(|a, b| {
                let played = play_battle(&battle, &mut Deadly::new(a, b));
                fate_of_spell(&played, caster)
            });
            let expected = expected.map(u32::from);
            assert_eq!(found, expected, "{takes} segments against {factor}");
        }
    }
}

#[test]
fn ad_07_the_blow_comes_on_the_segment_of_the_method() {
    let (field, caster, dervish) = casting(9, Some(4));
    for (losing, segment) in [(3, 1), (5, 1), (4, 0)] {
        let played = play_with(&field, &mut Deadly::new(6, losing));
        assert_eq!(completes(&played)[0], (dervish, 1, segment, Rule::ad(7)));
        let spoiled = played.find(|event| match *event {
            Event::Spoiled {
                figure, segment, ..
            } => Some((figure, segment)),
            _ => None,
        });
        // He was killed at once.
        assert_eq!(spoiled, [(caster, segment)]);
    }
}

#[test]
fn a_spell_is_lost_only_if_its_caster_is_hurt() {
    let (field, caster, _) = casting(3, Some(4));
    // The dervish wins and misses.
    let played = play_rolls(
        &field,
        &[(Initiative, &[2, 5]), (Melee, &[1, 9]), (Shooting, &[1])],
    );
    assert_eq!(fate_of_spell(&played, caster), 0);
    // He pushes him back: no spell.
    let played = play_rolls(&field, &[(Initiative, &[2, 5]), (Melee, &[3, 2])]);
    assert_eq!(fate_of_spell(&played, caster), 2);
    assert!(played.dead().is_empty());
}

#[test]
fn a_spell_takes_its_segments_and_then_strikes() {
    let (mut field, caster, _) = casting(3, None);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Shooting, &[1])]);
    assert_eq!(completes(&played), [(caster, 1, 3, Rule::ad(5))]);
}

/// The party of the source on one side: Albert, Bertie, Clem and zombie Dave in contact with orcs, but for Bertie.
fn party() -> (Field, [FigureId; 5]) {
    let mut field = field(1);
    let claws = arm(&mut field, SWORD, |weapon| {
        weapon.handling.speed_factor = None
    });
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
        &[
            (Initiative, &[4, 4]),
            (Melee, &[1; 14]),
            (Shooting, &[1, 1]),
        ],
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
        [
            (bertie, 1),
            (albert, 1),
            (clem, 1),
            (orcs, 1),
            (bertie, 2),
            (albert, 2),
            (dave, 1)
        ]
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
    let two = muster(&mut field, AVERAGE, |nature| {
        nature.blows = Routines::each(2)
    });
    let knight = field.figure(A, two, SWORD, 10.0, 10.0);
    let orc = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let other = field.figure(B, AVERAGE, SWORD, 9.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    // The worst of dice do not matter: one orc falls before either strikes, the other after he has.
    let played = play_rolls(
        &field,
        &[(Initiative, &[1, 6]), (Melee, &[10, 1, 1, 5, 10, 1])],
    );
    assert_eq!(
        strikes(&played),
        [(knight, orc), (other, knight), (knight, other)]
    );
    assert_eq!(played.dead(), [orc, other]);
}

#[test]
fn ad_01_who_commits_himself_to_nothing_has_one_attack() {
    let mut field = field(1);
    let two = muster(&mut field, AVERAGE, |nature| {
        nature.blows = Routines::each(2)
    });
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
    assert_eq!(
        declarations(&played),
        [(wizard, ActionKind::Shoot), (dave, ActionKind::Move)]
    );
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
            Event::Declares {
                side: A,
                routines,
                figures,
                ..
            } => Some((routines, figures)),
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
    assert_eq!(
        total(Act::Charge(Pick::Nearest), LightLoad::Off, 9.0, 2),
        [3]
    );
    // Under the option a bonus needs a full move of 12 inches; a penalty does not.
    assert_eq!(total(shoot, LightLoad::On, 9.0, 2), [3]);
    assert_eq!(total(shoot, LightLoad::On, 12.0, 2), [5]);
    assert_eq!(total(shoot, LightLoad::On, 9.0, -2), [1]);
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
    assert_eq!(
        declared(Declaration::InOrder, (5, 2)),
        Some(ActionKind::Move)
    );
    assert_eq!(
        declared(Declaration::InOrder, (2, 5)),
        Some(ActionKind::Charge)
    );
    // Written: nobody knows.
    assert_eq!(
        declared(Declaration::Written, (5, 2)),
        Some(ActionKind::Charge)
    );
}

#[test]
fn ad_03_who_is_shot_at_knows_it_too() {
    let mut field = field(1);
    field.figure(A, AVERAGE, CROSSBOW, 10.0, 10.0);
    let target = field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    let shrine = field.place("shrine", 40.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(
        B,
        vec![line(&[Condition::ShotAt], Act::Move(Goal::Place(shrine)))],
    );
    let played = play_with(&field, &mut Deadly::new(5, 2));
    assert_eq!(declarations(&played)[1], (target, ActionKind::Move));
    let played = play_with(&field, &mut Deadly::new(2, 5));
    assert_eq!(declarations(&played).len(), 1);
}

/// One who charges and one who stands, so far apart.
fn charge(distance: f64) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    (field, a, b)
}

fn charge_strikes(played: &Played) -> Vec<(FigureId, u16)> {
    played.find(|event| match *event {
        Event::ChargeStrikes { figure, segment } => Some((figure, segment)),
        _ => None,
    })
}

#[test]
fn ad_09_a_charge_is_twice_a_move_and_strikes_on_arrival() {
    // 1.8 inches a segment; contact is at a base's width and a quarter.
    let (field, a, b) = charge(4.2);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1])]);
    assert_eq!(charge_strikes(&played), [(a, 2)]);
    assert_eq!(strikes(&played), [(a, b)]);
    let (field, a, _) = charge(15.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1])]);
    assert_eq!(charge_strikes(&played), [(a, 8)]);
}

#[test]
fn ad_09_out_of_reach_of_a_charge_he_closes_with_a_normal_move() {
    let (field, a, _) = charge(25.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 4])]);
    assert!(charge_strikes(&played).is_empty());
    assert_eq!(played.at(a).x, inches(19.0));
    let charging = played.find(|event| match *event {
        Event::Declares { charging, .. } => Some(charging),
        _ => None,
    });
    assert_eq!(charging, [0]);
}

#[test]
fn ad_09_who_closes_makes_a_normal_move_and_keeps_the_charge() {
    let (mut field, a, b) = charge(12.0);
    field.spec.sides[A].wins = vec![WinSpec::AfterTurns { turns: 2 }];
    // He is out of reach of everything but a charge, and does not charge yet.
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Charge(Pick::Nearest)),
            line(&[], Act::Close(Pick::Nearest)),
        ],
    );
    let played = play_rolls(&field, &[(Initiative, &[3, 4, 3, 4]), (Melee, &[1, 1])]);
    let charging = played.find(|event| match *event {
        Event::Declares {
            side: A, charging, ..
        } => Some(charging),
        _ => None,
    });
    assert_eq!(charging, [0, set(&[a])]);
    assert_eq!(strikes(&played), [(a, b)]);
}

#[test]
fn ad_09_no_second_charge_within_ten_rounds() {
    let (mut field, a, b) = charge(12.0);
    field.spec.sides[A].wins = vec![WinSpec::AfterTurns { turns: 21 }];
    // Each blow makes him retreat by two full moves, out of reach of anything but a charge.
    field.spec.rules.melee.effect.kill = 99;
    field.bot(
        A,
        vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    field.spec.width = inches(400.0);
    let played = play_with(&field, &mut Deadly::new(3, 4));
    // In between he closes, and fights when he has.
    let mut round = 0;
    let mut charges = Vec::new();
    for event in &played.events {
        match *event {
            Event::SegmentRoll { round: r, .. } => round = r,
            Event::ChargeStrikes { figure, .. } if figure == a => charges.push(round),
            _ => {}
        }
    }
    assert!(played.dead().is_empty(), "{b:?} lives");
    assert_eq!(charges, [1, 11, 21]);
}

#[test]
fn ad_09_the_one_who_is_charged_does_not_strike_back_in_this_round() {
    let (mut field, a, b) = charge(6.0);
    field.spec.sides[A].wins = vec![WinSpec::AfterTurns { turns: 2 }];
    field.bot(
        A,
        vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    field.bot(B, vec![line(&[], Act::Fight)]);
    let played = play_rolls(&field, &[(Initiative, &[3, 4, 3, 4]), (Melee, &[1; 6])]);
    assert_eq!(strikes(&played), [(a, b), (b, a), (a, b)]);
}

#[test]
fn ad_09_two_who_charge_one_another_meet_in_the_middle() {
    let (mut field, a, b) = charge(12.0);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[1, 1, 1, 1])]);
    // 10.75 inches to go, 3.6 a segment; the one with initiative strikes first.
    assert_eq!(charge_strikes(&played), [(b, 3), (a, 3)]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
    // Dead before he strikes: the charge is lost.
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Melee, &[10, 1])]);
    assert_eq!(strikes(&played), [(b, a)]);
    // Tied, both strike whatever becomes of them.
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1, 10, 1])]);
    assert_eq!(played.dead().len(), 2);
}

#[test]
fn ad_08_on_a_tie_neither_stops_the_other() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, CROSSBOW, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, CROSSBOW, 20.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    let played = play_with(&field, &mut Deadly::new(4, 4));
    assert_eq!(played.dead(), [b, a]);
    let played = play_with(&field, &mut Deadly::new(5, 4));
    assert_eq!(played.dead(), [b]);
    let played = play_with(&field, &mut Deadly::new(4, 5));
    assert_eq!(played.dead(), [a]);
}

#[test]
fn ad_06_the_archer_who_lost_shoots_the_knight_who_charges_him_or_is_cut_down_first() {
    // 8 inches: contact after 6.75, that is on segment 4 of 1.8 each.
    let fight = |dice: (u8, u8)| {
        let (mut field, knight, archer) = charge(8.0);
        field.spec.sides[B].figures[0].weapon = CROSSBOW;
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        let dead = played.dead();
        (dead.contains(&knight), dead.contains(&archer))
    };
    assert_eq!(fight((3, 4)), (true, false));
    assert_eq!(fight((3, 2)), (true, false));
    // The shot would come on segment 5 or 6.
    assert_eq!(fight((5, 2)), (false, true));
    assert_eq!(fight((6, 6)), (false, true));
    // On the fourth: the knight has initiative, or both.
    assert_eq!(fight((4, 2)), (false, true));
    assert_eq!(fight((4, 4)), (true, true));
}

#[test]
fn ad_04_a_charge_ends_where_its_last_mover_is_thrown_back() {
    let mut field = field(1);
    let knight = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let archer = field.figure(B, AVERAGE, BOW, 22.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // Nine inches on, on segment 5, he is hit and pushed back: nobody goes on, and the charge is over.
    let played = play_rolls(&field, &[(Initiative, &[5, 3]), (Shooting, &[10, 4])]);
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
    assert_eq!(
        completes(&played),
        [(archer, 1, 5, Rule::ad(6)), (knight, 1, 5, Rule::ad(5))]
    );
}

#[test]
fn ad_04_an_untimed_action_that_waits_keeps_its_initiative_over_those_aimed_at_its_actor() {
    let (mut field, knight, archer) = charge(16.0);
    field.spec.sides[B].figures[0].weapon = CROSSBOW;
    let clumsy = muster(&mut field, AVERAGE, |nature| nature.reaction = -2);
    let far = field.figure(A, clumsy, CROSSBOW, 6.0, 10.0);
    field.bot(
        A,
        vec![
            line(&[Condition::HasMissiles], Act::Shoot(Pick::Nearest)),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let shots = |dice: (u8, u8)| {
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        let shots = completes(&played).into_iter();
        let shots: Vec<_> = shots
            .map(|c| (c.0, c.2))
            .filter(|c| c.0 != knight)
            .collect();
        (shots, played.dead())
    };
    // The archer has tied with the knight, so that he shoots on segment 4; he goes before the clumsy one all the same,
    // whose total is 2, and that one has his revenge.
    assert_eq!(
        shots((4, 4)),
        (vec![(archer, 4), (far, 4)], vec![knight, archer])
    );
    // Who has initiative over him does not wait for him.
    assert_eq!(shots((6, 3)), (vec![(far, 0)], vec![archer]));
}

/// Two in contact with weapons of these speed factors.
fn duel(own: Option<u8>, other: Option<u8>) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let one = arm(&mut field, SWORD, |w| w.handling.speed_factor = own);
    let two = arm(&mut field, SWORD, |w| w.handling.speed_factor = other);
    let a = field.figure(A, AVERAGE, one, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, two, 11.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    (field, a, b)
}

#[test]
fn ad_10_the_faster_weapon_strikes_first_on_a_tie() {
    let (field, a, b) = duel(Some(5), Some(7));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(a, b), (b, a)]);
    // It kills before the slower one comes.
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1])]);
    assert_eq!(played.dead(), [b]);
    // With initiative the slower one is first, and gets no extra strike.
    let (field, a, b) = duel(Some(2), Some(13));
    let played = play_rolls(&field, &[(Initiative, &[4, 5]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
}

#[test]
fn ad_10_extra_strikes() {
    let extras = |played: &Played| {
        played.find(|event| match *event {
            Event::ExtraStrike {
                factors,
                with_slower,
                ..
            } => Some((factors, with_slower)),
            _ => None,
        })
    };
    let (field, a, b) = duel(Some(2), Some(6));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 6])]);
    assert_eq!(strikes(&played), [(a, b), (a, b), (b, a)]);
    assert_eq!(extras(&played), [([2, 6], false)]);
    // Against a pike a dagger has a third, at the same time as the pike.
    let (field, a, b) = duel(Some(2), Some(13));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 8])]);
    assert_eq!(strikes(&played), [(a, b), (a, b), (a, b), (b, a)]);
    assert_eq!(extras(&played), [([2, 13], false), ([2, 13], true)]);
    // The third kills, and the pike strikes and kills all the same: they are simultaneous.
    let played = play_rolls(
        &field,
        &[(Initiative, &[4, 4]), (Melee, &[1, 1, 1, 1, 10, 1, 10, 1])],
    );
    assert_eq!(played.dead(), [b, a]);
    assert_eq!(strikes(&played).len(), 4);
    // Of two daggers the first kills the pikeman with its third strike: the second has nobody left for its own, and none is
    // told.
    let (mut field, a, b) = duel(Some(2), Some(13));
    let weapon = field.spec.sides[A].figures[a.index()].weapon;
    let dagger = field.figure(A, AVERAGE, weapon, 12.0, 10.0);
    let mut dice = [1; 12];
    dice[8] = 10;
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &dice)]);
    assert_eq!(played.dead(), [b]);
    let twice = [(a, b), (a, b), (dagger, b), (dagger, b)];
    assert_eq!(strikes(&played), [&twice[..], &[(a, b), (b, a)]].concat());
    assert_eq!(extras(&played).len(), 3);
}

#[test]
fn ad_10_equal_factors_and_natural_weapons_are_simultaneous() {
    for (own, other) in [
        (Some(5), Some(5)),
        (None, Some(2)),
        (Some(2), None),
        (None, None),
    ] {
        let (field, ..) = duel(own, other);
        let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1, 10, 1])]);
        assert_eq!(played.dead().len(), 2, "{own:?} against {other:?}");
    }
}

#[test]
fn option_timed_loser_always_interrupted_on_the_table() {
    for (loser, expected) in [
        (TimedLoser::BySegment, 0),
        (TimedLoser::AlwaysInterrupted, 2),
    ] {
        let (mut field, runner, bow) = crossing(2);
        field.spec.rules.segments.timed_loser = loser;
        let clumsy = muster(&mut field, AVERAGE, |nature| nature.reaction = -2);
        field.spec.sides[B].figures[bow.index()].troops = clumsy;
        let played = play_with(&field, &mut Deadly::new(2, 3));
        assert_eq!(fate(&played, runner, 10.0 + 1.5 * 0.9), expected);
    }
}

#[test]
fn ad_01_zombies_and_the_slowed_come_last_even_on_a_six() {
    for slow in [
        |nature: &mut Nature| nature.always_last = true,
        |nature: &mut Nature| nature.slowed = true,
    ] {
        let (mut field, a, b) = duel(None, None);
        let last = muster(&mut field, AVERAGE, slow);
        field.spec.sides[A].figures[0].troops = last;
        let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 4])]);
        assert_eq!(strikes(&played), [(b, a), (a, b)]);
    }
}

#[test]
fn a_full_move_takes_the_round_and_no_more() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let shrine = field.place("shrine", 30.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6])]);
    assert_eq!(played.at(a).x, inches(19.0));
    // Undisturbed, it is told in one piece.
    assert_eq!(played.moves(MoveKind::Action).len(), 1);
    assert_eq!(completes(&played), [(a, 1, 10, Rule::ad(5))]);
    assert_eq!(played.outcome.actions, 1);
}

#[test]
fn who_reaches_his_exit_leaves_on_the_way() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 3.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    field.spec.sides[A].exit = Some(skirmish_engine::battle::Edge::Left);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6])]);
    // He leaves on the way; nobody is left who completes the move.
    assert_eq!(completes(&played), []);
    assert_eq!(
        played.count(|e| matches!(e, Event::Escapes { figure } if *figure == a)),
        1
    );
}
