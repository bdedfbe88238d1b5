//! The loader answers any bytes with a scenario or problems and never panics, and the engine plays what it accepts.

use proptest::prelude::*;
use skirmish_engine::battle::Battle;
use skirmish_engine::battle::Time;
use skirmish_engine::chance::Script;
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_scenario::{Code, NoFiles, Override, Problems, library, load};

/// The most actions in a game of a loaded scenario.
const CAP: u32 = 20;

fn try_load(bytes: &[u8], overrides: &[Override]) {
    match load(bytes, "any.toml", overrides, &NoFiles) {
        Ok(mut scenario) => {
            scenario.spec.cap = Time::actions(scenario.spec.cap.number.min(CAP));
            let battle = Battle::new(scenario.spec).expect("what is loaded is accepted");
            // Missing dice are ones.
            let mut dice = Script::default();
            play_watched(&battle, &mut Workspace::new(&battle), None, &mut dice, &mut |_, _| {});
        }
        Err(problems) => sound(&problems),
    }
}

/// Problems can be rendered, have places and are printable.
fn sound(problems: &Problems) {
    assert!(problems.count() > 0);
    assert!(!problems.render(false).is_empty());
    assert!(!problems.render(true).is_empty());
    for problem in problems.list() {
        assert!(problem.line >= 1 && problem.column >= 1);
        assert!(!problem.message.is_empty());
        let tame = |text: &str| text.chars().all(|c| !c.is_control());
        assert!(tame(&problem.message), "{:?}", problem.message);
        assert!(problem.hints.iter().all(|h| tame(h)), "{:?}", problem.hints);
    }
}

/// Pieces that mutations put into good files: ordinary ones and awkward ones.
const PIECES: &[&str] = &[
    "",
    "0",
    "-1",
    "nan",
    "inf",
    "1e308",
    "99999999999999999999",
    "\"\"",
    "\"\u{0}\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "[[side.Red.body]]",
    "[set]",
    "figures",
    "\"objective\"",
    "at = [0, 0]",
    "true",
    "1979-05-27",
    "\"\u{202e}x\"",
    "'''",
    "\u{feff}",
    "é",
    "corners = [[0,0],[1,1],[0,1]]",
    "corners = [[0,2],[0,1],[0,0],[1,1]]",
    "[bot.x]",
    "when = \"not not engaged\"",
    "do = \"stand\"",
];

fn any_shipped() -> std::ops::Range<usize> {
    let shipped = library::SCENARIOS;
    0..shipped.len()
}

fn mutated() -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec(
        (any::<prop::sample::Index>(), 0..24usize, 0..PIECES.len()),
        1..6,
    );
    (any_shipped(), edits).prop_map(|(which, edits)| {
        let mut text: Vec<char> = library::SCENARIOS[which].text.chars().collect();
        for (at, length, piece) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, PIECES[piece].chars());
        }
        text.into_iter().collect()
    })
}

/// Good files with one value replaced by another of any kind.
fn revalued() -> impl Strategy<Value = String> {
    (any_shipped(), any::<prop::sample::Index>(), 0..PIECES.len()).prop_map(
        |(which, line, piece)| {
            let text = library::SCENARIOS[which].text;
            let count = text.lines().count();
            let line = line.index(count);
            let lines: Vec<String> = text
                .lines()
                .enumerate()
                .map(|(i, l)| match l.split_once('=') {
                    Some((key, _)) if i == line => format!("{key}= {}", PIECES[piece]),
                    _ => l.to_owned(),
                })
                .collect();
            lines.join("\n")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        try_load(&bytes, &[]);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        try_load(text.as_bytes(), &[]);
    }

    #[test]
    fn mutated_scenarios(text in mutated()) {
        try_load(text.as_bytes(), &[]);
    }

    #[test]
    fn revalued_scenarios(text in revalued()) {
        try_load(text.as_bytes(), &[]);
    }

    #[test]
    fn any_override(path in "[a-zA-Z0-9. \"-]{0,40}", value in "\\PC{0,30}") {
        try_load(library::SCENARIOS[0].text.as_bytes(), &[Override::new(&path, &value)]);
    }

    #[test]
    fn any_value_for_real_paths(which in any::<prop::sample::Index>(), value in prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| n.to_string()),
        (-20..300i64).prop_map(|n| n.to_string()),
        "[0-9]{0,3}d[0-9]{1,4}",
        Just("off".to_owned()),
    ]) {
        let text = library::SCENARIOS[which.index(library::SCENARIOS.len())].text;
        let scenario = load(text.as_bytes(), "any.toml", &[], &NoFiles).unwrap();
        let paths: Vec<&String> = scenario.parameters.iter().map(|p| &p.path)
            .chain(scenario.values.iter().map(|v| &v.0)).collect();
        let path = which.get(&paths);
        try_load(text.as_bytes(), &[Override::new(path, &value)]);
    }
}

#[test]
fn ten_megabytes_are_refused_before_they_are_read() {
    let problems = load(&vec![b'['; 10 << 20], "big.toml", &[], &NoFiles).unwrap_err();
    assert_eq!(problems.list()[0].code, Code::TooLarge);
}

/// Everything that nests, as deep as the size of a file allows.
#[test]
fn deep_nesting_ends_in_a_message() {
    let deep = |open: &str, close: &str, most: usize| {
        format!("title = {}1{}", open.repeat(most), close.repeat(most))
    };
    for text in [
        deep("[", "]", 400_000),
        deep("[", "", 900_000),
        deep("{a=", "}", 200_000),
        format!("{}a = 1", "a.".repeat(400_000)),
        format!("[{}a]\nb = 1", "a.".repeat(400_000)),
        deep("[", "]", 40),
        deep("{a=", "}", 40),
        format!("{}a = 1", "a.".repeat(60)),
    ] {
        let problems = load(text.as_bytes(), "deep.toml", &[], &NoFiles).unwrap_err();
        sound(&problems);
        assert!(
            problems.list().iter().any(|p| p.code == Code::TooDeep),
            "{}",
            problems.render(false).chars().take(600).collect::<String>()
        );
    }
}

/// Files made to be slow: many keys, many problems, long words, long lines.
#[test]
fn large_files_are_answered_quickly() {
    let many_keys: String = (0..60_000).map(|i| format!("k{i} = {i}\n")).collect();
    let many_tables: String = (0..30_000).map(|i| format!("[t.x{i}]\na = 1\n")).collect();
    let long_word = format!("title = \"{}\"", "x".repeat(1_000_000));
    let long_key = format!("{} = 1", "x".repeat(1_000_000));
    let long_list = format!("board = {{ size = [{}1] }}", "1,".repeat(400_000));
    let long_phrase =
        format!("[event.e]\nside = \"a\"\nwhen = \"{}\"", "enemy within ".repeat(300));
    for text in [many_keys, many_tables, long_word, long_key, long_list, long_phrase] {
        let problems = load(text.as_bytes(), "slow.toml", &[], &NoFiles).unwrap_err();
        sound(&problems);
        assert!(problems.render(false).len() < 200_000);
    }
}

#[test]
fn marks_of_encoding_and_carriage_returns_are_taken() {
    let text = library::SCENARIOS[0].text.replace('\n', "\r\n");
    let text = format!("\u{feff}{text}");
    assert!(load(text.as_bytes(), "windows.toml", &[], &NoFiles).is_ok());
}
