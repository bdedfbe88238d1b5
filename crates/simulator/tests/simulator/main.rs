//! Many games in parallel, their counts and their estimates: one program for all but the slow ones.

#[expect(dead_code, reason = "the tests of reports use the other battles")]
#[path = "../../../report/tests/battles/mod.rs"]
mod battles;
#[path = "../../../engine/tests/table/common/mod.rs"]
mod common;
mod toy;

mod compared;
mod fighting;
mod petite_guerre;
mod references;
mod renewal;
mod run;
