//! What the passive side may do at once, without seizing: shoot (LL-12), and move when friends are engaged (LL-11).

use super::march::MARGIN;
use super::shooting::{Aim, Volley};
use crate::battle::geometry::{Len, Point, Runs, UNIT};
use crate::battle::{Edge, FigureId, MAX_FIGURES, Path, Shot};
use crate::bits::Bits;
use crate::bot::React;
use crate::event::{Cause, Event, MeleeKind, MoveKind, Observer};
use crate::game::{Game, Passing, Play};
use crate::rulebook::{
    ContactRound, Effect, NoRoom, Pace, ReactiveMovement, ReactiveShooting, Reactors, ShotsPerInch,
};
use crate::side::Side;

/// What is seen of a way from a point.
pub(super) struct InView {
    /// The run to the nearest spot of it in view; `None` if none of it is seen.
    pub(super) nearest: Option<Len>,
    /// The squared distance to that spot.
    distance2: i64,
    /// How much of it is seen.
    seen: Len,
}

/// What a shooter sees of a mover's way.
struct View {
    distance2: i64,
    run: Len,
    /// Most reactive shots at this mover for this shooter to still add one; `None` for no limit.
    limit: Option<u32>,
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Resolves what follows when figures of the active side have moved: shots at those seen moving, then contact, its round of
    /// melee, and reactive movement (LL-09, LL-11, LL-12).
    pub(super) fn after_moves(&mut self, side: Side, moved: S, seen_moving: Option<S>) {
        if let Some(movers) = seen_moving {
            self.react_to_moves(side, movers, None);
        }
        let newly = self.make_contact(side, moved);
        // In systems with turns, the round is fought at the end of the turn (PG-13).
        if newly.is_empty() || self.battle.spec().rules.system.fights_by_turn() {
            return;
        }
        let options = &self.battle.spec().rules.options;
        match options.contact_round {
            ContactRound::BeforeReaction => {
                let idle = match options.reactors {
                    Reactors::Bystanders => !self.state.force[!side].engaged,
                    Reactors::AllUnengaged => !S::EMPTY,
                };
                self.fight(side, newly, MeleeKind::Contact);
                let engaged = self.react_to_contact(side, newly, idle);
                if !engaged.is_empty() {
                    let (own, enemy) = self.melee_of(!side, engaged);
                    self.melee_round(!side, own, enemy, engaged, MeleeKind::Reaction);
                }
            }
            ContactRound::Joint => {
                let reacted = self.react_to_contact(side, newly, !S::EMPTY);
                let (mut own, mut enemy) =
                    self.melee_of(side, newly & self.state.force[side].engaged);
                let (theirs, ours) = self.melee_of(!side, reacted);
                own |= ours;
                enemy |= theirs;
                self.melee_round(side, own, enemy, newly, MeleeKind::Contact);
            }
        }
    }

    /// Notes that a figure that moved is in contact. Unless it charged, or meets an enemy that did not come, it has not come to
    /// them: it keeps its barricade (HOST-3, PG-14).
    pub(super) fn comes_to(&mut self, figure: FigureId, met: S) {
        if !met.minus(self.state.force[!figure.side()].came).is_empty() {
            self.goes_for_enemies(figure);
        }
    }

    /// Takes the benefit of a barricade from an attacker, whether it gets to an enemy or not (HOST-3, PG-14).
    pub(super) fn goes_for_enemies(&mut self, figure: FigureId) {
        self.state.force[figure.side()].came |= S::bit(figure.index());
    }

    /// Lets a figure that moves without attacking hold whatever it comes to stand behind. Being thrown back changes nothing.
    pub(super) fn goes_elsewhere(&mut self, figure: FigureId) {
        self.state.force[figure.side()].came &= !S::bit(figure.index());
    }

    /// Lets figures out of contact at the end of an action hold what they now stand behind, even if they came there to attack
    /// (HOST-3).
    pub(super) fn hold_ground(&mut self) {
        let system = &self.battle.spec().rules.system;
        if !system.fights_by_turn() && !system.has_segments() {
            for force in &mut self.state.force.0 {
                force.came &= force.engaged;
            }
        }
    }

    /// Updates the contacts of figures that moved; returns those with a new contact.
    pub(super) fn make_contact(&mut self, side: Side, moved: S) -> S {
        let mut newly = S::EMPTY;
        for i in (moved & self.state.force[side].alive).iter() {
            let before = self.state.force[side].contacts[i];
            self.state.refresh_contacts(self.battle, side, i);
            let fresh = self.state.force[side].contacts[i].minus(before);
            if !fresh.is_empty() {
                newly |= S::bit(i);
                self.comes_to(FigureId::new(side, i), fresh);
                self.state.force[side].fresh |= S::bit(i);
            }
            for j in fresh.iter() {
                let charged = FigureId::new(!side, j);
                let by = FigureId::new(side, i);
                self.is_charged(charged, by);
                self.is_charged_in_cover(charged, by);
                self.tell(|| Event::Contact {
                    figure: FigureId::new(side, i),
                    enemy: FigureId::new(!side, j),
                });
            }
        }
        newly
    }

    /// Resolves the reactive movement of the unengaged among these (LL-11). Returns those that have engaged.
    fn react_to_contact(&mut self, side: Side, newly: S, among: S) -> S {
        if !self.battle.spec().rules.system.reacts_by_moving() {
            return S::EMPTY;
        }
        let movement = &self.battle.spec().rules.movement;
        let base = movement.base;
        // The newly engaging, and friends within a base's width of them, in a chain.
        let own = &self.state.force[side];
        let mut chain = newly & own.alive;
        let mut fresh = chain;
        while !fresh.is_empty() {
            let mut reached = S::EMPTY;
            for i in fresh.iter() {
                reached |= self.state.within(side, own.at[i], 2 * base, own.alive);
            }
            fresh = reached.minus(chain);
            chain |= reached;
        }
        let passive = &self.state.force[!side];
        let free = (passive.alive & among).minus(passive.engaged);
        let mut near = S::EMPTY;
        for i in chain.iter() {
            near |= self.state.within(!side, own.at[i], movement.reaction, free);
        }
        if near.is_empty() {
            return S::EMPTY;
        }
        let (mut engage, mut run) = (S::EMPTY, S::EMPTY);
        let reading = self.battle.spec().rules.options.reactive_movement;
        let mut rest = near;
        while !rest.is_empty() {
            let group = match reading {
                // One decision for all, by the bot of the group.
                ReactiveMovement::Together => rest,
                ReactiveMovement::EachChooses => S::bit(rest.first()),
            };
            rest = rest.minus(group);
            match self.reaction_of(!side, group, false) {
                Some(React::Engage) => engage |= group,
                Some(React::Run) => run |= group,
                _ => {}
            }
        }
        // A figure that can reach none of them cannot engage.
        for j in engage.iter() {
            if !self.charges_home(FigureId::new(!side, j), chain) {
                engage &= !S::bit(j);
            }
        }
        self.may_have_reacted(!side, !(engage | run).is_empty());
        if (engage | run).is_empty() {
            return S::EMPTY;
        }
        self.tell(|| Event::ReactsMoving { side: !side, engage: engage.widen(), run: run.widen() });
        let charge = self.plan_for(!side, chain, S::EMPTY);
        let moved = self.close_in(!side, engage, charge, None, MoveKind::ReactEngage);
        let engaged = self.make_contact(!side, moved);
        let chain = chain & self.state.force[side].alive;
        for &(_, figure) in self.in_order_away(!side, run, chain).iter() {
            if let Some((j, _)) = self.state.nearest(side, self.state.at(figure), chain) {
                let from = self.state.force[side].at[j];
                let rate = self.allowance(figure, Pace::Fast);
                self.flee(figure, from, rate, MoveKind::ReactRun);
                self.state.refresh_contacts(self.battle, !side, figure.index());
            }
        }
        engaged
    }

    /// Returns which figures may still react by shooting in this initiative, if any (LL-12).
    fn may_react(&self, passive: Side, among: S, to_move: bool) -> S {
        let system = &self.battle.spec().rules.system;
        if !system.reacts_by_shooting() {
            return S::EMPTY;
        }
        if let Some(interrupts) = system.interrupts() {
            return self.may_interrupt(passive, among, interrupts, to_move);
        }
        let able = self.able_to_aim(passive, among);
        match self.battle.spec().rules.options.reactive_shooting {
            ReactiveShooting::SideOnce if self.tempo.side_reacted => S::EMPTY,
            ReactiveShooting::SideOnce => able,
            ReactiveShooting::FigureOnce => able.minus(self.state.force[passive].reacted),
        }
    }

    fn has_reacted(&mut self, passive: Side, volley: &Volley, reply: bool) {
        self.may_have_reacted(passive, true);
        self.tempo.side_reacted = true;
        let shooters = volley.shooters::<S>();
        self.state.force[passive].reacted |= shooters;
        self.has_interrupted(passive, shooters);
        self.tell(|| Event::ReactsShooting { side: passive, figures: shooters.widen(), reply });
    }

    /// Returns the shots declared by a side asked for a reaction: by those of `asked` that want to shoot and, if there is a
    /// test, pass it.
    fn reactive_volley(
        &mut self,
        passive: Side,
        asked: S,
        mut aim: impl FnMut(&mut Self, S, &mut Volley),
    ) -> Volley {
        let mut volley = Volley::default();
        let able = self.who_react_shooting(passive, asked);
        aim(self, able, &mut volley);
        if volley.aims().is_empty() && self.observer.wants_chances() {
            let mut could = Volley::default();
            aim(self, asked, &mut could);
            if !could.aims().is_empty() {
                self.may_have_reacted(passive, false);
            }
        }
        if let Some(passed) = self.who_pass_watch_tests(passive, &volley) {
            volley = Volley::default();
            aim(self, able & passed, &mut volley);
        }
        volley
    }

    /// Lets the passive side shoot at those seen moving; all shots are declared before any is rolled (LL-12). A mover that has
    /// reached the exit counts as out of sight: it leaves the table next.
    pub(super) fn react_to_moves(&mut self, side: Side, movers: S, exit: Option<Edge>) {
        let passive = !side;
        let movers = movers & self.state.force[side].alive;
        let able = self.may_react(passive, self.state.force[passive].alive, true);
        if movers.is_empty() || able.is_empty() {
            return;
        }
        self.passing = Passing { movers, exit };
        let volley = self.reactive_volley(passive, able, |game, able, volley| {
            game.aim_at_movers(passive, able, movers, volley);
        });
        self.passing = Passing::default();
        if volley.aims().is_empty() {
            return;
        }
        self.has_reacted(passive, &volley, false);
        // A mover that has been halted, or has withdrawn, takes further hits where it now stands.
        let mut halted = S::EMPTY;
        let before = std::mem::take(&mut self.state.force[side].withdrawn);
        for &Aim { shooter, target, at } in volley.aims() {
            // With steps, a shot may harm the shooter and make its unit run.
            if !self.state.is_alive(shooter) {
                continue;
            }
            let firing = self.firing(shooter, target, at, Shot::Reaction);
            let effect = self.shot(&firing, false);
            halted |= self.state.force[side].withdrawn;
            if self.state.is_alive(target) {
                let from = self.state.at(shooter);
                // The same for one that gave way to such a figure: it is no longer on its way.
                if self.state.at(target) != self.state.paths[target.index()].end() {
                    halted |= S::bit(target.index());
                }
                match effect {
                    Effect::None => {}
                    // It goes no further, and is held there (FT-09).
                    Effect::Pin => {
                        if !halted.has(target.index()) {
                            self.cut_short(target, at, MoveKind::Halt);
                        }
                        self.pin(target);
                    }
                    Effect::PushBack if !halted.has(target.index()) => {
                        self.cut_short(target, at, MoveKind::PushBack);
                    }
                    Effect::PushBack => {
                        self.give_ground(target, from, effect, Cause::Shot);
                    }
                    Effect::Retreat => {
                        if !halted.has(target.index()) {
                            self.cut_short(target, at, MoveKind::Halt);
                        }
                        self.give_ground(target, from, effect, Cause::Shot);
                    }
                    Effect::Kill => self.kill(target, Cause::Shot),
                }
                if effect != Effect::None {
                    halted |= S::bit(target.index());
                }
            }
        }
        self.state.force[side].withdrawn |= before;
    }

    /// Declares the shots of able figures at those seen moving.
    fn aim_at_movers(&mut self, passive: Side, able: S, movers: S, volley: &mut Volley) {
        if able.is_empty() {
            return;
        }
        let mut limited = [0; MAX_FIGURES];
        for i in able.iter() {
            let shooter = FigureId::new(passive, i);
            if let Some((j, view)) = self.mover_for(shooter, movers, &limited, volley) {
                // A shooter that sees the whole way takes nothing from the allowance of those that do not.
                limited[j] += u32::from(view.limit.is_some());
                volley.declare(shooter, j, self.state.paths[j].point_at(view.run));
            }
        }
    }

    /// Returns the mover that a shooter gets to shoot at, at the point of its way in view nearest to the shooter. Movers whose
    /// allowance of reactive shots is used up are left out; the choice takes earlier declarations into account (see
    /// [`Self::mark_after`]).
    fn mover_for(
        &mut self,
        shooter: FigureId,
        movers: S,
        limited: &[u32; MAX_FIGURES],
        volley: &Volley,
    ) -> Option<(usize, View)> {
        let missile = self.battle.traits(shooter).missile.as_ref()?;
        let from = self.state.at(shooter);
        let reach = self.battle.reach(shooter, Shot::Reaction);
        let far = i64::from(missile.range[2].min(reach.last));
        let mut left = std::mem::take(&mut self.state.order);
        left.clear();
        for j in movers.iter() {
            let (least2, _) = self.state.paths[j].nearest(from);
            if least2 <= far * far {
                left.push((least2, j as u8));
            }
        }
        let at_least = |&(least2, j): &(i64, u8)| {
            let declared = volley.shots_at(j.into()) as i32;
            (reach.needed_at_least(least2).saturating_add(declared), least2, j)
        };
        let mut best: Option<((i32, i64, u8), View)> = None;
        // Takes the next by its best possible key.
        while let Some((k, next)) = left.iter().map(at_least).enumerate().min_by_key(|(_, it)| *it)
            && best.as_ref().is_none_or(|(key, _)| next < *key)
        {
            left.swap_remove(k);
            let j = usize::from(next.2);
            let (mover, path) = (FigureId::new(!shooter.side(), j), &self.state.paths[j]);
            if let Some(view) = self.view(mover, from, i64::from(missile.range[2]).pow(2))
                && view.limit.is_none_or(|limit| limited[j] < limit)
                && let Some(needed) = self.needed_after(
                    &self.firing(shooter, mover, path.point_at(view.run), Shot::Reaction),
                    volley.shots_at(j),
                )
            {
                let key = (needed, view.distance2, next.2);
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, view));
                }
            }
        }
        self.state.order = left;
        best.map(|((.., j), view)| (usize::from(j), view))
    }

    /// Returns whether a group could have shot, within a range band, at a figure that is just moving while it was in view.
    pub(crate) fn some_mark_passing(&self, side: Side, group: S, band: usize) -> bool {
        let (movers, paths) = (self.passing.movers, &self.state.paths);
        if movers.is_empty() {
            return false;
        }
        // None of them goes further than this.
        let most = movers.iter().map(|j| paths[j].length()).fold(0, Len::max);
        self.missile_figures(side, group).iter().any(|i| {
            let shooter = FigureId::new(side, i);
            let missile = self.battle.traits(shooter).missile.as_ref();
            missile.is_some_and(|missile| {
                let from = self.state.at(shooter);
                let far = missile.range[band];
                let far2 = i64::from(far) * i64::from(far);
                let near = (self.state).within(!side, from, far + most + MARGIN, movers);
                near.iter().any(|j| {
                    paths[j].nearest(from).0 <= far2
                        && self.view(FigureId::new(!side, j), from, far2).is_some()
                })
            })
        })
    }

    /// Returns what is seen of a way from a point.
    pub(super) fn in_view(&self, path: &Path, from: Point) -> InView {
        let terrain = self.state.terrain(self.battle);
        let mut view = InView { nearest: None, distance2: i64::MAX, seen: 0 };
        let mut before = 0;
        let mut stretches = Runs::default();
        for leg in path.legs() {
            terrain.stretches_in_view(&leg, from, &mut stretches);
            let nearest = leg.nearest(from);
            for &(start, end) in stretches.as_slice() {
                let run = nearest.clamp(start, end);
                let distance2 = leg.at(run).distance2(from);
                if distance2 < view.distance2 {
                    (view.nearest, view.distance2) = (Some(before + run), distance2);
                }
            }
            view.seen += stretches.total();
            before += leg.length;
        }
        view
    }

    /// Returns what a shooter sees of a mover's way, if any of it is within range; `far2` is the range squared.
    fn view(&self, mover: FigureId, from: Point, far2: i64) -> Option<View> {
        let terrain = self.state.terrain(self.battle);
        let path: &Path = &self.state.paths[mover.index()];
        let InView { nearest, distance2, seen } = self.in_view(path, from);
        let run = nearest.filter(|_| distance2 <= far2)?;
        let end = path.end();
        let leaves = (self.passing.exit).is_some_and(|exit| self.is_at_edge(end, exit));
        let ends_in_view = !leaves && end.distance2(from) <= far2 && terrain.sees(end, from);
        let is_limited = match self.battle.spec().rules.options.shots_per_inch {
            ShotsPerInch::WhenLeavingSight => !ends_in_view,
            ShotsPerInch::Always => true,
        };
        // A started inch counts whole.
        let inches = ((seen + UNIT - 1) / UNIT).max(1) as u32;
        Some(View { distance2, run, limit: is_limited.then_some(inches) })
    }

    /// Stops a mover hit on its way (LL-12). Pushed back, it ends one base short of where it was hit, and friends that have
    /// come to stand there give way (LLC-6); in retreat, it starts from there.
    fn cut_short(&mut self, mover: FigureId, hit_at: Point, why: MoveKind) {
        let path = self.state.paths[mover.index()];
        let base = self.battle.spec().rules.movement.base;
        let (_, run) = path.nearest(hit_at);
        let short = path.up_to(if why == MoveKind::PushBack { run - base } else { run });
        // Finds room to stand on the way back; as a last resort where it set out.
        let march = self.march(mover, &short, Len::MAX / 4, base, S::EMPTY);
        let is_hindered = march.is_none_or(|march| march.way + MARGIN < short.length());
        let gives_way = self.battle.spec().rules.options.no_room == NoRoom::GiveWay;
        if is_hindered
            && gives_way
            && why == MoveKind::PushBack
            && let Some((nearer, crowd)) = self.march_among(mover, &short)
            && march.is_none_or(|march| march.way < nearer.way)
        {
            self.halt_at(mover, nearer.path, why);
            self.give_way(mover.side(), &crowd);
            return;
        }
        let path = march.map_or_else(
            || {
                let start = path.points()[0];
                let room = self.room_near(mover, start, Len::MAX / 4);
                Path::from(room.unwrap_or(start))
            },
            |march| march.path,
        );
        self.halt_at(mover, path, why);
    }

    /// Puts a mover that was hit on its way where it has got to.
    fn halt_at(&mut self, mover: FigureId, path: Path, why: MoveKind) {
        let (from, to) = (self.state.at(mover), path.end());
        self.state.put(mover, to);
        self.state.paths[mover.index()] = path;
        if to != from {
            let way = from.distance(to);
            self.tell_move(mover, from, (way, way), Len::MAX / 4, why);
        }
    }

    /// Declares the shots of able figures at those that have shot.
    fn aim_back(&mut self, passive: Side, able: S, targets: S, volley: &mut Volley) {
        for i in able.iter() {
            let shooter = FigureId::new(passive, i);
            let mark = self.mark_after(shooter, targets, Shot::Reaction, |j| volley.shots_at(j));
            if let Some(j) = mark {
                volley.declare(shooter, j, self.state.force[!passive].at[j]);
            }
        }
    }

    /// Lets the group that was shot at reply at the shooters, once the shots have taken effect (LL-12).
    pub(super) fn react_to_shots(&mut self, side: Side, shooters: S, shot_at: S) {
        let passive = !side;
        let able = self.may_react(passive, shot_at, false);
        if able.is_empty() {
            return;
        }
        let targets = shooters & self.state.force[side].alive;
        let volley = self.reactive_volley(passive, able, |game, able, volley| {
            game.aim_back(passive, able, targets, volley);
        });
        if volley.aims().is_empty() {
            return;
        }
        self.has_reacted(passive, &volley, true);
        for &Aim { shooter, target, at } in volley.aims() {
            // With steps, a shot may harm the shooter and make its unit run.
            if !self.state.is_alive(shooter) {
                continue;
            }
            let firing = self.firing(shooter, target, at, Shot::Reaction);
            let effect = self.shot(&firing, false);
            self.suffer(target, self.state.at(shooter), effect, Cause::Shot);
        }
    }
}
