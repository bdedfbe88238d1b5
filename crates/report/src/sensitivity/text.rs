//! A study of sensitivity as an answer to read.

use std::fmt::Write as _;

use super::charts::{change_format, lot, luck_title};
use super::{Interplay, Luck, Number, OtherPlayers, OtherRow, Sensitivity, TOP, counts, ranked};
use crate::Told;
use crate::cells;
use crate::chart::ValueFormat;
use crate::comparison::{Value, plain, signed_number, signed_value};
use crate::layout::{grids, parts};
use crate::number::{counted, defined, too_few, with_commas};
use crate::once::unique;
use crate::safe::safe_text;
use crate::study::{Confirmed, Measured};
use crate::table::{Cell, Table, reading};
use crate::text::{below, framed, listed, sentences};
use crate::words::human;

/// The study as an answer to read.
pub fn text(study: &Sensitivity) -> Told {
    let is_share = study.measure.is_share;
    let now = study.value.map_or("never measured".to_owned(), |it| it.quoted(is_share));
    let (title, is) = (safe_text(&study.title), study.measure.is());
    let finding = format!("{title}: {is} {now} as it stands.");
    let (says, others) = study.others.as_ref().map(|others| others_text(study, others)).unzip();
    let untried = match study.played.players.is_some() && !study.numbers.is_empty() {
        true if study.others.is_none() && study.panel.is_none() => {
            "Not tried with other players, since --players names these: leave it out to have what matters most tried with two \
             pairs."
        }
        _ => "",
    };
    let is_asked = !study.numbers.is_empty();
    let confirmed = Confirmed::told(&study.confirmed, is_share);
    let (said, tables) = if is_asked { numbers(study) } else { Default::default() };
    let told = Told::new(
        std::iter::once(finding).chain(said).chain(confirmed).chain(says).chain([luck_says(study)]),
    );
    tables
        .into_iter()
        .fold(told, Told::and)
        .and(others.unwrap_or_default())
        .and(sentences(untried))
        .and(
            study
                .interplay
                .as_ref()
                .map_or_else(String::new, |it| interplay_text(&study.measure, it)),
        )
        .and(study.luck.as_ref().map_or_else(String::new, |luck| luck_text(study, luck)))
        .and(study.played.told_players(is_asked))
        .because(sentences(&format!("{}: {}.", study.measure.name(), study.measure.about)))
        .because(crate::text::notes(&study.played.notes))
}

/// What the numbers do: sentences, and tables.
fn numbers(study: &Sensitivity) -> (Vec<String>, Vec<String>) {
    let [real, open, _, unknown, untried] = counts(study);
    let dead: Vec<&Number> = study.numbers.iter().filter(|n| n.is_dead()).collect();
    let played = format!(
        "{} moved one step each way, {} with each step, on the same dice (seed {}).{}",
        counted(study.numbers.len() as u64, "number"),
        counted(study.played.games, "game"),
        study.played.seed,
        too_few(study.played.games)
    );
    let moves = match real {
        0 => "No number clearly moves it".to_owned(),
        1 => "1 number clearly moves it".to_owned(),
        real => format!("{real} clearly move it"),
    };
    let rest = [
        (open, "had no clear effect"),
        (dead.len(), "changed no game"),
        (unknown, "changed games in which it was never measured"),
        (untried, "could not be moved"),
    ];
    let rest = rest.iter().filter(|(count, _)| *count > 0);
    let rest: String = rest.map(|(count, what)| format!("; {count} {what}")).collect();
    let mut said = vec![played];
    said.extend(strongest(study));
    said.push(format!("{moves}{rest}."));
    let tables =
        vec![ranking(study), grids_text(study), idle_numbers(study, &dead), refused(study)];
    (said, tables)
}

/// What matters most, in a sentence.
fn strongest(study: &Sensitivity) -> Option<String> {
    let named = study.named();
    let named = named.iter().map(|(number, step)| (&study.numbers[*number], *step));
    let is_share = study.measure.is_share;
    let told: Vec<String> = named
        .clone()
        .filter_map(|(number, step)| {
            let step = &number.steps[step];
            let rows = study.others.iter().flat_map(|others| &others.rows);
            let mut rows = rows.filter(|row| row.path == number.path && row.step == step.value);
            let others = rows.find(|row| row.depends_on_who_plays());
            let others = others.map_or_else(String::new, |row| {
                let with = signed_value(row.others, row.others_interval, is_share);
                format!(" ({with} with other players)")
            });
            Some(format!(
                "{} {}: {}{others}",
                human(&number.path),
                crate::number::step(&number.value, &step.value),
                step.change?.signed(is_share)
            ))
        })
        .collect();
    let what = if told.is_empty() { return None } else { told.join("; ") };
    let less = named.map(|(number, step)| {
        let less = number.steps[step].change?.told_less_luck()?;
        Some(signed_value(less.value, less.interval, is_share))
    });
    let less = less.collect::<Option<Vec<_>>>().map_or_else(String::new, |less| {
        format!(" With the luck of the dice taken out, that is {}.", listed(&less, "and"))
    });
    Some(safe_text(&format!("What matters most: {what}.{less}")))
}

/// The numbers that move it most.
fn ranking(study: &Sensitivity) -> String {
    let is_share = study.measure.is_share;
    let ranked = ranked(study);
    if ranked.is_empty() {
        return String::new();
    }
    let change = if is_share { "points" } else { "change" };
    let mut table = Table::of_words(["number", "step", change]);
    for (number, _) in ranked.iter().take(TOP) {
        let steps = number.shown().into_iter().flatten();
        let steps = steps.filter_map(|step| Some((step, step.change?)));
        for (k, (step, change)) in steps.enumerate() {
            let star = if change.is_real() { "*" } else { "" };
            let shown = signed_number(change.value, change.interval, is_share) + star;
            let path = if k == 0 { number.path.as_str() } else { "" };
            table.push(cells![path, crate::number::step(&number.value, &step.value), shown]);
        }
    }
    let mut steps = ranked.iter().take(TOP).flat_map(|(number, _)| &number.steps);
    let together = match steps.any(|step| step.change.is_some_and(|it| it.is_open_by_holm())) {
        true => "; so an effect may be unclear though its ± leaves out 0",
        false => "",
    };
    let cut = match ranked.len() {
        all if all > TOP => {
            format!(". The {TOP} strongest of {all}: sensitivity.csv has the others")
        }
        _ => String::new(),
    };
    table.text()
        + &sentences(&format!(
            "* more than chance explains, with an error of 5 % over all steps together{together}{cut}"
        ))
}

/// Numbers of which no step changed any game.
fn idle_numbers(study: &Sensitivity, dead: &[&Number]) -> String {
    if dead.is_empty() {
        return "Every number changed some game.\n".to_owned();
    }
    let mut text = format!(
        "No game of {} changed, whichever way it was moved:\n",
        with_commas(study.played.games)
    );
    text += &below("  ", &prefixes(&study.numbers).join(", "));
    for number in dead.iter().filter(|n| n.counted_games == Some(0)) {
        let _ = writeln!(text, "  {} never came into play.", safe_text(&number.path));
    }
    text
}

/// The profile and tables over two values, as their author would print them: each number, and what a step up of it changes.
fn grids_text(study: &Sensitivity) -> String {
    let format = change_format(&study.measure);
    let unit = if study.measure.is_share { ", in points" } else { "" };
    let cell = |number: &Option<&Number>| -> Cell {
        let Some(number) = number else { return Cell::Empty };
        format!("{}: {}", number.value, effect(number, format)).into()
    };
    let mut text = String::new();
    for grid in grids(&study.numbers) {
        let heads = std::iter::once("").chain(grid.columns.iter().map(String::as_str));
        let mut table = Table::of_words(heads);
        for (name, numbers) in &grid.rows {
            let cells = numbers.iter().map(cell);
            table.push(std::iter::once(Cell::from(name)).chain(cells).collect());
        }
        let _ = write!(
            text,
            "{}: each number, and what one step up changes{unit} (↓ one down, where there is none up)\n{}\n",
            safe_text(&grid.title),
            table.text()
        );
    }
    text
}

/// What one step up does or, where there is none, one down; of words, the greatest change.
pub(super) fn effect(number: &Number, format: ValueFormat) -> String {
    if number.is_dead() {
        return "none".to_owned();
    }
    let change = |direction: i8| number.toward(direction)?.change;
    let (up, down) = (change(1), change(-1));
    let shown = up
        .or(down)
        .or_else(|| number.steps[number.greatest()?].change)
        .filter(|of| of.value.is_finite());
    let Some(of) = shown else { return "·".to_owned() };
    let arrow = if up.is_none() && down.is_some() { "↓ " } else { "" };
    let places = usize::from((of.value * format.factor()).abs() < 9.95);
    let star = if of.is_real() { "*" } else { "" };
    format!("{arrow}{}{star}", format.show(of.value, places))
}

/// Steps that could not be taken.
fn refused(study: &Sensitivity) -> String {
    let refused = study.numbers.iter().flat_map(|n| n.steps.iter().map(move |s| (n, s)));
    let refused = refused.filter(|(_, step)| !step.refused.is_empty());
    let lines: String = refused
        .map(|(number, step)| {
            let line = format!("{} = {}: {}", number.path, step.value, step.refused);
            below("  ", &safe_text(&line))
        })
        .collect();
    framed("Steps that the rules do not allow\n", &lines, "")
}

/// Which dice decide most, as the chart says it.
fn luck_says(study: &Sensitivity) -> String {
    let title = study.luck.as_ref().and_then(|luck| luck_title(&study.measure, luck));
    framed("", &title.unwrap_or_default(), ".")
}

/// Whether the answer holds for other players: a sentence, and the table.
fn others_text(study: &Sensitivity, others: &OtherPlayers) -> (String, String) {
    let is_share = study.measure.is_share;
    let now = others.value.map_or("never measured".to_owned(), |it| it.quoted(is_share));
    let (depend, all) =
        (others.rows.iter().filter(|row| row.depends_on_who_plays()).count(), others.rows.len());
    let says = match depend {
        0 => format!("None of the strongest {all} clearly depends on who plays."),
        1 => format!("Of the strongest {all}, 1 depends on who plays."),
        _ => format!("Of the strongest {all}, {depend} depend on who plays."),
    };
    let [a, b] = others.who.each_ref().map(|who| safe_text(who));
    let head = sentences(&format!(
        "With other players ({a} against {b}, the program's bots that do best against one another) it is {now}."
    ));
    let change = if is_share { "points" } else { "change" };
    let star = |row: &OtherRow| if row.depends_on_who_plays() { "*" } else { "" };
    let table = reading!(&others.rows => |row| {
        "number" => &row.path,
        "step" => &row.step,
        format!("own bots, {change}") => signed_number(row.own, row.own_interval, is_share),
        format!("others, {change}") =>
            signed_number(row.others, row.others_interval, is_share) + star(row),
    });
    (says, format!("{head}{}* depends on who plays\n", table.text()))
}

/// The dead numbers, whole tables of them by their name and a star.
fn prefixes(numbers: &[Number]) -> Vec<String> {
    let name = |number: &Number| {
        let parts = parts(&number.path);
        let whole = (1..parts.len()).map(|k| parts[..k].join(".") + ".").find(|prefix| {
            let mut below = numbers.iter().filter(|n| n.path.starts_with(prefix.as_str()));
            let count = below.clone().count();
            // What all of the study lies below names nothing.
            count > 1 && count < numbers.len() && below.all(Number::is_dead)
        });
        safe_text(&whole.map_or_else(|| number.path.clone(), |prefix| prefix + "*"))
    };
    unique(numbers.iter().filter(|number| number.is_dead()).map(name))
}

/// A share of a variance, which may come out below nothing by chance.
fn share_text(value: Option<Value>) -> String {
    value.map_or(String::new(), |it| it.quoted(true).replace('-', "−"))
}

fn interplay_text(measured: &Measured, interplay: &Interplay) -> String {
    let points = counted(interplay.points as u64, "combination");
    let spread = interplay.variance.map_or(0.0, |v| v.value.max(0.0).sqrt());
    if spread <= 0.0 {
        return sentences(&format!(
            "How they act together: all {points} differ no more than chance explains, so there is nothing to take \
             apart. More games may show it."
        ));
    }
    let shown = match measured.is_share {
        true => format!("{:.1}\u{a0}points", spread * 100.0),
        false => plain(spread, None),
    };
    let mut text = sentences(&format!(
        "How they act together: over all {points} of their values {} has a standard deviation of {shown}. What each does of \
         that, as a share of the variance:",
        measured.human()
    ));
    text += &reading!(&interplay.parameters => |row| {
        "number" => &row.path,
        "values" => row.values.join(", "),
        "alone" => share_text(row.first),
        "in all" => share_text(row.total),
    })
    .text();
    let told = interplay.pairs.iter().filter(|pair| {
        let interval = pair.share.and_then(|share| defined(share.interval));
        interval.is_some_and(|(low, _)| low > 0.0)
    });
    let mut none = true;
    for pair in told {
        none = false;
        text += &sentences(&safe_text(&format!(
            "{} and {} do {} of it together, beyond what each does alone.",
            human(&pair.paths[0]),
            human(&pair.paths[1]),
            share_text(pair.share)
        )));
    }
    if none {
        text.push_str("No two of them are seen to do more together than each alone.\n");
    }
    text
}

fn luck_text(study: &Sensitivity, luck: &Luck) -> String {
    let mut text = format!(
        "Where the luck comes from: shares of the variance of {} over games\n",
        study.measure.human()
    );
    if luck.sources.iter().all(|source| source.total.is_none()) {
        text += &match luck.games < luck.least {
            true => format!(
                "Too few games to take it apart: there were {}, and it takes {}.\n",
                with_commas(luck.games),
                with_commas(luck.least)
            ),
            false => "There is nothing to take apart: it was the same in every game.\n".to_owned(),
        };
        return text;
    }
    text += &reading!(luck.sources.iter().filter(|source| source.dice > Some(0.0)) => |of| {
        "dice for" => &of.source,
        "dice a game" => format!("{:.1}", of.dice.unwrap_or_default()),
        "alone" => share_text(of.first),
        "in all" => share_text(of.total),
    })
    .text();
    text += &sentences("alone: what these dice decide whatever the other dice show.");
    text += &sentences(
        "in all: everything that these dice play a part in; what several kinds decide together counts for each of them.",
    );
    if luck.together.is_some() {
        text += &sentences(&format!(
            "Decided by dice of several kinds together, and by no kind alone: {}.",
            share_text(luck.together)
        ));
    }
    text += &sentences(lot(luck).trim_start());
    let silent = luck.sources.iter().filter(|source| source.dice <= Some(0.0));
    let silent: Vec<String> = silent.map(|source| safe_text(&source.source)).collect();
    text + &sentences(&framed("No dice were rolled for ", &silent.join(", "), "."))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{step, study};
    use super::super::{LuckSource, StepEffect};
    use super::*;

    #[test]
    fn an_effect_that_its_interval_would_tell_is_said_to_be_tested_with_the_others() {
        let told = |p: f64| {
            let study = study(vec![("a.weak", vec![step(-1, -0.04, p), step(1, 0.04, p)])]);
            let (said, tables) = numbers(&study);
            (said.join(" ") + &tables.concat()).replace('\n', " ")
        };
        let why = "so an effect may be unclear though its ± leaves out 0";
        let open = told(0.2);
        assert!(open.contains("1 had no clear effect") && open.contains(why), "{open}");
        assert!(!told(0.001).contains(why));
    }

    #[test]
    fn every_number_is_counted_once() {
        let refused = StepEffect { refused: "too low".to_owned(), ..step(1, 0.0, 1.0) };
        let refused = StepEffect { change: None, changed_games: Some(0), ..refused };
        let unknown = StepEffect { change: None, ..step(1, 0.0, 1.0) };
        let dead = StepEffect { changed_games: Some(0), ..step(1, 0.0, 1.0) };
        let study = study(vec![
            ("a.strong", vec![step(1, 0.3, 0.001)]),
            ("a.weak", vec![step(1, 0.01, 0.9)]),
            ("a.dead", vec![dead]),
            ("a.unknown", vec![unknown]),
            ("a.refused", vec![refused]),
        ]);
        assert_eq!(counts(&study), [1; 5]);
        let said = numbers(&study).0.join(" ");
        let counted = "1 number clearly moves it; 1 had no clear effect; 1 changed no game; \
                       1 changed games in which it was never measured; 1 could not be moved.";
        assert!(said.contains(counted), "{said}");
    }

    #[test]
    fn whose_luck_matters_is_said_of_the_measure() {
        let source = |source: &&str| LuckSource {
            source: (*source).to_owned(),
            dice: Some(1.0),
            first: Some(Value { value: 0.1, interval: Some((0.05, 0.15)) }),
            total: Some(Value { value: 0.4, interval: Some((0.3, 0.5)) }),
        };
        let of = Measured { measure: "win-rate".to_owned(), ..Measured::default() };
        let title = |count: usize, together: Option<(f64, f64)>| {
            let sources = ["melee", "fire", "morale"].iter().take(count).map(source).collect();
            let together = together
                .map(|ends| Value { value: f64::midpoint(ends.0, ends.1), interval: Some(ends) });
            let luck = Luck { sources, together, ..Luck::default() };
            luck_title(&of, &luck).expect("dice were rolled")
        };
        let two = "Neither the dice for melee nor those for fire clearly matter more for ";
        let none = "No kind of dice clearly matters most for ";
        // More than any kind decides on its own, and not clearly more.
        let (much, little) = (Some((0.6, 0.7)), Some((0.1, 0.7)));
        for (count, together, starts) in [
            (2, None, two),
            (2, much, two),
            (3, None, none),
            (3, little, none),
            (3, much, "More of the luck in "),
        ] {
            let title = title(count, together);
            assert!(title.starts_with(starts), "{title}");
        }
        assert!(title(3, much).ends_with(" than in any alone"));
    }
}
