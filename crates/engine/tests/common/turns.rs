//! Games under systems in which sides take turns, watched without the auditor, who knows Lloyd's initiative only.

use super::{Field, Played, Recorder};
use skirmish_engine::chance::Script;
use skirmish_engine::event::Event;
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;

impl Field {
    /// A field on which a system is played.
    pub fn under(system: System) -> Self {
        let mut field = Self::new();
        field.spec.rules.system = system;
        field
    }

    /// Plays with these rolls in order and insists that they are all used and none is missing.
    pub fn watch(&self, rolls: &[u8]) -> Played {
        let battle = self.battle();
        let mut recorder = Recorder::default();
        let mut script = Script::in_order(rolls.iter().copied());
        let mut table = Table::new(&battle);
        let outcome = play(&battle, &mut table, None, &mut script, &mut recorder);
        assert_eq!(
            script.finish(),
            Ok(()),
            "the script of rolls; events: {:#?}",
            recorder.events
        );
        Played {
            outcome,
            events: recorder.events,
            places: recorder.places,
        }
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
