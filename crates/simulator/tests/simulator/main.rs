//! Many games in parallel, their counts and their estimates: one program for all but the slow ones.

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
mod studies;
mod verdicts;

use skirmish_testkit::{agreement, battles, common};
