//! What all commands that play need: threads, a way to stop them, and a progress bar.

use std::io::{self, IsTerminal};
use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use skirmish_engine::battle::Battle;
use skirmish_scenario::Scenario;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Detail, PairReason, RunError, Session, Workers};

use crate::args;
use crate::ending;
use crate::interrupt::interrupt;
pub(crate) use crate::interrupt::{BRAKE, is_interrupted};
use crate::output;
pub(crate) use crate::status::nothing_played;
use crate::status::{Failure, Result};

/// Makes an interrupt stop play, and a second one end the program at once. Files are never half written.
#[expect(clippy::exit, reason = "who presses twice does not want to wait")]
pub(crate) fn stop_on_interrupt() {
    // A terminal has just shown `^C` beside the progress bar: begin a new line.
    let begin = if io::stderr().is_terminal() { "\n" } else { "" };
    let _ = ctrlc::set_handler(move || {
        if interrupt() {
            let told = "interrupted: stopped; files written so far are kept";
            output::print_aside(&format!("{begin}{told}\n"));
            std::process::exit(ending::INTERRUPTED.into());
        }
        let told = "stopping; press Ctrl-C again to give up at once";
        output::print_aside(&format!("{begin}{told}\n"));
    });
}

/// Returns as many threads as asked for, or as there are processors. They stop on an interrupt and when time is up.
pub(crate) fn workers(threads: Option<u16>, time: Option<Duration>) -> Result<Workers> {
    let threads = threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    BRAKE.set(time.map(|time| BRAKE.made() + time));
    stop_on_interrupt();
    Ok(Workers::new(threads)?.stopped_by(&BRAKE))
}

/// A pilot may take one part in this many of the time left.
const PILOT: u32 = 3;

/// Returns the result, or `None` with a note if there was no time for it.
pub(crate) fn in_time<T>(done: Result<T>, what: &str) -> Result<Option<T>> {
    match done {
        Err(Failure::Interrupted(_)) if !is_interrupted() => {
            output::note(&format!("there was no time for {what}: allow more with --for"));
            Ok(None)
        }
        done => done.map(Some),
    }
}

/// Returns the dice of a battle and its variants: in pairs only if a pilot ends in time.
pub(crate) fn session<'b>(
    battle: &'b Battle,
    variants: &[&Battle],
    dice: args::Dice,
    workers: &Workers,
) -> Result<Session<'b, Battle>> {
    let (variants, end) = (variants.iter().copied(), BRAKE.end());
    BRAKE.set(end.map(|end| Instant::now() + until(end) / PILOT));
    let session = Session::beside(battle, variants, dice.seed, dice.pairs, workers);
    BRAKE.set(end);
    match session {
        Err(RunError::Stopped { pilot: true }) if !is_interrupted() => {
            Ok(Session::unpiloted(battle, dice.seed, workers))
        }
        session => Ok(session?),
    }
}

/// Returns the end of a time, or a moment from now if that is later, so that there is an answer however short the time.
pub(crate) fn at_least_a_moment(end: Instant) -> Instant {
    end.max(Instant::now() + MOMENT)
}

const MOMENT: Duration = Duration::from_millis(500);

pub(crate) fn until(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

/// A battle and its variants to play on all threads, with a progress bar.
pub(crate) struct Workload<'a> {
    pub(crate) session: Session<'a, Battle>,
    pub(crate) variants: Vec<&'a Battle>,
    pub(crate) detail: Detail,
    /// The battle whose games are listed, if they are.
    pub(crate) list: Option<&'a Scenario>,
    pub(crate) workers: &'a Workers,
    pub(crate) bar: &'a ProgressBar,
}

impl<'a> Workload<'a> {
    pub(crate) fn of(
        battle: &'a Battle,
        variants: Vec<&'a Battle>,
        detail: Detail,
        dice: args::Dice,
        (workers, bar): (&'a Workers, &'a ProgressBar),
    ) -> Result<Self> {
        let session = session(battle, &variants, dice, workers)?;
        Ok(Self { session, variants, detail, list: None, workers, bar })
    }

    /// The same, with each game listed, if that is asked for.
    pub(crate) fn listing(self, list: Option<&'a Scenario>) -> Self {
        let detail = Detail { records: list.is_some(), ..self.detail };
        Self { list, detail, ..self }
    }
}

impl Workload<'_> {
    pub(crate) fn nothing(&self) -> Study {
        Study::of(&self.session, &self.variants, self.detail)
    }

    /// Returns what its games are kept as. Those left unpaired for lack of time are kept apart.
    pub(crate) fn purpose(&self, purpose: &str) -> String {
        match self.session.pairs().reason {
            PairReason::NoTime => format!("{purpose}, unpaired"),
            _ => purpose.to_owned(),
        }
    }

    /// Returns how many games are played for each game of the battle.
    pub(crate) fn at_once(&self) -> u64 {
        1 + self.variants.len() as u64
    }

    /// Plays the games with these numbers, or fewer if stopped, and moves the bar on.
    pub(crate) fn play(&self, games: Range<u64>) -> Result<Study> {
        let before = self.bar.position();
        let progress = |played: u64| self.bar.set_position(before + played * self.at_once());
        let (variants, detail, workers) = (&self.variants, self.detail, self.workers);
        let study = self.session.study(variants, detail, workers, games, Some(&progress))?;
        progress(study.games());
        Ok(study)
    }
}

/// Plays games in stretches until one reports that it was broken off.
pub(crate) fn in_stretches(
    games: Range<u64>,
    workers: &Workers,
    mut play: impl FnMut(Range<u64>) -> Result<bool>,
) -> Result {
    let (mut stretch, mut at) = (Stretch::of(workers), games.start);
    while at < games.end {
        let (end, began) = (games.end.min(at + stretch.0), Instant::now());
        if !play(at..end)? {
            break;
        }
        stretch.took(began.elapsed());
        at = end;
    }
    Ok(())
}

/// The number of games played before all threads wait for one another. It starts small, as a stretch that is broken off is
/// lost, and grows until one takes between a quarter of a second and a second. Results do not depend on it.
struct Stretch(u64);

impl Stretch {
    /// Fewest games for each thread; even, so that no pair is split.
    const LEAST: u64 = 2;

    fn of(workers: &Workers) -> Self {
        Self(Self::LEAST * workers.threads() as u64)
    }

    /// Adjusts the length to the time a stretch took.
    fn took(&mut self, time: Duration) {
        if time < Duration::from_millis(250) {
            self.0 *= 4;
        } else if time > Duration::from_secs(1) {
            // Half, in whole pairs, but at least one of them.
            self.0 = (self.0 / 4 * 2).max(Self::LEAST);
        }
    }
}

// A line wider than the terminal wraps and is drawn again on a new line each time. So each template ends with a part that fills
// the rest or is cut, and a space.

/// Returns a bar on stderr for a search, with a message on its progress.
pub(crate) fn search_bar(quiet: bool) -> ProgressBar {
    bar("{bar:16} {human_pos} games, {per_sec:0}, {wide_msg} ", 0, quiet)
}

/// Returns a bar on stderr with rate and time left; hidden if stderr is no terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    bar("{human_pos} of {human_len} games, {per_sec:0}, {eta} left {wide_bar} ", games, quiet)
}

fn bar(style: &str, games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = if games > 0 { ProgressBar::new(games) } else { ProgressBar::no_length() };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
