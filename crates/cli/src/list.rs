//! `skirmish list`: what comes with the program.

use std::fmt::Write as _;

use serde_json::json;
use skirmish_engine::battle::{PlaceSpec, geometry};
use skirmish_engine::rulebook::Rulebook;
use skirmish_engine::side::Side;
use skirmish_report::once::grouped;
use skirmish_report::text::{hanging, sentences};
use skirmish_report::{percent, safe_text};
use skirmish_scenario::{
    NoFiles, Override, Parameter, RULEBOOKS, Scenario, library, load, load_rules, near, pages,
};

use crate::args::{self, Listed};
use crate::explain::{listed, told};
use crate::files::{self, Source};
use crate::output;
use crate::shipped;
use crate::status::{Failure, Result};
use crate::troops;

pub(crate) fn list(args: &args::List) -> Result {
    let (find, rules) = (args.find.as_deref(), args.rules.as_deref());
    let is_of_rules = matches!(args.what, Some(Listed::Troops | Listed::Parameters));
    if rules.is_some() && !is_of_rules {
        let hint = "such as `skirmish list parameters --rules cards`";
        return Err(Failure::hinted("--rules goes with `troops` and `parameters`", hint));
    }
    // Lists about rules take a rulebook, or a battle with the rules it is played by.
    let rulebook = args.name.as_deref().filter(|name| is_of_rules && is_rulebook(name));
    let (name, rules) = match (rulebook, rules) {
        (Some(name), Some(_)) => {
            let name = safe_text(name);
            let message = format!("`{name}` is a rulebook, and `--rules` names another");
            let hint = "`--rules` goes with a battle, to play it by others";
            return Err(Failure::hinted(message, hint));
        }
        (Some(name), None) => (None, Some(name)),
        (None, rules) => (args.name.as_deref(), rules),
    };
    match args.what.zip(name) {
        Some((Listed::Parameters, battle)) => {
            return output::print(&of_battle(battle, rules, find)?);
        }
        Some((Listed::Troops, battle)) => {
            let (scenario, _) = Source::find(Some(battle))?.load(&played_by(rules))?;
            return output::print_text(&troop_types(&scenario.spec.rules, &scenario.parameters));
        }
        Some((Listed::Ways, battle)) => {
            return output::print_text(&ways(&Source::find(Some(battle))?.load(&[])?.0));
        }
        Some((what, name)) => return output::print(&shipped::called(&[what], name)?),
        None if find.is_some() && args.what != Some(Listed::Parameters) => {
            let hint = "such as `skirmish list parameters flank-run --find seize`".to_owned();
            return Err(Failure::hinted("--find goes with `parameters`", hint));
        }
        None => {}
    }
    let rulebook = || files::rules(rules.unwrap_or("lloyd"), &[]);
    let text = match args.what {
        None => overview(),
        Some(Listed::Scenarios) => rows("scenarios", scenarios()?),
        Some(Listed::Rulebooks) => {
            let about =
                |name| Ok([name, &load_rules(name, &[], &NoFiles)?.about].map(str::to_owned));
            let all = RULEBOOKS.iter().map(|(name, _)| about(*name)).collect::<Result<Vec<_>>>();
            rows("rulebooks", all?)
        }
        Some(Listed::Bots) => {
            rows("bot-list", library::bots().into_iter().map(|(name, about)| [name, about]))
        }
        Some(Listed::Players) => rows("players", players()?),
        Some(Listed::Rules) => {
            rows("rules", pages().map(|page| [page.id.clone(), page.title.clone()]))
        }
        Some(Listed::Ways) => {
            let hint = "such as `skirmish list ways flank-run`";
            return Err(Failure::hinted("name the battle whose ways are listed", hint));
        }
        Some(Listed::Troops) => {
            let rules = rulebook()?;
            troop_types(&rules.rulebook, &rules.parameters)
        }
        Some(Listed::Parameters) => {
            let rules = rulebook()?;
            let says = |p: &&Parameter| find.is_none_or(|word| has(&p.path, word));
            let found: Vec<&Parameter> = rules.parameters.iter().filter(says).collect();
            if found.is_empty() {
                return Err(not_found(find.unwrap_or_default()));
            }
            listed(&rules.rulebook.name, &found)
        }
    };
    output::print_text(&text)
}

/// Returns the names of all that comes with the program.
fn overview() -> String {
    let battles: Vec<_> = library::SCENARIOS.iter().map(|of| of.name).collect();
    let rulebooks: Vec<_> = RULEBOOKS.iter().map(|(name, _)| *name).collect();
    let bots: Vec<_> = library::bots().into_iter().map(|(name, _)| name).collect();
    let facts = json!({
        "scenarios": battles,
        "rulebooks": rulebooks,
        "bots": bots,
        "players": library::PLAYERS.len(),
        "rules": pages().count(),
    });
    told("overview", facts)
}

/// Returns a list by its template.
fn rows<const N: usize>(kind: &str, all: impl IntoIterator<Item = [String; N]>) -> String {
    told(kind, json!({ "all": all.into_iter().map(Vec::from).collect::<Vec<_>>() }))
}

fn has(text: &str, word: &str) -> bool {
    text.to_lowercase().contains(&word.to_lowercase())
}

fn not_found(word: &str) -> Failure {
    let hint = "a part of a path, or of what is said about it; without --find all are listed";
    Failure::hinted(format!("no parameter has `{word}` in it"), hint)
}

/// Lists the places of a battle, and points that bots can go by without the file naming them.
fn ways(scenario: &Scenario) -> String {
    let spec = &scenario.spec;
    let row = |place: &PlaceSpec| {
        let [x, y] = [place.at.x, place.at.y]
            .map(|len| format!("{:.1}", f64::from(len) / f64::from(geometry::UNIT)));
        [safe_text(&place.name), x, y]
    };
    rows("ways", spec.places.iter().chain(&spec.ways).map(row))
}

fn troop_types(rules: &Rulebook, parameters: &[Parameter]) -> String {
    format!("Troop types of {}:\n{}", safe_text(&rules.name), troops::table(rules, parameters))
}

/// Returns whether a name means a rulebook, not a battle.
fn is_rulebook(name: &str) -> bool {
    match Source::find(Some(name)) {
        Ok(source) => source.is_rulebook(),
        Err(_) => {
            let known: Vec<&str> = RULEBOOKS.iter().map(|(name, _)| *name).collect();
            !near(name, &known).is_empty()
        }
    }
}

fn played_by(rules: Option<&str>) -> Vec<Override> {
    rules.map(|rules| Override::new("rules", rules)).into_iter().collect()
}

/// Lists every path that can be set in a battle, those of one meaning together below it.
fn of_battle(battle: &str, rules: Option<&str>, find: Option<&str>) -> Result<String> {
    let source = Source::find(Some(battle))?;
    let mut all = source.settable(&played_by(rules))?;
    all.retain(|it| find.is_none_or(|word| has(&it.path, word) || has(it.about, word)));
    if all.is_empty() {
        return Err(not_found(find.unwrap_or_default()));
    }
    let mut text = sentences(&format!(
        "Parameters of {} and of {}, for `--set PATH=VALUE` and `sweep --vary PATH=…`. What the battle leaves out has no value.",
        safe_text(&source.name),
        rules.map_or("its rules".to_owned(), |rules| format!("the rules `{}`", safe_text(rules)))
    ));
    let width = all.iter().map(|it| it.path.chars().count()).max().unwrap_or(0).min(PATHS);
    let lines = all.iter().map(|it| {
        let meaning = format!("{}: {}", it.about, it.form);
        let meaning = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
        let meaning = hanging(["  "; 2], &meaning);
        let value =
            it.value.as_deref().map_or(String::new(), |value| format!("  {}", short(value)));
        let line =
            format!("    {:width$}{value}", safe_text(&it.path)).trim_end().to_owned() + "\n";
        (meaning, line)
    });
    for (meaning, lines) in grouped(lines) {
        let _ = write!(text, "\n{meaning}{}", lines.concat());
    }
    Ok(text)
}

/// The column of paths; longer ones push their values out.
const PATHS: usize = 44;

fn short(value: &str) -> String {
    const MOST: usize = 28;
    let value = safe_text(value);
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value,
    }
}

fn scenarios() -> Result<Vec<[String; 3]>> {
    let row = |shipped: &library::Shipped| {
        let scenario = load(shipped.text.as_bytes(), shipped.name, &[], &NoFiles)?;
        Ok([shipped.name.to_owned(), scenario.title, scenario.shows])
    };
    library::SCENARIOS.iter().map(row).collect()
}

fn players() -> Result<Vec<[String; 4]>> {
    let mut rows = Vec::new();
    for shipped in library::PLAYERS {
        let (battle, system) = shipped.name.split_once('.').unwrap_or((shipped.name, ""));
        let Some(scenario) = library::scenario(battle) else { continue };
        let set = [Override::new("system", system)];
        let mut scenario = load(scenario.text.as_bytes(), battle, &set, &NoFiles)?;
        let players = scenario.read_players(shipped.text.as_bytes(), shipped.name, &NoFiles)?;
        let Some(worth) = players.solved else { continue };
        let share = |share: f64| percent(share, Some((0.0, 1.0)));
        rows.push([
            shipped.name.to_owned(),
            format!("{} {}", scenario.side_names()[Side::A], share(worth.value)),
            format!("{} to {}", share(worth.told().0), share(worth.told().1)),
            format!("{:.1} M", worth.games as f64 / 1e6),
        ]);
    }
    Ok(rows)
}
