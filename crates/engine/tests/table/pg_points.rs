//! PG-03: points, against values worked out by hand with the weights that ship: one for each face, six for a mount, two
//! for one whom rough ground does not slow.

use crate::common::petite::{self, CIVILIAN, LIGHT, LINE, MILITIA, MUSKET, RANGER};
use skirmish_engine::rulebook::{LeaderRank, Points};
use skirmish_engine::side::Side::{A, B};

fn field() -> crate::common::Field {
    let mut field = petite::field();
    field.spec.rules.points = Points { command: 1, aimed: 1, melee: 1, mounted: 6, sure_footed: 2 };
    let rank = |name: &str, worth| LeaderRank { name: name.to_owned(), bonus: 0, worth };
    field.spec.rules.ranks = vec![rank("leader", 12), rank("sub-leader", 6)];
    field
}

#[test]
fn pg_03_points_are_made_of_the_skills() {
    let mut field = field();
    // Rangers alone are not slowed here.
    for (troops, worth) in [(CIVILIAN, 12), (MILITIA, 18), (LINE, 24), (LIGHT, 30), (RANGER, 38)] {
        let man = field.figure(A, troops, MUSKET, 50.0, 75.0);
        assert_eq!(field.spec.worth(A, man.index()), worth);
        field.spec.sides[A].figures[man.index()].mounted = true;
        assert_eq!(field.spec.worth(A, man.index()), worth + 6);
    }
    assert_eq!(field.spec.side_worth(A), 12 + 18 + 24 + 30 + 38 + 5 * 6);
    assert_eq!(field.spec.side_worth(B), 0);
}

#[test]
fn pg_03_each_weight_counts_for_its_own_skill() {
    let mut field = field();
    let skills = &mut field.spec.rules.troops[RANGER].skills;
    (skills.command, skills.aimed, skills.melee) = (4, 6, 8);
    field.spec.rules.points =
        Points { command: 100, aimed: 10, melee: 1, mounted: 5000, sure_footed: 30_000 };
    let man = field.figure(A, RANGER, MUSKET, 50.0, 75.0);
    assert_eq!(field.spec.worth(A, man.index()), 30_468);
}

#[test]
fn pg_03_a_leader_is_worth_twelve_subordinates_and_a_sub_leader_six() {
    let mut field = field();
    // His own skill does not matter: it is that of those under him.
    let leader = field.figure(A, RANGER, MUSKET, 50.0, 75.0);
    let second = field.figure(A, MILITIA, MUSKET, 50.0, 78.0);
    for (man, rank) in [(leader, 0), (second, 1)] {
        field.spec.sides[A].figures[man.index()].rank = Some(rank);
    }
    assert_eq!(field.spec.worth(A, leader.index()), 12 * 38, "he is alone");
    for file in 0..3 {
        field.figure(A, LINE, MUSKET, 60.0, 75.0 + 3.25 * f64::from(file));
    }
    field.figure(A, LIGHT, MUSKET, 60.0, 90.0);
    assert_eq!(field.spec.worth(A, leader.index()), 12 * 24);
    assert_eq!(field.spec.worth(A, second.index()), 6 * 24);
    assert_eq!(field.spec.side_worth(A), 18 * 24 + 3 * 24 + 30);
    // Another unit is none of his business.
    let other = petite::unit(&mut field, A, "another");
    for file in 0..4 {
        let man = field.figure(A, CIVILIAN, MUSKET, 80.0, 75.0 + 3.25 * f64::from(file));
        field.enlist(man, other);
    }
    assert_eq!(field.spec.worth(A, leader.index()), 12 * 24);
}
