//! Charts of studies, from values made by hand: every text of each, in drawing order.

use insta::assert_snapshot;
use skirmish_report::comparison::{self, ChangeValue, Comparison, Others, Value};
use skirmish_report::json::Written as _;
use skirmish_report::panel::{Panel, PanelRow};
use skirmish_report::sensitivity::{Luck, LuckSource, Sensitivity};
use skirmish_report::sweep::{Parameter, Point, PointMeasure, Sweep};
use skirmish_report::tune::{Ending, Tune};
use skirmish_report::{Findings, Report, ReportError};

use crate::answers::{
    change, compared, edited, grid, known, measure_row, measured, numbers, step, swept, tuned,
};
use crate::charts::texts;
use crate::common::run;

/// Returns all texts of all charts, a line for each chart below its name.
fn drawn(of: &str, findings: Result<Findings, ReportError>) -> String {
    let charts = findings.expect("writes to memory").charts.into_iter();
    let told = charts.map(|(file, chart)| {
        let texts = texts(&chart.svg()).join(" / ").replace('\u{a0}', " ");
        assert!(!texts.contains(".txt:") && !texts.contains("NaN"), "{texts}");
        format!("{of}: {file}\n{texts}\n")
    });
    told.collect()
}

/// A change with this range among other bots.
fn with_others(value: f64, p: f64, ends: [f64; 2], told: [bool; 2]) -> Option<ChangeValue> {
    let [least, greatest] = ends;
    let [is_higher, is_lower] = told;
    let others = Others { least, greatest, is_higher, is_lower };
    change(value, 0.02, p).map(|change| ChangeValue { others: Some(others), ..change })
}

#[test]
fn comparisons() {
    let clear = || change(0.1, 0.02, 0.001);
    let open = || change(0.001, 0.02, 0.9);
    let two = compared(
        &["lloyd", "alternate"],
        vec![
            measure_row("win-rate", "Raiders", &[0.53, 0.15], &[clear()]),
            measure_row("win-rate", "Watch", &[0.47, 0.85], &[clear()]),
            measure_row("walkover", "Raiders", &[0.40, 0.41], &[open()]),
            measure_row("losses", "Raiders", &[4.0, 6.0], &[clear()]),
            // A mean that begins at 0 has no relative change.
            measure_row("losses", "Watch", &[0.0, 1.0], &[clear()]),
        ],
    );
    let row = || measure_row("win-rate", "Raiders", &[0.5, 0.501], &[open()]);
    let apart = compared(&["as it is", "cards"], vec![row()]);
    let mut idle = apart.clone();
    idle.variants[1].changed_games = Some(0);
    let panel = Some(Panel::default());
    let idle_with_bots = Comparison { panel: panel.clone(), ..idle.clone() };
    let [one, other] = [1, 2].map(|k| format!("the same long name of a file of rules, draft {k}"));
    let three = Comparison {
        asked: vec!["seizes".to_owned()],
        panel,
        ..compared(
            &[&*one, &*other, "c"],
            vec![
                measure_row("win-rate", "Raiders", &[0.6, 0.8, 0.7], &[clear(), clear()]),
                measure_row("win-rate", "Watch", &[0.4, 0.2, 0.3], &[clear(), clear()]),
                measure_row("losses", "Raiders", &[3.0, 2.0, 2.5], &[clear(), open()]),
                measure_row("losses", "Watch", &[2.0, 5.0, 4.0], &[clear(), open()]),
                measure_row("seizes", "Watch", &[2.7, 2.8, 2.9], &[open(), open()]),
                measure_row("dice", "", &[0.0, 0.0, 0.0], &[open(), open()]),
            ],
        )
    };
    let none = compared(
        &["a", "b", "c"],
        vec![measure_row("win-rate", "Raiders", &[0.5, 0.5, 0.501], &[open(), open()])],
    );
    let depends = |variants: &[&str]| {
        let both = with_others(0.1, 0.001, [-0.05, 0.2], [true, true]);
        let rest = variants.iter().skip(2).map(|_| open());
        let changes: Vec<_> = [both].into_iter().chain(rest).collect();
        let values = vec![0.5; variants.len()];
        compared(variants, vec![measure_row("win-rate", "Raiders", &values, &changes)])
    };
    let only = |one: [bool; 2], other: [bool; 2]| {
        let change = |told| with_others(0.0, 0.9, [-0.46, 0.01], told);
        compared(
            &["a", "b"],
            vec![
                measure_row("win-rate", "Raiders", &[0.5, 0.5], &[change(one)]),
                measure_row("win-rate", "Watch", &[0.3, 0.3], &[change(other)]),
            ],
        )
    };
    let more = |side| measure_row("win-rate", side, &[0.45, 0.48], &[clear()]);
    let fewer = measure_row("draw-rate", "", &[0.1, 0.04], &[change(-0.06, 0.01, 0.001)]);
    let drawn_less = compared(&["a", "b"], vec![more("Raiders"), more("Watch"), fewer]);
    let all = [
        ("two", two),
        ("fewer drawn", drawn_less),
        ("apart", apart),
        ("idle", idle),
        ("idle with bots", idle_with_bots),
        ("three", three),
        ("none", none),
        ("depends", depends(&["a", "b"])),
        ("depends, of three", depends(&["a", "b", "c"])),
        ("lower and higher", only([false, true], [true, false])),
        ("lower", only([false, true], [false, false])),
        ("lower and depends", only([false, true], [true, true])),
    ];
    let told = all.into_iter().map(|(of, comparison)| drawn(of, comparison.findings()));
    assert_snapshot!(told.collect::<String>());
}

#[test]
fn edits() {
    let valued = |mut of: Tune, far: f64| {
        for (k, row) in of.tried.iter_mut().enumerate() {
            let value = far - 0.01 * k as f64;
            (row.value, row.interval) = (Some(value), Some((value - 0.02, value + 0.02)));
        }
        of
    };
    let twice = |of: &Tune| {
        let mut of = of.clone();
        of.targets.push(of.targets[0].clone());
        of.targets[1].measured = measured("streak-in-actions", "Watch");
        of.tried = of.tried.iter().flat_map(|row| [row.clone(), row.clone()]).collect();
        for edit in &mut of.certified {
            edit.values.push(known(0.47, 0.01));
        }
        of
    };
    let found = valued(edited(), 0.6);
    let mut only_just = found.clone();
    only_just.certified[0].values[0] = known(0.455, 0.01);
    let mut nothing = Tune { ending: Ending::NothingToDo, ..valued(tuned(&[]), 0.455) };
    nothing.targets[0].now = known(0.455, 0.01);
    let ended = |ending, verdicts: &[&str]| Tune { ending, ..valued(tuned(verdicts), 0.6) };
    let both = Tune { most_cells: 2, ..twice(&found) };
    let mut wide = both.clone();
    wide.tried.iter_mut().filter(|row| !row.edit.is_empty()).for_each(|row| {
        row.edit += "; b 3 → 4";
    });
    let all = [
        ("found", found.clone()),
        ("only just", only_just.clone()),
        ("both", both),
        ("one only just", twice(&only_just)),
        ("several at once", wide),
        ("nothing", nothing),
        ("stopped", ended(Ending::Stopped, &["open"])),
        ("given up", ended(Ending::GivenUp, &["refused", "aside"])),
        ("all miss", ended(Ending::NoneFits, &["misses", "misses"])),
        ("open", ended(Ending::NoneFits, &["misses", "open"])),
        ("many", ended(Ending::NoneFits, &["misses"; 8])),
    ];
    let told = all.into_iter().map(|(of, tune)| drawn(of, tune.findings()));
    assert_snapshot!(told.collect::<String>());
}

#[test]
fn effects_and_luck() {
    let strong = || ("a.strong", step(-1, change(-0.3, 0.02, 0.001)));
    let rival = |path: &'static str| (path, step(1, change(0.28, 0.03, 0.001)));
    let weak = || ("a.weak", step(1, change(0.01, 0.02, 0.9)));
    let paths: Vec<String> = (0..15).map(|k| format!("a.{k}")).collect();
    let many = paths.iter().map(|path| (path.as_str(), step(1, change(0.1, 0.02, 0.001))));
    let depends = |told| {
        let change = with_others(-0.3, 0.001, [-0.35, 0.2], told);
        numbers(vec![("a.strong", step(-1, change)), weak()])
    };
    let source = |source: &str, first, total| LuckSource {
        source: source.to_owned(),
        dice: Some(10.0),
        first,
        total,
    };
    let luck = Luck {
        sources: vec![
            source("melee", known(-0.01, 0.04), known(0.37, 0.1)),
            source("fire", known(0.297, 0.07), known(0.613, 0.08)),
            source("set-up", known(0.0, 0.01), known(0.55, 0.02)),
        ],
        together: known(0.69, 0.19),
        ..Luck::default()
    };
    let mut words = numbers(vec![weak()]);
    words.numbers[0].value = "0.25".to_owned();
    words.numbers[0].steps[0].value = "0.22".to_owned();
    let all = [
        ("strong", numbers(vec![weak(), strong()])),
        ("two", numbers(vec![weak(), rival("a.rival"), strong()])),
        ("three", numbers(vec![rival("a.rival"), rival("a.third"), strong()])),
        ("none", numbers(vec![weak()])),
        ("words", words),
        ("many", numbers(many.collect())),
        ("depends", depends([true, true])),
        ("does not depend", depends([false, true])),
        ("luck", Sensitivity { luck: Some(luck), ..numbers(Vec::new()) }),
    ];
    let told = all.into_iter().map(|(of, study)| drawn(of, study.findings()));
    assert_snapshot!(told.collect::<String>());
}

#[test]
fn pairings() {
    let row = |bots: [Option<&str>; 2], value: f64| PanelRow {
        bots: bots.map(|bot| bot.map(str::to_owned)),
        question: "games won".to_owned(),
        is_share: true,
        value,
        interval: Some((value - 0.05, value + 0.05)),
        answer: match value {
            v if v.abs() < 0.05 => comparison::NOT_TOLD_APART.to_owned(),
            v => format!("more for {}", if v > 0.0 { "Raiders" } else { "Watch" }),
        },
        wins: Some(Value::default()),
        ..PanelRow::default()
    };
    let [run_, hold] = [Some("runner"), Some("holder")];
    let own = [None, None];
    let pairs = |values: [f64; 4]| {
        let bots = [[run_, run_], [run_, hold], [hold, run_], [hold, hold]];
        std::iter::once((own, 0.3)).chain(bots.into_iter().zip(values)).collect::<Vec<_>>()
    };
    let all = [
        ("most", pairs([0.2, -0.2, 0.01, 0.1])),
        ("all", pairs([0.2, 0.35, 0.4, 0.1])),
        ("few", pairs([-0.2, 0.3, -0.4, 0.01])),
        ("none", pairs([-0.2, 0.0, -0.4, 0.01])),
        ("even", vec![(own, 0.01), ([run_, run_], 0.02), ([run_, hold], 0.0)]),
        ("own even", vec![(own, 0.01), ([run_, run_], 0.2), ([run_, hold], 0.0)]),
        ("no own", vec![([run_, run_], 0.2), ([run_, hold], -0.2), ([hold, run_], 0.0)]),
        (
            "a bot that is its own has one row with it",
            vec![(own, 0.3), ([None, hold], -0.2), ([run_, None], 0.3), ([run_, hold], -0.2)],
        ),
    ];
    let told = all.into_iter().map(|(of, rows)| {
        let panel = Panel {
            sides: ["Raiders", "Watch"].map(str::to_owned),
            games: 1_000,
            rows: rows.into_iter().map(|(bots, value)| row(bots, value)).collect(),
            ..Panel::default()
        };
        let findings = Report { panel: Some(panel), ..run() }.findings();
        let only = findings.map(|mut findings| {
            findings.charts.retain(|(name, _)| name == "panel.svg");
            findings
        });
        drawn(of, only)
    });
    assert_snapshot!(told.collect::<String>());
}

#[test]
fn sweeps() {
    let rounds = |sides: &[(&str, [f64; 2])]| {
        let mut sweep = swept(&[0.0, 0.0]);
        sweep.measures = sides.iter().map(|(side, _)| measured("rounds", side)).collect();
        for (k, point) in sweep.points.iter_mut().enumerate() {
            point.cells.truncate(sides.len());
            let values = sides.iter().map(|(_, values)| known(values[k], 0.06));
            for (cell, value) in point.cells.iter_mut().zip(values) {
                (cell.value, cell.together) = (value, value);
            }
        }
        sweep
    };
    let up = [1.5, 2.5];
    let mut words = swept(&[0.3, 0.7]);
    for (point, value) in words.points.iter_mut().zip(["d6", "d8"]) {
        point.values = vec![value.to_owned()];
    }
    words.parameters[0].values = ["d6", "d8"].map(str::to_owned).into();
    let all: [(&str, Sweep); 8] = [
        ("even", swept(&[0.3, 0.4, 0.6])),
        ("grid", grid()),
        ("words", words),
        ("game", rounds(&[("", up)])),
        ("both", rounds(&[("Raiders", up), ("Watch", up)])),
        ("the greater first", rounds(&[("Raiders", up), ("Watch", [2.5, 1.2])])),
        ("one", rounds(&[("Raiders", [1.5, 1.51]), ("Watch", up)])),
        ("none", rounds(&[("Raiders", [1.5, 1.51])])),
    ];
    let told = all.into_iter().map(|(of, sweep)| drawn(of, sweep.findings()));
    assert_snapshot!(told.collect::<String>());
}

/// Returns the texts of the win-rate chart for these values, with the half-widths of values and of changes.
fn sweep_of(won: &[(&str, f64)], half: f64, of_changes: Option<f64>) -> String {
    let point = |(value, won): &(&str, f64)| Point {
        values: vec![(*value).to_owned()],
        changed_games: 1,
        cells: vec![PointMeasure {
            value: known(*won, half),
            together: known(*won, half),
            change_together: of_changes.and_then(|half| known(won - 0.5, half)),
            ..PointMeasure::default()
        }],
        ..Point::default()
    };
    let sweep = Sweep {
        parameters: vec![Parameter {
            path: "seize.base.good".to_owned(),
            values: won.iter().map(|(value, _)| (*value).to_owned()).collect(),
            ..Parameter::default()
        }],
        measures: vec![measured("win-rate", "")],
        points: won.iter().map(point).collect(),
        ..Sweep::default()
    };
    let charts = sweep.findings().expect("writes to memory").charts;
    charts[0].1.labels.title.replace('\u{a0}', " ")
}

#[test]
fn only_ends_that_clearly_differ_are_told() {
    let told = |won: [f64; 3], half| {
        sweep_of(&["14", "15", "16"].into_iter().zip(won).collect::<Vec<_>>(), half, None)
    };
    assert!(told([0.68, 0.58, 0.57], 0.005).ends_with(": 68.0 % at 14, 57.0 % at 16"));
    assert!(told([0.58, 0.575, 0.57], 0.03).ends_with(": no clear difference"));
}

#[test]
fn changes_on_the_same_dice_show_more() {
    let told = |of_changes| sweep_of(&[("a", 0.5), ("b", 0.54)], 0.05, of_changes);
    assert!(told(None).ends_with(": no clear difference"));
    assert!(told(Some(0.005)).ends_with(": 50 % at a, 54 % at b"));
}

#[test]
fn a_change_depends_on_who_plays_if_it_clearly_goes_both_ways() {
    for (value, p, told, verdict) in [
        (0.1, 0.001, [true, true], "depends on who plays"),
        (0.1, 0.001, [false, true], "depends on who plays"),
        (0.0, 0.9, [true, true], "depends on who plays"),
        // Some pair of bots is on the other side of 0, but not clearly.
        (0.1, 0.001, [true, false], "+0.10 ± 0.02"),
        (-0.1, 0.001, [false, true], "−0.10 ± 0.02"),
        (0.1, 0.9, [true, false], "higher with other bots"),
        (0.1, 0.9, [false, true], "lower with other bots"),
        (0.1, 0.9, [false, false], "unclear"),
    ] {
        let change = with_others(value, p, [-0.1, 0.1], told);
        let rows = vec![measure_row("losses", "Raiders", &[2.0, 2.1], &[change])];
        let asked = vec!["losses".to_owned()];
        let text = comparison::text(&Comparison { asked, ..compared(&["a", "b"], rows) });
        let told = text.text(false).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(verdict), "{verdict}: {told}");
        let is_alone = ["unclear", "bots", "depends"].iter().all(|word| !told.contains(word));
        assert_eq!(is_alone, verdict.contains('±'), "{verdict}: {told}");
    }
}

#[test]
fn means_side_by_side_have_the_same_decimals_and_never_read_the_same_if_they_differ() {
    for (values, told) in [([2.208, 2.119], "2.21 → 2.12"), ([2.208, 2.211], "2.208 → 2.211")] {
        let rows = vec![measure_row("losses", "Raiders", &values, &[change(0.1, 0.02, 0.001)])];
        let drawn = drawn("means", compared(&["a", "b"], rows).findings());
        assert!(drawn.contains(&format!(" / {told}")), "{drawn}");
    }
}
