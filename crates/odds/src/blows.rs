//! Blows against armour and hit points (ADC-1, ADC-2).
//!
//! A blow hits with chance `p` and then does damage `D`, 1 at least. A man of `h` points falls at one blow with
//! `p P(D >= h)`. The hits that he takes until he falls are `m(h) = 1 + Σ P(D = d) m(h - d)` on average, over all `d` below
//! `h`, and the blows `m(h) / p`. With another first blow they are one more than the mean of `m` over the points that it leaves,
//! divided by `p`.

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
        Ok(Self { hit: Ways::of(&[dice])?.chance(i64::from(needed)), damage: amount(damage)? })
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

    /// The same blows with so many times the damage of each hit (ADC-7).
    #[must_use]
    pub fn times(self, times: u8) -> Self {
        Self { damage: self.damage.map(|damage| damage * i64::from(times)), ..self }
    }

    /// The chance that so many blows fell a man of so many hit points.
    #[must_use]
    pub fn fells_within(&self, points: i64, blows: u32) -> Ratio {
        let standing =
            (0..blows).fold(Standing::with(points), |standing, _| standing.struck_by(self));
        standing.is_down()
    }

    /// The mean number of blows that fell a man of so many hit points, the last one included; `None` if none ever hits.
    #[must_use]
    pub fn mean(&self, points: i64) -> Option<Ratio> {
        Felling::new(self.clone(), self.clone(), &Pmf::certain(points)).mean()
    }

    /// The mean number of hits that fell men of each number of hit points, from none on.
    fn mean_hits(&self, most: usize) -> Vec<Ratio> {
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
        hits
    }
}

/// The chances of the points left of a man who still stands, from 1 point on.
#[derive(Debug, Clone)]
struct Standing(Vec<Ratio>);

impl Standing {
    /// One who has so many points.
    fn with(points: i64) -> Self {
        Self::of(&Pmf::certain(points))
    }

    /// One whose points are rolled.
    fn of(points: &Pmf<i64>) -> Self {
        let most = usize::try_from(*points.max()).unwrap_or(0);
        let left = (1..=most).map(|left| points.chance(&(left as i64)));
        Self(left.collect())
    }

    /// After a blow.
    fn struck_by(&self, blow: &Blows) -> Self {
        let misses = Ratio::ONE - &blow.hit;
        let mut after: Vec<Ratio> = self.0.iter().map(|chance| chance * &misses).collect();
        for (left, chance) in self.0.iter().enumerate() {
            let hit = chance * &blow.hit;
            for (damage, share) in blow.damage.iter() {
                let hurt = usize::try_from(*damage).unwrap_or(usize::MAX);
                if let Some(rest) = left.checked_sub(hurt) {
                    after[rest] = &after[rest] + &(&hit * &share);
                }
            }
        }
        Self(after)
    }

    /// The chance that he stands no more.
    fn is_down(&self) -> Ratio {
        Ratio::ONE - self.0.iter().cloned().sum::<Ratio>()
    }
}

/// How many blows it takes until a man is down, of whom the first may be another than those that follow: that of a charge,
/// say (ADC-4).
#[derive(Debug, Clone)]
pub struct Felling {
    first: Blows,
    later: Blows,
    unhurt: Standing,
}

impl Felling {
    /// Blows at one whose hit points have this law.
    #[must_use]
    pub fn new(first: Blows, later: Blows, points: &Pmf<i64>) -> Self {
        Self { first, later, unhurt: Standing::of(points) }
    }

    /// The chances that he is down after one blow, after two, and so on; the list has no end.
    pub fn down_after(&self) -> impl Iterator<Item = Ratio> {
        let first = self.unhurt.struck_by(&self.first);
        let next = |standing: &Standing| Some(standing.struck_by(&self.later));
        std::iter::successors(Some(first), next).map(|standing| standing.is_down())
    }

    /// The mean number of blows, the last one included; `None` if he may stand for ever.
    #[must_use]
    pub fn mean(&self) -> Option<Ratio> {
        let after = self.unhurt.struck_by(&self.first);
        let hits = self.later.mean_hits(after.0.len());
        let mut more = Ratio::ZERO;
        for (chance, hits) in after.0.iter().zip(&hits[1..]) {
            if !chance.is_zero() {
                more = more + chance * &hits.checked_div(&self.later.hit)?;
            }
        }
        // Nobody strikes at who has no points.
        let begins: Ratio = self.unhurt.0.iter().cloned().sum();
        Some(begins + more)
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
