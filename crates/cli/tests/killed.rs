//! Commands that are killed or told to end, and then continued, over and over: they end with the same bytes as one that ran
//! through, and what they leave behind can always be read.
//!
//! `cargo test --release -p skirmish --test killed`, or with `KILLS=50` before it to kill each command so often.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const OUT: &str = "out";

/// A battle with short games, as searches play many.
const TINY: &str = include_str!("tiny.toml");

/// Returns the least number of kills for each command, unless it ends before.
fn kills() -> u32 {
    std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(1)
}

/// Runs it in a folder of its own, since some files name their folder.
fn skirmish(arguments: &str, folder: &Path) -> Command {
    fs::create_dir_all(folder.join(OUT)).expect("a folder");
    fs::write(folder.join("tiny.toml"), TINY).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.current_dir(folder);
    command.args(arguments.split(' ')).args(["--quiet", "--out", OUT]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.join(OUT)).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

fn end(child: &mut Child, is_told: bool) {
    if cfg!(unix) && is_told {
        let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(told.is_ok_and(|status| status.success()));
    } else {
        child.kill().expect("it can be killed");
    }
    child.wait().expect("it is ours");
}

/// Kills the command at seeded moments and continues it. It must end as if it had run through.
fn is_killed(name: &str, arguments: &str) {
    let scratch = tempfile::tempdir().expect("a folder");
    let [whole, killed] = ["whole", "killed"].map(|name| scratch.path().join(name));
    let began = Instant::now();
    let said = skirmish(arguments, &whole).output().expect("it runs");
    assert!(said.status.success(), "{name}: {}", String::from_utf8_lossy(&said.stderr));
    let usual = began.elapsed();

    let mut dice = Xoshiro256PlusPlus::seed_from_u64(16);
    let mut killings = 0;
    while killings < kills() {
        let mut child = skirmish(arguments, &killed).spawn().expect("it runs");
        sleep(usual.mul_f64(dice.random_range(0.05..0.6)).min(Duration::from_secs(4)));
        if let Some(status) = child.try_wait().expect("it is ours") {
            assert!(status.success(), "{name}, taken up after {killings} kills: {status}");
            fs::remove_dir_all(&killed).expect("a folder");
            continue;
        }
        end(&mut child, dice.random_bool(0.5));
        killings += 1;
    }
    let output = skirmish(arguments, &killed).output().expect("it runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout == said.stdout, "{name}: it says something else");
    let (left, right) = (files(&whole), files(&killed));
    assert!(left.keys().eq(right.keys()), "{name}: {:?} {:?}", left.keys(), right.keys());
    for (file, bytes) in &left {
        assert!(*bytes == right[file], "{name}: {file} is another");
    }
}

macro_rules! killed {
    ($($name:ident $arguments:literal;)+) => {
        $(#[test]
        fn $name() {
            is_killed(stringify!($name), $arguments);
        })+
    };
}

killed! {
    run "run flank-run --games 30000 --seed 3";
    compare "compare flank-run --with seize.base.average=18 --games 12000 --seed 3 --bots none";
    run_listed "run flank-run --games 30000 --seed 3 --games-csv";
    panel "compare duel --with seize.base.good=18 --games 3000 --seed 3 --bots own,rusher,marksman";
    sweep "sweep flank-run --vary seize.base.average=17..20 --games 6000 --seed 3";
    sensitivity "sensitivity duel --games 150 --seed 3";
    check "check bridge-race crossbow-gap duel --games 32000 --seed 3 --write-baseline out/baseline.csv";
    tune "tune duel --target streak-in-actions\t3.2..4 --may seize --keep seize.dice --games 8000 --seed 3";
    solve "solve tiny.toml --games 250000 --answer 20000 --seed 3";
    exploit "exploit tiny.toml --side South --games 50000 --seed 3";
}
