//! A table of counters that knows which are in use, so that emptying it costs only those.

/// Counters by index, with a bit for each that is in use. Setting a bit again takes no branch, which would be hard to predict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sparse<T> {
    cells: Vec<T>,
    used: Vec<u64>,
}

impl<T: Copy + Default> Sparse<T> {
    pub(crate) fn new(cells: usize) -> Self {
        Self { cells: vec![T::default(); cells], used: vec![0; cells.div_ceil(64)] }
    }

    #[inline]
    pub(crate) fn at(&mut self, index: usize) -> &mut T {
        self.used[index / 64] |= 1 << (index % 64);
        &mut self.cells[index]
    }

    /// Passes the counters in use to `take`, in order, and empties them.
    #[inline]
    pub(crate) fn drain(&mut self, mut take: impl FnMut(usize, T)) {
        for (word, used) in self.used.iter_mut().enumerate() {
            let mut bits = std::mem::take(used);
            while bits != 0 {
                let index = 64 * word + bits.trailing_zeros() as usize;
                take(index, std::mem::take(&mut self.cells[index]));
                bits &= bits - 1;
            }
        }
    }
}
