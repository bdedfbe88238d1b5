//! Tests of reports as bytes, from values made by hand, in one program.

mod common;

mod agreement;
mod answers;
mod charts;
mod checks;
mod digits;
mod drawing;
mod found;
mod gallery;
mod headlines;
mod page;
mod steps;
mod tables;
mod text;
mod transcript;

use skirmish_testkit::battles;
