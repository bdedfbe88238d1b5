//! AD-08 on the table: a move that ends on the segment of an attack that has tied with it. Both happen.

use crate::ad_field::{Deadly, arm, completes, field, muster, play_rolls, runs_the_gap, strikes};
use crate::common::planted::{Recorder, audit, find, repeat};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SWORD, inches, line, play};
use skirmish_engine::battle::{Edge, FigureId, Hold, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, SetUp, Shooting};
use skirmish_engine::event::{Draw, Ending, Event};
use skirmish_engine::game::Workspace;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Amount, Fighting};
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{A, B};

/// A runner two segments from the edge by which he leaves, and one who covers his way.
fn leaving(weapon: usize) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    field.spec.sides[A].wins.clear();
    let runner = field.figure(A, AVERAGE, SWORD, 46.3, 10.0);
    let bow = field.figure(B, AVERAGE, weapon, 34.0, 10.0);
    field.spec.sides[A].exit = Some(Edge::Right);
    field.bot(A, vec![line(&[], Act::Escape)]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    (field, runner, bow)
}

/// How often anybody left the table, and who fell.
fn fate(played: &Played) -> (usize, Vec<FigureId>) {
    let away = played.count(|e| matches!(e, Event::Escapes { .. }));
    (away, played.dead())
}

const BOTH_ON_2: (skirmish_engine::chance::Purpose, &[u8]) = (Initiative, &[2, 2]);

#[test]
fn ad_08_a_runner_who_is_shot_down_as_he_leaves_the_table_is_down_but_across() {
    let (mut field, runner, bow) = leaving(CROSSBOW);
    let shot_dead = [BOTH_ON_2, (Shooting, &[10, 10])];
    let played = play_rolls(&field, &shot_dead);
    assert_eq!(completes(&played), [(bow, 1, 2, Rule::ad(6))]);
    assert_eq!(fate(&played), (1, vec![runner]));
    // A casualty once. With nobody left, the other side has the table.
    assert_eq!(played.outcome.losses, BySide([1, 0]));
    let won = |side, goal| Ending::Won { side, goal };
    assert_eq!(played.outcome.ending, won(B, None));
    // His exit counts, and so does his fall; both together are a draw.
    field.wins(A, WinSpec::Escapes { figures: 1 });
    assert_eq!(play_rolls(&field, &shot_dead).outcome.ending, won(A, Some(0)));
    field.wins(B, WinSpec::Losses { figures: 1 });
    let played = play_rolls(&field, &shot_dead);
    assert_eq!(played.outcome.ending, Ending::Draw(Draw::Both));
    field.spec.sides[A].wins.clear();
    let played = play_rolls(&field, &shot_dead);
    assert_eq!(played.outcome.ending, won(B, Some(0)));
}

#[test]
fn ad_08_a_miss_or_a_push_does_nothing_to_who_is_across() {
    let (field, ..) = leaving(CROSSBOW);
    for rolls in [&[1][..], &[10, 1], &[10, 4], &[10, 6]] {
        let played = play_rolls(&field, &[BOTH_ON_2, (Shooting, rolls)]);
        assert_eq!(fate(&played), (1, vec![]), "{rolls:?}");
        assert_eq!(played.outcome.losses, BySide([0, 0]), "{rolls:?}");
    }
}

#[test]
fn ad_08_those_who_have_gone_before_are_not_shot_at() {
    // He is across on segment 2, the shot comes on 3.
    let (field, ..) = leaving(CROSSBOW);
    let played = play_rolls(&field, &[(Initiative, &[3, 3])]);
    assert_eq!(fate(&played), (1, vec![]));
    // With less than the runner's total it comes on his segment, and after him.
    let (mut field, _, bow) = leaving(CROSSBOW);
    let clumsy = muster(&mut field, AVERAGE, |nature| nature.reaction = -1);
    field.spec.sides[B].figures[bow.index()].troops = clumsy;
    let played = play_rolls(&field, &[BOTH_ON_2]);
    assert_eq!(fate(&played), (1, vec![]));
}

#[test]
fn ad_08_a_spell_that_ties_with_a_runner_who_leaves_finds_him() {
    let (mut field, ..) = leaving(BOW);
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 2);
    field.spec.sides[B].figures[0].weapon = spell;
    for (dice, away, falls) in [([3, 4], 0, true), ([3, 3], 1, true), ([4, 3], 1, false)] {
        let rolls: &[u8] = if falls { &[10, 10] } else { &[] };
        let played = play_rolls(&field, &[(Initiative, &dice), (Shooting, rolls)]);
        let (gone, dead) = fate(&played);
        assert_eq!((gone, !dead.is_empty()), (away, falls), "{dice:?}");
    }
}

#[test]
fn ad_08_a_spell_that_ties_with_a_runner_who_gets_out_of_sight_finds_him() {
    for (dice, falls) in [([3, 4], true), ([3, 3], true), ([4, 3], false)] {
        let mut field = field(1);
        let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 2);
        let (runner, _) = runs_the_gap(&mut field, 2, spell);
        let rolls: &[u8] = if falls { &[10, 10] } else { &[] };
        let played = play_rolls(&field, &[(Initiative, &dice), (Shooting, rolls)]);
        assert_eq!(played.dead().contains(&runner), falls, "{dice:?}");
        let is_across = played.at(runner).x > inches(10.0 + 0.9 * 1.35);
        assert_eq!(is_across, dice != [3, 4], "{dice:?}");
    }
}

#[test]
fn ad_05_what_has_initiative_over_one_mover_comes_before_him_whoever_else_goes() {
    // Another mover, who is hasted, has more initiative than both; he is no concern of the spell.
    for (dice, falls) in [([3, 4], true), ([4, 3], false)] {
        let (mut field, runner, _) = leaving(BOW);
        let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 2);
        field.spec.sides[B].figures[0].weapon = spell;
        let hasted = muster(&mut field, AVERAGE, |nature| nature.hasted = true);
        let unit = field.unit(A, "far away");
        let other = field.figure(A, hasted, SWORD, 2.0, 34.0);
        field.enlist(other, unit);
        let rolls: &[u8] = if falls { &[10, 10] } else { &[] };
        let (played, _) = field.try_play(&[&[dice[0], dice[1]], rolls].concat());
        assert_eq!(played.dead().contains(&runner), falls, "{dice:?}");
        let gone = played.count(|e| *e == Event::Escapes { figure: runner });
        assert_eq!(gone, usize::from(!falls), "{dice:?}");
    }
}

#[test]
fn ad_08_who_gets_to_his_ground_as_he_is_shot_down_does_not_hold_it() {
    for (rolls, holds) in [(&[10, 10][..], false), (&[1], true)] {
        let mut field = field(1);
        field.spec.sides[A].wins.clear();
        let runner = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(A, AVERAGE, SWORD, 10.0, 34.0);
        field.figure(B, AVERAGE, CROSSBOW, 22.0, 10.0);
        let hill = field.place("hill", 12.5, 10.0, 1.0);
        let holding = WinSpec::Holds(Hold::of(hill, 1));
        field.wins(A, holding);
        field.wins(B, WinSpec::Losses { figures: 1 });
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(hill)))]);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let played = play_rolls(&field, &[BOTH_ON_2, (Shooting, rolls)]);
        let side = if holds { A } else { B };
        let goal = Some(0);
        assert_eq!(played.outcome.ending, Ending::Won { side, goal });
        // He is there in any case.
        assert!(played.at(runner).x >= inches(11.5), "{rolls:?}");
    }
}

#[test]
fn ad_08_a_charger_who_is_shot_down_as_he_arrives_strikes() {
    // 5 inches: contact after 3.75, on segment 3 of 1.8 each; both have rolled 3.
    let mut field = field(1);
    let charger = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let bow = field.figure(B, AVERAGE, CROSSBOW, 15.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played =
        play_rolls(&field, &[(Initiative, &[3, 3]), (Melee, &[10, 1]), (Shooting, &[10, 10])]);
    assert_eq!(strikes(&played), [(charger, bow)]);
    assert_eq!(played.dead(), [bow, charger]);
}

/// Where they end does not hang on which of them is the first side's.
#[test]
fn ad_08_a_runner_and_his_pursuer_who_tie_go_on_alike_for_either_side() {
    let caught = |runs, dice: [u8; 2]| {
        let mut field = field(1);
        let shrine = field.place("shrine", 40.0, 10.0, 1.0);
        // 2.5 inches to contact; of 1.8 a segment the runner makes up 0.9.
        field.figure(runs, AVERAGE, SWORD, 20.0, 10.0);
        field.figure(!runs, AVERAGE, SWORD, 16.25, 10.0);
        field.bot(runs, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
        field.bot(!runs, vec![line(&[], Act::Charge(Pick::Nearest))]);
        let mut dice = Deadly::new(dice[0], dice[1]);
        let played = crate::ad_field::play_with(&field, &mut dice);
        played.find(|event| match *event {
            Event::ChargeStrikes { segment, .. } => Some(segment),
            _ => None,
        })
    };
    assert_eq!(caught(A, [3, 3]), [3]);
    assert_eq!(caught(B, [3, 3]), [3]);
    // Whoever has the initiative goes on first in each segment: the pursuer gets there before the runner's third step.
    for (runs, pursuer, runner) in [(A, [2, 5], [5, 2]), (B, [5, 2], [2, 5])] {
        assert_eq!(caught(runs, pursuer), [2], "{runs:?}");
        assert_eq!(caught(runs, runner), [3], "{runs:?}");
    }
}

#[test]
fn ad_08_a_blow_that_ties_with_a_step_out_of_reach_lands() {
    let mut field = field(1);
    let quick = arm(&mut field, SWORD, |weapon| {
        weapon.handling.speed_factor = Some(1);
    });
    field.barricade(20.5, 0.0, 20.6, 30.0);
    let leaver = field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
    let striker = field.figure(B, AVERAGE, quick, 21.1, 10.0);
    let home = field.place("home", 5.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(home)))]);
    field.bot(B, vec![line(&[Condition::Engaged], Act::Fight)]);
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1])]);
    assert_eq!(strikes(&played), [(striker, leaver)]);
    assert_eq!(completes(&played)[0], (striker, 1, 1, Rule::ad(7)));
    assert_eq!(played.dead(), [leaver]);
    assert!(played.at(leaver).x < inches(19.5));
}

#[test]
fn ad_08_hit_points_and_morale_count_who_is_across() {
    let (mut field, runner, _) = leaving(CROSSBOW);
    field.spec.rules.fighting = Fighting::Osric;
    for troops in &mut field.spec.rules.troops {
        troops.body.hit_points = Amount::fixed(3);
    }
    for weapon in &mut field.spec.rules.weapons {
        weapon.harm.shot = Amount::fixed(3);
    }
    let played = play_rolls(&field, &[BOTH_ON_2, (SetUp, &[]), (Shooting, &[20])]);
    assert_eq!(fate(&played), (1, vec![runner]));
    assert_eq!(played.outcome.losses, BySide([1, 0]));
    // Lloyd's morale of a unit that has lost him, though he was leaving it (LLC-5).
    let (mut field, runner, _) = leaving(CROSSBOW);
    field.figure(A, AVERAGE, SWORD, 2.0, 34.0);
    field.spec.sides[A].units[0].morale = Some(2);
    field.spec.rules.morale.figure_lost = 1;
    let (played, _) = field.try_play(&[2, 2, 10, 10]);
    assert_eq!(played.dead(), [runner]);
    let falls = played.find(|event| match *event {
        Event::MoraleFalls { left, .. } => Some(left),
        _ => None,
    });
    assert_eq!(falls, [1]);
}

#[test]
fn ad_08_the_auditor_knows_who_is_across() {
    let (field, ..) = leaving(CROSSBOW);
    let battle = field.battle();
    let recorded = |a, b| {
        let mut recorder = Recorder::default();
        let mut dice = Deadly::new(a, b);
        play(&battle, &mut Workspace::new(&battle), &mut dice, &mut recorder);
        assert_eq!(audit(&battle, &recorder.0), [], "{a}, {b}");
        recorder.0
    };
    let dies = |event: &Event| matches!(event, Event::Dies { .. });
    // He falls twice.
    let mut moments = recorded(2, 2);
    repeat(&mut moments, dies).expect("he falls");
    assert_eq!(audit(&battle, &moments), [Rule::host(6)]);
    // The game ends before the shot that ties with his leaving.
    let mut moments = recorded(2, 2);
    let escapes = find(&moments, |event| matches!(event, Event::Escapes { .. }));
    let ends = moments.len() - 1;
    moments.drain(escapes.expect("he leaves") + 1..ends);
    assert_eq!(audit(&battle, &moments), [Rule::ad(8)]);
    // He falls, and nothing has come at the same time.
    let fall = recorded(2, 2).into_iter().find(|m| dies(&m.event));
    let mut moments = recorded(4, 3);
    moments.insert(moments.len() - 1, fall.expect("he falls"));
    assert_eq!(audit(&battle, &moments)[0], Rule::host(6));
}
