//! Breaches by who reacts, at whom shots are, and who goes back to where he hid (LL-01, LL-05 c, LL-11, LL-12).

use super::plant;
use crate::common::planted::{Moment, Recorder, audit, breaks, change, changed, find, is, repeat};
use crate::common::{AVERAGE, BOW, Field, SWORD, inches, line, play, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::bot::{Act, Goal, React};
use skirmish_engine::chance::Script;
use skirmish_engine::event::{ActionKind, Event, MeleeKind, MoveKind, Qualifies};
use skirmish_engine::game::Workspace;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{ReactiveMovement, ReactiveShooting};
use skirmish_engine::side::Side;

#[test]
fn ll_01_shots_of_an_action_are_at_one_body() {
    let rule = plant(|battle, moments| {
        let group = battle.spec().rules.movement.group;
        let actions: Vec<_> = (0..moments.len())
            .filter(|k| matches!(moments[*k].event, Event::Acts { action: ActionKind::Shoot, .. }))
            .collect();
        actions.into_iter().find_map(|shoots| {
            let missed: Vec<_> = (shoots + 1..moments.len())
                .take_while(|k| !matches!(moments[*k].event, Event::Counter { .. }))
                .filter(|k| {
                    matches!(moments[*k].event, Event::Shoots { reactive: false, hit: false, .. })
                })
                .collect();
            let Event::Shoots { target, .. } = moments[*missed.get(1)?].event else {
                return None;
            };
            let side = target.side();
            let (alive, at) = (moments[shoots].alive[side], &moments[shoots].positions[side]);
            let stranger = (0..8).find(|j| {
                alive >> j & 1 == 1
                    && *j != target.index()
                    && (0..8)
                        .filter(|k| k != j && alive >> k & 1 == 1)
                        .all(|k| at[k].distance(at[*j]) > group)
            })?;
            let Event::Shoots { target, .. } = &mut moments[missed[1]].event else {
                return None;
            };
            *target = FigureId::new(side, stranger);
            Some(())
        })
    });
    assert_eq!(rule, Rule::ll(1));
    breaks! {
        // And by those who take part.
        [Rule::ll(1), Rule::ll(7)]
            Event::Acts { action: action @ ActionKind::Shoot, first: None, .. } =>
                *action = ActionKind::Move,
    }
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
                    moments[..at].iter().rposition(|m| matches!(m.event, Event::Nominates { .. }))
                };
                let (first, second) = (nominee(one)?, nominee(two)?);
                let who = |k: usize| match moments[k].event {
                    Event::Nominates { figure, .. } => Some(figure),
                    _ => None,
                };
                let (figure, same) = (who(first)?, who(first) == who(second));
                let Event::Moves { figure: mover, from, .. } = moments[two + 1].event else {
                    continue;
                };
                let origin = moments[one].positions[figure.side()][figure.index()];
                if !same || mover != figure || from.distance(origin) < inches(2.0) {
                    continue;
                }
                for k in [first, one, second, two] {
                    match &mut moments[k].event {
                        Event::Nominates { qualifies, intention, .. } => {
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
                if let Event::Moves { to, way, cost, allowance, .. } = &mut moments[two + 1].event {
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
fn ll_05_nobody_changes_sight_who_is_seen_before_and_after() {
    // A first action towards the enemy, said to change sight.
    let rule = plant(|battle, moments| {
        let is_first = is! {
            Event::Acts { first: Some(Qualifies::TowardEnemy), action: ActionKind::Move, .. }
        };
        let is_act = is! { Event::Acts { .. } };
        for one in 0..moments.len() {
            if !is_first(&moments[one].event) {
                continue;
            }
            let nominates = is! { Event::Nominates { .. } };
            let nominee = moments[..one].iter().rposition(|m| nominates(&m.event))?;
            let Event::Nominates { figure, .. } = moments[nominee].event else { return None };
            let is_seen = |at: Point, moment: &Moment| {
                let side = !figure.side();
                let mut enemies = moment.positions[side].iter().enumerate();
                enemies.any(|(j, enemy)| {
                    moment.alive[side] >> j & 1 == 1 && battle.terrain(0).sees_plainly(at, *enemy)
                })
            };
            let mut action = moments[one + 1..].iter().take_while(|m| !is_act(&m.event));
            let goes_on = action.any(|moment| match moment.event {
                Event::Moves { figure: mover, from, to, cost, allowance, .. }
                    if mover == figure =>
                {
                    let same = is_seen(from, moment) == is_seen(to, moment);
                    same && cost + 16 >= allowance
                }
                _ => false,
            });
            if !goes_on {
                continue;
            }
            if let Event::Nominates { qualifies, .. } = &mut moments[nominee].event {
                *qualifies = Qualifies::ChangesSight;
            }
            if let Event::Acts { first, .. } = &mut moments[one].event {
                *first = Some(Qualifies::ChangesSight);
            }
            return Some(());
        }
        None
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_11_reactive_movement_is_by_the_near_and_free() {
    // By somebody far away; by somebody engaged; by the active side; after no contact at all.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::ReactsMoving { run: 0, .. } })?;
        let Event::ReactsMoving { side, engage, .. } = moments[at].event else {
            return None;
        };
        let i = engage.trailing_zeros() as usize;
        moments[at].positions[side][i] = point(1.0, 35.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::ReactsMoving { .. } })?;
        let Event::ReactsMoving { side, engage, run } = moments[at].event else {
            return None;
        };
        moments[at].engaged[side] |= engage | run;
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    breaks! {
        [Rule::ll(11)] Event::ReactsMoving { side, engage, run } => {
            *side = !*side;
            (*engage, *run) = (0, 0);
        },
    }
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::ReactsMoving { .. } })?;
        let Event::ReactsMoving { .. } = moments[at].event else {
            return None;
        };
        let stand =
            find(moments, is! { Event::Acts { action: ActionKind::Move, side: Side::A, .. } })?;
        let mut reacts = moments[stand].clone();
        reacts.event = Event::ReactsMoving { side: Side::B, engage: reacts.alive[Side::B], run: 0 };
        moments.insert(stand + 1, reacts);
        Some(())
    });
    assert_eq!(rule, Rule::ll(11));
    // Some engage and some run, though all must do alike.
    let rule = plant(|battle, moments| {
        if battle.spec().rules.options.reactive_movement != ReactiveMovement::Together {
            return None;
        }
        change(
            moments,
            changed!(
                Event::ReactsMoving { engage, run, .. } if engage.count_ones() > 1 => {
                    *run = *engage & engage.wrapping_neg();
                    *engage &= !*run;
                }
            ),
        )
    });
    assert_eq!(rule, Rule::ll(11));
    breaks! {
        // Somebody reacts undeclared, or the round for those who engaged is missing.
        [Rule::ll(11)] Event::ReactsMoving { engage, run: 0, .. } if engage.count_ones() > 1 =>
            *engage &= engage.wrapping_sub(1),
        [Rule::ll(11)] Event::MeleeRound { why: why @ MeleeKind::Reaction } =>
            *why = MeleeKind::Contact,
    }
}

#[test]
fn ll_12_one_reaction_by_shooting_in_each_initiative() {
    let again = |option: ReactiveShooting| {
        plant(move |battle, moments| {
            if battle.spec().rules.options.reactive_shooting != option {
                return None;
            }
            repeat(moments, is! { Event::ReactsShooting { .. } })
        })
    };
    assert_eq!(again(ReactiveShooting::SideOnce), Rule::ll(12));
    assert_eq!(again(ReactiveShooting::FigureOnce), Rule::ll(12));
    breaks! {
        // Not by the active side.
        [Rule::ll(12)] Event::ReactsShooting { side, figures, .. } => {
            *side = !*side;
            *figures = 0;
        },
    }
}

#[test]
fn ll_12_whoever_reacts_is_declared_and_shoots_at_whom_he_may() {
    breaks! {
        // Undeclared.
        [Rule::ll(12)] Event::ReactsShooting { figures, .. } if figures.count_ones() > 1 =>
            *figures &= figures.wrapping_sub(1),
    }
    // At one who has not moved, or, in a reply, has not shot.
    for reply in [false, true] {
        let rule = plant(|_, moments| {
            let at = find(moments, is! { Event::ReactsShooting { reply: r, .. } if *r == reply })?;
            let acts = moments[..at].iter().rposition(|m| matches!(m.event, Event::Acts { .. }))?;
            let Event::Acts { figures, side, .. } = moments[acts].event else {
                return None;
            };
            let idle = moments[at].alive[side] & !figures;
            let j = (idle != 0).then(|| idle.trailing_zeros() as usize)?;
            change(
                &mut moments[at + 1..at + 2],
                changed!(
                    Event::Shoots { target, hit: false, .. } =>
                        *target = FigureId::new(side, j)
                ),
            )
        });
        assert_eq!(rule, Rule::ll(12), "reply: {reply}");
    }
    breaks! {
        // A reply to no shot.
        [Rule::ll(12)] Event::ReactsShooting { reply, .. } if !*reply => *reply = true,
        // A reactive shot that says that it is none, and one without its penalty.
        [Rule::ll(12)]
            Event::Shoots { reactive, modifier, needed, hit: false, .. }
                if *reactive => {
            *reactive = false;
            *modifier += 1;
            *needed -= 1;
        },
        [Rule::ll(12)]
            Event::Shoots { reactive: true, modifier, needed, rolled: 1, .. }
                if *modifier == -1 => {
            *modifier = 0;
            *needed -= 1;
        },
    }
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
    play(&battle, &mut Workspace::new(&battle), &mut misses, &mut recorder);
    assert_eq!(misses.finish(), Ok(()));
    let mut moments = recorder.0;
    assert_eq!(audit(&battle, &moments), []);
    let shots = |moments: &[Moment]| {
        moments.iter().filter(|m| matches!(m.event, Event::Shoots { .. })).count()
    };
    assert_eq!(shots(&moments), 3);
    let end = point(20.0, 14.0);
    let start = point(20.0, 10.6);
    for moment in &mut moments {
        let at = &mut moment.positions[Side::A][0];
        *at = if matches!(moment.event, Event::Begins { .. } | Event::Acts { .. }) {
            start
        } else {
            end
        };
        if let Event::Moves { from, to, way, cost, why: MoveKind::Action, .. } = &mut moment.event {
            (*from, *to) = (start, end);
            *way = start.distance(end);
            *cost = *way;
        }
    }
    assert_eq!(audit(&battle, &moments)[0], Rule::ll(12));
    // One shot is within the allowance.
    let last =
        moments.iter().rposition(|m| matches!(m.event, Event::Shoots { .. })).expect("a shot");
    let first = find(&moments, is! { Event::Shoots { .. } }).expect("a shot");
    moments.drain(first + 1..=last);
    let rules = audit(&battle, &moments);
    assert!(!rules.contains(&Rule::ll(12)), "{rules:?}");
}
