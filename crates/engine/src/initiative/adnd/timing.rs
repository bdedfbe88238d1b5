//! When actions come (AD-04 to AD-08, AD-10): the comparison of any two, and the rules for weapons that tie. Functions of dice,
//! places and times alone, without a table.

use std::cmp::Ordering;

use super::order::{Bracket, OrderPlace};
use crate::battle::geometry::Len;
use crate::rule::Rule;
use crate::rulebook::{SameSegment, Segments, SideSegment, TimedLoser};

/// How long an action takes (AD-04).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Time {
    /// This many segments, at least one, from the beginning of the round: movement, a spell, a drawbridge.
    Segments(u16),
    /// Untimed: a shot, a blow, a magic device.
    Untimed {
        /// The speed factor of a melee weapon; `None` for everything else.
        speed_factor: Option<u8>,
    },
}

/// The timing of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActionTime {
    /// Its place in the order of action (AD-01).
    pub place: OrderPlace,
    /// The die of its side, unmodified.
    pub die: i32,
    /// How long it takes.
    pub time: Time,
}

/// What decides on which segment an untimed action comes that has to wait for a timed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Method I: the higher die (AD-06).
    One,
    /// Method II: the speed factor and the losing die (AD-07).
    Two,
    /// The other side's die (ADC-6).
    OtherDie,
}

impl Method {
    /// Returns its rule.
    pub const fn rule(self) -> Rule {
        match self {
            Self::One => Rule::ad(6),
            Self::Two => Rule::ad(7),
            Self::OtherDie => Rule::adc(6),
        }
    }
}

/// Which of two actions completes first, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Less: the first completes first; greater: the other; equal: both happen, and neither's effects stop the other (AD-08).
    pub order: Ordering,
    /// The segment on which the untimed one completes, if Method I or II decided (AD-06, AD-07). 0 is before everything that
    /// takes time.
    pub segment: Option<u16>,
    /// The rule that decided.
    pub rule: Rule,
}

impl Verdict {
    const fn reverse(self) -> Self {
        Self { order: self.order.reverse(), ..self }
    }
}

/// Compares two actions, whatever they are aimed at (AD-04 to AD-08, ADC-6).
pub fn compare(one: &ActionTime, other: &ActionTime, rules: &Segments) -> Verdict {
    match (one.time, other.time) {
        (Time::Segments(one_takes), Time::Segments(other_takes)) => {
            by_time(one_takes.cmp(&other_takes), one, other, rules)
        }
        (Time::Untimed { speed_factor }, Time::Segments(takes)) => {
            against_timed(one, speed_factor, other, takes, rules)
        }
        (Time::Segments(takes), Time::Untimed { speed_factor }) => {
            against_timed(other, speed_factor, one, takes, rules).reverse()
        }
        // The raw order (AD-04.1); of weapons that tie, the faster strikes first.
        (Time::Untimed { speed_factor: a }, Time::Untimed { speed_factor: b }) => {
            let (order, rule) = match one.place.cmp(&other.place) {
                Ordering::Equal => (faster(a, b), Rule::ad(10)),
                order => (order, Rule::ad(4)),
            };
            Verdict {
                order,
                segment: None,
                rule: if order == Ordering::Equal { Rule::ad(1) } else { rule },
            }
        }
    }
}

/// Compares two timed actions: the shorter first; of equal ones the one with initiative (AD-05).
fn by_time(
    by_segments: Ordering,
    one: &ActionTime,
    other: &ActionTime,
    rules: &Segments,
) -> Verdict {
    let (order, rule) = match by_segments {
        Ordering::Equal => same_segment(one, other, rules),
        order => (order, Rule::ad(5)),
    };
    Verdict { order, segment: None, rule }
}

/// Compares two actions that complete on one segment: the one with initiative first, on a tie both; or both in any case
/// (AD-08).
fn same_segment(one: &ActionTime, other: &ActionTime, rules: &Segments) -> (Ordering, Rule) {
    let order = match rules.same_segment {
        SameSegment::Initiative => one.place.cmp(&other.place),
        SameSegment::Together => Ordering::Equal,
    };
    (order, Rule::ad(8))
}

fn against_timed(
    untimed: &ActionTime,
    speed_factor: Option<u8>,
    timed: &ActionTime,
    takes: u16,
    rules: &Segments,
) -> Verdict {
    let Some((segment, method)) = segment(untimed, speed_factor, timed, rules) else {
        return Verdict { order: Ordering::Less, segment: None, rule: Rule::ad(4) };
    };
    let (order, rule) = match segment.cmp(&takes) {
        Ordering::Equal => same_segment(untimed, timed, rules),
        order => (order, method.rule()),
    };
    Verdict { order, segment: Some(segment), rule }
}

/// Returns the segment on which an untimed action without initiative over a timed one completes, and the method that decides it
/// (AD-06, AD-07). `None` if it has initiative: then it completes first (AD-04). By the other side's die it comes on that
/// segment, with initiative or without (ADC-6).
pub fn segment(
    untimed: &ActionTime,
    speed_factor: Option<u8>,
    timed: &ActionTime,
    rules: &Segments,
) -> Option<(u16, Method)> {
    if rules.segment == SideSegment::OtherDie {
        let segment = acts_on(untimed.place.bracket(), untimed.die, timed.die);
        return Some((segment, Method::OtherDie));
    }
    let loser = rules.timed_loser;
    if untimed.place < timed.place
        || (lost_the_dice(timed, untimed) && loser == TimedLoser::AlwaysInterrupted)
    {
        return None;
    }
    Some(match speed_factor {
        None => (whole(untimed.die.max(timed.die)), Method::One),
        Some(factor) if untimed.place == timed.place => (u16::from(factor), Method::Two),
        // The losing die is that of the weapon's own side, without modifiers.
        Some(factor) => (whole((i32::from(factor) - untimed.die).saturating_abs()), Method::Two),
    })
}

/// Returns the segment on which a side acts, given its die and the enemy's: it is the enemy's. The early half of several
/// routines comes on the lower die, the late half not before the enemy's; figures that act last wait for both (ADC-6).
pub fn acts_on(bracket: Bracket, own: i32, other: i32) -> u16 {
    whole(match bracket {
        Bracket::Early => own.min(other),
        Bracket::Die => other,
        Bracket::Late | Bracket::Last => own.max(other),
    })
}

/// Returns whether an action lost on the dice and only modifiers say otherwise: the other side's die is higher, and both go by
/// the die.
fn lost_the_dice(one: &ActionTime, other: &ActionTime) -> bool {
    let by_die = |deed: &ActionTime| deed.place.bracket() == Bracket::Die;
    by_die(one) && by_die(other) && one.die < other.die
}

/// Turns a number on dice into a segment.
fn whole(number: i32) -> u16 {
    number.clamp(0, i32::from(u16::MAX)) as u16
}

/// Returns which of two weapons strikes first if both have tied for initiative: the lower speed factor. Without a factor on
/// either side, or with equal ones, they strike at once (AD-10).
pub fn faster(one: Option<u8>, other: Option<u8>) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => Ordering::Equal,
    }
}

/// Returns the extra strikes of a weapon against a slower one with which it has tied (AD-10): none, one before the slower
/// weapon, or another besides at the same time as that.
pub fn extra_strikes(faster: u8, slower: u8) -> u8 {
    let (faster, slower) = (u32::from(faster), u32::from(slower));
    if slower >= faster + 10 {
        2
    } else if slower >= faster + 5 || (slower > faster && slower >= 3 * faster) {
        1
    } else {
        0
    }
}

/// Returns how many segments a way takes with an allowance per round: at least one, a started one counting whole (AD-09).
pub fn segments_for(way: Len, in_a_round: Len, round: u8) -> u32 {
    let way = i64::from(way.max(0)) * i64::from(round);
    let segments = (way + i64::from(in_a_round.max(1)) - 1) / i64::from(in_a_round.max(1));
    u32::try_from(segments.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::geometry::UNIT;
    use crate::initiative::adnd::order::{Standing, place};
    use crate::rulebook::RoutineOrder;

    const SHOT: Time = Time::Untimed { speed_factor: None };

    fn deed(die: i32, modifier: i32, time: Time) -> ActionTime {
        let standing = Standing { modifier, ..Standing::PLAIN };
        ActionTime { place: place(&standing, 0, die, RoutineOrder::CountFirst), die, time }
    }

    #[test]
    fn comparing_the_other_way_round_says_the_same() {
        let times = [
            Time::Segments(1),
            Time::Segments(4),
            SHOT,
            Time::Untimed { speed_factor: Some(3) },
            Time::Untimed { speed_factor: Some(9) },
        ];
        let readings = [
            (TimedLoser::BySegment, SideSegment::ByMethod),
            (TimedLoser::AlwaysInterrupted, SideSegment::ByMethod),
            (TimedLoser::BySegment, SideSegment::OtherDie),
        ];
        for (timed_loser, segment) in readings {
            let rules = &Segments { timed_loser, segment, ..Segments::default() };
            for a in times {
                for b in times {
                    for (x, y) in (1..=6).flat_map(|x| (1..=6).map(move |y| (x, y))) {
                        for modifier in [-2, 0, 1] {
                            let (one, other) = (deed(x, modifier, a), deed(y, 0, b));
                            let verdict = compare(&one, &other, rules);
                            assert_eq!(verdict.reverse(), compare(&other, &one, rules));
                        }
                    }
                }
            }
        }
    }

    /// ADC-6: the segment is the other side's die.
    #[test]
    fn a_side_acts_on_the_segment_of_the_other_die() {
        use Bracket::{Die, Early, Last, Late};
        for (bracket, segment) in [(Early, 2), (Die, 2), (Late, 5), (Last, 5)] {
            assert_eq!(acts_on(bracket, 5, 2), segment, "{bracket:?} with a 5");
        }
        for (bracket, segment) in [(Early, 2), (Die, 5), (Late, 5), (Last, 5)] {
            assert_eq!(acts_on(bracket, 2, 5), segment, "{bracket:?} with a 2");
        }
    }

    #[test]
    fn thirty_feet_at_a_charge_take_two_segments() {
        // A rate of 9" is 90 feet a round, 9 a segment, 18 at a charge.
        let feet = |n: i32| n * UNIT / 10;
        assert_eq!(segments_for(feet(9), feet(90), 10), 1);
        assert_eq!(segments_for(feet(18), feet(180), 10), 1);
        assert_eq!(segments_for(feet(19), feet(180), 10), 2);
        assert_eq!(segments_for(feet(30), feet(180), 10), 2);
        assert_eq!(segments_for(feet(30), feet(90), 10), 4);
        assert_eq!(segments_for(0, feet(90), 10), 1);
        assert_eq!(segments_for(10, 0, 10), 100);
    }
}
