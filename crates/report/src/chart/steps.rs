//! `steps.svg`: what each step of fighting came to for either side, and whether the exact chances of its rolls predict that.

use super::bars::{BarChart, BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart, Mark};
use super::labels::{Labels, ValueFormat};
use crate::number::{defined, percents};
use crate::safe::safe_text;
use crate::words;
use crate::{Report, StepTotal};

/// More steps than this are left to the table.
const MOST_ROWS: usize = 24;

/// Draws the steps, those of a chain under one another, a bar for each side.
#[must_use]
pub fn steps(report: &Report) -> Chart {
    let told = with_rests(&words::steps(report));
    let several = words::several_systems(told.iter().map(|row| row.system.as_str()));
    let is_same = |one: &StepTotal, row: &StepTotal| {
        rolls_of(one) == rolls_of(row) && one.result == row.result
    };
    let mut groups: Vec<&StepTotal> = Vec::new();
    for row in &told {
        if groups.iter().all(|group| !is_same(group, row)) {
            groups.push(row);
        }
    }
    let left_out = match groups.len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(" {more} more are in steps.csv."),
    };
    groups.truncate(MOST_ROWS);
    let name = |row: &&StepTotal| {
        let system = if several { format!("{}: ", row.system) } else { String::new() };
        format!("{system}{}", words::step(row))
    };
    let value = |side: &String, group: &StepTotal| {
        let row = told.iter().find(|row| row.side == *side && is_same(group, row))?;
        // What lies where it should needs no mark of its own.
        let exact = row.expected.filter(|_| !is_as_exact(row));
        BarValue::of(row.rate, row.interval, exact)
    };
    let of_side = |side: &&String| told.iter().any(|row| row.side == **side);
    let series = report.sides.iter().filter(of_side).map(|side| BarSeries {
        label: side.clone(),
        values: groups.iter().map(|group| value(side, group)).collect(),
    });
    let drawn: Vec<String> = groups.iter().map(name).collect();
    let title = between_sides(report, &groups, value).filter(|_| !several);
    let title = title.unwrap_or_else(|| words::steps_title(report));
    let known = told.iter().filter(|row| row.expected.is_some() && defined(row.interval).is_some());
    let agree = known.clone().filter(|row| is_as_exact(row)).count();
    let agree = match known.count() {
        0 => String::new(),
        all if all == agree => " All hold the exact chances of the same rolls.".to_owned(),
        all => format!(
            " {agree} of {all} intervals hold the exact chance of the same rolls, and by luck alone one in 20 misses it; \
             dots: of those that do not."
        ),
    };
    let rests = match told.iter().any(is_rest) {
        true => " Ties, or nothing, are what is left, without whiskers.",
        false => "",
    };
    let description = format!("Bar chart of steps of fighting: {title}.");
    let labels = Labels::of_run(
        report,
        title,
        "How often each step passes, or comes to what is named, by the side that attacks, also where those attacked roll, as \
         to save; or by the side whose nerve it is.",
        description,
    );
    let mut chart = bars(&BarChart {
        labels: labels.and(rests).and(&agree).and(&left_out),
        y: Axis::of("Share of rolls", ValueFormat::Percent, None),
        series: series.collect(),
        groups: drawn,
        is_lying: true,
        ..BarChart::default()
    });
    // What only one side does stands where its name is.
    let sides_at = |at: f64| {
        groups
            .get(at as usize)
            .map(|group| report.sides.iter().filter(|side| value(side, group).is_some()).count())
    };
    for mark in chart.panels.iter_mut().flat_map(|panel| &mut panel.marks) {
        match mark {
            Mark::Bar { at, .. }
            | Mark::Whisker { at, .. }
            | Mark::Point { at, .. }
            | Mark::Value { at, .. }
                if sides_at(at.x) == Some(1) =>
            {
                at.shift = 0.0;
            }
            _ => {}
        }
    }
    chart
}

/// Whether the exact chances of the rolls lie in the interval of what they came to.
fn is_as_exact(row: &StepTotal) -> bool {
    let ends = row.expected.zip(defined(row.interval));
    ends.is_some_and(|(exact, (low, high))| low <= exact && exact <= high)
}

/// Rolls that may come to different things.
fn rolls_of(row: &StepTotal) -> (&str, &str, &str) {
    (&row.system, &row.chain, &row.step)
}

/// What is left of rolls with several results.
const NOTHING: &str = "nothing";
const TIE: &str = "a tie";

fn is_rest(row: &StepTotal) -> bool {
    [NOTHING, TIE].contains(&row.result.as_str()) && row.interval.is_none()
}

/// The steps, with what is left of rolls that come to one thing or another: so that all adds up.
fn with_rests(told: &[&StepTotal]) -> Vec<StepTotal> {
    let is_one = |a: &&StepTotal, b: &&StepTotal| a.side == b.side && rolls_of(a) == rolls_of(b);
    let rest = |of: &[&StepTotal]| {
        let first = of.iter().find(|row| row.result != "passes")?;
        let left = first.rolls.checked_sub(of.iter().map(|row| row.count).sum())?;
        let is_opposed = of.iter().any(|row| row.result == "target wins");
        (left > 0).then(|| StepTotal {
            result: if is_opposed { TIE } else { NOTHING }.to_owned(),
            count: left,
            rate: Some(left as f64 / first.rolls as f64),
            interval: None,
            expected: None,
            ..(*first).clone()
        })
    };
    let with_rest =
        |of: &[&StepTotal]| of.iter().copied().cloned().chain(rest(of)).collect::<Vec<_>>();
    told.chunk_by(is_one).flat_map(with_rest).collect()
}

/// The step at which the sides are furthest apart, beyond their intervals, and what it comes to for each of them.
fn between_sides(
    report: &Report,
    groups: &[&StepTotal],
    value: impl Fn(&String, &StepTotal) -> Option<BarValue>,
) -> Option<String> {
    let [a, b] = &report.sides;
    let apart = |k: usize| {
        let (one, other) = (value(a, groups[k])?, value(b, groups[k])?);
        let ((low, high), (from, to)) = (defined(one.interval)?, defined(other.interval)?);
        let gap = (from - high).max(low - to);
        (gap > 0.0).then_some((gap, k, [one, other]))
    };
    let apart = (0..groups.len()).filter_map(apart);
    let (_, k, values) = apart.max_by(|one, two| one.0.total_cmp(&two.0))?;
    let rates = percents(&values.map(|bar| (bar.value, bar.interval)));
    let sides = [a, b].map(|side| words::clip(&safe_text(side), 30));
    Some(in_words(groups[k], &sides, &rates))
}

/// What rolls come to for both sides, in a sentence. A save is rolled by those who are attacked: whose it is must not be mistaken.
fn in_words(of: &StepTotal, [a, b]: &[String; 2], rates: &[String]) -> String {
    let [one, other] = rates else { return String::new() };
    let [step, result] = [&of.step, &of.result].map(|name| words::clip(&safe_text(name), 30));
    let attack = match of.chain.as_str() {
        "shoot" => "shoot",
        "strike" => "strike",
        _ => return format!("{a} pass {one} of their {step} rolls, {b} {other}"),
    };
    let told = match of.result.as_str() {
        "passes" => format!("{one} of {step} rolls pass"),
        "wins" => format!("they win {one} of {step} rolls"),
        "target wins" => format!("their targets win {one} of {step} rolls"),
        _ => format!("{one} of {step} rolls come to “{result}”"),
    };
    format!("When {a} {attack}, {told}; when {b} do, {other}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            [
                "blows: fight, wins",
                "blows: fight, target wins",
                "blows: fight, a tie",
                "blows: save"
            ]
        );
        let names = drawn(vec![of("A", "back", 500), of("A", "lost", 400), passes.clone()]);
        assert_eq!(names[2], "blows: fight, nothing");
        let rests = with_rests(&[&of("A", "back", 500), &of("A", "lost", 400), &passes]);
        assert_eq!(rests[2].count, 100);
        // Nothing is left where every roll comes to something.
        assert_eq!(drawn(vec![of("A", "back", 500), of("A", "lost", 500)]).len(), 2);
    }

    #[test]
    fn intervals_may_miss_by_luck_and_rolls_of_those_attacked_are_said_to_be() {
        let mut off = total("A", ("strike", "save", "passes"), 300);
        off.expected = Some(0.27);
        let on = StepTotal { expected: Some(0.31), ..off.clone() };
        let on = StepTotal { step: "wound".to_owned(), ..on };
        let told = steps(&report(vec![off, on])).labels.subtitle;
        assert!(told.contains("1 of 2 intervals hold the exact chance"), "{told}");
        assert!(told.contains("by luck alone one in 20 misses it"), "{told}");
        assert!(told.contains("also where those attacked roll"), "{told}");
    }

    #[test]
    fn what_tells_the_sides_apart_is_said_in_a_sentence() {
        let title = |of, [one, other]: [u64; 2]| {
            let chart = steps(&report(vec![total("A", of, one), total("B", of, other)]));
            chart.labels.title.replace('\u{a0}', " ")
        };
        assert_eq!(
            title(("strike", "save", "passes"), [170, 510]),
            "When A strike, 17 % of save rolls pass; when B do, 51 %"
        );
        assert_eq!(
            title(("shoot", "aim", "wins"), [170, 510]),
            "When A shoot, they win 17 % of aim rolls; when B do, 51 %"
        );
        assert_eq!(
            title(("strike", "fight", "destroyed"), [170, 510]),
            "When A strike, 17 % of fight rolls come to “destroyed”; when B do, 51 %"
        );
        assert_eq!(
            title(("nerve", "nerve", "passes"), [170, 510]),
            "A pass 17 % of their nerve rolls, B 51 %"
        );
    }
}
