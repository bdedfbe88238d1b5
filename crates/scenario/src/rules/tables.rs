//! The declaration of a rulebook: one row for each parameter, used by reading, limits, messages, `explain`, the list of
//! parameters, the notes on unused ones and the reference.

mod fighting;
mod steps;
mod systems;
mod turn;

use skirmish_engine::rulebook::*;

use super::draft::{MissileRange, Stride};
use super::goes::*;
use super::origin::Origin;
use super::scope::*;
use super::uses::*;
use crate::describe::Form::{self, *};
use crate::describe::{Ascending, TableDoc, table, words_of};
use crate::limits;
use fighting::*;
use steps::*;
pub(super) use steps::{
    GEAR, LOOK_UP, NATURAL_SKIPS, SHOOT, STEP, STEP_AGAIN, STEP_EFFECT, STEP_NERVE, STEP_ROW,
    STRIKE,
};
pub(super) use systems::*;
pub(super) use turn::*;

const MODIFIER: Form = Whole(&limits::MODIFIER);
const TO_HIT: Form = Whole(&limits::TO_HIT);
const DISTANCE: Form = Length(&limits::DISTANCE);
const FULL_MOVE: Form = Length(&limits::MOVE);
/// Damage of a blow or shot, and hit points.
const DAMAGE: Form = Amount(&limits::AMOUNT);
const ROUTINES: Form = Routines(&limits::ROUTINES);

/// A rulebook file.
pub const RULEBOOK: TableDoc = table! {
    "a rulebook", "all tables of a rule set";
    need "name" Name("the rulebook"), "the rulebook's name in reports";
    may "about" Text("text"), "what it is";
    may "extends" Text("the name or path of a rulebook"), "the rulebook that it changes, by name or path";
    may "drop" Either(&[Text("a path"), List(&Text("a path"))]),
        "what to leave out of it: whole tables or rows, such as `[\"skill\", \"weapon.bow\"]`";
    need "system" words_of!(SYSTEMS), "the initiative system" => SCOPE;
    may "fighting" words_of!(FIGHTINGS),
        "how shots and melee are settled; `host` by default"
        => SCOPE;
    must "seize" Table(&SEIZE), "seizing the initiative (LL-03); with the system `lloyd`", of LLOYD;
    must "control" Table(&CONTROL), "control of units (PG-04, PG-05); with the system `petite-guerre`", of TURNS;
    must "turn" Table(&TURN), "the turn (TN-09); with a system of turns", of TABLE;
    must "warspike" Table(&WARSPIKE_TURNS), "Instigator and Retaliator (WS-01 to WS-08); with the system `warspike`",
        of WARSPIKE;
    must "segments" Table(&SEGMENTS), "the round of segments (AD-01 to AD-10); with the system `adnd`", of ADND;
    may "options" Table(&OPTIONS), "readings of the source", called "{1} option";
    must "quality" Named(&Whole(&limits::QUALITY)), "quality of each troop type, 1 to 3; with `host` fighting"
        => Goes::Troops(column("quality", "2", |t, v| t.quality = v.into())), of HOST_SHOTS, when &[OF_THESE_TROOPS],
        called "quality of {1} troops";
    may "skill" Table(&SKILL), "dice of each troop type (PG-02); with `petite-guerre`", called "{1} skill of {2}";
    may "troops" Named(&Table(&NATURE)),
        "what troop types bring to the order of action (AD-01); with the system `adnd`"
        => Goes::By(|r, node| r.natures(node)), of ADND, when &[OF_THESE_TROOPS];
    need "move" Table(&MOVE), "distances and rates of movement", called "movement {1}";
    must "shooting" Table(&SHOOTING), "shooting; with `host` fighting", of HOST_SHOTS, when &[SHOOTS];
    must "melee" Table(&MELEE), "melee; with `host` fighting", of HOST;
    must "morale" Table(&MORALE), "morale of units; with `host` fighting", of HOST_SHOTS;
    must "fire" Table(&FIRE), "fire and reloading; with `petite-guerre` fighting", of DICE, when &[SHOOTS];
    must "hand-to-hand" Table(&HAND_TO_HAND), "melee; with `petite-guerre` fighting", of DICE;
    must "techniques" Table(&TECHNIQUES), "melee (WSC-6); with `techniques` fighting", of TESTS;
    must "combat" Table(&COMBAT), "shots, melee and morale (ADC-1 to ADC-5, ADC-8); with `osric` fighting", of ARMOUR,
        called "{1} of {2}";
    must "points" Table(&POINTS), "what troops are worth (PG-03); with `petite-guerre` fighting", of DICE;
    must "profile" PROFILES, "attributes of each troop type: numbers or dice (FT-01); with fighting by steps"
        => Goes::Troops(column("profile", "{ skill = 4 }", |_, _| ())), of STEPS, called "{1} {2}";
    must "strike" Table(&STRIKE), "the chain of a blow (FT-07); with fighting by steps" => LATER, of STEPS;
    may "shoot" Table(&SHOOT), "the chain of a shot (FT-02); with fighting by steps, nobody shoots without it" => LATER, of STEPS;
    may "nerve" Table(&STEP_NERVE), "the chain of a unit's nerve (FT-08); with fighting by steps, nobody is tested without it"
        => LATER, of STEPS;
    must "step" STEPS_BY_NAME, "the steps of all chains (FT-03); with fighting by steps" => LATER, of STEPS, called "{1} {2}";
    may "table" TABLES_BY_NAME, "tables over two values (FT-03); with fighting by steps" => LATER, of STEPS,
        called "{1} table";
    may "gear" GEAR_BY_NAME, "what figures may have besides a weapon (FT-10); with fighting by steps"
        => LATER, of STEPS, when &[HAD];
    must "effect" EFFECTS_BY_NAME, "what happens to a figure (FT-06); with fighting by steps" => LATER, of STEPS,
        called "{2} of the effect {1}";
    need "weapon" Named(&Table(&WEAPON)), "weapons" => Goes::By(|r, node| r.weapons(node)), when &[CARRIED], called "{1} {2}";
    may "origin" List(&Table(&ORIGIN)), "where values come from";
};

pub(super) const OPTIONS: TableDoc = TableDoc {
    name: "`options`",
    about: "readings of the source",
    fields: &[
        option!("seize-roll", SeizeRoll => rules.options.seize_roll, "LL-03", LLOYD),
        option!("waiting", Waiting => rules.options.waiting, "LL-03", LLOYD),
        option!("sight-move", SightMove => rules.options.sight_move, "LL-05", LLOYD),
        option!("counters", Counters => rules.options.counters, "LL-07", LLOYD),
        option!("reactive-movement", ReactiveMovement => rules.options.reactive_movement, "LL-11", LLOYD),
        option!("reactors", Reactors => rules.options.reactors, "LL-11", LLOYD),
        option!("reactive-shooting", ReactiveShooting => rules.options.reactive_shooting, "LL-12", LLOYD),
        option!("reactive-shots-per-inch", ShotsPerInch => rules.options.shots_per_inch, "LL-12", LLOYD),
        option!("contact-round", ContactRound => rules.options.contact_round, "LL-09", LLOYD),
        option!("duels", Duels => rules.options.duels, "LL-16", LLOYD),
        option!("no-room", NoRoom => rules.options.no_room, "LLC-6", HOST_SHOTS),
        option!("half-strength-test", HalfStrengthTest => rules.control.half_strength_test, "PG-05", TURNS),
        option!("aim", AimReading => rules.aim, "HOST-2, PG-07").when(&[SHOOTS]),
        option!("volley-reload", VolleyReload => rules.fire.volley_reload, "PG-12", DICE)
            .when(&[LINE]),
        option!("volley-hits", VolleyHits => rules.fire.volley_hits, "PG-11", DICE).when(&[LINE]),
        option!("missile-range", MissileRange => missile_range, "ADC-3", ARMOUR),
        option!("technique-test", TechniqueTest => rules.techniques.test, "WSC-4", TESTS),
        option!("technique-melee", TechniqueMelee => rules.techniques.melee, "WSC-6", TESTS),
        option!("technique-attack", TechniqueAttack => rules.techniques.attack, "WSC-5", TESTS),
        option!("first-instigator", FirstInstigator => rules.warspike.first_instigator, "WS-01", WARSPIKE),
        option!("matching", Matching => rules.warspike.matching, "SOW-1", WARSPIKE),
        option!("blocks", Blocks => rules.warspike.blocks, "WSC-10", WARSPIKE)
            .when(&[TWO_BODIES, BLOCKS]),
        option!("reacting-unit", ReactingUnit => rules.warspike.reacting_unit, "WS-03", WARSPIKE),
        option!("reaction-move", ReactionMove => rules.warspike.reaction_move, "WS-03", WARSPIKE),
        option!("hold-reacts", HoldReacts => rules.warspike.hold_reacts, "WS-08", WARSPIKE)
            .when(&[ON_HOLD]),
        option!("hold-moves", HoldMoves => rules.warspike.hold_moves, "WS-08", WARSPIKE)
            .when(&[ON_HOLD]),
        option!("stride", Stride => stride, "WSC-2", INCHES),
        option!("advantage", Advantage => rules.warspike.advantage, "WS-07", WARSPIKE),
        option!("declaration", Declaration => rules.segments.declaration, "AD-03", ADND),
        option!("routines", RoutineOrder => rules.segments.routines, "AD-01, AD-02", ADND),
        option!("timed-loser", TimedLoser => rules.segments.timed_loser, "AD-04", ADND),
        option!("same-segment", SameSegment => rules.segments.same_segment, "AD-08", ADND),
        option!("extra-strikes", ExtraStrikes => rules.segments.extra_strikes, "AD-10", ADND),
        option!("missiles", Missiles => rules.segments.missiles, "AD-02", ADND),
        option!("reaction-needs-light-load", LightLoad => rules.segments.reaction_needs_light_load, "AD-01", ADND),
        option!("segment", SideSegment => rules.segments.segment, "AD-06, ADC-6", ADND),
        option!("charge-met", ChargeMet => rules.segments.charge_met, "AD-09, ADC-7", ADND),
        option!("charge-counts", ChargeCounts => rules.segments.charge_counts, "AD-09", ADND),
        option!("surprise", SurpriseReading => rules.segments.surprise.reading, "ADC-9", ADND),
        option!("second-figure", SecondFigure => rules.hand_to_hand.second_figure, "PG-13", DICE),
    ],
    one_of: &[],
    or_else: None,
    ascending: None,
};

pub(super) const MOVE: TableDoc = table! {
    "`move`", "distances and rates of movement";
    must "foot" FULL_MOVE,
        "full move on foot, but for troop types with one of their own; not with `petite-guerre` fighting"
        => rules!(movement.foot), of INCHES, when &[NOT_BY_STATURE, WALKS_AT_USUAL_RATE], called "move on foot";
    must "mounted" FULL_MOVE,
        "full move mounted, but for troop types with one of their own; not with `petite-guerre` fighting"
        => rules!(movement.mounted), of INCHES, when &[RIDES_AT_USUAL_RATE], called "move mounted";
    may "troop" Named(&FULL_MOVE),
        "full move of a troop type of its own, on foot and mounted (HOST-1); not with `petite-guerre` fighting"
        => Goes::Troops(column_of_some("full move of its own", "9", |t, v| t.rate = Some(v.into()))),
        of INCHES, when &[GOES_BY_OWN_RATE];
    must "infantry" Table(&PACES), "moves on foot (PG-06); with `petite-guerre` fighting"
        => Goes::Rules(|d, v| d.paces().infantry = v.into()), of DICE, when &[MOVES_SO];
    must "cavalry" Table(&PACES), "moves mounted (PG-06); with `petite-guerre` fighting"
        => Goes::Rules(|d, v| d.paces().cavalry = v.into()), of DICE, when &[MOVES_SO];
    must "slow-factor" Whole(&limits::SLOW),
        "each inch over slow ground counts as this many; not with `petite-guerre` fighting"
        => rules!(movement.slow_factor), of INCHES, when &[SLOW_GROUND];
    may "stature" Whole(&limits::STATURE),
        "yards of a man's stride alone, one more than in a group; with `stride = \"stature\"` (WSC-2)"
        => Goes::Rules(|d, v| d.strides.stature = v.into()), of INCHES, when &[BY_STATURE, WALKS];
    may "strides" Whole(&limits::STRIDES),
        "strides of a full move on foot; with `stride = \"stature\"` (WSC-1, WSC-2)"
        => Goes::Rules(|d, v| d.strides.count = v.into()), of INCHES, when &[BY_STATURE, WALKS];
    may "yard" Length(&limits::YARD), "how long a yard is on the table; with `stride = \"stature\"` (WSC-2)"
        => Goes::Rules(|d, v| d.strides.yard = v.into()), of INCHES, when &[BY_STATURE, WALKS];
    need "group" DISTANCE, "figures this near, and in sight, are of one group (LL-01)" => rules!(movement.group);
    need "reaction" DISTANCE, "how near to the newly engaging one may react (LL-11, LL-15)"
        => rules!(movement.reaction), when &[REACTS_OR_CALLS];
    need "base" Length(&limits::BASE), "diameter of a base" => rules!(movement.base);
    need "contact-gap" DISTANCE, "bases this close are in contact" => rules!(movement.contact_gap);
};

pub(super) const WEAPON: TableDoc = table! {
    "a weapon", "how it shoots and how it fights";
    may "range" Table(&RANGES), "far ends of its ranges; without it, no missiles"
        => missile!(range), of INCHES, only SHOOTS_BY_RANGES, called "{3} range of the {1}";
    may "to-hit" Table(&TO_HITS), "least roll that hits at each range"
        => missile!(to_hit), of BY_NUMBERS, only A_MISSILE, called "{1} to hit at {3} range";
    must "mobility" words_of!(Mobility::ALL), "how far one may move and shoot (LL-14)"
        => missile!(mobility), of INCHES, only A_MISSILE;
    may "range-step" Length(&limits::RANGE_STEP), "one of the three steps of its range; with `osric` fighting"
        => missile!(range, Missile::by_steps), of ARMOUR, only SHOOTS_BY_STEPS;
    must "damage" DAMAGE, "damage of a blow, such as `d6+1`; with `osric` fighting" => weapon!(harm.blow), of ARMOUR;
    must "shot-damage" DAMAGE, "damage of a shot; with `osric` fighting"
        => weapon!(harm.shot), of ARMOUR, only A_MISSILE;
    may "reach" Whole(&limits::REACH), "class of reach (LLC-4); 0 by default" => weapon!(reach), of ARMS;
    may "ranks" Whole(&limits::WEAPON_RANKS), "ranks that fight with it; 1 by default" => weapon!(ranks), of ARMS;
    may "supports" Flag, "supports from the second rank; no by default" => weapon!(supports), of ARMS;
    may "profile" CHANGES, "attributes that take the place of the bearer's own: numbers or dice (FT-01)"
        => LATER, of STEPS, called "{1} {3}";
    may "adds" ADDED, "what it adds to the bearer's attributes (FT-01)" => LATER, of STEPS, called "{1} {3}";
    may "stick" Named(&TO_HIT), "what is needed at each distance (PG-07); without it, no fire", of DICE,
        called "{1} to hit at {3}";
    may "speed-factor" Whole(&limits::SPEED_FACTOR), "its speed factor in melee (AD-07, AD-10); without it, none"
        => Goes::Weapon(|w, v| w.handling.speed_factor = Some(v.into())), of ADND;
    may "shots" ROUTINES, "shots a round (AD-01), such as 2, or \"3/2\" for two in odd rounds; 1 by default"
        => weapon!(handling.shots), of ADND, when &[CARRIED, IS_MISSILE];
    may "segments" Whole(&limits::SHOT_SEGMENTS), "segments that a shot takes, as a spell does (AD-04); 0 by default"
        => weapon!(handling.segments), of ADND;
    may "length" Length(&limits::WEAPON_LENGTH),
        "its length in feet: the longer strikes first when a charge is met (ADC-7); 0 by default"
        => weapon!(handling.length), of ADND, when &[CARRIED, MEETS_CHARGES];
    may "set-damage" Whole(&limits::TIMES),
        "how many times its damage it does when it is set against a charge (ADC-7); without it, it cannot be set"
        => weapon!(handling.set_damage), of ADND, when &[CARRIED, MEETS_CHARGES];
    may "charge-damage" Whole(&limits::TIMES),
        "how many times its damage it does in a mounted charge (ADC-7); 1 by default"
        => weapon!(handling.charge_damage), of ADND, when &[CARRIED, BY_HIT_POINTS, CARRIED_MOUNTED];
};

pub(super) const RANGES: TableDoc = table! {
    "a weapon's `range`", "far ends of its ranges";
    need "short" Length(&limits::RANGE), "short range";
    need "medium" Length(&limits::RANGE), "medium range";
    need "long" Length(&limits::RANGE), "long range";
}
.ascending(Ascending {
    strictly: true,
    message: "ranges do not grow",
    hint: "short must be less than medium, and medium less than long",
});

pub(super) const TO_HITS: TableDoc = table! {
    "a weapon's `to-hit`", "least roll that hits";
    need "short" TO_HIT, "at short range";
    need "medium" TO_HIT, "at medium range";
    need "long" TO_HIT, "at long range";
};

pub(super) const ORIGIN: TableDoc = table! {
    "an origin", "where values come from";
    need "of" List(&Text("a path")), "paths, `*` for any one part";
    need "origin" words_of!(Origin::NAMED), "the kind of origin";
    may "rule" Text("text"), "the rule, such as LL-03";
    may "note" Text("text"), "what there is to say about the source";
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Field;
    use crate::rules::{read, rows};

    /// Collects every row below a table with its path; names become `*`.
    fn rows_below(doc: &'static TableDoc, path: &str, found: &mut Vec<(String, &'static Field)>) {
        for field in doc.fields {
            let path =
                if path.is_empty() { field.key.into() } else { format!("{path}.{}", field.key) };
            found.push((path.clone(), field));
            match field.form {
                Table(doc) => rows_below(doc, &path, found),
                Named(Table(doc)) => rows_below(doc, &format!("{path}.*"), found),
                _ => {}
            }
        }
    }

    fn all_rows() -> Vec<(String, &'static Field)> {
        let mut found = Vec::new();
        rows_below(&RULEBOOK, "", &mut found);
        found
    }

    /// A parameter that is read and goes nowhere would do nothing.
    #[test]
    fn every_parameter_goes_somewhere() {
        for (path, field) in all_rows() {
            let table = path.rsplit_once('.').map_or("", |(table, _)| table);
            let is_part = all_rows().iter().any(|(other, around)| {
                other == table && !matches!(around.goes, Goes::Nowhere)
                    || table.starts_with("move.")
                    || matches!(around.goes, Goes::By(_))
                        && !["weapon", "troops"].contains(&other.as_str())
                        && path.starts_with(&format!("{other}."))
            });
            let is_of_file =
                ["name", "about", "extends", "drop", "origin", "weapon.*.stick"].contains(&&*path);
            let is_around = matches!(field.form, Table(_));
            let is_gone = matches!(field.goes, Goes::Nowhere);
            assert!(!is_gone || is_part || is_of_file || is_around, "{path}");
            let is_row = table == "weapon.*" || table == "troops.*";
            let is_of_row = matches!(field.goes, Goes::Weapon(_) | Goes::Troop(_));
            assert!(!is_of_row || is_row, "{path} goes into a row, but is none of it");
        }
    }

    /// Pages and schemas have each table once, by its name.
    #[test]
    fn tables_have_names_of_their_own() {
        fn tables_in(form: &Form, found: &mut Vec<&'static TableDoc>) {
            match form {
                Table(doc)
                    if found
                        .iter()
                        .all(|other| (other.name, other.about) != (doc.name, doc.about)) =>
                {
                    found.push(doc);
                    doc.fields.iter().for_each(|field| tables_in(&field.form, found));
                }
                Named(form) | List(form) => tables_in(form, found),
                Either(forms) => forms.iter().for_each(|form| tables_in(form, found)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        tables_in(&Table(&RULEBOOK), &mut found);
        for (k, doc) in found.iter().enumerate() {
            assert!(found[..k].iter().all(|other| other.name != doc.name), "{}", doc.name);
        }
    }

    #[test]
    fn columns_are_read_in_an_order_that_names_each() {
        for (path, field) in all_rows() {
            let parts: Vec<&str> = path.split('.').collect();
            assert_eq!(matches!(field.goes, Goes::Troops(_)), rows::is_of_troops(&parts), "{path}");
            assert_eq!(matches!(field.goes, Goes::Ranks(_)), rows::is_of_ranks(&parts), "{path}");
        }
    }

    #[test]
    fn the_order_of_reading_names_keys_that_there_are() {
        let rows = all_rows();
        let tables = rows.iter().filter_map(|(_, field)| match field.form {
            Table(doc) => Some(doc),
            Named(Table(doc)) => Some(*doc),
            _ => None,
        });
        let tables: Vec<_> = tables.chain([&RULEBOOK]).collect();
        for (name, first, last) in read::ORDER {
            let doc = tables.iter().find(|doc| doc.name == *name).expect(name);
            assert!(first.iter().chain(*last).all(|key| doc.field(key).is_some()), "{name}");
        }
    }
}
