//! Tests accepted edits once more, on fresh dice.

use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Bounds, Study, Verdict, holm};
use skirmish_simulator::{Additive, bisect};

use super::{Edit, Playtester, Stage, Target, Tried, TuneSpec};

/// The most edits certified together: the best, and others to choose from.
const MOST: usize = 3;

/// Halvings of the logarithm of a p-value, far more than its printed digits need.
const HALVINGS: u32 = 40;

/// A p-value below this counts as 0.
const LEAST_P: f64 = 1e-12;

/// An edit on fresh dice.
#[derive(Debug, Clone)]
pub struct Certified {
    /// Its result in the race.
    pub tried: Tried,
    /// Each target's value, with an interval that holds over all looks and targets.
    pub values: Vec<Option<Estimate>>,
    /// The chance that an edit which misses a target by more than its slack looks at least as good; adjusted for all edits that
    /// are certified together (S. Holm, Scandinavian Journal of Statistics 6, 1979, 65-70).
    pub adjusted_p_value: f64,
    /// Whether that is at most the error of the look, and every value is inside its bounds without slack.
    pub is_certain: bool,
    /// Whether every target is met without its slack, at 95 % for each.
    pub is_clear: bool,
    /// Each matchup's games without edits, and with this edit as the only variant.
    pub studies: Vec<Study>,
}

impl Certified {
    /// Returns the number of games behind each target's value.
    pub fn games(&self, asked: &TuneSpec) -> Vec<u64> {
        asked.targets.iter().map(|target| self.studies[target.matchup].games()).collect()
    }
}

/// Certifies the best accepted edits; `None` if play was stopped.
///
/// The slack covers what no number of games can decide, and is not there to be used. While looks are left, an edit plays on
/// until its targets are met without slack or one is missed, in the matchups where it still needs games.
///
/// An edit misses if it misses any target, so each target must show that it is met at the whole level (intersection-union test:
/// R. L. Berger, Technometrics 24, 1982, 295-300).
pub(super) fn certify<T: Playtester>(
    asked: &TuneSpec,
    round: u32,
    mut accepted: Vec<Tried>,
    tester: &mut T,
) -> Result<Option<Vec<Certified>>, T::Error> {
    accepted.truncate(MOST);
    let looks = asked.certificates(round);
    let at = Confidence::P95.of_each(asked.targets.len() * looks.games().len());
    // For each edit, the matchups still played and the counts.
    let mut open = vec![vec![true; asked.matchups]; accepted.len()];
    let mut studies: Vec<Vec<Study>> = vec![Vec::new(); accepted.len()];
    let mut certified = Vec::new();
    let mut from = 0;
    for &look in looks.games() {
        for matchup in 0..asked.matchups {
            let is_open = |(k, matchups): (usize, &Vec<bool>)| matchups[matchup].then_some(k);
            let on: Vec<usize> = open.iter().enumerate().filter_map(is_open).collect();
            if on.is_empty() {
                continue;
            }
            let edits: Vec<Edit> = on.iter().map(|k| accepted[*k].edit.clone()).collect();
            let (more, is_whole) =
                tester.play(Stage::Certify(round), matchup, &Edit::new(), &edits, from..look)?;
            if !is_whole {
                return Ok(None);
            }
            for (k, variant) in on.into_iter().zip(more.variants) {
                let more =
                    Study { base: more.base.clone(), variants: vec![variant], records: vec![] };
                match studies[k].get_mut(matchup) {
                    Some(study) => study.merge(&more),
                    None => studies[k].push(more),
                }
            }
        }
        from = look;
        let level = looks.confidence().tails();
        let judged = Judged { asked, studies: &studies, level, at };
        certified = judged.edits(&accepted);
        if certified.iter().any(|it| it.is_certain && it.is_clear) {
            break;
        }
        for (k, open) in open.iter_mut().enumerate() {
            open.fill(false);
            if !judged.is_hopeless(k) {
                let unmet = asked.targets.iter().filter(|target| !judged.is_met(target, k));
                unmet.for_each(|target| open[target.matchup] = true);
            }
        }
    }
    Ok(Some(certified))
}

/// The results at a look. Errors are for one look; intervals hold over all looks and targets.
struct Judged<'a> {
    asked: &'a TuneSpec,
    /// By edit and matchup, with the edit as the only variant.
    studies: &'a [Vec<Study>],
    level: f64,
    at: Confidence,
}

impl Judged<'_> {
    fn estimate(&self, target: &Target, k: usize, at: Confidence) -> Option<Estimate> {
        target.estimate(&self.studies[k][target.matchup].variants[0].tally, at)
    }

    fn p_value(&self, target: &Target, k: usize) -> f64 {
        least_error(target.widened(), |at| self.estimate(target, k, at))
    }

    fn is_inside(&self, target: &Target, k: usize) -> bool {
        let estimate = self.estimate(target, k, self.at);
        estimate.is_some_and(|estimate| target.shortfall(estimate.value) <= 0.0)
    }

    fn verdict(&self, target: &Target, k: usize) -> Verdict {
        let estimate = self.estimate(target, k, Confidence::P95);
        estimate.map_or(Verdict::Inconclusive, |estimate| target.bounds.judge(&estimate))
    }

    /// Returns whether a target needs no more games, however the other edits do.
    fn is_met(&self, target: &Target, k: usize) -> bool {
        let edits = self.studies.len() as f64;
        self.verdict(target, k) == Verdict::Pass && self.p_value(target, k) * edits <= self.level
    }

    /// Returns whether an edit is unlikely to be inside every target after the last look. The fewer games are left, the less
    /// they can move a value (D. J. Spiegelhalter, L. S. Freedman, P. R. Blackburn, Controlled Clinical Trials 7, 1986, 8-17).
    fn is_hopeless(&self, k: usize) -> bool {
        self.asked.targets.iter().any(|target| {
            let Some(now) = self.estimate(target, k, Confidence::P95) else { return false };
            let played = self.studies[k][target.matchup].games() as f64;
            let left = (1.0 - played / self.asked.certify as f64).max(0.0).sqrt();
            let half = now.interval.map_or(f64::INFINITY, |it| (it.high - it.low) / 2.0);
            target.shortfall(now.value) > left * half
        })
    }

    fn edits(&self, accepted: &[Tried]) -> Vec<Certified> {
        let targets = &self.asked.targets;
        let p_value = |k: usize| targets.iter().map(|it| self.p_value(it, k)).fold(0.0, f64::max);
        let p_values: Vec<Option<f64>> = (0..accepted.len()).map(|k| Some(p_value(k))).collect();
        let certified =
            accepted.iter().zip(holm(&p_values, 1)).enumerate().map(|(k, (tried, p))| {
                let adjusted_p_value = p.unwrap_or(1.0);
                let are_inside = targets.iter().all(|target| self.is_inside(target, k));
                Certified {
                    tried: tried.clone(),
                    values: targets.iter().map(|it| self.estimate(it, k, self.at)).collect(),
                    adjusted_p_value,
                    is_certain: are_inside && adjusted_p_value <= self.level,
                    is_clear: targets.iter().all(|it| self.verdict(it, k) == Verdict::Pass),
                    studies: self.studies[k].clone(),
                }
            });
        certified.collect()
    }
}

/// Returns the least error at which an estimate's interval lies within bounds; 1 if the value itself does not.
fn least_error(bounds: Bounds, at: impl Fn(Confidence) -> Option<Estimate>) -> f64 {
    let is_within = |tails: f64| {
        let estimate = Confidence::new(1.0 - tails).and_then(&at);
        estimate.is_some_and(|estimate| bounds.judge(&estimate) == Verdict::Pass)
    };
    let (least, most) = (LEAST_P.ln(), 0.5_f64.ln());
    if !is_within(most.exp()) {
        return 1.0;
    }
    bisect(least, most, HALVINGS, |error| !is_within(error.exp())).1.exp()
}
