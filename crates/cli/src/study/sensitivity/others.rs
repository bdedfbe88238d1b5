//! Whether what matters most does so with other players, too.

use indicatif::ProgressBar;
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::percent;
use skirmish_report::sensitivity::{Number, OtherPlayers, OtherRow};
use skirmish_search::solve::{WHOLE, among};

use super::changes::Loaded;
use super::{Reach, Study};
use crate::playing;
use crate::search::{failed, known_bots};
use crate::show;
use crate::status::Done;
use crate::study::kept::Keeper;

/// How many numbers are tried.
const TOP: usize = 5;

impl Study<'_> {
    /// The greatest steps of the numbers that matter most, played by those of the bots that the program knows who do best
    /// against one another. `None` if players were named, or nothing is left to try.
    pub(super) fn others(
        &self,
        rows: &[Number],
        (loaded, battles): (&Loaded, &[Battle]),
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Done<Option<OtherPlayers>> {
        if self.args.settings.players.file.is_some() || rows.is_empty() {
            return Ok(None);
        }
        let known = BySide::from_fn(|side| known_bots(&self.scenario, &self.base, side));
        let mixes =
            among(&self.base, &known, self.args.dice.seed, &self.workers).map_err(failed)?;
        let played_by_them =
            |battle: &Battle| battle.with_players(BySide::from_fn(|side| mixes[side].as_slice()));
        let mut greatest: Vec<(usize, usize, usize)> = Vec::new();
        for (number, (row, at)) in rows.iter().zip(loaded).enumerate() {
            let effect =
                |step: &usize| row.steps[*step].change.map_or(0.0, |change| change.value.abs());
            let steps = (0..row.steps.len()).filter(|step| row.steps[*step].change.is_some());
            let most = steps.max_by(|a, b| effect(a).total_cmp(&effect(b)));
            if let Some(step) = most.filter(|_| !row.is_dead())
                && let Ok(battle) = at[step]
            {
                greatest.push((number, step, battle));
            }
        }
        let size = |&(number, step, _): &(usize, usize, usize)| {
            rows[number].steps[step].change.map_or(0.0, |change| change.value.abs())
        };
        greatest.sort_by(|a, b| size(b).total_cmp(&size(a)));
        greatest.truncate(TOP);
        let variants = greatest.iter().map(|(.., k)| played_by_them(&battles[*k]));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        if variants.is_empty() {
            return Ok(None);
        }
        let base = played_by_them(&self.base)?;
        let variants: Vec<&Battle> = variants.iter().collect();
        let session = playing::session(&base, &variants, self.args.dice, &self.workers)?;
        let plan = self.plan(session, variants, bar);
        let games = session.whole(reach.games);
        let played = keeper.play_plan("other players", &plan, 0..games)?;
        if played.games() < games {
            return Err(playing::nothing_played());
        }
        let (measure, side) = self.asked;
        let rows = greatest.iter().enumerate().filter_map(|(k, (number, step, _))| {
            let change = played.change(k, measure, side, reach.confidence)?;
            let (own, other) =
                (rows[*number].steps[*step].change?, show::change(&change, change.p_value)?);
            Some(OtherRow {
                path: rows[*number].path.clone(),
                step: rows[*number].steps[*step].value.clone(),
                own: own.value,
                own_interval: own.interval,
                others: other.value,
                others_interval: other.interval,
            })
        });
        let names = self.scenario.side_names();
        let who = |side: Side| format!("{} {}", names[side], in_words(&mixes[side]));
        Ok(Some(OtherPlayers {
            who: [Side::A, Side::B].map(who),
            value: played.base.estimate(measure, side, reach.confidence).map(show::value),
            rows: rows.collect(),
        }))
    }
}

/// A mix: each bot with its share.
fn in_words(mix: &[Player]) -> String {
    let one = |player: &Player| match player.weight {
        WHOLE => player.bot.name.clone(),
        part => {
            format!("{} ({})", player.bot.name, percent(f64::from(part) / f64::from(WHOLE), None))
        }
    };
    mix.iter().map(one).collect::<Vec<_>>().join(", ")
}
