//! Breaches in fire, its effect and reloading (PG-06 to PG-12).

use super::{plant, twist, without};
use crate::common::planted::{breaks, changed, find, is};
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
fn pg_11_hits_fall_on_those_whom_they_reach() {
    breaks! {
        [Rule::pg(11)] Event::HitFalls { needed, .. } => *needed -= 1,
        [Rule::pg(11)] Event::HitFalls { distance, .. } => *distance += 1,
        // A roll that nobody has made.
        [Rule::pg(11)] Event::HitFalls { rolled, .. } => *rolled = 21,
        [Rule::pg(8), Rule::pg(11)] without Event::HitFalls { .. },
        [Rule::pg(8), Rule::pg(11)] twice Event::HitFalls { .. },
    }
    // It falls on somebody who needs more than was rolled.
    let rule = plant(|_, moments| {
        let told: Vec<_> = moments.iter().map(|moment| moment.event).collect();
        for k in 0..told.len() {
            let Event::HitFalls { shooter, rolled, .. } = told[k] else {
                continue;
            };
            // He is known by a hit of another volley.
            let harder = told.iter().find_map(|event| match *event {
                Event::HitFalls { figure, needed, condition, distance, .. }
                    if figure.side() != shooter.side() && needed > rolled =>
                {
                    Some((figure, condition, distance, needed))
                }
                _ => None,
            });
            if let Some((figure, condition, distance, needed)) = harder {
                moments[k].event =
                    Event::HitFalls { shooter, figure, condition, distance, needed, rolled };
                return Some(());
            }
        }
        None
    });
    assert!([Rule::pg(11), Rule::pg(8)].contains(&rule), "{rule}");
}

#[test]
fn pg_11_hits_fall_on_the_nearest_of_those() {
    let rule = plant(|battle, moments| {
        if battle.spec().rules.fire.volley_hits != VolleyHits::Nearest {
            return None;
        }
        // Two of one shot each that fall on two, and would on one another: they change places.
        let falls = |event: &Event| match *event {
            Event::HitFalls { shooter, figure, condition, distance, needed, rolled } => {
                Some((shooter, figure, condition, distance, needed, rolled))
            }
            _ => None,
        };
        let at: Vec<usize> =
            (0..moments.len()).filter(|k| falls(&moments[*k].event).is_some()).collect();
        for pair in at.windows(2) {
            let [one, other] = [pair[0], pair[1]].map(|k| falls(&moments[k].event));
            let (one, other) = (one?, other?);
            let same = one.0.side() == other.0.side() && one.2 == other.2 && one.4 == other.4;
            let acts = is! { Event::Acts { .. } };
            let apart = moments[pair[0]..pair[1]].iter().any(|m| acts(&m.event));
            if !same || apart || one.1 == other.1 || one.3 >= other.3 {
                continue;
            }
            for (k, (.., rolled), (_, figure, condition, distance, needed, _), shooter) in
                [(pair[0], one, other, one.0), (pair[1], other, one, other.0)]
            {
                moments[k].event =
                    Event::HitFalls { shooter, figure, condition, distance, needed, rolled };
            }
            return Some(());
        }
        None
    });
    assert_eq!(rule, Rule::pg(11));
}

#[test]
fn pg_12_each_rank_reloads_for_itself() {
    breaks! {
        [Rule::pg(12)] Event::RankReloads { rank: Some(rank), .. } => *rank += 1,
        [Rule::pg(12)] Event::RankReloads { rank: rank @ Some(_), .. } => *rank = None,
        [Rule::pg(12)] Event::RankReloads { die, .. } => *die = 12,
    }
}
