//! The command line of what is split over several machines.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Command as Clap};

use super::Playing;
use crate::shards::plan::MOST;

/// `skirmish plan`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  skirmish plan --shards 64 -- compare flank-run --initiative lloyd,alternate \\
      --games 10000000
  skirmish run --plan skirmish-out/plan-compare-flank-run/plan.json --shard 1
  skirmish merge skirmish-out/plan-compare-flank-run/plan.json

What the shards depend on is fixed in the plan: they can be played in any order, on any machine with the same program and the \
same files, and again if one is cut off. `merge` plays what cannot be known in advance, and writes what one machine would \
have written.")]
pub(crate) struct Plan {
    /// How many shards, each of at least one pair of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST)))]
    pub(crate) shards: u32,
    /// Folder for the plan and its shards, which all machines can see [default: skirmish-out/plan-NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the plan over another one, and remove the shards of that
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Do not say what to do next
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// The command: `run`, `compare`, `sweep` or `sensitivity` as you would give it by itself, with a number of games
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// `skirmish merge`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Merge {
    /// The plan, beside which its shards lie
    pub(crate) plan: PathBuf,
    /// Folder for tables and charts [default: that of the plan]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Start afresh, and remove what an interrupted call has kept in the folder; shards stay
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) playing: Playing,
}

/// A shard is played as its plan says: nothing that bears on it goes beside `--plan`.
pub(super) fn shard_alone(run: Clap) -> Clap {
    const BESIDE: [&str; 5] = ["plan", "shard", "threads", "quiet", "help"];
    let ids = run.get_arguments().map(|arg| arg.get_id().clone());
    let others: Vec<_> = ids.filter(|id| !BESIDE.contains(&id.as_str())).collect();
    run.mut_arg("plan", |plan| plan.conflicts_with_all(others))
}
