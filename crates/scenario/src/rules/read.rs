//! A rulebook's tree to the engine's tables, with a list of every parameter on the way.

use skirmish_engine::rulebook::{
    Advantage, Blocks, ChargeMet, ContactRound, Counters, Declaration, Duels, EndCard, Fighting,
    FirstInstigator, HalfStrengthTest, Harm, HoldMoves, HoldReacts, LightLoad, LloydOptions,
    Matching, ReactingUnit, ReactionMove, ReactiveMovement, ReactiveShooting, RoutineOrder,
    Rulebook, SecondFigure, Segments, SeizeRoll, SeizeTable, Shooting, ShotsPerInch, SideSegment,
    SightMove, Surprise, SurpriseReading, TechniqueAttack, TechniqueMelee, TechniqueTest,
    TimedLoser, VolleyHits, VolleyReload, WarSpike, Weapon,
};

use super::Parameter;
use super::docs;
use super::movement::Stride;
use super::osric::MissileRange;
use super::resolve::Rules;
use super::scope::{self, SYSTEMS, Scope};
use crate::code::Code;
use crate::limits::{self, Limit};
use crate::path;
use crate::problem::{Desk, quote};
use crate::reader::{self, Keys};
use crate::source::SourceKind;
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
    /// One die.
    Die,
    /// Dice with a number added, or a number.
    Amount,
    /// How often in a round: a whole number within a limit, or halves.
    Routines(Limit),
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
            Self::Die => f.write_str("one die such as d20"),
            Self::Amount => f.write_str("dice with a number added, such as d4+3, or a number"),
            Self::Routines(limit) => write!(f, "{}, or halves such as 3/2", limit.range()),
            Self::Words(words) => f.write_str(&words.join(" or ")),
            Self::Flag => f.write_str("true or false"),
        }
    }
}

/// A rulebook that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) rulebook: Rulebook,
    /// What it says of itself.
    pub(crate) about: String,
    pub(crate) parameters: Vec<Parameter>,
}

/// Reads a rulebook; what cannot be read is noted, and replaced by something harmless so that reading can go on.
pub(crate) fn read(desk: &mut Desk, rules: &Rules) -> Option<Reading> {
    let keys = Keys::open(desk, &rules.tree, &docs::RULEBOOK)?;
    let mut reader =
        RuleReader { desk, rules, scope: Scope::of(&rules.tree), parameters: Vec::new() };
    let rulebook = reader.rulebook(&keys);
    let about = keys.get("about").and_then(|n| reader::text(reader.desk, n, "text"));
    Some(Reading {
        about: about.map_or(String::new(), |text| text.value),
        parameters: reader.parameters,
        rulebook,
    })
}

pub(super) struct RuleReader<'d> {
    pub(super) desk: &'d mut Desk,
    pub(super) rules: &'d Rules,
    pub(super) scope: Scope,
    pub(super) parameters: Vec<Parameter>,
}

/// The readings of the sources.
#[derive(Default)]
pub(super) struct Options {
    pub(super) lloyd: LloydOptions,
    pub(super) half_strength_test: HalfStrengthTest,
    pub(super) volley_reload: VolleyReload,
    pub(super) volley_hits: VolleyHits,
    pub(super) missile_range: MissileRange,
    pub(super) technique_test: TechniqueTest,
    pub(super) technique_melee: TechniqueMelee,
    pub(super) technique_attack: TechniqueAttack,
    end_card: EndCard,
    warspike: WarSpike,
    segments: Segments,
    pub(super) second_figure: SecondFigure,
    pub(super) stride: Stride,
}

impl RuleReader<'_> {
    fn rulebook(&mut self, keys: &Keys<'_>) -> Rulebook {
        let name = keys
            .get("name")
            .and_then(|n| reader::name(self.desk, n, "the rulebook"))
            .map_or(String::new(), |n| n.value);
        let Scope { system, fighting } = self.scope;
        if let Some(node) = keys.get("system") {
            self.leaf_words("system", node, SYSTEMS);
        }
        if let Some(node) = keys.get("fighting") {
            self.leaf_words("fighting", node, Fighting::ALL);
        }
        let seize = self.table(keys, "seize", &docs::SEIZE);
        let control = self.table(keys, "control", &docs::CONTROL);
        let points = self.table(keys, "points", &docs::POINTS);
        let seize = self.seize(seize.as_ref());
        let ranks = self.ranks();
        let options = self.options(keys);
        self.columns(keys);
        let mut troops = self.troops();
        self.natures(keys, &mut troops);
        let turn_dice = self.turn_dice(keys);
        let warspike = self.warspike(keys, options.warspike);
        let segments = self.segments(keys, options.segments);
        let movement = self.movement(keys, options.stride);
        let fire = self.fire(keys, &options);
        let shooting = self.shooting(keys);
        let osric = self.osric(keys, &options);
        Rulebook {
            name,
            system,
            fighting,
            troops,
            ranks,
            seize,
            options: options.lloyd,
            movement,
            shooting: if fighting.has_host_shots() {
                shooting
            } else {
                // Who asks whether somebody is in cover need not ask by which rules.
                Shooting {
                    cover_distance: match fighting {
                        Fighting::Osric => osric.cover_distance,
                        _ => fire.cover_distance,
                    },
                    ..shooting
                }
            },
            melee: self.melee(keys),
            morale: self.morale(keys),
            control: self.control(control.as_ref(), options.half_strength_test),
            fire,
            hand_to_hand: self.hand_to_hand(keys, &options),
            techniques: self.techniques(keys, &options),
            osric,
            points: self.points(points.as_ref()),
            weapons: self.weapons(keys, segments.round, &options),
            segments,
            end_card: options.end_card,
            turn_dice,
            warspike,
        }
    }

    /// Notes the columns of the table of troop types that are needed and not there.
    fn columns(&mut self, keys: &Keys<'_>) {
        self.needed(Some(keys), &docs::RULEBOOK, "", "quality");
        if keys.is_meant("skill") {
            return;
        }
        let skill = self.open(keys, "skill", &docs::SKILL);
        // Tables that are not in use may have columns only, for whoever plays by them.
        if self.scope.fighting == Fighting::Techniques {
            let techniques = self.open(keys, "techniques", &docs::TECHNIQUES);
            let techniques = techniques.as_ref();
            self.needed(techniques, &docs::TECHNIQUES, "techniques", "attribute");
        }
        if self.scope.fighting == Fighting::Osric {
            let combat = self.open(keys, "combat", &docs::COMBAT);
            for key in ["level", "armour-class", "hit-points", "nerve"] {
                self.needed(combat.as_ref(), &docs::COMBAT, "combat", key);
            }
        }
        for key in ["command", "aimed-fire", "melee", "rough-ground"] {
            self.needed(skill.as_ref(), &docs::SKILL, "skill", key);
        }
    }

    fn seize(&mut self, keys: Option<&Keys<'_>>) -> SeizeTable {
        let dice = self.dice(keys, "seize", "dice");
        let everyone_fights_up_to =
            self.whole(keys, "seize", "everyone-fights-up-to", &limits::NATURAL);
        let factors = keys.and_then(|k| k.get("factor")).map_or_else(Vec::new, |n| self.factors(n));
        SeizeTable { dice, everyone_fights_up_to, factors }
    }

    fn options(&mut self, keys: &Keys<'_>) -> Options {
        let node = keys.get("options");
        let keys = node.and_then(|n| Keys::open(self.desk, n, &docs::OPTIONS));
        let keys = keys.as_ref();
        if let Some(node) = node {
            self.foreign_options(node);
        }
        Options {
            lloyd: LloydOptions {
                seize_roll: self.option(keys, "seize-roll", SeizeRoll::ALL),
                sight_move: self.option(keys, "sight-move", SightMove::ALL),
                counters: self.option(keys, "counters", Counters::ALL),
                reactive_movement: self.option(keys, "reactive-movement", ReactiveMovement::ALL),
                reactive_shooting: self.option(keys, "reactive-shooting", ReactiveShooting::ALL),
                shots_per_inch: self.option(keys, "reactive-shots-per-inch", ShotsPerInch::ALL),
                contact_round: self.option(keys, "contact-round", ContactRound::ALL),
                duels: self.option(keys, "duels", Duels::ALL),
            },
            half_strength_test: self.option(keys, "half-strength-test", HalfStrengthTest::ALL),
            volley_reload: self.option(keys, "volley-reload", VolleyReload::ALL),
            volley_hits: self.option(keys, "volley-hits", VolleyHits::ALL),
            missile_range: self.option(keys, "missile-range", MissileRange::ALL),
            technique_test: self.option(keys, "technique-test", TechniqueTest::ALL),
            technique_melee: self.option(keys, "technique-melee", TechniqueMelee::ALL),
            technique_attack: self.option(keys, "technique-attack", TechniqueAttack::ALL),
            end_card: self.option(keys, "end-card", EndCard::ALL),
            warspike: WarSpike {
                first_instigator: self.option(keys, "first-instigator", FirstInstigator::ALL),
                matching: self.option(keys, "matching", Matching::ALL),
                blocks: self.option(keys, "blocks", Blocks::ALL),
                reacting_unit: self.option(keys, "reacting-unit", ReactingUnit::ALL),
                reaction_move: self.option(keys, "reaction-move", ReactionMove::ALL),
                hold_reacts: self.option(keys, "hold-reacts", HoldReacts::ALL),
                hold_moves: self.option(keys, "hold-moves", HoldMoves::ALL),
                advantage: self.option(keys, "advantage", Advantage::ALL),
                ..WarSpike::default()
            },
            segments: Segments {
                declaration: self.option(keys, "declaration", Declaration::ALL),
                routines: self.option(keys, "routines", RoutineOrder::ALL),
                timed_loser: self.option(keys, "timed-loser", TimedLoser::ALL),
                reaction_needs_light_load: self.option(
                    keys,
                    "reaction-needs-light-load",
                    LightLoad::ALL,
                ),
                segment: self.option(keys, "segment", SideSegment::ALL),
                charge_met: self.option(keys, "charge-met", ChargeMet::ALL),
                surprise: Surprise {
                    reading: self.option(keys, "surprise", SurpriseReading::ALL),
                    ..Surprise::default()
                },
                ..Segments::default()
            },
            second_figure: self.option(keys, "second-figure", SecondFigure::ALL),
            stride: self.option(keys, "stride", Stride::ALL),
        }
    }

    /// An option that is not in use; it may come from below, or belong to the rulebook's own system where another is
    /// played, but nobody writes one that means nothing.
    fn foreign_options(&mut self, node: &Node) {
        let of = |key: &str| scope::owner(["options", key].into_iter());
        for entry in node.entries() {
            if let Some(owner) = of(&entry.key)
                && !self.scope.has(owner)
                && !self.rules.own.has(owner)
                && self.desk.kind(entry.node.at) != SourceKind::ShippedRulebook
            {
                let message =
                    format!("the option {} goes with {}", quote(&entry.key), owner.says());
                let scope = self.scope;
                let in_use = docs::OPTIONS.fields.iter().map(|f| f.key);
                let in_use = in_use.filter(|key| of(key).is_none_or(|owner| scope.has(owner)));
                self.desk.problem(Code::OutOfUse, entry.at, message).suggest(&entry.key, in_use);
            }
        }
    }

    fn option<T: Copy + Default>(
        &mut self,
        keys: Option<&Keys<'_>>,
        key: &'static str,
        all: &'static [(&'static str, T)],
    ) -> T {
        if !self.scope.uses(["options", key].into_iter()) {
            return T::default();
        }
        self.words(keys, "options", key, all).unwrap_or_default()
    }

    fn weapons(&mut self, keys: &Keys<'_>, round: u8, options: &Options) -> Vec<Weapon> {
        let Some(node) = keys.get("weapon") else {
            return Vec::new();
        };
        let mut weapons = Vec::new();
        let fighting = self.scope.fighting;
        for (name, node) in self.members(node, &limits::WEAPONS) {
            let Some(keys) = Keys::open(self.desk, node, &docs::WEAPON) else {
                continue;
            };
            let prefix = path::join(["weapon", &name]);
            let mut weapon = Weapon {
                missile: None,
                stick: None,
                reach: 0,
                ranks: 1,
                supports: false,
                harm: Harm::default(),
                handling: self.handling(&keys, &prefix, round),
                name,
            };
            if fighting.has_host_shots() {
                weapon.missile = self.missile(&keys, &prefix);
            } else if fighting == Fighting::Osric {
                weapon.missile = self.ranged(&keys, &prefix, options);
                weapon.harm = self.harm(&keys, &prefix, weapon.missile.is_some());
            } else if let Some(node) = keys.get("stick") {
                weapon.stick = self.stick(node, &prefix);
            }
            if fighting == Fighting::Host {
                let keys = Some(&keys);
                weapon.reach = self.or(keys, &prefix, "reach", &limits::REACH, 0);
                let ranks = self.or(keys, &prefix, "ranks", &limits::WEAPON_RANKS, 1);
                weapon.ranks = u8::try_from(ranks).unwrap_or(1);
                weapon.supports = self.flag(keys, &prefix, "supports");
            }
            weapons.push(weapon);
        }
        weapons
    }
}
