//! Charts as SVG documents that a page can take as they are.
//!
//! Each function takes plain values and returns one document: a white card with a headline that states the finding, a
//! subtitle, direct labels, intervals, and the provenance as small print; with `<title>` and `<desc>` for screen readers.
//! The same values give the same bytes. Names may hold anything: they are made harmless, wrapped and shortened here.
//!
//! Colour is never the only cue, and no chart needs a font that the reader may not have: text is placed by its anchor, and
//! widths are reserved by a table (see `measure`).

mod axes;
mod bars;
mod canvas;
mod card;
mod control;
mod effects;
mod heat;
mod hits;
mod labels;
mod lines;
mod marks;
mod measure;
mod melee;
mod multiples;
mod outcomes;
mod palette;
mod panels;
mod reloads;
mod scale;
mod seize;
mod streaks;
mod tornado;
mod write;

pub use bars::{BarChart, BarSeries, BarValue, bars};
pub use control::control;
pub use effects::{Effect, EffectTable, EffectTables, effects};
pub use heat::{HeatCell, HeatMap, heat_map};
pub use hits::hits;
pub use labels::{Labels, ValueFormat};
pub use lines::{Axis, Callout, LineChart, LinePoint, LineSeries, lines};
pub use melee::melee;
pub use multiples::{Multiples, multiples};
pub use outcomes::outcomes;
pub use panels::{CurveKey, Look, Panel, PanelCurve, Panels, panels};
pub use reloads::reloads;
pub use seize::seizes;
pub use streaks::streaks;
pub use tornado::{Tornado, TornadoBar, TornadoRow, tornado};
