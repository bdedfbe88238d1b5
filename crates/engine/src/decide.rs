//! How a bot turns a line of its script into an action (LL-01) for a body.

use crate::action::Choice;
use crate::battle::geometry::{Point, Span};
use crate::battle::{Edge, FigureId, MAX_FIGURES, PlaceId, Task};
use crate::bits::Bits;
use crate::bot::{Act, Goal, Pick};
use crate::chance::Chance;
use crate::event::{ActionKind, Event, Observer};
use crate::game::Game;
use crate::rulebook::{Fighting, MOST_RANKS, Pace, System};
use crate::side::Side;
use crate::table::is_few;

/// What `anything` chooses from.
const ANYTHING: [Act; 17] = [
    Act::Stand,
    Act::Move(Goal::Objective),
    Act::Move(Goal::Leader),
    Act::Charge(Pick::Nearest),
    Act::Shoot(Pick::Nearest),
    Act::AllShoot,
    Act::Fight,
    Act::ToMe,
    Act::CarryOutOrder,
    Act::Hide,
    Act::Appear,
    Act::Escape,
    Act::LieLow,
    Act::Prepare,
    Act::Set,
    Act::Reload,
    Act::ShootInHaste(Pick::Nearest),
];

/// An action and how much it suits the body; less is better.
pub(crate) type Plan<S> = (i64, Choice<S>);

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// What a side's bot does with the initiative: its first line that holds for a body, and whose action is possible for
    /// it; for the body it suits best.
    pub(crate) fn decide(&mut self, side: Side) -> Choice<S> {
        let version = self.state.version;
        let asked = self.battle.asked(side, &self.tempo);
        let (when, then, choice) = self.state.decision[side];
        if when == version && then == asked && self.battle.is_steady(side) {
            return choice;
        }
        let choice = self.decide_anew(side);
        self.state.decision[side] = (version, asked, choice);
        choice
    }

    fn decide_anew(&mut self, side: Side) -> Choice<S> {
        let battle = self.battle;
        let mut bodies = [S::EMPTY; MAX_FIGURES];
        let mut count = 0;
        let mut rest = self.state.force[side].alive;
        while !rest.is_empty() {
            bodies[count] = self.state.body_of(battle, side, rest.first());
            rest = rest.minus(bodies[count]);
            count += 1;
        }
        self.decide_among(side, &bodies[..count], u32::MAX)
            .map_or(Choice::STAND, |(_, choice)| choice)
    }

    /// What a side's bot does with one of these groups by one of these lines, and with which group; `None` if no line fits
    /// any of them.
    pub(crate) fn decide_among(
        &mut self,
        side: Side,
        bodies: &[S],
        among: u32,
    ) -> Option<(S, Choice<S>)> {
        let battle = self.battle;
        let (when, lines, of) = self.state.idle[side];
        let open = self.open_lines(side) & among;
        for (k, line) in battle.lines(side).iter().enumerate() {
            if open >> k & 1 == 0 {
                continue;
            }
            let mut best: Option<(S, Plan<S>)> = None;
            for &body in bodies {
                // What led to nothing is not tried again until something has changed.
                if when == self.state.version && lines >> k & 1 == 1 && body.meets(of) {
                    continue;
                }
                if self.line_holds(side, body, k)
                    && let Some(plan) = self.plan(side, body, line.act)
                    && best.as_ref().is_none_or(|(_, found)| plan.0 < found.0)
                {
                    best = Some((body, plan));
                }
            }
            if let Some((body, (_, choice))) = best {
                self.state.line[side] = k as u8;
                return Some((body, choice));
            }
        }
        None
    }

    /// Whether one of the lines of a side's bot that are open holds for a body.
    pub(crate) fn line_holds(&mut self, side: Side, body: S, k: usize) -> bool {
        let battle = self.battle;
        if battle.is_plain() {
            self.all_hold(side, body, &battle.spec().sides[side].bot.lines[k].when)
        } else {
            self.all_hold(side, body, &battle.lines(side)[k].own)
        }
    }

    /// A side acts as its bot decides. Returns what it did.
    pub(crate) fn act_freely(&mut self, side: Side) -> Choice<S> {
        let choice = self.decide(side);
        let version = self.state.version;
        self.act(side, &choice, None);
        if self.state.version == version && choice.kind.is_move() {
            let idle = &mut self.state.idle[side];
            if idle.0 != version {
                *idle = (version, 0, S::EMPTY);
            }
            idle.1 |= 1 << self.state.line[side];
            idle.2 |= choice.actors;
            self.state.decision[side].0 = 0;
        }
        choice
    }

    /// The action that a body would make of a line, if it can.
    pub(crate) fn plan(&mut self, side: Side, body: S, act: Act) -> Option<Plan<S>> {
        match act {
            Act::Stand => Some((0, Choice::STAND)),
            Act::Move(goal) => self.plan_move(side, body, goal),
            Act::Run(goal) => {
                let kind = ActionKind::Run;
                let (score, choice) = self.plan_move(side, body, goal)?;
                Some((score, Choice { kind, ..choice }))
            }
            Act::Charge(pick) => self.plan_charge(side, body, pick),
            Act::Close(pick) => {
                let (score, choice) = self.plan_charge(side, body, pick)?;
                let closes = true;
                Some((score, Choice { closes, ..choice }))
            }
            Act::Shoot(pick) => self.plan_shot(side, body, pick),
            Act::Cast(pick) => self.plan_shot(side, self.casters(side, body), pick),
            // What concerns the whole side at once is Lloyd's (LL-13, LL-15); petite guerre keeps it to those who may act.
            // Elsewhere a body shoots by itself.
            Act::AllShoot if !self.acts_as_a_side() => self.plan_shot(side, body, Pick::Nearest),
            Act::ToMe if !self.acts_as_a_side() => None,
            Act::AllShoot => self.plan_all_shoot(side),
            Act::Volley(ranks) => self.plan_volley(side, body, Pick::Nearest, ranks),
            Act::ShootInHaste(pick) => self.plan_haste(side, body, pick),
            Act::Reload => self.plan_reload(side, body),
            Act::Fight => {
                // Where there are turns, all who are in contact fight at the end of each (PG-13).
                if self.battle.spec().rules.system.fights_by_turn() {
                    return None;
                }
                let actors = self.who_can_fight(side, body);
                (!actors.is_empty()).then_some({
                    (
                        -i64::from(actors.count()),
                        Choice {
                            kind: ActionKind::Fight,
                            actors,
                            ..Choice::STAND
                        },
                    )
                })
            }
            Act::ToMe => self.plan_to_me(side, body),
            Act::CarryOutOrder => self.plan_order(side, body, body),
            Act::Hide => self.plan_lurk(side, body, false),
            Act::Appear => self.plan_lurk(side, body, true),
            Act::Escape => self.plan_escape(side, body),
            Act::LieLow => self.plan_to_lie_low(side, body),
            Act::Prepare => self.plan_to_prepare(side, body),
            Act::Set => self.plan_to_set(side, body),
            Act::Anything => {
                let mut plans = [(0, Choice::STAND); ANYTHING.len()];
                let mut count = 0;
                // Shooting is one thing to choose, where it is not that of the whole side as well.
                let alone = !self.acts_as_a_side();
                for act in ANYTHING
                    .into_iter()
                    .filter(|act| !(alone && *act == Act::AllShoot))
                {
                    if let Some((_, choice)) = self.plan(side, body, act) {
                        plans[count].1 = choice;
                        count += 1;
                    }
                }
                let lot = self.lot(side, count);
                Some(plans[lot])
            }
        }
    }

    /// Whether a bot may mean the whole side by an action.
    fn acts_as_a_side(&self) -> bool {
        let system = self.battle.spec().rules.system;
        matches!(system, System::Lloyd | System::PetiteGuerre)
    }

    /// Those of the body who are free to go: not in contact, or able to break off at will.
    fn free(&self, side: Side, body: S) -> S {
        body.minus(self.state.held(self.battle, side, body))
    }

    fn plan_move(&mut self, side: Side, body: S, goal: Goal) -> Option<Plan<S>> {
        match goal {
            Goal::Objective => self.plan_to_place(side, body, self.objective_place(side)?),
            Goal::Place(place) => self.plan_to_place(side, body, place),
            Goal::Leader => {
                let force = &self.state.force[side];
                let leaders = (self.state.roster[side].leaders & force.alive).minus(body);
                let actors = self.free(side, body);
                if actors.is_empty() {
                    return None;
                }
                let (leader, distance2) =
                    self.state
                        .nearest(side, force.at[actors.first()], leaders)?;
                let to = Some(force.at[leader]);
                Some((
                    distance2,
                    Choice {
                        kind: ActionKind::Move,
                        actors,
                        to,
                        ..Choice::STAND
                    },
                ))
            }
        }
    }

    fn plan_to_place(&mut self, side: Side, body: S, place: PlaceId) -> Option<Plan<S>> {
        let there = self.those_at(side, place);
        let movers = self.free(side, body).minus(there);
        let to = self.centre(place);
        let (_, distance2) = self.state.nearest(side, to, movers)?;
        let choice = Choice {
            kind: ActionKind::Move,
            actors: movers,
            to: Some(to),
            place: Some(place),
            nearest2: distance2,
            ..Choice::STAND
        };
        Some((distance2, choice))
    }

    /// The enemy that a line means, among these.
    fn pick(&mut self, side: Side, body: S, pick: Pick, among: S) -> Option<usize> {
        let traits = self.battle.traits_of(!side);
        let among = match pick {
            Pick::Nearest => among,
            Pick::NearestToObjective => {
                if let Some((at, _)) = self.objective(side) {
                    return self.state.nearest(!side, at, among).map(|(j, _)| j);
                }
                among
            }
            Pick::Weakest => {
                let least = among.iter().map(|j| traits[j].quality).min()?;
                let weakest = among.iter().filter(|j| traits[*j].quality == least);
                weakest.fold(S::EMPTY, |set, j| set | S::bit(j))
            }
            Pick::Leader => {
                let leaders = among & self.state.roster[!side].leaders;
                if leaders.is_empty() { among } else { leaders }
            }
        };
        self.nearest_to_body(side, body, among)
    }

    /// Who of these enemies is nearest to any of a body, the first of several.
    fn nearest_to_body(&mut self, side: Side, body: S, among: S) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        for i in body.iter() {
            let found = match best {
                Some((_, j)) if !is_few(among) => {
                    let at = self.state.force[side].at[i];
                    let nearer = Span::round(at, at.reach_of(self.state.force[!side].at[j]));
                    let near = self.state.in_box(!side, &nearer, among);
                    self.state.nearest_of_all(!side, at, near)
                }
                _ => self.state.nearest_of(self.battle, side, i, among),
            };
            if let Some((j, distance2)) = found
                && best.is_none_or(|best| (distance2, j) < best)
            {
                best = Some((distance2, j));
            }
        }
        best.map(|(_, j)| j)
    }

    fn plan_charge(&mut self, side: Side, body: S, pick: Pick) -> Option<Plan<S>> {
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        if actors.is_empty() {
            return None;
        }
        let target = self.pick(side, actors, pick, self.in_the_open(!side))?;
        let targets = self.state.body_of(self.battle, !side, target);
        let at = self.state.force[!side].at[target];
        let (_, distance2) = self.state.nearest(side, at, actors)?;
        let choice = Choice {
            kind: ActionKind::Charge,
            actors,
            targets,
            target: Some(FigureId::new(!side, target)),
            // Only the nearest pick says how near any of them is.
            nearest2: if pick == Pick::Nearest { distance2 } else { 0 },
            ..Choice::STAND
        };
        Some((distance2, choice))
    }

    fn plan_shot(&mut self, side: Side, body: S, pick: Pick) -> Option<Plan<S>> {
        if let Some(plan) = self.plan_volley(side, body, pick, u8::MAX) {
            return Some(plan);
        }
        let able = self.able_to_aim(side, body);
        if able.is_empty() {
            return None;
        }
        let enemies = self.in_the_open(!side);
        let mut marks = S::EMPTY;
        for i in able.iter() {
            if let Some(j) = self.mark(FigureId::new(side, i), enemies, 2) {
                marks |= S::bit(j);
            }
        }
        if marks.is_empty() {
            // Nobody can from where he stands; perhaps somebody can after a few steps (LL-14).
            for i in able.iter() {
                if self.pre_move(FigureId::new(side, i), enemies).is_some() {
                    let at = self.state.force[side].at[i];
                    marks |= self
                        .state
                        .nearest(!side, at, enemies)
                        .map_or(S::EMPTY, |(j, _)| S::bit(j));
                    break;
                }
            }
        }
        let target = self.pick(side, able, pick, marks)?;
        let targets = self.state.body_of(self.battle, !side, target);
        let mut actors = S::EMPTY;
        for i in able.iter() {
            let figure = FigureId::new(side, i);
            if self.mark(figure, targets, 2).is_some() || self.pre_move(figure, targets).is_some() {
                actors |= S::bit(i);
            }
        }
        let choice = Choice {
            kind: ActionKind::Shoot,
            actors,
            targets,
            target: Some(FigureId::new(!side, target)),
            ..Choice::STAND
        };
        (!actors.is_empty()).then(|| (-i64::from(actors.count()), choice))
    }

    /// The loaded ranks of a line that fire, the first first: whole ranks, and no more of them than said (PG-11). Those of
    /// a rank who have nothing to fire with do not keep the others from it. Where the dice are not petite guerre's there are
    /// no volleys: those in line shoot like everyone else.
    fn plan_volley(&mut self, side: Side, body: S, pick: Pick, most: u8) -> Option<Plan<S>> {
        if self.battle.spec().rules.fighting != Fighting::PetiteGuerre {
            return None;
        }
        let line = self.in_line(side, body);
        let ready = self.missile_figures(side, line);
        if ready.is_empty() {
            return None;
        }
        let traits = self.battle.traits_of(side);
        let unit = traits[ready.first()].unit;
        let whole = self.members(side, unit) & self.state.roster[side].missiles;
        let mut actors = S::EMPTY;
        let mut ranks = 0;
        for rank in 0..MOST_RANKS {
            let of_rank = whole.iter().filter(|i| traits[*i].rank == Some(rank));
            let of_rank = of_rank.fold(S::EMPTY, |set, i| set | S::bit(i));
            if ranks == most {
                break;
            }
            if !of_rank.is_empty() && of_rank.minus(ready).is_empty() {
                actors |= of_rank;
                ranks += 1;
            }
        }
        let enemies = self.in_the_open(!side);
        let mut marks = S::EMPTY;
        for i in actors.iter() {
            if let Some(j) = self.mark(FigureId::new(side, i), enemies, 2) {
                marks |= S::bit(j);
            }
        }
        let target = self.pick(side, actors, pick, marks)?;
        let choice = Choice {
            kind: ActionKind::Volley,
            actors,
            targets: self.state.body_of(self.battle, !side, target),
            target: Some(FigureId::new(!side, target)),
            ..Choice::STAND
        };
        Some((-i64::from(actors.count()), choice))
    }

    /// Those who have reloaded in this turn fire at once, with the worse die (PG-10).
    fn plan_haste(&mut self, side: Side, body: S, pick: Pick) -> Option<Plan<S>> {
        let force = &mut self.state.force[side];
        let (hasty, group) = (force.hasty, body & force.hasty);
        // For the question whom they could hit they count as ready.
        force.hasty = hasty.minus(group);
        let plan = self.plan_shot(side, group, pick);
        self.state.force[side].hasty = hasty;
        let (score, choice) = plan?;
        let kind = ActionKind::ShootInHaste;
        Some((score, Choice { kind, ..choice }))
    }

    /// Those with an empty weapon reload (PG-09, PG-12).
    fn plan_reload(&self, side: Side, body: S) -> Option<Plan<S>> {
        let actors = self.able_to_reload(side, body);
        (!actors.is_empty()).then_some({
            (
                -i64::from(actors.count()),
                Choice {
                    kind: ActionKind::Reload,
                    actors,
                    ..Choice::STAND
                },
            )
        })
    }

    fn plan_all_shoot(&mut self, side: Side) -> Option<Plan<S>> {
        let enemies = self.state.force[!side].alive;
        let mut actors = S::EMPTY;
        let able = self.able_to_aim(side, self.state.force[side].alive);
        for i in able.iter() {
            if self.mark(FigureId::new(side, i), enemies, 2).is_some() {
                actors |= S::bit(i);
            }
        }
        (!actors.is_empty()).then_some({
            (
                0,
                Choice {
                    kind: ActionKind::AllShoot,
                    actors,
                    ..Choice::STAND
                },
            )
        })
    }

    fn plan_to_me(&mut self, side: Side, body: S) -> Option<Plan<S>> {
        let mut best: Option<Plan<S>> = None;
        for leader in (body & self.state.roster[side].leaders).iter() {
            let may = self.may_rally(side, leader);
            let apart = may.minus(self.state.body_of(self.battle, side, leader));
            // If nobody is cut off from him, those of his own body who have got far away.
            let actors = if apart.is_empty() {
                let group = self.battle.spec().rules.movement.group;
                let at = self.state.force[side].at[leader];
                may.minus(self.state.within(side, at, group, may))
            } else {
                apart
            };
            let score = -i64::from(actors.count());
            if score < 0 && best.as_ref().is_none_or(|(least, _)| score < *least) {
                let choice = Choice {
                    kind: ActionKind::ToMe,
                    actors,
                    target: Some(FigureId::new(side, leader)),
                    to: Some(self.state.force[side].at[leader]),
                    ..Choice::STAND
                };
                best = Some((score, choice));
            }
        }
        best
    }

    /// The first order that can be carried out by figures of a body, among the cards that name one of these.
    pub(crate) fn plan_order(&mut self, side: Side, body: S, named: S) -> Option<Plan<S>> {
        for card in 0..self.battle.spec().sides[side].cards.len() {
            let group = self.on_card(side, card) & body;
            if group.meets(named)
                && self.is_open(side, card)
                && let Some((score, choice)) = self.plan_card(side, card, group)
            {
                return Some((
                    score,
                    Choice {
                        card: Some(card as u8),
                        ..choice
                    },
                ));
            }
        }
        None
    }

    /// What figures on a card do to carry it out: go to the place, or go for the enemy (LL-08).
    fn plan_card(&mut self, side: Side, card: usize, group: S) -> Option<Plan<S>> {
        let targets = match self.battle.spec().sides[side].cards[card].task {
            Task::Occupy(place) => return self.plan_to_place(side, group, place),
            Task::Kill(figure) => S::bit(figure.index()),
            Task::Destroy(unit) => self.state.roster[!side].units[unit.0 as usize],
        };
        let targets = targets & self.in_the_open(!side);
        let force = &self.state.force[side];
        let fighting = group.iter().filter(|i| force.contacts[*i].meets(targets));
        let fighting = fighting.fold(S::EMPTY, |set, i| set | S::bit(i));
        let target = |game: &mut Self, from: S| game.pick(side, from, Pick::Nearest, targets);
        // Where all who are in contact fight at the end of the turn (PG-13, LLC-3), the others close in meanwhile.
        if !fighting.is_empty() && !self.battle.spec().rules.system.fights_by_turn() {
            let target = target(self, fighting)?;
            let choice = Choice {
                kind: ActionKind::Fight,
                actors: fighting,
                targets,
                target: Some(FigureId::new(!side, target)),
                ..Choice::STAND
            };
            return Some((0, choice));
        }
        if self.battle.spec().rules.system == System::Lloyd
            && let Some(plan) = self.plan_shot_at(side, group, targets)
        {
            return Some(plan);
        }
        let force = &self.state.force[side];
        let actors = self.free(side, group).minus(force.engaged);
        if actors.is_empty() {
            return None;
        }
        let target = target(self, actors)?;
        // A unit may stand in several bodies: an action has one target body (LL-01).
        let targets = targets & self.state.body_of(self.battle, !side, target);
        let at = self.state.force[!side].at[target];
        let (_, distance2) = self.state.nearest(side, at, actors)?;
        let choice = Choice {
            kind: ActionKind::Charge,
            actors,
            targets,
            target: Some(FigureId::new(!side, target)),
            ..Choice::STAND
        };
        Some((distance2, choice))
    }

    /// Those who can shoot at some of these enemies from where they stand do so: that engages them, too (LL-05 b).
    fn plan_shot_at(&mut self, side: Side, group: S, targets: S) -> Option<Plan<S>> {
        let able = self.able_to_aim(side, group);
        let who = |game: &mut Self, targets: S| {
            let can = able
                .iter()
                .filter(|i| (game.mark(FigureId::new(side, *i), targets, 2)).is_some());
            can.fold(S::EMPTY, |set, i| set | S::bit(i))
        };
        let shooters = who(self, targets);
        if shooters.is_empty() {
            return None;
        }
        let marks = shooters
            .iter()
            .filter_map(|i| self.mark(FigureId::new(side, i), targets, 2));
        let marks = marks.fold(S::EMPTY, |set, j| set | S::bit(j));
        let target = self.pick(side, shooters, Pick::Nearest, marks)?;
        let targets = targets & self.state.body_of(self.battle, !side, target);
        let actors = who(self, targets);
        let choice = Choice {
            kind: ActionKind::Shoot,
            actors,
            targets,
            target: Some(FigureId::new(!side, target)),
            ..Choice::STAND
        };
        Some((-i64::from(actors.count()), choice))
    }

    /// Figures that a card names (LL-08).
    pub(crate) fn on_card(&self, side: Side, card: usize) -> S {
        self.state.roster[side].cards[card] & self.state.force[side].alive
    }

    /// Whether a card can be carried out now: not done with, and its condition holds (LL-08).
    pub(crate) fn is_open(&mut self, side: Side, card: usize) -> bool {
        if self.state.force[side].closed_cards >> card & 1 == 1 {
            return false;
        }
        let group = self.on_card(side, card);
        let battle = self.battle;
        self.all_hold(side, group, &battle.spec().sides[side].cards[card].when)
    }

    /// Closes a card whose task is carried out, or on which nobody is left (LL-08).
    pub(crate) fn settle_card(&mut self, side: Side, card: usize) {
        if self.state.force[side].closed_cards >> card & 1 == 1 {
            return;
        }
        let group = self.on_card(side, card);
        let done = match self.battle.spec().sides[side].cards[card].task {
            Task::Occupy(place) => self.those_at(side, place).meets(group),
            Task::Kill(figure) => !self.state.is_alive(figure),
            Task::Destroy(unit) => self.state.force[!side].strength[unit.0 as usize] == 0,
        };
        // A place may be reached before the card's condition holds; then the order is still to come.
        let done = done && self.is_open(side, card);
        if done || group.is_empty() {
            self.state.force[side].closed_cards |= 1 << card;
            self.state.version += 1;
            self.tell(|| Event::CardCloses {
                side,
                card: card as u8,
                done,
            });
        }
    }

    /// A move out of sight of every enemy, or into sight of one, to a point behind a corner that brings the body nearer to
    /// its objective, its exit or an enemy (LL-05 c).
    fn plan_lurk(&mut self, side: Side, body: S, seen: bool) -> Option<Plan<S>> {
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        if actors.is_empty() {
            return None;
        }
        let battle = self.battle;
        let first = actors.first();
        let at = self.state.force[side].at[first];
        let rate = battle.traits_of(side)[first].rate;
        let enemies = self.state.force[!side].alive;
        let now = self.state.sees_any(battle, side, first, enemies);
        if now == seen {
            return None;
        }
        let terrain = self.state.terrain(battle);
        let mut best: Option<(i64, Point)> = None;
        for &point in battle.lurking_points() {
            let distance2 = at.distance2(point);
            if distance2 > i64::from(rate) * i64::from(rate)
                || best.is_some_and(|(least, _)| distance2 >= least)
                || !terrain.is_standable(point)
            {
                continue;
            }
            let visible = enemies
                .iter()
                .any(|j| terrain.sees(point, self.state.force[!side].at[j]));
            if visible == seen
                && self.has_purpose(side, at, point)
                && self.can_reach_place(FigureId::new(side, first), point, 0, Pace::Normal)
            {
                best = Some((distance2, point));
            }
        }
        let (distance2, to) = best?;
        let kind = if seen {
            ActionKind::Appear
        } else {
            ActionKind::Hide
        };
        Some((
            distance2,
            Choice {
                kind,
                actors,
                to: Some(to),
                ..Choice::STAND
            },
        ))
    }

    /// Whether a move from one point to another plays some role in the scenario: it ends nearer, by the way one has to go,
    /// to an enemy, an objective or an exit (LL-05 c).
    pub(crate) fn has_purpose(&mut self, side: Side, from: Point, to: Point) -> bool {
        if let Some((at, _)) = self.objective(side)
            && self.way(to, at) < self.way(from, at)
        {
            return true;
        }
        if let Some(exit) = self.battle.spec().sides[side].exit {
            let edge = self.edge_point(from, exit);
            if self.way(to, edge) < self.way(from, edge) {
                return true;
            }
        }
        let enemies = self.state.force[!side].alive;
        let Some((j, _)) = self.state.nearest(!side, from, enemies) else {
            return false;
        };
        let enemy = self.state.force[!side].at[j];
        self.way(to, enemy) < self.way(from, enemy)
    }

    /// The point of an edge straight before somebody.
    pub(crate) fn edge_point(&self, from: Point, edge: Edge) -> Point {
        let spec = self.battle.spec();
        match edge {
            Edge::Left => Point::new(0, from.y),
            Edge::Right => Point::new(spec.width, from.y),
            Edge::Bottom => Point::new(from.x, 0),
            Edge::Top => Point::new(from.x, spec.height),
        }
    }

    fn plan_escape(&self, side: Side, body: S) -> Option<Plan<S>> {
        let exit = self.battle.spec().sides[side].exit?;
        let actors = self.free(side, body);
        let force = &self.state.force[side];
        let nearest = actors.iter().min_by_key(|i| {
            let at = force.at[*i];
            at.distance2(self.edge_point(at, exit))
        })?;
        let at = force.at[nearest];
        let to = self.edge_point(at, exit);
        Some((
            at.distance2(to),
            Choice {
                kind: ActionKind::Escape,
                actors,
                to: Some(to),
                nearest2: at.distance2(to),
                ..Choice::STAND
            },
        ))
    }
}
