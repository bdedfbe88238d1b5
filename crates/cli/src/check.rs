//! `skirmish check`: whether what a scenario expects of itself still holds. The exit status is the verdict, for use in builds.
//!
//! Every expectation is tested after fixed numbers of games, each time with an interval. The intervals of all expectations and
//! looks together are wrong at most as often as the stated error ([`Looks`]). An interval within the bounds passes and one
//! outside fails; if neither holds at the last look, the expectation is inconclusive.

mod baseline;
mod names;
mod questions;

use std::path::{Path, PathBuf};

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::check::{Broken, Changed, Check, Finding};
use skirmish_report::{check as report, counted};
use skirmish_scenario::{Problem, Scenario};
use skirmish_search::arena::Gain;
use skirmish_simulator::estimate::{Confidence, Estimate, Interval, Method};
use skirmish_simulator::study::{Looks, Verdict};
use skirmish_simulator::{Additive as _, Detail, Tally, measured};

use crate::args::{self, Format, typed};
use crate::assemble::plays_alone;
use crate::ending;
use crate::files::{self, Source, folder_name, input};
use crate::identity::Identity;
use crate::output;
use crate::panel;
use crate::playing::{self, Workload};
use crate::search;
use crate::shell::quoted;
use crate::show;
use crate::status::{Failure, Result, why};
use crate::study::kept::Keeper;
use baseline::BaselineOf;
use questions::Question;

struct ScenarioQuestions {
    name: String,
    /// The bots of both sides, if not the battle's own.
    bots: Option<[String; 2]>,
    /// Whether `--bots` asks for them.
    is_of_others: bool,
    scenario: Scenario,
    battle: Battle,
    questions: Vec<Question>,
}

pub(crate) fn check(args: &args::Check) -> Result {
    can_be_written(args)?;
    baseline::keeps_the_old(args.baseline.as_deref(), args.write_baseline.as_deref())?;
    let Gathered { asked, changed } = asked(args)?;
    keeps_what_is_played(args, &asked)?;
    let workers = playing::workers(args.playing.threads, args.time)?;
    let count: usize = asked.iter().map(|asked| asked.questions.len()).sum();
    let looks = Looks::up_to(args.games, args.error, count);
    let bar = playing::progress_bar(args.games * asked.len() as u64, args.playing.quiet);
    let folder = folder(args);
    let questions = asked.iter().flat_map(|asked| &asked.questions);
    let questions: Vec<_> = questions.map(|it| (&it.name, &it.side, it.bounds)).collect();
    let identity = Identity::of(asked.iter().map(|asked| (&asked.scenario, &asked.battle)))
        .asking(&format!("{questions:?}"));
    let mut keeper = Keeper::aside(&folder, identity, args.kept)?;
    let mut findings = Vec::new();
    let mut rows = Vec::new();
    // With the confidence of a later check of all these measures.
    let own = asked.iter().filter(|asked| !asked.is_of_others).count();
    let held = count + own * measured();
    let held = Looks::up_to(args.games, args.error, held).confidence();
    for (k, asked) in (0_u64..).zip(&asked) {
        bar.set_position(k * args.games);
        let with = (&workers, &bar);
        // Luck is reported as in `run`.
        let detail = Detail { nominees: true, ..Detail::default() };
        let workload = Workload::of(&asked.battle, Vec::new(), detail, args.dice, with)?;
        let kept = (&mut keeper, &*format!("{}: {}", k + 1, asked.name));
        let (found, tally) = settle(asked, args, &looks, &workload, kept)?;
        findings.extend(found);
        if args.write_baseline.is_some() && !asked.is_of_others {
            let with = (&asked.scenario, players(&asked.scenario, &asked.battle));
            rows.push(baseline::of(&asked.name, with, &tally, held));
        }
    }
    bar.finish_and_clear();
    let done = keeper.done();
    if args.out.is_none() {
        // This fails, as it should, if the folder holds other files.
        let _ = std::fs::remove_dir(&folder);
    }
    if count == 0 && args.write_baseline.is_some() {
        return write_baseline(args, &rows);
    }
    let is_unasked = |asked: &&ScenarioQuestions| asked.questions.is_empty();
    let unasked = asked.iter().filter(is_unasked);
    let check = Check {
        error: args.error,
        seed: args.dice.seed,
        findings,
        unasked: unasked.map(|asked| asked.name.clone()).collect(),
        changed,
        broken: Vec::new(),
    };
    tell(args, &check, || write_baseline(args, &rows))?;
    done
}

/// Writes the baseline asked for, and reports what it allows.
fn write_baseline(args: &args::Check, rows: &[BaselineOf]) -> Result {
    let Some(path) = &args.write_baseline else { return Ok(()) };
    let measures: u64 = rows.iter().map(|of| of.measures.len() as u64).sum();
    baseline::write(path, rows)?;
    if !args.playing.quiet {
        let points = baseline::points(rows);
        let allows = points.map_or_else(String::new, |points| {
            format!("; win rates are held to ± {points:.1} points, new intervals included: more --games, less")
        });
        output::note(&format!(
            "wrote a baseline of {} to `{}`; compare with it by --baseline and at least as many games{allows}",
            counted(measures, "measure"),
            path.display(),
        ));
    }
    Ok(())
}

/// Returns the reports to write: option, default name and file.
fn reports(args: &args::Check) -> impl Iterator<Item = (&'static str, &'static str, &Path)> {
    let all = [
        ("--junit", "junit.xml", &args.junit),
        ("--markdown", "summary.md", &args.markdown),
        ("--write-baseline", "baseline.json", &args.write_baseline),
    ];
    all.into_iter().filter_map(|(option, name, file)| Some((option, name, file.as_deref()?)))
}

/// Checks that reports can be written to their places and overwrite none of the user's own files.
fn can_be_written(args: &args::Check) -> Result {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut before: Vec<(&str, PathBuf)> = Vec::new();
    for (option, name, file) in reports(args) {
        let (told, place) = (output::shown(file), real(file));
        if file.is_dir() {
            return Err(misplaced(&format!("`{option} {told}` is a folder"), option, name));
        }
        output::has_folder(file)?;
        if output::is_stream(file) {
            continue;
        }
        let is_read = args.files.iter().any(|battle| real(Path::new(battle)) == place);
        // A file with this ending may be a battle, rulebook or bot that another check reads.
        let is_source = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        if is_read || is_source {
            let what = format!("`{option} {told}` would overwrite a battle, a rulebook or a bot");
            return Err(misplaced(&what, option, name));
        }
        if let Some((other, _)) = before.iter().find(|(_, at)| *at == place) {
            return Err(Failure::hinted(
                format!("`{other}` and `{option}` name the same file, `{told}`"),
                "give each a file of its own",
            ));
        }
        before.push((option, place));
    }
    Ok(())
}

/// Checks that reports overwrite no file the battles were loaded from; a file of players may have any name.
fn keeps_what_is_played(args: &args::Check, asked: &[ScenarioQuestions]) -> Result {
    let scenarios = || asked.iter().map(|asked| &asked.scenario);
    let Some((option, name, file)) =
        reports(args).find(|(_, _, file)| input(file, scenarios()).is_some())
    else {
        return Ok(());
    };
    let told = output::shown(file);
    Err(misplaced(&format!("`{option} {told}` would overwrite what is played"), option, name))
}

fn misplaced(what: &str, option: &str, name: &str) -> Failure {
    Failure::hinted(what, format!("name a file of its own, as in `{option} {name}`"))
}

fn players(scenario: &Scenario, battle: &Battle) -> String {
    let of = |side| {
        let mix = battle.players(side);
        let bots = mix.iter().map(|player| match mix.len() {
            1 => format!("`{}`", player.bot.name),
            _ => format!("`{}` {}", player.bot.name, player.weight),
        });
        let bots: Vec<String> = plays_alone(battle, side).chain(bots).collect();
        format!("{} ({})", bots.join(", "), scenario.side_names()[side])
    };
    Side::BOTH.map(of).join(" and ")
}

/// Returns the folder where a check keeps its games while it runs.
fn folder(args: &args::Check) -> PathBuf {
    let file = args.files.first().map_or("", String::as_str);
    let usual = || format!("check-{}", folder_name(Path::new(file)));
    args.out.clone().unwrap_or_else(|| Path::new("skirmish-out").join(usual()))
}

struct Gathered {
    asked: Vec<ScenarioQuestions>,
    changed: Vec<Changed>,
}

/// Returns what build servers are told of a file that cannot be read or played.
fn broken(name: &str, failure: &Failure) -> Vec<Broken> {
    let of = |file: &str, line, message| Broken { file: file.to_owned(), line, message };
    match failure {
        Failure::Files(problems) => {
            let told =
                |it: &Problem| with_hints(&format!("{}: {}", it.code.id(), it.message), &it.hints);
            problems.list().iter().map(|it| of(&it.file, Some(it.line), told(it))).collect()
        }
        Failure::Usage(message, hints) => vec![of(name, None, with_hints(message, hints))],
        Failure::Io(what, error, hints) => {
            vec![of(name, None, with_hints(&format!("{what}: {}", why(error)), hints))]
        }
        _ => Vec::new(),
    }
}

fn with_hints(message: &str, hints: &[String]) -> String {
    match hints {
        [] => message.to_owned(),
        _ => format!("{message} ({})", hints.join("; ").replace("?; ", "? ")),
    }
}

/// Reports what is wrong with each file; build servers get broken files as errors, too.
fn refuse(args: &args::Check, mut wrong: Vec<Failure>, broken: Vec<Broken>) -> Result {
    let Some(last) = wrong.pop() else { return Ok(()) };
    if !broken.is_empty() {
        let (seed, error) = (args.dice.seed, args.error);
        write(args, &Check { seed, error, broken, ..Check::default() })?;
    }
    for failure in wrong {
        let _ = ending::of(Err(failure));
    }
    Err(last)
}

/// Loads the scenarios and collects the questions about them. A rulebook among the files is skipped.
fn asked(args: &args::Check) -> Result<Gathered> {
    let old = match &args.baseline {
        Some(path) => baseline::read(path)?,
        None => Vec::new(),
    };
    let mut all = Vec::new();
    let mut changed = Vec::new();
    // Every broken file is reported, not only the first.
    let (mut wrong, mut broken) = (Vec::new(), Vec::new());
    for name in &args.files {
        let source = match Source::find(Some(name)) {
            Ok(source) => source,
            Err(failure) => {
                broken.extend(self::broken(name, &failure));
                wrong.push(failure);
                continue;
            }
        };
        let source = source.played_by(&args.settings.players)?;
        let loaded = match source.is_rulebook() {
            true => files::rules(name, &[]).map(|_| None),
            false => source.load_noting(&args.settings.overrides(), false).map(Some),
        };
        let (scenario, battle) = match loaded {
            Ok(None) => {
                output::note(&format!(
                    "`{name}` is a rulebook, and there is nothing wrong with it"
                ));
                continue;
            }
            Err(failure) => {
                if matches!(failure, Failure::Files(_)) {
                    broken.extend(self::broken(name, &failure));
                }
                wrong.push(failure);
                continue;
            }
            Ok(Some(loaded)) => loaded,
        };
        let mut questions = questions::of_scenario(&scenario)?;
        if let Some(path) = &args.baseline {
            let place = path.display().to_string();
            questions.extend(questions::of_baseline(&old, &place, &source.name, &scenario)?);
            let now = players(&scenario, &battle);
            let then = old.iter().find(|of| of.file == source.name);
            let parameters = then.map_or_else(Vec::new, |then| baseline::changed(then, &scenario));
            if !parameters.is_empty() {
                changed.push(Changed { file: source.name.clone(), parameters });
            }
            if let Some(then) = then.filter(|then| then.players != now) {
                output::note(&format!(
                    "`{}` was played by {} for the baseline, and now by {now}: what differs may be their doing",
                    source.name, then.players
                ));
            }
        }
        let others = match with_other_bots(args, &source, (&scenario, &battle)) {
            Ok(others) => others,
            Err(failure) => {
                wrong.push(failure);
                continue;
            }
        };
        let bots = source.told_bots((&scenario, &battle), &args.settings.overrides());
        let (name, is_of_others) = (source.name, false);
        all.push(ScenarioQuestions { name, bots, is_of_others, scenario, battle, questions });
        all.extend(others);
    }
    refuse(args, wrong, broken)?;
    let is_nothing = all.iter().all(|asked| asked.questions.is_empty());
    if is_nothing && args.write_baseline.is_none() {
        let what = match &all[..] {
            [] => {
                let hint = "name a battle with `[[expect]]` rows as well";
                return Err(Failure::hinted("rulebooks alone expect nothing", hint));
            }
            [one] => format!("`{}` has no `[[expect]]` checks", one.name),
            _ => "none of these scenarios has `[[expect]]` checks".to_owned(),
        };
        return Err(Failure::hinted(
            what,
            "write `[[expect]]` with `measure`, `side` and `between`, or compare with `--baseline FILE`",
        ));
    }
    Ok(Gathered { asked: all, changed })
}

/// Repeats the questions with each pair of the other bots, except for `exploitable`, which is about the battle's own players.
fn with_other_bots(
    args: &args::Check,
    source: &Source,
    (scenario, battle): (&Scenario, &Battle),
) -> Result<Vec<ScenarioQuestions>> {
    let players = &args.settings.players;
    let bots = panel::PanelBots::of(&args.panel, false, players, &[(scenario, battle)])?;
    let asked = bots.others().map(|(bots, set)| {
        let (scenario, battle) = source.load(&[&args.settings.overrides(), set].concat())?;
        let mut questions = questions::of_scenario(&scenario)?;
        questions.retain(|question| question.exploits().is_none());
        let name = source.name.clone();
        let (bots, is_of_others) = (Some(bots), true);
        Ok(ScenarioQuestions { name, bots, is_of_others, scenario, battle, questions })
    });
    let asked: Result<Vec<ScenarioQuestions>> = asked.collect();
    Ok(asked?.into_iter().filter(|asked| !asked.questions.is_empty()).collect())
}

/// Plays a scenario from look to look until every question is settled, the cap is reached or time is up. Games after the last
/// look do not count. Then searches for better players, if asked.
fn settle(
    asked: &ScenarioQuestions,
    args: &args::Check,
    looks: &Looks,
    workload: &Workload<'_>,
    (keeper, name): (&mut Keeper, &str),
) -> Result<(Vec<Finding>, Tally)> {
    let mut study = workload.nothing();
    let mut findings: Vec<Option<Finding>> = asked.questions.iter().map(|_| None).collect();
    let wants_more = |findings: &[Option<Finding>]| {
        let mut open = findings.iter().zip(&asked.questions).filter(|(found, _)| found.is_none());
        args.write_baseline.is_some() || open.any(|(_, question)| question.exploits().is_none())
    };
    let mut next = looks.after(0).filter(|_| wants_more(&findings));
    while let Some(look) = next {
        // Each stretch between two looks is kept separately, as questions settled at its end are not asked again.
        let stretch = study.games()..workload.session.whole(look);
        let games = stretch.end - stretch.start;
        let more =
            keeper.play_workload(&format!("{name}, to {}", stretch.end), workload, stretch)?;
        let is_late = more.games() < games;
        if is_late && playing::is_interrupted() {
            return Err(keeper.interrupted("no verdict was reached"));
        }
        next = looks.after(look).filter(|_| !is_late);
        if !is_late {
            study.merge(&more);
        }
        for (finding, question) in findings.iter_mut().zip(&asked.questions) {
            if finding.is_none() && question.exploits().is_none() {
                let estimate = question.estimate(&study.base, looks.confidence());
                let games = study.base.games();
                let less_luck = question.less_luck(&study.base, looks.confidence());
                let judged = judge(question, estimate, games, next.is_none(), asked);
                let less_luck = less_luck.map(show::less_luck);
                *finding = judged.map(|finding| Finding { less_luck, ..finding });
            }
        }
        if !wants_more(&findings) {
            break;
        }
    }
    for (finding, question) in findings.iter_mut().zip(&asked.questions) {
        if let Some(side) = question.exploits() {
            let games = args.games.max(search::CHECKED);
            let effort = (games, args.dice.seed);
            let with = (workload.workers, args.playing.quiet);
            let kept = (&mut *keeper, &*format!("{name}, {}", question.side));
            let estimate = |gain, games| estimate(gain, games, looks.confidence());
            let is_enough = |gain, games| {
                question.bounds.judge(&estimate(gain, games)) != Verdict::Inconclusive
            };
            let of = (&asked.battle, side);
            let told = search::gain(&asked.scenario, of, effort, (looks, is_enough), with, kept);
            let (gain, told_in) = match told {
                Err(Failure::Interrupted(_)) if !playing::is_interrupted() => {
                    *finding = judge(question, None, 0, true, asked);
                    continue;
                }
                told => told?,
            };
            let how = how(&asked.name, &question.side, effort);
            let judged = judge(question, Some(estimate(gain, told_in)), told_in, true, asked);
            *finding = judged.map(|finding| Finding { how, games, ..finding });
        }
    }
    Ok((findings.into_iter().flatten().collect(), study.base))
}

/// Returns a player's gain as an estimate from this many games.
fn estimate(gain: Gain, games: u64, confidence: Confidence) -> Estimate {
    let interval = Some(Interval::new(gain.interval(confidence), confidence, Method::Student));
    Estimate { value: gain.value, std_err: Some(gain.error), interval, units: games }
}

/// Returns the command that shows how a side wins what the search found.
fn how(file: &str, side: &str, (games, seed): (u64, u64)) -> String {
    let (file, side) = (quoted(file), quoted(side));
    typed().after(format!("skirmish exploit {file} --side {side} --games {games} --seed {seed}"))
}

/// Returns the verdict on a question after some games; `None` if more are needed and can be played.
fn judge(
    question: &Question,
    estimate: Option<Estimate>,
    games: u64,
    is_last: bool,
    asked: &ScenarioQuestions,
) -> Option<Finding> {
    let verdict = estimate.map_or(Verdict::Inconclusive, |e| question.bounds.judge(&e));
    if verdict == Verdict::Inconclusive && !is_last {
        return None;
    }
    Some(Finding {
        file: asked.name.clone(),
        bots: asked.bots.clone(),
        line: question.line,
        measure: question.name.clone(),
        side: question.side.clone(),
        is_share: question.is_share(),
        was: question.was,
        least: question.bounds.least,
        most: question.bounds.most,
        value: estimate.map(|e| e.value),
        interval: estimate.and_then(|e| e.interval).map(|i| (i.low, i.high)),
        less_luck: None,
        games,
        games_to_decide: estimate
            .filter(|_| verdict == Verdict::Inconclusive)
            .and_then(|e| question.bounds.games_to_decide(&e, games)),
        verdict: match verdict {
            Verdict::Pass => report::Verdict::Pass,
            Verdict::Fail => report::Verdict::Fail,
            Verdict::Inconclusive => report::Verdict::Inconclusive,
        },
        how: String::new(),
    })
}

/// Prints and writes the findings. The exit status is the verdict.
fn tell(args: &args::Check, check: &Check, baseline: impl FnOnce() -> Result) -> Result {
    match args.playing.format {
        Format::Text => output::print_answer(&report::text(check))?,
        Format::Json => {
            let bytes = report::json(check).map_err(Failure::bug)?;
            output::print(&String::from_utf8_lossy(&bytes))?;
        }
    }
    let (baseline, others) = (baseline(), write(args, check));
    baseline.and(others)?;
    match check.verdict() {
        report::Verdict::Pass => Ok(()),
        report::Verdict::Fail => Err(Failure::Check(1)),
        report::Verdict::Inconclusive => Err(Failure::Check(4)),
    }
}

fn write(args: &args::Check, check: &Check) -> Result {
    let check = &names::for_builds(check);
    if args.github {
        let notes = report::github(check);
        match args.playing.format {
            Format::Text => output::print_commands(&notes)?,
            // Other lines would spoil the JSON; GitHub reads both streams.
            Format::Json => output::print_commands_aside(&notes),
        }
    }
    if let Some(path) = &args.junit {
        output::write_file(path, report::junit(check).as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        output::write_file(path, report::markdown(check).as_bytes())?;
    }
    Ok(())
}
