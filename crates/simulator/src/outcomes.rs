//! How games ended: counts from which every proportion over games follows, with its exact spread over pairs.

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Draw, Ending};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::additive::additive;
use crate::sums::{RatioSums, Sums};

/// How a game ended, as far as the score goes. The cap is a result of its own and never a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Finish {
    /// Side A won.
    WonA,
    /// Side B won.
    WonB,
    /// A draw.
    Draw,
    /// Stopped by the cap.
    Cap,
}

impl Finish {
    /// Every finish; `finish as usize` is its place here.
    pub const ALL: [Self; 4] = [Self::WonA, Self::WonB, Self::Draw, Self::Cap];

    /// A victory of the side.
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::WonA,
            Side::B => Self::WonB,
        }
    }

    /// The finish of an ending.
    pub const fn of(ending: Ending) -> Self {
        match ending {
            Ending::Won { side, .. } => Self::won_by(side),
            Ending::Draw(_) => Self::Draw,
            Ending::Cap => Self::Cap,
        }
    }
}

/// How often a game ended in one particular way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Way {
    /// Games.
    pub games: u64,
    /// Pairs of which both games ended so; 0 without pairs.
    pub both: u64,
}

additive!(Way { games, both; sound is_sound });

impl Way {
    const fn is_sound(&self) -> bool {
        self.both <= self.games / 2
    }
}

/// Ways of winning a side may have: the enemy has no figure left, and its goals.
const WAYS: usize = 1 + 256;

/// How the games of a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// Games by who began, by the scenario or by lot, and by [`Finish`].
    pub games: BySide<[u64; 4]>,
    /// Pairs by the finish of the game that A started and of the game that B started; all 0 without pairs.
    pub pairs: [[u64; 4]; 4],
    /// Victories by side, and by how: 0 for "the enemy has no figure left", else 1 + index of the goal.
    ways: BySide<Vec<Way>>,
    /// Draws by why nobody won, in the order of [`Draw::ALL`].
    draws: [Way; Draw::ALL.len()],
}

impl Default for Outcomes {
    fn default() -> Self {
        Self {
            games: BySide::default(),
            pairs: [[0; 4]; 4],
            ways: BySide::from_fn(|_| vec![Way::default(); WAYS]),
            draws: Default::default(),
        }
    }
}

additive!(Outcomes { games, pairs, ways, draws; sound is_sound });

const fn way_index(goal: Option<u8>) -> usize {
    match goal {
        None => 0,
        Some(goal) => 1 + goal as usize,
    }
}

impl Outcomes {
    /// Outcomes of no games of a battle: of each side so many ways to win as it has there.
    pub(crate) fn of(battle: &Battle) -> Self {
        let ways = |side: Side| vec![Way::default(); 1 + battle.spec().sides[side].wins.len()];
        Self { ways: BySide::from_fn(ways), ..Self::default() }
    }

    /// Whether every victory and every draw came about in some way, and pairs are of as many games.
    fn is_sound(&self) -> bool {
        let total = |ways: &[Way]| ways.iter().map(|way| way.games).sum::<u64>();
        let pairs: u64 = self.pairs.iter().flatten().sum();
        Side::BOTH
            .iter()
            .all(|side| total(&self.ways[*side]) == self.finished(Finish::won_by(*side)))
            && total(&self.draws) == self.finished(Finish::Draw)
            && (pairs == 0 || 2 * pairs == self.all())
    }

    /// All games.
    pub(crate) fn all(&self) -> u64 {
        Finish::ALL.into_iter().map(|finish| self.finished(finish)).sum()
    }

    #[inline]
    fn way_mut(&mut self, ending: Ending) -> Option<&mut Way> {
        match ending {
            Ending::Won { side, goal } => Some(&mut self.ways[side][way_index(goal)]),
            Ending::Draw(why) => Some(&mut self.draws[why as usize]),
            Ending::Cap => None,
        }
    }

    #[inline]
    pub(crate) fn add_game(&mut self, outcome: &Outcome) {
        self.games[outcome.started][Finish::of(outcome.ending) as usize] += 1;
        if let Some(way) = self.way_mut(outcome.ending) {
            way.games += 1;
        }
    }

    /// Takes both games of a pair, the one that A began first.
    #[inline]
    pub(crate) fn add_pair(&mut self, pair: [&Outcome; 2]) {
        let [a_began, b_began] = pair.map(|outcome| outcome.ending);
        self.pairs[Finish::of(a_began) as usize][Finish::of(b_began) as usize] += 1;
        if a_began == b_began
            && let Some(way) = self.way_mut(a_began)
        {
            way.both += 1;
        }
    }

    /// Games that ended so, whoever started.
    pub fn finished(&self, finish: Finish) -> u64 {
        Side::BOTH.into_iter().map(|started| self.games[started][finish as usize]).sum()
    }

    /// How often the side won by a goal, or, for `None`, because the enemy had no figure left.
    pub fn way(&self, side: Side, goal: Option<u8>) -> Way {
        self.ways[side][way_index(goal)]
    }

    /// How often nobody won for this reason.
    pub const fn draw(&self, why: Draw) -> Way {
        self.draws[why as usize]
    }

    /// Games won by side because the enemy had no figure left (`None`) or by a goal, those that occurred, in order.
    pub fn ways(&self, side: Side) -> impl Iterator<Item = (Option<u8>, Way)> {
        let goals = std::iter::once(None).chain((0..=u8::MAX).map(Some));
        let ways = goals.zip(self.ways[side].iter().copied());
        ways.filter(|(_, way)| way.games > 0)
    }

    /// Units for which the test holds of how their games ended; the unit is the pair if there are pairs, or else the game.
    pub fn units(&self, test: impl Fn(&[Finish]) -> bool) -> u64 {
        let mut units = 0;
        if self.has_pairs() {
            for (first, row) in Finish::ALL.into_iter().zip(&self.pairs) {
                let seconds = Finish::ALL.into_iter().zip(row);
                units += seconds
                    .filter(|(second, _)| test(&[first, *second]))
                    .map(|(_, n)| n)
                    .sum::<u64>();
            }
        } else {
            let finishes = Finish::ALL.into_iter().filter(|finish| test(&[*finish]));
            units += finishes.map(|finish| self.finished(finish)).sum::<u64>();
        }
        units
    }

    fn has_pairs(&self) -> bool {
        self.pairs.iter().flatten().any(|units| *units > 0)
    }

    /// Sums over units of the games for which the test holds, and of all games. The unit is the pair if there are
    /// pairs, or else the game.
    pub fn count(&self, mut test: impl FnMut(Side, Finish) -> bool) -> RatioSums {
        let mut sums = Sums::default();
        if self.has_pairs() {
            for first in Finish::ALL {
                for second in Finish::ALL {
                    let x = u64::from(test(Side::A, first)) + u64::from(test(Side::B, second));
                    sums.add_alike(self.pairs[first as usize][second as usize], x);
                }
            }
            return sums.over(self.units(|_| true), 2);
        }
        for started in Side::BOTH {
            for finish in Finish::ALL {
                let x = u64::from(test(started, finish));
                sums.add_alike(self.games[started][finish as usize], x);
            }
        }
        sums.over(self.units(|_| true), 1)
    }
}
