//! Whether what matters most does so with other players, too.

use indicatif::ProgressBar;
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::panel::Panel;
use skirmish_report::percent;
use skirmish_report::sensitivity::{Number, OtherPlayers, OtherRow, greatest_steps};
use skirmish_scenario::{Override, human};
use skirmish_search::solve::{WHOLE, among};
use skirmish_simulator::study::Study as PlayedStudy;

use super::changes::Loaded;
use super::{Reach, Study};
use crate::panel::{self, PanelQuestion};
use crate::playing;
use crate::search::{failed, known_bots};
use crate::show;
use crate::status::Done;
use crate::study::kept::Keeper;

/// How many numbers are tried.
pub(super) const STRONGEST: usize = 5;

impl Study<'_> {
    /// The greatest steps of the numbers that matter most: number, step, and the place of the battle with it.
    fn greatest_steps(&self, rows: &[Number], loaded: &Loaded) -> Vec<(usize, usize, usize)> {
        let steps = greatest_steps(rows).into_iter().take(STRONGEST);
        steps.filter_map(|(k, step)| Some((k, step, *loaded[k][step].as_ref().ok()?))).collect()
    }

    /// What the greatest steps change with other bots, where these are named.
    pub(super) fn panel(
        &self,
        rows: &[Number],
        bots: &panel::PanelBots,
        (loaded, played): (&Loaded, &PlayedStudy),
        (reach, keeper): (Reach<'_>, &mut Keeper),
    ) -> Done<Option<Panel>> {
        let greatest = self.greatest_steps(rows, loaded);
        if !bots.is_any() || greatest.is_empty() {
            return Ok(None);
        }
        let step = |&(number, step, _): &(usize, usize, usize)| {
            let (path, to) = (&rows[number].path, &rows[number].steps[step].value);
            Override::new(path, to)
        };
        let question = |(k, of): (usize, &(usize, usize, usize))| {
            let Override { path, value, .. } = step(of);
            let change = rows[of.0].steps[of.1].change;
            let own = change.and_then(|change| change.adjusted_p_value);
            let with = format!("with {path} = {value}");
            let spoken = panel::spoken(self.asked, &self.scenario);
            let spoken = format!("{spoken} with {} = {value}", human(&path));
            let asked = PanelQuestion::change(&with, self.asked, k, &self.scenario);
            PanelQuestion { own, spoken, ..asked }
        };
        let questions: Vec<_> = greatest.iter().enumerate().map(question).collect();
        let load = |bots: &[Override]| {
            let steps = std::iter::once(None).chain(greatest.iter().map(|of| Some(step(of))));
            steps.map(|step| self.with(bots, step)).collect()
        };
        let variants = greatest.iter().map(|(.., k)| played.variants[*k].clone()).collect();
        let own = PlayedStudy { base: played.base.clone(), variants, records: Vec::new() };
        let dice = self.args.study.dice.of(reach.session.pairs());
        let with = (dice, self.args.study.output.playing.quiet);
        let sure = (reach.confidence, reach.looks);
        let beside = panel::Setup::beside(with, &self.workers, keeper, sure);
        let mut setup = panel::Setup { about: steps_of(rows, &greatest), ..beside };
        let of = (questions.as_slice(), &own);
        panel::of_questions(bots, &self.scenario, &mut setup, of, load).map(Some)
    }

    /// These steps, played by those of the bots that the program knows who do best
    /// against one another. `None` if players or bots were named, or nothing is left to try.
    pub(super) fn others(
        &self,
        rows: &[Number],
        (loaded, battles): (&Loaded, &[Battle]),
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Done<Option<OtherPlayers>> {
        let is_asked = !self.args.study.panel.bots.is_empty();
        if self.args.settings.players.file.is_some() || is_asked || rows.is_empty() {
            return Ok(None);
        }
        let known = BySide::from_fn(|side| known_bots(&self.scenario, &self.base, side));
        let mixes =
            among(&self.base, &known, self.args.study.dice.seed, &self.workers).map_err(failed)?;
        let played_by_them =
            |battle: &Battle| battle.with_players(BySide::from_fn(|side| mixes[side].as_slice()));
        let greatest = self.greatest_steps(rows, loaded);
        let variants = greatest.iter().map(|(.., k)| played_by_them(&battles[*k]));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        if variants.is_empty() {
            return Ok(None);
        }
        let base = played_by_them(&self.base)?;
        let variants: Vec<&Battle> = variants.iter().collect();
        let session = playing::session(&base, &variants, self.args.study.dice, &self.workers)?;
        let workload = self.workload(session, variants, bar);
        let games = session.whole(reach.games);
        let purpose = format!("other players with {}", steps_of(rows, &greatest));
        let played = keeper.play_workload(&purpose, &workload, 0..games)?;
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

/// Steps, by what they set.
fn steps_of(rows: &[Number], steps: &[(usize, usize, usize)]) -> String {
    let step = |&(number, step, _): &(usize, usize, usize)| {
        format!("{}={}", rows[number].path, rows[number].steps[step].value)
    };
    steps.iter().map(step).collect::<Vec<_>>().join(" ")
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
