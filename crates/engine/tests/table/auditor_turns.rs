//! The auditor against planted breaches where a table says the turn (TN-01 to TN-08).

use crate::auditor_systems::{Breach, acts, declines, finds_in};
use crate::common::Field;
use crate::common::made_up::host;
use crate::common::planted::{Moment, change, find, omit, repeat};
use crate::common::tables;
use skirmish_engine::event::{Event, Lot};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Interrupted, MOST_COMMAND, SmallerSide, System};

/// A made-up battle in which half of the units are led.
fn led(system: System, variant: u64) -> Field {
    let mut field = host(system, variant);
    for side in &mut field.spec.sides.0 {
        (side.units[0].leader, side.units[2].leader) = (Some(1), Some(9));
    }
    field
}

fn finds(system: System, plants: &[(&str, Rule, Breach)]) {
    finds_in(|variant| led(system, variant), plants);
}

/// Two actions of different sides change places.
fn swap_actions(moments: &mut [Moment]) -> Option<()> {
    let at = find(moments, acts)?;
    match &mut moments[at].event {
        Event::Acts { side, .. } => *side = !*side,
        _ => return None,
    }
    Some(())
}

const fn is_round(event: &Event) -> bool {
    matches!(event, Event::RoundBegins { .. })
}

#[test]
fn tn_01_unit_by_unit() {
    let rule = Rule::tn(1);
    let mut system = tables::UNIT_BY_UNIT;
    if let System::Table(turn) = &mut system {
        turn.smaller_side = SmallerSide::MayPass;
    }
    finds(
        system,
        &[
            ("a unit acts twice in a round", rule, |_, moments| repeat(moments, acts)),
            ("the other side acts", rule, |_, moments| swap_actions(moments)),
            ("a round begins before all have acted", rule, |_, moments| {
                let first = find(moments, is_round)?;
                let at = moments[first + 1..].iter().position(|m| acts(&m.event))? + first + 2;
                let mut again = moments[first].clone();
                again.alive = moments[at].alive;
                again.engaged = moments[at].engaged;
                again.positions = moments[at].positions.clone();
                moments.insert(at, again);
                Some(())
            }),
            ("a round too many", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::RoundBegins { turn, .. } => {
                        *turn += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("the lower opens", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::TurnRoll { first, .. } => {
                        *first = !*first;
                        true
                    }
                    _ => false,
                })
            }),
            ("the larger side passes", rule, |_, moments| {
                let at = find(moments, acts)?;
                let event = Event::PassesChance { side: moments[at].holder };
                let moment = Moment { event, ..moments[at.checked_sub(1)?].clone() };
                moments.insert(at, moment);
                Some(())
            }),
            ("somebody could seize", rule, declines),
        ],
    );
}

#[test]
fn tn_02_tokens() {
    let rule = Rule::tn(2);
    finds(
        tables::DICE_BAG,
        &[
            ("the side acts whose token was not drawn", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::LotDrawn { side: Some(side), .. } => {
                        *side = !*side;
                        true
                    }
                    _ => false,
                })
            }),
            ("a joker that was not in the bag", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::LotDrawn { lot, .. } => {
                        *lot = Lot::Joker;
                        true
                    }
                    _ => false,
                })
            }),
            ("a token too many", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::RoundBegins { tokens, .. } => {
                        *tokens += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("the round ends with tokens in the bag", rule, |_, moments| repeat(moments, is_round)),
            ("a token is drawn and nobody acts", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::LotDrawn { .. }))
            }),
        ],
    );
}

#[test]
fn tn_03_leaders_cards() {
    let rule = Rule::tn(3);
    finds(
        tables::UNIT_DECK,
        &[
            ("a leader's card is drawn twice", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::LeaderCard { .. }))
            }),
            ("an end card that was not in the deck", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::EndCard))
            }),
            ("a card too many", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::Shuffles { cards, .. } => {
                        *cards += 1;
                        true
                    }
                    _ => false,
                })
            }),
        ],
    );
}

/// Changes the first command roll that the function changes.
fn command(
    moments: &mut [Moment],
    of: impl Fn(&mut [u8; MOST_COMMAND], &mut u8, &mut u8, &mut bool) -> bool,
) -> Option<()> {
    change(moments, |event| match event {
        Event::CommandRoll { rolled, units, leaders, keeps, .. } => {
            of(rolled, units, leaders, keeps)
        }
        _ => false,
    })
}

#[test]
fn tn_04_command_dice() {
    let rule = Rule::tn(4);
    finds(
        tables::COMMAND_DICE,
        &[
            ("the dice buy one unit more", rule, |_, moments| {
                command(moments, |_, units, _, _| {
                    *units += 1;
                    true
                })
            }),
            ("a leader for a unit", rule, |_, moments| {
                command(moments, |_, units, leaders, _| {
                    std::mem::swap(units, leaders);
                    *units != *leaders
                })
            }),
            ("the turn is kept", rule, |_, moments| {
                command(moments, |_, _, _, keeps| {
                    *keeps = !*keeps;
                    true
                })
            }),
            ("a die shows nothing", rule, |_, moments| {
                command(moments, |rolled, _, _, _| {
                    rolled[0] = 0;
                    true
                })
            }),
            ("the dice are rolled twice", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::CommandRoll { .. }))
            }),
            ("one acts whom no die has bought", rule, |_, moments| {
                command(moments, |rolled, units, leaders, keeps| {
                    if *units + *leaders == 0 || *keeps {
                        return false;
                    }
                    rolled[..5].fill(5);
                    (*units, *leaders) = (0, 0);
                    true
                })
            }),
        ],
    );
}

#[test]
fn tn_05_orders() {
    let rule = Rule::tn(5);
    finds(
        tables::ORDERS,
        &[
            ("one order too many", rule, |_, moments| {
                let begins = |m: &Moment| matches!(m.event, Event::TurnBegins { .. });
                let next = moments.iter().skip(4).position(begins)? + 4;
                let last = moments[..next].iter().rposition(|m| acts(&m.event))?;
                let orders = moments[..next].iter().filter(|m| acts(&m.event)).count();
                (orders % 3 == 0).then_some(())?;
                let again = moments[last].clone();
                moments.insert(last + 1, again);
                Some(())
            }),
            ("a side has two turns", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::TurnBegins { .. }))
            }),
        ],
    );
}

#[test]
fn tn_06_numbers() {
    let rule = Rule::tn(6);
    finds(
        tables::COUNTDOWN,
        &[
            ("a roll that does not add up", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::CountRoll { count, .. } => {
                        *count += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("the lowest is first", rule, |_, moments| {
                // Whoever has the highest number would have less than all others.
                let round = find(moments, is_round)?;
                let next = moments[round..].iter().position(|m| acts(&m.event))? + round;
                let highest = moments[round..next]
                    .iter()
                    .filter_map(|m| match m.event {
                        Event::CountRoll { count, .. } => Some(count),
                        _ => None,
                    })
                    .max()?;
                for moment in &mut moments[round..next] {
                    match &mut moment.event {
                        Event::CountRoll { rolled, count, .. } if *count == highest => {
                            *count -= *rolled - 1;
                            *rolled = 1;
                        }
                        Event::CountRoll { rolled, count, .. } => {
                            *count += 6 - *rolled;
                            *rolled = 6;
                        }
                        _ => {}
                    }
                }
                Some(())
            }),
            ("a unit acts twice in a round", rule, |_, moments| repeat(moments, acts)),
        ],
    );
}

const fn is_test(event: &Event) -> bool {
    matches!(event, Event::UnitTested { .. })
}

#[test]
fn tn_07_tests() {
    let rule = Rule::tn(7);
    finds(
        tables::TURNOVER,
        &[
            ("a test that is passed by nobody", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::UnitTested { passed, .. } if *passed > 0 => {
                        *passed = 0;
                        true
                    }
                    _ => false,
                })
            }),
            ("more is needed than should be", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::UnitTested { needed, .. } => {
                        *needed += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("the turn passes on after one failure", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::UnitTested { passed: 1, ends, .. } => {
                        *ends = true;
                        true
                    }
                    _ => false,
                })
            }),
            ("a unit acts without its test", rule, |_, moments| omit(moments, is_test)),
            ("a unit is tested twice", rule, |_, moments| repeat(moments, is_test)),
            ("the turn goes on after two failures", rule, |_, moments| {
                let at =
                    find(moments, |event| matches!(event, Event::UnitTested { ends: true, .. }))?;
                let unit = moments[..at].iter().rposition(|m| acts(&m.event))?;
                let again = moments[unit].clone();
                moments.insert(at + 1, again);
                Some(())
            }),
        ],
    );
}

const fn watches(event: &Event) -> bool {
    matches!(event, Event::Watches { .. })
}

const fn reacts(event: &Event) -> bool {
    matches!(event, Event::ReactsShooting { .. })
}

/// Changes the first test of one who might interrupt.
fn watch_test(moments: &mut [Moment], of: fn(&mut i32, &mut bool)) -> Option<()> {
    change(moments, |event| match event {
        Event::WatchTest { needed, passes, .. } => {
            of(needed, passes);
            true
        }
        _ => false,
    })
}

#[test]
fn tn_08_interrupts() {
    let rule = Rule::tn(8);
    finds(
        tables::OVERWATCH,
        &[
            ("one shoots who is not on watch", rule, |_, moments| {
                let at = find(moments, reacts)?;
                let Event::ReactsShooting { side, .. } = moments[at].event else { return None };
                for moment in &mut moments[..at] {
                    if matches!(moment.event, Event::Watches { side: other, .. } if other == side) {
                        moment.event = Event::Idle { side: !side, units: 1 };
                    }
                }
                Some(())
            }),
            ("one goes on watch who has not let a chance pass", rule, |_, moments| {
                let at = find(moments, watches)?;
                moments[at - 1].event = moments[at].event;
                Some(())
            }),
            ("more is needed than should be", rule, |_, moments| {
                watch_test(moments, |needed, _| *needed += 1)
            }),
            ("a test that goes the other way", rule, |_, moments| {
                watch_test(moments, |_, passes| *passes = !*passes)
            }),
            ("a unit is tested twice", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::WatchTest { .. }))
            }),
            ("a unit shoots twice on one watch", rule, |_, moments| repeat(moments, reacts)),
        ],
    );
    let mut moves_only = tables::OVERWATCH;
    if let System::Table(turn) = &mut moves_only {
        turn.interrupts.iter_mut().for_each(|it| it.to = Interrupted::Moves);
    }
    finds(
        moves_only,
        &[("a shot is answered where only moves may be", rule, |_, moments| {
            change(moments, |event| match event {
                Event::ReactsShooting { reply, .. } => {
                    *reply = true;
                    true
                }
                _ => false,
            })
        })],
    );
}
