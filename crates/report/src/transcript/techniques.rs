//! How close combat by technique tests is told (WSC-5, WSC-6).

use skirmish_engine::event::{Event, Opening, Scene};
use skirmish_engine::rulebook::{Rulebook, TechniqueAttack, TechniqueMelee};

use super::Transcript;
use super::moves::{Pending, Suffers};
use super::page::Level;
use super::phrases::{or_less, plus};

/// The rules in a line, as far as rolls do not repeat them.
pub(super) fn in_a_line(rules: &Rulebook) -> String {
    let order = match rules.techniques.melee {
        TechniqueMelee::Chain => "in turn, until one fails and falls",
        TechniqueMelee::Together => "both at once, until one fails and falls, or both",
    };
    let attack = match rules.techniques.attack {
        TechniqueAttack::Opening => "",
        TechniqueAttack::Stacked => "; an attack is a stacked test, of Mentality and of Action",
    };
    let dice = rules.techniques.dice;
    format!("in melee each must pass a technique test on {dice}, {order}{attack}")
}

impl Transcript {
    pub(super) fn tells_techniques(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules.techniques);
        let dice = rules.dice;
        match *event {
            Event::Opens { figure, against, needed: [mentality, action], rolled, opening } => {
                self.opening = Some(opening);
                let comes_of_it = match opening {
                    Opening::Skilled => "a skilled attack",
                    Opening::Wild => "a wild attack",
                    Opening::HalfHearted => "a half-hearted attack",
                    Opening::CoversUp => "no attack, he covers up",
                };
                let plain = rules.passes_up_to(scene.battle.traits(figure).stack.mentality);
                let prepared = plus("prepared", mentality - plain);
                tell!(self: Under [wsc(5)] |figure, against|
                    "{figure} goes for {against}, passes Mentality up to {mentality} and Action up to {action} on {dice}{prepared}, \
                     rolls {rolled}: {comes_of_it}");
            }
            Event::Technique { figure, against, step, needed, rolled, passes } => {
                let (name, enemy) = (names.figure(figure), names.figure(against));
                // Where there is a roll for the attack it has just been told.
                let opening = self.opening.filter(|_| step == 1);
                let comes_of_it = match (passes, opening, rules.melee) {
                    (false, ..) => "falls".into(),
                    (_, Some(Opening::Wild), _) => {
                        format!("a counter, which {enemy} is open to: he falls")
                    }
                    (_, Some(Opening::HalfHearted), _) => {
                        "a counter, and no more comes of it".into()
                    }
                    (_, _, TechniqueMelee::Chain) => "a counter".into(),
                    (_, _, TechniqueMelee::Together) => "parries".into(),
                };
                if !passes {
                    self.told_dead.push(figure);
                } else if opening == Some(Opening::Wild) {
                    self.told_dead.push(against);
                }
                let needs = or_less(needed);
                let plain = rules.passes_up_to(scene.battle.traits(figure).technique);
                let prepared = plus("prepared", needed - plain);
                let test =
                    format!("needs {needs} on {dice}{prepared}, rolls {rolled}: {comes_of_it}");
                if step == 1 && opening.is_none() {
                    tell!(self: Under [wsc(6)] "{enemy} strikes at {name}, who {test}");
                } else {
                    tell!(self: Deeper [wsc(6)] "{name} {test}");
                }
            }
            Event::RunsFrom { figure, by } => {
                let (name, enemy) = (names.figure(figure), names.figure(by));
                let text = format!("{name} covers up, and runs from the charge of {enemy}");
                let (level, cited) = (Level::Under, cited![wsc(5), llc(6)]);
                self.wait(Pending::Suffers(Suffers {
                    level,
                    text,
                    cited,
                    figure,
                    is_stopped: false,
                }));
            }
            _ => return false,
        }
        true
    }
}
