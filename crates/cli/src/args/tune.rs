//! The command line of `skirmish tune`.

use std::time::Duration;

use clap::Args as ClapArgs;
use skirmish_search::tune::MOST_CELLS;

use super::budget::{games, time};
use super::{Dice, Output, Settings, error_rate};

/// Most games of each edit in each battle, if it is not said.
pub(crate) const TUNE_GAMES: u64 = 64_000;

/// `skirmish tune`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for the edit, tables and charts [default: skirmish-out/tune-NAME]")))]
#[command(after_help = examples!("tune"))]
pub(crate) struct Tune {
    /// Scenario files played by one rulebook, or the names of some that come with the program
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// A target (repeat for more); without any, the `[[expect]]` rows of the files
    #[arg(long, value_name = "MEASURE [SIDE] A..B")]
    pub(crate) target: Vec<String>,
    /// Change only numbers whose paths begin with this; `*` stands for one part, as in `seize.*.average`
    #[arg(long, value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) may: Vec<String>,
    /// Leave alone the numbers whose paths begin with this
    #[arg(long, value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,
    /// Most numbers that an edit may change
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MOST_CELLS as i64))]
    pub(crate) cells: Option<u8>,
    /// Most steps that a number may move: a step is 1 for whole numbers, the next die, a round length
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(crate) steps: Option<u8>,
    /// Let an edit change the order of a table: better troops may seize on more than worse ones, a bow reach less far at
    /// long range than at medium
    #[arg(long)]
    pub(crate) any_order: bool,
    /// Other players with whom the targets must hold, too: `own` for the bots of the files, `solved` for those that come
    /// with the program, or a file (repeat for more)
    #[arg(long, value_name = "WHO")]
    pub(crate) also_players: Vec<String>,
    /// How often the answer may be wrong: half of it for an edit that misses a target, half for a cheaper one passed
    /// over
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub(crate) error: f64,
    /// Most games of each edit in each battle
    #[arg(long, value_name = "N", default_value_t = TUNE_GAMES, value_parser = games::<1_000_000_000>)]
    pub(crate) games: u64,
    /// Take at most this long: `30s`, `5m` or `2h`
    #[arg(long = "for", id = "time", value_name = "T", value_parser = time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) dice: Dice,
    #[command(flatten)]
    pub(crate) output: Output,
}
