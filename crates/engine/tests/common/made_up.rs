//! Made-up battles under petite guerre, and under what can be mixed of it with the other system and the host rules.

use super::petite::{
    self as fixture, BOW, CARBINE, CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, PISTOL, RANGER, SABRE,
    SWIVEL,
};
use super::{Field, inches as paces, line, reaction};
use skirmish_engine::battle::{Cover, Edge, Going, SightEffect, UnitId, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::rulebook::{
    Fighting, Formation, HalfStrengthTest, SecondFigure, System, VolleyHits, VolleyReload,
};
use skirmish_engine::side::Side;

/// Lots that make up a battle.
struct Lots(u64);

impl Lots {
    fn of(&mut self, n: u64) -> u64 {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(99);
        (self.0 >> 33) % n
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.of(of.len() as u64) as usize]
    }
}

/// Three units a side, in line and in open order, on foot and mounted, on a board with something of everything.
pub fn petite(variant: u64) -> Field {
    let mut lots = Lots(variant + 1);
    let mut field = fixture::field();
    field.spec.width = paces(120.0);
    field.spec.height = paces(100.0);
    field.house(50.0, 30.0, 62.0, 42.0);
    field.feature(
        "wood",
        20.0,
        50.0,
        45.0,
        75.0,
        SightEffect::BlockBeyond(paces(8.0)),
        Cover::Screen,
        Going::Slow,
    );
    field.feature(
        "hedge",
        70.0,
        10.0,
        72.0,
        40.0,
        SightEffect::Clear,
        Cover::Screen,
        Going::Free,
    );
    let wall = field.feature(
        "wall",
        55.0,
        50.0,
        56.0,
        70.0,
        SightEffect::Clear,
        Cover::Protect,
        Going::Barred,
    );
    wall.breaks_off = true;
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
                    // Every other battle has lines of several weapons, and of men with none that fires.
                    true if variant.is_multiple_of(2) => MUSKET,
                    true => [MUSKET, MUSKET, CARBINE, MUSKET, MUSKET, SABRE][k % 6],
                    false => lots.one_of(&[MUSKET, PISTOL, CARBINE, SWIVEL, BOW, SABRE]),
                };
                let files = men.div_ceil(if in_line { ranks } else { 2 });
                let (rank, file) = ((k / files) as f64, (k % files) as f64);
                let depth = 8.0 + 3.5 * (3.0 - rank) + lots.of(2) as f64 / 8.0;
                let x = if side == Side::A {
                    depth
                } else {
                    120.0 - depth
                };
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
        of.exit = Some(if side == Side::A {
            Edge::Left
        } else {
            Edge::Right
        });
        field.wins(
            side,
            WinSpec::Holds {
                place: village,
                figures: 9,
            },
        );
        if variant.is_multiple_of(3) {
            field.wins(Side::B, WinSpec::AfterTurns { turns: 60 });
        }
        let mut lines = vec![
            line(&[Condition::Engaged], Act::Fight),
            line(
                &[Condition::InLine, Condition::EnemyInRange],
                Act::Volley(lots.of(4) as u8 + 1),
            ),
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
        // Every other battle is without lots, so that bots may remember what they decided.
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
    // Shorter odds, so that everything happens often enough.
    rules.fire.rank_reload = lots.one_of(&[16, 8]);
    rules.hand_to_hand.most_against_one = lots.one_of(&[2, 2, 1, 3]);
    rules.hand_to_hand.second_figure = lots.one_of(&[SecondFigure::InTurn, SecondFigure::AtOnce]);
    field.spec.starts = lots.one_of(&[Some(Side::A), Some(Side::B), None]);
    field.cap(300);
    field
}

/// The same under the other initiative or the host rules' fighting.
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
        for of in &mut field.spec.sides.0 {
            let in_line = |unit: UnitId| of.units[usize::from(unit.0)].formation != Formation::Open;
            for figure in of.figures.iter_mut().filter(|f| in_line(f.unit)) {
                figure.weapon = MUSKET;
            }
        }
    }
    if variant.is_multiple_of(3) {
        rules.movement.paces = None;
    }
    field
}
