//! One die from the bits of a generator: exact, and ours, so that it never changes with a library.
//!
//! Lemire's method in 64 bits: with `x` uniform on `0..2^64` and a die of `s` sides, the high word of `x * s` is the
//! face, and the low word tells whether `x` must be thrown away. Throwing away those whose low word is below
//! `2^64 mod s` leaves exactly `floor(2^64 / s)` values of `x` for every face, so all faces are equally likely to the
//! last bit. For a d20 one word in 10^18 is thrown away, and the division by which it is known is done about as often.
//!
//! D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation
//! 29(1), 2019, algorithm 5.

/// The face, from 1 to `sides`, of one die. A die without sides shows 1.
#[inline(always)]
pub fn die(mut next_u64: impl FnMut() -> u64, sides: u8) -> u8 {
    let sides = u64::from(sides);
    loop {
        let product = u128::from(next_u64()) * u128::from(sides);
        let low = product as u64;
        // The threshold is below `sides`, so the division is hardly ever needed.
        if low >= sides || low >= sides.wrapping_neg() % sides {
            return (product >> 64) as u8 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many `x` in `0..2^64` have `x * sides` in `from..to`.
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
}
