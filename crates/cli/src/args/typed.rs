//! The command line as typed, option by option: kept with a command, and printed as how to get an answer again.

use std::iter::once;
use std::sync::OnceLock;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command as Clap};

use super::drawing;
use crate::shell::quoted;

/// Options that do not affect the numbers.
const ASIDE: [&str; 9] =
    ["out", "threads", "quiet", "explain", "format", "resume", "fresh", "tell", "shard"];

/// Options that set what is played.
const SETTINGS: [&str; 5] = ["--set", "--initiative", "--fighting", "--players", "--allow-outside"];

/// Alternatives for how much is played.
const BUDGETS: [&str; 3] = ["--games", "--precision", "--for"];

static TYPED: OnceLock<Typed> = OnceLock::new();

/// Returns the command being carried out.
pub(crate) fn typed() -> &'static Typed {
    TYPED.get_or_init(Typed::default)
}

/// A command with everything typed that affects its numbers.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    command: String,
    files: Vec<String>,
    options: Vec<Vec<String>>,
    /// Whether it goes on searching from what was found.
    is_search: bool,
    /// Whether it plays as many games as there is time for.
    fills_time: bool,
}

impl Typed {
    /// Returns the command in a command line.
    pub(super) fn of(matches: &ArgMatches, program: &Clap) -> Self {
        let Some((command, matches)) = matches.subcommand() else { return Self::default() };
        let mut typed = Self { command: command.to_owned(), ..Self::default() };
        let arguments =
            || program.find_subcommand(command).into_iter().flat_map(Clap::get_arguments);
        let has = |option| arguments().any(|argument| argument.get_long() == Some(option));
        (typed.is_search, typed.fills_time) = (has("tell"), has("precision"));
        for argument in arguments().filter(|argument| bears(argument, matches)) {
            let id = argument.get_id().as_str();
            for values in matches.get_raw_occurrences(id).into_iter().flatten() {
                let values = values.map(|value| value.to_string_lossy().into_owned());
                match argument.get_long() {
                    None => typed.files.extend(values),
                    Some(long) => typed.options.push(option(
                        argument,
                        format!("--{long}"),
                        values.collect::<Vec<_>>().join(","),
                    )),
                }
            }
        }
        typed
    }

    pub(super) fn carry_out(self) {
        TYPED.get_or_init(|| self);
    }

    /// Returns its words without the program's name.
    pub(crate) fn words(&self) -> Vec<String> {
        let options = self.options.iter().flatten();
        once(&self.command).chain(&self.files).chain(options).cloned().collect()
    }

    /// Returns its words without limits that may change on resuming: `--games` of a search, `--for` of a command that may be
    /// done sooner, and elsewhere the time of `--for`.
    pub(crate) fn asked(&self) -> Vec<String> {
        let kept = |words: &Vec<String>| match words[0].as_str() {
            "--games" if self.is_search => Vec::new(),
            "--for" if self.fills_time => vec![words[0].clone()],
            "--for" => Vec::new(),
            _ => words.clone(),
        };
        let options = self.options.iter().flat_map(kept);
        once(&self.command).chain(&self.files).cloned().chain(options).collect()
    }

    /// Returns the shell command with these files that gives the same numbers. The options given, such as `--games 10`, replace
    /// those typed.
    pub(crate) fn again<'f>(
        &self,
        files: impl IntoIterator<Item = &'f String>,
        given: &[String],
    ) -> String {
        let name = |words: &str| words.split([' ', '=']).next().unwrap_or_default().to_owned();
        let mut replaced: Vec<String> = given.iter().map(|words| name(words)).collect();
        if replaced.iter().any(|name| BUDGETS.contains(&name.as_str())) {
            replaced.extend(BUDGETS.map(str::to_owned));
        }
        let options = self.options.iter().filter(|words| !replaced.contains(&name(&words[0])));
        let options = options.map(|words| shown(words));
        once(format!("skirmish {}", self.command))
            .chain(files.into_iter().map(|file| quoted(file)))
            .chain(given.iter().cloned())
            .chain(options)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the settings of its battle, each quoted for a shell.
    pub(crate) fn settings(&self) -> impl Iterator<Item = String> {
        let settings = self.options.iter().filter(|words| SETTINGS.contains(&&*words[0]));
        settings.map(|words| shown(words))
    }

    /// Returns the settings that do not set a bot, for a command with other players.
    pub(crate) fn settings_but_bots(&self) -> impl Iterator<Item = String> {
        let is_bot = |set: &String| set.starts_with("--set ") && set.contains(".bot=");
        self.settings().filter(move |set| !is_bot(set))
    }

    /// Returns another command with the settings of this battle.
    pub(crate) fn after(&self, command: String) -> String {
        once(command).chain(self.settings()).collect::<Vec<_>>().join(" ")
    }
}

/// Joins words, quoted for a shell.
pub(crate) fn shown(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns whether an argument was typed and affects the numbers.
fn bears(argument: &Arg, matches: &ArgMatches) -> bool {
    let id = argument.get_id();
    matches.ids().any(|typed| typed == id)
        && matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
        && !ASIDE.contains(&id.as_str())
        && argument.get_help_heading() != Some(drawing::HEADING)
}

/// Returns an option with its value as words.
fn option(argument: &Arg, long: String, value: String) -> Vec<String> {
    match (argument.get_action().takes_values(), argument.is_require_equals_set()) {
        (false, _) => vec![long],
        (true, true) if value.is_empty() => vec![long],
        (true, true) => vec![format!("{long}={value}")],
        (true, false) => vec![long, value],
    }
}
