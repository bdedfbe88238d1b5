//! One die from a generator's bits: exact, and our own code, so that it never changes with a library.
//!
//! Lemire's method in 64 bits: with `x` uniform on `0..2^64` and a die of `s` sides, the face is the high word of `x * s`, and
//! the low word tells whether `x` must be rejected. Rejecting low words below `2^64 mod s` leaves exactly `floor(2^64 / s)`
//! values of `x` for every face, so all faces are equally likely to the last bit. A d20 rejects one word in 10^18, and needs
//! the division about as rarely.
//!
//! D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29(1),
//! 2019, algorithm 5.

/// Returns the face of one die, from 1 to `sides`. A die without sides shows 1.
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
