//! Bots against bots as tiles: how much more one side wins in each pairing.

use std::borrow::Cow;

use minijinja::context;

use super::{Panel, PanelRow, TESTED_TOGETHER, Word, bots, is_open, is_own, verdict};
use crate::answer::chart_words;
use crate::chart::{self, Chart, HeatCell, Labels, ValueFormat};
use crate::comparison::signed_value;
use crate::number::{counted, defined, points_at_most};
use crate::once::grouped;
use crate::safe::safe_text;
use crate::words::clip;

/// Bots with the same results against all others, such as the battle's own and its namesake.
type Alike<'p> = Vec<&'p Option<String>>;

/// Draws the first question under each pairing as tiles, the first side's bots at the left; for a run, that side's lead.
pub(crate) fn chart(panel: &Panel, caption: String) -> Option<(Cow<'static, str>, Chart)> {
    let first = panel.rows.iter().find(|row| row.answer != Word::Value)?;
    let (question, is_of_wins) = (&first.question, first.wins.is_some());
    let rows: Vec<&PanelRow> = panel.rows.iter().filter(|row| row.question == *question).collect();
    let [mut left, mut above] = bots(panel, question);
    // If the battle's own bots played only each other, they have a note below and no row.
    let own = rows.iter().copied().find(|row| is_own(row));
    let alone = rows.iter().filter(|row| row.bots.iter().any(Option::is_none)).count() == 1;
    if alone && rows.len() > 1 {
        for bots in [&mut left, &mut above] {
            bots.retain(|bot| bot.is_some());
        }
    }
    let row = |one: &Option<String>, other: &Option<String>| {
        rows.iter().copied().find(|row| row.bots[0] == *one && row.bots[1] == *other)
    };
    let value = |one: &Option<String>, other: &Option<String>| {
        row(one, other).map(|row| (row.value, row.interval))
    };
    let shown_left =
        alike(&left, |one| above.iter().map(|other| value(one, other)).collect::<Vec<_>>());
    let shown_above =
        alike(&above, |one| left.iter().map(|other| value(other, one)).collect::<Vec<_>>());
    let drawn: Vec<Vec<Option<&PanelRow>>> = shown_left
        .iter()
        .map(|one| shown_above.iter().map(|other| row(one[0], other[0])).collect())
        .collect();
    let [a, b] = panel.sides.each_ref().map(|side| safe_text(side));
    let cell = |row: &Option<&PanelRow>| {
        let PanelRow { value, interval, answer, .. } = (*row)?;
        let is_clear = Some(*answer != Word::NotToldApart);
        Some(HeatCell { value: *value, interval: *interval, is_clear, name: "" })
    };
    let all = drawn.iter().flatten().copied().flatten();
    let half = points_at_most(all.clone().filter_map(|row| defined(row.interval)));
    let ahead = |row: &PanelRow| match row.answer {
        Word::NotToldApart => None,
        _ => Some(usize::from(row.value < 0.0)),
    };
    let others: Vec<&PanelRow> = all.clone().filter(|row| !is_own(row)).collect();
    let ahead_in = |side| others.iter().filter(|row| ahead(row) == Some(side)).count();
    let facts = context! {
        sides => [&a, &b].map(|side| clip(side, 30)).to_vec(),
        whole => vec![a.clone(), b.clone()],
        whose => panel.whose(),
        games => counted(panel.games, "game"),
        half => format!("{half:.*}", usize::from(!is_of_wins)),
        is_share => first.is_share,
        open => if all.clone().any(is_open) { TESTED_TOGETHER } else { "" },
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
    let names = [(0, shown_left), (1, shown_above)]
        .map(|(side, of)| of.iter().map(|bots| named(panel, side, bots)).collect());
    let cells: Vec<Vec<_>> = drawn.iter().map(|row| row.iter().map(cell).collect()).collect();
    let chart = Chart { labels, ..Chart::named(a, b) };
    let format = if first.is_share { ValueFormat::Points } else { ValueFormat::Signed };
    let chart = chart::heat_map(chart, &names, &cells, (Some(0.0), format));
    (rows.len() > 1).then_some(("panel.svg".into(), Chart { note, ..chart }))
}

fn alike<'p, T: PartialEq>(
    bots: &Alike<'p>,
    come_to: impl Fn(&Option<String>) -> T,
) -> Vec<Alike<'p>> {
    let groups = grouped(bots.iter().map(|one| (come_to(one), *one))).into_iter();
    groups.map(|(_, alike)| alike).collect()
}

/// Returns `runner (its own)`.
fn named(panel: &Panel, side: usize, bots: &Alike<'_>) -> String {
    let (own, others): (Alike<'_>, Alike<'_>) = bots.iter().partition(|bot| bot.is_none());
    let names: Vec<String> = others.iter().map(|name| panel.bot(side, name)).collect();
    let own = own.first().map(|own| panel.bot(side, own));
    [names.join(", ")].into_iter().chain(own).collect::<Vec<_>>().join(" ").trim_start().to_owned()
}
