//! Breaches planted in clean games: a game is recorded with all its scenes, one thing in it is changed, and the auditor
//! must name the rule that this breaks.

use super::{Field, Lcg};
use skirmish_engine::audit::Auditor;
use skirmish_engine::battle::Battle;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::event::{Event, FigureSet, Observer, Scene};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};

/// An event with the table as it stood after it.
#[derive(Clone)]
pub struct Moment {
    pub event: Event,
    pub positions: BySide<Vec<Point>>,
    pub alive: BySide<FigureSet>,
    pub engaged: BySide<FigureSet>,
    pub holder: Side,
}

#[derive(Default)]
pub struct Recorder(pub Vec<Moment>);

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
pub struct Record {
    pub battle: Battle,
    pub moments: Vec<Moment>,
}

impl Record {
    /// A game of a battle with the dice of a seed; a clean one.
    pub fn of(field: &Field, seed: u64) -> Self {
        let battle = field.battle();
        let mut recorder = Recorder::default();
        play(
            &battle,
            &mut Table::new(&battle),
            None,
            &mut Lcg(seed),
            &mut recorder,
        );
        let moments = recorder.0;
        assert_eq!(audit(&battle, &moments), [], "the game of {seed} is clean");
        Self { battle, moments }
    }
}

/// The rules that the auditor finds broken, in order.
pub fn audit(battle: &Battle, moments: &[Moment]) -> Vec<Rule> {
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
    auditor
        .breaches()
        .iter()
        .map(|breach| breach.rule)
        .collect()
}

/// Plants a breach in the first game that has room for it, and says which rule the auditor names first.
#[track_caller]
pub fn plant(
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
pub fn find(moments: &[Moment], is: impl Fn(&Event) -> bool) -> Option<usize> {
    moments.iter().position(|moment| is(&moment.event))
}

/// Changes the first event that the function changes.
pub fn change(moments: &mut [Moment], change: impl Fn(&mut Event) -> bool) -> Option<()> {
    moments
        .iter_mut()
        .any(|moment| change(&mut moment.event))
        .then_some(())
}

/// Leaves an event out.
pub fn omit(moments: &mut Vec<Moment>, is: impl Fn(&Event) -> bool) -> Option<()> {
    let at = find(moments, is)?;
    moments.remove(at);
    Some(())
}

/// Has an event happen again.
pub fn repeat(moments: &mut Vec<Moment>, is: impl Fn(&Event) -> bool) -> Option<()> {
    let at = find(moments, is)?;
    let again = moments[at].clone();
    moments.insert(at + 1, again);
    Some(())
}
