//! What is counted in games and what is measured of it: one list for rules files, the simulator and reports.

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
    /// What people call it: alone, of a side (`{}`), and at the head of a chart or page.
    words: &'static str,
    of_side: Option<&'static str>,
    head: Option<&'static str>,
    /// What its values count, and per what: `figures a game`; for a share, what it is a share of.
    pub unit: &'static str,
    /// What it means, as printed with it.
    pub about: &'static str,
    /// Whether there is one for each side.
    pub by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub is_share: bool,
    /// What is counted; of a measure by side, that of side A.
    of: Q,
    /// What it is divided by.
    per: Q,
}

impl Measure {
    /// Finds a measure by name, `win-rate` or `win rate`.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = name.trim().replace(' ', "-");
        MEASURES.iter().find(|measure| measure.name == name)
    }

    /// Returns the places of its two quantities: what is counted, and what that is divided by.
    pub fn places(&self, side: Option<Side>) -> (usize, usize) {
        let side = side.unwrap_or(Side::A);
        // A measure by side may be divided by one of these, which are not by side themselves.
        let is_common = matches!(self.per, Q::Games | Q::Chances);
        let per = if is_common { self.per as usize } else { self.per.index(side) };
        (self.of.index(side), per)
    }

    /// Returns the place among [`ENDINGS`] of the ending that it counts, if it counts one.
    pub fn ending(&self, side: Option<Side>) -> Option<usize> {
        let (of, _) = self.places(side);
        ENDINGS.iter().position(|ending| *ending as usize == of)
    }

    /// Returns whether it counts something a game: its divisor is 1 in every game of a battle, or 0 in all of them.
    pub const fn is_a_game(&self) -> bool {
        matches!(self.per, Q::Games | Q::GroundA | Q::SeizingA)
    }

    /// Returns whether it is a share of games, with each game as one trial.
    pub const fn is_of_games(&self) -> bool {
        self.is_share && self.is_a_game()
    }

    /// Returns the sides that it is measured for.
    pub fn sides(&self) -> &'static [Option<Side>] {
        if self.by_side { &[Some(Side::A), Some(Side::B)] } else { &[None] }
    }
}

/// Returns every measure of one side, or of the game.
pub fn cells() -> impl Iterator<Item = (&'static Measure, Option<Side>)> {
    MEASURES.iter().flat_map(|measure| measure.sides().iter().map(move |side| (measure, *side)))
}

/// Returns the place of a measure among [`cells`], if it is measured for that side.
pub fn cell(measure: &Measure, side: Option<Side>) -> Option<usize> {
    cells().position(|(other, of)| other.name == measure.name && of == side)
}
