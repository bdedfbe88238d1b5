//! The exact figures: shots, rates of fire, volleys, and where a volley overtakes aimed fire.

use serde::Serialize;
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::{Fire, Rulebook};
use skirmish_odds::{Natural, Ratio, Rhythm, Ways, crossover, hits_per_turn, successes};

use super::seen::{Overlay, Seen};
use crate::fire::{paces, reaching, shot, sum, ways, weapon};
use crate::status::Failure;

/// Troop types that have the same AF die, and so all chances of fire.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Skill {
    pub(super) die: u8,
    pub(super) troops: Vec<String>,
}

/// What is asked.
#[derive(Debug)]
pub(super) struct Question {
    /// By their dice.
    pub(super) skills: Vec<Skill>,
    pub(super) weapons: Vec<String>,
    pub(super) conditions: Vec<TargetCondition>,
    /// Sizes of volleys.
    pub(super) figures: Vec<u32>,
}

/// Everything that is worked out.
#[derive(Debug, Serialize)]
pub(super) struct Curves {
    pub(super) rulebook: String,
    pub(super) skills: Vec<Skill>,
    pub(super) weapons: Vec<String>,
    /// The conditions of targets.
    pub(super) targets: Vec<&'static str>,
    /// Sizes of volleys.
    pub(super) figures: Vec<u32>,
    pub(super) volley_dice: String,
    pub(super) hit_curves: Vec<Shot>,
    pub(super) thresholds: Vec<Threshold>,
    pub(super) crossovers: Vec<Crossover>,
    pub(super) fire_rates: Vec<Rate>,
    pub(super) volleys: Vec<Volley>,
    /// The run whose shots stand beside the exact chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Overlay>,
}

/// The chance of a shot at a mark of a stick.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Shot {
    pub(super) weapon: String,
    pub(super) fire: &'static str,
    pub(super) dice: String,
    pub(super) target: &'static str,
    /// The mark, in paces; it counts for all distances beyond the one before.
    pub(super) distance: f64,
    pub(super) threshold: i32,
    pub(super) exact_numerator: u64,
    pub(super) exact_denominator: u64,
    pub(super) exact: Ratio,
    /// Whether they are a wounded figure's dice (PG-08).
    #[serde(skip)]
    pub(super) wounded: bool,
    /// What came of such shots in a run.
    #[serde(flatten)]
    pub(super) seen: Option<Seen>,
}

/// The chance to reach a number.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Threshold {
    pub(super) fire: &'static str,
    pub(super) dice: String,
    pub(super) threshold: i32,
    pub(super) exact_numerator: u64,
    pub(super) exact_denominator: u64,
    pub(super) exact: Ratio,
}

/// From where on a volley is at least as good as aimed fire.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Crossover {
    /// `shot`, or hits in a turn `by ranks` or `by platoons`.
    pub(super) compared: &'static str,
    pub(super) dice: String,
    /// `None` for the threshold as such.
    pub(super) weapon: Option<String>,
    pub(super) target: Option<&'static str>,
    /// The least number at which it is; of a weapon, that on the mark.
    pub(super) threshold: Option<i32>,
    /// The nearest mark at which it is, in paces; `None` if it is at none.
    pub(super) distance: Option<f64>,
}

/// Hits of a figure in a turn, in the long run.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Rate {
    pub(super) weapon: String,
    pub(super) target: &'static str,
    pub(super) distance: f64,
    pub(super) threshold: i32,
    /// One of [`WAYS`].
    pub(super) fire: &'static str,
    pub(super) dice: String,
    /// Chance of one shot.
    pub(super) hit: Ratio,
    /// Chance of one roll to reload.
    pub(super) reload: Ratio,
    pub(super) exact: Ratio,
    pub(super) hits_per_turn: f64,
}

/// Ways to fire and reload again and again.
pub(super) const WAYS: [&str; 4] = ["aimed", "haste", "volley by ranks", "volley by platoons"];

/// The chance of so many hits, and of so many kills, from one volley.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Volley {
    pub(super) figures: u32,
    pub(super) dice: String,
    pub(super) threshold: i32,
    pub(super) at_least: u32,
    pub(super) hits: Ratio,
    pub(super) kills: Ratio,
}

/// The dice of one kind of fire, with the ways that they fall.
struct Gun {
    kind: FireKind,
    dice: Vec<Dice>,
    ways: Ways,
}

impl Gun {
    fn of(fire: &Fire, kind: FireKind, skill: u8) -> Result<Self, Failure> {
        let dice = shot(fire, kind, skill, false);
        Ok(Self { kind, ways: ways(&dice)?, dice })
    }
}

impl Shot {
    /// A row with its exact chance.
    pub(super) fn exactly(
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
            wounded: false,
            seen: None,
        }
    }

    /// The dice as a heading or a legend names them: `d6+d8 wounded`.
    pub(super) fn dice_name(&self) -> String {
        match self.wounded {
            true => format!("{} wounded", self.dice),
            false => self.dice.clone(),
        }
    }
}

/// The rolls that hit, all rolls, and the chance.
fn counts(ways: &Ways, needed: i32) -> (u64, u64, Ratio) {
    // Two dice have some thousand rolls at most.
    let count = |n: Natural| n.to_u128().map_or(0, |n| n as u64);
    let needed = i64::from(needed);
    (count(ways.reach(needed)), count(ways.all()), ways.chance(needed))
}

/// A mark of a weapon's stick for a target.
struct Mark {
    weapon: String,
    target: &'static str,
    distance: Len,
    needed: i32,
}

impl Curves {
    pub(super) fn of(rules: &Rulebook, question: &Question) -> Result<Self, Failure> {
        let fire = &rules.fire;
        let volley = Gun::of(fire, FireKind::Volley, 0)?;
        let mut single = Vec::new();
        for kind in [FireKind::Aimed, FireKind::Haste] {
            for skill in &question.skills {
                single.push(Gun::of(fire, kind, skill.die)?);
            }
        }
        let guns: Vec<&Gun> = single.iter().chain([&volley]).collect();
        let marks = marks(rules, question)?;
        let fire_rates = rates(fire, question, &marks)?;
        let mut crossovers = plain_crossovers(fire, question, &volley.ways)?;
        crossovers.extend(crossovers_at_marks(fire, question, &volley.ways, &marks, &fire_rates)?);
        Ok(Self {
            rulebook: rules.name.clone(),
            skills: question.skills.clone(),
            weapons: question.weapons.clone(),
            targets: question.conditions.iter().map(|c| c.name()).collect(),
            figures: question.figures.clone(),
            volley_dice: sum(&volley.dice),
            hit_curves: hit_curves(&guns, &marks),
            thresholds: thresholds(&guns),
            crossovers,
            fire_rates,
            volleys: volleys(fire, question, &volley, &marks)?,
            run: None,
        })
    }

    /// The dice of aimed fire of each skill, as rows name them.
    pub(super) fn aimed_dice(&self) -> Vec<&str> {
        let mut dice: Vec<&str> = Vec::new();
        for row in self.thresholds.iter().filter(|row| row.fire == FireKind::Aimed.name()) {
            if dice.last() != Some(&row.dice.as_str()) {
                dice.push(&row.dice);
            }
        }
        dice
    }

    /// The marks of a weapon: distance, and number needed for a target.
    pub(super) fn marks(&self, weapon: &str, target: &str) -> Vec<(f64, i32)> {
        let rows = self.hit_curves.iter();
        rows.filter(|row| {
            (row.weapon.as_str(), row.target, row.fire) == (weapon, target, FireKind::Volley.name())
                && row.dice == self.volley_dice
        })
        .map(|row| (row.distance, row.threshold))
        .collect()
    }

    /// The mark that stands for a weapon in a sentence: the middle one, forty paces for the musket.
    pub(super) fn middle_mark(&self, weapon: &str, target: &str) -> Option<(f64, i32)> {
        let marks = self.marks(weapon, target);
        marks.get(marks.len() / 2).copied()
    }
}

fn marks(rules: &Rulebook, question: &Question) -> Result<Vec<Mark>, Failure> {
    let mut marks = Vec::new();
    for name in &question.weapons {
        let (_, stick) = weapon(rules, name)?;
        for condition in &question.conditions {
            marks.extend(stick.marks().map(|(distance, needed)| Mark {
                weapon: name.clone(),
                target: condition.name(),
                distance,
                needed: needed + rules.fire.adds(*condition),
            }));
        }
    }
    Ok(marks)
}

fn hit_curves(guns: &[&Gun], marks: &[Mark]) -> Vec<Shot> {
    let of = |gun: &Gun, mark: &Mark| {
        let fire = (gun.kind.name(), mark.target);
        let at = (paces(mark.distance), mark.needed);
        Shot::exactly(&mark.weapon, fire, (&sum(&gun.dice), &gun.ways), at)
    };
    // The curves of a weapon stand together.
    marks
        .chunk_by(|a, b| (&a.weapon, a.target) == (&b.weapon, b.target))
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
        Threshold {
            fire: gun.kind.name(),
            dice: sum(&gun.dice),
            threshold,
            exact_numerator,
            exact_denominator,
            exact,
        }
    };
    // One more than anybody can roll, so that all end at 0.
    guns.iter().flat_map(|gun| (2..=most + 1).map(move |threshold| of(gun, threshold))).collect()
}

fn plain_crossovers(
    fire: &Fire,
    question: &Question,
    volley: &Ways,
) -> Result<Vec<Crossover>, Failure> {
    let of = |skill: &Skill| {
        let aimed = Gun::of(fire, FireKind::Aimed, skill.die)?;
        Ok(Crossover {
            compared: "shot",
            dice: sum(&aimed.dice),
            weapon: None,
            target: None,
            threshold: crossover(&aimed.ways, volley).and_then(|t| i32::try_from(t).ok()),
            distance: None,
        })
    };
    question.skills.iter().map(of).collect()
}

/// Where volleys overtake on the sticks: shot for shot, and in the long run.
fn crossovers_at_marks(
    fire: &Fire,
    question: &Question,
    volley: &Ways,
    marks: &[Mark],
    rates: &[Rate],
) -> Result<Vec<Crossover>, Failure> {
    let mut rows = Vec::new();
    for curve in marks.chunk_by(|a, b| (&a.weapon, a.target) == (&b.weapon, b.target)) {
        for skill in &question.skills {
            let aimed = Gun::of(fire, FireKind::Aimed, skill.die)?;
            let dice = sum(&aimed.dice);
            let rate = |mark: &Mark, way: &str| {
                let is_it = |row: &&Rate| {
                    row.weapon == mark.weapon
                        && row.target == mark.target
                        && row.distance == paces(mark.distance)
                        && row.fire == way
                        && (way != WAYS[0] || row.dice == dice)
                };
                rates.iter().find(is_it).map(|row| row.exact.clone())
            };
            let least = crossover(&aimed.ways, volley);
            let shot = curve
                .iter()
                .find(|mark| least.is_some_and(|least| i64::from(mark.needed) >= least));
            let in_turns = |way: &str| {
                curve.iter().find(|mark| match (rate(mark, way), rate(mark, WAYS[0])) {
                    (Some(volley), Some(aimed)) => volley >= aimed && !volley.is_zero(),
                    _ => false,
                })
            };
            let found = [
                ("shot", shot),
                ("by ranks", in_turns(WAYS[2])),
                ("by platoons", in_turns(WAYS[3])),
            ];
            rows.extend(found.map(|(compared, mark)| Crossover {
                compared,
                dice: dice.clone(),
                weapon: Some(curve[0].weapon.clone()),
                target: Some(curve[0].target),
                threshold: mark.map(|mark| mark.needed),
                distance: mark.map(|mark| paces(mark.distance)),
            }));
        }
    }
    Ok(rows)
}

fn rates(fire: &Fire, question: &Question, marks: &[Mark]) -> Result<Vec<Rate>, Failure> {
    let volley_die = Dice::one(fire.volley_reload_die);
    let mut rows = Vec::new();
    for mark in marks {
        let mut row =
            |way: &'static str, gun: &Gun, reload: Ratio, rhythm: Rhythm| -> Result<(), Failure> {
                let hit = gun.ways.chance(mark.needed.into());
                let exact = hits_per_turn(&hit, &reload, rhythm)?;
                rows.push(Rate {
                    weapon: mark.weapon.clone(),
                    target: mark.target,
                    distance: paces(mark.distance),
                    threshold: mark.needed,
                    fire: way,
                    dice: sum(&gun.dice),
                    hit,
                    reload,
                    hits_per_turn: exact.to_f64(),
                    exact,
                });
                Ok(())
            };
        for (way, kind, rhythm) in [
            (WAYS[0], FireKind::Aimed, Rhythm::TurnAfter),
            (WAYS[1], FireKind::Haste, Rhythm::InHaste),
        ] {
            for skill in &question.skills {
                let reload = reaching(Dice::one(skill.die), fire.reload)?;
                row(way, &Gun::of(fire, kind, skill.die)?, reload, rhythm)?;
            }
        }
        let volley = Gun::of(fire, FireKind::Volley, 0)?;
        for (way, needed) in [(WAYS[2], fire.rank_reload), (WAYS[3], fire.platoon_reload)] {
            row(way, &volley, reaching(volley_die, needed)?, Rhythm::TurnAfter)?;
        }
    }
    Ok(rows)
}

/// Volleys at every number that the sticks ask for.
fn volleys(
    fire: &Fire,
    question: &Question,
    volley: &Gun,
    marks: &[Mark],
) -> Result<Vec<Volley>, Failure> {
    let kill = reaching_effect(fire)?;
    let mut needed: Vec<i32> = marks.iter().map(|mark| mark.needed).collect();
    needed.sort_unstable();
    needed.dedup();
    let mut rows = Vec::new();
    for figures in &question.figures {
        for threshold in &needed {
            let hit = volley.ways.chance((*threshold).into());
            let hits = successes(*figures, &hit)?;
            let kills = successes(*figures, &(&hit * &kill))?;
            rows.extend((1..=*figures).map(|at_least| Volley {
                figures: *figures,
                dice: sum(&volley.dice),
                threshold: *threshold,
                at_least,
                hits: hits.at_least(&at_least.into()),
                kills: kills.at_least(&at_least.into()),
            }));
        }
    }
    Ok(rows)
}

fn reaching_effect(fire: &Fire) -> Result<Ratio, Failure> {
    reaching(fire.effect_dice, fire.kills)
}
