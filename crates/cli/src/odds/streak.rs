//! `odds streak`: how long the initiative is held against a nominee (LL-03, LL-07).

use serde_json::json;
use skirmish_engine::rulebook::{Counters, FactorCondition, Rulebook};
use skirmish_odds::nominee::{Counted, Held, Nominee};
use skirmish_odds::{Shooting, Solved};

use super::nominee::{factors, nominees};
use super::{falling, print, rulebook, so_many_or_more, turn};
use crate::args::OddsStreak;
use crate::shell::quoted;
use crate::status::{Done, Failure};

fn shooting(word: &str) -> Done<Shooting> {
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

fn counters(rules: &Rulebook, word: Option<&str>) -> Done<Counters> {
    let Some(word) = word else { return Ok(rules.options.counters) };
    let found = Counters::ALL.iter().find(|(name, _)| *name == word);
    found.map(|(_, reading)| *reading).ok_or_else(|| {
        Failure::hinted(
            format!("`--counters {word}` is not a reading of LL-07"),
            "it may be kept or spent",
        )
    })
}

pub(super) fn streak(args: &OddsStreak) -> Done {
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
    let counters = counters(&rules, args.counters.as_deref())?;
    let asked = args.shooting.as_deref().unwrap_or("never");
    let solve = |nominee: Nominee| -> Done<Held> {
        let pattern = (asked, shooting(asked)?);
        Ok(nominee.holds_off(&rules, pattern, counters, args.lengths)?)
    };
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?;
    let all = nominees.into_iter().map(solve).collect::<Result<Vec<_>, _>>()?;
    let of = (args.rules.format, args.table);
    let chart = || match args.table {
        true => Err(Failure::usage("a chart shows one distribution; leave `--table` out")),
        false => {
            let lengths = all[0].lengths.iter().map(|(length, exact)| (*length, exact));
            let curve = [("exact", so_many_or_more(lengths))];
            let of = (&all[0].answer(), &json!({}));
            Ok(falling("streak", of, ["Actions", "So many or more"], &curve))
        }
    };
    args.drawing.draw(args.svg.as_deref(), chart, || print("streak", of, &all, &json!({})))
}
