//! `skirmish odds melee`: hand-to-hand combat (PG-08, PG-13, PG-14).

use std::fmt::Write as _;

use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::{Bout, Clash, Fate, Fighter, Hits, Pmf, Ratio};

use super::columns::{chance_row, columns, counted, grid, headed};
use super::print;
use crate::args::{Fighter as Who, OddsMelee, die};
use crate::fire::{rulebook, troops};
use crate::status::{Done, Failure};

/// A die, or the M die of a troop type.
fn m_die(rules: &Rulebook, text: &str) -> Done<(Option<String>, u8)> {
    let digits = text.strip_prefix(['d', 'D']).unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        let place = |error| Failure::usage(format!("`{text}` among the fighters: {error}"));
        return Ok((None, die(text).map_err(place)?.sides));
    }
    let troops = troops(rules, text)?;
    Ok((Some(troops.name.clone()), troops.skills.melee))
}

fn fighter(args: &OddsMelee, rules: &Rulebook, who: Who, text: &str) -> Done<Fighter> {
    let (troops, sides) = m_die(rules, text)?;
    // The one rolls against the other alone; that the second is wounded helps him nothing.
    let enemy = if who == Who::One { Who::Other } else { Who::One };
    let advantage = args.wounded.contains(&enemy) || args.advantage.contains(&who);
    Ok(Fighter::new(troops, sides, args.wounded.contains(&who), advantage))
}

pub(super) fn melee(args: &OddsMelee) -> Done {
    let rules = rulebook(&args.rules.book)?;
    if args.second.is_none()
        && [&args.wounded, &args.advantage].iter().any(|of| of.contains(&Who::Second))
    {
        return Err(Failure::hinted(
            "there is no second figure that could be wounded or have an advantage",
            "name it by `--second DIE` or `--second TROOPS`",
        ));
    }
    let bout = |one: &str, other: &str, second: Option<&str>| -> Done<Bout> {
        let fighter = |who, text: &str| fighter(args, &rules, who, text);
        let two = [fighter(Who::One, one)?, fighter(Who::Other, other)?];
        let second = second.map(|text| fighter(Who::Second, text)).transpose()?;
        Ok(Bout::of(&rules, two, second, args.rounds)?)
    };
    let bouts = if args.table {
        let names = || rules.troops.iter().map(|t| t.name.as_str());
        let pairs = names().flat_map(|one| names().map(move |other| (one, other)));
        pairs.map(|(one, other)| bout(one, other, None)).collect::<Result<_, _>>()?
    } else {
        vec![bout(&args.one, &args.other, args.second.as_deref())?]
    };
    print((args.rules.format, args.table), &bouts, |bouts| table(&rules, bouts), text)
}

fn described(who: &Fighter) -> String {
    let notes = [
        who.troops.clone(),
        who.wounded.then(|| "wounded".to_owned()),
        who.advantage.then(|| "advantage".to_owned()),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    if notes.is_empty() {
        who.die.to_string()
    } else {
        format!("{} ({})", who.die, notes.join(", "))
    }
}

fn text(a: &Bout) -> String {
    let [one, other] = &a.fighters;
    let mut text = format!("One on {} against the other on {}", described(one), described(other));
    if let Some(second) = &a.second {
        let _ = write!(text, " and a second on {}", described(second));
    }
    let of_hits = |law: &Pmf<Hits>| {
        let rows = law.iter().map(|(hits, exact)| chance_row(hits.words(), &exact));
        columns(rows)
    };
    let clash = Clash::ALL.map(|(result, words)| chance_row(words, &a.clash.chance(&result)));
    let _ = write!(
        text,
        ", {}+ gets through\n\nOne round between the two\n{}",
        a.melee.needed,
        columns(clash)
    );
    if a.second.is_some() {
        let when = match a.second_at_wounded() {
            Some(dice) => format!(
                "who rolls after the other, {dice} if he has wounded the one, and not at all if he has killed him"
            ),
            None => String::from("who rolls at once with the other"),
        };
        let _ = write!(text, "\nOne round with the second, {when}\n{}", of_hits(&a.hits));
    }
    let fates = ["the one", "the other"].into_iter().zip(&a.after).map(|(who, law)| {
        let cells = Fate::ALL.map(|(fate, _)| law.chance(&fate).percent(3));
        [&[who.to_owned()], &cells[..]].concat()
    });
    let fates = headed(["", "not hit", "wounded", "killed"], fates);
    let _ = write!(text, "\nAfter one round\n{fates}");
    match (a.until_hit.mean(), &a.first_hits) {
        (Some(mean), Some(first)) => {
            let rounds = a.listed().map(|(round, exact)| chance_row(round, &exact));
            let _ = write!(
                text,
                "\nUntil somebody is hit it takes {} on average; then\n{}\n{}",
                counted(mean.decimal(4), "round"),
                of_hits(first),
                headed(["round", "first hit", "exact"], rounds)
            );
        }
        _ => text.push_str("\nNobody is ever hit.\n"),
    }
    text + "\nRules PG-13 and PG-14: alone to get through hits, unlike numbers parry, like numbers hit both. PG-08: the \
            effect.\n"
}

/// Who hits in a round: rows against columns.
fn table(rules: &Rulebook, bouts: &[Bout]) -> String {
    let names = || rules.troops.iter().map(|troops| &troops.name);
    let hits = |row: usize, column: usize| {
        let bout = &bouts[row * rules.troops.len() + column];
        (Ratio::ONE - bout.after[1].chance(&Fate::NotHit)).percent(2)
    };
    format!(
        "Chance that the figure at the left hits the one above, in one round\n\n{}",
        grid(names(), names(), hits)
    )
}
