//! Breaches of turns, control and routs (PG-04 to PG-06).

use super::{plant, records, twice, twist, without};
use crate::common::planted::{self, Moment, breaks, changed, find, insert, is, omit};
use crate::common::{inches, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::event::{
    ActionKind, ControlResult, ControlTest, Event, FireKind, MoveKind, Pressure,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;

#[test]
fn pg_04_only_the_side_whose_turn_it_is_acts() {
    breaks! {
        [Rule::pg(4)] Event::TurnBegins { side, turn: 3 } => *side = !*side,
        // A turn is left out, and with it the change of sides.
        [Rule::pg(4)] without Event::TurnBegins { turn: 2, .. },
        [Rule::pg(4)] Event::TurnBegins { turn, .. } if *turn == 5 => *turn = 6,
    }
}

#[test]
fn pg_04_there_are_no_reactions_and_nothing_of_another_system() {
    let (side, figures) = (Side::B, 1);
    breaks! {
        [Rule::pg(4)] after Event::Acts { number: 2, .. } => Event::Counter { to: side, counters: 1 },
        [Rule::pg(4)] after Event::Acts { number: 2, .. } => Event::Declines { side },
        [Rule::pg(4)] after Event::Acts { number: 2, .. } => Event::EveryoneFights { rolled: 1 },
        [Rule::pg(4)] after Event::Acts { number: 2, .. } =>
            Event::ReactsShooting { side, figures, reply: false },
        [Rule::pg(4)] after Event::Acts { number: 2, .. } =>
            Event::ReactsMoving { side, engage: figures, run: 0 },
        [Rule::pg(4)] Event::Moves { why: why @ MoveKind::Action, .. } => *why = MoveKind::ReactRun,
        [Rule::pg(1)] Event::Moves { why: why @ MoveKind::Action, .. } => *why = MoveKind::Retreat,
    }
}

#[test]
fn pg_04_nobody_acts_out_of_control() {
    // The test is said to have failed, or is left out, and the unit acts.
    let rule = plant(|_, moments| {
        let acts = |moments: &[Moment], side: Side| {
            let turn = moments.iter().take_while(|m| !matches!(m.event, Event::TurnBegins { .. }));
            turn.into_iter().any(|m| matches!(m.event, Event::Acts { side: s, .. } if s == side))
        };
        let at = (0..moments.len()).find(|k| match moments[*k].event {
            Event::ControlTest {
                side,
                unit,
                test: ControlTest::Activation,
                result: ControlResult::InControl,
                ..
            } => unit.0 == 0 && acts(&moments[*k..], side),
            _ => false,
        })?;
        if let Event::ControlTest { rolled, result, .. } = &mut moments[at].event {
            (*rolled, *result) = (2, ControlResult::OutOfControl);
        }
        Some(())
    });
    assert_eq!(rule, Rule::pg(4));
    breaks! {
        [Rule::pg(4)] without Event::ControlTest {
            test: ControlTest::Activation, result: ControlResult::InControl, ..
        },
        [Rule::pg(4)] twice Event::ControlTest {
            test: ControlTest::Activation, result: ControlResult::InControl, ..
        },
    }
}

#[test]
fn pg_04_pressure_marks_a_unit_from_the_moment_of_the_casualty() {
    for by in [Pressure::Fire, Pressure::Charge] {
        let is = is! { Event::LosesControl { pressure, .. } if *pressure == by };
        assert_eq!(without(is), Rule::pg(4), "{by:?}");
        assert_eq!(twice(is), Rule::pg(4), "{by:?}");
    }
    // For no reason.
    let rule = plant(|battle, moments| {
        insert(moments, |event| match *event {
            Event::Fires { hit: false, fire: FireKind::Aimed, target, .. } => {
                Some(Event::LosesControl {
                    side: target.side(),
                    unit: battle.traits(target).unit,
                    pressure: Pressure::Fire,
                })
            }
            _ => None,
        })
    });
    assert_eq!(rule, Rule::pg(4));
}

#[test]
fn pg_04_tests_are_rolled_on_the_c_die_and_read_from_the_table() {
    for result in [ControlResult::InControl, ControlResult::OutOfControl, ControlResult::Routed] {
        let rule = twist(changed!(
            Event::ControlTest { test: ControlTest::Activation, result: told, .. } if *told != result =>
                *told = result
        ));
        assert_eq!(rule, Rule::pg(4), "{result:?}");
    }
    breaks! {
        [Rule::pg(2)] Event::ControlTest { die, .. } => *die += 2,
        [Rule::pg(4)] without Event::Routs { .. },
    }
}

#[test]
fn pg_05_reaction_tests_are_taken_when_due_and_only_then() {
    let is = |due: ControlTest| {
        move |e: &Event| {
            matches!(e, Event::ControlTest { test, result, .. }
                if *test == due && *result != ControlResult::Routed)
        }
    };
    assert_eq!(twice(is(ControlTest::HalfStrength)), Rule::pg(5));
    assert_eq!(twice(is(ControlTest::FlankOrRear)), Rule::pg(5));
    assert_eq!(without(is(ControlTest::HalfStrength)), Rule::pg(5));
    // Which way a unit faces that went round a corner is not told, so that not every one is missed.
    let (mut missing, mut missed) = (0, 0);
    for record in records() {
        let mut moments = record.moments.clone();
        if omit(&mut moments, is(ControlTest::FlankOrRear)).is_some() {
            missing += 1;
            let rules = planted::audit(&record.battle, &moments);
            missed += u32::from(rules.first() == Some(&Rule::pg(5)));
        }
    }
    assert!(missing > 5 && 2 * missed > missing, "{missed} of {missing}");
    breaks! {
        // One due for one reason is said to be for another.
        [Rule::pg(5)] Event::ControlTest { test: test @ ControlTest::HalfStrength, .. } =>
            *test = ControlTest::FlankOrRear,
    }
}

/// Whether nobody but a figure stands within so many paces of a point.
fn is_alone(m: &Moment, figure: FigureId, at: Point, within: f64) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let others = (0..128).filter(|i| m.alive[side] >> i & 1 == 1);
        let mut others = others.filter(|i| FigureId::new(side, *i) != figure);
        others.all(|i| m.positions[side][i].distance(at) > inches(within))
    })
}

#[test]
fn pg_06_who_is_in_rout_runs_away_once_a_turn_and_off_at_the_edge() {
    breaks! {
        [Rule::pg(6)] twice Event::Moves { why: MoveKind::Rout, .. },
        [Rule::pg(6)] Event::Moves { why: why @ MoveKind::Action, .. } => *why = MoveKind::Rout,
    }
    // Straight at the nearest enemy, in the open.
    let rule = plant(|_, moments| {
        let at = (0..moments.len()).find(|k| match moments[*k].event {
            Event::Moves { why: MoveKind::Rout, figure, from, .. } => {
                is_alone(&moments[*k], figure, from, 5.0)
            }
            _ => false,
        })?;
        let m = &mut moments[at];
        let Event::Moves { figure, from, to, .. } = &mut m.event else {
            return None;
        };
        let enemies = (0..128).filter(|i| m.alive[!figure.side()] >> i & 1 == 1);
        let nearest =
            enemies.map(|i| m.positions[!figure.side()][i]).min_by_key(|p| p.distance2(*from))?;
        *to = from.toward(nearest, inches(1.0), from.distance(nearest));
        m.positions[figure.side()][figure.index()] = *to;
        Some(())
    });
    assert!([Rule::pg(6), Rule::host(1)].contains(&rule), "{rule}");
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::RoutsOff { .. } })?;
        let Event::RoutsOff { figure } = moments[at].event else {
            return None;
        };
        moments[at].positions[figure.side()][figure.index()] = point(60.0, 20.0);
        Some(())
    });
    assert_eq!(rule, Rule::pg(6));
}

#[test]
fn pg_06_who_comes_into_contact_has_charged() {
    // The charge before it is told as a run.
    let rule = plant(|_, moments| {
        let met = find(moments, is! { Event::Contact { .. } })?;
        let mut before = moments[..met].iter_mut().rev().map(|moment| &mut moment.event);
        let acts = before.find(|event| matches!(event, Event::Acts { .. }))?;
        if let Event::Acts { action: action @ ActionKind::Charge, .. } = acts {
            *action = ActionKind::Run;
        }
        Some(())
    });
    assert_eq!(rule, Rule::pg(6));
}

#[test]
fn pg_06_nobody_moves_further_than_his_pace() {
    breaks! {
        [Rule::pg(6)] Event::Moves { cost, allowance, why: MoveKind::Action, .. } =>
            *cost = *allowance + 20,
    }
    // A run is said to be a move.
    let rule = plant(|_, moments| {
        let fast = |m: &Moment| match m.event {
            Event::Acts { action, .. } => {
                matches!(action, ActionKind::Run | ActionKind::Charge)
            }
            _ => false,
        };
        // A man on foot goes further than a normal move.
        let far = |m: &Moment| match m.event {
            Event::Moves { cost, allowance, .. } => {
                cost > inches(13.0) && allowance == inches(18.0)
            }
            _ => false,
        };
        let runs = |k: &usize| fast(&moments[*k]) && moments.get(k + 1).is_some_and(far);
        let at = (0..moments.len()).find(runs)?;
        if let Event::Acts { action, .. } = &mut moments[at].event {
            *action = ActionKind::Move;
        }
        Some(())
    });
    assert_eq!(rule, Rule::pg(6));
}
