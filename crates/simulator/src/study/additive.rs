//! Sums over games that can be kept, taken up again and added to.

/// Whole-number sums over games: what is played in parts adds up to the bits of the whole.
pub trait Additive: Default {
    /// Games played.
    fn games(&self) -> u64;

    /// Adds other games.
    fn merge(&mut self, other: &Self);

    /// All sums as rows of whole numbers, to be kept.
    fn pack(&self) -> Vec<Vec<i128>>;

    /// The reverse of [`Self::pack`]; `None` if these are no such rows.
    fn unpack(rows: &[Vec<i128>]) -> Option<Self>;
}
