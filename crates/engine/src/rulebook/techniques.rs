//! The tables of close combat as a chain of technique tests (WSC-4, WSC-6).

use crate::dice::Dice;

/// How figures fight under [`Fighting::Techniques`](super::Fighting::Techniques).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Techniques {
    /// Dice of a test.
    pub dice: Dice,
    /// Most tests of one chain, so that two who never fail do not fight for ever.
    pub most_tests: u16,
    /// How a test is read (WSC-4).
    pub test: TechniqueTest,
    /// Whether tests come in turn or at once (WSC-6).
    pub melee: TechniqueMelee,
}

impl Default for Techniques {
    fn default() -> Self {
        Self {
            dice: Dice::one(10),
            most_tests: 100,
            test: TechniqueTest::AtOrUnder,
            melee: TechniqueMelee::Chain,
        }
    }
}

impl Techniques {
    /// The highest roll that passes a test of an attribute (WSC-4).
    #[must_use]
    pub const fn passes_up_to(&self, attribute: i32) -> i32 {
        match self.test {
            TechniqueTest::AtOrUnder => attribute,
            TechniqueTest::Under => attribute - 1,
        }
    }
}

/// Which rolls pass a test (WSC-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TechniqueTest {
    /// At or under the attribute (2012).
    #[default]
    AtOrUnder,
    /// Under it (2009).
    Under,
}

impl TechniqueTest {
    /// Every reading, with its word in rulebooks.
    pub const ALL: &[(&str, Self)] = &[("at-or-under", Self::AtOrUnder), ("under", Self::Under)];
}

/// How two who fight are tested (WSC-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TechniqueMelee {
    /// In turn, the one struck at first; the first to fail falls.
    #[default]
    Chain,
    /// Both at once, until one of them fails, or both.
    Together,
}

impl TechniqueMelee {
    /// Every reading, with its word in rulebooks.
    pub const ALL: &[(&str, Self)] = &[("chain", Self::Chain), ("together", Self::Together)];
}
