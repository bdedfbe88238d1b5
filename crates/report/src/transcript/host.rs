//! How the host rules are told: shots, their effects, blows and morale (HOST-2 to HOST-4).

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, EventKind, Parts, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Effect, Rulebook};

use super::Transcript;
use super::moves::{Pending, Suffers};
use super::names::{is_among, members};
use super::page::Level;
use super::phrases::{self, or_more, plus_parts};

/// The rules in a line, as far as rolls do not repeat them.
pub(super) fn in_a_line(rules: &Rulebook) -> String {
    let (dice, effects) = (rules.melee.dice, phrases::thresholds(&rules.melee.effect));
    format!(
        "in melee both roll {dice} and add their quality, and the loser suffers by the margin: {effects}"
    )
}

impl Transcript {
    pub(super) fn tells_host(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        match *event {
            Event::Shoots {
                shooter, target, band, parts, needed, rolled, hit, reactive, ..
            } => {
                self.is_on_the_way = reactive && !self.is_reply;
                let missile = scene.battle.traits(shooter).missile.as_ref();
                let number = missile.map(|missile| missile.to_hit[usize::from(band).min(2)]);
                let number = number.map_or(String::new(), |number| format!(" {number}"));
                let (range, adds) = (phrases::band(band), plus_parts(&parts));
                let (needs, dice) = (or_more(needed), rules.shooting.dice);
                let outcome = self.outcome(scene, target, hit);
                tell!(self: Under [host(2) if !reactive, ll(12) if reactive] |shooter, target|
                    "{shooter} at {target}: {range}{number}{adds}, needs {needs} on {dice}, rolls {rolled}: {outcome}");
            }
            Event::Hit { figure, rolled, effect } => {
                let shooting = &rules.shooting;
                let quality = scene.battle.traits(figure).quality.clamp(1, 3);
                let effects = phrases::thresholds(&shooting.effect[usize::from(quality) - 1]);
                let text =
                    format!("effect on {} ({effects}), rolls {rolled}: ", shooting.effect_dice);
                self.suffers(scene, figure, effect, &text, Rule::host(2));
            }
            Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, effect } => {
                let one = melee_roll(scene, a, rolled_a, total_a, &parts[0]);
                let other = melee_roll(scene, b, rolled_b, total_b, &parts[1]);
                let margin = match (total_a - total_b).abs() {
                    0 => String::new(),
                    margin => format!("by {margin}: "),
                };
                let loser = if total_a > total_b { b } else { a };
                let text =
                    format!("{} {one}, {} {other}; {margin}", names.figure(a), names.figure(b));
                self.suffers(scene, loser, effect, &text, Rule::host(3));
            }
            Event::Strikes { striker, target, rolled, total, parts, effect } => {
                let (name, enemy) = (names.figure(striker), names.figure(target));
                let own = melee_roll(scene, striker, rolled[0], total[0], &parts[0]);
                let other = melee_roll(scene, target, rolled[1], total[1], &parts[1]);
                let effect = phrases::effect(enemy, effect);
                tell!(self: Under [host(3)]
                    "{name} strikes at {enemy}: {own}, {enemy} {other}: {effect}");
            }
            Event::MoraleFalls { side, unit, left, leader } => {
                let figures = &scene.battle.spec().sides[side].figures;
                // Of a body of which nobody is left nobody cares.
                if !members(scene.alive[side]).any(|i| figures[i].unit == unit) {
                    return true;
                }
                let (unit, morale) = (names.unit(side, unit), &rules.morale);
                let mut by = format!("{} for a figure", morale.figure_lost);
                if leader {
                    by += &format!(" and {} for its leader", morale.leader_lost);
                }
                tell!(self: Deeper [llc(5)] "morale of {unit} falls to {left}, {by}");
            }
            Event::UnitLeaves { side, unit, figures } => {
                let unit = names.unit(side, unit);
                let leaves = names.does(side, figures, "leave the table");
                let text = format!("morale of {unit} is spent: {leaves}");
                self.say(Level::Deeper, &text, EventKind::UnitLeaves.rule_under(rules));
            }
            _ => return false,
        }
        true
    }

    /// Tells rolls with what somebody suffers by them, or waits for how far it drives him.
    fn suffers(
        &mut self,
        scene: &Scene<'_>,
        figure: FigureId,
        effect: Effect,
        rolls: &str,
        rule: Rule,
    ) {
        let level = Level::Deeper;
        let mut text = format!("{rolls}{}", phrases::effect(self.names.figure(figure), effect));
        if effect == Effect::Kill {
            self.told_dead.push(figure);
        }
        if matches!(effect, Effect::None | Effect::Kill) {
            return self.say(level, &text, rule);
        }
        if is_among(&self.across, figure) {
            return self.say(level, &(text + ", but is across"), [rule, Rule::ad(8)]);
        }
        let is_by_shot = rule == Rule::host(2);
        let has_moved = self.moved >> figure.index() & 1 == 1;
        let is_stopped = self.is_on_the_way && has_moved && is_by_shot;
        if is_stopped {
            text += " on the way";
        }
        let cited = [rule, Rule::llc(6)].into();
        // Shots of a match take effect when all of them have been rolled (WS-04): who goes back, and why, is told then.
        if scene.battle.spec().rules.system.answers() && is_by_shot {
            self.say(level, &text, cited);
        } else {
            self.wait(Pending::Suffers(Suffers { level, text, cited, figure, is_stopped }));
        }
    }
}

/// `rolls 6, quality +2, support +1 = 9`: a die in melee with all that is added to it (HOST-3).
fn melee_roll(
    scene: &Scene<'_>,
    figure: FigureId,
    rolled: i32,
    total: i32,
    made_of: &Parts,
) -> String {
    let quality = i32::from(scene.battle.traits(figure).quality);
    format!("rolls {rolled}, quality {quality:+}{} = {total}", plus_parts(made_of))
}
