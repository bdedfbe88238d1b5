//! Draws charts into the target folder, to be looked at, and asserts that they are sound documents.

use std::path::Path;

use crate::common;
use skirmish_report::chart::{
    Axis, Callout, Labels, LineChart, LinePoint, LineSeries, ValueFormat, lines,
};
use skirmish_report::chart::{BarChart, BarSeries, BarValue, HeatCell, HeatMap, bars, heat_map};
use skirmish_report::{Report, SeizeRow, StreakRow, bundle, chart};

/// Keeps a file for eyes; a drawing must be a sound document with words for those who cannot see it.
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

fn handicap() -> LineChart {
    let curve = |label: &str, shift: f64| LineSeries {
        label: label.into(),
        points: (-12..=12)
            .map(|x| {
                let x = f64::from(x) * 5.0;
                let y = 1.0 / (1.0 + (-(x + shift) / 26.0).exp());
                LinePoint { x, y, interval: Some((y - 0.03, y + 0.03)) }
            })
            .collect(),
    };
    LineChart {
        labels: Labels {
            title: String::from("Wardens stay ahead until they give up about 14 points"),
            subtitle: String::from(
                "Win rate against the field by points handicap. Bands: 95\u{a0}% intervals.",
            ),
            caption: String::from("Simulated with seed 42."),
            ..Labels::default()
        },
        x: Axis::of("Points handicap", ValueFormat::Signed, None),
        y: Axis::of("Win rate", ValueFormat::Percent, Some((0.0, 1.0))),
        series: vec![
            curve("Wardens", 14.0),
            curve("Reavers", 0.0),
            curve("Ironclad", -3.0),
            curve("Sylvan Court", -16.0),
        ],
        stressed: Some(0.5),
        callouts: vec![Callout {
            x: -14.0,
            y: 0.5,
            text: String::from("Wardens break even at −14 points"),
        }],
        ..LineChart::default()
    }
}

fn odds() -> LineChart {
    let stairs = |label: &str, top: f64| LineSeries {
        label: label.into(),
        points: (1..=20)
            .map(|n| LinePoint {
                x: f64::from(n),
                y: (top - f64::from(n)).clamp(0.0, 20.0) / 20.0,
                interval: None,
            })
            .collect(),
    };
    LineChart {
        labels: Labels {
            title: String::from("Two factors more than double the chance"),
            ..Labels::default()
        },
        x: Axis { name: String::from("Own base rate"), ..Axis::default() },
        y: Axis::of("Chance to seize", ValueFormat::Percent, None),
        series: vec![stairs("alone", 21.0), stairs("in reach of the enemy", 23.0)],
        ..LineChart::default()
    }
}

fn words(title: &str, subtitle: &str) -> Labels {
    Labels {
        title: title.into(),
        subtitle: subtitle.into(),
        caption: String::from("20,000 games a pair · seed 42 · skirmish 0.1.0"),
        ..Labels::default()
    }
}

fn matchups() -> HeatMap {
    let names =
        ["Wardens", "Reavers", "Sylvan Court", "Ironclad", "Deepkin", "Free Companies", "Ashborn"];
    let strength = [0.35, -0.1, -0.6, 0.0, -0.5, 0.3, 0.2];
    let cell = |row: usize, column: usize| {
        let value = 1.0 / (1.0 + f64::exp(strength[column] - strength[row]));
        (row != column).then_some(HeatCell {
            value,
            interval: Some((value - 0.02, value + 0.02)),
            is_clear: None,
        })
    };
    HeatMap {
        labels: words(
            "Sylvan Court loses to everyone",
            "Row faction's win rate (%) against column faction. Grey: not distinguishable from even.",
        ),
        rows: names.map(String::from).to_vec(),
        columns: names.map(String::from).to_vec(),
        cells: (0..7).map(|row| (0..7).map(|column| cell(row, column)).collect()).collect(),
        middle: Some(0.5),
        format: ValueFormat::Percent,
        ..HeatMap::default()
    }
}

fn sweep_grid() -> HeatMap {
    let cell = |row: i32, column: i32| {
        Some(HeatCell {
            value: f64::from(row * column) / 10.0 + 1.0,
            interval: None,
            ..HeatCell::default()
        })
    };
    HeatMap {
        labels: words("Streaks grow with both base rates", "Mean length of streaks in actions"),
        row_name: String::from("seize.base.average"),
        column_name: String::from("seize.base.good"),
        rows: (10..22).map(|row| row.to_string()).collect(),
        columns: (1..=30).map(|column| column.to_string()).collect(),
        cells: (10..22).map(|row| (1..=30).map(|column| cell(row, column)).collect()).collect(),
        ..HeatMap::default()
    }
}

fn first_player() -> BarChart {
    let series = |label: &str, values: [f64; 5]| BarSeries {
        label: label.into(),
        values: values
            .map(|value| {
                Some(BarValue { value, interval: Some((value - 0.01, value + 0.01)), exact: None })
            })
            .to_vec(),
    };
    BarChart {
        labels: words(
            "Going first pays on open boards, not on dense ones",
            "First player's win rate by scenario and terrain. Whiskers: 95\u{a0}% intervals.",
        ),
        y: Axis::of("Win rate", ValueFormat::Percent, None),
        groups: ["Breakthrough", "Hold the hill", "Raid", "Last stand", "Escort"]
            .map(String::from)
            .to_vec(),
        series: vec![
            series("Open", [0.588, 0.545, 0.611, 0.521, 0.562]),
            series("Mixed", [0.552, 0.531, 0.561, 0.503, 0.54]),
            series("Dense", [0.507, 0.498, 0.522, 0.471, 0.512]),
        ],
        ..BarChart::default()
    }
}

#[test]
fn every_kind_of_drawing_is_a_sound_document() {
    for (prefix, report) in [
        ("run", common::run()),
        ("hostile", common::run_of(common::HOSTILE, "Ω旗本 & Söhne GmbH & Co. KG auf Aktien")),
        ("empty", Report::default()),
    ] {
        for file in bundle(&report).unwrap() {
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
        }
    }
    for needed in 4..=11 {
        let row = common::seize("Watch", needed, 900);
        systems.seizes.push(SeizeRow { system: String::from("lloyd-d10"), ..row });
    }
    save("systems-streaks.svg", chart::streaks(&systems).svg().as_bytes());
    save("systems-seize.svg", chart::seizes(&systems).svg().as_bytes());
    save("empty-outcomes.svg", chart::outcomes(&Report::default()).svg().as_bytes());
    save("lines-handicap.svg", lines(&handicap()).svg().as_bytes());
    save("lines-odds.svg", lines(&odds()).svg().as_bytes());
    save("heat-matchups.svg", heat_map(&matchups()).svg().as_bytes());
    save("heat-sweep.svg", heat_map(&sweep_grid()).svg().as_bytes());
    save("bars.svg", bars(&first_player()).svg().as_bytes());
}
