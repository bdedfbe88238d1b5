//! What every command that plays needs: threads, what stops them, a bar that tells how far it is.

use std::io::{self, IsTerminal};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use skirmish_engine::battle::Battle;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Brake, Detail, PairReason, RunError, Session, Workers};

use crate::args;
use crate::output;
use crate::status::{self, Done, Failure};
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
pub(crate) fn workers(threads: Option<u16>, time: Option<Duration>) -> Done<Workers> {
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

/// Allows a little more than a time that is up, if there was one, for what is told beside the answer.
pub(crate) fn allow_more(time: Option<Duration>) {
    BRAKE.set(time.map(|time| Instant::now() + time / 20));
}

/// What came of something, or `None`, with a note, if there was no time for it.
pub(crate) fn in_time<T>(done: Done<T>, what: &str) -> Done<Option<T>> {
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
) -> Done<Session<'b, Battle>> {
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
    ) -> Done<Self> {
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
    pub(crate) fn play(&self, games: Range<u64>) -> Done<Study> {
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
    mut play: impl FnMut(Range<u64>) -> Done<bool>,
) -> Done {
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
    bar("{bar:16} {count} games{pace}, {wide_msg} ", 0, quiet)
}

/// A bar on stderr with rate and time left; hidden when stderr is no terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    bar("{count}{all} games{pace} {wide_bar} ", games, quiet)
}

/// A number of games in a few columns.
fn short(games: u64) -> String {
    const MILLION: u64 = 1_000_000;
    match games / MILLION {
        0..1_000 => HumanCount(games).to_string(),
        millions @ 1_000..10_000 => format!("{} million", HumanCount(millions)),
        millions => format!("{} billion", HumanCount(millions / 1_000)),
    }
}

/// Of how many, once that is known.
fn of_all(games: Option<u64>) -> String {
    games.map_or_else(String::new, |games| format!(" of {}", short(games)))
}

/// How fast it goes, and how long it takes. Before anything is played there is no rate, and so no time left.
fn pace(rate: u64, left: Duration, played: u64) -> String {
    match rate > 0 && played > 0 {
        true => format!(", {}/s, {:#} left", short(rate), HumanDuration(left)),
        false => String::new(),
    }
}

fn bar(style: &str, games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = if games > 0 { ProgressBar::new(games) } else { ProgressBar::no_length() };
    if let Ok(style) = ProgressStyle::with_template(style) {
        type Line<'l> = &'l mut dyn std::fmt::Write;
        // Nobody is left to tell if the line cannot be written.
        let style = style
            .with_key("count", |state: &ProgressState, line: Line<'_>| {
                let _ = line.write_str(&short(state.pos()));
            })
            .with_key("all", |state: &ProgressState, line: Line<'_>| {
                let _ = line.write_str(&of_all(state.len()));
            })
            .with_key("pace", |state: &ProgressState, line: Line<'_>| {
                let told = pace(state.per_sec() as u64, state.eta(), state.pos());
                let _ = line.write_str(&told);
            });
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cannot be cut fits any terminal that is likely.
    #[test]
    fn the_line_of_progress_fits_a_terminal() {
        let times = [1, 59, 3_599, 86_399, 86_400 * 6, 86_400 * 400];
        for games in [1, 999, 999_999_999, 1_000_000_000, 1_000_000_000_000] {
            for rate in [0, 1, 999_999, 99_999_999] {
                for time in times.map(Duration::from_secs) {
                    let told = pace(rate, time, games);
                    let line = format!("{}{} games{told} ", short(games), of_all(Some(games)));
                    assert!(line.chars().count() < 64, "{line}");
                    let line = format!("{:16} {} games{told}, ", "", short(games));
                    assert!(line.chars().count() < 64, "{line}");
                }
            }
        }
    }
}
