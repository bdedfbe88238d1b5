//! `skirmish sensitivity`: which numbers of the rules matter, which never do, and where the luck comes from.

use std::ops::Range;
use std::path::PathBuf;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_engine::chance::Purpose;
use skirmish_engine::side::{BySide, Side};
use skirmish_report::comparison::ChangeValue;
use skirmish_report::sensitivity::{
    self, Interplay, InterplayPair, InterplayRow, Luck, LuckSource, Number, Sensitivity, StepEffect,
};
use skirmish_report::sweep::Measured;
use skirmish_scenario::{Override, Parameter, Scenario};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{self, Against, Measure, against, factor_counts, holm};
use skirmish_simulator::{Control, Workers};

use super::points;
use super::steps::{self, Step};
use super::vary::{MOST_POINTS, Vary};
use crate::args::{self, Format};
use crate::budget::{Next, Pace};
use crate::files::Source;
use crate::output;
use crate::run;
use crate::show::{self, CONFIDENCE};
use crate::status::{Failure, did_you_mean};

/// Parameters that are played in every combination.
const MOST_TOGETHER: usize = 6;
/// The same if none are named.
const USUAL_TOGETHER: usize = 4;

/// The greatest standard deviation that the change of a share of games can have.
const DEVIATION: f64 = 1.0;

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
    let folder = args.out.clone().unwrap_or_else(|| {
        PathBuf::from("skirmish-out").join(format!("sensitivity-{}", source.stem))
    });
    output::make_folder(&folder)?;
    let study = Study {
        args,
        source,
        scenario,
        base,
        asked: (measure, side),
        workers: run::workers(args.threads)?,
    };
    // Before anything is played, so that a precision which means nothing is told at once.
    Pace::new(&args.budget, &[measure], DEVIATION, 0)?;
    let report = study.report(&numbers, together)?;
    let files =
        sensitivity::files(&report).map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    for (name, bytes) in &files {
        output::write_file(&folder.join(name), bytes)?;
    }
    match args.format {
        Format::Text => {
            let mut answer = sensitivity::text(&report);
            if !args.quiet {
                let names: Vec<_> = files.iter().map(|(name, _)| *name).collect();
                answer.push_str(&format!(
                    "\nIn {}: {}\n",
                    folder.display(),
                    names.join(", ")
                ));
            }
            output::print(&answer)
        }
        Format::Json => output::print(&String::from_utf8_lossy(&files[0].1)),
    }
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

/// The battles with a step each, or why there is none.
type Loaded = Vec<Vec<Result<usize, String>>>;

impl Study<'_> {
    fn report(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        together: Option<Vec<Vary>>,
    ) -> Result<Sensitivity, Failure> {
        let args = self.args;
        let (measure, side) = self.asked;
        let (loaded, battles) = self.load(numbers)?;
        // What is named is checked before the first game.
        let named = match &together {
            Some(vary) if !vary.is_empty() => Some(self.grid(vary)?),
            _ => None,
        };
        let at_named = named.as_ref().map_or(0, |grid| grid.len() as u64 + 1);
        run::stop_on_interrupt();
        let luck_games = (2 + Purpose::ALL.len()) as u64;
        let steps = battles.len() as u64 + 1;
        let at_once = steps + 1 + at_named + luck_games;
        let bar = run::progress_bar(args.budget.games * at_once, args.quiet);
        let mut pace = self.pace(steps as f64 / at_once as f64)?;
        let played = self.play_on(&battles, &mut pace, &bar, at_once)?;
        let reach = Reach {
            games: played.games,
            confidence: pace.confidence(false),
            looks: pace.looks(false),
        };
        let changes = self.changes(&played, reach);
        let rows = self.rows(numbers, &loaded, &played, &changes, &bar)?;
        let interplay = match (together, named) {
            (Some(vary), Some(grid)) => Some(self.interplay(&vary, &grid, reach, &bar)?),
            (Some(_), None) => self.interplay_of_greatest(numbers, &rows, reach, &bar)?,
            (None, _) => None,
        };
        let luck = self.luck(reach, &bar)?;
        bar.finish_and_clear();
        let name = |side: Side| self.scenario.side_names()[side].to_owned();
        let base = played
            .variants
            .first()
            .and_then(|v| v.change(measure, side, reach.confidence));
        Ok(Sensitivity {
            title: self.scenario.title.clone(),
            measure: Measured {
                measure: measure.name.to_owned(),
                about: measure.about.to_owned(),
                side: side.map_or(String::new(), name),
                is_share: measure.is_share,
            },
            value: base.and_then(|change| change.values[0]).map(show::value),
            numbers: rows,
            interplay,
            luck: Some(luck),
            games: reach.games,
            seed: args.seed,
            confidence: CONFIDENCE.get(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario_sha256: self.scenario.scenario_sha256.clone(),
            rulebook_sha256: self.scenario.rulebook_sha256.clone(),
            command: command(args, &pace.flags(&[], reach.games, false)),
            notes: notes(pace.note(reach.games, false)),
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

    /// How far to play. The steps take this share of the time; counting, interplay and luck take the rest.
    fn pace(&self, share: f64) -> Result<Pace, Failure> {
        let mut budget = self.args.budget.clone();
        budget.time = budget.time.map(|time| time.mul_f64(share));
        Pace::new(&budget, &[self.asked.0], DEVIATION, 0)
    }

    /// Plays every step, as long as the budget wants more.
    fn play_on(
        &self,
        battles: &[Battle],
        pace: &mut Pace,
        bar: &ProgressBar,
        at_once: u64,
    ) -> Result<Against, Failure> {
        // The first is the battle as it stands, and no question.
        let questions = (battles.len() - 1).max(1);
        pace.announce(questions, self.args.quiet);
        let mut played = Against::default();
        while let Next::Play(goal) = pace.next(played.games, |at| self.widest(&played, at)) {
            bar.set_length(goal * at_once);
            let games = played.games..goal;
            played.merge(&self.play(battles, games, bar)?);
            pace.announce_rate(played.games, questions, self.args.quiet);
        }
        Ok(played)
    }

    /// Half the width of the widest interval of a change; `None` while one of them has none.
    fn widest(&self, played: &Against, confidence: Confidence) -> Option<f64> {
        let (measure, side) = self.asked;
        let mut widest = 0.0_f64;
        for variant in played.variants.iter().skip(1) {
            let change = variant.change(measure, side, confidence);
            if let Some(difference) = change.and_then(|change| change.difference) {
                widest = widest.max(difference.interval?.half_width());
            }
        }
        Some(widest)
    }

    fn play(
        &self,
        battles: &[Battle],
        games: Range<u64>,
        bar: &ProgressBar,
    ) -> Result<Against, Failure> {
        let at_once = battles.len() as u64 + 1;
        let before = bar.position();
        let progress = |played: u64| bar.set_position(before + played * at_once);
        let played = against(
            &self.base,
            battles,
            self.args.seed,
            games,
            &self.workers,
            &control(&progress),
        );
        self.all_played(bar)?;
        Ok(played)
    }

    /// An interrupted study says so: an answer about some of the numbers would look like one about all.
    fn all_played(&self, bar: &ProgressBar) -> Result<(), Failure> {
        if run::STOP.load(std::sync::atomic::Ordering::Relaxed) {
            bar.finish_and_clear();
            return Err(Failure::Interrupted(
                "not all steps had been played; nothing was kept".to_owned(),
            ));
        }
        Ok(())
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
        bar: &ProgressBar,
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
        self.all_played(bar)?;
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

    /// The interplay of those that matter most, as many as can be combined.
    fn interplay_of_greatest(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        rows: &[Number],
        reach: Reach,
        bar: &ProgressBar,
    ) -> Result<Option<Interplay>, Failure> {
        let effect = |number: &Number| {
            let changes = number.steps.iter().filter_map(|step| step.change);
            changes.map(|change| change.value.abs()).fold(0.0, f64::max)
        };
        let mut order: Vec<usize> = (0..rows.len())
            .filter(|k| rows[*k].steps.iter().all(|step| step.refused.is_empty()))
            .filter(|k| effect(&rows[*k]) > 0.0)
            .collect();
        order.sort_by(|one, two| effect(&rows[*two]).total_cmp(&effect(&rows[*one])));
        let vary: Vec<Vary> = order
            .iter()
            .take(USUAL_TOGETHER)
            .map(|k| levels(&numbers[*k].0, &numbers[*k].1))
            .collect();
        let points = vary.iter().map(|v| v.values.len()).product::<usize>();
        if vary.len() < 2 || points > MOST_POINTS {
            return Ok(None);
        }
        bar.inc_length((points as u64 + 1) * reach.games);
        match self.grid(&vary) {
            Ok(grid) => self.interplay(&vary, &grid, reach, bar).map(Some),
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
        bar: &ProgressBar,
    ) -> Result<Interplay, Failure> {
        let (measure, side) = self.asked;
        let played = self.play(grid, 0..reach.games, bar)?;
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

    fn luck(&self, reach: Reach, bar: &ProgressBar) -> Result<Luck, Failure> {
        let (measure, side) = self.asked;
        let before = bar.position();
        let at_once = (2 + Purpose::ALL.len()) as u64;
        let progress = |played: u64| bar.set_position(before + played * at_once);
        let found = study::luck(
            &self.base,
            BySide::from_fn(|side| self.base.count(side)),
            (measure, side),
            self.args.seed,
            0..reach.games,
            reach.confidence,
            &self.workers,
            &control(&progress),
        );
        self.all_played(bar)?;
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
    let mut notes: Vec<String> = [Method::StudentPaired, Method::AgrestiMin, Method::Jackknife]
        .iter()
        .map(|method| format!("{}: {}", method.name(), method.source()))
        .collect();
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
