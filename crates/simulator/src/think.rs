//! Sides that think ahead. Now and then such a side plays the game to its end in its head, some dozens of times with each
//! player it knows, against whatever the enemy may play, and continues with the one that did best. This is portfolio search (D.
//! Churchill and M. Buro, "Portfolio greedy search and simulation for large-scale combat in StarCraft", CIG 2013), a thousand
//! times slower than scripts. If it gains much, one player for a whole game is not enough.
//!
//! A position is never copied. The game is replayed from its beginning on the same dice and with the same choices, and
//! continues from the current choice on separate dice.

use skirmish_engine::battle::{Battle, by_lot};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Nobody, Observer};
use skirmish_engine::game::{self, Outcome, Workspace};
use skirmish_engine::side::{BySide, Side};

use crate::estimate::Confidence;
use crate::gain::Gain;
use crate::scores::score;
use crate::streams::Streams;

/// One in this many of a player's playouts comes first; players that then do no better than the current one are dropped.
const FIRST: u32 = 4;

/// A side thinks at one in this many of its actions.
const EVERY: usize = 3;

/// Plays a game of a battle whose sides think ahead, on the current dice.
pub(crate) fn play(
    battle: &Battle,
    workspace: &mut Workspace,
    (first, streams): (Option<Side>, &mut Streams),
    observer: &mut dyn Observer,
) -> Outcome {
    let mut mind = Mind::new(battle, streams);
    let mut choices = 0;
    loop {
        // Each choice of each game has units of its own, the same for all players.
        let unit = (mind.dealt.unit() << 32) | (choices << 16);
        let mut think = |mind: &mut Mind, player: Option<usize>, from: u32, to: u32| {
            let points = (from..to)
                .map(|k| mind.think(battle, workspace, first, (player, unit + u64::from(k))));
            points.map_while(|points| points).collect::<Vec<(Side, u8)>>()
        };
        // The first thought shows which side chooses.
        let Some(&(side, _)) = think(&mut mind, None, 0, 1).first() else { break };
        let (playouts, known) = (battle.thinks()[side], mind.weights[side].len());
        let mut points = |player: Option<usize>, from: u32, to: u32| {
            think(&mut mind, player, from, to).into_iter().map(|(_, points)| points)
        };
        let base: Vec<u8> = points(None, 0, playouts).collect();
        let few = playouts.div_ceil(FIRST);
        let mut best: Option<(f64, usize)> = None;
        for player in 0..known {
            let mut own: Vec<u8> = points(Some(player), 0, few).collect();
            if Gain::of(&own, &base[..own.len()]).value <= 0.0 {
                continue;
            }
            own.extend(points(Some(player), few, playouts));
            // A gain by luck alone is no reason to change.
            let gain = Gain::of(&own, &base);
            let surely = gain.interval(Confidence::P95).0;
            if surely > 0.0 && best.is_none_or(|(most, _)| gain.value > most) {
                best = Some((gain.value, player));
            }
        }
        mind.said[side].push(best.map(|(_, player)| player));
        choices += 1;
    }
    mind.begin(false, None);
    let outcome = game::play_before(battle, workspace, first, &mut mind, observer);
    streams.clone_from(&mind.real);
    outcome
}

/// The dice of a game, real and thought, and the choices in it.
struct Mind {
    thinks: BySide<bool>,
    /// The shares of the players; the thinking side doesn't know which one the enemy plays.
    weights: BySide<Vec<u32>>,
    /// The dice at the beginning of the game, and now.
    dealt: Streams,
    real: Streams,
    thought: Streams,
    /// The players chosen so far; `None` keeps the current one.
    said: BySide<Vec<Option<usize>>>,
    actions: BySide<usize>,
    /// The player to try at the first choice after those in `said`.
    tried: Option<usize>,
    /// Whether dice from that choice on are those of thoughts, and the side that has the choice once it is reached.
    is_thought: bool,
    reached: Option<Side>,
    is_enemy_drawn: bool,
}

impl Mind {
    fn new(battle: &Battle, dealt: &Streams) -> Self {
        let weights = |side| battle.known_players(side).iter().map(|p| p.weight).collect();
        Self {
            thinks: BySide::from_fn(|side| battle.thinks()[side] > 0),
            weights: BySide::from_fn(weights),
            dealt: dealt.clone(),
            real: dealt.clone(),
            thought: dealt.of_thoughts(),
            said: BySide::default(),
            actions: BySide::default(),
            tried: None,
            is_thought: false,
            reached: None,
            is_enemy_drawn: false,
        }
    }

    fn begin(&mut self, is_thought: bool, tried: Option<usize>) {
        self.real.clone_from(&self.dealt);
        (self.actions, self.tried, self.is_thought) = (BySide::default(), tried, is_thought);
        (self.reached, self.is_enemy_drawn) = (None, false);
    }

    /// Plays on in thought from the next choice; `None` without such a choice, else its side and that side's points.
    fn think(
        &mut self,
        battle: &Battle,
        workspace: &mut Workspace,
        first: Option<Side>,
        (player, unit): (Option<usize>, u64),
    ) -> Option<(Side, u8)> {
        self.begin(true, player);
        self.thought.start(unit);
        let outcome = game::play_before(battle, workspace, first, self, &mut Nobody);
        self.reached.map(|side| (side, score(outcome.ending, side)))
    }

    fn dice(&mut self) -> &mut Streams {
        if self.reached.is_some() { &mut self.thought } else { &mut self.real }
    }
}

impl Chance for Mind {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        self.dice().die(site, sides)
    }

    fn draw(&mut self, site: RollSite, lots: u8) -> u8 {
        self.dice().draw(site, lots)
    }

    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        self.dice().pass_over(site, dice);
    }

    fn take_back(&mut self, site: RollSite, dice: Dice) {
        self.dice().take_back(site, dice);
    }

    fn pause(&mut self) {
        self.real.pause();
    }

    fn player(&mut self, side: Side, of: u32) -> u32 {
        self.real.player(side, of)
    }

    fn thinks(&self, side: Side) -> bool {
        match self.reached {
            Some(who) if who != side => !self.is_enemy_drawn,
            _ => self.thinks[side],
        }
    }

    fn follows(&mut self, side: Side) -> Option<usize> {
        if self.reached.is_some_and(|who| who != side) {
            let is_drawn = std::mem::replace(&mut self.is_enemy_drawn, true);
            let weights = &self.weights[side];
            let lot = self.thought.player(side, weights.iter().sum());
            return (!is_drawn).then(|| by_lot(weights, lot));
        }
        let action = self.actions[side];
        self.actions[side] += 1;
        if !self.thinks[side] || !action.is_multiple_of(EVERY) {
            return None;
        }
        let choice = action / EVERY;
        if let Some(said) = self.said[side].get(choice) {
            return *said;
        }
        if choice > self.said[side].len() || !self.is_thought || self.reached.is_some() {
            return None;
        }
        self.reached = Some(side);
        self.tried
    }
}
