//! The value of a battle when both sides play well: a table of all players found, its equilibrium and a best answer of each
//! side to the other's mix, repeated until neither side gains.
//!
//! H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an adversary", ICML
//! 2003 (double oracle); M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning", NIPS
//! 2017. The value of a table of estimates: K. Tuyls et al., "A generalised method for empirical game theoretic analysis",
//! AAMAS 2018.

use std::ops::Range;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{Workers, scores};

use crate::arena::{Arena, Gain, Score, SearchError};
use crate::equilibrium::{Equilibrium, equilibrium};
use crate::mutate::Grammar;
use crate::search::{Budget, GENERATION, Quest, State, finals, search};
use crate::shrink::{plays_alike, trim, usual_games};

/// The sum of the shares of a mix, in thousandths.
pub const WHOLE: u32 = 1000;

/// The fewest games of a search for an answer; with fewer, finding nothing would mean nothing.
pub const LEAST: u64 = 20_000;

/// Games of each pair of players in the table, and of each pair of the first bots.
const CELL_GAMES: u64 = 1024;
const START_GAMES: u64 = 256;

/// Games per pair after each pass over the first bots, so that there is an early result.
const START_LOOKS: [u64; 5] = [0, 2, 16, 64, START_GAMES];

/// Games that measure an answer's gain, and the games after which it is reported if the mix is clearly beaten.
const GAIN_GAMES: u64 = 16_384;
const GAIN_LOOK: u64 = 4096;

/// Random scripts in a search that starts without the known bots.
const STRANGERS: usize = 8;

/// The usual number of changes of an answer before it is trimmed.
const TRIMMED: usize = 2;

/// Rounds without a gain after which a battle counts as solved. Each is a new search, twice as long as the last, since a longer
/// search finds what a short one missed more often than another short one. The second of them starts from random scripts, the
/// others from everything known; each tries plans.
///
/// A mix that held out best is also attacked this often before it is left alone.
const SETTLED: u32 = 3;

/// Attacks after which a mix's strength is known. With one attack each, the best of many mixes would mostly be lucky.
const TRIED: usize = 2;

/// One round in this many attacks the mixes that held out best so far, unless their strength is known.
const ONE_IN: usize = 4;

/// The effort of solving a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolveSpec {
    /// The seed of all dice.
    pub seed: u64,
    /// Games of each search for a best answer, [`LEAST`] or more; doubled for each preceding round without a gain.
    pub games: u64,
    /// Games after which no new round starts.
    pub enough: u64,
    /// The most rounds of answers.
    pub rounds: u32,
    /// The gain that counts as nothing.
    pub delta: f64,
}

impl SolveSpec {
    /// Returns the usual games of a round: searches, finals, trimming and gains, about half of which are plain early.
    pub fn round(self) -> u64 {
        2 * (self.games
            + GENERATION / 2
            + finals(self.games)
            + usual_games(TRIMMED) / 4
            + GAIN_GAMES)
    }
}

/// The progress of solving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Rounds of answers so far.
    pub round: u32,
    /// Players found, by side.
    pub players: [usize; 2],
    /// The mixes that were attacked, by side, each as the round whose equilibrium it is; usually this one.
    pub mixes: [u32; 2],
    /// The first side's share of points between the mixes.
    pub value: f64,
    /// Its standard error, as the table shows it.
    pub error: f64,
    /// The answers that gained enough, by side, as indexes of players.
    pub answers: [Option<usize>; 2],
    /// The gains of the last answers, by side.
    pub gains: [Gain; 2],
    /// Games played.
    pub games: u64,
}

/// The result of solving a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// All players, by side.
    pub players: BySide<Vec<Bot>>,
    /// The first side's scores, row by row of its players.
    pub table: Vec<Vec<Score>>,
    /// The equilibrium of the table.
    pub equilibrium: Equilibrium,
    /// The mixes in parts of [`WHOLE`], without players that are hardly used.
    pub mixes: BySide<Vec<u32>>,
    /// The progress by round. Empty if stopped during the first round; then the table is one of the first bots.
    pub climb: Vec<Progress>,
    /// The most that any attack on these mixes gained, by side, on fresh dice: the value may be off by at least this much.
    /// `None` before the end of the first round.
    pub gaps: Option<BySide<Gain>>,
    /// The attacking script, by side, if it gained more than allowed.
    pub answers: BySide<Option<Bot>>,
    /// Whether neither side gained more than allowed.
    pub is_settled: bool,
    /// Whether all scripts of all searches ended every game alike.
    pub is_moot: bool,
}

#[derive(Clone)]
struct Worth {
    players: BySide<Vec<Bot>>,
    table: Vec<Vec<Score>>,
    equilibrium: Equilibrium,
    mixes: BySide<Vec<u32>>,
    of: [u32; 2],
}

impl Solved {
    /// Returns a side's mix as players.
    pub fn mix(&self, side: Side) -> Vec<Player> {
        mix_of(&self.players[side], &self.mixes[side])
    }
}

/// The state of solving; with its inputs it determines the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    /// The players found so far, by side.
    pub players: BySide<Vec<Bot>>,
    /// The progress, by round.
    pub climb: Vec<Progress>,
    /// Games played before the round under way.
    pub played: u64,
    /// Whether any two scripts of a search have ended a game differently.
    pub differs: bool,
    /// The round under way.
    pub under_way: UnderWay,
}

/// A round that is not over.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UnderWay {
    /// The first side's answer once it is found, with its gain and games.
    pub first: Option<(Bot, Gain, u64)>,
    /// The search for the next answer.
    pub search: State,
}

impl Rounds {
    /// Returns whether the last round is over and no new one has begun.
    pub fn is_between(&self) -> bool {
        self.under_way == UnderWay::default()
    }

    fn attacks(&self, side: Side, mix: u32) -> impl Iterator<Item = &Progress> {
        self.climb.iter().filter(move |round| round.mixes[side as usize] == mix)
    }

    /// Returns the most that any attack on these mixes gained over their value, by side, with its round.
    fn gaps(&self, of: [u32; 2], (value, error): (f64, f64)) -> Option<BySide<(Gain, &Progress)>> {
        let most = |side: Side| {
            let gain = |round: &Progress| {
                let gain = round.gains[side as usize];
                if round.mixes == of {
                    return gain;
                }
                let more = round.value - value;
                Gain {
                    value: gain.value + if side == Side::A { more } else { -more },
                    error: gain.error.hypot(round.error.hypot(error)),
                }
            };
            let all = self.attacks(!side, of[!side as usize]).map(|round| (gain(round), round));
            all.max_by(|(one, _), (other, _)| one.value.total_cmp(&other.value))
        };
        Some(BySide([most(Side::A)?, most(Side::B)?]))
    }

    /// Returns the number of last rounds in a row with the same mixes, if these held out against all attacks ever made on them.
    fn settled(&self, delta: f64) -> u32 {
        // The upper end of the interval counts, so that luck does not.
        let is_little = |(gain, _): &(Gain, _)| gain.interval(Confidence::P95).1 <= delta;
        let Some(last) = self.climb.last() else { return 0 };
        match self.gaps(last.mixes, (last.value, last.error)) {
            Some(gaps) if gaps.0.iter().all(is_little) => {
                let rounds = self.climb.iter().rev();
                rounds.take_while(|round| round.mixes == last.mixes).count() as u32
            }
            _ => 0,
        }
    }

    /// Returns the most that the enemy has won against a side's mix, at the upper end of its interval.
    fn lost(&self, side: Side, mix: u32) -> f64 {
        let lost = |round: &Progress| {
            let value = if side == Side::A { 1.0 - round.value } else { round.value };
            value + round.gains[!side as usize].interval(Confidence::P95).1
        };
        self.attacks(side, mix).map(lost).fold(0.0, f64::max)
    }

    /// Returns the mixes, by side, that held out best among those with at least so many attacks.
    fn best_held(&self, attacks: usize) -> Option<[u32; 2]> {
        let best = |side: Side| {
            let tried = (1..=self.climb.len() as u32)
                .filter(|mix| self.attacks(side, *mix).count() >= attacks);
            tried.min_by(|one, other| self.lost(side, *one).total_cmp(&self.lost(side, *other)))
        };
        Some([best(Side::A)?, best(Side::B)?])
    }

    /// Returns the mixes that the next round attacks instead of its own: those that just held out, or now and then the best so
    /// far until they have been attacked often enough.
    fn again(&self, delta: f64) -> Option<[u32; 2]> {
        let last = self.climb.last()?;
        if self.settled(delta) > 0 {
            return Some(last.mixes);
        }
        let best = self.best_held(1)?;
        let is_known =
            |side: Side| self.attacks(side, best[side as usize]).count() >= SETTLED as usize;
        let is_time = self.climb.len() % ONE_IN == ONE_IN - 1;
        (is_time && !Side::BOTH.into_iter().all(is_known)).then_some(best)
    }

    /// Returns the mixes to report: those of the last round, or the best attacked twice if these held out better.
    fn told(&self, delta: f64) -> Option<[u32; 2]> {
        let last = self.climb.last()?.mixes;
        let lost = |of: &[u32; 2]| self.lost(Side::A, of[0]) + self.lost(Side::B, of[1]);
        let best = if self.settled(delta) > 0 { None } else { self.best_held(TRIED) };
        let all = [last].into_iter().chain(best);
        all.min_by(|one, other| lost(one).total_cmp(&lost(other)))
    }

    fn tell(&self, delta: f64, worth: Worth) -> Solved {
        let error = worth.error();
        let Worth { players, table, equilibrium, mixes, of } = worth;
        let gaps = self.gaps(of, (equilibrium.value, error));
        let answer = |side: Side| {
            let (gain, round) = gaps.as_ref()?[side];
            let answer = round.answers[side as usize].filter(|_| gain.value > delta)?;
            self.players[side].get(answer).cloned()
        };
        Solved {
            players,
            table,
            equilibrium,
            mixes,
            climb: self.climb.clone(),
            answers: BySide::from_fn(answer),
            gaps: gaps.map(|BySide(gaps)| BySide(gaps.map(|(gain, _)| gain))),
            is_settled: self.settled(delta) >= SETTLED,
            is_moot: !self.differs && !self.climb.is_empty(),
        }
    }
}

impl Worth {
    fn unknown(players: &BySide<Vec<Bot>>) -> Self {
        Self {
            players: BySide::from_fn(|side| players[side][..1].to_vec()),
            table: vec![vec![Score::default()]],
            equilibrium: Equilibrium { rows: vec![1.0], columns: vec![1.0], value: 0.5 },
            mixes: BySide::from_fn(|_| vec![WHOLE]),
            of: [0; 2],
        }
    }

    /// Returns the standard error of the value, as if all pairs had separate dice. They share dice, so differences between
    /// mixes are known better than this says.
    fn error(&self) -> f64 {
        let Equilibrium { rows, columns, .. } = &self.equilibrium;
        let cells = self.table.iter().zip(rows).flat_map(|(row, share)| {
            row.iter().zip(columns).map(move |(cell, other)| share * other * cell.error())
        });
        cells.map(|error| error * error).sum::<f64>().sqrt()
    }

    fn alone(self) -> Solved {
        let Self { players, table, equilibrium, mixes, .. } = self;
        Solved {
            players,
            table,
            equilibrium,
            mixes,
            climb: Vec::new(),
            gaps: None,
            answers: BySide([None, None]),
            is_settled: false,
            is_moot: false,
        }
    }
}

/// The inputs of solving.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// The parts of scripts, by side.
    pub grammars: &'a BySide<Grammar>,
    /// The first bots, at least one for each side.
    pub starts: &'a BySide<Vec<Bot>>,
    /// The effort.
    pub spec: SolveSpec,
    /// The threads.
    pub workers: &'a Workers,
}

/// Solves a battle, resuming from `kept` if given. Calls `goes_on` after each round and after each generation of its searches.
/// An interrupted round counts only once it is resumed and over. If play is stopped during the first round, the result is the
/// table of the first bots, in as many games as each pair has played.
///
/// # Errors
/// As for [`search`], except when play is stopped.
pub fn solve(
    task: Task<'_>,
    kept: Option<Rounds>,
    mut goes_on: impl FnMut(&Rounds) -> bool,
) -> Result<Solved, SearchError> {
    let Task { battle, starts, spec, workers, .. } = task;
    let mut cells = Cells::new(battle, spec.seed, workers);
    let (mut rounds, known) = match kept {
        Some(kept) => {
            let known = Worth::unknown(&kept.players);
            match cells.take_up(&kept) {
                Err(error) if error.is_stop() => return Ok(known.alone()),
                taken_up => taken_up?,
            }
            (kept, known)
        }
        None => {
            let (known, is_whole) = cells.among(starts)?;
            if !is_whole {
                return Ok(known.alone());
            }
            let best = |side: Side| {
                let mix = mix_of(&known.players[side], &known.mixes[side]);
                mix.into_iter().map(|player| player.bot).collect()
            };
            let rounds = Rounds {
                players: BySide::from_fn(best),
                played: cells.played,
                climb: Vec::new(),
                differs: false,
                under_way: UnderWay::default(),
            };
            (rounds, known)
        }
    };
    let is_enough = |rounds: &Rounds| {
        let played = rounds.climb.last().map_or(0, |last| last.games);
        let is_last = rounds.climb.len() >= spec.rounds as usize;
        rounds.settled(spec.delta) >= SETTLED || is_last || played >= spec.enough
    };
    let mut last = cells.told(&rounds, spec.delta)?;
    // A finished solution plays no further round.
    if let Some(last) = &last
        && (is_enough(&rounds) || rounds.is_between() && !goes_on(&rounds))
    {
        return Ok(rounds.tell(spec.delta, last.clone()));
    }
    loop {
        match (cells.fill(&rounds.players, CELL_GAMES), &last) {
            (Err(error), last) if error.is_stop() => {
                return Ok(match last {
                    Some(last) => rounds.tell(spec.delta, last.clone()),
                    None => known.alone(),
                });
            }
            (filled, _) => filled?,
        }
        let round = rounds.climb.len() as u32 + 1;
        let of = rounds.again(spec.delta).unwrap_or([round; 2]);
        let solved = cells.between(&rounds, rounds.players.clone(), of)?;
        let mut found = Vec::new();
        for side in Side::BOTH {
            if let (Side::A, Some(first)) = (side, &rounds.under_way.first) {
                found.push(first.clone());
                continue;
            }
            let settled = rounds.settled(spec.delta);
            let games = spec.games << settled;
            let answer = AnswerSearch { task, side, round, games, is_strange: settled == 1 };
            let state = rounds.under_way.search.clone();
            let goes_on = |state: &State| {
                rounds.under_way.search = state.clone();
                goes_on(&rounds)
            };
            let best = match answer.find(&solved, state, goes_on) {
                Err(error) if error.is_stop() => None,
                best => best?,
            };
            let Some(best) = best else {
                return Ok(rounds.tell(spec.delta, last.unwrap_or(solved)));
            };
            rounds.differs |= rounds.under_way.search.climb.last().is_some_and(|last| last.differs);
            rounds.under_way = UnderWay { first: Some(best.clone()), search: State::default() };
            found.push(best);
        }
        rounds.under_way = UnderWay::default();
        let gains = [found[0].1, found[1].1];
        let mut answers = [None; 2];
        for (side, (best, gain, games)) in Side::BOTH.into_iter().zip(found) {
            cells.played += games;
            if gain.value <= spec.delta / 2.0 {
                continue;
            }
            let own = &mut rounds.players[side];
            let is_same = |own: &Bot| own.lines == best.lines && own.reactions == best.reactions;
            let known = own.iter().position(is_same);
            answers[side as usize] = known.or(Some(own.len()));
            if known.is_none() {
                let known = || own.iter().chain(&starts[side]);
                let mut names = (1..).map(|k| format!("{} {k}", battle.spec().sides[side].name));
                let is_free = |name: &String| known().all(|bot| bot.name != *name);
                let name = names.find(is_free).unwrap_or_default();
                own.push(Bot { name, ..best });
            }
        }
        rounds.played = cells.played;
        rounds.climb.push(Progress {
            round,
            players: [Side::A, Side::B].map(|side| solved.players[side].len()),
            mixes: of,
            value: solved.equilibrium.value,
            error: solved.error(),
            answers,
            gains,
            games: cells.played,
        });
        let told = cells.told(&rounds, spec.delta)?.unwrap_or(solved);
        if !goes_on(&rounds) || is_enough(&rounds) {
            return Ok(rounds.tell(spec.delta, told));
        }
        last = Some(told);
    }
}

fn known_by(players: &BySide<Vec<Bot>>, round: &Progress) -> BySide<Vec<Bot>> {
    BySide::from_fn(|side| players[side][..round.players[side as usize]].to_vec())
}

fn mix_of(bots: &[Bot], parts: &[u32]) -> Vec<Player> {
    let played = bots.iter().zip(parts).filter(|(_, weight)| **weight > 0);
    played.map(|(bot, weight)| Player { bot: bot.clone(), weight: *weight }).collect()
}

struct AnswerSearch<'a> {
    task: Task<'a>,
    side: Side,
    round: u32,
    games: u64,
    is_strange: bool,
}

impl AnswerSearch<'_> {
    /// Returns the best answer, its gain over the side's own mix on fresh dice, and the games played; `None` if stopped.
    fn find(
        &self,
        worth: &Worth,
        state: State,
        mut goes_on: impl FnMut(&State) -> bool,
    ) -> Result<Option<(Bot, Gain, u64)>, SearchError> {
        let Self { task, side, round, games, is_strange } = *self;
        let Task { battle, grammars, starts, spec: SolveSpec { seed, delta, .. }, workers } = task;
        let mix = |side| mix_of(&worth.players[side], &worth.mixes[side]);
        let (own, enemy) = (mix(side), mix(!side));
        let both = battle.with_players(match side {
            Side::A => BySide([&own[..], &enemy[..]]),
            Side::B => BySide([&enemy[..], &own[..]]),
        })?;
        // Every search has games and a seed of its own.
        let number = u64::from(round) * 2 + side as u64;
        let mut arena = Arena::new(battle, side, enemy, seed, workers);
        arena.skip(number << 28);
        let mut known: Vec<Bot> = own.iter().map(|player| player.bot.clone()).collect();
        known.extend(starts[side].iter().cloned());
        let changes = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let budget = Budget { games };
        let mut lots = Xoshiro256PlusPlus::seed_from_u64(changes);
        let strangers: Vec<Bot> =
            (0..STRANGERS).map(|_| grammars[side].stranger(&mut lots)).collect();
        let starts = if is_strange { &strangers } else { &known };
        let quest = Quest { grammar: &grammars[side], starts, seed: changes, budget };
        let mut is_stopped = false;
        let answer = search(&mut arena, quest, state, |state| {
            is_stopped = !goes_on(state);
            !is_stopped
        })?;
        if is_stopped {
            return Ok(None);
        }
        let best = trim(&mut arena, &answer.best[0].bot, &known)?;
        if let [own] = own.as_slice()
            && plays_alike(&own.bot, &best)
        {
            return Ok(Some((best, Gain::NONE, arena.played())));
        }
        let dice = arena.fresh(GAIN_GAMES);
        let (mut points, mut before, mut from) = (Vec::new(), Vec::new(), dice.start);
        loop {
            let to = if from == dice.start { from + GAIN_LOOK } else { dice.end };
            points.extend(arena.points(std::slice::from_ref(&best), from..to)?.swap_remove(0));
            before.extend(
                scores(std::slice::from_ref(&both), side, seed, from..to, workers)?.swap_remove(0),
            );
            from = to;
            let gain = Gain::of(&points, &before);
            let (low, high) = gain.interval(Confidence::P95);
            // A clear loss is no answer, since the mix does better. Stopping early overstates a gain, if anything.
            if to == dice.end || low > delta || high < 0.0 {
                let gain = if high < 0.0 { Gain::NONE } else { gain };
                return Ok(Some((best, gain, arena.played() + before.len() as u64)));
            }
        }
    }
}

/// The table of all players; no pair is played twice.
struct Cells<'a> {
    battle: &'a Battle,
    seed: u64,
    workers: &'a Workers,
    table: Vec<Vec<Score>>,
    played: u64,
}

impl<'a> Cells<'a> {
    const fn new(battle: &'a Battle, seed: u64, workers: &'a Workers) -> Self {
        Self { battle, seed, workers, table: Vec::new(), played: 0 }
    }

    /// Restores the table of the last round and its number of games.
    fn take_up(&mut self, kept: &Rounds) -> Result<(), SearchError> {
        if let Some(last) = kept.climb.last() {
            self.fill(&known_by(&kept.players, last), CELL_GAMES)?;
        }
        self.played = kept.played;
        Ok(())
    }

    /// Plays the first bots in a few games, each pair the same ones, until stopped. Returns whether all were played.
    fn among(&mut self, starts: &BySide<Vec<Bot>>) -> Result<(Worth, bool), SearchError> {
        let mut all: Option<Self> = None;
        for (from, to) in START_LOOKS.windows(2).map(|look| (look[0], look[1])) {
            let mut more = Self::new(self.battle, self.seed, self.workers);
            match more.play(starts, from..to) {
                Err(error) if error.is_stop() => {
                    let known = all.map(|all| all.solved(starts.clone())).transpose()?;
                    return Ok((known.unwrap_or_else(|| Worth::unknown(starts)), false));
                }
                played => played?,
            }
            self.played += more.played;
            if let Some(before) = &all {
                let cells = more.table.iter_mut().flatten();
                cells.zip(before.table.iter().flatten()).for_each(|(cell, more)| cell.merge(more));
            }
            all = Some(more);
        }
        let known = all.map(|all| all.solved(starts.clone())).transpose()?;
        Ok((known.unwrap_or_else(|| Worth::unknown(starts)), true))
    }

    fn fill(&mut self, players: &BySide<Vec<Bot>>, games: u64) -> Result<(), SearchError> {
        self.play(players, 0..games)
    }

    fn play(&mut self, players: &BySide<Vec<Bot>>, games: Range<u64>) -> Result<(), SearchError> {
        let rows = players[Side::A].len();
        self.table.resize_with(rows, Vec::new);
        for (j, enemy) in players[Side::B].iter().enumerate() {
            let new: Vec<usize> = (0..rows).filter(|i| self.table[*i].len() <= j).collect();
            if new.is_empty() {
                continue;
            }
            let enemy = vec![Player { bot: enemy.clone(), weight: 1 }];
            let mut arena = Arena::new(self.battle, Side::A, enemy, self.seed, self.workers);
            arena.skip(games.start);
            let dice = arena.fresh(games.end - games.start);
            let bots: Vec<Bot> = new.iter().map(|i| players[Side::A][*i].clone()).collect();
            for (i, points) in new.iter().zip(arena.points(&bots, dice)?) {
                self.table[*i].push(Score::of(&points));
            }
            self.played += arena.played();
        }
        Ok(())
    }

    fn solved(&self, players: BySide<Vec<Bot>>) -> Result<Worth, SearchError> {
        let equilibrium = equilibrium(&self.means([usize::MAX; 2]))?;
        let mixes = BySide([parts(&equilibrium.rows), parts(&equilibrium.columns)]);
        Ok(Worth { players, table: self.table.clone(), equilibrium, mixes, of: [0; 2] })
    }

    /// Returns the result after the rounds so far, between the players of the last one.
    fn told(&self, rounds: &Rounds, delta: f64) -> Result<Option<Worth>, SearchError> {
        let (Some(of), Some(last)) = (rounds.told(delta), rounds.climb.last()) else {
            return Ok(None);
        };
        Ok(Some(self.between(rounds, known_by(&rounds.players, last), of)?))
    }

    /// Returns the result of one round's mix for each side. The current round's mix is that of the whole table.
    fn between(
        &self,
        rounds: &Rounds,
        players: BySide<Vec<Bot>>,
        of: [u32; 2],
    ) -> Result<Worth, SearchError> {
        let all = Side::BOTH.map(|side| players[side].len());
        let mix = |side: Side| {
            let round = rounds.climb.get(of[side as usize] as usize - 1);
            let found = equilibrium(&self.means(round.map_or(all, |round| round.players)))?;
            let mut mix = if side == Side::A { found.rows } else { found.columns };
            mix.resize(all[side as usize], 0.0);
            Ok::<_, SearchError>(mix)
        };
        let (rows, columns) = (mix(Side::A)?, mix(Side::B)?);
        let means = self.means(all);
        let won = means.iter().zip(&rows).flat_map(|(row, share)| {
            row.iter().zip(&columns).map(move |(mean, other)| share * other * mean)
        });
        let value = won.sum();
        let table = self.table[..all[0]].iter().map(|row| row[..all[1]].to_vec()).collect();
        let mixes = BySide([parts(&rows), parts(&columns)]);
        Ok(Worth { players, table, equilibrium: Equilibrium { value, rows, columns }, mixes, of })
    }

    fn means(&self, players: [usize; 2]) -> Vec<Vec<f64>> {
        let row = |row: &Vec<Score>| row.iter().take(players[1]).map(Score::mean).collect();
        self.table.iter().take(players[0]).map(row).collect()
    }
}

/// Returns shares in parts of [`WHOLE`]. Those under one in a hundred become 0, and the largest absorbs the rounding.
fn parts(mix: &[f64]) -> Vec<u32> {
    let kept: Vec<f64> = mix.iter().map(|share| if *share < 0.01 { 0.0 } else { *share }).collect();
    let all: f64 = kept.iter().sum();
    let mut parts: Vec<u32> =
        kept.iter().map(|share| (share / all * f64::from(WHOLE)).round() as u32).collect();
    let sum: u32 = parts.iter().sum();
    if let Some(largest) = parts.iter_mut().max() {
        *largest = (*largest + WHOLE).saturating_sub(sum);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(all: &[([u32; 2], f64, [f64; 2])]) -> Rounds {
        let round = |(k, (mixes, value, gains)): (usize, &([u32; 2], f64, [f64; 2]))| Progress {
            round: k as u32 + 1,
            players: [k + 1; 2],
            mixes: *mixes,
            value: *value,
            error: 0.0,
            answers: [None; 2],
            gains: gains.map(|value| Gain { value, error: 0.001 }),
            games: 0,
        };
        Rounds {
            players: BySide([Vec::new(), Vec::new()]),
            climb: all.iter().enumerate().map(round).collect(),
            played: 0,
            differs: true,
            under_way: UnderWay::default(),
        }
    }

    #[test]
    fn the_mixes_that_held_out_best_are_attacked_again_and_told() {
        let mut all =
            vec![([1, 1], 0.5, [0.3, 0.2]), ([2, 2], 0.4, [0.01, 0.3]), ([3, 3], 0.6, [0.2, 0.02])];
        // The first side lost least with its third mix, the second with its second. One attack proves little.
        assert_eq!(rounds(&all).again(0.02), Some([3, 2]));
        assert_eq!(rounds(&all).told(0.02), Some([3, 3]));
        all.push(([3, 2], 0.55, [0.05, 0.03]));
        assert_eq!(rounds(&all).again(0.02), None);
        assert_eq!(rounds(&all).told(0.02), Some([3, 2]));
        // Gains of other rounds on the same mixes count, relative to the value between these mixes.
        let (now, value) = (rounds(&all), (0.55, 0.0));
        let BySide(gaps) = now.gaps([3, 2], value).unwrap();
        assert_eq!(gaps.map(|(gain, round)| (gain.value, round.round)), [(0.05, 4), (0.03, 4)]);
        all.push(([5, 5], 0.5, [0.4, 0.4]));
        assert_eq!(rounds(&all).told(0.02), Some([3, 2]));
    }

    #[test]
    fn settled_is_what_holds_out_three_times_and_never_failed() {
        let calm = [0.0, 0.0];
        let mut all = vec![([1, 1], 0.5, [0.3, 0.0]), ([2, 2], 0.5, calm)];
        assert_eq!(rounds(&all).settled(0.02), 1);
        assert_eq!(rounds(&all).again(0.02), Some([2, 2]));
        all.extend([([2, 2], 0.5, calm); 2]);
        assert_eq!(rounds(&all).settled(0.02), SETTLED);
        // An earlier gain on one of the mixes counts, in any round.
        all[0].0 = [1, 2];
        assert_eq!(rounds(&all).settled(0.02), 0);
    }
}
