//! The order of action (AD-01, AD-02): the place of each routine of a figure in a round. Functions of the dice and of the
//! figure alone, without a table.

use crate::battle::Traits;
use crate::rulebook::{MOST_ROUTINES, Missiles, RoutineOrder, Segments};
use std::cmp::Reverse;

/// The brackets of AD-01, with the late attacks of AD-02 before the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bracket {
    /// The early half of several routines.
    Early,
    /// By the die.
    Die,
    /// The late half of several routines.
    Late,
    /// Zombies and the slowed.
    Last,
}

/// What a figure claims in a round before the dice are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Attack routines that it has committed itself to; without commitment 1, or what haste gives it (AD-01). Numbers beyond
    /// [`MOST_ROUTINES`] count as that.
    pub routines: u8,
    /// Added to the die: the reaction modifier of a missile user (AD-01).
    pub modifier: i32,
    /// Whether it acts last (a zombie, the slowed).
    pub last: bool,
}

impl Standing {
    /// A single action and nothing else.
    pub const PLAIN: Self = Self { routines: 1, modifier: 0, last: false };
}

impl Default for Standing {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The place of a routine in the order of action: less is earlier, equal is simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OrderPlace {
    bracket: Bracket,
    /// Within early and late: more routines before fewer, or the phase of the round.
    step: i32,
    total: Reverse<i32>,
    /// Which of the several early or late routines of one figure it is.
    turn: u8,
}

impl OrderPlace {
    /// Returns the bracket.
    pub const fn bracket(&self) -> Bracket {
        self.bracket
    }

    /// Returns the die with its modifier.
    pub const fn total(&self) -> i32 {
        self.total.0
    }
}

/// A number divisible by every number of routines less one, so that phases are whole.
const ROUND: i32 = 420;

/// Returns the place of a routine, the first being 0, of a figure whose side has rolled `die` (AD-01, AD-02).
pub fn place(standing: &Standing, routine: u8, die: i32, order: RoutineOrder) -> OrderPlace {
    let total = Reverse(die.saturating_add(standing.modifier));
    let count = standing.routines.clamp(1, MOST_ROUTINES);
    let turn = routine.min(count - 1);
    let at = |bracket, step, turn| OrderPlace { bracket, step, total, turn };
    if standing.last {
        return at(Bracket::Last, 0, turn);
    }
    if count == 1 {
        return at(Bracket::Die, 0, 0);
    }
    if order == RoutineOrder::Phases {
        let phase = i32::from(turn) * ROUND / i32::from(count - 1);
        let bracket = match phase.cmp(&(ROUND / 2)) {
            std::cmp::Ordering::Less => Bracket::Early,
            std::cmp::Ordering::Equal => return at(Bracket::Die, 0, 0),
            std::cmp::Ordering::Greater => Bracket::Late,
        };
        return at(bracket, phase, 0);
    }
    // Half before and half after; with an odd number the middle one is like a single attack (AD-02).
    let half = count / 2;
    let more_first = match order {
        RoutineOrder::DiceAmongSeveral => 0,
        _ => -i32::from(count),
    };
    if turn < half {
        at(Bracket::Early, more_first, turn)
    } else if turn >= count - half {
        at(Bracket::Late, more_first, turn - (count - half))
    } else {
        at(Bracket::Die, 0, 0)
    }
}

/// Returns how many shots a figure has in a round.
pub(super) fn shots(traits: &Traits, round: u32) -> u8 {
    traits.nature.routines(traits.handling.shots.in_round(round))
}

impl Standing {
    /// Returns the claim of a figure that commits itself to none of its attacks. Haste counts whatever it does (AD-01).
    pub fn uncommitted(traits: &Traits, round: u32) -> Self {
        let routines =
            if traits.nature.hasted { Self::in_melee(traits, round).routines.max(2) } else { 1 };
        Self { routines, modifier: 0, last: traits.nature.is_last() }
    }

    /// Returns the claim of a figure that commits itself to all blows that it has in a round of melee. In a round without a
    /// blow it has no routine.
    pub fn in_melee(traits: &Traits, round: u32) -> Self {
        let nature = &traits.nature;
        Self {
            routines: nature.routines(nature.blows.in_round(round)),
            modifier: 0,
            last: nature.is_last(),
        }
    }

    /// Returns the claim of a figure that commits itself to all shots that it has in a round; `None` if its weapon does not
    /// shoot, or is a spell, which takes segments. In a round without a shot it has no routine; if its shots are one volley, it
    /// has one (AD-02.1).
    pub fn with_missiles(traits: &Traits, rules: &Segments, round: u32) -> Option<Self> {
        let shoots = traits.missile.is_some() && traits.handling.segments == 0;
        let shots = shots(traits, round);
        shoots.then(|| Self {
            routines: match rules.missiles {
                Missiles::Routines => shots,
                Missiles::OneVolley => shots.min(1),
            },
            modifier: traits.nature.reaction_modifier(traits.rate, rules),
            last: traits.nature.is_last(),
        })
    }

    /// Returns this claim with `times` as many routines (ADC-9).
    pub(super) fn times(self, times: u8) -> Self {
        let routines = self.routines.saturating_mul(times).min(MOST_ROUTINES);
        Self { routines, ..self }
    }

    /// Returns whether it stands like one that commits itself to nothing: a single attack, and no modifier.
    pub(super) const fn is_single(&self) -> bool {
        self.routines == 1 && self.modifier == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routines(count: u8) -> Standing {
        Standing { routines: count, ..Standing::PLAIN }
    }

    fn brackets(count: u8, order: RoutineOrder) -> Vec<Bracket> {
        let of = routines(count);
        let places = (0..count).map(|k| place(&of, k, 3, order));
        let places: Vec<OrderPlace> = places.collect();
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
        places.iter().map(OrderPlace::bracket).collect()
    }

    #[test]
    fn half_before_and_half_after() {
        use Bracket::{Die, Early, Late};
        for (_, order) in RoutineOrder::ALL {
            let order = *order;
            assert_eq!(brackets(1, order), [Die]);
            assert_eq!(brackets(2, order), [Early, Late]);
            assert_eq!(brackets(3, order), [Early, Die, Late]);
            assert_eq!(brackets(4, order), [Early, Early, Late, Late]);
            assert_eq!(brackets(5, order), [Early, Early, Die, Late, Late]);
            assert_eq!(brackets(8, order).len(), 8);
        }
    }

    #[test]
    fn three_beats_two_or_goes_with_it() {
        let first = |count, die, order| place(&routines(count), 0, die, order);
        let by_count = RoutineOrder::CountFirst;
        assert!(first(3, 1, by_count) < first(2, 6, by_count));
        let by_dice = RoutineOrder::DiceAmongSeveral;
        assert!(first(3, 1, by_dice) > first(2, 6, by_dice));
        assert_eq!(first(3, 4, by_dice), first(2, 4, by_dice));
        assert!(first(3, 1, by_dice) < place(&Standing::PLAIN, 0, 6, by_dice));
        let by_phase = RoutineOrder::Phases;
        assert_eq!(first(3, 4, by_phase), first(2, 4, by_phase));
        assert!(first(3, 3, by_phase) > first(2, 4, by_phase));
        // The second of four stands at a third of the round, the second of three in the middle.
        let second = |count| place(&routines(count), 1, 4, by_phase);
        assert!(second(4) < second(3));
        assert_eq!(second(3), place(&Standing::PLAIN, 0, 4, by_phase));
    }

    #[test]
    fn the_last_are_last_whatever_they_have() {
        let zombie = Standing { routines: 4, last: true, ..Standing::PLAIN };
        let order = RoutineOrder::CountFirst;
        assert!(place(&zombie, 0, 6, order) > place(&routines(2), 1, 1, order));
        assert!(place(&zombie, 0, 6, order) < place(&zombie, 0, 5, order));
        assert!(place(&zombie, 0, 6, order) < place(&zombie, 1, 6, order));
    }
}
