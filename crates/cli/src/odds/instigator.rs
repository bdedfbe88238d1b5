//! `skirmish odds instigator`: the coin before the first turn, and passing (WS-01).

use skirmish_engine::rulebook::FirstInstigator;
use skirmish_odds::instigator::Instigating;
use skirmish_odds::{OddsError, Ratio};

use super::columns::{bare_percent, chance_row, columns, foot, grid};
use super::{print, rulebook};
use crate::args::OddsInstigator;
use crate::status::{Done, Failure};

/// Numbers of turns struck off that are listed as text.
const MOST_ROWS: usize = 12;

/// 0, 1/10, … 1.
fn tenths() -> Result<Vec<Ratio>, OddsError> {
    (0..=10).map(|k| Ratio::new(k, 10)).collect()
}

pub(super) fn instigator(args: &OddsInstigator) -> Done {
    let rules = rulebook(&args.rules.book)?.warspike;
    if rules.first_instigator != FirstInstigator::PassAllowed {
        return Err(Failure::hinted(
            "nobody passes under this reading of `options.first-instigator`",
            "a toss without passing: --one 0 --other 0 --set options.first-instigator=pass-allowed",
        ));
    }
    let of = |one: &Ratio, other: &Ratio| {
        let turns = args.turns.unwrap_or(rules.turns);
        Instigating::new([one.clone(), other.clone()], turns, !args.table)
    };
    let tenths = tenths()?;
    let all = if args.table {
        let pairs = tenths.iter().flat_map(|one| tenths.iter().map(move |other| (one, other)));
        pairs.map(|(one, other)| of(one, other)).collect::<Result<_, _>>()?
    } else {
        vec![of(&args.one, &args.other)?]
    };
    print((args.rules.format, args.table), &all, |all| table(&tenths, all), text)
}

const NOTE: &str = "Rule WS-01: the winner of a coin may become the Instigator or pass, then the loser may; if both pass, a \
                    turn is struck off and the coin is tossed again. Assumed: a side passes with the same chance whether \
                    it is asked first or second.";

fn text(a: &Instigating) -> String {
    let rows = |chances: [Ratio; 3], nobody: &str| {
        let names = ["the first side instigates", "the second side instigates", nobody];
        let rows = names.into_iter().zip(&chances);
        columns(rows.map(|(name, chance)| chance_row(name, chance)))
    };
    let struck_off = a.struck_off.iter().map(|(turns, chance)| chance_row(turns, &chance));
    let rest = match a.struck_off.support().len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(
            "  and {more} more rows, up to {} turns: `--format csv` lists them all\n",
            a.turns
        ),
    };
    let mean = a
        .toss
        .mean_struck_off()
        .map_or("for ever".to_owned(), |mean| format!("{:.4} on average", mean.to_f64()));
    let [one, other] = a.passes.each_ref().map(|chance| chance.percent(2));
    format!(
        "The first side passes in {one}, the second in {other}; a game of {} turns\n\nOne toss\n{}\nThe game\n{}\n\
         Turns struck off ({mean}, if turns never ran out)\n{}{rest}{}",
        a.turns,
        rows(a.once(), "both pass, a turn is struck off"),
        rows(a.first(), "drawn unplayed"),
        columns(struck_off.take(MOST_ROWS)),
        foot(&[NOTE])
    )
}

/// How often the first side instigates: its passing at the left, the second's above.
fn table(tenths: &[Ratio], all: &[Instigating]) -> String {
    let block = |which: usize| {
        let names = || tenths.iter().map(|tenth| tenth.percent(0));
        grid(names(), names(), |row, column| {
            bare_percent(&all[row * tenths.len() + column].once()[which], 0)
        })
    };
    format!(
        "How often the first side instigates in one toss, in percent: its passing at the left, the second's above\n\n{}\
         \nHow often both pass and a turn is struck off, in percent\n\n{}{}",
        block(0),
        block(2),
        foot(&[NOTE])
    )
}
