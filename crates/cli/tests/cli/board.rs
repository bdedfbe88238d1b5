//! `skirmish map`.

use crate::common::{Place, words};

/// A duel whose names would be markup if anything believed them.
pub(crate) fn hostile() -> String {
    let duel = Place::new().ok(["export", "duel"]);
    let duel = duel.replace("side = \"Whitethorn\"", "side = Whitethorn");
    duel.replace("Whitethorn", "'</script><img src=x onerror=alert(1)>'")
}

#[test]
fn a_map_shows_all_units_to_scale() {
    let place = Place::new();
    assert_eq!(place.ok(words("map flank-run --show Tower")), "Map: flank-run-map.svg\n");
    let map = place.read("flank-run-map.svg");
    for name in ["Bran's band", "Gate", "Tower", "shrine", "moves 8", "48 by 36 inches"] {
        assert!(map.contains(&name.replace('\'', "&apos;")) || map.contains(name), "{name}");
    }
    // Eight round Raiders and one in the legend, and two leaders with a light middle.
    assert_eq!(map.matches("<circle").count(), 8 + 1 + 2);
    // Nine square ones of the Watch and one in the legend, and three pieces of terrain.
    assert_eq!(map.matches("<polygon").count(), 9 + 1 + 3);
    place
        .run(words("map flank-run --show Towr"))
        .fails(2, &["no unit is called `Towr`", "`Tower`"]);
    place.run(words("map flank-run -o map.gif")).fails(2, &["ends neither in .svg nor in .png"]);
}

#[test]
fn boards_of_any_shape_and_names_of_any_kind_are_drawn() {
    let place = Place::new();
    place.write("hostile.toml", hostile());
    place.ok(words("map hostile.toml"));
    let map = place.read("hostile-map.svg");
    assert!(!map.contains("<img") && map.contains("&lt;img"));
    let flank = place.ok(["export", "flank-run"]);
    for (name, size) in [("wide", "[400, 36]"), ("high", "[48, 400]")] {
        place.write(
            &format!("{name}.toml"),
            flank.replace("size = [48, 36]", &format!("size = {size}")),
        );
        place.ok(["map", &format!("{name}.toml")]);
        let map = place.read(&format!("{name}-map.svg"));
        assert!(map.contains("Bran") && map.len() < 100_000, "{name}");
    }
}
