//! Studies that play many variants of one battle on the same dice.

mod kept;
mod points;
mod show;
mod sweep;
mod vary;

pub(crate) use sweep::sweep;
pub(crate) use vary::Vary;
