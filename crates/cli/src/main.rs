//! `skirmish`: the test bench of tabletop skirmish rules. The only crate that reads files, prints, or ends the process.

mod args;
mod assemble;
mod budget;
mod check;
mod compare;
mod curves;
mod ending;
mod explain;
mod exploit;
mod files;
mod fire;
mod found;
mod identity;
mod interrupt;
mod list;
mod made;
mod map;
mod measure;
mod new;
mod odds;
mod output;
mod outputs;
mod panel;
mod playing;
mod replay;
mod report;
mod results;
mod run;
mod schema;
mod search;
mod shards;
mod shell;
mod shipped;
mod show;
mod solve;
mod status;
mod study;
mod troops;
mod tune;
mod unfinished;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::CommandFactory as _;

use status::Result;

fn main() -> ExitCode {
    LazyLock::force(&interrupt::BRAKE);
    match args::Args::read() {
        Ok(args) => {
            if args.allow_outside {
                files::allow_outside();
            }
            ending::of(dispatch(args.command))
        }
        Err(error) => ending::of_clap(&error),
    }
}

fn dispatch(command: args::Command) -> Result {
    match command {
        args::Command::Run(args) => run::run(&args),
        args::Command::Compare(args) => compare::compare(&args),
        args::Command::Sweep(args) => study::sweep(&args),
        args::Command::Sensitivity(args) => study::sensitivity(&args),
        args::Command::Check(args) => check::check(&args),
        args::Command::Tune(args) => tune::tune(&args),
        args::Command::Exploit(args) => exploit::exploit(&args),
        args::Command::Solve(args) => solve::solve(&args),
        args::Command::Merge(args) => shards::merge(args),
        args::Command::Odds(args) => odds::odds(&args),
        args::Command::Curves(args) => curves::curves(&args),
        args::Command::Report(args) => report::report(&args),
        args::Command::Map(args) => map::map(&args),
        args::Command::Replay(args) => replay::replay(&args),
        args::Command::Explain(args) => explain::explain(&args),
        args::Command::List(args) => list::list(&args),
        args::Command::New(args) => new::new(&args),
        args::Command::Export(args) => shipped::export(&args),
        args::Command::Schema(args) => schema::schema(&args),
        args::Command::Completions(args) => completions(&args),
    }
}

/// Prints the script that makes a shell complete commands and options.
fn completions(args: &args::Completions) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::Args::command(), "skirmish", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
