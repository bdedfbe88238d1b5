//! The dice of a run: one xoshiro256++ for each (seed, unit, purpose), where a unit is a game, or a pair of games that
//! share their dice.
//!
//! A stream depends on nothing else, so games may be played in any order, on any thread or machine, and a rule that
//! rolls more melee dice leaves the seize dice of the same game as they were.
//!
//! Seeding, with `mix` the finalizer of SplitMix64 and `GAMMA` its odd constant, all modulo 2^64:
//!
//! ```text
//! base  = mix(mix(seed + GAMMA) ^ region)          region: play 0, pilot and other dice constants of their own
//! key   = mix(base + GAMMA * (8 * unit + purpose)) purpose: its place in Purpose::ALL
//! state = mix(key + GAMMA), mix(key + 2 GAMMA), mix(key + 3 GAMMA), mix(key + 4 GAMMA)
//! ```
//!
//! Who plays a game, where sides have several bots, is the first output of a generator of its own:
//! `base ^ players` in place of `base`, and the side in place of the purpose.
//!
//! Each step is one-to-one, so no two streams of one seed have the same key, and a state is never all zero.
//!
//! G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. D. Blackman and
//! S. Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical Software 47(4), 2021,
//! who advise to fill the state of xoshiro from SplitMix64.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::side::Side;

use crate::brake::Brake;
use crate::die::die;

/// How many purposes there are, and so streams a game.
pub const PURPOSES: usize = Purpose::ALL.len();

/// Dice rolled, by purpose in the order of [`Purpose::ALL`].
pub type DiceRolled = [u32; PURPOSES];

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const PLAY: u64 = 0;
const PILOT: u64 = 0x7069_6c6f_7400_0000; // "pilot"
const OTHER: u64 = 0x6f74_6865_7200_0000; // "other"
const THOUGHTS: u64 = 0x7468_6f75_6768_7473; // "thoughts"
const PLAYERS: u64 = 0x706c_6179_6572_0000; // "player"

/// The finalizer of SplitMix64: one-to-one on 64 bits.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline]
fn generator(key: u64) -> Xoshiro256PlusPlus {
    let mut seed = [0; 32];
    let mut state = key;
    for word in seed.chunks_exact_mut(8) {
        state = state.wrapping_add(GAMMA);
        word.copy_from_slice(&mix(state).to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(seed)
}

/// The dice of one game after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streams {
    base: u64,
    unit: u64,
    generators: [Xoshiro256PlusPlus; PURPOSES],
    rolled: DiceRolled,
    brake: Option<&'static Brake>,
}

impl Streams {
    /// The dice of a run with this seed, ready for unit 0.
    pub fn new(seed: u64) -> Self {
        Self::in_region(seed, PLAY)
    }

    /// The dice of the pilot that measures what pairs are worth: never those of a run, whatever its seed.
    pub fn pilot() -> Self {
        Self::in_region(0, PILOT)
    }

    /// Dice that have nothing to do with those of [`Self::new`] with the same seed, to put in their place.
    pub fn other(seed: u64) -> Self {
        Self::in_region(seed, OTHER)
    }

    /// The same dice, for games that a brake breaks off.
    #[must_use]
    pub fn stopped_by(self, brake: Option<&'static Brake>) -> Self {
        Self { brake, ..self }
    }

    /// The dice of games that are played in somebody's head, in games on these dice; their units are of their own.
    pub(crate) fn of_thoughts(&self) -> Self {
        Self { base: mix(self.base ^ THOUGHTS), ..self.clone() }
    }

    /// The unit that was started.
    pub(crate) const fn unit(&self) -> u64 {
        self.unit
    }

    fn in_region(seed: u64, region: u64) -> Self {
        let base = mix(mix(seed.wrapping_add(GAMMA)) ^ region);
        let mut streams = Self {
            base,
            unit: 0,
            generators: std::array::from_fn(|_| generator(0)),
            rolled: [0; PURPOSES],
            brake: None,
        };
        streams.start(0);
        streams
    }

    /// Puts every stream at the beginning of a unit and the counts of dice to zero.
    #[inline]
    pub fn start(&mut self, unit: u64) {
        self.unit = unit;
        let first = unit.wrapping_mul(8);
        // All eight at once: some 40 dice times a game, less than a branch at every die would cost in a long game.
        for (generator_of, number) in self.generators.iter_mut().zip(0_u64..) {
            let counter = first.wrapping_add(number);
            let key = mix(self.base.wrapping_add(GAMMA.wrapping_mul(counter)));
            *generator_of = generator(key);
        }
        self.rolled = [0; PURPOSES];
    }

    /// Puts one stream at the beginning of the same unit of other dice.
    pub fn replace(&mut self, purpose: Purpose, unit: u64, by: &Self) {
        let number = purpose as usize;
        let counter = unit.wrapping_mul(8).wrapping_add(number as u64);
        self.generators[number] = generator(mix(by.base.wrapping_add(GAMMA.wrapping_mul(counter))));
    }

    /// Dice rolled since the unit was started.
    #[inline]
    pub const fn rolled(&self) -> &DiceRolled {
        &self.rolled
    }
}

impl Chance for Streams {
    #[inline]
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        self.rolled[site.purpose as usize] += 1;
        self.draw(site, sides)
    }

    #[inline]
    fn draw(&mut self, site: RollSite, lots: u8) -> u8 {
        let bits = &mut self.generators[site.purpose as usize];
        die(|| bits.next_u64(), lots)
    }

    #[inline]
    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        for _ in 0..dice.count {
            self.draw(site, dice.sides);
        }
    }

    #[inline]
    fn take_back(&mut self, site: RollSite, dice: Dice) {
        self.rolled[site.purpose as usize] -= u32::from(dice.count);
    }

    fn pause(&mut self) {
        if let Some(brake) = self.brake {
            brake.leave();
        }
    }

    /// Games of a pair have the same players.
    fn player(&mut self, side: Side, of: u32) -> u32 {
        let counter = self.unit.wrapping_mul(8).wrapping_add(side as u64);
        let key = mix(mix(self.base ^ PLAYERS).wrapping_add(GAMMA.wrapping_mul(counter)));
        // Off an even draw by less than one in 2^32.
        ((u128::from(generator(key).next_u64()) * u128::from(of)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::rule::Rule;

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

    #[test]
    fn the_mixer_is_splitmix64() {
        // The published first outputs of SplitMix64 for the seed 1234567.
        let outputs = (1..=3_u64).map(|i| mix(GAMMA.wrapping_mul(i).wrapping_add(1_234_567)));
        assert_eq!(
            outputs.collect::<Vec<_>>(),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// A token or card takes its number from the stream of the dice, and is none of them.
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
        // Worked out by a separate program from the formulas above. Changing one of them changes every result ever
        // published with a seed.
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
        let (mut mixed, mut other, mut plain) =
            (Streams::new(5), Streams::other(5), Streams::new(5));
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
}
