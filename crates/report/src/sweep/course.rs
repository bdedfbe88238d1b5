//! What becomes of a measure along a parameter, as far as intervals that hold for all points together carry it.

use super::{Point, PointMeasure, Sweep};
use crate::Interval;
use crate::comparison::{Value, alone};
use crate::number::{self, defined, percents};
use crate::once::grouped;
use crate::safe::safe_text;

/// Differences that surely are no greater than this are hardly any: of shares, and of other measures as a part of them.
const LITTLE: (f64, f64) = (0.03, 0.05);
/// What is level beside a step goes up and down by no more than this part of it.
const LEVEL: f64 = 0.25;

/// A measure at each value of a parameter. Of several parameters it is the mean over the others.
pub(super) struct Course {
    places: Vec<CoursePoint>,
    is_share: bool,
    /// Whether it clearly differs somewhere with the other parameters held where they are: of means over them little is certain,
    /// since it is not known how their parts go together.
    differs_within: bool,
}

/// A measure at a value, and within what it is held against others: the interval of its change from the battle as it stands,
/// on the same dice, where that is known everywhere and shows more, or else that of the measure itself.
#[derive(Clone)]
struct CoursePoint {
    name: String,
    value: Value,
    held: Interval,
}

impl CoursePoint {
    fn half(&self) -> f64 {
        (self.held.1 - self.held.0) / 2.0
    }
}

/// What becomes of a measure along a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// Nothing is seen to.
    Open,
    /// It stays within a little.
    Hardly,
    /// It goes from one level to another between two places, and elsewhere hardly or not clearly anywhere.
    Step { from: usize, to: usize, is_level: bool },
    /// It goes from one place to another.
    All { from: usize, to: usize },
}

/// The least and the greatest of a stretch of places: of values, of lower and of upper ends.
#[derive(Clone, Copy)]
struct Span {
    places: usize,
    values: Interval,
    low: Interval,
    high: Interval,
}

impl Span {
    fn of(place: &CoursePoint) -> Self {
        let twice = |value: f64| (value, value);
        let (low, high) = place.held;
        Self { places: 1, values: twice(place.value.value), low: twice(low), high: twice(high) }
    }

    fn with(self, other: Self) -> Self {
        let both = |one: Interval, other: Interval| (one.0.min(other.0), one.1.max(other.1));
        Self {
            places: self.places + other.places,
            values: both(self.values, other.values),
            low: both(self.low, other.low),
            high: both(self.high, other.high),
        }
    }

    /// Whether any two of its places clearly differ.
    fn differs(self) -> bool {
        self.low.1 > self.high.0
    }

    /// What no two of its places differ by more than.
    fn most(self) -> f64 {
        if self.places < 2 { 0.0 } else { self.high.1 - self.low.0 }
    }

    fn reach(self) -> f64 {
        self.values.1 - self.values.0
    }
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
        let others = |point: &Point| -> Vec<String> {
            let others = point.values.iter().enumerate().filter(|(k, _)| *k != along);
            others.map(|(_, value)| value.clone()).collect()
        };
        let lines = grouped(sweep.points.iter().map(|point| (others(point), point)));
        let differs = |(_, line): (Vec<String>, Vec<&Point>)| {
            let line = line.into_iter().map(|point| ("", vec![point]));
            Self::of(sweep, k, line).is_some_and(|line| line.span().differs())
        };
        let differs_within = lines.into_iter().any(differs);
        let course = Self::of(sweep, k, order.into_iter().map(at))?;
        Some(Self { differs_within, ..course })
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
        (!places.is_empty()).then_some(Self { places, is_share, differs_within: false })
    }

    fn span(&self) -> Span {
        let spans = self.places[1..].iter().map(Span::of);
        spans.fold(Span::of(&self.places[0]), Span::with)
    }

    /// What hardly is a difference.
    fn little(&self) -> f64 {
        let sum: f64 = self.places.iter().map(|place| place.value.value.abs()).sum();
        if self.is_share { LITTLE.0 } else { LITTLE.1 * sum / self.places.len() as f64 }
    }

    /// Whether two places clearly differ.
    pub(super) fn differ(&self, one: usize, other: usize) -> bool {
        Span::of(&self.places[one]).with(Span::of(&self.places[other])).differs()
    }

    /// What becomes of it.
    pub(super) fn way(&self) -> Way {
        let all = self.span();
        if all.most() <= self.little() {
            return Way::Hardly;
        }
        if !all.differs() && !self.differs_within {
            return Way::Open;
        }
        self.step().unwrap_or_else(|| {
            let ends = number::ends(0..self.places.len(), |at| self.places[*at].value.value);
            let [least, most] = ends.unwrap_or_default();
            Way::All { from: least.min(most), to: least.max(most) }
        })
    }

    /// The shortest way from one level to another, if it takes half of all places at most.
    fn step(&self) -> Option<Way> {
        let spans: Vec<Span> = self.places.iter().map(Span::of).collect();
        let along = |before: &mut Option<Span>, span: Span| {
            *before = Some(before.map_or(span, |before| before.with(span)));
            *before
        };
        let left: Vec<Span> = spans.iter().copied().scan(None, along).collect();
        let mut right: Vec<Span> = spans.iter().rev().copied().scan(None, along).collect();
        right.reverse();
        let (little, last) = (self.little(), self.places.len() - 1);
        let is_level = |span: Span| span.most() <= little;
        (1..=last / 2).find_map(|long| {
            (0..=last - long).map(|from| (from, from + long)).find_map(|(from, to)| {
                let step = (self.places[to].value.value - self.places[from].value.value).abs();
                let is_flat = |span: Span| {
                    span.reach() <= LEVEL * step && (!span.differs() || is_level(span))
                };
                let (before, after) = (left[from], right[to]);
                let between = spans[from..=to].iter().copied().reduce(Span::with)?;
                let is_one = between.reach() <= step && self.differ(from, to);
                (is_one && is_flat(before) && is_flat(after)).then_some(Way::Step {
                    from,
                    to,
                    is_level: is_level(before) && is_level(after),
                })
            })
        })
    }

    /// By how much it goes there, from which on headlines name the greatest first; 0 where that is open or hardly anything.
    pub(super) fn size(&self) -> f64 {
        match self.way() {
            Way::Open | Way::Hardly => 0.0,
            Way::Step { from, to, .. } | Way::All { from, to } => {
                let [from, to] = [from, to].map(|at| self.places[at].value.value);
                // A part of itself, so that unlike measures can be held against each other.
                (to - from).abs() / if self.is_share { 1.0 } else { from.abs().max(to.abs()) }
            }
        }
    }

    /// What becomes of it, after a colon.
    pub(super) fn told(&self) -> String {
        self.way_told(|from, to| self.by(from, to))
    }

    fn way_told(&self, by: impl Fn(usize, usize) -> String) -> String {
        match self.way() {
            way @ (Way::Open | Way::Hardly) => {
                let (low, high) = self.span().values;
                let what = match way {
                    // More games may tell.
                    Way::Open => "no clear difference yet",
                    _ => "hardly any change",
                };
                // What hardly differs may read the same.
                match self.read([low, high]) {
                    [low, high] if low == high => format!("{what} ({low})"),
                    [low, high] => format!("{what} ({low} to {high})"),
                }
            }
            Way::Step { from, to, is_level } => format!(
                "{} between {} and {}, {} change elsewhere",
                by(from, to),
                self.places[from].name,
                self.places[to].name,
                if is_level { "hardly any" } else { "no clear" }
            ),
            Way::All { from, to } => {
                let values = [from, to].map(|at| self.places[at].value.value);
                let [first, last] = self.read(values);
                let way = if values[1] < values[0] { "down" } else { "up" };
                let [from, to] = [from, to].map(|at| &self.places[at].name);
                format!("{way} from {first} at {from} to {last} at {to}{}", self.jump())
            }
        }
    }

    /// What becomes of it in fewest words, beside what goes further.
    pub(super) fn brief(&self) -> String {
        match self.way() {
            Way::Open => "no clear difference yet".to_owned(),
            Way::Hardly => "hardly any change".to_owned(),
            Way::Step { from, to, .. } | Way::All { from, to } => self.by(from, to),
        }
    }

    /// How much it changes from one place to another, and half the interval of that.
    fn difference(&self, from: usize, to: usize) -> (f64, f64) {
        let [one, other] = [from, to].map(|at| &self.places[at]);
        (other.value.value - one.value.value, one.half() + other.half())
    }

    /// `down from 62 % to 50 %`
    fn by(&self, from: usize, to: usize) -> String {
        let values = [from, to].map(|at| self.places[at].value.value);
        let [first, last] = self.read(values);
        format!("{} from {first} to {last}", if values[1] < values[0] { "down" } else { "up" })
    }

    /// Two values side by side, as exact as the one that is known less well of all.
    fn read(&self, values: [f64; 2]) -> [String; 2] {
        let wide = |of: &&CoursePoint| of.value.interval.map_or(0.0, |(low, high)| high - low);
        let widest = self.places.iter().max_by(|one, other| wide(one).total_cmp(&wide(other)));
        let interval = widest.and_then(|of| of.value.interval);
        match self.is_share {
            true => {
                let told = percents(&values.map(|value| (value, interval)));
                <[String; 2]>::try_from(told).unwrap_or_default()
            }
            false => values.map(|value| alone(value, interval)),
        }
    }

    /// Between which places it clearly goes against its way from the first to the last, or else makes by far its greatest
    /// step: `, but down between 21 and 22`.
    pub(super) fn jump(&self) -> String {
        let (first, last) = (&self.places[0], &self.places[self.places.len() - 1]);
        let way = last.value.value - first.value.value;
        let step = |at: usize| {
            let (by, half) = self.difference(at, at + 1);
            (by, half, at)
        };
        let mut steps: Vec<(f64, f64, usize)> = (0..self.places.len() - 1).map(step).collect();
        steps.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
        let against = steps.iter().find(|of| of.0 * way < 0.0 && of.0.abs() > of.1);
        let (goes, at) = match (against, &steps[..]) {
            (Some(of), _) => (if way > 0.0 { "but down" } else { "but up" }, of.2),
            (_, [most, next, _, ..]) if most.0.abs() - most.1 > next.0.abs() + next.1 => {
                ("most steeply", most.2)
            }
            _ => return String::new(),
        };
        format!(", {goes} between {} and {}", self.places[at].name, self.places[at + 1].name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::tests::known;
    use crate::study::Measured;

    /// Win rates at 14, 15 and so on, known so well.
    fn course(won: &[f64], half: f64) -> Course {
        let values: Vec<String> = (14..14 + won.len()).map(|value| value.to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let sweep = super::super::tests::sweep(&values, &[("win-rate", "", won)], half);
        Course::new(&sweep, 0, 0).expect("it is known everywhere")
    }

    #[test]
    fn what_falls_at_once_is_not_told_as_falling_all_the_way() {
        for (won, half, told) in [
            (
                &[0.68, 0.58, 0.57, 0.58, 0.56][..],
                0.002,
                "down from 68.0 % to 58.0 % between 14 and 15, hardly any change elsewhere",
            ),
            // Nothing is said to be level that is not known to be.
            (
                &[0.68, 0.58, 0.57, 0.58, 0.57],
                0.03,
                "down from 68 % to 58 % between 14 and 15, no clear change elsewhere",
            ),
            (
                &[0.30, 0.31, 0.45, 0.60, 0.61],
                0.002,
                "up from 31.0 % to 60.0 % between 15 and 17, hardly any change elsewhere",
            ),
            (&[0.30, 0.40, 0.50, 0.60, 0.70], 0.02, "up from 30 % at 14 to 70 % at 18"),
            (&[0.57, 0.58, 0.575], 0.005, "hardly any change (57.0 % to 58.0 %)"),
            (&[0.57, 0.58, 0.575], 0.03, "no clear difference yet (57 % to 58 %)"),
            // Two points have nothing beside them.
            (&[0.3, 0.7], 0.02, "up from 30 % at 14 to 70 % at 15"),
            (&[0.3], 0.002, "hardly any change (30.0 %)"),
        ] {
            let read = course(won, half).told().replace('\u{a0}', " ");
            assert_eq!(read, told, "{won:?}");
        }
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
