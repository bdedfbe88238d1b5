//! The table of limits.

use skirmish_scenario::limits::ALL;

#[test]
fn limits_are_written_once_and_make_sense() {
    for (i, limit) in ALL.iter().enumerate() {
        assert!(limit.least <= limit.most, "{}", limit.name);
        assert!(!limit.why.is_empty());
        assert!(ALL[..i].iter().all(|l| l.name != limit.name), "{}", limit.name);
    }
}
