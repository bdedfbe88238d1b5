//! A player who thinks ahead, as a yardstick for scripts: at each choice it plays the game to its end some dozens of times
//! for each action that it might take instead, both sides going on by their scripts, and takes the best. This is flat Monte
//! Carlo: far too slow for a study. Where it gains much, the scripts lack a word.
//!
//! A position is never copied: the game is played again from its beginning on the same dice, with what was chosen so far,
//! and goes on from the choice in question on dice of the thoughts' own.

use skirmish_engine::battle::Battle;
use skirmish_engine::bot::Act;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::game::{self, Workspace};
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::streams::Streams;
use skirmish_simulator::{Brake, Workers, score, unless_broken_off};

use crate::arena::Gain;

/// Of the playouts of an action, one in so many is played before those that do no better than the script are given up.
const FIRST: u32 = 4;

/// A side that thinks for itself.
#[derive(Debug, Clone, Copy)]
pub struct Thinker<'a> {
    /// The battle, in which the side has the script that it goes on by.
    pub battle: &'a Battle,
    /// The side.
    pub side: Side,
    /// What it may do at a choice, beside what its script says.
    pub acts: &'a [Act],
    /// Seed of the games and of the thoughts.
    pub seed: u64,
    /// How often each action is played out at each choice.
    pub playouts: u32,
}

/// A game thought through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// Points by the script alone.
    pub script: u8,
    /// Points by thinking ahead.
    pub thinker: u8,
    /// Choices, and how many of them were not those of the script.
    pub choices: u32,
    /// See [`Self::choices`].
    pub departures: u32,
    /// Games played in thought.
    pub playouts: u64,
}

impl Thinker<'_> {
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

    /// Plays a game by thinking at every choice.
    fn game(&self, number: u64, brake: Option<&'static Brake>) -> Thought {
        let mut mind = Mind::new(self, number, brake);
        let mut workspace = Workspace::wide(self.battle);
        let script = mind.settle(self, &mut workspace);
        let mut playouts = 0;
        loop {
            let choice = mind.said.len() as u64;
            // Units of their own for every choice of every game, the same for all actions.
            let unit = (number << 32) | (choice << 16);
            let mut play = |mind: &mut Mind, act: Option<Act>, from: u32, to: u32| {
                let points =
                    (from..to).map(|k| mind.think(self, &mut workspace, act, unit + u64::from(k)));
                let points: Vec<u8> = points.map_while(|points| points).collect();
                playouts += points.len() as u64;
                points
            };
            let base = play(&mut mind, None, 0, self.playouts);
            if base.is_empty() {
                break;
            }
            let first = self.playouts.div_ceil(FIRST);
            let mut best: Option<(f64, Act)> = None;
            for act in self.acts {
                let mut points = play(&mut mind, Some(*act), 0, first);
                if points.is_empty() || Gain::of(&points, &base[..points.len()]).value <= 0.0 {
                    continue;
                }
                points.extend(play(&mut mind, Some(*act), first, self.playouts));
                // What is better by luck alone is no reason to depart from the script.
                let gain = Gain::of(&points, &base);
                let surely = gain.interval(Confidence::P95).0;
                if surely > 0.0 && best.is_none_or(|(most, _)| gain.value > most) {
                    best = Some((gain.value, *act));
                }
            }
            mind.said.push(best.map(|(_, act)| act));
        }
        let departures = mind.said.iter().flatten().count() as u32;
        let thinker = if departures == 0 { script } else { mind.settle(self, &mut workspace) };
        Thought { script, thinker, choices: mind.said.len() as u32, departures, playouts }
    }

    fn play(&self, workspace: &mut Workspace, mind: &mut Mind) -> u8 {
        let outcome = game::play_watched(self.battle, workspace, None, mind, &mut |_, _| {});
        score(outcome.ending, self.side)
    }
}

/// The dice of a game as it is played or thought of, and what is chosen in it.
struct Mind {
    side: Side,
    number: u64,
    real: Streams,
    thought: Streams,
    /// What has been chosen so far: `None` is what the script does.
    said: Vec<Option<Act>>,
    /// The choice that comes next in this play of the game.
    next: usize,
    /// What is tried at the first choice after those.
    tried: Option<Act>,
    /// Whether dice are those of thoughts from that choice on, and whether it has come.
    thinks: bool,
    is_reached: bool,
    /// Whether what is tried could be done.
    is_done: bool,
}

impl Mind {
    fn new(thinker: &Thinker<'_>, number: u64, brake: Option<&'static Brake>) -> Self {
        Self {
            side: thinker.side,
            number,
            real: Streams::new(thinker.seed).stopped_by(brake),
            thought: Streams::other(thinker.seed),
            said: Vec::new(),
            next: 0,
            tried: None,
            thinks: false,
            is_reached: false,
            is_done: true,
        }
    }

    fn begin(&mut self, thinks: bool, tried: Option<Act>) {
        self.real.start(self.number);
        (self.next, self.tried, self.thinks) = (0, tried, thinks);
        (self.is_reached, self.is_done) = (false, true);
    }

    /// Plays the game with what has been chosen, and by the script after that.
    fn settle(&mut self, thinker: &Thinker<'_>, workspace: &mut Workspace) -> u8 {
        self.begin(false, None);
        thinker.play(workspace, self)
    }

    /// Plays it on from the next choice in thought; `None` if there is no such choice, or it cannot be made.
    fn think(
        &mut self,
        thinker: &Thinker<'_>,
        workspace: &mut Workspace,
        act: Option<Act>,
        unit: u64,
    ) -> Option<u8> {
        self.begin(true, act);
        self.thought.start(unit);
        let points = thinker.play(workspace, self);
        (self.is_reached && self.is_done).then_some(points)
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
        side == self.side
    }

    fn says(&mut self, _: Side) -> Option<Act> {
        let choice = self.next;
        self.next += 1;
        if choice < self.said.len() {
            return self.said[choice];
        }
        if choice > self.said.len() || !self.thinks {
            return None;
        }
        self.is_reached = true;
        self.tried
    }

    fn hears(&mut self, can_be_done: bool) {
        // Of choices made before it is known that they can be.
        if self.next == self.said.len() + 1 {
            self.is_done = can_be_done;
        }
    }
}
