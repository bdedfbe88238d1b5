//! Whom the passive side nominates, and what for (LL-03, LL-05, LL-06).

use crate::action::Choice;
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, MAX_FIGURES, Path};
use crate::bits::Bits;
use crate::bot::{Act, MAX_LINES, Nominate, Pick};
use crate::chance::Chance;
use crate::event::{ActionKind, Observer, Qualifies};
use crate::game::Game;
use crate::rulebook::SightMove;
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

/// What figures without a line of their own that qualifies do, if they must be nominated.
const FALL_BACK: [Act; 2] = [Act::Fight, Act::Charge(Pick::Nearest)];

/// The plans of a body, worked out once for all its figures.
struct Plans<S> {
    body: S,
    plans: [Option<Choice<S>>; MAX_LINES],
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// The side's nomination, or `None` if nobody is left.
    pub(super) fn nominate(&mut self, side: Side) -> Option<Intention<S>> {
        let battle = self.battle;
        let bot = &battle.spec().sides[side].bot;
        self.nominate_from(side, |k| bot.lines.get(k).map(|line| line.act), true)
            .or_else(|| self.nominate_from(side, |k| FALL_BACK.get(k).copied(), false))
    }

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
            plans: [None; MAX_LINES],
        };
        let mut best: Option<(i64, Intention<S>)> = None;
        let mut fit = [0_u8; MAX_FIGURES];
        let mut fits = 0;
        for &i in battle.nominees(side) {
            let i = i as usize;
            if !alive.has(i) {
                continue;
            }
            let traits = &battle.traits_of(side)[i];
            let bound = i64::from(traits.leadership - traits.base + most);
            if policy == Nominate::BestChance
                && best.as_ref().is_some_and(|(score, _)| *score >= bound)
            {
                // Those who come later have less leadership or a higher base: none can do better.
                break;
            }
            if !plans.body.has(i) {
                plans.body = self.state.body_of(battle, side, i);
                self.plan_all(side, &mut plans, &act, tested);
            }
            if policy == Nominate::ByLot {
                if self.first_that_qualifies(side, i, &plans).is_some() {
                    fit[fits] = i as u8;
                    fits += 1;
                }
                continue;
            }
            let figure = FigureId::new(side, i);
            let merit = match policy {
                Nominate::BestChance | Nominate::FirstLine | Nominate::ByLot => 0,
                Nominate::LeaderFirst => i64::from(traits.leads) * 1000,
                Nominate::NearestToObjective => {
                    let at = self.state.at(figure);
                    self.objective(side)
                        .map_or(0, |(to, _)| -i64::from(at.distance(to)))
                        * 1000
                }
            };
            for line in 0..MAX_LINES {
                let Some(choice) = plans.plans[line] else {
                    continue;
                };
                let choice = self.own_order(side, i, plans.body, choice);
                let Some(qualifies) = self.qualifies(figure, &choice) else {
                    continue;
                };
                let factors = self.factors(figure, &choice);
                let worth = i64::from(traits.leadership - traits.base + factors);
                let score = match policy {
                    Nominate::FirstLine => worth - (line as i64) * 1000,
                    _ => merit + worth,
                };
                if best.as_ref().is_none_or(|(least, _)| score > *least) {
                    let needed = traits.base - traits.leadership - factors;
                    let act = act(line).unwrap_or(Act::Stand);
                    let body = plans.body;
                    best = Some((
                        score,
                        Intention {
                            nominee: i,
                            body,
                            act,
                            choice,
                            qualifies,
                            factors,
                            needed,
                        },
                    ));
                }
                if policy == Nominate::FirstLine {
                    break;
                }
            }
        }
        if fits > 0 {
            let i = fit[self.lot(side, fits)] as usize;
            plans.body = self.state.body_of(battle, side, i);
            self.plan_all(side, &mut plans, &act, tested);
            let (line, choice, qualifies) = self.first_that_qualifies(side, i, &plans)?;
            let traits = &battle.traits_of(side)[i];
            let factors = self.factors(FigureId::new(side, i), &choice);
            let needed = traits.base - traits.leadership - factors;
            let act = act(line).unwrap_or(Act::Stand);
            return Some(Intention {
                nominee: i,
                body: plans.body,
                act,
                choice,
                qualifies,
                factors,
                needed,
            });
        }
        best.map(|(_, intention)| intention)
    }

    fn plan_all(
        &mut self,
        side: Side,
        plans: &mut Plans<S>,
        act: &impl Fn(usize) -> Option<Act>,
        tested: bool,
    ) {
        let battle = self.battle;
        let body = plans.body;
        let lines = &battle.spec().sides[side].bot.lines;
        for (k, slot) in plans.plans.iter_mut().enumerate() {
            *slot = None;
            let Some(act) = act(k) else { break };
            // What cannot be a first action needs no plan (LL-05).
            if matches!(act, Act::Stand | Act::AllShoot | Act::ToMe) {
                continue;
            }
            if !tested || self.all_hold(side, body, &lines[k].when) {
                *slot = self.plan(side, body, act).map(|(_, choice)| choice);
            }
        }
    }

    fn first_that_qualifies(
        &mut self,
        side: Side,
        i: usize,
        plans: &Plans<S>,
    ) -> Option<(usize, Choice<S>, Qualifies)> {
        for (line, plan) in plans.plans.iter().enumerate() {
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
            ActionKind::Shoot | ActionKind::Fight => Some(Qualifies::Engages),
            ActionKind::Escape => Some(Qualifies::Escapes),
            ActionKind::Move => self.move_qualifies(figure, choice),
            ActionKind::Hide | ActionKind::Appear => {
                let to = choice.to?;
                (self.changes_sight(figure, to) && self.can_reach_place(figure, to, 0))
                    .then_some(Qualifies::ChangesSight)
            }
            ActionKind::Stand | ActionKind::AllShoot | ActionKind::ToMe => None,
        }
    }

    /// A move qualifies if it goes at full speed towards the enemy, and into melee with him if it can (a), or changes
    /// sight to some purpose (c).
    fn move_qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        let side = figure.side();
        let at = self.state.at(figure);
        let rate = self.battle.traits(figure).rate;
        let to = choice.to?;
        self.lead_to(to);
        let path = self.state.guide.path(self.state.terrain(self.battle), at);
        let (end, full_speed) = self.full_move(&path, rate);
        let enemies = self.state.force[!side].alive;
        if full_speed && let Some((j, distance2)) = self.state.nearest(!side, at, enemies) {
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
