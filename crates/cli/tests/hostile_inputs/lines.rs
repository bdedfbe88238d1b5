//! Random command lines: any command with any of its options, and values that are good, bad, or malicious.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use rand::RngExt as _;

use super::corpus::Beside;
use super::help::{Choice, Command};
use super::mutate::one;
use super::{Fault, Lots, command};

/// Values that fit, or nearly, by the name of the value.
const GOOD: &[(&str, &[&str])] = &[
    (
        "FILE",
        &[
            "tiny.toml",
            "duel",
            "flank-run",
            "sabres",
            "bridge-race",
            "steel-and-numbers",
            "crossbow-gap",
            "twelve-dice",
        ],
    ),
    ("K/N", &["1/2", "2/2", "1/1"]),
    ("DIR", &["out", "a/b", "study", "shards"]),
    ("FOLDER", &["study"]),
    (
        "TOPIC",
        &[
            "lloyd",
            "LL-07",
            "seize.base.average",
            "win-rate",
            "runner",
            "file",
            "measures",
            "bot",
            "tiny.toml",
            "steps",
        ],
    ),
    (
        "NAME",
        &[
            "mine",
            "duel",
            "runner",
            "hit-wound-save",
            "duel.lloyd",
            "South",
            "North",
            "Whitethorn",
            "Raiders",
            "mine.toml",
        ],
    ),
    ("WORD", &["seize", "melee", "dice"]),
    (
        "RULES",
        &[
            "lloyd",
            "petite-guerre",
            "hit-wound-save",
            "osric",
            "adnd",
            "warspike",
            "techniques",
            "spheres-of-war",
            "rules.toml",
            "opposed",
        ],
    ),
    (
        "PATH=VALUE",
        &[
            "seize.base.average=18",
            "seize.dice=d10",
            "seize.base.average=off",
            "melee.dice=d20",
            "side.South.bot=bot.toml",
            "rules=rules.toml",
            "side.North.body.1.figures=3",
            "board.size=[30, 30]",
            "cap=12 rounds",
            "melee.effect.kill=6",
            "system=cards",
            "fighting=opposed",
        ],
    ),
    ("PATH", &["seize", "melee.dice", "seize.base.average"]),
    ("PATH,…", &["seize", "seize.base,melee", "melee.dice"]),
    (
        "PATH=A..B[/STEP]|A,B,…",
        &[
            "seize.base.good=17..19",
            "seize.dice=d10,d20",
            "melee.effect.kill=3..6/2",
            "side.North.body.1.figures=1..2",
            "system=lloyd,cards",
        ],
    ),
    ("MEASURE", &["win-rate", "streak-in-actions", "losses"]),
    ("MEASURE,…", &["win-rate", "streak-in-actions,losses", "walkover"]),
    (
        "MEASURE [SIDE] A..B",
        &["win-rate\tSouth\t0.45..0.55", "win-rate South 0.4..0.6", "streak-in-actions 2..3"],
    ),
    ("[SIDE=]BOT,…", &["own", "none", "runner,rusher", "South=runner", "bot.toml"]),
    ("BOT", &["runner", "rusher", "bot.toml"]),
    ("ACTION,…", &["charge", "charge,stand", "shoot"]),
    ("WHO", &["solved", "players.toml"]),
    ("TROOPS", &["average", "good", "line-infantry", "fighter", "warrior", "veteran", "militia"]),
    ("WEAPON", &["sword", "bow", "musket", "blade", "spear", "crossbow"]),
    ("WEAPONS", &["musket", "musket,rifle"]),
    ("GEAR", &["shield", "armour", "mail,shield"]),
    ("RANK", &["good", "average", "poor"]),
    ("NAME[=COUNT]", &["in-reach", "enemy-shots=2", "screened"]),
    ("DICE", &["d6", "2d6", "d8+d10", "3d20"]),
    ("ROLLS", &["1,2,3,4,5,6", "6", "20,20,20"]),
    ("SHARE", &["0.05", "0.5"]),
    ("P", &["5%", "0.5"]),
    ("T", &["1", "2"]),
    ("S", &["1", "7"]),
    ("N", &["1", "2", "3", "5", "12"]),
    ("K", &["1", "2"]),
    ("A,B", &["3,2", "1,1"]),
    ("PIXELS", &["360", "760"]),
    ("TEXT", &["A title", "Größe & <b>"]),
];

/// Values that fit nowhere, or almost.
const BAD: &[&str] = &[
    "",
    " ",
    "-1",
    "-0",
    "0",
    "1",
    "255",
    "256",
    "1000",
    "65536",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1e6",
    "1e308",
    "nan",
    "inf",
    "-inf",
    "0.5",
    "0.0000001",
    "1/0",
    "1..0",
    "0..1000000",
    "1..2/0",
    "1..2/-1",
    "=",
    "a=",
    "=b",
    "a=b=c",
    ",",
    ",,",
    ".",
    "..",
    "...toml",
    "--",
    "-",
    "-x",
    "--games",
    "::error::x",
    "::error file=x",
    "\u{1b}[31mred",
    "\u{202e}x",
    "a\nb",
    "a\r::error::b",
    "\t",
    "=cmd|' /C calc'!A0",
    "<script>",
    "{{7*7}}",
    "旗本",
    "é",
    "\u{fffe}",
    "d0",
    "0d6",
    "d1",
    "d255",
    "99d99",
    "d256",
    "2d",
    "d",
    "-1s",
    "0s",
    "0.3s",
    "1e9h",
    "s",
    "0%",
    "50%",
    "-5%",
    "1e-300",
    "off",
    "none",
    "own",
    "all",
    "solved",
    "1,1,1,1,1,1,1,1,1",
    "0,0",
    "255,255",
    "3,",
    "every=0",
    "always",
];

/// Paths of missing or unsuitable files and folders, all within the folder of the case.
const PLACES: &[&str] = &[
    "tiny.toml",
    "rules.toml",
    "bot.toml",
    "players.toml",
    "baseline.json",
    "shards/shard-1.json",
    "study/summary.json",
    "study",
    "shards",
    "folder",
    "empty.toml",
    "binary.toml",
    "Größe 旗.toml",
    "::error::x.toml",
    "link.toml",
    "loop",
    "nobody.toml",
    "folder/",
    "./tiny.toml",
    "tiny.toml/x",
    "../x",
    "../../y.toml",
    "new.csv",
    "null",
];

/// Paths that are only ever read, whatever the option.
const READ: &[&str] = &["/dev/zero", "/dev/null", "/proc/self/mem", "/", "/etc/passwd", "pipe"];

/// Options, and commands with arguments, that name what is read.
const READERS: &[&str] = &["--rules", "--players", "--baseline", "--from"];
const READING: &[&str] = &[
    "run",
    "compare",
    "sweep",
    "sensitivity",
    "check",
    "tune",
    "exploit",
    "solve",
    "replay",
    "explain",
    "list",
    "merge",
];

pub(crate) fn case(
    commands: &[Command],
    beside: &Beside,
    lots: &mut Lots,
    folder: &Path,
) -> Result<bool, Fault> {
    beside.lay_out(folder);
    let words = line(one(commands, lots), commands, lots);
    fs::write(folder.join("command.txt"), command::shown(&words)).expect("a file");
    let judged = command::run(folder, &words).judged(&words);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let null = |path: &Path| {
            fs::symlink_metadata(path).is_ok_and(|it| it.file_type().is_char_device())
        };
        assert!(null(Path::new("/dev/null")), "/dev/null is gone: {}", command::shown(&words));
    }
    judged
}

fn line(command: &Command, commands: &[Command], lots: &mut Lots) -> Vec<OsString> {
    let mut words: Vec<OsString> = command.words.iter().map(OsString::from).collect();
    let name = command.words.first().map_or("", String::as_str);
    let mut options = Vec::new();
    for _ in 0..*one(&[0, 1, 1, 2, 2, 3, 4, 6], lots) {
        // Sometimes an option of another command.
        let of = if lots.random_bool(0.03) { one(commands, lots) } else { command };
        options.push(one(&of.options, lots).clone());
    }
    options.retain(|option| {
        !["--help", "--version"].contains(&option.name.as_str()) || lots.random_bool(0.1)
    });
    let must = |name: &str| command.options.iter().find(|option| option.name == name).cloned();
    // Mostly gives required options, as little else would be tried otherwise.
    let wanted = ["--side", "--vary", "--target", "--with"].into_iter().filter_map(must);
    options.extend(wanted.filter(|_| lots.random_bool(0.8)));
    let is_search = ["exploit", "solve", "tune"].contains(&name);
    let mut is_limited = false;
    for option in options {
        match option.name.as_str() {
            // Searches check answers in thousands of games however few are asked for, so only time can be limited.
            "--games" if is_search => {}
            "--games" | "--for" | "--precision" | "--answer" => {
                is_limited |= matches!(option.name.as_str(), "--games" | "--for");
                words.extend(limit(&option.name, lots));
            }
            _ => words.extend(option_words(&option, lots)),
        }
    }
    // Keeps commands that play short.
    match name {
        _ if is_search && !is_limited => words.extend(["--for", "0.3s"].map(OsString::from)),
        "run" | "compare" | "sweep" | "sensitivity" | "check" if !is_limited => {
            words.extend(["--games", "6"].map(OsString::from));
        }
        _ => {}
    }
    for argument in &command.arguments {
        if lots.random_bool(0.85) {
            let mut value = value(argument, READING.contains(&name), lots);
            // Nothing is read from a folder that another program fills, and nothing is written elsewhere.
            if value.is_empty() && lots.random_bool(0.8) {
                value = OsString::from("tiny.toml");
            }
            words.push(value);
        }
    }
    if lots.random_bool(0.05) {
        let at = lots.random_range(0..=words.len());
        words.insert(at, any(false, lots));
    }
    words
}

fn limit(name: &str, lots: &mut Lots) -> Vec<OsString> {
    let little: &[&str] = match name {
        "--games" => &[
            "1",
            "2",
            "3",
            "7",
            "40",
            "64",
            "0",
            "-1",
            "1e6",
            "18446744073709551616",
            "",
            "1,0",
            "x",
        ],
        "--for" => &["0.1s", "0.3s", "0.005m", "0s", "-1s", "1", "s", "1e9h", "nans", "infs"],
        "--precision" => &["49%", "0.49", "0%", "-1", "nan", "inf", "1e308", "x"],
        _ => &["20000", "20001", "0", "-1", "1", "x"],
    };
    let value = one(little, lots);
    [name, value].map(OsString::from).to_vec()
}

fn option_words(option: &Choice, lots: &mut Lots) -> Vec<OsString> {
    if option.value.is_none() {
        return vec![OsString::from(&option.name)];
    }
    let value = value(option, READERS.contains(&option.name.as_str()), lots);
    if option.is_optional && lots.random_bool(0.3) {
        return vec![OsString::from(&option.name)];
    }
    if option.is_optional || lots.random_bool(0.2) {
        let mut word = OsString::from(format!("{}=", option.name));
        word.push(value);
        return vec![word];
    }
    vec![OsString::from(&option.name), value]
}

fn value(of: &Choice, is_read: bool, lots: &mut Lots) -> OsString {
    let name = of.value.as_deref().unwrap_or_default().trim_end_matches('.');
    let good = GOOD.iter().find(|(known, _)| *known == name).map(|(_, values)| *values);
    match lots.random_range(0..10) {
        0..6 if !of.values.is_empty() => OsString::from(one(&of.values, lots)),
        0..6 => match good {
            Some(values) => OsString::from(one(values, lots)),
            None => OsString::from(one(one(GOOD, lots).1, lots)),
        },
        6 => OsString::from(one(one(GOOD, lots).1, lots)),
        _ => any(is_read, lots),
    }
}

fn any(is_read: bool, lots: &mut Lots) -> OsString {
    match lots.random_range(0..20) {
        0..8 => OsString::from(one(BAD, lots)),
        8..14 => OsString::from(one(PLACES, lots)),
        14..17 if is_read => OsString::from(one(READ, lots)),
        14 => OsString::from_vec(b"\xff\xfe.toml".to_vec()),
        15 => OsString::from("x".repeat(*one(&[300, 5000, 100_000], lots))),
        16 => OsString::from(format!("{}x", "../".repeat(2))),
        _ => OsString::from(lots.random_range(-3..400).to_string()),
    }
}
