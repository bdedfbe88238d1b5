//! `skirmish completions` and `skirmish man`: the command line for shells and as manual pages.

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::args::{self, Args};
use crate::made;
use crate::output;
use crate::status::{Failure, Result};

pub(crate) fn completions(args: &args::Completions) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "skirmish", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(args: &args::Man) -> Result {
    let mut command = Args::command();
    // Only then do commands have full names such as `skirmish odds seize`.
    command.build();
    let Some(folder) = &args.out else {
        return output::print(&String::from_utf8_lossy(&page(&command)?));
    };
    output::make_folder(folder)?;
    let mut commands = vec![command];
    while let Some(command) = commands.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        made::write(&folder.join(format!("{name}.1")), &page(&command)?)?;
        let is_command = |below: &&Command| below.get_name() != "help";
        commands.extend(command.get_subcommands().filter(is_command).cloned());
    }
    Ok(())
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::io("cannot make the manual page", error))?;
    Ok(page)
}
