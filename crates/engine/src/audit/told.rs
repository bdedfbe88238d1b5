//! Whoever is to shoot or to strike does, or it is told why he does not.

use super::{Auditor, plays};
use crate::battle::FigureId;
use crate::event::{ActionKind, Event, FigureSet, Scene};
use crate::rule::Rule;
use crate::rulebook::{Fighting, System, TechniqueAttack};
use crate::side::{BySide, Side};

/// Those who are to attack, as far as nothing has been told of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToAttack {
    figures: BySide<FigureSet>,
    /// In what action, the last that was told.
    action: Option<ActionKind>,
}

/// Whether each who takes part in an action attacks by himself.
fn each_attacks(scene: &Scene<'_>, action: ActionKind) -> bool {
    match action {
        // By the host rules those who are left over in a round help (HOST-3).
        ActionKind::Fight => {
            plays(scene, System::Adnd) || scene.battle.spec().rules.fighting != Fighting::Host
        }
        action => action.is_shooting(),
    }
}

impl Auditor {
    pub(super) fn check_told(&mut self, scene: &Scene<'_>, event: &Event) {
        let is_adnd = plays(scene, System::Adnd);
        match *event {
            Event::Acts { side, action, figures, .. } if !is_adnd => {
                self.all_have_attacked(scene);
                self.books_mut().to_attack.action = Some(action);
                if each_attacks(scene, action) {
                    self.books_mut().to_attack.figures[side] = figures;
                }
            }
            Event::Completes {
                side,
                action: action @ (ActionKind::Fight | ActionKind::Shoot),
                figures,
                ..
            } if each_attacks(scene, action) => {
                let left = self.books_mut().to_attack.figures[side] & figures;
                self.all_told(scene, side, left);
                self.books_mut().to_attack.figures[side] |= figures;
            }
            Event::SegmentRoll { .. } | Event::SurpriseSegment { .. } | Event::Ends { .. } => {
                self.all_have_attacked(scene);
            }
            Event::ComesToNothing { side, figures, .. } => {
                self.books_mut().to_attack.figures[side] &= !figures;
            }
            Event::Shoots { shooter, .. } | Event::Fires { shooter, .. } => {
                self.attacks_now(shooter)
            }
            Event::Attacks { by, .. } => self.attacks_now(by),
            Event::Strikes { striker, .. } => self.attacks_now(striker),
            Event::Opens { figure, .. } => self.attacks_now(figure),
            Event::RunsFrom { by, .. } => self.attacks_now(by),
            Event::Clashes { a, b, .. } | Event::Technique { figure: a, against: b, .. } => {
                self.attacks_now(a);
                self.attacks_now(b);
            }
            _ => {}
        }
    }

    fn attacks_now(&mut self, figure: FigureId) {
        self.books_mut().to_attack.figures[figure.side()] &= !(1 << figure.index());
    }

    fn all_have_attacked(&mut self, scene: &Scene<'_>) {
        for side in Side::BOTH {
            let left = std::mem::take(&mut self.books_mut().to_attack.figures[side]);
            self.all_told(scene, side, left);
        }
    }

    fn all_told(&mut self, scene: &Scene<'_>, side: Side, left: FigureSet) {
        let rules = &scene.battle.spec().rules;
        let rule = match (self.books_mut().to_attack.action, rules.fighting) {
            _ if rules.system == System::Adnd => Rule::ad(4),
            (Some(ActionKind::Volley), _) => Rule::pg(11),
            (Some(ActionKind::ShootInHaste), _) => Rule::pg(10),
            (Some(ActionKind::Fight), Fighting::Techniques)
                if rules.techniques.attack == TechniqueAttack::Stacked =>
            {
                Rule::wsc(5)
            }
            (Some(ActionKind::Fight), fighting) => fighting.melee_rule(),
            (_, Fighting::PetiteGuerre) => Rule::pg(7),
            (_, Fighting::Osric) => Rule::adc(3),
            (_, Fighting::Host | Fighting::Techniques) => Rule::host(2),
        };
        self.expect(left == 0, rule, || {
            format!("{left:b} of {side:?} were to attack, and nothing is told of it")
        });
    }
}
