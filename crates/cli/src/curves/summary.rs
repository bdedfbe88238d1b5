//! The curves in words.

use std::fmt::Write as _;

use skirmish_odds::Ratio;
use skirmish_report::safe_text;

use super::laws::{Crossover, Curves, Shot, Volley, WAYS};
use crate::odds::columns::{columns, headed, in_places};
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
        let _ = write!(text, "\n{}", run.text("hits agree with the exact chance"));
    }
    if !assumed.is_empty() {
        let line = format!("Assumed, since the source is silent: {}.", assumed.join("; "));
        let _ = write!(text, "\n{}\n", wrapped(&line, 0));
    }
    safe_lines(&text)
}

/// Names come from files.
pub(super) fn safe_lines(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

fn percent(chance: &Ratio) -> String {
    chance.percent(1)
}

/// Chances of single shots, mark by mark.
fn shots(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let dice = curves.aimed_dice();
    // Rows of dice that nobody asked about come from the shots of a run: those of the wounded, and of other troops.
    let is_asked = |shot: &Shot| match shot.fire {
        "volley" => shot.dice == curves.volley_dice,
        _ => dice.contains(&shot.dice.as_str()),
    };
    let table = |asked: bool| -> Vec<Vec<String>> {
        let marks = curves.marks(weapon, target).into_iter();
        let at = |distance: f64| -> Vec<&Shot> {
            let aimed = curves.shots(weapon, target, "aimed");
            let both = aimed.chain(curves.shots(weapon, target, "volley"));
            both.filter(|shot| shot.distance == distance && is_asked(shot) == asked).collect()
        };
        let mut rows = Vec::new();
        for (distance, threshold) in marks {
            let shots = at(distance);
            if rows.is_empty() {
                let names = shots.iter().map(|shot| match (shot.fire, shot.wounded) {
                    ("volley", true) => "volley, wounded".to_owned(),
                    ("volley", false) => "volley".to_owned(),
                    _ => shot.dice_name(),
                });
                let head = ["paces", "needed"].map(str::to_owned);
                rows.push(head.into_iter().chain(names).collect());
            }
            let head = [distance.to_string(), format!("{threshold}+")];
            let chances = shots.iter().map(|shot| percent(&shot.exact));
            rows.push(head.into_iter().chain(chances).collect());
        }
        in_places(&mut rows);
        rows
    };
    let _ = write!(
        text,
        "\n{weapon}, target {target}: chance of one shot to hit\n{}",
        columns(table(true))
    );
    let others = table(false);
    if others.first().is_some_and(|head| head.len() > 2) {
        let _ = write!(
            text,
            "\nThe same for others, the wounded among them, who fired in the run\n{}",
            columns(others)
        );
    }
}

/// Where volleys overtake aimed fire.
fn overtaking(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let head = ["", "shot for shot", "", "in turns, by ranks", "by platoons"];
    let from = |row: Option<&Crossover>| match row.and_then(|row| row.distance) {
        Some(distance) => format!("from {distance} paces"),
        None => "nowhere".to_owned(),
    };
    let rows = curves.aimed_dice().into_iter().map(|dice| {
        let plain = curves.crossovers.iter().find(|row| row.weapon.is_none() && row.dice == dice);
        let of = |compared: &str| {
            from(curves.crossovers.iter().find(|row| {
                row.weapon.as_deref() == Some(weapon)
                    && row.target == Some(target)
                    && row.dice == dice
                    && row.compared == compared
            }))
        };
        let threshold = plain.and_then(|row| row.threshold);
        let threshold = threshold.map_or("never".to_owned(), |least| format!("from {least}+"));
        vec![dice.to_owned(), threshold, of("shot"), of("by ranks"), of("by platoons")]
    });
    let _ = write!(
        text,
        "\nWhere a volley is at least as good as aimed fire ({weapon}, target {target})\n{}",
        headed(head, rows)
    );
}

/// What fire is worth once reloading is counted, at the middle mark.
fn turns(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let Some((distance, threshold)) = curves.middle_mark(weapon, target) else { return };
    let rate = |way: &str| {
        let rows = curves.rates(weapon, target, way).filter(|row| row.distance == distance);
        let cells = rows.map(|row| match row.exact.is_zero() {
            true => "0".to_owned(),
            false => format!("{} = {:.3}", row.exact, row.hits_per_turn),
        });
        cells.collect::<Vec<_>>()
    };
    let single = rate(WAYS[0]).into_iter().zip(rate(WAYS[1]));
    let rows = curves.aimed_dice().into_iter().zip(single);
    let rows = rows.map(|(dice, (aimed, haste))| vec![dice.to_owned(), aimed, haste]);
    let _ = write!(
        text,
        "\nHits of a figure in a turn in the long run, reloading counted ({weapon}, {distance} paces, target {target}, \
         {threshold}+)\n{}  volleys: {} by ranks, {} by platoons\n",
        headed(["", "aimed, turn after", "in haste"], rows),
        rate(WAYS[2]).concat(),
        rate(WAYS[3]).concat()
    );
}

/// The number that is reached with at least this chance.
fn sure_of(rows: &[&Volley], level: f64, value: impl Fn(&Volley) -> f64) -> String {
    let most = rows.iter().filter(|row| value(row) >= level).map(|row| row.at_least).max();
    most.unwrap_or(0).to_string()
}

/// What a volley does, at the middle mark.
fn volleys(text: &mut String, curves: &Curves, weapon: &str) {
    let target = curves.targets[0];
    let Some((distance, threshold)) = curves.middle_mark(weapon, target) else { return };
    let head = ["figures", "hits: 9 in 10", "even", "1 in 10", "kills: 9 in 10", "even", "1 in 10"];
    let rows = curves.figures.iter().map(|figures| {
        let law = curves.volleys.iter();
        let law: Vec<&Volley> =
            law.filter(|row| row.figures == *figures && row.threshold == threshold).collect();
        let hits = [0.9, 0.5, 0.1].map(|level| sure_of(&law, level, |row| row.hits.to_f64()));
        let kills = [0.9, 0.5, 0.1].map(|level| sure_of(&law, level, |row| row.kills.to_f64()));
        [&[figures.to_string()], &hits[..], &kills].concat()
    });
    let _ = write!(
        text,
        "\nOne volley at {distance} paces ({weapon}, target {target}, {threshold}+): at least so many, with chance 9 in 10, \
         even, 1 in 10\n{}",
        headed(head, rows)
    );
}
