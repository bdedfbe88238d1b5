//! Digits: as many as intervals support, and the same wherever a number is told.

use skirmish_report::comparison::{ChangeValue, Value};
use skirmish_report::sensitivity::{self, Sensitivity};
use skirmish_report::sweep::{self, PointMeasure};
use skirmish_report::table::{Column, Kind, Schema, Table};
use skirmish_report::{Interval, cells, counted, exact_percent, percent, text};

use crate::answers::{measured, numbers, step, swept};
use crate::common::run;

fn plain(text: &str) -> String {
    text.replace(['\n', '\u{a0}'], " ")
}

/// Returns the answer for a value and a change of a share or another measure.
fn told(is_share: bool, value: Value, change: Value) -> String {
    let Value { value: by, interval } = change;
    let change = ChangeValue { value: by, interval, ..ChangeValue::default() };
    let study = Sensitivity {
        measure: measured(if is_share { "win-rate" } else { "losses" }, ""),
        value: Some(value),
        ..numbers(vec![("a.b", step(1, Some(change)))])
    };
    plain(&sensitivity::text(&study).text(false))
}

#[test]
fn values_are_told_as_sharply_as_their_intervals() {
    for (is_share, value, interval, quoted) in [
        (true, 0.5, (0.485, 0.515), "50.0 ± 1.5 %"),
        // Near 0 and 1 intervals are one-sided.
        (true, 0.0, (0.0, 0.0127), "0 % (0 to 1.3)"),
        (true, 1.0, (0.98, 1.0), "100.0 % (98.0 to 100.0)"),
        // A single game says nothing about the value.
        (true, 1.0, (0.207, 1.0), "21 to 100 %"),
        // Counts of rare things do not go below 0.
        (false, 0.01, (0.0, 0.029), "0.010 (0.000 to 0.029)"),
    ] {
        let text = told(is_share, Value { value, interval: Some(interval) }, Value::default());
        assert!(text.contains(&format!(", now {quoted} ·")), "{quoted}: {text}");
    }
}

#[test]
fn changes_of_shares_are_in_points_and_others_in_their_unit() {
    for (is_share, value, interval, signed) in [
        (true, 0.076, Some((0.06, 0.092)), "+7.6 ± 1.6 points"),
        (false, -0.3, Some((-0.33, -0.27)), "−0.300 ± 0.030"),
        (true, 0.0, Some((0.0, 0.0)), "0 points"),
        (true, 1.0, Some((-0.43, 1.0)), "−43 to +100 points"),
        (true, 0.25, None, "+25.00 points"),
    ] {
        let text = told(is_share, Value::default(), Value { value, interval });
        assert!(text.contains(&format!("  0 → 1  {signed}")), "{signed}: {text}");
    }
}

#[test]
fn a_value_by_itself_ends_with_its_first_digit_in_doubt() {
    let halves = [Some(6.0), Some(0.6), Some(0.1), Some(0.02), Some(0.001), None];
    let around = |half: f64| (1.4567 - half, 1.4567 + half);
    let mut sweep = swept(&[0.0; 6]);
    sweep.measures = vec![measured("losses", "Raiders")];
    for (point, half) in sweep.points.iter_mut().zip(halves) {
        let value = Some(Value { value: 1.4567, interval: half.map(around) });
        point.cells = vec![PointMeasure { value, ..PointMeasure::default() }];
    }
    let text = sweep::text(&sweep).text(false);
    let line = text.lines().find(|line| line.contains("1.457")).unwrap_or_default();
    let cells: Vec<&str> = line.split_whitespace().take(6).collect();
    assert_eq!(cells, ["1", "1.5", "1.46", "1.46", "1.457", "1.46"], "{text}");
}

#[test]
fn percent_shows_what_the_interval_supports() {
    for (share, interval, told) in [
        (0.6234, Some((0.58, 0.66)), "62 %"),
        (0.6234, Some((0.620, 0.626)), "62.3 %"),
        (0.6234, Some((0.6231, 0.6237)), "62.34 %"),
        (0.0, Some((0.0, 0.02)), "0 %"),
        (0.0004, Some((0.0, 0.02)), "< 1 %"),
        (0.9996, Some((0.98, 1.0)), "> 99 %"),
        (1.0, None, "100.0 %"),
    ] {
        assert_eq!(plain(&percent(share, interval)), told);
    }
}

#[test]
fn halves_of_a_pair_add_up_to_all() {
    // Intervals that support no decimal, and one.
    let none = |share: f64| Some((share - 0.02, share + 0.02));
    let one = |share: f64| Some((share - 0.005, share + 0.005));
    let both = |share: f64, ends: fn(f64) -> Option<Interval>| {
        [share, 1.0 - share].map(|share| plain(&percent(share, ends(share))))
    };
    assert_eq!(both(0.425, none), ["43 %", "57 %"]);
    assert_eq!(both(0.005, none), ["1 %", "99 %"]);
    assert_eq!(both(0.4225, one), ["42.3 %", "57.7 %"]);
    assert_eq!(both(0.424_9, none)[0], "42 %");
}

#[test]
fn exact_halves_keep_their_place() {
    let told = [0.425, 0.575, 0.4275, 0.5, 0.0, 0.004, 0.005, 0.999, 1.0].map(exact_percent);
    let digits = told.map(|text| plain(&text).trim_end_matches(" %").to_owned());
    assert_eq!(digits, ["42.5", "57.5", "43", "50", "0", "< 1", "0.5", "> 99", "100"]);
}

#[test]
fn decimals_are_trimmed_and_never_say_nan() {
    const NUMBERS: Schema = Schema {
        file: "numbers.csv",
        about: "A row for each number.",
        columns: &[Column::new("number", Kind::Number, "The number.")],
    };
    for (number, told) in [
        (0.5, "0.5"),
        (10.0, "10"),
        (-0.000_000_1, "0"),
        (1.0 / 3.0, "0.333333"),
        (f64::NAN, ""),
        (f64::INFINITY, ""),
    ] {
        let csv = Table::new(&NUMBERS, [cells![number]]).csv().expect("writes to memory");
        let csv = String::from_utf8(csv).expect("UTF-8");
        let cell = csv.lines().nth(1).unwrap_or_default();
        assert_eq!(cell.trim_matches('"'), told);
    }
}

#[test]
fn counts_are_grouped_and_means_never_coarser_than_their_limits() {
    let told = [0_u64, 999, 1000, 1_234_567].map(|count| counted(count, "game"));
    assert_eq!(told, ["0 games", "999 games", "1,000 games", "1,234,567 games"]);
    let mut report = run();
    for (row, interval) in report.streak_means.iter_mut().zip([Some((2.77, 2.94)), None]) {
        (row.mean, row.interval) = (2.857, interval);
    }
    let text = text::summary(&report).text(false);
    assert!(text.contains("kept for 2.86 ± 0.08 actions (Raiders), 2.9 (Watch)"), "{text}");
}
