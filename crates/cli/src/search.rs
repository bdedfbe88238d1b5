//! What commands that search for players share: setting up searches, and reporting the players found.

pub(crate) mod kept;
pub(crate) mod said;

use std::io::{self, IsTerminal as _};
use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::{Act, Bot};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::Report;
use skirmish_report::comparison::Value;
use skirmish_report::exploit::so_far;
use skirmish_scenario::Scenario;
use skirmish_search::arena::{Gain, Score};
use skirmish_search::search::{Budget, GENERATION, Progress, Quest, State, finals};
use skirmish_search::shrink::{self, Shrunk};
use skirmish_search::{Arena, Grammar, SearchError, search};
use skirmish_simulator::study::{Looks, Study};
use skirmish_simulator::{
    Additive as _, Detail, GameRecord, Run, RunError, Session, Workers, score, scores,
};

use self::kept::{KeptResult, KeptState, Scripts};
use crate::args;
use crate::assemble;
use crate::output;
use crate::playing::{self, BRAKE};
use crate::show::CONFIDENCE;
use crate::status::{Failure, Result};
use crate::study::kept::Keeper;

/// Games of a certificate, the final test of what was found. No search plays them.
pub(crate) const CERTIFICATE: u64 = 20_000;

/// A certificate takes as long as this many games of a search, as some players have two recorded runs.
const CERTIFICATE_TAKES: u64 = 8 * CERTIFICATE;

/// The largest part of the time that is kept for a certificate.
const KEPT: f64 = 1.0 / 3.0;

/// The factor by which a reported time exceeds the expected one.
const MARGIN: f64 = 1.3;

/// The largest part of a search's time that is kept for finals and for removing changes that don't help.
const AFTER: f64 = 0.4;

/// Games of the shortest search for a check.
pub(crate) const CHECKED: u64 = 20_000;

/// A search for the best answer to the enemy's players in a battle.
pub(crate) struct Hunt<'a> {
    pub(crate) battle: &'a Battle,
    pub(crate) side: Side,
    /// The bots it starts with; it reports what it finds as changes to one of them.
    pub(crate) known: Vec<Bot>,
    pub(crate) grammar: Grammar,
    pub(crate) seed: u64,
    /// Games; it ends in the generation in which they run out.
    pub(crate) games: u64,
    /// Its time, with what comes after it.
    pub(crate) time: Option<Duration>,
    pub(crate) workers: &'a Workers,
    pub(crate) bar: &'a ProgressBar,
}

pub(crate) struct SearchResult {
    pub(crate) climb: Vec<Progress>,
    pub(crate) player: Shrunk,
    /// Whether all scripts tried ended every game alike.
    pub(crate) is_moot: bool,
    /// Games after the search: finals, removal of changes, and their worth.
    pub(crate) stripped: u64,
    /// What there was no time for; empty if nothing.
    pub(crate) cut_short: &'static str,
}

const NO_SEARCH: &str = "search";
const UNSTRIPPED: &str = "changes";

impl SearchResult {
    pub(crate) fn searched(&self) -> u64 {
        self.climb.last().map_or(0, |last| last.games)
    }
}

impl Hunt<'_> {
    /// Returns the battle with a bot in place of the side's own.
    pub(crate) fn with(&self, bot: &Bot) -> Result<Battle> {
        let enemies = self.battle.players(!self.side);
        let own = [Player { bot: bot.clone(), weight: 1 }];
        let mut players = BySide([enemies.as_slice(); 2]);
        players[self.side] = &own;
        Ok(self.battle.with_players(players)?)
    }

    /// Finds the best player from what was kept for this purpose, and keeps each generation.
    pub(crate) fn kept(
        &self,
        scenario: &Scenario,
        (keeper, purpose): (&mut Keeper, &str),
    ) -> Result<SearchResult> {
        let scripts = Scripts { scenario, side: self.side, known: &self.known };
        let state = match keeper.kept::<KeptState>(purpose)? {
            Some(kept) => kept.read(&scripts).ok_or_else(|| keeper.is_damaged())?,
            None => State::default(),
        };
        let done = format!("{purpose}, stripped");
        let is_over = state.climb.last().is_some_and(|last| last.games >= self.games);
        if let Some(result) = keeper.kept::<KeptResult>(&done)?.filter(|_| is_over) {
            return result.read(&scripts, state.climb).ok_or_else(|| keeper.is_damaged());
        }
        let keep = |state: &State| keeper.keep(purpose, &KeptState::of(&scripts, state), true);
        let result = self.best(state, keep)?;
        if result.cut_short.is_empty() {
            keeper.keep(&done, &KeptResult::of(&scripts, &result), true)?;
        }
        Ok(result)
    }

    /// Finds the best player from the state of an earlier search. If time runs out it is the best of the last whole generation,
    /// or the first known bot.
    pub(crate) fn best(
        &self,
        state: State,
        mut keep: impl FnMut(&State) -> Result,
    ) -> Result<SearchResult> {
        let (bar, before) = (self.bar, self.bar.position());
        let watch = |played| bar.set_position(before + played);
        let mut arena = self.arena().watched(&watch);
        bar.set_message("search");
        let (began, mut failure, mut last) = (Instant::now(), None, state.clone());
        let kept_up = state.climb.last().map_or(0, |last| last.games);
        // When this search must have its player.
        let mut end = self.time.map(|time| BRAKE.made() + time.mul_f64(1.0 - KEPT));
        let brake = |end: Option<Instant>, kept: Duration| {
            if let Some(end) = end {
                let most = end.saturating_duration_since(began).mul_f64(AFTER);
                BRAKE.set(end.checked_sub(kept.min(most)));
            }
        };
        brake(end, Duration::MAX);
        let goes_on = |state: &State| {
            last.clone_from(state);
            failure = keep(state).err();
            let Some(progress) = state.climb.last() else { return true };
            let pace = began.elapsed().div_f64((progress.games - kept_up) as f64);
            let after = self.after(state);
            end = self.time.map(|time| {
                let kept = pace.mul_f64(CERTIFICATE_TAKES as f64).min(time.mul_f64(KEPT));
                BRAKE.made() + (time - kept)
            });
            let next = pace.mul_f64((after + GENERATION / 2) as f64);
            let is_late = end.is_some_and(|end| Instant::now() + next >= end);
            brake(end, pace.mul_f64(after as f64));
            let is_over = is_late || progress.games >= self.games;
            bar.set_length(match self.time {
                Some(time) => (time.as_secs_f64() / pace.as_secs_f64()) as u64,
                None => self.most(state),
            });
            bar.set_message(match is_over {
                false => format!("search: {}", so_far(progress.tried, progress.best.mean())),
                true => "finals".to_owned(),
            });
            !is_over && failure.is_none()
        };
        let Self { grammar, known: starts, seed, games, .. } = self;
        let quest = |games| Quest { grammar, starts, seed: *seed, budget: Budget { games } };
        let found = search::search(&mut arena, quest(*games), state, goes_on);
        if let Some(failure) = failure {
            return Err(failure);
        }
        if self.time.is_some() {
            BRAKE.set(end);
        }
        let found = match found {
            // A generation broken off does not count: the finals are those of the generation before.
            Err(error) if is_late(&error) && !last.climb.is_empty() => {
                arena = self.arena().watched(&watch);
                search::search(&mut arena, quest(0), last.clone(), |_| false)
            }
            found => found,
        };
        let (best, climb, mut cut_short) = match found {
            Ok(found) => (found.best[0].bot.clone(), found.climb, ""),
            Err(error) if is_late(&error) => match last.champion() {
                Some(best) => (best.bot.clone(), last.climb.clone(), UNSTRIPPED),
                None => (starts[0].clone(), Vec::new(), NO_SEARCH),
            },
            Err(error) => return Err(failed_after(error, &last)),
        };
        let player = match cut_short {
            "" => shrink::shrink(&mut arena, &best, starts),
            _ => Ok(Shrunk { base: shrink::nearest(&best, starts), bot: best.clone() }),
        };
        let player = match player {
            Err(error) if is_late(&error) => {
                cut_short = UNSTRIPPED;
                Shrunk { base: shrink::nearest(&best, starts), bot: best }
            }
            player => player.map_err(|error| failed_after(error, &last))?,
        };
        let searched = climb.last().map_or(0, |last| last.games);
        let is_moot = !arena.differs() && searched > 0;
        let stripped = arena.played().saturating_sub(searched);
        Ok(SearchResult { climb, player, is_moot, stripped, cut_short })
    }

    /// About how many games the search and what comes after it take.
    pub(crate) fn most(&self, state: &State) -> u64 {
        let played = state.climb.last().map_or(0, |progress| progress.games);
        self.games.max(played) + self.after(state) + CERTIFICATE_TAKES
    }

    /// Returns about how many games follow a search that ends now.
    fn after(&self, state: &State) -> u64 {
        let best = state.elite.first().map_or(0, |best| {
            shrink::changes(&shrink::nearest(&best.bot, &self.known), &best.bot).len()
        });
        // A margin, as there is no answer if the clock stops this too.
        (finals(self.games) + shrink::usual_games(best)) * 5 / 4
    }

    fn arena(&self) -> Arena<'_> {
        let enemies = self.battle.players(!self.side);
        Arena::new(self.battle, self.side, enemies, self.seed, self.workers)
    }

    /// Returns how much more a player wins than the side's own, by the points of both; nothing if it plays like the side's own.
    pub(crate) fn gain(&self, found: &Bot, points: &[u8], before: &[u8]) -> Gain {
        // The side's own bots come first among the known ones.
        let is_own = self.battle.players(self.side).len() == 1;
        match self.known.first() {
            Some(own) if is_own && shrink::plays_alike(own, found) => Gain::NONE,
            _ => Gain::of(points, before),
        }
    }

    /// Returns the side's points in each game of the certificate, by battle.
    pub(crate) fn points(&self, battles: &[Battle], games: Range<u64>) -> Result<Vec<Vec<u8>>> {
        self.bar.set_message("certificate");
        let of = |battle| {
            let battle = std::slice::from_ref(battle);
            let points = scores(battle, self.side, self.seed, games.clone(), self.workers)?;
            self.bar.inc(games.end - games.start);
            Ok(points.into_iter().flatten().collect())
        };
        battles.iter().map(of).collect()
    }
}

/// Announces a search to a waiting user: how many games it plays, and how long they take, estimated from a few.
pub(crate) fn announce(
    battle: &Battle,
    (games, of): (u64, &str),
    workers: &Workers,
    quiet: bool,
) -> Result {
    const FEW: u64 = 64;
    if quiet || !io::stderr().is_terminal() {
        return Ok(());
    }
    let began = Instant::now();
    scores(std::slice::from_ref(battle), Side::A, 0, 0..FEW, workers)?;
    output::note(&takes(games, of, began.elapsed().mul_f64(games as f64 / FEW as f64)));
    Ok(())
}

fn takes(games: u64, of: &str, time: Duration) -> String {
    let games = skirmish_report::counted(games.div_ceil(1_000) * 1_000, "game");
    format!("up to some {games} of {of}, in about {}", HumanDuration(time))
}

/// The final test of what was found, on games that no search played.
pub(crate) struct Certificate {
    pub(crate) games: u64,
    /// The side's points in each game, by battle.
    pub(crate) points: Vec<Vec<u8>>,
    /// Reports of the recorded battles.
    pub(crate) reports: Vec<Report>,
}

/// Plays the games of a certificate in each battle, or as many as time allows. Those of the first few battles are recorded.
pub(crate) fn certified(
    scenario: &Scenario,
    (recorded, others): (&[&Battle], &[Battle]),
    (side, seed): (Side, u64),
    (workers, bar): (&Workers, &ProgressBar),
) -> Result<Certificate> {
    bar.set_message("certificate");
    let dice = args::Dice::unpaired(seed);
    let begin = |battle| {
        let session = playing::session(battle, &[], dice, workers)?;
        Ok(Recorded { session, study: Study::of(&session, &[], DETAIL) })
    };
    let mut recorded = recorded.iter().copied().map(begin).collect::<Result<Vec<_>>>()?;
    let mut points = vec![Vec::new(); recorded.len() + others.len()];
    playing::in_stretches(0..CERTIFICATE, workers, |games| {
        let play = |of: &Recorded<'_>| of.session.study(&[], DETAIL, workers, games.clone(), None);
        let studies = recorded.iter().map(play).collect::<Result<Vec<_>, _>>()?;
        if studies.iter().any(|study| study.games() < games.end - games.start) {
            return Ok(false);
        }
        let more = match scores(others, side, seed, games.clone(), workers) {
            Err(RunError::Stopped { .. }) => return Ok(false),
            more => more?,
        };
        let of = |record: &GameRecord| score(record.outcome.ending, side);
        let won = studies.iter().map(|study| study.records.iter().map(of).collect());
        points
            .iter_mut()
            .zip(won.chain(more))
            .for_each(|(all, more): (_, Vec<u8>)| all.extend(more));
        for (all, study) in recorded.iter_mut().zip(studies) {
            all.study.merge(&Study { records: Vec::new(), ..study });
        }
        bar.inc((games.end - games.start) * points.len() as u64);
        Ok(true)
    })?;
    let games = points[0].len() as u64;
    if games == 0 || playing::is_interrupted() {
        return Err(playing::nothing_played());
    }
    let report = |Recorded { session, study }: Recorded<'_>| {
        let run = Run { tally: study.base, pairs: session.pairs(), games, cancelled: false };
        assemble::report(scenario, session.driver(), &run, (seed, CONFIDENCE))
    };
    Ok(Certificate { games, points, reports: recorded.into_iter().map(report).collect() })
}

const DETAIL: Detail = Detail { tables: true, changes: false, nominees: true, records: true };

struct Recorded<'b> {
    session: Session<'b, Battle>,
    study: Study,
}

/// Searches for a better player, and returns how much more it wins than the side as it plays, and in how many games. These
/// games are not the search's own, and end with the look at which they are enough, or the last.
pub(crate) fn gain(
    scenario: &Scenario,
    (battle, side): (&Battle, Side),
    (games, seed): (u64, u64),
    (looks, is_enough): (&Looks, impl Fn(Gain, u64) -> bool),
    (workers, quiet): (&Workers, bool),
    (keeper, purpose): (&mut Keeper, &str),
) -> Result<(Gain, u64)> {
    let done = format!("{purpose}, done");
    if let Some(told) = keeper.kept(&done)? {
        return Ok(told);
    }
    let bar = &playing::search_bar(quiet);
    let hunt = hunt(scenario, (battle, side), (games, seed), (workers, bar));
    let result = hunt.kept(scenario, (keeper, purpose)).map_err(|failure| match failure {
        Failure::Interrupted(done) if keeper.is_there() => keeper.interrupted(&done),
        other => other,
    })?;
    let battles = [hunt.with(&result.player.bot)?, battle.clone()];
    let last = looks.games().last().map_or(CERTIFICATE, |last| CERTIFICATE.max(*last));
    let (mut points, mut played) = (vec![Vec::new(), Vec::new()], 0);
    let told = loop {
        let look = looks.after(played.max(CERTIFICATE - 1)).unwrap_or(last);
        for (points, more) in points.iter_mut().zip(hunt.points(&battles, played..look)?) {
            points.extend(more);
        }
        played = look;
        let gain = hunt.gain(&result.player.bot, &points[0], &points[1]);
        if played == last || is_enough(gain, played) {
            break (gain, played);
        }
    };
    bar.finish_and_clear();
    keeper.keep(&done, &told, true)?;
    Ok(told)
}

/// Searches for the best player, and returns what it wins in games that are not the search's own.
pub(crate) fn answer(
    scenario: &Scenario,
    of: (&Battle, Side),
    effort: (u64, u64),
    with: (&Workers, &ProgressBar),
    kept: (&mut Keeper, &str),
) -> Result<Value> {
    let hunt = hunt(scenario, of, effort, with);
    let result = hunt.kept(scenario, kept)?;
    let points = hunt.points(&[hunt.with(&result.player.bot)?], 0..CERTIFICATE)?;
    Ok(won(&Score::of(&points[0])))
}

/// Returns a search that begins with the bots the side may play.
fn hunt<'a>(
    scenario: &Scenario,
    (battle, side): (&'a Battle, Side),
    (games, seed): (u64, u64),
    (workers, bar): (&'a Workers, &'a ProgressBar),
) -> Hunt<'a> {
    let known = known_bots(scenario, battle, side);
    let grammar = grammar(scenario, side, &known);
    Hunt { battle, side, known, grammar, seed, games, time: None, workers, bar }
}

/// Returns the bots that a side may play: its own first, then shipped ones.
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

/// Returns a known bot with all its lines, as listed, even those of no use in this battle.
pub(crate) fn as_listed(scenario: &Scenario, battle: &Battle, side: Side, known: &Bot) -> Bot {
    let own = battle.players(side).into_iter().map(|own| own.bot);
    let all = own.chain(scenario.every_shipped_bot(side));
    let is_it = |bot: &Bot| bot.name == known.name && scenario.suited(side, bot) == *known;
    all.into_iter().find(is_it).unwrap_or_else(|| known.clone())
}

pub(crate) fn grammar(scenario: &Scenario, side: Side, known: &[Bot]) -> Grammar {
    let donors = known.iter().filter(|bot| bot.lines.iter().all(|line| line.act != Act::Anything));
    Grammar { language: scenario.language(side), donors: donors.cloned().collect() }
}

pub(crate) fn failed(error: SearchError) -> Failure {
    match error {
        SearchError::Run(error) => error.into(),
        SearchError::Battle(error) => Failure::usage(error.to_string()),
        SearchError::Table(error) => Failure::Bug(error, Vec::new()),
    }
}

pub(crate) fn is_late(error: &SearchError) -> bool {
    error.is_stop() && !playing::is_interrupted()
}

fn failed_after(error: SearchError, state: &State) -> Failure {
    match error {
        SearchError::Run(RunError::Stopped { .. }) if playing::is_interrupted() => {
            let tried = state.climb.last().map_or(0, |last| last.tried);
            let scripts = skirmish_report::counted(tried, "script");
            Failure::Interrupted(format!("stopped after {scripts}"))
        }
        error => failed(error),
    }
}

/// Returns a time with a margin, as play slows down when scripts grow.
pub(crate) fn about(needed: Duration) -> String {
    format!("about {}", HumanDuration(needed.mul_f64(MARGIN)))
}

/// Minutes that may be enough if nothing is known.
pub(crate) const UNKNOWN: u64 = 5;

/// Returns minutes that are time enough: whole ones up to ten, then every fifth, and from an hour on every thirtieth.
pub(crate) fn minutes(needed: Duration) -> u64 {
    let minutes = (needed.mul_f64(MARGIN).as_secs_f64() / 60.0).ceil() as u64;
    minutes.max(1).next_multiple_of(match minutes {
        0..=10 => 1,
        11..=60 => 5,
        _ => 30,
    })
}

pub(crate) fn won(score: &Score) -> Value {
    Value { value: score.mean(), interval: Some(score.interval(CONFIDENCE)) }
}

pub(crate) fn gained(gain: Gain) -> Value {
    Value { value: gain.value, interval: Some(gain.interval(CONFIDENCE)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_search_takes_is_told() {
        let told = takes(641_234, "search", Duration::from_secs(120));
        assert_eq!(told, "up to some 642,000 games of search, in about 2 minutes");
    }
}
