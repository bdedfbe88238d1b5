//! The numbers of the rules that a battle rests on, and which of them it can make use of.

use skirmish_engine::battle::{Battle, Cover, FigureSpec, Going};
use skirmish_engine::rulebook::{Formation, TechniqueAttack};
use skirmish_engine::side::Side;
use skirmish_report::{Origin, ParameterRow};
use skirmish_scenario::{Origin as From, Parameter};

/// A parameter of the rules in use.
pub(super) fn parameter(battle: &Battle, parameter: &Parameter) -> ParameterRow {
    ParameterRow {
        path: parameter.path.clone(),
        value: parameter.value.clone(),
        origin: match parameter.origin {
            From::Published => Origin::Published,
            From::Derived => Origin::Derived,
            From::Companion => Origin::Companion,
            From::Assumed => Origin::Assumed,
            From::Rulebook => Origin::Rulebook,
            From::Scenario => Origin::Scenario,
            From::CommandLine => Origin::CommandLine,
        },
        rule: parameter.rule.clone(),
        in_use: Some(is_in_use(battle, &parameter.path)),
    }
}

/// Whether the battle can make use of a parameter at all: whether somebody has that weapon, rank or grade, or there is
/// such ground.
fn is_in_use(battle: &Battle, path: &str) -> bool {
    let spec = battle.spec();
    let figures = || spec.sides.0.iter().flat_map(|side| &side.figures);
    let parts: Vec<&str> = path.split('.').collect();
    let weapon = |f: &FigureSpec| &spec.rules.weapons[f.weapon];
    let shoots = || figures().any(|f| weapon(f).missile.is_some() || weapon(f).stick.is_some());
    let in_line = |side: Side, f: &FigureSpec| {
        let unit = &spec.sides[side].units[usize::from(f.unit.0)];
        unit.formation != Formation::Open
    };
    let of_sides = || {
        let sides = Side::BOTH.into_iter();
        sides.flat_map(|side| spec.sides[side].figures.iter().map(move |f| (side, f)))
    };
    let has_line = || of_sides().any(|(side, f)| in_line(side, f));
    let strides = spec.rules.movement.strides.is_some();
    let troops_of = |f: &FigureSpec| &spec.rules.troops[f.troops];
    let has_troops = |name: &str| figures().any(|f| troops_of(f).name == name);
    let has_rate = |f: &FigureSpec| troops_of(f).rate.is_some();
    let covered = |cover| shoots() && spec.features.iter().any(|f| f.cover == cover);
    match parts.as_slice() {
        ["skill", "rough-ground", troops] => {
            let is_slow = spec.features.iter().any(|f| f.going == Going::Slow);
            is_slow && has_troops(troops)
        }
        ["move", arm @ ("infantry" | "cavalry"), order, _] => of_sides().any(|(side, f)| {
            f.mounted == (*arm == "cavalry") && in_line(side, f) == (*order == "line")
        }),
        ["options", "volley-reload" | "volley-hits"]
        | [
            "fire",
            "volley" | "volley-reload-dice" | "rank-reload" | "platoon-reload",
        ] => has_line(),
        ["fire", "effect-dice" | "kills"] => true,
        // What troops are worth plays no part in a battle, but it is told of each side.
        ["points", "leader", rank] => {
            figures().any(|f| f.rank.is_some_and(|r| spec.rules.ranks[r].name == *rank))
        }
        ["points", "mounted"] => figures().any(|f| f.mounted),
        ["seize", "base", troops]
        | ["quality", troops]
        | ["skill", _, troops]
        | ["techniques", "attribute", troops]
        | [
            "combat",
            "level" | "armour-class" | "hit-points" | "nerve",
            troops,
        ]
        | ["troops", troops, ..] => has_troops(troops),
        ["techniques", "mentality" | "action", troops] => {
            let attack = spec.rules.techniques.attack;
            attack == TechniqueAttack::Stacked && has_troops(troops)
        }
        ["move", "stature" | "strides" | "yard"] => strides && figures().any(|f| !f.mounted),
        ["seize", "leadership", rank] => {
            figures().any(|f| f.rank.is_some_and(|r| spec.rules.ranks[r].name == *rank))
        }
        ["weapon", weapon, ..] => figures().any(|f| spec.rules.weapons[f.weapon].name == *weapon),
        ["move", "troop", troops] => {
            let goes_by_it = |f: &FigureSpec| f.mounted || !strides;
            figures().any(|f| troops_of(f).name == *troops && goes_by_it(f))
        }
        ["move", "mounted"] => figures().any(|f| f.mounted && !has_rate(f)),
        ["move", "foot"] => !strides && figures().any(|f| !f.mounted && !has_rate(f)),
        ["move", "slow-factor"] => spec.features.iter().any(|f| f.going == Going::Slow),
        ["shooting" | "fire", "screened"] => covered(Cover::Screen),
        ["shooting" | "fire", "protected"] => covered(Cover::Protect),
        ["shooting" | "fire", "cover-distance"] => {
            covered(Cover::Screen) || covered(Cover::Protect)
        }
        ["shooting", "effect", row, ..] => {
            let quality = |f: &FigureSpec| troops_of(f).quality;
            shoots() && figures().any(|f| *row == format!("quality-{}", quality(f)))
        }
        ["shooting" | "fire", ..] => shoots(),
        ["melee", "barricade"] => spec.features.iter().any(|f| f.breaks_off),
        ["seize", "factor", "order-card"] => spec.sides.0.iter().any(|side| !side.cards.is_empty()),
        _ => true,
    }
}
