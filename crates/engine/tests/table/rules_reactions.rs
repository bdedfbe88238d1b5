//! LL-11 and LL-12: what the side without the initiative may do at once, without seizing.

use crate::common::planted::{Record, audit, find, is};
use crate::common::{
    AVERAGE, BOW, CROSSBOW, Field, JAVELIN, POOR, Played, SWORD, inches, line, point, reaction, set,
};
use skirmish_engine::battle::{Edge, FigureId};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, MeleeKind, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    ContactRound, NoRoom, ReactiveMovement, ReactiveShooting, Reactors, ShotsPerInch,
};
use skirmish_engine::side::Side::{A, B};

/// A man of side A charges one of side B at (15, 10) and ends at (14, 10); the dice of that round are 5 and 5.
fn charge() -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 15.0, 10.0);
    // Only he charges, whoever else stands about: he leads.
    field.leader(a, 0);
    field.bot(A, vec![line(&[Condition::HasLeader], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Engage]);
    field.cap(1);
    (field, a, b)
}

/// Those who engaged and those who ran, for each reaction by movement.
fn reactions(played: &Played) -> Vec<(u128, u128)> {
    played.find(|event| match *event {
        Event::ReactsMoving { engage, run, .. } => Some((engage, run)),
        _ => None,
    })
}

#[test]
fn ll_11_who_stands_within_four_inches_of_the_newly_engaging_may_engage_them() {
    let hair = 1.0 / 64.0;
    for (y, reacts) in [(14.0, true), (14.0 + hair, false)] {
        let (mut field, a, b) = charge();
        let helper = field.figure(B, AVERAGE, SWORD, 14.0, y);
        let played = field.play(if reacts { &[5, 5, 5, 5] } else { &[5, 5] });
        let expected: &[_] = if reacts { &[(set(&[helper]), 0)] } else { &[] };
        assert_eq!(reactions(&played), expected);
        if reacts {
            // At once, and everyone in that melee fights a round: the helper beside his friend.
            let rounds = played.rounds();
            assert_eq!(rounds[0].why, MeleeKind::Contact);
            assert_eq!(rounds[0].pairs, [(a, b)]);
            assert_eq!(rounds[1].why, MeleeKind::Reaction);
            assert_eq!(rounds[1].pairs, [(a, b)]);
            let last = played.find(|event| match *event {
                Event::Fights { total_a, total_b, .. } => Some((total_a, total_b)),
                _ => None,
            });
            assert_eq!(last, [(7, 7), (7, 8)]);
            assert_eq!(played.moves(MoveKind::ReactEngage).len(), 1);
        }
    }
}

#[test]
fn ll_11_without_a_line_for_it_nobody_reacts() {
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.reacts(B, &[React::Stay]);
    assert_eq!(reactions(&field.play(&[5, 5])), []);
    field.reacts(B, &[]);
    assert_eq!(reactions(&field.play(&[5, 5])), []);
}

#[test]
fn ll_11_the_engaged_do_not_react() {
    let (mut field, ..) = charge();
    let busy = field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    let foe = field.figure(A, AVERAGE, SWORD, 14.0, 14.25);
    let played = field.play(&[5, 5]);
    assert_eq!(reactions(&played), []);
    // His opponent away, he does.
    field.spec.sides[A].figures[foe.index()].at = point(40.0, 30.0);
    assert_eq!(reactions(&field.play(&[5, 5, 5, 5])), [(set(&[busy]), 0)]);
}

#[test]
fn ll_11_everyone_in_that_melee_fights() {
    // One of A has been in contact with the man before. He is part of the melee, and so of the round: he helps against
    // the man in both rounds (HOST-3), as the helper does against the charger in the second.
    let (mut field, a, b) = charge();
    field.figure(A, AVERAGE, SWORD, 16.0, 10.0);
    // The helper is out of reach of the charger, who else would go for him, since nobody has taken him on.
    field.figure(B, AVERAGE, SWORD, 14.5, 13.8);
    field.spec.rules.movement.foot = inches(4.5);
    field.figure(A, AVERAGE, SWORD, 40.0, 30.0);
    field.figure(B, AVERAGE, SWORD, 41.0, 30.0);
    let played = field.play(&[5, 6, 5, 5]);
    let rounds: Vec<_> = played.rounds().iter().map(|r| (r.why, r.pairs.clone())).collect();
    assert_eq!(rounds, [(MeleeKind::Contact, vec![(a, b)]), (MeleeKind::Reaction, vec![(a, b)])]);
    let totals = played.find(|event| match *event {
        Event::Fights { total_a, total_b, .. } => Some((total_a, total_b)),
        _ => None,
    });
    assert_eq!(totals, [(8, 8), (8, 8)]);
}

#[test]
fn ll_11_also_within_four_inches_of_those_contiguous_with_them() {
    // A friend of the charger stands within a base's width of where he ends, and one more within that of him; the
    // helper is near the last only (the sheet; under the essay he could not react).
    for (gap, reacts) in [(2.0, true), (2.0 + 1.0 / 64.0, false)] {
        let (mut field, _, b) = charge();
        let [_, last] = [12.0, 14.0].map(|y| {
            let y = if y > 13.0 { 12.0 + gap } else { y };
            field.figure(A, POOR, SWORD, 14.0, y)
        });
        let helper = field.figure(B, AVERAGE, SWORD, 14.0, 17.9);
        field.spec.rules.movement.group = inches(1.0);
        let played = field.play(if reacts { &[5, 5, 5, 5] } else { &[5, 5] });
        assert_eq!(played.actions()[0].figures, 1);
        assert_eq!(reactions(&played).len(), usize::from(reacts), "{gap}");
        if reacts {
            let met = played.find(|event| match *event {
                Event::Contact { figure, enemy } => Some((figure, enemy)),
                _ => None,
            });
            assert_eq!(met, [(FigureId::new(A, 0), b), (helper, last)]);
        }
    }
}

#[test]
fn ll_11_or_run_away_at_full_speed() {
    let (mut field, ..) = charge();
    let helper = field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.reacts(B, &[React::Run]);
    let played = field.play(&[5, 5]);
    assert_eq!(reactions(&played), [(0, set(&[helper]))]);
    assert_eq!(played.at(helper), point(14.0, 21.0));
    assert_eq!(played.moves(MoveKind::ReactRun).len(), 1);
    // Who runs does not fight.
    assert_eq!(played.rounds().len(), 1);
}

#[test]
fn ll_11_who_runs_over_his_exit_leaves_the_table() {
    let (mut field, a, b) = charge();
    field.spec.sides[A].figures[a.index()].at = point(10.0, 30.0);
    field.spec.sides[B].figures[b.index()].at = point(15.0, 30.0);
    let helper = field.figure(B, AVERAGE, SWORD, 14.0, 33.0);
    field.spec.sides[B].exit = Some(Edge::Top);
    field.reacts(B, &[React::Run]);
    let played = field.play(&[5, 5]);
    assert_eq!(played.at(helper), point(14.0, 36.0));
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { figure } if *figure == helper)), 1);
}

#[test]
fn ll_11_together_all_engage_or_all_run() {
    for (option, expected) in
        [(ReactiveMovement::Together, (0, 0b110)), (ReactiveMovement::EachChooses, (0b010, 0b100))]
    {
        let (mut field, ..) = charge();
        let sword = field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
        let bow = field.figure(B, AVERAGE, BOW, 14.0, 7.0);
        assert_eq!((sword.index(), bow.index()), (1, 2));
        field.spec.rules.options.reactive_movement = option;
        field.spec.sides[B].bot.reactions =
            vec![reaction(&[Condition::HasMissiles], React::Run), reaction(&[], React::Engage)];
        let rolls: &[u8] = if expected.0 == 0 { &[5, 5] } else { &[5, 5, 5, 5] };
        assert_eq!(reactions(&field.play(rolls)), [expected]);
    }
}

#[test]
fn ll_11_who_runs_goes_on_along_a_wall() {
    // A house is an inch behind him, a little aslant to his way.
    let (mut field, ..) = charge();
    let helper = field.figure(B, AVERAGE, SWORD, 15.0, 13.0);
    field.house(12.0, 14.0, 30.0, 20.0);
    field.reacts(B, &[React::Run]);
    let played = field.play(&[5, 5]);
    let end = played.at(helper);
    assert!(end.distance(point(15.0, 13.0)) > inches(2.0), "{end:?}");
    // Straight before it, he turns aside.
    let (mut field, ..) = charge();
    let helper = field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.house(2.0, 14.0, 30.0, 20.0);
    field.reacts(B, &[React::Run]);
    let end = field.play(&[5, 5]).at(helper);
    assert!(end.distance(point(14.0, 13.0)) > inches(3.5), "{end:?}");
}

#[test]
fn ll_11_who_runs_along_a_wall_goes_on_past_its_corner() {
    // The wall holds him up after two inches and a half; its corner is an inch and a half further on.
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 16.0, 12.5);
    field.house(2.0, 14.5, 19.0, 20.0);
    field.reacts(B, &[React::Run]);
    let played = field.play(&[5, 5]);
    let runs = played.find(|event| match *event {
        Event::Moves { to, way, why: MoveKind::ReactRun, .. } => Some((to, way)),
        _ => None,
    });
    assert!(runs.len() == 1 && runs[0].1 > inches(7.9), "{runs:?}");
    assert!(runs[0].0.y > inches(15.5), "{runs:?}");
}

#[test]
fn ll_11_who_has_been_pushed_back_does_not_react_but_by_another_reading() {
    // The charger wins by 2 and stays where he is; the man stands a base off, unengaged.
    let (mut field, _, b) = charge();
    let played = field.play(&[8, 6]);
    assert_eq!(played.at(b), point(16.0, 10.0));
    assert_eq!(reactions(&played), []);
    field.spec.rules.options.reactors = Reactors::AllUnengaged;
    let played = field.play(&[8, 6, 5, 5]);
    assert_eq!(reactions(&played), [(set(&[b]), 0)]);
    assert_eq!(played.rounds().len(), 2);
    // The referee sees it where he should not.
    let Record { moments, .. } = Record::of_script(&field, &[8, 6, 5, 5]);
    field.spec.rules.options.reactors = Reactors::Bystanders;
    assert_eq!(audit(&field.battle(), &moments).first(), Some(&Rule::ll(11)));
}

#[test]
fn ll_11_the_seize_roll_follows_as_usual() {
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    let played = field.cap(2).play(&[5, 5, 5, 5, 4]);
    assert_eq!(reactions(&played).len(), 1);
    assert_eq!(played.seizes().len(), 1);
    assert_eq!(played.passes(), []);
    assert_eq!(played.actions()[1].side, A);
}

#[test]
fn ll_11_the_active_side_does_not_react_in_its_turn() {
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    let idle = field.figure(A, AVERAGE, SWORD, 11.0, 15.0);
    field.spec.rules.movement.group = inches(1.0);
    field.reacts(A, &[React::Shoot, React::Engage]);
    let played = field.play(&[5, 5, 5, 5]);
    assert_eq!(reactions(&played).len(), 1);
    assert_eq!(played.at(idle), point(11.0, 15.0));
}

#[test]
fn ll_11_only_when_an_action_moves_troops_into_contact() {
    // Near, but not in contact.
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.spec.rules.movement.foot = inches(2.0);
    let played = field.play(&[]);
    assert_eq!(played.moves(MoveKind::Action).len(), 1);
    assert_eq!(reactions(&played), []);
    // A round chosen as an action brings nobody into contact.
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.spec.sides[A].figures[0].at = point(14.0, 10.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.play(&[5, 5]);
    assert_eq!(played.rounds()[0].why, MeleeKind::Action);
    assert_eq!(reactions(&played), []);
}

#[test]
fn ll_11_nobody_reacts_to_those_who_fell_in_the_round() {
    // Silent in both texts; with the newly engaging gone there is nobody to engage or to run from.
    let (mut field, a, _) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    let played = field.play(&[1, 9]);
    assert_eq!(played.dead(), [a]);
    assert_eq!(reactions(&played), []);
}

#[test]
fn ll_11_before_reaction_the_first_to_meet_may_fight_twice() {
    let (mut field, a, b) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    assert_eq!(field.spec.rules.options.contact_round, ContactRound::BeforeReaction);
    let rounds = field.play(&[5, 5, 5, 5]).rounds();
    let of_first: Vec<_> = rounds.iter().map(|r| (r.why, r.pairs.contains(&(a, b)))).collect();
    assert_eq!(of_first, [(MeleeKind::Contact, true), (MeleeKind::Reaction, true)]);
}

#[test]
fn ll_11_under_joint_reactions_come_first_and_then_one_round_for_all() {
    let (mut field, a, b) = charge();
    let helper = field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.spec.rules.options.contact_round = ContactRound::Joint;
    let played = field.play(&[5, 5]);
    let rounds = played.rounds();
    assert_eq!(rounds.len(), 1);
    assert_eq!(rounds[0].pairs, [(a, b)]);
    let reacts = played.place_of(|e| matches!(e, Event::ReactsMoving { .. }));
    let round = played.place_of(|e| matches!(e, Event::MeleeRound { .. }));
    assert!(reacts < round);
    // The helper counts in it.
    let totals = played.find(|event| match *event {
        Event::Fights { total_a, total_b, .. } => Some((total_a, total_b)),
        _ => None,
    });
    assert_eq!(totals, [(7, 8)]);
    // Whoever runs leaves the round to the others.
    field.reacts(B, &[React::Run]);
    let played = field.play(&[5, 5]);
    assert_eq!(reactions(&played), [(0, set(&[helper]))]);
    assert_eq!(played.rounds()[0].pairs, [(a, b)]);
}

/// A mover of side A who walks from (30, 10) to (22, 10) in the open, and B's archers.
fn walk(archers: &[(f64, f64)]) -> (Field, FigureId, Vec<FigureId>) {
    let mut field = Field::new();
    let mover = field.figure(A, AVERAGE, SWORD, 30.0, 10.0);
    let archers = archers.iter().map(|(x, y)| field.figure(B, AVERAGE, BOW, *x, *y)).collect();
    let place = field.place("mark", 2.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.reacts(B, &[React::Shoot]);
    field.cap(1);
    (field, mover, archers)
}

#[test]
fn ll_12_a_side_reacts_with_missiles_once_in_each_enemy_initiative() {
    let (mut field, _, archers) = walk(&[(26.0, 28.0)]);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(skirmish_engine::battle::PlaceId(0))))]);
    let played = field.cap(3).play(&[1, 4, 4]);
    assert_eq!(played.moves(MoveKind::Action).len(), 3);
    assert_eq!(played.reactive_shots().len(), 1);
    // After the initiative has been to B and back, once more.
    let played = field.cap(5).play(&[1, 4, 20, 20, 1, 4]);
    assert_eq!(played.passes(), [(B, 2), (A, 1)]);
    let at: Vec<_> = played.find(|event| match *event {
        Event::Acts { number, .. } => Some((number, false)),
        Event::ReactsShooting { .. } => Some((0, true)),
        _ => None,
    });
    assert_eq!(
        at,
        [(1, false), (0, true), (2, false), (3, false), (4, false), (0, true), (5, false)]
    );
    assert_eq!(played.reactive_shots()[0].0, archers[0]);
}

#[test]
fn ll_12_the_side_reacts_to_one_action_even_with_other_figures() {
    // The second archer is out of range of the first walk and in range of the second.
    let (mut field, mover, archers) = walk(&[(26.0, 16.0), (2.0, 26.0)]);
    let played = field.cap(2).play(&[1, 4]);
    assert_eq!(played.reactive_shots(), [(archers[0], mover)]);
    field.spec.rules.options.reactive_shooting = ReactiveShooting::FigureOnce;
    let played = field.cap(2).play(&[1, 4, 1]);
    assert_eq!(played.reactive_shots(), [(archers[0], mover), (archers[1], mover)]);
}

#[test]
fn ll_12_under_figure_once_each_figure_reacts_once() {
    let (mut field, mover, archers) = walk(&[(26.0, 16.0), (25.0, 16.0)]);
    field.spec.rules.options.reactive_shooting = ReactiveShooting::FigureOnce;
    let played = field.cap(3).play(&[1, 1, 4, 4]);
    assert_eq!(played.moves(MoveKind::Action).len(), 3);
    assert_eq!(played.reactive_shots(), [(archers[0], mover), (archers[1], mover)]);
}

#[test]
fn ll_12_the_bot_may_hold_its_fire_for_a_better_moment() {
    let (mut field, mover, archers) = walk(&[(26.0, 16.0)]);
    field.spec.sides[B].bot.reactions = vec![
        reaction(&[Condition::EnemyWithin(inches(7.5))], React::HoldFire),
        reaction(&[], React::Shoot),
    ];
    // After the first walk the enemy is 7.2" off, after the second further.
    let played = field.cap(2).play(&[4, 1]);
    let first = played.place_of(|e| matches!(e, Event::ReactsShooting { .. }));
    let second = played.place_of(|e| matches!(e, Event::Acts { number: 2, .. }));
    assert!(second < first);
    assert_eq!(played.reactive_shots(), [(archers[0], mover)]);
}

#[test]
fn ll_12_all_who_react_are_declared_before_any_die_is_rolled() {
    let (field, mover, archers) = walk(&[(26.0, 16.0), (25.0, 16.0), (24.0, 16.0)]);
    // The first shot kills; the others have been declared, and are lost.
    let played = field.play(&[10, 10, 9, 9]);
    assert_eq!(played.dead(), [mover]);
    let shots: Vec<_> = archers.iter().map(|archer| (*archer, mover)).collect();
    assert_eq!(played.reactive_shots(), shots);
    let declared = played.place_of(
        |e| matches!(e, Event::ReactsShooting { figures, reply: false, .. } if *figures == set(&archers)),
    );
    let shot = played.place_of(|e| matches!(e, Event::Shoots { .. }));
    assert!(declared < shot);
}

#[test]
fn ll_12_reactive_shots_are_ten_points_worse() {
    let (mut field, ..) = walk(&[(26.0, 16.0)]);
    // Short range, 5 and more on a d10.
    assert_eq!(field.play(&[5]).shots()[0].needed, 6);
    let hits = |field: &Field, rolls: &[u8]| {
        let played = field.play(rolls);
        played.count(|e| matches!(e, Event::Shoots { hit: true, .. }))
    };
    assert_eq!((hits(&field, &[5]), hits(&field, &[6, 1])), (0, 1));
    // On a d20 it is two.
    field.spec.rules.shooting.dice = Dice::one(20);
    field.spec.rules.shooting.reactive = -2;
    assert_eq!(field.play(&[1]).shots()[0].needed, 7);
    // The same shot as an action needs no more than the table says.
    field.spec.starts = Some(B);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    assert_eq!(field.play(&[1]).shots()[0].needed, 5);
}

#[test]
fn ll_12_only_movers_are_shot_at_and_target_priority_is_ignored() {
    let (mut field, mover, archers) = walk(&[(26.0, 18.0)]);
    // Nearer, but he stands still: of another body.
    let still = field.figure(A, AVERAGE, SWORD, 26.0, 15.0);
    field.spec.rules.movement.group = inches(1.0);
    // The priority would be for him.
    let mut active = Field { spec: field.spec.clone(), as_written: false };
    active.spec.starts = Some(B);
    active.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    assert_eq!(active.play(&[1]).shots()[0].target, still);
    field.bot(
        A,
        vec![line(
            &[Condition::Within(inches(28.5), skirmish_engine::battle::PlaceId(0))],
            Act::Move(Goal::Place(skirmish_engine::battle::PlaceId(0))),
        )],
    );
    field.spec.sides[A].figures[still.index()].at = point(31.0, 18.0);
    let played = field.play(&[1]);
    assert_eq!(played.actions()[0].figures, set(&[mover]));
    assert_eq!(played.reactive_shots(), [(archers[0], mover)]);
}

#[test]
fn ll_12_movers_that_nobody_sees_are_safe() {
    let (mut field, ..) = walk(&[(26.0, 16.0)]);
    field.house(15.0, 12.0, 40.0, 14.0);
    let played = field.play(&[]);
    assert_eq!(played.moves(MoveKind::Action).len(), 1);
    assert_eq!(played.shots(), []);
}

#[test]
fn ll_12_the_engaged_do_not_shoot() {
    let (mut field, _, archers) = walk(&[(26.0, 16.0)]);
    field.figure(A, AVERAGE, SWORD, 26.0, 17.0);
    field.spec.rules.movement.group = inches(1.0);
    let played = field.play(&[]);
    assert_eq!(played.moves(MoveKind::Action).len(), 1);
    assert_eq!(played.shots(), []);
    assert_eq!(archers.len(), 1);
}

#[test]
fn ll_12_any_missile_may_react_since_the_passive_side_stands_still() {
    for weapon in [BOW, CROSSBOW, JAVELIN] {
        let (mut field, _, archers) = walk(&[(26.0, 16.0)]);
        field.spec.sides[B].figures[archers[0].index()].weapon = weapon;
        assert_eq!(field.play(&[1]).reactive_shots().len(), 1);
    }
}

#[test]
fn ll_12_a_mover_is_shot_at_the_point_of_its_way_in_view_nearest_to_the_shooter() {
    let band = |field: &Field| {
        field.play(&[1]).find(|event| match *event {
            Event::Shoots { band, .. } => Some(band),
            _ => None,
        })
    };
    let band = |field: &Field| band(field)[0];
    // 7.5" in the middle of the way, 8.5" at both ends: short range.
    let (field, ..) = walk(&[(26.0, 17.5)]);
    assert_eq!(band(&field), 0);
    // The middle hidden: medium range, at either end of what is seen.
    let (mut field, ..) = walk(&[(26.0, 17.5)]);
    field.house(24.5, 12.5, 27.5, 13.5);
    assert_eq!(band(&field), 1);
    // The end alone decides nothing: he is nearest where he set out.
    let (field, ..) = walk(&[(33.0, 17.0)]);
    assert_eq!(band(&field), 0);
}

#[test]
fn ll_12_they_fall_before_any_contact() {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, BOW, 15.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let killed = field.cap(1).play(&[10, 10]);
    assert_eq!(killed.dead(), [a]);
    assert_eq!(killed.count(|e| matches!(e, Event::Contact { .. })), 0);
    // Even he who is charged shoots, and then fights.
    let missed = field.cap(1).play(&[1, 5, 5]);
    assert_eq!(missed.reactive_shots(), [(b, a)]);
    assert_eq!(missed.rounds().len(), 1);
}

#[test]
fn ll_12_a_mover_who_is_hit_gets_no_further() {
    // Hit at (26, 10): pushed back, he stands one base short of it; in retreat, he runs from there.
    let (field, mover, _) = walk(&[(26.0, 16.0)]);
    assert_eq!(field.play(&[1]).at(mover), point(22.0, 10.0));
    assert_eq!(field.play(&[9, 3]).at(mover), point(27.0, 10.0));
    assert_eq!(field.play(&[9, 5]).at(mover), point(26.0, 0.0));
    assert_eq!(field.play(&[9, 7]).dead(), [mover]);
}

#[test]
fn ll_12_friends_give_way_to_a_mover_who_is_pushed_back() {
    // Those who come after him have closed up to him by then: he stands a base short of where he was hit, and the three whom
    // that concerns give way by a base (LLC-6).
    let (mut field, mover, _) = walk(&[(26.0, 16.0)]);
    let column: Vec<_> =
        (1..8).map(|k| field.figure(A, AVERAGE, SWORD, 30.0 + f64::from(k), 10.0)).collect();
    let played = field.play(&[9, 3]);
    assert_eq!(played.at(mover), point(27.0, 10.0));
    let ends = [23.0, 24.0, 25.0, 26.0, 28.0, 29.0, 30.0];
    for (man, x) in column.iter().zip(ends) {
        let at = played.at(*man);
        assert!(at.distance(point(x, 10.0)) <= 2 * 6, "{man:?} at {at:?}");
    }
    assert_eq!(played.moves(MoveKind::GiveWay).len(), 3);
    // The referee sees who is moved to a side.
    let mut record = Record::of_script(&field, &[9, 3]);
    let gives = is! { Event::Moves { why: MoveKind::GiveWay, .. } };
    let at = find(&record.moments, gives).expect("they give way");
    let Event::Moves { figure, to, .. } = &mut record.moments[at].event else {
        unreachable!("found as a move");
    };
    to.y += inches(0.125);
    let (k, to) = (figure.index(), *to);
    for moment in &mut record.moments[at..] {
        moment.positions[A][k] = to;
    }
    assert_eq!(audit(&record.battle, &record.moments).first(), Some(&Rule::llc(6)));
    // With nobody giving way there is room for him behind them all.
    field.spec.rules.options.no_room = NoRoom::Worse;
    assert_eq!(field.play(&[9, 3]).at(mover), point(30.0, 10.0));
}

#[test]
fn ll_12_who_has_given_way_is_pushed_back_from_where_he_is_by_then() {
    // The first of a column is pushed back on his way, the sixth gives way to him, and is hit as well.
    let archers = [(26.0, 16.0), (25.0, 16.0), (24.0, 16.0), (26.0, 4.0), (25.0, 4.0), (24.0, 4.0)];
    let (mut field, ..) = walk(&archers);
    for k in 1..8 {
        field.figure(A, AVERAGE, SWORD, 30.0 + f64::from(k), 10.0);
    }
    let played = field.play(&[9, 3, 1, 1, 1, 1, 9, 3]);
    assert_eq!(played.shots()[5].target, FigureId::new(A, 5));
    let pushed = played.moves(MoveKind::PushBack);
    assert_eq!(pushed.len(), 2);
    assert!(pushed.iter().all(|(_, from, to)| from.distance(*to) >= inches(0.5)), "{pushed:?}");
}

#[test]
fn ll_12_who_cannot_give_way_by_a_base_does_so_by_as_much_as_he_must() {
    // The last of the column makes room for him, and so does a man beside it, who has a house an inch behind him.
    let (mut field, mover, _) = walk(&[(26.0, 16.0)]);
    field.leader(mover, 0);
    let to_mark = Act::Move(Goal::Place(skirmish_engine::battle::PlaceId(0)));
    field.bot(A, vec![line(&[Condition::HasLeader], to_mark)]);
    field.spec.rules.movement.group = inches(1.0);
    let column: Vec<_> =
        (1..6).map(|k| field.figure(A, AVERAGE, SWORD, 30.0 + f64::from(k), 10.0)).collect();
    let beside = field.figure(A, AVERAGE, SWORD, 28.4, 9.2);
    field.house(28.9, 8.0, 30.0, 9.3);
    let played = field.play(&[9, 3]);
    assert_eq!(played.at(mover), point(27.0, 10.0));
    assert!(played.at(column[4]).distance(point(28.0, 10.0)) <= 2);
    assert!(played.at(beside).distance(point(28.65, 9.2)) <= 2, "{:?}", played.at(beside));
}

/// A house on the left of the board, behind which a man walks up from (20, `y`); five archers in file far to the left,
/// each of whom loses him from sight between 1.4" and 1.9" beyond y = 9.5.
fn to_cover(movers: &[(f64, f64)]) -> (Field, Vec<FigureId>) {
    let mut field = Field::new();
    let movers = movers.iter().map(|(x, y)| field.figure(A, AVERAGE, SWORD, *x, *y)).collect();
    for k in 0..5 {
        field.figure(B, AVERAGE, BOW, 5.0 - 1.1 * f64::from(k), 8.0);
    }
    field.house(12.0, 10.0, 14.0, 30.0);
    let place = field.place("mark", 20.5, 34.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.reacts(B, &[React::Shoot]);
    field.cap(1);
    (field, movers)
}

#[test]
fn ll_12_one_shot_for_each_inch_begun_of_a_mover_who_leaves_sight() {
    // Half an inch and less in view: one. Nearly two: two. Two and a bit: three. Nearly seven: all five.
    for (y, shots) in [(10.6, 1), (9.5, 2), (8.6, 3), (4.5, 5)] {
        let (field, movers) = to_cover(&[(20.0, y)]);
        let played = field.play(&vec![1; shots]);
        assert_eq!(played.reactive_shots().len(), shots, "{y}");
        assert!(played.reactive_shots().iter().all(|shot| shot.1 == movers[0]));
    }
}

#[test]
fn ll_12_two_men_two_inches_each_four_shots_two_at_each() {
    let (field, movers) = to_cover(&[(20.0, 9.5), (21.1, 9.7)]);
    let played = field.play(&[1; 4]);
    assert_eq!(played.actions()[0].figures, set(&movers));
    let at = |mover| played.reactive_shots().iter().filter(|shot| shot.1 == mover).count();
    assert_eq!([at(movers[0]), at(movers[1])], [2, 2]);
}

#[test]
fn ll_12_no_limit_for_a_mover_who_stays_in_sight() {
    // The first part of his way is two inches; he stays in view.
    let (mut field, _) = to_cover(&[(20.0, 5.0)]);
    let near = field.place("near", 20.0, 7.0, 0.25);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(near)))]);
    let played = field.play(&[1; 5]);
    assert_eq!(played.moves(MoveKind::Action)[0].2, point(20.0, 7.0));
    assert_eq!(played.reactive_shots().len(), 5);
    // Under `always` the inches count for him too, and an inch begun counts whole.
    for (y, shots) in [(5.5, 1), (6.0, 1), (6.25, 2), (7.0, 2), (7.25, 3)] {
        let mut field = Field { spec: field.spec.clone(), as_written: false };
        field.spec.rules.options.shots_per_inch = ShotsPerInch::Always;
        field.spec.places[near.0 as usize].at = point(20.0, y);
        let played = field.play(&vec![1; shots]);
        assert_eq!(played.reactive_shots().len(), shots, "{y}");
    }
}

#[test]
fn ll_12_leaving_range_is_like_leaving_sight() {
    // One inch and a half of his way is within 24" of the archers, who stand in a row at right angles to it.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 22.5, 10.0);
    for k in 0..5 {
        field.figure(B, AVERAGE, BOW, 0.0, 8.0 + f64::from(k));
    }
    let place = field.place("mark", 47.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[1; 5]);
    // Silent in both texts: the inches in view count, also those beyond range; he was seen for all eight.
    assert_eq!(played.reactive_shots().len(), 5);
    field.spec.sides[A].figures[0].at = point(23.5, 10.0);
    let far = field.place("far", 24.75, 10.0, 0.25);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(far)))]);
    // Out of range after a way of 1.25": two shots.
    let played = field.cap(1).play(&[1; 2]);
    assert_eq!(played.reactive_shots().len(), 2);
}

#[test]
fn ll_12_only_the_body_shot_at_replies_and_only_at_the_shooters() {
    let mut field = Field::new();
    let shooter = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    // Nearer to those who reply, but he has not shot.
    field.figure(A, AVERAGE, SWORD, 15.0, 13.0);
    let body = [8.0, 12.0].map(|y| field.figure(B, AVERAGE, BOW, 24.0, y));
    let other = field.figure(B, AVERAGE, BOW, 24.0, 20.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[1, 1, 1]);
    assert_eq!(played.reactive_shots(), [(body[0], shooter), (body[1], shooter)]);
    assert!(!played.reactive_shots().iter().any(|shot| shot.0 == other));
    assert_eq!(played.count(|e| matches!(e, Event::ReactsShooting { reply: true, .. })), 1);
    // At minus one: medium range, 6 and more.
    assert_eq!(played.shots()[1].needed, 7);
}

#[test]
fn ll_12_replies_come_after_the_shots_from_those_still_standing() {
    let mut field = Field::new();
    let shooter = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let near = field.figure(B, AVERAGE, BOW, 24.0, 10.0);
    let mate = field.figure(B, AVERAGE, BOW, 26.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[10, 10, 1]);
    assert_eq!(played.dead(), [near]);
    assert_eq!(played.reactive_shots(), [(mate, shooter)]);
}

#[test]
fn ll_12_all_shoot_may_be_answered_by_every_body_shot_at() {
    let mut field = Field::new();
    let shooters = [5.0, 25.0].map(|y| field.figure(A, AVERAGE, BOW, 10.0, y));
    let targets = [5.0, 25.0].map(|y| field.figure(B, AVERAGE, BOW, 24.0, y));
    // A third one is not shot at.
    field.figure(B, AVERAGE, BOW, 30.0, 15.0);
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[1; 4]);
    assert_eq!(played.reactive_shots(), [(targets[0], shooters[0]), (targets[1], shooters[1])]);
}

#[test]
fn ll_12_one_reaction_for_an_action_that_both_moves_and_shoots() {
    // The javelinman comes on and throws: the archer shoots at him as a mover, and then has no reply left.
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, JAVELIN, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, BOW, 27.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[1, 1]);
    let shots: Vec<_> = played.shots().iter().map(|s| (s.shooter, s.reactive)).collect();
    assert_eq!(shots, [(b, true), (a, false)]);
    let replies = played.find(|event| match *event {
        Event::ReactsShooting { reply, .. } => Some(reply),
        _ => None,
    });
    assert_eq!(replies, [false]);
}

#[test]
fn ll_12_who_escapes_is_shot_at_before_he_is_gone() {
    let (mut field, mover, archers) = walk(&[(26.0, 16.0)]);
    field.spec.sides[A].figures[0].at = point(30.0, 5.0);
    field.spec.sides[A].exit = Some(Edge::Bottom);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = field.play(&[1]);
    assert_eq!(played.reactive_shots(), [(archers[0], mover)]);
    let shot = played.place_of(|e| matches!(e, Event::Shoots { .. }));
    let gone = played.place_of(|e| matches!(e, Event::Escapes { .. }));
    assert!(shot < gone);
    // Hit, he does not get away.
    let played = field.play(&[10, 3]);
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { .. })), 0);
}

#[test]
fn ll_11_what_only_other_systems_know_hides_no_reaction() {
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.reacts(B, &[React::Engage]);
    let engaged = reactions(&field.play(&[5, 5, 5, 5]));
    assert_eq!(engaged.len(), 1);
    field.reacts(
        B,
        &[
            React::HeadOff,
            React::TakeCover,
            React::Rejoin,
            React::LieLow,
            React::Prepare,
            React::Engage,
        ],
    );
    assert_eq!(reactions(&field.play(&[5, 5, 5, 5])), engaged);
}

#[test]
fn ll_12_the_active_side_never_shoots_in_reaction() {
    // The helper's reactive move is seen by A's archer, who holds the initiative.
    let (mut field, ..) = charge();
    field.figure(B, AVERAGE, SWORD, 14.0, 13.0);
    field.figure(A, AVERAGE, BOW, 10.0, 20.0);
    field.spec.rules.movement.group = inches(1.0);
    field.reacts(A, &[React::Shoot]);
    let played = field.play(&[5, 5, 5, 5]);
    assert_eq!(reactions(&played).len(), 1);
    assert_eq!(played.shots(), []);
}

/// A runner of A's who crosses a gap between two houses, and bowmen of B's before it who answer in this way.
fn gap(react: skirmish_engine::bot::Line<React>) -> Field {
    let mut field = Field::new();
    field.house(4.0, 12.0, 12.0, 18.0);
    field.house(16.0, 12.0, 24.0, 18.0);
    field.figure(A, AVERAGE, SWORD, 10.5, 10.0);
    for x in [13.0, 14.0, 15.0] {
        field.figure(B, AVERAGE, BOW, x, 26.0);
    }
    let place = field.place("far side", 18.0, 10.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.bot(B, vec![line(&[], Act::Stand)]).reactions = vec![react];
    field.cap(1);
    field
}

#[test]
fn ll_12_whoever_has_passed_was_in_range_while_he_was_in_view() {
    let bare = gap(reaction(&[], React::Shoot));
    let shots = bare.try_play(&[1; 12]).0.reactive_shots().len();
    assert!(shots > 0);
    let asked = gap(reaction(&[Condition::EnemyInRange], React::Shoot));
    assert_eq!(asked.try_play(&[1; 12]).0.reactive_shots().len(), shots);
    // Medium range of a bow is 16 in, and so far he was away.
    let medium = gap(reaction(&[Condition::EnemyInMediumRange], React::Shoot));
    assert_eq!(medium.try_play(&[1; 12]).0.reactive_shots().len(), shots);
}

#[test]
fn ll_12_whoever_sees_him_all_the_way_takes_no_shot_from_the_others() {
    // One of B's sees the runner all the way, wherever he stands in the roster; the others in the gap only.
    let shots = |order: [f64; 4]| {
        let mut field = gap(reaction(&[], React::Shoot));
        field.spec.sides[B].figures.clear();
        for x in order {
            let y = if x > 20.0 { 10.0 } else { 26.0 };
            field.figure(B, AVERAGE, BOW, x, y);
        }
        field.try_play(&[1; 12]).0.reactive_shots().len()
    };
    assert_eq!(shots([30.0, 13.0, 14.0, 15.0]), shots([13.0, 14.0, 15.0, 30.0]));
}

#[test]
fn ll_12_whoever_leaves_the_table_goes_out_of_sight() {
    // Less than an inch in view: one shot, of six bowmen.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 0.8, 10.0);
    field.figure(A, AVERAGE, SWORD, 40.0, 34.0);
    for k in 0..6 {
        field.figure(B, AVERAGE, BOW, 12.0, 5.0 + 2.0 * f64::from(k));
    }
    field.spec.sides[A].exit = Some(Edge::Left);
    field.bot(A, vec![line(&[], Act::Escape)]);
    field.bot(B, vec![line(&[], Act::Stand)]).reactions = vec![reaction(&[], React::Shoot)];
    let played = field.cap(1).try_play(&[1; 12]).0;
    assert_eq!(played.reactive_shots().len(), 1);
}
