//! Lloyd's initiative: the active side keeps acting until a nominated enemy figure seizes the initiative (LL-01 to LL-16).

mod factors;
mod nominate;
mod sight;

pub(crate) use self::nominate::Remembered;
pub(crate) use self::sight::Outlook;

use self::nominate::Intention;
use super::Initiative;
use super::tempo::{SEIZE, seize_roll};
use crate::action::Choice;
use crate::battle::{Battle, FigureId};
use crate::bits::Bits;
use crate::bot::Act;
use crate::chance::Chance;
use crate::event::{ActionKind, Ending, Event, Observer, Qualifies};
use crate::game::{Game, Play};
use crate::rulebook::{Counters, SeizeRoll, Waiting};
use crate::side::Side;

/// The system, with the first action that a seize has bound its side to.
pub(crate) struct Lloyd<S> {
    bound: Option<Intention<S>>,
    /// Something has happened since the intention was stated, so it must be worked out anew.
    stale: bool,
}

impl<S: Bits> Lloyd<S> {
    pub(crate) fn new(_: &Battle) -> Self {
        Self { bound: None, stale: false }
    }
}

impl<S: Bits> Initiative<S> for Lloyd<S> {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        game.begin_chance();
        let holder = game.tempo.holder;
        let (shooting, waits) = match self.bound.take() {
            Some(intention) => (self.first_action(game, holder, &intention), false),
            None => {
                let kind = game.act_freely(holder).kind;
                (kind.is_shooting(), kind == ActionKind::Stand)
            }
        };
        game.tempo.acted(shooting);
        game.tempo.end_chances(1, true);
        if shooting {
            let counters = game.tempo.counters;
            game.tell(|| Event::Counter { to: !holder, counters });
        }
        // Consequences first (LL-02): attempts to seize come only then.
        game.settle_events();
        if let Some(ending) = game.ending() {
            return Some(ending);
        }
        match game.next_duel() {
            Some((winner, loser)) => self.after_duel(game, winner, loser),
            // A side that does nothing with the initiative hands it to the enemy.
            None if waits && game.battle.spec().rules.options.waiting == Waiting::HandsOver => {
                game.chance.pass_over(SEIZE, game.battle.spec().rules.seize.dice);
                pass(game, !holder);
                None
            }
            None => self.attempt(game, !holder),
        }
    }
}

impl<S: Bits> Lloyd<S> {
    /// Plays the first action after a seize, bound by LL-05 and LL-06. Returns whether it was a shooting action.
    fn first_action(
        &self,
        game: &mut Game<'_, S, impl Play>,
        side: Side,
        intention: &Intention<S>,
    ) -> bool {
        let found = match intention.qualifies {
            // Nothing was intended (option `seize-roll`), and nothing is done.
            Qualifies::Due => None,
            _ if self.stale => renew(game, side, intention),
            qualifies => Some((intention.choice, qualifies)),
        };
        let Some((choice, qualifies)) = found else {
            game.count_action(side);
            game.lets_chances_pass(side, 1);
            let number = game.tempo.actions;
            game.tell(|| Event::Forfeits { side, number });
            return false;
        };
        if qualifies == Qualifies::ChangesSight {
            for i in choice.actors.iter() {
                let at = game.state.force[side].at[i];
                game.state.force[side].lurked_from[i] = Some(at);
            }
        }
        game.uses_chances(side, 1);
        game.act(side, &choice, Some(qualifies));
        choice.kind.is_shooting()
    }

    /// Lets the passive side try to seize (LL-03).
    fn attempt(&mut self, game: &mut Game<'_, S, impl Play>, side: Side) -> Option<Ending> {
        let success = if game.may_roll_first(side) {
            self.roll_first(game, side)
        } else {
            let nominated = game.nominate(side).filter(|it| !declines(game, side, it));
            if nominated.is_none() {
                game.chance.pass_over(SEIZE, game.battle.spec().rules.seize.dice);
            }
            nominated.map(|intention| self.roll(game, side, intention, false))
        };
        let Some(success) = success else {
            game.tell(|| Event::Declines { side });
            return None;
        };
        if let Some(ending) = self.settle_round(game) {
            return Some(ending);
        }
        if success && game.tempo.holder != side {
            pass(game, side);
        }
        // A duel in a round brought about by a natural 1 to 3 calls for its own roll (LL-16).
        match game.next_duel() {
            Some((winner, loser)) => self.after_duel(game, winner, loser),
            None => None,
        }
    }

    /// Reports the nomination and rolls.
    fn roll(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        side: Side,
        intention: Intention<S>,
        duel: bool,
    ) -> bool {
        let figure = FigureId::new(side, intention.nominee);
        let traits = game.battle.traits(figure);
        game.tell(|| Event::Nominates {
            figure,
            intention: intention.choice.kind,
            qualifies: intention.qualifies,
            target: intention.choice.target,
            place: intention.choice.place,
            card: intention.choice.card,
            base: traits.base,
            leadership: traits.leadership,
            factors: intention.factors,
            needed: intention.needed,
            duel,
        });
        game.tell_factors(side, &intention);
        let (dice, needed) = (game.battle.spec().rules.seize.dice, intention.needed);
        let roll = seize_roll(game.chance, dice, needed);
        self.rolled(game, side, (roll.natural, needed), roll.success.then_some(intention))
    }

    /// Rolls before nominating, if no observer asks for the nominee: most rolls fail for any figure, and after a success only
    /// those that need no more than was rolled are looked at. `None` if no figure may try, which is checked only if a failed
    /// roll has effects or an observer counts it.
    fn roll_first(&mut self, game: &mut Game<'_, S, impl Play>, side: Side) -> Option<bool> {
        let rules = &game.battle.spec().rules;
        let least = game.least_needed(side);
        let roll = seize_roll(game.chance, rules.seize.dice, least);
        let intention =
            if roll.success { game.nominate_who_succeeds(side, roll.natural) } else { None };
        let tells = game.observer.listens()
            || roll.natural <= rules.seize.everyone_fights_up_to
            || rules.options.counters == Counters::Spent;
        if intention.is_none() && tells && !game.can_seize(side) {
            game.chance.take_back(SEIZE, rules.seize.dice);
            return None;
        }
        Some(self.rolled(game, side, (roll.natural, least), intention))
    }

    /// Reports a roll, and has all figures in contact fight on a natural 1 to 3 (LL-10). A success binds the side to its
    /// intention.
    fn rolled(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        side: Side,
        (rolled, needed): (i32, i32),
        intention: Option<Intention<S>>,
    ) -> bool {
        let rules = &game.battle.spec().rules;
        // The counters are the passive side's: a roll to keep the initiative (LL-16) spends none.
        game.tempo.rolled(if side == game.tempo.holder {
            Counters::Kept
        } else {
            rules.options.counters
        });
        let (attempt, success) = (game.tempo.attempts, intention.is_some());
        game.tell(|| Event::SeizeRoll { side, rolled, needed, success, attempt });
        if success {
            self.bound = intention;
            self.stale = false;
        }
        if rolled <= rules.seize.everyone_fights_up_to {
            let holder = game.tempo.holder;
            if !game.state.force[holder].engaged.is_empty() {
                game.tell(|| Event::EveryoneFights { rolled });
                game.everyone_fights(holder);
                self.stale = true;
            }
        }
        success
    }

    /// Settles events and goals after a round that was no action.
    fn settle_round(&self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        if self.stale {
            game.settle_events();
            // The cap counts actions, so it is checked after actions.
            return game.ending().filter(|ending| *ending != Ending::Cap);
        }
        None
    }

    /// Settles the initiative after a duel: the side that lost it tries once to seize; if that fails, the winner's side has the
    /// initiative (LL-16). A loser that holds the initiative rolls to keep it.
    fn after_duel(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        winner: FigureId,
        loser: FigureId,
    ) -> Option<Ending> {
        let holder = game.tempo.holder;
        self.bound = None;
        self.stale = false;
        let side = loser.side();
        let mut success = false;
        match game.nominate(side) {
            Some(intention) => {
                success = self.roll(game, side, intention, true);
                if let Some(ending) = self.settle_round(game) {
                    return Some(ending);
                }
            }
            None => game.tell(|| Event::Declines { side }),
        }
        // A side that keeps the initiative by a roll is bound by it like any other (LL-06); the winner's side has not rolled,
        // and is free.
        let next = if success { side } else { winner.side() };
        if next != holder {
            pass(game, next);
        }
        // Another duel of the same action is settled likewise.
        match game.next_duel() {
            Some((winner, loser)) => self.after_duel(game, winner, loser),
            None => None,
        }
    }
}

fn pass<S: Bits>(game: &mut Game<'_, S, impl Play>, to: Side) {
    let streak = game.tempo.pass_to(to);
    for side in Side::BOTH {
        let force = &mut game.state.force[side];
        force.reacted = S::EMPTY;
        force.losses_before = force.losses;
    }
    game.tell(|| Event::Passes { to, streak });
}

/// Returns whether a bot declines, with `may-decline`, because the chances are poor (LL-03).
fn declines<S: Bits>(game: &Game<'_, S, impl Play>, side: Side, intention: &Intention<S>) -> bool {
    let spec = game.battle.spec();
    let script = game.battle.script(side, game.script_of(side, intention.body));
    let least = u64::from(script.bot.least_chance_percent);
    let (ways, all) = game.battle.seize_chance(intention.needed);
    spec.rules.options.seize_roll == SeizeRoll::MayDecline && ways * 100 < least * all
}

/// Returns the first action if things have changed since the intention was stated: the same by the same figure if it can, or
/// else whatever its side's script offers that qualifies for one of its group, since a success stands even if the figure has
/// fallen.
fn renew<S: Bits>(
    game: &mut Game<'_, S, impl Play>,
    side: Side,
    intention: &Intention<S>,
) -> Option<(Choice<S>, Qualifies)> {
    let left = intention.body & game.state.force[side].alive;
    let nominee = if left.has(intention.nominee) {
        intention.nominee
    } else if left.is_empty() {
        return None;
    } else {
        left.first()
    };
    let battle = game.battle;
    let body = game.state.body_of(battle, side, nominee);
    if let Some(found) = first_by(game, side, nominee, body, intention.act) {
        return Some(found);
    }
    let script = game.script_of(side, body);
    let open = game.lines_for_first(side, script);
    for (k, line) in battle.lines(side, script).iter().enumerate() {
        if open >> k & 1 == 1
            && game.line_holds(side, body, k)
            && let Some(found) = first_by(game, side, nominee, body, line.act)
        {
            return Some(found);
        }
    }
    None
}

/// Returns what a line does, if it qualifies as the nominee's first action.
fn first_by<S: Bits>(
    game: &mut Game<'_, S, impl Play>,
    side: Side,
    nominee: usize,
    body: S,
    act: Act,
) -> Option<(Choice<S>, Qualifies)> {
    let (_, choice) = game.plan(side, body, act)?;
    let mut choice = game.own_order(side, nominee, body, choice);
    choice.first = Some(nominee as u8);
    let qualifies = game.qualifies(FigureId::new(side, nominee), &choice)?;
    Some((choice, qualifies))
}
