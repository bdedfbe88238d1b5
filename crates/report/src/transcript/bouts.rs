//! How close combat by technique tests is told (WSC-5, WSC-6).

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, Opening, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{TechniqueAttack, TechniqueMelee};

use super::gather::{Pending, Suffers};
use super::words::Cited;
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;

impl Transcript {
    pub(super) fn technique(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Technique { figure, against, step, needed, rolled, passes } = *event else {
            return;
        };
        let rules = &scene.battle.spec().rules.techniques;
        let (name, other) = (self.names.figure(figure), self.names.figure(against));
        // Where there is a roll for the attack it has just been told.
        let opening = self.opening.filter(|_| step == 1);
        let what = match (step, opening) {
            (1, None) => format!("{other} strikes at {name}, who"),
            _ => String::from(name),
        };
        let comes_of_it = match (passes, opening, rules.melee) {
            (false, ..) => String::from("falls"),
            (true, Some(Opening::Wild), _) => {
                self.told_dead.push(against);
                format!("a counter, which {other} is open to: he falls")
            }
            (true, Some(Opening::HalfHearted), _) => {
                String::from("a counter, and no more comes of it")
            }
            (true, _, TechniqueMelee::Chain) => String::from("a counter"),
            (true, _, TechniqueMelee::Together) => String::from("parries"),
        };
        let technique = scene.battle.traits(figure).technique;
        let prepared = prepared(needed - rules.passes_up_to(technique));
        let text = format!(
            "{what} needs {needed}{NO_BREAK}or{NO_BREAK}less on {}{prepared}, rolls {rolled}: {comes_of_it}",
            rules.dice
        );
        if !passes {
            self.told_dead.push(figure);
        }
        let is_first = step == 1 && opening.is_none();
        let indent = if is_first { UNDER } else { DEEPER };
        self.say(indent, &text, &Cited::of(&[Rule::wsc(6)]));
    }

    pub(super) fn opens(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Opens { figure, against, needed: [mentality, action], rolled, opening } = *event
        else {
            return;
        };
        let rules = &scene.battle.spec().rules.techniques;
        let dice = rules.dice;
        let stack = scene.battle.traits(figure).stack;
        let prepared = prepared(mentality - rules.passes_up_to(stack.mentality));
        let (name, other) = (self.names.figure(figure), self.names.figure(against));
        let comes_of_it = match opening {
            Opening::Skilled => "a skilled attack",
            Opening::Wild => "a wild attack",
            Opening::HalfHearted => "a half-hearted attack",
            Opening::CoversUp => "no attack, he covers up",
        };
        let text = format!(
            "{name} goes for {other}, passes Mentality up to {mentality} and Action up to {action} on {dice}{prepared}, \
             rolls {rolled}: {comes_of_it}"
        );
        self.opening = Some(opening);
        self.say(UNDER, &text, &Cited::of(&[Rule::wsc(5)]));
    }

    pub(super) fn runs_from(&mut self, figure: FigureId, by: FigureId) {
        let (name, other) = (self.names.figure(figure), self.names.figure(by));
        self.pending = Pending::Suffers(Suffers {
            indent: UNDER,
            text: format!("{name} covers up, and runs from the charge of {other}"),
            cited: Cited::of(&[Rule::wsc(5), Rule::llc(6)]),
            figure,
            is_stopped: false,
        });
    }

    /// The rules of a battle in a line, as far as its rolls do not repeat them.
    pub(super) fn technique_tests(scene: &Scene<'_>) -> String {
        let rules = &scene.battle.spec().rules.techniques;
        let order = match rules.melee {
            TechniqueMelee::Chain => "in turn, until one fails and falls",
            TechniqueMelee::Together => "both at once, until one fails and falls, or both",
        };
        let attack = match rules.attack {
            TechniqueAttack::Opening => "",
            TechniqueAttack::Stacked => "; an attack is a stacked test, of Mentality and of Action",
        };
        format!("in melee each must pass a technique test on {}, {order}{attack}", rules.dice)
    }
}

/// `, prepared +1`, where that is in what passes (WS-02).
fn prepared(adds: i32) -> String {
    match adds {
        0 => String::new(),
        adds => format!(", prepared {adds:+}"),
    }
}
