//! AD&D's fighting: blows and shots against armour, and hit points (ADC-1 to ADC-3); which way each figure looks, for blows
//! from behind (ADC-4); morale in percent (ADC-5).

use super::attack::Blow;
use super::drill::off_front;
use super::marks::Firing;
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, FigureSpec, Path};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{Cause, Event, MeleeKind, MoveKind, Odds, Part, Parts, Pressure, Weight};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Amount, NerveResult, needed_to_hit};
use crate::side::{BySide, Side};

/// What counts for the roll of a blow or a shot.
struct Aim {
    /// The range band of a shot; `None` for a blow.
    band: Option<u8>,
    /// Modifiers.
    parts: Parts,
    /// By how much the target's armour class gets worse.
    worse: i32,
    /// It comes from behind.
    rear: bool,
    reactive: bool,
}

impl Aim {
    /// A plain blow.
    const BLOW: Self =
        Self { band: None, parts: Parts::NONE, worse: 0, rear: false, reactive: false };
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Rolls the hit points (ADC-2) or wounds (FT-06) of all figures before anything else happens. Fixed numbers of wounds are
    /// not reported.
    pub(crate) fn roll_hit_points(&mut self) {
        let battle = self.battle;
        let by_points = battle.spec().rules.fighting.has_hit_points();
        if !by_points && battle.chains().is_none() {
            return;
        }
        for side in self.both() {
            for i in 0..battle.count(side) {
                let figure = FigureId::new(side, i);
                let (amount, rule) = match battle.chains() {
                    Some(chains) => (chains.wounds(figure), Rule::ft(6)),
                    None => (battle.traits(figure).body.hit_points, Rule::adc(2)),
                };
                let points = self.amount(Purpose::SetUp, rule, amount).max(1);
                self.state.force[side].points[i] = points;
                if by_points || amount.dice.is_some() {
                    self.tell(|| Event::HitPoints { figure, points });
                }
            }
        }
    }

    fn amount(&mut self, purpose: Purpose, rule: Rule, amount: Amount) -> i32 {
        amount.dice.map_or(0, |dice| self.roll(purpose, rule, dice)) + amount.plus
    }

    /// Fights a round between figures in contact. Two that face each other strike at once, so that both may fall; a figure left
    /// over strikes at an enemy whose blow goes to another. A figure that has come to its enemies and not fought since charges
    /// (ADC-4).
    pub(super) fn blow_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let bouts = self.bouts(side, own, enemy, None);
        if bouts.is_empty() {
            return;
        }
        let crowd = self.crowd();
        self.tell(|| Event::MeleeRound { why });
        let mut fought = BySide([S::EMPTY; 2]);
        for (a, b, second) in bouts.iter() {
            // A morale check in mid-round may take fighters away.
            let contacts = self.state.force[side].contacts[a.index()];
            if !self.state.is_alive(a) || !contacts.has(b.index()) {
                self.tell_left_alone([a, b], second);
                continue;
            }
            let hits = self.roll_blows([a, b], second);
            for who in [a, b] {
                fought[who.side()] |= S::bit(who.index());
            }
            let mut harm = |hit: bool, by, who| {
                let lands = hit && self.state.is_alive(who);
                if lands {
                    self.harm(by, who, Cause::Melee);
                }
                lands && !self.state.is_alive(who)
            };
            let b_falls = harm(hits[0], a, b);
            let fallen = [harm(hits[1], b, a), b_falls];
            if crowd.leaves_alone([a, b]) {
                self.note_fall([a, b], fallen);
            }
        }
        for side in Side::BOTH {
            self.state.force[side].fresh &= !fought[side];
        }
    }

    /// Rolls a bout. Returns whether the first hits the second, and the second the first. A figure met by one that comes to it
    /// keeps its facing until it strikes; any other striker faces its target (ADC-4).
    fn roll_blows(&mut self, pair: [FigureId; 2], second: Option<Side>) -> [bool; 2] {
        let strikes = pair.map(|who| second.is_none_or(|second| second == who.side()));
        let comes = pair.map(|who| self.state.force[who.side()].fresh.has(who.index()));
        for k in 0..2 {
            if strikes[k] && (comes[k] || !comes[1 - k]) {
                self.turns_to(pair[k], pair[1 - k]);
            }
        }
        let mut hits = [false; 2];
        // They strike at once; the one that comes rolls before the other has turned.
        let order = if comes == [false, true] { [1, 0] } else { [0, 1] };
        for k in order.into_iter().filter(|k| strikes[*k]) {
            let blow = Blow { charges: comes[k], exposed: comes[1 - k], ..Blow::PLAIN };
            hits[k] = self.strikes_at(pair[k], pair[1 - k], &blow);
        }
        hits
    }

    /// Rolls a blow by itself.
    pub(super) fn single_blow(&mut self, striker: FigureId, target: FigureId, blow: &Blow) {
        if self.strikes_at(striker, target, blow) {
            let own = self.battle.traits(striker);
            let mut times = 1;
            if blow.set {
                times *= i32::from(own.handling.set_damage.max(1));
            }
            if blow.charges && own.mounted {
                times *= i32::from(own.handling.charge_damage.max(1));
            }
            self.harm_times(striker, target, Cause::Melee, times, blow.set);
        }
    }

    /// Gives each enemy in contact a free blow at figures that leave a melee of their own will (ADC-8). Returns those that get
    /// away.
    pub(crate) fn free_blows(&mut self, side: Side, leavers: S, idle: S) -> S {
        if !self.battle.spec().rules.fighting.has_hit_points() {
            return leavers;
        }
        let blow = Blow { free: true, ..Blow::PLAIN };
        for i in leavers.iter() {
            let target = FigureId::new(side, i);
            for j in self.state.force[side].contacts[i].minus(idle).iter() {
                let by = FigureId::new(!side, j);
                if self.state.is_alive(target) && self.state.is_alive(by) {
                    self.tell(|| Event::FreeBlow { by, target });
                    self.single_blow(by, target, &blow);
                }
            }
        }
        leavers & self.state.force[side].alive
    }

    /// Rolls a blow (ADC-1, ADC-4, ADC-8). Returns whether it hits. The striker turns to the target, except for a free blow.
    fn strikes_at(&mut self, striker: FigureId, target: FigureId, blow: &Blow) -> bool {
        let rear = self.is_behind(target, striker);
        if !blow.free {
            self.turns_to(striker, target);
        }
        let rules = &self.battle.spec().rules.osric;
        let mut parts = Parts::NONE;
        parts.add(Part::Prepared, self.edge(striker));
        for (counts, part, adds) in [
            (blow.charges, Part::Charge, rules.charge),
            (blow.free, Part::Free, rules.free_blow),
            (rear, Part::Behind, rules.rear),
        ] {
            parts.add(part, if counts { adds } else { 0 });
        }
        let aim =
            Aim { parts, worse: if blow.exposed { rules.exposed } else { 0 }, rear, ..Aim::BLOW };
        self.rolls_to_hit(striker, target, &aim)
    }

    /// Rolls a shot (ADC-1, ADC-3). Returns whether it hits.
    pub(super) fn shoots_at(&mut self, firing: &Firing) -> bool {
        let Some(missile) = self.battle.traits(firing.by).missile.as_ref() else {
            return false;
        };
        let (band, parts) = self.aim(firing, missile);
        let reactive = firing.shot.is_reactive();
        if !reactive {
            self.looks(firing.by, firing.from, firing.at);
        }
        let aim = Aim { band: Some(band as u8), parts, reactive, ..Aim::BLOW };
        self.rolls_to_hit(firing.by, firing.target, &aim)
    }

    fn rolls_to_hit(&mut self, by: FigureId, target: FigureId, aim: &Aim) -> bool {
        let Aim { band, parts, worse, rear, reactive } = *aim;
        let modifier = parts.sum();
        let purpose = match band {
            Some(_) => Purpose::Shooting,
            None => Purpose::Melee,
        };
        let (own, other) = (self.battle.traits(by), self.battle.traits(target));
        let armour_class = other.body.armour_class + worse;
        let needed = needed_to_hit(own.body.level, armour_class) - modifier;
        let rolled = self.roll(purpose, Rule::adc(1), self.battle.spec().rules.osric.dice);
        let hit = rolled >= needed;
        self.state.activations += 1;
        self.tell(|| Event::Attacks {
            by,
            target,
            band,
            armour_class,
            rear,
            modifier,
            parts,
            needed,
            rolled,
            hit,
            reactive,
        });
        hit
    }

    /// Applies a hit (ADC-2): takes damage off the hit points; a figure with none left is down.
    pub(super) fn harm(&mut self, by: FigureId, figure: FigureId, cause: Cause) {
        self.harm_times(by, figure, cause, 1, false);
    }

    /// Applies a hit with damage times `times`, by a weapon that is set or not (ADC-7).
    fn harm_times(&mut self, by: FigureId, figure: FigureId, cause: Cause, times: i32, set: bool) {
        if !self.state.can_be_hit(figure) {
            return;
        }
        let harm = &self.battle.traits(by).harm;
        let (purpose, amount) = match cause {
            Cause::Shot => (Purpose::Shooting, harm.shot),
            Cause::Melee => (Purpose::Melee, harm.blow),
        };
        let all = self.amount(purpose, Rule::adc(2), amount);
        let damage = all.max(1) * times;
        let points = &mut self.state.force[figure.side()].points[figure.index()];
        *points -= damage;
        let left = *points;
        self.tell(|| Event::Harmed {
            figure,
            by,
            damage,
            rolled: all - amount.plus,
            times,
            set,
            left,
            cause,
        });
        if cause == Cause::Shot {
            self.press(figure, Pressure::Fire);
        }
        if left > 0 {
            return;
        }
        self.kill(figure, cause);
        match self.state.at_once {
            true => self.state.force[figure.side()].fallen |= S::bit(figure.index()),
            false => self.check_nerve(figure),
        }
    }

    /// Checks the morale of units that lost figures in simultaneous attacks, now that these are over (ADC-5).
    pub(crate) fn check_nerves(&mut self) {
        for side in self.both() {
            for i in std::mem::take(&mut self.state.force[side].fallen).iter() {
                self.check_nerve(FigureId::new(side, i));
            }
        }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether blows from behind differ: in AD&D's fighting, if the system keeps facing.
    #[inline]
    fn has_fronts(&self) -> bool {
        let rules = &self.battle.spec().rules;
        rules.fighting.has_hit_points() && rules.system.has_turns()
    }

    /// Faces a figure from one point to another.
    pub(super) fn looks(&mut self, figure: FigureId, from: Point, to: Point) {
        if from != to && self.has_fronts() {
            self.state.force[figure.side()].front[figure.index()] =
                Point::new(to.x - from.x, to.y - from.y);
        }
    }

    /// Faces a figure that has moved along its way, or along the last leg if there are corners.
    pub(super) fn looks_along(&mut self, figure: FigureId, path: &Path) {
        self.looks_along_stretch(figure, path, path.points()[0], path.length());
    }

    /// Faces a figure along a stretch that it has gone bit by bit, `way` long up to the end of the last bit. The last bit of a
    /// straight stretch may be a hair off, which does not turn the figure.
    pub(super) fn looks_along_stretch(
        &mut self,
        figure: FigureId,
        last: &Path,
        from: Point,
        way: Len,
    ) {
        if !self.has_fronts() {
            return;
        }
        let to = last.end();
        let is_straight = way <= from.distance(to) + 1;
        let from = if is_straight { from } else { last.leg(last.count().saturating_sub(1)).from };
        self.looks(figure, from, to);
    }

    /// Turns a figure to its target.
    pub(crate) fn turns_to(&mut self, figure: FigureId, enemy: FigureId) {
        self.looks(figure, self.state.at(figure), self.state.at(enemy));
    }

    /// Returns whether an enemy stands behind a figure: more than 135 degrees off its facing.
    pub(super) fn is_behind(&self, figure: FigureId, enemy: FigureId) -> bool {
        let front = self.state.force[figure.side()].front[figure.index()];
        let (ahead, aside) = off_front(front, self.state.at(figure), self.state.at(enemy));
        self.has_fronts() && -ahead > aside
    }

    /// Turns each figure with all enemies in contact behind it to the first of them, at the start of a round.
    pub(crate) fn turn_about(&mut self) {
        if !self.has_fronts() {
            return;
        }
        for side in Side::BOTH {
            for i in self.state.force[side].engaged.iter() {
                let figure = FigureId::new(side, i);
                let enemies = self.state.force[side].contacts[i];
                let behind = |j: usize| self.is_behind(figure, FigureId::new(!side, j));
                if enemies.iter().all(behind) {
                    self.turns_to(figure, FigureId::new(!side, enemies.first()));
                }
            }
        }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Checks the morale of a fallen figure's unit when it has lost a quarter of its figures, and again when it has lost half,
    /// so at most twice per battle.
    pub(super) fn check_nerve(&mut self, fallen: FigureId) {
        let (side, unit) = (fallen.side(), self.battle.traits(fallen).unit);
        let u = usize::from(unit.0);
        let (at_start, left) =
            (self.battle.strength(side, unit), self.state.force[side].strength[u]);
        let lost = quarters(at_start, left).min(2);
        let nerves = &mut self.state.force[side].nerves[u];
        if lost <= *nerves {
            return;
        }
        *nerves = lost;
        let traits = self.battle.traits_of(side);
        let shaken = self.members(side, unit).filter(|i| !traits[i].body.fearless);
        if shaken.is_empty() {
            return;
        }
        let rules = &self.battle.spec().rules.osric.nerve;
        // The steadiest member rolls for all.
        let hit_dice = shaken.iter().map(|i| traits[i].body.hit_dice()).max();
        let hit_dice = hit_dice.unwrap_or(0);
        let allowed = rules.base + rules.per_die * hit_dice;
        let weights = [self.weight_on(side, u), self.weight_on_side(!side)];
        let [own, enemy] = weights.map(|weight| weight.sum(rules));
        let modifier = own - enemy;
        let rolled = self.roll(Purpose::Morale, Rule::adc(5), rules.dice);
        let result = rules.result(allowed, rolled + modifier);
        self.tell(|| Event::NerveCheck {
            side,
            unit,
            allowed,
            hit_dice,
            modifier,
            weights,
            rolled,
            result,
        });
        match result {
            NerveResult::Holds => {}
            NerveResult::Withdraws => self.withdraw(side, shaken),
            NerveResult::Flees | NerveResult::Surrenders => self.give_up(side, unit, shaken),
        }
    }

    /// Returns what weighs on a unit.
    fn weight_on(&self, side: Side, unit: usize) -> Weight {
        let leaderless = self.state.force[side].leaderless;
        self.losses_weigh(side, leaderless >> unit & 1 == 1)
    }

    /// Returns what weighs on a side; a leader counts as down if any of its units has lost one. A one-figure unit that commands
    /// no other has no leader.
    fn weight_on_side(&self, side: Side) -> Weight {
        let spec = &self.battle.spec().sides[side];
        let is_of = |unit: usize| move |of: &&FigureSpec| usize::from(of.unit.0) == unit;
        let leads = |unit: usize| {
            let commands = spec.units[unit].leader.is_some_and(|i| spec.figures[i].commands_all);
            commands || spec.figures.iter().filter(is_of(unit)).count() > 1
        };
        let leaderless = self.state.force[side].leaderless;
        let mut lost = (0..spec.units.len()).filter(|unit| leaderless >> unit & 1 == 1);
        self.losses_weigh(side, lost.any(leads))
    }

    fn losses_weigh(&self, side: Side, leader_down: bool) -> Weight {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let at_start = own.at.len() as u32;
        let (count, enemies) = (own.alive.count(), enemy.alive.count());
        let odds = if enemies >= 2 * count {
            Odds::TwoToOne
        } else if enemies > count {
            Odds::Outnumbered
        } else {
            Odds::Even
        };
        Weight {
            lost: own.losses,
            quarters: quarters(at_start, at_start - own.losses.min(at_start)),
            odds,
            leader_down,
        }
    }

    /// Makes a fighting withdrawal: a full move back from the nearest enemy.
    pub(super) fn withdraw(&mut self, side: Side, figures: S) {
        self.state.force[side].withdrawn |= figures;
        let enemies = self.state.force[!side].alive;
        for &(_, figure) in self.in_order_away(side, figures, enemies).iter() {
            if let Some((j, _)) = self.state.nearest(!side, self.state.at(figure), enemies) {
                let from = self.state.force[!side].at[j];
                let rate = self.battle.traits(figure).rate;
                self.flee(figure, from, rate, MoveKind::Retreat);
                self.state.refresh_contacts(self.battle, side, figure.index());
            }
        }
    }
}

/// Returns how many quarters of the starting number are gone.
pub(super) const fn quarters(at_start: u32, left: u32) -> u8 {
    (4 * (at_start - left) / if at_start == 0 { 1 } else { at_start }) as u8
}
