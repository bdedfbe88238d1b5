//! Rounds of segments (AD-01 to AD-10): which action comes first, by the engine's own comparisons under every roll of both
//! sides' dice.

use std::cmp::Ordering;

use skirmish_engine::chance::{Purpose, RollSite};
use skirmish_engine::initiative::adnd::{
    ActionTime, OrderPlace, Standing, Time, acts_on, compare, extra_strikes, faster, place,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Segments, SideSegment};
use skirmish_engine::side::{BySide, Side};

use crate::error::OddsError;
use crate::every_outcome::both_roll;
use crate::pmf::Pmf;

/// Returns the distribution of what `read` makes of both sides' dice.
fn walk<T: Ord>(rules: &Segments, read: impl Fn(BySide<i32>) -> T) -> Result<Pmf<T>, OddsError> {
    let site = RollSite { purpose: Purpose::Initiative, rule: Rule::ad(1) };
    both_roll(rules.dice, site, read)
}

/// A timed action, under an untimed action of the other side: a run across a gap that an archer covers, a spell that a
/// swordsman may spoil (AD-04 to AD-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The dice of both sides, and the readings of the rules.
    pub rules: Segments,
    /// Number of segments it takes.
    pub takes: u16,
    /// Whether it is a spell, which by the other side's die begins only on its own side's segment; a move begins with the round
    /// (ADC-6).
    pub spell: bool,
    /// Its figure's claim in the order of action.
    pub timed: Standing,
    /// The other figure's claim.
    pub untimed: Standing,
    /// The index of the other's attack routine, from 0.
    pub routine: u8,
    /// The speed factor of a melee weapon; `None` for a shot.
    pub speed_factor: Option<u8>,
}

/// The fate of a timed action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It completes before the attack.
    Across,
    /// Both happen.
    Both,
    /// The attack comes first: a roll to hit, not a hit.
    AttackedFirst,
}

impl Crossing {
    /// Returns an action that takes this many segments, under a shot, by the rules as published.
    pub fn new(takes: u16) -> Self {
        Self {
            rules: Segments::default(),
            takes,
            spell: false,
            timed: Standing::PLAIN,
            untimed: Standing::PLAIN,
            routine: 0,
            speed_factor: None,
        }
    }

    /// Returns the chance of each fate.
    pub fn law(&self) -> Result<Pmf<Fate>, OddsError> {
        walk(&self.rules, |dice| self.verdict(dice).0)
    }

    /// Returns the chance of each fate together with the segment of the attack, where Method I or II gives one.
    pub fn segments(&self) -> Result<Pmf<(Fate, Option<u16>)>, OddsError> {
        walk(&self.rules, |dice| self.verdict(dice))
    }

    /// Returns the segment on which it begins with these dice: a spell on its own side's by the other side's die (ADC-6), all
    /// else with the round, which is 0.
    pub fn begins(&self, dice: BySide<i32>) -> u16 {
        if !self.spell || self.rules.segment != SideSegment::OtherDie {
            return 0;
        }
        let own = place(&self.timed, 0, dice[Side::A], self.rules.routines);
        acts_on(own.bracket(), dice[Side::A], dice[Side::B])
    }

    /// Returns its fate if its side rolls the first of the dice, and the other side the second.
    pub fn verdict(&self, dice: BySide<i32>) -> (Fate, Option<u16>) {
        let deed = |side: Side, standing: &Standing, routine, time| ActionTime {
            place: place(standing, routine, dice[side], self.rules.routines),
            die: dice[side],
            time,
        };
        let until = self.begins(dice).saturating_add(self.takes);
        let runs = deed(Side::A, &self.timed, 0, Time::Segments(until));
        let speed_factor = self.speed_factor;
        let attacks = deed(Side::B, &self.untimed, self.routine, Time::Untimed { speed_factor });
        let verdict = compare(&runs, &attacks, &self.rules);
        let fate = match verdict.order {
            Ordering::Less => Fate::Across,
            Ordering::Equal => Fate::Both,
            Ordering::Greater => Fate::AttackedFirst,
        };
        (fate, verdict.segment)
    }
}

/// A figure in the order of action (AD-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combatant {
    /// The side whose die it goes by.
    pub side: Side,
    /// Its claim.
    pub standing: Standing,
}

/// One routine of one of the combatants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The index of the combatant in the list.
    pub combatant: usize,
    /// The index of its routine, from 0.
    pub routine: u8,
}

/// An order of action: groups of simultaneous turns, the first group first.
pub type Order = Vec<Vec<Turn>>;

/// Returns the chance of each order of action (AD-01, AD-02).
pub fn order(rules: &Segments, combatants: &[Combatant]) -> Result<Pmf<Order>, OddsError> {
    walk(rules, |dice| ranked(rules, combatants, dice))
}

fn ranked(rules: &Segments, combatants: &[Combatant], dice: BySide<i32>) -> Order {
    let mut turns: Vec<(OrderPlace, Turn)> = Vec::new();
    for (combatant, who) in combatants.iter().enumerate() {
        for routine in 0..who.standing.routines.max(1) {
            let at = place(&who.standing, routine, dice[who.side], rules.routines);
            turns.push((at, Turn { combatant, routine }));
        }
    }
    turns.sort_unstable();
    turns
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| group.iter().map(|(_, turn)| *turn).collect())
        .collect()
}

/// Two figures that strike at one another, each with one routine (AD-10); of several routines, the one that has the extra
/// strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strikes {
    /// The dice of both sides, and the readings of the rules.
    pub rules: Segments,
    /// The claim of each.
    pub standings: [Standing; 2],
    /// The speed factors of their weapons; `None` for natural ones.
    pub factors: [Option<u8>; 2],
}

/// The strikes of two figures in a round, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exchange {
    /// Strikes of each before the other strikes.
    pub before: [u8; 2],
    /// Strikes of each at the same time as the other's.
    pub together: [u8; 2],
    /// Strikes of each after the other's.
    pub after: [u8; 2],
}

impl Strikes {
    /// Returns weapons with these speed factors, by the rules as published.
    pub fn new(own: u8, other: u8) -> Self {
        Self {
            rules: Segments::default(),
            standings: [Standing::PLAIN; 2],
            factors: [Some(own), Some(other)],
        }
    }

    /// Returns the chance of each exchange.
    pub fn law(&self) -> Result<Pmf<Exchange>, OddsError> {
        walk(&self.rules, |dice| {
            let places = [Side::A, Side::B].map(|side| {
                let standing = &self.standings[side.index()];
                place(standing, 0, dice[side], self.rules.routines)
            });
            match places[0].cmp(&places[1]) {
                Ordering::Equal => self.tied(),
                order => in_turn(order, 1),
            }
        })
    }

    /// Returns the exchange if both have tied for initiative.
    pub fn tied(&self) -> Exchange {
        let order = faster(self.factors[0], self.factors[1]);
        let (Some(own), Some(other)) = (self.factors[0], self.factors[1]) else {
            return in_turn(Ordering::Equal, 1);
        };
        match extra_strikes(own.min(other), own.max(other)) {
            // The third strike comes with the slower weapon's.
            2 => Exchange { together: [1, 1], after: [0, 0], ..in_turn(order, 2) },
            extra => in_turn(order, 1 + extra),
        }
    }
}

/// Returns the exchange if one comes before the other with this many strikes, or both at once with one each.
fn in_turn(order: Ordering, strikes: u8) -> Exchange {
    let (before, together, after) = match order {
        Ordering::Less => ([strikes, 0], [0, 0], [0, 1]),
        Ordering::Equal => ([0, 0], [1, 1], [0, 0]),
        Ordering::Greater => ([0, strikes], [0, 0], [1, 0]),
    };
    Exchange { before, together, after }
}
