//! Rounds of melee in which both roll (petite guerre, PG-13 and PG-14).
//!
//! A die with `s` faces gets through in `a = s - needed + 1` of `s` ways, and two dice with the same
//! roll in as many ways as the smaller one does. So two that get through in `a` and `b` ways, `a`
//! not above `b`, hit one another in `a` of all `s s'` ways, parry in `a b - a`, and one hits alone
//! in `a (s' - b)`, the other in `b (s - a)`. Two d6 that need 4 or more: 3, 6, 9 and 9 of 36.

use skirmish_engine::dice::Dice;

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::wait::Wait;

/// Two figures in melee, or one against two. Wounds and advantages are in the dice (PG-08, PG-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Melee {
    /// What one figure rolls.
    pub one: Dice,
    /// What the other rolls.
    pub other: Dice,
    /// What a second figure rolls that helps the other; nobody rolls against it.
    pub second: Option<Dice>,
    /// The least roll that gets through.
    pub needed: i64,
}

/// What comes of the two rolls against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clash {
    /// Neither gets through.
    Nothing,
    /// Both would get through with different rolls.
    Parry,
    /// Only the one gets through, and hits.
    OneHits,
    /// Only the other does.
    OtherHits,
    /// Both get through with the same roll.
    BothHit,
}

/// Hits of a round, before their effect is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hits {
    /// On the one, up to two if he has two against him.
    pub on_one: u8,
    /// On the other. The second cannot be hit.
    pub on_other: u8,
}

impl Melee {
    /// The law of the clash between the one and the other, the second left out.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn clash(&self) -> Result<Pmf<Clash>, OddsError> {
        let (one, other) = (Pmf::of_dice(self.one)?, Pmf::of_dice(self.other)?);
        Ok(one.combine(&other, |one, other| {
            match (*one >= self.needed, *other >= self.needed) {
                (false, false) => Clash::Nothing,
                (true, false) => Clash::OneHits,
                (false, true) => Clash::OtherHits,
                (true, true) if one == other => Clash::BothHit,
                (true, true) => Clash::Parry,
            }
        }))
    }

    /// The joint law of the hits in one round on either side.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn hits(&self) -> Result<Pmf<Hits>, OddsError> {
        let hits = self.clash()?.map(|clash| Hits {
            on_one: matches!(clash, Clash::OtherHits | Clash::BothHit).into(),
            on_other: matches!(clash, Clash::OneHits | Clash::BothHit).into(),
        });
        let Some(second) = self.second else {
            return Ok(hits);
        };
        let more = Pmf::of_dice(second)?.map(|roll| u8::from(*roll >= self.needed));
        Ok(hits.combine(&more, |hits, more| Hits {
            on_one: hits.on_one + more,
            ..*hits
        }))
    }

    /// The law of the rounds up to and including the first in which anybody is hit: geometric, and
    /// independent of who is.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn rounds(&self) -> Result<Wait, OddsError> {
        Wait::fixed(&self.hits()?.chance_that(Hits::is_any))
    }

    /// The joint law of the hits in the first round in which anybody is hit.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`]; [`OddsError::NoOutcome`] if nobody ever is.
    pub fn first_hits(&self) -> Result<Pmf<Hits>, OddsError> {
        self.hits()?.given(Hits::is_any)
    }
}

impl Hits {
    fn is_any(&self) -> bool {
        self.on_one + self.on_other > 0
    }
}
