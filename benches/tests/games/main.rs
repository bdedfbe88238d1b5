//! Every shipped scenario as it is measured: one program for all, and the same in a release build, with more games.

mod battles;
mod kept_games;
mod luck;
mod no_allocation;
mod same_games;
mod sense;
mod systems;
mod turn_laws;

use skirmish_referee::Auditor;

/// Plays games before the auditor, who finds nothing.
fn audited(name: &str, games: u64, mut play: impl FnMut(u64, &mut Auditor)) {
    let mut auditor = Auditor::default();
    for game in 0..games {
        play(game, &mut auditor);
        if let Some(breach) = auditor.breaches().first() {
            panic!("{name}, game {game}: {breach}");
        }
    }
    assert_eq!(auditor.games(), games, "{name}");
}
