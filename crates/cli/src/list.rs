//! `skirmish list`: what comes with the program.

use std::fmt::Write as _;

use skirmish_engine::side::Side;
use skirmish_report::solved::MANY;
use skirmish_report::{counted, percent};
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, library, load, load_rules, near, pages};

use crate::args::{self, Listed};
use crate::explain::rows;
use crate::files::Disk;
use crate::odds::columns::headed;
use crate::output;
use crate::page::wrapped;
use crate::shell::quoted;
use crate::status::{Failure, did_you_mean};
use crate::troops;

pub(crate) fn list(args: &args::List) -> Result<(), Failure> {
    if let Some((what, name)) = args.what.zip(args.name.as_deref()) {
        return output::print(&shipped(what, name)?);
    }
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
                    "Bots (`bot = \"…\"`; `skirmish list bots NAME` prints one, `skirmish explain bots` has the words for your own):\n",
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

/// A file as it comes with the program, by its name or as it is named in what is printed.
fn shipped(what: Listed, name: &str) -> Result<String, Failure> {
    let of =
        |files: &[library::Shipped]| files.iter().map(|it| (it.name.to_owned(), it.text)).collect();
    let (kind, files): (&str, Vec<(String, &str)>) = match what {
        Listed::Scenarios => ("scenarios", of(library::SCENARIOS)),
        Listed::Players => ("players", of(library::PLAYERS)),
        Listed::Rulebooks => (
            "rulebooks",
            RULEBOOKS.iter().map(|(name, text)| ((*name).to_owned(), *text)).collect(),
        ),
        Listed::Bots => {
            let text = |name: String| library::bot(&name).map(|text| (name, text));
            ("bots", library::bots().into_iter().filter_map(|(name, _)| text(name)).collect())
        }
        Listed::Rules | Listed::Troops | Listed::Parameters => {
            let message = format!("no file comes with the program for `{name}`");
            return Err(Failure::Usage(
                message,
                vec![format!("what it is: skirmish explain {}", quoted(name))],
            ));
        }
    };
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.strip_suffix(".toml").unwrap_or(stem);
    if let Some((_, text)) = files.iter().find(|(name, _)| name == stem) {
        return Ok(format!("{}\n", text.trim_end()));
    }
    let known: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    // `flank-run` alone names no players, but those under some systems do.
    let longer: Vec<&str> =
        known.iter().copied().filter(|name| name.starts_with(&format!("{stem}."))).collect();
    let near = match longer.as_slice() {
        [] => did_you_mean(stem, &known).or_else(|| {
            let battles: Vec<&str> =
                known.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
            let near = near(stem, &battles);
            let named =
                |name: &&&str| near.iter().any(|near| name.starts_with(&format!("{near}.")));
            let names: Vec<&str> = known.iter().filter(named).copied().collect();
            (!names.is_empty()).then(|| format!("did you mean `{}`?", names.join("` or `")))
        }),
        longer => Some(format!("did you mean `{}`?", longer.join("` or `"))),
    };
    let all = format!("see them all with `skirmish list {kind}`");
    let hints = near.into_iter().chain([all]).collect();
    Err(Failure::Usage(format!("no {kind} called `{name}` come with the program"), hints))
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
    text.push_str(
        "Players found by `skirmish solve` under an initiative system, and what a battle is worth between them,\na game that nobody wins \
         counted as half a win (`--players solved`; `skirmish list players NAME` prints them). The gaps are what a search still \
         gained\nfor each side at most, in points:\n",
    );
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
            shipped.name.to_owned(),
            format!("{} {}", scenario.side_names()[Side::A], share(worth.value)),
            format!("{} to {}", share(worth.range.0), share(worth.range.1)),
            Side::BOTH.map(|side| format!("{:.1}", 100.0 * worth.gaps[side])).join(" and "),
            if worth.undecided >= MANY { share(worth.undecided) } else { String::new() },
            counted(worth.games, "game"),
        ]);
    }
    text.push_str(&headed(["", "worth", "range", "gaps", "won by nobody", "of search"], rows));
    Ok(())
}
