//! The command line.

/// Includes a file of `templates/help`, shown below the options of a command.
macro_rules! examples {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/help/", $name, ".txt"))
            .trim_end()
    };
}

mod blows;
mod budget;
mod drawing;
mod making;
mod panel;
mod players;
mod settings;
mod shards;
mod skills;
mod steps;
mod studies;
mod tune;
mod turns;
mod typed;

pub(crate) use blows::*;
pub(crate) use budget::{About, Budget, Precision};
pub(crate) use drawing::{Drawing, has_png};
pub(crate) use making::*;
pub(crate) use panel::Panel;
pub(crate) use players::*;
pub(crate) use settings::{ALL, OWN, Players, Settings, Thinking, sets_bot};
use settings::{systems_or_all, ways_or_all};
pub(crate) use shards::*;
pub(crate) use skills::*;
pub(crate) use steps::*;
pub(crate) use studies::*;
pub(crate) use tune::*;
pub(crate) use turns::*;
pub(crate) use typed::{Typed, shown, typed};

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{
    Arg, ArgAction, Args as ClapArgs, Command as Clap, CommandFactory, FromArgMatches, Parser,
    Subcommand, ValueEnum,
};
use skirmish_report::safe_text;
use skirmish_report::text::listed;
use skirmish_scenario::{Override, near};
pub(crate) use skirmish_simulator::Pairs;
use skirmish_simulator::{PairReason, PairReport};

/// A test bench for tabletop skirmish rules: play a battle a hundred thousand times, or work out a chance exactly.
#[derive(Debug, Parser)]
#[command(
    name = "skirmish",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 80,
    arg = quiet(),
    after_help = "\
Exit status: 0 done; 1 a check failed; 2 the command line or a file is wrong; 3 something could not be read or written; 4 a check is \
inconclusive, or there was no time for any answer; 130 interrupted."
)]
pub(crate) struct Args {
    /// Let files name files (rules, bots, what rules extend) outside the folder of the file that you name and the folder that
    /// you are in
    #[arg(long, global = true)]
    pub(crate) allow_outside: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Every command takes `--quiet`, even if it has nothing to leave out.
fn quiet() -> Arg {
    let help = "Print the answer alone: no progress bar, no list of files";
    Arg::new("quiet").long("quiet").short('q').action(ArgAction::SetTrue).global(true).help(help)
}

impl Args {
    /// Reads the command line. Fails if it cannot be understood, or asks for help or the version.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        Self::of(std::env::args_os().skip(1))
    }

    /// Reads words as a command line without the program's name.
    pub(crate) fn of<W: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        match Self::of_odds(&words) {
            Some(args) => Ok(args),
            None => Self::of_any(words),
        }
    }

    /// Reads a question of `odds` by itself, as building all other commands takes as long as the answer. `None` for other words
    /// or errors, which the full command line reports.
    fn of_odds(words: &[OsString]) -> Option<Self> {
        let (_, question) = words.split_first().filter(|(command, _)| *command == "odds")?;
        let odds = Odds::augment_args(Clap::new("odds").no_binary_name(true).arg(quiet()));
        let matches = with_negative_numbers(odds).try_get_matches_from(question).ok()?;
        let odds = Odds::from_arg_matches(&matches).ok()?;
        Some(Self { allow_outside: false, command: Command::Odds(odds) })
    }

    fn of_any(words: Vec<OsString>) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = [OsString::from("skirmish")].into_iter().chain(words).collect();
        let mut command = with_negative_numbers(Self::command());
        let matches = command.try_get_matches_from_mut(&words);
        let matches = matches.map_err(harmless);
        let matches =
            matches.map_err(|error| with_range(with_remedy(error, &command, &words), &command))?;
        let mut args =
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        args.command.hand_on_shard();
        if !matches!(args.command, Command::Merge(_)) {
            Typed::of(&matches, &command).carry_out();
        }
        Ok(args)
    }
}

/// Makes words of the command line that a message repeats harmless to a terminal.
fn harmless(mut error: clap::Error) -> clap::Error {
    let words: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(word) => Some((kind, safe_text(word))),
            _ => None,
        })
        .collect();
    for (kind, word) in words {
        error.insert(kind, ContextValue::String(word));
    }
    error
}

/// Adds remedies: commands like a misspelled one, the commands that have an unknown option, and `--set rules` for `--rules`.
fn with_remedy(mut error: clap::Error, command: &Clap, words: &[OsString]) -> clap::Error {
    if let (None, Some(ContextValue::String(found))) =
        (error.get(ContextKind::SuggestedSubcommand), error.get(ContextKind::InvalidSubcommand))
    {
        let known: Vec<&str> = command.get_subcommands().map(Clap::get_name).collect();
        let near: Vec<String> = near(found, &known).into_iter().map(str::to_owned).collect();
        if !near.is_empty() {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
        }
    }
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return error;
    };
    let unknown = unknown.clone();
    let name = unknown.trim_start_matches('-');
    // The command called, such as `odds seize`.
    let called = words.iter().filter_map(|word| word.to_str());
    let called = called.fold(command, |of, word| of.find_subcommand(word).unwrap_or(of));
    let is_like_it = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(other)) => {
            !near(name, &[other.trim_start_matches('-')]).is_empty()
        }
        _ => true,
    };
    if !is_like_it {
        error.remove(ContextKind::SuggestedArg);
        let usage = called.clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    // A word that begins with a hyphen is no file either.
    error.remove(ContextKind::Suggested);
    let has_it = |of: &&Clap| of.get_arguments().any(|arg| arg.get_long() == Some(name));
    let others = command.get_subcommands().filter(has_it);
    let others: Vec<String> = others.map(|of| format!("`skirmish {}`", of.get_name())).collect();
    let tip = match others.is_empty() {
        _ if name == "rules" && called.get_arguments().any(|arg| arg.get_long() == Some("set")) => {
            error.remove(ContextKind::SuggestedArg);
            "to play by a rulebook of your own, use `--set rules=my-rules.toml`".to_owned()
        }
        true => return error,
        false => format!("it is an option of {}", listed(&others, "and")),
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Adds to an error about a number what was expected in its place.
fn with_range(error: clap::Error, command: &Clap) -> clap::Error {
    let why = error.source().map(ToString::to_string);
    let no_number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let range = why.as_deref().and_then(|why| why.split_once(" is not in ")?.1.split_once("..="));
    let told = match (range, no_number.map(ParseIntError::kind), why.as_deref()) {
        // The limit is the type's, and nobody would reach it.
        (Some((least, "4294967295")), ..) => format!("expected a whole number, {least} or more"),
        (Some((least, most)), ..) => format!("expected a number from {least} to {most}"),
        (None, Some(IntErrorKind::PosOverflow), _) => {
            format!("expected a smaller number: the largest is {}", u64::MAX)
        }
        (None, Some(_), _) => "expected a whole number, such as 0 or 12".to_owned(),
        // The message repeats the value.
        (None, None, Some(why)) if safe_text(why) != why => safe_text(why),
        _ => return error,
    };
    let [Some(ContextValue::String(argument)), Some(ContextValue::String(value))] =
        [ContextKind::InvalidArg, ContextKind::InvalidValue].map(|kind| error.get(kind))
    else {
        return error;
    };
    let told = format!("invalid value '{value}' for '{argument}': {told}\n");
    clap::Error::raw(error.kind(), told).with_cmd(command)
}

/// Lets every option take `-2` as a value; one that cannot be negative reports that itself.
fn with_negative_numbers(command: Clap) -> Clap {
    command
        .mut_args(|arg| {
            let has_value = arg.get_action().takes_values();
            arg.allow_negative_numbers(has_value)
        })
        .mut_subcommands(with_negative_numbers)
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a battle many times: who wins, how long the initiative is held, how often it is seized
    Run(Run),
    /// Set two battles, two settings or several initiative systems side by side, on the same dice
    Compare(Compare),
    /// See a battle over a range of values, or a grid of them: curves, heat maps, and where it is even
    Sweep(Sweep),
    /// Which numbers of the rules matter, which never do, how they act together, and where the luck comes from
    Sensitivity(Sensitivity),
    /// Check that the `[[expect]]` rows of scenarios still hold; the exit status is the verdict
    Check(Check),
    /// Find the smallest edit to a rulebook that makes its battles what you want
    Tune(Tune),
    /// Find the best answer to how the enemy plays: how these rules are broken
    Exploit(Exploit),
    /// Find out what a battle is worth when both sides play well, and how they then play
    Solve(Solve),
    /// Put the shards of a command (`--shard`) together into what one machine would have written
    Merge(Merge),
    /// Work out a chance exactly, without playing
    Odds(Odds),
    /// What fire is worth, exactly, by distance, as tables and charts
    Curves(Curves),
    /// Redraw the page and the charts of a study from the summary it left
    Report(Report),
    /// Draw the table of a battle: terrain, places, figures, how far they move and shoot
    Map(Map),
    /// Play one game of a run again, blow by blow, dice and rules and all
    Replay(Replay),
    /// What a rule says, where its numbers come from, what bots and files understand
    Explain(Explain),
    /// What comes with the program: scenarios, rulebooks, bots, rules, parameters
    List(List),
    /// Start a battle, a rulebook or a bot of your own: a commented file that runs as it is
    New(New),
    /// Print a scenario, a rulebook, a bot or players as they come with the program
    Export(Export),
    /// Print the JSON Schema of a kind of file, so that editors complete and check what you write
    Schema(Schema),
    /// Print the script that makes a shell complete commands and options
    Completions(Completions),
}

impl Command {
    /// Returns the output options of a command that can be split.
    pub(crate) fn output(&mut self) -> Option<&mut Output> {
        self.split().map(|(output, _)| output)
    }

    /// Moves the shard to the options of play, as it does not change the question.
    fn hand_on_shard(&mut self) {
        if let Some((output, shard)) = self.split() {
            output.playing.shard = shard;
        }
    }

    const fn split(&mut self) -> Option<(&mut Output, Option<Shard>)> {
        match self {
            Self::Run(args) => Some((&mut args.output, args.budget.shard)),
            Self::Compare(args) => Some((&mut args.study.output, args.study.budget.shard)),
            Self::Sweep(args) => Some((&mut args.study.output, args.study.budget.shard)),
            Self::Sensitivity(args) => Some((&mut args.study.output, args.study.budget.shard)),
            _ => None,
        }
    }
}

/// `skirmish report`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("report"))]
pub(crate) struct Report {
    /// Folder left by a study, with its summary.json, or `compare`'s comparison.json
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Draw this chart alone, to the file of --out: its name is that of its file, such as streaks
    #[arg(long, value_name = "NAME", requires = "out")]
    pub(crate) chart: Option<String>,
    /// Folder for what is drawn, so that charts of two widths or themes can lie side by side [default: DIR itself]; with --chart a file, .svg or .png
    #[arg(long, short, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Do not say which files were drawn
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// `skirmish map`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("map"))]
pub(crate) struct Map {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Draw how far this unit moves and shoots (repeat for more)
    #[arg(long, value_name = "UNIT")]
    pub(crate) show: Vec<String>,
    /// File for the picture, .svg or .png [default: NAME-map.svg in the folder you are in]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw it anew whenever the file changes, or one that it names, until Ctrl-C
    #[arg(long, requires = "file")]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// What is played, and by which rules.
#[derive(Debug, ClapArgs)]
pub(crate) struct Battle {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) dice: Dice,
}

/// The dice of games, and whether games are paired.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Dice {
    /// Seed for all dice: the same seed always gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play games in pairs on the same dice, each side starting one of them (only where lots decide who starts)
    #[arg(long, default_value = "auto", value_parser = choice(PAIRS))]
    pub(crate) pairs: Pairs,
}

impl Dice {
    pub(crate) const fn unpaired(seed: u64) -> Self {
        Self { seed, pairs: Pairs::Off }
    }

    /// Returns the dice as rolled: unpaired if there was no time to find out whether pairs help.
    pub(crate) fn of(self, pairs: PairReport) -> Self {
        match pairs.reason {
            PairReason::NoTime => Self::unpaired(self.seed),
            _ => self,
        }
    }
}

/// A word of the command line, its help and its value.
type Choice<T> = (&'static str, &'static str, T);

const PAIRS: &[Choice<Pairs>] = &[
    ("auto", "Where it narrows the intervals", Pairs::Auto),
    ("on", "Always", Pairs::On),
    ("off", "Never", Pairs::Off),
];

/// Parses one of several words into its value.
fn choice<T: Copy + Send + Sync + 'static>(
    all: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let words = all.iter().map(|(word, meaning, _)| PossibleValue::new(*word).help(*meaning));
    PossibleValuesParser::new(words).map(|word| {
        let found = all.iter().find(|(known, ..)| *known == word);
        found.expect("only words of the choice should pass").2
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Options of every command that plays many games.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Playing {
    /// How many threads; the results are the same with any number [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<u16>,
    /// Print the answer alone: no progress bar, no list of files
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print definitions, methods and sources, too
    #[arg(long)]
    pub(crate) explain: bool,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Which share of the games is played, if not all.
    #[arg(skip)]
    pub(crate) shard: Option<Shard>,
}

/// Where results go, and how they are played, printed and drawn.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Output {
    #[command(flatten)]
    pub(crate) playing: Playing,
    /// Folder for tables and charts
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// What becomes of results that an interrupted call kept.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Kept {
    /// Pick up where an interrupted call left off. The same command does so by itself; with this option it says if there
    /// is nothing to pick up
    #[arg(long)]
    pub(crate) resume: bool,
    /// Start afresh, and remove what an interrupted call has kept in the folder
    #[arg(long, conflicts_with = "resume")]
    pub(crate) fresh: bool,
}

fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| {
        "expected a number from 1 to 1024; without --threads there is one for each processor"
            .to_owned()
    })
}

/// `skirmish run`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for tables and charts [default: skirmish-out/NAME]")))]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) battle: Battle,
    #[command(flatten)]
    pub(crate) budget: Budget<100_000>,
    #[command(flatten)]
    pub(crate) about: About,
    #[command(flatten)]
    pub(crate) panel: Panel,
    /// Write games.csv too, one row per game
    #[arg(long, conflicts_with = "shard")]
    pub(crate) games_csv: bool,
    /// Draw where on the table figures stand, fall, shoot and seize the initiative, over all games, which are played again
    /// for that
    #[arg(long, conflicts_with = "shard")]
    pub(crate) heat: bool,
    /// Leave pages of games worth a look: a typical one, the shortest, the greatest upset and others (watch.csv)
    #[arg(long, conflicts_with = "shard")]
    pub(crate) keep_interesting: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `skirmish compare`.
#[derive(Debug, Clone, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for tables and charts [default: skirmish-out/compare-NAME]")))]
pub(crate) struct Compare {
    /// One scenario, or two: files, or names of those that come with the program; without any, the flank run
    #[arg(num_args = 0..=2)]
    pub(crate) files: Vec<String>,
    /// Set a value of the rulebook or the scenario by its path, under every variant (repeat for more)
    #[arg(long, value_name = "PATH=VALUE", value_parser = Override::parse)]
    pub(crate) set: Vec<Override>,
    /// The same under the second variant only
    #[arg(long = "with", value_name = "PATH=VALUE", value_parser = Override::parse)]
    pub(crate) with: Vec<Override>,
    /// Compare the battle under these initiative systems, or under `all` that come with the program; `own` is that of
    /// the battle's rules, such as a turn that you have written
    #[arg(
        long,
        value_name = "SYSTEM,…",
        value_delimiter = ',',
        value_parser = systems_or_all(),
        conflicts_with = "with"
    )]
    pub(crate) initiative: Vec<String>,
    /// Compare the battle under these ways of fighting, or under `all` that know its troop types and weapons; `own` is
    /// that of the battle's rules, such as steps that you have written
    #[arg(
        long,
        value_name = "FIGHTING,…",
        value_delimiter = ',',
        value_parser = ways_or_all(),
        conflicts_with_all = ["with", "initiative"]
    )]
    pub(crate) fighting: Vec<String>,
    #[command(flatten)]
    pub(crate) players: Players,
    #[command(flatten)]
    pub(crate) about: About,
    #[command(flatten)]
    pub(crate) study: Study<20_000>,
}

/// `skirmish check`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("check"))]
pub(crate) struct Check {
    /// Scenarios whose expectations are checked
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) panel: Panel,
    #[command(flatten)]
    pub(crate) dice: Dice,
    /// Most games of each scenario; a search for `exploitable` plays 20,000 at least
    #[arg(long, value_name = "N", default_value_t = 64_000, value_parser = budget::games::<1_000_000_000>)]
    pub(crate) games: u64,
    /// Stop after this long: `30s`, `5m` or `2h`. Whatever is not settled by then is inconclusive
    #[arg(long = "for", id = "time", value_name = "T", value_parser = budget::time)]
    pub(crate) time: Option<Duration>,
    /// How often a verdict may be wrong, over all expectations together
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = error_rate)]
    pub(crate) error: f64,
    #[command(flatten)]
    pub(crate) playing: Playing,
    /// Compare with measures written earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write down where every measure stands now, to compare with later
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Write JUnit XML for a build server
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write a summary in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Print annotations for GitHub
    #[arg(long)]
    pub(crate) github: bool,
    /// Folder where a check keeps what it has played until it is done [default: skirmish-out/check-NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

/// Reads an error rate between 0 and 0.5, both excluded.
fn error_rate(text: &str) -> Result<f64, String> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    match number.trim().parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate / unit < 0.5 => Ok(rate / unit),
        _ => Err("expected a share between 0 and 0.5, such as 0.01 or 1%".to_owned()),
    }
}

/// `skirmish replay`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("replay"))]
pub(crate) struct Replay {
    #[command(flatten)]
    pub(crate) battle: Battle,
    /// Which game of the run, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) game: u64,
    /// Use these dice instead of the seed's, in order: `4,17,3`
    #[arg(long, value_name = "ROLLS", value_delimiter = ',', conflicts_with = "game")]
    pub(crate) dice: Option<Vec<u8>>,
    /// Find the game of this kind among the first --games: `typical` (of the usual ending and length), `draw`, `longest`,
    /// `shortest`, `upset` (the weaker side wins with most figures left), `closest` (the winner has fewest left), a side, or words of an ending, such as `holds shrine`
    #[arg(long, value_name = "KIND", conflicts_with_all = ["game", "dice"])]
    pub(crate) find: Option<String>,
    /// How many games to look through for --find
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "find")]
    pub(crate) games: u64,
    /// Write the game as a page to watch: the table, action by action, with what was rolled
    #[arg(long, value_name = "FILE", conflicts_with = "dice")]
    pub(crate) html: Option<PathBuf>,
    /// Write the game as JSON for other viewers: the table, and where everybody stands after each action
    #[arg(long, value_name = "FILE", conflicts_with = "dice")]
    pub(crate) json: Option<PathBuf>,
    /// Draw the table after an action, `4`, or after each of several, `4..9` (0: as it is set up), as BATTLE-game-N-a04.svg
    #[arg(long, value_name = "ACTIONS", value_parser = actions, conflicts_with = "dice")]
    pub(crate) svg: Option<RangeInclusive<u32>>,
    /// Folder for what --svg draws [default: the working folder]
    #[arg(long, value_name = "FOLDER", requires = "svg")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the table after each action as one moving picture, an animated PNG (needs a program built with `--features png`)
    #[arg(long, value_name = "FILE", conflicts_with = "dice")]
    pub(crate) apng: Option<PathBuf>,
    /// Show where every figure ends up, too
    #[arg(long)]
    pub(crate) detail: bool,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

fn actions(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let range = from.parse().ok().zip(to.parse().ok()).filter(|(from, to)| from <= to);
    let range = range.map(|(from, to)| from..=to);
    range.ok_or_else(|| {
        "expected the number of an action, or from the first to the last: 4..9".into()
    })
}

/// `skirmish odds`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Odds {
    #[command(subcommand)]
    pub(crate) question: OddsQuestion,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OddsQuestion {
    /// The chance to seize the initiative (LL-03)
    Seize(OddsSeize),
    /// How long a side goes on before the other can act (LL-03, LL-07, TN-09)
    Streak(OddsStreak),
    /// The chance of a shot to hit, and by the host rules what it does (PG-07, PG-10, PG-11; HOST-2)
    Hit(OddsHit),
    /// How long reloading takes (PG-09, PG-12)
    Reload(OddsReload),
    /// What a round of hand-to-hand combat brings, and how long until a fighter is hit (PG-13, PG-14)
    Melee(OddsMelee),
    /// Whether a unit out of control acts, waits or runs (PG-04)
    Activation(OddsActivation),
    /// Whether a run, a spell or anything else that takes time is over before a shot or a blow (AD-04 to AD-08)
    Crossing(OddsCrossing),
    /// Which figure acts first in a round, by the dice of both sides (AD-01, AD-02)
    Order(OddsOrder),
    /// Who strikes first, and how often, by the speed factors of two weapons (AD-10)
    Strikes(OddsStrikes),
    /// The chance of a blow or a shot to hit, and how many it takes to fell a figure, by armour class and hit points
    /// (ADC-1 to ADC-4)
    Blows(OddsBlows),
    /// Which side is surprised before the first round, and for how long (ADC-9)
    Surprise(OddsSurprise),
    /// Who becomes the Instigator, and how many turns are struck off first (WS-01)
    Instigator(OddsInstigator),
    /// Who falls in a chain of technique tests, and how long it lasts (WSC-6)
    Techniques(OddsTechniques),
    /// What comes of one attack by a stacked test, a die read against two attributes (WSC-5)
    Stacked(OddsStacked),
    /// What comes of one figure's attack, step by step, where a rulebook lays out fighting in tables (FT-01 to FT-06)
    Attack(OddsAttack),
    /// Who wins a melee by such steps, and how many rounds it takes (FT-07)
    Duel(OddsDuel),
}

/// The rulebook that a question is about.
#[derive(Debug, ClapArgs)]
pub(crate) struct Rules {
    /// Rulebook, by name or path
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: String,
    /// Set a value of the rulebook by its path; `skirmish list parameters --rules RULES` has them (repeat for more)
    #[arg(long, value_name = "PATH=VALUE", value_parser = Override::parse)]
    pub(crate) set: Vec<Override>,
}

/// The rulebook, and the format of the answer.
#[derive(Debug, ClapArgs)]
pub(crate) struct RulesAndFormat {
    #[command(flatten)]
    pub(crate) book: Rules,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

/// Makes `--rules` of a question default to a rulebook.
fn usual(rules: Arg, name: &'static str) -> Arg {
    rules.required(false).default_value(name)
}

/// The nominee to seize, and its factors.
#[derive(Debug, ClapArgs)]
pub(crate) struct Nominee {
    /// Troop type of the nominated figure [default: average]
    #[arg(long, value_name = "TROOPS")]
    pub(crate) troops: Option<String>,
    /// Its rank, if it is a leader itself
    #[arg(long, value_name = "RANK")]
    pub(crate) leader: Option<String>,
    /// A tactical factor that applies, with a count if it has one: `in-reach`, `enemy-shots=2` (repeat for more)
    #[arg(long = "factor", value_name = "NAME[=COUNT]")]
    pub(crate) factors: Vec<String>,
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "lloyd")))]
pub(crate) struct OddsSeize {
    #[command(flatten)]
    pub(crate) nominee: Nominee,
    /// All troop types by all ranks under these factors
    #[arg(long, conflicts_with_all = ["troops", "leader"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "lloyd")))]
pub(crate) struct OddsStreak {
    #[command(flatten)]
    pub(crate) nominee: Nominee,
    /// Which actions are shooting actions: `always`, `never`, `first`, or `every=K` [default: never]
    #[arg(long, value_name = "WHEN")]
    pub(crate) shooting: Option<String>,
    /// All troop types by all ranks: the mean streak of each
    #[arg(long, conflicts_with_all = ["troops", "leader"])]
    pub(crate) table: bool,
    /// Where a turn says who is next (`dice-bag`, `alternate` and the like): units of each side, such as `3,2`, while nobody is
    /// lost [default: 1,1]
    #[arg(long, value_name = "A,B", value_parser = pair)]
    pub(crate) units: Option<[u8; 2]>,
    /// How many of them have a leader [default: all]
    #[arg(long, value_name = "A,B", value_parser = pair)]
    pub(crate) led: Option<[u8; 2]>,
    /// Lengths to list of a streak that may last for ever
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) lengths: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// Reads two small numbers, one for each side.
fn pair(text: &str) -> Result<[u8; 2], String> {
    let numbers: Result<Vec<u8>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let both: Option<[u8; 2]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    both.ok_or_else(|| "expected a number for each side, such as 3,2".to_owned())
}

/// `skirmish explain`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Explain {
    /// A rulebook (`lloyd`, or a file of your own), a rule (`LL-07`), a parameter (`seize.base.average`), a bot (`captain`), `bots`, `factors`,
    /// `features`, `file`, `rulebook`, `limits`, `measures`, `outputs` or `problems`
    pub(crate) topic: Option<String>,
    /// Rulebook to look rules and parameters up in, by name or path [default: the first that has them]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

/// `skirmish list`.
#[derive(Debug, ClapArgs)]
pub(crate) struct List {
    /// Show only this list
    #[arg(value_enum)]
    pub(crate) what: Option<Listed>,
    /// With `parameters` and `ways`, a scenario: lists every path that can be set in it, sides and bodies too, or every point
    /// that bots can go by. Otherwise a file
    /// that comes with the program, printed as by `skirmish export`
    pub(crate) name: Option<String>,
    /// List only parameters with this word in their path or meaning
    #[arg(long, value_name = "WORD")]
    pub(crate) find: Option<String>,
    /// Rulebook whose troops or parameters are listed, by name or path: `lloyd` if none is given. With a battle: it is played by
    /// this one, not by its own
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Shipped scenarios
    Scenarios,
    /// Shipped rulebooks
    Rulebooks,
    /// Shipped bots
    Bots,
    /// Players that come with the program, and what their battles are worth between them
    Players,
    /// Rules by number
    Rules,
    /// Troop types of a rulebook, with their dice and what they are worth
    Troops,
    /// Parameters with their values and origins
    Parameters,
    /// Points of a battle that bots can go by
    Ways,
}
