//! Scenario and rulebook files: from text to a checked battle.
//!
//! [`load`] turns the bytes of a scenario into a [`Scenario`], or reports every problem of the files in one pass. There are
//! three stages: a tree of values with their places (`tree`), the scenario as written (`file`), the scenario as checked
//! ([`Scenario`]). Other files are read only through [`Files`]; nothing here prints, opens a file or exits.

mod bots;
mod check;
mod code;
mod describe;
mod file;
mod human;
mod keys;
mod layout;
pub mod library;
pub mod limits;
mod load;
mod measures;
mod notes;
mod pages;
mod parse;
mod path;
mod pitfalls;
mod players;
mod polygon;
mod problem;
mod read;
mod reader;
mod render;
mod rules;
mod scenario;
mod settable;
mod source;
mod tree;
mod unused;
mod what;
pub mod written;

pub use bots::{WordDoc, vocabulary};
pub use check::USUAL_BOT;
pub use code::Code;
pub use describe::{Field, Form, TableDoc};
pub use file::{Expectation, Tuning, Unit};
pub use human::human;
pub use load::{Files, NoFiles, Override, Rules, load, load_as_far, load_rules};
pub use pages::{RulePage, page, pages, pages_of};
pub use path::split as path_parts;
pub use pitfalls::{Pitfall, TablesOf};
pub use players::{Players, SolvedFor, held_out, widened};
pub use problem::{Problem, Problems, near};
pub use read::{BOT, FEATURE_KINDS, FeatureKind, PLAYERS, SCENARIO, USUAL_CAP};
pub use rules::{
    Origin, Parameter, ParameterKind, RULEBOOK, SHIPPED as RULEBOOKS, Written, idle, roots,
    rulebook_of, systems,
};
pub use scenario::{Input, Scenario};
pub use settable::{Settable, settable};
pub use skirmish_measures::{measure_head, measured, renamed_hint};
pub use source::sha256;
pub use what::is_rulebook;
