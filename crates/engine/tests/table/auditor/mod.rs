//! The auditor against planted breaches: a clean game is recorded with all its scenes, one thing in it is changed, and
//! the auditor must name the rule that this breaks.

mod actions;
mod back;
mod due;
mod first;
mod goals;
mod lloyd;
mod reactions;

use std::sync::OnceLock;

use crate::common::planted::{self, Moment, Record, is};
use crate::common::{
    AVERAGE, BOW, CROSSBOW, Field, GOOD, HEROIC, JAVELIN, SPEAR, SWORD, inches, line, reaction,
};
use skirmish_engine::battle::{Battle, Edge, FigureId, Hold, Task, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Counters, ReactiveMovement, ReactiveShooting};
use skirmish_engine::side::Side;

/// Battles with something of everything: houses, a wood, a barricade, cards, leaders, exits, morale, goals.
fn field(variant: u64) -> Field {
    let mut field = Field::new();
    field.house(18.0, 12.0, 24.0, 17.0);
    field.wood(8.0, 22.0, 16.0, 30.0, inches(3.0));
    field.barricade(28.0, 14.0, 28.25, 20.0);
    let shrine = field.place("shrine", 22.0, 25.0, 2.0);
    field.event("alarm", Side::A, &[Condition::ActionsAtLeast(6)]);
    let weapons = [SWORD, BOW, SPEAR, JAVELIN, CROSSBOW, BOW, SWORD, BOW];
    for k in 0..8_u8 {
        let (row, column) = (f64::from(k / 4), f64::from(k % 4));
        let troops = if k == 0 { GOOD } else { AVERAGE };
        let weapon = weapons[(usize::from(k) + variant as usize) % weapons.len()];
        let y = 8.0 + 2.0 * column;
        let a = field.figure(Side::A, troops, weapon, 10.0 - 2.0 * row, y);
        let b = field.figure(Side::B, troops, weapon, 34.0 + 2.0 * row, y + 4.0);
        if k == 0 {
            field.leader(a, HEROIC);
            field.leader(b, HEROIC);
        }
    }
    for side in Side::BOTH {
        field.spec.sides[side].units[0].morale = Some(6);
        field.spec.sides[side].objective = Some(shrine);
        field.card(
            &[FigureId::new(side, 1), FigureId::new(side, 2)],
            Task::Kill(FigureId::new(!side, 0)),
            &[],
        );
        field.card(&[FigureId::new(side, 5)], Task::Occupy(shrine), &[]);
        field.spec.sides[side].exit = Some(if side == Side::A { Edge::Left } else { Edge::Right });
        let mut lines = vec![
            line(&[Condition::Stragglers, Condition::HasLeader], Act::ToMe),
            line(&[Condition::Engaged], Act::Fight),
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            line(&[Condition::OrderCardOpen], Act::CarryOutOrder),
            line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest)),
            line(&[Condition::LossesAtLeast(4)], Act::Escape),
            line(&[], Act::Move(Goal::Objective)),
            line(&[], Act::Charge(Pick::Nearest)),
        ];
        if variant % 2 == 1 {
            lines.insert(0, line(&[], Act::Anything));
        }
        let bot = field.bot(side, lines);
        bot.reactions = vec![
            reaction(&[], React::Shoot),
            reaction(&[Condition::Outnumbered], React::Run),
            reaction(&[], React::Engage),
        ];
        field.wins(side, WinSpec::Holds(Hold::of(shrine, 5)));
        field.wins(side, WinSpec::Escapes { figures: 4 });
    }
    let options = &mut field.spec.rules.options;
    if variant % 3 == 1 {
        options.counters = Counters::Spent;
        options.reactive_shooting = ReactiveShooting::FigureOnce;
        options.reactive_movement = ReactiveMovement::EachChooses;
    }
    field.cap(120);
    field
}

/// Two leaders at one another, and two men who look on.
fn duel() -> Field {
    let mut field = Field::new();
    for (side, x) in [(Side::A, 20.0), (Side::B, 21.0)] {
        let leader = field.figure(side, GOOD, SWORD, x, 18.0);
        field.leader(leader, HEROIC);
        field.figure(side, AVERAGE, SWORD, 2.0 * x - 20.0, 3.0);
        field.bot(side, vec![line(&[Condition::HasLeader], Act::Fight)]);
    }
    field.cap(20);
    field
}

/// Clean games, enough of them for everything to happen in some.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let fields = (0..120).map(field).chain((0..10).map(|_| duel()));
        fields.zip(0..).map(|(field, seed)| Record::of(&field, seed * 31 + 7)).collect()
    })
}

/// Plants a breach in the first game that has room for it, and says which rule the auditor names first.
#[track_caller]
fn plant(breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    planted::plant(records(), breach)
}

#[test]
fn clean_games_have_something_of_everything() {
    #[track_caller]
    fn happens(is: fn(&Event) -> bool) {
        let mut events = records().iter().flat_map(|record| &record.moments);
        assert!(events.any(|moment| is(&moment.event)));
    }
    happens(is! { Event::Passes { .. } });
    happens(is! { Event::EveryoneFights { .. } });
    happens(is! { Event::ReactsMoving { .. } });
    happens(is! { Event::ReactsShooting { reply: true, .. } });
    happens(is! { Event::ReactsShooting { reply: false, .. } });
    happens(is! { Event::Nominates { card: Some(_), .. } });
    happens(is! { Event::Acts { action: ActionKind::ToMe, .. } });
    happens(is! { Event::Acts { action: ActionKind::AllShoot, .. } });
    happens(is! { Event::UnitLeaves { .. } });
    happens(is! { Event::Escapes { .. } });
    happens(is! { Event::CardCloses { .. } });
    happens(is! { Event::Duel { .. } });
}
