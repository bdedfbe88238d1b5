//! Checks that sample charts show what their headlines say.

use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use roxmltree::{Document, Node};
use skirmish_report::chart::{self, Chart};
use skirmish_report::{
    Initiative, LessLuck, LostAfterRow, OutcomeRow, Report, RoundRow, SeizeRow, SeizeTotal,
    StreakMean, StreakRow,
};

use crate::common;

/// Collects all charts in a folder, including those in pages, with their files.
fn charts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            charts(&path, found);
        } else if ["svg", "html"].contains(&ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            let parts = text.match_indices("<svg").map(|(from, _)| &text[from..]);
            let charts = parts.filter_map(|part| part.split_once("</svg>"));
            found.extend(charts.map(|(chart, _)| (path.clone(), format!("{chart}</svg>"))));
        }
    }
}

/// Normalizes white space.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the numbers in a text, each with its decimal places.
fn numbers(text: &str) -> Vec<(f64, usize)> {
    let text = text.replace(',', "");
    let words = text.split(|it: char| !(it.is_ascii_digit() || it == '.'));
    let words = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
    let places = |word: &str| word.split_once('.').map_or(0, |(_, part)| part.len());
    words.filter_map(|word| Some((word.parse().ok()?, places(word)))).collect()
}

/// Returns what a headline says that its chart does not show, or that the headline is cut.
fn fault(chart: &str) -> Option<String> {
    let document = Document::parse(chart).unwrap();
    let root = document.root_element();
    let said = |node: Node<'_, '_>| plain(node.text().unwrap_or_default());
    let all = |name: &'static str| document.descendants().filter(move |it| it.has_tag_name(name));
    let headline = said(root.children().find(|it| it.has_tag_name("title"))?);
    let (mut drawn, mut shown) = (String::new(), Vec::new());
    for text in all("text").map(said) {
        match drawn == headline {
            false => drawn = plain(&format!("{drawn} {text}")),
            true => shown.extend(numbers(&text)),
        }
    }
    if drawn != headline || headline.contains('…') {
        return Some(format!("it is cut: {headline}"));
    }
    shown.extend(all("title").skip(1).flat_map(|it| numbers(&said(it))));
    let is_shown = |(number, places): &(f64, usize)| {
        // Rounding twice may be off by half a digit of each.
        let half = |places: usize| 0.5001 * 10f64.powi(-(places as i32));
        shown.iter().any(|(of, finer)| {
            (of - number).abs() <= half(*places) + if finer > places { half(*finer) } else { 0.0 }
        })
    };
    let missing = numbers(&headline).into_iter().find(|number| !is_shown(number))?;
    Some(format!("{} is not to be seen: {headline}", missing.0))
}

#[test]
fn headlines_say_what_is_to_be_seen() {
    let mut found = Vec::new();
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    charts(&reports, &mut found);
    assert!(found.len() > 40, "{} charts", found.len());
    let faults = found.iter().filter_map(|(path, chart)| {
        Some(format!("{}: {}", path.strip_prefix(&reports).unwrap().display(), fault(chart)?))
    });
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_number_that_is_not_drawn_is_found_and_so_is_a_cut() {
    let chart = |title: &str, drawn: &str| {
        format!(
            "<svg><title>{title}</title><desc/><text>A win</text><text>{drawn}</text><g><title>A: 54.04 %</title></g></svg>"
        )
    };
    assert_eq!(fault(&chart("A win 54.0 %", "54.0 %")), None);
    assert!(fault(&chart("A win 55 %", "55 %")).is_some_and(|it| it.starts_with("55 is not")));
    assert!(fault(&chart("A win 54.0 %", "54.0 …")).is_some_and(|it| it.starts_with("it is cut")));
}

fn of(set: impl FnOnce(&mut Report)) -> Report {
    let mut report = Report { sides: ["A", "B"].map(String::from), ..Report::default() };
    report.provenance.games = 1_000;
    set(&mut report);
    report
}

/// Tells findings about one side, two, two alike, and none.
fn told<R: Clone>(
    draw: fn(&Report) -> Chart,
    rows: [R; 3],
    put: impl Fn(&mut Report, Vec<R>),
) -> String {
    let [a, b, like_a] = rows;
    let all = [vec![a.clone()], vec![a.clone(), b], vec![a, like_a], Vec::new()];
    let titles = all.map(|rows| draw(&of(|report| put(report, rows))).labels.title);
    titles.join("\n").replace('\u{a0}', " ") + "\n"
}

#[test]
fn headlines_tell_what_is_found_of_each_side() {
    let streak = |side: &str, length, share| StreakRow {
        side: side.to_owned(),
        length,
        count: 100,
        share,
        ..StreakRow::default()
    };
    let streaks = [streak("A", 2, 0.5), streak("B", 1, 0.8), streak("B", 2, 0.5)];
    let put = |report: &mut Report, rows: Vec<StreakRow>| {
        let mean = |row: &StreakRow| {
            let mean = f64::from(row.length);
            StreakMean { mean, ..common::mean("", &row.side, row.count) }
        };
        report.streak_means = rows.iter().map(mean).collect();
        report.streaks = rows;
    };
    let mut text = told(chart::streaks, streaks.clone(), put);
    text += &told(chart::streaks, streaks, |report, rows| {
        report.initiative = Initiative::Turns;
        put(report, rows);
    });
    let seize = |side: &str, needed, rate| {
        let side = side.to_owned();
        let total = SeizeTotal { side, attempts: 100, rate: Some(rate), ..SeizeTotal::default() };
        let row =
            SeizeRow { side: total.side.clone(), needed, attempts: 100, ..SeizeRow::default() };
        (total, row)
    };
    let seizes = [seize("A", 14, 0.3), seize("B", 13, 0.4), seize("B", 14, 0.3)];
    text += &told(chart::seizes, seizes, |report, rows| {
        (report.seize_totals, report.seizes) = rows.into_iter().unzip();
    });
    let lost = |side: &str, after: &str, rate| LostAfterRow {
        side: side.to_owned(),
        after: after.to_owned(),
        actions: 1000,
        rate,
        ..LostAfterRow::default()
    };
    let losses = [lost("A", "shoot", 0.4), lost("B", "move", 0.36), lost("B", "shoot", 0.4)];
    text += &told(chart::lost_after, losses, |report, rows| {
        // Neither is told: one is lost less often, the other follows doing nothing.
        report.lost_after = [lost("A", "move", 0.17), lost("A", "stand", 0.9)].into();
        report.lost_after.retain(|_| !rows.is_empty());
        report.lost_after.extend(rows);
    });
    let round =
        |round, chances| RoundRow { side: "A".to_owned(), round, chances, ..RoundRow::default() };
    text += &told(chart::rounds, [1, 2, 3].map(|k| round(k, 1000)), |report, rows| {
        // Rounds that few games reach are not told.
        report.rounds = rows;
        report.rounds.extend([(40, 10), (61, 400)].map(|(k, chances)| round(k, chances)));
    });
    assert_snapshot!(text);
}

#[test]
fn who_is_ahead_is_told_by_what_is_known_best() {
    let title = |counted: f64, less: f64, gain: f64| {
        let row = |side: &str, [counted, less]: [f64; 2]| OutcomeRow {
            outcome: format!("{side} win"),
            side: side.to_owned(),
            games: 100,
            share: counted,
            interval: Some((counted - 0.03, counted + 0.03)),
            less_luck: Some(LessLuck {
                share: less,
                interval: Some((less - 0.015, less + 0.015)),
                gain,
            }),
            ..OutcomeRow::default()
        };
        let report = of(|report| {
            report.outcomes =
                vec![row("A", [counted, less]), row("B", [1.0 - counted, 1.0 - less])];
        });
        chart::outcomes(&report).labels.title.replace('\u{a0}', " ")
    };
    assert_eq!(title(0.6, 0.59, 3.0), "A win 59 % of games");
    assert_eq!(title(0.54, 0.51, 3.0), "Neither side is clearly ahead: A 51 %, B 49 %");
    assert_eq!(title(0.52, 0.54, 3.0), "A win 54 % of games");
    // A hardly better estimate does not count.
    assert_eq!(title(0.52, 0.54, 1.0), "Neither side is clearly ahead: A 52 %, B 48 %");
}
