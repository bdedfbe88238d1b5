//! Tables, summary and text: what readers, scripts and spreadsheets get.

use crate::answers::{compared, measure_row};
use crate::common::{HOSTILE, bundle, run, run_of};
use insta::assert_snapshot;
use skirmish_report::json::{self, Written as _};
use skirmish_report::table::{Cell, Column, Kind, Schema, Table, aligned};
use skirmish_report::{GameRow, OutcomeRow, Report, SeizeRow, cells, text};

fn csv(bytes: Result<Vec<u8>, skirmish_report::ReportError>) -> String {
    String::from_utf8(bytes.unwrap()).unwrap()
}

fn summary(report: &Report) -> Vec<u8> {
    report.findings().unwrap().summary.unwrap().bytes
}

#[test]
fn undefined_is_an_empty_cell() {
    let report = Report {
        seizes: vec![SeizeRow { needed: 22, exact: Some(0.0), ..SeizeRow::default() }],
        outcomes: vec![OutcomeRow {
            outcome: String::from("draw"),
            share: f64::NAN,
            interval: Some((f64::NAN, 1.0)),
            ..OutcomeRow::default()
        }],
        ..Report::default()
    };
    assert_snapshot!(csv(Table::of(&report.seizes).csv()), @r"
    side,needed,attempts,successes,rate,ci_low,ci_high,exact
    ,22,0,0,,,,0
    ");
    assert_snapshot!(csv(Table::of(&report.outcomes).csv()), @r"
    outcome,side,reason,games,share,ci_low,ci_high,less_luck_share,less_luck_ci_low,less_luck_ci_high,game
    draw,,,0,,,,,,,
    ");
    let summary = String::from_utf8(summary(&report)).unwrap();
    assert!(summary.contains("\"share\": null"), "{summary}");
}

#[test]
fn rows_carry_estimates_beside_exact_chances() {
    let report = run();
    let seizes = csv(Table::of(&report.seizes).csv());
    assert_snapshot!(seizes.lines().take(3).collect::<Vec<_>>().join("\n"), @r"
    side,needed,attempts,successes,rate,ci_low,ci_high,exact
    Raiders,11,40,20,0.5,0.351993,0.648007,0.5
    Raiders,13,700,271,0.387143,0.351768,0.42375,0.4
    ");
    let streaks = csv(Table::of(&report.streaks).csv());
    assert_snapshot!(streaks.lines().take(3).collect::<Vec<_>>().join("\n"), @r"
    system,side,length,count,share,ci_low,ci_high,exact,expected
    lloyd,Raiders,1,14400,0.12,0.118174,0.121851,,0.12
    lloyd,Raiders,2,12785,0.106542,0.104809,0.1083,,0.1056
    ");
    assert_snapshot!(csv(Table::of(&report.events).csv()), @r"
    event,rule,side,count,per_game,ci_low,ci_high
    volley,LL-12,Raiders,51000,2.55,2.53,2.57
    ");
    assert_snapshot!(csv(Table::of(&report.parameters).csv()), @r"
    path,value,origin,rule,in_use
    seize.base.average,19,published,LL-03,yes
    move.rate.foot,6,assumed,LL-01,yes
    shoot.bow.to-hit,8,assumed,LL-12,yes
    seize.base.good,-2,command line,LL-03,yes
    ");
}

#[test]
fn no_text_cell_begins_like_a_formula() {
    for start in ["=", "+", "-", "@", "\t", "\r"] {
        let name = format!("{start}cmd|' /C calc'!A0");
        let mut report = run_of(&name, "Watch");
        report.parameters[0].value.clone_from(&name);
        let game = GameRow { winner: name.clone(), reason: name.clone(), ..GameRow::default() };
        let files =
            bundle(&report).unwrap().into_iter().chain([Table::of(&[game]).output().unwrap()]);
        for file in files.filter(|file| file.name.ends_with(".csv")) {
            let mut reader = csv::Reader::from_reader(&file.bytes[..]);
            for cell in reader
                .records()
                .flat_map(|row| row.unwrap().iter().map(String::from).collect::<Vec<_>>())
            {
                let is_number = cell.parse::<f64>().is_ok();
                assert!(is_number || !cell.starts_with(start), "{}: {cell:?}", file.name);
            }
        }
    }
}

#[test]
fn the_summary_is_json_with_provenance() {
    let report = run();
    let bytes = summary(&report);
    assert_eq!(bytes, summary(&report));
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(value["format"], "skirmish-report/1");
    assert_eq!(value["provenance"]["unit"], "pair");
    assert_eq!(value["outcomes"][0]["share"], 0.623);
    assert_eq!(value["parameters"][3]["origin"], "command line");
    assert!(value["seizes"][0]["interval"].is_array());
    assert_eq!(value["agreement"]["compared"], 116);
}

#[test]
fn a_bundle_holds_every_table_and_the_charts_with_data() {
    let names = |report: &Report| {
        let files = bundle(report).unwrap();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_ref()).collect();
        names.join(" ")
    };
    let run = Report { seize_totals: Vec::new(), ..run() };
    assert_snapshot!(names(&run), @"summary.json report.html outcomes.csv streaks.csv streak-means.csv seize.csv events.csv parameters.csv outcomes.svg streaks.svg seize.svg");
    assert_snapshot!(names(&Report::default()), @"summary.json report.html outcomes.csv streaks.csv seize.csv events.csv parameters.csv");
}

#[test]
fn the_text_reads_like_an_answer() {
    assert_snapshot!(text::summary(&run()).text(true), @r"
    Flank run · lloyd · 20,000 games · seed 42 · 95 % intervals

      Raiders win             62.3 %  61.6 to 63.0
        holds shrine          55.1 %  54.4 to 55.8
        all enemies down       7.2 %  6.8 to 7.6
      Watch win               35.7 %  35.0 to 36.4
        60 actions            34.5 %  33.8 to 35.1
        all enemies down       1.3 %  1.1 to 1.4
      draw (both sides down)  0.06 %  0.03 to 0.10
      cap on actions           1.9 %  1.8 to 2.1

      Initiative  kept for 8.31 ± 0.05 actions (Raiders), 4.76 ± 0.03 (Watch)
      Seized      in 13.3 % of attempts (Raiders), 17.0 % (Watch)
      Played by   runner (Raiders), holder (Watch)

      2 values are our guesses, because the rules don't say (parameters.csv).

      assumed (change it with --set)  value   rule
      move.rate.foot                      6  LL-01
      shoot.bow.to-hit                    8  LL-12
    Assumed: Who starts is drawn by lot.

    Methods and sources
      Shares of games: Wilson intervals over pairs.
    ");
}

#[test]
fn disagreement_is_said_and_assumptions_are_counted() {
    let mut report = run();
    report.seizes[3].successes += 900;
    report.streaks.clear();
    report.parameters.truncate(1);
    let text = text::summary(&report).text(true);
    assert!(text.contains("WRONG: 1 of "), "{text}");
    assert!(!text.contains("our guess"), "{text}");
    // All are counted, though few are named.
    let mut report = run();
    for row in &mut report.seizes {
        row.successes = row.attempts - row.successes;
    }
    let wrong = skirmish_report::agreement::compare(&report).disagreements.len();
    let text = text::summary(&report).text(false);
    assert!(wrong > 5 && text.contains(&format!("WRONG: {wrong} of ")), "{wrong}: {text}");
}

#[test]
fn names_cannot_steer_the_terminal() {
    let text = text::summary(&run_of(HOSTILE, "a\nb")).text(true);
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()));
    assert!(!text.contains('\u{202e}') && text.contains("a b win"));
}

const LUCK: &[Column] = &[Column::new("gain", Kind::Number, "Gain.")];
const COLUMNS: &[Column] = &[
    Column::new("side", Kind::Text, "The side."),
    Column::new("games", Kind::Whole, "Games."),
    Column::new("rate", Kind::Rate, "Share of games."),
    Column::new("interval", Kind::Interval("ci_low", "ci_high"), "Interval of the share."),
    Column::new("exact", Kind::Fraction, "Exact chance."),
    Column::new("certain", Kind::YesNo, "Whether it is certain.").in_json(),
    Column::new("luck", Kind::Record(LUCK), "Luck."),
];
const SCHEMA: Schema =
    Schema { file: "rates.csv", about: "A row for each side.", columns: COLUMNS };

fn table() -> Table {
    let third = cells!["=1+1", 12_000_u64, 1.0 / 3.0, (0.25, 0.5), "1/3", false];
    let rows = [
        (third, Cell::Record(cells![2.5])),
        (cells!["b", 0_u64, None::<f64>, (f64::NAN, 1.0), None::<String>, true], Cell::Empty),
    ];
    Table::new(
        &SCHEMA,
        rows.map(|(mut row, luck)| {
            row.push(luck);
            row
        }),
    )
}

#[test]
fn one_declaration_makes_every_format() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    assert_eq!(
        text(table().csv().expect("writes to memory")),
        "side,games,rate,ci_low,ci_high,exact_numerator,exact_denominator,luck_gain\n\
         '=1+1,12000,0.333333,0.25,0.5,1,3,2.5\nb,0,,,,,,\n"
    );
    let json: serde_json::Value = serde_json::to_value(table()).expect("writes to memory");
    assert_eq!(
        json,
        serde_json::json!([
            {"side": "=1+1", "games": 12000, "rate": 0.333_333_333_333, "interval": [0.25, 0.5],
             "exact": "1/3", "certain": false, "luck": {"gain": 2.5}},
            {"side": "b", "games": 0, "rate": null, "interval": null, "exact": null, "certain": true, "luck": null},
        ])
    );
    assert_eq!(
        table().text().replace('\u{a0}', " "),
        "  side   games  rate  interval  exact  luck_gain\n  =1+1  12,000  33 %  25 to 50    1/3        2.5\n  b          0\n"
    );
}

/// Returns a CSV cell that holds this text.
fn in_csv(text: &str) -> String {
    const SIDE: Schema = Schema {
        file: "sides.csv",
        about: "A row for each side.",
        columns: &[Column::new("side", Kind::Text, "The side.")],
    };
    let csv = csv(Table::new(&SIDE, [cells![text]]).csv());
    let cell = csv.strip_prefix("side\n").and_then(|cell| cell.strip_suffix('\n'));
    cell.expect("a head and a cell").trim_matches('"').to_owned()
}

#[test]
fn no_text_becomes_a_date() {
    let dates = [
        "1/2",
        "3-4",
        "1/2/3",
        "1.2.3",
        "10:30",
        "1/2/2026",
        "2-Mar",
        "Mar 2",
        "March 2, 2026",
        "SEPT2",
        "10-12",
        "1 1/2",
        "-1/2",
    ];
    for text in dates {
        assert_eq!(in_csv(text), format!("'{text}"));
    }
    let others = [
        "3",
        "-3",
        "1.5",
        "2d6",
        "d20",
        "Marauders",
        "North 2",
        "3 bows",
        "Mar",
        "10 20",
        "A/B",
        "1e3",
    ];
    for text in others {
        assert_eq!(in_csv(text), text);
    }
}

#[test]
fn a_cell_of_any_length_is_shown_as_far_as_there_is_room() {
    // Most characters of a text in a file.
    const MOST: usize = 4000;
    for count in [MOST + 1, 65_536, 1 << 20] {
        let long = "n".repeat(count);
        let lines = [vec!["side".to_owned(), "rate".to_owned()], vec![long.clone(), long]];
        for is_left in [true, false] {
            let shown = aligned(&lines, |_| is_left);
            let letters = shown.chars().filter(|c| *c == 'n').count();
            assert!((1..=4 * MOST).contains(&letters), "{letters}");
        }
    }
}

/// Reads a summary with a replacement in it and returns the error, if any.
fn changed(summary: &[u8], from: &str, to: &str) -> Option<String> {
    let text = std::str::from_utf8(summary).expect("UTF-8");
    assert!(text.contains(from), "{from}: {text}");
    json::read(text.replace(from, to).as_bytes()).err().map(|error| error.to_string())
}

#[test]
fn counts_are_checked_wherever_they_stand() {
    const MOST: u64 = 1 << 50;
    let summary = summary(&run());
    let games =
        |count: String| changed(&summary, "\"games\": 12460", &format!("\"games\": {count}"));
    assert_eq!(games(MOST.to_string()), None);
    assert_eq!(changed(&summary, "\"seed\": 42", &format!("\"seed\": {}", u64::MAX)), None);
    for wrong in [(MOST + 1).to_string(), format!("-{}", MOST + 1)] {
        let why = games(wrong.clone()).unwrap_or_default();
        assert!(why.contains(&format!("{wrong} is more than can be counted")), "{why}");
    }
    assert!(json::read(&[&summary[..], b" 2"].concat()).is_err());
}

#[test]
fn names_of_files_lead_nowhere() {
    let rows = vec![measure_row("win-rate", "Raiders", &[0.5, 0.5], &[None])];
    let summary = compared(&["a", "b"], rows).findings().unwrap().summary.unwrap().bytes;
    let named = |name: &str| {
        let name = serde_json::to_string(name).expect("a text");
        changed(&summary, "\"measure\": \"win-rate\"", &format!("\"measure\": {name}"))
    };
    assert_eq!([named("win-rate"), named("first blood")], [None, None]);
    for name in ["", "..", "a/b", "a\\b", "\u{1b}"] {
        assert!(named(name).unwrap_or_default().ends_with("a measure has no name"), "{name:?}");
    }
}
