//! Sums over units of several values and of their products, in whole numbers, so that order and threads don't matter.

use crate::additive::additive;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moments<const N: usize> {
    sums: [i128; N],
    /// Sums of products of values i and j with i up to j; the rest stays 0.
    products: [[i128; N]; N],
}

impl<const N: usize> Default for Moments<N> {
    fn default() -> Self {
        Self { sums: [0; N], products: [[0; N]; N] }
    }
}

additive!(Moments<const N> { sums, products; sound is_sound });

/// More units than any run has; with fewer, all products fit into 128 bits.
const UNITS: i128 = 1 << 41;

impl<const N: usize> Moments<N> {
    #[inline]
    pub(crate) fn add(&mut self, values: &[i64; N]) {
        for i in 0..N {
            if values[i] == 0 {
                continue;
            }
            let value = i128::from(values[i]);
            self.sums[i] += value;
            for (product, other) in self.products[i][i..].iter_mut().zip(&values[i..]) {
                *product += value * i128::from(*other);
            }
        }
    }

    /// Returns whether these can be sums over the units of a run.
    fn is_sound(&self) -> bool {
        let fits = |product: &i128| product.unsigned_abs() < (i128::MAX / UNITS) as u128;
        (0..N).all(|i| self.products[i][i] >= 0 && self.sums[i].unsigned_abs() < 1 << 63)
            && self.products.iter().flatten().all(fits)
    }

    pub(crate) const fn sum(&self, i: usize) -> i128 {
        self.sums[i]
    }

    pub(crate) const fn product(&self, i: usize, j: usize) -> i128 {
        if i < j { self.products[i][j] } else { self.products[j][i] }
    }

    /// Returns the sum of products of two values' deviations from their means, in integers until the last step.
    pub(crate) fn about_means(&self, units: u64, i: usize, j: usize) -> f64 {
        let product = i128::from(units) * self.product(i, j);
        (product - self.sum(i) * self.sum(j)) as f64 / units as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::Additive;

    #[test]
    fn parts_make_the_whole_and_products_are_found_either_way() {
        let units = [[2, 0, -3], [5, 7, 0], [0, -1, 4], [1, 1, 1]];
        let of = |units: &[[i64; 3]]| {
            let mut moments = Moments::default();
            units.iter().for_each(|unit| moments.add(unit));
            moments
        };
        let whole = of(&units);
        let mut parts = of(&units[..1]);
        parts.merge(&of(&units[1..]));
        assert_eq!(parts, whole);
        for i in 0..3 {
            assert_eq!(whole.sum(i), units.iter().map(|u| i128::from(u[i])).sum());
            for j in 0..3 {
                let product: i64 = units.iter().map(|unit| unit[i] * unit[j]).sum();
                assert_eq!(whole.product(i, j), i128::from(product));
            }
        }
        // 2 5 0 1 about 2, and 0 7 -1 1 about 7/4: 35 + 1 - 4 * 2 * 7/4.
        assert!((whole.about_means(4, 0, 1) - 22.0).abs() < 1e-12);
    }
}
