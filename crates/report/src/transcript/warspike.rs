//! How WarSpike is told: who instigates, blocks, matches of an action and its answer, who has the Advantage.

use skirmish_engine::event::{Event, ReactionKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, FirstInstigator, WarSpike};
use skirmish_engine::side::{BySide, Side};

use super::Transcript;
use super::page::{Level, point};
use crate::number::counted as count;

impl Transcript {
    pub(super) fn tells_warspike(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules.warspike);
        match *event {
            Event::Toss { winner } => tell!(self: Margin [ws(1)] "toss: {}", names.side(winner)),
            Event::PassesToss { side, able: true } => {
                tell!(self: Under [ws(1)] "passed by {}", names.side(side));
            }
            Event::PassesToss { side, able: false } => {
                tell!(self: Under [ws(8)] "{} may not instigate: nobody of it is free to advance", names.side(side));
            }
            Event::TurnStruckOff { turn } => {
                self.last_turn = Some(format!("last turn: {turn}, struck off"));
                tell!(self: Headline [ws(1)] "Turn {turn} is struck off: nobody instigates");
            }
            Event::Instigates { side, turn } => {
                let name = names.side(side);
                let (why, rule) = self.why_instigates(scene, side);
                let text = format!("Turn {turn}, instigator {name}{why}");
                self.last_turn = Some(format!("last turn: {turn}, {name}"));
                self.say(Level::Headline, &text, rule);
            }
            Event::FormsBlock { side, units } => {
                tell!(self: Margin [wsc(10)] "one block: {}", names.units_of(side, units));
            }
            Event::Paired { side, units, with, distance } => {
                let (own, other) = (names.units_of(side, units), names.units_of(!side, with));
                let distance = self.ruler.length(distance);
                tell!(self: Margin [sow(1)] "closest: {own} and {other}, {distance} apart");
            }
            Event::MatchBegins { side, units, reacting, meets } => {
                let active = names.units_of(side, units);
                let met = match meets {
                    0 => String::new(),
                    units => format!(", about to meet {}", names.units_of(!side, units)),
                };
                let answer = match reacting {
                    0 => String::from("unanswered"),
                    units => format!("answered by {}", names.units_of(!side, units)),
                };
                tell!(self: Margin [ws(4)] "match: {active}{met}, {answer}");
            }
            Event::Reacts { side, figures, reaction, destination, prepared, .. } => {
                let verb = match reaction {
                    ReactionKind::Shoot => "shoot",
                    ReactionKind::Fight => "fight",
                    ReactionKind::Towards => "move at them",
                    ReactionKind::HeadOff => "head them off",
                    ReactionKind::Away => "move away",
                    ReactionKind::TakeCover => "make for cover",
                    ReactionKind::Rejoin => "make for friends",
                    ReactionKind::LieLow => "lie low",
                    ReactionKind::Prepare => "prepare",
                };
                let what = names.does(side, figures, verb);
                let to = destination.map_or(String::new(), |to| format!(" at {}", point(to)));
                let prepared = if prepared { ", prepared" } else { "" };
                tell!(self: Under [ws(3)] "reaction: {what}{to}{prepared}");
            }
            Event::Found { side, unit } => {
                tell!(self: Under [ws(2)] "{} is found", names.units_of(side, 1 << unit.0));
            }
            Event::Changeover { side } => {
                tell!(self: Margin [ws(6)] "changeover: {} may move", names.side(side));
            }
            Event::Advantage { rolled, destroyed, to } => {
                let (why, to_whom) = (self.why_advantage(rules, rolled, destroyed), names.side(to));
                let by_situation = rules.advantage == Advantage::Situation;
                self.advantage = Some(to);
                tell!(self: Margin [ws(7), wsc(9) if by_situation] "advantage: {why}{to_whom}");
            }
            _ => return false,
        }
        true
    }

    /// Why a side instigates a turn, and by what rule.
    fn why_instigates(&self, scene: &Scene<'_>, side: Side) -> (String, Rule) {
        let spec = scene.battle.spec();
        let by_situation = spec.rules.warspike.first_instigator == FirstInstigator::Situation;
        match self.advantage {
            Some(other) if other != side => {
                (format!(", as {} cannot", self.names.side(other)), Rule::ws(8))
            }
            Some(_) => (String::new(), Rule::ws(7)),
            None if by_situation && spec.starts.is_none() => {
                (String::from(", by the situation"), Rule::wsc(9))
            }
            None => (String::new(), Rule::ws(1)),
        }
    }

    /// Why a side has the Advantage, up to its name.
    fn why_advantage(
        &self,
        rules: &WarSpike,
        rolled: Option<BySide<i32>>,
        destroyed: BySide<u32>,
    ) -> String {
        let why = match rules.advantage {
            Advantage::Roll => {
                let Some(rolled) = rolled else { return String::new() };
                let bonus = |side| i64::from(rules.advantage_per_unit) * i64::from(destroyed[side]);
                let total = |side| i64::from(rolled[side]) + bonus(side);
                let one = |side: Side| {
                    let roll = format!("{} {}", self.names.side(side), rolled[side]);
                    let (bonus, units) = (bonus(side), count(destroyed[side], "unit"));
                    match destroyed[side] {
                        0 => roll,
                        _ => format!(
                            "{roll} {bonus:+} ({units} of the enemy destroyed) = {}",
                            total(side)
                        ),
                    }
                };
                let is_tie = total(Side::A) == total(Side::B);
                let stays = if is_tie { "; a tie, it stays with " } else { ": " };
                return format!("both roll, {}{stays}", Side::BOTH.map(one).join(", "));
            }
            Advantage::Coin => "by a toss, ",
            Advantage::LoserOfFewer => "by figures lost in the turn (at equal losses it stays), ",
            Advantage::Alternate => "in turn, ",
            Advantage::Keep => "it stays, ",
            Advantage::Situation => "by the situation, ",
        };
        String::from(why)
    }

    /// Tells who lies low from the start (WSC-9).
    pub(super) fn tell_hidden(&mut self, scene: &Scene<'_>) {
        let spec = scene.battle.spec();
        if !spec.rules.system.answers() {
            return;
        }
        for side in Side::BOTH {
            let units = spec.sides[side].units.iter().enumerate();
            let hidden = units.filter(|(_, unit)| unit.hidden).fold(0, |set, (k, _)| set | 1 << k);
            if hidden != 0 {
                let units = self.names.units_of(side, hidden);
                tell!(self: Margin [ws(2), wsc(9)] "in hiding: {units}");
            }
        }
    }
}
