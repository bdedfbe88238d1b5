//! WS-05 to WS-08: the order of a turn, changeover, Advantage, hold orders; and what a streak is.

use crate::common::planted::{Record, audit, change};
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, inches, line, point, reaction, unless};
use skirmish_engine::battle::{BlockSpec, Edge, FigureId, Task};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Draw, Ending, Event, ReactionKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, HoldMoves, HoldReacts, ReactingUnit, System};
use skirmish_engine::side::Side::{A, B};
use skirmish_engine::side::{BySide, Side};

/// One man a side, out of one another's reach; everyone stands unless a test says otherwise; A instigates first.
fn field() -> (Field, FigureId, FigureId) {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    let a = field.figure(A, AVERAGE, SWORD, 6.0, 18.0);
    let b = field.figure(B, AVERAGE, SWORD, 42.0, 18.0);
    (field, a, b)
}

fn second(field: &mut Field, side: Side, weapon: usize, x: f64, y: f64) -> FigureId {
    let figure = field.figure(side, AVERAGE, weapon, x, y);
    let unit = field.unit(side, "second");
    field.enlist(figure, unit)
}

type Worked = (Option<BySide<i32>>, BySide<u32>, Side);

fn advantages(played: &Played) -> Vec<Worked> {
    played.find(|event| match *event {
        Event::Advantage { rolled, destroyed, to } => Some((rolled, destroyed, to)),
        _ => None,
    })
}

/// Who got the Advantage each time.
fn to(played: &Played) -> Vec<Side> {
    advantages(played).iter().map(|(.., to)| *to).collect()
}

#[test]
fn ws_05_a_turn_is_matches_then_changeover_then_the_advantage() {
    let (mut field, ..) = field();
    second(&mut field, A, SWORD, 6.0, 30.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let yard = field.place("yard", 36.0, 30.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(yard)))]);
    let played = field.play(&[]);
    let order: Vec<&str> = played.find(|event| match *event {
        Event::Instigates { .. } => Some("instigates"),
        Event::MatchBegins { .. } => Some("match"),
        Event::Changeover { side: B } => Some("changeover"),
        Event::Acts { side: B, .. } => Some("moves"),
        Event::Advantage { .. } => Some("advantage"),
        _ => None,
    });
    assert_eq!(order, ["instigates", "match", "match", "changeover", "moves", "advantage"]);
    assert_eq!(played.outcome.ending, Ending::Draw(Draw::TurnsOver));
}

#[test]
fn ws_06_those_who_have_not_reacted_may_move_but_target_nobody() {
    let (mut field, ..) = field();
    // One reacts; of the others, one would charge, one shoot, one move, one prepare.
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let yard = field.place("yard", 30.0, 4.0, 1.0);
    let bow = second(&mut field, B, BOW, 20.0, 18.0);
    let mover = second(&mut field, B, SWORD, 42.0, 4.0);
    let idle = second(&mut field, B, SWORD, 42.0, 34.0);
    field.spec.sides[B].bot.reactions = vec![reaction(&[Condition::HasMissiles], React::Shoot)];
    field.bot(
        B,
        vec![
            line(&[Condition::Within(inches(13.0), yard)], Act::Move(Goal::Place(yard))),
            line(&[], Act::Shoot(Pick::Nearest)),
            line(&[Condition::EnemyWithin(inches(36.0))], Act::Charge(Pick::Nearest)),
            line(&[], Act::Prepare),
        ],
    );
    let played = field.play(&[1]);
    let moves: Vec<_> = played
        .actions()
        .iter()
        .filter(|action| action.side == B)
        .map(|action| (action.kind, action.figures))
        .collect();
    // The man who would charge does the next best thing that is allowed.
    assert_eq!(
        moves,
        [
            (ActionKind::Move, 1 << mover.index()),
            (ActionKind::Prepare, 1),
            (ActionKind::Prepare, 1 << idle.index()),
        ]
    );
    assert_eq!(played.shots().len(), 1);
    assert_eq!(played.shots()[0].shooter, bow);
}

#[test]
fn ws_06_whoever_moves_at_the_changeover_runs_into_nobody() {
    let (mut field, a, b) = field();
    // A's man prepares where B's means to go, and has nothing left to answer with.
    let yard = field.place("yard", 6.0, 18.0, 0.5);
    field.spec.sides[B].figures[0].at = point(11.0, 18.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(yard)))]);
    field.spec.sides[B].bot.reactions.clear();
    let played = field.play(&[]);
    assert_eq!(played.actions()[1].kind, ActionKind::Move);
    assert_eq!((played.rounds().len(), played.dead().len()), (0, 0));
    let apart = played.at(b).distance(played.at(a));
    assert!(apart > inches(1.25) && apart < inches(2.0), "{apart}");
}

#[test]
fn ws_06_an_order_to_occupy_is_a_move_and_an_order_to_kill_is_not() {
    for (kill, moves) in [(false, 1), (true, 0)] {
        let (mut field, a, b) = field();
        let yard = field.place("yard", 36.0, 30.0, 1.0);
        let task = if kill { Task::Kill(a) } else { Task::Occupy(yard) };
        field.card(&[b], task, &[]);
        field.bot(A, vec![line(&[], Act::Prepare)]);
        field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
        let played = field.play(&[]);
        assert_eq!(played.actions().iter().filter(|x| x.side == B).count(), moves);
    }
}

#[test]
fn ws_07_both_roll_and_the_higher_instigates_next() {
    let (mut field, ..) = field();
    field.spec.rules.warspike.turns = 4;
    field.spec.rules.warspike.advantage = Advantage::Roll;
    // B; a tie leaves it there; A; and the last is for nothing.
    let played = field.play(&[2, 5, 3, 3, 6, 1, 1, 1]);
    assert_eq!(played.turns(), [A, B, B, A]);
    assert_eq!(to(&played), [B, B, A, A]);
    assert_eq!(advantages(&played)[0].0, Some(BySide([2, 5])));
}

/// A kills B's one man of a second unit with an arrow.
fn with_a_kill() -> Field {
    let (mut field, a, _) = field();
    field.spec.sides[A].figures[a.index()].weapon = BOW;
    second(&mut field, B, SWORD, 12.0, 18.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field
}

#[test]
fn ws_07_one_more_for_each_enemy_unit_destroyed_in_the_turn() {
    let mut field = with_a_kill();
    field.spec.rules.warspike.advantage = Advantage::Roll;
    field.spec.starts = Some(A);
    let played = field.play(&[9, 9, 3, 4]);
    // 4 against 4: it stays.
    assert_eq!(advantages(&played), [(Some(BySide([3, 4])), BySide([1, 0]), A)]);
    assert_eq!(to(&field.play(&[9, 9, 3, 5])), [B]);
    field.spec.rules.warspike.advantage_per_unit = 3;
    assert_eq!(to(&field.play(&[9, 9, 3, 5])), [A]);
    // A unit that is only thinned does not count.
    let figure = field.figure(B, AVERAGE, SWORD, 44.0, 4.0);
    field.enlist(figure, skirmish_engine::battle::UnitId(1));
    assert_eq!(to(&field.play(&[9, 9, 3, 5])), [B]);
    // Nor does what happened in an earlier turn.
    let mut field = with_a_kill();
    field.spec.rules.warspike.advantage = Advantage::Roll;
    field.spec.rules.warspike.turns = 2;
    let played = field.play(&[9, 9, 3, 3, 3, 3]);
    assert_eq!(advantages(&played)[1].1, BySide([0, 0]));
}

#[test]
fn ws_07_a_unit_that_its_morale_routs_counts_and_one_that_escapes_does_not() {
    let mut field = with_a_kill();
    field.spec.rules.warspike.advantage = Advantage::Roll;
    // The first to fall makes the other two leave.
    for y in [17.0, 19.0] {
        let figure = field.figure(B, AVERAGE, SWORD, 13.0, y);
        field.enlist(figure, skirmish_engine::battle::UnitId(1));
    }
    field.spec.sides[B].units[1].morale = Some(1);
    let played = field.play(&[9, 9, 3, 3]);
    assert_eq!(advantages(&played)[0].1, BySide([1, 0]));

    let (mut field, ..) = self::field();
    field.spec.rules.warspike.advantage = Advantage::Roll;
    second(&mut field, A, SWORD, 2.0, 4.0);
    field.spec.sides[A].exit = Some(Edge::Left);
    let camp = field.place("camp", 2.0, 4.0, 1.0);
    field.bot(A, vec![line(&[Condition::Within(inches(1.0), camp)], Act::Escape)]);
    let played = field.play(&[3, 3]);
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { .. })), 1);
    assert_eq!(advantages(&played)[0].1, BySide([0, 0]));
}

#[test]
fn ws_07_other_choices() {
    // The side that has lost fewer in the turn; nobody; by turns; always the same.
    for (choice, expected) in [
        (Advantage::LoserOfFewer, [A, A, A]),
        (Advantage::Alternate, [B, A, B]),
        (Advantage::Keep, [A, A, A]),
    ] {
        let mut field = with_a_kill();
        field.spec.rules.warspike.turns = 3;
        field.spec.rules.warspike.advantage = choice;
        let played = field.play(&[9, 9]);
        assert_eq!(to(&played), expected, "{choice:?}");
        assert_eq!(advantages(&played)[0].0, None);
    }
    // B instigates, and loses a man to a reaction.
    let mut field = with_a_kill();
    field.spec.starts = Some(B);
    field.spec.rules.warspike.advantage = Advantage::LoserOfFewer;
    field.bot(B, vec![line(&[], Act::Prepare)]);
    field.reacts(A, &[React::Shoot]);
    let played = field.play(&[9, 9]);
    assert_eq!(to(&played), [A]);
}

#[test]
fn ws_07_by_situation() {
    let (mut field, ..) = field();
    field.spec.rules.warspike.turns = 2;
    field.spec.rules.warspike.advantage = Advantage::Situation;
    // Neither: it stays.
    assert_eq!(to(&field.play(&[])), [A, A]);
    // A has come to hold its objective: B advances on it.
    let camp = field.place("camp", 6.0, 18.0, 2.0);
    field.spec.sides[A].objective = Some(camp);
    assert_eq!(to(&field.play(&[])), [B, B]);
    // But who lies in ambush always instigates.
    field.bot(A, vec![line(&[], Act::LieLow)]);
    assert_eq!(to(&field.play(&[])), [A, A]);
    // In sight of nobody, it is no ambush.
    field.house(20.0, 10.0, 22.0, 26.0);
    assert_eq!(to(&field.play(&[])), [B, B]);
}

#[test]
fn ws_07_who_cannot_instigate_leaves_it_to_the_other() {
    let (mut field, _, b) = field();
    field.spec.rules.warspike.turns = 3;
    field.spec.rules.warspike.advantage = Advantage::Alternate;
    field.spec.sides[B].units[0].on_hold = true;
    let played = field.play(&[]);
    assert_eq!(to(&played), [B, B, B]);
    assert_eq!(played.turns(), [A, A, A]);
    // When A has only units on hold left, nobody can: the turns left are struck off.
    field.spec.sides[A].units[0].on_hold = true;
    let scout = second(&mut field, A, SWORD, 36.0, 18.0);
    field.spec.sides[B].figures[b.index()].weapon = BOW;
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[9, 9]);
    assert_eq!(played.dead(), [scout]);
    assert_eq!(played.turns(), [A]);
    assert_eq!(played.count(|e| matches!(e, Event::TurnStruckOff { .. })), 2);
    assert_eq!(played.outcome.ending, Ending::Draw(Draw::TurnsOver));
}

#[test]
fn ws_08_units_on_hold_react_to_attacks_only() {
    let (mut field, _, b) = field();
    field.spec.sides[B].figures[b.index()].weapon = BOW;
    field.spec.sides[B].figures[b.index()].at = point(20.0, 18.0);
    field.spec.sides[B].units[0].on_hold = true;
    field.reacts(B, &[React::Shoot]);
    // A move is no attack; a charge is.
    let hill = field.place("hill", 6.0, 30.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(hill)))]);
    assert_eq!(field.play(&[]).shots(), []);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(field.play(&[1]).shots().len(), 1);
    // They do not move in the changeover, nor act when their side instigates.
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(hill)))]);
    field.bot(A, vec![]);
    assert_eq!(field.play(&[]).actions(), []);
    second(&mut field, B, SWORD, 42.0, 4.0);
    field.spec.starts = Some(B);
    let actions = field.play(&[]).actors();
    assert_eq!(actions, [(B, 0b10)]);
}

/// What the Retaliator's units have reacted with.
fn reacted(played: &Played) -> Vec<(u128, ReactionKind)> {
    played.find(|event| match *event {
        Event::Reacts { units, reaction, .. } => Some((units, reaction)),
        _ => None,
    })
}

/// A's archer shoots at B's swordsman, who is on hold and would run at him.
fn shot_at_on_hold() -> Field {
    let (mut field, a, b) = field();
    field.spec.sides[A].figures[a.index()].weapon = BOW;
    field.spec.sides[B].figures[b.index()].at = point(14.0, 18.0);
    field.spec.sides[B].units[0].on_hold = true;
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.reacts(B, &[React::Engage]);
    field
}

#[test]
fn ws_08_units_on_hold_keep_their_place() {
    let mut field = shot_at_on_hold();
    assert_eq!(reacted(&field.play(&[1])), []);
    // Those in contact fight from there.
    let mut near = field.spec.clone();
    near.sides[B].figures[0].at = point(7.0, 18.0);
    std::mem::swap(&mut field.spec, &mut near);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let played = field.play(&[5, 5]);
    assert_eq!(reacted(&played), [(1, ReactionKind::Fight)]);
    field.spec = near;
    // The list of reactions has moves as well.
    field.spec.rules.warspike.hold_moves = HoldMoves::InReaction;
    let played = field.play(&[1, 5, 5]);
    assert_eq!(reacted(&played), [(1, ReactionKind::Towards)]);
}

#[test]
fn ws_08_units_on_hold_fight_who_comes_at_them_where_they_stand() {
    let mut field = shot_at_on_hold();
    field.spec.sides[B].figures[0].at = point(12.0, 18.0);
    let yard = field.place("yard", 12.0, 18.0, 0.5);
    for act in [Act::Charge(Pick::Nearest), Act::Move(Goal::Place(yard))] {
        field.bot(A, vec![line(&[], act)]);
        let played = field.play(&[5, 5]);
        assert_eq!(reacted(&played), [(1, ReactionKind::Fight)]);
        assert_eq!(played.at(FigureId::new(B, 0)), point(12.0, 18.0));
        assert_eq!(played.rounds().len(), 1);
    }
    // Who does not get to them is not awaited.
    field.spec.sides[B].figures[0].at = point(20.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(reacted(&field.play(&[])), []);
}

#[test]
fn ws_08_a_block_leaves_those_on_hold_behind() {
    let mut field = shot_at_on_hold();
    let free = second(&mut field, B, SWORD, 14.0, 20.0);
    field.spec.sides[B]
        .blocks
        .push(BlockSpec { units: 0b11, when: reaction(&[], React::Stay).when });
    let reacts = field.play(&[1, 5, 5]).find(|event| match *event {
        Event::Reacts { units, figures, .. } => Some((units, figures)),
        _ => None,
    });
    assert_eq!(reacts, [(0b10, 1 << free.index())]);
}

#[test]
fn ws_08_by_the_other_reading_they_react_to_anything() {
    let mut field = shot_at_on_hold();
    field.spec.sides[B].figures[0].weapon = BOW;
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Shoot]);
    assert_eq!(reacted(&field.play(&[])), []);
    field.spec.rules.warspike.hold_reacts = HoldReacts::ToAnything;
    assert_eq!(reacted(&field.play(&[1])), [(1, ReactionKind::Shoot)]);
}

/// A's man goes to a place where B's archer stands, who is on hold; another archer of B's stands by.
fn runs_into_one_on_hold() -> Field {
    let (mut field, _, b) = field();
    field.spec.sides[B].figures[b.index()].weapon = BOW;
    field.spec.sides[B].figures[b.index()].at = point(12.0, 18.0);
    field.spec.sides[B].units[0].on_hold = true;
    second(&mut field, B, BOW, 12.0, 26.0);
    let yard = field.place("yard", 13.0, 18.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(yard)))]);
    field.reacts(B, &[React::Shoot]);
    field.spec.sides[B].bot.reactions[0].when = reaction(&[Condition::OnHold], React::Stay).when;
    field
}

#[test]
fn ws_08_a_move_is_an_attack_on_whom_it_runs_into() {
    let mut field = runs_into_one_on_hold();
    // A miss; then the round on contact.
    let played = field.play(&[1, 5, 5]);
    assert_eq!(reacted(&played), [(1, ReactionKind::Shoot)]);
    assert_eq!(played.rounds().len(), 1);
    // One that ends short of him is none.
    field.spec.sides[B].figures[0].at = point(16.0, 18.0);
    assert_eq!(reacted(&field.play(&[])), []);
}

#[test]
fn ws_03_under_targeted_whoever_is_run_into_is_the_one_aimed_at() {
    let mut field = runs_into_one_on_hold();
    field.spec.sides[B].units[0].on_hold = false;
    // The one who stands by would shoot.
    let by = reaction(&[Condition::EnemyWithin(inches(7.0))], React::Stay);
    field.spec.sides[B].bot.reactions = vec![by, reaction(&[], React::Shoot)];
    let any = field.play(&[1, 5, 5]);
    assert_eq!(reacted(&any), [(0b10, ReactionKind::Shoot)]);
    field.spec.rules.warspike.reacting_unit = ReactingUnit::Targeted;
    assert_eq!(reacted(&field.play(&[5, 5])), []);
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[1, 5, 5]);
    assert_eq!(reacted(&played), [(1, ReactionKind::Shoot)]);
}

#[test]
fn ws_08_the_auditor_sees_who_is_met_and_who_stays() {
    let field = runs_into_one_on_hold();
    let record = Record::of(&field, 1);
    let plant = |what: &dyn Fn(&mut Event) -> bool| {
        let mut moments = record.moments.clone();
        change(&mut moments, what).expect("there should be something to change");
        let breaches = audit(&record.battle, &moments);
        assert!(breaches.contains(&Rule::ws(8)), "{breaches:?}");
    };
    // He is not met, and reacts all the same; another is to be met, and is not.
    for units in [0, 0b11] {
        plant(&|event| match event {
            Event::MatchBegins { meets, .. } => {
                *meets = units;
                true
            }
            _ => false,
        });
    }
    // He leaves his place.
    plant(&|event| match event {
        Event::Reacts { reaction, .. } => {
            *reaction = ReactionKind::Away;
            true
        }
        _ => false,
    });
}

#[test]
fn streaks_count_actions_and_changeover_moves_but_no_reactions() {
    let (mut field, ..) = field();
    field.spec.rules.warspike.turns = 3;
    second(&mut field, A, SWORD, 6.0, 30.0);
    field.spec.sides[B].figures[0].weapon = BOW;
    field.spec.sides[B].figures[0].at = point(24.0, 18.0);
    let corner = field.place("corner", 40.0, 34.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(corner)))]);
    field.reacts(B, &[React::Shoot]);
    field.bot(B, vec![unless(Condition::ActionsAtLeast(4), Act::Stand), line(&[], Act::Prepare)]);
    // Two turns of two actions each, all answered or not, are one streak of four.
    let played = field.play(&[1, 1, 1]);
    assert_eq!(played.outcome.longest_streak, 6);
    // Somebody who has not reacted makes a move in the changeover: it is over.
    field.spec.sides[B].bot.reactions = Vec::new();
    let played = field.play(&[]);
    assert_eq!(played.passes()[0], (B, 4));
}
