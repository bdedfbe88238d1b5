//! Hundreds of made-up battles under petite guerre, and under what can be mixed of it with the other system and the host
//! rules, under the eyes of the auditor; fast and plain code and wide sets give the same games.

use crate::common::made_up::{audit, mixed, petite, same_on_every_code};
use skirmish_engine::event::EventKind;

#[test]
fn the_auditor_finds_nothing_in_petite_guerre() {
    let kinds = audit(petite, 60, 8);
    // Everything happens that can.
    for kind in EventKind::ALL {
        if kind.rule().book == "PG" {
            assert!(kinds.of(*kind) > 0, "{}", kind.name());
        }
    }
}

#[test]
fn the_auditor_finds_nothing_in_mixed_systems() {
    audit(mixed, 60, 6);
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    same_on_every_code(petite, 16, 4);
    same_on_every_code(mixed, 16, 4);
}
