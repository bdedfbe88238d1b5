//! The auditor against breaches of petite guerre, planted in clean games.

mod clash;
mod gunnery;
mod pressure;

use std::sync::OnceLock;

use crate::common::made_up;
use crate::common::planted::{
    self, Moment, Record, breaks, change, changed, find, first_death, is, omit, repeat,
};
use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Draw, Ending, Event};
use skirmish_engine::rule::Rule;

/// Clean games, enough of them for everything to happen in some.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let records = (0..40).map(|variant| Record::of(&made_up::petite(variant), variant + 9));
        records.collect()
    })
}

#[track_caller]
fn plant(breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    planted::plant(records(), breach)
}

/// Plants a change of the first event that it changes.
#[track_caller]
fn twist(twist: impl Fn(&mut Event) -> bool) -> Rule {
    plant(|_, moments| change(moments, &twist))
}

/// Leaves out the first event that is so.
#[track_caller]
fn without(is: impl Fn(&Event) -> bool) -> Rule {
    plant(|_, moments| omit(moments, &is))
}

/// Has the first event that is so happen again.
#[track_caller]
fn twice(is: impl Fn(&Event) -> bool) -> Rule {
    plant(|_, moments| repeat(moments, &is))
}

#[test]
fn host_6_the_dead_do_not_fire_reload_or_fight() {
    let rule = plant(|_, moments| {
        let (from, dead) = first_death(moments)?;
        change(
            &mut moments[from..],
            changed!(
                Event::Fires { shooter, .. } if shooter.side() == dead.side() =>
                    *shooter = dead
            ),
        )
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, dead) = first_death(moments)?;
        change(
            &mut moments[from..],
            changed!(
                Event::Reloads { figure, .. } if figure.side() == dead.side() =>
                    *figure = dead
            ),
        )
    });
    assert_eq!(rule, Rule::host(6));
    let rule = plant(|_, moments| {
        let (from, dead) = first_death(moments)?;
        change(
            &mut moments[from..],
            changed!(
                Event::Clashes { a, .. } if a.side() == dead.side() =>
                    *a = dead
            ),
        )
    });
    assert_eq!(rule, Rule::host(6));
}

#[test]
fn host_5_the_game_ends_when_it_should() {
    breaks! {
        [Rule::host(5)] Event::Ends { ending, .. } if !matches!(ending, Ending::Draw(_)) =>
            *ending = Ending::Draw(Draw::Both),
    }
    // It is cut short, and called done.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::TurnBegins { turn: 4, .. } })?;
        let last = moments.last()?.event;
        let Event::Ends { ending, .. } = last else {
            return None;
        };
        let streak = moments[..at].iter().rev().fold((0, false), |(n, over), m| match m.event {
            Event::Passes { .. } => (n, true),
            Event::Acts { .. } if !over => (n + 1, over),
            _ => (n, over),
        });
        moments.truncate(at);
        let event = Event::Ends { ending, streak: streak.0 };
        let planted = Moment { event, ..moments[at - 1].clone() };
        moments.push(planted);
        Some(())
    });
    assert_eq!(rule, Rule::host(5));
}
