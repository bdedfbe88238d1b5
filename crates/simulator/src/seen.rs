//! Games as seen from above: who is left round by round, and where on the table things happen.
//!
//! The games of a run are played again to be looked at, so that counting them costs nothing more. All counts are whole numbers,
//! and the same on any number of threads.

use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::{Chances, Event, FigureSet, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};

use crate::estimate::{Confidence, Estimate, Per, Trials, mean, proportion, share};
use crate::run::RunError;
use crate::session::Session;
use crate::sums::{RatioSums, Sums};
use crate::tally::{MOST_ROUNDS, Unit};
use crate::workers::{Chunk, Workers};

/// Most games that are kept one by one: enough to tell a tenth of them from a fifth, and soon played.
pub const SAMPLE: u64 = 1000;
/// The same where sides think ahead, which takes hundreds of times as long.
const THOUGHT: u64 = 20;

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSeen {
    /// How it ended.
    pub outcome: Outcome,
    /// Figures not lost at the end of each round, on the table or away by their exit; in the last round, which need not be over,
    /// at the end of the game.
    pub left: Vec<BySide<u32>>,
}

impl GameSeen {
    /// Returns who was left at the end of a round, from 0, or of the game if that was over before.
    fn left(&self, round: usize) -> BySide<u32> {
        *self.left.get(round).or(self.left.last()).expect("a game has a round")
    }
}

/// What was seen of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Its first games, in their order.
    pub games: Vec<GameSeen>,
    /// Where things happened in all its games, if asked for.
    pub heat: Option<Heat>,
    unit: Unit,
    figures: BySide<u32>,
}

/// How many of a side are left at the end of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivors {
    /// Games that went on after this round.
    pub going_on: u64,
    /// The mean.
    pub mean: Estimate,
    /// In a tenth, a half and nine tenths of games at most so many are left.
    pub deciles: [u32; 3],
    /// The share of games in which the side has kept more of its figures than the other, of those that it had.
    pub ahead: Estimate,
}

impl Seen {
    /// Looks at the first games of a session, or with `heat` at all `games`. No brake stops that: whoever asks for heat wants
    /// that of all games, also of those that filled a time.
    ///
    /// # Errors
    /// If a game panics.
    pub fn of(
        session: &Session<'_, Battle>,
        (games, heat): (u64, bool),
        workers: &Workers,
    ) -> Result<Self, RunError> {
        let (session, workers) = (session.unbraked(), &Workers::new(workers.threads())?);
        let battle = session.driver();
        let most = if battle.is_thought_through() { THOUGHT } else { SAMPLE };
        let sample = games.min(most);
        let eye = || Eye::of(battle, heat);
        let start = || (Vec::new(), eye());
        let play = |(seen, eye): &mut (Vec<(u64, GameSeen)>, Eye), chunk: &mut Chunk| {
            for game in chunk.games.clone() {
                chunk.place.game = game;
                let outcome = session.replay(game, eye);
                let left = eye.end_game();
                if game < sample {
                    seen.push((game, GameSeen { outcome, left }));
                }
            }
        };
        let all = if heat { games } else { sample };
        let played = session.counted(workers, 0..all, None, start, play)?;
        let (mut seen, mut total) = (Vec::new(), eye().heat);
        for (games, eye) in played {
            seen.extend(games);
            for (total, heat) in total.iter_mut().zip(&eye.heat) {
                total.merge(heat);
            }
        }
        seen.sort_unstable_by_key(|(game, _)| *game);
        Ok(Self {
            games: seen.into_iter().map(|(_, game)| game).collect(),
            heat: total,
            unit: session.unit(),
            figures: BySide::from_fn(|side| battle.count(side) as u32),
        })
    }

    /// Returns the number of rounds that any of the games came to.
    pub fn rounds(&self) -> usize {
        self.games.iter().map(|game| game.left.len()).max().unwrap_or(0)
    }

    /// Returns how many of a side are left at the end of a round, from 0. Games that were over before count as they ended.
    pub fn survivors(&self, side: Side, round: usize, confidence: Confidence) -> Option<Survivors> {
        let left = |game: &GameSeen| game.left(round)[side];
        let mut all: Vec<u32> = self.games.iter().map(left).collect();
        all.sort_unstable();
        let decile = |tenths: usize| all[(all.len() * tenths).div_ceil(10).max(1) - 1];
        let mut sums = Sums::default();
        for unit in self.games.chunks(self.unit.games() as usize) {
            sums.add(unit.iter().map(|game| u64::from(left(game))).sum());
        }
        let games = self.unit.games();
        let per = Per { units: self.games.len() as u64 / games, games };
        let is_ahead = |game: &GameSeen| {
            let left = game.left(round);
            let kept = |of: Side| u64::from(left[of]) * u64::from(self.figures[!of]);
            kept(side) > kept(!side)
        };
        Some(Survivors {
            going_on: self.games.iter().filter(|game| game.left.len() > round + 1).count() as u64,
            mean: mean(&sums, per, confidence)?,
            deciles: [1, 5, 9].map(decile),
            ahead: self.share(is_ahead, confidence)?,
        })
    }

    /// Returns the share of games for which a test holds.
    pub fn share(
        &self,
        test: impl Fn(&GameSeen) -> bool,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let mut sums = RatioSums::default();
        for unit in self.games.chunks(self.unit.games() as usize) {
            let x = unit.iter().filter(|game| test(game)).count();
            sums.add(x as u64, unit.len() as u64);
        }
        match self.unit {
            Unit::Game => proportion(Trials { successes: sums.x, trials: sums.y }, confidence),
            Unit::Pair => share(&sums, confidence),
        }
    }
}

/// Rounds after which it is counted who stands where.
pub const ROUNDS_SEEN: usize = 8;

/// What happens at a point of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// A figure stands there when a round is over, from 0; in games that come to that.
    Stands(usize),
    /// A figure stands there when the game ends.
    Ends,
    /// A figure is killed.
    Falls,
    /// A figure shoots.
    Shoots,
    /// A figure is shot at.
    IsShotAt,
    /// A figure seizes the initiative.
    Seizes,
}

impl Happening {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Ends, Self::Falls, Self::Shoots, Self::IsShotAt, Self::Seizes];
        (0..ROUNDS_SEEN).map(Self::Stands).chain(others)
    }

    const fn index(self) -> usize {
        match self {
            Self::Stands(round) => round,
            Self::Ends => ROUNDS_SEEN,
            Self::Falls => ROUNDS_SEEN + 1,
            Self::Shoots => ROUNDS_SEEN + 2,
            Self::IsShotAt => ROUNDS_SEEN + 3,
            Self::Seizes => ROUNDS_SEEN + 4,
        }
    }
}

const HAPPENINGS: usize = ROUNDS_SEEN + 5;
/// Cells along the longer side of a table.
const CELLS: Len = 36;

/// How often things happen in each cell of a grid over the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heat {
    /// Length of a cell's edge.
    pub edge: Len,
    /// Cells side by side; rows of them run from the lower edge of the table.
    pub columns: usize,
    /// Games that came to the end of each round.
    pub came_to: [u64; ROUNDS_SEEN],
    /// Games in all.
    pub games: u64,
    cells: usize,
    counts: Vec<u64>,
}

impl Heat {
    fn of(battle: &Battle) -> Self {
        let spec = battle.spec();
        let parts = |length: Len, of: Len| ((length + of - 1) / of).max(1);
        let edge = parts(spec.width.max(spec.height), CELLS);
        let along = |length: Len| parts(length, edge) as usize;
        let (columns, rows) = (along(spec.width), along(spec.height));
        let cells = columns * rows;
        let counts = vec![0; 2 * HAPPENINGS * cells];
        Self { edge, columns, came_to: [0; ROUNDS_SEEN], games: 0, cells, counts }
    }

    /// Returns the counts of what a side does or suffers, cell by cell: the lowest row first, each from the left.
    pub fn of_side(&self, side: Side, what: Happening) -> &[u64] {
        let from = (side.index() * HAPPENINGS + what.index()) * self.cells;
        &self.counts[from..from + self.cells]
    }

    fn add(&mut self, side: Side, what: Happening, at: Point) {
        let cell = |of: Len| (of / self.edge).max(0) as usize;
        let rows = self.cells / self.columns;
        let (column, row) = (cell(at.x).min(self.columns - 1), cell(at.y).min(rows - 1));
        let map = side.index() * HAPPENINGS + what.index();
        self.counts[map * self.cells + row * self.columns + column] += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        let came_to = self.came_to.iter_mut().zip(&other.came_to);
        let counts = self.counts.iter_mut().zip(&other.counts);
        came_to.chain(counts).for_each(|(sum, more)| *sum += more);
    }
}

/// Looks at one game after the other.
struct Eye {
    alive: BySide<FigureSet>,
    /// Figures that have left by their exit.
    away: BySide<u32>,
    left: Vec<BySide<u32>>,
    /// Where everybody stands; looked at for heat only.
    at: BySide<Vec<Point>>,
    nominee: Option<FigureId>,
    heat: Option<Heat>,
}

impl Eye {
    fn of(battle: &Battle, heat: bool) -> Self {
        Self {
            alive: BySide::default(),
            away: BySide::default(),
            left: Vec::with_capacity(MOST_ROUNDS as usize),
            at: BySide::from_fn(|side| vec![Point::default(); battle.count(side)]),
            nominee: None,
            heat: heat.then(|| Heat::of(battle)),
        }
    }

    /// Counts those who stand on the table.
    fn stand(&mut self, what: Happening) {
        let Some(heat) = &mut self.heat else { return };
        for side in Side::BOTH {
            for (figure, at) in self.at[side].iter().enumerate() {
                if self.alive[side] >> figure & 1 == 1 {
                    heat.add(side, what, *at);
                }
            }
        }
    }

    fn not_lost(&self) -> BySide<u32> {
        BySide::from_fn(|side| self.alive[side].count_ones() + self.away[side])
    }

    fn end_round(&mut self) {
        let round = self.left.len();
        self.left.push(self.not_lost());
        if round < ROUNDS_SEEN {
            self.stand(Happening::Stands(round));
            self.heat.iter_mut().for_each(|heat| heat.came_to[round] += 1);
        }
    }

    /// Returns who was left at the end of each round.
    fn end_game(&mut self) -> Vec<BySide<u32>> {
        self.stand(Happening::Ends);
        self.heat.iter_mut().for_each(|heat| heat.games += 1);
        self.left.push(self.not_lost());
        self.away = BySide::default();
        std::mem::take(&mut self.left)
    }
}

impl Observer for Eye {
    fn wants_reasons(&self) -> bool {
        false
    }

    fn wants_nominees(&self) -> bool {
        self.heat.is_some()
    }

    fn wants_chances(&self) -> bool {
        true
    }

    fn chances(&mut self, it: &Chances) {
        while self.left.len() < it.rounds.min(MOST_ROUNDS) as usize {
            self.end_round();
        }
    }

    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.alive = scene.alive;
        if let Event::Escapes { figure } = event {
            self.away[figure.side()] += 1;
        }
        let Some(heat) = &mut self.heat else { return };
        for side in Side::BOTH {
            self.at[side].copy_from_slice(scene.positions[side]);
        }
        let at = |figure: FigureId| scene.positions[figure.side()][figure.index()];
        if let Some((shooter, target)) = event.shot(scene.battle) {
            heat.add(shooter.side(), Happening::Shoots, at(shooter));
            heat.add(target.side(), Happening::IsShotAt, at(target));
        }
        match *event {
            Event::Dies { figure, .. } => heat.add(figure.side(), Happening::Falls, at(figure)),
            Event::Nominates { figure, .. } => self.nominee = Some(figure),
            Event::SeizeRoll { success, .. } => {
                let nominee = self.nominee.take().filter(|_| success);
                if let Some(figure) = nominee {
                    heat.add(figure.side(), Happening::Seizes, at(figure));
                }
            }
            _ => {}
        }
    }
}
