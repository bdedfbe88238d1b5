//! The command line of those who look for players.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::budget::{games, time};
use super::{Playing, Settings};

/// `skirmish exploit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  skirmish exploit flank-run --side Raiders
  skirmish exploit flank-run --side Raiders --for 1m
  skirmish exploit archers-in-check --side Abbey --without shoot
  skirmish exploit flank-run --side Watch --players skirmish-out/solve-flank-run/players.toml")]
pub(crate) struct Exploit {
    /// The side that looks for a better player
    #[arg(long, value_name = "NAME")]
    pub(crate) side: Option<String>,
    /// What each of these actions is worth to the best player found: searches again without it. A word bars every action and reaction
    /// in which it stands: `shoot` bars `all shoot`, too. Several words, such as `move to objective`, stand together
    #[arg(long, value_name = "ACTION,…", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// A yardstick: what a player wins in 200 games who plays out so many games in his mind for each action that he might
    /// take, at each choice, and goes on by the script. It takes minutes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=1024))]
    pub(crate) thinker: Option<u32>,
    #[command(flatten)]
    pub(crate) search: Search<400_000>,
}

/// `skirmish solve`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  skirmish solve flank-run
  skirmish solve flank-run --initiative alternate --for 3m
  skirmish run flank-run --players skirmish-out/solve-flank-run/players.toml")]
pub(crate) struct Solve {
    /// What neither side may gain any more by a player of its own, in points of a hundred
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, value_parser = points)]
    pub(crate) delta: f64,
    /// Games of each search for a best answer: with fewer there are more rounds
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = games::<1_000_000_000>)]
    pub(crate) answer: u64,
    #[command(flatten)]
    pub(crate) search: Search<4_000_000>,
}

/// Where, how hard and with what one searches; `GAMES` is the usual number of games.
#[derive(Debug, ClapArgs)]
pub(crate) struct Search<const GAMES: u64> {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    /// How many games the search plays at least: what is begun when they run out is played to its end. `exploit` begins
    /// generations of some 9,000; beyond these games it plays some tens of thousands to strip what it has found of what is
    /// not worth its keep, and 20,000 with each player that it tells of. `solve` begins rounds of two searches with --answer
    /// games each, and some 80,000 around them
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = games::<1_000_000_000_000>)]
    pub(crate) games: u64,
    /// Take so long, all told: `30s`, `5m` or `2h`. Some of it is kept to find out what the players found are worth; where there
    /// is no time for that, what was searched is kept, for `--resume`. The number of games reached is told; with `--games` the
    /// same players are found again
    #[arg(long = "for", id = "time", value_name = "T", value_parser = time, conflicts_with = "games")]
    pub(crate) time: Option<Duration>,
    /// Seed of all dice: the same seed and games find the same players for ever
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) settings: Settings,
    #[command(flatten)]
    pub(crate) playing: Playing,
    /// Folder for players, tables and charts [default: skirmish-out/exploit-NAME or skirmish-out/solve-NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on from what an interrupted call has kept in the folder
    #[arg(long)]
    pub(crate) resume: bool,
}

/// How hard a command searches that does not search alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Searching {
    /// So many games.
    Games(u64),
    /// So long.
    For(Duration),
}

impl Searching {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.ends_with(|c: char| c.is_ascii_alphabetic()) {
            true => time(text).map(Self::For),
            false => games::<1_000_000_000_000>(text).map(Self::Games),
        }
    }
}

fn points(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse::<f64>();
    number
        .ok()
        .filter(|points| (0.1..=50.0).contains(points))
        .ok_or_else(|| "expected a number of points from 0.1 to 50, such as 2".to_owned())
}
