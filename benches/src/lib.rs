//! What the measurements and the tests over whole scenarios share: battles to play, ways to watch a game to the last
//! event, and clocks that compare fairly.
//!
//! Times on one machine are comparable only if they were taken in turns in one process ([`clock`]); what is published
//! are ratios.

pub mod abstract_model;
pub mod battles;
pub mod clock;
pub mod exact;
pub mod sense;
pub mod watch;

#[cfg(test)]
use skirmish_testkit::agreement;
