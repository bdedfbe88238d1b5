//! Charts in pixels, by a program built with them: `cargo test -p skirmish --features png --test png`.

use std::fs;
use std::path::Path;
use std::process::Command;

fn skirmish(line: &[&str], folder: &Path) {
    let done = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(line).current_dir(folder).output();
    let done = done.expect("the program starts");
    assert!(done.status.success(), "{line:?}: {}", String::from_utf8_lossy(&done.stderr));
}

const HEAD: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

fn size(png: &[u8]) -> [u32; 2] {
    assert_eq!(png[..8], HEAD);
    [16, 20].map(|k| u32::from_be_bytes(png[k..k + 4].try_into().expect("four bytes")))
}

#[test]
fn each_chart_lies_beside_its_svg_with_twice_the_pixels() {
    let place = tempfile::tempdir().expect("a folder");
    let line = ["run", "duel", "--games", "50", "--out", "o", "-q", "--theme", "dark", "--png"];
    skirmish(&[&line[..], &["--width", "360"]].concat(), place.path());
    let names = fs::read_dir(place.path().join("o")).expect("the folder is there");
    let names: Vec<_> = names.map(|entry| entry.expect("it can be read").path()).collect();
    let charts: Vec<_> =
        names.iter().filter(|name| name.extension() == Some("svg".as_ref())).collect();
    assert!(charts.len() > 2);
    for chart in charts {
        let png = fs::read(chart.with_extension("png")).expect("it is beside it");
        assert_eq!(size(&png)[0], 720, "{}", chart.display());
    }
}

#[test]
fn the_same_pixels_each_time_in_the_colours_and_with_the_words_that_are_asked_for() {
    let place = tempfile::tempdir().expect("a folder");
    skirmish(&["run", "duel", "--games", "50", "--out", "o", "-q"], place.path());
    let drawn = |more: &[&str]| {
        let line = ["report", "o", "--chart", "streaks", "-o", "streaks.png"];
        skirmish(&[&line[..], more].concat(), place.path());
        fs::read(place.path().join("streaks.png")).expect("it is there")
    };
    let light = drawn(&[]);
    assert!(light == drawn(&[]), "the same bytes");
    assert!(light == drawn(&["--theme", "auto"]), "a picture does not change with its reader");
    assert!(light != drawn(&["--theme", "dark"]));
    // Text is drawn whatever fonts are installed.
    assert!(drawn(&["--credit", "Me"]) != drawn(&["--credit", "We"]));
    let aspect = ["--aspect", "1200x630", "--title", "Mine", "--subtitle", "Below"];
    assert_eq!(size(&drawn(&aspect)), [1200, 630]);
}

/// The chunks of a PNG: their names and contents.
fn chunks(mut png: &[u8]) -> Vec<(String, &[u8])> {
    let mut chunks = Vec::new();
    png = &png[HEAD.len()..];
    while let Some((length, rest)) = png.split_first_chunk() {
        let (chunk, rest) = rest.split_at(4 + u32::from_be_bytes(*length) as usize);
        chunks.push((String::from_utf8_lossy(&chunk[..4]).into_owned(), &chunk[4..]));
        // After each stands a sum to check it by.
        png = &rest[4..];
    }
    chunks
}

#[test]
fn a_game_is_one_moving_picture_with_a_frame_for_each_action() {
    let place = tempfile::tempdir().expect("a folder");
    let made = |battle: &str, file: &str, more: &[&str]| {
        let line = ["replay", battle, "--game", "17", "--json", "game.json", "--apng", file];
        skirmish(&[&line[..], more].concat(), place.path());
        fs::read(place.path().join(file)).expect("it is there")
    };
    let duel = made("duel", "duel.png", &[]);
    assert!(duel == made("duel", "again.png", &[]), "the same bytes");
    let dark = made("duel", "dark.png", &["--width", "360", "--theme", "dark"]);
    assert_eq!(size(&dark)[0], 360);
    let square = made("duel", "square.png", &["--aspect", "800x800", "--title", "Mine"]);
    assert_eq!(size(&square), [640, 640]);
    let picture = made("flank-run", "game.png", &[]);
    assert_eq!(size(&picture)[0], 640);
    assert!(picture.len() < 400_000, "{}", picture.len());
    let game = fs::read_to_string(place.path().join("game.json")).expect("it is there");
    let frames = game.matches("\"headline\"").count() as u32;
    let chunks = chunks(&picture);
    let of =
        |name: &str| chunks.iter().filter(|of| of.0 == name).map(|of| of.1).collect::<Vec<_>>();
    // As many frames, for ever; a second each, the last four.
    assert_eq!(of("acTL"), [[frames.to_be_bytes(), [0; 4]].concat()]);
    let seconds: Vec<u8> = of("fcTL").iter().map(|control| control[21]).collect();
    assert_eq!(seconds, [vec![1; frames as usize - 1], vec![4]].concat());
    // Later frames hold only what changes.
    let later = of("fdAT").iter().map(|data| data.len()).min();
    assert!(later < of("IDAT").iter().map(|data| data.len()).min().map(|first| first / 2));
}

#[cfg(unix)]
#[test]
fn a_stream_has_no_room_for_a_second_file() {
    let place = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink("/dev/null", place.path().join("null")).expect("a link");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.args(["odds", "attack", "--table", "--svg", "null", "--png"]).current_dir(place.path());
    let done = command.output().expect("the program starts");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("leave --png out"));
}
