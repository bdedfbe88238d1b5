//! Rounds of segments by hand.

use skirmish_engine::dice::Dice;
use skirmish_engine::initiative::adnd::Standing;
use skirmish_engine::rulebook::{RoutineOrder, SameSegment, Segments, SideSegment, TimedLoser};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::segments::{Combatant, Crossing, Exchange, Fate, Order, Strikes, Turn, order};
use skirmish_odds::{OddsError, Ratio};

use crate::fractions::of_36;

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
    let expected: Order =
        turns.into_iter().map(|(combatant, routine)| vec![Turn { combatant, routine }]).collect();
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
    let own_first = Exchange { before: [1, 0], together: [0, 0], after: [0, 1] };
    let other_first = Exchange { before: [0, 1], together: [0, 0], after: [1, 0] };
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
    let thresholds = [(3, 11), (6, 12), (8, 13), (9, 14), (10, 15), (11, 16), (12, 17), (13, 18)];
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
