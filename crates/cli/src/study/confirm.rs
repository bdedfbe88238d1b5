//! What a headline picks as the best of many was lucky, too: it is played again on dice that had no part in picking it.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::study::Confirmed;
use skirmish_scenario::Scenario;
use skirmish_simulator::{Detail, PairReport};

use crate::args::{Dice, Pairs, Playing};
use crate::output;
use crate::playing::{self, Workload};
use crate::show::{self, CONFIDENCE, MeasureOf};
use crate::status::{Done, Failure};

/// What is said where it was stopped before that.
pub(crate) const UNCONFIRMED: &str = "all was played but what was to be confirmed";

/// What is said where there is nothing to play again.
pub(crate) const NOTHING: &str = "nothing to confirm: the headline picks nothing as the best of many (a sweep where it is closest to \
                                  even, if `win-rate` is measured, a comparison of three variants or more, and a study of \
                                  sensitivity where a number matters)";

/// What is played again: a battle by what it was called, or variants of one whose changes were picked.
pub(crate) struct Picked<'b> {
    pub(crate) battle: &'b Battle,
    pub(crate) variants: Vec<&'b Battle>,
    /// What it was called, or what the variants were.
    pub(crate) names: Vec<String>,
}

/// The win rate of the first side, for which battles were picked.
pub(crate) fn win_rate() -> Done<MeasureOf> {
    Ok((show::measures(&["win-rate".to_owned()])?[0], Some(Side::A)))
}

/// A measure of each battle that was picked, or how it changes, in as many games as before, in pairs or not as before,
/// on the dice of the next seed, with intervals that hold for all of them together; `None` if it was interrupted
/// before. It comes on top of any time that the study was given, and so last.
pub(crate) fn confirm(
    picked: &[Picked<'_>],
    (measure, side): MeasureOf,
    scenario: &Scenario,
    (games, pairs): (u64, PairReport),
    dice: Dice,
    playing: &Playing,
) -> Done<Option<Vec<Confirmed>>> {
    if picked.is_empty() {
        output::note(NOTHING);
    }
    let pairs = if pairs.on { Pairs::On } else { Pairs::Off };
    let dice = Dice { seed: dice.seed.wrapping_add(1), pairs };
    let confidence = CONFIDENCE.of_each(picked.iter().map(|of| of.names.len()).sum());
    let workers = playing::workers(playing.threads, None)?;
    let at_once = |of: &Picked<'_>| 1 + of.variants.len() as u64;
    let bar = playing::progress_bar(games * picked.iter().map(at_once).sum::<u64>(), playing.quiet);
    let detail = Detail::default();
    let mut confirmed = Vec::new();
    for Picked { battle, variants, names } in picked {
        let workload = Workload::of(battle, variants.clone(), detail, dice, (&workers, &bar))?;
        let study = match workload.play(0..games) {
            Err(Failure::Interrupted(_)) => return Ok(None),
            study => study?,
        };
        if study.games() < games {
            return Ok(None);
        }
        let value = study.base.estimate(measure, side, confidence);
        let value = value.filter(|_| variants.is_empty()).map(show::value);
        confirmed.extend(names.iter().enumerate().map(|(k, name)| {
            let change = study.change(k, measure, side, confidence).and_then(|it| it.difference);
            Confirmed {
                picked: name.clone(),
                side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
                win_rate: value,
                change: change.map(show::value),
                games,
                seed: dice.seed,
            }
        }));
    }
    Ok(Some(confirmed))
}
