//! `steps.svg`: what each step of fighting came to for either side, and whether the exact chances of its rolls predict that.

use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::number::defined;
use crate::once::grouped;
use crate::safe::safe_text;
use crate::text::framed;
use crate::words;
use crate::{Report, StepTotal};

/// More steps than this are left to the table.
const MOST_ROWS: usize = 24;

/// Draws the steps, a bar for each side.
pub fn steps(report: &Report) -> Chart {
    let told = with_rests(&words::steps(report));
    let groups = grouped(told.iter().map(|row| (kind_of(row), row))).into_iter();
    let mut groups: Vec<&StepTotal> = groups.map(|(_, rows)| rows[0]).collect();
    let left_out = match groups.len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(" {more} more are in steps.csv."),
    };
    groups.truncate(MOST_ROWS);
    let value = |side: &String, group: &StepTotal| {
        let row = told.iter().find(|row| row.whose() == side && kind_of(row) == kind_of(group))?;
        // What lies where it should needs no mark of its own.
        let exact = row.expected.filter(|_| !is_as_exact(row));
        BarValue::of(row.rate, row.interval, exact)
    };
    let of_side = |side: &&String| told.iter().any(|row| row.whose() == *side);
    let series = report.sides.iter().filter(of_side).map(|side| BarSeries {
        hue: report.side_index(side),
        ..BarSeries::new(side, groups.iter().map(|group| value(side, group)))
    });
    let series: Vec<BarSeries> = series.collect();
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
    let y = Axis::of("Share of rolls", ValueFormat::Percent, None);
    let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
    bars(chart, &groups.iter().map(|row| name(&groups, row)).collect::<Vec<_>>(), &series)
}

/// `Blows: save`; a chain of one step has its name only.
fn name(groups: &[&StepTotal], of: &StepTotal) -> String {
    let chain = words::chain(of);
    let mut others = groups.iter().filter(|row| words::chain(row) == chain);
    let step = match chain == of.step {
        true => String::new(),
        false => words::step_alone(of, others.any(|row| row.step != of.step)),
    };
    words::capital(&safe_text(chain)) + &framed(": ", &step, "")
}

/// Whether the exact chances of the rolls lie in the interval of what they came to.
fn is_as_exact(row: &StepTotal) -> bool {
    let ends = row.expected.zip(defined(row.interval));
    ends.is_some_and(|(exact, (low, high))| low <= exact && exact <= high)
}

/// Rolls that may come to different things.
fn rolls_of(row: &StepTotal) -> (&str, &str) {
    (&row.chain, &row.step)
}

/// Rolls that may come to different things, and to which of these they came.
fn kind_of(row: &StepTotal) -> (&str, &str, &str) {
    (&row.chain, &row.step, &row.result)
}

/// What is left of rolls with several effects.
const NOTHING: &str = "nothing";

/// The steps, with what is left of rolls that come to one thing or another: so that all adds up.
fn with_rests(told: &[&StepTotal]) -> Vec<StepTotal> {
    let is_one = |a: &&StepTotal, b: &&StepTotal| a.side == b.side && rolls_of(a) == rolls_of(b);
    let rest = |of: &[&StepTotal]| {
        let first = of.iter().find(|row| row.result != "passes")?;
        let left = first.rolls.checked_sub(of.iter().map(|row| row.count).sum())?;
        let is_opposed = of.iter().any(|row| row.result == "target wins");
        (left > 0).then(|| StepTotal {
            result: if is_opposed { StepTotal::TIE } else { NOTHING }.to_owned(),
            count: left,
            rate: Some(left as f64 / first.rolls as f64),
            interval: None,
            expected: None,
            does: String::new(),
            ..(*first).clone()
        })
    };
    let with_rest =
        |of: &[&StepTotal]| of.iter().copied().cloned().chain(rest(of)).collect::<Vec<_>>();
    told.chunk_by(is_one).flat_map(with_rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::grammar::Mark;

    fn total(side: &str, (chain, step, result): (&str, &str, &str), count: u64) -> StepTotal {
        let rate = count as f64 / 1_000.0;
        StepTotal {
            side: side.to_owned(),
            chain: chain.to_owned(),
            step: step.to_owned(),
            result: result.to_owned(),
            count,
            rolls: 1_000,
            rate: Some(rate),
            interval: Some((rate - 0.02, rate + 0.02)),
            ..StepTotal::default()
        }
    }

    fn report(totals: Vec<StepTotal>) -> Report {
        Report { sides: ["A", "B"].map(str::to_owned), step_totals: totals, ..Report::default() }
    }

    #[test]
    fn what_rolls_come_to_adds_up() {
        let of = |side: &str, result: &str, count| total(side, ("strike", "fight", result), count);
        let passes = total("A", ("strike", "save", "passes"), 300);
        let drawn = |totals: Vec<StepTotal>| -> Vec<String> {
            let chart = steps(&report(totals));
            chart.x.bands.into_iter().map(|band| band.name).collect()
        };
        let names = drawn(vec![of("A", "wins", 500), of("A", "target wins", 400), passes.clone()]);
        assert_eq!(
            names,
            ["Blows: fight won", "Blows: fight lost", "Blows: fight tied", "Blows: save"]
        );
        let names = drawn(vec![of("A", "back", 500), of("A", "lost", 400), passes.clone()]);
        assert_eq!(names[2], "Blows: fight, nothing");
        let rests = with_rests(&[&of("A", "back", 500), &of("A", "lost", 400), &passes]);
        assert_eq!(rests[2].count, 100);
        // Nothing is left where every roll comes to something.
        let names = drawn(vec![of("A", "back", 500), of("A", "lost", 500)]);
        assert_eq!(names, ["Blows: back", "Blows: lost"], "one step goes without saying");
        assert_eq!(drawn(vec![total("A", ("nerve", "nerve", "passes"), 500)]), ["Nerve"]);
    }

    /// Rolls that those make who are attacked.
    fn by_target(total: StepTotal) -> StepTotal {
        let rolled_by = if total.side == "A" { "B" } else { "A" }.to_owned();
        StepTotal { rolled_by, ..total }
    }

    #[test]
    fn intervals_may_miss_by_luck() {
        let mut off = total("A", ("strike", "save", "passes"), 300);
        off.expected = Some(0.27);
        let on = StepTotal { expected: Some(0.31), ..off.clone() };
        let on = StepTotal { step: "wound".to_owned(), ..on };
        let told = steps(&report(vec![off, on])).labels.subtitle;
        assert!(
            told.contains("1 of 2 intervals contain the exact chance, a dot where not"),
            "{told}"
        );
        assert!(told.contains("one in 20 misses it by luck alone"), "{told}");
    }

    #[test]
    fn bars_belong_to_the_side_that_rolls() {
        let own = |side: &str, count| StepTotal {
            rolled_by: side.to_owned(),
            ..total(side, ("strike", "hit", "passes"), count)
        };
        let save = |side: &str, count| by_target(total(side, ("strike", "save", "passes"), count));
        // A strike well, B save badly: these two rows come of the blows of A.
        let chart =
            steps(&report(vec![own("A", 600), save("A", 170), own("B", 500), save("B", 300)]));
        let names: Vec<&str> = chart.x.bands.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["Blows: hit", "Enemy blows: save"]);
        let bars = chart.panels[0].marks.iter().filter_map(|mark| match mark {
            Mark::Bar { at, to, .. } => Some((at.x, at.shift, *to)),
            _ => None,
        });
        let mut bars: Vec<_> = bars.collect();
        bars.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
        let values: Vec<f64> = bars.iter().map(|bar| bar.2).collect();
        assert_eq!(values, [0.6, 0.5, 0.3, 0.17], "of A, then of B");
        let told = chart.labels.subtitle;
        assert!(told.contains("by the side that rolls.") && !told.contains("attacks"), "{told}");
        let both =
            steps(&report(vec![total("A", ("strike", "fight", "wins"), 300)])).labels.subtitle;
        assert!(both.contains("that rolls (where both roll, that attacks)."), "{both}");
    }
}
