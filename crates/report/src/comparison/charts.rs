//! The charts of a comparison: bars by variant for each family of measures, the flank question, and the law of streaks.

use super::{Comparison, MeasureRow, NOT_TOLD_APART, Value, Variant};
use crate::Report;
use crate::chart::{
    self, Axis, BarChart, BarSeries, BarValue, Chart, Labels, Overview, OverviewPanel, ValueFormat,
};
use crate::comparison::{FEW_DRAWS, plain};
use crate::number::{NO_BREAK, counted, percent, percents};
use crate::report::{Initiative, Provenance};
use crate::safe::safe_text;
use crate::solved::variants_chart;
use crate::words::capital;

/// A chart for each family of measures, a group of bars for each variant, a bar for each side: the measure, what it is called
/// in a headline, and what its axis shows.
const FAMILIES: [(&str, &str, &str); 12] = [
    ("win-rate", "games won", "games won"),
    ("streak", "chances in a row, reactions counted", "chances in a row"),
    ("unanswered", "chances that go unanswered", "share of chances"),
    ("drought", "longest wait for a chance", "most enemy chances in a row"),
    ("share-of-chances", "share of the chances", "share of all chances"),
    ("walkover", "games won before the enemy acts", "games"),
    ("first-mover-win-rate", "games won by the side that begins", "games won"),
    ("losses", "figures lost a game", "figures lost a game"),
    ("never-active", "figures that never get to do anything", "share of figures"),
    ("actions", "actions a game", "actions a game"),
    ("dice", "dice rolled a game", "dice a game"),
    ("decisions", "decisions a game", "decisions a game"),
];

/// All variants in one picture, a chart for each family of measures that was measured, the flank question and the law of
/// streaks.
pub(super) fn all(comparison: &Comparison) -> Vec<(String, Chart)> {
    let mut charts = Vec::new();
    let mut push = |name: String, chart: Chart| charts.push((name, chart));
    if comparison.variants.len() >= SEVERAL {
        push("overview.svg".to_owned(), overview(comparison));
    }
    for (measure, question, axis) in FAMILIES {
        let rows: Vec<&MeasureRow> = comparison.measured(measure).collect();
        if rows.iter().any(ever) {
            // What the side that begins does is told in `first-mover.svg`.
            let name = format!("{}.svg", measure.trim_end_matches("-win-rate"));
            push(name, family(comparison, question, axis, &rows));
        }
    }
    // Of more the overview and the families tell what a reader can take in.
    let is_crowd = super::text::is_crowd(comparison);
    if !is_crowd && let Some(chart) = ground(comparison) {
        push("ground.svg".to_owned(), chart);
    }
    if !is_crowd && !comparison.streaks.is_empty() {
        push("streaks.svg".to_owned(), streaks(comparison));
    }
    if !comparison.solved.is_empty() {
        push("solved.svg".to_owned(), played_well(comparison));
    }
    charts
}

/// Whether a measure is anything but nothing under any variant.
fn ever(row: &&MeasureRow) -> bool {
    row.values.iter().flatten().any(|value| value.value != 0.0)
}

/// Variants from which on one picture tells all of them.
const SEVERAL: usize = 3;

/// What each variant does to who wins, to a run for ground, to streaks and to the work of a game: those under which the first
/// side wins most come first.
fn overview(comparison: &Comparison) -> Chart {
    let [first, _] = &comparison.sides;
    let win_rate = comparison.measured("win-rate").find(|row| row.side == *first);
    let won = |k: usize| win_rate.and_then(|row| row.values[k]);
    let order = highest_first(comparison, win_rate);
    let place = |row: &MeasureRow| comparison.sides.iter().position(|side| *side == row.side);
    let panel = |(measure, title, meaning, format): (&str, &str, &str, ValueFormat)| {
        let of_first = measure == "win-rate";
        let rows = comparison.measured(measure).filter(|row| !of_first || row.side == *first);
        // What a longer search may still find is more than chance.
        let range = |k: usize| comparison.ranges.get(k).copied().flatten().filter(|_| of_first);
        let bar = |k: usize, value: Value| {
            let interval = match (range(k), value.interval) {
                (Some((low, high)), Some((from, to))) => Some((low.min(from), high.max(to))),
                (range, interval) => range.or(interval),
            };
            BarValue { interval, ..BarValue::from(value) }
        };
        let of = |row: &MeasureRow| {
            let sorted = order.iter().map(|k| row.values[*k].map(|value| bar(*k, value))).collect();
            (place(row), BarSeries { label: String::new(), values: sorted })
        };
        // Half of all games is even only where hardly any is drawn.
        let drawn = comparison.measured("draw-rate").flat_map(|row| &row.values);
        let is_decided = drawn.flatten().all(|drawn| drawn.value < FEW_DRAWS);
        let level = (of_first && is_decided).then_some(0.5);
        let meaning = if level.is_some() { "Dashed: an even game." } else { meaning };
        let series = rows.map(of).collect();
        OverviewPanel {
            title: title.to_owned(),
            meaning: meaning.to_owned(),
            format,
            series,
            level,
        }
    };
    let asked = if comparison.is_of_fighting {
        [
            ("win-rate", "Games won", "", ValueFormat::Percent),
            ("draw-rate", "Drawn", "", ValueFormat::Percent),
            ("losses", "Losses", "Losses: figures a game.", ValueFormat::Plain),
            ("actions", "Actions", "Actions: how long a game is.", ValueFormat::Plain),
            ("dice", "Dice", "", ValueFormat::Plain),
        ]
    } else {
        [
            ("win-rate", "Games won", "", ValueFormat::Percent),
            (
                "through",
                "Get through",
                "Get through: games won by holding a place or leaving the table.",
                ValueFormat::Percent,
            ),
            (
                "streak",
                "Chances in a row",
                "Chances in a row: before the other side has one, used or not, reactions counted.",
                ValueFormat::Plain,
            ),
            ("dice", "Dice", "", ValueFormat::Plain),
            ("decisions", "Decisions", "Dice and decisions: in a game.", ValueFormat::Plain),
        ]
    };
    let panels: Vec<OverviewPanel> =
        asked.into_iter().map(panel).filter(|panel| !panel.series.is_empty()).collect();
    let who = match comparison.players.is_empty() {
        true => "the battle's own bots",
        false => "players found by a search",
    };
    let searched = match comparison.ranges.iter().any(Option::is_some) {
        true => "; of games won, too, as far as a longer search may move them",
        false => "",
    };
    let labels: Vec<String> = groups(comparison);
    let told = |k: usize| won(k).map_or("?".to_owned(), |value| percent(value.value, None));
    let apart = win_rate.is_some_and(|row| {
        // Those that are not told apart from the highest.
        let high = comparison.highest(row);
        let least = order.last().map(|least| &labels[*least]);
        least.is_some_and(|least| high.iter().all(|(variant, _)| variant.name() != *least))
    });
    let title = match (order.first(), order.last()) {
        _ if !apart => format!(
            "{}: how often {} win",
            capital(NOT_TOLD_APART),
            crate::words::clip(&safe_text(first), 30)
        ),
        (Some(most), Some(least)) => format!(
            "{} win {} {} and {} {}",
            crate::words::clip(&safe_text(first), 30),
            told(*most),
            under(&crate::words::clip(&safe_text(&labels[*most]), 40)),
            told(*least),
            under(&crate::words::clip(&safe_text(&labels[*least]), 40)),
        ),
        _ => String::new(),
    };
    chart::overview(&Overview {
        labels: Labels {
            title,
            subtitle: format!(
                "{}, played by {who}; where {first} win most comes first. Whiskers: {:.0}{NO_BREAK}% intervals{searched}.",
                comparison.title,
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            warning: warning(comparison, comparison.measured("win-rate")),
            ..Labels::default()
        },
        rows: order.iter().map(|k| labels[*k].clone()).collect(),
        sides: comparison.sides.to_vec(),
        panels,
    })
}

/// The variants, those under which a measure is highest first; as they were named, where there is none to go by.
fn highest_first(comparison: &Comparison, row: Option<&MeasureRow>) -> Vec<usize> {
    let value = |k: usize| row.and_then(|row| row.values[k]).map_or(0.0, |it| it.value);
    let mut order: Vec<usize> = (0..comparison.variants.len()).collect();
    order.sort_by(|one, other| value(*other).total_cmp(&value(*one)));
    order
}

/// The flank question: does a side run through to its ground before the enemy acts, does it get there at all, or is it
/// stopped?
fn ground(comparison: &Comparison) -> Option<Chart> {
    let through: Vec<&MeasureRow> = comparison.measured("run-through").collect();
    let at_all: Vec<&MeasureRow> = comparison.measured("through").collect();
    let of_one = |measure| -> Vec<&MeasureRow> {
        match at_all.len() {
            1 => comparison.measured(measure).collect(),
            // Of a race nobody is the hunter; and there is no room for eight bars.
            _ => Vec::new(),
        }
    };
    let (stopped, destroyed) = (of_one("stopped-alive"), of_one("destroyed"));
    if through.is_empty() {
        return None;
    }
    let find = |row: &&MeasureRow, does: &str| {
        let side = crate::words::clip(&safe_text(&row.side), 30);
        let highest = comparison.highest(row);
        let names: Vec<String> =
            highest.iter().map(|(variant, _)| crate::words::clip(&variant.name(), 40)).collect();
        match (highest.as_slice(), names.as_slice()) {
            ([], _) => (false, format!("{side} never {does}")),
            ([(_, value)], [name]) => {
                let share = percent(value.value, value.interval);
                (false, format!("{side} {does} most often {} ({share})", under(name)))
            }
            (_, [first @ .., last])
                if names.len() <= 3 && names.len() < comparison.variants.len() =>
            {
                let names = first.join(", ");
                (
                    true,
                    format!("{side} {does} most often under {names} or {last} ({NOT_TOLD_APART})"),
                )
            }
            _ => (true, format!("{NOT_TOLD_APART}: how often {side} {does}")),
        }
    };
    // A title has room for two findings: of a race both runners, else what becomes of the one, the clear ones first.
    let run = find(&through[0], "run through before the enemy acts");
    let mut found = match through.get(1) {
        Some(row) => vec![run, find(row, "do so")],
        None => {
            let others = [(&stopped, "are stopped alive"), (&destroyed, "are destroyed")];
            let others =
                others.into_iter().filter_map(|(rows, does)| Some(find(rows.first()?, does)));
            let mut found: Vec<(bool, String)> = std::iter::once(run).chain(others).collect();
            found.sort_by_key(|(is_open, _)| *is_open);
            found
        }
    };
    found.truncate(2);
    let bars = [
        (&through, " run through before the enemy acts"),
        (&at_all, " get through"),
        (&stopped, " are stopped alive"),
        (&destroyed, " are destroyed"),
    ];
    let bars = bars.into_iter().flat_map(|(rows, does)| {
        let drawn = rows.iter().filter(|row| ever(row));
        drawn.map(move |row| series(row, does))
    });
    let bars: Vec<BarSeries> = bars.collect();
    if bars.is_empty() {
        return None;
    }
    let is_open = found.iter().any(|(is_open, _)| *is_open);
    let title: Vec<String> = found.into_iter().map(|(_, found)| found).collect();
    let not_apart = if is_open { format!(" {}", super::HOLM_MAY_NOT) } else { String::new() };
    Some(chart::bars(&BarChart {
        labels: Labels {
            title: capital(&title.join("; ")),
            subtitle: format!(
                "{}. Get through: games won by holding a place or leaving the table; run through: before the enemy made \
                 a single action. Stopped alive or destroyed: games that were not won, with somebody of the side left \
                 or nobody. Whiskers: {:.0}{NO_BREAK}% intervals.{not_apart}",
                comparison.title,
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            warning: warning(
                comparison,
                comparison.measured("run-through").chain(comparison.measured("through")),
            ),
            ..Labels::default()
        },
        y: Axis::of("games", ValueFormat::Percent, None),
        groups: groups(comparison),
        series: bars,
        is_lying: true,
        ..BarChart::default()
    }))
}

/// What each variant is worth where players have been searched for.
fn played_well(comparison: &Comparison) -> Chart {
    // What is worth how much was told on games of its own, not on those of the comparison.
    let caption = format!(
        "skirmish {}, seed {}. {}",
        comparison.version, comparison.seed, comparison.command
    );
    let words = (comparison.title.as_str(), caption);
    variants_chart(&comparison.solved, &comparison.sides[0], words)
}

/// How long streaks are under each variant, side by side in a panel for each side.
fn streaks(comparison: &Comparison) -> Chart {
    // Where a report has systems, these are variants, by the names that people call them.
    let (mut streaks, mut streak_means) =
        (comparison.streaks.clone(), comparison.streak_means.clone());
    let of_streaks = streaks.iter_mut().map(|row| &mut row.system);
    for system in of_streaks.chain(streak_means.iter_mut().map(|row| &mut row.system)) {
        if let Some(variant) = comparison.variants.iter().find(|it| it.label == *system) {
            *system = variant.name();
        }
    }
    let report = Report {
        provenance: Provenance {
            program_version: comparison.version.clone(),
            scenario_title: comparison.title.clone(),
            seed: comparison.seed,
            games: comparison.games,
            ..Provenance::default()
        },
        // Systems differ in how a streak comes about; that chances stand in a row is what they share. Where the initiative is
        // seized every action is one.
        initiative: Initiative::Turns,
        sides: comparison.sides.clone(),
        confidence: comparison.confidence,
        streaks,
        streak_means,
        ..Report::default()
    };
    let chart = chart::streaks(&report);
    let means: Vec<&MeasureRow> = comparison.measured("streak-without-reactions").collect();
    let title = match means.is_empty() {
        true => chart.labels.title,
        false => capital(&found(comparison, "chances in a row, reactions left out", &means)),
    };
    let labels = Labels {
        title,
        subtitle: format!("{}. {}", comparison.title, chart.labels.subtitle),
        caption: caption(comparison),
        warning: warning(comparison, means.into_iter()),
        ..chart.labels
    };
    Chart { labels, ..chart }
}

/// A bar for each variant.
fn series(row: &MeasureRow, does: &str) -> BarSeries {
    let bar = |value: &Option<Value>| value.map(BarValue::from);
    BarSeries { label: format!("{}{does}", row.side), values: row.values.iter().map(bar).collect() }
}

fn groups(comparison: &Comparison) -> Vec<String> {
    comparison.variants.iter().map(Variant::name).collect()
}

fn caption(comparison: &Comparison) -> String {
    format!(
        "skirmish {}, {} under each variant on the same dice, seed {}. {}",
        comparison.version,
        counted(comparison.games, "game"),
        comparison.seed,
        comparison.command
    )
}

/// Whether the changes in a chart hang on who plays, and under which variants if there are several.
fn warning<'c>(comparison: &'c Comparison, rows: impl Iterator<Item = &'c MeasureRow>) -> String {
    let depends = |row: &MeasureRow| -> Vec<usize> {
        let changes = row.changes.iter().enumerate();
        let depend =
            changes.filter(|(_, change)| change.is_some_and(|it| it.depends_on_who_plays()));
        depend.map(|(k, _)| k + 1).collect()
    };
    let told: Vec<(&str, Vec<usize>)> = rows.map(|row| (row.side.as_str(), depends(row))).collect();
    let all = comparison.variants.len();
    let name = |k: usize| crate::words::clip(&comparison.variants[k].name(), 40);
    let under = |depend: &[usize]| match depend.len() {
        _ if all <= 2 => String::new(),
        0..=3 => {
            format!(" under {}", depend.iter().map(|k| name(*k)).collect::<Vec<_>>().join(", "))
        }
        many => format!(" from {} under {many} of {} others", name(0), all - 1),
    };
    let is_alike = told.windows(2).all(|two| two[0].1 == two[1].1);
    let parts = told.iter().filter(|(_, depend)| !depend.is_empty());
    let parts: Vec<String> = match is_alike {
        true => parts.take(1).map(|(_, depend)| under(depend)).collect(),
        // One side's may hold where the other's does not.
        false => parts
            .map(|(side, depend)| format!(" for {}{}", safe_text(side), under(depend)))
            .collect(),
    };
    if parts.is_empty() {
        return String::new();
    }
    format!(
        "What changes here{} depends on who plays: with other bots it comes out differently.",
        parts.join(", and")
    )
}

fn family(comparison: &Comparison, question: &str, axis: &str, rows: &[&MeasureRow]) -> Chart {
    let is_share = rows.iter().any(|row| row.is_share);
    let about = rows.first().map_or("", |row| &row.about);
    let format = if is_share { ValueFormat::Percent } else { ValueFormat::Plain };
    let is_crowd = super::text::is_crowd(comparison);
    let order = highest_first(comparison, rows.first().copied().filter(|_| is_crowd));
    let names = groups(comparison);
    let sorted = |row: &&MeasureRow| {
        let series = series(row, "");
        let values = order.iter().map(|k| series.values[*k]).collect();
        BarSeries { values, ..series }
    };
    chart::bars(&BarChart {
        labels: Labels {
            title: capital(&found(comparison, question, rows)),
            subtitle: format!(
                "{}. Measured: {about}. Whiskers: {:.0}{NO_BREAK}% intervals.",
                comparison.title,
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            warning: warning(comparison, rows.iter().copied()),
            ..Labels::default()
        },
        y: Axis::of(axis, format, None),
        groups: order.iter().map(|k| names[*k].clone()).collect(),
        series: rows.iter().map(sorted).collect(),
        is_lying: true,
        ..BarChart::default()
    })
}

/// Of the first row that clearly differs: its values under both variants, or those under which it is most and least.
fn found(comparison: &Comparison, question: &str, rows: &[&MeasureRow]) -> String {
    let told = rows.iter().find_map(|row| {
        let measured = comparison.variants.iter().zip(&row.values);
        let mut measured: Vec<(String, Value)> = measured
            .filter_map(|(variant, value)| {
                Some((crate::words::clip(&variant.name(), 40), (*value)?))
            })
            .collect();
        if measured.len() > 2 {
            measured.sort_by(|one, two| two.1.value.total_cmp(&one.1.value));
        }
        let [first, .., last] = &measured[..] else { return None };
        let least = if first.1.value < last.1.value { &first.0 } else { &last.0 };
        let high = comparison.highest(row);
        let is_apart = !high.is_empty()
            && high.iter().all(|(of, _)| crate::words::clip(&of.name(), 40) != *least);
        let (one, other) = shown(row.is_share, first.1, last.1);
        let side = crate::words::clip(&safe_text(&row.side), 30);
        let side = if side.is_empty() { side } else { side + " " };
        is_apart.then(|| format!("{side}{one} {}, {other} {}", under(&first.0), under(&last.0)))
    });
    match told {
        Some(told) => format!("{question}: {told}"),
        None => format!("{NOT_TOLD_APART}: {question}"),
    }
}

/// Decimals of a mean in a headline.
const MOST_PLACES: usize = 2;

/// Two values that are read side by side, both with as many places as the less certain of them has, if they differ in these.
fn shown(is_share: bool, one: Value, other: Value) -> (String, String) {
    let one_by_one = [one, other].map(|Value { value, interval }| match is_share {
        true => percent(value, interval),
        false => plain(value, interval),
    });
    let together = match is_share {
        true => percents(&[one, other].map(|it| (it.value, it.interval))),
        false => {
            let places = |text: &String| text.split_once('.').map_or(0, |(_, part)| part.len());
            // No more than the bars and the means beside them have.
            let places = one_by_one.iter().map(places).min().unwrap_or(0).min(MOST_PLACES);
            [one, other].map(|it| format!("{:.places$}", it.value)).to_vec()
        }
    };
    match &together[..] {
        [one, other] if one != other => (one.clone(), other.clone()),
        _ => one_by_one.into(),
    }
}

/// A variant in a sentence: `under cards`, `with heroic leader = 6`, `as it is`.
fn under(name: &str) -> String {
    match name {
        "as it is" => name.to_owned(),
        changed if changed.contains(" = ") => format!("with {changed}"),
        named => format!("under {named}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{ChangeValue, Others, Variant};
    use crate::number::NO_BREAK;

    /// The title of the chart of the ground, when the Raiders run through as often as this under each variant.
    fn title(values: &[(f64, f64, f64)], adjusted: &[f64]) -> String {
        let labels = ["lloyd", "cards", "adnd"];
        let row = MeasureRow {
            measure: "run-through".to_owned(),
            side: "Raiders".to_owned(),
            is_share: true,
            values: values
                .iter()
                .map(|&(value, low, high)| Some(Value { value, interval: Some((low, high)) }))
                .collect(),
            changes: adjusted
                .iter()
                .map(|p| Some(ChangeValue { adjusted_p_value: Some(*p), ..ChangeValue::default() }))
                .collect(),
            ..MeasureRow::default()
        };
        let comparison = Comparison {
            variants: labels[..values.len()]
                .iter()
                .map(|label| Variant { label: (*label).to_owned(), ..Variant::default() })
                .collect(),
            rows: vec![row],
            ..Comparison::default()
        };
        // Of what never happens there is no chart, and no title.
        let chart = ground(&comparison).unwrap_or_default();
        chart.labels.title.replace(NO_BREAK, " ")
    }

    #[test]
    fn a_chart_says_that_its_change_depends_on_who_plays() {
        let chart = |least: f64, variants: &[&str]| {
            let others = Some(Others {
                least,
                greatest: 0.2,
                is_told: true,
                is_told_by_all: true,
                is_higher: true,
                is_lower: least < 0.0,
            });
            let real = ChangeValue {
                value: 0.1,
                adjusted_p_value: Some(0.001),
                others,
                ..ChangeValue::default()
            };
            let values = variants.iter().map(|_| Some(Value::default())).collect();
            let none = variants.iter().skip(2).map(|_| Some(ChangeValue::default()));
            let row = MeasureRow {
                measure: "win-rate".to_owned(),
                values,
                changes: [Some(real)].into_iter().chain(none).collect(),
                ..MeasureRow::default()
            };
            let variants = variants
                .iter()
                .map(|label| Variant { label: (*label).to_owned(), ..Variant::default() });
            let comparison = Comparison { variants: variants.collect(), ..Comparison::default() };
            family(&comparison, "Who wins", "games won", &[&row])
        };
        assert!(!chart(0.05, &["a", "b"]).labels.warning.contains("depends on who plays"));
        assert!(
            chart(-0.05, &["a", "b"])
                .labels
                .warning
                .contains("What changes here depends on who plays")
        );
        assert!(
            chart(-0.05, &["a", "b", "c"])
                .labels
                .warning
                .contains("here under b depends on who plays")
        );
    }

    #[test]
    fn means_in_a_headline_have_no_more_decimals_than_those_in_the_chart() {
        let value = |value: f64| Value { value, interval: Some((value - 0.02, value + 0.02)) };
        let told = |one, other| shown(false, value(one), value(other));
        assert_eq!(told(2.208, 2.119), ("2.21".to_owned(), "2.12".to_owned()));
        // Two that differ never read the same.
        assert_eq!(told(2.208, 2.211), ("2.208".to_owned(), "2.211".to_owned()));
    }

    #[test]
    fn the_title_names_what_is_told_apart_and_nothing_else() {
        let low = (0.02, 0.01, 0.03);
        let high = (0.5, 0.47, 0.53);
        let near = (0.48, 0.45, 0.51);
        let does = "run through before the enemy acts";
        assert_eq!(
            title(&[low, high], &[0.001]),
            format!("Raiders {does} most often under cards (50 %)")
        );
        assert_eq!(
            title(&[near, high], &[0.3]),
            format!("No clear difference: how often Raiders {does}")
        );
        assert_eq!(
            title(&[low, high, near], &[0.001, 0.001]),
            format!("Raiders {does} most often under cards or adnd (no clear difference)")
        );
        // Under the same dice a change may be real though the intervals meet.
        assert_eq!(
            title(&[near, high], &[0.01]),
            format!("Raiders {does} most often under cards (50 %)")
        );
        assert_eq!(title(&[(0.0, 0.0, 0.01); 2], &[1.0]), "");
    }
}
