//! The curves as tidy CSV: one row an observation, fractions beside decimals.

use serde::Serialize;
use skirmish_engine::rulebook::{ChainKind, Party};
use skirmish_odds::Ratio;
use skirmish_odds::curves::{Crossover, Curves, Rate, Shot, Threshold, Volley};
use skirmish_odds::steps::Attacked;
use skirmish_report::schema;
use skirmish_report::table::{Cell, Column, Kind, Schema, Table};

use super::run::{SeenCase, StepOverlay};
use super::steps::{Curves as Attacks, inches};

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

schema! {
    /// Chances of single shots.
    HIT_CHANCES in "hit-chances.csv",
        "The exact chance of every shot at every mark, and what came of such shots if a run is laid over it.";
    fn hit_chance(row: &Shot) {
        WEAPON => &row.weapon,
        FIRE => row.fire,
        DICE => &row.dice,
        TARGET => row.target,
        DISTANCE => row.distance,
        THRESHOLD => row.threshold,
        NUMERATOR => row.exact_numerator,
        DENOMINATOR => row.exact_denominator,
        CHANCE => decimal(&row.exact),
        Column::new("hits", Kind::Whole, "Shots of the run that hit; empty where there were none.") =>
            row.seen.as_ref().map(|seen| seen.hits),
        Column::new("shots", Kind::Whole, "Shots of the run.") => row.seen.as_ref().map(|seen| seen.shots),
        Column::new("rate", Kind::Share, "Share of hits among them.") => row.seen.as_ref().map(|seen| seen.rate),
        Column::new("ci", Kind::Interval("ci_low", "ci_high"), "95 % interval of that share.") =>
            row.seen.as_ref().map(|seen| (seen.ci_low, seen.ci_high)),
    }
}

schema! {
    /// Chances to reach numbers.
    THRESHOLDS in "thresholds.csv", "The exact chance of every kind of fire to reach every number.";
    fn threshold(row: &Threshold) {
        FIRE => row.fire,
        DICE => &row.dice,
        THRESHOLD => row.threshold,
        NUMERATOR => row.exact_numerator,
        DENOMINATOR => row.exact_denominator,
        CHANCE => decimal(&row.exact),
    }
}

schema! {
    /// Where volleys overtake aimed fire.
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
    /// What fire is worth once reloading is counted.
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
        Column::new("hits_per_turn", Kind::Exact, "The same as a decimal.") => decimal(&row.exact),
    }
}

schema! {
    /// What single volleys do.
    VOLLEYS in "volleys.csv", "The chance of so many hits, and of so many kills, from one volley.";
    fn volley(row: &Volley) {
        Column::new("figures", Kind::Whole, "Figures that fire.") => row.figures,
        DICE => &row.dice,
        THRESHOLD => row.threshold,
        Column::new("at_least", Kind::Whole, "So many hits or kills, or more.") => row.at_least,
        Column::new("hits_exact", Kind::Fraction, "Chance of so many hits.") => row.hits.to_string(),
        Column::new("hits", Kind::Exact, "The same as a decimal.") => decimal(&row.hits),
        Column::new("kills_exact", Kind::Fraction, "Chance of so many kills of figures not wounded.") =>
            row.kills.to_string(),
        Column::new("kills", Kind::Exact, "The same as a decimal.") => decimal(&row.kills),
    }
}

/// All tables of skill dice, in the order of their files.
pub(crate) const SCHEMAS: &[&Schema] =
    &[&HIT_CHANCES, &THRESHOLDS, &CROSSOVERS, &FIRE_RATES, &VOLLEYS];

fn decimal(ratio: &Ratio) -> Cell {
    Cell::Written(ratio.decimal(12), ratio.to_f64())
}

/// Every table.
pub(super) fn of_dice(curves: &Curves) -> Vec<Table> {
    vec![
        Table::new(&HIT_CHANCES, curves.hit_curves.iter().map(hit_chance)),
        Table::new(&THRESHOLDS, curves.thresholds.iter().map(threshold)),
        Table::new(&CROSSOVERS, curves.crossovers.iter().map(crossover)),
        Table::new(&FIRE_RATES, curves.fire_rates.iter().map(fire_rate)),
        Table::new(&VOLLEYS, curves.volleys.iter().map(volley)),
    ]
}

const ATTACKER_WEAPON: Column = Column::new("weapon", Kind::Text, "Weapon of the attacker.");
const TROOPS: Column = Column::new("troops", Kind::Text, "Troop type that attacks.");
const AGAINST: Column = Column::new("against", Kind::Text, "Troop type that is attacked.");
const AGAINST_WEAPON: Column = Column::new("against_weapon", Kind::Text, "Its weapon.");
const FACTORS: Column = Column::new("factors", Kind::Text, "What holds besides the range.");
const INCHES: Column = Column::new(
    "distance",
    Kind::Number,
    "Up to so many inches, from the distance before; empty of a blow.",
);
const FRACTION: Column = Column::new("exact", Kind::Fraction, "The exact chance.");
const DECIMAL: Column = Column::new("chance", Kind::Exact, "The same as a decimal.");

schema! {
    /// What comes of attacks.
    ATTACKS in "attacks.csv",
        "Fighting by steps: the exact chance of everything that comes of one figure's shots and blows, by distance.";
    fn attack(row: AttackRow<'_>) {
        Column::new("chain", Kind::Text, "`shoot` or `strike`.") => row.chain,
        ATTACKER_WEAPON => row.weapon,
        TROOPS => row.troops,
        AGAINST => row.against,
        AGAINST_WEAPON => row.against_weapon,
        FACTORS => row.factors,
        INCHES => row.distance,
        Column::new(
            "what",
            Kind::Text,
            "`one attack`; or of all attacks at once: `effect`, `wounds`, `besides`, `down`, and whose, if not the target's.",
        ) => row.what,
        Column::new("result", Kind::Text, "What comes of it; of wounds so many or more.") => row.result,
        FRACTION => row.exact.to_string(),
        DECIMAL => decimal(&row.exact),
    }
}

schema! {
    /// What a run says of them.
    SHOTS in "shots.csv",
        "Fighting by steps: the shots of a run beside the exact chance that one comes through all steps, if a run is laid over it.";
    fn shot(row: &SeenCase) {
        ATTACKER_WEAPON => &row.weapon,
        TROOPS => &row.troops,
        AGAINST => &row.against,
        AGAINST_WEAPON => &row.against_weapon,
        FACTORS => &row.factors,
        INCHES => row.distance,
        FRACTION => row.exact.to_string(),
        DECIMAL => decimal(&row.exact),
        Column::new("hits", Kind::Whole, "Shots of the run that came through.") => row.seen.hits,
        Column::new("shots", Kind::Whole, "Shots of the run.") => row.seen.shots,
        Column::new("rate", Kind::Share, "Share of those that came through.") => row.seen.rate,
        Column::new("ci", Kind::Interval("ci_low", "ci_high"), "95 % interval of that share.") =>
            Some((row.seen.ci_low, row.seen.ci_high)),
    }
}

/// All tables, in the order of their files.
pub(crate) const OF_STEPS: &[&Schema] = &[&ATTACKS, &SHOTS];

/// A row of the table of attacks.
#[derive(Serialize)]
struct AttackRow<'c> {
    chain: &'static str,
    weapon: &'c str,
    troops: &'c str,
    against: &'c str,
    against_weapon: &'c str,
    factors: String,
    distance: Option<f64>,
    what: &'static str,
    result: String,
    exact: Ratio,
}

/// What the target suffers, and then the attacker.
const WHAT: [(Party, [&str; 4]); 2] = [
    (Party::Target, ["effect", "wounds", "besides", "down"]),
    (
        Party::Attacker,
        ["attacker's effect", "attacker's wounds", "attacker besides", "attacker down"],
    ),
];

fn results(a: &Attacked) -> Vec<(&'static str, String, Ratio)> {
    let mut rows = vec![("one attack", "comes through".to_owned(), a.through.clone())];
    let wounds = a.wounds();
    for (party, [effect, wound, besides, down]) in WHAT {
        let k = party as usize;
        let effects = a.effects.iter().filter(|of| of.on == party);
        rows.extend(effects.map(|of| (effect, of.name.clone(), of.chance.clone())));
        let counts = wounds[k].support().filter(|count| **count > 0);
        rows.extend(counts.map(|count| (wound, count.to_string(), wounds[k].at_least(count))));
        let others = a.besides(party).into_iter();
        rows.extend(others.map(|(words, chance)| (besides, words.to_owned(), chance)));
        if party == Party::Target || !a.down[k].is_zero() {
            rows.push((down, String::new(), a.down[k].clone()));
        }
    }
    rows
}

fn rows(curves: &Attacks) -> Vec<AttackRow<'_>> {
    let mut rows = Vec::new();
    for case in curves.shots.iter().chain(&curves.blows) {
        let [troops, against] = case.troops();
        for weapon in &case.weapons {
            for attacked in &case.at {
                let is_shot = attacked.chain == ChainKind::Shoot;
                rows.extend(results(attacked).into_iter().map(|(what, result, exact)| AttackRow {
                    chain: attacked.chain.name(),
                    weapon,
                    troops,
                    against,
                    // Of weapons that are alike both have the same one, if no other is named.
                    against_weapon: match case.is_like() {
                        true => weapon,
                        false => case.against_weapon(),
                    },
                    factors: case.factors(),
                    distance: is_shot.then(|| inches(attacked.distance)),
                    what,
                    result,
                    exact,
                }));
            }
        }
    }
    rows
}

/// Everything as JSON.
#[derive(Serialize)]
pub(super) struct Json<'c> {
    rulebook: &'c str,
    attacks: Vec<AttackRow<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'c StepOverlay>,
}

pub(super) fn json(curves: &Attacks) -> Json<'_> {
    Json { rulebook: &curves.rulebook, attacks: rows(curves), run: curves.run.as_ref() }
}

/// Every table.
pub(super) fn of_steps(curves: &Attacks) -> Vec<Table> {
    let attacks = Table::new(&ATTACKS, rows(curves).into_iter().map(attack));
    let shots = curves.run.iter().map(|run| Table::new(&SHOTS, run.seen.iter().map(shot)));
    std::iter::once(attacks).chain(shots).collect()
}
