//! Hundreds of made-up battles under each system of turns before the auditor; fast and plain code and wide sets give the
//! same games.

use crate::common::made_up::{Lots, audit, host, same_on_every_code};
use crate::common::tables;
use skirmish_engine::event::EventKind;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;

/// Battles of a system, and games of each.
const BATTLES: u64 = 60;
const GAMES: u64 = 4;

fn holds(system: System, happens: &[EventKind]) {
    let kinds = audit(|variant| host(system, variant), BATTLES, GAMES);
    for kind in happens {
        assert!(kinds.of(*kind) > 0, "{}", kind.name());
    }
    same_on_every_code(|variant| host(system, variant), 20, 2);
}

#[test]
fn the_auditor_finds_nothing_under_alternate_turns() {
    holds(tables::ALTERNATE, &[EventKind::Turn, EventKind::ContactRound]);
}

#[test]
fn the_auditor_finds_nothing_under_unit_cards() {
    holds(tables::CARDS, &[EventKind::InitiativePasses, EventKind::ContactRound]);
}

#[test]
fn the_auditor_finds_nothing_under_lloyds_turn_without_seizing() {
    holds(tables::LLOYD_D10, &[EventKind::Turn, EventKind::TurnRound]);
}

#[test]
fn the_auditor_finds_nothing_where_units_take_turns() {
    for system in [tables::UNIT_BY_UNIT, tables::DICE_BAG, tables::UNIT_DECK, tables::COUNTDOWN] {
        holds(system, &[EventKind::InitiativePasses, EventKind::ContactRound]);
    }
}

#[test]
fn the_auditor_finds_nothing_where_dice_and_tests_hand_over() {
    for system in [tables::COMMAND_DICE, tables::ORDERS, tables::TURNOVER] {
        holds(system, &[EventKind::Turn, EventKind::ContactRound]);
    }
}

/// Any answers to the questions of a turn, with leaders, bots that pass, and units of several qualities.
#[test]
fn the_auditor_finds_nothing_whatever_a_table_says() {
    let battle = |variant: u64| {
        let mut lots = Lots(variant.wrapping_mul(7919) + 11);
        let mut field = host(tables::drawn(&mut lots), variant);
        for side in Side::BOTH {
            for unit in 0..4 {
                if lots.of(2) == 0 {
                    field.spec.sides[side].units[unit].leader =
                        Some(4 * unit + lots.of(4) as usize);
                }
            }
        }
        for (k, troops) in field.spec.rules.troops.iter_mut().enumerate() {
            troops.count = k as i32 % 3;
        }
        field
    };
    audit(battle, 8 * BATTLES, GAMES);
    same_on_every_code(battle, 30, 2);
}

#[test]
fn the_auditor_finds_nothing_under_warspike() {
    let all = EventKind::ALL.iter().copied();
    let is_of_warspike = |kind: &EventKind| matches!(kind.rule().book, "WS" | "SOW");
    // No side of these has all its units on hold.
    let all = all.filter(|kind| *kind != EventKind::MayNotInstigate);
    let of_warspike: Vec<_> =
        all.filter(|kind| is_of_warspike(kind) || *kind == EventKind::BlockFormed).collect();
    assert!(of_warspike.len() > 11);
    holds(System::WarSpike, &of_warspike);
}

#[test]
fn the_auditor_finds_nothing_under_rounds_of_segments() {
    holds(System::Adnd, &[EventKind::SegmentRound, EventKind::Blow, EventKind::ChargeStrike]);
}
