//! Finds troop types and weapons of a rulebook by name, with their values for fire under petite guerre (PG-07 to PG-12) and
//! their speed factors (AD-07, AD-10).

use skirmish_engine::battle::{BattleSpec, FigureSpec};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::FireKind;
use skirmish_engine::rulebook::{Missile, Rulebook, Stick, TroopType, Weapon};
use skirmish_engine::side::Side;
use skirmish_odds::fire::shot_dice;

use crate::args;
use crate::odds;
use crate::status::{Failure, Result, unknown};
use crate::troops;

/// Returns the rulebook of a question. Fails if its troops have no skill dice.
pub(crate) fn rulebook(args: &args::Rules) -> Result<Rulebook> {
    let rulebook = odds::rulebook(args)?;
    need_skill_dice(&rulebook)?;
    Ok(rulebook)
}

pub(crate) fn need_skill_dice(rules: &Rulebook) -> Result {
    let has = rules.fighting.has_skill_dice();
    need(rules, has, "have no skill dice", ("petite-guerre", "petite-guerre"))
}

/// Fails if the troops of a rulebook lack what a question is about; a way of fighting has it, and a rulebook of that way.
pub(crate) fn need(
    rules: &Rulebook,
    has: bool,
    lacks: &str,
    (fighting, book): (&str, &str),
) -> Result {
    if has {
        return Ok(());
    }
    let usual = format!(
        "this is a question about rules with `fighting = \"{fighting}\"`, such as --rules {book}"
    );
    let hints = std::iter::once(usual).chain(troops::asked(rules)).collect();
    Err(Failure::Usage(format!("the troops of rulebook `{}` {lacks}", rules.name), hints))
}

pub(crate) fn named<'r, T>(
    what: &str,
    all: &'r [T],
    name_of: impl Fn(&T) -> &String,
    name: &str,
) -> Result<&'r T> {
    let found = all.iter().find(|one| name_of(one) == name);
    found.ok_or_else(|| unknown(what, name, all.iter().map(|one| name_of(one).clone())))
}

pub(crate) fn troops<'r>(rules: &'r Rulebook, name: &str) -> Result<&'r TroopType> {
    named("troop type", &rules.troops, |troops| &troops.name, name)
}

/// Finds a weapon that shoots by its exact name, with its stick or its ranges; `None` for the first.
fn shooting<'r, T>(
    rules: &'r Rulebook,
    name: Option<&str>,
    by: &str,
    of: impl Fn(&'r Weapon) -> Option<&'r T>,
) -> Result<(&'r Weapon, &'r T)> {
    let armed = || rules.weapons.iter().filter(|weapon| of(weapon).is_some());
    let names = || armed().map(|weapon| weapon.name.clone());
    let name = name.map_or_else(|| names().next().unwrap_or_default(), str::to_owned);
    let found = rules.weapons.iter().find(|w| w.name == name);
    let weapon = found.ok_or_else(|| unknown("weapon", &name, names()))?;
    let shoots = of(weapon).ok_or_else(|| {
        Failure::hinted(
            format!("weapon `{name}` does not shoot: it has no {by}"),
            format!("weapons with a {by}: {}", names().collect::<Vec<_>>().join(", ")),
        )
    })?;
    Ok((weapon, shoots))
}

/// Finds a weapon with a stick (PG-07).
pub(crate) fn with_stick<'r>(rules: &'r Rulebook, name: &str) -> Result<(&'r Weapon, &'r Stick)> {
    shooting(rules, Some(name), "stick", |weapon| weapon.stick.as_ref())
}

/// Finds a weapon with ranges (HOST-2), or the first.
pub(crate) fn with_ranges<'r>(
    rules: &'r Rulebook,
    name: Option<&str>,
) -> Result<(&'r str, &'r Missile)> {
    let found = shooting(rules, name, "range", |weapon| weapon.missile.as_ref());
    found.map(|(weapon, missile)| (weapon.name.as_str(), missile))
}

/// Fails if an option was given that means nothing under the rulebook.
pub(crate) fn need_no(rules: &Rulebook, given: &[(bool, &str)], instead: &str) -> Result {
    let Some((_, option)) = given.iter().find(|(is_given, _)| *is_given) else { return Ok(()) };
    let what = format!("`{option}` means nothing under rulebook `{}`", rules.name);
    Err(Failure::hinted(what, instead))
}

/// Finds a weapon by name; `two-handed sword` is `two-handed-sword`.
pub(crate) fn weapon<'r>(rules: &'r Rulebook, name: &str) -> Result<&'r Weapon> {
    let plain = |name: &str| name.trim().to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(name);
    let found = rules.weapons.iter().find(|w| plain(&w.name) == wanted);
    found.ok_or_else(|| unknown("weapon", name, rules.weapons.iter().map(|w| w.name.clone())))
}

/// Returns the speed factor of a melee weapon; `None` for natural weapons.
pub(crate) fn melee_factor(weapon: &Weapon) -> Result<Option<u8>> {
    let factor = weapon.handling.speed_factor;
    if factor.is_none() && weapon.missile.is_some() {
        return Err(Failure::hinted(
            format!("`{}` is not for melee: it has no speed factor", weapon.name),
            "a shot against something that takes time: `skirmish odds crossing`",
        ));
    }
    Ok(factor)
}

/// Returns whether only wounded figures of the side fire with these dice (PG-08).
pub(crate) fn are_wounded(spec: &BattleSpec, side: Side, kind: FireKind, dice: &[Dice]) -> bool {
    let rules = &spec.rules;
    let skill = |f: &FigureSpec| rules.troops[f.troops].skills.aimed;
    let mut figures = spec.sides[side].figures.iter();
    !figures.any(|f| shot_dice(&rules.fire, kind, skill(f), false) == dice)
}
