//! Made-up battles under petite guerre, mixes of it with Lloyd's or the host rules, and any system of turns; and checks on
//! them.

use super::petite::{
    self as fixture, BOW, CARBINE, CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, PISTOL, RANGER, SABRE,
    SWIVEL,
};
use super::{Field, Lcg, inches as paces, line, reaction};
use skirmish_engine::battle::{
    BlockSpec, Cover, Edge, Going, Hold, SightEffect, Time, UnitId, WinSpec,
};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{Event, EventKind, Observer, Scene};
use skirmish_engine::game::{self, Workspace};
use skirmish_engine::rulebook::{
    Advantage, AimReading, Blocks, Declaration, ExtraStrikes, Fighting, FirstInstigator, Formation,
    HalfStrengthTest, HoldMoves, HoldReacts, Matching, Missiles, ReactingUnit, ReactionMove,
    RoutineOrder, Routines, SameSegment, SecondFigure, System, TimedLoser, VolleyHits,
    VolleyReload,
};
use skirmish_engine::side::Side;
use skirmish_referee::Auditor;

pub struct Lots(pub u64);

impl Lots {
    pub fn of(&mut self, n: u64) -> u64 {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(99);
        (self.0 >> 33) % n
    }

    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.of(of.len() as u64) as usize]
    }
}

/// Returns a battle of three units a side, in line and in open order, on foot and mounted, on a board with some of everything.
pub fn petite(variant: u64) -> Field {
    let mut lots = Lots(variant + 1);
    let mut field = fixture::field();
    field.spec.width = paces(120.0);
    field.spec.height = paces(100.0);
    field.house(50.0, 30.0, 62.0, 42.0);
    field.wood(20.0, 50.0, 45.0, 75.0, paces(8.0));
    field.feature("hedge", 70.0, 10.0, 72.0, 40.0, SightEffect::Clear, Cover::Screen, Going::Free);
    field.barricade(55.0, 50.0, 56.0, 70.0);
    let village = field.place("village", 58.0, 46.0, 6.0);
    for side in Side::BOTH {
        for u in 0..3_u8 {
            let unit = match u {
                0 => UnitId(0),
                _ => fixture::unit(&mut field, side, "another"),
            };
            let (ranks, men) = (lots.of(4) as usize + 1, lots.of(6) as usize + 4);
            let in_line = lots.of(2) == 0;
            if in_line {
                let ranks = ranks as u8;
                field.spec.sides[side].units[usize::from(u)].formation = Formation::Line { ranks };
            }
            let troops = lots.one_of(&[CIVILIAN, MILITIA, LINE, LIGHT, RANGER]);
            let mounted = !in_line && lots.of(4) == 0;
            for k in 0..men {
                let weapon = match in_line {
                    // Every other battle has lines of mixed weapons, with figures that have none to fire.
                    true if variant.is_multiple_of(2) => MUSKET,
                    true => [MUSKET, MUSKET, CARBINE, MUSKET, MUSKET, SABRE][k % 6],
                    false => lots.one_of(&[MUSKET, PISTOL, CARBINE, SWIVEL, BOW, SABRE]),
                };
                let files = men.div_ceil(if in_line { ranks } else { 2 });
                let (rank, file) = ((k / files) as f64, (k % files) as f64);
                let depth = 8.0 + 3.5 * (3.0 - rank) + lots.of(2) as f64 / 8.0;
                let x = if side == Side::A { depth } else { 120.0 - depth };
                let y = 4.0 + 30.0 * f64::from(u) + 3.25 * file;
                let man = field.figure(side, troops, weapon, x, y);
                field.enlist(man, unit);
                field.spec.sides[side].figures[man.index()].mounted = mounted;
                if k == 0 && lots.of(2) == 0 {
                    field.leader(man, 2);
                }
            }
        }
        let of = &mut field.spec.sides[side];
        of.objective = Some(village);
        of.exit = Some(if side == Side::A { Edge::Left } else { Edge::Right });
        field.wins(side, WinSpec::Holds(Hold::of(village, 9)));
        if variant.is_multiple_of(3) {
            field.wins(Side::B, WinSpec::After(Time::turns(60)));
        }
        let mut lines = vec![
            line(&[Condition::Engaged], Act::Fight),
            line(&[Condition::InLine, Condition::EnemyInRange], Act::Volley(lots.of(4) as u8 + 1)),
            line(&[], Act::ShootInHaste(Pick::Nearest)),
            line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
            line(&[Condition::Wounded, Condition::Outnumbered], Act::Escape),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[Condition::Unloaded, Condition::EnemyInSight], Act::Reload),
            line(&[Condition::LossesAtLeast(12)], Act::Run(Goal::Leader)),
            line(&[], Act::Move(Goal::Objective)),
            line(&[], Act::Run(Goal::Objective)),
        ];
        let first = lots.of(lines.len() as u64 - 1) as usize;
        lines.swap(first, first + 1);
        if lots.of(3) == 0 {
            lines.remove(2);
        }
        // Every other battle has no random bot lines, so that bots may remember their decisions.
        if variant.is_multiple_of(2) {
            lines.insert(lots.of(6) as usize, line(&[], Act::Anything));
        }
        let bot = field.bot(side, lines);
        bot.reactions = vec![
            reaction(&[], React::Shoot),
            reaction(&[Condition::Outnumbered], React::Run),
            reaction(&[], React::Engage),
        ];
    }
    let rules = &mut field.spec.rules;
    rules.control.half_strength_test =
        lots.one_of(&[HalfStrengthTest::OnCrossing, HalfStrengthTest::EachLoss]);
    rules.fire.volley_reload = lots.one_of(&[VolleyReload::Ranks, VolleyReload::Platoon]);
    rules.fire.volley_hits = lots.one_of(&[VolleyHits::Nearest, VolleyHits::ByLot]);
    // Better odds, so that everything happens often enough.
    rules.fire.rank_reload = lots.one_of(&[16, 8]);
    rules.hand_to_hand.most_against_one = lots.one_of(&[2, 2, 1, 3]);
    rules.hand_to_hand.second_figure = lots.one_of(&[SecondFigure::InTurn, SecondFigure::AtOnce]);
    rules.aim = lots.one_of(AimReading::ALL).1;
    field.spec.starts = lots.one_of(&[Some(Side::A), Some(Side::B), None]);
    field.cap(300);
    field
}

/// Returns the same battle under Lloyd's initiative or the host rules' fighting.
pub fn mixed(variant: u64) -> Field {
    let mut field = petite(variant);
    let rules = &mut field.spec.rules;
    if variant.is_multiple_of(2) {
        rules.system = System::Lloyd;
        for side in Side::BOTH {
            for unit in &mut field.spec.sides[side].units {
                unit.morale = Some(6);
            }
        }
        rules.morale.figure_lost = 1;
    } else {
        rules.fighting = Fighting::Host;
        rules.weapons = super::rules().weapons;
        rules.weapons.push(rules.weapons[0].clone());
    }
    if variant.is_multiple_of(3) {
        rules.movement.paces = None;
    }
    field
}

/// Returns a battle of four units a side on a board with some of everything, under any system of turns and the host rules.
pub fn host(system: System, variant: u64) -> Field {
    let mut lots = Lots(variant + 1);
    let mut field = Field::under(system);
    field.spec.starts = None;
    let rules = &mut field.spec.rules.warspike;
    rules.turns = 12;
    rules.reaction_move = lots.one_of(ReactionMove::ALL).1;
    rules.reacting_unit = lots.one_of(ReactingUnit::ALL).1;
    rules.advantage = lots.one_of(Advantage::ALL).1;
    rules.first_instigator = lots.one_of(FirstInstigator::ALL).1;
    let end_cards = lots.one_of(&[0, 1]);
    super::tables::change(&mut field.spec.rules, |turn| turn.end_cards = end_cards);
    // Not random, as one more draw would change all battles.
    field.spec.rules.aim = AimReading::ALL[usize::from(variant.is_multiple_of(3))].1;
    field.house(18.0, 12.0, 24.0, 17.0);
    field.house(26.0, 20.0 + lots.of(4) as f64, 32.0, 26.0);
    field.wood(8.0, 22.0, 16.0, 30.0, paces(3.0));
    field.barricade(34.0, 14.0, 40.0, 14.25);
    let shrine = field.place("shrine", 25.0, 18.5, 2.0);
    if system == System::Adnd {
        with_natures(&mut field, &mut lots);
    }
    for side in Side::BOTH {
        for name in ["second", "third", "fourth"] {
            field.unit(side, name);
        }
        field.spec.sides[side].units[1].on_hold = lots.of(3) == 0;
        field.spec.sides[side].objective = Some(shrine);
        let x = if side == Side::A { 3.0 } else { 36.0 };
        for k in 0..16 {
            let weapon = lots.one_of(&[
                super::SWORD,
                super::BOW,
                super::SPEAR,
                super::JAVELIN,
                super::CROSSBOW,
            ]);
            let troops = lots.one_of(&[super::GOOD, super::AVERAGE]);
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
        for unit in &mut field.spec.sides[side].units {
            unit.morale = Some([0, 3][lots.of(2) as usize]);
        }
        field.spec.sides[side].exit = Some(Edge::Left);
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
        reactions.rotate_left(lots.of(8) as usize);
        field.spec.sides[side].bot.reactions = reactions;
        let mut lines = vec![
            line(&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[Condition::Engaged], Act::Fight),
            line(&[], Act::Move(Goal::Objective)),
            line(&[Condition::LossesAtLeast(5)], Act::Escape),
        ];
        lines.rotate_left(lots.of(5) as usize);
        if lots.of(3) == 0 {
            lines = vec![line(&[], Act::Anything)];
        }
        let bot = field.bot(side, lines);
        bot.pass_percent = [0, 30, 70][lots.of(3) as usize];
    }
    field.wins(Side::A, WinSpec::Losses { figures: 12 });
    field.wins(Side::B, WinSpec::Losses { figures: 12 });
    field.wins(Side::B, WinSpec::After(Time::turns(30)));
    with_groupings(&mut field, &mut lots);
    let rules = &mut field.spec.rules.warspike;
    rules.hold_reacts = lots.one_of(HoldReacts::ALL).1;
    rules.hold_moves = lots.one_of(HoldMoves::ALL).1;
    field.cap(400);
    field
}

/// Adds blocks, matching by distance and hidden units to some of the battles.
fn with_groupings(field: &mut Field, lots: &mut Lots) {
    let rules = &mut field.spec.rules.warspike;
    rules.matching = lots.one_of(Matching::ALL).1;
    rules.blocks = lots.one_of(Blocks::ALL).1;
    for side in Side::BOTH {
        let spec = &mut field.spec.sides[side];
        let pair = |units: u128, when: &[Condition]| BlockSpec {
            units,
            when: reaction(when, React::Stay).when,
        };
        match lots.of(3) {
            0 => {}
            1 => spec.blocks.push(pair(0b0110, &[])),
            _ => {
                spec.blocks.push(pair(0b0011, &[Condition::EnemyInSight]));
                spec.blocks.push(pair(0b1100, &[]));
            }
        }
        for unit in &mut spec.units {
            unit.hidden = lots.of(4) == 0;
        }
    }
}

/// Gives weapons and troops AD&D values: speed factors, several routines, reaction modifiers, haste, acting last.
fn with_natures(field: &mut Field, lots: &mut Lots) {
    let rules = &mut field.spec.rules;
    let segments = &mut rules.segments;
    segments.routines = lots.one_of(RoutineOrder::ALL).1;
    segments.timed_loser = lots.one_of(TimedLoser::ALL).1;
    segments.declaration = lots.one_of(Declaration::ALL).1;
    for (weapon, factor) in [
        (super::SWORD, lots.one_of(&[2, 5])),
        (super::SPEAR, lots.one_of(&[7, 13])),
        (super::JAVELIN, 6),
    ] {
        rules.weapons[weapon].handling.speed_factor = Some(factor);
    }
    rules.weapons[super::BOW].handling.shots = Routines::each(2);
    rules.weapons[super::CROSSBOW].handling.segments = lots.of(8) as u8;
    let good = &mut rules.troops[super::GOOD].nature;
    good.blows = lots.one_of(&[Routines { odd: 2, even: 1 }, Routines::each(3)]);
    good.reaction = lots.one_of(&[-2, 0, 2]);
    good.hasted = lots.of(4) == 0;
    rules.troops[super::AVERAGE].nature.always_last = lots.of(4) == 0;
    let segments = &mut rules.segments;
    segments.same_segment = lots.one_of(SameSegment::ALL).1;
    segments.extra_strikes = lots.one_of(ExtraStrikes::ALL).1;
    segments.missiles = lots.one_of(Missiles::ALL).1;
}

#[derive(Default)]
pub struct Kinds(Vec<u32>);

impl Kinds {
    pub fn of(&self, kind: EventKind) -> u32 {
        self.0[kind as usize]
    }
}

impl Observer for Kinds {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.resize(EventKind::ALL.len(), 0);
        event.counts(scene.holder, |kind, _, n| self.0[kind as usize] += n);
    }
}

/// Plays this many games of each battle before the auditor, which must find nothing.
#[track_caller]
pub fn audit(field: impl Fn(u64) -> Field, variants: u64, games: u64) -> Kinds {
    let mut auditor = Auditor::default();
    let mut kinds = Kinds::default();
    for variant in 0..variants {
        let battle = field(variant).battle();
        let mut workspace = Workspace::new(&battle);
        for game in 0..games {
            let mut dice = Lcg(variant * 1000 + game);
            game::play_watched(&battle, &mut workspace, None, &mut dice, &mut |scene, event| {
                auditor.event(scene, event);
                kinds.event(scene, event);
            });
            assert!(
                auditor.breaches().is_empty(),
                "variant {variant}, game {game}: {}",
                auditor.breaches()[0]
            );
        }
    }
    assert_eq!(auditor.games(), variants * games);
    kinds
}

/// A hash of every event and the figures then alive.
#[derive(Default)]
struct Hash(u64);

impl Observer for Hash {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        use std::hash::{Hash as _, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        format!("{:?} {event:?}", scene.alive).hash(&mut hasher);
        self.0 = self.0.wrapping_mul(31).wrapping_add(hasher.finish());
    }
}

/// Checks that games are the same to the last event on fast code, on plain code, and with wide sets behind pointers.
#[track_caller]
pub fn same_on_every_code(field: impl Fn(u64) -> Field, variants: u64, games: u64) {
    for variant in 0..variants {
        let battle = field(variant).battle();
        let plain = battle.clone().on_plain_code();
        let hash = |battle, workspace: &mut Workspace| {
            let mut hash = Hash::default();
            for game in 0..games {
                let mut dice = Lcg(variant * 77 + game);
                game::play(battle, workspace, None, &mut dice, &mut hash);
            }
            hash.0
        };
        let fast = hash(&battle, &mut Workspace::new(&battle));
        let on_plain = hash(&plain, &mut Workspace::new(&plain));
        assert_eq!(fast, on_plain, "variant {variant}: plain code");
        let wide = hash(&battle, &mut Workspace::wide(&battle));
        assert_eq!(fast, wide, "variant {variant}: wide sets");
    }
}
