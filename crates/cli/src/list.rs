//! `skirmish list`: what comes with the program.

use std::fmt::Write as _;

use skirmish_scenario::{NoFiles, RULEBOOKS, library, load, load_rules, pages};

use crate::args::{self, Listed};
use crate::explain::rows;
use crate::files::Disk;
use crate::output;
use crate::page::wrapped;
use crate::status::Failure;
use crate::troops;

pub(crate) fn list(args: &args::List) -> Result<(), Failure> {
    let usual = [Listed::Scenarios, Listed::Rulebooks, Listed::Bots, Listed::Rules];
    let lists = args.what.as_ref().map_or(&usual[..], std::slice::from_ref);
    let mut text = String::new();
    for (k, what) in lists.iter().enumerate() {
        if k > 0 {
            text.push('\n');
        }
        match what {
            Listed::Scenarios => scenarios(&mut text)?,
            Listed::Rulebooks => {
                text.push_str("Rulebooks (`rules = \"…\"`, `--rules …`):\n");
                let width = RULEBOOKS.iter().map(|(name, _)| name.len()).max();
                let width = width.unwrap_or(0);
                for (name, _) in RULEBOOKS {
                    let rules = load_rules(name, &[], &NoFiles)?;
                    let _ = writeln!(text, "  {name:width$}  {}", rules.about);
                }
            }
            Listed::Bots => {
                text.push_str(
                    "Bots (`bot = \"…\"`; `skirmish explain bots` has the words for your own):\n",
                );
                let bots = library::bots();
                let width = bots.iter().map(|(name, _)| name.len()).max();
                let width = width.unwrap_or(0);
                for (name, about) in &bots {
                    let _ = writeln!(text, "  {name:width$}  {about}");
                }
            }
            Listed::Rules => {
                text.push_str("Rules (`skirmish explain LL-07`):\n");
                for page in pages() {
                    let _ = writeln!(text, "  {:7} {}", page.id, page.title);
                }
            }
            Listed::Troops => {
                let rules = load_rules(&args.rules, &[], &Disk)?;
                let _ = writeln!(text, "Troop types of {}:", rules.rulebook.name);
                text.push_str(&troops::table(&rules.rulebook));
            }
            Listed::Parameters => {
                let rules = load_rules(&args.rules, &[], &Disk)?;
                let _ =
                    writeln!(text, "Parameters of {} (`--set PATH=VALUE`):", rules.rulebook.name);
                text.push_str(&rows(&rules.parameters.iter().collect::<Vec<_>>()));
            }
        }
    }
    output::print(&text)
}

fn scenarios(text: &mut String) -> Result<(), Failure> {
    text.push_str("Scenarios (`skirmish run NAME`):\n");
    for shipped in library::SCENARIOS {
        let scenario = load(shipped.text.as_bytes(), shipped.name, &[], &NoFiles)?;
        let _ = writeln!(text, "  {}: {}", shipped.name, scenario.title);
        let _ = writeln!(text, "{}", wrapped(&scenario.shows, 6));
    }
    Ok(())
}
