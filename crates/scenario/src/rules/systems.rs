//! The tables of the systems with turns: Lloyd's d10, WarSpike, AD&D's segments.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Handling, Segments, Surprise, SurpriseReading, TroopType, WarSpike,
};

use super::docs;
use super::read::RuleReader;
use super::scope;
use crate::code::Code;
use crate::limits;
use crate::path;
use crate::problem::{Desk, quote};
use crate::reader::Keys;
use crate::source::{At, SourceKind};

impl RuleReader<'_> {
    /// Dice for who goes first in a turn (LLC-3).
    pub(super) fn turn_dice(&mut self, keys: &Keys<'_>) -> Dice {
        match self.table(keys, "turn", &docs::TURN) {
            Some(keys) => self.dice(Some(&keys), "turn", "dice"),
            None => Dice::one(10),
        }
    }

    /// Instigator and Retaliator; the readings have been read.
    pub(super) fn warspike(&mut self, keys: &Keys<'_>, readings: WarSpike) -> WarSpike {
        let Some(keys) = self.table(keys, "warspike", &docs::WARSPIKE) else {
            return readings;
        };
        let advantage = self.open(&keys, "advantage", &docs::ADVANTAGE);
        let (keys, at) = (Some(&keys), "warspike");
        let turns = self.whole(keys, at, "turns", &limits::TURNS);
        let increments = self.whole(keys, at, "increments", &limits::INCREMENTS);
        let prepared = self.whole(keys, at, "prepared", &limits::MODIFIER);
        let found = self.length(keys, at, "found", &limits::DISTANCE);
        let (keys, at) = (advantage.as_ref(), "warspike.advantage");
        WarSpike {
            turns: u32::try_from(turns).unwrap_or(1),
            increments: u8::try_from(increments).unwrap_or(1),
            prepared,
            found,
            advantage_dice: self.dice(keys, at, "dice"),
            advantage_per_unit: self.whole(keys, at, "per-unit", &limits::MODIFIER),
            ..readings
        }
    }

    /// The round of segments; the readings have been read.
    pub(super) fn segments(&mut self, keys: &Keys<'_>, readings: Segments) -> Segments {
        let Some(keys) = self.table(keys, "segments", &docs::SEGMENTS) else {
            return readings;
        };
        let (keys, at) = (Some(&keys), "segments");
        let dice = self.dice(keys, at, "dice");
        let round = self.whole(keys, at, "round", &limits::ROUND);
        let charge = self.whole(keys, at, "charge", &limits::CHARGE);
        let rest = self.whole(keys, at, "charge-rest", &limits::CHARGE_REST);
        Segments {
            dice,
            // What cannot be read has been noted.
            round: u8::try_from(round).unwrap_or(1).max(1),
            charge: charge.max(1),
            charge_rest: u32::try_from(rest).unwrap_or(1),
            light_load: self.length(keys, at, "light-load", &limits::DISTANCE),
            surprise: self.surprise(keys, at, readings.surprise),
            ..readings
        }
    }

    /// Surprise before the first round, where there is any (ADC-9).
    fn surprise(&mut self, keys: Option<&Keys<'_>>, at: &str, usual: Surprise) -> Surprise {
        // Where there is none these play no part; what somebody sets is read all the same.
        let is_none = usual.reading == SurpriseReading::None;
        let keys_of = |desk: &Desk, key: &str| {
            let node = keys.and_then(|keys| keys.get(key));
            let is_set = node.is_some_and(|node| desk.kind(node.at) == SourceKind::CommandLine);
            keys.filter(|_| is_set || !is_none)
        };
        let dice = keys_of(self.desk, "surprise-dice");
        let is_there = dice.is_some_and(|keys| keys.get("surprise-dice").is_some());
        let mut number = |key, limit, usual: u8| {
            let number = self.or(keys_of(self.desk, key), at, key, limit, usual.into());
            u8::try_from(number).unwrap_or(usual)
        };
        let surprise = Surprise {
            on: number("surprised-on", &limits::SURPRISED_ON, usual.on),
            shots: number("surprise-shots", &limits::SURPRISE_SHOTS, usual.shots),
            dice: match is_there {
                true => self.dice(keys, at, "surprise-dice"),
                false => usual.dice,
            },
            ..usual
        };
        if let Some(node) = keys.and_then(|keys| keys.get("surprised-on")) {
            can_surprise(self.desk, node.at, surprise.on, &surprise);
        }
        surprise
    }

    /// What troop types bring to the order of action (AD-01). Who has no row is like everybody.
    pub(super) fn natures(&mut self, keys: &Keys<'_>, troops: &mut [TroopType]) {
        if !self.scope.uses(["troops"].into_iter()) {
            return;
        }
        let Some(node) = keys.get("troops") else {
            return;
        };
        // A rulebook that has no troop types at all has a problem of its own.
        if troops.is_empty() && !self.desk.is_clean() {
            return;
        }
        for (name, node) in self.members(node, &limits::TROOPS) {
            let Some(keys) = Keys::open(self.desk, node, &docs::NATURE) else {
                continue;
            };
            let Some(k) = troops.iter().position(|troop| troop.name == name) else {
                let message = format!("there is no troop type {}", quote(&name));
                self.desk
                    .problem(Code::UnknownTroops, node.at, message)
                    .suggest(&name, troops.iter().map(|troop| troop.name.as_str()));
                continue;
            };
            let at = path::join(["troops", &name]);
            let nature = &mut troops[k].nature;
            nature.blows = self.routines(&keys, &at, "blows");
            let keys = Some(&keys);
            nature.reaction = self.or(keys, &at, "reaction", &limits::MODIFIER, 0);
            nature.hasted = self.flag(keys, &at, "hasted");
            nature.slowed = self.flag(keys, &at, "slowed");
            nature.always_last = self.flag(keys, &at, "always-last");
        }
    }

    /// How a weapon is handled (AD-01, AD-04, AD-10).
    pub(super) fn handling(&mut self, keys: &Keys<'_>, prefix: &str, round: u8) -> Handling {
        if !self.scope.has(scope::ADND) {
            return Handling::default();
        }
        let shots = self.routines(keys, prefix, "shots");
        let factor = keys.get("speed-factor").map(|node| {
            self.leaf_whole(&format!("{prefix}.speed-factor"), node, &limits::SPEED_FACTOR)
        });
        let segments = self.or(Some(keys), prefix, "segments", &limits::SHOT_SEGMENTS, 0);
        let segments = u8::try_from(segments).unwrap_or(0);
        if let Some(node) = keys.get("segments")
            && segments > round
        {
            let message = format!("`{prefix}.segments` is more than `segments.round`, {round}");
            self.desk
                .problem(Code::Order, node.at, message)
                .hint("what takes longer than a round never happens");
        }
        Handling {
            speed_factor: factor.and_then(|factor| u8::try_from(factor).ok()),
            shots,
            segments,
            length: self.length(Some(keys), prefix, "length", &limits::WEAPON_LENGTH),
            set_damage: self.times(keys, prefix, "set-damage"),
            charge_damage: self.times(keys, prefix, "charge-damage"),
        }
    }

    /// How many times its damage a weapon does; 0 where nothing is said.
    fn times(&mut self, keys: &Keys<'_>, prefix: &str, key: &str) -> u8 {
        u8::try_from(self.or(Some(keys), prefix, key, &limits::TIMES, 0)).unwrap_or(0)
    }
}

/// Notes a total that surprises and that the dice cannot show (ADC-9).
pub(crate) fn can_surprise(desk: &mut Desk, at: At, on: u8, rules: &Surprise) {
    let most = rules.dice.max();
    if rules.reading != SurpriseReading::None && i32::from(on) > most {
        let message = format!("{on} is more than surprise can roll: its dice are {}", rules.dice);
        desk.problem(Code::OutOfRange, at, message).hint(format!(
            "{most} surprises whatever is rolled; `segments.surprise-dice` has other dice"
        ));
    }
}
