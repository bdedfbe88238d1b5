//! The workflow of `docs/ci.md` and `action.yml`: their commands must run as they stand.

use crate::common::{Place, top};

const COMMAND: &str = "skirmish check ";

/// The arguments of every `skirmish check` in a text, up to the end of its line.
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
    let duel = include_str!("../../../../scenarios/duel.toml");
    let expecting = "[[expect]]\nmeasure = \"win rate\"\nnear = 0.5\nwithin = 0.5\n";
    let mut count = 0;
    for path in ["docs/ci.md", "action.yml"] {
        for args in commands(path) {
            let place = Place::new();
            place.write("one.toml", format!("{duel}\n{expecting}"));
            // As a shell would fill them in.
            let args = args
                .replace("scenarios/*.toml", "one.toml")
                .replace("\"${scenarios[@]}\"", "one.toml")
                .replace("\"$GAMES\"", "64000")
                .replace("\"$ERROR\"", "0.01");
            let words = std::iter::once("check").chain(args.split_whitespace());
            let done = place.run(words);
            assert_eq!(done.status, 0, "{path}: {args}: {}{}", done.stdout, done.stderr);
            if args.contains("skirmish.xml") {
                assert!(place.read("skirmish.xml").starts_with("<?xml"));
            }
            if args.contains("skirmish.md") {
                assert!(place.read("skirmish.md").contains("2 passed, 0 failed"));
            }
            count += 1;
        }
    }
    assert_eq!(count, 4, "the commands were not found");
}
