//! The curves as tidy CSV: one row an observation, fractions beside decimals.

use skirmish_odds::Ratio;
use skirmish_report::cells;
use skirmish_report::table::{Cell, Column, Kind, Schema, Table};

use super::laws::Curves;

const FIRE: Column = Column::new("fire", Kind::Text, "How it is fired: aimed, haste or volley.");
const DICE: Column = Column::new("dice", Kind::Text, "What is rolled and added up.");
const WEAPON: Column = Column::new("weapon", Kind::Text, "Weapon whose stick is laid.");
const TARGET: Column = Column::new("target", Kind::Text, "Condition of the target.");
const DISTANCE: Column = Column::new(
    "distance",
    Kind::Number,
    "Mark of the stick, in paces; it counts beyond the one before.",
);
const THRESHOLD: Column = Column::new("threshold", Kind::Whole, "Least total that hits.");
const NUMERATOR: Column =
    Column::new("exact_numerator", Kind::Whole, "Equally likely rolls that reach the threshold.");
const DENOMINATOR: Column =
    Column::new("exact_denominator", Kind::Whole, "All equally likely rolls.");
const CHANCE: Column = Column::new("exact", Kind::Exact, "Their share: the exact chance.");

/// Chances of single shots.
const HIT_CHANCES: Schema = Schema {
    file: "hit-chances.csv",
    about: "The exact chance of every shot at every mark, and what came of such shots if a run is laid over it.",
    columns: &[
        WEAPON,
        FIRE,
        DICE,
        TARGET,
        DISTANCE,
        THRESHOLD,
        NUMERATOR,
        DENOMINATOR,
        CHANCE,
        Column::new("hits", Kind::Whole, "Shots of the run that hit; empty where there were none."),
        Column::new("shots", Kind::Whole, "Shots of the run."),
        Column::new("rate", Kind::Share, "Share of hits among them."),
        Column::new("ci", Kind::Interval("ci_low", "ci_high"), "95 % interval of that share."),
    ],
};

/// Chances to reach numbers.
const THRESHOLDS: Schema = Schema {
    file: "thresholds.csv",
    about: "The exact chance of every kind of fire to reach every number.",
    columns: &[FIRE, DICE, THRESHOLD, NUMERATOR, DENOMINATOR, CHANCE],
};

/// Where volleys overtake aimed fire.
const CROSSOVERS: Schema = Schema {
    file: "crossovers.csv",
    about: "From where on a volley is at least as good as aimed fire; nowhere, if no mark is named.",
    columns: &[
        Column::new(
            "compared",
            Kind::Text,
            "Shot for shot, or hits in a turn by ranks or by platoons.",
        ),
        DICE,
        Column::new("weapon", Kind::Text, "Weapon; empty for the threshold as such."),
        TARGET,
        Column::new("threshold", Kind::Whole, "Least number at which it is."),
        Column::new("distance", Kind::Number, "Nearest mark at which it is, in paces."),
    ],
};

/// What fire is worth once reloading is counted.
const FIRE_RATES: Schema = Schema {
    file: "fire-rates.csv",
    about: "Hits of a figure in a turn in the long run, reloading counted.",
    columns: &[
        WEAPON,
        TARGET,
        DISTANCE,
        THRESHOLD,
        Column::new("fire", Kind::Text, "How it is fired and reloaded."),
        DICE,
        Column::new("hit", Kind::Fraction, "Chance of one shot to hit."),
        Column::new("reload", Kind::Fraction, "Chance of one roll to reload."),
        Column::new("exact", Kind::Fraction, "Hits in a turn."),
        Column::new("hits_per_turn", Kind::Exact, "The same as a decimal."),
    ],
};

/// What single volleys do.
const VOLLEYS: Schema = Schema {
    file: "volleys.csv",
    about: "The chance of so many hits, and of so many kills, from one volley.",
    columns: &[
        Column::new("figures", Kind::Whole, "Figures that fire."),
        DICE,
        THRESHOLD,
        Column::new("at_least", Kind::Whole, "So many hits or kills, or more."),
        Column::new("hits_exact", Kind::Fraction, "Chance of so many hits."),
        Column::new("hits", Kind::Exact, "The same as a decimal."),
        Column::new(
            "kills_exact",
            Kind::Fraction,
            "Chance of so many kills of figures not wounded.",
        ),
        Column::new("kills", Kind::Exact, "The same as a decimal."),
    ],
};

/// All tables, in the order of their files.
pub(crate) const SCHEMAS: &[&Schema] =
    &[&HIT_CHANCES, &THRESHOLDS, &CROSSOVERS, &FIRE_RATES, &VOLLEYS];

pub(super) fn decimal(ratio: &Ratio) -> Cell {
    Cell::Written(ratio.decimal(12), ratio.to_f64())
}

/// Every table.
pub(super) fn all(curves: &Curves) -> Vec<Table> {
    let hits = curves.hit_curves.iter().map(|row| {
        let seen = row.seen.as_ref();
        cells![
            &row.weapon,
            row.fire,
            &row.dice,
            row.target,
            row.distance,
            row.threshold,
            row.exact_numerator,
            row.exact_denominator,
            decimal(&row.exact),
            seen.map(|seen| seen.hits),
            seen.map(|seen| seen.shots),
            seen.map(|seen| seen.rate),
            seen.map(|seen| (seen.ci_low, seen.ci_high))
        ]
    });
    let thresholds = curves.thresholds.iter().map(|row| {
        let (numerator, denominator) = (row.exact_numerator, row.exact_denominator);
        cells![row.fire, &row.dice, row.threshold, numerator, denominator, decimal(&row.exact)]
    });
    let crossovers = curves.crossovers.iter().map(|row| {
        let weapon = row.weapon.as_ref();
        cells![row.compared, &row.dice, weapon, row.target, row.threshold, row.distance]
    });
    let rates = curves.fire_rates.iter().map(|row| {
        let [hit, reload, exact] = [&row.hit, &row.reload, &row.exact].map(Ratio::to_string);
        let (at, hits) = ((row.distance, row.threshold), decimal(&row.exact));
        cells![&row.weapon, row.target, at.0, at.1, row.fire, &row.dice, hit, reload, exact, hits]
    });
    let volleys = curves.volleys.iter().map(|row| {
        let (hits, kills) = (&row.hits, &row.kills);
        cells![
            row.figures,
            &row.dice,
            row.threshold,
            row.at_least,
            hits.to_string(),
            decimal(hits),
            kills.to_string(),
            decimal(kills)
        ]
    });
    let rows: [Vec<Vec<Cell>>; 5] = [
        hits.collect(),
        thresholds.collect(),
        crossovers.collect(),
        rates.collect(),
        volleys.collect(),
    ];
    SCHEMAS.iter().zip(rows).map(|(schema, rows)| Table::new(schema, rows)).collect()
}
