//! How petite guerre is told: tests of control, shots by skill dice, volleys, reloading and bouts of melee.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::event::{
    ControlResult, ControlTest, Event, FigureSet, FireKind, MoveKind, Pressure, Scene,
    TargetCondition, Vantage,
};
use skirmish_engine::rulebook::{Rulebook, VolleyHits};
use skirmish_engine::side::Side;

use super::Transcript;
use super::moves::Pending;
use super::names::is_among;
use super::page::{Level, list, number};
use super::phrases::{or_more, plus};
use crate::number::counted as count;
use crate::text::framed;

/// A volley under way: its shots are told in one line.
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

/// Figures that reload, each in words, and whether its weapon is loaded now.
#[derive(Debug, Clone)]
pub(super) struct Reloading {
    needed: i32,
    tries: Vec<(String, bool)>,
}

/// The rules in a line, as far as rolls do not repeat them.
pub(super) fn in_a_line(rules: &Rulebook) -> String {
    let (kills, dice) = (or_more(rules.fire.kills), rules.fire.effect_dice);
    let hits = or_more(rules.hand_to_hand.hit);
    format!(
        "each rolls the dice of its skill; a hit wounds, or kills on {kills} on {dice}, and a second wound kills; in melee \
         whoever alone rolls {hits} hits"
    )
}

impl Transcript {
    pub(super) fn tells_petite_guerre(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        match *event {
            Event::LosesControl { side, unit, pressure } => {
                let why = match pressure {
                    Pressure::Fire => "hit by fire",
                    Pressure::Charge => "charged",
                };
                let unit = names.unit(side, unit);
                tell!(self: Deeper [pg(4)] "{unit}: {why}, and out of control from now on");
            }
            Event::ControlTest { side, unit, test, die, rolled, result } => {
                let (why, in_control, out_of_control, rule) = match test {
                    ControlTest::Activation => ("", "in control again", "still out of control", 4),
                    ControlTest::HalfStrength => {
                        (", below half strength", "no change", "out of control", 5)
                    }
                    ControlTest::FlankOrRear => {
                        (", charged in flank or rear", "no change", "out of control", 5)
                    }
                };
                let comes_of_it = match result {
                    ControlResult::InControl => in_control,
                    ControlResult::OutOfControl => out_of_control,
                    ControlResult::Routed => "routed",
                };
                let (unit, control) = (names.unit(side, unit), &rules.control);
                let (needs, rout) = (or_more(control.in_control), control.out_of_control);
                tell!(self: Under [pg(rule)]
                    "test of {unit}{why}: needs {needs} on d{die}, and less than {rout} is rout; rolls {rolled}: {comes_of_it}");
            }
            Event::Routs { side, figures, .. } => {
                let words = (String::from("rout: "), String::from("run away"));
                let (cited, movers) = (cited![pg(4), pg(6)], (side, figures));
                self.wait_for_moves(Level::Deeper, Some(words), cited, MoveKind::Rout, movers);
            }
            Event::Fires { shooter, target, fire, dice, rolled, hit, reactive, .. } => {
                let is_hasty = fire == FireKind::Haste;
                let wounded = if is_among(&self.wounded, shooter) { " (wounded)" } else { "" };
                let sum: Vec<String> =
                    dice.iter().filter(|die| **die > 0).map(|die| format!("d{die}")).collect();
                let (sum, needs) = (sum.join("+"), self.needs(scene, event));
                let outcome = self.outcome(scene, target, hit);
                tell!(self: Under [pg(7) if !is_hasty, pg(10) if is_hasty, ll(12) if reactive] |shooter, target|
                    "{shooter} at {target}: {needs}; {sum}{wounded} = {rolled}: {outcome}");
            }
            // What was needed for whom they aim at has been told with the rolls.
            Event::HitFalls { shooter, figure, needed, rolled, condition, distance } => {
                if !self.volley_needs.contains(&(shooter, needed)) {
                    let needs =
                        self.needs_so(scene, shooter, (condition, distance, needed), (0, 0));
                    tell!(self: Deeper [pg(11)] |figure| "{rolled} falls on {figure}: {needs}");
                }
            }
            Event::Struck { figure, rolled, again, kills, .. } => {
                let comes_of_it = match (again && rolled < rules.fire.kills, kills) {
                    (true, _) => "a second wound, which kills",
                    (false, true) => "killed",
                    (false, false) => "wounded",
                };
                let (needs, dice) = (or_more(rules.fire.kills), rules.fire.effect_dice);
                self.told_dead.extend(kills.then_some(figure));
                self.wounded[figure.side()] |= 1 << figure.index();
                tell!(self: Deeper [pg(8)] |figure|
                    "effect on {figure}: {needs} on {dice} kills; rolls {rolled}: {comes_of_it}");
            }
            Event::RankReloads { side, unit, rank, die, needed, rolled, loaded, .. } => {
                let unit = names.unit(side, unit);
                let who = match rank {
                    Some(rank) => format!("rank {} of {unit}", rank + 1),
                    None => format!("{unit}, as a platoon"),
                };
                let comes_of_it = if loaded { "loaded" } else { "not yet" };
                let needs = or_more(needed);
                tell!(self: Under [pg(12)]
                    "{who}: needs {needs} on d{die}, rolls {rolled}: {comes_of_it}");
            }
            Event::Clashes { a, b, advantage, rolled, prepared, hits, .. } => {
                let needed = rules.hand_to_hand.hit;
                let both_could = (0..2).all(|k| rolled[k] > 0 && rolled[k] + prepared[k] >= needed);
                let comes_of_it = match hits {
                    [true, true] => String::from("the same, and both hit"),
                    [true, false] => format!("{} hits", names.figure(a)),
                    [false, true] => format!("{} hits", names.figure(b)),
                    [false, false] if both_could => String::from("both, and they parry"),
                    [false, false] => String::from("nobody hits"),
                };
                let [one, other] =
                    [(0, a), (1, b)].map(|(k, figure)| self.fighter(scene, event, k, figure));
                let (has_advantage, needs) =
                    ((0..2).any(|k| advantage[k] && rolled[k] > 0), or_more(needed));
                tell!(self: Under [pg(13), pg(14) if has_advantage]
                    "{one}, {other}; {needs} hits: {comes_of_it}");
            }
            _ => return false,
        }
        true
    }

    /// What a shot needs: `needs 15 or more at 38.2 paces (mark 40: 11, screened +4)`.
    fn needs(&self, scene: &Scene<'_>, event: &Event) -> String {
        let Event::Fires { shooter, condition, distance, needed, prepared, reactive, .. } = *event
        else {
            return String::new();
        };
        let in_reaction = scene.battle.spec().rules.fire.in_reaction(reactive);
        self.needs_so(scene, shooter, (condition, distance, needed), (in_reaction, prepared))
    }

    /// What a shot needs at a mark: condition, distance and number; and what reaction and preparation make of it.
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
            // The distance is told rounded down: a hair beyond a mark it is more than that mark.
            let beyond = stick.mark(told * told) != Some(mark);
            let (far, plain) = stick.marks().nth(mark)?;
            let far = if far % UNIT == 0 { (far / UNIT).to_string() } else { number(far) };
            Some((format!("mark {far}: {plain}, "), distance + Len::from(beyond)))
        });
        let (mark, distance) = mark.unwrap_or((String::new(), distance));
        let condition = match condition {
            TargetCondition::Unmoving => condition.name().to_owned(),
            _ => format!("{} {adds:+}", condition.name()),
        };
        format!(
            "needs {} at {} ({mark}{condition}{}{})",
            or_more(needed),
            self.ruler.at_most(distance),
            plus("in reaction", in_reaction),
            // What is added to the dice makes less of what is needed.
            plus("prepared", -prepared)
        )
    }

    /// Takes a shot into the line of its volley; shots that need another number have a line of their own.
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
                hit_whom: match scene.battle.spec().rules.fire.volley_hits {
                    VolleyHits::Nearest => "on the nearest they reach",
                    VolleyHits::ByLot => "by lot",
                },
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
        let ranks: Vec<String> = volley.ranks.iter().map(|rank| (rank + 1).to_string()).collect();
        let who = match &ranks[..] {
            [] => self.names.who(volley.side, volley.shooters),
            [only] => format!("rank {only}"),
            several => format!("ranks {}", list(several)),
        };
        let mut dice: Vec<u8> = volley.rolls.iter().map(|(die, _)| *die).collect();
        dice.sort_unstable_by(|one, other| other.cmp(one));
        dice.dedup();
        let rolls_of = |die: &u8| {
            let of = volley.rolls.iter().filter(|(other, _)| other == die);
            let rolls: Vec<String> = of.map(|(_, rolled)| rolled.to_string()).collect();
            format!("{}d{die} roll {}", rolls.len(), rolls.join(", "))
        };
        let rolls: Vec<String> = dice.iter().map(rolls_of).collect();
        let hits = match volley.hits {
            0 => String::from("no hit"),
            hits => format!("{} {}", count(hits, "hit"), volley.hit_whom),
        };
        let shooters = count(volley.rolls.len() as u64, "figure");
        let (needs, rolls) = (&volley.needs, list(&rolls));
        tell!(self: Under [pg(11)] "{who}, {shooters}: {needs}; {rolls}: {hits}");
    }

    /// Takes an attempt to reload into one line with others that need the same number.
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
        let is = |who: &[String]| if who.len() == 1 { "is" } else { "are" };
        let comes_of_it = match (&of(true)[..], &of(false)[..]) {
            (loaded, []) => format!("loaded {} {}", is(loaded), list(loaded)),
            ([], not) => format!("not yet loaded {} {}", is(not), list(not)),
            (loaded, not) => {
                format!("loaded {} {}; not yet {}", is(loaded), list(loaded), list(not))
            }
        };
        tell!(self: Under [pg(9)] "needs {}: {comes_of_it}", or_more(reloading.needed));
    }

    /// `Bran rolls 7 on d8 (skill d6, advantage of a parapet)`
    fn fighter(&self, scene: &Scene<'_>, event: &Event, k: usize, figure: FigureId) -> String {
        let Event::Clashes { dice, vantage, prepared, rolled, .. } = event else {
            return String::new();
        };
        let name = self.names.figure(figure);
        if rolled[k] == 0 {
            return format!("{name} has no roll against a second enemy");
        }
        let skill = scene.battle.traits(figure).skills.melee;
        // The die cannot say it: a d12 that an advantage steps up is a d12, and so is one that a wound stepped down first.
        let wounded = is_among(&self.wounded, figure).then_some("wounded");
        let helped = vantage[k].map(|vantage| match vantage {
            Vantage::Parapet => "advantage of a parapet",
            Vantage::WoundedEnemy => "advantage over a wounded enemy",
            Vantage::FlankOrRear => "advantage at a flank or rear",
        });
        let why: Vec<&str> = wounded.into_iter().chain(helped).collect();
        let stepped = framed(&format!(" (skill d{skill}, "), &why.join(", "), ")");
        let adds = plus("prepared", prepared[k]);
        format!("{name} rolls {} on d{}{stepped}{adds}", rolled[k], dice[k])
    }
}
