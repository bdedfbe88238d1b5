//! In how many ways dice reach a number: whole numbers out of all equally likely rolls.
//!
//! The chances of a roll have one common denominator, so nothing is reduced to lowest terms before it is shown. What is kept is
//! the number of ways to *reach* each total, since rules ask for "so much or more". One more die is then a running sum:
//!
//! ```text
//!   reach'(t) = reach(t - 1) + reach(t - 2) + … + reach(t - sides)
//! ```

use std::iter::repeat_n;
use std::mem::replace;
use std::ops::{AddAssign, SubAssign};

use skirmish_engine::dice::Dice;

use crate::Natural;
use crate::error::OddsError;
use crate::every_outcome::can_be_rolled;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// The most totals that are counted in place.
const FEW: usize = 32;

/// In how many of all equally likely rolls the total of some dice reaches a number.
#[derive(Debug, Clone)]
pub struct Ways {
    /// The least total.
    min: i64,
    counts: Counts,
}

/// The ways to reach the least total, which every roll does, then the next total, and so on.
#[derive(Debug, Clone)]
enum Counts {
    // As s <= 2^(s - 1) for every number of sides s, dice with 32 totals have at most 2^31 rolls.
    Few { totals: usize, reach: [u32; FEW] },
    Many(Vec<Natural>),
}

impl Ways {
    /// Returns the ways of the total of pools of dice; pools can be mixed, such as a d8 with a d12. No dice total 0.
    pub fn of(pools: &[Dice]) -> Result<Self, OddsError> {
        if let &[Dice { count: 1, sides }] = pools
            && (1..=FEW).contains(&usize::from(sides))
        {
            return Ok(Self {
                min: 1,
                counts: Counts::Few { totals: sides.into(), reach: of_few_faces(sides) },
            });
        }
        let mut min = 0;
        let mut totals = 1;
        for dice in pools {
            can_be_rolled(*dice)?;
            min += i64::from(dice.count);
            totals += usize::from(dice.count) * usize::from(dice.sides - 1);
        }
        let mut dice = pools.iter().flat_map(|pool| repeat_n(pool.sides, pool.count.into()));
        // One die needs no sums, and no dice are as good as one with a single face.
        let first = dice.next().unwrap_or(1);
        let counts = if totals <= FEW {
            let mut reach = of_few_faces(first);
            roll_more(&mut reach, first, dice);
            Counts::Few { totals, reach }
        } else {
            let faces = |above| usize::from(first).saturating_sub(above) as u64;
            let mut reach: Vec<Natural> = (0..totals).map(|above| faces(above).into()).collect();
            roll_more(&mut reach, first, dice);
            Counts::Many(reach)
        };
        Ok(Self { min, counts })
    }

    /// Returns the number of rolls, out of [`Self::all`] equally likely ones, that show `needed` or more.
    pub fn reach(&self, needed: i64) -> Natural {
        let above = usize::try_from(needed.saturating_sub(self.min).max(0)).unwrap_or(usize::MAX);
        match &self.counts {
            Counts::Few { reach, .. } => reach.get(above).copied().unwrap_or(0).into(),
            Counts::Many(reach) => reach.get(above).cloned().unwrap_or(Natural::ZERO),
        }
    }

    /// Returns the number of equally likely rolls.
    pub fn all(&self) -> Natural {
        self.reach(self.min)
    }

    /// Returns the chance of `needed` or more.
    pub fn chance(&self, needed: i64) -> Ratio {
        Ratio::of(&self.reach(needed), &self.all())
    }

    /// Returns the least total.
    pub const fn min(&self) -> i64 {
        self.min
    }

    /// Returns the greatest total.
    pub const fn max(&self) -> i64 {
        let totals = match &self.counts {
            Counts::Few { totals, .. } => *totals,
            Counts::Many(reach) => reach.len(),
        };
        self.min + totals as i64 - 1
    }
}

/// Returns the ways of one die with few faces. Bytes are subtracted sixteen at a time.
fn of_few_faces(sides: u8) -> [u32; FEW] {
    const ABOVE: [u8; FEW] = {
        let mut above = [0; FEW];
        let mut at = 0;
        while at < FEW {
            above[at] = at as u8;
            at += 1;
        }
        above
    };
    ABOVE.map(|above| sides.saturating_sub(above)).map(u32::from)
}

/// Extends the ways of the first die to those of all dice.
fn roll_more<W>(reach: &mut [W], first: u8, dice: impl Iterator<Item = u8>)
where
    W: Clone + Default + for<'a> AddAssign<&'a W> + for<'a> SubAssign<&'a W>,
{
    let mut totals = usize::from(first);
    for sides in dice {
        totals += usize::from(sides - 1);
        roll_another(&mut reach[..totals], sides);
    }
}

/// Adds one more die; its new totals at the upper end are still 0. The window of the running sum moves down from there, so that
/// it overwrites nothing it has yet to add.
fn roll_another<W>(reach: &mut [W], sides: u8)
where
    W: Clone + Default + for<'a> AddAssign<&'a W> + for<'a> SubAssign<&'a W>,
{
    let all = reach[0].clone();
    let mut window = W::default();
    let mut leaving = W::default();
    for at in (0..reach.len()).rev() {
        window -= &leaving;
        window += match (at + 1).checked_sub(sides.into()) {
            Some(entering) => &reach[entering],
            None => &all,
        };
        leaving = replace(&mut reach[at], window.clone());
    }
}

impl Pmf {
    /// Returns the distribution of the total of a pool. Weights count the equally likely ways to roll it.
    pub fn of_dice(dice: Dice) -> Result<Self, OddsError> {
        let ways = Ways::of(&[dice])?;
        Self::from_weights((ways.min()..=ways.max()).map(|total| {
            let mut exactly = ways.reach(total);
            exactly -= &ways.reach(total + 1);
            (total, exactly)
        }))
    }
}
