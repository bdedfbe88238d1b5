//! How long a game has lasted by the books: turns and rounds that are over, and what is under way.

use crate::Audit;
use skirmish_engine::battle::{Time, TimeUnit};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{Clock, HandsOver, System, Times};
use skirmish_engine::side::Side;

/// What has been played, and the turn under way, or Lloyd's action.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TimePlayed {
    pub(crate) turns: u32,
    pub(crate) rounds: u32,
    /// Units that were in play when the round began, where it is counted in chances, and chances since that are over.
    units: u32,
    chances: u32,
    is_under_way: bool,
    /// Chances that the turn or round under way has.
    handed: u32,
    /// Whose turn is under way, and whose began the round.
    side: Option<Side>,
    began: Option<Side>,
}

impl TimePlayed {
    /// What has been played, with what is under way.
    pub(crate) fn to_the_end(mut self, system: System) -> Self {
        if std::mem::take(&mut self.is_under_way) {
            // An action of Lloyd's is no turn.
            self.turns += u32::from(system.has_turns());
            match system.clock() {
                Clock::Turns => self.rounds += 1,
                Clock::Pairs => self.rounds += u32::from(self.turns.is_multiple_of(2)),
                Clock::Chances => {
                    // A turn is one chance at least; a round in which all lots are drawn may have none.
                    let least = u32::from(self.side.is_some() || !system.has_turns());
                    self.chances += self.handed.max(least);
                    // It is over when it has had its chances, and both sides a turn, where they have turns of their own.
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

    /// Whether it is so long, in rounds or in turns, or in actions of which there have been so many.
    pub(crate) fn is(self, time: Time, actions: u32) -> bool {
        let lasted = match time.of {
            TimeUnit::Actions => actions,
            TimeUnit::Turns => self.turns,
            TimeUnit::Rounds => self.rounds,
        };
        lasted >= time.number
    }

    /// Whether it is up to the cap. Turns in which nothing was done count as actions.
    pub(crate) fn is_capped(self, cap: Time, actions: u32) -> bool {
        self.is(cap, actions.max(self.turns))
    }
}

impl Audit<'_> {
    /// Time up to what begins now, which is entered as under way.
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

    /// The chances that a side has in its turn. A test counts when it is made.
    fn handed(&self) -> u32 {
        let Some(turn) = self.rules.system.turn() else { return 1 };
        let Event::TurnBegins { side, .. } = *self.event else { return 0 };
        let units = self.in_play(side).count_ones();
        match (turn.hands_over, turn.times) {
            (HandsOver::Units, Times::Again) => turn.units.into(),
            (HandsOver::Units, _) => units.min(turn.units.into()),
            (HandsOver::Side | HandsOver::Command, _) => 0,
        }
    }

    /// What dice and tests hand over, in a turn under way.
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
