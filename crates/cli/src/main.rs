//! `skirmish`: the test bench of tabletop skirmish rules. The only crate that reads files, prints, or ends the process.

mod args;
mod assemble;
mod budget;
mod check;
mod compare;
mod curves;
mod explain;
mod exploit;
mod files;
mod fire;
mod list;
mod measure;
mod odds;
mod output;
mod outputs;
mod page;
mod panel;
mod playing;
mod replay;
mod results;
mod run;
mod search;
mod shards;
mod shell;
mod show;
mod solve;
mod status;
mod study;
mod troops;
mod unfinished;
mod ways;

use std::process::ExitCode;

use status::Failure;

fn main() -> ExitCode {
    match args::Args::read() {
        Ok(args) => status::of(give(args.command)),
        Err(error) => status::of_clap(&error),
    }
}

/// Does what a command asks.
fn give(command: args::Command) -> Result<(), Failure> {
    match command {
        args::Command::Run(args) => match (&args.plan, args.shard) {
            (Some(plan), Some(shard)) => shards::shard(plan, shard, &args.playing),
            _ => run::run(&args),
        },
        args::Command::Compare(args) => compare::compare(&args),
        args::Command::Sweep(args) => study::sweep(&args),
        args::Command::Sensitivity(args) => study::sensitivity(&args),
        args::Command::Check(args) => check::check(&args),
        args::Command::Exploit(args) => exploit::exploit(&args),
        args::Command::Solve(args) => solve::solve(&args),
        args::Command::Plan(args) => shards::plan(&args),
        args::Command::Merge(args) => shards::merge(&args),
        args::Command::Odds(args) => odds::odds(&args),
        args::Command::Curves(args) => curves::curves(&args),
        args::Command::Replay(args) => replay::replay(&args),
        args::Command::Explain(args) => explain::explain(&args),
        args::Command::List(args) => list::list(&args),
    }
}
