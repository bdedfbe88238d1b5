//! Blows against armour and hit points (ADC-1, ADC-2).
//!
//! A blow hits with chance `p` and then does damage `D`, at least 1. A figure of `h` points falls at one blow with
//! `p P(D >= h)`. The hits it takes until it falls are `m(h) = 1 + Σ P(D = d) m(h - d)` on average, over all `d` below `h`, and
//! the blows `m(h) / p`. With a different first blow they are one more than the mean of `m` over the points that blow leaves,
//! divided by `p`.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Amount, needed_to_hit};

use crate::answer::{Answer, Record, Solved, chance};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::ways::Ways;

/// Blows of one figure at another, each with the same chance to hit and the same damage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blows {
    hit: Ratio,
    damage: Pmf<i64>,
}

impl Blows {
    /// Returns blows of a level against an armour class, with a modifier to the roll.
    pub fn new(
        dice: Dice,
        level: i32,
        armour_class: i32,
        modifier: i32,
        damage: Amount,
    ) -> Result<Self, OddsError> {
        let needed = needed_to_hit(level, armour_class) - modifier;
        Ok(Self { hit: Ways::of(&[dice])?.chance(i64::from(needed)), damage: amount(damage)? })
    }

    /// Returns the chance that a blow hits.
    pub const fn hit(&self) -> &Ratio {
        &self.hit
    }

    /// Returns the chance that one blow fells a figure with this many hit points.
    pub fn fells(&self, points: i64) -> Ratio {
        &self.hit * &self.damage.at_least(&points)
    }

    /// Returns the same blows with the damage of each hit multiplied (ADC-7).
    #[must_use]
    pub fn times(self, times: u8) -> Self {
        Self { damage: self.damage.map(|damage| damage * i64::from(times)), ..self }
    }

    /// Returns the mean number of blows that fell a figure with this many hit points, the last one included; `None` if none
    /// ever hits.
    pub fn mean(&self, points: i64) -> Option<Ratio> {
        Felling::new(self.clone(), self.clone(), &Pmf::certain(points)).mean()
    }

    /// Returns the mean number of hits that fell figures, for each number of hit points from 0.
    fn mean_hits(&self, most: usize) -> Vec<Ratio> {
        let mut hits = vec![Ratio::ZERO];
        for left in 1..=most {
            let later: Ratio = self
                .damage
                .iter()
                .filter_map(|(damage, share)| {
                    let rest = left.checked_sub(usize::try_from(*damage).ok()?)?;
                    Some(share * &hits[rest])
                })
                .sum();
            hits.push(Ratio::ONE + later);
        }
        hits
    }
}

/// The chances of the points left of a figure that still stands, from 1 point.
#[derive(Debug, Clone)]
struct Standing(Vec<Ratio>);

impl Standing {
    /// Returns the chances of a figure whose points are rolled.
    fn of(points: &Pmf<i64>) -> Self {
        let most = usize::try_from(*points.max()).unwrap_or(0);
        let left = (1..=most).map(|left| points.chance(&(left as i64)));
        Self(left.collect())
    }

    /// Returns the chances after a blow.
    fn struck_by(&self, blow: &Blows) -> Self {
        let misses = Ratio::ONE - &blow.hit;
        let mut after: Vec<Ratio> = self.0.iter().map(|chance| chance * &misses).collect();
        for (left, chance) in self.0.iter().enumerate() {
            let hit = chance * &blow.hit;
            for (damage, share) in blow.damage.iter() {
                let hurt = usize::try_from(*damage).unwrap_or(usize::MAX);
                if let Some(rest) = left.checked_sub(hurt) {
                    after[rest] = &after[rest] + &(&hit * &share);
                }
            }
        }
        Self(after)
    }

    /// Returns the chance that it no longer stands.
    fn is_down(&self) -> Ratio {
        Ratio::ONE - self.0.iter().cloned().sum::<Ratio>()
    }
}

/// How many blows it takes until a figure is down. The first may differ from those that follow: that of a charge, say (ADC-4).
#[derive(Debug, Clone)]
pub struct Felling {
    first: Blows,
    later: Blows,
    unhurt: Standing,
}

impl Felling {
    /// Returns blows at a figure whose hit points have this law.
    pub fn new(first: Blows, later: Blows, points: &Pmf<i64>) -> Self {
        Self { first, later, unhurt: Standing::of(points) }
    }

    /// Returns the chances that it is down after one blow, after two, and so on; the list has no end.
    pub fn down_after(&self) -> impl Iterator<Item = Ratio> {
        let first = self.unhurt.struck_by(&self.first);
        let next = |standing: &Standing| Some(standing.struck_by(&self.later));
        std::iter::successors(Some(first), next).map(|standing| standing.is_down())
    }

    /// Returns the mean number of blows, the last one included; `None` if the figure may stand for ever.
    pub fn mean(&self) -> Option<Ratio> {
        let after = self.unhurt.struck_by(&self.first);
        let hits = self.later.mean_hits(after.0.len());
        let mut more = Ratio::ZERO;
        for (chance, hits) in after.0.iter().zip(&hits[1..]) {
            if !chance.is_zero() {
                more = more + chance * &hits.checked_div(&self.later.hit)?;
            }
        }
        // No blow is struck at a figure without points.
        let begins: Ratio = self.unhurt.0.iter().cloned().sum();
        Some(begins + more)
    }
}

/// Returns the law of dice with a number added, at least 1: damage, or hit points.
pub fn amount(amount: Amount) -> Result<Pmf<i64>, OddsError> {
    Ok(rolled(amount)?.map(|total| (*total).max(1)))
}

/// Returns the law of dice with a number added.
pub(crate) fn rolled(amount: Amount) -> Result<Pmf<i64>, OddsError> {
    let plus = i64::from(amount.plus);
    Ok(match amount.dice {
        Some(dice) => Pmf::of_dice(dice)?.map(|total| total + plus),
        None => Pmf::certain(plus),
    })
}

/// A modifier of a roll to hit, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// The reason.
    pub why: String,
    /// The amount.
    pub adds: i32,
}

/// One blow or shot with its parts.
#[derive(Debug, Clone)]
pub struct Blow {
    /// What is added to the roll.
    pub modifiers: Vec<Modifier>,
    /// The least roll that hits.
    pub needed: i32,
    /// The multiplier for the damage of a hit (ADC-7).
    pub damage_times: u8,
    /// The chance to hit, and the damage.
    pub law: Blows,
    /// The chance that it fells the target by itself.
    pub fells: Ratio,
}

impl Blow {
    /// Returns the sum of the modifiers.
    pub fn added(&self) -> i32 {
        added(&self.modifiers)
    }

    fn record(&self) -> Record {
        let modifiers = self.modifiers.iter();
        let modifiers = modifiers.map(|m| Record::new().with("why", &m.why).with("adds", m.adds));
        Record::new()
            .list("modifiers", modifiers)
            .with("needed", self.needed)
            .with("hit", chance(self.law.hit()))
            .with("damage_times", self.damage_times)
            .with("fells", chance(&self.fells))
    }
}

/// Returns the sum of modifiers.
pub fn added(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|modifier| modifier.adds).sum()
}

/// Attacker and target.
#[derive(Debug, Clone)]
pub struct Attack {
    /// The dice rolled to hit.
    pub dice: Dice,
    /// The troop type that strikes.
    pub troops: String,
    /// Its level.
    pub level: i32,
    /// The weapon that it strikes with.
    pub weapon: String,
    /// The damage of a hit.
    pub damage: Amount,
    /// Whether it shoots.
    pub is_shot: bool,
    /// The troop type that is struck at.
    pub against: String,
    /// Its armour class.
    pub armour_class: i32,
    /// Its hit points as written.
    pub hit_points: String,
    /// The law of its hit points.
    pub points: Pmf<i64>,
}

/// How many blows or shots fell a figure (ADC-1 to ADC-4, ADC-7, ADC-8).
#[derive(Debug, Clone)]
pub struct Felled {
    /// Attacker and target.
    pub attack: Attack,
    /// The first blow.
    pub first: Blow,
    /// Each blow after that.
    pub later: Blow,
    /// The mean number of blows, the last included; `None` if they may never fell it.
    pub mean: Option<Ratio>,
    /// The chances that it is down by each listed blow, and at that very blow.
    pub down: Vec<[Ratio; 2]>,
}

impl Attack {
    fn blow(&self, modifiers: Vec<Modifier>, times: u8) -> Result<Blow, OddsError> {
        let adds = added(&modifiers);
        let law = Blows::new(self.dice, self.level, self.armour_class, adds, self.damage)?;
        let law = law.times(times);
        Ok(Blow {
            needed: needed_to_hit(self.level, self.armour_class) - adds,
            damage_times: times,
            fells: self.points.iter().map(|(points, share)| share * law.fells(*points)).sum(),
            modifiers,
            law,
        })
    }

    /// Solves the attack: with the modifiers `every` for all blows and `first` for the first one in addition, whose damage
    /// counts `times` times; this many blows are listed.
    pub fn fells(
        self,
        [every, first]: [Vec<Modifier>; 2],
        times: u8,
        blows: u8,
    ) -> Result<Felled, OddsError> {
        let first = self.blow([&every[..], &first].concat(), times)?;
        let later = self.blow(every, 1)?;
        let law = Felling::new(first.law.clone(), later.law.clone(), &self.points);
        let mut before = Ratio::ZERO;
        let down = law.down_after().take(blows.into()).map(|by| {
            let at = &by - &before;
            before = by.clone();
            [by, at]
        });
        Ok(Felled { mean: law.mean(), down: down.collect(), attack: self, first, later })
    }
}

impl Solved for Felled {
    fn answer(&self) -> Answer {
        let of = &self.attack;
        let down = self.down.iter().zip(1_u32..).map(|([by, at], blow)| {
            Record::new().with("blow", blow).with("by", chance(by)).with("at", chance(at))
        });
        let told = Record::new()
            .with("troops", &of.troops)
            .with("level", of.level)
            .with("weapon", &of.weapon)
            .with("damage", of.damage.to_string())
            .with("is_shot", of.is_shot)
            .with("against", &of.against)
            .with("armour_class", of.armour_class)
            .with("hit_points", &of.hit_points)
            .with("dice", of.dice)
            .with("first", self.first.record())
            .with("later", self.later.record())
            .list("down", down)
            .mean(self.mean.as_ref());
        let case = told.pick(["troops", "weapon", "against", "armour_class", "hit_points"]);
        let row = |what: &str, blow: Option<u32>, exact: Option<&Ratio>| {
            Record::new().with("what", what).with("blow", blow).chance(exact)
        };
        let mut rows = vec![
            row("first hits", None, Some(self.first.law.hit())),
            row("first fells", None, Some(&self.first.fells)),
            row("later hits", None, Some(self.later.law.hit())),
            row("later fells", None, Some(&self.later.fells)),
            row("mean", None, self.mean.as_ref()),
        ];
        rows.extend(self.down.iter().zip(1..).flat_map(|([by, at], blow)| {
            [row("down at", Some(blow), Some(at)), row("down by", Some(blow), Some(by))]
        }));
        Answer::of_rows(told, &case, rows)
    }
}

/// The chance to hit of one level against one armour class (ADC-1).
#[derive(Debug, Clone)]
pub struct ToHit {
    /// The level.
    pub level: i32,
    /// The armour class.
    pub armour_class: i32,
    /// What is added to the roll.
    pub modifier: i32,
    /// The chance.
    pub chance: Ratio,
}

impl ToHit {
    /// Returns the chance with these dice.
    pub fn of(
        dice: Dice,
        (level, armour_class): (i32, i32),
        modifier: i32,
    ) -> Result<Self, OddsError> {
        let law = Blows::new(dice, level, armour_class, modifier, Amount::fixed(1))?;
        Ok(Self { level, armour_class, modifier, chance: law.hit })
    }
}

impl Solved for ToHit {
    fn answer(&self) -> Answer {
        let row = Record::new()
            .with("level", self.level)
            .with("armour_class", self.armour_class)
            .with("modifier", self.modifier)
            .with("needed", needed_to_hit(self.level, self.armour_class) - self.modifier)
            .chance(&self.chance);
        Answer::new(row.clone(), row)
    }
}
