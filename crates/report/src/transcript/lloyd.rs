//! How Lloyd's initiative is told: nominations and the rolls to seize it, order cards, reactions, duels.

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, MoveKind, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::SeizeRoll;

use super::Transcript;
use super::actions::{self, Aim, Manner};
use super::page::{Level, chance};
use super::phrases::{Cited, or_more};
use crate::number::counted as count;
use crate::safe_text;

/// A nomination that waits for its roll, with its factors as they come in.
#[derive(Debug, Clone)]
pub(super) struct Nominated {
    figure: FigureId,
    aim: Aim,
    is_duel: bool,
    /// Who means to do what, and the rules for it.
    words: (String, Cited),
    /// Base, leadership and factors in words.
    reckoning: Vec<String>,
}

impl Nominated {
    /// Whether this is the same attempt as another, made again.
    fn repeats(&self, other: &Self) -> bool {
        (self.figure, self.aim, self.is_duel) == (other.figure, other.aim, other.is_duel)
            && self.reckoning == other.reckoning
    }
}

impl Transcript {
    pub(super) fn tells_lloyd(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        match *event {
            Event::Forfeits { side, number } => {
                self.stated = None;
                let head = self.numbered(scene, number, side);
                tell!(self: Margin [ll(5)] "{head} the first action is forfeited: nothing of what they would do may be one");
            }
            Event::ReactsShooting { side, figures, reply } => {
                self.is_reply = reply;
                let verb = if reply { "shoot back" } else { "shoot at those on the move" };
                let (side, what) = (names.side(side), names.does(side, figures, verb));
                let what =
                    format!("reaction of {side}, declared before anybody rolls to hit: {what}");
                let by = rules.system.turn_rule().unwrap_or(Rule::ll(12));
                self.say(Level::Under, &what, by);
            }
            Event::ReactsMoving { side, engage, run } => {
                let before = format!("reaction of {}: ", names.side(side));
                let (verb, why) = match (engage, run) {
                    (_, 0) => ("engage", MoveKind::ReactEngage),
                    (0, _) => ("run", MoveKind::ReactRun),
                    // Who of them gets anywhere is told by their moves.
                    _ => {
                        let engages = names.does(side, engage, "mean to engage");
                        let run = names.who(side, run);
                        tell!(self: Under [ll(11)] "{before}{engages}, {run} to run");
                        return true;
                    }
                };
                let (words, cited) = ((before, String::from(verb)), cited![ll(11)]);
                self.wait_for_moves(Level::Under, Some(words), cited, why, (side, engage | run));
            }
            Event::Counter { to, counters } => {
                let to = names.side(to);
                tell!(self: Under [ll(7)] "shooting counter for {to}: {counters} now");
            }
            Event::Declines { side } => {
                let side = names.side(side).to_owned();
                self.tell_places(scene);
                match rules.options.seize_roll {
                    SeizeRoll::MayDecline => {
                        tell!(self: Under [ll(3)] "no attempt to seize by {side}");
                    }
                    _ => tell!(self: Under [ll(3), ll(5)]
                        "to seize: nobody of {side} has a first action to make"),
                }
            }
            Event::Nominates { .. } => self.nominates(scene, event),
            Event::Factor { row, times, adds } => {
                let factor = rules.seize.factors.get(usize::from(row));
                if let (Some(factor), Some(nominated)) = (factor, &mut self.nominated) {
                    let name = safe_text(&factor.name).replace('-', " ");
                    let is_counted = factor.when.iter().any(|when| when.is_counted());
                    nominated.reckoning.push(match is_counted {
                        true => format!("{name} {times} x {:+} = {adds:+}", factor.value),
                        false => format!("{name} {adds:+}"),
                    });
                }
            }
            Event::SeizeRoll { rolled, needed, success, .. } => {
                let Some(nominated) = self.nominated.take() else { return true };
                let (needs, dice) = (or_more(needed), rules.seize.dice);
                let chance = chance(scene.battle.seize_chance(needed));
                let comes_of_it = if success { "yes" } else { "no" };
                let roll =
                    format!("needs {needs} on {dice}, {chance}; rolls {rolled}: {comes_of_it}");
                if self.tried.as_ref().is_some_and(|tried| nominated.repeats(tried)) {
                    let name = names.figure(nominated.figure);
                    tell!(self: Under [ll(3)] "to seize: {name} again, {roll}");
                } else {
                    let (text, cited) = nominated.words.clone();
                    self.say(Level::Under, &text, cited);
                    tell!(self: Deeper [ll(3)] "{}: {roll}", nominated.reckoning.join(", "));
                }
                self.stated = success.then_some(nominated.aim);
                self.tried = Some(nominated);
            }
            Event::EveryoneFights { rolled } => {
                tell!(self: Under [ll(10)] "natural {rolled}: everyone in contact fights a round");
            }
            Event::Passes { to, streak } => {
                self.streak = 0;
                // Where there are turns, whose turn it is has been told.
                if !rules.system.has_turns() {
                    let by_duel = self.tried.take().is_some_and(|tried| tried.is_duel);
                    let (holder, other) = (names.side(to), names.side(!to));
                    let actions = count(streak, "action");
                    self.page.gap();
                    tell!(self: Margin [ll(3) if !by_duel, ll(16) if by_duel]
                        "initiative: {holder}, after {actions} by {other}");
                    self.page.gap();
                }
            }
            Event::Duel { winner, loser } => {
                let [first, other] = [winner, loser].map(|figure| names.figure(figure));
                let [holder, seizer] = [winner, loser].map(|figure| names.side(figure.side()));
                tell!(self: Deeper [ll(16)]
                    "a duel: {first} has beaten {other}; one attempt to seize by {seizer}, or else {holder} has the initiative");
            }
            Event::CardCloses { side, card, done } => {
                self.tell_places(scene);
                let order = &scene.battle.spec().sides[side].cards[usize::from(card)];
                let is_left = order.figures.iter().any(|i| scene.alive[side] >> i & 1 == 1);
                let what = match (done, is_left) {
                    (true, _) => "is carried out",
                    (false, true) => "is void, since the enemy has got away or fled",
                    (false, false) => "is void, since nobody on it is left",
                };
                let (of, card) = (self.names.side(side), self.names.card(side, card));
                tell!(self: Under [ll(8)] "order card of {of}, “{card}”, {what}");
            }
            _ => return false,
        }
        true
    }

    fn nominates(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Nominates { figure, qualifies, card, base, leadership, duel, .. } = *event
        else {
            return;
        };
        self.tell_places(scene);
        let (names, side) = (&self.names, figure.side());
        let Some(aim) = Aim::of(event, Manner::Plain) else { return };
        let what = match (duel, side == scene.holder) {
            (false, _) => "to seize",
            (true, false) => "to seize after the duel",
            (true, true) => "to keep the initiative after the duel",
        };
        let (name, means) = (names.figure_and_side(figure), actions::means(names, scene, &aim));
        let card =
            card.map_or(String::new(), |card| format!(" by {}", names.order_card(side, card)));
        let is_due = qualifies == Qualifies::Due;
        let text = match is_due {
            true => format!("{what}: {name}, the roll being due, with nothing to make of it"),
            false => format!("{what}: {name}, meaning {means}{card}"),
        };
        let cited = cited![ll(3)].and_clause(qualifies);
        let cited = cited.and(cited![ll(6), ll(8) if !card.is_empty(), ll(16) if duel]);
        let spec = scene.battle.spec();
        let of = &spec.sides[side].figures[figure.index()];
        let troops = safe_text(&spec.rules.troops[of.troops].name);
        let mut reckoning = vec![format!("base {base} ({troops})")];
        if let Some(rank) = of.rank {
            let rank = safe_text(&spec.rules.ranks[rank].name);
            reckoning.push(format!("{rank} leader {leadership:+}"));
        }
        let words = (text, cited);
        self.nominated = Some(Nominated { figure, aim, is_duel: duel, words, reckoning });
    }
}
