//! Where a variant's games are played and read, on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::BySide;

use super::gauge::{Gauge, Readings};
use crate::driver::Driver;
use crate::run::{CHUNK, Control, Workers};
use crate::streams::Streams;

/// A table, its dice and its gauge.
pub(super) struct Seat<'d, D: Driver> {
    driver: &'d D,
    table: D::Table,
    pub(super) streams: Streams,
    gauge: Gauge,
    figures: BySide<usize>,
}

impl<'b> Seat<'b, Battle> {
    pub(super) fn new(battle: &'b Battle, seed: u64) -> Self {
        let figures = BySide::from_fn(|side| battle.count(side));
        Self::at(battle, figures, seed)
    }

    /// A seat at which the luck of the dice is watched, too.
    pub(super) fn with_luck(battle: &'b Battle, seed: u64) -> Self {
        Self { gauge: Gauge::with_luck(battle.seize_dice()), ..Self::new(battle, seed) }
    }
}

impl<'d, D: Driver> Seat<'d, D> {
    /// A seat at a game in which each side has so many figures.
    pub(super) fn at(driver: &'d D, figures: BySide<usize>, seed: u64) -> Self {
        Self {
            driver,
            table: driver.table(),
            streams: Streams::new(seed),
            gauge: Gauge::default(),
            figures,
        }
    }

    /// Plays a game.
    pub(super) fn play(&mut self, game: u64) -> Readings {
        self.streams.start(game);
        self.play_dealt()
    }

    /// Plays a game on the dice as they lie.
    pub(super) fn play_dealt(&mut self) -> Readings {
        let (table, streams) = (&mut self.table, &mut self.streams);
        let outcome = self.driver.play(table, None, streams, &mut self.gauge);
        self.read(&outcome)
    }

    /// Plays a game and shows each event but the factors to a function.
    pub(super) fn show(&mut self, game: u64, see: &mut dyn FnMut(&Event)) -> Readings {
        self.streams.start(game);
        let (table, streams) = (&mut self.table, &mut self.streams);
        let mut both = Both(&mut self.gauge, see);
        let outcome = self.driver.play(table, None, streams, &mut both);
        self.read(&outcome)
    }

    fn read(&mut self, outcome: &Outcome) -> Readings {
        let dice = self.streams.rolled().iter().map(|n| u64::from(*n)).sum();
        self.gauge.finish(outcome, dice, self.figures)
    }
}

/// The gauge and somebody else: one type for all of them, as the engine is compiled anew for each.
struct Both<'o>(&'o mut Gauge, &'o mut dyn FnMut(&Event));

impl Observer for Both<'_> {
    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.event(scene, event);
        (self.1)(event);
    }
}

/// Chunks of games on all threads; sums of integers merge to the same in any order. When the cancel flag is set no further
/// chunk is begun; what was played is then a beginning of the range.
pub(super) fn in_chunks<T: Default + Send>(
    games: Range<u64>,
    workers: &Workers,
    control: &Control<'_>,
    play: impl Fn(Range<u64>, &mut T) + Sync,
    merge: impl Fn(&mut T, &T) + Sync + Send,
) -> T {
    let next = AtomicU64::new(games.start);
    let played = AtomicU64::new(0);
    let (progress, cancel) = (control.progress, control.cancel);
    let sums: Vec<T> = workers.on_each(|| {
        let mut sum = T::default();
        loop {
            let cancelled = cancel.is_some_and(|c: &AtomicBool| c.load(Ordering::Relaxed));
            if cancelled {
                break;
            }
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= games.end {
                break;
            }
            let to = games.end.min(from + CHUNK);
            play(from..to, &mut sum);
            let so_far = played.fetch_add(to - from, Ordering::Relaxed) + to - from;
            if let Some(progress) = progress {
                progress(so_far);
            }
        }
        sum
    });
    let mut all = T::default();
    for sum in &sums {
        merge(&mut all, sum);
    }
    all
}
