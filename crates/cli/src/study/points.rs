//! The points of a study: every combination of values, all checked before the first game. Unplayable ones are left out.

use skirmish_engine::battle::Battle;
use skirmish_report::counted;
use skirmish_report::once::{grouped, unique};
use skirmish_scenario::{Override, Problem, Problems, Scenario};

use super::vary::{MOST_POINTS, Vary, too_many};
use crate::files::Source;
use crate::status::{Failure, Result};

pub(crate) struct Point {
    pub(crate) values: Vec<String>,
    pub(crate) scenario: Scenario,
    pub(crate) battle: Battle,
}

/// Points by what they set, with their problems.
pub(crate) type Unplayable = Vec<(String, Problems)>;

/// The points, and those at which the battle cannot be set up.
pub(crate) struct Points {
    /// The last parameter changes fastest.
    pub(crate) good: Vec<Point>,
    pub(crate) left_out: Unplayable,
}

impl Points {
    /// Returns the points. Fails if one was left out.
    pub(crate) fn whole(self) -> Result<Vec<Point>> {
        match self.left_out.is_empty() {
            true => Ok(self.good),
            false => Err(self.refused()),
        }
    }

    /// Returns the failure if too few points are left to compare.
    pub(crate) fn refused(self) -> Failure {
        let (count, all) = (self.left_out.len(), self.left_out.len() + self.good.len());
        let hints = self.problems().flat_map(|(_, problem)| problem.hints.clone());
        Failure::Usage(
            format!(
                "{count} of {} cannot be played; nothing was played: {}",
                counted(all as u64, "point"),
                self.first_problems()
            ),
            unique(hints),
        )
    }

    /// Returns the problems, each message once with its first point.
    fn problems(&self) -> impl Iterator<Item = (&str, &Problem)> {
        let all = self.left_out.iter().flat_map(|(point, problems)| {
            problems.list().iter().map(|problem| (&*problem.message, (point.as_str(), problem)))
        });
        grouped(all).into_iter().map(|(_, points)| points[0])
    }

    fn first_problems(&self) -> String {
        let told = self.problems().take(MOST_TOLD);
        let told = told.map(|(point, problem)| format!("{point}: {}", problem.message));
        told.collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn told(&self) -> Option<String> {
        let (count, all) = (self.left_out.len(), self.left_out.len() + self.good.len());
        let told = self.first_problems();
        let are = if count == 1 { "is" } else { "are" };
        (count > 0).then(|| {
            format!(
                "{count} of {all} points {are} left out, where the battle cannot be played: {told}"
            )
        })
    }
}

const MOST_TOLD: usize = 3;

pub(crate) fn load(
    source: &Source,
    base: &Battle,
    set: &[Override],
    vary: &[Vary],
) -> Result<Points> {
    for (k, one) in vary.iter().enumerate() {
        if let Some(other) = vary[..k].iter().find(|other| other.path == one.path) {
            let values = unique(other.values.iter().chain(&one.values).cloned());
            return Err(Failure::hinted(
                format!("`{}` is varied twice", one.path),
                format!("give all its values at once: --vary {}={}", one.path, values.join(",")),
            ));
        }
    }
    let count = vary.iter().map(|vary| vary.values.len()).product::<usize>();
    if count > MOST_POINTS {
        return Err(Failure::usage(too_many(count)));
    }
    let mut combinations: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    for one in vary {
        combinations = combinations
            .iter()
            .flat_map(|before| {
                one.values.iter().map(move |value| {
                    let mut point = before.clone();
                    point.push((one.path.as_str(), value.as_str()));
                    point
                })
            })
            .collect();
    }
    let (mut good, mut left_out) = (Vec::new(), Unplayable::new());
    for values in combinations {
        match at(source, base, set, &values)? {
            Ok(point) => good.push(point),
            Err(problems) => {
                let named = values.iter().map(|(path, value)| format!("{path} = {value}"));
                left_out.push((named.collect::<Vec<_>>().join(", "), problems));
            }
        }
    }
    let points = Points { good, left_out };
    if points.good.len() < 2 && !points.left_out.is_empty() {
        return Err(points.refused());
    }
    Ok(points)
}

/// Loads the point with these values. Fails with all of its problems.
pub(crate) fn at(
    source: &Source,
    base: &Battle,
    set: &[Override],
    values: &[(&str, &str)],
) -> Result<Result<Point, Problems>> {
    let more = values.iter().map(|(path, value)| Override::new(path, value));
    let set: Vec<Override> = set.iter().cloned().chain(more).collect();
    match source.load_like(&set, base) {
        Ok((scenario, battle)) => {
            let values = values.iter().map(|(_, value)| (*value).to_owned()).collect();
            Ok(Ok(Point { values, scenario, battle }))
        }
        Err(Failure::Files(problems)) => Ok(Err(problems)),
        Err(other) => Err(other),
    }
}
