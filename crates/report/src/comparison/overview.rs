//! The overview of a comparison: what matters most under all variants, in one picture.

use super::charts::{by_side, caption, groups, highest_first, shown, warning};
use super::{Comparison, FEW_DRAWS, MeasureRow, NOT_TOLD_APART, Value};
use crate::chart::{
    self, BarSeries, BarValue, Chart, Labels, Overview, OverviewPanel, ValueFormat,
};
use crate::safe::safe_text;
use crate::words::{CONFIDENCE, capital, clip, short_side};

/// What each variant does to who wins, to a run for ground, to streaks and to the work of a game: those under which the first
/// side wins most come first.
pub(super) fn overview(comparison: &Comparison) -> Chart {
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
            let sorted = order.iter().map(|k| row.values[*k].map(|value| bar(*k, value)));
            BarSeries { hue: place(row), ..BarSeries::new("", sorted) }
        };
        // Half of all games is even only where hardly any is drawn.
        let drawn = comparison.measured("draw-rate").flat_map(|row| &row.values);
        let is_decided = drawn.flatten().all(|drawn| drawn.value < FEW_DRAWS);
        let level = (of_first && is_decided).then_some(0.5);
        let meaning = if level.is_some() { "Dashed: an even game." } else { meaning };
        let series = rows.map(of).collect();
        OverviewPanel {
            title: title.to_owned(),
            names_side: false,
            meaning: meaning.to_owned(),
            format,
            series,
            level,
            range: None,
        }
    };
    let asked = [
        ("win-rate", "Games won", "", ValueFormat::Percent),
        (
            "through",
            "Get through",
            "Get through: games won by holding a place or leaving the table.",
            ValueFormat::Percent,
        ),
        ("run-through", "… before the enemy acts", "", ValueFormat::Percent),
        (
            "streak-without-reactions",
            "Chances in a row",
            "Chances in a row: before the other side has one, used or not; reactions do not count.",
            ValueFormat::Plain,
        ),
        ("losses", "Figures lost", "", ValueFormat::Plain),
        ("dice", "Dice a game", "", ValueFormat::Plain),
        ("decisions", "Decisions a game", "", ValueFormat::Plain),
    ];
    // Of ways of fighting: who wins, and at what cost, a side in each panel.
    let panels: Vec<OverviewPanel> = if comparison.is_of_fighting {
        let won = panel(("win-rate", "", "", ValueFormat::Percent));
        let lost = panel(("losses", "", "Lose: figures a game.", ValueFormat::Plain));
        let most = lost.series.iter().flat_map(|of| of.values.iter().flatten());
        let most = most.fold(0.0, |most: f64, bar| most.max(bar.value));
        // With room for the numbers behind bars.
        let lost = OverviewPanel { range: Some((0.0, most * 1.3)), ..lost };
        let acts = panel(("actions", "Actions a game", "", ValueFormat::Plain));
        let of_each = [(won, "win"), (lost, "lose")].into_iter().flat_map(|(panel, does)| {
            let series = panel.series.clone().into_iter();
            series.map(move |one| {
                let side = one.hue.map_or("", |side| comparison.sides[side].as_str());
                let title = format!("{} {does}", clip(&safe_text(side), 20));
                OverviewPanel { title, names_side: true, series: vec![one], ..panel.clone() }
            })
        });
        of_each.chain([acts]).collect()
    } else {
        asked.into_iter().map(panel).collect()
    };
    let panels: Vec<OverviewPanel> =
        panels.into_iter().filter(|panel| !panel.series.is_empty()).collect();
    let who = match (comparison.players.is_empty(), comparison.bots.is_empty()) {
        (true, true) => "the battle's own bots",
        (true, false) => "the bots that are set",
        (false, _) => "players found by a search",
    };
    let searched = match comparison.ranges.iter().any(Option::is_some) {
        true => "; for games won they also allow for what a longer search may change",
        false => "",
    };
    let labels: Vec<String> = groups(comparison);
    let apart = win_rate.zip(order.last()).is_some_and(|(row, least)| row.is_below(*least));
    let short = short_side(first);
    let title = match (order.first(), order.last()) {
        _ if !apart => format!("{}: how often {short} win", capital(NOT_TOLD_APART)),
        (Some(most), Some(least)) => {
            let [one, other] = [*most, *least].map(|k| won(k).unwrap_or_default());
            let (one, other) = shown(true, one, other);
            let [most, least] = [most, least].map(|k| comparison.variants[*k].under());
            // Others may find otherwise.
            let whose = match comparison.panel {
                Some(_) => "With the battle's own bots, ",
                None => "",
            };
            match comparison.is_of_fighting {
                true => format!(
                    "{whose}how they fight moves {short} from {other} of games won {least} to {one} {most}"
                ),
                false => format!("{whose}{short} win {one} {most} and {other} {least}"),
            }
        }
        _ => String::new(),
    };
    let ways = match comparison.is_of_fighting {
        true => {
            labels.iter().filter_map(|name| Some(format!("{name}: {}", rolled(name)?))).collect()
        }
        false => Vec::new(),
    };
    chart::overview(&Overview {
        labels: Labels {
            title: capital(&title),
            subtitle: format!(
                "{}, played by {who}; where {first} win most comes first. Whiskers: {CONFIDENCE} intervals{searched}.",
                comparison.title
            ),
            caption: caption(comparison),
            // Of the side whose games are drawn.
            warning: warning(comparison, by_side(win_rate)),
            ..Labels::default()
        },
        rows: order.iter().map(|k| labels[*k].clone()).collect(),
        sides: comparison.sides.to_vec(),
        panels,
        note: ways.join("; "),
    })
}

/// What is rolled by the ways of fighting that come with the program, in few words.
fn rolled(fighting: &str) -> Option<&'static str> {
    Some(match fighting {
        "host" => "d10s by Lloyd's tables",
        "petite-guerre" => "skill dice against a number",
        "techniques" => "a chain of tests",
        "osric" => "a d20 against armour class, and hit points",
        "hit-wound-save" => "three rolls of d6",
        "opposed" => "d20 against d20",
        "quality-and-defence" => "handfuls of d6",
        "roll-under" => "a d100 under skill, and hit points",
        "combat-results" => "the ratio of strengths and one d6",
        _ => return None,
    })
}
