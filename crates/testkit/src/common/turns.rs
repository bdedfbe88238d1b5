//! Games under systems in which sides take turns.

use super::{Field, Played};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;

impl Field {
    /// A field on which a system is played.
    pub fn under(system: System) -> Self {
        let mut field = Self::new();
        field.spec.rules.system = system;
        field
    }
}

impl Played {
    /// The sides whose turns they were.
    pub fn turns(&self) -> Vec<Side> {
        self.find(|event| match *event {
            Event::TurnBegins { side, .. } | Event::Instigates { side, .. } => Some(side),
            _ => None,
        })
    }

    /// Which figures acted, by side and set.
    pub fn actors(&self) -> Vec<(Side, u128)> {
        let actions = self.actions();
        actions.iter().map(|a| (a.side, a.figures)).collect()
    }
}
