//! `skirmish tune`: the cheapest edit of a rulebook that makes its battles what the author wants.

mod cells;
mod play;
mod scales;
mod target;
mod told;

use std::path::Path;

use skirmish_engine::battle::Battle;
use skirmish_report::json::Written as _;
use skirmish_report::once::unique;
use skirmish_report::{safe_text, tune as report};
use skirmish_scenario::{Origin, Scenario, Tuning};
use skirmish_search::tune::{self, Target, Tunable, TuneSpec};

use self::cells::{Number, fits, overrides};
use self::play::Battles;
use self::scales::Scales;
use self::target::{Wanted, contradiction};
use self::told::TuneReporter;
use crate::args::{self, TUNE_GAMES, typed};
use crate::files::Source;
use crate::identity::Identity;
use crate::output;
use crate::playing;
use crate::results::Results;
use crate::search;
use crate::shell::quoted;
use crate::show;
use crate::status::{Failure, Result, no_number};
use crate::study::kept::Keeper;

/// Most games of each battle with a step.
const SCREEN: u64 = 2_000;

/// Most games of each battle with an edit being certified.
const CERTIFY: u64 = 40_000;

/// Default number of steps of a number, and of numbers in an edit.
const STEPS: u8 = 3;

/// The name of the players if none are named.
const OWN_BOTS: &str = "own bots";

struct Matchup {
    source: Source,
    scenario: Scenario,
    base: Battle,
    players: String,
}

pub(crate) fn tune(args: &args::Tune) -> Result {
    let wanted =
        args.target.iter().map(|text| Wanted::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let matchups = matchups(args)?;
    let targets = targets(args, &wanted, &matchups)?;
    let tuning = tuning(args, &matchups);
    let numbers = numbers(&tuning, &matchups)?;
    let asked = TuneSpec {
        matchups: matchups.len(),
        targets,
        cells: numbers.iter().map(|it| cell(it, &tuning)).collect(),
        most_cells: tuning.cells.map_or(tune::MOST_CELLS, usize::from),
        error: args.error,
        screen: SCREEN.min(args.games),
        race: args.games,
        certify: CERTIFY.min(args.games),
    };
    can_decide(args, &asked, &matchups)?;
    let first = &matchups[0].scenario;
    let scales = match args.any_order {
        true => Scales::default(),
        false => Scales::of(&first.parameters, &numbers, &first.spec.rules),
    };
    let usual = format!("tune-{}", matchups[0].source.stem);
    let results = Results::new(&args.output, "tune", (&usual, &matchups[0].source.name))?;
    let workers = playing::workers(args.output.playing.threads, args.time)?;
    if args.time.is_none() {
        let games = (args.games, "each edit");
        search::announce(&matchups[0].base, games, &workers, args.output.playing.quiet)?;
    }
    let targets = asked.targets.iter().map(|it| (it.matchup, it.measure.name, it.side, it.bounds));
    let targets: Vec<_> = targets.collect();
    let paths: Vec<&str> = numbers.iter().map(|number| number.path.as_str()).collect();
    let identity = Identity::of(matchups.iter().map(|it| (&it.scenario, &it.base)))
        .asking(&format!("{targets:?} {paths:?} {:?} {}", asked.cells, asked.most_cells));
    let mut keeper = Keeper::new(&results, identity, &args.output)?;
    let bar = playing::search_bar(args.output.playing.quiet);
    let mut table =
        Battles::new(args, (&matchups, &numbers, &scales), (&workers, &bar), &mut keeper)?;
    let found = tune::tune(&asked, &mut table)?;
    bar.finish_and_clear();
    if found.ending == tune::Ending::Stopped && playing::is_interrupted() {
        return Err(keeper.interrupted("no edit was certified"));
    }
    let mut told =
        TuneReporter { args, matchups: &matchups, asked: &asked, numbers: &numbers }.tune(&found);
    if found.ending == tune::Ending::Stopped {
        told.minutes = table.minutes(&asked, found.left);
    }
    let is_best = |it: &tune::Certified| it.is_certain;
    if let Some(best) = found.certified.iter().position(is_best) {
        told.certified[best].answered =
            table.answered(&asked, &found.certified[best].tried.edit)?;
    }
    let first = (&matchups[0].scenario, &matchups[0].base);
    told.played.players = matchups[0].source.told_players(first.0, first.1)?;
    told.played.bots = matchups[0].source.told_bots(first, &args.settings.overrides());
    let best = found.certified.iter().find(|it| it.is_certain);
    let play = best.map(|best| {
        let edit = overrides(&numbers, &best.tried.edit);
        // Of two values of a number only the last is played.
        let is_edited = |word: &String| {
            let path = word.trim_start_matches("--set ").trim_start_matches('\'');
            edit.iter()
                .any(|set| path.strip_prefix(&set.path).is_some_and(|it| it.starts_with('=')))
        };
        let edited = edit.iter().map(|set| quoted(&format!("{}={}", set.path, set.value)));
        std::iter::once(format!("skirmish run {}", quoted(&matchups[0].source.name)))
            .chain(typed().settings().filter(|word| !is_edited(word)))
            .chain(edited.map(|set| format!("--set {set}")))
            .collect::<Vec<_>>()
            .join(" ")
    });
    let files = results.write(told.findings())?;
    results.tell(&files, || {
        let answer = report::text(&told.as_written());
        match &play {
            Some(play) => answer.next("play it", play),
            None if found.ending == tune::Ending::Stopped => {
                let games = (args.games != TUNE_GAMES).then(|| format!("--games {}", args.games));
                let time = format!("--for {}m", told.minutes.map_or(search::UNKNOWN, |it| it[1]));
                let out = args.output.out.as_ref();
                let out = out.map(|out| format!("--out {}", quoted(&out.display().to_string())));
                let given: Vec<_> = std::iter::once(time).chain(games).chain(out).collect();
                answer.next("go on", &typed().again(&args.files, &given))
            }
            None => answer,
        }
    })?;
    if found.ending != tune::Ending::Stopped { keeper.done() } else { Ok(()) }
}

/// Loads every file with every choice of players.
fn matchups(args: &args::Tune) -> Result<Vec<Matchup>> {
    let own = args.settings.players.file.clone();
    let also = args.also_players.iter().map(|who| (who != "own").then(|| who.clone()));
    let all = unique(std::iter::once(own).chain(also));
    let mut matchups: Vec<Matchup> = Vec::new();
    for file in &args.files {
        for who in &all {
            let players = args::Players { file: who.clone() };
            players.do_not_think()?;
            let source = Source::find(Some(file))?.played_by(&players)?;
            let set = args.settings.overrides();
            let (scenario, base) = match who == &all[0] {
                true => source.load_noting(&set, true)?,
                false => source.load(&set)?,
            };
            let players = who.as_deref().unwrap_or(OWN_BOTS).to_owned();
            matchups.push(Matchup { source, scenario, base, players });
        }
    }
    let first = rulebook(&matchups[0].scenario);
    if let Some(other) = matchups.iter().find(|matchup| rulebook(&matchup.scenario) != first) {
        return Err(Failure::hinted(
            format!(
                "`{}` is played by `{first}`, and `{}` by `{}`: an edit changes one rulebook",
                matchups[0].source.name,
                other.source.name,
                rulebook(&other.scenario)
            ),
            "tune battles of one rulebook together, or name it for all: --set rules=NAME",
        ));
    }
    Ok(matchups)
}

fn rulebook(scenario: &Scenario) -> String {
    let named = scenario.get("rules").unwrap_or("lloyd");
    let own = Path::new(named);
    match own.extension().is_some() {
        // Relative to the scenario's folder, so that battles with the same file have the same rulebook.
        true if scenario.inputs.iter().all(|input| input.name != named) => {
            let folder = Path::new(&scenario.name).parent().unwrap_or(Path::new(""));
            folder.join(own).display().to_string()
        }
        _ => named.to_owned(),
    }
}

fn targets(args: &args::Tune, wanted: &[Wanted], matchups: &[Matchup]) -> Result<Vec<Target>> {
    let mut all = Vec::new();
    for (k, matchup) in matchups.iter().enumerate() {
        let expected =
            if wanted.is_empty() { Wanted::expected(&matchup.scenario) } else { Vec::new() };
        for it in wanted.iter().chain(&expected) {
            let targets = it.at(k, &matchup.scenario).into_iter();
            all.extend(targets.map(|target| (target, it.written.clone())));
        }
    }
    let (targets, written): (Vec<Target>, Vec<String>) = all.into_iter().unzip();
    let scenarios: Vec<&Scenario> = matchups.iter().map(|matchup| &matchup.scenario).collect();
    let is_nowhere = |it: &&Wanted| scenarios.iter().all(|scenario| it.at(0, scenario).is_empty());
    if let Some(nowhere) = wanted.iter().find(is_nowhere) {
        return Err(nowhere.has_no_side(&scenarios));
    }
    if targets.is_empty() {
        return Err(Failure::hinted(
            format!("`{}` has no target", args.files.join("`, `")),
            format!(
                "give it one, such as --target {}, or write [[expect]]",
                quoted(&format!("win-rate {} 45%..55%", matchups[0].scenario.side_names().0[0]))
            ),
        ));
    }
    if let Some((one, two)) = contradiction(&targets) {
        return Err(Failure::usage(format!(
            "two targets contradict each other: no game meets both, of {} and of {}",
            safe_text(&written[one]),
            safe_text(&written[two])
        )));
    }
    Ok(targets)
}

/// Returns what may be changed: as on the command line, or else in the first file that says so.
fn tuning(args: &args::Tune, matchups: &[Matchup]) -> Tuning {
    let said = matchups.iter().map(|matchup| &matchup.scenario.tuning);
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

/// Returns how far a number can move and what it costs, by the longest path that matches.
fn cell(number: &Number, tuning: &Tuning) -> Tunable {
    let weights = tuning.weights.iter().filter(|(path, _)| fits(&number.path, path));
    let weight = weights.max_by_key(|(path, _)| path.split('.').count());
    Tunable { steps: number.steps(), weight: weight.map_or(1, |(_, weight)| *weight) }
}

/// Returns the numbers that may be changed: ordered ones of the rulebook that no battle sets.
fn numbers(tuning: &Tuning, matchups: &[Matchup]) -> Result<Vec<Number>> {
    let parameters = &matchups[0].scenario.parameters;
    let weighed = tuning.weights.iter().map(|(path, _)| path);
    for pattern in tuning.may.iter().chain(&tuning.keep).chain(weighed) {
        if !parameters.iter().any(|it| fits(&it.path, pattern)) {
            return Err(no_number(pattern, parameters, &matchups[0].source.name));
        }
    }
    // Set values stay unless named themselves; a battle's setting would hide the rulebook's.
    let is_set = |path: &str| {
        let is_named = tuning.may.iter().any(|named| named == path);
        matchups.iter().any(|matchup| {
            let of = matchup.scenario.parameter(path);
            of.is_none_or(|it| match it.origin {
                Origin::CommandLine => !is_named,
                origin => origin == Origin::Scenario,
            })
        })
    };
    let is_any = |path: &str, patterns: &[String]| patterns.iter().any(|it| fits(path, it));
    let steps = tuning.steps.unwrap_or(STEPS);
    let numbers: Vec<Number> = parameters
        .iter()
        .filter(|it| tuning.may.is_empty() || is_any(&it.path, &tuning.may))
        .filter(|it| !is_any(&it.path, &tuning.keep))
        // An author edits the cells of a printed table, not the numbers along its edges.
        .filter(|it| !fits(&it.path, "table.*.first"))
        .filter_map(|it| Number::of(it, steps))
        .collect();
    let (set, numbers): (Vec<Number>, Vec<Number>) =
        numbers.into_iter().partition(|it| is_set(&it.path));
    for Number { path, .. } in &set {
        output::note(&format!(
            "`{path}` stays as it is set: to have it edited, name it with `--may {path}`, or take it out of the battle's `[set]`"
        ));
    }
    if numbers.is_empty() {
        return Err(Failure::hinted(
            "there is no number left to change",
            "a battle's own values and those of --set stay as they are; allow more with --may",
        ));
    }
    Ok(numbers)
}

/// Fails if there are too few games to accept any edit, and reports how many it takes.
fn can_decide(args: &args::Tune, asked: &TuneSpec, matchups: &[Matchup]) -> Result {
    let confidence = asked.looks().confidence();
    for target in asked.targets.iter().filter(|target| target.measure.is_share) {
        let (Some(least), Some(most)) = (target.bounds.least, target.bounds.most) else { continue };
        let middle = f64::midpoint(least, most);
        let room = (most - least) / 2.0 + target.slack;
        let deviation = (middle * (1.0 - middle)).sqrt();
        let needed =
            skirmish_simulator::study::games_needed(deviation, room, confidence).ceil() as u64;
        if needed > args.games {
            let of =
                show::measured(target.measure, target.side, &matchups[target.matchup].scenario);
            return Err(Failure::hinted(
                format!(
                    "--games {}: too few to tell whether {} lies within its range",
                    args.games, of.measure
                ),
                format!("it takes some {} or more, or a wider range", needed.div_ceil(100) * 100),
            ));
        }
    }
    Ok(())
}
