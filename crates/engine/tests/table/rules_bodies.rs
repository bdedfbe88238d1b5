//! Bots of single bodies, and which body is asked first (LL-01, LL-03, LL-11, LL-12).

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, GOOD, POOR, SWORD, bot, line, reaction};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, MoveKind};
use skirmish_engine::rulebook::{ReactiveMovement, Reactors, System};
use skirmish_engine::side::Side::{A, B};

/// Two bodies of A, out of each other's reach: the first has swords, and bows the second. B is one man, 20 inches off.
fn two_bodies(system: System) -> (Field, [FigureId; 2]) {
    let mut field = Field::new();
    field.spec.rules.system = system;
    field.as_written = true;
    let sword = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let bow = field.figure(A, AVERAGE, BOW, 10.0, 20.0);
    let unit = field.unit(A, "bows");
    field.enlist(bow, unit);
    field.figure(B, AVERAGE, SWORD, 30.0, 15.0);
    (field, [sword, bow])
}

/// The kinds of A's actions, with who made them.
fn acts(field: &mut Field, actions: u32) -> Vec<(ActionKind, u32)> {
    let played = field.cap(actions).play_with(&mut crate::common::Lcg(3));
    let own = played.actions().into_iter().filter(|action| action.side == A);
    own.map(|action| (action.kind, action.figures.trailing_zeros())).collect()
}

#[test]
fn ll_01_a_body_acts_by_its_own_bot() {
    let systems = [System::Lloyd, tables::ALTERNATE, System::WarSpike, tables::LLOYD_D10];
    for system in systems {
        let (mut field, _) = two_bodies(system);
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest)), line(&[], Act::Stand)]);
        // One bot for all: both charge.
        let both = acts(&mut field, 4);
        assert!(both.iter().all(|(kind, _)| *kind == ActionKind::Charge), "{system:?}: {both:?}");
        // The bows have one of their own.
        let shoots = bot(vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Stand)]);
        field.spec.sides[A].units[1].bot = Some(shoots);
        let kinds = acts(&mut field, 4);
        assert!(!kinds.is_empty());
        for (kind, who) in kinds {
            let wanted = [ActionKind::Charge, ActionKind::Shoot][who as usize];
            assert_eq!(kind, wanted, "{system:?}: {who}");
        }
    }
}

#[test]
fn ll_01_the_first_lines_of_all_bots_come_before_the_second_ones() {
    let (mut field, _) = two_bodies(System::Lloyd);
    field.bot(
        A,
        vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    field.spec.sides[A].units[1].bot = Some(bot(vec![line(&[], Act::Shoot(Pick::Nearest))]));
    assert_eq!(acts(&mut field, 1), [(ActionKind::Shoot, 1)]);
    // Of equal lines the body that it suits best does its own.
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    assert_eq!(acts(&mut field, 1), [(ActionKind::Shoot, 1)]);
}

#[test]
fn ll_01_a_body_whose_bot_has_it_stand_keeps_no_other_from_acting() {
    let (mut field, _) = two_bodies(System::Lloyd);
    let charge = line(&[], Act::Charge(Pick::Nearest));
    let stands = bot(vec![line(&[], Act::Stand)]);
    for lines in [vec![charge.clone()], vec![line(&[Condition::Engaged], Act::Fight), charge]] {
        for unit in 0..2 {
            let (mut field, _) = two_bodies(System::Lloyd);
            field.bot(A, lines.clone());
            field.spec.sides[A].units[unit].bot = Some(stands.clone());
            assert_eq!(acts(&mut field, 1), [(ActionKind::Charge, 1 - unit as u32)]);
        }
    }
    field.bot(A, vec![line(&[], Act::Stand), line(&[], Act::Charge(Pick::Nearest))]);
    field.spec.sides[A].units[1].bot = Some(stands);
    assert_eq!(acts(&mut field, 1)[0].0, ActionKind::Stand);
}

#[test]
fn ll_01_a_body_of_several_units_goes_by_its_leader() {
    let (mut field, [sword, bow]) = two_bodies(System::Lloyd);
    field.spec.sides[A].figures[bow.index()].at = crate::common::point(10.0, 12.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.spec.sides[A].units[1].bot = Some(bot(vec![line(&[], Act::Shoot(Pick::Nearest))]));
    // Nobody leads: the first man's.
    assert_eq!(acts(&mut field, 1), [(ActionKind::Charge, sword.index() as u32)]);
    field.leader(bow, 1);
    assert_eq!(acts(&mut field, 1), [(ActionKind::Shoot, bow.index() as u32)]);
}

#[test]
fn ll_01_bodies_are_asked_in_the_order_that_the_side_s_bot_says() {
    let (mut field, _) = two_bodies(System::Lloyd);
    let far = field.place("far", 40.0, 30.0, 1.0);
    let goes = line(&[], Act::Move(Goal::Place(far)));
    field.bot(A, vec![goes.clone(), line(&[], Act::Stand)]);
    // Without an order the nearer to the place; by it either.
    assert_eq!(acts(&mut field, 1), [(ActionKind::Move, 1)]);
    let unit = |k| skirmish_engine::battle::UnitId(k);
    for (order, first) in [(vec![unit(0)], 0), (vec![unit(1)], 1), (vec![unit(0), unit(1)], 0)] {
        field.spec.sides[A].bot.bodies = order;
        assert_eq!(acts(&mut field, 1), [(ActionKind::Move, first)]);
    }
    // Who only stands is passed over, and one whom nobody names comes last.
    field.spec.sides[A].bot.bodies = vec![unit(0)];
    field.spec.sides[A].units[0].bot = Some(bot(vec![line(&[], Act::Stand)]));
    assert_eq!(acts(&mut field, 1), [(ActionKind::Move, 1)]);
}

#[test]
fn ll_03_a_nomination_is_by_the_body_s_bot() {
    // The better man has nothing to do by his bot, and the other would charge.
    let nominee = |own_bot: bool| {
        let mut field = Field::new();
        field.as_written = true;
        field.figure(A, POOR, SWORD, 10.0, 10.0);
        field.figure(B, GOOD, SWORD, 16.0, 10.0);
        let other = field.figure(B, POOR, SWORD, 16.0, 20.0);
        let unit = field.unit(B, "others");
        field.enlist(other, unit);
        field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest)), line(&[], Act::Stand)]);
        if own_bot {
            field.spec.sides[B].units[0].bot = Some(bot(vec![line(&[], Act::Stand)]));
        }
        field.cap(2);
        field.play_with(&mut crate::common::Lcg(1)).nominations()[0].figure
    };
    assert_eq!(nominee(false), FigureId::new(B, 0));
    assert_eq!(nominee(true), FigureId::new(B, 1));
}

#[test]
fn ll_12_reactions_are_by_the_body_s_bot() {
    let shooters = |own_bot: bool| {
        let mut field = Field::new();
        field.as_written = true;
        let far = field.place("far", 20.0, 30.0, 1.0);
        field.figure(A, AVERAGE, SWORD, 20.0, 5.0);
        field.figure(B, AVERAGE, BOW, 10.0, 10.0);
        let other = field.figure(B, AVERAGE, BOW, 30.0, 10.0);
        let unit = field.unit(B, "others");
        field.enlist(other, unit);
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(far)))]);
        field.bot(B, vec![line(&[], Act::Stand)]).reactions = vec![reaction(&[], React::Shoot)];
        if own_bot {
            let mut stays = bot(vec![line(&[], Act::Stand)]);
            stays.reactions = vec![reaction(&[], React::HoldFire)];
            field.spec.sides[B].units[0].bot = Some(stays);
        }
        let played = field.cap(1).play_with(&mut crate::common::Lcg(2));
        let shots = played.shots();
        shots.iter().map(|shot| shot.shooter).collect::<Vec<_>>()
    };
    assert_eq!(shooters(false), [0, 1].map(|i| FigureId::new(B, i)));
    assert_eq!(shooters(true), [FigureId::new(B, 1)]);
}

#[test]
fn ll_11_who_runs_and_who_engages_is_by_the_body_s_bot() {
    let mut field = Field::new();
    field.as_written = true;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 15.0, 10.0);
    let runs = field.figure(B, AVERAGE, SWORD, 15.0, 13.0);
    let unit = field.unit(B, "others");
    field.enlist(runs, unit);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Stand)]).reactions = vec![reaction(&[], React::Stay)];
    // The first man, who has just been in melee, is asked as well.
    field.spec.rules.options.reactors = Reactors::AllUnengaged;
    let moves = |field: &mut Field| {
        let played = field.cap(1).play_with(&mut crate::common::Lcg(2));
        played.moves(MoveKind::ReactRun).iter().map(|(who, ..)| *who).collect::<Vec<_>>()
    };
    assert_eq!(moves(&mut field), []);
    let mut own = bot(vec![line(&[], Act::Stand)]);
    own.reactions = vec![reaction(&[], React::Run)];
    field.spec.sides[B].units[1].bot = Some(own);
    // Together they do what the first man's bot says, or the first leader's.
    assert_eq!(moves(&mut field), []);
    field.spec.rules.options.reactive_movement = ReactiveMovement::EachChooses;
    assert_eq!(moves(&mut field), [runs]);
}

#[test]
fn bodies_with_bots_of_their_own_play_the_same_on_plain_code_and_keep_them_when_the_side_s_changes()
{
    let (mut field, _) = two_bodies(System::Lloyd);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let shoots = bot(vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.sides[A].units[1].bot = Some(shoots.clone());
    let battle = field.battle();
    let other = battle.with_bot(A, bot(vec![line(&[], Act::Stand)])).expect("a bot");
    assert_eq!(other.bot_of(A, skirmish_engine::battle::UnitId(1)), &shoots);
    assert_eq!(other.bot_of(A, skirmish_engine::battle::UnitId(0)).lines[0].act, Act::Stand);
    for seed in 0..20 {
        let play =
            |battle| crate::common::play_battle(battle, &mut crate::common::Lcg(seed)).events;
        assert_eq!(play(&battle), play(&battle.clone().on_plain_code()));
    }
}
