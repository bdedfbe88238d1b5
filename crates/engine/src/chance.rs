//! Where dice come from. Rule code names each roll and asks; it never sees a generator.
//!
//! Three kinds of chance share the rules: streams (crate `simulator`), a script of rolls (here, for tests and for
//! replaying a game from the table), and the walk over every outcome (crate `odds`).

use crate::dice::Dice;
use crate::rule::Rule;
use crate::side::Side;
use crate::words::words;

words! {
    /// What a roll is for. Each purpose has a stream of its own, in this order, so that a change to one table leaves the dice
    /// of the others as they were.
    Purpose {
        SetUp "set-up" = "Who starts, and anything else settled before the first action.",
        Initiative "initiative" = "Seizing the initiative.",
        Shooting "shooting" = "To-hit and effect rolls of missiles.",
        Melee "melee" = "Rounds of melee.",
        Morale "morale" = "Morale.",
        BotA "bot of the first side" = "Decisions of side A's bot.",
        BotB "bot of the second side" = "Decisions of side B's bot.",
        Surprise "surprise" = "Who is surprised.",
    }
}

impl Purpose {
    /// Returns the stream of a side's bot.
    pub const fn bot(side: Side) -> Self {
        match side {
            Side::A => Self::BotA,
            Side::B => Self::BotB,
        }
    }
}

/// The name of one roll: what it is for and which rule asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollSite {
    /// Which stream the die comes from.
    pub purpose: Purpose,
    /// The rule that asks.
    pub rule: Rule,
}

/// A source of dice.
pub trait Chance {
    /// Returns one face of a die with `sides` faces, from 1 to `sides`.
    fn die(&mut self, site: RollSite, sides: u8) -> u8;

    /// Returns the total of a pool.
    #[inline]
    fn roll(&mut self, site: RollSite, dice: Dice) -> i32 {
        let mut total = 0;
        for _ in 0..dice.count {
            total += i32::from(self.die(site, dice.sides));
        }
        total
    }

    /// Draws one of `lots` lots, from 1: a token from a bag, or a card. It comes from the same stream as a die, but is not
    /// counted as one.
    #[inline]
    fn draw(&mut self, site: RollSite, lots: u8) -> u8 {
        self.die(site, lots)
    }

    /// Passes over dice that are not rolled because no side could gain by them. An implementation that deals from a stream
    /// skips them, so that later dice do not depend on this knowledge.
    #[inline]
    fn pass_over(&mut self, _: RollSite, _: Dice) {}

    /// Takes back dice that were rolled before it was known that no side could gain by them: they do not count as rolled.
    #[inline]
    fn take_back(&mut self, _: RollSite, _: Dice) {}

    /// Returns a number from 0 up to but not including `of`, by which a side with several bots draws the one that plays a game.
    /// Not a die of the game: those stay as they are. If dice are given, or all outcomes walked, the first plays.
    fn player(&mut self, _: Side, _of: u32) -> u32 {
        0
    }

    /// Returns whether a side thinks ahead, and has to be asked at every choice of it.
    #[inline]
    fn thinks(&self, _: Side) -> bool {
        false
    }

    /// Returns which of the side's players continues from this choice, by its place among them; `None` to keep the current one.
    /// Asked only if [`Self::thinks`] is true for the side.
    #[inline]
    fn follows(&mut self, _: Side) -> Option<usize> {
        None
    }

    /// Called every few dozen actions, without effect on the game: a moment to abandon a game, which is done by unwinding.
    fn pause(&mut self) {}
}

impl<C: Chance + ?Sized> Chance for &mut C {
    #[inline]
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        (**self).die(site, sides)
    }

    #[inline]
    fn draw(&mut self, site: RollSite, lots: u8) -> u8 {
        (**self).draw(site, lots)
    }

    #[inline]
    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        (**self).pass_over(site, dice);
    }

    #[inline]
    fn take_back(&mut self, site: RollSite, dice: Dice) {
        (**self).take_back(site, dice);
    }

    fn player(&mut self, side: Side, of: u32) -> u32 {
        (**self).player(side, of)
    }

    fn thinks(&self, side: Side) -> bool {
        (**self).thinks(side)
    }

    fn follows(&mut self, side: Side) -> Option<usize> {
        (**self).follows(side)
    }

    fn pause(&mut self) {
        (**self).pause();
    }
}

/// Rolls read from a list, for tests and for replaying a game from the table.
///
/// A roll that is missing, or that the die cannot show, is remembered as a [`ScriptFault`] and read as 1, so that the game
/// still ends; [`Script::finish`] says whether the script fitted.
#[derive(Debug, Clone, Default)]
pub struct Script {
    rolls: Vec<(Option<Purpose>, u8)>,
    used: Vec<bool>,
    next: usize,
    fault: Option<ScriptFault>,
}

/// Why a script of rolls did not fit the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptFault {
    /// A roll was asked for and none was left.
    Missing(RollSite),
    /// The face cannot be shown by a die with this many sides.
    Impossible {
        /// The face in the script.
        face: u8,
        /// The die that was asked for.
        sides: u8,
        /// The roll it was for.
        site: RollSite,
    },
    /// This many rolls were never asked for.
    LeftOver(usize),
}

impl Script {
    /// Rolls handed out strictly in this order, whatever they are for.
    pub fn in_order(rolls: impl IntoIterator<Item = u8>) -> Self {
        Self::from_entries(rolls.into_iter().map(|face| (None, face)).collect())
    }

    /// Rolls handed out in this order within each purpose.
    pub fn by_purpose(rolls: impl IntoIterator<Item = (Purpose, u8)>) -> Self {
        Self::from_entries(rolls.into_iter().map(|(p, face)| (Some(p), face)).collect())
    }

    fn from_entries(rolls: Vec<(Option<Purpose>, u8)>) -> Self {
        let used = vec![false; rolls.len()];
        Self { rolls, used, next: 0, fault: None }
    }

    /// Returns whether every roll was used and none was missing.
    ///
    /// # Errors
    /// The first fault met, or [`ScriptFault::LeftOver`].
    pub fn finish(&self) -> Result<(), ScriptFault> {
        match (self.fault, self.used.iter().filter(|used| !**used).count()) {
            (Some(fault), _) => Err(fault),
            (None, 0) => Ok(()),
            (None, left) => Err(ScriptFault::LeftOver(left)),
        }
    }
}

impl Chance for Script {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        while self.used.get(self.next).is_some_and(|used| *used) {
            self.next += 1;
        }
        let fits = |&i: &usize| !self.used[i] && self.rolls[i].0.is_none_or(|p| p == site.purpose);
        let Some(at) = (self.next..self.rolls.len()).find(fits) else {
            self.fault.get_or_insert(ScriptFault::Missing(site));
            return 1;
        };
        self.used[at] = true;
        let face = self.rolls[at].1;
        if face == 0 || face > sides {
            self.fault.get_or_insert(ScriptFault::Impossible { face, sides, site });
            return 1;
        }
        face
    }
}
