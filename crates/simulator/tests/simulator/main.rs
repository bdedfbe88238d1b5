//! Many games in parallel, their counts and estimates; one program for all but the slow tests.

mod toy;

mod changes;
mod compared;
mod dice;
mod estimates;
mod fighting;
mod luck;
mod measures;
mod petite_guerre;
mod references;
mod renewal;
mod run;
mod seen;
mod studies;
mod verdicts;

use skirmish_testkit::{agreement, battles, common};
