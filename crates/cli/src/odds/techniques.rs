//! `skirmish odds techniques`: a chain of technique tests (WSC-6).

use std::ops::RangeInclusive;

use serde_json::json;
use skirmish_engine::rulebook::TechniqueTest;
use skirmish_odds::instigator::{Duel, Techniques, passes};
use skirmish_odds::{OddsError, Ratio};

use super::print;
use crate::args::{OddsTechniques, Technique, TechniqueTests};
use crate::status::Done;

/// The attributes of the table.
const ATTRIBUTES: RangeInclusive<i32> = 0..=10;

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
    let more = json!({ "reading": args.of.reading() });
    print("techniques", (args.of.format, args.table), &duels, &more)
}
