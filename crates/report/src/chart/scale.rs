//! Maps values to pixels and chooses the numbers on axes.

use super::labels::ValueFormat;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl Scale {
    /// Maps `domain` to `range` in pixels. An empty domain is widened, so that equal values are in the middle.
    pub(crate) fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain: widen(domain), range }
    }

    /// Returns the pixel of a value.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let (low, high) = self.domain;
        self.range.0 + (value - low) / (high - low) * (self.range.1 - self.range.0)
    }

    /// Returns the pixel of a value clamped to the axis.
    pub(crate) fn clamped(&self, value: f64) -> f64 {
        self.at(value.clamp(self.domain.0, self.domain.1))
    }

    pub(crate) fn holds(&self, value: f64) -> bool {
        // A computed tick may miss the end by a rounding error.
        let hair = (self.domain.1 - self.domain.0) * 1e-9;
        (self.domain.0 - hair..=self.domain.1 + hair).contains(&value)
    }
}

fn widen((low, high): (f64, f64)) -> (f64, f64) {
    if !(low.is_finite() && high.is_finite()) {
        (0.0, 1.0)
    } else if high - low > f64::EPSILON * high.abs().max(low.abs()) {
        (low, high)
    } else {
        let half = if low == 0.0 { 0.5 } else { low.abs() / 2.0 };
        (low - half, high + half)
    }
}

/// Returns the step of 1, 2 or 5 times a power of ten that cuts the domain into at most `most` parts.
fn step((low, high): (f64, f64), most: usize) -> f64 {
    let rough = (high - low) / most.max(1) as f64;
    let power = 10f64.powi(rough.log10().floor() as i32);
    [1.0, 2.0, 5.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// Returns the multiples in the domain of 1, 2 or 5 times a power of ten, about `most` at most, and at least `least` apart.
pub(crate) fn ticks(domain: (f64, f64), most: usize, least: f64) -> Vec<f64> {
    let (low, high) = widen(domain);
    let step = step((low, high), most).max(least);
    let hair = 1e-9;
    let (first, last) = ((low / step - hair).ceil(), (high / step + hair).floor());
    // Multiplied, since repeated addition would drift.
    (0..=(last - first) as usize).map(|index| (first + index as f64) * step).collect()
}

/// Widens the domain to whole steps, so that it begins and ends on a grid line.
pub(crate) fn nice((low, high): (f64, f64), most: usize) -> (f64, f64) {
    let (low, high) = widen((low, high));
    let step = step((low, high), most);
    ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step)
}

/// Returns the labels of ticks, with just enough decimal places to tell them apart.
pub(crate) fn tick_labels(ticks: &[f64], format: ValueFormat) -> Vec<String> {
    let factor = format.factor();
    let gap =
        ticks.windows(2).map(|pair| (pair[1] - pair[0]) * factor).fold(f64::INFINITY, f64::min);
    let places = if gap.is_finite() && gap > 0.0 {
        (-(gap + gap * 1e-9).log10().floor()).max(0.0) as usize
    } else {
        2
    };
    ticks.iter().map(|tick| format.show(*tick, places)).collect()
}
