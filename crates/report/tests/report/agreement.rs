//! Tests of whether simulated shares agree with exact ones.

use skirmish_report::agreement::{Agreement, compare};
use skirmish_report::{Report, SeizeRow, StreakRow, Unit};

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
    // 4.5 standard errors of independent rolls are about 3 of rolls that come in twos.
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
