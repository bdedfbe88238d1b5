//! The names of the rules, as in `skirmish explain`. Events, rolls and tests cite them.

use std::fmt;

/// A numbered rule, such as `LL-10` or `LLC-5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The letters before the hyphen.
    pub book: &'static str,
    /// The number after it.
    pub number: u8,
}

macro_rules! books {
    ($($(#[$doc:meta])* $name:ident $book:literal)+) => {
        impl Rule {
            $($(#[$doc])*
            #[must_use]
            pub const fn $name(number: u8) -> Self {
                Self { book: $book, number }
            })+
        }
    };
}

books! {
    /// Lloyd's initiative, rule `LL-number`.
    ll "LL"
    /// A fact from Lloyd's other pages, `LLC-number`.
    llc "LLC"
    /// Petite guerre, rule `PG-number`.
    pg "PG"
    /// AD&D's initiative, rule `AD-number`.
    ad "AD"
    /// AD&D's fighting by OSRIC and the original's tables, `ADC-number`.
    adc "ADC"
    /// The baselines, rule `BL-number`.
    bl "BL"
    /// A turn defined by a table, rule `TN-number`.
    tn "TN"
    /// Fighting defined by tables, rule `FT-number`.
    ft "FT"
    /// WarSpike, rule `WS-number`.
    ws "WS"
    /// A fact from WarSpike's other pages, `WSC-number`.
    wsc "WSC"
    /// WarSpike as its author rewrote it in 2019, *Spheres of War*, `SOW-number`.
    sow "SOW"
    /// The host rules: what a source leaves to the rules it is used with (movement, ranges, victory).
    host "HOST"
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sources' own rules are numbered LL-01, the companions' facts LLC-5.
        let width =
            if matches!(self.book, "LL" | "PG" | "BL" | "TN" | "FT" | "AD" | "WS") { 2 } else { 1 };
        write!(f, "{}-{:0width$}", self.book, self.number)
    }
}
