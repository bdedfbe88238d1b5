//! What is done, meant and declared: each action as a sentence, as an intention, and as what comes to nothing.

use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{BattleSpec, Edge, FigureId, PlaceId};
use skirmish_engine::event::{ActionKind, Event, EventKind, FigureSet, Hindrance, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Formation, Rulebook};
use skirmish_engine::side::Side;

use super::names::{Names, members};
use super::page::point;
use super::phrases::Cited;

/// What an action aims at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) side: Side,
    pub(super) kind: ActionKind,
    pub(super) target: Option<FigureId>,
    pub(super) place: Option<PlaceId>,
    pub(super) card: Option<u8>,
    pub(super) manner: Manner,
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

impl Manner {
    /// The action in a word.
    pub(super) const fn name(self, kind: ActionKind) -> &'static str {
        match self {
            Self::Plain => kind.name(),
            Self::Closing => "close",
            Self::Casting => "cast",
        }
    }
}

/// The rule that allows an action.
pub(super) fn rule_of(rules: &Rulebook, action: ActionKind) -> Rule {
    let kind = match action {
        ActionKind::Stand => EventKind::Stand,
        ActionKind::Move => EventKind::Move,
        ActionKind::Charge => EventKind::Charge,
        ActionKind::Shoot => EventKind::Shoot,
        ActionKind::AllShoot => EventKind::AllShoot,
        ActionKind::Fight => EventKind::Fight,
        ActionKind::ToMe => EventKind::ToMe,
        ActionKind::Hide => EventKind::Hide,
        ActionKind::Appear => EventKind::Appear,
        ActionKind::Escape => EventKind::Escape,
        ActionKind::Run => EventKind::Run,
        ActionKind::Volley => EventKind::Volley,
        ActionKind::ShootInHaste => EventKind::ShootInHaste,
        ActionKind::Reload => EventKind::Reload,
        ActionKind::LieLow => EventKind::LieLow,
        ActionKind::Prepare => EventKind::Prepare,
        ActionKind::Set => EventKind::Set,
    };
    kind.rule_under(rules)
}

/// The rules of reloading: of each by himself in open order (PG-09), and with one roll in a line (PG-12).
pub(super) fn rules_of_reloading(spec: &BattleSpec, side: Side, figures: FigureSet) -> Cited {
    let of = &spec.sides[side];
    let formation = |i: usize| of.units[usize::from(of.figures[i].unit.0)].formation;
    let in_line = members(figures).filter(|i| formation(*i) != Formation::Open).count();
    match in_line {
        0 => Rule::pg(9).into(),
        all if all == figures.count_ones() as usize => Rule::pg(12).into(),
        _ => [Rule::pg(9), Rule::pg(12)].into(),
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

    /// The verb, as of several who do it.
    const fn verb(&self) -> &'static str {
        match (self.kind, self.manner) {
            (ActionKind::Stand, _) => "stand",
            (ActionKind::Move, _) => "move",
            (ActionKind::Run, _) => "run",
            (ActionKind::Hide, _) => "move out of sight",
            (ActionKind::Appear, _) => "come into sight",
            (ActionKind::Escape, _) => "make",
            (ActionKind::Charge, Manner::Closing) => "close with",
            (ActionKind::Charge, _) => "charge",
            (ActionKind::Shoot, Manner::Casting) => "cast at",
            (ActionKind::Shoot, _) => "shoot at",
            (ActionKind::Volley, _) => "fire a volley at",
            (ActionKind::ShootInHaste, _) => "fire in haste at",
            (ActionKind::AllShoot, _) => "shoot, as everyone who can",
            (ActionKind::Fight, _) => "fight on",
            (ActionKind::ToMe, _) => "call “To me!”",
            (ActionKind::Reload, _) => "reload",
            (ActionKind::LieLow, _) => "lie low",
            (ActionKind::Prepare, _) => "prepare",
            (ActionKind::Set, _) => "set weapons against a charge",
        }
    }

    /// What follows the verb: a destination or a target, with a blank before it.
    fn object(&self, names: &Names, scene: &Scene<'_>, to: Option<Point>) -> String {
        match self.kind {
            ActionKind::Escape => {
                format!(" for {}", exit(scene, self.side))
            }
            ActionKind::Move | ActionKind::Run | ActionKind::Hide | ActionKind::Appear => {
                self.destination(names, scene, to)
            }
            ActionKind::Charge
            | ActionKind::Shoot
            | ActionKind::Volley
            | ActionKind::ShootInHaste => format!(" {}", self.body(names, scene)),
            _ => String::new(),
        }
    }

    fn destination(&self, names: &Names, scene: &Scene<'_>, to: Option<Point>) -> String {
        if let Some(place) = self.place {
            return format!(" towards {}", names.place(place));
        }
        let Some(to) = to else { return String::new() };
        // Stragglers move to where their leader stands; a point behind a corner is one, whoever stands there by chance.
        let stands_there = |i: &usize| {
            self.kind == ActionKind::Move && scene.positions[self.side].get(*i) == Some(&to)
        };
        match members(scene.alive[self.side]).find(stands_there) {
            Some(i) => format!(" towards {}", names.figure(FigureId::new(self.side, i))),
            None => format!(" to {}", point(to)),
        }
    }

    /// Those aimed at: a body, and not a man (LL-01), unless he is by himself.
    fn body(&self, names: &Names, scene: &Scene<'_>) -> String {
        let Some(target) = self.target else {
            return String::from("the enemy");
        };
        let side = target.side();
        let at = scene.positions[side][target.index()];
        let group = i64::from(scene.battle.spec().rules.movement.group);
        let is_near = |i: usize| scene.positions[side][i].distance2(at) <= group * group;
        let has_company = members(scene.alive[side]).any(|i| i != target.index() && is_near(i));
        let name = names.figure(target);
        if has_company { format!("the body round {name}") } else { name.to_owned() }
    }
}

/// What those who take part do, as of several, and how the sentence begins before them.
pub(super) fn predicate(
    names: &Names,
    scene: &Scene<'_>,
    aim: &Aim,
    to: Option<Point>,
) -> (String, String) {
    if aim.kind == ActionKind::ToMe {
        let leader = aim.target.map_or("a leader", |leader| names.figure(leader));
        return (format!("{leader} calls “To me!” and "), String::from("come"));
    }
    (String::new(), aim.verb().to_owned() + &aim.object(names, scene, to))
}

/// An action as a sentence about those who take part.
pub(super) fn does(
    names: &Names,
    scene: &Scene<'_>,
    aim: &Aim,
    figures: FigureSet,
    to: Option<Point>,
) -> String {
    let does = |verb: &str| names.does(aim.side, figures, verb);
    match aim.kind {
        ActionKind::Stand => String::from("nobody does anything"),
        ActionKind::Set if figures.count_ones() > 1 => does("set their weapons against a charge"),
        ActionKind::Set => does("set a weapon against a charge"),
        _ => {
            let (before, verb) = predicate(names, scene, aim, to);
            before + &does(&verb)
        }
    }
}

/// An action as an intention.
pub(super) fn means(names: &Names, scene: &Scene<'_>, aim: &Aim) -> String {
    match aim.kind {
        ActionKind::AllShoot => String::from("to have everyone shoot"),
        ActionKind::Hide | ActionKind::Appear => format!("to {}", aim.verb()),
        _ => format!("to {}{}", aim.verb(), aim.object(names, scene, None)),
    }
}

/// What somebody does not do that he was to do.
pub(super) fn nothing_of(kind: ActionKind, manner: Manner) -> &'static str {
    match kind {
        ActionKind::Shoot if manner == Manner::Casting => "no spell",
        ActionKind::Fight => "no blow",
        ActionKind::LieLow => "not hidden",
        ActionKind::Prepare => "not prepared",
        ActionKind::Set => "no weapon set",
        ActionKind::Reload => "no loading",
        kind if kind.is_shooting() => "no shot",
        _ => "no move",
    }
}

/// Why he does not do it.
pub(super) const fn reason(why: Hindrance) -> &'static str {
    match why {
        Hindrance::Gone => "down or gone by then",
        Hindrance::TargetGone => "the enemy is down or gone by then",
        Hindrance::NoContact => "no enemy is in contact",
        Hindrance::Crowded => "others are at that enemy already",
        Hindrance::OtherMatch => "whoever is in contact has no part in the match",
        Hindrance::InMelee => "in melee by then",
        Hindrance::Unloaded => "not loaded",
        Hindrance::HasRun => "after running",
        Hindrance::OutOfRange => "nobody aimed at is in range",
        Hindrance::OutOfSight => "nobody aimed at is in sight",
        Hindrance::Hopeless => "no roll would hit",
        Hindrance::Met => "in contact with the enemy",
        Hindrance::Pinned => "pinned",
        Hindrance::Withdrawn => "withdrawn from the fight",
        Hindrance::ThrownBack => "thrown back before it",
        Hindrance::Halted => "met by an enemy before it",
        Hindrance::Stuck => "no way on",
        Hindrance::RoundOver => "not over yet, and may go on in the next round",
        Hindrance::Found => "found by the enemy first",
    }
}

/// The edge by which a side leaves the table.
pub(super) fn exit(scene: &Scene<'_>, side: Side) -> &'static str {
    match scene.battle.spec().sides[side].exit {
        Some(Edge::Left) => "the left edge",
        Some(Edge::Right) => "the right edge",
        Some(Edge::Bottom) => "the lower edge",
        Some(Edge::Top) => "the upper edge",
        None => "the edge",
    }
}
