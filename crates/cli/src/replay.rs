//! `skirmish replay`: one game of a run, told as it would be followed at the table.

use skirmish_engine::chance::{Script, ScriptFault};
use skirmish_engine::game::{Table, play};
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_simulator::{Session, Workers};

use crate::args;
use crate::files::Source;
use crate::output;
use crate::run::pairs;
use crate::status::Failure;

pub(crate) fn replay(args: &args::Replay) -> Result<(), Failure> {
    let source = Source::find(args.battle.file.as_deref())?;
    let (_, battle) = source.load(&args.battle.set)?;
    let detail = if args.detail {
        Detail::Ends
    } else {
        Detail::Moves
    };
    let mut transcript = Transcript::new(detail);
    match &args.dice {
        Some(rolls) => {
            let mut script = Script::in_order(rolls.iter().copied());
            play(
                &battle,
                &mut Table::new(&battle),
                None,
                &mut script,
                &mut transcript,
            );
            output::print(&transcript.into_text())?;
            script
                .finish()
                .map_err(|fault| does_not_fit(fault, rolls.len()))
        }
        None => {
            let workers = Workers::new(1)?;
            let pairs = pairs(args.battle.pairs);
            let session = Session::new(&battle, args.battle.seed, pairs, &workers)?;
            session.replay(args.game, &mut transcript);
            output::print(&transcript.into_text())
        }
    }
}

fn does_not_fit(fault: ScriptFault, given: usize) -> Failure {
    match fault {
        ScriptFault::Missing(site) => Failure::Usage(
            format!(
                "{given} dice do not last: one more was needed for {} ({}); what follows it was told with ones",
                site.purpose.name(),
                site.rule
            ),
            vec!["give more dice, in the order in which they are rolled".to_owned()],
        ),
        ScriptFault::Impossible { face, sides, site } => Failure::usage(format!(
            "a d{sides} cannot show {face}, given for {} ({})",
            site.purpose.name(),
            site.rule
        )),
        ScriptFault::LeftOver(left) => Failure::usage(format!(
            "{left} of {given} dice were not needed: the game ended before"
        )),
    }
}
