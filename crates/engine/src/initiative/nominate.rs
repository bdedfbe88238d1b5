//! Whom the passive side nominates, and what for (LL-03, LL-05, LL-06).

use crate::action::Choice;
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Path};
use crate::bits::Bits;
use crate::bot::{Act, MAX_LINES, Nominate, Pick};
use crate::chance::Chance;
use crate::event::{ActionKind, Observer, Qualifies};
use crate::game::Game;
use crate::rulebook::{FactorCondition, SightMove};
use crate::side::Side;

/// A nomination: who, and what his first action shall be. Stated before the roll; a success binds (LL-06).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Intention<S> {
    /// Who.
    pub(crate) nominee: usize,
    /// His body when he was nominated.
    pub(crate) body: S,
    /// The line of the bot that it comes from.
    pub(crate) act: Act,
    /// What that means now.
    pub(crate) choice: Choice<S>,
    /// As what it qualifies.
    pub(crate) qualifies: Qualifies,
    /// Sum of the tactical factors.
    pub(crate) factors: i32,
    /// What he needs on the dice.
    pub(crate) needed: i32,
}

/// A preference outweighs any difference in chances.
const MERIT: i64 = 1000;

/// What figures without a line of their own that qualifies do, if they must be nominated.
const FALL_BACK: [Act; 2] = [Act::Fight, Act::Charge(Pick::Nearest)];

/// The plans of a body, worked out once for all its figures.
struct Plans<S> {
    body: S,
    lines: usize,
    plans: [Option<Choice<S>>; MAX_LINES],
    /// The most that the factors can come to under each plan.
    most: [i32; MAX_LINES],
}

/// What a nomination depends on beside the table: as long as all of it is the same, so is the nomination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Circumstances {
    version: u64,
    counters: u32,
    streak: u32,
    passes: u32,
}

/// The last nomination of a side, and when it was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remembered<S> {
    when: Circumstances,
    intention: Option<Intention<S>>,
}

impl<S> Default for Remembered<S> {
    fn default() -> Self {
        Self {
            when: Circumstances::default(),
            intention: None,
        }
    }
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// The side's nomination, or `None` if nobody is left.
    pub(super) fn nominate(&mut self, side: Side) -> Option<Intention<S>> {
        let battle = self.battle;
        let bot = &battle.spec().sides[side].bot;
        let steady = battle.is_steady(side);
        let when = Circumstances {
            version: self.state.version,
            counters: self.tempo.counters,
            streak: if battle.uses_factor(FactorCondition::EnemyStreak) {
                self.tempo.streak
            } else {
                0
            },
            passes: self.tempo.passes,
        };
        if steady && self.state.nomination[side].when == when {
            return self.state.nomination[side].intention;
        }
        let intention = self
            .nominate_from(side, |k| bot.lines.get(k).map(|line| line.act), true)
            .or_else(|| self.nominate_from(side, |k| FALL_BACK.get(k).copied(), false));
        self.state.nomination[side] = Remembered { when, intention };
        intention
    }

    /// The best nomination that some acts give. Bodies are gone through by their best figure, figures by leadership less
    /// base rate; of equals the first is taken. Whoever cannot do better than the best so far is passed over unasked.
    fn nominate_from(
        &mut self,
        side: Side,
        act: impl Fn(usize) -> Option<Act>,
        tested: bool,
    ) -> Option<Intention<S>> {
        let battle = self.battle;
        let policy = battle.spec().sides[side].bot.nominate;
        let alive = self.state.force[side].alive;
        let most = self.most_factors(side);
        let mut plans = Plans {
            body: S::EMPTY,
            lines: 0,
            plans: [None; MAX_LINES],
            most: [0; MAX_LINES],
        };
        let mut best: Option<(i64, Intention<S>)> = None;
        let mut lots = S::EMPTY;
        let mut seen = S::EMPTY;
        for &first in battle.nominees(side) {
            let first = first as usize;
            if !alive.has(first) || seen.has(first) {
                continue;
            }
            let beaten = |bound: i64, best: &Option<(i64, Intention<S>)>| {
                best.as_ref().is_some_and(|(score, _)| *score >= bound)
            };
            // Those who come later have less leadership or a higher base: none can do better.
            if policy == Nominate::BestChance
                && beaten(self.standing(side, first) + i64::from(most), &best)
            {
                break;
            }
            plans.body = self.state.body_of(battle, side, first);
            plans.lines = 0;
            seen |= plans.body;
            for &i in battle.nominees(side) {
                let i = i as usize;
                if !plans.body.has(i) {
                    continue;
                }
                if policy == Nominate::ByLot {
                    self.plan_up_to(side, &mut plans, MAX_LINES - 1, &act, tested);
                    if self.first_that_qualifies(side, i, &plans).is_some() {
                        lots |= S::bit(i);
                    }
                    continue;
                }
                let standing = self.standing(side, i);
                if policy == Nominate::BestChance && beaten(standing + i64::from(most), &best) {
                    break;
                }
                let merit = self.merit(side, i, policy);
                for line in 0..MAX_LINES {
                    let rank = if policy == Nominate::FirstLine {
                        line as i64 * MERIT
                    } else {
                        0
                    };
                    if beaten(merit + standing - rank + i64::from(most), &best)
                        || !self.plan_up_to(side, &mut plans, line, &act, tested)
                    {
                        break;
                    }
                    let Some(choice) = plans.plans[line] else {
                        continue;
                    };
                    if beaten(merit + standing - rank + i64::from(plans.most[line]), &best) {
                        continue;
                    }
                    let choice = self.own_order(side, i, plans.body, choice);
                    let figure = FigureId::new(side, i);
                    let Some(qualifies) = self.qualifies(figure, &choice) else {
                        continue;
                    };
                    let factors = self.factors(figure, &choice);
                    let score = merit + standing - rank + i64::from(factors);
                    if !beaten(score, &best) {
                        let act = act(line).unwrap_or(Act::Stand);
                        best = Some((
                            score,
                            self.intend(side, i, &plans, (act, choice, qualifies), factors),
                        ));
                    }
                    if policy == Nominate::FirstLine {
                        break;
                    }
                }
            }
        }
        if !lots.is_empty() {
            let lot = self.lot(side, lots.count() as usize);
            let i = lots.iter().nth(lot)?;
            plans.body = self.state.body_of(battle, side, i);
            plans.lines = 0;
            self.plan_up_to(side, &mut plans, MAX_LINES - 1, &act, tested);
            let (line, choice, qualifies) = self.first_that_qualifies(side, i, &plans)?;
            let factors = self.factors(FigureId::new(side, i), &choice);
            let act = act(line).unwrap_or(Act::Stand);
            return Some(self.intend(side, i, &plans, (act, choice, qualifies), factors));
        }
        best.map(|(_, intention)| intention)
    }

    /// What a figure brings to the roll by itself.
    fn standing(&self, side: Side, i: usize) -> i64 {
        let traits = &self.battle.traits_of(side)[i];
        i64::from(traits.leadership - traits.base)
    }

    /// How much a policy prefers a figure, before its chances are looked at.
    fn merit(&self, side: Side, i: usize, policy: Nominate) -> i64 {
        match policy {
            Nominate::BestChance | Nominate::FirstLine | Nominate::ByLot => 0,
            Nominate::LeaderFirst => i64::from(self.battle.traits_of(side)[i].leads) * MERIT,
            Nominate::NearestToObjective => {
                let at = self.state.force[side].at[i];
                self.objective(side)
                    .map_or(0, |(to, _)| -i64::from(at.distance(to)) * MERIT)
            }
        }
    }

    fn intend(
        &self,
        side: Side,
        nominee: usize,
        plans: &Plans<S>,
        (act, choice, qualifies): (Act, Choice<S>, Qualifies),
        factors: i32,
    ) -> Intention<S> {
        let traits = &self.battle.traits_of(side)[nominee];
        let needed = traits.base - traits.leadership - factors;
        Intention {
            nominee,
            body: plans.body,
            act,
            choice,
            qualifies,
            factors,
            needed,
        }
    }

    /// Plans the lines up to one, as far as they have not been planned yet. Says whether there is such a line.
    fn plan_up_to(
        &mut self,
        side: Side,
        plans: &mut Plans<S>,
        line: usize,
        act: &impl Fn(usize) -> Option<Act>,
        tested: bool,
    ) -> bool {
        let battle = self.battle;
        let body = plans.body;
        let lines = &battle.spec().sides[side].bot.lines;
        while plans.lines <= line
            && let Some(act) = act(plans.lines)
        {
            let k = plans.lines;
            plans.lines += 1;
            plans.plans[k] = None;
            // What cannot be a first action needs no plan (LL-05).
            if matches!(act, Act::Stand | Act::AllShoot | Act::ToMe) {
                continue;
            }
            if (!tested || self.all_hold(side, body, &lines[k].when))
                && let Some((_, choice)) = self.plan(side, body, act)
            {
                plans.most[k] = self.most_factors_under(side, &choice);
                plans.plans[k] = Some(choice);
            }
        }
        plans.lines > line
    }

    fn first_that_qualifies(
        &mut self,
        side: Side,
        i: usize,
        plans: &Plans<S>,
    ) -> Option<(usize, Choice<S>, Qualifies)> {
        for (line, plan) in plans.plans[..plans.lines].iter().enumerate() {
            let Some(choice) = plan else { continue };
            let choice = self.own_order(side, i, plans.body, *choice);
            if let Some(qualifies) = self.qualifies(FigureId::new(side, i), &choice) {
                return Some((line, choice, qualifies));
            }
        }
        None
    }

    /// A body's plan as a figure of it would carry it out: if it is an order that does not name him, his own (LL-08).
    pub(super) fn own_order(
        &mut self,
        side: Side,
        i: usize,
        body: S,
        choice: Choice<S>,
    ) -> Choice<S> {
        if choice.card.is_none() || choice.actors.has(i) {
            return choice;
        }
        self.plan_order(side, body, S::bit(i))
            .map_or(choice, |(_, own)| own)
    }

    /// By which clause of LL-05 an action would do as the figure's first after a seize; the figure must take part.
    pub(super) fn qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        if !choice.actors.has(figure.index()) {
            return None;
        }
        if choice.card.is_some() {
            return Some(Qualifies::Order);
        }
        match choice.kind {
            ActionKind::Charge => Some(Qualifies::TowardEnemy),
            ActionKind::Shoot
            | ActionKind::Volley
            | ActionKind::ShootInHaste
            | ActionKind::Fight => Some(Qualifies::Engages),
            ActionKind::Escape => Some(Qualifies::Escapes),
            ActionKind::Move | ActionKind::Run => self.move_qualifies(figure, choice),
            ActionKind::Hide | ActionKind::Appear => {
                let to = choice.to?;
                (self.changes_sight(figure, to) && self.can_reach_place(figure, to, 0))
                    .then_some(Qualifies::ChangesSight)
            }
            ActionKind::Stand | ActionKind::AllShoot | ActionKind::ToMe | ActionKind::Reload => {
                None
            }
        }
    }

    /// A move qualifies if it goes at full speed towards the enemy, and into melee with him if it can (a), or changes
    /// sight to some purpose (c).
    fn move_qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        let side = figure.side();
        let at = self.state.at(figure);
        let rate = self.battle.traits(figure).rate;
        let to = choice.to?;
        let path = self.path(at, to);
        let (end, full_speed) = self.full_move(&path, rate);
        let enemies = self.state.force[!side].alive;
        if full_speed
            && let Some((j, distance2)) =
                self.state.nearest_enemy(self.battle, side, figure.index())
        {
            let enemy = self.state.force[!side].at[j];
            if end.distance2(enemy) < distance2
                && (!self.can_reach_enemy(figure, enemy)
                    || self.meets_somebody(figure, &path, rate, enemies))
            {
                return Some(Qualifies::TowardEnemy);
            }
        }
        self.changes_sight(figure, end)
            .then_some(Qualifies::ChangesSight)
    }

    /// Where a full move along a path ends, other figures left out of account, and whether it takes all the allowance.
    fn full_move(&self, path: &Path, rate: Len) -> (Point, bool) {
        if !self.state.terrain(self.battle).has_slow_ground() {
            return (path.point_at(rate), path.length() >= rate);
        }
        let (mut left, mut run) = (rate, 0);
        for leg in path.legs() {
            let gone = self.affordable(&leg, left);
            left -= self.cost(&leg, gone);
            run += gone;
            if gone < leg.length {
                return (path.point_at(run), true);
            }
        }
        (path.end(), left <= 0)
    }

    /// Whether a full move along a path ends in contact with one of these enemies.
    fn meets_somebody(&self, figure: FigureId, path: &Path, rate: Len, enemies: S) -> bool {
        let base = self.battle.spec().rules.movement.base;
        self.march(figure, path, rate, base, S::EMPTY)
            .is_some_and(|march| self.touches(figure.side(), march.path.end(), enemies))
    }

    /// Whether a move to a point takes a figure into or out of the enemy's sight, to some purpose, and not merely back
    /// where it came from when it last did so (LL-05 c).
    fn changes_sight(&mut self, figure: FigureId, end: Point) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let at = self.state.at(figure);
        if let Some(origin) = self.state.force[side].lurked_from[i]
            && end.distance2(origin) < at.distance2(origin)
        {
            return false;
        }
        let before = !self.state.seen_by(self.battle, side, i, enemies).is_empty();
        let terrain = self.state.terrain(self.battle);
        let after = enemies
            .iter()
            .any(|j| terrain.sees(end, self.state.force[!side].at[j]));
        let changes = match self.battle.spec().rules.options.sight_move {
            SightMove::IntoOrOut => before != after,
            SightMove::IntoOnly => !before && after,
        };
        changes && self.has_purpose(side, at, end)
    }
}
