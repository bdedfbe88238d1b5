//! Sums and what they are told to be made of: modifiers to hit, totals in melee, morale in percent (HOST-2, HOST-3, ADC-1 to
//! ADC-5).

use super::{Auditor, plays};
use crate::battle::FigureId;
use crate::event::{Event, Odds, Part, Parts, Scene};
use crate::rule::Rule;
use crate::rulebook::System;
use crate::side::Side;

/// What a part may add.
fn may_add(scene: &Scene<'_>, event: &Event, part: Part) -> Vec<i32> {
    let rules = &scene.battle.spec().rules;
    let prepared = match plays(scene, System::WarSpike) {
        true => vec![0, rules.warspike.prepared],
        false => vec![0],
    };
    match (*event, part) {
        (_, Part::Prepared) => prepared,
        (Event::Attacks { band, rear, reactive, .. }, part) => {
            let osric = &rules.osric;
            let only_shot = |adds| vec![0, if band.is_some() { adds } else { 0 }];
            let only_blow = |adds| vec![0, if band.is_none() { adds } else { 0 }];
            match part {
                Part::Range => {
                    let far = band.map(|band| osric.range[usize::from(band).min(2)]);
                    vec![far.unwrap_or(0)]
                }
                Part::Screened => only_shot(osric.screened),
                Part::Protected => only_shot(osric.protected),
                Part::InReaction => vec![if reactive { osric.reactive } else { 0 }],
                Part::Charge => only_blow(osric.charge),
                Part::Behind => vec![if rear { osric.rear } else { 0 }],
                Part::Free => only_blow(osric.free_blow),
                _ => vec![0],
            }
        }
        (Event::Shoots { reactive, .. }, part) => {
            let shooting = &rules.shooting;
            match part {
                Part::Screened => vec![0, shooting.screened],
                Part::Protected => vec![0, shooting.protected],
                Part::InReaction => vec![if reactive { shooting.reactive } else { 0 }],
                _ => vec![0],
            }
        }
        _ => vec![0],
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_sums(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Shoots { modifier, parts, reactive, .. } => {
                let rule = if reactive { Rule::ll(12) } else { Rule::host(2) };
                self.modifiers(scene, event, modifier, &parts, rule);
            }
            Event::Attacks { modifier, parts, .. } => {
                self.modifiers(scene, event, modifier, &parts, Rule::adc(1))
            }
            Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, .. } => {
                self.total(scene, a, rolled_a, total_a, &parts[0]);
                self.total(scene, b, rolled_b, total_b, &parts[1]);
            }
            Event::Strikes { striker, target, rolled, total, parts, .. } => {
                self.total(scene, striker, rolled[0], total[0], &parts[0]);
                self.total(scene, target, rolled[1], total[1], &parts[1]);
            }
            Event::NerveCheck { .. } => self.nerve(scene, event),
            _ => {}
        }
    }

    fn modifiers(
        &mut self,
        scene: &Scene<'_>,
        event: &Event,
        modifier: i32,
        parts: &Parts,
        rule: Rule,
    ) {
        self.expect(parts.sum() == modifier, rule, || {
            format!("a modifier of {modifier} is told to be made of {parts:?}")
        });
        let in_cover = parts.of(Part::Screened) != 0 && parts.of(Part::Protected) != 0;
        self.expect(!in_cover, rule, || "screened and protected".to_owned());
        for part in Part::ALL {
            let adds = parts.of(part);
            let may = may_add(scene, event, part);
            self.expect(may.contains(&adds), rule, || {
                format!("{} adds {adds}, by the rules {may:?}", part.name())
            });
        }
    }

    fn total(
        &mut self,
        scene: &Scene<'_>,
        figure: FigureId,
        rolled: i32,
        total: i32,
        parts: &Parts,
    ) {
        let sum = rolled + i32::from(scene.battle.traits(figure).quality) + parts.sum();
        self.expect(total == sum, Rule::host(3), || {
            format!("{figure:?} comes to {total}, and is told to come to {sum}")
        });
    }

    /// A check of morale adds what its rows say (ADC-5).
    fn nerve(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::NerveCheck {
            side, allowed, hit_dice, modifier, weights, rolled, result, ..
        } = *event
        else {
            return;
        };
        let rules = &scene.battle.spec().rules.osric.nerve;
        let [own, enemy] = weights.map(|weight| weight.sum(rules));
        self.expect(modifier == own - enemy, Rule::adc(5), || {
            format!("{own} less {enemy} is told to be {modifier}")
        });
        let table = rules.base + rules.per_die * hit_dice;
        self.expect(allowed == table, Rule::adc(5), || {
            format!("{allowed} holds, by the table {table}")
        });
        let comes = rules.result(allowed, rolled + modifier);
        self.expect(result == comes, Rule::adc(5), || {
            format!("{rolled} {modifier:+} against {allowed} is {result:?}")
        });
        let left = |side: Side| scene.alive[side].count_ones();
        for (side, weight) in [(side, weights[0]), (!side, weights[1])] {
            let at_start = scene.battle.count(side) as u32;
            let lost = self.books_mut().score.lost(side);
            let odds = match (left(side), left(!side)) {
                (own, enemy) if enemy >= 2 * own => Odds::TwoToOne,
                (own, enemy) if enemy > own => Odds::Outnumbered,
                _ => Odds::Even,
            };
            let quarters = 4 * lost / at_start.max(1);
            let right = (lost, quarters, odds);
            let told = (weight.lost, u32::from(weight.quarters), weight.odds);
            self.expect(told == right, Rule::adc(5), || {
                format!("{told:?} weighs on {side:?}, by the table {right:?}")
            });
        }
    }
}
