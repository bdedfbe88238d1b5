//! The dice of runs: all faces equally likely, and streams that depend only on seed, unit and purpose.

use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::rule::Rule;
use skirmish_simulator::Streams;
use skirmish_simulator::die::die;
use skirmish_simulator::streams::PURPOSES;

/// Returns how many `x` in `0..2^64` have `x * sides` in `from..to`.
fn count(from: u128, to: u128, sides: u128) -> u128 {
    to.div_ceil(sides) - from.div_ceil(sides)
}

#[test]
fn every_face_of_every_die_has_equally_many_words() {
    for sides in 1..=255_u128 {
        let threshold = (1_u128 << 64) % sides;
        for face in 0..sides {
            let words = count((face << 64) + threshold, (face + 1) << 64, sides);
            assert_eq!(words, (1 << 64) / sides, "d{sides}, face {}", face + 1);
        }
    }
}

#[test]
fn words_below_the_threshold_are_thrown_away() {
    // 2^64 mod 20 = 16; x = 0 has the low word 0 and must not count, or a 1 would be too likely.
    let mut words = [0_u64, u64::MAX].into_iter();
    assert_eq!(die(|| words.next().unwrap_or(1), 20), 20);
    assert_eq!(words.next(), None);
    // The first word of face 2 that counts: ceil(2^64 / 20) * 20 leaves a low word of 4, which does not.
    let first = u64::MAX / 20 + 1;
    let mut words = [first, first + 1].into_iter();
    assert_eq!(die(|| words.next().unwrap_or(0), 20), 2);
    assert_eq!(words.next(), None);
}

#[test]
fn a_power_of_two_throws_nothing_away() {
    assert_eq!(die(|| 0, 8), 1);
    assert_eq!(die(|| u64::MAX, 8), 8);
    assert_eq!(die(|| 0, 0), 1);
}

fn site(purpose: Purpose) -> RollSite {
    RollSite { purpose, rule: Rule::ll(3) }
}

fn faces(streams: &mut Streams, purpose: Purpose, sides: u8, dice: usize) -> Vec<u8> {
    (0..dice).map(|_| streams.die(site(purpose), sides)).collect()
}

#[test]
fn purposes_are_numbered_in_the_order_of_the_list() {
    for (number, purpose) in Purpose::ALL.into_iter().enumerate() {
        assert_eq!(purpose as usize, number);
    }
    const { assert!(PURPOSES <= 8, "the counter has three bits for the purpose") };
}

/// A drawn token or card takes its number from the stream, but is no die.
#[test]
fn a_lot_that_is_drawn_is_no_die() {
    let [mut drawn, mut rolled] = [Streams::new(3), Streams::new(3)];
    let site = site(Purpose::Initiative);
    assert_eq!(drawn.draw(site, 9), rolled.die(site, 9));
    assert_eq!(drawn.rolled().iter().sum::<u32>(), 0);
    assert_eq!(rolled.rolled().iter().sum::<u32>(), 1);
    assert_eq!(drawn.die(site, 20), rolled.die(site, 20));
}

#[test]
fn the_first_dice_of_every_purpose_are_pinned() {
    // Computed by a separate program. A change here changes every result ever published with a seed.
    let pinned: [(Streams, u64, [[u8; 10]; PURPOSES]); 5] = [
        (
            Streams::new(0),
            0,
            [
                [10, 16, 17, 4, 8, 18, 16, 11, 2, 3],
                [5, 1, 12, 10, 6, 19, 6, 17, 12, 11],
                [9, 6, 15, 10, 11, 4, 4, 8, 2, 9],
                [13, 4, 10, 19, 20, 20, 13, 4, 13, 16],
                [14, 6, 5, 5, 4, 17, 14, 9, 6, 7],
                [6, 12, 10, 13, 4, 2, 12, 14, 13, 14],
                [12, 1, 7, 16, 7, 2, 5, 15, 4, 10],
                [14, 4, 19, 2, 13, 8, 20, 6, 18, 9],
            ],
        ),
        (
            Streams::new(42),
            0,
            [
                [13, 7, 12, 15, 20, 12, 20, 15, 3, 5],
                [8, 6, 4, 20, 16, 2, 7, 2, 5, 7],
                [6, 16, 2, 2, 18, 12, 8, 16, 7, 14],
                [15, 12, 7, 10, 18, 17, 10, 11, 2, 8],
                [15, 9, 15, 12, 15, 16, 3, 14, 7, 16],
                [4, 18, 4, 18, 4, 16, 1, 16, 17, 1],
                [15, 5, 9, 20, 2, 4, 10, 16, 8, 12],
                [18, 1, 19, 9, 1, 18, 7, 2, 13, 16],
            ],
        ),
        (
            Streams::new(42),
            1837,
            [
                [4, 15, 9, 11, 3, 18, 2, 2, 15, 11],
                [2, 5, 10, 12, 17, 19, 11, 20, 11, 19],
                [2, 20, 15, 5, 13, 16, 1, 9, 2, 14],
                [8, 15, 2, 7, 6, 10, 6, 15, 20, 1],
                [2, 10, 13, 12, 18, 1, 19, 2, 9, 13],
                [2, 18, 19, 17, 2, 16, 9, 17, 16, 8],
                [16, 6, 17, 10, 3, 7, 16, 4, 14, 5],
                [17, 18, 9, 11, 8, 1, 16, 8, 15, 7],
            ],
        ),
        (
            Streams::new(u64::MAX),
            1_000_000_000_000,
            [
                [16, 1, 13, 8, 3, 1, 18, 16, 15, 5],
                [18, 14, 18, 19, 3, 6, 18, 12, 1, 17],
                [17, 20, 5, 8, 8, 15, 10, 13, 1, 10],
                [12, 2, 10, 12, 8, 19, 6, 7, 18, 4],
                [8, 9, 10, 1, 2, 18, 20, 13, 5, 19],
                [19, 16, 19, 20, 8, 9, 18, 12, 17, 18],
                [6, 8, 20, 8, 18, 14, 15, 17, 2, 15],
                [12, 2, 5, 18, 5, 1, 17, 4, 17, 14],
            ],
        ),
        (
            Streams::pilot(),
            0,
            [
                [20, 14, 10, 20, 20, 8, 18, 19, 12, 3],
                [9, 15, 14, 13, 1, 8, 7, 5, 20, 14],
                [8, 19, 19, 1, 1, 4, 19, 12, 4, 5],
                [19, 18, 16, 5, 13, 17, 7, 17, 12, 10],
                [13, 8, 13, 3, 13, 7, 19, 19, 9, 9],
                [12, 11, 12, 1, 2, 15, 18, 12, 20, 3],
                [9, 8, 20, 1, 10, 8, 2, 19, 20, 2],
                [1, 10, 1, 13, 14, 13, 11, 14, 13, 1],
            ],
        ),
    ];
    for (mut streams, unit, rows) in pinned {
        streams.start(unit);
        for (purpose, row) in Purpose::ALL.into_iter().zip(rows) {
            assert_eq!(faces(&mut streams, purpose, 20, 10), row, "{}", purpose.name());
        }
    }
}

#[test]
fn the_stream_of_one_purpose_does_not_feel_the_others() {
    for spender in Purpose::ALL {
        let mut plain = Streams::new(42);
        let mut spent = Streams::new(42);
        plain.start(7);
        spent.start(7);
        faces(&mut spent, spender, 6, 1000);
        for other in Purpose::ALL.into_iter().filter(|p| *p != spender) {
            assert_eq!(
                faces(&mut plain, other, 20, 50),
                faces(&mut spent, other, 20, 50),
                "{} dice moved by {}",
                other.name(),
                spender.name()
            );
        }
    }
}

#[test]
fn a_unit_begins_anew_whatever_was_rolled_before() {
    let mut streams = Streams::new(9);
    streams.start(3);
    let first = faces(&mut streams, Purpose::Melee, 10, 20);
    assert_eq!(streams.rolled()[Purpose::Melee as usize], 20);
    streams.start(4);
    assert_eq!(streams.rolled(), &[0; PURPOSES]);
    assert_ne!(first, faces(&mut streams, Purpose::Melee, 10, 20));
    streams.start(3);
    assert_eq!(first, faces(&mut streams, Purpose::Melee, 10, 20));
}

#[test]
fn a_replaced_stream_is_that_of_the_other_dice() {
    let (mut mixed, mut other, mut plain) = (Streams::new(5), Streams::other(5), Streams::new(5));
    for streams in [&mut mixed, &mut other, &mut plain] {
        streams.start(11);
    }
    mixed.replace(Purpose::Melee, 11, &other);
    for purpose in Purpose::ALL {
        let from = if purpose == Purpose::Melee { &mut other } else { &mut plain };
        assert_eq!(faces(&mut mixed, purpose, 20, 30), faces(from, purpose, 20, 30));
    }
}

#[test]
fn neighbouring_seeds_units_and_purposes_are_different_streams() {
    let mut seen = std::collections::BTreeSet::new();
    let apart = [Streams::pilot(), Streams::other(0), Streams::other(1)];
    for mut streams in (0..8).map(Streams::new).chain(apart) {
        for unit in 0..32 {
            streams.start(unit);
            for purpose in Purpose::ALL {
                assert!(seen.insert(faces(&mut streams, purpose, 255, 12)));
            }
        }
    }
}
