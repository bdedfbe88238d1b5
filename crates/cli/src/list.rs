//! `skirmish list`: what comes with the program.

use std::fmt::Write as _;

use skirmish_engine::side::Side;
use skirmish_report::{counted, percent};
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, library, load, load_rules, pages};

use crate::args::{self, Listed};
use crate::explain::rows;
use crate::files::Disk;
use crate::odds::columns::headed;
use crate::output;
use crate::page::wrapped;
use crate::status::Failure;
use crate::troops;

pub(crate) fn list(args: &args::List) -> Result<(), Failure> {
    let usual =
        [Listed::Scenarios, Listed::Rulebooks, Listed::Bots, Listed::Players, Listed::Rules];
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
            Listed::Players => players(&mut text)?,
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

fn players(text: &mut String) -> Result<(), Failure> {
    text.push_str("Players found by `skirmish solve`, and what a battle is worth between them (`--players solved`):\n");
    let mut rows = Vec::new();
    for shipped in library::PLAYERS {
        let (battle, system) = shipped.name.split_once('.').unwrap_or((shipped.name, ""));
        let Some(scenario) = library::scenario(battle) else {
            continue;
        };
        let set = [Override::new("system", system)];
        let mut scenario = load(scenario.text.as_bytes(), battle, &set, &NoFiles)?;
        let players = scenario.read_players(shipped.text.as_bytes(), shipped.name)?;
        let Some(worth) = players.solved else {
            continue;
        };
        let share = |share: f64| percent(share, Some((0.0, 1.0)));
        rows.push(vec![
            format!("{battle} under {system}"),
            format!("{} {}", scenario.side_names()[Side::A], share(worth.value)),
            format!("{} to {}", share(worth.range.0), share(worth.range.1)),
            counted(worth.games, "game"),
        ]);
    }
    text.push_str(&headed(["", "worth", "range", "of search"], rows));
    Ok(())
}
