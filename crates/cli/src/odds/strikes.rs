//! `skirmish odds strikes`: the speed factors of two weapons (AD-10).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::initiative::adnd::{Standing, extra_strikes};
use skirmish_engine::rulebook::{Segments, System};
use skirmish_odds::segments::{Exchange, Strikes};

use super::arms;
use super::columns::columns;
use super::print_answers;
use super::round::{Rolls, foot, in_force, rulebook};
use crate::args::OddsStrikes;
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    /// Speed factors; `None` for natural weapons.
    one: Option<u8>,
    other: Option<u8>,
    /// What the weapons are called, where they were named.
    weapons: [Option<String>; 2],
    dice: String,
    /// What a tie brings.
    tie: Blows,
    one_first: Rolls,
    other_first: Rolls,
    at_once: Rolls,
    exchanges: Vec<Chanced>,
}

/// Strikes of the one and of the other.
#[derive(Debug, Serialize)]
struct Blows {
    before: [u8; 2],
    together: [u8; 2],
    after: [u8; 2],
}

impl From<Exchange> for Blows {
    fn from(exchange: Exchange) -> Self {
        Self { before: exchange.before, together: exchange.together, after: exchange.after }
    }
}

#[derive(Debug, Serialize)]
struct Chanced {
    #[serde(flatten)]
    blows: Blows,
    #[serde(flatten)]
    rolls: Rolls,
}

/// Strikes of the one before the other strikes at all, and the other way round.
fn is_first(exchange: &Exchange, who: usize) -> bool {
    exchange.before[who] > 0
}

fn answer(rules: Segments, factors: [Option<u8>; 2]) -> Result<Answer, Failure> {
    let strikes = Strikes { rules, standings: [Standing::PLAIN; 2], factors };
    let law = strikes.law()?;
    let exchanges = law.support().map(|exchange| Chanced {
        blows: (*exchange).into(),
        rolls: Rolls::that(&law, |such| such == exchange),
    });
    Ok(Answer {
        one: factors[0],
        other: factors[1],
        weapons: [None, None],
        dice: rules.dice.to_string(),
        tie: strikes.tied().into(),
        one_first: Rolls::that(&law, |e| is_first(e, 0)),
        other_first: Rolls::that(&law, |e| is_first(e, 1)),
        at_once: Rolls::that(&law, |e| !is_first(e, 0) && !is_first(e, 1)),
        exchanges: exchanges.collect(),
    })
}

pub(super) fn strikes(args: &OddsStrikes) -> Result<(), Failure> {
    let rulebook = rulebook(&args.rules.book, System::Adnd)?;
    let rules = in_force(&args.rules, rulebook.segments);
    let answers = if args.table {
        let pairs = (1..=args.to).flat_map(|one| (1..=args.to).map(move |other| (one, other)));
        pairs
            .map(|(one, other)| answer(rules, [Some(one), Some(other)]))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        let mut factors = [args.one.0, args.other.0];
        let mut weapons = [None, None];
        for (k, name) in [&args.weapon, &args.against].into_iter().enumerate() {
            if let Some(name) = name {
                let weapon = arms::weapon(&rulebook, name)?;
                factors[k] = arms::melee_factor(weapon)?;
                weapons[k] = Some(weapon.name.clone());
            }
        }
        vec![Answer { weapons, ..answer(rules, factors)? }]
    };
    print_answers(
        args.rules.book.format,
        args.table,
        &answers,
        (
            [
                "one",
                "other",
                "dice",
                "tie_one_strikes",
                "tie_other_strikes",
                "first",
                "ways",
                "of",
                "exact",
                "probability",
            ],
            answers.iter().flat_map(csv),
        ),
        || Ok(table(args.to, rules)),
        text,
    )
}

fn total(blows: &Blows, who: usize) -> u8 {
    blows.before[who] + blows.together[who] + blows.after[who]
}

fn csv(a: &Answer) -> [[String; 10]; 3] {
    let factor = |factor: Option<u8>| factor.map_or("natural".to_owned(), |f| f.to_string());
    let firsts = [("one", &a.one_first), ("other", &a.other_first), ("at once", &a.at_once)];
    firsts.map(|(first, rolls)| {
        let [ways, of, exact, probability] = rolls.cells();
        [
            factor(a.one),
            factor(a.other),
            a.dice.clone(),
            total(&a.tie, 0).to_string(),
            total(&a.tie, 1).to_string(),
            first.to_owned(),
            ways,
            of,
            exact,
            probability,
        ]
    })
}

/// `the one twice, then both at once`.
fn told(blows: &Blows) -> String {
    let times = |who: usize, count: u8| {
        let who = ["the one", "the other"][who];
        match count {
            0 => None,
            1 => Some(who.to_owned()),
            2 => Some(format!("{who} twice")),
            n => Some(format!("{who} {n} times")),
        }
    };
    let each = |counts: [u8; 2]| [times(0, counts[0]), times(1, counts[1])];
    let together = (blows.together != [0, 0]).then(|| "both at once".to_owned());
    let parts = each(blows.before).into_iter().chain([together]).chain(each(blows.after)).flatten();
    parts.collect::<Vec<_>>().join(", then ")
}

const NOTES: [&str; 2] = [
    "Rules AD-01 and AD-10: the higher die strikes first. On a tie the lower speed factor does: with one extra strike \
     if the other is at least three times as high or five higher, and with a further one, at the same time as the slower \
     weapon, if it is ten or more higher. Equal factors, or a natural weapon: at once.",
    "Assumed: to hit, and what a hit does, are in books that the source only cites.",
];

fn text(a: &Answer) -> String {
    let name = |who: usize, factor: Option<u8>| match (&a.weapons[who], factor) {
        (None, None) => "a natural weapon".to_owned(),
        (None, Some(factor)) => format!("speed factor {factor}"),
        (Some(weapon), None) => format!("the {weapon} (no speed factor)"),
        (Some(weapon), Some(factor)) => format!("the {weapon} (speed factor {factor})"),
    };
    let rows = [
        a.one_first.row("the one strikes first"),
        a.other_first.row("the other strikes first"),
        a.at_once.row("both strike at once"),
    ];
    let exchanges: Vec<_> =
        a.exchanges.iter().map(|chanced| chanced.rolls.row(told(&chanced.blows))).collect();
    format!(
        "The one with {} against the other with {}, {} a side\n\n{}\nStrikes in the round\n{}\nOn a tie: {}.\n{}",
        name(0, a.one),
        name(1, a.other),
        a.dice,
        columns(&rows),
        columns(&exchanges),
        told(&a.tie),
        foot(&NOTES)
    )
}

/// From which speed factor of the other on there are so many extra strikes.
fn threshold(own: u8, extra: u8) -> Option<u8> {
    (own + 1..=u8::MAX).find(|other| extra_strikes(own, *other) >= extra)
}

fn table(to: u8, rules: Segments) -> String {
    let mut text = format!(
        "Strikes on a tie, by speed factors ({} a side: a tie comes in {})\n\n",
        rules.dice,
        tie(rules)
    );
    let from = |own: u8, extra: u8| threshold(own, extra).map_or(String::new(), |f| f.to_string());
    let mut rows =
        vec![["own factor", "one extra from", "two extra from"].map(str::to_owned).to_vec()];
    rows.extend((1..=to.min(13)).map(|own| vec![own.to_string(), from(own, 1), from(own, 2)]));
    text.push_str(&columns(&rows));
    let _ = write!(
        text,
        "\nStrikes of the weapon at the left against the one above; in brackets, the slower one of a pair\n"
    );
    let mut rows = vec![
        std::iter::once(String::new())
            .chain((1..=to).map(|other| other.to_string()))
            .collect::<Vec<_>>(),
    ];
    rows.extend((1..=to).map(|own| {
        let cells = (1..=to).map(|other| {
            if own > other { "(1)".to_owned() } else { (1 + extra_strikes(own, other)).to_string() }
        });
        std::iter::once(own.to_string()).chain(cells).collect()
    }));
    for row in &rows {
        let cells: String = row.iter().skip(1).map(|cell| format!("{cell:>4}")).collect();
        let _ = writeln!(text, "{:>4}{cells}", row[0]);
    }
    text.push_str(&foot(&[
        NOTES[0],
        "The printed table has 16 where factor 8 gets its second extra strike: a misprint, for ten or more higher is 18. No \
         speed factor is above 13, so that in play there are two extra strikes up to factor 3, and one up to 8.",
    ]));
    text
}

fn tie(rules: Segments) -> String {
    answer(rules, [Some(1), Some(1)]).map_or_else(|_| "?".to_owned(), |a| a.at_once.ratio())
}
