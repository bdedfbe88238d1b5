//! `outcomes.svg`: how the games ended, a bar for each outcome and a thinner one for each reason.

use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use super::rows::{Row, rows};
use super::style::Look;
use crate::number::counted;
use crate::words;
use crate::{OutcomeRow, Report};

const MOST_ROWS: usize = 24;
const ROW: f64 = 34.0;

/// Draws the share of each outcome with its interval; outcomes that never occurred are only named.
pub fn outcomes(report: &Report) -> Chart {
    let (came_up, never): (Vec<&OutcomeRow>, Vec<&OutcomeRow>) =
        report.outcomes.iter().partition(|row| row.games > 0 || row.share > 0.0);
    let row = |row: &&OutcomeRow| {
        let ((share, interval), is_part) =
            (words::estimate(report, row), words::is_part(report, row));
        let look = Look::side(report.side_index(&row.side));
        let look = if is_part { look.pale() } else { look };
        Row {
            is_part,
            bars: vec![([0.0, share], look)],
            look,
            is_strong: !is_part,
            game: row.game.map(|game| (game, report.kept.contains(&game))),
            ..Row::share(words::outcome(report, row), share, interval, usize::MAX)
        }
    };
    let shown: Vec<Row> = came_up.iter().take(MOST_ROWS).map(row).collect();
    let never = never.iter().filter(|row| !words::is_part(report, row));
    let never: Vec<String> = never.map(|row| words::outcome(report, row)).collect();
    let games = counted(report.provenance.games, "game");
    let subtitle = format!("How {games} ended.");
    let labels = Labels::of_run(report, words::outcomes_title(report), &subtitle);
    let note = match came_up.len() - shown.len() {
        0 if never.is_empty() || shown.is_empty() => String::new(),
        0 => format!("Never: {}", never.join(", ")),
        more => format!("and {more} more in outcomes.csv"),
    };
    let (x, panel) = rows(ROW, &shown);
    Chart {
        labels,
        x,
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        panels: vec![panel.level(Some(0.5))],
        note,
        nothing: String::from("No game was played."),
        ..Chart::default()
    }
}
