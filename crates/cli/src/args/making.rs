//! Options of commands about files of the user's, and files that come with the program.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use clap_complete::Shell;

/// `skirmish new`.
#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    /// What to make
    #[arg(value_enum)]
    pub(crate) what: Made,
    /// Its name, and its file's: `ford` for `ford.toml`, or `battles/ford`
    pub(crate) name: String,
    /// Start from one that comes with the program: a scenario, a rulebook to change, or a bot
    #[arg(long, value_name = "NAME")]
    pub(crate) from: Option<String>,
    /// Rulebook for a battle, by name or path, whose troops fight it [default: lloyd]
    #[arg(long, value_name = "RULES", conflicts_with = "from")]
    pub(crate) rules: Option<String>,
    /// Overwrite a file of that name
    #[arg(long)]
    pub(crate) force: bool,
    /// Do not say what to try next
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What `skirmish new` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Made {
    /// Board, sides and goals
    #[value(alias = "scenario")]
    Battle,
    /// Rules: profiles, weapons, and how they fight
    #[value(alias = "rules")]
    Rulebook,
    /// How a side is played
    Bot,
}

/// `skirmish export`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// Name of a scenario, a rulebook, a bot or a file of players; `skirmish list` has them all
    pub(crate) name: String,
    /// Write it to this file instead
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite a file of that name
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// `skirmish schema`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Schema {
    /// Which kind of file
    #[arg(value_enum, default_value_t = Described::Scenario)]
    pub(crate) what: Described,
    /// Write all kinds into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "what")]
    pub(crate) out: Option<PathBuf>,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Described {
    /// A battle
    Scenario,
    /// Rules
    Rulebook,
    /// A bot in a file of its own
    Bot,
    /// Bots for both sides, with their shares
    Players,
    /// A game as JSON, by `skirmish replay --json`
    Replay,
}

/// `skirmish completions`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("completions"))]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
