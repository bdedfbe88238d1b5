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

/// Returns the shots of weapons to the ends of their ranges, at targets in each condition asked for.
pub(crate) fn shots(
    rules: &Rulebook,
    weapons: &[(&str, &Missile)],
    is_asked: impl Fn(TargetCondition) -> bool,
    reactive: &[bool],
    against: &[&TroopType],
) -> Result<Vec<HostHit>> {
    let is_asked = |of: &TargetCondition| cover(*of).is_some() && is_asked(*of);
    let targets = || TargetCondition::ALL.into_iter().filter(is_asked);
    let ways = reactive.iter().flat_map(|reactive| targets().map(|target| (target, *reactive)));
    let ways: Vec<_> = ways.collect();
    let mut all = Vec::new();
    for (weapon, way) in
        weapons.iter().flat_map(|weapon| ways.iter().map(move |way| (*weapon, *way)))
    {
        for distance in weapon.1.range {
            for troops in against {
                all.push(HostHit::of(rules, weapon, distance, way, troops)?);
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
    let hits = if args.table {
        let all = rules.weapons.iter().filter_map(|of| Some((&*of.name, of.missile.as_ref()?)));
        let all: Vec<_> = all.filter(|of| args.weapon.is_none() || of.0 == named.0).collect();
        shots(rules, &all, |_| true, &[args.reactive], &[against])?
    } else {
        let (distance, at) = (args.distance, (args.condition, args.reactive));
        vec![HostHit::of(rules, named, distance.unwrap_or(named.1.range[1]), at, against)?]
    };
    let more = json!({ "effect_dice": rules.shooting.effect_dice.to_string() });
    print("shot", (args.rules.format, args.table), &hits, &more)
}
