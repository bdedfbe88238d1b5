//! `skirmish odds instigator`: the coin before the first turn, and passing (WS-01).

use serde::Serialize;
use skirmish_engine::rulebook::{FirstInstigator, System};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::Ratio;
use skirmish_odds::instigator::Toss;

use super::columns::{Chance, cells, columns, short};
use super::print_answers;
use super::round::{foot, rulebook};
use crate::args::OddsInstigator;
use crate::status::Failure;

/// Numbers of turns struck off that are listed as text.
const MOST_ROWS: usize = 12;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    one_passes: Chance,
    other_passes: Chance,
    turns: u32,
    /// One toss of the coin.
    toss: Three,
    /// The whole game: nobody is a draw unplayed.
    first: Three,
    /// The mean if turns never ran out.
    mean_struck_off: Option<f64>,
    struck_off: Vec<StruckOff>,
}

/// Who becomes the Instigator.
#[derive(Debug, Serialize)]
struct Three {
    one: Chance,
    other: Chance,
    nobody: Chance,
}

#[derive(Debug, Serialize)]
struct StruckOff {
    turns: u64,
    #[serde(flatten)]
    chance: Chance,
}

fn answer(one: &Ratio, other: &Ratio, turns: u32) -> Result<Answer, Failure> {
    let toss = Toss::new(BySide([one.clone(), other.clone()]))?;
    let count = u64::from(turns);
    let law = toss.struck_off(count)?;
    Ok(Answer {
        one_passes: one.clone().into(),
        other_passes: other.clone().into(),
        turns,
        toss: Three {
            one: toss.instigates(Side::A).clone().into(),
            other: toss.instigates(Side::B).clone().into(),
            nobody: toss.strikes_off().clone().into(),
        },
        first: Three {
            one: toss.first(Side::A, count).into(),
            other: toss.first(Side::B, count).into(),
            nobody: toss.drawn(count).into(),
        },
        mean_struck_off: toss.mean_struck_off().as_ref().map(Ratio::to_f64),
        struck_off: law
            .iter()
            .map(|(turns, chance)| StruckOff { turns: *turns, chance: chance.into() })
            .collect(),
    })
}

/// 0, 1/10, … 1.
fn tenths() -> Result<Vec<Ratio>, Failure> {
    let tenths = (0..=10).map(|k| Ratio::new(k, 10));
    Ok(tenths.collect::<Result<_, _>>()?)
}

pub(super) fn instigator(args: &OddsInstigator) -> Result<(), Failure> {
    let rules = rulebook(&args.rules, System::WarSpike)?.warspike;
    if rules.first_instigator != FirstInstigator::PassAllowed {
        return Err(Failure::Usage(
            "nobody passes under this reading of `options.first-instigator`".to_owned(),
            vec!["a toss without passing: --one 0 --other 0, and `pass-allowed`".to_owned()],
        ));
    }
    let turns = args.turns.unwrap_or(rules.turns);
    let answers = if args.table {
        let tenths = tenths()?;
        let pairs = tenths.iter().flat_map(|one| tenths.iter().map(move |other| (one, other)));
        pairs.map(|(one, other)| answer(one, other, turns)).collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(&args.one, &args.other, turns)?]
    };
    print_answers(
        args.rules.format,
        args.table,
        &answers,
        (
            ["one_passes", "other_passes", "turns", "what", "result", "exact", "probability"],
            answers.iter().flat_map(|a| csv(a, args.table)),
        ),
        || grid(&answers),
        text,
    )
}

fn csv(a: &Answer, is_table: bool) -> Vec<[String; 7]> {
    let row = |what: &str, result: String, chance: &Chance| {
        let [exact, probability] = cells(&chance.exact);
        [
            a.one_passes.exact.to_string(),
            a.other_passes.exact.to_string(),
            a.turns.to_string(),
            what.to_owned(),
            result,
            exact,
            probability,
        ]
    };
    let three = |what: &str, three: &Three, nobody: &str| {
        [
            row(what, "one".to_owned(), &three.one),
            row(what, "other".to_owned(), &three.other),
            row(what, nobody.to_owned(), &three.nobody),
        ]
    };
    let mut rows = three("toss", &a.toss, "nobody").to_vec();
    rows.extend(three("first instigator", &a.first, "drawn unplayed"));
    if !is_table {
        let struck_off = a.struck_off.iter();
        rows.extend(struck_off.map(|s| row("turns struck off", s.turns.to_string(), &s.chance)));
    }
    rows
}

const NOTE: &str = "Rule WS-01: the winner of a coin may become the Instigator or pass, then the loser may; if both pass, a \
                    turn is struck off and the coin is tossed again. Assumed: a side passes with the same chance whether \
                    it is asked first or second.";

fn text(a: &Answer) -> String {
    let row = |what: &str, chance: &Chance| {
        vec![what.to_owned(), chance.exact.percent(3).to_string(), short(&chance.exact)]
    };
    let rows = |three: &Three, nobody: &str| {
        columns(&[
            row("the one instigates", &three.one),
            row("the other instigates", &three.other),
            row(nobody, &three.nobody),
        ])
    };
    let struck_off: Vec<_> = a
        .struck_off
        .iter()
        .filter(|s| !s.chance.exact.is_zero())
        .take(MOST_ROWS)
        .map(|s| row(&s.turns.to_string(), &s.chance))
        .collect();
    let all = a.struck_off.iter();
    let all = all.filter(|s| !s.chance.exact.is_zero()).count();
    let rest = match all.saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(
            "  and {more} more rows, up to {} turns: `--format csv` lists them all\n",
            a.turns
        ),
    };
    let mean = a.mean_struck_off.map_or_else(
        || "for ever, if turns never ran out".to_owned(),
        |mean| format!("{mean:.4} on average, if turns never ran out"),
    );
    format!(
        "The one passes in {}, the other in {}; a game of {} turns\n\nOne toss\n{}\nThe game\n{}\nTurns struck off ({mean})\n{}{rest}{}",
        a.one_passes.exact.percent(2),
        a.other_passes.exact.percent(2),
        a.turns,
        rows(&a.toss, "both pass, a turn is struck off"),
        rows(&a.first, "drawn unplayed"),
        columns(&struck_off),
        foot(&[NOTE])
    )
}

/// How often the one instigates: its passing at the left, the other's above.
fn grid(answers: &[Answer]) -> Result<String, Failure> {
    let tenths = tenths()?;
    let count = tenths.len();
    let head =
        std::iter::once(String::new()).chain(tenths.iter().map(|t| t.percent(0).to_string()));
    let head: Vec<String> = head.collect();
    let block = |show: fn(&Answer) -> &Chance| {
        let mut rows = vec![head.clone()];
        rows.extend(tenths.iter().zip(answers.chunks(count)).map(|(one, row)| {
            let cells = row.iter().map(|a| {
                let percent = show(a).exact.percent(0).to_string();
                percent.trim_end_matches([' ', '%']).to_owned()
            });
            std::iter::once(one.percent(0).to_string()).chain(cells).collect()
        }));
        columns(&rows)
    };
    Ok(format!(
        "How often the one instigates in one toss, in percent: its passing at the left, the other's above\n\n{}\
         \nHow often both pass and a turn is struck off, in percent\n\n{}{}",
        block(|a| &a.toss.one),
        block(|a| &a.toss.nobody),
        foot(&[NOTE])
    ))
}
