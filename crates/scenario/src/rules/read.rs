//! A rulebook's tree to the engine's tables, with a list of every parameter on the way.

use skirmish_engine::rulebook::{
    ContactRound, Control, Counters, Duels, EffectRow, Fighting, Fire, HandToHand, LeaderRank,
    LloydOptions, Melee, Missile, Mobility, Morale, Movement, Points, ReactiveMovement,
    ReactiveShooting, Rulebook, SeizeRoll, SeizeTable, Shooting, ShotsPerInch, SightMove, Skills,
    System, TroopType, Weapon,
};

use super::Parameter;
use super::docs;
use super::resolve::Rules;
use crate::code::Code;
use crate::limits::{self, Limit};
use crate::path;
use crate::problem::{Desk, quote};
use crate::reader::{self, Keys};
use crate::tree::Node;

/// What may stand for a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within a limit.
    Whole(Limit),
    /// A whole number within a limit, or `off`.
    Factor(Limit),
    /// A length within a limit.
    Length(Limit),
    /// Dice.
    Dice,
    /// One of some words.
    Words(Vec<&'static str>),
    /// True or false.
    Flag,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(limit) => write!(f, "{}", limit.range()),
            Self::Factor(limit) => write!(f, "{}, or off", limit.range()),
            Self::Length(limit) => write!(f, "{}", limit.range()),
            Self::Dice => f.write_str("dice such as d20 or 2d10"),
            Self::Words(words) => f.write_str(&words.join(" or ")),
            Self::Flag => f.write_str("true or false"),
        }
    }
}

/// A rulebook that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) rulebook: Rulebook,
    pub(crate) parameters: Vec<Parameter>,
}

/// Reads a rulebook; what cannot be read is noted, and replaced by something harmless so that reading can go on.
pub(crate) fn read(desk: &mut Desk, rules: &Rules) -> Option<Reading> {
    let keys = Keys::open(desk, &rules.tree, &docs::RULEBOOK)?;
    let mut reader = RuleReader {
        desk,
        rules,
        parameters: Vec::new(),
    };
    let rulebook = reader.rulebook(&keys);
    Some(Reading {
        parameters: reader.parameters,
        rulebook,
    })
}

pub(super) struct RuleReader<'d> {
    pub(super) desk: &'d mut Desk,
    pub(super) rules: &'d Rules,
    pub(super) parameters: Vec<Parameter>,
}

impl RuleReader<'_> {
    fn rulebook(&mut self, keys: &Keys<'_>) -> Rulebook {
        let name = keys
            .get("name")
            .and_then(|n| reader::name(self.desk, n, "the rulebook"))
            .map_or(String::new(), |n| n.value);
        if let Some(about) = keys.get("about") {
            reader::text(self.desk, about, "text");
        }
        let system = keys
            .get("system")
            .and_then(|n| {
                let words = [(System::Lloyd.name(), System::Lloyd)];
                reader::word(self.desk, n, "the system", &words)
            })
            .map_or(System::Lloyd, |s| s.value);
        let seize = self.open(keys, "seize", &docs::SEIZE);
        let seize_table = self.seize(seize.as_ref());
        let ranks = self.ranks(seize.as_ref());
        let options = self.options(keys);
        let troops = self.troops(seize.as_ref(), keys);
        Rulebook {
            name,
            system,
            troops,
            ranks,
            seize: seize_table,
            options,
            fighting: Fighting::default(),
            control: Control::default(),
            fire: Fire::default(),
            hand_to_hand: HandToHand::default(),
            points: Points::default(),
            movement: self.movement(keys),
            shooting: self.shooting(keys),
            melee: self.melee(keys),
            morale: self.morale(keys),
            weapons: self.weapons(keys),
        }
    }

    fn seize(&mut self, keys: Option<&Keys<'_>>) -> SeizeTable {
        let dice = self.dice(keys, "seize", "dice");
        let everyone_fights_up_to =
            self.whole(keys, "seize", "everyone-fights-up-to", &limits::NATURAL);
        let factors = keys
            .and_then(|k| k.get("factor"))
            .map_or_else(Vec::new, |n| self.factors(n));
        SeizeTable {
            dice,
            everyone_fights_up_to,
            factors,
        }
    }

    fn ranks(&mut self, seize: Option<&Keys<'_>>) -> Vec<LeaderRank> {
        self.named(seize, "leadership", "ranks of leaders", &limits::RANKS)
            .into_iter()
            .map(|(name, node)| LeaderRank {
                bonus: self.leaf_whole(
                    &path::join(["seize", "leadership", &name]),
                    node,
                    &limits::LEADERSHIP,
                ),
                worth: 1,
                name,
            })
            .collect()
    }

    fn troops(&mut self, seize: Option<&Keys<'_>>, keys: &Keys<'_>) -> Vec<TroopType> {
        let bases = self.named(seize, "base", "troop types", &limits::TROOPS);
        let qualities = self.named(Some(keys), "quality", "troop types", &limits::TROOPS);
        let mut troops: Vec<TroopType> = Vec::new();
        for (name, node) in &bases {
            let base = self.leaf_whole(
                &path::join(["seize", "base", name]),
                node,
                &limits::BASE_RATE,
            );
            troops.push(TroopType {
                name: name.clone(),
                base,
                quality: 1,
                skills: Skills::default(),
            });
            if qualities.iter().all(|q| q.0 != *name) {
                let message = format!("the troop type {} has no quality", quote(name));
                self.desk
                    .problem(Code::Quality, node.at, message)
                    .hint(format!("add `{name} = 2` under `[quality]`"));
            }
        }
        for (name, node) in &qualities {
            let quality = self.leaf_whole(&path::join(["quality", name]), node, &limits::QUALITY);
            match troops.iter_mut().find(|t| t.name == *name) {
                Some(troop) => troop.quality = u8::try_from(quality).unwrap_or(1),
                None => {
                    let message = format!("{} has a quality but no base rate", quote(name));
                    let known: Vec<&str> = bases.iter().map(|b| b.0.as_str()).collect();
                    self.desk
                        .problem(Code::Quality, node.at, message)
                        .suggest(name, known);
                }
            }
        }
        troops
    }

    fn options(&mut self, keys: &Keys<'_>) -> LloydOptions {
        let node = keys.get("options");
        let keys = node.and_then(|n| Keys::open(self.desk, n, &docs::OPTIONS));
        let keys = keys.as_ref();
        LloydOptions {
            seize_roll: self.option(keys, "seize-roll", SeizeRoll::ALL),
            sight_move: self.option(keys, "sight-move", SightMove::ALL),
            counters: self.option(keys, "counters", Counters::ALL),
            reactive_movement: self.option(keys, "reactive-movement", ReactiveMovement::ALL),
            reactive_shooting: self.option(keys, "reactive-shooting", ReactiveShooting::ALL),
            shots_per_inch: self.option(keys, "reactive-shots-per-inch", ShotsPerInch::ALL),
            contact_round: self.option(keys, "contact-round", ContactRound::ALL),
            duels: self.option(keys, "duels", Duels::ALL),
        }
    }

    fn option<T: Copy + Default>(
        &mut self,
        keys: Option<&Keys<'_>>,
        key: &'static str,
        all: &'static [(&'static str, T)],
    ) -> T {
        self.words(keys, "options", key, all).unwrap_or_default()
    }

    fn movement(&mut self, keys: &Keys<'_>) -> Movement {
        let keys = self.open(keys, "move", &docs::MOVE);
        let keys = keys.as_ref();
        Movement {
            foot: self.length(keys, "move", "foot", &limits::MOVE),
            mounted: self.length(keys, "move", "mounted", &limits::MOVE),
            slow_factor: self.whole(keys, "move", "slow-factor", &limits::SLOW),
            group: self.length(keys, "move", "group", &limits::DISTANCE),
            reaction: self.length(keys, "move", "reaction", &limits::DISTANCE),
            base: self.length(keys, "move", "base", &limits::BASE),
            contact_gap: self.length(keys, "move", "contact-gap", &limits::DISTANCE),
            paces: None,
        }
    }

    fn shooting(&mut self, keys: &Keys<'_>) -> Shooting {
        let keys = self.open(keys, "shooting", &docs::SHOOTING);
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

    fn melee(&mut self, keys: &Keys<'_>) -> Melee {
        let keys = self.open(keys, "melee", &docs::MELEE);
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

    fn morale(&mut self, keys: &Keys<'_>) -> Morale {
        let keys = self.open(keys, "morale", &docs::MORALE);
        let keys = keys.as_ref();
        Morale {
            start: self.whole(keys, "morale", "start", &limits::MORALE),
            figure_lost: self.whole(keys, "morale", "figure-lost", &limits::MORALE_COST),
            leader_lost: self.whole(keys, "morale", "leader-lost", &limits::MORALE_COST),
        }
    }

    fn weapons(&mut self, keys: &Keys<'_>) -> Vec<Weapon> {
        let mut weapons = Vec::new();
        for (name, node) in self.named(Some(keys), "weapon", "weapons", &limits::WEAPONS) {
            let Some(keys) = Keys::open(self.desk, node, &docs::WEAPON) else {
                continue;
            };
            let prefix = path::join(["weapon", &name]);
            let missile = self.missile(&keys, &prefix);
            let keys = Some(&keys);
            let reach = self.or(keys, &prefix, "reach", &limits::REACH, 0);
            let ranks = self.or(keys, &prefix, "ranks", &limits::WEAPON_RANKS, 1);
            weapons.push(Weapon {
                missile,
                stick: None,
                reach,
                ranks: u8::try_from(ranks).unwrap_or(1),
                supports: self.flag(keys, &prefix, "supports"),
                name,
            });
        }
        weapons
    }

    fn missile(&mut self, keys: &Keys<'_>, prefix: &str) -> Option<Missile> {
        let shoots = ["range", "to-hit", "mobility"];
        let present: Vec<&Node> = shoots.iter().filter_map(|k| keys.get(k)).collect();
        let first = present.first()?;
        if present.len() < shoots.len() {
            let missing: Vec<String> = shoots
                .iter()
                .filter(|k| keys.get(k).is_none())
                .map(|k| format!("`{k}`"))
                .collect();
            self.desk
                .problem(
                    Code::Missing,
                    first.at,
                    format!("a weapon that shoots needs {} also", missing.join(" and ")),
                )
                .hint("leave out `range`, `to-hit` and `mobility` if it does not shoot");
            return None;
        }
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
        let hits = self.open(keys, "to-hit", &docs::TO_HITS);
        let at = format!("{prefix}.to-hit");
        let to_hit = bands.map(|band| self.whole(hits.as_ref(), &at, band, &limits::TO_HIT));
        let words: &'static [(&'static str, Mobility)] = &[
            ("still", Mobility::Still),
            ("half", Mobility::Half),
            ("full", Mobility::Full),
        ];
        let mobility = self
            .words(Some(keys), prefix, "mobility", words)
            .unwrap_or(Mobility::Still);
        Some(Missile {
            range,
            to_hit,
            mobility,
        })
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
