//! What ends play before its time: an interrupt, or the end of the time that there is.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long games that have begun may go on: enough for all but very long ones, and not felt.
const GRACE: Duration = Duration::from_millis(150);

const NEVER: u64 = u64::MAX;

/// Stops whoever plays on threads that go by it ([`crate::Workers::stopped_by`]): from a moment on no further games are begun,
/// and soon after that those under way are broken off. What was played is a beginning of what was asked for all the same, since
/// of games that are broken off none counts that was played together with them.
#[derive(Debug)]
pub struct Brake {
    made: Instant,
    /// When it was pulled, and the end of the time, in microseconds after it was made.
    pulled: AtomicU64,
    end: AtomicU64,
}

/// No brake is like another.
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
    /// When it was made.
    pub const fn made(&self) -> Instant {
        self.made
    }

    /// Stops all play, for good.
    pub fn pull(&self) {
        self.pulled.fetch_min(self.after(Instant::now()), Ordering::Relaxed);
    }

    /// Stops play at this moment, or at none; whatever was said about that before is void.
    pub fn set(&self, end: Option<Instant>) {
        self.end.store(end.map_or(NEVER, |end| self.after(end)), Ordering::Relaxed);
    }

    /// The moment that was set, if any.
    pub fn end(&self) -> Option<Instant> {
        let end = self.end.load(Ordering::Relaxed);
        (end != NEVER).then(|| self.made + Duration::from_micros(end))
    }

    /// Whether no more games are to be begun.
    pub fn stops(&self) -> bool {
        self.since().is_some()
    }

    /// Leaves the game that is being played, if it must not go on: [`catch_stop`] is where that ends.
    pub(crate) fn leave(&self) {
        if self.since().is_some_and(|since| since >= GRACE) {
            // No panic: nothing is said about it.
            resume_unwind(Box::new(BrokenOff));
        }
    }

    /// How long play has been stopped.
    fn since(&self) -> Option<Duration> {
        let at = self.pulled.load(Ordering::Relaxed).min(self.end.load(Ordering::Relaxed));
        // Most of the time nobody wants to stop, and nobody asks the clock.
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

/// What is thrown out of a game that is broken off.
struct BrokenOff;

/// What comes of playing, or `None` if a game was broken off.
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
