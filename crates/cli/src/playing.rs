//! What every command that plays needs: threads, what stops them, a bar that tells how far it is.

use std::io::{self, IsTerminal};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use skirmish_engine::battle::Battle;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Brake, Detail, PairReason, RunError, Session, Workers};

use crate::args;
use crate::output;
use crate::status::{self, Failure, Result};
use crate::study::game_list::GameList;

/// Whether the user has interrupted.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What stops all play: an interrupt, or the end of the time that was given, which begins with the program.
pub(crate) static BRAKE: LazyLock<Brake> = LazyLock::new(Brake::default);

pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// An interrupt stops play. A second one ends the program at once, should that take too long; files are never half written,
/// so that whatever is there is whole.
#[expect(clippy::exit, reason = "who presses twice does not want to wait")]
pub(crate) fn stop_on_interrupt() {
    // A terminal has just shown `^C` beside the progress bar: begin a line of our own.
    let begin = if io::stderr().is_terminal() { "\n" } else { "" };
    let _ = ctrlc::set_handler(move || {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            let told = "interrupted: stopped; files written so far are kept";
            output::print_aside(&format!("{begin}{told}\n"));
            std::process::exit(status::INTERRUPTED.into());
        }
        BRAKE.pull();
        let told = "stopping; press Ctrl-C again to give up at once";
        output::print_aside(&format!("{begin}{told}\n"));
    });
}

/// As many threads as asked for, or as there are processors; they stop on an interrupt, and when the time is up.
pub(crate) fn workers(threads: Option<u16>, time: Option<Duration>) -> Result<Workers> {
    let threads = threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    BRAKE.set(time.map(|time| BRAKE.made() + time));
    stop_on_interrupt();
    Ok(Workers::new(threads)?.stopped_by(&BRAKE))
}

/// Play was stopped before there was anything to tell.
pub(crate) fn nothing_played() -> Failure {
    Failure::Interrupted(match is_interrupted() {
        true => "nothing had been played yet",
        false => {
            "time ran out before the first games were over; allow more with --for, or see with `--games 1 --pairs off` \
             how long one takes"
        }
    }
    .to_owned())
}

/// Part of the time that is left in which a pilot must be over.
const PILOT: u32 = 3;

/// What came of something, or `None`, with a note, if there was no time for it.
pub(crate) fn in_time<T>(done: Result<T>, what: &str) -> Result<Option<T>> {
    match done {
        Err(Failure::Interrupted(_)) if !is_interrupted() => {
            output::note(&format!("there was no time for {what}: allow more with --for"));
            Ok(None)
        }
        done => done.map(Some),
    }
}

/// The dice of a battle that is played alone or with variants beside it: in pairs only if a pilot is soon over.
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

/// The end of a time, or if that is at hand, as long as it takes to play anything at all: there is an answer, however short the
/// time.
pub(crate) fn at_least_a_moment(end: Instant) -> Instant {
    end.max(Instant::now() + MOMENT)
}

const MOMENT: Duration = Duration::from_millis(500);

/// The time until then.
pub(crate) fn until(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

/// A battle and its variants, to be played on all threads before a bar that tells how far they are.
pub(crate) struct Workload<'a> {
    pub(crate) session: Session<'a, Battle>,
    pub(crate) variants: Vec<&'a Battle>,
    pub(crate) detail: Detail,
    /// How games are listed, if they are.
    pub(crate) list: Option<&'a GameList<'a>>,
    pub(crate) workers: &'a Workers,
    pub(crate) bar: &'a ProgressBar,
}

impl<'a> Workload<'a> {
    /// The battle and its variants, with these dice.
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
    pub(crate) fn listing(self, list: Option<&'a GameList<'a>>) -> Self {
        let detail = Detail { records: list.is_some(), ..self.detail };
        Self { list, detail, ..self }
    }
}

impl Workload<'_> {
    /// A study of no games.
    pub(crate) fn nothing(&self) -> Study {
        Study::of(&self.session, &self.variants, self.detail)
    }

    /// What its games are kept for: those that were not paired for lack of time are others.
    pub(crate) fn purpose(&self, purpose: &str) -> String {
        match self.session.pairs().reason {
            PairReason::NoTime => format!("{purpose}, unpaired"),
            _ => purpose.to_owned(),
        }
    }

    /// How many games are played for each game of the battle itself.
    pub(crate) fn at_once(&self) -> u64 {
        1 + self.variants.len() as u64
    }

    /// Plays the games with these numbers, or fewer if it is stopped. The bar moves on from where it stands.
    pub(crate) fn play(&self, games: Range<u64>) -> Result<Study> {
        let before = self.bar.position();
        let progress = |played: u64| self.bar.set_position(before + played * self.at_once());
        let (variants, detail, workers) = (&self.variants, self.detail, self.workers);
        let study = self.session.study(variants, detail, workers, games, Some(&progress))?;
        progress(study.games());
        Ok(study)
    }
}

/// Plays games one stretch after the other, until one says that it was broken off.
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

/// How many games are played before all threads wait for one another: so few at first that they are over soon in any battle,
/// as they are lost if one of them has to be broken off, and then about as many as take between a quarter of a second and one.
/// What comes of games does not depend on it.
struct Stretch(u64);

impl Stretch {
    /// Fewest games a thread; even, so that no pair is split.
    const LEAST: u64 = 2;

    fn of(workers: &Workers) -> Self {
        Self(Self::LEAST * workers.threads() as u64)
    }

    /// A stretch has taken so long.
    fn took(&mut self, time: Duration) {
        if time < Duration::from_millis(250) {
            self.0 *= 4;
        } else if time > Duration::from_secs(1) {
            // At least one pair is left, since nothing is less than two.
            self.0 = (self.0 / 4 * 2).max(Self::LEAST);
        }
    }
}

// What is wider than a terminal wraps, and is then drawn again in another line each time. So each line ends with what takes the
// room that is left, or is cut, and a blank.

/// A bar on stderr for a search, which says what it is at.
pub(crate) fn search_bar(quiet: bool) -> ProgressBar {
    bar("{bar:16} {human_pos} games, {per_sec:0}, {wide_msg} ", 0, quiet)
}

/// A bar on stderr with rate and time left; hidden when stderr is no terminal.
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
