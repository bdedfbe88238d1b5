//! Blows against armour and hit points (ADC-1, ADC-2).
//!
//! A blow hits with chance `p` and then does damage `D`, 1 at least. A man of `h` points falls at one blow with
//! `p P(D >= h)`. The hits that he takes until he falls are `m(h) = 1 + Σ P(D = d) m(h - d)` on average, over all `d` below
//! `h`, and the blows `m(h) / p`.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Amount, needed_to_hit};

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::ways::Ways;

/// Blows of one figure at another, each with the same chance to hit and the same damage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blows {
    hit: Ratio,
    damage: Pmf<i64>,
}

impl Blows {
    /// Blows of a level against an armour class, with a modifier of the roll.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn new(
        dice: Dice,
        level: i32,
        armour_class: i32,
        modifier: i32,
        damage: Amount,
    ) -> Result<Self, OddsError> {
        let needed = needed_to_hit(level, armour_class) - modifier;
        Ok(Self {
            hit: Ways::of(&[dice])?.chance(i64::from(needed)),
            damage: amount(damage)?,
        })
    }

    /// The chance that a blow hits.
    #[must_use]
    pub const fn hit(&self) -> &Ratio {
        &self.hit
    }

    /// The law of the damage of a hit.
    #[must_use]
    pub const fn damage(&self) -> &Pmf<i64> {
        &self.damage
    }

    /// The chance that one blow fells a man of so many hit points.
    #[must_use]
    pub fn fells(&self, points: i64) -> Ratio {
        &self.hit * &self.damage.at_least(&points)
    }

    /// The chance that so many blows fell a man of so many hit points.
    #[must_use]
    pub fn fells_within(&self, points: i64, blows: u32) -> Ratio {
        // The chances of the points left of those who stand, from 1 point on.
        let most = usize::try_from(points).unwrap_or(0);
        let mut standing = vec![Ratio::ZERO; most];
        if let Some(whole) = standing.last_mut() {
            *whole = Ratio::ONE;
        }
        let misses = Ratio::ONE - &self.hit;
        for _ in 0..blows {
            let mut after: Vec<Ratio> = standing.iter().map(|chance| chance * &misses).collect();
            for (left, chance) in standing.iter().enumerate() {
                for (damage, share) in self.damage.iter() {
                    let hurt = usize::try_from(*damage).unwrap_or(usize::MAX);
                    if let Some(rest) = left.checked_sub(hurt) {
                        after[rest] = &after[rest] + &(chance * &self.hit * share);
                    }
                }
            }
            standing = after;
        }
        Ratio::ONE - standing.into_iter().sum::<Ratio>()
    }

    /// The mean number of blows that fell a man of so many hit points, the last one included; `None` if none ever hits.
    #[must_use]
    pub fn mean(&self, points: i64) -> Option<Ratio> {
        let most = usize::try_from(points).unwrap_or(0);
        let mut hits = vec![Ratio::ZERO];
        for left in 1..=most {
            let later: Ratio = self
                .damage
                .iter()
                .filter_map(|(damage, share)| {
                    let rest = left.checked_sub(usize::try_from(*damage).ok()?)?;
                    Some(share * &hits[rest])
                })
                .sum();
            hits.push(Ratio::ONE + later);
        }
        hits[most].checked_div(&self.hit)
    }
}

/// The law of dice with a number added, 1 at least: damage, or hit points.
///
/// # Errors
/// [`OddsError::ImpossibleDice`].
pub fn amount(amount: Amount) -> Result<Pmf<i64>, OddsError> {
    let plus = i64::from(amount.plus);
    Ok(match amount.dice {
        Some(dice) => Pmf::of_dice(dice)?.map(|total| (total + plus).max(1)),
        None => Pmf::certain(plus.max(1)),
    })
}
