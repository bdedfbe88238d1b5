//! Suggestions of names.

use skirmish_scenario::near;

#[test]
fn nearest_names_come_first() {
    assert_eq!(near("avrage", &["poor", "average", "good"]), ["average"]);
    assert_eq!(near("Averag", &["poor", "average"]), ["average"]);
    assert!(near("xyzzy", &["poor", "average"]).is_empty());
    assert_eq!(near("spere", &["sling", "sword", "spear", "pike"]), ["spear"]);
}

#[test]
fn what_people_say_is_understood() {
    let rows = ["always", "screened", "in-reaction", "charges", "charged"];
    for (said, meant) in
        [("in-cover", "screened"), ("reaction", "in-reaction"), ("charging", "charges")]
    {
        assert_eq!(near(said, &rows), [meant]);
    }
}
