//! Facts of actions, as sentences and as intentions.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{BattleSpec, FigureId, PlaceId};
use skirmish_engine::event::{ActionKind, Event, EventKind, FigureSet, Hindrance, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Formation, Rulebook};
use skirmish_engine::side::Side;

use super::names::{Names, members};
use super::page::point;
use super::template::{Fact, filled};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aim {
    side: Side,
    kind: ActionKind,
    target: Option<FigureId>,
    place: Option<PlaceId>,
    card: Option<u8>,
    manner: Manner,
}

/// Manner of an action in a round of segments, which may change its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Manner {
    #[default]
    Plain,
    /// A charge in which not all figures charge; the others only close in (AD-09).
    Closing,
    /// A shot that takes segments, such as a spell (AD-04).
    Casting,
}

pub(super) fn rule_of(rules: &Rulebook, action: ActionKind) -> Rule {
    let name = format!("action: {}", action.name());
    let kind = EventKind::ALL.iter().find(|kind| kind.name() == name);
    kind.unwrap_or(&EventKind::Stand).rule_under(rules)
}

/// Returns the rules of reloading: for single figures in open order (PG-09), with one roll for a line (PG-12).
pub(super) fn rules_of_reloading(spec: &BattleSpec, side: Side, figures: FigureSet) -> Vec<Rule> {
    let of = &spec.sides[side];
    let formation = |i: usize| of.units[usize::from(of.figures[i].unit.0)].formation;
    let in_line = members(figures).filter(|i| formation(*i) != Formation::Open).count();
    match in_line {
        0 => vec![Rule::pg(9)],
        all if all == figures.count_ones() as usize => vec![Rule::pg(12)],
        _ => vec![Rule::pg(9), Rule::pg(12)],
    }
}

pub(super) const fn rule_of_hindrance(why: Hindrance) -> Rule {
    match why {
        Hindrance::RoundOver => Rule::adc(6),
        Hindrance::Pinned => Rule::ft(9),
        Hindrance::Withdrawn => Rule::adc(5),
        _ => Rule::ad(4),
    }
}

impl Aim {
    /// Returns the aim in an event that tells an action: done, declared or intended.
    pub(super) const fn of(event: &Event, manner: Manner) -> Option<Self> {
        match *event {
            Event::Acts { side, action: kind, target, place, card, .. }
            | Event::Declares { side, action: kind, target, place, card, .. } => {
                Some(Self { side, kind, target, place, card, manner })
            }
            Event::Nominates { figure, intention: kind, target, place, card, .. } => {
                Some(Self { side: figure.side(), kind, target, place, card, manner })
            }
            _ => None,
        }
    }

    /// Returns the facts of an action for its template section.
    fn facts(&self, names: &Names, scene: &Scene<'_>, to: Option<Point>) -> Value {
        let facts = facts!(names;
            kind = format!("{:?}", self.kind),
            manner = self.manner,
            place = self.place.map(|place| names.place(place)),
            friend = to.and_then(|to| self.friend_at(scene, to)),
            to = to.map(point),
            target = self.target,
            has_company = self.target.is_some_and(|target| has_company(scene, target)),
            exit = scene.battle.spec().sides[self.side].exit,
        );
        let of = |section| filled(section, facts.clone());
        context! { verb => of("Verb"), object => of("Object"), before => of("Before"), ..facts.clone() }
    }

    /// Returns the friend that a straggler moves to; other actions may end at a figure by chance.
    fn friend_at(&self, scene: &Scene<'_>, to: Point) -> Option<FigureId> {
        let stands_there = |i: &usize| scene.positions[self.side].get(*i) == Some(&to);
        let friend = members(scene.alive[self.side]).find(stands_there);
        friend.filter(|_| self.kind == ActionKind::Move).map(|i| FigureId::new(self.side, i))
    }

    /// Returns the words before the acting figures and the plural predicate after them.
    pub(super) fn predicate(
        &self,
        names: &Names,
        scene: &Scene<'_>,
        to: Option<Point>,
    ) -> (String, String) {
        let facts = self.facts(names, scene, to);
        (filled("Before", facts.clone()), filled("Predicate", facts))
    }

    /// Returns an action as a sentence about the acting figures.
    pub(super) fn does(
        &self,
        names: &Names,
        scene: &Scene<'_>,
        figures: FigureSet,
        to: Option<Point>,
    ) -> String {
        let facts = self.facts(names, scene, to);
        let verb = filled("Predicate", facts.clone());
        filled("Does", context! { verb, who => (self.side, figures).fact(names), ..facts })
    }

    /// Returns an action as an intention.
    pub(super) fn means(&self, names: &Names, scene: &Scene<'_>) -> String {
        filled("Means", self.facts(names, scene, None))
    }
}

/// Returns whether a target stands for a group (LL-01), since friends are near it.
fn has_company(scene: &Scene<'_>, target: FigureId) -> bool {
    let side = target.side();
    let at = scene.positions[side][target.index()];
    let group = i64::from(scene.battle.spec().rules.movement.group);
    let is_near = |i: usize| scene.positions[side][i].distance2(at) <= group * group;
    members(scene.alive[side]).any(|i| i != target.index() && is_near(i))
}

impl Fact for Manner {
    fn fact(&self, _names: &Names) -> Value {
        Value::from(format!("{self:?}"))
    }
}
