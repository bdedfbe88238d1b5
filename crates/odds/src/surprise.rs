//! Surprise before the first round of segments (ADC-9): how long each side is surprised, by the engine's own rule under every
//! roll of both sides' dice.

use skirmish_engine::chance::{Purpose, RollSite};
use skirmish_engine::initiative::adnd::{surprised_for, surprised_himself};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Surprise;
use skirmish_engine::side::{BySide, Side};

use crate::answer::{Answer, Record, Rolls, Solved, chance};
use crate::error::OddsError;
use crate::every_outcome::both_roll;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// Two sides that come upon one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    /// The dice, and how they are read.
    pub rules: Surprise,
    /// The highest total that surprises each side; 0 for one that cannot be surprised.
    pub on: BySide<u8>,
    /// The reaction modifiers of the figures asked about: a bonus shortens surprise, a penalty lengthens it.
    pub reaction: BySide<i32>,
}

impl Encounter {
    /// Returns two sides with no modifiers of their own, by these rules.
    pub const fn new(rules: Surprise) -> Self {
        Self { rules, on: BySide([rules.on; 2]), reaction: BySide([0; 2]) }
    }

    /// Returns the chances that figures of each side are surprised for these numbers of segments.
    pub fn law(&self) -> Result<Pmf<[u32; 2]>, OddsError> {
        let site = RollSite { purpose: Purpose::Surprise, rule: Rule::adc(9) };
        both_roll(self.rules.dice, site, |rolled| self.verdict(rolled))
    }

    /// Returns for how many segments figures of each side are surprised if the sides roll this.
    pub fn verdict(&self, rolled: BySide<i32>) -> [u32; 2] {
        let segments = surprised_for(rolled, self.on, self.rules.reading);
        // Surprise ends with the last side's, whatever the penalties.
        let last = segments[Side::A].max(segments[Side::B]);
        Side::BOTH.map(|side| surprised_himself(segments[side], self.reaction[side]).min(last))
    }
}

/// Returns the mean number of segments for which figures of a side are surprised.
pub fn mean(law: &Pmf<[u32; 2]>, side: Side) -> Ratio {
    law.map(|segments| i64::from(segments[side.index()])).mean()
}

/// Which sides are surprised in an encounter, and for how long (ADC-9).
#[derive(Debug, Clone)]
pub struct Surprised {
    /// The sides, and the rules.
    pub encounter: Encounter,
    /// For how many segments each side is surprised.
    pub law: Pmf<[u32; 2]>,
}

impl Surprised {
    /// Solves an encounter.
    pub fn of(encounter: Encounter) -> Result<Self, OddsError> {
        Ok(Self { law: encounter.law()?, encounter })
    }

    /// Returns the rolls that surprise exactly these sides.
    pub fn who(&self, surprised: [bool; 2]) -> Rolls {
        Rolls::that(&self.law, move |segments| segments.map(|n| n > 0) == surprised)
    }

    /// Returns the numbers of segments, each with its rolls.
    pub fn segments(&self) -> impl Iterator<Item = ([u32; 2], Rolls)> {
        Rolls::each(&self.law).map(|(segments, rolls)| (*segments, rolls))
    }
}

impl Solved for Surprised {
    fn answer(&self) -> Answer {
        let Encounter { rules, on, reaction } = &self.encounter;
        let reading = rules.reading.name();
        let row = |names: [&'static str; 2], (segments, rolls): ([u32; 2], Rolls)| {
            let row = Record::new().with(names[0], segments[0]).with(names[1], segments[1]);
            row.rolls(&rolls)
        };
        let told = Record::new()
            .with("one_on", on[Side::A])
            .with("other_on", on[Side::B])
            .with("one_reaction", reaction[Side::A])
            .with("other_reaction", reaction[Side::B])
            .with("dice", rules.dice)
            .with("reading", reading)
            .with("only_one", &self.who([true, false]))
            .with("only_other", &self.who([false, true]))
            .with("both", &self.who([true, true]))
            .with("neither", &self.who([false, false]))
            .with("mean_one", chance(&mean(&self.law, Side::A)))
            .with("mean_other", chance(&mean(&self.law, Side::B)))
            .list("segments", self.segments().map(|n| row(["one", "other"], n)));
        let rows = self.segments().map(|n| row(["one_segments", "other_segments"], n));
        let case = told.pick(["one_on", "other_on", "dice", "reading"]);
        Answer::of_rows(told, &case, rows)
    }
}
