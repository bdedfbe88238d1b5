//! The curves as tidy CSV: one row an observation, fractions beside decimals.

use skirmish_odds::Ratio;
use skirmish_report::{OutputFile, table};

use super::laws::Curves;
use super::seen::Seen;
use crate::status::Failure;

/// Every table.
pub(super) fn files(curves: &Curves) -> Result<Vec<OutputFile>, Failure> {
    Ok(vec![
        OutputFile::new("hit-curves.csv", hit_curves(curves)?),
        OutputFile::new("thresholds.csv", thresholds(curves)?),
        OutputFile::new("crossovers.csv", crossovers(curves)?),
        OutputFile::new("fire-rates.csv", fire_rates(curves)?),
        OutputFile::new("volleys.csv", volleys(curves)?),
    ])
}

fn csv<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, Failure> {
    table::rows(head, rows).map_err(|error| Failure::Bug(error.to_string(), Vec::new()))
}

fn decimal(ratio: &Ratio) -> String {
    ratio.decimal(12).to_string()
}

/// The last five columns are for the shots of a run; empty where there were none.
fn hit_curves(curves: &Curves) -> Result<Vec<u8>, Failure> {
    csv(
        [
            "weapon",
            "fire",
            "dice",
            "target",
            "distance",
            "threshold",
            "exact_numerator",
            "exact_denominator",
            "exact",
            "hits",
            "shots",
            "rate",
            "ci_low",
            "ci_high",
        ],
        curves.hit_curves.iter().map(|row| {
            let [hits, shots, rate, low, high] =
                row.seen.as_ref().map(Seen::cells).unwrap_or_default();
            [
                row.weapon.clone(),
                row.fire.to_owned(),
                row.dice.clone(),
                row.target.to_owned(),
                row.distance.to_string(),
                row.threshold.to_string(),
                row.exact_numerator.to_string(),
                row.exact_denominator.to_string(),
                decimal(&row.exact),
                hits,
                shots,
                rate,
                low,
                high,
            ]
        }),
    )
}

fn thresholds(curves: &Curves) -> Result<Vec<u8>, Failure> {
    csv(
        ["fire", "dice", "threshold", "exact_numerator", "exact_denominator", "exact"],
        curves.thresholds.iter().map(|row| {
            [
                row.fire.to_owned(),
                row.dice.clone(),
                row.threshold.to_string(),
                row.exact_numerator.to_string(),
                row.exact_denominator.to_string(),
                decimal(&row.exact),
            ]
        }),
    )
}

/// Where nothing is said, volleys overtake nowhere.
fn crossovers(curves: &Curves) -> Result<Vec<u8>, Failure> {
    let maybe = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
    csv(
        ["compared", "dice", "weapon", "target", "threshold", "distance"],
        curves.crossovers.iter().map(|row| {
            [
                row.compared.to_owned(),
                row.dice.clone(),
                row.weapon.clone().unwrap_or_default(),
                row.target.unwrap_or_default().to_owned(),
                maybe(row.threshold.map(f64::from)),
                maybe(row.distance),
            ]
        }),
    )
}

fn fire_rates(curves: &Curves) -> Result<Vec<u8>, Failure> {
    csv(
        [
            "weapon",
            "target",
            "distance",
            "threshold",
            "fire",
            "dice",
            "hit",
            "reload",
            "exact",
            "hits_per_turn",
        ],
        curves.fire_rates.iter().map(|row| {
            [
                row.weapon.clone(),
                row.target.to_owned(),
                row.distance.to_string(),
                row.threshold.to_string(),
                row.fire.to_owned(),
                row.dice.clone(),
                row.hit.to_string(),
                row.reload.to_string(),
                row.exact.to_string(),
                decimal(&row.exact),
            ]
        }),
    )
}

fn volleys(curves: &Curves) -> Result<Vec<u8>, Failure> {
    csv(
        ["figures", "dice", "threshold", "at_least", "hits_exact", "hits", "kills_exact", "kills"],
        curves.volleys.iter().map(|row| {
            [
                row.figures.to_string(),
                row.dice.clone(),
                row.threshold.to_string(),
                row.at_least.to_string(),
                row.hits.to_string(),
                decimal(&row.hits),
                row.kills.to_string(),
                decimal(&row.kills),
            ]
        }),
    )
}
