//! Plays battles with edits.

use std::collections::BTreeMap;
use std::ops::Range;

use indicatif::ProgressBar;
use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::comparison::Value;
use skirmish_search::tune::{Edit, Move, Playtester, Stage, Target, TuneSpec};
use skirmish_simulator::study::Study;
use skirmish_simulator::{Detail, Workers};

use super::Matchup;
use super::cells::{Number, overrides};
use super::scales::Scales;
use crate::args;
use crate::playing::{self, BRAKE, Workload, in_time};
use crate::search;
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;

/// Races and certificates use seeds this far above those of the screen, so that no dice are used twice.
const APART: u64 = 1_000;

#[derive(Clone, Copy)]
struct Loader<'a> {
    settings: &'a args::Settings,
    matchups: &'a [Matchup],
    numbers: &'a [Number],
    scales: &'a Scales,
}

impl Loader<'_> {
    fn load(self, matchup: usize, edit: &[Move]) -> Result<Battle> {
        let Matchup { source, base, .. } = &self.matchups[matchup];
        let mut set = self.settings.overrides();
        set.extend(overrides(self.numbers, edit));
        Ok(source.load_like(&set, base)?.1)
    }
}

pub(super) struct Battles<'a> {
    args: &'a args::Tune,
    matchups: &'a [Matchup],
    loader: Loader<'a>,
    dice: Vec<args::Dice>,
    workers: &'a Workers,
    bar: &'a ProgressBar,
    keeper: &'a mut Keeper,
    /// Battles with edits that continue in this stage.
    loaded: BTreeMap<(usize, Edit), Battle>,
    stage: Option<Stage>,
}

impl<'a> Battles<'a> {
    pub(super) fn new(
        args: &'a args::Tune,
        (matchups, numbers, scales): (&'a [Matchup], &'a [Number], &'a Scales),
        (workers, bar): (&'a Workers, &'a ProgressBar),
        keeper: &'a mut Keeper,
    ) -> Result<Self> {
        let dice = dice(args, matchups, (workers, &mut *keeper))?;
        let loader = Loader { settings: &args.settings, matchups, numbers, scales };
        let (loaded, stage) = (BTreeMap::new(), None);
        Ok(Self { args, matchups, loader, dice, workers, bar, keeper, loaded, stage })
    }
}

/// Games of a search for an answer to an edit.
const ANSWER: u64 = 30_000;

/// Games of the answers of both sides, with finals and tests.
const ANSWERS: u64 = 2 * (2 * ANSWER + search::CERTIFICATE);

impl Battles<'_> {
    /// Returns about how many minutes it takes to play the games left, and with answers to the edit; `None` if nothing was played.
    pub(super) fn minutes(&self, asked: &TuneSpec, left: u64) -> Option<[u64; 2]> {
        let played = Some(self.bar.position()).filter(|played| *played > 0)?;
        let has_answers = asked.targets.iter().any(|it| it.measure.name == "win-rate");
        let answers = if has_answers { ANSWERS } else { 0 };
        let takes = |games| BRAKE.made().elapsed().mul_f64(games as f64 / played as f64);
        Some([left, left + answers].map(|games| search::minutes(takes(games))))
    }

    /// Returns what a side wins after a short search for the enemy's best answer, and after one for its own: how much a win
    /// rate depends on the players. `None` for other targets.
    pub(super) fn answered(
        &mut self,
        asked: &TuneSpec,
        edit: &Edit,
    ) -> Result<Vec<Option<[Value; 2]>>> {
        let mut of_first: BTreeMap<usize, Option<[Value; 2]>> = BTreeMap::new();
        let mut all = Vec::new();
        for Target { matchup, measure, side, .. } in asked.targets.iter().copied() {
            let Some(side) = side.filter(|_| measure.name == "win-rate") else {
                all.push(None);
                continue;
            };
            let of = match of_first.get(&matchup) {
                Some(of) => *of,
                None => in_time(self.answers(matchup, edit), "answers to the edit")?,
            };
            of_first.insert(matchup, of);
            let mirrored = |[low, high]: [Value; 2]| [high, low].map(Value::complement);
            all.push(if side == Side::A { of } else { of.map(mirrored) });
        }
        Ok(all)
    }

    /// Returns the least and the most that the first side wins.
    fn answers(&mut self, matchup: usize, edit: &Edit) -> Result<[Value; 2]> {
        let Matchup { source, scenario, players, .. } = &self.matchups[matchup];
        let battle = self.loader.load(matchup, edit)?;
        let effort = (ANSWER, self.args.dice.seed);
        let mut wins = [Value::default(); 2];
        for side in Side::BOTH {
            let name = scenario.side_names()[side];
            let purpose = format!("answers of {name} in {} of {players}", source.name);
            let with = (self.workers, self.bar);
            let kept = (&mut *self.keeper, &*purpose);
            wins[side.index()] = search::answer(scenario, (&battle, side), effort, with, kept)?;
        }
        let [most, of_second] = wins;
        Ok([of_second.complement(), most])
    }
}

/// What is kept of whether games are paired.
const PAIRS: &str = "pairs";

/// Returns the dice of each matchup. Whether games are paired is decided once, as a call that goes on may have less time for it.
fn dice(
    args: &args::Tune,
    matchups: &[Matchup],
    (workers, keeper): (&Workers, &mut Keeper),
) -> Result<Vec<args::Dice>> {
    let are_paired = |matchup: &Matchup| {
        Ok(playing::session(&matchup.base, &[], args.dice, workers)?.pairs().on)
    };
    let paired: Vec<bool> = match keeper.kept(PAIRS)? {
        Some(paired) => paired,
        None => matchups.iter().map(are_paired).collect::<Result<_>>()?,
    };
    keeper.keep(PAIRS, &paired, false)?;
    let dice = |on: bool| args::Dice {
        pairs: if on { args::Pairs::On } else { args::Pairs::Off },
        ..args.dice
    };
    Ok(paired.into_iter().map(dice).collect())
}

pub(super) fn seed(stage: Stage, first: u64) -> u64 {
    // The greatest seed is followed by 0.
    first.wrapping_add(match stage {
        Stage::Ends(n) | Stage::Steps(n) => n as u64,
        Stage::Race(level) => APART + level as u64,
        Stage::Certify(round) => 2 * APART + u64::from(round),
    })
}

fn words(stage: Stage) -> String {
    match stage {
        Stage::Ends(n) => format!("number {n}, whole range"),
        Stage::Steps(n) => format!("number {n}, one step"),
        Stage::Race(0) => "the table as it stands".to_owned(),
        Stage::Race(level) => format!("edits, cost {level}"),
        Stage::Certify(round) => format!("certificate {round}"),
    }
}

impl Playtester for Battles<'_> {
    type Error = Failure;

    fn play(
        &mut self,
        stage: Stage,
        matchup: usize,
        base: &Edit,
        edits: &[Edit],
        games: Range<u64>,
    ) -> Result<(Study, bool)> {
        if self.stage.replace(stage) != Some(stage) {
            self.loaded.clear();
        }
        self.bar.set_message(words(stage));
        let is_new = |edit: &&Edit| !self.loaded.contains_key(&(matchup, (*edit).clone()));
        let others = (!base.is_empty()).then_some(base);
        let new: Vec<&Edit> = edits.iter().chain(others).filter(is_new).collect();
        let loader = self.loader;
        let battles =
            self.workers.each(0..new.len() as u64, |k| loader.load(matchup, new[k as usize]));
        for (edit, battle) in new.into_iter().zip(battles) {
            self.loaded.insert((matchup, edit.clone()), battle?);
        }
        let variants: Vec<&Battle> =
            edits.iter().filter_map(|edit| self.loaded.get(&(matchup, edit.clone()))).collect();
        let dice = args::Dice { seed: seed(stage, self.args.dice.seed), ..self.dice[matchup] };
        let base =
            self.loaded.get(&(matchup, base.clone())).unwrap_or(&self.matchups[matchup].base);
        let detail = Detail { changes: matches!(stage, Stage::Ends(_)), ..Detail::default() };
        let workload = Workload::of(base, variants, detail, dice, (self.workers, self.bar))?;
        let games = workload.session.whole(games.start)..workload.session.whole(games.end);
        let purpose = format!("{}, {} to {}, {matchup}", words(stage), games.start, games.end);
        let length = games.end - games.start;
        let study = self.keeper.play_workload(&purpose, &workload, games)?;
        let is_whole = study.games() == length;
        Ok((study, is_whole))
    }

    fn workers(&self) -> &Workers {
        self.workers
    }

    fn are_sound(&mut self, edits: &[Edit]) -> Result<Vec<bool>> {
        // Whether an edit loads does not depend on the players.
        let name = |matchup: usize| &self.matchups[matchup].source.name;
        let is_first = |matchup: &usize| (0..*matchup).all(|other| name(other) != name(*matchup));
        let matchups: Vec<usize> = (0..self.matchups.len()).filter(is_first).collect();
        let loader = self.loader;
        let is_sound = |k: u64| {
            if !loader.scales.keep(loader.numbers, &edits[k as usize]) {
                return Ok(false);
            }
            for matchup in &matchups {
                match loader.load(*matchup, &edits[k as usize]) {
                    Ok(_) => {}
                    Err(Failure::Files(_)) => return Ok(false),
                    Err(other) => return Err(other),
                }
            }
            Ok(true)
        };
        self.workers.each(0..edits.len() as u64, is_sound).into_iter().collect()
    }
}
