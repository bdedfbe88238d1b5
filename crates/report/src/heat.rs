//! Where on the table things happen, over all games of a run: whole counts in squares.

use serde::{Deserialize, Serialize};

use crate::chart::Spot;

/// How often things happen in each square of a grid over the table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Heat {
    /// Length of a square's edge, in the table's unit.
    pub edge: f64,
    /// Games in all.
    pub games: u64,
    /// A map for each side and thing.
    pub maps: Vec<HeatMap>,
}

/// What one side does or suffers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct HeatMap {
    /// Name of the side.
    pub side: String,
    /// `stands` at the end of a round, stands when the game `ends`, `falls`, `shoots`, `is shot at` or `seizes`.
    pub what: String,
    /// The round, from 1; 0 if it is of none.
    pub round: u32,
    /// Games that came so far.
    pub games: u64,
    /// A line for each row of squares, the lowest first, with a number for each square from the left.
    pub counts: Vec<String>,
}

impl HeatMap {
    /// Returns the counts, row by row; what is no number counts as nothing.
    pub(crate) fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> {
        let number = |count: &str| count.parse::<u64>().unwrap_or(0);
        self.counts.iter().map(move |row| row.split(' ').map(number))
    }

    /// Returns the greatest count.
    pub(crate) fn most(&self) -> u64 {
        self.rows().flatten().max().unwrap_or(0)
    }

    /// Returns the middle of each square with its count.
    pub(crate) fn cells(&self, heat: &Heat) -> impl Iterator<Item = (Spot, u64)> {
        let middle = move |k: usize| (k as f64 + 0.5) * heat.edge;
        self.rows().enumerate().flat_map(move |(row, counts)| {
            counts.enumerate().map(move |(column, count)| ((middle(column), middle(row)), count))
        })
    }
}

crate::rows! {
    /// Where on the table things happen, over all games: a row for each side, thing and square in which it does. There only with
    /// `--heat`.
    pub struct HeatRow in "heat.csv" {
        /// Side.
        pub side: String => Text,
        /// `stands` at the end of a round, stands when the game `ends`, `falls`, `shoots`, `is shot at`, or `seizes` the
        /// initiative.
        pub what: String => Text,
        /// Round at whose end it stands there; 0 for everything else.
        pub round: u32 => Whole,
        /// Distance of the middle of the square from the left edge of the table.
        pub x: f64 => Number,
        /// Its distance from the lower edge.
        pub y: f64 => Number,
        /// How often, over all games.
        pub count: u64 => Whole,
        /// How often in a game; at the end of a round, in a game that comes to it.
        pub a_game: f64 => Number,
    }
}

impl Heat {
    /// Returns the squares in which anything happens.
    pub(crate) fn table(&self) -> Vec<HeatRow> {
        let mut all = Vec::new();
        for map in &self.maps {
            for ((x, y), count) in map.cells(self).filter(|(_, count)| *count > 0) {
                all.push(HeatRow {
                    side: map.side.clone(),
                    what: map.what.clone(),
                    round: map.round,
                    x,
                    y,
                    count,
                    a_game: count as f64 / map.games.max(1) as f64,
                });
            }
        }
        all
    }
}
