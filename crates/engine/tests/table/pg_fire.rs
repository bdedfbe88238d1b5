//! PG-07 to PG-10: aimed fire by distance mark and condition, every weapon by its own stick, what a hit does, reloading,
//! fire in haste.

use crate::common::petite::{
    self, BLUNDERBUSS, BOW, CARBINE, CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, MUSKET_STICK, PISTOL,
    RANGER, SABRE, SWIVEL, duel,
};
use crate::common::{Field, inches as paces, line, set};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Cause, FireKind, MoveKind, TargetCondition};
use skirmish_engine::rulebook::AimReading;
use skirmish_engine::side::Side::{A, B};

/// What a shot needs at a distance, in 1/256 of a pace beyond so many paces; `None` out of range.
fn needed(weapon: usize, apart: f64) -> Option<i32> {
    // His dice have whatever a stick asks for.
    let (mut field, man, target) = duel(RANGER, 40.0);
    let shooter = &mut field.spec.sides[A].figures[man.index()];
    shooter.weapon = weapon;
    shooter.at = crate::common::point(20.0, 75.0);
    field.spec.sides[B].figures[target.index()].at = crate::common::point(20.0 + apart, 75.0);
    // The dice of a shot that misses everywhere.
    let (played, _) = field.try_play(&[1, 1]);
    played.fired().first().map(|shot| shot.needed)
}

#[test]
fn pg_07_the_musket_needs_what_its_stick_says_at_every_mark() {
    let hair = 1.0 / 256.0;
    // At 3 1/4 paces they are in contact.
    let mut nearer = 3.5;
    for (far, threshold) in MUSKET_STICK {
        // Between marks the next one out counts; on the mark its own.
        for apart in [nearer, (nearer + far) / 2.0, far] {
            assert_eq!(needed(MUSKET, apart), Some(threshold), "{apart} paces");
        }
        nearer = far + hair;
    }
    assert_eq!(needed(MUSKET, nearer), None, "beyond the last mark");
}

#[test]
fn pg_07_every_weapon_has_its_own_stick() {
    // 11 is needed at 40 paces by musket, and at 40 paces times its scale by another.
    for (weapon, eleven) in [
        (MUSKET, 40.0),
        (PISTOL, 10.0),
        (CARBINE, 30.0),
        (BLUNDERBUSS, 15.0),
        (SWIVEL, 60.0),
        (BOW, 20.0),
    ] {
        let hair = 1.0 / 256.0;
        assert_eq!(needed(weapon, eleven), Some(11), "{weapon}");
        assert_eq!(needed(weapon, eleven + hair), Some(12), "{weapon}");
        assert_eq!(needed(weapon, 2.5 * eleven), Some(17), "{weapon}");
        assert_eq!(needed(weapon, 2.5 * eleven + hair), None, "{weapon}");
    }
    assert_eq!(needed(SABRE, 10.0), None);
}

#[test]
fn pg_07_skill_changes_the_dice_and_not_the_threshold() {
    // A d8 and the AF die; the total just reaches 11, or falls just short.
    for (troops, die) in [(CIVILIAN, 4), (MILITIA, 6), (LINE, 8), (LIGHT, 10), (RANGER, 12)] {
        let (field, ..) = duel(troops, 40.0);
        let hit = field.play(&[8, 3, 1]).fired()[0];
        assert_eq!((hit.dice, hit.needed, hit.rolled), ([8, die], 11, 11));
        assert!(hit.hit && hit.fire == FireKind::Aimed);
        let miss = field.play(&[7, 3]).fired()[0];
        assert_eq!((miss.rolled, miss.hit), (10, false));
        // No die shows more than its faces.
        assert!(field.try_play(&[1, die + 1]).1.is_err());
    }
}

/// A shot at 40 paces at one who does this in his own turn before it, with a piece of cover before him or not.
fn at_target(act: Act, cover: Cover) -> (TargetCondition, i32) {
    let mut field = petite::field();
    let target = field.figure(B, LINE, SABRE, 96.0, 75.0);
    field.figure(A, RANGER, MUSKET, 50.0, 75.0);
    let mark = field.place("mark", 90.0, 75.0, 1.0);
    let act = match act {
        Act::Move(_) => Act::Move(Goal::Place(mark)),
        act => act,
    };
    if act == Act::Stand {
        field.spec.sides[B].figures[target.index()].at = crate::common::point(90.0, 75.0);
    }
    field.bot(B, vec![line(&[], act)]);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.starts = Some(B);
    if cover != Cover::None {
        let (x0, x1) = (88.0, 88.5);
        field.feature("cover", x0, 60.0, x1, 90.0, SightEffect::Clear, cover, Going::Free);
    }
    field.cap(2);
    let played = field.play(&[1, 1]);
    let shot = played.fired()[0];
    assert_eq!(played.at(target), crate::common::point(90.0, 75.0));
    (shot.condition, shot.needed)
}

#[test]
fn pg_07_the_target_s_condition_is_added_the_harder_alone() {
    use TargetCondition::{Moving, Protected, Screened, Unmoving};
    let moves = Act::Move(Goal::Objective);
    // 15+ at 40 paces behind a hedge is published.
    assert_eq!(at_target(Act::Stand, Cover::None), (Unmoving, 11));
    assert_eq!(at_target(moves, Cover::None), (Moving, 13));
    assert_eq!(at_target(Act::Stand, Cover::Screen), (Screened, 15));
    assert_eq!(at_target(Act::Stand, Cover::Protect), (Protected, 17));
    assert_eq!(at_target(moves, Cover::Screen), (Screened, 15));
    assert_eq!(at_target(moves, Cover::Protect), (Protected, 17));
}

/// He is a pace and a half behind it; the shot comes over it from far to a side, and leaves it 3.7 paces before him.
#[test]
fn pgc_8_right_behind_a_piece_is_square_to_it() {
    for (cover, condition) in
        [(Cover::Protect, TargetCondition::Protected), (Cover::Screen, TargetCondition::Screened)]
    {
        for (behind, condition) in [(1.5, condition), (4.0, TargetCondition::Unmoving)] {
            let mut field = petite::field();
            field.figure(B, LINE, SABRE, 88.5 + behind, 75.0);
            field.figure(A, RANGER, MUSKET, 70.0, 30.0);
            field.feature("cover", 88.0, 50.0, 88.5, 90.0, SightEffect::Clear, cover, Going::Free);
            field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
            let played = field.cap(1).play(&[1, 1]);
            assert_eq!(played.fired()[0].condition, condition, "{behind} behind");
        }
    }
}

#[test]
fn pg_07_a_moving_target_counts_for_more_than_a_thin_screen_if_the_rulebook_says_so() {
    let mut field = petite::field();
    field.spec.rules.fire.moving = 5;
    field.figure(B, LINE, SABRE, 96.0, 75.0);
    field.figure(A, LINE, MUSKET, 50.0, 75.0);
    let mark = field.place("mark", 90.0, 75.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.feature("hedge", 88.0, 60.0, 88.5, 90.0, SightEffect::Clear, Cover::Screen, Going::Free);
    field.spec.starts = Some(B);
    field.cap(2);
    let shot = field.play(&[1, 1]).fired()[0];
    assert_eq!((shot.condition, shot.needed), (TargetCondition::Moving, 16));
}

#[test]
fn pg_07_unmoving_is_who_did_not_move_in_his_own_last_turn() {
    // He moves in turn 1 and is there in turn 3: the shots of turns 2 and 6 need 13 and 11.
    let mut field = petite::field();
    field.figure(B, LINE, SABRE, 96.0, 75.0);
    field.figure(A, LINE, MUSKET, 50.0, 75.0);
    let mark = field.place("mark", 90.0, 75.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Reload)]);
    field.spec.starts = Some(B);
    field.cap(6);
    let played = field.play(&[1, 1, 4, 1, 1]);
    assert_eq!(played.turns(), [B, A, B, A, B, A]);
    let needed: Vec<i32> = played.fired().iter().map(|shot| shot.needed).collect();
    assert_eq!(needed, [13, 11]);
}

#[test]
fn pg_07_nobody_fires_at_what_he_does_not_see() {
    let (mut field, ..) = duel(LINE, 40.0);
    field.house(60.0, 70.0, 62.0, 80.0);
    assert_eq!(field.play(&[]).fired(), []);
}

#[test]
fn pg_08_a_d4_wounds_on_1_or_2_and_kills_on_3_or_4() {
    let (field, _, b) = duel(LINE, 40.0);
    for (effect, kills) in [(1, false), (2, false), (3, true), (4, true)] {
        let played = field.play(&[8, 8, effect]);
        assert_eq!(played.struck(), [(b, Cause::Shot, kills)]);
        assert_eq!(played.dead().len(), usize::from(kills));
    }
}

#[test]
fn pg_08_a_second_wound_kills() {
    let (mut field, _, b) = duel(LINE, 40.0);
    field.figure(A, LINE, MUSKET, 50.0, 71.0);
    field.spec.sides[A].figures[1].at = crate::common::point(50.0, 78.0);
    // Both shots hit, both wound.
    let played = field.play(&[8, 8, 1, 8, 8, 1]);
    assert_eq!(played.struck(), [(b, Cause::Shot, false), (b, Cause::Shot, true)]);
    assert_eq!(played.dead(), [b]);
}

#[test]
fn pg_08_a_shot_at_one_who_has_fallen_meanwhile_is_lost() {
    let (mut field, _, b) = duel(LINE, 40.0);
    field.figure(A, LINE, MUSKET, 50.0, 78.0);
    // Where all are declared before any die, the second hits a dead man.
    field.spec.rules.aim = AimReading::Declared;
    let played = field.play(&[8, 8, 4, 8, 8]);
    assert_eq!(played.fired().len(), 2);
    assert_eq!(played.struck(), [(b, Cause::Shot, true)]);
}

/// A's one man is wounded by B's in turn 1 and comes in control again in turn 2, in which he does this.
fn wounded(troops: usize, act: Act, rolls: &[u8]) -> crate::common::Played {
    let mut field = petite::field();
    let a = field.figure(A, troops, MUSKET, 50.0, 75.0);
    // So near that a wounded civilian can hit, too.
    field.figure(B, LINE, MUSKET, 80.0, 75.0);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(A, vec![line(&[], act), line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.starts = Some(B);
    field.cap(2);
    let mut all = vec![8, 8, 1, 4];
    all.extend(rolls);
    let played = field.play(&all);
    assert_eq!(played.struck(), [(a, Cause::Shot, false)]);
    played
}

#[test]
fn pg_08_every_die_of_a_wounded_figure_is_one_step_down() {
    // d8+d12 is d6+d10, and so on; a d4 stays.
    for (troops, dice) in
        [(CIVILIAN, [6, 4]), (MILITIA, [6, 4]), (LINE, [6, 6]), (LIGHT, [6, 8]), (RANGER, [6, 10])]
    {
        let played = wounded(troops, Act::Shoot(Pick::Nearest), &[1, 1]);
        assert_eq!(played.fired()[1].dice, dice);
    }
}

#[test]
fn pg_08_a_wounded_figure_reloads_with_the_lower_die() {
    let mut field = petite::field();
    field.figure(A, LIGHT, MUSKET, 50.0, 75.0);
    field.figure(B, LINE, MUSKET, 90.0, 75.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Reload)]);
    }
    field.cap(3);
    // A misses; B hits and wounds; A passes its test on a d10 (units roll no wounded dice) and reloads with a d8.
    let played = field.play(&[1, 1, 8, 8, 1, 10, 8]);
    assert_eq!(played.tests()[0].die, 10);
    assert_eq!(played.reloads(), [(FigureId::new(A, 0), 8, true)]);
}

#[test]
fn pg_08_pg_06_a_wounded_figure_moves_slowly() {
    for run in [false, true] {
        let mut field = petite::field();
        let a = field.figure(A, LINE, MUSKET, 50.0, 75.0);
        field.figure(B, LINE, MUSKET, 90.0, 75.0);
        let mark = field.place("mark", 50.0, 20.0, 1.0);
        let goal = Goal::Place(mark);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.bot(A, vec![line(&[], if run { Act::Run(goal) } else { Act::Move(goal) })]);
        field.spec.starts = Some(B);
        field.cap(2);
        let played = field.play(&[8, 8, 1, 4]);
        assert_eq!(played.gone(&field)[A][a.index()], paces(6.0));
    }
}

#[test]
fn pg_09_a_weapon_is_empty_after_the_shot() {
    let (mut field, ..) = duel(LINE, 40.0);
    field.cap(5);
    assert_eq!(field.play(&[1, 1]).fired().len(), 1, "three turns of A");
}

#[test]
fn pg_09_the_af_die_alone_reloads_on_4() {
    for (troops, die) in [(CIVILIAN, 4), (MILITIA, 6), (LINE, 8), (LIGHT, 10), (RANGER, 12)] {
        for (face, loaded) in [(3, false), (4, true), (die, true)] {
            let (mut field, a, _) = duel(troops, 40.0);
            field.bot(
                A,
                vec![
                    line(&[Condition::Unloaded], Act::Reload),
                    line(&[], Act::Shoot(Pick::Nearest)),
                ],
            );
            field.cap(3);
            let played = field.play(&[1, 1, face]);
            assert_eq!(played.reloads(), [(a, die, loaded)]);
        }
    }
}

#[test]
fn pg_09_who_has_reloaded_fires_from_the_next_turn_on() {
    let (mut field, ..) = duel(LINE, 40.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Reload)]);
    field.cap(7);
    // Turn 1 fires, 3 fails to reload, 5 reloads, 7 fires.
    let played = field.play(&[1, 1, 3, 4, 2, 2]);
    let kinds: Vec<ActionKind> = played.actions().iter().map(|action| action.kind).collect();
    let expected = [ActionKind::Shoot, ActionKind::Reload, ActionKind::Reload, ActionKind::Shoot];
    assert_eq!(kinds, expected);
    assert_eq!(played.turns().len(), 7);
}

#[test]
fn pg_09_reloading_takes_the_place_of_moving() {
    let (mut field, a, _) = duel(LINE, 40.0);
    let mark = field.place("mark", 50.0, 20.0, 1.0);
    field.bot(
        A,
        vec![
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[], Act::Reload),
            line(&[], Act::Move(Goal::Place(mark))),
        ],
    );
    field.cap(3);
    let played = field.play(&[1, 1, 4]);
    assert_eq!(played.moves(MoveKind::Action), []);
    assert_eq!(played.actions()[1].figures, set(&[a]));
    assert_eq!(played.actions().len(), 2);
}

/// The same man with a line for fire in haste.
fn hasty(troops: usize) -> Field {
    let (mut field, ..) = duel(troops, 20.0);
    field.bot(
        A,
        vec![
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[], Act::ShootInHaste(Pick::Nearest)),
            line(&[], Act::Reload),
        ],
    );
    field.cap(4);
    field
}

#[test]
fn pg_10_who_has_just_reloaded_may_fire_in_haste_with_a_d4() {
    for (troops, die) in [(CIVILIAN, 4), (LINE, 8), (RANGER, 12)] {
        let played = hasty(troops).play(&[1, 1, 4, 3, 3]);
        let shots = played.fired();
        assert_eq!(shots[0].fire, FireKind::Aimed);
        assert_eq!((shots[1].fire, shots[1].dice), (FireKind::Haste, [4, die]));
        assert_eq!((shots[1].needed, shots[1].rolled), (7, 6));
        assert!(hasty(troops).try_play(&[1, 1, 4, 5, 1]).1.is_err(), "no d8");
    }
}

#[test]
fn pg_10_nobody_fires_in_haste_who_failed_to_reload() {
    assert_eq!(hasty(LINE).play(&[1, 1, 3]).fired().len(), 1);
}

#[test]
fn pg_10_after_fire_in_haste_the_weapon_is_empty_again() {
    let mut field = hasty(LINE);
    field.cap(6);
    // Turn 5 has to reload once more.
    let played = field.play(&[1, 1, 4, 1, 1, 2]);
    assert_eq!(played.fired().len(), 2);
    assert_eq!(played.reloads().len(), 2);
}

#[test]
fn pg_10_a_wounded_man_s_d4_stays_a_d4() {
    let mut field = petite::field();
    field.figure(A, LINE, MUSKET, 50.0, 75.0);
    field.figure(B, LINE, MUSKET, 70.0, 75.0);
    for side in [A, B] {
        field.bot(
            side,
            vec![
                line(&[], Act::Shoot(Pick::Nearest)),
                line(&[], Act::ShootInHaste(Pick::Nearest)),
                line(&[], Act::Reload),
            ],
        );
    }
    field.cap(4);
    let played = field.play(&[1, 1, 8, 8, 1, 4, 6, 1, 1]);
    let last = *played.fired().last().expect("a shot");
    assert_eq!((last.fire, last.dice), (FireKind::Haste, [4, 6]));
}

#[test]
fn pg_07_pg_09_the_dice_and_thresholds_are_the_rulebook_s() {
    let (mut field, ..) = duel(LINE, 20.0);
    let fire = &mut field.spec.rules.fire;
    (fire.aim, fire.haste, fire.reload, fire.kills) = (10, 6, 2, 4);
    field.bot(
        A,
        vec![
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[], Act::ShootInHaste(Pick::Nearest)),
            line(&[], Act::Reload),
        ],
    );
    field.cap(4);
    // A wound on a 3 now; B misses its turn on a 2; reloaded on a 2.
    let played = field.play(&[10, 8, 3, 2, 2, 6, 8, 3]);
    assert_eq!(played.fired()[0].dice, [10, 8]);
    assert_eq!(played.fired()[1].dice, [6, 8]);
    assert!(!played.struck()[0].2 && played.struck()[1].2);
}
