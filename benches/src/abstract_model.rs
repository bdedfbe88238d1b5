//! Initiative without a table top: nominees, counters and dice, and nothing else.
//!
//! The side with the initiative acts, rolling one die that shoots or does something else; then the enemy's nominee rolls
//! to seize (LL-03), helped by the shooting counters of this initiative (LL-07). Two dice an action, one stream each.
//! The laws of its streaks are known exactly, so it shows whether dice, counting and tests are right; and it is the
//! fastest that a game can be.
//!
//! How: all that matters about a streak is who has it and how long it is, so a state is a row of a small table with the
//! number needed and the next state. A wrongly predicted branch costs more than two rolls, so there is none: a visit to
//! a state is counted, whatever the roll, and how many streaks ended at length n is visits at n less visits at n + 1.

use std::hint::select_unpredictable;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::rulebook::Counters;
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::LONGEST_STREAK;
use skirmish_simulator::die::die;

/// Longest pattern of actions.
pub const LONGEST_PATTERN: usize = 8;

/// The dice bound: the sum of so many d20, one at a time from one generator. Times are judged against it.
#[must_use]
pub fn dice_bound(seed: u64, dice: u64) -> u64 {
    let mut bits = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..dice).map(|_| u64::from(die(|| bits.next_u64(), 20))).sum()
}

/// States of one side: streak lengths from 1; the last few form a ring, so that endless streaks stay in the table.
const STATES: usize = 512;

/// What the model is played with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbstractModel {
    /// What the nominee of each side needs on a d20 without counters: base rate less leadership and factors.
    pub needed: BySide<i32>,
    /// Which actions of a streak are shooting actions; repeated. Empty for none; at most [`LONGEST_PATTERN`].
    pub shoots: Vec<bool>,
    /// How long a counter lasts (LL-07).
    pub counters: Counters,
    /// What a counter adds to the roll.
    pub counter: i32,
    /// Least roll of a d20 that hits, for the other die.
    pub to_hit: u8,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbstractTally {
    visits: Vec<u64>,
    state: u16,
    /// Actions, each with one roll to seize.
    pub actions: u64,
    /// Actions whose own die hit.
    pub hits: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    needed: u8,
    /// The state after a roll that fails.
    stays: u16,
}

impl AbstractModel {
    /// What the enemy needs to end a streak after so many actions, from 1.
    fn needed_after(&self, holder: Side, actions: usize) -> i32 {
        let shoots = |action: usize| {
            !self.shoots.is_empty() && self.shoots[(action - 1) % self.shoots.len()]
        };
        let counters = match self.counters {
            Counters::Kept => (1..=actions).filter(|action| shoots(*action)).count(),
            Counters::Spent => usize::from(shoots(actions)),
        };
        self.needed[!holder] - self.counter * counters as i32
    }

    fn states(&self) -> Vec<State> {
        let pattern = self.shoots.len().max(1);
        let mut states = vec![State::default(); 2 * STATES];
        for holder in Side::BOTH {
            for actions in 1..STATES {
                let here = holder.index() * STATES + actions;
                // A ring as long as the pattern: each state in it is followed by one at the same place of the pattern.
                let stays = if actions + 1 < STATES { here + 1 } else { here + 1 - pattern };
                states[here] = State {
                    needed: self.needed_after(holder, actions).clamp(1, 21) as u8,
                    stays: stays as u16,
                };
            }
        }
        states
    }

    /// Plays so many actions, A first; `None` if the pattern is too long.
    #[must_use]
    pub fn play(&self, seed: u64, actions: u64) -> Option<AbstractTally> {
        if self.shoots.len() > LONGEST_PATTERN {
            return None;
        }
        let states = self.states();
        let states: [State; 2 * STATES] = states.as_slice().try_into().ok()?;
        let mut visits = [0_u64; 2 * STATES];
        let mut seize = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut shoot = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let mut hits = 0;
        let mut at = 1;
        for _ in 0..actions {
            // Both dice before anything else: their generators then have the registers to themselves.
            let shot = die(|| shoot.next_u64(), 20);
            let seizing = die(|| seize.next_u64(), 20);
            hits += u64::from(shot >= self.to_hit);
            // The mask changes nothing; it shows the compiler that the index is within the table.
            let here = at & (2 * STATES - 1);
            visits[here] += 1;
            let state = states[here];
            let taken = (!here & STATES) | 1;
            let seized = seizing >= state.needed;
            at = select_unpredictable(seized, taken, usize::from(state.stays));
        }
        Some(AbstractTally { visits: visits.to_vec(), state: at as u16, actions, hits })
    }
}

impl AbstractTally {
    /// Streaks of the side that were ended at this length; above [`LONGEST_STREAK`], all longer ones.
    #[must_use]
    pub fn completed(&self, side: Side, length: u32) -> u64 {
        let length = length.min(LONGEST_STREAK + 1) as usize;
        let base = side.index() * STATES;
        let (at, begun) = (usize::from(self.state), self.visits[base + length]);
        // The streak being made at the end is not over: it is to be taken for one that went on.
        if length > LONGEST_STREAK as usize {
            let goes_on = (base + length + 1..base + STATES).contains(&at);
            return begun - u64::from(goes_on);
        }
        begun - self.visits[base + length + 1] - u64::from(at == base + length + 1)
    }

    /// Completed streaks of the side.
    #[must_use]
    pub fn all_completed(&self, side: Side) -> u64 {
        (1..=LONGEST_STREAK + 1).map(|length| self.completed(side, length)).sum()
    }

    /// Rolls to end a streak of the side made when it was this long, at most [`LONGEST_STREAK`].
    #[must_use]
    pub fn rolls(&self, side: Side, length: u32) -> u64 {
        self.visits[side.index() * STATES + length.min(LONGEST_STREAK) as usize]
    }

    /// Dice rolled.
    #[must_use]
    pub const fn dice(&self) -> u64 {
        2 * self.actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::{judge, trials};
    use skirmish_simulator::estimate::Trials;

    /// One of a thousand such tests may fail by chance; with a fixed seed it never does.
    const FALSE_ALARMS: f64 = 0.001;

    fn average(shoots: Vec<bool>, counters: Counters) -> AbstractModel {
        AbstractModel { needed: BySide([19, 19]), shoots, counters, counter: 2, to_hit: 15 }
    }

    fn agrees(model: &AbstractModel, law: impl Fn(u32) -> f64) {
        let played = model.play(20_240_601, 400_000).expect("short pattern");
        let mut cells = Vec::new();
        for side in Side::BOTH {
            let all = played.all_completed(side);
            for length in 1..=LONGEST_STREAK {
                let seen = Trials { successes: played.completed(side, length), trials: all };
                cells.extend(trials(seen, law(length)));
            }
        }
        let hits = Trials { successes: played.hits, trials: played.actions };
        cells.extend(trials(hits, 0.3));
        let verdict = judge(&cells, FALSE_ALARMS);
        assert!(verdict.agrees(), "{verdict:?}");
    }

    #[test]
    fn average_alone_gives_a_geometric_streak() {
        let model = average(Vec::new(), Counters::Kept);
        agrees(&model, |n| 0.1 * 0.9_f64.powi(n as i32 - 1));
    }

    #[test]
    fn counters_kept_give_the_published_law() {
        let law = [0.2, 0.24, 0.224, 0.168, 0.1008, 0.04704, 0.016_128, 0.003_628_8, 0.000_403_2];
        let model = average(vec![true], Counters::Kept);
        agrees(&model, |n| law.get(n as usize - 1).copied().unwrap_or(0.0));
    }

    #[test]
    fn counters_spent_give_a_geometric_streak() {
        let model = average(vec![true], Counters::Spent);
        agrees(&model, |n| 0.2 * 0.8_f64.powi(n as i32 - 1));
    }

    #[test]
    fn a_test_that_could_not_fail_would_be_worthless() {
        let model = average(vec![true], Counters::Spent);
        let played = model.play(1, 400_000).expect("short pattern");
        let seen = Trials {
            successes: played.completed(Side::A, 1),
            trials: played.all_completed(Side::A),
        };
        let cell = trials(seen, 0.19).expect("seen");
        assert!(!judge(&[cell], FALSE_ALARMS).agrees());
    }

    #[test]
    fn every_streak_is_accounted_for() {
        for (needed, shoots) in [(19, vec![true, false]), (20, vec![]), (21, vec![]), (1, vec![])] {
            for actions in (0..3000).step_by(7) {
                let model = AbstractModel {
                    needed: BySide([needed, needed]),
                    ..average(shoots.clone(), Counters::Spent)
                };
                let played = model.play(5, actions).expect("short pattern");
                let completed: u64 = Side::BOTH.map(|side| played.all_completed(side)).iter().sum();
                let holder = usize::from(played.state) / STATES;
                // Sides take turns, so the number of completed streaks tells who has the initiative.
                assert_eq!(completed % 2, holder as u64);
                let visits: u64 = played.visits.iter().sum();
                assert_eq!(visits, actions);
            }
        }
    }

    #[test]
    fn long_patterns_are_refused() {
        let model = average(vec![true; LONGEST_PATTERN + 1], Counters::Kept);
        assert_eq!(model.play(1, 1), None);
    }
}
