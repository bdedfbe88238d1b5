//! Hundreds of made-up battles under petite guerre, and under what can be mixed of it with the other system and the host
//! rules, under the eyes of the auditor; fast and plain code and wide sets give the same games.

mod common;

use common::made_up::{mixed, petite as field};
use common::{Field, Lcg};
use skirmish_engine::audit::Auditor;
use skirmish_engine::event::{Event, EventKind, Observer, Scene};
use skirmish_engine::game::{Table, play};

#[derive(Default)]
struct Hash(u64);

impl Observer for Hash {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        use std::hash::{Hash as _, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        format!("{event:?}").hash(&mut hasher);
        self.0 = self.0.wrapping_mul(31).wrapping_add(hasher.finish());
    }
}

/// How often each kind of event has happened.
#[derive(Default)]
struct Kinds(Vec<u32>);

impl Observer for Kinds {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.resize(EventKind::ALL.len(), 0);
        event.counts(scene.holder, |kind, _, n| self.0[kind as usize] += n);
    }
}

fn audit(field: fn(u64) -> Field, variants: u64, games: u64) -> Kinds {
    let mut auditor = Auditor::default();
    let mut kinds = Kinds::default();
    for variant in 0..variants {
        let battle = field(variant).battle();
        let mut table = Table::new(&battle);
        for game in 0..games {
            let mut dice = Lcg(variant * 1000 + game);
            play(
                &battle,
                &mut table,
                None,
                &mut dice,
                &mut (&mut auditor, &mut kinds),
            );
            assert!(
                auditor.breaches().is_empty(),
                "variant {variant}, game {game}: {}",
                auditor.breaches()[0]
            );
        }
    }
    assert_eq!(auditor.games(), variants * games);
    kinds
}

#[test]
fn the_auditor_finds_nothing_in_petite_guerre() {
    let kinds = audit(field, 60, 8);
    // Everything happens that can.
    for kind in EventKind::ALL {
        if kind.rule().book == "PG" {
            assert!(kinds.0[*kind as usize] > 0, "{}", kind.name());
        }
    }
}

#[test]
fn the_auditor_finds_nothing_in_mixed_systems() {
    audit(mixed, 60, 6);
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    for (variant, field) in (0..16)
        .map(|v| (v, field(v)))
        .chain((0..16).map(|v| (v, mixed(v))))
    {
        let battle = field.battle();
        let plain = battle.clone().on_plain_code();
        let hash = |battle, table: &mut Table| {
            let mut hash = Hash::default();
            for game in 0..4 {
                play(
                    battle,
                    table,
                    None,
                    &mut Lcg(variant * 77 + game),
                    &mut hash,
                );
            }
            hash.0
        };
        let fast = hash(&battle, &mut Table::new(&battle));
        assert_eq!(
            fast,
            hash(&plain, &mut Table::new(&plain)),
            "variant {variant}: plain code"
        );
        assert_eq!(
            fast,
            hash(&battle, &mut Table::wide(&battle)),
            "variant {variant}: wide sets"
        );
    }
}
