//! Time in a round: when untimed actions come (AD-04, AD-06, AD-07), and segments in which all movers go on.

use super::order::{OrderPlace, place};
use super::timing::{ActionTime, Method, Time, acts_on, segment};
use super::{Adnd, Declared, Gone, Moment};
use crate::action::Choice;
use crate::battle::FigureId;
use crate::battle::geometry::Len;
use crate::bits::Bits;
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{ChargeCounts, Segments, SideSegment};
use crate::side::{BySide, Side};

/// A rest of a segment's allowance up to this is rounded off, not lost: one length over slow ground may cost as much.
const ROUNDING: Len = 10;

impl<S: Bits> Adnd<S> {
    /// Returns the place of a routine of an action.
    pub(super) fn place(&self, of: &Declared<S>, routine: u8, rules: &Segments) -> OrderPlace {
        place(&of.standing, routine, self.rolled[of.side], rules.routines)
    }

    fn time_of(&self, of: &Declared<S>, routine: u8, rules: &Segments) -> ActionTime {
        let time = if of.is_timed() {
            // The time of a move is not known yet, and not needed.
            Time::Segments(u16::from(of.takes))
        } else {
            Time::Untimed { speed_factor: of.speed_factor }
        };
        ActionTime { place: self.place(of, routine, rules), die: self.rolled[of.side], time }
    }

    /// Works out when each routine of the untimed actions comes.
    pub(super) fn set_moments(&mut self, game: &Game<'_, S, impl Play>) {
        let rules = &game.battle.spec().rules.segments;
        if rules.segment == SideSegment::OtherDie {
            self.set_by_the_other_die(rules);
            return;
        }
        let mut waits = false;
        for k in 0..self.declared.len() {
            let action = self.declared[k];
            // A weapon is set before any charge comes home (ADC-7).
            if action.is_timed() || action.choice.kind == ActionKind::Set {
                continue;
            }
            let Some(rival) = self.rival(&action, rules) else {
                continue;
            };
            let mut before = 0;
            for routine in 0..action.routines {
                let deed = self.time_of(&action, routine, rules);
                let found = segment(&deed, action.speed_factor, &rival, rules);
                let moment = found.map_or(Moment::raw(0), |(segment, method)| Moment {
                    segment,
                    method: Some(method),
                });
                // No routine overtakes another of the same figure.
                before = moment.segment.max(before);
                waits |= before > 0;
                self.declared[k].moments[usize::from(routine)] =
                    Moment { segment: before, ..moment };
            }
        }
        if waits {
            self.keep_raw_order(rules);
        }
    }

    /// Makes each side act on the segment that the other side's die shows, and begin its spells there (ADC-6).
    fn set_by_the_other_die(&mut self, rules: &Segments) {
        for k in 0..self.declared.len() {
            let action = self.declared[k];
            let (own, other) = (self.rolled[action.side], self.rolled[!action.side]);
            let on = |place: &OrderPlace| acts_on(place.bracket(), own, other);
            // A spell begun in surprise (ADC-9), or in the round before, is under way.
            let under_way = self.cast[action.side][action.choice.actors.first()] > 0;
            if action.takes > 0 && !under_way {
                self.declared[k].begins = on(&self.place(&action, 0, rules));
            }
            if action.is_timed() || action.choice.kind == ActionKind::Set {
                continue;
            }
            for routine in 0..action.routines {
                let place = self.place(&action, routine, rules);
                self.declared[k].moments[usize::from(routine)] =
                    Moment { segment: on(&place), method: Some(Method::OtherDie) };
            }
        }
    }

    /// Returns the timed action with most initiative, of those by an action's targets and those aimed at its actors.
    fn rival(&self, action: &Declared<S>, rules: &Segments) -> Option<ActionTime> {
        let concerns = |other: &&Declared<S>| {
            other.side != action.side
                && other.is_timed()
                && (other.choice.actors.meets(action.choice.targets)
                    || other.choice.targets.meets(action.choice.actors))
        };
        let rivals = self.declared.iter().filter(concerns);
        rivals.map(|other| self.time_of(other, 0, rules)).min_by_key(|deed| deed.place)
    }

    /// Keeps the raw order: an untimed action that waits for a timed one keeps its initiative over untimed actions aimed at its
    /// actors, which wait with it (AD-04).
    fn keep_raw_order(&mut self, rules: &Segments) {
        let mut settled = false;
        while !settled {
            settled = true;
            for k in 0..self.declared.len() {
                for before in 0..self.declared.len() {
                    settled &= !self.wait_for(k, before, rules);
                }
            }
        }
    }

    /// Makes the routines of an action wait for those of another that it is aimed at and that have no less initiative. Returns
    /// whether any has to.
    fn wait_for(&mut self, k: usize, before: usize, rules: &Segments) -> bool {
        let (action, other) = (&self.declared[k], &self.declared[before]);
        let concerns = action.side != other.side
            && !action.is_timed()
            && !other.is_timed()
            && other.choice.actors.meets(action.choice.targets);
        let mut waits = false;
        if concerns {
            let (action, other) = (*action, *other);
            for routine in 0..action.routines {
                let place = self.place(&action, routine, rules);
                let ahead = (0..other.routines).filter(|k| self.place(&other, *k, rules) <= place);
                let segments = ahead.map(|k| other.moments[usize::from(k)].segment);
                let least = segments.max().unwrap_or(0);
                let moment = &mut self.declared[k].moments[usize::from(routine)];
                if moment.segment < least {
                    *moment = Moment::raw(least);
                    waits = true;
                }
            }
        }
        waits
    }

    /// Returns the segment on which an action is due next, if anything other than going on is left of it.
    pub(super) fn due(&self, action: &Declared<S>) -> Option<u16> {
        if !action.arrived.is_empty() {
            return Some(self.segment);
        }
        let goes_on = action.outlasts(self.segments);
        if action.is_move() || action.over >= action.routines || goes_on {
            return None;
        }
        Some(if action.takes > 0 {
            action.begins + u16::from(action.takes)
        } else {
            action.moments[usize::from(action.over)].segment
        })
    }

    /// Returns whether anything is left to do in this round.
    pub(super) fn has_more(&self) -> bool {
        self.actions().any(|action| !action.going.is_empty() || self.due(action).is_some())
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = &Declared<S>> {
        self.declared.iter()
    }

    /// Moves the clock to the next segment on which something happens.
    pub(super) fn go_on(&mut self, game: &mut Game<'_, S, impl Play>) {
        let last = self.segments;
        let next = self.actions().filter_map(|action| self.due(action)).min();
        if self.actions().all(|action| action.going.is_empty()) {
            self.segment = next.unwrap_or(last).max(self.segment);
            return;
        }
        if self.segment == 0 {
            self.set_off(game);
        }
        self.segment += self.lull(game, next, last);
        for action in self.declared.iter_mut() {
            action.afoot = !action.going.is_empty();
        }
    }

    /// Moves on those with a place in the order of action, as far as they get by the end of the segment.
    pub(super) fn move_on(&mut self, game: &mut Game<'_, S, impl Play>, place: OrderPlace) {
        // Chargers go on after figures that they may be chasing, whichever side they are of: on a tie those get away as far as
        // they can (AD-08).
        for charges in [false, true] {
            for k in 0..self.declared.len() {
                let action = &self.declared[k];
                let is_his_turn = (action.choice.kind == ActionKind::Charge) == charges;
                if is_his_turn && self.is_afoot_at(game, action, place) {
                    self.declared[k].afoot = false;
                    self.advance(game, k);
                }
            }
        }
        self.meet(game);
        let is_last = self.segment >= self.segments;
        if is_last && !self.actions().any(|action| action.afoot) {
            for action in self.declared.iter_mut() {
                action.going = S::EMPTY;
            }
        }
    }

    /// Returns whether the figures of an action have this place in the order of action and have yet to go on in the segment.
    pub(super) fn is_afoot_at(
        &self,
        game: &Game<'_, S, impl Play>,
        action: &Declared<S>,
        place: OrderPlace,
    ) -> bool {
        let rules = &game.battle.spec().rules.segments;
        action.afoot && self.comes_at(action, rules) == place
    }

    /// Completes moves in which no figure goes on: all have arrived, or the last has been stopped (AD-04). Returns whether
    /// there is any.
    pub(super) fn moves_end(&mut self, game: &mut Game<'_, S, impl Play>) -> bool {
        let mut is_over = false;
        for k in 0..self.declared.len() {
            let action = &mut self.declared[k];
            if !action.is_move() || action.over > 0 {
                continue;
            }
            if action.going.is_empty() {
                action.over = 1;
                is_over = true;
                // A figure that has fallen since it halted completes nothing; one that left by its exit has been reported.
                action.choice.actors &= game.state.force[action.side].alive;
                let (action, segment) = (*action, self.segment);
                self.tell_stayed(game, &action);
                if !action.begun || action.choice.actors.is_empty() {
                    continue;
                }
                self.tell_ways(game);
                game.tell(|| Event::Completes {
                    side: action.side,
                    action: action.choice.kind,
                    figures: action.choice.actors.widen(),
                    routine: 1,
                    segment,
                    rule: Rule::ad(5),
                });
            }
        }
        is_over
    }

    /// Returns how many segments go by at once: one, or as many as pass with nothing but movers going on. No figure can come
    /// into contact in them or arrive before their end, and no untimed action is due.
    fn lull(&self, game: &mut Game<'_, S, impl Play>, next: Option<u16>, last: u16) -> u16 {
        let rules = &game.battle.spec().rules;
        let clear = rules.movement.base + rules.movement.contact_gap + 1;
        let round = i64::from(rules.segments.round);
        let mut fastest = BySide([0; 2]);
        for action in self.actions().filter(|action| !action.going.is_empty()) {
            let charge = if action.charging.is_empty() { 1 } else { rules.segments.charge };
            let rate = game.battle.fastest[action.side].saturating_mul(charge);
            fastest[action.side] = rate.max(fastest[action.side]);
        }
        // A segment on which something is due is played by itself: some of it may come before going on.
        let until = next.map_or(last, |due| last.min(due.saturating_sub(1)));
        let mut lull = i64::from(until.saturating_sub(self.segment));
        for action in self.actions() {
            let (side, to) = (action.side, action.choice.to);
            for i in action.going.iter() {
                if lull <= 1 {
                    return 1;
                }
                let at = game.state.force[side].at[i];
                let enemy = game.state.nearest_enemy(game.battle, side, i);
                if let Some((j, _)) = enemy {
                    let apart = at.distance(game.state.force[!side].at[j]) - clear;
                    let speed = i64::from(fastest[Side::A]) + i64::from(fastest[Side::B]);
                    lull = lull.min(i64::from(apart) * round / speed.max(1));
                }
                if let Some(to) = to {
                    let way = i64::from(at.distance(to));
                    lull = lull.min(way * round / i64::from(fastest[side]).max(1));
                }
            }
        }
        lull.clamp(1, i64::from(last)) as u16
    }

    /// Sets off all movers at the start of the round.
    fn set_off(&mut self, game: &mut Game<'_, S, impl Play>) {
        game.forget_aims(self.declared.len());
        for k in 0..self.declared.len() {
            let action = &mut self.declared[k];
            // A figure that fell before anything that takes time does not set off.
            action.choice.actors &= game.state.force[action.side].alive;
            action.going &= action.choice.actors;
            if action.going.is_empty() {
                continue;
            }
            let (side, going) = (action.side, action.going);
            // A figure thrown back before it set off has not charged (AD-09).
            if game.battle.spec().rules.segments.charge_counts == ChargeCounts::SetOff {
                for i in (action.charging & going).iter() {
                    self.charged[side][i] = self.round;
                }
            }
            game.state.activations += going.count();
            self.announce(game, k);
            // Surprised enemies have no free blow at a figure that leaves (ADC-9).
            game.free_blows(side, going, self.surprised[!side]);
            self.who_withdraws_halts(game);
        }
    }

    /// Reports an action when it begins; from then on it counts as one.
    pub(super) fn announce(&mut self, game: &mut Game<'_, S, impl Play>, k: usize) {
        let action = &mut self.declared[k];
        if !std::mem::replace(&mut action.begun, true) {
            game.take_over(action.side);
            let units = game.units_of(action.side, action.choice.actors) & self.unused[action.side];
            self.unused[action.side] &= !units;
            game.uses_chances(action.side, units.count_ones());
            game.announce(action.side, &action.choice, None);
            game.tempo.acted(false);
        }
    }

    /// Moves the figures of an action on for one segment, the nearest to the goal first.
    fn advance(&mut self, game: &mut Game<'_, S, impl Play>, k: usize) {
        let Declared { side, choice, .. } = self.declared[k];
        let exit = game.battle.spec().sides[side].exit;
        let action = &mut self.declared[k];
        let fallen = action.going.minus(game.state.force[side].alive);
        action.going = action.going.minus(fallen);
        action.choice.actors = action.choice.actors.minus(fallen);
        let mut rest = action.going;
        while let Some(i) = nearest_to_goal(game, side, &choice, rest) {
            let bit = S::bit(i);
            rest = rest.minus(bit);
            let figure = FigureId::new(side, i);
            let is_held = !game.state.held(game.battle, side, bit).is_empty();
            if is_held {
                self.halted[side] |= bit;
            } else {
                self.stride(game, k, figure);
            }
            let at = game.state.at(figure);
            let escapes = choice.kind == ActionKind::Escape
                && exit.is_some_and(|exit| game.is_at_edge(at, exit));
            if is_held || escapes || choice.to == Some(at) {
                self.declared[k].going &= !bit;
            }
            if escapes {
                self.tell_way(game, figure);
                game.escape(figure);
            }
        }
    }

    /// Moves one figure on as far as it may go in the segment; allowance that it cannot use in it is lost (AD-05).
    fn stride(&mut self, game: &mut Game<'_, S, impl Play>, k: usize, figure: FigureId) {
        let (side, i) = (figure.side(), figure.index());
        let Declared { choice, charging, .. } = self.declared[k];
        let round = game.round_allowance(figure, choice.kind, charging.has(i));
        let segments = game.battle.spec().rules.segments.round;
        let whole = due_by(self.segments, round, segments);
        let by_now = due_by(self.segment, round, segments);
        let Gone { spent, .. } = self.gone[side][i];
        if by_now <= spent {
            return;
        }
        let march = game.stride(figure, &choice, k, by_now - spent, whole - spent);
        let gone = &mut self.gone[side][i];
        let cost = march.as_ref().map_or(0, |march| march.cost);
        gone.spent = (spent + cost).max(by_now - ROUNDING);
        let Some(march) = march else { return };
        if !self.untold[side].has(i) {
            self.untold[side] |= S::bit(i);
            *gone = Gone { from: game.state.at(figure), way: 0, cost: 0, whole, ..*gone };
        }
        gone.way += march.way;
        gone.cost += march.cost;
        let (from, way) = (gone.from, gone.way);
        game.step(figure, choice.kind, &march, from, way);
    }

    /// Halts movers that come into contact; chargers have arrived (AD-09).
    fn meet(&mut self, game: &mut Game<'_, S, impl Play>) {
        let mut met = BySide([S::EMPTY; 2]);
        // A mover whose way has been reported because an enemy met it may have met others too.
        let movers = self.untold;
        for side in game.both() {
            for i in (movers[side] & game.state.force[side].alive).iter() {
                let figure = FigureId::new(side, i);
                for j in game.meet_enemies(figure).iter() {
                    let enemy = FigureId::new(!side, j);
                    self.tell_way(game, figure);
                    self.tell_way(game, enemy);
                    game.tell(|| Event::Contact { figure, enemy });
                    met[side] |= S::bit(i);
                    met[!side] |= S::bit(j);
                }
            }
        }
        for action in self.declared.iter_mut() {
            let halted = action.going & met[action.side];
            self.halted[action.side] |= halted;
            action.going = action.going.minus(halted);
            action.arrived |= halted & action.charging;
            let gone = &self.gone[action.side];
            for i in (halted & action.charging).iter().filter(|i| gone[*i].has_moved()) {
                self.charged[action.side][i] = self.round;
            }
        }
    }

    /// Reports where a figure has come to.
    fn tell_way(&mut self, game: &mut Game<'_, S, impl Play>, figure: FigureId) {
        let (side, i) = (figure.side(), figure.index());
        if self.untold[side].has(i) {
            self.untold[side] &= !S::bit(i);
            let gone = &self.gone[side][i];
            game.tell_stretch(figure, gone.from, gone.way, gone.cost, gone.whole);
        }
    }

    /// Reports where all movers have come to.
    pub(super) fn tell_ways(&mut self, game: &mut Game<'_, S, impl Play>) {
        for side in game.both() {
            for i in self.untold[side].iter() {
                self.tell_way(game, FigureId::new(side, i));
            }
        }
    }
}

/// Returns how much of a round's allowance is due by the end of a segment.
pub(super) fn due_by(segment: impl Into<i64>, allowance: Len, round: u8) -> Len {
    (i64::from(allowance) * segment.into() / i64::from(round)) as Len
}

/// Returns the figure of a set nearest to where an action goes.
fn nearest_to_goal<S: Bits>(
    game: &mut Game<'_, S, impl Play>,
    side: Side,
    choice: &Choice<S>,
    among: S,
) -> Option<usize> {
    let targets = choice.targets & game.state.force[!side].alive;
    let distance = |i: usize| {
        let at = game.state.force[side].at[i];
        match choice.to {
            Some(to) => at.distance2(to),
            None => {
                let nearest = game.state.nearest(!side, at, targets);
                nearest.map_or(i64::MAX, |(_, distance2)| distance2)
            }
        }
    };
    among.iter().min_by_key(|i| distance(*i))
}
