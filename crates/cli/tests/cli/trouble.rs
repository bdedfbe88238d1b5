//! Trouble outside the files: closed pipes, folders that cannot be written to, interrupts.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use crate::common::{Done, Place, signal, words};
use crate::solved::stand_off;

#[test]
fn a_folder_that_cannot_be_made_is_found_out_before_anything_is_played() {
    let place = Place::new();
    place.write("taken", "a file, no folder");
    // So many games that the test would hang if they were played.
    let done = place.run(words("run --games 1000000000 --out taken/inside"));
    done.fails(
        3,
        &["cannot make folder `taken/inside`: `taken` is a file", "name another folder with --out"],
    );
}

#[test]
fn a_folder_in_the_place_of_a_file_is_told() {
    let place = Place::new();
    fs::create_dir_all(place.path("out/outcomes.csv/x")).expect("it can be made");
    let done = place.run(words("run --games 10 --out out"));
    done.fails(3, &["cannot write `out/outcomes.csv`: skirmish has not made it"]);
    // Nor are temporary files left behind.
    assert!(place.files("out").iter().all(|name| !name.starts_with('.')));
}

#[test]
fn a_folder_is_no_scenario() {
    let place = Place::new();
    place.run(["run", "."]).fails(3, &["cannot read `.`"]);
}

#[test]
fn results_of_another_battle_stay() {
    let place = Place::new();
    place.ok(words("run duel --games 20"));
    let first = place.read("skirmish-out/duel/summary.json");
    place.ok(words("export duel --out duel.toml"));
    for _ in 0..2 {
        let done = place.run(words("run ./duel.toml --games 20"));
        let note = "note: skirmish-out/duel holds what was found of scenarios/duel.toml: this goes to skirmish-out/duel-2";
        assert!(done.stderr.contains(note), "{}", done.stderr);
    }
    assert_eq!(place.read("skirmish-out/duel/summary.json"), first);
    assert!(!place.path("skirmish-out/duel-3").exists());
    for name in ["duel", "scenarios/duel.toml"] {
        assert_eq!(place.run(words(&format!("run {name} --games 20"))).stderr, "");
    }
    for _ in 0..2 {
        place.ok(words("compare duel --with seize.base.good=17 --games 20 --bots none"));
    }
    assert!(!place.path("skirmish-out/compare-duel-2").exists());
}

/// Whatever its name. A summary of an older version does not say what was played, so it may be of the same battle.
#[test]
fn results_of_the_same_battle_go_where_they_were() {
    let place = Place::new();
    place.ok(["export", "duel", "--out", "it's.toml"]);
    let run = || place.ok(["run", "it's.toml", "--games", "20"]);
    run();
    let summary = place.read("skirmish-out/it's/summary.json");
    assert!(summary.contains("\n    \"file\": \"it's.toml\",\n"), "{summary}");
    run();
    let is_of_it = |line: &&str| !line.contains("\"file\": ");
    let older: Vec<&str> = summary.lines().filter(is_of_it).collect();
    place.write("skirmish-out/it's/summary.json", older.join("\n"));
    place.ok(["report", "skirmish-out/it's"]);
    run();
    assert_eq!(place.files("skirmish-out"), ["it's"]);
}

#[test]
fn statuses_are_told() {
    let told = |line: &str| Place::new().ok(words(line)).replace('\n', " ");
    assert!(told("--help").contains("Exit status: 0 done; 1 a check failed; 2 "));
}

#[test]
fn misuse_is_told_with_status_2() {
    let fails = |command: &str, says: &[&str]| Place::new().run(words(command)).fails(2, says);
    fails("run --games 0", &["--games", "0"]);
    fails("run --threads 0", &["--threads", "from 1 to 1024"]);
    fails("run --games ten", &["--games", "ten"]);
    fails("run --games 1e6", &["'1e6' for '--games", "write 1000000, or 1,000,000"]);
    fails("run --games 2.5k", &["write 2500, or 2,500"]);
    fails("run --games 1e-6", &["such as 2000 or 2,000"]);
    fails("run --seed 18446744073709551616", &["the largest is 18446744073709551615"]);
    fails("run --precision 0.5", &["`win-rate` is a share", "--precision 0.5%"]);
    let own = "use `--set rules=my-rules.toml`";
    for command in ["run", "compare", "check", "replay"] {
        fails(&format!("{command} duel --rules my.toml"), &["--rules", own]);
    }
    fails("run --format csv", &["--format", "text", "json"]);
    fails("run flank-run --pairs on", &["starts", "--pairs on"]);
    fails("run --set seize.base.average", &["PATH=VALUE"]);
    let near = ["no such parameter: `seize.volley`", "`seize.dice`", "`seize.factor.…`"];
    fails("run --set seize.volley=3", &near);
    let alone = ["`cap` is given one value only, 30: nothing is varied", "--set cap=30"];
    fails("sweep --vary cap=30", &alone);
    fails("run --bots all", &["there is no bot `all` for `--bots`", "`own` is the battle's"]);
    fails("run --vary cap=30", &["it is an option of `skirmish sweep`"]);
    fails("check duel --junit no/j.xml", &["there is no folder `no`"]);
    let own = "would overwrite a battle, a rulebook or a bot";
    fails("check duel --junit my-rules.toml", &[own, "`--junit junit.xml`"]);
    fails("check duel --markdown m --junit m", &["`--junit` and `--markdown` name the same file"]);
    fails("check duel --markdown .", &["is a folder", "`--markdown summary.md`"]);
    fails("check duel --markdown no/m.md", &["there is no folder `no`"]);
    fails("replay --game 1 --dice 1", &["--game", "--dice"]);
    fails("rnu", &["'rnu'", "a similar subcommand exists: 'run'"]);
    fails("run --bots Wach=rusher", &["no side `Wach`", "did you mean `Watch`?"]);
    fails("replay --game -1", &["'-1'", "a whole number, such as 0"]);
}

/// As with `| head -1`.
#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    for command in ["list parameters", "replay", "odds streak --lengths 1000 --format json"] {
        let mut child = place.command(words(command)).spawn().expect("it starts");
        drop(child.stdout.take());
        let done = Done::from(child.wait_with_output().expect("it ends"));
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{command}");
    }
}

/// The answer says that it is of fewer games than asked for.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_played() {
    ["-INT", "-TERM", "-HUP"].into_iter().for_each(keeps_what_was_played);
}

#[cfg(unix)]
fn keeps_what_was_played(name: &str) {
    let place = Place::new();
    let line = "run --games 1000000000 --pairs off --out out --threads 1";
    let child = place.started_until(words(line), || place.path("out/unfinished.json").exists());
    signal(&child, name);
    let done = Done::from(child.wait_with_output().expect("it ends"));
    assert_eq!(done.status, 130, "{}", done.stderr);
    assert!(
        done.stderr.starts_with("stopping; press Ctrl-C again")
            && done.stderr.contains("\ninterrupted: ")
            && done.stderr.contains("of 1,000,000,000 games"),
        "{}",
        done.stderr
    );
    let summary: serde_json::Value =
        serde_json::from_str(&place.read("out/summary.json")).expect("it is JSON");
    let played = summary["provenance"]["games"].as_u64().expect("a number");
    assert!(0 < played && played < 1_000_000_000);
    let of: u64 = summary["outcomes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|row| row["reason"] == "")
        .filter_map(|row| row["games"].as_u64())
        .sum();
    assert_eq!(of, played);
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_gives_up_in_words() {
    let place = Place::new();
    let line = "run --games 1000000000 --out out --threads 1 -q";
    let child = place.started_until(words(line), || place.path("out/unfinished.json").exists());
    // Either both come before a chunk ends, or the first is obeyed: the status is the same, and there is no crash.
    let pid = child.id().to_string();
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -INT {pid}; sleep 0.001; kill -INT {pid}")])
        .status();
    assert!(kill.is_ok());
    let done = Done::from(child.wait_with_output().expect("it ends"));
    assert_eq!(done.status, 130, "{}", done.stderr);
    assert!(done.stderr.contains("\ninterrupted: "), "{}", done.stderr);
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_refused_at_once() {
    let place = Place::new();
    let pipe = place.path("pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let said = ["not a file"];
    for file in ["pipe.toml", "/dev/zero", "."] {
        place.run(["run", file]).fails(3, &said);
        place.run(["run", "flank-run", "--players", file]).fails(3, &said);
        place.run(["check", "flank-run", "--baseline", file]).fails(3, &said);
    }
    place.run(["run", "flank-run", "--set", "rules=pipe.toml"]).fails(2, &said);
    place.run(["run", "flank-run", "--set", "side.Watch.bot=pipe.toml"]).fails(2, &said);
}

/// Two commands in one folder would overwrite each other's files.
#[test]
fn two_at_one_folder_are_told() {
    let place = Place::new();
    let line = "run --games 1000000000 --out o --threads 1 -q";
    let mut first = place.started_until(words(line), || place.path("o/unfinished.json").exists());
    let says = ["cannot write to folder `o`: another skirmish is working in it", "--out"];
    place.run(words("sweep duel --vary seize.base.good=17,18 --games 9 --out o")).fails(3, &says);
    // A check uses its folder only once there is something to keep.
    place.run(words("check bridge-race --out o")).fails(3, &says);
    place
        .run(words("check duel --games 1000000000 --write-baseline b.csv --out o -q"))
        .fails(3, &says);
    // The lock is gone, however the command ended.
    first.kill().expect("it can be killed");
    first.wait().expect("it is ours");
    let other = "run duel --games 10 --out o -q";
    place.run(words(other)).fails(2, &["it belongs to another command", "--fresh"]);
    place.ok(words(&format!("{other} --fresh")));
}

/// A folder that is removed or becomes a file costs the files, not the answer.
#[test]
fn a_folder_that_goes_away_does_not_take_the_answer() {
    for (line, side, becomes_file) in [
        ("run tiny.toml --for 3s", "North", false),
        ("sweep tiny.toml --vary cap=20,30 --games 8000 --bots none", "North", true),
        ("solve stand-off.toml --games 20000 --answer 20000", "Red", true),
    ] {
        let place = stand_off("");
        place.write("tiny.toml", include_str!("../tiny.toml"));
        let line = format!("{line} --threads 1 --out o/p -q");
        let is_kept = || place.path("o/p/unfinished.json").exists();
        let first = place.started_until(words(&line), is_kept);
        fs::remove_dir_all(place.path("o")).expect("it is there");
        if becomes_file {
            place.write("o", "mine");
        }
        let done = Done::from(first.wait_with_output().expect("it ends"));
        assert_eq!(done.status, 3, "{line}: {}", done.stderr);
        assert!(done.stdout.contains(side), "{line}: {}", done.stdout);
        assert!(done.stderr.contains("cannot write `o/p/"), "{line}: {}", done.stderr);
        assert_eq!(place.path("o").exists(), becomes_file, "{line}");
    }
}

/// What the battle does not use may change while a command is interrupted; what it uses may not.
#[cfg(unix)]
#[test]
fn what_a_battle_does_not_use_may_change_before_it_goes_on() {
    let place = Place::new();
    place.ok(words("new rulebook mine"));
    place.ok(words("new battle b --rules mine.toml"));
    let line = "run b.toml --games 1000000000 --pairs off --out o -q";
    assert_eq!(place.interrupted(words(line), "o/unfinished.json").status, 130);
    let (rules, battle) = (place.read("mine.toml"), place.read("b.toml"));
    let ogre = "ogre    = { fight = 4";
    place.write(
        "mine.toml",
        rules.replace(
            ogre,
            &format!(
                "troll = {{ fight = 2, shoot = 4, armour = 6, wounds = 9, nerve = 6 }}\n{}5",
                &ogre[..ogre.len() - 1]
            ),
        ),
    );
    place.write(
        "b.toml",
        format!("# a remark\n{}", battle.replace("title = \"B\"", "title = \"Bee\"")),
    );
    let before = place.read("o/unfinished.json");
    let goes_on = || place.read("o/unfinished.json") != before;
    let done = place.interrupted_once(words(&format!("{line} --resume")), goes_on);
    assert_eq!(done.status, 130, "{}", done.stderr);
    place.write("mine.toml", rules.replace("fight = 3", "fight = 4"));
    let changed = ["cannot go on", "the rulebook has changed since"];
    place.run(words(&format!("{line} --resume"))).fails(2, &changed);
    place.write("mine.toml", rules);
    place.write("b.toml", battle.replace("figures = 6", "figures = 5"));
    place.run(words(&format!("{line} --resume"))).fails(2, &["the battle has changed since"]);
}

/// A user's file stays, which is reported before anything is played.
#[test]
fn a_file_of_somebody_else_is_not_replaced() {
    let place = stand_off("");
    place.write("tiny.toml", include_str!("../tiny.toml"));
    let commands = [
        ("run tiny.toml", "--games 40"),
        ("compare tiny.toml --initiative lloyd,cards,alternate", "--games 40"),
        ("sweep tiny.toml --vary seize.base.average=9..11", "--games 40"),
        (
            "sweep tiny.toml --vary seize.base.average=9,10 --vary seize.base.good=9,10",
            "--games 40",
        ),
        ("sensitivity tiny.toml --only seize.base", "--games 40"),
        ("solve stand-off.toml --answer 20000", "--games 20000"),
        ("curves", ""),
    ];
    for (command, games) in commands {
        place.run(words(&format!("{command} {games} -q --out sound")));
        let mut names = place.files("sound");
        names.retain(|name| ![".skirmish", "unfinished.json"].contains(&name.as_str()));
        assert!(names.iter().any(|name| name == "report.html"), "{command}: {names:?}");
        for name in &names {
            fs::create_dir(place.path("own")).expect("a folder");
            place.write(&format!("own/{name}"), "mine");
            let long = if games.is_empty() { "" } else { "--games 1000000000" };
            let refused = format!("cannot write `own/{name}`: skirmish has not made it");
            let done = place.run(words(&format!("{command} {long} -q --out own")));
            done.fails(3, &[&refused, "--out, or move that file"]);
            assert_eq!(place.read(&format!("own/{name}")), "mine");
            assert_eq!(place.files("own"), [name.as_str()], "{command}");
            fs::remove_dir_all(place.path("own")).expect("it is there");
        }
        fs::remove_dir_all(place.path("sound")).expect("it is there");
    }
    // Results are replaced, but not the user's files beside them. Without the list, recognizable files may be drawn again.
    let run = "run tiny.toml --games 40 -q --out o";
    place.ok(words(run));
    place.write("o/notes.csv", "mine");
    place.ok(words(run));
    fs::rename(place.path("o/.skirmish"), place.path("list")).expect("it is there");
    place.run(words(run)).fails(3, &["cannot write `o/events.csv`: skirmish has not made it"]);
    place.ok(words("report o -q"));
    fs::rename(place.path("list"), place.path("o/.skirmish")).expect("it was there");
    // Files that only other commands would replace do not matter.
    for name in ["solved.svg", "win-rate.svg", "sweep.csv", "comparison.json", "edit.toml"] {
        place.write(&format!("o/{name}"), "mine");
        place.run(words(run));
        assert_eq!(place.read(&format!("o/{name}")), "mine");
        fs::remove_file(place.path(&format!("o/{name}"))).expect("it is there");
    }
    place.write("o/melee.svg", "mine");
    place.run(words(run)).fails(3, &["cannot write `o/melee.svg`"]);
    fs::create_dir(place.path("p")).expect("a folder");
    place.write("p/report.html", "mine");
    place.run(words("report o --out p")).fails(3, &["cannot write `p/report.html`", "not made it"]);
    assert_eq!(place.read("p/report.html"), "mine");
}

/// A full disk costs the files, not the answer. The shell limits files to a number of blocks of 512 or 1024 bytes.
#[test]
#[cfg(unix)]
fn a_full_disk_does_not_take_the_answer() {
    let place = Place::new();
    place.write("tiny.toml", include_str!("../tiny.toml"));
    let limited = |line: &str| {
        let program = env!("CARGO_BIN_EXE_skirmish");
        let script = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' {line}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(place.path("."));
        Done::from(shell.output().expect("there is a shell"))
    };
    for (line, says, file) in [
        ("run tiny.toml --games 40 --out o", "North win", "o/"),
        ("run tiny.toml --games 40 --out o --format json", "\"skirmish-report/1\"", "o/"),
        ("run tiny.toml --games 30000 --out k", "North win", "k/"),
        ("compare tiny.toml --games 40 --initiative lloyd,cards --out o", "cards", "o/"),
        ("sweep tiny.toml --games 40 --vary seize.base.average=9..11 --out o", "North", "o/"),
        ("curves --out o", "hit", "o/"),
        ("odds attack --table --svg s.svg", "average", "s.svg"),
        ("check bridge-race --games 400 --write-baseline b.json", "win-rate", "b.json"),
    ] {
        let done = limited(line);
        assert_eq!(done.status, 3, "{line}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(says), "{line}: {}", done.stdout);
        assert!(done.stderr.contains(&format!("cannot write `{file}")), "{line}: {}", done.stderr);
    }
}

/// Kept games may be removed on request, but not a list of the user's.
#[test]
fn to_begin_afresh_removes_nobodys_list() {
    let place = Place::new();
    fs::create_dir_all(place.path("o")).expect("a folder");
    place.write("o/games.csv.part", "mine");
    let line = "run duel --games 40 --games-csv -q --fresh --out o";
    place.run(words(line)).fails(3, &["skirmish has not made it"]);
    assert_eq!(place.read("o/games.csv.part"), "mine");
    fs::remove_file(place.path("o/games.csv.part")).expect("it is there");
    place.ok(words(line));
}

/// The files of a small run by their names.
static MADE: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let place = Place::new();
    place.ok(words("run duel --games 40 -q --out made"));
    let names = place.files("made").into_iter();
    names.map(|name| (name.clone(), place.read(&format!("made/{name}")))).collect()
});

/// Returns a folder with only a summary, as it may have been sent.
fn sent() -> Place {
    let place = Place::new();
    fs::create_dir(place.path("o")).expect("a folder");
    place.write("o/summary.json", &MADE["summary.json"]);
    place
}

#[test]
fn a_folder_with_a_summary_is_drawn_in_place_beside_nobody_elses_files() {
    let place = sent();
    for name in ["report.html", "outcomes.svg"] {
        place.write(&format!("o/{name}"), "<svg xmlns=\"http://www.w3.org/2000/svg\">mine</svg>");
        let refused = format!("cannot write `o/{name}`: skirmish has not made it");
        place.run(words("report o")).fails(3, &[&refused, "--out"]);
        assert_eq!(place.files("o"), [name, "summary.json"]);
        fs::remove_file(place.path(&format!("o/{name}"))).expect("it is there");
    }
    place.ok(words("report o -q"));
    assert_eq!(place.read("o/report.html"), MADE["report.html"]);
    // A file that begins like the program's own is taken for one.
    fs::remove_file(place.path("o/.skirmish")).expect("it is there");
    place.write("o/outcomes.svg", &MADE["rounds.svg"]);
    place.ok(words("report o -q"));
    assert_eq!(place.read("o/outcomes.svg"), MADE["outcomes.svg"]);
}

#[test]
fn schemas_replace_their_own_alone() {
    let place = Place::new();
    let (line, file) = ("schema --out o", "o/scenario.schema.json");
    place.ok(words(line));
    place.ok(words(line));
    place.write(file, "{\"mine\": 1}");
    let refused = format!("cannot write `{file}`: skirmish has not made it");
    place.run(words(line)).fails(3, &[&refused]);
    assert_eq!(place.read(file), "{\"mine\": 1}");
}

#[test]
fn shards_of_nobody_knows_what_stay() {
    let place = Place::new();
    let refused = ["cannot write `p/shard-1.json`: skirmish has not made it"];
    fs::create_dir(place.path("p")).expect("a folder");
    place.write("p/shard-1.json", "mine");
    for fresh in ["", " --fresh"] {
        let shard = format!("run duel --games 40 --shard 1/2 --out p{fresh}");
        place.run(words(&shard)).fails(3, &refused);
        assert_eq!(place.read("p/shard-1.json"), "mine");
    }
}

/// The program's own files in a folder of results may be anyone's, too: links and pipes are not followed.
#[test]
#[cfg(unix)]
fn what_the_program_keeps_for_itself_leads_nowhere_else() {
    let links = [".skirmish", "unfinished.json", "games.csv.part", "report.html"];
    for (name, is_pipe) in links.into_iter().flat_map(|name| [(name, false), (name, true)]) {
        for there in [true, false] {
            let place = sent();
            let at = place.path(&format!("o/{name}"));
            if there {
                place.write("precious", "mine");
            }
            match is_pipe {
                true => {
                    assert!(Command::new("mkfifo").arg(&at).status().is_ok_and(|it| it.success()))
                }
                false => std::os::unix::fs::symlink("../precious", &at).expect("a link"),
            }
            let refused = format!("cannot write `o/{name}`: skirmish has not made it");
            for line in ["run duel --games 1000000000 --games-csv", "report o"] {
                if line == "report o" && ["unfinished.json", "games.csv.part"].contains(&name) {
                    continue;
                }
                let out = if line == "report o" { "" } else { " --out o" };
                place.run(words(&format!("{line}{out}"))).fails(3, &[&refused]);
                assert_eq!(place.path("precious").exists(), there, "{name}");
                assert!(!there || place.read("precious") == "mine", "{name}");
            }
        }
    }
    // Nor is a file a list because of its name.
    let place = sent();
    place.write("o/.skirmish", "summary.json\n");
    place.run(words("run duel --games 40 --out o")).fails(3, &["cannot write `o/.skirmish`"]);
    assert_eq!(place.read("o/.skirmish"), "summary.json\n");
}
