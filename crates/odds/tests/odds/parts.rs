//! Each part of the crate by itself.

mod chances;
mod every_outcome;
mod fire;
mod pmf;
mod ratio;
mod ratio_float;
mod ratio_text;
mod segments;
mod seize;
mod steps;
mod streak;
mod successes;
mod surprise;
mod turns;
mod wait;
mod ways;
