//! `skirmish map`: the table of a battle as a picture.

use std::collections::BTreeMap;
use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use skirmish_report::chart::Chart;
use skirmish_report::{board, safe_text};

use crate::args;
use crate::ending;
use crate::files::Source;
use crate::output;
use crate::playing::{is_interrupted, stop_on_interrupt};
use crate::shell::quoted;
use crate::status::{Failure, Result};

pub(crate) fn map(args: &args::Map) -> Result {
    match args.file.as_deref().filter(|_| args.watch) {
        None => draw(args, &mut Stamps::new()),
        Some(file) => watch(args, Path::new(file)),
    }
}

/// Draws the map, and adds the files that it is drawn from. The map of a battle with mistakes shows them.
fn draw(args: &args::Map, read: &mut Stamps) -> Result {
    let source = Source::find(args.file.as_deref())?.played_by(&args.settings.players)?;
    let set = args.settings.overrides();
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-map.svg", source.stem)));
    let picture = |chart: Chart, told: &str| {
        args.drawing.draw_to(&out, chart)?;
        output::print_text(&format!("Map: {}{told}\n", output::shown(&out)))
    };
    let mut add = |name: &String| {
        read.entry(PathBuf::from(name)).or_insert_with_key(|file| stamp(file));
    };
    match source.load_noting(&set, false) {
        Ok((scenario, battle)) => {
            scenario.inputs.iter().for_each(|input| add(&input.name));
            let sides = battle.spec().sides.0.iter();
            let units: Vec<&str> =
                sides.flat_map(|side| &side.units).map(|unit| unit.name.as_str()).collect();
            let shown: Vec<&str> = args.show.iter().map(String::as_str).collect();
            if let Some(unknown) = shown.iter().find(|name| !units.contains(name)) {
                let what = format!("no unit is called `{}`", safe_text(unknown));
                let others = format!("there is {}", units.join(", "));
                return Err(Failure::no_such(what, unknown, &units, others));
            }
            picture(board::set_up(&scenario, &battle, &shown), "")
        }
        Err(Failure::Files(problems)) => {
            problems.list().iter().for_each(|problem| add(&problem.file));
            let marked = problems.list().iter().filter(|problem| problem.spot.is_some()).count();
            let told = format!("; mistakes marked: {marked} of {}", problems.count());
            let drawn = source.load_as_far(&set).map_or(Ok(()), |scenario| {
                scenario.inputs.iter().for_each(|input| add(&input.name));
                picture(board::faulty(&scenario, problems.list()), &told)
            });
            if drawn.is_err() {
                ending::of(Err(Failure::Files(problems)));
                return drawn;
            }
            Err(Failure::Files(problems))
        }
        Err(failure) => Err(failure),
    }
}

/// How long to wait before files are looked at again, and for what has changed to be written.
const LOOK: Duration = Duration::from_millis(500);
const SETTLE: Duration = Duration::from_millis(50);

/// When a file was written last, and its size; `None` if it is not there.
type Stamp = Option<(SystemTime, u64)>;

type Stamps = BTreeMap<PathBuf, Stamp>;

fn stamp(file: &Path) -> Stamp {
    let of = metadata(file).ok()?;
    Some((of.modified().ok()?, of.len()))
}

/// Returns how the same files are now.
fn anew(stamps: &Stamps) -> Stamps {
    stamps.keys().map(|file| (file.clone(), stamp(file))).collect()
}

/// Draws the map anew whenever a file that it is drawn from changes. Mistakes are no end.
fn watch(args: &args::Map, file: &Path) -> Result {
    if !file.is_file() {
        let source = Source::find(args.file.as_deref())?;
        return Err(Failure::hinted(
            format!("`{}` comes with the program and does not change", source.stem),
            format!(
                "copy it, and watch the copy: skirmish export {} -o my-battle.toml",
                quoted(&source.stem)
            ),
        ));
    }
    stop_on_interrupt();
    let mut drawn = Stamps::from([(file.to_owned(), None)]);
    while !is_interrupted() {
        let mut now = anew(&drawn);
        // Editors may take a file away before they put the new one there.
        let is_there = now.get(file).is_some_and(Option::is_some);
        if is_there && now != drawn && is_settled(&now) {
            let is_first = drawn.values().all(Option::is_none);
            match draw(args, &mut now) {
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) if is_first && !matches!(failure, Failure::Files(_)) => {
                    return Err(failure);
                }
                result => {
                    ending::of(result);
                }
            }
            // What has changed since this look differs at the next.
            drawn = now;
        }
        sleep(LOOK);
    }
    Err(Failure::Interrupted("the map stays as it was last drawn".to_owned()))
}

/// Returns whether files stay as they are for a moment: an editor may still be writing them.
fn is_settled(now: &Stamps) -> bool {
    sleep(SETTLE);
    anew(now) == *now
}
