//! A study of sensitivity as an answer to read.

use std::fmt::Write as _;

use super::layout::parts;
use super::{Interplay, Luck, Number, OtherPlayers, Sensitivity, StepEffect, TOP, ranked};
use crate::cells;
use crate::comparison::{Value, p_text, quoted_value, signed_number};
use crate::number::{counted, defined, grouped, share, too_few};
use crate::safe::safe_text;
use crate::table::{Cell, Table};
use crate::text::sentences;

/// The study as an answer to read.
#[must_use]
pub fn text(study: &Sensitivity) -> String {
    let name = study.measure.name();
    let (title, players) =
        (safe_text(&study.title), study.played.told_players(!study.numbers.is_empty()));
    let mut text = format!("{title}: what matters for {name}\n\n{players}");
    let now = study.value.map_or("never measured".to_owned(), |v| {
        quoted_value(v.value, v.interval, study.measure.is_share)
    });
    let _ = writeln!(text, "It is {now} as the battle stands ({}).", study.measure.about);
    if !study.numbers.is_empty() {
        text += &numbers_text(study);
    }
    match &study.others {
        Some(others) => text += &others_text(study, others),
        None if study.played.players.is_some() && !study.numbers.is_empty() => text.push_str(
            "\nNot tried with other players, since --players names these: leave it out to have what matters\n\
             most tried with two pairs.\n",
        ),
        None => {}
    }
    if let Some(interplay) = &study.interplay {
        text += &interplay_text(interplay);
    }
    if let Some(luck) = &study.luck {
        text += &luck_text(study, luck);
    }
    text
}

/// What stands below it: methods with their sources.
#[must_use]
pub fn remarks(study: &Sensitivity) -> String {
    crate::text::notes(&study.played.notes)
}

fn numbers_text(study: &Sensitivity) -> String {
    let is_share = study.measure.is_share;
    let mut text = format!(
        "{} of the rules moved one step each way, {} with each step, on the same dice (seed {}).{}\n\n",
        counted(study.numbers.len() as u64, "number"),
        counted(study.played.games, "game"),
        study.played.seed,
        too_few(study.played.games)
    );
    let change = if is_share { "change, points" } else { "change" };
    let mut table =
        Table::of_words(["number", "now", "step", change, "step", change, "p, adjusted"]);
    let ranked = ranked(study);
    for (number, greatest) in ranked.iter().take(TOP) {
        let mut cells = cells![&number.path, &number.value];
        // Words have no down and up: the one with the greatest effect is shown.
        let words = number.steps.iter().find(|s| s.change == Some(*greatest));
        let steps = match (number.toward(-1), number.toward(1)) {
            (None, None) => [None, words],
            pair => pair.into(),
        };
        for step in steps {
            match step {
                Some(StepEffect { value, change: Some(change), .. }) => {
                    let star = if change.is_real() { "*" } else { "" };
                    let shown = signed_number(change.value, change.interval, is_share);
                    cells.extend(cells![value, shown + star]);
                }
                _ => cells.extend([Cell::Empty, Cell::Empty]),
            }
        }
        let least = number.steps.iter().filter_map(|s| s.change?.adjusted_p_value);
        cells.push(p_text(least.reduce(f64::min)).into());
        table.push(cells);
    }
    if !ranked.is_empty() {
        text += &table.text();
    }
    let real = ranked.iter().filter(|(number, _)| number.is_real()).count();
    let dead: Vec<&Number> = study.numbers.iter().filter(|n| n.is_dead()).collect();
    let moves = match real {
        0 => "No number is seen to move it".to_owned(),
        1 => "* 1 number moves it".to_owned(),
        real => format!("* {real} numbers move it"),
    };
    let open = match (ranked.len() - real, real) {
        (0, _) => String::new(),
        (open, 0) => format!(" {open} took part, but no effect is told from none."),
        (open, _) => format!(" {open} more took part, but no effect is told from none."),
    };
    let _ =
        writeln!(text, "\n{moves} by more than chance explains (5 % over all steps, Holm).{open}");
    if dead.is_empty() {
        text.push_str("None is dead.\n");
    } else {
        let _ = writeln!(
            text,
            "{} {} dead: no game of {} changed, whichever way it was moved.\n{}",
            dead.len(),
            if dead.len() == 1 { "is" } else { "are" },
            grouped(study.played.games),
            lines(&prefixes(&study.numbers))
        );
    }
    for number in dead.iter().filter(|n| n.counted_games == Some(0)) {
        let _ =
            writeln!(text, "  {} counted for no nomination in any game.", safe_text(&number.path));
    }
    let refused = study.numbers.iter().flat_map(|n| n.steps.iter().map(move |s| (n, s)));
    let refused: Vec<_> = refused.filter(|(_, step)| !step.refused.is_empty()).collect();
    if !refused.is_empty() {
        text.push_str("Steps that the rules do not allow\n");
        for (number, step) in refused {
            let _ = writeln!(
                text,
                "  {} = {}: {}",
                safe_text(&number.path),
                safe_text(&step.value),
                safe_text(&step.refused)
            );
        }
    }
    text
}

/// Whether the answer holds for other players.
fn others_text(study: &Sensitivity, others: &OtherPlayers) -> String {
    let is_share = study.measure.is_share;
    let now = others
        .value
        .map_or("never measured".to_owned(), |v| quoted_value(v.value, v.interval, is_share));
    let depend = others.rows.iter().filter(|row| row.depends_on_who_plays()).count();
    let says = match depend {
        0 => "None of these is told apart from what it does with the battle's own bots.".to_owned(),
        1 => format!("* 1 of {} depends on who plays.", others.rows.len()),
        _ => format!("* {depend} of {} depend on who plays.", others.rows.len()),
    };
    let [a, b] = others.who.each_ref().map(|who| safe_text(who));
    let mut text = sentences(&format!(
        "\nWith other players ({a} against {b}: those of the bots that come with the program who do best against one \
         another) it is {now}. {says}"
    ));
    let change = if is_share { "points" } else { "change" };
    let mut table = Table::of_words([
        "number",
        "step",
        &format!("own bots, {change}"),
        &format!("others, {change}"),
    ]);
    for row in &others.rows {
        let star = if row.depends_on_who_plays() { "*" } else { "" };
        table.push(cells![
            &row.path,
            &row.step,
            signed_number(row.own, row.own_interval, is_share),
            signed_number(row.others, row.others_interval, is_share) + star
        ]);
    }
    text += &format!("\n{}", table.text());
    text
}

/// The dead numbers, whole tables of them by their name and a star.
fn prefixes(numbers: &[Number]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for number in numbers.iter().filter(|n| n.is_dead()) {
        let parts = parts(&number.path);
        let whole = (1..parts.len()).map(|k| parts[..k].join(".") + ".").find(|prefix| {
            let mut below = numbers.iter().filter(|n| n.path.starts_with(prefix.as_str()));
            let count = below.clone().count();
            // What all of the study lies below names nothing.
            count > 1 && count < numbers.len() && below.all(Number::is_dead)
        });
        let name = whole.map_or_else(|| number.path.clone(), |prefix| prefix + "*");
        if !told.contains(&name) {
            told.push(name);
        }
    }
    told.iter().map(|name| safe_text(name)).collect()
}

/// Names in lines that a terminal takes, indented.
fn lines(names: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec!["  ".to_owned()];
    for (k, name) in names.iter().enumerate() {
        let comma = if k + 1 < names.len() { ", " } else { "" };
        let is_full =
            |line: &String| line.len() > 2 && line.chars().count() + name.chars().count() > WIDTH;
        if lines.last().is_some_and(is_full) {
            lines.push("  ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            *line += name;
            *line += comma;
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// A share of a variance, which may come out below nothing by chance.
fn share_text(value: Option<Value>) -> String {
    value.map_or(String::new(), |v| quoted_value(v.value, v.interval, true).replace('-', "−"))
}

fn interplay_text(interplay: &Interplay) -> String {
    let points = counted(interplay.points as u64, "combination");
    let spread = interplay.variance.map_or(0.0, |v| v.value.max(0.0).sqrt());
    if spread <= 0.0 {
        return format!(
            "\nHow they act together: all {points} differ no more than chance explains, so there is nothing to take apart. \
             More games may tell.\n"
        );
    }
    let mut text = format!(
        "\nHow they act together: all {points} of their values; standard deviation {}\n\n",
        share(spread)
    );
    let mut table = Table::of_words(["number", "values", "alone", "in all"]);
    for row in &interplay.parameters {
        let [alone, in_all] = [row.first, row.total].map(share_text);
        table.push(cells![&row.path, row.values.join(", "), alone, in_all]);
    }
    text += &table.text();
    let told = interplay.pairs.iter().filter(|pair| {
        let interval = pair.share.and_then(|share| defined(share.interval));
        interval.is_some_and(|(low, _)| low > 0.0)
    });
    let mut none = true;
    for pair in told {
        none = false;
        let _ = writeln!(
            text,
            "{} and {} do {} together beyond what each does alone.",
            safe_text(&pair.paths[0]),
            safe_text(&pair.paths[1]),
            share_text(pair.share)
        );
    }
    if none {
        text.push_str("No two of them are seen to do more together than each alone.\n");
    }
    text
}

fn luck_text(study: &Sensitivity, luck: &Luck) -> String {
    let mut text = format!(
        "\nWhere the luck comes from: shares of the variance of {} over games\n\n",
        study.measure.name()
    );
    if luck.sources.iter().all(|source| source.total.is_none()) {
        text += &match luck.games < luck.least {
            true => format!(
                "Too few games to take it apart: there were {}, and it takes {}.\n",
                grouped(luck.games),
                grouped(luck.least)
            ),
            false => "There is nothing to take apart: it was the same in every game.\n".to_owned(),
        };
        return text;
    }
    let mut table = Table::of_words(["dice for", "dice a game", "alone", "in all"]);
    for source in luck.sources.iter().filter(|source| source.dice > 0.0) {
        let [alone, in_all] = [source.first, source.total].map(share_text);
        table.push(cells![&source.source, format!("{:.1}", source.dice), alone, in_all]);
    }
    let _ = writeln!(
        text,
        "{}\n\
         alone: what these dice decide whatever the other dice show.\n\
         in all: everything that these dice have a part in; what several kinds decide together counts for each of them.",
        table.text()
    );
    if luck.together.is_some() {
        let _ = writeln!(
            text,
            "Decided by dice of several kinds together, and by no kind alone: {}.",
            share_text(luck.together)
        );
    }
    let silent = luck.sources.iter().filter(|source| source.dice <= 0.0);
    let silent: Vec<String> = silent.map(|source| safe_text(&source.source)).collect();
    if !silent.is_empty() {
        let _ = writeln!(text, "No dice were rolled for {}.", silent.join(", "));
    }
    text
}
