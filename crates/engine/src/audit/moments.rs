//! When declared actions come, worked out anew from the dice and from what the figures are: their place in the order of
//! action and the segments of the untimed ones (AD-01, AD-02, AD-04, AD-06, AD-07).

use std::cmp::Ordering;

use crate::event::{ActionKind, FigureSet};
use crate::rule::Rule;
use crate::rulebook::{RoutineOrder, Segments, SideSegment, TimedLoser};
use crate::side::{BySide, Side};

/// A place in the order of action: the bracket, within it the number of routines or the phase of the round, then the total,
/// then which of several routines. Less is earlier.
pub(super) type Place = (u8, i32, i32, u8);

/// The bracket of those who go by the die.
const BY_DIE: u8 = 1;

/// What figures have declared for a round.
#[derive(Debug, Clone)]
pub(super) struct Deed {
    pub(super) side: Side,
    pub(super) action: ActionKind,
    pub(super) figures: FigureSet,
    pub(super) targets: FigureSet,
    pub(super) charging: FigureSet,
    /// Routines that count in the order, and those that it consists of.
    pub(super) standing: u8,
    pub(super) routines: u8,
    pub(super) total: i32,
    pub(super) last: bool,
    pub(super) takes: u8,
    pub(super) speed_factor: Option<u8>,
    /// For each routine of an untimed action its segment, and the rule that says so.
    pub(super) moments: Vec<(u16, Rule)>,
    /// Routines that are over; of a timed action, 1 when it has completed.
    pub(super) over: u8,
    /// It has been told as an action.
    pub(super) begun: bool,
    /// Those of a timed action who have been hit before its end.
    pub(super) spoiled: FigureSet,
    /// Chargers who have struck on arrival.
    pub(super) arrived: FigureSet,
}

impl Deed {
    pub(super) const fn is_timed(&self) -> bool {
        self.action.is_move() || self.takes > 0
    }

    /// The place of a routine, the first being 0.
    pub(super) fn place(&self, routine: u8, order: RoutineOrder) -> Place {
        let n = i32::from(self.standing.clamp(1, 8));
        let k = i32::from(routine).min(n - 1);
        let more_first = match order {
            RoutineOrder::DiceAmongSeveral => 0,
            _ => -n,
        };
        let (bracket, step, turn) = if self.last {
            (3, 0, k)
        } else if order == RoutineOrder::Phases && n > 1 {
            // Attack k of n stands at k/(n-1) of the round, a single one in the middle.
            match (2 * k).cmp(&(n - 1)) {
                Ordering::Less => (0, 420 * k / (n - 1), 0),
                Ordering::Equal => (BY_DIE, 0, 0),
                Ordering::Greater => (2, 420 * k / (n - 1), 0),
            }
        } else if k < n / 2 {
            (0, more_first, k)
        } else if k >= n - n / 2 {
            (2, more_first, k - (n - n / 2))
        } else {
            (BY_DIE, 0, 0)
        };
        (bracket, step, -self.total, turn as u8)
    }
}

/// The segment on which a side acts: the enemy's die, but for the early and the late ones of several routines (ADC-6).
pub(super) fn acts_on(place: Place, own: i32, other: i32) -> u16 {
    let segment = match place.0 {
        0 => own.min(other),
        BY_DIE => other,
        _ => own.max(other),
    };
    segment.max(0) as u16
}

/// In surprise whatever takes no time comes before what does (ADC-9).
pub(super) fn at_once(deeds: &mut [Deed]) {
    for deed in deeds.iter_mut().filter(|deed| !deed.is_timed()) {
        deed.moments = vec![(0, Rule::ad(4)); deed.routines.into()];
    }
}

/// Works out when the untimed actions of a round come.
pub(super) fn set_moments(deeds: &mut [Deed], rolled: BySide<i32>, rules: &Segments) {
    // A weapon is set before everything (ADC-7).
    for deed in deeds.iter_mut().filter(|d| d.action == ActionKind::Set) {
        deed.moments = vec![(0, Rule::ad(4))];
    }
    let waits_for_none = |deed: &Deed| deed.is_timed() || deed.action == ActionKind::Set;
    if rules.segment == SideSegment::OtherDie {
        for deed in deeds.iter_mut().filter(|deed| !waits_for_none(deed)) {
            let dice = (rolled[deed.side], rolled[!deed.side]);
            let on = |routine| acts_on(deed.place(routine, rules.routines), dice.0, dice.1);
            let moments = (0..deed.routines).map(|routine| (on(routine), Rule::adc(6)));
            deed.moments = moments.collect();
        }
        return;
    }
    for k in 0..deeds.len() {
        if waits_for_none(&deeds[k]) {
            continue;
        }
        let deed = &deeds[k];
        let concerns = |other: &&Deed| {
            let meet = other.figures & deed.targets | other.targets & deed.figures;
            other.side != deed.side && other.is_timed() && meet != 0
        };
        // Of several the one with most initiative.
        let rivals = deeds.iter().filter(concerns);
        let rival = rivals.map(|other| other.place(0, rules.routines)).min();
        let dice = (rolled[deed.side], rolled[!deed.side]);
        let mut least = 0;
        let moments = (0..deed.routines).map(|routine| {
            let place = deed.place(routine, rules.routines);
            let factor = deed.speed_factor;
            let found = rival.and_then(|rival| waits(place, rival, dice, factor, rules));
            let (segment, rule) = found.unwrap_or((0, Rule::ad(4)));
            least = segment.max(least);
            (least, rule)
        });
        let moments = moments.collect();
        deeds[k].moments = moments;
    }
    while wait_for_one_another(deeds, rules) {}
}

/// The segment of an untimed action that has no initiative over a timed one; `None` if it has. `dice` are its side's own and
/// the other's.
fn waits(
    own: Place,
    rival: Place,
    dice: (i32, i32),
    speed_factor: Option<u8>,
    rules: &Segments,
) -> Option<(u16, Rule)> {
    let by_die = own.0 == BY_DIE && rival.0 == BY_DIE;
    let interrupts =
        rules.timed_loser == TimedLoser::AlwaysInterrupted && by_die && dice.1 < dice.0;
    if own < rival || interrupts {
        return None;
    }
    let (segment, rule) = match speed_factor {
        None => (dice.0.max(dice.1), Rule::ad(6)),
        Some(factor) if own == rival => (i32::from(factor), Rule::ad(7)),
        Some(factor) => ((i32::from(factor) - dice.0).abs(), Rule::ad(7)),
    };
    Some((segment.max(0) as u16, rule))
}

/// Who is aimed at an untimed action that has to wait, and has no more initiative, waits with it. Says whether anybody had
/// to.
fn wait_for_one_another(deeds: &mut [Deed], rules: &Segments) -> bool {
    let mut waited = false;
    for k in 0..deeds.len() {
        for other in 0..deeds.len() {
            let (deed, before) = (&deeds[k], &deeds[other]);
            let untimed = !deed.is_timed() && !before.is_timed();
            if deed.side == before.side || !untimed || before.figures & deed.targets == 0 {
                continue;
            }
            for routine in 0..deeds[k].routines {
                let place = deeds[k].place(routine, rules.routines);
                let before = &deeds[other];
                let ahead =
                    (0..before.routines).filter(|r| before.place(*r, rules.routines) <= place);
                let least = ahead.map(|r| before.moments[usize::from(r)].0).max();
                let moment = &mut deeds[k].moments[usize::from(routine)];
                if moment.0 < least.unwrap_or(0) {
                    *moment = (least.unwrap_or(0), Rule::ad(4));
                    waited = true;
                }
            }
        }
    }
    waited
}
