//! `skirmish odds crossing`: something that takes time, under an untimed action (AD-04 to AD-08).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::initiative::adnd::{Standing, segments_for};
use skirmish_engine::rulebook::{Rulebook, Segments, SideSegment, System, TimedLoser, Weapon};
use skirmish_engine::side::BySide;
use skirmish_odds::segments::{Crossing, Fate};

use super::arms;
use super::columns::{columns, signed};
use super::round::{Rolls, foot, in_force, rulebook};
use super::{print_answers, print_csv, print_json};
use crate::args::{OddsCrossing, TableFormat};
use crate::output;
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    segments: u16,
    spell: bool,
    /// Which of the attacker's routines, of how many.
    attack: [u8; 2],
    speed_factor: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weapon: Option<String>,
    dice: String,
    timed_loser: &'static str,
    across: Rolls,
    both: Rolls,
    attacked_first: Rolls,
    attacks: Vec<Attack>,
    #[serde(skip)]
    crossing: Crossing,
}

/// What becomes of it if the attack comes then.
#[derive(Debug, Serialize)]
struct Attack {
    fate: &'static str,
    /// `None` where the attack has initiative and need not wait.
    segment: Option<u16>,
    #[serde(flatten)]
    rolls: Rolls,
}

/// The answer for one roll.
#[derive(Debug, Serialize)]
struct Verdict {
    segments: u16,
    /// The segment on which it begins; 0 with the round.
    begins: u16,
    own: i32,
    other: i32,
    fate: &'static str,
    segment: Option<u16>,
}

const fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Across => "across",
        Fate::Both => "both happen",
        Fate::AttackedFirst => "attacked first",
    }
}

fn loser(reading: TimedLoser) -> &'static str {
    let named = TimedLoser::ALL.iter().find(|(_, r)| *r == reading);
    named.map_or("", |(word, _)| word)
}

fn setting(args: &OddsCrossing, rules: Segments) -> Result<Crossing, Failure> {
    if args.attack > args.attacks {
        return Err(Failure::Usage(
            format!("attack {} is asked about, but the attacker has {}", args.attack, args.attacks),
            vec![format!("he may have more: --attacks {}", args.attack)],
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
fn weapon_called<'r>(rules: &'r Rulebook, name: &str) -> Result<(&'r Weapon, Option<u8>), Failure> {
    let weapon = arms::weapon(rules, name)?;
    if weapon.handling.segments > 0 {
        return Err(Failure::Usage(
            format!("`{}` takes segments itself; an attack here does not", weapon.name),
            vec![format!(
                "what takes them may be attacked: --segments {}",
                weapon.handling.segments
            )],
        ));
    }
    Ok((weapon, weapon.handling.speed_factor))
}

fn answer(crossing: Crossing, weapon: Option<&String>) -> Result<Answer, Failure> {
    let law = crossing.segments()?;
    let fate = |fate: Fate| Rolls::that(&law, |(such, _)| *such == fate);
    let attacks = law.support().map(|outcome| Attack {
        fate: word(outcome.0),
        segment: outcome.1,
        rolls: Rolls::that(&law, |such| such == outcome),
    });
    Ok(Answer {
        segments: crossing.takes,
        spell: crossing.spell,
        attack: [crossing.routine + 1, crossing.untimed.routines],
        speed_factor: crossing.speed_factor,
        weapon: weapon.cloned(),
        dice: crossing.rules.dice.to_string(),
        timed_loser: loser(crossing.rules.timed_loser),
        across: fate(Fate::Across),
        both: fate(Fate::Both),
        attacked_first: fate(Fate::AttackedFirst),
        attacks: attacks.collect(),
        crossing,
    })
}

pub(super) fn crossing(args: &OddsCrossing) -> Result<(), Failure> {
    let rulebook = rulebook(&args.rules.book, System::Adnd)?;
    let weapon = args.weapon.as_ref();
    let weapon = weapon.map(|name| weapon_called(&rulebook, name)).transpose()?;
    let mut crossing = setting(args, in_force(&args.rules, rulebook.segments))?;
    if let Some((_, factor)) = weapon {
        crossing.speed_factor = factor;
    }
    let weapon = weapon.map(|(weapon, _)| weapon.name.clone());
    let weapon = weapon.as_ref();
    if !args.roll.is_empty() {
        return one_roll(args, &crossing);
    }
    let answers = if args.table {
        let takes = 1..=u16::from(crossing.rules.round);
        takes
            .map(|takes| answer(Crossing { takes, ..crossing }, weapon))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(crossing, weapon)?]
    };
    print_answers(
        args.rules.book.format,
        args.table,
        &answers,
        (
            ["segments", "speed_factor", "dice", "fate", "ways", "of", "exact", "probability"],
            answers.iter().flat_map(csv),
        ),
        || Ok(table(&answers)),
        text,
    )
}

fn fates(a: &Answer) -> [(Fate, &Rolls); 3] {
    [(Fate::Across, &a.across), (Fate::Both, &a.both), (Fate::AttackedFirst, &a.attacked_first)]
}

fn csv(a: &Answer) -> [[String; 8]; 3] {
    fates(a).map(|(fate, rolls)| {
        let [ways, of, exact, probability] = rolls.cells();
        [
            a.segments.to_string(),
            a.speed_factor.map(|f| f.to_string()).unwrap_or_default(),
            a.dice.clone(),
            word(fate).to_owned(),
            ways,
            of,
            exact,
            probability,
        ]
    })
}

fn one_roll(args: &OddsCrossing, crossing: &Crossing) -> Result<(), Failure> {
    let dice = crossing.rules.dice;
    let (least, most) = (i32::from(dice.count), i32::from(dice.count) * i32::from(dice.sides));
    let [own, other] = args.roll[..] else {
        return Err(Failure::Usage(
            format!("`--roll` takes two numbers, not {}", args.roll.len()),
            vec!["the die of who takes the time, and the attacker's: --roll 3,2".to_owned()],
        ));
    };
    if let Some(wrong) = [own, other].into_iter().find(|n| !(least..=most).contains(n)) {
        return Err(Failure::Usage(
            format!("{dice} cannot show {wrong}"),
            vec![format!("it shows {least} to {most}; modifiers are added to it")],
        ));
    }
    let (fate, segment) = crossing.verdict(BySide([own, other]));
    let verdict = Verdict {
        segments: crossing.takes,
        begins: crossing.begins(BySide([own, other])),
        own,
        other,
        fate: word(fate),
        segment,
    };
    match args.rules.book.format {
        TableFormat::Json => print_json(&verdict),
        TableFormat::Csv => print_csv(
            ["segments", "own", "other", "fate", "attack_segment"],
            std::iter::once([
                verdict.segments.to_string(),
                own.to_string(),
                other.to_string(),
                verdict.fate.to_owned(),
                segment.map(|s| s.to_string()).unwrap_or_default(),
            ]),
        ),
        TableFormat::Text => output::print(&format!(
            "{own} against {other}: {}\n\nIt {}takes {}; the attack comes {}.\n{}",
            verdict.fate,
            match verdict.begins {
                0 => String::new(),
                begins => format!("begins on segment {begins} and "),
            },
            counted(crossing.takes),
            when(segment),
            foot(&notes(crossing)),
        )),
    }
}

fn counted(segments: u16) -> String {
    let s = if segments == 1 { "" } else { "s" };
    format!("{segments} segment{s}")
}

fn when(segment: Option<u16>) -> String {
    match segment {
        None => "at once, having initiative".to_owned(),
        Some(0) => "on segment 0, before everything".to_owned(),
        Some(segment) => format!("on segment {segment}"),
    }
}

/// Rules, readings and assumptions that the answer rests on.
fn notes(crossing: &Crossing) -> Vec<&'static str> {
    if crossing.rules.segment == SideSegment::OtherDie {
        return vec![
            "Reading (segment osric): the attack comes on the segment that the die of who takes the time shows, with initiative \
             or without (ADC-6); on the same segment AD-08 holds.",
            if crossing.spell {
                "A spell begins on its own side's segment, which the attacker's die shows."
            } else {
                "What takes time is a move, and begins with the round; a spell begins on its own side's segment (--spell)."
            },
            "Attacked first is a roll to hit, not a hit.",
        ];
    }
    let mut notes = vec![match crossing.speed_factor {
        None => {
            "Rules AD-04, AD-06 (Method I: without initiative the attack comes on the segment of the higher die) and \
             AD-08."
        }
        Some(_) => {
            "Rules AD-04, AD-07 (Method II: on a tie the attack comes on the segment of its speed factor, else on that of \
             the factor less its own losing die, sign left out) and AD-08."
        }
    }];
    notes.push("Attacked first is a roll to hit, not a hit.");
    if crossing.speed_factor.is_some() {
        notes.push("Assumed (AD-07): the losing die is taken without modifiers.");
    }
    if crossing.timed.modifier != 0 || crossing.untimed.modifier != 0 {
        notes.push(match crossing.rules.timed_loser {
            TimedLoser::BySegment => {
                "Reading (timed-loser by-segment): whom a modifier saves from losing has the dice read unmodified for the \
                 segment."
            }
            TimedLoser::AlwaysInterrupted => {
                "Reading (timed-loser always-interrupted): against a higher die the attack comes first, whatever modifiers say."
            }
        });
    }
    if crossing.untimed.routines > 1 {
        notes.push("Assumed (AD-02): the commitment to several attacks is made before the order is worked out.");
    }
    if crossing.untimed.last || crossing.timed.last {
        notes.push("Assumed (AD-01): who acts last does so whatever routines he has.");
    }
    notes
}

/// `a shot`, or the weapon.
fn against(a: &Answer) -> String {
    let crossing = &a.crossing;
    let mut text = match (a.speed_factor, &a.weapon) {
        (None, None) => "a shot".to_owned(),
        (None, Some(weapon)) => format!("the {weapon}, which has no speed factor"),
        (Some(factor), None) => format!("a weapon with speed factor {factor}"),
        (Some(factor), Some(weapon)) => format!("the {weapon}, speed factor {factor}"),
    };
    let [attack, attacks] = a.attack;
    if attacks > 1 {
        let _ = write!(text, ", attack {attack} of {attacks}");
    }
    let claims = [
        ("the attacker", crossing.untimed.modifier, crossing.untimed.last, false),
        (
            "who takes the time",
            crossing.timed.modifier,
            crossing.timed.last,
            crossing.timed.routines > 1,
        ),
    ];
    for (who, modifier, last, hasted) in claims {
        if modifier != 0 {
            let _ = write!(text, ", {} for {who}", signed(modifier));
        }
        if last {
            let _ = write!(text, ", {who} slowed");
        }
        if hasted {
            let _ = write!(text, ", {who} hasted");
        }
    }
    let _ = write!(text, ", {} a side", a.dice);
    text
}

fn text(a: &Answer) -> String {
    let rows = fates(a).map(|(fate, rolls)| rolls.row(word(fate)));
    let mut text = format!(
        "{} {} against {}\n\n{}",
        if a.spell { "A spell of" } else { "What takes" },
        counted(a.segments),
        against(a),
        columns(&rows)
    );
    let attacks: Vec<_> = a
        .attacks
        .iter()
        .map(|attack| {
            vec![
                format!("{}: {}", when(attack.segment), attack.fate),
                attack.rolls.ratio(),
                attack.rolls.percent(3),
            ]
        })
        .collect();
    let _ = write!(text, "\nThe attack comes\n{}", columns(&attacks));
    text.push_str(&every_roll(&a.crossing));
    text.push_str(&foot(&notes(&a.crossing)));
    text
}

/// Every roll of two small dice.
fn every_roll(crossing: &Crossing) -> String {
    let dice = crossing.rules.dice;
    if dice.count != 1 || dice.sides > 12 {
        return String::new();
    }
    let faces = 1..=i32::from(dice.sides);
    let mut rows = vec![
        std::iter::once(String::new())
            .chain(faces.clone().map(|face| face.to_string()))
            .collect::<Vec<_>>(),
    ];
    rows.extend(faces.clone().map(|own| {
        let cells = faces.clone().map(|other| {
            match crossing.verdict(BySide([own, other])).0 {
                Fate::Across => "A",
                Fate::Both => "B",
                Fate::AttackedFirst => ".",
            }
            .to_owned()
        });
        std::iter::once(own.to_string()).chain(cells).collect()
    }));
    format!(
        "\nEvery roll: the own die at the left, the attacker's above (A across, B both, . attacked first)\n{}",
        columns(&rows)
    )
}

fn table(answers: &[Answer]) -> String {
    let head = ["segments", "across", "", "both", "", "attacked first", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(answers.iter().map(|a| {
        let cells = fates(a);
        let cells = cells.iter().flat_map(|(_, rolls)| [rolls.ratio(), rolls.percent(1)]);
        std::iter::once(a.segments.to_string()).chain(cells).collect()
    }));
    format!(
        "{} so many segments against {}\n\n{}{}",
        if answers[0].spell { "A spell of" } else { "What takes" },
        against(&answers[0]),
        columns(&rows),
        foot(&notes(&answers[0].crossing))
    )
}
