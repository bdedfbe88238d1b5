//! The auditor against breaches of petite guerre, planted in clean games.

use std::sync::OnceLock;

use crate::common::made_up;
use crate::common::planted::{self, Moment, Record, change, find, omit, repeat};
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::{
    ActionKind, Cause, ControlResult, ControlTest, Ending, Event, FireKind, MeleeKind, MoveKind,
    Pressure, TargetCondition,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;

/// Clean games, enough of them for everything to happen in some.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let records = (0..40).map(|variant| Record::of(&made_up::petite(variant), variant + 9));
        records.collect()
    })
}

#[track_caller]
fn plant(breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    planted::plant(records(), breach)
}

/// Plants a change of the first event that it changes.
#[track_caller]
fn twist(twist: impl Fn(&mut Event) -> bool) -> Rule {
    plant(|_, moments| change(moments, &twist))
}

/// Leaves out the first event that is so.
#[track_caller]
fn without(is: impl Fn(&Event) -> bool) -> Rule {
    plant(|_, moments| omit(moments, &is))
}

/// Has the first event that is so happen again.
#[track_caller]
fn twice(is: impl Fn(&Event) -> bool) -> Rule {
    plant(|_, moments| repeat(moments, &is))
}

#[test]
fn pg_04_only_the_side_whose_turn_it_is_acts() {
    let rule = twist(|event| match event {
        Event::TurnBegins { side, turn: 3 } => {
            *side = !*side;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(4));
    // A turn is left out, and with it the change of sides.
    assert_eq!(
        without(|e| matches!(e, Event::TurnBegins { turn: 2, .. })),
        Rule::pg(4)
    );
    let rule = twist(|event| match event {
        Event::TurnBegins { turn, .. } if *turn == 5 => {
            *turn = 6;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(4));
}

#[test]
fn pg_04_there_are_no_reactions_and_nothing_of_another_system() {
    let insert = |planted: Event| {
        plant(|_, moments| {
            let at = find(moments, |e| matches!(e, Event::Acts { number: 2, .. }))?;
            let event = Moment {
                event: planted,
                ..moments[at].clone()
            };
            moments.insert(at + 1, event);
            Some(())
        })
    };
    let (side, figures) = (Side::B, 1);
    for event in [
        Event::Counter {
            to: side,
            counters: 1,
        },
        Event::Declines { side },
        Event::EveryoneFights { rolled: 1 },
        Event::ReactsShooting {
            side,
            figures,
            reply: false,
        },
        Event::ReactsMoving {
            side,
            engage: figures,
            run: 0,
        },
    ] {
        assert_eq!(insert(event), Rule::pg(4), "{event:?}");
    }
    let rule = twist(|event| match event {
        Event::Moves {
            why: why @ MoveKind::Action,
            ..
        } => {
            *why = MoveKind::ReactRun;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(4));
    let rule = twist(|event| match event {
        Event::Moves {
            why: why @ MoveKind::Action,
            ..
        } => {
            *why = MoveKind::Retreat;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(1));
}

#[test]
fn pg_04_nobody_acts_out_of_control() {
    // The test is said to have failed, or is left out, and the unit acts.
    let rule = plant(|_, moments| {
        let acts = |moments: &[Moment], side: Side| {
            let turn = moments
                .iter()
                .take_while(|m| !matches!(m.event, Event::TurnBegins { .. }));
            turn.into_iter()
                .any(|m| matches!(m.event, Event::Acts { side: s, .. } if s == side))
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
    let is_test = |e: &Event| {
        matches!(
            e,
            Event::ControlTest {
                test: ControlTest::Activation,
                result: ControlResult::InControl,
                ..
            }
        )
    };
    assert_eq!(without(is_test), Rule::pg(4));
    assert_eq!(twice(is_test), Rule::pg(4));
}

#[test]
fn pg_04_pressure_marks_a_unit_from_the_moment_of_the_casualty() {
    for by in [Pressure::Fire, Pressure::Charge] {
        let is = |e: &Event| matches!(e, Event::LosesControl { pressure, .. } if *pressure == by);
        assert_eq!(without(is), Rule::pg(4), "{by:?}");
        assert_eq!(twice(is), Rule::pg(4), "{by:?}");
    }
    // For no reason.
    let rule = plant(|battle, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Fires {
                    hit: false,
                    fire: FireKind::Aimed,
                    ..
                }
            )
        })?;
        let Event::Fires { target, .. } = moments[at].event else {
            return None;
        };
        let event = Event::LosesControl {
            side: target.side(),
            unit: battle.traits(target).unit,
            pressure: Pressure::Fire,
        };
        let planted = Moment {
            event,
            ..moments[at].clone()
        };
        moments.insert(at + 1, planted);
        Some(())
    });
    assert_eq!(rule, Rule::pg(4));
}

#[test]
fn pg_04_tests_are_rolled_on_the_c_die_and_read_from_the_table() {
    for result in [
        ControlResult::InControl,
        ControlResult::OutOfControl,
        ControlResult::Routed,
    ] {
        let rule = twist(|event| match event {
            Event::ControlTest {
                test: ControlTest::Activation,
                result: told,
                ..
            } if *told != result => {
                *told = result;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(4), "{result:?}");
    }
    let rule = twist(|event| match event {
        Event::ControlTest { die, .. } => {
            *die += 2;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(2));
    assert_eq!(without(|e| matches!(e, Event::Routs { .. })), Rule::pg(4));
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
    // One due for one reason is said to be for another.
    let rule = twist(|event| match event {
        Event::ControlTest {
            test: test @ ControlTest::HalfStrength,
            ..
        } => {
            *test = ControlTest::FlankOrRear;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(5));
}

#[test]
fn pg_06_who_is_in_rout_runs_away_once_a_turn_and_off_at_the_edge() {
    let is_run = |e: &Event| {
        matches!(
            e,
            Event::Moves {
                why: MoveKind::Rout,
                ..
            }
        )
    };
    assert_eq!(twice(is_run), Rule::pg(6));
    let rule = twist(|event| match event {
        Event::Moves {
            why: why @ MoveKind::Action,
            ..
        } => {
            *why = MoveKind::Rout;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(6));
    // Straight at the nearest enemy, in the open.
    let rule = plant(|_, moments| {
        let at = (0..moments.len()).find(|k| match moments[*k].event {
            Event::Moves {
                why: MoveKind::Rout,
                figure,
                from,
                ..
            } => {
                let (side, m) = (figure.side(), &moments[*k]);
                let lonely = |of: Side| {
                    (0..128).filter(|i| m.alive[of] >> i & 1 == 1).all(|i| {
                        FigureId::new(of, i) == figure
                            || m.positions[of][i].distance(from) > crate::common::inches(5.0)
                    })
                };
                lonely(side) && lonely(!side)
            }
            _ => false,
        })?;
        let m = &mut moments[at];
        let Event::Moves {
            figure, from, to, ..
        } = &mut m.event
        else {
            return None;
        };
        let enemies = (0..128).filter(|i| m.alive[!figure.side()] >> i & 1 == 1);
        let nearest = enemies
            .map(|i| m.positions[!figure.side()][i])
            .min_by_key(|p| p.distance2(*from))?;
        *to = from.toward(nearest, crate::common::inches(1.0), from.distance(nearest));
        m.positions[figure.side()][figure.index()] = *to;
        Some(())
    });
    assert!([Rule::pg(6), Rule::host(1)].contains(&rule), "{rule}");
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::RoutsOff { .. }))?;
        let Event::RoutsOff { figure } = moments[at].event else {
            return None;
        };
        moments[at].positions[figure.side()][figure.index()] = crate::common::point(60.0, 20.0);
        Some(())
    });
    assert_eq!(rule, Rule::pg(6));
}

#[test]
fn pg_06_nobody_moves_further_than_his_pace() {
    let rule = twist(|event| match event {
        Event::Moves {
            cost,
            allowance,
            why: MoveKind::Action,
            ..
        } => {
            *cost = *allowance + 20;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(6));
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
            Event::Moves {
                cost, allowance, ..
            } => cost > crate::common::inches(13.0) && allowance == crate::common::inches(18.0),
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

/// Says of a move by normal pace that it was fast, of those who do this in their next turn.
fn hurried(then: ActionKind) -> Rule {
    plant(|_, moments| {
        let mut turn = 0;
        let mut moved: Vec<(usize, u32, Side, u128)> = Vec::new();
        for k in 0..moments.len() {
            match moments[k].event {
                Event::TurnBegins { turn: t, .. } => turn = t,
                Event::Acts {
                    action: ActionKind::Move,
                    side,
                    figures,
                    ..
                } => {
                    // Those who really move.
                    let goes = moments[k + 1..].iter().map_while(|m| match m.event {
                        Event::Moves { figure, .. } => Some(1_u128 << figure.index()),
                        _ => None,
                    });
                    moved.push((k, turn, side, goes.fold(0, |set, bit| set | bit) & figures));
                }
                Event::Acts {
                    action,
                    side,
                    figures,
                    ..
                } if action == then => {
                    let before = moved
                        .iter()
                        .find(|(_, t, s, who)| t + 2 == turn && *s == side && who & figures != 0);
                    if let Some((at, ..)) = before {
                        if let Event::Acts { action, .. } = &mut moments[*at].event {
                            *action = ActionKind::Run;
                        }
                        return Some(());
                    }
                }
                _ => {}
            }
        }
        None
    })
}

#[test]
fn pg_06_nobody_fires_or_reloads_after_fast_movement() {
    for then in [ActionKind::Shoot, ActionKind::Volley, ActionKind::Reload] {
        assert_eq!(hurried(then), Rule::pg(6), "{then:?}");
    }
}

#[test]
fn pg_07_what_is_needed_comes_from_the_stick() {
    for kind in FireKind::ALL {
        let rule = twist(|event| match event {
            Event::Fires {
                fire,
                needed,
                rolled,
                ..
            } if *fire == kind && *rolled < *needed - 1 => {
                *needed -= 1;
                true
            }
            _ => false,
        });
        let stick = if kind == FireKind::Volley { 11 } else { 7 };
        assert_eq!(rule, Rule::pg(stick), "{kind:?}");
        // A hit that is none.
        let rule = twist(|event| match event {
            Event::Fires {
                fire,
                hit: hit @ false,
                ..
            } if *fire == kind => {
                *hit = true;
                true
            }
            _ => false,
        });
        let own = match kind {
            FireKind::Aimed => 7,
            FireKind::Haste => 10,
            FireKind::Volley => 11,
        };
        assert_eq!(rule, Rule::pg(own), "{kind:?}");
    }
    for told in TargetCondition::ALL {
        let rule = twist(|event| match event {
            Event::Fires {
                fire: FireKind::Aimed,
                condition,
                ..
            } if *condition != told => {
                *condition = told;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(7), "{told:?}");
    }
}

#[test]
fn pg_07_a_target_that_moved_is_moving() {
    // The move is left out: its actors are said to have done nothing of the kind.
    let rule = plant(|_, moments| {
        for k in 0..moments.len() {
            let Event::Fires {
                target,
                condition: TargetCondition::Moving,
                ..
            } = moments[k].event
            else {
                continue;
            };
            let moved = moments[..k].iter().rposition(
                |m| matches!(m.event, Event::Moves { figure, .. } if figure == target),
            )?;
            moments.remove(moved);
            return Some(());
        }
        None
    });
    assert!([Rule::pg(7), Rule::pg(11)].contains(&rule), "{rule}");
}

#[test]
fn pg_07_only_open_order_takes_aim_and_only_lines_fire_volleys() {
    let as_kind = |from: ActionKind, to: ActionKind| {
        twist(move |event| match event {
            Event::Acts { action, .. } if *action == from => {
                *action = to;
                true
            }
            _ => false,
        })
    };
    assert_eq!(as_kind(ActionKind::Volley, ActionKind::Shoot), Rule::pg(7));
    assert_eq!(as_kind(ActionKind::Shoot, ActionKind::Volley), Rule::pg(11));
}

#[test]
fn pg_08_every_die_is_the_shooter_s_own() {
    for kind in FireKind::ALL {
        let rule = twist(|event| match event {
            Event::Fires { fire, dice, .. } if *fire == kind => {
                dice[0] += 2;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(8), "{kind:?}");
    }
    let rule = twist(|event| match event {
        Event::Reloads { die, .. } => {
            *die += 2;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(8));
}

#[test]
fn pg_08_hits_wound_or_kill_and_a_second_wound_kills() {
    type Twist = fn(&mut Event) -> bool;
    let twists: [Twist; 4] = [
        |event| match event {
            Event::Struck {
                kills: kills @ true,
                ..
            } => {
                *kills = false;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Struck {
                kills: kills @ false,
                ..
            } => {
                *kills = true;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Struck { again, .. } => {
                *again = !*again;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Struck { rolled, .. } => {
                *rolled = 5;
                true
            }
            _ => false,
        },
    ];
    for planted in twists {
        assert_eq!(twist(planted), Rule::pg(8));
    }
    for cause in [Cause::Shot, Cause::Melee] {
        let struck = |e: &Event| matches!(e, Event::Struck { cause: c, .. } if *c == cause);
        let rule = without(struck);
        assert!(
            [Rule::pg(8), Rule::pg(4), Rule::pg(11)].contains(&rule),
            "{cause:?}: {rule}"
        );
        let dies = |e: &Event| matches!(e, Event::Dies { cause: c, .. } if *c == cause);
        assert_eq!(without(dies), Rule::pg(8), "{cause:?}");
    }
}

#[test]
fn pg_09_nobody_fires_an_empty_weapon() {
    // The reloading is left out.
    let is = |e: &Event| matches!(e, Event::Reloads { loaded: true, .. });
    let rule = plant(|_, moments| {
        // Of somebody who fires later.
        for k in 0..moments.len() {
            let Event::Reloads {
                figure,
                loaded: true,
                ..
            } = moments[k].event
            else {
                continue;
            };
            let later = |m: &Moment| matches!(m.event, Event::Fires { shooter, fire: FireKind::Aimed, .. } if shooter == figure);
            if moments[k..].iter().any(later) {
                moments.remove(k);
                return Some(());
            }
        }
        None
    });
    assert_eq!(rule, Rule::pg(9));
    assert_eq!(twice(is), Rule::pg(9), "he is loaded already");
    for (told, rule) in [(false, 9), (true, 12)] {
        let found = twist(|event| match event {
            Event::Reloads { needed, .. } if !told => {
                *needed -= 1;
                true
            }
            Event::RankReloads { needed, .. } if told => {
                *needed -= 1;
                true
            }
            _ => false,
        });
        assert_eq!(found, Rule::pg(rule));
    }
}

#[test]
fn pg_09_nobody_acts_twice_in_a_turn() {
    assert_eq!(
        twice(|e| matches!(
            e,
            Event::Acts {
                action: ActionKind::Move,
                ..
            }
        )),
        Rule::pg(9)
    );
    assert_eq!(
        twice(|e| matches!(
            e,
            Event::Acts {
                action: ActionKind::Reload,
                ..
            }
        )),
        Rule::pg(9)
    );
}

#[test]
fn pg_10_haste_is_of_the_turn_of_the_reload_alone() {
    for (from, to) in [
        (FireKind::Aimed, FireKind::Haste),
        (FireKind::Haste, FireKind::Aimed),
    ] {
        let rule = twist(|event| match event {
            Event::Fires { fire, .. } if *fire == from => {
                *fire = to;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(10), "{from:?}");
    }
    // A shot of an ordinary turn is called one in haste.
    let rule = twist(|event| match event {
        Event::Acts {
            action: action @ ActionKind::Shoot,
            ..
        } => {
            *action = ActionKind::ShootInHaste;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(7));
}

#[test]
fn pg_11_whole_ranks_fire() {
    let rule = twist(|event| match event {
        Event::Acts {
            action: ActionKind::Volley,
            figures,
            ..
        } if figures.count_ones() > 1 => {
            *figures &= *figures - 1;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(11));
    let is_miss = |e: &Event| {
        matches!(
            e,
            Event::Fires {
                fire: FireKind::Volley,
                hit: false,
                ..
            }
        )
    };
    assert_eq!(without(is_miss), Rule::pg(11));
}

#[test]
fn pg_11_hits_fall_where_they_should() {
    let rule = plant(|battle, moments| {
        let at = (0..moments.len()).find_map(|k| {
            let Event::Acts {
                action: ActionKind::Volley,
                figures,
                side,
                ..
            } = moments[k].event
            else {
                return None;
            };
            let rest = &moments[k..];
            let struck = rest
                .iter()
                .position(|m| matches!(m.event, Event::Struck { .. }))?;
            let next = 1 + rest[1..]
                .iter()
                .position(|m| matches!(m.event, Event::Acts { .. }))?;
            (struck < next).then_some((k + struck, figures, side))
        });
        let (at, line, side) = at?;
        let m = &mut moments[at];
        let Event::Struck {
            figure,
            kills: false,
            again: false,
            ..
        } = &mut m.event
        else {
            return None;
        };
        if battle.spec().rules.fire.volley_hits != skirmish_engine::rulebook::VolleyHits::Nearest {
            return None;
        }
        let apart = |j: usize| {
            (0..128)
                .filter(|i| line >> i & 1 == 1)
                .map(|i| m.positions[side][i].distance2(m.positions[!side][j]))
                .min()
        };
        let farther = (0..battle.count(!side)).find(|j| {
            let other = FigureId::new(!side, *j);
            m.alive[!side] >> j & 1 == 1
                && battle.traits(other).unit == battle.traits(*figure).unit
                && apart(*j) > apart(figure.index())
        })?;
        *figure = FigureId::new(!side, farther);
        Some(())
    });
    // Or he was wounded already.
    assert!([Rule::pg(11), Rule::pg(8)].contains(&rule), "{rule}");
}

#[test]
fn pg_12_each_rank_reloads_for_itself() {
    let rule = twist(|event| match event {
        Event::RankReloads {
            rank: Some(rank), ..
        } => {
            *rank += 1;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(12));
    let rule = twist(|event| match event {
        Event::RankReloads {
            rank: rank @ Some(_),
            ..
        } => {
            *rank = None;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(12));
    let rule = twist(|event| match event {
        Event::RankReloads { die, .. } => {
            *die = 12;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(12));
}

#[test]
fn pg_13_bouts_come_out_as_the_rule_says() {
    for told in [[true, false], [false, true], [true, true], [false, false]] {
        let rule = twist(|event| match event {
            Event::Clashes { hits, .. } if *hits != told => {
                *hits = told;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(13), "{told:?}");
    }
    let missed = |e: &Event| {
        matches!(
            e,
            Event::Clashes {
                hits: [false, false],
                ..
            }
        )
    };
    assert_eq!(twice(missed), Rule::pg(13));
    // The opponent of a first figure does not roll.
    let rule = twist(|event| match event {
        Event::Clashes {
            rolled,
            hits: [false, false],
            ..
        } if rolled[0] < 4 && rolled[1] > 0 => {
            rolled[1] = 0;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(13));
    // The opponent of a second one does.
    let rule = twist(|event| match event {
        Event::Clashes {
            rolled,
            hits: [false, false],
            ..
        } if rolled[1] == 0 => {
            rolled[1] = 1;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::pg(13));
}

#[test]
fn pg_13_one_round_is_fought_in_each_turn() {
    let is_round = |e: &Event| {
        matches!(
            e,
            Event::MeleeRound {
                why: MeleeKind::Turn
            }
        )
    };
    assert_eq!(twice(is_round), Rule::pg(13));
    // It is left out with all that was in it.
    let rule = plant(|_, moments| {
        let at = (0..moments.len()).find(|k| {
            is_round(&moments[*k].event)
                && matches!(
                    moments[k + 1].event,
                    Event::Clashes {
                        hits: [false, false],
                        ..
                    }
                )
                && matches!(moments[k + 2].event, Event::TurnBegins { .. })
        })?;
        moments.drain(at..at + 2);
        Some(())
    });
    assert_eq!(rule, Rule::pg(13));
    // A pair is left out.
    let rule = plant(|_, moments| {
        let at = (0..moments.len()).find(|k| {
            is_round(&moments[*k].event)
                && matches!(
                    moments[k + 1].event,
                    Event::Clashes {
                        hits: [false, false],
                        rolled: [_, 1..=12],
                        ..
                    }
                )
        })?;
        moments.remove(at + 1);
        Some(())
    });
    assert_eq!(rule, Rule::pg(13));
}

#[test]
fn pg_14_dice_in_melee_follow_wounds_and_advantages() {
    for k in 0..2 {
        let rule = twist(|event| match event {
            Event::Clashes { dice, .. } => {
                dice[k] += 2;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(14));
        let rule = twist(|event| match event {
            Event::Clashes {
                advantage, dice, ..
            } if !advantage[k] && dice[k] < 12 => {
                advantage[k] = true;
                dice[k] += 2;
                true
            }
            _ => false,
        });
        assert_eq!(rule, Rule::pg(14));
    }
}

#[test]
fn host_6_the_dead_do_not_fire_reload_or_fight() {
    let gone = |moments: &[Moment]| {
        moments.iter().enumerate().find_map(|(k, m)| match m.event {
            Event::Dies { figure, .. } => Some((k, figure)),
            _ => None,
        })
    };
    let rule = plant(|_, moments| {
        let (from, dead) = gone(moments)?;
        change(&mut moments[from..], |event| match event {
            Event::Fires { shooter, .. } if shooter.side() == dead.side() => {
                *shooter = dead;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, dead) = gone(moments)?;
        change(&mut moments[from..], |event| match event {
            Event::Reloads { figure, .. } if figure.side() == dead.side() => {
                *figure = dead;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, dead) = gone(moments)?;
        change(&mut moments[from..], |event| match event {
            Event::Clashes { a, .. } if a.side() == dead.side() => {
                *a = dead;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(6));
}

#[test]
fn host_5_the_game_ends_when_it_should() {
    let rule = twist(|event| match event {
        Event::Ends { ending, .. } if *ending != Ending::Draw => {
            *ending = Ending::Draw;
            true
        }
        _ => false,
    });
    assert_eq!(rule, Rule::host(5));
    // It is cut short, and called done.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::TurnBegins { turn: 4, .. }))?;
        let last = moments.last()?.event;
        let Event::Ends { ending, .. } = last else {
            return None;
        };
        let streak = moments[..at]
            .iter()
            .rev()
            .fold((0, false), |(n, over), m| match m.event {
                Event::Passes { .. } => (n, true),
                Event::Acts { .. } if !over => (n + 1, over),
                _ => (n, over),
            });
        moments.truncate(at);
        let event = Event::Ends {
            ending,
            streak: streak.0,
        };
        let planted = Moment {
            event,
            ..moments[at - 1].clone()
        };
        moments.push(planted);
        Some(())
    });
    assert_eq!(rule, Rule::host(5));
}
