//! A study of sensitivity as charts: the greatest effects, the luck.

use super::{Luck, LuckSource, Number, Sensitivity, StepEffect, TOP, counts, ranked};
use crate::chart::{self, Axis, BarSeries, BarValue, Chart, Labels, Look, ShareRow, ValueFormat};
use crate::comparison::{ChangeValue, Value, amount};
use crate::number::{NO_BREAK, counted, defined, minus, percent, percent_places_beside};
use crate::safe::safe_text;
use crate::study::Measured;
use crate::words::{CONFIDENCE, human};

fn labels(study: &Sensitivity, title: String, subtitle: String) -> Labels {
    study.played.labels("with each step", title, subtitle)
}

/// The words round a chart of numbers, some of which may do something else with other bots.
fn labels_of_numbers(study: &Sensitivity, title: String, subtitle: String) -> Labels {
    let ranked = ranked(study).into_iter();
    let depend = ranked.filter(|(_, change)| change.depends_on_who_plays());
    let depend: Vec<String> = depend.map(|(number, _)| human(&number.path)).collect();
    let warning = match depend.is_empty() {
        true => String::new(),
        false => format!("Depends on who plays: what a step does of {}.", depend.join(" and ")),
    };
    Labels { warning, ..labels(study, title, subtitle) }
}

/// How changes of a measure read.
pub(super) const fn change_format(measure: &Measured) -> ValueFormat {
    if measure.is_share { ValueFormat::Points } else { ValueFormat::Signed }
}

/// What the chart of the greatest effects has found: the number of which a step clearly does most, and what it does. Whatever
/// games do not tell from it is named beside it, or is said to be there.
fn tornado_title(study: &Sensitivity, ranked: &[(&Number, ChangeValue)]) -> String {
    let name = study.measure.human();
    let size = |change: &ChangeValue| {
        let (low, high) = defined(change.interval)?;
        Some((low.max(-high).max(0.0), high.max(-low)))
    };
    let step = |number: &'_ Number| {
        let real = number.steps.iter().filter_map(|step| Some((step.clone(), step.change?)));
        let real = real.filter(|(_, change)| change.is_real());
        real.max_by(|one, other| one.1.value.abs().total_cmp(&other.1.value.abs()))
    };
    let real = ranked.iter().filter_map(|(number, _)| Some((*number, step(number)?)));
    let greatest = real.max_by(|one, other| {
        let [one, other] = [one, other].map(|(_, (_, change))| change.value.abs());
        one.total_cmp(&other)
    });
    let Some((first, (to, most))) = greatest else {
        let games = counted(study.played.games, "game");
        return format!("No number measurably moves {name} in {games}");
    };
    let least = size(&most).map_or(0.0, |(least, _)| least);
    let may_do_as_much = |number: &&Number| {
        let mut changes = number.steps.iter().filter_map(|step| step.change);
        !std::ptr::eq(*number, first)
            && changes.any(|change| size(&change).is_none_or(|(_, most)| most >= least))
    };
    let rivals: Vec<&Number> =
        ranked.iter().map(|(number, _)| *number).filter(may_do_as_much).collect();
    let amount = amount(most.value, most.interval, study.measure.is_share);
    let step = safe_text(&crate::number::step(&first.value, &to.value));
    let [does, of] = if most.value < 0.0 { ["takes", "off"] } else { ["adds", "to"] };
    let does = format!("{step} {does} {amount} {of} {name}");
    // With other bots the same step may go the other way.
    let does = match most.depends_on_who_plays() {
        true => format!("{does} with these bots, but not with all"),
        false => does,
    };
    let known = |number: &Number| human(&number.path);
    match &rivals[..] {
        [] => format!("Strongest: {}, where {does}", known(first)),
        [other] => {
            let both = format!("{} and {}", known(first), known(other));
            format!("Strongest: {both}, where a step changes {name} by up to {amount}")
        }
        _ => format!("Among the strongest: {}, where {does}", known(first)),
    }
}

/// What pale bars are.
const PALE: &str = " Pale: no clear effect, with all steps tested together.";

/// Words longer than this do not stay in one line with what stands before them.
const LONG_WORD: usize = 6;

/// The greatest effects; nothing if no number has any.
pub(super) fn tornado(study: &Sensitivity) -> Option<Chart> {
    let name = study.measure.human();
    let ranked = ranked(study);
    let title = tornado_title(study, &ranked);
    let bar = |step: Option<&StepEffect>| {
        let change = step?.change?;
        let ChangeValue { value, interval, .. } = change;
        Some(BarValue { value, interval, exact: None, is_open: !change.is_real() })
    };
    // A bar of nothing is none.
    let moved = ranked.iter().filter(|(_, greatest)| greatest.value != 0.0);
    let moved = moved.take(TOP);
    let is_word = |number: &Number| number.steps.iter().all(|step| step.direction == 0);
    let has_words = moved.clone().any(|(number, _)| is_word(number));
    let rows = moved.map(|(number, _)| {
        let [down, up] = number.shown();
        let to = |step: Option<&StepEffect>| {
            step.filter(|s| s.refused.is_empty()).map(|s| minus(&s.value))
        };
        let steps: Vec<String> = to(down).into_iter().chain(to(up)).collect();
        // Where long words had to stay together a line would break inside one.
        let now = minus(&number.value);
        let is_long = steps.iter().chain([&now]).any(|word| word.chars().count() > LONG_WORD);
        let blank = if is_long { ' ' } else { NO_BREAK };
        let steps = format!("{now}{NO_BREAK}→{blank}{}", steps.join(&format!(" or{NO_BREAK}")));
        (format!("{} ({steps})", human(&number.path)), (bar(down), bar(up)))
    });
    let (groups, (down, up)): (Vec<String>, (Vec<_>, Vec<_>)) = rows.unzip();
    groups.first()?;
    let or_word = if has_words { ", or the other choice" } else { "" };
    let has_open = down.iter().chain(&up).flatten().any(|bar: &BarValue| bar.is_open);
    let pale = if has_open { PALE } else { "" };
    // No side's colours.
    let series = [("a step down".to_owned(), 2, down), (format!("a step up{or_word}"), 3, up)]
        .map(|(label, hue, values)| BarSeries { label, values, hue: Some(hue) });
    let unit = if study.measure.is_share { " in points" } else { "" };
    let games = counted(study.played.games, "game");
    let [real, unclear, idle, ..] = counts(study);
    let idle = match idle {
        0 => String::new(),
        idle => format!(" {idle} of {} numbers changed none of {games}.", study.numbers.len()),
    };
    let shown = match real + unclear {
        all if all > groups.len() => {
            format!(
                " The {} strongest of {all} that changed any game; {real} clearly move it.",
                groups.len()
            )
        }
        _ => String::new(),
    };
    let subtitle = format!(
        "{}. What one step changes in {name}; whiskers: {CONFIDENCE} intervals.{shown}{pale}{idle}",
        study.title
    );
    let labels = labels_of_numbers(study, title, subtitle);
    let y = Axis::of(format!("change{unit}"), change_format(&study.measure), None);
    let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
    let chart = chart::bars(chart, &groups, &series);
    // A phone has room for less.
    let mut phone = chart.clone();
    phone.labels.subtitle =
        format!("{}.{shown} Whiskers: {CONFIDENCE} intervals.{pale}", study.title);
    Some(Chart { phone: Some(Box::new(phone)), ..chart })
}

/// The kinds of dice that were rolled, those with the greatest part first.
pub(super) fn rolled(luck: &Luck) -> Vec<&LuckSource> {
    let rolled =
        luck.sources.iter().filter(|source| source.dice > Some(0.0) && source.total.is_some());
    let mut rolled: Vec<&LuckSource> = rolled.collect();
    let total = |source: &LuckSource| source.total.map_or(0.0, |total| total.value);
    rolled.sort_by(|one, other| total(other).total_cmp(&total(one)));
    rolled
}

/// What was found of the luck: whose part is the greatest, or between whom that is open.
/// Nothing if no dice were rolled.
pub(super) fn luck_title(measured: &Measured, luck: &Luck) -> Option<String> {
    let what = measured.human();
    let ends = |value: Option<Value>| value.and_then(|value| defined(value.interval));
    let rolled = rolled(luck);
    let first = rolled.first()?;
    let low = ends(first.total).map_or(0.0, |(low, _)| low);
    let others = rolled.iter().skip(1);
    let meet = others.filter(|other| ends(other.total).is_none_or(|(_, high)| high >= low));
    let meet: Vec<String> = meet.map(|other| safe_text(&other.source)).collect();
    let (first, share) = (
        safe_text(&first.source),
        first.total.map_or_else(String::new, |total| percent(total.value, total.interval)),
    );
    // What no kind decides alone is the finding where it is more than any kind decides on its own.
    let mut alone = rolled.iter().map(|source| Some(ends(source.first)?.1));
    let alone = alone.try_fold(0.0, |most, high| Some(f64::max(most, high?)));
    let is_more = |it: &Value| ends(Some(*it)).zip(alone).is_some_and(|(it, alone)| it.0 > alone);
    let shared = luck.together.filter(is_more);
    Some(match (meet.as_slice(), shared) {
        ([_, _, ..], Some(shared)) => format!(
            "More of the luck in {what} lies in several kinds of dice together ({}) than in any alone",
            percent(shared.value, shared.interval)
        ),
        ([], _) => format!("The dice for {first} play a part in {share} of the luck in {what}"),
        ([one], _) if rolled.len() == 2 => {
            format!(
                "Neither the dice for {first} nor those for {one} clearly matter more for {what}"
            )
        }
        ([one], _) => {
            format!("The luck of the dice for {first} and {one} matters most for {what}")
        }
        (_, None) => format!("No kind of dice clearly matters most for {what}"),
    })
}

/// What to know of the lot for who starts, where it plays a part in much and decides nothing by itself; else nothing.
pub(super) fn lot(luck: &Luck) -> &'static str {
    const MUCH: f64 = 0.5;
    const NOTHING: f64 = 0.05;
    let high = |value: Option<Value>| value.and_then(|it| defined(it.interval)).map(|it| it.1);
    let is_lot = |source: &&LuckSource| {
        source.source == "set-up"
            && source.total.is_some_and(|total| total.value >= MUCH)
            && high(source.first).is_some_and(|high| high <= NOTHING)
    };
    match luck.sources.iter().any(|source| is_lot(&source)) {
        true => {
            " The lot for who starts (set-up) decides which side has each die after it: it plays a part in much of the luck, \
             and decides next to nothing by itself."
        }
        false => "",
    }
}

/// Where the luck comes from; nothing if it cannot be taken apart.
pub(super) fn luck(study: &Sensitivity, luck: &Luck) -> Option<Chart> {
    let title = luck_title(&study.measure, luck)?;
    let rolled = rolled(luck);
    let subtitle = format!(
        "{}. Dark: luck that these dice decide on their own, whatever the others show; pale: what they share with others, so that \
         all bars come to more than all luck. Shares of the variance over games; whiskers: {CONFIDENCE} intervals.{}",
        study.title,
        lot(luck)
    );
    let row = |name: &str, look: Look, value: Option<Value>, alone: Option<Value>| {
        value.map(|Value { value, interval }| ShareRow {
            name: name.to_owned(),
            is_part: false,
            // By chance it may come out below nothing.
            share: value.max(0.0),
            alone: alone.map(|alone| alone.value.max(0.0)),
            interval: interval.map(|(low, high)| (low.max(0.0), high.max(0.0))),
            look,
        })
    };
    let rows = rolled
        .iter()
        .map(|source| row(&source.source, Look::default(), source.total, source.first));
    let together = row("only together", Look::side(None), luck.together, None);
    let rows: Vec<ShareRow> = rows.chain([together]).flatten().collect();
    // They are held against each other.
    let ends = rows.iter().filter_map(|row| defined(row.interval));
    let places = ends.map(percent_places_beside).min().unwrap_or(1);
    let labels = study.played.labels("of the battle as it stands", title, subtitle);
    Some(chart::shares(labels, &rows, places))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{step, study};
    use super::*;
    use crate::comparison::Others;

    #[test]
    fn charts_name_the_numbers_that_depend_on_who_plays() {
        let mut study = study(vec![("a.strong", vec![step(1, 0.3, 0.001)])]);
        for is_lower in [false, true] {
            let change = study.numbers[0].steps[0].change.as_mut().expect("is there");
            change.others = Some(Others { is_lower, ..Others::default() });
            let tornado = tornado(&study).expect("it moves");
            let warning = "Depends on who plays: what a step does of a strong.";
            assert_eq!(tornado.labels.warning == warning, is_lower);
        }
    }

    #[test]
    fn whiskers_that_leave_out_nothing_are_explained_and_numbers_stay_whole() {
        let drawn = |p: f64| {
            let mut study = study(vec![("a.weak", vec![step(-1, -0.04, p), step(1, 0.04, p)])]);
            study.numbers[0].value = "0.25".to_owned();
            for (step, value) in study.numbers[0].steps.iter_mut().zip(["0.22", "0.28"]) {
                step.value = value.to_owned();
            }
            tornado(&study).expect("it moves")
        };
        for (p, is_pale) in [(0.2, true), (0.001, false)] {
            let chart = drawn(p);
            let phone = chart.phone.as_ref().expect("it has words of its own");
            for chart in [&chart, phone] {
                assert_eq!(chart.labels.subtitle.contains(PALE), is_pale, "{p}");
            }
        }
        let name = &drawn(0.2).x.bands[0].name;
        let words: Vec<&str> = name.split(' ').collect();
        assert_eq!(words[2..], ["(0.25\u{a0}→\u{a0}0.22", "or\u{a0}0.28)"]);
    }

    #[test]
    fn shares_of_luck_have_as_many_places_and_end_with_what_takes_several_kinds() {
        let value = |value, low, high| Some(Value { value, interval: Some((low, high)) });
        let source = |source: &str, first, total| LuckSource {
            source: source.to_owned(),
            dice: Some(10.0),
            first,
            total,
        };
        let told = Luck {
            sources: vec![
                source("melee", value(-0.01, -0.05, 0.02), value(0.37, 0.26, 0.47)),
                source("fire", value(0.297, 0.224, 0.371), value(0.613, 0.532, 0.695)),
            ],
            together: value(0.69, 0.5, 0.88),
            ..Luck::default()
        };
        let chart = luck(&study(Vec::new()), &told).expect("dice were rolled");
        let names: Vec<&str> = chart.x.bands.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["fire", "melee", "only together"]);
        let svg = chart.svg().replace("&#160;", " ").replace(NO_BREAK, " ");
        let told = ["61 %", "53 to 70; 30 % alone", "26 to 47; 0 % alone", "69 %", "50 to 88"];
        for told in told {
            assert!(svg.contains(&format!(">\n{told}\n")), "{told}: {svg}");
        }
    }

    #[test]
    fn what_is_left_out_is_said() {
        let many = |count: usize| {
            let paths: Vec<String> = (0..count).map(|k| format!("a.{k}")).collect();
            let steps = paths.iter().map(|path| (path.as_str(), vec![step(1, 0.1, 0.001)]));
            tornado(&study(steps.collect())).expect("they move").labels.subtitle
        };
        let told = "The 14 strongest of 15 that changed any game; 15 clearly move it.";
        assert!(many(TOP + 1).contains(told), "{}", many(TOP + 1));
        assert!(!many(TOP).contains("strongest"));
    }

    #[test]
    fn one_number_matters_most_only_if_its_interval_lies_beyond_all_others() {
        let title = |numbers| {
            let study = study(numbers);
            tornado_title(&study, &ranked(&study)).replace(NO_BREAK, " ")
        };
        let strong = || ("a.strong", vec![step(-1, -0.3, 0.001), step(1, 0.05, 0.2)]);
        let rival = || ("a.rival", vec![step(1, 0.28, 0.001)]);
        let weak = || ("a.weak", vec![step(1, 0.01, 0.9)]);
        let takes = "takes 30 points off the win rate";
        let told = title(vec![weak(), strong()]);
        assert_eq!(told, format!("Strongest: a strong, where  → −1 {takes}"));
        let told = title(vec![weak(), rival(), strong()]);
        let both =
            "Strongest: a strong and a rival, where a step changes the win rate by up to 30 points";
        assert_eq!(told, both);
        let told = title(vec![weak(), rival(), rival(), strong()]);
        assert_eq!(told, format!("Among the strongest: a strong, where  → −1 {takes}"));
        assert_eq!(title(vec![weak()]), "No number measurably moves the win rate in 1 game");
    }
}
