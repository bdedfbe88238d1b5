//! What is done, meant and declared: the facts of each action, as a sentence and as an intention.

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

/// What an action aims at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aim {
    side: Side,
    kind: ActionKind,
    target: Option<FigureId>,
    place: Option<PlaceId>,
    card: Option<u8>,
    manner: Manner,
}

/// What an action is called in a round of segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Manner {
    /// What it is called everywhere else.
    #[default]
    Plain,
    /// A charge in which nobody charges (AD-09).
    Closing,
    /// A shot that takes segments: a spell (AD-04).
    Casting,
}

/// The rule that allows an action.
pub(super) fn rule_of(rules: &Rulebook, action: ActionKind) -> Rule {
    let name = format!("action: {}", action.name());
    let kind = EventKind::ALL.iter().find(|kind| kind.name() == name);
    kind.unwrap_or(&EventKind::Stand).rule_under(rules)
}

/// The rules of reloading: of each by himself in open order (PG-09), and with one roll in a line (PG-12).
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

/// The rule by which a declared action comes to nothing.
pub(super) const fn rule_of_hindrance(why: Hindrance) -> Rule {
    match why {
        Hindrance::RoundOver => Rule::adc(6),
        Hindrance::Pinned => Rule::ft(9),
        Hindrance::Withdrawn => Rule::adc(5),
        _ => Rule::ad(4),
    }
}

impl Aim {
    /// What is aimed at by an event that tells of an action: done, declared or meant.
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

    /// Verb, object and what stands before those who act, for sections of actions.
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

    /// Stragglers move to where their leader stands; a point behind a corner is one, whoever stands there by chance.
    fn friend_at(&self, scene: &Scene<'_>, to: Point) -> Option<FigureId> {
        let stands_there = |i: &usize| scene.positions[self.side].get(*i) == Some(&to);
        let friend = members(scene.alive[self.side]).find(stands_there);
        friend.filter(|_| self.kind == ActionKind::Move).map(|i| FigureId::new(self.side, i))
    }

    /// What stands before those who take part, and what they do, as of several.
    pub(super) fn predicate(
        &self,
        names: &Names,
        scene: &Scene<'_>,
        to: Option<Point>,
    ) -> (String, String) {
        let facts = self.facts(names, scene, to);
        (filled("Before", facts.clone()), filled("Predicate", facts))
    }

    /// An action as a sentence about those who take part.
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

    /// An action as an intention.
    pub(super) fn means(&self, names: &Names, scene: &Scene<'_>) -> String {
        filled("Means", self.facts(names, scene, None))
    }
}

/// Whether a figure aimed at stands for a group (LL-01), as it is not by itself.
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
