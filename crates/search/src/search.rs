//! The search for the best answer: generations of scripts, with poor ones dropped after a few games.
//!
//! Each generation plays on dice of its own, and the survivors play on in the next, so luck wears off. If nothing better turns
//! up for a while, the search restarts from its first bots and keeps what it found.

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use skirmish_engine::bot::Bot;

use crate::arena::{Arena, Score, SearchError};
use crate::mutate::{Grammar, tidy};
use crate::plans;

const BROOD: usize = 64;

const ELITE: usize = 8;

/// Scripts and games of each round of a generation.
const ROUNDS: [(usize, u64); 3] = [(BROOD, 32), (16, 128), (4, 512)];

/// The most games that one script plays in a generation.
const MOST_GAMES: u64 = ROUNDS[ROUNDS.len() - 1].1;

const _: () = assert!(plans::MOST_GAMES == MOST_GAMES, "generations take as many dice");

/// The least gain that counts as better.
const LEAST_GAIN: f64 = 0.002;

/// Generations without a gain before a restart.
const PATIENCE: u32 = 8;

/// Finalists, one from each start, compared on fresh dice at the end.
const FINALISTS: usize = 6;

/// Returns the games of each finalist; fewer after a short search, which the finals would outlast.
fn final_games(searched: u64) -> u64 {
    (searched / 16).clamp(1024, 4096)
}

/// Returns the most games of the finals after a search of so many.
pub fn finals(searched: u64) -> u64 {
    FINALISTS as u64 * final_games(searched)
}

/// The most games of a generation: all scripts play the first round, and the kept ones every round.
pub const GENERATION: u64 = {
    let [(first, few), (second, more), (third, most)] = ROUNDS;
    first as u64 * few
        + (second + ELITE) as u64 * (more - few)
        + (third + ELITE) as u64 * (most - more)
};

/// The size of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most games; the last generation is still completed.
    pub games: u64,
}

/// A script that has been tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The script.
    pub bot: Bot,
    /// Its games on dice of the search. The best of many look better than they are.
    pub score: Score,
}

impl Candidate {
    /// Returns the mean, less what may be luck.
    fn merit(&self) -> f64 {
        self.score.mean() - self.score.error()
    }
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Generations so far.
    pub generation: u32,
    /// Restarts so far.
    pub restarts: u32,
    /// Scripts tried.
    pub tried: u64,
    /// Games played.
    pub games: u64,
    /// Whether any two scripts have ended a game differently.
    pub differs: bool,
    /// The best score so far, on dice of the search.
    pub best: Score,
}

/// The state of a search; with its inputs it determines the rest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The survivors, best first.
    pub elite: Vec<Candidate>,
    /// The best script of each finished start.
    pub halted: Vec<Candidate>,
    /// Generations without a gain.
    pub idle: u32,
    /// The best merit since the last restart.
    pub best: f64,
    /// The progress, by generation.
    pub climb: Vec<Progress>,
}

impl State {
    /// Returns the best script so far.
    pub fn champion(&self) -> Option<&Candidate> {
        let all = self.halted.iter().chain(&self.elite);
        all.max_by(|a, b| a.merit().total_cmp(&b.merit()))
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The best scripts, best first; at least one.
    pub best: Vec<Candidate>,
    /// The progress, by generation.
    pub climb: Vec<Progress>,
}

struct Brood<'g> {
    grammar: &'g Grammar,
    starts: &'g [Bot],
    dice: Xoshiro256PlusPlus,
    state: State,
}

/// The inputs of a search.
#[derive(Debug, Clone, Copy)]
pub struct Quest<'a> {
    /// The parts of scripts.
    pub grammar: &'a Grammar,
    /// The bots to start from; at least one.
    pub starts: &'a [Bot],
    /// The seed of the changes.
    pub seed: u64,
    /// The size of the search.
    pub budget: Budget,
}

/// Searches for the best answer, starting from `state`, which may come from an interrupted search. Calls `goes_on` after each
/// generation; a search that is stopped there resumes from the last state it passed.
///
/// # Errors
/// If a game panics, a bot does not fit the battle, or play is stopped.
pub fn search(
    arena: &mut Arena<'_>,
    quest: Quest<'_>,
    state: State,
    mut goes_on: impl FnMut(&State) -> bool,
) -> Result<Found, SearchError> {
    let Quest { grammar, starts, seed, budget } = quest;
    let mut brood = Brood { grammar, starts, dice: Xoshiro256PlusPlus::seed_from_u64(seed), state };
    // Earlier games used these dice, so they are skipped.
    let last = brood.state.climb.last().copied();
    let (mut tried, before, differs) =
        last.map_or((0, 0, false), |last| (last.tried, last.games, last.differs));
    let from = arena.played();
    arena.skip(brood.state.climb.len() as u64 * MOST_GAMES);
    arena.count(before, differs);
    // A search that had already finished plays no further generation.
    while brood.state.climb.last().is_none_or(|last| last.games < budget.games) {
        let generation = brood.state.climb.len() as u32 + 1;
        brood.dice = Xoshiro256PlusPlus::seed_from_u64(
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(generation.into()),
        );
        tried += if generation <= plans::steps(budget.games) {
            let elite = std::mem::take(&mut brood.state.elite);
            let at = (generation, budget.games);
            let (best, tried) = plans::step(arena, &grammar.language, starts, elite, at)?;
            brood.state.elite = best;
            tried
        } else {
            brood.begin_anew_if_idle();
            brood.next_generation(arena)?
        };
        let progress = Progress {
            generation,
            restarts: brood.state.halted.len() as u32,
            tried,
            games: arena.played() - from,
            differs: arena.differs(),
            best: brood.state.champion().map_or_else(Score::default, |c| c.score),
        };
        brood.state.climb.push(progress);
        if !goes_on(&brood.state) {
            break;
        }
    }
    let climb = brood.state.climb.clone();
    Ok(Found { best: brood.finals(arena, final_games(budget.games))?, climb })
}

impl Brood<'_> {
    /// Breeds and tries a generation and keeps the best. Returns how many scripts were new.
    fn next_generation(&mut self, arena: &mut Arena<'_>) -> Result<u64, SearchError> {
        let mut brood: Vec<Candidate> = std::mem::take(&mut self.state.elite);
        let old = brood.len();
        if brood.is_empty() {
            for start in self.starts {
                push_new(&mut brood, start.clone());
            }
        }
        let parents: Vec<Bot> = brood.iter().map(|c| c.bot.clone()).collect();
        let mut attempts = 0;
        while brood.len() < BROOD.max(parents.len() + ELITE) && attempts < 10 * BROOD {
            attempts += 1;
            let (parent, other) = (self.parent(&parents), self.parent(&parents));
            let bot = if self.dice.random_range(0..10) == 0 {
                self.grammar.cross(parent, other, &mut self.dice)
            } else {
                self.grammar.mutant(parent, &mut self.dice)
            };
            push_new(&mut brood, bot);
        }
        let tried = (brood.len() - old) as u64;
        let dice = arena.fresh(MOST_GAMES);
        let mut played = 0;
        let mut scores = vec![Score::default(); brood.len()];
        let mut left: Vec<usize> = (0..brood.len()).collect();
        for (places, games) in ROUNDS {
            if played > 0 {
                left.sort_by(|a, b| {
                    let order = scores[*b].mean().total_cmp(&scores[*a].mean());
                    (*a >= old).cmp(&(*b >= old)).then(order).then(a.cmp(b))
                });
                left.truncate(places + old);
            }
            let bots: Vec<Bot> = left.iter().map(|k| brood[*k].bot.clone()).collect();
            let range = dice.start + played..dice.start + games;
            for (k, points) in left.iter().zip(arena.points(&bots, range)?) {
                scores[*k].add(&points);
                brood[*k].score.add(&points);
            }
            played = games;
        }
        let mut ranked: Vec<Candidate> = left.into_iter().map(|k| brood[k].clone()).collect();
        sort(&mut ranked);
        ranked.truncate(ELITE);
        let best = ranked.first().map_or(0.0, Candidate::merit);
        if best > self.state.best + LEAST_GAIN {
            (self.state.best, self.state.idle) = (best, 0);
        } else {
            self.state.idle += 1;
        }
        self.state.elite = ranked;
        Ok(tried)
    }

    fn parent<'p>(&mut self, parents: &'p [Bot]) -> &'p Bot {
        let k = self.dice.random_range(0..parents.len());
        let k = k.min(self.dice.random_range(0..parents.len()));
        &parents[k]
    }

    fn begin_anew_if_idle(&mut self) {
        let state = &mut self.state;
        if state.idle >= PATIENCE {
            state.halted.extend(state.elite.first().cloned());
            state.elite.clear();
            (state.idle, state.best) = (0, 0.0);
        }
    }

    fn finals(self, arena: &mut Arena<'_>, games: u64) -> Result<Vec<Candidate>, SearchError> {
        let mut finalists: Vec<Candidate> = Vec::new();
        let mut all = self.state.halted;
        all.extend(self.state.elite);
        sort(&mut all);
        for candidate in all {
            if finalists.iter().all(|other| other.bot != candidate.bot) {
                finalists.push(candidate);
            }
        }
        finalists.truncate(FINALISTS);
        let bots: Vec<Bot> = finalists.iter().map(|c| c.bot.clone()).collect();
        let dice = arena.fresh(games);
        for (finalist, points) in finalists.iter_mut().zip(arena.points(&bots, dice)?) {
            finalist.score = Score::of(&points);
        }
        sort(&mut finalists);
        Ok(finalists)
    }
}

pub(crate) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.merit().total_cmp(&a.merit()));
}

pub(crate) fn push_new(brood: &mut Vec<Candidate>, mut bot: Bot) {
    tidy(&mut bot);
    bot.name.clear();
    if brood.iter().all(|other| other.bot != bot) {
        brood.push(Candidate { bot, score: Score::default() });
    }
}
