//! Games of a kind among the first of a run: the shortest, the greatest upset, a typical one.

use std::cmp::Reverse;

use skirmish_engine::event::Ending;
use skirmish_engine::game::Outcome;
use skirmish_engine::side::Side;
use skirmish_scenario::Scenario;

use crate::assemble::ending;

/// The kinds that have a name. Others are a side that wins, or words of an ending.
pub(crate) const KINDS: [&str; 6] = ["typical", "shortest", "longest", "closest", "upset", "draw"];

/// Returns the first of the games that fit a kind best; `None` if none does.
pub(crate) fn find(scenario: &Scenario, games: &[Outcome], kind: &str) -> Option<u64> {
    let kind = kind.to_lowercase();
    let spec = &scenario.spec;
    let wins = |side: Side| games.iter().filter(|it| it.ending.winner() == Some(side)).count();
    let weaker = if wins(Side::A) <= wins(Side::B) { Side::A } else { Side::B };
    let left = |it: &Outcome| {
        let side = it.ending.winner()?;
        u32::try_from(spec.sides[side].figures.len()).ok()?.checked_sub(it.losses[side])
    };
    let usual = (kind == "typical").then(|| typical(games)).flatten();
    // How well each game fits, the more the better; `None` if not at all.
    let fits = |it: &Outcome| -> Option<i64> {
        match kind.as_str() {
            "typical" => (Some((it.ending, it.actions)) == usual).then_some(0),
            "draw" => it.ending.winner().is_none().then_some(0),
            "longest" => Some(it.actions.into()),
            "shortest" => Some(-i64::from(it.actions)),
            "upset" => left(it).filter(|_| it.ending.winner() == Some(weaker)).map(i64::from),
            "closest" => left(it).map(|left| -i64::from(left)),
            words => {
                let (winner, how) = ending(scenario, it.ending);
                let is_side = Side::BOTH.map(|side| spec.sides[side].name.to_lowercase() == words);
                let is_it = match is_side.contains(&true) {
                    true => winner.to_lowercase() == words,
                    false => how.to_lowercase().contains(words),
                };
                is_it.then_some(0)
            }
        }
    };
    let fitting = (0..).zip(games).filter_map(|(game, it)| Some((game, fits(it)?)));
    fitting.max_by_key(|(game, fits)| (*fits, Reverse(*game))).map(|(game, _)| game)
}

/// Returns the ending that most games have, and the median length of those.
fn typical(games: &[Outcome]) -> Option<(Ending, u32)> {
    let mut ends: Vec<(Ending, Vec<u32>)> = Vec::new();
    for game in games {
        match ends.iter_mut().find(|(ending, _)| *ending == game.ending) {
            Some((_, lengths)) => lengths.push(game.actions),
            None => ends.push((game.ending, vec![game.actions])),
        }
    }
    let (ending, mut lengths) = ends.into_iter().max_by_key(|(_, lengths)| lengths.len())?;
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).map(|actions| (ending, *actions))
}
