//! Which figure the passive side nominates, and for what action (LL-03, LL-05, LL-06).

use super::factors::Mosts;
use crate::action::{Choice, March, pace};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Kinds, MAX_BOTS, Path};
use crate::bits::Bits;
use crate::bot::{Act, MAX_LINES, Nominate};
use crate::event::{ActionKind, Observer, Qualifies};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::{FactorCondition, Pace, SeizeRoll};
use crate::side::Side;

/// A nomination: a figure, and its intended first action. Stated before the roll; a success binds (LL-06).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Intention<S> {
    /// The figure that tries to seize, by its index.
    pub(crate) nominee: usize,
    /// Its group when it was nominated.
    pub(crate) body: S,
    /// The line of the bot that it comes from.
    pub(crate) act: Act,
    /// What that line says as the table stands.
    pub(crate) choice: Choice<S>,
    /// The clause of LL-05 by which it may be a first action.
    pub(crate) qualifies: Qualifies,
    /// Sum of the tactical factors.
    pub(crate) factors: i32,
    /// What it needs on the dice.
    pub(crate) needed: i32,
}

/// A preference outweighs any difference in chances.
const MERIT: i64 = 1000;

/// A figure that cannot succeed comes after all that can, whatever else speaks for it.
const HOPELESS: i64 = 1 << 40;

/// The plans of a group, worked out once for all its figures, as far as needed so far.
struct Plans<S> {
    body: S,
    /// Which of the side's bots it plays.
    script: usize,
    /// Lines that have not been looked at yet, as bits.
    left: u32,
    /// The plans that the others gave.
    made: List<Option<LinePlan<S>>, MAX_LINES>,
}

/// What a group would make of a line.
#[derive(Clone, Copy)]
struct LinePlan<S> {
    line: usize,
    act: Act,
    /// The most that the factors can come to.
    most: i32,
    choice: Choice<S>,
}

impl<S: Bits> Plans<S> {
    const fn none() -> Self {
        Self { body: S::EMPTY, script: 0, left: 0, made: List::new(None) }
    }

    fn begin(&mut self, body: S, script: usize, open: &[u32; MAX_BOTS]) {
        (self.body, self.script, self.left) = (body, script, open[script]);
        self.made.clear();
    }

    fn made(&self) -> impl Iterator<Item = &LinePlan<S>> {
        self.made.iter().flatten()
    }
}

/// What a nomination depends on besides the table: as long as all of it is the same, so is the nomination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Circumstances {
    version: u64,
    asked: [u32; 5],
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
        Self { when: Circumstances::default(), intention: None }
    }
}

/// The best nomination so far.
struct Best<S> {
    score: i64,
    intention: Option<Intention<S>>,
    /// Whether figures that cannot do better are skipped.
    is_bound: bool,
}

impl<S> Best<S> {
    /// Returns whether a score of at most `most` cannot do better.
    #[inline]
    fn beats(&self, most: i64) -> bool {
        self.is_bound && self.score >= most
    }
}

/// Returns whether all plans of a group have been made, and none lets a figure of this standing do better.
fn is_beaten<S: Bits>(plans: &Plans<S>, standing: i64, best: &Best<S>) -> bool {
    let mut made = plans.made();
    plans.left == 0 && made.all(|plan| best.beats(standing + i64::from(plan.most)))
}

/// Returns the penalty of a line, compared with the first, under the policy `first line`.
fn line_rank(policy: Nominate, line: usize) -> i64 {
    if policy == Nominate::FirstLine { line as i64 * MERIT } else { 0 }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the side's nomination, or `None` if its script has no first action for any figure (LL-05). If the roll is due
    /// all the same (LL-03, option `seize-roll`), a figure is nominated that can only roll.
    pub(super) fn nominate(&mut self, side: Side) -> Option<Intention<S>> {
        if self.battle.spec().sides[side].bot.nominate == Nominate::ByLot {
            return self.nominate_by_lot(side).or_else(|| self.nominate_idly(side));
        }
        let when = self.circumstances(side);
        if self.battle.is_steady(side) && self.state.nomination[side].when == when {
            return self.state.nomination[side].intention;
        }
        let intention =
            self.nominate_by_script(side, i64::MIN).or_else(|| self.nominate_idly(side));
        self.state.nomination[side] = Remembered { when, intention };
        intention
    }

    fn circumstances(&self, side: Side) -> Circumstances {
        let counts_streak = self.battle.uses_factor(FactorCondition::EnemyStreak);
        Circumstances {
            version: self.state.version,
            asked: self.battle.asked(side, &self.tempo),
            counters: self.tempo.counters,
            streak: if counts_streak { self.tempo.streak } else { 0 },
            passes: self.tempo.passes,
        }
    }

    /// Returns whether the side may roll before it nominates: no observer asks for the nominee, nothing is left to lots, and it
    /// has to try. The plain code nominates first, as the rules do.
    pub(super) fn may_roll_first(&self, side: Side) -> bool {
        !self.observer.wants_nominees()
            && self.battle.is_steady(side)
            && self.battle.spec().sides[side].bot.nominate != Nominate::ByLot
            && self.battle.spec().rules.options.seize_roll != SeizeRoll::MayDecline
    }

    /// Returns whether the side tries to seize at all: it has a first action for a figure, or must roll without one (LL-03).
    pub(super) fn can_seize(&mut self, side: Side) -> bool {
        let alive = self.state.force[side].alive;
        if self.battle.spec().rules.options.seize_roll == SeizeRoll::Always {
            return !alive.is_empty();
        }
        if self.state.nomination[side].when == self.circumstances(side) {
            return self.state.nomination[side].intention.is_some();
        }
        let mosts = self.most_factors(side);
        let open = self.of_each_script(side, |game, script| game.lines_for_first(side, script));
        let mut plans = Plans::none();
        let mut rest = alive;
        while !rest.is_empty() {
            let body = self.state.body_of(self.battle, side, rest.first());
            rest = rest.minus(body);
            plans.begin(body, self.script_of(side, body), &open);
            while plans.left != 0 {
                plans.made.clear();
                self.plan_next(side, &mut plans, &mosts);
                if let Some(Some(plan)) = plans.made.first()
                    && body.iter().any(|i| self.as_first(side, i, body, plan).is_some())
                {
                    return true;
                }
            }
        }
        false
    }

    /// Returns a lower bound of what any figure of a side needs to seize: the best standing, with every factor that could
    /// count.
    pub(super) fn least_needed(&self, side: Side) -> i32 {
        let alive = self.state.force[side].alive;
        let mut standings = self.state.roster[side].standings.iter();
        let best = standings.find(|(_, equals)| equals.meets(alive));
        best.map_or(i32::MAX, |(standing, _)| {
            -(*standing as i32) - self.most_factors(side).of_any()
        })
    }

    /// Returns the side's nomination, if it succeeds with this roll.
    pub(super) fn nominate_who_succeeds(
        &mut self,
        side: Side,
        rolled: i32,
    ) -> Option<Intention<S>> {
        let succeeds = |it: &Intention<S>| it.needed <= rolled;
        let policy = self.battle.spec().sides[side].bot.nominate;
        let is_known = self.state.nomination[side].when == self.circumstances(side);
        if is_known || policy != Nominate::BestChance {
            return self.nominate(side).filter(succeeds);
        }
        // The best chance is the least number needed, so only figures that need no more than this are looked at.
        self.nominate_by_script(side, -i64::from(rolled) - 1).or_else(|| {
            // A figure without intention tries only if none has one, which is not known of the others yet.
            let idle = self.nominate_idly(side).filter(succeeds)?;
            self.nominate_by_script(side, i64::MIN).is_none().then_some(idle)
        })
    }

    /// Returns the figure with the best chance by itself, intending nothing: its side's script has no first action, but has to
    /// roll (LL-03).
    fn nominate_idly(&mut self, side: Side) -> Option<Intention<S>> {
        if self.battle.spec().rules.options.seize_roll != SeizeRoll::Always {
            return None;
        }
        let most = i64::from(self.most_factors(side).by_itself());
        let is_bound = !self.battle.is_plain();
        let mut best: Option<(i64, usize, i32)> = None;
        for rank in 0..self.state.roster[side].standings.len() {
            let (standing, equals) = self.state.roster[side].standings[rank];
            for i in (equals & self.state.force[side].alive).iter() {
                if is_bound && best.is_some_and(|(score, ..)| score >= standing + most) {
                    break;
                }
                let factors = self.factors(FigureId::new(side, i), &Choice::default());
                let score = standing + i64::from(factors);
                if best.is_none_or(|(least, ..)| score > least) {
                    best = Some((score, i, factors));
                }
            }
        }
        let (_, i, factors) = best?;
        let body = self.state.body_of(self.battle, side, i);
        Some(self.intend(side, i, body, Act::Stand, Choice::default(), Qualifies::Due, factors))
    }

    /// Returns the best nomination of the script. Goes through groups by their best figure, and through figures by leadership
    /// less base rate; of equals takes the first, and no figure that cannot succeed if another can. Skips figures that cannot
    /// do better than the best so far, or than a floor.
    fn nominate_by_script(&mut self, side: Side, floor: i64) -> Option<Intention<S>> {
        let battle = self.battle;
        let policy = battle.spec().sides[side].bot.nominate;
        let alive = self.state.force[side].alive;
        let mosts = self.most_factors(side);
        let most = i64::from(mosts.of_any());
        let mut plans = Plans::none();
        let open = self.of_each_script(side, |game, script| game.lines_for_first(side, script));
        let mut best = Best {
            score: floor,
            intention: None,
            // What a bot does by lot must not depend on which figures are asked.
            is_bound: !battle.is_plain() || battle.scripts[side].draws_lots,
        };
        let mut seen = S::EMPTY;
        for rank in 0..self.state.roster[side].standings.len() {
            let (standing, equals) = self.state.roster[side].standings[rank];
            loop {
                let left = (equals & alive).minus(seen);
                if left.is_empty() {
                    break;
                }
                // Later figures have less leadership or a higher base: none can do better.
                if policy == Nominate::BestChance && best.beats(standing + most) {
                    return best.intention;
                }
                let body = self.state.body_of(battle, side, left.first());
                plans.begin(body, self.script_of(side, body), &open);
                seen |= plans.body;
                self.nominate_of(side, rank, &mut plans, &mosts, &mut best);
            }
        }
        best.intention
    }

    /// Looks for a better nomination in a group; `rank` is that of its best figure.
    fn nominate_of(
        &mut self,
        side: Side,
        rank: usize,
        plans: &mut Plans<S>,
        mosts: &Mosts,
        best: &mut Best<S>,
    ) {
        let battle = self.battle;
        let policy = battle.spec().sides[side].bot.nominate;
        let most = i64::from(mosts.of_any());
        for rank in rank..self.state.roster[side].standings.len() {
            let (standing, equals) = self.state.roster[side].standings[rank];
            let mut equals = equals & plans.body;
            if best.beats(standing + most) || is_beaten(plans, standing, best) {
                // Only a figure with merit besides its chances may do better, and that goes for later ones too.
                match policy {
                    Nominate::BestChance => return,
                    Nominate::LeaderFirst => equals &= self.state.roster[side].leaders,
                    _ => {}
                }
            }
            for i in equals.iter() {
                let top = self.merit(side, i, policy) + standing;
                let mut k = 0;
                loop {
                    if k == plans.made.len() {
                        let line = plans.left.trailing_zeros() as usize;
                        if plans.left == 0 || best.beats(top - line_rank(policy, line) + most) {
                            break;
                        }
                        if best.beats(
                            self.top(side, standing, plans.body, policy)
                                + self.most_of(side, plans.script, line, mosts),
                        ) {
                            // No later figure of the group can do better by it either.
                            plans.left &= plans.left - 1;
                        } else {
                            self.plan_next(side, plans, mosts);
                        }
                        continue;
                    }
                    let Some(plan) = &plans.made[k] else { break };
                    k += 1;
                    let top = top - line_rank(policy, plan.line);
                    if best.beats(top + most) {
                        break;
                    }
                    if best.beats(top + i64::from(plan.most)) {
                        continue;
                    }
                    let Some((choice, qualifies)) = self.as_first(side, i, plans.body, plan) else {
                        continue;
                    };
                    let factors = self.factors(FigureId::new(side, i), &choice);
                    let score = top + i64::from(factors);
                    if score <= best.score && policy != Nominate::FirstLine {
                        continue;
                    }
                    let intention =
                        self.intend(side, i, plans.body, plan.act, choice, qualifies, factors);
                    // With `BestChance`, the best has no chance only if none has.
                    let is_hopeless = policy != Nominate::BestChance
                        && self.battle.seize_chance(intention.needed).0 == 0;
                    let score = score - i64::from(is_hopeless) * HOPELESS;
                    if score > best.score {
                        best.score = score;
                        best.intention = Some(intention);
                    }
                    if policy == Nominate::FirstLine && !is_hopeless {
                        break;
                    }
                }
            }
        }
    }

    /// Returns a nomination by lot, among all figures with a plan that qualifies.
    fn nominate_by_lot(&mut self, side: Side) -> Option<Intention<S>> {
        let battle = self.battle;
        let mosts = self.most_factors(side);
        let open = self.of_each_script(side, |game, script| game.lines_for_first(side, script));
        let mut plans = Plans::none();
        let (mut lots, mut seen) = (S::EMPTY, S::EMPTY);
        for rank in 0..self.state.roster[side].standings.len() {
            let (_, equals) = self.state.roster[side].standings[rank];
            for first in (equals & self.state.force[side].alive).iter() {
                if seen.has(first) {
                    continue;
                }
                let body = self.state.body_of(battle, side, first);
                plans.begin(body, self.script_of(side, body), &open);
                seen |= plans.body;
                while plans.left != 0 {
                    self.plan_next(side, &mut plans, &mosts);
                }
                for i in plans.body.iter() {
                    if self.first_that_qualifies(side, i, &plans).is_some() {
                        lots |= S::bit(i);
                    }
                }
            }
        }
        if lots.is_empty() {
            return None;
        }
        let lot = self.lot(side, lots.count() as usize);
        let i = lots.iter().nth(lot)?;
        let body = self.state.body_of(battle, side, i);
        plans.begin(body, self.script_of(side, body), &open);
        while plans.left != 0 {
            self.plan_next(side, &mut plans, &mosts);
        }
        let (act, choice, qualifies) = self.first_that_qualifies(side, i, &plans)?;
        let factors = self.factors(FigureId::new(side, i), &choice);
        Some(self.intend(side, i, plans.body, act, choice, qualifies, factors))
    }

    /// Returns how much a policy prefers a figure, before its chances are looked at.
    fn merit(&self, side: Side, i: usize, policy: Nominate) -> i64 {
        match policy {
            Nominate::BestChance | Nominate::FirstLine | Nominate::ByLot => 0,
            Nominate::LeaderFirst => i64::from(self.state.roster[side].leaders.has(i)) * MERIT,
            Nominate::NearestToObjective => {
                let at = self.state.force[side].at[i];
                self.objective(side).map_or(0, |(to, _)| -i64::from(at.distance(to)) * MERIT)
            }
        }
    }

    /// Returns the most that a figure of this standing, or of a lower one, scores without factors.
    fn top(&self, side: Side, standing: i64, body: S, policy: Nominate) -> i64 {
        match policy {
            Nominate::BestChance => standing,
            Nominate::LeaderFirst if body.meets(self.state.roster[side].leaders) => {
                standing + MERIT
            }
            Nominate::LeaderFirst => standing,
            _ => i64::MAX / 2,
        }
    }

    /// Returns the most that the factors could come to by a line, before anything is planned.
    fn most_of(&self, side: Side, script: usize, line: usize, mosts: &Mosts) -> i64 {
        i64::from(mosts.under(self.battle.lines(side, script)[line].act))
    }

    #[expect(clippy::too_many_arguments, reason = "an intention is what all of these are together")]
    fn intend(
        &self,
        side: Side,
        nominee: usize,
        body: S,
        act: Act,
        choice: Choice<S>,
        qualifies: Qualifies,
        factors: i32,
    ) -> Intention<S> {
        let traits = &self.battle.traits_of(side)[nominee];
        let needed = traits.base - traits.leadership - factors;
        Intention { nominee, body, act, choice, qualifies, factors, needed }
    }

    /// Returns the lines of one of a side's bots, as bits, that may give a figure a first action. Some actions cannot be one
    /// (LL-05).
    pub(super) fn lines_for_first(&mut self, side: Side, script: usize) -> u32 {
        let acts = self.battle.lines(side, script).iter().map(|line| line.act);
        let mut can = 0;
        for (k, act) in acts.enumerate() {
            let never = matches!(act, Act::Stand | Act::AllShoot | Act::ToMe | Act::Rejoin);
            can |= u32::from(!never) << k;
        }
        can & self.open_lines(side, script, Kinds::ANY)
    }

    /// Looks at the next line for a group, and makes a plan of it if it gives one.
    fn plan_next(&mut self, side: Side, plans: &mut Plans<S>, mosts: &Mosts) {
        let line = plans.left.trailing_zeros() as usize;
        plans.left &= plans.left - 1;
        let act = self.battle.lines(side, plans.script)[line].act;
        if self.line_holds(side, plans.body, line)
            && let Some((_, choice)) = self.plan(side, plans.body, act)
        {
            let most = self.most_factors_under(side, &choice, mosts);
            plans.made.push(Some(LinePlan { line, act, most, choice }));
        }
    }

    fn first_that_qualifies(
        &mut self,
        side: Side,
        i: usize,
        plans: &Plans<S>,
    ) -> Option<(Act, Choice<S>, Qualifies)> {
        plans.made().find_map(|plan| {
            let (choice, qualifies) = self.as_first(side, i, plans.body, plan)?;
            Some((plan.act, choice, qualifies))
        })
    }

    /// Returns a group's plan as a figure would carry it out, if it qualifies as its first action.
    fn as_first(
        &mut self,
        side: Side,
        i: usize,
        body: S,
        plan: &LinePlan<S>,
    ) -> Option<(Choice<S>, Qualifies)> {
        if plan.choice.card.is_none() && !plan.choice.actors.has(i) {
            return None;
        }
        let mut choice = self.own_order(side, i, body, plan.choice);
        choice.first = Some(i as u8);
        let qualifies = self.qualifies(FigureId::new(side, i), &choice)?;
        Some((choice, qualifies))
    }

    /// Returns a group's plan as a figure of it would carry it out: if it is an order that does not name the figure, its own
    /// order (LL-08).
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
        self.plan_order(side, body, S::bit(i)).map_or(choice, |(_, own)| own)
    }

    /// Returns the clause of LL-05 by which an action would do as the figure's first after a seize; the figure must take part.
    pub(super) fn qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        if !choice.actors.has(figure.index()) {
            return None;
        }
        if choice.card.is_some() {
            return self.sets_about(figure, choice, choice.actors).then_some(Qualifies::Order);
        }
        match choice.kind {
            ActionKind::Charge => self.charge_qualifies(figure, choice),
            ActionKind::Shoot
            | ActionKind::Volley
            | ActionKind::ShootInHaste
            | ActionKind::Fight => Some(Qualifies::Engages),
            ActionKind::Escape => Some(Qualifies::Escapes),
            ActionKind::Move | ActionKind::Run => self.move_qualifies(figure, choice),
            ActionKind::Hide | ActionKind::Appear => {
                let to = choice.to?;
                (self.can_reach_place(figure, to, 0, Pace::Normal)
                    && self.changes_sight(figure, choice, to, None))
                .then_some(Qualifies::ChangesSight)
            }
            ActionKind::Stand
            | ActionKind::AllShoot
            | ActionKind::ToMe
            | ActionKind::Reload
            | ActionKind::LieLow
            | ActionKind::Prepare
            | ActionKind::Set => None,
        }
    }

    /// Returns whether a figure gets anywhere by a move at the head of its group: half a base at least, or all the way.
    /// `ghosts` may get out of its way.
    pub(crate) fn sets_about(&mut self, figure: FigureId, choice: &Choice<S>, ghosts: S) -> bool {
        let least = self.battle.spec().rules.movement.base / 2;
        match (choice.kind, choice.to) {
            (ActionKind::Charge, _) => self
                .lead_charge(figure, choice.targets)
                .is_some_and(|found| found.is_home || found.cost >= least),
            (
                ActionKind::Move | ActionKind::Run | ActionKind::Hide | ActionKind::Appear,
                Some(to),
            ) => {
                let path = self.path(figure.side(), self.state.at(figure), to);
                let rate = self.allowance(figure, pace(choice.kind));
                let least = path.length().min(least);
                // Only a figure that gets nowhere along it looks round.
                let march = self.march(figure, &path, rate, self.keep_off(), ghosts);
                let gets_on = |march: &March| march.way >= least;
                march.as_ref().is_some_and(gets_on)
                    || self
                        .beside(figure, &path, march, (rate, false))
                        .as_ref()
                        .is_some_and(gets_on)
            }
            _ => true,
        }
    }

    /// Returns the clause by which a charge qualifies: it takes the figure into melee, or at full speed on its way there if it
    /// reaches no enemy (a). Friends are in its way where they stand: it goes first, and they follow.
    fn charge_qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        let side = figure.side();
        let found = self.lead_charge(figure, choice.targets)?;
        let enemies = self.state.force[!side].alive;
        let qualifies = found.is_home
            || self.touches(side, found.end, enemies)
            || self.is_at_full_speed(found.cost, self.allowance(figure, Pace::Fast))
                && self.charge_goes_towards(figure, choice.targets, found.end)
                && !self.charges_home(figure, enemies);
        qualifies.then_some(Qualifies::TowardEnemy)
    }

    /// Returns whether a charge that ends at a point goes towards the nearest of these enemies.
    fn charge_goes_towards(&mut self, figure: FigureId, targets: S, end: Point) -> bool {
        let (side, at) = (figure.side(), self.state.at(figure));
        let nearest = self.state.nearest_of(self.battle, side, figure.index(), targets);
        nearest
            .is_some_and(|(j, _)| self.goes_towards(side, at, end, self.state.force[!side].at[j]))
    }

    /// Returns whether a march costs all of an allowance, except what is needed to find room to stand.
    fn is_at_full_speed(&self, cost: Len, rate: Len) -> bool {
        cost + self.battle.spec().rules.movement.base >= rate
    }

    /// Returns the clause by which a move qualifies: it goes at full speed towards the enemy, and into melee if it can (a), or
    /// changes sight with a purpose (c).
    fn move_qualifies(&mut self, figure: FigureId, choice: &Choice<S>) -> Option<Qualifies> {
        let side = figure.side();
        let at = self.state.at(figure);
        let rate = self.allowance(figure, pace(choice.kind));
        let to = choice.to?;
        let path = self.path(side, at, to);
        let (end, goes_all_the_way) = self.full_move(figure, &path, rate);
        // With paces, only the fast one is full speed (PG-06).
        let has_paces = self.battle.spec().rules.movement.paces.is_some();
        let full_speed = goes_all_the_way && (!has_paces || pace(choice.kind) == Pace::Fast);
        let enemies = self.state.force[!side].alive;
        if full_speed
            && let Some((j, _)) = self.state.nearest_enemy(self.battle, side, figure.index())
        {
            let enemy = self.state.force[!side].at[j];
            if self.goes_towards(side, at, end, enemy)
                && let Some((end, cost)) = self.goes_with_body(figure, choice, to)
                && (self.touches(side, end, enemies)
                    || self.is_at_full_speed(cost, rate)
                        && self.goes_towards(side, at, end, enemy)
                        && !self.charges_home(figure, enemies))
            {
                return Some(Qualifies::TowardEnemy);
            }
        }
        self.changes_sight(figure, choice, to, Some(end)).then_some(Qualifies::ChangesSight)
    }

    /// Returns whether a move from one point to another counts as towards an enemy (LL-05 a): it brings the figure nearer by
    /// the required share of the move, in a straight line or by the shortest way.
    fn goes_towards(&mut self, side: Side, from: Point, to: Point, enemy: Point) -> bool {
        let share = i64::from(self.battle.spec().rules.seize.towards);
        let least = share * i64::from(from.distance(to)).max(1);
        let is_enough = |before: Len, after: Len| 100 * i64::from(before - after) >= least;
        if is_enough(from.distance(enemy), to.distance(enemy)) {
            return true;
        }
        let terrain = self.state.terrain(self.battle);
        !terrain.is_passable(from, enemy)
            && is_enough(self.way(side, from, enemy), self.way(side, to, enemy))
    }

    /// Returns where a full move along a path ends, ignoring other figures, and whether it takes all the allowance.
    pub(super) fn full_move(&self, figure: FigureId, path: &Path, rate: Len) -> (Point, bool) {
        if !self.state.terrain(self.battle).has_slow_ground() {
            return (path.point_at(rate), path.length() >= rate);
        }
        let going = self.slow_going(figure, rate);
        let (mut left, mut run) = (rate, 0);
        for leg in path.legs() {
            let gone = self.affordable(&leg, left, going);
            if gone < leg.length {
                return (path.point_at(run + gone), true);
            }
            left -= self.cost(&leg, gone, going);
            run += gone;
        }
        (path.end(), left <= 0)
    }
}
