//! Breaches in fire, its effect and reloading (PG-06 to PG-12).

use super::{plant, twist, without};
use crate::common::planted::{breaks, changed, find, is};
use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{ActionKind, Cause, Event, FireKind, TargetCondition};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::VolleyHits;
use skirmish_engine::side::Side;

/// Says of a move by normal pace that it was fast, of those who do this in their next turn.
fn hurried(then: ActionKind) -> Rule {
    plant(|_, moments| {
        let mut turn = 0;
        let mut moved: Vec<(usize, u32, Side, u128)> = Vec::new();
        for k in 0..moments.len() {
            match moments[k].event {
                Event::TurnBegins { turn: t, .. } => turn = t,
                Event::Acts { action: ActionKind::Move, side, figures, .. } => {
                    // Those who really move.
                    let goes = moments[k + 1..].iter().map_while(|m| match m.event {
                        Event::Moves { figure, .. } => Some(1_u128 << figure.index()),
                        _ => None,
                    });
                    moved.push((k, turn, side, goes.fold(0, |set, bit| set | bit) & figures));
                }
                Event::Acts { action, side, figures, .. } if action == then => {
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
        let rule = twist(changed!(
            Event::Fires { fire, needed, rolled, .. } if *fire == kind && *rolled < *needed - 1 =>
                *needed -= 1
        ));
        let stick = if kind == FireKind::Volley { 11 } else { 7 };
        assert_eq!(rule, Rule::pg(stick), "{kind:?}");
        // A hit that is none.
        let rule = twist(changed!(
            Event::Fires { fire, hit: hit @ false, .. } if *fire == kind =>
                *hit = true
        ));
        let own = match kind {
            FireKind::Aimed => 7,
            FireKind::Haste => 10,
            FireKind::Volley => 11,
        };
        assert_eq!(rule, Rule::pg(own), "{kind:?}");
    }
    for told in TargetCondition::ALL {
        let rule = twist(changed!(
            Event::Fires { fire: FireKind::Aimed, condition, .. } if *condition != told =>
                *condition = told
        ));
        assert_eq!(rule, Rule::pg(7), "{told:?}");
    }
}

#[test]
fn pg_07_a_target_that_moved_is_moving() {
    // The move is left out: its actors are said to have done nothing of the kind.
    let rule = plant(|_, moments| {
        for k in 0..moments.len() {
            let Event::Fires { target, condition: TargetCondition::Moving, .. } = moments[k].event
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
        twist(changed!(Event::Acts { action, .. } if *action == from => *action = to))
    };
    assert_eq!(as_kind(ActionKind::Volley, ActionKind::Shoot), Rule::pg(7));
    assert_eq!(as_kind(ActionKind::Shoot, ActionKind::Volley), Rule::pg(11));
}

#[test]
fn pg_08_every_die_is_the_shooter_s_own() {
    for kind in FireKind::ALL {
        let rule = twist(changed!(
            Event::Fires { fire, dice, .. } if *fire == kind =>
                dice[0] += 2
        ));
        assert_eq!(rule, Rule::pg(8), "{kind:?}");
    }
    breaks! {
        [Rule::pg(8)] Event::Reloads { die, .. } => *die += 2,
    }
}

#[test]
fn pg_08_hits_wound_or_kill_and_a_second_wound_kills() {
    breaks! {
        [Rule::pg(8)] Event::Struck { kills: kills @ true, .. } => *kills = false,
        [Rule::pg(8)] Event::Struck { kills: kills @ false, .. } => *kills = true,
        [Rule::pg(8)] Event::Struck { again, .. } => *again = !*again,
        [Rule::pg(8)] Event::Struck { rolled, .. } => *rolled = 5,
    }
    for cause in [Cause::Shot, Cause::Melee] {
        let struck = is! { Event::Struck { cause: c, .. } if *c == cause };
        let rule = without(struck);
        assert!([Rule::pg(8), Rule::pg(4), Rule::pg(11)].contains(&rule), "{cause:?}: {rule}");
        let dies = is! { Event::Dies { cause: c, .. } if *c == cause };
        assert_eq!(without(dies), Rule::pg(8), "{cause:?}");
    }
}

#[test]
fn pg_09_nobody_fires_an_empty_weapon() {
    // The reloading is left out, of somebody who fires later.
    let rule = plant(|_, moments| {
        for k in 0..moments.len() {
            let Event::Reloads { figure, loaded: true, .. } = moments[k].event else {
                continue;
            };
            let fires = is! {
                Event::Fires { shooter, fire: FireKind::Aimed, .. } if *shooter == figure
            };
            if find(&moments[k..], fires).is_some() {
                moments.remove(k);
                return Some(());
            }
        }
        None
    });
    assert_eq!(rule, Rule::pg(9));
    breaks! {
        // He is loaded already.
        [Rule::pg(9)] twice Event::Reloads { loaded: true, .. },
        [Rule::pg(9)] Event::Reloads { needed, .. } => *needed -= 1,
        [Rule::pg(12)] Event::RankReloads { needed, .. } => *needed -= 1,
    }
}

#[test]
fn pg_09_nobody_acts_twice_in_a_turn() {
    breaks! {
        [Rule::pg(9)] twice Event::Acts { action: ActionKind::Move, .. },
        [Rule::pg(9)] twice Event::Acts { action: ActionKind::Reload, .. },
    }
}

#[test]
fn pg_10_haste_is_of_the_turn_of_the_reload_alone() {
    for (from, to) in [(FireKind::Aimed, FireKind::Haste), (FireKind::Haste, FireKind::Aimed)] {
        let rule = twist(changed!(Event::Fires { fire, .. } if *fire == from => *fire = to));
        assert_eq!(rule, Rule::pg(10), "{from:?}");
    }
    breaks! {
        // A shot of an ordinary turn is called one in haste.
        [Rule::pg(7)] Event::Acts { action: action @ ActionKind::Shoot, .. } =>
            *action = ActionKind::ShootInHaste,
    }
}

#[test]
fn pg_11_whole_ranks_fire() {
    breaks! {
        [Rule::pg(11)]
            Event::Acts { action: ActionKind::Volley, figures, .. }
                if figures.count_ones() > 1 => *figures &= *figures - 1,
        [Rule::pg(11)] without Event::Fires { fire: FireKind::Volley, hit: false, .. },
    }
}

#[test]
fn pg_11_hits_fall_where_they_should() {
    let rule = plant(|battle, moments| {
        let at = (0..moments.len()).find_map(|k| {
            let Event::Acts { action: ActionKind::Volley, figures, side, .. } = moments[k].event
            else {
                return None;
            };
            let rest = &moments[k..];
            let struck = rest.iter().position(|m| matches!(m.event, Event::Struck { .. }))?;
            let next = 1 + rest[1..].iter().position(|m| matches!(m.event, Event::Acts { .. }))?;
            (struck < next).then_some((k + struck, figures, side))
        });
        let (at, line, side) = at?;
        let m = &mut moments[at];
        let Event::Struck { figure, kills: false, again: false, .. } = &mut m.event else {
            return None;
        };
        if battle.spec().rules.fire.volley_hits != VolleyHits::Nearest {
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
    breaks! {
        [Rule::pg(12)] Event::RankReloads { rank: Some(rank), .. } => *rank += 1,
        [Rule::pg(12)] Event::RankReloads { rank: rank @ Some(_), .. } => *rank = None,
        [Rule::pg(12)] Event::RankReloads { die, .. } => *die = 12,
    }
}
