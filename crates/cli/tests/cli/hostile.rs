//! Names from files stand in terminals, spreadsheets and web pages; none of these may take them for orders.

use crate::common::{Place, words};

const SCRIPT: &str = "<script>alert(1)</script>";
const FORMULA: &str = "=cmd|' /C calc'!A0";

fn battle() -> String {
    include_str!("../../../../scenarios/duel.toml")
        .replace("title = \"The duel\"", "title = \"</title><script>alert(0)</script>\"")
        .replace("[side.Whitethorn]", &format!("[side.\"{FORMULA}\"]"))
        .replace("[[side.Whitethorn.body]]", &format!("[[side.\"{FORMULA}\".body]]"))
        .replace("[side.Morcar]", &format!("[side.\"{SCRIPT}\"]"))
        .replace("[[side.Morcar.body]]", &format!("[[side.\"{SCRIPT}\".body]]"))
        .replace("\"Sir Perrin alone\"", "\"@SUM(1+1)\"")
}

#[test]
fn names_reach_charts_as_text_and_tables_as_words() {
    let place = Place::new();
    place.write("hostile.toml", battle());
    place.ok(words("run hostile.toml --games 60 --out o --games-csv"));
    for name in place.files("o") {
        let text = place.read(&format!("o/{name}"));
        if name.ends_with(".svg") {
            assert!(!text.contains("<script"), "{name}");
            assert!(text.contains("&lt;script&gt;"), "{name}");
        }
        if name.ends_with(".csv") {
            // A spreadsheet works out a cell that begins so.
            let cells = text.lines().flat_map(|line| line.split(','));
            for cell in cells.map(|cell| cell.trim_start_matches('"')) {
                let number = cell.parse::<f64>().is_ok();
                assert!(number || !cell.starts_with(['=', '@', '+']), "{name}: {cell}");
            }
        }
    }
}

#[test]
fn escape_codes_do_not_come_through() {
    let place = Place::new();
    let codes = |name: &str| {
        include_str!("../../../../scenarios/duel.toml").replace("\"Sir Perrin\"", name)
    };
    // In the file the code is written as an escape of TOML; the loader turns such names away.
    place.write("codes.toml", codes("\"\\u001b[31mRed\\u0007\""));
    let done = place.run(["replay", "codes.toml"]);
    done.fails(2, &["error[S010]"]);
    let tame = |text: &str| !text.contains(['\u{1b}', '\u{7}', '\u{202e}']);
    assert!(tame(&done.stderr), "{:?}", done.stderr);
    // Nor from names on the command line.
    for args in
        [["run", "\u{1b}[31mred"], ["explain", "\u{1b}[31mred"], ["run", "\u{202e}lmot.leud"]]
    {
        let done = place.run(args);
        done.fails(2, &[]);
        assert!(tame(&done.stderr), "{:?}", done.stderr);
    }
    let odds = place.run(["odds", "seize", "--troops", "\u{1b}[31mred"]);
    odds.fails(2, &["is not in the rulebook"]);
    assert!(tame(&odds.stderr), "{:?}", odds.stderr);
    // Nor from words that no command knows.
    for word in ["--fo\ro", "--set=a\r\u{1b}[31mred", "--seed=1\r2"] {
        let done = place.run(["run", word]);
        done.fails(2, &["error: "]);
        let is_tame = done.stderr.chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_tame, "{:?}", done.stderr);
    }
}
