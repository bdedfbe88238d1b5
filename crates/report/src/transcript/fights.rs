//! Facts of fighting by the host rules, hit points and technique tests (HOST-2 to HOST-4, ADC-1 to ADC-5, WSC-5, WSC-6).

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Cause, Event, EventKind, Odds, Opening, Parts, Scene, Weight};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Effect, Nerve, TechniqueMelee};

use super::moves::{Pending, Suffers};
use super::names::{is_among, members};
use super::page::Level;
use super::template::{Fact, filled};
use super::{TOLD, Transcript};

impl Transcript {
    pub(super) fn host(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        // A die in melee with all its modifiers (HOST-3).
        let melee = |figure: FigureId, rolled: i32, total: i32, parts: &Parts| {
            let quality = i32::from(scene.battle.traits(figure).quality);
            context! { rolled, quality, total, parts => parts.fact(names) }
        };
        Some(match *event {
            Event::Shoots {
                shooter, target, band, parts, needed, rolled, hit, reactive, ..
            } => {
                self.is_on_the_way = reactive && !self.is_reply;
                let missile = scene.battle.traits(shooter).missile.as_ref();
                let number = missile.map(|missile| missile.to_hit[usize::from(band).min(2)]);
                let (dice, there) = (rules.shooting.dice, self.is_there(scene, target));
                facts!(names; shooter, target, band_of = band.min(2), number, parts, needed, dice, rolled, hit, there,
                    reactive)
            }
            Event::Hit { figure, rolled, effect } => {
                let row = *rules.shooting.effect_on(scene.battle.traits(figure).quality);
                let dice = rules.shooting.effect_dice;
                let text = filled("Hit", facts!(names; figure, dice, row, rolled, effect));
                self.suffers(scene, (figure, effect), text, Rule::host(2));
                TOLD
            }
            Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, effect } => {
                let one = melee(a, rolled_a, total_a, &parts[0]);
                let other = melee(b, rolled_b, total_b, &parts[1]);
                let (margin, loser) =
                    ((total_a - total_b).abs(), if total_a > total_b { b } else { a });
                let text = filled("Fights", facts!(names; a, b, one, other, margin, loser, effect));
                self.suffers(scene, (loser, effect), text, Rule::host(3));
                TOLD
            }
            Event::Strikes { striker, target, rolled, total, parts, effect } => {
                let one = melee(striker, rolled[0], total[0], &parts[0]);
                let other = melee(target, rolled[1], total[1], &parts[1]);
                facts!(names; striker, target, one, other, effect)
            }
            Event::MoraleFalls { side, unit, left, leader } => {
                let figures = &scene.battle.spec().sides[side].figures;
                // A unit without figures needs no morale.
                if !members(scene.alive[side]).any(|i| figures[i].unit == unit) {
                    return Some(TOLD);
                }
                let (figure_lost, leader_lost) =
                    (rules.morale.figure_lost, rules.morale.leader_lost);
                facts!(names; unit = (side, unit), left, leader, figure_lost, leader_lost)
            }
            Event::UnitLeaves { side, unit, figures } => {
                let (by_steps, rule) =
                    (rules.fighting.is_by_steps(), EventKind::UnitLeaves.rule_under(rules));
                facts!(names; unit = (side, unit), who = (side, figures), by_steps, rule)
            }
            _ => return None,
        })
    }

    /// Returns whether a figure is where a simultaneous shot or blow can still hit it.
    pub(super) fn is_there(&self, scene: &Scene<'_>, target: FigureId) -> bool {
        is_among(&scene.alive, target) || is_among(&self.across, target)
    }

    /// Tells rolls with their effect on a figure, or waits for how far it goes back.
    fn suffers(
        &mut self,
        scene: &Scene<'_>,
        (figure, effect): (FigureId, Effect),
        mut text: String,
        rule: Rule,
    ) {
        if effect == Effect::Kill {
            self.told_dead.push(figure);
        }
        if matches!(effect, Effect::None | Effect::Kill) {
            return self.say(Level::Deeper, &text, &[rule]);
        }
        if is_among(&self.across, figure) {
            return self.say(Level::Deeper, &(text + ", but is across"), &[rule, Rule::ad(8)]);
        }
        let is_by_shot = rule == Rule::host(2);
        let has_moved = self.moved >> figure.index() & 1 == 1;
        let is_stopped = self.is_on_the_way && has_moved && is_by_shot;
        if is_stopped {
            text += " on the way";
        }
        let rules = vec![rule, Rule::llc(6)];
        // Shots of a match take effect after all have been rolled (WS-04); moves back are told then.
        if scene.battle.spec().rules.system.answers() && is_by_shot {
            self.say(Level::Deeper, &text, &rules);
        } else {
            let level = Level::Deeper;
            self.wait(Pending::Suffers(Suffers { level, text, rules, figure, is_stopped }));
        }
    }

    pub(super) fn techniques(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, rules) = (&self.names, &scene.battle.spec().rules.techniques);
        let dice = rules.dice;
        Some(match *event {
            Event::Opens { figure, against, needed, rolled, opening } => {
                self.opening = Some(opening);
                let plain = rules.passes_up_to(scene.battle.traits(figure).stack.mentality);
                let prepared = needed[0] - plain;
                facts!(names; figure, against, needed, dice, prepared, rolled, opening)
            }
            Event::Technique { figure, against, step, needed, rolled, passes } => {
                // The roll for the attack, if any, has just been told.
                let opening = self.opening.filter(|_| step == 1);
                if !passes {
                    self.told_dead.push(figure);
                } else if opening == Some(Opening::Wild) {
                    self.told_dead.push(against);
                }
                let prepared = needed - rules.passes_up_to(scene.battle.traits(figure).technique);
                let (opens, together) =
                    (step == 1 && opening.is_none(), rules.melee == TechniqueMelee::Together);
                facts!(names; figure, against, needed, dice, prepared, rolled, passes, opening, opens, together)
            }
            Event::RunsFrom { figure, by } => {
                let text = filled("RunsFrom", facts!(names; figure, by));
                let (level, rules) = (Level::Under, vec![Rule::wsc(5), Rule::llc(6)]);
                let suffers = Suffers { level, text, rules, figure, is_stopped: false };
                self.wait(Pending::Suffers(suffers));
                TOLD
            }
            _ => return None,
        })
    }

    pub(super) fn osric(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, rules) = (&self.names, &scene.battle.spec().rules.osric);
        Some(match *event {
            Event::HitPoints { figure, points } => {
                let amount = scene.battle.traits(figure).body.hit_points;
                facts!(names; figure, points = points.unsigned_abs(), amount, by_steps = false)
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
                let level = Value::from(scene.battle.traits(by).body.level);
                let own = Value::from(scene.battle.traits(target).body.armour_class);
                let (dice, there) = (rules.dice, self.is_there(scene, target));
                facts!(names; by, target, band_of = band.map(|band| band.min(2)), rear, level, armour_class, own, modifier,
                    parts, needed, dice, rolled, hit, there, reactive)
            }
            Event::Harmed { figure, by, damage, rolled, times, set, left, cause } => {
                self.told_dead.extend((left <= 0).then_some(figure));
                let harm = scene.battle.traits(by).harm;
                let amount = match cause {
                    Cause::Shot => harm.shot,
                    Cause::Melee => harm.blow,
                };
                let (damage, has_dice) = (damage.unsigned_abs(), amount.dice.is_some());
                facts!(names; figure, damage, amount, has_dice, rolled, plus_of = amount.plus, times,
                    set_against = set, left)
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
                let total = rolled + modifier;
                facts!(names; unit = (side, unit), enemy = !side, allowed, hit_dice, rolled, result, total,
                    dice = nerve.dice, base = nerve.base, adds = nerve.per_die * hit_dice,
                    weights = [weighs(&weights[0], nerve, 1), weighs(&weights[1], nerve, -1)],
                    by = total - allowed, withdraws = nerve.withdraws_up_to, flees = nerve.flees_up_to)
            }
            _ => return None,
        })
    }
}

/// Returns the modifiers of a side's nerve, row by row; those of the enemy are subtracted.
fn weighs(weight: &Weight, rules: &Nerve, sign: i32) -> Value {
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
    rows.map(|(row, adds)| Value::from(vec![row.into(), Value::from(sign * adds)]))
        .into_iter()
        .collect()
}
