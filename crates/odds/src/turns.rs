//! Streaks of chances under a turn that a table says (TN-09), exactly, while nobody is lost and nobody reacts.
//!
//! Every activation that is handed over is a chance, and with a test every one that is passed. What a side does with its
//! chances does not matter, but that it picks units which have not acted where there are any.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Adds, Face, First, HandsOver, Next as Order, SmallerSide, Times, Turn, UnitTest,
};
use skirmish_engine::side::{BySide, Side};

use crate::answer::{Answer, Record, Solved, counted};
use crate::chances::{ChanceStreaks, Handing, Next, streaks};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// Most units of a side for which there is a law.
pub const MOST_UNITS: u8 = 12;

/// A turn, and the units that take part.
#[derive(Debug, Clone, Copy)]
pub struct Table<'t> {
    /// The turn.
    pub turn: &'t Turn,
    /// Units of each side.
    pub units: BySide<u8>,
    /// How many of them have a leader.
    pub leaders: BySide<u8>,
}

/// How a turn stands between two chances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stand {
    phase: Phase,
    /// Who opened the last round or pair of turns, and who was first done in it.
    opened: Option<u8>,
    first_done: Option<u8>,
    /// Who had the last chance or turn, in the game.
    last: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// A round begins, or a pair of turns; or the second turn of it.
    Round,
    Second,
    /// A side has its turn: activations that are left, and whether it has the next turn too.
    Turn {
        side: u8,
        left: u8,
        keeps: bool,
        second: bool,
    },
    /// Units of each side that may act, those at the number that is counted down, and the number.
    Count {
        left: [u8; 2],
        tied: [u8; 2],
        number: i64,
    },
    /// Units of each side that may act, what is left in hand, and who had the last chance of the round.
    Sides {
        left: [u8; 2],
        hand: Option<(u8, u8)>,
        last: Option<u8>,
    },
    /// Lots of each side, and units that may act; blanks, jokers and cards that end the round.
    Lots {
        lots: [u8; 2],
        left: [u8; 2],
        extras: [u8; 3],
    },
}

impl Table<'_> {
    /// Whether there is a law, or why not.
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
            Turn { test: Some(UnitTest { adds: Adds::Quality, .. }), .. } => {
                no("where a test adds the quality of a unit: it depends on who is tested")
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

    fn of(&self, side: u8) -> u8 {
        self.units.0[usize::from(side)]
    }

    /// What an activation comes to: the chances that it is one and the turn goes on, that it is one and the turn passes on,
    /// that the test fails and the turn goes on, and that it passes on.
    fn activation(&self) -> Result<[Ratio; 4], OddsError> {
        let Some(test) = &self.turn.test else {
            return Ok([Ratio::ONE, Ratio::ZERO, Ratio::ZERO, Ratio::ZERO]);
        };
        let die = Pmf::of_dice(Dice::one(test.dice.sides))?;
        let passes = die.map(|rolled| i64::from(*rolled >= i64::from(test.needs)));
        let passed = passes.repeat(test.tries.into());
        let ends = |passed: i64| {
            test.failures > 0 && i64::from(test.tries) - passed >= i64::from(test.failures)
        };
        let chance = |is_used: bool, is_end: bool| {
            passed.chance_that(|passed| (*passed > 0) == is_used && ends(*passed) == is_end)
        };
        Ok([chance(true, false), chance(true, true), chance(false, false), chance(false, true)])
    }

    /// Which side opens a round or a pair of turns.
    fn opens(&self, stand: &Stand) -> Result<Pmf<u8>, OddsError> {
        let starter = Side::A as u8;
        Ok(match (self.turn.first, self.turn.dice, stand.opened) {
            (First::Roll, Some(dice), _) => {
                let tie = stand.last.map_or(starter, |last| 1 - last);
                let dice = Pmf::of_dice(dice)?;
                dice.combine(&dice, |a, b| match a.cmp(b) {
                    std::cmp::Ordering::Greater => Side::A as u8,
                    std::cmp::Ordering::Less => Side::B as u8,
                    std::cmp::Ordering::Equal => tie,
                })
            }
            (_, _, None) => Pmf::certain(starter),
            (First::InTurn, _, Some(side)) => Pmf::certain(1 - side),
            (First::DoneFirst, _, Some(side)) => Pmf::certain(stand.first_done.unwrap_or(side)),
            (_, _, Some(side)) => Pmf::certain(side),
        })
    }

    /// The turn of a side begins: how many activations it has, and whether the next turn is its own, too.
    fn turn_of(&self, side: u8, second: bool) -> Result<Pmf<Phase>, OddsError> {
        let (turn, units) = (self.turn, self.of(side));
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
        let led = self.leaders.0[usize::from(side)];
        Ok(bought.map(|[units, leaders, kept]| {
            let leaders = match turn.times {
                Times::Again if led > 0 => *leaders,
                _ => (*leaders).min(led),
            };
            phase(most(units + leaders), command.keeps > 0 && *kept >= command.keeps)
        }))
    }

    /// A round begins in which both act.
    fn round(&self, stand: &Stand) -> Result<Next<Stand>, OddsError> {
        let (turn, units) = (self.turn, self.units.0);
        let begun = |phase: Phase, opened: Option<u8>| {
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

    /// A chance of a side in a round, and what is left then.
    fn used(&self, stand: &Stand, side: u8, phase: Phase, left: [u8; 2]) -> Stand {
        let mut next = Stand { phase, last: Some(side), ..stand.clone() };
        for side in [side, 1 - side] {
            if left[usize::from(side)] == 0 {
                next.first_done = next.first_done.or(Some(side));
            }
        }
        next
    }

    /// An activation in a round, with its test.
    fn tested(&self, side: u8, next: Stand) -> Result<Next<Stand>, OddsError> {
        let [used, used_up, failed, passed_on] = self.activation()?;
        let is_used = &used + &used_up;
        let chances = [(true, is_used), (false, &failed + &passed_on)];
        let sides = chances.into_iter().filter(|(_, chance)| !chance.is_zero());
        Pmf::from_chances(
            sides.map(|(is_used, chance)| ((is_used.then(|| side_of(side)), next.clone()), chance)),
        )
    }

    fn in_turn(
        &self,
        stand: &Stand,
        (side, left, keeps, second): (u8, u8, bool, bool),
    ) -> Result<Next<Stand>, OddsError> {
        let over = || {
            let phase = match (keeps, second) {
                // The side has another turn, which begins as this one did.
                (true, second) => return self.turn_of(side, second),
                (false, false) => Phase::Second,
                (false, true) => Phase::Round,
            };
            Ok(Pmf::certain(phase))
        };
        let with = |phase: &Phase| Stand { phase: phase.clone(), ..stand.clone() };
        if left == 0 {
            return Ok(over()?.map(|phase| (None, with(phase))));
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
            let sum = sums.entry((side.map(side_of), with(phase))).or_insert(Ratio::ZERO);
            *sum = &*sum + &chance;
        }
        Pmf::from_chances(sums)
    }

    fn by_sides(
        &self,
        stand: &Stand,
        (left, hand, last): ([u8; 2], Option<(u8, u8)>, Option<u8>),
    ) -> Result<Next<Stand>, OddsError> {
        let turn = self.turn;
        let is_left = |side: u8| left[usize::from(side)] > 0;
        let opened = stand.opened.unwrap_or(Side::A as u8);
        let (side, in_hand) = match hand {
            Some((side, in_hand)) if in_hand > 0 && is_left(side) => (side, in_hand),
            _ if left == [0; 2] => return Ok(self.ends(stand)),
            hand => {
                let last = hand.map(|(side, _)| side).or(last);
                let hands = |side: u8| {
                    let had = self.of(side) - left[usize::from(side)];
                    u32::from(had.div_ceil(turn.units)) * u32::from(self.of(1 - side))
                };
                let due = match turn.smaller_side {
                    SmallerSide::Spread => match hands(0).cmp(&hands(1)) {
                        std::cmp::Ordering::Less => 0,
                        std::cmp::Ordering::Greater => 1,
                        std::cmp::Ordering::Equal => opened,
                    },
                    _ => last.map_or(opened, |last| 1 - last),
                };
                (if is_left(due) { due } else { 1 - due }, turn.units)
            }
        };
        let mut left = left;
        left[usize::from(side)] -= 1;
        let phase = Phase::Sides { left, hand: Some((side, in_hand - 1)), last: Some(side) };
        self.tested(side, self.used(stand, side, phase, left))
    }

    fn by_count(
        &self,
        stand: &Stand,
        (left, tied, number): ([u8; 2], [u8; 2], i64),
    ) -> Result<Next<Stand>, OddsError> {
        if tied != [0; 2] {
            let due = stand.last.map_or(Side::A as u8, |last| 1 - last);
            let side = if tied[usize::from(due)] > 0 { due } else { 1 - due };
            let mut tied = tied;
            tied[usize::from(side)] -= 1;
            let phase = Phase::Count { left, tied, number };
            let all = [left[0] + tied[0], left[1] + tied[1]];
            return self.tested(side, self.used(stand, side, phase, all));
        }
        let Some(dice) = self.turn.count_dice.filter(|_| left != [0; 2]) else {
            return Ok(self.ends(stand));
        };
        // Of those who have rolled less than the number before, so many have rolled this one.
        let number = number - 1;
        let below = Pmf::of_dice(dice)?.given(|rolled| *rolled <= number)?;
        let shows = below.map(|rolled| i64::from(*rolled == number));
        let [a, b] = left.map(|units| shows.repeat(units.into()));
        Ok(a.combine(&b, |a, b| {
            let tied = [*a as u8, *b as u8];
            let left = [left[0] - tied[0], left[1] - tied[1]];
            let phase = Phase::Count { left, tied, number };
            (None, Stand { phase, ..stand.clone() })
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
        let chance = |side: u8, mut lots: [u8; 2], extras: [u8; 3]| {
            let mut left = left;
            let own = usize::from(side);
            if is_once && left[own] == 0 {
                let phase = Phase::Lots { lots, left, extras };
                return Ok(Pmf::certain((None, Stand { phase, ..stand.clone() })));
            }
            if is_once {
                left[own] -= 1;
                lots[own] = lots[own].min(left[own]);
            }
            let phase = Phase::Lots { lots, left, extras };
            self.tested(side, self.used(stand, side, phase, left))
        };
        let mut parts: Vec<(u8, Next<Stand>)> = Vec::new();
        for side in 0..2_u8 {
            let mut fewer = lots;
            if fewer[usize::from(side)] > 0 {
                fewer[usize::from(side)] -= 1;
                parts.push((lots[usize::from(side)], chance(side, fewer, extras)?));
            }
        }
        for kind in (0..3).filter(|kind| extras[*kind] > 0) {
            let mut fewer = extras;
            fewer[kind] -= 1;
            let drawn = match kind {
                0 => {
                    let phase = Phase::Lots { lots, left, extras: fewer };
                    Pmf::certain((None, Stand { phase, ..stand.clone() }))
                }
                1 => chance(stand.last.map_or(Side::A as u8, |last| 1 - last), lots, fewer)?,
                _ => self.ends(stand),
            };
            parts.push((extras[kind], drawn));
        }
        let all: u64 = parts.iter().map(|(count, _)| u64::from(*count)).sum();
        let chance = |count: u8| Ratio::new(count.into(), all.into());
        let parts = parts.into_iter().map(|(count, drawn)| Ok((chance(count)?, drawn)));
        Pmf::mixture(parts.collect::<Result<Vec<_>, OddsError>>()?)
    }

    /// The round is over.
    fn ends(&self, stand: &Stand) -> Next<Stand> {
        Pmf::certain((None, Stand { phase: Phase::Round, ..stand.clone() }))
    }
}

impl Handing for Table<'_> {
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
                    let next =
                        |phase: &Phase| (None, Stand { phase: phase.clone(), ..stand.clone() });
                    parts.push((chance, turns.map(next)));
                }
                Pmf::mixture(parts)
            }
            Phase::Round => self.round(stand),
            Phase::Second => {
                let side = stand.last.map_or(Side::B as u8, |last| 1 - last);
                let next = |phase: &Phase| {
                    (None, Stand { phase: phase.clone(), last: Some(side), ..stand.clone() })
                };
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
        // A turn that is kept may be kept again: whoever has none left to act begins anew.
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
    /// The law of each side; `None` of a side that never has a chance after the other had one.
    pub laws: BySide<Option<ChanceStreaks>>,
}

impl Possession {
    /// The law of a turn, with this many lengths of it.
    ///
    /// # Errors
    /// Those of [`Table::check`], and [`OddsError::TooManyOutcomes`].
    pub fn of(system: &str, table: Table<'_>, lengths: usize) -> Result<Self, OddsError> {
        table.check()?;
        let laws = streaks(&table, lengths)?;
        let Table { units, leaders, .. } = table;
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

const fn side_of(side: u8) -> Side {
    if side == 0 { Side::A } else { Side::B }
}

#[cfg(test)]
mod tests {
    use skirmish_engine::rulebook::Command;

    use super::*;

    /// The mean of the first side's streaks, and the chances of the first lengths.
    fn law(turn: &Turn, units: [u8; 2], lengths: usize) -> (String, Vec<String>) {
        let table = Table { turn, units: BySide(units), leaders: BySide(units) };
        table.check().expect("a law");
        let law = streaks(&table, lengths).expect("a law").0[0].clone().expect("streaks");
        (law.mean.to_string(), law.lengths.iter().map(ToString::to_string).collect())
    }

    fn mean(turn: &Turn, units: [u8; 2]) -> String {
        law(turn, units, 0).0
    }

    fn turn(change: impl Fn(&mut Turn)) -> Turn {
        let mut turn = Turn::named("test");
        change(&mut turn);
        turn
    }

    const D6: Option<Dice> = Some(Dice::one(6));

    #[test]
    fn whole_turns() {
        let alternate = turn(|turn| {
            (turn.hands_over, turn.times) = (HandsOver::Side, Times::OnceATurn);
        });
        assert_eq!(
            law(&alternate, [3, 2], 4),
            ("3".into(), ["0", "0", "1", "0"].map(String::from).into())
        );
        let d10 = Turn { first: First::Roll, dice: Some(Dice::one(10)), ..alternate };
        assert_eq!(mean(&d10, [1, 1]), "40/31");
        assert_eq!(mean(&d10, [3, 3]), "120/31");
        let orders = |times| turn(|turn| (turn.units, turn.times) = (3, times));
        assert_eq!(mean(&orders(Times::Again), [1, 5]), "3");
        assert_eq!(mean(&orders(Times::OnceATurn), [2, 5]), "2");
    }

    #[test]
    fn units_in_turn() {
        // Whoever has more ends each round alone: n / m, whoever opens.
        for smaller_side in [SmallerSide::RunsOut, SmallerSide::Spread] {
            for first in [First::Starter, First::InTurn, First::Roll] {
                let turn = turn(|turn| {
                    (turn.first, turn.dice, turn.smaller_side) = (first, D6, smaller_side)
                });
                assert_eq!(mean(&turn, [5, 2]), "5/2", "{first:?} {smaller_side:?}");
                assert_eq!(mean(&turn, [2, 5]), "1", "{first:?} {smaller_side:?}");
            }
        }
        // As many on each side: a round may begin with the side that ended the one before.
        let by = |first| turn(|turn| (turn.first, turn.dice) = (first, D6));
        assert_eq!(mean(&by(First::Roll), [1, 1]), "24/19");
        assert_eq!(mean(&by(First::InTurn), [1, 1]), "2");
        assert_eq!(mean(&by(First::Starter), [3, 3]), "1");
        let (mean, lengths) = law(&by(First::Roll), [1, 1], 3);
        assert_eq!(
            (mean.as_str(), lengths),
            ("24/19", ["14/19", "5/19", "0"].map(String::from).into())
        );
    }

    #[test]
    fn bags_and_decks() {
        let drawn = |next| turn(|turn| turn.next = next);
        assert_eq!(mean(&drawn(Order::Bag), [3, 3]), "12/7");
        assert_eq!(mean(&drawn(Order::Deck), [3, 1]), "16/5");
        let again = |next, end_cards| Turn { times: Times::Again, end_cards, ..drawn(next) };
        assert_eq!(mean(&again(Order::Bag, 1), [1, 1]), "3/2");
        // Each leader has a card as each unit has: N (N + e) / (m (N + e + 1)).
        let deck = Turn { leader_cards: 1, ..again(Order::Deck, 1) };
        assert_eq!(mean(&deck, [2, 1]), "21/8");
        // A token more for each unit is nobody's once it has acted.
        let bag = Turn { tokens: 2, ..drawn(Order::Bag) };
        assert!(
            Table { turn: &bag, units: BySide([1, 1]), leaders: BySide([0, 0]) }.check().is_err()
        );
    }

    #[test]
    fn command_dice_and_tests() {
        let mut faces = Command::default().faces;
        for (face, buys) in
            [(1, Face::Unit), (2, Face::Unit), (3, Face::Unit), (4, Face::Leader), (6, Face::Keep)]
        {
            faces[face - 1] = buys;
        }
        let command = Command { dice: Dice { count: 5, sides: 6 }, faces, keeps: 2 };
        let dice = turn(|turn| {
            (turn.hands_over, turn.times, turn.command) =
                (HandsOver::Command, Times::OnceATurn, Some(command));
        });
        assert_eq!(mean(&dice, [1, 1]), "3878/3125");
        assert_eq!(mean(&dice, [3, 3]), "1291374/378125");
        let test = UnitTest { needs: 4, tries: 2, failures: 2, ..UnitTest::default() };
        let turnover = turn(|turn| {
            (turn.hands_over, turn.times, turn.test) =
                (HandsOver::Side, Times::OnceATurn, Some(test));
        });
        assert_eq!(mean(&turnover, [1, 1]), "5/4");
        assert_eq!(mean(&turnover, [3, 3]), "185/64");
    }

    #[test]
    fn numbers_that_are_rolled() {
        let count = turn(|turn| (turn.next, turn.count_dice) = (Order::Count, D6));
        assert_eq!(mean(&count, [1, 1]), "24/19");
        // Without dice equal units take turns.
        assert_eq!(mean(&Turn { count_dice: None, ..count }, [2, 2]), "1");
        // One in a hundred ties: 2 / (2 - 0.495).
        assert_eq!(mean(&Turn { count_dice: Some(Dice::one(100)), ..count }, [1, 1]), "400/301");
    }
}
