//! Terrain that merely touches, and points in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use skirmish_scenario::{Code, load};

use crate::battle::BASE;

/// Returns the problems of a small fight with these features and a place on its board.
fn wrong(features: &[&[(i32, i32)]], (x, y): (i32, i32)) -> Vec<Code> {
    let mut text = String::from("features = [\n");
    for corners in features {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        _ = writeln!(text, "{{ kind = \"house\", corners = [{}] }},", corners.join(", "));
    }
    let text = BASE
        .replace("features = [\n  { kind = \"house\", at = [10, 10], size = [4, 4] },\n", &text)
        .replace("[12, 20]", &format!("[{x}, {y}]"));
    let files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    match load(text.as_bytes(), "small.toml", &[], &files) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.list().iter().map(|problem| problem.code).collect(),
    }
}

fn square(x: i32, y: i32, size: i32) -> [(i32, i32); 4] {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

#[test]
fn what_touches_shares_no_area() {
    let a = square(8, 8, 4);
    let touches = |one: &[(i32, i32)], other: &[(i32, i32)]| {
        let [found, turned] = [[one, other], [other, one]].map(|both| wrong(&both, (2, 20)));
        assert_eq!(found, turned);
        assert!(found.iter().all(|code| *code == Code::Touch), "{found:?}");
        !found.is_empty()
    };
    assert!(!touches(&a, &square(13, 8, 4)), "apart");
    assert!(touches(&a, &square(12, 8, 4)));
    assert!(touches(&a, &square(12, 12, 4)));
    assert!(!touches(&a, &square(11, 11, 4)), "overlapping");
    assert!(!touches(&a, &square(9, 9, 2)), "inside");
    assert!(!touches(&a, &square(8, 8, 2)), "inside, with edges shared");
    assert!(!touches(&a, &a));
    let more = [(8, 8), (10, 8), (12, 8), (12, 12), (8, 12)];
    assert!(!touches(&a, &more), "the same with one more corner");
    // Shared edges and area, though no edge crosses the other's inside.
    assert!(!touches(&a, &[(10, 8), (14, 8), (14, 12), (10, 12)]));
    // A corner of one in the middle of an edge of the other.
    assert!(touches(&a, &[(12, 10), (16, 8), (16, 12)]));
    // A notch that the other fills exactly.
    let notch = [(8, 8), (16, 8), (16, 12), (14, 12), (14, 10), (10, 10), (10, 12), (8, 12)];
    assert!(touches(&notch, &[(10, 10), (14, 10), (14, 12), (10, 12)]));
}

#[test]
fn points_are_located() {
    let a = square(8, 8, 4);
    for (x, y, is_there) in
        [(9, 9, true), (12, 9, true), (8, 8, true), (13, 9, false), (7, 9, false)]
    {
        assert_eq!(wrong(&[&a], (x, y)) == [Code::InBarred], is_there, "{x} {y}");
    }
}
