//! Listed paths can be set.

use skirmish_scenario::{NoFiles, Override, library, load, settable};

/// Every listed path of every battle can be set to its own value, which changes nothing.
#[test]
fn whatever_is_listed_can_be_set() {
    let (mut set, mut left_out) = (0, 0);
    for shipped in library::SCENARIOS {
        let (bytes, name) = (shipped.text.as_bytes(), shipped.name);
        let plain = load(bytes, name, &[], &NoFiles).unwrap();
        let all = settable(bytes, name, &[], &NoFiles).unwrap();
        for parameter in &plain.parameters {
            assert!(all.iter().any(|it| it.path == parameter.path), "{name}: {}", parameter.path);
        }
        for (path, _) in &plain.values {
            assert!(all.iter().any(|it| it.path == *path), "{name}: {path}");
        }
        for it in &all {
            assert!(!it.about.is_empty(), "{name}: {}", it.path);
            if plain.parameter(&it.path).is_some() {
                continue;
            }
            let Some(value) = &it.value else {
                left_out += 1;
                continue;
            };
            let over = Override::new(&it.path, value);
            let scenario = load(bytes, name, &[over], &NoFiles);
            let scenario =
                scenario.unwrap_or_else(|e| panic!("{name}: {} = {value}: {e}", it.path));
            assert_eq!(scenario.spec, plain.spec, "{name}: {} = {value}", it.path);
            assert_eq!(scenario.title, plain.title);
            set += 1;
        }
    }
    assert!(set > 1000 && left_out > 300, "{set}, {left_out}");
}

/// A missing key is listed where it means something: morale under Lloyd's rules, not under petite guerre's.
#[test]
fn what_is_left_out_is_listed_where_it_can_be_set() {
    let has = |name: &str, path: &str| {
        let shipped = library::scenario(name).unwrap();
        let all = settable(shipped.text.as_bytes(), name, &[], &NoFiles).unwrap();
        all.iter().any(|it| it.path == path && it.value.is_none())
    };
    assert!(has("flank-run", "cap") && has("flank-run", "side.Watch.starts"));
    assert!(has("flank-run", "side.Raiders.body.1.morale"));
    assert!(!has("ambush", "side.Column.body.1.morale"));
}
