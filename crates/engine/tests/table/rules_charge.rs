//! How a body charges: along the enemy's line and round friends, on one side of a house, and at a barricade rather than
//! round it (LL-01, LL-05, LL-09); under every system that has charges.

use std::collections::BTreeSet;

use crate::common::tables::UNIT_BY_UNIT;
use crate::common::{AVERAGE, Field, HEROIC, Played, SWORD, bot, inches, line, play_battle, point};
use skirmish_engine::battle::{EnemyTarget, FigureId, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{ActionKind, Event, Qualifies};
use skirmish_engine::rulebook::{Advantage, System};
use skirmish_engine::side::Side::{self, A, B};

/// Every die shows a five, or its last face if it has fewer: nobody is hurt, and nobody seizes anything.
struct Fives;

impl Chance for Fives {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        sides.min(5)
    }
}

fn men(field: &mut Field, side: Side, at: &[(f64, f64)]) -> Vec<FigureId> {
    at.iter().map(|(x, y)| field.figure(side, AVERAGE, SWORD, *x, *y)).collect()
}

/// So many abreast, an inch apart.
fn abreast(x: f64, y: f64, count: u8) -> Vec<(f64, f64)> {
    (0..count).map(|k| (x + f64::from(k), y)).collect()
}

/// What comes of one action, a charge of all of A.
fn charge(field: &mut Field) -> Played {
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    play_battle(&field.battle(), &mut Fives)
}

/// Who of a side has met somebody.
fn met(played: &Played, side: Side) -> BTreeSet<usize> {
    let contacts = played.find(|event| match *event {
        Event::Contact { figure, enemy } => Some([figure, enemy]),
        _ => None,
    });
    let of_side = contacts.into_iter().flatten().filter(|figure| figure.side() == side);
    of_side.map(|figure| figure.index()).collect()
}

#[test]
fn aligned_lines_make_ten_pairs() {
    let mut field = Field::new();
    men(&mut field, A, &abreast(10.0, 10.0, 10));
    men(&mut field, B, &abreast(10.0, 16.0, 10));
    let played = charge(&mut field);
    let pairs: BTreeSet<_> =
        played.rounds()[0].pairs.iter().map(|(a, b)| (a.index(), b.index())).collect();
    assert_eq!(pairs, (0..10).map(|k| (k, k)).collect());
}

#[test]
fn a_column_spreads_along_a_line() {
    let mut field = Field::new();
    let ranks: Vec<_> = (0..4).flat_map(|rank| abreast(14.0, 10.0 - f64::from(rank), 2)).collect();
    men(&mut field, A, &ranks);
    men(&mut field, B, &abreast(10.5, 14.0, 8));
    let played = charge(&mut field);
    assert_eq!((met(&played, A).len(), met(&played, B).len()), (8, 8));
}

#[test]
fn who_is_left_over_goes_round_the_ends_of_a_shorter_line() {
    let mut field = Field::new();
    men(&mut field, A, &abreast(10.0, 10.0, 8));
    men(&mut field, B, &abreast(12.0, 14.0, 4));
    let played = charge(&mut field);
    assert!(met(&played, A).len() >= 6, "{:?}", met(&played, A));
    assert_eq!(met(&played, B).len(), 4);
}

#[test]
fn three_get_at_one_man_and_nobody_goes_further_than_his_rate() {
    let mut field = Field::new();
    men(&mut field, A, &abreast(10.0, 10.0, 6));
    men(&mut field, B, &[(12.5, 14.0)]);
    let played = charge(&mut field);
    assert!(met(&played, A).len() >= 3, "{:?}", met(&played, A));
    let costs = played.find(|event| match *event {
        Event::Moves { cost, allowance, .. } => Some(cost <= allowance),
        _ => None,
    });
    assert!(costs.iter().all(|within| *within));
}

#[test]
fn host_1_six_get_at_a_lone_man_whoever_comes_in_front_of_them() {
    // In a column or in two ranks before him: the others go round him, as far as their rates take them.
    let column = (0..8).map(|k| (15.0, 10.0 - f64::from(k)));
    let ranks = (0..2).flat_map(|rank| abreast(13.5, 10.0 - f64::from(rank), 4));
    for at in [column.collect::<Vec<_>>(), ranks.collect()] {
        let mut field = Field::new();
        men(&mut field, A, &at);
        men(&mut field, B, &[(15.0, 12.0)]);
        field.spec.rules.movement.foot = inches(16.0);
        let played = charge(&mut field);
        assert_eq!(met(&played, A).len(), 6);
        let ways = played.find(|event| match *event {
            Event::Moves { from, to, way, .. } => Some(way >= from.distance(to)),
            _ => None,
        });
        assert!(ways.into_iter().all(|is_long_enough| is_long_enough));
    }
}

#[test]
fn ll_01_a_charge_passes_a_house_on_one_side() {
    let mut field = Field::new();
    let body = men(&mut field, A, &abreast(12.0, 12.0, 13));
    men(&mut field, B, &[(18.0, 21.0), (19.0, 21.0)]);
    field.house(14.0, 14.0, 22.0, 17.0);
    let played = charge(&mut field);
    let beside: Vec<_> =
        body.iter().map(|man| played.at(*man)).filter(|at| at.y > point(0.0, 14.5).y).collect();
    assert!(beside.len() > 1);
    let middle = point(18.0, 0.0).x;
    assert!(
        beside.iter().all(|at| at.x < middle) || beside.iter().all(|at| at.x > middle),
        "{beside:?}"
    );
}

#[test]
fn ll_09_men_within_a_move_of_a_barricade_attack_across_it() {
    let mut field = Field::new();
    let body = men(&mut field, A, &abreast(8.5, 6.0, 8));
    men(&mut field, B, &[(9.5, 12.76), (11.16, 12.76), (12.83, 12.76), (14.5, 12.76)]);
    field.house(2.0, 10.0, 8.0, 14.0);
    field.house(16.0, 10.0, 22.0, 14.0);
    field.barricade(7.5, 11.75, 16.5, 12.25);
    let played = charge(&mut field);
    assert_eq!((met(&played, A).len() >= 4, met(&played, B).len()), (true, 4));
    assert!(body.iter().all(|man| played.at(*man).y <= point(0.0, 11.75).y));
}

/// A lane between two houses, shut by a barricade from (15, 20) to (25, 20.5), and two men close up behind it. One gets
/// round the houses by the edges of the board.
fn lane(houses: [(f64, f64); 2]) -> Field {
    let mut field = Field::new();
    men(&mut field, B, &[(18.0, 21.0), (21.0, 21.0)]);
    field.house(houses[0].0, 18.0, houses[0].1, 23.0);
    field.house(houses[1].0, 18.0, houses[1].1, 23.0);
    field.barricade(15.0, 20.0, 25.0, 20.5);
    field
}

/// Charges of A until these have been so many.
fn charges(field: &mut Field, count: u32) -> Played {
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(count);
    play_battle(&field.battle(), &mut Fives)
}

#[test]
fn ll_09_who_is_further_off_than_a_move_marches_to_the_barricade() {
    let mut field = lane([(5.0, 16.0), (24.0, 35.0)]);
    let body = men(&mut field, A, &abreast(3.0, 5.0, 3));
    let all = |played: &Played, is: &dyn Fn(f64, f64) -> bool| {
        let inches = |v: i32| f64::from(v) / 256.0;
        body.iter().map(|man| played.at(*man)).all(|at| is(inches(at.x), inches(at.y)))
    };
    // The straight way there is open to none; he who is to turn a corner for it turns it.
    let on_the_way = charges(&mut field, 1);
    assert!(met(&on_the_way, A).is_empty());
    assert!(all(&on_the_way, &|x, y| x > 8.0 && y > 10.0));
    let there = charges(&mut field, 3);
    assert_eq!(met(&there, B).len(), 2);
    assert!(all(&there, &|x, y| (16.0..24.0).contains(&x) && y <= 20.0));
}

#[test]
fn ll_01_a_gap_beside_a_barricade_parts_no_body() {
    // The last of them sees the place through a gap too narrow for a base, and would be there sooner on the other side.
    let mut field = Field::new();
    let body = men(&mut field, A, &[5.2, 9.1, 13.0, 16.9, 20.8, 24.7].map(|x| (x, 17.5)));
    field.figure(B, AVERAGE, SWORD, 45.0, 3.0);
    field.house(5.0, 18.0, 15.5, 23.0);
    field.house(25.0, 18.0, 38.0, 23.0);
    field.barricade(15.0, 20.0, 24.5, 20.5);
    let place = field.place("well", 24.7, 26.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    let played = play_battle(&field.cap(1).battle(), &mut Fives);
    assert!(played.at(body[0]).y > point(0.0, 18.0).y);
    assert!(played.at(body[5]).x < point(24.0, 0.0).x, "{:?}", played.at(body[5]));
}

#[test]
fn ll_09_where_the_way_round_is_shorter_they_go_round() {
    let mut field = Field::new();
    let man = men(&mut field, A, &[(10.0, 12.0)])[0];
    men(&mut field, B, &[(13.0, 21.0)]);
    field.barricade(10.6, 20.0, 30.0, 20.5);
    let there = charges(&mut field, 2);
    assert_eq!(met(&there, A).len(), 1);
    assert!(there.at(man).y < point(0.0, 20.0).y, "{:?}", there.at(man));
    // Houses make a pocket of his side of it, open far to the right.
    field.house(10.6, 15.0, 28.0, 18.5);
    field.house(10.6, 18.4, 11.6, 20.1);
    let round = charges(&mut field, 2);
    assert_eq!(met(&round, A).len(), 1);
    assert!(round.at(man).y > point(0.0, 20.0).y, "{:?}", round.at(man));
}

#[test]
fn ll_09_two_at_a_corner_of_a_house_fight_round_it() {
    // They stand base to base, and the corner a hair between them: neither comes any nearer.
    let mut field = Field::new();
    men(&mut field, A, &[(20.0, 13.08)]);
    men(&mut field, B, &[(20.4, 14.0)]);
    field.house(20.0, 10.0, 26.0, 14.0);
    assert_eq!(charge(&mut field).rounds().len(), 0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    let fights = |field: &Field| play_battle(&field.battle(), &mut Fives).rounds().len();
    assert_eq!(fights(&field), 1);
    // Nobody fights round the end of a wall, however thin.
    field.spec.features.clear();
    field.house(20.1, 10.0, 20.3, 14.2);
    assert_eq!(fights(&field), 0);
}

#[test]
fn ll_09_where_there_is_no_way_round_they_go_to_the_barricade() {
    for (x, y) in [(18.0, 21.0), (18.0, 26.0)] {
        let mut field = lane([(0.0, 16.0), (24.0, 48.0)]);
        field.spec.width = point(48.0, 0.0).x;
        let body = men(&mut field, A, &abreast(8.0, 5.0, 3));
        // With nobody close up behind it, too, whom one could fight.
        field.spec.sides[B].figures[0].at = point(x, y);
        field.spec.sides[B].figures[1].at = point(x + 1.5, y);
        let played = charges(&mut field, 4);
        assert_eq!(met(&played, A).is_empty(), y > 22.0);
        for man in body {
            let at = played.at(man);
            assert!(at.y > point(0.0, 17.0).y && at.y <= point(0.0, 20.0).y, "{at:?}");
        }
    }
}

/// Walls on three sides of (20, 20).
fn walls_of_dead_end(field: &mut Field) {
    field.house(18.0, 14.0, 19.4, 22.0);
    field.house(20.6, 14.0, 22.0, 22.0);
    field.house(18.0, 20.6, 22.0, 23.0);
}

/// A dead end with A's only man in it, one of B's before him, and B's leader behind that one.
fn dead_end() -> Field {
    let mut field = Field::new();
    men(&mut field, A, &[(20.0, 20.0)]);
    men(&mut field, B, &[(20.0, 18.9)]);
    let leader = field.figure(B, AVERAGE, SWORD, 20.0, 17.8);
    field.leader(leader, HEROIC);
    walls_of_dead_end(&mut field);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field
}

fn nomination(field: &mut Field, rolls: &[u8]) -> (Vec<(usize, ActionKind, Qualifies)>, Vec<bool>) {
    let played = field.cap(2).play(rolls);
    let nominated = played.find(|event| match *event {
        Event::Nominates { figure, intention, qualifies, .. } => {
            Some((figure.index(), intention, qualifies))
        }
        _ => None,
    });
    (nominated, played.seizes().into_iter().map(|(.., success)| success).collect())
}

#[test]
fn ll_05_who_is_blocked_by_a_friend_does_not_qualify_by_a_charge() {
    // The leader would have the better chance, and cannot get there. The other fights on.
    let (nominated, _) = nomination(&mut dead_end(), &[4]);
    assert_eq!(nominated, [(0, ActionKind::Fight, Qualifies::Engages)]);
}

#[test]
fn ll_05_who_has_no_first_action_at_all_seizes_for_nothing() {
    let mut field = dead_end();
    // Now a wall keeps them from one another.
    field.house(19.4, 19.3, 20.6, 19.6);
    field.spec.sides[B].figures[0].at = point(20.0, 18.8);
    let (nominated, seized) = nomination(&mut field, &[20]);
    assert_eq!(nominated, [(1, ActionKind::Stand, Qualifies::Due)]);
    assert_eq!(seized, [true]);
}

#[test]
fn ll_05_the_nominee_goes_first_and_gets_there() {
    // He stands behind the others, and there is one spot only.
    let mut field = Field::new();
    men(&mut field, A, &[(20.0, 20.0)]);
    men(&mut field, B, &[(20.0, 17.0)]);
    let leader = field.figure(B, AVERAGE, SWORD, 20.0, 15.5);
    field.leader(leader, HEROIC);
    walls_of_dead_end(&mut field);
    field.bot(A, vec![line(&[], Act::Stand)]);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(2).play(&[14, 5, 5]);
    assert_eq!(met(&played, B), [leader.index()].into());
}

#[test]
fn ll_05_whom_others_keep_from_his_enemy_goes_for_those() {
    let mut field = Field::new();
    men(&mut field, A, &abreast(10.0, 10.0, 5));
    men(&mut field, B, &abreast(10.0, 14.0, 5));
    let leader = field.figure(B, AVERAGE, SWORD, 12.0, 19.0);
    field.leader(leader, HEROIC);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Leader))]);
    field.cap(1);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!(met(&played, A).len(), 5);
}

#[test]
fn ll_01_whom_his_own_keep_from_his_enemy_strikes_at_no_bystander() {
    // Friends take the near sides of a man by himself, and the last gets no further; somebody of another body stands by.
    let mut field = Field::new();
    let last = men(
        &mut field,
        A,
        &[(20.0, 12.8), (19.0, 13.0), (21.0, 13.0), (18.0, 13.2), (22.0, 13.2), (20.0, 16.7)],
    )[5];
    men(&mut field, B, &[(20.0, 10.0), (25.0, 14.0)]);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!(met(&played, B), [0].into());
    assert!(played.at(last).distance(point(20.0, 10.0)) < inches(4.0), "{:?}", played.at(last));
}

#[test]
fn ll_01_whom_an_enemy_keeps_from_his_goes_for_nobody_who_stands_elsewhere() {
    // He who bars the way fights already; somebody of another body stands by.
    let mut field = Field::new();
    men(&mut field, A, &[(20.0, 17.0), (21.0, 14.0)]);
    men(&mut field, B, &[(20.0, 14.0), (25.5, 14.0)]);
    let leader = field.figure(B, AVERAGE, SWORD, 20.0, 5.0);
    field.leader(leader, HEROIC);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Leader))]);
    field.cap(1);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!(met(&played, B), [0].into());
}

#[test]
fn ll_01_those_who_charge_from_afar_do_not_queue_behind_others_in_the_open() {
    // A block of others stands where the last of his move would take him; there is room to either side.
    let mut field = Field::new();
    let man = men(&mut field, A, &[(20.0, 10.0)])[0];
    men(&mut field, B, &[(20.0, 34.0)]);
    let unit = field.unit(A, "others");
    for (x, y) in (0..12).map(|k| (19.0 + f64::from(k % 3), 15.0 + f64::from(k / 3))) {
        let other = field.figure(A, AVERAGE, SWORD, x, y);
        field.enlist(other, unit);
    }
    field.spec.sides[A].units[1].bot = Some(bot(vec![line(&[], Act::Stand)]));
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    let played = play_battle(&field.battle(), &mut Fives);
    assert!(played.at(man).y > inches(16.0), "{:?}", played.at(man));
}

#[test]
fn ll_01_who_is_kept_from_his_enemy_does_not_turn_back_for_another() {
    // In a lane there is one spot at him whom they charge; another enemy stands behind them.
    let mut field = Field::new();
    men(&mut field, A, &[(20.0, 20.0), (20.0, 21.5)]);
    men(&mut field, B, &[(20.0, 17.0), (20.0, 27.0)]);
    field.house(18.0, 12.0, 19.4, 22.0);
    field.house(20.6, 12.0, 22.0, 22.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!(met(&played, A), [0].into());
    assert_eq!(met(&played, B), [0].into());
}

#[test]
fn ll_01_by_whose_death_the_enemy_wins_goes_behind_the_others() {
    // In a lane there is one spot at the enemy.
    let mut behind = Vec::new();
    for k in 0..3 {
        let mut field = Field::new();
        let chief = men(&mut field, A, &[(20.0, 20.0), (20.0, 21.5)])[0];
        men(&mut field, B, &[(20.0, 17.0)]);
        field.house(18.0, 12.0, 19.4, 22.0);
        field.house(20.6, 12.0, 22.0, 22.0);
        field.spec.sides[B].wins.extend(match k {
            0 => None,
            1 => Some(WinSpec::Kills { figure: chief }),
            _ => Some(WinSpec::Gone { who: EnemyTarget::Leader(chief) }),
        });
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        field.cap(1);
        let played = play_battle(&field.battle(), &mut Fives);
        behind.push(met(&played, A));
    }
    assert_eq!(behind, [[0].into(), [1].into(), [1].into()]);
}

#[test]
fn ws_04_two_units_that_run_at_one_another_pair_off() {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    men(&mut field, A, &abreast(10.0, 10.0, 4));
    men(&mut field, B, &abreast(12.0, 18.0, 4));
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Engage]);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!((met(&played, A).len(), met(&played, B).len()), (4, 4));
}

#[test]
fn ws_04_a_block_that_is_met_on_its_march_pairs_off() {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    men(&mut field, A, &abreast(10.0, 10.0, 4));
    men(&mut field, B, &abreast(10.0, 18.0, 4));
    let north = field.place("north", 11.5, 30.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(north)))]);
    field.reacts(B, &[React::Engage]);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!((met(&played, A).len(), met(&played, B).len()), (4, 4));
}

#[test]
fn ad_09_who_charge_bit_by_bit_spread_along_a_line_too() {
    let mut field = Field::under(System::Adnd);
    let ranks: Vec<_> = (0..2).flat_map(|rank| abreast(14.0, 10.0 - f64::from(rank), 2)).collect();
    men(&mut field, A, &ranks);
    men(&mut field, B, &abreast(12.5, 15.0, 4));
    field.bot(B, vec![line(&[], Act::Stand)]);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(8);
    let played = play_battle(&field.battle(), &mut Fives);
    assert_eq!((met(&played, A).len(), met(&played, B).len()), (4, 4));
}

#[test]
fn tn_01_ws_02_those_of_a_unit_who_can_come_up_to_a_fight_do_not_look_on() {
    let charge = ActionKind::Charge;
    for system in [UNIT_BY_UNIT, System::WarSpike] {
        let does = |others: &[(f64, f64)]| {
            let mut field = Field::under(system);
            field.spec.rules.warspike.turns = 1;
            field.spec.rules.warspike.advantage = Advantage::Keep;
            men(&mut field, A, &[(10.0, 10.0)]);
            men(&mut field, A, others);
            men(&mut field, B, &[(10.0, 11.0)]);
            field.bot(A, vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Stand)]);
            field.cap(1);
            let played = play_battle(&field.battle(), &mut Fives);
            (played.actions()[0].kind, met(&played, A).len())
        };
        assert_eq!(does(&[(8.0, 8.0), (12.0, 8.0)]), (charge, 2), "{system:?}");
        // No more of them could come up than fight already.
        assert_eq!(does(&[(8.0, 8.0)]), (ActionKind::Fight, 0), "{system:?}");
        assert_eq!(does(&[(8.0, 8.0), (40.0, 8.0)]), (ActionKind::Fight, 0), "{system:?}");
    }
}

#[test]
fn host_1_nobody_runs_past_an_enemy_whom_one_friend_fights() {
    // One goes for the first; who is beside him would have to pass that enemy to get to the one behind.
    let mut field = Field::new();
    men(&mut field, A, &[(10.0, 10.0), (11.2, 9.0)]);
    men(&mut field, B, &[(10.0, 14.0), (10.0, 16.5)]);
    let played = charge(&mut field);
    assert_eq!((met(&played, A).len(), met(&played, B)), (2, [0].into()));
    // Who is free to get at another goes for him.
    let mut field = Field::new();
    men(&mut field, A, &[(10.0, 10.0), (11.2, 9.0)]);
    men(&mut field, B, &[(10.0, 14.0), (13.0, 15.0)]);
    let played = charge(&mut field);
    assert_eq!((met(&played, A).len(), met(&played, B)), (2, [0, 1].into()));
}
