//! Many games in parallel, their counts and their estimates: one program for all but the slow ones.

mod toy;

mod compared;
mod fighting;
mod petite_guerre;
mod references;
mod renewal;
mod run;
mod verdicts;

use skirmish_testkit::{agreement, battles, common};
