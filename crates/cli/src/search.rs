//! What the commands that look for players share: what they search with, for whom, and how what was found is told.

pub(crate) mod kept;
pub(crate) mod said;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::{Act, Bot};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::OutcomeRow;
use skirmish_report::comparison::Value;
use skirmish_report::exploit::so_far;
use skirmish_scenario::Scenario;
use skirmish_search::arena::{Gain, Score};
use skirmish_search::search::{Budget, FINALS, Found, GENERATION, Quest, State};
use skirmish_search::shrink::{self, Shrunk, Worth};
use skirmish_search::{Arena, Grammar, SearchError, search};
use skirmish_simulator::{Control, Run, Workers, scores};

use self::kept::{KeptState, Scripts};
use crate::args;
use crate::assemble;
use crate::playing::{self, STOP};
use crate::show::CONFIDENCE;
use crate::status::Failure;
use crate::study::kept::Keeper;

/// Games on which what was found is told: those of a run, which no search plays.
pub(crate) const CERTIFICATE: u64 = 20_000;

/// Fewest of them where time is short.
const LEAST_CERTIFICATE: u64 = 2_000;

/// A certificate takes as long as a search plays so many of its games: of some players, with two runs that are recorded.
const CERTIFICATE_TAKES: u64 = 8 * CERTIFICATE;

/// Most of the time that is kept for it.
const KEPT: f64 = 1.0 / 3.0;

/// Games on which one of several players found is chosen; and how far beyond those of a search they are.
const CHOICE: u64 = 16_384;
const BEYOND: u64 = 1 << 40;

/// A search for the best answer to how the enemy plays in a battle.
pub(crate) struct Hunt<'a> {
    pub(crate) battle: &'a Battle,
    pub(crate) side: Side,
    /// The bots that it starts with, and tells what it finds from.
    pub(crate) known: Vec<Bot>,
    /// What scripts are made of.
    pub(crate) grammar: Grammar,
    pub(crate) seed: u64,
    /// Games, unless a time is given.
    pub(crate) games: u64,
    /// The time of all searches, with what comes after them.
    pub(crate) time: Option<Duration>,
    /// How many searches there are.
    pub(crate) searches: u32,
    /// When the first began.
    pub(crate) began: Instant,
    pub(crate) workers: &'a Workers,
    pub(crate) bar: &'a ProgressBar,
}

/// What it has found.
pub(crate) struct Prey {
    pub(crate) found: Found,
    pub(crate) player: Shrunk,
    /// Whether every script that was tried ended every game as the others did.
    pub(crate) is_moot: bool,
    /// Games after those of the search: of finals, of the undoing of changes, and of their worth.
    pub(crate) stripped: u64,
}

impl Prey {
    /// Games of the search.
    pub(crate) fn searched(&self) -> u64 {
        self.found.climb.last().map_or(0, |last| last.games)
    }
}

/// The best of several players, each found without something.
pub(crate) struct Choice {
    /// Which it is.
    pub(crate) place: usize,
    /// The player, who takes up again what costs him nothing, or serves him.
    pub(crate) told: Shrunk,
    /// The same without what was barred, unless that is worse.
    pub(crate) without: Option<Bot>,
}

impl Hunt<'_> {
    /// The battle with a bot in place of the side's own.
    pub(crate) fn with(&self, bot: &Bot) -> Result<Battle, Failure> {
        let enemies = self.battle.players(!self.side);
        let own = [Player { bot: bot.clone(), weight: 1 }];
        let mut players = BySide([enemies.as_slice(); 2]);
        players[self.side] = &own;
        self.battle.with_players(players).map_err(|error| Failure::usage(error.to_string()))
    }

    /// The best player found, from what has been kept for the purpose; each generation is kept.
    pub(crate) fn kept(
        &self,
        scenario: &Scenario,
        (keeper, purpose): (&mut Keeper, &str),
    ) -> Result<Prey, Failure> {
        let scripts = Scripts { scenario, side: self.side, known: &self.known };
        let state = match keeper.kept::<KeptState>(purpose)? {
            Some(kept) => kept.read(&scripts).ok_or_else(|| keeper.is_damaged())?,
            None => State::default(),
        };
        self.best(state, |state| keeper.keep(purpose, &KeptState::of(&scripts, state), true))
    }

    /// The best player found, from the state of a search that was broken off if there is one.
    pub(crate) fn best(
        &self,
        state: State,
        mut keep: impl FnMut(&State) -> Result<(), Failure>,
    ) -> Result<Prey, Failure> {
        let (bar, before) = (self.bar, self.bar.position());
        let watch = |played| bar.set_position(before + played);
        let mut arena = self.arena().watched(&watch);
        bar.set_message("search");
        let (began, mut failure) = (Instant::now(), None);
        let kept_up = state.climb.last().map_or(0, |last| last.games);
        let games = if self.time.is_some() { u64::MAX } else { self.games };
        let goes_on = |state: &State| {
            failure = keep(state).err();
            let Some(progress) = state.climb.last() else {
                return true;
            };
            let pace = began.elapsed().div_f64((progress.games - kept_up) as f64);
            let after = self.after(state);
            let is_over = match self.time {
                None => progress.games >= games,
                Some(time) => {
                    let (time, searches) = (time.as_secs_f64(), f64::from(self.searches));
                    let kept = (pace.as_secs_f64() * CERTIFICATE_TAKES as f64).min(time * KEPT);
                    let next = pace.mul_f64((after + GENERATION / 2) as f64);
                    (began.elapsed() + next).as_secs_f64() >= (time - kept) / searches
                }
            };
            bar.set_length(match self.time {
                Some(time) => (time.as_secs_f64() / pace.as_secs_f64()) as u64,
                None => {
                    u64::from(self.searches) * (games.max(progress.games) + after)
                        + CERTIFICATE_TAKES
                }
            });
            bar.set_message(match is_over {
                false => format!("search: {}", so_far(progress.tried, progress.best.mean())),
                true => "finals, and undoing what is not worth its keep".to_owned(),
            });
            !is_over && failure.is_none() && !STOP.load(Ordering::Relaxed)
        };
        let Self { grammar, known: starts, seed, .. } = self;
        let quest = Quest { grammar, starts, seed: *seed, budget: Budget { games } };
        let found = search::search(&mut arena, quest, state, goes_on).map_err(failed)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let player = shrink::shrink(&mut arena, &found.best[0].bot, starts).map_err(failed)?;
        let searched = found.climb.last().map_or(0, |last| last.games);
        let (is_moot, stripped) = (!arena.differs(), arena.played() - searched);
        Ok(Prey { found, player, is_moot, stripped })
    }

    /// Games after those of a search, about, if it ends now.
    fn after(&self, state: &State) -> u64 {
        let best = state.elite.first().map_or(0, |best| {
            let from = &self.known[shrink::nearest(&best.bot, &self.known)];
            shrink::changes(from, &best.bot).len()
        });
        FINALS + shrink::usual_games(best)
    }

    fn arena(&self) -> Arena<'_> {
        let enemies = self.battle.players(!self.side);
        Arena::new(self.battle, self.side, enemies, self.seed, self.workers)
    }

    /// The best of some bots, on games that neither a search nor a certificate plays; `None` if it is the first, which has
    /// been told. By `barred` a bot loses what another went without. Returns the games that it took, too.
    pub(crate) fn choice(
        &self,
        bots: &[Bot],
        barred: impl Fn(usize, &Bot) -> Bot,
    ) -> Result<(Option<Choice>, u64), Failure> {
        let mut arena = self.arena();
        let _ = arena.fresh(BEYOND);
        let dice = arena.fresh(CHOICE);
        let points = arena.points(bots, dice).map_err(failed)?;
        let won = |k: usize| Score::of(&points[k]).mean();
        let place = (1..bots.len()).fold(0, |best, k| if won(k) > won(best) { k } else { best });
        if place == 0 {
            return Ok((None, arena.played()));
        }
        let mut told = shrink::shrink(&mut arena, &bots[place], &self.known).map_err(failed)?;
        let without = barred(place, &told.bot);
        let dice = arena.fresh(CHOICE);
        let points = arena.points(&[without.clone(), told.bot.clone()], dice).map_err(failed)?;
        let (low, high) = Gain::of(&points[0], &points[1]).interval(CONFIDENCE);
        if low > 0.0 {
            let changes = shrink::changes(&self.known[told.from], &without).into_iter();
            told.changes = changes.map(|change| Worth { change, gain: Gain::UNKNOWN }).collect();
            told.bot.clone_from(&without);
        }
        let without = (high >= 0.0).then_some(without);
        Ok((Some(Choice { place, told, without }), arena.played()))
    }

    /// Games of the certificate of so many battles: fewer than is usual if the time is short.
    pub(crate) fn certificate(&self, battles: usize) -> u64 {
        let Some(time) = self.time.filter(|_| !STOP.load(Ordering::Relaxed)) else {
            return CERTIFICATE;
        };
        let pace = self.began.elapsed().as_secs_f64() / self.bar.position().max(1) as f64;
        let left = time.saturating_sub(self.began.elapsed()).as_secs_f64();
        // Two of them are played once more, and recorded.
        let games = (left / pace / (battles as f64 + 4.0)) as u64;
        (games / 1000 * 1000).clamp(LEAST_CERTIFICATE, CERTIFICATE)
    }

    /// The points that the side wins in each game of the certificate, battle by battle.
    pub(crate) fn points(&self, battles: &[Battle], games: u64) -> Result<Vec<Vec<u8>>, Failure> {
        self.bar.set_message("certificate");
        let of = |battle| {
            let battle = std::slice::from_ref(battle);
            let points = scores(battle, self.side, self.seed, 0..games, self.workers)?;
            self.bar.inc(games);
            Ok(points.into_iter().flatten().collect())
        };
        battles.iter().map(of).collect()
    }
}

/// What a side wins more with the best player that a search of so many games finds, by a seed, than as it plays; on games
/// that the search never saw.
pub(crate) fn gain(
    scenario: &Scenario,
    battle: &Battle,
    side: Side,
    (games, seed): (u64, u64),
    (workers, quiet): (&Workers, bool),
    (keeper, purpose): (&mut Keeper, &str),
) -> Result<Gain, Failure> {
    let done = format!("{purpose}, done");
    if let Some(gain) = keeper.kept(&done)? {
        return Ok(gain);
    }
    let known = known_bots(scenario, battle, side);
    let grammar = grammar(scenario, side, &known);
    let (time, searches, began) = (None, 1, Instant::now());
    let bar = &playing::search_bar(quiet);
    let hunt =
        Hunt { battle, side, known, grammar, seed, games, time, searches, began, workers, bar };
    let prey = hunt.kept(scenario, (keeper, purpose))?;
    if STOP.load(Ordering::Relaxed) {
        return Err(keeper.interrupted("the search was not done"));
    }
    let points = hunt.points(&[hunt.with(&prey.player.bot)?, battle.clone()], CERTIFICATE)?;
    bar.finish_and_clear();
    let gain = Gain::of(&points[0], &points[1]);
    keeper.keep(&done, &gain, true)?;
    Ok(gain)
}

/// The bots that a side may play as they are: its own first, and those that come with the program.
pub(crate) fn known_bots(scenario: &Scenario, battle: &Battle, side: Side) -> Vec<Bot> {
    let own = battle.players(side);
    let mut known: Vec<Bot> = own.iter().map(|own| scenario.suited(side, &own.bot)).collect();
    for bot in scenario.shipped_bots(side) {
        if known.iter().all(|own| own.name != bot.name) {
            known.push(bot);
        }
    }
    known
}

/// What the scripts of a side are made of.
pub(crate) fn grammar(scenario: &Scenario, side: Side, known: &[Bot]) -> Grammar {
    let language = scenario.language(side);
    let donors = known.iter().filter(|bot| bot.lines.iter().all(|line| line.act != Act::Anything));
    Grammar {
        conditions: language.conditions,
        actions: language.actions,
        reactions: language.reactions,
        nominations: language.nominations,
        donors: donors.cloned().collect(),
    }
}

pub(crate) fn failed(error: SearchError) -> Failure {
    match error {
        SearchError::Run(error) => error.into(),
        SearchError::Battle(error) => Failure::usage(error.to_string()),
        SearchError::Table(error) => Failure::Bug(error, Vec::new()),
    }
}

/// What was won, with its interval.
pub(crate) fn won(score: &Score) -> Value {
    Value { value: score.mean(), interval: Some(score.interval(CONFIDENCE)) }
}

/// What was gained, with its interval.
pub(crate) fn gained(gain: Gain) -> Value {
    Value { value: gain.value, interval: Some(gain.interval(CONFIDENCE)) }
}

/// How the games of a certificate end.
pub(crate) fn outcomes(
    scenario: &Scenario,
    battle: &Battle,
    (games, seed): (u64, u64),
    workers: &Workers,
) -> Result<Vec<OutcomeRow>, Failure> {
    let dice = args::Dice { seed, pairs: args::Pairs::Off };
    let session = playing::session(battle, &[], dice, workers)?;
    // To their end, even after an interrupt: what was searched for so long is not lost.
    let run: Run = session.play(workers, 0..games, Control::default())?;
    let asked = assemble::Asked {
        command: String::new(),
        players_from: None,
        seed,
        confidence: CONFIDENCE,
    };
    Ok(assemble::report(scenario, battle, &run, &asked).outcomes)
}
