//! A race of the edits of one cost level against the targets.

use std::cmp::Reverse;
use std::ops::Range;

use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::Verdict;
use skirmish_simulator::{Additive, Tally};

use super::{Certified, Edit, Playtester, Stage, Tried, TuneSpec};

/// Edits played side by side, look by look; an edit that misses a target is out at once.
///
/// The error of one edit does not depend on how many others run. One that meets all targets is dropped with at most half of the
/// total error, since its intervals hold over all its looks and targets together.
pub(super) struct Race {
    level: usize,
    runners: Vec<Runner>,
    looks: usize,
    /// How many edits each matchup put out in earlier races.
    outs: Vec<usize>,
}

struct Runner {
    tried: Tried,
    /// Whether it has been played on fresh dice.
    is_certified: bool,
    verdicts: Vec<Verdict>,
    tallies: Vec<Option<Tally>>,
}

impl Race {
    pub(super) fn new(asked: &TuneSpec, level: usize, edits: Vec<Edit>) -> Self {
        let runner = |edit: Edit| Runner {
            tried: Tried {
                cost: asked.cost(&edit),
                edit,
                values: vec![None; asked.targets.len()],
                verdict: Verdict::Inconclusive,
                is_refused: false,
                is_aside: false,
                games: vec![0; asked.targets.len()],
            },
            is_certified: false,
            verdicts: vec![Verdict::Inconclusive; asked.targets.len()],
            tallies: vec![None; asked.matchups],
        };
        Self {
            level,
            runners: edits.into_iter().map(runner).collect(),
            looks: 0,
            outs: vec![0; asked.matchups],
        }
    }

    pub(super) fn next(&self, asked: &TuneSpec, edits: Vec<Edit>) -> Self {
        let outs = self.outs.iter().zip(self.outs(asked)).map(|(before, more)| before + more);
        let outs = outs.collect();
        Self { outs, ..Self::new(asked, self.level + 1, edits) }
    }

    pub(super) fn tried(&self) -> impl Iterator<Item = Tried> + '_ {
        self.runners.iter().map(|runner| runner.tried.clone())
    }

    /// Plays until edits are accepted. Returns none after the last look or after `until` looks, and `None` if play was stopped.
    pub(super) fn accepted<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        until: usize,
        tester: &mut T,
    ) -> Result<Option<Vec<Tried>>, T::Error> {
        let until = until.min(asked.looks().games().len());
        loop {
            let accepted = self.runners.iter().filter(|runner| runner.is_accepted());
            let accepted: Vec<Tried> = accepted.map(|runner| runner.tried.clone()).collect();
            let is_over = self.looks >= until;
            if is_over || !accepted.is_empty() || !self.runners.iter().any(Runner::is_running) {
                return Ok(Some(accepted));
            }
            if !self.look(asked, tester)? {
                return Ok(None);
            }
        }
    }

    /// Plays all running edits to the next look. Returns false if stopped.
    pub(super) fn look<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        tester: &mut T,
    ) -> Result<bool, T::Error> {
        let looks = asked.looks();
        let from = self.looks.checked_sub(1).map_or(0, |last| looks.games()[last]);
        let to = looks.games()[self.looks];
        let is_whole = self.play(asked, from..to, looks.confidence(), tester)?;
        // Half a look can't show that an edit meets all targets.
        self.runners.iter_mut().for_each(|runner| runner.judge(is_whole));
        self.looks += usize::from(is_whole);
        Ok(is_whole)
    }

    /// Takes over an edit's result on fresh dice; if that is not certain, its verdict is open.
    pub(super) fn certify(&mut self, asked: &TuneSpec, certified: &Certified) {
        let is_it = |runner: &&mut Runner| runner.tried.edit == certified.tried.edit;
        if let Some(runner) = self.runners.iter_mut().find(is_it) {
            runner.is_certified = true;
            runner.tried.values.clone_from(&certified.values);
            runner.tried.games = certified.games(asked);
            if !certified.is_certain {
                runner.tried.is_refused = true;
                runner.tried.verdict = Verdict::Inconclusive;
            }
        }
    }

    fn outs(&self, asked: &TuneSpec) -> Vec<usize> {
        let mut outs = vec![0; asked.matchups];
        for runner in &self.runners {
            for (target, verdict) in asked.targets.iter().zip(&runner.verdicts) {
                outs[target.matchup] += usize::from(*verdict == Verdict::Fail);
            }
        }
        outs
    }

    /// Plays all running edits to a look, except in matchups where they meet all targets. Returns false if stopped.
    fn play<T: Playtester>(
        &mut self,
        asked: &TuneSpec,
        games: Range<u64>,
        at: Confidence,
        tester: &mut T,
    ) -> Result<bool, T::Error> {
        // Accepted edits must pass again on fresh dice, but the unedited table must not.
        let met = if self.level == 0 { at } else { Confidence::P95 };
        // The matchups that put out the most edits come first.
        let outs = self.outs(asked);
        let mut matchups: Vec<usize> = (0..asked.matchups).collect();
        matchups.sort_by_key(|matchup| Reverse(self.outs[*matchup] + outs[*matchup]));
        for matchup in matchups {
            let running = self.runners.iter_mut().filter(|runner| runner.is_open(asked, matchup));
            let running: Vec<&mut Runner> = running.collect();
            if running.is_empty() {
                continue;
            }
            let edits = running.iter().map(|runner| &runner.tried.edit);
            let edits: Vec<Edit> = edits.filter(|edit| !edit.is_empty()).cloned().collect();
            let stage = Stage::Race(self.level);
            let (study, is_whole) =
                tester.play(stage, matchup, &Edit::new(), &edits, games.clone())?;
            if study.games() == 0 && !is_whole {
                return Ok(false);
            }
            let mut variants = study.variants.iter();
            for runner in running {
                let more = match runner.tried.edit.is_empty() {
                    true => Some(&study.base),
                    false => variants.next().map(|variant| &variant.tally),
                };
                let Some(more) = more else { continue };
                runner.add(matchup, more);
                let verdicts = runner.verdicts.clone();
                runner.look(asked, matchup, at, met);
                if !is_whole {
                    // A part of a look tells values, but decides nothing.
                    runner.verdicts = verdicts;
                }
            }
            if !is_whole {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Runner {
    fn is_accepted(&self) -> bool {
        !self.is_certified && self.tried.verdict == Verdict::Pass
    }

    fn is_running(&self) -> bool {
        !self.is_certified && !self.verdicts.contains(&Verdict::Fail)
    }

    fn is_open(&self, asked: &TuneSpec, matchup: usize) -> bool {
        let mut verdicts = asked.targets.iter().zip(&self.verdicts);
        self.is_running()
            && verdicts.any(|(it, verdict)| it.matchup == matchup && *verdict != Verdict::Pass)
    }

    fn judge(&mut self, is_whole: bool) {
        let all_pass = self.verdicts.iter().all(|verdict| *verdict == Verdict::Pass);
        if self.verdicts.contains(&Verdict::Fail) {
            self.tried.verdict = Verdict::Fail;
        } else if is_whole && !self.is_certified && all_pass {
            self.tried.verdict = Verdict::Pass;
        }
    }

    fn look(&mut self, asked: &TuneSpec, matchup: usize, at: Confidence, met: Confidence) {
        let Some(tally) = &self.tallies[matchup] else { return };
        for (place, target) in
            asked.targets.iter().enumerate().filter(|(_, it)| it.matchup == matchup)
        {
            self.tried.values[place] = target.estimate(tally, at);
            self.verdicts[place] = target.judge(tally, at, met);
            self.tried.games[place] = tally.games();
        }
    }

    fn add(&mut self, matchup: usize, more: &Tally) {
        match &mut self.tallies[matchup] {
            Some(tally) => tally.merge(more),
            none => *none = Some(more.clone()),
        }
    }
}
