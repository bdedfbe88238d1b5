//! What a search keeps in its folder to continue from, with scripts as text.

use serde::{Deserialize, Serialize};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_scenario::Scenario;
use skirmish_search::arena::{Gain, Score};
use skirmish_search::search::{self, Candidate, State};
use skirmish_search::shrink::Shrunk;
use skirmish_search::solve::{self, Rounds, UnderWay};

use super::SearchResult;

/// The scripts of a side as text. Known bots are kept by name alone.
pub(crate) struct Scripts<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) side: Side,
    pub(crate) known: &'a [Bot],
}

#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    /// Empty for a known bot.
    script: String,
}

impl Scripts<'_> {
    fn known(&self, name: &str) -> Option<&Bot> {
        self.known.iter().find(|bot| bot.name == name)
    }

    fn kept(&self, bot: &Bot) -> Kept {
        let script = match self.known(&bot.name) == Some(bot) {
            true => String::new(),
            false => self.scenario.say_bot(self.side, bot, ""),
        };
        Kept { name: bot.name.clone(), script }
    }

    /// Returns a kept bot; `None` if its script is damaged.
    fn read(&self, kept: &Kept) -> Option<Bot> {
        match kept.script.as_str() {
            "" => self.known(&kept.name).cloned(),
            script => {
                let mut bot = self.scenario.read_bot(self.side, "kept", script).ok()?;
                bot.name.clone_from(&kept.name);
                Some(bot)
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct KeptState {
    elite: Vec<(Kept, Score)>,
    halted: Vec<(Kept, Score)>,
    idle: u32,
    best: f64,
    climb: Vec<search::Progress>,
}

impl KeptState {
    pub(crate) fn of(scripts: &Scripts<'_>, state: &State) -> Self {
        let kept = |candidates: &[Candidate]| {
            candidates.iter().map(|one| (scripts.kept(&one.bot), one.score)).collect()
        };
        Self {
            elite: kept(&state.elite),
            halted: kept(&state.halted),
            idle: state.idle,
            best: state.best,
            climb: state.climb.clone(),
        }
    }

    /// Returns the kept state; `None` if a script is damaged.
    pub(crate) fn read(self, scripts: &Scripts<'_>) -> Option<State> {
        let read = |kept: Vec<(Kept, Score)>| {
            let one = |(kept, score)| Some(Candidate { bot: scripts.read(&kept)?, score });
            kept.into_iter().map(one).collect::<Option<Vec<_>>>()
        };
        Some(State {
            elite: read(self.elite)?,
            halted: read(self.halted)?,
            idle: self.idle,
            best: self.best,
            climb: self.climb,
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct KeptResult {
    bot: Kept,
    base: Kept,
    is_moot: bool,
    stripped: u64,
}

impl KeptResult {
    pub(crate) fn of(scripts: &Scripts<'_>, result: &SearchResult) -> Self {
        let SearchResult { player, is_moot, stripped, .. } = result;
        let [bot, base] = [&player.bot, &player.base].map(|bot| scripts.kept(bot));
        Self { bot, base, is_moot: *is_moot, stripped: *stripped }
    }

    /// Returns the result of a finished search; `None` if its script is damaged.
    pub(crate) fn read(
        &self,
        scripts: &Scripts<'_>,
        climb: Vec<search::Progress>,
    ) -> Option<SearchResult> {
        let player = Shrunk { bot: scripts.read(&self.bot)?, base: scripts.read(&self.base)? };
        Some(SearchResult {
            climb,
            player,
            is_moot: self.is_moot,
            stripped: self.stripped,
            cut_short: "",
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct KeptRounds {
    players: [Vec<Kept>; 2],
    climb: Vec<solve::Progress>,
    played: u64,
    differs: bool,
    first: Option<(Kept, Gain, u64)>,
    search: KeptState,
}

impl KeptRounds {
    pub(crate) fn of(scripts: &BySide<Scripts<'_>>, rounds: &Rounds) -> Self {
        let kept = |side| rounds.players[side].iter().map(|bot| scripts[side].kept(bot)).collect();
        let (own, first) = (&scripts[Side::A], &rounds.under_way.first);
        let searching = if first.is_none() { Side::A } else { Side::B };
        Self {
            players: Side::BOTH.map(kept),
            climb: rounds.climb.clone(),
            played: rounds.played,
            differs: rounds.differs,
            first: first.as_ref().map(|(bot, gain, games)| (own.kept(bot), *gain, *games)),
            search: KeptState::of(&scripts[searching], &rounds.under_way.search),
        }
    }

    /// Returns the kept rounds; `None` if a script is damaged.
    pub(crate) fn read(self, scripts: &BySide<Scripts<'_>>) -> Option<Rounds> {
        let read = |side: Side| {
            let kept = self.players[side as usize].iter();
            kept.map(|kept| scripts[side].read(kept)).collect::<Option<Vec<Bot>>>()
        };
        let first = match self.first {
            Some((kept, gain, games)) => Some((scripts[Side::A].read(&kept)?, gain, games)),
            None => None,
        };
        let searching = if first.is_none() { Side::A } else { Side::B };
        Some(Rounds {
            players: BySide([read(Side::A)?, read(Side::B)?]),
            climb: self.climb,
            played: self.played,
            differs: self.differs,
            under_way: UnderWay { first, search: self.search.read(&scripts[searching])? },
        })
    }
}
