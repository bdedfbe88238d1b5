//! Names from files appear in terminals, spreadsheets and web pages, which must not take them for commands.

use crate::common::{Place, words};

const SCRIPT: &str = "<script>alert(1)</script>";
const FORMULA: &str = "=cmd|' /C calc'!A0";

fn battle() -> String {
    include_str!("../../../../scenarios/duel.toml")
        .replace("title = \"The duel\"", "title = \"</title><script>alert(0)</script>\"")
        .replace("side = \"Whitethorn\"", &format!("side = \"{FORMULA}\""))
        .replace("side = \"Morcar\"", &format!("side = \"{SCRIPT}\""))
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
            // A spreadsheet evaluates a cell that begins with these.
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
    // The file has the code as a TOML escape; the loader refuses such names.
    place.write("codes.toml", codes("\"\\u001b[31mRed\\u0007\""));
    let done = place.run(["replay", "codes.toml"]);
    done.fails(2, &["error[S010]"]);
    let tame = |text: &str| !text.contains(['\u{1b}', '\u{7}', '\u{202e}']);
    assert!(tame(&done.stderr), "{:?}", done.stderr);
    // Nor may names on the command line.
    for args in
        [["run", "\u{1b}[31mred"], ["explain", "\u{1b}[31mred"], ["run", "\u{202e}lmot.leud"]]
    {
        let done = place.run(args);
        done.fails(2, &[]);
        assert!(tame(&done.stderr), "{:?}", done.stderr);
    }
    let odds = place.run(["odds", "hit", "--distance", "\u{202e}1"]);
    odds.fails(2, &["is not a distance"]);
    assert!(tame(&odds.stderr), "{:?}", odds.stderr);
    let odds = place.run(["odds", "seize", "--troops", "\u{1b}[31mred"]);
    odds.fails(2, &["is not in the rulebook"]);
    assert!(tame(&odds.stderr), "{:?}", odds.stderr);
    // Nor may unknown words.
    for line in [
        ["run", "--fo\ro"],
        ["run", "--set=a\r\u{1b}[31mred"],
        ["run", "--seed=1\r2"],
        ["run", "--games=\u{202e}1"],
    ] {
        let done = place.run(line);
        done.fails(2, &["error: "]);
        let is_tame = done.stderr.chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_tame && tame(&done.stderr), "{:?}", done.stderr);
    }
}

/// A log of GitHub Actions or Azure Pipelines obeys such lines.
#[test]
fn no_line_of_output_is_a_command_to_a_build_server() {
    let place = Place::new();
    let (bold, sly) = ("::set-output name=x::y", "##[error]sly ##vso[task.complete]");
    let battle = include_str!("../tiny.toml");
    let battle = battle
        .replace("\"Two against two\"", &format!("\"{bold}\""))
        .replace("side.North", &format!("side.\"{bold}\""))
        .replace("side.South", &format!("side.\"{sly}\""))
        .replace("\"North men\"", &format!("\"{bold}\""));
    let expected = format!(
        "\n[[expect]]\nmeasure = \"win-rate\"\nside = \"{bold}\"\nbetween = [0.0, 0.001]\n"
    );
    place.write("::x.toml", battle + &expected);
    place.write("::broken.toml", "title = \"::error::\"\n::error::x = 1\n");
    let told = |line: &str| {
        let done = place.run(words(line));
        assert!([0, 1, 2, 4].contains(&done.status), "{line}: {}", done.stderr);
        done.stdout.lines().chain(done.stderr.lines()).map(str::to_owned).collect::<Vec<_>>()
    };
    let is_command = |line: &str| {
        line.trim_start().starts_with("::") || line.contains("##[") || line.contains("##vso[")
    };
    for line in [
        "run ::x.toml --games 40",
        "run ::x.toml --games 40 --explain --bots marksman,rusher",
        "run ::x.toml --games 40 --format json --out p",
        "run ::none.toml",
        "run ::broken.toml",
        "::error::x",
        "explain ::error::x",
        "replay ::x.toml",
        "compare ::x.toml --games 40 --initiative lloyd,cards",
        "sweep ::x.toml --games 40 --vary seize.base.average=10,12",
        "sensitivity ::x.toml --games 40 --only seize.base",
        "check ::x.toml --games 40",
        "list parameters ::x.toml",
        "export ::error::x",
    ] {
        let bad: Vec<_> = told(line).into_iter().filter(|line| is_command(line)).collect();
        assert_eq!(bad, [""; 0], "{line}");
    }
    // Only the requested ones are there.
    let lines = told("check ::x.toml --games 400 --github --set title=a");
    let lines: Vec<_> = lines.iter().filter(|line| is_command(line)).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("::error file=%3A%3Ax.toml,line="), "{lines:?}");
}

/// The folder for results is named after the file and lies below `skirmish-out`, whatever the name.
#[test]
fn results_stay_below_their_folder() {
    for name in ["...toml", "..toml", ".toml", "--help.toml", "nul.toml", "a\nb:c.toml", "con"] {
        let place = Place::new();
        std::fs::create_dir(place.path("in")).expect("a folder");
        place.write(&format!("in/{name}"), include_str!("../tiny.toml"));
        let file = format!("in/{name}");
        for command in [
            &["run", "FILE", "--games", "4", "-q"][..],
            &["sweep", "FILE", "--vary", "seize.base.average=9,10", "--games", "4", "-q"],
            &["compare", "FILE", "FILE", "--games", "4", "-q"],
            &["check", "FILE", "--write-baseline", "base.json", "--games", "40", "-q"],
        ] {
            let words = command.iter().map(|word| if *word == "FILE" { &file } else { *word });
            let done = place.run(words);
            assert_eq!(done.status, 0, "{command:?} {name}: {}", done.stderr);
        }
        let mut there = place.files(".");
        there.retain(|name| name != "base.json");
        assert_eq!(there, ["in", "skirmish-out"], "{name}");
        for folder in place.files("skirmish-out") {
            assert!(place.path(&format!("skirmish-out/{folder}")).is_dir(), "{folder}");
            assert!(!folder.starts_with(['.', '-']), "{folder}");
        }
        assert_eq!(place.files("in").len(), 1, "{name}");
    }
}

/// A spreadsheet reads `1/5` in a cell as a date, so fractions have two columns.
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
