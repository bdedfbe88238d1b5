//! All play ends when time is up or when interrupted, even within a game. The result is that of a run with as many games.

use std::time::{Duration, Instant};

use crate::common::{Done, Place, words};

/// Two hundred figures walk to and fro and never meet; a game takes far too long to wait for.
const LONG: &str = "\
title = \"To and fro\"
cap = 100000
[board]
size = [480, 480]
[board.places]
here = { at = [20, 20], radius = 8 }
there = { at = [460, 20], radius = 8 }
yon = { at = [20, 460], radius = 8 }
beyond = { at = [460, 460], radius = 8 }
[side.Red]
bot = \"walks\"
body = [{ name = \"R\", figures = 100, troops = \"good\", weapon = \"sword\", at = [50, 50] }]
[side.Blue]
bot = \"strolls\"
body = [{ name = \"B\", figures = 100, troops = \"good\", weapon = \"sword\", at = [430, 430] }]
[bot.walks]
lines = [{ do = \"move to here\", when = \"within 300 of there\" }, { do = \"move to there\" }]
[bot.strolls]
lines = [{ do = \"move to yon\", when = \"within 300 of beyond\" }, { do = \"move to beyond\" }]
[set]
system = \"alternate\"
[[expect]]
measure = \"win rate\"
side = \"Red\"
near = 0.5
within = 0.5
";

/// Far more than half a second, for busy machines, and far less than a game takes.
const SOON: Duration = Duration::from_secs(3);

fn place() -> Place {
    let place = Place::new();
    // With the short games some end in time; with the long ones none does.
    place.write("long.toml", LONG);
    place.write("short.toml", LONG.replace("cap = 100000", "cap = 300"));
    place
}

/// All commands that play, with no limit but the clock or an interrupt.
const COMMANDS: [&str; 7] = [
    "run FILE --pairs off",
    "run FILE",
    "compare FILE --with move.foot=7 --pairs off",
    "sweep FILE --vary move.foot=7,8 --pairs off",
    "sensitivity FILE --only move.foot --pairs off",
    "exploit FILE --side Red",
    "solve FILE",
];

#[test]
fn a_game_that_takes_too_long_is_broken_off_by_the_clock() {
    let place = place();
    for command in COMMANDS {
        let line = format!("{} --for 0.25s --out o -q", command.replace("FILE", "long.toml"));
        let began = Instant::now();
        place.run(words(&line)).fails(4, &["error: time ran out before the first games were over"]);
        assert!(began.elapsed() < SOON, "{line}: {:?}", began.elapsed());
    }
    let began = Instant::now();
    let done = place.run(words("check long.toml --pairs off --for 0.25s"));
    assert!(done.status == 4 && began.elapsed() < SOON, "{}", done.stderr);
}

/// However slow the machine, there is an answer soon after the time is up, and no word of an interrupt.
#[test]
fn a_time_that_is_up_has_an_answer() {
    let place = place();
    place.write("quick.toml", LONG.replace("cap = 100000", "cap = 30"));
    let also = ["check FILE", "tune FILE --target 'win-rate Red 90%..95%' --may move.foot"];
    for command in COMMANDS.iter().chain(&also) {
        let line = format!(
            "{} --for 1s --threads 1 --out o -q --fresh",
            command.replace("FILE", "quick.toml")
        );
        let began = Instant::now();
        let done = place.run(words(&line));
        // A check answers with its verdict: inconclusive.
        let is_told = done.status == 0 || done.status == 4 && command.starts_with("check");
        assert!(is_told && done.stdout.len() > 50, "{line}: {}{}", done.stdout, done.stderr);
        assert!(began.elapsed() < SOON * 3, "{line}: {:?}", began.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_takes_too_long_is_broken_off_by_an_interrupt() {
    let place = place();
    let commands = COMMANDS.map(|command| format!("{command} --out o -q"));
    for command in commands.iter().map(String::as_str).chain(["check FILE --pairs off"]) {
        let line = command.replace("FILE", "long.toml") + " --threads 1";
        let child = place.command(words(&line)).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(600));
        let began = Instant::now();
        let kill =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        let done: Done = child.wait_with_output().expect("it ends").into();
        done.fails(130, &["interrupted: "]);
        assert!(began.elapsed() < SOON, "{line}: {:?}", began.elapsed());
    }
}

/// However short the time or slow the machine, the result is of a number of games that give the same again.
#[test]
fn what_the_clock_leaves_is_a_beginning() {
    let place = place();
    for (command, file) in [
        ("run short.toml --games-csv", "summary.json"),
        ("compare short.toml --with move.foot=7 --bots none", "comparison.json"),
    ] {
        let line = format!("{command} --pairs off --threads 1 -q --out");
        let timed = place.run(words(&format!("{line} timed --for 0.5s")));
        assert_eq!(timed.status, 0, "{}", timed.stderr);
        let summary: serde_json::Value =
            serde_json::from_str(&place.read(&format!("timed/{file}"))).expect("it is JSON");
        let games = summary["provenance"]["games"].as_u64().or(summary["games"].as_u64());
        let games = games.expect("a number");
        place.ok(words(&format!("{line} again --games {games}")));
        assert_eq!(place.files("timed"), place.files("again"));
        for name in place.files("timed") {
            let [one, other] =
                ["timed", "again"].map(|folder| place.read(&format!("{folder}/{name}")));
            assert!(one == other, "{command}: {name}");
        }
    }
}
