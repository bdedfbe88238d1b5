//! Stops play early, by an interrupt or a time limit.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long games under way may go on: long enough for nearly all games, and too short to notice.
const GRACE: Duration = Duration::from_millis(150);

const NEVER: u64 = u64::MAX;

/// Stops play on threads that use it ([`crate::Workers::stopped_by`]): at first no games begin, and soon after running ones are
/// broken off. What was played is always a beginning of what was asked for.
#[derive(Debug)]
pub struct Brake {
    made: Instant,
    /// When it was pulled, and the time limit, in microseconds after it was made.
    pulled: AtomicU64,
    end: AtomicU64,
}

impl PartialEq for Brake {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Brake {}

impl Default for Brake {
    fn default() -> Self {
        let never = || AtomicU64::new(NEVER);
        Self { made: Instant::now(), pulled: never(), end: never() }
    }
}

impl Brake {
    /// Returns when it was made.
    pub const fn made(&self) -> Instant {
        self.made
    }

    /// Stops all play, for good.
    pub fn pull(&self) {
        self.pulled.fetch_min(self.after(Instant::now()), Ordering::Relaxed);
    }

    /// Sets or removes the time limit.
    pub fn set(&self, end: Option<Instant>) {
        self.end.store(end.map_or(NEVER, |end| self.after(end)), Ordering::Relaxed);
    }

    /// Returns the time limit, if any.
    pub fn end(&self) -> Option<Instant> {
        let end = self.end.load(Ordering::Relaxed);
        (end != NEVER).then(|| self.made + Duration::from_micros(end))
    }

    /// Returns whether no more games may begin.
    pub fn stops(&self) -> bool {
        self.since().is_some()
    }

    /// Leaves the current game, if its time is over, by unwinding to [`catch_stop`].
    pub(crate) fn leave(&self) {
        if self.since().is_some_and(|since| since >= GRACE) {
            // This is no panic, so no message is printed.
            resume_unwind(Box::new(BrokenOff));
        }
    }

    fn since(&self) -> Option<Duration> {
        let at = self.pulled.load(Ordering::Relaxed).min(self.end.load(Ordering::Relaxed));
        // Usually no stop is set, and the clock is not read.
        if at == NEVER {
            return None;
        }
        self.made.elapsed().checked_sub(Duration::from_micros(at))
    }

    fn after(&self, moment: Instant) -> u64 {
        let after = moment.saturating_duration_since(self.made).as_micros();
        u64::try_from(after).unwrap_or(NEVER)
    }
}

struct BrokenOff;

/// Runs `play` and returns its result, or `None` if a game was broken off.
pub fn catch_stop<R>(play: impl FnOnce() -> R) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(play)) {
        Ok(result) => Some(result),
        Err(thrown) if thrown.is::<BrokenOff>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaks_off(brake: &Brake) -> bool {
        catch_stop(|| brake.leave()).is_none()
    }

    #[test]
    fn games_go_on_for_a_moment_and_are_broken_off_then() {
        let brake = Brake::default();
        assert!(!brake.stops() && !breaks_off(&brake));
        brake.set(Some(Instant::now() + Duration::from_secs(3600)));
        assert!(!brake.stops() && !breaks_off(&brake));
        brake.set(Some(Instant::now()));
        assert!(brake.stops());
        std::thread::sleep(GRACE);
        assert!(breaks_off(&brake));
        brake.set(None);
        assert!(!brake.stops() && !breaks_off(&brake));
        brake.pull();
        brake.set(None);
        assert!(brake.stops(), "an interrupt is for good");
    }
}
