//! A table of counters of which a game touches a few: remembers which, so that emptying it costs only those.

/// Counters by index. A cell is in use as soon as it differs from its default; whoever asks for one must change it, and
/// not back, before the table is drained.
#[derive(Debug, Clone)]
pub(crate) struct Sparse<T> {
    cells: Vec<T>,
    touched: Vec<u16>,
}

impl<T: Copy + Default + PartialEq> Sparse<T> {
    pub(crate) fn new(cells: usize) -> Self {
        debug_assert!(cells <= usize::from(u16::MAX));
        Self {
            cells: vec![T::default(); cells],
            // Each cell at most once, so this never grows in play.
            touched: Vec::with_capacity(cells),
        }
    }

    #[inline]
    pub(crate) fn at(&mut self, index: usize) -> &mut T {
        let cell = &mut self.cells[index];
        if *cell == T::default() {
            self.touched.push(index as u16);
        }
        cell
    }

    /// Hands out the cells in use and empties them.
    #[inline]
    pub(crate) fn drain(&mut self, mut take: impl FnMut(usize, T)) {
        for &index in &self.touched {
            let index = usize::from(index);
            take(index, std::mem::take(&mut self.cells[index]));
        }
        self.touched.clear();
    }
}
