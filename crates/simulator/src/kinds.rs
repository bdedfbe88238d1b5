//! Trials of any kind that the tally has no rows for, counted as it counts: unit by unit.

use std::collections::BTreeMap;
use std::ops::Range;

use skirmish_engine::event::{Event, Observer, Scene};

use crate::additive::Additive;
use crate::driver::Driver;
use crate::run::RunError;
use crate::session::Session;
use crate::sums::RatioSums;
use crate::workers::{Progress, Workers};

/// Trials of each kind: x successes in y trials.
pub type Kinds<K> = BTreeMap<K, RatioSums>;

/// Counts the trials of games.
struct Watch<F, K> {
    kind: F,
    /// Successes and trials of the unit being played, and their sums over all before.
    unit: BTreeMap<K, [u64; 2]>,
    sums: Kinds<K>,
    games: u64,
    games_of_unit: u64,
}

impl<F: Fn(&Event) -> Option<(K, [bool; 2])>, K: Ord> Observer for Watch<F, K> {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        if let Some((kind, more)) = (self.kind)(event) {
            let counts = self.unit.entry(kind).or_default();
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += u64::from(more));
        }
        if matches!(event, Event::Ends { .. }) {
            self.games += 1;
            if self.games.is_multiple_of(self.games_of_unit) {
                for (kind, [successes, trials]) in std::mem::take(&mut self.unit) {
                    self.sums.entry(kind).or_default().add(successes, trials);
                }
            }
        }
    }
}

impl<D: Driver> Session<'_, D> {
    /// Plays the games with these numbers and counts trials of any kind. `kind` tells of what kind the trial is that an event
    /// is about, whether the event is its success, and whether it is one more trial. Hands back the sums over units, and how
    /// many games were played.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics.
    pub fn count_kinds<K: Ord + Send>(
        &self,
        workers: &Workers,
        games: Range<u64>,
        progress: Progress<'_>,
        kind: impl Fn(&Event) -> Option<(K, [bool; 2])> + Sync,
    ) -> Result<(Kinds<K>, u64), RunError> {
        let watch = || Watch {
            kind: &kind,
            unit: BTreeMap::new(),
            sums: BTreeMap::new(),
            games: 0,
            games_of_unit: self.unit().games(),
        };
        let (mut sums, mut played) = (Kinds::new(), 0);
        for watch in self.watched(workers, games, progress, watch)? {
            played += watch.games;
            for (kind, more) in watch.sums {
                sums.entry(kind).or_insert_with(RatioSums::default).merge(&more);
            }
        }
        Ok((sums, played))
    }
}
