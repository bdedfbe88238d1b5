//! `skirmish odds seize` and `streak`: the chance to seize the initiative, and how long it is held (LL-03, LL-07).

use serde_json::json;
use skirmish_engine::rulebook::{Factor, FactorCondition, Rulebook};
use skirmish_odds::Shooting;
use skirmish_odds::nominee::{Counted, Held, Nominee};

use super::{print, rulebook, turn};
use crate::args::{self, OddsSeize, OddsStreak};
use crate::fire::{named, troops};
use crate::shell::quoted;
use crate::status::{Failure, Result, unknown};

/// Returns the nominee asked about under these factors or, for a table, all troops with all ranks.
fn nominees(
    rules: &Rulebook,
    args: &args::Nominee,
    factors: &[Counted],
    is_table: bool,
) -> Result<Vec<Nominee>> {
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

/// Reads factors such as `in-reach` and `enemy-shots=2`.
fn factors(rules: &Rulebook, words: &[String]) -> Result<Vec<Counted>> {
    words.iter().map(|word| factor(&rules.seize.factors, word)).collect()
}

fn factor(rows: &[Factor], word: &str) -> Result<Counted> {
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

/// Answers the chance that a nominee seizes the initiative (LL-03).
pub(super) fn seize(args: &OddsSeize) -> Result {
    let rules = rulebook(&args.rules.book)?;
    if !rules.system.is_seized() {
        return Err(Failure::hinted(
            format!("nobody seizes the initiative under rulebook `{}`", rules.name),
            "this is a question about rules with `system = \"lloyd\"`, such as --rules lloyd",
        ));
    }
    let factors = factors(&rules, &args.nominee.factors)?;
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?.into_iter();
    let attempts =
        nominees.map(|nominee| nominee.attempt(&rules)).collect::<Result<Vec<_>, _>>()?;
    print("seize", (args.rules.format, args.table), &attempts, &json!({}))
}

fn shooting(word: &str) -> Result<Shooting> {
    match word {
        "always" => return Ok(Shooting::always()),
        "never" => return Ok(Shooting::never()),
        "first" => return Ok(Shooting::first_only()),
        _ => {}
    }
    let every = word.strip_prefix("every=").and_then(|k| k.parse::<u8>().ok());
    match every.map(Shooting::every) {
        Some(Ok(shooting)) => Ok(shooting),
        _ => Err(Failure::hinted(
            format!("`--shooting {word}` is not understood"),
            "it may be always, never, first, or every=K with K from 1 to 255",
        )),
    }
}

/// Answers how long the initiative is held (LL-03, LL-07, TN-09).
pub(super) fn streak(args: &OddsStreak) -> Result {
    let rules = rulebook(&args.rules.book)?;
    if let Some(turn) = rules.system.turn() {
        return turn::streak(args, &rules, turn);
    }
    if !rules.system.is_seized() {
        let asked = quoted(&args.rules.book.rules);
        return Err(Failure::hinted(
            format!("no exact law of streaks is known under rulebook `{}`", rules.name),
            format!(
                "games tell how long they are: `skirmish new battle my-battle --rules {asked}`, then `skirmish run my-battle.toml \
                 --measure streak`"
            ),
        ));
    }
    if args.units.is_some() || args.led.is_some() {
        return Err(Failure::hinted(
            format!(
                "under rulebook `{}` the initiative is seized, however many units there are",
                rules.name
            ),
            "leave `--units` and `--led` out; `--troops` says against which figure it is held",
        ));
    }
    let factors = factors(&rules, &args.nominee.factors)?;
    let grows = |counted: &&Counted| {
        let mut rows = rules.seize.factors.iter();
        rows.any(|row| row.name == counted.factor && row.when == [FactorCondition::EnemyStreak])
    };
    if let Some(counted) = factors.iter().find(grows) {
        return Err(Failure::hinted(
            format!("factor `{}` counts the actions of the streak", counted.factor),
            "it grows by itself as the streak goes on: leave it out",
        ));
    }
    let asked = args.shooting.as_deref().unwrap_or("never");
    let solve = |nominee: Nominee| -> Result<Held> {
        let pattern = (asked, shooting(asked)?);
        Ok(nominee.holds_off(&rules, pattern, args.lengths)?)
    };
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?;
    let all = nominees.into_iter().map(solve).collect::<Result<Vec<_>, _>>()?;
    print("streak", (args.rules.format, args.table), &all, &json!({}))
}
