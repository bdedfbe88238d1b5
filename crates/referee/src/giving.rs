//! Giving ground: a figure that is to go back goes back or suffers the next worse effect; only friends in its way give way; a
//! figure with room is never reported to have none; and a retreat gets away from all enemies (LLC-6).

use crate::goals::is_at_exit;
use crate::known::*;

/// A figure this far off others is clear of them, whatever the rounding.
const PLAINLY: Len = 24;

/// The number of parts of the step in which friends give way.
const PARTS: Len = 8;

/// A figure that has been pushed back, and friends that have given way to it.
#[derive(Debug, Clone, Copy)]
struct Pushed {
    side: Side,
    /// How far they go back, if known; and whether only in part, when the figure was hit on its way (LL-12).
    step: Option<Point>,
    in_part: bool,
    /// Figures that have been moved.
    moved: FigureSet,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Giving {
    /// The figure that must go back next, and from where.
    owed: Option<(FigureId, Point)>,
    /// Two figures whose draw throws one of them back; which one is not reported.
    drawn: Option<[FigureId; 2]>,
    /// The figure that must fall next.
    falls: Option<FigureId>,
    pushed: Option<Pushed>,
    /// Figures shot at on their way that no shot has halted yet (LL-12).
    passing: FigureSet,
    /// A figure that has just been hit and goes back.
    hit: Option<FigureId>,
    /// The figure that must go back has open ground for a full move.
    is_open: bool,
    /// A figure that has run to its exit, and so leaves next.
    pub(crate) leaves: Option<FigureId>,
    /// A figure that has just been reported to run from a charge.
    runs: Option<FigureId>,
}

impl Giving {
    /// Returns the figure that has just been beaten in a fight and must go back.
    pub(crate) fn beaten(&self) -> Option<FigureId> {
        self.owed.map(|(figure, _)| figure)
    }

    /// Returns whether a figure has just fought and may have to go back.
    pub(crate) fn has_fought(&self, figure: FigureId) -> bool {
        self.beaten() == Some(figure) || self.drawn.is_some_and(|both| both.contains(&figure))
    }
}

fn step_between(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

fn beyond(p: Point, step: Point) -> Point {
    Point::new(p.x + step.x, p.y + step.y)
}

fn is_off_board(scene: &Scene<'_>, p: Point) -> bool {
    let spec = scene.spec();
    p.x < 0 || p.y < 0 || p.x > spec.width || p.y > spec.height
}

/// Directions off straight back that are allowed, in degrees.
const ASIDE: [f64; 7] = [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0];

/// Returns a step of this length, this far off straight back from an enemy.
fn step_off(at: Point, enemy: Point, aside: f64, way: Len) -> Point {
    let back = f64::from(at.y - enemy.y).atan2(f64::from(at.x - enemy.x));
    let (y, x) = (back + aside.to_radians()).sin_cos();
    Point::new((x * f64::from(way)) as Len, (y * f64::from(way)) as Len)
}

/// Returns distances from clearly more than half a base to a whole one.
fn ways_back(base: Len) -> impl Iterator<Item = Len> {
    let ways = (0..=8).map(move |k| base / 2 + PLAINLY + k * (base / 2 - PLAINLY) / 8);
    ways.filter(move |way| *way <= base)
}

impl Audit<'_> {
    /// Checks that a retreat ends clear of contact with every enemy. A figure that withdraws with its unit (ADC-5, FT-08) or
    /// runs from a charge (WSC-5) gets as far as it can.
    fn retreats_from_all(&mut self) {
        let runs = self.books.giving.runs.take();
        match *self.event {
            Event::RunsFrom { figure, .. } => self.books.giving.runs = Some(figure),
            Event::Moves { figure, to, why: MoveKind::Retreat, .. } if runs != Some(figure) => {
                let fighting = self.rules.fighting;
                let withdraws =
                    fighting == Fighting::Osric || fighting.is_by_steps() && self.withdraws(figure);
                let mut enemies = self.scene.standing(!figure.side());
                let met = enemies.find(|(_, at)| self.in_contact(to, *at)).map(|(j, _)| j);
                must!(self: withdraws || met.is_none() => llc(6),
                    "{figure:?} retreats to where enemy {met:?} is upon him");
            }
            _ => {}
        }
    }

    pub(crate) fn check_giving(&mut self) {
        self.retreats_from_all();
        let rules = self.rules;
        let reading = rules.options.no_room;
        let rule = llc(6);
        let giving = self.books.giving;
        let is_owed = |figure: FigureId| giving.owed.is_none_or(|(owed, _)| owed == figure);
        let (goes, falls) = match *self.event {
            Event::Moves { figure, why: MoveKind::PushBack | MoveKind::Retreat, .. } => {
                (is_owed(figure), false)
            }
            Event::NoRoom { figure, .. } => (is_owed(figure), false),
            Event::Dies { figure, .. } => (false, giving.falls == Some(figure)),
            // The casualty first puts its unit under pressure (PG-04).
            Event::LosesControl { .. } => (false, true),
            _ => (false, false),
        };
        must!(self: giving.owed.is_none() || goes => rule, "{:?} does not go back", giving.owed);
        must!(self: giving.falls.is_none() || falls => rule,
            "{:?} has no room and does not fall", giving.falls);
        if let Some(figure) = giving.leaves {
            let leaves = matches!(*self.event, Event::Escapes { figure: who } if who == figure);
            must!(self: leaves => ll(5), "{figure:?} runs, and stops at his exit");
        }
        let leaves = match *self.event {
            // A figure that runs from a charge at the same time stays on the table (WS-04).
            Event::Moves { figure, to, why, .. }
                if why == MoveKind::Retreat
                    || why == MoveKind::ReactRun && rules.system != System::WarSpike =>
            {
                Some(figure).filter(|_| is_at_exit(self.scene, figure, to))
            }
            _ => None,
        };
        if let (Event::Moves { from, to, .. }, Some((figure, enemy))) = (self.event, giving.owed) {
            let is_nearer = to.distance(enemy) + ROUNDING < from.distance(enemy);
            must!(self: !is_nearer => rule, "{figure:?} goes back towards his enemy");
            if let Event::Moves { cost, allowance, why: MoveKind::Retreat, .. } = *self.event {
                let is_short = 2 * (cost + rules.movement.base) < allowance;
                must!(self: !giving.is_open || !is_short || leaves.is_some() => rule,
                    "{figure:?} retreats {cost}/256 with open ground about him");
            }
        }
        let books = &mut *self.books;
        books.giving.leaves = leaves;
        (books.giving.owed, books.giving.falls, books.giving.drawn) = (None, None, None);
        // A figure that stays where a hit on its way leaves it has no move reported, but is halted all the same.
        let hit = books.giving.hit.take();
        let goes =
            |figure| matches!(*self.event, Event::Moves { figure: who, .. } if who == figure);
        if let Some(figure) = hit.filter(|figure| !goes(*figure)) {
            books.giving.passing &= !(1 << figure.index());
        }
        match *self.event {
            Event::Hit { figure, effect: Effect::PushBack | Effect::Retreat, .. } => {
                books.giving.hit = Some(figure).filter(|figure| figure.side() == books.holder);
            }
            Event::ReactsShooting { side, reply, .. } => {
                books.giving.passing = if reply { 0 } else { books.moved[!side] };
            }
            Event::Moves {
                figure,
                why: MoveKind::PushBack | MoveKind::Halt | MoveKind::Retreat | MoveKind::GiveWay,
                ..
            } => {
                books.giving.passing &= !(1 << figure.index());
            }
            Event::Acts { .. } | Event::MeleeRound { .. } => books.giving.passing = 0,
            _ => {}
        }
        match *self.event {
            Event::Fights { a, b, total_a, total_b, effect, .. } => {
                books.giving.pushed = None;
                let (winner, loser) = if total_a > total_b { (a, b) } else { (b, a) };
                let goes_back = matches!(effect, Effect::PushBack | Effect::Retreat);
                books.giving.drawn = (goes_back && total_a == total_b).then_some([a, b]);
                let is_beaten = goes_back && total_a != total_b;
                if is_beaten && reading != NoRoom::Nothing && !self.in_segments {
                    let enemy = self.scene.at(winner);
                    books.giving.owed = Some((loser, enemy));
                    let rate = self.scene.traits(loser).rate;
                    self.books.giving.is_open =
                        effect == Effect::Retreat && self.has_open_ground(loser, enemy, rate);
                }
            }
            Event::NoRoom { figure, effect } => {
                match effect {
                    Effect::Kill => books.giving.falls = Some(figure),
                    _ => (books.giving.owed, books.giving.drawn) = (giving.owed, giving.drawn),
                }
                must!(self: reading != NoRoom::Nothing => rule,
                    "{figure:?} suffers for want of room");
                if let Some((_, enemy)) = giving.owed {
                    // It retreats two full moves at most, which may be less than a base.
                    let rate = self.scene.traits(figure).rate;
                    let has_room = match effect {
                        Effect::Retreat => self.has_room(figure, enemy),
                        _ => self.has_room_round(figure, enemy, 2 * rate),
                    };
                    must!(self: !has_room => rule, "{figure:?} has room to go back");
                }
            }
            Event::Moves { figure, from, to, why: MoveKind::PushBack, .. } => {
                let moved = 1 << figure.index();
                // A figure hit on its way is reported as moving from where it would have ended.
                let in_part = figure.side() == books.holder && has(giving.passing, figure.index());
                let step = match (in_part, rules.fighting.is_by_steps()) {
                    (false, _) => Some(step_between(from, to)),
                    // By steps several shots may drive it back from where the first left it, which may take no move (FT-06).
                    (true, true) => None,
                    (true, false) => self.step_back_on_way(figure, to),
                };
                self.books.giving.pushed =
                    Some(Pushed { side: figure.side(), step, in_part, moved });
            }
            Event::Moves { figure, from, to, why: MoveKind::GiveWay, .. } => {
                must!(self: reading == NoRoom::GiveWay => rule,
                    "{figure:?} gives way, and nobody does");
                self.gives_way(figure, from, to);
            }
            Event::LosesControl { .. } => books.giving.falls = giving.falls,
            _ => books.giving.pushed = None,
        }
    }

    /// Checks that a figure giving way stood where a figure before it came to stand, and goes the same way, until it stands
    /// clear of that figure or as far as that figure goes.
    fn gives_way(&mut self, figure: FigureId, from: Point, to: Point) {
        let rule = llc(6);
        let base = self.rules.movement.base;
        let Some(pushed) = self.books.giving.pushed.filter(|p| p.side == figure.side()) else {
            return self.breach(rule, format!("{figure:?} gives way to nobody"));
        };
        let at = self.scene.positions[figure.side()];
        let is_before = each(pushed.moved).any(|k| at[k].distance(from) < base);
        let step = step_between(from, to);
        let is_same = pushed.step.is_none_or(|due| {
            let none = Point::new(0, 0);
            let (run, whole) = (step.distance(none), due.distance(none));
            let due = none.toward(due, run.min(whole), whole);
            // A way may bend by a hair and still be as long as a straight one.
            step.distance(due)
                <= if pushed.in_part { self.rules.movement.base / 12 } else { ROUNDING }
        });
        must!(self: is_before && is_same => rule,
            "{figure:?} gives way from {from:?} to {to:?}, and need not");
        let goes_on = pushed.step.filter(|_| !pushed.in_part).is_some_and(|due| {
            let none = Point::new(0, 0);
            let (run, whole) = (step.distance(none), due.distance(none));
            let back = to.toward(from, run.min(whole / PARTS), run.max(1));
            let is_clear = |k: usize| at[k].distance(back) >= base + ROUNDING;
            run + ROUNDING < whole && each(pushed.moved).all(is_clear)
        });
        must!(self: !goes_on => rule, "{figure:?} gives way to {to:?}, further than he must");
        let reach = contact(self.scene.battle);
        let mut enemies = self.scene.standing(!figure.side());
        let is_held = enemies.any(|(_, at)| at.distance(from) < reach);
        must!(self: !is_held => rule, "{figure:?} gives way with an enemy upon him");
        if let Some(pushed) = &mut self.books.giving.pushed {
            pushed.moved |= 1 << figure.index();
        }
    }

    /// Returns the step by which friends give way to a figure hit on its way: a base back along that way, if it was straight.
    fn step_back_on_way(&self, figure: FigureId, to: Point) -> Option<Point> {
        let start = self.books.seen.straight_from(figure)?;
        let (base, gone) = (self.rules.movement.base, to.distance(start));
        Some(step_between(to, to.toward(start, base.min(gone), gone)))
    }

    /// Returns whether a figure can certainly go back a base, or half of one, alone or with friends giving way.
    fn has_room(&mut self, figure: FigureId, enemy: Point) -> bool {
        let movement = &self.rules.movement;
        let (at, base) = (self.scene.at(figure), movement.base);
        let length = enemy.distance(at).max(1);
        let away = |way: Len| {
            let part = |v: Len| (i64::from(v) * i64::from(way) / i64::from(length)) as Len;
            Point::new(part(at.x - enemy.x), part(at.y - enemy.y))
        };
        // At the edge of the board it does not go straight back.
        if is_off_board(self.scene, beyond(at, away(base))) {
            return false;
        }
        let gives_way = self.rules.options.no_room == NoRoom::GiveWay;
        ways_back(base).any(|way| self.can_be_moved(figure, away(way), 1 << figure.index(), false))
            || gives_way
                && (self.crowd_can_be_moved(figure, away(base))
                    || self.has_room_round(figure, enemy, base + 1))
    }

    /// Returns whether a figure can certainly go back by at least half a base but less than `most`, straight back or up to 90
    /// degrees off it.
    fn has_room_round(&mut self, figure: FigureId, enemy: Point, most: Len) -> bool {
        let (at, base) = (self.scene.at(figure), self.rules.movement.base);
        ASIDE.into_iter().any(|aside| {
            ways_back(base).filter(|way| *way < most).any(|way| {
                let step = step_off(at, enemy, aside, way);
                self.can_be_moved(figure, step, 1 << figure.index(), false)
            })
        })
    }

    /// Returns whether a figure can certainly go this far in one of these directions, with no figure near all the way.
    fn has_open_ground(&mut self, figure: FigureId, enemy: Point, far: Len) -> bool {
        let (at, half) = (self.scene.at(figure), self.rules.movement.base / 2);
        ASIDE.into_iter().any(|aside| {
            (1..=far / half.max(1) + 1).all(|k| {
                let step = step_off(at, enemy, aside, k * half);
                self.can_be_moved(figure, step, 1 << figure.index(), false)
            })
        })
    }

    /// Returns whether a figure can certainly be moved by a step, clear of all figures but these of its own side.
    fn can_be_moved(
        &mut self,
        figure: FigureId,
        step: Point,
        but: FigureSet,
        is_friend: bool,
    ) -> bool {
        let (side, at) = (figure.side(), self.scene.at(figure));
        let to = beyond(at, step);
        let (base, touch) = (self.rules.movement.base, contact(self.scene.battle));
        let reach = touch + PLAINLY;
        let friends = self.scene.positions[side];
        let enemies = self.scene.positions[!side];
        let is_crowded =
            each(self.scene.alive[side] & !but).any(|k| friends[k].distance(to) < base + PLAINLY);
        let is_upon =
            |p: Point| each(self.scene.alive[!side]).any(|j| enemies[j].distance(p) < reach);
        // It meets no enemy on the way there either, and gets past one in contact with it.
        let (x, y) = (i64::from(step.x), i64::from(step.y));
        let hair = i64::from(PLAINLY) * (x.abs() + y.abs());
        let is_ahead = |e: Point| x * i64::from(e.x - at.x) + y * i64::from(e.y - at.y) > -hair;
        let halfway = Point::new(at.x + step.x / 2, at.y + step.y / 2);
        let meets = each(self.scene.alive[!side]).filter(|j| is_ahead(enemies[*j])).any(|j| {
            let off = enemies[j].distance(at);
            if is_friend || off >= touch {
                return off < reach || enemies[j].distance(halfway) < reach;
            }
            let points = (0..=8).map(|k| Point::new(at.x + step.x * k / 8, at.y + step.y * k / 8));
            points.skip(1).any(|p| enemies[j].distance(p) < base + PLAINLY)
        });
        // A point a hair further on is free as well, and one a hair to either side.
        let hairs = [(0, 0), (x, y), (-y, x), (y, -x)].map(|(x, y)| {
            let length = (x.abs() + y.abs()).max(1);
            let part = |v: i64| (v * i64::from(PLAINLY) / length) as Len;
            Point::new(to.x + part(x), to.y + part(y))
        });
        let spec = self.scene.spec();
        let ground = self.ground();
        let is_passable = hairs.into_iter().all(|to| ground.lets_pass(at, to));
        // Where walls come this close together on its way, or where it stands, it may be held up before they are closest.
        let is_narrow = [at, halfway, to]
            .into_iter()
            .any(|at| ground.is_narrow_at(at, (spec.width, spec.height), base));
        let is_held = is_friend && is_upon(at);
        let is_barred = !is_passable || is_narrow || is_off_board(self.scene, to);
        !(is_barred || is_crowded || meets || is_upon(to) || is_held)
    }

    fn crowd_can_be_moved(&mut self, figure: FigureId, step: Point) -> bool {
        let side = figure.side();
        let at = self.scene.positions[side];
        let base = self.rules.movement.base;
        let mut crowd: FigureSet = 1 << figure.index();
        loop {
            let near = |k: &usize| {
                each(crowd).any(|i| beyond(at[i], step).distance(at[*k]) < base + PLAINLY)
            };
            let met = set_of(each(self.scene.alive[side] & !crowd).filter(near));
            if met == 0 {
                break;
            }
            crowd |= met;
        }
        each(crowd).all(|k| {
            let is_friend = !has(1 << figure.index(), k);
            self.can_be_moved(FigureId::new(side, k), step, crowd, is_friend)
        })
    }
}
