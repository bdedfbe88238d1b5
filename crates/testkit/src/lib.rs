//! What tests of several packages share: small battles built by hand, made-up rulebooks and dice, play before the referee, and
//! verdicts on whether simulated values agree with exact ones.

#![expect(missing_docs, reason = "short helpers, each used where its name says it")]

pub mod agreement;
pub mod battles;
pub mod common;
pub mod lots;
pub mod play;
pub mod rulebooks;
