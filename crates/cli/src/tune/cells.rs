//! The numbers of a rulebook that may be changed, and the values they may take in print.

use skirmish_scenario::{Override, Parameter, human};
use skirmish_search::tune::Move;

use crate::study::steps::steps;

pub(super) struct Number {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) now: String,
    /// Values downward from now, then upward, each one step further.
    ladder: [Vec<String>; 2],
}

impl Number {
    /// Returns a parameter with up to `most` steps each way; `None` if it has none.
    pub(super) fn of(parameter: &Parameter, most: u8) -> Option<Self> {
        let ladder = [-1, 1].map(|direction| {
            let mut at = parameter.clone();
            let next = std::iter::from_fn(|| {
                let step = steps(&at).into_iter().find(|step| step.direction == direction)?;
                at.value.clone_from(&step.value);
                Some(step.value)
            });
            next.take(most.into()).collect::<Vec<String>>()
        });
        ladder.iter().any(|values| !values.is_empty()).then(|| Self {
            name: human(&parameter.path),
            path: parameter.path.clone(),
            now: parameter.value.clone(),
            ladder,
        })
    }

    /// Returns how many steps it can move down and up.
    pub(super) fn steps(&self) -> [u8; 2] {
        self.ladder.each_ref().map(|values| values.len() as u8)
    }

    pub(super) fn at(&self, steps: i8) -> &str {
        let place = usize::from(steps.unsigned_abs());
        match place.checked_sub(1) {
            None => &self.now,
            Some(place) => {
                self.ladder[usize::from(steps > 0)].get(place).map_or(&self.now, |value| value)
            }
        }
    }
}

pub(super) fn overrides(numbers: &[Number], edit: &[Move]) -> Vec<Override> {
    let set = edit.iter().map(|step| (&numbers[step.cell], step.steps));
    set.map(|(number, steps)| Override::new(&number.path, number.at(steps))).collect()
}

/// Returns whether a path begins with a pattern, part by part; `*` stands for any part.
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
