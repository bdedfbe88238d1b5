//! Fighting by chains of steps that the rulebook gives in tables (FT-01 to FT-09).

use super::attack::Blow;
use super::marks::Firing;
use crate::battle::{Adds, Attempt, Battle, Chains, Cover, FigureId};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::chances::Ways;
use crate::event::{Cause, DiceOf, Event, MeleeKind, Pressure};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{
    Amount, ChainKind, Effect, MOST_ATTACKS, Natural, Party, Situation, Step, StepCondition,
    StepMelee, StepModifier, Steps, Test, Ties, UnitEffect, Value, Wounds,
};
use crate::side::Side;

/// What attacks have done to a figure, before it takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Toll {
    pub(crate) wounds: i32,
    pub(crate) does: Effect,
    pub(crate) unit: UnitEffect,
}

impl Toll {
    pub(crate) const NONE: Self = Self { wounds: 0, does: Effect::None, unit: UnitEffect::None };

    fn and(&mut self, other: Self) {
        self.wounds += other.wounds;
        self.does = self.does.max(other.does);
        self.unit = self.unit.max(other.unit);
    }
}

/// How one step went.
struct Rolled {
    passes: bool,
    /// The margin by which it was passed; below 0, by which it failed.
    margin: i32,
    /// The effect named by a table of ratios.
    effect: Option<u8>,
    /// A later step that comes through without a roll.
    skips: Option<u8>,
}

impl Rolled {
    const fn by(margin: i32, passes: bool) -> Self {
        Self { passes, margin, effect: None, skips: None }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    fn by_steps(&self) -> Option<(&Steps, &Chains)> {
        Some((&self.battle.spec().rules.steps, self.battle.chains()?))
    }

    /// Returns the value of an amount in an attack; dice in it are rolled and reported.
    fn worth(&mut self, attempt: &Attempt, of: DiceOf, amount: Amount) -> i32 {
        let Attempt { chain, pair: [attacker, target], .. } = *attempt;
        let Some(dice) = amount.dice else { return amount.plus };
        let rolled = self.roll(purpose(chain), of.rule(), dice);
        self.tell(|| Event::StepDice { chain, of, attacker, target, amount, rolled });
        rolled + amount.plus
    }

    /// Sums the dice that rows add, rolled as often as each row counts.
    fn dice_of_rows(
        &mut self,
        attempt: &Attempt,
        (rows, adds): (&[StepModifier], &[Adds]),
        of: impl Fn(usize) -> DiceOf,
    ) -> i32 {
        let battle: &Battle = self.battle;
        let Some(chains) = battle.chains() else { return 0 };
        let mut sum = 0;
        for (k, (row, adds)) in rows.iter().zip(adds).enumerate() {
            let Some(amount) = chains.dice(adds, attempt.pair) else { continue };
            for _ in 0..row.times(&attempt.situation) {
                sum += self.worth(attempt, of(k), amount);
            }
        }
        sum
    }

    /// Returns a shot, with its situation.
    pub(super) fn attempt_by_shot(&self, firing: &Firing, moved: bool) -> Attempt {
        use StepCondition as C;
        let (chain, pair) = (ChainKind::Shoot, [firing.by, firing.target]);
        let distance2 = firing.distance2();
        let attempt = |situation| Attempt { chain, pair, distance2, situation };
        let Some((steps, chains)) = self.by_steps() else { return attempt(Situation::PLAIN) };
        let asks = |condition| chains.asks(chain, condition);
        let cover = if asks(C::Screened) || asks(C::Protected) {
            self.state.terrain(self.battle).cover(firing.from, firing.at, steps.cover_distance)
        } else {
            Cover::None
        };
        let missile = self.battle.traits(firing.by).missile.as_ref();
        let band = missile.and_then(|missile| missile.band(distance2));
        let situation = self
            .situation_of(pair)
            .with(C::Screened, cover == Cover::Screen)
            .with(C::Protected, cover == Cover::Protect)
            .with(C::MediumRange, band == Some(1))
            .with(C::LongRange, band == Some(2))
            .with(C::InReaction, firing.shot.is_reactive())
            .with(C::Moved, moved);
        attempt(situation)
    }

    /// Returns the situation of two figures, whatever the attack.
    fn situation_of(&self, pair: [FigureId; 2]) -> Situation {
        use StepCondition as C;
        let [own, other] = pair.map(|figure| self.battle.traits(figure));
        let [hurt, hurts] = pair.map(|figure| self.is_wounded(figure));
        Situation::PLAIN
            .with(C::Wounded, hurt)
            .with(C::TargetWounded, hurts)
            .with(C::Mounted, own.mounted)
            .with(C::TargetMounted, other.mounted)
            .with(C::Leads, own.leads)
            .with(C::TargetLeads, other.leads)
    }

    /// Returns a blow, with its situation. `comes` says which of the two has just come into contact.
    fn attempt_by_blow(&self, pair: [FigureId; 2], comes: [bool; 2], helpers: [i32; 2]) -> Attempt {
        use StepCondition as C;
        let chain = ChainKind::Strike;
        let attempt = |situation| Attempt { chain, pair, distance2: 0, situation };
        let Some((steps, chains)) = self.by_steps() else { return attempt(Situation::PLAIN) };
        let asks = |condition| chains.asks(chain, condition);
        let [own, other] = pair.map(|figure| self.battle.traits(figure));
        let contacts =
            pair.map(|figure| self.state.force[figure.side()].contacts[figure.index()].count());
        let has_barricades = asks(C::Barricade) || asks(C::BehindBarricade);
        let is_across = has_barricades && {
            let [at, from] = pair.map(|figure| self.state.at(figure));
            self.state.terrain(self.battle).is_across_barricade(at, from)
        };
        let behind = pair
            .map(|figure| is_across && !self.state.force[figure.side()].came.has(figure.index()));
        let mut situation = self
            .situation_of(pair)
            .with(C::Charges, comes[0])
            .with(C::Charged, comes[1])
            .with(C::LongerReach, own.reach > other.reach)
            .with(C::ShorterReach, own.reach < other.reach)
            .with(C::Outnumbers, contacts[1] > 1)
            .with(C::Outnumbered, contacts[0] > 1)
            .with(C::Barricade, behind[0])
            .with(C::BehindBarricade, behind[1]);
        situation.helpers = helpers.map(|count| count.min(steps.most_helpers));
        attempt(situation)
    }

    /// Counts friends that reach past each of the two from behind.
    fn rear_helpers(&self, pair: [FigureId; 2]) -> [i32; 2] {
        let asks = |condition| {
            self.battle.chains().is_some_and(|chains| chains.asks(ChainKind::Strike, condition))
        };
        let is_asked = [StepCondition::Helped, StepCondition::TargetHelped].map(asks);
        std::array::from_fn(|k| match is_asked[k] {
            true => self.rear_support(pair[k].side(), pair[k].index()),
            false => 0,
        })
    }

    /// Resolves the attacks of one figure at another (FT-02). Returns what they do to the attacker, and to the target.
    pub(super) fn attack_by_steps(&mut self, attempt: &Attempt) -> [Toll; 2] {
        let Attempt { chain, pair, ref situation, .. } = *attempt;
        let battle: &Battle = self.battle;
        let Some(chains) = battle.chains() else { return [Toll::NONE; 2] };
        let rules = battle.spec().rules.steps.chain(chain);
        let attacks = self.worth(attempt, DiceOf::Attacks, chains.attacks(chain, pair[0]));
        let of = |row: usize| DiceOf::Extra(row as u8);
        let rows = (&rules.extra[..], chains.extra_rows(chain));
        let attacks = attacks + chains.extra(rules, attempt) + self.dice_of_rows(attempt, rows, of);
        let is_halved = rules.halved.iter().any(|condition| situation.times(*condition) > 0);
        let attacks = if is_halved { (attacks + 1) / 2 } else { attacks };
        let mut tolls = [Toll::NONE; 2];
        for _ in 0..attacks.clamp(0, MOST_ATTACKS) {
            let each = self.run_chain(attempt, None);
            tolls[0].and(each[0]);
            tolls[1].and(each[1]);
        }
        self.state.activations += 1;
        tolls
    }

    /// Resolves one attack; `rolled` is the result of its first step if that has been rolled already.
    fn run_chain(&mut self, attempt: &Attempt, mut rolled: Option<Rolled>) -> [Toll; 2] {
        let battle: &Battle = self.battle;
        let steps = &battle.spec().rules.steps;
        let mut tolls = [Toll::NONE; 2];
        let mut skipped = 0_u16;
        for k in steps.chain(attempt.chain).steps.iter().map(|k| usize::from(*k)) {
            let step = &steps.steps[k];
            let went = match rolled.take() {
                Some(rolled) => rolled,
                None if skipped >> k & 1 == 1 => Rolled::by(0, !step.stops),
                None => self.roll_step(attempt, k),
            };
            skipped |= went.skips.map_or(0, |skips| 1 << skips);
            let comes_through = went.passes != step.stops;
            let by = if step.stops { -went.margin } else { went.margin };
            let effect = match (comes_through, went.effect) {
                (_, Some(effect)) => Some(effect),
                (true, None) => {
                    step.effects.iter().rev().find(|(least, _)| by >= *least).map(|(_, e)| *e)
                }
                (false, None) => step.fails,
            };
            if let Some(effect) = effect {
                let on = steps.effects[usize::from(effect)].on;
                let toll = self.toll(attempt, effect, by.abs());
                tolls[usize::from(on == Party::Target)].and(toll);
            }
            if !comes_through {
                break;
            }
        }
        tolls
    }

    /// Returns what an effect does (FT-06).
    fn toll(&mut self, attempt: &Attempt, effect: u8, margin: i32) -> Toll {
        let battle: &Battle = self.battle;
        let of = DiceOf::Wounds(effect);
        let effect = &battle.spec().rules.steps.effects[usize::from(effect)];
        let value =
            |value| battle.chains().map_or(Amount::default(), |c| c.value(value, attempt.pair));
        let wounds = match effect.wounds {
            Wounds::Amount(amount) => self.worth(attempt, of, amount),
            Wounds::Of(party, attribute) => {
                self.worth(attempt, of, value(Value::Of(party, attribute)))
            }
            Wounds::Margin { less } => margin - value(less).plus,
        };
        Toll { wounds: wounds.max(0), does: effect.does, unit: effect.unit }
    }

    /// Rolls a step (FT-03 to FT-05).
    fn roll_step(&mut self, attempt: &Attempt, k: usize) -> Rolled {
        let Attempt { chain, pair, distance2, situation } = *attempt;
        let battle: &Battle = self.battle;
        let step = &battle.spec().rules.steps.steps[k];
        let Some(chains) = battle.chains() else {
            return Rolled::by(0, false);
        };
        let rows = (&step.rows[..], chains.rows(k));
        let of = |row: usize| DiceOf::Row(k as u8, row as u8);
        let modifier = chains.modifier(step, k, attempt) + self.dice_of_rows(attempt, rows, of);
        let needed = chains.needed(k, attempt);
        let rule = rule_of(chain, step);
        let mut rolled = [self.roll(purpose(chain), rule, step.dice), 0];
        let mut first = None;
        let went = match &step.test {
            Test::AtLeast(_) | Test::AtMost(_) => {
                let mut went = read(step, rolled[0], needed, modifier);
                let [lowest, failures] = chains.rerolls(step, k, attempt);
                if lowest && rolled[0] == step.dice.min() || failures && !went.passes {
                    first = Some(rolled[0]);
                    rolled[0] = self.roll(purpose(chain), rule, step.dice);
                    went = read(step, rolled[0], needed, modifier);
                }
                went
            }
            Test::Opposed { ties, .. } => {
                rolled[1] = self.roll(purpose(chain), rule, step.dice);
                let margin = rolled[0] + needed + modifier - rolled[1] - chains.against(k, pair);
                let passes = margin > 0 || margin == 0 && *ties == Ties::Attacker;
                Rolled::by(margin, passes)
            }
            Test::Ratio { .. } => {
                let column = chains.column(step, k, attempt);
                let effect = step.effect_at(column, rolled[0] + modifier);
                Rolled { effect, ..Rolled::by(0, effect.is_some()) }
            }
        };
        self.tell(|| Event::StepRolled {
            chain,
            step: k as u8,
            attacker: pair[0],
            target: pair[1],
            distance2,
            situation,
            modifier,
            needed,
            rolled,
            first,
            margin: went.margin,
            passes: went.passes,
        });
        went
    }

    /// Applies what attacks have done (FT-06).
    pub(super) fn inflict(&mut self, figure: FigureId, by: FigureId, toll: Toll, cause: Cause) {
        if toll == Toll::NONE || !self.state.can_be_hit(figure) {
            return;
        }
        let from = self.state.at(by);
        self.hurt(figure, by, toll.wounds, cause);
        if self.state.is_alive(figure) || toll.does == Effect::Kill {
            self.suffer(figure, from, toll.does, cause);
        }
        self.unit_suffers(figure, toll.unit);
    }

    fn hurt(&mut self, figure: FigureId, by: FigureId, wounds: i32, cause: Cause) {
        if wounds == 0 {
            return;
        }
        let force = &mut self.state.force[figure.side()];
        force.points[figure.index()] -= wounds;
        let left = force.points[figure.index()];
        self.tell(|| Event::Wounded { figure, by, wounds, left, cause });
        if cause == Cause::Shot && !self.is_own_shot {
            self.press(figure, Pressure::Fire);
        }
        if left > 0 {
            self.state.force[figure.side()].wounded |= S::bit(figure.index());
        } else {
            self.kill(figure, cause);
        }
    }

    /// Applies what a shot has done, except for what drives its target back, which is returned.
    pub(super) fn shot_lands(
        &mut self,
        [shooter, target]: [FigureId; 2],
        tolls: [Toll; 2],
    ) -> Effect {
        let [own, his] = tolls;
        // A killed target falls before its unit runs.
        let (now, later) = match his.does {
            Effect::Kill => (Effect::Kill, Effect::None),
            does => (Effect::None, does),
        };
        self.inflict(target, shooter, Toll { does: now, ..his }, Cause::Shot);
        self.own_shot(shooter, target, own);
        later
    }

    /// Applies simultaneous shots of both sides: first what kills, then what drives back (WS-04).
    pub(super) fn shots_land(&mut self, pair: [FigureId; 2], tolls: [Toll; 2], kills: bool) {
        let [shooter, target] = pair;
        for (figure, by, toll) in [(target, shooter, tolls[1]), (shooter, target, tolls[0])] {
            let is_killed = toll.does == Effect::Kill;
            let part = match kills {
                true if is_killed => Toll { unit: UnitEffect::None, ..toll },
                true => Toll { wounds: toll.wounds, ..Toll::NONE },
                false if is_killed => Toll { unit: toll.unit, ..Toll::NONE },
                false => Toll { wounds: 0, ..toll },
            };
            if figure == shooter {
                self.own_shot(figure, by, part);
            } else {
                self.inflict(figure, by, part, Cause::Shot);
            }
        }
    }

    /// Applies what a shot does to the shooter itself, which does not count as coming under fire.
    fn own_shot(&mut self, shooter: FigureId, target: FigureId, toll: Toll) {
        self.is_own_shot = true;
        self.inflict(shooter, target, toll, Cause::Shot);
        self.is_own_shot = false;
    }

    /// Returns whether a figure is pinned: for now it neither moves nor charges (FT-09).
    #[inline]
    pub(crate) fn is_pinned(&self, figure: FigureId) -> bool {
        self.state.force[figure.side()].pinned.has(figure.index())
    }

    /// Pins a figure until the end of its side's next turn (FT-09); if pinned already, starts over.
    pub(super) fn pin(&mut self, figure: FigureId) {
        let force = &mut self.state.force[figure.side()];
        force.pinned |= S::bit(figure.index());
        force.recover = force.recover.minus(S::bit(figure.index()));
        // Whatever the bots have planned for it is out of date.
        self.state.version += 1;
        self.tell(|| Event::Pinned { figure });
    }

    fn unit_suffers(&mut self, figure: FigureId, does: UnitEffect) {
        let (side, unit) = (figure.side(), self.battle.traits(figure).unit);
        let members = self.members(side, unit);
        match does {
            UnitEffect::None => {}
            UnitEffect::Withdraws => self.withdraw(side, members),
            UnitEffect::Routs => self.give_up(side, unit, members),
        }
    }

    /// Tests the nerve of a fallen figure's unit, if it has to (FT-08).
    pub(crate) fn test_nerve(&mut self, fallen: FigureId) {
        use StepCondition as C;
        let battle: &Battle = self.battle;
        let Some(chains) = battle.chains() else { return };
        let steps = &battle.spec().rules.steps;
        if steps.chain(ChainKind::Nerve).steps.is_empty() {
            return;
        }
        let (side, unit) = (fallen.side(), battle.traits(fallen).unit);
        let u = usize::from(unit.0);
        let (at_start, left) = (battle.strength(side, unit), self.state.force[side].strength[u]);
        let lost = super::osric::quarters(at_start, left).min(2);
        let before = std::mem::replace(&mut self.state.force[side].nerves[u], lost);
        let is_leader = battle.spec().sides[side].units[u].leader == Some(fallen.index());
        let tested = steps.tested;
        let is_tested = tested.each_loss
            || tested.quarter && before < 1 && lost >= 1
            || tested.half && before < 2 && lost >= 2
            || tested.leader && is_leader;
        let members = self.members(side, unit);
        if !is_tested || members.is_empty() {
            return;
        }
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let leader_down = own.leaderless >> unit.0 & 1 == 1;
        let outnumbered = enemy.alive.count() > own.alive.count();
        let attempt = |game: &Self, figure| {
            let situation = game
                .situation_of([figure; 2])
                .with(C::HalfLost, lost >= 2)
                .with(C::LeaderDown, leader_down)
                .with(C::Outnumbered, outnumbered);
            Attempt { chain: ChainKind::Nerve, pair: [figure; 2], distance2: 0, situation }
        };
        // The steadiest rolls for all: the one with the best chance that the test has no effect. If a failure has an effect,
        // passing is good.
        let chain = steps.chain(ChainKind::Nerve).steps.iter();
        let fails = chain.clone().any(|k| steps.steps[usize::from(*k)].fails.is_some());
        let best = members.iter().map(|i| FigureId::new(side, i)).max_by_key(|figure| {
            let (through, all) = chains.chance(steps, &attempt(self, *figure));
            let good = if fails { through } else { all - through };
            (
                u128::from(good) * 1_000_000 / u128::from(all.max(1)),
                std::cmp::Reverse(figure.index()),
            )
        });
        let Some(speaker) = best else { return };
        let [own, other] = self.run_chain(&attempt(self, speaker), None);
        self.unit_suffers(speaker, own.unit.max(other.unit));
    }

    /// Fights a round between figures in contact (FT-07).
    pub(super) fn step_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        match self.battle.spec().rules.steps.melee {
            StepMelee::Each | StepMelee::ChargerFirst => self.round_of_each(side, own, enemy, why),
            StepMelee::Contest | StepMelee::Active => self.round_of_pairs(side, own, enemy, why),
        }
    }

    /// Returns whether a figure has just come into contact and not fought since.
    fn comes(&self, figure: FigureId) -> bool {
        self.state.force[figure.side()].fresh.has(figure.index())
    }

    fn round_of_each(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let bouts = self.bouts(side, own, enemy, None);
        if bouts.is_empty() {
            return;
        }
        let crowd = self.crowd();
        let charger_first = self.battle.spec().rules.steps.melee == StepMelee::ChargerFirst;
        self.tell(|| Event::MeleeRound { why });
        let mut fought = [S::EMPTY; 2];
        for (a, b, second) in bouts.iter() {
            let contacts = self.state.force[side].contacts[a.index()];
            if !self.state.is_alive(a) || !contacts.has(b.index()) {
                self.tell_left_alone([a, b], second);
                continue;
            }
            let comes = [a, b].map(|figure| self.comes(figure));
            for who in [a, b] {
                fought[who.side() as usize] |= S::bit(who.index());
            }
            let strikes = [a, b].map(|who| second.is_none_or(|second| second == who.side()));
            let b_first = comes == [false, true];
            let order = if b_first { [1, 0] } else { [0, 1] };
            let in_turn = charger_first && comes[0] != comes[1];
            let mut tolls = [Toll::NONE; 2];
            for k in order.into_iter().filter(|k| strikes[*k]) {
                let (pair, comes) =
                    if k == 0 { ([a, b], comes) } else { ([b, a], [comes[1], comes[0]]) };
                let still = self.state.is_alive(pair[0])
                    && self.state.is_alive(pair[1])
                    && self.state.force[side].contacts[a.index()].has(b.index());
                if !still {
                    continue;
                }
                let attempt = self.attempt_by_blow(pair, comes, self.rear_helpers(pair));
                let done = self.attack_by_steps(&attempt);
                let (mine, his) = if k == 0 { (0, 1) } else { (1, 0) };
                tolls[mine].and(done[0]);
                tolls[his].and(done[1]);
                if in_turn {
                    self.inflict_both([a, b], std::mem::replace(&mut tolls, [Toll::NONE; 2]));
                }
            }
            self.inflict_both([a, b], tolls);
            if crowd.leaves_alone([a, b]) {
                self.note_fall([a, b], [a, b].map(|who| self.is_down(who)));
            }
        }
        for side in Side::BOTH {
            self.state.force[side].fresh &= !fought[side as usize];
        }
    }

    fn is_down(&self, figure: FigureId) -> bool {
        self.state.force[figure.side()].dead.has(figure.index())
    }

    /// Applies what a fight of two has done to both.
    fn inflict_both(&mut self, [a, b]: [FigureId; 2], tolls: [Toll; 2]) {
        self.inflict(b, a, tolls[1], Cause::Melee);
        self.inflict(a, b, tolls[0], Cause::Melee);
    }

    /// Fights a round of pairs: each takes on an opponent, and figures left over help (HOST-3); both roll once, or only the
    /// active side.
    fn round_of_pairs(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let crowd = self.crowd();
        let bouts = self.bouts_of_pairs(side, own, enemy);
        if bouts.is_empty() {
            return;
        }
        self.tell(|| Event::MeleeRound { why });
        let is_contest = self.battle.spec().rules.steps.melee == StepMelee::Contest;
        for [a, b] in bouts.pairs() {
            let contacts = self.state.force[side].contacts[a.index()];
            if !self.state.is_alive(a) || !self.state.is_alive(b) || !contacts.has(b.index()) {
                self.tell_left_alone([a, b], None);
                continue;
            }
            let comes = [a, b].map(|figure| self.comes(figure));
            for who in [a, b] {
                self.state.force[who.side()].fresh &= !S::bit(who.index());
            }
            // Units are tested between bouts (FT-08): a figure that has run no longer helps.
            let helpers = bouts.helpers([a, b], |who, enemy| {
                let contacts = self.state.force[who.side()].contacts[who.index()];
                self.state.is_alive(who) && contacts.has(enemy.index())
            });
            let rear = self.rear_helpers([a, b]);
            let helpers = [helpers[0] + rear[0], helpers[1] + rear[1]];
            let attempt = self.attempt_by_blow([a, b], comes, helpers);
            let tolls = match is_contest {
                true => self.contest(&attempt, None),
                false => self.attack_by_steps(&attempt),
            };
            self.inflict_both([a, b], tolls);
            if crowd.leaves_alone([a, b]) {
                self.note_fall([a, b], [a, b].map(|who| self.is_down(who)));
            }
        }
    }

    /// Resolves a contest: both roll the first step of the chain, and the winner's attack goes on; with `only`, just that
    /// figure's.
    fn contest(&mut self, attempt: &Attempt, only: Option<FigureId>) -> [Toll; 2] {
        let battle: &Battle = self.battle;
        let steps = &battle.spec().rules.steps;
        let k = usize::from(steps.chain(ChainKind::Strike).steps[0]);
        let went = self.roll_step(attempt, k);
        self.state.activations += 2;
        let ties = match &steps.steps[k].test {
            Test::Opposed { ties, .. } => *ties,
            _ => Ties::Nobody,
        };
        let target_wins = went.margin < 0 || went.margin == 0 && ties == Ties::Target;
        if went.passes {
            self.run_chain(attempt, Some(went))
        } else if target_wins && only.is_none() {
            let went = Rolled::by(-went.margin, true);
            let [his, own] = self.run_chain(&attempt.turned(), Some(went));
            [own, his]
        } else {
            [Toll::NONE; 2]
        }
    }

    /// Resolves a blow by itself (FT-07): only the striker's counts. Returns whether it does anything to the target.
    pub(super) fn step_blow(&mut self, striker: FigureId, target: FigureId, blow: &Blow) -> bool {
        let pair = [striker, target];
        let comes = [blow.charges, blow.exposed];
        let attempt = self.attempt_by_blow(pair, comes, self.rear_helpers(pair));
        let tolls = match self.battle.spec().rules.steps.melee {
            StepMelee::Contest => self.contest(&attempt, Some(striker)),
            _ => self.attack_by_steps(&attempt),
        };
        self.inflict_both(pair, tolls);
        tolls[1] != Toll::NONE
    }

    /// Returns the chance that one attack of a shot comes through (FT-02).
    pub(crate) fn step_shot_chance(&self, firing: &Firing) -> Ways {
        let Some((steps, chains)) = self.by_steps() else { return Ways::NONE };
        Ways::of(chains.chance(steps, &self.attempt_by_shot(firing, false)))
    }

    /// Returns the chance that one blow of the first of two comes through; `comes` says which of them has just come into
    /// contact.
    pub(crate) fn step_blow_chance(&self, pair: [FigureId; 2], comes: [bool; 2]) -> Ways {
        let Some((steps, chains)) = self.by_steps() else { return Ways::NONE };
        Ways::of(chains.chance(steps, &self.attempt_by_blow(pair, comes, [0; 2])))
    }
}

const fn purpose(chain: ChainKind) -> Purpose {
    match chain {
        ChainKind::Shoot => Purpose::Shooting,
        ChainKind::Strike => Purpose::Melee,
        ChainKind::Nerve => Purpose::Morale,
    }
}

/// Returns the rule by which a step is rolled.
const fn rule_of(chain: ChainKind, step: &Step) -> Rule {
    match (chain, &step.test) {
        (ChainKind::Nerve, _) => Rule::ft(8),
        (_, Test::Opposed { .. }) => Rule::ft(4),
        (_, Test::Ratio { .. }) => Rule::ft(5),
        _ => Rule::ft(3),
    }
}

/// Reads one roll against a number (FT-03).
fn read(step: &Step, rolled: i32, needed: i32, modifier: i32) -> Rolled {
    let margin = match step.test {
        Test::AtMost(_) => needed + modifier - rolled,
        _ => rolled + modifier - needed,
    };
    let (natural, skips) = if rolled == step.dice.min() {
        (step.lowest, step.skips[0])
    } else if rolled == step.dice.max() {
        (step.highest, step.skips[1])
    } else {
        (Natural::Counts, None)
    };
    let passes = match natural {
        Natural::Counts => margin >= 0,
        Natural::Fails => false,
        Natural::Succeeds => true,
    };
    let margin = match natural {
        Natural::Counts => margin,
        Natural::Fails => margin.min(-1),
        Natural::Succeeds => margin.max(0),
    };
    Rolled { skips, ..Rolled::by(margin, passes) }
}
