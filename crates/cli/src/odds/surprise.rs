//! `skirmish odds surprise`: which side is surprised, and for how long (ADC-9).

use std::fmt::Write as _;

use skirmish_engine::rulebook::{Rulebook, Surprise, SurpriseReading};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::surprise::{Encounter, Surprised, SurprisedOnce, mean};

use super::columns::{columns, counted, foot, headed, rolls_row, signed};
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
        return print(
            (format, false),
            &[once],
            |_| String::new(),
            |once| {
                let ([one, other], segments) = (once.rolled, once.segments());
                format!("{one} against {other}: {}\n{}", what(segments), foot(&notes(&encounter)))
            },
        );
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
    print((format, args.table), &all, table, text)
}

fn what(segments: [u32; 2]) -> String {
    let [one, other] = segments.map(|n| counted(n, "segment"));
    match segments {
        [0, 0] => "nobody is surprised".to_owned(),
        [_, 0] => format!("the first side is surprised for {one}"),
        [0, _] => format!("the second side is surprised for {other}"),
        _ => format!("the first side is surprised for {one}, the second for {other}"),
    }
}

/// Rules, readings and assumptions that the answer rests on.
fn notes(encounter: &Encounter) -> Vec<&'static str> {
    let mut notes = vec![
        "Rule ADC-9: a side is surprised for as many segments as its die shows, if that is no more than its number.",
        match encounter.rules.reading {
            SurpriseReading::Net | SurpriseReading::None => {
                "Reading (surprise net): of two that are surprised the lesser number is taken from the greater."
            }
            SurpriseReading::Osric => {
                "Reading (surprise osric): each side is surprised by its own die from the start; while both are, nobody acts."
            }
            SurpriseReading::Difference => {
                "Reading (surprise difference): it lasts as many segments as the dice differ."
            }
        },
    ];
    if encounter.reaction.0 != [0; 2] {
        notes.push(
            "A reaction bonus makes it shorter for whoever has it. Assumed: a penalty does not go on into the first round.",
        );
    }
    notes
}

/// The case that is asked about, in words.
fn against(of: &Encounter) -> String {
    let [one, other] = of.on.0.map(|on| match on {
        0 => "by nothing".to_owned(),
        on => format!("by {on} or less"),
    });
    let mut text = format!(
        "Surprise, {} a side: the first side is surprised {one}, the second {other}",
        of.rules.dice
    );
    for (who, reaction) in ["the first", "the second"].into_iter().zip(of.reaction.0) {
        if reaction != 0 {
            let _ = write!(text, ", {} for {who}", signed(reaction));
        }
    }
    text
}

fn text(a: &Surprised) -> String {
    let who = [
        ("only the first side is surprised", [true, false]),
        ("only the second side is surprised", [false, true]),
        ("both are surprised", [true, true]),
        ("nobody is surprised", [false, false]),
    ];
    let who = who.map(|(words, surprised)| (words, a.who(surprised)));
    let who = who.iter().enumerate().filter(|(k, (_, rolls))| *k != 2 || !rolls.chance().is_zero());
    let who = who.map(|(_, (words, rolls))| rolls_row(words, rolls));
    let segments = a.segments().map(|(segments, rolls)| rolls_row(what(segments), &rolls));
    let [one, other] = Side::BOTH.map(|side| mean(&a.law, side).decimal(3));
    format!(
        "{}\n\n{}\nFor how long\n{}\nSegments lost on average: the first side {one}, the second {other}\n{}",
        against(&a.encounter),
        columns(who),
        columns(segments),
        foot(&notes(&a.encounter))
    )
}

fn table(all: &[Surprised]) -> String {
    let encounter = &all[0].encounter;
    let rows = all.iter().map(|a| {
        let cells = [[true, false], [false, true], [false, false]].map(|who| a.who(who));
        let cells = cells.iter().flat_map(|rolls| [rolls.to_string(), rolls.chance().percent(1)]);
        let [one, other] = Side::BOTH.map(|side| mean(&a.law, side).decimal(2));
        let on = a.encounter.on[Side::A].to_string();
        std::iter::once(on).chain(cells).chain([format!("{one} to {other}")]).collect()
    });
    let head = ["surprised on", "the first", "", "the second", "", "nobody", "", "segments"];
    let mut text = format!(
        "Who is surprised, with {} a side: the first side on so much or less, the second on {} or less; and the segments that each loses on \
         average, first to second\n\n{}",
        encounter.rules.dice,
        encounter.on[Side::B],
        headed(head, rows)
    );
    if all.iter().any(|a| !a.who([true, true]).chance().is_zero()) {
        text.push_str("\nWhere the chances do not add up to one, both are surprised.\n");
    }
    text + &foot(&notes(encounter))
}
