//! `skirmish odds strikes`: the speed factors of two weapons (AD-10).

use skirmish_engine::initiative::adnd::extra_strikes;
use skirmish_odds::rounds::{Struck, extra_from};
use skirmish_odds::segments::Exchange;

use super::columns::{columns, foot, headed, rolls_row};
use super::{print, rulebook, segments};
use crate::args::OddsStrikes;
use crate::fire;
use crate::status::Done;

pub(super) fn strikes(args: &OddsStrikes) -> Done {
    let rulebook = rulebook(&args.rules.asked.book)?;
    let rules = segments(&args.rules, &rulebook);
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
    print((args.rules.asked.format, args.table), &all, |all| table(args.to, all), text)
}

/// `the dagger twice, then both at once`.
fn told(exchange: &Exchange, names: &[String; 2]) -> String {
    let each = |counts: [u8; 2]| {
        names.iter().zip(counts).filter_map(|(who, count)| match count {
            0 => None,
            1 => Some(who.clone()),
            2 => Some(format!("{who} twice")),
            n => Some(format!("{who} {n} times")),
        })
    };
    let together = (exchange.together != [0, 0]).then(|| "both at once".to_owned());
    let parts = each(exchange.before).chain(together).chain(each(exchange.after));
    parts.collect::<Vec<_>>().join(", then ")
}

const NOTES: [&str; 2] = [
    "Rules AD-01 and AD-10: the higher die strikes first. On a tie the lower speed factor does: with one extra strike \
     if the other is at least three times as high or five higher, and with a further one, at the same time as the slower \
     weapon, if it is ten or more higher. Equal factors, or a natural weapon: at once.",
    "Assumed: to hit, and what a hit does, are in books that the source only cites.",
];

fn text(a: &Struck) -> String {
    let name = |who: usize| match (&a.weapons[who], a.strikes.factors[who]) {
        (None, None) => "a natural weapon".to_owned(),
        (None, Some(factor)) => format!("speed factor {factor}"),
        (Some(weapon), None) => format!("the {weapon} (no speed factor)"),
        (Some(weapon), Some(factor)) => format!("the {weapon} (speed factor {factor})"),
    };
    let names = match &a.weapons {
        [Some(one), Some(other)] if one != other => {
            [one, other].map(|weapon| format!("the {weapon}"))
        }
        _ => ["the first weapon", "the second weapon"].map(str::to_owned),
    };
    let [one, other] = names.each_ref().map(|name| format!("{name} strikes first"));
    let who = [one, other, "both strike at once".to_owned()];
    let first = who.into_iter().zip(a.first()).map(|(who, rolls)| rolls_row(who, &rolls));
    let exchanges =
        a.exchanges().map(|(exchange, rolls)| rolls_row(told(exchange, &names), &rolls));
    format!(
        "Strikes of {} against {}, {} a side\n\n{}\nStrikes in the round\n{}\nOn a tie: {}.\n{}",
        name(0),
        name(1),
        a.strikes.rules.dice,
        columns(first),
        columns(exchanges),
        told(&a.strikes.tied(), &names),
        foot(&NOTES)
    )
}

fn table(to: u8, all: &[Struck]) -> String {
    let from = |own: u8, extra: u8| extra_from(own, extra).map_or(String::new(), |f| f.to_string());
    let extra = (1..=to.min(13)).map(|own| vec![own.to_string(), from(own, 1), from(own, 2)]);
    let cell = |own: u8, other: u8| {
        if own > other { "(1)".to_owned() } else { (1 + extra_strikes(own, other)).to_string() }
    };
    let line = |head: String, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>4}")).collect();
        format!("{head:>4}{cells}\n")
    };
    let head = line(String::new(), (1..=to).map(|other| other.to_string()).collect());
    let square: String = (1..=to)
        .map(|own| line(own.to_string(), (1..=to).map(|other| cell(own, other)).collect()))
        .collect();
    // The first two have the same factor, so that they strike at once on a tie alone.
    let [_, _, tie] = all[0].first();
    format!(
        "Strikes on a tie, by speed factors ({} a side: a tie comes in {tie})\n\n{}\
         \nStrikes of the weapon at the left against the one above; in brackets, the slower one of a pair\n{head}{square}{}",
        all[0].strikes.rules.dice,
        headed(["own factor", "one extra from", "two extra from"], extra),
        foot(&[
            NOTES[0],
            "The printed table has 16 where factor 8 gets its second extra strike: a misprint, for ten or more higher is 18. No \
             speed factor is above 13, so that in play there are two extra strikes up to factor 3, and one up to 8.",
        ])
    )
}
