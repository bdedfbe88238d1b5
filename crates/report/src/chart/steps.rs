//! `steps.svg`: the results of each step of fighting for each side, and whether the exact chances predict them.

use super::bars::{BarValue, of_sides};
use super::grammar::Chart;
use super::labels::Labels;
use crate::number::defined;
use crate::once::grouped;
use crate::safe::safe_text;
use crate::text::framed;
use crate::words;
use crate::{Report, StepTotal};

const MOST_ROWS: usize = 24;

/// Draws the steps, with a bar for each side.
pub fn steps(report: &Report) -> Chart {
    let told = words::steps(report);
    let groups = grouped(told.iter().map(|row| (kind_of(row), *row))).into_iter();
    let mut groups: Vec<&StepTotal> = groups.map(|(_, rows)| rows[0]).collect();
    let left_out = match groups.len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(" {more} more are in steps.csv."),
    };
    groups.truncate(MOST_ROWS);
    let title = words::steps_title(report);
    let known = told.iter().filter(|row| row.expected.is_some() && defined(row.interval).is_some());
    let agree = known.clone().filter(|row| is_as_exact(row)).count();
    let agree = match known.count() {
        0 => String::new(),
        all if all == agree => " Every interval contains the exact chance.".to_owned(),
        all => format!(
            " {agree} of {all} intervals contain the exact chance, a dot where not; one in 20 misses it by luck alone."
        ),
    };
    let labels = Labels::of_run(report, title, &format!("{}.", words::steps_told(report)));
    let labels = labels.and(&agree).and(&left_out);
    let named: Vec<_> = groups.iter().map(|row| (*row, name(&groups, row))).collect();
    of_sides(report, (labels, "Share of rolls"), &named, |side, group| {
        let row = told.iter().find(|row| row.whose() == side && kind_of(row) == kind_of(group))?;
        // An expected rate within the interval needs no mark.
        let exact = row.expected.filter(|_| !is_as_exact(row));
        BarValue::of(row.rate, row.interval, exact)
    })
}

/// Returns `Blows: save`; a chain of a single step has only its own name.
fn name(groups: &[&StepTotal], of: &StepTotal) -> String {
    let chain = words::chain(of);
    let mut others = groups.iter().filter(|row| words::chain(row) == chain);
    let step = match chain == of.step {
        true => String::new(),
        false => words::step_alone(of, others.any(|row| row.step != of.step)),
    };
    words::capital(&safe_text(chain)) + &framed(": ", &step, "")
}

/// Returns whether the expected rate is within the interval.
fn is_as_exact(row: &StepTotal) -> bool {
    let ends = row.expected.zip(defined(row.interval));
    ends.is_some_and(|(exact, (low, high))| low <= exact && exact <= high)
}

/// Identifies a result of the rolls of a step.
fn kind_of(row: &StepTotal) -> (&str, &str, &str) {
    (&row.chain, &row.step, &row.result)
}
