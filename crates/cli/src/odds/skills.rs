//! `skirmish odds hit`, `reload`, `melee` and `activation`: skill dice (PG-04 to PG-14).

use serde_json::json;
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::{Loader, Rulebook};
use skirmish_odds::fire::{Reload, Shot};
use skirmish_odds::{Activation, Bout, ControlTest, Fighter};

use super::{host, print};
use crate::args::{Fighter as Who, OddsActivation, OddsHit, OddsMelee, OddsReload, die};
use crate::fire::{need_no, need_skill_dice, rulebook, troops, with_stick};
use crate::status::{Failure, Result};

fn weapon(args: &OddsHit) -> &str {
    args.weapon.as_deref().unwrap_or("musket")
}

fn shot(args: &OddsHit, kind: FireKind, rules: &Rulebook) -> Result<Shot> {
    let named = args.troops.as_deref().unwrap_or("line-infantry");
    let by = args.dice.is_none().then(|| troops(rules, named)).transpose()?;
    let shot = match args.threshold {
        Some(needed) => Shot { needed: Some(needed), ..Shot::default() },
        None => {
            let (weapon, stick) = with_stick(rules, weapon(args))?;
            let distance = args.distance.unwrap_or(40 * UNIT);
            Shot::at(&rules.fire, (&weapon.name, stick), distance, args.condition)
        }
    };
    Ok(match (by, &args.dice) {
        (None, Some(pools)) => Shot { dice: pools.0.clone(), ..shot },
        (None, None) => shot,
        (Some(troops), _) => shot.by(&rules.fire, troops, kind, args.wounded),
    })
}

/// Returns all troop types at all marks under all conditions, by condition, then by mark.
fn shots(args: &OddsHit, kind: FireKind, rules: &Rulebook) -> Result<Vec<Shot>> {
    let (weapon, stick) = with_stick(rules, weapon(args))?;
    let fire = &rules.fire;
    let marks = TargetCondition::ALL
        .into_iter()
        .flat_map(|condition| stick.marks().map(move |(far, _)| (far, condition)));
    let shots = marks.flat_map(|(far, condition)| {
        let at = Shot::at(fire, (&weapon.name, stick), far, condition);
        rules.troops.iter().map(move |t| at.clone().by(fire, t, kind, args.wounded))
    });
    Ok(shots.collect())
}

/// Answers the chance of a shot (PG-07, PG-10, PG-11; HOST-2).
pub(super) fn hit(args: &OddsHit) -> Result {
    let rules = super::rulebook(&args.rules.book)?;
    if rules.fighting.has_host_shots() {
        return host::hit(args, &rules);
    }
    need_skill_dice(&rules)?;
    let given = [(args.against.is_some(), "--against"), (args.reactive, "--reactive")];
    need_no(
        &rules,
        &given,
        "a shot depends on its dice, its distance and the condition of the target (PG-07)",
    )?;
    let kind = match (args.haste, args.volley) {
        (true, _) => FireKind::Haste,
        (_, true) => FireKind::Volley,
        _ => FireKind::Aimed,
    };
    let shots = match args.table {
        true => shots(args, kind, &rules)?,
        false => vec![shot(args, kind, &rules)?],
    };
    let hits = shots.into_iter().map(Shot::hits).collect::<Result<Vec<_>, _>>()?;
    print("hit", (args.rules.format, args.table), &hits, &json!({}))
}

fn reloads(args: &OddsReload, rules: &Rulebook) -> Result<Vec<Reload>> {
    let (fire, turns) = (&rules.fire, args.turns);
    let figure = |name: Option<&str>, die| Reload::figure(fire, name, (die, args.wounded), turns);
    let line = |who| Reload::line(fire, who, turns);
    if args.table {
        let figures = rules.troops.iter().map(|t| figure(Some(&t.name), t.skills.aimed));
        let lines = [Loader::Rank, Loader::Platoon].map(line);
        return Ok(figures.chain(lines).collect::<Result<_, _>>()?);
    }
    Ok(vec![match (args.rank, args.platoon, args.die) {
        (true, ..) => line(Loader::Rank)?,
        (_, true, _) => line(Loader::Platoon)?,
        (_, _, Some(die)) => figure(None, die.sides)?,
        _ => {
            let troops = troops(rules, &args.troops)?;
            figure(Some(&troops.name), troops.skills.aimed)?
        }
    }])
}

/// Answers how long reloading takes (PG-09, PG-12).
pub(super) fn reload(args: &OddsReload) -> Result {
    let rules = rulebook(&args.rules.book)?;
    print("reload", (args.rules.format, args.table), &reloads(args, &rules)?, &json!({}))
}

/// Reads a die, or takes the M die of a troop type.
fn m_die(rules: &Rulebook, text: &str) -> Result<(Option<String>, u8)> {
    let digits = text.strip_prefix(['d', 'D']).unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        let place = |error| Failure::usage(format!("`{text}` among the fighters: {error}"));
        return Ok((None, die(text).map_err(place)?.sides));
    }
    let troops = troops(rules, text)?;
    Ok((Some(troops.name.clone()), troops.skills.melee))
}

fn fighter(args: &OddsMelee, rules: &Rulebook, who: Who, text: &str) -> Result<Fighter> {
    let (troops, sides) = m_die(rules, text)?;
    // `one` rolls against `other` alone, so a wounded `second` gives it no advantage.
    let enemy = if who == Who::One { Who::Other } else { Who::One };
    let advantage = args.wounded.contains(&enemy) || args.advantage.contains(&who);
    Ok(Fighter::new(troops, sides, args.wounded.contains(&who), advantage))
}

/// Answers about hand-to-hand combat (PG-08, PG-13, PG-14).
pub(super) fn melee(args: &OddsMelee) -> Result {
    let rules = rulebook(&args.rules.book)?;
    if args.second.is_none()
        && [&args.wounded, &args.advantage].iter().any(|of| of.contains(&Who::Second))
    {
        return Err(Failure::hinted(
            "there is no second figure that could be wounded or have an advantage",
            "name it by `--second DIE` or `--second TROOPS`",
        ));
    }
    let bout = |one: &str, other: &str, second: Option<&str>| -> Result<Bout> {
        let fighter = |who, text: &str| fighter(args, &rules, who, text);
        let two = [fighter(Who::One, one)?, fighter(Who::Other, other)?];
        let second = second.map(|text| fighter(Who::Second, text)).transpose()?;
        Ok(Bout::of(&rules, two, second, args.rounds)?)
    };
    let bouts = if args.table {
        let names = || rules.troops.iter().map(|t| t.name.as_str());
        let pairs = names().flat_map(|one| names().map(move |other| (one, other)));
        pairs.map(|(one, other)| bout(one, other, None)).collect::<Result<_, _>>()?
    } else {
        vec![bout(&args.one, &args.other, args.second.as_deref())?]
    };
    print("melee", (args.rules.format, args.table), &bouts, &json!({}))
}

/// Answers about units out of control (PG-04).
pub(super) fn activation(args: &OddsActivation) -> Result {
    let rules = rulebook(&args.rules.book)?;
    let of = |name: Option<&str>, die: Dice| {
        Activation::of(name, ControlTest::new(die, &rules.control), args.turns)
    };
    let all = if args.table {
        let all = rules.troops.iter();
        all.map(|t| of(Some(&t.name), Dice::one(t.skills.command))).collect::<Result<_, _>>()?
    } else if let Some(die) = args.die {
        vec![of(None, die)?]
    } else {
        let troops = troops(&rules, &args.troops)?;
        vec![of(Some(&troops.name), Dice::one(troops.skills.command))?]
    };
    print("activation", (args.rules.format, args.table), &all, &json!({}))
}
