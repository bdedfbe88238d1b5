//! Every chart, from ordinary and hostile values: well-formed, complete, inside its card, and reproducible.

use crate::common::{HOSTILE, geometric, mean, outcome, provenance, run, run_of, seize};
use roxmltree::{Document, Node};
use skirmish_report::chart::{
    self, Axis, BarSeries, BarValue, Chart, Key, Labels, LineSeries, Look, Panel, Shape,
    ValueFormat, bars, heat_map, lines,
};
use skirmish_report::comparison::Value;
use skirmish_report::{
    ControlRow, HitRow, Initiative, MeleeRow, ReloadRow, Report, SeizeRow, StreakRow,
};

/// Draws the charts of a run and checks each.
fn charts(report: &Report) -> [String; 3] {
    let charts = [chart::outcomes(report), chart::streaks(report), chart::seizes(report)];
    charts.each_ref().map(check)
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{name} in {node:?}")).parse().unwrap()
}

/// Checks a chart, also on a phone, and returns its usual SVG.
fn check(chart: &Chart) -> String {
    let svg = chart.svg();
    assert_eq!(svg, chart.svg(), "the same values must give the same bytes");
    checked(&svg);
    chart.narrow().iter().for_each(|svg| checked(svg));
    svg
}

/// Checks that an SVG is well-formed, accessible, on a white card, and draws nothing outside of it.
fn checked(svg: &str) {
    let document = Document::parse(svg).unwrap();
    let card = document.root_element().children().find(|node| node.has_tag_name("rect")).unwrap();
    assert_eq!(card.attribute("fill"), Some("#FFFFFF"));
    well_formed(svg);
}

/// Checks the same for a card of any colour.
pub(crate) fn well_formed(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let (width, height) = (number(&root, "width"), number(&root, "height"));
    assert_eq!(
        root.attribute("viewBox"),
        Some(&*format!("0 0 {} {}", width * 10.0, height * 10.0))
    );
    let mut children = root.children().filter(Node::is_element);
    for name in ["title", "desc"] {
        let child = children.next().unwrap();
        assert_eq!(child.tag_name().name(), name);
        assert!(!child.text().unwrap_or_default().trim().is_empty(), "{name} is empty");
    }
    let card = children.find(|child| child.has_tag_name("rect")).unwrap();
    assert_eq!(number(&card, "width"), width * 10.0);

    let inside =
        |x: f64, y: f64| (0.0..=width * 10.0).contains(&x) && (0.0..=height * 10.0).contains(&y);
    for node in root.descendants().filter(Node::is_element) {
        let points: Vec<(f64, f64)> = match node.tag_name().name() {
            "rect" => {
                let (x, y) = (number(&node, "x"), number(&node, "y"));
                let (w, h) = (number(&node, "width"), number(&node, "height"));
                assert!(w >= 0.0 && h >= 0.0, "{node:?}");
                vec![(x, y), (x + w, y + h)]
            }
            "line" => vec![
                (number(&node, "x1"), number(&node, "y1")),
                (number(&node, "x2"), number(&node, "y2")),
            ],
            "circle" => vec![(number(&node, "cx"), number(&node, "cy"))],
            "text" => vec![(number(&node, "x"), number(&node, "y"))],
            "polygon" | "polyline" => node
                .attribute("points")
                .unwrap()
                .split_whitespace()
                .map(|pair| pair.split_once(',').unwrap())
                .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
                .collect(),
            "svg" | "g" | "title" | "desc" | "style" => vec![],
            other => panic!("`{other}` is not expected in a chart"),
        };
        for (x, y) in points {
            assert!(inside(x, y), "({x}, {y}) is outside of {width} x {height}: {node:?}");
        }
        for attribute in node.attributes() {
            assert!(
                !attribute.value().contains("NaN") && !attribute.value().contains("inf"),
                "{node:?}"
            );
        }
        if let Some(size) = node.attribute("font-size") {
            assert!(size.parse::<f64>().unwrap() >= 100.0, "too small to read: {node:?}");
            assert!(!size.contains('.'), "sizes are round: {size}");
        }
    }
}

pub(crate) fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|node| node.has_tag_name("text"));
    nodes.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

fn shows(svg: &str, text: &str) -> bool {
    // Wrapped text is in several elements.
    texts(svg).join(" ").contains(text)
}

#[test]
fn a_run_is_told_by_three_charts() {
    let [outcomes, streaks, seizes] = charts(&run());
    assert!(shows(&outcomes, "Raiders win 62.3\u{a0}% of games"));
    assert!(shows(&outcomes, "61.6 to 63.0"));
    assert!(shows(&outcomes, "holds shrine") && shows(&outcomes, "cap on actions"));
    assert!(shows(&streaks, "Raiders keep the initiative for 8.31 actions"));
    assert!(shows(&streaks, "20+"), "the tail shares a bar");
    assert!(shows(&seizes, "exact") && shows(&seizes, "Watch, simulated"));
    for svg in [outcomes, streaks, seizes] {
        assert!(shows(&svg, "Flank run · rulebook lloyd · 20,000 games · seed 42"));
    }
}

#[test]
fn names_are_escaped_once_and_made_harmless() {
    for svg in charts(&run_of(HOSTILE, "<&\">")) {
        assert!(
            !svg.contains("<script") && !svg.contains("&amp;amp;") && !svg.contains("&amp;lt;")
        );
        assert!(!svg.contains(['\u{1b}', '\u{0}', '\u{202e}']));
        assert!(shows(&svg, "<&\">") && shows(&svg, "=\u{fffd}[31m<&\"'>"), "{:?}", texts(&svg));
    }
}

#[test]
fn long_words_without_blanks_are_cut() {
    charts(&run_of(&"W".repeat(400), &"旗".repeat(300)));
    charts(&run_of(&"\u{301}".repeat(50), "\u{202e}"));
}

#[test]
fn nothing_to_draw_is_said() {
    let [outcomes, streaks, seizes] =
        charts(&Report { provenance: provenance(), ..Report::default() });
    assert!(shows(&outcomes, "No game was played."));
    assert!(shows(&streaks, "No streak was seen."));
    assert!(shows(&seizes, "Nobody attempted to seize the initiative."));
}

#[test]
fn one_of_each_is_enough() {
    charts(&Report {
        provenance: provenance(),
        sides: ["Side A", "Side B"].map(String::from),
        outcomes: vec![outcome("draw", "", "", 20_000)],
        streaks: vec![StreakRow { length: 1, count: 1, share: 1.0, ..StreakRow::default() }],
        streak_means: vec![mean("", "", 1)],
        seizes: vec![seize("Side A", 17, 1)],
        ..Report::default()
    });
}

#[test]
fn equal_values_and_zero_attempts_are_ordinary() {
    let flat = |length| StreakRow {
        length,
        count: 5,
        share: 0.25,
        exact: Some(0.25),
        ..StreakRow::default()
    };
    let none = |needed| SeizeRow { needed, exact: Some(0.0), ..SeizeRow::default() };
    charts(&Report {
        sides: ["Side A", "Side B"].map(String::from),
        outcomes: vec![outcome("draw", "", "", 0), outcome("Side A win", "Side A", "", 0)],
        streaks: (1..=4).map(flat).collect(),
        streak_means: vec![mean("", "", 20)],
        seizes: (21..=24).map(none).collect(),
        ..Report::default()
    });
}

#[test]
fn undefined_numbers_draw_nothing_wild() {
    let mut report = run();
    for row in &mut report.outcomes {
        (row.share, row.interval) = (f64::NAN, Some((f64::NAN, f64::INFINITY)));
    }
    for row in &mut report.streaks {
        (row.share, row.expected) = (f64::NAN, Some(f64::NAN));
    }
    for row in &mut report.seizes {
        (row.rate, row.exact, row.interval) =
            (Some(f64::NAN), Some(f64::INFINITY), Some((0.0, f64::NAN)));
    }
    for row in &mut report.streak_means {
        (row.mean, row.interval) = (f64::NAN, Some((0.0, f64::NAN)));
    }
    charts(&report);
}

/// A whisker without a bar would look like a dot.
#[test]
fn lengths_that_never_came_have_no_whiskers() {
    let mut report = run();
    for row in report.streaks.iter_mut().filter(|row| row.length > 2) {
        (row.count, row.share, row.interval) = (0, 0.0, Some((0.0, 0.2)));
        (row.exact, row.expected) = (None, None);
    }
    let with_intervals = chart::streaks(&report);
    for row in report.streaks.iter_mut().filter(|row| row.length > 2) {
        row.interval = None;
    }
    assert_eq!(with_intervals, chart::streaks(&report));
}

#[test]
fn bars_of_nobody_have_no_sides_colour() {
    let chart = |label: &str| {
        let bar = BarValue { value: 3.0, ..BarValue::default() };
        bars(Chart::default(), &["one".to_owned()], &[BarSeries::new(label, [Some(bar)])])
    };
    let line = |label: &str| line_chart(&[curve(label, &[(0.0, 0.4), (1.0, 0.5)])]);
    let blue = |chart: Chart| chart.svg().to_lowercase().contains("#0072b2");
    assert!(blue(chart("Raiders")) && blue(line("Raiders")));
    assert!(!blue(chart("")) && !blue(line("")));
}

#[test]
fn very_many_rows_stay_on_the_card() {
    let mut report = run();
    for index in 0..60 {
        report.outcomes.push(outcome(&format!("outcome {index}"), "", "", 1));
        let side = format!("side {index}");
        report.streaks.extend(geometric(&side, 0.01, 400));
        report.streak_means.push(mean("lloyd", &side, 120_000));
        report.seizes.push(seize("Watch", index * 40, 5));
    }
    let [outcomes, streaks, seizes] = charts(&report);
    assert!(shows(&outcomes, "more in outcomes.csv"));
    assert!(shows(&streaks, "in streaks.csv only"));
    assert!(shows(&seizes, "in seize.csv"));
}

/// A value that is known so well.
fn around(value: f64, half: f64) -> Value {
    Value { value, interval: Some((value - half, value + half)) }
}

fn curve(label: &str, points: &[(f64, f64)]) -> LineSeries {
    LineSeries {
        label: label.into(),
        points: points.iter().map(|&(x, y)| (x, around(y, 0.02))).collect(),
    }
}

fn line_chart(series: &[LineSeries]) -> Chart {
    let labels = Labels { title: String::from("Lines"), ..Labels::default() };
    let x = Axis { name: String::from("Number needed"), ..Axis::default() };
    let y = Axis::of("Chance", ValueFormat::Percent, None);
    lines(Chart { labels, x, y, ..Chart::default() }, series, 0, None)
}

/// The numbers along the axis of values, from below.
#[test]
fn axes_have_a_few_round_numbers_with_equal_places() {
    use ValueFormat::{Percent, Plain, Points, Signed};
    let told = |format: ValueFormat, range: (f64, f64)| {
        let points = [range.0, range.1].map(|y| (y, Value { value: y, interval: None }));
        let series = LineSeries { label: String::new(), points: points.to_vec() };
        let (x, y) = (Axis::names(["a"]), Axis::of("", format, Some(range)));
        let chart = lines(Chart { x, y, ..Chart::default() }, &[series], 0, None);
        let numbers = texts(&chart.svg()).into_iter().filter(|text| text != "a");
        numbers.collect::<Vec<_>>().join("  ").replace('\u{a0}', " ")
    };
    for (format, range, expected) in [
        (Percent, (0.0, 1.0), "0 %  20 %  40 %  60 %  80 %  100 %"),
        (Percent, (0.0, 0.005), "0.0 %  0.1 %  0.2 %  0.3 %  0.4 %  0.5 %"),
        (Plain, (0.0, 0.83), "0.0  0.2  0.4  0.6  0.8  1.0"),
        (Plain, (-0.5, 0.0), "−0.5  −0.4  −0.3  −0.2  −0.1  0.0"),
        (Plain, (0.0, 20_000.0), "0  5,000  10,000  15,000  20,000"),
        (
            Plain,
            (-1e12, 1e12),
            "−1,000,000,000,000  −500,000,000,000  0  500,000,000,000  1,000,000,000,000",
        ),
        // What is equal everywhere stands in the middle.
        (Plain, (3.0, 3.0), "1  2  3  4  5"),
        (Plain, (f64::NAN, 1.0), "0.0  0.2  0.4  0.6  0.8  1.0"),
        (Signed, (-60.0, 60.0), "−100  −50  0  +50  +100"),
        (Points, (-0.2, 0.2), "−20  −10  0  +10  +20"),
    ] {
        assert_eq!(told(format, range), expected, "{range:?}");
    }
}

#[test]
fn lines_take_no_curve_one_point_and_too_many() {
    check(&line_chart(&[]));
    check(&line_chart(&[curve("one", &[(3.0, 0.5)])]));
    check(&line_chart(&[curve("flat", &[(1.0, 0.0), (2.0, 0.0)])]));
    let bad = curve("bad", &[(f64::NAN, 0.5), (1.0, f64::INFINITY), (2.0, 0.5), (3.0, 0.7)]);
    check(&line_chart(&[bad]));
    check(&line_chart(&vec![curve(HOSTILE, &[(0.0, 0.4), (9.0, 0.5)]); 40]));
}

type Grid = Vec<Vec<Option<Value>>>;

fn grid(size: usize, value: impl Fn(usize, usize) -> f64) -> Grid {
    let cell = |row, column| {
        let (value, interval) = (value(row, column), Some((0.4, 0.6)));
        Some(Value { value, interval })
    };
    (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect()
}

fn heat(size: usize, name: &str, cells: &Grid, middle: Option<f64>) -> Chart {
    let labels = Labels { title: String::from("Heat"), ..Labels::default() };
    let names = [size; 2].map(|size| vec![name.to_owned(); size]);
    let chart = Chart { labels, ..Chart::named(name, name) };
    heat_map(chart, &names, cells, (middle, ValueFormat::Percent))
}

#[test]
fn heat_maps_take_any_size_and_any_value() {
    let labels = Labels { title: String::from("Heat"), ..Labels::default() };
    let empty = Chart { labels, ..Chart::default() };
    check(&heat_map(empty, &[vec![], vec![]], &[], (None, ValueFormat::default())));
    let even = Some(0.5);
    check(&heat(1, "one", &grid(1, |_, _| 0.5), even));
    // Values just off the middle do not get the colour of the scale's end.
    let nearly_even = check(&heat(1, "one", &grid(1, |_, _| 0.49), even));
    for mark in ["49\u{a0}%", "50\u{a0}%"] {
        assert!(shows(&nearly_even, mark), "{mark}: {nearly_even}");
    }
    assert!(!nearly_even.contains("#B35806"), "the fullest colour: {nearly_even}");
    check(&heat(3, "equal", &grid(3, |_, _| 0.25), even));
    let wild = grid(2, |row, _| if row == 0 { f64::NAN } else { 1e9 });
    check(&heat(2, HOSTILE, &wild, even));
    let many = grid(90, |row, column| (row * column) as f64 / 8100.0);
    let large = check(&heat(90, HOSTILE, &many, even));
    assert!(shows(&large, "40 more rows and columns are not drawn"));
    // Rows shorter than the list of columns, and a scale without a middle.
    let mut ragged = grid(3, |row, column| (row + column) as f64);
    ragged.truncate(2);
    ragged[1].truncate(1);
    ragged[0][0] = None;
    check(&heat(3, "ragged", &ragged, None));
}

fn bar_chart(
    (groups, series): (usize, usize),
    name: &str,
    format: ValueFormat,
    value: impl Fn(usize) -> f64,
) -> Chart {
    let bar = |group| {
        let value = value(group);
        let interval = Some((value - 0.1, value + 0.1));
        Some(BarValue { value, interval, ..BarValue::default() })
    };
    let labels = Labels { title: String::from("Bars"), ..Labels::default() };
    let chart = Chart { labels, y: Axis::of("", format, None), ..Chart::default() };
    let all = vec![BarSeries::new(name, (0..groups).map(bar)); series];
    bars(chart, &vec![name.to_owned(); groups], &all)
}

#[test]
fn bars_take_no_bar_one_bar_and_too_many() {
    let plain = ValueFormat::Plain;
    check(&bar_chart((0, 0), "none", plain, |_| 0.0));
    check(&bar_chart((1, 1), "one", plain, |_| 3.0));
    check(&bar_chart((5, 2), "zero", plain, |_| 0.0));
    check(&bar_chart((4, 3), HOSTILE, plain, |group| group as f64 - 2.0));
    check(&bar_chart((3, 1), "bad", plain, |group| if group == 1 { 1.0 } else { f64::NAN }));
    check(&bar_chart((200, 6), HOSTILE, plain, |group| group as f64));
}

#[test]
fn no_axis_of_shares_goes_beyond_all_of_them() {
    let chart = |value: f64| {
        let chart = bar_chart((2, 1), "share", ValueFormat::Percent, |_| value - 0.1);
        texts(&chart.svg())
    };
    for value in [0.5, 0.95, 1.0] {
        let texts = chart(value);
        assert!(texts.iter().all(|text| text != "120\u{a0}%" && text != "150\u{a0}%"), "{texts:?}");
    }
    assert!(chart(1.0).iter().any(|text| text == "100\u{a0}%"));
}

/// A report of a battle by turns, with these names.
fn by_turns(a: &str, b: &str, weapon: &str) -> Report {
    let mut report = run_of(a, b);
    report.initiative = Initiative::Turns;
    for (k, result) in
        ["first hits", "second hits", "both hit", "parry", "nothing"].into_iter().enumerate()
    {
        for (first_die, second_die) in [(Some(8), Some(10)), (Some(12), None)] {
            report.melee.push(MeleeRow {
                first: a.into(),
                second: b.into(),
                first_die,
                second_die,
                first_advantage: second_die.is_none(),
                result: result.into(),
                count: 20 * k as u64,
                bouts: 200,
                rate: Some(0.1 * k as f64),
                interval: Some((0.08 * k as f64, 0.12 * k as f64)),
                exact: Some(0.1 * k as f64),
                ..MeleeRow::default()
            });
        }
    }
    for (side, rate) in [(a, 0.31), (b, 0.249)] {
        for roll in [None, Some(1), Some(2), Some(7)] {
            report.reloads.push(ReloadRow {
                side: side.into(),
                who: "figure".into(),
                die: 8,
                needed: 4,
                roll,
                rolls: 500,
                loaded: 300,
                rate: Some(rate),
                interval: Some((rate - 0.02, rate + 0.02)),
                exact: Some(0.25),
            });
        }
        for (measure, exact) in [
            (ControlRow::MISSED, None),
            (ControlRow::OUT_OF_CONTROL, None),
            (ControlRow::IN_ROUT, None),
            (ControlRow::GAMES_WITH_ROUT, None),
            ("activation test: in control", Some(0.625)),
        ] {
            report.control.push(ControlRow {
                side: side.into(),
                measure: measure.into(),
                cases: 1000,
                count: 300,
                rate: Some(rate),
                interval: Some((rate - 0.02, rate + 0.02)),
                exact,
                ..ControlRow::default()
            });
        }
        for (k, target) in ["unmoving", "moving", "screened"].into_iter().enumerate() {
            for mark in 1..=9 {
                let exact = f64::from(9 - mark) / 10.0;
                let shots = if mark == 5 { 0 } else { 40 * k as u64 + 20 };
                report.hit_curves.push(HitRow {
                    side: side.into(),
                    weapon: weapon.into(),
                    fire: "aimed".into(),
                    dice: "d8+d10".into(),
                    target: target.into(),
                    distance: f64::from(mark) * 10.0,
                    exact: Some(exact),
                    shots,
                    rate: (shots > 0).then_some(exact),
                    interval: (shots > 0).then_some((exact, exact + 0.1)),
                    ..HitRow::default()
                });
            }
        }
    }
    report
}

#[test]
fn what_battles_by_turns_have_is_drawn_for_any_names_and_without_data() {
    for report in [
        by_turns("Rebels", "Regulars", "musket"),
        by_turns(HOSTILE, "", HOSTILE),
        Report::default(),
    ] {
        for draw in [chart::control, chart::hits, chart::melee] {
            check(&draw(&report));
        }
    }
    let report = by_turns("Rebels", "Regulars", "musket");
    let [control, hits, melee] =
        [chart::control(&report), chart::hits(&report), chart::melee(&report)]
            .map(|chart| texts(&chart.svg()));
    // Smaller dice are those of wounded figures, and the legend says so.
    let mut hurt = report.clone();
    hurt.hit_curves.iter_mut().for_each(|row| row.wounded = true);
    assert!(chart::hits(&hurt).svg().contains("wounded"));
    for told in ["Rebels", "Rebels d12*, unopposed (200)"] {
        assert!(melee.iter().any(|text| text == told), "{told}: {melee:?}");
    }
    for told in ["exact", "turns missed", "games with a rout"] {
        assert!(control.iter().any(|text| text == told), "{told}: {control:?}");
    }
    assert!(hits.iter().any(|text| text == "Screened"), "{hits:?}");
}

#[test]
fn numbers_needed_to_seize_are_said_to_be_needed_and_hopeless_ones_have_no_dots() {
    let drawn = |second: i32| {
        let rows = [("Raiders", 14, 900), ("Raiders", 22, 90), ("Watch", second, 900)];
        let seizes = rows.map(|(side, needed, attempts)| SeizeRow {
            attempts,
            successes: if needed > 20 { 0 } else { attempts / 3 },
            rate: Some(if needed > 20 { 0.0 } else { 1.0 / 3.0 }),
            interval: Some((0.0, 0.4)),
            exact: Some(if needed > 20 { 0.0 } else { 0.35 }),
            ..seize(side, needed, 0)
        });
        let svg = check(&chart::seizes(&Report { seizes: seizes.to_vec(), ..run() }));
        // Circles: one in the legend; two of Raiders, one white behind the other; one behind the diamond of Watch.
        (texts(&svg).join(" "), svg.matches("<circle").count())
    };
    let (one, dots) = drawn(14);
    assert!(one.contains("Both sides most often needed 14+."), "{one}");
    assert_eq!(dots, 4, "22 has none");
    let (two, _) = drawn(15);
    assert!(two.contains("Raiders most often needed 14+, Watch 15+."), "{two}");
    assert!(drawn(22).0.contains("Watch more than any roll comes to."));
    // Not beside the share of all attempts, which has another meaning.
    assert!(!two.contains("(most often"), "{two}");
}

/// The position of each text of a chart.
fn places(svg: &str) -> Vec<(String, f64, f64)> {
    let document = Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|node| node.has_tag_name("text"));
    let place = |node: Node<'_, '_>| {
        let text = node.text().unwrap_or_default().trim().to_owned();
        (text, number(&node, "x"), number(&node, "y"))
    };
    nodes.map(place).collect()
}

#[test]
fn names_of_any_length_stand_whole_at_curves_or_in_a_legend() {
    let long = "grenadiers of the northern frontier in their second reserve, and 2 more, with Donaudampfschiffe";
    for names in [["militia", "line-infantry"], ["militia", long], [long, "d8"]] {
        let curves = names.map(|name| curve(name, &[(0.0, 1.0), (5.0, 0.4), (9.0, 0.1)]));
        let chart = line_chart(&curves);
        for svg in [check(&chart), chart.narrow().unwrap()] {
            let told = texts(&svg).join(" ");
            assert!(!told.contains('…'), "{told}");
            for name in names {
                let told = told.replace("- ", "-");
                assert!(told.contains(name), "{name}: {told}");
            }
        }
        // A name too long for the end of its line is in the legend above the plot.
        let of = |svg: &str, word: &str| {
            places(svg).into_iter().find(|(text, ..)| text.starts_with(word)).unwrap()
        };
        let phone = chart.narrow().unwrap();
        let (_, x, _) = of(&phone, &names[0][..6]);
        assert_eq!(x < 1_000.0, names.contains(&long), "{names:?} at {x}");
    }
}

#[test]
fn a_legend_of_long_and_short_names_keeps_its_rows_apart() {
    let long = "a name of a great many words that has no room in a single line of any phone";
    let names = ["short", long, "brief", long, "last"];
    let key = |(k, name): (usize, &&str)| Key::new(*name, Look::hue(k), Shape::Line);
    let panel = Panel::new("", "").line(&[(0.0, 0.0), (1.0, 1.0)], false, Look::INK, "");
    let keys = names.iter().enumerate().map(key).collect();
    let chart = Chart { keys, panels: vec![panel], ..Chart::default() };
    let phone = chart.narrow().unwrap();
    let told = texts(&phone).join(" ");
    assert_eq!(told.matches(long).count(), 2, "{told}");
    let mut rows: Vec<f64> = places(&phone)
        .into_iter()
        .filter(|(text, ..)| text.chars().any(char::is_alphabetic))
        .map(|(.., y)| y)
        .collect();
    rows.sort_by(f64::total_cmp);
    assert!(rows.windows(2).all(|two| two[1] - two[0] >= 140.0), "{rows:?}");
}

#[test]
fn names_over_panels_stand_whole_with_their_notes_under_them_if_need_be() {
    let name = "The Loyal Volunteer Company of Foot of Lower Swabia d10, unopposed";
    let note = "of 12,345 (The Own Hussars and Uhlans of the Northern Marches)";
    let panel = Panel::new(name, note).line(&[(0.0, 0.0), (1.0, 1.0)], false, Look::INK, "");
    let labels = Labels { title: "Panels".into(), ..Labels::default() };
    let panels = vec![panel.clone(), panel];
    let chart = Chart { labels, panels, columns: 2, ..Chart::default() };
    for svg in [check(&chart), chart.narrow().unwrap()] {
        let told = texts(&svg);
        assert!(!told.concat().contains('…'), "{told:?}");
        assert!(told.join(" ").contains(&format!("{name} {note}")), "{told:?}");
    }
}

#[test]
fn names_of_curves_that_end_together_stand_in_the_order_in_which_these_come_there() {
    let early = curve("early", &[(0.0, 1.0), (5.0, 0.0), (9.0, 0.0)]);
    let late = curve("late", &[(0.0, 1.0), (5.0, 0.3), (9.0, 0.0)]);
    for curves in [[early.clone(), late.clone()], [late, early]] {
        let svg = check(&line_chart(&curves));
        let y = |name: &str| places(&svg).into_iter().find(|at| at.0 == name).unwrap().2;
        assert!(y("late") < y("early"), "{svg}");
    }
}

fn panel_chart(count: usize, columns: usize, name: &str, points: &[(f64, f64)]) -> Chart {
    let looks: Vec<Look> = (0..9).map(Look::hue).chain([Look::INK, Look::default()]).collect();
    let dot = |(x, y): &(f64, f64)| (*x, around(*y, 0.1));
    let mut panel = Panel::new(name, name);
    for (k, look) in looks.iter().enumerate() {
        let dots: Vec<(f64, Value)> = points.iter().map(dot).take(k % 3).collect();
        let end = if count == 1 { name } else { "" };
        panel = panel.curve(points, k % 2 == 0, *look, end).dots(&dots, *look);
    }
    let key = |look: &Look| Key::new(name, *look, Shape::Curve);
    Chart {
        labels: Labels { title: name.into(), ..Labels::default() },
        keys: if count == 1 { vec![] } else { looks.iter().map(key).collect() },
        panels: vec![panel; count],
        columns,
        ..Chart::default()
    }
    .remarking((3.0, 0.5), name)
}

#[test]
fn panels_take_none_one_and_too_many() {
    let points = [(1.0, 0.9), (3.0, 0.5), (9.0, 0.1)];
    for (count, columns) in [(0, 0), (1, 1), (1, 4), (2, 0), (5, 3), (40, 9)] {
        for name in ["d8", HOSTILE, &"W".repeat(300)] {
            check(&panel_chart(count, columns, name, &points));
        }
    }
    assert!(shows(&panel_chart(0, 1, "d8", &points).svg(), "There is nothing to draw."));
    assert!(shows(&panel_chart(40, 3, "d8", &points).svg(), "10 more panels are not drawn"));
    let bad = [(f64::NAN, 0.5), (1.0, f64::INFINITY), (2.0, 0.5)];
    check(&panel_chart(3, 3, "bad", &bad));
    check(&panel_chart(1, 1, "one", &[(2.0, 0.0)]));
}

#[test]
fn bars_that_are_all_pale_go_with_their_names() {
    let bar = BarValue { value: 1.0, is_open: true, ..BarValue::default() };
    let series = ["down", "up"].map(|label| BarSeries::new(label, [Some(bar)]));
    let svg = bars(Chart::default(), &["a number".to_owned()], &series).svg();
    for (k, name) in ["down", "up"].into_iter().enumerate() {
        let told = format!(r#"<g data-series="{k}"><title>{name}, a number: 1.00</title>"#);
        assert!(svg.contains(&told), "{told}: {svg}");
    }
}

fn tiles(name: &str, values: [f64; 2]) -> Chart {
    let cell = |value| Some(Value { value, ..Value::default() });
    let names = [vec![name.to_owned(); 24], ["a", "b"].map(str::to_owned).into()];
    let cells = vec![values.map(cell).into(); 24];
    heat_map(Chart::default(), &names, &cells, (None, ValueFormat::Percent))
}

#[test]
fn a_name_that_a_phone_breaks_has_two_lines() {
    let [short, long] = ["poor, 0–8", "sub-human, 16–24"].map(|name| tiles(name, [0.5; 2]));
    // A line is 15 pixels high.
    assert!(short.y.pitch < 30.0 && long.y.pitch > 30.0);
}

#[test]
fn with_a_half_among_them_all_tiles_have_a_place() {
    for (values, told) in [
        ([0.25, 1.0 / 3.0], ["25", "33"]),
        ([0.125, 1.0 / 3.0], ["12.5", "33.3"]),
        ([0.125, 0.0], ["12.5", "0"]),
    ] {
        let texts = texts(&tiles("a", values).svg());
        let of = |told: &str| texts.iter().filter(|text| *text == told).count();
        assert_eq!(told.map(of), [24; 2], "{texts:?}");
    }
}

#[test]
fn the_tail_of_one_system_and_of_two_begins_where_little_is_left() {
    let row = |(system, length): (&str, u32)| StreakRow {
        system: system.to_owned(),
        side: "A".to_owned(),
        length,
        count: 10,
        share: 0.1,
        ..StreakRow::default()
    };
    let lengths = |systems: &[&str]| {
        let rows = systems.iter().flat_map(|system| (1..=10).map(move |length| (*system, length)));
        let report = Report {
            sides: ["A", "B"].map(str::to_owned),
            streaks: rows.map(row).collect(),
            streak_means: systems.iter().map(|system| mean(system, "A", 100)).collect(),
            ..Report::default()
        };
        texts(&chart::streaks(&report).svg())
    };
    let has = |texts: &[String], length: &str| texts.iter().any(|text| text == length);
    let two = lengths(&["one", "two"]);
    assert!(has(&two, "9") && has(&two, "10") && !has(&two, "11"), "{two:?}");
    let one = lengths(&["one"]);
    assert!(has(&one, "9") && has(&one, "10"), "{one:?}");
    assert!(one.iter().all(|text| !text.ends_with('+')), "{one:?}");
}

#[test]
fn counts_over_bars_are_compact() {
    let counts = [999.0, 1000.0, 1250.0, 9_960.0, 34_400.0, 5_600_000.0];
    let texts = texts(&bar_chart((6, 1), "count", ValueFormat::Count, |k| counts[k]).svg());
    for told in ["999", "1k", "1.2k", "10k", "34k", "5.6M"] {
        assert!(texts.iter().any(|text| text == told), "{told}: {texts:?}");
    }
}
