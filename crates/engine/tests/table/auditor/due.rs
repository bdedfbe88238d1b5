//! What must follow and does not, or follows unasked (LL-02, LL-07, LL-09, LL-10, LLC-5).

use super::plant;
use crate::common::planted::{Moment, breaks, change, changed, find, is};
use crate::common::point;
use skirmish_engine::event::{ActionKind, Event, MeleeKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side;

#[test]
fn ll_02_consequences_come_before_the_seize_roll() {
    let rule = plant(|_, moments| {
        let roll = find(moments, is! { Event::SeizeRoll { success: false, .. } })?;
        let shot = moments[..roll]
            .iter()
            .rposition(|m| matches!(m.event, Event::Shoots { reactive: true, hit: false, .. }))?;
        let late = Moment { event: moments[shot].event, ..moments[roll].clone() };
        moments.insert(roll + 1, late);
        Some(())
    });
    assert_eq!(rule, Rule::ll(2));
}

#[test]
fn ll_07_counters_are_handed_over_and_counted() {
    breaks! {
        [Rule::ll(7)] Event::Counter { counters, .. } => *counters += 1,
        [Rule::ll(7)] without Event::Counter { .. },
        // The same number again would be right; it is one too many for what follows.
        [Rule::ll(7)] twice Event::Counter { .. },
    }
    // The row counts once for each, and for nobody's shots but the enemy's.
    let rule = plant(|battle, moments| {
        let value = battle.spec().rules.seize.factors[1].value;
        change(
            moments,
            changed!(
                Event::Factor { row: 1, times, adds } => {
                    *times += 1;
                    *adds += value;
                }
            ),
        )
    });
    assert_eq!(rule, Rule::ll(7));
    // A row forgotten, and the sum adjusted to it.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Factor { row: 1, .. } })?;
        let Event::Factor { adds, .. } = moments[at].event else {
            return None;
        };
        let nominates =
            moments[..at].iter().rposition(|m| matches!(m.event, Event::Nominates { .. }))?;
        let roll = at + find(&moments[at..], is! { Event::SeizeRoll { .. } })?;
        if let Event::Nominates { factors, needed, .. } = &mut moments[nominates].event {
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
fn ll_09_melee_is_fought_when_it_must_be_and_only_then() {
    // The round on contact is missing.
    let rule = plant(|_, moments| {
        // One in which nobody is beaten, and after which nothing else is due.
        let fights_of = |at: usize| {
            let is_over = |e: &Event| !matches!(e, Event::Fights { effect: Effect::None, .. });
            let fights = find(&moments[at + 1..], is_over)?;
            let next = &moments[at + 1 + fights].event;
            let is_last = matches!(next, Event::Nominates { .. } | Event::Ends { .. });
            (fights > 0 && is_last).then_some((at, fights))
        };
        let is_round = is! { Event::MeleeRound { why: MeleeKind::Contact } };
        let mut rounds = (0..moments.len()).filter(|at| is_round(&moments[*at].event));
        let (at, fights) = rounds.find_map(fights_of)?;
        moments.drain(at..=at + fights);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    breaks! {
        // A round out of the blue.
        [Rule::ll(9)] after Event::Acts { action: ActionKind::Stand | ActionKind::Move, .. } =>
            Event::MeleeRound { why: MeleeKind::Action },
    }
    // At arm's length and more; twice in a round; by who has no part in the action.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Fights { effect: Effect::None, .. } })?;
        let Event::Fights { a, .. } = moments[at].event else {
            return None;
        };
        moments[at].positions[a.side()][a.index()] = point(1.0, 35.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(9));
    breaks! {
        [Rule::ll(9)] twice Event::Fights { effect: Effect::None, .. },
    }
    let rule = plant(|_, moments| {
        let round = find(moments, is! { Event::MeleeRound { why: MeleeKind::Action } })?;
        let Event::Fights { a, .. } = moments[round + 1].event else {
            return None;
        };
        change(
            &mut moments[round - 1..round],
            changed!(
                Event::Acts { figures, first: None, .. } =>
                    *figures &= !(1 << a.index())
            ),
        )
    });
    assert_eq!(rule, Rule::ll(9));
    // Contact across the board, and contact that nobody noticed.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Contact { .. } })?;
        let Event::Contact { enemy, .. } = moments[at].event else {
            return None;
        };
        moments[at].positions[enemy.side()][enemy.index()] = point(1.0, 35.0);
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
    // The round is owed and not fought: one that nobody felt, with the next action or change of hands after it.
    let rule = plant(|_, moments| {
        let nothing = |event: &Event| {
            matches!(event, Event::MeleeRound { .. } | Event::Fights { effect: Effect::None, .. })
        };
        let (at, end) = (0..moments.len()).find_map(|at| {
            let everyone = matches!(moments[at].event, Event::EveryoneFights { .. });
            let rest = moments[at + 1..].iter();
            let end = at + 1 + rest.take_while(|moment| nothing(&moment.event)).count();
            let next = moments.get(end).map(|moment| moment.event);
            let is_over = matches!(next, Some(Event::Acts { .. } | Event::Passes { .. }));
            (everyone && is_over).then_some((at, end))
        })?;
        moments.drain(at..end);
        Some(())
    });
    assert_eq!(rule, Rule::ll(10));
    breaks! {
        // It is fought on another number.
        [Rule::ll(10)] Event::EveryoneFights { rolled } => *rolled = 4,
        [Rule::ll(9)] after Event::SeizeRoll { rolled: 4.., success: false, .. } =>
            Event::MeleeRound { why: MeleeKind::Everyone },
    }
}

#[test]
fn llc_5_morale_is_kept() {
    breaks! {
        [Rule::llc(5)] Event::MoraleFalls { left, .. } if *left > 1 => *left += 1,
        [Rule::llc(5)] without Event::MoraleFalls { left: 1.., .. },
    }
    // A unit leaves with morale, or stays without.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::MoraleFalls { left: 1.., .. } })?;
        let Event::MoraleFalls { side, unit, .. } = moments[at].event else {
            return None;
        };
        let mut leaves = moments[at].clone();
        leaves.event = Event::UnitLeaves { side, unit, figures: leaves.alive[side] };
        moments.insert(at + 1, leaves);
        Some(())
    });
    assert_eq!(rule, Rule::llc(5));
    breaks! {
        [Rule::llc(5)] without Event::UnitLeaves { .. },
    }
}
