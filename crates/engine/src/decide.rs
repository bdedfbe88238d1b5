//! How a bot turns a line of its script into an action (LL-01) for a body.

mod cards;
mod fire;
mod moves;

use crate::action::Choice;
use crate::battle::MAX_FIGURES;
use crate::battle::geometry::Span;
use crate::bits::Bits;
use crate::bot::{Act, Goal, MAX_LINES, Pick};
use crate::chance::Chance;
use crate::event::{ActionKind, Observer};
use crate::game::Game;
use crate::rulebook::System;
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
    /// it; for the body it suits best, before parts that have broken off. If that is nothing, such a part rejoins.
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
        let bodies = &bodies[..count];
        let found = self.decide_among(side, bodies, u32::MAX).map(|(_, choice)| choice);
        let choice = found.unwrap_or(Choice::STAND);
        if count > 1
            && choice.kind == ActionKind::Stand
            && let Some(choice) = self.plan_to_rejoin(side, bodies)
        {
            // By no line.
            self.state.line[side] = MAX_LINES as u8;
            return choice;
        }
        choice
    }

    /// Whether a group is a part that has broken off: of each of its units more than half are somewhere else (LL-01).
    fn is_part(&self, side: Side, group: S) -> bool {
        let traits = self.battle.traits_of(side);
        let mut rest = group;
        while !rest.is_empty() {
            let unit = self.members(side, traits[rest.first()].unit);
            if 2 * (unit & group).count() >= unit.count() {
                return false;
            }
            rest = rest.minus(unit);
        }
        true
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
            let mut best: Option<((bool, i64), S, Choice<S>)> = None;
            for &body in bodies {
                // What led to nothing is not tried again until something has changed.
                if when == self.state.version && lines >> k & 1 == 1 && body.meets(of) {
                    continue;
                }
                if self.line_holds(side, body, k)
                    && let Some((score, choice)) = self.plan(side, body, line.act)
                {
                    let merit = (self.is_part(side, body), score);
                    if best.as_ref().is_none_or(|(least, ..)| merit < *least) {
                        best = Some((merit, body, choice));
                    }
                }
            }
            if let Some((_, body, choice)) = best {
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
                        Choice { kind: ActionKind::Fight, actors, ..Choice::STAND },
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

    /// Whether a bot may mean the whole side by an action.
    fn acts_as_a_side(&self) -> bool {
        let system = self.battle.spec().rules.system;
        matches!(system, System::Lloyd | System::PetiteGuerre)
    }

    /// Those of the body who are free to go: not in contact, or able to break off at will.
    fn free(&self, side: Side, body: S) -> S {
        body.minus(self.state.held(self.battle, side, body))
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
                among.only(|j| traits[j].quality == least)
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
}
