//! `skirmish odds hit`: the chance of a shot (PG-07, PG-10, PG-11).

use serde_json::json;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::fire::Shot;

use super::print;
use crate::args::OddsHit;
use crate::fire::{rulebook, troops, with_stick};
use crate::status::Done;

impl OddsHit {
    const fn kind(&self) -> FireKind {
        match (self.haste, self.volley) {
            (true, _) => FireKind::Haste,
            (_, true) => FireKind::Volley,
            _ => FireKind::Aimed,
        }
    }
}

fn one(args: &OddsHit, rules: &Rulebook) -> Done<Shot> {
    let by = args.dice.is_none().then(|| troops(rules, &args.troops)).transpose()?;
    let shot = match args.threshold {
        Some(needed) => Shot { needed: Some(needed), ..Shot::default() },
        None => {
            let (weapon, stick) = with_stick(rules, &args.weapon)?;
            let at = (weapon.name.as_str(), stick);
            Shot::at(&rules.fire, at, args.distance, args.condition)
        }
    };
    Ok(match (by, &args.dice) {
        (None, Some(pools)) => Shot { dice: pools.0.clone(), ..shot },
        (None, None) => shot,
        (Some(troops), _) => shot.by(&rules.fire, troops, args.kind(), args.wounded),
    })
}

/// All troop types at all marks, under all conditions: condition by condition, mark by mark.
fn table(args: &OddsHit, rules: &Rulebook) -> Done<Vec<Shot>> {
    let (weapon, stick) = with_stick(rules, &args.weapon)?;
    let fire = &rules.fire;
    let marks = TargetCondition::ALL
        .into_iter()
        .flat_map(|condition| stick.marks().map(move |(far, _)| (far, condition)));
    let shots = marks.flat_map(|(far, condition)| {
        let at = Shot::at(fire, (&weapon.name, stick), far, condition);
        rules.troops.iter().map(move |t| at.clone().by(fire, t, args.kind(), args.wounded))
    });
    Ok(shots.collect())
}

pub(super) fn hit(args: &OddsHit) -> Done {
    let rules = rulebook(&args.rules.book)?;
    let shots = if args.table { table(args, &rules)? } else { vec![one(args, &rules)?] };
    let hits = shots.into_iter().map(Shot::hits).collect::<Result<Vec<_>, _>>()?;
    print("hit", (args.rules.format, args.table), &hits, &json!({}))
}
