//! `skirmish replay`: one game of a run, reported as it would be followed at the table.

use std::cell::Cell;

use skirmish_engine::chance::{Chance, RollSite, Script, ScriptFault};
use skirmish_engine::event::Observer;
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_scenario::Unit;
use skirmish_simulator::Workers;

use crate::args;
use crate::files::Source;
use crate::output;
use crate::playing::session;
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
            let workers = Workers::new(1)?;
            let session = session(&battle, &[], args.battle.dice, &workers)?;
            session.replay(args.game, &mut transcript);
            output::print(&transcript.into_text())
        }
    }
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
