//! The points of a study: every combination of values, all of them checked before the first game.

use skirmish_engine::battle::Battle;
use skirmish_scenario::{Override, Scenario};

use super::vary::{MOST_POINTS, Vary, too_many};
use crate::files::Source;
use crate::status::{Done, Failure};

/// One point of a study: values of parameters, and the battle with them.
pub(crate) struct Point {
    /// The value of each parameter, as it was asked for.
    pub(crate) values: Vec<String>,
    pub(crate) scenario: Scenario,
    pub(crate) battle: Battle,
}

/// All points, the last parameter changing fastest.
pub(crate) fn load(
    source: &Source,
    base: &Battle,
    set: &[Override],
    vary: &[Vary],
) -> Done<Vec<Point>> {
    for (k, one) in vary.iter().enumerate() {
        if vary[..k].iter().any(|other| other.path == one.path) {
            return Err(Failure::hinted(
                format!("`{}` is varied twice", one.path),
                format!("give all its values at once: --vary {}=16,18,20", one.path),
            ));
        }
    }
    let count = vary.iter().map(|vary| vary.values.len()).product::<usize>();
    if count > MOST_POINTS {
        return Err(Failure::usage(too_many(count)));
    }
    // Each value by itself first: a bad one is then named once, and not at each point that it takes part in.
    if vary.len() > 1 {
        let alone = vary.iter().flat_map(|one| {
            let path = one.path.as_str();
            one.values.iter().map(move |value| vec![(path, value.as_str())])
        });
        all(source, base, set, alone.collect())?;
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
    all(source, base, set, combinations)
}

/// The points with these values, or everything that is wrong with any of them.
fn all(
    source: &Source,
    base: &Battle,
    set: &[Override],
    points: Vec<Vec<(&str, &str)>>,
) -> Done<Vec<Point>> {
    let count = points.len();
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for values in points {
        let overrides: Vec<Override> = set
            .iter()
            .cloned()
            .chain(values.iter().map(|(path, value)| Override::new(path, value)))
            .collect();
        match source.load_like(&overrides, base) {
            Ok((scenario, battle)) => good.push(Point {
                values: values.iter().map(|(_, value)| (*value).to_owned()).collect(),
                scenario,
                battle,
            }),
            Err(Failure::Files(problems)) => {
                let named = values.iter().map(|(path, value)| format!("{path} = {value}"));
                bad.push((named.collect::<Vec<_>>().join(", "), problems));
            }
            Err(other) => return Err(other),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(Failure::Points(count, bad)) }
}
