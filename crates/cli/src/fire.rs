//! What is rolled and needed to hit and to reload under the fire of petite guerre (PG-07 to PG-12).

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::battle::{BattleSpec, FigureSpec};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::FireKind;
use skirmish_engine::rulebook::{Fighting, Fire, Rulebook, Stick, TroopType, Weapon, step_down};
use skirmish_engine::side::Side;
use skirmish_odds::{Ratio, Ways};
use skirmish_scenario::{Rules, load_rules};

use crate::args::SkillRules;
use crate::files::Disk;
use crate::shell::quoted;
use crate::status::{Failure, unknown};

/// A rulebook whose troops have skill dice, with its parameters.
pub(crate) fn rules(args: &SkillRules) -> Result<Rules, Failure> {
    let rules = load_rules(&args.rules, &args.set, &Disk)?;
    need_skills(&rules.rulebook)?;
    Ok(rules)
}

/// The tables alone.
pub(crate) fn rulebook(args: &SkillRules) -> Result<Rulebook, Failure> {
    Ok(rules(args)?.rulebook)
}

/// Refuses a rulebook whose troops have no skill dice.
pub(crate) fn need_skills(rulebook: &Rulebook) -> Result<(), Failure> {
    if rulebook.fighting == Fighting::PetiteGuerre {
        return Ok(());
    }
    let mut hints = vec![
        "this is a question about rules with `fighting = \"petite-guerre\"`, such as --rules petite-guerre".to_owned(),
    ];
    if rulebook.fighting == Fighting::Osric {
        hints.push(format!(
            "blows and shots by armour class and hit points: `skirmish odds blows --rules {}`",
            quoted(&rulebook.name)
        ));
    }
    Err(Failure::Usage(
        format!("the troops of rulebook `{}` have no skill dice", rulebook.name),
        hints,
    ))
}

/// A troop type by its name.
pub(crate) fn troops<'a>(rules: &'a Rulebook, name: &str) -> Result<&'a TroopType, Failure> {
    let found = rules.troops.iter().find(|t| t.name == name);
    found.ok_or_else(|| {
        let known = rules.troops.iter().map(|t| t.name.clone());
        unknown("troop type", name, known)
    })
}

/// A weapon by its name, with its stick.
pub(crate) fn weapon<'a>(
    rules: &'a Rulebook,
    name: &str,
) -> Result<(&'a Weapon, &'a Stick), Failure> {
    let armed = || rules.weapons.iter().filter(|w| w.stick.is_some());
    let found = rules.weapons.iter().find(|w| w.name == name);
    let weapon = found.ok_or_else(|| unknown("weapon", name, armed().map(|w| w.name.clone())))?;
    let stick = weapon.stick.as_ref().ok_or_else(|| {
        let names: Vec<&str> = armed().map(|w| w.name.as_str()).collect();
        Failure::Usage(
            format!("weapon `{name}` does not fire: it has no stick"),
            vec![format!("weapons with a stick: {}", names.join(", "))],
        )
    })?;
    Ok((weapon, stick))
}

/// The dice of a shot, by those who have this AF die.
pub(crate) fn shot(fire: &Fire, kind: FireKind, skill: u8, wounded: bool) -> Vec<Dice> {
    let faces = match kind {
        FireKind::Aimed => vec![fire.aim, skill],
        FireKind::Haste => vec![fire.haste, skill],
        FireKind::Volley => vec![fire.volley],
    };
    let die = |faces| Dice::one(if wounded { step_down(faces) } else { faces });
    faces.into_iter().map(die).collect()
}

/// Whether only a wounded figure of the side fires with these dice (PG-08).
pub(crate) fn are_wounded(spec: &BattleSpec, side: Side, kind: FireKind, dice: &[Dice]) -> bool {
    let rules = &spec.rules;
    let skill = |f: &FigureSpec| rules.troops[f.troops].skills.aimed;
    let mut figures = spec.sides[side].figures.iter();
    !figures.any(|f| shot(&rules.fire, kind, skill(f), false) == dice)
}

/// `d8+d10`.
pub(crate) fn sum(dice: &[Dice]) -> String {
    let names: Vec<String> = dice.iter().map(Dice::to_string).collect();
    names.join("+")
}

/// In how many ways these dice reach a number.
pub(crate) fn ways(dice: &[Dice]) -> Result<Ways, Failure> {
    Ok(Ways::of(dice)?)
}

/// The chance that one die reaches a number.
pub(crate) fn reaching(die: Dice, needed: i32) -> Result<Ratio, Failure> {
    Ok(ways(&[die])?.chance(needed.into()))
}

/// A distance in paces.
pub(crate) fn paces(distance: Len) -> f64 {
    f64::from(distance) / f64::from(UNIT)
}
