//! Breaches in melee by petite guerre (PG-13, PG-14).

use super::{plant, twice, twist};
use crate::common::planted::{breaks, changed, is};
use skirmish_engine::event::{Event, MeleeKind};
use skirmish_engine::rule::Rule;

#[test]
fn pg_13_bouts_come_out_as_the_rule_says() {
    for told in [[true, false], [false, true], [true, true], [false, false]] {
        let rule = twist(changed!(Event::Clashes { hits, .. } if *hits != told => *hits = told));
        assert_eq!(rule, Rule::pg(13), "{told:?}");
    }
    breaks! {
        [Rule::pg(13)] twice Event::Clashes { hits: [false, false], .. },
        // The opponent of a first figure does not roll.
        [Rule::pg(13)]
            Event::Clashes { rolled, hits: [false, false], .. }
                if rolled[0] < 4 && rolled[1] > 0 => rolled[1] = 0,
        // The opponent of a second one does.
        [Rule::pg(13)] Event::Clashes { rolled, hits: [false, false], .. } if rolled[1] == 0 =>
            rolled[1] = 1,
    }
}

#[test]
fn pg_13_one_round_is_fought_in_each_turn() {
    let is_round = is! { Event::MeleeRound { why: MeleeKind::Turn } };
    assert_eq!(twice(is_round), Rule::pg(13));
    // It is left out with all that was in it.
    let rule = plant(|_, moments| {
        let at = (0..moments.len()).find(|k| {
            is_round(&moments[*k].event)
                && matches!(moments[k + 1].event, Event::Clashes { hits: [false, false], .. })
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
                    Event::Clashes { hits: [false, false], rolled: [_, 1..=12], .. }
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
        breaks! {
            [Rule::pg(14)] Event::Clashes { dice, .. } => dice[k] += 2,
            [Rule::pg(14)]
                Event::Clashes { advantage, dice, .. }
                    if !advantage[k] && dice[k] < 12 => {
                advantage[k] = true;
                dice[k] += 2;
            },
        }
    }
}
