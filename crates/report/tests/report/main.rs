//! Reports as bytes, from values made by hand: one program for all.

mod common;

mod answers;
mod charts;
mod drawing;
mod gallery;
mod headlines;
mod page;
mod tables;
mod transcript;

use skirmish_testkit::battles;
