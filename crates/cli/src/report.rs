//! `skirmish report`: the page and the charts of a study, drawn anew from the summary that it left.

use std::cmp::Reverse;
use std::io;
use std::path::Path;

use skirmish_report::json::{self, Unreadable};
use skirmish_report::{PAGE, safe_text};

use crate::args;
use crate::files;
use crate::output::{self, shown};
use crate::results;
use crate::status::{Done, Failure};

/// The files that a study may have left to read.
pub(crate) const SUMMARIES: [&str; 2] = ["summary.json", "comparison.json"];

pub(crate) fn report(args: &args::Report) -> Done {
    let folder = args.folder.as_path();
    let (name, summary) = summary(folder)?;
    let drawn =
        json::read(&summary).and_then(|findings| Ok(findings.drawn(&args.drawing.asked())?));
    let drawn = drawn.map_err(|error| failure(&folder.join(name), error))?;
    let out = args.out.as_deref().unwrap_or(folder);
    output::make_folder(out)?;
    let _lock = results::lock(out, false)?;
    results::write(out, &drawn)?;
    if args.quiet {
        return Ok(());
    }
    let names: Vec<&str> = drawn.iter().map(|file| file.name.as_ref()).collect();
    output::print(&safe_text(&format!("Redrawn in {}: {}", shown(out), names.join(", "))))?;
    output::print("\n")
}

/// The summary in a folder, with its name.
fn summary(folder: &Path) -> Done<(&'static str, Vec<u8>)> {
    let read = |name: &'static str| match files::read_results(&folder.join(name)) {
        Ok(bytes) => Some(Ok((name, bytes))),
        Err(error)
            if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) =>
        {
            None
        }
        Err(error) => {
            let what = format!("cannot read `{}`", shown(&folder.join(name)));
            Some(Err(Failure::io(what, error)))
        }
    };
    // Of two studies in one folder the later one.
    let mut names = SUMMARIES;
    names.sort_by_key(|name| {
        Reverse(folder.join(name).metadata().and_then(|it| it.modified()).ok())
    });
    names.into_iter().find_map(read).unwrap_or_else(|| {
        let left = |file: &str| folder.join(file).is_file();
        let hint = match (folder.is_dir(), left(PAGE)) {
            (false, _) if folder.is_file() => "name the folder that the file lies in",
            (false, _) => "name a folder that a study has left, as it says at its end",
            (true, true) => "exact answers leave none: repeat the command at the end of report.html",
            (true, false) => "run, compare, sweep, sensitivity, tune, exploit and solve leave one: name their folder (--out), or play again",
        };
        Err(Failure::Io(
            format!("nothing to draw in `{}`", shown(folder)),
            io::Error::other(format!("there is no {}", SUMMARIES.join(" and no "))),
            vec![hint.to_owned()],
        ))
    })
}

fn failure(file: &Path, error: Unreadable) -> Failure {
    let hint = match &error {
        Unreadable::Unwritten(error) => return Failure::bug(error),
        Unreadable::Damaged(_) => "play the study again, or fetch an undamaged copy of the file",
        Unreadable::Unnamed => "play the study again, or name the folder of another",
        Unreadable::Unknown(_) => {
            "draw it with the version that made it, or play it again: its `command` says how"
        }
    };
    let what = format!("cannot draw `{}`", shown(file));
    Failure::Io(what, io::Error::other(error.to_string()), vec![hint.to_owned()])
}
