//! Every shipped scenario as it is measured: one program for all, and the same in a release build, with more games.

mod kept_games;
mod luck;
mod no_allocation;
mod same_games;
mod systems;
mod turn_laws;
