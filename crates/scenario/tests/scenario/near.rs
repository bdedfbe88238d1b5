//! Names that may be meant.

use skirmish_scenario::near;

#[test]
fn nearest_names_come_first() {
    assert_eq!(near("avrage", &["poor", "average", "good"]), ["average"]);
    assert_eq!(near("Averag", &["poor", "average"]), ["average"]);
    assert!(near("xyzzy", &["poor", "average"]).is_empty());
}
