//! `control.svg`: how often units are out of control, and the results of their tests.

use super::FEWEST;
use super::bars::{BarValue, of_sides};
use super::grammar::Chart;
use super::labels::Labels;
use crate::words;
use crate::{ControlRow, Report};

const MEASURES: [(&str, &str); 7] = [
    (ControlRow::MISSED, "turns missed"),
    (ControlRow::OUT_OF_CONTROL, "turns missed out of control"),
    (ControlRow::IN_ROUT, "turns missed in rout"),
    (ControlRow::GAMES_WITH_ROUT, "games with a rout"),
    ("activation test: in control", "tests: in control"),
    ("activation test: out of control", "tests: still out of control"),
    ("activation test: routed", "tests: routed"),
];

/// Draws missed turns and test results, beside the exact chances. What never happened has no row.
pub fn control(report: &Report) -> Chart {
    let labels = Labels::of_run(
        report,
        words::control_title(report),
        "Share of turns that units miss, of games in which one routs, and of tests at the start of a turn, by what comes of them.",
    );
    let of = |side: &str, measure: &str| {
        let is_it = |row: &&ControlRow| row.side == side && row.measure == measure;
        let rows = || report.control.iter().filter(is_it);
        // The row of all dice together, if there are several.
        let row = rows().find(|row| row.die.is_none()).or_else(|| rows().next());
        row.filter(|row| row.cases >= FEWEST)
    };
    let happened = |(measure, _): &(&str, &str)| {
        report.sides.iter().filter_map(|side| of(side, measure)).any(|row| row.count > 0)
    };
    let shown = MEASURES.into_iter().filter(happened);
    let groups: Vec<_> = shown.map(|(measure, words)| (measure, words.to_owned())).collect();
    of_sides(report, (labels, ""), &groups, |side, measure| {
        let row = of(side, measure)?;
        BarValue::of(row.rate, row.interval, row.exact)
    })
}
