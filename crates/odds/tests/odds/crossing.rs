//! The law of a crossing against its derived tables, which the engine's own rounds have to give as well (AD-06, AD-07).

use crate::common::crossing::{UNDER_A_SHOT, UNDER_A_WEAPON};
use skirmish_odds::Ratio;
use skirmish_odds::segments::{Crossing, Fate};

#[track_caller]
fn assert_table(table: [[u8; 3]; 10], crossing: impl Fn(u16) -> Crossing) {
    for (takes, expected) in (1..).zip(table) {
        let law = crossing(takes).law().unwrap();
        let found = [Fate::Across, Fate::Both, Fate::AttackedFirst].map(|fate| law.chance(&fate));
        let expected = expected.map(|rolls| Ratio::new(rolls.into(), 36).unwrap());
        assert_eq!(found, expected, "{takes} segments");
    }
}

#[test]
fn crossing_under_one_shot() {
    assert_table(UNDER_A_SHOT, Crossing::new);
}

#[test]
fn crossing_under_a_weapon() {
    for (factor, table) in UNDER_A_WEAPON {
        assert_table(table, |takes| Crossing {
            speed_factor: Some(factor),
            ..Crossing::new(takes)
        });
    }
}
