//! Rounds of segments (AD-01 to AD-10): who comes first, by the engine's own comparisons under every roll of both sides'
//! dice.

use std::cmp::Ordering;

use skirmish_engine::chance::{Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::initiative::adnd::{
    Deed, Place, Standing, Time, acts_on, compare, extra_strikes, faster, place,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Segments, SideSegment};
use skirmish_engine::side::{BySide, Side};

use crate::error::OddsError;
use crate::every_outcome::{MAX_OUTCOMES, every_outcome};
use crate::pmf::Pmf;

/// What `read` makes of the dice of both sides.
fn walk<T: Ord>(rules: &Segments, read: impl Fn(BySide<i32>) -> T) -> Result<Pmf<T>, OddsError> {
    check(rules.dice)?;
    let site = RollSite { purpose: Purpose::Initiative, rule: Rule::ad(1) };
    every_outcome(MAX_OUTCOMES, |chance| read(BySide::from_fn(|_| chance.roll(site, rules.dice))))
}

fn check(dice: Dice) -> Result<(), OddsError> {
    if dice.count == 0 || dice.sides == 0 { Err(OddsError::ImpossibleDice(dice)) } else { Ok(()) }
}

/// Something that takes time, under an untimed action of the other side: a run across a gap that an archer covers, a spell
/// that a swordsman may spoil (AD-04 to AD-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The dice of both sides, and the readings of the rules.
    pub rules: Segments,
    /// Segments that it takes.
    pub takes: u16,
    /// It is a spell, which by the other side's die begins only on its own side's segment; a move begins with the round
    /// (ADC-6).
    pub spell: bool,
    /// What its figure claims in the order of action.
    pub timed: Standing,
    /// What the other one claims.
    pub untimed: Standing,
    /// Which of the other's attack routines it is, the first being 0.
    pub routine: u8,
    /// The speed factor of a melee weapon; `None` for a shot.
    pub speed_factor: Option<u8>,
}

/// What becomes of something that takes time.
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
    /// One who takes so many segments, under a shot, by the rules as they are published.
    #[must_use]
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

    /// How likely each fate is.
    pub fn law(&self) -> Result<Pmf<Fate>, OddsError> {
        walk(&self.rules, |dice| self.verdict(dice).0)
    }

    /// How likely each fate is together with the segment of the attack, where Method I or II says one.
    pub fn segments(&self) -> Result<Pmf<(Fate, Option<u16>)>, OddsError> {
        walk(&self.rules, |dice| self.verdict(dice))
    }

    /// The segment on which it begins with these dice: a spell on its own side's by the other side's die (ADC-6), all else
    /// with the round, which is 0.
    #[must_use]
    pub fn begins(&self, dice: BySide<i32>) -> u16 {
        if !self.spell || self.rules.segment != SideSegment::OtherDie {
            return 0;
        }
        let own = place(&self.timed, 0, dice[Side::A], self.rules.routines);
        acts_on(own.bracket(), dice[Side::A], dice[Side::B])
    }

    /// What becomes of it if its side rolls the first of the dice, and the other the second.
    #[must_use]
    pub fn verdict(&self, dice: BySide<i32>) -> (Fate, Option<u16>) {
        let deed = |side: Side, standing: &Standing, routine, time| Deed {
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

/// Somebody in the order of action (AD-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combatant {
    /// Whose die he goes by.
    pub side: Side,
    /// What he claims.
    pub standing: Standing,
}

/// One routine of one of the combatants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// Which of the combatants, by his place in the list.
    pub combatant: usize,
    /// Which of his routines, the first being 0.
    pub routine: u8,
}

/// An order of action: groups of those who act at once, the first group first.
pub type Order = Vec<Vec<Turn>>;

/// How likely each order of action is (AD-01, AD-02).
pub fn order(rules: &Segments, combatants: &[Combatant]) -> Result<Pmf<Order>, OddsError> {
    walk(rules, |dice| ranked(rules, combatants, dice))
}

fn ranked(rules: &Segments, combatants: &[Combatant], dice: BySide<i32>) -> Order {
    let mut turns: Vec<(Place, Turn)> = Vec::new();
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

/// Two who strike at one another, each with one routine (AD-10); of several, those with which he has the extra strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strikes {
    /// The dice of both sides, and the readings of the rules.
    pub rules: Segments,
    /// What each claims.
    pub standings: [Standing; 2],
    /// The speed factors of their weapons; `None` for natural ones.
    pub factors: [Option<u8>; 2],
}

/// Strikes of two in a round, in their order.
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
    /// Weapons with these speed factors, by the rules as they are published.
    #[must_use]
    pub fn new(own: u8, other: u8) -> Self {
        Self {
            rules: Segments::default(),
            standings: [Standing::PLAIN; 2],
            factors: [Some(own), Some(other)],
        }
    }

    /// How likely each exchange is.
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

    /// The exchange if both have tied for initiative.
    #[must_use]
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

/// One comes before the other with so many strikes, or both at once with one each.
fn in_turn(order: Ordering, strikes: u8) -> Exchange {
    let (before, together, after) = match order {
        Ordering::Less => ([strikes, 0], [0, 0], [0, 1]),
        Ordering::Equal => ([0, 0], [1, 1], [0, 0]),
        Ordering::Greater => ([0, strikes], [0, 0], [1, 0]),
    };
    Exchange { before, together, after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;
    use skirmish_engine::rulebook::{RoutineOrder, SameSegment, TimedLoser};

    fn of_36(count: u128) -> Ratio {
        Ratio::new(count, 36).unwrap()
    }

    fn table(crossing: &Crossing) -> [Ratio; 3] {
        let law = crossing.law().unwrap();
        [Fate::Across, Fate::Both, Fate::AttackedFirst].map(|fate| law.chance(&fate))
    }

    fn plain(side: Side) -> Combatant {
        Combatant { side, standing: Standing::PLAIN }
    }

    #[test]
    fn fair_dice_win_15_and_tie_6_of_36() {
        let law = order(&Segments::default(), &[plain(Side::A), plain(Side::B)]).unwrap();
        let turn = |combatant| Turn { combatant, routine: 0 };
        assert_eq!(law.chance(&vec![vec![turn(0)], vec![turn(1)]]), of_36(15));
        assert_eq!(law.chance(&vec![vec![turn(1)], vec![turn(0)]]), of_36(15));
        assert_eq!(law.chance(&vec![vec![turn(0), turn(1)]]), of_36(6));
    }

    #[test]
    fn modifiers_and_their_option() {
        let clumsy = Standing { modifier: -2, ..Standing::PLAIN };
        let seed = Crossing { untimed: clumsy, ..Crossing::new(2) };
        assert_eq!(seed.verdict(BySide([2, 3])), (Fate::Across, Some(3)), "the published example");
        let mut strict = seed;
        strict.rules.timed_loser = TimedLoser::AlwaysInterrupted;
        assert_eq!(strict.verdict(BySide([2, 3])), (Fate::AttackedFirst, None));
        // He loses to a die higher by three or more, and two ones are segment 1; by the option, to any higher die.
        assert_eq!(table(&seed), [29, 0, 7].map(of_36));
        assert_eq!(table(&strict), [20, 0, 16].map(of_36));
    }

    /// AD-08 with `together`: of the rolls that put the attack on his segment all see both happen.
    #[test]
    fn crossing_where_equal_segments_come_together() {
        let expected = [[20, 1, 15], [18, 2, 16], [15, 3, 18], [11, 4, 21], [6, 5, 25], [0, 6, 30]];
        for (takes, expected) in (1..).zip(expected) {
            let mut crossing = Crossing::new(takes);
            crossing.rules.same_segment = SameSegment::Together;
            assert_eq!(table(&crossing), expected.map(of_36), "{takes}");
        }
        // The published 2,1: both, and not across.
        let mut published = Crossing::new(2);
        published.rules.same_segment = SameSegment::Together;
        assert_eq!(published.verdict(BySide([2, 1])), (Fate::Both, Some(2)));
    }

    /// ADC-6: the shot comes on the segment that the runner's die shows.
    #[test]
    fn crossing_under_a_shot_by_the_other_die() {
        let expected = [[30, 1, 5], [25, 1, 10], [20, 1, 15], [15, 1, 20], [10, 1, 25]];
        for (takes, expected) in (1..).zip(expected) {
            let mut crossing = Crossing::new(takes);
            crossing.rules.segment = SideSegment::OtherDie;
            assert_eq!(table(&crossing), expected.map(of_36), "{takes}");
        }
    }

    /// ADC-6: with a 5 against a 4 a spell of two segments begins on segment 4; the others strike on 5.
    #[test]
    fn a_spell_by_the_other_die() {
        let spell = |takes| {
            let mut spell = Crossing::new(takes);
            (spell.spell, spell.rules.segment) = (true, SideSegment::OtherDie);
            spell
        };
        let published = spell(2).verdict(BySide([5, 4]));
        assert_eq!(published, (Fate::AttackedFirst, Some(5)));
        // It is over in time if the own die is higher by as much as it takes: on the same segment who has initiative comes
        // first.
        for (takes, over) in (1..).zip([15, 10, 6, 3, 1, 0]) {
            let expected = [over, 0, 36 - over].map(of_36);
            assert_eq!(table(&spell(takes)), expected, "{takes}");
        }
        // By the methods it begins with the round, like a move.
        let by_method = Crossing { spell: true, ..Crossing::new(2) };
        assert_eq!(table(&by_method), table(&Crossing::new(2)));
    }

    #[test]
    fn the_second_shot_always_comes_by_method_one() {
        let late = Crossing {
            untimed: Standing { routines: 2, ..Standing::PLAIN },
            routine: 1,
            ..Crossing::new(2)
        };
        // The higher die is at least 2 but for two ones.
        assert_eq!(table(&late), [35, 0, 1].map(of_36));
        let early = Crossing { routine: 0, ..late };
        assert_eq!(table(&early), [0, 0, 36].map(of_36));
        let law = late.segments().unwrap();
        assert_eq!(law.chance(&(Fate::Across, Some(6))), of_36(11));
    }

    #[test]
    fn the_published_order() {
        let of = |routines, modifier, last| Combatant {
            side: Side::A,
            standing: Standing { routines, modifier, last },
        };
        let party = [of(2, 0, false), of(2, 1, false), of(1, 0, false), of(1, 0, true)];
        // Albert, Bertie, Clem, Dave: on any die of their own the same order.
        let law = order(&Segments::default(), &party).unwrap();
        let turns = [(1, 0), (0, 0), (2, 0), (1, 1), (0, 1), (3, 0)];
        let expected: Order = turns
            .into_iter()
            .map(|(combatant, routine)| vec![Turn { combatant, routine }])
            .collect();
        assert_eq!(law.chance(&expected), Ratio::ONE);

        // With orcs: six of 36 with Clem, and else before or after him.
        let mut all = party.to_vec();
        all.push(plain(Side::B));
        let law = order(&Segments::default(), &all).unwrap();
        let orcs = Turn { combatant: 4, routine: 0 };
        let with_clem = law.chance_that(|order| order[2].contains(&orcs) && order[2].len() == 2);
        assert_eq!(with_clem, of_36(6));
        assert_eq!(law.chance_that(|order| order[2] == [orcs]), of_36(15));
        assert_eq!(law.chance_that(|order| order[3] == [orcs]), of_36(15));
    }

    #[test]
    fn phases_put_three_beside_two() {
        let rules = Segments { routines: RoutineOrder::Phases, ..Segments::default() };
        let of =
            |side, routines| Combatant { side, standing: Standing { routines, ..Standing::PLAIN } };
        let combatants = [of(Side::A, 3), of(Side::B, 2)];
        let begins_together = |rules: &Segments| {
            let law = order(rules, &combatants).unwrap();
            law.chance_that(|order| order[0].len() == 2)
        };
        assert_eq!(begins_together(&rules), of_36(6));
        assert_eq!(begins_together(&Segments::default()), Ratio::ZERO);
    }

    #[test]
    fn strikes_by_speed_factors() {
        let own_first = in_turn(Ordering::Less, 1);
        let other_first = in_turn(Ordering::Greater, 1);
        let law = Strikes::new(2, 13).law().unwrap();
        let three = Exchange { before: [2, 0], together: [1, 1], after: [0, 0] };
        assert_eq!(law.chance(&own_first), of_36(15));
        assert_eq!(law.chance(&other_first), of_36(15));
        assert_eq!(law.chance(&three), of_36(6));

        assert_eq!(Strikes::new(2, 6).tied().before, [2, 0]);
        assert_eq!(Strikes::new(6, 2).tied().before, [0, 2]);
        assert_eq!(Strikes::new(6, 2).tied().after, [1, 0]);
        assert_eq!(Strikes::new(2, 5).tied(), own_first);
        assert_eq!(Strikes::new(5, 5).tied().together, [1, 1]);
        let claws = Strikes { factors: [None, Some(1)], ..Strikes::new(1, 1) };
        assert_eq!(claws.tied().together, [1, 1]);
        let law = Strikes::new(2, 5).law().unwrap();
        assert_eq!(law.chance(&own_first), of_36(21));
    }

    #[test]
    fn extra_strikes_of_every_pair_of_speed_factors() {
        let thresholds =
            [(3, 11), (6, 12), (8, 13), (9, 14), (10, 15), (11, 16), (12, 17), (13, 18)];
        for (own, (one, two)) in (1..).zip(thresholds) {
            for other in own + 1..=18 {
                let tied = Strikes::new(own, other).tied();
                let strikes = tied.before[0] + tied.together[0];
                assert_eq!(strikes, 1 + u8::from(other >= one) + u8::from(other >= two));
            }
        }
    }

    #[test]
    fn impossible_dice() {
        let rules = Segments { dice: Dice::one(0), ..Segments::default() };
        let error = Err(OddsError::ImpossibleDice(Dice::one(0)));
        assert_eq!(order(&rules, &[]).map(|_| ()), error);
        let crossing = Crossing { rules, ..Crossing::new(1) };
        assert_eq!(crossing.law().map(|_| ()), error);
    }
}
