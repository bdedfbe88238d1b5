//! The numbers of a rulebook that may be changed, and the values that each may take, as one would print them.

use skirmish_scenario::{Parameter, ParameterKind, human};

use crate::study::steps::steps;

/// Lengths step by one of these, the closest to a tenth of what they are.
const ROUND: [f64; 7] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0];

/// A number that may be changed.
pub(super) struct Number {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) now: String,
    /// The values down from what it is, then those up, each a step further.
    ladder: [Vec<String>; 2],
    /// Whether a text stands there, in quotation marks.
    is_text: bool,
}

impl Number {
    /// A parameter that can be moved up to so many steps; `None` if it can take none.
    pub(super) fn of(parameter: &Parameter, most: u8) -> Option<Self> {
        let ladder = [-1, 1].map(|direction| {
            let mut values: Vec<String> = Vec::new();
            while values.len() < usize::from(most) {
                let at = values.last().unwrap_or(&parameter.value).clone();
                match next(parameter, at, direction) {
                    Some(value) => values.push(value),
                    None => break,
                }
            }
            values
        });
        ladder.iter().any(|values| !values.is_empty()).then(|| Self {
            name: human(&parameter.path),
            path: parameter.path.clone(),
            now: parameter.value.clone(),
            ladder,
            is_text: parameter.value.parse::<f64>().is_err(),
        })
    }

    /// The steps that it can be moved down, and up.
    pub(super) fn steps(&self) -> [u8; 2] {
        self.ladder.each_ref().map(|values| values.len() as u8)
    }

    /// Its value after so many steps.
    pub(super) fn at(&self, steps: i8) -> &str {
        let place = usize::from(steps.unsigned_abs());
        match place.checked_sub(1) {
            None => &self.now,
            Some(place) => {
                self.ladder[usize::from(steps > 0)].get(place).map_or(&self.now, |value| value)
            }
        }
    }

    /// Its value after so many steps, as a file has it.
    pub(super) fn written(&self, steps: i8) -> String {
        let value = self.at(steps);
        if self.is_text { format!("\"{value}\"") } else { value.to_owned() }
    }
}

/// The next value in a direction, as one would print it.
fn next(parameter: &Parameter, value: String, direction: i8) -> Option<String> {
    let is_length = matches!(parameter.kind, ParameterKind::Length(_));
    if let (true, Ok(now), Ok(first)) =
        (is_length, value.parse::<f64>(), parameter.value.parse::<f64>())
    {
        let wanted = first / 10.0;
        let off = |step: &f64| (step - wanted).abs();
        let step = ROUND.into_iter().min_by(|one, two| off(one).total_cmp(&off(two)))?;
        // Hundredths are as fine as a length is written.
        let next = ((now + f64::from(direction) * step) * 100.0).round() / 100.0;
        return (first > 0.0 && next > 0.0).then(|| next.to_string());
    }
    let mut at = parameter.clone();
    at.value = value;
    let found = steps(&at).into_iter().find(|step| step.direction == direction);
    found.map(|step| step.value)
}

/// Whether a path begins as a pattern says, part by part; `*` stands for any part.
pub(super) fn fits(path: &str, pattern: &str) -> bool {
    let mut parts = path.split('.');
    let pattern = pattern.trim_end_matches(".*");
    pattern
        .split('.')
        .all(|wanted| parts.next().is_some_and(|part| wanted == "*" || part == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_go_by_parts() {
        for (pattern, does) in [
            ("seize", true),
            ("seize.*", true),
            ("seize.base", true),
            ("seize.*.average", true),
            ("seize.base.average", true),
            ("sei", false),
            ("seize.factor", false),
            ("seize.base.average.more", false),
        ] {
            assert_eq!(fits("seize.base.average", pattern), does, "{pattern}");
        }
    }
}
