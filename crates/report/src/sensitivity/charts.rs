//! The charts of a sensitivity study: greatest effects and luck.

use minijinja::context;

use super::answer::{facts, named_step};
use super::{Luck, LuckSource, Number, Sensitivity, StepEffect, TOP, ranked};
use crate::answer::chart_words;
use crate::chart::{self, Axis, BarSeries, BarValue, Chart, Labels, Look, Row, ValueFormat, rows};
use crate::comparison::{ChangeValue, Value};
use crate::number::{
    NO_BREAK, are_apart, defined, half, minus, percent, percent_digits, percent_places_beside,
};
use crate::safe::safe_text;
use crate::words::human;

/// Longer words need not stay on one line with the value before them.
const LONG_WORD: usize = 6;
const ROW: f64 = 34.0;

/// Draws the greatest effects, if there are any.
pub(super) fn tornado(study: &Sensitivity) -> Option<Chart> {
    let ranked = ranked(study);
    let bar = |step: Option<&StepEffect>| {
        let change = step?.change?;
        let ChangeValue { value, interval, .. } = change;
        Some(BarValue { value, interval, is_open: !change.is_real(), ..BarValue::default() })
    };
    // Without change there is no bar.
    let moved = ranked.iter().filter(|(_, greatest)| greatest.value != 0.0).take(TOP);
    let is_word = |number: &Number| number.steps.iter().all(|step| step.direction == 0);
    let has_words = moved.clone().any(|(number, _)| is_word(number));
    let rows = moved.map(|(number, _)| {
        let [down, up] = number.shown();
        (named(number), (bar(down), bar(up)))
    });
    let (groups, (down, up)): (Vec<String>, (Vec<_>, Vec<_>)) = rows.unzip();
    groups.first()?;
    let is_pale = down.iter().chain(&up).flatten().any(|bar: &BarValue| bar.is_open);
    let or_word = if has_words { ", or the other choice" } else { "" };
    // Not drawn in the colours of a side.
    let series = [("a step down".to_owned(), 2, down), (format!("a step up{or_word}"), 3, up)]
        .map(|(label, hue, values)| BarSeries { label, values, hue: Some(hue) });
    let order = study.greatest_steps();
    let change = |(number, step): (usize, usize)| study.numbers[number].steps[step].change;
    let first = order.iter().find(|it| change(**it).is_some_and(|it| it.is_real()));
    // How large it is at least, and at most.
    let size = |at: (usize, usize)| {
        let (size, half) = change(at).map_or((0.0, 0.0), |it| (it.value.abs(), half(it.interval)));
        (size - half, size + half)
    };
    let rivals = order
        .iter()
        .filter(|it| first.is_some_and(|first| first != *it && size(**it).1 >= size(*first).0));
    let facts = context! {
        first => first.map(|first| named_step(study, *first)),
        rivals => rivals.map(|(number, _)| human(&study.numbers[*number].path)).collect::<Vec<_>>(),
        shown => groups.len(),
        is_pale,
        ..facts(study)
    };
    let [title, subtitle, warning] = chart_words("tornado", facts);
    let labels = Labels { warning, ..study.played.labels("with each step", title, subtitle) };
    let (unit, format) = match study.measure.is_share {
        true => (" in points", ValueFormat::Points),
        false => ("", ValueFormat::Signed),
    };
    let y = Axis::of(format!("change{unit}"), format, None);
    Some(chart::bars(Chart { labels, y, is_lying: true, ..Chart::default() }, &groups, &series))
}

/// Returns a number with its steps: `seize roll (19 → 18 or 20)`.
fn named(number: &Number) -> String {
    let shown = number.shown().into_iter().flatten().filter(|step| step.refused.is_empty());
    let steps: Vec<String> = shown.map(|step| minus(&step.value)).collect();
    // Long words kept together would be broken inside.
    let now = minus(&number.value);
    let is_long = steps.iter().chain([&now]).any(|word| word.chars().count() > LONG_WORD);
    let blank = if is_long { ' ' } else { NO_BREAK };
    let steps = steps.join(&format!(" or{NO_BREAK}"));
    format!("{} ({now}{NO_BREAK}→{blank}{steps})", human(&number.path))
}

/// Returns the kinds of dice rolled, sorted by their share in the luck.
fn rolled(luck: &Luck) -> Vec<&LuckSource> {
    let rolled =
        luck.sources.iter().filter(|source| source.dice > Some(0.0) && source.total.is_some());
    let mut rolled: Vec<&LuckSource> = rolled.collect();
    let total = |source: &LuckSource| source.total.map_or(0.0, |total| total.value);
    rolled.sort_by(|one, other| total(other).total_cmp(&total(one)));
    rolled
}

/// Draws where the luck comes from, if it can be split.
pub(super) fn luck(study: &Sensitivity, luck: &Luck) -> Option<Chart> {
    let rolled = rolled(luck);
    let first = rolled.first()?;
    let ends = |value: Option<Value>| value.and_then(|value| defined(value.interval));
    let low = ends(first.total).map_or(0.0, |(low, _)| low);
    let others = rolled.iter().skip(1);
    let meet = others.filter(|other| ends(other.total).is_none_or(|(_, high)| high >= low));
    // What no kind of dice decides alone is the finding, if it clearly exceeds what any kind decides alone.
    let is_more = |it: &Value| {
        let mut alone = rolled.iter().filter_map(|of| of.first);
        alone.all(|alone| are_apart(alone.interval, it.interval) && alone.value < it.value)
    };
    let quoted = |of: Value| percent(of.value, of.interval);
    let facts = context! {
        title => safe_text(&study.title),
        measure => study.measure.human(),
        first => safe_text(&first.source),
        share => first.total.map(quoted),
        rivals => meet.map(|other| safe_text(&other.source)).collect::<Vec<_>>(),
        together => luck.together.filter(is_more).map(quoted),
        sources => rolled.len(),
        lot => rolled.iter().any(|of| of.source == "set-up"),
    };
    let [title, subtitle, _] = chart_words("luck", facts);
    let all = rolled.iter().map(|of| (&*of.source, Look::default(), of.total, of.first));
    let all = all.chain([("only together", Look::side(None), luck.together, None)]);
    let all: Vec<_> =
        all.filter_map(|(name, look, of, alone)| Some((name, look, of?, alone))).collect();
    // The shares are compared, so they have the same places.
    let ends = all.iter().filter_map(|(_, _, of, _)| defined(of.interval));
    let places = ends.map(percent_places_beside).min().unwrap_or(1);
    // A share may be below 0 by chance.
    let row = |(name, look, of, alone): (&str, Look, Value, Option<Value>)| {
        let alone = alone.map(|it| it.value.max(0.0));
        let interval = of.interval.map(|(low, high)| (low.max(0.0), high.max(0.0)));
        let row = Row::share(name.to_owned(), of.value.max(0.0), interval, places);
        let paler = if alone.is_some() { look.pale() } else { look };
        let bars = [([0.0, of.value.max(0.0)], paler)].into_iter();
        let by_itself = alone.map(|it| format!("{}{NO_BREAK}% alone", percent_digits(it, places)));
        Row {
            bars: bars.chain(alone.map(|it| ([0.0, it], look))).collect(),
            more: [row.more].into_iter().chain(by_itself).collect::<Vec<_>>().join("; "),
            look: paler,
            ..row
        }
    };
    let (x, panel) = rows(ROW, &all.into_iter().map(row).collect::<Vec<_>>());
    Some(Chart {
        labels: study.played.labels("of the battle as it stands", title, subtitle),
        x,
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        panels: vec![panel],
        ..Chart::default()
    })
}
