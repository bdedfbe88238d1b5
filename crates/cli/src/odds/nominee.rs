//! Nominees as `odds seize` and `odds streak` ask about them: troops, leaders, and the factors that count (LL-03).

use skirmish_engine::rulebook::{Factor, Rulebook};
use skirmish_odds::nominee::{Counted, Nominee};

use super::rulebook;
use crate::args;
use crate::fire::{named, troops};
use crate::status::{Done, Failure, unknown};

/// A rulebook under which somebody seizes the initiative.
pub(super) fn seizing(args: &args::Rules) -> Done<Rulebook> {
    let rules = rulebook(args)?;
    if rules.system.is_seized() {
        return Ok(rules);
    }
    Err(Failure::hinted(
        format!("nobody seizes the initiative under rulebook `{}`", rules.name),
        "this is a question about rules with `system = \"lloyd\"`, such as --rules lloyd",
    ))
}

/// The nominee that is asked about, under these factors; or for a table all troops by all ranks.
pub(super) fn nominees(
    rules: &Rulebook,
    args: &args::Nominee,
    factors: &[Counted],
    is_table: bool,
) -> Done<Vec<Nominee>> {
    if is_table {
        return Ok(Nominee::all(rules, factors).collect());
    }
    let troops = troops(rules, args.troops.as_deref().unwrap_or("average"))?;
    let rank = |name: &String| named("rank", &rules.ranks, |rank| &rank.name, name);
    let rank = args.leader.as_ref().map(rank).transpose()?;
    Ok(vec![Nominee {
        troops: troops.name.clone(),
        leader: args.leader.clone(),
        base: troops.base,
        leadership: rank.map_or(0, |rank| rank.bonus),
        factors: factors.to_vec(),
    }])
}

/// Reads `in-reach` and `enemy-shots=2` against the table of factors.
pub(super) fn factors(rules: &Rulebook, words: &[String]) -> Done<Vec<Counted>> {
    words.iter().map(|word| factor(&rules.seize.factors, word)).collect()
}

fn factor(rows: &[Factor], word: &str) -> Done<Counted> {
    let (name, count) = word.split_once('=').unwrap_or((word, "1"));
    let times = count.trim().parse::<u32>().ok().filter(|times| *times <= 1000);
    let times = times.ok_or_else(|| {
        Failure::hinted(
            format!("factor `{name}` counts `{count}` times"),
            "a count is a whole number from 0 to 1000, such as enemy-shots=2",
        )
    })?;
    let row = rows.iter().find(|row| row.name == name.trim());
    let row = row.ok_or_else(|| unknown("factor", name, rows.iter().map(|r| r.name.clone())))?;
    let is_counted = |row: &Factor| row.when.iter().any(|condition| condition.is_counted());
    if times > 1 && !is_counted(row) {
        let counted = rows.iter().filter(|row| is_counted(row)).map(|row| row.name.as_str());
        return Err(Failure::hinted(
            format!("factor `{name}` holds or does not; it cannot count {times} times"),
            format!("factors that are counted: {}", counted.collect::<Vec<_>>().join(", ")),
        ));
    }
    Ok(Counted { factor: row.name.clone(), times, adds: row.value * times as i32 })
}
