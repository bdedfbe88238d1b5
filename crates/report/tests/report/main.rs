//! Reports as bytes, from values made by hand: one program for all.

mod common;

mod answers;
mod charts;
mod checks;
mod drawing;
mod found;
mod gallery;
mod headlines;
mod page;
mod tables;
mod text;
mod transcript;

use skirmish_testkit::battles;
