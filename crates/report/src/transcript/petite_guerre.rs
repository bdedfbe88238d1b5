//! Facts of petite guerre: tests of control, shots by skill dice, volleys, reloading and bouts of melee.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::event::{Event, FigureSet, MoveKind, Scene, TargetCondition};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::VolleyHits;
use skirmish_engine::side::Side;

use super::moves::Pending;
use super::names::is_among;
use super::page::{Level, number};
use super::template::filled;
use super::{TOLD, Transcript};

/// A volley, whose shots are told in one line.
#[derive(Debug, Clone)]
pub(super) struct Volley {
    side: Side,
    shooters: FigureSet,
    ranks: Vec<u8>,
    /// The number needed, and why.
    needs: String,
    /// Faces of each die and its roll.
    rolls: Vec<(u8, i32)>,
    hits: u32,
    /// Whether hits fall by lot, instead of on the nearest figure.
    by_lot: bool,
}

/// Figures that reload, each as text and with whether it has loaded.
#[derive(Debug, Clone)]
pub(super) struct Reloading {
    needed: i32,
    tries: Vec<(String, bool)>,
}

impl Transcript {
    pub(super) fn petite_guerre(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        Some(match *event {
            Event::LosesControl { side, unit, pressure } => {
                facts!(names; unit = (side, unit), pressure)
            }
            Event::ControlTest { side, unit, test, die, rolled, result } => {
                let (needed, rout) = (rules.control.in_control, rules.control.out_of_control);
                facts!(names; unit = (side, unit), test, needed, die, rout, rolled, result)
            }
            Event::Routs { side, figures, .. } => {
                let words = (String::from("rout: "), String::from("run away"));
                let (rules, movers) = ([Rule::pg(4), Rule::pg(6)], (side, figures));
                self.wait_for_moves(Level::Deeper, Some(words), &rules, MoveKind::Rout, movers);
                TOLD
            }
            Event::Fires { shooter, target, fire, dice, rolled, hit, reactive, .. } => {
                let sum_of = dice.iter().filter(|die| **die > 0).map(|die| format!("d{die}"));
                let (sum_of, needs): (Vec<String>, _) =
                    (sum_of.collect(), self.needs(scene, event));
                let (wounded, there) =
                    (is_among(&self.wounded, shooter), self.is_there(scene, target));
                facts!(names; shooter, target, fire, needs, sum_of, wounded, rolled, hit, there, reactive)
            }
            // The number needed against the target has been told with the rolls.
            Event::HitFalls { shooter, figure, needed, rolled, condition, distance } => {
                if self.volley_needs.contains(&(shooter, needed)) {
                    return Some(TOLD);
                }
                let needs = self.needs_so(scene, shooter, (condition, distance, needed), (0, 0));
                facts!(names; rolled, figure, needs)
            }
            Event::Struck { figure, rolled, again, kills, .. } => {
                self.told_dead.extend(kills.then_some(figure));
                self.wounded[figure.side()] |= 1 << figure.index();
                let (needed, dice) = (rules.fire.kills, rules.fire.effect_dice);
                facts!(names; figure, needed, dice, rolled, again, kills)
            }
            Event::RankReloads { side, unit, rank, die, needed, rolled, loaded, .. } => {
                facts!(names; unit = (side, unit), rank, needed, die, rolled, loaded)
            }
            Event::Clashes { a, b, dice, advantage, vantage, rolled, prepared, hits } => {
                let needed = rules.hand_to_hand.hit;
                let both_could = (0..2).all(|k| rolled[k] > 0 && rolled[k] + prepared[k] >= needed);
                // The die does not show a wound: stepped down and up again, a d12 is a d12.
                let fighter = |k: usize, figure: FigureId| {
                    let skill = Value::from(scene.battle.traits(figure).skills.melee);
                    let wounded = is_among(&self.wounded, figure);
                    let facts = facts!(names; name = figure, rolled = rolled[k], die = dice[k], skill, wounded,
                        vantage = vantage[k], prepared = prepared[k]);
                    filled("Fighter", facts)
                };
                let fighters = [fighter(0, a), fighter(1, b)];
                let has_advantage = (0..2).any(|k| advantage[k] && rolled[k] > 0);
                facts!(names; a, b, fighters, needed, hits, both_could, has_advantage)
            }
            _ => return None,
        })
    }

    /// Returns what a shot needs: `needs 15 or more at 38.2 paces (mark 40: 11, screened +4)`.
    fn needs(&self, scene: &Scene<'_>, event: &Event) -> String {
        let Event::Fires { shooter, condition, distance, needed, prepared, reactive, .. } = *event
        else {
            return String::new();
        };
        let in_reaction = scene.battle.spec().rules.fire.in_reaction(reactive);
        self.needs_so(scene, shooter, (condition, distance, needed), (in_reaction, prepared))
    }

    /// Returns what a shot needs, given condition, distance and number, with adjustments for reaction and preparation.
    fn needs_so(
        &self,
        scene: &Scene<'_>,
        shooter: FigureId,
        (condition, distance, needed): (TargetCondition, Len, i32),
        (in_reaction, prepared): (i32, i32),
    ) -> String {
        let adds = scene.battle.spec().rules.fire.adds(condition);
        let stick = scene.battle.traits(shooter).stick;
        let told = i64::from(distance);
        let mark = stick.and_then(|stick| {
            let mark = stick.mark_giving(distance, needed - adds - in_reaction + prepared)?;
            // The distance is known rounded down, so one just beyond a mark exceeds that mark.
            let beyond = stick.mark(told * told) != Some(mark);
            let (far, plain) = stick.marks().nth(mark)?;
            let far = if far % UNIT == 0 { (far / UNIT).to_string() } else { number(far) };
            Some((vec![far, plain.to_string()], distance + Len::from(beyond)))
        });
        let (mark, distance) = mark.unzip();
        let distance = self.ruler.at_most(distance.unwrap_or(told as Len));
        // A bonus to the dice lowers the number needed.
        let (condition, prepared) = (condition.name(), -prepared);
        filled("Needs", context! { needed, distance, mark, condition, adds, in_reaction, prepared })
    }

    /// Adds a shot to the line of its volley; shots that need another number have their own line.
    pub(super) fn gathers_volley(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Fires { shooter, target, dice: [die, _], needed, rolled, hit, .. } = *event
        else {
            return;
        };
        let needs = format!("against {} {}", self.names.figure(target), self.needs(scene, event));
        self.volley_needs.retain(|(other, _)| *other != shooter);
        self.volley_needs.push((shooter, needed));
        if !matches!(&self.pending, Pending::Volley(volley) if volley.needs == needs) {
            self.wait(Pending::Volley(Volley {
                side: shooter.side(),
                shooters: 0,
                ranks: Vec::new(),
                needs,
                rolls: Vec::new(),
                hits: 0,
                by_lot: scene.battle.spec().rules.fire.volley_hits == VolleyHits::ByLot,
            }));
        }
        if let Pending::Volley(volley) = &mut self.pending {
            let rank = scene.battle.traits(shooter).rank;
            volley.shooters |= 1 << shooter.index();
            volley.ranks.extend(rank.filter(|rank| !volley.ranks.contains(rank)));
            volley.rolls.push((die, rolled));
            volley.hits += u32::from(hit);
        }
    }

    pub(super) fn say_volley(&mut self, volley: &Volley) {
        let Volley { side, shooters, ranks, needs, rolls, hits, by_lot } = volley;
        let ranks: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
        let mut dice: Vec<u8> = rolls.iter().map(|(die, _)| *die).collect();
        dice.sort_unstable_by(|one, other| other.cmp(one));
        dice.dedup();
        let rolls_of = |die: &u8| {
            let of = rolls.iter().filter(|(other, _)| other == die);
            let rolls: Vec<i32> = of.map(|(_, rolled)| *rolled).collect();
            filled("VolleyDice", context! { die, rolls })
        };
        let by_dice: Vec<String> = dice.iter().map(rolls_of).collect();
        let who = self.names.who(*side, *shooters);
        let shots = rolls.len();
        self.tell("Volley", context! { who, ranks, shots, needs, rolls => by_dice, hits, by_lot });
    }

    /// Adds an attempt to reload to the line of others that need the same number.
    pub(super) fn gathers_reload(&mut self, event: &Event) {
        let Event::Reloads { figure, die, needed, rolled, loaded } = *event else { return };
        let attempt = (format!("{} ({rolled} on d{die})", self.names.figure(figure)), loaded);
        match &mut self.pending {
            Pending::Reloading(going) if going.needed == needed => going.tries.push(attempt),
            _ => self.wait(Pending::Reloading(Reloading { needed, tries: vec![attempt] })),
        }
    }

    pub(super) fn say_reloading(&mut self, reloading: &Reloading) {
        let of = |is_loaded: bool| -> Vec<String> {
            let tries = reloading.tries.iter().filter(|(_, loaded)| *loaded == is_loaded);
            tries.map(|(words, _)| words.clone()).collect()
        };
        let (loaded, not_yet) = (of(true), of(false));
        self.tell("Reloading", context! { needed => reloading.needed, loaded, not_yet });
    }
}
