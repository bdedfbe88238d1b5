//! How a bot turns a line of its script into an action (LL-01) of a group.

mod cards;
mod fire;
mod moves;

use crate::action::Choice;
use crate::battle::geometry::Span;
use crate::battle::{FigureId, Kinds, MAX_BOTS, MAX_FIGURES};
use crate::bits::Bits;
use crate::bot::{Act, Goal, Pick};
use crate::chance::Chance;
use crate::chances::Ways;
use crate::event::ActionKind;
use crate::game::{Game, Play};
use crate::list::List;
use crate::side::Side;
use crate::table::is_few;
use std::cmp::Reverse;

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

/// An action and how well it suits the group; less is better.
pub(crate) type Ranked<S> = (i64, Choice<S>);

/// Ranks an action by how many figures take part: the more, the better.
pub(crate) fn by_most<S: Bits>(choice: Choice<S>) -> Option<Ranked<S>> {
    (!choice.actors.is_empty()).then(|| (-i64::from(choice.actors.count()), choice))
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns what a side's bot does with the initiative: its first line that holds for a group, and whose action is possible
    /// for it; for the group it suits best, unit before broken-off part.
    pub(crate) fn decide(&mut self, side: Side) -> Choice<S> {
        let version = self.state.version;
        let asked = self.battle.asked(side, &self.tempo);
        let (when, then, choice) = self.state.decision[side];
        let is_steady = self.battle.is_steady(side) && !self.chance.thinks(side);
        if when == version && then == asked && is_steady {
            return choice;
        }
        let choice = self.decide_anew(side);
        self.state.decision[side] = (version, asked, choice);
        choice
    }

    fn decide_anew(&mut self, side: Side) -> Choice<S> {
        let battle = self.battle;
        let mut bodies = List::<S, MAX_FIGURES>::new(S::EMPTY);
        let mut rest = self.state.force[side].alive;
        while !rest.is_empty() {
            let body = self.state.body_of(battle, side, rest.first());
            rest = rest.minus(body);
            bodies.push(body);
        }
        self.decide_among(side, &bodies, Kinds::ANY).map(|(_, choice)| choice).unwrap_or_default()
    }

    /// Returns whether a group is a part that has broken off: the main body of each of its units is somewhere else (LL-01).
    fn is_part(&self, side: Side, group: S) -> bool {
        let traits = self.battle.traits_of(side);
        let mut rest = group;
        while !rest.is_empty() {
            let unit = self.members(side, traits[rest.first()].unit);
            if self.is_body_of(side, unit, group & unit) {
                return false;
            }
            rest = rest.minus(unit);
        }
        true
    }

    /// Returns whether a part of a unit is its main body: more than half of it; of two halves the one with more leaders, or
    /// else the one nearer to the enemy, or else the one with the unit's first figure.
    fn is_body_of(&self, side: Side, unit: S, part: S) -> bool {
        let others = unit.minus(part);
        if part.count() != others.count() {
            return part.count() > others.count();
        }
        let leaders = self.state.roster[side].leaders;
        let rank = |half: S| {
            let force = &self.state.force[!side];
            let near = half.iter().filter_map(|i| {
                self.state.nearest(!side, self.state.force[side].at[i], force.alive)
            });
            let distance2 = near.map(|(_, distance2)| distance2).min();
            (Reverse((half & leaders).count()), distance2, half.first())
        };
        rank(part) < rank(others)
    }

    /// Returns what a side's bots do with one of these groups by one of their lines of some kinds, and with which group; `None`
    /// if no line fits any of them. Groups of units that the side's bot names come first, one after another: the rest are asked
    /// if those have nothing to do but stand.
    pub(crate) fn decide_among(
        &mut self,
        side: Side,
        bodies: &[S],
        among: Kinds,
    ) -> Option<(S, Choice<S>)> {
        if self.chance.thinks(side)
            && let Some(player) = self.chance.follows(side)
        {
            self.hands_over_to(side, player);
        }
        let battle = self.battle;
        let named = &battle.spec().sides[side].bot.bodies;
        if named.is_empty() || bodies.len() < 2 {
            return self.decide_by_line(side, bodies, among);
        }
        let (mut stands, mut asked) = (None, S::EMPTY);
        for unit in named.iter().map(|unit| Some(*unit)).chain([None]) {
            let those = unit.map_or(self.state.force[side].alive, |unit| self.members(side, unit));
            let mut next = List::<S, MAX_FIGURES>::new(S::EMPTY);
            for body in bodies.iter().filter(|body| body.meets(those) && !body.meets(asked)) {
                next.push(*body);
            }
            asked = next.iter().fold(asked, |asked, body| asked | *body);
            match self.decide_by_line(side, &next, among) {
                Some(found) if found.1.kind != ActionKind::Stand => return Some(found),
                found => stands = stands.or(found),
            }
        }
        stands
    }

    /// Switches to another of a side's players from here on.
    fn hands_over_to(&mut self, side: Side, player: usize) {
        let mut players = self.players;
        players[side] = player;
        if players != self.players
            && let Some(battle) = self.table.of_players(players)
        {
            (self.battle, self.players) = (battle, players);
            self.state.version += 1;
        }
    }

    /// Returns what a side's bots do with groups of equal priority: the first line that fits any of them, for the group that it
    /// suits best. With several bots, the first lines of all come before the second ones, and groups whose bot has one stand
    /// keep no others from acting.
    fn decide_by_line(&mut self, side: Side, bodies: &[S], among: Kinds) -> Option<(S, Choice<S>)> {
        let battle = self.battle;
        let (when, lines, of) = self.state.idle[side];
        let (mut stands, mut k) = (None, 0);
        let mut is_over = [false; MAX_BOTS];
        let mut standing = S::EMPTY;
        while k < battle.scripts[side].most_lines {
            let mut best: Option<((bool, i64), S, Choice<S>)> = None;
            // Lines are opened one by one: most are never reached.
            let mut open = [None; MAX_BOTS];
            for &body in bodies {
                let script = self.script_of(side, body);
                let mut is_open = || self.is_open_line(side, script, among, k);
                let is_done = is_over[script] || body.meets(standing);
                if is_done || !*open[script].get_or_insert_with(&mut is_open) {
                    continue;
                }
                // A line that led to nothing is not tried again until something has changed.
                if when == self.state.version && lines >> k & 1 == 1 && body.meets(of) {
                    continue;
                }
                let act = battle.lines(side, script)[k].act;
                if self.line_holds(side, body, k)
                    && let Some((score, choice)) = self.plan(side, body, act)
                    && self.leads_anywhere(side, &choice)
                {
                    let merit = (self.is_part(side, body), score);
                    if best.as_ref().is_none_or(|(least, ..)| merit < *least) {
                        best = Some((merit, body, choice));
                    }
                }
            }
            match best {
                Some((_, body, choice)) if choice.kind == ActionKind::Stand => {
                    stands = stands.or(Some((body, choice)));
                    let script = self.script_of(side, body);
                    match battle.lines(side, script)[k].is_of_unit {
                        true => standing |= body,
                        false => is_over[script] = true,
                    }
                }
                Some((_, body, choice)) => {
                    self.state.line[side] = k as u8;
                    return Some((body, choice));
                }
                None => k += 1,
            }
        }
        stands
    }

    /// Returns whether any figure gets anywhere by a choice: an action that would change nothing is not offered, and figures
    /// that have arrived, or have friends all round, do the next best thing. If actions have been declared, others may go first
    /// (AD-04).
    fn leads_anywhere(&mut self, side: Side, choice: &Choice<S>) -> bool {
        !choice.kind.is_move()
            || self.battle.spec().rules.system.has_segments()
            || choice.actors.iter().any(|i| self.is_free_to_go(side, i, choice))
            || (choice.actors.iter())
                .any(|i| self.sets_about(FigureId::new(side, i), choice, S::EMPTY))
    }

    /// Returns whether a figure has some way to go and no other stands close by except those going with it: true of most, and
    /// cheap to check. A wall may still be in its way; what leads to nothing is not tried again (see [`Self::act_freely`]). At
    /// enemies within a move there may be no room.
    fn is_free_to_go(&self, side: Side, i: usize, choice: &Choice<S>) -> bool {
        let near = 2 * self.battle.spec().rules.movement.base;
        let at = self.state.force[side].at[i];
        let (to, least) = match (choice.target, choice.to) {
            (Some(target), _) => (self.state.at(target), self.battle.fastest[side] + near),
            (None, Some(to)) => (to, near),
            _ => return false,
        };
        let others = self.state.force[side].alive.minus(choice.actors);
        let enemies = self.state.force[!side].alive;
        at.distance2(to) > i64::from(least) * i64::from(least)
            && self.state.within(!side, at, near, enemies).is_empty()
            && self.state.within(side, at, near, others).is_empty()
    }

    /// Returns the lines of each of a side's bots, as bits.
    pub(crate) fn of_each_script(
        &mut self,
        side: Side,
        lines: impl Fn(&mut Self, usize) -> u32,
    ) -> [u32; MAX_BOTS] {
        let mut of_each = [0; MAX_BOTS];
        for (script, of) in (0..self.battle.scripts[side].all().len()).zip(&mut of_each) {
            *of = lines(self, script);
        }
        of_each
    }

    /// Returns whether a line of a group's bot holds for it.
    pub(crate) fn line_holds(&mut self, side: Side, body: S, k: usize) -> bool {
        let battle = self.battle;
        let script = battle.script(side, self.script_of(side, body));
        let line = &script.lines[k];
        self.means_to_shoot = line.act.shoots();
        let holds = if battle.is_plain() {
            self.all_hold(side, body, &script.bot.lines[k].when)
        } else {
            self.all_hold(side, body, &line.own)
        };
        self.means_to_shoot = false;
        holds
    }

    /// Acts for a side as its bot decides. Returns what it did.
    pub(crate) fn act_freely(&mut self, side: Side) -> Choice<S> {
        let choice = self.decide(side);
        let version = self.state.version;
        match choice.kind {
            ActionKind::Stand => self.lets_chances_pass(side, 1),
            _ => self.uses_chances(side, 1),
        }
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

    /// Returns the action that a group would make of a line, if it can.
    pub(crate) fn plan(&mut self, side: Side, body: S, act: Act) -> Option<Ranked<S>> {
        match act {
            Act::Stand => Some((0, Choice::default())),
            Act::Move(goal) => self.plan_move(side, body, goal),
            Act::Run(goal) => {
                let kind = ActionKind::Run;
                let (score, choice) = self.plan_move(side, body, goal)?;
                Some((score, Choice { kind, ..choice }))
            }
            Act::FallBack => self.plan_to_fall_back(side, body),
            Act::Charge(pick) => self.plan_charge(side, body, pick),
            Act::Close(pick) => {
                let (score, choice) = self.plan_charge(side, body, pick)?;
                let closes = true;
                Some((score, Choice { closes, ..choice }))
            }
            Act::Shoot(pick) => self.plan_shot(side, body, pick),
            Act::Cast(pick) => self.plan_shot(side, self.casters(side, body), pick),
            // Actions of the whole side are Lloyd's (LL-13, LL-15); petite guerre limits them to figures that may act.
            // Elsewhere a group shoots by itself.
            Act::AllShoot if !self.acts_as_a_side() => self.plan_shot(side, body, Pick::Nearest),
            Act::ToMe if !self.acts_as_a_side() => None,
            Act::AllShoot => self.plan_all_shoot(side),
            Act::Volley(ranks) => self.plan_volley(side, body, Pick::Nearest, ranks),
            Act::ShootInHaste(pick) => self.plan_haste(side, body, pick),
            Act::Reload => self.plan_reload(side, body),
            Act::Fight => {
                // With turns, all figures in contact fight at the end of each (PG-13).
                if self.battle.spec().rules.system.fights_by_turn() {
                    return None;
                }
                let fighting = self.who_can_fight(side, body);
                self.plan_to_come_up(side, body, fighting)
                    .or_else(|| by_most(Choice::by(ActionKind::Fight, fighting)))
            }
            Act::ToMe => self.plan_to_me(side, body),
            Act::Rejoin => self.plan_to_rejoin(side, body),
            Act::CarryOutOrder => self.plan_order(side, body, body),
            Act::Hide => self.plan_lurk(side, body, false),
            Act::Appear => self.plan_lurk(side, body, true),
            Act::Escape => self.plan_escape(side, body),
            Act::LieLow => self.plan_to_lie_low(side, body),
            Act::Prepare => self.plan_to_prepare(side, body),
            Act::Set => self.plan_to_set(side, body),
            Act::Anything => {
                let mut plans = [(0, Choice::default()); ANYTHING.len()];
                let mut count = 0;
                // Shooting counts once among the choices, unless the whole side can shoot as well.
                let alone = !self.acts_as_a_side();
                for act in ANYTHING.into_iter().filter(|act| !(alone && *act == Act::AllShoot)) {
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

    /// Returns whether an action may be one of the whole side.
    fn acts_as_a_side(&self) -> bool {
        self.battle.spec().rules.system.acts_as_a_side()
    }

    /// Returns the figures of the group that are free to go: not in contact, or able to break off at will, and not pinned
    /// (FT-09).
    fn free(&self, side: Side, body: S) -> S {
        let body = body.minus(self.state.force[side].pinned);
        body.minus(self.state.held(self.battle, side, body))
    }

    /// Returns which of these enemies a line means.
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
                among.filter(|j| traits[j].quality == least)
            }
            Pick::Likeliest => {
                let best = self.likeliest(side, body, among);
                self.enough_for(body.count(), !side, best)
            }
            Pick::MostDangerous => self.most_dangerous(side, body, among),
            Pick::Leader => {
                let leaders = among & self.state.roster[!side].leaders;
                if leaders.is_empty() { among } else { leaders }
            }
        };
        self.nearest_to_body(side, body, among)
    }

    /// Returns those of these enemies that a figure of the group has the best chance to hit.
    fn likeliest(&mut self, side: Side, body: S, among: S) -> S {
        self.with_the_best(among, |game, j, best| game.best_shot(side, body, S::bit(j), best))
    }

    /// Returns those of these enemies with the best chance to hurt a group: to hit a figure of it from where they stand; or,
    /// within a full move of it, to win a round of melee with the nearest figure of it.
    fn most_dangerous(&mut self, side: Side, body: S, among: S) -> S {
        self.with_the_best(among, |game, j, _| game.chance_to_hurt(FigureId::new(!side, j), body))
    }

    /// Returns those of some figures with the best chance; below the best so far, `chance` may return less.
    fn with_the_best(&mut self, among: S, chance: impl Fn(&mut Self, usize, Ways) -> Ways) -> S {
        let mut best = (Ways::NONE, S::EMPTY);
        for j in among.iter() {
            let ways = chance(self, j, best.0);
            if ways.beats(best.0) {
                best = (ways, S::bit(j));
            } else if !best.0.beats(ways) {
                best.1 |= S::bit(j);
            }
        }
        best.1
    }

    /// Returns the one of these enemies nearest to any of a group, the first of several.
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
}
