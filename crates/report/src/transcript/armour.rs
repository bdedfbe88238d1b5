//! How blows and shots against armour are told, and morale in percent (ADC-1 to ADC-5).

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::NerveResult;

use super::words::Cited;
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;

impl Transcript {
    pub(super) fn of_armour(&mut self, scene: &Scene<'_>, event: &Event) {
        let rules = &scene.battle.spec().rules.osric;
        match *event {
            Event::HitPoints { figure, points } => self.hit_points(scene, figure, points),
            Event::Attacks {
                by,
                target,
                band,
                armour_class,
                rear,
                modifier,
                needed,
                rolled,
                hit,
                reactive,
            } => {
                let what = match band {
                    None => "strikes at",
                    Some(0) => "at short range shoots at",
                    Some(1) => "at medium range shoots at",
                    Some(_) => "at long range shoots at",
                };
                let side = if rear { " from behind" } else { "" };
                let own = scene.battle.traits(target).body.armour_class;
                let worse = if armour_class == own {
                    String::new()
                } else {
                    format!(" ({own} but for his charge)")
                };
                let helped = match modifier {
                    0 => String::new(),
                    modifier => format!(", modifier {modifier:+}"),
                };
                let outcome = self.outcome(scene, target, hit);
                let text = format!(
                    "{} {what} {}{side}: level {} against armour class {armour_class}{worse}{helped}, needs {needed}{NO_BREAK}or{NO_BREAK}more on {}, \
                     rolls {rolled}: {outcome}",
                    self.names.figure(by),
                    self.names.figure(target),
                    scene.battle.traits(by).body.level,
                    rules.dice,
                );
                let mut cited = Cited::of(&[Rule::adc(1)]);
                if band.is_some() {
                    cited = cited.and(Rule::adc(3));
                } else if modifier != 0 || armour_class != own {
                    cited = cited.and(Rule::adc(4));
                }
                if reactive {
                    cited = cited.and(Rule::ll(12));
                }
                self.say(UNDER, &text, &cited);
            }
            Event::Harmed {
                figure,
                damage,
                left,
                ..
            } => {
                let name = self.names.figure(figure);
                let comes_of_it = if left > 0 {
                    format!("{left} left")
                } else {
                    self.told_dead.push(figure);
                    String::from("down")
                };
                let points = if damage == 1 { "point" } else { "points" };
                let text = format!("{name} loses {damage} hit {points}: {comes_of_it}");
                self.say(DEEPER, &text, &Cited::of(&[Rule::adc(2)]));
            }
            Event::NerveCheck {
                side,
                unit,
                allowed,
                modifier,
                rolled,
                result,
            } => {
                let comes_of_it = match result {
                    NerveResult::Holds => "holds",
                    NerveResult::Withdraws => "withdraws fighting",
                    NerveResult::Flees => "flees",
                    NerveResult::Surrenders => "surrenders",
                };
                let text = format!(
                    "morale of {}: needs {allowed}{NO_BREAK}or{NO_BREAK}less on {}, rolls {rolled} {modifier:+} = {}: \
                     {comes_of_it}",
                    self.names.unit(side, unit),
                    rules.nerve.dice,
                    rolled + modifier,
                );
                self.say(DEEPER, &text, &Cited::of(&[Rule::adc(5)]));
            }
            _ => {}
        }
    }

    fn hit_points(&mut self, scene: &Scene<'_>, figure: FigureId, points: i32) {
        let amount = scene.battle.traits(figure).body.hit_points;
        let has = if points == 1 {
            "hit point"
        } else {
            "hit points"
        };
        let text = format!("{}: {points} {has} on {amount}", self.names.figure(figure));
        self.say(0, &text, &Cited::of(&[Rule::adc(2)]));
    }

    /// The rules of a battle in a line, as far as its rolls do not repeat them.
    pub(super) fn armour_rules(scene: &Scene<'_>) -> String {
        let dice = scene.battle.spec().rules.osric.dice;
        format!(
            "each rolls {dice} to hit, by his level and the other's armour class; a hit takes off hit points, and who has none \
             left is down"
        )
    }
}
