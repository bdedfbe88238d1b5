//! What sums are made of that events tell: modifiers to hit, a fighter's advantage, what weighs on morale.

use crate::rulebook::Nerve;

/// Something that adds to a roll to hit, or to a fighter's total in melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The distance of a shot (ADC-3).
    Range,
    /// The target is screened.
    Screened,
    /// The target is protected.
    Protected,
    /// A shot in reaction (LL-12).
    InReaction,
    /// The unit has prepared (WS-02).
    Prepared,
    /// He charges (ADC-4).
    Charge,
    /// From behind (ADC-4).
    Behind,
    /// A free blow at one who leaves the melee (ADC-8).
    Free,
    /// The longer weapon in the round on contact (LLC-4).
    Reach,
    /// Friends who help (HOST-3), and who reach past him from behind (LLC-4).
    Support,
    /// Behind a barricade (HOST-3).
    Barricade,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 11] = [
        Self::Range,
        Self::Screened,
        Self::Protected,
        Self::InReaction,
        Self::Prepared,
        Self::Charge,
        Self::Behind,
        Self::Free,
        Self::Reach,
        Self::Support,
        Self::Barricade,
    ];

    /// A word or two for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::Screened => "screened",
            Self::Protected => "protected",
            Self::InReaction => "in reaction",
            Self::Prepared => "prepared",
            Self::Charge => "charge",
            Self::Behind => "rear",
            Self::Free => "free blow",
            Self::Reach => "longer weapon",
            Self::Support => "support",
            Self::Barricade => "barricade",
        }
    }
}

/// What each part adds to a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts([i32; Part::ALL.len()]);

impl Parts {
    /// Nothing adds anything.
    pub const NONE: Self = Self([0; Part::ALL.len()]);

    /// Adds to a part.
    pub const fn add(&mut self, part: Part, adds: i32) {
        self.0[part as usize] += adds;
    }

    /// What a part adds.
    #[must_use]
    pub const fn of(&self, part: Part) -> i32 {
        self.0[part as usize]
    }

    /// What all of them add.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }

    /// Those that add anything, with what they add.
    pub fn iter(&self) -> impl Iterator<Item = (Part, i32)> + '_ {
        let all = Part::ALL.into_iter().map(|part| (part, self.of(part)));
        all.filter(|(_, adds)| *adds != 0)
    }
}

/// How a side is outnumbered (ADC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Odds {
    /// It is not.
    Even,
    /// By somebody.
    Outnumbered,
    /// Two to one, or worse.
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
    /// What it adds to the roll of this side, and takes off that of the enemy.
    #[must_use]
    pub const fn sum(&self, rules: &Nerve) -> i32 {
        let leader = if self.leader_down { rules.leader_down } else { 0 };
        self.friends(rules) + self.share(rules) + self.odds(rules) + leader
    }

    /// What the figures lost add.
    #[must_use]
    pub const fn friends(&self, rules: &Nerve) -> i32 {
        rules.friend_lost * self.lost as i32
    }

    /// What their share of all adds.
    #[must_use]
    pub const fn share(&self, rules: &Nerve) -> i32 {
        match self.quarters {
            0 => 0,
            1 => rules.quarter_lost,
            _ => rules.half_lost,
        }
    }

    /// What being outnumbered adds.
    #[must_use]
    pub const fn odds(&self, rules: &Nerve) -> i32 {
        match self.odds {
            Odds::Even => 0,
            Odds::Outnumbered => rules.outnumbered,
            Odds::TwoToOne => rules.two_to_one,
        }
    }
}

/// What gives a figure an advantage in melee (PG-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vantage {
    /// It is behind a parapet that it did not come up to.
    Parapet,
    /// Its enemy is wounded.
    WoundedEnemy,
    /// It is at the flank or rear of a line when lines clash.
    FlankOrRear,
}

/// Why somebody does not do what he was to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hindrance {
    /// He is down, or gone.
    Gone,
    /// His enemy is down, or gone.
    TargetGone,
    /// No enemy is in contact with him.
    NoContact,
    /// As many as may strike at his enemy do.
    Crowded,
    /// Those in contact with him have no part in the match (WS-04).
    OtherMatch,
    /// He is in melee and cannot shoot.
    InMelee,
    /// His weapon is not loaded.
    Unloaded,
    /// He has run and cannot shoot (PG-06).
    HasRun,
    /// Nobody of those aimed at is within range.
    OutOfRange,
    /// Nobody of those aimed at can be seen.
    OutOfSight,
    /// He is in contact with the enemy and cannot set off.
    Met,
    /// He has withdrawn from the fight (ADC-5).
    Withdrawn,
    /// He finds no way on, or no room.
    Stuck,
    /// The round is over before it is done; it goes on in the next (ADC-6).
    RoundOver,
    /// He has been run into, or found (WS-02).
    Found,
}
