//! Which way each figure looks, who has come to his enemies and not fought since, and what that makes of blows (ADC-4). All
//! of it from events and positions alone.

use super::drill::passes_corner;
use super::{Auditor, each, has, in_contact, scene_at};
use crate::battle::geometry::Point;
use crate::battle::{BattleSpec, FigureId};
use crate::event::{ActionKind, Event, FigureSet, MoveKind, Scene};
use crate::rule::Rule;
use crate::rulebook::{NerveResult, System};
use crate::side::{BySide, Side};

/// The way that somebody looks.
#[derive(Debug, Clone, Copy)]
struct Front {
    way: Point,
    /// He went that way bit by bit, and may have gone the last bit a little to one side.
    roughly: bool,
}

impl Front {
    const fn from(from: Point, to: Point) -> Self {
        Self { way: Point::new(to.x - from.x, to.y - from.y), roughly: false }
    }

    /// Whether a point is more than 135 degrees off it, seen from another; `None` if that is too near to tell.
    fn turns_its_back_on(&self, at: Point, point: Point) -> Option<bool> {
        let (x, y) = (i64::from(point.x - at.x), i64::from(point.y - at.y));
        let (u, v) = (i64::from(self.way.x), i64::from(self.way.y));
        let (away, beside) = (-(x * u + y * v), (x * v - y * u).abs());
        let is_clear = !self.roughly || (away - beside).abs() * 4 > away.abs() + beside;
        is_clear.then_some(away > beside)
    }
}

/// What the books know of it.
#[derive(Debug, Clone)]
pub(super) struct Fronts {
    /// `None` where what has been told leaves it open.
    of: BySide<Vec<Option<Front>>>,
    /// Those who have come to their enemies and not fought since.
    fresh: BySide<FigureSet>,
    /// Those who have run at the enemy in reaction to the action under way.
    answer: BySide<FigureSet>,
    /// Those who have fought in the last round of melee, and those of them who have struck.
    fought: BySide<FigureSet>,
    struck: BySide<FigureSet>,
    /// Somebody has left that round before it was over.
    torn: bool,
}

impl Fronts {
    pub(super) fn new(spec: &BattleSpec) -> Self {
        let none = BySide([0, 0]);
        Self {
            of: BySide::from_fn(|side| {
                let side = &spec.sides[side];
                let facing = |unit: usize| Front::from(Point::default(), side.units[unit].facing);
                let figures = side.figures.iter();
                figures.map(|figure| Some(facing(usize::from(figure.unit.0)))).collect()
            }),
            fresh: none,
            answer: none,
            fought: none,
            struck: none,
            torn: false,
        }
    }

    fn looks(&mut self, figure: FigureId, front: Option<Front>) {
        self.of[figure.side()][figure.index()] = front;
    }

    /// Whether an enemy stands behind a figure that looks so.
    fn is_behind(
        scene: &Scene<'_>,
        figure: FigureId,
        front: Option<Front>,
        enemy: FigureId,
    ) -> Option<bool> {
        front?.turns_its_back_on(scene_at(scene, figure), scene_at(scene, enemy))
    }

    fn is_fresh(&self, figure: FigureId) -> bool {
        has(self.fresh[figure.side()], figure.index())
    }

    /// The round of melee is over.
    fn round_is_over(&mut self) {
        for side in Side::BOTH {
            self.fresh[side] &= !self.fought[side];
        }
        self.fought = BySide([0, 0]);
        self.struck = BySide([0, 0]);
        self.torn = false;
    }

    fn comes(&mut self, figure: FigureId) {
        self.fresh[figure.side()] |= 1 << figure.index();
    }
}

impl Auditor {
    /// Enters what an event other than a blow changes.
    pub(super) fn enter_fronts(&mut self, scene: &Scene<'_>, event: &Event) {
        let fronts = &mut self.books_mut().fronts;
        for side in Side::BOTH {
            fronts.fresh[side] &= scene.engaged[side];
        }
        match *event {
            Event::Acts { .. } => {
                fronts.answer = BySide([0, 0]);
                if !scene.battle.spec().rules.system.fights_by_turn() {
                    fronts.fresh = BySide([0, 0]);
                }
            }
            Event::MeleeRound { .. } => fronts.round_is_over(),
            // Who withdraws goes back with his face to the enemy.
            Event::Moves {
                figure, from, to, why: MoveKind::PushBack | MoveKind::Retreat, ..
            } => fronts.looks(figure, Some(Front::from(to, from))),
            Event::Moves { figure, from, to, way, why, .. } => {
                // Of a way with corners only its length is told, and not its last leg.
                let is_straight = way <= from.distance(to) + 1 && !passes_corner(scene, from, to);
                let front = Front { roughly: true, ..Front::from(from, to) };
                fronts.looks(figure, is_straight.then_some(front));
                if why == MoveKind::ReactEngage {
                    fronts.answer[figure.side()] |= 1 << figure.index();
                }
            }
            // Whom he meant may be somewhere else by now.
            Event::Attacks { by, band: Some(_), reactive: false, .. } => fronts.looks(by, None),
            Event::Contact { figure, enemy } => {
                fronts.round_is_over();
                fronts.comes(figure);
                if has(fronts.answer[enemy.side()], enemy.index()) {
                    fronts.comes(enemy);
                }
            }
            Event::NerveCheck { result, .. } => fronts.torn |= result != NerveResult::Holds,
            // They turn to whom they are about to strike at, if he does not fall before.
            Event::Completes { side, action: ActionKind::Fight, figures, .. } => {
                each(figures).for_each(|i| fronts.looks(FigureId::new(side, i), None))
            }
            Event::SegmentRoll { .. } => self.turn_about(scene),
            _ => {}
        }
    }

    /// At the start of a round whoever has all enemies in contact behind him turns to the first of them.
    fn turn_about(&mut self, scene: &Scene<'_>) {
        let books = self.books_mut();
        let happened = books.score.happened;
        for side in Side::BOTH {
            for figure in each(scene.alive[side]).map(|i| FigureId::new(side, i)) {
                let front = books.fronts.of[side][figure.index()];
                let at = scene_at(scene, figure);
                let mut met = each(scene.alive[!side])
                    .map(|j| FigureId::new(!side, j))
                    .filter(|j| in_contact(scene.battle, happened, at, scene_at(scene, *j)));
                let Some(first) = met.next() else { continue };
                let behind = |enemy| Fronts::is_behind(scene, figure, front, enemy);
                let is_lost =
                    std::iter::once(first).chain(met).map(behind).reduce(|all, one| {
                        match (all, one) {
                            (Some(false), _) | (_, Some(false)) => Some(false),
                            (Some(true), Some(true)) => Some(true),
                            _ => None,
                        }
                    });
                match is_lost.flatten() {
                    Some(true) => {
                        let turned = Front::from(at, scene_at(scene, first));
                        books.fronts.looks(figure, Some(turned));
                    }
                    Some(false) => {}
                    None => books.fronts.looks(figure, None),
                }
            }
        }
    }

    /// Judges a blow by how its target looks, and enters it: whoever strikes looks at whom he strikes at.
    pub(super) fn check_front(
        &mut self,
        scene: &Scene<'_>,
        (by, target): (FigureId, FigureId),
        rear: bool,
        is_free: bool,
    ) {
        let system = scene.battle.spec().rules.system;
        let fronts = &mut self.books_mut().fronts;
        let front = fronts.of[target.side()][target.index()];
        let is_round = system != System::Adnd && !is_free;
        let runs_in = fronts.is_fresh(by) && !fronts.is_fresh(target);
        let has_struck = has(fronts.struck[target.side()], target.index());
        let mut behind = Fronts::is_behind(scene, target, front, by);
        if is_round && !runs_in && !has_struck && behind != Some(false) {
            // The first blow at somebody is his for whom his own is meant, unless that one has gone.
            behind = (!fronts.torn).then_some(false);
        }
        if !system.has_turns() {
            behind = Some(false);
        }
        if !is_free {
            let turned = Front::from(scene_at(scene, by), scene_at(scene, target));
            fronts.looks(by, Some(turned));
            fronts.struck[by.side()] |= 1 << by.index();
            for who in [by, target] {
                fronts.fought[who.side()] |= 1 << who.index();
            }
        }
        self.expect(behind.is_none_or(|behind| behind == rear), Rule::adc(4), || {
            let from = if rear { "from" } else { "not from" };
            format!("{by:?} strikes at {target:?}, who looks {front:?}, {from} behind")
        });
    }

    /// Whether a figure charges home, as his blows and those at him are judged; `None` in a round of segments, where that
    /// hangs on what was declared.
    pub(super) fn has_charged(&mut self, scene: &Scene<'_>, figure: FigureId) -> Option<bool> {
        let is_round = scene.battle.spec().rules.system != System::Adnd;
        is_round.then(|| self.books_mut().fronts.is_fresh(figure))
    }
}
