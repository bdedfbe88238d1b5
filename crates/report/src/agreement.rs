//! Compares simulated shares with exact ones.
//!
//! Each row with an exact chance is tested with Hoeffding's bound in its sharp form (Hoeffding 1963, theorem 1, equation 2.1;
//! also called the Chernoff bound): if the exact chance p is right, the observed share q of n trials lies this far from p or
//! further, on its side, with probability at most exp(-n KL(q, p)), where KL(q, p) = q ln(q/p) + (1-q) ln((1-q)/(1-p)). The
//! error rate is split evenly over both sides of all rows (Bonferroni). A correct simulation is thus called wrong less often
//! than the stated rate, whatever the counts; a normal approximation would raise false alarms on rare successes.
//!
//! Attempts in a game depend on each other through the number needed, but given that number each is a fair die. So successes
//! minus chances are a martingale, and the bound holds for a fixed number of attempts. The number varies a little, because
//! games end at random; the bound is loose enough to cover that.
//!
//! The two games of a pair share dice, so a roll may count in both. For the sum of two such parts, however dependent, the bound
//! holds with half the trials: by Cauchy-Schwarz, E exp(l (S + T)) is at most the root of E exp(2 l S) E exp(2 l T).

use serde::Serialize;

use crate::number::{as_exact, as_share, counted};
use crate::{Report, Unit};

/// Chance to call any row of a correct simulation wrong.
pub const FAMILY_ERROR: f64 = 0.001;

/// What the comparison found.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Agreement {
    /// Number of rows that have both an exact and a simulated share.
    pub compared: usize,
    /// Rows that differ by more than chance explains.
    pub disagreements: Vec<Disagreement>,
}

/// A row where exact and simulated differ by more than chance explains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Disagreement {
    /// What was compared, in words.
    pub what: String,
    /// Exact share.
    #[serde(serialize_with = "as_exact")]
    pub exact: f64,
    /// Simulated share.
    #[serde(serialize_with = "as_share")]
    pub simulated: f64,
}

/// n KL(q, p): minus the logarithm of the bound.
fn surprise(exact: f64, simulated: f64, trials: u64) -> f64 {
    let chance = exact.clamp(0.0, 1.0);
    // 0 ln 0 is 0 by continuity, and a success against a chance of 0 is an infinite surprise.
    let term = |q: f64, p: f64| if q > 0.0 { q * (q / p).ln() } else { 0.0 };
    trials as f64 * (term(simulated, chance) + term(1.0 - simulated, 1.0 - chance))
}

/// Compares every row of the report that has an exact share; a streak row without one is compared with its expected share.
pub fn compare(report: &Report) -> Agreement {
    let mut all: Vec<(Disagreement, f64)> = Vec::new();
    let mut row = |what: String, exact: Option<f64>, hits: u64, trials: u64| {
        if let Some(exact) = exact.filter(|exact| exact.is_finite() && trials > 0) {
            let simulated = hits as f64 / trials as f64;
            let surprise = surprise(exact, simulated, trials);
            all.push((Disagreement { what, exact, simulated }, surprise));
        }
    };
    for r in &report.seizes {
        let what = format!("{} to seize on {} or more", r.side, r.needed);
        row(what, r.exact, r.successes, r.attempts);
    }
    for r in &report.streaks {
        let actions = counted(r.length, "action");
        let what = format!("{} to hold the initiative for exactly {actions}", r.side);
        let same = report.streaks.iter().filter(|other| other.group() == r.group());
        row(what, r.exact.or(r.expected), r.count, same.map(|other| other.count).sum());
    }
    for (r, die) in report.control.iter().filter_map(|r| Some((r, r.die?))) {
        let what = format!("{}, {} on d{die}", r.side, r.measure);
        row(what, r.exact, r.count, r.cases);
    }
    for r in &report.hit_curves {
        let what = format!("{} to hit on {} or more with {}", r.side, r.threshold, r.dice);
        row(what, r.exact, r.hits, r.shots);
    }
    for r in &report.wounds {
        let what = format!("{}, {}, to be killed by a hit ({})", r.side, r.state, r.cause);
        row(what, r.exact, r.killed, r.hits);
    }
    for r in report.reloads.iter().filter(|r| r.roll.is_none()) {
        let what = format!("{} to reload on {} or more with d{}", r.side, r.needed, r.die);
        row(what, r.exact, r.loaded, r.rolls);
    }
    for r in &report.melee {
        let die = |die: Option<u8>| die.map_or(String::from("no die"), |die| format!("d{die}"));
        let dice = [r.first_die, r.second_die].map(die).join(" against ");
        row(format!("melee, {dice}: {}", r.result), r.exact, r.count, r.bouts);
    }
    for r in &report.steps {
        let side = if r.rolled_by.is_empty() { &r.side } else { &r.rolled_by };
        let what = format!("{side}, {}: {}, {}: {}", r.chain, r.step, r.needs, r.result);
        row(what, r.exact, r.count, r.rolls);
    }
    // Trials are independent rolls, except that the two games of a pair share dice.
    let in_step = match report.provenance.unit {
        Unit::Game => 1.0,
        Unit::Pair => 2.0,
    };
    let limit = in_step * (2.0 * all.len() as f64 / FAMILY_ERROR).ln();
    let compared = all.len();
    let wrong = all.into_iter().filter(|(_, surprise)| *surprise > limit);
    Agreement { compared, disagreements: wrong.map(|(row, _)| row).collect() }
}
