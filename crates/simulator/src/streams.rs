//! The dice of a run: one xoshiro256++ for each (seed, unit, purpose). A unit is a game, or a pair of games that share dice.
//!
//! A stream depends on nothing else. So games may be played in any order, on any thread or machine, and a rule that rolls more
//! melee dice leaves the seize dice of the same game unchanged.
//!
//! Seeding, with `mix` the finalizer of SplitMix64 and `GAMMA` its odd constant, all modulo 2^64:
//!
//! ```text
//! base  = mix(mix(seed + GAMMA) ^ region)          region: play 0, pilot and other dice constants of their own
//! key   = mix(base + GAMMA * (8 * unit + purpose)) purpose: its place in Purpose::ALL
//! state = mix(key + GAMMA), mix(key + 2 GAMMA), mix(key + 3 GAMMA), mix(key + 4 GAMMA)
//! ```
//!
//! Where sides have several bots, the choice of a bot is the first output of a generator of its own, with `base ^ players` in
//! place of `base` and the side in place of the purpose.
//!
//! Each step is one-to-one, so no two streams of one seed have the same key, and a state is never all zero.
//!
//! G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. D. Blackman and S. Vigna,
//! "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical Software 47(4), 2021, who recommend
//! SplitMix64 to fill the state of xoshiro.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::side::Side;

use crate::brake::Brake;
use crate::die::die;

/// The number of purposes, and so of streams in a game.
pub const PURPOSES: usize = Purpose::ALL.len();

/// Dice rolled, by purpose in the order of [`Purpose::ALL`].
pub type DiceRolled = [u32; PURPOSES];

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const PLAY: u64 = 0;
const PILOT: u64 = 0x7069_6c6f_7400_0000; // "pilot"
const OTHER: u64 = 0x6f74_6865_7200_0000; // "other"
const THOUGHTS: u64 = 0x7468_6f75_6768_7473; // "thoughts"
const COURSES: u64 = 0x636f_7572_7365_0000; // "course"
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

/// The dice of game after game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streams {
    base: u64,
    unit: u64,
    generators: [Xoshiro256PlusPlus; PURPOSES],
    rolled: DiceRolled,
    brake: Option<&'static Brake>,
}

impl Streams {
    /// Returns the dice of a run with this seed, ready for unit 0.
    pub fn new(seed: u64) -> Self {
        Self::in_region(seed, PLAY)
    }

    /// Returns the dice of the pilot for pairs, which no run uses with any seed.
    pub fn pilot() -> Self {
        Self::in_region(0, PILOT)
    }

    /// Returns dice independent of those of [`Self::new`] with the same seed, to replace them.
    pub fn other(seed: u64) -> Self {
        Self::in_region(seed, OTHER)
    }

    /// Returns the same dice, for games that a brake may break off.
    #[must_use]
    pub fn stopped_by(self, brake: Option<&'static Brake>) -> Self {
        Self { brake, ..self }
    }

    /// Returns the dice of games that are thought through within games on these dice.
    pub(crate) fn of_thoughts(&self) -> Self {
        Self { base: mix(self.base ^ THOUGHTS), ..self.clone() }
    }

    /// Returns dice for games that go on from a point of a game on these dice.
    pub(crate) fn of_courses(&self) -> Self {
        Self { base: mix(self.base ^ COURSES), ..self.clone() }
    }

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

    /// Sets every stream to the beginning of a unit and the counts of dice to zero.
    #[inline]
    pub fn start(&mut self, unit: u64) {
        self.unit = unit;
        let first = unit.wrapping_mul(8);
        // All eight at once: some 40 times the cost of a die per game, less than a branch at every die in a long game.
        for (generator_of, number) in self.generators.iter_mut().zip(0_u64..) {
            let counter = first.wrapping_add(number);
            let key = mix(self.base.wrapping_add(GAMMA.wrapping_mul(counter)));
            *generator_of = generator(key);
        }
        self.rolled = [0; PURPOSES];
    }

    /// Replaces one stream by that of other dice, at the beginning of a unit.
    pub fn replace(&mut self, purpose: Purpose, unit: u64, by: &Self) {
        let number = purpose as usize;
        let counter = unit.wrapping_mul(8).wrapping_add(number as u64);
        self.generators[number] = generator(mix(by.base.wrapping_add(GAMMA.wrapping_mul(counter))));
    }

    /// Returns the dice rolled since the unit was started.
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

    #[test]
    fn the_mixer_is_splitmix64() {
        // The published first outputs of SplitMix64 for the seed 1234567.
        let outputs = (1..=3_u64).map(|i| mix(GAMMA.wrapping_mul(i).wrapping_add(1_234_567)));
        assert_eq!(
            outputs.collect::<Vec<_>>(),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
