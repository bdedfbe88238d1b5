//! What a headline picks as the best of many was lucky, too: it is played again on dice that had no part in picking it.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::study::Confirmed;
use skirmish_simulator::{Detail, Measure, PairReport};

use crate::args::{Dice, Pairs, Playing};
use crate::output;
use crate::playing::{self, Plan};
use crate::show::{self, CONFIDENCE};
use crate::status::{Done, Failure};

/// What is said where it was stopped before that.
pub(crate) const UNCONFIRMED: &str = "all was played but what was to be confirmed";

/// The win rates of the first side, `side`, in as many games of each battle as before, in pairs or not as before, on the dice of
/// the next seed, with intervals that hold for all of them together; `None` if it was interrupted before. It comes on top of any
/// time that the study was given, and so last.
pub(crate) fn confirm(
    picked: &[(String, &Battle)],
    side: &str,
    (games, pairs): (u64, PairReport),
    dice: Dice,
    playing: &Playing,
) -> Done<Option<Vec<Confirmed>>> {
    if picked.is_empty() {
        output::note(
            "nothing to confirm: no win rate was picked as the best of many (a sweep has to measure `win-rate`, and a \
             comparison three variants or more)",
        );
    }
    let pairs = if pairs.on { Pairs::On } else { Pairs::Off };
    let dice = Dice { seed: dice.seed.wrapping_add(1), pairs };
    let win_rate = Measure::named("win-rate");
    let confidence = CONFIDENCE.of_each(picked.len());
    let workers = playing::workers(playing.threads, None)?;
    let bar = playing::progress_bar(games * picked.len() as u64, playing.quiet);
    let detail = Detail::default();
    let mut confirmed = Vec::new();
    for (name, battle) in picked {
        let plan = Plan::of(battle, Vec::new(), detail, dice, (&workers, &bar))?;
        let study = match plan.play(0..games) {
            Err(Failure::Interrupted(_)) => return Ok(None),
            study => study?,
        };
        let estimate =
            win_rate.and_then(|measure| study.base.estimate(measure, Some(Side::A), confidence));
        let Some(estimate) = estimate.filter(|_| study.games() == games) else { return Ok(None) };
        confirmed.push(Confirmed {
            picked: name.clone(),
            side: side.to_owned(),
            win_rate: show::value(estimate),
            games,
            seed: dice.seed,
        });
    }
    Ok(Some(confirmed))
}
