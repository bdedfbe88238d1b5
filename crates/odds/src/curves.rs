//! What fire is worth over all distances, thresholds and sizes of volleys, and where a volley overtakes aimed fire (PG-07 to
//! PG-12).

use std::collections::BTreeSet;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::{Fire, Rulebook, Stick};

use crate::error::OddsError;
use crate::fire::{Rhythm, counts, crossover, hits_per_turn, paces, reaching, shot_dice, sum};
use crate::host::{EFFECTS, HostHit};
use crate::ratio::Ratio;
use crate::successes::successes;
use crate::ways::Ways;

/// Troop types that have the same AF die, and so the same chances of fire.
#[derive(Debug, Clone, Serialize)]
pub struct Skill {
    /// Faces of the die.
    pub die: u8,
    /// Their names.
    pub troops: Vec<String>,
}

/// The question.
#[derive(Debug)]
pub struct CurvesQuestion {
    /// The shooters, by their dice.
    pub skills: Vec<Skill>,
    /// The weapons, with their sticks.
    pub weapons: Vec<(String, Stick)>,
    /// The conditions of targets.
    pub conditions: Vec<TargetCondition>,
    /// Sizes of volleys.
    pub figures: Vec<u32>,
}

/// What fire is worth.
#[derive(Debug, Default, Serialize)]
pub struct Curves {
    /// The rulebook.
    pub rulebook: String,
    /// The shooters, by their dice.
    pub skills: Vec<Skill>,
    /// The weapons.
    pub weapons: Vec<String>,
    /// The conditions of targets.
    pub targets: Vec<&'static str>,
    /// Sizes of volleys.
    pub figures: Vec<u32>,
    /// The dice of every figure in a volley.
    pub volley_dice: String,
    /// The chance of every shot at every mark.
    pub hit_curves: Vec<Shot>,
    /// The chance to reach every number.
    pub thresholds: Vec<Threshold>,
    /// Where volleys overtake aimed fire.
    pub crossovers: Vec<Crossover>,
    /// Hits in a turn, reloading counted.
    pub fire_rates: Vec<Rate>,
    /// The results of single volleys.
    pub volleys: Vec<Volley>,
    /// What shots by the host rules do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Harm>,
}

/// The chance of a shot by the host rules to hit and do this, or worse.
#[derive(Debug, Clone, Serialize)]
pub struct Harm {
    /// The shot.
    #[serde(flatten)]
    pub shot: Shot,
    /// The quality of the target.
    pub quality: u8,
    /// The least effect: one of [`EFFECTS`].
    pub effect: &'static str,
    /// The chance.
    pub chance: Ratio,
}

/// The chance of a shot at a mark of a stick.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shot {
    /// The weapon whose stick it is.
    pub weapon: String,
    /// The kind of fire.
    pub fire: &'static str,
    /// The dice.
    pub dice: String,
    /// The condition of the target.
    pub target: &'static str,
    /// The mark, in paces; it counts for all distances beyond the one before.
    pub distance: f64,
    /// The least total that hits.
    pub threshold: i32,
    /// The number of equally likely rolls that hit.
    pub exact_numerator: i128,
    /// The number of all rolls.
    pub exact_denominator: i128,
    /// The chance.
    pub exact: Ratio,
}

/// The chance to reach a number.
#[derive(Debug, Clone, Serialize)]
pub struct Threshold {
    /// The kind of fire.
    pub fire: &'static str,
    /// The dice.
    pub dice: String,
    /// The number.
    pub threshold: i32,
    /// The number of equally likely rolls that reach it.
    pub exact_numerator: i128,
    /// The number of all rolls.
    pub exact_denominator: i128,
    /// The chance.
    pub exact: Ratio,
}

/// The point from which a volley is at least as good as aimed fire.
#[derive(Debug, Clone, Serialize)]
pub struct Crossover {
    /// `shot`, or hits in a turn `by ranks` or `by platoons`.
    pub compared: &'static str,
    /// The dice of aimed fire.
    pub dice: String,
    /// The weapon; `None` for the threshold as such.
    pub weapon: Option<String>,
    /// The condition of the target.
    pub target: Option<&'static str>,
    /// The least number from which it is; for a weapon, the one on the mark.
    pub threshold: Option<i32>,
    /// The nearest mark from which it is, in paces; `None` if there is none.
    pub distance: Option<f64>,
}

/// Hits of a figure in a turn, in the long run.
#[derive(Debug, Clone, Serialize)]
pub struct Rate {
    /// The weapon.
    pub weapon: String,
    /// The condition of the target.
    pub target: &'static str,
    /// The mark, in paces.
    pub distance: f64,
    /// The least total that hits.
    pub threshold: i32,
    /// One of [`WAYS`].
    pub fire: &'static str,
    /// The dice.
    pub dice: String,
    /// Chance of one shot.
    pub hit: Ratio,
    /// Chance of one roll to reload.
    pub reload: Ratio,
    /// Hits in a turn.
    pub exact: Ratio,
    /// The same as a number.
    pub hits_per_turn: f64,
}

/// Ways to fire and reload again and again.
pub const WAYS: [&str; 4] = ["aimed", "haste", "volley by ranks", "volley by platoons"];

/// The chance of at least this many hits, and of at least this many kills, from one volley.
#[derive(Debug, Clone, Serialize)]
pub struct Volley {
    /// Figures that fire.
    pub figures: u32,
    /// The dice of each of them.
    pub dice: String,
    /// The least total that hits.
    pub threshold: i32,
    /// The number of hits or kills.
    pub at_least: u32,
    /// The chance of at least this many hits.
    pub hits: Ratio,
    /// The chance of at least this many kills of figures that were not wounded.
    pub kills: Ratio,
}

/// The dice of one kind of fire, with the ways they fall.
struct Gun {
    kind: FireKind,
    dice: String,
    ways: Ways,
}

impl Gun {
    fn of(fire: &Fire, kind: FireKind, skill: u8) -> Result<Self, OddsError> {
        let dice = shot_dice(fire, kind, skill, false);
        Ok(Self { kind, ways: Ways::of(&dice)?, dice: sum(&dice) })
    }
}

impl Shot {
    /// Returns a row with its exact chance.
    fn exactly(
        weapon: &str,
        (fire, target): (&'static str, &'static str),
        (dice, ways): (&str, &Ways),
        (distance, threshold): (f64, i32),
    ) -> Self {
        let (exact_numerator, exact_denominator, exact) = counts(ways, threshold);
        Self {
            weapon: weapon.to_owned(),
            fire,
            dice: dice.to_owned(),
            target,
            distance,
            threshold,
            exact_numerator,
            exact_denominator,
            exact,
        }
    }
}

/// A mark of a weapon's stick for a target.
struct Mark {
    weapon: String,
    target: &'static str,
    distance: f64,
    needed: i32,
}

impl Curves {
    /// Solves the curves by a rulebook.
    pub fn of(rules: &Rulebook, question: &CurvesQuestion) -> Result<Self, OddsError> {
        let fire = &rules.fire;
        let volley = Gun::of(fire, FireKind::Volley, 0)?;
        let of_skills = |kind| -> Result<Vec<Gun>, OddsError> {
            question.skills.iter().map(|skill| Gun::of(fire, kind, skill.die)).collect()
        };
        let single = [of_skills(FireKind::Aimed)?, of_skills(FireKind::Haste)?];
        let guns: Vec<&Gun> = single.iter().flatten().chain([&volley]).collect();
        let marks = marks(fire, question);
        let fire_rates = rates(fire, &question.skills, &single, &volley, &marks)?;
        let crossovers = crossovers(&single[0], &volley, &marks, &fire_rates);
        Ok(Self {
            rulebook: rules.name.clone(),
            skills: question.skills.clone(),
            weapons: question.weapons.iter().map(|(name, _)| name.clone()).collect(),
            targets: question.conditions.iter().map(|c| c.name()).collect(),
            figures: question.figures.clone(),
            volley_dice: volley.dice.clone(),
            hit_curves: hit_curves(&guns, &marks),
            thresholds: thresholds(&guns),
            crossovers,
            fire_rates,
            volleys: volleys(fire, &question.figures, &volley, &marks)?,
            effects: Vec::new(),
        })
    }

    /// Returns the curves of shots by the host rules (HOST-2). Those at targets that differ in quality alone follow one another.
    pub fn of_host(rulebook: &str, hits: &[HostHit]) -> Result<Self, OddsError> {
        let mut curves = Self { rulebook: rulebook.to_owned(), ..Self::default() };
        for hit in hits {
            let of = &hit.hit.shot;
            let weapon = of.weapon.clone().unwrap_or_default();
            let target = of.target.unwrap_or_default().name();
            let mark = (of.distance.map_or(0.0, paces), of.needed.unwrap_or_default());
            let rolled = (&*sum(&of.dice), &Ways::of(&of.dice)?);
            let shot = Shot::exactly(&weapon, (of.way().unwrap_or_default(), target), rolled, mark);
            curves.effects.extend(EFFECTS[1..].iter().map(|(least, effect)| Harm {
                shot: shot.clone(),
                quality: hit.quality,
                effect,
                chance: hit.does(*least),
            }));
            if !curves.weapons.contains(&weapon) {
                curves.weapons.push(weapon);
            }
            if !curves.targets.contains(&target) {
                curves.targets.push(target);
            }
            if curves.hit_curves.last() != Some(&shot) {
                curves.hit_curves.push(shot);
            }
        }
        Ok(curves)
    }

    /// Returns the dice of aimed fire of each skill, as named in rows.
    pub fn aimed_dice(&self) -> Vec<&str> {
        let aimed = self.thresholds.iter().filter(|row| row.fire == FireKind::Aimed.name());
        let mut dice: Vec<&str> = aimed.map(|row| row.dice.as_str()).collect();
        dice.dedup();
        dice
    }

    /// Returns the marks of a weapon: distance, and number needed for a target.
    pub fn marks(&self, weapon: &str, target: &str) -> Vec<(f64, i32)> {
        let Some(first) = self.hit_curves.first() else { return Vec::new() };
        let of = (weapon, target, first.fire, &first.dice);
        let rows = self.hit_curves.iter();
        rows.filter(|row| (row.weapon.as_str(), row.target, row.fire, &row.dice) == of)
            .map(|row| (row.distance, row.threshold))
            .collect()
    }

    /// Returns the mark that stands for a weapon in a sentence: the middle one, forty paces for the musket.
    pub fn middle_mark(&self, weapon: &str, target: &str) -> Option<(f64, i32)> {
        let marks = self.marks(weapon, target);
        marks.get(marks.len() / 2).copied()
    }
}

fn marks(fire: &Fire, question: &CurvesQuestion) -> Vec<Mark> {
    let curves = question
        .weapons
        .iter()
        .flat_map(|weapon| question.conditions.iter().map(move |condition| (weapon, *condition)));
    curves
        .flat_map(|((weapon, stick), condition)| {
            stick.marks().map(move |(distance, needed)| Mark {
                weapon: weapon.clone(),
                target: condition.name(),
                distance: paces(distance),
                needed: needed + fire.adds(condition),
            })
        })
        .collect()
}

/// Returns the marks of each weapon for each target, which are adjacent.
fn by_curve(marks: &[Mark]) -> impl Iterator<Item = &[Mark]> {
    marks.chunk_by(|a, b| (&a.weapon, a.target) == (&b.weapon, b.target))
}

fn hit_curves(guns: &[&Gun], marks: &[Mark]) -> Vec<Shot> {
    let of = |gun: &Gun, mark: &Mark| {
        let fire = (gun.kind.name(), mark.target);
        Shot::exactly(&mark.weapon, fire, (&gun.dice, &gun.ways), (mark.distance, mark.needed))
    };
    by_curve(marks)
        .flat_map(|curve| {
            guns.iter().flat_map(move |gun| curve.iter().map(move |mark| of(gun, mark)))
        })
        .collect()
}

fn thresholds(guns: &[&Gun]) -> Vec<Threshold> {
    let most = guns.iter().map(|gun| gun.ways.max()).max().unwrap_or(0);
    let of = |gun: &Gun, threshold: i64| {
        let threshold = i32::try_from(threshold).unwrap_or(i32::MAX);
        let (exact_numerator, exact_denominator, exact) = counts(&gun.ways, threshold);
        let (fire, dice) = (gun.kind.name(), gun.dice.clone());
        Threshold { fire, dice, threshold, exact_numerator, exact_denominator, exact }
    };
    // One more than any of them can roll, so that all end at 0.
    guns.iter().flat_map(|gun| (2..=most + 1).map(move |threshold| of(gun, threshold))).collect()
}

/// Returns where volleys overtake: by the threshold as such; then on the sticks, shot for shot and in the long run.
fn crossovers(aimed: &[Gun], volley: &Gun, marks: &[Mark], rates: &[Rate]) -> Vec<Crossover> {
    let row = |gun: &Gun| Crossover {
        compared: "shot",
        dice: gun.dice.clone(),
        weapon: None,
        target: None,
        threshold: crossover(&gun.ways, &volley.ways).and_then(|t| i32::try_from(t).ok()),
        distance: None,
    };
    let rate = |mark: &Mark, way: &str, dice: &str| {
        let is_it = |row: &&Rate| {
            (row.weapon.as_str(), row.target, row.fire) == (&mark.weapon, mark.target, way)
                && row.distance == mark.distance
                && row.dice == dice
        };
        rates.iter().find(is_it).map(|row| &row.exact)
    };
    let mut rows: Vec<Crossover> = aimed.iter().map(row).collect();
    for curve in by_curve(marks) {
        for gun in aimed {
            let plain = row(gun);
            let shot = curve.iter().find(|mark| plain.threshold.is_some_and(|t| mark.needed >= t));
            let in_turns = |way: &str| {
                curve.iter().find(|mark| {
                    let rates = [(way, &volley.dice), (WAYS[0], &gun.dice)];
                    match rates.map(|(way, dice)| rate(mark, way, dice)) {
                        [Some(volley), Some(aimed)] => volley >= aimed && !volley.is_zero(),
                        _ => false,
                    }
                })
            };
            let found = [
                ("shot", shot),
                ("by ranks", in_turns(WAYS[2])),
                ("by platoons", in_turns(WAYS[3])),
            ];
            rows.extend(found.map(|(compared, mark)| Crossover {
                compared,
                weapon: Some(curve[0].weapon.clone()),
                target: Some(curve[0].target),
                threshold: mark.map(|mark| mark.needed),
                distance: mark.map(|mark| mark.distance),
                ..plain.clone()
            }));
        }
    }
    rows
}

fn rates(
    fire: &Fire,
    skills: &[Skill],
    [aimed, haste]: &[Vec<Gun>; 2],
    volley: &Gun,
    marks: &[Mark],
) -> Result<Vec<Rate>, OddsError> {
    // The ways to fire and reload, with the chance of one roll to reload.
    let mut ways: Vec<(&'static str, &Gun, Ratio, Rhythm)> = Vec::new();
    for (way, guns, rhythm) in
        [(WAYS[0], aimed, Rhythm::TurnAfter), (WAYS[1], haste, Rhythm::InHaste)]
    {
        for (gun, skill) in guns.iter().zip(skills) {
            ways.push((way, gun, reaching(Dice::one(skill.die), fire.reload)?, rhythm));
        }
    }
    for (way, needed) in [(WAYS[2], fire.rank_reload), (WAYS[3], fire.platoon_reload)] {
        let reload = reaching(Dice::one(fire.volley_reload_die), needed)?;
        ways.push((way, volley, reload, Rhythm::TurnAfter));
    }
    let of = |mark: &Mark, (way, gun, reload, rhythm): &(&'static str, &Gun, Ratio, Rhythm)| {
        let hit = gun.ways.chance(mark.needed.into());
        let exact = hits_per_turn(&hit, reload, *rhythm)?;
        Ok(Rate {
            weapon: mark.weapon.clone(),
            target: mark.target,
            distance: mark.distance,
            threshold: mark.needed,
            fire: way,
            dice: gun.dice.clone(),
            hit,
            reload: reload.clone(),
            hits_per_turn: exact.to_f64(),
            exact,
        })
    };
    marks.iter().flat_map(|mark| ways.iter().map(move |way| of(mark, way))).collect()
}

/// Returns volleys at every number that occurs on the sticks.
fn volleys(
    fire: &Fire,
    figures: &[u32],
    volley: &Gun,
    marks: &[Mark],
) -> Result<Vec<Volley>, OddsError> {
    let kill = reaching(fire.effect_dice, fire.kills)?;
    let needed: BTreeSet<i32> = marks.iter().map(|mark| mark.needed).collect();
    let mut rows = Vec::new();
    for &figures in figures {
        for &threshold in &needed {
            let hit = volley.ways.chance(threshold.into());
            let hits = successes(figures, &hit)?;
            let kills = successes(figures, &(&hit * &kill))?;
            rows.extend((1..=figures).map(|at_least| Volley {
                figures,
                dice: volley.dice.clone(),
                threshold,
                at_least,
                hits: hits.at_least(&at_least.into()),
                kills: kills.at_least(&at_least.into()),
            }));
        }
    }
    Ok(rows)
}
