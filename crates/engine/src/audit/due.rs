//! What must follow: a round on contact, a counter after shooting, morale after a loss, and nothing at all between the
//! seize roll and the next action (LL-02, LL-07, LL-09 to LL-11, LLC-5).

use super::{Auditor, each};
use crate::battle::UnitId;
use crate::event::{Event, MeleeKind, MoveKind, Scene};
use crate::rule::Rule;
use crate::rulebook::ContactRound;
use crate::side::Side;

/// What has been brought about and has not come yet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Due {
    /// The seize roll is over or declined: no consequence of the action may follow any more.
    settled: bool,
    counter: bool,
    contact_round: bool,
    reaction_round: bool,
    everyone: bool,
    morale: Option<(Side, UnitId)>,
    /// Whether the last who has fallen led his unit.
    leader: bool,
    leaves: Option<(Side, UnitId)>,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_due(&mut self, scene: &Scene<'_>, event: &Event) {
        let due = &mut self.books_mut().due;
        let before = *due;
        let is_over = matches!(
            event,
            Event::Nominates { .. }
                | Event::Declines { .. }
                | Event::Passes { .. }
                | Event::Acts { .. }
                | Event::Forfeits { .. }
                | Event::Ends { .. }
        );
        if is_over {
            due.counter = false;
            due.contact_round = false;
            due.reaction_round = false;
            due.everyone = false;
            self.expect(!before.counter, Rule::ll(7), || {
                "no counter for a shooting action".to_owned()
            });
            self.expect(!before.contact_round, Rule::ll(9), || "no round on contact".to_owned());
            self.expect(!before.reaction_round, Rule::ll(11), || {
                "no round for those who engaged in reaction".to_owned()
            });
            self.expect(!before.everyone, Rule::ll(10), || {
                "those in contact did not fight".to_owned()
            });
        }
        let is_consequence = match *event {
            Event::Shoots { .. }
            | Event::Fires { .. }
            | Event::Attacks { band: Some(_), .. }
            | Event::ReactsShooting { .. }
            | Event::ReactsMoving { .. }
            | Event::Contact { .. }
            | Event::Counter { .. } => true,
            Event::MeleeRound { why } => why != MeleeKind::Everyone,
            Event::Moves { why, .. } => !matches!(why, MoveKind::PushBack | MoveKind::Retreat),
            _ => false,
        };
        self.expect(!(before.settled && is_consequence), Rule::ll(2), || {
            format!("after the seize roll: {event:?}")
        });
        let is_counter = matches!(event, Event::Counter { .. });
        self.expect(before.counter || !is_counter, Rule::ll(7), || {
            "a counter for no shooting action".to_owned()
        });
        self.enter_due(scene, event);
    }

    /// A loss costs morale at once, and a unit without any leaves at once.
    pub(super) fn check_morale(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Event::MoraleFalls { leader, .. } = *event {
            let right = self.books_mut().due.leader;
            self.expect(leader == right, Rule::llc(5), || {
                format!("morale falls for a leader: {leader}")
            });
        }
        let due = &mut self.books_mut().due;
        let (morale, leaves) = (due.morale.take(), due.leaves.take());
        if let Some(due) = morale {
            let falls =
                matches!(*event, Event::MoraleFalls { side, unit, .. } if (side, unit) == due);
            self.expect(falls, Rule::llc(5), || format!("no loss of morale for {due:?}"));
        }
        if let Some(due) = leaves {
            let goes =
                matches!(*event, Event::UnitLeaves { side, unit, .. } if (side, unit) == due);
            self.expect(goes, Rule::llc(5), || format!("{due:?} stays without morale"));
        }
        self.enter_morale(scene, event);
    }

    fn enter_morale(&mut self, scene: &Scene<'_>, event: &Event) {
        let rules = &scene.battle.spec().rules;
        let books = self.books_mut();
        match *event {
            Event::Dies { figure, .. } => {
                let (side, unit) = (figure.side(), scene.battle.traits(figure).unit);
                let spec = &scene.battle.spec().sides[side].units[unit.0 as usize];
                let mut cost = rules.morale.figure_lost;
                books.due.leader = spec.leader == Some(figure.index());
                if books.due.leader {
                    cost += rules.morale.leader_lost;
                }
                if cost > 0 && books.morale[side][unit.0 as usize] > 0 {
                    books.due.morale = Some((side, unit));
                }
            }
            Event::MoraleFalls { side, unit, left: 0, .. } => {
                let traits = scene.battle.traits_of(side);
                if each(books.alive[side]).any(|i| traits[i].unit == unit) {
                    books.due.leaves = Some((side, unit));
                }
            }
            _ => {}
        }
    }

    fn enter_due(&mut self, scene: &Scene<'_>, event: &Event) {
        let rules = &scene.battle.spec().rules;
        let books = self.books_mut();
        let holder = books.holder;
        match *event {
            Event::Acts { action, .. } => {
                books.due.settled = false;
                books.due.counter = action.is_shooting();
            }
            Event::Forfeits { .. } => books.due.settled = false,
            Event::Counter { .. } => books.due.counter = false,
            Event::Contact { figure, .. } if figure.side() == holder => {
                books.due.contact_round = true;
            }
            Event::Contact { .. } => books.due.reaction_round = true,
            Event::MeleeRound { why } => match why {
                MeleeKind::Contact => {
                    books.due.contact_round = false;
                    if rules.options.contact_round == ContactRound::Joint {
                        books.due.reaction_round = false;
                    }
                }
                MeleeKind::Reaction => books.due.reaction_round = false,
                MeleeKind::Everyone => books.due.everyone = false,
                MeleeKind::Action | MeleeKind::Turn => {}
            },
            Event::SeizeRoll { rolled, .. } => {
                let contact = scene.engaged[Side::A] != 0;
                books.due.settled = true;
                books.due.everyone = contact && rolled <= rules.seize.everyone_fights_up_to;
            }
            Event::Declines { .. } => books.due.settled = true,
            _ => {}
        }
    }
}
