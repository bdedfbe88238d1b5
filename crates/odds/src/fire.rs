//! Fire and reloading in turns (petite guerre, PG-07 to PG-12).
//!
//! Most questions are answered by the general laws, with the dice and thresholds of the rules:
//!
//! | law | made by |
//! | --- | --- |
//! | to hit: two dice, one in a volley (PG-07, PG-10, PG-11) | [`Ways::of`]`(&[aim, skill])`, then [`Ways::chance`] of the threshold |
//! | to kill with a hit (PG-08) | [`Ways::chance`] on the die for the effect |
//! | hits, or kills, out of a number of shots (PG-08, PG-11) | [`successes`](crate::successes) with that chance, or with the product of both; then [`Pmf::at_least`](crate::Pmf::at_least) |
//! | turns that a reload takes (PG-09, PG-12) | [`Wait::fixed`](crate::Wait::fixed) of the chance of one roll |
//!
//! This module adds the rest: where one kind of fire overtakes another, and what fire is worth once reloading is counted.

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::{Fire, Loader, Stick, TroopType, step_down};

use crate::answer::{Answer, Record, Solved, Value, chance, counted};
use crate::error::OddsError;
use crate::ratio::Ratio;
use crate::wait::Wait;
use crate::ways::Ways;

/// Returns the dice of a shot by figures with this AF die; a wounded figure's dice are each a step smaller (PG-07, PG-08,
/// PG-10, PG-11).
pub fn shot_dice(fire: &Fire, kind: FireKind, skill: u8, wounded: bool) -> Vec<Dice> {
    let faces = match kind {
        FireKind::Aimed => vec![fire.aim, skill],
        FireKind::Haste => vec![fire.haste, skill],
        FireKind::Volley => vec![fire.volley],
    };
    let die = |faces| Dice::one(if wounded { step_down(faces) } else { faces });
    faces.into_iter().map(die).collect()
}

/// Returns dice that are added up, as text: `d8+d10`.
pub fn sum(dice: &[Dice]) -> String {
    let names: Vec<String> = dice.iter().map(Dice::to_string).collect();
    names.join("+")
}

/// Returns a distance on the table in paces.
pub fn paces(distance: Len) -> f64 {
    f64::from(distance) / f64::from(UNIT)
}

/// Returns the chance that dice show a number or more.
pub fn reaching(dice: Dice, needed: i32) -> Result<Ratio, OddsError> {
    Ok(Ways::of(&[dice])?.chance(needed.into()))
}

/// Returns the number of rolls that show a number or more, the number of all rolls, and the chance. For dice that fall in fewer
/// than 2^127 ways, as ten of a hundred faces do.
pub fn counts(ways: &Ways, needed: i32) -> (i128, i128, Ratio) {
    let count = |n: crate::Natural| n.try_into().unwrap_or(0);
    let needed = i64::from(needed);
    (count(ways.reach(needed)), count(ways.all()), ways.chance(needed))
}

/// A shot: dice against a number (PG-07, PG-10, PG-11). Optional fields are `None` where the question left them open.
#[derive(Debug, Clone, Default)]
pub struct Shot {
    /// The troop type that fires.
    pub troops: Option<String>,
    /// How it fires.
    pub fire: Option<FireKind>,
    /// Whether the shooter is wounded.
    pub wounded: bool,
    /// Whether it is in reaction (LL-12).
    pub reactive: bool,
    /// The dice, which are added up.
    pub dice: Vec<Dice>,
    /// The weapon whose stick is used.
    pub weapon: Option<String>,
    /// How far away the target is.
    pub distance: Option<Len>,
    /// The mark of the stick that counts at that distance; `None` beyond the last.
    pub mark: Option<Len>,
    /// The condition of the target.
    pub target: Option<TargetCondition>,
    /// What that condition adds to the number on the stick.
    pub adds: i32,
    /// The least total that hits; `None` beyond the last mark, where no shot can be made.
    pub needed: Option<i32>,
}

impl Shot {
    /// Returns how it is fired, if that is known.
    pub fn way(&self) -> Option<&'static str> {
        if self.reactive { Some("in reaction") } else { self.fire.map(FireKind::name) }
    }

    /// Returns the same shot by a troop type.
    #[must_use]
    pub fn by(self, fire: &Fire, troops: &TroopType, kind: FireKind, wounded: bool) -> Self {
        Self {
            troops: Some(troops.name.clone()),
            fire: Some(kind),
            wounded,
            dice: shot_dice(fire, kind, troops.skills.aimed, wounded),
            ..self
        }
    }

    /// Returns a shot of a weapon at this distance, by any shooter.
    pub fn at(
        fire: &Fire,
        (weapon, stick): (&str, &Stick),
        distance: Len,
        target: TargetCondition,
    ) -> Self {
        let distance2 = i64::from(distance) * i64::from(distance);
        let mark = stick.mark(distance2).and_then(|mark| stick.marks().nth(mark));
        let adds = fire.adds(target);
        Self {
            weapon: Some(weapon.to_owned()),
            distance: Some(distance),
            mark: mark.map(|(far, _)| far),
            target: Some(target),
            adds,
            needed: mark.map(|(_, needed)| needed + adds),
            ..Self::default()
        }
    }

    /// Returns the rolls that hit, all rolls, and the chance; 0 beyond the last mark.
    pub fn hits(self) -> Result<Hit, OddsError> {
        let ways = Ways::of(&self.dice)?;
        let beyond = || (0, counts(&ways, 0).1, Ratio::ZERO);
        let (hits, rolls, chance) = self.needed.map_or_else(beyond, |n| counts(&ways, n));
        Ok(Hit { shot: self, hits, rolls, chance })
    }
}

/// How often a shot hits.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The shot.
    pub shot: Shot,
    /// The number of equally likely rolls that hit.
    pub hits: i128,
    /// The number of all rolls.
    pub rolls: i128,
    /// The chance.
    pub chance: Ratio,
}

impl Hit {
    /// Returns the question with the result, and the same as a row.
    pub(crate) fn told(&self) -> (Record, Record) {
        let of = &self.shot;
        let told = Record::new()
            .with("troops", of.troops.as_ref())
            .with("fire", of.way())
            .with("wounded", of.wounded)
            .with("dice", sum(&of.dice))
            .with("weapon", of.weapon.as_ref())
            .with("distance", of.distance.map(paces))
            .with("mark", of.mark.map(paces))
            .with("target", of.target.map(TargetCondition::name))
            .with("adds", of.adds)
            .with("threshold", of.needed)
            .with("exact_numerator", self.hits)
            .with("exact_denominator", self.rolls)
            .chance(&self.chance);
        let shot =
            ["weapon", "fire", "troops", "wounded", "dice", "target", "distance", "threshold"];
        let hits = ["exact_numerator", "exact_denominator", "exact", "probability"];
        let row = told.pick(shot).and(told.pick(hits));
        (told, row)
    }
}

impl Solved for Hit {
    fn answer(&self) -> Answer {
        let (told, row) = self.told();
        Answer::new(told, row)
    }
}

/// How long reloading takes (PG-09, PG-12).
#[derive(Debug, Clone)]
pub struct Reload {
    /// What reloads.
    pub who: Loader,
    /// Its troop type, if one was named.
    pub troops: Option<String>,
    /// Whether it is wounded.
    pub wounded: bool,
    /// The die rolled in each turn; a wounded figure's is a step smaller.
    pub die: Dice,
    /// The least roll that loads.
    pub needed: i32,
    /// The chance of one roll.
    pub chance: Ratio,
    /// The law of the number of turns, the loading one included.
    pub law: Wait,
    /// The turn by which it is loaded with an even chance; `None` if it never is.
    pub median: Option<u64>,
    /// Number of turns listed.
    pub turns: u64,
}

impl Reload {
    /// Returns the reload of a figure with this AF die, of a troop type if one was named.
    pub fn figure(
        fire: &Fire,
        troops: Option<&str>,
        (die, wounded): (u8, bool),
        turns: u64,
    ) -> Result<Self, OddsError> {
        let die = Dice::one(if wounded { step_down(die) } else { die });
        let troops = troops.map(str::to_owned);
        Ok(Self { troops, wounded, ..Self::of(fire, Loader::Figure, die, turns)? })
    }

    /// Returns the reload of a rank or platoon that has fired together.
    pub fn line(fire: &Fire, who: Loader, turns: u64) -> Result<Self, OddsError> {
        Self::of(fire, who, Dice::one(fire.volley_reload_die), turns)
    }

    fn of(fire: &Fire, who: Loader, die: Dice, turns: u64) -> Result<Self, OddsError> {
        let needed = who.needed(fire);
        let chance = reaching(die, needed)?;
        let law = Wait::fixed(&chance)?;
        let median = law.median()?;
        Ok(Self { who, troops: None, wounded: false, die, needed, chance, law, median, turns })
    }
}

impl Solved for Reload {
    fn answer(&self) -> Answer {
        let case = Record::new()
            .with("who", self.who.name())
            .with("troops", self.troops.as_ref())
            .with("wounded", self.wounded)
            .with("dice", self.die)
            .with("needed", self.needed);
        let turns = |by_then: fn(Ratio) -> Value| {
            (1..=self.turns).map(move |turn| {
                let row = counted("turn", (turn, self.law.chance(turn)));
                row.with("by_then", by_then(self.law.cdf(turn)))
            })
        };
        let told = case
            .clone()
            .and(chance(&self.chance))
            .mean(self.law.mean().as_ref())
            .with("median", self.median)
            .with("never", self.law.never())
            .list("turns", turns(Value::Exact));
        Answer::of_rows(told, &case, turns(Value::Decimal))
    }
}

/// Returns the point at which `other` overtakes `one`: the least number that it reaches at least as often. Numbers that both
/// are bound to reach and numbers that neither can reach do not count; `None` if it is behind at all others.
///
/// For aimed fire and volleys on one stick: the least threshold at which a volley is at least as good, shot for shot (PG-07,
/// PG-11).
pub fn crossover(one: &Ways, other: &Ways) -> Option<i64> {
    let [one_all, other_all] = [one.all(), other.all()];
    let least = one.min().min(other.min());
    let greatest = one.max().max(other.max());
    (least + 1..=greatest)
        .find(|needed| &other.reach(*needed) * &one_all >= &one.reach(*needed) * &other_all)
}

/// When a figure that has reloaded fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rhythm {
    /// In the turn after (PG-09, PG-12).
    TurnAfter,
    /// In haste, in the turn in which it reloads (PG-10).
    InHaste,
}

/// Returns a figure's hits per turn in the long run, if it fires whenever it can and reloads in all other turns: an alternating
/// renewal process. `hit` is the chance of one shot, `reload` of one roll; for volleys the latter is that of the rank or
/// platoon.
///
/// A round of reloading and firing takes 1/r turns for reloading and one more for the shot, so the rate is p r / (1 + r); in
/// haste the shot takes no turn of its own, and it is p r.
pub fn hits_per_turn(hit: &Ratio, reload: &Ratio, rhythm: Rhythm) -> Result<Ratio, OddsError> {
    let [hit, reload] = [hit.as_chance()?, reload.as_chance()?];
    let slower = match rhythm {
        Rhythm::TurnAfter => &Ratio::ONE + reload,
        Rhythm::InHaste => Ratio::ONE,
    };
    let rate = (hit * reload).checked_div(&slower);
    Ok(rate.expect("numbers from 1 on should divide"))
}
