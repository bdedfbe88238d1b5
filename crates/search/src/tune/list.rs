//! Edits by cost, likeliest first.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use skirmish_simulator::Workers;

use super::model::Model;
use super::{Cost, Edit, Move, Playtester, TuneSpec, sound};

/// The most edits of one cost that are raced.
pub(super) const MOST: usize = 24;

/// The most edits of one cost that are listed; some of them may be unplayable.
const KEPT: usize = 3 * MOST;

/// The least chance of meeting a target, by the model, for an edit to be listed.
const LEAST: f64 = 0.002;

/// The chance from which an edit is expected to meet a target.
const LIKELY: f64 = 0.5;

/// The edits of one cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// The cost of each edit.
    pub cost: Cost,
    /// The edits, likeliest first.
    pub edits: Vec<Edit>,
    /// How many of this cost the model did not rule out.
    pub possible: u64,
    /// Whether they were raced.
    pub is_raced: bool,
}

impl Level {
    pub(super) fn keep_sound<T: Playtester>(&mut self, tester: &mut T) -> Result<(), T::Error> {
        let mut edits = std::mem::take(&mut self.edits);
        while self.edits.len() < MOST && !edits.is_empty() {
            let rest = edits.split_off(edits.len().min(MOST - self.edits.len()));
            self.edits.extend(sound(edits, tester)?);
            edits = rest;
        }
        Ok(())
    }
}

/// An edit, ordered by how unlikely it is.
struct Ranked(f64, Edit);

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then_with(|| self.1.cmp(&other.1))
    }
}

#[derive(Default)]
struct Best {
    heap: BinaryHeap<Ranked>,
    seen: u64,
}

/// Returns all edits that the model does not rule out and that are not settled, cheapest first.
pub(super) fn list(
    asked: &TuneSpec,
    model: &Model,
    workers: &Workers,
    is_settled: impl Fn(&Edit) -> bool + Sync,
) -> Vec<Level> {
    let likely = |by_cost: &mut BTreeMap<Cost, Best>, edit: &Edit| {
        if let Some(unlikely) = model.outlook(edit, LEAST).filter(|_| !is_settled(edit)) {
            by_cost.entry(asked.cost(edit)).or_default().push(unlikely, edit);
        }
    };
    let mut by_cost: BTreeMap<Cost, Best> = BTreeMap::new();
    for part in each(asked, model, workers, BTreeMap::new, likely) {
        part.into_iter().for_each(|(cost, best)| by_cost.entry(cost).or_default().merge(best));
    }
    let level = |(cost, best): (Cost, Best)| Level {
        cost,
        possible: best.seen,
        edits: best.into_edits().collect(),
        is_raced: false,
    };
    by_cost.into_iter().map(level).collect()
}

/// Returns edits to play when none meets all targets, to show what comes closest and which targets conflict: the cheapest that
/// probably meet one target, and the least unlikely to meet all.
pub(super) fn nearest(asked: &TuneSpec, model: &Model, workers: &Workers) -> Vec<Edit> {
    let rank = |(closest, alone): &mut (Best, Vec<Best>), edit: &Edit| {
        closest.push(model.outlook(edit, 0.0).unwrap_or(f64::INFINITY), edit);
        let cost = asked.cost(edit);
        let cost = f64::from(cost.cells) * 1e3 + f64::from(cost.steps);
        for (place, best) in alone.iter_mut().enumerate() {
            if let Some((chance, _)) = model.chance(place, edit, LIKELY) {
                best.push(cost - chance, edit);
            }
        }
    };
    let none = || (Best::default(), asked.targets.iter().map(|_| Best::default()).collect());
    let (mut closest, mut alone): (Best, Vec<Best>) = none();
    for (close, of_each) in each(asked, model, workers, none, rank) {
        closest.merge(close);
        alone.iter_mut().zip(of_each).for_each(|(best, more)| best.merge(more));
    }
    let share = (MOST / 2 / asked.targets.len().max(1)).max(1);
    let alone = alone.into_iter().flat_map(|best| best.into_edits().take(share));
    let mut edits: Vec<Edit> = alone.chain(closest.into_edits()).take(MOST).collect();
    edits.sort();
    edits.dedup();
    edits
}

impl Best {
    fn into_edits(self) -> impl Iterator<Item = Edit> {
        self.heap.into_sorted_vec().into_iter().map(|Ranked(_, edit)| edit)
    }

    fn push(&mut self, unlikely: f64, edit: &Edit) {
        self.seen += 1;
        // Of two equally likely edits the smaller is kept, whichever came first.
        let is_better =
            |worst: &Ranked| unlikely.total_cmp(&worst.0).then_with(|| edit.cmp(&worst.1)).is_lt();
        if self.heap.len() < KEPT || self.heap.peek().is_some_and(is_better) {
            self.heap.push(Ranked(unlikely, edit.clone()));
            if self.heap.len() > KEPT {
                self.heap.pop();
            }
        }
    }

    fn merge(&mut self, more: Self) {
        let seen = self.seen + more.seen;
        more.heap.into_iter().for_each(|Ranked(unlikely, edit)| self.push(unlikely, &edit));
        self.seen = seen;
    }
}

fn each<B: Send>(
    asked: &TuneSpec,
    model: &Model,
    workers: &Workers,
    none: impl Fn() -> B + Sync,
    visit: impl Fn(&mut B, &Edit) + Sync,
) -> Vec<B> {
    // A part has the edits with the same first cell.
    workers.each(0..asked.cells.len() as u64, |first| {
        let mut gathered = none();
        let first = first as usize;
        from(asked, model, first..first + 1, &mut Edit::new(), &mut |edit| {
            visit(&mut gathered, edit)
        });
        gathered
    })
}

/// Visits the edit with every move of these cells, and then of later ones.
fn from(
    asked: &TuneSpec,
    model: &Model,
    cells: Range<usize>,
    edit: &mut Edit,
    visit: &mut impl FnMut(&Edit),
) {
    if edit.len() == asked.most_cells {
        return;
    }
    for cell in cells {
        for (is_up, most) in [false, true].into_iter().zip(asked.cells[cell].steps) {
            if !model.is_live(cell, is_up) {
                continue;
            }
            for steps in 1..=most as i8 {
                edit.push(Move { cell, steps: if is_up { steps } else { -steps } });
                visit(edit);
                from(asked, model, cell + 1..asked.cells.len(), edit, visit);
                edit.pop();
            }
        }
    }
}
