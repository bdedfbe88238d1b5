//! What can be wrong with a question put to this crate.

use skirmish_engine::dice::Dice;

use crate::ratio::Ratio;

/// Why there is no exact answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OddsError {
    /// A fraction with the denominator 0.
    #[error("a fraction cannot have the denominator 0")]
    ZeroDenominator,
    /// A text is not a number.
    #[error("`{0}` is not a number; write `7/20`, `0.35` or `35%`")]
    NotANumber(String),
    /// A chance lies below 0 or above 1.
    #[error("a chance must be from 0 to 1, but this one is {0}")]
    NotAChance(Ratio),
    /// Weights that are all zero define no distribution.
    #[error("a distribution needs at least one outcome with a weight above 0")]
    NoOutcome,
    /// The chances of all outcomes do not add up to one.
    #[error("the chances of all outcomes must add up to 1, but they add up to {0}")]
    NotOne(Ratio),
    /// A pool without dice, or dice without faces.
    #[error("`{0}` cannot be rolled; a pool needs at least one die, and a die at least one face")]
    ImpossibleDice(Dice),
    /// A pattern without steps after its opening.
    #[error("a pattern needs at least one step that is repeated after its opening")]
    EmptyCycle,
    /// A waiting time whose chances change for too long before they repeat themselves.
    #[error(
        "the exact law needs numbers of more than {limit} binary digits: the chance still \
         changes after {steps} rolls"
    )]
    LawTooLong {
        /// The most binary digits that are allowed.
        limit: u64,
        /// Rolls after which the limit was met.
        steps: usize,
    },
    /// No law is known for the question.
    #[error("there is no exact law {0}")]
    NoLaw(&'static str),
    /// Walking all outcomes met more of them than allowed.
    #[error("an exact result needs more than {limit} outcomes")]
    TooManyOutcomes {
        /// The most outcomes that are allowed.
        limit: u64,
    },
    /// The rule asked for different dice after the same rolls.
    #[error(
        "the rule asked for a d{asked} where it had asked for a d{before} on the same rolls; it \
         must depend on nothing but its dice"
    )]
    NotRepeatable {
        /// Faces of the die asked for first.
        before: u8,
        /// Faces of the die asked for on the same rolls later, 0 if it asked for none.
        asked: u8,
    },
}
