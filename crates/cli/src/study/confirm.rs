//! What a headline picks as the best of many was lucky, too: it is played again on dice that had no part in picking it.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::study::Confirmed;
use skirmish_simulator::{Detail, Measure};

use crate::args::{Dice, Playing};
use crate::output;
use crate::playing::{self, Plan};
use crate::show::{self, CONFIDENCE};
use crate::status::Failure;

/// What is said where it was stopped before that.
pub(crate) const UNCONFIRMED: &str = "all was played but what was to be confirmed";

/// The win rates of the first side, `side`, in as many games of each battle as before, on the dice of the next seed, with
/// intervals that hold for all of them together; `None` if it was interrupted before. A time that the study was given is over by
/// now, so that this comes on top of it.
pub(crate) fn confirm(
    picked: &[(String, &Battle)],
    side: &str,
    games: u64,
    dice: Dice,
    playing: &Playing,
) -> Result<Option<Vec<Confirmed>>, Failure> {
    if picked.is_empty() {
        output::note(
            "nothing to confirm: `--confirm` is for win rates of three or more variants, or of a sweep",
        );
    }
    let dice = Dice { seed: dice.seed.wrapping_add(1), ..dice };
    let win_rate = Measure::named("win-rate");
    let confidence = CONFIDENCE.of_each(picked.len());
    let workers = playing::workers(playing.threads, None)?;
    let bar = playing::progress_bar(games * picked.len() as u64, playing.quiet);
    let detail = Detail { tables: false, changes: false };
    let mut confirmed = Vec::new();
    for (name, battle) in picked {
        let session = playing::session(battle, &[], dice, &workers)?;
        let plan = Plan { session, variants: Vec::new(), detail, workers: &workers, bar: &bar };
        let study = plan.play(0..games, None)?;
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
