//! Do the simulated shares agree with the exact ones?
//!
//! Each row that has an exact chance is tested with Hoeffding's bound in its sharp form (Hoeffding 1963, theorem 1,
//! equation 2.1; also known as the Chernoff bound): if the exact chance p is right, the observed share q of n trials lies
//! this far from p or further on its side with probability at most exp(-n KL(q, p)), where
//! KL(q, p) = q ln(q/p) + (1-q) ln((1-q)/(1-p)). The error rate is shared out evenly over both sides of all rows
//! (Bonferroni). So a simulation that is right is called wrong less often than the stated rate, for counts of any size,
//! where a normal approximation would raise false alarms on rare successes.
//!
//! Attempts inside a game depend on each other through the number needed, but given that number each is a fair die, so
//! successes minus chances are a martingale and the bound holds for a fixed number of attempts. That games end at random
//! and make the number of attempts vary a little is not counted; the bound is loose enough to carry it.
//!
//! The two games of a pair share their dice, so that what is rolled in one may be rolled in the other. For the sum of two such
//! parts, however they hang together, the bound holds with half the number of trials: by the inequality of Cauchy and Schwarz,
//! E exp(l (S + T)) is at most the root of E exp(2 l S) E exp(2 l T).

use serde::Serialize;

use crate::number::{as_exact, as_share, counted};
use crate::{Report, Unit};

/// Chance to call any row of a right simulation wrong.
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

/// Trials with one exact chance, and how many of them came off.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What is tried, in words.
    pub what: String,
    /// The exact chance of each.
    pub exact: f64,
    /// How many came off,
    pub hits: u64,
    /// of how many.
    pub trials: u64,
}

impl Comparison {
    fn simulated(&self) -> f64 {
        self.hits as f64 / self.trials as f64
    }

    /// n KL(q, p): minus the logarithm of the bound.
    fn surprise(&self) -> f64 {
        let (observed, chance) = (self.simulated(), self.exact.clamp(0.0, 1.0));
        // 0 ln 0 is 0 by continuity, and a success against a chance of 0 is an infinite surprise.
        let term = |q: f64, p: f64| if q > 0.0 { q * (q / p).ln() } else { 0.0 };
        self.trials as f64 * (term(observed, chance) + term(1.0 - observed, 1.0 - chance))
    }
}

/// Compares every seize row and every streak row that has an exact share (or, for streaks, failing that an expected one),
/// and all tests, shots, wounds, reloads, bouts and steps that do.
pub fn compare(report: &Report) -> Agreement {
    let row = |what: String, exact: Option<f64>, hits: u64, trials: u64| {
        (trials > 0).then_some(Comparison { what, exact: exact?, hits, trials })
    };
    let seizes = report.seizes.iter().filter_map(move |r| {
        let what = format!("{} to seize on {} or more", r.side, r.needed);
        row(what, r.exact, r.successes, r.attempts)
    });
    let streaks = report.streaks.iter().filter_map(move |r| {
        let actions = counted(r.length, "action");
        let what = format!("{} to hold the initiative for exactly {actions}", r.side);
        let same = report.streaks.iter().filter(|other| other.group() == r.group());
        row(what, r.exact.or(r.expected), r.count, same.map(|other| other.count).sum())
    });
    let control = report.control.iter().filter_map(move |r| {
        let what = format!("{}, {} on d{}", r.side, r.measure, r.die?);
        row(what, r.exact, r.count, r.cases)
    });
    let shots = report.hit_curves.iter().filter_map(move |r| {
        let what = format!("{} to hit on {} or more with {}", r.side, r.threshold, r.dice);
        row(what, r.exact, r.hits, r.shots)
    });
    let wounds = report.wounds.iter().filter_map(move |r| {
        let what = format!("{}, {}, to be killed by a hit ({})", r.side, r.state, r.cause);
        row(what, r.exact, r.killed, r.hits)
    });
    let reloads = report.reloads.iter().filter(|r| r.roll.is_none());
    let reloads = reloads.filter_map(move |r| {
        let what = format!("{} to reload on {} or more with d{}", r.side, r.needed, r.die);
        row(what, r.exact, r.loaded, r.rolls)
    });
    let melee = report.melee.iter().filter_map(move |r| {
        let die = |die: Option<u8>| die.map_or(String::from("no die"), |die| format!("d{die}"));
        let dice = [r.first_die, r.second_die].map(die).join(" against ");
        row(format!("melee, {dice}: {}", r.result), r.exact, r.count, r.bouts)
    });
    let steps = report.steps.iter().filter_map(move |r| {
        let what = format!("{}, {}: {}, {}: {}", r.whose(), r.chain, r.step, r.needs, r.result);
        row(what, r.exact, r.count, r.rolls)
    });
    let all = seizes.chain(streaks).chain(control).chain(shots).chain(wounds);
    let all = all.chain(reloads).chain(melee).chain(steps);
    judge(all.filter(|row| row.exact.is_finite()).collect(), report.provenance.unit)
}

/// Compares trials that are each a roll of their own, whatever went before.
fn judge(comparisons: Vec<Comparison>, unit: Unit) -> Agreement {
    let compared = comparisons.len();
    let in_step = match unit {
        Unit::Game => 1.0,
        Unit::Pair => 2.0,
    };
    let limit = in_step * (2.0 * compared as f64 / FAMILY_ERROR).ln();
    let disagreements = comparisons
        .into_iter()
        .filter(|row| row.surprise() > limit)
        .map(|row| Disagreement { simulated: row.simulated(), exact: row.exact, what: row.what })
        .collect();
    Agreement { compared, disagreements }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SeizeRow, StreakRow};

    fn seize(attempts: u64, successes: u64, exact: f64) -> Report {
        let row = SeizeRow { attempts, successes, exact: Some(exact), ..SeizeRow::default() };
        Report { seizes: vec![row], ..Report::default() }
    }

    fn agrees(attempts: u64, successes: u64, exact: f64) -> bool {
        compare(&seize(attempts, successes, exact)).disagreements.is_empty()
    }

    #[test]
    fn luck_is_forgiven_and_error_is_not() {
        assert!(agrees(10_000, 1_000, 0.1));
        assert!(agrees(10_000, 1_090, 0.1), "three standard errors happen");
        assert!(!agrees(10_000, 1_180, 0.1), "six do not");
        assert!(agrees(3, 2, 0.05), "two lucky rolls of three prove nothing");
    }

    #[test]
    fn what_both_games_of_a_pair_roll_counts_once() {
        // Four and a half standard errors of independent rolls are three of rolls that come in twos.
        let mut report = seize(10_000, 1_135, 0.1);
        assert!(!compare(&report).disagreements.is_empty());
        report.provenance.unit = Unit::Pair;
        assert!(compare(&report).disagreements.is_empty());
    }

    #[test]
    fn impossible_and_certain_are_exact() {
        assert!(agrees(500, 0, 0.0));
        assert!(!agrees(500, 1, 0.0));
        assert!(agrees(500, 500, 1.0));
        assert!(!agrees(500, 499, 1.0));
    }

    #[test]
    fn rows_without_attempts_or_exact_value_are_not_counted() {
        assert_eq!(compare(&seize(0, 0, 0.5)), Agreement::default());
        assert_eq!(compare(&Report::default()), Agreement::default());
    }

    #[test]
    fn streaks_of_a_side_share_their_trials() {
        let row = |length, count, exact| StreakRow {
            length,
            count,
            exact: Some(exact),
            ..StreakRow::default()
        };
        let fair = vec![row(1, 505, 0.5), row(2, 248, 0.25), row(3, 247, 0.25)];
        let report = Report { streaks: fair, ..Report::default() };
        assert_eq!(compare(&report), Agreement { compared: 3, disagreements: Vec::new() });
        let skewed = vec![row(1, 700, 0.5), row(2, 300, 0.5)];
        let report = Report { streaks: skewed, ..Report::default() };
        assert_eq!(compare(&report).disagreements.len(), 2);
    }
}
