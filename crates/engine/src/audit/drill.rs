//! What the rules of petite guerre ask of the past: who moved and how fast, whose weapon is empty, who is wounded, which
//! way units face (PG-05 to PG-10, PG-14). All of it from events alone.

use super::{Auditor, has, plays, scene_at};
use crate::battle::geometry::{Len, Point, UNIT};
use crate::battle::{BattleSpec, FigureId, Going, Leg};
use crate::event::{ActionKind, Event, FigureSet, FireKind, MoveKind, Scene};
use crate::rulebook::{Formation, Pace, System, step_down};
use crate::side::{BySide, Side};

/// The figures in those states.
#[derive(Debug, Clone)]
pub(super) struct Drill {
    /// Those who have moved in their side's last turn, or so far in this one.
    pub(super) moved: BySide<FigureSet>,
    /// Those who have moved fast in this turn, and in the one before.
    ran: BySide<FigureSet>,
    pub(super) hurried: BySide<FigureSet>,
    pub(super) unloaded: BySide<FigureSet>,
    /// Those who have reloaded in this turn.
    pub(super) hasty: BySide<FigureSet>,
    pub(super) wounded: BySide<FigureSet>,
    /// Those in contact who came to it.
    pub(super) came: BySide<FigureSet>,
    /// Which way each unit faces; `None` where what has been told leaves it open.
    pub(super) facing: BySide<Vec<Option<Point>>>,
    /// By whose move in the action under way: that of the last of its figures counts.
    turned_by: BySide<Vec<usize>>,
    /// Where there are no turns, whose action is under way.
    acting: Option<Side>,
}

/// How fast an action moves (PG-06).
pub(super) const fn pace(kind: ActionKind) -> Pace {
    match kind {
        ActionKind::Run | ActionKind::Charge | ActionKind::Escape => Pace::Fast,
        _ => Pace::Normal,
    }
}

impl Drill {
    pub(super) fn new(spec: &BattleSpec) -> Self {
        let none = BySide([0, 0]);
        Self {
            moved: none,
            ran: none,
            hurried: none,
            unloaded: none,
            hasty: none,
            wounded: none,
            came: none,
            facing: BySide::from_fn(|side| {
                let units = spec.sides[side].units.iter();
                units.map(|unit| Some(unit.facing)).collect()
            }),
            turned_by: BySide::from_fn(|side| vec![0; spec.sides[side].units.len()]),
            acting: None,
        }
    }

    pub(super) fn is_wounded(&self, figure: FigureId) -> bool {
        has(self.wounded[figure.side()], figure.index())
    }

    /// A die of a figure, stepped down if he is wounded (PG-08).
    pub(super) fn die(&self, figure: FigureId, sides: u8) -> u8 {
        if self.is_wounded(figure) { step_down(sides) } else { sides }
    }

    /// How far a figure goes at a pace, by his formation and whether he is mounted; without paces by his troop type, if
    /// that has a full move of its own.
    pub(super) fn full_move(&self, scene: &Scene<'_>, figure: FigureId, pace: Pace) -> Len {
        let spec = scene.battle.spec();
        let movement = &spec.rules.movement;
        let of = &spec.sides[figure.side()].figures[figure.index()];
        let mounted = of.mounted;
        let own = spec.rules.troops[of.troops].rate;
        let line = usize::from(is_in_line(scene, figure));
        match (&movement.paces, mounted) {
            (Some(paces), true) => paces.cavalry[line][pace as usize],
            (Some(paces), false) => paces.infantry[line][pace as usize],
            (None, true) => own.unwrap_or(movement.mounted),
            (None, false) => match movement.strides {
                Some(strides) => {
                    let unit = scene.battle.traits(figure).unit;
                    let traits = scene.battle.traits_of(figure.side());
                    let alone = traits.iter().filter(|mate| mate.unit == unit).count() == 1;
                    let yards = i32::from(strides.stature) - i32::from(!alone);
                    (yards * i32::from(strides.count) * strides.yard).max(1)
                }
                None => own.unwrap_or(movement.foot),
            },
        }
    }

    /// The same with the slow move of the wounded (PG-06, PG-08).
    pub(super) fn allowance(&self, scene: &Scene<'_>, figure: FigureId, pace: Pace) -> Len {
        let pace = if self.is_wounded(figure) { Pace::Slow } else { pace };
        self.full_move(scene, figure, pace)
    }

    /// Whether a point lies more than 45 degrees off the way that a figure's unit faces; `None` if that is not known.
    pub(super) fn is_beside_front(
        &self,
        scene: &Scene<'_>,
        figure: FigureId,
        point: Point,
    ) -> Option<bool> {
        let unit = scene.battle.traits(figure).unit.0 as usize;
        let facing = self.facing[figure.side()][unit]?;
        let at = scene_at(scene, figure);
        let (x, y) = (i64::from(point.x - at.x), i64::from(point.y - at.y));
        let (u, v) = (i64::from(facing.x), i64::from(facing.y));
        Some(x * u + y * v < (x * v - y * u).abs())
    }

    fn turn_over(&mut self, side: Side) {
        self.hurried[side] = std::mem::take(&mut self.ran[side]);
        self.hasty[side] = 0;
    }

    fn turn_to(&mut self, scene: &Scene<'_>, figure: FigureId, from: Point, to: Point) {
        if from != to {
            let unit = scene.battle.traits(figure).unit.0 as usize;
            let way = Point::new(to.x - from.x, to.y - from.y);
            self.facing[figure.side()][unit] = Some(way);
        }
    }
}

/// Whether a figure stands in line (PG-11).
pub(super) fn is_in_line(scene: &Scene<'_>, figure: FigureId) -> bool {
    let side = &scene.battle.spec().sides[figure.side()];
    let unit = &side.units[side.figures[figure.index()].unit.0 as usize];
    matches!(unit.formation, Formation::Line { .. })
}

/// Whether a straight way comes so near to a corner of what bars the way that it may be a way round it after all.
pub(super) fn passes_corner(scene: &Scene<'_>, from: Point, to: Point) -> bool {
    let leg = Leg::new(from, to);
    let features = &scene.battle.spec().features;
    let mut corners = features
        .iter()
        .filter(|feature| feature.going == Going::Barred)
        .flat_map(|feature| &feature.corners);
    corners.any(|corner| leg.at(leg.nearest(*corner)).distance(*corner) <= UNIT)
}

impl Auditor {
    /// A turn is over: what counted for one turn does so no more, and what counts in the next one does now. Comes before
    /// an event is judged.
    pub(super) fn enter_turns(&mut self, scene: &Scene<'_>, event: &Event) {
        let drill = &mut self.books_mut().drill;
        if plays(scene, System::PetiteGuerre) {
            if let Event::TurnBegins { side, .. } = *event {
                drill.turn_over(side);
                drill.moved[side] = 0;
            }
        } else {
            // Each action is a turn, and over before anyone tries to seize the initiative.
            let is_over = matches!(
                event,
                Event::Nominates { .. }
                    | Event::Declines { .. }
                    | Event::Acts { .. }
                    | Event::Forfeits { .. }
            );
            if is_over && let Some(side) = drill.acting.take() {
                drill.turn_over(side);
            }
            if let Event::Acts { side, .. } = *event {
                drill.acting = Some(side);
                drill.moved[side] = 0;
            }
        }
        if matches!(event, Event::Acts { .. }) {
            for turned_by in &mut drill.turned_by.0 {
                turned_by.fill(0);
            }
        }
    }

    /// Enters what an event changes, after it has been judged.
    pub(super) fn enter_drill(&mut self, scene: &Scene<'_>, event: &Event) {
        let books = self.books_mut();
        let kind = books.kind;
        let drill = &mut books.drill;
        for side in Side::BOTH {
            drill.came[side] &= scene.engaged[side];
        }
        match *event {
            Event::Moves { figure, from, to, way, why, .. } => {
                let (side, bit) = (figure.side(), 1 << figure.index());
                if why == MoveKind::Rout {
                    drill.moved[side] |= bit;
                }
                if why != MoveKind::Action {
                    return;
                }
                drill.moved[side] |= bit;
                let has_paces = scene.battle.spec().rules.movement.paces.is_some();
                if has_paces && pace(kind) == Pace::Fast && !drill.is_wounded(figure) {
                    drill.ran[side] |= bit;
                }
                let unit = scene.battle.traits(figure).unit.0 as usize;
                if figure.index() < drill.turned_by[side][unit] {
                    return;
                }
                drill.turned_by[side][unit] = figure.index();
                // Of a way with corners only its length is told, and not its last leg.
                if way <= from.distance(to) + 1 && !passes_corner(scene, from, to) {
                    drill.turn_to(scene, figure, from, to);
                } else {
                    drill.facing[side][unit] = None;
                }
            }
            Event::Contact { figure, .. } => drill.came[figure.side()] |= 1 << figure.index(),
            Event::Shoots { shooter, reactive: false, .. }
            | Event::Attacks { by: shooter, band: Some(_), reactive: false, .. } => {
                // Whom he meant may have been pushed back meanwhile.
                let unit = scene.battle.traits(shooter).unit.0 as usize;
                drill.facing[shooter.side()][unit] = None;
            }
            Event::Fires { shooter, target, fire, reactive, .. } => {
                let (side, bit) = (shooter.side(), 1 << shooter.index());
                drill.unloaded[side] |= bit;
                drill.hasty[side] &= !bit;
                // A volley turns its unit by him who is nearest to the target: see there.
                if !reactive && fire != FireKind::Volley {
                    let (from, to) = (scene_at(scene, shooter), scene_at(scene, target));
                    drill.turn_to(scene, shooter, from, to);
                }
            }
            Event::Reloads { figure, loaded: true, .. } => {
                drill.unloaded[figure.side()] &= !(1 << figure.index());
                drill.hasty[figure.side()] |= 1 << figure.index();
            }
            Event::RankReloads { side, figures, loaded: true, .. } => {
                drill.unloaded[side] &= !figures
            }
            Event::Struck { figure, kills: false, .. } => {
                drill.wounded[figure.side()] |= 1 << figure.index()
            }
            _ => {}
        }
    }

    /// A volley has been fired from one point at another: the unit faces that way.
    pub(super) fn volley_turns(&mut self, scene: &Scene<'_>, first: FigureId, target: FigureId) {
        let (from, to) = (scene_at(scene, first), scene_at(scene, target));
        self.books_mut().drill.turn_to(scene, first, from, to);
    }
}
