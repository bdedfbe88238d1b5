//! Distances and rates of movement. Those on foot have one full move, or go by their stride (WSC-2).

use skirmish_engine::rulebook::{Movement, Pace, Strides};

use super::docs;
use super::read::RuleReader;
use crate::code::Code;
use crate::limits;
use crate::reader::Keys;

/// How far those on foot go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Stride {
    /// As far as the table says.
    #[default]
    FullMove,
    /// As many yards in each stride as a man's Stature (WSC-2).
    Stature,
}

impl Stride {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("full-move", Self::FullMove), ("stature", Self::Stature)];
}

impl RuleReader<'_> {
    pub(super) fn movement(&mut self, keys: &Keys<'_>, stride: Stride) -> Movement {
        let strides = self.strides(keys, stride);
        let keys = self.open(keys, "move", &docs::MOVE);
        let keys = keys.as_ref();
        let paces = self.paces(keys);
        let is_there = |reader: &mut Self, key| {
            keys.is_some_and(|k| reader.needed(Some(k), &docs::MOVE, "move", key).is_some())
        };
        let [foot, mounted] = match paces {
            Some(paces) => [paces.infantry, paces.cavalry].map(|p| p[0][Pace::Normal as usize]),
            None => ["foot", "mounted"].map(|key| {
                if is_there(self, key) { self.length(keys, "move", key, &limits::MOVE) } else { 0 }
            }),
        };
        let slow_factor = if is_there(self, "slow-factor") {
            self.whole(keys, "move", "slow-factor", &limits::SLOW)
        } else {
            1
        };
        Movement {
            foot,
            mounted,
            slow_factor,
            group: self.length(keys, "move", "group", &limits::DISTANCE),
            reaction: self.length(keys, "move", "reaction", &limits::DISTANCE),
            base: self.length(keys, "move", "base", &limits::BASE),
            contact_gap: self.length(keys, "move", "contact-gap", &limits::DISTANCE),
            paces,
            strides,
        }
    }

    /// The strides of those on foot, if they go by them. Their numbers are on the list of parameters all the same, as far
    /// as the rulebook has them.
    fn strides(&mut self, keys: &Keys<'_>, stride: Stride) -> Option<Strides> {
        if !self.scope.uses(["move", "stature"].into_iter()) {
            return None;
        }
        let table = self.open(keys, "move", &docs::MOVE)?;
        let needs = ["stature", "strides", "yard"];
        let lacking: Vec<_> = needs
            .into_iter()
            .filter(|key| table.get(key).is_none() && !table.is_meant(key))
            .map(|key| format!("`move.{key}`"))
            .collect();
        if stride == Stride::Stature && !lacking.is_empty() {
            let at = keys.get("options").and_then(|table| table.get("stride"));
            let at = at.map_or(self.rules.tree.at, |node| node.at);
            let message =
                format!("a rulebook with `stride = \"stature\"` needs {}", lacking.join(", "));
            self.desk
                .problem(Code::Missing, at, message)
                .hint("the rulebook `warspike` has them: `rules = \"warspike\"`, or `--set rules=warspike`");
            return None;
        }
        let (keys, at) = (Some(&table), "move");
        let mut count = |key, limit| u8::try_from(self.whole(keys, at, key, limit)).unwrap_or(1);
        let [stature, count] =
            [count("stature", &limits::STATURE), count("strides", &limits::STRIDES)];
        let yard = self.length(keys, at, "yard", &limits::YARD);
        (stride == Stride::Stature).then_some(Strides { stature, count, yard })
    }
}
