//! `skirmish report`: draws the page and charts of a study again from its summary.

use std::cmp::Reverse;
use std::io;
use std::path::Path;

use skirmish_report::json::{self, Unreadable};
use skirmish_report::{Findings, PAGE, safe_text};

use crate::args;
use crate::files;
use crate::output::{self, shown};
use crate::results;
use crate::status::{Failure, Result};

pub(crate) const SUMMARIES: [&str; 2] = ["summary.json", "comparison.json"];

pub(crate) fn report(args: &args::Report) -> Result {
    let folder = args.folder.as_path();
    let (name, summary) = summary(folder)?;
    let findings = json::read(&summary).map_err(|error| failure(&folder.join(name), error))?;
    if let (Some(name), Some(file)) = (&args.chart, &args.out) {
        return one(&findings, name, &args.drawing, file);
    }
    let drawing = args.drawing.asked()?;
    let drawn = findings.drawn(&drawing).map_err(Failure::bug)?;
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

/// Draws one chart to a file, in the format of its ending.
fn one(findings: &Findings, name: &str, drawing: &args::Drawing, file: &Path) -> Result {
    let names: Vec<&str> =
        findings.charts.iter().map(|(name, _)| name.trim_end_matches(".svg")).collect();
    let found = names.iter().position(|of| *of == name.trim_end_matches(".svg"));
    let Some((_, chart)) = found.map(|k| &findings.charts[k]) else {
        let what = format!("this study has no chart `{}`", safe_text(name));
        return Err(Failure::no_such(
            what,
            name,
            &names,
            format!("its charts: {}", names.join(", ")),
        ));
    };
    drawing.draw_to(file, chart.clone())
}

fn summary(folder: &Path) -> Result<(&'static str, Vec<u8>)> {
    let read = |name: &'static str| match files::read_left(&folder.join(name), files::RESULTS) {
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
    // Prefers the later of two studies in one folder.
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
        Unreadable::Damaged(_) => "play the study again, or fetch an undamaged copy of the file",
        Unreadable::Unnamed => "play the study again, or name the folder of another",
        Unreadable::Unknown(_) => {
            "draw it with the version that made it, or play it again: its `command` says how"
        }
    };
    let what = format!("cannot draw `{}`", shown(file));
    Failure::Io(what, io::Error::other(error.to_string()), vec![hint.to_owned()])
}
