//! Which questions apply to a way of fighting, and the troop types of a rulebook as a table.

use skirmish_engine::rulebook::{Fighting, Rulebook, Weapon};
use skirmish_report::once::{grouped, unique};
use skirmish_report::safe_text;
use skirmish_report::table::aligned;
use skirmish_scenario::Parameter;

use crate::shell::quoted;

/// Lists the shipped ways of fighting by steps.
pub(crate) fn by_steps() -> String {
    let ways = Fighting::ALL.iter().filter(|(_, way)| way.is_by_steps()).map(|(word, _)| *word);
    ways.collect::<Vec<_>>().join(", ")
}

/// Returns which questions apply to the fighting of a rulebook, for a user who asked another.
pub(crate) fn asked(rules: &Rulebook) -> Option<String> {
    let book = quoted(&rules.name);
    match rules.fighting {
        Fighting::PetiteGuerre => Some(format!(
            "skill dice: `skirmish odds hit --rules {book}` and `skirmish odds melee --rules {book}`"
        )),
        Fighting::Techniques => Some(format!(
            "technique tests: `skirmish odds techniques` and `skirmish odds stacked`; shots: `skirmish odds hit --rules {book}`"
        )),
        Fighting::Osric => Some(format!(
            "blows and shots by armour class and hit points: `skirmish odds blows --rules {book}`"
        )),
        Fighting::Steps(_) => Some(format!(
            "attacks by steps: `skirmish odds attack --rules {book} --table`, and with shots by `--shoot`"
        )),
        Fighting::Host => Some(format!(
            "shots by the host rules: `skirmish odds hit --rules {book}`; for what melee adds up, `skirmish explain HOST-3`"
        )),
    }
}

/// Returns the troop types: a column for each number that all have and that differs, and their worth (PG-03).
pub(crate) fn table(rules: &Rulebook, parameters: &[Parameter]) -> String {
    // `skill.command.rangers` is in the column of `skill.command`.
    let cells = parameters.iter().filter_map(|of| {
        let parts: Vec<&str> = of.path.split('.').collect();
        let k = parts.iter().position(|part| rules.troops.iter().any(|t| t.name == *part))?;
        Some(([&parts[..k], &parts[k + 1..]].concat(), (parts[k], of.value.as_str())))
    });
    let mut heads = vec![String::new()];
    let mut rows: Vec<Vec<String>> =
        rules.troops.iter().map(|troops| vec![safe_text(&troops.name)]).collect();
    for (path, cells) in grouped(cells) {
        let differ = unique(cells.iter().map(|(_, value)| value)).len() > 1;
        if !differ || cells.len() < rules.troops.len() {
            continue;
        }
        heads.push(safe_text(path.last().copied().unwrap_or_default()));
        for (row, troops) in rows.iter_mut().zip(&rules.troops) {
            let cell = cells.iter().find(|(name, _)| *name == troops.name);
            row.push(cell.map_or_else(String::new, |(_, value)| safe_text(value)));
        }
    }
    if rules.fighting.has_skill_dice() {
        heads.extend(["points", "mounted"].map(str::to_owned));
        for (row, troops) in rows.iter_mut().zip(&rules.troops) {
            row.extend([false, true].map(|on| rules.points.of(&troops.skills, on).to_string()));
        }
    }
    rows.insert(0, heads);
    aligned(&rows, |k| k == 0)
}

/// Returns the profiles of troop types (FT-01), or their profiles with this weapon.
pub(crate) fn profiles(rules: &Rulebook, weapon: Option<&Weapon>) -> String {
    let names = rules.steps.attributes.iter().map(|name| safe_text(name));
    let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
    rows.extend(rules.troops.iter().map(|t| {
        let armed = weapon.map(|weapon| rules.steps.profile(t, weapon));
        let profile = armed.as_ref().unwrap_or(&t.profile);
        let cells =
            profile.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), |c| c.to_string()));
        std::iter::once(safe_text(&t.name).to_string()).chain(cells).collect()
    }));
    aligned(&rows, |k| k == 0)
}
