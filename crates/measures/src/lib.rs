//! What is counted in games and what is measured of it: one list for files that expect something, for the simulator and for
//! reports.

mod quantity;
mod rows;
mod words;

pub use quantity::{ENDINGS, QUANTITIES, Quantity};
pub use rows::MEASURES;
pub use words::{measure_head, measured, renamed_hint};

use skirmish_engine::side::Side;

use Quantity as Q;

/// A measure: the total of one quantity over that of another.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// Its name on the command line and in files, such as `win-rate`.
    pub name: &'static str,
    /// What people call it, alone, of a side (`{}`), and at the head of a chart or page.
    words: &'static str,
    of_side: Option<&'static str>,
    head: Option<&'static str>,
    /// What its values count, and a what: `figures a game`; of a share, of what.
    pub unit: &'static str,
    /// What it means, as printed with it.
    pub about: &'static str,
    /// Whether there is one for each side.
    pub by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub is_share: bool,
    /// What is counted; of a measure by side, that of side A.
    of: Q,
    /// By what it is divided.
    per: Q,
}

impl Measure {
    /// The measure that is called so: `win-rate`, or `win rate` in words.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = name.trim().replace(' ', "-");
        MEASURES.iter().find(|measure| measure.name == name)
    }

    /// The places of what is counted and of what it is divided by.
    pub fn places(&self, side: Option<Side>) -> (usize, usize) {
        let side = side.unwrap_or(Side::A);
        // The quantities that a measure by side may be divided by and that are not themselves by side.
        let is_common = matches!(self.per, Q::Games | Q::Chances);
        let per = if is_common { self.per as usize } else { self.per.index(side) };
        (self.of.index(side), per)
    }

    /// Of a measure of how games end, the place of the ending among [`ENDINGS`].
    pub fn ending(&self, side: Option<Side>) -> Option<usize> {
        let (of, _) = self.places(side);
        ENDINGS.iter().position(|ending| *ending as usize == of)
    }

    /// Whether it counts something a game: what it is divided by is one in every game of a battle, or in none.
    pub const fn is_a_game(&self) -> bool {
        matches!(self.per, Q::Games | Q::GroundA | Q::SeizingA)
    }

    /// Whether it is a share of games: each game is one trial.
    pub const fn is_of_games(&self) -> bool {
        self.is_share && self.is_a_game()
    }

    /// The sides that it is measured for.
    pub fn sides(&self) -> &'static [Option<Side>] {
        if self.by_side { &[Some(Side::A), Some(Side::B)] } else { &[None] }
    }
}

/// Every measure of one side, or of the game.
pub fn cells() -> impl Iterator<Item = (&'static Measure, Option<Side>)> {
    MEASURES.iter().flat_map(|measure| measure.sides().iter().map(move |side| (measure, *side)))
}

/// The place of a measure among [`cells`]; `None` if it is not measured so.
pub fn cell(measure: &Measure, side: Option<Side>) -> Option<usize> {
    cells().position(|(other, of)| other.name == measure.name && of == side)
}
