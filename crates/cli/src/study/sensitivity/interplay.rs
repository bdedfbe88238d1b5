//! How much numbers matter together, beyond each alone, from all combinations of their values.

use indicatif::{HumanCount, ProgressBar};
use skirmish_engine::battle::Battle;
use skirmish_report::sensitivity::{Interplay, InterplayRow};
use skirmish_simulator::study::Study as PlayedStudy;

use super::{Reach, Study};
use crate::show;
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;
use crate::study::points;
use crate::study::vary::Vary;

impl Study<'_> {
    pub(super) fn grid(&self, vary: &[Vary]) -> Result<Vec<Battle>> {
        let set = self.args.settings.overrides();
        let points = points::load(self.source, self.base, &set, vary)?.whole()?;
        Ok(points.into_iter().map(|point| point.battle).collect())
    }

    pub(super) fn interplay(
        &self,
        vary: &[Vary],
        grid: &[Battle],
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<Interplay> {
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
        let single = vary.iter().zip(shares).map(|(vary, (first, total))| InterplayRow {
            path: vary.path.clone(),
            values: vary.values.clone(),
            first: first.map(show::value),
            total: total.map(show::value),
            ..InterplayRow::default()
        });
        let pairs = found.pairs.iter().map(|pair| InterplayRow {
            path: vary[pair.pair.0].path.clone(),
            other_path: vary[pair.pair.1].path.clone(),
            first: pair.share.map(show::value),
            ..InterplayRow::default()
        });
        Ok(Interplay {
            rows: single.chain(pairs).collect(),
            variance: found.variance.map(show::value),
            points: grid.len(),
        })
    }

    pub(super) fn combined(
        &self,
        vary: &[Vary],
        grid: &[Battle],
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<PlayedStudy> {
        let names = vary.iter().map(|v| format!("{}={}", v.path, v.values.join(",")));
        let purpose = format!("combinations of {}", names.collect::<Vec<_>>().join(" "));
        let workload = self.workload(reach.session, grid.iter().collect(), bar);
        keeper.play_workload(&purpose, &workload, 0..reach.games)
    }
}
