//! The command line of commands split over several machines.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};

use super::{Drawing, Playing};

/// One of several equal shares of a command's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) of: u32,
}

impl Shard {
    /// Each shard leaves a file.
    pub(crate) const MOST: u32 = 100_000;

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        numbers
            .and_then(|(number, of)| {
                Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
            })
            .filter(|shard| shard.is_sound())
            .ok_or_else(|| format!("expected one of at most {} shares, such as 2/64", Self::MOST))
    }

    /// Returns whether the numbers are within limits.
    pub(crate) fn is_sound(self) -> bool {
        (1..=Self::MOST).contains(&self.of) && (1..=self.of).contains(&self.number)
    }

    /// Returns its share of some games. Pairs are never split; shares differ by one pair at most.
    pub(crate) fn share(self, games: Range<u64>) -> Range<u64> {
        let pairs = (games.end - games.start).div_ceil(2);
        let before = |shards_before: u32| {
            let pairs = u128::from(pairs) * u128::from(shards_before) / u128::from(self.of);
            games.end.min(games.start + 2 * pairs as u64)
        };
        before(self.number - 1)..before(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// `skirmish merge`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("merge"))]
pub(crate) struct Merge {
    /// Folders in which shards lie
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Folder for tables and charts [default: the first DIR]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Start afresh, and remove what an interrupted call has kept in the folder; shards stay
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) playing: Playing,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shares_are_whole_pairs_and_make_the_whole() {
        for (games, of) in [(10, 3), (64, 64), (7, 2), (1_000_000_000_000, 99_999), (2, 5)] {
            let shares: Vec<_> =
                (1..=of).map(|number| Shard { number, of }.share(0..games)).collect();
            assert_eq!((shares[0].start, shares[shares.len() - 1].end), (0, games));
            assert!(shares.windows(2).all(|two| two[0].end == two[1].start));
            assert!(shares.iter().all(|share| share.start % 2 == 0 || share.start == games));
            let sizes = shares.iter().map(|share| (share.end - share.start).div_ceil(2));
            assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1), "{games} {of}");
        }
    }
}
