//! Hundreds of games of WarSpike on a made-up board: they end, nobody stands where he cannot, each unit acts and reacts once
//! a turn, and narrow and wide sets, fast and plain code give the same games.

mod common;

use common::{
    AVERAGE, BOW, CROSSBOW, Field, GOOD, JAVELIN, Lcg, SPEAR, SWORD, inches, line, reaction,
};
use skirmish_engine::battle::{Cover, Going, SightEffect, UnitId, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Outcome, Table, play};
use skirmish_engine::rulebook::{Advantage, ReactingUnit, ReactionMove, System};
use skirmish_engine::side::{BySide, Side};

/// A battle with everything in it, varied by a number.
fn field(variant: u64) -> Field {
    let mut dice = Lcg(variant);
    let mut lot = move |n: u64| {
        dice.0 = dice
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        (dice.0 >> 33) % n
    };
    let mut field = Field::under(System::WarSpike);
    field.spec.starts = None;
    let rules = &mut field.spec.rules.warspike;
    rules.turns = 12;
    rules.reaction_move = ReactionMove::ALL[lot(3) as usize].1;
    rules.reacting_unit = ReactingUnit::ALL[lot(2) as usize].1;
    rules.advantage = Advantage::ALL[lot(5) as usize].1;
    field.house(18.0, 12.0, 24.0, 17.0);
    field.house(26.0, 20.0 + lot(4) as f64, 32.0, 26.0);
    field.feature(
        "wood",
        8.0,
        22.0,
        16.0,
        30.0,
        SightEffect::BlockBeyond(inches(3.0)),
        Cover::Screen,
        Going::Slow,
    );
    let barricade = field.feature(
        "barricade",
        34.0,
        14.0,
        40.0,
        14.25,
        SightEffect::Clear,
        Cover::Protect,
        Going::Barred,
    );
    barricade.breaks_off = true;
    let shrine = field.place("shrine", 25.0, 18.5, 2.0);
    for side in Side::BOTH {
        for name in ["second", "third", "fourth"] {
            field.unit(side, name);
        }
        field.spec.sides[side].units[1].on_hold = lot(3) == 0;
        field.spec.sides[side].objective = Some(shrine);
        let x = if side == Side::A { 3.0 } else { 36.0 };
        for k in 0..16 {
            let weapon = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW][lot(5) as usize];
            let troops = if lot(2) == 0 { GOOD } else { AVERAGE };
            let (column, row) = (f64::from(k % 4), f64::from(k / 4));
            let figure = field.figure(
                side,
                troops,
                weapon,
                x + 1.5 * column,
                5.0 + 7.0 * row + 1.5 * (column % 2.0),
            );
            field.enlist(figure, UnitId((k / 4) as u8));
        }
        let mut reactions = vec![
            reaction(&[Condition::EnemyInMediumRange], React::Shoot),
            reaction(&[Condition::EnemyWithinCharge], React::Engage),
            reaction(&[Condition::Outnumbered], React::Run),
            reaction(&[], React::HeadOff),
            reaction(&[Condition::HasMissiles], React::TakeCover),
            reaction(&[], React::LieLow),
            reaction(&[], React::Rejoin),
            reaction(&[], React::Prepare),
        ];
        reactions.rotate_left(lot(8) as usize);
        field.spec.sides[side].bot.reactions = reactions;
        let mut lines = vec![
            line(&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[Condition::Engaged], Act::Fight),
            line(&[], Act::Move(Goal::Objective)),
        ];
        lines.rotate_left(lot(4) as usize);
        if lot(3) == 0 {
            lines = vec![line(&[], Act::Anything)];
        }
        field.bot(side, lines);
    }
    field.wins(Side::A, WinSpec::Losses { figures: 12 });
    field.wins(Side::B, WinSpec::Losses { figures: 12 });
    field.cap(2000);
    field
}

/// Looks whether everyone stands where he can, and counts what each unit does in a turn.
#[derive(Default)]
struct Watcher {
    turns: u32,
    acted: BySide<u128>,
    reacted: u128,
    answered: u32,
    races: u32,
    moved: BySide<bool>,
    events: Vec<Event>,
}

impl Observer for Watcher {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.events.push(*event);
        match *event {
            Event::Instigates { .. } => {
                self.turns += 1;
                self.acted = BySide::default();
                self.reacted = 0;
            }
            Event::MatchBegins {
                side,
                unit,
                reacting,
            } => {
                assert_eq!(self.acted[side] >> unit.0 & 1, 0, "{unit:?} acts twice");
                self.acted[side] |= 1 << unit.0;
                let on_hold = scene.battle.spec().sides[side].units[usize::from(unit.0)].on_hold;
                assert!(!on_hold, "{unit:?} is on hold and acts");
                if let Some(unit) = reacting {
                    assert_eq!(self.reacted >> unit.0 & 1, 0, "{unit:?} reacts twice");
                    self.reacted |= 1 << unit.0;
                    self.answered += 1;
                }
                self.moved = BySide([false; 2]);
                stand(scene);
            }
            Event::Moves {
                figure,
                cost,
                allowance,
                ..
            } => {
                assert!(cost <= allowance, "{figure:?} goes {cost} of {allowance}");
                self.moved[figure.side()] = true;
                self.races += u32::from(self.moved == BySide([true; 2]));
            }
            Event::Changeover { .. } | Event::Advantage { .. } => stand(scene),
            _ => {}
        }
    }
}

fn stand(scene: &Scene<'_>) {
    let base = scene.battle.spec().rules.movement.base;
    let alive = |side: Side| {
        let places = scene.positions[side].iter().enumerate();
        places.filter(move |(i, _)| scene.alive[side] >> i & 1 == 1)
    };
    for side in Side::BOTH {
        for (i, p) in alive(side) {
            assert!(
                scene.battle.terrain(0).is_standable(*p),
                "{side:?}{i} at {p:?}"
            );
            for other in Side::BOTH {
                for (j, q) in alive(other) {
                    let apart = p.distance(*q);
                    let same = side == other && i == j;
                    assert!(
                        same || apart >= base - 8,
                        "{side:?}{i} {other:?}{j}: {apart}"
                    );
                }
            }
        }
    }
}

fn game(
    battle: &skirmish_engine::battle::Battle,
    table: &mut Table,
    seed: u64,
) -> (Outcome, Watcher) {
    let mut watcher = Watcher::default();
    let outcome = play(battle, table, None, &mut Lcg(seed), &mut watcher);
    (outcome, watcher)
}

#[test]
fn games_keep_the_rules_and_are_the_same_on_every_code() {
    let (mut answered, mut races, mut turns) = (0, 0, 0);
    for variant in 0..60 {
        let field = field(variant);
        let battle = field.battle();
        let plain = field.battle().on_plain_code();
        let (mut table, mut wide) = (Table::new(&battle), Table::wide(&battle));
        for seed in 0..5 {
            let (outcome, watcher) = game(&battle, &mut table, seed);
            let (on_wide, other) = game(&battle, &mut wide, seed);
            assert_eq!((outcome, &watcher.events), (on_wide, &other.events));
            let (on_plain, other) = game(&plain, &mut table, seed);
            assert_eq!((outcome, &watcher.events), (on_plain, &other.events));
            answered += watcher.answered;
            races += watcher.races;
            turns += watcher.turns;
        }
    }
    // That something has been seen at all.
    assert!(
        turns > 1000 && answered > 1000 && races > 200,
        "{turns} {answered} {races}"
    );
}
