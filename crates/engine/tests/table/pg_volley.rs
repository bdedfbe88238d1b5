//! PG-11 and PG-12: volleys by ranks, and reloading by ranks and platoons.

use crate::common::petite::{self, CARBINE, LINE, MUSKET, PISTOL, SABRE, form_line};
use crate::common::{Field, line, set};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, FireKind, TargetCondition};
use skirmish_engine::rulebook::{VolleyHits, VolleyReload};
use skirmish_engine::side::Side::{A, B};

/// A line of side A of two files, and one enemy 40 paces before the first man of its first rank.
fn volley(ranks: u8, fires: u8) -> (Field, Vec<FigureId>, FigureId) {
    let mut field = petite::field();
    let men = form_line(&mut field, A, LINE, ranks, 2, (50.0, 75.0));
    let b = field.figure(B, LINE, SABRE, 90.0, 75.0);
    field.bot(A, vec![line(&[], Act::Volley(fires)), line(&[], Act::Reload)]);
    field.cap(1);
    (field, men, b)
}

#[test]
fn pg_11_the_first_ranks_fire_as_many_as_chosen_and_whole() {
    for ranks in 1..=4 {
        for fires in 1..=4 {
            let (field, men, b) = volley(ranks, fires);
            let firing = usize::from(2 * ranks.min(fires));
            let played = field.play(&vec![1; firing]);
            assert_eq!(played.actions()[0].kind, ActionKind::Volley);
            assert_eq!(played.actions()[0].figures, set(&men[..firing]));
            let shots = played.fired();
            assert_eq!(shots.len(), firing);
            for (shot, man) in shots.iter().zip(&men) {
                assert_eq!((shot.shooter, shot.target), (*man, b));
                // One d20 a figure, and the stick as for aimed fire.
                assert_eq!((shot.fire, shot.dice), (FireKind::Volley, [20, 0]));
                assert_eq!((shot.needed, shot.condition), (11, TargetCondition::Unmoving));
            }
        }
    }
}

#[test]
fn pg_11_the_next_rank_fires_while_the_first_is_empty() {
    let (mut field, men, _) = volley(2, 1);
    field.cap(3);
    // In turn 3 the second rank fires, and the first reloads.
    let played = field.play(&[1, 1, 1, 1, 16]);
    let ranks: Vec<_> = played.actions().iter().map(|action| action.figures).collect();
    assert_eq!(ranks, [set(&men[..2]), set(&men[2..]), set(&men[..2])]);
}

#[test]
fn pg_11_a_line_told_to_shoot_fires_a_volley_of_every_loaded_rank() {
    let (mut field, men, _) = volley(3, 1);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.play(&[1; 6]);
    assert_eq!(played.actions()[0].kind, ActionKind::Volley);
    assert_eq!(played.fired().len(), men.len());
}

#[test]
fn pg_11_nobody_in_line_takes_aim() {
    let (mut field, ..) = volley(2, 1);
    field.bot(A, vec![line(&[], Act::AllShoot), line(&[], Act::ShootInHaste(Pick::Nearest))]);
    assert_eq!(field.play(&[]).actions(), []);
}

#[test]
fn pg_11_the_distance_is_from_the_firing_line_to_the_nearest_of_the_group() {
    // 40 paces to one, 47 to the others of his group: all roll against 11, also the rear rank 43 paces off.
    let (mut field, _, b) = volley(2, 2);
    for y in [71.75, 78.25] {
        field.figure(B, LINE, SABRE, 97.0, y);
    }
    let played = field.play(&[1, 1, 1, 1]);
    assert!(played.fired().iter().all(|shot| (shot.target, shot.needed) == (b, 11)));
}

/// Three in line fire at two enemies of one group: at 40 paces one behind a wall, who needs 17, and at 42 one in the open,
/// who needs 12. The third in the line is nearest to neither.
fn one_behind_a_wall() -> (Field, [FigureId; 2]) {
    let mut field = petite::field();
    form_line(&mut field, A, LINE, 1, 3, (50.0, 75.0));
    let walled = field.figure(B, LINE, SABRE, 90.0, 75.0);
    let open = field.figure(B, LINE, SABRE, 92.0, 78.25);
    field.feature("wall", 88.0, 60.0, 88.5, 76.5, SightEffect::Clear, Cover::Protect, Going::Free);
    field.spec.rules.movement.group = crate::common::inches(12.0);
    field.bot(A, vec![line(&[], Act::Volley(4))]);
    field.cap(1);
    (field, [walled, open])
}

#[test]
fn pg_11_a_hit_falls_on_one_whom_its_roll_reaches() {
    let (field, [walled, open]) = one_behind_a_wall();
    // What reaches him in the open alone falls on him, though the other is nearer; told is what he needs.
    let played = field.play(&[16, 11, 1, 1]);
    assert_eq!(played.struck().iter().map(|(who, ..)| *who).collect::<Vec<_>>(), [open]);
    assert_eq!(played.hits_fallen(), [(open, TargetCondition::Unmoving, 12, 16)]);
    let shot = played.fired()[0];
    assert_eq!((shot.target, shot.needed, shot.hit), (open, 12, true));
    assert!(!played.fired()[1].hit, "an 11 reaches nobody");
    // What reaches both falls on the nearest.
    let played = field.play(&[17, 11, 1, 1]);
    assert_eq!(played.hits_fallen(), [(walled, TargetCondition::Protected, 17, 17)]);
}

#[test]
fn pg_11_what_reaches_the_fewest_falls_first_whoever_has_fired_it() {
    let (field, [walled, open]) = one_behind_a_wall();
    for rolls in [[18, 12, 1], [12, 18, 1], [1, 12, 18]] {
        let played = field.play(&[&rolls[..], &[1, 1]].concat());
        let fallen: Vec<_> = played.hits_fallen().iter().map(|(who, ..)| *who).collect();
        assert_eq!(fallen, [open, walled]);
    }
    // Two that reach him alone both fall on him, and the second wound kills; what finds him dead is lost.
    let played = field.play(&[12, 13, 1, 1, 1]);
    assert_eq!(played.dead(), [open]);
    assert_eq!(field.play(&[12, 13, 1, 4]).dead(), [open]);
}

#[test]
fn pg_11_hits_by_lot_fall_on_those_alone_whom_they_reach() {
    let (mut field, [walled, open]) = one_behind_a_wall();
    field.spec.rules.fire.volley_hits = VolleyHits::ByLot;
    // A 16 asks for no lot; a 17 does.
    assert_eq!(field.play(&[16, 1, 1, 4]).dead(), [open]);
    assert_eq!(field.play(&[17, 1, 1, 2, 4]).dead(), [open]);
    assert_eq!(field.play(&[17, 1, 1, 1, 4]).dead(), [walled]);
}

#[test]
fn pg_11_who_is_out_of_sight_of_the_whole_line_is_not_hit() {
    let (mut field, [walled, open]) = one_behind_a_wall();
    field.feature(
        "house",
        88.0,
        70.0,
        89.0,
        76.5,
        SightEffect::BlockBeyond(0),
        Cover::None,
        Going::Barred,
    );
    let played = field.play(&[20, 20, 20, 1, 1]);
    assert!(
        played.struck().iter().all(|(who, ..)| *who == open),
        "{walled:?} stands behind a house"
    );
}

#[test]
fn pg_11_the_condition_is_that_of_who_is_hit_most_easily() {
    let (mut field, ..) = volley(1, 1);
    field.feature("hedge", 88.0, 60.0, 88.5, 90.0, SightEffect::Clear, Cover::Screen, Going::Free);
    let shot = field.play(&[1, 1]).fired()[0];
    assert_eq!((shot.condition, shot.needed), (TargetCondition::Screened, 15));
}

#[test]
fn pg_11_a_d20_hits_from_the_threshold_on_whatever_the_skill() {
    for troops in [petite::CIVILIAN, LINE, petite::RANGER] {
        let mut field = petite::field();
        form_line(&mut field, A, troops, 1, 2, (50.0, 75.0));
        field.figure(B, LINE, SABRE, 90.0, 75.0);
        field.bot(A, vec![line(&[], Act::Volley(1))]);
        field.cap(1);
        let hits: Vec<bool> = field.play(&[10, 11, 1]).fired().iter().map(|s| s.hit).collect();
        assert_eq!(hits, [false, true]);
    }
}

/// Four in line fire at three enemies: at 40 paces before the left of the line, at 42 before the right, and at 46.
fn at_three() -> (Field, [FigureId; 3]) {
    let mut field = petite::field();
    form_line(&mut field, A, LINE, 1, 4, (50.0, 75.0));
    let far = field.figure(B, LINE, SABRE, 96.0, 78.0);
    let left = field.figure(B, LINE, SABRE, 90.0, 75.0);
    let right = field.figure(B, LINE, SABRE, 92.0, 84.75);
    field.spec.rules.movement.group = crate::common::inches(12.0);
    field.bot(A, vec![line(&[], Act::Volley(4))]);
    field.cap(1);
    (field, [left, right, far])
}

#[test]
fn pg_11_hits_fall_on_those_nearest_to_the_firing_line_one_each_in_turn() {
    let (field, [left, right, far]) = at_three();
    // Two hits: he on the right is 42 paces from the man before him, though further from the man on the left.
    // One of three is left, who tests (PG-05).
    let played = field.play(&[20, 20, 1, 1, 4, 4, 4]);
    assert_eq!(played.dead(), [left, right]);
    // Four hits: the fourth falls on the nearest who is left.
    let played = field.play(&[20, 20, 20, 20, 1, 4, 1, 1, 4]);
    let struck: Vec<_> = played.struck().iter().map(|(who, ..)| *who).collect();
    assert_eq!(struck, [left, right, far, left]);
    assert_eq!(played.dead(), [right, left], "a second wound kills");
}

#[test]
fn pg_11_hits_beyond_the_last_man_are_lost() {
    let (field, [left, right, far]) = at_three();
    let played = field.play(&[20, 20, 20, 20, 4, 4, 4]);
    assert_eq!(played.dead(), [left, right, far]);
}

#[test]
fn pg_11_hits_by_lot_fall_on_anyone_of_the_group() {
    let (mut field, [left, right, far]) = at_three();
    field.spec.rules.fire.volley_hits = VolleyHits::ByLot;
    // A d3 among the three by their order, each hit followed by its effect; then a d2 among the other two.
    let played = field.play(&[20, 20, 1, 1, 3, 4, 1, 4, 4]);
    assert_eq!(played.dead(), [right, far]);
    let played = field.play(&[20, 1, 1, 1, 2, 4]);
    assert_eq!(played.dead(), [left]);
    // The third hit finds one man alone, and asks for no lot; the fourth finds nobody.
    let played = field.play(&[20, 20, 20, 20, 3, 4, 1, 4, 4]);
    assert_eq!(played.dead(), [right, far, left]);
}

#[test]
fn pg_08_pg_11_a_wounded_man_fires_a_d12_in_a_volley() {
    let mut field = petite::field();
    form_line(&mut field, A, LINE, 1, 2, (50.0, 75.0));
    field.figure(B, LINE, MUSKET, 90.0, 75.0);
    field.bot(A, vec![line(&[], Act::Volley(1))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.starts = Some(B);
    field.cap(2);
    let played = field.play(&[8, 8, 1, 4, 1, 1]);
    let dice: Vec<_> = played.fired()[1..].iter().map(|shot| shot.dice).collect();
    assert_eq!(dice, [[12, 0], [20, 0]]);
}

#[test]
fn pg_12_each_rank_that_fired_reloads_with_a_d20_of_its_own_on_16() {
    let (mut field, men, _) = volley(2, 2);
    field.bot(A, vec![line(&[Condition::Unloaded], Act::Reload), line(&[], Act::Volley(2))]);
    field.cap(3);
    let played = field.play(&[1, 1, 1, 1, 15, 16]);
    assert_eq!(played.rank_reloads(), [(Some(0), 2, 16, false), (Some(1), 2, 16, true)]);
    // In turn 5 the second rank has nothing to reload, so only the first tries.
    field.cap(5);
    let played = field.play(&[1, 1, 1, 1, 15, 16, 16, 1, 1]);
    assert_eq!(played.rank_reloads().len(), 3);
    // The second rank, which is loaded, fires meanwhile.
    let last = *played.actions().last().expect("an action");
    assert_eq!((last.kind, last.figures), (ActionKind::Volley, set(&men[2..])));
}

#[test]
fn pg_12_a_rank_that_reloaded_fires_from_the_next_turn_on() {
    let (mut field, ..) = volley(1, 1);
    field.bot(
        A,
        vec![
            line(&[], Act::Volley(1)),
            line(&[], Act::ShootInHaste(Pick::Nearest)),
            line(&[], Act::Reload),
        ],
    );
    field.cap(5);
    let played = field.play(&[1, 1, 16, 1, 1]);
    let kinds: Vec<ActionKind> = played.actions().iter().map(|action| action.kind).collect();
    assert_eq!(kinds, [ActionKind::Volley, ActionKind::Reload, ActionKind::Volley]);
    assert_eq!(played.turns().len(), 5);
}

#[test]
fn pg_12_a_platoon_that_fired_together_reloads_with_one_d20_on_12() {
    let (mut field, ..) = volley(3, 3);
    field.spec.rules.fire.volley_reload = VolleyReload::Platoon;
    field.cap(3);
    for (face, loaded) in [(11, false), (12, true)] {
        let played = field.play(&[1, 1, 1, 1, 1, 1, face]);
        assert_eq!(played.rank_reloads(), [(None, 6, 12, loaded)]);
    }
}

#[test]
fn pg_12_ranks_that_fired_without_the_others_reload_one_by_one_by_platoon_too() {
    // Two of three ranks fire: each has its own die, and needs 16.
    let (mut field, ..) = volley(3, 2);
    field.spec.rules.fire.volley_reload = VolleyReload::Platoon;
    field.bot(A, vec![line(&[Condition::Unloaded], Act::Reload), line(&[], Act::Volley(2))]);
    field.cap(3);
    // The third fires meanwhile.
    let played = field.play(&[1, 1, 1, 1, 15, 16, 1, 1]);
    assert_eq!(played.rank_reloads(), [(Some(0), 2, 16, false), (Some(1), 2, 16, true)]);
}

#[test]
fn pg_11_each_in_a_volley_has_the_number_of_his_own_weapon() {
    // At 40 paces a musket needs 11 and a carbine 13; a pistol does not carry so far, and a sabre not at all.
    let (mut field, men, _) = volley(1, 1);
    let more = [CARBINE, PISTOL, SABRE].map(|weapon| {
        let file = field.spec.sides[A].figures.len() as f64;
        field.figure(A, LINE, weapon, 50.0, 75.0 + 3.25 * file)
    });
    let played = field.play(&[1, 1, 1]);
    let shots: Vec<_> = played.fired().iter().map(|s| (s.shooter, s.needed)).collect();
    assert_eq!(shots, [(men[0], 11), (men[1], 11), (more[0], 13)]);
    // He with the pistol has kept his fire, and needs not reload.
    field.cap(3);
    let played = field.play(&[1, 1, 1, 16]);
    assert_eq!(played.rank_reloads(), [(Some(0), 3, 16, true)]);
}

#[test]
fn pg_11_pg_12_the_dice_and_thresholds_are_the_rulebook_s() {
    let (mut field, ..) = volley(1, 1);
    let fire = &mut field.spec.rules.fire;
    (fire.volley, fire.volley_reload_die, fire.rank_reload) = (12, 10, 7);
    field.cap(3);
    let played = field.play(&[1, 1, 7]);
    assert_eq!(played.fired()[0].dice, [12, 0]);
    assert_eq!(played.rank_reloads(), [(Some(0), 2, 7, true)]);
}

#[test]
fn pg_06_pg_11_a_line_moves_as_one_and_keeps_its_ranks() {
    let (mut field, men, _) = volley(3, 1);
    let mark = field.place("mark", 80.0, 60.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    let played = field.play(&[]);
    let steps: Vec<_> = men
        .iter()
        .map(|man| {
            let (from, to) = (field.spec.sides[A].figures[man.index()].at, played.at(*man));
            (to.x - from.x, to.y - from.y)
        })
        .collect();
    assert!(steps.iter().all(|step| *step == steps[0]), "{steps:?}");
    assert!(steps[0].0 > 0 && steps[0].1 < 0);
}
