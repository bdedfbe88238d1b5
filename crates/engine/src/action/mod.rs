//! What a side can do with an action, and how it is carried out with all its consequences (LL-01, LL-02).

pub(crate) mod attack;
mod charge;
mod clash;
mod drill;
mod fire;
mod ground;
mod hindered;
mod interrupt;
mod march;
mod marks;
mod matched;
mod melee;
mod moves;
mod osric;
mod passage;
mod plain_march;
mod race;
mod reaction;
mod round;
mod shooting;
mod specials;
mod steps;
pub(crate) mod stride;
mod techniques;
mod volley;

pub(crate) use charge::{Foreseen, Ways};
pub(crate) use march::March;
pub(crate) use matched::{Blow, Reaction};
pub(crate) use race::RaceRoom;
pub(crate) use specials::Specials;
pub(crate) use volley::VolleyUnderWay;

use crate::battle::geometry::Point;
use crate::battle::{FigureId, PlaceId};
use crate::bits::Bits;
use crate::event::{ActionKind, Event, MeleeKind, Qualifies};
use crate::game::{Game, Play};
use crate::rulebook::Pace;
use crate::side::Side;

/// An action that a side has decided on: one thing, done by figures of one group, with one destination or one target group
/// (LL-01). Exceptions to the one group are the rules' own: LL-13 and LL-15. The default does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Choice<S> {
    /// What is done.
    pub(crate) kind: ActionKind,
    /// The figures that take part.
    pub(crate) actors: S,
    /// The group aimed at.
    pub(crate) targets: S,
    /// The enemy in it that is meant first.
    pub(crate) target: Option<FigureId>,
    /// The destination of a move.
    pub(crate) to: Option<Point>,
    /// The place whose centre that is.
    pub(crate) place: Option<PlaceId>,
    /// The order card carried out.
    pub(crate) card: Option<u8>,
    /// The figure that goes first in a charge: the others follow it (LL-05).
    pub(crate) first: Option<u8>,
    /// It is a charge in which no figure charges: they only close (AD-09).
    pub(crate) closes: bool,
    /// No figure taking part is nearer than this (squared) to the destination or target.
    pub(crate) nearest2: i64,
}

impl<S: Bits> Choice<S> {
    /// Returns an action of some figures.
    pub(crate) fn by(kind: ActionKind, actors: S) -> Self {
        Self { kind, actors, ..Self::default() }
    }

    /// Returns an action of some figures at one enemy, or at these of the group round it.
    pub(crate) fn at(kind: ActionKind, actors: S, target: FigureId, targets: S) -> Self {
        Self { kind, actors, targets, target: Some(target), ..Self::default() }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Carries out an action and everything it causes (LL-02).
    pub(crate) fn act(&mut self, side: Side, choice: &Choice<S>, first: Option<Qualifies>) {
        self.begin_action(side);
        self.announce(side, choice, first);
        self.carry_out(side, choice);
    }

    /// Counts an action and reports it.
    pub(crate) fn announce(&mut self, side: Side, choice: &Choice<S>, first: Option<Qualifies>) {
        self.count_action(side);
        self.cover_no_more(side, choice.actors);
        // A figure that came to an enemy earlier and did not fight it has charged in vain (ADC-4).
        if !self.battle.spec().rules.system.fights_by_turn() {
            for force in &mut self.state.force.0 {
                force.fresh = S::EMPTY;
            }
        }
        self.hold_ground();
        let number = self.tempo.actions;
        self.tell(|| Event::Acts {
            number,
            side,
            action: choice.kind,
            figures: choice.actors.widen(),
            target: choice.target,
            destination: choice.to,
            place: choice.place,
            first,
            card: choice.card,
        });
    }

    /// Counts one more action of the game.
    pub(crate) fn count_action(&mut self, side: Side) {
        self.tempo.actions += 1;
        self.first_mover.get_or_insert(side);
    }

    /// Does what has been announced, with everything it causes (LL-02).
    pub(crate) fn carry_out(&mut self, side: Side, choice: &Choice<S>) {
        let mut choice = *choice;
        if choice.kind.is_move() {
            choice.actors = self.free_blows(side, choice.actors, S::EMPTY);
        }
        let choice = &choice;
        match choice.kind {
            ActionKind::Stand | ActionKind::Set => {}
            ActionKind::Move | ActionKind::Run | ActionKind::Hide | ActionKind::Appear => {
                let to = choice.to.unwrap_or_default();
                self.move_body(side, choice.actors, to, pace(choice.kind));
            }
            ActionKind::Escape => {
                self.escape_body(side, choice.actors, choice.to.unwrap_or_default())
            }
            ActionKind::Charge => {
                self.charge(side, choice.actors, choice.targets, choice.first);
            }
            ActionKind::Shoot => self.shoot(side, choice.actors, choice.targets),
            ActionKind::ShootInHaste => self.shoot_in_haste(side, choice.actors, choice.targets),
            ActionKind::Volley => self.volley(side, choice.actors, choice.targets),
            ActionKind::Reload => self.reload(side, choice.actors),
            ActionKind::AllShoot => self.all_shoot(side, choice.actors),
            ActionKind::Fight => self.fight(side, choice.actors, MeleeKind::Action),
            ActionKind::ToMe => self.rally(side, choice),
            ActionKind::LieLow => self.lie_low(side, choice.actors),
            ActionKind::Prepare => self.prepare(side, choice.actors),
        }
        self.end_action(side);
    }
}

/// Returns how fast an action moves (PG-06).
pub(crate) const fn pace(kind: ActionKind) -> Pace {
    match kind {
        ActionKind::Run | ActionKind::Charge | ActionKind::Escape => Pace::Fast,
        _ => Pace::Normal,
    }
}
