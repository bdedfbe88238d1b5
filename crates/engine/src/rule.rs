//! The names of the rules, as `skirmish explain` has them. Events, rolls and tests cite them.

use std::fmt;

/// A numbered rule, such as `LL-10` or `LLC-5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The letters before the hyphen.
    pub book: &'static str,
    /// The number behind it.
    pub number: u8,
}

impl Rule {
    /// Lloyd's initiative, rule `LL-number`.
    #[must_use]
    pub const fn ll(number: u8) -> Self {
        Self { book: "LL", number }
    }

    /// A fact from Lloyd's other pages, `LLC-number`.
    #[must_use]
    pub const fn llc(number: u8) -> Self {
        Self { book: "LLC", number }
    }

    /// Petite guerre, rule `PG-number`.
    #[must_use]
    pub const fn pg(number: u8) -> Self {
        Self { book: "PG", number }
    }

    /// AD&D's initiative, rule `AD-number`.
    #[must_use]
    pub const fn ad(number: u8) -> Self {
        Self { book: "AD", number }
    }

    /// The baselines, rule `BL-number`.
    #[must_use]
    pub const fn bl(number: u8) -> Self {
        Self { book: "BL", number }
    }

    /// WarSpike, rule `WS-number`.
    #[must_use]
    pub const fn ws(number: u8) -> Self {
        Self { book: "WS", number }
    }

    /// A fact from WarSpike's other pages, `WSC-number`.
    #[must_use]
    pub const fn wsc(number: u8) -> Self {
        Self { book: "WSC", number }
    }

    /// WarSpike as its author wrote it anew in 2019, *Spheres of War*, `SOW-number`.
    #[must_use]
    pub const fn sow(number: u8) -> Self {
        Self { book: "SOW", number }
    }

    /// AD&D's fighting as OSRIC and the original's tables have it, `ADC-number`.
    #[must_use]
    pub const fn adc(number: u8) -> Self {
        Self { book: "ADC", number }
    }

    /// The host rules: what a source leaves to the rules it is used with (movement, ranges, victory).
    #[must_use]
    pub const fn host(number: u8) -> Self {
        Self { book: "HOST", number }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sources' own rules are numbered LL-01, the companions' facts LLC-5.
        let width = if matches!(self.book, "LL" | "PG" | "BL" | "AD" | "WS") { 2 } else { 1 };
        write!(f, "{}-{:0width$}", self.book, self.number)
    }
}
