//! `skirmish odds instigator`, `techniques` and `stacked`: who begins, and close combat by tests (WS-01, WSC-4 to WSC-6).

use std::ops::RangeInclusive;

use serde_json::{Value as Json, json};
use skirmish_engine::rulebook::{FirstInstigator, TechniqueTest, Techniques as Tests};
use skirmish_odds::instigator::{Duel, Instigating, Techniques, passes};
use skirmish_odds::{OddsError, Ratio, Stacked};

use super::{print, rulebook};
use crate::args::{OddsInstigator, OddsStacked, OddsTechniques, Technique};
use crate::status::{Failure, Result};

/// Answers which side begins, by the coin before the first turn and passing (WS-01).
pub(super) fn instigator(args: &OddsInstigator) -> Result {
    let rules = rulebook(&args.rules.book)?.warspike;
    if rules.first_instigator != FirstInstigator::PassAllowed {
        return Err(Failure::hinted(
            "nobody passes under this reading of `options.first-instigator`",
            "a toss without passing: --one 0 --other 0 --set options.first-instigator=pass-allowed",
        ));
    }
    let of = |one: &Ratio, other: &Ratio| {
        Instigating::new([one.clone(), other.clone()], rules.turns, !args.table)
    };
    let all = if args.table {
        let tenths = (0..=10).map(|k| Ratio::new(k, 10)).collect::<Result<Vec<_>, _>>()?;
        let pairs = tenths.iter().flat_map(|one| tenths.iter().map(move |other| (one, other)));
        pairs.map(|(one, other)| of(one, other)).collect::<Result<_, _>>()?
    } else {
        vec![of(&args.one, &args.other)?]
    };
    print("instigator", (args.rules.format, args.table), &all, &json!({}))
}

const ATTRIBUTES: RangeInclusive<i32> = 0..=10;

fn pairs() -> impl Iterator<Item = (i32, i32)> {
    ATTRIBUTES.flat_map(|one| ATTRIBUTES.map(move |other| (one, other)))
}

/// Returns the attribute, if given, and the chance to pass a test.
fn tested(tests: &Tests, technique: &Technique) -> Result<(Option<i32>, Ratio), OddsError> {
    Ok(match technique {
        Technique::Chance(chance) => (None, chance.clone()),
        Technique::Attribute(attribute) => {
            (Some(*attribute), passes(tests.test, tests.dice, *attribute)?)
        }
    })
}

fn reading(tests: &Tests) -> Json {
    json!({ "die": tests.dice.to_string(), "is_under": tests.test == TechniqueTest::Under })
}

/// Answers about a chain of technique tests (WSC-6).
pub(super) fn techniques(args: &OddsTechniques) -> Result {
    let tests = rulebook(&args.rules.book)?.techniques;
    let of = |one: &Technique, other: &Technique| -> Result<Duel, OddsError> {
        let [(one, attacks), (other, defends)] = [tested(&tests, one)?, tested(&tests, other)?];
        let chain = Techniques::new(attacks, defends)?;
        Ok(Duel { attributes: [one, other], law: chain.tests()?, chain, tests: args.tests })
    };
    let duels = if args.table {
        let of = |(one, other)| of(&Technique::Attribute(one), &Technique::Attribute(other));
        pairs().map(of).collect::<Result<_, _>>()?
    } else {
        vec![of(&args.attacker, &args.defender)?]
    };
    print("techniques", (args.rules.format, args.table), &duels, &reading(&tests))
}

/// Answers what comes of one attack by a stacked test (WSC-5).
pub(super) fn stacked(args: &OddsStacked) -> Result {
    let tests = rulebook(&args.rules.book)?.techniques;
    let chances = [tested(&tests, &args.attacker)?.1, tested(&tests, &args.defender)?.1];
    let of = |(mentality, action)| {
        Stacked::new(tests.dice, tests.test, [mentality, action], chances.clone())
    };
    let all = if args.table {
        pairs().map(of).collect::<Result<_, _>>()?
    } else {
        vec![of((args.mentality, args.action))?]
    };
    print("stacked", (args.rules.format, args.table), &all, &reading(&tests))
}
