//! The tables of petite guerre: control, paces, fire, sticks, melee and points.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::rulebook::{
    Control, Fire, HalfStrengthTest, HandToHand, MOST_MARKS, Paces, Points, Stick,
};

use super::docs;
use super::read::{Options, RuleReader};
use crate::code::Code;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader::{self, Keys};
use crate::source::SourceKind;
use crate::tree::{Entry, Node};

impl RuleReader<'_> {
    pub(super) fn control(
        &mut self,
        keys: Option<&Keys<'_>>,
        half_strength_test: HalfStrengthTest,
    ) -> Control {
        let control = Control {
            in_control: self.whole(keys, "control", "in-control", &limits::CONTROL),
            out_of_control: self.whole(keys, "control", "out-of-control", &limits::CONTROL),
            half_strength_test,
        };
        if let Some(keys) = keys
            && control.in_control < control.out_of_control
        {
            let at = self.changed(keys);
            self.desk
                .problem(Code::Order, at, "the numbers of `control` are not in order")
                .hint("out-of-control must not be more than in-control");
        }
        control
    }

    /// Moves by pace and formation, if they are in use (PG-06).
    pub(super) fn paces(&mut self, keys: Option<&Keys<'_>>) -> Option<Paces> {
        let keys = keys?;
        let [infantry, cavalry] = ["infantry", "cavalry"].map(|key| {
            let node = self.needed(Some(keys), &docs::MOVE, "move", key)?;
            let paces = Keys::open(self.desk, node, &docs::PACES)?;
            let prefix = path::join(["move", key]);
            Some(["open", "line"].map(|formation| self.pace(&paces, &prefix, formation)))
        });
        Some(Paces { infantry: infantry?, cavalry: cavalry? })
    }

    fn pace(&mut self, keys: &Keys<'_>, prefix: &str, formation: &str) -> [Len; 3] {
        let keys = self.open(keys, formation, &docs::PACE);
        let prefix = format!("{prefix}.{formation}");
        let moves = ["slow", "normal", "fast"]
            .map(|pace| self.length(keys.as_ref(), &prefix, pace, &limits::MOVE));
        if let Some(keys) = keys
            && !moves.is_sorted()
            && moves.iter().all(|m| *m > 0)
        {
            let at = self.changed(&keys);
            let message = format!("the moves of `{prefix}` are not in order");
            self.desk
                .problem(Code::Order, at, message)
                .hint("slow must not be more than normal, nor normal more than fast");
        }
        moves
    }

    pub(super) fn fire(&mut self, keys: &Keys<'_>, options: &Options) -> Fire {
        let Some(keys) = self.table(keys, "fire", &docs::FIRE) else {
            return Fire::default();
        };
        let (keys, at) = (Some(&keys), "fire");
        Fire {
            aim: self.die(keys, at, "aim"),
            haste: self.die(keys, at, "haste"),
            volley: self.die(keys, at, "volley"),
            moving: self.whole(keys, at, "moving", &limits::MODIFIER),
            screened: self.whole(keys, at, "screened", &limits::MODIFIER),
            protected: self.whole(keys, at, "protected", &limits::MODIFIER),
            reactive: self.whole(keys, at, "reactive", &limits::MODIFIER),
            cover_distance: self.length(keys, at, "cover-distance", &limits::DISTANCE),
            reload: self.whole(keys, at, "reload", &limits::TO_HIT),
            volley_reload_die: self.die(keys, at, "volley-reload-dice"),
            rank_reload: self.whole(keys, at, "rank-reload", &limits::TO_HIT),
            platoon_reload: self.whole(keys, at, "platoon-reload", &limits::TO_HIT),
            volley_reload: options.volley_reload,
            volley_hits: options.volley_hits,
            effect_dice: self.dice(keys, at, "effect-dice"),
            kills: self.whole(keys, at, "kills", &limits::EFFECT),
        }
    }

    pub(super) fn hand_to_hand(&mut self, keys: &Keys<'_>, options: &Options) -> HandToHand {
        let Some(keys) = self.table(keys, "hand-to-hand", &docs::HAND_TO_HAND) else {
            return HandToHand::default();
        };
        let (keys, at) = (Some(&keys), "hand-to-hand");
        let most = self.whole(keys, at, "most-against-one", &limits::OPPONENTS);
        HandToHand {
            hit: self.whole(keys, at, "hit", &limits::TO_HIT),
            most_against_one: u8::try_from(most).unwrap_or(1),
            second_figure: options.second_figure,
        }
    }

    pub(super) fn points(&mut self, keys: Option<&Keys<'_>>) -> Points {
        let mut weight = |key| self.whole(keys, "points", key, &limits::POINTS);
        Points {
            command: weight("command"),
            aimed: weight("aimed-fire"),
            melee: weight("melee"),
            mounted: weight("mounted"),
            sure_footed: weight("unhindered"),
        }
    }

    /// The stick of a weapon: its keys are distances. They may be written in any order, as a rulebook may add to those of
    /// another.
    pub(super) fn stick(&mut self, node: &Node, prefix: &str) -> Option<Stick> {
        if !node.is_table() {
            let wanted = "a table of distances and what is needed there";
            reader::wrong_type(self.desk, node, wanted);
            return None;
        }
        let entries = node.entries();
        reader::amount(self.desk, entries.len(), node.at, &limits::MARKS);
        let mut marks: Vec<(Len, i32)> = Vec::new();
        for entry in entries.iter().take(MOST_MARKS) {
            let Some(far) = self.mark(entry) else {
                continue;
            };
            if marks.iter().any(|mark| mark.0 == far) {
                let message = format!("the distance {} stands twice", quote(&entry.key));
                self.desk.problem(Code::Duplicate, entry.at, message);
                continue;
            }
            let path = format!("{prefix}.stick.{}", path::join([entry.key.as_str()]));
            let needed = self.leaf_whole(&path, &entry.node, &limits::TO_HIT);
            marks.push((far, needed));
        }
        marks.sort_unstable();
        if !marks.is_sorted_by_key(|mark| mark.1) {
            let changed = |e: &&Entry| self.desk.kind(e.node.at) != SourceKind::ShippedRulebook;
            let at = entries.iter().rfind(changed).map_or(node.at, |e| e.node.at);
            let message = format!("the numbers of `{prefix}.stick` do not ascend");
            self.desk
                .problem(Code::Order, at, message)
                .hint("a target further off must not need less");
        }
        Stick::new(&marks)
    }

    /// The distance of a mark.
    fn mark(&mut self, entry: &Entry) -> Option<Len> {
        let limit = limits::RANGE;
        match entry.key.parse::<f64>() {
            Ok(far) if far >= limit.least as f64 && far <= limit.most as f64 => {
                Some(reader::to_len(far))
            }
            Ok(_) => {
                reader::out_of_range(self.desk, entry.at, &entry.key, &limit);
                None
            }
            Err(_) => {
                let message = format!("{} is no distance", quote(&entry.key));
                self.desk
                    .problem(Code::WrongType, entry.at, message)
                    .hint("the keys of a stick are distances: `40 = 11`");
                None
            }
        }
    }
}
