//! The tables of AD&D's fighting (ADC-1 to ADC-5): troop types, weapons, modifiers and morale.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::rulebook::{Amount, Harm, Missile, Mobility, Nerve, Osric, TroopType};

use super::docs;
use super::read::{Kind, Options, RuleReader};
use super::rows::Column;
use crate::code::Code;
use crate::limits;
use crate::problem::quote;
use crate::reader::{self, Keys};
use crate::source::SourceKind;
use crate::tree::{Node, Value};

/// Which ranges weapons have (ADC-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MissileRange {
    /// Short, medium and long range of each weapon (the original).
    #[default]
    Original,
    /// Equal steps (OSRIC).
    Steps,
}

impl MissileRange {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("1e", Self::Original), ("osric", Self::Steps)];
}

/// What each troop type is made of.
pub(super) const LEVEL: Column<TroopType> = Column {
    path: "combat.level",
    what: "level",
    such_as: "1",
    every_row: true,
    read: |reader, path, node, troop| {
        troop.body.level = reader.leaf_whole(path, node, &limits::LEVEL);
        // Whom bots take for the weakest; nothing else asks for quality here.
        troop.quality = u8::try_from(troop.body.level + 1).unwrap_or(1);
    },
};
pub(super) const ARMOUR_CLASS: Column<TroopType> = Column {
    path: "combat.armour-class",
    what: "armour class",
    such_as: "6",
    every_row: true,
    read: |reader, path, node, troop| {
        troop.body.armour_class = reader.leaf_whole(path, node, &limits::ARMOUR_CLASS);
    },
};
pub(super) const HIT_POINTS: Column<TroopType> = Column {
    path: "combat.hit-points",
    what: "hit points",
    such_as: "\"d8\"",
    every_row: true,
    read: |reader, path, node, troop| {
        troop.body.hit_points = reader.leaf_amount(path, node).unwrap_or_default();
    },
};
pub(super) const NERVE: Column<TroopType> = Column {
    path: "combat.nerve",
    what: "word about nerve",
    such_as: "\"may-break\"",
    every_row: true,
    read: |reader, path, node, troop| {
        let words: &'static [(&'static str, bool)] = &[("may-break", false), ("fearless", true)];
        troop.body.fearless = reader.leaf_words(path, node, words).unwrap_or(false);
    },
};

impl RuleReader<'_> {
    pub(super) fn osric(&mut self, keys: &Keys<'_>, options: &Options) -> Osric {
        let Some(keys) = self.table(keys, "combat", &docs::COMBAT) else {
            return Osric::default();
        };
        let nerve = self.open(&keys, "morale", &docs::NERVE);
        let (keys, at) = (Some(&keys), "combat");
        let mut number = |key| self.whole(keys, at, key, &limits::MODIFIER);
        let range = match options.missile_range {
            MissileRange::Original => [0, number("medium"), number("long")],
            MissileRange::Steps => {
                let step = number("range-step");
                [0, step, 2 * step]
            }
        };
        Osric {
            range,
            screened: number("screened"),
            protected: number("protected"),
            reactive: number("reactive"),
            charge: number("charge"),
            exposed: number("exposed"),
            rear: number("rear"),
            free_blow: number("free-blow"),
            dice: self.dice(keys, at, "dice"),
            cover_distance: self.length(keys, at, "cover-distance", &limits::DISTANCE),
            nerve: self.nerve(nerve.as_ref()),
        }
    }

    fn nerve(&mut self, keys: Option<&Keys<'_>>) -> Nerve {
        let at = "combat.morale";
        let dice = self.dice(keys, at, "dice");
        let mut number = |key| self.whole(keys, at, key, &limits::PERCENT);
        Nerve {
            dice,
            base: number("base"),
            per_die: number("per-hit-die"),
            friend_lost: number("friend-lost"),
            quarter_lost: number("quarter-lost"),
            half_lost: number("half-lost"),
            outnumbered: number("outnumbered"),
            two_to_one: number("two-to-one"),
            leader_down: number("leader-down"),
            withdraws_up_to: number("withdraws-up-to"),
            flees_up_to: number("flees-up-to"),
        }
    }

    /// What a weapon does to a man.
    pub(super) fn harm(&mut self, keys: &Keys<'_>, prefix: &str, shoots: bool) -> Harm {
        let mut amount = |key: &'static str| {
            let node = self.needed(Some(keys), &docs::WEAPON, prefix, key)?;
            self.leaf_amount(&format!("{prefix}.{key}"), node)
        };
        Harm {
            blow: amount("damage").unwrap_or_default(),
            shot: if shoots {
                amount("shot-damage").unwrap_or_default()
            } else {
                Amount::default()
            },
        }
    }

    /// How a weapon shoots that has no numbers to hit of its own.
    pub(super) fn ranged(
        &mut self,
        keys: &Keys<'_>,
        prefix: &str,
        options: &Options,
    ) -> Option<Missile> {
        if !self.has_range(keys, options.missile_range) {
            return None;
        }
        let range = match options.missile_range {
            MissileRange::Original => self.ranges(keys, prefix),
            MissileRange::Steps => {
                let step = self.length(Some(keys), prefix, "range-step", &limits::RANGE_STEP);
                [1, 2, 3].map(|steps: Len| steps * step)
            }
        };
        self.needed(Some(keys), &docs::WEAPON, prefix, "mobility");
        Some(Missile {
            range,
            to_hit: [0; 3],
            mobility: self.mobility(keys, prefix).unwrap_or(Mobility::Still),
        })
    }

    /// Whether a weapon has a range, and so shoots. That a weapon of a designer's own has what only missiles have and no range
    /// is noted.
    fn has_range(&mut self, keys: &Keys<'_>, reading: MissileRange) -> bool {
        let (key, such_as) = match reading {
            MissileRange::Original => ("range", "`range = { short = 5, medium = 10, long = 15 }`"),
            MissileRange::Steps => ("range-step", "`range-step = 5`"),
        };
        if keys.get(key).is_some() {
            return true;
        }
        let of_missiles = ["range", "range-step", "to-hit", "mobility", "shot-damage"];
        let mut said = of_missiles.iter().filter_map(|other| Some((other, keys.get(other)?.at)));
        let own = said.find(|(_, at)| self.desk.kind(*at) == SourceKind::OwnRulebook);
        if let Some((other, at)) = own
            && !keys.is_meant(key)
        {
            let message =
                format!("a weapon that shoots needs `{key}`, and this one has `{other}` only");
            let problem = self.desk.problem(Code::Missing, at, message);
            problem.hint(format!("add {such_as}; or leave out `{other}` if it does not shoot"));
        }
        false
    }

    /// Dice with a number added, or a number.
    pub(super) fn leaf_amount(&mut self, path: &str, node: &Node) -> Option<Amount> {
        let amount = self.read_amount(node)?;
        self.note(path, node, amount.to_string(), Kind::Amount);
        Some(amount)
    }

    fn read_amount(&mut self, node: &Node) -> Option<Amount> {
        let Value::Text(text) = &node.value else {
            let fixed = reader::whole(self.desk, node, &limits::AMOUNT)?;
            return i32::try_from(fixed.value).ok().map(Amount::fixed);
        };
        let text = text.trim();
        let (dice, plus) = match text.find(['+', '-']) {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let number = |text: &str| text.parse::<i32>().ok();
        let plus = if plus.is_empty() { Some(0) } else { number(plus) };
        let in_limits = |n: &i32| i64::from(*n).abs() <= limits::AMOUNT.most;
        let Some(plus) = plus.filter(in_limits) else {
            self.desk
                .problem(Code::Dice, node.at, format!("{} is no amount", quote(text)))
                .hint("write `d8`, `d4+3` or a number");
            return None;
        };
        if let Some(fixed) = number(dice).filter(|n| *n > 0 && in_limits(n)) {
            return Some(Amount::fixed(fixed + plus));
        }
        let die = Node { value: Value::Text(dice.trim().to_owned()), ..node.clone() };
        let dice = reader::dice(self.desk, &die)?;
        Some(Amount::of(dice.value, plus))
    }
}
