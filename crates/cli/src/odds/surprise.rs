//! `skirmish odds surprise`: which side is surprised, and for how long (ADC-9).

use serde_json::{Value as Json, json};
use skirmish_engine::rulebook::{Rulebook, Surprise, SurpriseReading};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::surprise::{Encounter, Surprised, SurprisedOnce};

use super::{print, rolled, rulebook};
use crate::args::OddsSurprise;
use crate::status::Done;

/// The dice and the numbers of a rulebook that may be silent on surprise: its own reading, or else the first of all.
fn in_force(args: &OddsSurprise, rules: &Rulebook) -> Surprise {
    let own = rules.segments.surprise;
    let usual = match own.reading {
        SurpriseReading::None => SurpriseReading::Net,
        reading => reading,
    };
    Surprise { reading: args.reading.unwrap_or(usual), dice: args.dice.unwrap_or(own.dice), ..own }
}

fn setting(args: &OddsSurprise) -> Done<Encounter> {
    let rules = in_force(args, &rulebook(&args.rules.book)?);
    Ok(Encounter {
        on: BySide([args.on, args.other_on].map(|on| on.unwrap_or(rules.on))),
        reaction: BySide([args.reaction, args.other_reaction]),
        rules,
    })
}

pub(super) fn surprise(args: &OddsSurprise) -> Done {
    let encounter = setting(args)?;
    let format = args.rules.format;
    let dice = encounter.rules.dice;
    if !args.roll.is_empty() {
        let meaning = "the die of the first side, and of the second: --roll 2,5";
        let once = SurprisedOnce { encounter, rolled: rolled(&args.roll, dice, meaning, "")? };
        return print("surprise", (format, false), &[once], &more(&encounter, true));
    }
    let all = if args.table {
        let on = std::iter::once(0).chain(dice.count..=dice.max().clamp(0, 100) as u8);
        on.map(|on| {
            Surprised::of(Encounter { on: BySide([on, encounter.on[Side::B]]), ..encounter })
        })
        .collect::<Result<_, _>>()?
    } else {
        vec![Surprised::of(encounter)?]
    };
    print("surprise", (format, args.table), &all, &more(&encounter, false))
}

/// What the rules and readings of the answer go by.
fn more(encounter: &Encounter, rolled: bool) -> Json {
    let (rules, reactions) = (&encounter.rules, encounter.reaction.0);
    json!({
        "rolled": rolled,
        "dice": rules.dice.to_string(),
        "in_force": rules.reading.name(),
        "reactions": (reactions != [0, 0]).then_some(reactions),
    })
}
