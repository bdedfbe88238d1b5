//! Checks in a build: the commands of `docs/ci.md` and `action.yml` run as they stand, and build servers are told of errors.

use crate::common::{Done, Place, top};

const COMMAND: &str = "skirmish check ";

const DUEL: &str = include_str!("../../../../scenarios/duel.toml");

/// Returns the arguments of every `skirmish check` in a file, each up to the end of its line.
fn commands(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(top().join(path)).expect("it is there");
    let of_line = |line: &str| {
        let line = line.replace("\"$RUNNER_TEMP/skirmish/bin/skirmish\" ", "skirmish ");
        let (_, args) = line.split_once(COMMAND)?;
        let args = args.split(['`', '|']).next()?;
        args.contains("--").then(|| args.trim().to_owned())
    };
    text.lines().filter_map(of_line).collect()
}

#[test]
fn the_commands_of_the_docs_run() {
    let expecting = "[[expect]]\nmeasure = \"win rate\"\nnear = 0.5\nwithin = 0.5\n";
    let mut count = 0;
    for path in ["docs/ci.md", "action.yml"] {
        for args in commands(path) {
            let place = Place::new();
            place.write("one.toml", format!("{DUEL}\n{expecting}"));
            // Filled in as a shell would.
            let args = args
                .replace("scenarios/*.toml", "one.toml")
                .replace("\"${scenarios[@]}\"", "one.toml")
                .replace("\"$GAMES\"", "64000")
                .replace("\"$ERROR\"", "0.01");
            // A baseline is of more games than it takes to see that there is one.
            let few: &[&str] = if args.contains("--games") { &[] } else { &["--games", "2000"] };
            let words =
                std::iter::once("check").chain(few.iter().copied()).chain(args.split_whitespace());
            let done = place.run(words);
            assert_eq!(done.status, 0, "{path}: {args}: {}{}", done.stdout, done.stderr);
            if args.contains("skirmish.xml") {
                assert!(place.read("skirmish.xml").starts_with("<?xml"));
            }
            if args.contains("skirmish.md") {
                assert!(place.read("skirmish.md").contains("2 passed, 0 failed"));
            }
            // A pattern may find files named like options.
            if path == "action.yml" {
                assert!(
                    args.ends_with(" -- one.toml") && !args.contains("--allow-outside"),
                    "{args}"
                );
            }
            count += 1;
        }
    }
    assert_eq!(count, 4, "the commands were not found");
}

/// GitHub attaches an annotation only to a file named from the top of the repository.
#[test]
fn problems_of_files_are_told_where_they_are_with_what_to_do() {
    let place = Place::new();
    let misspelt = "[[expect]]\nmeasure = \"win rat\"\nat_least = 0.5\n";
    place.write("battle.toml", format!("{DUEL}\n{misspelt}"));
    std::fs::create_dir(place.path("sub")).expect("there is room");
    let top = place.path("").canonicalize().expect("it is there");
    let line = "check ../battle.toml --github -q --junit j.xml --markdown m.md";
    let done = place
        .command(line.split(' '))
        .current_dir(top.join("sub"))
        .env("GITHUB_WORKSPACE", &top)
        .output();
    let done = Done::from(done.expect("the program starts"));
    assert_eq!(done.status, 2, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.starts_with("::error file=battle.toml,line="), "{}", done.stdout);
    assert!(
        done.stdout.contains("`win rat` (did you mean `win-rate`? measures: "),
        "{}",
        done.stdout
    );
    let xml = place.read("sub/j.xml");
    assert!(xml.contains("file=\"battle.toml\"") && xml.contains("did you mean"), "{xml}");
    let page = place.read("sub/m.md");
    assert!(page.contains("| battle.toml:") && page.contains("did you mean"), "{page}");
    for told in [xml, page] {
        assert!(!told.contains("verdicts"), "{told}");
    }
    let done = place.run("check sub/../none.toml --github -q".split(' '));
    assert_eq!(done.status, 2, "{}", done.stderr);
    let says = "::error file=sub/../none.toml::there is no scenario file `sub/../none.toml` (";
    assert!(done.stdout.starts_with(says), "{}", done.stdout);
}

#[test]
fn every_broken_file_is_told_not_only_the_first() {
    let place = Place::new();
    place.write("one.toml", "title = \"one\n");
    place.write("sound.toml", DUEL);
    place.write("two.toml", "title = 2\n");
    let done = place.run("check one.toml none.toml sound.toml two.toml --github -q".split(' '));
    assert_eq!(done.status, 2, "{}", done.stderr);
    for file in ["one.toml", "none.toml", "two.toml"] {
        assert!(done.stdout.contains(&format!("::error file={file}")), "{}", done.stdout);
        assert!(done.stderr.contains(file), "{}", done.stderr);
    }
    assert!(!done.stdout.contains("sound.toml"), "{}", done.stdout);
}

#[test]
fn a_baseline_is_not_overwritten_by_what_is_held_against_it() {
    let place = Place::new();
    place.write("battle.toml", DUEL);
    let run = |line: &str| place.run(line.split(' '));
    let done = run("check battle.toml --games 500 --write-baseline base.json");
    assert_eq!(done.status, 0, "{}", done.stderr);
    let says = " measures to `base.json`; compare with it by --baseline";
    assert!(done.stderr.starts_with("note: wrote a baseline of "), "{}", done.stderr);
    assert!(done.stderr.contains(says), "{}", done.stderr);
    let before = place.read("base.json");
    run("check battle.toml --baseline base.json --write-baseline ./base.json --set seize.dice=d8")
        .fails(2, &["would overwrite `./base.json`", "hint: write the new one to another file"]);
    assert_eq!(place.read("base.json"), before);

    let line = "check battle.toml --games 4000 -q --baseline base.json --write-baseline new.json";
    let done = run(&format!("{line} --github --set seize.dice=d8"));
    assert_eq!(done.status, 1, "{}{}", done.stdout, done.stderr);
    assert!(place.read("new.json") != before && !done.stderr.contains("wrote"), "{}", done.stderr);
    let mut errors = done.stdout.lines().filter(|line| line.starts_with("::error "));
    let culprit = "Changed since the baseline: seize.dice: d20, now d8";
    assert!(errors.any(|line| line.ends_with(culprit)), "{}", done.stdout);
}

/// Files that are played are recognized by content, whatever their names.
#[test]
fn no_report_takes_the_place_of_what_is_played() {
    let place = Place::new();
    place.write("battle.toml", DUEL);
    place.write("who.txt", place.ok(["export", "duel.lloyd"]));
    let before = place.read("who.txt");
    place
        .run("check battle.toml --players who.txt --write-baseline ./who.txt".split(' '))
        .fails(2, &["would overwrite what is played", "`--write-baseline baseline.json`"]);
    assert_eq!(place.read("who.txt"), before);
}
