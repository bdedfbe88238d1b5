//! A player who thinks ahead, as a yardstick for scripts: now and then he plays the game to its end some dozens of times by each
//! of the players that he knows, against whoever the enemy may be, and goes on by the one that did best. It is portfolio
//! search (D. Churchill and M. Buro, "Portfolio greedy search and simulation for large-scale combat in StarCraft", CIG 2013),
//! far too slow for a study. Where it gains much, one player for a whole game is not enough.
//!
//! A position is never copied: the game is played again from its beginning on the same dice, with what was chosen so far,
//! and goes on from the choice in question on dice of the thoughts' own.

use skirmish_engine::battle::{Battle, BattleError, Player, by_lot};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::game::{self, Workspace};
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::streams::Streams;
use skirmish_simulator::{Brake, Workers, score, unless_broken_off};

use crate::arena::Gain;

/// Of the playouts of a player, one in so many is played before those that do no better than the one who plays are given up.
const FIRST: u32 = 4;

/// He thinks at one in so many of his actions.
const EVERY: usize = 3;

/// A side that thinks for itself.
#[derive(Debug)]
pub struct Thinker {
    /// The battle with all players whom he knows, and those of the enemy.
    battle: Battle,
    side: Side,
    seed: u64,
    playouts: u32,
    weights: BySide<Vec<u32>>,
}

/// A game thought through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// Points by the side's players alone.
    pub script: u8,
    /// Points by thinking ahead.
    pub thinker: u8,
    /// Choices, and how many of them were another player than the one who played.
    pub choices: u32,
    /// See [`Self::choices`].
    pub departures: u32,
    /// Games played in thought.
    pub playouts: u64,
}

impl Thinker {
    /// One who thinks for a side of a battle, whose players he may follow, and with them some more that the side does not play by
    /// itself. The games are those of the seed; each player is played out so often at each choice.
    ///
    /// # Errors
    /// If players do not fit the battle.
    pub fn new(
        battle: &Battle,
        side: Side,
        more: &[Player],
        (seed, playouts): (u64, u32),
    ) -> Result<Self, BattleError> {
        let mut players = BySide::from_fn(|side| battle.players(side));
        for player in more {
            if players[side].iter().all(|known| known.bot.lines != player.bot.lines) {
                players[side].push(Player { weight: 0, ..player.clone() });
            }
        }
        let weights = BySide::from_fn(|side| players[side].iter().map(|p| p.weight).collect());
        let players = BySide::from_fn(|side| players[side].as_slice());
        let battle = battle.with_players(players)?.shared()?;
        Ok(Self { battle, side, seed, playouts, weights })
    }

    /// How many players he knows.
    pub fn players(&self) -> u64 {
        self.weights[self.side].len() as u64
    }

    /// Thinks through the first games of a run, until it is stopped. `told` is called after each, from any thread.
    pub fn games(
        &self,
        games: u64,
        workers: &Workers,
        told: impl Fn() + Sync + Send,
    ) -> Vec<Thought> {
        let thoughts = workers.each(0..games, |number| {
            let think = || unless_broken_off(|| self.game(number, workers.brake()));
            let thought = (!workers.are_stopped()).then(think).flatten();
            told();
            thought
        });
        // A beginning of the games, so that the same seed gives the same.
        thoughts.into_iter().map_while(|thought| thought).collect()
    }

    /// Plays a game by thinking now and then.
    fn game(&self, number: u64, brake: Option<&'static Brake>) -> Thought {
        let mut mind = Mind::new(self, number, brake);
        let mut workspace = Workspace::wide(&self.battle);
        let script = mind.settle(self, &mut workspace);
        let (mut playouts, mut departures) = (0, 0);
        loop {
            let choice = mind.said.len() as u64;
            // Units of their own for every choice of every game, the same for all players.
            let unit = (number << 32) | (choice << 16);
            let mut play = |mind: &mut Mind, player: Option<usize>, from: u32, to: u32| {
                let points = (from..to)
                    .map(|k| mind.think(self, &mut workspace, player, unit + u64::from(k)));
                let points: Vec<u8> = points.map_while(|points| points).collect();
                playouts += points.len() as u64;
                points
            };
            let base = play(&mut mind, None, 0, self.playouts);
            if base.is_empty() {
                break;
            }
            let first = self.playouts.div_ceil(FIRST);
            let mut best: Option<(f64, usize)> = None;
            for player in 0..self.weights[self.side].len() {
                let mut points = play(&mut mind, Some(player), 0, first);
                if points.is_empty() || Gain::of(&points, &base[..points.len()]).value <= 0.0 {
                    continue;
                }
                points.extend(play(&mut mind, Some(player), first, self.playouts));
                // What is better by luck alone is no reason to change.
                let gain = Gain::of(&points, &base);
                let surely = gain.interval(Confidence::P95).0;
                if surely > 0.0 && best.is_none_or(|(most, _)| gain.value > most) {
                    best = Some((gain.value, player));
                }
            }
            departures += u32::from(best.is_some());
            mind.said.push(best.map(|(_, player)| player));
        }
        let thinker = if departures == 0 { script } else { mind.settle(self, &mut workspace) };
        Thought { script, thinker, choices: mind.said.len() as u32, departures, playouts }
    }

    fn play(&self, workspace: &mut Workspace, mind: &mut Mind) -> u8 {
        let outcome = game::play_watched(&self.battle, workspace, None, mind, &mut |_, _| {});
        score(outcome.ending, self.side)
    }
}

/// The dice of a game as it is played or thought of, and what is chosen in it.
struct Mind {
    side: Side,
    number: u64,
    real: Streams,
    thought: Streams,
    /// Who was chosen so far: `None` is whoever played.
    said: Vec<Option<usize>>,
    /// The side's actions in this play of the game.
    actions: usize,
    /// Who is tried at the first choice after those.
    tried: Option<usize>,
    /// Whether dice are those of thoughts from that choice on, and whether it has come.
    thinks: bool,
    is_reached: bool,
    /// Shares of the enemy's players: who thinks does not know which of them he has before him.
    enemies: Vec<u32>,
    is_enemy_drawn: bool,
}

impl Mind {
    fn new(thinker: &Thinker, number: u64, brake: Option<&'static Brake>) -> Self {
        Self {
            side: thinker.side,
            number,
            real: Streams::new(thinker.seed).stopped_by(brake),
            thought: Streams::other(thinker.seed),
            said: Vec::new(),
            actions: 0,
            tried: None,
            thinks: false,
            is_reached: false,
            enemies: thinker.weights[!thinker.side].clone(),
            is_enemy_drawn: false,
        }
    }

    fn begin(&mut self, thinks: bool, tried: Option<usize>) {
        self.real.start(self.number);
        (self.actions, self.tried, self.thinks) = (0, tried, thinks);
        (self.is_reached, self.is_enemy_drawn) = (false, false);
    }

    /// Plays the game with what has been chosen.
    fn settle(&mut self, thinker: &Thinker, workspace: &mut Workspace) -> u8 {
        self.begin(false, None);
        thinker.play(workspace, self)
    }

    /// Plays it on from the next choice in thought; `None` if there is no such choice.
    fn think(
        &mut self,
        thinker: &Thinker,
        workspace: &mut Workspace,
        player: Option<usize>,
        unit: u64,
    ) -> Option<u8> {
        self.begin(true, player);
        self.thought.start(unit);
        let points = thinker.play(workspace, self);
        self.is_reached.then_some(points)
    }

    /// One of the enemy's players, by the dice of thoughts.
    fn some_enemy(&mut self) -> usize {
        by_lot(&self.enemies, self.thought.player(!self.side, self.enemies.iter().sum()))
    }
}

impl Chance for Mind {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        if self.is_reached { self.thought.die(site, sides) } else { self.real.die(site, sides) }
    }

    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        if self.is_reached {
            self.thought.pass_over(site, dice);
        } else {
            self.real.pass_over(site, dice);
        }
    }

    fn pause(&mut self) {
        self.real.pause();
    }

    fn player(&mut self, side: Side, of: u32) -> u32 {
        self.real.player(side, of)
    }

    fn thinks(&self, side: Side) -> bool {
        side == self.side || self.is_reached && !self.is_enemy_drawn
    }

    fn follows(&mut self, side: Side) -> Option<usize> {
        if side != self.side {
            self.is_enemy_drawn = true;
            return Some(self.some_enemy());
        }
        let action = self.actions;
        self.actions += 1;
        if !action.is_multiple_of(EVERY) {
            return None;
        }
        let choice = action / EVERY;
        if choice < self.said.len() {
            return self.said[choice];
        }
        if choice > self.said.len() || !self.thinks {
            return None;
        }
        self.is_reached = true;
        self.tried
    }
}
