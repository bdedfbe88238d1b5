//! Which bots play: other bots in the same battle, and mixes of them from which each game draws.

use super::{Battle, BattleError, MAX_BEEN, Scripts, check};
use crate::bot::Bot;
use crate::chance::Chance;
use crate::side::{BySide, Side};

/// One of several bots that a side may play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The bot.
    pub bot: Bot,
    /// Its share of the games, over the sum of those of its side.
    pub weight: u32,
}

/// Battles that differ only in their bots, one of which is drawn for each game.
#[derive(Debug, Clone)]
pub(super) struct Mix {
    weights: BySide<Vec<u32>>,
    /// One for each pair of players, row by row of the first side's.
    battles: Vec<Battle>,
}

/// Picks an index by a lot below the sum of the weights.
pub fn by_lot(weights: &[u32], mut lot: u32) -> usize {
    let found = weights.iter().position(|weight| {
        let is_it = lot < *weight;
        lot = lot.saturating_sub(*weight);
        is_it
    });
    found.unwrap_or(0)
}

impl Battle {
    /// Returns the same battle, with another bot for a side. Units that have bots of their own keep them.
    ///
    /// # Errors
    /// If the bot has too many lines.
    pub fn with_bot(&self, side: Side, bot: Bot) -> Result<Self, BattleError> {
        let mut battle = self.clone();
        battle.mix = None;
        battle.thinks = BySide::default();
        battle.spec.sides[side].bot = bot;
        check(&battle.spec)?;
        battle.read_bots();
        Ok(battle)
    }

    /// Returns the same battle, in which each game draws a bot for each side. A side without players keeps its own.
    ///
    /// # Errors
    /// If a bot has too many lines, or the weights of a side are all 0 or too large to add up.
    pub fn with_players(&self, players: BySide<&[Player]>) -> Result<Self, BattleError> {
        let own = BySide::from_fn(|side| {
            vec![Player { bot: self.spec.sides[side].bot.clone(), weight: 1 }]
        });
        let players =
            BySide::from_fn(
                |side| if players[side].is_empty() { &own[side] } else { players[side] },
            );
        for side in Side::BOTH {
            let all = players[side].iter().try_fold(0_u32, |sum, p| sum.checked_add(p.weight));
            if all.is_none_or(|all| all == 0) {
                let name = &self.spec.sides[side].name;
                return Err(BattleError(format!("the players of side `{name}` have no shares")));
            }
        }
        let mut battles = Vec::new();
        for a in players[Side::A] {
            let battle = self.with_bot(Side::A, a.bot.clone())?;
            for b in players[Side::B] {
                battles.push(battle.with_bot(Side::B, b.bot.clone())?);
            }
        }
        // A table is made once for all of them.
        let mut discs = Vec::new();
        for disc in battles.iter().flat_map(|battle| &battle.discs) {
            if !discs.contains(disc) {
                discs.push(*disc);
            }
        }
        for battle in &mut battles {
            battle.discs.clone_from(&discs);
        }
        let mut first = battles[0].clone();
        if battles.len() > 1 {
            let weights = BySide::from_fn(|side| players[side].iter().map(|p| p.weight).collect());
            first.mix = Some(Box::new(Mix { weights, battles }));
        }
        Ok(first)
    }

    /// Returns the bots that a side may play, with their shares.
    pub fn players(&self, side: Side) -> Vec<Player> {
        self.known_players(side).into_iter().filter(|player| player.weight > 0).collect()
    }

    /// Returns the bots that a side may play, and those that it only knows, with share 0.
    pub fn known_players(&self, side: Side) -> Vec<Player> {
        let own =
            |battle: &Self, weight| Player { bot: battle.spec.sides[side].bot.clone(), weight };
        let Some(mix) = &self.mix else {
            return vec![own(self, 1)];
        };
        // Row by row of the first side's: a step of one is to the next of the second side's.
        let step = if side == Side::A { mix.weights[Side::B].len() } else { 1 };
        let weights = mix.weights[side].iter().enumerate();
        weights.map(|(k, weight)| own(&mix.battles[k * step], *weight)).collect()
    }

    /// Returns the same battle, in which each side with a number here thinks ahead: it plays out that many games with each of
    /// its players, and with `known` ones besides. How that is done is up to the source of dice ([`Chance::follows`]).
    ///
    /// # Errors
    /// If players do not fit the battle.
    pub fn thinking(
        &self,
        playouts: BySide<u32>,
        known: &BySide<Vec<Bot>>,
    ) -> Result<Self, BattleError> {
        let all = BySide::from_fn(|side| {
            let mut players = self.known_players(side);
            for bot in known[side].iter().filter(|_| playouts[side] > 0) {
                if players.iter().all(|player| player.bot.lines != bot.lines) {
                    players.push(Player { bot: bot.clone(), weight: 0 });
                }
            }
            players
        });
        let battle = self.with_players(BySide::from_fn(|side| all[side].as_slice()))?;
        Ok(Self { thinks: playouts, ..battle.shared()? })
    }

    /// Returns how many games each side plays out by each player that it knows, if it thinks ahead; otherwise 0.
    pub const fn thinks(&self) -> BySide<u32> {
        self.thinks
    }

    /// Returns whether a side thinks ahead.
    pub const fn is_thought_through(&self) -> bool {
        self.thinks.0[0] > 0 || self.thinks.0[1] > 0
    }

    /// Returns the battle with the bots that play this game.
    #[inline]
    pub(crate) fn drawn<C: Chance + ?Sized>(&self, chance: &mut C) -> (&Self, BySide<usize>) {
        match &self.mix {
            None => (self, BySide([0; 2])),
            Some(mix) => {
                let players = mix.draw(chance);
                (mix.at(players), players)
            }
        }
    }

    /// Returns the battle as these of its players play it, if it has several.
    pub(crate) fn of_players(&self, players: BySide<usize>) -> Option<&Self> {
        self.mix.as_ref().map(|mix| mix.at(players))
    }

    /// Returns the same battle, whose players may take over from each other in the middle of a game (see [`Chance::follows`]):
    /// each remembers all places that any of them asks about.
    ///
    /// # Errors
    /// If they ask of too many places.
    fn shared(mut self) -> Result<Self, BattleError> {
        let Some(mix) = &mut self.mix else { return Ok(self) };
        for side in Side::BOTH {
            let mut been: Vec<_> =
                mix.battles.iter().flat_map(|battle| battle.scripts[side].been.clone()).collect();
            been.sort_unstable();
            been.dedup();
            if been.len() > MAX_BEEN {
                let name = &self.spec.sides[side].name;
                let message = format!(
                    "the players of side `{name}` ask of more than {MAX_BEEN} places whether somebody has been there"
                );
                return Err(BattleError(message));
            }
            mix.battles.iter_mut().for_each(|battle| battle.scripts[side].been.clone_from(&been));
        }
        Ok(self)
    }

    /// Works out what depends on the bots.
    fn read_bots(&mut self) {
        self.scripts = BySide::from_fn(|side| Scripts::of(&self.spec, side));
        self.discs = crate::views::discs(&self.spec);
    }
}

impl Mix {
    fn at(&self, players: BySide<usize>) -> &Battle {
        &self.battles[players[Side::A] * self.weights[Side::B].len() + players[Side::B]]
    }

    fn draw<C: Chance + ?Sized>(&self, chance: &mut C) -> BySide<usize> {
        BySide::from_fn(|side| {
            let weights = &self.weights[side];
            by_lot(weights, chance.player(side, weights.iter().sum()))
        })
    }
}
