//! Tables that keep their order unless `--any-order` is given: excellent troops never seize on more than good ones, and a bow
//! never reaches less far at long range than at medium.

use std::collections::BTreeMap;

use skirmish_engine::rulebook::Rulebook;
use skirmish_scenario::Parameter;
use skirmish_search::tune::Move;

use super::cells::Number;

/// Rows in a fixed order in every table of ranges or effects.
const ROWS: [&str; 6] = ["short", "medium", "long", "push-back", "retreat", "kill"];

/// A number of a table: its value, and its index among those that may be changed.
#[derive(Clone, Copy)]
struct Step {
    now: f64,
    cell: Option<usize>,
}

impl Step {
    fn after(self, numbers: &[Number], edit: &[Move]) -> f64 {
        let moved = edit.iter().find(|step| Some(step.cell) == self.cell);
        moved.and_then(|step| numbers[step.cell].at(step.steps).parse().ok()).unwrap_or(self.now)
    }
}

/// Pairs of numbers, the lesser first, whose order must stay.
#[derive(Default)]
pub(super) struct Scales(Vec<[Step; 2]>);

impl Scales {
    /// Collects tables of a rulebook with one row for each troop type, rank, range or effect.
    pub(super) fn of(parameters: &[Parameter], numbers: &[Number], rules: &Rulebook) -> Self {
        let troops = rules.troops.iter().map(|of| of.name.as_str());
        let ranks = rules.ranks.iter().map(|of| of.name.as_str());
        let rows: Vec<&str> = troops.chain(ranks).chain(ROWS).collect();
        let mut tables: BTreeMap<String, Vec<Step>> = BTreeMap::new();
        for parameter in parameters {
            let parts: Vec<&str> = parameter.path.split('.').collect();
            let Some(row) = parts.iter().position(|part| rows.contains(part)) else { continue };
            let Ok(now) = parameter.value.parse() else { continue };
            let table = [&parts[..row], &["*"], &parts[row + 1..]].concat().join(".");
            let cell = numbers.iter().position(|number| number.path == parameter.path);
            tables.entry(table).or_default().push(Step { now, cell });
        }
        let mut pairs = Vec::new();
        for mut steps in tables.into_values() {
            steps.sort_by(|one, two| one.now.total_cmp(&two.now));
            let is_kept = |[low, high]: &[Step; 2]| {
                low.now < high.now && (low.cell.is_some() || high.cell.is_some())
            };
            // Neighbors are not enough if some are equal.
            for (k, low) in steps.iter().enumerate() {
                pairs.extend(steps[k + 1..].iter().map(|high| [*low, *high]).filter(is_kept));
            }
        }
        Self(pairs)
    }

    pub(super) fn keep(&self, numbers: &[Number], edit: &[Move]) -> bool {
        self.0.iter().all(|[low, high]| low.after(numbers, edit) <= high.after(numbers, edit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_scenario::{NoFiles, library, load};

    #[test]
    fn better_troops_stay_better() {
        let text = library::scenario("flank-run").expect("it is there").text;
        let scenario = load(text.as_bytes(), "flank-run", &[], &NoFiles).expect("it is sound");
        let number = |path: &str| {
            let of = scenario.parameters.iter().find(|it| it.path == path).expect(path);
            Number::of(of, 9).expect("it can be moved")
        };
        let numbers =
            ["seize.base.good", "weapon.bow.range.long", "seize.factor.in-reach"].map(number);
        let scales = Scales::of(&scenario.parameters, &numbers, &scenario.spec.rules);
        let keeps = |cell: usize, steps: i8| scales.keep(&numbers, &[Move { cell, steps }]);
        // 17, 18 and 19 for excellent, good and average troops.
        assert!(keeps(0, 1) && keeps(0, -1) && !keeps(0, 2) && !keeps(0, -2));
        assert!(keeps(1, -1) && !keeps(1, -9), "no shorter than medium range");
        assert!(keeps(2, 5) && keeps(2, -5), "factors have no order");
    }
}
