//! More than one machine: `skirmish plan` fixes what is played, `run --plan` plays a shard of it, and `merge` goes on from
//! what all shards have kept as one machine would from its own.

pub(crate) mod plan;
mod role;

use std::path::{Path, PathBuf, absolute};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::de::IgnoredAny;
use skirmish_report::counted;

use self::plan::{Draft, PlanFile};
use self::role::{Merge, Part};
pub(crate) use self::role::{Role, Shard};
use crate::args::{self, Args, Command, Format, Playing};
use crate::files;
use crate::output;
use crate::status::{Done, Failure};

/// All of a command can be split.
const NOTHING: Option<(&str, &str)> = None;

/// Why there is no list of games of a command that is split.
const BY_GAME: (&str, &str) = ("--games-csv", "games are written one after the other");

/// What a command that can be split is told beside its question.
struct Call<'a> {
    output: &'a mut args::Output,
    games: u64,
    time: Option<Duration>,
    is_by_precision: bool,
    /// What else cannot be split, with the reason.
    whole: Option<(&'static str, &'static str)>,
}

impl<'a> Call<'a> {
    fn of(command: &'a mut Command) -> Option<Self> {
        macro_rules! call {
            ($study:expr, $whole:expr) => {
                Some(Self {
                    whole: $whole.or($study.by_game.games_csv.then_some(BY_GAME)),
                    games: $study.budget.games,
                    time: $study.budget.time,
                    is_by_precision: $study.budget.precision.is_some(),
                    output: &mut $study.output,
                })
            };
        }
        match command {
            Command::Run(args) => call!(args, {
                let nested = ("--plan", "it is a shard already");
                args.plan.is_some().then_some(nested)
            }),
            Command::Compare(args) => call!(args.study, {
                let search = ("--solve", "each search goes on from what the last one found");
                args.solve.is_some().then_some(search)
            }),
            Command::Sweep(args) => call!(args.study, NOTHING),
            Command::Sensitivity(args) => call!(args.study, NOTHING),
            _ => None,
        }
    }

    /// What cannot be split, or is a matter of each call.
    fn refuse(&self) -> Done {
        let whole = |flag: &str, why: &str, remedy: &str| {
            Err(Failure::hinted(format!("{flag} cannot be split: {why}"), remedy))
        };
        if let Some((flag, why)) = self.whole {
            return whole(flag, why, &format!("leave {flag} out, or give the command by itself"));
        }
        let remedy = "say how many games: --games 1000000";
        if self.time.is_some() {
            return whole("--for", "nobody knows yet how many games that will be", remedy);
        }
        if self.is_by_precision {
            return whole("--precision", "it takes all games to decide whether to go on", remedy);
        }
        let Playing { threads, quiet, format, .. } = &self.output.playing;
        let of_calls = [
            (
                "--out",
                self.output.out.is_some(),
                "name the folder of the plan before `--`, that of the results with `merge`",
            ),
            (
                "--resume",
                self.output.kept.resume,
                "a shard that is played again goes on from what it has kept",
            ),
            ("--fresh", self.output.kept.fresh, "give it before `--`, or with `merge`"),
            ("--threads", threads.is_some(), "give it with `run --plan` and with `merge`"),
            ("--quiet", *quiet, "give it before `--`, with `run --plan` and with `merge`"),
            ("--format", *format != Format::Text, "give it with `merge`"),
        ];
        let given = of_calls.into_iter().find(|(_, is_given, _)| *is_given);
        given.map_or(Ok(()), |(flag, _, remedy)| {
            let what = format!("{flag} is not part of a plan, which holds on any machine");
            Err(Failure::hinted(what, remedy))
        })
    }
}

/// Reads the words of a command that can be split, and what is allowed with it.
fn command(words: &[String]) -> Done<Args> {
    let args = Args::of(words).map_err(|error| {
        let text = error.to_string();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
        let tips = lines.filter_map(|line| line.trim().strip_prefix("tip: "));
        Failure::Usage(
            format!("of the command to be split: {first}"),
            tips.map(str::to_owned).collect(),
        )
    })?;
    let mut args = args;
    match Call::of(&mut args.command) {
        Some(call) => call.refuse().map(|()| args),
        None => Err(Failure::hinted(
            "only `run`, `compare`, `sweep` and `sensitivity` can be split",
            "such as: skirmish plan --shards 8 -- compare flank-run --initiative lloyd,alternate",
        )),
    }
}

/// Gives a command that can be split in another role.
fn play(
    mut command: Command,
    role: Role,
    (out, fresh): (Option<PathBuf>, bool),
    playing: Playing,
) -> Done {
    if let Some(call) = Call::of(&mut command) {
        call.output.playing = Playing { role, ..playing };
        call.output.out = out;
        call.output.kept.fresh = fresh;
    }
    crate::give(command)
}

/// `skirmish plan`.
pub(crate) fn plan(args: &args::Plan) -> Done {
    let planned = command(&args.command)?;
    if planned.allow_outside {
        files::allow_outside();
    }
    let mut words = args.command.clone();
    words.extend(files::given_outside().filter(|word| !words.contains(word)));
    let draft = Draft { words, shards: args.shards, fresh: args.fresh, quiet: args.quiet };
    let out = (args.out.clone(), false);
    play(planned.command, Role::Plan(draft), out, Playing::telling(Format::Text, true))
}

/// A plan, and its command: what the command line says of files is not for a plan to say, and its games are those of the command.
fn planned(path: &Path) -> Done<(PlanFile, Command)> {
    let plan = PlanFile::read(path)?;
    let Args { mut command, allow_outside } = command(&plan.plan.command)?;
    files::named_by_plan(&plan.folder(), allow_outside);
    match Call::of(&mut command) {
        // In pairs they are even.
        Some(call) if ![call.games, call.games.next_multiple_of(2)].contains(&plan.plan.games) => {
            Err(plan.refusal("it has other games than its command"))
        }
        _ => Ok((plan, command)),
    }
}

/// `skirmish run --plan`.
pub(crate) fn shard(path: &Path, number: u32, playing: &Playing) -> Done {
    let (mut plan, command) = planned(path)?;
    let shards = plan.plan.shards;
    if !(1..=shards).contains(&number) {
        return Err(Failure::usage(format!(
            "there is no shard {number}: they go from 1 to {shards}"
        )));
    }
    go_to_folder_of(&mut plan)?;
    let folder = plan.folder();
    let shard = Shard { plan: Arc::new(plan), number, quiet: playing.quiet };
    let part = shard.part();
    part.is_free()?;
    match part.read::<IgnoredAny>() {
        Ok(Some(_)) => return shard.tell("has been played before", &part),
        Ok(None) => {}
        Err(unusable) => part.note_unusable(&unusable),
    }
    play(command, Role::Shard(shard), (Some(folder), false), playing.clone())
}

/// `skirmish merge`.
pub(crate) fn merge(args: &args::Merge) -> Done {
    let (mut plan, command) = planned(&args.plan)?;
    let out = args.out.clone().unwrap_or_else(|| plan.folder());
    let out = match go_to_folder_of(&mut plan)? {
        Some(before) => before.join(out),
        None => out,
    };
    let role = Role::Merge(Rc::new(Merge::of(Arc::new(plan))));
    play(command, role, (Some(out), args.fresh), args.playing.clone())
}

/// Goes to the folder from which the files of a plan are named, if it is there; returns the one that this was called from if
/// it is another.
fn go_to_folder_of(plan: &mut PlanFile) -> Done<Option<PathBuf>> {
    let folder = Path::new(&plan.plan.folder);
    let failed = |error| Failure::io(format!("cannot go to folder `{}`", folder.display()), error);
    let here = std::env::current_dir().map_err(failed)?;
    if here == folder || !folder.is_dir() {
        return Ok(None);
    }
    plan.path = absolute(&plan.path).map_err(failed)?;
    std::env::set_current_dir(folder).map_err(failed)?;
    output::called_from(&here);
    Ok(Some(here))
}

/// Whether a file is a plan or a shard, by its name.
pub(crate) fn is_of_plan(name: &str) -> bool {
    name == plan::NAME || is_shard(name)
}

/// Whether a file is a shard, or what is kept of one, by its name.
fn is_shard(name: &str) -> bool {
    name.starts_with("shard-") && name.ends_with(".json")
}

/// What all shards have played; or which are missing, and what is wrong with others.
fn parts(plan: &Arc<PlanFile>) -> Done<Vec<Part>> {
    let (mut parts, mut missing) = (Vec::new(), Vec::new());
    // Those that are of no use, by the reason.
    let mut bad: Vec<(String, Vec<u32>, String)> = Vec::new();
    for number in 1..=plan.plan.shards {
        let shard = Shard { plan: Arc::clone(plan), number, quiet: true };
        let file = shard.part();
        match file.read::<IgnoredAny>() {
            Ok(Some(_)) => parts.push(Part(file)),
            Ok(None) => missing.push(number),
            Err(unusable) => {
                let why = unusable.why();
                match bad.iter_mut().find(|(other, ..)| *other == why) {
                    Some((_, numbers, _)) => numbers.push(number),
                    None => bad.push((why, vec![number], output::shown(file.path()))),
                }
            }
        }
    }
    if missing.is_empty() && bad.is_empty() {
        return Ok(parts);
    }
    const MOST: usize = 6;
    let mut told = Vec::new();
    if !missing.is_empty() {
        let all = counted(plan.plan.shards, "shard");
        let be = if missing.len() == 1 { "is" } else { "are" };
        told.push(format!("{} of {all} {be} missing: {}", missing.len(), ranges(&missing)));
    }
    told.extend(bad.iter().take(MOST).map(|(why, numbers, file)| match numbers.as_slice() {
        [_] => format!("`{file}`: {why}"),
        several => format!("each of shards {}: {why}", ranges(several)),
    }));
    if bad.len() > MOST {
        told.push(format!(
            "{} more cannot be used",
            bad[MOST..].iter().map(|bad| bad.1.len()).sum::<usize>()
        ));
    }
    let mut again: Vec<u32> =
        missing.iter().chain(bad.iter().flat_map(|(_, numbers, _)| numbers)).copied().collect();
    again.sort_unstable();
    let commands = again.iter().take(MOST).map(|number| plan.shard(*number));
    let mut hints: Vec<String> = commands.collect();
    if again.len() > MOST {
        hints.push(format!("… and so on, with --shard {}", ranges(&again[MOST..])));
    }
    Err(Failure::Usage(format!("cannot merge: {}", told.join("; ")), hints))
}

/// Numbers in their order, those that follow one another as a range.
fn ranges(numbers: &[u32]) -> String {
    const MOST: usize = 12;
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [first, .., last] => format!("{first} to {last}"),
            _ => run.iter().map(u32::to_string).collect(),
        })
        .collect();
    let more = if runs.len() > MOST { ", …" } else { "" };
    format!("{}{more}", runs[..runs.len().min(MOST)].join(", "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_told_as_ranges() {
        assert_eq!(super::ranges(&[1, 2, 3, 5, 8, 9]), "1 to 3, 5, 8 to 9");
    }
}
