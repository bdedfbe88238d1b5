//! Edits that were accepted, once more on dice that nothing has seen.

use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Bounds, Study, Verdict, holm};
use skirmish_simulator::{Additive, bisect};

use super::{Edit, Playtester, Stage, Target, Tried, TuneSpec};

/// Edits that are certified together: the best, and others to choose from.
const MOST: usize = 3;

/// Halvings of the logarithm of a p-value: far more than the digits told.
const HALVINGS: u32 = 40;

/// Below this a p-value is as good as 0.
const LEAST_P: f64 = 1e-12;

/// An edit on fresh dice.
#[derive(Debug, Clone)]
pub struct Certified {
    /// What it was on the dice before.
    pub tried: Tried,
    /// Each target's value, with an interval that holds over all looks and targets.
    pub values: Vec<Option<Estimate>>,
    /// How often games as far inside as these would come of an edit that misses a target by more than its slack; adjusted for
    /// all edits that are certified together (S. Holm, Scandinavian Journal of Statistics 6, 1979, 65-70).
    pub adjusted_p_value: f64,
    /// Whether that is less than the error of the look, and no value is outside, be it within the slack.
    pub is_certain: bool,
    /// Whether every target is met without its slack, at 95 % for each.
    pub is_clear: bool,
    /// The games of each matchup as it stands, and with this edit as its only variant.
    pub studies: Vec<Study>,
}

impl Certified {
    /// Games that each target's value rests on.
    pub fn games(&self, asked: &TuneSpec) -> Vec<u64> {
        asked.targets.iter().map(|target| self.studies[target.matchup].games()).collect()
    }
}

/// Certifies the best of those accepted. `None` if play was stopped.
///
/// The slack is for what no number of games can tell apart, and not there to be used: as long as there are looks left, an edit is
/// played on until its targets are seen to be met without it, or one of them to be missed: each in the matchups that it still needs.
///
/// An edit misses if it misses any target, so that all of them have to show that they are met, each at the whole level
/// (intersection-union test: R. L. Berger, Technometrics 24, 1982, 295-300).
pub(super) fn certify<T: Playtester>(
    asked: &TuneSpec,
    round: u32,
    mut accepted: Vec<Tried>,
    tester: &mut T,
) -> Result<Option<Vec<Certified>>, T::Error> {
    accepted.truncate(MOST);
    let looks = asked.certificates(round);
    let at = Confidence::P95.of_each(asked.targets.len() * looks.games().len());
    // Of each edit the matchups that are played on, and what was counted there.
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
            let more =
                tester.play(Stage::Certify(round), matchup, &Edit::new(), &edits, from..look)?;
            let Some(more) = more else { return Ok(None) };
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

/// What fresh dice show at a look: errors are those of a look, and intervals hold over all looks and targets.
struct Judged<'a> {
    asked: &'a TuneSpec,
    /// Of each edit the matchups, with it as the only variant.
    studies: &'a [Vec<Study>],
    level: f64,
    at: Confidence,
}

impl Judged<'_> {
    /// How the k-th edit does against a target.
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

    /// What is known of a target without its slack.
    fn verdict(&self, target: &Target, k: usize) -> Verdict {
        let estimate = self.estimate(target, k, Confidence::P95);
        estimate.map_or(Verdict::Inconclusive, |estimate| target.bounds.judge(&estimate))
    }

    /// Whether more games of the target are not needed, however the other edits do.
    fn is_met(&self, target: &Target, k: usize) -> bool {
        let edits = self.studies.len() as f64;
        self.verdict(target, k) == Verdict::Pass && self.p_value(target, k) * edits <= self.level
    }

    /// Whether the edit is not likely to be inside every target after the last look, be it within the slack: more games would be
    /// spent in vain. The fewer are left, the less they can move a value (D. J. Spiegelhalter, L. S. Freedman, P. R. Blackburn,
    /// Controlled Clinical Trials 7, 1986, 8-17).
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

/// The least error at which the interval of an estimate lies within bounds as a whole; 1 if the value itself does not.
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
