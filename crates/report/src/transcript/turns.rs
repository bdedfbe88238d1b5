//! What is told of turns: whose it is, by dice, tokens or cards, and who lets it pass (PG-04, BL-01, BL-02, LLC-3, TN-01 to
//! TN-08).

use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Lot, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Next;
use skirmish_engine::side::Side;

use super::Transcript;
use super::page::Level;
use crate::number::counted as count;

impl Transcript {
    pub(super) fn tells_turn(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, system) = (&self.names, &scene.battle.spec().rules.system);
        let rule = system.turn_rule().unwrap_or(Rule::pg(4));
        let (level, text) = match *event {
            Event::TurnBegins { side, turn } => {
                let side = names.side(side);
                let text = format!("Turn {turn}, {side}");
                self.last_turn = Some(format!("last turn: {turn}, {side}"));
                (Level::Headline, text)
            }
            Event::RoundBegins { turn, first, tokens } => {
                let first =
                    first.map_or(String::new(), |first| format!(": {} first", names.side(first)));
                let bag = match tokens {
                    0 => String::new(),
                    tokens => format!(": {} in the bag", count(tokens, "token")),
                };
                self.last_turn = Some(format!("last round: {turn}"));
                (Level::Headline, format!("Round {turn}{first}{bag}"))
            }
            Event::Idle { side, units } => {
                (Level::Margin, format!("turn passed by {}", names.units(side, units)))
            }
            Event::PassesChance { side } => {
                (Level::Margin, format!("{} pass: they have fewer units left", names.side(side)))
            }
            Event::TurnRoll { rolled, first } => {
                let is_first = !std::mem::replace(&mut self.has_rolled, true);
                let tie = match rolled[Side::A] == rolled[Side::B] {
                    true if is_first => "a tie; as they begin, ",
                    true => "a tie, lost by who moved last: ",
                    false => "",
                };
                let (rolls, first) = (names.both(rolled), names.side(first));
                let is_in_round = system.turn().is_some_and(|turn| !turn.has_whole_turns());
                let level = if is_in_round { Level::Margin } else { Level::Headline };
                (level, format!("Both roll: {rolls}: {tie}{first} first"))
            }
            Event::CountRoll { side, unit, rolled, count } => {
                let unit = names.units_of(side, 1 << unit.0);
                let own = count - rolled;
                (Level::Under, format!("{unit}: {own} and rolls {rolled}, acts at {count}"))
            }
            Event::Shuffles { cards, turn } => {
                self.last_turn = Some(format!("last shuffle: {turn}"));
                let cards = count(cards, "card");
                (Level::Headline, format!("Shuffle {turn}: a deck of {cards}"))
            }
            Event::CardDrawn { side, unit } => {
                let unit = names.units_of(side, 1 << unit.0);
                (Level::Margin, format!("card drawn: {unit}"))
            }
            Event::LeaderCard { figure } => {
                let leader = names.figure_and_side(figure);
                (Level::Margin, format!("card drawn: {leader}, for a unit near him"))
            }
            Event::LotDrawn { side, lot } => {
                let side = side.map_or("", |side| names.side(side));
                let text = match lot {
                    Lot::Token => side.to_owned(),
                    Lot::Joker => format!("a joker, for {side}"),
                    Lot::Blank => "a blank, for nobody".to_owned(),
                };
                (
                    Level::Margin,
                    format!("{} drawn: {text}", drawn(system.turn().map(|turn| turn.next))),
                )
            }
            Event::EndCard => {
                let lot = drawn(system.turn().map(|turn| turn.next));
                (Level::Margin, format!("end {lot} drawn: the round is over"))
            }
            Event::CommandRoll { rolled, units, leaders, keeps, .. } => {
                let bought = match (units, leaders) {
                    (0, 0) => "nothing".to_owned(),
                    (units, 0) => count(units, "unit"),
                    (0, leaders) => format!("{} with a leader", count(leaders, "unit")),
                    (units, leaders) => {
                        format!("{}, and {leaders} more with a leader", count(units, "unit"))
                    }
                };
                let keeps = if keeps { "; the next turn is theirs, too" } else { "" };
                (Level::Margin, format!("command dice {}: {bought}{keeps}", shown(&rolled)))
            }
            Event::UnitTested { side, unit, rolled, needed, passed, ends } => {
                let unit = names.units_of(side, 1 << unit.0);
                let passes = match passed {
                    0 => "no action".to_owned(),
                    passed => count(passed, "action"),
                };
                let ends = if ends { "; the turn passes on" } else { "" };
                let dice =
                    system.turn().and_then(|turn| turn.test).map_or(Dice::default(), |it| it.dice);
                let rolled = shown(&rolled);
                let text = format!(
                    "{unit}: needs {needed} or more on {dice}, rolls {rolled}: {passes}{ends}"
                );
                (Level::Margin, text)
            }
            Event::Watches { side, units } => {
                (Level::Margin, format!("on watch: {}", names.units(side, units)))
            }
            Event::WatchTest { side, unit, rolled, needed, passes } => {
                let unit = names.units_of(side, 1 << unit.0);
                let dice = system.interrupts().and_then(|it| it.dice).unwrap_or_default();
                let does = if passes { "may shoot" } else { "holds fire" };
                let text =
                    format!("{unit}: needs {needed} or more on {dice}, rolls {rolled}: {does}");
                (Level::Under, text)
            }
            _ => return false,
        };
        self.say(level, &text, rule);
        true
    }
}

/// What dice show, those that there are not left out.
fn shown<T: Copy + Into<i32>>(rolled: &[T]) -> String {
    let dice = rolled.iter().map(|die| (*die).into()).filter(|die| *die > 0);
    dice.map(|die| die.to_string()).collect::<Vec<_>>().join(", ")
}

/// What is drawn under a turn.
fn drawn(next: Option<Next>) -> &'static str {
    if next == Some(Next::Bag) { "token" } else { "card" }
}
