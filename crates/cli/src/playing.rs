//! What every command that plays needs: threads, a way to stop, a bar that tells how far it is.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use skirmish_simulator::{Pairs, Workers};

use crate::args;
use crate::output;
use crate::status::{self, Failure};

/// Set when the user interrupts; the run stops at the next chunk.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// An interrupt stops at the next chunk. A second one ends the program at once, should that take too long; files are
/// never half written, so that whatever is there is whole.
#[expect(clippy::exit, reason = "who presses twice does not want to wait")]
pub(crate) fn stop_on_interrupt() {
    // A terminal has just shown `^C` beside the progress bar: begin a line of our own.
    let begin = if io::stderr().is_terminal() { "\n" } else { "" };
    let _ = ctrlc::set_handler(move || {
        if STOP.swap(true, Ordering::Relaxed) {
            let told =
                "interrupted: given up; what had been written to files before is still there";
            output::print_aside(&format!("{begin}{told}\n"));
            std::process::exit(status::INTERRUPTED.into());
        }
        let told = "stopping after this batch of games; press Ctrl-C again to give up at once";
        output::print_aside(&format!("{begin}{told}\n"));
    });
}

/// As many threads as asked for, or as there are processors.
pub(crate) fn workers(threads: Option<u16>) -> Result<Workers, Failure> {
    let threads = threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    Ok(Workers::new(threads)?)
}

pub(crate) fn pairs(pairs: args::Pairs) -> Pairs {
    match pairs {
        args::Pairs::Auto => Pairs::Auto,
        args::Pairs::On => Pairs::On,
        args::Pairs::Off => Pairs::Off,
    }
}

/// A bar on stderr with rate and time left; hidden when stderr is no terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let style = "{bar:40} {human_pos} of {human_len} games{pace}";
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
