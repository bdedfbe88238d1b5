//! How it is told that somebody does not do what he was to do, and why.

use skirmish_engine::event::{ActionKind, Event, Hindrance, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::System;

use super::words::{self, Aim, Cited, Manner};
use super::{Transcript, UNDER};

impl Transcript {
    /// `The Magister: no spell, nobody aimed at is in sight`
    pub(super) fn nothing(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::ComesToNothing { side, figures, action, why } = *event else {
            return;
        };
        let manner = self.manner(side, action, figures);
        let what = match action {
            ActionKind::Shoot if manner == Manner::Casting => "no spell",
            ActionKind::Fight => "no blow",
            action if action.is_shooting() => "no shot",
            ActionKind::LieLow => "not hidden",
            ActionKind::Prepare => "not prepared",
            ActionKind::Set => "no weapon set",
            ActionKind::Reload => "no loading",
            _ => "no move",
        };
        let reason = match why {
            Hindrance::Gone => "down or gone by then",
            Hindrance::TargetGone => "the enemy is down or gone by then",
            Hindrance::NoContact => "no enemy is in contact",
            Hindrance::Crowded => "others are at that enemy already",
            Hindrance::OtherMatch => "whoever is in contact has no part in the match",
            Hindrance::InMelee => "in melee by then",
            Hindrance::Unloaded => "not loaded",
            Hindrance::HasRun => "after running",
            Hindrance::OutOfRange => "nobody aimed at is in range",
            Hindrance::OutOfSight => "nobody aimed at is in sight",
            Hindrance::Met => "in contact with the enemy",
            Hindrance::Withdrawn => "withdrawn from the fight",
            Hindrance::Stuck => "no way on",
            Hindrance::RoundOver => "not over yet, and may go on in the next round",
            Hindrance::Found => "found by the enemy first",
        };
        let rules = &scene.battle.spec().rules;
        let cited = match (rules.system, why) {
            (System::Adnd, Hindrance::RoundOver) => Cited::of(&[Rule::adc(6)]),
            (System::Adnd, Hindrance::Withdrawn) => Cited::of(&[Rule::adc(5)]),
            (System::Adnd, _) => Cited::of(&[Rule::ad(4)]),
            _ => {
                let aim = Aim { side, kind: action, target: None, place: None, card: None, manner };
                words::rules_of(rules, &aim)
            }
        };
        let who = self.names.group(side, figures).words;
        self.say(UNDER, &format!("{who}: {what}, {reason}"), &cited);
    }
}
