//! What the program tells of each way of fighting, a row each, and the troop types of a rulebook as a table: dice and points of
//! skills (PG-02, PG-03), quality in the host rules, the attribute of technique tests (WSC-4), level, armour class and hit points
//! (ADC-1, ADC-2), or profiles (FT-01).

use skirmish_engine::rulebook::{Fighting, Points, Rulebook, Skills, TechniqueAttack, Weapon};
use skirmish_report::safe_text;

use crate::page::{columns, wrapped};
use crate::shell::quoted;

/// What is told of a way of fighting.
pub(crate) struct FightingWords {
    /// The troop types of a rulebook as a table.
    pub(crate) troops: fn(&Rulebook) -> String,
    /// What is ours where sources are silent, and no single number says so.
    pub(crate) assumed: &'static str,
}

pub(crate) fn told(fighting: Fighting) -> FightingWords {
    match fighting {
        Fighting::Host => FightingWords {
            troops: by_quality,
            assumed: "The host rules (movement, ranges, to-hit numbers, melee, morale) are ours where no companion text gives \
                      them.",
        },
        Fighting::PetiteGuerre => FightingWords {
            troops: by_skill,
            assumed: "Most tables of petite guerre are missing from its source: tests of control, sticks but for two numbers, \
                      effects of hits, lengths of moves and weights of points are ours.",
        },
        Fighting::Techniques => FightingWords {
            troops: by_technique,
            assumed: "The chain of technique tests is WarSpike's, and so are the kinds of attack of stacked tests; who opens, how \
                      several fight one, and what a wild or a half-hearted attack does is ours, and so are the host rules of \
                      shooting, movement and morale where no companion text gives them.",
        },
        Fighting::Steps(_) => FightingWords {
            troops: by_profile,
            assumed: "Profiles, steps and effects are the rulebook's; who faces whom, and how far pushes and retreats \
                      go, is ours.",
        },
        Fighting::Osric => FightingWords {
            troops: by_level,
            assumed: "To-hit numbers, hit points, damage and morale are AD&D's and OSRIC's; when morale is checked, what cover \
                      costs and the levels of Lloyd's troop types are ours.",
        },
    }
}

/// The ways of fighting by steps that come with the program.
pub(crate) fn by_steps() -> String {
    let ways = Fighting::ALL.iter().filter(|(_, way)| way.is_by_steps()).map(|(word, _)| *word);
    ways.collect::<Vec<_>>().join(", ")
}

/// Which questions are about fighting by a rulebook, for who has asked another.
pub(crate) fn asked(rules: &Rulebook) -> Option<String> {
    let book = quoted(&rules.name);
    match rules.fighting {
        Fighting::PetiteGuerre => Some(format!(
            "skill dice: `skirmish odds hit --rules {book}` and `skirmish odds melee --rules {book}`"
        )),
        Fighting::Techniques => Some(
            "technique tests: `skirmish odds techniques` and `skirmish odds stacked`".to_owned(),
        ),
        Fighting::Osric => Some(format!(
            "blows and shots by armour class and hit points: `skirmish odds blows --rules {book}`"
        )),
        Fighting::Host | Fighting::Steps(_) => None,
    }
}

/// Troop types with what they roll and what they are worth.
pub(crate) fn table(rules: &Rulebook) -> String {
    (told(rules.fighting).troops)(rules)
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn by_quality(rules: &Rulebook) -> String {
    let mut rows = vec![row(&["", "quality"])];
    let troops = rules.troops.iter();
    rows.extend(troops.map(|t| row(&[&safe_text(&t.name), &t.quality.to_string()])));
    columns(rows)
}

fn by_technique(rules: &Rulebook) -> String {
    let head = ["", "quality", "technique", "Mentality", "Action"];
    // The last two are for stacked tests (WSC-5).
    let shown = match rules.techniques.attack {
        TechniqueAttack::Opening => 3,
        TechniqueAttack::Stacked => 5,
    };
    let mut rows = vec![row(&head[..shown])];
    rows.extend(rules.troops.iter().map(|t| {
        let numbers = [i32::from(t.quality), t.technique, t.stack.mentality, t.stack.action];
        let mut cells = vec![safe_text(&t.name)];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.truncate(shown);
        cells
    }));
    columns(rows)
}

fn by_level(rules: &Rulebook) -> String {
    let head = ["", "level", "armour class", "hit points", "never flees"];
    let mut rows = vec![row(&head)];
    rows.extend(rules.troops.iter().map(|t| {
        let body = &t.body;
        row(&[
            &safe_text(&t.name),
            &body.level.to_string(),
            &body.armour_class.to_string(),
            &body.hit_points.to_string(),
            if body.fearless { "yes" } else { "" },
        ])
    }));
    columns(rows)
}

/// Profiles as their author would print them (FT-01).
fn by_profile(rules: &Rulebook) -> String {
    profiles(rules, None)
}

/// Profiles of troop types as their author would print them (FT-01), or as those have them who bear this weapon.
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
    columns(rows)
}

fn by_skill(rules: &Rulebook) -> String {
    let mut rows = vec![row(&["", "C", "AF", "M", "rough ground", "points", "mounted"])];
    let points = &rules.points;
    rows.extend(rules.troops.iter().map(|t| {
        let skills = &t.skills;
        let mut cells = vec![safe_text(&t.name)];
        cells.extend([skills.command, skills.aimed, skills.melee].map(|die| format!("d{die}")));
        let ground = if skills.sure_footed { "unhindered" } else { "slowed" };
        cells.push(ground.to_owned());
        cells.extend([false, true].map(|mounted| points.of(skills, mounted).to_string()));
        cells
    }));
    let mut notes = made_of(points);
    for rank in &rules.ranks {
        let name = safe_text(&rank.name);
        notes += &format!(" A {name} is worth {} of his subordinates.", rank.worth);
    }
    let example = rules.troops.first().map_or_else(String::new, |troops| {
        format!("  So {}: {}\n", safe_text(&troops.name), sum(points, &troops.skills))
    });
    format!("{}\n{}\n{example}", columns(rows), wrapped(&notes, 2))
}

/// What points are made of, in words.
fn made_of(points: &Points) -> String {
    format!(
        "Points: {} for each face of the C die, {} of the AF die, {} of the M die; {} for one who is mounted, {} for \
         one not slowed by rough ground.",
        points.command, points.aimed, points.melee, points.mounted, points.sure_footed
    )
}

/// The sum of one troop type on foot: `1 x 4 + 1 x 4 + 1 x 4 = 12`.
fn sum(points: &Points, skills: &Skills) -> String {
    let parts = [
        (points.command, skills.command),
        (points.aimed, skills.aimed),
        (points.melee, skills.melee),
    ];
    let mut parts: Vec<String> =
        parts.into_iter().map(|(weight, faces)| format!("{weight} x {faces}")).collect();
    if skills.sure_footed {
        parts.push(points.sure_footed.to_string());
    }
    format!("{} = {}", parts.join(" + "), points.of(skills, false))
}
