//! Rounds of melee in which both roll (petite guerre, PG-13 and PG-14).
//!
//! A die with `s` faces gets through in `a = s - needed + 1` of `s` ways, and two dice with the same
//! roll in as many ways as the smaller one does. So two that get through in `a` and `b` ways, `a`
//! not above `b`, hit one another in `a` of all `s s'` ways, parry in `a b - a`, and one hits alone
//! in `a (s' - b)`, the other in `b (s - a)`. Two d6 that need 4 or more: 3, 6, 9 and 9 of 36.
//!
//! A second figure may roll at once with the other, or after the other's hit has taken effect: then
//! it finds the one as he was, wounded, or dead.

use skirmish_engine::dice::Dice;

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::wait::Wait;

/// Two figures in melee, or one against two. Wounds and advantages that there are when the round
/// begins are in the dice (PG-08, PG-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Melee {
    /// What one figure rolls.
    pub one: Dice,
    /// What the other rolls.
    pub other: Dice,
    /// A second figure that helps the other; nobody rolls against it.
    pub second: Option<Second>,
    /// The least roll that gets through.
    pub needed: i64,
    /// What is rolled for the effect of a hit (PG-08).
    pub effect: Dice,
    /// The least such roll that kills the one, and the other. Of those wounded before any does.
    pub kills: [i64; 2],
}

/// A second figure against one enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Second {
    /// What it rolls.
    pub dice: Dice,
    /// What it rolls instead if the other has just wounded the one; if he was killed it does not
    /// roll. `None` if all three roll at once.
    pub at_wounded: Option<Dice>,
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

/// How a figure that was unhurt when the round began is after it. Of one wounded before, `Wounded`
/// cannot come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// Not hit.
    NotHit,
    /// Hit once, and not killed.
    Wounded,
    /// Killed: by one hit, or by a second.
    Killed,
}

impl Melee {
    /// The law of the clash between the one and the other, the second left out.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn clash(&self) -> Result<Pmf<Clash>, OddsError> {
        let (one, other) = (Pmf::of_dice(self.one)?, Pmf::of_dice(self.other)?);
        Ok(one.combine(&other, |one, other| match (*one >= self.needed, *other >= self.needed) {
            (false, false) => Clash::Nothing,
            (true, false) => Clash::OneHits,
            (false, true) => Clash::OtherHits,
            (true, true) if one == other => Clash::BothHit,
            (true, true) => Clash::Parry,
        }))
    }

    /// The joint law of the hits in one round on either side.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn hits(&self) -> Result<Pmf<Hits>, OddsError> {
        Ok(self.round()?.map(|(hits, _)| *hits))
    }

    /// The law of what one round does to the one, and to the other.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn fates(&self) -> Result<[Pmf<Fate>; 2], OddsError> {
        let round = self.round()?;
        Ok([0, 1].map(|who| round.map(|(_, fates)| fates[who])))
    }

    /// Hits, and what they do.
    fn round(&self) -> Result<Pmf<(Hits, [Fate; 2])>, OddsError> {
        let effect = Pmf::of_dice(self.effect)?;
        let fate = |who: usize| {
            effect.map(|roll| if *roll >= self.kills[who] { Fate::Killed } else { Fate::Wounded })
        };
        let struck = [fate(0), fate(1)];
        let after = |is_hit: bool, who: usize| {
            if is_hit { struck[who].clone() } else { Pmf::certain(Fate::NotHit) }
        };
        let two = self.clash()?.then(|clash| {
            let on_one = matches!(clash, Clash::OtherHits | Clash::BothHit);
            let on_other = matches!(clash, Clash::OneHits | Clash::BothHit);
            let hits = Hits { on_one: on_one.into(), on_other: on_other.into() };
            let fates = after(on_one, 0).combine(&after(on_other, 1), |a, b| [*a, *b]);
            fates.map(|fates| (hits, *fates))
        });
        let Some(second) = self.second else {
            return Ok(two);
        };
        let hit = |dice: Dice| Ok(Pmf::of_dice(dice)?.map(|roll| *roll >= self.needed));
        let plain = hit(second.dice)?;
        let at_wounded = second.at_wounded.map(hit).transpose()?;
        Ok(two.then(|(hits, fates)| {
            let helps = match (fates[0], &at_wounded) {
                (Fate::Killed, Some(_)) => &Pmf::certain(false),
                (Fate::Wounded, Some(at_wounded)) => at_wounded,
                _ => &plain,
            };
            helps.then(|helps| {
                let hits = Hits { on_one: hits.on_one + u8::from(*helps), ..*hits };
                let one = match (helps, fates[0]) {
                    (false, fate) => Pmf::certain(fate),
                    (true, Fate::NotHit) => struck[0].clone(),
                    // A second wound kills (PG-08).
                    (true, _) => Pmf::certain(Fate::Killed),
                };
                one.map(|one| (hits, [*one, fates[1]]))
            })
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
