//! `skirmish odds instigator`: the coin before the first turn, and passing (WS-01).

use serde_json::json;
use skirmish_engine::rulebook::FirstInstigator;
use skirmish_odds::instigator::Instigating;
use skirmish_odds::{OddsError, Ratio};

use super::{print, rulebook};
use crate::args::OddsInstigator;
use crate::status::{Done, Failure};

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
    print("instigator", (args.rules.format, args.table), &all, &json!({}))
}
