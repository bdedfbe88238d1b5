//! What the summary says of battles in which units take turns under pressure and skill dice settle fire and melee.

use crate::number::{counted, fixed, grouped, percent};
use crate::words::{self, group_name};
use crate::{ControlRow, Origin, ParameterRow, Report, safe_text};

use super::{cell, range, sentences, show, table};

/// What the sides are worth.
pub(super) fn worth(report: &Report) -> String {
    let [first, ..] = &report.worth[..] else {
        return String::new();
    };
    let parts: Vec<String> =
        report.worth.iter().map(|row| format!("{} {}", row.side, points(row.points))).collect();
    let is_assumed = |row: &ParameterRow| row.rule == first.rule && row.origin == Origin::Assumed;
    let rule = match first.rule.as_str() {
        "" => String::new(),
        rule if report.parameters.iter().any(is_assumed) => {
            format!(" ({rule}, by assumed weights)")
        }
        rule => format!(" ({rule})"),
    };
    sentences(&safe_text(&format!("Worth{rule}: {}.", parts.join(", "))))
}

/// `1 point`, `1,024 points`; weights may be below 0.
fn points(points: i64) -> String {
    let sign = if points < 0 { "-" } else { "" };
    format!("{sign}{}", counted(points.unsigned_abs(), "point"))
}

/// Turns that units missed, and the tests by which they did.
pub(super) fn control(report: &Report) -> String {
    let missed: Vec<&ControlRow> = words::turns_missed(report).collect();
    if missed.is_empty() {
        return String::new();
    }
    let several = words::several_systems(missed.iter().map(|row| row.system.as_str()));
    let interval = format!("{} interval", words::confidence(report));
    let mut rows =
        table(&["whose units", "turns", "missed", &interval, "out of control", "in rout"]);
    let other = |row: &ControlRow, measure: &str| {
        let same = |other: &&ControlRow| {
            (&other.system, &other.side, other.measure.as_str())
                == (&row.system, &row.side, measure)
        };
        let found = report.control.iter().find(same)?;
        Some(percent(found.rate?, found.interval))
    };
    let mut routs = Vec::new();
    for row in &missed {
        let name = group_name(&row.system, &row.side, several);
        if let Some(games) = other(row, ControlRow::GAMES_WITH_ROUT) {
            routs.push(format!("one of {name} in {games}"));
        }
        rows.add_row([
            cell(&name),
            grouped(row.cases),
            other(row, ControlRow::MISSED).unwrap_or_default(),
            range(row.interval),
            other(row, ControlRow::OUT_OF_CONTROL).unwrap_or_default(),
            other(row, ControlRow::IN_ROUT).unwrap_or_default(),
        ]);
    }
    let title = sentences(&format!("{}.", safe_text(&words::control_title(report))));
    let routs = format!("A unit is routed: {} of games.", routs.join(", "));
    title + &show(&rows) + &sentences(&safe_text(&routs))
}

/// Shots and hits.
pub(super) fn fire(report: &Report) -> String {
    if report.fire_totals.is_empty() {
        return String::new();
    }
    let totals = &report.fire_totals;
    let several = words::several_systems(totals.iter().map(|row| row.system.as_str()));
    let interval = format!("{} interval", words::confidence(report));
    let mut rows = table(&["who fires", "shots", "hits", "rate", &interval, "shots a game"]);
    for row in totals {
        let how = words::fire(&row.fire);
        rows.add_row([
            cell(&format!("{}, {how}", group_name(&row.system, &row.side, several))),
            grouped(row.shots),
            grouped(row.hits),
            row.rate.map(|rate| percent(rate, row.interval)).unwrap_or_default(),
            range(row.interval),
            fixed(row.per_game, 1),
        ]);
    }
    let text = sentences(&format!("{}.", safe_text(&words::fire_title(report)))) + &show(&rows);
    text + &wounds(report)
}

/// What hits did. Several shots of a volley may hit the same figure, and who is down already is not struck again.
fn wounds(report: &Report) -> String {
    let struck = |cause: &str| -> u64 {
        let rows = report.wounds.iter().filter(|row| row.cause == cause);
        rows.map(|row| row.hits).sum()
    };
    let (by_shots, in_melee) = (struck("shot"), struck("melee"));
    let killed: u64 = report.wounds.iter().map(|row| row.killed).sum();
    let hits: u64 = report.fire_totals.iter().map(|row| row.hits).sum();
    if by_shots + in_melee == 0 {
        return String::new();
    }
    let mut text = match hits == by_shots {
        true => format!("Of {} by shots", counted(hits, "hit")),
        false => format!(
            "Of {} by shots {} struck figures still standing; of these",
            counted(hits, "hit"),
            grouped(by_shots)
        ),
    };
    if in_melee > 0 {
        text += &format!(" and {} in melee", counted(in_melee, "hit"));
    }
    let share = percent(killed as f64 / (by_shots + in_melee) as f64, None);
    sentences(&format!("{text} {share} kill; the others wound."))
}

/// What came of bouts of melee, all dice together.
pub(super) fn melee(report: &Report) -> String {
    let [first, second] = &report.sides;
    // Each row of a bout has the number of bouts, so that those of one result alone are all.
    let sum = |result: &str| -> (u64, u64) {
        let rows = report.melee.iter().filter(|row| row.result == result);
        rows.fold((0, 0), |(count, bouts), row| (count + row.count, bouts + row.bouts))
    };
    let bouts = sum("nothing").1;
    if bouts == 0 {
        return String::new();
    }
    let share = |result: &str| percent(sum(result).0 as f64 / bouts as f64, None);
    let per_game = bouts as f64 / report.provenance.games.max(1) as f64;
    sentences(&safe_text(&format!(
        "There are {} bouts of melee a game: {first} hit in {}, {second} in {}, both in {}; {} are parried, and in {} nobody \
         gets there.",
        fixed(per_game, 1),
        share("first hits"),
        share("second hits"),
        share("both hit"),
        share("parry"),
        share("nothing"),
    )))
}
