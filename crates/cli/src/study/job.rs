//! What `run`, `compare`, `sweep` and `sensitivity` do alike: they play a battle and its variants, tell what came of that, and
//! ask the same of other bots.

use std::borrow::Cow;
use std::rc::Rc;
use std::time::Duration;

use skirmish_engine::battle::Battle;
use skirmish_report::Answer;
use skirmish_report::json::Written;
use skirmish_report::panel::Panel;
use skirmish_scenario::{Override, Scenario};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Detail, PairReport, Workers};

use super::kept::Keeper;
use crate::args;
use crate::budget::Pace;
use crate::identity::Identity;
use crate::panel::{self, PanelBots, PanelQuestion};
use crate::playing::{self, Workload};
use crate::results::Results;
use crate::status::Result;

/// A study that is carried out: where it goes, how far it is played, what is kept of it, and which bots play beside it.
pub(crate) struct Job<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) output: &'a args::Output,
    pub(crate) dice: args::Dice,
    pub(crate) bots: PanelBots,
    pub(crate) pace: Pace,
    pub(crate) results: Results,
    pub(crate) workers: Rc<Workers>,
    pub(crate) keeper: Keeper,
}

/// Loads a battle and its variants with more values set.
pub(crate) type Load<'q> = dyn Fn(&[Override]) -> Result<Vec<Battle>> + 'q;

/// What was played of a battle and its variants.
pub(crate) struct Played {
    pub(crate) study: Study,
    pub(crate) pairs: PairReport,
    pub(crate) is_whole: bool,
    /// The confidence of intervals, and by how much p-values grow.
    pub(crate) sure: (Confidence, usize),
    /// The number of games, of how many.
    pub(crate) reached: String,
    /// The options that give the same numbers.
    pub(crate) flags: Vec<String>,
    pub(crate) note: Option<String>,
}

/// What other bots are asked, once the answer is known.
pub(crate) struct Asking<'q> {
    pub(crate) questions: Vec<PanelQuestion<'q>>,
    /// What was played by the battle's own.
    pub(crate) own: Cow<'q, Study>,
    pub(crate) load: Box<Load<'q>>,
    /// What is played, where that hangs on what was found before.
    pub(crate) about: String,
}

impl<'a> Job<'a> {
    /// Begins with a command, the usual name of its folder and the name of its file; the first of its battles is the one that is
    /// varied.
    pub(crate) fn begin(
        named: (&str, &str, &str),
        (output, dice): (&'a args::Output, args::Dice),
        (bots, pace, time): (PanelBots, Pace, Option<Duration>),
        battles: &[(&'a Scenario, &Battle)],
    ) -> Result<Self> {
        let (command, usual, file) = named;
        let results = Results::new(output, command, (usual, file))?;
        let workers = Rc::new(playing::workers(output.playing.threads, time)?);
        let keeper = Keeper::new(&results, Identity::of(battles.iter().copied()), output)?;
        let scenario = battles[0].0;
        Ok(Self { scenario, output, dice, bots, pace, results, workers, keeper })
    }

    /// Plays a battle and its variants as long as the budget wants more; `None` where only a share is played here, of which there
    /// is nothing to tell. `widest` says how far the widest interval reaches.
    pub(crate) fn play(
        &mut self,
        (base, variants): (&Battle, Vec<&Battle>),
        (detail, list): (Detail, Option<&Scenario>),
        widest: impl Fn(&Study, Confidence) -> Option<f64>,
        load: &Load<'_>,
    ) -> Result<Option<Played>> {
        let quiet = self.output.playing.quiet;
        let bar = playing::progress_bar(0, quiet);
        let workload = Workload::of(base, variants, detail, self.dice, (&self.workers, &bar))?;
        let workload = workload.listing(list);
        let (study, is_whole) = self.pace.play(&workload, &mut self.keeper, widest, quiet)?;
        let pairs = workload.session.pairs();
        self.rolled(pairs);
        let (games, cut) = (study.games(), !is_whole);
        if self.keeper.is_part() {
            panel::play_part(self, load)?;
            return Ok(None);
        }
        Ok(Some(Played {
            study,
            pairs,
            is_whole,
            sure: self.pace.sure(cut),
            reached: self.pace.reached(games),
            flags: self.pace.flags(self.dice.seed, games, cut),
            note: self.pace.note(games, cut),
        }))
    }

    /// Notes the dice that were rolled.
    pub(crate) fn rolled(&mut self, pairs: PairReport) {
        self.dice = self.dice.of(pairs);
    }

    /// Writes a report and tells it. Before that other bots play, unless it was cut short after so many games: they may take much
    /// longer, so it is written without them first.
    pub(crate) fn tell<'q, R: Written>(
        mut self,
        mut report: R,
        (reached, is_whole, sure): (String, bool, (Confidence, usize)),
        ask: impl FnOnce(&R) -> Option<Asking<'q>>,
        place: impl FnOnce(&mut R, Panel, &[PanelQuestion<'q>]),
        answer: impl FnOnce(&R, &PanelBots) -> Answer,
    ) -> Result {
        let mut files = self.results.write_so_far(report.findings(), !is_whole)?;
        let mut interrupted = (!is_whole).then(|| reached.clone());
        if self.bots.is_any()
            && is_whole
            && let Some(asking) = ask(&report)
        {
            let panel = panel::of_questions(&mut self, &asking, sure)?;
            interrupted = panel::interrupted(&reached, &panel);
            place(&mut report, panel, &asking.questions);
            files = self.results.write_so_far(report.findings(), false)?;
        }
        self.keeper.finish_list(&mut files, &self.results);
        let bots = &self.bots;
        self.results.tell(&files, || answer(&report, bots))?;
        self.results.end(self.keeper.end(interrupted)?)
    }
}
