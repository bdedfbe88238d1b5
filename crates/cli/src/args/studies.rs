//! The command line of studies with many variants of one battle.

use clap::Args as ClapArgs;

use super::budget::games;
use super::{Budget, Dice, Output, Panel, Settings};
use crate::study::vary::Vary;

/// Options of every study; `GAMES` is the default number of games.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Study<const GAMES: u64> {
    #[command(flatten)]
    pub(crate) dice: Dice,
    #[command(flatten)]
    pub(crate) budget: Budget<GAMES>,
    #[command(flatten)]
    pub(crate) panel: Panel,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `skirmish sweep`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for tables and charts [default: skirmish-out/sweep-NAME]")))]
#[command(after_help = examples!("sweep"))]
pub(crate) struct Sweep {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    /// Values of a parameter by its path: a range with its step (1 if it is left out) or a list (repeat for a grid)
    #[arg(long, value_name = "PATH=A..B[/STEP]|A,B,…", required = true, value_parser = Vary::parse)]
    pub(crate) vary: Vec<Vary>,
    /// What to measure, and what `--precision` goes by [default: win-rate, the streaks that `run` tells and actions; with
    /// `--precision`, win-rate]
    #[arg(long, value_name = "MEASURE,…", value_delimiter = ',')]
    pub(crate) measure: Vec<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) study: Study<10_000>,
}

/// `skirmish sensitivity`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for tables and charts [default: skirmish-out/sensitivity-NAME]")))]
#[command(after_help = examples!("sensitivity"))]
pub(crate) struct Sensitivity {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    /// What to measure; `--precision` goes by its changes
    #[arg(long, value_name = "MEASURE", default_value = "win-rate")]
    pub(crate) measure: String,
    /// For which side [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) side: Option<String>,
    /// Change only numbers whose path is this or begins with it, such as `seize` or `weapon.bow` (repeat for more)
    #[arg(long, value_name = "PATH", conflicts_with = "luck")]
    pub(crate) only: Vec<String>,
    /// Play every combination of steps of some parameters, too, at most six: how much each does alone, and how much
    /// together with others
    #[arg(long, value_name = "PATH,…", value_delimiter = ',', conflicts_with = "luck")]
    pub(crate) interactions: Vec<String>,
    /// Then play the 16 numbers that look largest for this many games more, on new dice, and report these games alone for
    /// them. `--for` does so by itself, with half of its time, where there are many numbers
    #[arg(long, value_name = "N", value_parser = games::<1_000_000_000_000>, conflicts_with_all = ["luck", "time", "precision"])]
    pub(crate) closer: Option<u64>,
    /// Find out only where the luck comes from: initiative, shooting, melee, morale
    #[arg(long, conflicts_with_all = ["precision", "bots"])]
    pub(crate) luck: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) study: Study<4_000>,
}
