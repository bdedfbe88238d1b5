//! Whole-number sums over games that add up in any order to the same bits, and can be stored and restored.

use skirmish_engine::side::BySide;

/// Sums over games that can be added, stored and restored.
pub trait Additive {
    /// Adds the counts of other games. Both must have the same shape: as many variants and rows.
    fn merge(&mut self, other: &Self);

    /// Appends all sums to a row of whole numbers.
    fn pack(&self, row: &mut Vec<i128>);

    /// Reverses [`Self::pack`] into sums of the same shape; `None` if the row is too short or holds an impossible sum.
    fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()>;
}

/// The greatest restored sums, so that later products fit: first of counts, second of squares and cubes of counts.
const MOST: [i128; 2] = [1 << 56, 1 << 120];

macro_rules! whole_numbers {
    ($($number:ty)+; $most:expr) => {$(
        impl Additive for $number {
            fn merge(&mut self, other: &Self) {
                *self += *other;
            }

            fn pack(&self, row: &mut Vec<i128>) {
                // Sums of squares stay far below 2^127.
                row.push(*self as i128);
            }

            fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
                let sum = row.next()?;
                *self = Self::try_from(sum).ok()?;
                (sum.unsigned_abs() <= $most as u128).then_some(())
            }
        }
    )+};
}

whole_numbers!(u64 i64; MOST[0]);
whole_numbers!(u128 i128; MOST[1]);

impl<T: Additive> Additive for [T] {
    fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.len(), other.len(), "sums of the same shape");
        for (sum, more) in self.iter_mut().zip(other) {
            sum.merge(more);
        }
    }

    fn pack(&self, row: &mut Vec<i128>) {
        self.iter().for_each(|sum| sum.pack(row));
    }

    fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
        self.iter_mut().try_for_each(|sum| sum.unpack(row))
    }
}

macro_rules! containers {
    ($([$($generic:tt)*] $container:ty),+ $(,)?) => {$(
        impl<$($generic)*> Additive for $container {
            fn merge(&mut self, other: &Self) {
                self.as_mut_slice().merge(other.as_slice());
            }

            fn pack(&self, row: &mut Vec<i128>) {
                self.as_slice().pack(row);
            }

            fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
                self.as_mut_slice().unpack(row)
            }
        }
    )+};
}

containers!([T: Additive, const N: usize] [T; N], [T: Additive] Vec<T>, [T: Additive] Option<T>);

impl<T: Additive> Additive for BySide<T> {
    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    fn pack(&self, row: &mut Vec<i128>) {
        self.0.pack(row);
    }

    fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
        self.0.unpack(row)
    }
}

/// Makes a struct additive by its fields; for those after `most` the greater one is kept. Restored values come from a file that
/// may have been edited, so `sound` checks them.
macro_rules! additive {
    (
        $name:ident $(<const $n:ident>)?
        { $($field:tt),+ $(; most $($most:ident),+)? $(; sound $sound:ident)? }
    ) => {
        impl$(<const $n: usize>)? $crate::additive::Additive for $name$(<$n>)? {
            fn merge(&mut self, other: &Self) {
                $($crate::additive::Additive::merge(&mut self.$field, &other.$field);)+
                $($(self.$most = self.$most.max(other.$most);)+)?
            }

            fn pack(&self, row: &mut Vec<i128>) {
                $($crate::additive::Additive::pack(&self.$field, row);)+
                $($(row.push(i128::from(self.$most));)+)?
            }

            fn unpack(&mut self, row: &mut dyn Iterator<Item = i128>) -> Option<()> {
                $($crate::additive::Additive::unpack(&mut self.$field, row)?;)+
                $($(self.$most = row.next()?.try_into().ok()?;)+)?
                $(if !self.$sound() {
                    return None;
                })?
                Some(())
            }
        }
    };
}

pub(crate) use additive;
