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
