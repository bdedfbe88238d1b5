//! Many games in parallel, their counts and their estimates: one program for all but the slow ones.

#[expect(dead_code, reason = "long runs look at more of it")]
#[path = "../agreement/mod.rs"]
mod agreement;
#[expect(dead_code, reason = "the tests of reports use the other battles")]
#[path = "../../../report/tests/battles/mod.rs"]
mod battles;
#[expect(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the small battles of the engine's tests, of which a part is used here"
)]
#[path = "../../../engine/tests/table/common/mod.rs"]
mod common;
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
