//! Bots against bots as tiles: how much more one side wins in each pairing.

use std::borrow::Cow;

use minijinja::context;

use super::{Panel, PanelRow, TESTED_TOGETHER, bots, verdict};
use crate::answer::chart_words;
use crate::chart::{self, Chart, Labels, ValueFormat};
use crate::comparison::{Value, signed_value};
use crate::number::{counted, defined, points_at_most};
use crate::safe::safe_text;
use crate::words::clip;

/// Draws the first question under each pairing as tiles, the first side's bots at the left; for a run, that side's lead.
pub(crate) fn chart(panel: &Panel, caption: String) -> Option<(Cow<'static, str>, Chart)> {
    let first = panel.rows.iter().find(|row| !row.answer.is_empty())?;
    let (question, is_of_wins) = (&first.question, first.wins.is_some());
    let rows: Vec<&PanelRow> = panel.rows.iter().filter(|row| row.question == *question).collect();
    let [mut left, mut above] = bots(panel, question);
    // If the battle's own bots played only each other, they have a note below and no row.
    let own = rows.iter().copied().find(|row| row.is_own());
    let alone = rows.iter().filter(|row| row.bots.iter().any(Option::is_none)).count() == 1;
    if alone && rows.len() > 1 {
        for bots in [&mut left, &mut above] {
            bots.retain(|bot| bot.is_some());
        }
    }
    let row = |one: &Option<String>, other: &Option<String>| {
        rows.iter().copied().find(|row| row.bots[0] == *one && row.bots[1] == *other)
    };
    let drawn: Vec<Vec<Option<&PanelRow>>> =
        left.iter().map(|one| above.iter().map(|other| row(one, other)).collect()).collect();
    let [a, b] = panel.sides.each_ref().map(|side| safe_text(side));
    let cell = |row: &Option<&PanelRow>| {
        let row = (*row)?;
        // What the test over all of them leaves open does not stand out.
        Some(Value { value: row.value, interval: row.interval.filter(|_| row.is_told()) })
    };
    let all = drawn.iter().flatten().copied().flatten();
    let half = points_at_most(all.clone().filter_map(|row| defined(row.interval)));
    let ahead = |row: &PanelRow| row.is_told().then(|| usize::from(row.value < 0.0));
    let others: Vec<&PanelRow> = all.clone().filter(|row| !row.is_own()).collect();
    let ahead_in = |side| others.iter().filter(|row| ahead(row) == Some(side)).count();
    let facts = context! {
        sides => [&a, &b].map(|side| clip(side, 30)).to_vec(),
        whole => vec![a.clone(), b.clone()],
        whose => panel.whose(),
        games => counted(panel.games, "game"),
        half => format!("{half:.*}", usize::from(!is_of_wins)),
        is_share => first.is_share,
        open => if all.clone().any(PanelRow::is_open) { TESTED_TOGETHER } else { "" },
        verdict => verdict(panel, question),
        others => others.len(),
        has_own => own.is_some(),
        // 0 for neither.
        own => own.and_then(ahead).map_or(0, |side| side + 1),
        ahead => [0, 1].map(ahead_in).to_vec(),
        is_of_wins,
    };
    let [title, subtitle, _] = chart_words("panel", facts);
    let note = own.filter(|_| alone).map_or_else(String::new, |own| {
        format!("With {}: {}", panel.whose(), signed_value(own.value, own.interval, own.is_share))
    });
    let labels = Labels { title, subtitle, caption, ..Labels::default() };
    let names = [(0, left), (1, above)]
        .map(|(side, bots)| bots.into_iter().map(|bot| panel.bot(side, bot)).collect());
    let cells: Vec<Vec<_>> = drawn.iter().map(|row| row.iter().map(cell).collect()).collect();
    let chart = Chart { labels, ..Chart::named(a, b) };
    let format = if first.is_share { ValueFormat::Points } else { ValueFormat::Signed };
    let chart = chart::heat_map(chart, &names, &cells, (Some(0.0), format));
    (rows.len() > 1).then_some(("panel.svg".into(), Chart { note, ..chart }))
}
