//! Breaches of Lloyd's initiative: who holds it, how it is seized, what binds the first action (LL-03 to LL-06, LL-15, LL-16).

use super::plant;
use crate::common::inches;
use crate::common::planted::{breaks, change, changed, find, is};
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::event::{ActionKind, Event, MoveKind, Qualifies};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::SeizeRoll;

#[test]
fn ll_03_nobody_acts_without_the_initiative() {
    breaks! {
        [Rule::ll(3)]
            Event::Acts { side, number: 2, first: None, action: ActionKind::Move, figures, .. } => {
            *side = !*side;
            *figures = 0;
        },
    }
}

#[test]
fn ll_03_no_initiative_changes_hands_unseized() {
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::SeizeRoll { success: false, .. } })?;
        let Event::SeizeRoll { side, .. } = moments[at].event else {
            return None;
        };
        let mut passes = moments[at].clone();
        passes.event = Event::Passes { to: side, streak: 1 };
        passes.holder = side;
        moments.insert(at + 1, passes);
        Some(())
    });
    assert!([Rule::ll(3), Rule::ll(10)].contains(&rule), "{rule}");
    breaks! {
        // Nor after a roll that failed, whatever it claims.
        [Rule::ll(3)] Event::SeizeRoll { success, .. } if !*success => *success = true,
        // And the streak told is the streak played.
        [Rule::ll(3)] Event::Passes { streak, .. } => *streak += 1,
    }
}

#[test]
fn ll_03_after_each_action_somebody_tries() {
    // A roll that brings neither the initiative nor a round of melee.
    let is_plain_failure = is! { Event::SeizeRoll { success: false, rolled: 4.., .. } };
    // The attempt is missing altogether.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Nominates { duel: false, .. } })?;
        let roll = at + find(&moments[at..], is! { Event::SeizeRoll { .. } })?;
        if !is_plain_failure(&moments[roll].event) {
            return None;
        }
        moments.drain(at..=roll);
        Some(())
    });
    assert_eq!(rule, Rule::ll(3));
    // Or declined, though `always` allows no such thing.
    let rule = plant(|battle, moments| {
        assert_eq!(battle.spec().rules.options.seize_roll, SeizeRoll::Always);
        let at = find(moments, is! { Event::Nominates { duel: false, .. } })?;
        let roll = at + find(&moments[at..], is! { Event::SeizeRoll { .. } })?;
        if !is_plain_failure(&moments[roll].event) {
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
    breaks! {
        // Or counted wrongly.
        [Rule::ll(3)] Event::SeizeRoll { attempt, .. } => *attempt += 1,
    }
}

#[test]
fn ll_03_the_sum_is_right() {
    breaks! {
        [Rule::ll(3)] Event::Nominates { base, .. } => *base -= 1,
        [Rule::ll(3)] Event::Nominates { leadership, .. } => *leadership += 1,
        [Rule::ll(3)] Event::Nominates { needed, .. } => *needed -= 2,
        // Factors that nobody told.
        [Rule::ll(3)] Event::Nominates { factors, needed, .. } => {
            *factors += 2;
            *needed -= 2;
        },
        [Rule::ll(3)] Event::Factor { adds, .. } => *adds += 2,
    }
    // The nominee is of the side that may seize.
    let rule = plant(|battle, moments| {
        change(moments, |event| match event {
            Event::Nominates { figure, duel: false, card: None, .. } => {
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
    breaks! {
        // It is made as if it were free.
        [Rule::ll(5)] Event::Acts { first, .. } if first.is_some() => *first = None,
        // A free action claims to be bound.
        [Rule::ll(5)] Event::Acts { first: first @ None, .. } => *first = Some(Qualifies::Engages),
    }
    // He is to go at the enemy, and stays where he is.
    let rule = plant(|_, moments| {
        let at = find(moments, |e| {
            matches!(
                e,
                Event::Acts { first: Some(Qualifies::TowardEnemy), action: ActionKind::Charge, .. }
            )
        })?;
        let nominee = moments[..at].iter().rev().find_map(|m| match m.event {
            Event::Nominates { figure, .. } => Some(figure),
            _ => None,
        })?;
        let moves = (at..moments.len()).find(
            |k| matches!(moments[*k].event, Event::Moves { figure, .. } if figure == nominee),
        )?;
        let Event::Moves { allowance, .. } = &mut moments[moves].event else { return None };
        // As if he could have gone much further, and met nobody.
        *allowance *= 3;
        let (side, i) = (nominee.side(), nominee.index());
        let reach = inches(2.0);
        let at = moments[moves].positions[side][i];
        let alone = (0..moments[moves].positions[!side].len())
            .all(|j| moments[moves].positions[!side][j].distance(at) > reach);
        alone.then_some(())
    });
    assert!([Rule::ll(5), Rule::host(1)].contains(&rule), "{rule}");
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
        change(
            &mut moments[at..=at],
            changed!(Event::Acts { figures, .. } => *figures &= !(1 << nominee.index())),
        )
    });
    assert_eq!(rule, Rule::ll(5));
    // It is none of the list.
    for kind in [ActionKind::Stand, ActionKind::AllShoot, ActionKind::ToMe] {
        let rule = plant(|_, moments| {
            let at = find(moments, is! { Event::Acts { first: Some(Qualifies::Engages), .. } })?;
            let nominates =
                moments[..at].iter().rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
            change(
                &mut moments[nominates..=nominates],
                changed!(Event::Nominates { intention, .. } => *intention = kind),
            )?;
            change(
                &mut moments[at..=at],
                changed!(
                    Event::Acts { action, target, .. } => {
                        *action = kind;
                        if kind == ActionKind::ToMe {
                            *target = None;
                        }
                    }
                ),
            )
        });
        assert!([Rule::ll(5), Rule::ll(6)].contains(&rule), "{kind:?}: {rule}");
    }
    // Nothing may be forfeited but a bound action.
    let rule = plant(|_, moments| {
        change(moments, |event| match *event {
            Event::Acts { number, side, action: ActionKind::Stand, first: None, .. } => {
                *event = Event::Forfeits { side, number };
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_06_what_was_intended_is_done() {
    type Change = fn(&mut Event) -> bool;
    let changes: [Change; 3] = [
        changed!(Event::Nominates { qualifies, .. } => *qualifies = Qualifies::Escapes),
        changed!(Event::Nominates { intention, .. } => *intention = ActionKind::Escape),
        changed!(
            Event::Nominates { target: Some(target), .. } =>
                *target = FigureId::new(target.side(), (target.index() + 1) % 8)
        ),
    ];
    for planted in changes {
        let rule = plant(|_, moments| {
            // A success by a roll that nobody fights on, so that nothing excuses another action.
            let roll = (0..moments.len()).find(|k| {
                matches!(moments[*k].event, Event::SeizeRoll { success: true, rolled: 4.., .. })
                    && matches!(moments[*k + 1].event, Event::Passes { .. })
            })?;
            let nominates =
                moments[..roll].iter().rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
            change(&mut moments[nominates..=nominates], planted)
        });
        // What is meant may be no first action at all.
        assert!([Rule::ll(5), Rule::ll(6)].contains(&rule), "{rule}");
    }
    breaks! {
        // Nobody rolls without a nomination.
        [Rule::ll(6)] twice Event::SeizeRoll { success: false, rolled: 4.., .. },
    }
}

#[test]
fn ll_15_who_comes_when_called() {
    let call = is! { Event::Acts { action: ActionKind::ToMe, .. } };
    // The leader himself; a caller who is no leader; a man from beside an enemy; one who comes near an enemy.
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        change(
            &mut moments[at..=at],
            changed!(
                Event::Acts { figures, target: Some(leader), .. } =>
                    *figures |= 1 << leader.index()
            ),
        )
    });
    assert_eq!(rule, Rule::ll(15));
    let rule = plant(|_, moments| {
        let at = find(moments, call)?;
        let alive = moments[at].alive;
        change(&mut moments[at..=at], |event| match event {
            Event::Acts { figures, target: Some(leader), side, .. } => {
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
        let Event::Moves { figure, to, why, .. } = moments[at + 1].event else {
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
        let at = find(moments, is! { Event::Duel { .. } })?;
        let nominates = at + find(&moments[at..], is! { Event::Nominates { duel: true, .. } })?;
        let roll =
            nominates + find(&moments[nominates..], is! { Event::SeizeRoll { rolled: 4.., .. } })?;
        let acts = roll + find(&moments[roll..], is! { Event::Acts { .. } })?;
        if find(&moments[roll..acts], is! { Event::Passes { .. } }).is_some() {
            return None;
        }
        moments.drain(nominates..=roll);
        Some(())
    });
    assert!([Rule::ll(16), Rule::ll(3)].contains(&rule), "{rule}");
    breaks! {
        // The winner is said to have lost.
        [Rule::ll(16)] Event::Duel { winner, loser } => std::mem::swap(winner, loser),
        // Nobody tells of it, or twice.
        [Rule::ll(16)] without Event::Duel { .. },
        [Rule::ll(16)] twice Event::Duel { .. },
    }
}
