//! A match of WarSpike is one unit against one (WS-04): with whom it is fought.

use super::turns::units_of;
use super::warspike::Match;
use super::{Auditor, each, has, in_contact};
use crate::battle::FigureId;
use crate::event::{ActionKind, Event, FigureSet, ReactionKind, Scene};
use crate::rule::Rule;
use crate::side::BySide;

/// With whom the match under way is fought.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Against {
    /// Who acts.
    actors: FigureSet,
    /// Who has come into contact with somebody, of both.
    came: BySide<FigureSet>,
    /// The unit with which it must be, if that is settled.
    due: Option<u128>,
    /// The unit with which it is.
    with: Option<u128>,
    /// The blow that comes next is a free one, at one who leaves a melee (ADC-8): that is no part of the fight.
    free: bool,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_isolation(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Acts { figures, .. } => {
                self.books_mut().instigation.against =
                    Against { actors: figures, ..Against::default() };
            }
            Event::Contact { figure, enemy } => {
                let came = &mut self.books_mut().instigation.against.came;
                for figure in [figure, enemy] {
                    came[figure.side()] |= 1 << figure.index();
                }
            }
            Event::MeleeRound { .. } => self.is_to_fight(scene),
            Event::FreeBlow { .. } => self.books_mut().instigation.against.free = true,
            Event::Fights { a, b, .. } | Event::Clashes { a, b, .. } => self.bout(scene, [a, b]),
            Event::Technique { figure, against, .. } | Event::Opens { figure, against, .. } => {
                self.bout(scene, [figure, against])
            }
            Event::Attacks { by, target, band: None, .. } => {
                let is_free = std::mem::take(&mut self.books_mut().instigation.against.free);
                if !is_free {
                    self.bout(scene, [by, target]);
                }
            }
            _ => {}
        }
    }

    /// A round begins: the match is with the unit that reacts, if it is in contact with those who fight; else with the one
    /// that is charged, if they have got to it.
    fn is_to_fight(&mut self, scene: &Scene<'_>) {
        let happened = self.books_mut().score.happened;
        let books = &self.books_mut().instigation;
        let Some(of @ Match { side, .. }) = books.of else {
            return;
        };
        let meet = |own: FigureSet, enemy: FigureSet| {
            let enemy = enemy & scene.engaged[!side];
            each(own & scene.engaged[side]).any(|i| {
                let at = scene.positions[side][i];
                let mut enemies = each(enemy).map(|j| scene.positions[!side][j]);
                enemies.any(|enemy| in_contact(scene.battle, happened, at, enemy))
            })
        };
        let members = |side, units: u128| {
            let theirs = scene.battle.traits_of(side).iter().enumerate();
            let theirs = theirs.filter(|(_, traits)| has(units, usize::from(traits.unit.0)));
            theirs.fold(0, |set, (i, _)| set | 1 << i)
        };
        let (action, _, aimed_at) = of.acts.unwrap_or((ActionKind::Stand, None, 0));
        let Against { actors, came, .. } = books.against;
        let reacting = books.with(!side, of.reacting);
        let charged = books.with(!side, aimed_at);
        let reacts_in_contact = match of.reacts {
            Some((ReactionKind::Fight, figures)) => meet(members(side, of.units), figures),
            Some((kind, figures)) if kind.is_move() => {
                meet(members(side, of.units), figures & came[!side])
            }
            _ => false,
        };
        let stands_in_contact =
            action == ActionKind::Fight && meet(actors, members(!side, reacting));
        let due = if reacts_in_contact || stands_in_contact {
            Some(reacting)
        } else if action == ActionKind::Charge
            && meet(actors & came[side], members(!side, charged))
            && !meet(actors & came[side], members(!side, reacting))
        {
            Some(charged)
        } else {
            None
        };
        self.books_mut().instigation.against.due = due;
    }

    /// Two fight: one of the active unit, and one of the only other unit that has a part in the match.
    fn bout(&mut self, scene: &Scene<'_>, pair: [FigureId; 2]) {
        let books = &mut self.books_mut().instigation;
        let Some(Match { side, units, .. }) = books.of else {
            return;
        };
        let [own, enemy] = if pair[0].side() == side { pair } else { [pair[1], pair[0]] };
        let unit_of = |figure: FigureId| units_of(scene, figure.side(), 1 << figure.index());
        let active = unit_of(own) & units != 0;
        let theirs = books.with(!side, unit_of(enemy));
        let with = *books.against.with.get_or_insert(theirs);
        let due = books.against.due.unwrap_or(with);
        self.expect(active && theirs == with && theirs == due, Rule::ws(4), || {
            format!("{own:?} and {enemy:?} fight in a match of {units:b} with {with:b}; it is to be with {due:b}")
        });
    }
}
