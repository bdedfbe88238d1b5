//! Shrinks a found bot: undoes changes from a known bot that don't help.

use skirmish_engine::bot::{Act, Bot, Line, MAX_LINES, Nominate, React, Test};

use skirmish_simulator::estimate::Confidence;

use crate::arena::{Arena, Gain, SearchError};
use crate::mutate::tidy;

/// Games that test undoing a change.
const GAMES: u64 = 2048;

/// The most that undoing changes may cost altogether.
const KEEP: f64 = 0.004;

/// Games that test whether the rest is worth anything.
const WORTH_GAMES: u64 = 4096;

/// A change of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A line to add, before the base's line with this number.
    Adds(usize, Line),
    /// A line of the base to leave out.
    Drops(usize, Line),
    /// A reaction to add, before the base's reaction with this number.
    AddsReaction(usize, Line<React>),
    /// A reaction of the base to leave out.
    DropsReaction(usize, Line<React>),
    /// How to pick a nominee.
    Nominates(Nominate),
    /// The least chance to try to seize.
    LeastChance(u8),
}

/// A script as a difference from another.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunk {
    /// The script.
    pub bot: Bot,
    /// The bot that it is compared with, from [`nearest`].
    pub base: Bot,
}

/// Undoes every change of a bot that doesn't help, compared with the most similar known bot.
///
/// # Errors
/// As for [`Arena::points`].
pub fn shrink(arena: &mut Arena<'_>, bot: &Bot, known: &[Bot]) -> Result<Shrunk, SearchError> {
    let base = nearest(bot, known);
    let mut kept = undo_needless(arena, &base, changes(&base, bot), GAMES)?;
    simplify(arena, &base, &mut kept)?;
    let kept = needed(arena, &base, kept)?;
    Ok(Shrunk { bot: made(&base, &kept), base })
}

/// Returns roughly how many games it takes to shrink a bot with so many changes.
pub const fn usual_games(changes: usize) -> u64 {
    4 * GAMES * (changes as u64 + 1)
}

/// Returns the bot without changes that plainly don't help, tested in a few games; unchanged if it does worse without them.
///
/// # Errors
/// As for [`Arena::points`].
pub fn trim(arena: &mut Arena<'_>, bot: &Bot, known: &[Bot]) -> Result<Bot, SearchError> {
    let base = nearest(bot, known);
    let kept = undo_needless(arena, &base, changes(&base, bot), GAMES / 4)?;
    let trimmed = made(&base, &kept);
    let dice = arena.fresh(WORTH_GAMES);
    let points = arena.points(&[bot.clone(), trimmed.clone()], dice)?;
    let is_worse = Gain::of(&points[0], &points[1]).value > KEEP;
    Ok(if is_worse { bot.clone() } else { trimmed })
}

/// Returns the known bot with the fewest changes to this one, or a nameless one that only stands if writing the script anew
/// takes no more. Bots with `anything` don't count, since scripts of searches end with `stand`.
pub fn nearest(bot: &Bot, known: &[Bot]) -> Bot {
    let is_definite = |bot: &&Bot| bot.lines.iter().all(|line| line.act != Act::Anything);
    let Bot { pass_percent, holds_back, ref bodies, .. } = *bot;
    let mut blank = Bot { pass_percent, holds_back, bodies: bodies.clone(), ..Bot::default() };
    tidy(&mut blank);
    let bases = known.iter().filter(is_definite).chain([&blank]);
    bases.min_by_key(|base| changes(base, bot).len()).unwrap_or(&blank).clone()
}

/// Returns whether two bots are the same except for their names.
pub fn plays_alike(one: &Bot, other: &Bot) -> bool {
    Bot { name: other.name.clone(), ..one.clone() } == *other
}

/// Returns a bot with all of these changes except the `k`-th.
pub fn without<'c>(base: &Bot, changes: impl IntoIterator<Item = &'c Change>, k: usize) -> Bot {
    let kept = changes.into_iter().enumerate().filter(|(j, _)| *j != k);
    made(base, kept.map(|(_, change)| change))
}

/// Undoes in rounds all changes that cost at most half of `KEEP` alone, or half of them if that costs too much. The cost counts
/// from the bot with all changes, on new dice each round, so that small losses don't add up.
fn undo_needless(
    arena: &mut Arena<'_>,
    base: &Bot,
    mut kept: Vec<Change>,
    games: u64,
) -> Result<Vec<Change>, SearchError> {
    let all = made(base, &kept);
    loop {
        if kept.is_empty() {
            return Ok(kept);
        }
        let mut bots: Vec<Bot> = (0..kept.len()).map(|k| without(base, &kept, k)).collect();
        bots.push(all.clone());
        let dice = arena.fresh(games);
        let points = arena.points(&bots, dice.clone())?;
        let whole = &points[kept.len()];
        let mut cheap: Vec<(usize, f64)> = (0..kept.len())
            .map(|k| (k, Gain::of(whole, &points[k]).value))
            .filter(|(_, cost)| *cost <= KEEP / 2.0)
            .collect();
        cheap.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        loop {
            if cheap.is_empty() {
                return Ok(kept);
            }
            let is_left = |k: usize| cheap.iter().all(|(other, _)| *other != k);
            let left: Vec<Change> =
                (0..kept.len()).filter(|k| is_left(*k)).map(|k| kept[k].clone()).collect();
            let points = arena.points(&[made(base, &left)], dice.clone())?;
            if Gain::of(whole, &points[0]).value <= KEEP || cheap.len() == 1 {
                kept = left;
                break;
            }
            cheap.truncate(cheap.len() / 2);
        }
    }
}

/// Removes tests from added lines, one at a time, where that loses nothing.
fn simplify(arena: &mut Arena<'_>, base: &Bot, kept: &mut [Change]) -> Result<(), SearchError> {
    let all = made(base, kept.iter());
    loop {
        let mut simpler: Vec<(usize, Change)> = Vec::new();
        for (k, change) in kept.iter().enumerate() {
            let count = tests(change).map_or(0, Vec::len);
            for test in 0..count {
                let mut change = change.clone();
                if let Some(tests) = tests_mut(&mut change) {
                    tests.remove(test);
                }
                simpler.push((k, change));
            }
        }
        if simpler.is_empty() {
            return Ok(());
        }
        let with = |k: usize, change: &Change| {
            let changed = kept.iter().enumerate().map(|(j, old)| if j == k { change } else { old });
            made(base, changed)
        };
        let mut bots: Vec<Bot> = simpler.iter().map(|(k, change)| with(*k, change)).collect();
        bots.push(all.clone());
        let dice = arena.fresh(GAMES);
        let points = arena.points(&bots, dice)?;
        let whole = &points[simpler.len()];
        let costs = (0..simpler.len()).map(|at| (at, Gain::of(whole, &points[at]).value));
        let cheapest = costs.min_by(|a, b| a.1.total_cmp(&b.1));
        match cheapest {
            Some((at, cost)) if cost <= KEEP / 2.0 => {
                let (k, change) = simpler.swap_remove(at);
                kept[k] = change;
            }
            _ => return Ok(()),
        }
    }
}

/// Undoes changes one by one, on fresh dice, while the cheapest one may be worth nothing and either costs nothing or all undone
/// so far may be worth nothing.
fn needed(
    arena: &mut Arena<'_>,
    base: &Bot,
    mut kept: Vec<Change>,
) -> Result<Vec<Change>, SearchError> {
    let all = made(base, &kept);
    loop {
        let mut bots: Vec<Bot> = (0..kept.len()).map(|k| without(base, &kept, k)).collect();
        bots.extend([made(base, &kept), all.clone()]);
        let dice = arena.fresh(WORTH_GAMES);
        let points = arena.points(&bots, dice)?;
        let (now, at_first) = (&points[kept.len()], &points[kept.len() + 1]);
        let costs: Vec<Gain> = (0..kept.len()).map(|k| Gain::of(now, &points[k])).collect();
        let least = (0..kept.len()).min_by(|a, b| costs[*a].value.total_cmp(&costs[*b].value));
        let may_be_nothing = |cost: Gain| cost.interval(Confidence::P95).0 <= 0.0;
        let is_needless = |k: &usize| {
            let in_all = Gain::of(at_first, &points[*k]);
            may_be_nothing(costs[*k]) && (costs[*k].value <= 0.0 || may_be_nothing(in_all))
        };
        match least.filter(is_needless) {
            Some(needless) => drop(kept.remove(needless)),
            None => return Ok(kept),
        }
    }
}

fn tests(change: &Change) -> Option<&Vec<Test>> {
    match change {
        Change::Adds(_, Line { when, .. }) | Change::AddsReaction(_, Line { when, .. }) => {
            Some(when)
        }
        _ => None,
    }
}

fn tests_mut(change: &mut Change) -> Option<&mut Vec<Test>> {
    match change {
        Change::Adds(_, Line { when, .. }) | Change::AddsReaction(_, Line { when, .. }) => {
            Some(when)
        }
        _ => None,
    }
}

/// Returns the changes that turn one bot into another.
pub fn changes(base: &Bot, bot: &Bot) -> Vec<Change> {
    let mut changes = difference(&base.lines, &bot.lines, Change::Adds, Change::Drops);
    changes.extend(difference(
        &base.reactions,
        &bot.reactions,
        Change::AddsReaction,
        Change::DropsReaction,
    ));
    if base.nominate != bot.nominate {
        changes.push(Change::Nominates(bot.nominate));
    }
    if base.least_chance_percent != bot.least_chance_percent {
        changes.push(Change::LeastChance(bot.least_chance_percent));
    }
    changes
}

/// Returns a bot with some changes made.
pub fn made<'c>(base: &Bot, changes: impl IntoIterator<Item = &'c Change>) -> Bot {
    let mut bot = base.clone();
    let (mut lines, mut dropped) = (vec![Vec::new(); base.lines.len() + 1], Vec::new());
    let mut reactions = vec![Vec::new(); base.reactions.len() + 1];
    let mut dropped_reactions = Vec::new();
    for change in changes {
        match change {
            Change::Adds(at, line) => lines[*at].push(line.clone()),
            Change::Drops(at, _) => dropped.push(*at),
            Change::AddsReaction(at, line) => reactions[*at].push(line.clone()),
            Change::DropsReaction(at, _) => dropped_reactions.push(*at),
            Change::Nominates(nominate) => bot.nominate = *nominate,
            Change::LeastChance(percent) => bot.least_chance_percent = *percent,
        }
    }
    bot.lines = woven(&base.lines, lines, &dropped);
    bot.reactions = woven(&base.reactions, reactions, &dropped_reactions);
    bot.lines.truncate(MAX_LINES);
    tidy(&mut bot);
    bot
}

fn woven<T: Clone>(base: &[T], added: Vec<Vec<T>>, dropped: &[usize]) -> Vec<T> {
    let mut all = Vec::new();
    for (k, before) in added.into_iter().enumerate() {
        all.extend(before);
        if let Some(line) = base.get(k)
            && !dropped.contains(&k)
        {
            all.push(line.clone());
        }
    }
    all
}

fn difference<T: PartialEq + Clone>(
    from: &[T],
    to: &[T],
    adds: fn(usize, T) -> Change,
    drops: fn(usize, T) -> Change,
) -> Vec<Change> {
    let mut common = vec![vec![0_usize; to.len() + 1]; from.len() + 1];
    for i in (0..from.len()).rev() {
        for j in (0..to.len()).rev() {
            common[i][j] = if from[i] == to[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut changes, mut i, mut j) = (Vec::new(), 0, 0);
    while i < from.len() || j < to.len() {
        if i < from.len() && j < to.len() && from[i] == to[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < to.len() && (i == from.len() || common[i][j + 1] >= common[i + 1][j]) {
            changes.push(adds(i, to[j].clone()));
            j += 1;
        } else {
            changes.push(drops(i, from[i].clone()));
            i += 1;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use skirmish_engine::bot::{Act, Condition};

    use super::*;

    fn bot(acts: &[(bool, Act)]) -> Bot {
        let when = |is_engaged: bool| {
            let test = Test { condition: Condition::Engaged, expected: true };
            if is_engaged { vec![test] } else { Vec::new() }
        };
        let lines = acts.iter().map(|(engaged, act)| Line { when: when(*engaged), act: *act });
        Bot { lines: lines.collect(), ..Bot::default() }
    }

    #[test]
    fn what_has_little_in_common_with_any_is_told_whole() {
        let named = |name: &str, acts: &[(bool, Act)]| Bot { name: name.to_owned(), ..bot(acts) };
        let known = [
            named("random", &[(false, Act::Anything)]),
            named("fighter", &[(true, Act::Fight), (true, Act::Hide), (false, Act::Stand)]),
        ];
        let from = |acts: &[(bool, Act)]| nearest(&bot(acts), &known).name;
        assert_eq!(from(&[(true, Act::Fight), (false, Act::Stand)]), "fighter");
        assert_eq!(from(&[(false, Act::Escape), (false, Act::Stand)]), "");
        assert_eq!(from(&[(false, Act::Stand)]), "");
    }

    #[test]
    fn all_changes_made_give_the_bot_and_none_the_base() {
        let base = bot(&[
            (true, Act::Fight),
            (true, Act::Hide),
            (false, Act::Escape),
            (false, Act::Stand),
        ]);
        let mut other = bot(&[
            (true, Act::Hide),
            (true, Act::Appear),
            (false, Act::Fight),
            (false, Act::Stand),
        ]);
        other.nominate = Nominate::LeaderFirst;
        other.least_chance_percent = 30;
        let all = changes(&base, &other);
        assert_eq!(all.len(), 6, "{all:?}");
        assert_eq!(made(&base, &all), other);
        assert_eq!(made(&base, []), base);
        assert!(changes(&base, &base).is_empty());
    }
}
