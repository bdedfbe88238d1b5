//! How close combat by technique tests is told (WSC-6).

use skirmish_engine::event::{Event, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::TechniqueMelee;

use super::words::Cited;
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;

impl Transcript {
    pub(super) fn technique(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Technique {
            figure,
            against,
            step,
            needed,
            rolled,
            passes,
        } = *event
        else {
            return;
        };
        let rules = &scene.battle.spec().rules.techniques;
        let (name, other) = (self.names.figure(figure), self.names.figure(against));
        let what = match (step, rules.melee) {
            (1, _) => format!("{other} strikes at {name}, who"),
            _ => String::from(name),
        };
        let comes_of_it = match (passes, rules.melee) {
            (true, TechniqueMelee::Chain) => "a counter",
            (true, TechniqueMelee::Together) => "parries",
            (false, _) => "falls",
        };
        let text = format!(
            "{what} needs {needed}{NO_BREAK}or{NO_BREAK}less on {}, rolls {rolled}: {comes_of_it}",
            rules.dice
        );
        if !passes {
            self.told_dead.push(figure);
        }
        let indent = if step == 1 { UNDER } else { DEEPER };
        self.say(indent, &text, &Cited::of(&[Rule::wsc(6)]));
    }

    /// The rules of a battle in a line, as far as its rolls do not repeat them.
    pub(super) fn technique_tests(scene: &Scene<'_>) -> String {
        let rules = &scene.battle.spec().rules.techniques;
        let order = match rules.melee {
            TechniqueMelee::Chain => "in turn, until one fails and falls",
            TechniqueMelee::Together => "both at once, until one fails and falls, or both",
        };
        format!(
            "in melee each must pass a technique test on {}, {order}",
            rules.dice
        )
    }
}
