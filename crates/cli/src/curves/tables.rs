//! The curves as tidy CSV: one row an observation, with fractions and decimals.

use skirmish_odds::curves::{Crossover, Curves, Harm, Rate, Shot, Threshold, Volley};
use skirmish_report::schema;
use skirmish_report::table::{Column, Kind, Schema, Table};

const FIRE: Column =
    Column::new("fire", Kind::Text, "How it is fired: aimed, haste, volley or in reaction.");
const DICE: Column = Column::new("dice", Kind::Text, "What is rolled and added up.");
const WEAPON: Column = Column::new("weapon", Kind::Text, "Weapon whose stick is laid.");
const TARGET: Column = Column::new("target", Kind::Text, "Condition of the target.");
const DISTANCE: Column = Column::new(
    "distance",
    Kind::Number,
    "Mark of the stick in paces, or end of a range in inches; it counts beyond the one before.",
);
const THRESHOLD: Column = Column::new("threshold", Kind::Whole, "Least total that hits.");
const NUMERATOR: Column =
    Column::new("exact_numerator", Kind::Whole, "Equally likely rolls that reach the threshold.");
const DENOMINATOR: Column =
    Column::new("exact_denominator", Kind::Whole, "All equally likely rolls.");
const CHANCE: Column = Column::new("exact", Kind::Exact, "Their share: the exact chance.");

schema! {
    HIT_CHANCES in "hit-chances.csv",
        "The exact chance of every shot at every mark.";
    fn hit_chance(row: &Shot) {
        WEAPON => &row.weapon,
        FIRE => row.fire,
        DICE => &row.dice,
        TARGET => row.target,
        DISTANCE => row.distance,
        THRESHOLD => row.threshold,
        NUMERATOR => row.exact_numerator,
        DENOMINATOR => row.exact_denominator,
        CHANCE => row.exact.to_f64(),
    }
}

schema! {
    THRESHOLDS in "thresholds.csv", "The exact chance of every kind of fire to reach every number.";
    fn threshold(row: &Threshold) {
        FIRE => row.fire,
        DICE => &row.dice,
        THRESHOLD => row.threshold,
        NUMERATOR => row.exact_numerator,
        DENOMINATOR => row.exact_denominator,
        CHANCE => row.exact.to_f64(),
    }
}

schema! {
    CROSSOVERS in "crossovers.csv",
        "From where on a volley is at least as good as aimed fire; nowhere, if no mark is named.";
    fn crossover(row: &Crossover) {
        Column::new("compared", Kind::Text, "Shot for shot, or hits in a turn by ranks or by platoons.") => row.compared,
        DICE => &row.dice,
        Column::new("weapon", Kind::Text, "Weapon; empty for the threshold as such.") => row.weapon.as_ref(),
        TARGET => row.target,
        Column::new("threshold", Kind::Whole, "Least number at which it is.") => row.threshold,
        Column::new("distance", Kind::Number, "Nearest mark at which it is, in paces.") => row.distance,
    }
}

schema! {
    FIRE_RATES in "fire-rates.csv", "Hits of a figure in a turn in the long run, reloading counted.";
    fn fire_rate(row: &Rate) {
        WEAPON => &row.weapon,
        TARGET => row.target,
        DISTANCE => row.distance,
        THRESHOLD => row.threshold,
        Column::new("fire", Kind::Text, "How it is fired and reloaded.") => row.fire,
        DICE => &row.dice,
        Column::new("hit", Kind::Fraction, "Chance of one shot to hit.") => row.hit.to_string(),
        Column::new("reload", Kind::Fraction, "Chance of one roll to reload.") => row.reload.to_string(),
        Column::new("exact", Kind::Fraction, "Hits in a turn.") => row.exact.to_string(),
        Column::new("hits_per_turn", Kind::Exact, "The same as a decimal.") => row.exact.to_f64(),
    }
}

schema! {
    VOLLEYS in "volleys.csv", "The chance of so many hits, and of so many kills, from one volley.";
    fn volley(row: &Volley) {
        Column::new("figures", Kind::Whole, "Figures that fire.") => row.figures,
        DICE => &row.dice,
        THRESHOLD => row.threshold,
        Column::new("at_least", Kind::Whole, "So many hits or kills, or more.") => row.at_least,
        Column::new("hits_exact", Kind::Fraction, "Chance of so many hits.") => row.hits.to_string(),
        Column::new("hits", Kind::Exact, "The same as a decimal.") => row.hits.to_f64(),
        Column::new("kills_exact", Kind::Fraction, "Chance of so many kills of figures not wounded.") =>
            row.kills.to_string(),
        Column::new("kills", Kind::Exact, "The same as a decimal.") => row.kills.to_f64(),
    }
}

schema! {
    EFFECTS in "effects.csv", "The exact chance of every shot by the host rules to hit and do this, or worse.";
    fn effect(row: &Harm) {
        WEAPON => &row.shot.weapon,
        FIRE => row.shot.fire,
        TARGET => row.shot.target,
        DISTANCE => row.shot.distance,
        THRESHOLD => row.shot.threshold,
        Column::new("quality", Kind::Whole, "Quality of the target.") => row.quality,
        Column::new("effect", Kind::Text, "The least that it does.") => row.effect,
        Column::new("exact", Kind::Fraction, "Chance of that or worse.") => row.chance.to_string(),
        Column::new("chance", Kind::Exact, "The same as a decimal.") => row.chance.to_f64(),
    }
}

pub(crate) const SCHEMAS: &[&Schema] =
    &[&HIT_CHANCES, &THRESHOLDS, &CROSSOVERS, &FIRE_RATES, &VOLLEYS, &EFFECTS];

pub(super) fn of(curves: &Curves) -> Vec<Table> {
    let hits = Table::new(&HIT_CHANCES, curves.hit_curves.iter().map(hit_chance));
    if !curves.effects.is_empty() {
        return vec![hits, Table::new(&EFFECTS, curves.effects.iter().map(effect))];
    }
    vec![
        hits,
        Table::new(&THRESHOLDS, curves.thresholds.iter().map(threshold)),
        Table::new(&CROSSOVERS, curves.crossovers.iter().map(crossover)),
        Table::new(&FIRE_RATES, curves.fire_rates.iter().map(fire_rate)),
        Table::new(&VOLLEYS, curves.volleys.iter().map(volley)),
    ]
}
