//! The tables of petite guerre (PG-01 to PG-14): skills as dice, thresholds instead of modifiers.

use crate::battle::Shot;
use crate::battle::geometry::Len;
use crate::dice::Dice;
use crate::event::TargetCondition;
use crate::words::{readings, tables, words};

tables! {
    /// The dice of a troop type (PG-02), as numbers of faces.
    Skills {
        /// Command and discipline (C).
        command: u8 = 6,
        /// Aimed fire (AF).
        aimed: u8 = 6,
        /// Melee (M).
        melee: u8 = 6,
        /// Whether rough ground does not slow it (PG-02, PG-06).
        sure_footed: bool = false,
    }
}

/// The dice that skills are measured in, from the worst to the best.
pub const SKILL_DICE: [u8; 5] = [4, 6, 8, 10, 12];

/// Returns a die one step down, for a wounded figure (PG-08). A d4 stays, and a d20 becomes a d12.
pub const fn step_down(sides: u8) -> u8 {
    match sides {
        0..=6 => 4,
        7..=8 => 6,
        9..=10 => 8,
        11..=12 => 10,
        _ => 12,
    }
}

/// Returns a die one step up, for an advantage in melee (PG-14). A d12 stays.
pub const fn step_up(sides: u8) -> u8 {
    match sides {
        0..=5 => 6,
        6..=7 => 8,
        8..=9 => 10,
        _ => 12,
    }
}

/// Most marks on a stick.
pub const MOST_MARKS: usize = 12;

/// The range stick of a weapon (PG-07): the number needed against an unmoving target up to each mark. Between marks the next
/// one out counts; beyond the last the target is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stick {
    far: [Len; MOST_MARKS],
    needed: [i32; MOST_MARKS],
    count: u8,
}

impl Stick {
    /// Returns a stick with these marks, from the nearest to the farthest; `None` for none or too many, or if they do not
    /// ascend.
    pub fn new(marks: &[(Len, i32)]) -> Option<Self> {
        let ascends = marks.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if marks.is_empty() || marks.len() > MOST_MARKS || !ascends {
            return None;
        }
        let mut stick =
            Self { far: [0; MOST_MARKS], needed: [0; MOST_MARKS], count: marks.len() as u8 };
        for (k, (far, needed)) in marks.iter().enumerate() {
            stick.far[k] = *far;
            stick.needed[k] = *needed;
        }
        Some(stick)
    }

    /// Returns the marks: distance and threshold against an unmoving target.
    pub fn marks(&self) -> impl Iterator<Item = (Len, i32)> + '_ {
        let count = usize::from(self.count);
        self.far[..count].iter().copied().zip(self.needed[..count].iter().copied())
    }

    /// Returns the mark that counts at a distance (squared), by its index; `None` beyond the last.
    pub fn mark(&self, distance2: i64) -> Option<usize> {
        self.far[..usize::from(self.count)]
            .iter()
            .position(|far| distance2 <= i64::from(*far) * i64::from(*far))
    }

    /// Returns the mark that gives a number at a distance rounded down, as in events: the one that counts there or, just short
    /// of the next, that one. `None` if the stick gives no such number there.
    pub fn mark_giving(&self, distance: Len, needed: i32) -> Option<usize> {
        let near = self.mark(i64::from(distance) * i64::from(distance))?;
        let next = usize::from(self.count).min(near + 2);
        (near..next).find(|mark| self.needed[*mark] == needed)
    }

    /// Returns the number needed at a mark against an unmoving target.
    pub fn needed(&self, mark: usize) -> i32 {
        self.needed[mark]
    }

    /// Returns where short, medium and long range end for bots: after each third of the marks (assumed).
    pub fn thirds(&self) -> [Len; 3] {
        let count = usize::from(self.count);
        [1, 2, 3].map(|third| self.far[(count * third).div_ceil(3) - 1])
    }
}

/// How a unit stands (PG-06, PG-07, PG-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Formation {
    /// Open order: figures move and aim one by one.
    #[default]
    Open,
    /// A line of this many ranks, 2 to 4: it moves as one and fires volleys by ranks.
    Line {
        /// How many ranks deep.
        ranks: u8,
    },
}

/// Most ranks of a line (PG-11).
pub const MOST_RANKS: u8 = 4;

/// How fast a figure moves (PG-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pace {
    /// On rough ground, and wounded.
    Slow,
    /// In relative safety.
    Normal,
    /// In haste, in a charge and in rout; no firing or reloading in the next turn.
    Fast,
}

/// Moves at each [`Pace`], slow first, in open order and in line (PG-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paces {
    /// On foot: open order, line.
    pub infantry: [[Len; 3]; 2],
    /// Mounted: open order, line.
    pub cavalry: [[Len; 3]; 2],
}

readings! {
    /// When a unit that is below half its strength tests (PG-05).
    HalfStrengthTest {
        OnCrossing "on-crossing" = "Once, when it falls below half.",
        EachLoss "each-loss" = "At each loss from then on.",
    }
}

tables! {
    /// Control of units: activation and reaction tests on the C die (PG-04, PG-05).
    Control {
        /// Least roll that keeps or brings a unit in control.
        in_control: i32 = 4,
        /// Least roll that leaves it out of control; below it is routed.
        out_of_control: i32 = 2,
        /// When units below half strength test (PG-05).
        half_strength_test: HalfStrengthTest = HalfStrengthTest::OnCrossing,
    }
}

readings! {
    /// Which figures roll to reload after a volley (PG-12).
    VolleyReload {
        Ranks "ranks" = "Each rank that fired, one die of its own.",
        Platoon "platoon" = "A whole platoon that has fired together, one die for all; others by ranks.",
    }

    /// Which figures the hits of a volley fall on (PG-11).
    VolleyHits {
        Nearest "nearest" = "The figures of the target group nearest to the firing line, one hit each in turn.",
        ByLot "by-lot" = "Figures of the target group by lot.",
    }
}

words! {
    /// Which figures reload.
    Loader {
        Figure "figure" = "A figure by itself (PG-09).",
        Rank "rank" = "A rank that has fired a volley (PG-12).",
        Platoon "platoon" = "A platoon that has fired together (PG-12).",
    }
}

impl Loader {
    /// Returns what it must roll.
    pub const fn needed(self, fire: &Fire) -> i32 {
        match self {
            Self::Figure => fire.reload,
            Self::Rank => fire.rank_reload,
            Self::Platoon => fire.platoon_reload,
        }
    }
}

tables! {
    /// Fire and reloading (PG-07 to PG-12).
    Fire {
        /// Faces of the die beside the AF die of a figure that takes aim (PG-07).
        aim: u8 = 8,
        /// Faces of the die beside the AF die of a figure that fires in haste (PG-10).
        haste: u8 = 4,
        /// Faces of the die of each figure in a volley (PG-11).
        volley: u8 = 20,
        /// Added to the threshold of a moving target. Of two conditions, only the harder counts.
        moving: i32 = 2,
        /// Added for a target that is partially screened.
        screened: i32 = 4,
        /// Added for a target that is partially protected.
        protected: i32 = 6,
        /// Added for a shot in reaction, whatever the condition (LL-12). Unused in systems without reactions.
        reactive: i32 = 2,
        /// How near behind cover a figure must be to profit from it.
        cover_distance: Len = 0,
        /// Least roll of the AF die that reloads (PG-09).
        reload: i32 = 4,
        /// Faces of the die for reloading after a volley (PG-12).
        volley_reload_die: u8 = 20,
        /// Least roll that reloads a rank.
        rank_reload: i32 = 16,
        /// Least roll that reloads a platoon.
        platoon_reload: i32 = 12,
        /// Which figures roll to reload after a volley.
        volley_reload: VolleyReload = VolleyReload::Ranks,
        /// Which figures its hits fall on.
        volley_hits: VolleyHits = VolleyHits::Nearest,
        /// Dice for the effect of a hit (PG-08).
        effect_dice: Dice = Dice::one(4),
        /// Least roll of these that kills; below it is a wound. A second wound kills.
        kills: i32 = 3,
    }
}

impl Fire {
    /// Returns what a shot in reaction adds to the threshold besides (LL-12).
    pub const fn in_reaction(&self, is_reactive: bool) -> i32 {
        if is_reactive { self.reactive } else { 0 }
    }

    /// Returns the mark of a stick that a shot was fired at, from its event: distance, condition of the target, number needed,
    /// and whether it was in reaction. `None` if the number is not the stick's alone, as in reaction (LL-12) and for units that
    /// have prepared (WS-02).
    pub fn mark(
        &self,
        stick: &Stick,
        (distance, condition, needed): (Len, TargetCondition, i32),
        is_reactive: bool,
    ) -> Option<usize> {
        let is_on_stick = self.in_reaction(is_reactive) == 0;
        is_on_stick.then(|| stick.mark_giving(distance, needed - self.adds(condition))).flatten()
    }

    /// Returns the faces of the dice of a shot by a figure with this AF die; the second is 0 for the one die of a volley
    /// (PG-07, PG-10, PG-11).
    pub(crate) const fn dice(&self, shot: Shot, aimed: u8) -> [u8; 2] {
        match shot {
            Shot::Aimed | Shot::Reaction => [self.aim, aimed],
            Shot::Haste => [self.haste, aimed],
            Shot::Volley => [self.volley, 0],
        }
    }

    /// Returns what the condition of a target adds to the threshold (PG-07).
    pub const fn adds(&self, condition: TargetCondition) -> i32 {
        match condition {
            TargetCondition::Unmoving => 0,
            TargetCondition::Moving => self.moving,
            TargetCondition::Screened => self.screened,
            TargetCondition::Protected => self.protected,
        }
    }
}

readings! {
    /// When a second figure against one enemy rolls (PG-13).
    SecondFigure {
        InTurn "in-turn" =
            "After the first's hit has taken effect: the wound helps it, and it has nobody left if the first has killed.",
        AtOnce "at-once" = "With all others: hits take effect once everybody has rolled.",
    }
}

tables! {
    /// Hand-to-hand combat (PG-13, PG-14).
    HandToHand {
        /// Least roll of the M die that hits.
        hit: i32 = 4,
        /// Most figures that oppose one enemy; from the second on, the enemy does not roll against them.
        most_against_one: u8 = 2,
        /// When such a second figure rolls.
        second_figure: SecondFigure = SecondFigure::InTurn,
    }
}

/// What troops are worth (PG-03). The source says only that it is an arithmetical function of the skills, so the weights are
/// assumed; the factors of leaders are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Points {
    /// For each face of the C die.
    pub command: i32,
    /// For each face of the AF die.
    pub aimed: i32,
    /// For each face of the M die.
    pub melee: i32,
    /// For a mounted figure.
    pub mounted: i32,
    /// For a figure that rough ground does not slow.
    pub sure_footed: i32,
}

impl Points {
    /// Returns what one figure is worth, leadership not counted.
    pub fn of(&self, skills: &Skills, mounted: bool) -> i32 {
        self.command * i32::from(skills.command)
            + self.aimed * i32::from(skills.aimed)
            + self.melee * i32::from(skills.melee)
            + self.mounted * i32::from(mounted)
            + self.sure_footed * i32::from(skills.sure_footed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_step_along_the_row_and_stay_at_its_ends() {
        for pair in SKILL_DICE.windows(2) {
            assert_eq!(step_up(pair[0]), pair[1]);
            assert_eq!(step_down(pair[1]), pair[0]);
        }
        assert_eq!((step_down(4), step_up(12)), (4, 12));
        assert_eq!(step_down(20), 12, "the die of a volley");
    }

    #[test]
    fn a_stick_counts_the_next_mark_out() {
        let stick = Stick::new(&[(5, 3), (10, 5), (20, 7)]).unwrap();
        assert_eq!(stick.mark(25), Some(0));
        assert_eq!(stick.mark(26), Some(1));
        assert_eq!(stick.mark(400), Some(2));
        assert_eq!(stick.mark(401), None);
        assert_eq!(stick.thirds(), [5, 10, 20]);
        assert_eq!(Stick::new(&[(10, 3), (5, 5)]), None);
    }
}
