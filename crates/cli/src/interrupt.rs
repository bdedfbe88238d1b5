//! What stops all play: the user, or the clock.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_simulator::Brake;

/// Whether the user has interrupted.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What stops all play: an interrupt, or the end of the time that was given, which begins with the program.
pub(crate) static BRAKE: LazyLock<Brake> = LazyLock::new(Brake::default);

pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Stops all play. Returns whether that had been asked for before.
pub(crate) fn interrupt() -> bool {
    let is_again = IS_INTERRUPTED.swap(true, Ordering::Relaxed);
    BRAKE.pull();
    is_again
}
