//! Breaches planted in clean games: a game is recorded with all its scenes, one thing in it is changed, and the auditor
//! must name the rule that this breaks.

use super::{Field, Lcg, play};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::chance::{Chance, Script};
use skirmish_engine::event::{Event, FigureSet, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};
use skirmish_referee::Auditor;

/// An event with the table as it stood after it.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) event: Event,
    pub(crate) positions: BySide<Vec<Point>>,
    pub(crate) alive: BySide<FigureSet>,
    pub(crate) engaged: BySide<FigureSet>,
    pub(crate) holder: Side,
}

#[derive(Default)]
pub(crate) struct Recorder(pub Vec<Moment>);

impl Observer for Recorder {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.0.push(Moment {
            event: *event,
            positions: BySide::from_fn(|side| scene.positions[side].to_vec()),
            alive: scene.alive,
            engaged: scene.engaged,
            holder: scene.holder,
        });
    }
}

/// A game as it was played.
pub(crate) struct Record {
    pub(crate) battle: Battle,
    pub(crate) moments: Vec<Moment>,
}

impl Record {
    /// A game of a battle with the dice of a seed; a clean one.
    pub(crate) fn of(field: &Field, seed: u64) -> Self {
        Self::with(field, &mut Lcg(seed))
    }

    /// A game with these rolls.
    pub(crate) fn of_script(field: &Field, rolls: &[u8]) -> Self {
        Self::with(field, &mut Script::in_order(rolls.iter().copied()))
    }

    fn with(field: &Field, chance: &mut dyn Chance) -> Self {
        let battle = field.battle();
        let mut recorder = Recorder::default();
        play(&battle, &mut Workspace::new(&battle), chance, &mut recorder);
        let moments = recorder.0;
        assert_eq!(audit(&battle, &moments), [], "the game is clean");
        Self { battle, moments }
    }
}

/// The rules that the auditor finds broken, in order.
pub(crate) fn audit(battle: &Battle, moments: &[Moment]) -> Vec<Rule> {
    let mut auditor = Auditor::default();
    for moment in moments {
        let scene = Scene {
            battle,
            positions: BySide([&moment.positions[Side::A], &moment.positions[Side::B]]),
            alive: moment.alive,
            engaged: moment.engaged,
            holder: moment.holder,
        };
        auditor.event(&scene, &moment.event);
    }
    auditor.breaches().iter().map(|breach| breach.rule).collect()
}

/// Plants a breach in the first game that has room for it, and says which rule the auditor names first.
#[track_caller]
pub(crate) fn plant(
    records: &[Record],
    mut breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>,
) -> Rule {
    for record in records {
        let mut moments = record.moments.clone();
        if breach(&record.battle, &mut moments).is_some() {
            let rules = audit(&record.battle, &moments);
            return *rules.first().expect("the auditor finds the breach");
        }
    }
    panic!("no game has room for the breach");
}

/// The first event that is so, and where.
pub(crate) fn find(moments: &[Moment], is: impl Fn(&Event) -> bool) -> Option<usize> {
    moments.iter().position(|moment| is(&moment.event))
}

/// The first to die, and when.
pub(crate) fn first_death(moments: &[Moment]) -> Option<(usize, FigureId)> {
    moments.iter().enumerate().find_map(|(k, m)| match m.event {
        Event::Dies { figure, .. } => Some((k, figure)),
        _ => None,
    })
}

/// Changes the first event that the function changes.
pub(crate) fn change(moments: &mut [Moment], change: impl Fn(&mut Event) -> bool) -> Option<()> {
    moments.iter_mut().any(|moment| change(&mut moment.event)).then_some(())
}

/// Leaves an event out.
pub(crate) fn omit(moments: &mut Vec<Moment>, is: impl Fn(&Event) -> bool) -> Option<()> {
    let at = find(moments, is)?;
    moments.remove(at);
    Some(())
}

/// Has an event happen again.
pub(crate) fn repeat(moments: &mut Vec<Moment>, is: impl Fn(&Event) -> bool) -> Option<()> {
    let at = find(moments, is)?;
    let again = moments[at].clone();
    moments.insert(at + 1, again);
    Some(())
}

/// Puts an event behind the first for which the function makes one, on the table as it stood then.
pub(crate) fn insert(
    moments: &mut Vec<Moment>,
    made: impl Fn(&Event) -> Option<Event>,
) -> Option<()> {
    let (at, event) = (0..moments.len()).find_map(|k| Some((k, made(&moments[k].event)?)))?;
    let planted = Moment { event, ..moments[at].clone() };
    moments.insert(at + 1, planted);
    Some(())
}

/// The auditor names the rule broken, or one of those that the same breach may break first.
#[track_caller]
pub(crate) fn assert_named(rules: &[Rule], named: Rule, row: &str) {
    assert!(rules.contains(&named), "{named} and not {rules:?}: {row}");
}

/// Asks whether an event fits a pattern.
macro_rules! is {
    ($event:pat $(if $guard:expr)?) => {
        |event: &skirmish_engine::event::Event| matches!(event, $event $(if $guard)?)
    };
}

/// A change of events that fit a pattern.
macro_rules! changed {
    ($event:pat $(if $guard:expr)? => $change:expr) => {
        |event: &mut skirmish_engine::event::Event| match event {
            $event $(if $guard)? => {
                $change;
                true
            }
            _ => false,
        }
    };
}

/// A table of breaches: the rule that the auditor must name first, and what is done to the first event that fits the
/// pattern. It is changed, left out (`without`), told `twice`, or followed by another (`after`). The file has to have a
/// `plant` for its clean games.
macro_rules! breaks {
    () => {};
    ([$($rule:expr),+] twice $event:pat $(if $guard:expr)?, $($more:tt)*) => {
        $crate::common::planted::breaks!(@ [$($rule),+] $event, |_, moments| $crate::common::planted::repeat(moments, $crate::common::planted::is!($event $(if $guard)?)));
        $crate::common::planted::breaks!($($more)*);
    };
    ([$($rule:expr),+] without $event:pat $(if $guard:expr)?, $($more:tt)*) => {
        $crate::common::planted::breaks!(@ [$($rule),+] $event, |_, moments| $crate::common::planted::omit(moments, $crate::common::planted::is!($event $(if $guard)?)));
        $crate::common::planted::breaks!($($more)*);
    };
    ([$($rule:expr),+] after $event:pat $(if $guard:expr)? => $next:expr, $($more:tt)*) => {
        $crate::common::planted::breaks!(@ [$($rule),+] $event, |_, moments| $crate::common::planted::insert(moments, |event| match *event {
            $event $(if $guard)? => Some($next),
            _ => None,
        }));
        $crate::common::planted::breaks!($($more)*);
    };
    ([$($rule:expr),+] $event:pat $(if $guard:expr)? => $change:expr, $($more:tt)*) => {
        $crate::common::planted::breaks!(@ [$($rule),+] $event, |_, moments| {
            $crate::common::planted::change(moments, $crate::common::planted::changed!($event $(if $guard)? => $change))
        });
        $crate::common::planted::breaks!($($more)*);
    };
    (@ [$($rule:expr),+] $event:pat, $breach:expr) => {
        $crate::common::planted::assert_named(&[$($rule),+], plant($breach), stringify!($event))
    };
}

pub(crate) use {breaks, changed, is};
