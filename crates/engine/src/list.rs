//! A list of limited capacity that allocates nothing.

use std::ops::{Deref, DerefMut};

/// Most bytes of a list that is made anew each time.
const MOST_BYTES: usize = 4096;

/// Up to `N` items in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<T, const N: usize> {
    all: [T; N],
    count: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Returns an empty list; `nobody` fills the unused room. All of it is written each time: larger lists live in the
    /// workspace and are borrowed from it.
    pub(crate) const fn new(nobody: T) -> Self {
        const { assert!(size_of::<Self>() <= MOST_BYTES, "a list so large belongs in the workspace") }
        Self { all: [nobody; N], count: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, one: T) {
        self.all[self.count] = one;
        self.count += 1;
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.count == N
    }

    pub(crate) const fn clear(&mut self) {
        self.count = 0;
    }

    /// Keeps the first `count` items.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[..self.count]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[..self.count]
    }
}
