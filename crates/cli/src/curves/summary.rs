//! The curves in words.

use std::fmt::Write as _;

use skirmish_odds::Ratio;
use skirmish_report::safe_text;

use super::laws::{Crossover, Curves, Volley, WAYS};
use crate::odds::columns::columns;
use crate::page::wrapped;

/// An answer to read, with what it rests on.
pub(super) fn text(curves: &Curves, assumed: &[String]) -> String {
    let troops: Vec<String> = curves
        .aimed_dice()
        .iter()
        .zip(&curves.skills)
        .map(|(dice, skill)| format!("{} {dice}", skill.troops.join(", ")))
        .collect();
    let head = format!(
        "Fire under {}, exact: {}; a volley {}.",
        curves.rulebook,
        troops.join("; "),
        curves.volley_dice
    );
    let mut text = wrapped(&head, 0) + "\n";
    for weapon in &curves.weapons {
        shots(&mut text, curves, weapon);
        overtaking(&mut text, curves, weapon);
        turns(&mut text, curves, weapon);
        volleys(&mut text, curves, weapon);
    }
    if let Some(run) = &curves.run {
        let _ = write!(text, "\n{}", run.text());
    }
    if !assumed.is_empty() {
        let line = format!(
            "Assumed, since the source is silent: {}.",
            assumed.join("; ")
        );
        let _ = write!(text, "\n{}\n", wrapped(&line, 0));
    }
    safe_lines(&text)
}

/// Names come from files.
fn safe_lines(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

fn percent(chance: &Ratio) -> String {
    chance.percent(1).to_string()
}

/// Chances of single shots, mark by mark.
fn shots(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let mut head = vec!["paces".to_owned(), "needed".to_owned()];
    head.extend(curves.aimed_dice().into_iter().map(str::to_owned));
    head.push("volley".to_owned());
    let mut rows = vec![head];
    for (distance, threshold) in curves.marks(weapon, target) {
        let mut row = vec![distance.to_string(), format!("{threshold}+")];
        let at_mark = |fire: &'static str| {
            curves.hit_curves.iter().filter(move |shot| {
                (shot.weapon.as_str(), shot.target, shot.fire) == (weapon, target, fire)
                    && shot.distance == distance
            })
        };
        row.extend(
            at_mark("aimed")
                .chain(at_mark("volley"))
                .map(|shot| percent(&shot.exact)),
        );
        rows.push(row);
    }
    let _ = write!(
        text,
        "\n{weapon}, target {target}: chance of one shot to hit\n{}",
        columns(&rows)
    );
}

/// Where volleys overtake aimed fire.
fn overtaking(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let head = ["", "shot for shot", "", "in turns, by ranks", "by platoons"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let from = |row: Option<&Crossover>| match row.and_then(|row| row.distance) {
        Some(distance) => format!("from {distance} paces"),
        None => "nowhere".to_owned(),
    };
    for dice in curves.aimed_dice() {
        let plain = curves
            .crossovers
            .iter()
            .find(|row| row.weapon.is_none() && row.dice == dice);
        let of = |compared: &str| {
            curves.crossovers.iter().find(|row| {
                row.weapon.as_deref() == Some(weapon)
                    && row.target == Some(target)
                    && row.dice == dice
                    && row.compared == compared
            })
        };
        let threshold = plain.and_then(|row| row.threshold);
        rows.push(vec![
            dice.to_owned(),
            threshold.map_or_else(
                || "never".to_owned(),
                |threshold| format!("from {threshold}+"),
            ),
            from(of("shot")),
            from(of("by ranks")),
            from(of("by platoons")),
        ]);
    }
    let _ = write!(
        text,
        "\nWhere a volley is at least as good as aimed fire ({weapon}, target {target})\n{}",
        columns(&rows)
    );
}

/// What fire is worth once reloading is counted, at the middle mark.
fn turns(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let Some((distance, threshold)) = curves.middle_mark(weapon, target) else {
        return;
    };
    let rate = |way: &str| {
        let rows = curves.fire_rates.iter().filter(|row| {
            (row.weapon.as_str(), row.target, row.fire) == (weapon, target, way)
                && row.distance == distance
        });
        let cells = rows.map(|row| match row.exact.is_zero() {
            true => "0".to_owned(),
            false => format!("{} = {:.3}", row.exact, row.hits_per_turn),
        });
        cells.collect::<Vec<_>>()
    };
    let mut rows = vec![
        ["", "aimed, turn after", "in haste"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let single = rate(WAYS[0]).into_iter().zip(rate(WAYS[1]));
    for (dice, (aimed, haste)) in curves.aimed_dice().into_iter().zip(single) {
        rows.push(vec![dice.to_owned(), aimed, haste]);
    }
    let _ = write!(
        text,
        "\nHits of a figure in a turn in the long run, reloading counted ({weapon}, {distance} paces, target {target}, \
         {threshold}+)\n{}  volleys: {} by ranks, {} by platoons\n",
        columns(&rows),
        rate(WAYS[2]).concat(),
        rate(WAYS[3]).concat()
    );
}

/// The number that is reached with at least this chance.
fn sure_of(rows: &[&Volley], level: f64, value: impl Fn(&Volley) -> f64) -> String {
    let most = rows
        .iter()
        .filter(|row| value(row) >= level)
        .map(|row| row.at_least)
        .max();
    most.unwrap_or(0).to_string()
}

/// What a volley does, at the middle mark.
fn volleys(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let Some((distance, threshold)) = curves.middle_mark(weapon, target) else {
        return;
    };
    let head = [
        "figures",
        "hits: 9 in 10",
        "even",
        "1 in 10",
        "kills: 9 in 10",
        "even",
        "1 in 10",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for figures in &curves.figures {
        let law = curves.volleys.iter();
        let law: Vec<&Volley> = law
            .filter(|row| row.figures == *figures && row.threshold == threshold)
            .collect();
        let mut row = vec![figures.to_string()];
        row.extend([0.9, 0.5, 0.1].map(|level| sure_of(&law, level, |row| row.hits.to_f64())));
        row.extend([0.9, 0.5, 0.1].map(|level| sure_of(&law, level, |row| row.kills.to_f64())));
        rows.push(row);
    }
    let _ = write!(
        text,
        "\nOne volley at {distance} paces ({weapon}, target {target}, {threshold}+): at least so many, with chance 9 in 10, \
         even, 1 in 10\n{}",
        columns(&rows)
    );
}
