//! Heat on a table: how often things happen in each part of it, square by square.

use super::board::{Board, Plan, Spot};
use super::canvas::{Canvas, Rect};
use super::grammar::Chart;
use super::labels::Labels;
use super::style::Look;
use crate::answer::chart_words;
use crate::heat::{Heat, HeatMap};
use crate::number::{fixed, with_commas};
use crate::report::Report;
use crate::words::short_side;
use crate::{safe_text, words};
use minijinja::context;
use minijinja::value::Value;

/// Steps of colour.
const STEPS: f64 = 6.0;
/// Opacity of the lowest step.
const LEAST: f64 = 0.12;
/// Squares with fewer than one in so many of the darkest are left blank.
const RARE: u64 = 400;
/// Rounds that are drawn.
const MOST_ROUNDS: usize = 3;

/// A rectangle of one colour.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Patch {
    from: Spot,
    to: Spot,
    side: usize,
    opacity: f64,
}

pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan, patches: &[Patch]) {
    for patch in patches {
        let ((left, bottom), (right, top)) = (plan.at(patch.from), plan.at(patch.to));
        let area = Rect { left, top, width: right - left, height: bottom - top };
        canvas.fill(area, Look::side(Some(patch.side)).hue.area, patch.opacity);
    }
}

/// Returns the squares of a map as patches, equal neighbours in a row as one; the darkest has `most`.
fn patches(heat: &Heat, map: &HeatMap, side: usize, (wide, high): Spot, most: u64) -> Vec<Patch> {
    // By the root, so that what is rare can still be seen.
    let step = |count: u64| (STEPS * (count as f64 / most.max(1) as f64).sqrt()).ceil();
    let mut patches: Vec<Patch> = Vec::new();
    for (row, counts) in map.rows().enumerate() {
        let up = |row: usize| (row as f64 * heat.edge).min(high);
        for (column, count) in counts.enumerate().filter(|(_, count)| *count > most / RARE) {
            let opacity = LEAST + (1.0 - LEAST) * (step(count) - 1.0) / (STEPS - 1.0);
            let along = |column: usize| (column as f64 * heat.edge).min(wide);
            let (from, to) = ((along(column), up(row)), (along(column + 1), up(row + 1)));
            match patches.last_mut() {
                Some(last)
                    if last.opacity == opacity && last.to.0 == from.0 && last.from.1 == from.1 =>
                {
                    last.to = to;
                }
                _ => patches.push(Patch { from, to, side, opacity }),
            }
        }
    }
    patches
}

/// Draws where figures stand at the ends of rounds, or else where they fall, shoot, are shot at and seize the initiative; `None`
/// if none of that was counted.
pub(crate) fn heat(report: &Report, is_standing: bool) -> Option<Chart> {
    let (heat, table) = (report.heat.as_ref()?, report.table.as_ref()?);
    let is_shown = |what: &&str| heat.maps.iter().any(|map| map.what == **what && map.most() > 0);
    let rows: Vec<(&str, u32)> = if is_standing {
        // Rounds that most games come to.
        let rounds =
            heat.maps.iter().filter(|map| map.what == "stands" && map.side == report.sides[0]);
        let usual = rounds.filter(|map| 2 * map.games > heat.games);
        let all: Vec<u32> = usual.map(|map| map.round).collect();
        let picked = (0..MOST_ROUNDS.min(all.len()))
            .map(|k| all[k * (all.len() - 1) / (MOST_ROUNDS.min(all.len()) - 1).max(1)]);
        picked.map(|round| ("stands", round)).chain([("ends", 0)]).collect()
    } else {
        let all = ["falls", "shoots", "is shot at", "seizes"];
        all.into_iter().filter(is_shown).map(|what| (what, 0)).collect()
    };
    let map = |what: &str, round: u32, side: &str| {
        heat.maps.iter().find(|map| map.what == what && map.round == round && map.side == side)
    };
    let mut boards = Vec::new();
    for &(what, round) in &rows {
        let both = report.sides.each_ref().map(|side| map(what, round, side));
        let most = both.iter().flatten().map(|map| map.most()).max().unwrap_or(0);
        for (side, map) in both.into_iter().enumerate() {
            let map = map?;
            let facts = context! {
                side => short_side(&report.sides[side]), what, round,
                most => fixed(map.most() as f64 / map.games.max(1) as f64, 2),
            };
            let [heading, ..] = chart_words("heat-heading", facts);
            boards.push(Board {
                heading,
                heat: patches(heat, map, side, table.size, most),
                size: table.size,
                areas: table.areas.clone(),
                places: table.places.clone(),
                ..Board::default()
            });
        }
    }
    let told = if is_standing { "ends" } else { rows.first()?.0 };
    let hottest = report.sides.iter().filter_map(|side| {
        let near = most(table, heat, map(told, 0, side)?)?;
        Some(context! { side => short_side(side), near })
    });
    let facts = context! {
        told,
        hottest => hottest.collect::<Value>(),
        games => with_commas(heat.games),
        edge => fixed(heat.edge, 1),
        unit => &table.unit,
    };
    let [title, subtitle, note] = chart_words("heat-of-table", facts);
    let labels =
        Labels { title, subtitle, caption: words::provenance(report), ..Labels::default() };
    Some(Chart { labels, boards, columns: 2, note, ..Chart::default() })
}

/// Says where most of a map lies: near a place or terrain, if a fifth of it does, or else in which ninth of the table.
fn most(table: &Board, heat: &Heat, map: &HeatMap) -> Option<String> {
    let cells: Vec<(Spot, u64)> = map.cells(heat).filter(|(_, count)| *count > 0).collect();
    let all: u64 = cells.iter().map(|(_, count)| count).sum();
    let sum = |is_in: &dyn Fn(Spot) -> bool| -> u64 {
        cells.iter().filter(|(at, _)| is_in(*at)).map(|(_, count)| count).sum()
    };
    let middle = |corners: &[Spot]| {
        let all = corners.len().max(1) as f64;
        let sum = corners.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (sum.0 / all, sum.1 / all)
    };
    let reach = table.size.0.max(table.size.1) / 10.0;
    let places = table.places.iter().map(|of| (&of.name, of.at));
    let areas = table.areas.iter().map(|of| (&of.name, middle(&of.corners)));
    let named = places
        .chain(areas)
        .map(|(name, to)| (name, sum(&|at| (at.0 - to.0).hypot(at.1 - to.1) <= reach)));
    // The first of equals.
    let best = named.fold(None, |best: Option<(&String, u64)>, of| match best {
        Some(best) if best.1 >= of.1 => Some(best),
        _ => Some(of),
    });
    if let Some((name, _)) = best.filter(|(_, count)| 5 * count >= all && *count > 0) {
        return Some(format!("near {}", safe_text(name)));
    }
    let third = |of: f64, all: f64| ((3.0 * of / all) as usize).min(2);
    let parts = [
        ["at the lower left", "at the bottom", "at the lower right"],
        ["at the left", "in the middle", "at the right"],
        ["at the upper left", "at the top", "at the upper right"],
    ];
    let ninth = |at: Spot| (third(at.1, table.size.1), third(at.0, table.size.0));
    let all = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    let (row, column) =
        all.max_by_key(|of| sum(&|at| ninth(at) == *of)).filter(|_| !cells.is_empty())?;
    Some(parts[row][column].to_owned())
}
