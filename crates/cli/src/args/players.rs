//! The command line of searches for players.

use std::time::Duration;

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use skirmish_search::solve::LEAST;

use super::budget::{games, time};
use super::settings::PLAYOUTS;
use super::{Kept, Output, Settings};

/// `skirmish exploit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("exploit"))]
pub(crate) struct Exploit {
    /// The side that looks for a better player [default: one side after the other]
    #[arg(long, value_name = "NAME")]
    pub(crate) side: Option<String>,
    /// A yardstick: what a player wins in 200 games if, at every third action, it plays this many games ahead by
    /// each bot that the search began with, and goes on by the best (takes minutes)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(*PLAYOUTS.start())..=i64::from(*PLAYOUTS.end())))]
    pub(crate) thinker: Option<u32>,
    /// Least number of games for the search, which ends with the generation (some 9,000 games) in which they run out. It
    /// plays some hundred thousand more to strip what it found of all that is not worth keeping, and 20,000 with each
    /// player that it reports
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = games::<1_000_000_000_000>)]
    games: u64,
    #[command(flatten)]
    pub(crate) search: Search,
}

/// `skirmish solve`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("solve"))]
pub(crate) struct Solve {
    /// Stop when neither side gains more than this, in percentage points, by a player of its own in three rounds in a row,
    /// each of which searches twice as long as the one before
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, value_parser = points)]
    pub(crate) delta: f64,
    /// Games of each search for a best answer: with fewer there are more rounds. After a round in which neither side
    /// gained, the next one searches twice as long. At least 20,000: fewer would try little beyond the starting scripts
    #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = searched::<1_000_000_000>)]
    pub(crate) answer: u64,
    /// Most games to play, unless both sides settle sooner: the search ends with the round in which they run out. A round
    /// has two searches of --answer games each, or of two and four times as many where nothing was gained before, and
    /// some 80,000 games around them, and there is always one: at least 20,000 games
    #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = searched::<1_000_000_000_000>)]
    games: u64,
    #[command(flatten)]
    pub(crate) search: Search,
}

impl Exploit {
    pub(crate) const fn games(&self) -> u64 {
        self.search.of(self.games)
    }
}

impl Solve {
    pub(crate) const fn games(&self) -> u64 {
        self.search.of(self.games)
    }
}

/// What a search searches with, and in which battle.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("out", |out| out.help("Folder for players, tables and charts [default: skirmish-out/exploit-NAME or skirmish-out/solve-NAME]")))]
pub(crate) struct Search {
    /// Scenario file, or the name of one that comes with the program; without it, the flank run
    pub(crate) file: Option<String>,
    /// Take this long, all told: `30s`, `5m` or `2h`. Some of it is set aside to find out what the players found are
    /// worth. There is an answer then or soon after (a second and a tenth of the time at most, where a game takes no
    /// longer); what there was no time for is left out, and said. The answer says how many games that came to; `--games`
    /// with that number finds the same players
    #[arg(long = "for", id = "time", value_name = "T", value_parser = time, conflicts_with = "games")]
    time: Option<Duration>,
    /// Seed for all dice: the same seed and games find the same players again
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Search no further, whatever games or time are given: report what an interrupted search has found
    #[arg(long, conflicts_with = "fresh")]
    tell: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Search {
    /// Returns whether it only reports what is kept, and keeps it for later.
    pub(crate) const fn tells(&self) -> bool {
        self.tell
    }

    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.filter(|_| !self.tell)
    }

    /// Returns what becomes of kept results; `--tell` needs them.
    pub(crate) const fn kept(&self) -> Kept {
        let Kept { resume, fresh } = self.output.kept;
        Kept { resume: resume || self.tell, fresh }
    }

    /// Returns the games asked for; for `--tell` any kept games are enough.
    const fn of(&self, games: u64) -> u64 {
        if self.tell { 1 } else { games }
    }
}

/// Reads games of a search for an answer, up to `MOST`, and not too few for one.
fn searched<const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = games::<MOST>(text)?;
    let few = || {
        format!(
            "expected {} or more: fewer would try little beyond the starting scripts",
            HumanCount(LEAST)
        )
    };
    (number >= LEAST).then_some(number).ok_or_else(few)
}

fn points(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse::<f64>();
    number
        .ok()
        .filter(|points| (0.1..=50.0).contains(points))
        .ok_or_else(|| "expected a number of points from 0.1 to 50, such as 2".to_owned())
}
