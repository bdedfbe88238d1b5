//! `skirmish odds crossing`: something that takes time, under an untimed action (AD-04 to AD-08).

use serde_json::{Value as Json, json};
use skirmish_engine::initiative::adnd::{Standing, segments_for};
use skirmish_engine::rulebook::{Rulebook, Segments, SideSegment, Weapon};
use skirmish_odds::rounds::{Crossed, CrossedOnce};
use skirmish_odds::segments::Crossing;

use super::{print, rolled, rulebook, segments};
use crate::args::OddsCrossing;
use crate::fire;
use crate::status::{Done, Failure};

fn setting(args: &OddsCrossing, rules: Segments) -> Done<Crossing> {
    if args.attack > args.attacks {
        return Err(Failure::hinted(
            format!("attack {} is asked about, but the attacker has {}", args.attack, args.attacks),
            format!("to give him more: --attacks {}", args.attack),
        ));
    }
    let takes = match (args.distance, args.move_rate) {
        (Some(way), Some(rate)) => {
            let rate = if args.charge { rate * rules.charge } else { rate };
            u16::try_from(segments_for(way, rate, rules.round)).unwrap_or(u16::MAX)
        }
        _ => args.segments,
    };
    Ok(Crossing {
        rules: Segments { timed_loser: args.timed_loser.unwrap_or(rules.timed_loser), ..rules },
        takes,
        spell: args.spell,
        timed: Standing {
            routines: if args.hasted { 2 } else { 1 },
            modifier: args.modifier,
            last: args.slowed,
        },
        untimed: Standing {
            routines: args.attacks,
            modifier: args.attacker_modifier,
            last: args.attacker_slowed,
        },
        routine: args.attack - 1,
        speed_factor: args.speed_factor,
    })
}

/// A weapon that attacks: at its speed factor, or as a shot.
fn weapon_called<'r>(rules: &'r Rulebook, name: &str) -> Done<(&'r Weapon, Option<u8>)> {
    let weapon = fire::weapon(rules, name)?;
    if weapon.handling.segments > 0 {
        return Err(Failure::hinted(
            format!("`{}` takes segments itself; an attack here does not", weapon.name),
            format!("to attack something that takes them: --segments {}", weapon.handling.segments),
        ));
    }
    Ok((weapon, weapon.handling.speed_factor))
}

pub(super) fn crossing(args: &OddsCrossing) -> Done {
    let format = args.rules.asked.format;
    let rulebook = rulebook(&args.rules.asked.book)?;
    let weapon = args.weapon.as_ref();
    let weapon = weapon.map(|name| weapon_called(&rulebook, name)).transpose()?;
    let mut crossing = setting(args, segments(&args.rules, &rulebook))?;
    if let Some((_, factor)) = weapon {
        crossing.speed_factor = factor;
    }
    let weapon = weapon.map(|(weapon, _)| weapon.name.as_str());
    if !args.roll.is_empty() {
        let meaning = "the die of whoever takes the time, and the attacker's: --roll 3,2";
        let note = "; modifiers are added to it";
        let rolled = rolled(&args.roll, crossing.rules.dice, meaning, note)?;
        let once = CrossedOnce { crossing, rolled };
        return print("crossing", (format, false), &[once], &more(&crossing, true));
    }
    let all = if args.table {
        let takes = 1..=u16::from(crossing.rules.round);
        takes
            .map(|takes| Crossed::of(Crossing { takes, ..crossing }, weapon))
            .collect::<Result<_, _>>()?
    } else {
        vec![Crossed::of(crossing, weapon)?]
    };
    print("crossing", (format, args.table), &all, &more(&crossing, false))
}

/// What the rules and readings of the answer go by.
fn more(crossing: &Crossing, rolled: bool) -> Json {
    let (rules, modifiers) =
        (&crossing.rules, [crossing.timed.modifier, crossing.untimed.modifier]);
    json!({
        "rolled": rolled,
        "by_other_die": rules.segment == SideSegment::OtherDie,
        "method_two": crossing.speed_factor.is_some(),
        "modified": (modifiers != [0, 0]).then_some(modifiers),
        "timed_loser": rules.timed_loser.name(),
        "several": crossing.untimed.routines > 1,
        "slowed": crossing.untimed.last || crossing.timed.last,
    })
}
