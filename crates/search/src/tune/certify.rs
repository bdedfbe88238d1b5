//! Edits that were accepted, once more on dice that nothing has seen.

use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Bounds, Study, Verdict, holm};

use super::{Asked, Edit, Stage, Table, Target, Tried};

/// Edits that are certified together: the best, and others to choose from.
const MOST: usize = 3;

/// Halvings of the logarithm of a p-value: far more than the digits told.
const HALVINGS: u32 = 40;

/// Below this a p-value is as good as 0.
const LEAST_P: f64 = 1e-12;

/// An edit on fresh dice.
#[derive(Debug, Clone)]
pub struct Certified {
    /// What it was before.
    pub tried: Tried,
    /// Each target's value.
    pub values: Vec<Option<Estimate>>,
    /// How often games as far inside as these would come of an edit that misses a target by more than its slack; adjusted for
    /// all edits that are certified together (S. Holm, Scandinavian Journal of Statistics 6, 1979, 65-70).
    pub adjusted_p_value: f64,
    /// Whether that is less than the error of the round, and no value is outside, be it within the slack.
    pub is_certain: bool,
    /// The games of each seat as it stands, and with this edit as its only variant.
    pub studies: Vec<Study>,
}

/// Certifies the best of those accepted, the best first. `None` if play was stopped.
///
/// An edit misses if it misses any target, so that all of them have to show that they are met, each at the whole level
/// (intersection-union test: R. L. Berger, Technometrics 24, 1982, 295-300). Rounds share half of the error: the first takes
/// half of that, the second a quarter, and so on.
pub(super) fn certify<T: Table>(
    asked: &Asked,
    round: u32,
    mut accepted: Vec<Tried>,
    table: &mut T,
) -> Result<Option<Vec<Certified>>, T::Error> {
    accepted.truncate(MOST);
    let edits: Vec<Edit> = accepted.iter().map(|tried| tried.edit.clone()).collect();
    let mut studies = Vec::new();
    for seat in 0..asked.seats {
        match table.play(Stage::Certify(round), seat, &edits, 0..asked.certify)? {
            Some(study) => studies.push(study),
            None => return Ok(None),
        }
    }
    let p_value = |k: usize| {
        let of = |target: &Target| {
            let tally = &studies[target.seat].variants[k].tally;
            least_error(target.widened(), |at| target.estimate(tally, at))
        };
        asked.targets.iter().map(of).fold(0.0, f64::max)
    };
    let p_values: Vec<Option<f64>> = (0..edits.len()).map(|k| Some(p_value(k))).collect();
    let level = asked.error / 2.0 / f64::from(2_u32.pow(round));
    let at = Confidence::P95.of_each(asked.targets.len());
    let certified = accepted.into_iter().zip(holm(&p_values)).enumerate().map(|(k, (tried, p))| {
        let adjusted_p_value = p.unwrap_or(1.0);
        let of = |target: &Target| target.estimate(&studies[target.seat].variants[k].tally, at);
        let values: Vec<Option<Estimate>> = asked.targets.iter().map(of).collect();
        let is_inside = |(target, value): (&Target, &Option<Estimate>)| {
            value.as_ref().is_some_and(|value| target.shortfall(value.value) <= 0.0)
        };
        let are_inside = asked.targets.iter().zip(&values).all(is_inside);
        let alone = |study: &Study| Study {
            base: study.base.clone(),
            variants: vec![study.variants[k].clone()],
        };
        Certified {
            tried,
            values,
            adjusted_p_value,
            is_certain: are_inside && adjusted_p_value <= level,
            studies: studies.iter().map(alone).collect(),
        }
    });
    let mut certified: Vec<Certified> = certified.collect();
    // In the order of the race among those that are alike.
    certified.sort_by_key(|it| !it.is_certain);
    Ok(Some(certified))
}

/// The least error at which the interval of an estimate lies within bounds as a whole; 1 if the value itself does not.
fn least_error(bounds: Bounds, at: impl Fn(Confidence) -> Option<Estimate>) -> f64 {
    let is_within = |tails: f64| {
        let estimate = Confidence::new(1.0 - tails).and_then(&at);
        estimate.is_some_and(|estimate| bounds.judge(&estimate) == Verdict::Pass)
    };
    let (mut least, mut most) = (LEAST_P.ln(), 0.5_f64.ln());
    if !is_within(most.exp()) {
        return 1.0;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(least, most);
        if is_within(middle.exp()) {
            most = middle;
        } else {
            least = middle;
        }
    }
    most.exp()
}
