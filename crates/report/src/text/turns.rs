//! What the summary says of battles in which units take turns under pressure and skill dice settle fire and melee.

use crate::number::{a_game, counted, percent, with_commas};
use crate::table::Kind::{Number, Rate, Text, Whole};
use crate::table::reading;
use crate::words::{self, INTERVAL};
use crate::{ControlRow, ParameterRow, Report, safe_text};

use super::{ENDS, cell, found, sentences};

/// What the sides are worth.
pub(super) fn worth(report: &Report) -> String {
    let [first, ..] = &report.worth[..] else {
        return String::new();
    };
    let parts: Vec<String> =
        report.worth.iter().map(|row| format!("{} {}", row.side, points(row.points))).collect();
    let is_assumed =
        |row: &ParameterRow| row.rule == first.rule && row.origin == ParameterRow::ASSUMED;
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
    let other = |row: &ControlRow, measure: &str| {
        let mut rows = report.control.iter().filter(|other| other.side == row.side);
        let found = rows.find(|other| other.measure == measure)?;
        Some(percent(found.rate?, found.interval))
    };
    let table = reading!(words::turns_missed(report) => |row| {
        "whose units", Text => cell(&row.side),
        "turns", Whole => row.cases,
        "missed", Rate => row.rate,
        INTERVAL, ENDS => row.interval,
        "out of control", Number => other(row, ControlRow::OUT_OF_CONTROL),
        "in rout", Number => other(row, ControlRow::IN_ROUT),
    });
    let mut routs = Vec::new();
    for row in words::turns_missed(report) {
        if let Some(games) = other(row, ControlRow::GAMES_WITH_ROUT) {
            routs.push(match routs.is_empty() {
                true => format!("a unit of {} is routed in {games} of games", row.side),
                false => format!("one of {} in {games}", row.side),
            });
        }
    }
    if routs.is_empty() {
        return found(&words::control_title(report), &table);
    }
    let routs = words::capital(&safe_text(&routs.join(", ")));
    found(&words::control_title(report), &table) + &sentences(&format!("{routs}."))
}

/// Shots and hits.
pub(super) fn fire(report: &Report) -> String {
    let table = reading!(&report.fire_totals => |row| {
        "who fires", Text => cell(&format!("{}, {}", row.side, words::fire(&row.fire))),
        "shots", Whole => row.shots,
        "hits", Whole => row.hits,
        "rate", Rate => row.rate,
        INTERVAL, ENDS => row.interval,
        "shots a game", Number => a_game(row.per_game, 1),
    });
    found(&words::fire_title(report), &table) + &wounds(report)
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
            with_commas(by_shots)
        ),
    };
    if in_melee > 0 {
        text += &format!(" and {} in melee", counted(in_melee, "hit"));
    }
    let share = percent(killed as f64 / (by_shots + in_melee) as f64, None);
    sentences(&format!("{text} {share} kill; the others wound."))
}

/// How often a roll loads a weapon.
pub(super) fn reloads(report: &Report) -> String {
    match words::reloads(report)[..] {
        [] => String::new(),
        ref kinds => sentences(&safe_text(&format!("{}.", words::reloads_title(kinds)))),
    }
}

/// What came of bouts of melee, all dice together.
pub(super) fn melee(report: &Report) -> String {
    let [first, second] = &report.sides;
    let bouts = words::bouts(report, "nothing").1;
    if bouts == 0 {
        return String::new();
    }
    let share = |result: &str| words::share_of_bouts(report, result);
    let per_game = bouts as f64 / report.provenance.games.max(1) as f64;
    sentences(&safe_text(&format!(
        "There are {} bouts of melee a game. By the dice that meet, {first} alone hit in {}, {second} alone in {}, both in {}; \
         {} are parried, and in {} {}.",
        a_game(per_game, 1),
        share("first hits"),
        share("second hits"),
        share("both hit"),
        share("parry"),
        share("nothing"),
        words::NOBODY,
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FireTotal;

    #[test]
    fn how_often_units_are_routed_is_a_sentence_and_rare_shots_are_counted() {
        let row = |(side, measure): (&str, &str)| ControlRow {
            side: side.to_owned(),
            measure: measure.to_owned(),
            cases: 100,
            rate: Some(0.5),
            ..ControlRow::default()
        };
        let rows = ["Column", "Ambush"].into_iter().flat_map(|side| {
            [(side, ControlRow::MISSED), (side, ControlRow::GAMES_WITH_ROUT)].map(row)
        });
        let fire = FireTotal { shots: 33, per_game: 0.0165, ..FireTotal::default() };
        let report =
            Report { control: rows.collect(), fire_totals: vec![fire], ..Report::default() };
        let told = control(&report).replace(['\u{a0}', '\n'], " ");
        let routs = "A unit of Column is routed in 50.0 % of games, one of Ambush in 50.0 %.";
        assert!(told.ends_with(&format!("{routs} ")), "{told}");
        assert!(super::fire(&report).contains(" 0.02\n"), "{}", super::fire(&report));
    }
    #[test]
    fn bouts_are_told_by_the_chances_of_the_dice_that_met_and_in_the_words_of_their_chart() {
        let row = |(result, bouts, exact): (&str, u64, f64)| crate::MeleeRow {
            result: result.to_owned(),
            count: bouts / 3,
            bouts,
            exact: Some(exact),
            ..crate::MeleeRow::default()
        };
        let results = ["first hits", "second hits", "both hit", "parry", "nothing"];
        let rows = |bouts, exact| results.map(|result| row((result, bouts, exact)));
        let report = Report {
            sides: ["A", "B"].map(str::to_owned),
            melee: [rows(300, 0.2), rows(100, 0.4)].concat(),
            ..Report::default()
        };
        let text = melee(&report).replace(['\u{a0}', '\n'], " ");
        assert!(text.contains("A alone hit in 25 %, B alone in 25 %, both in 25 %"), "{text}");
        let chart = crate::chart::melee(&report);
        assert_eq!(
            chart.labels.title.replace('\u{a0}', " "),
            "A alone hit in 25 % of bouts of melee, B alone in 25 %"
        );
        for told in [&text, &chart.labels.subtitle] {
            assert!(told.contains(words::NOBODY), "{told}");
        }
    }
}
