//! The auditor against planted breaches: a clean game is recorded with all its scenes, one thing in it is changed, and
//! the auditor must name the rule that this breaks.

use std::sync::OnceLock;

use crate::common::planted::{self, Moment, Record, Recorder, audit, change, find, omit, repeat};
use crate::common::{
    AVERAGE, BOW, CROSSBOW, Field, GOOD, HEROIC, JAVELIN, SPEAR, SWORD, inches, line, reaction,
};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{Battle, Cover, Edge, FigureId, Going, SightEffect, Task, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::chance::Script;
use skirmish_engine::event::{ActionKind, Cause, Ending, Event, MeleeKind, MoveKind, Qualifies};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Counters, Effect, ReactiveMovement, ReactiveShooting, SeizeRoll};
use skirmish_engine::side::Side;

/// Battles with something of everything: houses, a wood, a barricade, cards, leaders, exits, morale, goals.
fn field(variant: u64) -> Field {
    let mut field = Field::new();
    field.house(18.0, 12.0, 24.0, 17.0);
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
        28.0,
        14.0,
        28.25,
        20.0,
        SightEffect::Clear,
        Cover::Protect,
        Going::Barred,
    );
    barricade.breaks_off = true;
    let shrine = field.place("shrine", 22.0, 25.0, 2.0);
    field.event("alarm", Side::A, &[Condition::ActionsAtLeast(6)]);
    let weapons = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW, BOW, SWORD, BOW];
    for k in 0..8_u8 {
        let (row, column) = (f64::from(k / 4), f64::from(k % 4));
        let troops = if k == 0 { GOOD } else { AVERAGE };
        let weapon = weapons[(usize::from(k) + variant as usize) % weapons.len()];
        let y = 8.0 + 2.0 * column;
        let a = field.figure(Side::A, troops, weapon, 10.0 - 2.0 * row, y);
        let b = field.figure(Side::B, troops, weapon, 34.0 + 2.0 * row, y + 4.0);
        if k == 0 {
            field.leader(a, HEROIC);
            field.leader(b, HEROIC);
        }
    }
    for side in Side::BOTH {
        field.spec.sides[side].units[0].morale = Some(6);
        field.spec.sides[side].objective = Some(shrine);
        field.card(
            &[FigureId::new(side, 1), FigureId::new(side, 2)],
            Task::Kill(FigureId::new(!side, 0)),
            &[],
        );
        field.card(&[FigureId::new(side, 5)], Task::Occupy(shrine), &[]);
        field.spec.sides[side].exit = Some(if side == Side::A {
            Edge::Left
        } else {
            Edge::Right
        });
        let mut lines = vec![
            line(&[Condition::Stragglers, Condition::HasLeader], Act::ToMe),
            line(&[Condition::Engaged], Act::Fight),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[Condition::OrderCardOpen], Act::CarryOutOrder),
            line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
            line(&[Condition::LossesAtLeast(4)], Act::Escape),
            line(&[], Act::Move(Goal::Objective)),
            line(&[], Act::Charge(Pick::Nearest)),
        ];
        if variant % 2 == 1 {
            lines.insert(0, line(&[], Act::Anything));
        }
        let bot = field.bot(side, lines);
        bot.reactions = vec![
            reaction(&[], React::Shoot),
            reaction(&[Condition::Outnumbered], React::Run),
            reaction(&[], React::Engage),
        ];
        field.wins(
            side,
            WinSpec::Holds {
                place: shrine,
                figures: 5,
            },
        );
        field.wins(side, WinSpec::Escapes { figures: 4 });
    }
    let options = &mut field.spec.rules.options;
    if variant % 3 == 1 {
        options.counters = Counters::Spent;
        options.reactive_shooting = ReactiveShooting::FigureOnce;
        options.reactive_movement = ReactiveMovement::EachChooses;
    }
    field.cap(120);
    field
}

/// Two leaders at one another, and two men who look on.
fn duel() -> Field {
    let mut field = Field::new();
    for (side, x) in [(Side::A, 20.0), (Side::B, 21.0)] {
        let leader = field.figure(side, GOOD, SWORD, x, 18.0);
        field.leader(leader, HEROIC);
        field.figure(side, AVERAGE, SWORD, 2.0 * x - 20.0, 3.0);
        field.bot(side, vec![line(&[Condition::HasLeader], Act::Fight)]);
    }
    field.cap(20);
    field
}

/// Clean games, enough of them for everything to happen in some.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let fields = (0..30).map(field).chain((0..10).map(|_| duel()));
        fields
            .zip(0..)
            .map(|(field, seed)| Record::of(&field, seed * 31 + 5))
            .collect()
    })
}

/// Plants a breach in the first game that has room for it, and says which rule the auditor names first.
#[track_caller]
fn plant(breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    planted::plant(records(), breach)
}

const fn is_action_round(event: &Event) -> bool {
    matches!(
        event,
        Event::MeleeRound {
            why: MeleeKind::Action
        }
    )
}

#[test]
fn clean_games_have_something_of_everything() {
    #[track_caller]
    fn happens(is: fn(&Event) -> bool) {
        let mut events = records().iter().flat_map(|record| &record.moments);
        assert!(events.any(|moment| is(&moment.event)));
    }
    happens(|e| matches!(e, Event::Passes { .. }));
    happens(|e| matches!(e, Event::EveryoneFights { .. }));
    happens(|e| matches!(e, Event::ReactsMoving { .. }));
    happens(|e| matches!(e, Event::ReactsShooting { reply: true, .. }));
    happens(|e| matches!(e, Event::ReactsShooting { reply: false, .. }));
    happens(|e| matches!(e, Event::Nominates { card: Some(_), .. }));
    happens(|e| {
        matches!(
            e,
            Event::Acts {
                action: ActionKind::ToMe,
                ..
            }
        )
    });
    happens(|e| {
        matches!(
            e,
            Event::Acts {
                action: ActionKind::AllShoot,
                ..
            }
        )
    });
    happens(|e| matches!(e, Event::UnitLeaves { .. }));
    happens(|e| matches!(e, Event::Escapes { .. }));
    happens(|e| matches!(e, Event::CardCloses { .. }));
    happens(|e| matches!(e, Event::Duel { .. }));
}

#[test]
fn host_6_the_dead_do_not_act() {
    let dead = |moments: &[Moment]| {
        moments.iter().enumerate().find_map(|(k, m)| match m.event {
            Event::Dies { figure, .. } => Some((k, figure)),
            _ => None,
        })
    };
    // A dead man is nominated, and one acts.
    let rule = plant(|_, moments| {
        let (from, gone) = dead(moments)?;
        change(&mut moments[from..], |event| match event {
            Event::Nominates { figure, .. } if figure.side() == gone.side() => {
                *figure = gone;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, gone) = dead(moments)?;
        change(&mut moments[from..], |event| match event {
            Event::Acts { side, figures, .. } if *side == gone.side() => {
                *figures |= 1 << gone.index();
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(6));
    // He dies a second time.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Dies {
                    cause: Cause::Shot,
                    ..
                }
            )
        })?;
        let again = moments[at].clone();
        let later = at + 1 + find(&moments[at + 1..], |e| matches!(e, Event::Nominates { .. }))?;
        moments.insert(later, again);
        Some(())
    });
    assert_eq!(rule, Rule::host(6));
    // Somebody is gone whom nobody saw go.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Acts { number: 3, .. }))?;
        moments[at].alive[Side::B] &= !1;
        Some(())
    });
    assert_eq!(rule, Rule::host(6));
}

#[test]
fn host_1_nobody_moves_too_far() {
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Moves {
                cost,
                why: MoveKind::Action,
                ..
            } => {
                *cost += inches(8.0);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(1));
    // Further than the way he tells.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Moves { way, from, to, .. } if from.distance(*to) > inches(2.0) => {
                *way = inches(1.0);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(1));
    // And nobody stands in another, in a wall, or off the board.
    for at in [
        None,
        Some(crate::common::point(21.0, 14.0)),
        Some(Point::new(-9, 40)),
    ] {
        let rule = plant(|_, moments| {
            let k = find(moments, |e| matches!(e, Event::Acts { number: 2, .. }))?;
            let to = at.unwrap_or(moments[k].positions[Side::A][6]);
            moments[k].positions[Side::A][7] = to;
            Some(())
        });
        assert_eq!(rule, Rule::host(1));
    }
}

#[test]
fn ll_01_one_action_with_one_body() {
    // Somebody far away takes part.
    let rule = plant(|battle, moments| {
        moments
            .iter_mut()
            .find_map(|moment| match &mut moment.event {
                Event::Acts {
                    side,
                    action: ActionKind::Fight,
                    figures,
                    ..
                } => {
                    let group = battle.spec().rules.movement.group;
                    let at = &moment.positions[*side];
                    let stranger = (0..8).find(|i| {
                        moment.alive[*side] >> i & 1 == 1
                            && *figures >> i & 1 == 0
                            && (0..8)
                                .filter(|k| k != i && moment.alive[*side] >> k & 1 == 1)
                                .all(|k| at[k].distance(at[*i]) > group)
                    })?;
                    *figures |= 1 << stranger;
                    Some(())
                }
                _ => None,
            })
    });
    assert_eq!(rule, Rule::ll(1));
    // Somebody moves who has no part in it; somebody moves twice; somebody shoots twice.
    let rule = plant(|_, moments| {
        moments
            .windows(2)
            .position(|pair| {
                matches!(
                    (pair[0].event, pair[1].event),
                    (
                        Event::Acts {
                            action: ActionKind::Move,
                            figures,
                            first: None,
                            ..
                        },
                        Event::Moves { .. }
                    ) if figures.count_ones() > 1
                )
            })
            .and_then(|k| {
                let Event::Moves { figure, .. } = moments[k + 1].event else {
                    return None;
                };
                change(&mut moments[k..=k], |event| match event {
                    Event::Acts { figures, .. } => {
                        *figures &= !(1 << figure.index());
                        true
                    }
                    _ => false,
                })
            })
    });
    assert_eq!(rule, Rule::ll(1));
    let rule = plant(|_, moments| {
        repeat(moments, |e| {
            matches!(
                e,
                Event::Moves {
                    why: MoveKind::Action,
                    ..
                }
            )
        })
    });
    assert_eq!(rule, Rule::ll(1));
    let rule = plant(|_, moments| {
        repeat(moments, |e| {
            matches!(
                e,
                Event::Shoots {
                    reactive: false,
                    hit: false,
                    ..
                }
            )
        })
    });
    assert_eq!(rule, Rule::ll(1));
    // Actions are numbered without gaps.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Acts { number, .. } if *number == 4 => {
                *number = 5;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(1));
}

#[test]
fn ll_01_shots_of_an_action_are_at_one_body() {
    let rule = plant(|battle, moments| {
        let shoots = find(moments, |e| {
            matches!(
                e,
                Event::Acts {
                    action: ActionKind::Shoot,
                    ..
                }
            )
        })?;
        let group = battle.spec().rules.movement.group;
        let targets: Vec<_> = (shoots + 1..moments.len())
            .take_while(|k| !matches!(moments[*k].event, Event::Counter { .. }))
            .filter(|k| {
                matches!(
                    moments[*k].event,
                    Event::Shoots {
                        reactive: false,
                        hit: false,
                        ..
                    }
                )
            })
            .collect();
        let last = *targets.get(1)?;
        let Event::Shoots { target, .. } = &mut moments[last].event else {
            return None;
        };
        let side = target.side();
        let (alive, at) = (
            moments[shoots].alive[side],
            &moments[shoots].positions[side],
        );
        let stranger = (0..8).find(|j| {
            alive >> j & 1 == 1
                && (0..8)
                    .filter(|k| k != j && alive >> k & 1 == 1)
                    .all(|k| at[k].distance(at[*j]) > group)
        })?;
        let other = FigureId::new(side, stranger);
        let Event::Shoots { target, .. } = &mut moments[last].event else {
            return None;
        };
        (*target != other).then(|| *target = other)
    });
    assert_eq!(rule, Rule::ll(1));
    // And by those who take part.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Acts {
                action: action @ ActionKind::Shoot,
                first: None,
                ..
            } => {
                *action = ActionKind::Move;
                true
            }
            _ => false,
        })
    });
    assert!([Rule::ll(1), Rule::ll(7)].contains(&rule), "{rule}");
}

#[test]
fn ll_02_consequences_come_before_the_seize_roll() {
    let rule = plant(|_, moments| {
        let roll = find(moments, |e| {
            matches!(e, Event::SeizeRoll { success: false, .. })
        })?;
        let shot = moments[..roll].iter().rposition(|m| {
            matches!(
                m.event,
                Event::Shoots {
                    reactive: true,
                    hit: false,
                    ..
                }
            )
        })?;
        let late = Moment {
            event: moments[shot].event,
            ..moments[roll].clone()
        };
        moments.insert(roll + 1, late);
        Some(())
    });
    assert_eq!(rule, Rule::ll(2));
}

#[test]
fn ll_03_nobody_acts_without_the_initiative() {
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Acts {
                side,
                number: 2,
                first: None,
                action: ActionKind::Move,
                figures,
                ..
            } => {
                *side = !*side;
                *figures = 0;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(3));
}

#[test]
fn ll_03_no_initiative_changes_hands_unseized() {
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(e, Event::SeizeRoll { success: false, .. })
        })?;
        let Event::SeizeRoll { side, .. } = moments[at].event else {
            return None;
        };
        let mut passes = moments[at].clone();
        passes.event = Event::Passes {
            to: side,
            streak: 1,
        };
        passes.holder = side;
        moments.insert(at + 1, passes);
        Some(())
    });
    assert!([Rule::ll(3), Rule::ll(10)].contains(&rule), "{rule}");
    // Nor after a roll that failed, whatever it claims.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::SeizeRoll { success, .. } if !*success => {
                *success = true;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(3));
    // And the streak told is the streak played.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Passes { streak, .. } => {
                *streak += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(3));
}

#[test]
fn ll_03_after_each_action_somebody_tries() {
    // The attempt is missing altogether.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(e, Event::Nominates { duel: false, .. })
        })?;
        let roll = at + find(&moments[at..], |e| matches!(e, Event::SeizeRoll { .. }))?;
        if !matches!(
            moments[roll].event,
            Event::SeizeRoll {
                success: false,
                rolled: 4..,
                ..
            }
        ) {
            return None;
        }
        moments.drain(at..=roll);
        Some(())
    });
    assert_eq!(rule, Rule::ll(3));
    // Or declined, though `always` allows no such thing.
    let rule = plant(|battle, moments| {
        assert_eq!(battle.spec().rules.options.seize_roll, SeizeRoll::Always);
        let at = find(moments, |e| {
            matches!(e, Event::Nominates { duel: false, .. })
        })?;
        let roll = at + find(&moments[at..], |e| matches!(e, Event::SeizeRoll { .. }))?;
        if !matches!(
            moments[roll].event,
            Event::SeizeRoll {
                success: false,
                rolled: 4..,
                ..
            }
        ) {
            return None;
        }
        let Event::SeizeRoll { side, .. } = moments[roll].event else {
            return None;
        };
        moments[at].event = Event::Declines { side };
        moments.drain(at + 1..=roll);
        Some(())
    });
    assert_eq!(rule, Rule::ll(3));
    // Or counted wrongly.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::SeizeRoll { attempt, .. } => {
                *attempt += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(3));
}

#[test]
fn ll_03_the_sum_is_right() {
    type Change = fn(&mut Event) -> bool;
    let changes: [Change; 5] = [
        |event| match event {
            Event::Nominates { base, .. } => {
                *base -= 1;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Nominates { leadership, .. } => {
                *leadership += 1;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Nominates { needed, .. } => {
                *needed -= 2;
                true
            }
            _ => false,
        },
        // Factors that nobody told.
        |event| match event {
            Event::Nominates {
                factors, needed, ..
            } => {
                *factors += 2;
                *needed -= 2;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Factor { adds, .. } => {
                *adds += 2;
                true
            }
            _ => false,
        },
    ];
    for planted in changes {
        let rule = plant(|_, moments| change(moments, planted));
        assert_eq!(rule, Rule::ll(3));
    }
    // The nominee is of the side that may seize.
    let rule = plant(|battle, moments| {
        change(moments, |event| match event {
            Event::Nominates {
                figure,
                duel: false,
                card: None,
                ..
            } => {
                let other = FigureId::new(!figure.side(), figure.index());
                let same = battle.traits(other).base == battle.traits(*figure).base
                    && battle.traits(other).leadership == battle.traits(*figure).leadership;
                if same {
                    *figure = other;
                }
                same
            }
            _ => false,
        })
    });
    assert!([Rule::ll(3), Rule::host(6)].contains(&rule), "{rule}");
}

#[test]
fn ll_05_the_first_action_is_bound() {
    // It is made as if it were free.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Acts { first, .. } if first.is_some() => {
                *first = None;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(5));
    // A free action claims to be bound.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Acts {
                first: first @ None,
                ..
            } => {
                *first = Some(Qualifies::Engages);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(5));
    // The nominee takes no part.
    let rule = plant(|_, moments| {
        let at = find(
            moments,
            |e| matches!(e, Event::Acts { first: Some(_), figures, .. } if figures.count_ones() > 1),
        )?;
        let nominee = moments[..at].iter().rev().find_map(|m| match m.event {
            Event::Nominates { figure, .. } => Some(figure),
            _ => None,
        })?;
        change(&mut moments[at..=at], |event| match event {
            Event::Acts { figures, .. } => {
                *figures &= !(1 << nominee.index());
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(5));
    // It is none of the list.
    for kind in [ActionKind::Stand, ActionKind::AllShoot, ActionKind::ToMe] {
        let rule = plant(|_, moments| {
            let at = find(moments, |e| {
                matches!(
                    e,
                    Event::Acts {
                        first: Some(Qualifies::Engages),
                        ..
                    }
                )
            })?;
            let nominates = moments[..at]
                .iter()
                .rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
            change(&mut moments[nominates..=nominates], |event| match event {
                Event::Nominates { intention, .. } => {
                    *intention = kind;
                    true
                }
                _ => false,
            })?;
            change(&mut moments[at..=at], |event| match event {
                Event::Acts { action, target, .. } => {
                    *action = kind;
                    if kind == ActionKind::ToMe {
                        *target = None;
                    }
                    true
                }
                _ => false,
            })
        });
        assert!(
            [Rule::ll(5), Rule::ll(6)].contains(&rule),
            "{kind:?}: {rule}"
        );
    }
    // Nothing may be forfeited but a bound action.
    let rule = plant(|_, moments| {
        change(moments, |event| match *event {
            Event::Acts {
                number,
                side,
                action: ActionKind::Stand,
                first: None,
                ..
            } => {
                *event = Event::Forfeits { side, number };
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_05_nobody_changes_sight_by_moving_back() {
    // Two first actions of the same nominee, both said to change sight, the second back to where the first began.
    let rule = plant(|_, moments| {
        let firsts: Vec<_> = (0..moments.len())
            .filter(|k| {
                matches!(
                    moments[*k].event,
                    Event::Acts {
                        first: Some(Qualifies::TowardEnemy),
                        action: ActionKind::Move | ActionKind::Charge,
                        ..
                    }
                )
            })
            .collect();
        for (n, &one) in firsts.iter().enumerate() {
            for &two in &firsts[n + 1..] {
                let nominee = |at: usize| {
                    moments[..at]
                        .iter()
                        .rposition(|m| matches!(m.event, Event::Nominates { .. }))
                };
                let (first, second) = (nominee(one)?, nominee(two)?);
                let who = |k: usize| match moments[k].event {
                    Event::Nominates { figure, .. } => Some(figure),
                    _ => None,
                };
                let (figure, same) = (who(first)?, who(first) == who(second));
                let Event::Moves {
                    figure: mover,
                    from,
                    ..
                } = moments[two + 1].event
                else {
                    continue;
                };
                let origin = moments[one].positions[figure.side()][figure.index()];
                if !same || mover != figure || from.distance(origin) < inches(2.0) {
                    continue;
                }
                for k in [first, one, second, two] {
                    match &mut moments[k].event {
                        Event::Nominates {
                            qualifies,
                            intention,
                            ..
                        } => {
                            *qualifies = Qualifies::ChangesSight;
                            *intention = ActionKind::Move;
                        }
                        Event::Acts { first, action, .. } => {
                            *first = Some(Qualifies::ChangesSight);
                            *action = ActionKind::Move;
                        }
                        _ => {}
                    }
                }
                if let Event::Moves {
                    to,
                    way,
                    cost,
                    allowance,
                    ..
                } = &mut moments[two + 1].event
                {
                    *to = from.toward(origin, inches(1.0), from.distance(origin));
                    // He goes as far as he may, so that nobody has stopped him.
                    (*way, *cost) = (inches(1.0), *allowance);
                    let to = *to;
                    moments[two + 1].positions[figure.side()][figure.index()] = to;
                }
                return Some(());
            }
        }
        None
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_05_only_those_who_reach_their_exit_leave() {
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Escapes { .. }))?;
        let Event::Escapes { figure } = moments[at].event else {
            return None;
        };
        moments[at].positions[figure.side()][figure.index()] = crate::common::point(20.0, 20.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_06_what_was_intended_is_done() {
    type Change = fn(&mut Event) -> bool;
    let changes: [Change; 3] = [
        |event| match event {
            Event::Nominates { qualifies, .. } => {
                *qualifies = Qualifies::Escapes;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Nominates { intention, .. } => {
                *intention = ActionKind::Escape;
                true
            }
            _ => false,
        },
        |event| match event {
            Event::Nominates {
                target: Some(target),
                ..
            } => {
                *target = FigureId::new(target.side(), (target.index() + 1) % 8);
                true
            }
            _ => false,
        },
    ];
    for planted in changes {
        let rule = plant(|_, moments| {
            // A success by a roll that nobody fights on, so that nothing excuses another action.
            let roll = (0..moments.len()).find(|k| {
                matches!(
                    moments[*k].event,
                    Event::SeizeRoll {
                        success: true,
                        rolled: 4..,
                        ..
                    }
                ) && matches!(moments[*k + 1].event, Event::Passes { .. })
            })?;
            let nominates = moments[..roll]
                .iter()
                .rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
            change(&mut moments[nominates..=nominates], planted)
        });
        assert_eq!(rule, Rule::ll(6));
    }
    // Nobody rolls without a nomination.
    let rule = plant(|_, moments| {
        repeat(moments, |e| {
            matches!(
                e,
                Event::SeizeRoll {
                    success: false,
                    rolled: 4..,
                    ..
                }
            )
        })
    });
    assert_eq!(rule, Rule::ll(6));
}

#[test]
fn ll_07_counters_are_handed_over_and_counted() {
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Counter { counters, .. } => {
                *counters += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(7));
    let rule = plant(|_, moments| omit(moments, |e| matches!(e, Event::Counter { .. })));
    assert_eq!(rule, Rule::ll(7));
    let rule = plant(|_, moments| repeat(moments, |e| matches!(e, Event::Counter { .. })));
    // The same number again would be right; it is one too many for what follows.
    assert_eq!(rule, Rule::ll(7));
    // The row counts once for each, and for nobody's shots but the enemy's.
    let rule = plant(|battle, moments| {
        let value = battle.spec().rules.seize.factors[1].value;
        change(moments, |event| match event {
            Event::Factor {
                row: 1,
                times,
                adds,
            } => {
                *times += 1;
                *adds += value;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(7));
    // A row forgotten, and the sum adjusted to it.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Factor { row: 1, .. }))?;
        let Event::Factor { adds, .. } = moments[at].event else {
            return None;
        };
        let nominates = moments[..at]
            .iter()
            .rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
        let roll = at + find(&moments[at..], |e| matches!(e, Event::SeizeRoll { .. }))?;
        if let Event::Nominates {
            factors, needed, ..
        } = &mut moments[nominates].event
        {
            *factors -= adds;
            *needed += adds;
        }
        if let Event::SeizeRoll { needed, .. } = &mut moments[roll].event {
            *needed += adds;
        }
        moments.remove(at);
        Some(())
    });
    assert_eq!(rule, Rule::ll(7));
}

#[test]
fn ll_08_cards_bind_those_they_name() {
    // A man not named is nominated for it.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Nominates {
                card: Some(card), ..
            } => {
                *card = 1 - *card;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(8));
    // Somebody else takes part.
    let rule = plant(|_, moments| {
        moments
            .iter_mut()
            .find_map(|moment| match &mut moment.event {
                Event::Acts {
                    side,
                    card: Some(_),
                    figures,
                    ..
                } => {
                    let others = moment.alive[*side] & !*figures & !0b10_0110;
                    let other = (0..8).find(|i| others >> i & 1 == 1)?;
                    *figures |= 1 << other;
                    Some(())
                }
                _ => None,
            })
    });
    assert_eq!(rule, Rule::ll(8));
    // A card closes before it is done with, and is used when it is.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Nominates { .. }))?;
        let mut closes = moments[at].clone();
        closes.event = Event::CardCloses {
            side: Side::A,
            card: 0,
            done: true,
        };
        moments.insert(at, closes);
        Some(())
    });
    assert_eq!(rule, Rule::ll(8));
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::CardCloses { .. }))?;
        let Event::CardCloses { side, card, .. } = moments[at].event else {
            return None;
        };
        change(&mut moments[at..], |event| match event {
            Event::Acts {
                side: acting,
                card: used,
                first: None,
                ..
            } if *acting == side => {
                *used = Some(card);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(8));
}

#[test]
fn ll_09_melee_is_fought_when_it_must_be_and_only_then() {
    // The round on contact is missing.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::MeleeRound {
                    why: MeleeKind::Contact
                }
            )
        })?;
        let fights = find(&moments[at + 1..], |e| {
            !matches!(
                e,
                Event::Fights {
                    effect: Effect::None,
                    ..
                }
            )
        })?;
        if fights == 0
            || !matches!(
                moments[at + 1 + fights].event,
                Event::Nominates { .. } | Event::Ends { .. }
            )
        {
            return None;
        }
        moments.drain(at..=at + fights);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    // A round out of the blue.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Acts {
                    action: ActionKind::Stand | ActionKind::Move,
                    ..
                }
            )
        })?;
        let mut round = moments[at].clone();
        round.event = Event::MeleeRound {
            why: MeleeKind::Action,
        };
        moments.insert(at + 1, round);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    // At arm's length and more; twice in a round; by who has no part in the action.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Fights {
                    effect: Effect::None,
                    ..
                }
            )
        })?;
        let Event::Fights { a, .. } = moments[at].event else {
            return None;
        };
        moments[at].positions[a.side()][a.index()] = crate::common::point(1.0, 35.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    let rule = plant(|_, moments| {
        repeat(moments, |e| {
            matches!(
                e,
                Event::Fights {
                    effect: Effect::None,
                    ..
                }
            )
        })
    });
    assert_eq!(rule, Rule::ll(9));
    let rule = plant(|_, moments| {
        let round = find(moments, is_action_round)?;
        let Event::Fights { a, .. } = moments[round + 1].event else {
            return None;
        };
        change(&mut moments[round - 1..round], |event| match event {
            Event::Acts {
                figures,
                first: None,
                ..
            } => {
                *figures &= !(1 << a.index());
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(9));
    // Contact across the board, and contact that nobody noticed.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Contact { .. }))?;
        let Event::Contact { enemy, .. } = moments[at].event else {
            return None;
        };
        moments[at].positions[enemy.side()][enemy.index()] = crate::common::point(1.0, 35.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    for unnoticed in [true, false] {
        let rule = plant(|_, moments| {
            let moment = moments.iter_mut().find(|m| {
                matches!(m.event, Event::Acts { .. }) && (m.engaged[Side::A] != 0) == unnoticed
            })?;
            moment.engaged[Side::A] = if unnoticed { 0 } else { 1 };
            Some(())
        });
        assert_eq!(rule, Rule::ll(9));
    }
}

#[test]
fn ll_10_everyone_fights_on_a_low_roll() {
    // The round is owed and not fought.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::EveryoneFights { .. }))?;
        let rest = find(&moments[at + 1..], |e| {
            !matches!(
                e,
                Event::MeleeRound { .. }
                    | Event::Fights {
                        effect: Effect::None,
                        ..
                    }
            )
        })?;
        if !matches!(
            moments[at + 1 + rest].event,
            Event::Acts { .. } | Event::Passes { .. }
        ) {
            return None;
        }
        moments.drain(at..=at + rest);
        Some(())
    });
    assert_eq!(rule, Rule::ll(10));
    // It is fought on another number.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::EveryoneFights { rolled } => {
                *rolled = 4;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(10));
    let rule = plant(|_, moments| {
        let roll = find(moments, |e| {
            matches!(
                e,
                Event::SeizeRoll {
                    rolled: 4..,
                    success: false,
                    ..
                }
            )
        })?;
        let mut round = moments[roll].clone();
        round.event = Event::MeleeRound {
            why: MeleeKind::Everyone,
        };
        moments.insert(roll + 1, round);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
}

#[test]
fn ll_11_reactive_movement_is_by_the_near_and_free() {
    // By somebody far away; by somebody engaged; by the active side; after no contact at all.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::ReactsMoving { run: 0, .. }))?;
        let Event::ReactsMoving { side, engage, .. } = moments[at].event else {
            return None;
        };
        let i = engage.trailing_zeros() as usize;
        moments[at].positions[side][i] = crate::common::point(1.0, 35.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::ReactsMoving { .. }))?;
        let Event::ReactsMoving { side, engage, run } = moments[at].event else {
            return None;
        };
        moments[at].engaged[side] |= engage | run;
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::ReactsMoving { side, engage, run } => {
                *side = !*side;
                (*engage, *run) = (0, 0);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(11));
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::ReactsMoving { .. }))?;
        let Event::ReactsMoving { .. } = moments[at].event else {
            return None;
        };
        let stand = find(moments, |e| {
            matches!(
                e,
                Event::Acts {
                    action: ActionKind::Move,
                    side: Side::A,
                    ..
                }
            )
        })?;
        let mut reacts = moments[stand].clone();
        reacts.event = Event::ReactsMoving {
            side: Side::B,
            engage: reacts.alive[Side::B],
            run: 0,
        };
        moments.insert(stand + 1, reacts);
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    // Some engage and some run, though all must do alike.
    let rule = plant(|battle, moments| {
        if battle.spec().rules.options.reactive_movement != ReactiveMovement::Together {
            return None;
        }
        change(moments, |event| match event {
            Event::ReactsMoving { engage, run, .. } if engage.count_ones() > 1 => {
                *run = *engage & engage.wrapping_neg();
                *engage &= !*run;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(11));
    // Somebody reacts undeclared, or the round for those who engaged is missing.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::ReactsMoving { engage, run: 0, .. } if engage.count_ones() > 1 => {
                *engage &= engage.wrapping_sub(1);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(11));
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::MeleeRound {
                why: why @ MeleeKind::Reaction,
            } => {
                *why = MeleeKind::Contact;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(11));
}

#[test]
fn ll_12_one_reaction_by_shooting_in_each_initiative() {
    let again = |option: ReactiveShooting| {
        plant(move |battle, moments| {
            if battle.spec().rules.options.reactive_shooting != option {
                return None;
            }
            repeat(moments, |e| matches!(e, Event::ReactsShooting { .. }))
        })
    };
    assert_eq!(again(ReactiveShooting::SideOnce), Rule::ll(12));
    assert_eq!(again(ReactiveShooting::FigureOnce), Rule::ll(12));
    // Not by the active side.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::ReactsShooting { side, figures, .. } => {
                *side = !*side;
                *figures = 0;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(12));
}

#[test]
fn ll_12_whoever_reacts_is_declared_and_shoots_at_whom_he_may() {
    // Undeclared.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::ReactsShooting { figures, .. } if figures.count_ones() > 1 => {
                *figures &= figures.wrapping_sub(1);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(12));
    // At one who has not moved, or, in a reply, has not shot.
    for reply in [false, true] {
        let rule = plant(|_, moments| {
            let at = find(
                moments,
                |e| matches!(e, Event::ReactsShooting { reply: r, .. } if *r == reply),
            )?;
            let acts = moments[..at]
                .iter()
                .rposition(|m| matches!(m.event, Event::Acts { .. }))?;
            let Event::Acts { figures, side, .. } = moments[acts].event else {
                return None;
            };
            let idle = moments[at].alive[side] & !figures;
            let j = (idle != 0).then(|| idle.trailing_zeros() as usize)?;
            change(&mut moments[at + 1..at + 2], |event| match event {
                Event::Shoots {
                    target, hit: false, ..
                } => {
                    *target = FigureId::new(side, j);
                    true
                }
                _ => false,
            })
        });
        assert_eq!(rule, Rule::ll(12), "reply: {reply}");
    }
    // A reply to no shot.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::ReactsShooting { reply, .. } if !*reply => {
                *reply = true;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(12));
    // A reactive shot that says that it is none, and one without its penalty.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Shoots {
                reactive,
                modifier,
                needed,
                hit: false,
                ..
            } if *reactive => {
                *reactive = false;
                *modifier += 1;
                *needed -= 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(12));
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Shoots {
                reactive: true,
                modifier,
                needed,
                rolled: 1,
                ..
            } if *modifier == -1 => {
                *modifier = 0;
                *needed -= 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(12));
}

#[test]
fn ll_12_no_more_shots_than_inches() {
    // Three archers shoot at a mover who stays in view; then he is said to have gone a hand's breadth behind the house,
    // and to have been seen for half an inch of it.
    let mut field = Field::new();
    field.figure(Side::A, AVERAGE, SWORD, 20.0, 10.0);
    for k in 0..3 {
        field.figure(Side::B, AVERAGE, BOW, 5.0 - 1.1 * f64::from(k), 8.0);
    }
    field.house(12.0, 10.0, 14.0, 30.0);
    let near = field.place("near", 20.0, 5.0, 0.25);
    field.bot(Side::A, vec![line(&[], Act::Move(Goal::Place(near)))]);
    field.reacts(Side::B, &[React::Shoot]);
    field.cap(1);
    let battle = field.battle();
    let mut recorder = Recorder::default();
    let mut misses = Script::in_order([1, 1, 1]);
    play(
        &battle,
        &mut Table::new(&battle),
        None,
        &mut misses,
        &mut recorder,
    );
    assert_eq!(misses.finish(), Ok(()));
    let mut moments = recorder.0;
    assert_eq!(audit(&battle, &moments), []);
    let shots = |moments: &[Moment]| {
        moments
            .iter()
            .filter(|m| matches!(m.event, Event::Shoots { .. }))
            .count()
    };
    assert_eq!(shots(&moments), 3);
    let end = crate::common::point(20.0, 14.0);
    let start = crate::common::point(20.0, 10.6);
    for moment in &mut moments {
        let at = &mut moment.positions[Side::A][0];
        *at = if matches!(moment.event, Event::Begins { .. } | Event::Acts { .. }) {
            start
        } else {
            end
        };
        if let Event::Moves {
            from,
            to,
            way,
            cost,
            why: MoveKind::Action,
            ..
        } = &mut moment.event
        {
            (*from, *to) = (start, end);
            *way = start.distance(end);
            *cost = *way;
        }
    }
    assert_eq!(audit(&battle, &moments)[0], Rule::ll(12));
    // One shot is within the allowance.
    let last = moments
        .iter()
        .rposition(|m| matches!(m.event, Event::Shoots { .. }))
        .expect("a shot");
    let first = find(&moments, |e| matches!(e, Event::Shoots { .. })).expect("a shot");
    moments.drain(first + 1..=last);
    let rules = audit(&battle, &moments);
    assert!(!rules.contains(&Rule::ll(12)), "{rules:?}");
}

#[test]
fn ll_13_and_14_who_may_move_and_shoot() {
    // Somebody moves while all shoot.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Acts {
                    action: ActionKind::AllShoot,
                    ..
                }
            )
        })?;
        let Event::Acts { figures, side, .. } = moments[at].event else {
            return None;
        };
        let figure = FigureId::new(side, figures.trailing_zeros() as usize);
        let to = moments[at].positions[side][figure.index()];
        let mut moves = moments[at].clone();
        moves.event = Event::Moves {
            figure,
            from: Point::new(to.x, to.y + inches(1.0)),
            to,
            way: inches(1.0),
            cost: inches(1.0),
            allowance: inches(8.0),
            why: MoveKind::Action,
        };
        moments.insert(at + 1, moves);
        Some(())
    });
    assert_eq!(rule, Rule::ll(13));
    // A crossbowman comes up and shoots; an archer comes up by more than half a move.
    for (weapon, way) in [(CROSSBOW, 1.0), (BOW, 5.0), (JAVELIN, 7.9)] {
        let breach = |battle: &Battle, moments: &mut Vec<Moment>| {
            let at = (0..moments.len()).find(|k| {
                matches!(
                    moments[*k].event,
                    Event::Shoots { shooter, reactive: false, moved: false, .. }
                        if battle.spec().sides[shooter.side()].figures[shooter.index()].weapon
                            == weapon
                            && matches!(
                                moments[*k - 1].event,
                                Event::Acts { action: ActionKind::Shoot, .. }
                            )
                )
            })?;
            let Event::Shoots { shooter, moved, .. } = &mut moments[at].event else {
                return None;
            };
            *moved = true;
            let figure = *shooter;
            let to = moments[at].positions[figure.side()][figure.index()];
            let mut moves = moments[at].clone();
            moves.event = Event::Moves {
                figure,
                from: Point::new(to.x, to.y + inches(way)),
                to,
                way: inches(way),
                cost: inches(way),
                allowance: inches(8.0),
                why: MoveKind::Action,
            };
            moments.insert(at, moves);
            Some(())
        };
        if weapon == JAVELIN {
            // A javelinman may: no breach of this rule at all.
            for record in records() {
                let mut moments = record.moments.clone();
                if breach(&record.battle, &mut moments).is_some() {
                    assert!(!audit(&record.battle, &moments).contains(&Rule::ll(14)));
                    break;
                }
            }
        } else {
            assert_eq!(plant(breach), Rule::ll(14));
        }
    }
    // A shooter hides that he moved.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Shoots {
                reactive: false,
                moved,
                ..
            } => {
                *moved = !*moved;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(14));
}

#[test]
fn host_2_how_one_shoots() {
    // In melee; without a missile weapon; at a friend; against another number.
    let rule = plant(|_, moments| {
        let acts = (0..moments.len()).find(|k| {
            matches!(
                (moments[*k].event, moments.get(*k + 1).map(|m| m.event)),
                (
                    Event::Acts { .. },
                    Some(Event::Shoots {
                        reactive: false,
                        ..
                    })
                )
            )
        })?;
        let Event::Shoots { shooter, .. } = moments[acts + 1].event else {
            return None;
        };
        let side = shooter.side();
        let at = moments[acts].positions[side][shooter.index()];
        let enemy = Point::new(at.x + inches(1.1), at.y);
        let j = moments[acts].alive[!side].trailing_zeros() as usize;
        for moment in &mut moments[acts - 1..=acts + 1] {
            moment.engaged[side] |= 1 << shooter.index();
            moment.engaged[!side] |= 1 << j;
            moment.positions[!side][j] = enemy;
        }
        Some(())
    });
    assert!(
        [Rule::host(2), Rule::host(1), Rule::ll(9)].contains(&rule),
        "{rule}"
    );
    let rule = plant(|battle, moments| {
        let sword =
            |side: Side| (0..8).find(|i| battle.traits(FigureId::new(side, *i)).missile.is_none());
        change(moments, |event| match event {
            Event::Shoots { shooter, .. } => {
                let Some(i) = sword(shooter.side()) else {
                    return false;
                };
                *shooter = FigureId::new(shooter.side(), i);
                true
            }
            _ => false,
        })
    });
    assert!([Rule::host(2), Rule::ll(1)].contains(&rule), "{rule}");
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Shoots {
                shooter,
                target,
                hit: false,
                ..
            } => {
                *target = FigureId::new(shooter.side(), target.index());
                true
            }
            _ => false,
        })
    });
    assert!([Rule::host(2), Rule::ll(12)].contains(&rule), "{rule}");
    for change_of in [1, 100] {
        let rule = plant(|_, moments| {
            change(moments, |event| match event {
                Event::Shoots {
                    needed,
                    hit: false,
                    rolled: 1,
                    ..
                } => {
                    *needed += change_of;
                    true
                }
                _ => false,
            })
        });
        assert_eq!(rule, Rule::host(2));
    }
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Shoots { hit, .. } if !*hit => {
                *hit = true;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(2));
}

#[test]
fn host_3_the_margin_decides() {
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Fights {
                effect: effect @ Effect::None,
                ..
            } => {
                *effect = Effect::Kill;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::host(3));
}

#[test]
fn ll_15_who_comes_when_called() {
    let call = |event: &Event| {
        matches!(
            event,
            Event::Acts {
                action: ActionKind::ToMe,
                ..
            }
        )
    };
    // The leader himself; a caller who is no leader; a man from beside an enemy; one who comes near an enemy.
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        change(&mut moments[at..=at], |event| match event {
            Event::Acts {
                figures,
                target: Some(leader),
                ..
            } => {
                *figures |= 1 << leader.index();
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(15));
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        let alive = moments[at].alive;
        change(&mut moments[at..=at], |event| match event {
            Event::Acts {
                figures,
                target: Some(leader),
                side,
                ..
            } => {
                let others = alive[*side] & !*figures & !1;
                *leader = FigureId::new(*side, (others.trailing_zeros() as usize).min(7));
                others != 0
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(15));
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        let Event::Moves {
            figure, to, why, ..
        } = moments[at + 1].event
        else {
            return None;
        };
        assert_eq!(why, MoveKind::Action);
        let enemy = !figure.side();
        let j = moments[at].alive[enemy].trailing_zeros() as usize;
        // An enemy two inches from where he ends, or from where he set out.
        moments[at + 1].positions[enemy][j] = Point::new(to.x, to.y + inches(2.0));
        Some(())
    });
    assert_eq!(rule, Rule::ll(15));
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        let Event::Moves { figure, from, .. } = moments[at + 1].event else {
            return None;
        };
        let enemy = !figure.side();
        let j = moments[at].alive[enemy].trailing_zeros() as usize;
        moments[at].positions[enemy][j] = Point::new(from.x, from.y + inches(3.0));
        Some(())
    });
    assert!([Rule::ll(15), Rule::host(1)].contains(&rule), "{rule}");
}

#[test]
fn ll_16_a_duel_is_followed_by_its_roll() {
    // The loser's roll is left out.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| matches!(e, Event::Duel { .. }))?;
        let nominates = at
            + find(&moments[at..], |e| {
                matches!(e, Event::Nominates { duel: true, .. })
            })?;
        let roll = nominates
            + find(&moments[nominates..], |e| {
                matches!(e, Event::SeizeRoll { rolled: 4.., .. })
            })?;
        let acts = roll + find(&moments[roll..], |e| matches!(e, Event::Acts { .. }))?;
        if find(&moments[roll..acts], |e| matches!(e, Event::Passes { .. })).is_some() {
            return None;
        }
        moments.drain(nominates..=roll);
        Some(())
    });
    assert!([Rule::ll(16), Rule::ll(3)].contains(&rule), "{rule}");
    // It is made by the winner's side.
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::Duel { winner, loser } => {
                std::mem::swap(winner, loser);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(3));
}

#[test]
fn llc_5_morale_is_kept() {
    let rule = plant(|_, moments| {
        change(moments, |event| match event {
            Event::MoraleFalls { left, .. } if *left > 1 => {
                *left += 1;
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::llc(5));
    let rule = plant(|_, moments| {
        omit(moments, |e| {
            matches!(e, Event::MoraleFalls { left: 1.., .. })
        })
    });
    assert_eq!(rule, Rule::llc(5));
    // A unit leaves with morale, or stays without.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(e, Event::MoraleFalls { left: 1.., .. })
        })?;
        let Event::MoraleFalls { side, unit, .. } = moments[at].event else {
            return None;
        };
        let mut leaves = moments[at].clone();
        leaves.event = Event::UnitLeaves {
            side,
            unit,
            figures: leaves.alive[side],
        };
        moments.insert(at + 1, leaves);
        Some(())
    });
    assert_eq!(rule, Rule::llc(5));
    let rule = plant(|_, moments| omit(moments, |e| matches!(e, Event::UnitLeaves { .. })));
    assert_eq!(rule, Rule::llc(5));
}

#[test]
fn host_5_the_game_ends_when_it_should() {
    // Stopped early; won by a goal that nobody has reached; a draw of nothing.
    for ending in [
        Ending::Cap,
        Ending::Draw,
        Ending::Won {
            side: Side::A,
            goal: Some(0),
        },
        Ending::Won {
            side: Side::B,
            goal: None,
        },
    ] {
        let rule = plant(|_, moments| {
            let at = find(moments, |e| matches!(e, Event::Acts { number: 3, .. }))?;
            let mut ends = moments[at - 1].clone();
            ends.event = Event::Ends { ending, streak: 0 };
            moments.truncate(at);
            moments.push(ends);
            Some(())
        });
        assert_eq!(rule, Rule::host(5), "{ending:?}");
    }
    // Played on after a goal was reached.
    let rule = plant(|battle, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Acts {
                    number: 5,
                    side: Side::A,
                    ..
                }
            )
        })?;
        if moments[at].alive[Side::A].count_ones() < 5 {
            return None;
        }
        let place = battle.spec().places[0].at;
        let alive = moments[at].alive[Side::A];
        for (k, i) in (0..8).filter(|i| alive >> i & 1 == 1).enumerate() {
            let x = [0, 1, -1, 0, 0].get(k).copied().unwrap_or(12);
            let y = [0, 0, 0, 1, -1].get(k).copied().unwrap_or(k as i32 - 12);
            let to = Point::new(place.x + x * inches(1.1), place.y + y * inches(1.1));
            moments[at].positions[Side::A][i] = to;
        }
        Some(())
    });
    assert_eq!(rule, Rule::host(5));
    // An event that happens twice, and anything after the end.
    let rule = plant(|_, moments| repeat(moments, |e| matches!(e, Event::Happens { .. })));
    assert_eq!(rule, Rule::host(5));
    let rule = plant(|_, moments| repeat(moments, |e| matches!(e, Event::Ends { .. })));
    assert_eq!(rule, Rule::host(5));
}

#[test]
fn host_6_a_game_begins_before_anything_else() {
    let rule = plant(|_, moments| omit(moments, |e| matches!(e, Event::Begins { .. })));
    assert_eq!(rule, Rule::host(6));
}
