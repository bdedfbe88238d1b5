//! The rounds of solving as a file has them: scripts as text, numbers bit by bit.

use serde::{Deserialize, Serialize};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_scenario::Scenario;
use skirmish_search::arena::Gain;
use skirmish_search::solve::{Progress, Rounds};

#[derive(Serialize, Deserialize)]
pub(super) struct KeptRounds {
    players: [Vec<KeptPlayer>; 2],
    climb: Vec<KeptProgress>,
    gaps: [KeptGain; 2],
    settled: u32,
}

#[derive(Serialize, Deserialize)]
struct KeptPlayer {
    name: String,
    /// Empty for a bot that one knows by this name.
    script: String,
}

#[derive(Serialize, Deserialize)]
struct KeptProgress {
    round: u32,
    players: [usize; 2],
    value: u64,
    gains: [KeptGain; 2],
    games: u64,
}

/// Value and standard error.
type KeptGain = [u64; 2];

const fn kept_gain(gain: Gain) -> KeptGain {
    [gain.value.to_bits(), gain.error.to_bits()]
}

const fn read_gain([value, error]: KeptGain) -> Gain {
    Gain { value: f64::from_bits(value), error: f64::from_bits(error) }
}

impl KeptRounds {
    pub(super) fn of(scenario: &Scenario, known: &BySide<Vec<Bot>>, rounds: &Rounds) -> Self {
        let player = |side: Side, bot: &Bot| KeptPlayer {
            name: bot.name.clone(),
            script: match known[side].contains(bot) {
                true => String::new(),
                false => scenario.say_bot(side, bot, ""),
            },
        };
        let players =
            |side: Side| rounds.players[side].iter().map(|bot| player(side, bot)).collect();
        let progress = |progress: &Progress| KeptProgress {
            round: progress.round,
            players: progress.players,
            value: progress.value.to_bits(),
            gains: progress.gains.map(kept_gain),
            games: progress.games,
        };
        Self {
            players: Side::BOTH.map(players),
            climb: rounds.climb.iter().map(progress).collect(),
            gaps: rounds.gaps.0.map(kept_gain),
            settled: rounds.settled,
        }
    }

    /// `None` if a script is damaged.
    pub(super) fn read(self, scenario: &Scenario, known: &BySide<Vec<Bot>>) -> Option<Rounds> {
        let read = |side: Side, kept: KeptPlayer| match kept.script.is_empty() {
            true => known[side].iter().find(|bot| bot.name == kept.name).cloned(),
            false => scenario.read_bot(side, &kept.name, &kept.script).ok(),
        };
        let [a, b] = self.players;
        let side = |side: Side, players: Vec<KeptPlayer>| {
            players.into_iter().map(|kept| read(side, kept)).collect::<Option<Vec<Bot>>>()
        };
        let progress = |kept: KeptProgress| Progress {
            round: kept.round,
            players: kept.players,
            value: f64::from_bits(kept.value),
            gains: kept.gains.map(read_gain),
            games: kept.games,
        };
        Some(Rounds {
            players: BySide([side(Side::A, a)?, side(Side::B, b)?]),
            climb: self.climb.into_iter().map(progress).collect(),
            gaps: BySide(self.gaps.map(read_gain)),
            settled: self.settled,
        })
    }
}
