//! How fighting by hit points is told: blows and shots against armour, and morale in percent (ADC-1 to ADC-5).

use skirmish_engine::event::{Cause, Event, Odds, Scene, Weight};
use skirmish_engine::rulebook::{Nerve, NerveResult, Rulebook};

use super::Transcript;
use super::phrases::{self, or_less, or_more, plus_parts};
use crate::number::counted as count;
use crate::text::framed;

/// The rules in a line, as far as rolls do not repeat them.
pub(super) fn in_a_line(rules: &Rulebook) -> String {
    let dice = rules.osric.dice;
    format!(
        "each rolls {dice} to hit, by his level and the other's armour class; a hit takes off hit points, and a figure \
         with none left is down"
    )
}

impl Transcript {
    pub(super) fn tells_osric(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules.osric);
        match *event {
            Event::HitPoints { figure, points } => {
                let has = count(points.unsigned_abs(), "hit point");
                let amount = scene.battle.traits(figure).body.hit_points;
                tell!(self: Margin [adc(2)] |figure| "{figure}: {has} on {amount}");
            }
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
                    None => String::from("strikes at"),
                    Some(band) => format!("at {} shoots at", phrases::band(band)),
                };
                let behind = if rear { " from behind" } else { "" };
                let level = scene.battle.traits(by).body.level;
                let own = scene.battle.traits(target).body.armour_class;
                let worse = match armour_class == own {
                    true => String::new(),
                    false => format!(" ({own} but for his charge)"),
                };
                let (adds, needs, dice) = (plus_parts(&parts), or_more(needed), rules.dice);
                let outcome = self.outcome(scene, target, hit);
                let is_shot = band.is_some();
                let is_helped = modifier != 0 || armour_class != own;
                tell!(self: Under [adc(1), adc(3) if is_shot, adc(4) if !is_shot && is_helped, ll(12) if reactive] |by, target|
                    "{by} {what} {target}{behind}: level {level} against armour class {armour_class}{worse}{adds}, \
                     needs {needs} on {dice}, rolls {rolled}: {outcome}");
            }
            Event::Harmed { figure, damage, left, times, .. } => {
                let loses = count(damage.unsigned_abs(), "hit point");
                let is_down = left <= 0;
                let comes_of_it = if is_down { "down".into() } else { format!("{left} left") };
                let dice = damage_dice(scene, event);
                self.told_dead.extend(is_down.then_some(figure));
                tell!(self: Deeper [adc(2), adc(7) if times > 1] |figure|
                    "{figure} loses {loses} ({dice}): {comes_of_it}");
            }
            Event::NerveCheck {
                side,
                unit,
                allowed,
                hit_dice,
                modifier,
                weights,
                rolled,
                result,
            } => {
                let nerve = &rules.nerve;
                let (needs, base) = (or_less(allowed), nerve.base);
                let dice =
                    if hit_dice == 1 { "1 hit die".into() } else { format!("{hit_dice} hit dice") };
                let adds = nerve.per_die * hit_dice;
                let mut rows = weighs(&weights[0], nerve, 1);
                let mut of_enemy = weighs(&weights[1], nerve, -1);
                if let Some(first) = of_enemy.first_mut() {
                    *first = format!("of {}: {first}", names.side(!side));
                }
                rows.append(&mut of_enemy);
                let total = rolled + modifier;
                let sum = framed("; ", &rows.join(", "), &format!("; together {total}"));
                let (withdraws, flees) = (nerve.withdraws_up_to, nerve.flees_up_to);
                let by = total - allowed;
                let comes_of_it = match result {
                    NerveResult::Holds => "holds".into(),
                    NerveResult::Withdraws => {
                        format!("fails by {by}, up to {withdraws}, withdraws fighting")
                    }
                    NerveResult::Flees => format!("fails by {by}, up to {flees}, flees"),
                    NerveResult::Surrenders => {
                        format!("fails by {by}, more than {flees}, surrenders")
                    }
                };
                let unit = names.unit(side, unit);
                tell!(self: Deeper [adc(5)]
                    "morale of {unit}: needs {needs} on {} ({base}, {dice} {adds:+}), rolls {rolled}{sum}: {comes_of_it}", nerve.dice);
            }
            _ => return false,
        }
        true
    }
}

/// What weighs on a side, row by row; on the enemy it is taken off.
fn weighs(weight: &Weight, rules: &Nerve, sign: i32) -> Vec<String> {
    let lost = format!("{} lost", weight.lost);
    let share = if weight.quarters == 1 { "a quarter of all" } else { "half of all" };
    let odds = match weight.odds {
        Odds::TwoToOne => "outnumbered two to one",
        Odds::Outnumbered | Odds::Even => "outnumbered",
    };
    let leader = if weight.leader_down { rules.leader_down } else { 0 };
    let rows = [
        (&lost[..], weight.friends(rules)),
        (share, weight.share(rules)),
        (odds, weight.odds(rules)),
        ("leader down", leader),
    ];
    let rows = rows.into_iter().filter(|(_, adds)| *adds != 0);
    rows.map(|(row, adds)| format!("{row} {:+}", sign * adds)).collect()
}

/// `d6+1, rolls 5; twice, set against the charge`
fn damage_dice(scene: &Scene<'_>, event: &Event) -> String {
    let Event::Harmed { by, rolled, times, set, cause, .. } = *event else {
        return String::new();
    };
    let harm = scene.battle.traits(by).harm;
    let amount = match cause {
        Cause::Shot => harm.shot,
        Cause::Melee => harm.blow,
    };
    let rolls = amount.dice.map_or(String::new(), |_| format!(", rolls {rolled}"));
    let at_least = if rolled + amount.plus < 1 { ", but 1 at least" } else { "" };
    let why = if set { "set against the charge" } else { "a lance in a charge" };
    let often = match times {
        ..=1 => String::new(),
        2 => format!("; twice, {why}"),
        times => format!("; {times} times, {why}"),
    };
    format!("{amount}{rolls}{at_least}{often}")
}
