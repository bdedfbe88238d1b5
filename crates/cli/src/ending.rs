//! How the program ends: what went wrong is told, and there is an exit status for it.

use std::io;
use std::process::ExitCode;

use skirmish_report::safe_text;

use crate::interrupt::is_interrupted;
use crate::output;
use crate::status::{Failure, Result, why};

/// The exit status of a command that was interrupted, and of one that had no time for an answer.
pub(crate) const INTERRUPTED: u8 = 130;
const OUT_OF_TIME: u8 = 4;

/// Says what went wrong on stderr and gives the exit status.
pub(crate) fn of(result: Result) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    let (status, text) = match failure {
        Failure::Closed => return ExitCode::SUCCESS,
        Failure::Check(status) => return ExitCode::from(status),
        Failure::Usage(message, hints) => (2, with_hints(&message, &hints)),
        // Lines of files stand as they are.
        Failure::Files(problems) => {
            output::print_aside(&problems.render(wants_color()));
            return ExitCode::from(2);
        }
        Failure::Io(what, error, hints) => {
            (3, with_hints(&format!("{what}: {}", why(&error)), &hints))
        }
        Failure::Bug(message, hints) => (3, with_hints(&message, &hints)),
        Failure::Interrupted(message) if !is_interrupted() => {
            (OUT_OF_TIME, with_hints(&message, &[]))
        }
        Failure::Interrupted(message) => {
            (INTERRUPTED, format!("interrupted: {}\n", safe_text(&message)))
        }
    };
    output::print_sentence(&text);
    ExitCode::from(status)
}

/// Help and version go to stdout with status 0, misuse to stderr with 2.
pub(crate) fn of_clap(error: &clap::Error) -> ExitCode {
    let shown = |color: bool| match color {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    match error.use_stderr() {
        true => output::print_aside(&shown(wants_color())),
        false => return of(output::print(&shown(output::takes_color(&io::stdout())))),
    }
    ExitCode::from(2)
}

/// Messages name what the command line and files say, so escape codes in them must not reach the terminal.
fn with_hints(message: &str, hints: &[String]) -> String {
    let hints = hints.iter().map(|hint| format!("  = hint: {}\n", safe_text(hint)));
    let message = safe_text(message);
    format!("error: {message}\n{}", hints.collect::<String>())
}

fn wants_color() -> bool {
    output::takes_color(&io::stderr())
}
