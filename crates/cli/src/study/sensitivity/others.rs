//! Whether what matters most also does so with other bots.

use skirmish_report::panel::{Panel, Word};
use skirmish_report::sensitivity::{Number, greatest_steps};
use skirmish_scenario::{Override, human};
use skirmish_simulator::study::Study as PlayedStudy;

use super::changes::Loaded;
use super::{Reach, Study};
use crate::compare::by_others;
use crate::panel::{self, PanelQuestion};
use crate::status::Result;
use crate::study::kept::Keeper;

/// Numbers tried with other bots.
pub(super) const STRONGEST: usize = 5;

impl Study<'_> {
    /// Returns the greatest steps of the numbers that matter most: number, step, and index of the battle.
    fn greatest_steps(&self, rows: &[Number], loaded: &Loaded) -> Vec<(usize, usize, usize)> {
        let steps = greatest_steps(rows).into_iter().take(STRONGEST);
        steps.filter_map(|(k, step)| Some((k, step, *loaded[k][step].as_ref().ok()?))).collect()
    }

    /// Plays the greatest steps with other bots, if asked, and adds the range of their changes to `rows`.
    pub(super) fn panel(
        &self,
        rows: &mut [Number],
        bots: &panel::PanelBots,
        (loaded, played): (&Loaded, &PlayedStudy),
        (reach, keeper): (Reach<'_>, &mut Keeper),
    ) -> Result<Option<Panel>> {
        let greatest = self.greatest_steps(rows, loaded);
        if !bots.is_any() || greatest.is_empty() {
            return Ok(None);
        }
        let step = |&(number, step, _): &(usize, usize, usize)| {
            Override::new(&rows[number].path, &rows[number].steps[step].value)
        };
        let steps: Vec<Override> = greatest.iter().map(step).collect();
        let question = |(k, of): (usize, &(usize, usize, usize))| {
            let Override { path, value, .. } = &steps[k];
            let change = rows[of.0].steps[of.1].change;
            let own = change.and_then(|change| change.adjusted_p_value);
            let with = format!("with {path} = {value}");
            let spoken = panel::spoken(self.asked, &self.scenario);
            let spoken = format!("{spoken} with {} = {value}", human(path));
            let asked = PanelQuestion::change(&with, self.asked, k, &self.scenario);
            PanelQuestion { own, spoken, ..asked }
        };
        let questions: Vec<_> = greatest.iter().enumerate().map(question).collect();
        let load = |bots: &[Override]| {
            let steps = std::iter::once(None).chain(steps.iter().cloned().map(Some));
            steps.map(|step| self.with(bots, step)).collect()
        };
        let variants = greatest.iter().map(|(.., k)| played.variants[*k].clone()).collect();
        let own = PlayedStudy { base: played.base.clone(), variants, records: Vec::new() };
        let dice = self.args.study.dice.of(reach.session.pairs());
        let with = (dice, self.args.study.output.playing.quiet);
        let sure = (reach.confidence, reach.looks);
        let beside = panel::Setup::beside(with, &self.workers, keeper, sure);
        let about = steps.iter().map(|set| format!("{}={}", set.path, set.value));
        let about = about.collect::<Vec<_>>().join(" ");
        let mut setup = panel::Setup { about, ..beside };
        let of = (questions.as_slice(), &own);
        let panel = panel::of_questions(bots, &self.scenario, &mut setup, of, load)?;
        for ((number, step, _), question) in greatest.iter().zip(&questions) {
            let found = panel.rows.iter().filter(|row| row.question == question.text);
            let others = found.filter(|row| row.bots.iter().any(Option::is_some));
            let others: Vec<_> =
                others.map(|row| (row.value, row.answer != Word::NotToldApart)).collect();
            if let Some(change) = &mut rows[*number].steps[*step].change {
                change.others = by_others(change, &others);
            }
        }
        Ok(Some(panel))
    }
}
