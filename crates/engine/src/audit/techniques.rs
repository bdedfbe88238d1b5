//! Close combat by technique tests (WSC-4, WSC-6).

use super::{Auditor, contact, has, scene_at};
use crate::battle::FigureId;
use crate::event::{Cause, Event, Scene};
use crate::rule::Rule;
use crate::rulebook::{System, TechniqueMelee};

/// A test as the books keep it.
#[derive(Debug, Clone, Copy)]
struct Test {
    figure: FigureId,
    against: FigureId,
    step: u16,
    passes: bool,
}

/// The bout under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Tests {
    last: Option<Test>,
    /// Those who have failed and have not fallen yet.
    owed: Vec<FigureId>,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_techniques(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Technique { .. } => self.technique(scene, event),
            Event::Dies {
                figure,
                cause: Cause::Melee,
            } => {
                let tests = &mut self.books_mut().tests;
                tests.last = None;
                let owed = tests.owed.iter().position(|other| *other == figure);
                if let Some(k) = owed {
                    tests.owed.remove(k);
                }
                self.expect(owed.is_some(), Rule::wsc(6), || {
                    format!("{figure:?} falls and has not failed")
                });
            }
            // A unit that leaves the table may take one of them with it.
            Event::MoraleFalls { .. } | Event::UnitLeaves { .. } => {}
            _ => {
                let alive = self.books_mut().alive;
                let tests = std::mem::take(&mut self.books_mut().tests);
                let standing = |figure: &&FigureId| has(alive[figure.side()], figure.index());
                let stands = tests.owed.iter().find(standing);
                self.expect(stands.is_none(), Rule::wsc(6), || {
                    format!("{stands:?} has failed and does not fall")
                });
            }
        }
    }

    fn technique(&mut self, scene: &Scene<'_>, event: &Event) {
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
        let rules = &scene.battle.spec().rules;
        let spec = &scene.battle.spec().sides[figure.side()].figures[figure.index()];
        let own = rules
            .techniques
            .passes_up_to(rules.troops[spec.troops].technique);
        let prepared = match rules.system {
            System::WarSpike => rules.warspike.prepared,
            _ => 0,
        };
        self.expect(
            [own, own + prepared].contains(&needed),
            Rule::wsc(4),
            || format!("{figure:?} passes up to {needed}, by its attribute {own}"),
        );
        let dice = rules.techniques.dice;
        let shown = (dice.min()..=dice.max()).contains(&rolled);
        self.expect(shown && passes == (rolled <= needed), Rule::wsc(4), || {
            format!("{rolled} on {dice} against {needed} passes: {passes}")
        });
        // In a round of segments a blow comes even of one who falls at the same moment (AD-08).
        let alive = self.books_mut().alive;
        let is_here = has(alive[figure.side()], figure.index())
            && (rules.system == System::Adnd || has(alive[against.side()], against.index()));
        self.expect(is_here, Rule::wsc(6), || {
            format!("{figure:?} or {against:?} is gone and fights")
        });
        // Nor does it stop such a blow that the target is thrown back at the same moment (AD-08).
        let apart = scene_at(scene, figure).distance(scene_at(scene, against));
        let near = apart <= contact(scene.battle) || rules.system == System::Adnd;
        let touch = figure.side() != against.side() && near;
        self.expect(touch, Rule::wsc(6), || {
            format!("{figure:?} and {against:?} fight out of contact")
        });
        let tests = &mut self.books_mut().tests;
        let last = tests.last.replace(Test {
            figure,
            against,
            step,
            passes,
        });
        if !passes {
            tests.owed.push(figure);
        }
        let answers = |last: Test| last.figure == against && last.against == figure;
        let follows = match (last, rules.techniques.melee) {
            (None, _) => step == 1,
            (Some(last), TechniqueMelee::Chain) => {
                step == 1 && last.passes || answers(last) && last.passes && step == last.step + 1
            }
            (Some(last), TechniqueMelee::Together) => {
                step == 1 || answers(last) && (step == last.step || step == last.step + 1)
            }
        };
        let most = rules.techniques.most_tests;
        self.expect(follows && step <= most, Rule::wsc(6), || {
            format!("test {step} of {figure:?} after {last:?}")
        });
    }
}
