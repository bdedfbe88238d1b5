//! What follows an action on the table: events of the scenario, order cards that are closed, and goals (HOST-5).
//!
//! Dying, fleeing and leaving by one's own exit are three things. Figures that are dead or have fled, with their unit or in
//! rout, are lost; figures that have left by their exit got away.

use crate::battle::{
    Battle, BattleSpec, EnemyTarget, EventId, Hold, Score, TimeUnit, UnitId, WinSpec,
};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Draw, Ending, Event};
use crate::game::{Game, Play};
use crate::side::{BySide, Side};

/// Actions between two moments at which a game may be left: some milliseconds of the slowest battles.
const PAUSE: u32 = 32;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Settles what follows an action on the table: events of the scenario (HOST-5) and order cards that are closed (LL-08).
    pub(crate) fn settle_events(&mut self) {
        self.note_who_has_been();
        for (k, event) in self.battle.spec().events.iter().enumerate() {
            if self.state.happened >> k & 1 == 0 {
                let group = self.state.force[event.side].alive;
                if self.all_hold(event.side, group, &event.when) {
                    self.state.happens(self.battle, k as u8);
                    self.tell(|| Event::Happens { event: EventId(k as u8) });
                }
            }
        }
        for side in self.both() {
            for card in 0..self.battle.spec().sides[side].cards.len() {
                self.settle_card(side, card);
            }
        }
    }

    /// Notes which figures are now at places that bots ask about.
    fn note_who_has_been(&mut self) {
        let battle = self.battle;
        for side in Side::BOTH {
            for (k, place) in battle.scripts[side].been.iter().enumerate() {
                let there = self.those_at(side, *place);
                self.state.been[side][k] |= there;
            }
        }
    }

    /// Returns how the game stands after an action: `None` if it goes on.
    pub(crate) fn ending(&mut self) -> Option<Ending> {
        let ends_round = self.tempo.rounds > self.scored;
        if ends_round {
            self.count_points();
        }
        let won = BySide::from_fn(|side| self.reached_goal(side, ends_round));
        match (won[Side::A], won[Side::B]) {
            // A goal reached counts before being alone on the table: a side that got away as it should has won.
            (Some(goal @ Some(_)), Some(None)) => Some(Ending::Won { side: Side::A, goal }),
            (Some(None), Some(goal @ Some(_))) => Some(Ending::Won { side: Side::B, goal }),
            (Some(_), Some(_)) => Some(Ending::Draw(Draw::Both)),
            (Some(goal), None) => Some(Ending::Won { side: Side::A, goal }),
            (None, Some(goal)) => Some(Ending::Won { side: Side::B, goal }),
            (None, None) if self.is_deserted() => Some(Ending::Draw(Draw::Deserted)),
            (None, None)
                if self.tempo.played() < self.pause_at && self.tempo.rounds < self.last_round =>
            {
                None
            }
            (None, None) => self.pause(),
        }
    }

    /// Pauses every few dozen actions, so that the source of dice may leave the game; ends the game at the cap.
    #[cold]
    #[inline(never)]
    fn pause(&mut self) -> Option<Ending> {
        self.chance.pause();
        let (played, cap) = (self.tempo.played(), self.battle.spec().cap);
        self.pause_at = played.saturating_add(PAUSE);
        let lasted = match cap.of {
            TimeUnit::Rounds => {
                self.last_round = cap.number;
                self.tempo.rounds
            }
            TimeUnit::Actions | TimeUnit::Turns => {
                self.pause_at = self.pause_at.min(cap.number);
                played
            }
        };
        (lasted >= cap.number).then_some(Ending::Cap)
    }

    /// Returns whether no figure is left on the table.
    fn is_deserted(&self) -> bool {
        Side::BOTH.iter().all(|side| self.state.force[*side].alive.is_empty())
    }

    /// Counts points for places held, and goals that must be held for some rounds, at the end of a round (HOST-5). Of several
    /// rounds that end at once, each counts.
    fn count_points(&mut self) {
        let rounds = self.tempo.rounds - self.scored;
        self.scored = self.tempo.rounds;
        let battle: &Battle = self.battle;
        if !battle.judges_rounds {
            return;
        }
        let last = self.turn_of;
        for side in Side::BOTH {
            let now = self.held_now(side);
            let force = &mut self.state.force[side];
            // A side that takes a place in its own turn holds it only once the enemy has had a turn, too.
            force.held = match last {
                None => now,
                Some(last) if last == side => now & force.held_through,
                Some(_) => now & force.held_before,
            };
        }
        let mut points = BySide([0; 2]);
        for side in Side::BOTH {
            let spec = &battle.spec().sides[side];
            let held = self.state.force[side].held;
            for (k, score) in spec.scores.iter().enumerate() {
                if matches!(score.what, Score::Holds(_)) && held & BattleSpec::score_bit(k) != 0 {
                    points[side] += score.points * rounds as i32;
                }
            }
            self.state.force[side].points_held += points[side];
            for (k, win) in spec.wins.iter().enumerate() {
                if matches!(win, WinSpec::HoldsFor { .. }) {
                    let is_held = held & BattleSpec::goal_bit(k) != 0;
                    let held = &mut self.state.force[side].rounds_held[k];
                    *held = if is_held { *held + rounds } else { 0 };
                }
            }
        }
        let (round, total) = (self.scored, BySide::from_fn(|side| self.points(side)));
        let held = BySide::from_fn(|side| self.state.force[side].held);
        self.tell(|| Event::Scores { round, points, total, held });
    }

    /// Begins the turn of a side: notes what the enemy holds now, and what the side has held through the enemy's turn (HOST-5).
    pub(crate) fn judge_turn(&mut self, side: Side) {
        self.turn_of = Some(side);
        if self.battle.judges_rounds {
            let [own, enemy] = [self.held_now(side), self.held_now(!side)];
            self.state.force[!side].held_before = enemy;
            let force = &mut self.state.force[side];
            force.held_through = force.held_before & own;
        }
    }

    /// Returns the places that a side holds, as bits.
    fn held_now(&mut self, side: Side) -> u64 {
        let battle = self.battle;
        let holds = battle.spec().holds(side);
        holds.fold(0, |bits, (bit, hold)| bits | if self.holds_place(side, hold) { bit } else { 0 })
    }

    /// Returns whether a side holds a place (HOST-5).
    pub(crate) fn holds_place(&mut self, side: Side, hold: Hold) -> bool {
        let own = self.those_at(side, hold.place).count();
        // Usually no figure is there.
        own > 0 && hold.is_held(own, self.those_at(!side, hold.place).count())
    }

    /// Returns the points of a side.
    fn points(&self, side: Side) -> i32 {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let scores = self.battle.spec().sides[side].scores.iter();
        let others = scores.map(|score| match score.what {
            Score::Holds(_) => 0,
            Score::Escapes => score.points * own.escaped as i32,
            Score::Losses => score.points * enemy.losses as i32,
        });
        own.points_held + others.sum::<i32>()
    }

    /// Returns the first goal that a side has reached, at the end of a round or before; `Some(None)` if the enemy has no figure
    /// left (HOST-5).
    fn reached_goal(&mut self, side: Side, ends_round: bool) -> Option<Option<u8>> {
        for (k, win) in self.battle.spec().sides[side].wins.iter().enumerate() {
            let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
            let reached = match *win {
                WinSpec::Holds(hold) => {
                    let is_held = self.holds_place(side, hold);
                    // If the initiative is seized, there are no turns that both sides have had.
                    let is_judged = self.battle.spec().rules.system.is_seized()
                        || ends_round && self.state.force[side].held & BattleSpec::goal_bit(k) != 0;
                    self.wakes(side, k, is_held) && is_held && is_judged
                }
                WinSpec::HoldsFor { rounds, .. } => own.rounds_held[k] >= rounds,
                WinSpec::Most { place, after } => {
                    self.tempo.has_lasted(after)
                        && self.those_at(side, place).count() > self.those_at(!side, place).count()
                }
                WinSpec::Points { least } => self.points(side) >= least,
                WinSpec::Ahead { by, after } => {
                    self.tempo.has_lasted(after) && self.points(side) - self.points(!side) >= by
                }
                WinSpec::After(time) => self.tempo.has_lasted(time) && !own.alive.is_empty(),
                WinSpec::Escapes { figures } => own.escaped >= u32::from(figures),
                WinSpec::Kills { figure } => enemy.dead.has(figure.index()),
                WinSpec::Destroys { unit } => self.is_destroyed(!side, unit),
                WinSpec::Gone { who: EnemyTarget::Leader(figure) } => !self.state.is_alive(figure),
                WinSpec::Gone { who: EnemyTarget::Body(unit) } => {
                    enemy.strength[usize::from(unit.0)] == 0
                }
                WinSpec::Losses { figures } => enemy.losses >= u32::from(figures),
                WinSpec::Happens { event } => self.state.happened >> event.0 & 1 == 1,
            };
            if reached {
                return Some(Some(k as u8));
            }
        }
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        // A side left alone on the table has won, even if some of the enemy got away.
        (enemy.alive.is_empty() && !own.alive.is_empty()).then_some(None)
    }

    /// Returns whether a goal counts: one already reached at the start does only after it has been lost.
    fn wakes(&mut self, side: Side, goal: usize, is_reached: bool) -> bool {
        let dormant = &mut self.state.force[side].dormant;
        // Hardly any battle has such a goal.
        if *dormant == 0 {
            return true;
        }
        if !is_reached {
            *dormant &= !1_u64.checked_shl(goal as u32).unwrap_or(0);
        }
        dormant.checked_shr(goal as u32).unwrap_or(0) & 1 == 0
    }

    /// Returns whether no fighting figure of a unit is left: all are dead, have fled, or are in rout, which is for good
    /// (PG-04). Figures that left by their exit have not fled.
    pub(crate) fn is_destroyed(&self, side: Side, unit: UnitId) -> bool {
        let force = &self.state.force[side];
        let fights = force.strength[usize::from(unit.0)] > 0 && force.routed >> unit.0 & 1 == 0;
        !fights && self.away_of(side, unit).is_empty()
    }

    /// Returns the figures of a unit that left by their exit.
    pub(crate) fn away_of(&self, side: Side, unit: UnitId) -> S {
        self.state.force[side].away & self.state.roster[side].units[usize::from(unit.0)]
    }
}
