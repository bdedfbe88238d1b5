//! Studies that play many variants of one battle on the same dice.

pub(crate) mod game_list;
pub(crate) mod job;
pub(crate) mod kept;
mod points;
mod sensitivity;
pub(crate) mod steps;
mod sweep;
pub(crate) mod vary;

pub(crate) use sensitivity::sensitivity;
pub(crate) use sweep::sweep;
