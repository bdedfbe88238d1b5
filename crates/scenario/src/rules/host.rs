//! The tables of the host rules: shooting, melee and morale, and how weapons shoot.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::rulebook::{EffectRow, Melee, Missile, Mobility, Morale, Shooting};

use super::docs;
use super::read::RuleReader;
use crate::code::Code;
use crate::limits;
use crate::reader::Keys;
use crate::tree::Node;

impl RuleReader<'_> {
    pub(super) fn shooting(&mut self, keys: &Keys<'_>) -> Shooting {
        let keys = self.table(keys, "shooting", &docs::SHOOTING);
        let keys = keys.as_ref();
        let at = "shooting";
        let effects = keys
            .and_then(|k| k.get("effect"))
            .and_then(|n| Keys::open(self.desk, n, &docs::SHOT_EFFECT));
        Shooting {
            dice: self.dice(keys, at, "dice"),
            reactive: self.whole(keys, at, "reactive", &limits::MODIFIER),
            screened: self.whole(keys, at, "screened", &limits::MODIFIER),
            protected: self.whole(keys, at, "protected", &limits::MODIFIER),
            cover_distance: self.length(keys, at, "cover-distance", &limits::DISTANCE),
            effect_dice: self.dice(keys, at, "effect-dice"),
            effect: ["quality-1", "quality-2", "quality-3"]
                .map(|key| self.effect(effects.as_ref(), "shooting.effect", key)),
        }
    }

    pub(super) fn melee(&mut self, keys: &Keys<'_>) -> Melee {
        let keys = self.table(keys, "melee", &docs::MELEE);
        let keys = keys.as_ref();
        Melee {
            dice: self.dice(keys, "melee", "dice"),
            reach: self.whole(keys, "melee", "reach", &limits::MODIFIER),
            support: self.whole(keys, "melee", "support", &limits::MODIFIER),
            support_most: self.whole(keys, "melee", "support-most", &limits::MORALE_COST),
            barricade: self.whole(keys, "melee", "barricade", &limits::MODIFIER),
            effect: self.effect(keys, "melee", "effect"),
        }
    }

    pub(super) fn morale(&mut self, keys: &Keys<'_>) -> Morale {
        let keys = self.table(keys, "morale", &docs::MORALE);
        let keys = keys.as_ref();
        Morale {
            start: self.whole(keys, "morale", "start", &limits::MORALE),
            figure_lost: self.whole(keys, "morale", "figure-lost", &limits::MORALE_COST),
            leader_lost: self.whole(keys, "morale", "leader-lost", &limits::MORALE_COST),
        }
    }

    pub(super) fn missile(&mut self, keys: &Keys<'_>, prefix: &str) -> Option<Missile> {
        let shoots = ["range", "to-hit", "mobility"];
        let present: Vec<&Node> = shoots.iter().filter_map(|k| keys.get(k)).collect();
        let first = present.first()?;
        if present.len() < shoots.len() {
            let missing: Vec<String> =
                shoots.iter().filter(|k| keys.get(k).is_none()).map(|k| format!("`{k}`")).collect();
            self.desk
                .problem(
                    Code::Missing,
                    first.at,
                    format!("a weapon that shoots needs {} also", missing.join(" and ")),
                )
                .hint("leave out `range`, `to-hit` and `mobility` if it does not shoot");
            return None;
        }
        let range = self.ranges(keys, prefix);
        let bands = ["short", "medium", "long"];
        let hits = self.open(keys, "to-hit", &docs::TO_HITS);
        let at = format!("{prefix}.to-hit");
        let to_hit = bands.map(|band| self.whole(hits.as_ref(), &at, band, &limits::TO_HIT));
        Some(Missile {
            range,
            to_hit,
            mobility: self.mobility(keys, prefix).unwrap_or(Mobility::Still),
        })
    }

    pub(super) fn mobility(&mut self, keys: &Keys<'_>, prefix: &str) -> Option<Mobility> {
        let words: &'static [(&'static str, Mobility)] =
            &[("still", Mobility::Still), ("half", Mobility::Half), ("full", Mobility::Full)];
        self.words(Some(keys), prefix, "mobility", words)
    }

    /// Far ends of a weapon's ranges.
    pub(super) fn ranges(&mut self, keys: &Keys<'_>, prefix: &str) -> [Len; 3] {
        let bands = ["short", "medium", "long"];
        let ranges = self.open(keys, "range", &docs::RANGES);
        let at = format!("{prefix}.range");
        let range = bands.map(|band| self.length(ranges.as_ref(), &at, band, &limits::RANGE));
        if let Some(ranges) = &ranges
            && !(range[0] < range[1] && range[1] < range[2])
            && range.iter().all(|r| *r > 0)
        {
            let at = self.changed(ranges);
            self.desk
                .problem(Code::Order, at, "ranges do not grow")
                .hint("short must be less than medium, and medium less than long");
        }
        range
    }

    fn effect(&mut self, keys: Option<&Keys<'_>>, prefix: &str, key: &str) -> EffectRow {
        let keys = keys.and_then(|k| self.open(k, key, &docs::EFFECT));
        let prefix = format!("{prefix}.{key}");
        let row = EffectRow {
            push_back: self.whole(keys.as_ref(), &prefix, "push-back", &limits::EFFECT),
            retreat: self.whole(keys.as_ref(), &prefix, "retreat", &limits::EFFECT),
            kill: self.whole(keys.as_ref(), &prefix, "kill", &limits::EFFECT),
        };
        if let Some(keys) = keys
            && !(row.push_back <= row.retreat && row.retreat <= row.kill)
        {
            let at = self.changed(&keys);
            let message = format!("the numbers of `{prefix}` are not in order");
            self.desk
                .problem(Code::Order, at, message)
                .hint("push-back must not be more than retreat, nor retreat more than kill");
        }
        row
    }
}
