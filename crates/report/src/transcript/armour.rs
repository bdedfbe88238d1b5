//! How blows and shots against armour are told, and morale in percent (ADC-1 to ADC-5).

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Cause, Event, Odds, Scene, Weight};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Nerve, NerveResult};

use super::words::{self, Cited};
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
                parts,
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
                let helped = words::parts(&parts);
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
            Event::Harmed { figure, damage, left, times, .. } => {
                let name = self.names.figure(figure);
                let comes_of_it = if left > 0 {
                    format!("{left} left")
                } else {
                    self.told_dead.push(figure);
                    String::from("down")
                };
                let points = if damage == 1 { "point" } else { "points" };
                let of_what = damage_of(scene, event);
                let text = format!("{name} loses {damage} hit {points} ({of_what}): {comes_of_it}");
                let mut cited = Cited::of(&[Rule::adc(2)]);
                if times > 1 {
                    cited = cited.and(Rule::adc(7));
                }
                self.say(DEEPER, &text, &cited);
            }
            Event::NerveCheck { .. } => self.nerve_check(&rules.nerve, event),
            _ => {}
        }
    }

    /// `morale of Orcs: needs 55 or less on d100 (50, 1 hit die +5), rolls 53; 2 of its side lost +10, …: 23: holds`
    fn nerve_check(&mut self, rules: &Nerve, event: &Event) {
        let Event::NerveCheck {
            side,
            unit,
            allowed,
            hit_dice,
            modifier,
            weights: [own, enemy],
            rolled,
            result,
        } = *event
        else {
            return;
        };
        let dice = match hit_dice {
            1 => String::from("1 hit die"),
            number => format!("{number} hit dice"),
        };
        let mut rows = weighs(&own, rules, 1);
        rows.extend(weighs(&enemy, rules, -1).into_iter().enumerate().map(|(k, row)| {
            if k == 0 { format!("of {}: {row}", self.names.side(!side)) } else { row }
        }));
        let sum = match &rows[..] {
            [] => String::new(),
            rows => format!("; {}; together {}", rows.join(", "), rolled + modifier),
        };
        let comes_of_it = match result {
            NerveResult::Holds => String::from("holds"),
            failed => {
                let by = rolled + modifier - allowed;
                let (withdraws, flees) = (rules.withdraws_up_to, rules.flees_up_to);
                let row = match failed {
                    NerveResult::Withdraws => format!("up to {withdraws}, withdraws fighting"),
                    NerveResult::Flees => format!("up to {flees}, flees"),
                    _ => format!("more than {flees}, surrenders"),
                };
                format!("fails by {by}, {row}")
            }
        };
        let text = format!(
            "morale of {}: needs {allowed}{NO_BREAK}or{NO_BREAK}less on {} ({}, {dice} {:+}), rolls {rolled}{sum}: \
             {comes_of_it}",
            self.names.unit(side, unit),
            rules.dice,
            rules.base,
            rules.per_die * hit_dice,
        );
        self.say(DEEPER, &text, &Cited::of(&[Rule::adc(5)]));
    }

    fn hit_points(&mut self, scene: &Scene<'_>, figure: FigureId, points: i32) {
        let amount = scene.battle.traits(figure).body.hit_points;
        let has = if points == 1 { "hit point" } else { "hit points" };
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

/// What weighs on a side, row by row; on the enemy it is taken off.
fn weighs(weight: &Weight, rules: &Nerve, sign: i32) -> Vec<String> {
    let share = match weight.quarters {
        1 => "a quarter of all",
        _ => "half of all",
    };
    let odds = match weight.odds {
        Odds::TwoToOne => "outnumbered two to one",
        _ => "outnumbered",
    };
    let leader = if weight.leader_down { rules.leader_down } else { 0 };
    let rows = [
        (format!("{} lost", weight.lost), weight.friends(rules)),
        (String::from(share), weight.share(rules)),
        (String::from(odds), weight.odds(rules)),
        (String::from("leader down"), leader),
    ];
    let rows = rows.into_iter().filter(|(_, adds)| *adds != 0);
    rows.map(|(row, adds)| format!("{row} {:+}", sign * adds)).collect()
}

/// `d6+1, rolls 5; twice, the weapon is set`
fn damage_of(scene: &Scene<'_>, event: &Event) -> String {
    let Event::Harmed { by, rolled, times, set, cause, .. } = *event else {
        return String::new();
    };
    let harm = scene.battle.traits(by).harm;
    let amount = match cause {
        Cause::Shot => harm.shot,
        Cause::Melee => harm.blow,
    };
    let mut text = amount.to_string();
    if amount.dice.is_some() {
        text += &format!(", rolls {rolled}");
    }
    if rolled + amount.plus < 1 {
        text += ", but 1 at least";
    }
    if times > 1 {
        let often = match times {
            2 => String::from("twice"),
            times => format!("{times} times"),
        };
        let why = match set {
            true => "set against the charge",
            false => "a lance in a charge",
        };
        text += &format!("; {often}, {why}");
    }
    text
}
