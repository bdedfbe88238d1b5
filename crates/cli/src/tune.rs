//! `skirmish tune`: the cheapest edit of a rulebook after which its battles are as their author wants them.

mod cells;
mod target;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_engine::side::BySide;
use skirmish_report::comparison::Value;
use skirmish_report::tune::{
    self as report, CellRow, Certified, Changed, Ending, Level, Moved, TriedRow, Tune,
};
use skirmish_report::{OutputFile, safe_text};
use skirmish_scenario::{Origin, Override, Scenario, Tuning};
use skirmish_search::tune::{self, Asked, Cell, Edit, Move, Stage, Table, Target, Tried};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{Study, Verdict};
use skirmish_simulator::{Detail, Workers};

use self::cells::{Number, fits};
use self::target::{Wanted, contradiction};
use crate::args::{self, Searching};
use crate::files::Source;
use crate::playing::{self, Plan};
use crate::results::Results;
use crate::shell::quoted;
use crate::show;
use crate::solve::{Effort, well_played};
use crate::status::{Failure, did_you_mean};
use crate::study::kept::{self, Keeper};
use crate::unfinished::Identity;

/// Games of each battle with each step.
const SCREEN: u64 = 2_000;

/// Games of each battle with an edit that is certified.
const CERTIFY: u64 = 40_000;

/// Steps of a number, and numbers of an edit, unless it is said otherwise.
const STEPS: u8 = 3;

/// The dice of races and certificates are those of seeds that follow on that of the screen: a thousand apart, so that none
/// is used twice.
const APART: u64 = 1_000;

/// What else an edit moves: so many measures are kept.
const MOVED: usize = 8;

/// Who plays unless somebody is named.
const OWN_BOTS: &str = "own bots";

/// The name of the rulebook with the edit.
pub(crate) const EDIT: &str = "edit.toml";

/// A battle and who plays it.
struct Seat {
    source: Source,
    scenario: Scenario,
    base: Battle,
    players: String,
}

pub(crate) fn tune(args: &args::Tune) -> Result<(), Failure> {
    let wanted =
        args.target.iter().map(|text| Wanted::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let seats = seats(args)?;
    let targets = targets(args, &wanted, &seats)?;
    let tuning = tuning(args, &seats);
    let numbers = numbers(&tuning, &seats)?;
    let asked = Asked {
        seats: seats.len(),
        targets,
        cells: numbers.iter().map(|it| cell(it, &tuning)).collect(),
        most_cells: tuning.cells.map_or(tune::MOST_CELLS, usize::from),
        error: args.error,
        screen: SCREEN.min(args.games),
        race: args.games,
        certify: CERTIFY.min(args.games),
    };
    can_decide(args, &asked, &seats)?;
    let usual = format!("tune-{}", seats[0].source.stem);
    let results = Results::new(args.out.as_ref(), &usual, &args.playing, &args.drawing)?;
    let workers = playing::workers(args.playing.threads, args.time)?;
    let mut keeper = Keeper::new(
        &results,
        identity(args, &seats, &asked, &numbers),
        &args.playing.role,
        args.resume,
    )?;
    let bar = playing::search_bar(args.playing.quiet);
    let mut table = Battles {
        args,
        seats: &seats,
        numbers: &numbers,
        dice: dice(args, &seats, &workers)?,
        workers: &workers,
        bar: &bar,
        keeper: &mut keeper,
        loaded: BTreeMap::new(),
        stage: None,
    };
    let found = tune::tune(&asked, &mut table)?;
    bar.finish_and_clear();
    if found.ending == tune::Ending::Stopped && playing::is_interrupted() {
        return Err(keeper.interrupted("no edit was certified"));
    }
    let mut told = Told { args, seats: &seats, asked: &asked, numbers: &numbers }.tune(&found);
    let is_best = |it: &tune::Certified| it.is_certain;
    if let (Some(searching), Some(best)) = (args.solve, found.certified.iter().position(is_best)) {
        let edit = &found.certified[best].tried.edit;
        told.certified[best].learned =
            learned(args, searching.unwrap_or(Searching::USUAL), &asked, edit, &mut table)?;
    }
    told.played.players =
        seats[0].source.told_players(&mut seats[0].scenario.clone(), &seats[0].base)?;
    let best = found.certified.iter().find(|it| it.is_certain).map(|it| &it.tried.edit);
    let edit = best.map(|edit| edit_file(&seats[0], &numbers, edit, &told)).transpose()?;
    let play = edit.as_ref().map(|_| {
        let path = results.folder().join(EDIT);
        let set = format!("--set rules={}", quoted(&path.display().to_string()));
        // Of two rulebooks the last would be played.
        let is_rulebook = |word: &String| word.starts_with("--set rules=");
        ["skirmish run".to_owned(), quoted(&seats[0].source.name), set]
            .into_iter()
            .chain(args.settings.words().filter(|word| !is_rulebook(word)))
            .collect::<Vec<_>>()
            .join(" ")
    });
    let findings = told.findings().map(|mut findings| {
        findings.others.extend(edit);
        findings
    });
    let files = results.write(findings)?;
    if found.ending != tune::Ending::Stopped {
        keeper.done()?;
    }
    results.tell(&files, || {
        let answer = report::text(&told);
        match &play {
            Some(play) => answer.next("play it", play),
            None => answer,
        }
    })
}

/// Every file, as every kind of players plays it.
fn seats(args: &args::Tune) -> Result<Vec<Seat>, Failure> {
    let own = args.settings.players.file.clone();
    let also = args.also_players.iter().map(|who| (who != "own").then(|| who.clone()));
    let mut all: Vec<Option<String>> = Vec::new();
    for who in std::iter::once(own).chain(also) {
        if !all.contains(&who) {
            all.push(who);
        }
    }
    let mut seats: Vec<Seat> = Vec::new();
    for file in &args.files {
        for who in &all {
            let players = args::Players { file: who.clone() };
            let source = Source::find(Some(file))?.played_by(&players)?;
            let set = args.settings.overrides();
            let (scenario, base) = match who == &all[0] {
                true => source.load_noted(&set)?,
                false => source.load(&set)?,
            };
            let players = who.as_deref().unwrap_or(OWN_BOTS).to_owned();
            seats.push(Seat { source, scenario, base, players });
        }
    }
    let first = rulebook(&seats[0].scenario);
    if let Some(other) = seats.iter().find(|seat| rulebook(&seat.scenario) != first) {
        return Err(Failure::Usage(
            format!(
                "`{}` is played by `{first}`, and `{}` by `{}`: an edit is of one rulebook",
                seats[0].source.name,
                other.source.name,
                rulebook(&other.scenario)
            ),
            vec![
                "tune battles of one rulebook together, or name it for all: --set rules=NAME"
                    .to_owned(),
            ],
        ));
    }
    Ok(seats)
}

/// The rulebook of a battle, as it names it.
fn rulebook(scenario: &Scenario) -> String {
    let named = scenario.get("rules").unwrap_or("lloyd");
    let own = Path::new(named);
    match own.extension().is_some() {
        // From the folder of the scenario, so that two battles that name one file are of one rulebook.
        true if scenario.inputs.iter().all(|input| input.name != named) => {
            let folder = Path::new(&scenario.name).parent().unwrap_or(Path::new(""));
            folder.join(own).display().to_string()
        }
        _ => named.to_owned(),
    }
}

/// What is wanted, of every seat that has it.
fn targets(args: &args::Tune, wanted: &[Wanted], seats: &[Seat]) -> Result<Vec<Target>, Failure> {
    let mut targets = Vec::new();
    for (k, seat) in seats.iter().enumerate() {
        let expected =
            if wanted.is_empty() { Wanted::expected(&seat.scenario) } else { Vec::new() };
        targets.extend(wanted.iter().chain(&expected).flat_map(|it| it.at(k, &seat.scenario)));
    }
    let scenarios: Vec<&Scenario> = seats.iter().map(|seat| &seat.scenario).collect();
    let is_nowhere = |it: &&Wanted| scenarios.iter().all(|scenario| it.at(0, scenario).is_empty());
    if let Some(nowhere) = wanted.iter().find(is_nowhere) {
        return Err(nowhere.has_no_side(&scenarios));
    }
    if targets.is_empty() {
        return Err(Failure::Usage(
            format!("nothing is wanted of `{}`", args.files.join("`, `")),
            vec![
                "say what, such as --target 'win-rate Raiders 45%..55%', or write [[expect]]"
                    .to_owned(),
            ],
        ));
    }
    if let Some((one, two)) = contradiction(&targets) {
        let name = |k: usize| {
            let Target { seat, measure, side, .. } = &targets[k];
            show::measured(measure, *side, &seats[*seat].scenario)
        };
        let [one, two] = [one, two].map(name).map(|it| format!("{} {}", it.measure, it.side));
        return Err(Failure::usage(format!(
            "two targets contradict each other: no game meets both, of {} and of {}",
            safe_text(one.trim()),
            safe_text(two.trim())
        )));
    }
    Ok(targets)
}

/// What may be changed: as the command line says, or else the first file that says anything of it.
fn tuning(args: &args::Tune, seats: &[Seat]) -> Tuning {
    let said = seats.iter().map(|seat| &seat.scenario.tuning);
    let of_files = said.clone().find(|it| **it != Tuning::default()).cloned().unwrap_or_default();
    let or = |given: &[String], otherwise: Vec<String>| {
        if given.is_empty() { otherwise } else { given.to_vec() }
    };
    Tuning {
        may: or(&args.may, of_files.may),
        keep: or(&args.keep, of_files.keep),
        cells: args.cells.or(of_files.cells),
        steps: args.steps.or(of_files.steps),
        weights: of_files.weights,
    }
}

/// How far a number can be moved, and what that costs: by the longest path that it begins with.
fn cell(number: &Number, tuning: &Tuning) -> Cell {
    let weights = tuning.weights.iter().filter(|(path, _)| fits(&number.path, path));
    let weight = weights.max_by_key(|(path, _)| path.split('.').count());
    Cell { steps: number.steps(), weight: weight.map_or(1, |(_, weight)| *weight) }
}

/// The numbers that may be changed: those of the rulebook that are ordered and that no battle sets for itself.
fn numbers(tuning: &Tuning, seats: &[Seat]) -> Result<Vec<Number>, Failure> {
    let parameters = &seats[0].scenario.parameters;
    let weighed = tuning.weights.iter().map(|(path, _)| path);
    for pattern in tuning.may.iter().chain(&tuning.keep).chain(weighed) {
        if !parameters.iter().any(|it| fits(&it.path, pattern)) {
            let known: Vec<&str> = parameters.iter().map(|it| it.path.as_str()).collect();
            let mut hints: Vec<String> = did_you_mean(pattern, &known).into_iter().collect();
            hints.push("see them all with `skirmish list parameters`".to_owned());
            return Err(Failure::Usage(
                format!("no number of the rules in use is called `{pattern}`, or begins so"),
                hints,
            ));
        }
    }
    let is_set = |path: &str| {
        seats.iter().any(|seat| {
            let of = seat.scenario.parameter(path);
            of.is_none_or(|it| matches!(it.origin, Origin::Scenario | Origin::CommandLine))
        })
    };
    let is_any = |path: &str, patterns: &[String]| patterns.iter().any(|it| fits(path, it));
    let steps = tuning.steps.unwrap_or(STEPS);
    let numbers: Vec<Number> = parameters
        .iter()
        .filter(|it| tuning.may.is_empty() || is_any(&it.path, &tuning.may))
        .filter(|it| !is_any(&it.path, &tuning.keep) && !is_set(&it.path))
        .filter_map(|it| Number::of(it, steps))
        .collect();
    if numbers.is_empty() {
        return Err(Failure::Usage(
            "there is no number left that may be changed".to_owned(),
            vec![
                "a battle's own values and those of --set stay as they are; allow more with --may"
                    .to_owned(),
            ],
        ));
    }
    Ok(numbers)
}

/// Refuses so few games that no edit could be accepted, and says how many it takes.
fn can_decide(args: &args::Tune, asked: &Asked, seats: &[Seat]) -> Result<(), Failure> {
    let z = asked.looks().confidence().z();
    for target in asked.targets.iter().filter(|target| target.measure.is_share) {
        let (Some(least), Some(most)) = (target.bounds.least, target.bounds.most) else { continue };
        let middle = f64::midpoint(least, most);
        let room = (most - least) / 2.0 + target.slack;
        let needed = (middle * (1.0 - middle) * (z / room).powi(2)).ceil() as u64;
        if needed > args.games {
            let of = show::measured(target.measure, target.side, &seats[target.seat].scenario);
            return Err(Failure::Usage(
                format!(
                    "--games {}: too few to tell whether {} lies within its range",
                    args.games, of.measure
                ),
                vec![format!(
                    "it takes some {} or more, or a wider range",
                    needed.div_ceil(100) * 100
                )],
            ));
        }
    }
    Ok(())
}

/// The dice of a seat: whether games are played in pairs is found out once.
fn dice(args: &args::Tune, seats: &[Seat], workers: &Workers) -> Result<Vec<args::Dice>, Failure> {
    let of = |seat: &Seat| {
        let session = playing::session(&seat.base, &[], args.dice, workers)?;
        let pairs = if session.pairs().on { args::Pairs::On } else { args::Pairs::Off };
        Ok(args::Dice { pairs, ..args.dice })
    };
    seats.iter().map(of).collect()
}

/// Everything that the numbers depend on.
fn identity(args: &args::Tune, seats: &[Seat], asked: &Asked, numbers: &[Number]) -> Identity {
    let set = args.settings.overrides();
    let mut identity = kept::identity(&seats[0].scenario, &set, &args.dice, args.games.to_string());
    let named = seats.iter().map(|seat| (seat.players.as_str(), &seat.scenario));
    let targets = asked.targets.iter().map(|target| {
        let Target { seat, measure, side, bounds, .. } = target;
        format!("{seat} {} {side:?} {bounds:?}", measure.name)
    });
    let cells = numbers.iter().map(|number| number.path.as_str());
    identity.extend(
        [
            ("the list of battles and players", kept::list(named)),
            ("the targets", targets.collect::<Vec<_>>().join(", ")),
            ("the numbers that may be changed", cells.collect::<Vec<_>>().join(", ")),
            ("--cells", asked.most_cells.to_string()),
            ("how far they may be moved, and what that costs", format!("{:?}", asked.cells)),
            ("--error", args.error.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    identity
}

/// Plays the battles with edits.
struct Battles<'a> {
    args: &'a args::Tune,
    seats: &'a [Seat],
    numbers: &'a [Number],
    dice: Vec<args::Dice>,
    workers: &'a Workers,
    bar: &'a ProgressBar,
    keeper: &'a mut Keeper,
    /// Battles with edits that are played on in this stage.
    loaded: BTreeMap<(usize, Edit), Battle>,
    stage: Option<Stage>,
}

impl Battles<'_> {
    fn load(&self, seat: usize, edit: &[Move]) -> Result<Battle, Failure> {
        let Seat { source, base, .. } = &self.seats[seat];
        let mut set = self.args.settings.overrides();
        set.extend(edit.iter().map(|step| {
            let number = &self.numbers[step.cell];
            Override::new(&number.path, number.at(step.steps))
        }));
        Ok(source.load_like(&set, base)?.1)
    }
}

/// The seed of the dice of a stage.
fn seed(stage: Stage, first: u64) -> u64 {
    // The greatest seed is followed by 0.
    first.wrapping_add(match stage {
        Stage::Ends | Stage::Steps => 0,
        Stage::Race(level) => APART + level as u64,
        Stage::Certify(round) => 2 * APART + u64::from(round),
    })
}

/// What is played in a stage, in words.
fn words(stage: Stage) -> String {
    match stage {
        Stage::Ends => "each number as far as it goes".to_owned(),
        Stage::Steps => "each number one step".to_owned(),
        Stage::Race(0) => "the table as it stands".to_owned(),
        Stage::Race(level) => format!("edits, cost {level}"),
        Stage::Certify(round) => format!("certificate {round}"),
    }
}

impl Table for Battles<'_> {
    type Error = Failure;

    fn play(
        &mut self,
        stage: Stage,
        seat: usize,
        edits: &[Edit],
        games: Range<u64>,
    ) -> Result<Option<Study>, Failure> {
        if self.stage.replace(stage) != Some(stage) {
            self.loaded.clear();
        }
        self.bar.set_message(words(stage));
        for edit in edits {
            if !self.loaded.contains_key(&(seat, edit.clone())) {
                let battle = self.load(seat, edit)?;
                self.loaded.insert((seat, edit.clone()), battle);
            }
        }
        let variants: Vec<&Battle> =
            edits.iter().filter_map(|edit| self.loaded.get(&(seat, edit.clone()))).collect();
        let dice = args::Dice { seed: seed(stage, self.args.dice.seed), ..self.dice[seat] };
        let base = &self.seats[seat].base;
        let session = playing::session(base, &variants, dice, self.workers)?;
        let detail = Detail { tables: false, changes: stage == Stage::Ends };
        let plan = Plan { session, variants, detail, workers: self.workers, bar: self.bar };
        let games = session.whole(games.start)..session.whole(games.end);
        let purpose = format!("{}, {} to {}, {seat}", words(stage), games.start, games.end);
        let length = games.end - games.start;
        let study = self.keeper.play_plan(&purpose, &plan, games)?;
        Ok((study.games() == length).then_some(study))
    }

    fn is_sound(&mut self, edit: &[Move]) -> Result<bool, Failure> {
        for seat in 0..self.seats.len() {
            match self.load(seat, edit) {
                Ok(_) => {}
                Err(Failure::Files(_)) => return Ok(false),
                Err(other) => return Err(other),
            }
        }
        Ok(true)
    }
}

/// What it takes to tell what was found.
struct Told<'a> {
    args: &'a args::Tune,
    seats: &'a [Seat],
    asked: &'a Asked,
    numbers: &'a [Number],
}

impl Told<'_> {
    fn tune(&self, found: &tune::Found) -> Tune {
        let Self { args, seats, asked, .. } = self;
        let mut titles: Vec<String> = Vec::new();
        for seat in *seats {
            if !titles.contains(&seat.scenario.title) {
                titles.push(seat.scenario.title.clone());
            }
        }
        // The games that certify are more than those that have shown that something is to be done.
        let fresh = found.certified.first().map(|it| &it.studies);
        let at = Confidence::P95.of_each(asked.targets.len());
        let targets = asked.targets.iter().zip(&found.now.values).map(|(target, now)| {
            let seat = &seats[target.seat];
            let base = fresh.map(|studies| &studies[target.seat].base);
            let now = match base {
                Some(base) => base.estimate(target.measure, target.side, at),
                None => *now,
            };
            report::Target {
                scenario: seat.scenario.title.clone(),
                players: seat.players.clone(),
                measured: show::measured(target.measure, target.side, &seat.scenario),
                least: target.bounds.least,
                most: target.bounds.most,
                slack: target.slack,
                now: now.map(show::value),
            }
        });
        let all = std::iter::once(&found.now).chain(&found.tried);
        let raced = |k: usize| found.levels[k].edits.len() as u64;
        let level = |(k, it): (usize, &tune::Level)| Level {
            cells: it.cost.cells,
            steps: it.cost.steps,
            possible: it.possible,
            raced: if k < found.raced { raced(k) } else { 0 },
        };
        Tune {
            rulebook: rulebook(&seats[0].scenario),
            titles,
            ending: match found.ending {
                tune::Ending::NothingToDo => Ending::NothingToDo,
                tune::Ending::Found => Ending::Found,
                tune::Ending::NoneFits => Ending::NoneFits,
                tune::Ending::Stopped => Ending::Stopped,
            },
            targets: targets.collect(),
            certified: found.certified.iter().map(|it| self.certified(it)).collect(),
            error: args.error,
            effort: [asked.screen, asked.race, asked.certify],
            fresh_seed: seed(Stage::Certify(found.rounds), args.dice.seed),
            most_cells: asked.most_cells,
            cells: self.cells(found),
            levels: found.levels.iter().enumerate().map(level).collect(),
            tried: all.flat_map(|tried| self.rows(tried)).collect(),
            played: show::played(
                &seats[0].scenario,
                (args.games, args.dice.seed),
                self.command(),
                self.notes(),
            ),
        }
    }

    fn changes(&self, edit: &[Move]) -> Vec<Changed> {
        let change = |step: &Move| {
            let number = &self.numbers[step.cell];
            Changed {
                path: number.path.clone(),
                name: number.name.clone(),
                now: number.now.clone(),
                then: number.at(step.steps).to_owned(),
            }
        };
        edit.iter().map(change).collect()
    }

    fn cells(&self, found: &tune::Found) -> Vec<CellRow> {
        let row = |(number, effects): (&Number, &[Option<tune::Effect>; 2])| {
            let [down, up] = [0, 1].map(|k: usize| {
                let sign = if k == 0 { -1 } else { 1 };
                effects[k].as_ref().map_or((String::new(), 0), |it| {
                    (number.at(sign * it.furthest as i8).to_owned(), it.changed_games)
                })
            });
            CellRow {
                path: number.path.clone(),
                name: number.name.clone(),
                value: number.now.clone(),
                down: down.0,
                down_changed: down.1,
                up: up.0,
                up_changed: up.1,
            }
        };
        self.numbers.iter().zip(&found.effects).map(row).collect()
    }

    fn rows(&self, tried: &Tried) -> Vec<TriedRow> {
        let changes = self.changes(&tried.edit);
        let one = |it: &Changed| format!("{} {} \u{2192} {}", it.name, it.now, it.then);
        let edit = changes.iter().map(one).collect::<Vec<_>>().join("; ");
        let row = |(k, (target, value)): (usize, (&Target, &Option<_>))| {
            let seat = &self.seats[target.seat];
            let measured = show::measured(target.measure, target.side, &seat.scenario);
            let value = value.map(show::value);
            TriedRow {
                edit: edit.clone(),
                cells: tried.cost.cells,
                steps: tried.cost.steps,
                target: k as u64 + 1,
                measure: measured.measure,
                side: measured.side,
                scenario: seat.scenario.title.clone(),
                players: seat.players.clone(),
                value: value.map(|it| it.value),
                interval: value.and_then(|it| it.interval),
                games: tried.games,
                verdict: match tried.verdict {
                    Verdict::Pass => "meets",
                    Verdict::Fail => "misses",
                    Verdict::Inconclusive => "open",
                }
                .to_owned(),
            }
        };
        self.asked.targets.iter().zip(&tried.values).enumerate().map(row).collect()
    }

    fn certified(&self, it: &tune::Certified) -> Certified {
        Certified {
            changes: self.changes(&it.tried.edit),
            cells: it.tried.cost.cells,
            steps: it.tried.cost.steps,
            values: it.values.iter().map(|value| value.map(show::value)).collect(),
            adjusted_p_value: it.adjusted_p_value,
            is_certain: it.is_certain,
            moved: self.moved(&it.studies),
            learned: Vec::new(),
        }
    }

    /// What else changes by more than chance explains, the greatest first: by how much of itself a value changes.
    fn moved(&self, studies: &[Study]) -> Vec<Moved> {
        let mut moved: Vec<(f64, Moved)> = Vec::new();
        for (place, study) in studies.iter().enumerate() {
            let seat = &self.seats[place];
            for change in study.comparison(0, Confidence::P95).changes {
                // What the other side wins says the same.
                let is_target = self.asked.targets.iter().any(|target| {
                    target.seat == place && target.measure.name == change.measure.name
                });
                let told = show::change(&change, change.adjusted_p_value);
                let (Some(told), [Some(now), Some(then)]) = (told, change.values) else { continue };
                if is_target || !told.is_real() {
                    continue;
                }
                let size = told.value.abs() / now.value.abs().max(then.value.abs()).max(1e-9);
                let row = Moved {
                    scenario: seat.scenario.title.clone(),
                    players: seat.players.clone(),
                    measured: show::measured(change.measure, change.side, &seat.scenario),
                    now: Some(show::value(now)),
                    then: Some(show::value(then)),
                    change: Some(told),
                };
                moved.push((size, row));
            }
        }
        moved.sort_by(|one, two| two.0.total_cmp(&one.0));
        let mut told: Vec<Moved> = Vec::new();
        for (_, row) in moved {
            // What one side has more of the other often has less of: once is enough.
            let is_told = |other: &Moved| {
                other.measured.measure == row.measured.measure
                    && (&other.scenario, &other.players) == (&row.scenario, &row.players)
            };
            if told.len() < MOVED && !told.iter().any(is_told) {
                told.push(row);
            }
        }
        told
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = show::sources(&[Method::Wilson, Method::Student]);
        notes.extend(
            [
                "edits are checked in the order of their cost, on common dice: C. Healey, S. Andradóttir, S.-H. Kim, ACM \
                 Transactions on Modeling and Computer Simulation 24(4) (2014) 25",
                "intervals of a race hold over all looks and targets of an edit: O. J. Dunn, J. Amer. Statist. Assoc. 56 (1961) \
                 52-64",
                "certificates: all targets have to show that they are met (R. L. Berger, Technometrics 24 (1982) 295-300), adjusted \
                 over edits by S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70",
            ]
            .map(str::to_owned),
        );
        notes
    }

    /// The command that gives the same numbers.
    fn command(&self) -> String {
        let args = self.args;
        let mut words = vec!["skirmish tune".to_owned()];
        words.extend(args.files.iter().map(|file| quoted(file)));
        words.extend(args.target.iter().map(|target| format!("--target {}", quoted(target))));
        for (flag, list) in [("--may", &args.may), ("--keep", &args.keep)] {
            if !list.is_empty() {
                words.push(format!("{flag} {}", quoted(&list.join(","))));
            }
        }
        words.extend(args.cells.map(|cells| format!("--cells {cells}")));
        words.extend(args.steps.map(|steps| format!("--steps {steps}")));
        words.extend(args.solve.map(|searching| match searching {
            None => "--solve".to_owned(),
            Some(searching) => format!("--solve={searching}"),
        }));
        words.extend(args.also_players.iter().map(|who| format!("--also-players {}", quoted(who))));
        words.push(format!("--error {} --games {} {}", args.error, args.games, args.dice.words()));
        words.extend(args.settings.words());
        words.join(" ")
    }
}

/// What becomes of the targets when both sides learn to play by the edit: players are searched for in each battle, and play as
/// many games as certify. `None` for targets that are of other players.
fn learned(
    args: &args::Tune,
    searching: Searching,
    asked: &Asked,
    edit: &Edit,
    table: &mut Battles<'_>,
) -> Result<Vec<Option<Value>>, Failure> {
    let mut values = vec![None; asked.targets.len()];
    let mut files: Vec<&str> = Vec::new();
    for seat in 0..table.seats.len() {
        let Seat { source, scenario, .. } = &table.seats[seat];
        if files.contains(&source.name.as_str()) {
            continue;
        }
        files.push(&source.name);
        let battle = table.load(seat, edit)?;
        let (games, time) = match searching {
            Searching::Games(games) => (games, None),
            Searching::For(time) => (u64::MAX, Some(time)),
        };
        let effort = Effort {
            games,
            time,
            battles: args.files.len() as u32,
            answer: ANSWER,
            seed: args.dice.seed,
            delta: DELTA,
            quiet: args.playing.quiet,
        };
        let kept = (&mut *table.keeper, &*format!("players of {}", source.name));
        let solution = well_played(scenario, &battle, &effort, table.workers, kept)?;
        let mixes = BySide::from_fn(|side| solution.mixes[side].as_slice());
        let battle =
            battle.with_players(mixes).map_err(|error| Failure::usage(error.to_string()))?;
        let dice = args::Dice { seed: seed(Stage::Certify(0), args.dice.seed), ..table.dice[seat] };
        let session = playing::session(&battle, &[], dice, table.workers)?;
        let detail = Detail::default();
        let plan =
            Plan { session, variants: Vec::new(), detail, workers: table.workers, bar: table.bar };
        let games = 0..session.whole(asked.certify);
        let purpose = format!("played by those of {}", source.name);
        let study = table.keeper.play_plan(&purpose, &plan, games)?;
        for (value, target) in values.iter_mut().zip(&asked.targets) {
            if target.seat == seat {
                let at = Confidence::P95.of_each(asked.targets.len());
                *value = study.base.estimate(target.measure, target.side, at).map(show::value);
            }
        }
    }
    Ok(values)
}

/// Games of each search for a best answer, and what neither side is to gain any more, as for `compare --solve`.
const ANSWER: u64 = 20_000;
const DELTA: f64 = 0.02;

/// A rulebook that says nothing but what the edit changes.
fn edit_file(
    seat: &Seat,
    numbers: &[Number],
    edit: &Edit,
    told: &Tune,
) -> Result<OutputFile, Failure> {
    let named = rulebook(&seat.scenario);
    let extends = match Path::new(&named).extension() {
        Some(_) => std::path::absolute(&named)
            .map_err(|error| Failure::io(format!("cannot tell where `{named}` is"), error))?
            .display()
            .to_string(),
        None => named.clone(),
    };
    let name = &seat.scenario.spec.rules.name;
    let mut text = format!(
        "# An edit of `{}` that `skirmish tune` has found. The command that finds it again:\n#   {}\n\nname = {}\nextends = {}\n",
        safe_text(&named),
        safe_text(&told.played.command),
        skirmish_scenario::written::text(&format!("{name}-tuned")),
        skirmish_scenario::written::text(&extends),
    );
    for step in edit {
        let number = &numbers[step.cell];
        text.push_str(&format!(
            "\n# {} {} \u{2192} {}\n{} = {}\n",
            safe_text(&number.name),
            number.now,
            number.at(step.steps),
            number.path,
            number.written(step.steps)
        ));
    }
    Ok(OutputFile::new(EDIT, text.into_bytes()))
}
