//! Streaks of chances under a turn defined by tables (TN-09), exactly, as long as there are no losses and no reactions.
//!
//! Every activation granted is a chance; with a test, every one that passes. What a side does with its chances does not matter,
//! except that it picks units that have not acted where there are any.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Face, First, HandsOver, Next as Order, SmallerSide, Times, Turn, UnitNumber,
};
use skirmish_engine::side::{BySide, Side};

use crate::answer::{Answer, Record, Solved, counted};
use crate::chances::{ChanceStreaks, Handing, Next, streaks};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// The most units of a side for which there is a law.
pub const MOST_UNITS: u8 = 12;

/// A turn, and the units that take part.
#[derive(Debug, Clone, Copy)]
pub struct TurnSetup<'t> {
    /// The turn.
    pub turn: &'t Turn,
    /// Units of each side.
    pub units: BySide<u8>,
    /// How many of them have a leader.
    pub leaders: BySide<u8>,
}

/// The state of a turn between two chances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stand {
    phase: Phase,
    /// The side that opened the last round or pair of turns, and the side first done in it.
    opened: Option<Side>,
    first_done: Option<Side>,
    /// The side with the last chance or turn in the game.
    last: Option<Side>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// A round or a pair of turns begins; or the second turn of a pair.
    Round,
    Second,
    /// A side has its turn: activations left, and whether it has the next turn too.
    Turn {
        side: Side,
        left: u8,
        keeps: bool,
        second: bool,
    },
    /// Units of each side that may act, those at the current number of the countdown, and that number.
    Count {
        left: [u8; 2],
        tied: [u8; 2],
        number: i64,
    },
    /// Units of each side that may act, what is left in hand, and the side with the last chance of the round.
    Sides {
        left: [u8; 2],
        hand: Option<(Side, u8)>,
        last: Option<Side>,
    },
    /// Lots of each side, and units that may act; blanks, jokers and cards that end the round.
    Lots {
        lots: [u8; 2],
        left: [u8; 2],
        extras: [u8; 3],
    },
}

impl Stand {
    /// Returns the same state in another phase.
    fn at(&self, phase: Phase) -> Self {
        Self { phase, ..self.clone() }
    }

    /// Returns another phase, with no chance for either side.
    fn waits(&self, phase: Phase) -> Next<Self> {
        Pmf::certain((None, self.at(phase)))
    }
}

impl TurnSetup<'_> {
    /// Checks that there is a law.
    ///
    /// # Errors
    /// [`OddsError::NoLaw`].
    pub fn check(&self) -> Result<(), OddsError> {
        let turn = self.turn;
        let is_drawn = matches!(turn.next, Order::Bag | Order::Deck);
        let is_once = turn.times != Times::Again;
        let most = self.units.0.into_iter().max().unwrap_or(0);
        let no = |why: &'static str| Err(OddsError::NoLaw(why));
        match turn {
            _ if most > MOST_UNITS => no("of more than twelve units a side"),
            _ if self.units.0.contains(&0) => no("where a side has no unit"),
            Turn { smaller_side: SmallerSide::MayPass, .. } if turn.next == Order::Sides => {
                no("where a side may pass: it depends on who plays")
            }
            Turn { test: Some(test), .. } if test.adds != UnitNumber::Nothing => {
                no("where a test adds a number of the unit: it depends on who is tested")
            }
            Turn { test: Some(test), .. } if test.harder != 0 && !is_once => {
                no("where a test gets harder: it depends on who is tested")
            }
            _ if is_drawn
                && is_once
                && (turn.leader_cards > 0 || turn.cards > 1 || turn.tokens > 1) =>
            {
                no("where a card or token may be drawn for a unit that has acted")
            }
            _ => Ok(()),
        }
    }

    /// Returns the chances of an activation: that it is a chance and the turn goes on, that it is one and the turn passes on,
    /// that the test fails and the turn goes on, and that it fails and the turn passes on.
    fn activation(&self) -> Result<[Ratio; 4], OddsError> {
        let Some(test) = &self.turn.test else {
            return Ok([Ratio::ONE, Ratio::ZERO, Ratio::ZERO, Ratio::ZERO]);
        };
        let passes =
            Pmf::of_dice(test.dice)?.map(|rolled| i64::from(*rolled >= i64::from(test.needs)));
        let passed = passes.repeat(test.tries.into());
        let ends = |passed: i64| {
            test.failures > 0 && i64::from(test.tries) - passed >= i64::from(test.failures)
        };
        let chance = |is_used: bool, is_end: bool| {
            passed.chance_that(|passed| (*passed > 0) == is_used && ends(*passed) == is_end)
        };
        Ok([chance(true, false), chance(true, true), chance(false, false), chance(false, true)])
    }

    /// Returns which side opens a round or a pair of turns.
    fn opens(&self, stand: &Stand) -> Result<Pmf<Side>, OddsError> {
        Ok(match (self.turn.first, self.turn.dice, stand.opened) {
            (First::Roll, Some(dice), _) => {
                let tie = stand.last.map_or(Side::A, |last| !last);
                let dice = Pmf::of_dice(dice)?;
                dice.combine(&dice, |a, b| BySide([a, b]).higher(tie))
            }
            (_, _, None) => Pmf::certain(Side::A),
            (First::InTurn, _, Some(side)) => Pmf::certain(!side),
            (First::DoneFirst, _, Some(side)) => Pmf::certain(stand.first_done.unwrap_or(side)),
            (_, _, Some(side)) => Pmf::certain(side),
        })
    }

    /// Begins a side's turn: returns how many activations it has, and whether the next turn is its own too.
    fn turn_of(&self, side: Side, second: bool) -> Result<Pmf<Phase>, OddsError> {
        let (turn, units) = (self.turn, self.units[side]);
        let most = |activations: u8| match turn.times {
            Times::Again => activations,
            _ => activations.min(units),
        };
        let phase = |left: u8, keeps: bool| Phase::Turn { side, left, keeps, second };
        let command = match (turn.hands_over, &turn.command) {
            (HandsOver::Side, _) => return Ok(Pmf::certain(phase(units, false))),
            (HandsOver::Command, Some(command)) => command,
            _ => return Ok(Pmf::certain(phase(most(turn.units), false))),
        };
        let face = |rolled: &i64| match u8::try_from(*rolled).map(|rolled| command.face(rolled)) {
            Ok(Face::Unit) => [1, 0, 0],
            Ok(Face::Leader) => [0, 1, 0],
            Ok(Face::Keep) => [0, 0, 1],
            _ => [0; 3],
        };
        let die = Pmf::of_dice(Dice::one(command.dice.sides))?.map(face);
        let mut bought = Pmf::certain([0_u8; 3]);
        for _ in 0..command.dice.count {
            bought = bought.combine(&die, |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
        }
        let led = self.leaders[side];
        Ok(bought.map(|[units, leaders, kept]| {
            let leaders = match turn.times {
                Times::Again if led > 0 => *leaders,
                _ => (*leaders).min(led),
            };
            phase(most(units + leaders), command.keeps > 0 && *kept >= command.keeps)
        }))
    }

    /// Begins a round in which both sides act.
    fn round(&self, stand: &Stand) -> Result<Next<Stand>, OddsError> {
        let (turn, units) = (self.turn, self.units.0);
        let begun = |phase: Phase, opened: Option<Side>| {
            let stand = Stand { phase, opened, first_done: None, ..stand.clone() };
            (None, stand)
        };
        let lots = |of: [u8; 2]| Phase::Lots {
            lots: of,
            left: units,
            extras: [turn.blanks, turn.jokers, turn.end_cards],
        };
        Ok(match turn.next {
            Order::Bag => {
                Pmf::certain(begun(lots(units.map(|units| units * turn.tokens)), stand.opened))
            }
            Order::Deck => {
                let cards = BySide::from_fn(|side| {
                    self.units[side] * turn.cards + self.leaders[side] * turn.leader_cards
                });
                Pmf::certain(begun(lots(cards.0), stand.opened))
            }
            Order::Count => {
                let number = turn.count_dice.map_or(0, |dice| i64::from(dice.max()) + 1);
                let (left, tied) =
                    if turn.count_dice.is_some() { (units, [0; 2]) } else { ([0; 2], units) };
                Pmf::certain(begun(Phase::Count { left, tied, number }, stand.opened))
            }
            Order::Sides => self.opens(stand)?.map(|opened| {
                let phase = Phase::Sides { left: units, hand: None, last: None };
                begun(phase, Some(*opened))
            }),
        })
    }

    /// Returns the state after a chance of a side in a round.
    fn used(&self, stand: &Stand, side: Side, phase: Phase, left: [u8; 2]) -> Stand {
        let mut next = Stand { phase, last: Some(side), ..stand.clone() };
        for side in [side, !side] {
            if left[side.index()] == 0 {
                next.first_done = next.first_done.or(Some(side));
            }
        }
        next
    }

    /// Returns the results of an activation in a round, with its test.
    fn tested(&self, side: Side, next: Stand) -> Result<Next<Stand>, OddsError> {
        let [used, used_up, failed, passed_on] = self.activation()?;
        let is_used = &used + &used_up;
        let chances = [(true, is_used), (false, &failed + &passed_on)];
        let sides = chances.into_iter().filter(|(_, chance)| !chance.is_zero());
        Pmf::from_chances(
            sides.map(|(is_used, chance)| ((is_used.then_some(side), next.clone()), chance)),
        )
    }

    fn in_turn(
        &self,
        stand: &Stand,
        (side, left, keeps, second): (Side, u8, bool, bool),
    ) -> Result<Next<Stand>, OddsError> {
        let over = || {
            let phase = match (keeps, second) {
                // The side has another turn, which begins like this one.
                (true, second) => return self.turn_of(side, second),
                (false, false) => Phase::Second,
                (false, true) => Phase::Round,
            };
            Ok(Pmf::certain(phase))
        };
        if left == 0 {
            return Ok(over()?.map(|phase| (None, stand.at(phase.clone()))));
        }
        let [goes_on, passes_on, fails, fails_and_passes_on] = self.activation()?;
        let on = Phase::Turn { side, left: left - 1, keeps, second };
        let end = Phase::Turn { side, left: 0, keeps, second };
        let ways = [
            (Some(side), &on, goes_on),
            (Some(side), &end, passes_on),
            (None, &on, fails),
            (None, &end, fails_and_passes_on),
        ];
        let ways = ways.into_iter().filter(|(.., chance)| !chance.is_zero());
        let mut sums: std::collections::BTreeMap<(Option<Side>, Stand), Ratio> = Default::default();
        for (side, phase, chance) in ways {
            let sum = sums.entry((side, stand.at(phase.clone()))).or_insert(Ratio::ZERO);
            *sum = &*sum + &chance;
        }
        Pmf::from_chances(sums)
    }

    fn by_sides(
        &self,
        stand: &Stand,
        (left, hand, last): ([u8; 2], Option<(Side, u8)>, Option<Side>),
    ) -> Result<Next<Stand>, OddsError> {
        let turn = self.turn;
        let is_left = |side: Side| left[side.index()] > 0;
        let opened = stand.opened.unwrap_or(Side::A);
        let (side, in_hand) = match hand {
            Some((side, in_hand)) if in_hand > 0 && is_left(side) => (side, in_hand),
            _ if left == [0; 2] => return Ok(self.ends(stand)),
            hand => {
                let last = hand.map(|(side, _)| side).or(last);
                let hands = |side: Side| {
                    let had = self.units[side] - left[side.index()];
                    u32::from(had.div_ceil(turn.units)) * u32::from(self.units[!side])
                };
                let due = match turn.smaller_side {
                    SmallerSide::Spread => BySide::from_fn(|side| hands(!side)).higher(opened),
                    _ => last.map_or(opened, |last| !last),
                };
                (if is_left(due) { due } else { !due }, turn.units)
            }
        };
        let mut left = left;
        left[side.index()] -= 1;
        let phase = Phase::Sides { left, hand: Some((side, in_hand - 1)), last: Some(side) };
        self.tested(side, self.used(stand, side, phase, left))
    }

    fn by_count(
        &self,
        stand: &Stand,
        (left, tied, number): ([u8; 2], [u8; 2], i64),
    ) -> Result<Next<Stand>, OddsError> {
        if tied != [0; 2] {
            let due = stand.last.map_or(Side::A, |last| !last);
            let side = if tied[due.index()] > 0 { due } else { !due };
            let mut tied = tied;
            tied[side.index()] -= 1;
            let phase = Phase::Count { left, tied, number };
            let all = [left[0] + tied[0], left[1] + tied[1]];
            return self.tested(side, self.used(stand, side, phase, all));
        }
        let Some(dice) = self.turn.count_dice.filter(|_| left != [0; 2]) else {
            return Ok(self.ends(stand));
        };
        // The number of units, of those that rolled below the previous number, that have rolled this one.
        let number = number - 1;
        let below = Pmf::of_dice(dice)?.given(|rolled| *rolled <= number)?;
        let shows = below.map(|rolled| i64::from(*rolled == number));
        let [a, b] = left.map(|units| shows.repeat(units.into()));
        Ok(a.combine(&b, |a, b| {
            let tied = [*a as u8, *b as u8];
            let left = [left[0] - tied[0], left[1] - tied[1]];
            let phase = Phase::Count { left, tied, number };
            (None, stand.at(phase))
        }))
    }

    fn by_lot(
        &self,
        stand: &Stand,
        (lots, left, extras): ([u8; 2], [u8; 2], [u8; 3]),
    ) -> Result<Next<Stand>, OddsError> {
        if lots == [0; 2] && extras == [0; 3] {
            return Ok(self.ends(stand));
        }
        let is_once = self.turn.times != Times::Again;
        let chance = |side: Side, mut lots: [u8; 2], extras: [u8; 3]| {
            let mut left = left;
            let own = side.index();
            if is_once && left[own] == 0 {
                let phase = Phase::Lots { lots, left, extras };
                return Ok(stand.waits(phase));
            }
            if is_once {
                left[own] -= 1;
                lots[own] = lots[own].min(left[own]);
            }
            let phase = Phase::Lots { lots, left, extras };
            self.tested(side, self.used(stand, side, phase, left))
        };
        let mut parts: Vec<(u8, Next<Stand>)> = Vec::new();
        for side in Side::BOTH {
            let mut fewer = lots;
            if fewer[side.index()] > 0 {
                fewer[side.index()] -= 1;
                parts.push((lots[side.index()], chance(side, fewer, extras)?));
            }
        }
        for kind in (0..3).filter(|kind| extras[*kind] > 0) {
            let mut fewer = extras;
            fewer[kind] -= 1;
            let drawn = match kind {
                0 => {
                    let phase = Phase::Lots { lots, left, extras: fewer };
                    stand.waits(phase)
                }
                1 => chance(stand.last.map_or(Side::A, |last| !last), lots, fewer)?,
                _ => self.ends(stand),
            };
            parts.push((extras[kind], drawn));
        }
        let all: u64 = parts.iter().map(|(count, _)| u64::from(*count)).sum();
        let chance = |count: u8| Ratio::new(count.into(), all.into());
        let parts = parts.into_iter().map(|(count, drawn)| Ok((chance(count)?, drawn)));
        Pmf::mixture(parts.collect::<Result<Vec<_>, OddsError>>()?)
    }

    /// Ends the round.
    fn ends(&self, stand: &Stand) -> Next<Stand> {
        stand.waits(Phase::Round)
    }
}

impl Handing for TurnSetup<'_> {
    type State = Stand;

    fn first(&self) -> Stand {
        Stand { phase: Phase::Round, opened: None, first_done: None, last: None }
    }

    fn next(&self, stand: &Stand) -> Result<Next<Stand>, OddsError> {
        match stand.phase.clone() {
            Phase::Round if self.turn.has_whole_turns() => {
                let mut parts = Vec::new();
                for (side, chance) in self.opens(stand)?.iter() {
                    let stand = Stand { opened: Some(*side), last: Some(*side), ..stand.clone() };
                    let turns = self.turn_of(*side, false)?;
                    let next = |phase: &Phase| (None, stand.at(phase.clone()));
                    parts.push((chance, turns.map(next)));
                }
                Pmf::mixture(parts)
            }
            Phase::Round => self.round(stand),
            Phase::Second => {
                let side = stand.last.map_or(Side::B, |last| !last);
                let stand = Stand { last: Some(side), ..stand.clone() };
                let next = |phase: &Phase| (None, stand.at(phase.clone()));
                Ok(self.turn_of(side, true)?.map(next))
            }
            Phase::Turn { side, left, keeps, second } => {
                self.in_turn(stand, (side, left, keeps, second))
            }
            Phase::Count { left, tied, number } => self.by_count(stand, (left, tied, number)),
            Phase::Sides { left, hand, last } => self.by_sides(stand, (left, hand, last)),
            Phase::Lots { lots, left, extras } => self.by_lot(stand, (lots, left, extras)),
        }
    }

    fn is_round(&self, stand: &Stand) -> bool {
        // A kept turn may be kept again, so a turn with no activations left counts as a beginning.
        matches!(stand.phase, Phase::Round | Phase::Second | Phase::Turn { left: 0, .. })
    }
}

/// The streaks of both sides under a turn.
#[derive(Debug, Clone)]
pub struct Possession {
    /// The name of the system.
    pub system: String,
    /// Units of each side.
    pub units: BySide<u8>,
    /// How many of them have a leader.
    pub leaders: BySide<u8>,
    /// The law of each side; `None` for a side that never has a chance after the other had one.
    pub laws: BySide<Option<ChanceStreaks>>,
}

impl Possession {
    /// Solves a turn, with this many lengths listed.
    ///
    /// # Errors
    /// Those of [`TurnSetup::check`], and [`OddsError::TooManyOutcomes`].
    pub fn of(system: &str, setup: TurnSetup<'_>, lengths: usize) -> Result<Self, OddsError> {
        setup.check()?;
        let laws = streaks(&setup, lengths)?;
        let TurnSetup { units, leaders, .. } = setup;
        Ok(Self { system: system.to_owned(), units, leaders, laws })
    }
}

impl Solved for Possession {
    fn answer(&self) -> Answer {
        let both = |of: &BySide<u8>| format!("{},{}", of[Side::A], of[Side::B]);
        let case = Record::new()
            .with("system", self.system.as_str())
            .with("units", both(&self.units))
            .with("leaders", both(&self.leaders));
        let names = ["first", "second"];
        let laws = || names.into_iter().zip(&self.laws.0);
        let lengths = |law: &ChanceStreaks| {
            (1..)
                .zip(law.lengths.clone())
                .filter(|(_, chance)| !chance.is_zero())
                .map(|of| counted("length", of))
                .collect::<Vec<_>>()
        };
        let side = |(name, law): (&str, &Option<ChanceStreaks>)| {
            let told = Record::new().with("side", name).mean(law.as_ref().map(|law| &law.mean));
            let pmf = law.as_ref().map(lengths).unwrap_or_default();
            told.list("pmf", pmf).with("longer", law.as_ref().map(|law| &law.longer))
        };
        let rows = laws().flat_map(|(name, law)| {
            let of = law.as_ref().map(lengths).unwrap_or_default();
            of.into_iter().map(move |row| Record::new().with("side", name).and(row))
        });
        let none = case.clone().with("side", "first").and(counted("length", (0, Ratio::ZERO)));
        let told = case.clone().list("sides", laws().map(side));
        Answer::of_rows(told, &case, rows).with_names_of(&none)
    }
}
