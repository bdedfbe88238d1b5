//! What any action may do: by whom, how far, at whom (HOST-1 to HOST-3, HOST-6, LL-01, LL-13, LL-14).

use super::plant;
use crate::common::planted::{Moment, breaks, change, changed, find, first_death, is};
use crate::common::{BOW, CROSSBOW, JAVELIN, inches, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::event::{ActionKind, Cause, Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side;

#[test]
fn host_6_a_game_begins_before_anything_else() {
    breaks! {
        [Rule::host(6)] without Event::Begins { .. },
    }
}

#[test]
fn host_6_the_dead_do_not_act() {
    // A dead man is nominated, and one acts.
    let rule = plant(|_, moments| {
        let (from, gone) = first_death(moments)?;
        change(
            &mut moments[from..],
            changed!(
                Event::Nominates { figure, .. } if figure.side() == gone.side() =>
                    *figure = gone
            ),
        )
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, gone) = first_death(moments)?;
        change(
            &mut moments[from..],
            changed!(
                Event::Acts { side, figures, .. } if *side == gone.side() =>
                    *figures |= 1 << gone.index()
            ),
        )
    });
    assert_eq!(rule, Rule::host(6));
    // He dies a second time.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Dies { cause: Cause::Shot, .. } })?;
        let again = moments[at].clone();
        let later = at + 1 + find(&moments[at + 1..], is! { Event::Nominates { .. } })?;
        moments.insert(later, again);
        Some(())
    });
    assert_eq!(rule, Rule::host(6));
    // Somebody is gone whom nobody saw go.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Acts { number: 3, .. } })?;
        moments[at].alive[Side::B] &= !1;
        Some(())
    });
    assert_eq!(rule, Rule::host(6));
}

#[test]
fn host_1_nobody_moves_too_far() {
    breaks! {
        [Rule::host(1)] Event::Moves { cost, why: MoveKind::Action, .. } => *cost += inches(8.0),
        // Further than the way he tells.
        [Rule::host(1)] Event::Moves { way, from, to, .. } if from.distance(*to) > inches(2.0) =>
            *way = inches(1.0),
    }
    // And nobody stands in another, in a wall, or off the board.
    for at in [None, Some(point(21.0, 14.0)), Some(Point::new(-9, 40))] {
        let rule = plant(|_, moments| {
            let k = find(moments, is! { Event::Acts { number: 2, .. } })?;
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
        moments.iter_mut().find_map(|moment| match &mut moment.event {
            Event::Acts { side, action: ActionKind::Fight, figures, .. } => {
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
                change(
                    &mut moments[k..=k],
                    changed!(
                        Event::Acts { figures, .. } =>
                            *figures &= !(1 << figure.index())
                    ),
                )
            })
    });
    assert_eq!(rule, Rule::ll(1));
    breaks! {
        [Rule::ll(1)] twice Event::Moves { why: MoveKind::Action, .. },
        [Rule::ll(1)] twice Event::Shoots { reactive: false, hit: false, .. },
        // Actions are numbered without gaps.
        [Rule::ll(1)] Event::Acts { number, .. } if *number == 4 => *number = 5,
    }
}

/// A figure comes up to where he stands.
fn comes_up(moment: &Moment, figure: FigureId, way: Len) -> Moment {
    let to = moment.positions[figure.side()][figure.index()];
    let event = Event::Moves {
        figure,
        from: Point::new(to.x, to.y + way),
        to,
        way,
        cost: way,
        allowance: inches(8.0),
        why: MoveKind::Action,
    };
    Moment { event, ..moment.clone() }
}

#[test]
fn ll_13_and_14_who_may_move_and_shoot() {
    // Somebody moves while all shoot.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Acts { action: ActionKind::AllShoot, .. } })?;
        let Event::Acts { figures, side, .. } = moments[at].event else {
            return None;
        };
        let last = figures.checked_ilog2()?;
        let moves = comes_up(&moments[at], FigureId::new(side, last as usize), inches(1.0));
        moments.insert(at + 1, moves);
        Some(())
    });
    assert_eq!(rule, Rule::ll(13));
    // A crossbowman comes up and shoots; an archer comes up by more than half a move; a javelinman could have thrown before.
    for (weapon, way) in [(CROSSBOW, 1.0), (BOW, 5.0), (JAVELIN, 1.0)] {
        let rule = plant(|battle, moments| {
            let at = (0..moments.len()).find(|k| {
                matches!(
                    moments[*k].event,
                    Event::Shoots { shooter, reactive: false, moved: false, .. }
                        if battle.spec().sides[shooter.side()].figures[shooter.index()].weapon
                            == weapon
                            && matches!(
                                moments[*k - 1].event,
                                Event::Acts { action: ActionKind::Shoot, card: None, .. }
                            )
                )
            })?;
            let Event::Shoots { shooter, moved, .. } = &mut moments[at].event else {
                return None;
            };
            *moved = true;
            let figure = *shooter;
            let moves = comes_up(&moments[at], figure, inches(way));
            moments.insert(at, moves);
            Some(())
        });
        assert_eq!(rule, Rule::ll(14));
    }
    breaks! {
        // A shooter hides that he moved.
        [Rule::ll(14)] Event::Shoots { reactive: false, moved, .. } => *moved = !*moved,
    }
}

#[test]
fn host_2_how_one_shoots() {
    // In melee; without a missile weapon; at a friend; against another number.
    let rule = plant(|_, moments| {
        let acts = (0..moments.len()).find(|k| {
            matches!(
                (moments[*k].event, moments.get(*k + 1).map(|m| m.event)),
                (Event::Acts { .. }, Some(Event::Shoots { reactive: false, .. }))
            )
        })?;
        let Event::Shoots { shooter, .. } = moments[acts + 1].event else {
            return None;
        };
        let side = shooter.side();
        let at = moments[acts].positions[side][shooter.index()];
        let enemy = Point::new(at.x + inches(1.1), at.y);
        let j = moments[acts].alive[!side].trailing_zeros() as usize;
        for moment in &mut moments[acts..=acts + 1] {
            moment.engaged[side] |= 1 << shooter.index();
            moment.engaged[!side] |= 1 << j;
            moment.positions[!side][j] = enemy;
        }
        Some(())
    });
    assert!([Rule::host(2), Rule::host(1), Rule::ll(9)].contains(&rule), "{rule}");
    let rule = plant(|battle, moments| {
        let sword =
            |side: Side| (0..8).find(|i| battle.traits(FigureId::new(side, *i)).missile.is_none());
        change(
            moments,
            changed!(
                Event::Shoots { shooter, .. } => {
                    let Some(i) = sword(shooter.side()) else {
                        return false;
                    };
                    *shooter = FigureId::new(shooter.side(), i);
                }
            ),
        )
    });
    assert!([Rule::host(2), Rule::ll(1)].contains(&rule), "{rule}");
    breaks! {
        [Rule::host(2), Rule::ll(12)] Event::Shoots { shooter, target, hit: false, .. } =>
            *target = FigureId::new(shooter.side(), target.index()),
    }
    for change_of in [1, 100] {
        breaks! {
            [Rule::host(2)] Event::Shoots { needed, hit: false, rolled: 1, .. } =>
                *needed += change_of,
        }
    }
    breaks! {
        [Rule::host(2)] Event::Shoots { hit, .. } if !*hit => *hit = true,
    }
}

#[test]
fn host_3_the_margin_decides() {
    breaks! {
        [Rule::host(3)] Event::Fights { effect: effect @ Effect::None, .. } =>
            *effect = Effect::Kill,
    }
}
