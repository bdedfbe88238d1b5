//! `skirmish odds crossing`, `strikes` and `surprise`: rounds of segments (AD-04 to AD-10, ADC-9).

use serde_json::{Value as Json, json};
use skirmish_engine::initiative::adnd::{Standing, segments_for};
use skirmish_engine::rulebook::{
    Rulebook, Segments, SideSegment, Surprise, SurpriseReading, Weapon,
};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::rounds::{Crossed, Struck, extra_from};
use skirmish_odds::segments::Crossing;
use skirmish_odds::surprise::{Encounter, Surprised};

use super::{print, rulebook};
use crate::args::{OddsCrossing, OddsStrikes, OddsSurprise};
use crate::fire;
use crate::status::{Failure, Result};

fn setting(args: &OddsCrossing, rules: Segments) -> Result<Crossing> {
    if args.attack > args.attacks {
        return Err(Failure::hinted(
            format!("attack {} is asked about, but the attacker has {}", args.attack, args.attacks),
            format!("to give it more: --attacks {}", args.attack),
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
        rules,
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

/// Finds a weapon to attack with, and its speed factor unless it shoots.
fn weapon_called<'r>(rules: &'r Rulebook, name: &str) -> Result<(&'r Weapon, Option<u8>)> {
    let weapon = fire::weapon(rules, name)?;
    if weapon.handling.segments > 0 {
        return Err(Failure::hinted(
            format!("`{}` takes segments itself; an attack here does not", weapon.name),
            format!("to attack something that takes them: --segments {}", weapon.handling.segments),
        ));
    }
    Ok((weapon, weapon.handling.speed_factor))
}

/// Answers about an action that takes time against an untimed one (AD-04 to AD-08).
pub(super) fn crossing(args: &OddsCrossing) -> Result {
    let rulebook = rulebook(&args.rules.book)?;
    let weapon = args.weapon.as_ref();
    let weapon = weapon.map(|name| weapon_called(&rulebook, name)).transpose()?;
    let mut crossing = setting(args, rulebook.segments)?;
    if let Some((_, factor)) = weapon {
        crossing.speed_factor = factor;
    }
    let weapon = weapon.map(|(weapon, _)| weapon.name.as_str());
    let all = if args.table {
        let takes = 1..=u16::from(crossing.rules.round);
        takes
            .map(|takes| Crossed::of(Crossing { takes, ..crossing }, weapon))
            .collect::<Result<_, _>>()?
    } else {
        vec![Crossed::of(crossing, weapon)?]
    };
    print("crossing", (args.rules.format, args.table), &all, &readings(&crossing))
}

fn readings(crossing: &Crossing) -> Json {
    let (rules, modifiers) =
        (&crossing.rules, [crossing.timed.modifier, crossing.untimed.modifier]);
    json!({
        "by_other_die": rules.segment == SideSegment::OtherDie,
        "method_two": crossing.speed_factor.is_some(),
        "modified": (modifiers != [0, 0]).then_some(modifiers),
        "timed_loser": rules.timed_loser.name(),
        "several": crossing.untimed.routines > 1,
        "slowed": crossing.untimed.last || crossing.timed.last,
    })
}

/// Answers about the speed factors of two weapons (AD-10).
pub(super) fn strikes(args: &OddsStrikes) -> Result {
    let rulebook = rulebook(&args.rules.book)?;
    let rules = rulebook.segments;
    let all = if args.table {
        let pairs = (1..=args.to).flat_map(|one| (1..=args.to).map(move |other| (one, other)));
        let of = |(one, other)| Struck::of(rules, [Some(one), Some(other)], [None, None]);
        pairs.map(of).collect::<Result<_, _>>()?
    } else {
        let mut factors = [args.one.0, args.other.0];
        let mut weapons = [None, None];
        for (k, name) in [&args.weapon, &args.against].into_iter().enumerate() {
            if let Some(name) = name {
                let weapon = fire::weapon(&rulebook, name)?;
                factors[k] = fire::melee_factor(weapon)?;
                weapons[k] = Some(weapon.name.clone());
            }
        }
        vec![Struck::of(rules, factors, weapons)?]
    };
    // The enemy's factor from which a weapon has extra strikes.
    let extra = |own| (own, extra_from(own, 1), extra_from(own, 2));
    let extra: Vec<_> = (1..=args.to.min(13)).map(extra).collect();
    print("strikes", (args.rules.format, args.table), &all, &json!({ "extra": extra }))
}

/// Answers which side is surprised, and for how long (ADC-9).
pub(super) fn surprise(args: &OddsSurprise) -> Result {
    let own = rulebook(&args.rules.book)?.segments.surprise;
    // If the rulebook has no surprise, use the first reading.
    let reading = match own.reading {
        SurpriseReading::None => SurpriseReading::Net,
        reading => reading,
    };
    let rules = Surprise { reading, ..own };
    let encounter = Encounter {
        on: BySide([args.on, args.other_on].map(|on| on.unwrap_or(rules.on))),
        reaction: BySide([args.reaction, args.other_reaction]),
        rules,
    };
    let all = if args.table {
        let on = std::iter::once(0).chain(rules.dice.count..=rules.dice.max().clamp(0, 100) as u8);
        on.map(|on| {
            Surprised::of(Encounter { on: BySide([on, encounter.on[Side::B]]), ..encounter })
        })
        .collect::<Result<_, _>>()?
    } else {
        vec![Surprised::of(encounter)?]
    };
    let reactions = encounter.reaction.0;
    let more = json!({ "reactions": (reactions != [0, 0]).then_some(reactions) });
    print("surprise", (args.rules.format, args.table), &all, &more)
}
