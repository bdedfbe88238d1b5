//! The tables of close combat as a chain of technique tests (WSC-4 to WSC-6).

use crate::dice::Dice;
use crate::words::{readings, tables};

tables! {
    /// How figures fight under [`Fighting::Techniques`](super::Fighting::Techniques).
    Techniques {
        /// Dice of a test.
        dice: Dice = Dice::one(10),
        /// Most tests of one chain, so that two figures that never fail do not fight for ever.
        most_tests: u16 = 100,
        /// How a test is read (WSC-4).
        test: TechniqueTest = TechniqueTest::AtOrUnder,
        /// Whether tests come in turn or at once (WSC-6).
        melee: TechniqueMelee = TechniqueMelee::Chain,
        /// Whether an opening lands automatically, or depends on a stacked test (WSC-5).
        attack: TechniqueAttack = TechniqueAttack::Opening,
    }
}

impl Techniques {
    /// Returns the highest roll that passes a test of an attribute (WSC-4).
    pub const fn passes_up_to(&self, attribute: i32) -> i32 {
        match self.test {
            TechniqueTest::AtOrUnder => attribute,
            TechniqueTest::Under => attribute - 1,
        }
    }
}

readings! {
    /// Which rolls pass a test (WSC-4).
    TechniqueTest {
        AtOrUnder "at-or-under" = "At or under the attribute (2012).",
        Under "under" = "Under it (2009).",
    }

    /// How two fighters are tested (WSC-6).
    TechniqueMelee {
        Chain "chain" = "In turn, the one struck at first; the first to fail falls.",
        Together "together" = "Both at once, until one of them fails, or both.",
    }

    /// How the opener attacks (WSC-5, WSC-6).
    TechniqueAttack {
        Opening "opening" = "His opening lands without a roll (WSC-6).",
        Stacked "stacked" = "He rolls one die that is read against two attributes (WSC-5).",
    }
}

/// The two attributes that one die is read against in a stacked test (WSC-3, WSC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stack {
    /// Mentality: whether the figure attacks at all, even if wildly.
    pub mentality: i32,
    /// Action: whether it attacks with skill, even if half-heartedly.
    pub action: i32,
}

impl Stack {
    /// Returns the stack with the same number in both attributes.
    pub const fn even(attribute: i32) -> Self {
        Self { mentality: attribute, action: attribute }
    }
}
