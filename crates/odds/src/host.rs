//! Shots by the host rules (HOST-2, LL-12): a roll to hit by the range of the weapon, and one for the effect of a hit by the
//! quality of its target. Which numbers count, and what a roll does, the engine says.

use skirmish_engine::battle::Cover;
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::event::{FireKind, Part, Parts, TargetCondition};
use skirmish_engine::rulebook::{Effect, EffectRow, Missile, Rulebook, TroopType};

use crate::answer::{Answer, Record, Solved};
use crate::error::OddsError;
use crate::fire::{Hit, Shot};
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// What may come of a shot at one target.
#[derive(Debug, Clone)]
pub struct HostHit {
    /// The roll to hit, the same at every target in this condition.
    pub hit: Hit,
    /// The range, and its number; `None` beyond long range, where no shot can be made.
    range: Option<(&'static str, i32)>,
    parts: Parts,
    /// The target's troop type.
    against: String,
    /// Its quality.
    pub quality: u8,
    row: EffectRow,
    /// The effect of a hit.
    pub effect: Pmf<Effect>,
}

/// Ranges, nearest first.
pub const BANDS: [&str; 3] = ["short", "medium", "long"];

/// What a hit does, from the slightest, with names.
pub const EFFECTS: [(Effect, &str); 4] = [
    (Effect::None, "nothing"),
    (Effect::PushBack, "pushed back"),
    (Effect::Retreat, "retreats"),
    (Effect::Kill, "killed"),
];

/// Returns the cover of a target in this condition; `None` if the host rules do not ask for it.
pub const fn cover(target: TargetCondition) -> Option<Cover> {
    match target {
        TargetCondition::Unmoving => Some(Cover::None),
        TargetCondition::Moving => None,
        TargetCondition::Screened => Some(Cover::Screen),
        TargetCondition::Protected => Some(Cover::Protect),
    }
}

impl HostHit {
    /// Works out a shot of a weapon.
    pub fn of(
        rules: &Rulebook,
        (weapon, missile): (&str, &Missile),
        distance: Len,
        (target, reactive): (TargetCondition, bool),
        against: &TroopType,
    ) -> Result<Self, OddsError> {
        let (dice, effect_dice) = (rules.shooting.dice, rules.shooting.effect_dice);
        let band = missile.band(i64::from(distance) * i64::from(distance));
        let cover = cover(target).unwrap_or_default();
        let parts = rules.shot_parts(band.unwrap_or(2), cover, reactive);
        let shot = Shot {
            fire: Some(FireKind::Aimed),
            reactive,
            dice: vec![dice],
            weapon: Some(weapon.to_owned()),
            distance: Some(distance),
            mark: band.map(|band| missile.range[band]),
            target: Some(target),
            adds: -parts.sum(),
            needed: band.map(|band| missile.needed(band, &parts)),
            ..Shot::default()
        };
        let row = *rules.shooting.effect_on(against.quality);
        Ok(Self {
            hit: shot.hits()?,
            range: band.map(|band| (BANDS[band], missile.to_hit[band])),
            parts,
            against: against.name.clone(),
            quality: against.quality,
            row,
            effect: Pmf::of_dice(effect_dice)?.map(|rolled| row.effect(*rolled as i32)),
        })
    }

    /// Returns the chance that the shot does this or worse.
    pub fn does(&self, least: Effect) -> Ratio {
        &self.hit.chance * &self.effect.at_least(&least)
    }
}

impl Solved for HostHit {
    fn answer(&self) -> Answer {
        let (hit, row) = self.hit.told();
        let part =
            |(part, adds): (Part, i32)| Record::new().with("why", part.name()).with("adds", adds);
        let from = [None, Some(self.row.push_back), Some(self.row.retreat), Some(self.row.kill)];
        let effects = EFFECTS.iter().zip(from).map(|((effect, name), from)| {
            let of_hits = self.effect.chance(effect);
            let chance = &self.hit.chance * &of_hits;
            let of = Record::new().with("effect", *name).with("from", from);
            of.with("of_hits", of_hits).chance(&chance)
        });
        let case = Record::new().with("against", &self.against).with("quality", self.quality);
        let told = hit
            .with("range", self.range.map(|range| range.0))
            .with("to_hit", self.range.map(|range| range.1))
            .list("modifiers", self.parts.iter().map(part))
            .and(case.clone())
            .list("effects", effects);
        let done = ["pushed_back_exact", "retreats_exact", "killed_exact"].into_iter();
        let row = done.zip(&EFFECTS[1..]).fold(row.and(case), |row, (name, (effect, _))| {
            row.with(name, &self.hit.chance * &self.effect.chance(effect))
        });
        Answer::new(told, row)
    }
}
