//! Files broken in every way: status 2, a message with the line, and never a panic.

use crate::common::{Place, words};

const GOOD: &str = include_str!("../../../../scenarios/duel.toml");

#[track_caller]
fn fails(bytes: impl AsRef<[u8]>, says: &[&str]) {
    let place = Place::new();
    place.write("battle.toml", bytes);
    place.run(words("run battle.toml --games 10")).fails(2, says);
    assert!(!place.path("skirmish-out").exists(), "nothing is left behind");
    place.run(words("replay battle.toml")).fails(2, says);
}

/// Checks the good scenario with one thing changed.
#[track_caller]
fn changed(from: &str, to: &str, says: &[&str]) {
    assert!(GOOD.contains(from), "{from}");
    fails(GOOD.replacen(from, to, 1), says);
}

#[test]
fn unknown_keys_are_told_with_what_is_meant() {
    changed(
        "[board]\nsize",
        "[board]\nsise",
        &["error[S005]", "`sise`", "battle.toml:11:1", "did you mean `size`?"],
    );
}

#[test]
fn wrong_types_and_impossible_numbers_are_told() {
    changed("size = [36, 30]", "size = \"large\"", &["error[S006]", "battle.toml:11:8"]);
    changed("figures = 1", "figures = 0", &["error[S007]", "0", "1 to 128"]);
    changed("figures = 1", "figures = -3", &["error[S007]", "-3"]);
    changed("figures = 1", "figures = 99999999999999999999", &["battle.toml:29"]);
    changed("at = [14, 15]", "at = [114, 15]", &["error[S040]", "off the board"]);
}

#[test]
fn every_problem_of_a_file_is_told_in_one_pass() {
    let broken = GOOD
        .replacen("average", "avrage", 1)
        .replacen("\"sword\"", "\"sord\"", 1)
        .replacen("at = [22, 15]", "at = [14, 15]", 1)
        .replacen("title = ", "titel = ", 1);
    fails(
        broken,
        &[
            "did you mean `average`?",
            "did you mean `sword`?",
            "did you mean `title`?",
            "problems in battle.toml; nothing was played",
        ],
    );
}

#[test]
fn what_is_no_text_or_no_toml_is_told() {
    fails(b"title = \"\xff\xfe\"\n", &["error[S002]", "UTF-8"]);
    fails("", &["error[S008]", "title"]);
    fails("title = \"The duel", &["error[S003]", "battle.toml:1"]);
    fails("title = “The duel”", &["error[S003]", "straight ones"]);
    fails([0; 64], &["battle.toml:1"]);
}

#[test]
fn large_and_deep_files_are_turned_away_at_once() {
    let mut large = String::from(GOOD);
    while large.len() < 10_000_000 {
        large.push_str("# the same line again and again, until it is far too much\n");
    }
    fails(large, &["error[S001]", "larger than", "1048576"]);
    let deep = format!("{GOOD}\nx = {}1{}\n", "[".repeat(5000), "]".repeat(5000));
    fails(deep, &["battle.toml"]);
    let tables = format!("{GOOD}\n[a{}]\n", ".a".repeat(5000));
    fails(tables, &["battle.toml"]);
}

#[test]
fn a_file_that_is_missing_is_told_with_where_to_look() {
    let place = Place::new();
    let run = |name: &str| place.run(["run", name]);
    run("flnk-run").fails(2, &["no scenario file `flnk-run`", "did you mean `flank-run`?"]);
    run("scenarios/dule.toml").fails(2, &["did you mean `duel`?"]);
    run("nothing.toml").fails(2, &["with the program: skirmish list scenarios"]);
}

#[test]
fn long_lines_are_cut_around_what_is_wrong() {
    let place = Place::new();
    let (long, name) = ("#".repeat(600), "é".repeat(300));
    for wrong in [format!("size = \"large\" {long}"), format!("size = \"{name}\" {long}")] {
        place.write("battle.toml", GOOD.replacen("size = [36, 30]", &wrong, 1));
        let done = place.run(words("run battle.toml --games 10"));
        done.fails(2, &["battle.toml:11:8", "11 | size = \"", "^^^^^^^"]);
        let widest = done.stderr.lines().map(|line| line.chars().count()).max();
        assert!(widest < Some(160), "{}", done.stderr);
    }
}

#[test]
fn circles_of_rulebooks_are_named() {
    let place = Place::new();
    std::fs::create_dir(place.path("rules")).expect("a folder");
    let extends = |file: &str, other: &str| {
        place.write(file, format!("name = \"{other}\"\nextends = \"{other}\"\n"));
    };
    extends("a.toml", "rules/b.toml");
    extends("rules/b.toml", "../a.toml");
    let odds = |file: &str| place.run(["odds", "seize", "--rules", file]);
    odds("a.toml").fails(
        2,
        &[
            "error[S072]: `a.toml` extends `rules/b.toml`, which extends `a.toml`: a circle",
            "such as `lloyd`",
        ],
    );
    extends("c.toml", "c.toml");
    odds("c.toml").fails(2, &["the rulebook `c.toml` extends itself"]);
    for k in 0..14 {
        extends(&format!("d{k}.toml"), &format!("d{}.toml", k + 1));
    }
    odds("d0.toml").fails(2, &["more than 12 rulebooks extend one another", "put some together"]);
}

#[test]
fn files_that_a_scenario_names_are_told_like_the_scenario() {
    let place = Place::new();
    place.write("battle.toml", GOOD.replacen("title", "rules = \"mine.toml\"\ntitle", 1));
    let run = || place.run(words("run battle.toml --games 10"));
    run().fails(2, &["mine.toml", "battle.toml:5"]);
    place.write("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\naverage = 99\n");
    run().fails(2, &["mine.toml:4:11", "99", "1 to 40"]);
    place.write("mine.toml", "name = \"mine\"\nextends = \"mine.toml\"\n");
    run().fails(2, &["mine.toml"]);
}

#[test]
fn what_is_set_on_the_command_line_is_checked_like_a_file() {
    let place = Place::new();
    let run = |set: &str| place.run(["run", "duel", "--games", "10", "--set", set]);
    run("seize.base.avrage=3").fails(2, &["did you mean `seize.base.average`?"]);
    run("seize.base.average=many").fails(2, &["command line"]);
    run("seize.dice=d0").fails(2, &["d0"]);
    run("side.Morcar.bot=runer").fails(2, &["did you mean `runner`?"]);
    run("=").fails(2, &["PATH=VALUE"]);
}
