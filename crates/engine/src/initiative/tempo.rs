//! The bare mechanism of seizing, without a battle: which side has the initiative, for how many actions, and how many counters
//! stand against it. The game plays on this very code; so do the exact walk over every outcome and the abstract model of
//! streaks.

use crate::battle::{Time, TimeUnit};
use crate::chance::{Chance, Purpose, RollSite};
use crate::dice::Dice;
use crate::rule::Rule;
use crate::rulebook::{Clock, Counters};
use crate::side::Side;

/// Which side has the initiative, and what has built up against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tempo {
    /// The side with the initiative.
    pub holder: Side,
    /// Actions played in the game.
    pub actions: u32,
    /// Turns played in the game, of either side, in systems that have turns.
    pub turns: u32,
    /// Rounds played in the game.
    pub rounds: u32,
    /// How many chances the current round has, if rounds are counted in them; 0 if it has not begun.
    pub due: u32,
    /// How many of these chances are over.
    pub chances: u32,
    /// Actions made in this initiative.
    pub streak: u32,
    /// The longest streak of the game so far.
    pub longest: u32,
    /// Shooting counters that the other side holds (LL-07).
    pub counters: u32,
    /// Attempts to seize this initiative.
    pub attempts: u32,
    /// How often the initiative has changed hands.
    pub passes: u32,
    /// The passive side has reacted by shooting in this initiative (LL-12).
    pub side_reacted: bool,
}

impl Tempo {
    /// Returns how long the game has lasted: in actions, or in turns if there have been more of those.
    pub const fn played(&self) -> u32 {
        if self.actions > self.turns { self.actions } else { self.turns }
    }

    /// Returns how many actions in a row a side has made; 0 if the other side made the last one.
    pub fn streak_of(&self, side: Side) -> u32 {
        if self.holder == side { self.streak } else { 0 }
    }

    /// Returns the shooting counters that the enemy of a side holds (LL-07).
    pub fn counters_against(&self, side: Side) -> u32 {
        if self.holder == side { self.counters } else { 0 }
    }

    /// Returns whether the game has lasted that long.
    pub const fn has_lasted(&self, time: Time) -> bool {
        let played = match time.of {
            TimeUnit::Actions => self.actions,
            TimeUnit::Turns => self.turns,
            TimeUnit::Rounds => self.rounds,
        };
        played >= time.number
    }

    /// Ends a turn, and with it a round if rounds are counted in turns.
    pub const fn end_turn(&mut self, clock: Clock) {
        self.turns += 1;
        match clock {
            Clock::Turns => self.rounds = self.turns,
            Clock::Pairs => self.rounds = self.turns / 2,
            Clock::Chances => {}
        }
    }

    /// Begins a chance, if rounds are counted in chances: a new round has as many as there are units in play.
    pub const fn begin_chance(&mut self, units: u32) {
        if self.due == 0 {
            self.due = if units == 0 { 1 } else { units };
        }
    }

    /// Ends this many chances, and with them as many rounds as they make up, if one may end here.
    pub const fn end_chances(&mut self, count: u32, may_end: bool) {
        self.chances += count;
        if may_end && self.due > 0 && self.chances >= self.due {
            self.rounds += self.chances / self.due;
            self.chances %= self.due;
            self.due = 0;
        }
    }

    /// Ends an action of this initiative. A shooting action hands over a counter, before the roll (LL-07).
    pub fn acted(&mut self, shooting: bool) {
        self.streak += 1;
        self.longest = self.longest.max(self.streak);
        self.counters += u32::from(shooting);
    }

    /// Counts a seize roll: counters that count for one roll only are used up (LL-07, option `counters`).
    pub fn rolled(&mut self, counters: Counters) {
        self.attempts += 1;
        if counters == Counters::Spent {
            self.counters = 0;
        }
    }

    /// Passes the initiative to a side; all counters go (LL-07). Returns the streak that ended.
    pub fn pass_to(&mut self, side: Side) -> u32 {
        let streak = self.streak;
        self.holder = side;
        self.streak = 0;
        self.counters = 0;
        self.attempts = 0;
        self.passes += 1;
        self.side_reacted = false;
        streak
    }
}

/// A seize roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    /// The natural total.
    pub natural: i32,
    /// Whether it reached the number needed.
    pub success: bool,
}

/// The site of a roll to seize (LL-03).
pub(super) const SEIZE: RollSite = RollSite { purpose: Purpose::Initiative, rule: Rule::ll(3) };

/// Rolls to seize the initiative (LL-03): dice + leadership + factors >= base, that is, dice >= `needed`. No total succeeds or
/// fails automatically.
pub fn seize_roll<C: Chance + ?Sized>(chance: &mut C, dice: Dice, needed: i32) -> Roll {
    let natural = chance.roll(SEIZE, dice);
    Roll { natural, success: natural >= needed }
}
