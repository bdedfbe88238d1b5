//! Games under systems in which sides take turns.

use super::{Field, Played};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;

impl Field {
    pub fn under(system: System) -> Self {
        let mut field = Self::new();
        field.spec.rules.system = system;
        field
    }
}

impl Played {
    /// Returns the sides that had turns, in order.
    pub fn turns(&self) -> Vec<Side> {
        self.find(|event| match *event {
            Event::TurnBegins { side, .. } | Event::Instigates { side, .. } => Some(side),
            _ => None,
        })
    }

    /// Returns the figures of each action, with their side.
    pub fn actors(&self) -> Vec<(Side, u128)> {
        let actions = self.actions();
        actions.iter().map(|a| (a.side, a.figures)).collect()
    }
}
