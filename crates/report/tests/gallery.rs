//! Draws charts into the target folder, to be looked at: `cargo test -p skirmish-report --test gallery -- --ignored`.

mod common;

use std::path::Path;

use skirmish_report::chart::{
    Axis, Callout, Labels, LineChart, LinePoint, LineSeries, ValueFormat, lines,
};
use skirmish_report::{Report, bundle, chart};

fn save(name: &str, bytes: &[u8]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), bytes).unwrap();
}

fn handicap() -> LineChart {
    let curve = |label: &str, shift: f64| LineSeries {
        label: label.into(),
        stepped: false,
        points: (-12..=12)
            .map(|x| {
                let x = f64::from(x) * 5.0;
                let y = 1.0 / (1.0 + (-(x + shift) / 26.0).exp());
                LinePoint {
                    x,
                    y,
                    interval: Some((y - 0.03, y + 0.03)),
                }
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
        x: Axis {
            name: String::from("Points handicap"),
            format: ValueFormat::Signed,
            range: None,
        },
        y: Axis {
            name: String::from("Win rate"),
            format: ValueFormat::Percent,
            range: Some((0.0, 1.0)),
        },
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
    }
}

fn odds() -> LineChart {
    let stairs = |label: &str, top: f64| LineSeries {
        label: label.into(),
        stepped: true,
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
        x: Axis {
            name: String::from("Own base rate"),
            ..Axis::default()
        },
        y: Axis {
            name: String::from("Chance to seize"),
            format: ValueFormat::Percent,
            range: None,
        },
        series: vec![stairs("alone", 21.0), stairs("in reach of the enemy", 23.0)],
        ..LineChart::default()
    }
}

#[test]
#[ignore = "draws for eyes, asserts nothing"]
fn draw_gallery() {
    for (prefix, report) in [
        ("run", common::run()),
        (
            "hostile",
            common::run_of(common::HOSTILE, "Ω旗本 & Söhne GmbH & Co. KG auf Aktien"),
        ),
        ("empty", Report::default()),
    ] {
        for file in bundle(&report).unwrap() {
            save(&format!("{prefix}-{}", file.name), &file.bytes);
        }
        save(
            &format!("{prefix}-summary.txt"),
            skirmish_report::text::summary(&report).as_bytes(),
        );
    }
    save(
        "empty-outcomes.svg",
        chart::outcomes(&Report::default()).as_bytes(),
    );
    save("lines-handicap.svg", lines(&handicap()).as_bytes());
    save("lines-odds.svg", lines(&odds()).as_bytes());
}
