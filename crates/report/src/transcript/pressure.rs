//! How petite guerre is told: turns and tests of control, shots by skill dice, volleys, reloading and bouts of melee.

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::battle::{FigureId, UnitId};
use skirmish_engine::event::{
    ControlResult, ControlTest, Event, FigureSet, FireKind, MoveKind, Pressure, Scene,
    TargetCondition, Vantage,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{VolleyHits, step_up};
use skirmish_engine::side::Side;

use super::gather::{Going, Pending};
use super::page::{list, number};
use super::words::Cited;
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;
use crate::number::counted as count;

/// A volley that goes on: its shots are told in one line.
#[derive(Debug, Clone)]
pub(super) struct Volley {
    side: Side,
    shooters: FigureSet,
    ranks: Vec<u8>,
    /// What is needed, and why.
    needs: String,
    /// Faces of the die and the roll of each.
    rolls: Vec<(u8, i32)>,
    hits: u32,
    /// Whom the hits fall on.
    hit_whom: &'static str,
}

/// Figures that reload, each with faces of the die, the roll and whether it is loaded.
#[derive(Debug, Clone)]
pub(super) struct Reloading {
    needed: i32,
    tries: Vec<(FigureId, u8, i32, bool)>,
}

/// `4 or more`, on one line.
fn or_more(needed: i32) -> String {
    format!("{needed}{NO_BREAK}or{NO_BREAK}more")
}

impl Transcript {
    pub(super) fn turn_begins(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        self.moved = 0;
        self.page.gap();
        let text = format!("{turn}, {}", self.names.side(side));
        let rule = scene.battle.spec().rules.system.turn_rule();
        let rule = rule.unwrap_or(Rule::pg(4));
        self.say(0, &format!("Turn {text}"), &Cited::of(&[rule]));
        self.last_turn = Some(format!("last turn: {text}"));
    }

    pub(super) fn loses_control(&mut self, side: Side, unit: UnitId, pressure: Pressure) {
        let why = match pressure {
            Pressure::Fire => "hit by fire",
            Pressure::Charge => "charged",
        };
        let unit = self.names.unit(side, unit);
        let text = format!("{unit}: {why}, and out of control from now on");
        self.say(DEEPER, &text, &Cited::of(&[Rule::pg(4)]));
    }

    pub(super) fn control_test(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::ControlTest { side, unit, test, die, rolled, result } = *event else {
            return;
        };
        let (why, rule) = match test {
            ControlTest::Activation => ("", 4),
            ControlTest::HalfStrength => (", below half strength", 5),
            ControlTest::FlankOrRear => (", charged in flank or rear", 5),
        };
        let comes_of_it = match (result, test) {
            (ControlResult::InControl, ControlTest::Activation) => "in control again",
            (ControlResult::InControl, _) => "no change",
            (ControlResult::OutOfControl, ControlTest::Activation) => "still out of control",
            (ControlResult::OutOfControl, _) => "out of control",
            (ControlResult::Routed, _) => "routed",
        };
        let control = &scene.battle.spec().rules.control;
        let text = format!(
            "test of {}{why}: needs {} on d{die}, and less than {} is rout; rolls {rolled}: {comes_of_it}",
            self.names.unit(side, unit),
            or_more(control.in_control),
            control.out_of_control,
        );
        self.say(UNDER, &text, &Cited::of(&[Rule::pg(rule)]));
    }

    pub(super) fn routs(&mut self, side: Side, figures: FigureSet) {
        let who = self.names.group(side, figures);
        self.pending = Pending::Going(Going {
            indent: DEEPER,
            head: Some(format!("rout: {}", who.does("runs away", "run away"))),
            cited: Cited::of(&[Rule::pg(4), Rule::pg(6)]),
            why: MoveKind::Rout,
            side,
            who: figures,
            steps: Vec::new(),
            off: 0,
        });
    }

    /// What a shot needs: `needs 15 or more at 38.2 paces (mark 40: 11, screened +4)`.
    fn needs(&self, scene: &Scene<'_>, event: &Event) -> String {
        let Event::Fires { shooter, condition, distance, needed, prepared, reactive, .. } = *event
        else {
            return String::new();
        };
        let fire = &scene.battle.spec().rules.fire;
        let (adds, in_reaction) = (fire.adds(condition), fire.in_reaction(reactive));
        let stick = scene.battle.traits(shooter).stick;
        let told = i64::from(distance);
        let mark = stick.and_then(|stick| {
            let mark = stick.mark_giving(distance, needed - adds - in_reaction + prepared)?;
            // The distance is told rounded down: a hair beyond a mark it is more than that mark.
            let beyond = stick.mark(told * told) != Some(mark);
            let (far, plain) = stick.marks().nth(mark)?;
            Some((far, plain, distance + Len::from(beyond)))
        });
        let distance = mark.map_or(distance, |(.., distance)| distance);
        let mark = mark.map_or(String::new(), |(far, plain, _)| {
            let far = if far % UNIT == 0 { (far / UNIT).to_string() } else { number(far) };
            format!("mark {far}: {plain}, ")
        });
        let condition = match condition {
            TargetCondition::Unmoving => condition.name().to_owned(),
            _ => format!("{} {adds:+}", condition.name()),
        };
        let in_reaction = match in_reaction {
            0 => String::new(),
            adds => format!(", in reaction {adds:+}"),
        };
        // What is added to the dice makes less of what is needed.
        let prepared = match prepared {
            0 => String::new(),
            adds => format!(", prepared {:+}", -adds),
        };
        format!(
            "needs {} at {} ({mark}{condition}{in_reaction}{prepared})",
            or_more(needed),
            self.ruler.at_most(distance)
        )
    }

    pub(super) fn fires(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Fires { shooter, target, fire, dice, rolled, hit, reactive, .. } = *event else {
            return;
        };
        let outcome = self.outcome(scene, target, hit);
        let names = dice.iter().filter(|die| **die > 0);
        let names: Vec<String> = names.map(|die| format!("d{die}")).collect();
        let rules = &scene.battle.spec().rules.fire;
        let first = match fire {
            FireKind::Haste => rules.haste,
            FireKind::Aimed | FireKind::Volley => rules.aim,
        };
        // A wound takes a step off both dice (PG-08).
        let wounded = match dice == [first, scene.battle.traits(shooter).skills.aimed] {
            true => "",
            false => " (wounded)",
        };
        let text = format!(
            "{} at {}: {}; {}{wounded} = {rolled}: {outcome}",
            self.names.figure(shooter),
            self.names.figure(target),
            self.needs(scene, event),
            names.join("+"),
        );
        let rule = match fire {
            FireKind::Aimed => Rule::pg(7),
            FireKind::Haste => Rule::pg(10),
            FireKind::Volley => Rule::pg(11),
        };
        let mut cited = Cited::of(&[rule]);
        if reactive {
            cited = cited.and(Rule::ll(12));
        }
        self.say(UNDER, &text, &cited);
    }

    /// Takes a shot into the line of its volley. Says whether it did: shots that are aimed stand by themselves.
    pub(super) fn gathers_volley(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let Event::Fires { shooter, fire: FireKind::Volley, dice: [die, _], rolled, hit, .. } =
            *event
        else {
            return false;
        };
        // Those whose weapons need other numbers are told of apart.
        let needs = self.needs(scene, event);
        if !matches!(&self.pending, Pending::Volley(volley) if volley.needs == needs) {
            self.flush();
            let rules = &scene.battle.spec().rules.fire;
            self.pending = Pending::Volley(Volley {
                side: shooter.side(),
                shooters: 0,
                ranks: Vec::new(),
                needs,
                rolls: Vec::new(),
                hits: 0,
                hit_whom: match rules.volley_hits {
                    VolleyHits::Nearest => "on the nearest",
                    VolleyHits::ByLot => "by lot",
                },
            });
        }
        let rank = scene.battle.traits(shooter).rank;
        if let Pending::Volley(volley) = &mut self.pending {
            volley.shooters |= 1 << shooter.index();
            volley.ranks.extend(rank.filter(|rank| !volley.ranks.contains(rank)));
            volley.rolls.push((die, rolled));
            volley.hits += u32::from(hit);
        }
        true
    }

    pub(super) fn say_volley(&mut self, volley: &Volley) {
        let ranks: Vec<String> = volley.ranks.iter().map(|rank| (rank + 1).to_string()).collect();
        let who = match &ranks[..] {
            [] => self.names.group(volley.side, volley.shooters).words,
            [only] => format!("rank {only}"),
            several => format!("ranks {}", list(several)),
        };
        let mut dice: Vec<u8> = volley.rolls.iter().map(|(die, _)| *die).collect();
        dice.sort_unstable_by(|one, other| other.cmp(one));
        dice.dedup();
        let rolls: Vec<String> = dice
            .iter()
            .map(|die| {
                let of = volley.rolls.iter().filter(|(other, _)| other == die);
                let rolls: Vec<String> = of.map(|(_, rolled)| rolled.to_string()).collect();
                format!("{}d{die} roll {}", rolls.len(), rolls.join(", "))
            })
            .collect();
        let hits = match volley.hits {
            0 => String::from("no hit"),
            hits => format!("{} {}", count(hits, "hit"), volley.hit_whom),
        };
        let text = format!(
            "{who}, {}: {}; {}: {hits}",
            count(volley.rolls.len() as u64, "figure"),
            volley.needs,
            list(&rolls)
        );
        self.say(UNDER, &text, &Cited::of(&[Rule::pg(11)]));
    }

    pub(super) fn struck(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Struck { figure, rolled, again, kills, .. } = *event else {
            return;
        };
        let rules = &scene.battle.spec().rules.fire;
        let comes_of_it = match (again && rolled < rules.kills, kills) {
            (true, _) => "a second wound, which kills",
            (false, true) => "killed",
            (false, false) => "wounded",
        };
        let text = format!(
            "effect on {}: {} on {} kills; rolls {rolled}: {comes_of_it}",
            self.names.figure(figure),
            or_more(rules.kills),
            rules.effect_dice,
        );
        if kills {
            self.told_dead.push(figure);
        }
        self.say(DEEPER, &text, &Cited::of(&[Rule::pg(8)]));
    }

    pub(super) fn gathers_reload(&mut self, event: &Event) -> bool {
        let Event::Reloads { figure, die, needed, rolled, loaded } = *event else {
            return false;
        };
        let entry = (figure, die, rolled, loaded);
        match &mut self.pending {
            Pending::Reloading(reloading) if reloading.needed == needed => {
                reloading.tries.push(entry);
            }
            _ => {
                self.flush();
                self.pending = Pending::Reloading(Reloading { needed, tries: vec![entry] });
            }
        }
        true
    }

    pub(super) fn say_reloading(&mut self, reloading: &Reloading) {
        let of = |is_loaded: bool| -> Vec<String> {
            let tries = reloading.tries.iter();
            tries
                .filter(|(.., loaded)| *loaded == is_loaded)
                .map(|(figure, die, rolled, _)| {
                    format!("{} ({rolled} on d{die})", self.names.figure(*figure))
                })
                .collect()
        };
        let mut text = format!("needs {}: ", or_more(reloading.needed));
        text += &match (&of(true)[..], &of(false)[..]) {
            (loaded, []) => format!("loaded are {}", list(loaded)),
            ([], not) => format!("not yet loaded are {}", list(not)),
            (loaded, not) => format!("loaded are {}; not yet {}", list(loaded), list(not)),
        };
        self.say(UNDER, &text, &Cited::of(&[Rule::pg(9)]));
    }

    pub(super) fn rank_reloads(&mut self, event: &Event) {
        let Event::RankReloads { side, unit, rank, die, needed, rolled, loaded, .. } = *event
        else {
            return;
        };
        let unit = self.names.unit(side, unit);
        let who = match rank {
            Some(rank) => format!("rank {} of {unit}", rank + 1),
            None => format!("{unit}, as a platoon"),
        };
        let text = format!(
            "{who}: needs {} on d{die}, rolls {rolled}: {}",
            or_more(needed),
            if loaded { "loaded" } else { "not yet" }
        );
        self.say(UNDER, &text, &Cited::of(&[Rule::pg(12)]));
    }

    pub(super) fn clashes(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Clashes { a, b, dice, advantage, vantage, prepared, rolled, hits } = *event
        else {
            return;
        };
        let needed = scene.battle.spec().rules.hand_to_hand.hit;
        let fighter = |k: usize, figure: FigureId| {
            let name = self.names.figure(figure);
            if rolled[k] == 0 {
                return format!("{name} has no roll against a second enemy");
            }
            let skill = scene.battle.traits(figure).skills.melee;
            let mut why = Vec::new();
            // A wound takes a step off the die, an advantage adds one.
            let unhelped = match vantage[k] {
                Some(_) => step_up(skill),
                None => skill,
            };
            if dice[k] != unhelped {
                why.push("wounded");
            }
            why.extend(vantage[k].map(|vantage| match vantage {
                Vantage::Parapet => "advantage of a parapet",
                Vantage::WoundedEnemy => "advantage over a wounded enemy",
                Vantage::FlankOrRear => "advantage at a flank or rear",
            }));
            let stepped = match &why[..] {
                [] => String::new(),
                why => format!(" (skill d{skill}, {})", why.join(", ")),
            };
            let adds = match prepared[k] {
                0 => String::new(),
                adds => format!(", prepared {adds:+}"),
            };
            format!("{name} rolls {} on d{}{stepped}{adds}", rolled[k], dice[k])
        };
        let get_there =
            [0, 1].into_iter().all(|k| rolled[k] > 0 && rolled[k] + prepared[k] >= needed);
        let comes_of_it = match hits {
            [true, true] => String::from("the same, and both hit"),
            [true, false] => format!("{} hits", self.names.figure(a)),
            [false, true] => format!("{} hits", self.names.figure(b)),
            [false, false] if get_there => String::from("both, and they parry"),
            [false, false] => String::from("nobody hits"),
        };
        let text = format!(
            "{}, {}; {} hits: {comes_of_it}",
            fighter(0, a),
            fighter(1, b),
            or_more(needed)
        );
        let mut cited = Cited::of(&[Rule::pg(13)]);
        if advantage.iter().zip(rolled).any(|(has, roll)| *has && roll > 0) {
            cited = cited.and(Rule::pg(14));
        }
        self.say(UNDER, &text, &cited);
    }

    /// The rules of a battle in a line, as far as its rolls do not repeat them.
    pub(super) fn skill_dice(scene: &Scene<'_>) -> String {
        let rules = &scene.battle.spec().rules;
        format!(
            "each rolls the dice of its skill; a hit wounds, or kills on {} on {}, and a second wound kills; in melee \
             whoever alone rolls {} hits",
            or_more(rules.fire.kills),
            rules.fire.effect_dice,
            or_more(rules.hand_to_hand.hit)
        )
    }
}
