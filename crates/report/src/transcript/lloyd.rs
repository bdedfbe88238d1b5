//! Facts of Lloyd's initiative: nominations, rolls to seize, order cards, reactions, duels.

use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, MoveKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::SeizeRoll;

use super::actions::{Aim, Manner};
use super::page::{Level, chance};
use super::template::filled;
use super::{TOLD, Transcript, clause};
use crate::safe_text;

/// A nomination that waits for its roll and factors.
#[derive(Debug, Clone)]
pub(super) struct Nominated {
    figure: FigureId,
    aim: Aim,
    is_duel: bool,
    /// The nominee's intention and its rules.
    text: String,
    /// Base, leadership and factors in words.
    reckoning: Vec<String>,
}

impl Nominated {
    fn repeats(&self, other: &Self) -> bool {
        (self.figure, self.aim, self.is_duel) == (other.figure, other.aim, other.is_duel)
            && self.reckoning == other.reckoning
    }
}

impl Transcript {
    pub(super) fn lloyd(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        if matches!(event, Event::Declines { .. } | Event::CardCloses { .. }) {
            self.tell_places(scene);
        }
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        Some(match *event {
            Event::Forfeits { side, number } => {
                self.stated = None;
                let head = self.numbered(scene, number, side);
                facts!(&self.names; head)
            }
            Event::ReactsShooting { side, figures, reply } => {
                self.is_reply = reply;
                let rule = rules.system.turn_rule().unwrap_or(Rule::ll(12));
                facts!(names; side, who = (side, figures), reply, rule)
            }
            Event::ReactsMoving { side, engage, run } => {
                let (verb, why) = match (engage, run) {
                    (_, 0) => ("engage", MoveKind::ReactEngage),
                    (0, _) => ("run", MoveKind::ReactRun),
                    // Their moves tell which of them get anywhere.
                    _ => {
                        return Some(
                            facts!(names; side, engage = (side, engage), run = (side, run)),
                        );
                    }
                };
                let words = (filled("ReactionOf", facts!(names; side)), verb.to_owned());
                let movers = (side, engage | run);
                self.wait_for_moves(Level::Under, Some(words), &[Rule::ll(11)], why, movers);
                TOLD
            }
            Event::Counter { to, counters } => facts!(names; to, counters),
            Event::Declines { side } => {
                let may_decline = rules.options.seize_roll == SeizeRoll::MayDecline;
                facts!(names; side, may_decline)
            }
            Event::Nominates { .. } => self.nominates(scene, event),
            Event::Factor { row, times, adds } => {
                let factor = rules.seize.factors.get(usize::from(row));
                if let (Some(factor), Some(nominated)) = (factor, &mut self.nominated) {
                    let name = safe_text(&factor.name).replace('-', " ");
                    let counted = factor.when.iter().any(|when| when.is_counted());
                    let facts = facts!(names; name, counted, times, value = factor.value, adds);
                    nominated.reckoning.push(filled("Factor", facts));
                }
                TOLD
            }
            Event::SeizeRoll { rolled, needed, success, .. } => {
                let Some(nominated) = self.nominated.take() else { return Some(TOLD) };
                let chance = chance(scene.battle.seize_chance(needed));
                let repeats = self.tried.as_ref().is_some_and(|tried| nominated.repeats(tried));
                let Nominated { figure, aim, ref text, ref reckoning, .. } = nominated;
                let (text, reckoning) = (text.clone(), reckoning.clone());
                self.stated = success.then_some(aim);
                self.tried = Some(nominated);
                facts!(names; figure, repeats, text, reckoning, needed, dice = rules.seize.dice, chance, rolled, success)
            }
            Event::EveryoneFights { rolled } => facts!(names; rolled),
            Event::Passes { to, streak } => {
                self.streak = 0;
                // If there are turns, whose turn it is has been told.
                let turns = rules.system.has_turns();
                let tried = if turns { None } else { self.tried.take() };
                let by_duel = tried.is_some_and(|tried| tried.is_duel);
                facts!(names; turns, to, other = !to, streak, by_duel)
            }
            Event::Duel { winner, loser } => {
                let (holder, seizer) = (winner.side(), loser.side());
                facts!(names; winner, loser, holder, seizer)
            }
            Event::CardCloses { side, card, done } => {
                let order = &scene.battle.spec().sides[side].cards[usize::from(card)];
                let left = order.figures.iter().any(|i| scene.alive[side] >> i & 1 == 1);
                facts!(names; side, name = names.card(side, card), done, left)
            }
            _ => return None,
        })
    }

    /// Keeps a nomination to be told with its roll.
    fn nominates(&mut self, scene: &Scene<'_>, event: &Event) -> Value {
        let Event::Nominates { figure, qualifies, card, base, leadership, duel, .. } = *event
        else {
            return TOLD;
        };
        self.tell_places(scene);
        let (names, side) = (&self.names, figure.side());
        let Some(aim) = Aim::of(event, Manner::Plain) else { return TOLD };
        let facts = facts!(names;
            duel,
            holds = side == scene.holder,
            name = names.figure_and_side(figure),
            qualifies,
            means = aim.means(names, scene),
            card = card.map(|card| names.card(side, card)),
            clause = clause(qualifies),
        );
        let spec = scene.battle.spec();
        let of = &spec.sides[side].figures[figure.index()];
        let troops = safe_text(&spec.rules.troops[of.troops].name);
        let mut reckoning = vec![filled("Base", facts!(names; base, troops))];
        reckoning.extend(of.rank.map(|rank| {
            let rank = safe_text(&spec.rules.ranks[rank].name);
            filled("Rank", facts!(names; rank, leadership))
        }));
        let text = filled("Nominates", facts);
        self.nominated = Some(Nominated { figure, aim, is_duel: duel, text, reckoning });
        TOLD
    }
}
