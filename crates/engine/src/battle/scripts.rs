//! The bots of a side made ready for play: its own, and those that some of its units have for themselves.

use super::{BattleSpec, PlaceId, SideSpec, UnitId};
use crate::bot::{Act, Bot, ChanceOf, Condition, Line, Nominate, Test};
use crate::side::Side;

/// Most places that the bots of a side may ask about having been at.
pub(crate) const MAX_BEEN: usize = 24;

/// Most different bots of a side: its own, and one for each of as many units as a file may have.
pub(crate) const MAX_BOTS: usize = 33;

/// The bots of a side.
#[derive(Debug, Clone)]
pub(crate) struct Scripts {
    /// All bots, the side's own first.
    all: Vec<Script>,
    /// Which of them each unit plays.
    of_units: Vec<u8>,
    /// The most lines of any.
    pub(crate) most_lines: usize,
    /// The most reactions of any.
    pub(crate) most_reactions: usize,
    /// Whether one of them does anything by lot.
    pub(crate) draws_lots: bool,
    /// Places that one of them, or an event or a block of the side, asks about having been at.
    pub(crate) been: Vec<PlaceId>,
    /// See [`BattleSpec::last_round`].
    pub(crate) last_round: Option<u32>,
    /// The highest counts that they and the cards ask for, as in [`most_asked`].
    pub(crate) most_asked: [u32; 5],
}

/// A bot, with its lines sifted.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) bot: Bot,
    pub(crate) lines: Vec<SiftedLine>,
}

/// A line of a bot, with its tests sorted.
#[derive(Debug, Clone)]
pub(crate) struct SiftedLine {
    pub(crate) act: Act,
    pub(crate) kinds: Kinds,
    /// Whether it is for one unit alone: a group that stands by it keeps no others from acting.
    pub(crate) is_of_unit: bool,
    /// Tests that come out the same for every group.
    pub(crate) wide: Vec<Test>,
    /// Tests that must be judged for each group.
    pub(crate) own: Vec<Test>,
}

/// Kinds of lines, as bits: phases of turns are limited to some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const ANY: Self = Self(u8::MAX);
    pub(crate) const SHOTS: Self = Self(1);
    pub(crate) const MOVES: Self = Self(2);
    pub(crate) const CHARGES: Self = Self(4);
    /// Lines that aim at no enemy.
    pub(crate) const QUIET: Self = Self(8);
    pub(crate) const ORDERS: Self = Self(16);
    const OTHERS: Self = Self(32);

    pub(crate) const fn of(act: Act) -> Self {
        match act {
            Act::Shoot(_) | Act::Cast(_) | Act::Volley(_) | Act::ShootInHaste(_) => Self::SHOTS,
            Act::Move(_) | Act::Run(_) | Act::FallBack | Act::Hide | Act::Appear | Act::Escape => {
                Self::MOVES.or(Self::QUIET)
            }
            Act::Charge(_) | Act::Close(_) => Self::CHARGES,
            Act::Stand | Act::Rejoin | Act::Reload | Act::LieLow | Act::Prepare => Self::QUIET,
            Act::CarryOutOrder => Self::ORDERS,
            _ => Self::OTHERS,
        }
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Scripts {
    pub(crate) fn of(spec: &BattleSpec, of: Side) -> Self {
        let (side, last_round) = (&spec.sides[of], spec.last_round());
        let mut bots: Vec<&Bot> = Vec::new();
        for bot in side.bots() {
            if !bots.contains(&bot) {
                bots.push(bot);
            }
        }
        let place = |bot: &Bot| bots.iter().position(|other| *other == bot).unwrap_or(0) as u8;
        let of_units = side.units.iter().map(|unit| unit.bot.as_ref().map_or(0, place)).collect();
        let all: Vec<Script> = bots.into_iter().map(Script::of).collect();
        Self {
            of_units,
            most_lines: all.iter().map(|script| script.lines.len()).max().unwrap_or(0),
            most_reactions: all.iter().map(|s| s.bot.reactions.len()).max().unwrap_or(0),
            draws_lots: all.iter().any(|script| draws_lots(&script.bot)),
            been: been(spec, of),
            last_round,
            most_asked: most_asked(side, last_round),
            all,
        }
    }

    /// Returns all bots of the side, by their places.
    #[inline]
    pub(crate) fn all(&self) -> &[Script] {
        &self.all
    }

    /// Returns which of the side's bots a unit plays.
    #[inline]
    pub(crate) fn of_unit(&self, unit: UnitId) -> usize {
        self.of_units.get(usize::from(unit.0)).map_or(0, |script| usize::from(*script))
    }
}

impl Script {
    fn of(bot: &Bot) -> Self {
        Self { lines: bot.lines.iter().map(sift).collect(), bot: bot.clone() }
    }
}

fn sift(line: &Line) -> SiftedLine {
    let is_wide = |test: &&Test| test.condition.is_side_wide();
    let (wide, own) = line.when.iter().partition::<Vec<&Test>, _>(is_wide);
    SiftedLine {
        act: line.act,
        kinds: Kinds::of(line.act),
        is_of_unit: line.when.iter().any(|it| matches!(it.condition, Condition::IsOf(_))),
        wide: wide.into_iter().copied().collect(),
        own: own.into_iter().copied().collect(),
    }
}

fn draws_lots(bot: &Bot) -> bool {
    bot.nominate == Nominate::ByLot || bot.lines.iter().any(|line| line.act == Act::Anything)
}

/// Returns all tests of a side's bots and cards.
fn tests(side: &SideSpec) -> impl Iterator<Item = &Test> {
    let lines = side.bots().flat_map(|bot| &bot.lines).map(|line| &line.when);
    let reactions = side.bots().flat_map(|bot| &bot.reactions).map(|line| &line.when);
    lines.chain(reactions).chain(side.cards.iter().map(|card| &card.when)).flatten()
}

/// Returns the places that a side asks about having been at: by its bots and cards, its blocks and events.
pub(super) fn been(spec: &BattleSpec, side: Side) -> Vec<PlaceId> {
    let events = spec.events.iter().filter(|event| event.side == side).map(|event| &event.when);
    let blocks = spec.sides[side].blocks.iter().map(|block| &block.when);
    let mut been = Vec::new();
    for test in tests(&spec.sides[side]).chain(events.chain(blocks).flatten()) {
        if let Condition::Been(place) = test.condition
            && !been.contains(&place)
        {
            been.push(place);
        }
    }
    been
}

/// Returns the highest numbers of counters, actions of its own and of the enemy's streak, actions, and rounds that a side's
/// bots and cards ask for.
fn most_asked(side: &SideSpec, last_round: Option<u32>) -> [u32; 5] {
    let mut most = [0; 5];
    for test in tests(side) {
        let (of, count) = match test.condition {
            Condition::CountersAtLeast(count) => (0, u32::from(count)),
            Condition::StreakAtLeast(count) => (1, count),
            Condition::EnemyStreakAtLeast(count) => (2, count),
            Condition::ActionsAtLeast(count) => (3, count),
            Condition::RoundsAtLeast(count) => (4, count),
            Condition::RoundsLeftAtMost(count) => {
                (4, last_round.map_or(0, |last| last.saturating_sub(count)))
            }
            // It depends on everything that counts in a roll.
            Condition::ChanceAtLeast(ChanceOf::Seizing, _)
            | Condition::ChanceAtMost(ChanceOf::Seizing, _) => return [u32::MAX; 5],
            _ => continue,
        };
        most[of] = count.max(most[of]);
    }
    most
}
