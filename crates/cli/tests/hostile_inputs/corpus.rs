//! Good files of every kind that the program reads: shipped ones, and those that it leaves itself.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rand::RngExt as _;
use serde_json::Value;
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, library, load, sha256};

use super::mutate::{Good, Written, broken, one};
use super::plays::{Use, played};
use super::{Fault, Lots, command, copy, number};

const TINY: &str = include_str!("../tiny.toml");
const TARGET: &str = "win-rate\tSouth\t0.45..0.55";
/// Undecided within the games allowed, so that the command is still playing when it is interrupted.
const NARROW: &str = "win-rate\tSouth\t0.4999..0.5001";

const STUDIES: &[&str] = &[
    "run tiny.toml --games 60 --seed 3 --bots rusher",
    "run duel --games 40 --seed 3 --players solved",
    "run crossbow-gap --games 40 --seed 3",
    "run steel-and-numbers --games 40 --seed 3",
    "run sabres --games 40 --seed 3",
    "compare tiny.toml --with seize.base.good=17 --games 60 --seed 3 --bots own,rusher",
    "compare flank-run --initiative lloyd,cards,warspike --games 20 --seed 3 --bots none",
    "sweep tiny.toml --vary seize.base.good=17..19 --games 60 --seed 3",
    "sweep tiny.toml --vary melee.effect.kill=4..6 --vary seize.base.average=9..11 --games 60 --seed 1",
    "sensitivity tiny.toml --only seize --games 30 --seed 3 --bots none",
    "sensitivity tiny.toml --luck --games 400 --seed 3",
    "exploit tiny.toml --side South --games 500 --seed 3",
    "solve tiny.toml --games 20000 --answer 20000 --seed 3",
    "tune tiny.toml --target TARGET --may seize.base --games 2000 --seed 3",
];

/// Commands that can be split. A shard keeps what an interrupted command does.
const SPLIT: &[&str] = &[
    "run tiny.toml --games 60 --seed 3",
    "run tiny.toml --games 60 --seed 3 --bots rusher --measure win-rate",
    "compare tiny.toml --with seize.base.good=17 --games 60 --seed 3 --bots none",
    "sweep tiny.toml --vary seize.base.good=17..18 --games 60 --seed 3",
    "sensitivity tiny.toml --only seize --games 30 --seed 3 --bots none",
];

/// Commands to interrupt, how much they are to play, and how each is continued.
const LONG: &[(&str, &str, &[&str])] = &[
    ("solve tiny.toml --answer 20000 --seed 3", "--games 4000000", &["--tell", "--for 0.2s"]),
    ("exploit tiny.toml --side South --seed 3", "--games 4000000", &["--tell", "--for 0.2s"]),
    ("tune tiny.toml --target NARROW --may seize --games 400000 --seed 3", "", &["--for 0.2s"]),
    ("check tiny.toml --write-baseline new.json --games 4000000 --seed 3", "", &["--for 0.2s"]),
];

pub(crate) fn words(line: &str) -> Vec<OsString> {
    let word = |word| match word {
        "TARGET" => OsString::from(TARGET),
        "NARROW" => OsString::from(NARROW),
        word => OsString::from(word),
    };
    line.split_whitespace().map(word).collect()
}

/// A good file, the files beside it, and the commands that read it.
struct Specimen {
    good: Good,
    name: String,
    beside: Vec<(String, Vec<u8>)>,
    calls: Vec<String>,
    /// How it is read in this process.
    usage: Option<Use>,
}

impl Specimen {
    fn new(name: &str, bytes: impl Into<Vec<u8>>, written: Written, calls: &[&str]) -> Self {
        let calls = calls.iter().map(|it| (*it).to_owned()).collect();
        let good = Good::new(bytes.into(), written);
        Self { good, name: name.to_owned(), beside: Vec::new(), calls, usage: None }
    }

    fn beside(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.beside.push((name.to_owned(), bytes.into()));
        self
    }

    fn read_as(self, usage: Use) -> Self {
        Self { usage: Some(usage), ..self }
    }
}

/// Files of one kind, and how often one is drawn.
struct Kind {
    name: &'static str,
    weight: u32,
    of: Vec<Specimen>,
}

pub(crate) struct Corpus(Vec<Kind>);

pub(crate) fn corpus() -> Corpus {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("tiny.toml"), TINY).expect("a file");
    let kind = |name, weight, of: Vec<Specimen>| Kind { name, weight, of };
    let (mut shards, mut kept) = (Vec::new(), Vec::new());
    for (k, line) in SPLIT.iter().enumerate() {
        let [shard, state] = split(folder, line, &format!("split-{k}"));
        shards.push(shard);
        kept.push(state);
    }
    let (summaries, mut players) = studies(folder);
    players.extend(shipped_players());
    kept.extend(LONG.iter().map(|(line, much, again)| interrupted(folder, line, much, again)));
    let all = vec![
        kind("battles", 25, battles()),
        kind("rulebooks", 20, rulebooks()),
        kind("bots", 10, bots()),
        kind("players", 8, players),
        kind("summaries", 15, summaries),
        kind("shards", 11, shards),
        kind("kept", 8, kept),
        kind("baselines", 3, baselines(folder)),
    ];
    let is_wanted = |kind: &Kind| number("ONLY").is_none_or(|only: String| only == kind.name);
    Corpus(all.into_iter().filter(is_wanted).collect())
}

impl Corpus {
    /// Breaks a file and gives it to what reads it.
    pub(crate) fn case(&self, lots: &mut Lots, folder: &Path) -> Result<bool, Fault> {
        let mut at = lots.random_range(0..self.0.iter().map(|kind| kind.weight).sum());
        let kind = self.0.iter().find(|kind| {
            let is_it = at < kind.weight;
            at = at.saturating_sub(kind.weight);
            is_it
        });
        let kind = kind.expect("they add up");
        let specimen = one(&kind.of, lots);
        let of = if lots.random_bool(0.1) { one(&self.0, lots) } else { kind };
        let others: Vec<&Good> = of.of.iter().map(|other| &other.good).collect();
        let bytes = broken(&specimen.good, &others, lots);
        for (name, bytes) in specimen.beside.iter().chain([&(specimen.name.clone(), bytes.clone())])
        {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        if let Some(usage) = &specimen.usage
            && lots.random_bool(0.8)
        {
            return played(usage, &bytes, lots).map_err(|fault| {
                let how = format!("{usage:?}").chars().take(60).collect::<String>();
                Fault::new(fault.kind, format!("file.toml as {how}\n{}", fault.told))
            });
        }
        let words = words(one::<String>(&specimen.calls, lots));
        fs::write(folder.join("command.txt"), command::shown(&words)).expect("a file");
        let top = folder.ancestors().nth(3).expect("three up");
        let judged = command::run(folder, &words).judged(&words);
        let outside = [(top, "a"), (&top.join("a"), "b"), (&top.join("a/b"), "c")];
        for (folder, only) in outside {
            let names =
                fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.file_name());
            if let Some(name) = names.into_iter().find(|name| name != only) {
                return Err(Fault::new("it writes beside its folder", format!("{name:?}")));
            }
        }
        judged
    }
}

fn side(battle: &str) -> String {
    let tree: toml::Table = toml::from_str(battle).expect("TOML");
    let side = tree["side"].as_table().and_then(|sides| sides.keys().next().cloned());
    side.expect("a side")
}

fn battles() -> Vec<Specimen> {
    let calls = |side: &str| {
        [
            "run file.toml --games 4 --out out".to_owned(),
            "replay file.toml --detail".to_owned(),
            "compare file.toml --initiative lloyd,cards,adnd --games 2 --bots none --out out"
                .to_owned(),
            "check file.toml --games 40 --out out".to_owned(),
            "list parameters file.toml".to_owned(),
            "explain file.toml".to_owned(),
            "sensitivity file.toml --games 2 --only seize --bots none --out out".to_owned(),
            format!("exploit file.toml --side {side} --for 0.3s --out out"),
            "solve file.toml --for 0.3s --out out".to_owned(),
            "run file.toml --games 40 --shard 1/2 --out out".to_owned(),
        ]
    };
    let battle = |text: &str| {
        let calls = calls(&side(text));
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        Specimen::new("file.toml", text, Written::Toml, &calls).read_as(Use::Battle)
    };
    library::SCENARIOS.iter().map(|it| it.text).chain([TINY]).map(battle).collect()
}

fn rulebooks() -> Vec<Specimen> {
    let calls = [
        "run battle.toml --set rules=file.toml --games 4 --out out",
        "replay battle.toml --set rules=file.toml",
        "check battle.toml --set rules=file.toml --games 40",
        "sensitivity battle.toml --set rules=file.toml --games 2 --only melee --bots none --out out",
        "list parameters --rules file.toml",
        "list troops --rules file.toml",
        "explain file.toml",
        "odds seize --rules file.toml --table",
        "odds streak --rules file.toml",
        "odds attack --rules file.toml --table",
        "odds duel --rules file.toml",
        "odds hit --rules file.toml --table",
        "curves --rules file.toml --out out",
    ];
    let mut all = Vec::new();
    for (name, text) in RULEBOOKS {
        let set = [Override::new("rules", name)];
        let fits = |battle: &&library::Shipped| {
            load(battle.text.as_bytes(), "b.toml", &set, &NoFiles).is_ok()
        };
        // Games of large battles take long.
        let battles = library::SCENARIOS.iter().filter(|battle| battle.name != "large-battle");
        let battles: Vec<_> = battles.filter(fits).take(2).collect();
        assert!(!battles.is_empty(), "no battle goes by {name}");
        all.extend(battles.into_iter().map(|battle| {
            Specimen::new("file.toml", *text, Written::Toml, &calls)
                .beside("battle.toml", battle.text)
                .read_as(Use::Rules(battle.text))
        }));
    }
    all
}

fn bots() -> Vec<Specimen> {
    let battles = ["flank-run", "sabres", "bridge-race", "steel-and-numbers", "crossbow-gap"];
    let mut all = Vec::new();
    for (k, (name, _)) in library::bots().iter().enumerate() {
        let battle = battles[k % battles.len()];
        let text = library::scenario(battle).expect("it is there").text;
        let side = side(text);
        let calls = [
            format!("run battle.toml --set side.{side}.bot=file.toml --games 4 --out out"),
            format!(
                "exploit battle.toml --set side.{side}.bot=file.toml --side {side} --for 0.3s --out out"
            ),
            "run battle.toml --bots file.toml --games 4 --out out".to_owned(),
            "explain file.toml".to_owned(),
        ];
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        let bot = library::bot(name).expect("it is there");
        all.push(
            Specimen::new("file.toml", bot, Written::Toml, &calls)
                .beside("battle.toml", text)
                .read_as(Use::Bot(text, side)),
        );
    }
    all
}

fn shipped_players() -> impl Iterator<Item = Specimen> {
    library::PLAYERS.iter().map(|players| {
        let (battle, system) = players.name.split_once('.').expect("a battle and a system");
        let text = library::scenario(battle).expect("it is there").text;
        let run = format!(
            "run battle.toml --initiative {system} --players file.toml --games 4 --out out"
        );
        Specimen::new("file.toml", players.text, Written::Toml, &[&run, "explain file.toml"])
            .beside("battle.toml", text)
            .read_as(Use::Players(text, system.to_owned()))
    })
}

fn make(folder: &Path, line: &str) {
    let ended = command::run(folder, &words(line));
    assert!(ended.is_well(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the summaries of all studies, and the players found in them.
fn studies(folder: &Path) -> (Vec<Specimen>, Vec<Specimen>) {
    let (mut summaries, mut players) = (Vec::new(), Vec::new());
    for (k, line) in STUDIES.iter().enumerate() {
        let out = format!("study-{k}");
        make(folder, &format!("{line} --quiet --out {out}"));
        let names = ["summary.json", "comparison.json"];
        let name = names.into_iter().find(|name| folder.join(&out).join(name).exists());
        let name = name.expect("a summary");
        let bytes = read(folder, &format!("{out}/{name}"));
        let calls = ["report .", "report . --out out --theme auto", "report . --width 360"];
        summaries.push(Specimen::new(name, bytes, Written::Json, &calls));
        if let Ok(bytes) = fs::read(folder.join(out).join("players.toml")) {
            let run = "run tiny.toml --players file.toml --games 4 --out out";
            players.push(
                Specimen::new("file.toml", bytes, Written::Toml, &[run]).beside("tiny.toml", TINY),
            );
        }
    }
    assert!(!players.is_empty(), "no study left players");
    (summaries, players)
}

/// Returns a shard, and what the same command keeps when interrupted.
fn split(folder: &Path, line: &str, out: &str) -> [Specimen; 2] {
    let [one, two] = [1, 2].map(|k| {
        make(folder, &format!("{line} --shard {k}/2 --out {out} --quiet"));
        read(folder, &format!("{out}/shard-{k}.json"))
    });
    let (merge, again) = ("merge . --out out", format!("{line} --shard 1/2 --out ."));
    let shard = Specimen::new("shard-1.json", one.clone(), Written::Kept, &[merge, merge, &again])
        .beside("shard-2.json", two)
        .beside("tiny.toml", TINY);
    let state: Value = serde_json::from_slice(&one).expect("JSON");
    [shard, kept(state, &[&format!("{line} --resume --out out")])]
}

fn kept(state: Value, calls: &[&str]) -> Specimen {
    assert_eq!(state["sha256"].as_str().map(str::len), Some(sha256(b"").len()));
    Specimen::new("out/unfinished.json", state.to_string(), Written::Kept, calls)
        .beside("tiny.toml", TINY)
}

/// Returns what an interrupted command kept. How far it came differs, and does not matter.
fn interrupted(folder: &Path, line: &str, much: &str, again: &[&str]) -> Specimen {
    let out = folder.join("interrupted");
    let _ = fs::remove_dir_all(&out);
    let state = out.join("unfinished.json");
    let line = format!("{line} --out interrupted");
    let mut long = command::command(folder, &words(&format!("{line} {much} --quiet")));
    let mut child = long.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    while !state.exists() {
        assert!(child.try_wait().expect("it is ours").is_none(), "{line} ends too soon");
        std::thread::sleep(Duration::from_millis(2));
    }
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.is_ok_and(|status| status.success()));
    child.wait().expect("it ends");
    let state: Value = serde_json::from_slice(&read(&out, "unfinished.json")).expect("JSON");
    let line = line.replace("interrupted", "out");
    let calls: Vec<String> = again.iter().map(|how| format!("{line} --resume {how}")).collect();
    kept(state, &calls.iter().map(String::as_str).collect::<Vec<_>>())
}

fn baselines(folder: &Path) -> Vec<Specimen> {
    make(folder, "check tiny.toml --write-baseline baseline.json --games 100 --seed 3 --quiet");
    let check = "check tiny.toml --baseline baseline.json --games 100 --seed 3";
    vec![
        Specimen::new("baseline.json", read(folder, "baseline.json"), Written::Json, &[check])
            .beside("tiny.toml", TINY),
    ]
}

/// A folder with good files, bad ones, and other things for command lines to name.
pub(crate) struct Beside(tempfile::TempDir);

pub(crate) fn beside_lines() -> Beside {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    write("tiny.toml", TINY.as_bytes());
    for line in [
        "export hit-wound-save --out rules.toml",
        "export runner --out bot.toml",
        "export duel.lloyd --out players.toml",
    ] {
        make(folder, line);
    }
    make(folder, "run tiny.toml --games 20 --quiet --out study");
    make(folder, "check tiny.toml --write-baseline baseline.json --games 20 --quiet");
    make(folder, "run tiny.toml --games 20 --shard 1/2 --out shards --quiet");
    write("empty.toml", b"");
    write("binary.toml", b"\x7fELF\xff\xfe\0\0");
    write("Größe 旗.toml", TINY.as_bytes());
    write("::error::x.toml", TINY.as_bytes());
    Beside(place)
}

impl Beside {
    /// Copies it, and adds what cannot be copied.
    pub(crate) fn lay_out(&self, folder: &Path) {
        copy(self.0.path(), folder);
        let make = |program: &str, words: &[&str]| {
            let made = Command::new(program)
                .args(words)
                .current_dir(folder)
                .stderr(Stdio::null())
                .status();
            // Making a device may not be allowed.
            let _ = made.expect("it starts");
        };
        make(
            "sh",
            &[
                "-c",
                "mkfifo pipe; mknod -m 666 null c 1 3; mkdir folder; ln -s tiny.toml link.toml; ln -s loop loop",
            ],
        );
    }
}
