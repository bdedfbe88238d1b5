//! What the sums in events are made of: modifiers to hit, and what weighs on morale.

use super::Part;
use crate::rulebook::Nerve;

/// A sum by its parts: what each of them adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts([i32; Part::ALL.len()]);

impl Parts {
    /// The sum in which no part adds anything.
    pub const NONE: Self = Self([0; Part::ALL.len()]);

    /// Adds to a part.
    pub const fn add(&mut self, part: Part, adds: i32) {
        self.0[part as usize] += adds;
    }

    /// Returns what a part adds.
    pub const fn of(&self, part: Part) -> i32 {
        self.0[part as usize]
    }

    /// Returns what all parts add.
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }

    /// Returns the parts that add anything, with what they add.
    pub fn iter(&self) -> impl Iterator<Item = (Part, i32)> + '_ {
        let all = Part::ALL.into_iter().map(|part| (part, self.of(part)));
        all.filter(|(_, adds)| *adds != 0)
    }
}

/// How a side is outnumbered (ADC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Odds {
    /// Not at all.
    Even,
    /// By less than two to one.
    Outnumbered,
    /// By two to one or more.
    TwoToOne,
}

/// What weighs on a side when morale is checked (ADC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// Figures it has lost.
    pub lost: u32,
    /// Whole quarters of its figures that it has lost.
    pub quarters: u8,
    /// How the enemy outnumbers it.
    pub odds: Odds,
    /// Whether a leader is down.
    pub leader_down: bool,
}

impl Weight {
    /// Returns what it adds to the roll of this side, and takes off that of the enemy.
    pub const fn sum(&self, rules: &Nerve) -> i32 {
        let leader = if self.leader_down { rules.leader_down } else { 0 };
        self.friends(rules) + self.share(rules) + self.odds(rules) + leader
    }

    /// Returns what the figures lost add.
    pub const fn friends(&self, rules: &Nerve) -> i32 {
        rules.friend_lost * self.lost as i32
    }

    /// Returns what the share of its figures that is lost adds.
    pub const fn share(&self, rules: &Nerve) -> i32 {
        match self.quarters {
            0 => 0,
            1 => rules.quarter_lost,
            _ => rules.half_lost,
        }
    }

    /// Returns what being outnumbered adds.
    pub const fn odds(&self, rules: &Nerve) -> i32 {
        match self.odds {
            Odds::Even => 0,
            Odds::Outnumbered => rules.outnumbered,
            Odds::TwoToOne => rules.two_to_one,
        }
    }
}
