//! What a figure claims in a round by its troop type and its weapon, before the dice are read (AD-01, AD-02).

use super::order::Standing;
use crate::battle::Traits;
use crate::rulebook::{MOST_ROUTINES, Segments};

impl Standing {
    /// One who commits himself to none of his attacks. Haste counts whatever he does (AD-01).
    #[must_use]
    pub fn uncommitted(traits: &Traits, round: u32) -> Self {
        let routines =
            if traits.nature.hasted { Self::in_melee(traits, round).routines.max(2) } else { 1 };
        Self { routines, modifier: 0, last: traits.nature.is_last() }
    }

    /// One who commits himself to all the blows that he has in a round of melee. In a round without a blow he has no
    /// routine.
    #[must_use]
    pub fn in_melee(traits: &Traits, round: u32) -> Self {
        let nature = &traits.nature;
        Self {
            routines: nature.routines(nature.blows.in_round(round)),
            modifier: 0,
            last: nature.is_last(),
        }
    }

    /// One who commits himself to all the shots that he has in a round; `None` if his weapon does not shoot, or is a spell,
    /// which takes segments. In a round without a shot he has no routine.
    #[must_use]
    pub fn with_missiles(traits: &Traits, rules: &Segments, round: u32) -> Option<Self> {
        let shoots = traits.missile.is_some() && traits.handling.segments == 0;
        shoots.then(|| Self {
            routines: traits.nature.routines(traits.handling.shots.in_round(round)),
            modifier: traits.nature.reaction_modifier(traits.rate, rules),
            last: traits.nature.is_last(),
        })
    }

    /// The same with so many times the routines (ADC-9).
    pub(super) fn times(self, times: u8) -> Self {
        let routines = self.routines.saturating_mul(times).min(MOST_ROUTINES);
        Self { routines, ..self }
    }

    /// Whether he stands in the order of action as one who commits himself to nothing: a single attack, and no modifier.
    pub(super) const fn is_single(&self) -> bool {
        self.routines == 1 && self.modifier == 0
    }
}
