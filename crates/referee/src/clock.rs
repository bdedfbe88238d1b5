//! How long a game has lasted by the books: turns and rounds that are over, and the current one.

use crate::known::*;

/// Time played, and the current turn (or action, under Lloyd's system).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TimePlayed {
    pub(crate) turns: u32,
    pub(crate) rounds: u32,
    /// Units in play when the round began, where rounds are counted in chances, and the chances over since.
    units: u32,
    chances: u32,
    is_under_way: bool,
    /// Chances in the current turn or round.
    handed: u32,
    /// The side whose turn it is, and the side whose turn began the round.
    side: Option<Side>,
    began: Option<Side>,
}

impl TimePlayed {
    /// Returns the time played, the current turn or round included.
    pub(crate) fn to_the_end(mut self, system: System) -> Self {
        if std::mem::take(&mut self.is_under_way) {
            // An action of Lloyd's system is no turn.
            self.turns += u32::from(system.has_turns());
            match system.clock() {
                Clock::Turns => self.rounds += 1,
                Clock::Pairs => self.rounds += u32::from(self.turns.is_multiple_of(2)),
                Clock::Chances => {
                    // A turn has at least one chance; a round in which all lots are drawn may have none.
                    let least = u32::from(self.side.is_some() || !system.has_turns());
                    self.chances += self.handed.max(least);
                    // It is over when it has had its chances, and both sides have had a turn where sides take turns.
                    let may_end = self.side.is_none() || self.side != self.began;
                    if may_end && self.units > 0 && self.chances >= self.units {
                        self.rounds += self.chances / self.units;
                        self.chances %= self.units;
                        self.units = 0;
                    }
                }
            }
        }
        self
    }

    /// Returns whether the game has reached a time given in rounds, turns or actions.
    pub(crate) fn is(self, time: Time, actions: u32) -> bool {
        let lasted = match time.of {
            TimeUnit::Actions => actions,
            TimeUnit::Turns => self.turns,
            TimeUnit::Rounds => self.rounds,
        };
        lasted >= time.number
    }

    /// Returns whether the game has reached the cap. Turns in which nothing was done count as actions.
    pub(crate) fn is_capped(self, cap: Time, actions: u32) -> bool {
        self.is(cap, actions.max(self.turns))
    }
}

impl Audit<'_> {
    /// Returns the time up to what begins now, and enters the latter as current.
    pub(crate) fn another_begins(&mut self) -> TimePlayed {
        let system = self.rules.system;
        let in_play = Side::BOTH.map(|side| self.in_play(side).count_ones());
        let handed = self.handed();
        let side = match *self.event {
            Event::TurnBegins { side, .. } => Some(side),
            _ => None,
        };
        let played = &mut self.books.score.played;
        *played = played.to_the_end(system);
        let over = *played;
        if system.clock() == Clock::Chances && played.units == 0 {
            played.units = in_play.iter().sum::<u32>().max(1);
            played.began = side;
        }
        (played.is_under_way, played.handed, played.side) = (true, handed, side);
        over
    }

    /// Returns the chances of a side in its turn. A test counts when it is made.
    fn handed(&self) -> u32 {
        let Some(turn) = self.rules.system.turn() else { return 1 };
        told!(self: Event::TurnBegins { side, .. }, 0);
        let units = self.in_play(side).count_ones();
        match (turn.hands_over, turn.times) {
            (HandsOver::Units, Times::Again) => turn.units.into(),
            (HandsOver::Units, _) => units.min(turn.units.into()),
            (HandsOver::Side | HandsOver::Command, _) => 0,
        }
    }

    /// Adds the chances that dice and tests grant during a turn.
    pub(crate) fn more_is_handed(&mut self) {
        let Some(turn) = self.rules.system.turn() else { return };
        let more = match *self.event {
            Event::CommandRoll { side, units, leaders, .. } => {
                let in_play = self.in_play(side).count_ones();
                let led = self.led(side).count_ones();
                let (units, leaders) = (u32::from(units), u32::from(leaders));
                match turn.times {
                    Times::Again => units + if led == 0 { 0 } else { leaders },
                    _ => in_play.min(units + leaders.min(led)),
                }
            }
            Event::UnitTested { .. } => u32::from(turn.hands_over == HandsOver::Side),
            Event::LotDrawn { side: Some(_), .. }
            | Event::CardDrawn { .. }
            | Event::LeaderCard { .. } => 1,
            _ => 0,
        };
        self.books.score.played.handed += more;
    }
}
