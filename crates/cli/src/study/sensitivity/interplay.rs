//! How much numbers matter together beyond what each does alone: all combinations of their values.

use indicatif::{HumanCount, ProgressBar};
use skirmish_engine::battle::Battle;
use skirmish_report::sensitivity::{Interplay, InterplayPair, InterplayRow};
use skirmish_scenario::Parameter;
use skirmish_simulator::study::Study as PlayedStudy;

use super::asked::levels;
use super::changes::Loaded;
use super::{Reach, Study};
use crate::show::{self, CONFIDENCE};
use crate::status::{Done, Failure};
use crate::study::kept::Keeper;
use crate::study::points;
use crate::study::steps::Step;
use crate::study::vary::{MOST_POINTS, Vary};

/// Parameters that are played in every combination if none are named.
const USUAL_TOGETHER: usize = 4;

/// How many points a grid of these has.
pub(super) fn combinations(vary: &[Vary]) -> usize {
    vary.iter().map(|v| v.values.len()).product()
}

impl Study<'_> {
    /// Every combination of values, checked.
    pub(super) fn grid(&self, vary: &[Vary]) -> Done<Vec<Battle>> {
        let set = self.args.settings.overrides();
        let points = points::load(&self.source, &self.base, &set, vary)?.whole()?;
        Ok(points.into_iter().map(|point| point.battle).collect())
    }

    /// The parameters whose interplay is played if none are named: those that move the measure most, as many as can be
    /// combined; `None` if no two can.
    pub(super) fn greatest(
        &self,
        numbers: &[(Parameter, Vec<Step>)],
        loaded: &Loaded,
        played: &PlayedStudy,
    ) -> Option<Vec<Vary>> {
        let (measure, side) = self.asked;
        let effect =
            |k: &usize| Some(played.change(*k, measure, side, CONFIDENCE)?.difference?.value.abs());
        let mut order: Vec<(usize, f64)> = (0..numbers.len())
            .filter_map(|at| {
                let steps: Option<Vec<usize>> =
                    loaded[at].iter().map(|step| step.clone().ok()).collect();
                let greatest = steps?.iter().filter_map(effect).fold(0.0, f64::max);
                (greatest > 0.0).then_some((at, greatest))
            })
            .collect();
        order.sort_by(|one, two| two.1.total_cmp(&one.1));
        let vary: Vec<Vary> = order
            .iter()
            .take(USUAL_TOGETHER)
            .map(|(at, _)| levels(&numbers[*at].0, &numbers[*at].1))
            .collect();
        (vary.len() >= 2 && combinations(&vary) <= MOST_POINTS).then_some(vary)
    }

    pub(super) fn interplay_of(
        &self,
        vary: &[Vary],
        reach: Reach<'_>,
        means: (&ProgressBar, &mut Keeper),
    ) -> Done<Option<Interplay>> {
        match self.grid(vary) {
            Ok(grid) => self.interplay(vary, &grid, reach, means).map(Some),
            // Each step is possible alone, but not all together: then there is no whole grid.
            Err(Failure::Points(..)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    pub(super) fn interplay(
        &self,
        vary: &[Vary],
        grid: &[Battle],
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Done<Interplay> {
        let (measure, side) = self.asked;
        let played = self.combined(vary, grid, reach, (bar, &mut *keeper))?;
        if played.games() < reach.games {
            bar.finish_and_clear();
            return Err(keeper.interrupted(&format!(
                "all games with each step were played, and {} of {} with each combination",
                HumanCount(played.games()),
                HumanCount(reach.games)
            )));
        }
        let values: Vec<usize> = vary.iter().map(|v| v.values.len()).collect();
        let found = played
            .interplay(&values, measure, side, reach.confidence)
            .ok_or_else(|| Failure::Bug("the combinations are no grid".to_owned(), Vec::new()))?;
        let shares = found.first.iter().zip(&found.total);
        Ok(Interplay {
            parameters: vary
                .iter()
                .zip(shares)
                .map(|(vary, (first, total))| InterplayRow {
                    path: vary.path.clone(),
                    values: vary.values.clone(),
                    first: first.map(show::value),
                    total: total.map(show::value),
                })
                .collect(),
            pairs: found
                .pairs
                .iter()
                .map(|pair| InterplayPair {
                    paths: [pair.pair.0, pair.pair.1].map(|k| vary[k].path.clone()),
                    share: pair.share.map(show::value),
                })
                .collect(),
            variance: found.variance.map(show::value),
            points: grid.len(),
        })
    }

    /// The games with each combination.
    pub(super) fn combined(
        &self,
        vary: &[Vary],
        grid: &[Battle],
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Done<PlayedStudy> {
        let names = vary.iter().map(|v| format!("{}={}", v.path, v.values.join(",")));
        let purpose = format!("combinations of {}", names.collect::<Vec<_>>().join(" "));
        let workload = self.workload(reach.session, grid.iter().collect(), bar);
        keeper.play_workload(&purpose, &workload, 0..reach.games)
    }
}
