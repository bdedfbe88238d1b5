//! `skirmish replay`: one game of a run, reported as it would be followed at the table.

use std::cell::Cell;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite, Script, ScriptFault};
use skirmish_engine::event::{Nobody, Observer};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_report::film::Camera;
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_report::{board, safe_text};
use skirmish_scenario::{Scenario, Unit};
use skirmish_simulator::{Session, Workers, course};

use crate::args;
use crate::files::Source;
use crate::found;
use crate::output;
use crate::playing::{session, workers};
use crate::status::{Failure, Result};

pub(crate) fn replay(args: &args::Replay) -> Result {
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
            if args.html.is_none() && args.json.is_none() {
                session.replay(game, &mut transcript);
                return output::print(&transcript.into_text());
            }
            film(args, (&scenario, &battle), (&session, game), transcript, &workers)
        }
    }
}

/// Writes a game as a page, as JSON, or both.
fn film(
    args: &args::Replay,
    (scenario, battle): (&Scenario, &Battle),
    (session, game): (&Session<'_, Battle>, u64),
    transcript: Transcript,
    workers: &Workers,
) -> Result {
    let course = course(session, game, PLAYED_ON, workers);
    let course = course.into_iter().map(|half| f64::from(half) / f64::from(2 * PLAYED_ON));
    let mut camera = Camera::new(scenario, battle, game, transcript);
    session.replay(game, &mut camera);
    let film = camera.into_film(course.collect(), PLAYED_ON);
    if let Some(file) = &args.json {
        output::write_file(file, &film.json().map_err(Failure::bug)?)?;
        output::print_text(&format!("JSON: {}\n", output::shown(file)))?;
    }
    if let Some(file) = &args.html {
        let page = film.page(&board::set_up(scenario, battle, &[])).map_err(Failure::bug)?;
        output::write_file(file, page.as_bytes())?;
        output::print_text(&film.told())?;
        output::print_text(&format!("Page: {}\n", output::shown(file)))?;
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
