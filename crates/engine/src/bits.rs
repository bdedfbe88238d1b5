//! Sets of figures of one side as machine words: one word up to 64 figures, two above. Chosen when a battle is loaded, so that
//! a small battle does not pay for a large one.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of indices below [`Bits::CAPACITY`].
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// One more than the highest index.
    const CAPACITY: usize;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of one index.
    fn bit(index: usize) -> Self;
    /// Returns the set of all indices below `count`.
    fn below(count: usize) -> Self;
    /// Returns the smallest index; the set must not be empty.
    fn first(self) -> usize;
    /// Returns the set without its smallest index.
    #[must_use]
    fn without_first(self) -> Self;
    /// Returns how many indices.
    fn count(self) -> u32;
    /// Returns the same set as the widest word.
    fn widen(self) -> u128;

    /// Returns whether the index is in the set.
    #[inline]
    fn has(self, index: usize) -> bool {
        self & Self::bit(index) != Self::EMPTY
    }

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the sets share an index.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Returns the set without the members of another.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Returns the set of some indices.
    #[inline]
    fn of(indices: impl IntoIterator<Item = usize>) -> Self {
        indices.into_iter().fold(Self::EMPTY, |set, i| set | Self::bit(i))
    }

    /// Returns the members for which `is` holds.
    #[inline]
    fn filter(self, mut is: impl FnMut(usize) -> bool) -> Self {
        Self::of(self.iter().filter(|i| is(*i)))
    }

    /// Returns the indices in ascending order.
    #[inline]
    fn iter(self) -> Indices<Self> {
        Indices(self)
    }
}

/// Iterator over the indices of a set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indices<S>(S);

impl<S: Bits> Iterator for Indices<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn below(count: usize) -> Self {
                if count >= Self::CAPACITY { !0 } else { (1 << count) - 1 }
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }
        }
    };
}

word!(u64);
word!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<S: Bits>() {
        let set = S::bit(3) | S::bit(0) | S::bit(S::CAPACITY - 1);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, S::CAPACITY - 1]);
        assert_eq!(set.count(), 3);
        assert_eq!(S::below(S::CAPACITY).count() as usize, S::CAPACITY);
        assert_eq!(S::below(3).iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert!(set.minus(S::bit(3)).meets(S::bit(0)) && !set.minus(S::bit(3)).has(3));
    }

    #[test]
    fn one_word_and_two_words_obey_the_same_laws() {
        laws::<u64>();
        laws::<u128>();
    }
}
