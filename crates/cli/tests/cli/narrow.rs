//! Answers for people: short, with the finding first, and no wider than a terminal.

use skirmish_scenario::library;

use crate::common::Place;

/// Default width of a terminal.
const COLUMNS: usize = 80;
/// Most non-empty lines of an answer, before the list of files.
const LINES: usize = 16;

/// Returns lines that are too wide. Lines that cannot be broken do not count: commands, paths, repeated command lines, sources,
/// and those with no space after the indent.
fn wide(place: &Place, command: &str) -> Vec<String> {
    let args = command.split(' ');
    let done = place.run(args);
    assert!(matches!(done.status, 0 | 1 | 4), "{command}: {}", done.stderr);
    let is_wide = |line: &&str| {
        let is_command = line.trim_start().starts_with("skirmish ");
        line.chars().count() > COLUMNS && !is_command
    };
    let lines = done.stdout.lines().filter(is_wide);
    lines.map(|line| format!("{command}\n    {line}")).collect()
}

fn narrow(commands: impl IntoIterator<Item = String>) {
    let place = Place::new();
    let wide: Vec<String> =
        commands.into_iter().flat_map(|command| wide(&place, &command)).collect();
    assert!(wide.is_empty(), "{} lines are too wide:\n{}", wide.len(), wide.join("\n"));
}

fn of_battles(of: impl Fn(&str) -> String) -> Vec<String> {
    library::SCENARIOS.iter().map(|scenario| of(scenario.name)).collect()
}

#[test]
fn runs_of_all_battles_fit_a_terminal() {
    narrow(of_battles(|name| format!("run {name} --games 60 --explain")));
}

#[test]
fn comparisons_and_sweeps_of_all_battles_fit_a_terminal() {
    narrow(of_battles(|name| {
        format!("compare {name} --with cap=9 --games 40 --bots none --pairs off")
    }));
    narrow(of_battles(|name| format!("sweep {name} --vary cap=5..9/2 --games 40 --explain")));
}

#[test]
fn studies_fit_a_terminal() {
    narrow(
        [
            "compare flank-run --initiative all --games 40 --bots none",
            "compare duel --with seize.dice=d12 --games 60",
            "sensitivity duel --games 40 --luck",
            "run flank-run --bots runner,holder --games 60",
            "exploit crossbow-gap --side Outlaws --games 1000",
        ]
        .map(str::to_owned),
    );
}

#[test]
fn what_is_not_played_fits_a_terminal() {
    narrow(
        [
            "odds seize --table",
            "odds streak --rules dice-bag --units 3,2",
            "odds hit --table",
            "odds melee --table",
            "odds activation --table",
            "odds blows --table",
            "odds strikes --table",
            "odds crossing --table",
            "odds surprise --table",
            "odds techniques",
            "odds attack --rules hit-wound-save --table",
            "curves",
            "list scenarios",
            "list rulebooks",
            "list bots",
            "list players",
            "list rules",
            "list troops",
            "list parameters",
            "replay duel",
            "help exploit",
            "run --help",
            "explain LL-03",
            "explain FT-03",
            "explain file",
            "explain bots",
            "explain turn",
            "explain factors",
        ]
        .map(str::to_owned),
    );
}

#[test]
fn an_answer_comes_first_and_is_short() {
    let place = Place::new();
    for command in [
        "run flank-run --games 60 --players solved",
        "compare flank-run --initiative lloyd,alternate --games 40 --bots none",
        "compare flank-run --initiative all --games 40 --bots none",
        "compare duel --with seize.dice=d12 --games 60",
        "sweep duel --vary seize.base.average=17..20 --games 60",
        "sensitivity duel --games 40",
    ] {
        let text = place.run(command.split(' ')).stdout;
        let answer = text.split("\n\nPage: ").next().unwrap_or_default();
        let lines = answer.lines().filter(|line| !line.is_empty()).count();
        // Each system has a row; any answer has room for two.
        let most = LINES + if command.contains("--initiative all") { 13 } else { 0 };
        assert!((2..=most).contains(&lines), "{command}: {lines} lines\n{text}");
        // The answer follows the head.
        let second = answer.split("\n\n").nth(1).unwrap_or_default();
        let says =
            [" even", "as often under both", "clearly wins more at any", "Too few games to tell"];
        let is_answer = second.contains(['%', '→']) || says.iter().any(|it| second.contains(it));
        assert!(is_answer, "{command}: {second}");
        assert!(!text.contains("Wilson"), "who does not ask is not told how: {text}");
    }
}
