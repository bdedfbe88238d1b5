//! Maps of the shipped battles, maps that show mistakes, and maps that are drawn anew.

use std::fmt::Write as _;

use skirmish_scenario::{NoFiles, library, load};

use crate::common::{Place, same_as_file, top, words};

/// A larger map of a usual battle has too much in it.
const MOST_BYTES: usize = 25_000;

#[test]
fn every_shipped_battle_has_its_map() {
    let place = Place::new();
    for battle in library::SCENARIOS {
        let file = format!("{}.svg", battle.name);
        assert_eq!(place.ok(["map", battle.name, "-o", &file]), format!("Map: {file}\n"));
        let map = place.read(&file);
        assert!(map.len() < MOST_BYTES, "{file}: {} bytes", map.len());
        same_as_file(&format!("reports/maps/{file}"), &map);
    }
    let kept = std::fs::read_dir(top().join("reports/maps")).expect("it is there");
    assert_eq!(kept.count(), library::SCENARIOS.len(), "maps that are no longer made");
}

#[test]
fn the_page_of_battles_has_all_of_them() {
    let index = std::fs::read_to_string(top().join("reports/index.html")).expect("it is there");
    let mut page = String::from(
        "# The battles that come with skirmish\n\n\
         Made from the [scenarios](../scenarios); `UPDATE=1 cargo test -p skirmish` makes it again. Play any of them by its name, \
         such as `skirmish run duel`; draw it with `skirmish map duel`; begin one of your own with `skirmish new battle my-battle \
         --from duel`.\n",
    );
    for battle in library::SCENARIOS {
        let name = battle.name;
        let scenario = load(battle.text.as_bytes(), name, &[], &NoFiles).expect("it is sound");
        let _ = write!(
            page,
            "\n## {}\n\n[`{name}`](../scenarios/{name}.toml): {}\n\n![Map of {name}](../reports/maps/{name}.svg)\n",
            scenario.title,
            scenario.shows.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        assert!(index.contains(&format!("maps/{name}.svg")), "reports/index.html lacks {name}");
    }
    same_as_file("docs/battles.md", &page);
}

/// A battle with a mistake of each kind that is about a point of the table, and one that is not.
const MISTAKEN: &str = "\
title = \"Mistaken\"
[board]
size = [48, 36]
features = [
  { kind = \"house\", at = [20, 20], size = [6, 6] },
  { kind = \"house\", at = [26, 22], size = [4, 6] },
  { kind = \"wood\", corners = [[30, 4], [52, 3], [47, 12], [33, 12]] },
  { kind = \"hedge\", corners = [[5, 5], [9, 9], [9, 5], [5, 9]] },
]
places = { hall = { at = [23, 23] } }
[side.Red]
wins = { holds = \"hall\" }
body = [
  { name = \"Far\", figures = 1, troops = \"good\", weapon = \"sword\", at = [60, 10] },
  { name = \"Near\", figures = 1, troops = \"good\", weapon = \"sword\", at = [10, 10] },
  { name = \"Inside\", figures = 1, troops = \"good\", weapon = \"sword\", at = [28, 24] },
  { name = \"Nowhere\", figures = 1, troops = \"good\", weapon = \"sword\" },
]
[side.Blue]
body = [{ name = \"Twins\", figures = 2, troops = \"good\", weapon = \"sword\", each = [[30, 15], [30, 15.5]] }]
";

#[test]
fn mistakes_are_marked_in_the_map() {
    let place = Place::new();
    place.write("mistaken.toml", MISTAKEN);
    let done = place.run(words("map mistaken.toml"));
    assert_eq!(done.status, 2);
    assert_eq!(done.stdout, "Map: mistaken-map.svg; mistakes marked: 7 of 8\n");
    assert_eq!(done.stderr, place.run(words("run mistaken.toml")).stderr);
    let map = place.read("mistaken-map.svg");
    let told = [
        "the house merely touches the house of line 5",
        "a corner of the wood is off the board, at [52, 3]",
        "the shape of the hedge has no area",
        "the place `hall` lies inside the house, where nobody can go",
        "`Far 1` is off the board, at [60, 10]",
        "`Inside 1` would stand inside the house, at [28, 24]",
        "`Twins 2` and `Twins 1` overlap",
    ];
    for (k, message) in told.iter().enumerate() {
        // Its tooltip and its line below the table; its number at both, whatever else has that number.
        assert_eq!(map.matches(message).count(), 2, "{message}\n{map}");
        assert!(map.matches(&format!(">\n{}\n</text>", k + 1)).count() >= 2, "{k}\n{map}");
    }
    assert!(map.contains("Near") && map.contains("Twins"));
    // Nobody is drawn who stands nowhere or off the table.
    assert!(!map.contains("Nowhere") && map.matches("Far").count() == 2, "{map}");
    // The mark of a figure that is too far to the right points to the right, at the edge.
    let (_, far) = map.split_once("<title>`Far 1`").expect("it is marked");
    let points = far.split("points=\"").nth(1).and_then(|rest| rest.split('"').next());
    let corners = points.expect("an arrow").split_whitespace().filter_map(|at| at.split_once(','));
    let across: Vec<i32> = corners.filter_map(|(x, _)| x.parse().ok()).collect();
    assert!(across.len() == 3 && across.iter().all(|x| (7000..7600).contains(x)), "{across:?}");
    assert!(across[0] > across[1] && across[0] > across[2], "{across:?}");
    // Of a file of which too little can be read there is no picture.
    place.write("broken.toml", "title = \"Broken\"\n[board]\nsize = [48, 36]\n");
    place.run(words("map broken.toml")).fails(2, &["error", "broken.toml"]);
    assert!(!place.path("broken-map.svg").exists());
}

#[test]
fn mistakes_with_hostile_names_are_no_markup() {
    let place = Place::new();
    let hostile = MISTAKEN.replace("Far", "<script>alert(1)</script>\u{202e}");
    place.write("hostile.toml", hostile);
    assert_eq!(place.run(words("map hostile.toml")).status, 2);
    let map = place.read("hostile-map.svg");
    assert!(
        map.contains("&lt;script&gt;") && !map.contains("<script") && !map.contains('\u{202e}')
    );
}

#[test]
fn what_cannot_change_is_not_watched() {
    let place = Place::new();
    place.run(words("map duel --watch")).fails(2, &["does not change", "skirmish export duel"]);
    place.run(words("map nobody.toml --watch")).fails(2, &["no scenario file `nobody.toml`"]);
    place.write("mistaken.toml", MISTAKEN);
    place
        .run(words("map mistaken.toml --watch -o a.gif"))
        .fails(2, &["overlap", "neither in .svg nor in .png"]);
}

#[cfg(unix)]
mod watching {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Child, Command};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::{Place, words};

    /// Longer than a busy machine takes for one map.
    const SOON: Duration = Duration::from_secs(100);

    /// A child that does not outlive a failed test.
    struct Watcher(Child);

    impl Drop for Watcher {
        fn drop(&mut self) {
            let _ = self.0.kill();
        }
    }

    #[test]
    fn a_watched_map_is_drawn_anew_until_it_is_interrupted() {
        let place = Place::new();
        let sound = format!("rules = \"own.toml\"\n{}", place.ok(["export", "duel"]));
        let rules = place.ok(["export", "lloyd"]);
        place.write("own.toml", &rules);
        place.write("watched.toml", &sound);
        let mut command = place.command(words("map watched.toml --watch"));
        let mut child = Watcher(command.spawn().expect("it starts"));
        let lines = BufReader::new(child.0.stdout.take().expect("it is piped")).lines();
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| tell.send(line))
        });
        let next = || told.recv_timeout(SOON).expect("a line in time");
        assert_eq!(next(), "Map: watched-map.svg");
        // The rulebook counts, too.
        place.write("own.toml", format!("{rules}\n# changed\n"));
        assert_eq!(next(), "Map: watched-map.svg");
        place.write("watched.toml", sound.replace("[14, 15]", "[140, 15]"));
        assert_eq!(next(), "Map: watched-map.svg; mistakes marked: 1 of 1");
        assert!(place.read("watched-map.svg").contains("off the board"));
        // A file that is not there for a while is no end, and no change.
        std::fs::remove_file(place.path("watched.toml")).expect("it is there");
        std::thread::sleep(Duration::from_millis(1200));
        place.write("watched.toml", sound.replace("Giles", "Gilbert of Whitethorn"));
        assert_eq!(next(), "Map: watched-map.svg");
        assert!(place.read("watched-map.svg").contains("Gilbert of"));
        let told = Command::new("kill").args(["-INT", &child.0.id().to_string()]).status();
        assert!(told.is_ok_and(|status| status.success()));
        assert_eq!(child.0.wait().expect("it ends").code(), Some(130));
        let mut said = String::new();
        let mut stderr = child.0.stderr.take().expect("it is piped");
        stderr.read_to_string(&mut said).expect("it is text");
        assert!(said.contains("is off the board") && said.contains("interrupted"), "{said}");
        assert!(!said.contains("no scenario file"), "{said}");
    }
}
