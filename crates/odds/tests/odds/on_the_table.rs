//! The exact laws of petite guerre against a walk over every outcome of whole games on the table: the engine's own code
//! from the first die to the last, in battles so small that every roll can be tried.

use crate::common::petite::{
    CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, RANGER, SABRE, duel, ends_after, field, form_line,
};
use crate::common::{Field, line, play};
use skirmish_engine::battle::{Battle, Cover, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ControlResult, Event, FireKind, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::{SecondFigure, VolleyReload, step_up};
use skirmish_engine::side::Side;
use skirmish_odds::{
    Clash, Control, ControlTest, Fate, Hits, MAX_OUTCOMES, Melee, Pmf, Ratio, Rhythm, Second, Ways,
    every_outcome, hits_per_turn, successes,
};

/// Types of troops with their die for every skill.
const TROOPS: [(usize, u8); 5] =
    [(CIVILIAN, 4), (MILITIA, 6), (LINE, 8), (LIGHT, 10), (RANGER, 12)];

/// A bout on d8s, by the numbers of the shipped rulebook.
const BOUT_ON_D8: Melee = Melee {
    one: Dice::one(8),
    other: Dice::one(8),
    second: None,
    needed: 4,
    effect: Dice::one(4),
    kills: [3, 3],
};

/// Shows a test every event.
struct Watch<'a>(&'a mut dyn FnMut(&Event));

impl Observer for Watch<'_> {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        (self.0)(event);
    }
}

/// The exact law of what somebody finds out who sees every event of a game.
pub(crate) fn law_of<T: Ord, W: Default>(
    field: &Field,
    mut see: impl FnMut(&mut W, &Event),
    result: impl Fn(W) -> T,
) -> Pmf<T> {
    let battle: Battle = field.battle();
    let mut workspace = Workspace::new(&battle);
    every_outcome(MAX_OUTCOMES, |chance| {
        let mut seen = W::default();
        let mut watch = |event: &Event| see(&mut seen, event);
        play(&battle, &mut workspace, chance, &mut Watch(&mut watch));
        result(seen)
    })
    .expect("a tree of this size")
}

/// The exact law of the first answer in a game; `None` where none comes.
fn walk<T: Ord>(field: &Field, pick: impl Fn(&Event) -> Option<T>) -> Pmf<Option<T>> {
    let see = |seen: &mut Option<T>, event: &Event| {
        if seen.is_none() {
            *seen = pick(event);
        }
    };
    law_of(field, see, |seen| seen)
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
        assert_eq!(given(&hits, true), dice(&[8, die]).chance(11), "d8 and d{die}");
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
            Event::Fires { fire: FireKind::Haste, hit, needed: 11, .. } => Some(hit),
            _ => None,
        });
        let exact = dice(&[4, die]).chance(11);
        if exact == Ratio::ZERO {
            assert_eq!(hits.chance(&None), Ratio::ONE, "a shot that cannot hit is not made");
            continue;
        }
        assert_eq!(given(&hits, true), exact, "d4 and d{die}");
    }
}

#[test]
fn pg_11_volleys_and_pg_12_reloading_after_them() {
    for (reading, exact) in
        [(VolleyReload::Ranks, Ratio::new(1, 4)), (VolleyReload::Platoon, Ratio::new(9, 20))]
    {
        let mut field = field();
        form_line(&mut field, Side::A, LINE, 2, 1, (50.0, 75.0));
        field.figure(Side::B, LINE, MUSKET, 88.0, 75.0);
        field.spec.rules.fire.volley_reload = reading;
        field.bot(
            Side::A,
            vec![line(&[Condition::InLine], Act::Shoot(Pick::Nearest)), line(&[], Act::Reload)],
        );
        field.cap(3);
        let hits = walk(&field, |event| match *event {
            Event::Fires { fire: FireKind::Volley, hit, needed, .. } => {
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
fn pg_11_each_of_a_group_is_hit_by_the_rolls_that_reach_him() {
    // Two fire at two: the nearest stands behind a wall and needs 17, the other 12.
    let mut field = field();
    form_line(&mut field, Side::A, LINE, 1, 2, (50.0, 75.0));
    let walled = field.figure(Side::B, LINE, SABRE, 90.0, 75.0);
    let open = field.figure(Side::B, LINE, SABRE, 92.0, 78.25);
    field.feature("wall", 88.0, 60.0, 88.5, 76.5, SightEffect::Clear, Cover::Protect, Going::Free);
    field.bot(Side::A, vec![line(&[], Act::Volley(4))]);
    field.cap(1);
    let see = |seen: &mut [u64; 3], event: &Event| match *event {
        Event::HitFalls { figure, .. } => seen[usize::from(figure != walled)] += 1,
        Event::Fires { hit, needed, .. } => {
            assert_eq!(needed, 12, "told is what hits {open:?}, most easily");
            seen[2] += u64::from(hit);
        }
        _ => {}
    };
    let law = law_of(&field, see, |seen| seen);
    let chance = |is: fn(&[u64; 3]) -> bool| law.chance_that(is);
    let hit = |reaching: u32| Ratio::new(u128::from(reaching), 20).expect("a fraction");
    // Rolls that hit: the law of all volleys.
    let hits = successes(2, &hit(9)).expect("a law");
    for n in 0..=2 {
        assert_eq!(law.chance_that(|seen| seen[2] == n as u64), hits.chance(&n));
    }
    // He behind the wall is hit once if any roll reaches him, and never twice; the other by all the rest.
    let reaching = successes(2, &hit(4)).expect("a law");
    assert_eq!(chance(|seen| seen[0] == 1), reaching.at_least(&1));
    assert_eq!(chance(|seen| seen[0] > 1), Ratio::ZERO);
    let miss = Ratio::new(11, 20).expect("a fraction");
    let only_walled = &(&hit(4) * &miss) * &Ratio::from(2);
    let neither = &miss * &miss;
    assert_eq!(chance(|seen| seen[1] == 0), &only_walled + &neither);
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
        let exact = ControlTest { dice: Dice::one(die), in_control: 4, out_of_control: 2 }
            .law()
            .expect("ordinary dice");
        for result in [Control::InControl, Control::OutOfControl, Control::Routed] {
            assert_eq!(given(&law, result), exact.chance(&result), "{result:?} on d{die}");
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
                    ..BOUT_ON_D8
                };
                let exact = exact.clash().expect("ordinary dice");
                for result in
                    [Clash::Nothing, Clash::Parry, Clash::OneHits, Clash::OtherHits, Clash::BothHit]
                {
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
fn pg_13_two_against_one_in_turn_and_at_once() {
    for reading in [SecondFigure::InTurn, SecondFigure::AtOnce] {
        for (one, die) in TROOPS {
            for (other, other_die) in TROOPS {
                for (second, second_die) in TROOPS.into_iter().step_by(2) {
                    let exact = Melee {
                        one: Dice::one(die),
                        other: Dice::one(other_die),
                        second: Some(Second {
                            dice: Dice::one(second_die),
                            at_wounded: match reading {
                                SecondFigure::InTurn => Some(Dice::one(step_up(second_die))),
                                SecondFigure::AtOnce => None,
                            },
                        }),
                        ..BOUT_ON_D8
                    };
                    let law = two_against_one(reading, [one, other, second]);
                    let what =
                        format!("d{die} against d{other_die} and d{second_die}, {reading:?}");
                    let hits = law.map(|(hits, _)| *hits);
                    assert_eq!(hits, exact.hits().expect("ordinary dice"), "{what}");
                    let fates = exact.fates().expect("ordinary dice");
                    for (who, fate) in fates.iter().enumerate() {
                        assert_eq!(law.map(|(_, fates)| fates[who]), *fate, "{what}");
                    }
                }
            }
        }
    }
}

/// A round of one man of A between two of B: hits on him and on the first of these, and how the two are afterwards.
fn two_against_one(reading: SecondFigure, troops: [usize; 3]) -> Pmf<(Hits, [Fate; 2])> {
    let mut field = field();
    let one = field.figure(Side::A, troops[0], MUSKET, 50.0, 75.0);
    let other = field.figure(Side::B, troops[1], MUSKET, 53.25, 75.0);
    field.figure(Side::B, troops[2], MUSKET, 46.75, 75.0);
    field.spec.rules.hand_to_hand.second_figure = reading;
    field.cap(1);
    let see = |(hits, fates): &mut ([u8; 2], [Option<Fate>; 2]), event: &Event| match *event {
        Event::Clashes { hits: of, .. } => {
            hits[0] += u8::from(of[1]);
            hits[1] += u8::from(of[0]);
        }
        Event::Struck { figure, kills, .. } => {
            let who = [one, other].iter().position(|of| *of == figure);
            let fate = if kills { Fate::Killed } else { Fate::Wounded };
            fates[who.expect("nobody hits the second")] = Some(fate);
        }
        _ => {}
    };
    law_of(&field, see, |([on_one, on_other], fates)| {
        let fates = fates.map(|fate| fate.unwrap_or(Fate::NotHit));
        (Hits { on_one, on_other }, fates)
    })
}

/// Expected hits of a figure in so many turns: from turn to turn the chance that its weapon is loaded, at first 1. Returns
/// that chance at the end too.
fn chain(
    mut loaded: Ratio,
    hit: &Ratio,
    in_haste: Option<&Ratio>,
    reload: &Ratio,
    turns: u32,
) -> (Ratio, Ratio) {
    let mut hits = Ratio::ZERO;
    for _ in 0..turns {
        let reloaded = (&Ratio::ONE - &loaded) * reload;
        hits = hits + &loaded * hit;
        loaded = match in_haste {
            Some(hasty) => {
                hits = hits + &reloaded * hasty;
                Ratio::ZERO
            }
            None => reloaded,
        };
    }
    (hits, loaded)
}

/// The hits of A in so many turns of his, by every roll of the engine; those of a d4 and a d6 in three turns, of others in
/// two.
fn hits_on_the_table(troops: usize, in_haste: bool, turns: u32) -> Ratio {
    let (mut field, ..) = duel(troops, 38.0);
    // Enemies enough, who stay whatever befalls them; a hit wounds.
    for y in [78.25, 81.5] {
        field.figure(Side::B, LINE, MUSKET, 88.0, y);
    }
    for figure in &mut field.spec.sides[Side::B].figures {
        figure.troops = CIVILIAN;
    }
    let rules = &mut field.spec.rules;
    rules.control.in_control = 1;
    (rules.fire.effect_dice, rules.fire.kills) = (Dice::one(1), 2);
    let mut lines =
        vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[Condition::Unloaded], Act::Reload)];
    if in_haste {
        lines.push(line(&[], Act::ShootInHaste(Pick::Nearest)));
    }
    field.bot(Side::A, lines);
    ends_after(&mut field, 2 * turns - 1);
    field.cap(100);
    let see = |hits: &mut i64, event: &Event| {
        if let Event::Fires { hit, needed, .. } = *event {
            assert_eq!(needed, 11);
            *hits += i64::from(hit);
        }
    };
    law_of(&field, see, |hits| hits).mean()
}

#[test]
fn pg_09_pg_10_hits_in_turns_with_reloading_are_those_of_the_chain() {
    for (troops, die) in TROOPS {
        let (hit, hasty) = (dice(&[8, die]).chance(11), dice(&[4, die]).chance(11));
        let reload = dice(&[die]).chance(4);
        let turns = if die <= 6 { 3 } else { 2 };
        for in_haste in [None, Some(&hasty)] {
            // Who cannot hit in haste waits for his next turn.
            let fires_in_haste = in_haste.filter(|hasty| **hasty != Ratio::ZERO);
            let (exact, _) = chain(Ratio::ONE, &hit, fires_in_haste, &reload, turns);
            let walked = hits_on_the_table(troops, in_haste.is_some(), turns);
            assert_eq!(walked, exact, "d{die}, in haste: {}", in_haste.is_some());
        }
    }
}

#[test]
fn pg_09_pg_12_in_the_long_run_the_chain_has_the_rate_of_the_formula() {
    let volley = Ratio::new(1, 2).expect("a fraction");
    let aimed = TROOPS.map(|(_, die)| {
        let hits = [dice(&[8, die]), dice(&[4, die])].map(|ways| ways.chance(11));
        (hits, dice(&[die]).chance(4))
    });
    let by = [(1, 4), (9, 20)].map(|(n, d)| Ratio::new(n, d).expect("a fraction"));
    let volleys = by.map(|reload| ([volley.clone(), Ratio::ZERO], reload));
    for ([hit, hasty], reload) in aimed.into_iter().chain(volleys) {
        // Loaded so often at the start of a turn, it is so at the end, and hits as the formula says.
        let settled = reload.checked_div(&(&Ratio::ONE + &reload)).expect("more than 0");
        let formula = hits_per_turn(&hit, &reload, Rhythm::TurnAfter).expect("chances");
        let turn = chain(settled.clone(), &hit, None, &reload, 1);
        assert_eq!(turn, (formula, settled.clone()));
        // It goes there from anywhere: what is left of the way shrinks by the chance to reload each turn.
        let (_, after) = chain(Ratio::ONE, &hit, None, &reload, 5);
        let left = |loaded: Ratio| loaded - &settled;
        assert_eq!(left(after), -(left(Ratio::ONE) * reload.pow(5)));
        let formula = hits_per_turn(&hasty, &reload, Rhythm::InHaste).expect("chances");
        let turn = chain(Ratio::ZERO, &hit, Some(&hasty), &reload, 1);
        assert_eq!(turn, (formula, Ratio::ZERO));
    }
}
