//! `skirmish odds melee`: hand-to-hand combat (PG-08, PG-13, PG-14).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Rulebook, SecondFigure, step_down, step_up};
use skirmish_odds::{Clash, Fate as After, Hits, Melee, Pmf, Ratio, Second};

use super::columns::{Chance, cells, columns, counted, short};
use super::print_answers;
use crate::args::{Fighter, OddsMelee, die};
use crate::fire::{rulebook, troops};
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Bout {
    one: Man,
    other: Man,
    second: Option<Man>,
    /// When the second rolls, by the rulebook's `options.second-figure`.
    second_figure: Option<&'static str>,
    /// What he rolls against a man whom the other has just wounded; empty if he does not wait for that.
    second_dice_at_wounded: Option<String>,
    /// Least roll that gets through.
    needed: i32,
    /// What comes of the rolls of the one and the other in a round.
    clash: Vec<Outcome>,
    /// Hits on either in a round, the second's with them.
    hits: Vec<HitsChance>,
    /// What a round does to the one and to the other.
    one_after: Fate,
    other_after: Fate,
    /// Rounds up to and including the first hit on anybody.
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
    /// Chance that nobody is ever hit.
    never: Ratio,
    rounds: Vec<Round>,
    /// Who is hit in that round; empty if nobody ever is.
    first_hits: Vec<HitsChance>,
}

/// Somebody who fights.
#[derive(Debug, Clone, Serialize)]
struct Man {
    troops: Option<String>,
    wounded: bool,
    advantage: bool,
    /// What he rolls, wound and advantage in it.
    dice: String,
    #[serde(skip)]
    die: Dice,
}

#[derive(Debug, Serialize)]
struct Outcome {
    result: &'static str,
    #[serde(flatten)]
    chance: Chance,
}

#[derive(Debug, Serialize)]
struct HitsChance {
    on_one: u8,
    on_other: u8,
    #[serde(flatten)]
    chance: Chance,
}

/// How a man is after a round, if he was not wounded before; one who was is killed by any hit.
#[derive(Debug, Serialize)]
struct Fate {
    not_hit: Chance,
    wounded: Chance,
    killed: Chance,
}

#[derive(Debug, Serialize)]
struct Round {
    round: u64,
    exact: Ratio,
    probability: f64,
}

const RESULTS: [(Clash, &str); 5] = [
    (Clash::OneHits, "one hits"),
    (Clash::OtherHits, "other hits"),
    (Clash::BothHit, "both hit"),
    (Clash::Parry, "parry"),
    (Clash::Nothing, "nothing"),
];

/// A die, or the M die of a troop type.
fn m_die(rules: &Rulebook, text: &str) -> Result<(Option<String>, u8), Failure> {
    let is_die = text
        .strip_prefix(['d', 'D'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_die || text.starts_with(|c: char| c.is_ascii_digit()) {
        let place = |error| Failure::usage(format!("`{text}` among the fighters: {error}"));
        let die = die(text).map_err(place)?;
        return Ok((None, die.sides));
    }
    let troops = troops(rules, text)?;
    Ok((Some(troops.name.clone()), troops.skills.melee))
}

fn man(args: &OddsMelee, rules: &Rulebook, who: Fighter, text: &str) -> Result<Man, Failure> {
    let (troops, mut sides) = m_die(rules, text)?;
    let enemies: &[Fighter] = match who {
        Fighter::One => &[Fighter::Other, Fighter::Second],
        Fighter::Other | Fighter::Second => &[Fighter::One],
    };
    // He rolls against the other alone; that the second is wounded helps him nothing.
    let against_wounded = enemies.first().is_some_and(|enemy| args.wounded.contains(enemy));
    let wounded = args.wounded.contains(&who);
    let advantage = against_wounded || args.advantage.contains(&who);
    if wounded {
        sides = step_down(sides);
    }
    if advantage {
        sides = step_up(sides);
    }
    let die = Dice::one(sides);
    Ok(Man { troops, wounded, advantage, dice: die.to_string(), die })
}

fn bout(
    args: &OddsMelee,
    rules: &Rulebook,
    (one, other, second): (&str, &str, Option<&str>),
) -> Result<Bout, Failure> {
    let one = man(args, rules, Fighter::One, one)?;
    let other = man(args, rules, Fighter::Other, other)?;
    let second = second.map(|text| man(args, rules, Fighter::Second, text)).transpose()?;
    let needed = rules.hand_to_hand.hit;
    let reading = rules.hand_to_hand.second_figure;
    // The wound of the one gives the second the advantage that he has not got yet.
    let at_wounded = |man: &Man| match reading {
        SecondFigure::AtOnce => None,
        SecondFigure::InTurn if man.advantage => Some(man.die),
        SecondFigure::InTurn => Some(Dice::one(step_up(man.die.sides))),
    };
    let against = second.as_ref().map(|man| Second { dice: man.die, at_wounded: at_wounded(man) });
    let effect = rules.fire.effect_dice;
    // A second wound kills (PG-08).
    let kills = |man: &Man| {
        let least = if man.wounded { effect.min() } else { rules.fire.kills };
        i64::from(least)
    };
    let melee = Melee {
        one: one.die,
        other: other.die,
        second: against,
        needed: needed.into(),
        effect,
        kills: [kills(&one), kills(&other)],
    };
    let clash = melee.clash()?;
    let hits = melee.hits()?;
    let rounds = melee.rounds()?;
    let [one_after, other_after] = melee.fates()?.map(|law| fate(&law));
    let reading = SecondFigure::ALL.iter().find(|(_, known)| *known == reading);
    let chances = |law: &Pmf<Hits>| -> Vec<HitsChance> {
        let rows = law.iter().map(|(hits, exact)| HitsChance {
            on_one: hits.on_one,
            on_other: hits.on_other,
            chance: exact.into(),
        });
        rows.collect()
    };
    let never = rounds.never();
    let first_hits = if never.is_zero() { chances(&melee.first_hits()?) } else { Vec::new() };
    let mean_exact = rounds.mean();
    Ok(Bout {
        one_after,
        other_after,
        second_figure: second.as_ref().and(reading.map(|(word, _)| *word)),
        second_dice_at_wounded: against
            .and_then(|second| second.at_wounded)
            .map(|die| die.to_string()),
        one,
        other,
        second,
        needed,
        clash: RESULTS
            .map(|(result, name)| Outcome { result: name, chance: clash.chance(&result).into() })
            .into(),
        hits: chances(&hits),
        mean: mean_exact.as_ref().map(Ratio::to_f64),
        mean_exact,
        never,
        rounds: (1..=args.rounds)
            .map(|round| {
                let exact = rounds.chance(round);
                Round { round, probability: exact.to_f64(), exact }
            })
            .collect(),
        first_hits,
    })
}

/// How a man is after a round.
fn fate(law: &Pmf<After>) -> Fate {
    let chance = |after| law.chance(&after).into();
    Fate {
        not_hit: chance(After::NotHit),
        wounded: chance(After::Wounded),
        killed: chance(After::Killed),
    }
}

pub(super) fn melee(args: &OddsMelee) -> Result<(), Failure> {
    let rules = rulebook(&args.rules.book)?;
    let second_named = args.second.is_some();
    let about_second =
        args.wounded.iter().chain(&args.advantage).any(|who| *who == Fighter::Second);
    if about_second && !second_named {
        return Err(Failure::Usage(
            "there is no second figure that could be wounded or have an advantage".to_owned(),
            vec!["name it by `--second DIE` or `--second TROOPS`".to_owned()],
        ));
    }
    let answers = if args.table {
        let names = || rules.troops.iter().map(|t| t.name.as_str());
        names()
            .flat_map(|one| names().map(move |other| (one, other)))
            .map(|(one, other)| bout(args, &rules, (one, other, None)))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        let second = args.second.as_deref();
        vec![bout(args, &rules, (&args.one, &args.other, second))?]
    };
    print_answers(
        args.rules.format,
        args.table,
        &answers,
        (
            [
                "one",
                "one_dice",
                "other",
                "other_dice",
                "second",
                "second_dice",
                "what",
                "result",
                "exact",
                "probability",
            ],
            answers.iter().flat_map(csv),
        ),
        || Ok(grid(&rules, &answers)),
        text,
    )
}

fn hits_words(hits: &HitsChance) -> String {
    let times = |count: u8, who: &str| match count {
        0 => None,
        1 => Some(format!("{who} is hit")),
        _ => Some(format!("{who} is hit twice")),
    };
    let parts: Vec<String> =
        [times(hits.on_one, "one"), times(hits.on_other, "other")].into_iter().flatten().collect();
    if parts.is_empty() { "nobody is hit".to_owned() } else { parts.join(", ") }
}

fn csv(a: &Bout) -> Vec<[String; 10]> {
    let name = |man: Option<&Man>| man.and_then(|man| man.troops.clone()).unwrap_or_default();
    let dice = |man: Option<&Man>| man.map(|man| man.dice.clone()).unwrap_or_default();
    let second = a.second.as_ref();
    let row = |what: &str, result: &str, exact: &Ratio| {
        let [exact, probability] = cells(exact);
        [
            name(Some(&a.one)),
            dice(Some(&a.one)),
            name(Some(&a.other)),
            dice(Some(&a.other)),
            name(second),
            dice(second),
            what.to_owned(),
            result.to_owned(),
            exact,
            probability,
        ]
    };
    let fate = |who: &str, fate: &Fate| {
        let what = format!("{who} after a round");
        [
            row(&what, "not hit", &fate.not_hit.exact),
            row(&what, "wounded", &fate.wounded.exact),
            row(&what, "killed", &fate.killed.exact),
        ]
    };
    let clash = a.clash.iter().map(|o| row("clash", o.result, &o.chance.exact));
    let hits = a.hits.iter().map(|h| row("round", &hits_words(h), &h.chance.exact));
    let first = a.first_hits.iter().map(|h| row("first hit", &hits_words(h), &h.chance.exact));
    let rounds =
        a.rounds.iter().map(|r| row("round of the first hit", &r.round.to_string(), &r.exact));
    clash
        .chain(hits)
        .chain(fate("one", &a.one_after))
        .chain(fate("other", &a.other_after))
        .chain(first)
        .chain(rounds)
        .collect()
}

fn described(man: &Man) -> String {
    let mut text = man.dice.clone();
    let notes = [
        man.troops.clone(),
        man.wounded.then(|| "wounded".to_owned()),
        man.advantage.then(|| "advantage".to_owned()),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    if !notes.is_empty() {
        let _ = write!(text, " ({})", notes.join(", "));
    }
    text
}

fn text(a: &Bout) -> String {
    let mut text =
        format!("One on {} against the other on {}", described(&a.one), described(&a.other));
    if let Some(second) = &a.second {
        let _ = write!(text, " and a second on {}", described(second));
    }
    let _ = write!(text, ", {}+ gets through\n\n", a.needed);
    let row = |what: String, chance: &Chance| {
        vec![what, chance.exact.percent(3).to_string(), short(&chance.exact)]
    };
    let clash: Vec<_> = a.clash.iter().map(|o| row(o.result.to_owned(), &o.chance)).collect();
    let _ = write!(text, "One round between the two\n{}", columns(&clash));
    if a.second.is_some() {
        let hits: Vec<_> = a.hits.iter().map(|h| row(hits_words(h), &h.chance)).collect();
        let when = match &a.second_dice_at_wounded {
            Some(dice) => format!(
                "who rolls after the other, {dice} if he has wounded the one, and not at all if he has killed him"
            ),
            None => String::from("who rolls at once with the other"),
        };
        let _ = write!(text, "\nOne round with the second, {when}\n{}", columns(&hits));
    }
    let head = ["", "not hit", "wounded", "killed"].map(str::to_owned).to_vec();
    let fate = |who: &str, fate: &Fate| {
        let cells = [&fate.not_hit, &fate.wounded, &fate.killed];
        let cells = cells.map(|chance| chance.exact.percent(3).to_string());
        std::iter::once(who.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    let fates = [head, fate("the one", &a.one_after), fate("the other", &a.other_after)];
    let _ = write!(text, "\nAfter one round\n{}", columns(&fates));
    match &a.mean_exact {
        None => text.push_str("\nNobody is ever hit.\n"),
        Some(mean) => {
            let first: Vec<_> =
                a.first_hits.iter().map(|h| row(hits_words(h), &h.chance)).collect();
            let _ = write!(
                text,
                "\nUntil somebody is hit it takes {} on average; then\n{}",
                counted(&mean.decimal(4), "round"),
                columns(&first)
            );
            let mut rows = vec![["round", "first hit", "exact"].map(str::to_owned).to_vec()];
            rows.extend(a.rounds.iter().map(|r| {
                vec![r.round.to_string(), r.exact.percent(3).to_string(), short(&r.exact)]
            }));
            let _ = write!(text, "\n{}", columns(&rows));
        }
    }
    text.push_str(
        "\nRules PG-13 and PG-14: alone to get through hits, unlike numbers parry, like numbers hit both. PG-08: the \
         effect.\n",
    );
    text
}

/// Who hits in a round: rows against columns.
fn grid(rules: &Rulebook, answers: &[Bout]) -> String {
    let count = rules.troops.len().max(1);
    let mut head = vec![String::new()];
    head.extend(rules.troops.iter().map(|t| t.name.clone()));
    let mut rows = vec![head];
    for (troops, bouts) in rules.troops.iter().zip(answers.chunks(count)) {
        let mut row = vec![troops.name.clone()];
        row.extend(
            bouts
                .iter()
                .map(|bout| bout.other_after.not_hit.exact.clone())
                .map(|missed| (Ratio::ONE - missed).percent(2).to_string()),
        );
        rows.push(row);
    }
    format!(
        "Chance that who stands at the left hits who stands above, in one round\n\n{}",
        columns(&rows)
    )
}
