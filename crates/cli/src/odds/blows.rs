//! `skirmish odds blows`: blows and shots by armour class and hit points (ADC-1 to ADC-4, ADC-7, ADC-8).

use std::ops::RangeInclusive;

use serde_json::json;
use skirmish_engine::event::Part;
use skirmish_engine::rulebook::{Rulebook, Weapon};
use skirmish_odds::blows::{Attack, Felled, Modifier, ToHit, added};
use skirmish_odds::host::{BANDS, cover};
use skirmish_odds::{Pmf, amount};

use super::{print, rulebook};
use crate::args::OddsBlows;
use crate::fire::{self, troops};
use crate::status::{Failure, Result};

/// Hit points times kinds of damage; beyond this, exact fractions take minutes.
const MOST_STEPS: usize = 20_000;

/// Returns the modifiers of every roll, and those of the first roll.
fn modifiers(args: &OddsBlows, rules: &Rulebook) -> [Vec<Modifier>; 2] {
    let list = |all: &[(bool, &str, i32)]| -> Vec<Modifier> {
        let counting = all.iter().filter(|(counts, _, adds)| *counts && *adds != 0);
        counting.map(|(_, why, adds)| Modifier { why: (*why).to_owned(), adds: *adds }).collect()
    };
    let cover = args.cover.and_then(cover).unwrap_or_default();
    let shot = args.range.map(|band| (BANDS[band], rules.shot_parts(band, cover, args.reactive)));
    let parts = shot.iter().flat_map(|(band, parts)| parts.iter().map(move |of| (*band, of)));
    let parts = parts.map(|(band, (part, adds))| Modifier {
        why: if part == Part::Range { format!("{band} range") } else { part.name().to_owned() },
        adds,
    });
    let rules = &rules.osric;
    let every = list(&[(args.rear, "from behind", rules.rear), (true, "modifier", args.modifier)]);
    let first = list(&[
        (args.charge, "charge", rules.charge),
        (args.exposed, "at a charger", rules.exposed),
        (args.free, "free blow", rules.free_blow),
    ]);
    [parts.chain(every).collect(), first]
}

/// Returns the factor for the damage of the first blow (ADC-7).
fn times(args: &OddsBlows, weapon: &Weapon) -> u8 {
    let of = |counts: bool, times: u8| if counts { times.max(1) } else { 1 };
    let set = of(args.set_weapon, weapon.handling.set_damage);
    set * of(args.mounted, weapon.handling.charge_damage)
}

fn felled(args: &OddsBlows, rules: &Rulebook) -> Result<Felled> {
    let (own, other) = (troops(rules, &args.troops)?, troops(rules, &args.against)?);
    let weapon = fire::weapon(rules, &args.weapon)?;
    let is_shot = args.range.is_some();
    if is_shot {
        fire::with_ranges(rules, Some(&weapon.name))?;
    }
    let damage = if is_shot { weapon.harm.shot } else { weapon.harm.blow };
    if args.set_weapon && weapon.handling.set_damage == 0 {
        let able = rules.weapons.iter().filter(|w| w.handling.set_damage > 0);
        let able: Vec<&str> = able.map(|w| w.name.as_str()).collect();
        return Err(Failure::hinted(
            format!("`{}` cannot be set against a charge", weapon.name),
            format!("weapons that can: {}", able.join(", ")),
        ));
    }
    let (hit_points, points) = match args.points {
        Some(points) => (points.to_string(), Pmf::certain(i64::from(points))),
        None => {
            let rolled = other.body.hit_points;
            (rolled.to_string(), amount(rolled)?)
        }
    };
    let (most, kinds) = (*points.max(), amount(damage)?.support().len());
    if usize::try_from(most).unwrap_or(0).saturating_mul(kinds) > MOST_STEPS {
        return Err(Failure::hinted(
            format!(
                "up to {most} hit points and {kinds} kinds of damage are too many for an exact answer"
            ),
            "take smaller dice, or fewer hit points by `--points`",
        ));
    }
    let attack = Attack {
        dice: rules.osric.dice,
        troops: own.name.clone(),
        level: args.level.unwrap_or(own.body.level),
        weapon: weapon.name.clone(),
        damage,
        is_shot,
        against: other.name.clone(),
        armour_class: args.armour_class.unwrap_or(other.body.armour_class),
        hit_points,
        points,
    };
    Ok(attack.fells(modifiers(args, rules), times(args, weapon), args.blows)?)
}

pub(super) fn blows(args: &OddsBlows) -> Result {
    let rules = rulebook(&args.rules.book)?;
    let lacks = "have neither armour classes nor hit points";
    fire::need(&rules, rules.fighting.has_hit_points(), lacks, ("osric", "adnd"))?;
    if args.table {
        let modifier = modifiers(args, &rules).iter().map(|m| added(m)).sum();
        let pairs = LEVELS.flat_map(|level| CLASSES.rev().map(move |class| (level, class)));
        let of = |pair| ToHit::of(rules.osric.dice, pair, modifier);
        let all = pairs.map(of).collect::<Result<Vec<_>, _>>()?;
        let more = json!({ "dice": rules.osric.dice.to_string() });
        return print("blows", (args.rules.format, true), &all, &more);
    }
    print("blows", (args.rules.format, false), &[felled(args, &rules)?], &json!({}))
}

/// Levels in the table; printed tables end before the last.
const LEVELS: RangeInclusive<i32> = 0..=20;

/// Armour classes in the table, best first.
const CLASSES: RangeInclusive<i32> = -10..=10;
