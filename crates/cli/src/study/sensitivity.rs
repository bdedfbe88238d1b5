//! `skirmish sensitivity`: which numbers of the rules matter, which never do, and where the luck comes from.

use std::ops::Range;
use std::sync::atomic::Ordering;

use indicatif::{HumanCount, ProgressBar};
use skirmish_engine::battle::Battle;
use skirmish_engine::chance::Purpose;
use skirmish_engine::side::{BySide, Side};
use skirmish_report::comparison::ChangeValue;
use skirmish_report::sensitivity::{
    self, Interplay, InterplayPair, InterplayRow, Luck, LuckSource, Number, Sensitivity, StepEffect,
};
use skirmish_report::study::Played;
use skirmish_scenario::{Override, Parameter, Scenario};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{
    self, Additive, Against, LuckSums, Measure, against, factor_counts, holm,
};
use skirmish_simulator::{Control, Workers};

use super::kept::{self, Identity, Keeper};
use super::points;
use super::steps::{self, Step};
use super::vary::{MOST_POINTS, Vary};
use crate::args;
use crate::budget::{Next, Pace};
use crate::files::Source;
use crate::results::Results;
use crate::run;
use crate::show::{self, CONFIDENCE};
use crate::status::{Failure, did_you_mean};

/// Parameters that are played in every combination.
const MOST_TOGETHER: usize = 6;
/// The same if none are named.
const USUAL_TOGETHER: usize = 4;

/// The greatest standard deviation that the change of a share of games can have.
const DEVIATION: f64 = 1.0;

/// Games that tell where the luck of one game comes from: on its dice, on other dice, and with those of each kind exchanged.
const LUCK_GAMES: u64 = 2 + Purpose::ALL.len() as u64;

/// How far the study has played, and what its intervals hold therefore.
#[derive(Clone, Copy)]
struct Reach {
    games: u64,
    confidence: Confidence,
    looks: usize,
}

/// What is asked, and with what it is answered.
struct Study<'a> {
    args: &'a args::Sensitivity,
    source: Source,
    scenario: Scenario,
    base: Battle,
    asked: (&'static Measure, Option<Side>),
    workers: Workers,
}

pub(crate) fn sensitivity(args: &args::Sensitivity) -> Result<(), Failure> {
    let measure = show::measures(std::slice::from_ref(&args.measure))?[0];
    let source = Source::find(args.file.as_deref())?;
    let (scenario, base) = source.load(&args.set)?;
    let side = side(args, measure, &scenario)?;
    let numbers = if args.luck {
        Vec::new()
    } else {
        numbers(args, &scenario)?
    };
    let together = named(args, &scenario)?;
    let usual = format!("sensitivity-{}", source.stem);
    let results = Results::new(args.out.as_ref(), &usual, args.format, args.quiet)?;
    let study = Study {
        args,
        source,
        scenario,
        base,
        asked: (measure, side),
        workers: run::workers(args.threads)?,
    };
    // Before anything is played, so that a precision which means nothing is told at once.
    let pace = Pace::new(&args.budget, &[measure], DEVIATION, 0)?;
    let mut keeper = Keeper::new(results.folder(), study.identity(&pace));
    if args.resume {
        keeper.take_up()?;
    }
    let report = study.report(&numbers, together, &mut keeper)?;
    let files = results.write(sensitivity::files(&report))?;
    keeper.done()?;
    results.tell(&files, || sensitivity::text(&report))
}

/// Of whom the measure is.
fn side(
    args: &args::Sensitivity,
    measure: &Measure,
    scenario: &Scenario,
) -> Result<Option<Side>, Failure> {
    let names = scenario.side_names();
    match (&args.side, measure.by_side) {
        (None, true) => Ok(Some(Side::A)),
        (None, false) => Ok(None),
        (Some(_), false) => Err(Failure::usage(format!(
            "{} is of the whole game, not of a side",
            measure.name
        ))),
        (Some(name), true) => scenario.side(name).map(Some).ok_or_else(|| {
            let known = Side::BOTH.map(|side| names[side]);
            let mut hints: Vec<String> = did_you_mean(name, &known).into_iter().collect();
            hints.push(format!("sides: {}", known.join(", ")));
            Failure::Usage(format!("there is no side `{name}`"), hints)
        }),
    }
}

/// The numbers of the rules that can take a step, and are asked for.
fn numbers(
    args: &args::Sensitivity,
    scenario: &Scenario,
) -> Result<Vec<(Parameter, Vec<Step>)>, Failure> {
    let is_below = |path: &str, prefix: &str| {
        path.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    for prefix in &args.only {
        if !scenario
            .parameters
            .iter()
            .any(|p| is_below(&p.path, prefix))
        {
            let known: Vec<&str> = scenario
                .parameters
                .iter()
                .map(|p| p.path.as_str())
                .collect();
            return Err(Failure::Usage(
                format!("no number of the rules in use is called `{prefix}`, or begins so"),
                number_hints(prefix, &known),
            ));
        }
    }
    let asked = scenario.parameters.iter().filter(|p| {
        args.only.is_empty() || args.only.iter().any(|prefix| is_below(&p.path, prefix))
    });
    Ok(asked
        .map(|p| (p.clone(), steps::steps(p)))
        .filter(|(_, steps)| !steps.is_empty())
        .collect())
}

/// What to write instead of a number that is not there.
fn number_hints(path: &str, known: &[&str]) -> Vec<String> {
    let mut hints: Vec<String> = did_you_mean(path, known).into_iter().collect();
    hints.push("see them all with `skirmish list parameters`".to_owned());
    hints
}

/// The parameters that `--interactions` names; `None` if it is not asked for, empty if it leaves the choice.
fn named(args: &args::Sensitivity, scenario: &Scenario) -> Result<Option<Vec<Vary>>, Failure> {
    let Some(list) = &args.interactions else {
        return Ok(None);
    };
    let paths = list
        .split(',')
        .map(str::trim)
        .filter(|path| !path.is_empty());
    let mut vary: Vec<Vary> = Vec::new();
    for path in paths {
        let Some(parameter) = scenario.parameter(path) else {
            let known: Vec<&str> = scenario
                .parameters
                .iter()
                .map(|p| p.path.as_str())
                .collect();
            return Err(Failure::Usage(
                format!("there is no number `{path}` in the rules in use"),
                number_hints(path, &known),
            ));
        };
        let steps = steps::steps(parameter);
        if steps.is_empty() {
            return Err(Failure::usage(format!("`{path}` can take no step")));
        }
        if vary.iter().all(|other| other.path != parameter.path) {
            vary.push(levels(parameter, &steps));
        }
    }
    if vary.len() > MOST_TOGETHER || vary.len() == 1 {
        return Err(Failure::Usage(
            format!(
                "--interactions combines 2 to {MOST_TOGETHER} parameters, but {} {} named",
                vary.len(),
                if vary.len() == 1 { "is" } else { "are" }
            ),
            vec!["name none of them for the four that matter most".to_owned()],
        ));
    }
    Ok(Some(vary))
}

/// A parameter's value between its steps.
fn levels(parameter: &Parameter, steps: &[Step]) -> Vary {
    let value_of = |of: &Step| of.value.clone();
    let values = steps
        .iter()
        .filter(|step| step.direction < 0)
        .map(value_of)
        .chain([parameter.value.clone()])
        .chain(
            steps
                .iter()
                .filter(|step| step.direction >= 0)
                .map(value_of),
        );
    Vary {
        path: parameter.path.clone(),
        values: values.collect(),
        written: String::new(),
    }
}

/// How many points a grid of these has.
fn combinations(vary: &[Vary]) -> usize {
    vary.iter().map(|v| v.values.len()).product()
}

/// The battles with a step each, or why there is none.
type Loaded = Vec<Vec<Result<usize, String>>>;

impl Study<'_> {
    /// Everything that the numbers depend on.
    fn identity(&self, pace: &Pace) -> Identity {
        let args = self.args;
        let (measure, side) = self.asked;
        let side = side.map_or("the whole game", |side| self.scenario.side_names()[side]);
        let interactions = args.interactions.clone();
        let mut study = kept::identity(&self.scenario, &args.set, args.seed, pace.asked());
        study.extend(
            [
                ("the measure", measure.name.to_owned()),
                ("its side", side.to_owned()),
                ("the list after --only", args.only.join(", ")),
                ("--interactions", interactions.unwrap_or("off".to_owned())),
                ("--luck", args.luck.to_string()),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
        study
    }

    fn report(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        together: Option<Vec<Vary>>,
        keeper: &mut Keeper,
    ) -> Result<Sensitivity, Failure> {
        let args = self.args;
        let (measure, side) = self.asked;
        let (loaded, battles) = self.load(numbers)?;
        // What is named is checked before the first game.
        let named = match &together {
            Some(vary) if !vary.is_empty() => Some(self.grid(vary)?),
            _ => None,
        };
        run::stop_on_interrupt();
        // Games that are played beside one with each step: a count, all combinations, and those that tell luck.
        let beside = |played: &Against| {
            let grid = match (&together, &named) {
                (Some(_), Some(grid)) => grid.len() + 1,
                (Some(_), None) => self
                    .greatest(numbers, &loaded, played)
                    .map_or(0, |vary| combinations(&vary) + 1),
                (None, _) => 0,
            };
            1 + grid as u64 + LUCK_GAMES
        };
        let bar = run::progress_bar(0, args.quiet);
        let mut pace = Pace::new(&args.budget, &[measure], DEVIATION, 0)?;
        let played = self.play_steps(&battles, &mut pace, keeper, &bar, beside)?;
        let reach = Reach {
            games: played.games,
            confidence: pace.confidence(false),
            looks: pace.looks(false),
        };
        let changes = self.changes(&played, reach);
        let rows = self.rows(numbers, &loaded, &played, &changes, (&bar, keeper))?;
        let interplay = match (together, named) {
            (Some(vary), Some(grid)) => {
                Some(self.interplay(&vary, &grid, reach, (&bar, keeper))?)
            }
            (Some(_), None) => match self.greatest(numbers, &loaded, &played) {
                Some(vary) => self.interplay_of(&vary, reach, (&bar, keeper))?,
                None => None,
            },
            (None, _) => None,
        };
        let luck = self.luck(reach, (&bar, keeper))?;
        bar.finish_and_clear();
        let base = played
            .variants
            .first()
            .and_then(|v| v.change(measure, side, reach.confidence));
        Ok(Sensitivity {
            title: self.scenario.title.clone(),
            measure: show::measured(measure, side, &self.scenario),
            value: base.and_then(|change| change.values[0]).map(show::value),
            numbers: rows,
            interplay,
            luck: Some(luck),
            played: Played {
                games: reach.games,
                seed: args.seed,
                confidence: CONFIDENCE.get(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                scenario_sha256: self.scenario.scenario_sha256.clone(),
                rulebook_sha256: self.scenario.rulebook_sha256.clone(),
                command: command(args, &pace.flags(&[], reach.games, false)),
                notes: notes(pace.note(reach.games, false)),
            },
        })
    }

    /// The battle with each step, in one row after another; the first of them is the battle as it stands.
    fn load(&self, numbers: &[(Parameter, Vec<Step>)]) -> Result<(Loaded, Vec<Battle>), Failure> {
        let mut battles = vec![self.base.clone()];
        let mut loaded = Vec::new();
        for (parameter, steps) in numbers {
            let mut row = Vec::new();
            for step in steps {
                let mut set = self.args.set.clone();
                set.push(Override::new(&parameter.path, &step.value));
                match self.source.load_like(&set, &self.base) {
                    Ok((_, battle)) => {
                        row.push(Ok(battles.len()));
                        battles.push(battle);
                    }
                    Err(Failure::Files(problems)) => {
                        let first = problems.list().first();
                        row.push(Err(first.map_or_else(String::new, |p| p.message.clone())));
                    }
                    Err(other) => return Err(other),
                }
            }
            loaded.push(row);
        }
        Ok((loaded, battles))
    }

    /// Plays every step, as long as the budget wants more. `beside` tells how many other games each game is to be followed
    /// by; they get their part of the time.
    fn play_steps(
        &self,
        battles: &[Battle],
        pace: &mut Pace,
        keeper: &mut Keeper,
        bar: &ProgressBar,
        beside: impl Fn(&Against) -> u64,
    ) -> Result<Against, Failure> {
        // The first is the battle as it stands, and no question.
        let questions = (battles.len() - 1).max(1);
        pace.announce(questions, self.args.quiet);
        let mut played: Against = keeper.played("steps")?;
        pace.take_up(played.games);
        let steps = battles.len() as u64 + 1;
        let allot = |pace: &mut Pace, beside: u64| {
            if let Some(time) = self.args.budget.time {
                pace.allot(time.mul_f64(steps as f64 / (steps + beside) as f64));
            }
        };
        let mut rest = beside(&played);
        allot(pace, rest);
        while let Next::Play(goal) = pace.next(played.games, |at| self.widest(&played, at)) {
            bar.set_length(goal * (steps + rest));
            bar.set_position(played.games * steps);
            let play = |games| self.play(battles, games, bar);
            keeper.play_on("steps", &mut played, goal, &self.workers, play)?;
            if played.games < goal {
                bar.finish_and_clear();
                let reached = pace.reached(played.games);
                return Err(keeper.interrupted(&format!("{reached} were played with each step")));
            }
            rest = beside(&played);
            allot(pace, rest);
            pace.announce_rate(played.games, questions, self.args.quiet);
        }
        bar.set_length(played.games * (steps + rest));
        bar.set_position(played.games * steps);
        Ok(played)
    }

    /// How far the widest interval of a change reaches; `None` while one of them has none.
    fn widest(&self, played: &Against, confidence: Confidence) -> Option<f64> {
        let (measure, side) = self.asked;
        let mut widest = 0.0_f64;
        for variant in played.variants.iter().skip(1) {
            let change = variant.change(measure, side, confidence);
            if let Some(difference) = change.and_then(|change| change.difference) {
                widest = widest.max(difference.reach()?);
            }
        }
        Some(widest)
    }

    fn play(&self, battles: &[Battle], games: Range<u64>, bar: &ProgressBar) -> Against {
        let at_once = battles.len() as u64 + 1;
        let before = bar.position();
        let progress = |played: u64| bar.set_position(before + played * at_once);
        let seed = self.args.seed;
        let control = control(&progress);
        against(&self.base, battles, seed, games, &self.workers, &control)
    }

    /// The change that each variant brings, adjusted for the number of all.
    fn changes(&self, played: &Against, reach: Reach) -> Vec<Option<ChangeValue>> {
        let (measure, side) = self.asked;
        let of = |k: usize| played.variants[k].change(measure, side, reach.confidence);
        // The first is the battle as it stands, and no question.
        let p_values: Vec<Option<f64>> = (0..played.variants.len())
            .map(|k| if k == 0 { None } else { of(k)?.p_value })
            .collect();
        let adjusted = holm(&p_values);
        (0..played.variants.len())
            .zip(adjusted)
            .map(|(k, adjusted)| {
                let adjusted = adjusted.map(|p| (p * reach.looks as f64).min(1.0));
                show::change(&of(k)?, adjusted)
            })
            .collect()
    }

    fn rows(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        loaded: &Loaded,
        played: &Against,
        changes: &[Option<ChangeValue>],
        (bar, keeper): (&ProgressBar, &Keeper),
    ) -> Result<Vec<Number>, Failure> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let before = bar.position();
        let progress = |counted: u64| bar.set_position(before + counted);
        let games = 0..played.games;
        let counts = factor_counts(
            &self.base,
            self.args.seed,
            games,
            &self.workers,
            &control(&progress),
        );
        if run::STOP.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Err(keeper.interrupted("all games with each step were played"));
        }
        let factors = &self.base.spec().rules.seize.factors;
        let counted = |path: &str| {
            let name = path.strip_prefix("seize.factor.")?;
            let row = factors.iter().position(|factor| factor.name == name)?;
            counts.get(row).copied()
        };
        let step = |(step, at): (&Step, &Result<usize, String>)| StepEffect {
            value: step.value.clone(),
            direction: step.direction,
            refused: at.as_ref().err().cloned().unwrap_or_default(),
            changed_games: at.as_ref().map_or(0, |k| played.variants[*k].changed),
            change: at.as_ref().ok().and_then(|k| changes[*k]),
        };
        Ok(numbers
            .iter()
            .zip(loaded)
            .map(|((parameter, steps), at)| Number {
                path: parameter.path.clone(),
                value: parameter.value.clone(),
                rule: parameter.rule.clone(),
                counted_games: counted(&parameter.path),
                steps: steps.iter().zip(at).map(step).collect(),
            })
            .collect())
    }

    /// Every combination of values, checked.
    fn grid(&self, vary: &[Vary]) -> Result<Vec<Battle>, Failure> {
        let points = points::load(&self.source, &self.base, &self.args.set, vary)?;
        Ok(points.into_iter().map(|point| point.battle).collect())
    }

    /// The parameters whose interplay is played if none are named: those that move the measure most, as many as can be
    /// combined; `None` if no two can.
    fn greatest(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        loaded: &Loaded,
        played: &Against,
    ) -> Option<Vec<Vary>> {
        let (measure, side) = self.asked;
        let effect = |k: &usize| {
            let change = played.variants.get(*k)?.change(measure, side, CONFIDENCE);
            Some(change?.difference?.value.abs())
        };
        let mut order: Vec<(usize, f64)> = (0..numbers.len())
            .filter_map(|at| {
                let steps: Option<Vec<usize>> =
                    loaded[at].iter().map(|step| step.clone().ok()).collect();
                let greatest = steps?.iter().filter_map(effect).fold(0.0, f64::max);
                (greatest > 0.0).then_some((at, greatest))
            })
            .collect();
        order.sort_by(|one, two| two.1.total_cmp(&one.1));
        let vary: Vec<Vary> = order
            .iter()
            .take(USUAL_TOGETHER)
            .map(|(at, _)| levels(&numbers[*at].0, &numbers[*at].1))
            .collect();
        (vary.len() >= 2 && combinations(&vary) <= MOST_POINTS).then_some(vary)
    }

    fn interplay_of(
        &self,
        vary: &[Vary],
        reach: Reach,
        means: (&ProgressBar, &mut Keeper),
    ) -> Result<Option<Interplay>, Failure> {
        match self.grid(vary) {
            Ok(grid) => self.interplay(vary, &grid, reach, means).map(Some),
            // Each step is possible alone, but not all together: then there is no whole grid.
            Err(Failure::Points(..)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn interplay(
        &self,
        vary: &[Vary],
        grid: &[Battle],
        reach: Reach,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<Interplay, Failure> {
        let (measure, side) = self.asked;
        let names = vary
            .iter()
            .map(|v| format!("{}={}", v.path, v.values.join(",")));
        let purpose = format!("combinations of {}", names.collect::<Vec<_>>().join(" "));
        let mut played: Against = keeper.played(&purpose)?;
        let play = |games| self.play(grid, games, bar);
        keeper.play_on(&purpose, &mut played, reach.games, &self.workers, play)?;
        if played.games < reach.games {
            bar.finish_and_clear();
            return Err(keeper.interrupted(&format!(
                "all games with each step were played, and {} of {} with each combination",
                HumanCount(played.games),
                HumanCount(reach.games)
            )));
        }
        let values: Vec<usize> = vary.iter().map(|v| v.values.len()).collect();
        let found = played
            .interplay(&values, measure, side, reach.confidence)
            .ok_or_else(|| Failure::Bug("the combinations are no grid".to_owned(), Vec::new()))?;
        let shares = found.first.iter().zip(&found.total);
        Ok(Interplay {
            parameters: vary
                .iter()
                .zip(shares)
                .map(|(vary, (first, total))| InterplayRow {
                    path: vary.path.clone(),
                    values: vary.values.clone(),
                    first: first.map(show::value),
                    total: total.map(show::value),
                })
                .collect(),
            pairs: found
                .pairs
                .iter()
                .map(|pair| InterplayPair {
                    paths: [pair.pair.0, pair.pair.1].map(|k| vary[k].path.clone()),
                    share: pair.share.map(show::value),
                })
                .collect(),
            variance: found.variance.map(show::value),
            points: grid.len(),
        })
    }

    fn luck(
        &self,
        reach: Reach,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<Luck, Failure> {
        let play = |games| {
            let before = bar.position();
            let progress = |played: u64| bar.set_position(before + played * LUCK_GAMES);
            let figures = BySide::from_fn(|side| self.base.count(side));
            let (seed, control) = (self.args.seed, control(&progress));
            let workers = &self.workers;
            study::luck(
                &self.base, figures, self.asked, seed, games, workers, &control,
            )
        };
        let mut played: LuckSums = keeper.played("luck")?;
        keeper.play_on("luck", &mut played, reach.games, &self.workers, play)?;
        if played.games() < reach.games {
            bar.finish_and_clear();
            return Err(keeper.interrupted(&format!(
                "all games with each step were played, and {} of {} for where the luck comes from",
                HumanCount(played.games()),
                HumanCount(reach.games)
            )));
        }
        let found = played.shares(reach.confidence);
        let names = self.scenario.side_names();
        let source = |purpose: Purpose| match purpose {
            Purpose::BotA => format!("bot of {}", names[Side::A]),
            Purpose::BotB => format!("bot of {}", names[Side::B]),
            other => other.name().to_owned(),
        };
        Ok(Luck {
            sources: found
                .shares
                .iter()
                .map(|share| LuckSource {
                    source: source(share.purpose),
                    dice: share.dice,
                    first: share.first.map(show::value),
                    total: share.total.map(show::value),
                })
                .collect(),
            together: found.together.map(show::value),
        })
    }
}

fn control<'a>(progress: &'a (dyn Fn(u64) + Sync)) -> Control<'a> {
    Control {
        progress: Some(progress),
        cancel: Some(&run::STOP),
        records: None,
    }
}

fn notes(stopping: Option<String>) -> Vec<String> {
    let mut notes = show::sources(&[Method::StudentPaired, Method::AgrestiMin, Method::Jackknife]);
    notes.extend(
        [
            "p-values adjusted over all steps by S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70",
            "luck: M. J. W. Jansen, Computer Physics Communications 117 (1999) 35-43, and A. Saltelli et al., the same \
             journal 181 (2010) 259-270: each game again with the dice of one kind exchanged",
            "interplay: I. M. Sobol', Mathematics and Computers in Simulation 55 (2001) 271-280, over the whole grid",
        ]
        .map(str::to_owned),
    );
    notes.extend(stopping);
    notes
}

/// The command that gives the same numbers.
fn command(args: &args::Sensitivity, budget: &str) -> String {
    let mut words = vec!["skirmish sensitivity".to_owned()];
    words.extend(args.file.iter().map(|file| run::quoted(file)));
    words.push(format!("--measure {}", run::quoted(&args.measure)));
    words.extend(
        args.side
            .iter()
            .map(|side| format!("--side {}", run::quoted(side))),
    );
    words.extend(
        args.only
            .iter()
            .map(|path| format!("--only {}", run::quoted(path))),
    );
    match args.interactions.as_deref() {
        Some("") => words.push("--interactions".to_owned()),
        Some(list) => words.push(format!("--interactions={}", run::quoted(list))),
        None => {}
    }
    if args.luck {
        words.push("--luck".to_owned());
    }
    words.push(format!("{budget} --seed {}", args.seed));
    words.extend(show::set_words("--set", &args.set));
    words.join(" ")
}
