//! Trials in rows: how often something was tried, and how often each of several results came of it, unit by unit.

use crate::additive::additive;
use crate::sparse::Sparse;
use crate::sums::RatioSums;

/// Sums over units for rows of trials with `K` results each: for every result, x times in y trials. Results of one row
/// share its trials; they need not exclude one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trials<const K: usize>(Vec<[RatioSums; K]>);

impl<const K: usize> Trials<K> {
    pub(crate) fn new(rows: usize) -> Self {
        Self(vec![[RatioSums::default(); K]; rows])
    }

    pub(crate) fn row(&self, row: usize) -> &[RatioSums; K] {
        &self.0[row]
    }
}

additive!(Trials<const K> { 0 });

/// The same counted within the unit being played.
#[derive(Debug, Clone)]
pub(crate) struct Counter<const K: usize>(Sparse<Count<K>>);

#[derive(Debug, Clone, Copy)]
struct Count<const K: usize> {
    trials: u32,
    results: [u32; K],
}

impl<const K: usize> Default for Count<K> {
    fn default() -> Self {
        Self { trials: 0, results: [0; K] }
    }
}

impl<const K: usize> Counter<K> {
    /// A counter for the rows of these trials.
    pub(crate) fn of(trials: &Trials<K>) -> Self {
        Self(Sparse::new(trials.0.len()))
    }

    /// One trial, and which of the results came of it.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, results: [bool; K]) {
        let count = self.0.at(row);
        count.trials += 1;
        for (sum, result) in count.results.iter_mut().zip(results) {
            *sum += u32::from(result);
        }
    }

    /// More results of a trial that was counted before.
    #[inline]
    pub(crate) fn add_result(&mut self, row: usize, results: [bool; K]) {
        let count = self.0.at(row);
        for (sum, result) in count.results.iter_mut().zip(results) {
            *sum += u32::from(result);
        }
    }

    pub(crate) fn end_unit(&mut self, trials: &mut Trials<K>) {
        self.0.drain(|row, count| {
            for (sums, result) in trials.0[row].iter_mut().zip(count.results) {
                sums.add(u64::from(result), u64::from(count.trials));
            }
        });
    }
}
