//! What went wrong, in words, and what to do about it.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;

use skirmish_engine::battle::BattleError;
use skirmish_odds::OddsError;
use skirmish_scenario::{Parameter, Problems, near};
use skirmish_simulator::RunError;

use crate::interrupt::is_interrupted;
use crate::shell::quoted;

/// What comes of a command or a part of it, or why nothing does.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line cannot be understood, or asks for something that does not exist; with hints.
    Usage(String, Vec<String>),
    Files(Problems),
    /// Something could not be read or written; with hints.
    Io(String, io::Error, Vec<String>),
    /// A game could not be played, which is a bug.
    Bug(String, Vec<String>),
    /// Stopped by the user, or by the clock before there was an answer. What was played is kept.
    Interrupted(String),
    /// A check failed or was inconclusive, and has been reported; holds the exit status.
    Check(u8),
    /// The reader of the output has gone, which is no error.
    Closed,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into(), Vec::new())
    }

    pub(crate) fn hinted(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage(message.into(), vec![hint.into()])
    }

    /// Returns the failure for an unknown name, with similar names and what else there is.
    pub(crate) fn no_such(
        message: impl Into<String>,
        found: &str,
        known: &[impl AsRef<str>],
        others: impl Into<String>,
    ) -> Self {
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let hints = did_you_mean(found, &known).into_iter().chain([others.into()]);
        Self::Usage(message.into(), hints.collect())
    }

    pub(crate) fn bug(error: impl Display) -> Self {
        Self::Bug(error.to_string(), Vec::new())
    }

    /// Returns the failure of reading or writing. A broken pipe becomes `Failure::Closed`.
    pub(crate) fn io(what: impl Into<String>, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Io(what.into(), error, Vec::new())
        }
    }
}

/// Returns why something could not be read or written, without the system's error number.
pub(crate) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Files(problems)
    }
}

impl From<OddsError> for Failure {
    fn from(error: OddsError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<BattleError> for Failure {
    fn from(error: BattleError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::StarterIsFixed => Self::hinted(
                error.to_string(),
                "leave `--pairs on` out; or, if the scenario has `starts`, leave that out",
            ),
            RunError::Stopped { .. } => nothing_played(),
            RunError::Panicked { game, seed, .. } => Self::Bug(
                error.to_string(),
                vec![format!("see it with `skirmish replay FILE --seed {seed} --game {game}`")],
            ),
            other => Self::Bug(other.to_string(), Vec::new()),
        }
    }
}

/// Play was stopped before there was anything to tell.
pub(crate) fn nothing_played() -> Failure {
    Failure::Interrupted(match is_interrupted() {
        true => "nothing had been played yet",
        false => {
            "time ran out before the first games were over; allow more with --for, or see with `--games 1 --pairs off` \
             how long one takes"
        }
    }
    .to_owned())
}

/// Returns a hint with names like a misspelled one, if there are any.
pub(crate) fn did_you_mean(found: &str, known: &[&str]) -> Option<String> {
    let near: Vec<_> = near(found, known).into_iter().map(|name| format!("`{name}`")).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = String>) -> Failure {
    let known: Vec<String> = known.collect();
    let others = format!("it has {}; `--rules` names another rulebook", known.join(", "));
    Failure::no_such(format!("{what} `{name}` is not in the rulebook"), name, &known, others)
}

/// Returns the failure for a path without numbers in the rules in use. A table counts as well as a number in it.
pub(crate) fn no_number(asked: &str, parameters: &[Parameter], file: &str) -> Failure {
    let tables = parameters.iter().flat_map(|it| {
        it.path.match_indices('.').map(|(end, _)| &it.path[..end]).chain([it.path.as_str()])
    });
    let known: BTreeSet<&str> = tables.collect();
    Failure::no_such(
        format!("no number of the rules in use is called `{asked}` or begins with it"),
        asked,
        &known.into_iter().collect::<Vec<_>>(),
        see_all_numbers(file),
    )
}

pub(crate) fn see_all_numbers(file: &str) -> String {
    format!("see them all with `skirmish list parameters {}`", quoted(file))
}
