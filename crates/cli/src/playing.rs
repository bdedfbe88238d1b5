//! What every command that plays needs: threads, what stops them, a bar that tells how far it is.

use std::io::{self, IsTerminal};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use skirmish_engine::battle::Battle;
use skirmish_simulator::study::Study;
use skirmish_simulator::{Additive, Brake, Detail, Session, Workers};

use crate::args;
use crate::output;
use crate::status::{self, Done, Failure};

/// Whether the user has interrupted.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What stops all play: an interrupt, or the end of the time that was given, which begins when the threads are made.
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
    stopped(
        "the first games were over; allow more with --for, or see with `--games 1 --pairs off` how long one takes",
    )
}

/// Play was stopped before those games were over that tell whether pairs are worth it.
pub(crate) fn no_pilot() -> Failure {
    stopped(
        "it was clear whether pairs of games are worth it; allow more with --for, or leave that out with --pairs off",
    )
}

fn stopped(before: &str) -> Failure {
    Failure::Interrupted(match is_interrupted() {
        true => "nothing had been played yet".to_owned(),
        false => format!("time ran out before {before}"),
    })
}

/// The dice of a battle that is played alone or with variants beside it.
pub(crate) fn session<'b>(
    battle: &'b Battle,
    variants: &[&Battle],
    dice: args::Dice,
    workers: &Workers,
) -> Done<Session<'b, Battle>> {
    let variants = variants.iter().copied();
    Ok(Session::beside(battle, variants, dice.seed, dice.pairs, workers)?)
}

/// A battle and its variants, to be played on all threads before a bar that tells how far they are.
pub(crate) struct Workload<'a> {
    pub(crate) session: Session<'a, Battle>,
    pub(crate) variants: Vec<&'a Battle>,
    pub(crate) detail: Detail,
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
        Ok(Self { session, variants, detail, workers, bar })
    }
}

impl Workload<'_> {
    /// A study of no games.
    pub(crate) fn nothing(&self) -> Study {
        Study::of(&self.session, &self.variants, self.detail)
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

    /// Plays on to so many games, unless it is stopped before.
    pub(crate) fn play_on(&self, study: &mut Study, goal: u64) -> Done {
        in_stretches(study.games()..goal, self.workers, |games| {
            let end = games.end;
            study.merge(&self.play(games)?);
            Ok(study.games() == end)
        })
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

/// A bar on stderr for a search, which says what it is at.
pub(crate) fn search_bar(quiet: bool) -> ProgressBar {
    bar("{bar:30} {msg}, {human_pos} games{pace}", 0, quiet)
}

/// A bar on stderr with rate and time left; hidden when stderr is no terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    bar("{bar:40} {human_pos} of {human_len} games{pace}", games, quiet)
}

fn bar(style: &str, games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template(style) {
        let pace = |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            let rate = state.per_sec() as u64;
            // Before anything is played there is no rate, and so no time left.
            if rate > 0 && state.pos() > 0 {
                let (rate, left) = (HumanCount(rate), HumanDuration(state.eta()));
                // Nobody is left to tell if the line cannot be written.
                let _ = write!(line, ", {rate}/s, {left:#} left");
            }
        };
        bar.set_style(style.with_key("pace", pace));
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
