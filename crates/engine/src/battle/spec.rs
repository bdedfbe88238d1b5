//! The input of a loader: a battle in plain values, every name resolved to an index.

use super::geometry::{Len, Point};
use crate::bot::{Bot, Test};
use crate::rulebook::{Formation, Rulebook};
use crate::side::{BySide, Side};
use crate::words::{readings, words};

/// Most figures a side may have.
pub const MAX_FIGURES: usize = 128;
/// Most features that events may remove.
pub const MAX_OPENABLE: usize = 4;
/// Most events of a battle.
pub const MAX_EVENTS: usize = 16;
/// Most blocks of a side.
pub const MAX_BLOCKS: usize = 16;
/// Most order cards of a side.
pub const MAX_CARDS: usize = 16;

words! {
    /// What time is counted in.
    TimeUnit {
        Actions "action" = "Actions played.",
        Turns "turn" = "Turns of either side, in systems with turns.",
        Rounds "round" = "Rounds: in one every unit in play could have acted once (see [`crate::rulebook::Clock`]).",
    }
}

/// A stretch of a game, such as `60 actions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// How many.
    pub number: u32,
    /// The unit of time that it is counted in.
    pub of: TimeUnit,
}

impl Time {
    /// Returns a number of actions.
    pub const fn actions(number: u32) -> Self {
        Self { number, of: TimeUnit::Actions }
    }

    /// Returns a number of turns of either side.
    pub const fn turns(number: u32) -> Self {
        Self { number, of: TimeUnit::Turns }
    }

    /// Returns a number of rounds.
    pub const fn rounds(number: u32) -> Self {
        Self { number, of: TimeUnit::Rounds }
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { number, of } = *self;
        write!(f, "{number} {}{}", of.name(), if number == 1 { "" } else { "s" })
    }
}

/// A figure of either side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FigureId(u8);

impl FigureId {
    /// Returns the figure with this index in its side, below [`MAX_FIGURES`].
    #[inline]
    pub const fn new(side: Side, index: usize) -> Self {
        debug_assert!(index < MAX_FIGURES);
        Self(((side as u8) << 7) | (index as u8 & 0x7f))
    }

    /// Returns its side.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 0x80 == 0 { Side::A } else { Side::B }
    }

    /// Returns its index in its side.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 0x7f) as usize
    }
}

impl std::fmt::Debug for FigureId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}{}", self.side(), self.index())
    }
}

/// A place, by its index in [`BattleSpec::places`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub u8);

/// An event, by its index in [`BattleSpec::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub u8);

/// A unit (a contingent with its leader), by its index among its side's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct UnitId(pub u8);

/// Everything that a battle consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleSpec {
    /// The rules it is played with.
    pub rules: Rulebook,
    /// Width of the board.
    pub width: Len,
    /// Height of the board.
    pub height: Len,
    /// Terrain.
    pub features: Vec<FeatureSpec>,
    /// Named places.
    pub places: Vec<PlaceSpec>,
    /// Waypoints that the file need not name: only scripts know them. Their numbers continue those of the places.
    pub ways: Vec<PlaceSpec>,
    /// Events that cards, goals and gates wait for.
    pub events: Vec<EventSpec>,
    /// The sides.
    pub sides: BySide<SideSpec>,
    /// The side with the initiative first; `None` for by lot.
    pub starts: Option<Side>,
    /// The game is stopped after this time, in actions or in rounds; such a game is a result of its own.
    pub cap: Time,
}

impl BattleSpec {
    /// Returns a place, or a waypoint.
    #[inline]
    pub fn place(&self, place: PlaceId) -> &PlaceSpec {
        let k = usize::from(place.0);
        self.places.get(k).unwrap_or_else(|| &self.ways[k - self.places.len()])
    }

    /// Returns whether it is a waypoint rather than one of the file's own places.
    #[inline]
    pub fn is_way(&self, place: PlaceId) -> bool {
        usize::from(place.0) >= self.places.len()
    }

    /// Returns the last round that may be played to its end: by the cap, or by a goal that takes effect at a set time; `None`
    /// if none of them counts rounds.
    pub fn last_round(&self) -> Option<u32> {
        let of = |time: &Time| (time.of == TimeUnit::Rounds).then_some(time.number);
        let goals = self.sides.0.iter().flat_map(|side| &side.wins).filter_map(|win| match win {
            WinSpec::After(after) | WinSpec::Most { after, .. } | WinSpec::Ahead { after, .. } => {
                of(after)
            }
            _ => None,
        });
        goals.chain(of(&self.cap)).min()
    }

    /// Returns whether anything in it counts rounds: its cap, a goal or points.
    pub fn counts_rounds(&self) -> bool {
        let is_so = |time: &Time| time.of == TimeUnit::Rounds;
        let of_side = |side: &SideSpec| {
            let is_scored = |it: &ScoreSpec| matches!(it.what, Score::Holds { .. });
            side.scores.iter().any(is_scored)
                || side.wins.iter().any(|win| match win {
                    WinSpec::Most { after, .. } | WinSpec::Ahead { after, .. } => is_so(after),
                    WinSpec::After(after) => is_so(after),
                    other => matches!(other, WinSpec::HoldsFor { .. }),
                })
        };
        is_so(&self.cap) || self.sides.0.iter().any(of_side)
    }

    /// Returns whether a side wins by holding a place for some rounds.
    pub fn holds_for_rounds(&self) -> bool {
        let mut wins = self.sides.0.iter().flat_map(|side| &side.wins);
        wins.any(|win| matches!(win, WinSpec::HoldsFor { .. }))
    }
}

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureSpec {
    /// Its name, for messages.
    pub name: String,
    /// A simple polygon with at least 3 corners and an area; either sense of rotation.
    pub corners: Vec<Point>,
    /// What it does to a line of sight through it.
    pub sight: SightEffect,
    /// What it does for a target in it or close behind it.
    pub cover: Cover,
    /// What it does to movement.
    pub going: Going,
    /// Figures that fight across it can break off at will (LL-03, LL-09).
    pub breaks_off: bool,
    /// It is gone once this event has happened (a gate).
    pub opened_by: Option<EventId>,
}

/// What a feature does to a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SightEffect {
    /// Nothing.
    Clear,
    /// Ends it, if it runs through the feature for more than this length (0 for walls).
    BlockBeyond(Len),
}

readings! {
    /// What a feature does for a target.
    Cover {
        None "none" = "Nothing.",
        Screen "screen" = "Hides it in part (a hedge).",
        Protect "protect" = "Protects it in part (a wall).",
    }

    /// What a feature does to movement.
    Going {
        Free "free" = "Nothing.",
        Slow "slow" = "Each inch counts more.",
        Barred "barred" = "Nobody gets through.",
    }
}

/// A named place: a disc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceSpec {
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// A figure whose centre is this near is there.
    pub radius: Len,
}

/// Something that happens once, when its tests first hold after an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSpec {
    /// Its name.
    pub name: String,
    /// The side whose living figures are the group that the tests are judged for.
    pub side: Side,
    /// All must hold.
    pub when: Vec<Test>,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideSpec {
    /// Its name.
    pub name: String,
    /// Its units.
    pub units: Vec<UnitSpec>,
    /// Its figures.
    pub figures: Vec<FigureSpec>,
    /// Blocks that it forms of its units (WSC-10).
    pub blocks: Vec<BlockSpec>,
    /// Its order cards (LL-08).
    pub cards: Vec<CardSpec>,
    /// It wins when any of these is reached.
    pub wins: Vec<WinSpec>,
    /// What it scores points for.
    pub scores: Vec<ScoreSpec>,
    /// The place that `objective` means to its bot.
    pub objective: Option<PlaceId>,
    /// The edge it escapes by.
    pub exit: Option<Edge>,
    /// The highest total that surprises it, in place of the rulebook's; 0 if it cannot be surprised (ADC-9).
    pub surprised_on: Option<u8>,
    /// Its bot, for every unit without one of its own.
    pub bot: Bot,
}

impl SideSpec {
    /// Returns the bots that it plays: its own, and those of its units.
    pub fn bots(&self) -> impl Iterator<Item = &Bot> {
        std::iter::once(&self.bot).chain(self.units.iter().filter_map(|unit| unit.bot.as_ref()))
    }
}

/// A unit: a contingent of figures under a leader (LLC-2).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitSpec {
    /// Its name.
    pub name: String,
    /// Index of its leader among the side's figures.
    pub leader: Option<usize>,
    /// Morale at the start, in place of the rulebook's.
    pub morale: Option<i32>,
    /// How it stands (PG-07, PG-11). The figures of a line are named rank by rank, the first rank first.
    pub formation: Formation,
    /// Which way it faces at the start, as a direction of any length other than 0.
    pub facing: Point,
    /// Whether it is on hold orders: it never acts first, and reacts to attacks only (WS-08).
    pub on_hold: bool,
    /// Whether it lies low at the start: it cannot be aimed at until it acts or is approached (WS-02, WSC-9).
    pub hidden: bool,
    /// Its own bot, in place of its side's.
    pub bot: Option<Bot>,
}

/// Units that count as one for their matches (WSC-10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSpec {
    /// Its units, a bit for each by its index; none of them is in another block of the side.
    pub units: u128,
    /// It stands together in turns that begin with all of these holding, judged for its figures.
    pub when: Vec<Test>,
}

/// A figure: one model on its base.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FigureSpec {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: UnitId,
    /// Index into [`Rulebook::troops`].
    pub troops: usize,
    /// Index into [`Rulebook::ranks`], for a leader.
    pub rank: Option<usize>,
    /// Index into [`Rulebook::weapons`].
    pub weapon: usize,
    /// Whether it is mounted.
    pub mounted: bool,
    /// Whether it commands every unit of its side (LL-15).
    pub commands_all: bool,
    /// Where its centre stands at the start.
    pub at: Point,
}

/// An order card (LL-08).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardSpec {
    /// Its wording, for transcripts.
    pub name: String,
    /// Indices of the figures it names.
    pub figures: Vec<usize>,
    /// What they are to do.
    pub task: Task,
    /// It is open only while all of these hold, judged for the figures on it.
    pub when: Vec<Test>,
}

/// The task of an order card: a place or a definite enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Get to a place; done when one of them is there.
    Occupy(PlaceId),
    /// Engage and destroy an enemy unit; done when no fighting figure of it is left, void when some of it got away.
    Destroy(UnitId),
    /// Engage and kill one enemy figure; done when it is dead, void when it has fled or got away.
    Kill(FigureId),
}

/// An enemy, one or many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnemyTarget {
    /// A figure.
    Leader(FigureId),
    /// A unit.
    Body(UnitId),
}

readings! {
    /// Which side holds a place if both have figures there (HOST-5).
    Contested {
        Nobody "nobody" = "Nobody.",
        More "more" = "Whoever has more figures there.",
        Each "each" = "Each side, whatever the other has there.",
    }
}

/// A place that a side is to hold (HOST-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// The place.
    pub place: PlaceId,
    /// How many of its figures it needs there.
    pub figures: u8,
    /// Which side holds it if both have figures there.
    pub contested: Contested,
}

impl Hold {
    /// Returns a place that neither side holds while both have figures there.
    pub const fn of(place: PlaceId, figures: u8) -> Self {
        Self { place, figures, contested: Contested::Nobody }
    }

    /// Returns whether a side with `own` figures there holds it against `enemy` figures.
    pub const fn is_held(&self, own: u32, enemy: u32) -> bool {
        own >= self.figures as u32
            && match self.contested {
                Contested::Nobody => enemy == 0,
                Contested::More => own > enemy,
                Contested::Each => true,
            }
    }
}

/// What wins the game for a side. A place that it already holds at the start counts only once it has been lost and is held
/// again (HOST-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinSpec {
    /// It holds a place at the end of a round or, if the initiative is seized, after any action.
    Holds(Hold),
    /// It holds a place at the end of this many rounds in a row.
    HoldsFor {
        /// The place.
        hold: Hold,
        /// For how many rounds.
        rounds: u32,
    },
    /// It has more figures at a place than the enemy, once this time is over.
    Most {
        /// The place.
        place: PlaceId,
        /// From when on.
        after: Time,
    },
    /// A number of points.
    Points {
        /// How many points.
        least: i32,
    },
    /// It has this many points more than the enemy, once this time is over.
    Ahead {
        /// How many points more.
        by: i32,
        /// From when on.
        after: Time,
    },
    /// Not beaten after this time.
    After(Time),
    /// At least this many of its figures have left by its exit.
    Escapes {
        /// How many figures.
        figures: u8,
    },
    /// A figure of the enemy is dead.
    Kills {
        /// Which figure, of the enemy's.
        figure: FigureId,
    },
    /// No fighting figure of an enemy unit is left: all of it are dead or have fled, and none got away.
    Destroys {
        /// Which unit, of the enemy's.
        unit: UnitId,
    },
    /// A figure, or all of a unit, of the enemy is off the table, for whatever reason.
    Gone {
        /// Which figure or unit, of the enemy's.
        who: EnemyTarget,
    },
    /// At least this many figures of the enemy are dead or have fled.
    Losses {
        /// How many figures.
        figures: u8,
    },
    /// An event has happened.
    Happens {
        /// Which event.
        event: EventId,
    },
}

/// What a side scores points for (HOST-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreSpec {
    /// What it scores them for.
    pub what: Score,
    /// How many points, each time.
    pub points: i32,
}

/// What points are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// It holds a place, at the end of each round.
    Holds(Hold),
    /// Each of its figures that has left by its exit.
    Escapes,
    /// Each figure of the enemy that is dead or has fled.
    Losses,
}

readings! {
    /// An edge of the table.
    Edge {
        Left "left" = "x = 0.",
        Right "right" = "x = width.",
        Bottom "bottom" = "y = 0.",
        Top "top" = "y = height.",
    }
}

impl BattleSpec {
    /// Returns what a figure is worth (PG-03): the points of its troop type or, for a leader, a multiple of those of one of its
    /// subordinates. If these are of several types the commonest counts, of equally common ones the dearest; a leader without
    /// any counts as one of its own.
    ///
    /// # Panics
    /// If the side has no such figure.
    pub fn worth(&self, side: Side, figure: usize) -> i64 {
        let figures = &self.sides[side].figures;
        let points = |of: &FigureSpec| {
            let skills = &self.rules.troops[of.troops].skills;
            i64::from(self.rules.points.of(skills, of.mounted))
        };
        let of = &figures[figure];
        let Some(rank) = of.rank else {
            return points(of);
        };
        let led = figures.iter().filter(|other| other.unit == of.unit && other.rank.is_none());
        let led = commonest(led.map(points));
        i64::from(self.rules.ranks[rank].worth) * led.unwrap_or_else(|| points(of))
    }

    /// Returns which goals of a side are reached already at the start, as bits: places that it holds.
    pub fn held_at_start(&self, side: Side) -> u64 {
        let is_held = |win: &WinSpec| {
            let WinSpec::Holds(hold) = *win else { return false };
            let place = &self.places[usize::from(hold.place.0)];
            let reach = i64::from(place.radius) * i64::from(place.radius);
            let is_there = |figure: &&FigureSpec| figure.at.distance2(place.at) <= reach;
            let at = |side: Side| self.sides[side].figures.iter().filter(is_there).count() as u32;
            hold.is_held(at(side), at(!side))
        };
        let wins = self.sides[side].wins.iter().take(64).enumerate();
        wins.fold(0, |held, (k, win)| held | u64::from(is_held(win)) << k)
    }

    /// Places that a side may hold, with a bit for each: those of its goals, then those of its points.
    pub(crate) fn holds(&self, side: Side) -> impl Iterator<Item = (u64, Hold)> + '_ {
        let of = &self.sides[side];
        let goals = of.wins.iter().map(|win| match *win {
            WinSpec::Holds(hold) | WinSpec::HoldsFor { hold, .. } => Some(hold),
            _ => None,
        });
        let points = of.scores.iter().map(|score| match score.what {
            Score::Holds(hold) => Some(hold),
            Score::Escapes | Score::Losses => None,
        });
        let goals = goals.enumerate().map(|(k, hold)| (Self::goal_bit(k), hold));
        let points = points.enumerate().map(|(k, hold)| (Self::score_bit(k), hold));
        goals.chain(points).filter_map(|(bit, hold)| Some((bit, hold?)))
    }

    /// Returns the bit of a goal among the places that a side may hold; 0 beyond the first 32.
    pub(crate) const fn goal_bit(goal: usize) -> u64 {
        if goal < 32 { 1 << goal } else { 0 }
    }

    /// Returns the bit of a row of points, likewise.
    pub(crate) const fn score_bit(row: usize) -> u64 {
        Self::goal_bit(row) << 32
    }

    /// Returns what a side needs to hold a place, by its first goal about the place, or else by its points.
    pub fn hold_of(&self, side: Side, place: PlaceId) -> Option<Hold> {
        self.holds(side).map(|(_, hold)| hold).find(|hold| hold.place == place)
    }

    /// Returns whether places are judged at the end of rounds: for points, for goals that count rounds, and for goals to hold
    /// places in systems with turns (HOST-5).
    pub fn judges_rounds(&self) -> bool {
        let is_judged = |win: &WinSpec| match win {
            WinSpec::Holds(_) => !self.rules.system.is_seized(),
            WinSpec::HoldsFor { .. } => true,
            _ => false,
        };
        self.sides.iter().any(|(_, of)| !of.scores.is_empty() || of.wins.iter().any(is_judged))
    }

    /// Returns what all figures of a side are worth at the start (PG-03).
    pub fn side_worth(&self, side: Side) -> i64 {
        let figures = 0..self.sides[side].figures.len();
        figures.map(|figure| self.worth(side, figure)).sum()
    }
}

/// Returns the commonest value; of equally common ones, the highest.
pub(super) fn commonest<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let values: Vec<T> = values.collect();
    let often = |value: T| values.iter().filter(|other| **other == value).count();
    values.iter().copied().max_by_key(|value| (often(*value), *value))
}
