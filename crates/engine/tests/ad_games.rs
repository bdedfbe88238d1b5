//! Hundreds of games by rounds of segments on made-up boards: what must hold in each of them, from positions and events
//! alone; and the same games on plain code and with wide sets.

mod ad_field;
mod common;

use ad_field::{arm, field as plain_field, muster};
use common::{AVERAGE, BOW, CROSSBOW, Field, GOOD, JAVELIN, Lcg, SPEAR, SWORD, line};
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Ending, Event, MoveKind, Observer, Scene};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::{Declaration, Fighting, RoutineOrder, Routines, TimedLoser};
use skirmish_engine::side::{BySide, Side};

/// A battle with everything in it, varied by a number.
fn field(variant: u64) -> Field {
    let mut dice = Lcg(variant);
    let mut lot = |n: u64| {
        dice.0 = dice
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        (dice.0 >> 33) % n
    };
    let mut field = plain_field(60);
    field.spec.sides[Side::A].wins.clear();
    field.spec.cap = 400;
    field.house(18.0, 12.0, 24.0, 17.0);
    field.house(26.0, 20.0 + lot(4) as f64, 32.0, 26.0);
    field.feature(
        "wood",
        8.0,
        22.0,
        16.0,
        30.0,
        SightEffect::BlockBeyond(common::inches(3.0)),
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
    let shrine = field.place("shrine", 42.0, 30.0, 2.0);
    let spell = arm(&mut field, BOW, |w| w.handling.segments = 1 + lot(8) as u8);
    let longbow = arm(&mut field, BOW, |w| w.handling.shots = Routines::each(2));
    let dagger = arm(&mut field, SWORD, |w| w.handling.speed_factor = Some(2));
    let pike = arm(&mut field, SPEAR, |w| w.handling.speed_factor = Some(13));
    let heavy = arm(&mut field, CROSSBOW, |w| {
        w.handling.shots = Routines { odd: 1, even: 0 };
    });
    let weapons = [
        SWORD, BOW, SPEAR, JAVELIN, CROSSBOW, spell, longbow, dagger, pike, heavy,
    ];
    let hasted = muster(&mut field, AVERAGE, |n| n.hasted = true);
    let zombie = muster(&mut field, AVERAGE, |n| n.always_last = true);
    let hero = muster(&mut field, GOOD, |n| {
        n.blows = Routines { odd: 2, even: 1 };
        n.reaction = 2;
    });
    let slow = muster(&mut field, AVERAGE, |n| {
        n.slowed = true;
        n.reaction = -2;
    });
    let troops = [AVERAGE, AVERAGE, GOOD, hasted, zombie, hero, slow];
    for k in 0..10 {
        for (side, x, y) in [(Side::A, 4.0, 4.0), (Side::B, 34.0, 16.0)] {
            let weapon = weapons[lot(weapons.len() as u64) as usize];
            let troops = troops[lot(troops.len() as u64) as usize];
            let (x, y) = (x + 1.5 * f64::from(k % 4), y + 1.5 * f64::from(k / 4));
            field.figure(side, troops, weapon, x, y);
        }
    }
    for side in Side::BOTH {
        field.spec.sides[side].units[0].morale = Some(12);
        field.spec.sides[side].objective = Some(shrine);
        field.spec.sides[side].exit = Some(skirmish_engine::battle::Edge::Left);
        field.bot(
            side,
            vec![
                line(&[Condition::Engaged], Act::Fight),
                line(&[Condition::Charged], Act::Escape),
                line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
                line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
                line(
                    &[],
                    if variant.is_multiple_of(2) {
                        Act::Anything
                    } else {
                        Act::Run(Goal::Objective)
                    },
                ),
                line(&[], Act::Move(Goal::Objective)),
                line(&[], Act::Charge(Pick::Nearest)),
            ],
        );
        field.wins(
            side,
            WinSpec::Holds {
                place: shrine,
                figures: 3,
            },
        );
    }
    let rules = &mut field.spec.rules;
    if lot(2) == 1 {
        rules.segments.declaration = Declaration::Written;
    }
    if lot(2) == 1 {
        rules.segments.routines = RoutineOrder::Phases;
    }
    if lot(2) == 1 {
        rules.segments.timed_loser = TimedLoser::AlwaysInterrupted;
    }
    if lot(4) == 1 {
        rules.fighting = Fighting::PetiteGuerre;
        let stick = skirmish_engine::rulebook::Stick::new(&[(common::inches(16.0), 8)]);
        for weapon in rules.weapons.iter_mut().filter(|w| w.missile.is_some()) {
            weapon.stick = stick;
        }
    }
    field
}

/// What one looks after in a round.
#[derive(Default)]
struct Books {
    round: u32,
    segment: u16,
    engaged: BySide<u128>,
    charging: BySide<u128>,
    struck_on_arrival: BySide<u128>,
    last_charge: std::collections::BTreeMap<FigureId, u32>,
    spent: std::collections::BTreeMap<FigureId, Len>,
    declared: BySide<u128>,
    fights: u32,
    ended: bool,
}

impl Observer for Books {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        let base = scene.battle.spec().rules.movement.base;
        let has = |set: u128, figure: FigureId| set >> figure.index() & 1 == 1;
        match *event {
            Event::SegmentRoll { round, rolled } => {
                assert_eq!(round, self.round + 1);
                assert!(rolled.0.iter().all(|die| (1..=6).contains(die)));
                *self = Self {
                    round,
                    engaged: scene.engaged,
                    last_charge: std::mem::take(&mut self.last_charge),
                    fights: self.fights,
                    ..Self::default()
                };
                for (a, b) in [(Side::A, Side::A), (Side::B, Side::B), (Side::A, Side::B)] {
                    for i in (0..128).filter(|i| scene.alive[a] >> i & 1 == 1) {
                        for j in (0..128).filter(|j| scene.alive[b] >> j & 1 == 1) {
                            let apart = scene.positions[a][i].distance(scene.positions[b][j]);
                            let same = a == b && i == j;
                            assert!(same || apart >= base - 8, "{a:?}{i} and {b:?}{j}: {apart}");
                        }
                    }
                }
            }
            Event::Declares {
                side,
                action,
                figures,
                charging,
                ..
            } => {
                assert_eq!(figures & self.declared[side], 0, "declares twice");
                assert_eq!(figures & !scene.alive[side], 0, "the gone declare");
                assert_eq!(charging & !figures, 0);
                assert!(charging == 0 || action == ActionKind::Charge);
                self.declared[side] |= figures;
                self.charging[side] |= charging;
            }
            Event::Moves {
                figure,
                from,
                to,
                way,
                cost,
                why: MoveKind::Action,
                ..
            } => {
                assert_eq!(scene.positions[figure.side()][figure.index()], to);
                assert!(from.distance(to) <= way + 16);
                let charges = has(self.charging[figure.side()], figure);
                let rate = scene.battle.traits(figure).rate;
                let most = if charges { 2 * rate } else { rate };
                let spent = self.spent.entry(figure).or_default();
                *spent += cost;
                assert!(*spent <= most + 16, "{figure:?} went {spent} of {most}");
                if charges {
                    let last = self.last_charge.insert(figure, self.round);
                    assert!(last.is_none_or(|last| last == self.round || last + 10 <= self.round));
                }
            }
            Event::Completes {
                side,
                figures,
                segment,
                ..
            } => {
                assert_eq!(figures & !self.declared[side], 0);
                assert!(segment >= self.segment, "back in time");
                self.segment = segment;
            }
            Event::ChargeStrikes { figure, segment } => {
                let side = figure.side();
                assert!(has(self.charging[side], figure) && segment <= 10);
                assert!(!has(self.struck_on_arrival[side], figure), "strikes twice");
                self.struck_on_arrival[side] |= 1 << figure.index();
            }
            Event::Strikes {
                striker, target, ..
            } => {
                let side = striker.side();
                assert!(target.side() != side);
                let may = has(self.engaged[side] | self.struck_on_arrival[side], striker);
                assert!(may, "{striker:?} was out of melee and did not charge");
                self.fights += 1;
            }
            Event::Shoots { reactive, .. } => assert!(!reactive),
            Event::Ends { .. } => self.ended = true,
            _ => {}
        }
    }
}

#[test]
fn every_round_keeps_the_rules() {
    let (mut fights, mut caps) = (0, 0);
    for variant in 0..40 {
        let battle = field(variant).battle();
        let mut table = Table::new(&battle);
        for game in 0..10 {
            let mut books = Books::default();
            let outcome = play(
                &battle,
                &mut table,
                None,
                &mut Lcg(variant * 1000 + game),
                &mut books,
            );
            assert!(books.ended);
            fights += books.fights;
            caps += u32::from(outcome.ending == Ending::Cap);
        }
    }
    // They come to blows, and most come to an end.
    assert!(fights > 1000, "{fights}");
    assert!(caps < 100, "{caps}");
}

#[derive(Default)]
struct Hash(u64);

impl Observer for Hash {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        use std::hash::{Hash as _, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        format!("{event:?}").hash(&mut hasher);
        self.0 = self.0.wrapping_mul(31).wrapping_add(hasher.finish());
    }
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    for variant in 0..20 {
        let battle = field(variant).battle();
        let plain = battle.clone().on_plain_code();
        let hash = |battle, table: &mut Table| {
            let mut hash = Hash::default();
            for game in 0..3 {
                play(
                    battle,
                    table,
                    None,
                    &mut Lcg(variant * 77 + game),
                    &mut hash,
                );
            }
            hash.0
        };
        let fast = hash(&battle, &mut Table::new(&battle));
        let on_plain = hash(&plain, &mut Table::new(&plain));
        assert_eq!(fast, on_plain, "variant {variant}: plain code");
        let wide = hash(&battle, &mut Table::wide(&battle));
        assert_eq!(fast, wide, "variant {variant}: wide sets");
    }
}
