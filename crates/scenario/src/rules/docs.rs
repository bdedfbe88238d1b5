//! How a rulebook file is described.

mod osric;
mod petite_guerre;
mod systems;
mod techniques;

use skirmish_engine::rulebook::FactorCondition;

pub(super) use osric::*;
pub(super) use petite_guerre::*;
pub(super) use systems::*;
pub(super) use techniques::*;

use crate::describe::{Form, TableDoc, may, need};
use crate::limits;

/// The words that factors are made of.
const CONDITIONS: [&str; FactorCondition::ALL.len()] = {
    let mut words = [""; FactorCondition::ALL.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = FactorCondition::ALL[i].name();
        i += 1;
    }
    words
};

/// A rulebook file.
pub const RULEBOOK: TableDoc = TableDoc {
    name: "a rulebook",
    about: "all tables of a rule set",
    fields: &[
        need("name", Form::Name, "the rulebook's name in reports"),
        may("about", Form::Text, "what it is"),
        may("extends", Form::Text, "the rulebook that it changes, by name or path"),
        need(
            "system",
            Form::Words(&[
                "lloyd",
                "petite-guerre",
                "alternate",
                "cards",
                "lloyd-d10",
                "adnd",
                "warspike",
            ]),
            "the initiative system",
        ),
        may(
            "fighting",
            Form::Words(&["host", "petite-guerre", "techniques", "osric"]),
            "how shots and melee are settled; `host` without it",
        ),
        may(
            "seize",
            Form::Table(&SEIZE),
            "seizing the initiative (LL-03); with the system `lloyd`",
        ),
        may(
            "control",
            Form::Table(&CONTROL),
            "control of units (PG-04, PG-05); with the system `petite-guerre`",
        ),
        may(
            "turn",
            Form::Table(&TURN),
            "who goes first in a turn (LLC-3); with the system `lloyd-d10`",
        ),
        may(
            "warspike",
            Form::Table(&WARSPIKE),
            "Instigator and Retaliator (WS-01 to WS-08); with the system `warspike`",
        ),
        may(
            "segments",
            Form::Table(&SEGMENTS),
            "the round of segments (AD-01 to AD-10); with the system `adnd`",
        ),
        may("options", Form::Table(&OPTIONS), "readings of the source"),
        may(
            "quality",
            Form::Named(&Form::Whole(&limits::QUALITY)),
            "quality of each troop type, 1 to 3; with `host` fighting",
        ),
        may("skill", Form::Table(&SKILL), "dice of each troop type (PG-02); with `petite-guerre`"),
        may(
            "troops",
            Form::Named(&Form::Table(&NATURE)),
            "what troop types bring to the order of action (AD-01); with the system `adnd`",
        ),
        need("move", Form::Table(&MOVE), "distances and rates of movement"),
        may("shooting", Form::Table(&SHOOTING), "shooting; with `host` fighting"),
        may("melee", Form::Table(&MELEE), "melee; with `host` fighting"),
        may("morale", Form::Table(&MORALE), "morale of bodies; with `host` fighting"),
        may("fire", Form::Table(&FIRE), "fire and reloading; with `petite-guerre` fighting"),
        may("hand-to-hand", Form::Table(&HAND_TO_HAND), "melee; with `petite-guerre` fighting"),
        may("techniques", Form::Table(&TECHNIQUES), "melee (WSC-6); with `techniques` fighting"),
        may(
            "combat",
            Form::Table(&COMBAT),
            "shots, melee and morale (ADC-1 to ADC-5, ADC-8); with `osric` fighting",
        ),
        may(
            "points",
            Form::Table(&POINTS),
            "what troops are worth (PG-03); with `petite-guerre` fighting",
        ),
        need("weapon", Form::Named(&Form::Table(&WEAPON)), "weapons"),
        may("origin", Form::List(&Form::Table(&ORIGIN)), "where values come from"),
    ],
};

pub(super) const SEIZE: TableDoc = TableDoc {
    name: "`seize`",
    about: "seizing the initiative",
    fields: &[
        need("dice", Form::Dice, "dice of the seize roll"),
        need(
            "everyone-fights-up-to",
            Form::Whole(&limits::NATURAL),
            "natural totals up to this make everyone in contact fight (LL-10); 0 for none",
        ),
        need("base", Form::Named(&Form::Whole(&limits::BASE_RATE)), "base rate of each troop type"),
        need(
            "leadership",
            Form::Named(&Form::Whole(&limits::LEADERSHIP)),
            "leadership factor of each rank",
        ),
        need(
            "factor",
            Form::Named(&Form::Either(&[
                Form::Whole(&limits::FACTOR),
                Form::Words(&["off"]),
                Form::Table(&FACTOR),
            ])),
            "tactical factors: a condition and its value, or a named row",
        ),
    ],
};

pub(super) const FACTOR: TableDoc = TableDoc {
    name: "a factor",
    about: "conditions and a value",
    fields: &[
        need(
            "when",
            Form::List(&Form::Words(&CONDITIONS)),
            "conditions that must all hold, from `explain factors`",
        ),
        need("value", Form::Whole(&limits::FACTOR), "what it adds to the roll"),
    ],
};

pub(super) const OPTIONS: TableDoc = TableDoc {
    name: "`options`",
    about: "readings of the source",
    fields: &[
        may("seize-roll", Form::Words(&["always", "may-decline"]), "LL-03"),
        may("sight-move", Form::Words(&["into-or-out", "into-only"]), "LL-05"),
        may("counters", Form::Words(&["kept", "spent"]), "LL-07"),
        may("reactive-movement", Form::Words(&["together", "each-chooses"]), "LL-11"),
        may("reactive-shooting", Form::Words(&["side-once", "figure-once"]), "LL-12"),
        may("reactive-shots-per-inch", Form::Words(&["when-leaving-sight", "always"]), "LL-12"),
        may("contact-round", Form::Words(&["before-reaction", "joint"]), "LL-09"),
        may("duels", Form::Words(&["leaders", "off"]), "LL-16"),
        may("half-strength-test", Form::Words(&["on-crossing", "each-loss"]), "PG-05"),
        may("volley-reload", Form::Words(&["ranks", "platoon"]), "PG-12"),
        may("volley-hits", Form::Words(&["nearest", "by-lot"]), "PG-11"),
        may("missile-range", Form::Words(&["1e", "osric"]), "ADC-3"),
        may("technique-test", Form::Words(&["at-or-under", "under"]), "WSC-4"),
        may("technique-melee", Form::Words(&["chain", "together"]), "WSC-6"),
        may("technique-attack", Form::Words(&["opening", "stacked"]), "WSC-5"),
        may("end-card", Form::Words(&["none", "one"]), "BL-02"),
        may("first-instigator", Form::Words(&["pass-allowed", "coin", "situation"]), "WS-01"),
        may("matching", Form::Words(&["chosen", "closest"]), "SOW-1"),
        may("blocks", Form::Words(&["as-formed", "none", "whole-side"]), "WSC-10"),
        may("reacting-unit", Form::Words(&["any", "targeted"]), "WS-03"),
        may("reaction-move", Form::Words(&["towards", "intercept", "free"]), "WS-03"),
        may("hold-reacts", Form::Words(&["to-attacks", "to-anything"]), "WS-08"),
        may("hold-moves", Form::Words(&["none", "in-reaction"]), "WS-08"),
        may("stride", Form::Words(&["full-move", "stature"]), "WSC-2"),
        may(
            "advantage",
            Form::Words(&["roll", "loser-of-fewer", "alternate", "keep", "situation", "coin"]),
            "WS-07",
        ),
        may("declaration", Form::Words(&["in-order", "written"]), "AD-03"),
        may(
            "routines",
            Form::Words(&["count-first", "dice-among-several", "phases"]),
            "AD-01, AD-02",
        ),
        may("timed-loser", Form::Words(&["by-segment", "always-interrupted"]), "AD-04"),
        may("reaction-needs-light-load", Form::Words(&["off", "on"]), "AD-01"),
        may("segment", Form::Words(&["by-method", "osric"]), "AD-06, ADC-6"),
        may("charge-met", Form::Words(&["unanswered", "longer-first"]), "AD-09, ADC-7"),
        may("surprise", Form::Words(&["none", "net", "osric", "difference"]), "ADC-9"),
        may("second-figure", Form::Words(&["in-turn", "at-once"]), "PG-13"),
    ],
};

pub(super) const MOVE: TableDoc = TableDoc {
    name: "`move`",
    about: "distances and rates of movement",
    fields: &[
        may(
            "foot",
            Form::Length(&limits::MOVE),
            "full move on foot, but for troop types with one of their own; not with `petite-guerre` fighting",
        ),
        may(
            "mounted",
            Form::Length(&limits::MOVE),
            "full move mounted, but for troop types with one of their own; not with `petite-guerre` fighting",
        ),
        may(
            "troop",
            Form::Named(&Form::Length(&limits::MOVE)),
            "full move of a troop type of its own, on foot and mounted (HOST-1); not with `petite-guerre` fighting",
        ),
        may(
            "infantry",
            Form::Table(&PACES),
            "moves on foot (PG-06); with `petite-guerre` fighting",
        ),
        may("cavalry", Form::Table(&PACES), "moves mounted (PG-06); with `petite-guerre` fighting"),
        may(
            "slow-factor",
            Form::Whole(&limits::SLOW),
            "each inch over slow ground counts as this many; not with `petite-guerre` fighting",
        ),
        may(
            "stature",
            Form::Whole(&limits::STATURE),
            "yards of a man's stride alone, one more than in a body; with `stride = \"stature\"` (WSC-2)",
        ),
        may(
            "strides",
            Form::Whole(&limits::STRIDES),
            "strides of a full move on foot; with `stride = \"stature\"` (WSC-1, WSC-2)",
        ),
        may(
            "yard",
            Form::Length(&limits::YARD),
            "how long a yard is on the table; with `stride = \"stature\"` (WSC-2)",
        ),
        need(
            "group",
            Form::Length(&limits::DISTANCE),
            "figures this near, and in sight, are of one body (LL-01)",
        ),
        need(
            "reaction",
            Form::Length(&limits::DISTANCE),
            "how near to the newly engaging one may react (LL-11, LL-15)",
        ),
        need("base", Form::Length(&limits::BASE), "diameter of a base"),
        need("contact-gap", Form::Length(&limits::DISTANCE), "bases this close are in contact"),
    ],
};

pub(super) const SHOOTING: TableDoc = TableDoc {
    name: "`shooting`",
    about: "shooting",
    fields: &[
        need("dice", Form::Dice, "dice to hit"),
        need("reactive", MODIFIER, "added to a reactive shot (LL-12)"),
        need("screened", MODIFIER, "added when the target is screened"),
        need("protected", MODIFIER, "added when the target is protected"),
        need(
            "cover-distance",
            Form::Length(&limits::DISTANCE),
            "how near behind a screen one must stand to profit from it",
        ),
        need("effect-dice", Form::Dice, "dice for the effect of a hit"),
        need("effect", Form::Table(&SHOT_EFFECT), "the effect by quality"),
    ],
};

const MODIFIER: Form = Form::Whole(&limits::MODIFIER);

pub(super) const SHOT_EFFECT: TableDoc = TableDoc {
    name: "`shooting.effect`",
    about: "the effect of a hit by the target's quality",
    fields: &[
        need("quality-1", Form::Table(&EFFECT), "on the least"),
        need("quality-2", Form::Table(&EFFECT), "on the middling"),
        need("quality-3", Form::Table(&EFFECT), "on the best"),
    ],
};

pub(super) const EFFECT: TableDoc = TableDoc {
    name: "an effect",
    about: "the least number for each effect",
    fields: &[
        need("push-back", Form::Whole(&limits::EFFECT), "back by one base"),
        need("retreat", Form::Whole(&limits::EFFECT), "two full moves back"),
        need("kill", Form::Whole(&limits::EFFECT), "dead"),
    ],
};

pub(super) const MELEE: TableDoc = TableDoc {
    name: "`melee`",
    about: "melee",
    fields: &[
        need("dice", Form::Dice, "dice of each fighter"),
        need("reach", MODIFIER, "for each class of longer reach, in the round on contact"),
        need("support", MODIFIER, "for each friend that helps"),
        need("support-most", Form::Whole(&limits::MORALE_COST), "most helpers that count"),
        need("barricade", MODIFIER, "for fighting from behind a barricade"),
        need("effect", Form::Table(&EFFECT), "on the loser, by the margin"),
    ],
};

pub(super) const MORALE: TableDoc = TableDoc {
    name: "`morale`",
    about: "morale of bodies",
    fields: &[
        need("start", Form::Whole(&limits::MORALE), "at the start"),
        need("figure-lost", Form::Whole(&limits::MORALE_COST), "taken off for each figure"),
        need(
            "leader-lost",
            Form::Whole(&limits::MORALE_COST),
            "taken off besides that if it was the leader",
        ),
    ],
};

pub(super) const WEAPON: TableDoc = TableDoc {
    name: "a weapon",
    about: "how it shoots and how it fights",
    fields: &[
        may("range", Form::Table(&RANGES), "far ends of its ranges; without it, no missiles"),
        may("to-hit", Form::Table(&TO_HITS), "least roll that hits at each range"),
        may(
            "mobility",
            Form::Words(&["still", "half", "full"]),
            "how far one may move and shoot (LL-14)",
        ),
        may(
            "range-step",
            Form::Length(&limits::RANGE_STEP),
            "one of the three steps of its range; with `osric` fighting",
        ),
        may("damage", AMOUNT, "damage of a blow, such as `d6+1`; with `osric` fighting"),
        may("shot-damage", AMOUNT, "damage of a shot; with `osric` fighting"),
        may("reach", Form::Whole(&limits::REACH), "class of reach (LLC-4); 0 without it"),
        may("ranks", Form::Whole(&limits::WEAPON_RANKS), "ranks that fight with it; 1 without it"),
        may("supports", Form::Flag, "supports from the second rank; not without it"),
        may(
            "stick",
            Form::Named(&Form::Whole(&limits::TO_HIT)),
            "what is needed at each distance (PG-07); without it, no fire",
        ),
        may(
            "speed-factor",
            Form::Whole(&limits::SPEED_FACTOR),
            "its speed factor in melee (AD-07, AD-10); without it, none",
        ),
        may(
            "shots",
            ROUTINES,
            "shots a round (AD-01), such as 2, or \"3/2\" for two in odd rounds; 1 without it",
        ),
        may(
            "segments",
            Form::Whole(&limits::SHOT_SEGMENTS),
            "segments that a shot takes, as a spell does (AD-04); 0 without it",
        ),
        may(
            "length",
            Form::Length(&limits::WEAPON_LENGTH),
            "its length in feet: the longer strikes first when a charge is met (ADC-7); 0 without it",
        ),
        may(
            "set-damage",
            Form::Whole(&limits::TIMES),
            "how many times its damage it does when it is set against a charge (ADC-7); without it, it cannot be set",
        ),
        may(
            "charge-damage",
            Form::Whole(&limits::TIMES),
            "how many times its damage it does in the charge of a horseman (ADC-7); 1 without it",
        ),
    ],
};

pub(super) const RANGES: TableDoc = TableDoc {
    name: "a weapon's `range`",
    about: "far ends of its ranges",
    fields: &[
        need("short", Form::Length(&limits::RANGE), "short range"),
        need("medium", Form::Length(&limits::RANGE), "medium range"),
        need("long", Form::Length(&limits::RANGE), "long range"),
    ],
};

pub(super) const TO_HITS: TableDoc = TableDoc {
    name: "a weapon's `to-hit`",
    about: "least roll that hits",
    fields: &[
        need("short", Form::Whole(&limits::TO_HIT), "at short range"),
        need("medium", Form::Whole(&limits::TO_HIT), "at medium range"),
        need("long", Form::Whole(&limits::TO_HIT), "at long range"),
    ],
};

pub(super) const ORIGIN: TableDoc = TableDoc {
    name: "an origin",
    about: "where values come from",
    fields: &[
        need("of", Form::List(&Form::Text), "paths, `*` for any one part"),
        need(
            "origin",
            Form::Words(&["published", "derived", "companion", "assumed"]),
            "the kind of origin",
        ),
        may("rule", Form::Text, "the rule, such as LL-03"),
        may("note", Form::Text, "what there is to say about the source"),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::rulebook as engine;

    /// The words of the description are the engine's.
    #[test]
    fn options_are_described_as_the_engine_has_them() {
        fn words<T>(all: &[(&'static str, T)]) -> Vec<&'static str> {
            all.iter().map(|w| w.0).collect()
        }
        let expected = [
            ("seize-roll", words(engine::SeizeRoll::ALL)),
            ("sight-move", words(engine::SightMove::ALL)),
            ("counters", words(engine::Counters::ALL)),
            ("reactive-movement", words(engine::ReactiveMovement::ALL)),
            ("reactive-shooting", words(engine::ReactiveShooting::ALL)),
            ("reactive-shots-per-inch", words(engine::ShotsPerInch::ALL)),
            ("contact-round", words(engine::ContactRound::ALL)),
            ("duels", words(engine::Duels::ALL)),
            ("half-strength-test", words(engine::HalfStrengthTest::ALL)),
            ("volley-reload", words(engine::VolleyReload::ALL)),
            ("volley-hits", words(engine::VolleyHits::ALL)),
            ("missile-range", vec!["1e", "osric"]),
            ("technique-test", words(engine::TechniqueTest::ALL)),
            ("technique-melee", words(engine::TechniqueMelee::ALL)),
            ("technique-attack", words(engine::TechniqueAttack::ALL)),
            ("end-card", words(engine::EndCard::ALL)),
            ("first-instigator", words(engine::FirstInstigator::ALL)),
            ("matching", words(engine::Matching::ALL)),
            ("blocks", words(engine::Blocks::ALL)),
            ("reacting-unit", words(engine::ReactingUnit::ALL)),
            ("reaction-move", words(engine::ReactionMove::ALL)),
            ("hold-reacts", words(engine::HoldReacts::ALL)),
            ("hold-moves", words(engine::HoldMoves::ALL)),
            ("stride", words(super::super::movement::Stride::ALL)),
            ("advantage", words(engine::Advantage::ALL)),
            ("declaration", words(engine::Declaration::ALL)),
            ("routines", words(engine::RoutineOrder::ALL)),
            ("timed-loser", words(engine::TimedLoser::ALL)),
            ("reaction-needs-light-load", words(engine::LightLoad::ALL)),
            ("segment", words(engine::SideSegment::ALL)),
            ("charge-met", words(engine::ChargeMet::ALL)),
            ("surprise", words(engine::SurpriseReading::ALL)),
            ("second-figure", words(engine::SecondFigure::ALL)),
        ];
        assert_eq!(OPTIONS.fields.len(), expected.len());
        for (field, (key, words)) in OPTIONS.fields.iter().zip(expected) {
            assert_eq!(field.key, key);
            assert!(matches!(field.form, Form::Words(found) if found == words), "{key}");
        }
    }

    /// Paths that belong to the rulebook begin with one of its tables.
    #[test]
    fn roots_of_paths_are_tables_of_the_rulebook() {
        for root in crate::rules::ROOTS {
            assert!(RULEBOOK.fields.iter().any(|f| f.key == *root), "{root}");
        }
    }
}
