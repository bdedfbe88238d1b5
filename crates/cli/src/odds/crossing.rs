//! `skirmish odds crossing`: something that takes time, under an untimed action (AD-04 to AD-08).

use std::fmt::Write as _;

use skirmish_engine::initiative::adnd::{Standing, segments_for};
use skirmish_engine::rulebook::{Rulebook, SameSegment, Segments, SideSegment, TimedLoser, Weapon};
use skirmish_engine::side::BySide;
use skirmish_odds::rounds::{Crossed, CrossedOnce};
use skirmish_odds::segments::{Crossing, Fate};

use super::columns::{columns, counted, foot, grid, headed, rolls_row, signed};
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
        return print((format, false), &[once], |_| String::new(), text_of_one);
    }
    let all = if args.table {
        let takes = 1..=u16::from(crossing.rules.round);
        takes
            .map(|takes| Crossed::of(Crossing { takes, ..crossing }, weapon))
            .collect::<Result<_, _>>()?
    } else {
        vec![Crossed::of(crossing, weapon)?]
    };
    print((format, args.table), &all, table, text)
}

fn text_of_one(once: &CrossedOnce) -> String {
    let dice = BySide(once.rolled);
    let (fate, segment) = once.crossing.verdict(dice);
    let begins = match once.crossing.begins(dice) {
        0 => String::new(),
        begins => format!("begins on segment {begins} and "),
    };
    format!(
        "{} against {}: {}\n\nIt {begins}takes {}; the attack comes {}.\n{}",
        once.rolled[0],
        once.rolled[1],
        fate.name(),
        counted(once.crossing.takes, "segment"),
        when(segment),
        foot(&notes(&once.crossing)),
    )
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
            "Reading (segment osric): the attack comes on the segment that the die of whoever takes the time shows, \
             with initiative or without (ADC-6); on the same segment AD-08 holds.",
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
    if crossing.rules.same_segment == SameSegment::Together {
        notes.push(
            "Reading (same-segment together): on one segment both happen, whoever has initiative.",
        );
    }
    if crossing.speed_factor.is_some() {
        notes.push("Assumed (AD-07): the losing die is taken without modifiers.");
    }
    if crossing.timed.modifier != 0 || crossing.untimed.modifier != 0 {
        notes.push(match crossing.rules.timed_loser {
            TimedLoser::BySegment => {
                "Reading (timed-loser by-segment): where a modifier saves a side from losing, the dice are read \
                 unmodified for the segment."
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
        notes.push("Assumed (AD-01): a figure that acts last does so whatever routines it has.");
    }
    notes
}

/// `a shot`, or the weapon, and what both sides claim.
fn against(a: &Crossed) -> String {
    let crossing = &a.crossing;
    let mut text = match (crossing.speed_factor, &a.weapon) {
        (None, None) => "a shot".to_owned(),
        (None, Some(weapon)) => format!("the {weapon}, which has no speed factor"),
        (Some(factor), None) => format!("a weapon with speed factor {factor}"),
        (Some(factor), Some(weapon)) => format!("the {weapon}, speed factor {factor}"),
    };
    let attacks = crossing.untimed.routines;
    if attacks > 1 {
        let _ = write!(text, ", attack {} of {attacks}", crossing.routine + 1);
    }
    for (who, claims) in
        [("the attacker", crossing.untimed), ("who takes the time", crossing.timed)]
    {
        if claims.modifier != 0 {
            let _ = write!(text, ", {} for {who}", signed(claims.modifier));
        }
        if claims.last {
            let _ = write!(text, ", {who} slowed");
        }
        if claims.routines > 1 && who != "the attacker" {
            let _ = write!(text, ", {who} hasted");
        }
    }
    let _ = write!(text, ", {} a side", crossing.rules.dice);
    text
}

const fn subject(crossing: &Crossing) -> &'static str {
    if crossing.spell { "A spell of" } else { "What takes" }
}

fn text(a: &Crossed) -> String {
    let fates = Fate::ALL.map(|fate| rolls_row(fate.name(), &a.fate(fate)));
    let attacks = a.attacks().map(|(fate, segment, rolls)| {
        rolls_row(format!("{}: {}", when(segment), fate.name()), &rolls)
    });
    format!(
        "{} {} against {}\n\n{}\nThe attack comes\n{}{}{}",
        subject(&a.crossing),
        counted(a.crossing.takes, "segment"),
        against(a),
        columns(fates),
        columns(attacks),
        every_roll(&a.crossing),
        foot(&notes(&a.crossing))
    )
}

/// Every roll of two small dice.
fn every_roll(crossing: &Crossing) -> String {
    let dice = crossing.rules.dice;
    if dice.count != 1 || dice.sides > 12 {
        return String::new();
    }
    let faces = || 1..=dice.sides;
    let fate = |own: usize, other: usize| match crossing
        .verdict(BySide([own, other].map(|at| at as i32 + 1)))
        .0
    {
        Fate::Across => "A".to_owned(),
        Fate::Both => "B".to_owned(),
        Fate::AttackedFirst => ".".to_owned(),
    };
    format!(
        "\nEvery roll: the own die at the left, the attacker's above (A across, B both, . attacked first)\n{}",
        grid(faces(), faces(), fate)
    )
}

fn table(all: &[Crossed]) -> String {
    let rows = all.iter().map(|a| {
        let fates = Fate::ALL.map(|fate| a.fate(fate));
        let cells = fates.iter().flat_map(|rolls| [rolls.to_string(), rolls.chance().percent(1)]);
        std::iter::once(a.crossing.takes.to_string()).chain(cells).collect()
    });
    let head = ["segments", "across", "", "both", "", "attacked first", ""];
    format!(
        "{} so many segments against {}\n\n{}{}",
        subject(&all[0].crossing),
        against(&all[0]),
        headed(head, rows),
        foot(&notes(&all[0].crossing))
    )
}
