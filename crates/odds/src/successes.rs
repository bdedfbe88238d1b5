//! How many of several equal, independent attempts succeed: hits of a volley, seizes of a game.

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// Returns the number of successes in `attempts` independent attempts with this chance each (the binomial distribution).
pub fn successes(attempts: u32, chance: &Ratio) -> Result<Pmf, OddsError> {
    let one = Pmf::from_chances([(0, &Ratio::ONE - chance.as_chance()?), (1, chance.clone())])?;
    Ok(one.repeat(attempts))
}
