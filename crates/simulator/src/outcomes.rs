//! How games ended: counts that give every proportion over games, with its exact spread over pairs.

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Draw, Ending};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::additive::additive;
use crate::estimate::{self, Confidence, Estimate, Interval};
use crate::sums::{RatioSums, Sums};

/// The finish of a game. The cap is a result of its own and never a draw.
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
    /// Every finish; `finish as usize` is its index here.
    pub const ALL: [Self; 4] = [Self::WonA, Self::WonB, Self::Draw, Self::Cap];

    /// Returns the victory of a side.
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::WonA,
            Side::B => Self::WonB,
        }
    }

    /// Returns the finish of an ending.
    pub const fn of(ending: Ending) -> Self {
        match ending {
            Ending::Won { side, .. } => Self::won_by(side),
            Ending::Draw(_) => Self::Draw,
            Ending::Cap => Self::Cap,
        }
    }
}

/// How often games ended in one particular way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Way {
    /// Games that ended so.
    pub games: u64,
    /// Pairs with both games ending so; 0 without pairs.
    pub both: u64,
}

additive!(Way { games, both; sound is_sound });

impl Way {
    const fn is_sound(&self) -> bool {
        self.both <= self.games / 2
    }
}

const WAYS: usize = 1 + 256;

/// How the games of a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// Games by the starting side and by [`Finish`].
    pub games: BySide<[u64; 4]>,
    /// Pairs by the finish of the game that A started and of the one that B started; all 0 without pairs.
    pub pairs: [[u64; 4]; 4],
    /// Victories by side and way: 0 for no enemy left, else 1 + index of the goal.
    ways: BySide<Vec<Way>>,
    /// Draws by reason, in the order of [`Draw::ALL`].
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
    /// Returns empty outcomes with each side's ways to win in a battle.
    pub(crate) fn of(battle: &Battle) -> Self {
        let ways = |side: Side| vec![Way::default(); 1 + battle.spec().sides[side].wins.len()];
        Self { ways: BySide::from_fn(ways), ..Self::default() }
    }

    /// Returns whether all victories and draws have a way, and pairs match the number of games.
    fn is_sound(&self) -> bool {
        let total = |ways: &[Way]| ways.iter().map(|way| way.games).sum::<u64>();
        let pairs: u64 = self.pairs.iter().flatten().sum();
        Side::BOTH
            .iter()
            .all(|side| total(&self.ways[*side]) == self.finished(Finish::won_by(*side)))
            && total(&self.draws) == self.finished(Finish::Draw)
            && (pairs == 0 || 2 * pairs == self.all())
    }

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

    /// Returns games with this finish, with either side starting.
    pub fn finished(&self, finish: Finish) -> u64 {
        Side::BOTH.into_iter().map(|started| self.games[started][finish as usize]).sum()
    }

    /// Returns how often the side won by a goal, or (`None`) because the enemy had no figure left.
    pub fn way(&self, side: Side, goal: Option<u8>) -> Way {
        self.ways[side][way_index(goal)]
    }

    /// Returns how often games were drawn for this reason.
    pub const fn draw(&self, why: Draw) -> Way {
        self.draws[why as usize]
    }

    /// Returns the ways that the side won, in order: no enemy left (`None`) or a goal.
    pub fn ways(&self, side: Side) -> impl Iterator<Item = (Option<u8>, Way)> {
        let goals = std::iter::once(None).chain((0..=u8::MAX).map(Some));
        let ways = goals.zip(self.ways[side].iter().copied());
        ways.filter(|(_, way)| way.games > 0)
    }

    /// Returns units for which a test of their finishes holds; the unit is the pair if there are pairs, else the game.
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

    /// Returns sums over units, pairs if there are pairs, of the games for which a test holds, and of all games.
    pub fn count(&self, mut test: impl FnMut(Side, Finish) -> bool) -> RatioSums {
        self.weigh(1, |started, finish| u64::from(test(started, finish)))
    }

    /// Returns the starting side's share of points less the other side's; a game without a winner gives half a point to each.
    pub fn going_first(&self, confidence: Confidence) -> Option<Estimate> {
        let points = self.weigh(2, |started, finish| match finish {
            finish if finish == Finish::won_by(started) => 2,
            Finish::Draw | Finish::Cap => 1,
            Finish::WonA | Finish::WonB => 0,
        });
        let share = estimate::share(&points, confidence)?;
        let lead = |share: f64| 2.0 * share - 1.0;
        Some(Estimate {
            value: lead(share.value),
            std_err: share.std_err.map(|error| 2.0 * error),
            interval: share.interval.map(|ends| Interval {
                low: lead(ends.low),
                high: lead(ends.high),
                ..ends
            }),
            ..share
        })
    }

    /// Returns sums over units of weights by starting side and finish, and of the greatest possible weight.
    fn weigh(&self, most: u64, mut weight: impl FnMut(Side, Finish) -> u64) -> RatioSums {
        let mut sums = Sums::default();
        if self.has_pairs() {
            for first in Finish::ALL {
                for second in Finish::ALL {
                    let x = weight(Side::A, first) + weight(Side::B, second);
                    sums.add_alike(self.pairs[first as usize][second as usize], x);
                }
            }
            return sums.over(self.units(|_| true), 2 * most);
        }
        for started in Side::BOTH {
            for finish in Finish::ALL {
                let x = weight(started, finish);
                sums.add_alike(self.games[started][finish as usize], x);
            }
        }
        sums.over(self.units(|_| true), most)
    }
}
