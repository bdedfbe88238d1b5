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
}

/// A spreadsheet takes `1/5` for a day of January, wherever a cell has it: fractions have two columns.
#[test]
fn no_cell_is_a_date() {
    let place = Place::new();
    let mut tables: Vec<(String, String)> = Vec::new();
    for question in [
        "seize --table",
        "streak --shooting always",
        "hit --table",
        "reload --turns 3",
        "melee --table --rounds 2",
        "activation --table",
        "blows --blows 4",
        "crossing --table",
        "strikes --one 2 --other 3",
        "surprise",
        "attack --rules hit-wound-save --table",
        "duel --rules opposed --troops good --weapon sword --against average",
    ] {
        let line = format!("odds {question} --format csv");
        tables.push((line.clone(), place.ok(words(&line))));
    }
    for line in [
        "run ambush --games 40",
        "curves --troops militia,rangers --figures 2",
        "curves --rules hit-wound-save",
        "sweep duel --vary cap=20,30 --games 20",
    ] {
        place.ok(words(&format!("{line} -q --out o")));
        let files = place.files("o").into_iter().filter(|name| name.ends_with(".csv"));
        tables.extend(
            files.map(|name| (format!("{line}: {name}"), place.read(&format!("o/{name}")))),
        );
        std::fs::remove_dir_all(place.path("o")).expect("it can be removed");
    }
    let is_date = |cell: &str| {
        let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
        let are_numbers = parts.iter().all(|part| !part.is_empty() && part.parse::<u64>().is_ok());
        are_numbers && parts.len() > 1 && cell.parse::<f64>().is_err()
    };
    assert!(is_date("1/5") && is_date("2-3") && !is_date("0.25") && !is_date("-3"));
    for (name, table) in tables {
        for cell in table.lines().flat_map(|line| line.split(',')) {
            assert!(!is_date(cell), "{name}: {cell}");
        }
    }
}
