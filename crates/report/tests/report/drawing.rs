//! How charts are drawn: themes, widths and the user's own titles. Pixels: `crates/cli/tests/png.rs`.

use crate::charts::well_formed;
use crate::common::{HOSTILE, run};
use roxmltree::Document;
use skirmish_report::chart::{self, Chart, Drawing, LineSeries, Theme};
use skirmish_report::comparison::Value;
use skirmish_report::json::Written as _;
use skirmish_report::{OutputFile, Report, StepTotal, panel, safe_text};

fn all() -> Vec<Chart> {
    let report = run();
    vec![chart::outcomes(&report), chart::streaks(&report), chart::seizes(&report)]
}

fn svg(chart: &Chart, drawing: &Drawing) -> String {
    let files = drawing.files("a.svg", chart).unwrap();
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

fn colors(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let of = |node: roxmltree::Node<'_, '_>, name: &str| node.attribute(name).map(str::to_owned);
    let nodes = document.descendants();
    let mut all: Vec<String> =
        nodes.flat_map(|node| ["fill", "stroke"].map(|name| of(node, name))).flatten().collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn a_dark_chart_has_none_of_the_card_and_ink_of_a_light_one() {
    for chart in all() {
        let [light, dark] = [Theme::Light, Theme::Dark]
            .map(|theme| svg(&chart, &Drawing { theme, ..Drawing::default() }));
        assert_eq!(light, chart.svg(), "light is the usual");
        well_formed(&dark);
        for color in ["#FFFFFF", "#1F2328", "#5B636E"] {
            assert!(colors(&light).iter().any(|of| of == color), "{color}");
            assert!(colors(&dark).iter().all(|of| of != color), "{color}");
        }
        let texts = |svg: &str| svg.matches("<text").count();
        assert_eq!(texts(&light), texts(&dark));
    }
}

#[test]
fn a_chart_for_any_reader_is_the_light_one_with_the_colours_of_the_dark_one() {
    for chart in all() {
        let [light, dark, auto] = [Theme::Light, Theme::Dark, Theme::Auto]
            .map(|theme| svg(&chart, &Drawing { theme, ..Drawing::default() }));
        well_formed(&auto);
        let (before, rest) = auto.split_once("<style>").unwrap();
        let (style, after) = rest.split_once("</style>").unwrap();
        assert_eq!(before.replace(" class=\"skirmish-chart\"", "") + after, light);
        assert!(style.contains("prefers-color-scheme:dark"), "{style}");
        let day = colors(&light);
        let nights: Vec<String> =
            colors(&dark).into_iter().filter(|color| !day.contains(color)).collect();
        assert!(nights.len() > 4);
        assert!(nights.iter().all(|color| style.contains(color)), "{nights:?} {style}");
    }
}

/// Relative luminance after WCAG 2.2 of a colour such as `#1F2328`.
fn luminance(color: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[test]
fn every_text_reads_on_its_card_by_day_and_by_night() {
    let curve = |k: usize| LineSeries {
        label: format!("curve {k}"),
        points: [0.0, 1.0].map(|x| (x, Value { value: k as f64 * x, interval: None })).to_vec(),
    };
    let curves: Vec<LineSeries> = (0..6).map(curve).collect();
    let curves = chart::lines(Chart::default(), &curves, 0, None);
    for chart in all().into_iter().chain([curves]) {
        for theme in [Theme::Light, Theme::Dark] {
            let svg = svg(&chart, &Drawing { theme, ..Drawing::default() });
            let document = Document::parse(&svg).unwrap();
            let of = |name: &'static str| {
                let nodes = document.descendants().filter(move |node| node.has_tag_name(name));
                nodes.filter_map(|node| node.attribute("fill"))
            };
            let card = luminance(of("rect").next().unwrap());
            for color in of("text") {
                let (one, other) = (luminance(color), card);
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= 4.5, "{color}: {contrast}");
            }
        }
    }
}

#[test]
fn a_width_is_laid_out_for_and_not_scaled_to() {
    for chart in all() {
        let mut sizes = Vec::new();
        for width in [320, 360, 519, 520, 720, 1600] {
            let drawn = svg(&chart, &Drawing { width: Some(width), ..Drawing::default() });
            well_formed(&drawn);
            let document = Document::parse(&drawn).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("width"), Some(&*width.to_string()));
            let texts = document.descendants().filter_map(|node| node.attribute("font-size"));
            sizes.push(texts.filter_map(|size| size.parse::<f64>().ok()).fold(1e9, f64::min));
        }
        assert!(sizes.iter().all(|least| *least == 105.0), "small print keeps its size: {sizes:?}");
    }
}

#[test]
fn a_title_of_ones_own_is_text_and_stands_over_the_first_chart_alone() {
    let findings = run().findings().unwrap();
    let title = Some(HOSTILE.to_owned());
    let drawn = findings.drawn(&Drawing { title, ..Drawing::default() }).unwrap();
    let plain = findings.drawn(&Drawing::default()).unwrap();
    let titled = |file: &OutputFile| {
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let mut titles = document.descendants().filter(|node| node.has_tag_name("title"));
        titles.next().unwrap().text() == Some(&safe_text(HOSTILE))
    };
    assert!(titled(&drawn[1]), "the first chart has it");
    assert!(drawn[2..].iter().eq(&plain[2..]), "and no other");
    let [page, before] = [&drawn, &plain].map(|files| String::from_utf8_lossy(&files[0].bytes));
    assert_ne!(page, before);
    let tags = |page: &str, tag: &str| page.matches(tag).count();
    for tag in ["<script", "<img", "<svg", "<b>"] {
        assert_eq!(tags(&page, tag), tags(&before, tag), "{tag}");
    }
}

#[test]
fn what_never_came_up_has_no_bar_and_is_named() {
    let mut report = run();
    let drawn = |report: &Report| chart::outcomes(report).svg();
    let ever = drawn(&report);
    let last = report.outcomes.last_mut().unwrap();
    (last.games, last.share) = (0, 0.0);
    let (name, never) = (last.outcome.clone(), drawn(&report));
    assert!(never.contains(&format!("Never: {name}")) && !ever.contains("Never: "));
    let named = format!(">\n{name}\n");
    assert!(ever.contains(&named) && !never.contains(&named), "no bar is named so");
}

#[test]
fn steps_stand_beside_what_their_dice_are_expected_to() {
    let total = |step: &str, rate: f64, expected: f64| StepTotal {
        side: "Raiders".to_owned(),
        chain: "strike".to_owned(),
        step: step.to_owned(),
        result: "passes".to_owned(),
        count: (rate * 1000.0) as u64,
        rolls: 1000,
        rate: Some(rate),
        interval: Some((rate - 0.01, rate + 0.01)),
        expected: Some(expected),
        rolled_by: "Raiders".to_owned(),
        does: String::new(),
    };
    let totals = vec![total("hit", 0.66, 0.67), total("wound", 0.5, 0.5), total("never", 0.0, 0.0)];
    let report = Report { step_totals: totals, ..run() };
    let svg = chart::steps(&report).svg();
    well_formed(&svg);
    assert!(svg.contains("Raiders, blows: hit"), "the headline is what was found");
    assert!(svg.contains(">\nBlows: wound\n") && !svg.contains("never"));
    // An expected rate has a mark only outside the interval.
    let all_of_it =
        |svg: &str| svg.replace("&#160;", " ").contains("Every interval contains the exact chance");
    assert!(all_of_it(&svg) && !svg.contains("<circle"), "{svg}");
    let mut off = report.clone();
    off.step_totals[0].expected = Some(0.7);
    let svg = chart::steps(&off).svg();
    assert!(!all_of_it(&svg) && svg.contains("<circle"), "{svg}");
    let findings = report.findings().unwrap();
    assert!(findings.charts.iter().any(|(name, _)| name == "steps.svg"));
}

#[test]
fn bots_against_bots_are_tiles_that_a_phone_can_show() {
    let bots = ["runner", "rusher", "marksman", "holder", "captain"];
    let row = |a: usize, b: usize| panel::PanelRow {
        bots: [Some(bots[a].to_owned()), Some(bots[b].to_owned())],
        question: "games won".to_owned(),
        is_share: true,
        value: (10 * a + b) as f64 / 100.0 - 0.2,
        interval: Some((0.05, 0.15)),
        adjusted_p_value: Some(0.001),
        answer: "higher".to_owned(),
        wins: Some(Value::default()),
        ..panel::PanelRow::default()
    };
    let rows = (0..5).flat_map(|a| (0..5).map(move |b| row(a, b)));
    let panel = panel::Panel { games: 500, rows: rows.collect(), ..panel::Panel::default() };
    let report = Report { panel: Some(panel), ..run() };
    let findings = report.findings().unwrap();
    let (_, chart) = findings.charts.iter().find(|(name, _)| name == "panel.svg").unwrap();
    let narrow = svg(chart, &Drawing { width: Some(360), ..Drawing::default() });
    well_formed(&narrow);
    let document = Document::parse(&narrow).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    for value in ["−20", "+2", "+24"] {
        assert!(texts.contains(&value), "{value}: {texts:?}");
    }
    // Column names that do not fit side by side stand vertically.
    assert_eq!(narrow.matches("rotate(270").count(), 5, "{narrow}");
    assert!(chart.svg().contains(">\nmarksman\n"), "a wide one has room");
}
