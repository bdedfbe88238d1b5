//! Answers from values made by hand: every template, and the cases that change a sentence.

use insta::assert_snapshot;
use skirmish_report::comparison::{self, ChangeValue, Comparison, MeasureRow, Value, Variant};
use skirmish_report::exploit::{self, ChangeRow, Exploit, ToldWorth};
use skirmish_report::json::Written as _;
use skirmish_report::panel::{self, Panel, PanelRow};
use skirmish_report::sensitivity::{
    self, Closer, InterplayRow, Luck, LuckSource, Number, Sensitivity, StepEffect,
};
use skirmish_report::solved::{self, PlayerRow, Shipped, Solution};
use skirmish_report::study::{Measured, Played};
use skirmish_report::sweep::{self, Parameter, Point, PointMeasure, Sweep, Trend};
use skirmish_report::tune::{
    self, Certified, Changed, Ending, Guess, Moved, TargetRow, TriedRow, Tune,
};
use skirmish_report::{Answer, Findings, OutcomeRow, Report, text};

fn told(answer: &Answer) -> String {
    answer.text(false)
}

/// A value with an interval of this half-width.
pub(crate) fn known(value: f64, half: f64) -> Option<Value> {
    Some(Value { value, interval: Some((value - half, value + half)) })
}

/// A change with an interval of this half-width and an adjusted p-value.
pub(crate) fn change(value: f64, half: f64, p: f64) -> Option<ChangeValue> {
    let interval = Some((value - half, value + half));
    let (p_value, adjusted_p_value) = (Some(p / 10.0), Some(p));
    Some(ChangeValue { value, interval, p_value, adjusted_p_value, ..ChangeValue::default() })
}

pub(crate) fn measured(measure: &str, side: &str) -> Measured {
    Measured {
        measure: measure.to_owned(),
        side: side.to_owned(),
        is_share: measure == "win-rate",
        ..Measured::default()
    }
}

fn played() -> Played {
    Played { games: 2_000, seed: 1, ..Played::default() }
}

fn sides() -> [String; 2] {
    ["Raiders", "Watch"].map(str::to_owned)
}

/// How games end, given the shares of draws and of the first side's wins.
fn ends(nobody: f64, first: f64) -> Vec<OutcomeRow> {
    let row = |outcome: &str, side: &str, share: f64| OutcomeRow {
        outcome: outcome.to_owned(),
        side: side.to_owned(),
        share,
        interval: Some((share - 0.02, share + 0.02)),
        games: (share * 1_000.0) as u64,
        ..OutcomeRow::default()
    };
    vec![
        row("Raiders win", "Raiders", first),
        row("Watch win", "Watch", 1.0 - first - nobody),
        row("draw", "", nobody),
    ]
}

fn run(games: u64, nobody: f64, first: f64) -> Report {
    let mut report = Report { sides: sides(), outcomes: ends(nobody, first), ..Report::default() };
    report.provenance.games = games;
    report
}

pub(crate) fn measure_row(
    measure: &str,
    side: &str,
    values: &[f64],
    changes: &[Option<ChangeValue>],
) -> MeasureRow {
    MeasureRow {
        measure: measure.to_owned(),
        side: side.to_owned(),
        is_share: ["win-rate", "draw-rate"].contains(&measure),
        values: values.iter().map(|value| known(*value, 0.02)).collect(),
        changes: changes.to_vec(),
        ..MeasureRow::default()
    }
}

pub(crate) fn compared(labels: &[&str], rows: Vec<MeasureRow>) -> Comparison {
    let variant = |label: &&str| Variant { label: (*label).to_owned(), ..Variant::default() };
    Comparison {
        title: "Flank run".to_owned(),
        variants: labels.iter().map(variant).collect(),
        played: played(),
        sides: sides(),
        rows,
        ..Comparison::default()
    }
}

/// A sweep of the seize roll of good troops from 16 on, with these win rates of the first side, ± 4 points.
pub(crate) fn swept(won: &[f64]) -> Sweep {
    let cell = |value: f64| PointMeasure {
        value: known(value, 0.04),
        together: known(value, 0.04),
        ..PointMeasure::default()
    };
    let values: Vec<String> = (16..16 + won.len()).map(|value| value.to_string()).collect();
    let point = |(value, won): (&String, &f64)| Point {
        values: vec![value.clone()],
        changed_games: 1,
        cells: vec![cell(*won), cell(1.0 - won)],
        ..Point::default()
    };
    Sweep {
        title: "Flank run".to_owned(),
        points: values.iter().zip(won).map(point).collect(),
        parameters: vec![Parameter {
            path: "seize.base.good".to_owned(),
            now: Some("17".to_owned()),
            values,
        }],
        measures: sides().each_ref().map(|side| measured("win-rate", side)).into(),
        played: played(),
        ..Sweep::default()
    }
}

pub(crate) fn step(direction: i8, change: Option<ChangeValue>) -> StepEffect {
    let value = direction.to_string();
    StepEffect { value, direction, change, changed_games: Some(9), ..StepEffect::default() }
}

pub(crate) fn numbers(numbers: Vec<(&str, StepEffect)>) -> Sensitivity {
    let number = |(path, step): (&str, StepEffect)| Number {
        path: path.to_owned(),
        value: "0".to_owned(),
        steps: vec![step],
        ..Number::default()
    };
    Sensitivity {
        title: "Flank run".to_owned(),
        measure: measured("win-rate", "Raiders"),
        value: known(0.5, 0.02),
        numbers: numbers.into_iter().map(number).collect(),
        played: played(),
        ..Sensitivity::default()
    }
}

fn found() -> Exploit {
    Exploit {
        title: "Flank run".to_owned(),
        side: "Raiders".to_owned(),
        bot: "runner".to_owned(),
        enemy: "Watch (holder)".to_owned(),
        before: known(0.34, 0.01),
        after: known(0.63, 0.01),
        gain: known(0.29, 0.01),
        from: "rusher".to_owned(),
        plain: known(0.6, 0.01),
        changes: vec![ChangeRow {
            change: "leave out".to_owned(),
            line: "fight on".to_owned(),
            place: 2,
            worth: 0.03,
            interval: Some((0.02, 0.04)),
        }],
        outcomes: [ends(0.0, 0.34), ends(0.0, 0.63)],
        searched: 29_696,
        played: played(),
        ..Exploit::default()
    }
}

fn solution() -> Solution {
    let player = |side: &str| PlayerRow {
        side: side.to_owned(),
        player: "rusher".to_owned(),
        share: 1.0,
        like: "rusher".to_owned(),
        ..PlayerRow::default()
    };
    Solution {
        title: "Flank run".to_owned(),
        sides: sides(),
        value: known(0.5, 0.01),
        gaps: Some([known(0.01, 0.004), known(0.0, 0.002)].map(Option::unwrap_or_default)),
        players: vec![player("Raiders"), player("Watch")],
        outcomes: ends(0.0, 0.5),
        searched: 161_000,
        played: played(),
        ..Solution::default()
    }
}

/// A target, the present table, and edits with these verdicts, each a step further.
pub(crate) fn tuned(verdicts: &[&str]) -> Tune {
    let row = |k: usize, verdict: &str| TriedRow {
        edit: if k == 0 { String::new() } else { format!("a 1 → {}", k + 1) },
        cells: 1,
        steps: k as u32,
        games: 2_000,
        verdict: verdict.to_owned(),
        ..TriedRow::default()
    };
    let tried = std::iter::once("misses").chain(verdicts.iter().copied()).enumerate();
    Tune {
        titles: vec!["Flank run".to_owned()],
        most_cells: 3,
        targets: vec![TargetRow {
            players: "own bots".to_owned(),
            measured: measured("win-rate", "Raiders"),
            least: Some(0.45),
            most: Some(0.5),
            now: known(0.52, 0.02),
            ..TargetRow::default()
        }],
        surveyed: verdicts.len() as u64,
        tried: tried.map(|(k, verdict)| row(k, verdict)).collect(),
        played: played(),
        ..Tune::default()
    }
}

/// A search in which the second of two edits is certified.
pub(crate) fn edited() -> Tune {
    let change = Changed {
        name: "a".to_owned(),
        now: "1".to_owned(),
        then: "3".to_owned(),
        ..Changed::default()
    };
    let row = measure_row("seizes", "Raiders", &[3.52, 3.1], &[]);
    let moved = Moved { row, ..Moved::default() };
    let answers = [known(0.45, 0.01), known(0.49, 0.01)].map(Option::unwrap_or_default);
    let edit = Certified {
        changes: vec![change],
        cells: 1,
        steps: 2,
        values: vec![known(0.468, 0.018)],
        is_certain: true,
        moved: vec![moved],
        answered: vec![Some(answers)],
        ..Certified::default()
    };
    Tune {
        ending: Ending::Found,
        certified: vec![edit],
        fresh: vec![4_000],
        ..tuned(&["open", "meets"])
    }
}

#[test]
fn comparisons_are_told() {
    let rows = vec![
        measure_row("win-rate", "Raiders", &[0.64, 0.17], &[change(-0.47, 0.02, 0.001)]),
        measure_row("win-rate", "Watch", &[0.36, 0.83], &[change(0.47, 0.02, 0.001)]),
        measure_row("streak", "Watch", &[2.74, 1.0], &[change(-1.74, 0.04, 0.001)]),
        measure_row("seizes", "Watch", &[2.7, 2.8], &[change(0.1, 0.2, 0.9)]),
    ];
    assert_snapshot!(told(&comparison::text(&compared(&["lloyd", "alternate"], rows))));
}

/// Where fewer games are drawn, neither side wins at the other's cost.
#[test]
fn sides_that_both_win_more_are_told_together() {
    let more = |side| measure_row("win-rate", side, &[0.45, 0.48], &[change(0.03, 0.01, 0.001)]);
    let text =
        told(&comparison::text(&compared(&["a", "b"], vec![more("Raiders"), more("Watch")])));
    let verdict = "  Fewer games are drawn under b than under a, so both sides win more often.";
    assert_eq!(text.lines().nth(2), Some(verdict), "{text}");
}

#[test]
fn of_many_variants_the_highest_and_the_lowest_come_first() {
    let changes = [change(-0.3, 0.02, 0.001), change(-0.1, 0.02, 0.001)];
    let rows = |last| vec![measure_row("win-rate", "Raiders", &[0.5, last, 0.4], &changes)];
    let text = |last| told(&comparison::text(&compared(&["lloyd", "cards", "orders"], rows(last))));
    let verdict = "  Raiders win most often under lloyd (50 %), least under cards (20 %).";
    assert_eq!(text(0.2).lines().nth(2), Some(verdict), "{}", text(0.2));
    let even = told(&comparison::text(&compared(
        &["lloyd", "cards", "orders"],
        vec![measure_row("win-rate", "Raiders", &[0.5, 0.51, 0.49], &changes)],
    )));
    assert!(!even.contains("most often"), "{even}");
}

#[test]
fn an_ending_has_one_row_however_rare_it_is_before() {
    let row = |reason: &str, share| OutcomeRow {
        outcome: "Raiders win".to_owned(),
        side: "Raiders".to_owned(),
        reason: reason.to_owned(),
        share,
        ..OutcomeRow::default()
    };
    let outcomes = [
        vec![row("", 0.34), row("no enemy left", 0.33), row("other: holds shrine", 0.01)],
        vec![row("", 0.63), row("no enemy left", 0.31), row("holds shrine", 0.32)],
    ];
    let text = told(&exploit::text(&Exploit { outcomes, ..found() }));
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("Raiders win: ")).collect();
    assert_eq!(rows.len(), 2, "{text}");
    assert!(rows[1].contains("holds shrine") && rows[1].contains("1.0 %  32.0 %"), "{text}");
}

#[test]
fn a_comparison_opens_with_its_verdict_and_hides_no_draws() {
    let rows = vec![
        measure_row("win-rate", "Raiders", &[0.5, 0.51], &[change(0.01, 0.03, 0.9)]),
        measure_row("draw-rate", "", &[0.002, 0.001], &[change(-0.001, 0.003, 0.9)]),
    ];
    let text = told(&comparison::text(&compared(&["lloyd", "alternate"], rows)));
    let verdict = "  No clear difference: Raiders win as often under both, within 4.0 points.";
    assert_eq!(text.lines().nth(2), Some(verdict), "{text}");
    assert!(text.contains("  draw rate "), "{text}");
}

#[test]
fn too_few_games_are_said_first() {
    let study = numbers(vec![("seize.base.good", step(1, change(0.1, 0.2, 0.9)))]);
    let text = told(&sensitivity::text(&study));
    let says = "  Too few games to tell: about 128,000 a step would show a change of 5 points.";
    assert!(text.contains(&format!("\n\n{says}\n")), "{text}");
    let clear = numbers(vec![("seize.base.good", step(1, change(0.3, 0.02, 0.001)))]);
    assert!(!told(&sensitivity::text(&clear)).contains("Too few"));
}

/// After a second pass all that clearly matters is told, and the rest only counted.
#[test]
fn a_second_pass_tells_all_that_is_clear() {
    let paths: Vec<String> = (0..9).map(|k| format!("a.{k}")).collect();
    let of = |(k, path)| {
        let (size, p) = if k % 9 < 7 { (0.1, 0.001) } else { (0.05, 0.9) };
        (path, step(1, change(size + 0.001 * k as f64, 0.02, p)))
    };
    let many = || paths.iter().map(String::as_str).enumerate().map(of);
    // One that was not played again looks larger.
    let noisy = ("b.noisy", step(1, change(0.4, 0.3, 0.9)));
    let closer = Some(Closer { games: 1_200, numbers: paths.clone() });
    let study = Sensitivity { closer, ..numbers(many().chain([noisy]).collect()) };
    let text = told(&sensitivity::text(&study));
    assert_eq!(text.matches(" points").count(), 7, "{text}");
    assert!(
        text.contains("7 of 10 clearly matter · 3 unclear") && !text.contains("noisy"),
        "{text}"
    );
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let head = "then 1,200 games on new dice with each step of the 9 that looked largest";
    assert!(flat.contains(head), "{text}");
}

#[test]
fn sweeps_are_told() {
    let slopes = vec![known(-0.1, 0.01), known(0.1, 0.01)];
    let sweep =
        Sweep { trend: Some(Trend { slopes, even: known(17.1, 0.2) }), ..swept(&[0.7, 0.52, 0.3]) };
    assert_snapshot!(told(&sweep::text(&sweep)));
}

#[test]
fn numbers_that_matter_are_told() {
    let dead = StepEffect { changed_games: Some(0), ..step(1, change(0.0, 0.0, 1.0)) };
    let unknown = step(1, None);
    let refused =
        StepEffect { refused: "too low".to_owned(), changed_games: Some(0), ..unknown.clone() };
    let study = numbers(vec![
        ("seize.base.good", step(1, change(0.3, 0.02, 0.001))),
        ("seize.base.poor", step(1, change(0.03, 0.02, 0.9))),
        ("move.foot", dead),
        ("move.horse", unknown),
        ("move.cart", refused),
    ]);
    let text = told(&sensitivity::text(&study));
    let counted = "  1 of 5 clearly matters · 1 unclear · 1 never changed a game · 1 never came to be measured · 1 has no";
    assert!(text.replace("\n  ", " ").contains(counted.trim()), "{text}");
    assert_snapshot!(text);
}

#[test]
fn a_better_player_is_told() {
    assert_snapshot!(told(&exploit::text(&found())));
}

#[test]
fn players_of_both_sides_are_told() {
    assert_snapshot!(told(&solved::text(&solution())));
}

#[test]
fn edits_are_told() {
    assert_snapshot!(told(&tune::text(&edited())));
}

#[test]
fn no_answer_has_a_hole() {
    let mut row = measure_row("win-rate", "Raiders", &[0.5; 3], &[None, None]);
    row.values[1] = None;
    let holes = compared(&["a", "b", "c"], vec![row]);
    let mut edit = edited();
    edit.certified[0].moved[0].row.values[1] = None;
    edit.certified[0].values[0] = None;
    edit.targets.push(edit.targets[0].clone());
    edit.certified[0].values.push(None);
    let rows = vec![InterplayRow { path: "move.foot".to_owned(), ..InterplayRow::default() }];
    let interplay = sensitivity::Interplay { rows, ..Default::default() };
    let study =
        Sensitivity { interplay: Some(interplay), ..numbers(vec![("move.foot", step(1, None))]) };
    let lost = Exploit { before: None, after: None, plain: None, ..found() };
    for answer in [
        text::summary(&Report::default()),
        comparison::text(&Comparison::default()),
        comparison::text(&holes),
        sweep::text(&Sweep::default()),
        sweep::text(&swept(&[0.7, 0.3])),
        sensitivity::text(&Sensitivity::default()),
        sensitivity::text(&study),
        exploit::text(&Exploit::default()),
        exploit::text(&lost),
        solved::text(&Solution::default()),
        solved::text(&Solution { value: None, ..solution() }),
        tune::text(&Tune::default()),
        tune::text(&edit),
    ] {
        let text = answer.text(true);
        for hole in ["None", "none\n", "undefined", ".txt:", "NaN", "  ,", "()"] {
            assert!(!text.contains(hole), "{hole}: {text}");
        }
    }
}

#[test]
fn who_is_ahead_is_told_by_what_the_games_can_tell() {
    for (games, nobody, first, says) in [
        (20_000, 0.0, 0.52, "Neither side is clearly ahead."),
        (2, 0.0, 0.52, "2 games can't tell who is ahead, or what going first is worth."),
        (20_000, 0.97, 0.01, "Nobody wins 97 % of these games."),
        // A clear lead counts, however few the games.
        (20, 0.0, 0.7, ""),
    ] {
        let text = told(&text::summary(&run(games, nobody, first)));
        let said = ["Neither", "can't tell", "Nobody wins"].map(|word| text.contains(word));
        assert_eq!(said.contains(&true), !says.is_empty(), "{text}");
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn a_change_that_all_tests_together_leave_open_says_why() {
    let why = "changes, chance alone would make some look real.";
    for (p, is_open) in [(0.2, true), (0.001, false)] {
        let rows = vec![measure_row("win-rate", "Raiders", &[0.5, 0.53], &[change(0.03, 0.02, p)])];
        let compared = told(&comparison::text(&compared(&["a", "b"], rows)));
        let study =
            told(&sensitivity::text(&numbers(vec![("a.b", step(1, change(0.03, 0.02, p)))])));
        for text in [compared, study] {
            assert_eq!(text.contains(why), is_open, "{text}");
        }
    }
}

#[test]
fn what_changes_is_told_once_and_that_nothing_does_is_told_too() {
    let streak = |side: &str| measure_row("streak", side, &[2.0, 1.0], &[change(-1.0, 0.1, 0.001)]);
    let even = || measure_row("win-rate", "Raiders", &[0.5, 0.5], &[change(0.001, 0.02, 0.9)]);
    let text = told(&comparison::text(&compared(
        &["a", "b"],
        vec![even(), streak("Raiders"), streak("Watch")],
    )));
    assert!(text.contains(" Raiders  2.00") && !text.contains(" Watch  2.00"), "{text}");
    let seizes = measure_row("seizes", "Watch", &[2.7, 2.8], &[change(0.1, 0.2, 0.9)]);
    let text = told(&comparison::text(&compared(&["a", "b"], vec![even(), seizes])));
    assert!(text.contains("Nothing else clearly changed, of 1 measure: comparison.csv"), "{text}");
}

#[test]
fn a_battle_is_even_wherever_nobody_is_seen_to_win_more() {
    for (first, place) in [
        // 17 lies beside the crossing between 18 and 19.
        (&[0.3, 0.47, 0.48, 0.52, 0.7][..], "It is about even at 17 to 19."),
        (&[0.3, 0.48, 0.52, 0.7], "It is about even at 17 or 18."),
        (&[0.3, 0.48, 0.7], "It is about even at 17."),
        // Exactly even counts, wherever it is.
        (&[0.3, 0.5, 0.7], "It is about even at 17."),
        (&[0.52, 0.51, 0.5, 0.42], "It is about even at 16 to 18."),
        (&[0.5, 0.3], "It is about even at 16."),
        // A value may be even without a crossing.
        (&[0.7, 0.6, 0.51], "It is about even at 18."),
        (&[0.3, 0.4, 0.6], "The favorite changes between 17 and 18."),
        (&[0.3, 0.6, 0.3], "The favorite changes between 16 and 17 and between 17 and 18."),
        (
            &[0.3, 0.52, 0.7, 0.3],
            "The favorite changes between 18 and 19, and it is about even at 17.",
        ),
        (
            &[0.49, 0.51, 0.5],
            "Neither side clearly wins more at any of these values (2,000 games a point).",
        ),
        (&[0.6, 0.7], ""),
    ] {
        let text = told(&sweep::text(&swept(first)));
        assert!(text.contains(place), "{first:?}: {text}");
        let says = text.contains(" even at ") || text.contains("favorite");
        assert_eq!(says, place.contains(" even at ") || place.contains("favorite"), "{text}");
    }
}

#[test]
fn of_what_is_equally_close_to_even_all_is_named() {
    for (first, closest) in [
        (
            &[0.8, 0.62, 0.61, 0.62, 0.6][..],
            Some("17 to 20, where Raiders win 60 % to 62 % (none is clearly closest)."),
        ),
        (&[0.8, 0.7, 0.59], Some("18, where Raiders win 59.0 ± 4.0 %.")),
        // Not told beside where the battle may be even.
        (&[0.8, 0.52, 0.49], None),
        (&[0.62, 0.61, 0.62], None),
    ] {
        let text = told(&sweep::text(&swept(first))).replace("\n  ", " ");
        let said = text.split("Closest to even: ").nth(1);
        let said =
            said.map(|said| said.split(".\n").next().unwrap_or_default().trim_end_matches('.'));
        assert_eq!(said, closest.map(|closest| closest.trim_end_matches('.')), "{text}");
    }
}

/// A grid of two numbers, the second 6 or 8.
pub(crate) fn grid() -> Sweep {
    let line = swept(&[0.2, 0.4, 0.6, 0.8]);
    let mut map = line.clone();
    map.parameters.push(Parameter {
        path: "seize.base.poor".to_owned(),
        now: Some("6".to_owned()),
        values: ["6", "8"].map(str::to_owned).into(),
    });
    let both = |point: &Point| {
        ["6", "8"].map(|other| Point {
            values: vec![point.values[0].clone(), other.to_owned()],
            ..point.clone()
        })
    };
    map.points = line.points.iter().flat_map(both).collect();
    map
}

#[test]
fn a_grid_has_one_number_down_and_the_other_across() {
    let text = told(&sweep::text(&grid()));
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = rows.iter().find(|row| row.first() == Some(&"18")).expect("a row for 18");
    assert_eq!(row[1..], ["60.0", "±", "4.0", "%", "60.0", "±", "4.0", "%"], "{text}");
    assert!(text.contains("\nRaiders win; across: seize roll of poor troops\n"), "{text}");
    // Watch win the rest.
    assert!(!text.contains("Watch"), "{text}");
}

fn title(findings: Result<Findings, skirmish_report::ReportError>, file: &str) -> String {
    let charts = findings.expect("writes to memory").charts;
    let chart = charts.into_iter().find(|(name, _)| name == file);
    chart.expect("it is drawn").1.labels.title.replace('\u{a0}', " ")
}

#[test]
fn a_headline_ends_where_a_measure_is_least_or_most() {
    for (first, ends) in [
        (&[0.1, 0.3, 0.5, 0.35, 0.7][..], "10 % at 16, 70 % at 20"),
        (&[0.2, 0.5, 0.65, 0.7, 0.1], "70 % at 19, 10 % at 20"),
        (&[0.1, 0.8], "80 % at 17"),
    ] {
        let mut sweep = swept(first);
        // Only of win rates is it told where they are even.
        for measured in &mut sweep.measures {
            measured.measure = "through".to_owned();
        }
        sweep.measures.truncate(1);
        let said = title(sweep.findings(), "through.svg");
        assert!(said.ends_with(ends), "{said}");
    }
}

#[test]
fn whose_luck_matters_is_said_of_the_measure() {
    let source = |source: &&str| LuckSource {
        source: (*source).to_owned(),
        dice: Some(1.0),
        first: known(0.1, 0.05),
        total: known(0.4, 0.1),
    };
    let said = |count: usize, together: Option<Value>| {
        let sources = ["melee", "fire", "morale"].iter().take(count).map(source).collect();
        let luck = Some(Luck { sources, together, ..Luck::default() });
        title(Sensitivity { luck, ..numbers(Vec::new()) }.findings(), "luck.svg")
    };
    let two = "Neither the dice for melee nor those for fire clearly matter more for ";
    let none = "No kind of dice clearly matters most for ";
    // More than any kind decides alone, and not clearly more.
    let (much, little) = (known(0.65, 0.05), known(0.4, 0.3));
    for (count, together, starts) in [
        (2, None, two),
        (2, much, two),
        (3, None, none),
        (3, little, none),
        (3, much, "More of the luck in "),
    ] {
        let said = said(count, together);
        assert!(said.starts_with(starts), "{said}");
    }
    assert!(said(3, much).ends_with(" than in any alone"));
}

#[test]
fn that_all_edits_miss_is_more_than_that_none_is_sure_to_do_it() {
    for (verdicts, says) in [
        (&["misses", "misses"][..], "None of these 2 meets all targets."),
        (&["misses", "open"], "No edit that was played is sure to meet all targets."),
        (&[], "No edit that was played is sure to meet all targets."),
    ] {
        let text = told(&tune::text(&tuned(verdicts)));
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn who_gains_more_than_was_told_is_told_so() {
    let says = |gain: f64, most: f64, low: f64| {
        let interval = Some((low, 0.9));
        let gained = Value { value: 0.3, interval };
        let found = Exploit { told: Some(ToldWorth { gain, most }), gain: Some(gained), ..found() };
        told(&exploit::text(&found)).replace('\n', " ").replace("  ", " ")
    };
    assert!(
        says(0.013, 0.7, 0.018)
            .contains("More than the 1.3 points that Raiders should gain at most")
    );
    assert!(says(0.013, 0.5, 0.018).contains("More than the 50 % that Raiders should win at most"));
    assert!(!says(0.013, 0.7, 0.012).contains("More than"));
}

#[test]
fn a_player_of_its_own_is_told_whole() {
    let own = Exploit { from: String::new(), ..found() };
    let text = told(&exploit::text(&own));
    assert!(text.contains("How: by a script of its own, each line"), "{text}");
    let text = told(&exploit::text(&Exploit { changes: Vec::new(), ..own }));
    assert!(text.contains("How: it stands, whatever happens."), "{text}");
}

#[test]
fn what_was_not_searched_says_so_first() {
    let first_round_takes = Some("about 9 seconds".to_owned());
    let text = told(&solved::text(&Solution { gaps: None, first_round_takes, ..solution() }));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with("  Time ran out before"), "{text}");
    assert!(text.contains("Raiders win 50.0 ± 1.0 %") && !text.contains("play  "), "{text}");
    assert!(!text.contains("searched"), "{text}");
    let shipped = Shipped { value: 0.5, range: (0.43, 0.6), games: 2_533_400, undecided: 0.0 };
    let with = Solution { shipped: Some(shipped), ..solution() };
    let known = " The players that come with the program: Raiders 50 % (43 % to 60 %), from 2,533,400 games. ";
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = told(&solved::text(&Solution { gaps: None, ..with.clone() }));
    assert!(flat(&text).contains(&format!("95 % intervals{known}Time ran out")), "{text}");
    assert!(!text.contains("how games end") && text.contains("no measure of the battle"), "{text}");
    let text = told(&solved::text(&with));
    assert!(flat(&text).contains(&format!("players found.{known}Tested on")), "{text}");
    assert!(text.contains("how games end"), "{text}");
}

#[test]
fn what_was_stopped_opens_with_a_guess() {
    let guess = |games, is_accepted| Guess {
        changes: vec![Changed {
            name: "a".to_owned(),
            now: "1".to_owned(),
            then: "2".to_owned(),
            ..Changed::default()
        }],
        values: vec![known(0.468, 0.03)],
        is_accepted,
        games,
    };
    let stopped = Tune { ending: Ending::Stopped, minutes: Some([4, 9]), ..tuned(&["open"]) };
    let text = told(&tune::text(&stopped));
    assert!(text.contains("No guess yet") && text.contains("about 4 minutes more"), "{text}");
    for (guess, says) in [
        (guess(0, false), "It has not been played yet"),
        (guess(500, false), "It has been played in 500 games. Missing: more games"),
        (guess(500, true), "It met the target in 500 games. Missing: a test on new games."),
    ] {
        let text = told(&tune::text(&Tune { guess: Some(guess), ..stopped.clone() }));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let opens = "Best guess so far: a 1 → 2; win rate, Raiders 46.8 ± 3.0 %, not sure yet. ";
        assert!(flat.contains(&format!("{opens}{says}")), "{text}");
    }
}

#[test]
fn wide_letters_stay_in_their_column() {
    let mut report = run(20_000, 0.0, 0.6);
    report.sides[0] = "騎兵隊".to_owned();
    report.outcomes[0].side = "騎兵隊".to_owned();
    report.outcomes[0].outcome = "騎兵隊 win".to_owned();
    let text = told(&text::summary(&report));
    let before = |share: &str| {
        let line = text.lines().find(|line| line.contains(share)).expect("a line");
        let before = line.split(share).next().unwrap_or_default();
        before.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum::<usize>()
    };
    assert_eq!(before("60.0 %"), before("40.0 %"), "{text}");
}

fn panel_row(bots: [Option<&str>; 2], answer: &str) -> PanelRow {
    PanelRow {
        bots: bots.map(|bot| bot.map(str::to_owned)),
        question: "win-rate, Raiders".to_owned(),
        is_share: true,
        value: 0.04,
        interval: Some((0.03, 0.05)),
        adjusted_p_value: Some(0.001),
        answer: answer.to_owned(),
        games: 2_000,
        ..PanelRow::default()
    }
}

#[test]
fn the_verdict_counts_combinations() {
    let panel = Panel {
        sides: ["Raiders".to_owned(), "Watch".to_owned()],
        games: 2_000,
        seed: 1,
        own: Default::default(),
        has_players: false,
        played: 4,
        asked: 4,
        rows: vec![
            panel_row([None, None], "higher"),
            panel_row([Some("runner"), Some("rusher")], "higher"),
            panel_row([Some("runner"), Some("=1+1")], "lower"),
            panel_row([Some("rusher"), Some("rusher")], "no clear difference"),
        ],
    };
    let report = Report { panel: Some(panel.clone()), ..crate::common::run() };
    let text = panel::text(&panel);
    assert!(text.ends_with("own ± leaves out 0 (panel.csv has the intervals)\n"), "{text}");
    let told = "own bots; of 3 other combinations: 1 higher, 1 lower, 1 no clear difference.";
    assert!(text.replace('\n', " ").contains(told) && !text.contains("to the end"), "{text}");
    let cut_short = panel::text(&Panel { asked: 9, ..panel.clone() });
    assert!(cut_short.contains("Only 4 of 9 combinations were played to the end."));
    let findings = report.findings().expect("writes to memory");
    let csv = findings.tables.last().map(|table| table.csv().expect("writes to memory"));
    let csv = String::from_utf8(csv.unwrap_or_default()).expect("UTF-8");
    assert!(
        csv.contains("\nrunner,rusher,\"win-rate, Raiders\",2000,0.04,0.03,0.05,0.001,higher,,,\n"),
        "{csv}"
    );
    assert!(csv.contains("'=1+1"), "no formula for a spreadsheet: {csv}");
}

#[test]
fn who_does_not_ask_is_not_told_how() {
    let answer = Answer::default().with_table("Found.\n").with_table("  a table\n");
    let answer = answer.with_explanation("Wilson 1927").next("then", "skirmish list");
    assert_eq!(answer.text(false), "Found.\n\n  a table\n\nNext, then: skirmish list\n");
    assert_eq!(answer.alone().text(true), "Found.\n\n  a table\n\nWilson 1927\n");
}
