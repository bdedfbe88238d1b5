//! The exact laws against what is published, plain counting and walks over every outcome: one program for all, since each
//! program is linked anew.

#[path = "../../../engine/tests/table/common/mod.rs"]
mod common;

mod answers;
mod crossing;
mod fighting;
mod instigator;
mod on_the_table;
mod petite_guerre;
mod published;
mod referee;
mod tempo;
