//! The program from outside: every command as a user types it, and everything generated from it.
//!
//! `UPDATE=1 cargo test -p skirmish` updates help texts, golden games, `reports/`, `docs/file-format.md` and the outputs in the
//! README, to be reviewed as a diff.

mod alike;
mod blows;
mod board;
mod broken;
mod budget;
mod ci;
mod clock;
mod common;
mod damaged;
mod dependencies;
#[cfg(unix)]
mod devices;
mod drawing;
mod exact;
mod explain;
mod fire;
mod games;
mod generated;
mod golden;
mod hints;
mod hostile;
mod lines;
mod making;
mod maps;
mod narrow;
mod odds;
mod outside;
mod own_steps;
mod panel;
mod plans;
mod players;
mod published;
mod readme;
mod run;
mod schema;
mod seen;
mod segments;
mod shards;
mod shipped;
mod solved;
mod steps;
mod studies;
mod tables;
mod threads;
mod trouble;
mod tune;
mod turns;
mod variants;
mod warspike;

use skirmish_testkit::agreement;
