//! `skirmish odds hit` by the host rules: ranges, cover, and effects by quality (HOST-2, LL-12).

use serde_json::json;
use skirmish_engine::event::TargetCondition;
use skirmish_engine::rulebook::{Missile, Rulebook, TroopType};
use skirmish_odds::host::{HostHit, cover};

use super::print;
use crate::args::OddsHit;
use crate::fire::{need_no, troops, with_ranges};
use crate::status::Result;

/// What counts, for a user who asked for something else.
pub(crate) const COUNTS: &str = "by HOST-2 these count: the weapon, the distance, `--cover screened` or `--cover protected`, a \
                                 shot in reaction, and after a hit the quality of the target";

/// Returns the shots of a weapon at the ends of its ranges, at targets in each condition asked for.
pub(crate) fn shots(
    rules: &Rulebook,
    weapon: (&str, &Missile),
    is_asked: impl Fn(&TargetCondition) -> bool,
    is_reactive: bool,
    against: &[&TroopType],
) -> Result<Vec<HostHit>> {
    let mut all = Vec::new();
    for target in TargetCondition::ALL.iter().filter(|of| cover(**of).is_some() && is_asked(of)) {
        for distance in weapon.1.range {
            for troops in against {
                all.push(HostHit::of(rules, weapon, distance, (*target, is_reactive), troops)?);
            }
        }
    }
    Ok(all)
}

pub(super) fn hit(args: &OddsHit, rules: &Rulebook) -> Result {
    let given = [
        (args.troops.is_some(), "--troops"),
        (args.haste, "--haste"),
        (args.volley, "--volley"),
        (args.wounded, "--wounded"),
        (args.dice.is_some(), "--dice"),
        (args.threshold.is_some(), "--threshold"),
        (args.condition == TargetCondition::Moving, "--condition moving"),
    ];
    need_no(rules, &given, COUNTS)?;
    let against = troops(rules, args.against.as_deref().unwrap_or("average"))?;
    let named = with_ranges(rules, args.weapon.as_deref())?;
    let mut hits = Vec::new();
    if args.table {
        for weapon in rules.weapons.iter().filter(|of| args.weapon.is_none() || of.name == named.0)
        {
            if let Some(missile) = &weapon.missile {
                hits.extend(shots(
                    rules,
                    (&weapon.name, missile),
                    |_| true,
                    args.reactive,
                    &[against],
                )?);
            }
        }
    } else {
        let (distance, at) =
            (args.distance.unwrap_or(named.1.range[1]), (args.condition, args.reactive));
        hits.push(HostHit::of(rules, named, distance, at, against)?);
    }
    let more = json!({ "effect_dice": rules.shooting.effect_dice.to_string() });
    print("shot", (args.rules.format, args.table), &hits, &more)
}
