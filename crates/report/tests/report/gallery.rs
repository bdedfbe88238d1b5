//! Draws charts into the target folder for viewing, and checks that they are sound documents.

use std::path::Path;

use crate::common;
use skirmish_report::chart::{
    Axis, BarSeries, BarValue, Chart, Labels, LineSeries, ValueFormat, bars, heat_map, lines,
};
use skirmish_report::comparison::Value;
use skirmish_report::{Report, StreakRow, chart};

/// Saves a file; a drawing must be well-formed and have a title and a description.
fn save(name: &str, bytes: &[u8]) {
    if name.ends_with(".svg") {
        let text = std::str::from_utf8(bytes).unwrap();
        let drawing = roxmltree::Document::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        for words in ["title", "desc"] {
            let mut nodes = drawing.descendants().filter(|n| n.tag_name().name() == words);
            let said = nodes.next().and_then(|n| n.text()).unwrap_or_default();
            assert!(!said.trim().is_empty(), "{name} has no <{words}>");
        }
        assert!(!text.contains("NaN"), "{name}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), bytes).unwrap();
}

fn handicap() -> Chart {
    let curve = |label: &str, shift: f64| LineSeries {
        label: label.into(),
        points: (-12..=12)
            .map(|x| {
                let x = f64::from(x) * 5.0;
                let y = 1.0 / (1.0 + (-(x + shift) / 26.0).exp());
                (x, Value { value: y, interval: Some((y - 0.03, y + 0.03)) })
            })
            .collect(),
    };
    let labels = Labels {
        title: String::from("Wardens stay ahead until they give up about 14 points"),
        subtitle: String::from(
            "Win rate against the field by points handicap. Bands: 95\u{a0}% intervals.",
        ),
        caption: String::from("Simulated with seed 42."),
        ..Labels::default()
    };
    let x = Axis::of("Points handicap", ValueFormat::Signed, None);
    let y = Axis::of("Win rate", ValueFormat::Percent, Some((0.0, 1.0)));
    let series = [
        curve("Wardens", 14.0),
        curve("Reavers", 0.0),
        curve("Ironclad", -3.0),
        curve("Sylvan Court", -16.0),
    ];
    lines(Chart { labels, x, y, ..Chart::default() }, &series, 0, Some(0.5))
        .remarking((-14.0, 0.5), "Wardens break even at −14 points")
}

fn odds() -> Chart {
    let stairs = |label: &str, top: f64| LineSeries {
        label: label.into(),
        points: (1..=20)
            .map(|n| {
                let value = (top - f64::from(n)).clamp(0.0, 20.0) / 20.0;
                (f64::from(n), Value { value, interval: None })
            })
            .collect(),
    };
    let labels = Labels {
        title: String::from("Two factors more than double the chance"),
        ..Labels::default()
    };
    let x = Axis { name: String::from("Own base rate"), ..Axis::default() };
    let y = Axis::of("Chance to seize", ValueFormat::Percent, None);
    let series = [stairs("alone", 21.0), stairs("in reach of the enemy", 23.0)];
    lines(Chart { labels, x, y, ..Chart::default() }, &series, 0, None)
}

fn words(title: &str, subtitle: &str) -> Labels {
    Labels {
        title: title.into(),
        subtitle: subtitle.into(),
        caption: String::from("20,000 games a pair · seed 42 · skirmish 0.1.0"),
        ..Labels::default()
    }
}

fn matchups() -> Chart {
    let names =
        ["Wardens", "Reavers", "Sylvan Court", "Ironclad", "Deepkin", "Free Companies", "Ashborn"];
    let strength = [0.35, -0.1, -0.6, 0.0, -0.5, 0.3, 0.2];
    let cell = |row: usize, column: usize| {
        let value = 1.0 / (1.0 + f64::exp(strength[column] - strength[row]));
        (row != column).then_some(Value { value, interval: Some((value - 0.02, value + 0.02)) })
    };
    let labels = words(
        "Sylvan Court loses to everyone",
        "Row faction's win rate (%) against column faction. Grey: not distinguishable from even.",
    );
    let names = [names; 2].map(|names| names.map(String::from).to_vec());
    let cells: Vec<Vec<_>> =
        (0..7).map(|row| (0..7).map(|column| cell(row, column)).collect()).collect();
    let chart = Chart { labels, ..Chart::default() };
    heat_map(chart, &names, &cells, (Some(0.5), ValueFormat::Percent))
}

fn sweep_grid() -> Chart {
    let cell = |row: i32, column: i32| {
        Some(Value { value: f64::from(row * column) / 10.0 + 1.0, interval: None })
    };
    let labels = words("Streaks grow with both base rates", "Mean length of streaks in actions");
    let names = [10..22, 1..31].map(|of| of.map(|value| value.to_string()).collect());
    let cells: Vec<Vec<_>> =
        (10..22).map(|row| (1..=30).map(|column| cell(row, column)).collect()).collect();
    let chart = Chart { labels, ..Chart::named("seize.base.average", "seize.base.good") };
    heat_map(chart, &names, &cells, (None, ValueFormat::default()))
}

fn first_player() -> Chart {
    let bar = |value| {
        let interval = Some((value - 0.01, value + 0.01));
        Some(BarValue { value, interval, ..BarValue::default() })
    };
    let series = |label: &str, values: [f64; 5]| BarSeries::new(label, values.map(bar));
    let labels = words(
        "Going first pays on open boards, not on dense ones",
        "First player's win rate by scenario and terrain. Whiskers: 95\u{a0}% intervals.",
    );
    let y = Axis::of("Win rate", ValueFormat::Percent, None);
    let groups =
        ["Breakthrough", "Hold the hill", "Raid", "Last stand", "Escort"].map(String::from);
    let all = [
        series("Open", [0.588, 0.545, 0.611, 0.521, 0.562]),
        series("Mixed", [0.552, 0.531, 0.561, 0.503, 0.54]),
        series("Dense", [0.507, 0.498, 0.522, 0.471, 0.512]),
    ];
    bars(Chart { labels, y, ..Chart::default() }, &groups, &all)
}

#[test]
fn every_kind_of_drawing_is_a_sound_document() {
    for (prefix, report) in [
        ("run", common::run()),
        ("hostile", common::run_of(common::HOSTILE, "Ω旗本 & Söhne GmbH & Co. KG auf Aktien")),
        ("empty", Report::default()),
    ] {
        for file in common::bundle(&report).unwrap() {
            save(&format!("{prefix}-{}", file.name), &file.bytes);
        }
        save(
            &format!("{prefix}-summary.txt"),
            skirmish_report::text::summary(&report).text(false).as_bytes(),
        );
    }
    let mut systems = common::run();
    for system in ["alternate", "cards", "lloyd-d10"] {
        for (side, chance) in [("Raiders", 0.4), ("Watch", 0.5)] {
            let rows = common::geometric(side, chance, 12);
            systems
                .streaks
                .extend(rows.into_iter().map(|row| StreakRow { system: system.into(), ..row }));
            systems.streak_means.push(common::mean(system, side, 120_000));
        }
    }
    for needed in 4..=11 {
        systems.seizes.push(common::seize("Watch", needed, 900));
    }
    save("systems-streaks.svg", chart::streaks(&systems).svg().as_bytes());
    save("systems-seize.svg", chart::seizes(&systems).svg().as_bytes());
    save("empty-outcomes.svg", chart::outcomes(&Report::default()).svg().as_bytes());
    save("lines-handicap.svg", handicap().svg().as_bytes());
    save("lines-odds.svg", odds().svg().as_bytes());
    save("heat-matchups.svg", matchups().svg().as_bytes());
    save("heat-sweep.svg", sweep_grid().svg().as_bytes());
    save("bars.svg", first_player().svg().as_bytes());
}
