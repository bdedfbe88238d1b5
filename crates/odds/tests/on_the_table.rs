//! The exact laws of petite guerre against a walk over every outcome of whole games on the table: the engine's own code
//! from the first die to the last, in battles so small that every roll can be tried.

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use common::petite::{CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, RANGER, duel, field, form_line};
use common::{Field, line};
use skirmish_engine::battle::{Battle, Cover, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ControlResult, Event, FireKind, Observer, Scene};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::{VolleyReload, step_up};
use skirmish_engine::side::Side;
use skirmish_odds::{
    Clash, Control, ControlTest, MAX_OUTCOMES, Melee, Pmf, Ratio, Ways, every_outcome,
};

/// Types of troops with their die for every skill.
const TROOPS: [(usize, u8); 5] = [
    (CIVILIAN, 4),
    (MILITIA, 6),
    (LINE, 8),
    (LIGHT, 10),
    (RANGER, 12),
];

/// Notes what a test asks for, of the first event that answers.
struct Watch<F, T> {
    pick: F,
    seen: Option<T>,
}

impl<F: FnMut(&Event) -> Option<T>, T> Observer for Watch<F, T> {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        if self.seen.is_none() {
            self.seen = (self.pick)(event);
        }
    }
}

/// The exact law of the first answer in a game; `None` where none comes.
fn walk<T: Ord>(field: &Field, pick: impl Fn(&Event) -> Option<T>) -> Pmf<Option<T>> {
    let battle: Battle = field.battle();
    let mut table = Table::new(&battle);
    every_outcome(MAX_OUTCOMES, |mut chance| {
        let mut watch = Watch {
            pick: &pick,
            seen: None,
        };
        play(&battle, &mut table, None, &mut chance, &mut watch);
        watch.seen
    })
    .expect("a tree of this size")
}

/// The chance of an answer where there is one.
fn given<T: Ord + Clone>(law: &Pmf<Option<T>>, answer: T) -> Ratio {
    let some = law.given(Option::is_some).expect("an answer");
    some.chance(&Some(answer))
}

fn dice(sides: &[u8]) -> Ways {
    let dice: Vec<Dice> = sides.iter().map(|sides| Dice::one(*sides)).collect();
    Ways::of(&dice).expect("ordinary dice")
}

#[test]
fn pg_07_aimed_hits_and_pg_08_their_effect() {
    for (troops, die) in TROOPS {
        let (field, ..) = duel(troops, 38.0);
        let hits = walk(&field, |event| match *event {
            Event::Fires { hit, needed, .. } => {
                assert_eq!(needed, 11);
                Some(hit)
            }
            _ => None,
        });
        assert_eq!(
            given(&hits, true),
            dice(&[8, die]).chance(11),
            "d8 and d{die}"
        );
        if die == 12 {
            assert_eq!(given(&hits, true), Ratio::new(52, 96).expect("a fraction"));
        }
        let effects = walk(&field, |event| match *event {
            Event::Struck { kills, .. } => Some(kills),
            _ => None,
        });
        if effects.chance(&None) != Ratio::ONE {
            assert_eq!(given(&effects, true), dice(&[4]).chance(3));
        }
    }
}

#[test]
fn pg_09_reloading_and_pg_10_fire_in_haste() {
    for (troops, die) in TROOPS {
        let (mut field, ..) = duel(troops, 38.0);
        field.bot(
            Side::A,
            vec![
                line(&[], Act::ShootInHaste(Pick::Nearest)),
                line(&[], Act::Shoot(Pick::Nearest)),
                line(&[], Act::Reload),
            ],
        );
        field.cap(3);
        let loaded = walk(&field, |event| match *event {
            Event::Reloads { loaded, .. } => Some(loaded),
            _ => None,
        });
        assert_eq!(given(&loaded, true), dice(&[die]).chance(4), "d{die}");
        // Where the target has run meanwhile, more is needed.
        let hits = walk(&field, |event| match *event {
            Event::Fires {
                fire: FireKind::Haste,
                hit,
                needed: 11,
                ..
            } => Some(hit),
            _ => None,
        });
        assert_eq!(
            given(&hits, true),
            dice(&[4, die]).chance(11),
            "d4 and d{die}"
        );
    }
}

#[test]
fn pg_11_volleys_and_pg_12_reloading_after_them() {
    for (reading, exact) in [
        (VolleyReload::Ranks, Ratio::new(1, 4)),
        (VolleyReload::Platoon, Ratio::new(9, 20)),
    ] {
        let mut field = field();
        form_line(&mut field, Side::A, LINE, 2, 1, (50.0, 75.0));
        field.figure(Side::B, LINE, MUSKET, 88.0, 75.0);
        field.spec.rules.fire.volley_reload = reading;
        field.bot(
            Side::A,
            vec![
                line(&[Condition::InLine], Act::Shoot(Pick::Nearest)),
                line(&[], Act::Reload),
            ],
        );
        field.cap(3);
        let hits = walk(&field, |event| match *event {
            Event::Fires {
                fire: FireKind::Volley,
                hit,
                needed,
                ..
            } => {
                assert_eq!(needed, 11);
                Some(hit)
            }
            _ => None,
        });
        assert_eq!(given(&hits, true), Ratio::new(10, 20).expect("a fraction"));
        let loaded = walk(&field, |event| match *event {
            Event::RankReloads { loaded, .. } => Some(loaded),
            _ => None,
        });
        assert_eq!(given(&loaded, true), exact.expect("a fraction"));
    }
}

#[test]
fn pg_04_activation() {
    for (troops, die) in TROOPS {
        // B is shot at first and tests before it does anything.
        let mut field = field();
        field.figure(Side::A, RANGER, MUSKET, 50.0, 75.0);
        field.figure(Side::B, troops, MUSKET, 70.0, 75.0);
        field.figure(Side::B, troops, MUSKET, 70.0, 80.0);
        field.figure(Side::B, troops, MUSKET, 70.0, 85.0);
        field.bot(Side::A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.cap(2);
        let law = walk(&field, |event| match *event {
            Event::ControlTest { result, .. } => Some(match result {
                ControlResult::InControl => Control::InControl,
                ControlResult::OutOfControl => Control::OutOfControl,
                ControlResult::Routed => Control::Routed,
            }),
            _ => None,
        });
        let exact = ControlTest {
            dice: Dice::one(die),
            in_control: 4,
            out_of_control: 2,
        }
        .law()
        .expect("ordinary dice");
        for result in [Control::InControl, Control::OutOfControl, Control::Routed] {
            assert_eq!(
                given(&law, result),
                exact.chance(&result),
                "{result:?} on d{die}"
            );
        }
    }
}

/// A bout as the laws have it.
fn outcome(event: &Event) -> Option<Clash> {
    let Event::Clashes { rolled, hits, .. } = *event else {
        return None;
    };
    Some(match hits {
        [true, true] => Clash::BothHit,
        [true, false] => Clash::OneHits,
        [false, true] => Clash::OtherHits,
        [false, false] if rolled[0] >= 4 && rolled[1] >= 4 => Clash::Parry,
        [false, false] => Clash::Nothing,
    })
}

#[test]
fn pg_13_a_bout_and_pg_14_with_the_advantage_of_a_parapet() {
    for (one, die) in TROOPS {
        for (other, other_die) in TROOPS {
            for parapet in [false, true] {
                let mut field = field();
                field.figure(Side::A, one, MUSKET, 50.0, 75.0);
                field.figure(Side::B, other, MUSKET, 53.25, 75.0);
                if parapet {
                    let wall = field.feature(
                        "parapet",
                        51.5,
                        70.0,
                        51.75,
                        80.0,
                        SightEffect::Clear,
                        Cover::Protect,
                        Going::Free,
                    );
                    wall.breaks_off = true;
                }
                field.cap(1);
                let law = walk(&field, outcome);
                let step = |die| if parapet { step_up(die) } else { die };
                let exact = Melee {
                    one: Dice::one(step(die)),
                    other: Dice::one(step(other_die)),
                    second: None,
                    needed: 4,
                };
                let exact = exact.clash().expect("ordinary dice");
                for result in [
                    Clash::Nothing,
                    Clash::Parry,
                    Clash::OneHits,
                    Clash::OtherHits,
                    Clash::BothHit,
                ] {
                    assert_eq!(
                        given(&law, result),
                        exact.chance(&result),
                        "d{die} against d{other_die}: {result:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn pg_13_two_against_one() {
    let mut field = field();
    field.figure(Side::A, MILITIA, MUSKET, 50.0, 75.0);
    field.figure(Side::B, MILITIA, MUSKET, 53.25, 75.0);
    field.figure(Side::B, LINE, MUSKET, 46.75, 75.0);
    field.cap(1);
    let battle = field.battle();
    let mut table = Table::new(&battle);
    // Whether the one is hit at all: by the first or by the second, against whom he does not roll.
    let law = every_outcome(MAX_OUTCOMES, |mut chance| {
        let mut hit = false;
        let mut watch = Watch {
            pick: |event: &Event| -> Option<()> {
                if let Event::Clashes { hits, .. } = *event {
                    hit |= hits[1];
                }
                None
            },
            seen: None,
        };
        play(&battle, &mut table, None, &mut chance, &mut watch);
        hit
    })
    .expect("a tree of this size");
    let exact = Melee {
        one: Dice::one(6),
        other: Dice::one(6),
        second: Some(Dice::one(8)),
        needed: 4,
    };
    let hit_at_all = exact
        .hits()
        .expect("ordinary dice")
        .chance_that(|hits| hits.on_one > 0);
    assert_eq!(law.chance(&true), hit_at_all);
}
