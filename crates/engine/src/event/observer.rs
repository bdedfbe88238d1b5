//! Observers of a game, and what they see besides each event.

use super::{Event, FigureSet};
use crate::battle::Battle;
use crate::battle::geometry::Point;
use crate::side::{BySide, Side};

/// What observers see of the table besides the event.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// Positions by side and index, also of those gone.
    pub positions: BySide<&'a [Point]>,
    /// Living figures on the table.
    pub alive: BySide<FigureSet>,
    /// Figures in contact with an enemy.
    pub engaged: BySide<FigureSet>,
    /// The side with the initiative.
    pub holder: Side,
}

/// Chances: each time that the rules let a unit choose, or a side if it acts as a whole. Passing uses one up; being asked for a
/// reaction is one as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// The side that has them.
    pub side: Side,
    /// How many chances.
    pub count: u32,
    /// The side is asked for a reaction, in a turn or a streak of the enemy.
    pub is_reaction: bool,
    /// Something is done with them.
    pub used: bool,
    /// If nothing is done with them: whether the side could have done something.
    pub able: bool,
    /// Rounds that are over.
    pub rounds: u32,
}

/// Watches a game.
pub trait Observer {
    /// Returns false if the observer never looks, so that events need not be built.
    #[inline]
    fn listens(&self) -> bool {
        true
    }

    /// Returns false if the observer has no use for events that take working out: [`Event::Factor`] and
    /// [`Event::ComesToNothing`].
    #[inline]
    fn wants_reasons(&self) -> bool {
        true
    }

    /// Returns false if the observer has no use for [`Event::Nominates`], nor for the number that a nominee needs. Then no
    /// figure is nominated if the roll fails for all of them, and [`Event::SeizeRoll`] may give the least number that any could
    /// need. The game is the same.
    #[inline]
    fn wants_nominees(&self) -> bool {
        true
    }

    /// Returns whether [`Self::chances`] is called.
    #[inline]
    fn wants_chances(&self) -> bool {
        false
    }

    /// Called for chances, before what is done with them.
    #[inline]
    fn chances(&mut self, _: &Chances) {}

    /// Called for each event, in order, with the table as it stands after it.
    fn event(&mut self, scene: &Scene<'_>, event: &Event);
}

/// An observer that never looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    #[inline]
    fn wants_nominees(&self) -> bool {
        false
    }

    #[inline]
    fn event(&mut self, _: &Scene<'_>, _: &Event) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn listens(&self) -> bool {
        (**self).listens()
    }

    fn wants_reasons(&self) -> bool {
        (**self).wants_reasons()
    }

    fn wants_nominees(&self) -> bool {
        (**self).wants_nominees()
    }

    fn wants_chances(&self) -> bool {
        (**self).wants_chances()
    }

    fn chances(&mut self, it: &Chances) {
        (**self).chances(it);
    }

    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        (**self).event(scene, event);
    }
}

/// Shows each event to a function.
#[expect(missing_debug_implementations, reason = "a function shows nothing")]
pub struct Watch<'w>(pub &'w mut dyn FnMut(&Scene<'_>, &Event));

impl Observer for Watch<'_> {
    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        (self.0)(scene, event);
    }
}
