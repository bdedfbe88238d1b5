//! WS-02 to WS-05: an action, one reaction to it, and both resolved together.

use crate::common::petite::{self, LINE};
use crate::common::planted::{self, Record};
use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, Lcg, Played, SWORD, inches, line, point, reaction, set};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Event, MeleeKind, MoveKind, ReactionKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, ReactingUnit, ReactionMove, Strides, System};
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// A turn in which A instigates; everyone stands unless a test says otherwise.
fn field() -> Field {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    field
}

/// The first of some units.
fn first(units: u128) -> u8 {
    units.trailing_zeros() as u8
}

/// The matches: active unit and reacting unit.
fn matches(played: &Played) -> Vec<(u8, Option<u8>)> {
    played.find(|event| match *event {
        Event::MatchBegins { units, reacting, .. } => {
            Some((first(units), (reacting != 0).then(|| first(reacting))))
        }
        _ => None,
    })
}

/// The reactions: who, and what.
fn reactions(played: &Played) -> Vec<(u8, ReactionKind, u128)> {
    played.find(|event| match *event {
        Event::Reacts { units, reaction, figures, .. } => Some((first(units), reaction, figures)),
        _ => None,
    })
}

/// A second unit of one man.
fn second(field: &mut Field, of: FigureId) -> FigureId {
    let unit = field.unit(of.side(), "second");
    field.enlist(of, unit)
}

#[test]
fn ws_02_each_unit_acts_once_a_turn_in_any_order() {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let other = field.figure(A, AVERAGE, SWORD, 30.0, 10.0);
    let other = second(&mut field, other);
    field.figure(B, AVERAGE, SWORD, 40.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.play(&[]);
    // The bot begins with the one it suits best, and each has one match.
    assert_eq!(matches(&played), [(1, None), (0, None)]);
    assert_eq!(played.actors(), [(A, set(&[other])), (A, set(&[a]))]);
    assert_eq!(played.outcome.actions, 2);
}

/// Two strides, yards of an inch and a Stature of 6: 12 inches alone, 10 in the close order of a body.
#[test]
fn wsc_2_a_stride_is_the_stature_and_one_less_in_close_order() {
    let mut field = field();
    field.spec.rules.movement.strides = Some(Strides { stature: 6, count: 2, yard: inches(1.0) });
    let alone = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let [mate, other] = [20.0, 21.5].map(|y| field.figure(A, AVERAGE, SWORD, 10.0, y));
    let unit = field.unit(A, "two");
    field.enlist(mate, unit);
    field.enlist(other, unit);
    field.figure(B, AVERAGE, SWORD, 46.0, 30.0);
    let battle = field.battle();
    let rate = |figure| battle.traits(figure).rate;
    assert_eq!([alone, mate, other].map(rate), [12.0, 10.0, 10.0].map(inches));
    let yard = field.place("yard", 40.0, 10.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(yard)))]);
    let played = field.play(&[]);
    assert_eq!(played.at(alone), point(22.0, 10.0));
    // The horse goes as before, and so does everybody by the other reading.
    field.spec.sides[A].figures[mate.index()].mounted = true;
    let battle = field.battle();
    assert_eq!(battle.traits(mate).rate, field.spec.rules.movement.mounted);
    // As movement, it is the same under every system.
    field.spec.rules.system = tables::ALTERNATE;
    let battle = field.battle();
    assert_eq!(battle.traits(alone).rate, inches(12.0));
    field.spec.rules.movement.strides = None;
    let battle = field.battle();
    assert_eq!(battle.traits(alone).rate, field.spec.rules.movement.foot);
}

/// The auditor measures by the same stride.
#[test]
fn wsc_2_whoever_goes_further_than_his_stride_is_found_out() {
    let mut field = field();
    field.spec.rules.movement.strides =
        Some(Strides { stature: 6, count: 10, yard: inches(0.125) });
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let mut record = Record::of(&field, 1);
    planted::change(&mut record.moments, |event| match event {
        Event::Moves { cost, .. } => {
            *cost = inches(7.6);
            true
        }
        _ => false,
    })
    .expect("somebody moves");
    assert_eq!(planted::audit(&record.battle, &record.moments), [Rule::host(1)]);
}

#[test]
fn ws_02_moving_and_shooting_are_two_actions() {
    let mut field = field();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    // A few steps more, and he would be in range.
    field.figure(B, AVERAGE, SWORD, 35.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    assert_eq!(field.play(&[]).actions(), []);
}

#[test]
fn ws_03_one_unit_reacts_and_each_at_most_once_a_turn() {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let other = field.figure(A, AVERAGE, SWORD, 10.0, 20.0);
    second(&mut field, other);
    let b = field.figure(B, AVERAGE, BOW, 30.0, 12.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    // One shot, at 5 and better; it misses. The second action goes unanswered.
    let played = field.play(&[4]);
    assert_eq!(matches(&played), [(0, Some(0)), (1, None)]);
    assert_eq!(reactions(&played), [(0, ReactionKind::Shoot, set(&[b]))]);
    let shots: Vec<_> = played.shots().iter().map(|s| (s.shooter, s.target)).collect();
    assert_eq!(shots, [(b, a)]);
}

#[test]
fn ws_03_only_at_the_active_unit() {
    // The man of the other unit is far nearer to the bowman, and is not shot at.
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
    let near = field.figure(A, AVERAGE, SWORD, 30.0, 16.0);
    second(&mut field, near);
    let b = field.figure(B, AVERAGE, BOW, 32.0, 10.0);
    field.bot(
        A,
        vec![
            line(&[Condition::EnemyWithin(inches(8.0))], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[1]);
    assert_eq!(played.shots()[0].target, a);
    assert_eq!(played.shots()[0].shooter, b);
}

#[test]
fn ws_03_the_retaliator_may_decline_by_unit() {
    let mut field = field();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let idle = field.figure(B, AVERAGE, BOW, 20.0, 10.0);
    let other = field.figure(B, AVERAGE, BOW, 22.0, 20.0);
    let other = second(&mut field, other);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    // Whoever is near stays; the other shoots.
    field.spec.sides[B].bot.reactions = vec![
        reaction(&[Condition::EnemyWithin(inches(11.0))], React::Stay),
        reaction(&[], React::Shoot),
    ];
    let played = field.play(&[1]);
    assert_eq!(reactions(&played), [(1, ReactionKind::Shoot, set(&[other]))]);
    field.spec.sides[B].figures[other.index()].at = point(40.0, 34.0);
    assert_eq!(reactions(&field.play(&[])), []);
    // To hold one's fire is no reaction either, but one may do something else.
    field.spec.sides[B].bot.reactions = vec![
        reaction(&[], React::HoldFire),
        reaction(&[], React::Shoot),
        reaction(&[], React::Prepare),
    ];
    let played = field.play(&[]);
    assert_eq!(reactions(&played), [(0, ReactionKind::Prepare, set(&[idle]))]);
}

/// A man who charges one of two enemies in units of their own; both may shoot.
fn two_to_answer() -> Field {
    let mut field = field();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 16.0, 10.0);
    let bow = field.figure(B, AVERAGE, BOW, 20.0, 20.0);
    second(&mut field, bow);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    field
}

#[test]
fn ws_03_any_unit_may_answer() {
    let field = two_to_answer();
    // The shot misses; then the round on contact.
    let played = field.play(&[1, 5, 5]);
    assert_eq!(matches(&played), [(0, Some(1))]);
    assert_eq!(played.rounds()[0].why, MeleeKind::Contact);
}

#[test]
fn ws_03_under_targeted_only_the_one_aimed_at() {
    let mut field = two_to_answer();
    field.spec.rules.warspike.reacting_unit = ReactingUnit::Targeted;
    assert_eq!(matches(&field.play(&[5, 5])), [(0, None)]);
    field.reacts(B, &[React::Shoot, React::Prepare]);
    let played = field.play(&[5, 5]);
    assert_eq!(reactions(&played)[0].0, 0);
    // An action that is aimed at nobody may be answered by any.
    field.bot(A, vec![line(&[], Act::Prepare)]);
    assert_eq!(matches(&field.play(&[1])), [(0, Some(1))]);
    // A fight is aimed at those in contact.
    field.spec.sides[A].figures[0].at = point(15.0, 10.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.play(&[5, 5]);
    assert_eq!(matches(&played), [(0, Some(0))]);
}

#[test]
fn ws_03_reaction_moves() {
    // Straight at him; to where he goes; away, to cover, to friends.
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 10.0);
    let friend = field.figure(B, AVERAGE, SWORD, 24.0, 30.0);
    second(&mut field, friend);
    field.house(27.0, 12.0, 31.0, 16.0);
    let hill = field.place("hill", 10.0, 20.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(hill)))]);
    let all = [
        (React::Engage, ReactionKind::Towards, ReactionMove::Towards),
        (React::HeadOff, ReactionKind::HeadOff, ReactionMove::Intercept),
        (React::Run, ReactionKind::Away, ReactionMove::Free),
        (React::TakeCover, ReactionKind::TakeCover, ReactionMove::Free),
        (React::Rejoin, ReactionKind::Rejoin, ReactionMove::Free),
    ];
    for reading in [ReactionMove::Towards, ReactionMove::Intercept, ReactionMove::Free] {
        for (react, kind, least) in all {
            field.spec.rules.warspike.reaction_move = reading;
            field.spec.sides[B].bot.reactions =
                vec![reaction(&[Condition::EnemyWithin(inches(15.0))], react)];
            let played = field.play(&[]);
            let expected = if reading >= least { vec![(0, kind, set(&[b]))] } else { vec![] };
            assert_eq!(reactions(&played), expected, "{react:?} under {reading:?}");
            let at = played.at(b);
            match kind {
                _ if reading < least => assert_eq!(at, point(24.0, 10.0)),
                // A full move of eight inches each.
                ReactionKind::Away => {
                    assert!(at.distance(point(24.0, 10.0)) >= inches(7.9), "{at:?}");
                    assert!(at.x > inches(31.0), "{at:?}");
                }
                ReactionKind::Rejoin => assert_eq!(at, point(24.0, 18.0)),
                ReactionKind::HeadOff => {
                    assert!(at.distance(point(10.0, 20.0)) < inches(9.3), "{at:?}");
                }
                ReactionKind::TakeCover => {
                    assert!(at.distance(point(24.0, 10.0)) <= inches(8.0));
                    assert!(at != point(24.0, 10.0));
                }
                _ => assert!(at.distance(played.at(a)) < inches(11.5), "{at:?}"),
            }
        }
    }
}

#[test]
fn ws_03_who_does_not_see_the_active_unit_does_not_run_at_it() {
    let mut field = field();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 24.0, 10.0);
    field.house(16.0, 6.0, 18.0, 14.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Engage]);
    assert_eq!(matches(&field.play(&[])), [(0, None)]);
    field.spec.sides[B].figures[0].at = point(24.0, 22.0);
    assert_eq!(matches(&field.play(&[])), [(0, Some(0))]);
}

#[test]
fn ws_03_those_in_contact_engage() {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[5, 5]);
    assert_eq!(reactions(&played), [(0, ReactionKind::Fight, set(&[b]))]);
    let rounds = played.rounds();
    assert_eq!(rounds.len(), 1);
    assert_eq!((rounds[0].why, &rounds[0].pairs[..]), (MeleeKind::Reaction, &[(a, b)][..]));
}

#[test]
fn ws_04_a_fight_and_its_answer_are_one_round() {
    let mut field = field();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[5, 5]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(played.rounds()[0].why, MeleeKind::Action);
}

#[test]
fn ws_04_neither_sides_losses_take_dice_from_the_other() {
    // Both kill: each has rolled to hit and for the effect before anyone falls.
    let mut field = field();
    let a = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, BOW, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[9, 9, 9, 9]);
    assert_eq!(played.dead(), [b, a]);
    assert!(played.place_of(|e| matches!(e, Event::Dies { .. })) > 0);
    let shots = played.shots();
    assert_eq!(
        shots.iter().map(|s| (s.shooter, s.reactive)).collect::<Vec<_>>(),
        [(a, false), (b, false)]
    );
    // A unit that is fighting where it stands fights its round, whatever shots from elsewhere do to it.
    let mut field = self::field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    let bow = field.figure(B, AVERAGE, BOW, 10.0, 20.0);
    second(&mut field, bow);
    field.bot(A, vec![line(&[], Act::Fight)]);
    field.spec.sides[B].bot.reactions = vec![reaction(&[Condition::HasMissiles], React::Shoot)];
    let played = field.play(&[9, 9, 5, 5]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(played.dead(), [a]);
}

#[test]
fn ws_04_who_is_killed_is_not_driven_back_by_a_lesser_hit() {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    for y in [10.0, 11.0] {
        field.figure(B, AVERAGE, BOW, 16.0, y);
    }
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    // One throws him back, the other kills him.
    let played = field.play(&[9, 3, 9, 9]);
    assert_eq!(played.dead(), [a]);
    assert_eq!(played.moves(MoveKind::PushBack), []);
}

/// The dice of each shot, and how many shots are told before the first of them takes effect.
fn dice_of_shots(played: &Played) -> (Vec<[u8; 2]>, usize) {
    let first = played.place_of(|event| matches!(event, Event::Struck { .. }));
    let before = played.events[..first].iter();
    let before = before.filter(|event| matches!(event, Event::Fires { .. }));
    let dice = played.fired().iter().map(|shot| shot.dice).collect();
    (dice, before.count())
}

#[test]
fn ws_04_nor_do_wounds_by_the_dice_of_petite_guerre() {
    // Both need 11 and hit; the wounds come after both have rolled with the dice of unhurt men.
    let (mut field, a, b) = petite::duel(LINE, 40.0);
    field.spec.rules.system = System::WarSpike;
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(200).play(&[8, 3, 8, 3, 1, 1]);
    let struck: Vec<_> = played.struck().iter().map(|struck| struck.0).collect();
    assert_eq!(struck, [b, a]);
    assert_eq!(dice_of_shots(&played), (vec![[8, 8]; 2], 2));
    // So with a volley: two hits on one man, who has fired by then.
    petite::form_line(&mut field, A, LINE, 1, 2, (50.0, 75.0));
    field.spec.sides[A].figures.remove(0);
    field.bot(A, vec![line(&[], Act::Volley(1))]);
    let played = field.play(&[20, 20, 8, 3, 1, 1, 1]);
    let struck: Vec<_> = played.struck().iter().map(|struck| struck.0).collect();
    assert_eq!(struck, [b, b, a]);
    assert_eq!(played.dead(), [b]);
    assert_eq!(dice_of_shots(&played).0, [[20, 0], [20, 0], [8, 8]]);
    assert_eq!(dice_of_shots(&played).1, 3);
}

#[test]
fn ws_04_who_is_shot_at_on_his_way_is_hit_before_he_gets_there() {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 16.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    // It kills: no round.
    let played = field.play(&[9, 9]);
    assert_eq!(played.dead(), [a]);
    assert_eq!(played.rounds(), []);
    // It misses: a round on contact.
    let played = field.play(&[1, 5, 5]);
    assert_eq!(played.rounds().len(), 1);
    // A mover is shot at where he comes nearest in sight: at short range here, 5 and better.
    assert_eq!(played.shots()[0].needed, 5);
}

#[test]
fn ws_04_a_mover_is_shot_at_where_he_passes_a_gap() {
    // He runs from behind one house to behind another, past a gap that he is seen through.
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 16.0, 10.0);
    let b = field.figure(B, AVERAGE, BOW, 20.0, 20.0);
    field.house(10.0, 12.0, 19.0, 14.0);
    field.house(21.0, 12.0, 30.0, 14.0);
    let yard = field.place("yard", 24.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(yard)))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[9, 9]);
    assert_eq!(played.dead(), [a]);
    assert_eq!(reactions(&played), [(0, ReactionKind::Shoot, set(&[b]))]);
}

#[test]
fn ws_04_in_isolation_from_the_rest() {
    // A runner who is headed off by a third unit of the Instigator's fights nobody but the active unit.
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let bystander = field.figure(A, AVERAGE, SWORD, 14.0, 10.5);
    second(&mut field, bystander);
    let b = field.figure(B, AVERAGE, SWORD, 17.0, 10.0);
    field.bot(
        A,
        vec![line(&[Condition::EnemyWithin(inches(5.0))], Act::Stand), line(&[], Act::Prepare)],
    );
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[]);
    assert_eq!(reactions(&played), [(0, ReactionKind::Towards, set(&[b]))]);
    let met = played.find(|event| match *event {
        Event::Contact { figure, enemy } => Some((figure, enemy)),
        _ => None,
    });
    assert_eq!(met, [(b, bystander)]);
    assert_eq!(played.rounds(), []);
    assert_eq!(played.at(a), point(10.0, 10.0));
}

#[test]
fn ws_03_reactions_are_no_actions() {
    let field = two_to_answer();
    let played = field.play(&[1, 5, 5]);
    assert_eq!(played.outcome.actions, 1);
    assert_eq!(played.passes(), []);
    assert_eq!(played.outcome.longest_streak, 1);
}

#[test]
fn ws_02_who_lies_low_cannot_be_a_target_until_he_acts() {
    let mut field = field();
    field.spec.rules.warspike.turns = 4;
    field.spec.rules.warspike.advantage = Advantage::Alternate;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 20.0, 10.0);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Charge(Pick::Nearest)),
            line(&[], Act::LieLow),
        ],
    );
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // In the second turn B finds no target; in the third the man acts, and in the fourth he is one again.
    let played = field.play(&[1]);
    let actions: Vec<_> = played.actions().iter().map(|a| (a.side, a.kind)).collect();
    assert_eq!(actions, [(A, ActionKind::LieLow), (A, ActionKind::Charge), (B, ActionKind::Shoot)]);
    assert_eq!(found(&played), [(A, 0)]);
}

fn found(played: &Played) -> Vec<(Side, u8)> {
    played.find(|event| match *event {
        Event::Found { side, unit } => Some((side, unit.0)),
        _ => None,
    })
}

#[test]
fn ws_02_or_is_approached() {
    let mut field = field();
    field.spec.rules.warspike.turns = 2;
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 20.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::LieLow]);
    // He goes down in reaction to a shot, which comes all the same; the next turn there is no target.
    let played = field.play(&[1]);
    assert_eq!(reactions(&played), [(0, ReactionKind::LieLow, set(&[b]))]);
    assert_eq!(found(&played), []);
    // Somebody comes within four inches, and he is one.
    let scout = field.figure(A, AVERAGE, SWORD, 20.0, 15.0);
    second(&mut field, scout);
    let near = field.place("near", 20.0, 13.5, 0.5);
    field.bot(
        A,
        vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Move(Goal::Place(near)))],
    );
    let played = field.play(&[1, 1]);
    assert_eq!(found(&played), [(B, 0)]);
    assert_eq!(played.shots().len(), 2);
    // With the enemy that near he cannot go down again.
    assert_eq!(reactions(&played).len(), 1);
}

#[test]
fn ws_02_who_has_prepared_has_one_more_in_his_next_reaction() {
    let mut field = field();
    field.spec.rules.warspike.turns = 3;
    field.figure(A, AVERAGE, SWORD, 10.0, 2.0);
    field.figure(B, AVERAGE, BOW, 20.0, 10.0);
    let field_end = field.place("end of the field", 10.0, 34.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(field_end)))]);
    let mut first = reaction(&[Condition::ActionsAtLeast(1)], React::Prepare);
    first.when[0].expected = false;
    field.spec.sides[B].bot.reactions = vec![first, reaction(&[], React::Shoot)];
    // At medium range, 6 and better.
    let played = field.play(&[1, 1]);
    let needed: Vec<_> = played.shots().iter().map(|s| s.needed).collect();
    assert_eq!(needed, [5, 6]);
    let prepared = played.find(|event| match *event {
        Event::Reacts { prepared, .. } => Some(prepared),
        _ => None,
    });
    assert_eq!(prepared, [false, true, false]);
    // In melee too.
    let mut field = self::field();
    field.spec.rules.warspike.turns = 2;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Prepare), line(&[], Act::Fight)]);
    let mut first = reaction(&[Condition::ActionsAtLeast(1)], React::Prepare);
    first.when[0].expected = false;
    field.spec.sides[B].bot.reactions = vec![first, reaction(&[], React::Engage)];
    let played = field.play(&[5, 5]);
    let totals = played.find(|event| match *event {
        Event::Fights { total_a, total_b, .. } => Some((total_a, total_b)),
        _ => None,
    });
    assert_eq!(totals, [(7, 8)]);
}

/// A house hides the bowman until she who runs past it comes out behind it.
#[test]
fn ws_03_an_enemy_is_in_range_who_will_come_into_sight_on_his_way() {
    for condition in
        [Condition::EnemyInRange, Condition::EnemyInSight, Condition::EnemyWithin(inches(1.0))]
    {
        let mut field = field();
        field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
        field.figure(B, AVERAGE, BOW, 20.0, 20.0);
        field.house(14.0, 14.0, 21.0, 16.0);
        let to = field.place("post", 26.0, 10.0, 1.0);
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(to)))]);
        field.spec.sides[B].bot.reactions = vec![reaction(&[condition], React::Shoot)];
        let shots = field.play_with(&mut Lcg(1)).shots().len();
        let comes = !matches!(condition, Condition::EnemyWithin(_));
        assert_eq!(shots, usize::from(comes), "{condition:?}");
    }
}
