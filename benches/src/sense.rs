//! Whether what figures do makes sense: how often a game shows what nobody at a table would do.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::event::{
    ActionKind, Event, FigureSet, MoveKind, Observer, Qualifies, ReactionKind, Scene,
};
use skirmish_engine::rulebook::System;
use skirmish_engine::side::{BySide, Side};

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// Of these.
    pub of: u64,
    /// So many.
    pub count: u64,
}

impl Share {
    fn add(&mut self, counts: bool) {
        self.of += 1;
        self.count += u64::from(counts);
    }

    /// In percent; 0 of none.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.count as f64 / self.of.max(1) as f64
    }
}

impl std::ops::AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.of += other.of;
        self.count += other.count;
    }
}

/// What games have shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sense {
    /// First actions towards the enemy (LL-05 a) that bring the nominee nearer by less than a third of his move, and nobody
    /// into contact.
    pub sidesteps: Share,
    /// Marches of the sound over open ground that stop below three quarters of what they might go, and nobody knows why.
    pub dawdles: Share,
    /// Seizes of which nothing is made (LL-05).
    pub forfeits: Share,
    /// Actions in which nobody does anything.
    pub idle: Share,
    /// Runs of four and more at as many, with nobody in their way who fights already, in which no more than one pair meets (WS-04).
    pub lone_meetings: Share,
}

impl std::ops::AddAssign for Sense {
    fn add_assign(&mut self, other: Self) {
        self.sidesteps += other.sidesteps;
        self.dawdles += other.dawdles;
        self.forfeits += other.forfeits;
        self.idle += other.idle;
        self.lone_meetings += other.lone_meetings;
    }
}

/// A move of an action.
#[derive(Debug, Clone, Copy)]
struct Moved {
    figure: FigureId,
    from: Point,
    to: Point,
    way: Len,
    cost: Len,
    allowance: Len,
    /// Nobody of the enemy is near where he stops.
    is_alone: bool,
}

/// The action under way.
#[derive(Debug, Clone, Default)]
struct UnderWay {
    number: u32,
    side: Side,
    kind: ActionKind,
    figures: FigureSet,
    destination: Option<Point>,
    /// The nominee, if he goes towards the enemy as his first action, and the enemy whom he means, or the nearest.
    first: Option<(FigureId, Point)>,
    is_forfeit: bool,
    does: bool,
    moves: Vec<Moved>,
    /// Somebody has met an enemy.
    has_met: bool,
    /// Somebody has been shot on his way.
    is_shot_at: bool,
    /// Those of either side who have, of those who run.
    met: BySide<FigureSet>,
    /// Those who run to meet them.
    meets: FigureSet,
}

/// Watches games.
#[derive(Debug, Clone, Default)]
pub struct Watcher {
    /// What they have shown so far.
    pub sense: Sense,
    /// Each case: of what, and the number of the action.
    pub cases: Vec<(&'static str, u32)>,
    nominee: Option<FigureId>,
    /// One, or where a round is declared beforehand all of the round (AD-03).
    actions: Vec<UnderWay>,
}

impl Watcher {
    fn end_actions(&mut self, scene: &Scene<'_>) {
        for action in std::mem::take(&mut self.actions) {
            self.end_action(scene, &action);
        }
    }

    /// The action in which a figure takes part.
    fn of(&mut self, figure: FigureId) -> Option<&mut UnderWay> {
        let takes_part = |action: &&mut UnderWay| {
            action.side == figure.side() && action.figures >> figure.index() & 1 == 1
        };
        self.actions.iter_mut().rev().find(takes_part)
    }

    fn end_action(&mut self, scene: &Scene<'_>, action: &UnderWay) {
        let sense = &mut self.sense;
        let mut tell = |is_so, what| {
            if is_so {
                self.cases.push((what, action.number));
            }
        };
        let is_idle = action.is_forfeit || !action.does && action.moves.is_empty();
        sense.idle.add(is_idle);
        tell(is_idle, "idle");
        if let Some((figure, enemy)) = action.first {
            let moved = action.moves.iter().find(|moved| moved.figure == figure);
            let gain = moved.map_or(0, |m| m.from.distance(enemy) - m.to.distance(enemy));
            let way = moved.map_or(1, |m| m.way);
            let is_short = !action.has_met && !action.is_shot_at && 3 * gain < way;
            sense.sidesteps.add(is_short);
            tell(is_short, "sidestep");
        }
        for moved in &action.moves {
            let dawdles = dawdles(scene, action, moved);
            if let Some(dawdles) = dawdles {
                sense.dawdles.add(dawdles);
                tell(dawdles, "dawdle");
            }
        }
        if action.figures.count_ones() >= 4 && action.meets.count_ones() >= 4 {
            let met = Side::BOTH.map(|side| action.met[side].count_ones());
            if met != [0, 0] {
                sense.lone_meetings.add(met == [1, 1]);
                tell(met == [1, 1], "lone meeting");
            }
        }
    }
}

/// Whether a figure stops short of what it might go with nothing in its way; `None` if there is, or it is slow. In its way is a
/// friend, too, that it has closed up to: where a wounded one holds up a file, who is behind does not dawdle.
fn dawdles(scene: &Scene<'_>, action: &UnderWay, moved: &Moved) -> Option<bool> {
    let spec = scene.battle.spec();
    let base = spec.rules.movement.base;
    let is_sound = moved.allowance >= scene.battle.traits(moved.figure).rate;
    let is_heavy_going = action.moves.iter().any(|moved| moved.cost != moved.way);
    // There a move is told in stretches (AD-05).
    let is_part = spec.rules.system == System::Adnd;
    if is_part || !is_sound || is_heavy_going || !moved.is_alone || action.has_met {
        return None;
    }
    // They are about where they go.
    let is_there = action.destination.is_some_and(|to| {
        moved.to.distance(to) <= moved.allowance
            || action.moves.iter().any(|moved| moved.to.distance(to) <= 4 * base)
    });
    // Where he would get to straight on.
    let (from, at) = (moved.from, moved.from.toward(moved.to, moved.allowance, moved.way.max(1)));
    let is_by = |from: Len, to: Len, among: &mut dyn Iterator<Item = Len>| {
        let (least, most) =
            among.fold((Len::MAX, Len::MIN), |(least, most), at| (least.min(at), most.max(at)));
        from.max(to) + base >= least && from.min(to) - base <= most
    };
    let is_by_wall = spec.features.iter().any(|feature| {
        let corners = &feature.corners;
        is_by(from.x, at.x, &mut corners.iter().map(|p| p.x))
            && is_by(from.y, at.y, &mut corners.iter().map(|p| p.y))
    });
    let is_at_edge =
        [at.x, at.y, spec.width - at.x, spec.height - at.y].into_iter().any(|off| off < 0);
    let side = moved.figure.side();
    let is_closed_up = scene.positions[side].iter().enumerate().any(|(i, friend)| {
        let is_other = i != moved.figure.index() && scene.alive[side] >> i & 1 == 1;
        is_other
            && friend.distance(moved.to) <= base + UNIT / 4
            && friend.distance(at) < moved.to.distance(at)
    });
    (!is_there && !is_by_wall && !is_at_edge && !is_closed_up)
        .then_some(4 * moved.way < 3 * moved.allowance)
}

impl Observer for Watcher {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { .. } => {
                self.nominee = None;
                self.actions.clear();
            }
            Event::Nominates { figure, .. } => self.nominee = Some(figure),
            Event::Acts { number, side, action, figures, target, destination, first, .. } => {
                if !scene.battle.spec().rules.system.has_segments() {
                    self.end_actions(scene);
                }
                let first = self.nominee.filter(|figure| {
                    first == Some(Qualifies::TowardEnemy) && figure.side() == side
                });
                let first = first.and_then(|figure| {
                    let at = scene.positions[side][figure.index()];
                    let enemies = scene.positions[!side].iter().enumerate();
                    let alive = enemies.filter(|(j, _)| scene.alive[!side] >> j & 1 == 1);
                    let meant = target.map(|it| (it.index(), &scene.positions[!side][it.index()]));
                    let nearest = meant.or(alive.min_by_key(|(_, enemy)| enemy.distance2(at)));
                    // Round what bars the way one gets nearer by another reckoning.
                    let terrain = scene.battle.terrain(0);
                    let straight = nearest.filter(|(_, enemy)| terrain.is_passable(at, **enemy));
                    straight.map(|(_, enemy)| (figure, *enemy))
                });
                self.actions.push(UnderWay {
                    number,
                    side,
                    kind: action,
                    figures,
                    destination,
                    first,
                    does: action != ActionKind::Stand && !action.is_move(),
                    ..UnderWay::default()
                });
            }
            Event::Forfeits { side, number } => {
                self.end_actions(scene);
                self.sense.forfeits.count += 1;
                self.cases.push(("forfeit", number));
                let (is_forfeit, rest) = (true, UnderWay::default());
                self.actions.push(UnderWay { number, side, is_forfeit, ..rest });
            }
            Event::Reacts { figures, reaction, .. } => {
                if let Some(action) = self.actions.last_mut()
                    && matches!(reaction, ReactionKind::Towards | ReactionKind::HeadOff)
                    && action.kind.is_move()
                    // Those who fight already are in the way of others.
                    && scene.engaged.0 == [0, 0]
                {
                    action.meets = figures;
                }
            }
            Event::Moves { figure, from, to, way, cost, allowance, why: MoveKind::Action } => {
                let near = 4 * scene.battle.spec().rules.movement.base + UNIT;
                let enemies = scene.positions[!figure.side()].iter().enumerate();
                let is_alone = enemies
                    .filter(|(j, _)| scene.alive[!figure.side()] >> j & 1 == 1)
                    .all(|(_, enemy)| enemy.distance(to) > near);
                if let Some(action) = self.of(figure) {
                    action.moves.push(Moved { figure, from, to, way, cost, allowance, is_alone });
                }
            }
            Event::Hit { .. } => {
                self.actions.iter_mut().for_each(|action| action.is_shot_at = true);
            }
            Event::Contact { figure, enemy } => {
                // Of those who react, too.
                let of = self.of(figure).map(|action| action.number);
                let number = of.or(self.actions.last().map(|action| action.number));
                let under_way = self.actions.iter_mut().find(|it| Some(it.number) == number);
                if let Some(action) = under_way {
                    (action.does, action.has_met) = (true, true);
                    // Whoever falls in that fight has met somebody, too.
                    for figure in [figure, enemy] {
                        let is_own = figure.side() == action.side;
                        let runs = if is_own { action.figures } else { action.meets };
                        action.met[figure.side()] |= runs & 1 << figure.index();
                    }
                }
            }
            Event::Escapes { figure } => {
                if let Some(action) = self.of(figure) {
                    action.does = true;
                }
            }
            Event::SeizeRoll { success, .. } => {
                self.end_actions(scene);
                self.sense.forfeits.of += u64::from(success);
            }
            Event::Declines { .. }
            | Event::SegmentRoll { .. }
            | Event::SurpriseSegment { .. }
            | Event::Ends { .. } => self.end_actions(scene),
            _ => {}
        }
    }
}
