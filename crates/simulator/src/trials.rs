//! Trials in rows: how often something was tried, and how often each result came up, unit by unit.

use crate::additive::additive;
use crate::sparse::Sparse;
use crate::sums::RatioSums;

/// Rows of trials with `K` results each, which need not exclude one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trials<const K: usize> {
    /// Sums over units, for every result: x times in y trials.
    sums: Vec<[RatioSums; K]>,
    /// The current unit; empty between units.
    unit: Sparse<Count<K>>,
}

additive!(Trials<const K> { sums });

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count<const K: usize> {
    trials: u32,
    results: [u32; K],
}

impl<const K: usize> Default for Count<K> {
    fn default() -> Self {
        Self { trials: 0, results: [0; K] }
    }
}

impl<const K: usize> Trials<K> {
    pub(crate) fn new(rows: usize) -> Self {
        Self { sums: vec![[RatioSums::default(); K]; rows], unit: Sparse::new(rows) }
    }

    pub(crate) fn row(&self, row: usize) -> &[RatioSums; K] {
        &self.sums[row]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[RatioSums; K]> {
        self.sums.iter()
    }

    #[inline]
    pub(crate) fn add(&mut self, row: usize, results: [bool; K]) {
        self.count(row, 1, results);
    }

    #[inline]
    pub(crate) fn add_result(&mut self, row: usize, results: [bool; K]) {
        self.count(row, 0, results);
    }

    #[inline]
    fn count(&mut self, row: usize, trials: u32, results: [bool; K]) {
        let count = self.unit.at(row);
        count.trials += trials;
        for (sum, result) in count.results.iter_mut().zip(results) {
            *sum += u32::from(result);
        }
    }

    pub(crate) fn end_unit(&mut self) {
        self.unit.drain(|row, count| {
            for (sums, result) in self.sums[row].iter_mut().zip(count.results) {
                sums.add(u64::from(result), u64::from(count.trials));
            }
        });
    }
}
