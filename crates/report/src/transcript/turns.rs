//! Facts of turns: whose turn it is and who passes (PG-04, BL-01, BL-02, LLC-3, TN-01 to TN-08, WS-01 to WS-09).

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, FirstInstigator, Next};
use skirmish_engine::side::{BySide, Side};

use super::Transcript;
use super::page::point;

impl Transcript {
    pub(super) fn turn(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, system) = (&self.names, &scene.battle.spec().rules.system);
        let rule = system.turn_rule().unwrap_or(Rule::pg(4));
        let turn = system.turn();
        // The thing that is drawn for a turn.
        let drawn = if turn.map(|turn| turn.next) == Some(Next::Bag) { "token" } else { "card" };
        Some(match *event {
            Event::TurnBegins { side, turn } => facts!(names; side, turn, rule),
            Event::RoundBegins { turn, first, tokens } => {
                facts!(names; turn, first, tokens, rule)
            }
            Event::Idle { side, units } | Event::Watches { side, units } => {
                facts!(names; units = names.units(side, units), rule)
            }
            Event::PassesChance { side } => facts!(names; side, rule),
            Event::TurnRoll { rolled, first } => {
                let is_first = !std::mem::replace(&mut self.has_rolled, true);
                let tie = rolled[Side::A] == rolled[Side::B];
                let in_round = turn.is_some_and(|turn| !turn.has_whole_turns());
                facts!(names; both = names.both(rolled), first, is_first, tie, in_round, rule)
            }
            Event::CountRoll { side, unit, rolled, count } => {
                facts!(names; unit = names.units_of(side, 1 << unit.0), rolled, count, rule)
            }
            Event::Shuffles { cards, turn } => facts!(names; cards, turn, rule),
            Event::CardDrawn { side, unit } => {
                facts!(names; unit = names.units_of(side, 1 << unit.0), rule)
            }
            Event::LeaderCard { figure } => {
                facts!(names; leader = names.figure_and_side(figure), rule)
            }
            Event::LotDrawn { side, lot } => {
                let side = side.map_or("", |side| names.side(side));
                facts!(names; side, lot, drawn, rule)
            }
            Event::EndCard => facts!(names; drawn, rule),
            Event::CommandRoll { rolled, units, leaders, keeps, .. } => {
                let rolls: Vec<u8> = rolled.into_iter().filter(|die| *die > 0).collect();
                facts!(names; rolls, units, leaders, keeps, rule)
            }
            Event::UnitTested { side, unit, rolled, needed, passed, ends } => {
                let unit = names.units_of(side, 1 << unit.0);
                let rolls: Vec<i32> = rolled.into_iter().filter(|die| *die > 0).collect();
                let dice = turn.and_then(|turn| turn.test).map(|test| test.dice);
                facts!(names; unit, rolls, needed, passed, ends, dice, rule)
            }
            Event::WatchTest { side, unit, rolled, needed, passes } => {
                let unit = names.units_of(side, 1 << unit.0);
                let dice = system.interrupts().and_then(|it| it.dice);
                facts!(names; unit, rolled, needed, passes, dice, rule)
            }
            _ => return None,
        })
    }

    pub(super) fn warspike(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, spec) = (&self.names, scene.battle.spec());
        let of = |side: Side, units: u128| (units != 0).then(|| names.units_of(side, units));
        Some(match *event {
            Event::Toss { winner } => facts!(names; winner),
            Event::PassesToss { side, able } => facts!(names; side, able),
            Event::TurnStruckOff { turn } => facts!(names; turn),
            Event::Instigates { side, turn } => {
                let first = spec.rules.warspike.first_instigator;
                let by_situation = first == FirstInstigator::Situation && spec.starts.is_none();
                let has_advantage = self.advantage.is_some();
                let other = self.advantage.filter(|other| *other != side);
                facts!(names; side, turn, other, has_advantage, by_situation)
            }
            Event::FormsBlock { side, units } => facts!(names; units = of(side, units)),
            Event::Paired { side, units, with, distance } => {
                let distance = self.ruler.length(distance);
                facts!(names; own = of(side, units), other = of(!side, with), distance)
            }
            Event::MatchBegins { side, units, reacting, meets } => {
                let (met, answer) = (of(!side, meets), of(!side, reacting));
                facts!(names; active = of(side, units), met, answer)
            }
            Event::Reacts { side, figures, reaction, destination, prepared, .. } => {
                let to = destination.map(point);
                facts!(names; who = (side, figures), reaction, to, prepared)
            }
            Event::Found { side, unit } => facts!(names; unit = of(side, 1 << unit.0)),
            Event::Changeover { side } => facts!(names; side),
            Event::Advantage { rolled, destroyed, to } => {
                self.advantage = Some(to);
                let by: Advantage = spec.rules.warspike.advantage;
                let each = i64::from(spec.rules.warspike.advantage_per_unit);
                let rolls = |rolled: BySide<i32>| {
                    let one = |side: Side| {
                        let (units, rolled) = (destroyed[side], rolled[side]);
                        let bonus = each * i64::from(units);
                        context! { side => names.side(side), rolled, units, bonus }
                    };
                    Side::BOTH.map(one)
                };
                facts!(names; by, rolls = rolled.map(rolls), to)
            }
            _ => return None,
        })
    }
}
