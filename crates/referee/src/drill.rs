//! What the rules of petite guerre need of the past: which figures moved and how fast, which weapons are empty, which figures
//! are wounded, how units face; and close combat by its dice, which needs most of it (PG-05 to PG-10, PG-13, PG-14).

use crate::known::*;

/// The figures in these states.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drill {
    /// Figures that have moved in their side's last turn, or so far in this one.
    pub(crate) moved: BySide<FigureSet>,
    /// Figures that have moved fast in this turn, and in the one before.
    ran: BySide<FigureSet>,
    pub(crate) hurried: BySide<FigureSet>,
    pub(crate) unloaded: BySide<FigureSet>,
    /// Figures that have reloaded in this turn.
    pub(crate) hasty: BySide<FigureSet>,
    pub(crate) wounded: BySide<FigureSet>,
    /// Figures that charged, or came up to enemies that had not come up to theirs, and have not gone elsewhere since.
    pub(crate) came: BySide<FigureSet>,
    /// The facing of each figure within its unit; `None` where the reports leave it open.
    pub(crate) facing: BySide<Vec<Option<Point>>>,
    /// Where each figure set out from when it last moved.
    pub(crate) from: BySide<Vec<Point>>,
    /// Without turns, the side whose action is under way.
    acting: Option<Side>,
    /// Starting points of figures that have moved in the current action, or round of segments: others may pass there, round
    /// what bars their way (LL-01).
    pub(crate) set_out: Vec<Point>,
}

pub(crate) const fn pace(kind: ActionKind) -> Pace {
    match kind {
        ActionKind::Run | ActionKind::Charge | ActionKind::Escape => Pace::Fast,
        _ => Pace::Normal,
    }
}

impl Drill {
    pub(crate) fn new(spec: &BattleSpec) -> Self {
        Self {
            facing: BySide::from_fn(|side| {
                let of = &spec.sides[side];
                let facing = |unit: UnitId| Some(of.units[usize::from(unit.0)].facing);
                of.figures.iter().map(|figure| facing(figure.unit)).collect()
            }),
            from: BySide::from_fn(|side| vec![Point::default(); spec.sides[side].figures.len()]),
            ..Self::default()
        }
    }

    pub(crate) fn is_wounded(&self, figure: FigureId) -> bool {
        is_in(self.wounded, figure)
    }

    pub(crate) fn die(&self, figure: FigureId, sides: u8) -> u8 {
        if self.is_wounded(figure) { step_down(sides) } else { sides }
    }

    /// Returns how far a figure goes at a pace, by its formation and whether it is mounted; without paces by its troop type, if
    /// that has a full move of its own.
    pub(crate) fn full_move(&self, scene: &Scene<'_>, figure: FigureId, pace: Pace) -> Len {
        let spec = scene.spec();
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
                    let unit = scene.traits(figure).unit;
                    let traits = scene.traits_of(figure.side());
                    let alone = traits.iter().filter(|mate| mate.unit == unit).count() == 1;
                    let yards = i32::from(strides.stature) - i32::from(!alone);
                    (yards * i32::from(strides.count) * strides.yard).max(1)
                }
                None => own.unwrap_or(movement.foot),
            },
        }
    }

    /// Returns how far a figure goes at a pace, with the slow move of wounded figures (PG-06, PG-08).
    pub(crate) fn allowance(&self, scene: &Scene<'_>, figure: FigureId, pace: Pace) -> Len {
        let pace = if self.is_wounded(figure) { Pace::Slow } else { pace };
        self.full_move(scene, figure, pace)
    }

    /// Returns whether a point lies more than 45 degrees off the facing of most of a figure's unit, of which `left` are still
    /// there; `None` if that is not known.
    pub(crate) fn is_beside_front(
        &self,
        scene: &Scene<'_>,
        figure: FigureId,
        left: FigureSet,
        point: Point,
    ) -> Option<bool> {
        let at = scene.at(figure);
        let (x, y) = (i64::from(point.x - at.x), i64::from(point.y - at.y));
        let (mut beside, mut open) = (0, 0);
        for i in each(left) {
            let Some(facing) = self.facing[figure.side()][i] else {
                open += 1;
                continue;
            };
            let (u, v) = (i64::from(facing.x), i64::from(facing.y));
            beside += u32::from(x * u + y * v < (x * v - y * u).abs());
        }
        let [least, most] = [beside, beside + open].map(|count| 2 * count > left.count_ones());
        (least == most).then_some(least)
    }

    fn turn_over(&mut self, side: Side) {
        self.hurried[side] = std::mem::take(&mut self.ran[side]);
        self.hasty[side] = 0;
    }

    fn turn_to(&mut self, figure: FigureId, from: Point, to: Point) {
        if from != to {
            let way = Point::new(to.x - from.x, to.y - from.y);
            self.facing[figure.side()][figure.index()] = Some(way);
        }
    }
}

pub(crate) fn is_in_line(scene: &Scene<'_>, figure: FigureId) -> bool {
    let side = &scene.spec().sides[figure.side()];
    let unit = &side.units[side.figures[figure.index()].unit.0 as usize];
    matches!(unit.formation, Formation::Line { .. })
}

/// Returns whether a straight way may be a way round after all: it comes near a corner of an obstacle, or on a board with
/// obstacles near another figure's starting point, or it leads close past an enemy.
fn may_bend(
    scene: &Scene<'_>,
    figure: FigureId,
    set_out: &[Point],
    from: Point,
    to: Point,
) -> bool {
    let leg = Leg::new(from, to);
    let features = &scene.spec().features;
    let mut corners = features
        .iter()
        .filter(|feature| feature.going == Going::Barred)
        .flat_map(|feature| &feature.corners)
        .peekable();
    let is_near = |p: &Point, off: Len| leg.at(leg.nearest(*p)).distance(*p) <= off;
    // A bend further off would show in the length of the way.
    let off = UNIT / 3;
    let enemy = !figure.side();
    let leads_past = |j: usize| {
        let at = scene.positions[enemy][j];
        (1..leg.length).contains(&leg.nearest(at)) && is_near(&at, contact(scene.battle) + ROUNDING)
    };
    if each(scene.alive[enemy]).any(leads_past) {
        return true;
    }
    corners.peek().is_some()
        && (corners.any(|p| is_near(p, UNIT))
            || set_out.iter().any(|p| *p != from && is_near(p, off)))
}

impl Audit<'_> {
    /// Ends a turn: what counted for one turn ends, and what counts in the next one begins. Runs before an event is checked.
    pub(crate) fn enter_turns(&mut self) {
        let drill = &mut self.books.drill;
        if self.rules.system == System::PetiteGuerre {
            if let Event::TurnBegins { side, .. } = *self.event {
                drill.turn_over(side);
                drill.moved[side] = 0;
            }
        } else {
            // Each action is a turn, and over before any try to seize the initiative.
            let is_over = matches!(self.event, any!(Nominates Declines Acts Forfeits));
            if is_over && let Some(side) = drill.acting.take() {
                drill.turn_over(side);
            }
            if let Event::Acts { side, .. } = *self.event {
                drill.acting = Some(side);
                drill.moved[side] = 0;
            }
        }
        let sets_out = match self.in_segments {
            true => matches!(self.event, Event::SegmentRoll { .. }),
            false => matches!(self.event, Event::Acts { .. }),
        };
        if sets_out {
            drill.set_out.clear();
        }
        if let Event::Moves { from, why: MoveKind::Action | MoveKind::ReactEngage, .. } =
            *self.event
        {
            drill.set_out.push(from);
        }
    }

    /// Enters what an event changes, after it has been checked.
    pub(crate) fn enter_drill(&mut self) {
        // By now a figure in contact with no enemy holds what it stands behind.
        if matches!(self.event, Event::Acts { .. }) && !self.fights_by_turn() && !self.in_segments {
            self.books.drill.came.keep(|side| self.scene.engaged[side]);
        }
        let books = &mut *self.books;
        let kind = books.kind;
        let drill = &mut books.drill;
        match *self.event {
            Event::Moves { figure, from, to, way, why, .. } => {
                let declared = books.segments.declaration_of(figure);
                let charges = declared.map_or(kind, |own| own.action) == ActionKind::Charge;
                if matches!(why, MoveKind::Action | MoveKind::ReactRun | MoveKind::Rout) {
                    drill.came.take(figure);
                }
                if matches!(why, MoveKind::Action | MoveKind::Rout) {
                    drill.moved.put(figure);
                }
                if why != MoveKind::Action {
                    return;
                }
                if charges {
                    drill.came.put(figure);
                }
                let side = figure.side();
                drill.from[side][figure.index()] = from;
                let has_paces = self.rules.movement.paces.is_some();
                if has_paces && pace(kind) == Pace::Fast && !drill.is_wounded(figure) {
                    drill.ran.put(figure);
                }
                // For a way with corners only the length is reported, not the last leg.
                if way <= from.distance(to) + 1
                    && !may_bend(self.scene, figure, &drill.set_out, from, to)
                {
                    drill.turn_to(figure, from, to);
                } else {
                    drill.facing[side][figure.index()] = None;
                }
            }
            Event::Contact { figure, enemy } => {
                if !is_in(drill.came, enemy) {
                    drill.came.put(figure);
                }
                // In rounds of segments figures that meet halt as they come.
                if !self.in_segments {
                    let (from, to) = (self.scene.at(figure), self.scene.at(enemy));
                    drill.turn_to(figure, from, to);
                }
            }
            Event::Shoots { shooter, reactive: false, .. }
            | Event::StepRolled { chain: ChainKind::Shoot, attacker: shooter, .. }
            | Event::Attacks { by: shooter, band: Some(_), reactive: false, .. } => {
                // The target may have been pushed back meanwhile.
                drill.facing[shooter.side()][shooter.index()] = None;
            }
            // A figure that aims turns, even if no attack follows, and nothing reports that (FT-02).
            Event::Acts { side, figures, action, .. }
                if action.is_shooting() && self.rules.fighting.is_by_steps() =>
            {
                for i in each(figures) {
                    drill.facing[side][i] = None;
                }
            }
            Event::Fires { shooter, target, fire, reactive, .. } => {
                drill.unloaded.put(shooter);
                drill.hasty.take(shooter);
                // A volley turns its unit by the figure nearest to the target, see `volley_turns`.
                if !reactive && fire != FireKind::Volley {
                    let (from, to) = (self.scene.at(shooter), self.scene.at(target));
                    drill.turn_to(shooter, from, to);
                }
            }
            Event::Reloads { figure, loaded: true, .. } => {
                drill.unloaded.take(figure);
                drill.hasty.put(figure);
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

    /// Turns the whole line after a volley from one figure at another.
    pub(crate) fn volley_turns(&mut self, first: FigureId, target: FigureId) {
        let (from, to) = (self.scene.at(first), self.scene.at(target));
        let side = first.side();
        for i in each(self.members(side, self.scene.traits(first).unit)) {
            self.books.drill.turn_to(FigureId::new(side, i), from, to);
        }
    }
}

/// The current round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bouts {
    /// Every figure that can fight has to.
    whole: bool,
    open: bool,
    /// Figures that have rolled.
    rolled: BySide<FigureSet>,
    /// How many have opposed each figure.
    against: BySide<Vec<u8>>,
    /// A unit has left the table in it, so that some figures may be without an opponent.
    torn: bool,
}

impl Audit<'_> {
    pub(crate) fn check_clash(&mut self) {
        match *self.event {
            Event::MeleeRound { why } => {
                self.books.clash = Bouts {
                    whole: why == MeleeKind::Turn,
                    open: true,
                    against: BySide::from_fn(|side| vec![0; self.scene.battle.count(side)]),
                    ..Bouts::default()
                };
            }
            Event::Clashes { .. } => self.clashes(),
            Event::UnitLeaves { .. } => self.books.clash.torn = true,
            any!(Struck Dies LosesControl MoraleFalls Duel) => {}
            _ => self.round_is_over(),
        }
    }

    /// Checks that no figure in contact is left out whose enemy is unopposed (PG-13).
    fn round_is_over(&mut self) {
        let clash = &std::mem::take(&mut self.books.clash);
        if !clash.open || !clash.whole || clash.torn {
            return;
        }
        let idle = |side: Side| {
            let all = self.books.alive[side] & self.scene.engaged[side] & !clash.rolled[side];
            each(all).filter(move |i| clash.against[side][*i] == 0)
        };
        let at = self.scene.positions;
        let meet = |i: usize, j: usize| self.in_contact(at[Side::A][i], at[Side::B][j]);
        let left_out =
            idle(Side::A).find_map(|i| idle(Side::B).find(|j| meet(i, *j)).map(|j| (i, j)));
        must!(self: left_out.is_none() => pg(13), "{left_out:?} are in contact and do not fight");
    }

    fn clashes(&mut self) {
        told!(self: Event::Clashes { a, b, dice, advantage, vantage, prepared, rolled, hits });
        let (at, other) = (self.scene.at(a), self.scene.at(b));
        must!(self: a.side() != b.side() && self.in_contact(at, other) => pg(13), "{a:?} and {b:?} fight out of contact");
        for (k, (figure, enemy)) in [(a, b), (b, a)].into_iter().enumerate() {
            if let Some(right) = self.has_advantage(figure, enemy) {
                must!(self: advantage[k] == right => pg(14),
                    "{figure:?} has an advantage: {}", advantage[k]);
            }
            must!(self: advantage[k] == vantage[k].is_some() => pg(14),
                "{figure:?} has an advantage: {}, by {:?}", advantage[k], vantage[k]);
            let own = self.books.drill.die(figure, troops(self.scene, figure).skills.melee);
            let own = if advantage[k] { step_up(own) } else { own };
            must!(self: dice[k] == own => pg(14),
                "{figure:?} fights with a d{} and has a d{own}", dice[k]);
            let shown = (0..=i32::from(dice[k])).contains(&rolled[k]);
            must!(self: shown => pg(13), "{figure:?} rolls {} on a d{}", rolled[k], dice[k]);
        }
        self.opposes([a, b], rolled);
        let least = self.rules.hand_to_hand.hit;
        let there = [0, 1].map(|k| rolled[k] > 0 && rolled[k] + prepared[k] >= least);
        let right = match there {
            [true, true] => [rolled[0] == rolled[1]; 2],
            there => there,
        };
        must!(self: hits == right => pg(13), "{rolled:?} hits {hits:?}, by the rule {right:?}");
        for (hit, who) in [(hits[0], b), (hits[1], a)] {
            if hit {
                self.owe_hit(who, Cause::Melee);
            }
        }
    }

    /// Checks that each figure fights one enemy once in a round, or comes second against an enemy that fights and rolls not
    /// against it; no more than two oppose one (PG-13).
    fn opposes(&mut self, both: [FigureId; 2], rolled: [i32; 2]) {
        let most = self.rules.hand_to_hand.most_against_one;
        let clash = &mut self.books.clash;
        let fought = both.map(|figure| is_in(clash.rolled, figure));
        let [mut crowded, mut twice, mut idle] = [false; 3];
        for k in 0..2 {
            let (own, enemy) = (both[k], both[1 - k]);
            if rolled[k] == 0 {
                // It fights another enemy in this round.
                idle |= !fought[k] && !clash.torn;
                continue;
            }
            twice |= fought[k];
            clash.rolled.put(own);
            if let Some(against) = clash.against[enemy.side()].get_mut(enemy.index()) {
                *against += 1;
                crowded |= *against > most;
            }
        }
        let open = clash.open;
        must!(self: open && rolled != [0, 0] => pg(13),
            "{both:?} fight in no round, or nobody rolls");
        must!(self: !twice => pg(13), "one of {both:?} fights twice in a round");
        must!(self: !idle => pg(13), "one of {both:?} is opposed by nobody else and does not roll");
        must!(self: !crowded => pg(13), "more than {most} oppose one of {both:?}");
    }

    /// Returns whether a figure has an advantage (PG-14), if the books know.
    fn has_advantage(&self, figure: FigureId, enemy: FigureId) -> Option<bool> {
        let books = &self.books;
        let (at, other) = (self.scene.at(figure), self.scene.at(enemy));
        let came = is_in(books.drill.came, figure);
        let near = self.rules.fire.cover_distance;
        let terrain = self.terrain();
        let cover = terrain.cover(other, at, near);
        if (!came && cover == Cover::Protect) || books.drill.is_wounded(enemy) {
            return Some(true);
        }
        let lines = [figure, enemy].map(|who| is_in_line(self.scene, who));
        if lines != [true; 2] {
            return Some(false);
        }
        let left = self.members(enemy.side(), self.scene.traits(enemy).unit);
        books.drill.is_beside_front(self.scene, enemy, left, at)
    }
}
