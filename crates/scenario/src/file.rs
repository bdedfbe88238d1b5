//! A scenario exactly as written: nothing resolved or derived, every value with its place.

use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::battle::{Contested, Cover, Edge, Going, Score, SightEffect, Time};
use skirmish_engine::rulebook::Formation;

use crate::rules::Setting;
use crate::source::{At, Spanned};

/// The unit of all lengths. Rulebooks keep their numbers, as a companion page does for 15 mm figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// Inches.
    #[default]
    Inch,
    /// Centimetres or paces.
    Centimeter,
}

impl Unit {
    /// Returns its word in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inch => "in",
            Self::Centimeter => "cm",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct ScenarioFile {
    pub(crate) title: String,
    pub(crate) shows: String,
    pub(crate) rules: Spanned<String>,
    pub(crate) board: BoardFile,
    pub(crate) sides: Vec<SideFile>,
    pub(crate) events: Vec<EventFile>,
    pub(crate) bots: Vec<BotFile>,
    pub(crate) set: Vec<Setting>,
    pub(crate) expect: Vec<Expectation>,
    pub(crate) tune: Tuning,
    /// The side that starts, from the top-level key.
    pub(crate) starts: Option<Spanned<String>>,
    pub(crate) cap: Time,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) struct BoardFile {
    pub(crate) width: Len,
    pub(crate) height: Len,
    pub(crate) unit: Unit,
    pub(crate) features: Vec<FeatureFile>,
    pub(crate) places: Vec<PlaceFile>,
}

#[derive(Debug, Clone)]
pub(crate) struct FeatureFile {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) kind: &'static str,
    pub(crate) shape: Option<ShapeFile>,
    pub(crate) sight: SightEffect,
    pub(crate) cover: Cover,
    pub(crate) going: Going,
    pub(crate) breaks_off: bool,
    pub(crate) opens: Option<Spanned<String>>,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) enum ShapeFile {
    /// Lower left corner and size.
    Rectangle { at: Spanned<Point>, size: Spanned<(Len, Len)> },
    /// A line with a thickness.
    Line { from: Spanned<Point>, to: Spanned<Point>, thick: Len },
    /// A round shape, drawn as an octagon.
    Round { at: Spanned<Point>, radius: Len },
    /// Corner by corner.
    Corners(Vec<Spanned<Point>>),
}

#[derive(Debug, Clone)]
pub(crate) struct PlaceFile {
    pub(crate) name: Spanned<String>,
    pub(crate) at: Spanned<Point>,
    pub(crate) radius: Len,
}

#[derive(Debug, Clone)]
pub(crate) struct SideFile {
    pub(crate) name: Spanned<String>,
    pub(crate) starts: Option<Spanned<bool>>,
    pub(crate) wins: Vec<WinFile>,
    pub(crate) scores: Vec<ScoreFile>,
    pub(crate) objective: Option<Spanned<String>>,
    pub(crate) exit: Option<Edge>,
    pub(crate) surprised_on: Option<Spanned<u8>>,
    pub(crate) bot: Option<Spanned<String>>,
    pub(crate) bodies: Vec<BodyFile>,
    pub(crate) blocks: Vec<BlockFile>,
    pub(crate) orders: Vec<OrderFile>,
}

#[derive(Debug, Clone)]
pub(crate) struct BlockFile {
    pub(crate) bodies: Vec<Spanned<String>>,
    pub(crate) when: Vec<Spanned<String>>,
}

#[derive(Debug, Clone)]
pub(crate) struct ScoreFile {
    pub(crate) what: ScoredFile,
    pub(crate) points: i32,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) enum ScoredFile {
    Holds { place: Spanned<String>, with: u8, contested: Contested },
    Each(Score),
}

#[derive(Debug, Clone)]
pub(crate) struct WinFile {
    pub(crate) goal: GoalFile,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) enum GoalFile {
    Holds { place: Spanned<String>, with: Spanned<u8>, contested: Contested, rounds: Option<u32> },
    Most { place: Spanned<String>, after: Time },
    Points { least: i32 },
    Ahead { by: i32, after: Time },
    After(Time),
    Escapes { figures: u8 },
    Kills { figure: Spanned<String> },
    Destroys { body: Spanned<String> },
    Gone { who: Spanned<String> },
    Losses { figures: u8 },
    Happens { event: Spanned<String> },
}

#[derive(Debug, Clone)]
pub(crate) struct BodyFile {
    pub(crate) name: Spanned<String>,
    pub(crate) figures: Option<Spanned<i64>>,
    pub(crate) troops: MixFile,
    pub(crate) weapon: MixFile,
    pub(crate) gear: Vec<Spanned<String>>,
    pub(crate) mounted: bool,
    pub(crate) morale: Option<Spanned<i32>>,
    pub(crate) leader: Option<LeaderFile>,
    pub(crate) sub_leader: Option<LeaderFile>,
    pub(crate) layout: Option<LayoutFile>,
    pub(crate) formation: Option<Spanned<Formation>>,
    pub(crate) facing: Option<Spanned<FacingFile>>,
    /// Whether it has hold orders (WS-08).
    pub(crate) hold: bool,
    /// Whether it starts hidden (WS-02, WSC-9).
    pub(crate) hidden: bool,
    pub(crate) bot: Option<Spanned<String>>,
    pub(crate) at: At,
}

impl BodyFile {
    /// Returns the figures with names of their own, in the order in which they stand.
    pub(crate) fn leaders(&self) -> impl Iterator<Item = &LeaderFile> {
        self.leader.iter().chain(&self.sub_leader)
    }

    /// Returns whether a number of figures is written that could not be read.
    pub(crate) fn is_uncounted(&self) -> bool {
        self.figures.is_some_and(|figures| figures.value == 0)
    }

    pub(crate) fn ranks(&self) -> Option<u8> {
        match self.formation?.value {
            Formation::Open => None,
            Formation::Line { ranks } => Some(ranks),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum FacingFile {
    Edge(Edge),
    Point(Point),
}

/// One kind for all figures, or counts of several kinds in order.
#[derive(Debug, Clone)]
pub(crate) enum MixFile {
    Absent,
    All(Spanned<String>),
    Counts(Vec<(Spanned<String>, u8)>),
}

#[derive(Debug, Clone)]
pub(crate) struct LeaderFile {
    pub(crate) name: Spanned<String>,
    pub(crate) rank: Option<Spanned<String>>,
    pub(crate) troops: Option<Spanned<String>>,
    pub(crate) weapon: Option<Spanned<String>>,
    /// The leader's own gear, in place of its unit's.
    pub(crate) gear: Option<Vec<Spanned<String>>>,
    pub(crate) mounted: Option<bool>,
    pub(crate) commands_all: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum LayoutFile {
    /// A block around a point.
    Block(Spanned<Point>),
    /// Evenly along a line.
    Line { from: Spanned<Point>, to: Spanned<Point> },
    /// Spread over a disc.
    Scattered { at: Spanned<Point>, radius: Len },
    /// Each at its own point.
    Each(Vec<Spanned<Point>>, At),
}

impl LayoutFile {
    pub(crate) const fn at(&self) -> At {
        match self {
            Self::Block(point) => point.at,
            Self::Line { from, .. } => from.at,
            Self::Scattered { at, .. } => at.at,
            Self::Each(_, at) => *at,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct OrderFile {
    pub(crate) figures: Vec<Spanned<String>>,
    pub(crate) task: Option<(&'static str, Spanned<String>)>,
    pub(crate) when: Vec<Spanned<String>>,
}

#[derive(Debug, Clone)]
pub(crate) struct EventFile {
    pub(crate) name: Spanned<String>,
    pub(crate) side: Option<Spanned<String>>,
    pub(crate) when: Vec<Spanned<String>>,
}

#[derive(Debug, Clone)]
pub(crate) struct BotFile {
    pub(crate) name: Spanned<String>,
    pub(crate) about: String,
    pub(crate) lines: Vec<LineFile>,
    pub(crate) reactions: Option<Vec<LineFile>>,
    pub(crate) nominate: Option<Spanned<String>>,
    pub(crate) least_chance: u8,
    pub(crate) pass: u8,
    pub(crate) holds_back: bool,
    pub(crate) bodies: Vec<Spanned<String>>,
}

#[derive(Debug, Clone)]
pub(crate) struct LineFile {
    pub(crate) when: Vec<Spanned<String>>,
    pub(crate) act: Spanned<String>,
    pub(crate) at: At,
}

impl BotFile {
    pub(crate) const fn named(name: Spanned<String>) -> Self {
        Self {
            name,
            about: String::new(),
            lines: Vec::new(),
            reactions: None,
            nominate: None,
            least_chance: 0,
            pass: 0,
            holds_back: false,
            bodies: Vec::new(),
        }
    }
}

impl LineFile {
    /// Returns whether the line is always possible.
    pub(crate) fn is_stand(&self) -> bool {
        self.act.value.trim().eq_ignore_ascii_case("stand")
            || self.act.value.trim().eq_ignore_ascii_case("anything")
    }
}

/// What must stay true of a battle, tested by `check`.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The measure, such as `win rate`.
    pub measure: String,
    /// The side that it is about, if any.
    pub side: Option<String>,
    /// The event that it is about, if any.
    pub event: Option<String>,
    /// The least allowed value.
    pub least: Option<f64>,
    /// The greatest allowed value.
    pub most: Option<f64>,
    /// The line in the scenario, from 1.
    pub line: usize,
    pub(crate) at: At,
    pub(crate) measure_at: At,
    pub(crate) side_at: At,
}

/// What `skirmish tune` may change, and what that costs. A path stands for everything below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tuning {
    /// Paths of numbers that may be changed; empty for all.
    pub may: Vec<String>,
    /// Paths of numbers that stay as they are.
    pub keep: Vec<String>,
    /// The most numbers that an edit may change.
    pub cells: Option<u8>,
    /// The most steps that each number may move.
    pub steps: Option<u8>,
    /// The cost of changing a number, by its path.
    pub weights: Vec<(String, u32)>,
}
