//! How well `skirmish tune` finds its way back: numbers of a shipped battle's rules are moved, and it is asked for what the
//! battle was like before. Prints Markdown. May run for hours; needs the program, built with `cargo build --release -p skirmish`.
//!
//! `cargo bench -p skirmish-benches --bench planted [-- --cases 100 --nothing 100 --fresh 1000000 --seed 1
//! --program PATH]`
#![expect(clippy::print_stdout, reason = "a table on stdout is its purpose")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus as Lots;
use serde_json::Value;

/// A battle, whose win rate and whose second measure are wanted back.
struct Ground {
    battle: &'static str,
    side: &'static str,
    measure: &'static str,
}

/// Two battles under two systems and two ways of fighting.
const GROUNDS: [Ground; 2] = [
    Ground { battle: "duel", side: "Whitethorn", measure: "streak-in-actions" },
    Ground { battle: "steel-and-numbers", side: "Men-at-arms", measure: "actions" },
];

/// Half the width of the targets: points of the win rate, and a share of the other measure.
const POINTS: f64 = 0.02;
const SHARE: f64 = 0.04;
/// What a target may be missed by, as docs/tune.md promises.
const SLACK_POINTS: f64 = 0.01;
const SLACK_SHARE: f64 = 0.02;

/// Games of one step, by which numbers are picked that do something.
const SCREEN: u64 = 2000;
/// Games that show whether what was planted is out of its targets.
const LOOK: u64 = 20_000;
/// Fresh games after which an edit is judged if it is this many half widths from every end: four standard errors.
const LOOKS: [u64; 3] = [20_000, 60_000, 200_000];
const SURE: f64 = 2.0;
/// Most games of an edit in a race.
const RACE: u64 = 32_000;

/// A number with the values next to the one it has.
struct Number {
    path: String,
    now: String,
    next: Vec<String>,
}

/// A measure's range.
#[derive(Clone, Copy)]
struct Wanted {
    middle: f64,
    half: f64,
    slack: f64,
}

impl Wanted {
    /// How far outside a value lies; below 0 inside.
    fn outside(&self, value: f64) -> f64 {
        (value - self.middle).abs() - self.half
    }

    /// Whether a value is so far from either end, with the slack and without, that more games would not change what is said.
    fn is_settled(&self, Measured { value, half }: Measured) -> bool {
        let outside = self.outside(value);
        outside.abs().min((outside - self.slack).abs()) > SURE * half
    }
}

/// A value, and half the width of its 95 % interval.
#[derive(Clone, Copy)]
struct Measured {
    value: f64,
    half: f64,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |name: &str, usual: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.map_or(usual, |at| args[at + 1].parse().expect("a number"))
    };
    // `cargo bench` says so; anything else is a check that it is built.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let (cases, fresh, seed) =
        (number("--cases", 100), number("--fresh", 1_000_000), number("--seed", 1));
    // As many with nothing planted, unless it is said otherwise.
    let left_alone = number("--nothing", cases);
    let folder = tempfile::tempdir().expect("a folder");
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/skirmish");
    let program = args.iter().position(|arg| arg == "--program");
    let program = program.map_or(usual, |at| PathBuf::from(&args[at + 1]));
    let place = Place { folder: folder.path().to_owned(), program };
    let mut lots = Lots::seed_from_u64(seed);
    let grounds: Vec<(&Ground, Vec<Number>, [Wanted; 2])> = GROUNDS
        .iter()
        .map(|ground| (ground, place.numbers(ground), place.wanted(ground, fresh)))
        .collect();
    let mut nothing = 0;
    for k in 0..left_alone {
        let (ground, _, wanted) = &grounds[k as usize % GROUNDS.len()];
        place.tune(ground, wanted, &[], 20_000 * seed + k);
        nothing += u64::from(place.summary()["ending"] == "nothing-to-do");
    }
    println!("{left_alone} with nothing planted: nothing to do for {nothing}.\n");
    if cases == 0 {
        return;
    }
    println!("| battle | planted | found | cost | fresh | time |\n|---|---|---|---|---|---:|");
    let (mut found, mut met, mut cheap, mut missed) = (0, 0, 0, 0);
    let mut times: Vec<f64> = Vec::new();
    for k in 0..cases {
        let (ground, numbers, wanted) = &grounds[k as usize % GROUNDS.len()];
        let planted = place.plant(ground, numbers, wanted, &mut lots);
        let began = Instant::now();
        place.tune(ground, wanted, &["--set", "rules=planted.toml"], 10_000 * seed + k);
        let seconds = began.elapsed().as_secs_f64();
        times.push(seconds);
        let told = planted.iter().map(|(n, to)| format!("{} {} → {to}", n.path, n.now));
        let told = told.collect::<Vec<_>>().join("; ");
        let Some((edit, cells, steps, set)) = place.found() else {
            println!("| {} | {told} | none | | | {seconds:.0} s |", ground.battle);
            continue;
        };
        let values = place.fresh(ground, wanted, &set, (fresh, 1_000_000 + k));
        let outside = wanted.iter().zip(values).map(|(it, of)| (it.outside(of), it.slack));
        let is_met = outside.clone().all(|(by, _)| by <= 0.0);
        let is_missed = outside.clone().any(|(by, slack)| by > slack);
        let cost = planted.len() as u64;
        found += 1;
        met += u64::from(is_met);
        cheap += u64::from((cells, steps) <= (cost, cost));
        missed += u64::from(is_missed);
        println!(
            "| {} | {told} | {edit} | {cells}/{steps} of {cost}/{cost} | {} | {seconds:.0} s |",
            ground.battle,
            match (is_met, is_missed) {
                (true, _) => "meets",
                (_, true) => "misses",
                _ => "within the slack",
            },
        );
    }
    times.sort_by(f64::total_cmp);
    println!(
        "\n{cases} planted: an edit for {found}, meeting all targets in up to {fresh} fresh games {met}, missing one by more than \
         its slack {missed}, no dearer than what was planted {cheap}. Median time {:.0} s, the longest {:.0} s.",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

/// A folder in which the program is called.
struct Place {
    folder: PathBuf,
    program: PathBuf,
}

impl Place {
    fn run(&self, args: &[&str]) {
        let mut command = Command::new(&self.program);
        let done = command.args(args).arg("-q").current_dir(&self.folder).output();
        let done = done.expect("the program is built: cargo build --release -p skirmish");
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    fn summary(&self) -> Value {
        let text = fs::read_to_string(self.folder.join("out/summary.json")).expect("a summary");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The win rate and the second measure of the first side.
    fn measure(&self, ground: &Ground, set: &[&str], games: u64, seed: u64) -> [Measured; 2] {
        let (games, seed) = (games.to_string(), seed.to_string());
        let measures = format!("win-rate,{}", ground.measure);
        let asked =
            ["run", ground.battle, "--games", &games, "--seed", &seed, "--measure", &measures];
        self.run(&[&asked[..], &["--out", "out"], set].concat());
        let text = fs::read_to_string(self.folder.join("out/measures.csv")).expect("the measures");
        let value = |measure: &str| {
            let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
            let row = rows.find(|row| row[0] == measure && [ground.side, ""].contains(&row[1]));
            let row = row.expect("a row of the measure");
            let [value, low, high] = [3, 4, 5].map(|k| row[k].parse::<f64>().expect("a number"));
            Measured { value, half: (high - low) / 2.0 }
        };
        [value("win-rate"), value(ground.measure)]
    }

    /// The same of the edit that was found, in as many games as it takes to tell whether it is met.
    fn fresh(
        &self,
        ground: &Ground,
        wanted: &[Wanted; 2],
        set: &[String],
        (most, seed): (u64, u64),
    ) -> [f64; 2] {
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let looks = LOOKS.into_iter().filter(|look| *look < most).chain([most]);
        let mut values = [f64::NAN; 2];
        for look in looks {
            let measured = self.measure(ground, &set, look, seed);
            values = measured.map(|it| it.value);
            if wanted.iter().zip(measured).all(|(wanted, value)| wanted.is_settled(value)) {
                break;
            }
        }
        values
    }

    /// What the battle is like before anything is planted, with some room.
    fn wanted(&self, ground: &Ground, games: u64) -> [Wanted; 2] {
        let [win_rate, other] = self.measure(ground, &[], games, 1).map(|it| it.value);
        [
            Wanted { middle: win_rate, half: POINTS, slack: SLACK_POINTS },
            Wanted {
                middle: other,
                half: SHARE * other,
                slack: SLACK_SHARE * (1.0 + SHARE) * other,
            },
        ]
    }

    /// Whole numbers that clearly move one of the measures.
    fn numbers(&self, ground: &Ground) -> Vec<Number> {
        let games = SCREEN.to_string();
        let mut found: Vec<Number> = Vec::new();
        for measure in ["win-rate", ground.measure] {
            self.run(&[
                "sensitivity",
                ground.battle,
                "--measure",
                measure,
                "--games",
                &games,
                "--out",
                "out",
            ]);
            for number in self.summary()["numbers"].as_array().expect("numbers") {
                let steps = number["steps"].as_array().expect("steps");
                let moves = |step: &&Value| {
                    step["change"]["adjusted_p_value"].as_f64().is_some_and(|p| p < 0.001)
                };
                let now = number["value"].as_str().expect("a value").to_owned();
                let next = steps.iter().filter(moves).filter_map(|step| step["value"].as_str());
                let is_whole = |text: &str| text.parse::<i64>().is_ok();
                let next: Vec<String> =
                    next.filter(|next| is_whole(next)).map(str::to_owned).collect();
                let path = number["path"].as_str().expect("a path").to_owned();
                // A table's cells stand in lists, which a rulebook that extends another gives as a whole.
                let is_alone = path.split('.').all(|part| part.parse::<u32>().is_err());
                let is_new = is_alone && found.iter().all(|other| other.path != path);
                if is_whole(&now) && !next.is_empty() && is_new {
                    found.push(Number { path, now, next });
                }
            }
        }
        found
    }

    /// Moves one to three numbers, until the battle is surely out of what is wanted.
    fn plant<'n>(
        &self,
        ground: &Ground,
        numbers: &'n [Number],
        wanted: &[Wanted; 2],
        lots: &mut Lots,
    ) -> Vec<(&'n Number, &'n str)> {
        loop {
            let mut planted: Vec<(&Number, &str)> = Vec::new();
            for _ in 0..lots.random_range(1..=3) {
                let number = &numbers[lots.random_range(0..numbers.len())];
                if planted.iter().all(|(other, _)| other.path != number.path) {
                    let next = &number.next[lots.random_range(0..number.next.len())];
                    planted.push((number, next));
                }
            }
            let lines = planted.iter().map(|(number, to)| format!("{} = {to}\n", number.path));
            let rules = fs::read_to_string(
                Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join(format!("../scenarios/{}.toml", ground.battle)),
            );
            let rules = rules.expect("the battle");
            let own = rules.lines().find_map(|line| line.strip_prefix("rules = "));
            let own = own.unwrap_or("\"lloyd\"");
            let text =
                format!("name = \"planted\"\nextends = {own}\n{}", lines.collect::<String>());
            fs::write(self.folder.join("planted.toml"), text).expect("room for a file");
            let values = self.measure(ground, &["--set", "rules=planted.toml"], LOOK, 77);
            let is_out = |(it, of): (&Wanted, Measured)| it.outside(of.value) > 2.0 * it.slack;
            if wanted.iter().zip(values).any(is_out) {
                return planted;
            }
        }
    }

    /// Asks for what the battle was like.
    fn tune(&self, ground: &Ground, wanted: &[Wanted; 2], set: &[&str], seed: u64) {
        let [win_rate, other] = wanted.map(|it| [it.middle - it.half, it.middle + it.half]);
        let targets = [
            format!(
                "win-rate {} {:.3}%..{:.3}%",
                ground.side,
                win_rate[0] * 100.0,
                win_rate[1] * 100.0
            ),
            format!("{} {:.4}..{:.4}", ground.measure, other[0], other[1]),
        ];
        let (games, seed) = (RACE.to_string(), seed.to_string());
        let asked = ["tune", ground.battle, "--games", &games, "--seed", &seed, "--out", "out"];
        let targets = ["--target", &targets[0], "--target", &targets[1]];
        self.run(&[&asked[..], set, &targets].concat());
    }

    /// The edit that was found, in words, what it costs, and the options that play it.
    fn found(&self) -> Option<(String, u64, u64, Vec<String>)> {
        let summary = self.summary();
        if summary["ending"] != "found" {
            return None;
        }
        let best = &summary["certified"][0];
        let word = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let changes = best["changes"].as_array().expect("changes");
        let edit: Vec<String> = changes
            .iter()
            .map(|it| format!("{} {} → {}", word(it, "path"), word(it, "now"), word(it, "then")))
            .collect();
        let numbers = changes.iter().map(|it| format!("{}={}", word(it, "path"), word(it, "then")));
        let set = std::iter::once("rules=planted.toml".to_owned()).chain(numbers);
        let set = set.flat_map(|set| ["--set".to_owned(), set]).collect();
        Some((edit.join("; "), best["cells"].as_u64()?, best["steps"].as_u64()?, set))
    }
}
