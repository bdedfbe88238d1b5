//! `skirmish odds surprise`: which side is surprised, and for how long (ADC-9).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Rulebook, Surprise, SurpriseReading, System};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::surprise::{Encounter, mean};

use super::columns::{Chance, columns, signed};
use super::round::{Rolls, foot, rulebook};
use super::{print_csv, print_json};
use crate::args::{OddsSurprise, TableFormat};
use crate::output;
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    one_on: u8,
    other_on: u8,
    one_reaction: i32,
    other_reaction: i32,
    dice: String,
    reading: &'static str,
    only_one: Rolls,
    only_other: Rolls,
    both: Rolls,
    neither: Rolls,
    mean_one: Chance,
    mean_other: Chance,
    segments: Vec<Segments>,
    #[serde(skip)]
    encounter: Encounter,
}

/// For how many segments each is surprised.
#[derive(Debug, Serialize)]
struct Segments {
    one: u32,
    other: u32,
    #[serde(flatten)]
    rolls: Rolls,
}

/// The answer for one roll.
#[derive(Debug, Serialize)]
struct Verdict {
    rolled: [i32; 2],
    one: u32,
    other: u32,
}

fn word(reading: SurpriseReading) -> &'static str {
    let named = SurpriseReading::ALL.iter().find(|(_, r)| *r == reading);
    named.map_or("", |(word, _)| word)
}

/// The dice and the numbers of a rulebook that may be silent on surprise: its own reading, or else the first of all.
fn in_force(args: &OddsSurprise, rules: &Rulebook) -> Surprise {
    let own = rules.segments.surprise;
    let usual = match own.reading {
        SurpriseReading::None => SurpriseReading::Net,
        reading => reading,
    };
    Surprise { reading: args.reading.unwrap_or(usual), dice: args.dice.unwrap_or(own.dice), ..own }
}

fn setting(args: &OddsSurprise) -> Result<Encounter, Failure> {
    let rules = in_force(args, &rulebook(&args.rules, System::Adnd)?);
    Ok(Encounter {
        on: BySide([args.on, args.other_on].map(|on| on.unwrap_or(rules.on))),
        reaction: BySide([args.reaction, args.other_reaction]),
        rules,
    })
}

fn answer(encounter: Encounter) -> Result<Answer, Failure> {
    let law = encounter.law()?;
    let surprised = |one: bool, other: bool| {
        Rolls::that(&law, move |segments| segments.map(|n| n > 0) == [one, other])
    };
    let segments = law.support().map(|segments| Segments {
        one: segments[0],
        other: segments[1],
        rolls: Rolls::that(&law, |such| such == segments),
    });
    let [one_on, other_on] = encounter.on.0;
    let [one_reaction, other_reaction] = encounter.reaction.0;
    Ok(Answer {
        one_on,
        other_on,
        one_reaction,
        other_reaction,
        dice: encounter.rules.dice.to_string(),
        reading: word(encounter.rules.reading),
        only_one: surprised(true, false),
        only_other: surprised(false, true),
        both: surprised(true, true),
        neither: surprised(false, false),
        mean_one: mean(&law, Side::A).into(),
        mean_other: mean(&law, Side::B).into(),
        segments: segments.collect(),
        encounter,
    })
}

pub(super) fn surprise(args: &OddsSurprise) -> Result<(), Failure> {
    let encounter = setting(args)?;
    if !args.roll.is_empty() {
        return one_roll(args, &encounter);
    }
    let answers = if args.table {
        let most = most(encounter.rules.dice).clamp(0, 100) as u8;
        let least = encounter.rules.dice.count;
        let on = std::iter::once(0).chain(least..=most);
        on.map(|on| answer(Encounter { on: BySide([on, encounter.on[Side::B]]), ..encounter }))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(encounter)?]
    };
    match args.rules.format {
        TableFormat::Json if args.table => print_json(&answers),
        TableFormat::Json => print_json(&answers[0]),
        TableFormat::Csv => print_csv(
            [
                "one_on",
                "other_on",
                "dice",
                "reading",
                "one_segments",
                "other_segments",
                "ways",
                "of",
                "exact",
                "probability",
            ],
            answers.iter().flat_map(csv),
        ),
        TableFormat::Text if args.table => output::print(&table(&answers)),
        TableFormat::Text => output::print(&text(&answers[0])),
    }
}

fn csv(a: &Answer) -> impl Iterator<Item = [String; 10]> {
    a.segments.iter().map(|row| {
        let [ways, of, exact, probability] = row.rolls.cells();
        [
            a.one_on.to_string(),
            a.other_on.to_string(),
            a.dice.clone(),
            a.reading.to_owned(),
            row.one.to_string(),
            row.other.to_string(),
            ways,
            of,
            exact,
            probability,
        ]
    })
}

fn most(dice: Dice) -> i32 {
    i32::from(dice.count) * i32::from(dice.sides)
}

fn one_roll(args: &OddsSurprise, encounter: &Encounter) -> Result<(), Failure> {
    let dice = encounter.rules.dice;
    let possible = i32::from(dice.count)..=most(dice);
    let [one, other] = args.roll[..] else {
        return Err(Failure::Usage(
            format!("`--roll` takes two numbers, not {}", args.roll.len()),
            vec!["the die of the one side, and of the other: --roll 2,5".to_owned()],
        ));
    };
    if let Some(wrong) = [one, other].into_iter().find(|n| !possible.contains(n)) {
        let (least, most) = (possible.start(), possible.end());
        return Err(Failure::Usage(
            format!("{dice} cannot show {wrong}"),
            vec![format!("it shows {least} to {most}")],
        ));
    }
    let [first, second] = encounter.verdict(BySide([one, other]));
    let verdict = Verdict { rolled: [one, other], one: first, other: second };
    match args.rules.format {
        TableFormat::Json => print_json(&verdict),
        TableFormat::Csv => print_csv(
            ["one", "other", "one_segments", "other_segments"],
            std::iter::once([one, other, first as i32, second as i32].map(|n| n.to_string())),
        ),
        TableFormat::Text => output::print(&format!(
            "{one} against {other}: {}\n{}",
            what(first, second),
            foot(&notes(encounter)),
        )),
    }
}

fn counted(segments: u32) -> String {
    let s = if segments == 1 { "" } else { "s" };
    format!("{segments} segment{s}")
}

fn what(one: u32, other: u32) -> String {
    match (one, other) {
        (0, 0) => "nobody is surprised".to_owned(),
        (one, 0) => format!("the one is surprised for {}", counted(one)),
        (0, other) => format!("the other is surprised for {}", counted(other)),
        (one, other) => {
            format!("the one is surprised for {}, the other for {}", counted(one), counted(other))
        }
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
            "A reaction bonus makes it shorter for who has it. Assumed: a penalty does not go on into the first round.",
        );
    }
    notes
}

/// The case that is asked about, in words.
fn against(a: &Answer) -> String {
    let on = |on: u8| match on {
        0 => "by nothing".to_owned(),
        on => format!("by {on} or less"),
    };
    let mut text = format!(
        "Surprise, {} a side: the one is surprised {}, the other {}",
        a.dice,
        on(a.one_on),
        on(a.other_on)
    );
    for (who, reaction) in [("the one", a.one_reaction), ("the other", a.other_reaction)] {
        if reaction != 0 {
            let _ = write!(text, ", {} for {who}", signed(reaction));
        }
    }
    text
}

fn text(a: &Answer) -> String {
    let mut rows =
        vec![a.only_one.row("the one is surprised"), a.only_other.row("the other is surprised")];
    if !a.both.exact().is_zero() {
        rows.push(a.both.row("both are surprised"));
    }
    rows.push(a.neither.row("nobody is surprised"));
    let segments: Vec<_> =
        a.segments.iter().map(|row| row.rolls.row(what(row.one, row.other))).collect();
    format!(
        "{}\n\n{}\nFor how long\n{}\nSegments lost on the average: the one {}, the other {}\n{}",
        against(a),
        columns(&rows),
        columns(&segments),
        a.mean_one.exact.decimal(3),
        a.mean_other.exact.decimal(3),
        foot(&notes(&a.encounter))
    )
}

fn table(answers: &[Answer]) -> String {
    let first = &answers[0];
    let head = ["surprised on", "the one", "", "the other", "", "nobody", "", "segments"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(answers.iter().map(|a| {
        let cells = [&a.only_one, &a.only_other, &a.neither];
        let cells = cells.iter().flat_map(|rolls| [rolls.ratio(), rolls.percent(1)]);
        let mean = format!("{} to {}", a.mean_one.exact.decimal(2), a.mean_other.exact.decimal(2));
        std::iter::once(a.one_on.to_string()).chain(cells).chain([mean]).collect()
    }));
    let mut text = format!(
        "Who is surprised, with {} a side: the one on so much or less, the other on {}; and segments lost on the average, the one's to the \
         other's\n\n{}",
        first.dice,
        first.other_on,
        columns(&rows)
    );
    if answers.iter().any(|a| !a.both.exact().is_zero()) {
        text.push_str("\nWhere the chances do not add up to one, both are surprised.\n");
    }
    text.push_str(&foot(&notes(&first.encounter)));
    text
}
