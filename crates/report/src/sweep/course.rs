//! What becomes of a measure along a parameter, as far as intervals that hold for all points together carry it.

use minijinja::context;

use super::{Point, PointMeasure, Sweep};
use crate::Interval;
use crate::answer::filled;
use crate::comparison::Value;
use crate::number::{self, defined, percents};
use crate::safe::safe_text;

/// A measure at each value of a parameter. Of several parameters it is the mean over the others.
pub(super) struct Course {
    places: Vec<CoursePoint>,
    is_share: bool,
}

/// A measure at a value, and within what it is held against others: the interval of its change from the battle as it stands,
/// on the same dice, where that is known everywhere and shows more, or else that of the measure itself.
struct CoursePoint {
    name: String,
    value: Value,
    held: Interval,
}

impl Course {
    /// The course along one of the parameters: numbers in their order, words as they are listed. `None` where it is not
    /// known everywhere.
    pub(super) fn new(sweep: &Sweep, k: usize, along: usize) -> Option<Self> {
        let parameter = sweep.parameters.get(along)?;
        let order = parameter.order().unwrap_or_else(|| (0..parameter.values.len()).collect());
        let at = |k: usize| -> (&str, Vec<&Point>) {
            let name = &parameter.values[k];
            let is_here = |of: &&Point| of.values.get(along) == Some(name);
            (name, sweep.points.iter().filter(is_here).collect())
        };
        Self::of(sweep, k, order.into_iter().map(at))
    }

    /// The course point by point.
    pub(super) fn of_points(sweep: &Sweep, k: usize) -> Option<Self> {
        Self::of(sweep, k, sweep.points.iter().map(|point| ("", vec![point])))
    }

    /// The mean over some points at each place.
    fn of<'s>(
        sweep: &Sweep,
        k: usize,
        places: impl Iterator<Item = (&'s str, Vec<&'s Point>)>,
    ) -> Option<Self> {
        let change = |cell: &PointMeasure| defined(cell.change_together?.interval);
        let value = |cell: &PointMeasure| defined(cell.together?.interval);
        let all = |of: &dyn Fn(&PointMeasure) -> Option<Interval>| {
            sweep.points.iter().all(|point| point.cells.get(k).is_some_and(|it| of(it).is_some()))
        };
        let wide = |of: &dyn Fn(&PointMeasure) -> Option<Interval>| -> f64 {
            let cells = sweep.points.iter().filter_map(|point| of(point.cells.get(k)?));
            cells.map(|(low, high)| high - low).sum()
        };
        // Changes show more, unless what is varied leaves no game as it was.
        let are_paired = all(&change) && wide(&change) < wide(&value);
        let place = |(name, points): (&str, Vec<&Point>)| {
            let cells = points.into_iter().map(|point| point.cells.get(k));
            let cells = cells.collect::<Option<Vec<&PointMeasure>>>()?;
            let mean = |of: &dyn Fn(&PointMeasure) -> Option<f64>| {
                let values = cells.iter().map(|cell| of(cell)).collect::<Option<Vec<f64>>>()?;
                (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
            };
            let ends = |of: &dyn Fn(&PointMeasure) -> Option<Interval>| {
                mean(&|cell| Some(of(cell)?.0)).zip(mean(&|cell| Some(of(cell)?.1)))
            };
            let interval = ends(&value)?;
            let held = if are_paired { ends(&change)? } else { interval };
            let mean = mean(&|cell| Some(cell.together?.value))?;
            Some(CoursePoint {
                name: safe_text(name),
                value: Value { value: mean, interval: Some(interval) },
                held,
            })
        };
        let places = places.map(place).collect::<Option<Vec<_>>>()?;
        let is_share = sweep.measures.get(k)?.is_share;
        (!places.is_empty()).then_some(Self { places, is_share })
    }

    /// Whether two places clearly differ.
    pub(super) fn differ(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|at| Some(self.places[at].held));
        number::are_apart(one, other)
    }

    /// The places where it is least and most, in their order, if these clearly differ.
    fn ends(&self) -> Option<[usize; 2]> {
        let all = 0..self.places.len();
        let [least, most] = number::ends(all, |at| self.places[*at].value.value)?;
        self.differ(least, most).then(|| [least.min(most), least.max(most)])
    }

    /// By how much it goes there, by which headlines name the greatest first; 0 where that is not clear.
    pub(super) fn size(&self) -> f64 {
        let Some(ends) = self.ends() else { return 0.0 };
        let [from, to] = ends.map(|at| self.places[at].value.value);
        // A part of itself, so that unlike measures can be held against each other.
        (to - from).abs() / if self.is_share { 1.0 } else { from.abs().max(to.abs()) }
    }

    /// Where it is least and most; nothing if these do not clearly differ.
    pub(super) fn told(&self) -> Option<String> {
        let ends = self.ends()?.map(|at| &self.places[at]);
        let values = match self.is_share {
            true => percents(&ends.map(|it| (it.value.value, it.value.interval))),
            false => ends.map(|it| it.value.alone(false)).to_vec(),
        };
        let at = ends.map(|it| it.name.clone());
        Some(filled("course.txt", context! { values, at }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::tests::known;
    use crate::study::Measured;

    #[test]
    fn only_ends_that_clearly_differ_are_told() {
        let told = |won: &[f64], half| {
            let sweep =
                super::super::tests::sweep(&["14", "15", "16"], &[("win-rate", "", won)], half);
            let course = Course::new(&sweep, 0, 0).expect("it is known everywhere");
            course.told().map(|text| text.replace('\u{a0}', " "))
        };
        let both = Some("68.0 % at 14, 57.0 % at 16".to_owned());
        assert_eq!(told(&[0.68, 0.58, 0.57], 0.005), both);
        assert_eq!(told(&[0.58, 0.575, 0.57], 0.03), None);
    }

    #[test]
    fn changes_on_the_same_dice_show_more() {
        let point = |(value, won): (&str, f64)| Point {
            values: vec![value.to_owned()],
            cells: vec![PointMeasure {
                together: Some(known(won, 0.05)),
                change_together: Some(known(won - 0.5, 0.005)),
                ..PointMeasure::default()
            }],
            ..Point::default()
        };
        let sweep = Sweep {
            points: [("a", 0.5), ("b", 0.54)].map(point).into(),
            measures: vec![Measured { is_share: true, ..Measured::default() }],
            ..Sweep::default()
        };
        let course = Course::of_points(&sweep, 0).expect("it is known everywhere");
        assert!(course.differ(0, 1));
    }
}
