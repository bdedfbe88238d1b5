//! `skirmish replay`: one game of a run, reported as it would be followed at the table.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::path::Path;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite, Script, ScriptFault};
use skirmish_engine::event::{Nobody, Observer};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_report::chart::Chart;
use skirmish_report::film::{Camera, Film};
use skirmish_report::safe_text;
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_scenario::{Scenario, Unit};
use skirmish_simulator::{Session, Workers, course};

use crate::args::{self, has_png};
use crate::assemble::ending;
use crate::files::Source;
use crate::found;
use crate::output;
use crate::playing::{session, workers};
use crate::status::{Failure, Result};

pub(crate) fn replay(args: &args::Replay) -> Result {
    match &args.apng {
        Some(file) => {
            has_png()?;
            let ending = file.extension().and_then(|ending| ending.to_str());
            if !matches!(ending, Some("png" | "apng")) {
                return Err(Failure::hinted(
                    format!("`{}` does not end in .png", output::shown(file)),
                    "a moving picture is an animated PNG: --apng game.png",
                ));
            }
        }
        None if args.svg.is_none() => {
            args.drawing.unused("name an action: --svg 4, or several: --svg 4..9")?;
        }
        None => {}
    }
    for file in [&args.html, &args.json, &args.apng].into_iter().flatten() {
        output::has_folder(file)?;
    }
    let source =
        Source::find(args.battle.file.as_deref())?.played_by(&args.battle.settings.players)?;
    let (scenario, battle) = source.load_noting(&args.battle.settings.overrides(), false)?;
    let detail = if args.detail { Detail::Ends } else { Detail::Moves };
    let mut transcript = Transcript::new(detail).metric(scenario.unit == Unit::Centimeter);
    match &args.dice {
        Some(rolls) => {
            let fits = Cell::new(true);
            let mut given = Given { script: Script::in_order(rolls.iter().copied()), fits: &fits };
            let mut workspace = Workspace::new(&battle);
            // Reports the game only up to the first missing die.
            play_watched(&battle, &mut workspace, None, &mut given, &mut |scene, event| {
                if fits.get() {
                    transcript.event(scene, event);
                }
            });
            output::print(&transcript.into_text())?;
            given.script.finish().map_err(|fault| does_not_fit(fault, rolls.len()))
        }
        None => {
            let workers = workers(None, None)?;
            let session = session(&battle, &[], args.battle.dice, &workers)?;
            let game = match &args.find {
                Some(kind) => found(&session, &scenario, kind, args.games, &workers)?,
                None => args.game,
            };
            let is_watched = args.html.is_some() || args.json.is_some();
            if !is_watched && args.svg.is_none() && args.apng.is_none() {
                session.replay(game, &mut transcript);
                if args.find.is_some() {
                    output::print(&format!("game {game}\n"))?;
                }
                return output::print(&transcript.into_text());
            }
            let camera = Camera::new(&scenario, &battle, game, transcript);
            let film = filmed(&scenario, camera, (&session, game), &workers);
            show(args, &film, &format!("{}-game-{game}", source.stem))
        }
    }
}

/// Returns the page of a game.
pub(crate) fn page(
    (scenario, battle): (&Scenario, &Battle),
    (session, game): (&Session<'_, Battle>, u64),
    workers: &Workers,
) -> Result<Vec<u8>> {
    let transcript = Transcript::new(Detail::Moves).metric(scenario.unit == Unit::Centimeter);
    let camera = Camera::new(scenario, battle, game, transcript);
    let page = filmed(scenario, camera, (session, game), workers).page();
    page.map(String::into_bytes).map_err(Failure::bug)
}

/// Replays a game before a camera.
fn filmed(
    scenario: &Scenario,
    mut camera: Camera,
    (session, game): (&Session<'_, Battle>, u64),
    workers: &Workers,
) -> Film {
    let course = course(session, game, PLAYED_ON, workers);
    let course = course.into_iter().map(|half| f64::from(half) / f64::from(2 * PLAYED_ON));
    let outcome = session.replay(game, &mut camera);
    let (_, how) = ending(scenario, outcome.ending);
    camera.into_film(course.collect(), PLAYED_ON).decided(how.trim_start_matches("draw: "))
}

/// Writes a game in whatever forms are asked for; `name` is what pictures of single actions begin with.
fn show(args: &args::Replay, film: &Film, name: &str) -> Result {
    if let Some(actions) = &args.svg {
        stills(args, film, actions, name)?;
    }
    if let Some(file) = &args.apng {
        // Nobody reads a note in a second, and tables would move with its lines.
        let charts = film.stills().map(|(_, chart)| Chart { note: String::new(), ..chart });
        args.drawing.animate_to(file, charts)?;
        output::print_text(&format!("Moving picture: {}\n", output::shown(file)))?;
    }
    if let Some(file) = &args.json {
        output::write_file(file, &film.json().map_err(Failure::bug)?)?;
        output::print_text(&format!("JSON: {}\n", output::shown(file)))?;
    }
    if let Some(file) = &args.html {
        output::write_file(file, film.page().map_err(Failure::bug)?.as_bytes())?;
        output::print_text(&film.told())?;
        output::print_text(&format!("Page: {}\n", output::shown(file)))?;
    }
    Ok(())
}

/// Draws the table after these actions.
fn stills(args: &args::Replay, film: &Film, actions: &RangeInclusive<u32>, name: &str) -> Result {
    let last = film.last_action();
    if *actions.end() > last {
        return Err(Failure::hinted(
            format!("the game has no action {}", actions.end()),
            format!("ask for one from 1 to {last}, or for 0, the table as it is set up"),
        ));
    }
    args.out.as_deref().map_or(Ok(()), output::make_folder)?;
    let folder = args.out.as_deref().unwrap_or(Path::new(""));
    let digits = last.to_string().len().max(2);
    for (action, chart) in film.stills().filter(|(action, _)| actions.contains(action)) {
        let file = folder.join(format!("{name}-a{action:0digits$}.svg"));
        args.drawing.draw(
            Some(&file),
            || Ok(chart),
            || output::print_text(&format!("Picture: {}\n", output::shown(&file))),
        )?;
    }
    Ok(())
}

/// Games that are played on from each action of one that is shown.
const PLAYED_ON: u32 = 100;

/// Returns the first of the most fitting games of a kind.
fn found(
    session: &Session<'_, Battle>,
    scenario: &Scenario,
    kind: &str,
    games: u64,
    workers: &Workers,
) -> Result<u64> {
    let games = session.whole(games);
    let all = workers.each(0..games, |game| session.replay(game, &mut Nobody));
    found::find(scenario, &all, kind).ok_or_else(|| {
        Failure::hinted(
            format!("none of {games} games is `{}`", safe_text(kind)),
            format!(
                "ask for {}, a side, or words of an ending; or look through more: --games",
                found::KINDS.join(", ")
            ),
        )
    })
}

/// Dice from the command line. When one is missing or impossible the game goes on with ones, but is no longer reported.
struct Given<'a> {
    script: Script,
    fits: &'a Cell<bool>,
}

impl Chance for Given<'_> {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        let face = self.script.die(site, sides);
        let fault = self.script.finish();
        let left_over = matches!(fault, Ok(()) | Err(ScriptFault::LeftOver(_)));
        self.fits.set(left_over);
        face
    }
}

fn does_not_fit(fault: ScriptFault, given: usize) -> Failure {
    match fault {
        ScriptFault::Missing(site) => Failure::hinted(
            format!(
                "the game goes on, but the dice given have run out: the next is for {} ({})",
                site.purpose.name(),
                site.rule
            ),
            "add it to `--dice`; dice are given in the order in which they are rolled",
        ),
        ScriptFault::Impossible { face, sides, site } => Failure::usage(format!(
            "a d{sides} cannot show {face}, given for {} ({})",
            site.purpose.name(),
            site.rule
        )),
        ScriptFault::LeftOver(left) => {
            Failure::usage(format!("{left} of {given} dice were not needed: the game ended first"))
        }
    }
}
