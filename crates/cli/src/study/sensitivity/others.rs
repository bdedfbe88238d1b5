//! Whether what matters most also does so with other bots.

use std::borrow::Cow;

use skirmish_report::panel::Panel;
use skirmish_report::sensitivity::{Number, Sensitivity};
use skirmish_scenario::{Override, human};
use skirmish_simulator::study::Study as PlayedStudy;

use super::Study;
use super::changes::Loaded;
use crate::panel::{self, PanelQuestion};
use crate::study::job::Asking;

/// Numbers tried with other bots.
pub(super) const STRONGEST: usize = 5;

/// A number, one of its steps, and the place of the battle with it.
pub(super) type Place = (usize, usize, usize);

/// Returns the greatest steps of the numbers that matter most: of a second pass, by the place of its battles.
pub(super) fn greatest_steps(
    report: &Sensitivity,
    loaded: &Loaded,
    closer: Option<&[usize]>,
) -> Vec<Place> {
    let place = |k: usize| closer.map_or(Some(k), |closer| closer.iter().position(|of| *of == k));
    let steps = report.greatest_steps().into_iter().take(STRONGEST);
    let placed =
        |(k, step): (usize, usize)| Some((k, step, place(*loaded[k][step].as_ref().ok()?)?));
    steps.filter_map(placed).collect()
}

impl Study<'_> {
    /// What is asked of other bots: what the greatest steps change. Nothing if there are none.
    pub(super) fn asking<'q>(
        &'q self,
        rows: &[Number],
        greatest: &[Place],
        played: &PlayedStudy,
    ) -> Option<Asking<'q>> {
        let set = |&(k, step, _): &Place| Override::new(&rows[k].path, &rows[k].steps[step].value);
        let steps: Vec<Override> = greatest.iter().map(set).collect();
        let question = |(k, of): (usize, &Place)| {
            let Override { path, value, .. } = &steps[k];
            let change = rows[of.0].steps[of.1].change;
            let own = change.and_then(|change| change.adjusted_p_value);
            let with = format!("with {path} = {value}");
            let spoken = panel::spoken(self.asked, self.scenario);
            let spoken = format!("{spoken} with {} = {value}", human(path));
            let asked = PanelQuestion::change(&with, self.asked, k, self.scenario);
            PanelQuestion { own, spoken, ..asked }
        };
        let questions: Vec<_> = greatest.iter().enumerate().map(question).collect();
        let variants = greatest.iter().map(|(.., k)| played.variants[*k].clone()).collect();
        let own = PlayedStudy { base: played.base.clone(), variants, records: Vec::new() };
        let about = steps.iter().map(|set| format!("{}={}", set.path, set.value));
        let about = about.collect::<Vec<_>>().join(" ");
        let load = move |bots: &[Override]| {
            let steps = std::iter::once(None).chain(steps.iter().cloned().map(Some));
            steps.map(|step| self.with(bots, step)).collect()
        };
        let asking = Asking { questions, own: Cow::Owned(own), load: Box::new(load), about };
        (!greatest.is_empty()).then_some(asking)
    }
}

/// Sets beside the greatest steps how far what they change ranges over other bots.
pub(super) fn range_over_others(
    rows: &mut [Number],
    greatest: &[Place],
    questions: &[PanelQuestion<'_>],
    answers: &Panel,
) {
    for ((number, step, _), question) in greatest.iter().zip(questions) {
        if let Some(change) = &mut rows[*number].steps[*step].change {
            panel::range_over_others(change, &question.text, &answers.rows);
        }
    }
}
