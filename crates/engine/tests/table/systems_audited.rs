//! Hundreds of made-up battles under each system of turns before the auditor; fast and plain code and wide sets give the
//! same games.

use crate::common::made_up::{audit, host, same_on_every_code};
use crate::common::tables;
use skirmish_engine::event::EventKind;
use skirmish_engine::rulebook::System;

/// Battles of a system, and games of each.
const BATTLES: u64 = 75;
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
