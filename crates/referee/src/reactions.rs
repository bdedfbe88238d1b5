//! Which figures may be shot at, which may react and to what, and which may not go back to where they hid (LL-01, LL-05 c,
//! LL-11, LL-12).

use crate::goals::is_at_exit;
use crate::known::*;
use crate::steps::may_not_attack;

/// Ways are examined in steps of this length.
const STEP: Len = UNIT / 16;

/// The current action as the other side sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// Figures that take part in it, and figures that have shot in it.
    acting: FigureSet,
    fired: FigureSet,
    /// Where each figure of the other side stood when it began.
    at: Vec<Point>,
    /// The other side's groups at that time, if it is a shooting action.
    bodies: Vec<FigureSet>,
    /// The group shot at, and all figures that may reply.
    target: FigureSet,
    shot_at: FigureSet,
    /// Where each figure went from and to, and how far.
    went: Vec<Option<(Point, Point, Len)>>,
    /// Reactive shots at each moving figure.
    shots: Vec<u32>,
    /// Figures that have come into contact.
    met: FigureSet,
    /// Figures of the other side in contact when the round on contact was fought.
    beset: FigureSet,
    /// The current reaction by shooting is a reply.
    pub(crate) reply: bool,
    engage: FigureSet,
    run: FigureSet,
    /// A nominee that changes sight, and where it stood before it last did so, if ever.
    lurks: Option<(FigureId, Option<Point>)>,
    /// For each figure, where it stood before it last qualified by a change of sight.
    origins: BySide<Vec<Option<Point>>>,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Self {
            went: vec![None; MAX_FIGURES],
            shots: vec![0; MAX_FIGURES],
            origins: BySide::from_fn(|_| vec![None; MAX_FIGURES]),
            ..Self::default()
        }
    }

    /// Returns where a figure that moved in the current action set out from.
    pub(crate) fn start_of(&self, figure: FigureId) -> Option<Point> {
        self.went[figure.index()].map(|(start, ..)| start)
    }

    /// Returns where a figure that moved in the current action set out from, if it went straight.
    pub(crate) fn straight_from(&self, figure: FigureId) -> Option<Point> {
        let (start, end, way) = self.went[figure.index()]?;
        (way <= start.distance(end) + 1).then_some(start)
    }
}

/// Returns whether another figure stands near enough to a figure's end point to have stopped it.
pub(crate) fn is_crowded(scene: &Scene<'_>, figure: FigureId, to: Point) -> bool {
    anybody_else_within(scene, figure, to, 2 * rulebook(scene).movement.base)
}

impl Audit<'_> {
    pub(crate) fn check_reactions(&mut self) {
        match *self.event {
            Event::Acts { .. } => self.see_action(),
            Event::Moves { figure, from, to, way, why, .. } => {
                self.see_move(figure, (from, to, way), why);
            }
            Event::Contact { figure, .. } if figure.side() == self.books.holder => {
                self.books.seen.met |= 1 << figure.index();
            }
            Event::MeleeRound { why: MeleeKind::Contact } => {
                self.books.seen.beset = self.scene.engaged[!self.books.holder];
            }
            // Figures that react by moving are of one unit (WS-03).
            Event::Reacts { figures, reaction, .. } => {
                let seen = &mut self.books.seen;
                match reaction {
                    ReactionKind::Towards | ReactionKind::HeadOff => seen.engage = figures,
                    reaction if reaction.is_move() => seen.run = figures,
                    _ => {}
                }
            }
            Event::ReactsShooting { reply, .. } => self.books.seen.reply = reply,
            Event::ReactsMoving { side, engage, run } => {
                self.see_reaction(side, engage, run);
            }
            _ => match self.books.shot(self.event) {
                Some(([shooter, target], true)) => self.see_reactive_shot(shooter, target),
                Some(([shooter, target], false)) => self.see_shot(shooter, target),
                None => {}
            },
        }
    }

    fn see_action(&mut self) {
        told!(self: Event::Acts { side, action, figures, first, .. });
        let mut bodies: Vec<FigureSet> = Vec::new();
        if action.is_shooting() {
            for j in each(self.scene.alive[!side]) {
                if !bodies.iter().any(|body| has(*body, j)) {
                    bodies.push(self.body_of(!side, j));
                }
            }
        }
        let books = &mut *self.books;
        let origins = std::mem::take(&mut books.seen.origins);
        books.seen = Seen {
            acting: figures,
            at: self.scene.positions[!side].to_vec(),
            bodies,
            origins,
            ..Seen::new()
        };
        if first == Some(Qualifies::ChangesSight) {
            books.seen.lurks = books.seizing.bound.map(|bound| {
                let nominee = bound.nominee;
                (nominee, books.seen.origins[nominee.side()][nominee.index()])
            });
            for i in each(figures) {
                books.seen.origins[side][i] = Some(self.scene.positions[side][i]);
            }
        }
    }

    fn see_move(&mut self, figure: FigureId, way: (Point, Point, Len), why: MoveKind) {
        let seen = &mut self.books.seen;
        match why {
            MoveKind::Action => {
                seen.went[figure.index()] = Some(way);
                if let Some((_, origin)) = seen.lurks.filter(|(nominee, _)| *nominee == figure) {
                    self.lurks(figure, way, origin);
                }
            }
            MoveKind::ReactEngage | MoveKind::ReactRun => {
                let declared = if why == MoveKind::ReactRun { seen.run } else { seen.engage };
                must!(self: has(declared, figure.index()) => ll(11), "{figure:?} reacts undeclared");
            }
            _ => {}
        }
    }

    /// Checks that a figure that seizes by a change of sight comes into the enemy's sight, or goes out of it where that counts,
    /// with a purpose, and not merely back (LL-05 c).
    fn lurks(
        &mut self,
        figure: FigureId,
        (from, to, _): (Point, Point, Len),
        origin: Option<Point>,
    ) {
        let enemy = !figure.side();
        let terrain = self.terrain();
        let is_seen = |at: Point| {
            self.scene.standing(enemy).any(|(_, other)| terrain.sees_plainly(at, other))
        };
        let (before, after) = (is_seen(from), is_seen(to));
        must!(self: before != after => ll(5),
            "{figure:?} does not change sight: {before} before, {after} after");
        let back =
            origin.is_some_and(|origin| to.distance(origin) + ROUNDING < from.distance(origin));
        must!(self: !back => ll(5), "{figure:?} moves back to change sight again");
        let counts = !before || self.rules.options.sight_move != SightMove::IntoOnly;
        must!(self: counts => ll(5), "{figure:?} goes out of sight, which is no first action");
        let has_purpose = self.has_purpose(figure.side(), from, to);
        must!(self: has_purpose => ll(5), "{figure:?} changes sight to no purpose");
    }

    /// Returns whether a move ends nearer, straight or by the way round, to the nearest enemy, the side's objective or its
    /// exit.
    fn has_purpose(&mut self, side: Side, from: Point, to: Point) -> bool {
        let spec = self.scene.spec();
        let own = &spec.sides[side];
        let edge = own.exit.map(|exit| match exit {
            Edge::Left => Point::new(0, from.y),
            Edge::Right => Point::new(spec.width, from.y),
            Edge::Bottom => Point::new(from.x, 0),
            Edge::Top => Point::new(from.x, spec.height),
        });
        let place = own.objective.map(|place| spec.places[usize::from(place.0)].at);
        let enemies = self.scene.standing(!side).map(|(_, at)| at);
        let enemy = enemies.min_by_key(|at| at.distance2(from));
        edge.into_iter()
            .chain(place)
            .chain(enemy)
            .any(|at| to.distance(at) < from.distance(at) || self.nearer_round(from, to, at) > 0.0)
    }

    /// Checks a reactive movement: only after a contact, only near the figures that made it, and all alike if the rules say so
    /// (LL-11).
    fn see_reaction(&mut self, side: Side, engage: FigureSet, run: FigureSet) {
        let seen = &mut self.books.seen;
        seen.engage = engage;
        seen.run = run;
        let (met, beset) = (seen.met, seen.beset);
        let rules = self.rules;
        let together = rules.options.reactive_movement == ReactiveMovement::Together;
        must!(self: !(together && engage != 0 && run != 0) => ll(11), "some engage and some run");
        must!(self: engage & run == 0 => ll(11), "somebody engages and runs");
        let has_fought =
            rules.options.reactors == Reactors::Bystanders && (engage | run) & beset != 0;
        must!(self: !has_fought => ll(11), "somebody reacts who has just been in melee");
        let (own, positions) = (self.scene.alive[!side], self.scene.positions[!side]);
        let mut chain = met & own;
        loop {
            let next = each(own).filter(|i| {
                each(chain).any(|k| positions[*i].distance(positions[k]) <= 2 * rules.movement.base)
            });
            let grown = next.fold(chain, |set, i| set | 1 << i);
            if grown == chain {
                break;
            }
            chain = grown;
        }
        for i in each(engage | run) {
            let at = self.scene.positions[side][i];
            let near = each(chain).any(|k| positions[k].distance(at) <= rules.movement.reaction);
            must!(self: near => ll(11), "{side:?}{i} reacts to nobody near");
        }
    }

    /// Checks a shot of an action: by figures that take part, and at one group unless all shoot (LL-01, LL-13).
    fn see_shot(&mut self, shooter: FigureId, target: FigureId) {
        let books = &mut *self.books;
        if shooter.side() != books.holder {
            // A reaction that is not reported as one is checked elsewhere.
            return;
        }
        let kind = books.kind;
        books.seen.fired |= 1 << shooter.index();
        let acting = has(books.seen.acting, shooter.index());
        let body = books.seen.bodies.iter().find(|body| has(**body, target.index()));
        let body = body.copied().unwrap_or(0);
        let first = books.seen.target;
        books.seen.target = body;
        books.seen.shot_at |= body;
        must!(self: kind.is_shooting() && acting => ll(1),
            "{shooter:?} shoots in: {}", kind.name());
        let one = kind == ActionKind::AllShoot || first == 0 || first == body;
        must!(self: one => ll(1), "one action shoots at two bodies");
    }

    /// Checks a shot in reaction: a reply to a figure that has shot at the shooter's group, or a shot at a figure seen moving,
    /// as often as the inches allow (LL-12).
    fn see_reactive_shot(&mut self, shooter: FigureId, target: FigureId) {
        let books = &self.books;
        if books.seen.reply {
            // A figure that was to shoot and had no shot may be replied to as well (FT-02).
            let may_not = self.rules.fighting.is_by_steps() && may_not_attack(self.scene, target);
            let shot = has(books.seen.fired, target.index()) || may_not;
            let was_shot_at = has(books.seen.shot_at, shooter.index()) || may_not;
            must!(self: shot => ll(12), "{shooter:?} replies to {target:?}, who has not shot");
            let interrupts = self.rules.system.interrupts();
            let by_others = interrupts.is_some_and(|it| it.who != Interrupter::Attacked);
            must!(self: was_shot_at || by_others => ll(12),
                "{shooter:?} replies and is not of a body shot at");
            return;
        }
        let from = books.seen.at[shooter.index()];
        let Some((start, end, way)) = books.seen.went[target.index()] else {
            return self.breach(
                ll(12),
                format!("{shooter:?} shoots in reaction at {target:?}, who has not moved"),
            );
        };
        let Some(missile) = self.scene.traits(shooter).missile else { return };
        let terrain = self.terrain();
        let far = i64::from(missile.range[2]);
        let leaves = is_at_exit(self.scene, target, end) && self.books.kind == ActionKind::Escape;
        let stays = !leaves && end.distance2(from) <= far * far && terrain.sees_plainly(end, from);
        let options = &self.rules.options;
        if options.shots_per_inch == ShotsPerInch::WhenLeavingSight && stays {
            return;
        }
        // For a way with corners only the length is reported; the part in view cannot be more. A corner may cost no length at
        // all, where the straight way would just clip it.
        let straight = start.distance(end);
        let in_view = if way <= straight + 1 && terrain.is_passable(start, end) {
            let steps = straight / STEP + 1;
            let visible = |k: Len| {
                terrain.sees_plainly(
                    start.toward(end, (k * STEP).min(straight), straight.max(1)),
                    from,
                )
            };
            let stretches = (0..steps).filter(|k| visible(*k) || visible(k + 1));
            // A glimpse shorter than a step may lie between two.
            (stretches.count() as Len + 1) * STEP
        } else {
            way
        };
        let inches = ((in_view + UNIT - 1) / UNIT).max(1) as u32;
        // Shooters that returned above use up none of the others' allowance.
        let shots = &mut self.books.seen.shots[target.index()];
        *shots += 1;
        let shots = *shots;
        must!(self: shots <= inches => ll(12),
            "{shots} reactive shots at {target:?}, who was in view for {in_view}/256");
    }
}
