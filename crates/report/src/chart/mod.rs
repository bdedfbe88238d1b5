//! Charts as SVG documents, ready to embed in a page.
//!
//! Each function takes plain values and returns a chart: a white card with a headline that states the finding, a subtitle,
//! direct labels, intervals, provenance as small print, and `<title>` and `<desc>` for screen readers. The same values give the
//! same bytes. Names may hold anything; they are made safe, wrapped and shortened here.
//!
//! Colour is never the only cue, and no chart needs a particular font: widths are estimated from a table (see `measure`).

mod action;
#[cfg(feature = "png")]
mod apng;
mod bars;
mod board;
mod canvas;
mod card;
mod control;
mod drawing;
mod grammar;
mod heat;
mod hits;
mod labels;
mod layout;
mod lines;
mod marks;
mod measure;
mod melee;
mod names;
mod outcomes;
#[cfg(feature = "png")]
mod png;
mod rounds;
mod rows;
mod scale;
mod seize;
mod steps;
mod streaks;
mod style;
mod survivors;
mod tiles;
mod tooltips;
mod waterfall;

/// Shares of fewer cases are not drawn, since their whiskers would span the plot.
const FEWEST: u64 = 30;

pub use action::Action;
pub use bars::{BarSeries, BarValue, bars};
pub use board::{Area, Board, Ground, Piece, Ring, Spot};
pub use control::control;
pub use drawing::{Drawing, HAS_PNG, Theme};
pub use grammar::{Axis, Band, Chart, Key, Panel, Shape};
pub use heat::Patch;
pub(crate) use heat::heat;
pub use hits::hits;
pub use labels::{Labels, ValueFormat};
pub use lines::{LineSeries, lines};
pub use melee::melee;
pub use outcomes::outcomes;
pub use rounds::rounds;
pub(crate) use rows::{Row, rows};
pub use seize::{lost_after, seizes};
pub use steps::steps;
pub use streaks::streaks;
pub(crate) use style::by_night;
pub use style::{Look, Shades};
pub use survivors::{losses, survivors};
pub use tiles::heat_map;
pub(crate) use waterfall::waterfall;
