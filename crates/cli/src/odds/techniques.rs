//! `skirmish odds techniques`: a chain of technique tests (WSC-6).

use std::ops::RangeInclusive;

use skirmish_engine::rulebook::TechniqueTest;
use skirmish_odds::instigator::{Duel, Techniques, passes};
use skirmish_odds::{OddsError, Ratio};

use super::columns::{bare_percent, chance_row, columns, foot, grid};
use super::print;
use crate::args::{OddsTechniques, Technique, TechniqueTests};
use crate::status::Done;

/// The attributes of the table.
pub(super) const ATTRIBUTES: RangeInclusive<i32> = 0..=10;

impl TechniqueTests {
    /// The attribute, if it is one, and the chance to pass a test.
    pub(super) fn passes(&self, technique: &Technique) -> Result<(Option<i32>, Ratio), OddsError> {
        Ok(match technique {
            Technique::Chance(chance) => (None, chance.clone()),
            Technique::Attribute(attribute) => {
                (Some(*attribute), passes(self.test, self.die, *attribute)?)
            }
        })
    }

    /// How a test is read.
    pub(super) fn reading(&self) -> String {
        let passes = match self.test {
            TechniqueTest::AtOrUnder => "the attribute or less passes (WSC-4, the reading of 2012)",
            TechniqueTest::Under => "less than the attribute passes (WSC-4, the reading of 2009)",
        };
        format!("A test is a {}; {passes}.", self.die)
    }
}

/// All pairs of attributes.
pub(super) fn pairs() -> impl Iterator<Item = (i32, i32)> {
    ATTRIBUTES.flat_map(|one| ATTRIBUTES.map(move |other| (one, other)))
}

/// Chances of all pairs of attributes in percent, the first of them at the left; what never comes about is undefined.
pub(super) fn square(chances: impl Iterator<Item = Option<Ratio>>) -> String {
    let mut cells =
        chances.map(|chance| chance.map_or("-".to_owned(), |chance| bare_percent(&chance, 1)));
    grid(ATTRIBUTES, ATTRIBUTES, |_, _| cells.next().unwrap_or_default())
}

pub(super) fn techniques(args: &OddsTechniques) -> Done {
    let of = |one: &Technique, other: &Technique| -> Result<Duel, OddsError> {
        let [(one, attacks), (other, defends)] = [args.of.passes(one)?, args.of.passes(other)?];
        let chain = Techniques::new(attacks, defends)?;
        Ok(Duel { attributes: [one, other], law: chain.tests()?, chain, tests: args.tests })
    };
    let duels = if args.table {
        let of = |(one, other)| of(&Technique::Attribute(one), &Technique::Attribute(other));
        pairs().map(of).collect::<Result<_, _>>()?
    } else {
        vec![of(&args.attacker, &args.defender)?]
    };
    let reading = args.of.reading();
    let table = |duels: &[Duel]| {
        format!(
            "How often the defender falls, in percent: the attacker's attribute at the left, the defender's above\n\n{}{}",
            square(duels.iter().map(|duel| duel.chain.defender_falls())),
            foot(&[NOTE, &reading])
        )
    };
    print((args.of.format, args.table), &duels, table, |duel| text(duel, &reading))
}

const NOTE: &str = "Rule WSC-6: the attacker's opening lands without a roll; then the defender tests, the attacker, and so on, \
                    and the first to fail falls. A test takes one increment.";

fn text(a: &Duel, reading: &str) -> String {
    let who = |attribute: Option<i32>, chance: &Ratio| {
        let has = attribute.map_or(String::new(), |n| format!("has {n}, and "));
        format!("{has}passes in {}", chance.percent(2))
    };
    let [attacker, defender] = a.chain.pass();
    let head = format!(
        "The attacker {}; the defender {}",
        who(a.attributes[0], attacker),
        who(a.attributes[1], defender)
    );
    let (Some(defender), Some(attacker), Some(mean)) =
        (a.chain.defender_falls(), a.chain.attacker_falls(), a.chain.mean_tests())
    else {
        return format!("{head}\n\nNeither can fail: the chain never ends.\n{}", foot(&[NOTE]));
    };
    let falls =
        [chance_row("the defender falls", &defender), chance_row("the attacker falls", &attacker)];
    let tests = (1..=a.tests).map(|tests| (tests, a.law.chance(tests)));
    let tests = tests.filter(|(_, chance)| !chance.is_zero());
    let tests = tests.map(|(tests, chance)| chance_row(tests, &chance));
    let has_attribute = a.attributes[0].or(a.attributes[1]).is_some();
    let notes = if has_attribute { &[NOTE, reading][..] } else { &[NOTE] };
    format!(
        "{head}\n\n{}\nTests until then, on average: {}\n{}{}",
        columns(falls),
        mean.decimal(4),
        columns(tests),
        foot(notes)
    )
}
