//! Results of shots, reloading, melee and fighting by steps.

use minijinja::context;

use super::{finding, rate, said, short_side};
use crate::number::{exact_percent, percent};
use crate::{Report, StepTotal, safe_text};

/// Returns how many bouts had a result, of how many. Each row has its bouts' total, so the rows of one result cover all.
pub(crate) fn bouts(report: &Report, result: &str) -> (u64, u64) {
    let rows = report.melee.iter().filter(|row| row.result == result);
    rows.fold((0, 0), |(count, bouts), row| (count + row.count, bouts + row.bouts))
}

/// Returns the exact share of bouts with a result, given the dice that met, if all chances are known.
pub(crate) fn exact_of_bouts(report: &Report, result: &str) -> Option<f64> {
    let rows = report.melee.iter().filter(|row| row.result == result);
    let chances = rows.clone().map(|row| Some(row.exact? * row.bouts as f64));
    let share = chances.sum::<Option<f64>>()? / rows.map(|row| row.bouts as f64).sum::<f64>();
    share.is_finite().then_some(share)
}

/// Returns how often only one side hits in melee over all bouts; few bouts are counted.
pub(crate) fn melee_title(report: &Report) -> String {
    let (_, all) = bouts(report, "first hits");
    let few = all < FEW_BOUTS;
    let hits = ["first hits", "second hits"].map(|result| match (bouts(report, result), few) {
        ((count, _), true) => count.to_string(),
        // Counted, if the exact chances are unknown.
        ((count, all), false) => exact_of_bouts(report, result)
            .map_or_else(|| percent(count as f64 / all as f64, None), exact_percent),
    });
    let sides = report.sides.each_ref().map(|side| short_side(side));
    said("melee", context! { sides, bouts => all, few, hits })
}

/// Below this number, bouts are counted.
const FEW_BOUTS: u64 = 200;

/// Returns the possible results of all steps: attacks, then defence, then nerve.
pub(crate) fn steps(report: &Report) -> Vec<&StepTotal> {
    let totals = report.step_totals.iter();
    let mut told: Vec<&StepTotal> =
        totals.filter(|row| row.count > 0 || row.expected != Some(0.0)).collect();
    let part = |row: &StepTotal| (row.chain == "nerve", row.is_by_target(), row.chain == "strike");
    told.sort_by_key(|row| (part(row), report.side_index(row.whose())));
    told
}

/// Returns a description of what is shown of steps, and by which side.
pub(crate) fn steps_told(report: &Report) -> String {
    let by = match report.step_totals.iter().any(|row| row.rolled_by.is_empty()) {
        true => " (where both roll, that attacks)",
        false => "",
    };
    format!("How often rolls succeed, or what comes of them, by the side that rolls{by}")
}

/// Returns a chain of steps in words, from the view of the side that rolls.
pub(crate) fn chain(row: &StepTotal) -> &str {
    match (row.chain.as_str(), row.is_by_target()) {
        ("shoot", false) => "shots",
        ("strike", false) => "blows",
        ("shoot", true) => "enemy shots",
        ("strike", true) => "enemy blows",
        (other, _) => other,
    }
}

/// Returns a step with its result unless it passes: `save`, `fight won`, `fight, back`; the effect alone if the step is clear.
pub(crate) fn step_alone(row: &StepTotal, has_step: bool) -> String {
    let step = &row.step;
    safe_text(&match row.result.as_str() {
        "passes" => step.clone(),
        "wins" => format!("{step} won"),
        "target wins" => format!("{step} lost"),
        // What happens is clearer than the rulebook's term.
        _ if !row.does.is_empty() => row.does.replacen(" is ", " ", 1),
        effect if has_step => format!("{step}, {effect}"),
        effect => effect.to_owned(),
    })
}

/// Returns the finding about the side that rolls most steps: its first few results, or the commonest of several.
pub(crate) fn steps_title(report: &Report) -> String {
    const NAMED: usize = 3;
    let told = steps(report);
    let Some(most) = told.iter().max_by_key(|row| row.rolls) else {
        return said("steps", context! { found => [""; 0] });
    };
    let of = told.iter().filter(|row| row.whose() == most.whose() && chain(row) == chain(most));
    let mut of: Vec<&StepTotal> = of.copied().collect();
    let is_one = most.result != "passes" && of.iter().all(|row| row.step == most.step);
    if is_one {
        of.sort_by_key(|row| std::cmp::Reverse(row.count));
    }
    let found = of.into_iter().take(NAMED);
    let found = found
        .map(|row| format!("{} {}", step_alone(row, !is_one), rate(row.rate, row.interval)))
        .collect::<Vec<_>>();
    let chain = (chain(most) != most.step).then(|| safe_text(chain(most)));
    said("steps", context! { side => short_side(most.whose()), chain, found })
}

/// Returns a way of firing for a sentence.
pub(crate) fn fire(fire: &str) -> &str {
    match fire {
        "haste" => "in haste",
        "volley" => "in volleys",
        other => other,
    }
}

pub(crate) fn fire_title(report: &Report) -> String {
    let share = |side: &String| {
        let rows = || report.fire_totals.iter().filter(|row| row.side == *side);
        let sum = rows().fold((0, 0), |(hits, shots), row| (hits + row.hits, shots + row.shots));
        // With one way of firing, the share has as many places as in the table.
        let mut all = rows();
        let interval = all.next().filter(|_| all.next().is_none());
        let interval = interval.and_then(|row| row.interval);
        (sum.1 > 0).then(|| percent(sum.0 as f64 / sum.1 as f64, interval))
    };
    let sides = report.sides.iter();
    let found = sides.filter_map(|side| Some((side.as_str(), share(side)?)));
    finding("fire", &found.collect::<Vec<_>>())
}
